// Closest points of points, segments and triangles, in closed form.
#ifndef REEVE_COLLIDE_SEGMENT_H
#define REEVE_COLLIDE_SEGMENT_H

#include "reeve/math.h"

// the nearest points of two things
typedef struct rv_nearest {
    rv_vec3 on_a, on_b;
    double s, t;    // along a and along b, in [0, 1], where these are segments; else 0
    double squared; // |on_b - on_a|^2
} rv_nearest;

// the point of a segment nearest to p; t, if not NULL: where it is, 0 at end[0], 1 at end[1]. A
// segment without length is its first end
rv_vec3 rv_nearest_on_segment(rv_vec3 p, const rv_vec3 end[2], double* t);

// the point of a triangle nearest to p; a triangle without area is its edges
rv_vec3 rv_nearest_on_triangle(rv_vec3 p, const rv_vec3 corner[3]);
// weights of the corners at a point of its plane
static inline void rv_weigh_in_triangle(const rv_vec3 x[3], rv_vec3 p, double weight[3]) {
    rv_vec3 normal = rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0]));
    double whole = rv_vec3_dot(normal, normal);
    for (int k = 0; k < 3; k++) {
        rv_vec3 a = rv_vec3_sub(x[(k + 1) % 3], p), b = rv_vec3_sub(x[(k + 2) % 3], p);
        weight[k] = rv_vec3_dot(rv_vec3_cross(a, b), normal) / whole;
    }
}

// of parallel segments that lie side by side: the middle of the common part
rv_nearest rv_nearest_segments(const rv_vec3 a[2], const rv_vec3 b[2]);

// segment a and triangle b; squared = 0 where the segment pierces the triangle
rv_nearest rv_nearest_segment_triangle(const rv_vec3 a[2], const rv_vec3 b[3]);

#endif
