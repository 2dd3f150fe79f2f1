// What the parts of touching share (touch.c, touch_nodes.c, touch_solids.c).
#ifndef REEVE_STEP_TOUCH_H
#define REEVE_STEP_TOUCH_H

#include "model/cable_wrap.h"

enum { RV_TOUCH_CHANGES = 64 }; // of one cable in a step, at most: what is left waits for the next

// The most by which the way of a cable may become longer at once, in its radii: an eye stands off its
// line by up to 2.2, and both spans beside it lead there.
#define RV_TOUCH_FARTHEST 5.0
// Lengths that are told apart, in radii.
#define RV_TOUCH_TOLERANCE 0.1

typedef struct rv_toucher {
    rv_world* world;
    rv_cable* cable;
    double dt;       // of the last step
    bool up_to_date; // lengths and angles, for the first change
    bool meets;      // the nodes that were there are settled: spans look for shapes
    int changes;
    double longer; // by which they have made its path
    int room;      // for more nodes of all cables in this step
    int32_t left;  // the shape whose surface it has just left, -1: none
    bool lies;     // it has got an eye on a surface: one in a step
} rv_toucher;

// a change of its nodes; false: it was refused, or there is no room in this step
bool rv_touch_change(rv_toucher* t, rv_wrap_change* change);
// what has become of the nodes that are there: they slide, lift, pass on to other lines
void rv_touch_settle(rv_toucher* t);

// where the surfaces of solids have gone in the last step, and what has become of a cable on them or
// meets them (touch_solids.c)
void rv_touch_find_solids(rv_world* world, double dt);
void rv_touch_solids(rv_toucher* t);

// over a line of the shape; or on its surface, by what it sags
static inline bool rv_bends_over(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && !rv_node_is_on_surface(node);
}

static inline bool rv_lies_on(const rv_path_node* node, int32_t shape) {
    return node->shape == shape && rv_node_is_on_surface(node);
}

// nodes that follow each other on one shape
typedef struct rv_touch_group {
    int first, end;
    double turn; // of the cable over all of them
} rv_touch_group;

// The angle that a cable turns by at a node. That of an edge is seen along the edge: where the cable
// runs nearly along it, it turns by less.
double rv_touch_turn(const rv_path_node* nodes, int node);
// round its shape, so that its nodes are not those of the shortest way
bool rv_touch_is_wound(const rv_path_node* nodes, const rv_touch_group* g);
// how long the way over some lines of a shape is
double rv_touch_length(const rv_placed* placed, const rv_vec3 ends[2], const rv_wrap_line* lines,
                       int count);
// Nodes on the lines of a shape, between the nodes `beside` of the path. A cable that bends twice
// within a few diameters has no length between to be taut by itself: there is friction where it bends
// more.
void rv_touch_make_nodes(const rv_toucher* t, int32_t shape, const int beside[2],
                         const rv_wrap_line* lines, int count, rv_path_node in[RV_WRAP_MAX]);

#endif
