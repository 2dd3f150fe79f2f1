// The complementarity solvers on symmetric problems with constant bounds, and all of them on input
// without a solution or without sense: against Siconos, hand-derived answers, and the residual.
// Affine bounds are in test_solve_lcp_affine.c.
#include "lcp_problem.h"

// --- symmetric problems --------------------------------------------------------------------------

TEST(random_definite_problems_agree_with_siconos) {
    // 3 x 56 problems; tolerance 40 cond eps, the theory page found 2e-15, 9e-13, 3e-9
    const double conditions[] = {10.0, 1e4, 1e8};
    const int sizes[] = {2, 3, 5, 10, 20, 40, 80};
    static problem p;
    random_state = 1;
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 56; k++) {
            unbounded_above(&p, sizes[k % 7]);
            random_matrix(&p, conditions[c], 0);
            for (int i = 0; i < p.n; i++)
                p.q[i] = random_signed();
            check_all_methods(&p, 40.0 * conditions[c] * 2.3e-16);
        }
    check_oracle_answers(168);
}

// q = y - W x with x, y >= 0: x shows that the problem has a solution though W is singular
static void solvable_q(problem* p) {
    double x[N_MAX];
    for (int i = 0; i < p->n; i++)
        x[i] = fmax(random_signed(), 0.0);
    for (int i = 0; i < p->n; i++) {
        p->q[i] = x[i] > 0.0 ? 0.0 : fmax(random_signed(), 0.0);
        for (int j = 0; j < p->n; j++)
            p->q[i] -= p->W[i * p->n + j] * x[j];
    }
}

TEST(random_semidefinite_problems_agree_with_siconos) {
    // 24 problems with a third of the eigenvalues zero; W f is unique, f is not; 1e-10 because the
    // least nonzero eigenvalue is 1e-2 and the zero ones are 1e-17 in doubles
    const int sizes[] = {3, 6, 12, 20, 40, 80};
    static problem p;
    random_state = 2;
    for (int k = 0; k < 24; k++) {
        unbounded_above(&p, sizes[k % 6]);
        random_matrix(&p, 100.0, p.n / 3);
        solvable_q(&p);
        check_all_methods(&p, 1e-10);
    }
    check_oracle_answers(20);
}

TEST(boxes_and_upper_bounds_agree_with_siconos) {
    static problem p;
    random_state = 3;
    for (int k = 0; k < 40; k++) {
        unbounded_above(&p, 2 + k);
        random_matrix(&p, 1e4, 0);
        for (int i = 0; i < p.n; i++) {
            p.q[i] = 10.0 * random_signed();
            p.lower[i] = i % 4 == 3 ? -INFINITY : random_signed();
            p.upper[i] = i % 4 == 0 ? INFINITY : fmax(p.lower[i], -1.0) + random_signed() + 1.0;
            if (i % 8 == 5)
                p.upper[i] = p.lower[i]; // fixed
        }
        check_all_methods(&p, 1e-10); // cond 1e4 x 1e-16 x |W||f|/|q|, with a margin of 10
    }
    check_oracle_answers(35);
}

TEST(equality_rows_agree_with_siconos) {
    static problem p;
    random_state = 4;
    for (int k = 0; k < 30; k++) {
        unbounded_above(&p, 3 + k);
        random_matrix(&p, 1e4, 0);
        for (int i = 0; i < p.n; i++) {
            p.q[i] = random_signed();
            if (i % 3 == 1)
                p.lower[i] = -INFINITY;
        }
        check_all_methods(&p, 1e-10);
        for (int i = 1; i < p.n; i += 3)
            CHECK(p.state[i] == 0);
    }
    check_oracle_answers(25);
}

TEST(equality_rows_agree_with_enumeration_by_siconos) {
    static problem p;
    double reference[N_MAX];
    random_state = 5;
    for (int k = 0; k < 20; k++) {
        int equalities = 1 + k % 3;
        unbounded_above(&p, equalities + 5);
        random_matrix(&p, 100.0, 0);
        for (int i = 0; i < p.n; i++)
            p.q[i] = random_signed();
        for (int i = 0; i < equalities; i++)
            p.lower[i] = -INFINITY;
        CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
        if (oracle_solve_mixed(&p, equalities, reference))
            CHECK_NEAR(disagreement(&p, reference), 0.0, 1e-13); // cond 100
    }
}

// --- degenerate problems -------------------------------------------------------------------------

TEST(zero_q_gives_zero_in_one_iteration) {
    static problem p;
    random_state = 6;
    unbounded_above(&p, 20);
    random_matrix(&p, 100.0, 5);
    CHECK(solve_cold(rv_lcp_solve, &p).iterations == 1);
    for (int i = 0; i < p.n; i++)
        CHECK(p.lambda[i] == 0.0);
    CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_SOLVED);
}

TEST(multipliers_exactly_at_their_bound_with_w_zero_are_solved) {
    // q = -W x with many x = 0: those rows have lambda = 0 and w = 0 both
    static problem p;
    random_state = 7;
    for (int k = 0; k < 20; k++) {
        unbounded_above(&p, 4 + 2 * k);
        random_matrix(&p, k % 2 ? 1e6 : 10.0, 0);
        for (int i = 0; i < p.n; i++)
            for (int j = 0; j < p.n; j += 3)
                p.q[i] -= p.W[i * p.n + j];
        check_all_methods(&p, k % 2 ? 1e-8 : 1e-13); // cond x 1e-16, margin 40
    }
    check_oracle_answers(20);
}

TEST(duplicate_rows_share_the_load) {
    // two contacts in one place: W has rank 1, their sum carries q
    static problem p;
    unbounded_above(&p, 2);
    memcpy(p.W, (double[]){1, 1, 1, 1}, 4 * sizeof(double));
    p.q[0] = p.q[1] = -3.0;
    check_all_methods(&p, 1e-15);
    CHECK_NEAR(p.lambda[0] + p.lambda[1], 3.0, 1e-15);
    // different gaps: the deeper one carries all
    p.q[1] = -5.0;
    check_all_methods(&p, 1e-15);
    CHECK_NEAR(p.lambda[0], 0.0, 0.0);
    CHECK_NEAR(p.lambda[1], 5.0, 1e-15);
}

TEST(a_table_on_many_legs_stands) {
    // 9 contacts on a plate of 3 degrees of freedom: heave and two tilts; the load is off centre
    static problem p;
    unbounded_above(&p, 9);
    for (int i = 0; i < 9; i++) {
        double xi = i % 3 - 1, yi = i / 3 - 1;
        for (int j = 0; j < 9; j++)
            p.W[i * 9 + j] = 1.0 + 3.0 * xi * (j % 3 - 1) + 3.0 * yi * (j / 3 - 1);
        p.q[i] = -(1.0 + 0.9 * xi + 0.3 * yi);
    }
    check_all_methods(&p, 1e-13);
    double sum = 0.0, moment = 0.0;
    for (int i = 0; i < 9; i++) {
        sum += p.lambda[i];
        moment += p.lambda[i] * (i % 3 - 1);
    }
    CHECK_NEAR(sum, 1.0, 1e-13);
    CHECK_NEAR(moment, 0.3, 1e-13);
}

TEST(zero_rows_of_W_are_solved_when_they_can_be) {
    static problem p;
    unbounded_above(&p, 3);
    p.W[0] = 2.0;
    p.q[0] = -4.0;
    p.q[1] = 0.0; // anything will do
    p.q[2] = -1.0;
    p.upper[2] = 7.0; // w = -1 is right at the upper bound
    check_all_methods(&p, 1e-15);
    CHECK_NEAR(p.lambda[0], 2.0, 1e-15);
    CHECK_NEAR(p.lambda[2], 7.0, 0.0);
}

TEST(redundant_equalities_are_solved_and_contradicting_ones_reported) {
    static problem p;
    unbounded_above(&p, 3);
    memcpy(p.W, (double[]){2, 2, 1, 2, 2, 1, 1, 1, 3}, 9 * sizeof(double));
    p.lower[0] = p.lower[1] = -INFINITY;
    p.q[0] = p.q[1] = 4.0;
    p.q[2] = -2.0;
    check_all_methods(&p, 1e-14);
    // 2 s + t = -4, s + 3 t = 2 with s = lambda_0 + lambda_1
    CHECK_NEAR(p.lambda[0] + p.lambda[1], -2.8, 1e-14);
    CHECK_NEAR(p.lambda[2], 1.6, 1e-14);
    p.q[1] = 5.0;
    rv_lcp_result result = solve_cold(rv_lcp_solve, &p);
    CHECK(result.status == RV_LCP_RAY && result.residual > 1e-10);
}

// a stack of blocks, contact i under block i: w_i = v_i - v_(i-1)
static void stack(problem* p, int n, const double* mass) {
    unbounded_above(p, n);
    for (int i = 0; i < n; i++) {
        p->W[i * n + i] = 1.0 / mass[i] + (i > 0 ? 1.0 / mass[i - 1] : 0.0);
        if (i > 0)
            p->W[i * n + i - 1] = p->W[(i - 1) * n + i] = -1.0 / mass[i - 1];
    }
    p->q[0] = -1.0; // the ground does not fall, the blocks do
}

TEST(stacks_with_mass_ratios_up_to_1e12_carry_the_weight_above) {
    static problem p;
    for (int heavy_on_top = 0; heavy_on_top < 2; heavy_on_top++)
        for (double ratio = 1.0; ratio <= 1e12; ratio *= 1e3) {
            double mass[10], above = 0.0;
            for (int i = 0; i < 10; i++)
                mass[i] = pow(ratio, (heavy_on_top ? i : 9 - i) / 9.0);
            stack(&p, 10, mass);
            CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
            // W alone, as entries rounded to double, moves the answer by ratio x 1e-16 when the
            // heavy ones are on top: 1/m_light swamps 1/m_heavy
            double tolerance = heavy_on_top ? 1e-14 + ratio * 1e-15 : 1e-14;
            for (int i = 9; i >= 0; i--) {
                above += mass[i];
                CHECK_NEAR(p.lambda[i] / above, 1.0, tolerance);
            }
            CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_SOLVED);
            CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-13);
        }
}

TEST(scaling_a_row_by_1e6_changes_nothing_but_the_unit) {
    // D W D with D to 1e6, condition number 1e12 by scale alone
    static problem p, scaled;
    double D[N_MAX];
    random_state = 8;
    unbounded_above(&p, 30);
    random_matrix(&p, 100.0, 0);
    for (int i = 0; i < p.n; i++)
        p.q[i] = random_signed();
    scaled = p;
    for (int i = 0; i < p.n; i++)
        D[i] = pow(10.0, 6.0 * random_signed());
    for (int i = 0; i < p.n; i++) {
        scaled.q[i] *= D[i];
        for (int j = 0; j < p.n; j++)
            scaled.W[i * p.n + j] *= D[i] * D[j];
    }
    solver* methods[] = {rv_lcp_pivot, rv_lcp_lemke};
    for (int k = 0; k < 2; k++) {
        CHECK(solve_cold(methods[k], &p).status == RV_LCP_SOLVED);
        CHECK(solve_cold(methods[k], &scaled).status == RV_LCP_SOLVED);
        for (int i = 0; i < p.n; i++) // cond 100 x rounding of products
            CHECK_NEAR(scaled.lambda[i] * D[i], p.lambda[i], 1e-11);
    }
}

// --- no solution, bad input ----------------------------------------------------------------------

TEST(infeasible_problems_are_reported_by_every_method) {
    // two blocks pressed from both sides by walls that approach: w_0 + w_1 = -2 whatever lambda is
    static problem p;
    unbounded_above(&p, 2);
    memcpy(p.W, (double[]){1, -1, -1, 1}, 4 * sizeof(double));
    p.q[0] = p.q[1] = -1.0;
    solver* methods[] = {rv_lcp_pivot, rv_lcp_newton, rv_lcp_lemke, rv_lcp_solve};
    for (int k = 0; k < 4; k++) {
        rv_lcp_result result = solve_cold(methods[k], &p);
        CHECK(result.status == RV_LCP_RAY || (k == 1 && result.status == RV_LCP_CAPPED));
        CHECK(result.residual > 1e-10);
        CHECK(isfinite(p.lambda[0]) && isfinite(p.lambda[1]));
    }
    // a row that nothing can push
    memset(p.W, 0, 4 * sizeof(double));
    CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_RAY);
}

TEST(random_infeasible_problems_end) {
    // semidefinite W, q with a part outside its range that points the wrong way
    static problem p;
    random_state = 12;
    for (int k = 0; k < 20; k++) {
        unbounded_above(&p, 4 + k);
        random_matrix(&p, 10.0, 2);
        for (int i = 0; i < p.n; i++) {
            // one more row, minus the sum of the others, makes the row sums vanish
            p.W[i * p.n + p.n - 1] = 0.0;
            for (int j = 0; j < p.n - 1; j++)
                p.W[i * p.n + p.n - 1] -= p.W[i * p.n + j];
        }
        for (int j = 0; j < p.n; j++) {
            p.W[(p.n - 1) * p.n + j] = 0.0;
            for (int i = 0; i < p.n - 1; i++)
                p.W[(p.n - 1) * p.n + j] -= p.W[i * p.n + j];
        }
        for (int i = 0; i < p.n; i++)
            p.q[i] = -0.1 - fabs(random_signed()); // sum of w = sum of q < 0
        rv_lcp_result result = solve_cold(rv_lcp_solve, &p);
        CHECK(result.status == RV_LCP_RAY || result.status == RV_LCP_CAPPED);
        CHECK(result.residual > 1e-10);
    }
}

TEST(indefinite_matrices_end_with_a_true_status) {
    // outside what pivoting is for: it may cycle, and there may be no solution
    static problem p;
    random_state = 19;
    for (int k = 0; k < 40; k++) {
        unbounded_above(&p, 2 + k % 10);
        for (int i = 0; i < p.n; i++) {
            p.q[i] = random_signed();
            for (int j = 0; j <= i; j++)
                p.W[i * p.n + j] = p.W[j * p.n + i] = random_signed();
        }
        solver* methods[] = {rv_lcp_pivot, rv_lcp_solve};
        for (int m = 0; m < 2; m++) {
            rv_lcp_result result = solve_cold(methods[m], &p);
            bool solved = residual_at(&p, p.lambda) <= 1e-10;
            CHECK((result.status == RV_LCP_SOLVED) == solved);
        }
    }
}

TEST(the_iteration_cap_is_kept_and_reported) {
    static problem p;
    random_state = 13;
    unbounded_above(&p, 40);
    random_matrix(&p, 1e4, 0);
    for (int i = 0; i < p.n; i++)
        p.q[i] = random_signed();
    rv_lcp lcp = view(&p);
    lcp.iteration_cap = 1;
    scratch s = scratch_make(p.n, 0);
    memset(p.state, -1, sizeof p.state);
    rv_lcp_result result = rv_lcp_pivot(&lcp, p.lambda, p.state, s.arena);
    CHECK(result.status == RV_LCP_CAPPED && result.iterations == 1 && result.residual > 1e-10);
    // Lemke adds the one step of its polish
    result = rv_lcp_lemke(&lcp, p.lambda, p.state, s.arena);
    CHECK(result.status == RV_LCP_CAPPED && result.iterations == 2 && result.residual > 1e-10);
    free(s.block);
}

// all solvers refuse `lcp` and leave lambda alone
static void check_refused(const rv_lcp* lcp) {
    solver* methods[] = {rv_lcp_pivot, rv_lcp_newton, rv_lcp_lemke, rv_lcp_solve};
    double lambda[2] = {0.25, 0.5};
    int8_t state[2] = {1, 1};
    scratch s = scratch_make(2, 1);
    for (int k = 0; k < 4; k++) {
        rv_lcp_result result = methods[k](lcp, lambda, state, s.arena);
        CHECK(result.status == RV_LCP_BAD_INPUT && result.residual == INFINITY);
        CHECK(lambda[0] == 0.25 && lambda[1] == 0.5 && state[0] == 1);
    }
    CHECK(rv_lcp_residual(lcp, lambda, s.arena) == INFINITY);
    free(s.block);
}

TEST(bad_input_is_refused_and_nothing_is_written) {
    static problem p;
    unbounded_above(&p, 2);
    p.W[0] = p.W[3] = 1.0;
    add_term(&p, 1, 0, 0.0, 0.0);
    const rv_lcp good = view(&p);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        problem broken = p;
        rv_lcp lcp = view(&broken);
        broken.W[1] = bad[k];
        check_refused(&lcp);
        broken.W[1] = 0.0;
        broken.q[1] = bad[k];
        check_refused(&lcp);
        broken.q[1] = 0.0;
        broken.terms[0].upper = bad[k];
        check_refused(&lcp);
    }
    rv_lcp lcp = good;
    lcp.lower = (double[]){0.0, NAN};
    check_refused(&lcp);
    lcp.lower = (double[]){INFINITY, 0.0};
    check_refused(&lcp);
    lcp.lower = (double[]){2.0, 0.0};
    lcp.upper = (double[]){1.0, 1.0}; // crossed
    check_refused(&lcp);
    lcp = good;
    lcp.upper = (double[]){1.0, -INFINITY};
    check_refused(&lcp);
    lcp = good;
    lcp.terms = &(rv_lcp_term){1, 2, 0.0, 1.0};
    check_refused(&lcp);
    lcp.terms = &(rv_lcp_term){-1, 0, 0.0, 1.0};
    check_refused(&lcp);
    lcp.terms = NULL;
    check_refused(&lcp);
    lcp = good;
    lcp.n = -1;
    check_refused(&lcp);
    lcp.n = RV_LCP_ROWS_MAX + 1;
    check_refused(&lcp);
    lcp = good;
    lcp.W = NULL;
    check_refused(&lcp);
    check_refused(NULL);
}

TEST(the_scratch_size_is_enough_and_less_is_refused) {
    CHECK(rv_lcp_scratch_bytes(-1, 0) == 0 && rv_lcp_scratch_bytes(3, -1) == 0);
    CHECK(rv_lcp_scratch_bytes(RV_LCP_ROWS_MAX + 1, 0) == 0);
    static problem p;
    random_state = 14;
    unbounded_above(&p, 12);
    random_matrix(&p, 100.0, 0);
    for (int i = 0; i < p.n; i++) {
        p.q[i] = random_signed();
        p.upper[i] = 0.5;
    }
    for (int i = 1; i < p.n; i++)
        add_friction(&p, i, 0, 0.3);
    CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_SOLVED);
    // every smaller block, misaligned too: an answer or a refusal, no overrun
    rv_lcp lcp = view(&p);
    size_t enough = rv_lcp_scratch_bytes(p.n, p.term_count);
    char* block = malloc(enough + 1);
    for (size_t bytes = 0; bytes < enough; bytes += 7) {
        char* start = block + 1 + (enough - bytes);
        rv_lcp_status status =
            rv_lcp_solve(&lcp, p.lambda, p.state, rv_arena_make(start, bytes)).status;
        CHECK(status == RV_LCP_SOLVED || status == RV_LCP_BAD_INPUT);
        rv_lcp plain = lcp;
        plain.term_count = 0;
        status = rv_lcp_pivot(&plain, p.lambda, p.state, rv_arena_make(start, bytes)).status;
        CHECK(status == RV_LCP_SOLVED || status == RV_LCP_BAD_INPUT);
    }
    free(block);
}

TEST(an_empty_problem_is_solved) {
    rv_lcp lcp = {0};
    rv_lcp_result result = rv_lcp_solve(&lcp, NULL, NULL, (rv_arena){0});
    CHECK(result.status == RV_LCP_SOLVED && result.iterations == 0 && result.residual == 0.0);
}

// --- starts, determinism, residual ---------------------------------------------------------------

TEST(any_start_leads_to_the_same_bits) {
    // the free rows are solved in index order, so the answer does not depend on the way to it
    static problem p, first;
    random_state = 15;
    unbounded_above(&p, 60);
    random_matrix(&p, 1e4, 0);
    for (int i = 0; i < p.n; i++) {
        p.q[i] = random_signed();
        p.upper[i] = 1.0;
    }
    CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
    first = p;
    for (int k = 0; k < 20; k++) {
        for (int i = 0; i < p.n; i++) {
            p.state[i] = (int8_t)(100.0 * random_signed());
            p.lambda[i] = NAN;
        }
        CHECK(solve_with(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
        CHECK(memcmp(p.lambda, first.lambda, sizeof p.lambda) == 0);
        CHECK(memcmp(p.state, first.state, sizeof p.state) == 0);
    }
}

TEST(a_warm_start_takes_one_iteration_and_a_small_change_few) {
    static problem p;
    random_state = 16;
    unbounded_above(&p, 80);
    random_matrix(&p, 1e4, 0);
    for (int i = 0; i < p.n; i++)
        p.q[i] = random_signed();
    CHECK(solve_cold(rv_lcp_pivot, &p).iterations <= 20);
    CHECK(solve_with(rv_lcp_pivot, &p).iterations == 1);
    // read off lambda instead of the states
    rv_lcp lcp = view(&p);
    scratch s = scratch_make(p.n, 0);
    CHECK(rv_lcp_pivot(&lcp, p.lambda, NULL, s.arena).iterations == 1);
    free(s.block);
    for (int i = 0; i < p.n; i++)
        p.q[i] += 1e-4 * random_signed();
    CHECK(solve_with(rv_lcp_pivot, &p).iterations <= 5);
}

TEST(lemke_is_deterministic) {
    static problem p, again;
    random_state = 17;
    unbounded_above(&p, 40);
    random_matrix(&p, 1e4, 10);
    solvable_q(&p);
    again = p;
    rv_lcp_result a = solve_cold(rv_lcp_lemke, &p), b = solve_cold(rv_lcp_lemke, &again);
    CHECK(a.iterations == b.iterations && a.residual == b.residual);
    CHECK(memcmp(p.lambda, again.lambda, sizeof p.lambda) == 0);
}

TEST(the_residual_is_the_relative_distance_to_the_natural_map) {
    // W = 2, q = -4: solution 2. At lambda = 1: w = -2, r = 2, s = 4 + 2 + 2
    static problem p;
    unbounded_above(&p, 1);
    p.W[0] = 2.0;
    p.q[0] = -4.0;
    CHECK_NEAR(residual_at(&p, (double[]){1.0}), 0.25, 1e-16);
    CHECK_NEAR(residual_at(&p, (double[]){2.0}), 0.0, 0.0);
    // outside its bounds by 1: r = d 1, s = 4 + 2 + 2 + 0
    p.q[0] = 4.0;
    CHECK_NEAR(residual_at(&p, (double[]){-1.0}), 0.25, 1e-16);
    CHECK(residual_at(&p, (double[]){NAN}) == INFINITY);
    CHECK(residual_at(&p, (double[]){INFINITY}) == INFINITY);
}
