// What the parts of soft.h share.
#ifndef REEVE_COLLIDE_SOFT_PRIVATE_H
#define REEVE_COLLIDE_SOFT_PRIVATE_H

#include "collide/continuous.h"
#include "collide/soft.h"

// fmin and fmax care for NaN: this is several times as fast
static inline void rv_soft_enlarge(rv_aabb* box, rv_vec3 p) {
    box->lower.x = p.x < box->lower.x ? p.x : box->lower.x;
    box->lower.y = p.y < box->lower.y ? p.y : box->lower.y;
    box->lower.z = p.z < box->lower.z ? p.z : box->lower.z;
    box->upper.x = p.x > box->upper.x ? p.x : box->upper.x;
    box->upper.y = p.y > box->upper.y ? p.y : box->upper.y;
    box->upper.z = p.z > box->upper.z ? p.z : box->upper.z;
}

// bounds of corners on their way
static inline rv_aabb rv_soft_bounds(const rv_moving_point* p, int count) {
    rv_aabb box = {p[0].from, p[0].from};
    for (int k = 0; k < count; k++) {
        rv_soft_enlarge(&box, p[k].from);
        rv_soft_enlarge(&box, p[k].to);
    }
    return box;
}

// A shape in its own frame.
typedef struct rv_soft_core {
    const rv_geometry* geometry;
    rv_convex convex; // of a convex shape
} rv_soft_core;

rv_soft_core rv_soft_core_of(const rv_geometry* geometry);
// rv_shape_nearest in the frame of the shape; beyond the limit, of a convex shape: a lower bound of
// the gap and the normal of a plane that is as far below p, and has all of the shape below
double rv_soft_nearest(const rv_geometry* geometry, rv_vec3 p, double limit, rv_vec3* on,
                       rv_vec3* normal);

// An edge that moves, of the surface or of the other thing. `normal`: of the two faces at it,
// outward; the same twice where there is only one.
typedef struct rv_soft_ridge {
    rv_moving_point end[2];
    rv_aabb bounds; // of their way
    rv_vec3 normal[2];
    bool still;
    bool round; // an edge of a line: touches all about, and has no normals
} rv_soft_ridge;

// an edge of a surface, in the world
rv_soft_ridge rv_soft_ridge_of(const rv_soft_surface* surface, int edge);

static inline rv_moving_point rv_soft_point(const rv_soft_surface* surface, int node) {
    return (rv_moving_point){surface->x[node], surface->x_to[node]};
}

// Touches as they are found: the nearest `max` of them are kept. What touches on the border of two
// triangles that lie in one plane is found twice and kept once: gap, point and normal agree.
typedef struct rv_soft_gather {
    rv_soft_touch* out;
    int count, max;
    double same; // [m]: gaps and points that differ by less agree
} rv_soft_gather;

rv_soft_gather rv_soft_gather_start(rv_soft_touch* out, int max, const rv_soft_limits* limits);
void rv_soft_gather_add(rv_soft_gather* gather, const rv_soft_touch* touch);
// of triangles that one node is behind, the nearest counts
void rv_soft_gather_add_node(rv_soft_gather* gather, const rv_soft_touch* touch);

enum { RV_SOFT_KIND_NODE = 1, RV_SOFT_KIND_EDGE, RV_SOFT_KIND_FACE };
// a number for two features
uint32_t rv_soft_feature(int kind, int mine, int other);
// one of six, by the largest component: tells floor from wall
int rv_soft_side(rv_vec3 normal);

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
