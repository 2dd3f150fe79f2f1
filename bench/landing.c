// Scenarios of `reeve bench` whose steps are as different as they can be: cables of segments that fall
// on the ground, over the edge of a box, or in a coil onto themselves, again and again. What counts
// is the worst step, and how well contacts are solved in it.
#include "bench/landing.h"

#include "bench/segments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STEPS = 120, ROD = 15, CABLE = 60, TIMES_MAX = 1 << 16 };

typedef struct fall {
    void* start; // snapshot
    size_t bytes;
    long steps;
    double* times;   // of steps [s]
    double residual; // largest of contacts
} fall;

static double seconds_now(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool add_rod(rv_world* world) {
    rv_cable_node nodes[2];
    rv_cable_def def = segments_def(nodes, ROD);
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[0].point = (rv_vec3){0.0, 0.0, 0.5};
    nodes[1].point = (rv_vec3){2.0, 0.0, 1.0};
    def.diameter = 0.01;
    def.material.young = 2e11;
    return rv_cable_create(world, &def).slot != 0;
}

// 60 segments along a shape
static bool add_shaped(rv_world* world, const rv_vec3* shape) {
    rv_cable_node nodes[2];
    rv_cable_def def = segments_def(nodes, CABLE);
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[0].point = shape[0];
    nodes[1].point = shape[CABLE];
    def.segments.EI = def.GJ = 1.0;
    def.segments.shape = shape;
    def.segments.shape_count = CABLE + 1;
    return rv_cable_create(world, &def).slot != 0;
}

// in a wave, one end higher
static bool add_cable(rv_world* world) {
    rv_vec3 shape[CABLE + 1];
    for (int i = 0; i <= CABLE; i++)
        shape[i] = (rv_vec3){0.08 * i, 2.0 + 0.15 * sin(0.4 * i), 0.3 + 0.01 * i};
    return add_shaped(world, shape);
}

static bool add_rod_and_cable(rv_world* world) {
    return add_rod(world) && add_cable(world);
}

// 3 m, of which 0.8 m hang over
static bool add_over_edge(rv_world* world) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = (rv_vec3){1.0, 1.0, 0.5};
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_STATIC;
    body.shapes = &box;
    body.shape_count = 1;
    body.pose.position.z = 0.5;
    rv_body_create(world, &body);
    rv_vec3 shape[CABLE + 1];
    for (int i = 0; i <= CABLE; i++)
        shape[i] = (rv_vec3){-1.2 + 0.05 * i, 0.0, 1.06};
    return add_shaped(world, shape);
}

// a helix of 6 m with a radius of 0.25 m
static bool add_coil(rv_world* world) {
    rv_vec3 shape[CABLE + 1];
    for (int i = 0; i <= CABLE; i++) {
        double turn = 0.4 * i;
        shape[i] = (rv_vec3){0.25 * cos(turn), 0.25 * sin(turn), 0.05 + 0.003 * turn};
    }
    return add_shaped(world, shape);
}

static bool add_fallen(rv_world* world, landing_kind kind) {
    switch (kind) {
    case LANDING_EDGE:
        return add_over_edge(world);
    case LANDING_COIL:
        return add_coil(world);
    default:
        return add_rod_and_cable(world);
    }
}

bool landing(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    fall* f = calloc(1, sizeof *f);
    context->h = 1.0 / 60.0;
    context->world = rv_world_create(&def, NULL, 0);
    context->extra = f;
    if (f == NULL || context->world == NULL)
        return false;
    segments_ground(context->world);
    const landing_def* what = context->def;
    if (!add_fallen(context->world, what->kind))
        return false;
    f->bytes = rv_world_snapshot_bytes(context->world);
    f->start = malloc(f->bytes);
    f->times = malloc(TIMES_MAX * sizeof *f->times);
    return f->start != NULL && f->times != NULL
           && rv_world_save(context->world, f->start, f->bytes);
}

void landing_step(bench_context* context) {
    fall* f = context->extra;
    if (f->steps > 0 && f->steps % STEPS == 0)
        rv_world_restore(context->world, f->start, f->bytes);
    double start = seconds_now();
    rv_world_step(context->world, context->h);
    f->times[f->steps++ % TIMES_MAX] = seconds_now() - start;
    f->residual = fmax(f->residual, rv_world_report(context->world).contact_residual);
}

static int shorter_first(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

void landing_note(const bench_context* context, char* buffer, size_t bytes) {
    const fall* f = context->extra;
    size_t count = (size_t)(f->steps < TIMES_MAX ? f->steps : TIMES_MAX);
    qsort(f->times, count, sizeof *f->times, shorter_first);
    snprintf(buffer, bytes, "median step %.2f ms, worst %.1f ms, contact residual up to %.1e",
             1e3 * f->times[count / 2], 1e3 * f->times[count - 1], f->residual);
}

void landing_destroy(bench_context* context) {
    fall* f = context->extra;
    if (f != NULL) {
        free(f->start);
        free(f->times);
    }
    free(f);
    rv_world_destroy(context->world);
}
