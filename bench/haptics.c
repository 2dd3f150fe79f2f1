// Haptic loops at 1 kHz while a world is stepped at 60 Hz in real time: see haptics.h. One serves a
// simulated hand that pushes a ball on a floor and slides along it. One does nothing, and one only
// counts for about as long as a tick of the hand takes, and touches no memory: what they wake late, and
// what interrupts them, is the machine's doing. A chain gives the world something to do.
#define _POSIX_C_SOURCE 200809L
#include "bench/haptics.h"

#include "validation/chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double BALL_RADIUS = 0.02; // [m]

typedef struct haptics {
    rv_device hand;
    rv_haptic_loop *served, *idle, *counting;
    double next; // when the next step is due [s]
} haptics;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// a ball that the hand leads, far from the chain; NULL: it could not be made
static rv_haptic* lay_ball(rv_world* world) {
    rv_shape_def shape = rv_shape_def_default();
    rv_body_def body = rv_body_def_default();
    rv_haptic_def def = rv_haptic_def_default();
    body.shapes = &shape;
    body.shape_count = 1;
    body.type = RV_BODY_STATIC;
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = (rv_vec3){1.0, 1.0, 0.5};
    body.pose.position = (rv_vec3){0.0, 100.0, -0.5};
    rv_body_create(world, &body);
    body.type = RV_BODY_KINEMATIC;
    shape.type = RV_SHAPE_SPHERE;
    shape.radius = BALL_RADIUS;
    body.pose.position.z = BALL_RADIUS;
    def.body = rv_body_create(world, &body);
    def.workspace.position = body.pose.position;
    return rv_haptic_handle(world, rv_haptic_create(world, &def));
}

// a chain of additions that nothing can shorten: 4 cycles each, 5 us at 3 GHz
static void count(void* context, const rv_haptic_input* input, double dt,
                  rv_device_output* output) {
    enum { ADDITIONS = 3750 };
    (void)context, (void)input;
    double sum = dt;
    for (int i = 0; i < ADDITIONS; i++)
        sum += dt;
    output->force.x = sum > 0.0 ? 0.0 : 1.0;
}

static bool start_loops(haptics* s, rv_haptic* ball) {
    const rv_device_key keys[] = {{0.0, {{-0.05, 0, -0.005}, {1, 0, 0, 0}}},
                                  {1.0, {{0.05, 0, -0.01}, {1, 0, 0, 0}}},
                                  {2.0, {{-0.05, 0, -0.005}, {1, 0, 0, 0}}}};
    rv_device_hand hand = rv_device_hand_default();
    hand.target = (rv_device_script){keys, 3, RV_DEVICE_LOOP};
    if (ball == NULL || !rv_device_simulated_hand(&s->hand, &hand, NULL, 0))
        return false;
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    s->idle = rv_haptic_loop_start(&def, NULL, 0);
    def.tick = count;
    s->counting = rv_haptic_loop_start(&def, NULL, 0);
    def.tick = NULL;
    def.device = &s->hand;
    def.haptic = ball;
    s->served = rv_haptic_loop_start(&def, NULL, 0);
    return s->idle != NULL && s->counting != NULL && s->served != NULL;
}

bool haptic_loop(bench_context* context) {
    rv_world_def world_def = bench_world_def(context);
    haptics* s = calloc(1, sizeof *s);
    context->extra = s;
    context->world = rv_world_create(&world_def, NULL, 0);
    if (s == NULL || context->world == NULL)
        return false;
    chain c;
    chain_def def = {.kind = CHAIN_BALLS,
                     .count = 100,
                     .link_length = 0.1,
                     .link_mass = 1.0,
                     .load_ratio = 1e5,
                     .direction = {0.6, 0.0, -0.8}};
    bool hangs = chain_create(context->world, &def, &c);
    chain_free(&c);
    s->next = now();
    return hangs && start_loops(s, lay_ball(context->world));
}

void haptic_loop_step(bench_context* context) {
    haptics* s = context->extra;
    rv_world_step(context->world, context->h);
    s->next = fmax(s->next + context->h, now());
    struct timespec due = {(time_t)s->next, (long)(1e9 * (s->next - floor(s->next)))};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
}

static int tell(const rv_haptic_loop* loop, rv_haptic_timing timing, const char* name, char* buffer,
                size_t bytes) {
    static const double shares[4] = {0.5, 0.99, 0.9999, 1.0};
    double us[4];
    for (int i = 0; i < 4; i++)
        us[i] = 1e6 * rv_haptic_loop_quantile(loop, timing, shares[i]);
    return snprintf(buffer, bytes, " %s %.1f/%.1f/%.1f/%.1f", name, us[0], us[1], us[2], us[3]);
}

void haptic_loop_note(const bench_context* context, char* buffer, size_t bytes) {
    const haptics* s = context->extra;
    const rv_haptic_loop* loops[3] = {s->served, s->counting, s->idle};
    static const char* const names[3] = {"", "; counting as long", "; no-op"};
    size_t at = (size_t)snprintf(buffer, bytes, "us p50/p99/p99.99/max:");
    for (int i = 0; i < 3; i++) {
        rv_haptic_loop_report report = rv_haptic_loop_get_report(loops[i]);
        at += i == 0 ? (size_t)snprintf(buffer + at, bytes - at, " hand (%.1f N)",
                                        report.output.force.z)
                     : (size_t)snprintf(buffer + at, bytes - at, "%s", names[i]);
        at += (size_t)tell(loops[i], RV_HAPTIC_TIMING_WAKE, "wake", buffer + at, bytes - at);
        at += (size_t)tell(loops[i], RV_HAPTIC_TIMING_JITTER, "jitter", buffer + at, bytes - at);
        at += (size_t)tell(loops[i], RV_HAPTIC_TIMING_CPU, "cpu", buffer + at, bytes - at);
        at += (size_t)snprintf(buffer + at, bytes - at, ", %llu of %llu missed%s",
                               (unsigned long long)report.missed,
                               (unsigned long long)(report.ticks + report.missed),
                               report.real_time ? "" : ", no real-time priority");
        at += (size_t)snprintf(buffer + at, bytes - at, "%s",
                               report.memory_locked ? "" : ", memory not locked");
    }
}

void haptic_loop_destroy(bench_context* context) {
    haptics* s = context->extra;
    if (s != NULL) {
        rv_haptic_loop_stop(s->served);
        rv_haptic_loop_stop(s->counting);
        rv_haptic_loop_stop(s->idle);
        rv_device_free(&s->hand);
    }
    rv_world_destroy(context->world);
    free(s);
}
