// Geometric stiffness of a pull between two points: how its force turns as they move.
#ifndef REEVE_MODEL_PULL_H
#define REEVE_MODEL_PULL_H

#include "model/world.h"

// what stays the same over the passes of a substep: the arm on one side
void rv_pull_place(rv_stiffness* k, int side, rv_vec3 arm);
// what a moved body does to the point at that arm, in this step and in the last
void rv_pull_moved(const rv_world* world, int32_t body, rv_stiffness* k, int side);
// A pull f at the arm r turns the body back like a pendulum: max(0, f.r)(I - rr/|r|^2). The part
// that would couple into the spin about r is left out: its inertia is tiny for a thin segment.
void rv_pull_turning(rv_stiffness* k, int side, rv_vec3 f);
// J_s^T (I - u u^T) J_t times `scale` for points at arms of two bodies, J = [I, -[r]x] (particles:
// I), added to a block of size[0] x size[1], column by column
void rv_pull_add(double* A, const int size[2], rv_vec3 u, const rv_vec3 arm[2], double scale);
// scale (I - r r^T/|r|^2) added to the rotations of a block of size 6
void rv_pull_add_turning(double* A, rv_vec3 arm, double per_arm2, double scale);
// A bundle starts empty; spans are added with their sides in the order of the element's blocks.
void rv_bundle_clear(const rv_world* world, const int32_t body[2], rv_bundle* bundle);
void rv_bundle_add(rv_bundle* bundle, rv_vec3 u, double length, const rv_vec3 arm[2]);
// the blocks, after the last span
void rv_bundle_finish(rv_bundle* bundle);
// a span with this tension; its direction, length and arms are in place
void rv_pull_stiffness(rv_stiffness* k, double tension);

#endif
