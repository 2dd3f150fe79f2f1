// Suite "servin_2007_segments": segments that come and go. A winch makes and swallows them: the
// tension at the drum is that of load and cable, and changes from step to step by no more than what
// is paid out weighs, many times over. A cable that chooses its model hands over without a jump but
// its own weight.
#include "validation/segments.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 60 };
static const double G = 9.81, DIAMETER = 0.012;

typedef struct hoist {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
    double mass, per_length;
} hoist;

static rv_body_id add_load(rv_world* world, double mass, double z, bool touches) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = (rv_vec3){0.5, 0.5, 0.5};
    shape.mask = touches ? UINT32_MAX : 0;
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = (rv_vec3){0.0, 0.0, z};
    return rv_body_create(world, &def);
}

// a drum at 10 m, a load below it
static hoist make_hoist(rv_cable_model model, double mass, double z, bool ground) {
    rv_world_def world = rv_world_def_default();
    hoist h = {.world = rv_world_create(&world, NULL, 0), .mass = mass};
    if (ground) {
        rv_shape_def plane = rv_shape_def_default();
        plane.type = RV_SHAPE_PLANE;
        rv_body_def def = rv_body_def_default();
        def.type = RV_BODY_STATIC;
        def.shapes = &plane;
        def.shape_count = 1;
        rv_body_create(h.world, &def);
    }
    h.load = add_load(h.world, mass, z, ground);
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].type = RV_CABLE_DRUM;
    nodes[0].point = (rv_vec3){0.0, 0.0, 10.0};
    nodes[1].body = h.load;
    nodes[1].point = (rv_vec3){0.0, 0.0, 0.5};
    rv_cable_def def = rv_cable_def_default();
    def.model = model;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = DIAMETER;
    def.segments.length = 0.4;
    // as of wire rope: what segments that come and go leave of a bounce dies within a second
    def.damping = 0.04 * 0.25 * RV_PI * DIAMETER * DIAMETER * rv_material_default().young;
    h.cable = rv_cable_create(h.world, &def);
    h.per_length = rv_cable_mass_per_length(h.world, h.cable);
    return h;
}

static void check_feed(validation* v, double mass, double speed) {
    hoist h = make_hoist(RV_CABLE_SEGMENTS, mass, 3.0, false);
    for (int n = 0; n < 5 * RATE; n++)
        rv_world_step(h.world, 1.0 / RATE);
    double jump = 0.0, error = 0.0, before = NAN;
    int least = 1 << 30, most = 0;
    for (int n = 0; n < 9 * RATE; n++) {
        // a second to come to speed
        double share = fmin(1.0, (n + 1.0) / RATE);
        rv_cable_set_winch_speed(h.world, h.cable, 0, speed * share);
        rv_world_step(h.world, 1.0 / RATE);
        if (n < RATE + RATE / 2)
            continue;
        double tension = rv_cable_tension(h.world, h.cable, 0);
        double cable = rv_cable_length(h.world, h.cable);
        error = fmax(error, fabs(tension / (G * (mass + h.per_length * cable)) - 1.0));
        jump = isnan(before) ? 0.0 : fmax(jump, fabs(tension - before));
        before = tension;
        int count = rv_cable_segment_count(h.world, h.cable);
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    char name[120];
    snprintf(name, sizeof name, "winch at %g m/s, %g kg: tension at the drum, relative", speed,
             mass);
    validation_at_most(v, name, "(M + m) g", 0.002, error);
    snprintf(name, sizeof name, "winch at %g m/s, %g kg: largest change in a step [N]", speed,
             mass);
    validation_at_most(v, name, "half of a segment's weight", 0.5 * h.per_length * 0.4 * G, jump);
    snprintf(name, sizeof name, "winch at %g m/s, %g kg: segments made or swallowed", speed, mass);
    validation_check(v, name, "speed x time / 0.4 m", fabs(speed) * 7.5 / 0.4, most - least, 1.5);
    rv_world_destroy(h.world);
}

void segments_winch(validation* v) {
    check_feed(v, 1000.0, 0.5);
    check_feed(v, 1000.0, -0.3);
    check_feed(v, 10.0, 0.5);
}

// linear momentum of all that forces move
static rv_vec3 momentum(const rv_world* world) {
    rv_vec3 sum = {0, 0, 0};
    for (rv_body_id b = rv_body_next(world, (rv_body_id){0}); b.slot != 0;
         b = rv_body_next(world, b))
        if (rv_body_get_type(world, b) == RV_BODY_DYNAMIC)
            sum = rv_vec3_mul_add(sum, rv_body_mass_properties(world, b).mass,
                                  rv_body_velocity(world, b));
    return sum;
}

// The load is let down to the ground, the cable comes slack and lies, and is taken up again.
static void check_hand_over(validation* v) {
    hoist h = make_hoist(RV_CABLE_AUTO, 1000.0, 3.0, true);
    rv_cable_id cable = h.cable;
    double step = 0.0, tension_step = 0.0;
    int became_segments = 0, became_massless = 0, was = 0;
    rv_vec3 before = rv_body_velocity(h.world, h.load);
    double tension_before = 0.0;
    for (int n = 0; n < 30 * RATE; n++) {
        double t = (double)n / RATE;
        double speed = t < 3.0 ? 0.0 : t < 9.0 ? 0.5 : t < 15.0 ? 0.0 : -0.3;
        rv_cable_set_winch_speed(h.world, cable, 0, speed);
        rv_world_step(h.world, 1.0 / RATE);
        int now = rv_cable_segment_count(h.world, cable) > 0;
        rv_vec3 v_now = rv_body_velocity(h.world, h.load);
        double tension = rv_cable_largest_tension(h.world, cable);
        if (now && !was)
            became_segments++;
        if (!now && was) {
            became_massless++;
            step = fmax(step, rv_vec3_length(rv_vec3_sub(v_now, before)));
            tension_step = fmax(tension_step, fabs(tension - tension_before));
        }
        was = now;
        before = v_now;
        tension_before = tension;
    }
    validation_check(v, "automatic model: becomes segments when it comes slack, and massless again",
                     "twice at most each way", 1.0, became_segments >= 1 && became_massless >= 1,
                     0.0);
    validation_at_most(v, "automatic model: load's speed in the step that becomes massless [m/s]",
                       "weight of the cable over the load, and the bounce of the load", 0.01, step);
    validation_at_most(v, "automatic model: tension in that step, of the load's weight",
                       "its own weight (0.9 %) and the bounce of the load", 0.03,
                       tension_step / (1000.0 * G));
    validation_at_most(v, "automatic model: massless at the end (segments)", "taut and alone", 0.0,
                       rv_cable_segment_count(h.world, cable));
    rv_world_destroy(h.world);
}

// Two loads tied together in space: nothing but the cable passes momentum.
static void check_momentum(validation* v) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0, 0, 0};
    rv_world* world = rv_world_create(&def, NULL, 0);
    rv_body_id a = add_load(world, 100.0, 0.0, false), b = add_load(world, 50.0, 5.0, false);
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].body = a;
    nodes[0].point = (rv_vec3){0.1, 0.0, 0.5};
    nodes[1].body = b;
    nodes[1].point = (rv_vec3){0.0, 0.2, -0.5};
    rv_cable_def cable = rv_cable_def_default();
    cable.model = RV_CABLE_AUTO;
    cable.nodes = nodes;
    cable.node_count = 2;
    cable.diameter = DIAMETER;
    cable.segments.length = 0.25;
    cable.segments.resolution = RV_CABLE_ADAPTIVE;
    rv_cable_id id = rv_cable_create(world, &cable);
    rv_body_set_velocity(world, a, (rv_vec3){0.3, 0.1, 0.4});
    rv_body_set_velocity(world, b, (rv_vec3){-0.2, 0.5, -0.3});
    rv_vec3 start = momentum(world);
    double off = 0.0;
    int changes = 0, was = 0;
    for (int n = 0; n < 20 * RATE; n++) {
        rv_world_step(world, 1.0 / RATE);
        int now = rv_cable_segment_count(world, id);
        changes += now != was;
        was = now;
        off = fmax(off, rv_vec3_length(rv_vec3_sub(momentum(world), start)));
    }
    validation_at_most(v, "segments that come and go in space: linear momentum, relative",
                       "issue: 1e-9", 1e-9, off / rv_vec3_length(start));
    validation_check(v, "the same: it does change", "at least once", 1.0, changes > 0, 0.0);
    rv_world_destroy(world);
}

void segments_auto(validation* v) {
    check_hand_over(v);
    check_momentum(v);
}
