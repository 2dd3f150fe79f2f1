// Scenarios of `reeve bench` about threads that touch themselves all along, in steps of 1 ms: a loop of 1 m
// and 10 g (Wang et al. 2017, figure 17) between two clamps side by side, which has been wound up by 25
// turns; and plies, long ones too.
#include "bench/coils.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { EDGES = 100, SHAPE_POINTS = 401, TURNS = 25 };
static const double DIAMETER = 0.006, MASS_PER_LENGTH = 0.01, EI = 2.5e-4, GJ = 1e-3;
static const double STEP = 1e-3, GAP = 0.02, LENGTH = 1.0;
static const double WINDING_SPEED = 20.0 * RV_PI, TURNING_SPEED = 2.0 * RV_PI; // [rad/s]

static rv_cable_def thread_def(rv_cable_node nodes[2], int edges) {
    nodes[0] = nodes[1] = rv_cable_node_default();
    nodes[0].clamped = nodes[1].clamped = true;
    nodes[0].axis = (rv_vec3){0.0, 0.0, -1.0};
    nodes[1].axis = (rv_vec3){0.0, 0.0, 1.0};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = DIAMETER;
    def.mass_per_length = MASS_PER_LENGTH;
    def.material.friction = 0.1;
    def.EA = INFINITY;
    def.GJ = GJ;
    def.segments.EI = EI;
    def.segments.count = edges;
    def.segments.drag.across = 1.2;
    def.segments.drag.density = 50.0;
    return def;
}

// --- plectoneme ---

typedef struct winding {
    rv_body_id chuck;
    rv_cable_id thread;
    int steps;
} winding;

// down, half round, and up again
static rv_vec3 loop_point(double s) {
    double r = 0.5 * GAP, leg = 0.5 * (LENGTH - RV_PI * r), angle = (s - leg) / r;
    if (s < leg)
        return (rv_vec3){0.0, 0.0, -s};
    if (s > LENGTH - leg)
        return (rv_vec3){GAP, 0.0, s - LENGTH};
    return (rv_vec3){r - r * cos(angle), 0.0, -leg - r * sin(angle)};
}

static bool add_loop(bench_context* context, winding* w) {
    const plectoneme_def* d = context->def;
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_KINEMATIC;
    body.pose.position = loop_point(LENGTH);
    w->chuck = rv_body_create(context->world, &body);
    rv_vec3 shape[SHAPE_POINTS];
    for (int i = 0; i < SHAPE_POINTS; i++)
        shape[i] = loop_point(LENGTH * i / (SHAPE_POINTS - 1));
    rv_cable_node nodes[2];
    rv_cable_def def = thread_def(nodes, EDGES);
    nodes[1].body = w->chuck;
    def.segments.shape = shape;
    def.segments.shape_count = SHAPE_POINTS;
    def.rod.integrator = d->integrator;
    if (d->integrator != RV_CABLE_ROD_IMPLICIT) {
        def.rod.contact = RV_CABLE_ROD_PENALTY;
        def.rod.contact_stiffness = 1e3;
    }
    w->thread = rv_cable_create(context->world, &def);
    return rv_cable_is_valid(context->world, w->thread);
}

static void turn(const bench_context* context, double speed) {
    const winding* w = context->extra;
    rv_body_set_angular_velocity(context->world, w->chuck, (rv_vec3){0.0, 0.0, speed});
    rv_world_step(context->world, STEP);
}

bool plectoneme(bench_context* context) {
    rv_world_def world_def = bench_world_def(context);
    winding* w = context->extra = calloc(1, sizeof *w);
    context->h = STEP;
    context->world = rv_world_create(&world_def, NULL, 0);
    if (w == NULL || context->world == NULL || !add_loop(context, w))
        return false;
    int steps = (int)(TURNS * 2.0 * RV_PI / (WINDING_SPEED * STEP));
    for (int n = 0; n < steps; n++)
        turn(context, WINDING_SPEED);
    return true;
}

void plectoneme_step(bench_context* context) {
    enum { STEPS_PER_TURN = 1000 };
    winding* w = context->extra;
    bool back = w->steps++ / STEPS_PER_TURN % 2 == 0;
    turn(context, back ? -TURNING_SPEED : TURNING_SPEED);
}

void plectoneme_note(const bench_context* context, char* buffer, size_t bytes) {
    const winding* w = context->extra;
    double twist = fabs(rv_cable_twist(context->world, w->thread)) / (2.0 * RV_PI);
    snprintf(buffer, bytes, "%.1f of the last %d to %d turns are twist, the others coils", twist,
             TURNS - 1, TURNS);
}

void plectoneme_destroy(bench_context* context) {
    rv_world_destroy(context->world);
    free(context->extra);
}

// --- plies ---

// Corner i of a ply that touches itself along all of its strands: down about the axis, by 45 degrees an
// edge, through a loop of four edges, and up on the other side. The middles of edges are what touches:
// corners stand R = d/(2 cos(22.5 degrees)) from the axis, and edges of opposite strands d apart.
static rv_vec3 ply_corner(int i, int edges) {
    enum { LOOP = 4 };
    const double turn = 0.25 * RV_PI, edge = LENGTH / EDGES, outwards = .5;
    double R = 0.5 * DIAMETER / cos(0.5 * turn), chord = 2.0 * R * sin(0.5 * turn);
    double step = sqrt(edge * edge - chord * chord);
    int levels = (edges - LOOP) / 2, level = i <= levels         ? i
                                             : i < levels + LOOP ? levels
                                                                 : edges - i;
    double side = i <= levels ? R : -R, z = -step * level, angle = turn * level;
    if (i > levels && i < levels + LOOP) {
        double wide = R + edge * sin(outwards), low = edge * cos(outwards);
        bool lowest = i == levels + LOOP / 2;
        side = lowest ? 0.0 : i == levels + 1 ? wide : -wide;
        z -= lowest ? low + sqrt(edge * edge - wide * wide) : low;
    }
    return (rv_vec3){side * cos(angle), side * sin(angle), z};
}

// settled: at first all of its strands are loaded at once
bool ply(bench_context* context) {
    enum { SETTLES = 200 };
    int edges = (int)context->size;
    rv_world_def world_def = bench_world_def(context);
    context->h = STEP;
    context->world = rv_world_create(&world_def, NULL, 0);
    rv_vec3* shape = malloc((size_t)(edges + 1) * sizeof *shape);
    bool made = shape != NULL && context->world != NULL;
    for (int i = 0; made && i <= edges; i++)
        shape[i] = ply_corner(i, edges);
    rv_cable_node nodes[2];
    rv_cable_def def = thread_def(nodes, edges);
    def.segments.shape = shape;
    def.segments.shape_count = edges + 1;
    if (made) {
        nodes[0].point = shape[0];
        nodes[1].point = shape[edges];
        nodes[0].clamped = nodes[1].clamped = false;
        made = rv_cable_is_valid(context->world, rv_cable_create(context->world, &def));
    }
    free(shape);
    for (int n = 0; made && n < SETTLES; n++)
        rv_world_step(context->world, STEP);
    return made;
}

void ply_note(const bench_context* context, char* buffer, size_t bytes) {
    rv_report report = rv_world_report(context->world);
    snprintf(buffer, bytes, "factored %d times in %d substeps of the last step",
             report.factorisations, report.substeps);
}

// --- two threads ---

// corner i of one of two strands, side 1 or -1, as in a ply
static rv_vec3 laid_corner(int i, double side) {
    const double turn = 0.25 * RV_PI, edge = LENGTH / EDGES;
    double R = 0.5 * DIAMETER / cos(0.5 * turn), chord = 2.0 * R * sin(0.5 * turn);
    double angle = turn * i, z = -sqrt(edge * edge - chord * chord) * i;
    return (rv_vec3){side * R * cos(angle), side * R * sin(angle), z};
}

bool laid_pair(bench_context* context) {
    enum { SETTLES = 200 };
    rv_world_def world_def = bench_world_def(context);
    context->h = STEP;
    context->world = rv_world_create(&world_def, NULL, 0);
    bool made = context->world != NULL;
    for (int k = 0; made && k < 2; k++) {
        rv_vec3 shape[EDGES + 1];
        for (int i = 0; i <= EDGES; i++)
            shape[i] = laid_corner(i, k == 0 ? 1.0 : -1.0);
        rv_cable_node nodes[2];
        rv_cable_def def = thread_def(nodes, EDGES);
        def.segments.shape = shape;
        def.segments.shape_count = EDGES + 1;
        nodes[0].point = shape[0];
        nodes[1].point = shape[EDGES];
        nodes[0].clamped = nodes[1].clamped = false;
        made = rv_cable_is_valid(context->world, rv_cable_create(context->world, &def));
    }
    for (int n = 0; made && n < SETTLES; n++)
        rv_world_step(context->world, STEP);
    return made;
}
