// The straight piece of a cable between two rims: where it leaves one and meets the next, and how
// that changes as the rims move. Pure geometry.
#ifndef REEVE_MODEL_SPAN_H
#define REEVE_MODEL_SPAN_H

#include "reeve/math.h"

// The circle that a cable runs on, in the right-handed sense about its axis; radius 0: a point.
typedef struct rv_rim {
    rv_vec3 center;
    rv_vec3 axis; // unit
    double radius;
    double lean; // the cable climbs along the axis while it is round it: 1 - cos of its slope
} rv_rim;

typedef struct rv_span {
    rv_vec3 at[2];      // where it leaves the first rim and meets the second
    rv_vec3 radial[2];  // unit, from the rim's centre to `at`; radius 0: zero
    rv_vec3 tangent[2]; // axis x radial: the way along the rim
    rv_vec3 u;          // direction
    double length;
    double across[2]; // u.tangent: 1 where the span lies in the rim's plane; radius 0: 1
    bool inside;      // there is no tangent: an end lies inside the other's rim, or over its face
} rv_span;

// `span` holds the last solution, or zeros; a length below `shortest` keeps the last direction
void rv_span_find(const rv_rim* first, const rv_rim* second, double shortest, rv_span* span);

// A linear form on how two rims move: forces at span->at of each and torques on each.
typedef struct rv_span_form {
    rv_vec3 force[2], torque[2];
} rv_span_form;

// how the angles of the tangent points change along the rims, against the bodies that carry them
void rv_span_angle_forms(const rv_rim rim[2], const rv_span* span, rv_span_form angle[2]);
// The length between the points of the rims that touch the span's ends now, as if they were glued
// to it: what a pull in the span works against. In the plane of both rims this is a pull of 1 along
// u; out of it, what the tangent points gain by sliding is added.
rv_span_form rv_span_length_form(const rv_rim rim[2], const rv_span* span,
                                 const rv_span_form angle[2]);

#endif
