// Geometric stiffness of a rigid body that several pulls f_i at arms r_i turn back together. As it
// turns by q about its centre, the pulls keep their direction:
//   torque = sum (r_i + q x r_i) x f_i,   K q = sum (f_i.r_i) q - r_i (f_i.q)
// whose symmetric part is (tr S) 1 - S, S = sum (r_i f_i^T + f_i r_i^T)/2. Each pull alone has
// max(0, f.r)(1 - s s^T/|s|^2) (pull.h), which is all of it where f and r are in one line. A wide body
// on several ropes has more than their sum C: a plank whose four ropes pull away from it at its
// corners, +-a along them and +-w across, has 4 a T against pitching, of which ropes of segments,
// whose s is r, know the share a^2/(a^2 + w^2). What is missing is added, as far as it is positive:
//   (tr S 1 - S - C)_+
// so that nothing has less stiffness than before. Arms in one line have all of theirs: there the
// difference couples into the spin about that line, whose inertia may be next to nothing.
#include "step/step.h"

#include <math.h>

static const double IN_LINE = 1e-6; // sine of the angle between arms

// K = sum of w_i e_i e_i^T over positive w_i, by Jacobi's rotations
static rv_mat3 positive_part(rv_mat3 K) {
    enum { SWEEPS = 8 };
    rv_mat3 E = rv_mat3_identity();
    for (int n = 0; n < 3 * SWEEPS; n++) {
        int p = n % 3, q = (p + 1) % 3;
        double off = K.m[p][q];
        if (off == 0.0)
            continue;
        double tau = (K.m[q][q] - K.m[p][p]) / (2.0 * off);
        double t = (tau < 0.0 ? -1.0 : 1.0) / (fabs(tau) + sqrt(1.0 + tau * tau));
        double c = 1.0 / sqrt(1.0 + t * t), s = t * c;
        rv_mat3 J = rv_mat3_identity();
        J.m[p][p] = J.m[q][q] = c;
        J.m[p][q] = s;
        J.m[q][p] = -s;
        K = rv_mat3_mul(rv_mat3_transpose(J), rv_mat3_mul(K, J));
        K.m[p][q] = K.m[q][p] = 0.0;
        E = rv_mat3_mul(E, J);
    }
    rv_mat3 sum = rv_mat3_zero();
    for (int i = 0; i < 3; i++) {
        rv_vec3 e = rv_mat3_column(E, i);
        if (K.m[i][i] > 0.0)
            sum = rv_mat3_add(sum, rv_mat3_scale(rv_mat3_outer(e, e), K.m[i][i]));
    }
    return sum;
}

static bool turns(const rv_stiffness* k, int side) {
    rv_vec3 f = k->force[side];
    return k->per_arm2[side] > 0.0 && rv_vec3_dot(f, f) > 0.0;
}

static void look_at_arm(rv_hung* hung, rv_vec3 r) {
    rv_vec3 first = hung->arm, across = rv_vec3_cross(first, r);
    double sizes = rv_vec3_dot(first, first) * rv_vec3_dot(r, r);
    hung->is_wide |= rv_vec3_dot(across, across) > IN_LINE * IN_LINE * sizes;
    if (!(rv_vec3_dot(first, first) > 0.0))
        hung->arm = r;
}

static void add_side(rv_hung* hung, const rv_stiffness* k, int side) {
    rv_vec3 r = k->arm[side], f = k->force[side];
    rv_mat3 pulled = rv_mat3_outer(r, f);
    pulled = rv_mat3_scale(rv_mat3_add(pulled, rv_mat3_transpose(pulled)), 0.5);
    hung->S = rv_mat3_add(hung->S, pulled);
    rv_vec3 still = k->still[side];
    rv_mat3 along = rv_mat3_scale(rv_mat3_outer(still, still), k->per_still2[side]);
    rv_mat3 own = rv_mat3_sub(rv_mat3_identity(), along);
    hung->own = rv_mat3_add(hung->own, rv_mat3_scale(own, k->pull[side]));
}

// which of them are wide; false: none
static bool find_wide(rv_island* island) {
    bool any = false;
    for (int i = 0; i < island->hung.count; i++) {
        island->hung.data[i].arm = (rv_vec3){0, 0, 0};
        island->hung.data[i].is_wide = false;
    }
    for (int e = 0; e < island->stiffness.count; e++) {
        const rv_stiffness* k = &island->stiffness.data[e];
        for (int s = 0; s < 2 && k->load > 0.0; s++)
            if (k->hung[s] >= 0 && turns(k, s)) {
                look_at_arm(&island->hung.data[k->hung[s]], k->arm[s]);
                any |= island->hung.data[k->hung[s]].is_wide;
            }
    }
    return any;
}

static void sum_pulls(rv_island* island) {
    for (int i = 0; i < island->hung.count; i++)
        island->hung.data[i].S = island->hung.data[i].own = rv_mat3_zero();
    for (int e = 0; e < island->stiffness.count; e++) {
        const rv_stiffness* k = &island->stiffness.data[e];
        for (int s = 0; s < 2 && k->load > 0.0; s++)
            if (k->hung[s] >= 0 && island->hung.data[k->hung[s]].is_wide && turns(k, s))
                add_side(&island->hung.data[k->hung[s]], k, s);
    }
}

void rv_hung_write(rv_island* island, double implicit, double kept) {
    rv_kkt* kkt = &island->kkt;
    if (island->hung.count == 0 || !find_wide(island))
        return;
    sum_pulls(island);
    for (int i = 0; i < island->hung.count; i++) {
        const rv_hung* hung = &island->hung.data[i];
        if (!hung->is_wide)
            continue;
        double trace = hung->S.m[0][0] + hung->S.m[1][1] + hung->S.m[2][2];
        rv_mat3 all = rv_mat3_sub(rv_mat3_scale(rv_mat3_identity(), trace), hung->S);
        rv_mat3 K = positive_part(rv_mat3_sub(all, hung->own));
        int first = kkt->block_first.data[hung->block] + 3;
        rv_vec3 carried = rv_mat3_apply(K, rv_vec3_load(island->v.data + first));
        double *r = kkt->r.data + first, *A = rv_kkt_block(kkt, hung->block);
        rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), kept, carried));
        for (int c = 0; c < 3; c++)
            for (int row = 0; row < 3; row++)
                A[(3 + c) * 6 + 3 + row] += implicit * K.m[row][c];
    }
}
