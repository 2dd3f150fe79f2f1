// Part of suite "servin_2007_segments": cantilevers bent far by an end load P that stays upright
// and by their own weight w, in the units L = B = 1, against the elastica
//   theta'' = -alpha cos(theta),        theta(0) = 0, theta'(1) = 0,  alpha = P L^2/B
//   theta'' = -beta (1 - s) cos(theta), beta = w L^3/B
// and its order in the length of a segment.
#include "validation/elastica.h"
#include "validation/segments_shapes.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

enum { CASES = 4, REFINEMENTS = 4 };
static const double LOADS[CASES] = {1.0, 2.0, 5.0, 10.0};
static const int REFINED[REFINEMENTS] = {10, 20, 40, 80};

// --- the cable ---

typedef struct cantilever_def {
    int segments;
    double load;
    double GJ;
    double steps_per_time; // of damping
    bool own_weight;
    rv_vec3 along, down; // unit vectors; own weight: down is -z
} cantilever_def;

static cantilever_def level(int segments, double load, bool own_weight) {
    return (cantilever_def){segments,        load, 1.0, 6.0, own_weight, {1.0, 0.0, 0.0},
                            {0.0, 0.0, -1.0}};
}

static elastica_tip cantilever(validation* v, const cantilever_def* c) {
    static const double SLOWEST = 3.516; // (1.875/L)^2 sqrt(B/lambda)
    double time = 2.0 / SLOWEST;
    bars_bar bar = {.count = c->segments,
                    .length = 1.0,
                    .EA = 1e8, // stretches by 1e-7
                    .EI = 1.0,
                    .GJ = c->GJ,
                    .mass_per_length = 1.0,
                    .diameter = 0.05,
                    .stretch_time = NAN,
                    .bend_time = time,
                    .twist_time = time};
    bars_held b = {.world = bars_world(c->own_weight ? c->load : 0.0)};
    rv_cable_node nodes[2] = {bars_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, c->along),
                              bars_free(c->along)};
    rv_cable_def def = bars_cable(&bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    bars_load load = {.force = rv_vec3_scale(c->down, c->own_weight ? 0.0 : c->load)};
    bars_run(&b, &load, time / c->steps_per_time, (int)(33.0 * c->steps_per_time));
    rv_vec3 end = bars_end(&b, 1);
    rv_world_destroy(b.world);
    return (elastica_tip){rv_vec3_dot(end, c->down), 1.0 - rv_vec3_dot(end, c->along)};
}

static void check_cases(validation* v, bool own_weight) {
    static const double DROP[2][CASES] = {{.301721, .493457, .713792, .810609},
                                          {.123471, .238507, .495905, .700200}};
    static const double SHORTENING[CASES] = {.056433, .160642, .387628, .554996};
    const char* what = own_weight ? "own weight w L^3/B" : "end load P L^2/B";
    for (int k = 0; k < CASES; k++) {
        cantilever_def c = level(50, LOADS[k], own_weight);
        elastica_tip found = cantilever(v, &c);
        char name[160];
        snprintf(name, sizeof name, "cantilever, N = 50, %s = %g: drop of the tip/L", what,
                 LOADS[k]);
        bars_check(v, name, "elastica", DROP[own_weight][k], found.drop, 1e-3);
        if (own_weight)
            continue;
        snprintf(name, sizeof name, "cantilever, N = 50, %s = %g: shortening/L", what, LOADS[k]);
        bars_check(v, name, "elastica", SHORTENING[k], found.shortening, 1e-3);
    }
}

// least squares in logarithms
static double slope_of(const double* x, const double* y, int count) {
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

static void check_order(validation* v, bool own_weight) {
    double length[CASES][REFINEMENTS], error[CASES][REFINEMENTS];
    char label[CASES][40], name[160];
    validation_series series[CASES];
    for (int k = 0; k < CASES; k++) {
        elastica_tip exact = elastica_find(LOADS[k], own_weight);
        for (int r = 0; r < REFINEMENTS; r++) {
            cantilever_def c = level(REFINED[r], LOADS[k], own_weight);
            elastica_tip found = cantilever(v, &c);
            length[k][r] = 1.0 / REFINED[r];
            error[k][r] = hypot(found.drop - exact.drop, found.shortening - exact.shortening);
        }
        snprintf(name, sizeof name, "cantilever, %s %g: order in the segment length, N = 10 to 80",
                 own_weight ? "own weight" : "end load", LOADS[k]);
        validation_check(v, name, "second order", 2.0, slope_of(length[k], error[k], REFINEMENTS),
                         0.1);
        snprintf(label[k], sizeof label[k], "%s = %g", own_weight ? "w L^3/B" : "P L^2/B",
                 LOADS[k]);
        series[k] = (validation_series){label[k], length[k], error[k], REFINEMENTS, .points = true};
    }
    validation_plot(v, &(validation_figure){.title = own_weight
                                                         ? "Cantilever under its own weight: error"
                                                         : "Cantilever with an end load: error",
                                            .x_label = "segment length/L",
                                            .y_label = "error of the tip/L",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = CASES});
}

// The same in a direction that no axis has, and without resistance to twist: what spins about
// itself then has little inertia, and asks for shorter steps.
static void check_turned(validation* v, double GJ, double steps_per_time) {
    cantilever_def c = level(20, 5.0, false);
    elastica_tip before = cantilever(v, &c);
    c.GJ = GJ;
    c.steps_per_time = steps_per_time;
    c.along = rv_vec3_normalize((rv_vec3){-0.3, 0.8, 0.5});
    c.down = rv_vec3_normalize(rv_vec3_cross(c.along, (rv_vec3){0.9, 0.1, -0.4}));
    elastica_tip after = cantilever(v, &c);
    char name[160];
    snprintf(name, sizeof name,
             "cantilever, N = 20, P L^2/B = 5, GJ/B = %g, turned in space: drop/L", GJ);
    validation_check(v, name, "the same as level", before.drop, after.drop, 1e-9);
}

void shapes_elastica(validation* v) {
    for (int own_weight = 0; own_weight < 2; own_weight++) {
        check_cases(v, own_weight);
        check_order(v, own_weight);
    }
    check_turned(v, 1.0, 6.0);
    check_turned(v, 0.0, 60.0);
}
