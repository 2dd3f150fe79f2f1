// The cone solver against Siconos (Acary et al.): nonlinear Gauss-Seidel on the same random
// contacts of rigid bodies. Both answers are judged by one residual that is neither's own,
// coulomb_error. With Coulomb's law several solutions can exist: where both are solutions,
// velocities and impulses are compared, and those that differ are counted.
#include "cone_problem.h"

#ifdef RV_TEST_SICONOS
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>

static void siconos_solve(const problem* p, double* lambda) {
    size_t n = (size_t)p->n;
    double *columns = malloc(n * n * sizeof(double)), *q = malloc(n * sizeof(double));
    double *mu = malloc((size_t)p->cone_count * sizeof(double)), *w = calloc(n, sizeof(double));
    memcpy(columns, p->W, n * n * sizeof(double)); // symmetric
    memcpy(q, p->q, n * sizeof(double));
    for (int c = 0; c < p->cone_count; c++)
        mu[c] = p->cones[c].friction;
    NumericsMatrix* M = NM_create_from_data(NM_DENSE, p->n, p->n, columns);
    FrictionContactProblem* contacts =
        frictionContactProblem_new_with_data(3, p->cone_count, M, q, mu);
    SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    options->dparam[SICONOS_DPARAM_TOL] = 1e-13;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 3000;
    memset(lambda, 0, n * sizeof(double));
    fc3d_driver(contacts, lambda, w, options);
    solver_options_delete(options);
    free(options);
    frictionContactProblem_free(contacts); // with M, q and mu
    free(w);
}

typedef struct tally {
    int ours, siconos; // solved to 1e-8, by the common residual
    int exact;         // by both to 1e-11: only these can be compared to 1e-8
    int same_velocity, same_impulse;
    int other; // exact both, and far apart: another solution
} tally;

// |W (a - b)| / |q| and |a - b| / |a|, largest entries
static void differences(const problem* p, const double* a, const double* b, double out[2]) {
    double velocity = 0.0, impulse = 0.0, size[2] = {0};
    for (int i = 0; i < p->n; i++) {
        double w = 0.0;
        for (int j = 0; j < p->n; j++)
            w += p->W[i * p->n + j] * (a[j] - b[j]);
        velocity = fmax(velocity, fabs(w));
        impulse = fmax(impulse, fabs(a[i] - b[i]));
        size[0] = fmax(size[0], fabs(p->q[i]));
        size[1] = fmax(size[1], fabs(a[i]));
    }
    out[0] = velocity / size[0];
    out[1] = size[1] > 0.0 ? impulse / size[1] : impulse;
}

static void compare_one(tally* t, const problem* p, const double* reference) {
    double difference[2];
    double ours = coulomb_error(p, p->lambda), theirs = coulomb_error(p, reference);
    t->ours += ours <= 1e-8;
    t->siconos += theirs <= 1e-8;
    if (ours > 1e-11 || theirs > 1e-11)
        return;
    differences(p, p->lambda, reference, difference);
    t->exact++;
    t->same_velocity += difference[0] <= 1e-8;
    t->same_impulse += difference[1] <= 1e-8;
    t->other += difference[0] > 1e-4;
}

static tally compare(int count, double friction, double share) {
    static problem p;
    static double reference[ROWS_MAX];
    tally t = {0};
    for (int k = 0; k < count; k++) {
        random_bodies(&p, 1 + k % 30, friction, share);
        p.tolerance = 1e-13; // so that what is left is conditioning
        solve_cold(rv_cone_solve, &p);
        CHECK_NEAR(outside(&p, p.lambda), 0.0, 1e-15);
        siconos_solve(&p, reference);
        compare_one(&t, &p, reference);
    }
    printf(
        "  of %d: solved by us %d, by Siconos %d; exact by both %d, of these the same velocities "
        "%d, the same impulses %d, another solution %d\n",
        count, t.ours, t.siconos, t.exact, t.same_velocity, t.same_impulse, t.other);
    return t;
}

TEST(two_hundred_random_problems_agree_with_siconos) {
    // W definite by 1 % of its diagonal. There is nothing between the same and another solution.
    random_state = 21;
    tally t = compare(200, 1.5, 1e-2);
    CHECK(t.ours >= 198);
    CHECK(t.exact >= 150);
    CHECK(t.same_velocity + t.other == t.exact);
    CHECK(t.same_velocity >= 140);
    CHECK(t.same_impulse >= 140);
}

TEST(redundant_contacts_agree_with_siconos_in_their_velocities) {
    // up to 30 contacts on few bodies, W singular but for 1e-8 of its diagonal: how they share the
    // load is known only to what is left of the velocities divided by that
    random_state = 22;
    tally t = compare(200, 0.7, 1e-8);
    CHECK(t.ours >= 190);
    CHECK(t.exact >= 120);
    CHECK(t.same_velocity + t.other == t.exact);
    CHECK(t.same_velocity >= 110);
}

#else

TEST(there_is_no_siconos_here) {
    CHECK(true);
}

#endif
