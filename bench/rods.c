// Scenarios of `reeve bench` about threads: one metre, 10 g, as stiff in twist as in bending, that cannot
// stretch, at the rate of a hand that feels it. It touches nothing, so that the time is that of the
// implicit step alone.
#include "bench/rods.h"

#include <math.h>

enum { TWISTED_VERTICES = 101 };
static const double STIFFNESS = 1e-3, MASS_PER_LENGTH = 0.01, STEP = 1e-3;

static rv_cable_def thread_def(rv_cable_node nodes[2], int segments) {
    nodes[0] = nodes[1] = rv_cable_node_default();
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = 0.002;
    def.mass_per_length = MASS_PER_LENGTH;
    def.EA = INFINITY;
    def.GJ = def.segments.EI = STIFFNESS;
    def.segments.count = segments;
    def.segments.group = def.segments.mask = 0;
    return def;
}

static void start(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    context->h = STEP;
    context->world = rv_world_create(&def, NULL, 0);
}

// hangs from its first end, let go 30 degrees off the vertical
bool rod_swing(bench_context* context) {
    start(context);
    rv_cable_node nodes[2];
    rv_cable_def def = thread_def(nodes, (int)context->size);
    nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = (rv_vec3){0.5, 0.0, -sqrt(0.75)};
    return rv_cable_create(context->world, &def).slot != 0;
}

// an arc between two clamps, twisted by one turn, which throws it out of its plane
bool rod_twisted(bench_context* context) {
    start(context);
    rv_cable_node nodes[2];
    rv_cable_def def = thread_def(nodes, TWISTED_VERTICES - 1);
    rv_vec3 arc[TWISTED_VERTICES];
    for (int i = 0; i < TWISTED_VERTICES; i++) {
        double s = (double)i / (TWISTED_VERTICES - 1);
        arc[i] = (rv_vec3){0.8 * s, 0.0, 0.3 * sin(RV_PI * s) * sin(RV_PI * s)};
    }
    for (int end = 0; end < 2; end++) {
        nodes[end].point = arc[end * (TWISTED_VERTICES - 1)];
        nodes[end].axis = (rv_vec3){1.0, 0.0, 0.0};
        nodes[end].clamped = true;
    }
    def.segments.shape = arc;
    def.segments.shape_count = TWISTED_VERTICES;
    def.twist = 2.0 * RV_PI;
    return rv_cable_create(context->world, &def).slot != 0;
}

// 100 kg swing on it
bool rod_loaded(bench_context* context) {
    start(context);
    rv_cable_node nodes[2];
    rv_cable_def def = thread_def(nodes, 100);
    rv_body_def load = rv_body_def_default();
    load.mass = 100.0;
    load.inertia = rv_mat3_diagonal(0.01, 0.01, 0.01);
    load.pose.position = (rv_vec3){0.5, 0.0, -sqrt(0.75)};
    nodes[1].body = rv_body_create(context->world, &load);
    return rv_cable_create(context->world, &def).slot != 0;
}
