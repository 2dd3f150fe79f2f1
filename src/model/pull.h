// Geometric stiffness of a pull between two points: how its force turns as they move.
#ifndef REEVE_MODEL_PULL_H
#define REEVE_MODEL_PULL_H

#include "model/world.h"

static const double RV_PULL_SHORTEST = 1e-9; // [m]; below it a distance has no direction

// what stays the same over the passes of a substep: the arm on one side
static inline void rv_pull_place(rv_stiffness* k, int side, rv_vec3 arm) {
    double length2 = rv_vec3_dot(arm, arm);
    k->arm[side] = arm;
    k->per_arm2[side] = length2 < RV_PULL_SHORTEST * RV_PULL_SHORTEST ? 0.0 : 1.0 / length2;
    k->pull[side] = 0.0;
}
// what a moved body does to the point at that arm, in this step and in the last
void rv_pull_moved(const rv_world* world, int32_t body, rv_stiffness* k, int side);
// A pull f at the arm r turns the body back like a pendulum: max(0, f.r)(I - rr/|r|^2). The part
// that would couple into the spin about r is left out: its inertia is tiny for a thin segment.
static inline void rv_pull_turning(rv_stiffness* k, int side, rv_vec3 f) {
    double pull = rv_vec3_dot(f, k->arm[side]);
    k->pull[side] = pull > 0.0 && k->per_arm2[side] > 0.0 ? pull : 0.0;
}
// J_s^T (I - u u^T) J_t times `scale` for points at arms of two bodies, J = [I, -[r]x] (particles:
// I), added to a block of size[0] x size[1], column by column
void rv_pull_add(double* A, const int size[2], rv_vec3 u, const rv_vec3 arm[2], double scale);
// scale (I - r r^T/|r|^2) added to the rotations of a block of size 6
static inline void rv_pull_add_turning(double* A, rv_vec3 arm, double per_arm2, double scale) {
    double from[3], to[3];
    rv_vec3_store(from, arm);
    rv_vec3_store(to, rv_vec3_scale(arm, scale * per_arm2));
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++)
            A[(3 + c) * 6 + 3 + r] -= to[r] * from[c];
        A[(3 + c) * 7] += scale;
    }
}
// A bundle starts empty; spans are added with their sides in the order of the element's blocks.
void rv_bundle_clear(const rv_world* world, const int32_t body[2], rv_bundle* bundle);
void rv_bundle_add(rv_bundle* bundle, rv_vec3 u, double length, const rv_vec3 arm[2]);
// the blocks, after the last span
void rv_bundle_finish(rv_bundle* bundle);
// a span with this tension; its direction, length and arms are in place
void rv_pull_stiffness(rv_stiffness* k, double tension);

#endif
