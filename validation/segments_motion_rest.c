// Part of suite "servin_2007_segments": cables that are not straight at rest, cables that are
// turned many times, and cables that fall through a fluid.
//   rest curvature 1/R: joints bend by their length/R; rest twist: turns by it times the length
//   twist: torque = GJ Omega/L with Omega the turns of the end, none lost
//   drag:  C rho d v^2/2 per length = w across (C_across) and along (C_along) a falling straight
//   cable
#include "validation/segments_motion.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

static bars_bar rest_bar(void) {
    return (bars_bar){.count = 24,
                      .length = 10.0,
                      .EA = 1e6,
                      .EI = 100.0,
                      .GJ = 80.0,
                      .mass_per_length = 1.0,
                      .diameter = 0.05,
                      .stretch_time = NAN,
                      .bend_time = 1.0,
                      .twist_time = 1.0};
}

static bars_held free_bar(validation* v, const bars_bar* bar, double curvature, double twist) {
    bars_held b = {.world = bars_world(0.0)};
    rv_cable_node nodes[2] = {bars_free((rv_vec3){0.0, 0.0, 0.0}),
                              bars_free((rv_vec3){bar->length, 0.0, 0.0})};
    rv_cable_def def = bars_cable(bar, nodes);
    def.segments.rest_curvature[0] = curvature;
    def.segments.rest_twist = twist;
    b.cable = bars_add(v, b.world, &def);
    return b;
}

static void check_rest_curvature(validation* v) {
    bars_bar bar = rest_bar();
    double curvature = 2.0 * RV_PI / bar.length, turned = 0.0, moment = 0.0;
    bars_held b = free_bar(v, &bar, curvature, 0.0);
    bars_run(&b, &(bars_load){.pulls_both = false}, 0.05, 1500);
    for (int j = 0; j < rv_cable_joint_count(b.world, b.cable); j++) {
        rv_cable_joint joint = rv_cable_get_joint(b.world, b.cable, j);
        turned += joint.bend[0];
        moment = fmax(moment, joint.bend_moment);
    }
    validation_check(v, "rest curvature 2 pi/L: the ends turn by [rad]", "a full circle",
                     2.0 * RV_PI, turned, 1e-6);
    // middles of segments lie l/(2 tan(theta/2)) from the middle of the circle
    double l = bar.length / bar.count, theta = 2.0 * RV_PI / bar.count;
    int half = bar.count / 2;
    rv_vec3 across = rv_vec3_sub(bars_segment_center(&b, 6 + half), bars_segment_center(&b, 6));
    validation_check(v, "rest curvature 2 pi/L: width of the circle [m]", "l/tan(theta/2)",
                     l / tan(0.5 * theta), rv_vec3_length(across), 1e-6);
    validation_at_most(v, "rest curvature 2 pi/L: moment left [N m]", "0 at rest", 1e-6, moment);
    rv_world_destroy(b.world);
}

static void check_rest_twist(validation* v) {
    bars_bar bar = rest_bar();
    double twist = 1.0; // [rad/m]
    bars_held b = free_bar(v, &bar, 0.0, twist);
    bars_run(&b, &(bars_load){.pulls_both = false}, 0.05, 1500);
    rv_vec3 chord = rv_vec3_sub(bars_end(&b, 1), bars_end(&b, 0));
    validation_check(v, "rest twist 1 rad/m, 10 m: twist when it has come to rest [rad]",
                     "rest twist x length", twist * bar.length, rv_cable_twist(b.world, b.cable),
                     1e-6);
    validation_at_most(v, "rest twist 1 rad/m, 10 m: torque left [N m]", "0 at rest", 1e-6,
                       rv_cable_torque(b.world, b.cable));
    validation_check(v, "rest twist 1 rad/m, 10 m: distance of its ends [m]", "straight",
                     bar.length, rv_vec3_length(chord), 1e-9);
    rv_world_destroy(b.world);
}

// both together make a helix: radius kappa/w^2, advance tau/w per length, w^2 = kappa^2 + tau^2, of
// which one turn is 24 segments long
static void check_helix(validation* v) {
    enum { TURN = 24 };
    bars_bar bar = rest_bar();
    bar.count = 3 * TURN;
    double turn = bar.length / 3.0, w = 2.0 * RV_PI / turn, kappa = 0.8 * w, tau = 0.6 * w;
    bars_held b = free_bar(v, &bar, kappa, tau);
    bars_run(&b, &(bars_load){.pulls_both = false}, 0.05, 1500);
    rv_vec3 start = bars_segment_center(&b, TURN), half = bars_segment_center(&b, TURN + TURN / 2);
    rv_vec3 pitch = rv_vec3_sub(bars_segment_center(&b, 2 * TURN), start);
    rv_vec3 axis = rv_vec3_normalize(pitch), side = rv_vec3_sub(half, start);
    rv_vec3 width = rv_vec3_mul_add(side, -rv_vec3_dot(side, axis), axis);
    bars_check(v, "rest curvature and twist, 24 segments a turn: pitch of the helix [m]",
               "2 pi tau/(kappa^2 + tau^2)", turn * tau / w, rv_vec3_length(pitch), 0.01);
    bars_check(v, "rest curvature and twist, 24 segments a turn: width of the helix [m]",
               "2 kappa/(kappa^2 + tau^2)", 2.0 * kappa / (w * w), rv_vec3_length(width), 0.01);
    rv_world_destroy(b.world);
}

// one end turns at 10 rad/s, and then stands
static void check_turns(validation* v, int turns) {
    enum { RATE = 60 };
    static const rv_vec3 ALONG = {1.0, 0.0, 0.0};
    bars_bar bar = rest_bar();
    // stiff enough to stay straight: Greenhill's torque for 100 N m^2 and 1 kN is 640 N m
    bar.GJ = 1.0;
    bars_held b = {.world = bars_world(0.0)};
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_KINEMATIC;
    def.pose.position = (rv_vec3){bar.length * (1.0 + 1e3 / bar.EA), 0.0, 0.0};
    rv_body_id motor = rv_body_create(b.world, &def);
    rv_cable_node nodes[2] = {bars_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, ALONG),
                              bars_clamped(motor, (rv_vec3){0.0, 0.0, 0.0}, ALONG)};
    rv_cable_def cable = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &cable);
    double angle = 2.0 * RV_PI * turns, speed = 10.0;
    int moving = (int)ceil(RATE * angle / speed);
    rv_body_set_angular_velocity(b.world, motor, (rv_vec3){angle * RATE / moving, 0.0, 0.0});
    bars_run(&b, &(bars_load){.pulls_both = false}, 1.0 / RATE, moving);
    rv_body_set_angular_velocity(b.world, motor, (rv_vec3){0.0, 0.0, 0.0});
    bars_run(&b, &(bars_load){.pulls_both = false}, 1.0 / RATE, 60 * RATE);
    char name[160];
    snprintf(name, sizeof name, "an end turned %d times: twist [rad]", turns);
    bars_check(v, name, "2 pi turns", angle, rv_cable_twist(b.world, b.cable), 1e-9);
    snprintf(name, sizeof name, "an end turned %d times: torque [N m]", turns);
    bars_check(v, name, "GJ Omega/L", bar.GJ * angle / bar.length,
               rv_cable_torque(b.world, b.cable), 1e-6);
    rv_world_destroy(b.world);
}

// --- drag ---

static double terminal_speed(validation* v, bool along, double coefficient, double h) {
    bars_bar bar = rest_bar();
    bars_held b = {.world = bars_world(BARS_G)};
    rv_vec3 end = {along ? 0.0 : bar.length, 0.0, along ? -bar.length : 0.0};
    rv_cable_node nodes[2] = {bars_free((rv_vec3){0.0, 0.0, 0.0}), bars_free(end)};
    rv_cable_def def = bars_cable(&bar, nodes);
    def.segments.drag.density = 1000.0;
    def.segments.drag.across = along ? 0.0 : coefficient;
    def.segments.drag.along = along ? coefficient : 0.0;
    b.cable = bars_add(v, b.world, &def);
    bars_run(&b, &(bars_load){.pulls_both = false}, h, (int)(10.0 / h));
    double speed = rv_vec3_length(rv_body_velocity(b.world, bars_end_segment(&b, 0)));
    rv_world_destroy(b.world);
    return speed;
}

static void check_drag(validation* v, bool along, double coefficient) {
    bars_bar bar = rest_bar();
    double weight = bar.mass_per_length * BARS_G;
    double speed = sqrt(2.0 * weight / (coefficient * 1000.0 * bar.diameter));
    char name[160];
    snprintf(name, sizeof name, "falling %s itself in water, 60 steps/s: speed [m/s]",
             along ? "along" : "across");
    bars_check(v, name, "sqrt(2 w/(C rho d))", speed,
               terminal_speed(v, along, coefficient, 1.0 / 60.0), 1e-3);
}

// held still by both ends in a stream across it: what the ends carry
static void check_stream(validation* v) {
    bars_bar bar = rest_bar();
    bars_held b = {.world = bars_world(0.0)};
    // tight: it bows by 3e-4 of its length
    double pull = 1e5;
    rv_vec3 end = {bar.length * (1.0 + pull / bar.EA), 0.0, 0.0};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              bars_pinned((rv_body_id){0}, end)};
    rv_cable_def def = bars_cable(&bar, nodes);
    def.segments.drag = (rv_cable_drag){1.1, 0.0, 1000.0, {0.0, 1.0, 0.0}};
    b.cable = bars_add(v, b.world, &def);
    bars_run(&b, &(bars_load){.pulls_both = false}, 1.0 / 60.0, 3000);
    int last = rv_cable_joint_count(b.world, b.cable) - 1;
    double first_pull = -rv_cable_get_joint(b.world, b.cable, 0).force.y;
    double last_pull = rv_cable_get_joint(b.world, b.cable, last).force.y;
    rv_world_destroy(b.world);
    bars_check(v, "held in a stream of 1 m/s, 60 steps/s: force on the ends [N]", "C rho d L v^2/2",
               0.5 * 1.1 * 1000.0 * bar.diameter * bar.length, first_pull + last_pull, 1e-3);
}

void motion_rest(validation* v) {
    check_rest_curvature(v);
    check_rest_twist(v);
    check_helix(v);
    check_turns(v, 20);
    check_drag(v, false, 1.1);
    check_drag(v, true, 0.01);
    check_stream(v);
}
