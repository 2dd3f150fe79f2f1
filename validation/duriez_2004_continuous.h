// Section 3.1 of Duriez et al. (2004): first collisions of corners that move.
#ifndef REEVE_VALIDATION_DURIEZ_2004_CONTINUOUS_H
#define REEVE_VALIDATION_DURIEZ_2004_CONTINUOUS_H

#include "validation/validation.h"

// a million cases, some 10 s
void duriez_continuous(validation* v);

#endif
