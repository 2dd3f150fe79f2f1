// For the tests of the complementarity solvers: a problem with its memory, random problems, and the
// oracle: Siconos' lexicographic Lemke, on standard forms written out here independently.
// Two solutions f, g are compared by |W (f - g)| / |q|: W f is unique for semidefinite W even where
// f is not, and this is what the bodies feel. Expected size: cond(W) x rounding.
#ifndef REEVE_TEST_LCP_PROBLEM_H
#define REEVE_TEST_LCP_PROBLEM_H

#include "core/memory.h"
#include "solve/lcp.h"
#include "test.h"

#include <stdlib.h>

#ifdef RV_TEST_SICONOS
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/MLCP_Solvers.h>
#include <siconos/numerics/MixedLinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>
#include <siconos/numerics/mlcp_cst.h>
#endif

enum { N_MAX = 96, TERMS_MAX = 192 };

// a problem with the memory it needs; tests fill W, q, bounds and terms
typedef struct problem {
    int n;
    double W[N_MAX * N_MAX], q[N_MAX], lower[N_MAX], upper[N_MAX];
    rv_lcp_term terms[TERMS_MAX];
    int term_count;
    double lambda[N_MAX];
    int8_t state[N_MAX];
} problem;

// exactly what the size function asks for, so that a wrong one is found by the address sanitizer
typedef struct scratch {
    void* block;
    rv_arena arena;
} scratch;

static inline scratch scratch_make(int n, int term_count) {
    size_t bytes = rv_lcp_scratch_bytes(n, term_count);
    void* block = malloc(bytes);
    return (scratch){block, rv_arena_make(block, bytes)};
}

typedef rv_lcp_result solver(const rv_lcp*, double*, int8_t*, rv_arena);

static inline rv_lcp view(const problem* p) {
    return (rv_lcp){.n = p->n,
                    .W = p->W,
                    .q = p->q,
                    .lower = p->lower,
                    .upper = p->upper,
                    .terms = p->terms,
                    .term_count = p->term_count};
}

static inline rv_lcp_result solve_with(solver* run, problem* p) {
    rv_lcp lcp = view(p);
    scratch s = scratch_make(p->n, p->term_count);
    rv_lcp_result result = run(&lcp, p->lambda, p->state, s.arena);
    free(s.block);
    return result;
}

static inline rv_lcp_result solve_cold(solver* run, problem* p) {
    memset(p->state, -1, sizeof p->state);
    memset(p->lambda, 0, sizeof p->lambda);
    return solve_with(run, p);
}

static inline double residual_at(const problem* p, const double* lambda) {
    rv_lcp lcp = view(p);
    scratch s = scratch_make(p->n, p->term_count);
    double residual = rv_lcp_residual(&lcp, lambda, s.arena);
    free(s.block);
    return residual;
}

// --- random problems -----------------------------------------------------------------------------

static uint64_t random_state;

// xorshift64 (Marsaglia 2003), in [-1, 1)
static inline double random_signed(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

static inline void unbounded_above(problem* p, int n) {
    memset(p, 0, sizeof *p);
    p->n = n;
    for (int i = 0; i < n; i++)
        p->upper[i] = INFINITY;
}

static inline void add_term(problem* p, int row, int other, double lower, double upper) {
    p->terms[p->term_count++] = (rv_lcp_term){row, other, lower, upper};
}

// row `t` is friction of the contact row `n`
static inline void add_friction(problem* p, int t, int n, double mu) {
    p->lower[t] = p->upper[t] = 0.0;
    add_term(p, t, n, -mu, mu);
}

// x = H_3 H_2 H_1 x with fixed random Householder reflections
static inline void reflect(double* x, const double* axes, int n) {
    for (int k = 0; k < 3; k++) {
        const double* v = axes + k * n;
        double dot = 0.0, norm = 0.0;
        for (int i = 0; i < n; i++) {
            dot += v[i] * x[i];
            norm += v[i] * v[i];
        }
        for (int i = 0; i < n; i++)
            x[i] -= 2.0 * dot / norm * v[i];
    }
}

// symmetric with eigenvalues from 1 down to 1 / condition, evenly in the logarithm; the last
// `null_count` are zero
static inline void random_matrix(problem* p, double condition, int null_count) {
    int n = p->n;
    static double Q[N_MAX][N_MAX];
    double axes[3 * N_MAX], value[N_MAX];
    for (int i = 0; i < 3 * n; i++)
        axes[i] = random_signed();
    for (int i = 0; i < n; i++) {
        value[i] = i >= n - null_count ? 0.0 : pow(condition, -(double)i / (n > 1 ? n - 1 : 1));
        memset(Q[i], 0, sizeof Q[i]);
        Q[i][i] = 1.0;
        reflect(Q[i], axes, n);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += value[k] * Q[k][i] * Q[k][j];
            p->W[i * n + j] = p->W[j * n + i] = sum;
        }
}

// --- the oracle ----------------------------------------------------------------------------------

#ifdef RV_TEST_SICONOS

// Solves v = c + M z, v >= 0, z >= 0, v z = 0 by Siconos' lexicographic Lemke; M is row-major. Its
// own verdict is not used: it applies an absolute tolerance, too tight at cond 1e8.
static inline void siconos_lemke(int size, const double* M, const double* c, double* z) {
    double* columns = malloc(sizeof(double) * (size_t)(size * size));
    double* constant = malloc(sizeof(double) * (size_t)size);
    double* v = calloc((size_t)size, sizeof(double));
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            columns[j * size + i] = M[i * size + j];
    memcpy(constant, c, sizeof(double) * (size_t)size);
    LinearComplementarityProblem* lcp = newLCP();
    lcp->size = size;
    lcp->M = NM_create_from_data(NM_DENSE, size, size, columns);
    lcp->q = constant;
    SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 100 * size;
    memset(z, 0, sizeof(double) * (size_t)size);
    linearComplementarity_driver(lcp, z, v, options);
    solver_options_delete(options);
    free(options);
    free(v);
    freeLinearComplementarityProblem(lcp); // with columns and constant
}

// One row in standard form, written out by hand: lambda = base + T z with z = (a, s).
//   both bounds   lambda = lower + a, v = w + s; second row upper - lambda
//   upper only    lambda = upper - a, v = -w;    second row says nothing, s = 0
//   lower only    lambda = lower + a, v = w;     the same
//   equality      lambda = a - s,     v = w;     second row -w
// Terms are friction: lower = -k n, upper = k n with a row n >= 0.
typedef struct standard {
    int size;
    double *M, *c, *z, *T;
    double base[N_MAX];
} standard;

static inline void standard_substitution(standard* f, const problem* p) {
    int n = p->n, size = f->size;
    for (int i = 0; i < n; i++) {
        bool has_lower = p->lower[i] > -INFINITY, has_upper = p->upper[i] < INFINITY;
        f->base[i] = has_lower ? p->lower[i] : has_upper ? p->upper[i] : 0.0;
        f->T[i * size + i] = !has_lower && has_upper ? -1.0 : 1.0;
        if (!has_lower && !has_upper)
            f->T[i * size + n + i] = -1.0;
    }
    for (int t = 0; t < p->term_count; t++)
        f->T[p->terms[t].row * size + p->terms[t].other] -= p->terms[t].upper;
}

static inline void standard_rows(standard* f, const problem* p) {
    int n = p->n, size = f->size;
    for (int i = 0; i < n; i++) {
        bool has_lower = p->lower[i] > -INFINITY, has_upper = p->upper[i] < INFINITY;
        double sign = !has_lower && has_upper ? -1.0 : 1.0;
        double *first = f->M + i * size, *second = f->M + (n + i) * size;
        f->c[i] = sign * p->q[i];
        for (int k = 0; k < n; k++) {
            f->c[i] += sign * p->W[i * n + k] * f->base[k];
            for (int j = 0; j < size; j++)
                first[j] += sign * p->W[i * n + k] * f->T[k * size + j];
        }
        if (has_lower && has_upper) {
            first[n + i] += 1.0;
            f->c[n + i] = p->upper[i] - f->base[i];
            for (int j = 0; j < size; j++)
                second[j] -= f->T[i * size + j];
        } else if (has_lower || has_upper) {
            second[n + i] = 1.0;
            f->c[n + i] = 1.0;
        } else {
            f->c[n + i] = -f->c[i];
            for (int j = 0; j < size; j++)
                second[j] = -first[j];
        }
    }
    for (int t = 0; t < p->term_count; t++)
        f->M[(n + p->terms[t].row) * size + p->terms[t].other] += p->terms[t].upper;
}

static int oracle_answers; // problems it solved, so that a test can tell that it was of use

// Lexicographic Lemke. False where it lost its way, which happens on singular problems: seen by the
// residual, or by multipliers out of all proportion that drown it (the problems here are of size
// 1).
static inline bool oracle_solve(const problem* p, double* lambda) {
    standard f = {.size = 2 * p->n};
    size_t size = (size_t)f.size;
    double *block = calloc(size * size + 2 * size + (size_t)p->n * size, sizeof(double)),
           most = 0.0;
    f.M = block;
    f.c = f.M + size * size;
    f.z = f.c + size;
    f.T = f.z + size;
    standard_substitution(&f, p);
    standard_rows(&f, p);
    siconos_lemke(f.size, f.M, f.c, f.z);
    for (int i = 0; i < p->n; i++) {
        lambda[i] = f.base[i];
        for (int j = 0; j < f.size; j++)
            lambda[i] += f.T[i * f.size + j] * f.z[j];
        most = fmax(most, fabs(lambda[i]));
    }
    free(block);
    bool solved = residual_at(p, lambda) < 1e-8 && most < 1e10;
    oracle_answers += solved;
    return solved;
}

// equalities first: n of them, then m rows lambda >= 0, by enumeration of all 2^m cases
static inline bool oracle_solve_mixed(const problem* p, int equalities, double* lambda) {
    MixedLinearComplementarityProblem* mlcp = mixedLinearComplementarity_new();
    double* columns = malloc(sizeof(double) * (size_t)(p->n * p->n));
    double w[N_MAX] = {0};
    for (int i = 0; i < p->n * p->n; i++)
        columns[i] = p->W[i / p->n + i % p->n * p->n];
    mlcp->isStorageType1 = 1;
    mlcp->n = equalities;
    mlcp->m = p->n - equalities;
    mlcp->blocksRows = malloc(3 * sizeof(int));
    mlcp->blocksIsComp = malloc(2 * sizeof(int));
    memcpy(mlcp->blocksRows, (int[]){0, equalities, p->n}, 3 * sizeof(int));
    memcpy(mlcp->blocksIsComp, (int[]){0, 1}, 2 * sizeof(int));
    mlcp->M = NM_create_from_data(NM_DENSE, p->n, p->n, columns);
    mlcp->q = malloc(sizeof(double) * (size_t)p->n);
    memcpy(mlcp->q, p->q, sizeof(double) * (size_t)p->n);
    SolverOptions* options = solver_options_create(SICONOS_MLCP_ENUM);
    memset(lambda, 0, sizeof(double) * (size_t)p->n);
    mlcp_driver_init(mlcp, options);
    bool solved = mlcp_driver(mlcp, lambda, w, options) == 0;
    mlcp_driver_reset(mlcp, options);
    solver_options_delete(options);
    free(options);
    mixedLinearComplementarity_free(mlcp);
    return solved;
}

#else

// without Siconos the residuals, states and hand-derived answers are still checked
static int oracle_answers;
static inline bool oracle_solve(const problem* p, double* lambda) {
    return (void)p, (void)lambda, false;
}
static inline bool oracle_solve_mixed(const problem* p, int equalities, double* lambda) {
    return (void)p, (void)equalities, (void)lambda, false;
}

#endif

// after a test: the oracle answered this often (where there is one)
static inline void check_oracle_answers(int least) {
#ifdef RV_TEST_SICONOS
    CHECK(oracle_answers >= least);
#else
    (void)least;
#endif
    oracle_answers = 0;
}

// |W (lambda - reference)| / |q|, largest entries
static inline double disagreement(const problem* p, const double* reference) {
    double largest = 0.0, size = 0.0;
    for (int i = 0; i < p->n; i++) {
        double w = 0.0;
        for (int j = 0; j < p->n; j++)
            w += p->W[i * p->n + j] * (p->lambda[j] - reference[j]);
        largest = fmax(largest, fabs(w));
        size = fmax(size, fabs(p->q[i]));
    }
    return largest / size;
}

// Solves by pivoting (unless there are terms), Lemke and the chooser, from cold, and compares with
// Siconos; then warm. Residuals: 1e-13 is a hundred times what a refined solve leaves.
static inline void check_all_methods(problem* p, double tolerance) {
    static double reference[N_MAX];
    solver* methods[] = {rv_lcp_pivot, rv_lcp_lemke, rv_lcp_solve};
    bool has_reference = oracle_solve(p, reference);
    for (int k = p->term_count > 0 ? 1 : 0; k < 3; k++) {
        rv_lcp_result result = solve_cold(methods[k], p);
        CHECK(result.status == RV_LCP_SOLVED);
        CHECK_NEAR(result.residual, 0.0, 1e-13);
        CHECK_NEAR(residual_at(p, p->lambda), 0.0, 1e-13);
        if (has_reference)
            CHECK_NEAR(disagreement(p, reference), 0.0, tolerance);
    }
    CHECK(solve_with(rv_lcp_solve, p).iterations == 1);
}

#endif
