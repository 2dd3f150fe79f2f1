// For the tests of the cone solver: a problem with its memory, contacts of random rigid bodies, and
// a residual of Coulomb's law that shares nothing with the solver's own.
// With the contacts' Jacobian H and the bodies' masses M: W = H M^-1 H^T + share * diagonal and
// q = H v, v the velocity that the bodies would have without contacts.
#ifndef REEVE_TEST_CONE_PROBLEM_H
#define REEVE_TEST_CONE_PROBLEM_H

#include "core/memory.h"
#include "solve/cone.h"
#include "test.h"

#include <stdlib.h>

enum { ROWS_MAX = 420, CONES_MAX = 140, BODIES_MAX = 40, BOXES_MAX = 32, TERMS_MAX = 256 };

typedef struct problem {
    int n, cone_count, body_count;
    double W[ROWS_MAX * ROWS_MAX], q[ROWS_MAX], lambda[ROWS_MAX];
    rv_cone cones[CONES_MAX];
    double lower[BOXES_MAX], upper[BOXES_MAX];
    rv_lcp_term terms[TERMS_MAX];
    int box_count, term_count;
    double tolerance; // 0: 1e-10
    // the bodies: masses, moments of inertia, velocities, and the Jacobian of the rows
    double mass[BODIES_MAX][6], velocity[6 * BODIES_MAX], H[ROWS_MAX][6 * BODIES_MAX];
} problem;

typedef rv_cone_result solver(const rv_cone_problem*, double*, rv_arena);

static inline rv_cone_problem view(const problem* p) {
    return (rv_cone_problem){.n = p->n,
                             .W = p->W,
                             .q = p->q,
                             .cone_count = p->cone_count,
                             .cones = p->cones,
                             .first_box = p->n - p->box_count,
                             .lower = p->lower,
                             .upper = p->upper,
                             .terms = p->terms,
                             .term_count = p->term_count,
                             .tolerance = p->tolerance > 0.0 ? p->tolerance : 1e-10};
}

// with exactly the scratch that is asked for, so that the address sanitizer finds a wrong size
static inline rv_cone_result solve_with(solver* run, problem* p) {
    rv_cone_problem cones = view(p);
    size_t bytes = rv_cone_scratch_bytes(p->n, p->cone_count, p->term_count);
    void* block = malloc(bytes);
    rv_cone_result result = run(&cones, p->lambda, rv_arena_make(block, bytes));
    free(block);
    return result;
}

static inline rv_cone_result solve_cold(solver* run, problem* p) {
    memset(p->lambda, 0, sizeof p->lambda);
    return solve_with(run, p);
}

// --- random numbers ------------------------------------------------------------------------------

static uint64_t random_state = 1;

// xorshift64 (Marsaglia 2003), in [-1, 1)
static inline double random_signed(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

static inline double random_between(double low, double high) {
    return low + (high - low) * 0.5 * (random_signed() + 1.0);
}

static inline int random_below(int count) {
    int k = (int)random_between(0.0, count);
    return k < count ? k : count - 1;
}

// --- bodies --------------------------------------------------------------------------------------

static inline void cross(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void normalise(double a[3]) {
    double length = sqrt(dot3(a, a));
    for (int k = 0; k < 3; k++)
        a[k] /= length;
}

static inline void start_problem(problem* p) {
    memset(p, 0, sizeof *p);
}

static inline int add_body(problem* p, double mass, double inertia) {
    for (int k = 0; k < 6; k++)
        p->mass[p->body_count][k] = k < 3 ? mass : inertia;
    return p->body_count++;
}

// a row of the velocity of a point of the body at r from its centre (or of its rotation)
static inline void add_to_row(problem* p, int row, int body, const double* r, const double* axis,
                              double sign) {
    double turn[3];
    if (body < 0)
        return;
    if (r != NULL)
        cross(r, axis, turn);
    for (int k = 0; k < 3; k++) {
        if (r != NULL)
            p->H[row][6 * body + k] += sign * axis[k];
        p->H[row][6 * body + 3 + k] += sign * (r != NULL ? turn[k] : axis[k]);
    }
}

// bodies touch at ra and rb from their centres; `axis` are n, t1, t2; body -1 is the ground
typedef struct touch {
    int a, b;
    double ra[3], rb[3];
    double axis[3][3];
} touch;

// the frame of a contact from its normal; t1 turned by some angle
static inline void frame_from(touch* t, const double normal[3], double turn) {
    double helper[3] = {fabs(normal[0]) > 0.6 ? 0.0 : 1.0, fabs(normal[0]) > 0.6 ? 1.0 : 0.0, 0.0};
    double u[3], v[3];
    memcpy(t->axis[0], normal, sizeof t->axis[0]);
    normalise(t->axis[0]);
    cross(t->axis[0], helper, u);
    normalise(u);
    cross(t->axis[0], u, v);
    for (int k = 0; k < 3; k++) {
        t->axis[1][k] = cos(turn) * u[k] + sin(turn) * v[k];
        t->axis[2][k] = cos(turn) * v[k] - sin(turn) * u[k];
    }
}

// cone.first is set here
static inline void add_contact(problem* p, const touch* t, rv_cone cone) {
    cone.first = p->n;
    for (int i = 0; i < rv_cone_rows(&cone); i++) {
        bool turns = i >= 3;
        int axis = !turns ? i : i == 3 && cone.spin_rows ? 0 : i - 2 - cone.spin_rows;
        add_to_row(p, p->n + i, t->a, turns ? NULL : t->ra, t->axis[axis], 1.0);
        add_to_row(p, p->n + i, t->b, turns ? NULL : t->rb, t->axis[axis], -1.0);
    }
    p->cones[p->cone_count++] = cone;
    p->n += rv_cone_rows(&cone);
}

// W and q of all contacts; `share` of the diagonal is added to it
static inline void finish_problem(problem* p, double share) {
    int dofs = 6 * p->body_count;
    for (int i = 0; i < p->n; i++) {
        p->q[i] = 0.0;
        for (int k = 0; k < dofs; k++)
            p->q[i] += p->H[i][k] * p->velocity[k];
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < dofs; k++)
                sum += p->H[i][k] * p->H[j][k] / p->mass[k / 6][k % 6];
            p->W[i * p->n + j] = p->W[j * p->n + i] = sum;
        }
        p->W[i * (p->n + 1)] *= 1.0 + share;
    }
}

// bodies of masses 0.1 to 10 that touch the ground and those before them at random places
static inline void random_bodies(problem* p, int contacts, double friction, double share) {
    start_problem(p);
    int bodies = 1 + random_below(contacts < 12 ? contacts : 12);
    for (int b = 0; b < bodies; b++) {
        double mass = pow(10.0, random_signed());
        add_body(p, mass, mass * random_between(0.1, 0.6));
        for (int k = 0; k < 6; k++)
            p->velocity[6 * b + k] = random_signed() - (k == 2 ? 1.0 : 0.0);
    }
    for (int c = 0; c < contacts; c++) {
        touch t = {.a = c < bodies ? c : random_below(bodies), .b = -1};
        double up[3] = {0.4 * random_signed(), 0.4 * random_signed(), 1.0};
        t.b = random_below(t.a + 1) - 1;
        for (int k = 0; k < 3; k++) {
            t.ra[k] = 0.6 * random_signed() - (k == 2 ? 0.5 : 0.0);
            t.rb[k] = 0.6 * random_signed() + (k == 2 ? 0.5 : 0.0);
        }
        frame_from(&t, up, 3.0 * random_signed());
        add_contact(p, &t, (rv_cone){.friction = friction * random_between(0.0, 1.0)});
    }
    finish_problem(p, share);
}

// --- the judge -----------------------------------------------------------------------------------

// The distance of lambda from Coulomb's law, as the natural map of the second-order cone after de
// Saxce's change of variables (1998): with u = w + friction |w_t| n,
//   K* contains u, K contains lambda, u . lambda = 0   <=>   lambda = P_K(lambda - u / scale)
// in velocities, relative to the largest |q|; scale is the largest diagonal of the contact.
// Contacts with friction rows only.
static inline double coulomb_error(const problem* p, const double* lambda) {
    double worst = 0.0, size = 0.0;
    for (int i = 0; i < p->n; i++)
        size = fmax(size, fabs(p->q[i]));
    for (int c = 0; c < p->cone_count; c++) {
        int f = p->cones[c].first;
        double mu = p->cones[c].friction, u[3], z[3], scale = 0.0, error = 0.0;
        for (int k = 0; k < 3; k++) {
            u[k] = p->q[f + k];
            for (int j = 0; j < p->n; j++)
                u[k] += p->W[(f + k) * p->n + j] * lambda[j];
            scale = fmax(scale, p->W[(f + k) * (p->n + 1)]);
        }
        u[0] += mu * sqrt(u[1] * u[1] + u[2] * u[2]);
        for (int k = 0; k < 3; k++)
            z[k] = lambda[f + k] - u[k] / scale;
        // the projection on the cone |t| <= mu n
        double t = sqrt(z[1] * z[1] + z[2] * z[2]), n = z[0];
        double along = mu * t <= -n ? 0.0 : (n + mu * t) / (1.0 + mu * mu);
        bool inside = t <= mu * n;
        for (int k = 0; k < 3; k++) {
            double target = inside ? z[k] : k == 0 ? along : t > 0.0 ? mu * along * z[k] / t : 0.0;
            error = fmax(error, scale * fabs(lambda[f + k] - target));
        }
        worst = fmax(worst, error);
    }
    return worst / size;
}

// One disk of a contact against the words of cone.h: inside w is 0, on the rim w is against lambda.
// In units of w.
static inline double disk_error(const double* x, const double* w, int rows, double radius) {
    double length = rows == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
    double speed = rows == 1 ? fabs(w[0]) : sqrt(w[0] * w[0] + w[1] * w[1]);
    if (radius == 0.0 || length < radius * (1.0 - 1e-9))
        return radius == 0.0 ? 0.0 : speed;
    double along = (x[0] * w[0] + (rows == 2 ? x[1] * w[1] : 0.0)) / length;
    double across = rows == 1 ? 0.0 : fabs(x[0] * w[1] - x[1] * w[0]) / length;
    return fmax(across, fmax(along, 0.0));
}

// the words of cone.h for contacts with any disks, relative to the largest |q|
static inline double law_error(const problem* p, const double* lambda) {
    double worst = 0.0, size = 0.0;
    for (int i = 0; i < p->n; i++)
        size = fmax(size, fabs(p->q[i]));
    for (int c = 0; c < p->cone_count; c++) {
        const rv_cone* cone = &p->cones[c];
        const double* x = lambda + cone->first;
        double w[RV_CONE_ROWS] = {0};
        for (int k = 0; k < rv_cone_rows(cone); k++) {
            int i = cone->first + k;
            w[k] = p->q[i];
            for (int j = 0; j < p->n; j++)
                w[k] += p->W[i * p->n + j] * lambda[j];
        }
        int roll = 3 + cone->spin_rows;
        worst = fmax(worst, x[0] > 0.0 ? fabs(w[0]) : -w[0]);
        worst = fmax(worst, disk_error(x + 1, w + 1, 2, cone->friction * x[0]));
        if (cone->spin_rows)
            worst = fmax(worst, disk_error(x + 3, w + 3, 1, cone->spin * x[0]));
        if (cone->roll_rows)
            worst = fmax(worst, disk_error(x + roll, w + roll, 2, cone->roll * x[0]));
    }
    return worst / size;
}

// how far lambda is outside its cones and boxes, relative to the radius; 0 or rounding
static inline double outside(const problem* p, const double* lambda) {
    double worst = 0.0;
    for (int i = 0; i < p->n; i++)
        if (!isfinite(lambda[i]))
            return INFINITY;
    for (int c = 0; c < p->cone_count; c++) {
        const rv_cone* cone = &p->cones[c];
        const double* x = lambda + cone->first;
        int roll = 3 + cone->spin_rows;
        double t = sqrt(x[1] * x[1] + x[2] * x[2]), s = cone->spin_rows ? fabs(x[3]) : 0.0;
        double r = cone->roll_rows ? sqrt(x[roll] * x[roll] + x[roll + 1] * x[roll + 1]) : 0.0;
        if (x[0] < 0.0)
            return INFINITY;
        const double length[3] = {t, s, r}, limit[3] = {cone->friction, cone->spin, cone->roll};
        for (int k = 0; k < 3; k++)
            if (length[k] > limit[k] * x[0])
                worst = fmax(worst, length[k] / (limit[k] * x[0]) - 1.0);
    }
    int first = p->n - p->box_count;
    for (int i = first; i < p->n; i++) {
        double low = p->lower[i - first], high = p->upper[i - first], size = 0.0;
        for (int t = 0; t < p->term_count; t++)
            if (p->terms[t].row == i) {
                low += p->terms[t].lower * lambda[p->terms[t].other];
                high += p->terms[t].upper * lambda[p->terms[t].other];
                size += fabs(lambda[p->terms[t].other]);
            }
        double out = fmax(low - lambda[i], lambda[i] - high);
        if (out > 0.0)
            worst = fmax(worst, out / (size + fabs(lambda[i])));
    }
    return worst;
}

#endif
