// The matrix of a rod's implicit step, A = m + h D + gamma h^2 K, and what its modified mass carries on
// of the motion before, (gamma h^2 K) v (rod_rows.c has the equations of the step).
//
// Everything is a stiffness between edges, so that what moves as one feels nothing. Bending of joint i,
// with the normal n of its plane and edges 0 and 1 before and behind it:
//   in the plane   d phi = a_1.dE_1 - a_0.dE_0,  a_j = n x t_j/|E_j|,  k = B/D (s^2 + 2 (s - 1) s)
//   out of it      d psi = b_1.dE_1 - b_0.dE_0,  b_j = n/|E_j|,        k = B/D 4c/(1 + c)^2
// with s = 2/(1 + c): the second derivatives of the energy; one plane is like the other where it is
// straight. Tension: K = T/l (I - t t^T) on dE, as far as the step does not resolve it: s = 4 h^2 T/(l m),
// share s^2/(s^2 + 4). What the modified mass carries on is that of the smaller of the two tensions,
// then and now: a tension that jumps makes no momentum. What the step cannot resolve is damped where
// it shows, in the relative turning of neighbouring edges, by `rub` in both planes.
//
// With K_j of edge j itself and C_i between the edges of joint i, of the vertices
//   A_(i,i) = K_(i-1) + K_i - C_i - C_i^T,   A_(i,i+1) = C_i - K_i + C_(i+1),   A_(i,i+2) = -C_(i+1)
// and the stress S_j = gamma h^2 (K_j dv_j + C_j^T dv_(j-1) + C_(j+1) dv_(j+1)) is added to r_(j+1) and taken
// from r_j. One sweep writes every block once.
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double STRAIGHT = 1e-7; // [rad]: the plane of a joint has no meaning
// the least Sigma, in 1/mass, without which a straight rod between two fixed ends would have no answer
static const double LEAST_SIGMA = 1e-10;

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

// --- how stiff: times gamma h^2, in loops without branches ---

// where the work has it, per edge and per joint
typedef struct stiffness {
    double *tension, *carried; // of an edge; and as far as it carries motion on
    double* taut;              // the tension that the step does not resolve
    double *in, *out;          // of a joint, in its plane and out of it
    double* rub;               // what is damped there
    rv_vec3* normal;           // of its plane
} stiffness;

static stiffness stiffness_of(const rv_rod_work* work) {
    double* at = work->stiffness.data;
    int n = work->line.vertices;
    return (stiffness){.tension = at,
                       .carried = at + n,
                       .taut = at + 2 * n,
                       .in = at + 3 * n,
                       .out = at + 4 * n,
                       .rub = at + 5 * n,
                       .normal = (rv_vec3*)(at + 6 * n)};
}

static void find_tension(const rv_rod_step* s, const stiffness* k) {
    const rv_rod_line* line = &s->work->line;
    const unsigned char* fixed = s->work->prescribed.data;
    const double *used = s->work->used.data, h2 = s->h * s->h;
    for (int j = 0; j < line->vertices - 1; j++) {
        double T = used[j], per_T = h2 * line->inverse[j];
        bool held = fixed[j] || fixed[j + 1];
        double m = held ? larger(s->m[j], s->m[j + 1]) : smaller(s->m[j], s->m[j + 1]);
        double twice = 2.0 * per_T * T, share = twice * twice / (twice * twice + m * m);
        double kept = smaller(T, larger(0.0, s->before[j]));
        k->taut[j] = T * share;
        k->tension[j] = s->gamma * per_T * (T * share);
        k->carried[j] = s->gamma * per_T * (kept * share);
    }
}

static void find_bending(const rv_rod_step* s, const stiffness* k) {
    const rv_rod_line* line = &s->work->line;
    double h2 = s->h * s->h, soft = 0.5 * s->rubbing * h2, viscous = s->h * s->viscous;
    const double* l = line->current;
    for (int i = 1; i < line->vertices - 1; i++) {
        double fold = line->fold[i], per_D = h2 * s->EI * line->density[i];
        double in = per_D * (12.0 * fold - 4.0) * fold, out = 4.0 * per_D * (1.0 - fold) * fold;
        double shorter = smaller(l[i - 1], l[i]), inertia = s->m[i] * (shorter * shorter);
        double s2 = 64.0 * in * in, unresolved = s2 / (s2 + inertia * inertia);
        k->in[i] = s->gamma * in;
        k->out[i] = s->gamma * larger(0.0, out);
        k->rub[i] = soft * (k->taut[i - 1] + k->taut[i]) * shorter + s->damped * in * unresolved
                    + viscous * line->density[i];
    }
}

static void find_normals(const rv_rod_line* line, const stiffness* k) {
    for (int i = 1; i < line->vertices - 1; i++) {
        rv_vec3 kb = line->binormal[i];
        double size = rv_vec3_length(kb);
        k->normal[i] = size > STRAIGHT ? rv_vec3_scale(kb, 1.0 / size)
                                       : rv_vec3_perpendicular(line->tangent[i]);
    }
}

// --- the sweep ---

typedef struct symmetric {
    double xx, yx, yy, zx, zy, zz;
} symmetric;

// s a a^T
static inline symmetric square(double s, rv_vec3 a) {
    rv_vec3 p = rv_vec3_scale(a, s);
    return (symmetric){p.x * a.x, p.y * a.x, p.y * a.y, p.z * a.x, p.z * a.y, p.z * a.z};
}

static inline symmetric add(symmetric a, symmetric b) {
    return (symmetric){a.xx + b.xx, a.yx + b.yx, a.yy + b.yy,
                       a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}

// a + s b
static inline symmetric add_scaled(symmetric a, double s, symmetric b) {
    return (symmetric){a.xx + s * b.xx, a.yx + s * b.yx, a.yy + s * b.yy,
                       a.zx + s * b.zx, a.zy + s * b.zy, a.zz + s * b.zz};
}

// what a joint does to its edges, the one before it and the one behind it
typedef struct joint {
    symmetric own[2];
    rv_mat3 between; // row: the edge before, column: the one behind
    rv_vec3 stress[2];
} joint;

static inline joint joint_at(const rv_rod_step* s, const stiffness* k, int i) {
    const rv_rod_line* line = &s->work->line;
    double i0 = line->inverse[i - 1], i1 = line->inverse[i];
    rv_vec3 n = k->normal[i];
    rv_vec3 a0 = rv_vec3_scale(rv_vec3_cross(n, line->tangent[i - 1]), i0);
    rv_vec3 a1 = rv_vec3_scale(rv_vec3_cross(n, line->tangent[i]), i1);
    rv_vec3 b0 = rv_vec3_scale(n, i0), b1 = rv_vec3_scale(n, i1);
    // what carries motion on
    rv_vec3 dv0 = rv_vec3_sub(s->v[i], s->v[i - 1]), dv1 = rv_vec3_sub(s->v[i + 1], s->v[i]);
    double in = k->in[i] * (rv_vec3_dot(a1, dv1) - rv_vec3_dot(a0, dv0));
    double out = k->out[i] * (rv_vec3_dot(b1, dv1) - rv_vec3_dot(b0, dv0));
    joint q;
    q.stress[0] = rv_vec3_mul_add(rv_vec3_scale(a0, -in), -out, b0);
    q.stress[1] = rv_vec3_mul_add(rv_vec3_scale(a1, in), out, b1);
    // the matrix
    double all_in = k->in[i] + k->rub[i], all_out = k->out[i] + k->rub[i];
    symmetric plane = square(all_out, n);
    q.own[0] = add_scaled(square(all_in, a0), i0 * i0, plane);
    q.own[1] = add_scaled(square(all_in, a1), i1 * i1, plane);
    symmetric beside = add_scaled((symmetric){0}, -i0 * i1, plane);
    rv_vec3 p = rv_vec3_scale(a0, -all_in);
    q.between =
        (rv_mat3){{{beside.xx + p.x * a1.x, beside.yx + p.x * a1.y, beside.zx + p.x * a1.z},
                   {beside.yx + p.y * a1.x, beside.yy + p.y * a1.y, beside.zy + p.y * a1.z},
                   {beside.zx + p.z * a1.x, beside.zy + p.z * a1.y, beside.zz + p.z * a1.z}}};
    return q;
}

// tension of an edge: k (I - t t^T)
static inline symmetric tension_of(double k, rv_vec3 t) {
    symmetric q = square(-k, t);
    q.xx += k;
    q.yy += k;
    q.zz += k;
    return q;
}

// K_(i-1) + K_i - C_i - C_i^T + m
static inline rv_mat3 diagonal_of(symmetric K, const rv_mat3* C, double m) {
    double yx = K.yx - (C->m[1][0] + C->m[0][1]), zx = K.zx - (C->m[2][0] + C->m[0][2]);
    double zy = K.zy - (C->m[2][1] + C->m[1][2]);
    return (rv_mat3){{{m + (K.xx - 2.0 * C->m[0][0]), yx, zx},
                      {yx, m + (K.yy - 2.0 * C->m[1][1]), zy},
                      {zx, zy, m + (K.zz - 2.0 * C->m[2][2])}}};
}

// C - K + D
static inline rv_mat3 next_of(const rv_mat3* C, symmetric K, const rv_mat3* D) {
    rv_mat3 N = rv_mat3_add(*C, *D);
    return rv_mat3_sub(N, (rv_mat3){{{K.xx, K.yx, K.zx}, {K.yx, K.yy, K.zy}, {K.zx, K.zy, K.zz}}});
}

static inline rv_mat3 negative(const rv_mat3* C) {
    return rv_mat3_sub(rv_mat3_zero(), *C);
}

void rv_rod_write_matrix(const rv_rod_step* s) {
    rv_rod_work* work = s->work;
    rv_rod_system* A = &work->system;
    const rv_rod_line* line = &work->line;
    int edges = line->vertices - 1;
    const stiffness k = stiffness_of(work);
    find_tension(s, &k);
    find_bending(s, &k);
    find_normals(line, &k);
    double compliance = 1.0 / (s->EA * s->h * s->h);
    for (int j = 0; j < edges; j++)
        A->sigma.data[j] =
            larger(LEAST_SIGMA / larger(s->m[j], s->m[j + 1]), compliance * line->length[j]);
    memcpy(A->direction.data, line->tangent, (size_t)edges * sizeof *line->tangent);
    joint behind = {0}, ahead = {0};
    symmetric last = {0};
    rv_vec3 pulled = {0};
    for (int j = 0; j < edges; j++, behind = ahead) {
        ahead = j + 1 < edges ? joint_at(s, &k, j + 1) : (joint){0};
        rv_vec3 t = line->tangent[j], dv = rv_vec3_sub(s->v[j + 1], s->v[j]);
        symmetric own = add(tension_of(k.tension[j], t), add(behind.own[1], ahead.own[0]));
        rv_vec3 S = rv_vec3_scale(rv_vec3_mul_add(dv, -rv_vec3_dot(t, dv), t), k.carried[j]);
        S = rv_vec3_add(S, rv_vec3_add(behind.stress[1], ahead.stress[0]));
        double mass = s->m[j] + s->h * work->drag.data[j];
        A->diagonal.data[j] = diagonal_of(add(last, own), &behind.between, mass);
        A->next.data[j] = next_of(&behind.between, own, &ahead.between);
        if (j + 1 < edges)
            A->second.data[j] = negative(&ahead.between);
        rv_vec3 r = rv_vec3_add(rv_vec3_load(s->r + 3 * j), rv_vec3_sub(pulled, S));
        rv_vec3_store(s->r + 3 * j, r);
        last = own;
        pulled = S;
    }
    double mass = s->m[edges] + s->h * work->drag.data[edges];
    A->diagonal.data[edges] = diagonal_of(last, &(rv_mat3){{{0}}}, mass);
    rv_vec3_store(s->r + 3 * edges, rv_vec3_add(rv_vec3_load(s->r + 3 * edges), pulled));
}
