// Nothing passes through anything: fast and thin things, flung by joints and cables, and what the
// last net catches.
#include "cable_fixture.h"
#include "contact_fixture.h"

static const double H = 1.0 / 60.0;

static rv_body_id add_wall(rv_world* world, double half_thickness) {
    // so large that nothing slides past its edge
    rv_shape_def wall = box_shape(vec(half_thickness, 1e3, 1e3), rough(0.3));
    return add_shaped(world, RV_BODY_STATIC, &wall, at(0, 0, 0));
}

TEST(bullets_do_not_pass_a_thin_wall_at_any_speed) {
    for (double speed = 1.0; speed < 2e4; speed *= 3.0)
        for (int k = 0; k < 5; k++) {
            rv_world* world = weightless_world();
            add_wall(world, 0.002);
            rv_body_id ball = add_sphere(world, 0.02, slippery(), at(-1.0 - 0.013 * k, 0.1, 0));
            rv_body_set_velocity(world, ball, vec(speed, 0.1 * speed, 0));
            int steps = (int)(2.0 / speed / H) + 3;
            run_steps(world, H, steps < 10 ? 10 : steps);
            CHECK(rv_body_center(world, ball).x < -0.02);
            CHECK(rv_body_velocity(world, ball).x < 0.01 * speed);
            rv_world_destroy(world);
        }
}

TEST(a_fast_spinning_rod_does_not_turn_through_a_post) {
    for (double spin = 10.0; spin <= 90.0; spin *= 3.0) {
        rv_world* world = weightless_world();
        rv_shape_def post = box_shape(vec(0.02, 0.02, 0.5), rough(0.0));
        add_shaped(world, RV_BODY_STATIC, &post, at(0.8, 0.5, 0));
        rv_shape_def rod = box_shape(vec(1.0, 0.02, 0.02), rough(0.0));
        rv_body_id body = add_shaped(world, RV_BODY_DYNAMIC, &rod, at(0, 0, 0));
        add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), vec(0, 0, 1));
        rv_body_set_angular_velocity(world, body, vec(0, 0, spin));
        double largest = 0.0;
        for (int i = 0; i < 20; i++) {
            run_steps(world, H, 1);
            rv_vec3 along = rv_quat_rotate(rv_body_pose(world, body).rotation, vec(1, 0, 0));
            largest = fmax(largest, atan2(along.y, along.x));
        }
        // the post stands at atan(0.5/0.8) = 0.56
        CHECK(largest < 0.6);
        CHECK(rv_body_angular_velocity(world, body).z < 0.1 * spin);
        rv_world_destroy(world);
    }
}

TEST(two_bullets_that_meet_in_the_middle_of_a_step_do_not_pass_each_other) {
    for (int k = 0; k < 10; k++) {
        rv_world* world = weightless_world();
        rv_body_id a = add_sphere(world, 0.01, slippery(), at(-1, 0, 0));
        rv_body_id b = add_sphere(world, 0.01, slippery(), at(1, 0.002 * k, 0));
        rv_body_set_velocity(world, a, vec(300, 0, 0));
        rv_body_set_velocity(world, b, vec(-300 - k, 0, 0));
        run_steps(world, H, 3);
        // they touch if their lines are less than two radii apart: then both give up speed
        CHECK((fabs(rv_body_velocity(world, a).x) < 299.0) == (0.002 * k < 0.02));
        rv_world_destroy(world);
    }
}

// What the contacts could not foresee: a rope pulls a ball through a plate within one step. It is
// standing, so no contact is watched; a joint moves it by 1 m in the step.
TEST(what_a_joint_flings_is_held_before_it_has_passed) {
    rv_world* world = weightless_world();
    add_wall(world, 0.005);
    rv_body_id ball = add_sphere(world, 0.05, slippery(), at(-0.3, 0, 0));
    rv_body_id hand = add_kinematic(world, vec(-0.8, 0, 0), vec(60, 0, 0));
    add_joint_at(world, RV_JOINT_LOCK, hand, ball, vec(-0.3, 0, 0), vec(1, 0, 0));
    run_steps(world, H, 1);
    CHECK(rv_body_center(world, ball).x < 0.0);
    CHECK(rv_world_report(world).motions_cut == 1);
    // a ray finds it where it was stopped
    rv_ray_hit hit;
    rv_vec3 where = rv_body_center(world, ball);
    CHECK(rv_world_cast_ray(world, rv_vec3_add(where, vec(0, 0, 1)), where, 1, &hit));
    CHECK(same_body(hit.body, ball));
    rv_world_destroy(world);
}

// the same through something so small that what holds both is far apart at first
TEST(what_a_joint_flings_is_held_by_a_small_thing_far_away) {
    rv_world* world = weightless_world();
    rv_shape_def plate = box_shape(vec(0.005, 0.1, 0.1), slippery());
    add_shaped(world, RV_BODY_STATIC, &plate, at(0, 0, 0));
    rv_body_id ball = add_sphere(world, 0.05, slippery(), at(-0.5, 0, 0));
    rv_body_id hand = add_kinematic(world, vec(-1.0, 0, 0), vec(60, 0, 0));
    add_joint_at(world, RV_JOINT_LOCK, hand, ball, vec(-0.5, 0, 0), vec(1, 0, 0));
    run_steps(world, H, 1);
    CHECK(rv_body_center(world, ball).x < 0.0);
    CHECK(rv_world_report(world).motions_cut == 1);
    rv_world_destroy(world);
}

// A dumb-bell that stands is turned by a radian within one step: its ball goes round by 0.5 m while its
// centre stays, and a post is in the way at half a radian.
TEST(what_a_joint_turns_is_held_by_what_its_end_would_pass_through) {
    rv_world* world = weightless_world();
    rv_shape_def post = box_shape(vec(0.01, 0.01, 0.01), slippery());
    add_shaped(world, RV_BODY_STATIC, &post, at(0.5 * cos(0.5), 0.5 * sin(0.5), 0));
    rv_shape_def balls[2] = {sphere_shape(0.02, slippery()), sphere_shape(0.02, slippery())};
    balls[0].local.position = vec(0.5, 0, 0);
    balls[1].local.position = vec(-0.5, 0, 0);
    rv_body_def def = rv_body_def_default();
    def.shapes = balls;
    def.shape_count = 2;
    rv_body_id body = body_of(world, &def);
    rv_body_id hand = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_set_angular_velocity(world, hand, vec(0, 0, 1.0 / H));
    add_joint_at(world, RV_JOINT_LOCK, hand, body, vec(0, 0, 0), vec(1, 0, 0));
    run_steps(world, H, 1);
    rv_vec3 along = rv_quat_rotate(rv_body_pose(world, body).rotation, vec(1, 0, 0));
    CHECK(atan2(along.y, along.x) < 0.5);
    CHECK(rv_world_report(world).motions_cut == 1);
    rv_world_destroy(world);
}

TEST(slow_things_are_never_cut) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    for (int i = 0; i < 5; i++)
        add_cube(world, 0.1, rough(0.5), at(0.02 * i, 0, 0.1 + 0.25 * i));
    for (int i = 0; i < 120; i++) {
        run_steps(world, H, 1);
        CHECK(rv_world_report(world).motions_cut == 0);
    }
    rv_world_destroy(world);
}

TEST(what_overlaps_from_the_start_parts_and_is_not_held) {
    rv_world* world = weightless_world();
    add_wall(world, 0.1);
    rv_body_id ball = add_sphere(world, 0.1, slippery(), at(0.12, 0, 0));
    rv_body_set_velocity(world, ball, vec(30, 0, 0));
    run_steps(world, H, 2);
    CHECK(rv_world_report(world).motions_cut == 0);
    CHECK_NEAR(rv_body_velocity(world, ball).x, 30.0, 1e-6);
    rv_world_destroy(world);
}
