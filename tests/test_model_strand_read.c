// Readers of cables of segments: tension, bending, twist, points and lengths against what statics
// says.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static void settle(rv_world* world, int steps) {
    for (int i = 0; i < steps; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

typedef struct hoist {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
    double weight; // of one of its 8 segments
} hoist;

// 2 m of cable in 8 segments with 50 kg below
static hoist hoist_make(void) {
    hoist h = {.world = default_world()};
    h.load = add_rigid(h.world, 50.0, vec(5, 5, 5), vec(0, 0, -2));
    h.cable =
        add_strand(h.world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(h.load, vec(0, 0, 0)), 8);
    h.weight = rv_cable_mass_per_length(h.world, h.cable) * 0.25 * 9.81;
    settle(h.world, 120);
    return h;
}

// T_k = load and what hangs below the joint
TEST(the_tension_of_a_joint_is_the_weight_below_it) {
    hoist h = hoist_make();
    for (int i = 0; i <= 8; i++) {
        rv_cable_joint j = rv_cable_get_joint(h.world, h.cable, i);
        CHECK_NEAR(j.tension, 490.5 + (8 - i) * h.weight, 1e-3);
        // it pulls the part behind it up
        CHECK_NEAR(j.force.z, j.tension, 1e-6);
        CHECK_NEAR(j.point.z, -0.25 * i, 1e-4);
        // stretch T l/EA
        CHECK_NEAR(j.stretch, j.tension * j.length / rv_cable_EA(h.world, h.cable), 1e-9);
        CHECK_NEAR(j.length, i == 0 || i == 8 ? 0.125 : 0.25, 1e-15);
        CHECK(!j.broken);
    }
    CHECK_NEAR(rv_cable_tension(h.world, h.cable, 0), 490.5 + 8.0 * h.weight, 1e-3);
    CHECK_NEAR(rv_cable_largest_tension(h.world, h.cable), 490.5 + 8.0 * h.weight, 1e-3);
    CHECK(isnan(rv_cable_tension(h.world, h.cable, 1)));
    rv_world_destroy(h.world);
}

TEST(the_contacts_of_the_ends_have_the_tension_there) {
    hoist h = hoist_make();
    rv_cable_contact top = rv_cable_get_contact(h.world, h.cable, 0);
    rv_cable_contact bottom = rv_cable_get_contact(h.world, h.cable, 1);
    CHECK_NEAR(top.tension_in, 0.0, 0.0);
    CHECK_NEAR(top.tension_out, 490.5 + 8.0 * h.weight, 1e-3);
    CHECK_NEAR(bottom.tension_in, 490.5, 1e-3);
    CHECK_NEAR(bottom.tension_out, 0.0, 0.0);
    CHECK_NEAR(bottom.in.z, -2.0, 1e-4);
    rv_world_destroy(h.world);
}

TEST(the_path_is_as_long_as_its_segments_and_their_stretch) {
    hoist h = hoist_make();
    CHECK_NEAR(rv_cable_length(h.world, h.cable), 2.0, 1e-12);
    CHECK_NEAR(rv_cable_path_length(h.world, h.cable), -rv_body_center(h.world, h.load).z, 1e-9);
    CHECK_NEAR(rv_cable_stiffness(h.world, h.cable), rv_cable_EA(h.world, h.cable) / 2.0, 1e-6);
    CHECK(rv_cable_get_state(h.world, h.cable) == RV_CABLE_TAUT);
    CHECK(rv_cable_get_model(h.world, h.cable) == RV_CABLE_SEGMENTS);
    rv_world_destroy(h.world);
}

TEST(points_run_through_the_joints_with_the_tension_behind_each) {
    hoist h = hoist_make();
    rv_vec3 points[16];
    double tension[16];
    CHECK(rv_cable_points(h.world, h.cable, 0.1, NULL, NULL, 0) == 9);
    CHECK(rv_cable_points(h.world, h.cable, 0.1, points, tension, 16) == 9);
    for (int i = 0; i < 9; i++) {
        CHECK_NEAR(points[i].z, rv_cable_get_joint(h.world, h.cable, i).point.z, 0.0);
        if (i < 8)
            CHECK_NEAR(tension[i], rv_cable_get_joint(h.world, h.cable, i).tension, 0.0);
    }
    // no more than there is room for
    points[3].x = 77.0;
    CHECK(rv_cable_points(h.world, h.cable, 0.1, points, NULL, 3) == 9);
    CHECK_NEAR(points[3].x, 77.0, 0.0);
    rv_world_destroy(h.world);
}

TEST(points_of_a_free_cable_end_at_its_tips) {
    rv_world* world = weightless_world();
    rv_cable_id cable = add_strand(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 4);
    rv_vec3 points[8];
    CHECK(rv_cable_points(world, cable, 0.1, points, NULL, 8) == 5);
    for (int i = 0; i < 5; i++)
        CHECK_NEAR(points[i].x, 0.25 * i, 1e-12);
    rv_world_destroy(world);
}

// M = F (L - x) at the joint at x of a cantilever; small: F L^2/(2 EI) = 0.01
TEST(the_bending_moment_of_a_cantilever_is_force_times_arm) {
    rv_world* world = weightless_world();
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(2, 0, 0))};
    rv_cable_def def = strand_def(nodes, 20);
    def.segments.EI = 30.0;
    def.segments.bend_damping = 0.1 * def.segments.EI; // [s]: comes to rest within the time
    rv_cable_id cable = cable_of(world, &def);
    double EI = rv_cable_EI(world, cable), F = 0.02 * EI / 4.0;
    for (int i = 0; i < 1200; i++) {
        rv_body_id last = rv_cable_segment(world, cable, 19);
        rv_body_apply_force(world, last, vec(0, 0, F), rv_body_point(world, last, vec(0.05, 0, 0)));
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    for (int i = 0; i < 20; i++) {
        rv_cable_joint j = rv_cable_get_joint(world, cable, i);
        // its own oscillation has not quite died
        CHECK_NEAR(j.bend_moment, F * (2.0 - 0.1 * i), 0.01 * F * 2.0);
        double angle = sqrt(j.bend[0] * j.bend[0] + j.bend[1] * j.bend[1]);
        CHECK_NEAR(angle, j.bend_moment * j.length / EI, 1e-4);
    }
    // F L^3/(3 EI)
    rv_vec3 points[32];
    int count = rv_cable_points(world, cable, 0.1, points, NULL, 32);
    CHECK_NEAR(points[count - 1].z, F * 8.0 / (3.0 * EI), 0.01 * F * 8.0 / (3.0 * EI));
    rv_world_destroy(world);
}

// T = GJ phi/L: the last end turned by 6 rad over 3 s: it would buckle at
// 2 pi EI/GJ = 8.2 rad
TEST(the_torque_of_a_twisted_cable_is_that_of_its_turns) {
    rv_world* world = weightless_world();
    rv_body_id handle = add_kinematic(world, vec(2, 0, 0), vec(0, 0, 0));
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(handle, vec(0, 0, 0)), 10);
    rv_body_set_angular_velocity(world, handle, vec(2, 0, 0));
    settle(world, 180);
    rv_body_set_angular_velocity(world, handle, vec(0, 0, 0));
    settle(world, 120);
    double torque = rv_cable_GJ(world, cable) * 3.0;
    CHECK_NEAR(rv_cable_twist(world, cable), 6.0, 1e-6);
    CHECK_NEAR(rv_cable_torque(world, cable), torque, 1e-3 * torque);
    double sum = 0.0;
    for (int i = 0; i <= 10; i++)
        sum += rv_cable_get_joint(world, cable, i).twist;
    CHECK_NEAR(sum, 6.0, 1e-6);
    rv_world_destroy(world);
}

TEST(the_twist_of_a_cable_is_the_sum_of_its_joints_while_it_moves) {
    rv_world* world = weightless_world();
    rv_body_id load = add_unit(world, vec(1, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 4);
    def.GJ = 10.0;
    rv_cable_id cable = cable_of(world, &def);
    rv_body_set_angular_velocity(world, load, vec(20, 0, 0));
    for (int i = 0; i < 30; i++) {
        settle(world, 1);
        double sum = 0.0;
        for (int k = 0; k < 5; k++)
            sum += rv_cable_get_joint(world, cable, k).twist;
        CHECK_NEAR(rv_cable_twist(world, cable), sum, 1e-12);
    }
    rv_world_destroy(world);
}

TEST(what_is_out_of_range_is_answered_by_nothing) {
    hoist h = hoist_make();
    CHECK(rv_cable_segment(h.world, h.cable, -1).slot == 0);
    CHECK(rv_cable_segment(h.world, h.cable, 8).slot == 0);
    CHECK(isnan(rv_cable_segment_length(h.world, h.cable, 8)));
    for (int i = -1; i < 20; i += 10) {
        rv_cable_joint j = rv_cable_get_joint(h.world, h.cable, i);
        CHECK(isnan(j.point.x) && isnan(j.force.z) && isnan(j.tension) && isnan(j.bend[0]));
        CHECK(isnan(j.twist) && isnan(j.bend_moment) && isnan(j.torque) && isnan(j.stretch));
        CHECK(isnan(j.length));
    }
    CHECK(rv_body_cable(h.world, h.load).slot == 0);
    CHECK(rv_body_cable(h.world, NO_BODY).slot == 0);
    rv_world_destroy(h.world);
}

TEST(a_massless_cable_has_no_segments_and_joints) {
    rv_world* world = default_world();
    rv_body_id load = add_unit(world, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_id cable = add_cable(world, nodes, 2);
    CHECK(rv_cable_segment_count(world, cable) == 0 && rv_cable_joint_count(world, cable) == 0);
    CHECK(rv_cable_segment(world, cable, 0).slot == 0);
    CHECK(isnan(rv_cable_get_joint(world, cable, 0).tension));
    CHECK(!rv_cable_cut_at(world, cable, 0.5));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_cut_at: a massless cable has no place to cut; use rv_cable_cut");
    rv_world_destroy(world);
}
