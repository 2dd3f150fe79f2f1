// Soft groups that are joints (RV_KKT_JOINT): what a cable of rigid segments is made of. Bodies 0
// and 1 are held together in a point, at the arms r_0 and r_1, by
//     G_1 = [n, -n [r_1]x; 0, T],  G_0 = -[n, -n [r_0]x; 0, T],  S = diag(s, s, s, S_T)
// with n = 1, or 0 where nothing is held. So much of that is known that no product of 6 x 6 blocks
// is needed: with d = n/s and Q = T^T S_T^-1 T, l and e the later and the earlier of the two,
//     K_ii = [d, -d [r_i]x; d [r_i]x, d (|r_i|^2 - r_i r_i^T) + Q]
//     K_le = -[d, -d [r_e]x; d [r_l]x, d (r_l.r_e - r_e r_l^T) + Q]
//     G v  = (n (v_1 - v_0) + w_1 x r_1 - w_0 x r_0, T (w_1 - w_0))
#include "solve/kkt_soft.h"

#include "reeve/math.h"

enum { ROWS = 6 }; // of a column

// of a joint that no longer holds (n = 0) the arms are zero, too
typedef struct joint {
    double holds; // n
    rv_vec3 arm[2];
    rv_mat3 T;
} joint;

static inline rv_vec3 arm_of(const double* J, double sign) {
    return rv_vec3_make(sign * J[5 * ROWS + 1], sign * J[3 * ROWS + 2], sign * J[4 * ROWS]);
}

static inline joint read_joint(const double* const J[2]) {
    const double *x = J[1] + 3 * ROWS + 3, *y = x + ROWS, *z = y + ROWS;
    return (joint){J[1][0],
                   {arm_of(J[0], -1.0), arm_of(J[1], 1.0)},
                   {{{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}}};
}

// the least of three diagonal entries of a block of 6
static inline double least3(const double* A) {
    double least = A[0] < A[7] ? A[0] : A[7];
    return A[14] < least ? A[14] : least;
}

bool rv_joint_is_clearly_above(const rv_kkt* kkt, const rv_kkt_soft* soft, double floor) {
    int block = kkt->reference_block.data[kkt->group_first.data[soft->group]];
    const double* A = kkt->diagonal.data + kkt->diagonal_offset.data[block];
    const double* J = kkt->jacobian.data + soft->jacobian[0];
    const double* S = kkt->sigma.data + soft->first_row;
    double mass = least3(A), inertia = least3(A + 21);
    rv_vec3 arm = arm_of(J, 1.0);
    // S > floor (n^2/m + r^2/I), S_T > floor T^2/I
    bool above =
        S[0] * mass * inertia > floor * (J[0] * J[0] * inertia + rv_vec3_dot(arm, arm) * mass);
    for (int i = 3; i < ROWS; i++) {
        rv_vec3 T = rv_vec3_make(J[3 * ROWS + i], J[4 * ROWS + i], J[5 * ROWS + i]);
        above &= S[i] * inertia > floor * rv_vec3_dot(T, T);
    }
    return above;
}

// Q = T^T E T
static inline rv_mat3 turning_stiffness(const rv_mat3* T, const double* E) {
    rv_mat3 Q;
    double scaled[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            scaled[r][c] = E[r] * T->m[r][c];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= i; k++)
            Q.m[i][k] = Q.m[k][i] =
                T->m[0][i] * scaled[0][k] + T->m[1][i] * scaled[1][k] + T->m[2][i] * scaled[2][k];
    return Q;
}

// the lower triangle of K_ii
static inline void add_own(double* K, double d, rv_vec3 r, const rv_mat3* Q) {
    rv_vec3 a = rv_vec3_scale(r, d);
    double *x = K, *y = x + ROWS, *z = y + ROWS;
    x[0] += d, x[4] += a.z, x[5] -= a.y;
    y[1] += d, y[3] -= a.z, y[5] += a.x;
    z[2] += d, z[3] += a.y, z[4] -= a.x;
    double *wx = K + 3 * ROWS, *wy = wx + ROWS, *wz = wy + ROWS;
    wx[3] += a.y * r.y + a.z * r.z + Q->m[0][0];
    wx[4] += Q->m[1][0] - a.x * r.y;
    wx[5] += Q->m[2][0] - a.x * r.z;
    wy[4] += a.x * r.x + a.z * r.z + Q->m[1][1];
    wy[5] += Q->m[2][1] - a.y * r.z;
    wz[5] += a.x * r.x + a.y * r.y + Q->m[2][2];
}

// three values of a column
static inline void put3(double* out, double x, double y, double z) {
    out[0] = x, out[1] = y, out[2] = z;
}

static inline void put_between(double* K, double d, rv_vec3 l, rv_vec3 e, const rv_mat3* Q) {
    rv_vec3 a = rv_vec3_scale(l, d), b = rv_vec3_scale(e, d);
    double dot = rv_vec3_dot(a, e);
    double *x = K, *y = x + ROWS, *z = y + ROWS;
    put3(x, -d, 0.0, 0.0), put3(x + 3, 0.0, -a.z, a.y);
    put3(y, 0.0, -d, 0.0), put3(y + 3, a.z, 0.0, -a.x);
    put3(z, 0.0, 0.0, -d), put3(z + 3, -a.y, a.x, 0.0);
    double *wx = K + 3 * ROWS, *wy = wx + ROWS, *wz = wy + ROWS;
    put3(wx, 0.0, b.z, -b.y);
    put3(wy, -b.z, 0.0, b.x);
    put3(wz, b.y, -b.x, 0.0);
    put3(wx + 3, b.x * l.x - dot - Q->m[0][0], b.y * l.x - Q->m[1][0], b.z * l.x - Q->m[2][0]);
    put3(wy + 3, b.x * l.y - Q->m[0][1], b.y * l.y - dot - Q->m[1][1], b.z * l.y - Q->m[2][1]);
    put3(wz + 3, b.x * l.z - Q->m[0][2], b.y * l.z - Q->m[1][2], b.z * l.z - dot - Q->m[2][2]);
}

static inline joint joint_of(const rv_kkt* kkt, const rv_kkt_soft* soft) {
    const double* J[2] = {kkt->jacobian.data + soft->jacobian[0],
                          kkt->jacobian.data + soft->jacobian[1]};
    return read_joint(J);
}

void rv_joint_factor(rv_kkt* kkt, const rv_kkt_soft* soft) {
    joint k = joint_of(kkt, soft);
    const double* inverse = kkt->inverse_sigma.data + soft->first_row;
    double* factor = kkt->factor.data;
    double d = k.holds * inverse[0];
    rv_mat3 Q = turning_stiffness(&k.T, inverse + 3);
    add_own(factor + soft->diagonal[0], d, k.arm[0], &Q);
    add_own(factor + soft->diagonal[1], d, k.arm[1], &Q);
    int later = soft->between.transposed;
    put_between(factor + soft->between.offset, d, k.arm[later], k.arm[1 - later], &Q);
}

static inline void speeds(const joint* k, const double* v0, const double* v1, double* speed) {
    rv_vec3 w[2] = {rv_vec3_load(v0 + 3), rv_vec3_load(v1 + 3)};
    rv_vec3 apart = rv_vec3_sub(rv_vec3_load(v1), rv_vec3_load(v0));
    rv_vec3 turned = rv_vec3_sub(rv_vec3_cross(w[1], k->arm[1]), rv_vec3_cross(w[0], k->arm[0]));
    rv_vec3_store(speed, rv_vec3_mul_add(turned, k->holds, apart));
    rv_vec3_store(speed + 3, rv_mat3_apply(k->T, rv_vec3_sub(w[1], w[0])));
}

void rv_joint_speeds(const double* const J[2], const double* const v[2], double* speed) {
    joint k = read_joint(J);
    speeds(&k, v[0], v[1], speed);
}

void rv_joint_load(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b) {
    joint k = joint_of(kkt, soft);
    const double* inverse = kkt->inverse_sigma.data + soft->first_row;
    double *r = kkt->x.data + soft->unknown[0], *s = kkt->x.data + soft->unknown[1];
    rv_vec3 p = rv_vec3_scale(rv_vec3_load(b), inverse[0]);
    rv_vec3 t = {b[3] * inverse[3], b[4] * inverse[4], b[5] * inverse[5]};
    rv_vec3 pushed = rv_vec3_scale(p, k.holds), turned = rv_mat3_apply_transpose(k.T, t);
    rv_vec3 couple[2] = {rv_vec3_add(rv_vec3_cross(k.arm[0], p), turned),
                         rv_vec3_add(rv_vec3_cross(k.arm[1], p), turned)};
    rv_vec3_store(r, rv_vec3_sub(rv_vec3_load(r), pushed));
    rv_vec3_store(r + 3, rv_vec3_sub(rv_vec3_load(r + 3), couple[0]));
    rv_vec3_store(s, rv_vec3_add(rv_vec3_load(s), pushed));
    rv_vec3_store(s + 3, rv_vec3_add(rv_vec3_load(s + 3), couple[1]));
}

void rv_joint_solve(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b) {
    joint k = joint_of(kkt, soft);
    const double* inverse = kkt->inverse_sigma.data + soft->first_row;
    double *x = kkt->x.data + soft->first_unknown, speed[ROWS];
    speeds(&k, kkt->x.data + soft->unknown[0], kkt->x.data + soft->unknown[1], speed);
    for (int i = 0; i < ROWS; i++)
        x[i] = (speed[i] - b[i]) * inverse[i];
}
