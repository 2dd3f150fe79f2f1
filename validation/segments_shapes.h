// The parts of segments_shapes(): where cables of segments come to rest.
#ifndef REEVE_VALIDATION_SEGMENTS_SHAPES_H
#define REEVE_VALIDATION_SEGMENTS_SHAPES_H

#include "validation/validation.h"

void shapes_elastica(validation* v); // cantilevers
void shapes_buckling(validation* v); // columns
void shapes_catenary(validation* v); // hanging between two points

#endif
