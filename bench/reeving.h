// A line reeved up and down between a ceiling and a load: what scenarios about cables are made of.
#ifndef REEVE_BENCH_REEVING_H
#define REEVE_BENCH_REEVING_H

#include "reeve/reeve.h"

typedef enum reeving_kind {
    REEVING_EYES,
    REEVING_PULLEYS,
    REEVING_WHEELS, // pulleys that turn with the cable, each a body
    REEVING_BEADS,  // eyes below, each on a body of its own
} reeving_kind;

typedef struct reeving_def {
    reeving_kind kind;
    int nodes;       // with both ends
    double mass;     // of the load, or of all beads together [kg]
    double friction; // of eyes and pulleys
    bool winch;      // at the first end
} reeving_def;

// false if the world refuses
bool reeving_create(rv_world* world, const reeving_def* def, rv_cable_id* cable);

#endif
