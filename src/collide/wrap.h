// Threads that meet convex shapes: where a taut, massless cable of some radius bends over a shape
// on the shortest way round it, and the first time at which a moving one comes to a moving shape.
// Pure geometry; nothing here allocates or keeps state.
#ifndef REEVE_COLLIDE_WRAP_H
#define REEVE_COLLIDE_WRAP_H

#include "collide/continuous.h"

enum { RV_WRAP_MAX = 16 };
// features of a cylinder: its side, and its rims: + 2 at the far end, + 1 on the way off it
enum { RV_WRAP_SIDE = 0, RV_WRAP_RIM = 1 };

// from here on the features are points: corners, round ends, the middle of a sphere
#define RV_WRAP_POINT 0x10000u
// and these are bends over an end of a capsule and its side at once
#define RV_WRAP_BLEND 0x20000u

// A line on a shape that a thread bends over, swollen by a radius: an edge of a box or hull
// (radius: the thread's), the middle line of a capsule or cylinder (radius: the shape's and the
// thread's), a tangent of a cylinder's rim (the thread's), or a point (sphere, the round end of a
// capsule, a corner that the thread hangs on, the middle of a cylinder's end that it slips off; the
// middle of a circle that stands for a bend over more than one of these, with its own radius).
typedef struct rv_wrap_line {
    // all in the shape's frame
    rv_vec3 end[2];   // the second in the direction of the axis; equal: a point, whose axis follows
                      // the thread
    double radius;    // > 0 if the thread's is
    rv_vec3 axis;     // unit; the thread runs round it in the right-handed sense on its way
    double place;     // along the axis from end[0]: where the middle of the bend comes to lie
    double turn;      // the angle that the thread bends by there [rad], > 0
    rv_vec3 touch[2]; // where it comes to the swollen line, and where it leaves it
    uint32_t feature; // the same for the same line from step to step; a rim has two, one for
                      // threads on their way onto the flat end, one for those that leave it
} rv_wrap_line;

// The lines that a thread of this radius bends over on its shortest way from end[0] to end[1]
// (world points) round the shape on the side `out` (world, any length: the direction in which the
// shape pushes it), in the order of the thread. 0 if the straight line is free: it does not come
// nearer than `radius`, and lies on that side. A straight line that is free on the other side has
// passed through the shape, and is laid back round it, unless that is a way back of half a turn or
// more, or the thread slips off sideways. Ends on the surface or a little inside count as moved
// out. More than RV_WRAP_MAX lines: the bends that matter least are left out. Not a convex shape, a
// thread without length: 0.
//
// The places are relaxed: a line over whose end the thread would slide is given as the point at
// that end, one that it would lift from is left out. A line and the point at its own end never
// follow each other: they are one bend. Next to a point the straight pieces may come nearer than
// `radius`, since there the thread lies on lines that end in it too. For the whole way round a
// shape, give the ends that lie off it: asked for a piece, it knows nothing of the other bends.
int rv_wrap_find(const rv_placed* shape, const rv_vec3 end[2], double radius, rv_vec3 out,
                 rv_wrap_line lines[RV_WRAP_MAX]);

// of the bend over a line
static inline double rv_wrap_arc(const rv_wrap_line* line) {
    double arc = line->radius * line->turn;
    double climb = rv_vec3_dot(line->axis, rv_vec3_sub(line->touch[1], line->touch[0]));
    return sqrt(arc * arc + climb * climb);
}

// A line of this feature stays where it is on the shape while the thread moves: an edge, the middle
// line of a capsule or a cylinder.
static inline bool rv_wrap_is_fixed(rv_shape_type type, uint32_t feature) {
    return feature < RV_WRAP_POINT && (type != RV_SHAPE_CYLINDER || feature == RV_WRAP_SIDE);
}

typedef struct rv_thread_meeting {
    double time;   // INFINITY: they do not meet, and the rest is zero
    rv_vec3 point; // on the shape, world, at that time
    rv_vec3 out;   // unit, from the shape to the thread
    double along;  // where on the thread, 0 .. 1
} rv_thread_meeting;

// The first time in [0, 1] at which the middle line of a thread, whose two ends move straight, is
// within `radius` of a convex shape that moves (over time 1). Never late; early by what a distance
// of `tolerance` (> 0) makes. If they are that near at the start already, the time is 0 and the
// rest as if the thread were lowered onto the shape from the side `hint` (world, any length: the
// side on which it was last); hint zero or along the thread: from the side of least depth.
rv_thread_meeting rv_thread_meet(const rv_moving_point thread[2], const rv_moving* shape,
                                 double radius, double tolerance, rv_vec3 hint);

#endif
