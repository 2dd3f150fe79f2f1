// Knots that a thread may begin with: loose, smooth, with well separated strands, and both ends
// drawn out straight along the x axis, away from the origin.
#ifndef REEVE_MODEL_KNOT_H
#define REEVE_MODEL_KNOT_H

#include "reeve/cable.h"
#include "reeve/math.h"

enum { RV_KNOT_COUNT = RV_KNOT_LOOP_SURGEON + 1 };

typedef enum rv_knot_fault {
    RV_KNOT_FINE,
    RV_KNOT_TOO_SHORT, // for its diameter: rv_knot_least_length
    RV_KNOT_TOO_FEW,   // chords: rv_knot_least_count
} rv_knot_fault;

// how long a thread must be for this knot [m]; in diameters: overhand 40, double overhand 66,
// figure eight 47, granny and square 75, surgeon's 101, loops 111, surgeon's loop 137
double rv_knot_least_length(rv_knot knot, double diameter);
// how many chords it takes, none longer than the least radius: overhand 22, double overhand 43,
// figure eight 30, granny and square 40, surgeon's 65, loops 70, surgeon's loop 94
int rv_knot_least_count(rv_knot knot);

// Lays a thread of this length and diameter [m] in `count` chords of one length, count + 1 points,
// from the left end to the right one; the ends are as far from the origin. A long thread has a
// loose knot: strands are 4 diameters apart between their centre lines, or as far as chords of this
// length can follow. As it gets shorter so does the knot; strands are never less than 1.3 diameters
// apart, and no bend has a radius below 1.4 diameters. False, with nothing written: why not
// (`fault`, if not NULL).
bool rv_knot_line(rv_knot knot, double length, double diameter, int count, rv_vec3* points,
                  rv_knot_fault* fault);

#endif
