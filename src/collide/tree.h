// A dynamic tree of bounding boxes: the broad phase. Who inserts enlarges the boxes, so that small
// motions cost nothing. Insertion by the surface area heuristic (Catto 2019), balanced: n leaves
// are at most 3.1 log2(n) + 4 deep, whatever the order they come in. Infinite boxes are allowed.
// What a query reports does not depend on the history of the tree, only the order does.
#ifndef REEVE_COLLIDE_TREE_H
#define REEVE_COLLIDE_TREE_H

#include "collide/geometry.h"

typedef struct rv_tree_node {
    rv_aabb bounds;
    int32_t parent;   // of a free node: the next free one
    int32_t child[2]; // -1: a leaf
    int32_t height;   // 0: leaf, -1: free
    int32_t item;     // of a leaf
} rv_tree_node;

typedef struct rv_tree {
    RV_ARRAY(rv_tree_node) nodes;
    int32_t root, free; // -1: none
    int leaf_count;
} rv_tree;

void rv_tree_clear(rv_tree* tree); // keeps its memory; also what makes a zeroed tree usable
void rv_tree_free(rv_memory* memory, rv_tree* tree);
// room for this many leaves
bool rv_tree_reserve(rv_memory* memory, rv_tree* tree, int leaves);
// the node of the new leaf, or -1 without memory (never within what is reserved)
int rv_tree_insert(rv_memory* memory, rv_tree* tree, rv_aabb bounds, int item);
void rv_tree_remove(rv_tree* tree, int node);
// gives a leaf new bounds
void rv_tree_move(rv_tree* tree, int node, rv_aabb bounds);

typedef bool rv_tree_visit(void* context, int item); // false: stop
// leaves whose bounds overlap the box, touching included
void rv_tree_query(const rv_tree* tree, const rv_aabb* box, rv_tree_visit* visit, void* context);
// leaves whose bounds the segment from + t way, t in [0, limit], meets, nearer ones mostly first;
// visit returns the new limit (negative: stop)
typedef double rv_tree_ray_visit(void* context, int item, double limit);
void rv_tree_cast(const rv_tree* tree, rv_vec3 from, rv_vec3 way, double limit,
                  rv_tree_ray_visit* visit, void* context);

#endif
