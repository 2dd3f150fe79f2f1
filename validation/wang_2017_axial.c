// Suite "wang_2017", figures 8 and 9: a thread of 1 m and 10 g, pinned at one end, with a force F = 0.1 N
// across at the other, at rest. With half of an edge's weight at each of its vertices, the axial force in
// the middle of an edge is that of the catenary, exactly:
//   T(s) = sqrt(F^2 + (w (L - s))^2)
// and the shape is second order in the edge. The load is a grain that takes up the waves that come to it:
// it is damped with sqrt(T lambda). Those from edge to edge, which do not travel, are damped as bends.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { ORDERS = 4 };
static const double LENGTH = 1.0, DENSITY = 0.01, FORCE = 0.1, GRAIN = 1e-6;

static void pull_to_rest(validation* v, int edges, double EI, wang_line* line) {
    rv_world* world = wang_world(WANG_G);
    rv_body_id grain = wang_grain(world, GRAIN, sqrt(FORCE * DENSITY), (rv_vec3){LENGTH, 0.0, 0.0});
    rv_cable_node nodes[2] = {wang_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              wang_pinned(grain, (rv_vec3){0.0, 0.0, 0.0})};
    rv_cable_def def = wang_rod(nodes, edges, EI);
    def.segments.bend_damping = 2e-6;
    rv_cable_id cable = wang_add(v, world, &def);
    for (int n = 0; n < 20000; n++) {
        rv_body_apply_force_at_center(world, grain, (rv_vec3){FORCE, 0.0, GRAIN * WANG_G});
        rv_world_step(world, 2e-3);
    }
    wang_read(world, cable, line);
    rv_world_destroy(world);
}

static double axial(double s) {
    return hypot(FORCE, DENSITY * WANG_G * (LENGTH - s));
}

// of the free end from the pinned one: x = (F/w) asinh(w L/F), z = (F - T(0))/w
static double shape_error(const wang_line* line) {
    double w = DENSITY * WANG_G;
    rv_vec3 end = line->at[line->count - 1];
    return hypot(end.x - FORCE / w * asinh(w * LENGTH / FORCE), end.z - (FORCE - axial(0.0)) / w);
}

static double axial_error(const wang_line* line) {
    int edges = line->count - 1;
    double worst = 0.0;
    for (int j = 0; j < edges; j++)
        worst = fmax(worst, fabs(line->tension[j] - axial((j + 0.5) * LENGTH / edges)));
    return worst;
}

static void plot(validation* v, const wang_line* line) {
    double s[WANG_POINTS_MAX], T[WANG_POINTS_MAX], catenary[WANG_POINTS_MAX];
    int edges = line->count - 1;
    for (int j = 0; j < edges; j++) {
        s[j] = (j + 0.5) * LENGTH / edges;
        T[j] = line->tension[j];
        catenary[j] = axial(s[j]);
    }
    validation_series series[] = {{"catenary", s, catenary, edges, .points = false},
                                  {"thread", s, T, edges, .points = true}};
    validation_plot(v, &(validation_figure){.title = "Axial force along a thread (figure 9)",
                                            .x_label = "s [m]",
                                            .y_label = "T [N]",
                                            .series = series,
                                            .series_count = 2});
}

void wang_axial(validation* v) {
    double edge[ORDERS], off[ORDERS];
    char name[120];
    wang_line line;
    for (int k = 0; k < ORDERS; k++) {
        int edges = 10 << k;
        pull_to_rest(v, edges, 0.0, &line);
        edge[k] = LENGTH / edges;
        off[k] = shape_error(&line);
        snprintf(name, sizeof name, "thread at rest, N = %d: axial force off by, of 0.1 N", edges);
        validation_at_most(v, name, "catenary, in the middles of edges", 1e-9,
                           axial_error(&line) / FORCE);
        if (edges == 20)
            plot(v, &line);
    }
    validation_check(v, "thread at rest, N = 10 to 80: order of the end's place in the edge",
                     "second order", 2.0, wang_slope(edge, off, ORDERS), 0.05);
    pull_to_rest(v, 20, 1e-5, &line);
    validation_at_most(v, "thread at rest, N = 20, EI = 1e-5 N m^2: axial force off by [N]",
                       "catenary; independent check 8e-7", 2e-6, axial_error(&line));
}
