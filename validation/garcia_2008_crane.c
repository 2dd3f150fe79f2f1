// The crane of the suite "garcia_2008" (garcia_2008.h) and its figure 9: the hook stands on the
// ground, the winch winds in, and the hook leaves when both spans have given what they hang down less:
//   v t = sum S(T_0) - S(T_1) + (T_1 - T_0) L/EA
// with S the length of a catenary and T_1 = m g/2 + w 20 m at its ends.
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { NODES = 5, SAGS = 3 };
static const double RADIUS = 0.1; // of the wheels
const double GARCIA_JIB = 30.0, GARCIA_FALL = 20.0;
const double GARCIA_DENSITY[GARCIA_DENSITIES] = {0.0, 0.6, 1.2, 2.0};
const char* const GARCIA_LABEL[GARCIA_DENSITIES] = {"massless", "0.6 kg/m", "1.2 kg/m", "2.0 kg/m"};

garcia_crane garcia_crane_make(validation* v, const garcia_crane_def* def) {
    const double jib = GARCIA_JIB;
    garcia_crane c = {.world = massless_world(RV_STEPPER_SPOOK, GARCIA_G)};
    rv_vec3 at = {jib + 2.0 * RADIUS, 0.0, -RADIUS - GARCIA_FALL};
    c.hook = massless_box(c.world, def->mass, 1.0, at, (rv_vec3){1, 0, 0});
    rv_joint_def guide =
        rv_joint_def_at(c.world, RV_JOINT_SLIDER, (rv_body_id){0}, c.hook, at, (rv_vec3){0, 0, 1});
    guide.limit = (rv_joint_limit){.enabled = def->on_ground, .lower = 0.0, .upper = INFINITY};
    c.guide = rv_joint_create(c.world, &guide);
    const rv_body_id none = {0};
    rv_cable_node nodes[NODES] = {
        massless_drum((rv_vec3){0, 0, 0}, 0.0),
        massless_pulley(none, (rv_vec3){jib, 0.0, -RADIUS}, RADIUS, 1),
        massless_pulley(c.hook, (rv_vec3){0, 0, 0}, RADIUS, -1),
        massless_pulley(none, (rv_vec3){jib + 4.0 * RADIUS, 0.0, -RADIUS}, RADIUS, 1),
        massless_end(none, (rv_vec3){2.0 * jib + 4.0 * RADIUS, 0.0, 0.0})};
    rv_cable_def cable = garcia_cable(nodes, NODES, def->EA, def->density);
    if (def->density == 0.0) {
        cable.model = RV_CABLE_MASSLESS;
        cable.mass_per_length = NAN;
    }
    cable.damping = def->damping;
    cable.layer.damping = def->waves;
    cable.layer.waves = def->scheme;
    cable.layer.cells = def->cells > 0 ? def->cells : cable.layer.cells;
    cable.tension = def->tension;
    c.path = 2.0 * jib + 2.0 * GARCIA_FALL + 2.0 * RV_PI * RADIUS;
    cable.length = c.path + def->slack;
    c.cable = massless_add(v, c.world, &cable);
    return c;
}

double garcia_crane_height(const garcia_crane* crane) {
    return rv_body_pose(crane->world, crane->hook).position.z;
}

// --- figure 9 ---

// of a span along the jib, with as many cells as by default, when these shares of what must be wound
// in have been
enum { SHAPES = 4, SHAPE_POINTS = 21 };
static const double SHAPE_SHARE[SHAPES] = {0.0, 0.5, 0.9, 1.2};

typedef struct hoist {
    double t[GARCIA_POINTS], height[GARCIA_POINTS], tension[GARCIA_POINTS];
    int count;
    double wound;    // when the hook has left [m]
    double expected; // by the catenaries
    double x[SHAPES][SHAPE_POINTS], z[SHAPES][SHAPE_POINTS];
    int shapes;
} hoist;

typedef struct hoist_case {
    int density;  // of GARCIA_DENSITY
    int part;     // sag: this part of the span
    double speed; // of the winch [m/s]
    double h;
    rv_cable_waves scheme;
} hoist_case;

static const double HOOK = 500.0, HOIST_EA = 7e6, RAMP = 1.0; // [kg], [N], [s]

static void read_shape(const garcia_crane* c, hoist* r) {
    rv_vec3 points[SHAPE_POINTS];
    int count = rv_cable_points(c->world, c->cable, 0.1, points, NULL, SHAPE_POINTS);
    for (int i = 0; i < SHAPE_POINTS; i++) {
        r->x[r->shapes][i] = i < count ? points[i].x : NAN;
        r->z[r->shapes][i] = i < count ? points[i].z : NAN;
    }
    r->shapes++;
}

// the winch comes up to its speed in a second, and goes on for three after the hook should have left
static void lift_hook(validation* v, const garcia_crane_def* def, const hoist_case* k, hoist* r) {
    const double settle = 20.0, h = k->h;
    garcia_crane c = garcia_crane_make(v, def);
    massless_run(c.world, 1.0 / 60.0, (int)(settle * 60.0));
    double length = rv_cable_length(c.world, c.cable);
    int steps = (int)((RAMP + r->expected / k->speed + 3.0) / h), every = steps / GARCIA_POINTS + 1;
    r->count = r->shapes = 0;
    r->wound = NAN;
    for (int n = 0; n < steps; n++) {
        double t = n * h, wound = length - rv_cable_length(c.world, c.cable);
        if (r->shapes < SHAPES && wound >= SHAPE_SHARE[r->shapes] * r->expected)
            read_shape(&c, r);
        rv_cable_set_winch_speed(c.world, c.cable, 0, -k->speed * fmin(1.0, t / RAMP));
        rv_world_step(c.world, h);
        // it leaves when the ground carries nothing for the last time: a jerk does not count
        if (rv_joint_limit_force(c.world, c.guide) != 0.0)
            r->wound = length - rv_cable_length(c.world, c.cable);
        if (n % every == 0) {
            r->t[r->count] = t;
            r->height[r->count] = rv_joint_coordinate(c.world, c.guide);
            r->tension[r->count++] = rv_cable_tension(c.world, c.cable, 0);
        }
    }
    rv_world_destroy(c.world);
}

// what must be wound in, by the catenaries
static double taken_up(const garcia_crane_def* def, double rest_tension, double length) {
    double w = def->density * GARCIA_G, lift = 0.5 * HOOK * GARCIA_G + w * GARCIA_FALL;
    double stretch = (lift - rest_tension) / HOIST_EA * length;
    if (def->density == 0.0)
        return stretch;
    return 2.0 * GARCIA_JIB
               * (garcia_catenary_under(GARCIA_JIB, w, rest_tension).excess
                  - garcia_catenary_under(GARCIA_JIB, w, lift).excess)
           + stretch;
}

// when a winch that comes up to its speed within RAMP has wound in so much
static double wound_by(double length, double speed) {
    double early = sqrt(2.0 * RAMP * length / speed);
    return early < RAMP ? early : length / speed + 0.5 * RAMP;
}

static void plot_heights(validation* v, const hoist* r, double speed) {
    validation_series series[GARCIA_DENSITIES + 1];
    double leaves[GARCIA_DENSITIES], ground[GARCIA_DENSITIES] = {0.0};
    for (int i = 0; i < GARCIA_DENSITIES; i++) {
        series[i] =
            (validation_series){GARCIA_LABEL[i], r[i].t, r[i].height, r[i].count, .points = false};
        leaves[i] = wound_by(r[i].expected, speed);
    }
    series[GARCIA_DENSITIES] = (validation_series){"by catenaries: it leaves", leaves, ground,
                                                   GARCIA_DENSITIES, .points = true};
    char remark[600];
    snprintf(remark, sizeof remark,
             "The figure is a sequence of pictures and the text gives no times. Here a hook of 500 "
             "kg hangs on two falls of 20 m below a jib with two spans of 30 m, which hang by a "
             "tenth of that at first; the winch comes up to 0.5 m/s in a second. %.2f, %.2f and "
             "%.2f m are wound in before the hook leaves, of catenaries %.2f, %.2f and %.2f m; "
             "massless %.3f m, of its stretch. What the paper says is so: only a cable with mass "
             "has the delay.",
             r[1].wound, r[2].wound, r[3].wound, r[1].expected, r[2].expected, r[3].expected,
             r[0].wound);
    validation_plot(v, &(validation_figure){.item = "Figure 9 (height)",
                                            .title = "the hook leaves the ground",
                                            .x_label = "time since the winch started [s]",
                                            .y_label = "height of the hook [m]",
                                            .series = series,
                                            .series_count = GARCIA_DENSITIES + 1,
                                            .remark = remark});
}

static void plot_tensions(validation* v, const hoist* r) {
    validation_series series[GARCIA_DENSITIES];
    for (int i = 0; i < GARCIA_DENSITIES; i++)
        series[i] =
            (validation_series){GARCIA_LABEL[i], r[i].t, r[i].tension, r[i].count, .points = false};
    validation_plot(
        v, &(validation_figure){.item = "Figure 9 (tension)",
                                .title = "tension at the winch",
                                .x_label = "time since the winch started [s]",
                                .y_label = "tension [N]",
                                .series = series,
                                .series_count = GARCIA_DENSITIES,
                                .remark = "Half of the hook's weight and that of a fall are on the "
                                          "winch when the hook leaves: 2.45 kN massless. Then the "
                                          "hook bounces, which the paper names as the other effect "
                                          "of the cable's mass."});
}

static void plot_shapes(validation* v, const hoist* r) {
    static const char* const LABEL[SHAPES] = {"before the winch starts", "half wound in",
                                              "nine tenths", "the hook has left"};
    validation_series series[SHAPES];
    for (int i = 0; i < r->shapes; i++)
        series[i] = (validation_series){LABEL[i], r->x[i], r->z[i], SHAPE_POINTS, .points = false};
    validation_plot(
        v, &(validation_figure){.item = "Figure 9 (shapes)",
                                .title = "a span along the jib, 1.2 kg/m, while it is taken up",
                                .x_label = "along the jib [m]",
                                .y_label = "below the jib [m]",
                                .series = series,
                                .series_count = r->shapes,
                                .remark = "What the pictures show: the hook stays until what the "
                                          "cable hangs down is taken up. The other span does the "
                                          "same."});
}

static void check_hoist(validation* v, const hoist_case* k, hoist* r) {
    garcia_crane_def def = {.density = GARCIA_DENSITY[k->density],
                            .mass = HOOK,
                            .EA = HOIST_EA,
                            .damping = NAN,
                            .waves = 0.5,
                            .scheme = k->scheme,
                            .on_ground = true};
    double rest = 0.0;
    if (k->density > 0) {
        garcia_catenary hangs =
            garcia_catenary_with(GARCIA_JIB, def.density * GARCIA_G, GARCIA_JIB / k->part);
        rest = hypot(hangs.H, hangs.V);
        def.slack = 2.0 * GARCIA_JIB * hangs.excess - rest / HOIST_EA * 100.0;
    }
    double expected = r->expected = taken_up(&def, rest, 100.0);
    lift_hook(v, &def, k, r);
    char name[160], sag[40] = "";
    if (k->density > 0)
        snprintf(sag, sizeof sag, ", sag 1/%d%s", k->part,
                 k->scheme == RV_CABLE_WAVES_EXPLICIT ? ", explicit" : "");
    snprintf(name, sizeof name, "hoist at %g m/s, %s%s, h = %.3g s: delay of the hook [s]",
             k->speed, GARCIA_LABEL[k->density], sag, k->h);
    if (k->density > 0)
        massless_check(v, name, "catenaries and stretch, 5 %", expected / k->speed,
                       r->wound / k->speed, 0.05);
    else
        // no waves: it leaves in the step in which the stretch carries it
        validation_check(v, name, "stretch, to a step", expected / k->speed, r->wound / k->speed,
                         k->h);
}

void garcia_hoist(validation* v) {
    static hoist r[GARCIA_DENSITIES], other;
    static const int PARTS[SAGS] = {20, 10, 5};
    // slow against the swing of the spans, of 2 s where the sag is small: the estimate is of rest
    static const double SPEED[SAGS] = {0.1, 0.5, 0.5};
    for (int sag = 0; sag < SAGS; sag++)
        for (int i = sag == 1 ? 0 : 1; i < GARCIA_DENSITIES; i++)
            check_hoist(v, &(hoist_case){i, PARTS[sag], SPEED[sag], 1e-3, RV_CABLE_WAVES_IMPLICIT},
                        sag == 1 ? &r[i] : &other);
    plot_heights(v, r, SPEED[1]);
    plot_tensions(v, r);
    plot_shapes(v, &r[2]);
    for (int i = 0; i < GARCIA_DENSITIES; i++)
        check_hoist(v, &(hoist_case){i, 10, 0.5, 1.0 / 60.0, RV_CABLE_WAVES_IMPLICIT}, &other);
    check_hoist(v, &(hoist_case){2, 10, 0.5, 1.0 / 60.0, RV_CABLE_WAVES_EXPLICIT}, &other);
}
