// A part of suite "servin_2007_segments": cables of segments in contact under tension.
#ifndef REEVE_VALIDATION_SEGMENTS_CONTACT_H
#define REEVE_VALIDATION_SEGMENTS_CONTACT_H

#include "validation/validation.h"

void segments_contact(validation* v);

#endif
