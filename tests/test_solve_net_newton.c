// Contacts solved in the systems of their islands, against the same contacts on the dense
// compliance of those systems.
#include "kkt_system.h"
#include "solve/net_newton.h"

enum { LINKS = 12, SYSTEMS = 2, CONTACTS = 14, ROWS = CONTACTS * RV_CONE_ROWS };

// a chain of bodies and one body on its own, with contacts on them
typedef struct scene {
    rv_memory memory;
    kkt_system shape[SYSTEMS];
    rv_kkt kkt[SYSTEMS];
    rv_kkt* systems[SYSTEMS];
    rv_net net;
    rv_net_domain domains[SYSTEMS];
    rv_net_unit units[CONTACTS];
    rv_net_reference references[2 * CONTACTS];
    double jacobian[12 * ROWS];
    double sigma[ROWS], bias[ROWS], lambda[ROWS], start[ROWS];
    int jacobian_used;
    rv_kkt_report report;
} scene;

// rows of a contact at `arm` on a body: n, t1, t2, then turning about n, t1, t2
static void add_reference(scene* s, rv_net_unit* unit, int domain, int block, double sign) {
    kkt_system* random = &s->shape[0];
    double arm[3];
    for (int k = 0; k < 3; k++)
        arm[k] = 0.3 * system_random(random);
    rv_net_reference* ref = &s->references[s->net.reference_count++];
    *ref = (rv_net_reference){domain, 6 * block, 6, s->jacobian_used, block};
    for (int r = 0; r < unit->rows; r++) {
        bool turns = r > 2;
        int axis = !turns ? r : unit->cone.spin_rows ? r - 3 : r - 2;
        double* H = s->jacobian + s->jacobian_used;
        H[(turns ? 3 : 0) + axis] = sign;
        if (!turns) { // arm x axis
            H[3 + (axis + 2) % 3] = -sign * arm[(axis + 1) % 3];
            H[3 + (axis + 1) % 3] = sign * arm[(axis + 2) % 3];
        }
        s->jacobian_used += 6;
    }
    unit->reference_count++;
}

// `shared`: every third contact is between two bodies that move
static void add_contact(scene* s, int i, bool shared) {
    rv_net_unit* unit = &s->units[s->net.unit_count++];
    *unit = (rv_net_unit){.first_row = s->net.row_count,
                          .first_reference = s->net.reference_count,
                          .cone = {.first = s->net.row_count,
                                   .spin_rows = (int8_t)(i % 2),
                                   .roll_rows = (int8_t)(i % 3 == 0 ? 2 : 0),
                                   .friction = 0.15 * (i % 4),
                                   .spin = 0.02,
                                   .roll = 0.01}};
    unit->rows = rv_cone_rows(&unit->cone);
    add_reference(s, unit, 0, i % LINKS, 1.0);
    if (shared && i % 3 == 1)
        add_reference(s, unit, i % 2, i % 2 == 0 ? (i + 5) % LINKS : 0, -1.0);
    for (int r = 0; r < unit->rows; r++)
        s->bias[s->net.row_count + r] = 0.2 * system_random(&s->shape[0]);
    s->net.row_count += unit->rows;
}

static scene* make_scene(uint64_t seed, bool shared, double mass_decades) {
    scene* s = calloc(1, sizeof *s);
    s->memory = rv_memory_make((rv_allocator){0});
    for (int k = 0; k < SYSTEMS; k++) {
        s->shape[k].seed = seed + (uint64_t)k;
        for (int b = 0; b < (k == 0 ? LINKS : 1); b++) {
            system_block(&s->shape[k], 6);
            if (b > 0)
                system_group(&s->shape[k], 3, false, 2, (int[]){b - 1, b});
        }
        fill_options options = {.mass_decades = mass_decades, .sigma = 1e-6};
        CHECK(system_fill(&s->shape[k], &s->memory, &s->kkt[k], options));
        rv_kkt_begin(&s->kkt[k]);
        s->systems[k] = &s->kkt[k];
        s->domains[k].dofs = s->kkt[k].dof_count;
    }
    for (int i = 0; i < CONTACTS; i++)
        add_contact(s, i, shared);
    s->net.domain_count = SYSTEMS;
    s->net.cone_count = s->net.unit_count;
    s->net.first_box = s->net.row_count;
    s->net.domains = s->domains;
    s->net.units = s->units;
    s->net.references = s->references;
    s->net.jacobian = s->jacobian;
    s->net.sigma = s->sigma;
    s->net.bias = s->bias;
    s->net.sigma_floor = 1e-9;
    s->net.tolerance = 1e-9;
    return s;
}

static void free_scene(scene* s) {
    for (int k = 0; k < SYSTEMS; k++)
        rv_kkt_free(&s->memory, &s->kkt[k]);
    CHECK(s->memory.used == 0);
    free(s);
}

typedef struct limits {
    double work;
    int least; // iterations
    bool is_warm;
} limits;

static rv_net_newton_result solve_within(scene* s, double* lambda, limits limits) {
    rv_net_system_sizes sizes = {.count = SYSTEMS, .dofs = 6 * (LINKS + 1)};
    for (int k = 0; k < SYSTEMS; k++)
        sizes.factor_values += (size_t)s->kkt[k].factor_values;
    size_t bytes = rv_net_newton_bytes(&s->net, sizes);
    void* block = malloc(bytes);
    rv_net_newton_problem problem = {.net = &s->net,
                                     .systems = s->systems,
                                     .start = s->start,
                                     .speed = 1.0,
                                     .iteration_cap = 400,
                                     .is_warm = limits.is_warm,
                                     .work_cap = limits.work,
                                     .iteration_least = limits.least,
                                     .report = &s->report};
    rv_net_newton_result result = rv_net_newton(&problem, lambda, rv_arena_make(block, bytes));
    free(block);
    return result;
}

static rv_net_newton_result solve(scene* s, double* lambda) {
    return solve_within(s, lambda, (limits){.work = INFINITY});
}

// the speeds by which impulses break the laws, with W and q written out
static double dense_error(scene* s, const double* lambda) {
    int n = s->net.row_count;
    double* W = malloc((size_t)(n * n + n) * sizeof *W);
    rv_cone cones[CONTACTS];
    for (int k = 0; k < SYSTEMS; k++) {
        rv_kkt_report report = {0};
        rv_kkt_run runs[LINKS];
        int scratch[6 * LINKS], dofs = s->domains[k].dofs;
        for (int b = 0; b < s->kkt[k].block_count; b++)
            runs[b] = (rv_kkt_run){b, 0, s->kkt[k].block_size.data[b]};
        rv_kkt_factor(&s->kkt[k], &report);
        rv_kkt_solve_factored(&s->kkt[k], &report);
        s->domains[k].C = malloc((size_t)(dofs * dofs) * sizeof(double));
        s->domains[k].v = s->kkt[k].v.data;
        rv_kkt_compliance(&s->kkt[k], runs, s->kkt[k].block_count, s->domains[k].C, scratch);
    }
    for (int i = 0; i < s->net.unit_count; i++)
        cones[i] = s->units[i].cone;
    rv_net_dense(&s->net, W, W + n * n, (rv_arena){0});
    rv_cone_problem problem = {.n = n,
                               .W = W,
                               .q = W + n * n,
                               .cone_count = s->net.unit_count,
                               .cones = cones,
                               .first_box = n};
    double error = rv_cone_speed_error(&problem, lambda);
    for (int k = 0; k < SYSTEMS; k++)
        free(s->domains[k].C);
    free(W);
    return error;
}

TEST(contacts_with_one_moving_body_obey_the_laws_of_the_dense_system) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        scene* s = make_scene(seed, false, 1.0);
        rv_net_newton_result result = solve(s, s->lambda);
        // what is left after enough iterations is at most ten times the tolerance
        CHECK(result.residual <= 1e-8);
        // the two errors have other scales: largest speed, and largest speed without contacts
        CHECK_NEAR(dense_error(s, s->lambda), 0.0, 1e-5);
        free_scene(s);
    }
}

TEST(no_iteration_begins_when_the_work_is_used_up_but_for_the_least) {
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int least = 1; least <= 3; least++) {
            scene* s = make_scene(seed, true, 0.5);
            limits few = {2.5 * RV_NET_ITERATION_WORK, least, true};
            rv_net_newton_result result = solve_within(s, s->lambda, few);
            // each iteration takes at least its own work
            CHECK(result.iterations <= 3);
            CHECK(result.iterations >= least || result.solved);
            CHECK(result.work >= RV_NET_ITERATION_WORK * result.iterations);
            free_scene(s);
        }
}

TEST(contacts_between_moving_bodies_obey_the_laws_of_the_dense_system) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        scene* s = make_scene(seed, true, 0.5);
        rv_net_newton_result result = solve(s, s->lambda);
        CHECK(result.work > RV_NET_ITERATION_WORK * result.iterations);
        CHECK(result.residual <= 1e-8);
        CHECK_NEAR(dense_error(s, s->lambda), 0.0, 1e-5);
        free_scene(s);
    }
}

// From where splitting leads, Newton's method needs fewer iterations than from no impulses at all,
// and finds the same speeds.
TEST(splitting_leads_near_the_solution) {
    int cold = 0, warm = 0;
    for (uint64_t seed = 1; seed <= 60; seed++)
        for (int shared = 0; shared < 2; shared++) {
            scene* s = make_scene(seed, shared == 1, 0.5);
            double lambda[ROWS] = {0};
            warm += solve_within(s, lambda, (limits){.work = INFINITY, .is_warm = true}).iterations;
            rv_net_newton_result result = solve(s, s->lambda);
            cold += result.iterations;
            CHECK(result.residual <= 1e-8);
            CHECK_NEAR(dense_error(s, s->lambda), 0.0, 1e-5);
            free_scene(s);
        }
    CHECK(cold < 0.9 * warm);
}

// What two contacts want of one body excludes each other by a few times the tolerance: their
// multipliers grow with every update, and the laws stay off by as much. That is seen before
// iterations run out.
TEST(a_jam_that_is_off_by_little_ends_early) {
    enum { FIRST = 0, SECOND = LINKS }; // both on the first link
    int iterations = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        scene* s = make_scene(seed, false, 0.5);
        const rv_net_unit *a = &s->units[FIRST], *b = &s->units[SECOND];
        CHECK(a->rows == b->rows);
        for (int k = 0; k < 6 * a->rows; k++)
            s->jacobian[s->references[b->first_reference].jacobian + k] =
                -s->jacobian[s->references[a->first_reference].jacobian + k];
        s->net.tolerance = 1e-4;
        s->bias[a->first_row] = s->bias[b->first_row] = 2e-4;
        rv_net_newton_result result = solve(s, s->lambda);
        CHECK(result.residual <= 10.0 * s->net.tolerance);
        iterations += result.iterations;
        free_scene(s);
    }
    // 480 otherwise
    CHECK(iterations < 360);
}

TEST(the_systems_are_left_as_they_were) {
    scene* s = make_scene(3, true, 1.0);
    const rv_kkt* kkt = &s->kkt[0];
    size_t A = (size_t)kkt->diagonal.count * sizeof(double);
    size_t r = (size_t)kkt->dof_count * sizeof(double);
    size_t b = (size_t)kkt->row_count * sizeof(double);
    double* before = malloc(A + r + b);
    memcpy(before, kkt->diagonal.data, A);
    memcpy((char*)before + A, kkt->r.data, r);
    memcpy((char*)before + A + r, kkt->bias.data, b);
    solve(s, s->lambda);
    CHECK(memcmp(before, kkt->diagonal.data, A) == 0);
    CHECK(memcmp((char*)before + A, kkt->r.data, r) == 0);
    CHECK(memcmp((char*)before + A + r, kkt->bias.data, b) == 0);
    free(before);
    free_scene(s);
}

TEST(the_velocities_belong_to_the_impulses) {
    scene* s = make_scene(5, false, 1.0);
    s->net.tolerance = 1e-5;
    CHECK(solve(s, s->lambda).is_current);
    double v[6 * LINKS];
    memcpy(v, s->kkt[0].v.data, sizeof v);
    for (int i = 0; i < s->net.reference_count; i++)
        for (int r = 0; r < s->units[i].rows; r++)
            for (int c = 0; c < 6; c++)
                s->kkt[0].r.data[s->references[i].first + c] +=
                    s->jacobian[s->references[i].jacobian + 6 * r + c]
                    * s->lambda[s->units[i].first_row + r];
    rv_kkt_report report = {0};
    rv_kkt_factor(&s->kkt[0], &report);
    rv_kkt_solve_factored(&s->kkt[0], &report);
    for (int d = 0; d < 6 * LINKS; d++)
        CHECK_NEAR(v[d], s->kkt[0].v.data[d], 1e-4);
    free_scene(s);
}

TEST(a_solution_is_found_again_at_once) {
    scene* s = make_scene(7, false, 1.0);
    s->net.tolerance = 1e-5;
    CHECK(solve(s, s->lambda).solved);
    // the speeds of the solution are the likely ones
    for (int i = 0; i < s->net.unit_count; i++)
        for (int r = 0; r < s->units[i].rows; r++) {
            double speed = 0.0;
            for (int c = 0; c < 6; c++)
                speed += s->jacobian[s->references[i].jacobian + 6 * r + c]
                         * s->kkt[0].v.data[s->references[i].first + c];
            s->start[s->units[i].first_row + r] = speed;
        }
    CHECK(solve(s, s->lambda).iterations <= 2);
    free_scene(s);
}

TEST(a_load_that_is_not_finite_leaves_finite_impulses) {
    scene* s = make_scene(9, true, 1.0);
    s->kkt[0].r.data[7] = NAN;
    rv_net_newton_result result = solve(s, s->lambda);
    CHECK(!result.solved);
    for (int r = 0; r < s->net.row_count; r++)
        CHECK(isfinite(s->lambda[r]));
    free_scene(s);
}
