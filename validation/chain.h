// Chains for validation and benchmark: the same links are timed, checked and drawn.
#ifndef REEVE_VALIDATION_CHAIN_H
#define REEVE_VALIDATION_CHAIN_H

#include "reeve/reeve.h"

typedef enum chain_kind {
    CHAIN_PARTICLES, // particles on distance joints
    CHAIN_BALLS,     // thin rigid links on ball joints
    CHAIN_LOCKS,     // thin rigid links on locks (6 rows)
} chain_kind;

typedef struct chain_def {
    chain_kind kind;
    int count;          // bodies; the last is the load
    double link_length; // [m]
    double link_mass;   // [kg]
    double load_ratio;  // mass of the load over that of a link
    rv_vec3 direction;  // unit, from the anchor
    double zigzag;      // links start this far to either side [m]
} chain_def;

typedef struct chain {
    int count;
    rv_body_id anchor; // kinematic, at the origin
    rv_body_id* bodies;
    rv_joint_id* joints; // joints[0] holds on to the anchor
} chain;

// false: it could not be made; free it in any case
bool chain_create(rv_world* world, const chain_def* def, chain* out);
void chain_free(chain* c);

// pull at the anchor [N] and largest opening of a joint [m]
double chain_anchor_force(const rv_world* world, const chain* c);
double chain_largest_gap(const rv_world* world, const chain* c);

#endif
