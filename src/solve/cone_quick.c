// Contacts with Coulomb's law within a cost that is known beforehand, for ticks that must be on time.
// Newton's method on the projected equations (Alart & Curnier 1991), as in cone_newton.c, with the
// least that a step can do. With y = lambda - w / d every contact is
//   open    y_n < 0              lambda = 0
//   stick   |y_t| <= mu y_n      w = 0 in its three rows
//   slip    else                 lambda_t = mu lambda_n u + x p, w_n = 0, p . w_t + kappa x = 0
// so that E^T W C z + kappa z = -E^T q gives all forces anew, lambda = C z. Steps start from the last
// solution, which mostly has the states of the next one. Where a step does not fit into what is left
// of the cost, contacts are relaxed one after another instead (cone_sweep.c), as often as it does.
#include "solve/cone_private.h"
#include "solve/dense.h"

#include <string.h>

static const double KAPPA_MOST = 1e18; // of the diagonal: the direction is as good as fixed
enum {
    LOCAL_WORK = 150, // of one contact that is relaxed, besides its rows of W
    PANEL = 4         // columns that are eliminated together
};

// an unknown: a vector in up to three rows that follow each other, and the one that tests it
typedef struct unknown {
    int first, rows;
    double column[3], test[3];
    double kappa;
} unknown;

typedef struct quick {
    const rv_cone_problem* problem;
    double *lambda, *w, *best;
    unknown* unknowns;
    int count;
    double *M, *z, *part;
    rv_arena arena; // for M, which is as large as there are unknowns
    long left;      // multiply-adds
    rv_cone_result result;
} quick;

size_t rv_cone_quick_bytes(int n) {
    size_t rows = (size_t)n;
    return rows * rows * sizeof(double) + 6 * rows * sizeof(double) + rows * sizeof(unknown)
           + rows * sizeof(int) + 9 * 16;
}

static bool quick_take(quick* s, rv_arena* arena) {
    size_t n = (size_t)s->problem->n;
    s->w = rv_arena_take(arena, n, sizeof(double));
    s->best = rv_arena_take(arena, n, sizeof(double));
    s->unknowns = rv_arena_take(arena, n, sizeof(unknown));
    s->z = rv_arena_take(arena, n, sizeof(double));
    s->part = rv_arena_take(arena, n, sizeof(double));
    return s->w && s->best && s->unknowns && s->z && s->part;
}

// into the cones
static void project(const rv_cone_problem* p, double* lambda) {
    for (int c = 0; c < p->cone_count; c++) {
        double* f = lambda + p->cones[c].first;
        f[0] = f[0] > 0.0 ? f[0] : 0.0;
        double radius = p->cones[c].friction * f[0], length = rv_cone_length(f + 1, 2);
        for (int k = 1; k < 3; k++)
            f[k] = length <= radius ? f[k] : length < INFINITY ? f[k] * (radius / length) : 0.0;
    }
}

// --- how good it is ------------------------------------------------------------------------------

static void find_w(quick* s) {
    const rv_cone_problem* p = s->problem;
    for (int i = 0; i < p->n; i++)
        s->w[i] = p->q[i];
    for (int i = 0; i < p->n; i++)
        if (s->lambda[i] != 0.0)
            rv_dense_add(s->w, s->lambda[i], p->W + (size_t)i * (size_t)p->n, p->n);
}

// y = lambda - w / d of a contact
static void natural(const quick* s, int first, double y[3]) {
    size_t stride = (size_t)s->problem->n + 1;
    double d = rv_cone_disk_size(s->problem, first + 1, 2);
    y[0] = s->lambda[first] - s->w[first] / s->problem->W[(size_t)first * stride];
    y[1] = s->lambda[first + 1] - s->w[first + 1] / d;
    y[2] = s->lambda[first + 2] - s->w[first + 2] / d;
}

// what is wrong of a gap or a slip, the largest as a share of the largest that is moved by forces
static double find_error(const quick* s) {
    const rv_cone_problem* p = s->problem;
    size_t stride = (size_t)p->n + 1;
    double size = 0.0, off = 0.0;
    for (int i = 0; i < p->n; i++)
        size = fmax(size, fabs(p->q[i]) + p->W[(size_t)i * stride] * fabs(s->lambda[i]));
    for (int c = 0; c < p->cone_count; c++) {
        double y[3];
        int i = p->cones[c].first;
        natural(s, i, y);
        double normal = fmax(y[0], 0.0), radius = p->cones[c].friction * normal;
        double length = rv_cone_length(y + 1, 2), inside = length > radius ? radius / length : 1.0;
        off = fmax(off, p->W[(size_t)i * stride] * fabs(s->lambda[i] - normal));
        double d = rv_cone_disk_size(p, i + 1, 2);
        for (int k = 1; k < 3; k++)
            off = fmax(off, d * fabs(s->lambda[i + k] - inside * y[k]));
    }
    for (int i = p->first_box; i < p->n; i++)
        off = fmax(off, fabs(s->w[i]));
    return size > 0.0 ? off / size : 0.0;
}

// w of lambda, and whether that is the best so far
static void judge(quick* s) {
    find_w(s);
    double error = find_error(s);
    s->left -= (long)s->problem->n * s->problem->n;
    if (!(error < s->result.residual))
        return;
    s->result.residual = error;
    s->result.solved = error <= s->problem->tolerance;
    memcpy(s->best, s->lambda, (size_t)s->problem->n * sizeof(double));
}

// --- a step --------------------------------------------------------------------------------------

static unknown* add_unknown(quick* s, int first, int rows, int at) {
    unknown* u = &s->unknowns[s->count++];
    *u = (unknown){.first = first, .rows = rows};
    u->column[at] = u->test[at] = 1.0;
    return u;
}

static void add_contact(quick* s, const rv_cone* cone) {
    double y[3];
    int i = cone->first;
    natural(s, i, y);
    if (!(y[0] >= 0.0))
        return;
    double length = rv_cone_length(y + 1, 2), radius = cone->friction * y[0];
    unknown* normal = add_unknown(s, i, 3, 0);
    if (cone->friction > 0.0 && length <= radius) {
        add_unknown(s, i, 3, 1);
        add_unknown(s, i, 3, 2);
    } else if (cone->friction > 0.0) {
        double u[2] = {y[1] / length, y[2] / length}, across[2] = {-u[1], u[0]};
        unknown* x = add_unknown(s, i, 3, 0);
        x->column[0] = x->test[0] = 0.0;
        for (int k = 0; k < 2; k++) {
            normal->column[1 + k] = cone->friction * u[k];
            x->column[1 + k] = x->test[1 + k] = across[k];
        }
        x->kappa =
            rv_cone_disk_size(s->problem, i + 1, 2) * fmin(length / radius - 1.0, KAPPA_MOST);
    }
}

static void choose_states(quick* s) {
    const rv_cone_problem* p = s->problem;
    s->count = 0;
    for (int c = 0; c < p->cone_count; c++)
        add_contact(s, &p->cones[c]);
    for (int i = p->first_box; i < p->n; i++)
        add_unknown(s, i, 1, 0);
}

// M = E^T W C + kappa and z = -E^T q
static void assemble(quick* s) {
    const rv_cone_problem* p = s->problem;
    for (int a = 0; a < s->count; a++) {
        const unknown* e = &s->unknowns[a];
        double* row = s->M + (size_t)a * (size_t)s->count;
        const double* values = p->W + (size_t)e->first * (size_t)p->n;
        // of a contact's own rows only those count in which the test is
        bool is_unit = e->rows == 1 || e->test[0] == 1.0;
        s->z[a] = 0.0;
        for (int k = 0; k < e->rows; k++)
            s->z[a] -= e->test[k] * p->q[e->first + k];
        if (!is_unit) {
            memset(s->part, 0, (size_t)p->n * sizeof(double));
            for (int k = 0; k < e->rows; k++)
                if (e->test[k] != 0.0)
                    rv_dense_add(s->part, e->test[k], values + (size_t)k * (size_t)p->n, p->n);
            values = s->part;
        }
        for (int b = 0; b < s->count; b++) {
            const unknown* c = &s->unknowns[b];
            const double* v = values + c->first;
            row[b] = c->rows == 1 ? v[0]
                                  : c->column[0] * v[0] + c->column[1] * v[1] + c->column[2] * v[2];
        }
        row[a] += e->kappa;
    }
}

// --- elimination ---------------------------------------------------------------------------------

// the columns [k, end) of the rows from k on, with multipliers below the diagonal
static void factor_panel(double* A, int n, int k, int end) {
    for (int c = k; c < end; c++) {
        const double* top = A + (size_t)c * (size_t)n;
        double inverse = 1.0 / top[c];
        for (int i = c + 1; i < n; i++) {
            double* row = A + (size_t)i * (size_t)n;
            row[c] *= inverse;
            for (int j = c + 1; j < end; j++)
                row[j] -= row[c] * top[j];
        }
    }
}

// two rows less four others: every one of those is loaded once for both
static inline void take_four_rows(double* restrict a, double* restrict b, const double* top, int n,
                                  int k) {
    const double* restrict u0 = top, * restrict u1 = top + n, * restrict u2 = top + 2 * n, * restrict u3 = top + 3 * n;
    double a0 = a[k], a1 = a[k + 1], a2 = a[k + 2], a3 = a[k + 3];
    double b0 = b[k], b1 = b[k + 1], b2 = b[k + 2], b3 = b[k + 3];
    for (int j = k + PANEL; j < n; j++) {
        a[j] -= (a0 * u0[j] + a1 * u1[j]) + (a2 * u2[j] + a3 * u3[j]);
        b[j] -= (b0 * u0[j] + b1 * u1[j]) + (b2 * u2[j] + b3 * u3[j]);
    }
}

typedef void take_rows(double* a, double* b, const double* top, int n, int k);

static void take_in_pairs(double* a, double* b, const double* top, int n, int k) {
    take_four_rows(a, b, top, n, k);
}

// the same with wider vectors, and the same bits: numbers side by side do not meet
#if defined(__x86_64__)
__attribute__((target("avx2"))) static void take_in_fours(double* a, double* b, const double* top,
                                                          int n, int k) {
    take_four_rows(a, b, top, n, k);
}
#endif

static take_rows* choose_lanes(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return take_in_fours;
#endif
    return take_in_pairs;
}

// L U = A in its place, four columns at a time; without exchanges: what a small pivot spoils is
// found when the step is judged
static void factor(double* A, int n) {
    take_rows* take = choose_lanes();
    int k = 0;
    for (; k + PANEL < n; k += PANEL) {
        double* top = A + (size_t)k * (size_t)n;
        factor_panel(A, n, k, k + PANEL);
        for (int c = 1; c < PANEL; c++)
            for (int r = 0; r < c; r++)
                rv_dense_add(top + c * n + k + PANEL, -top[c * n + k + r], top + r * n + k + PANEL,
                             n - k - PANEL);
        int i = k + PANEL;
        for (; i + 2 <= n; i += 2)
            take(A + (size_t)i * (size_t)n, A + (size_t)(i + 1) * (size_t)n, top, n, k);
        for (int r = 0; i < n && r < PANEL; r++)
            rv_dense_add(A + (size_t)i * (size_t)n + k + PANEL, -A[(size_t)i * (size_t)n + k + r],
                         top + r * n + k + PANEL, n - k - PANEL);
    }
    factor_panel(A, n, k, n);
}

static void solve(const double* LU, int n, double* x) {
    for (int i = 1; i < n; i++)
        x[i] -= rv_dense_dot(LU + (size_t)i * (size_t)n, x, i);
    for (int i = n - 1; i >= 0; i--) {
        const double* row = LU + (size_t)i * (size_t)n;
        x[i] = (x[i] - rv_dense_dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
    }
}

// --- the solution --------------------------------------------------------------------------------

// forces anew, for the states chosen; false: there is no memory for it
static bool step(quick* s) {
    rv_arena arena = s->arena;
    s->M = rv_arena_take(&arena, (size_t)s->count * (size_t)s->count, sizeof(double));
    if (s->M == NULL)
        return false;
    assemble(s);
    factor(s->M, s->count);
    solve(s->M, s->count, s->z);
    memset(s->lambda, 0, (size_t)s->problem->n * sizeof(double));
    for (int a = 0; a < s->count; a++) {
        const unknown* u = &s->unknowns[a];
        for (int k = 0; k < u->rows; k++)
            s->lambda[u->first + k] += u->column[k] * s->z[a];
    }
    s->result.iterations++;
    return true;
}

static long step_cost(const quick* s) {
    long n = s->problem->n, m = s->count;
    return m * m * m / 6 + 3 * m * m + m * n;
}

rv_cone_result rv_cone_quick(const rv_cone_problem* problem, double* lambda, long* work,
                             rv_arena scratch) {
    quick s = {.problem = problem, .lambda = lambda, .left = *work};
    s.result.residual = INFINITY;
    if (!quick_take(&s, &scratch))
        return s.result;
    s.arena = scratch;
    project(problem, lambda);
    judge(&s);
    while (!s.result.solved && s.result.iterations < problem->newton_cap) {
        choose_states(&s);
        if (step_cost(&s) > s.left)
            break;
        s.left -= step_cost(&s);
        if (!step(&s))
            break;
        judge(&s);
    }
    memcpy(lambda, s.best, (size_t)problem->n * sizeof(double));
    project(problem, lambda);
    *work = s.left;
    return s.result;
}
