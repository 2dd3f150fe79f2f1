// The stripe along a rod that shows how it is twisted: a line on its surface, which goes along with
// the rod's sections. From point to point of the rod it is carried without turning about the rod
// (Bishop 1975) and then turned by the twist.
#ifndef REEVE_VIEW_STRIPE_H
#define REEVE_VIEW_STRIPE_H

#include "view/drawing.h"

// Writes for each point of a line the one of its stripe, `radius` away from it, beginning in the
// direction of the unit vector `across`. Behind a cut it goes on as it was before.
void rv_stripe_make(const rv_drawing_point* line, int count, rv_vec3 across, double radius,
                    rv_drawing_point* stripe);

#endif
