// Convex things for GJK: a core (point, segment, triangle, box, cylinder, hull) in the world,
// swollen by a radius.
#ifndef REEVE_COLLIDE_CONVEX_H
#define REEVE_COLLIDE_CONVEX_H

#include "collide/geometry.h"

typedef enum rv_core {
    RV_CORE_POINT,    // position                                (sphere)
    RV_CORE_SEGMENT,  // position +- half_length local x          (capsule)
    RV_CORE_TRIANGLE, // corner[0..2], in the world
    RV_CORE_BOX,      // half_extents
    RV_CORE_CYLINDER, // radius `core_radius`, half_length, along local x
    RV_CORE_HULL,     // hull
} rv_core;

typedef struct rv_convex {
    rv_core core;
    double radius; // the core is swollen by it: sphere, capsule; else 0
    rv_vec3 position;
    rv_mat3 R;
    double half_length, core_radius;
    rv_vec3 half_extents;
    rv_vec3 corner[3];
    const rv_hull* hull;
} rv_convex;

// of a convex shape (rv_shape_is_convex)
rv_convex rv_convex_of(const rv_placed* placed);
rv_convex rv_convex_triangle(const rv_vec3 corner[3]);

// the farthest that any point of the core is from its position, corner[0] for a triangle
double rv_convex_reach(const rv_convex* convex);

// the point of the core (without radius) farthest in a direction, in the world; direction of any
// length > 0. `feature`, if not NULL: a number for the corner, the same for the same corner
rv_vec3 rv_convex_support(const rv_convex* convex, rv_vec3 direction, int* feature);
// the same from the position of the core, which keeps digits far from the origin. `corner`: in, a
// corner near which to look first (0 if none is known); out, the corner found
rv_vec3 rv_convex_support_from(const rv_convex* convex, rv_vec3 direction, int* corner);

// The nearest points of two convex things, with their radii. distance < 0: they overlap, and by how
// much the second must be moved along the normal to part them (the least such motion).
typedef struct rv_closest {
    double distance;
    rv_vec3 normal;     // unit, from a to b; some unit vector when coincident centres give none
    rv_vec3 on_a, on_b; // on the surfaces, on_b = on_a + distance * normal
    uint32_t feature;   // of boxes, hulls and triangles: a number for the pair of faces, edges or
                        // corners, the same while it is the same pair; 0 for round things
} rv_closest;

// Exact for points and segments; GJK (Gilbert, Johnson, Keerthi 1988) with EPA (van den Bergen
// 2001) where the cores overlap. Relative accuracy of the distance 1e-10 or better. Never loops for
// ever, never allocates.
rv_closest rv_convex_closest(const rv_convex* a, const rv_convex* b);
// the same, but ends as soon as the distance is known to be more than `limit`: then only that holds
// of the answer
rv_closest rv_convex_closest_within(const rv_convex* a, const rv_convex* b, double limit);
// of a point and a box or cylinder core, in closed form; without radii; a is the point
rv_closest rv_point_closest(rv_vec3 point, const rv_convex* core);
// the same in the frame of the core: the distance and the outward normal; reads no pose
double rv_point_closest_local(rv_vec3 p, const rv_convex* core, rv_vec3* out);

#endif
