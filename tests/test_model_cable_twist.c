// Twist of massless cables: torsional pendulum, through eyes and pulleys, turns counted, suspended
// at reversals.
#include "cable_fixture.h"

static const double H = 1.0 / 100.0;

static rv_cable_def twist_def(const rv_cable_node* nodes, int count, double GJ) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.GJ = GJ;
    def.twist_damping = 0.0;
    return def;
}

TEST(a_torsional_pendulum_swings_with_the_period_of_its_stiffness) {
    // GJ/L = 4, I = 1 about the cable: omega = 2; 1/2 of it after pi/3/2 s
    rv_world* world = weightless_world();
    rv_body_id body = add_rigid(world, 1.0, vec(1, 1, 1), vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = twist_def(nodes, 2, 8.0);
    def.twist = 1.0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(rv_cable_twist(world, cable), 1.0, 1e-12);
    double start = rv_world_energy(world).total;
    CHECK_NEAR(start, 0.5 * 4.0, 1e-12);
    for (int i = 1; i <= 1000; i++) {
        CHECK(steps_are_ok(world, H, 1));
        // second order: the phase is off by (omega h)^2 / 12 of itself at most, and half a step
        CHECK_NEAR(rv_cable_twist(world, cable), cos(2.0 * H * i), 2.0 * H + 20.0 * 4e-4 / 12.0);
        CHECK_NEAR(rv_world_energy(world).total, start, 1e-3 * start);
    }
    CHECK_NEAR(rv_body_angular_velocity(world, body).x, 0.0, 1e-12);
    rv_world_destroy(world);
}

TEST(the_torque_turns_the_last_end_back_and_the_first_one_against_it) {
    rv_world* world = weightless_world();
    rv_body_id a = add_unit(world, vec(0, 0, 0)), b = add_unit(world, vec(2, 0, 0));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0))};
    rv_cable_def def = twist_def(nodes, 2, 8.0);
    def.twist = 0.5;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 1));
    // GJ/L twist = 2 N m; the step takes the mean of twist before and after
    CHECK_NEAR(rv_cable_torque(world, cable), 2.0, 0.01);
    CHECK_NEAR(rv_body_angular_velocity(world, b).x, -2.0 * H, 1e-3 * H * 10);
    CHECK_NEAR(rv_body_angular_velocity(world, a).x, 2.0 * H, 1e-3 * H * 10);
    rv_world_destroy(world);
}

// two boxes on a path between them; what they turn by about the cable after a while
static void turn_boxes(rv_cable_node* between, int count, rv_vec3 place_b, double turned[2],
                       rv_vec3 along[2]) {
    rv_world* world = weightless_world();
    rv_body_id a = add_unit(world, vec(-1, 0, -2)), b = add_unit(world, place_b);
    rv_cable_node nodes[8] = {fixed_at(a, vec(0, 0, 0))};
    for (int i = 0; i < count; i++)
        nodes[1 + i] = between[i];
    nodes[1 + count] = fixed_at(b, vec(0, 0, 0));
    rv_cable_def def = twist_def(nodes, count + 2, 8.0);
    def.twist = 0.3;
    rv_cable_id cable = cable_of(world, &def);
    rv_vec3 points[8];
    int got = rv_cable_points(world, cable, 10.0, points, NULL, 8);
    CHECK(got >= 2 && got <= 8);
    along[0] = rv_vec3_normalize(rv_vec3_sub(points[1], points[0]));
    along[1] = rv_vec3_normalize(rv_vec3_sub(points[got - 1], points[got - 2]));
    CHECK(steps_are_ok(world, H, 20));
    turned[0] = rv_vec3_dot(rv_body_angular_velocity(world, a), along[0]);
    turned[1] = rv_vec3_dot(rv_body_angular_velocity(world, b), along[1]);
    CHECK_NEAR(rv_cable_twist_is_suspended(world, cable), 0, 0);
    rv_world_destroy(world);
}

TEST(twist_goes_through_eyes_and_pulleys_and_turns_the_ends_in_opposite_directions) {
    double turned[2];
    rv_vec3 along[2];
    rv_cable_node pulley = pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 1.0);
    turn_boxes(&pulley, 1, vec(1, 0, -2), turned, along);
    CHECK_NEAR(along[0].z, 1.0, 1e-9);
    CHECK_NEAR(along[1].z, -1.0, 1e-9);
    CHECK(turned[0] > 0.01);
    CHECK_NEAR(turned[1], -turned[0], 1e-9);
    rv_cable_node eyes[] = {eye_at(NO_BODY, vec(-1, 0, 0)), eye_at(NO_BODY, vec(0, 0.7, 0.5)),
                            eye_at(NO_BODY, vec(1, 0, 0))};
    turn_boxes(eyes, 3, vec(2, 1, -1), turned, along);
    CHECK(turned[0] > 0.01);
    CHECK_NEAR(turned[1], -turned[0], 1e-9);
}

TEST(a_body_that_turns_three_times_has_three_turns_of_twist) {
    rv_world* world = weightless_world();
    // so heavy that it stays
    rv_body_id heavy = add_rigid(world, 1e9, vec(1e9, 1e9, 1e9), vec(0, 0, 0));
    rv_body_id hand = add_kinematic(world, vec(2, 0, 0), vec(0, 0, 0));
    rv_body_set_angular_velocity(world, hand, vec(3.0 * RV_PI, 0, 0));
    rv_cable_node nodes[] = {fixed_at(heavy, vec(0, 0, 0)), eye_at(NO_BODY, vec(1, 0.5, 0)),
                             fixed_at(hand, vec(0, 0, 0))};
    nodes[2].axis = vec(1, 0, 0);
    rv_cable_def def = twist_def(nodes, 3, 8.0);
    rv_cable_id cable = cable_of(world, &def);
    double L = rv_cable_length(world, cable);
    for (int i = 1; i <= 200; i++) {
        CHECK(steps_are_ok(world, H, 1));
        CHECK_NEAR(rv_cable_twist(world, cable), 3.0 * RV_PI * H * i, 1e-6);
    }
    // the torque is that of the step's start, 3 pi h before
    CHECK_NEAR(rv_cable_torque(world, cable), 8.0 / L * (6.0 - 3.0 * H) * RV_PI, 1e-6);
    // and back, without losing one
    rv_body_set_angular_velocity(world, hand, vec(-3.0 * RV_PI, 0, 0));
    CHECK(steps_are_ok(world, H, 200));
    CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 1e-6);
    rv_world_destroy(world);
}

TEST(a_swivel_or_a_particle_carries_no_twist) {
    for (int kind = 0; kind < 2; kind++) {
        rv_world* world = weightless_world();
        rv_body_id body =
            kind == 0 ? add_unit(world, vec(0, 0, -2)) : add_particle(world, 1.0, vec(0, 0, -2));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
        nodes[1].swivel = kind == 0;
        rv_cable_def def = rv_cable_def_default();
        def.nodes = nodes;
        def.node_count = 2;
        def.twist = 1.0;
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 10));
        CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 0.0);
        CHECK_NEAR(rv_cable_torque(world, cable), 0.0, 0.0);
        CHECK_NEAR(rv_vec3_length(rv_body_angular_velocity(world, body)), 0.0, 0.0);
        rv_world_destroy(world);
    }
}

TEST(twist_is_suspended_at_a_reversal_and_starts_again_without_a_torque) {
    rv_world* world = weightless_world();
    rv_body_id heavy = add_rigid(world, 1e9, vec(1e9, 1e9, 1e9), vec(0, 0, 0));
    rv_body_id hand = add_kinematic(world, vec(0.5, 0.2, 0), vec(0, -0.1, 0));
    rv_cable_node nodes[] = {fixed_at(heavy, vec(0, 0, 0)), eye_at(NO_BODY, vec(1, 0, 0)),
                             fixed_at(hand, vec(0, 0, 0))};
    rv_cable_def def = twist_def(nodes, 3, 8.0);
    def.twist = 1.0;
    rv_cable_id cable = cable_of(world, &def);
    int suspended = 0, resumed = 0;
    for (int i = 0; i < 400; i++) {
        CHECK(steps_are_ok(world, H, 1));
        int stops = events_of(world, RV_CABLE_EVENT_TWIST_SUSPENDED, NULL);
        int starts = events_of(world, RV_CABLE_EVENT_TWIST_RESUMED, NULL);
        suspended += stops;
        resumed += starts;
        CHECK(rv_cable_twist_is_suspended(world, cable) == (suspended > resumed));
        if (suspended > resumed)
            CHECK_NEAR(rv_cable_torque(world, cable), 0.0, 0.0);
        // it starts from zero: only what has turned since, a thousandth of a radian or two
        if (starts > 0)
            CHECK_NEAR(rv_cable_torque(world, cable), 0.0, 0.02);
        if (suspended == 0)
            CHECK_NEAR(rv_cable_torque(world, cable), 8.0 / rv_cable_length(world, cable), 0.5);
        CHECK(fabs(rv_cable_torque(world, cable)) < 6.0);
    }
    CHECK(suspended == 1 && resumed == 1);
    rv_world_destroy(world);
}

TEST(twist_passes_a_pulley_that_lifts_off_without_a_jerk) {
    rv_world* world = weightless_world();
    rv_body_id heavy = add_rigid(world, 1e9, vec(1e9, 1e9, 1e9), vec(-0.3, 0, -2));
    rv_body_id hand = add_kinematic(world, vec(1, 0.1, 2), vec(-1, 0, 0));
    rv_cable_node nodes[] = {fixed_at(heavy, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.3),
                             fixed_at(hand, vec(0, 0, 0))};
    rv_cable_def def = twist_def(nodes, 3, 8.0);
    def.twist = 0.5;
    def.length = 6.0;
    rv_cable_id cable = cable_of(world, &def);
    double last = rv_cable_twist(world, cable);
    int lifted = 0;
    for (int i = 0; i < 300; i++) {
        CHECK(steps_are_ok(world, H, 1));
        lifted += !rv_cable_get_contact(world, cable, 1).touches;
        double twist = rv_cable_twist(world, cable);
        CHECK_NEAR(twist, last, 0.01); // a hundredth of a radian per 1 cm of the hand
        last = twist;
    }
    CHECK(lifted > 50);
    rv_world_destroy(world);
}

TEST(twist_on_a_drum_turns_with_the_tangent) {
    rv_world* world = weightless_world();
    rv_body_id body = add_unit(world, vec(0.25, 0, -2));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(body, vec(0, 0, 0))};
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].radius = 0.25;
    nodes[0].side = 1;
    rv_cable_def def = twist_def(nodes, 2, 8.0);
    def.twist = 0.5;
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(rv_cable_twist(world, cable), 0.5, 1e-12);
    CHECK(steps_are_ok(world, H, 1));
    // down is the cable's way: it turns back about -z
    CHECK_NEAR(rv_body_angular_velocity(world, body).z, 8.0 / 2.0 * 0.5 * H, 1e-3);
    rv_world_destroy(world);
}
