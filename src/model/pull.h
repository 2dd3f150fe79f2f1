// Geometric stiffness of a pull between two points: how its force turns as they move.
#ifndef REEVE_MODEL_PULL_H
#define REEVE_MODEL_PULL_H

#include "model/world.h"

// of the turning of a body that is pulled by f at the arm r
rv_mat3 rv_pull_turning(rv_vec3 f, rv_vec3 r);
// P and Q of a span with this tension; its direction, length and arms are in place
void rv_pull_stiffness(rv_stiffness* k, double tension);
// what a moved body does to the point at the span's arm on one side, in this step and in the last
void rv_pull_moved(const rv_world* world, int32_t body, rv_stiffness* k, int side);

#endif
