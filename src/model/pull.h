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
    k->still[side] = arm;
    k->per_still2[side] = k->per_arm2[side];
    k->pull[side] = 0.0;
    k->force[side] = (rv_vec3){0, 0, 0};
}
// 's' of rv_pull_turning for a pull along the unit vector f
static inline rv_vec3 rv_pull_still(rv_vec3 f, rv_vec3 arm) {
    return rv_vec3_add(rv_vec3_normalize(arm), f);
}
// what a moved body does to the point at that arm, in this step and in the last
void rv_pull_moved(const rv_world* world, int32_t body, rv_stiffness* k, int side);
// A pull f at the arm r turns the body back like a pendulum. A turn t changes the torque r x f by
// (t x r) x f = -K t, K = (f.r) I - (r f^T + f r^T)/2, which has the eigenvalues f.r about r x f,
// (f.r + |f||r|)/2 about r/|r| - f/|f| and (f.r - |f||r|)/2 <= 0 about s = r/|r| + f/|f|. Kept is
// max(0, f.r)(I - s s^T/|s|^2): the largest multiple of a projection that K does not fall below but
// about s, where K pushes over. `still` is s; where f pulls along r that is r. Links of segments and
// joints take r always, and so do cables where they pull at a segment: it is thin, and has next to no
// inertia against spin about r.
static inline void rv_pull_turning(rv_stiffness* k, int side, rv_vec3 f) {
    double pull = rv_vec3_dot(f, k->arm[side]);
    k->force[side] = f;
    k->pull[side] = pull > 0.0 && k->per_arm2[side] > 0.0 ? pull : 0.0;
}
// J_s^T (I - u u^T) J_t times `scale` for points at arms of two bodies, J = [I, -[r]x] (particles:
// I), added to a block of size[0] x size[1], column by column
void rv_pull_add(double* A, const int size[2], rv_vec3 u, const rv_vec3 arm[2], double scale);
// scale (I - s s^T/|s|^2) added to the rotations of a block of size 6
static inline void rv_pull_add_turning(double* A, rv_vec3 still, double per_still2, double scale) {
    double from[3], to[3];
    rv_vec3_store(from, still);
    rv_vec3_store(to, rv_vec3_scale(still, scale * per_still2));
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
