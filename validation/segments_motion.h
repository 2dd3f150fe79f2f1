// The parts of segments_motion(): how cables of segments move.
#ifndef REEVE_VALIDATION_SEGMENTS_MOTION_H
#define REEVE_VALIDATION_SEGMENTS_MOTION_H

#include "validation/validation.h"

void motion_modes(validation* v);   // periods of stretch, twist and hanging chains
void motion_damping(validation* v); // decay, stiffness with damping
void motion_energy(validation* v);  // energy of a swing, momentum of a throw
void motion_rest(validation* v);    // rest curvature and twist, turns, drag

#endif
