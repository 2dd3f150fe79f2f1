// Random sweeps: a taut span is pushed across a random box, cylinder, sphere or capsule and drawn
// back, and what went wrong is told. The same sweeps are tests and validation.
#ifndef REEVE_VALIDATION_TOUCH_SWEEP_H
#define REEVE_VALIDATION_TOUCH_SWEEP_H

#include "reeve/reeve.h"

typedef struct touch_sweep {
    bool touched; // the shape made a node at some time
    bool slipped; // the cable slipped off the shape, or over a corner
    bool stuck;   // a node was left at the end though it had not slipped
    bool finite;  // all numbers were
    double
        depth; // the deepest that its middle line was within the shape, less the way of a step [m]
    double gained; // energy beyond the work of what moved it, the least in 16 steps, over M g 0.3 m
} touch_sweep;

// the same number makes the same sweep: number % 4 is the shape, box first
touch_sweep touch_sweep_run(uint64_t number, rv_cable_model model);

// how many of the first `count` sweeps
typedef struct touch_tally {
    int touched;
    int stuck;   // have a node left
    int pierced; // were deeper than 1 cm
    int gained;  // more than M g 6 mm
    int broken;  // were not finite
} touch_tally;
touch_tally touch_sweep_tally(int count, rv_cable_model model);

#endif
