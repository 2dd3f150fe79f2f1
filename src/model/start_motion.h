// The motion that a new cable of segments or a rod begins with.
#ifndef REEVE_MODEL_START_MOTION_H
#define REEVE_MODEL_START_MOTION_H

#include "reeve/cable.h"
#include "reeve/math.h"

// Velocity of the cable at x, a share s of its length from its first end, whose node lies at `first`: what
// the definition adds to the motion of what holds the ends. `def` may be NULL: nothing.
rv_vec3 rv_start_velocity(const rv_cable_segments* def, rv_vec3 first, rv_vec3 x, double s);

#endif
