// Group Gauss-Seidel against the direct solution of the same values.
#include "failing_allocator.h"
#include "kkt_system.h"
#include "solve/gs.h"

static rv_memory heap_memory(void) {
    return rv_memory_make((rv_allocator){0});
}

typedef struct gs_case {
    kkt_system system;
    rv_memory memory;
    rv_kkt direct, swept;
    rv_gs gs;
    int labels[SYSTEM_GROUPS];
} gs_case;

// the same values in two systems, one for each method
static void prepare(gs_case* c, fill_options options) {
    c->memory = heap_memory();
    uint64_t seed = c->system.seed;
    CHECK(system_fill(&c->system, &c->memory, &c->direct, options));
    c->system.seed = seed;
    CHECK(system_fill(&c->system, &c->memory, &c->swept, options));
    rv_kkt_pattern pattern = system_pattern(&c->system);
    CHECK(rv_gs_analyse(&c->memory, &c->gs, &c->swept, &pattern, c->labels));
}

static void release(gs_case* c) {
    rv_kkt_free(&c->memory, &c->direct);
    rv_kkt_free(&c->memory, &c->swept);
    rv_gs_free(&c->memory, &c->gs);
    CHECK(c->memory.used == 0);
}

static double difference_of_v(const gs_case* c) {
    return relative_error(c->direct.dof_count, c->swept.v.data, c->direct.v.data);
}

static double difference_of_impulses(const gs_case* c) {
    return relative_error(c->direct.row_count, c->swept.impulse.data, c->direct.impulse.data);
}

static void make_chain(kkt_system* s, int n, int rows) {
    for (int i = 0; i < n; i++) {
        system_block(s, 6);
        system_group(s, rows, i == 0, i == 0 ? 1 : 2, i == 0 ? (int[]){0, 0} : (int[]){i, i - 1});
    }
}

TEST(a_chain_row_by_row_converges_to_the_direct_solution) {
    gs_case c = {.system = {.seed = 1}};
    make_chain(&c.system, 5, 2);
    prepare(&c, (fill_options){0.5, 0.5, false});
    CHECK(c.gs.parts.count == 5);
    rv_kkt_solve(&c.direct);
    rv_gs_report report = rv_gs_solve(&c.gs, &c.swept, 200);
    CHECK_NEAR(difference_of_v(&c), 0.0, 1e-8);
    CHECK_NEAR(difference_of_impulses(&c), 0.0, 1e-8);
    CHECK(report.change < 1e-9 && report.solver.residual < 1e-8 && !report.solver.unsettled);
    CHECK(report.solver.factorisations == 5); // once per part: the values do not change
    release(&c);
}

TEST(few_sweeps_leave_a_change_and_a_residual_that_say_so) {
    gs_case c = {.system = {.seed = 1}};
    make_chain(&c.system, 5, 2);
    prepare(&c, (fill_options){0.5, 0.01, false});
    rv_gs_report three = rv_gs_solve(&c.gs, &c.swept, 3);
    CHECK(three.sweeps == 3 && three.change > 1e-6 && three.solver.residual > 1e-6);
    // impulses are kept: going on from there comes closer
    rv_gs_report more = rv_gs_solve(&c.gs, &c.swept, 30);
    CHECK(more.change < three.change && more.solver.residual < three.solver.residual);
    release(&c);
}

TEST(one_group_with_everything_is_the_direct_solution_in_one_sweep) {
    gs_case c = {.system = {.seed = 2}};
    make_chain(&c.system, 12, 3);
    for (int k = 0; k + 3 < 12; k += 2)
        system_pair(&c.system, k, k + 3);
    for (int g = 0; g < 12; g++)
        c.labels[g] = 7;
    prepare(&c, (fill_options){6.0, 1e-6, false});
    CHECK(c.gs.parts.count == 1 && c.gs.pairs.count == c.system.pairs);
    rv_kkt_solve(&c.direct);
    rv_gs_report report = rv_gs_solve(&c.gs, &c.swept, 1);
    CHECK_NEAR(difference_of_v(&c), 0.0, 1e-10);
    CHECK_NEAR(difference_of_impulses(&c), 0.0, 1e-10);
    CHECK(report.solver.residual <= 1e-12 && report.solver.factorisations == 1);
    release(&c);
}

// the paper's case: two cables, and rows that tie them together
TEST(two_cables_and_what_ties_them_converge_in_few_sweeps) {
    gs_case c = {.system = {.seed = 3}};
    for (int cable = 0; cable < 2; cable++)
        for (int i = 0; i < 10; i++) {
            int block = system_block(&c.system, 6);
            c.labels[c.system.groups] = 1 + cable;
            system_group(&c.system, 3, i == 0, i == 0 ? 1 : 2, (int[]){block, block - 1});
        }
    system_group(&c.system, 1, false, 2, (int[]){9, 19});
    system_group(&c.system, 1, false, 2, (int[]){5, 15});
    prepare(&c, (fill_options){1.0, 0.05, false});
    CHECK(c.gs.parts.count == 4);
    rv_kkt_solve(&c.direct);
    rv_gs_solve(&c.gs, &c.swept, 40);
    CHECK_NEAR(difference_of_v(&c), 0.0, 1e-8);
    CHECK_NEAR(difference_of_impulses(&c), 0.0, 1e-8);
    release(&c);
}

TEST(bounded_rows_settle_where_the_direct_solution_has_them) {
    for (int repeat = 0; repeat < 12; repeat++) {
        gs_case c = {.system = {.seed = (uint64_t)(40 + repeat)}};
        make_chain(&c.system, 6, 2);
        for (int g = 0; g < 6; g++)
            c.labels[g] = repeat % 3 == 0 ? 0 : 1 + g / 3;
        prepare(&c, (fill_options){0.5, 0.5, false});
        for (int i = 0; i < c.direct.row_count; i += 2) {
            c.direct.lower.data[i] = c.swept.lower.data[i] = 0.0;
            c.direct.upper.data[i] = c.swept.upper.data[i] = i % 4 ? INFINITY : 0.3;
        }
        rv_kkt_solve(&c.direct);
        rv_gs_report report = rv_gs_solve(&c.gs, &c.swept, 200);
        CHECK_NEAR(difference_of_v(&c), 0.0, 1e-8);
        CHECK_NEAR(difference_of_impulses(&c), 0.0, 1e-8);
        CHECK(memcmp(c.swept.state.data, c.direct.state.data, (size_t)c.direct.row_count) == 0);
        CHECK(!report.solver.unsettled && report.solver.residual < 1e-8);
        release(&c);
    }
}

// pairs inside a part, between parts, and to blocks that no row touches
TEST(stiffness_between_parts_and_to_free_blocks_converges_too) {
    for (int repeat = 0; repeat < 8; repeat++) {
        gs_case c = {.system = {.seed = (uint64_t)(60 + repeat)}};
        make_chain(&c.system, 6, 2);
        int lone = system_block(&c.system, 3), wheel = system_block(&c.system, 1);
        for (int g = 0; g < 6; g++)
            c.labels[g] = 1 + g / 2;
        system_pair(&c.system, 1, 0);
        system_pair(&c.system, 1, 4);
        system_pair(&c.system, lone, 5);
        system_pair(&c.system, lone, wheel);
        prepare(&c, (fill_options){0.5, 0.5, false});
        rv_kkt_solve(&c.direct);
        rv_gs_solve(&c.gs, &c.swept, 300);
        CHECK_NEAR(difference_of_v(&c), 0.0, 1e-8);
        CHECK_NEAR(difference_of_impulses(&c), 0.0, 1e-8);
        release(&c);
    }
}

TEST(blocks_without_rows_get_their_free_motion) {
    gs_case c = {.system = {.seed = 5}};
    system_block(&c.system, 6);
    system_block(&c.system, 1);
    prepare(&c, (fill_options){1.0, 0.5, false});
    rv_kkt_solve(&c.direct);
    rv_gs_report report = rv_gs_solve(&c.gs, &c.swept, 10);
    CHECK_NEAR(difference_of_v(&c), 0.0, 1e-14);
    CHECK(report.sweeps == 1 && report.change == 0.0 && report.solver.residual <= 1e-14);
    release(&c);
}

TEST(an_empty_system_is_solved) {
    gs_case c = {.system = {.seed = 5}};
    prepare(&c, (fill_options){0});
    CHECK(rv_gs_solve(&c.gs, &c.swept, 3).solver.residual == 0.0);
    release(&c);
}

TEST(the_same_labels_are_analysed_once_and_others_anew) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    kkt_system s = {.seed = 6};
    make_chain(&s, 6, 3);
    rv_kkt kkt = {0};
    rv_gs gs = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){0.5, 0.5, false}));
    rv_kkt_pattern pattern = system_pattern(&s);
    int alone[6] = {0}, halves[6] = {1, 1, 1, 2, 2, 2};
    CHECK(rv_gs_analyse(&memory, &gs, &kkt, &pattern, alone) && gs.parts.count == 6);
    long calls = heap.calls;
    CHECK(rv_gs_analyse(&memory, &gs, &kkt, &pattern, alone));
    for (int step = 0; step < 4; step++)
        rv_gs_solve(&gs, &kkt, 5);
    CHECK(heap.calls == calls);
    CHECK(rv_gs_analyse(&memory, &gs, &kkt, &pattern, halves) && gs.parts.count == 2);
    CHECK(rv_gs_analyse(&memory, &gs, &kkt, &pattern, alone) && gs.parts.count == 6);
    CHECK(rv_gs_solve(&gs, &kkt, 300).change < 1e-9);
    rv_gs_free(&memory, &gs);
    rv_kkt_free(&memory, &kkt);
    CHECK(heap.live_blocks == 0);
}

TEST(running_out_of_memory_anywhere_leaves_it_to_be_analysed_again) {
    kkt_system s = {.seed = 6};
    make_chain(&s, 5, 3);
    system_pair(&s, 0, 1);
    system_pair(&s, 0, 4);
    int labels[5] = {1, 1, 0, 2, 2};
    long at = 1;
    for (bool done = false; !done && at < 1000; at++) {
        failing_allocator heap = {0};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
        rv_kkt kkt = {0};
        rv_gs gs = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){0.5, 0.5, false}));
        rv_kkt_pattern pattern = system_pattern(&s);
        heap.fail_at = heap.calls + at;
        done = rv_gs_analyse(&memory, &gs, &kkt, &pattern, labels);
        CHECK(done == (heap.failed == 0));
        heap.fail_at = 0;
        CHECK(rv_gs_analyse(&memory, &gs, &kkt, &pattern, labels));
        CHECK(isfinite(rv_gs_solve(&gs, &kkt, 2).solver.residual));
        rv_gs_free(&memory, &gs);
        rv_kkt_free(&memory, &kkt);
        CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
    }
    CHECK(at > 40 && at < 1000);
}
