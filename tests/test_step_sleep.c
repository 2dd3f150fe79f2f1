// Sleep: what rests on something is left out of steps, and everything that should wakes it.
#include "cable_fixture.h"
#include "contact_fixture.h"

static const double H = 1.0 / 60.0;
static const double G = 9.81;

// A cube on the floor with another on top; a third one beside them that touches neither.
typedef struct scene {
    rv_world* world;
    rv_body_id floor, low, high, other;
} scene;

static scene begin(void) {
    scene s = {.world = default_world()};
    s.floor = add_floor(s.world, rough(0.5));
    s.low = add_cube(s.world, 0.1, rough(0.5), at(0, 0, 0.1));
    s.high = add_cube(s.world, 0.1, rough(0.5), at(0, 0, 0.3));
    s.other = add_cube(s.world, 0.1, rough(0.5), at(3, 0, 0.1));
    return s;
}

static scene begin_asleep(void) {
    scene s = begin();
    CHECK(runs_until_asleep(s.world, s.low, H, 120));
    CHECK(rv_body_is_asleep(s.world, s.high) && rv_body_is_asleep(s.world, s.other));
    return s;
}

TEST(what_rests_for_half_a_second_sleeps_and_moves_no_more) {
    scene s = begin();
    int steps = 0;
    for (; steps < 200 && !rv_body_is_asleep(s.world, s.low); steps++)
        CHECK(rv_world_step(s.world, H) == RV_STATUS_OK);
    CHECK(steps * H >= 0.5 && steps * H < 1.0);
    CHECK(rv_world_report(s.world).asleep_count == 3);
    rv_vec3 before = rv_body_center(s.world, s.high);
    run_steps(s.world, H, 100);
    rv_vec3 after = rv_body_center(s.world, s.high);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    CHECK(rv_vec3_length(rv_body_velocity(s.world, s.high)) == 0.0);
    CHECK(rv_world_report(s.world).dof_count == 0); // nothing is solved for
    rv_world_destroy(s.world);
}

TEST(contacts_of_sleepers_persist_with_their_forces_whatever_the_step) {
    scene s = begin_asleep();
    static const double STEPS[] = {1.0 / 60.0, 1.0 / 240.0, 1.0 / 30.0};
    for (int i = 0; i < 3; i++) {
        run_steps(s.world, STEPS[i], 2);
        CHECK(rv_world_contact_count(s.world) == 3);
        for (int k = 0; k < rv_world_contact_count(s.world); k++)
            CHECK(rv_world_contact(s.world, k).state == RV_CONTACT_PERSISTS);
        CHECK_NEAR(contact_force_on(s.world, s.low).z, 8.0 * G, 1e-4);
        CHECK_NEAR(contact_force_on(s.world, s.high).z, 8.0 * G, 1e-4);
    }
    rv_world_destroy(s.world);
}

TEST(nothing_sleeps_where_sleep_is_off_or_in_the_air) {
    rv_world_def def = rv_world_def_default();
    def.sleep.enabled = false;
    rv_world* world = world_of(&def);
    add_floor(world, rough(0.5));
    rv_body_id body = add_cube(world, 0.1, rough(0.5), at(0, 0, 0.1));
    run_steps(world, H, 120);
    CHECK(!rv_body_is_asleep(world, body));
    rv_world_destroy(world);
    // it floats: nothing holds it, nothing may take it out
    world = weightless_world();
    body = add_cube(world, 0.1, rough(0.5), at(0, 0, 5));
    run_steps(world, H, 120);
    CHECK(!rv_body_is_asleep(world, body));
    rv_world_destroy(world);
}

TEST(what_creeps_faster_than_the_speed_of_sleep_stays_awake) {
    rv_world* world = default_world();
    rv_shape_def plane = plane_shape(rough(0.5));
    rv_body_id belt = add_shaped(world, RV_BODY_KINEMATIC, &plane, at(0, 0, 0));
    rv_body_id body = add_cube(world, 0.1, rough(0.5), at(0, 0, 0.1));
    // slower than a sleeper, but moved: it must not be left behind
    rv_body_set_velocity(world, belt, vec(0.001, 0, 0));
    run_steps(world, H, 180);
    CHECK(!rv_body_is_asleep(world, body));
    CHECK_NEAR(rv_body_center(world, body).x, 0.003, 1e-5);
    rv_body_set_velocity(world, belt, vec(0, 0, 0));
    CHECK(runs_until_asleep(world, body, H, 120));
    rv_world_destroy(world);
}

// --- what wakes ----------------------------------------------------------------------------------

// wakes low and high, and not the one beside them
#define WAKES(call_)                                                                               \
    do {                                                                                           \
        scene s = begin_asleep();                                                                  \
        CHECK(call_);                                                                              \
        run_steps(s.world, H, 1);                                                                  \
        CHECK(!rv_body_is_asleep(s.world, s.low));                                                 \
        CHECK(!rv_body_is_asleep(s.world, s.high));                                                \
        CHECK(rv_body_is_asleep(s.world, s.other));                                                \
        rv_world_destroy(s.world);                                                                 \
    } while (0)

#define WAKES_ALL(call_)                                                                           \
    do {                                                                                           \
        scene s = begin_asleep();                                                                  \
        CHECK(call_);                                                                              \
        run_steps(s.world, H, 1);                                                                  \
        CHECK(!rv_body_is_asleep(s.world, s.low));                                                 \
        CHECK(!rv_body_is_asleep(s.world, s.high));                                                \
        CHECK(!rv_body_is_asleep(s.world, s.other));                                               \
        rv_world_destroy(s.world);                                                                 \
    } while (0)

#define WAKES_NONE(call_)                                                                          \
    do {                                                                                           \
        scene s = begin_asleep();                                                                  \
        CHECK(call_);                                                                              \
        run_steps(s.world, H, 1);                                                                  \
        CHECK(rv_world_report(s.world).asleep_count == 3);                                         \
        rv_world_destroy(s.world);                                                                 \
    } while (0)

TEST(whatever_is_done_to_a_sleeper_wakes_it_and_what_it_touches) {
    WAKES(rv_body_wake(s.world, s.low));
    WAKES(rv_body_wake(s.world, s.high));
    WAKES(rv_body_apply_force_at_center(s.world, s.high, vec(1, 0, 0)));
    WAKES(rv_body_apply_force(s.world, s.low, vec(1, 0, 0), vec(0, 0, 0)));
    WAKES(rv_body_apply_torque(s.world, s.low, vec(0, 0, 1)));
    WAKES(rv_body_set_velocity(s.world, s.high, vec(0.1, 0, 0)));
    WAKES(rv_body_set_angular_velocity(s.world, s.low, vec(0, 0, 0.1)));
    WAKES(rv_body_set_pose(s.world, s.high, at(0, 0, 0.3)));
    WAKES(rv_body_destroy(s.world, s.other) && rv_body_wake(s.world, s.low)
          && (s.other = add_cube(s.world, 0.1, rough(0.5), at(9, 9, 0.1))).slot != 0
          && runs_until_asleep(s.world, s.other, H, 200) && rv_body_wake(s.world, s.low));
}

TEST(what_is_done_to_the_world_or_the_floor_wakes_all_on_it) {
    WAKES_ALL(rv_world_set_gravity(s.world, vec(0, 0, -9.80)));
    WAKES_ALL(rv_body_set_pose(s.world, s.floor, at(0, 0, -0.05)));
    WAKES_ALL(rv_body_destroy(s.world, s.floor));
    rv_contact_law law = {.friction = 0.2};
    WAKES_ALL(rv_world_set_contact_law(s.world, 0, 0, &law));
}

TEST(reading_and_the_same_gravity_wake_nobody) {
    WAKES_NONE(rv_world_set_gravity(s.world, rv_world_gravity(s.world)));
    WAKES_NONE(rv_body_center(s.world, s.low).z > 0.0 && rv_world_contact_count(s.world) == 3);
    WAKES_NONE(!rv_body_set_velocity(s.world, s.low, vec(NAN, 0, 0)));
    rv_ray_hit hit;
    WAKES_NONE(rv_world_cast_ray(s.world, vec(0, 0, 5), vec(0, 0, -5), 1, &hit));
}

TEST(a_support_that_is_taken_away_wakes_all_that_rested_on_it) {
    scene s = begin();
    rv_body_id top = add_cube(s.world, 0.1, rough(0.5), at(0, 0, 0.5));
    CHECK(runs_until_asleep(s.world, top, H, 120) && rv_body_is_asleep(s.world, s.low));
    // two are left that touch each other: they fall together
    rv_body_set_pose(s.world, s.low, at(-3, 0, 0.1));
    run_steps(s.world, H, 6);
    CHECK(rv_body_center(s.world, s.high).z < 0.29 && rv_body_center(s.world, top).z < 0.49);
    rv_world_destroy(s.world);
    s = begin();
    top = add_cube(s.world, 0.1, rough(0.5), at(0, 0, 0.5));
    CHECK(runs_until_asleep(s.world, top, H, 120));
    rv_body_destroy(s.world, s.low);
    run_steps(s.world, H, 6);
    CHECK(rv_body_center(s.world, s.high).z < 0.29 && rv_body_center(s.world, top).z < 0.49);
    rv_world_destroy(s.world);
}

TEST(a_body_that_hits_a_sleeper_wakes_it) {
    scene s = begin_asleep();
    rv_body_id ball = add_sphere(s.world, 0.1, rough(0.5), at(0, 0, 1.0));
    bool woken = false;
    for (int i = 0; i < 60 && !woken; i++) {
        rv_world_step(s.world, H);
        woken = !rv_body_is_asleep(s.world, s.high);
        // not before it is near: within a step's way
        double gap = rv_body_center(s.world, ball).z - 0.5;
        CHECK(!woken || gap < 0.11);
    }
    CHECK(woken && !rv_body_is_asleep(s.world, s.low) && rv_body_is_asleep(s.world, s.other));
    rv_world_destroy(s.world);
}

TEST(a_platform_that_starts_to_move_takes_sleepers_along) {
    rv_world* world = default_world();
    rv_shape_def plane = plane_shape(rough(0.5));
    rv_body_id lift = add_shaped(world, RV_BODY_KINEMATIC, &plane, at(0, 0, 0));
    rv_body_id body = add_cube(world, 0.1, rough(0.5), at(0, 0, 0.1));
    CHECK(runs_until_asleep(world, body, H, 120));
    rv_body_set_velocity(world, lift, vec(0, 0, 0.2));
    run_steps(world, H, 30);
    CHECK_NEAR(rv_body_center(world, body).z, 0.1 + 0.2 * 30 * H, 1e-6);
    rv_body_set_velocity(world, lift, vec(0, 0, 0));
    CHECK(runs_until_asleep(world, body, H, 120));
    rv_body_set_angular_velocity(world, lift, vec(0, 0, 1));
    run_steps(world, H, 1);
    CHECK(!rv_body_is_asleep(world, body));
    rv_world_destroy(world);
}

TEST(a_wall_put_into_a_sleeper_pushes_it_out) {
    scene s = begin_asleep();
    rv_shape_def wall = box_shape(vec(0.1, 1, 1), rough(0.0));
    rv_body_id body = add_shaped(s.world, RV_BODY_STATIC, &wall, at(-2, 0, 0));
    run_steps(s.world, H, 2);
    CHECK(rv_body_is_asleep(s.world, s.other));
    rv_body_set_pose(s.world, body, at(2.85, 0, 0)); // 5 cm into the one beside
    run_steps(s.world, H, 30);
    CHECK(rv_body_center(s.world, s.other).x > 3.04);
    rv_world_destroy(s.world);
}

// --- joints and cables ---------------------------------------------------------------------------

// two cubes on the floor with a joint between them or to the world
static rv_joint_id join(scene* s, rv_joint_type type, rv_body_id a, rv_body_id b) {
    rv_vec3 at_a = a.slot != 0 ? rv_body_center(s->world, a) : vec(0, 0, 2);
    rv_joint_def def =
        type == RV_JOINT_SLIDER
            ? rv_joint_def_at(s->world, type, a, b, rv_body_center(s->world, b), vec(1, 0, 0))
            : rv_joint_def_between(s->world, type, a, b, at_a, rv_body_center(s->world, b));
    if (type == RV_JOINT_SLIDER) {
        def.motor = (rv_joint_motor){.enabled = true, .max_force = 10.0};
        def.limit = (rv_joint_limit){.enabled = true, .lower = -5.0, .upper = 5.0};
    }
    return joint_of(s->world, &def);
}

TEST(motors_limits_and_rests_wake_when_they_change_and_only_then) {
    for (int which = 0; which < 5; which++) {
        scene s = begin();
        rv_joint_id joint = join(&s, RV_JOINT_SLIDER, s.low, s.other);
        CHECK(runs_until_asleep(s.world, s.other, H, 200));
        rv_joint_limit limit = {.enabled = true, .lower = -5.0, .upper = 5.0};
        for (int again = 1; again >= 0; again--) {
            double change = again ? 0.0 : 0.5;
            limit.upper += change;
            rv_joint_motor motor = {.enabled = true, .speed = change, .max_force = 10.0};
            CHECK(which == 0   ? rv_joint_set_motor_speed(s.world, joint, change)
                  : which == 1 ? rv_joint_set_motor_max_force(s.world, joint, 10.0 + change)
                  : which == 2 ? rv_joint_set_motor(s.world, joint, &motor)
                  : which == 3 ? rv_joint_set_limit(s.world, joint, &limit)
                  : again      ? true
                               : rv_joint_destroy(s.world, joint));
            run_steps(s.world, H, 1);
            CHECK(rv_body_is_asleep(s.world, s.low) == (again == 1));
            CHECK(rv_body_is_asleep(s.world, s.other) == (again == 1));
        }
        rv_world_destroy(s.world);
    }
}

TEST(a_motor_that_runs_keeps_what_it_drives_awake) {
    scene s = begin();
    rv_joint_id joint = join(&s, RV_JOINT_SLIDER, NO_BODY, s.other);
    rv_joint_set_motor_speed(s.world, joint, 0.001); // slower than a sleeper
    run_steps(s.world, H, 120);
    CHECK(!rv_body_is_asleep(s.world, s.other) && rv_body_is_asleep(s.world, s.low));
    rv_joint_set_motor_speed(s.world, joint, 0.0);
    CHECK(runs_until_asleep(s.world, s.other, H, 120));
    rv_world_destroy(s.world);
}

TEST(a_new_joint_and_the_end_of_a_joined_body_wake) {
    WAKES(join(&s, RV_JOINT_DISTANCE, NO_BODY, s.high).slot != 0);
    scene s = begin();
    join(&s, RV_JOINT_DISTANCE, s.low, s.other);
    CHECK(runs_until_asleep(s.world, s.low, H, 120));
    rv_body_destroy(s.world, s.other);
    run_steps(s.world, H, 1);
    CHECK(!rv_body_is_asleep(s.world, s.low) && !rv_body_is_asleep(s.world, s.high));
    rv_world_destroy(s.world);
}

TEST(an_anchor_moved_by_hand_wakes_what_hangs_on_it) {
    for (int type = RV_BODY_STATIC; type <= RV_BODY_KINEMATIC; type++)
        for (int roped = 0; roped < 2; roped++) {
            scene s = begin();
            rv_body_def def = rv_body_def_default();
            def.type = (rv_body_type)type;
            def.pose.position = vec(3, 0, 1);
            rv_body_id anchor = body_of(s.world, &def);
            rv_cable_node nodes[2] = {fixed_at(anchor, vec(0, 0, 0)),
                                      fixed_at(s.other, vec(0, 0, 0))};
            if (roped)
                add_cable(s.world, nodes, 2);
            else
                add_distance(s.world, anchor, s.other, vec(3, 0, 1), vec(3, 0, 0.1));
            CHECK(runs_until_asleep(s.world, s.other, H, 120));
            rv_body_set_pose(s.world, anchor, at(3, 0, 1.2));
            run_steps(s.world, H, 60);
            // the rope is 0.9 m long
            CHECK_NEAR(rv_body_center(s.world, s.other).z, 0.3, 0.02);
            CHECK(rv_body_is_asleep(s.world, s.low));
            rv_world_destroy(s.world);
        }
}

TEST(winches_and_cuts_wake_what_the_cable_holds) {
    for (int which = 0; which < 4; which++) {
        scene s = begin();
        rv_cable_node nodes[2] = {drum_at(NO_BODY, vec(3, 0, 2), 0.0),
                                  fixed_at(s.other, vec(0, 0, 0))};
        rv_cable_id cable = add_cable(s.world, nodes, 2);
        CHECK(runs_until_asleep(s.world, s.other, H, 200));
        CHECK(rv_cable_set_winch_speed(s.world, cable, 0, 0.0));
        run_steps(s.world, H, 1);
        CHECK(rv_body_is_asleep(s.world, s.other));
        CHECK(which == 0   ? rv_cable_set_winch_speed(s.world, cable, 0, 0.1)
              : which == 1 ? rv_cable_cut(s.world, cable)
              : which == 2 ? rv_cable_destroy(s.world, cable)
                           : rv_cable_set_length(s.world, cable, 1.0));
        run_steps(s.world, H, 1);
        CHECK(!rv_body_is_asleep(s.world, s.other) && rv_body_is_asleep(s.world, s.low));
        rv_world_destroy(s.world);
    }
}

TEST(what_turns_does_not_rest_even_without_a_shape) {
    scene s = begin();
    rv_body_id rotor = add_rigid(s.world, 1.0, vec(0.1, 0.1, 0.1), vec(3, 0, 0.5));
    add_joint_at(s.world, RV_JOINT_HINGE, s.other, rotor, vec(3, 0, 0.5), vec(0, 0, 1));
    rv_body_set_angular_velocity(s.world, rotor, vec(0, 0, 10));
    run_steps(s.world, H, 120);
    CHECK(!rv_body_is_asleep(s.world, rotor));
    CHECK_NEAR(rv_body_angular_velocity(s.world, rotor).z, 10.0, 1e-6);
    rv_world_destroy(s.world);
}

TEST(the_sum_of_many_stacks_sleeps_one_by_one) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_body_id still = add_cube(world, 0.1, rough(0.5), at(0, 0, 0.1));
    rv_body_id rolling = add_sphere(world, 0.1, rough(0.5), at(0, 2, 0.1));
    rv_body_set_velocity(world, rolling, vec(0.1, 0, 0));
    run_steps(world, H, 120);
    CHECK(rv_body_is_asleep(world, still) && !rv_body_is_asleep(world, rolling));
    CHECK(rv_world_report(world).asleep_count == 1 && rv_world_report(world).dof_count == 6);
    rv_world_destroy(world);
}
