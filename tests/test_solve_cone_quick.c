// The cone solver within a cost: against the thorough one, and what it leaves when that is too little.
#include "cone_problem.h"

enum { PLENTY = 1000000000 };

static rv_cone_result solve_quickly(problem* p, long* work) {
    rv_cone_problem cones = view(p);
    cones.newton_cap = 30;
    size_t bytes = rv_cone_quick_bytes(p->n);
    void* block = malloc(bytes);
    rv_cone_result result = rv_cone_quick(&cones, p->lambda, work, rv_arena_make(block, bytes));
    free(block);
    return result;
}

// points of an elastic thing, each coupled to its neighbours: W = a chain of springs, inverted by its
// Green's function, in three axes; pressed in and dragged along
static void lay_points(problem* p, int points, double friction, double drag) {
    start_problem(p);
    p->cone_count = points;
    p->n = 3 * points;
    for (int i = 0; i < p->n; i++)
        for (int j = 0; j < p->n; j++) {
            double near = exp(-0.4 * fabs((double)(i / 3 - j / 3)));
            p->W[i * p->n + j] = i % 3 == j % 3 ? near : 0.1 * near * (i % 3 + j % 3 == 1);
        }
    for (int c = 0; c < points; c++) {
        p->cones[c] = (rv_cone){.first = 3 * c, .friction = friction};
        p->q[3 * c] = -1.0 + 0.15 * (c % 9);
        p->q[3 * c + 1] = drag;
        p->q[3 * c + 2] = 0.1 * drag * (c % 3);
    }
}

TEST(with_plenty_of_work_it_finds_what_the_thorough_solver_finds) {
    static problem p;
    static double exact[ROWS_MAX];
    for (int k = 0; k < 12; k++) {
        lay_points(&p, 4 + 2 * k, 0.1 + 0.05 * k, 0.05 * (k % 5));
        CHECK(solve_cold(rv_cone_solve, &p).solved);
        memcpy(exact, p.lambda, sizeof exact);
        // from 3 % off
        for (int i = 0; i < p.n; i++)
            p.lambda[i] *= 1.0 + 0.03 * (i % 3 - 1);
        long work = PLENTY;
        rv_cone_result result = solve_quickly(&p, &work);
        CHECK(result.solved && work > 0 && work < PLENTY);
        for (int i = 0; i < p.n; i++)
            CHECK_NEAR(p.lambda[i], exact[i], 1e-7); // condition 1e3 times the tolerance of 1e-10
    }
}

TEST(with_too_little_work_it_keeps_its_start_within_the_cones) {
    static problem p;
    lay_points(&p, 20, 0.3, 0.2);
    for (int i = 0; i < p.n; i++)
        p.lambda[i] = 1.0;
    long work = 1000; // less than a look
    rv_cone_result result = solve_quickly(&p, &work);
    CHECK(!result.solved && result.iterations == 0);
    for (int c = 0; c < p.cone_count; c++) {
        const double* f = p.lambda + 3 * c;
        CHECK(f[0] == 1.0);
        CHECK_NEAR(sqrt(f[1] * f[1] + f[2] * f[2]), 0.3, 1e-15);
    }
}

TEST(work_is_counted_and_bounds_the_steps) {
    static problem p;
    int before = 0;
    for (long given = 20000; given <= 320000; given *= 2) {
        lay_points(&p, 30, 0.3, 0.2);
        long work = given;
        rv_cone_result result = solve_quickly(&p, &work);
        // the last look may be more than was left
        CHECK(work >= -(long)p.n * p.n && work < given);
        CHECK(result.iterations >= before);
        before = result.iterations;
    }
    CHECK(before > 1);
}

TEST(rows_without_bounds_are_held) {
    static problem p;
    lay_points(&p, 6, 0.3, 0.1);
    // the last point is held in three rows
    p.cone_count = 5;
    p.box_count = 3;
    long work = PLENTY;
    rv_cone_result result = solve_quickly(&p, &work);
    CHECK(result.solved);
    for (int i = 15; i < 18; i++) {
        double w = p.q[i];
        for (int j = 0; j < p.n; j++)
            w += p.W[i * p.n + j] * p.lambda[j];
        CHECK_NEAR(w, 0.0, 1e-10);
    }
}
