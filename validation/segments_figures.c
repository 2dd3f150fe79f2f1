// Suite "servin_2007_segments", figures 13 and 15: how long a step of a hanging cable takes by its
// number of elements, and how a slack cable lies by its bending stiffness.
#include "validation/segments.h"
#include "validation/segments_loads.h"
#include "validation/timing.h"

#include <math.h>
#include <stdio.h>

// --- figure 13 ---

enum { SIZES = 6 };

// slope of log(y) over log(x), by least squares
static double exponent(const double* x, const double* y, int count) {
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < count; i++) {
        mx += log(x[i]) / count;
        my += log(y[i]) / count;
    }
    for (int i = 0; i < count; i++) {
        xx += (log(x[i]) - mx) * (log(x[i]) - mx);
        xy += (log(x[i]) - mx) * (log(y[i]) - my);
    }
    return xy / xx;
}

// of the swing of Table II with a load of 100, as in the figure [ms]
static double step_time(int elements) {
    const loads_swing_def def = {
        .joints = elements - 1, .young = 200e9, .beta = 1e4, .ratio = 100.0};
    loads_swing s;
    double time = NAN;
    if (loads_swing_create(&def, &s))
        time = 1e3 * timing_step(s.world, 1.0 / LOADS_RATE, 20);
    rv_world_destroy(s.world);
    return time;
}

static void step_times(validation* v) {
    static const double ELEMENTS[SIZES] = {12, 25, 50, 100, 200, 400};
    static const double FRAME_AT[2] = {50.0, 100.0}, FRAME[2] = {1e3 / 60.0, 1e3 / 60.0};
    static const double QUOTED_AT[1] = {24.0}, QUOTED[1] = {1.0};
    double time[SIZES], line[SIZES];
    for (int i = 0; i < SIZES; i++)
        time[i] = step_time((int)ELEMENTS[i]);
    for (int i = 0; i < SIZES; i++)
        line[i] = time[3] * ELEMENTS[i] / ELEMENTS[3];
    // a shared machine may make one of them half as long again: 0.15 over a factor of 32
    validation_check_time(v, "figure 13: time of a step over the number of elements, exponent",
                          "Servin, Lacoursiere 2007, figure 13: linear", 1.0,
                          exponent(ELEMENTS, time, SIZES), 0.3);
    validation_series series[] = {
        {"20 sweeps with 50 elements, more than 100 with 3, in 1/60 s at most", FRAME_AT, FRAME, 2,
         .points = true, .published = true},
        {"24 segments, as quoted by García-Fernández 2008", QUOTED_AT, QUOTED, 1, .points = true,
         .published = true},
        {"here", ELEMENTS, time, SIZES, .points = true},
        {"linear", ELEMENTS, line, SIZES, .points = false}};
    char remark[400];
    snprintf(remark, sizeof remark,
             "Time of a whole step by the direct solver with geometric stiffness, processor time "
             "of the machine that wrote this page; %.2g us per element with 100 of them. The paper "
             "has a Pentium M of 1.7 GHz, the constraint forces alone, and tells two sizes that "
             "fit into a frame.",
             10.0 * time[3]);
    validation_plot(v, &(validation_figure){.item = "Figure 13",
                                            .title = "time of a step over the number of elements",
                                            .x_label = "elements",
                                            .y_label = "time [ms]",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 4,
                                            .remark = remark});
}

// --- figure 15 ---

enum { POINTS_MAX = 64 };
static const double HUNG = 4.0, STANDS = 3.0; // length of the cable, hook above load [m]

typedef struct bow {
    double x[POINTS_MAX], z[POINTS_MAX];
    int count;
} bow;

// a cable of 0.75 kg/m that is clamped upright in a hook and in a load that stands on the ground
static bow slack_bow(double EI) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0.0, 0.0, -10.0};
    world_def.contact.enabled = false;
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    rv_vec3 shape[3] = {{0.0, 0.0, STANDS}, {1.3, 0.0, 0.5 * STANDS}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < 2; i++) {
        nodes[i].point = shape[2 * i];
        nodes[i].axis = (rv_vec3){0.0, 0.0, -1.0};
        nodes[i].clamped = true;
    }
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.length = HUNG;
    def.diameter = 0.02;
    def.mass_per_length = 0.75;
    def.EA = 2e6;
    def.GJ = def.segments.EI = EI;
    def.segments.count = 40;
    def.segments.bend_damping = 0.5 * EI; // comes to rest in seconds
    def.segments.shape = shape;
    def.segments.shape_count = 3;
    rv_cable_id cable = rv_cable_create(world, &def);
    for (int n = 0; n < 20 * 60; n++)
        rv_world_step(world, 1.0 / 60.0);
    rv_vec3 points[POINTS_MAX];
    bow b = {.count = rv_cable_points(world, cable, 1.0, points, NULL, POINTS_MAX)};
    for (int i = 0; i < b.count; i++) {
        b.x[i] = points[i].x;
        b.z[i] = points[i].z;
    }
    rv_world_destroy(world);
    return b;
}

static void slack_bows(validation* v) {
    enum { CABLES = 3 };
    static const double EI[CABLES] = {400.0, 4.0, 0.4};
    static const char* const LABEL[CABLES] = {"EI = 400 N m^2 (c_b = 1e3 N m/rad)", "EI = 4 N m^2",
                                              "EI = 0.4 N m^2"};
    static bow bows[CABLES];
    validation_series series[CABLES];
    for (int i = 0; i < CABLES; i++) {
        bows[i] = slack_bow(EI[i]);
        series[i] =
            (validation_series){LABEL[i], bows[i].x, bows[i].z, bows[i].count, .points = false};
    }
    validation_plot(v,
                    &(validation_figure){
                        .item = "Figure 15",
                        .title = "a slack cable of 4 m between a hook and a load 3 m below",
                        .x_label = "x [m]",
                        .y_label = "z above the load [m]",
                        .series = series,
                        .series_count = CABLES,
                        .remark = "The figure is a picture that says: how a slack cable lies is "
                                  "up to its elasticity. So it is: the softer, the further its bow "
                                  "sinks."});
}

void segments_figures(validation* v) {
    step_times(v);
    slack_bows(v);
}
