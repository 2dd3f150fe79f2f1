// An overhand knot that is pulled, in a thread of radius 1 and bending stiffness 1 without weight, stretch
// and twist: at rest, or where it begins to slide, by minimising its energy. It shares nothing with the
// engine but the closest points of two segments.
#ifndef REEVE_VALIDATION_ELASTIC_KNOT_H
#define REEVE_VALIDATION_ELASTIC_KNOT_H

#include "reeve/math.h"

typedef struct elastic_knot_def {
    int turns;      // 1: trefoil, 2: double overhand
    double epsilon; // the force without friction is epsilon^4/2
    double mu;      // < 0: while it is loosened
    double edges;   // in the length sqrt(R) where it touches, R = 1/epsilon^2; 8 is enough for 1 %
} elastic_knot_def;

typedef struct elastic_knot {
    double size;   // the length that it takes, e
    double force;  // that pulls it
    double energy; // of bending
} elastic_knot;

// All NaN if there is not enough memory.
elastic_knot elastic_knot_solve(const elastic_knot_def* def);

// A line with such a knot: a double helix with a loop that has a straight side, and tails along x. A half
// turn about y maps it on itself.
typedef struct elastic_knot_shape {
    int turns;
    double radius; // of the helix
    double braid;  // half of its length
    double loop, tail;
} elastic_knot_shape;

enum { ELASTIC_KNOT_PIECE = 400, ELASTIC_KNOT_POINTS = 4 * ELASTIC_KNOT_PIECE + 2 };
void elastic_knot_lay(const elastic_knot_shape* shape, rv_vec3* points);

#endif
