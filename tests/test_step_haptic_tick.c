// One haptic tick: couplings, what keeps the hand safe, and closed loops with a hand: who is passive.
#include "haptic_fixture.h"
#include "reeve/reeve.h"
#include "test.h"

static rv_memory memory;

// no limits, no fading in, no passivity damper: what the coupling does by itself
static rv_haptic_def bare(void) {
    rv_haptic_def def = rv_haptic_def_default();
    def.max_force = def.max_torque = 1e9;
    def.max_force_rate = def.max_torque_rate = INFINITY;
    def.soft_start = 0.0;
    def.passivity = false;
    return def;
}

typedef struct bench {
    rv_haptic_core core;
    rv_haptic_model model;
} bench;

// a tool with one point at its origin, over a floor at z = 0 that gives way by `give`
static bench over_floor(const rv_haptic_def* def, double give) {
    bench b;
    memory = rv_memory_make((rv_allocator){0});
    CHECK(rv_haptic_core_make(&memory, &b.core, def, rv_pose_identity()));
    CHECK(rv_haptic_model_make(&memory, &b.model, def->max_points));
    b.model.points[0] = (rv_haptic_point){.key = 1,
                                          .normal = {0, 0, 1},
                                          .pose = rv_pose_identity(),
                                          .geometry = {.type = RV_SHAPE_PLANE}};
    b.model.count = 1;
    b.model.step = 0.01;
    b.model.world_gives = give > 0.0;
    for (int i = 0; i < 9; i++)
        b.model.C_world[i] = i % 4 == 0 ? give : 0.0;
    return b;
}

static void end(bench* b) {
    rv_haptic_model_free(&memory, &b->model, b->core.def.max_points);
    rv_haptic_core_free(&memory, &b->core);
}

static rv_haptic_input at(double z) {
    return (rv_haptic_input){.pose = {{0, 0, z}, {1, 0, 0, 0}}, .valid = true};
}

// a tick of 1 ms with a new model
static rv_haptic_output tick(bench* b, double z) {
    rv_haptic_input in = at(z);
    return rv_haptic_core_tick(&b->core, &b->model, &in, 1e-3, true);
}

static rv_haptic_output stay(bench* b, double z, int ticks) {
    rv_haptic_output out = {0};
    for (int k = 0; k < ticks; k++)
        out = tick(b, z);
    return out;
}

// --- couplings --------------------------------------------------------------------------------------

TEST(in_free_space_the_tool_follows_and_the_hand_feels_the_virtual_mass) {
    rv_haptic_def def = bare();
    bench b = over_floor(&def, 0.0);
    (void)stay(&b, 1.0, 100);
    CHECK_NEAR(stay(&b, 1.0, 1).force.z, 0.0, 1e-12);
    // a steady acceleration of 2 m/s^2 asks for F = m a of the hand, and velocity is told exactly
    rv_haptic_output out = {0};
    for (int k = 1; k <= 400; k++) {
        double t = 1e-3 * k;
        rv_haptic_input in = at(1.0 + t * t);
        in.velocity.z = 2.0 * t;
        out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    }
    // the damper sees the velocity a tick ahead: B a T
    CHECK_NEAR(out.force.z, -def.mass * 2.0, 0.012);
    end(&b);
}

TEST(a_floor_that_gives_way_balances_the_coupling_in_series) {
    rv_haptic_def def = bare();
    bench b = over_floor(&def, 1.0 / 2000.0);
    (void)stay(&b, 1e-3, 50);
    rv_haptic_output out = stay(&b, -5e-3, 500);
    // 3000 and 2000 N/m in a row over 5 mm
    CHECK_NEAR(out.force.z, 6.0, 1e-5);
    CHECK_NEAR(out.tool.position.z, -3e-3, 1e-8);
    end(&b);
}

TEST(the_direct_coupling_gives_the_force_of_the_contact) {
    rv_haptic_def def = bare();
    def.coupling = RV_HAPTIC_IMPEDANCE;
    bench b = over_floor(&def, 1.0 / 2000.0);
    CHECK_NEAR(stay(&b, -5e-3, 3).force.z, 10.0, 1e-5);
    b.model.world_gives = false;
    CHECK_NEAR(stay(&b, -5e-3, 3).force.z, 5.0, 1e-5); // contact_stiffness 1000 N/m
    end(&b);
}

TEST(a_turned_workspace_and_scales_turn_and_scale_motion_and_force) {
    rv_haptic_def def = bare();
    def.scale = 2.0;
    def.force_scale = 0.5;
    // the device's x is the world's z
    def.workspace.rotation = rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, -0.5 * RV_PI);
    def.workspace.position = (rv_vec3){0, 0, 0.01};
    bench b = over_floor(&def, 0.0);
    rv_haptic_output out = {0};
    for (int k = 0; k < 400; k++) {
        rv_haptic_input in = {.pose = {{-0.006, 0, 0}, {1, 0, 0, 0}}, .valid = true};
        out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    }
    // 12 mm down from 10 mm: 2 mm times 3000 N/m, half of it
    CHECK_NEAR(out.force.x, 3.0, 1e-4);
    CHECK_NEAR(rv_vec3_length(out.force), 3.0, 1e-4);
    CHECK_NEAR(out.tool.position.z, 0.0, 1e-8);
    end(&b);
}

TEST(an_arm_gives_a_torque_that_turns_the_tool_and_is_felt) {
    rv_haptic_def def = bare();
    bench b = over_floor(&def, 0.0);
    b.model.points[0].point = (rv_vec3){0.05, 0, 0};
    rv_haptic_output out = {0};
    for (int k = 0; k < 1500; k++) {
        rv_haptic_input in = at(-2e-3);
        out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    }
    // z + 0.05 sin(-ry) = 0 with f = 3000 (z + 0.002), 5 ry = -0.05 f cos
    double f = out.force.z, turn = rv_quat_log(out.tool.rotation).y;
    CHECK(f > 1.0 && f < 5.0);
    CHECK_NEAR(out.torque.y, -0.05 * f * cos(turn), 1e-5);
    CHECK_NEAR(5.0 * turn, out.torque.y, 1e-5);
    CHECK_NEAR(out.tool.position.z - 0.05 * sin(turn), 0.0, 1e-8);
    end(&b);
}

TEST(a_fast_tool_is_taken_in_parts) {
    rv_haptic_def def = bare();
    bench b = over_floor(&def, 0.0);
    (void)stay(&b, 0.1, 10);
    uint64_t before = b.core.report.parts;
    for (int k = 1; k <= 20; k++)
        (void)tick(&b, 0.1 - 1e-3 * k); // 1 m/s: 1 mm per tick, 0.25 mm per part
    CHECK(b.core.report.parts - before >= 80 && b.core.report.parts - before <= 160);
    // and in one when it has come to rest
    (void)stay(&b, 0.08, 500);
    before = b.core.report.parts;
    (void)stay(&b, 0.08, 100);
    CHECK(b.core.report.parts - before == 100);
    end(&b);
}

// --- safety -----------------------------------------------------------------------------------------

TEST(forces_torques_and_rates_keep_their_limits) {
    rv_haptic_def def = bare();
    def.max_force = 5.0;
    def.max_torque = 0.05;
    def.max_force_rate = 200.0;
    def.max_torque_rate = 1.0;
    bench b = over_floor(&def, 0.0);
    b.model.points[0].point = (rv_vec3){0.05, 0, 0};
    (void)stay(&b, 1e-3, 20);
    rv_haptic_output last = stay(&b, 0.0, 1), out = last;
    for (int k = 0; k < 400; k++) {
        out = tick(&b, -0.02);
        double step = rv_vec3_length(rv_vec3_sub(out.force, last.force));
        double twist = rv_vec3_length(rv_vec3_sub(out.torque, last.torque));
        CHECK(step <= 0.2 + 1e-12 && twist <= 1e-3 + 1e-12);
        CHECK(rv_vec3_length(out.force) <= 5.0 + 1e-12);
        CHECK(rv_vec3_length(out.torque) <= 0.05 + 1e-12);
        last = out;
    }
    CHECK_NEAR(out.force.z, 5.0, 1e-9);
    CHECK_NEAR(rv_vec3_length(out.torque), 0.05, 1e-9);
    CHECK(b.core.report.limited >= 400);
    end(&b);
}

TEST(a_force_comes_up_softly_when_the_hand_takes_hold_inside_of_something) {
    rv_haptic_def def = bare();
    def.coupling = RV_HAPTIC_IMPEDANCE;
    def.soft_start = 0.1;
    bench b = over_floor(&def, 1e-3);
    double last = 0.0;
    for (int k = 0; k < 150; k++) {
        double f = tick(&b, -4e-3).force.z;
        // 4 N in 100 ticks
        CHECK(f - last <= 0.04 + 1e-9 && f >= last - 1e-9);
        last = f;
    }
    CHECK_NEAR(last, 4.0, 1e-5);
    end(&b);
}

typedef enum trouble {
    NAN_INPUT,
    NAN_MODEL,
    BAD_TIME,
    NOT_HELD,
    LET_GO,
    OLD_MODEL,
    HUGE_INPUT,
    TROUBLES
} trouble;

static rv_haptic_output troubled_tick(bench* b, trouble what, rv_haptic_model* bad) {
    rv_haptic_input in = at(what == NAN_INPUT ? NAN : what == HUGE_INPUT ? 1e200 : -2e-3);
    in.valid = what != NOT_HELD;
    const rv_haptic_model* model = what == NAN_MODEL ? bad : what == OLD_MODEL ? NULL : &b->model;
    return rv_haptic_core_tick(&b->core, model, &in, what == BAD_TIME ? NAN : 1e-3, what != LET_GO);
}

TEST(whatever_goes_wrong_the_force_is_zero_within_20_ms_and_always_finite) {
    for (int what = 0; what < TROUBLES; what++) {
        rv_haptic_def def = rv_haptic_def_default();
        bench b = over_floor(&def, 0.0);
        rv_haptic_model bad = b.model;
        rv_haptic_point broken = b.model.points[0];
        broken.gap = NAN;
        bad.points = &broken;
        (void)stay(&b, 1e-3, 120);
        double before = stay(&b, -2e-3, 300).force.z;
        CHECK(before > 5.0);
        int ticks = what == OLD_MODEL ? 120 : 20; // the model is stale after 100 ms
        rv_haptic_output out = {0};
        for (int k = 0; k < ticks; k++) {
            out = troubled_tick(&b, (trouble)what, &bad);
            CHECK(isfinite(rv_vec3_length(out.force) + rv_vec3_length(out.torque)));
            CHECK(rv_vec3_length(out.force) <= 10.0 + 1e-9);
            CHECK(isfinite(out.tool.position.z));
        }
        if (what != HUGE_INPUT)
            CHECK(out.force.z == 0.0 && rv_vec3_length(out.force) == 0.0);
        // and it comes back, softly
        double last = rv_vec3_length(out.force);
        for (int k = 0; k < 400 && what != HUGE_INPUT; k++) {
            out = tick(&b, -2e-3);
            CHECK(rv_vec3_length(out.force) <= last + 0.25);
            last = rv_vec3_length(out.force);
        }
        if (what != HUGE_INPUT)
            CHECK_NEAR(out.force.z, before, 1e-3);
        end(&b);
    }
}

TEST(troubles_are_counted) {
    rv_haptic_def def = rv_haptic_def_default();
    bench b = over_floor(&def, 0.0);
    (void)stay(&b, 1e-3, 10);
    for (int k = 0; k < 5; k++)
        (void)troubled_tick(&b, NAN_INPUT, NULL);
    for (int k = 0; k < 7; k++)
        (void)troubled_tick(&b, NOT_HELD, NULL);
    for (int k = 0; k < 110; k++)
        (void)troubled_tick(&b, OLD_MODEL, NULL);
    const rv_haptic_report* r = &b.core.report;
    CHECK(r->ticks == 132 && r->nonfinite == 5 && r->invalid_ticks == 7);
    // the model was one tick old when it came last
    CHECK(r->stale_ticks >= 9 && r->stale_ticks <= 12);
    CHECK(r->most_points == 1 && r->models == 22);
    end(&b);
}

TEST(a_relative_tool_stays_where_it_is_when_the_hand_takes_hold_again) {
    rv_haptic_def def = bare();
    def.relative = true;
    bench b = over_floor(&def, 0.0);
    b.core.tool.position.z = 0.5;
    rv_haptic_input in = at(0.1);
    in.pose.rotation = rv_quat_exp((rv_vec3){0, 0.3, 0});
    rv_haptic_output out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    CHECK_NEAR(out.tool.position.z, 0.5, 1e-12);
    CHECK_NEAR(rv_vec3_length(rv_quat_log(out.tool.rotation)), 0.0, 1e-12);
    CHECK_NEAR(rv_vec3_length(out.force), 0.0, 1e-9);
    CHECK(b.core.jumps == 0);
    // the hand lets go, goes elsewhere and takes hold: nothing moves; then it moves along
    in.valid = false;
    (void)rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    in = at(-0.3);
    for (int k = 0; k < 20; k++)
        out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    CHECK_NEAR(out.tool.position.z, 0.5, 1e-12);
    in = at(-0.29);
    for (int k = 0; k < 500; k++)
        out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
    CHECK_NEAR(out.tool.position.z, 0.51, 1e-6);
    end(&b);
}

// --- energy -----------------------------------------------------------------------------------------

typedef struct bounced {
    double energy; // most that the wall has given [J]
    double speed;  // fastest in the last tenth of the time
    rv_haptic_report report;
} bounced;

// A mass with a damper that is pushed lightly against a wall, without a hand.
static bounced bounce(const rv_haptic_def* def) {
    bench b = over_floor(def, 0.0);
    bounced result = {0};
    haptic_hand mass = {0.0, 0.0, 0.1, 1.0};
    double z = 1e-4, v = -0.02, energy = 0.0;
    for (int k = 0; k < 2000; k++) {
        rv_haptic_input in = at(z);
        in.velocity.z = v;
        rv_haptic_output out = rv_haptic_core_tick(&b.core, &b.model, &in, 1e-3, true);
        double before = z;
        haptic_hand_advance(&mass, &z, &v, 0.0, 0.0, out.force.z - 0.2, 1e-3);
        energy += out.force.z * (z - before);
        // the observer sees it in the next tick
        result.energy = fmax(result.energy, k < 1999 ? energy : 0.0);
        result.speed = k < 1800 ? 0.0 : fmax(result.speed, fabs(v));
    }
    result.report = b.core.report;
    CHECK_NEAR(result.report.highest_energy, result.energy, 1e-12);
    end(&b);
    return result;
}

TEST(a_direct_wall_comes_to_rest_below_twice_the_damping_over_the_period_and_not_above) {
    rv_haptic_def def = bare();
    def.coupling = RV_HAPTIC_IMPEDANCE;
    // Colgate's bound: 2 * 1 Ns/m / 1 ms = 2000 N/m
    // below it (1 - K T/2) / 2m = 2.5/s is left to damp 0.02 m/s in 2 s
    def.contact_stiffness = 1000.0;
    CHECK(bounce(&def).speed < 1e-3);
    def.contact_stiffness = 3000.0;
    CHECK(bounce(&def).speed > 1e-2);
    // with a virtual body between it does on a rigid wall
    def.coupling = RV_HAPTIC_ADMITTANCE;
    def.stiffness = 1500.0;
    CHECK(bounce(&def).speed < 1e-5);
}

TEST(the_passivity_damper_holds_a_wall_that_is_not_passive) {
    rv_haptic_def def = bare();
    def.coupling = RV_HAPTIC_IMPEDANCE;
    def.contact_stiffness = 4000.0;
    def.energy_allowance = 1e-5;
    def.passivity_damping = 20.0;
    bounced without = bounce(&def);
    CHECK(without.report.damped == 0 && without.report.dissipated == 0.0);
    def.passivity = true;
    bounced with = bounce(&def);
    CHECK(with.energy < 0.1 * without.energy);
    // and what a few ticks give before it is seen: 0.4 N at 0.02 m/s, 8 uJ each
    CHECK(with.energy < def.energy_allowance + 3 * 8e-6);
    CHECK(with.report.damped > 0 && with.report.dissipated > 0.0);
}

static void publish_snap(void* thing, rv_pose tool, rv_vec3 ahead, rv_haptic_model* model) {
    fixture_snap_publish(thing, tool, 5e-4 + rv_vec3_length(ahead), model);
}

// how many of hands, couplings and contacts are passive
static int count_passive(rv_haptic_rule rule, rv_haptic_coupling coupling, int update, int from,
                         int to) {
    static const double K[3] = {2000.0, 5000.0, 20000.0}, B[3] = {4.0, 8.0, 20.0};
    memory = rv_memory_make((rv_allocator){0});
    int passive = 0;
    for (int k = from; k < to; k++) {
        fixture_snap snap = FIXTURE_SNAP;
        snap.stiffness /= k & 1 ? 5.0 : 1.0;
        snap.floor = k & 2 ? 3e-4 : INFINITY;
        haptic_loop loop = {.hand = k & 4 ? HAPTIC_HAND_RELAXED : HAPTIC_HAND_TENSE,
                            .def = bare(),
                            .update = update,
                            .latency = update == 1 ? 0 : update,
                            .from = -0.014,
                            .to = k & 4 ? 0.016 : 0.006,
                            .seconds = 1.0,
                            .publish = publish_snap,
                            .thing = &snap};
        loop.def.rule = rule;
        loop.def.coupling = coupling;
        loop.def.stiffness = K[k / 8];
        loop.def.damping = B[k / 8];
        haptic_loop_result r = haptic_loop_run(&memory, &loop);
        CHECK(r.report.nonfinite == 0);
        passive += r.energy < 1e-3;
    }
    CHECK(memory.used == 0);
    return passive;
}

TEST(all_hands_couplings_and_contacts_are_passive_when_contacts_are_found_every_tick) {
    CHECK(count_passive(RV_HAPTIC_SOLVE, RV_HAPTIC_ADMITTANCE, 1, 0, 24) == 24);
}

TEST(old_contacts_and_the_direct_coupling_are_not_always_passive) {
    CHECK(count_passive(RV_HAPTIC_SOLVE, RV_HAPTIC_IMPEDANCE, 1, 0, 8) < 8);
    CHECK(count_passive(RV_HAPTIC_SOLVE, RV_HAPTIC_ADMITTANCE, 10, 16, 24) < 8);
    CHECK(count_passive(RV_HAPTIC_HOLD, RV_HAPTIC_ADMITTANCE, 10, 20, 24) < 4);
}

TEST(two_runs_give_the_same_bits) {
    haptic_loop_result r[2];
    fixture_snap snap = FIXTURE_SNAP;
    memory = rv_memory_make((rv_allocator){0});
    for (int k = 0; k < 2; k++) {
        haptic_loop loop = {.hand = HAPTIC_HAND_TENSE,
                            .def = rv_haptic_def_default(),
                            .update = 5,
                            .latency = 5,
                            .from = -0.014,
                            .to = 0.006,
                            .seconds = 0.3,
                            .publish = publish_snap,
                            .thing = &snap};
        r[k] = haptic_loop_run(&memory, &loop);
    }
    CHECK(memcmp(&r[0], &r[1], sizeof r[0]) == 0);
    CHECK(r[0].force > 1.0);
}
