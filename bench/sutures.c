// Scenarios of `reeve bench` about a suture of polypropylene: 10 cm long, 0.2 mm in radius, 750 MPa, 100 edges
// of 0.14 mg, one end clamped, the other in a hand, at 1 kHz. A hand feels every step, so each is timed.
#include "bench/sutures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double STEP = 1e-3, LENGTH = 0.1, RADIUS = 2e-4;

typedef struct suture {
    rv_cable_id thread;
    double start; // where its end was [m]
    long steps;
    double force, jump; // what the hand felt last, and its largest change in a step [N]
} suture;

static rv_cable_def thread_def(const rv_cable_node nodes[2], rv_knot knot) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.length = LENGTH;
    def.diameter = 2.0 * RADIUS;
    def.material =
        (rv_material){.density = 1100.0, .young = 750e6, .poisson = 0.4, .friction = 0.2};
    def.segments.count = 100;
    def.segments.knot = knot;
    def.segments.bend_damping = 1e-9;
    return def;
}

static bool begin(bench_context* context) {
    rv_world_def world_def = bench_world_def(context);
    context->extra = calloc(1, sizeof(suture));
    context->h = STEP;
    context->world = rv_world_create(&world_def, NULL, 0);
    return context->extra != NULL && context->world != NULL;
}

static bool make(bench_context* context, rv_knot knot, double reach) {
    if (!begin(context))
        return false;
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].clamped = true;
    nodes[0].axis = (rv_vec3){1.0, 0.0, 0.0};
    nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = (rv_vec3){reach, 0.0, 0.0};
    rv_cable_def def = thread_def(nodes, knot);
    suture* s = context->extra;
    s->start = reach;
    s->thread = rv_cable_create(context->world, &def);
    return rv_cable_is_valid(context->world, s->thread);
}

static void step_with(const bench_context* context, rv_vec3 to, rv_vec3 velocity) {
    suture* s = context->extra;
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = rv_cable_length(context->world, s->thread);
    grip.target = to;
    grip.velocity = velocity;
    grip.stiffness = 200.0;
    grip.damping = 0.05;
    rv_cable_hold(context->world, s->thread, 0, &grip);
    rv_world_step(context->world, STEP);
    double force = rv_vec3_length(rv_cable_grip_force(context->world, s->thread, 0));
    // what it takes to be caught is no jump
    if (s->steps > 100)
        s->jump = fmax(s->jump, fabs(force - s->force));
    s->force = force;
    s->steps++;
}

bool suture_led(bench_context* context) {
    return make(context, RV_KNOT_NONE, LENGTH);
}

// once round in a second, up to 5 mm from where it is straight
void suture_led_step(bench_context* context) {
    const suture* s = context->extra;
    double w = 2.0 * RV_PI, t = w * STEP * (double)s->steps, r = 0.02;
    rv_vec3 to = {0.07 + 0.5 * r * cos(t), r * sin(t), -r + r * cos(t)};
    step_with(context, to, (rv_vec3){-0.5 * r * w * sin(t), r * w * cos(t), -r * w * sin(t)});
}

bool suture_tied(bench_context* context) {
    return make(context, RV_KNOT_OVERHAND, 0.06);
}

// to 0.5 N in 1.5 s, then to and fro by as much as makes 0.2 N of it
void suture_tied_step(bench_context* context) {
    enum { DRAWN = 1500, PERIOD = 1000 };
    static const double WAY = 0.0285, SWAY = 0.0015;
    const suture* s = context->extra;
    double share = s->steps < DRAWN ? (double)s->steps / DRAWN : 1.0;
    double t = 2.0 * RV_PI * (double)(s->steps - DRAWN) / PERIOD, rate = WAY / (DRAWN * STEP);
    double back = share < 1.0 ? 0.0 : 0.5 * SWAY * (1.0 - cos(t));
    if (share == 1.0)
        rate = -0.5 * SWAY * sin(t) * 2.0 * RV_PI / (PERIOD * STEP);
    step_with(context, (rv_vec3){s->start + WAY * share - back, 0.0, 0.0},
              (rv_vec3){rate, 0.0, 0.0});
}

// up and down by 4 mm through holes 16 mm apart; its first end is free, with a knot
bool suture_sewn(bench_context* context) {
    enum { HOLES = 5 };
    rv_vec3 shape[HOLES + 2];
    for (int i = 0; i < HOLES + 2; i++)
        shape[i] = (rv_vec3){0.016 * i, 0.0, i % 2 == 0 ? -0.002 : 0.002};
    if (!begin(context))
        return false;
    suture* s = context->extra;
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[0].type = nodes[1].type = RV_CABLE_FREE;
    nodes[0].point = shape[0];
    nodes[1].point = shape[HOLES + 1];
    rv_cable_def def = thread_def(nodes, RV_KNOT_NONE);
    def.length = NAN;
    def.segments.shape = shape;
    def.segments.shape_count = HOLES + 2;
    s->thread = rv_cable_create(context->world, &def);
    s->start = shape[HOLES + 1].x;
    bool made = s->thread.slot != 0;
    for (int i = 0; i < HOLES && made; i++) {
        rv_suture_def hole = rv_suture_def_default();
        hole.cable = s->thread;
        hole.point = shape[i + 1];
        hole.friction = 0.2;
        hole.stopped[0] = true;
        made = rv_suture_create(context->world, &hole).slot != 0;
    }
    return made;
}

// at 5 mm/s for a second, and back as far
void suture_sewn_step(bench_context* context) {
    enum { PERIOD = 2000 };
    const suture* s = context->extra;
    long phase = s->steps % PERIOD;
    double rate = phase < PERIOD / 2 ? 0.005 : -0.005;
    double way = 0.005 * STEP * (double)(phase < PERIOD / 2 ? phase : PERIOD - phase);
    step_with(context, (rv_vec3){s->start + way, 0.0, 0.002}, (rv_vec3){rate, 0.0, 0.0});
}

void suture_note(const bench_context* context, char* buffer, size_t bytes) {
    const suture* s = context->extra;
    snprintf(buffer, bytes, "the hand feels %.3f N, and never more than %.4f N from step to step",
             s->force, s->jump);
}

void suture_destroy(bench_context* context) {
    rv_world_destroy(context->world);
    free(context->extra);
}
