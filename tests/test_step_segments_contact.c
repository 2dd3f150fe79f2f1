// Cables of segments that fall: on the ground, over the edge of a box, in a coil onto themselves. Their
// contacts are solved in their own factor, and every step is settled.
#include "cable_fixture.h"
#include "contact_fixture.h"

enum { SEGMENTS = 60 };
static const double STEP = 1.0 / 60.0;

static rv_world* ground_world(void) {
    rv_world_def def = rv_world_def_default();
    def.sleep.enabled = false;
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    return world;
}

// 12 mm thick, soft in bending, along a shape
static void add_falling(rv_world* world, const rv_vec3 shape[SEGMENTS + 1]) {
    rv_cable_node nodes[] = {free_at(shape[0]), free_at(shape[SEGMENTS])};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.012;
    def.GJ = 1.0;
    def.segments.count = SEGMENTS;
    def.segments.EI = 1.0;
    def.segments.shape = shape;
    def.segments.shape_count = SEGMENTS + 1;
    cable_of(world, &def);
}

// runs, and checks that all contacts are settled with a residual below a bound
static void check_settled(rv_world* world, int steps, int contacts_least, double residual) {
    int contacts = 0;
    for (int i = 0; i < (TEST_IS_WATCHED ? steps / 4 : steps); i++) {
        CHECK(rv_world_step(world, STEP) == RV_STATUS_OK);
        rv_report report = rv_world_report(world);
        CHECK(report.contact_residual < residual);
        contacts = report.contact_count > contacts ? report.contact_count : contacts;
    }
    CHECK(TEST_IS_WATCHED || contacts >= contacts_least);
    rv_world_destroy(world);
}

// a cable in waves above the ground
static rv_world* landing_world(void) {
    rv_vec3 shape[SEGMENTS + 1];
    for (int i = 0; i <= SEGMENTS; i++)
        shape[i] = vec(0.08 * i, 0.15 * rv_sin(0.4 * i), 0.3 + 0.01 * i);
    rv_world* world = ground_world();
    add_falling(world, shape);
    return world;
}

TEST(a_cable_that_lands_is_settled_in_every_step) {
    rv_world* world = landing_world();
    check_settled(world, 120, 2 * SEGMENTS, 2e-3); // 20 times the tolerance of cables
}

TEST(a_cable_that_falls_over_an_edge_is_settled_in_every_step) {
    rv_vec3 shape[SEGMENTS + 1];
    for (int i = 0; i <= SEGMENTS; i++)
        shape[i] = vec(-1.2 + 0.05 * i, 0, 1.056);
    rv_world* world = ground_world();
    rv_shape_def box = box_shape(vec(1, 1, 0.5), rough(0.5));
    add_shaped(world, RV_BODY_STATIC, &box, at(0, 0, 0.5));
    add_falling(world, shape);
    check_settled(world, 180, SEGMENTS, 1e-3); // 10 times the tolerance of cables
}

// a coil of a radius, a rise and turns of its own
static rv_world* coil_world(fixture_random* random) {
    rv_vec3 shape[SEGMENTS + 1];
    double radius = random_in(random, 0.15, 0.35), rise = random_in(random, 0.002, 0.006);
    double per_segment = random_in(random, 0.07, 0.12) / radius;
    for (int i = 0; i <= SEGMENTS; i++) {
        double sine, cosine, turn = per_segment * i;
        rv_sincos(turn, &sine, &cosine);
        shape[i] = vec(radius * cosine, radius * sine, 0.05 + rise * turn);
    }
    rv_world* world = ground_world();
    add_falling(world, shape);
    return world;
}

// What a step of a heap may cost is bounded, and which steps that leaves unsettled is chance: of 2160
// steps of twelve other coils one. They say so, and are off by little.
TEST(coils_that_fall_onto_themselves_are_settled_but_for_few_steps) {
    enum { COILS = 6, STEPS = 180 };
    fixture_random random = {11};
    int degraded = 0, contacts = 0;
    for (int k = 0; k < (TEST_IS_WATCHED ? 1 : COILS); k++) {
        rv_world* world = coil_world(&random);
        for (int i = 0; i < STEPS; i++) {
            degraded += rv_world_step(world, STEP) != RV_STATUS_OK;
            rv_report report = rv_world_report(world);
            CHECK(report.contact_residual < 0.1);
            CHECK(report.contact_residual < 1e-2 || report.contacts_unsettled > 0);
            contacts = report.contact_count > contacts ? report.contact_count : contacts;
        }
        rv_world_destroy(world);
    }
    CHECK(degraded <= COILS * STEPS / 200);
    CHECK(contacts >= 2 * SEGMENTS);
}

// The dense system of a hundred contacts in a coil is too dear for its step: none is made, nor
// memory for it.
TEST(a_coil_takes_no_memory_for_a_dense_system) {
    rv_vec3 shape[SEGMENTS + 1];
    for (int i = 0; i <= SEGMENTS; i++) {
        double sine, cosine, turn = 0.4 * i;
        rv_sincos(turn, &sine, &cosine);
        shape[i] = vec(0.25 * cosine, 0.25 * sine, 0.05 + 0.003 * turn);
    }
    rv_world* world = ground_world();
    add_falling(world, shape);
    int contacts = 0;
    for (int i = 0; i < 20; i++) {
        rv_world_step(world, STEP);
        rv_report report = rv_world_report(world);
        contacts = report.contact_count > contacts ? report.contact_count : contacts;
    }
    CHECK(contacts > 100);
    CHECK(rv_world_report(world).memory_peak < 6000000); // 17 MB with it
    rv_world_destroy(world);
}

// Substeps that the fall and the blow asked for are given up within some steps of lying on the
// ground.
TEST(a_cable_that_has_landed_forgets_its_substeps) {
    rv_world* world = landing_world();
    int most = 1, iterations = 0;
    for (int i = 0; i < 60; i++) {
        rv_world_step(world, STEP);
        rv_report report = rv_world_report(world);
        most = report.substeps > most ? report.substeps : most;
        iterations += report.contact_iterations;
    }
    CHECK(most >= 4);
    CHECK(rv_world_report(world).substeps == 1);
    // 1800 from the impulses of the last step alone, without splitting; 3100 with all substeps
    CHECK(iterations < 1500);
    rv_world_destroy(world);
}

// One Newton iteration finds what holds a cable at rest, whatever its length: neither a cliff in time
// nor in the residual where the way of solving contacts changes.
TEST(cables_of_all_lengths_lie_still_with_one_iteration_a_step) {
    static const int counts[] = {5, 7, 8, 10, 15, 20, 40, 66, 67, 100, 200};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        rv_world* world = ground_world();
        rv_cable_node nodes[] = {free_at(vec(0, 0, 0.007)),
                                 free_at(vec(0.05 * counts[k], 0, 0.007))};
        rv_cable_def def = rv_cable_def_default();
        def.model = RV_CABLE_SEGMENTS;
        def.nodes = nodes;
        def.node_count = 2;
        def.diameter = 0.012;
        def.segments.count = counts[k];
        cable_of(world, &def);
        run_steps(world, STEP, TEST_IS_WATCHED ? 40 : 120);
        rv_report report = rv_world_report(world);
        CHECK(report.contact_count == 2 * counts[k]);
        CHECK(report.contact_iterations <= 1);
        CHECK(report.contact_residual < 1e-9);
        rv_world_destroy(world);
    }
}
