// Suite "duriez_2004", section 3.5: a thousand random complementarity problems of 2 to 80 rows by
// principal pivoting and by Lemke's method. Each answer is checked by itself, and both against each
// other by |W (f - g)| / |q|, which is unique where W is semidefinite. The same kinds of problems
// are compared with Siconos in tests/test_solve_lcp_siconos.c.
#include "validation/duriez_2004.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { EACH = 200, SIZES = 12, ROWS = 80 };
static const int SIZE[SIZES] = {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 40, 80};

typedef struct tally {
    int solved, pivoted, lemke; // by the chooser, by pivoting alone, by Lemke alone
    double error, residual;     // largest of those that the chooser solved
    double apart;               // of pivoting and Lemke, largest
} tally;

// W = sum of value_k v_k v_k^T over directions v_k that three reflections make of the axes;
// eigenvalues from 1 down to 1/condition evenly in the logarithm, the last `null` are zero
static void random_matrix(duriez_lcp* lcp, double condition, int null, uint64_t* random) {
    static double V[ROWS][ROWS], axes[3][ROWS];
    int n = lcp->n;
    for (int r = 0; r < 3; r++)
        for (int i = 0; i < n; i++)
            axes[r][i] = duriez_random(random);
    for (int k = 0; k < n; k++) {
        memset(V[k], 0, sizeof V[k]);
        V[k][k] = 1.0;
        for (int r = 0; r < 3; r++) {
            double dot = 0.0, square = 0.0;
            for (int i = 0; i < n; i++) {
                dot += axes[r][i] * V[k][i];
                square += axes[r][i] * axes[r][i];
            }
            for (int i = 0; i < n; i++)
                V[k][i] -= 2.0 * dot / square * axes[r][i];
        }
    }
    memset(lcp->W, 0, (size_t)(n * n) * sizeof(double));
    for (int k = 0; k < n - null; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                lcp->W[i * n + j] += pow(condition, -(double)k / (n - 1)) * V[k][i] * V[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            lcp->W[j * n + i] = lcp->W[i * n + j];
}

static void random_q(duriez_lcp* lcp, uint64_t* random) {
    for (int i = 0; i < lcp->n; i++)
        lcp->q[i] = duriez_random(random);
}

// q = y - W x with x, y >= 0 and x y = 0: x is a solution though W is singular; some rows have
// x = y = 0
static void solvable_q(duriez_lcp* lcp, uint64_t* random) {
    double x[ROWS];
    int n = lcp->n;
    for (int i = 0; i < n; i++)
        x[i] = fmax(duriez_random(random), 0.0);
    for (int i = 0; i < n; i++) {
        lcp->q[i] = x[i] > 0.0 || i % 5 == 0 ? 0.0 : fmax(duriez_random(random), 0.0);
        for (int j = 0; j < n; j++)
            lcp->q[i] -= lcp->W[i * n + j] * x[j];
    }
}

static void definite(duriez_lcp* lcp, double condition, uint64_t* random) {
    random_matrix(lcp, condition, 0, random);
    random_q(lcp, random);
}

// contacts on a third as many degrees of freedom, every fourth the same as the one before it
static void redundant(duriez_lcp* lcp, double unused, uint64_t* random) {
    static double H[ROWS][ROWS];
    int n = lcp->n, dofs = 1 + n / 3;
    (void)unused;
    for (int i = 0; i < n; i++)
        for (int d = 0; d < dofs; d++)
            H[i][d] = i % 4 == 3 ? H[i - 1][d] : duriez_random(random);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            lcp->W[i * n + j] = 0.0;
            for (int d = 0; d < dofs; d++)
                lcp->W[i * n + j] += H[i][d] * H[j][d];
        }
    solvable_q(lcp, random);
}

// semidefinite and positive entries: x W x > 0 for all x >= 0 but 0, and indefinite
static void copositive(duriez_lcp* lcp, double unused, uint64_t* random) {
    int n = lcp->n;
    (void)unused;
    random_matrix(lcp, 100.0, n / 3, random);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            lcp->W[i * n + j] += duriez_random(random) + 1.0;
            lcp->W[j * n + i] = lcp->W[i * n + j];
        }
    random_q(lcp, random);
}

static double apart(const duriez_lcp* lcp, const double* other) {
    double largest = 0.0, size = 0.0;
    for (int i = 0; i < lcp->n; i++) {
        double w = 0.0;
        for (int j = 0; j < lcp->n; j++)
            w += lcp->W[i * lcp->n + j] * (lcp->f[j] - other[j]);
        largest = fmax(largest, fabs(w));
        size = fmax(size, fabs(lcp->q[i]));
    }
    return largest / size;
}

typedef void maker(duriez_lcp* lcp, double condition, uint64_t* random);

static tally run(duriez_lcp* lcp, maker* make, double condition, uint64_t seed) {
    tally t = {0};
    double by_pivoting[ROWS];
    for (int k = 0; k < EACH; k++) {
        lcp->n = SIZE[k % SIZES];
        make(lcp, condition, &seed);
        bool pivoted = duriez_lcp_solve_cold(lcp, rv_lcp_pivot).status == RV_LCP_SOLVED;
        memcpy(by_pivoting, lcp->f, sizeof by_pivoting);
        bool lemke = duriez_lcp_solve_cold(lcp, rv_lcp_lemke).status == RV_LCP_SOLVED;
        if (pivoted && lemke)
            t.apart = fmax(t.apart, apart(lcp, by_pivoting));
        rv_lcp_result result = duriez_lcp_solve_cold(lcp, rv_lcp_solve);
        t.pivoted += pivoted;
        t.lemke += lemke;
        t.solved += result.status == RV_LCP_SOLVED;
        t.error = fmax(t.error, duriez_lcp_error(lcp));
        t.residual = fmax(t.residual, result.residual);
    }
    return t;
}

static void check(validation* v, const char* what, const tally* t) {
    char name[160];
    snprintf(name, sizeof name, "LCP, %s: solved of %d (pivoting alone %d, Lemke alone %d)", what,
             EACH, t->pivoted, t->lemke);
    validation_check(v, name, "all have a solution", EACH, t->solved, 0.0);
    snprintf(name, sizeof name, "LCP, %s: f >= 0, delta >= 0, f delta = 0, worst", what);
    validation_at_most(v, name, "Signorini; the issue asks for 1e-10", 1e-10, t->error);
    snprintf(name, sizeof name, "LCP, %s: residual, worst", what);
    validation_at_most(v, name, "natural map, backward; 1e-10", 1e-10, t->residual);
}

void duriez_complementarity(validation* v) {
    static const double CONDITION[] = {10.0, 1e4, 1e8};
    duriez_lcp lcp;
    char name[160], what[60];
    bool made = duriez_lcp_make(&lcp, ROWS);
    for (int c = 0; made && c < 3; c++) {
        tally t = run(&lcp, definite, CONDITION[c], 41 + (uint64_t)c);
        snprintf(what, sizeof what, "definite, cond %g", CONDITION[c]);
        check(v, what, &t);
        snprintf(name, sizeof name, "LCP, %s: pivoting and Lemke apart by |W (f - g)|/|q|", what);
        validation_at_most(v, name, "40 cond eps; theory 2e-15, 9e-13, 3e-9",
                           40.0 * CONDITION[c] * 2.3e-16, t.apart);
    }
    if (made) {
        tally t = run(&lcp, redundant, 0.0, 51);
        check(v, "semidefinite with redundant contacts", &t);
        duriez_holds(v, "LCP, redundant contacts: there are some where pivoting alone gives up",
                     "E13: H C H^T must be definite", t.pivoted < EACH);
        t = run(&lcp, copositive, 0.0, 61);
        check(v, "copositive, not semidefinite", &t);
        duriez_holds(v, "LCP, copositive: there are some where pivoting alone gives up",
                     "needs Lemke's method", t.pivoted < EACH);
    }
    if (made)
        duriez_lcp_free(&lcp);
}
