// Cables of segments that are turned, squeezed or fed faster than any step can follow: what is torn
// must not come back as energy.
#include "strand_fixture.h"

#include "model/strand.h"

static const double H = 1.0 / 60.0;

static void step(rv_world* world) {
    CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

// nothing but its own motion: no step may have more energy than the first
TEST(a_segment_that_turns_by_radians_in_a_step_gives_back_no_more_than_it_had) {
    for (double w = 100.0; w < 2e4; w *= 3.0) {
        rv_world* world = weightless_world();
        rv_cable_id cable = add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(12, 0, 0)), 8);
        rv_body_set_angular_velocity(world, rv_cable_segment(world, cable, 4), vec(0, w, w / 3));
        double first = rv_world_energy(world).kinetic, most = 0.0;
        for (int i = 0; i < 120; i++) {
            step(world);
            most = fmax(most, rv_world_energy(world).kinetic);
        }
        // the first step finds the joints closed: what comes after is what turning has opened
        CHECK(most <= first);
        rv_world_destroy(world);
    }
}

// a shaft: 100 rad/s about its own axis are 1.7 rad in a step and move no joint
TEST(a_straight_cable_spins_about_its_axis_as_fast_as_it_was_spun) {
    rv_world* world = weightless_world();
    rv_cable_id cable = add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(12, 0, 0)), 8);
    for (int i = 0; i < 8; i++)
        rv_body_set_angular_velocity(world, rv_cable_segment(world, cable, i), vec(100, 0, 0));
    for (int i = 0; i < 120; i++)
        step(world);
    for (int i = 0; i < 8; i++)
        CHECK_NEAR(rv_body_angular_velocity(world, rv_cable_segment(world, cable, i)).x, 100.0,
                   1e-9);
    rv_world_destroy(world);
}

// an end that is set elsewhere opens a joint: it closes at CLOSES = 2 lengths per second
TEST(a_joint_that_is_torn_open_closes_slowly) {
    rv_world* world = weightless_world();
    rv_cable_id cable = add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(2, 0, 0)), 4);
    step(world);
    rv_body_id last = rv_cable_segment(world, cable, 3);
    rv_pose pose = rv_body_pose(world, last);
    pose.position.x += 0.25;
    rv_body_set_pose(world, last, pose);
    double fastest = 0.0;
    for (int i = 0; i < 60; i++) {
        step(world);
        fastest = fmax(fastest, fastest_segment(world, cable));
    }
    // the last link stands for 0.75 m: 2 lengths/s, and what is stretch of it within the step that
    // tears it, 0.01 lengths
    CHECK(fastest < 2.0 * 0.75 + 0.01 * 0.75 / H);
    CHECK(fastest > 0.1);
    CHECK(widest_joint(world, cable) < 1e-3);
    rv_world_destroy(world);
}

static rv_body_id add_plate(rv_world* world, rv_body_type type, rv_vec3 at, rv_vec3 half) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = half;
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.pose.position = at;
    def.shapes = &box;
    def.shape_count = 1;
    return body_of(world, &def);
}

// a plate that nothing stops comes down on a rope that lies on one that nothing moves
TEST(a_cable_that_is_squeezed_is_not_flung) {
    for (double speed = 0.05; speed < 2.0; speed *= TEST_IS_WATCHED ? 8.0 : 2.0) {
        rv_world* world = default_world();
        add_plate(world, RV_BODY_STATIC, vec(0, 0, -0.5), vec(5, 5, 0.5));
        rv_body_id plate = add_plate(world, RV_BODY_KINEMATIC, vec(0, 0, 0.2), vec(0.1, 2, 0.1));
        rv_cable_node nodes[] = {free_at(vec(-1.5, -0.03, 0.016)), free_at(vec(1.5, 0.06, 0.016))};
        rv_cable_def def = strand_def(nodes, 24);
        def.diameter = 0.03;
        def.EA = 2e7;
        def.segments.EI = 7.0;
        def.mass_per_length = 3.5;
        rv_cable_id cable = cable_of(world, &def);
        rv_body_set_velocity(world, plate, vec(0.3, 0, -speed));
        double fastest = 0.0;
        for (int i = 0; i < 120; i++) {
            step(world);
            fastest = fmax(fastest, fastest_segment(world, cable));
        }
        // 3 to 14 m/s as it slips out between the plates; flung it has 1e2 to 1e15
        CHECK(fastest < 50.0);
        rv_world_destroy(world);
    }
}

// A thread that hangs in a bow between two points, bent by 0.2 rad a segment, is nudged out of its
// plane: its segments must not spin up about their axes, nor swing farther than the nudge makes them.
// At rest it is straight, or bent the same way.
TEST(a_bow_of_thread_that_is_nudged_gains_no_energy) {
    for (double rest = -20.0; rest <= 0.0; rest += 10.0) {
        rv_world* world = default_world();
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-0.02, 0, 0)),
                                 fixed_at(NO_BODY, vec(0.02, 0, 0))};
        rv_cable_def def = strand_def(nodes, 28);
        def.diameter = 2.7e-4;
        def.mass_per_length = 8e-5;
        def.EA = 340.0;
        def.segments.EI = 1.5e-6;
        def.segments.rest_curvature[0] = rest;
        def.GJ = 1.2e-6;
        def.length = 0.11;
        rv_cable_id cable = cable_of(world, &def);
        for (int i = 0; i < 240; i++)
            step(world);
        double nudge = 0.01, mass = 8e-5 * rv_cable_length(world, cable);
        for (int i = 0; i < 28; i++)
            rv_body_set_velocity(world, rv_cable_segment(world, cable, i), vec(0, nudge, 0));
        double most = 0.0;
        for (int i = 0; i < 600; i++) {
            step(world);
            most = fmax(most, rv_world_energy(world).kinetic);
        }
        CHECK(most <= 0.5 * mass * nudge * nudge);
        rv_world_destroy(world);
    }
}
