// Continuous tests. Corners that move on straight lines for t in [0, 1]: the first time at which a
// point meets a triangle, or two segments meet, with robust roots. And shapes that move rigidly:
// the first time at which they touch, by conservative advancement.
#ifndef REEVE_COLLIDE_CONTINUOUS_H
#define REEVE_COLLIDE_CONTINUOUS_H

#include "collide/touch.h"

// positions at the start (t = 0) and at the end (t = 1)
typedef struct rv_moving_point {
    rv_vec3 from, to;
} rv_moving_point;

// t in [0, 1], INFINITY: they do not meet; weights: barycentric coordinates of the meeting point in
// the triangle, or along the two segments (0 at the first end)
typedef struct rv_meeting {
    double t;
    double weight[3];
} rv_meeting;

// What is within 1e-10 of the size (the sum of the components of the longer edge) is together.
// What touches at the start meets at t = 0, whichever way it goes. What stays in one plane meets
// where a corner comes to an edge. Edges that are parallel to 1e-6 rad count as together within
// 1e-6 of their length: the time is known no better there.
//
// degree 1 in t: point against a triangle that stands still
rv_meeting rv_meet_point_static_triangle(rv_moving_point p, const rv_vec3 triangle[3]);
// degree 2: segment against a segment that stands still
rv_meeting rv_meet_segment_static_segment(const rv_moving_point segment[2], const rv_vec3 other[2]);
// degree 3: triangle against a point that stands still
rv_meeting rv_meet_triangle_static_point(const rv_moving_point triangle[3], rv_vec3 p);
// degree 3: both move
rv_meeting rv_meet_point_triangle(rv_moving_point p, const rv_moving_point triangle[3]);
rv_meeting rv_meet_segments(const rv_moving_point a[2], const rv_moving_point b[2]);

// the roots of c[0] + c[1] t + c[2] t^2 + c[3] t^3 in [0, 1], ascending, at most 3; leading
// coefficients may be zero or noise. Where it only touches zero, up to rounding, that is a root (or
// two, side by side). A polynomial that is zero throughout has none here
int rv_roots_cubic(const double c[4], double roots[3]);

// A shape that moves with velocity v and turns with w (world axes) about `center`.
typedef struct rv_moving {
    rv_placed placed; // at the start
    rv_vec3 center, v, w;
} rv_moving;

rv_placed rv_moving_at(const rv_moving* moving, double time);

// The first time in [0, time] at which the gap is at most `target` (> 0), to within a tenth of
// target in distance, never late; INFINITY: not within that time. 0 if the gap is at most `target`
// at the start already. Early by more than that if the shapes turn by many radians while they stay
// near each other. At least one is convex; of a mesh or a height field, every triangle on the way
// counts, from both sides, and what starts below a height field is inside of it.
double rv_moving_meet(const rv_moving* a, const rv_moving* b, double time, double target);

#endif
