// Which look every shape of a drawing has: what it is made of, or a paint. A body whose mass is not
// what its shapes weigh was given its mass, which says nothing of its material: it is painted, bodies
// that are alike in the same paint.
#ifndef REEVE_VIEW_BODY_LOOKS_H
#define REEVE_VIEW_BODY_LOOKS_H

#include "view/drawing.h"
#include "view/look.h"

// An rv_look_kind for each shape, to be freed; NULL without memory.
uint8_t* rv_body_looks_make(const rv_drawing* drawing);
// Of a body that has no shape.
rv_look_kind rv_body_look_bare(const rv_drawing_body* body);

#endif
