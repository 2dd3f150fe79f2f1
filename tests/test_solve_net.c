// The network of contacts between separately factored systems, against the same problem written
// out as one dense system.
#include "core/memory.h"
#include "solve/net.h"
#include "test.h"

#include <stdlib.h>

enum {
    DOMAINS = 4,
    DOFS = 12, // of a domain: two bodies of 6
    ALL = DOMAINS * DOFS,
    CONES = 8,
    BOXES = 6,
    ROWS = CONES * RV_CONE_ROWS + BOXES,
};

// a network with its memory, and H of all rows over all dofs
typedef struct network {
    rv_net net;
    rv_net_domain domains[DOMAINS];
    double C[DOMAINS][DOFS * DOFS], v[DOMAINS][DOFS], free[ALL];
    rv_net_unit units[CONES + BOXES];
    rv_net_reference references[2 * (CONES + BOXES)];
    double jacobian[12 * ROWS];
    double sigma[ROWS], bias[ROWS], lower[BOXES], upper[BOXES], lambda[ROWS];
    rv_net_coupling couplings[2];
    rv_lcp_term terms[1];
    double H[ROWS][ALL];
    int references_used, jacobian_used;
} network;

static uint64_t random_state;

static double random_signed(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

// C = A A^T + 1/2: symmetric and positive definite
static void fill_domain(network* n, int d) {
    double A[DOFS][DOFS];
    for (int i = 0; i < DOFS; i++)
        for (int k = 0; k < DOFS; k++)
            A[i][k] = 0.4 * random_signed();
    for (int i = 0; i < DOFS; i++)
        for (int k = 0; k < DOFS; k++) {
            double sum = i == k ? 0.5 : 0.0;
            for (int j = 0; j < DOFS; j++)
                sum += A[i][j] * A[k][j];
            n->C[d][i * DOFS + k] = sum;
        }
    for (int i = 0; i < DOFS; i++)
        n->v[d][i] = n->free[d * DOFS + i] = random_signed();
    n->domains[d] = (rv_net_domain){DOFS, n->C[d], n->v[d]};
}

// rows of a unit on `dofs` dofs of a domain
static void add_reference(network* n, rv_net_unit* unit, int domain, int first, int dofs) {
    n->references[n->references_used++] =
        (rv_net_reference){domain, first, dofs, n->jacobian_used, 0};
    unit->reference_count++;
    for (int r = 0; r < unit->rows; r++)
        for (int c = 0; c < dofs; c++) {
            double value = random_signed();
            n->jacobian[n->jacobian_used++] = value;
            n->H[unit->first_row + r][domain * DOFS + first + c] += value;
        }
}

static void add_unit(network* n, rv_net_unit unit, int index) {
    unit.first_row = n->net.row_count;
    unit.first_reference = n->references_used;
    unit.cone.first = unit.first_row;
    n->net.row_count += unit.rows;
    // two places: of two domains, of one domain, or one place only; 6, 3 or 1 dofs
    int a = index % DOMAINS, b = (index / 2) % DOMAINS;
    add_reference(n, &unit, a, 6 * (index % 2), index % 3 == 0 ? 3 : 6);
    if (index % 5 != 4)
        add_reference(n, &unit, b, a == b ? 6 * ((index + 1) % 2) : 0, unit.is_box ? 1 : 6);
    for (int r = 0; r < unit.rows; r++) {
        n->sigma[unit.first_row + r] = 0.01 * (1.0 + random_signed());
        n->bias[unit.first_row + r] = random_signed();
    }
    n->units[n->net.unit_count++] = unit;
}

static network* make_network(uint64_t seed) {
    network* n = calloc(1, sizeof *n);
    random_state = seed * 0x9e3779b97f4a7c15ull + 1;
    for (int d = 0; d < DOMAINS; d++)
        fill_domain(n, d);
    for (int i = 0; i < CONES; i++) {
        rv_cone cone = {.spin_rows = (int8_t)(i % 2),
                        .roll_rows = (int8_t)(i % 3 == 0 ? 2 : 0),
                        .friction = 0.2 * (i % 4),
                        .spin = 0.1,
                        .roll = 0.05};
        add_unit(n, (rv_net_unit){.rows = rv_cone_rows(&cone), .cone = cone}, i);
    }
    n->net.cone_count = n->net.unit_count;
    n->net.first_box = n->net.row_count;
    for (int i = 0; i < BOXES; i++) {
        add_unit(n, (rv_net_unit){.rows = 1, .is_box = true}, i + 3);
        n->lower[i] = i % 2 == 0 ? -0.1 : 0.0;
        n->upper[i] = i == 5 ? 0.0 : INFINITY;
    }
    int box = n->net.first_box;
    // two rows of a chain, and a bound that follows another row
    n->couplings[0] = (rv_net_coupling){box, box + 1, 0.004};
    n->couplings[1] = (rv_net_coupling){box + 1, box, 0.004};
    n->terms[0] = (rv_lcp_term){.row = box + 5, .other = box + 3, .upper = 0.5};
    n->net.domain_count = DOMAINS;
    n->net.domains = n->domains;
    n->net.units = n->units;
    n->net.references = n->references;
    n->net.reference_count = n->references_used;
    n->net.jacobian = n->jacobian;
    n->net.sigma = n->sigma;
    n->net.bias = n->bias;
    n->net.sigma_floor = 1e-8;
    n->net.lower = n->lower;
    n->net.upper = n->upper;
    n->net.terms = n->terms;
    n->net.term_count = 1;
    n->net.couplings = n->couplings;
    n->net.coupling_count = 2;
    n->net.tolerance = 1e-13;
    n->net.sweep_cap = 100000;
    return n;
}

// H C H^T of two rows, from the whole matrices
static double response(const network* n, int a, int b) {
    double sum = 0.0;
    for (int d = 0; d < DOMAINS; d++)
        for (int i = 0; i < DOFS; i++)
            for (int k = 0; k < DOFS; k++)
                sum += n->H[a][d * DOFS + i] * n->C[d][i * DOFS + k] * n->H[b][d * DOFS + k];
    return sum;
}

static double free_speed(const network* n, int row) {
    double sum = 0.0;
    for (int k = 0; k < ALL; k++)
        sum += n->H[row][k] * n->free[k];
    return sum;
}

TEST(the_dense_system_is_h_c_h_transposed_plus_s) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        network* n = make_network(seed);
        int rows = n->net.row_count, box = n->net.first_box;
        double* W = malloc((size_t)rows * (size_t)rows * sizeof *W);
        double* q = malloc((size_t)rows * sizeof *q);
        // with room for answers of whole domains, and without
        double room[RV_CONE_ROWS * 64];
        rv_net_dense(&n->net, W, q, rv_arena_make(room, seed % 2 == 0 ? sizeof room : 0));
        for (int i = 0; i < rows; i++) {
            CHECK_NEAR(q[i], free_speed(n, i) - n->bias[i], 1e-13);
            for (int k = 0; k < rows; k++) {
                double S = i == k                                    ? n->sigma[i]
                           : i + k == 2 * box + 1 && abs(i - k) == 1 ? 0.004
                                                                     : 0;
                CHECK_NEAR(W[i * rows + k], response(n, i, k) + S, 1e-12);
                CHECK(W[i * rows + k] == W[k * rows + i]); // exactly
            }
        }
        free(W);
        free(q);
        free(n);
    }
}

TEST(a_push_moves_the_domains_by_c_h_transposed) {
    network* n = make_network(7);
    for (int u = 0; u < n->net.unit_count; u++) {
        const rv_net_unit* unit = &n->units[u];
        double impulse[RV_CONE_ROWS], speed[RV_CONE_ROWS], W[RV_CONE_ROWS * RV_CONE_ROWS];
        double before[RV_CONE_ROWS];
        rv_net_speed(&n->net, unit, before);
        for (int r = 0; r < unit->rows; r++)
            impulse[r] = random_signed();
        rv_net_push(&n->net, unit, impulse);
        rv_net_speed(&n->net, unit, speed);
        rv_net_response(&n->net, unit, W);
        for (int r = 0; r < unit->rows; r++) {
            double expected = before[r];
            for (int c = 0; c < unit->rows; c++) {
                CHECK_NEAR(W[r * unit->rows + c],
                           response(n, unit->first_row + r, unit->first_row + c), 1e-12);
                expected += W[r * unit->rows + c] * impulse[c];
            }
            CHECK_NEAR(speed[r], expected, 1e-12);
        }
    }
    free(n);
}

TEST(the_floor_raises_what_is_below_it_and_nothing_else) {
    network* n = make_network(3);
    n->net.sigma_floor = 0.003;
    double before[ROWS];
    memcpy(before, n->sigma, sizeof before);
    int raised = 0;
    rv_net_apply_floor(&n->net);
    for (int i = 0; i < n->net.row_count; i++) {
        double floor = 0.003 * response(n, i, i);
        CHECK_NEAR(n->sigma[i], fmax(before[i], floor), 1e-13);
        raised += n->sigma[i] > before[i];
    }
    CHECK(raised > 0 && raised < n->net.row_count);
    free(n);
}

// a contact of two bodies that do not move answers nothing: its row must not divide by zero
TEST(a_row_that_nothing_answers_gets_a_compliance_of_one) {
    network* n = make_network(3);
    memset(n->jacobian, 0, sizeof n->jacobian);
    memset(n->sigma, 0, sizeof n->sigma);
    rv_net_apply_floor(&n->net);
    for (int i = 0; i < n->net.row_count; i++)
        CHECK(n->sigma[i] == 1.0);
    free(n);
}

static rv_cone_result sweep(network* n) {
    size_t bytes = rv_net_sweep_bytes(n->net.row_count, n->references_used);
    void* block = malloc(bytes);
    rv_cone_result result = rv_net_sweep(&n->net, n->lambda, rv_arena_make(block, bytes));
    free(block);
    return result;
}

TEST(sweeps_find_what_newton_finds_on_the_dense_system) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        network* n = make_network(seed);
        int rows = n->net.row_count;
        double *W = malloc((size_t)rows * (size_t)rows * sizeof *W), q[ROWS], dense[ROWS] = {0};
        rv_net_dense(&n->net, W, q, (rv_arena){0});
        rv_cone cones[CONES];
        for (int i = 0; i < CONES; i++)
            cones[i] = n->units[i].cone;
        rv_cone_problem problem = {.n = rows,
                                   .W = W,
                                   .q = q,
                                   .cone_count = CONES,
                                   .cones = cones,
                                   .first_box = n->net.first_box,
                                   .lower = n->lower,
                                   .upper = n->upper,
                                   .terms = n->terms,
                                   .term_count = 1,
                                   .tolerance = 1e-12};
        size_t bytes = rv_cone_scratch_bytes(rows, CONES, 1);
        void* block = malloc(bytes);
        CHECK(rv_cone_solve(&problem, dense, rv_arena_make(block, bytes)).solved);
        free(block);
        // from zero, and from a start that is far off
        for (int start = 0; start < 2; start++) {
            for (int i = 0; i < rows; i++)
                n->lambda[i] = start == 0 ? 0.0 : 0.3;
            for (int d = 0; d < DOMAINS; d++)
                memcpy(n->v[d], n->free + d * DOFS, sizeof n->v[d]);
            rv_cone_result result = sweep(n);
            CHECK(result.solved && result.residual <= 1e-13 && result.sweeps > 1);
            CHECK(rv_cone_residual(&problem, n->lambda) < 1e-10);
            for (int i = 0; i < rows; i++)
                CHECK_NEAR(n->lambda[i], dense[i], 1e-8);
            // v holds the impulses: free + C H^T lambda
            for (int i = 0; i < rows; i++) {
                double expected = free_speed(n, i), found = 0.0;
                for (int k = 0; k < rows; k++)
                    expected += response(n, i, k) * n->lambda[k];
                for (int k = 0; k < ALL; k++)
                    found += n->H[i][k] * n->v[k / DOFS][k % DOFS];
                CHECK_NEAR(found, expected, 1e-10);
            }
        }
        free(W);
        free(n);
    }
}

TEST(sweeps_stop_at_their_cap_and_say_so) {
    network* n = make_network(2);
    n->net.sweep_cap = 2;
    rv_cone_result result = sweep(n);
    CHECK(!result.solved && result.sweeps == 2 && result.residual > 1e-13);
    free(n);
}

// rounding is as far as they get, long before the cap
TEST(sweeps_end_where_they_better_nothing) {
    network* n = make_network(2);
    n->net.tolerance = 0.0;
    n->net.sweep_cap = 100000;
    n->net.stall_sweeps = 20;
    rv_cone_result result = sweep(n);
    CHECK(result.solved || (result.sweeps < 5000 && result.sweeps % 20 == 0));
    CHECK(result.residual < 1e-12);
    free(n);
}

TEST(a_scratch_that_is_too_small_is_answered_without_a_step) {
    network* n = make_network(2);
    char block[64];
    rv_cone_result result = rv_net_sweep(&n->net, n->lambda, rv_arena_make(block, sizeof block));
    CHECK(!result.solved && result.sweeps == 0 && isinf(result.residual));
    free(n);
}
