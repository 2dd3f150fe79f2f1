// What the parts of soft.h share.
#ifndef REEVE_COLLIDE_SOFT_PRIVATE_H
#define REEVE_COLLIDE_SOFT_PRIVATE_H

#include "collide/continuous.h"
#include "collide/soft.h"

// A shape in its own frame.
typedef struct rv_soft_core {
    const rv_geometry* geometry;
    rv_convex convex; // of a convex shape
} rv_soft_core;

rv_soft_core rv_soft_core_of(const rv_geometry* geometry);
// rv_shape_nearest in the frame of the shape; beyond the limit, of a convex shape: a lower bound of
// the gap and the normal of a plane that is as far below p, and has all of the shape below
double rv_soft_core_nearest(const rv_soft_core* core, rv_vec3 p, double limit, rv_vec3* on,
                            rv_vec3* normal);

// Touches as they are found: the nearest `max` of them are kept.
typedef struct rv_soft_gather {
    rv_soft_touch* out;
    int count, max;
} rv_soft_gather;

void rv_soft_gather_add(rv_soft_gather* gather, const rv_soft_touch* touch);

enum { RV_SOFT_KIND_NODE = 1, RV_SOFT_KIND_EDGE, RV_SOFT_KIND_FACE };
// a number for two features
uint32_t rv_soft_feature(int kind, int mine, int other);
// one of six, by the largest component: tells floor from wall
int rv_soft_side(rv_vec3 normal);

// Two edges that move, of the surface and of the other thing. `normal`: of the two faces at it,
// outward; the same twice where there is only one.
typedef struct rv_soft_ridge {
    rv_moving_point end[2];
    rv_vec3 normal[2];
    bool still;
} rv_soft_ridge;

// where two features touch
typedef struct rv_soft_pair {
    double weight[3]; // on the surface
    double other[3];  // on the other thing
    rv_vec3 normal;   // from the other thing to the surface
    double gap;       // at the start, with these weights
    double t;         // when they meet, 0: near at the start
} rv_soft_pair;

bool rv_soft_pair_edges(const rv_soft_ridge* mine, const rv_soft_ridge* other,
                        const rv_soft_limits* limits, rv_soft_pair* out);
// a triangle and a point; the normal is the outward one of the triangle, and its weights are in
// `other`
bool rv_soft_pair_point(const rv_moving_point triangle[3], rv_moving_point p,
                        const rv_soft_limits* limits, rv_soft_pair* out);

#endif
