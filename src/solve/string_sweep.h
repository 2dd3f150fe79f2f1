// Sweeps over the nodes of a string (string.h), two nodes at once. string_lanes.h has their one
// source. It is compiled for vectors of two, the two planes of a node, and for vectors of four, both
// nodes', where the machine has those. All add up in the same order: they give the same bits.
//
// Elimination runs along both halves, from the ends towards the middle and back: its two nodes are
// node k from the first end and node k from the last. Explicit waves take neighbours.
#ifndef REEVE_SOLVE_STRING_SWEEP_H
#define REEVE_SOLVE_STRING_SWEEP_H

#include "solve/string.h"

// A string is the same seen from either end, and so is its matrix: it is eliminated from both ends
// towards the middle. One pivot serves two nodes, and the chains of what waits for what are half as
// long.
typedef struct rv_string_halves {
    int middle; // this node
    int first;  // nodes before it
    int last;   // and behind it: as many, or one more
} rv_string_halves;

static inline rv_string_halves rv_string_halves_of(const rv_string* s) {
    int middle = s->cells / 2;
    return (rv_string_halves){middle, middle - 1, s->cells - 1 - middle};
}

// of cell j: -1/2 at the first end of the string, 1/2 at the last
static inline double rv_string_place(const rv_string* s, double j) {
    return (j - 0.5) / s->cells - 0.5;
}

typedef struct rv_string_elimination {
    double here, beside; // of the momentum: of v, and of v beside it
    double link;         // between neighbours in A
    double lean[4];      // what cells pull by their place, seen from either end
} rv_string_elimination;

// how the elimination has come along from both ends
typedef struct rv_string_front {
    double below[4];            // difference of u to the node before
    double leans[4];            // what the cell between pulls by its place
    double speed[4], before[4]; // v, and that of the node before
    double z[4], w[4];          // right-hand sides: of the momentum, and B
    double end_z[4], end_w[4];  // the answers to them beside the ends
    // sums: B.v, and what the row sees of the answers
    double moves[4], rate[4], gives[4];
} rv_string_front;

typedef struct rv_string_solving {
    double h, row;            // `row`: what it does, per B
    double link;              // between neighbours in A
    double x[2], u[2], v[2];  // of the middle: velocity without that of a free line, place, u'
    double push[4];           // of the ends, on the nodes beside them
    double end[4], rise[4];   // their velocities; of the line between, from node to node
    double place[2], step[2]; // of the cell after the last node of the last half; from cell to cell
    // in space: of the middle, of the ends, and of the line between these from node to node
    double y[2], space[4], climb[4];
} rv_string_solving;

typedef struct rv_string_answer {
    double square[4], total[4]; // sums of |differences of u|^2 and of u, without the middle
    double u[4], v[4], y[4];    // beside the ends; y in space
    // more sums: of v, of |differences of u|^2 by their place, of these half a step ago, and of |y|^2
    // and the products of neighbours
    double speed[4], lean[4], lean_before[4], motion[4], products[4];
} rv_string_answer;

typedef struct rv_string_march {
    double h, kept, pull;       // kept: of v; pull: what B does to it
    double lean[4], lean_step;  // what the cells behind nodes 1 and 2 pull by their place; and more
                                // from cell to cell
    double steady[4], grows[2]; // what weight and ends do to nodes 1 and 2; more to the next two
} rv_string_march;

// sums over nodes 1, 3, .. and 2, 4, ..
typedef struct rv_string_tally {
    double square[4], total[4], bends[4], moves[4]; // square: without the last cell
    double lean[4];                                 // of its parts by the place of their cell
    double leans[4];                                // |B|^2 by the place of its node
} rv_string_tally;

// What has flowed in cells, and the line that velocities in space have besides: at nodes 1 and 2,
// more at the next two. rise: of the line from node to node.
typedef struct rv_string_carry {
    double flow[4], grows[2];
    double line[4], rises[2], rise[2];
} rv_string_carry;

// sums of velocities squared, before and after
typedef struct rv_string_carried {
    double before[4], after[4];
} rv_string_carried;

typedef struct rv_string_shrinking {
    double by[2];             // u, v
    double more[4], grows[2]; // of v besides: at nodes 1 and 2, more at the next two
} rv_string_shrinking;

typedef struct rv_string_sweeps {
    // f[0]: after as many nodes as the first half has; f[1]: as the last has
    void (*eliminate)(const rv_string* s, const rv_string_elimination* c, rv_string_front f[2]);
    // all but the middle; that node is written besides
    void (*answer)(const rv_string* s, const rv_string_solving* c, rv_string_answer* out);
    void (*march)(const rv_string* s, const rv_string_march* c);
    void (*count)(const rv_string* s, rv_string_tally* out);
    void (*carry)(const rv_string* s, const rv_string_carry* c, rv_string_carried* out);
    void (*shrink)(const rv_string* s, const rv_string_shrinking* c);
} rv_string_sweeps;

extern const rv_string_sweeps rv_string_in_pairs;
#if defined(__x86_64__)
extern const rv_string_sweeps rv_string_in_fours;
#endif

#endif
