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
// from r_j. One sweep over the edges of both halves of the rod, side by side in the lanes of vectors, writes
// every block once.
#include "model/rod.h"
#include "solve/block_pair.h"

#include <math.h>

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
    double* stress;            // of an edge, three
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
                       .normal = (rv_vec3*)(at + 6 * n),
                       .stress = at + 9 * n};
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
    int end = line->vertices - 1;
    // where there is no joint, nothing is stiff
    k->in[0] = k->out[0] = k->rub[0] = k->in[end] = k->out[end] = k->rub[end] = 0.0;
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
    k->normal[0] = k->normal[line->vertices - 1] = (rv_vec3){0, 0, 0};
    for (int i = 1; i < line->vertices - 1; i++) {
        rv_vec3 kb = line->binormal[i];
        double size = rv_vec3_length(kb);
        k->normal[i] = size > STRAIGHT ? rv_vec3_scale(kb, 1.0 / size)
                                       : rv_vec3_perpendicular(line->tangent[i]);
    }
}

// --- two lanes ---

typedef struct pair3 {
    pair x, y, z;
} pair3;

typedef struct symmetric {
    pair xx, yx, yy, zx, zy, zz;
} symmetric;

typedef struct pair33 {
    pair m[3][3];
} pair33;

ALWAYS_INLINE pair get(const double* from, const int at[2]) {
    return (pair){from[at[0]], from[at[1]]};
}

ALWAYS_INLINE pair3 get3(const rv_vec3* from, const int at[2]) {
    const rv_vec3 *a = from + at[0], *b = from + at[1];
    return (pair3){{a->x, b->x}, {a->y, b->y}, {a->z, b->z}};
}

ALWAYS_INLINE pair3 sub3(pair3 a, pair3 b) {
    return (pair3){a.x - b.x, a.y - b.y, a.z - b.z};
}

ALWAYS_INLINE pair3 scale3(pair s, pair3 a) {
    return (pair3){s * a.x, s * a.y, s * a.z};
}

ALWAYS_INLINE pair dot3(pair3 a, pair3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

ALWAYS_INLINE pair3 cross3(pair3 a, pair3 b) {
    return (pair3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// s a + t b
ALWAYS_INLINE pair3 blend3(pair s, pair3 a, pair t, pair3 b) {
    return (pair3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

// s a a^T
ALWAYS_INLINE symmetric square(pair s, pair3 a) {
    pair3 p = scale3(s, a);
    return (symmetric){p.x * a.x, p.y * a.x, p.y * a.y, p.z * a.x, p.z * a.y, p.z * a.z};
}

// a + s b
ALWAYS_INLINE symmetric add_scaled(symmetric a, pair s, symmetric b) {
    return (symmetric){a.xx + s * b.xx, a.yx + s * b.yx, a.yy + s * b.yy,
                       a.zx + s * b.zx, a.zy + s * b.zy, a.zz + s * b.zz};
}

ALWAYS_INLINE symmetric add(symmetric a, symmetric b) {
    return (symmetric){a.xx + b.xx, a.yx + b.yx, a.yy + b.yy,
                       a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}

// --- the sweep ---

// what a joint does to its edges, the one before it and the one behind it
typedef struct joint {
    symmetric own[2];
    pair33 between; // row: the edge before, column: the one behind
    pair3 stress[2];
} joint;

ALWAYS_INLINE void joint_at(const rv_rod_step* s, const stiffness* k, const int i[2], joint* q) {
    const rv_rod_line* line = &s->work->line;
    int end = line->vertices - 1;
    // at an end there is no edge on one side: the other stands for it, without any stiffness
    const int before[2] = {i[0] > 0 ? i[0] - 1 : 0, i[1] > 0 ? i[1] - 1 : 0};
    const int behind[2] = {i[0] < end ? i[0] : end - 1, i[1] < end ? i[1] : end - 1};
    const int next[2] = {behind[0] + 1, behind[1] + 1};
    pair i0 = get(line->inverse, before), i1 = get(line->inverse, behind);
    pair3 n = get3(k->normal, i);
    pair3 a0 = scale3(i0, cross3(n, get3(line->tangent, before)));
    pair3 a1 = scale3(i1, cross3(n, get3(line->tangent, behind)));
    // what carries motion on
    pair3 v = get3(s->v, i);
    pair3 dv0 = sub3(v, get3(s->v, before)), dv1 = sub3(get3(s->v, next), v);
    pair stiff_in = get(k->in, i), stiff_out = get(k->out, i), rub = get(k->rub, i);
    pair in = stiff_in * (dot3(a1, dv1) - dot3(a0, dv0));
    pair out = stiff_out * (i1 * dot3(n, dv1) - i0 * dot3(n, dv0));
    q->stress[0] = blend3(-in, a0, -(out * i0), n);
    q->stress[1] = blend3(in, a1, out * i1, n);
    // the matrix
    pair all_in = stiff_in + rub;
    symmetric plane = square(stiff_out + rub, n);
    q->own[0] = add_scaled(square(all_in, a0), i0 * i0, plane);
    q->own[1] = add_scaled(square(all_in, a1), i1 * i1, plane);
    pair ii = -(i0 * i1);
    pair3 p = scale3(-all_in, a0);
    pair xx = ii * plane.xx, yx = ii * plane.yx, yy = ii * plane.yy;
    pair zx = ii * plane.zx, zy = ii * plane.zy, zz = ii * plane.zz;
    q->between = (pair33){{{xx + p.x * a1.x, yx + p.x * a1.y, zx + p.x * a1.z},
                           {yx + p.y * a1.x, yy + p.y * a1.y, zy + p.y * a1.z},
                           {zx + p.z * a1.x, zy + p.z * a1.y, zz + p.z * a1.z}}};
}

// K of an edge: tension, k (I - t t^T), and its joints
ALWAYS_INLINE symmetric edge_of(pair k, pair3 t, const joint* before, const joint* behind) {
    symmetric q = square(-k, t);
    q.xx += k;
    q.yy += k;
    q.zz += k;
    return add(q, add(before->own[1], behind->own[0]));
}

ALWAYS_INLINE void put(rv_mat3* to, int lane, pair33 a) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] = a.m[r][c][lane];
}

// K - C - C^T + m
ALWAYS_INLINE pair33 diagonal_of(symmetric K, const pair33* C, pair m) {
    pair yx = K.yx - (C->m[1][0] + C->m[0][1]), zx = K.zx - (C->m[2][0] + C->m[0][2]);
    pair zy = K.zy - (C->m[2][1] + C->m[1][2]);
    return (pair33){{{m + (K.xx - (C->m[0][0] + C->m[0][0])), yx, zx},
                     {yx, m + (K.yy - (C->m[1][1] + C->m[1][1])), zy},
                     {zx, zy, m + (K.zz - (C->m[2][2] + C->m[2][2]))}}};
}

// B - K + C
ALWAYS_INLINE pair33 next_of(const pair33* B, symmetric K, const pair33* C) {
    const pair k[3][3] = {{K.xx, K.yx, K.zx}, {K.yx, K.yy, K.zy}, {K.zx, K.zy, K.zz}};
    pair33 N;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            N.m[r][c] = (B->m[r][c] + C->m[r][c]) - k[r][c];
    return N;
}

ALWAYS_INLINE pair33 negative(const pair33* C) {
    pair33 N;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            N.m[r][c] = -C->m[r][c];
    return N;
}

// gamma h^2 K dv of an edge: of its tension, and of its joints
ALWAYS_INLINE void put_stress(const rv_rod_step* s, const stiffness* k, const int j[2], pair3 t,
                              const joint* before, const joint* behind) {
    const int next[2] = {j[0] + 1, j[1] + 1};
    pair3 dv = sub3(get3(s->v, next), get3(s->v, j));
    pair carried = get(k->carried, j);
    pair3 S = blend3(carried, dv, -(carried * dot3(t, dv)), t);
    pair x = S.x + (before->stress[1].x + behind->stress[0].x);
    pair y = S.y + (before->stress[1].y + behind->stress[0].y);
    pair z = S.z + (before->stress[1].z + behind->stress[0].z);
    for (int lane = 0; lane < 2; lane++)
        rv_vec3_store(k->stress + 3 * j[lane], (rv_vec3){x[lane], y[lane], z[lane]});
}

// The first lane does edges 0.., the second those up to the last; the one in the middle may be done by
// both, with the same result.
static void sweep(const rv_rod_step* s, const stiffness* k) {
    const rv_rod_entries A = rv_rod_entry(s->work);
    const rv_rod_line* line = &s->work->line;
    const double* drag = s->work->drag.data;
    int edges = line->vertices - 1, half = (edges + 1) / 2, middle = edges - half;
    // what the second lane finds behind it
    const int first[2] = {0, middle}, earlier[2] = {0, middle > 0 ? middle - 1 : 0};
    joint joints[2], *behind = &joints[0], *ahead = &joints[1];
    joint_at(s, k, earlier, behind);
    joint_at(s, k, first, ahead);
    pair tension = {0.0, middle > 0 ? k->tension[middle - 1] : 0.0};
    symmetric last = edge_of(tension, get3(line->tangent, earlier), behind, ahead);
    for (int step = 0; step < half; step++) {
        const int j[2] = {step, middle + step}, next[2] = {step + 1, middle + step + 1};
        joint* done = behind;
        behind = ahead;
        ahead = done;
        joint_at(s, k, next, ahead);
        pair3 t = get3(line->tangent, j);
        symmetric own = edge_of(get(k->tension, j), t, behind, ahead);
        pair mass = get(s->m, j) + both(s->h) * get(drag, j);
        pair33 D = diagonal_of(add(last, own), &behind->between, mass);
        pair33 N = next_of(&behind->between, own, &ahead->between), S = negative(&ahead->between);
        put_stress(s, k, j, t, behind, ahead);
        for (int lane = 0; lane < 2; lane++) {
            put(A.diagonal + j[lane], lane, D);
            put(A.next + j[lane], lane, N);
            if (next[lane] < edges)
                put(A.second + j[lane], lane, S);
        }
        last = own;
    }
    pair mass = both(s->m[edges] + s->h * drag[edges]);
    put(A.diagonal + edges, 1, diagonal_of(last, &ahead->between, mass));
}

void rv_rod_write_matrix(const rv_rod_step* s) {
    const rv_rod_entries A = rv_rod_entry(s->work);
    const rv_rod_line* line = &s->work->line;
    int edges = line->vertices - 1;
    const stiffness k = stiffness_of(s->work);
    find_tension(s, &k);
    find_bending(s, &k);
    for (int i = 1; i < edges && s->lost != NULL; i++) {
        k.rub[i] += s->lost[i] / s->gamma * k.in[i];
        k.in[i] *= 1.0 - s->lost[i];
        k.out[i] *= (1.0 - s->lost[i]) * s->out_share[i];
    }
    find_normals(line, &k);
    double compliance = 1.0 / (s->EA * s->h * s->h);
    for (int j = 0; j < edges; j++) {
        A.direction[j] = line->tangent[j];
        A.sigma[j] =
            larger(LEAST_SIGMA / larger(s->m[j], s->m[j + 1]), compliance * line->length[j]);
    }
    sweep(s, &k);
    for (int i = 0; i < 3 * edges; i++)
        s->r[i] -= k.stress[i];
    for (int i = 0; i < 3 * edges; i++)
        s->r[i + 3] += k.stress[i];
}
