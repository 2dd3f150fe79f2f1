// Bounded rows of the KKT system, inside the pattern and loose, against the dense complementarity
// problem on the Schur complement  W = G A^-1 G^T + S,  q = G A^-1 r - b  of the same values.
#include "failing_allocator.h"
#include "kkt_system.h"

#include <limits.h>

static rv_memory heap_memory(void) {
    return rv_memory_make((rv_allocator){0});
}

// --- the dense problem
// --------------------------------------------------------------------------------

typedef struct dense_lcp {
    int n;
    double *W, *q, *lower, *upper, *lambda;
    int8_t* state;
} dense_lcp;

// H = G for the rows of the pattern
static void dense_lcp_rows(const rv_kkt* kkt, const dense_system* all, dense_lcp* d, double* H) {
    for (int i = 0; i < kkt->row_count; i++) {
        memcpy(H + i * all->dofs, all->M + (all->dofs + i) * all->n, (size_t)all->dofs * sizeof *H);
        d->W[i * d->n + i] = kkt->sigma.data[i];
        d->q[i] = -kkt->bias.data[i];
        d->lower[i] = kkt->lower.data[i];
        d->upper[i] = kkt->upper.data[i];
    }
}

static void dense_lcp_loose(const rv_kkt* kkt, dense_lcp* d, double* H) {
    for (int l = 0; l < kkt->loose.rows.count; l++) {
        const rv_loose_row* row = &kkt->loose.rows.data[l];
        int i = kkt->row_count + l;
        for (int k = row->first_reference; k < row->first_reference + row->reference_count; k++) {
            const rv_loose_reference* ref = &kkt->loose.references.data[k];
            for (int c = 0; c < ref->count; c++) {
                int dof = ref->first_dof < 0 ? c : kkt->loose.dof.data[ref->first_dof + c];
                H[i * kkt->dof_count + kkt->block_first.data[ref->block] + dof] +=
                    kkt->loose.jacobian.data[ref->first_value + c];
            }
        }
        d->W[i * d->n + i] = row->sigma;
        d->q[i] = -row->bias;
        d->lower[i] = row->lower;
        d->upper[i] = row->upper;
    }
}

// column j of W += H A^-1 H_j^T, or q += H A^-1 r for the last, by the dense solver on A alone
static void dense_lcp_column(const rv_kkt* kkt, const dense_system* all, dense_lcp* d,
                             const double* H, int j) {
    int dofs = all->dofs, n = d->n;
    dense_system a = {.dofs = dofs, .n = dofs};
    a.M = malloc((size_t)(dofs * dofs) * sizeof *a.M);
    a.x = malloc((size_t)dofs * sizeof *a.x);
    for (int i = 0; i < dofs; i++)
        memcpy(a.M + i * dofs, all->M + i * all->n, (size_t)dofs * sizeof *a.M);
    memcpy(a.x, j < n ? H + j * dofs : kkt->r.data, (size_t)dofs * sizeof *a.x);
    CHECK(dense_solve(&a));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < dofs; k++)
            *(j < n ? &d->W[i * n + j] : &d->q[i]) += H[i * dofs + k] * a.x[k];
    dense_free(&a);
}

// every row of the pattern, then every loose row
static dense_lcp dense_lcp_of(const rv_kkt* kkt) {
    int n = kkt->row_count + kkt->loose.rows.count;
    dense_lcp d = {.n = n};
    d.W = calloc((size_t)(n * n), sizeof *d.W);
    d.q = calloc((size_t)(4 * n), sizeof *d.q);
    d.lower = d.q + n;
    d.upper = d.lower + n;
    d.lambda = d.upper + n;
    d.state = calloc((size_t)n, 1);
    memset(d.state, -1, (size_t)n);
    dense_system all = dense_of(kkt);
    double* H = calloc((size_t)(n * all.dofs), sizeof *H);
    dense_lcp_rows(kkt, &all, &d, H);
    dense_lcp_loose(kkt, &d, H);
    for (int j = 0; j <= n; j++)
        dense_lcp_column(kkt, &all, &d, H, j);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            d.W[i * n + j] = d.W[j * n + i];
    free(H);
    dense_free(&all);
    return d;
}

static void dense_lcp_free(dense_lcp* d) {
    free(d->W);
    free(d->q);
    free(d->state);
}

static rv_lcp_result dense_lcp_solve(dense_lcp* d, const rv_lcp_term* terms, int term_count) {
    size_t bytes = rv_lcp_scratch_bytes(d->n, term_count);
    void* scratch = malloc(bytes);
    rv_lcp lcp = {.n = d->n,
                  .W = d->W,
                  .q = d->q,
                  .lower = d->lower,
                  .upper = d->upper,
                  .terms = terms,
                  .term_count = term_count};
    rv_lcp_result result = rv_lcp_solve(&lcp, d->lambda, d->state, rv_arena_make(scratch, bytes));
    free(scratch);
    return result;
}

// compares all impulses, relative to the largest
static double compare_impulses(const rv_kkt* kkt, const dense_lcp* d) {
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < d->n; i++) {
        double impulse = i < kkt->row_count ? kkt->impulse.data[i]
                                            : kkt->loose.rows.data[i - kkt->row_count].impulse;
        largest = fmax(largest, fabs(d->lambda[i]));
        error = worse(error, fabs(impulse - d->lambda[i]));
    }
    return error / (largest + 1e-300);
}

// --- rows of the pattern
// ----------------------------------------------------------------------------

static void make_net(kkt_system* s, int n) {
    for (int i = 0; i < n; i++)
        system_block(s, (int[]){6, 3, 1, 6}[i % 4]);
    for (int i = 0; i < n; i++)
        system_group(s, 1 + i % 3, i == 0, i == 0 ? 1 : 2,
                     i == 0 ? (int[]){0, 0} : (int[]){i, system_random_below(s, i)});
    for (int i = 0; i < n; i++)
        system_group(s, 1, false, 2, (int[]){i, (i + 3) % n});
    for (int i = 0; i + 5 < n; i += 4)
        system_pair(s, i, i + 5);
}

// a third each: free, one-sided, and between two bounds
static void random_bounds(kkt_system* s, rv_kkt* kkt) {
    for (int i = 0; i < kkt->row_count; i++) {
        int kind = system_random_below(s, 4);
        if (kind == 1)
            kkt->lower.data[i] = 0.0;
        if (kind == 2)
            kkt->upper.data[i] = 0.1 * system_random(s);
        if (kind == 3) {
            kkt->lower.data[i] = -0.2 + 0.1 * system_random(s);
            kkt->upper.data[i] = kkt->lower.data[i] + 0.15 * (1.0 + system_random(s));
        }
    }
}

TEST(bounded_rows_in_the_pattern_agree_with_the_dense_problem) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 60; repeat++) {
        kkt_system s = {.seed = (uint64_t)(500 + repeat)};
        make_net(&s, 6 + repeat % 7);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){2.0, 0.05, false}));
        random_bounds(&s, &kkt);
        dense_lcp d = dense_lcp_of(&kkt);
        CHECK(dense_lcp_solve(&d, NULL, 0).status == RV_LCP_SOLVED);
        rv_kkt_report report = rv_kkt_solve(&kkt);
        CHECK(!report.unsettled && report.residual <= 1e-12);
        CHECK(report.factorisations == report.pivot_iterations + 1);
        CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-9); // S = 0.05: conditions below 1e5
        dense_lcp_free(&d);
        rv_kkt_free(&memory, &kkt);
    }
}

TEST(the_last_states_are_a_warm_start_that_needs_no_pivots) {
    rv_memory memory = heap_memory();
    kkt_system s = {.seed = 21};
    make_net(&s, 12);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){2.0, 0.05, false}));
    random_bounds(&s, &kkt);
    rv_kkt_report cold = rv_kkt_solve(&kkt);
    CHECK(cold.pivot_iterations > 0);
    double impulse = kkt.impulse.data[3];
    rv_kkt_report warm = rv_kkt_solve(&kkt);
    CHECK(warm.pivot_iterations == 0 && warm.factorisations == 1 && !warm.unsettled);
    CHECK(kkt.impulse.data[3] == impulse);
    // a small change of the forces keeps the states of most rows
    for (int i = 0; i < kkt.dof_count; i++)
        kkt.r.data[i] *= 1.0 + 1e-6 * system_random(&s);
    CHECK(rv_kkt_solve(&kkt).pivot_iterations <= 1);
    rv_kkt_free(&memory, &kkt);
}

TEST(rows_whose_bounds_meet_carry_exactly_that_impulse) {
    rv_memory memory = heap_memory();
    kkt_system s = {.seed = 22};
    make_net(&s, 8);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
    for (int i = 0; i < kkt.row_count; i += 2)
        kkt.lower.data[i] = kkt.upper.data[i] = 0.25 * (i % 3);
    dense_lcp d = dense_lcp_of(&kkt);
    CHECK(dense_lcp_solve(&d, NULL, 0).status == RV_LCP_SOLVED);
    rv_kkt_report report = rv_kkt_solve(&kkt);
    CHECK(report.pivot_iterations == 0 && !report.unsettled);
    for (int i = 0; i < kkt.row_count; i += 2)
        CHECK(kkt.impulse.data[i] == 0.25 * (i % 3));
    CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-10);
    // and are free again when the bounds are
    for (int i = 0; i < kkt.row_count; i++) {
        kkt.lower.data[i] = -INFINITY;
        kkt.upper.data[i] = INFINITY;
    }
    rv_kkt_solve(&kkt);
    for (int i = 0; i < kkt.row_count; i++)
        CHECK(kkt.state.data[i] == RV_ROW_FREE);
    rv_kkt_free(&memory, &kkt);
    dense_lcp_free(&d);
}

TEST(states_that_the_bounds_no_longer_allow_are_repaired) {
    rv_memory memory = heap_memory();
    kkt_system s = {.seed = 23};
    make_net(&s, 8);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
    for (int i = 0; i < kkt.row_count; i++) {
        kkt.state.data[i] = i % 2 ? RV_ROW_AT_LOWER : RV_ROW_AT_UPPER; // all at infinity
        kkt.impulse.data[i] = i % 2 ? -INFINITY : INFINITY;
    }
    rv_kkt_report report = rv_kkt_solve(&kkt);
    CHECK(report.residual <= 1e-12 && report.pivot_iterations == 0);
    for (int i = 0; i < kkt.row_count; i++)
        CHECK(kkt.state.data[i] == RV_ROW_FREE && isfinite(kkt.impulse.data[i]));
    rv_kkt_free(&memory, &kkt);
}

// nothing moves and nothing pulls: every condition holds with equality
TEST(degenerate_problems_settle) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 20; repeat++) {
        kkt_system s = {.seed = (uint64_t)(30 + repeat)};
        make_net(&s, 10);
        rv_kkt kkt = {.sigma_floor = 1e-12};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){2.0, 0.0, false}));
        for (int i = 0; i < kkt.row_count; i++) {
            kkt.lower.data[i] = 0.0;
            kkt.bias.data[i] = 0.0;
        }
        // forces that the rows balance exactly: r = -G^T Lam with half the Lam zero, so that v = 0
        for (int i = 0; i < kkt.dof_count; i++)
            kkt.r.data[i] = 0.0;
        for (int g = 0; g < kkt.group_count; g++)
            for (int k = kkt.group_first.data[g]; k < kkt.group_first.data[g + 1]; k++) {
                int block = kkt.reference_block.data[k], rows = kkt.group_size.data[g];
                for (int c = 0; c < kkt.block_size.data[block]; c++)
                    for (int i = 0; i < rows; i++)
                        kkt.r.data[kkt.block_first.data[block] + c] -=
                            rv_kkt_jacobian(&kkt, k)[c * rows + i] * (g % 2);
            }
        rv_kkt_report report = rv_kkt_solve(&kkt);
        CHECK(!report.unsettled && report.pivot_iterations < 60);
        for (int i = 0; i < kkt.dof_count; i++)
            CHECK_NEAR(kkt.v.data[i], 0.0,
                       1e-7); // compliance at the floor lets it give by 1e-12 / m
        CHECK(rv_kkt_solve(&kkt).pivot_iterations == 0);
        rv_kkt_free(&memory, &kkt);
    }
}

// Murty's 1974 family in the form that makes flipping all rows at once cycle: W = L L^T with ones
TEST(problems_on_which_flipping_all_rows_cycles_are_solved_by_the_fallback) {
    rv_memory memory = heap_memory();
    int settled = 0;
    for (int repeat = 0; repeat < 300; repeat++) {
        kkt_system s = {.seed = (uint64_t)repeat};
        int n = 3 + repeat % 6;
        for (int i = 0; i < n; i++)
            system_block(&s, 1);
        int all[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        for (int i = 0; i < n; i++)
            system_group(&s, 1, false, n, all);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){4.0, 1e-4, false}));
        for (int i = 0; i < n; i++)
            kkt.lower.data[i] = 0.0;
        dense_lcp d = dense_lcp_of(&kkt);
        CHECK(dense_lcp_solve(&d, NULL, 0).status == RV_LCP_SOLVED);
        rv_kkt_report report = rv_kkt_solve(&kkt);
        CHECK(!report.unsettled);
        CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-6); // conditions up to 1e9
        settled += report.pivot_iterations > 6;
        dense_lcp_free(&d);
        rv_kkt_free(&memory, &kkt);
    }
    CHECK(settled > 0); // some did need the fallback
}

TEST(systems_that_share_an_allowance_flip_no_more_rows_than_it_has) {
    rv_memory memory = heap_memory();
    rv_kkt kkt[2] = {{0}, {0}};
    int broken[2], alone = INT_MAX;
    for (int k = 0; k < 2; k++) {
        // two blocks, each pushed through a row that can only push the other way
        kkt_system s = {.seed = 7};
        for (int i = 0; i < 2; i++) {
            int block = system_block(&s, 1);
            system_group(&s, 1, false, 1, &block);
        }
        CHECK(system_fill(&s, &memory, &kkt[k], (fill_options){2.0, 0.0, false}));
        for (int i = 0; i < 2; i++) {
            kkt[k].lower.data[i] = 0.0;
            kkt[k].r.data[i] = rv_kkt_jacobian(&kkt[k], i)[0];
            kkt[k].bias.data[i] = 0.0;
        }
        rv_kkt_begin(&kkt[k]);
        rv_kkt_report report = {0};
        rv_kkt_factor(&kkt[k], &report);
        rv_kkt_solve_factored(&kkt[k], &report);
    }
    int one = 1;
    for (int k = 0; k < 2; k++)
        broken[k] = rv_kkt_flip(&kkt[k], &one);
    CHECK(broken[0] == 2 && broken[1] == 2 && one == 0);
    CHECK(kkt[0].state.data[0] == RV_ROW_AT_LOWER && kkt[0].state.data[1] == RV_ROW_FREE);
    CHECK(kkt[1].state.data[0] == RV_ROW_FREE && kkt[1].state.data[1] == RV_ROW_FREE);
    CHECK(rv_kkt_flip(&kkt[1], &alone) == 2 && kkt[1].state.data[1] == RV_ROW_AT_LOWER);
    for (int k = 0; k < 2; k++)
        rv_kkt_free(&memory, &kkt[k]);
}

// --- loose rows
// ---------------------------------------------------------------------------------------

// a row on two blocks, the second through listed dofs
static int add_loose(kkt_system* s, rv_kkt* kkt, int a, int b) {
    rv_loose_rows* loose = &kkt->loose;
    rv_loose_row row = {.first_reference = loose->references.count,
                        .reference_count = 2,
                        .sigma = 0.01,
                        .bias = system_random(s),
                        .lower = 0.0,
                        .upper = INFINITY};
    for (int k = 0; k < 2; k++) {
        int block = k ? b : a, size = kkt->block_size.data[block];
        rv_loose_reference ref = {.block = block,
                                  .first_value = loose->jacobian.count,
                                  .count = size,
                                  .first_dof = k ? loose->dof.count : -1};
        for (int c = 0; c < size; c++)
            loose->jacobian.data[loose->jacobian.count++] = system_random(s);
        for (int c = 0; k && c < size; c++)
            loose->dof.data[loose->dof.count++] = size - 1 - c;
        loose->references.data[loose->references.count++] = ref;
    }
    loose->rows.data[loose->rows.count] = row;
    return loose->rows.count++;
}

static void clear_loose(rv_kkt* kkt) {
    kkt->loose.rows.count = kkt->loose.references.count = kkt->loose.jacobian.count = 0;
    kkt->loose.dof.count = kkt->loose.terms.count = 0;
}

TEST(the_response_of_loose_rows_is_that_of_the_dense_system) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 10; repeat++) {
        kkt_system s = {.seed = (uint64_t)(600 + repeat)};
        make_net(&s, 9);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
        for (int i = 0; i < kkt.row_count; i += 4)
            kkt.state.data[i] = RV_ROW_AT_LOWER; // fixed rows do not resist
        enum { ROWS = 7 };
        CHECK(rv_kkt_reserve_loose(&memory, &kkt, ROWS, 2 * ROWS, 0));
        for (int i = 0; i < ROWS; i++)
            add_loose(&s, &kkt, i, i + 1);
        rv_kkt_report report = {0};
        rv_kkt_factor(&kkt, &report);
        double W[ROWS * ROWS];
        rv_kkt_response(&kkt, &kkt.loose, W);
        for (int j = 0; j < ROWS; j++) {
            // K x = [H_j; 0], then H_i x
            memset(kkt.bias.data, 0, (size_t)kkt.row_count * sizeof(double));
            memset(kkt.impulse.data, 0, (size_t)kkt.row_count * sizeof(double));
            memset(kkt.r.data, 0, (size_t)kkt.dof_count * sizeof(double));
            const rv_loose_row* row = &kkt.loose.rows.data[j];
            for (int k = row->first_reference; k < row->first_reference + 2; k++) {
                const rv_loose_reference* ref = &kkt.loose.references.data[k];
                for (int c = 0; c < ref->count; c++) {
                    int dof = ref->first_dof < 0 ? c : kkt.loose.dof.data[ref->first_dof + c];
                    kkt.r.data[kkt.block_first.data[ref->block] + dof] =
                        kkt.loose.jacobian.data[ref->first_value + c];
                }
            }
            dense_system d = dense_of(&kkt);
            CHECK(dense_solve(&d));
            memcpy(kkt.v.data, d.x, (size_t)kkt.dof_count * sizeof(double));
            for (int i = 0; i < ROWS; i++)
                CHECK_NEAR(W[i * ROWS + j], rv_kkt_loose_speed(&kkt, &kkt.loose, i), 1e-12);
            dense_free(&d);
        }
        rv_kkt_free(&memory, &kkt);
    }
    CHECK(memory.used == 0);
}

TEST(loose_rows_together_with_bounded_rows_agree_with_the_dense_problem) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 40; repeat++) {
        kkt_system s = {.seed = (uint64_t)(650 + repeat)};
        make_net(&s, 9);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
        random_bounds(&s, &kkt);
        CHECK(rv_kkt_reserve_loose(&memory, &kkt, 8, 16, 0));
        for (int i = 0; i < 8; i++)
            add_loose(&s, &kkt, i, i + 1);
        dense_lcp d = dense_lcp_of(&kkt);
        CHECK(dense_lcp_solve(&d, NULL, 0).status == RV_LCP_SOLVED);
        rv_kkt_report report = rv_kkt_solve(&kkt);
        CHECK(!report.unsettled && report.residual <= 1e-12);
        CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-9);
        // the right-hand side is the caller's again
        double before = kkt.r.data[0];
        rv_kkt_solve(&kkt);
        CHECK(kkt.r.data[0] == before);
        CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-9);
        dense_lcp_free(&d);
        rv_kkt_free(&memory, &kkt);
    }
}

TEST(friction_whose_bounds_follow_the_normal_impulse_agrees_with_the_dense_problem) {
    rv_memory memory = heap_memory();
    for (int repeat = 0; repeat < 20; repeat++) {
        kkt_system s = {.seed = (uint64_t)(700 + repeat)};
        make_net(&s, 8);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
        CHECK(rv_kkt_reserve_loose(&memory, &kkt, 6, 12, 3));
        for (int i = 0; i < 3; i++) {
            int normal = add_loose(&s, &kkt, i, i + 1), slip = add_loose(&s, &kkt, i, i + 1);
            kkt.loose.rows.data[slip].upper = 0.0;
            kkt.loose.terms.data[kkt.loose.terms.count++] =
                (rv_lcp_term){slip, normal, -0.4, 0.4}; // |t| <= 0.4 n
        }
        dense_lcp d = dense_lcp_of(&kkt);
        rv_lcp_term terms[3];
        for (int i = 0; i < 3; i++) {
            terms[i] = kkt.loose.terms.data[i];
            terms[i].row += kkt.row_count;
            terms[i].other += kkt.row_count;
        }
        CHECK(dense_lcp_solve(&d, terms, 3).status == RV_LCP_SOLVED);
        rv_kkt_report report = rv_kkt_solve(&kkt);
        CHECK(!report.unsettled);
        for (int i = 0; i < 3; i++) {
            double n = kkt.loose.rows.data[2 * i].impulse,
                   t = kkt.loose.rows.data[2 * i + 1].impulse;
            CHECK(n >= 0.0 && fabs(t) <= 0.4 * n + 1e-12);
        }
        CHECK_NEAR(compare_impulses(&kkt, &d), 0.0, 1e-8); // small friction: the solution is unique
        dense_lcp_free(&d);
        rv_kkt_free(&memory, &kkt);
    }
}

TEST(loose_rows_come_and_go_without_allocating) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    kkt_system s = {.seed = 9};
    make_net(&s, 9);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
    CHECK(rv_kkt_reserve_loose(&memory, &kkt, 8, 16, 0));
    long calls = heap.calls;
    for (int step = 0; step < 9; step++) {
        CHECK(rv_kkt_reserve_loose(&memory, &kkt, step, 2 * step, 0));
        clear_loose(&kkt);
        for (int i = 0; i < step; i++)
            add_loose(&s, &kkt, i, i + 1 < 9 ? i + 1 : 0);
        CHECK(!rv_kkt_solve(&kkt).unsettled);
    }
    CHECK(heap.calls == calls);
    rv_kkt_free(&memory, &kkt);
    CHECK(heap.live_blocks == 0);
}

TEST(more_loose_rows_than_were_reserved_are_left_alone_and_reported) {
    rv_memory memory = heap_memory();
    kkt_system s = {.seed = 9};
    make_net(&s, 9);
    rv_kkt kkt = {0};
    CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
    CHECK(rv_kkt_reserve_loose(&memory, &kkt, 1, 2, 0));
    CHECK(rv_array_reserve(&memory, &kkt.loose.rows, 90));
    CHECK(rv_array_reserve(&memory, &kkt.loose.references, 180));
    CHECK(rv_array_reserve(&memory, &kkt.loose.jacobian, 1100));
    CHECK(rv_array_reserve(&memory, &kkt.loose.dof, 1100));
    for (int i = 0; i < 90; i++)
        add_loose(&s, &kkt, i % 8, 8);
    CHECK(rv_kkt_solve(&kkt).unsettled);
    rv_kkt_free(&memory, &kkt);
}

TEST(reserving_loose_rows_may_fail_anywhere) {
    for (long at = 1; at < 7; at++) {
        failing_allocator heap = {0};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
        kkt_system s = {.seed = 9};
        make_net(&s, 5);
        rv_kkt kkt = {0};
        CHECK(system_fill(&s, &memory, &kkt, (fill_options){1.0, 0.05, false}));
        heap.fail_at = heap.calls + at;
        CHECK(!rv_kkt_reserve_loose(&memory, &kkt, 40, 80, 12));
        CHECK(rv_kkt_reserve_loose(&memory, &kkt, 40, 80, 12));
        rv_kkt_free(&memory, &kkt);
        CHECK(heap.live_blocks == 0);
    }
}
