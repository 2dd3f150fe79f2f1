// Suite "duriez_2004", sections 3.3, 3.4 and 4.2: contact in small dense systems, as it is printed
// and as it is right.
//   explicit   U_t+1 = U_t + v_t dt + a_t dt^2/2,  v_t = v_t-1 + (a_t-1 + a_t) dt/2
//              C = (D/(2 dt) + M/dt^2)^-1; printed: a quarter of it
//   Tustin     U_t = U_t-1 + (v_t-1 + v_t) dt/2, and v likewise;  C = (K + 2 D/dt + 4 M/dt^2)^-1
//   Euler      C = (K + D/dt + M/dt^2)^-1
//   forces     F = H^T f; printed: f = H F, off by sum of w^2
//   two bodies delta = (H_P C_P H_P^T + H_R C_R H_R^T) f + delta_free
#include "solve/dense.h"
#include "validation/duriez_2004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 64 };

// x = A^-1 b by elimination; A is kept
static void solve(const double* A, int n, const double* b, double* x) {
    static double LU[LARGEST * LARGEST];
    int pivot[LARGEST];
    double scale[LARGEST];
    memcpy(LU, A, (size_t)(n * n) * sizeof(double));
    memcpy(x, b, (size_t)n * sizeof(double));
    rv_lu_factor(LU, n, pivot, scale);
    rv_lu_solve(LU, n, pivot, x);
}

// --- the compliance of a step -------------------------------------------------------------------

// masses in a row, springs and dampers between them; the first is held by both too
typedef struct chain {
    int n;
    double m, k, c, g, dt;
    double M[LARGEST], K[LARGEST * LARGEST], D[LARGEST * LARGEST];
} chain;

static void chain_make(chain* s, bool held) {
    int n = s->n;
    memset(s->K, 0, sizeof s->K);
    for (int i = 0; i < n; i++) {
        s->M[i] = s->m / n;
        for (int j = i > 0 || held ? i - 1 : i; j < i; j++) {
            s->K[i * n + i] += s->k;
            if (j < 0)
                continue;
            s->K[j * n + j] += s->k;
            s->K[i * n + j] = s->K[j * n + i] = -s->k;
        }
    }
    for (int i = 0; i < n * n; i++)
        s->D[i] = s->c / s->k * s->K[i];
}

typedef struct motion {
    double U[LARGEST], v[LARGEST], a[LARGEST];
} motion;

// A = k K + d D + m M
static void combine(const chain* s, double k, double d, double m, double* A) {
    for (int i = 0; i < s->n * s->n; i++)
        A[i] = k * s->K[i] + d * s->D[i];
    for (int i = 0; i < s->n; i++)
        A[i * s->n + i] += m * s->M[i];
}

// r = F - K U - D v
static void force_left(const chain* s, const double* F, const double* U, const double* v,
                       double* r) {
    for (int i = 0; i < s->n; i++) {
        r[i] = F[i];
        for (int j = 0; j < s->n; j++)
            r[i] -= s->K[i * s->n + j] * U[j] + s->D[i * s->n + j] * v[j];
    }
}

// Zhuang's step: U_t from what is known, then a_t from M a + D v + K U = F with v by the mean of a
static void step_explicit(const chain* s, const double* F, motion* x) {
    double dt = s->dt, A[LARGEST * LARGEST], v[LARGEST], r[LARGEST];
    for (int i = 0; i < s->n; i++) {
        x->U[i] += x->v[i] * dt + 0.5 * x->a[i] * dt * dt;
        v[i] = x->v[i] + 0.5 * dt * x->a[i];
    }
    combine(s, 0.0, 0.5 * dt, 1.0, A);
    force_left(s, F, x->U, v, r);
    solve(A, s->n, r, x->a);
    for (int i = 0; i < s->n; i++)
        x->v[i] = v[i] + 0.5 * dt * x->a[i];
}

static void step_tustin(const chain* s, const double* F, motion* x) {
    double dt = s->dt, A[LARGEST * LARGEST], U[LARGEST], v[LARGEST], r[LARGEST], a[LARGEST];
    for (int i = 0; i < s->n; i++) {
        U[i] = x->U[i] + dt * x->v[i] + 0.25 * dt * dt * x->a[i];
        v[i] = x->v[i] + 0.5 * dt * x->a[i];
    }
    combine(s, 0.25 * dt * dt, 0.5 * dt, 1.0, A);
    force_left(s, F, U, v, r);
    solve(A, s->n, r, a);
    for (int i = 0; i < s->n; i++) {
        x->U[i] = U[i] + 0.25 * dt * dt * a[i];
        x->v[i] = v[i] + 0.5 * dt * a[i];
        x->a[i] = a[i];
    }
}

static void step_euler(const chain* s, const double* F, motion* x) {
    double dt = s->dt, A[LARGEST * LARGEST], U[LARGEST], r[LARGEST], a[LARGEST];
    for (int i = 0; i < s->n; i++)
        U[i] = x->U[i] + dt * x->v[i];
    combine(s, dt * dt, dt, 1.0, A);
    force_left(s, F, U, x->v, r);
    solve(A, s->n, r, a);
    for (int i = 0; i < s->n; i++) {
        x->a[i] = a[i];
        x->v[i] += dt * a[i];
        x->U[i] += dt * x->v[i];
    }
}

typedef void stepper(const chain* s, const double* F, motion* x);

// what a force on mass 0 at this step does to its place after it (`later`: after one more step),
// measured: with it less without it
static double measured_compliance(const chain* s, stepper* step, bool later) {
    double F[LARGEST] = {0.0}, none[LARGEST] = {0.0};
    motion with = {.v = {0.1, -0.2, 0.3}, .a = {1.0, 2.0, -1.0}}, without = with;
    F[0] = 1.0;
    step(s, F, &with);
    step(s, none, &without);
    if (later) {
        step(s, none, &with);
        step(s, none, &without);
    }
    return with.U[0] - without.U[0];
}

// entry (0, 0) of (k K + d D + m M)^-1
static double compliance(const chain* s, double k, double d, double m) {
    double A[LARGEST * LARGEST], unit[LARGEST] = {1.0}, x[LARGEST];
    combine(s, k, d, m, A);
    solve(A, s->n, unit, x);
    return x[0];
}

static void check_compliances(validation* v) {
    static chain s;
    s = (chain){.n = 6, .m = 0.6, .k = 4e3, .c = 3.0, .dt = 1e-3};
    chain_make(&s, true);
    double dt = s.dt, real = measured_compliance(&s, step_explicit, true);
    double printed = compliance(&s, 0.0, 2.0 / dt, 4.0 / (dt * dt));
    double right = compliance(&s, 0.0, 0.5 / dt, 1.0 / (dt * dt));
    validation_check(v, "explicit step: displacement by a force over what the paper prints",
                     "E1: exactly 4", 4.0, real / printed, 1e-9);
    validation_at_most(v, "explicit step: (D/(2 dt) + M/dt^2)^-1 off by", "E1; theory 1.5e-11",
                       1e-9, real / right - 1.0);
    validation_at_most(v, "trapezoidal step: (K + 2 D/dt + 4 M/dt^2)^-1 off by",
                       "E3: printed right; theory 4e-10", 1e-9,
                       measured_compliance(&s, step_tustin, false)
                               / compliance(&s, 1.0, 2.0 / dt, 4.0 / (dt * dt))
                           - 1.0);
    validation_at_most(v, "implicit Euler: (K + D/dt + M/dt^2)^-1 off by", "section 2", 1e-9,
                       measured_compliance(&s, step_euler, false)
                               / compliance(&s, 1.0, 1.0 / dt, 1.0 / (dt * dt))
                           - 1.0);
}

// --- contact at the level of places --------------------------------------------------------------

static double energy(const chain* s, const motion* x) {
    double sum = 0.0;
    for (int i = 0; i < s->n; i++) {
        sum += s->M[i] * (0.5 * x->v[i] * x->v[i] + s->g * x->U[i]);
        for (int j = 0; j < s->n; j++)
            sum += 0.5 * x->U[i] * s->K[i * s->n + j] * x->U[j];
    }
    return sum;
}

// One step with mass 0 above a floor: 0 <= f, 0 <= its place, one of them zero. Its place is affine
// in f, so that one force is tried.
static double step_on_floor(const chain* s, stepper* step, motion* x) {
    double F[LARGEST] = {0.0}, f = 0.0;
    for (int i = 0; i < s->n; i++)
        F[i] = -s->M[i] * s->g;
    motion free = *x;
    step(s, F, &free);
    if (free.U[0] < 0.0) {
        motion probe = *x;
        F[0] += 1.0;
        step(s, F, &probe);
        f = -free.U[0] / (probe.U[0] - free.U[0]);
        F[0] += f - 1.0;
    }
    step(s, F, x);
    return f;
}

// a mass that comes at 1 m/s to a wall a quarter of a step away: how fast it leaves
static double rebound(stepper* step) {
    static chain s;
    s = (chain){.n = 1, .m = 1.0, .dt = 1e-3, .M = {1.0}};
    motion x = {.U = {0.25e-3}, .v = {-1.0}};
    for (int n = 0; n < 4; n++)
        step_on_floor(&s, step, &x);
    return x.v[0];
}

// A chain of 0.1 kg falls on a floor at 1 m/s, without damping. The largest energy of 6 s over the
// first, and the force at the end over the weight.
static double gain(stepper* step, double* weights) {
    static chain s;
    s = (chain){.n = 5, .m = 0.1, .k = 2e3, .g = 9.81, .dt = 1e-3};
    chain_make(&s, false);
    motion x = {.v = {-1.0, -1.0, -1.0, -1.0, -1.0}};
    for (int i = 0; i < s.n; i++)
        x.U[i] = 5e-4;
    double first = energy(&s, &x), most = first;
    for (int n = 0; n < 6000; n++) {
        *weights = step_on_floor(&s, step, &x) / (s.m * s.g);
        most = fmax(most, energy(&s, &x));
    }
    return most / first;
}

static void check_energy(validation* v) {
    char name[160];
    validation_check(v,
                     "trapezoidal step, 1 m/s on a wall a quarter of a step away: leaves at [m/s]",
                     "E3: 2 m/s, by hand", 2.0, rebound(step_tustin), 1e-9);
    validation_check(v, "implicit Euler, the same: leaves at [m/s]", "at most as fast as it came",
                     0.0, rebound(step_euler), 1.0);
    double weights, tustin = gain(step_tustin, &weights), euler = gain(step_euler, &weights);
    snprintf(name, sizeof name, "trapezoidal step, chain of masses on a floor: energy times %.3g",
             tustin);
    duriez_holds(v, name, "E3: grows more than tenfold (theory 92 times, another chain)",
                 tustin > 10.0);
    validation_at_most(v, "implicit Euler, chain of masses on a floor: largest energy of the first",
                       "E3: never grows; rounding", 1.0 + 1e-9, euler);
    validation_check(v, "implicit Euler, chain at rest on a floor: force over its weight",
                     "E3: exact at rest", 1.0, weights, 1e-9);
}

// --- contact space -------------------------------------------------------------------------------

enum { NODES = 6, DOFS = 3 * NODES, CONTACTS = 5 };

// a body of six nodes with a random definite stiffness, its compliance, and rows of contacts at a
// node, on an edge or in a triangle
typedef struct body {
    double K[DOFS * DOFS], C[DOFS * DOFS], H[CONTACTS * DOFS];
} body;

static void body_make(body* b, uint64_t* random) {
    double root[DOFS][DOFS], unit[DOFS], column[DOFS];
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j < DOFS; j++)
            root[i][j] = duriez_random(random) + (i == j ? 3.0 : 0.0);
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j < DOFS; j++) {
            b->K[i * DOFS + j] = 0.0;
            for (int k = 0; k < DOFS; k++)
                b->K[i * DOFS + j] += root[i][k] * root[j][k];
        }
    for (int j = 0; j < DOFS; j++) {
        memset(unit, 0, sizeof unit);
        unit[j] = 1.0;
        solve(b->K, DOFS, unit, column);
        for (int i = 0; i < DOFS; i++)
            b->C[i * DOFS + j] = column[i];
    }
}

// contact c: normal n, and weights 1/count on 1, 2 or 3 nodes
static void body_row(body* b, int c, rv_vec3 n, int count) {
    double normal[3] = {n.x, n.y, n.z};
    memset(b->H + c * DOFS, 0, DOFS * sizeof(double));
    for (int k = 0; k < count; k++)
        for (int d = 0; d < 3; d++)
            b->H[c * DOFS + 3 * ((c + k) % NODES) + d] = normal[d] / count;
}

// W += H C H^T
static void add_compliance(const body* b, double* W) {
    for (int i = 0; i < CONTACTS; i++)
        for (int p = 0; p < DOFS; p++)
            for (int q = 0; q < DOFS; q++)
                for (int j = 0; b->H[i * DOFS + p] != 0.0 && j < CONTACTS; j++)
                    W[i * CONTACTS + j] +=
                        b->H[i * DOFS + p] * b->C[p * DOFS + q] * b->H[j * DOFS + q];
}

// The two bodies with the rows that carry as equalities, all at once:
//   K_P u_P - H_P^T f = 0,  K_R u_R + H_R^T f = 0,  H_P u_P - H_R u_R = -delta_free
static void monolithic(const body* P, const body* R, const duriez_lcp* lcp, double* x) {
    enum { ALL = 2 * DOFS + CONTACTS };
    static double A[ALL * ALL];
    double b[ALL] = {0.0};
    memset(A, 0, sizeof A);
    for (int i = 0; i < DOFS; i++)
        for (int j = 0; j < DOFS; j++) {
            A[i * ALL + j] = P->K[i * DOFS + j];
            A[(DOFS + i) * ALL + DOFS + j] = R->K[i * DOFS + j];
        }
    for (int c = 0; c < CONTACTS; c++) {
        int row = 2 * DOFS + c;
        if (lcp->f[c] <= 0.0) {
            A[row * ALL + row] = 1.0;
            continue;
        }
        b[row] = -lcp->q[c];
        for (int i = 0; i < DOFS; i++) {
            A[i * ALL + row] = -P->H[c * DOFS + i];
            A[(DOFS + i) * ALL + row] = R->H[c * DOFS + i];
            A[row * ALL + i] = P->H[c * DOFS + i];
            A[row * ALL + DOFS + i] = -R->H[c * DOFS + i];
        }
    }
    solve(A, ALL, b, x);
}

static void contact_rows(body* P, body* R, duriez_lcp* lcp, uint64_t* random) {
    body_make(P, random);
    body_make(R, random);
    for (int c = 0; c < CONTACTS; c++) {
        rv_vec3 n = rv_vec3_normalize(rv_vec3_make(duriez_random(random), duriez_random(random),
                                                   duriez_random(random) + 1.5));
        body_row(P, c, n, 1 + c % 3);
        body_row(R, c, n, 3 - c % 3);
        lcp->q[c] = 1e-3 * (duriez_random(random) - 0.5);
    }
    memset(lcp->W, 0, CONTACTS * CONTACTS * sizeof(double));
    add_compliance(P, lcp->W);
    add_compliance(R, lcp->W);
}

// the largest of force and displacement, condensed against all at once, over 50 pairs of bodies
static void two_bodies(duriez_lcp* lcp, double* in_force, double* in_displacement) {
    static body P, R;
    double x[2 * DOFS + CONTACTS];
    uint64_t random = 71;
    *in_force = *in_displacement = 0.0;
    for (int turn = 0; turn < 50; turn++) {
        double most[2] = {0.0}, off[2] = {0.0};
        lcp->n = CONTACTS;
        contact_rows(&P, &R, lcp, &random);
        duriez_lcp_solve_cold(lcp, rv_lcp_solve);
        monolithic(&P, &R, lcp, x);
        for (int c = 0; c < CONTACTS; c++) {
            most[0] = fmax(most[0], lcp->f[c]);
            off[0] = fmax(off[0], fabs(lcp->f[c] - x[2 * DOFS + c]));
        }
        for (int i = 0; i < DOFS; i++) {
            double u = 0.0;
            for (int j = 0; j < DOFS; j++)
                for (int c = 0; c < CONTACTS; c++)
                    u += P.C[i * DOFS + j] * P.H[c * DOFS + j] * lcp->f[c];
            most[1] = fmax(most[1], fabs(u));
            off[1] = fmax(off[1], fabs(u - x[i]));
        }
        *in_force = fmax(*in_force, off[0] / most[0]);
        *in_displacement = fmax(*in_displacement, off[1] / most[1]);
    }
}

// (H H^T)_cc of a contact on `count` nodes: what the printed f = H F makes of F = H^T f
static double printed_share(int count) {
    static body b;
    double sum = 0.0;
    body_row(&b, 0, (rv_vec3){0.0, 0.6, 0.8}, count);
    for (int i = 0; i < DOFS; i++)
        sum += b.H[i] * b.H[i];
    return sum;
}

static void check_contact_space(validation* v, duriez_lcp* lcp) {
    double force, displacement;
    validation_check(v, "contact on an edge: f = H F of F = H^T f, over f", "E2: sum of w^2", 0.5,
                     printed_share(2), 1e-15);
    validation_check(v, "contact in a triangle: f = H F of F = H^T f, over f", "E2: sum of w^2",
                     1.0 / 3.0, printed_share(3), 1e-15);
    two_bodies(lcp, &force, &displacement);
    validation_at_most(v, "two bodies, condensed against all at once: forces off by",
                       "saddle point; theory 3e-12", 1e-10, force);
    validation_at_most(v, "two bodies, condensed against all at once: displacements off by",
                       "saddle point; theory 1e-12", 1e-10, displacement);
}

// --- what the haptic loop does with negative forces ----------------------------------------------

// 16 nodes of an edge that bends little: W close to singular. All rows as equalities have large
// forces of both signs; to drop the negative ones leaves the others.
static void check_drop(validation* v, duriez_lcp* lcp) {
    enum { N = 16 };
    double equal[N], sum[2] = {0.0};
    uint64_t random = 81;
    lcp->n = N;
    for (int i = 0; i < N; i++) {
        lcp->q[i] = -1.0 + 0.05 * duriez_random(&random);
        for (int j = 0; j < N; j++)
            lcp->W[i * N + j] = exp(-abs(i - j) / 20.0) + (i == j ? 1e-3 : 0.0);
    }
    solve(lcp->W, N, lcp->q, equal);
    duriez_lcp_solve_cold(lcp, rv_lcp_solve);
    for (int i = 0; i < N; i++) {
        sum[0] += lcp->f[i];
        sum[1] += fmax(-equal[i], 0.0);
    }
    char name[160];
    snprintf(name, sizeof name,
             "16 contacts near each other: forces that are kept when negative ones "
             "are dropped, %.1f times the right ones",
             sum[1] / sum[0]);
    duriez_holds(v, name, "E5: more than twice", sum[1] > 2.0 * sum[0]);
}

void duriez_formulation(validation* v) {
    duriez_lcp lcp;
    check_compliances(v);
    check_energy(v);
    if (!duriez_lcp_make(&lcp, 16))
        return;
    check_contact_space(v, &lcp);
    check_drop(v, &lcp);
    duriez_lcp_free(&lcp);
}
