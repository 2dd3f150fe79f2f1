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

TEST(free_rods_of_every_length_agree_with_a_dense_solution) {
    for (int n = 2; n <= 40; n++) {
        rod_problem* t = problem_make(n, (uint64_t)n);
        check_exact(t);
        problem_free(t);
    }
}

TEST(free_rods_that_cannot_stretch_agree_with_a_dense_solution) {
    for (int n = 2; n <= 40; n++) {
        rod_problem* t = problem_make(n, (uint64_t)n);
        t->sigma_high = 0.0;
        check_exact(t);
        problem_free(t);
    }
}

TEST(rods_with_prescribed_ends_agree_with_a_dense_solution) {
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

TEST(rods_with_prescribed_vertices_anywhere_agree_with_a_dense_solution) {
    for (int trial = 0; trial < 200; trial++) {
        rod_problem* t = problem_make(3 + trial % 28, (uint64_t)trial + 1000);
        for (int i = 0; i < t->n; i++)
            t->prescribed[i] = random_in(&t->random, 0.0, 1.0) < 0.2;
        t->sigma_high = trial % 2 == 0 ? 0.0 : 1e-2;
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

// --- extra pairs ---

static void prescribe_some(rod_problem* t, double part) {
    for (int i = 0; i < t->n; i++)
        t->prescribed[i] = random_in(&t->random, 0.0, 1.0) < part;
}

static void prescribe_ends(rod_problem* t, int ends) {
    t->prescribed[0] = t->prescribed[1] = ends & 1;
    t->prescribed[t->n - 2] = t->prescribed[t->n - 1] = (ends & 2) != 0;
}

TEST(random_pairs_agree_with_a_dense_solution) {
    for (int trial = 0; trial < 300; trial++) {
        rod_problem* t = problem_make(2 + trial % 31, (uint64_t)trial + 2000);
        // pairs anywhere: far apart, in the band, of a vertex with itself, the same again
        int count = 1 + trial % 7;
        for (int k = 0; k < count; k++)
            problem_pair(t, (int)random_in(&t->random, 0.0, t->n),
                         (int)random_in(&t->random, 0.0, t->n));
        if (trial % 3 == 0)
            problem_pair(t, t->pairs[1], t->pairs[0]);
        if (trial % 2 == 0)
            prescribe_some(t, 0.2);
        t->sigma_high = trial % 4 < 2 ? 0.0 : 1e-2;
        check_exact(t);
        problem_free(t);
    }
}

TEST(plectonemes_agree_with_a_dense_solution) {
    for (int n = 20; n <= 60; n += 10)
        for (int ends = 0; ends < 4; ends++) {
            rod_problem* t = problem_make(n, (uint64_t)(4 * n + ends));
            t->sigma_high = 0.0;
            problem_plectoneme(t, 4);
            prescribe_ends(t, ends);
            check_exact(t);
            problem_free(t);
        }
}

TEST(knots_agree_with_a_dense_solution) {
    for (int touches = 3; touches <= 30; touches += 9)
        for (int ends = 0; ends < 4; ends++) {
            rod_problem* t = problem_make(60, (uint64_t)(4 * touches + ends));
            t->sigma_high = 0.0;
            problem_knot(t, touches);
            prescribe_ends(t, ends);
            check_exact(t);
            problem_free(t);
        }
}

TEST(rings_agree_with_a_dense_solution) {
    for (int n = 4; n <= 40; n++) {
        rod_problem* t = problem_make(n, (uint64_t)n);
        t->sigma_high = 0.0;
        problem_pair(t, n - 1, 0);
        problem_pair(t, n - 2, 0);
        problem_pair(t, n - 1, 1);
        t->prescribed[n / 2] = n % 3 == 0;
        check_exact(t);
        problem_free(t);
    }
}

// --- accuracy ---

// How far the worst row is off, as part of the largest sum of sizes of terms in any row. Rows of
// prescribed vertices only say that they are.
static double residual(const rod_problem* t) {
    static dense_rod d;
    dense_assemble(&d, t);
    long double worst = 0.0L, size = 0.0L;
    for (int i = 0; i < d.size; i++) {
        long double off = -d.K[i][d.size], sum = fabsl(off);
        for (int c = 0; c < d.size; c++) {
            double x = c < 3 * t->n ? t->v[c] : t->p[c - 3 * t->n];
            off += d.K[i][c] * x;
            sum += fabsl(d.K[i][c] * x);
        }
        worst = fmaxl(worst, fabsl(off));
        size = fmaxl(size, sum);
    }
    return (double)(worst / size);
}

// of every stiffness against stretch, down to none
static const double SIGMAS[] = {1.0, 1e-6, 1e-12, 1e-30, 0.0};
enum { SIGMA_COUNT = sizeof SIGMAS / sizeof SIGMAS[0] };

static rod_problem* problem_of_stiffness(double sigma, bool straight, int ends, bool touching) {
    rod_problem* t = problem_make(40, (uint64_t)(8 * ends + 4 * straight + 2 * touching) + 77);
    t->sigma_low = 0.5 * sigma;
    t->sigma_high = sigma;
    t->zigzag = straight ? 0.0 : 1.0;
    if (touching)
        problem_plectoneme(t, 5);
    prescribe_ends(t, ends);
    return t;
}

TEST(rods_soft_or_rigid_straight_or_bent_lose_no_digits) {
    for (int k = 0; k < SIGMA_COUNT; k++)
        for (int ends = 0; ends < 3; ends++)
            for (int shape = 0; shape < 4; shape++) {
                rod_problem* t =
                    problem_of_stiffness(SIGMAS[k], (shape & 1) != 0, ends, (shape & 2) != 0);
                check_exact(t);
                problem_free(t);
            }
}

TEST(straight_rods_held_at_both_ends_keep_the_digits_of_their_velocities) {
    for (int k = 0; k < SIGMA_COUNT; k++)
        for (int touching = 0; touching < 2 && SIGMAS[k] >= 1e-12; touching++) {
            rod_problem* t = problem_of_stiffness(SIGMAS[k], true, 3, touching != 0);
            CHECK(problem_factor(t) == 0);
            // held at rest and not to change its length: then the pull that all edges share hangs on
            // their small compliance, but nothing else does
            memset(t->b, 0, sizeof t->b);
            memset(t->p, 0, sizeof t->p);
            for (int i = 0; i < t->n; i++)
                if (t->prescribed[i])
                    t->v[3 * i] = t->v[3 * i + 1] = t->v[3 * i + 2] = t->r[3 * i] =
                        t->r[3 * i + 1] = t->r[3 * i + 2] = 0.0;
            problem_solve(t);
            CHECK_NEAR(problem_error(t).v, 0.0, EXACT);
            problem_free(t);
        }
}

TEST(residuals_are_rounding_at_mass_ratios_of_a_million) {
    const double bending[] = {0.0, 1.0, 1e6};
    for (int k = 0; k < SIGMA_COUNT; k++)
        for (int trial = 0; trial < 3 * 16; trial++) {
            bool straight = (trial & 1) != 0;
            int ends = trial >> 2 & 3;
            // a straight thread that cannot stretch has no answer if both ends are prescribed
            if (straight && ends == 3 && SIGMAS[k] < 1e-12)
                continue;
            rod_problem* t = problem_of_stiffness(SIGMAS[k], straight, ends, (trial & 2) != 0);
            t->mass_ratio = 1e6;
            t->bending = bending[trial / 16];
            CHECK(problem_factor(t) == 0);
            problem_solve(t);
            CHECK_NEAR(residual(t), 0.0, 1e-14);
            problem_free(t);
        }
}

// a straight rigid thread along x of unit masses; `blow`: momentum given to every vertex
static void make_line(rod_problem* t, const double* mass, const double* blow) {
    rv_rod_pattern pattern = problem_pattern(t);
    CHECK(rv_rod_system_analyse(&t->memory, &t->system, &pattern));
    rv_rod_system_clear(&t->system);
    for (int i = 0; i < t->n; i++) {
        t->system.diagonal.data[i] = rv_mat3_diagonal(mass[i], mass[i], mass[i]);
        t->v[3 * i] = blow[i];
        if (i < t->n - 1)
            t->system.direction.data[i] = rv_vec3_make(1.0, 0.0, 0.0);
    }
    CHECK(rv_rod_system_factor(&t->system) == 0);
    problem_solve(t);
}

enum { LINE = 31 };

TEST(a_load_a_million_times_heavier_than_its_thread_hangs_by_its_weight) {
    const double load = 1e6;
    for (int side = 0; side < 2; side++) {
        rod_problem* t = problem_make(LINE, 1);
        int held = side == 0 ? 0 : LINE - 1;
        double mass[LINE], blow[LINE];
        for (int i = 0; i < LINE; i++) {
            mass[i] = i == LINE - 1 - held ? load : 1.0;
            blow[i] = i == held ? 0.0 : mass[i];
        }
        t->prescribed[held] = 1;
        make_line(t, mass, blow);
        // It hangs at rest: the multiplier of an edge is the weight below it, of either sign. From
        // the prescribed end a straight rigid thread gives way by nothing, which is found as the
        // difference of what a vertex gives: 1e-16 of that, beside the 1e-6 of it of the load.
        for (int i = 0; i < LINE - 1; i++) {
            int below = side == 0 ? LINE - 2 - i : i;
            CHECK_NEAR(fabs(t->p[i]) / (load + below), 1.0, 1e-9);
        }
        for (int i = 0; i < LINE; i++)
            CHECK_NEAR(t->v[3 * i], 0.0, 1e-9);
        problem_free(t);
    }
}

TEST(two_loads_a_trillion_times_heavier_than_the_thread_between_share_a_blow) {
    rod_problem* t = problem_make(LINE, 1);
    double mass[LINE], blow[LINE] = {1.0};
    for (int i = 0; i < LINE; i++)
        mass[i] = i == 0 || i == LINE - 1 ? 1e12 : 1.0;
    make_line(t, mass, blow);
    // half of it goes through every edge but for the part of the light vertices, 1e-12 each; no
    // load's answer is added to that of a vertex
    for (int i = 0; i < LINE - 1; i++)
        CHECK_NEAR(fabs(t->p[i]), 0.5, 1e-10);
    CHECK_NEAR(t->v[0] * 1e12, 0.5, 1e-10);
    CHECK_NEAR(t->v[3 * (LINE - 1)] * 1e12, 0.5, 1e-10);
    problem_free(t);
}

TEST(ten_thousand_vertices_leave_a_residual_of_rounding) {
    for (int ends = 0; ends < 4; ends++) {
        rod_problem* t = problem_make(10000, (uint64_t)ends + 1);
        t->sigma_high = 0.0;
        prescribe_ends(t, ends);
        problem_knot(t, ends % 2 == 0 ? 0 : 40);
        CHECK(problem_factor(t) == 0);
        problem_solve(t);
        static double r[3 * ROD_VERTICES], b[ROD_VERTICES];
        rv_rod_system_multiply(&t->system, t->v, t->p, r, b);
        for (int i = 0; i < 3 * t->n; i++)
            CHECK_NEAR(t->prescribed[i / 3] ? t->v[i] - t->r[i] : r[i] - t->r[i], 0.0, 1e-12);
        for (int e = 0; e < t->n - 1; e++)
            CHECK_NEAR(t->prescribed[e] && t->prescribed[e + 1] ? t->p[e] : b[e] - t->b[e], 0.0,
                       1e-13);
        problem_free(t);
    }
}

TEST(multiplying_is_the_dense_product) {
    static dense_rod d;
    rod_problem* t = problem_make(30, 5);
    problem_plectoneme(t, 3);
    problem_pair(t, 4, 4);
    problem_pair(t, 9, 8);
    problem_factor(t);
    dense_assemble(&d, t);
    double r[90], b[29];
    rv_rod_system_multiply(&t->system, t->v, t->p, r, b);
    for (int i = 0; i < d.size; i++) {
        long double sum = 0.0L;
        for (int c = 0; c < d.size; c++)
            sum += d.K[i][c] * (c < 90 ? t->v[c] : t->p[c - 90]);
        // sums of some thirty terms of size 1 to 10
        CHECK_NEAR(i < 90 ? r[i] : b[i - 90], (double)sum, 1e-13);
    }
    problem_free(t);
}

static void copy_values(rv_rod_system* to, const rv_rod_system* from) {
    size_t n = (size_t)from->vertex_count;
    memcpy(to->diagonal.data, from->diagonal.data, n * sizeof(rv_mat3));
    memcpy(to->next.data, from->next.data, (n - 1) * sizeof(rv_mat3));
    memcpy(to->second.data, from->second.data, (n - 2) * sizeof(rv_mat3));
    memcpy(to->direction.data, from->direction.data, (n - 1) * sizeof(rv_vec3));
    memcpy(to->sigma.data, from->sigma.data, (n - 1) * sizeof(double));
}

TEST(a_pair_without_values_changes_nothing_but_the_way) {
    for (int ends = 0; ends < 4; ends++) {
        rod_problem* t = problem_make(50, 9);
        prescribe_ends(t, ends);
        problem_factor(t);
        problem_solve(t);
        rv_rod_system all_core = {0};
        rv_rod_pattern pattern = problem_pattern(t);
        pattern.pairs = (int[]){0, 49};
        pattern.pair_count = 1;
        CHECK(rv_rod_system_analyse(&t->memory, &all_core, &pattern));
        rv_rod_system_clear(&all_core);
        copy_values(&all_core, &t->system);
        CHECK(rv_rod_system_factor(&all_core) == 0);
        rv_rod_system_prescribe(&all_core, t->r, t->b);
        rv_rod_system_solve(&all_core, t->r, t->b);
        for (int i = 0; i < 150; i++)
            CHECK_NEAR(t->r[i], t->v[i], 1e-14);
        for (int e = 0; e < 49; e++)
            CHECK_NEAR(t->b[e], t->p[e], 1e-13);
        rv_rod_system_free(&t->memory, &all_core);
        problem_free(t);
    }
}

TEST(vectors_of_two_and_of_four_give_the_same_bits) {
    rod_problem* t = problem_make(80, 4);
    problem_plectoneme(t, 6);
    prescribe_ends(t, 3);
    problem_factor(t);
    problem_solve(t);
    double v[240], p[79];
    memcpy(v, t->r, sizeof v);
    memcpy(p, t->b, sizeof p);
    t->system.in_pairs = true;
    rv_rod_system_factor(&t->system);
    rv_rod_system_prescribe(&t->system, v, p);
    rv_rod_system_solve(&t->system, v, p);
    CHECK(memcmp(v, t->v, sizeof v) == 0);
    CHECK(memcmp(p, t->p, sizeof p) == 0);
    problem_free(t);
}

// --- pivots that are none ---

TEST(a_straight_rigid_thread_between_prescribed_ends_is_reported_and_finite) {
    for (int trial = 0; trial < 200; trial++) {
        rod_problem* t = problem_make(20 + trial % 41, (uint64_t)trial + 1);
        t->sigma_high = t->zigzag = 0.0;
        // prescribed ends, or one and a vertex between; touching or not
        const int other[] = {t->n - 1, t->n / 2, t->n / 3};
        t->prescribed[0] = t->prescribed[other[trial % 3]] = 1;
        if (trial % 2 != 0)
            problem_plectoneme(t, 4);
        CHECK(problem_factor(t) > 0);
        problem_solve(t);
        // ends that move by 1 set masses and bending of up to 1e3 moving; rounding as a pivot would
        // make that 1e14
        CHECK_NEAR(largest_of(t->v, 3 * t->n), 0.0, 1e5);
        CHECK_NEAR(largest_of(t->p, t->n - 1), 0.0, 1e5);
        problem_free(t);
    }
}

TEST(a_vertex_without_mass_is_reported_and_stays_finite) {
    for (int trial = 0; trial < 20 * 40; trial++) {
        rod_problem* t = problem_make(40, (uint64_t)(trial / 40));
        bool touching = trial / 40 % 2 != 0;
        t->bending = 0.0;
        if (touching)
            problem_pair(t, 10, 30);
        problem_factor(t);
        t->system.diagonal.data[trial % 40] = rv_mat3_zero();
        if (touching)
            t->system.extra.data[0] = rv_mat3_zero();
        // one of its three directions is the multiplier's to hold
        CHECK(rv_rod_system_factor(&t->system) > 0);
        problem_solve(t);
        CHECK(largest_of(t->v, 120) < 1e6);
        CHECK(largest_of(t->p, 39) < 1e6);
        problem_free(t);
    }
}

// every value in turn, band and core
static void check_spoiled(double bad, bool touching) {
    rod_problem* t = problem_make(24, 8);
    if (touching)
        problem_pair(t, 6, 17);
    prescribe_ends(t, 1);
    problem_factor(t);
    rv_rod_system* s = &t->system;
    double* values[] = {(double*)s->diagonal.data,  (double*)s->next.data, (double*)s->second.data,
                        (double*)s->direction.data, s->sigma.data,         (double*)s->extra.data};
    const int count[] = {9 * 24, 9 * 23, 9 * 22, 3 * 23, 23, touching ? 9 : 0};
    // the first vertices are prescribed, and of diagonal blocks only the lower triangle counts
    const int first[] = {18, 18, 18, 3, 1, 0};
    for (int k = 0; k < 6; k++)
        for (int i = first[k]; i < count[k]; i++) {
            if (k == 0 && i % 9 % 3 > i % 9 / 3)
                continue;
            double kept = values[k][i];
            values[k][i] = bad;
            CHECK(rv_rod_system_factor(s) > 0);
            rv_rod_system_solve(s, t->v, t->p);
            values[k][i] = kept;
        }
    CHECK(rv_rod_system_factor(s) == 0);
    problem_free(t);
}

TEST(values_that_are_no_numbers_are_reported) {
    for (int touching = 0; touching < 2; touching++) {
        check_spoiled(NAN, touching != 0);
        check_spoiled(INFINITY, touching != 0);
    }
}

// --- memory ---

TEST(the_same_pattern_again_keeps_values_and_factor) {
    rod_problem* t = problem_make(30, 2);
    problem_plectoneme(t, 3);
    problem_factor(t);
    rv_rod_pattern pattern = problem_pattern(t);
    uint64_t before = t->memory.allocation_count;
    CHECK(rv_rod_system_analyse(&t->memory, &t->system, &pattern));
    problem_solve(t);
    rod_error error = problem_error(t);
    CHECK_NEAR(error.v, 0.0, EXACT);
    CHECK(t->memory.allocation_count == before);
    problem_free(t);
}

TEST(a_vertex_that_becomes_prescribed_makes_another_pattern) {
    for (int touching = 0; touching < 2; touching++) {
        rod_problem* t = problem_make(30, 2);
        if (touching)
            problem_plectoneme(t, 3);
        check_exact(t);
        t->prescribed[10] = 1;
        check_exact(t);
        t->prescribed[10] = 0;
        check_exact(t);
        problem_free(t);
    }
}

TEST(with_room_reserved_nothing_is_allocated) {
    rod_problem* t = problem_make(100, 2);
    CHECK(rv_rod_system_reserve(&t->memory, &t->system, 100, 400));
    uint64_t before = t->memory.allocation_count;
    for (int trial = 0; trial < 20; trial++) {
        t->pair_count = 0;
        t->n = 100 - 3 * trial;
        memset(t->prescribed, 0, sizeof t->prescribed);
        prescribe_ends(t, trial % 4);
        if (trial % 3 == 0)
            problem_plectoneme(t, 2 + trial / 4);
        else if (trial % 3 == 1)
            problem_knot(t, 5 + trial);
        CHECK(problem_factor(t) == 0);
        problem_solve(t);
    }
    CHECK(t->memory.allocation_count == before);
    problem_free(t);
}

TEST(room_reserved_is_enough_for_a_tangle) {
    rod_problem* t = problem_make(100, 8);
    CHECK(rv_rod_system_reserve(&t->memory, &t->system, 100, 360));
    uint64_t before = t->memory.allocation_count;
    for (int k = 0; k < 90; k++)
        problem_touch(t, (int)random_in(&t->random, 0.0, 99.0),
                      (int)random_in(&t->random, 0.0, 99.0));
    check_exact(t);
    CHECK(t->memory.allocation_count == before);
    problem_free(t);
}

TEST(every_allocation_that_fails_is_survived) {
    long fail_at = 1;
    for (bool done = false; !done; fail_at++) {
        failing_allocator heap = {.fail_at = fail_at};
        rod_problem* t = problem_make(30, 6);
        t->memory = rv_memory_make(failing_allocator_hooks(&heap));
        problem_plectoneme(t, 3);
        prescribe_ends(t, 3);
        rv_rod_pattern pattern = problem_pattern(t);
        done = rv_rod_system_analyse(&t->memory, &t->system, &pattern);
        CHECK(done == (heap.failed == 0));
        // and can be tried again
        check_exact(t);
        problem_free(t);
        CHECK(heap.live_blocks == 0);
    }
    CHECK(fail_at > 20);
}
