// A thread's system: its answers must be those of a dense solution with row exchanges in extended
// precision, whatever is prescribed, rigid or heavy.
#include "rod_problem.h"

// Velocities and multipliers off by no more than this, as part of the largest. Masses are equal and
// the condition below 1e4 or so.
static const double EXACT = 1e-12;

static void check_exact(rod_problem* t) {
    CHECK(problem_factor(t) == 0);
    problem_solve(t);
    rod_error error = problem_error(t);
    CHECK_NEAR(error.v, 0.0, EXACT);
    CHECK_NEAR(error.p, 0.0, EXACT);
}

TEST(free_threads_of_every_length_agree_with_a_dense_solution) {
    for (int n = 2; n <= 40; n++) {
        rod_problem* t = problem_make(n, (uint64_t)n);
        check_exact(t);
        problem_free(t);
    }
}

TEST(free_threads_that_cannot_stretch_agree_with_a_dense_solution) {
    for (int n = 2; n <= 40; n++) {
        rod_problem* t = problem_make(n, (uint64_t)n);
        t->sigma_high = 0.0;
        check_exact(t);
        problem_free(t);
    }
}

TEST(threads_with_prescribed_ends_agree_with_a_dense_solution) {
    for (int n = 6; n <= 30; n++)
        for (int ends = 1; ends < 16; ends++) {
            rod_problem* t = problem_make(n, (uint64_t)(16 * n + ends));
            // directions are off a line: a thread held at both ends has answers even if rigid
            t->sigma_high = n % 2 == 0 ? 0.0 : 1e-3;
            t->prescribed[0] = ends & 1;
            t->prescribed[1] = (ends & 2) != 0;
            t->prescribed[n - 2] = (ends & 4) != 0;
            t->prescribed[n - 1] = (ends & 8) != 0;
            check_exact(t);
            problem_free(t);
        }
}

TEST(threads_with_prescribed_vertices_anywhere_agree_with_a_dense_solution) {
    for (int trial = 0; trial < 200; trial++) {
        rod_problem* t = problem_make(3 + trial % 28, (uint64_t)trial + 1000);
        for (int i = 0; i < t->n; i++)
            t->prescribed[i] = random_in(&t->random, 0.0, 1.0) < 0.2;
        t->sigma_low = 1e-3;
        t->sigma_high = 1e-2;
        check_exact(t);
        problem_free(t);
    }
}

TEST(edges_between_prescribed_vertices_carry_nothing) {
    rod_problem* t = problem_make(12, 3);
    t->prescribed[0] = t->prescribed[1] = t->prescribed[5] = t->prescribed[6] = 1;
    problem_factor(t);
    problem_solve(t);
    CHECK(t->p[0] == 0.0);
    CHECK(t->p[5] == 0.0);
    CHECK(t->p[1] != 0.0);
    for (int i = 0; i < 6; i++)
        CHECK(t->v[i] == t->r[i]);
    problem_free(t);
}
