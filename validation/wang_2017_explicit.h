// The parts of suite "wang_2017" about variational rods, the paper's own integrator.
#ifndef REEVE_VALIDATION_WANG_2017_EXPLICIT_H
#define REEVE_VALIDATION_WANG_2017_EXPLICIT_H

#include "reeve/reeve.h"
#include "validation/validation.h"

// figures 5 and 9: energy, axial force
void wang_explicit(validation* v);
// table 1 and section 6.3: iterations, and how long steps take
void wang_speed(validation* v);
// section 3: how long a step may be for the printed parameters, and what they do
void wang_step_limits(validation* v);

#endif
