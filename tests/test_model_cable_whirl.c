// Loads that whirl on their cable, and drums that give way at a spike: no energy and no rope from
// nowhere.
#include "cable_fixture.h"

static const double H = 1.0 / 60.0;

static rv_body_id add_box(rv_world* world, fixture_random* random, double mass, double length) {
    double side = 0.5 * cbrt(mass / 2000.0);
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = vec(side * random_in(random, 0.6, 1.6), side * random_in(random, 0.6, 1.6),
                             side * random_in(random, 0.6, 1.6));
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = vec(random_in(random, 0.2, 0.5) * length, 0, -0.3 * length);
    def.velocity =
        vec(random_in(random, -2, 2), random_in(random, -2, 2), random_in(random, -2, 2));
    return rv_body_create(world, &def);
}

// a light box that falls into its cable and whirls there for half a minute: the most kinetic
// energy that
// it had, over all the energy that there was
static double whirl(uint64_t seed) {
    fixture_random random = {seed};
    rv_world* world = default_world();
    double mass = random_in(&random, 0.5, 15.0), length = random_in(&random, 4.0, 11.0);
    rv_body_id box = add_box(world, &random, mass, length);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(box, vec(0, 0, 0.07))};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.002;
    def.length = length;
    CHECK(!RV_ID_IS_NULL(rv_cable_create(world, &def)));
    double before = mass * 9.81 * 2.0 * length + 0.5 * mass * 12.0, most = 0.0;
    for (int i = 0; i < 30 * 60; i++) {
        rv_world_step(world, H);
        most = fmax(most, rv_world_energy(world).kinetic / before);
    }
    rv_world_destroy(world);
    return most;
}

TEST(light_loads_that_whirl_on_a_solid_bar_gain_no_energy) {
    for (uint64_t seed = 1; seed <= 80; seed++)
        CHECK(whirl(seed) <= 1.0);
}

// A drum at its limit, and blows at its load: what it pays out in a step is what the load leaves
// by, and
// what the cable was stretched.
TEST(a_drum_pays_out_no_more_than_its_load_leaves_by) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        fixture_random random = {seed};
        rv_world* world = default_world();
        double mass = random_in(&random, 1.0, 500.0);
        rv_body_id load = add_particle(world, mass, vec(0, 0, -5));
        rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
        nodes[0].winch.brake_force = mass * 9.81 * random_in(&random, 0.3, 3.0);
        rv_cable_id cable = add_cable(world, nodes, 2);
        for (int i = 0; i < 300; i++) {
            if (random_in(&random, 0.0, 1.0) < 0.05)
                rv_body_set_velocity(world, load,
                                     vec(random_in(&random, -50, 50), random_in(&random, -50, 50),
                                         random_in(&random, -50, 50)));
            double path = rv_cable_path_length(world, cable);
            double length = rv_cable_length(world, cable);
            double speed = rv_vec3_length(rv_body_velocity(world, load));
            rv_world_step(world, H);
            // in its substeps the load is as fast as it was, but for gravity, or slower
            double moved = H * (speed + H * 9.81);
            double paid = rv_cable_length(world, cable) - length;
            CHECK(paid <= moved + fmax(0.0, path - length) + 1e-9);
        }
        rv_world_destroy(world);
    }
}

TEST(default_winches_against_each_other_stall) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 100.0, vec(0.4, 0.2, 3));
    rv_cable_id cable[4];
    for (int i = 0; i < 4; i++) {
        double side = i < 2 ? 5.0 : -5.0;
        rv_vec3 at = i % 2 == 0 ? vec(side, 0, 8) : vec(0, side, 8);
        rv_cable_node nodes[] = {drum_at(NO_BODY, at, 0.0), fixed_at(load, vec(0, 0, 0))};
        nodes[0].winch.speed = -0.4 - 0.05 * i;
        cable[i] = add_cable(world, nodes, 2);
    }
    double rated = rv_cable_winch(world, cable[0], 0).max_force;
    CHECK_NEAR(rated, 0.5 * 0.33 * 1770e6 * 0.01 * 0.01, 1e-6);
    CHECK_NEAR(rv_cable_winch(world, cable[0], 0).brake_force, 1.5 * rated, 1e-6);
    for (int i = 0; i < 60 * 30; i++) {
        rv_world_step(world, H);
        for (int k = 0; k < 4; k++)
            CHECK(rv_cable_largest_tension(world, cable[k]) <= rated * (1.0 + 1e-9));
        CHECK(rv_vec3_length(rv_body_velocity(world, load)) < 20.0);
    }
    int stalled = 0;
    for (int k = 0; k < 4; k++)
        stalled += rv_cable_winch_state(world, cable[k], 0) == RV_WINCH_STALLED;
    CHECK(stalled > 0);
    rv_world_destroy(world);
}

TEST(a_hook_stops_at_its_sheave_and_the_winch_says_so) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 500.0, vec(0.2, 0, -4));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-5, 0, 0), 0.0),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.speed = -0.5;
    rv_cable_id cable = add_cable(world, nodes, 3);
    for (int i = 0; i < 60 * 12; i++)
        rv_world_step(world, H);
    CHECK(rv_body_center(world, load).z < -0.2 && rv_body_center(world, load).z > -0.6);
    CHECK_NEAR(rv_vec3_length(rv_body_velocity(world, load)), 0.0, 1e-3);
    CHECK(rv_cable_winch_state(world, cable, 0) == RV_WINCH_BLOCKED);
    CHECK(rv_cable_set_winch_speed(world, cable, 0, 0.5));
    for (int i = 0; i < 60; i++)
        rv_world_step(world, H);
    CHECK(rv_cable_winch_state(world, cable, 0) == RV_WINCH_RUNS);
    CHECK(rv_body_center(world, load).z < -0.7);
    rv_world_destroy(world);
}
