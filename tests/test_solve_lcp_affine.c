// The complementarity solvers with bounds that are affine in other multipliers (friction, capstans)
// and with nonsymmetric matrices: hand-derived answers, Siconos, and the residual. Constant bounds
// are in test_solve_lcp.c.
#include "lcp_problem.h"

// every method that takes terms must give the same answer for these small ones
static void check_affine(problem* p, const double* expected) {
    solver* methods[] = {rv_lcp_newton, rv_lcp_lemke, rv_lcp_solve};
    for (int k = 0; k < 3; k++) {
        rv_lcp_result result = solve_cold(methods[k], p);
        CHECK(result.status == RV_LCP_SOLVED);
        CHECK_NEAR(result.residual, 0.0, 1e-14);
        for (int i = 0; i < p->n; i++)
            CHECK_NEAR(p->lambda[i], expected[i], 1e-14 * (1.0 + fabs(expected[i])));
    }
}

TEST(a_block_on_a_slope_sticks_below_the_friction_angle_and_slips_above) {
    // impulses over h = 1: mass m, normal velocity -g cos a, tangential g sin a
    static problem p;
    const double m = 2.0, g = 9.81, mu = 0.5;
    for (double angle = 0.05; angle < 1.5; angle += 0.1) {
        unbounded_above(&p, 2);
        p.W[0] = p.W[3] = 1.0 / m;
        p.q[0] = -g * cos(angle);
        p.q[1] = g * sin(angle);
        add_friction(&p, 1, 0, mu);
        double normal = m * g * cos(angle);
        bool sticks = tan(angle) <= mu;
        check_affine(&p, (double[]){normal, sticks ? -m * g * sin(angle) : -mu * normal});
        CHECK(p.state[1] == (sticks ? 0 : -1));
    }
}

TEST(slip_feeds_back_on_the_normal_force) {
    // a contact off the centre of mass: W = [a b; b c]; slipping at t = -mu n needs
    // n = -q_n / (a - mu b)
    static problem p;
    const double a = 2.0, b = 0.8, c = 1.5, mu = 0.4, fall = -3.0, slide = 20.0;
    unbounded_above(&p, 2);
    memcpy(p.W, (double[]){a, b, b, c}, 4 * sizeof(double));
    p.q[0] = fall;
    p.q[1] = slide;
    add_friction(&p, 1, 0, mu);
    double normal = -fall / (a - mu * b);
    check_affine(&p, (double[]){normal, -mu * normal});
    // an open contact has no friction, whatever slides
    p.q[0] = 1.0;
    check_affine(&p, (double[]){0.0, 0.0});
}

TEST(a_rope_over_a_fixed_pulley_sticks_or_slips_by_the_capstan_ratio) {
    // masses m1, m2 on both sides, tensions T1 = T2 + f and T2, ratio r = e^(mu theta).
    //   length row: w_0 = -(v1 + v2), slip row: w_1 = -v1, v = g - T / m (impulses over 1 s)
    //   stick: T = m g each; slip towards 1: T1 = r T2, T2 (r / m1 + 1 / m2) = 2 g
    static problem p;
    const double g = 9.81, r = exp(0.2 * 3.14159265358979), m2 = 1.0;
    for (double m1 = 0.2; m1 < 5.0; m1 += 0.3) {
        unbounded_above(&p, 2);
        memcpy(p.W, (double[]){1 / m1 + 1 / m2, 1 / m1, 1 / m1, 1 / m1}, 4 * sizeof(double));
        p.q[0] = -2.0 * g;
        p.q[1] = -g;
        p.upper[1] = 0.0;
        add_term(&p, 1, 0, 1.0 / r - 1.0, r - 1.0);
        double ratio = fmin(fmax(m1 / m2, 1.0 / r), r);
        double T2 = ratio == m1 / m2 ? m2 * g : 2.0 * g / (ratio / m1 + 1.0 / m2);
        check_affine(&p, (double[]){T2, (ratio - 1.0) * T2});
    }
}

TEST(tensions_that_bound_each_other_from_above_are_solved) {
    // T1 <= r T2 and T2 <= r T1 as they stand: a cycle of bounds, row i pulls with w_i = T_i -
    // pull_i. T = pull while the ratio allows, else T1 = r T2 with w_2 = 0. But T = 0, both
    // "slipping", also solves it: one row for the difference f = T1 - T2, as above, is the better
    // model.
    static problem p;
    const double r = 1.5;
    unbounded_above(&p, 2);
    p.W[0] = p.W[3] = 1.0;
    p.q[1] = -1.8;
    p.lower[0] = p.lower[1] = -INFINITY;
    p.upper[0] = p.upper[1] = 0.0;
    add_term(&p, 0, 1, 0.0, r);
    add_term(&p, 1, 0, 0.0, r);
    for (int slips = 0; slips < 2; slips++) {
        p.q[0] = slips ? -9.0 : -2.0;
        CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_SOLVED);
        // the start decides among solutions
        p.state[0] = slips ? 1 : 0;
        p.state[1] = 0;
        CHECK(solve_with(rv_lcp_solve, &p).iterations == 1);
        CHECK_NEAR(p.lambda[0], slips ? r * 1.8 : 2.0, 1e-15);
        CHECK_NEAR(p.lambda[1], 1.8, 1e-15);
        CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-15);
    }
    // without friction the two bounds are one equation: I - C is singular
    p.terms[0].upper = p.terms[1].upper = 1.0;
    CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_BAD_INPUT);
}

TEST(random_friction_problems_agree_with_siconos) {
    // contacts with one or two friction rows, mu to 0.4; the answer is unique for small mu
    static problem p;
    random_state = 9;
    for (int k = 0; k < 60; k++) {
        int per_contact = 2 + k % 2, contacts = 1 + k / 2;
        unbounded_above(&p, contacts * per_contact > 60 ? 60 : contacts * per_contact);
        random_matrix(&p, 30.0, 0);
        for (int i = 0; i < p.n; i++) {
            p.q[i] = random_signed();
            if (i % per_contact == 0)
                p.q[i] -= 0.5;
            else
                add_friction(&p, i, i - i % per_contact, 0.2 + 0.2 * fabs(random_signed()));
        }
        check_all_methods(&p, 1e-12);
    }
    check_oracle_answers(50);
}

TEST(a_rope_over_many_sheaves_with_friction_is_solved) {
    // row 0 is the tension at the free end; f_k is what sheave k adds, bounded by the tension
    // before it, T_(k-1) = lambda_0 + f_1 + ... + f_(k-1): bounds that refer to bounded rows in a
    // chain
    static problem p;
    random_state = 10;
    for (int k = 0; k < 40; k++) {
        int n = 2 + k % 20;
        unbounded_above(&p, n);
        random_matrix(&p, 100.0, 0);
        p.q[0] = -3.0 + random_signed();
        for (int i = 1; i < n; i++) {
            double r = exp(0.3 * fabs(random_signed()));
            p.q[i] = random_signed();
            p.upper[i] = 0.0;
            for (int j = 0; j < i && p.term_count < TERMS_MAX; j++)
                add_term(&p, i, j, 1.0 / r - 1.0, r - 1.0);
        }
        CHECK(solve_cold(rv_lcp_lemke, &p).status == RV_LCP_SOLVED);
        CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-13);
        CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
        CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-13);
        CHECK(solve_with(rv_lcp_solve, &p).iterations == 1);
    }
}

// row of the Jacobian: contact at the foot (height -1/2) or head (1/2) of a unit cube, along `axis`
static void cube_row(double J[6], int corner, double height, int axis, double sign) {
    const double r[3] = {corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, height};
    int next = (axis + 1) % 3, last = (axis + 2) % 3;
    J[axis] += sign;
    J[3 + next] += sign * r[last]; // r x e_axis
    J[3 + last] -= sign * r[next];
}

// A tower of cubes, four contacts under each, `per_contact` rows (normal, then friction): of the 12
// rows of a cube only 6 are independent. w = J v with v after one step of gravity and a push.
static void tower(problem* p, int cubes, int per_contact, const double* mass, double push) {
    static double J[N_MAX][6 * N_MAX / 4];
    int n = 4 * cubes * per_contact, dofs = 6 * cubes;
    double v[6 * N_MAX / 4] = {0}, inverse_mass[6 * N_MAX / 4];
    unbounded_above(p, n);
    memset(J, 0, sizeof J);
    for (int k = 0; k < dofs; k++) {
        inverse_mass[k] = (k % 6 < 3 ? 1.0 : 6.0) / mass[k / 6]; // a cube's inertia is m / 6
        v[k] = push * random_signed() - (k % 6 == 2 ? 1.0 : 0.0);
    }
    for (int i = 0; i < n; i++) {
        int cube = i / (4 * per_contact), corner = i / per_contact % 4;
        int axis = i % per_contact == 0 ? 2 : i % per_contact - 1;
        cube_row(J[i] + 6 * cube, corner, -0.5, axis, 1.0);
        if (cube > 0)
            cube_row(J[i] + 6 * cube - 6, corner, 0.5, axis, -1.0);
        if (axis != 2)
            add_friction(p, i, i - i % per_contact, 0.5);
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < dofs; k++) {
            p->q[i] += J[i][k] * v[k];
            for (int j = 0; j < n; j++)
                p->W[i * n + j] += J[i][k] * inverse_mass[k] * J[j][k];
        }
}

TEST(towers_of_cubes_on_redundant_contacts_stand_and_topple) {
    static problem p;
    random_state = 18;
    for (int k = 0; k < 24; k++) {
        int per_contact = k % 2 ? 3 : 1, cubes = 1 + k / 2 % (per_contact == 3 ? 8 : 12);
        double mass[N_MAX / 4], push = k < 12 ? 0.0 : 0.3, above = 0.0;
        for (int b = 0; b < cubes; b++)
            mass[b] = pow(10.0, k % 3 * random_signed());
        tower(&p, cubes, per_contact, mass, push);
        CHECK(solve_cold(rv_lcp_solve, &p).status == RV_LCP_SOLVED);
        CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-11); // mass ratio 1e4, twice over
        // at rest each level carries the weight above it
        for (int b = cubes - 1; b >= 0 && push == 0.0; b--) {
            double carried = 0.0;
            above += mass[b];
            for (int c = 0; c < 4; c++)
                carried += p.lambda[(4 * b + c) * per_contact];
            CHECK_NEAR(carried / above, 1.0, 1e-9);
        }
    }
}

TEST(nonsymmetric_problems_go_to_lemke_or_newton) {
    // a gyroscopic part on top of a definite one: still one solution for every q
    static problem p;
    random_state = 11;
    for (int k = 0; k < 20; k++) {
        unbounded_above(&p, 3 + k);
        random_matrix(&p, 100.0, 0);
        for (int i = 0; i < p.n; i++) {
            p.q[i] = random_signed();
            for (int j = 0; j < i; j++) {
                double turn = 0.3 * random_signed();
                p.W[i * p.n + j] += turn;
                p.W[j * p.n + i] -= turn;
            }
        }
        solver* methods[] = {rv_lcp_lemke, rv_lcp_solve};
        double reference[N_MAX];
        bool has_reference = oracle_solve(&p, reference);
        for (int m = 0; m < 2; m++) {
            CHECK(solve_cold(methods[m], &p).status == RV_LCP_SOLVED);
            CHECK_NEAR(residual_at(&p, p.lambda), 0.0, 1e-13);
            if (has_reference)
                CHECK_NEAR(disagreement(&p, reference), 0.0, 1e-12); // cond 100
        }
    }
    check_oracle_answers(20);
}
