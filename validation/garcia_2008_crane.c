// Suite "garcia_2008", the elevation cable of a tower crane: from the winch 30 m along the jib, down
// to the hook and up again, and 30 m on to the end of the jib; two falls of 20 m.
//   Figure 8: the hook is let go where the cable is just straight. Without mass it bounces on a
//   spring 4 EA/L with a damper 4 c, c = damping/L: its energy decays as exp(-4 c t/m).
//   Figure 9: the hook stands on the ground, the winch winds in, and the hook leaves when both
//   spans have given what they hang down less: v t = sum S(T_0) - S(T_1) + (T_1 - T_0) L/EA, with S
//   the length of a catenary and T_1 = m g/2 + w 20 m at its ends.
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { NODES = 5, DENSITIES = 4, POINTS_MAX = 5001 };
static const double SPAN = 30.0, FALL = 20.0, RADIUS = 0.1;
static const double DENSITY[DENSITIES] = {0.0, 0.6, 1.2, 2.0}; // [kg/m]; 0: the massless model
static const char* const LABEL[DENSITIES] = {"massless", "0.6 kg/m", "1.2 kg/m", "2.0 kg/m"};

typedef struct crane_def {
    double density, mass, EA;
    double damping; // of the cable along itself [N s]
    double waves;   // of motion across it [1/s]
    double slack;   // longer than its path [m]
    rv_cable_tension_law tension;
} crane_def;

typedef struct crane {
    rv_world* world;
    rv_body_id hook;
    rv_joint_id guide; // upright, and above the ground
    rv_cable_id cable;
    double path;
} crane;

static crane make_crane(validation* v, const crane_def* def, bool on_ground) {
    crane c = {.world = massless_world(RV_STEPPER_SPOOK, GARCIA_G)};
    rv_vec3 at = {SPAN + 2.0 * RADIUS, 0.0, -RADIUS - FALL};
    c.hook = massless_box(c.world, def->mass, 1.0, at, (rv_vec3){1, 0, 0});
    rv_joint_def guide =
        rv_joint_def_at(c.world, RV_JOINT_SLIDER, (rv_body_id){0}, c.hook, at, (rv_vec3){0, 0, 1});
    guide.limit = (rv_joint_limit){.enabled = on_ground, .lower = 0.0, .upper = INFINITY};
    c.guide = rv_joint_create(c.world, &guide);
    const rv_body_id none = {0};
    rv_cable_node nodes[NODES] = {
        massless_drum((rv_vec3){0, 0, 0}, 0.0),
        massless_pulley(none, (rv_vec3){SPAN, 0.0, -RADIUS}, RADIUS, 1),
        massless_pulley(c.hook, (rv_vec3){0, 0, 0}, RADIUS, -1),
        massless_pulley(none, (rv_vec3){SPAN + 4.0 * RADIUS, 0.0, -RADIUS}, RADIUS, 1),
        massless_end(none, (rv_vec3){2.0 * SPAN + 4.0 * RADIUS, 0.0, 0.0})};
    rv_cable_def cable = garcia_cable(nodes, NODES, def->EA, def->density);
    if (def->density == 0.0) {
        cable.model = RV_CABLE_MASSLESS;
        cable.mass_per_length = NAN;
    }
    cable.damping = def->damping;
    cable.layer.damping = def->waves;
    cable.tension = def->tension;
    c.path = 2.0 * SPAN + 2.0 * FALL + 2.0 * RV_PI * RADIUS;
    cable.length = c.path + def->slack;
    c.cable = massless_add(v, c.world, &cable);
    return c;
}

// --- figure 8 ---

typedef struct decay {
    double t[POINTS_MAX];
    double hook[POINTS_MAX], all[POINTS_MAX]; // above rest, means over a tenth of a second
    int count;
    double hook_rate, rate; // of the second half [1/s]
    double gain; // most of the whole world's energy above the start, share of the hook's
} decay;

static double height_of(const crane* c) {
    return rv_body_pose(c->world, c->hook).position.z;
}

// where the hook comes to rest, and the energy there: a second crane, much damped
static double rest_height(validation* v, const crane_def* def, double* energy) {
    crane_def damped = *def;
    damped.damping = def->EA;
    damped.waves = 4.0;
    crane c = make_crane(v, &damped, false);
    massless_run(c.world, 1.0 / 60.0, 60 * 60);
    double height = height_of(&c);
    rv_energy e = rv_world_energy(c.world);
    *energy = e.total - e.work;
    rv_world_destroy(c.world);
    return height;
}

// least squares of log(energy) over time, of the second half
static double decay_rate(const double* time, const double* energy, int count) {
    double n = 0.0, t1 = 0.0, y1 = 0.0, tt = 0.0, ty = 0.0;
    for (int i = count / 2; i < count; i++) {
        double t = time[i], y = log(energy[i]);
        n += 1.0;
        t1 += t;
        y1 += y;
        tt += t * t;
        ty += t * y;
    }
    return -(n * ty - t1 * y1) / (n * tt - t1 * t1);
}

static void drop_hook(validation* v, const crane_def* def, decay* d) {
    const double h = 1e-3, seconds = 50.0;
    double rest_energy, rest = rest_height(v, def, &rest_energy);
    crane c = make_crane(v, def, false);
    double spring = 4.0 * def->EA / c.path, sum = 0.0, sum_all = 0.0, start = NAN;
    enum { EVERY = 100 };
    d->count = 0;
    d->gain = 0.0;
    for (int n = 1; n <= (int)(seconds / h); n++) {
        rv_world_step(c.world, h);
        double z = height_of(&c) - rest, speed = rv_body_velocity(c.world, c.hook).z;
        rv_energy energy = rv_world_energy(c.world);
        sum += 0.5 * def->mass * speed * speed + 0.5 * spring * z * z;
        sum_all += energy.total - energy.work - rest_energy;
        start = n == 1 ? energy.total - energy.work : start;
        d->gain = fmax(d->gain, energy.total - energy.work - start);
        if (n % EVERY != 0)
            continue;
        d->t[d->count] = n * h;
        d->all[d->count] = sum_all / EVERY;
        d->hook[d->count++] = sum / EVERY;
        sum = sum_all = 0.0;
    }
    d->hook_rate = decay_rate(d->t, d->hook, d->count);
    d->rate = decay_rate(d->t, d->all, d->count);
    d->gain /= 0.5 * def->mass * def->mass * GARCIA_G * GARCIA_G / spring;
    rv_world_destroy(c.world);
}

static void plot_decay(validation* v, const decay* d, const char* title) {
    validation_series series[DENSITIES];
    for (int i = 0; i < DENSITIES; i++)
        series[i] = (validation_series){LABEL[i], d[i].t, d[i].hook, d[i].count, false};
    const validation_figure figure = {.title = title,
                                      .x_label = "time [s]",
                                      .y_label = "energy of the hook [J]",
                                      .log_y = true,
                                      .series = series,
                                      .series_count = DENSITIES};
    validation_plot(v, &figure);
}

static void check_decay(validation* v, const decay* d, int i) {
    char name[120];
    snprintf(name, sizeof name, "hook let go, %s: rate at which its energy decays [1/s]", LABEL[i]);
    if (i == 0)
        massless_check(v, name, "4 c/m", 0.1, d->hook_rate, 0.01);
    // hook and waves pass energy to and fro, so that all of it is looked at
    snprintf(name, sizeof name, "hook let go, %s: rate at which all energy decays [1/s]", LABEL[i]);
    if (i > 0)
        massless_check(v, name, "paper, figure 8: as massless; where b = 4 c/m", 0.1, d->rate, 0.25);
    snprintf(name, sizeof name, "hook let go, %s: energy gained, share", LABEL[i]);
    validation_at_most(v, name, "0: nothing drives it", 1e-6, d->gain);
}

void garcia_energy(validation* v) {
    static decay d[DENSITIES];
    // 4 c/m = 0.1/s, and an energy of 900 J as in the figure
    crane_def def = {.mass = 1000.0, .EA = 1.34e6};
    def.damping = 0.1 * def.mass / 4.0 * 100.63;
    static const double WAVES[2] = {0.1, 0.02};
    static const char* const TITLE[2] = {"Figure 8: energy of the hook, b = 4 c/m = 0.1/s",
                                         "Figure 8 with b = 0.02/s"};
    for (int k = 0; k < 2; k++) {
        def.waves = WAVES[k];
        for (int i = 0; i < DENSITIES; i++) {
            def.density = DENSITY[i];
            drop_hook(v, &def, &d[i]);
            if (k == 0)
                check_decay(v, &d[i], i);
        }
        plot_decay(v, d, TITLE[k]);
    }
}

// --- figure 9 ---

typedef struct hoist {
    double t[POINTS_MAX], height[POINTS_MAX], tension[POINTS_MAX];
    int count;
    double wound; // when the hook has left [m]
} hoist;

static const double HOOK = 500.0, HOIST_EA = 7e6, SPEED = 0.5, RAMP = 1.0;

// the winch comes up to its speed in a second
static void lift_hook(validation* v, const crane_def* def, hoist* r) {
    const double h = 1e-3, settle = 20.0;
    crane c = make_crane(v, def, true);
    massless_run(c.world, 1.0 / 60.0, (int)(settle * 60.0));
    double length = rv_cable_length(c.world, c.cable);
    r->count = 0;
    r->wound = NAN;
    for (int n = 0; n < 6000; n++) {
        double t = n * h;
        rv_cable_set_winch_speed(c.world, c.cable, 0, -SPEED * fmin(1.0, t / RAMP));
        rv_world_step(c.world, h);
        double height = rv_joint_coordinate(c.world, c.guide);
        // it leaves when the ground carries nothing for the last time: a jerk does not count
        if (rv_joint_limit_force(c.world, c.guide) != 0.0)
            r->wound = length - rv_cable_length(c.world, c.cable);
        if (n % 4 == 0) {
            r->t[r->count] = t;
            r->height[r->count] = height;
            r->tension[r->count++] = rv_cable_tension(c.world, c.cable, 0);
        }
    }
    rv_world_destroy(c.world);
}

// what must be wound in, by the catenaries
static double taken_up(const crane_def* def, double rest_tension, double length) {
    double w = def->density * GARCIA_G, lift = 0.5 * HOOK * GARCIA_G + w * FALL;
    double stretch = (lift - rest_tension) / HOIST_EA * length;
    if (def->density == 0.0)
        return stretch;
    return 2.0 * SPAN
               * (garcia_catenary_under(SPAN, w, rest_tension).excess
                  - garcia_catenary_under(SPAN, w, lift).excess)
           + stretch;
}

static void plot_hoists(validation* v, const hoist* r) {
    validation_series height[DENSITIES], tension[DENSITIES];
    for (int i = 0; i < DENSITIES; i++) {
        height[i] = (validation_series){LABEL[i], r[i].t, r[i].height, r[i].count, false};
        tension[i] = (validation_series){LABEL[i], r[i].t, r[i].tension, r[i].count, false};
    }
    validation_figure figure = {.title = "Figure 9: the hook leaves the ground",
                                .x_label = "time since the winch started [s]",
                                .y_label = "height of the hook [m]",
                                .series = height,
                                .series_count = DENSITIES};
    validation_plot(v, &figure);
    figure.title = "Figure 9: tension at the winch";
    figure.y_label = "tension [N]";
    figure.series = tension;
    validation_plot(v, &figure);
}

void garcia_hoist(validation* v) {
    static hoist r[DENSITIES];
    // sag 1/10: half the chord over H/w is 0.3948
    double b = 0.3948;
    for (int i = 0; i < DENSITIES; i++) {
        crane_def def = {.density = DENSITY[i], .mass = HOOK, .EA = HOIST_EA, .waves = 0.5};
        def.damping = NAN;
        double w = def.density * GARCIA_G, rest = 0.0;
        if (i > 0) {
            garcia_catenary hangs = garcia_catenary_of(SPAN, w, b);
            rest = hypot(hangs.H, hangs.V);
            def.slack = 2.0 * SPAN * hangs.excess - rest / HOIST_EA * 100.0;
        }
        lift_hook(v, &def, &r[i]);
        double expected = taken_up(&def, rest, 100.0);
        char name[120];
        snprintf(name, sizeof name, "hoist at 0.5 m/s, %s: delay of the hook [s]", LABEL[i]);
        massless_check(v, name, i == 0 ? "stretch" : "catenaries and stretch, 5 %",
                       expected / SPEED, r[i].wound / SPEED, 0.05);
    }
    plot_hoists(v, r);
}
