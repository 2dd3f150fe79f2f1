// The parts of suite "rigid".
#ifndef REEVE_VALIDATION_RIGID_H
#define REEVE_VALIDATION_RIGID_H

#include "validation/validation.h"

extern const validation_part rigid_parts[];

void heavy_chains(validation* v);

#endif
