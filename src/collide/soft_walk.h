// One query: a deformable surface against one shape, in the frame of the shape.
#ifndef REEVE_COLLIDE_SOFT_WALK_H
#define REEVE_COLLIDE_SOFT_WALK_H

#include "collide/hull.h"
#include "collide/soft_private.h"

typedef struct rv_soft_walk {
    rv_soft_surface* surface;
    const rv_placed *from, *to;
    const rv_soft_limits* limits;
    rv_soft_core core;
    double thickness; // of the shape
    int found;        // triangles near the shape, in surface->found
    rv_soft_gather gather;
} rv_soft_walk;

// the node in the frame of the shape, measured once
const rv_soft_near* rv_soft_walk_node(rv_soft_walk* walk, int node);
rv_moving_point rv_soft_walk_point(rv_soft_walk* walk, int node);
rv_soft_ridge rv_soft_walk_ridge(rv_soft_walk* walk, int edge);

// completes a touch, which has nodes, weights, gap and feature; on, normal: local
void rv_soft_walk_add(rv_soft_walk* walk, rv_soft_touch* touch, rv_vec3 on, rv_vec3 normal);
// the same for a corner against a triangle: of triangles that one corner is behind, the nearest
// counts
void rv_soft_walk_add_face(rv_soft_walk* walk, rv_soft_touch* touch, rv_vec3 on, rv_vec3 normal);
// an edge of the surface against one of the shape
void rv_soft_walk_edges(rv_soft_walk* walk, int edge, const rv_soft_ridge* mine, int number,
                        const rv_soft_ridge* other);

// the edges and corners of a box or a hull
enum { RV_SOFT_SIDES_MAX = 6 * RV_HULL_CORNERS_MAX };
typedef struct rv_soft_polytope {
    const rv_geometry* geometry;
    int edge_count, corner_count;
    int16_t face[RV_SOFT_SIDES_MAX]; // of a hull: left of each directed edge, as its neighbours
} rv_soft_polytope;

void rv_soft_polytope_start(rv_soft_polytope* polytope, const rv_geometry* geometry);
// false: beyond the box
bool rv_soft_polytope_edge(const rv_soft_polytope* polytope, int edge, const rv_aabb* box,
                           rv_soft_ridge* out);

rv_vec3 rv_soft_polytope_corner(const rv_soft_polytope* polytope, int corner);
// whether n is in the normal cone of a corner, up to an angle with this sine
bool rv_soft_polytope_suits(const rv_soft_polytope* polytope, int corner, double slack, rv_vec3 n);
// that sine: faces that lie on faces touch at all their corners, tilted as they are; a corner that
// meets a face within the motion comes first
static inline double rv_soft_corner_slack(const rv_soft_pair* pair) {
    return pair->t > 0.0 ? 0.02 : 0.2;
}

void rv_soft_touch_convex(rv_soft_walk* walk);
void rv_soft_touch_mesh(rv_soft_walk* walk);

#endif
