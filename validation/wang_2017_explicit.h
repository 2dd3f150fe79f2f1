// The parts of suite "wang_2017" about variational rods, the paper's own integrator.
#ifndef REEVE_VALIDATION_WANG_2017_EXPLICIT_H
#define REEVE_VALIDATION_WANG_2017_EXPLICIT_H

#include "reeve/reeve.h"
#include "validation/validation.h"

// figures 4 to 9 and section 6.3: energy, momentum, axial force, iterations
void wang_explicit(validation* v);
// section 3: how long a step may be for the printed parameters, and what they do
void wang_step_limits(validation* v);

#endif
