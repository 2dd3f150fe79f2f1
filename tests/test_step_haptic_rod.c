// Haptic tools that hold rods: what the hand feels of a thread.
#include "rod_fixture.h"
#include "step/haptic.h"

static const double G = 9.81;

static rv_haptic* hold(rv_world* world, rv_cable_id cable, double at, rv_haptic_id* id) {
    rv_haptic_def def = rv_haptic_def_default();
    def.cable = cable;
    def.at = at;
    def.soft_start = 0.0;
    def.stiffness = 1000.0;
    *id = rv_haptic_create(world, &def);
    return rv_haptic_handle(world, *id);
}

// ticks of 1 ms with the device at a place, a step of 10 ms every 10
static rv_haptic_output hold_at(rv_world* world, rv_haptic* haptic, rv_vec3 place, int ticks) {
    rv_haptic_output out = {0};
    rv_haptic_input input = {.pose = {place, {1, 0, 0, 0}}, .valid = true};
    for (int k = 0; k < ticks; k++) {
        out = rv_haptic_tick(haptic, &input, 1e-3);
        if (k % 10 == 9)
            CHECK(rv_world_step(world, 0.01) != RV_STATUS_FAILED);
    }
    return out;
}

TEST(a_hand_feels_the_weight_of_a_thread) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(0, 0, -1))};
    rv_cable_def def = rod_def(nodes, 10, 1e-3);
    rv_cable_id cable = cable_of(world, &def);
    rv_haptic_id id;
    rv_haptic* haptic = hold(world, cable, 0.0, &id);
    CHECK(haptic != NULL);
    rv_haptic_output out = hold_at(world, haptic, vec(0, 0, 0), 3000);
    // 10 g; the tool hangs on the coupling of 1000 N/m
    CHECK_NEAR(out.force.z, -0.01 * G, 2e-3);
    CHECK_NEAR(out.tool.position.z, -0.01 * G / 1000.0, 2e-5);
    CHECK_NEAR(out.force.x, 0.0, 1e-3);
    rv_world_destroy(world);
}

TEST(a_taut_thread_holds_the_hand_back_at_once_and_a_slack_one_does_not) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = vec(0, 0, 0);
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_haptic_id id;
    rv_haptic* haptic = hold(world, cable, 1.0, &id);
    (void)hold_at(world, haptic, vec(1, 0, 0), 200);
    // 2 mm beyond its length, on the coupling in a row with the hand that is ten times as stiff:
    // felt in the ticks before the next step has an answer
    rv_haptic_output out = hold_at(world, haptic, vec(1.002, 0, 0), 9);
    CHECK(out.force.x < -1.0);
    out = hold_at(world, haptic, vec(1.002, 0, 0), 2000);
    CHECK_NEAR(out.force.x, -2.0 / 1.1, 1e-3);
    CHECK_NEAR(rv_cable_grip_point(world, cable, 0).x, 1.0, 1e-3);
    out = hold_at(world, haptic, vec(0.95, 0, 0), 2000);
    // 50 mm of a stiff thing would be 45 N; what is left is the thread's swinging
    CHECK(fabs(out.force.x) < 1.0);
    rv_world_destroy(world);
}

TEST(rods_that_cannot_be_held_are_refused_and_a_destroyed_haptic_lets_go) {
    rv_world* world = default_world();
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0)), 10, 1e-3);
    rv_haptic_def def = rv_haptic_def_default();
    def.cable = cable;
    def.at = 2.0;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.at = 2 m: must be in [0, 1]");
    def.at = 1.0;
    def.hand = 4;
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.hand = 4: must be in [0, 3]");
    def.hand = 1;
    rv_haptic_id id = rv_haptic_create(world, &def);
    CHECK(id.slot != 0);
    CHECK(rv_haptic_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_haptic_def.hand = 1: holds something already");
    CHECK(rv_haptic_destroy(world, id));
    CHECK(isnan(rv_cable_grip_point(world, cable, 1).x));
    rv_world_destroy(world);
}
