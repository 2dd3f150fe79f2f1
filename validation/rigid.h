// The parts of suite "rigid".
#ifndef REEVE_VALIDATION_RIGID_H
#define REEVE_VALIDATION_RIGID_H

#include "validation/validation.h"

void validation_heavy_chains(validation* v);

#endif
