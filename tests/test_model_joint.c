// Joints: statics read back, limits, motors, changes at run time, and every rule of their defs.
#include "world_fixture.h"

static const double H = 1.0 / 60.0, G = 9.81;
static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};

static void check_vec(rv_vec3 actual, rv_vec3 expected, double tolerance) {
    CHECK_NEAR(actual.x, expected.x, tolerance);
    CHECK_NEAR(actual.y, expected.y, tolerance);
    CHECK_NEAR(actual.z, expected.z, tolerance);
}

TEST(a_ball_joint_carries_the_weight_that_hangs_on_it) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 3.0, vec(1, 1, 1), vec(0, 0, -1));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_BALL, NO_BODY, body, vec(0, 0, 0), X);
    steps_are_ok(world, H, 10);
    // force on body b; the compliance floor gives way by 1e-12 of the weight
    check_vec(rv_joint_force(world, joint), vec(0, 0, 3.0 * G), 1e-9);
    check_vec(rv_joint_torque(world, joint), vec(0, 0, 0), 0.0);
    CHECK_NEAR(rv_joint_gap(world, joint), 0.0, 1e-9);
    rv_world_destroy(world);
}

TEST(the_world_as_body_b_feels_the_weight_downwards) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 3.0, vec(1, 1, 1), vec(0, 0, -1));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_BALL, body, NO_BODY, vec(0, 0, 0), X);
    steps_are_ok(world, H, 10);
    check_vec(rv_joint_force(world, joint), vec(0, 0, -3.0 * G), 1e-9);
    rv_world_destroy(world);
}

TEST(a_lock_holds_a_cantilever_with_weight_times_length) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 2.0, vec(1, 1, 1), vec(0.7, 0, 0));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_LOCK, NO_BODY, body, vec(0, 0, 0), Z);
    steps_are_ok(world, H, 20);
    check_vec(rv_joint_force(world, joint), vec(0, 0, 2.0 * G), 1e-8);
    // the weight turns the body about +y; the joint holds against it
    check_vec(rv_joint_torque(world, joint), vec(0, -2.0 * G * 0.7, 0), 1e-8);
    rv_world_destroy(world);
}

TEST(a_hinge_holds_a_cantilever_across_its_axis) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 2.0, vec(1, 1, 1), vec(0.7, 0, 0));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
    steps_are_ok(world, H, 20);
    check_vec(rv_joint_force(world, joint), vec(0, 0, 2.0 * G), 1e-8);
    check_vec(rv_joint_torque(world, joint), vec(0, -2.0 * G * 0.7, 0), 1e-8);
    rv_world_destroy(world);
}

TEST(a_slider_carries_an_eccentric_cart_and_lets_it_roll) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 2.0, vec(1, 1, 1), vec(0, 0.5, 0));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), X);
    rv_body_set_velocity(world, body, vec(0.25, 0, 0));
    steps_are_ok(world, H, 60);
    check_vec(rv_joint_force(world, joint), vec(0, 0, 2.0 * G), 1e-8);
    check_vec(rv_joint_torque(world, joint), vec(2.0 * G * 0.5, 0, 0), 1e-8);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.25, 1e-12);
    CHECK_NEAR(rv_joint_speed(world, joint), 0.25, 1e-12);
    CHECK_NEAR(rv_joint_gap(world, joint), 0.0, 1e-9);
    rv_world_destroy(world);
}

TEST(a_distance_joint_pulls_and_pushes) {
    rv_world* world = default_world();
    rv_body_id below = add_particle(world, 2.0, vec(0, 0, -1));
    rv_body_id above = add_particle(world, 2.0, vec(1, 0, 1));
    rv_joint_id pull = add_distance(world, NO_BODY, below, vec(0, 0, 0), vec(0, 0, -1));
    rv_joint_id push = add_distance(world, NO_BODY, above, vec(1, 0, 0), vec(1, 0, 1));
    steps_are_ok(world, H, 5);
    CHECK_NEAR(rv_joint_tension(world, pull), 2.0 * G, 1e-9);
    CHECK_NEAR(rv_joint_tension(world, push), -2.0 * G, 1e-9);
    check_vec(rv_joint_force(world, pull), vec(0, 0, 2.0 * G), 1e-9);
    check_vec(rv_joint_force(world, push), vec(0, 0, 2.0 * G), 1e-9);
    CHECK_NEAR(rv_joint_coordinate(world, pull), 1.0, 1e-9);
    rv_world_destroy(world);
}

TEST(compliant_joints_give_by_force_times_compliance) {
    rv_world* world = default_world();
    rv_body_id hung = add_particle(world, 2.0, vec(0, 0, -1));
    rv_joint_def rope =
        rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, hung, vec(0, 0, 0), vec(0, 0, -1));
    rope.compliance = 1e-3;
    rope.damping = 200.0;
    rv_joint_id stretched = joint_of(world, &rope);
    rv_body_id sprung = add_particle(world, 2.0, vec(5, 0, -1));
    rv_joint_def coil =
        rv_joint_def_between(world, RV_JOINT_SPRING, NO_BODY, sprung, vec(5, 0, 0), vec(5, 0, -1));
    coil.stiffness = 500.0;
    coil.damping = 30.0;
    rv_joint_id spring = joint_of(world, &coil);
    rv_body_id bent = add_rigid(world, 1.0, vec(1, 1, 1), vec(10.01, 0, 0));
    rv_joint_def beam = rv_joint_def_at(world, RV_JOINT_LOCK, NO_BODY, bent, vec(10, 0, 0), X);
    beam.angular_compliance = 0.01;
    beam.angular_damping = 20.0;
    rv_joint_id lock = joint_of(world, &beam);
    steps_are_ok(world, H, 2000);
    CHECK_NEAR(rv_joint_coordinate(world, stretched), 1.0 + 1e-3 * 2.0 * G, 1e-9);
    CHECK_NEAR(rv_joint_gap(world, stretched), 1e-3 * 2.0 * G, 1e-9);
    CHECK_NEAR(rv_joint_coordinate(world, spring), 1.0 + 2.0 * G / 500.0, 1e-9);
    CHECK_NEAR(rv_joint_gap(world, spring), 0.0, 0.0);
    CHECK_NEAR(rv_joint_tension(world, spring), 2.0 * G, 1e-9);
    // angle = compliance m g l, l shortened by the cosine of the angle itself: 5e-7 of it
    rv_vec3 turn = rv_quat_log(rv_body_pose(world, bent).rotation);
    CHECK_NEAR(turn.y, 0.01 * G * 0.01, 1e-8);
    CHECK_NEAR(rv_joint_torque(world, lock).y, -G * 0.01, 1e-6);
    // (F^2 c)/2 and (F^2/k)/2 and the beam's
    CHECK_NEAR(rv_world_energy(world).elastic,
               0.5 * 1e-3 * 4.0 * G * G + 0.5 * 4.0 * G * G / 500.0 + 0.5 * turn.y * turn.y / 0.01,
               1e-6);
    rv_world_destroy(world);
}

TEST(a_torsion_spring_turns_by_torque_times_compliance) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), Y);
    rv_joint_def twist = rv_joint_def_at(world, RV_JOINT_ANGLE, NO_BODY, body, vec(0, 0, 0), Y);
    twist.compliance = 0.5;
    twist.damping = 2.0;
    rv_joint_id joint = joint_of(world, &twist);
    for (int i = 0; i < 3000; i++) {
        rv_body_apply_torque(world, body, vec(0, 16, 0));
        rv_world_step(world, H);
    }
    // 8 rad: more than a turn
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.5 * 16.0, 1e-8);
    check_vec(rv_joint_torque(world, joint), vec(0, -16, 0), 1e-8);
    check_vec(rv_joint_force(world, joint), vec(0, 0, 0), 0.0);
    rv_world_destroy(world);
}

TEST(angles_count_turns_both_ways) {
    for (int sign = -1; sign <= 1; sign += 2) {
        rv_world* world = default_world();
        rv_body_id body = add_unit(world, vec(0, 0, 0));
        rv_joint_def def = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), Y);
        def.motor = (rv_joint_motor){.enabled = true, .speed = sign * 20.0, .max_force = INFINITY};
        rv_joint_id joint = joint_of(world, &def);
        steps_are_ok(world, H, 60);
        // 20 rad in a second: more than three turns
        CHECK_NEAR(rv_joint_coordinate(world, joint), sign * 20.0, 1e-9);
        CHECK_NEAR(rv_joint_speed(world, joint), sign * 20.0, 1e-9);
        rv_world_destroy(world);
    }
}

TEST(a_new_rest_angle_is_reached_over_several_turns) {
    rv_world* world = weightless_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_ANGLE, NO_BODY, body, vec(0, 0, 0), Z);
    def.compliance = 1e-2;
    def.damping = 20.0;
    rv_joint_id joint = joint_of(world, &def);
    CHECK(rv_joint_set_rest(world, joint, 10.0));
    steps_are_ok(world, H, 2000);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 10.0, 1e-6);
    rv_world_destroy(world);
}

TEST(a_new_rest_length_is_reached) {
    rv_world* world = default_world();
    rv_body_id body = add_particle(world, 1.0, vec(0, 0, -1));
    rv_joint_id joint = add_distance(world, NO_BODY, body, vec(0, 0, 0), vec(0, 0, -1));
    CHECK(rv_joint_set_rest(world, joint, 0.6));
    steps_are_ok(world, H, 200);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.6, 1e-9);
    CHECK_NEAR(rv_joint_tension(world, joint), G, 1e-6);
    rv_world_destroy(world);
}

// a wheel on a hinge along y, weightless
static rv_joint_def wheel_def(rv_world* world, rv_body_id* wheel) {
    *wheel = add_rigid(world, 1.0, vec(2, 2, 2), vec(0, 0, 0));
    return rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, *wheel, vec(0, 0, 0), Y);
}

TEST(a_hinge_motor_stalls_at_exactly_its_force) {
    rv_world* world = weightless_world();
    rv_body_id wheel;
    rv_joint_def def = wheel_def(world, &wheel);
    def.motor = (rv_joint_motor){.enabled = true, .speed = 3.0, .max_force = 7.0};
    def.limit = (rv_joint_limit){.enabled = true, .lower = -1.0, .upper = 0.5};
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 1);
    CHECK_NEAR(rv_joint_motor_force(world, joint), 7.0, 1e-12); // on the way up to speed
    CHECK_NEAR(rv_joint_speed(world, joint), 7.0 / 2.0 * H, 1e-12);
    steps_are_ok(world, H, 300);
    CHECK_NEAR(rv_joint_motor_force(world, joint), 7.0, 1e-12);
    CHECK_NEAR(rv_joint_limit_force(world, joint), -7.0, 1e-9);
    CHECK_NEAR(rv_joint_torque(world, joint).y, 0.0, 1e-9);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.5, 1e-9);
    rv_world_destroy(world);
}

TEST(a_slider_motor_stalls_against_a_weight_it_cannot_lift) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), Z);
    def.motor = (rv_joint_motor){.enabled = true, .speed = 1.0, .max_force = 5.0};
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 30);
    CHECK_NEAR(rv_joint_motor_force(world, joint), 5.0, 1e-12);
    CHECK_NEAR(rv_joint_force(world, joint).z, 5.0, 1e-12);
    // falls with g - F/m
    CHECK_NEAR(rv_body_velocity(world, body).z, -(G - 5.0) * 30.0 * H, 1e-11);
    CHECK(rv_joint_set_motor_max_force(world, joint, 20.0));
    steps_are_ok(world, H, 60);
    CHECK_NEAR(rv_joint_motor_force(world, joint), G, 1e-9);
    CHECK_NEAR(rv_joint_speed(world, joint), 1.0, 1e-11);
    rv_world_destroy(world);
}

TEST(a_distance_motor_is_a_winch) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 4.0, vec(0, 0, -3));
    rv_joint_def def =
        rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, load, vec(0, 0, 0), vec(0, 0, -3));
    def.motor = (rv_joint_motor){.enabled = true, .speed = -0.5, .max_force = 1000.0};
    rv_joint_id winch = joint_of(world, &def);
    steps_are_ok(world, H, 120);
    CHECK_NEAR(rv_joint_coordinate(world, winch), 2.0, 1e-9);
    CHECK_NEAR(rv_joint_tension(world, winch), 4.0 * G, 1e-8);
    CHECK_NEAR(rv_joint_motor_force(world, winch), -4.0 * G, 1e-8);
    CHECK_NEAR(rv_joint_gap(world, winch), 0.0, 0.0);
    rv_world_destroy(world);
}

TEST(an_angle_motor_turns_a_free_body) {
    rv_world* world = weightless_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_ANGLE, NO_BODY, body, vec(0, 0, 0), Z);
    def.motor = (rv_joint_motor){.enabled = true, .speed = 2.0, .max_force = 10.0};
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 120);
    CHECK_NEAR(rv_body_angular_velocity(world, body).z, 2.0, 1e-12);
    CHECK(rv_joint_coordinate(world, joint) > 3.0);
    rv_world_destroy(world);
}

TEST(limits_stop_a_cart_on_both_sides) {
    rv_world* world = weightless_world();
    rv_body_id cart = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, cart, vec(0, 0, 0), X);
    def.limit = (rv_joint_limit){.enabled = true, .lower = -0.2, .upper = 0.3};
    rv_joint_id joint = joint_of(world, &def);
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < 400; i++) {
            rv_body_apply_force_at_center(world, cart, vec(sign * 2.0, 0, 0));
            CHECK(rv_world_step(world, H) == RV_STATUS_OK);
            double at = rv_joint_coordinate(world, joint);
            CHECK(at < 0.3 + 1e-9 && at > -0.2 - 1e-9);
        }
        CHECK_NEAR(rv_joint_coordinate(world, joint), sign > 0 ? 0.3 : -0.2, 1e-9);
        CHECK_NEAR(rv_joint_limit_force(world, joint), -sign * 2.0, 1e-9);
    }
    rv_world_destroy(world);
}

TEST(a_limit_does_not_act_before_it_is_reached) {
    rv_world* world = weightless_world();
    rv_body_id cart = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, cart, vec(0, 0, 0), X);
    def.limit = (rv_joint_limit){.enabled = true, .lower = -10.0, .upper = 1.0};
    rv_joint_id joint = joint_of(world, &def);
    rv_body_set_velocity(world, cart, vec(1, 0, 0));
    for (int i = 1; i < 60; i++) {
        rv_world_step(world, H);
        CHECK_NEAR(rv_joint_limit_force(world, joint), 0.0, 0.0);
        CHECK_NEAR(rv_joint_coordinate(world, joint), i * H, 1e-12);
    }
    steps_are_ok(world, H, 60);
    // arrives, and stays: no restitution
    CHECK_NEAR(rv_joint_coordinate(world, joint), 1.0, 1e-9);
    CHECK_NEAR(rv_joint_speed(world, joint), 0.0, 1e-9);
    rv_world_destroy(world);
}

TEST(a_distance_with_limits_is_a_rope) {
    rv_world* world = default_world();
    rv_body_id body = add_particle(world, 2.0, vec(0, 0, -0.5));
    rv_joint_def def = rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, body, vec(0, 0, 0),
                                            vec(0, 0, -0.5));
    def.limit = (rv_joint_limit){.enabled = true, .lower = 0.0, .upper = 1.0};
    rv_joint_id rope = joint_of(world, &def);
    steps_are_ok(world, H, 10);
    CHECK_NEAR(rv_joint_tension(world, rope), 0.0, 0.0); // slack: free fall
    CHECK_NEAR(rv_body_velocity(world, body).z, -G * 10.0 * H, 1e-12);
    steps_are_ok(world, H, 200);
    CHECK_NEAR(rv_joint_tension(world, rope), 2.0 * G, 1e-8);
    CHECK_NEAR(rv_joint_coordinate(world, rope), 1.0, 1e-8);
    rv_world_destroy(world);
}

TEST(a_compliant_limit_gives_by_force_times_compliance) {
    rv_world* world = weightless_world();
    rv_body_id wheel;
    rv_joint_def def = wheel_def(world, &wheel);
    def.limit = (rv_joint_limit){
        .enabled = true, .lower = -1.0, .upper = 0.2, .compliance = 0.01, .damping = 30.0};
    rv_joint_id joint = joint_of(world, &def);
    for (int i = 0; i < 2000; i++) {
        rv_body_apply_torque(world, wheel, vec(0, 3, 0));
        rv_world_step(world, H);
    }
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.2 + 0.01 * 3.0, 1e-9);
    rv_world_destroy(world);
}

TEST(infinite_limits_never_act) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), Z);
    def.limit = (rv_joint_limit){.enabled = true, .lower = -INFINITY, .upper = INFINITY};
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 60);
    CHECK_NEAR(rv_body_velocity(world, body).z, -G, 1e-12);
    CHECK_NEAR(rv_joint_limit_force(world, joint), 0.0, 0.0);
    rv_world_destroy(world);
}

TEST(limits_and_motors_come_and_go_at_run_time) {
    rv_world* world = weightless_world();
    rv_body_id wheel;
    rv_joint_def def = wheel_def(world, &wheel);
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 1);
    CHECK(rv_world_report(world).row_count == 5);
    rv_joint_limit limit = {.enabled = true, .lower = -0.5, .upper = 0.5};
    rv_joint_motor motor = {.enabled = true, .speed = 4.0, .max_force = 100.0};
    CHECK(rv_joint_set_limit(world, joint, &limit));
    CHECK(rv_joint_set_motor(world, joint, &motor));
    steps_are_ok(world, H, 60);
    CHECK(rv_world_report(world).row_count == 7);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 0.5, 1e-9);
    limit.enabled = false;
    CHECK(rv_joint_set_limit(world, joint, &limit));
    steps_are_ok(world, H, 60);
    CHECK(rv_world_report(world).row_count == 6);
    CHECK(rv_joint_coordinate(world, joint) > 3.0);
    CHECK_NEAR(rv_joint_limit_force(world, joint), 0.0, 0.0);
    motor.enabled = false;
    CHECK(rv_joint_set_motor(world, joint, &motor));
    steps_are_ok(world, H, 10);
    CHECK(rv_world_report(world).row_count == 5);
    CHECK_NEAR(rv_joint_speed(world, joint), 4.0, 1e-9); // coasts
    CHECK_NEAR(rv_joint_motor_force(world, joint), 0.0, 0.0);
    // the speed setter switches the motor on
    CHECK(rv_joint_set_motor_speed(world, joint, -1.0));
    steps_are_ok(world, H, 60);
    CHECK_NEAR(rv_joint_speed(world, joint), -1.0, 1e-9);
    rv_world_destroy(world);
}

TEST(a_motor_keeps_its_place_when_a_limit_is_added_before_it) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), Z);
    def.motor = (rv_joint_motor){.enabled = true, .speed = 0.0, .max_force = 100.0};
    rv_joint_id joint = joint_of(world, &def);
    steps_are_ok(world, H, 10);
    CHECK_NEAR(rv_joint_motor_force(world, joint), G, 1e-9);
    rv_joint_limit limit = {.enabled = true, .lower = -1.0, .upper = 1.0};
    CHECK(rv_joint_set_limit(world, joint, &limit));
    steps_are_ok(world, H, 10);
    CHECK_NEAR(rv_joint_motor_force(world, joint), G, 1e-9);
    CHECK_NEAR(rv_joint_limit_force(world, joint), 0.0, 0.0);
    rv_world_destroy(world);
}

TEST(joint_readers_know_their_bodies_and_data) {
    rv_world* world = default_world();
    rv_body_id a = add_unit(world, vec(0, 0, 0)), b = add_unit(world, vec(1, 0, 0));
    int mine = 0;
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_LOCK, a, b, vec(0.5, 0, 0), X);
    def.user_data = &mine;
    rv_joint_id joint = joint_of(world, &def);
    rv_joint_id second = add_joint_at(world, RV_JOINT_BALL, NO_BODY, b, vec(0, 0, 0), X);
    CHECK(rv_joint_body_a(world, joint).slot == a.slot);
    CHECK(rv_joint_body_b(world, joint).slot == b.slot);
    CHECK(rv_joint_body_a(world, second).slot == 0);
    CHECK(rv_joint_get_type(world, joint) == RV_JOINT_LOCK);
    CHECK(rv_joint_user_data(world, joint) == &mine);
    CHECK(rv_joint_next(world, (rv_joint_id){0}).slot == joint.slot);
    CHECK(rv_joint_next(world, joint).slot == second.slot);
    CHECK(rv_joint_next(world, second).slot == 0);
    CHECK(rv_joint_next(world, (rv_joint_id){.slot = UINT32_MAX}).slot == 0);
    CHECK(rv_joint_count(world) == 2);
    CHECK(rv_joint_destroy(world, joint));
    CHECK(rv_joint_count(world) == 1 && !rv_joint_is_valid(world, joint));
    CHECK(rv_joint_next(world, (rv_joint_id){0}).slot == second.slot);
    rv_world_destroy(world);
}

static void check_dead(rv_world* world, rv_joint_id id) {
    uint64_t hash = rv_world_hash(world);
    rv_vec3 force = rv_joint_force(world, id), torque = rv_joint_torque(world, id);
    CHECK(!rv_joint_is_valid(world, id));
    CHECK(force.x == 0 && force.y == 0 && force.z == 0);
    CHECK(torque.x == 0 && torque.y == 0 && torque.z == 0);
    CHECK(rv_joint_tension(world, id) == 0 && rv_joint_coordinate(world, id) == 0);
    CHECK(rv_joint_speed(world, id) == 0 && rv_joint_motor_force(world, id) == 0);
    CHECK(rv_joint_limit_force(world, id) == 0 && rv_joint_gap(world, id) == 0);
    CHECK(rv_joint_get_type(world, id) == RV_JOINT_BALL);
    CHECK(rv_joint_body_a(world, id).slot == 0 && rv_joint_body_b(world, id).slot == 0);
    CHECK(rv_joint_user_data(world, id) == NULL);
    rv_joint_motor motor = {.enabled = true, .max_force = 1.0};
    rv_joint_limit limit = {.enabled = true, .lower = 0.0, .upper = 1.0};
    CHECK(!rv_joint_set_motor(world, id, &motor));
    CHECK_TEXT(rv_world_error(world), "rv_joint_set_motor: no such joint");
    CHECK(!rv_joint_set_motor_speed(world, id, 1.0));
    CHECK_TEXT(rv_world_error(world), "rv_joint_set_motor_speed: no such joint");
    CHECK(!rv_joint_set_motor_max_force(world, id, 1.0));
    CHECK_TEXT(rv_world_error(world), "rv_joint_set_motor_max_force: no such joint");
    CHECK(!rv_joint_set_limit(world, id, &limit));
    CHECK_TEXT(rv_world_error(world), "rv_joint_set_limit: no such joint");
    CHECK(!rv_joint_set_rest(world, id, 1.0));
    CHECK_TEXT(rv_world_error(world), "rv_joint_set_rest: no such joint");
    CHECK(!rv_joint_destroy(world, id));
    CHECK_TEXT(rv_world_error(world), "rv_joint_destroy: no such joint");
    CHECK(rv_world_hash(world) == hash);
}

TEST(null_stale_and_foreign_joints_are_answered_with_nothing) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_body_id abroad = add_unit(other, vec(0, 0, 0));
    rv_joint_id stale = add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
    CHECK(rv_joint_destroy(world, stale));
    // its slot is taken again
    rv_joint_id live = add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
    CHECK(live.slot == stale.slot);
    rv_joint_id foreign = add_joint_at(other, RV_JOINT_HINGE, NO_BODY, abroad, vec(0, 0, 0), X);
    check_dead(world, (rv_joint_id){0});
    check_dead(world, stale);
    check_dead(world, foreign);
    rv_world_destroy(world);
    rv_world_destroy(other);
}

// changes one field of a good def and expects the refusal, and nothing else
#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_joint_def def = good;                                                                   \
        change_;                                                                                   \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        int count_ = rv_joint_count(world);                                                        \
        CHECK(rv_joint_create(world, &def).slot == 0);                                             \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_ && rv_joint_count(world) == count_);                   \
    } while (0)

TEST(create_refuses_a_def_without_a_default_and_bad_bodies) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_body_id rigid = add_unit(world, vec(0, 0, 0)),
               particle = add_particle(world, 1, vec(0, 0, 0));
    rv_body_id scalar = add_scalar(world, 1.0, 0.0), abroad = add_unit(other, vec(0, 0, 0));
    rv_body_id gone = add_unit(world, vec(0, 0, 0));
    rv_body_destroy(world, gone);
    rv_joint_def good = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, rigid, vec(0, 0, 0), X);
    CHECK(rv_joint_create(world, NULL).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_joint_def: start from rv_joint_def_default()");
    REFUSES(def.magic = 0, "rv_joint_def: start from rv_joint_def_default()");
    REFUSES(def.type = (rv_joint_type)99, "rv_joint_def.type = 99: must be an rv_joint_type");
    REFUSES(def.body_b = gone, "rv_joint_def.body_b: no such body");
    REFUSES(def.body_a = abroad, "rv_joint_def.body_a: no such body");
    REFUSES(def.body_b = NO_BODY, "rv_joint_def.body_b: must differ from body_a");
    REFUSES(def.body_a = rigid, "rv_joint_def.body_b: must differ from body_a");
    REFUSES(def.body_a = scalar,
            "rv_joint_def.body_a: a scalar body takes rows (rv_rows_create), not joints");
    REFUSES(def.body_a = particle,
            "rv_joint_def.body_a: a particle has no rotation, which a joint of type hinge needs");
    REFUSES((def.type = RV_JOINT_SLIDER, def.body_b = particle),
            "rv_joint_def.body_b: a particle has no rotation, which a joint of type slider needs");
    REFUSES((def.type = RV_JOINT_LOCK, def.body_b = particle),
            "rv_joint_def.body_b: a particle has no rotation, which a joint of type lock needs");
    REFUSES((def.type = RV_JOINT_ANGLE, def.body_b = particle),
            "rv_joint_def.body_b: a particle has no rotation, which a joint of type angle needs");
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(create_refuses_bad_numbers) {
    rv_world* world = default_world();
    rv_body_id rigid = add_unit(world, vec(0, 0, 0));
    rv_joint_def good = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, rigid, vec(0, 0, 0), X);
    REFUSES(def.frame_a.position.x = NAN,
            "rv_joint_def.frame_a: must be finite with a unit quaternion");
    REFUSES(def.frame_b.rotation.w = 2.0,
            "rv_joint_def.frame_b: must be finite with a unit quaternion");
    REFUSES(def.rest = INFINITY,
            "rv_joint_def.rest = inf: must be finite, or NaN for what it is at creation");
    REFUSES((def.type = RV_JOINT_DISTANCE, def.rest = -1.0),
            "rv_joint_def.rest = -1 m: must be >= 0");
    REFUSES(def.compliance = -1.0, "rv_joint_def.compliance = -1: must be finite and >= 0");
    REFUSES(def.compliance = NAN, "rv_joint_def.compliance = nan: must be finite and >= 0");
    REFUSES(def.damping = -2.0, "rv_joint_def.damping = -2: must be finite and >= 0");
    REFUSES(def.angular_compliance = -1.0,
            "rv_joint_def.angular_compliance = -1 rad/(N m): must be finite and >= 0");
    REFUSES(def.angular_damping = INFINITY,
            "rv_joint_def.angular_damping = inf N m s/rad: must be finite and >= 0");
    REFUSES(def.stiffness = -5.0, "rv_joint_def.stiffness = -5 N/m: must be finite and >= 0");
    REFUSES(def.type = RV_JOINT_SPRING,
            "rv_joint_def.stiffness = 0 N/m: a spring needs a stiffness or a damping > 0");
    REFUSES(def.solver_group = -1, "rv_joint_def.solver_group = -1: must be >= 0");
    rv_world_destroy(world);
}

TEST(create_refuses_bad_limits_and_motors) {
    rv_world* world = default_world();
    rv_body_id rigid = add_unit(world, vec(0, 0, 0));
    rv_joint_def good = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, rigid, vec(0, 0, 0), X);
    good.limit = (rv_joint_limit){.enabled = true, .lower = -1.0, .upper = 1.0};
    good.motor = (rv_joint_motor){.enabled = true, .speed = 1.0, .max_force = 1.0};
    REFUSES(def.type = RV_JOINT_BALL, "rv_joint_def.limit.enabled: a ball joint cannot be limited");
    REFUSES((def.type = RV_JOINT_LOCK, def.limit.enabled = false),
            "rv_joint_def.motor.enabled: a lock joint cannot be driven");
    REFUSES((def.type = RV_JOINT_SPRING, def.stiffness = 1.0),
            "rv_joint_def.limit.enabled: a spring joint cannot be limited");
    REFUSES(def.limit.lower = 2.0, "rv_joint_def.limit = [2, 1]: lower must be <= upper");
    REFUSES(def.limit.upper = NAN, "rv_joint_def.limit = [-1, nan]: lower must be <= upper");
    REFUSES(def.limit.compliance = -1.0,
            "rv_joint_def.limit.compliance = -1: must be finite and >= 0");
    REFUSES(def.limit.damping = -1.0, "rv_joint_def.limit.damping = -1: must be finite and >= 0");
    REFUSES(def.motor.speed = NAN, "rv_joint_def.motor.speed = nan: must be finite");
    REFUSES(def.motor.max_force = -1.0, "rv_joint_def.motor.max_force = -1: must be >= 0");
    REFUSES(def.motor.slip = -1.0, "rv_joint_def.motor.slip = -1: must be finite and >= 0");
    rv_joint_id joint = joint_of(world, &good);
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_joint_set_motor_speed(world, joint, INFINITY));
    CHECK_TEXT(rv_world_error(world), "rv_joint_def.motor.speed = inf: must be finite");
    CHECK(!rv_joint_set_motor_max_force(world, joint, -3.0));
    CHECK_TEXT(rv_world_error(world), "rv_joint_def.motor.max_force = -3: must be >= 0");
    rv_joint_limit limit = {.enabled = true, .lower = 1.0, .upper = 0.0};
    CHECK(!rv_joint_set_limit(world, joint, &limit));
    CHECK_TEXT(rv_world_error(world), "rv_joint_def.limit = [1, 0]: lower must be <= upper");
    CHECK(!rv_joint_set_rest(world, joint, NAN));
    CHECK_TEXT(rv_world_error(world),
               "rv_joint_set_rest: rest = nan: must be finite, and >= 0 for a length");
    CHECK(rv_world_hash(world) == hash);
    rv_world_destroy(world);
}

// --- what moves fast, bends far or has no damping
// -------------------------------------------------

TEST(a_compliant_joint_without_damping_keeps_ringing) {
    rv_world* world = weightless_world();
    rv_body_id body = add_particle(world, 1.0, vec(1, 0, 0));
    rv_joint_def def =
        rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, body, vec(0, 0, 0), vec(1, 0, 0));
    def.compliance = 0.01;
    joint_of(world, &def);
    rv_body_set_velocity(world, body, vec(1, 0, 0));
    steps_are_ok(world, H, 1);
    double energy = rv_world_energy(world).total;
    steps_are_ok(world, H, 600);
    // SPOOK conserves the energy of the middle of the step exactly
    CHECK_NEAR(rv_world_energy(world).total, energy, 1e-10);
    CHECK_NEAR(energy, 0.5, 0.01);
    rv_world_destroy(world);
}

// within one step the motor could cross both limits: the one that it heads for has the row
TEST(a_limit_stops_what_would_cross_it_in_one_step) {
    for (int direction = -1; direction <= 1; direction += 2) {
        rv_world* world = weightless_world();
        rv_body_id body = add_unit(world, vec(0, 0, 0));
        rv_joint_def def = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
        def.limit = (rv_joint_limit){.enabled = true, .lower = -0.05, .upper = 0.05};
        def.motor = (rv_joint_motor){.enabled = true, .speed = 20.0 * direction, .max_force = 1e3};
        rv_joint_id joint = joint_of(world, &def);
        steps_are_ok(world, H, 5);
        CHECK_NEAR(rv_joint_coordinate(world, joint), 0.05 * direction, 1e-9);
        rv_world_destroy(world);
    }
}

TEST(a_fast_hinge_keeps_its_circle) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 2.0, vec(0.01, 0.01, 0.01), vec(0, 1, 0));
    rv_joint_def def = rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
    def.motor = (rv_joint_motor){.enabled = true, .speed = 20.0, .max_force = 1e4};
    rv_joint_id joint = joint_of(world, &def);
    for (int n = 0; n < 60; n++)
        rv_world_step(world, H);
    // 1/3 rad a step; a chord of 1/12 rad would leave the circle of 1 m by 3.5 mm a substep
    CHECK(rv_world_report(world).substeps >= 2);
    CHECK(rv_joint_gap(world, joint) < 1e-5);
    rv_world_destroy(world);
}

TEST(an_angle_counts_more_than_half_a_turn_per_step) {
    rv_world* world = weightless_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_id joint = add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), X);
    rv_body_set_angular_velocity(world, body, vec(300, 0, 0));
    steps_are_ok(world, H, 60);
    CHECK_NEAR(rv_joint_coordinate(world, joint), 300.0 * 60 * H, 1e-6);
    rv_world_destroy(world);
}

// the rows of a bent lock push along the inverse Jacobian of its rotation vector, and so must the
// reader
TEST(the_torque_of_a_bent_lock_is_what_turns_the_body) {
    rv_world* world = weightless_world();
    rv_body_id body = add_rigid(world, 1.0, vec(2, 2, 2), vec(0, 0, 0));
    rv_joint_def def = rv_joint_def_default();
    def.type = RV_JOINT_LOCK;
    def.body_b = body;
    def.frame_b.rotation = rv_quat_from_axis_angle(vec(0, 0, 1), 1.5);
    def.angular_compliance = 0.1;
    rv_joint_id joint = joint_of(world, &def);
    rv_body_set_angular_velocity(world, body, vec(1, -2, 0.5));
    const double h = 1e-6;
    rv_vec3 before = rv_body_angular_velocity(world, body);
    rv_world_step(world, h);
    rv_vec3 change = rv_vec3_sub(rv_body_angular_velocity(world, body), before);
    rv_vec3 torque = rv_vec3_scale(change, 2.0 / h);
    // to the rounding of a change of velocity over 1 us
    check_vec(rv_joint_torque(world, joint), torque, 1e-4 * rv_vec3_length(torque));
    CHECK(rv_vec3_length(torque) > 10.0);
    rv_world_destroy(world);
}

// of no length a spring has no direction, and nothing of the last step may stand in for it
TEST(a_joint_of_no_length_leaves_nothing_behind_that_a_snapshot_misses) {
    static char buffer[1 << 16];
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = vec(0, 0, 9.81);
    rv_world* world = world_of(&world_def);
    rv_body_id body = add_rigid(world, 1.0, vec(0.1, 0.1, 0.1), vec(0.3, 0, 0));
    rv_joint_def def =
        rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, body, vec(0, 0, 0), vec(0.1, 0, 0));
    def.rest = 0.0;
    joint_of(world, &def);
    for (int n = 0; n < 600; n++) {
        CHECK(rv_world_save(world, buffer, sizeof buffer) > 0);
        size_t bytes = rv_world_snapshot_bytes(world);
        rv_world_step(world, H);
        uint64_t hash = rv_world_hash(world);
        CHECK(rv_world_restore(world, buffer, bytes));
        rv_world_step(world, H);
        CHECK(rv_world_hash(world) == hash);
    }
    rv_world_destroy(world);
}

TEST(what_was_set_is_read_back) {
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 1.0, vec(1, 1, 1), vec(0, 0, -1));
    rv_joint_def def =
        rv_joint_def_between(world, RV_JOINT_DISTANCE, NO_BODY, body, vec(0, 0, 0), vec(0, 0, -1));
    rv_joint_id joint = rv_joint_create(world, &def);
    CHECK(!rv_joint_get_motor(world, joint).enabled && !rv_joint_get_limit(world, joint).enabled);
    CHECK(rv_joint_rest(world, joint) == 1.0); // as it is at creation
    rv_joint_motor motor = {.enabled = true, .speed = 0.5, .max_force = 20.0, .slip = 0.25};
    rv_joint_limit limit = {.enabled = true, .lower = 0.5, .upper = 2.0, .compliance = 1e-3};
    CHECK(rv_joint_set_motor(world, joint, &motor) && rv_joint_set_limit(world, joint, &limit));
    CHECK(rv_joint_set_motor_speed(world, joint, -0.75) && rv_joint_set_rest(world, joint, 1.5));
    motor = rv_joint_get_motor(world, joint);
    limit = rv_joint_get_limit(world, joint);
    CHECK(motor.enabled && motor.speed == -0.75 && motor.max_force == 20.0 && motor.slip == 0.25);
    CHECK(limit.enabled && limit.lower == 0.5 && limit.upper == 2.0 && limit.compliance == 1e-3);
    CHECK(rv_joint_rest(world, joint) == 1.5);
    CHECK(rv_joint_destroy(world, joint));
    CHECK(!rv_joint_get_motor(world, joint).enabled && !rv_joint_get_limit(world, joint).enabled);
    CHECK(rv_joint_rest(world, joint) == 0.0);
    rv_world_destroy(world);
}
