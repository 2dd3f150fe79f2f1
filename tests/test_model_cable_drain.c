// Drums that run empty under a load hold it with all that was on them paid out, and no more.
#include "cable_fixture.h"

static const double G = 9.81, MASS = 100.0, LIMIT = 300.0, H = 1.0 / 60.0;

// a load that pulls rope off a drum whose motor and brake hold less than its weight
static void drop_to_the_end(rv_cable_model model, double stored) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, MASS, vec(0, 0, -4));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.stored = stored;
    nodes[0].winch.max_force = nodes[0].winch.brake_force = LIMIT;
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.01;
    if (model == RV_CABLE_SEGMENTS)
        def.segments.count = 8;
    rv_cable_id cable = cable_of(world, &def);
    double total = rv_cable_length(world, cable) + stored, lowest = 0.0;
    for (int i = 0; i < 240; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        double left = rv_cable_winch(world, cable, 0).stored;
        CHECK(left >= 0.0);
        CHECK_NEAR(rv_cable_length(world, cable) + left, total, 1e-12 * total);
        lowest = fmin(lowest, rv_body_pose(world, load).position.z);
    }
    CHECK(rv_cable_winch(world, cable, 0).stored == 0.0);
    // it falls against the limit, and what is left of its energy stretches the rope:
    //   k x^2/2 = m v^2/2 + m g x
    double k = rv_cable_EA(world, cable) / total, rest = MASS * G / k;
    double v2 = 2.0 * stored * (G - LIMIT / MASS);
    CHECK(-lowest - total <= rest + sqrt(rest * rest + MASS * v2 / k));
    // and holds it, less than a diameter from rest
    CHECK(fabs(rv_body_pose(world, load).position.z + total) < def.diameter);
    CHECK(rv_cable_tension(world, cable, 0) > LIMIT);
    rv_world_destroy(world);
}

TEST(a_drum_that_a_load_pulls_empty_holds_within_the_step_that_empties_it) {
    static const rv_cable_model models[] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED, RV_CABLE_SEGMENTS,
                                            RV_CABLE_AUTO};
    for (int m = 0; m < 4; m++)
        for (double stored = 0.1; stored < 2.5; stored *= 1.7)
            drop_to_the_end(models[m], stored);
}

// the motor runs the last of it off at its full speed
TEST(a_winch_that_pays_out_at_full_speed_stops_at_its_last_turn) {
    static const rv_cable_model models[] = {RV_CABLE_MASSLESS, RV_CABLE_LAYERED, RV_CABLE_SEGMENTS,
                                            RV_CABLE_AUTO};
    for (int m = 0; m < 4; m++) {
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, MASS, vec(0, 0, -4));
        rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 9.0), fixed_at(load, vec(0, 0, 0))};
        nodes[0].winch.stored = 0.1;
        rv_cable_def def = rv_cable_def_default();
        def.model = models[m];
        def.nodes = nodes;
        def.node_count = 2;
        def.diameter = 0.01;
        def.damping = 1e5; // what the last turn throws up comes to rest
        if (def.model == RV_CABLE_SEGMENTS)
            def.segments.count = 8;
        rv_cable_id cable = cable_of(world, &def);
        for (int i = 0; i < 240; i++) {
            CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
            double left = rv_cable_winch(world, cable, 0).stored;
            CHECK_NEAR(rv_cable_length(world, cable) + left, 4.1, 1e-12);
        }
        CHECK(rv_cable_winch(world, cable, 0).stored == 0.0);
        CHECK(fabs(rv_body_pose(world, load).position.z + 4.1) < def.diameter);
        CHECK(rv_cable_tension(world, cable, 0) > 0.5 * MASS * G);
        rv_world_destroy(world);
    }
}
