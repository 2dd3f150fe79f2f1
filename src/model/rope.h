// Wire ropes by their diameter: what cables have whose users give no more than that.
#ifndef REEVE_MODEL_ROPE_H
#define REEVE_MODEL_ROPE_H

#include "reeve/types.h"

// tension at which one of this material is rated to break [N]
double rv_rope_strength(const rv_material* material, double diameter);
// torque per twist per length, at a constant tension [N m^2]; E and G of its wires
double rv_rope_GJ(double E, double G, double diameter);

#endif
