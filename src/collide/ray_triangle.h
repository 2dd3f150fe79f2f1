// Rays against triangles without leaks (Woop, Benthin, Wald 2013): the ray is sheared so that it
// runs along one axis through the origin; the three edge functions decide by their signs alone.
//   x' = x_kx - s_x x_kz,  y' = x_ky - s_y x_kz,  U = C' x B', V = A' x C', W = B' x A'
// Each rounded product is monotone in the exact one, so a computed sign is right or zero, and zero
// counts as inside: a ray at a common edge or corner meets at least one of its triangles.
#ifndef REEVE_COLLIDE_RAY_TRIANGLE_H
#define REEVE_COLLIDE_RAY_TRIANGLE_H

#include "collide/geometry.h"

typedef struct rv_ray {
    rv_vec3 from, way;
    rv_vec3 inverse;         // 1 / way, by axis; infinite where way is 0
    int axis[3];             // two small ones and that of the largest component of way
    double shear_x, shear_y; // of the way over its largest component
    double slack;            // how far rounding may move a corner across the ray [m]
} rv_ray;

// `extent`: the largest coordinate of the triangles; way is not zero
rv_ray rv_ray_make(rv_vec3 from, rv_vec3 way, double extent);
// t of the triangle on the way, from either side, in [0, limit]; INFINITY: none
double rv_ray_triangle(const rv_ray* ray, const rv_vec3 corner[3], double limit);
// the part of [*t0, *t1] that lies between two planes across an axis, enlarged by the slack; false:
// none of it
bool rv_ray_slab(const rv_ray* ray, int axis, const double bounds[2], double t[2]);
// whether any of [0, limit] may lie in the box; *near: where it enters
bool rv_ray_box(const rv_ray* ray, const rv_aabb* box, double limit, double* near);

static inline double rv_axis(const rv_vec3* v, int axis) {
    return axis == 0 ? v->x : axis == 1 ? v->y : v->z;
}

#endif
