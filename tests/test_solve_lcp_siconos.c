// A thousand random complementarity problems of 2 to 80 rows, lambda >= 0 and w >= 0, against
// Siconos' lexicographic Lemke (Acary et al.): definite of three conditions, semidefinite,
// copositive without being semidefinite, and contacts with redundant rows. Both answers are judged
// by one residual, and complementarity by itself.
#include "lcp_problem.h"

enum { EACH = 200, SIZES = 12 };
static const int SIZE[SIZES] = {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 40, 80};

// q = y - W x with x, y >= 0 and x y = 0: x is a solution, whatever W is. Some rows have x = y = 0:
// degenerate.
static void solvable_q(problem* p) {
    double x[N_MAX];
    for (int i = 0; i < p->n; i++)
        x[i] = fmax(random_signed(), 0.0);
    for (int i = 0; i < p->n; i++) {
        p->q[i] = x[i] > 0.0 || i % 5 == 0 ? 0.0 : fmax(random_signed(), 0.0);
        for (int j = 0; j < p->n; j++)
            p->q[i] -= p->W[i * p->n + j] * x[j];
    }
}

// the largest of -lambda_i, -w_i and lambda_i w_i, of the largest lambda and of what row i sums:
// multipliers of size cond leave no more of w than that
static double complementarity(const problem* p, const double* lambda) {
    double worst = 0.0, most = 1e-300;
    for (int i = 0; i < p->n; i++)
        most = fmax(most, fabs(lambda[i]));
    for (int i = 0; i < p->n; i++) {
        double w = p->q[i], sum = fabs(w) + 1e-300;
        for (int j = 0; j < p->n; j++) {
            w += p->W[i * p->n + j] * lambda[j];
            sum += fabs(p->W[i * p->n + j] * lambda[j]);
        }
        worst = fmax(worst, fmax(-lambda[i] / most, -w / sum));
        worst = fmax(worst, fabs(lambda[i] / most * w / sum));
    }
    return worst;
}

typedef struct tally {
    int ours, siconos, pivoted; // solved by the chooser, by Siconos, by pivoting alone
    double complementarity, apart;
} tally;

// Siconos on the problem as it is, which is in standard form; false where it lost its way, seen by
// the residual or by multipliers out of all proportion that drown it
static bool siconos_solves(const problem* p, double* lambda) {
#ifdef RV_TEST_SICONOS
    double most = 0.0;
    siconos_lemke(p->n, p->W, p->q, lambda);
    for (int i = 0; i < p->n; i++)
        most = fmax(most, fabs(lambda[i]));
    return residual_at(p, lambda) < 1e-8 && most < 1e10;
#else
    return (void)p, (void)lambda, false;
#endif
}

static void compare_one(tally* t, problem* p) {
    static double reference[N_MAX];
    bool answered = siconos_solves(p, reference);
    t->siconos += answered;
    t->pivoted += solve_cold(rv_lcp_pivot, p).status == RV_LCP_SOLVED;
    bool solved = solve_cold(rv_lcp_solve, p).status == RV_LCP_SOLVED;
    t->ours += solved;
    CHECK(solved || !answered);
    if (!solved)
        return;
    t->complementarity = fmax(t->complementarity, complementarity(p, p->lambda));
    if (answered)
        t->apart = fmax(t->apart, disagreement(p, reference));
}

static void report(const char* what, int count, tally t) {
    printf("  %s, %d: solved by us %d (pivoting alone %d), by Siconos %d; complementarity %.0e, "
           "apart %.0e\n",
           what, count, t.ours, t.pivoted, t.siconos, t.complementarity, t.apart);
}

// the number that Siconos solved, where it is there
static void check_siconos(const tally* t, int least) {
#ifdef RV_TEST_SICONOS
    CHECK(t->siconos >= least);
#else
    (void)t, (void)least;
#endif
}

static tally definite(double condition) {
    static problem p;
    tally t = {0};
    for (int k = 0; k < EACH; k++) {
        unbounded_above(&p, SIZE[k % SIZES]);
        random_matrix(&p, condition, 0);
        for (int i = 0; i < p.n; i++)
            p.q[i] = random_signed();
        compare_one(&t, &p);
    }
    CHECK(t.ours == EACH && t.pivoted == EACH);
    CHECK_NEAR(t.complementarity, 0.0, 1e-10);
    CHECK_NEAR(t.apart, 0.0, 40.0 * condition * 2.3e-16); // 40 cond eps
    return t;
}

TEST(six_hundred_definite_problems_agree_with_siconos) {
    const double conditions[] = {10.0, 1e4, 1e8};
    random_state = 31;
    for (int c = 0; c < 3; c++) {
        tally t = definite(conditions[c]);
        report("definite", EACH, t);
        check_siconos(&t, EACH);
    }
}

TEST(semidefinite_and_redundant_problems_agree_with_siconos) {
    // W = H H^T of n rows on n/3 or more directions; every fourth row is another one again, as
    // contacts are that two triangles share
    static problem p;
    static double H[N_MAX][N_MAX];
    tally t = {0};
    random_state = 32;
    for (int k = 0; k < EACH; k++) {
        int n = SIZE[k % SIZES], dofs = 1 + n / 3;
        unbounded_above(&p, n);
        for (int i = 0; i < n; i++)
            for (int d = 0; d < dofs; d++)
                H[i][d] = i % 4 == 3 ? H[i - 1][d] : random_signed();
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int d = 0; d < dofs; d++)
                    p.W[i * n + j] += H[i][d] * H[j][d];
        solvable_q(&p);
        compare_one(&t, &p);
    }
    report("semidefinite", EACH, t);
    CHECK(t.ours == EACH);
    CHECK_NEAR(t.complementarity, 0.0, 1e-10);
    // W f is unique; what is left is rounding over the least eigenvalue that is not zero, 1e-6
    CHECK_NEAR(t.apart, 0.0, 1e-9);
    check_siconos(&t, 150); // it loses its way on a fifth of them
}

TEST(copositive_problems_that_are_not_semidefinite_are_solved_by_lemke) {
    // a semidefinite matrix and one of positive entries: x W x > 0 for x >= 0, and with q < 0 in
    // some rows there is a solution, not always one only, so answers are not compared
    static problem p;
    tally t = {0};
    random_state = 33;
    for (int k = 0; k < EACH; k++) {
        int n = SIZE[k % SIZES];
        unbounded_above(&p, n);
        random_matrix(&p, 100.0, n / 3);
        for (int i = 0; i < n; i++) {
            p.q[i] = random_signed();
            for (int j = 0; j <= i; j++) {
                double more = random_signed() + 1.0;
                p.W[i * n + j] += more;
                p.W[j * n + i] = p.W[i * n + j];
            }
        }
        compare_one(&t, &p);
    }
    t.apart = NAN;
    report("copositive", EACH, t);
    CHECK(t.ours == EACH);
    CHECK(t.pivoted < EACH); // so that Lemke was needed
    CHECK_NEAR(t.complementarity, 0.0, 1e-10);
    check_siconos(&t, EACH);
}
