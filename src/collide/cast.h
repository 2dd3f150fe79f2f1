// Rays against single shapes, and triangles.
#ifndef REEVE_COLLIDE_CAST_H
#define REEVE_COLLIDE_CAST_H

#include "collide/geometry.h"

// the first point from + t way, t in [0, limit], on the surface, from outside in: its t, and the
// outward unit normal (left alone without a point); INFINITY: none. A ray that starts inside, or
// below a plane or a height field, meets nothing. A mesh is met from both sides, and the normal is
// the one against the ray. `way` has any length > 0
double rv_cast_shape(const rv_placed* placed, rv_vec3 from, rv_vec3 way, double limit,
                     rv_vec3* normal);

// The same of one triangle, counter-clockwise from outside, and the weights of its corners there,
// without a limit. Of triangles with common edges none is missed between them.
double rv_cast_triangle(const rv_vec3 x[3], rv_vec3 from, rv_vec3 way, double weight[3]);

#endif
