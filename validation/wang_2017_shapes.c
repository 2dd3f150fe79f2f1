// Suite "wang_2017", cantilevers bent far by an end load P that stays upright and by their own weight w,
// in the units L = B = lambda = 1, against the elastica
//   theta'' = -alpha cos(theta),        theta(0) = 0, theta'(1) = 0,  alpha = P L^2/B
//   theta'' = -beta (1 - s) cos(theta), beta = w L^3/B
// What bends begins in the middle of the clamped edge, which makes the tip second order in the edge.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { LOADS = 5, WEIGHTS = 4, ORDERS = 4 };
static const double LOAD[LOADS] = {0.5, 1.0, 2.0, 5.0, 10.0};
static const double DROP[LOADS] = {.162144, .301721, .493457, .713792, .810609};
static const double SHORTENING[LOADS] = {.015919, .056433, .160642, .387628, .554996};
static const double WEIGHT[WEIGHTS] = {1.0, 2.0, 5.0, 10.0};
static const double WEIGHT_DROP[WEIGHTS] = {.123471, .238507, .495905, .700200};

typedef struct tip {
    double drop, shortening;
} tip;

// at rest; the damping is that of the slowest mode, 2/3.516
static tip cantilever(validation* v, int edges, double load, bool own_weight) {
    enum { STEPS_PER_TIME = 6, SETTLES = 40 };
    const double time = 2.0 / 3.516, grain_mass = 1e-6;
    rv_world* world = wang_world(own_weight ? load : 0.0);
    rv_body_id grain = {0};
    const rv_vec3 end = {1.0, 0.0, 0.0};
    if (!own_weight)
        grain = wang_grain(world, grain_mass, 0.0, end);
    rv_cable_node nodes[2] = {wang_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, end),
                              own_weight ? wang_free(end)
                                         : wang_pinned(grain, (rv_vec3){0.0, 0.0, 0.0})};
    rv_cable_def def = wang_rod(nodes, edges, 1.0);
    def.mass_per_length = 1.0;
    def.segments.bend_damping = time;
    rv_cable_id cable = wang_add(v, world, &def);
    for (int n = 0; n < SETTLES * STEPS_PER_TIME; n++) {
        if (!own_weight)
            rv_body_apply_force_at_center(world, grain, (rv_vec3){0.0, 0.0, -load});
        rv_world_step(world, time / STEPS_PER_TIME);
    }
    wang_line line;
    wang_read(world, cable, &line);
    rv_world_destroy(world);
    rv_vec3 at = line.at[line.count - 1];
    return (tip){-at.z, 1.0 - at.x};
}

static void check_loads(validation* v) {
    char name[120];
    for (int k = 0; k < LOADS; k++) {
        tip found = cantilever(v, 50, LOAD[k], false);
        snprintf(name, sizeof name, "cantilever, N = 50, P L^2/B = %g: drop of the tip/L", LOAD[k]);
        wang_check(v, name, "elastica", DROP[k], found.drop, 1e-3);
        snprintf(name, sizeof name, "cantilever, N = 50, P L^2/B = %g: shortening/L", LOAD[k]);
        wang_check(v, name, "elastica", SHORTENING[k], found.shortening, 1e-3);
    }
    for (int k = 0; k < WEIGHTS; k++) {
        tip found = cantilever(v, 50, WEIGHT[k], true);
        snprintf(name, sizeof name, "cantilever, N = 50, w L^3/B = %g: drop of the tip/L",
                 WEIGHT[k]);
        wang_check(v, name, "elastica", WEIGHT_DROP[k], found.drop, 1e-3);
    }
}

static void check_order(validation* v) {
    double edge[ORDERS], off[2][ORDERS];
    for (int k = 0; k < ORDERS; k++) {
        int edges = 10 << k;
        edge[k] = 1.0 / edges;
        tip loaded = cantilever(v, edges, LOAD[4], false);
        off[0][k] = hypot(loaded.drop - DROP[4], loaded.shortening - SHORTENING[4]);
        off[1][k] = fabs(cantilever(v, edges, WEIGHT[3], true).drop - WEIGHT_DROP[3]);
    }
    validation_check(v, "cantilever, P L^2/B = 10, N = 10 to 80: order of the tip in the edge",
                     "second order", 2.0, wang_slope(edge, off[0], ORDERS), 0.1);
    validation_check(v, "cantilever, w L^3/B = 10, N = 10 to 80: order of the tip in the edge",
                     "second order", 2.0, wang_slope(edge, off[1], ORDERS), 0.15);
    validation_series series[] = {{"end load 10", edge, off[0], ORDERS, .points = true},
                                  {"own weight 10", edge, off[1], ORDERS, .points = true}};
    validation_plot(v, &(validation_figure){.title = "Cantilevers: second order in the edge",
                                            .x_label = "edge/L",
                                            .y_label = "error of the tip/L",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 2});
}

void wang_shapes(validation* v) {
    check_loads(v);
    check_order(v);
}
