// Suite "servin_2007_massless", motion in space: what a tumbling pair conserves, what a swing
// loses, and the winch's row, ldot = w + xi T.
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

// --- two boxes that tumble freely, with a stretched and twisted cable fixed off their centres ---

static const double BOX_MASS = 1000.0, BOX_SIDE = 2.0;

typedef struct momentum {
    rv_vec3 linear, angular; // angular: about the origin
    double size;             // sum of m |v|
} momentum;

static momentum momentum_of(const rv_world* world, const rv_body_id box[2]) {
    momentum sum = {0};
    for (int i = 0; i < 2; i++) {
        rv_vec3 p = rv_vec3_scale(rv_body_velocity(world, box[i]), BOX_MASS);
        rv_vec3 spin = rv_vec3_scale(rv_body_angular_velocity(world, box[i]),
                                     BOX_MASS * BOX_SIDE * BOX_SIDE / 6.0);
        sum.linear = rv_vec3_add(sum.linear, p);
        sum.angular = rv_vec3_add(sum.angular, rv_vec3_cross(rv_body_center(world, box[i]), p));
        sum.angular = rv_vec3_add(sum.angular, spin);
        sum.size += rv_vec3_length(p);
    }
    return sum;
}

static void make_tumbling(validation* v, rv_world* world, rv_body_id box[2]) {
    static const rv_vec3 VELOCITY[2] = {{0.3, -0.6, 0.2}, {0.1, 0.5, 0.4}};
    static const rv_vec3 SPIN[2] = {{0.3, 0.5, -0.2}, {-0.4, 0.1, 0.6}};
    rv_cable_node nodes[2];
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -1.0 : 1.0;
        box[i] = massless_box(world, BOX_MASS, BOX_SIDE, (rv_vec3){3.0 * side, 0.0, 0.0},
                              (rv_vec3){1.0, 0.0, 0.0});
        rv_body_set_velocity(world, box[i], VELOCITY[i]);
        rv_body_set_angular_velocity(world, box[i], SPIN[i]);
        nodes[i] = massless_end(box[i], (rv_vec3){-side, 0.3 * side, 0.2});
    }
    rv_cable_def def = massless_cable(nodes, 2, 1e4 * 4.0);
    def.GJ = 1e3 * 4.0;
    def.length = 3.8;
    def.twist = 1.0;
    def.pushes = true;
    massless_add(v, world, &def);
}

// largest changes in 20 s, as shares of what there is
static void tumble(validation* v, double h, double* linear, double* angular) {
    rv_world* world = massless_world(RV_STEPPER_SEED, 0.0);
    rv_body_id box[2];
    make_tumbling(v, world, box);
    momentum start = momentum_of(world, box);
    *linear = *angular = 0.0;
    for (int n = 0; n < (int)(20.0 / h + 0.5); n++) {
        rv_world_step(world, h);
        momentum now = momentum_of(world, box);
        double off = rv_vec3_length(rv_vec3_sub(now.linear, start.linear)) / start.size;
        *linear = off <= *linear ? *linear : off;
        off =
            rv_vec3_length(rv_vec3_sub(now.angular, start.angular)) / rv_vec3_length(start.angular);
        *angular = off <= *angular ? *angular : off;
    }
    rv_world_destroy(world);
}

static void tumbling(validation* v) {
    double linear[2], angular[2];
    tumble(v, 1e-3, &linear[0], &angular[0]);
    tumble(v, 5e-4, &linear[1], &angular[1]);
    // 2e4 steps of rounding
    validation_at_most(v, "tumbling pair, 20 s, h = 1 ms: change of linear momentum",
                       "conserved exactly", 1e-12, linear[0]);
    // theory finds 6e-6 for its pair, the paper's own twist 29 %
    validation_at_most(v, "tumbling pair, 20 s, h = 1 ms: change of angular momentum",
                       "parallel transport: G (rigid motion) = 0", 1e-5, angular[0]);
    // first order halves it; below 1e-10 there is nothing but rounding left to halve
    validation_at_most(v, "tumbling pair: change of angular momentum, h = 0.5 ms over 1 ms",
                       "first order in h or better", 0.55,
                       angular[0] < 1e-10 ? 0.0 : angular[1] / angular[0]);
}

// --- 1000 kg on 4 m, c = 1e6 N/m, released at 45 degrees, h = 1/60 s, 60 s ---

static const double SWING_MASS = 1000.0, SWING_LENGTH = 4.0, SWING_C = 1e6, SWING_H = 1.0 / 60.0;
static const double SWING_ANGLE = RV_PI / 4.0;
enum { SWING_STEPS = 3600, SWING_TAIL = 240 };

typedef struct swing_case {
    const char* name;
    rv_stepper stepper;
    double tau; // of the cable's damping [steps]; NaN: default
    bool geometric_stiffness;
    double loses; // what the scheme damps with [steps]; NaN: unknown
} swing_case;

// What a damping time tau takes from the changing stretch T/c of a pendulum, T = m g cos(a) + m L
// a'^2: the time integral of tau T'^2/c, T' = -3 m g sin(a) a', as a share of the swing.
static double swing_dissipation(double tau, double time) {
    const double dt = 1e-3, g = MASSLESS_G;
    double angle = SWING_ANGLE, turning = 0.0, lost = 0.0;
    for (int n = 0; n < (int)(time / dt); n++) {
        turning -= dt * g / SWING_LENGTH * sin(angle);
        angle += dt * turning;
        double rate = 3.0 * SWING_MASS * g * sin(angle) * turning;
        lost += dt * tau * rate * rate / SWING_C;
    }
    return lost / (SWING_MASS * g * SWING_LENGTH * (1.0 - cos(SWING_ANGLE)));
}

static double swing_loss(validation* v, const swing_case* c) {
    rv_world_def def = rv_world_def_default();
    def.stepper = c->stepper;
    def.geometric_stiffness.enabled = c->geometric_stiffness;
    def.substeps.max = 1;
    rv_world* world = rv_world_create(&def, NULL, 0);
    // stretched by what it carries at the start, so that nothing rings
    double stretched = SWING_LENGTH + SWING_MASS * MASSLESS_G * cos(SWING_ANGLE) / SWING_C;
    rv_vec3 at = {stretched * sin(SWING_ANGLE), 0.0, -stretched * cos(SWING_ANGLE)};
    rv_body_id load = massless_load(world, SWING_MASS, at);
    rv_cable_node nodes[] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                             massless_end(load, (rv_vec3){0, 0, 0})};
    rv_cable_def cable = massless_cable(nodes, 2, SWING_C * SWING_LENGTH);
    cable.length = SWING_LENGTH;
    cable.damping = c->tau * SWING_H * cable.EA;
    massless_add(v, world, &cable);
    double start = rv_world_energy(world).total, sum = 0.0;
    massless_run(world, SWING_H, SWING_STEPS - SWING_TAIL);
    // the mean over one swing
    for (int n = 0; n < SWING_TAIL; n++) {
        rv_world_step(world, SWING_H);
        sum += rv_world_energy(world).total / SWING_TAIL;
    }
    rv_world_destroy(world);
    return (start - sum) / (SWING_MASS * MASSLESS_G * SWING_LENGTH * (1.0 - cos(SWING_ANGLE)));
}

static void swing(validation* v) {
    static const swing_case CASES[] = {
        {"seed, no geometric stiffness", RV_STEPPER_SEED, 0.0, false, 1.0},
        {"SPOOK, no geometric stiffness", RV_STEPPER_SPOOK, 0.0, false, 0.0},
        {"SPOOK, tau = 2h, no geometric stiffness", RV_STEPPER_SPOOK, 2.0, false, 2.0},
        {"seed", RV_STEPPER_SEED, 0.0, true, 1.0},
        {"SPOOK", RV_STEPPER_SPOOK, 0.0, true, 0.0},
        {"SPOOK, default damping", RV_STEPPER_SPOOK, NAN, true, NAN},
    };
    double mean_time = (SWING_STEPS - 0.5 * SWING_TAIL) * SWING_H;
    for (int i = 0; i < 6; i++) {
        const swing_case* c = &CASES[i];
        char name[160];
        double lost = swing_loss(v, c);
        double expected = swing_dissipation(c->loses * SWING_H, mean_time);
        snprintf(name, sizeof name, "swing from 45 deg, 60 s, %s: energy lost", c->name);
        // the stretch follows the tension late by tau of a ring with omega tau up to 1: 15 %; the
        // energy of a swing is known to 5e-4 by its own definition
        if (isfinite(c->loses))
            validation_check(v, name, "tau T'^2/c over the swing (theory: .0062, -.0021, .016)",
                             expected, lost, 0.15 * expected + 5e-4);
        else
            validation_at_most(v, name, "conservation; linearly implicit Euler loses 94 %", 1e-3,
                               lost);
    }
}

// --- a load on a winch that slips ---

typedef struct winch_case {
    double speed, slip; // [m/s], [m/s/N]
} winch_case;

// steady speed, and the largest error of ldot = w + xi T on the way there
static double winch_speed(validation* v, const winch_case* c, double EA, double* row_error) {
    const double h = 0.01, mass = 100.0, scale = fabs(c->speed) + c->slip * mass * MASSLESS_G;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
    rv_body_id load = massless_load(world, mass, (rv_vec3){0.0, 0.0, -50.0});
    rv_cable_node nodes[] = {massless_drum((rv_vec3){0, 0, 0}, c->speed),
                             massless_end(load, (rv_vec3){0, 0, 0})};
    nodes[0].winch.slip = c->slip;
    rv_cable_def def = massless_cable(nodes, 2, EA);
    def.length = isfinite(EA) ? 50.0 / (1.0 + mass * MASSLESS_G / EA) : 50.0;
    // what rings would hide the steady state
    def.damping = isfinite(EA) ? 0.1 * EA : 0.0;
    rv_cable_id cable = massless_add(v, world, &def);
    double before = rv_cable_length(world, cable);
    *row_error = 0.0;
    for (int n = 0; n < 2500; n++) {
        rv_world_step(world, h);
        double length = rv_cable_length(world, cable);
        double row = c->speed + c->slip * rv_cable_tension(world, cable, 0);
        double off = fabs((length - before) / h - row) / scale;
        *row_error = off <= *row_error ? *row_error : off;
        before = length;
    }
    double speed = rv_cable_winch_speed(world, cable, 0);
    rv_world_destroy(world);
    return speed;
}

static void winch_row(validation* v) {
    static const winch_case CASES[] = {{-1.0, 1e-4}, {-0.5, 1e-3}, {0.0, 1e-3}, {0.5, 1e-3},
                                       {-2.0, 5e-3}, {0.0, 0.0},   {-1.0, 0.0}, {0.5, 0.0}};
    for (int i = 0; i < 16; i++) {
        const winch_case* c = &CASES[i / 2];
        double EA = i % 2 == 0 ? INFINITY : 1e6, row_error;
        double speed = winch_speed(v, c, EA, &row_error);
        char name[160];
        snprintf(name, sizeof name, "winch, w = %g m/s, xi = %g m/s/N, EA = %g: speed [m/s]",
                 c->speed, c->slip, EA);
        // after 50 of its time constants m xi; lengths of 50 m are known to 1e-14 m
        validation_check(v, name, "w + xi m g", c->speed + c->slip * 100.0 * MASSLESS_G, speed,
                         1e-9);
        snprintf(name, sizeof name, "winch, w = %g m/s, xi = %g m/s/N, EA = %g: error of its row",
                 c->speed, c->slip, EA);
        // a length of 50 m is known to 7e-15 m: over h = 0.01 s that is 1e-12 m/s
        validation_at_most(v, name, "ldot = w + xi T in every step", 1e-10,
                           c->speed == 0.0 && c->slip == 0.0 ? 0.0 : row_error);
    }
}

// the paper's fishing rod, section 5.3: 1 kg, g = 10, xi = 0.05, w = -0.5 hovers; twice w lifts it
static void stalled_winch(validation* v) {
    static const double SPEED[] = {-0.5, -1.0, -0.25}, EXPECTED[] = {0.0, -0.5, 0.25};
    for (int i = 0; i < 3; i++) {
        rv_world* world = massless_world(RV_STEPPER_SPOOK, 10.0);
        rv_body_id load = massless_load(world, 1.0, (rv_vec3){0.0, 0.0, -20.0});
        rv_cable_node nodes[] = {massless_drum((rv_vec3){0, 0, 0}, SPEED[i]),
                                 massless_end(load, (rv_vec3){0, 0, 0})};
        nodes[0].winch.slip = 0.05;
        rv_cable_def def = massless_cable(nodes, 2, INFINITY);
        rv_cable_id cable = massless_add(v, world, &def);
        massless_run(world, 0.01, 500);
        char name[160];
        snprintf(name, sizeof name, "fishing rod, w = %g m/s, stall pull %g N, load 10 N: [m/s]",
                 SPEED[i], -SPEED[i] / 0.05);
        // 5 s are 100 time constants m xi
        validation_check(v, name, "w + xi m g; stalls at |w|/xi", EXPECTED[i],
                         rv_body_velocity(world, load).z * -1.0, 1e-9);
        validation_check(v, "fishing rod: tension [N]", "m g", 10.0,
                         rv_cable_tension(world, cable, 0), 1e-8);
        rv_world_destroy(world);
    }
}

// speed at which the line is paid out by a load that hangs from the reel
static double reel_speed(validation* v, const winch_case* c, double mass) {
    rv_world* world = massless_world(RV_STEPPER_SPOOK, 10.0);
    rv_body_id load = massless_load(world, mass, (rv_vec3){0.0, 0.0, -50.0});
    rv_cable_node nodes[] = {massless_drum((rv_vec3){0, 0, 0}, c->speed),
                             massless_end(load, (rv_vec3){0, 0, 0})};
    nodes[0].winch.slip = c->slip;
    rv_cable_def def = massless_cable(nodes, 2, INFINITY);
    massless_add(v, world, &def);
    massless_run(world, 0.01, 600);
    double speed = -rv_body_velocity(world, load).z;
    rv_world_destroy(world);
    return speed;
}

// Figure 10: what the two printed settings of the reel do with loads of 0.2 to 2 kg.
static void reel(validation* v) {
    enum { LOADS = 10, SETTINGS = 2 };
    static const winch_case PRINTED[SETTINGS] = {{-0.2, 0.1}, {-0.5, 0.05}};
    double pull[LOADS], law[SETTINGS][LOADS], measured[SETTINGS][LOADS], worst = 0.0;
    for (int k = 0; k < SETTINGS; k++)
        for (int i = 0; i < LOADS; i++) {
            double mass = 0.2 * (i + 1);
            pull[i] = 10.0 * mass;
            law[k][i] = PRINTED[k].speed + PRINTED[k].slip * pull[i];
            measured[k][i] = reel_speed(v, &PRINTED[k], mass);
            double off = fabs(measured[k][i] - law[k][i]);
            worst = off <= worst ? worst : off;
        }
    // 6 s are 30 of its time constants m xi at least
    validation_at_most(v, "fishing rod, printed settings, 2 to 20 N: off ldot = w + xi T [m/s]",
                       "w + xi m g", 1e-9, worst);
    validation_series series[] = {
        {"xi = 0.1, w = -0.2 m/s: ldot = w + xi T", pull, law[0], LOADS, .published = true},
        {"xi = 0.05, w = -0.5 m/s: ldot = w + xi T", pull, law[1], LOADS, .published = true},
        {"rewinding", pull, measured[0], LOADS, .points = true},
        {"lifting", pull, measured[1], LOADS, .points = true}};
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 10",
               .title = "the reel of the fishing rod: speed of the line over its pull",
               .x_label = "pull [N]",
               .y_label = "speed of the line, paid out > 0 [m/s]",
               .series = series,
               .series_count = 4,
               .remark =
                   "The figure is three snapshots of a box of 1 kg, g = 10 m/s^2. By the printed "
                   "law, the one that Reeve keeps to, the setting for the lift just hovers: it "
                   "stalls at |w|/xi = 10 N, the weight; it lifts what weighs less. The printed "
                   "discrete row, xi/h^2 with the right side w, keeps to no such law and is not "
                   "reproduced. Scene 10 of the gallery winds in 0.6 m/s, and lifts."});
}

void massless_motion(validation* v) {
    tumbling(v);
    swing(v);
    winch_row(v);
    stalled_winch(v);
    reel(v);
}
