// Processor time, for the figures and tables of papers that are about speed. Checks of it allow for
// a shared machine, and are made by validation_check_time().
#ifndef REEVE_VALIDATION_TIMING_H
#define REEVE_VALIDATION_TIMING_H

#include "reeve/reeve.h"

// Of a step [s]: the least mean of five batches of `steps` steps.
double timing_step(rv_world* world, double h, int steps);

#endif
