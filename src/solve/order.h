// The elimination order of the KKT graph: it decides fill and, at large mass ratios, every digit.
#ifndef REEVE_SOLVE_ORDER_H
#define REEVE_SOLVE_ORDER_H

// a symmetric graph in compressed rows: neighbours of i are adjacent[first[i] .. first[i + 1])
typedef struct rv_graph {
    int node_count;
    const int* first;
    const int* adjacent;
} rv_graph;

enum { RV_ORDER_WIDE = 4 }; // rows on more blocks than this are wide

// Levels from the anchors, farthest first. Nodes below `block_count` are dof blocks, the others row
// groups; `anchored[group]` may be NULL. `order[position] = node`; `scratch` holds 4 * node_count +
// 4 ints.
void rv_order_levels(const rv_graph* graph, int block_count, const double* weight,
                     const int* anchored, int* order, int* scratch);

// Approximate minimum degree (Amestoy, Davis, Duff 1996) of SuiteSparse
// work: rv_order_amd_work() of them
void rv_order_amd(const rv_graph* graph, int* order, int* work);
int rv_order_amd_work(const rv_graph* graph);

// Moves rows back in an order until it is safe to divide by them. A row's pivot is its compliance,
// which may be next to nothing, and the response of its blocks that are eliminated already: it
// waits for as many of their dofs, not used by rows before, as it has rows. Rows on more than
// RV_ORDER_WIDE blocks come right behind the last of them, since they would make a clique of those
// to come. `size` is per node; `scratch` holds 4 * node_count ints.
void rv_order_settle(const rv_graph* graph, int block_count, const int* size, int* order,
                     int* scratch);

#endif
