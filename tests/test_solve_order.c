// The elimination order: what comes before what, what it costs, and what it is for: the force at
// the anchor of a chain under loads of up to 1e15 link masses, against quadruple precision.
#include "kkt_system.h"
#include "solve/order.h"

static rv_memory heap_memory(void) {
    return rv_memory_make((rv_allocator){0});
}

// --- chains with a load
// ---------------------------------------------------------------------------

static const double STEP = 1.0 / 60.0, GRAVITY = 9.81;

typedef struct loaded_chain {
    int links;
    double ratio;     // mass of the last link, the load, over that of the others
    double top;       // mass of the first link over that of the others
    double sigma;     // compliance of every row
    bool straight;    // all links are parallel
    double incline;   // angle by which links lean to either side [rad]
    bool rigid;       // bodies with ball joints; else particles with distance rows
    bool wrong_way;   // the load is said to be the anchor, so that elimination starts at the top
    int* refinements; // out: how many the solve took; NULL: not asked for
} loaded_chain;

static double link_mass(const loaded_chain* c, int i) {
    return i == c->links - 1 ? c->ratio : (i == 0 ? c->top : 1.0);
}

// unit direction of link i, downwards; no two neighbours are parallel when inclined
static void link_direction(const loaded_chain* c, int i, double* u) {
    i = c->straight ? 1 : i;
    double lean = c->incline * (i % 2 ? -1.0 : 0.6), turn = 0.7 * i * c->incline;
    u[0] = sin(lean) * cos(turn);
    u[1] = sin(lean) * sin(turn);
    u[2] = -cos(lean);
}

static void describe_chain(kkt_system* s, const loaded_chain* c) {
    for (int i = 0; i < c->links; i++) {
        system_block(s, c->rigid ? 6 : 3);
        s->weight[i] = link_mass(c, i);
        bool anchored = c->wrong_way ? i == c->links - 1 : i == 0;
        system_group(s, c->rigid ? 3 : 1, anchored, i == 0 ? 1 : 2,
                     i == 0 ? (int[]){0, 0} : (int[]){i, i - 1});
    }
}

// rows x columns of J: velocity of the point at `arm` of a body, times sign
static void ball_jacobian(double sign, const double* u, double half, double* J) {
    double a[3] = {half * u[0], half * u[1], half * u[2]};
    double rows[3][6] = {
        {1, 0, 0, 0, a[2], -a[1]}, {0, 1, 0, -a[2], 0, a[0]}, {0, 0, 1, a[1], -a[0], 0}};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 6; k++)
            J[k * 3 + r] = sign * rows[r][k];
}

static void write_link(rv_kkt* kkt, const loaded_chain* c, int i) {
    double m = link_mass(c, i), u[3];
    int size = c->rigid ? 6 : 3;
    double* A = rv_kkt_block(kkt, i);
    link_direction(c, i, u);
    memset(A, 0, (size_t)(size * size) * sizeof *A);
    for (int a = 0; a < 3; a++) {
        A[a * size + a] = m;
        // a thin rod of length 1 and radius 1/20
        for (int b = 0; c->rigid && b < 3; b++)
            A[(3 + a) * size + 3 + b] =
                m / 12.0 * ((a == b ? 1.0 : 0.0) - u[a] * u[b]) + (a == b ? m / 800.0 : 0.0);
    }
    kkt->r.data[kkt->block_first.data[i] + 2] = -m * GRAVITY * STEP;
}

static void write_joint(rv_kkt* kkt, const loaded_chain* c, int i) {
    double u[3], above[3];
    link_direction(c, i, u);
    link_direction(c, i > 0 ? i - 1 : 0, above);
    int first = kkt->group_first.data[i];
    if (c->rigid) {
        ball_jacobian(1.0, u, -0.5, rv_kkt_jacobian(kkt, first));
        if (i > 0)
            ball_jacobian(-1.0, above, 0.5, rv_kkt_jacobian(kkt, first + 1));
    } else {
        memcpy(rv_kkt_jacobian(kkt, first), u, sizeof u);
        for (int k = 0; i > 0 && k < 3; k++)
            rv_kkt_jacobian(kkt, first + 1)[k] = -u[k];
    }
    for (int k = kkt->row_first.data[i]; k < kkt->row_first.data[i + 1]; k++) {
        kkt->sigma.data[k] = c->sigma;
        kkt->bias.data[k] = 0.0;
        kkt->lower.data[k] = -INFINITY;
        kkt->upper.data[k] = INFINITY;
    }
}

// relative error of the force at the anchor after one step from rest
static double anchor_error(loaded_chain c) {
    rv_memory memory = heap_memory();
    kkt_system s = {0};
    describe_chain(&s, &c);
    rv_kkt_pattern pattern = system_pattern(&s);
    rv_kkt kkt = {0};
    rv_kkt_report report = {0};
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    for (int i = 0; i < c.links; i++) {
        write_link(&kkt, &c, i);
        write_joint(&kkt, &c, i);
    }
    rv_kkt_factor(&kkt, &report);
    rv_kkt_solve_factored(&kkt, &report);
    CHECK(report.floored == 0);
    if (c.refinements != NULL)
        *c.refinements = report.refinements;
    dense_system d = dense_of(&kkt);
    dense_solve_quad(&d);
    double norm = 0.0, error = 0.0;
    for (int k = 0; k < kkt.group_size.data[0]; k++) {
        double exact = -d.x[d.dofs + k];
        norm += exact * exact;
        error += (kkt.impulse.data[k] - exact) * (kkt.impulse.data[k] - exact);
    }
    dense_free(&d);
    rv_kkt_free(&memory, &kkt);
    return sqrt(error / norm);
}

static const double RATIOS[] = {1.0, 1e5, 1e9, 1e13, 1e15};
enum { RATIO_COUNT = sizeof RATIOS / sizeof *RATIOS };

// the requirement is 1e-12; what is reached is rounding, times the length of the chain
TEST(the_force_at_the_anchor_of_a_straight_chain_is_exact_at_any_load) {
    for (int k = 0; k < RATIO_COUNT; k++)
        for (int variant = 0; variant < 12; variant++) {
            loaded_chain c = {.links = variant & 1 ? 24 : 8,
                              .ratio = RATIOS[k],
                              .top = 1.0,
                              .sigma = variant & 2 ? 1e-18 : 0.0,
                              .straight = true,
                              .incline = variant & 4 ? 0.4 : 0.0,
                              .rigid = variant >= 8};
            CHECK_NEAR(anchor_error(c), 0.0, 1e-12);
        }
}

// Where links are not parallel, or bodies lean, the load comes on top of a link's own inertia in
// directions that are no axes of its block: m + 1e13 m keeps three digits of m. What is left of the
// force is exact as long as these digits are not what decides.
TEST(the_force_at_the_anchor_of_a_bent_chain_is_exact_up_to_loads_of_1e13) {
    for (int k = 0; RATIOS[k] <= 1e13; k++)
        for (int variant = 0; variant < 16; variant++) {
            loaded_chain c = {.links = variant & 1 ? 24 : 8,
                              .ratio = RATIOS[k],
                              .top = 1.0,
                              .sigma = variant & 2 ? 1e-18 : 0.0,
                              .straight = (variant & 4) != 0,
                              .incline = 0.4,
                              .rigid = (variant & 8) != 0};
            CHECK_NEAR(anchor_error(c), 0.0, RATIOS[k] < 1e10 ? 1e-12 : 1e-11);
        }
}

TEST(a_light_link_at_the_top_changes_nothing) {
    for (int k = 0; k < RATIO_COUNT; k++)
        for (int variant = 0; variant < 4; variant++) {
            loaded_chain c = {
                .links = 8, .ratio = RATIOS[k], .top = variant & 1 ? 1e-3 : 1e-9, .straight = true};
            // leaning, a double holds the sum of load and link up to a ratio of 1e15
            c.incline = variant & 2 && c.ratio <= 1e15 * c.top ? 0.4 : 0.0;
            CHECK_NEAR(anchor_error(c), 0.0, 1e-12);
            c.rigid = true;
            c.incline = 0.0;
            CHECK_NEAR(anchor_error(c), 0.0, 1e-12);
        }
}

TEST(chains_as_long_as_a_cable_keep_the_digits) {
    loaded_chain c = {.links = 100, .ratio = 1e9, .top = 1.0, .sigma = 1e-18, .incline = 0.2};
    CHECK_NEAR(anchor_error(c), 0.0, 1e-12);
}

// The way back adds the inverse of the load to that of a link and loses eps times the ratio, which
// refinement has to find again, and cannot at 1e15.
TEST(eliminating_from_the_anchor_to_the_load_loses_the_load) {
    for (int k = 2; k < RATIO_COUNT; k++) {
        int refinements = 0;
        loaded_chain c = {.links = 24,
                          .ratio = RATIOS[k],
                          .top = 1.0,
                          .straight = true,
                          .refinements = &refinements};
        CHECK(anchor_error(c) < 1e-12);
        CHECK(refinements == 0);
        c.wrong_way = true;
        double wrong = anchor_error(c);
        CHECK(refinements > 0);
        CHECK(RATIOS[k] < 1e15 || wrong > 1e-9);
    }
}

// --- cost
// -----------------------------------------------------------------------------------------

static void analyse_chain(rv_memory* memory, rv_kkt* kkt, int links) {
    kkt_system s = {0};
    describe_chain(&s, &(loaded_chain){.links = links, .rigid = true, .ratio = 10.0, .top = 1.0});
    rv_kkt_pattern pattern = system_pattern(&s);
    CHECK(rv_kkt_analyse(memory, kkt, &pattern));
}

TEST(the_cost_of_a_chain_is_linear_in_its_length) {
    rv_memory memory = heap_memory();
    rv_kkt kkt = {0};
    analyse_chain(&memory, &kkt, 10);
    double flops = kkt.flops;
    int panels = kkt.panels.count, values = kkt.factor_values, targets = kkt.targets.count;
    CHECK(kkt.flops > 0.0 && panels == 2 * 10 - 1);
    analyse_chain(&memory, &kkt, 11);
    double flops_per_link = kkt.flops - flops;
    int values_per_link = kkt.factor_values - values,
        targets_per_link = kkt.targets.count - targets;
    analyse_chain(&memory, &kkt, 1000);
    CHECK(kkt.panels.count == 2 * 1000 - 1);
    CHECK_NEAR(kkt.flops, flops + 990.0 * flops_per_link, 1e-6);
    CHECK(kkt.factor_values == values + 990 * values_per_link);
    CHECK(kkt.targets.count == targets + 990 * targets_per_link);
    rv_kkt_free(&memory, &kkt);
}

TEST(trees_do_not_fill) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 20; repeat++) {
        kkt_system s = {.seed = (uint64_t)repeat};
        system_block(&s, 6);
        for (int i = 1; i < 60; i++) {
            system_block(&s, (int[]){1, 3, 6}[i % 3]);
            system_group(&s, 1, repeat % 2 && i == 20, 2, (int[]){system_random_below(&s, i), i});
        }
        rv_kkt_pattern pattern = system_pattern(&s);
        rv_kkt kkt = {0};
        CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
        CHECK(kkt.panels.count == s.references && !kkt.uses_amd);
        rv_kkt_free(&memory, &kkt);
    }
}

TEST(a_row_over_a_whole_chain_adds_one_panel_per_node_at_most) {
    rv_memory memory = heap_memory();
    kkt_system s = {0};
    int all[200];
    for (int i = 0; i < 200; i++) {
        all[i] = system_block(&s, 3);
        system_group(&s, 1, i == 0, i == 0 ? 1 : 2, i == 0 ? (int[]){0, 0} : (int[]){i, i - 1});
    }
    system_group(&s, 1, false, 200, all);
    rv_kkt_pattern pattern = system_pattern(&s);
    rv_kkt kkt = {0};
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    CHECK(kkt.panels.count <= 2 * 200 - 1 + 400);
    rv_kkt_free(&memory, &kkt);
}

TEST(wide_rows_along_a_chain_end_where_their_blocks_end) {
    rv_memory memory = heap_memory();
    kkt_system s = {0};
    for (int i = 0; i < 300; i++) {
        system_block(&s, 3);
        system_group(&s, 1, i == 0, i == 0 ? 1 : 2, i == 0 ? (int[]){0, 0} : (int[]){i, i - 1});
    }
    for (int i = 0; i + 6 <= 300; i += 6)
        system_group(&s, 1, false, 6, (int[]){i, i + 1, i + 2, i + 3, i + 4, i + 5});
    rv_kkt_pattern pattern = system_pattern(&s);
    rv_kkt kkt = {0};
    CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
    // chain 599; a wide row meets its 6 blocks, the 5 joints between and the one after
    CHECK(kkt.panels.count <= 599 + 50 * 14 && !kkt.uses_amd);
    rv_kkt_free(&memory, &kkt);
}

// a ladder of chains: all its rungs are on one level, so that levels fill where minimum degree does
// not
static void make_braid(kkt_system* s, int strands, int length) {
    for (int i = 0; i < strands * length; i++) {
        system_block(s, 1);
        int strand = i / length;
        if (i % length > 0)
            system_group(s, 1, false, 2, (int[]){i - 1, i});
        else
            system_group(s, 1, true, 1, (int[]){i});
        if (strand > 0)
            system_group(s, 1, false, 2, (int[]){i - length, i});
    }
}

TEST(minimum_degree_is_taken_where_levels_fill_and_gives_the_same_solution) {
    rv_memory memory = heap_memory();
    kkt_system s = {.seed = 3};
    // long strands side by side: breadth-first levels cut across all of them
    make_braid(&s, 60, 4);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, -1.0, false}));
    rv_kkt_report report = {0};
    rv_kkt_factor(&kkt, &report);
    rv_kkt_solve_factored(&kkt, &report);
    CHECK(kkt.uses_amd);
    dense_system d = dense_of(&kkt);
    CHECK(dense_solve(&d));
    CHECK_NEAR(error_of_v(&kkt, &d), 0.0, 1e-11);
    CHECK_NEAR(error_of_impulses(&kkt, &d), 0.0, 1e-11);
    dense_free(&d);
    rv_kkt_free(&memory, &kkt);
}

// --- the order itself
// -------------------------------------------------------------------------------

// blocks 0 1 2 in a row; groups: 3 anchors 0, 4 joins 0-1, 5 joins 1-2
static const int FIRST[] = {0, 2, 4, 5, 6, 8, 10};
static const int ADJACENT[] = {3, 4, 4, 5, 5, 0, 0, 1, 1, 2};

TEST(a_chain_is_eliminated_from_its_free_end_body_joint_body_joint) {
    rv_graph graph = {6, FIRST, ADJACENT};
    int order[6], scratch[28];
    const int expected[6] = {2, 5, 1, 4, 0, 3};
    rv_order_levels(&graph, 3, NULL, (const int[]){1, 0, 0}, order, scratch);
    CHECK(memcmp(order, expected, sizeof order) == 0);
}

TEST(what_nothing_anchors_is_eliminated_towards_its_lightest_block) {
    rv_graph graph = {6, FIRST, ADJACENT};
    int order[6], scratch[28];
    rv_order_levels(&graph, 3, (const double[]){5.0, 3.0, 1.0}, NULL, order, scratch);
    // from block 2: 0 and its rows are farthest
    const int expected[6] = {3, 0, 4, 1, 5, 2};
    CHECK(memcmp(order, expected, sizeof order) == 0);
}

TEST(a_row_waits_until_its_blocks_have_dofs_left_for_it) {
    rv_graph graph = {6, FIRST, ADJACENT};
    int order[6] = {3, 0, 4, 1, 5, 2}, scratch[24];
    // three rows on three scalars: each dof can carry one of them
    const int scalars[6] = {1, 1, 1, 1, 1, 1}, expected[6] = {0, 3, 1, 4, 2, 5};
    rv_order_settle(&graph, 3, scalars, order, scratch);
    CHECK(memcmp(order, expected, sizeof order) == 0);
}

TEST(rows_between_the_same_blocks_share_the_dofs_of_the_first) {
    // block 0 and block 1 with rows 2, 3, 4 between them
    const int first[] = {0, 3, 6, 8, 10, 12}, adjacent[] = {2, 3, 4, 2, 3, 4, 0, 1, 1, 0, 0, 1};
    rv_graph graph = {5, first, adjacent};
    int scratch[20], order[5] = {2, 0, 3, 4, 1};
    const int sizes[5] = {6, 6, 3, 3, 1}, expected[5] = {0, 2, 3, 1, 4};
    rv_order_settle(&graph, 2, sizes, order, scratch);
    CHECK(memcmp(order, expected, sizeof order) == 0);
}

// two bodies on one level and the row that closes the loop between them: without compliance its
// pivot must come from one of them
TEST(loops_of_rows_without_compliance_are_solved) {
    rv_memory memory = heap_memory();
    for (int links = 2; links < 24; links++) {
        kkt_system s = {.seed = (uint64_t)links};
        for (int i = 0; i <= links; i++) {
            if (i < links)
                system_block(&s, links % 2 ? 3 : 6);
            bool end = i == 0 || i == links;
            system_group(&s, links % 3 == 0 ? 1 : 2, end, end ? 1 : 2,
                         end ? (int[]){i == 0 ? 0 : links - 1, 0} : (int[]){i - 1, i});
        }
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){3.0, 0.0, false}));
        rv_kkt_report report = {0};
        rv_kkt_factor(&kkt, &report);
        rv_kkt_solve_factored(&kkt, &report);
        CHECK(report.floored == 0 && report.residual < 1e-12 && report.refinements == 0);
        dense_system d = dense_of(&kkt);
        dense_solve_quad(&d);
        CHECK_NEAR(error_of_v(&kkt, &d), 0.0, 1e-9); // random rows: conditions up to 1e6
        CHECK_NEAR(error_of_impulses(&kkt, &d), 0.0, 1e-9);
        dense_free(&d);
        rv_kkt_free(&memory, &kkt);
    }
}

TEST(within_a_level_heavier_blocks_come_first) {
    // block 0 is anchored by group 4; groups 5, 6, 7 hang blocks 1, 2, 3 from it
    const int first[] = {0, 4, 5, 6, 7, 8, 10, 12, 14};
    const int adjacent[] = {4, 5, 6, 7, 5, 6, 7, 0, 0, 1, 0, 2, 0, 3};
    rv_graph graph = {8, first, adjacent};
    int order[8], scratch[36];
    rv_order_levels(&graph, 4, (const double[]){1.0, 2.0, 9.0, 4.0}, (const int[]){1, 0, 0, 0},
                    order, scratch);
    CHECK(order[0] == 2 && order[1] == 3 && order[2] == 1 && order[6] == 0 && order[7] == 4);
}

TEST(both_orders_are_permutations_on_random_graphs) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 30; repeat++) {
        kkt_system s = {.seed = (uint64_t)repeat};
        int n = 1 + repeat;
        for (int i = 0; i < n; i++)
            system_block(&s, 1);
        for (int g = 0; g < n; g++) {
            int start = system_random_below(&s, n), blocks[12];
            int count = system_random_below(&s, n < 12 ? n : 12);
            for (int k = 0; k < count; k++)
                blocks[k] = (start + k) % n;
            system_group(&s, 1, g % 5 == 0, count, blocks);
        }
        rv_kkt_pattern pattern = system_pattern(&s);
        rv_kkt kkt = {0};
        CHECK(rv_kkt_analyse(&memory, &kkt, &pattern));
        int seen[80] = {0};
        for (int p = 0; p < kkt.node_count; p++)
            seen[kkt.node_at.data[p]]++;
        for (int p = 0; p < kkt.node_count; p++)
            CHECK(seen[p] == 1 && kkt.node_at.data[kkt.position_of.data[p]] == p);
        // rows over more than RV_ORDER_WIDE blocks come after all of them
        for (int g = 0; g < n && !kkt.uses_amd; g++)
            for (int k = s.group_first[g]; k < s.group_first[g + 1]; k++)
                CHECK(s.group_first[g + 1] - s.group_first[g] <= RV_ORDER_WIDE
                      || kkt.position_of.data[s.reference_block[k]] < kkt.position_of.data[n + g]);
        rv_kkt_free(&memory, &kkt);
    }
}
