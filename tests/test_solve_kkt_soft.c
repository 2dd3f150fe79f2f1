// Soft row groups: the same solution as with the groups as nodes of the factor and as a dense
// solution in quadruple precision; how many digits are left at which compliance and load.
#include "failing_allocator.h"
#include "kkt_system.h"
#include "solve/gs.h"

static rv_memory heap_memory(void) {
    return rv_memory_make((rv_allocator){0});
}

// --- random systems -----------------------------------------------------------------------------

// a tree of blocks of any size with some loops; groups of all sizes, on one and on two blocks
static void make_any(kkt_system* s, int n) {
    for (int i = 0; i < n; i++)
        system_block(s, (int[]){1, 3, 6}[system_random_below(s, 3)]);
    system_group(s, 2, true, 1, (int[]){0});
    for (int i = 1; i < n; i++) {
        int other = system_random_below(s, i);
        system_group(s, 1 + system_random_below(s, 6), i % 5 == 0, 2, (int[]){i, other});
        if (i % 3 == 0)
            system_pair(s, i, other);
        if (i % 4 == 0 && other != i - 1)
            system_group(s, 3, false, 2, (int[]){i - 1, i});
    }
}

// every group but each `keep`-th becomes soft
static void soften(kkt_system* s, int keep) {
    for (int g = 0; g < s->groups; g++)
        s->soft[g] = keep == 0 || g % keep != 0;
}

// the same values with soft groups and with none
typedef struct twins {
    kkt_system system;
    rv_memory memory;
    rv_kkt soft, hard;
} twins;

static void fill_twins(twins* t, int keep, fill_options options) {
    t->memory = heap_memory();
    uint64_t seed = t->system.seed;
    CHECK(system_fill(&t->system, &t->memory, &t->hard, options));
    t->system.seed = seed;
    soften(&t->system, keep);
    CHECK(system_fill(&t->system, &t->memory, &t->soft, options));
}

static void free_twins(twins* t) {
    rv_kkt_free(&t->memory, &t->soft);
    rv_kkt_free(&t->memory, &t->hard);
    CHECK(t->memory.used == 0);
}

TEST(any_system_with_soft_groups_agrees_with_the_dense_solution) {
    for (int repeat = 0; repeat < 40; repeat++) {
        twins t = {.system = {.seed = (uint64_t)repeat}};
        make_any(&t.system, 3 + repeat % 17);
        fill_twins(&t, repeat % 4, (fill_options){1.0, 0.5, false});
        rv_kkt_report report = rv_kkt_solve(&t.soft);
        dense_system d = dense_of(&t.soft);
        dense_solve_quad(&d);
        // conditions stay below 1e4
        CHECK_NEAR(error_of_v(&t.soft, &d), 0.0, 1e-12);
        CHECK_NEAR(error_of_impulses(&t.soft, &d), 0.0, 1e-12);
        CHECK(report.factorisations == 1 && report.floored == 0 && report.residual < 1e-12);
        // only the groups that are not soft are nodes
        CHECK(t.soft.node_count == t.soft.block_count + t.soft.hard.count);
        CHECK(t.soft.hard.count + t.soft.soft.count == t.soft.group_count);
        dense_free(&d);
        free_twins(&t);
    }
}

TEST(a_chain_of_soft_groups_is_block_tridiagonal) {
    kkt_system s = {.seed = 1};
    enum { N = 50 };
    for (int i = 0; i < N; i++) {
        system_block(&s, 6);
        system_group(&s, 6, i == 0, i == 0 ? 1 : 2, (int[]){i, i - 1});
        s.soft[i] = 1;
    }
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){0.0, 0.1, false}));
    CHECK(kkt.node_count == N && kkt.panels.count == N - 1 && kkt.fill.count == 0);
    CHECK(kkt.factor_values == 36 * (2 * N - 1));
    // from the free end to the anchor
    for (int p = 0; p < N; p++)
        CHECK(kkt.node_at.data[p] == N - 1 - p);
    rv_kkt_free(&memory, &kkt);
}

TEST(groups_on_many_blocks_or_on_substructures_are_not_soft) {
    kkt_system s = {.seed = 1};
    for (int i = 0; i < 3; i++)
        system_block(&s, 3);
    rv_substructure sub = {.size = 3};
    int condensed = system_substructure(&s, &sub);
    system_group(&s, 2, false, 3, (int[]){0, 1, 2});
    system_group(&s, 2, false, 2, (int[]){0, condensed});
    system_reference_dofs(&s, s.references - 1, 2, (int[]){0, 2});
    system_group(&s, 2, false, 2, (int[]){0, 1});
    soften(&s, 0);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    rv_kkt_pattern pattern = system_pattern(&s);
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    CHECK(kkt.hard.count == 2 && kkt.soft.count == 1 && kkt.soft.data[0].group == 2);
    rv_kkt_free(&memory, &kkt);
}

TEST(softening_a_group_is_another_pattern) {
    kkt_system s = {.seed = 1};
    make_any(&s, 5);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    rv_kkt_pattern pattern = system_pattern(&s);
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    uint64_t before = kkt.pattern_hash;
    s.soft[2] = 1;
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    CHECK(kkt.pattern_hash != before && kkt.soft.count == 1);
    rv_kkt_free(&memory, &kkt);
}

TEST(a_soft_group_without_blocks_carries_its_bias_over_its_compliance) {
    kkt_system s = {.seed = 1};
    system_block(&s, 3);
    system_group(&s, 2, true, 0, NULL);
    soften(&s, 0);
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){0.0, 0.25, false}));
    rv_kkt_solve(&kkt);
    CHECK_NEAR(kkt.impulse.data[0], kkt.bias.data[0] / 0.25, 1e-15);
    CHECK_NEAR(kkt.impulse.data[1], kkt.bias.data[1] / 0.25, 1e-15);
    rv_kkt_free(&memory, &kkt);
}

TEST(bounded_rows_beside_soft_ones_settle_as_without_softening) {
    int bounded = 0;
    for (int repeat = 0; repeat < 30; repeat++) {
        twins t = {.system = {.seed = (uint64_t)(300 + repeat)}};
        make_any(&t.system, 12);
        fill_twins(&t, 2, (fill_options){1.0, 0.3, false});
        for (int g = 0; g < t.soft.group_count; g += 2)
            for (int i = t.soft.row_first.data[g]; i < t.soft.row_first.data[g + 1]; i++) {
                t.soft.lower.data[i] = t.hard.lower.data[i] = 0.0;
                t.soft.upper.data[i] = t.hard.upper.data[i] = 0.1;
            }
        rv_kkt_report soft = rv_kkt_solve(&t.soft), hard = rv_kkt_solve(&t.hard);
        CHECK(!soft.unsettled && !hard.unsettled);
        // conditions stay below 1e4
        CHECK_NEAR(relative_error(t.soft.dof_count, t.soft.v.data, t.hard.v.data), 0.0, 1e-11);
        CHECK_NEAR(relative_error(t.soft.row_count, t.soft.impulse.data, t.hard.impulse.data), 0.0,
                   1e-11);
        for (int i = 0; i < t.soft.row_count; i++) {
            CHECK(t.soft.state.data[i] == t.hard.state.data[i]);
            bounded += t.soft.state.data[i] != RV_ROW_FREE;
        }
        // another right-hand side with the same factor
        for (int i = 0; i < t.soft.dof_count; i++)
            t.soft.r.data[i] = t.hard.r.data[i] = t.hard.r.data[i] + 0.5;
        rv_kkt_solve_again(&t.soft);
        rv_kkt_solve_again(&t.hard);
        CHECK_NEAR(relative_error(t.soft.dof_count, t.soft.v.data, t.hard.v.data), 0.0, 1e-11);
        free_twins(&t);
    }
    CHECK(bounded > 100);
}

TEST(soft_rows_are_free_whatever_state_they_start_with) {
    twins t = {.system = {.seed = 9}};
    make_any(&t.system, 8);
    fill_twins(&t, 0, (fill_options){1.0, 0.3, false});
    memset(t.soft.state.data, RV_ROW_AT_UPPER, (size_t)t.soft.row_count);
    CHECK(rv_kkt_solve(&t.soft).residual < 1e-12);
    for (int i = 0; i < t.soft.row_count; i++)
        CHECK(t.soft.state.data[i] == RV_ROW_FREE);
    free_twins(&t);
}

// one unit push on every dof of three blocks
TEST(compliance_and_response_see_the_soft_rows) {
    twins t = {.system = {.seed = 21}};
    make_any(&t.system, 14);
    fill_twins(&t, 3, (fill_options){1.0, 0.3, false});
    rv_kkt_solve(&t.soft);
    rv_kkt_solve(&t.hard);
    const int blocks[3] = {13, 2, 7};
    rv_kkt_run runs[3];
    int scratch[18];
    double C[2][18 * 18];
    for (int k = 0; k < 3; k++)
        runs[k] = (rv_kkt_run){blocks[k], 0, t.soft.block_size.data[blocks[k]]};
    rv_kkt_compliance(&t.soft, runs, 3, C[0], scratch);
    rv_kkt_compliance(&t.hard, runs, 3, C[1], scratch);
    int n = 0;
    for (int k = 0; k < 3; k++)
        n += t.system.block_size[blocks[k]];
    CHECK_NEAR(relative_error(n * n, C[0], C[1]), 0.0, 1e-12);
    double W[2][9], jacobian[3] = {1.0, -0.5, 2.0};
    rv_kkt* twin[2] = {&t.soft, &t.hard};
    for (int k = 0; k < 2; k++) {
        CHECK(rv_kkt_reserve_loose(&t.memory, twin[k], 3, 3, 0));
        rv_loose_rows* loose = &twin[k]->loose;
        loose->rows.count = loose->references.count = loose->jacobian.count = 3;
        for (int i = 0; i < 3; i++) {
            loose->rows.data[i] = (rv_loose_row){.first_reference = i,
                                                 .reference_count = 1,
                                                 .bias = 0.1,
                                                 .lower = 0.0,
                                                 .upper = INFINITY};
            loose->references.data[i] = (rv_loose_reference){blocks[i], i, 1, -1};
            loose->jacobian.data[i] = jacobian[i];
        }
        rv_kkt_response(twin[k], loose, W[k]);
        rv_kkt_solve(twin[k]);
    }
    CHECK_NEAR(relative_error(9, W[0], W[1]), 0.0, 1e-12);
    // and loose rows with bounds push the soft system as they push the other
    CHECK_NEAR(relative_error(t.soft.dof_count, t.soft.v.data, t.hard.v.data), 0.0, 1e-11);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(t.soft.loose.rows.data[i].impulse, t.hard.loose.rows.data[i].impulse, 1e-11);
    free_twins(&t);
}

TEST(parts_of_gauss_seidel_take_soft_groups_as_they_are) {
    twins t = {.system = {.seed = 5}};
    for (int i = 0; i < 6; i++) {
        system_block(&t.system, 6);
        system_group(&t.system, 6, i == 0, i == 0 ? 1 : 2, (int[]){i, i - 1});
    }
    fill_twins(&t, 0, (fill_options){0.5, 2.0, false});
    int labels[6] = {1, 1, 1, 0, 2, 2};
    rv_gs gs = {0};
    rv_kkt_pattern pattern = system_pattern(&t.system);
    CHECK(rv_gs_analyse(&t.memory, &gs, &t.soft, &pattern, labels));
    CHECK(gs.parts.count == 3 && gs.parts.data[0].kkt.soft.count == 3);
    rv_gs_report report = rv_gs_solve(&gs, &t.soft, 200);
    rv_kkt_solve(&t.hard);
    CHECK(report.change < 1e-12);
    CHECK_NEAR(relative_error(t.soft.dof_count, t.soft.v.data, t.hard.v.data), 0.0, 1e-10);
    CHECK_NEAR(relative_error(t.soft.row_count, t.soft.impulse.data, t.hard.impulse.data), 0.0,
               1e-10);
    rv_gs_free(&t.memory, &gs);
    free_twins(&t);
}

TEST(running_out_of_memory_anywhere_leaves_a_system_that_can_be_analysed_again) {
    kkt_system s = {.seed = 4};
    make_any(&s, 14);
    soften(&s, 3);
    rv_kkt_pattern pattern = system_pattern(&s);
    long at = 1;
    for (bool done = false; !done && at < 1000; at++) {
        failing_allocator heap = {.fail_at = at};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
        rv_kkt kkt = {0};
        done = rv_kkt_analyse(&memory, &kkt, &pattern);
        CHECK(done == (heap.failed == 0));
        heap.fail_at = 0;
        CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.5, false}));
        CHECK(rv_kkt_solve(&kkt).residual <= 1e-12);
        rv_kkt_free(&memory, &kkt);
        CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
    }
    CHECK(at > 40 && at < 1000);
}

// --- a loaded chain of thin links ---------------------------------------------------------------

enum { LINKS_MAX = 24 };
static const double LINK = 0.4, RADIUS = 0.003, STEP = 1.0 / 60.0; // [m], [m], [s]

static void put(rv_kkt* kkt, int reference, int row, int dof, double value) {
    rv_kkt_jacobian(kkt, reference)[dof * 6 + row] = value;
}

// six rows on one body at an arm along its axis x: point and rotation
static void put_lock(rv_kkt* kkt, int reference, double sign, double arm) {
    for (int k = 0; k < 36; k++)
        rv_kkt_jacobian(kkt, reference)[k] = 0.0;
    for (int k = 0; k < 6; k++)
        put(kkt, reference, k, k, sign);
    // w x (arm e_x) = arm (0, w_z, -w_y)
    put(kkt, reference, 1, 5, sign * arm);
    put(kkt, reference, 2, 4, -sign * arm);
}

// links of mass 1 along x that fall across and are pulled along; the last weighs `ratio`; S is
// `compliance` over the inertia of a link
static bool make_loaded_chain(twins* t, int links, double ratio, double compliance) {
    t->memory = heap_memory();
    kkt_system* s = &t->system;
    for (int i = 0; i < links; i++) {
        system_block(s, 6);
        s->weight[i] = i == links - 1 ? ratio : 1.0;
        system_group(s, 6, i == 0, i == 0 ? 1 : 2, (int[]){i, i - 1});
    }
    rv_kkt* kkt[2] = {&t->hard, &t->soft};
    for (int k = 0; k < 2; k++) {
        soften(s, k == 0 ? 1 : 0);
        rv_kkt_pattern pattern = system_pattern(s);
        if (!rv_kkt_analyse(&t->memory, kkt[k], &pattern))
            return false;
        for (int i = 0; i < links; i++) {
            double m = s->weight[i], across = m * LINK * LINK / 12.0;
            double inertia[6] = {m, m, m, 0.5 * m * RADIUS * RADIUS, across, across};
            double v[6] = {0.3, 3.0, -1.0, 0.5, 0.1 * i, -0.2};
            for (int d = 0; d < 6; d++) {
                for (int e = 0; e < 6; e++)
                    rv_kkt_block(kkt[k], i)[e * 6 + d] = d == e ? inertia[d] : 0.0;
                kkt[k]->r.data[6 * i + d] = inertia[d] * v[d] + (d == 0 ? STEP * 10.0 * m : 0.0);
            }
            int reference = kkt[k]->group_first.data[i];
            put_lock(kkt[k], reference, 1.0, -0.5 * LINK);
            if (i > 0)
                put_lock(kkt[k], reference + 1, -1.0, 0.5 * LINK);
            for (int d = 0; d < 6; d++) {
                kkt[k]->sigma.data[6 * i + d] = compliance * (d < 3 ? 1.0 : 12.0 / (LINK * LINK));
                kkt[k]->bias.data[6 * i + d] = 1e-3 * (d - i % 3);
                kkt[k]->lower.data[6 * i + d] = -INFINITY;
                kkt[k]->upper.data[6 * i + d] = INFINITY;
            }
        }
    }
    return true;
}

typedef struct chain_errors {
    double anchor, v, impulses; // relative
} chain_errors;

static chain_errors errors_of(const rv_kkt* kkt, const dense_system* d) {
    return (chain_errors){
        fabs(kkt->impulse.data[0] + d->x[d->dofs]) / fabs(d->x[d->dofs]),
        error_of_v(kkt, d),
        error_of_impulses(kkt, d),
    };
}

// What dividing by S first costs: speeds keep 10 digits at any load and compliance, impulses lose
// 1e-16 over S times the mass that they carry, and the force at the anchor under a heavy load is
// right to rounding.
TEST(soft_chains_keep_their_digits_where_s_is_not_far_below_the_inverse_load) {
    for (int links = 8; links <= LINKS_MAX; links += 16)
        for (double ratio = 1.0; ratio < 2e13; ratio *= ratio == 1.0 ? 1e5 : 1e4)
            for (double compliance = 1e-12; compliance < 2e-2; compliance *= 100.0) {
                twins t = {.system = {.seed = 1}};
                CHECK(make_loaded_chain(&t, links, ratio, compliance));
                dense_system d = dense_of(&t.soft);
                dense_solve_quad(&d);
                t.soft.trust_factor = true; // as it comes, without refinement
                rv_kkt_solve(&t.soft);
                chain_errors soft = errors_of(&t.soft, &d);
                CHECK_NEAR(soft.v, 0.0, 1e-10);
                CHECK_NEAR(soft.impulses, 0.0, 5e-12 + 1e-16 / (compliance * ratio));
                CHECK_NEAR(soft.anchor, 0.0, 1e-13 + 1e-16 / (compliance * ratio));
                // the saddle-point order knows no such loss
                rv_kkt_solve(&t.hard);
                CHECK_NEAR(errors_of(&t.hard, &d).impulses, 0.0, 1e-11);
                CHECK_NEAR(errors_of(&t.hard, &d).anchor, 0.0, 1e-14);
                dense_free(&d);
                free_twins(&t);
            }
}

TEST(one_refinement_gives_stiff_soft_rows_all_their_digits_back) {
    for (double compliance = 1e-12; compliance < 2e-11; compliance *= 10.0) {
        twins t = {.system = {.seed = 1}};
        CHECK(make_loaded_chain(&t, LINKS_MAX, 1.0, compliance));
        dense_system d = dense_of(&t.soft);
        dense_solve_quad(&d);
        t.soft.trust_factor = true;
        rv_kkt_solve(&t.soft);
        CHECK(errors_of(&t.soft, &d).impulses > 1e-8); // else there is nothing to repair
        t.soft.trust_factor = false;
        rv_kkt_report report = rv_kkt_solve(&t.soft);
        CHECK(report.refinements == 1 && report.residual < 1e-14);
        // rounding
        CHECK_NEAR(errors_of(&t.soft, &d).impulses, 0.0, 1e-14);
        CHECK_NEAR(errors_of(&t.soft, &d).v, 0.0, 1e-14);
        dense_free(&d);
        free_twins(&t);
    }
}
