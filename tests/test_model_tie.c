// Ties: forces, motion and energy of solids that are tied to bodies, threads and each other.
#include "model/solid.h"
#include "tie_fixture.h"

// --- at rest ---

// what moves a corner by so much is what a force on it must be
TEST(a_pulled_tie_bends_a_beam_as_the_same_force_does) {
    double pull[TIE_MODEL_COUNT];
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        solid_rig r = tie_beam(TIE_MODELS[k], 1e6);
        rv_solid_id beam = solid_of(world, &r);
        int tip = beam_tip(world, beam);
        rv_vec3 at = rv_solid_node(world, beam, tip);
        rv_body_id hand = add_kinematic(world, rv_vec3_add(at, vec(0.1, 0.2, 0.3)), vec(0, 0, 0));
        rv_tie_id tie = tie_to_body(world, beam, at, 0.0, hand);
        for (int i = 0; i < 300; i++) {
            rv_body_set_velocity(world, hand, i < 50 ? vec(0.0, 0.002, -0.004) : vec(0, 0, 0));
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        }
        rv_tie_state s = rv_tie_read(world, tie);
        rv_vec3 pulled = rv_solid_node(world, beam, tip);
        CHECK(apart(pulled, rv_vec3_add(at, vec(0.0, 0.001, -0.002))) < 1e-12);
        CHECK(apart(s.position, pulled) < 1e-15 && s.stretch < 1e-12);
        CHECK(s.point_count == 1 && s.body.slot == hand.slot && s.solid.slot == beam.slot);
        // it is among what the solid feels, with the arm of the unstrained place
        CHECK(apart(rv_solid_force(world, beam), s.force) < 1e-12);
        CHECK(apart(rv_solid_torque(world, beam), rv_vec3_cross(at, s.force)) < 1e-12);
        pull[k] = -s.force.z;
        rv_tie_destroy(world, tie);
        for (int i = 0; i < 150; i++) {
            rv_solid_apply_force(world, beam, tip, s.force);
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        }
        // what is left after 1.5 s of a motion that is damped within 0.1 s
        CHECK(apart(rv_solid_node(world, beam, tip), pulled) < 1e-6 * 0.002);
        rv_world_destroy(world);
    }
    // 0.5 % of slope: as much is the difference that rotations of elements make
    CHECK(pull[0] > 0.01);
    CHECK_NEAR(pull[1], pull[0], 1e-6 * pull[0]);
    CHECK_NEAR(pull[2], pull[0], 0.02 * pull[0]);
}

TEST(a_compliant_tie_stretches_by_its_force) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id hand = add_kinematic(world, vec(0, 0, 0), vec(0, 0, -0.01));
    rv_tie_def def = rv_tie_def_default();
    def.solid = beam;
    def.point = vec(0.4, 0.025, 0.025);
    def.body = hand;
    def.compliance = 0.01;
    def.damping = 1.0;
    rv_tie_id tie = tie_of(world, &def);
    CHECK(steps_are_ok(world, 0.01, 50));
    rv_body_set_velocity(world, hand, vec(0, 0, 0));
    CHECK(steps_are_ok(world, 0.01, 50));
    rv_tie_state s = rv_tie_read(world, tie);
    double force = rv_vec3_length(s.force);
    CHECK(s.force.z < -0.05);
    CHECK_NEAR(s.stretch, 0.01 * force, 1e-9 * s.stretch);
    CHECK_NEAR(rv_world_energy(world).elastic,
               0.5 * 0.01 * force * force + rv_solid_elastic_energy(world, beam), 1e-9);
    // the beam and the spring are in series
    rv_vec3 way = rv_vec3_sub(s.position, vec(0.4, 0.025, 0.025));
    CHECK_NEAR(way.z - 0.01 * -s.force.z, -0.005, 1e-9);
    rv_world_destroy(world);
}

TEST(a_patch_holds_the_rotation_of_a_body) {
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = default_world();
        solid_rig r = tie_beam(TIE_MODELS[k], 2e7);
        rv_solid_id beam = solid_of(world, &r);
        rv_body_id load = add_rigid(world, 0.5, vec(1e-3, 1e-3, 1e-3), vec(0.45, 0.1, 0));
        rv_tie_id patch = tie_to_body(world, beam, vec(0.4, 0, 0), 0.04, load);
        CHECK(steps_are_ok(world, 1.0 / 60.0, 150));
        rv_tie_state s = rv_tie_read(world, patch);
        CHECK(s.point_count == 4 && s.stretch < 1e-9);
        // the weight at its arm, to what is left of a motion that is damped
        rv_vec3 weight = vec(0, 0, -0.5 * 9.81);
        rv_vec3 arm = rv_vec3_sub(rv_body_pose(world, load).position, s.position);
        rv_vec3 torque = rv_vec3_cross(arm, weight);
        CHECK(apart(s.force, weight) < 1e-4);
        CHECK(apart(s.torque, torque) < 1e-5 && rv_vec3_length(torque) > 0.5);
        rv_vec3 mean = vec(0, 0, 0);
        for (int p = 0; p < 4; p++)
            mean = rv_vec3_mul_add(mean, 0.25, rv_tie_point(world, patch, p));
        CHECK(apart(mean, s.position) < 1e-15);
        CHECK(isnan(rv_tie_point(world, patch, 4).x) && isnan(rv_tie_point(world, patch, -1).x));
        rv_world_destroy(world);
    }
}

// a corotational beam, or two halves of it with the same corners where they are glued
static rv_vec3 beam_under_load(bool in_halves) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_COROTATIONAL, 1e6);
    rv_solid_id loaded;
    if (in_halves) {
        rv_tet_mesh_free(&r.mesh);
        r = beam_rig(vec(0.2, 0.05, 0.05), 3, 1, 1);
        solid_rig second = beam_rig(vec(0.2, 0.05, 0.05), 3, 1, 1);
        solid_rig* both[] = {&r, &second};
        for (int k = 0; k < 2; k++) {
            both[k]->def.model = RV_SOLID_COROTATIONAL;
            both[k]->def.damping_stiffness = 0.02;
            both[k]->def.damping_mass = 5.0;
        }
        second.def.held_count = 0;
        second.def.pose.position = vec(0.2, 0, 0);
        loaded = solid_of(world, &second);
        rv_tie_def def = rv_tie_def_default();
        def.solid = solid_of(world, &r);
        def.other = loaded;
        def.point = vec(0.2, 0, 0);
        def.radius = 0.04;
        rv_tie_id glue = tie_of(world, &def);
        CHECK(rv_tie_read(world, glue).point_count == 4);
        CHECK(rv_tie_read(world, glue).other.slot == loaded.slot);
    } else {
        loaded = solid_of(world, &r);
    }
    int tip = beam_tip(world, loaded);
    for (int i = 0; i < 200; i++) {
        rv_solid_apply_force(world, loaded, tip, vec(0, 0.1, -0.5));
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        CHECK(rv_world_solid_contact_count(world) == 0);
    }
    rv_vec3 at = rv_solid_node(world, loaded, tip);
    rv_world_destroy(world);
    return at;
}

TEST(two_halves_that_are_glued_bend_as_one) {
    rv_vec3 whole = beam_under_load(false), halves = beam_under_load(true);
    CHECK(whole.z < 0.025 - 1e-3);
    // the same elements: what differs is how far the motion has died out
    CHECK(apart(whole, halves) < 1e-6);
}

TEST(the_end_of_a_thread_is_tied_with_its_tension) {
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = default_world();
        solid_rig r = tie_beam(TIE_MODELS[k], 1e7);
        rv_solid_id beam = solid_of(world, &r);
        rv_body_id load = add_particle(world, 0.5, vec(0.4, 0, -0.225));
        rv_cable_id thread =
            add_rod(world, free_at(vec(0.4, 0, -0.025)), fixed_at(load, vec(0, 0, 0)), 10, 1e-6);
        rv_tie_def def = rv_tie_def_default();
        def.solid = beam;
        def.point = vec(0.4, 0, -0.025);
        def.cable = thread;
        def.at = 0.0;
        rv_tie_id tie = tie_of(world, &def);
        for (int i = 0; i < 200; i++) {
            // the thread is not damped
            rv_vec3 v = rv_body_velocity(world, load);
            rv_body_set_velocity(world, load, rv_vec3_scale(v, 0.8));
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        }
        rv_tie_state s = rv_tie_read(world, tie);
        double edge = 0.01 * 0.02 * 9.81; // the weight of one
        CHECK_NEAR(-s.force.z, 0.5 * 9.81 + 10 * edge, 1e-3);
        CHECK_NEAR(rod_read(world, thread).tension[0], -s.force.z - 0.5 * edge, 1e-4);
        CHECK(s.stretch < 1e-9 && s.at == 0.0 && s.cable.slot == thread.slot);
        rv_world_destroy(world);
    }
}

// a place between nodes that are held and nodes that are free is a share of both
TEST(what_holds_the_frame_carries_all_of_the_force) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = weightless_world();
        rv_body_id grip = add_rigid(world, 0.5, vec(0.01, 0.01, 0.01), vec(0, 0, 0));
        rv_joint_def lock = rv_joint_def_default();
        lock.type = RV_JOINT_LOCK;
        lock.body_a = grip;
        lock.compliance = 1e-3;
        lock.damping = 50.0;
        lock.angular_compliance = 1e-2;
        lock.angular_damping = 1.0;
        joint_of(world, &lock);
        solid_rig r = tie_beam(TIE_MODELS[k], 1e6);
        r.def.frame = grip;
        rv_solid_id beam = solid_of(world, &r);
        rv_body_id hand = add_kinematic(world, vec(0, 0, 0), vec(0, 0, -0.004));
        rv_tie_id tie = tie_to_body(world, beam, vec(0.03, 0.025, 0.025), 0.0, hand);
        CHECK(steps_are_ok(world, 0.01, 50));
        rv_body_set_velocity(world, hand, vec(0, 0, 0));
        CHECK(steps_are_ok(world, 0.01, 300));
        rv_vec3 f = rv_tie_read(world, tie).force;
        CHECK(f.z < -0.5);
        CHECK_NEAR(rv_body_pose(world, grip).position.z, 1e-3 * f.z, 1e-5 * fabs(f.z));
        rv_world_destroy(world);
    }
}

// where a hand holds the thread too, what is not moved by forces pulls through the knot
TEST(a_hand_that_holds_the_thread_at_its_knot_pulls_the_solid) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    rv_solid_id beam = solid_of(world, &r);
    rv_vec3 at = vec(0.4, 0.025, 0.025);
    rv_body_id hand = add_kinematic(world, at, vec(0, 0, -0.002));
    rv_tie_def def = rv_tie_def_default();
    def.solid = beam;
    def.point = at;
    def.cable =
        add_rod(world, fixed_at(hand, vec(0, 0, 0)), free_at(vec(0.6, 0.025, 0.025)), 10, 1e-6);
    def.at = 0.0;
    rv_tie_id tie = tie_of(world, &def);
    CHECK(steps_are_ok(world, 0.001, 1000));
    rv_vec3 f = rv_tie_read(world, tie).force;
    CHECK(rv_tie_read(world, tie).stretch < 1e-9 && f.z < -0.05);
    // the thread weighs 2 g and moves on at one speed
    CHECK(apart(rv_cable_end_force(world, def.cable, 0), rv_vec3_neg(f)) < 1e-3);
    double elastic = rv_solid_elastic_energy(world, beam);
    CHECK_NEAR(rv_world_energy(world).work, elastic, 5e-3 * elastic);
    rv_world_destroy(world);
}

// --- cables of other models ---

// 10 kg by 0.3 m of cable from the end of a beam, at 60 Hz
static void hang(rv_cable_model cable_model, rv_solid_model model) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(model, 5e8);
    rv_solid_id beam = solid_of(world, &r);
    CHECK(steps_are_ok(world, 1.0 / 60.0, 120));
    int tip = beam_tip(world, beam);
    rv_vec3 rest = rv_solid_node(world, beam, tip);
    rv_body_id anchor = rv_tie_anchor(world, beam, vec(0.4, 0.025, 0.025), 0.0);
    rv_body_id load = add_particle(world, 10.0, rv_vec3_add(rest, vec(0.02, 0, -0.3)));
    rv_cable_node ends[] = {fixed_at(anchor, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.model = cable_model;
    def.nodes = ends;
    def.node_count = 2;
    def.diameter = 0.002;
    def.mass_per_length = 0.02;
    rv_cable_id cable = cable_of(world, &def);
    double most = 0.0;
    for (int i = 0; i < 240; i++) {
        rv_vec3 v = rv_body_velocity(world, load);
        rv_body_set_velocity(world, load, rv_vec3_scale(v, i > 60 ? 0.8 : 1.0));
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
        most = fmax(most, rv_cable_tension(world, cable, 0));
    }
    rv_tie_state s = rv_tie_read(world, rv_tie_next(world, (rv_tie_id){0}));
    double weight = 98.1;
    if (cable_model != RV_CABLE_MASSLESS)
        weight += 9.81 * 0.02 * rv_cable_length(world, cable);
    // swinging does not shake it
    CHECK(most < 2.0 * weight);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), weight, 1e-4 * weight);
    CHECK_NEAR(-s.force.z, weight + 9.81 * 1e-3 * rv_solid_mass(world, beam), 1e-4 * weight);
    rv_vec3 sunk = rv_vec3_sub(rv_solid_node(world, beam, tip), rest);
    rv_cable_destroy(world, cable);
    rv_body_destroy(world, anchor);
    CHECK(rv_tie_count(world) == 0);
    for (int i = 0; i < 60; i++) {
        rv_solid_apply_force(world, beam, tip, s.force);
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
    }
    rv_vec3 pushed = rv_vec3_sub(rv_solid_node(world, beam, tip), rest);
    CHECK(sunk.z < -2e-4 && apart(sunk, pushed) < 1e-4 * fabs(sunk.z));
    rv_world_destroy(world);
}

TEST(a_heavy_load_hangs_from_a_solid_by_cables_of_other_models) {
    for (int k = 0; k < 2; k++) {
        hang(RV_CABLE_MASSLESS, TIE_MODELS[k]);
        hang(RV_CABLE_LAYERED, TIE_MODELS[k]);
    }
    hang(RV_CABLE_SEGMENTS, RV_SOLID_DYNAMIC);
}

// --- in motion ---

// a floating block that turns, tied to a free body that does not
static rv_solid_id add_block(rv_world* world, rv_solid_model model) {
    solid_rig r = box_rig(vec(0.2, 0.1, 0.1), 3, 2, 2);
    r.def.model = model;
    r.def.material.young = 1e5;
    r.def.velocity = vec(0.3, 0.1, -0.2);
    r.def.angular_velocity = vec(0, 1, 2);
    return solid_of(world, &r);
}

TEST(a_floating_solid_and_a_body_keep_their_momentum) {
    for (int k = 1; k < TIE_MODEL_COUNT; k++)
        for (int patch = 0; patch < 2; patch++) {
            rv_world* world = weightless_world();
            add_block(world, TIE_MODELS[k]);
            rv_body_id body = add_rigid(world, 1.5, vec(0.01, 0.012, 0.015), vec(0.3, 0, 0.05));
            rv_solid_id block = rv_solid_next(world, (rv_solid_id){0});
            rv_tie_id tie = tie_to_body(world, block, vec(0.1, 0.05, 0.05), 0.06 * patch, body);
            CHECK(rv_tie_read(world, tie).point_count == (patch ? 3 : 1));
            rv_vec3 before = vec(0, 0, 0), momentum = vec(2.0 * 0.3, 2.0 * 0.1, -2.0 * 0.2);
            for (int i = 0; i < 200; i++) {
                CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
                // mass times centre of both
                rv_vec3 sum = rv_vec3_mul_add(world->solids.data[0].moment, 1.5,
                                              rv_body_pose(world, body).position);
                rv_vec3 now = rv_vec3_scale(rv_vec3_sub(sum, before), 1.0 / 0.01);
                before = sum;
                // rounding of sums of 1 kg m over 0.01 s, some hundred times
                CHECK(i == 0 || apart(now, momentum) < 1e-11);
            }
            CHECK(rv_body_velocity(world, body).y > 0.02);
            rv_world_destroy(world);
        }
}

TEST(tied_things_gain_no_energy) {
    for (int k = 1; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        rv_solid_id block = add_block(world, TIE_MODELS[k]);
        rv_body_id body = add_rigid(world, 1.5, vec(0.01, 0.012, 0.015), vec(0.3, 0, 0.05));
        tie_to_body(world, block, vec(0.1, 0.05, 0.05), 0.0, body);
        double start = rv_world_energy(world).total;
        CHECK(steps_are_ok(world, 1.0 / 60.0, 10));
        // what the body took when it was caught is lost; the rest swings on
        double last = rv_world_energy(world).total;
        CHECK(last < 0.9 * start);
        for (int i = 0; i < 600; i++)
            CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
        CHECK(rv_world_energy(world).total < 1.002 * last);
        CHECK(rv_world_energy(world).total > 0.9 * last);
        rv_world_destroy(world);
    }
}

// x'' m = -x/compliance - damping x'
TEST(a_compliant_tie_is_damped_as_it_says) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e10);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id bob = add_particle(world, 1.0, vec(0.4, 0.025, 0.025));
    rv_tie_def def = rv_tie_def_default();
    def.solid = beam;
    def.point = vec(0.4, 0.025, 0.025);
    def.body = bob;
    def.compliance = 0.01;
    def.damping = 2.0;
    tie_of(world, &def);
    rv_body_set_velocity(world, bob, vec(0, 0, 0.1));
    double most[2] = {0.0, 0.0}, h = 1.0 / 480.0;
    for (int i = 0; i < 1200; i++) {
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
        double z = fabs(rv_body_pose(world, bob).position.z - 0.025);
        // in the first period of 0.63 s, and three periods later
        if (i < 300)
            most[0] = fmax(most[0], z);
        if (i >= 907)
            most[1] = fmax(most[1], z);
    }
    CHECK_NEAR(most[1] / most[0], exp(-3.0 * 0.6315), 0.05 * 0.15);
    rv_world_destroy(world);
}

// a light link between the solid and a load: its force turns with it
TEST(a_light_link_carries_a_heavy_load) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e9);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id link = add_rigid(world, 0.01, vec(1e-6, 1e-6, 1e-6), vec(0.4, 0.04, -0.055));
    rv_body_id load = add_particle(world, 10.0, vec(0.4, 0.08, -0.085));
    add_joint_at(world, RV_JOINT_BALL, link, load, vec(0.4, 0.08, -0.085), vec(1, 0, 0));
    rv_tie_id tie = tie_to_body(world, beam, vec(0.4, 0, -0.025), 0.0, link);
    double start = rv_world_energy(world).total, most = -INFINITY;
    for (int i = 0; i < 300; i++) {
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
        most = fmax(most, rv_world_energy(world).total - start);
    }
    CHECK(most < 1e-3);
    CHECK(rv_tie_read(world, tie).stretch < 1e-3);
    CHECK(rv_body_pose(world, load).position.z < -0.07);
    rv_world_destroy(world);
}

// sqrt(g/L) = 221 rad/s, 3.7 rad in a step: without geometric stiffness it gains 400 m g L in 5 s
TEST(a_body_that_is_tied_close_to_its_centre_does_not_shake) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e10);
    rv_solid_id beam = solid_of(world, &r);
    double L = 2e-4, most = -INFINITY;
    rv_vec3 at = vec(0.4, 0.025, -0.025);
    rv_vec3 center = rv_vec3_add(at, vec(0, L * sin(0.5), -L * cos(0.5)));
    rv_body_id bob = add_rigid(world, 1.0, vec(1e-9, 1e-9, 1e-9), center);
    tie_to_body(world, beam, at, 0.0, bob);
    double start = rv_world_energy(world).total;
    for (int i = 0; i < 300; i++) {
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
        most = fmax(most, rv_world_energy(world).total - start);
    }
    CHECK(most < 0.01 * 9.81 * L);
    rv_world_destroy(world);
}

TEST(what_a_hand_puts_in_is_counted) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id hand = add_kinematic(world, vec(0.4, 0, 0), vec(0, 0, -0.002));
    tie_to_body(world, beam, vec(0.4, 0.025, 0.025), 0.0, hand);
    CHECK(steps_are_ok(world, 0.001, 1000));
    rv_energy energy = rv_world_energy(world);
    // each step takes the force at its end: half of the last one's too much
    CHECK_NEAR(energy.work, energy.elastic, 2e-3 * energy.elastic);
    CHECK(energy.elastic > 1e-5);
    rv_world_destroy(world);
}

TEST(a_body_swings_from_a_tie_as_a_pendulum) {
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = default_world();
        solid_rig r = tie_beam(TIE_MODELS[k], 1e10);
        rv_solid_id beam = solid_of(world, &r);
        double m = 0.5, L = 0.2, I = 2e-3, angle = 0.1;
        rv_body_id bob =
            add_rigid(world, m, vec(I, I, I), vec(0.4, L * sin(angle), -0.025 - L * cos(angle)));
        rv_tie_id tie = tie_to_body(world, beam, vec(0.4, 0, -0.025), 0.0, bob);
        double h = 1.0 / 240.0, first = 0.0, last = 0.0, before = 1.0;
        int crossings = 0;
        for (int i = 1; i <= 1200; i++) {
            CHECK(rv_world_step(world, h) == RV_STATUS_OK);
            double y = rv_body_pose(world, bob).position.y;
            if (before > 0.0 && y <= 0.0) {
                last = (i - y / (y - before)) * h;
                first = crossings++ == 0 ? last : first;
            }
            before = y;
        }
        double period = 2.0 * RV_PI * sqrt((I + m * L * L) / (m * 9.81 * L));
        period *= 1.0 + angle * angle / 16.0;
        CHECK(crossings >= 4);
        CHECK_NEAR((last - first) / (crossings - 1), period, 0.003 * period);
        CHECK(rv_tie_read(world, tie).stretch < 1e-4 * L);
        rv_world_destroy(world);
    }
}
