// Suite "garcia_2008", spans at rest: their sag, the forces at their ends and the weight of falls.
// Elastic catenary between level ends, unstretched length L, V = w L/2:
//   chord = H L/EA + (2 H/w) asinh(V/H),   sag = w L^2/(8 EA) + (H/w) (sqrt(1 + (V/H)^2) - 1)
// Inextensible between ends that are dx and dz apart: L^2 - dz^2 = ((2 H/w) sinh(w dx/(2 H)))^2,
//   V above = w/2 (L + dz coth(w dx/(2 H))).
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 60, SETTLE = 40 };
static const double W = GARCIA_G, END_MASS = 1.0; // 1 kg/m; mass of what holds the end

typedef struct rest {
    double sag, H, V, tension; // at the end
} rest;

// an elastic catenary by bisection in H
static rest elastic_catenary(double chord, double L, double w, double EA) {
    double V = 0.5 * w * L, low = 1e-9 * V, high = 1e9 * V;
    for (int turn = 0; turn < 200; turn++) {
        double H = sqrt(low * high);
        if (H * L / EA + 2.0 * H / w * asinh(V / H) < chord)
            low = H;
        else
            high = H;
    }
    rest r = {.H = low, .V = V, .tension = sqrt(low * low + V * V)};
    r.sag = w * L * L / (8.0 * EA) + low / w * (sqrt(1.0 + V * V / (low * low)) - 1.0);
    return r;
}

// settled by damping; forces on what holds the end
static rest settle(validation* v, const garcia_span_def* def) {
    garcia_span span = garcia_span_make(v, def);
    massless_run(span.world, 1.0 / RATE, SETTLE * RATE);
    rv_vec3 force = rv_joint_force(span.world, span.hold);
    rest r = {.sag = rv_cable_sag(span.world, span.cable, 0),
              .H = hypot(force.x, force.y),
              .V = force.z - END_MASS * GARCIA_G};
    r.tension = rv_cable_get_contact(span.world, span.cable, 1).tension_in;
    rv_world_destroy(span.world);
    return r;
}

static garcia_span_def level_span(double chord, double length, double w, int cells) {
    return (garcia_span_def){.to = {chord, 0.0, 0.0},
                             .density = w / GARCIA_G,
                             .EA = 1e7,
                             .length = length,
                             .damping = 2.0,
                             .gravity = GARCIA_G,
                             .cells = cells};
}

static void check_level(validation* v, const char* what, const garcia_span_def* def) {
    rest exact = elastic_catenary(def->to.x, def->length, def->density * GARCIA_G, def->EA);
    rest found = settle(v, def);
    char name[120];
    snprintf(name, sizeof name, "level span, %s: sag [m]", what);
    // 100 cells: 1/(12 M^2) of the curvature, and weight per stretched length
    massless_check(v, name, "elastic catenary", exact.sag, found.sag, 3e-4);
    snprintf(name, sizeof name, "level span, %s: H at an anchor [N]", what);
    massless_check(v, name, "elastic catenary", exact.H, found.H, 3e-4);
    snprintf(name, sizeof name, "level span, %s: V at an anchor [N]", what);
    massless_check(v, name, "w L/2", exact.V, found.V, 3e-4);
    snprintf(name, sizeof name, "level span, %s: tension at an end [N]", what);
    massless_check(v, name, "sqrt(H^2 + V^2)", exact.tension, found.tension, 3e-4);
}

// spans of 10 m with a sag of a share of it
static void check_level_spans(validation* v) {
    static const int PARTS[] = {200, 50, 20, 10, 5};
    for (int i = 0; i < 5; i++) {
        double sag = 1.0 / PARTS[i], excess = 8.0 / 3.0 * sag * sag;
        double tension = W * 10.0 / 8.0 / sag;
        garcia_span_def def =
            level_span(10.0, 10.0 * (1.0 + excess) / (1.0 + tension / 1e7), W, 100);
        char what[40];
        snprintf(what, sizeof what, "sag 1/%d", PARTS[i]);
        check_level(v, what, &def);
    }
    garcia_span_def def = level_span(10.0, 12.0, 4.905, 100);
    check_level(v, "10 m with a cable of 12 m", &def);
}

// the sag of the 12 m cable with more and more cells: second order
static void check_order(validation* v) {
    enum { SIZES = 5 };
    static const int CELLS[SIZES] = {6, 12, 24, 48, 96};
    double cells[SIZES], error[2][SIZES], exact = elastic_catenary(10.0, 12.0, 4.905, 1e7).sag;
    double flat = elastic_catenary(10.0, 10.0 * (1.0 + 8.0 / 3.0 / 400.0), W, 1e7).sag;
    for (int i = 0; i < SIZES; i++) {
        garcia_span_def deep = level_span(10.0, 12.0, 4.905, CELLS[i]);
        garcia_span_def shallow = level_span(10.0, 10.0 * (1.0 + 8.0 / 3.0 / 400.0), W, CELLS[i]);
        cells[i] = CELLS[i];
        error[0][i] = fabs(settle(v, &deep).sag / exact - 1.0);
        error[1][i] = fabs(settle(v, &shallow).sag / flat - 1.0);
    }
    validation_check(v, "level span, 10 m with 12 m: order of the sag in the cells",
                     "log2 of errors, 12 to 48 cells", 2.0, 0.5 * log2(error[0][1] / error[0][3]),
                     0.1);
    validation_check(v, "level span, sag 1/20: order of the sag in the cells",
                     "log2 of errors, 6 to 24 cells", 2.0, 0.5 * log2(error[1][0] / error[1][2]),
                     0.1);
    const validation_series series[] = {
        {"10 m with a cable of 12 m", cells, error[0], SIZES, .points = true},
        {"sag 1/20", cells, error[1], SIZES, .points = true}};
    const validation_figure figure = {.title = "Sag of a level span against the catenary",
                                      .x_label = "cells",
                                      .y_label = "error",
                                      .log_x = true,
                                      .log_y = true,
                                      .series = series,
                                      .series_count = 2};
    validation_plot(v, &figure);
}

// --- inclined spans ---

// H of an inextensible catenary, by bisection in b = w dx/(2H)
static rest inclined_catenary(double dx, double dz, double L, double w) {
    double low = 1e-9, high = 100.0, target = sqrt(L * L - dz * dz) / dx;
    for (int turn = 0; turn < 200; turn++) {
        double b = 0.5 * (low + high);
        if (sinh(b) / b < target)
            low = b;
        else
            high = b;
    }
    rest r = {.H = 0.5 * w * dx / low};
    r.V = 0.5 * w * (L + fabs(dz) / tanh(low));
    if (dz < 0.0)
        r.V = w * L - r.V;
    r.tension = hypot(r.H, r.V);
    return r;
}

// The end is above or below; `share`: length over chord, less 1. A span has one tension T for its
// waves, that of its middle, where it varies from end to end by w l sin: with e = w l sin/(2 T) the
// mean of slope^2 is larger by 0.8 e^2, and what the model finds for T smaller by 0.4 e^2 and more.
static void check_inclined(validation* v, double degrees, double share) {
    double angle = degrees * RV_PI / 180.0, chord = 20.0, L = chord * (1.0 + share);
    garcia_span_def def = level_span(chord, L, W, 100);
    def.to = (rv_vec3){chord * cos(angle), 0.0, chord * sin(angle)};
    def.EA = 1e9;
    rest exact = inclined_catenary(def.to.x, def.to.z, L, W), found = settle(v, &def);
    double varies = 0.5 * W * fabs(def.to.z) * cos(angle) / exact.H;
    double loose = 0.6 * varies * varies, off = loose * exact.H / cos(angle);
    char what[80], name[120];
    snprintf(what, sizeof what, "span inclined by %g deg, %g %% longer", degrees, 100.0 * share);
    snprintf(name, sizeof name, "%s: H at its end [N]", what);
    massless_check(v, name, "catenary; one tension: 0.6 e^2", exact.H, found.H, loose);
    snprintf(name, sizeof name, "%s: V at its end [N]", what);
    validation_check(v, name, "catenary; one tension: 0.6 e^2", exact.V, found.V, off);
    snprintf(name, sizeof name, "%s: tension there [N]", what);
    validation_check(v, name, "catenary; one tension: 0.6 e^2", exact.tension, found.tension, off);
}

// --- falls ---

// a load on a vertical cable under a top that a joint holds
static void check_fall(validation* v) {
    const double mass = 500.0, density = 1.2, L = 45.0, EA = 1e7, w = density * GARCIA_G;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, GARCIA_G);
    rv_body_id top = massless_box(world, END_MASS, 1.0, (rv_vec3){0, 0, 0}, (rv_vec3){1, 0, 0});
    rv_joint_def hold = rv_joint_def_at(world, RV_JOINT_LOCK, (rv_body_id){0}, top,
                                        (rv_vec3){0, 0, 0}, (rv_vec3){1, 0, 0});
    rv_joint_id anchor = rv_joint_create(world, &hold);
    rv_body_id load = massless_load(world, mass, (rv_vec3){0.0, 0.0, -L});
    const rv_cable_node nodes[2] = {massless_end(top, (rv_vec3){0, 0, 0}),
                                    massless_end(load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = garcia_cable(nodes, 2, EA, density);
    def.length = L;
    def.damping = 0.5 * EA;
    def.layer.damping = 2.0;
    rv_cable_id cable = massless_add(v, world, &def);
    massless_run(world, 1.0 / RATE, SETTLE * RATE);
    double down = -rv_body_pose(world, load).position.z;
    // weight counts per stretched length: T/EA of it
    massless_check(v, "fall of 45 m: tension at the top [N]", "m g + w l", mass * GARCIA_G + w * L,
                   rv_cable_get_contact(world, cable, 0).tension_out, 1e-3);
    massless_check(v, "fall of 45 m: tension at the load [N]", "m g", mass * GARCIA_G,
                   rv_cable_get_contact(world, cable, 1).tension_in, 1e-6);
    massless_check(v, "fall of 45 m: pull at the anchor [N]", "m g + w l", mass * GARCIA_G + w * L,
                   rv_joint_force(world, anchor).z - END_MASS * GARCIA_G, 1e-3);
    massless_check(v, "fall of 45 m: elongation [m]", "(m g L + w L^2/2)/EA",
                   (mass * GARCIA_G * L + 0.5 * w * L * L) / EA, down - L, 1e-3);
    rv_world_destroy(world);
}

void garcia_sag(validation* v) {
    check_level_spans(v);
    check_order(v);
    check_inclined(v, 30.0, 0.005);
    check_inclined(v, -30.0, 0.005);
    check_inclined(v, 60.0, 0.005);
    check_inclined(v, 60.0, 0.05);
    check_inclined(v, 30.0, 0.1);
    check_fall(v);
}
