// What the parts of rv_wrap_find share: the thread and the shape, the lines that a shape has, and
// the two stages: the lines that a section through the shape tells of, and their relaxation.
#ifndef REEVE_COLLIDE_WRAP_PRIVATE_H
#define REEVE_COLLIDE_WRAP_PRIVATE_H

#include "collide/wrap.h"

// bends of less are none [rad]
#define RV_WRAP_TURN_MIN 1e-9

// a straight thread and a shape, in the frame of the shape
typedef struct rv_wrap_span {
    const rv_geometry* geometry;
    rv_convex shape;
    rv_vec3 tip[2]; // the ends of the thread
    rv_vec3 end[2]; // the same, moved out of the shape by rv_wrap_move_out
    double radius;  // of the thread
    double same;    // lengths that count as nothing
    bool apart;     // two edges beside a corner count as such, not as the corner
    rv_vec3 across; // unit, the axis of the turn, by rv_wrap_first
} rv_wrap_span;

// corners and round ends; of a sphere its middle
rv_vec3 rv_wrap_corner(const rv_geometry* geometry, int corner);
int rv_wrap_edge_count(const rv_geometry* geometry);
void rv_wrap_edge(const rv_geometry* geometry, int edge, int corner[2]);
// of a sphere or a capsule, else 0
double rv_wrap_round(const rv_geometry* geometry);

static inline bool rv_wrap_has_corners(const rv_geometry* geometry) {
    return geometry->type == RV_SHAPE_BOX || geometry->type == RV_SHAPE_HULL;
}

static inline bool rv_wrap_is_point(const rv_wrap_line* line) {
    return line->feature >= RV_WRAP_POINT;
}

static inline rv_wrap_line rv_wrap_point_line(const rv_wrap_span* span, int corner) {
    rv_vec3 at = rv_wrap_corner(span->geometry, corner);
    return (rv_wrap_line){.end = {at, at},
                          .radius = span->radius + rv_wrap_round(span->geometry),
                          .axis = span->across,
                          .touch = {at, at},
                          .feature = RV_WRAP_POINT | (uint32_t)corner};
}

// of a straight piece of the way and the shape; beyond `within` only that it is more
rv_closest rv_wrap_gap(const rv_wrap_span* span, rv_vec3 from, rv_vec3 to, double within);

// ends that are too near to the shape, moved out
void rv_wrap_move_out(rv_wrap_span* span);
// wrap_capsule.c: all of it for capsules
int rv_wrap_capsule(rv_wrap_span* span, rv_vec3 out, rv_closest* gap,
                    rv_wrap_line lines[RV_WRAP_MAX]);
// wrap_section.c: the lines on the side `out`, their places those of the section; `gap`: of the
// straight thread, INFINITY if that has no length
int rv_wrap_first(rv_wrap_span* span, rv_vec3 out, rv_closest* gap,
                  rv_wrap_line lines[RV_WRAP_MAX]);
// wrap_relax.c: relaxes until every line bends the thread and it slides off none; how many are left
int rv_wrap_settle(const rv_wrap_span* span, rv_wrap_line* lines, int count);

#endif
