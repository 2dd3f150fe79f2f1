// Part of suite "servin_2007_segments": a cable of 12 m that hangs between points 10 m apart,
// against the elastic catenary; V = w L/2:
//   span = H L/EA + (2 H/w) asinh(V/H),  sag = w L^2/(8 EA) + (H/w) (sqrt(1 + (V/H)^2) - 1)
// It begins as a triangle, falls, and comes to rest by damping in its stretch and in its bending,
// whose stiffness is too small to matter.
#include "validation/segments_shapes.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

static const double SPAN = 10.0, LENGTH = 12.0, WEIGHT = 4.905; // [m], [m], [N/m]

// H by bisection: the span grows with it
static double pull_of(double EA) {
    double V = 0.5 * WEIGHT * LENGTH, low = 1e-6 * V, high = 1e3 * V;
    for (int n = 0; n < 100; n++) {
        double H = 0.5 * (low + high);
        if (H * LENGTH / EA + 2.0 * H / WEIGHT * asinh(V / H) > SPAN)
            high = H;
        else
            low = H;
    }
    return 0.5 * (low + high);
}

static double sag_of(double H, double EA) {
    double V = 0.5 * WEIGHT * LENGTH;
    return WEIGHT * LENGTH * LENGTH / (8.0 * EA) + H / WEIGHT * (sqrt(1.0 + V / H * (V / H)) - 1.0);
}

static bars_held hung(validation* v, int segments, double EA, bool from_triangle) {
    static const rv_vec3 ENDS[2] = {{0.0, 0.0, 0.0}, {10.0, 0.0, 0.0}};
    // legs of 6 m, pulled down in the plane
    static const rv_vec3 TRIANGLE[3] = {
        {0.0, 0.0, 0.0}, {5.0, 0.0, -3.3166247903554}, {10.0, 0.0, 0.0}};
    bars_held b = {.world = bars_world(BARS_G)};
    bars_bar bar = {.count = segments,
                    .length = LENGTH,
                    .EA = EA,
                    .EI = 1e-6,
                    .mass_per_length = WEIGHT / BARS_G,
                    .diameter = 0.01,
                    .stretch_time = 0.1,
                    .bend_time = 1e6};
    rv_cable_node nodes[2] = {bars_pinned((rv_body_id){0}, ENDS[0]),
                              bars_pinned((rv_body_id){0}, ENDS[1])};
    rv_cable_def def = bars_cable(&bar, nodes);
    def.segments.shape = from_triangle ? TRIANGLE : NULL;
    def.segments.shape_count = from_triangle ? 3 : 0;
    b.cable = bars_add(v, b.world, &def);
    return b;
}

static void check_catenary(validation* v, double EA, const char* label) {
    enum { SEGMENTS = 100, RATE = 30, SECONDS = 60 };
    bars_held b = hung(v, SEGMENTS, EA, true);
    bars_run(&b, &(bars_load){.pulls_both = false}, 1.0 / RATE, RATE * SECONDS);
    double H = pull_of(EA), V = 0.5 * WEIGHT * LENGTH;
    rv_cable_joint first = rv_cable_get_joint(b.world, b.cable, 0);
    rv_cable_joint middle = rv_cable_get_joint(b.world, b.cable, SEGMENTS / 2);
    char name[160];
    snprintf(name, sizeof name, "catenary, N = 100, %s: tension at its ends [N]", label);
    bars_check(v, name, "sqrt(H^2 + V^2)", hypot(H, V), rv_vec3_length(first.force), 1e-3);
    snprintf(name, sizeof name, "catenary, N = 100, %s: tension in its middle [N]", label);
    bars_check(v, name, "H of the elastic catenary", H, middle.tension, 1e-3);
    snprintf(name, sizeof name, "catenary, N = 100, %s: sag [m]", label);
    bars_check(v, name, "elastic catenary", sag_of(H, EA), -middle.point.z, 1e-3);
    snprintf(name, sizeof name, "catenary, N = 100, %s: speed when it has come to rest [m/s]",
             label);
    validation_at_most(v, name, "at rest", 1e-4, bars_speed(&b));
    rv_world_destroy(b.world);
}

// one that is given no line to lie along begins at rest
static void check_start(validation* v) {
    bars_held b = hung(v, 100, 1e4, false);
    double before = rv_cable_get_joint(b.world, b.cable, 50).point.z, moved = 0.0;
    for (int n = 0; n < 120; n++) {
        rv_world_step(b.world, 1.0 / 60.0);
        moved = fmax(moved, fabs(rv_cable_get_joint(b.world, b.cable, 50).point.z - before));
    }
    validation_at_most(v, "catenary, EA = 1e4 N, begun at rest: motion in 2 s [m]",
                       "equilibrium of the chain", 1e-5, moved);
    rv_world_destroy(b.world);
}

void shapes_catenary(validation* v) {
    check_catenary(v, 1e9, "EA = 1e9 N");
    check_catenary(v, 1e3, "EA = 1e3 N");
    check_start(v);
}
