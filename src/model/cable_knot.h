// Cables that begin with a knot (rv_cable_segments.knot).
#ifndef REEVE_MODEL_CABLE_KNOT_H
#define REEVE_MODEL_CABLE_KNOT_H

#include "model/cable.h"

// The same cable along the line of its knot: a shape, with its length and count. False, with nothing
// to be freed and the world's error set, where the knot does not fit.
bool rv_cable_tie(rv_world* world, const rv_cable_def* def, rv_cable_def* tied);
// frees the shape
void rv_cable_untie(rv_world* world, const rv_cable_def* tied);

#endif
