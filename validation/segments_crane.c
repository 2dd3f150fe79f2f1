// Suite "servin_2007_segments", the gantry crane of the paper's section VIII as the theory page
// sets it up: a kinematic trolley, a hook block on two massless cables through eyes, ten segments
// between hook and load as the chain's first and last elements; started with a swing of 0.4 rad/s
// about the trolley. Then what a cable of segments does while its segments come and go: a winch,
// adaptive resolution, and the automatic choice of the model.
#include "validation/segments.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 60, ELEMENTS = 10 };
static const double G = 10.0, TROLLEY = 10.0, HOOK = 6.0, SEGMENT = 0.4, SWING = 0.4;

typedef struct crane {
    rv_world* world;
    rv_body_id trolley, hook, load;
    rv_cable_id cable;
} crane;

static rv_body_id add_box(rv_world* world, double mass, rv_vec3 size, double z) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = rv_vec3_scale(size, 0.5);
    shape.mask = 0;
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = (rv_vec3){0.0, 0.0, z};
    return rv_body_create(world, &def);
}

// through the hook and back to the trolley
static void add_fall(rv_world* world, const crane* c, double y) {
    rv_cable_node nodes[4];
    for (int i = 0; i < 4; i++)
        nodes[i] = rv_cable_node_default();
    nodes[0].body = nodes[3].body = c->trolley;
    nodes[0].point = (rv_vec3){-0.3, y, 0.0};
    nodes[3].point = (rv_vec3){0.3, y, 0.0};
    nodes[1].type = nodes[2].type = RV_CABLE_EYE;
    nodes[1].body = nodes[2].body = c->hook;
    nodes[1].point = (rv_vec3){-0.2, y, 0.2};
    nodes[2].point = (rv_vec3){0.2, y, 0.2};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 4;
    def.EA = 1e7 * 8.0; // c_m of its length in use, 8 m
    def.GJ = 0.0;
    rv_cable_create(world, &def);
}

static rv_cable_def hoist_cable(const crane* c, rv_cable_node nodes[2], double load_half) {
    nodes[0] = nodes[1] = rv_cable_node_default();
    nodes[0].body = c->hook;
    nodes[0].point = (rv_vec3){0.0, 0.0, -0.2};
    nodes[1].body = c->load;
    nodes[1].point = (rv_vec3){0.0, 0.0, load_half};
    nodes[0].clamped = nodes[1].clamped = true;
    nodes[0].axis = nodes[1].axis = (rv_vec3){0.0, 0.0, -1.0};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.02;
    def.segments.count = ELEMENTS;
    def.mass_per_length = 0.3 / SEGMENT;
    // c_s = 5e6 N/m, c_b = c_t = 1e3 N m/rad per joint of one segment's length
    def.EA = 5e6 * SEGMENT;
    def.GJ = def.segments.EI = 1e3 * SEGMENT;
    return def;
}

static void swing(const crane* c, rv_body_id body) {
    rv_vec3 arm = rv_vec3_sub(rv_body_center(c->world, body), (rv_vec3){0.0, 0.0, TROLLEY});
    rv_vec3 w = {0.0, SWING, 0.0};
    rv_body_set_velocity(c->world, body, rv_vec3_cross(w, arm));
    rv_body_set_angular_velocity(c->world, body, w);
}

static crane make_crane(double load_mass, rv_cable_resolution resolution) {
    rv_world_def world = rv_world_def_default();
    world.gravity = (rv_vec3){0.0, 0.0, -G};
    world.contact.enabled = false;
    crane c = {.world = rv_world_create(&world, NULL, 0)};
    rv_body_def trolley = rv_body_def_default();
    trolley.type = RV_BODY_KINEMATIC;
    trolley.pose.position = (rv_vec3){0.0, 0.0, TROLLEY};
    c.trolley = rv_body_create(c.world, &trolley);
    c.hook = add_box(c.world, 100.0, (rv_vec3){0.6, 0.6, 0.4}, HOOK);
    c.load = add_box(c.world, load_mass, (rv_vec3){1.0, 1.0, 1.0},
                     HOOK - 0.2 - ELEMENTS * SEGMENT - 0.5);
    add_fall(c.world, &c, -0.25);
    add_fall(c.world, &c, 0.25);
    rv_cable_node nodes[2];
    rv_cable_def def = hoist_cable(&c, nodes, 0.5);
    def.segments.resolution = resolution;
    c.cable = rv_cable_create(c.world, &def);
    return c;
}

static void settle(const crane* c, int seconds) {
    for (int n = 0; n < seconds * RATE; n++)
        rv_world_step(c->world, 1.0 / RATE);
}

static void start_swing(const crane* c) {
    swing(c, c->hook);
    swing(c, c->load);
    for (int i = 0; i < rv_cable_segment_count(c->world, c->cable); i++)
        swing(c, rv_cable_segment(c->world, c->cable, i));
}

// --- figure 16: energies over 15 s ---

enum { STEPS = 15 * RATE };

typedef struct energies {
    double time[STEPS], total[STEPS], kinetic[STEPS], gravity[STEPS], elastic[STEPS];
} energies;

static void plot_energy(validation* v, double load_mass, const energies* e) {
    bool printed = load_mass == 300.0;
    double at[2] = {0.0, 15.0}, left[2] = {e->total[0], 0.8 * e->total[0]};
    validation_series series[] = {
        {"total", e->time, e->total, STEPS, .points = false},
        {"kinetic", e->time, e->kinetic, STEPS, .points = false},
        {"gravity", e->time, e->gravity, STEPS, .points = false},
        {"deformation", e->time, e->elastic, STEPS, .points = false},
        {"total: 20 % less after 15 s", at, left, 2, .points = true, .published = true}};
    char title[120], remark[480];
    snprintf(title, sizeof title, "energies of the gantry crane, load %g kg", load_mass);
    snprintf(remark, sizeof remark,
             "The total drops by %.2g %% here. The paper's drops by 20 %%, most of it in the first "
             "5 s, which it puts down to its stepper's damping of deformation; its solver makes "
             "three Gauss-Seidel sweeps. An independent check with the paper's stepper and a "
             "direct solver loses 0.05 %%. The paper prints no energies and no speed: 0.4 rad/s "
             "here.",
             100.0 * (1.0 - e->total[STEPS - 1] / e->total[0]));
    validation_plot(v, &(validation_figure){.item = printed ? "Figure 16" : NULL,
                                            .title = title,
                                            .x_label = "time [s]",
                                            .y_label = "energy [J]",
                                            .series = series,
                                            .series_count = printed ? 5 : 4,
                                            .remark = printed ? remark : NULL});
}

static void check_energy(validation* v, double load_mass) {
    static energies e;
    double* total = e.total;
    crane c = make_crane(load_mass, RV_CABLE_FIXED_RESOLUTION);
    settle(&c, 20);
    rv_energy rest = rv_world_energy(c.world);
    start_swing(&c);
    double high = -INFINITY, widest = 0.0;
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(c.world, 1.0 / RATE);
        rv_energy now = rv_world_energy(c.world);
        e.time[n] = (n + 1.0) / RATE;
        e.kinetic[n] = now.kinetic;
        e.gravity[n] = now.gravitational - rest.gravitational;
        e.elastic[n] = now.elastic;
        total[n] = now.kinetic + e.gravity[n] + now.elastic - rest.elastic;
        high = fmax(high, total[n]);
        for (int i = 0; i < rv_cable_joint_count(c.world, c.cable); i++)
            widest = fmax(widest, rv_cable_get_joint(c.world, c.cable, i).stretch);
    }
    char name[120];
    snprintf(name, sizeof name, "gantry crane, load %g kg: swing energy lost in 15 s", load_mass);
    validation_at_most(
        v, name, "theory/segments: 0.05 to 0.08 % at 300 kg; the paper's figure 16: 20 %",
        load_mass > 1000.0 ? 0.005 : 0.002, (total[0] - total[STEPS - 1]) / total[0]);
    snprintf(name, sizeof name, "gantry crane, load %g kg: energy gained", load_mass);
    validation_at_most(v, name, "energy", 0.002, (high - total[0]) / total[0]);
    snprintf(name, sizeof name, "gantry crane, load %g kg: widest joint [m]", load_mass);
    validation_at_most(v, name, "3 M g / c_s at most", 3.0 * load_mass * G / 5e6, widest);
    rv_vec3 at = rv_body_center(c.world, c.load);
    if (load_mass == 300.0)
        validation_check(v, "gantry crane: load at 15 s, |x| [m]", "theory/segments, gantry", 2.207,
                         fabs(at.x), 0.005);
    if (load_mass == 300.0)
        validation_check(v, "gantry crane: energy of the swing [J]", "theory/segments, gantry",
                         1961.2, total[0], 2.0);
    plot_energy(v, load_mass, &e);
    rv_world_destroy(c.world);
}

// the load's path with segments that come and go, against the fixed fine ones
static void check_adaptive(validation* v) {
    crane fine = make_crane(3000.0, RV_CABLE_FIXED_RESOLUTION);
    crane adaptive = make_crane(3000.0, RV_CABLE_ADAPTIVE);
    settle(&fine, 20);
    settle(&adaptive, 20);
    start_swing(&fine);
    start_swing(&adaptive);
    double off = 0.0, reach = 0.0, segments = 0.0;
    for (int n = 0; n < 15 * RATE; n++) {
        rv_world_step(fine.world, 1.0 / RATE);
        rv_world_step(adaptive.world, 1.0 / RATE);
        rv_vec3 a = rv_body_center(fine.world, fine.load);
        rv_vec3 b = rv_body_center(adaptive.world, adaptive.load);
        off = fmax(off, rv_vec3_length(rv_vec3_sub(a, b)));
        reach = fmax(reach, fabs(a.x));
        segments += rv_cable_segment_count(adaptive.world, adaptive.cable) / (15.0 * RATE);
    }
    validation_at_most(v, "gantry crane, adaptive: load's path beside the fine one, of its swing",
                       "issue: 1 %", 0.01, off / (2.0 * reach));
    validation_at_most(v, "gantry crane, adaptive: mean number of segments (fixed: 10)", "fewer",
                       5.0, segments);
    rv_world_destroy(fine.world);
    rv_world_destroy(adaptive.world);
}

void segments_crane(validation* v) {
    check_energy(v, 300.0);
    check_energy(v, 3000.0);
    check_adaptive(v);
    segments_winch(v);
    segments_atwood(v);
    segments_auto(v);
}
