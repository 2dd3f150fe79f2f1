// What a viewer costs: see serving.h. A frame is made of every step, as at 60 steps and frames per
// second, and three clients on threads of their own read and acknowledge them. Times are the CPU
// time of the stepping thread alone: of the steps, and of rv_viewer_update() beside them in the
// same run. What the other threads use is theirs.
#define _POSIX_C_SOURCE 200809L
#include "bench/serving.h"

#include "bench/view_client.h"
#include "reeve/viewer.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

enum { PENDULUMS = 1000, PAGES = 3 };
static const double FRAMES_PER_SECOND = 240.0; // the most there is: every step of this world

typedef struct page {
    view_client client;
    pthread_t thread;
    bool runs;
    atomic_bool stops;
    atomic_long frames;
} page;

typedef struct serving {
    rv_viewer* viewer;
    page pages[PAGES];
    double step_seconds, update_seconds; // CPU time
    long steps;
} serving;

static double thread_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void* watch(void* argument) {
    page* p = argument;
    while (!atomic_load(&p->stops) && !p->client.ended) {
        websocket_frame frame = view_client_frame(&p->client, 0.1);
        if (frame.opcode != WEBSOCKET_BINARY || frame.bytes < 8)
            continue;
        uint32_t number;
        memcpy(&number, frame.payload + 4, sizeof number);
        rv_request ack = {.kind = RV_REQUEST_ACK, .index = number};
        view_client_ask(&p->client, ack);
        atomic_fetch_add(&p->frames, 1);
    }
    return NULL;
}

// --- the world ----------------------------------------------------------------------------------

static bool hang_pendulum(rv_world* world, int index) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CAPSULE;
    shape.radius = 0.05;
    shape.half_length = 0.4;
    rv_body_id above = {0, 0, 0};
    rv_vec3 hook = {(index % 40) * 0.5, (index / 40) * 2.5, 0.0};
    // calm: violent ones are stepped several times, which would hide the viewer's cost
    const rv_vec3 along = {0.28, 0.0, -0.96};
    for (int i = 0; i < 2; i++) {
        rv_body_def def = rv_body_def_default();
        def.shapes = &shape;
        def.shape_count = 1;
        def.mass = 1.0;
        def.pose.position = rv_vec3_mul_add(hook, 0.5, along);
        def.pose.rotation = rv_quat_from_x_axis(along);
        rv_body_id body = rv_body_create(world, &def);
        rv_joint_def ball =
            rv_joint_def_at(world, RV_JOINT_BALL, above, body, hook, (rv_vec3){1, 0, 0});
        if (!rv_joint_is_valid(world, rv_joint_create(world, &ball)))
            return false;
        above = body;
        hook = rv_vec3_add(hook, along);
    }
    return true;
}

bool served_2000(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    serving* s = calloc(1, sizeof *s);
    context->extra = s;
    context->world = rv_world_create(&def, NULL, 0);
    if (s == NULL || context->world == NULL)
        return false;
    for (int i = 0; i < PENDULUMS; i++)
        if (!hang_pendulum(context->world, i))
            return false;
    rv_viewer_def viewer = rv_viewer_def_default();
    viewer.waits = false;
    viewer.speed = INFINITY;
    viewer.frame_rate = FRAMES_PER_SECOND;
    s->viewer = rv_viewer_create(&viewer, NULL, 0);
    if (s->viewer == NULL || !rv_viewer_attach(s->viewer, context->world, NULL))
        return false;
    view_place place = view_place_of(rv_viewer_address(s->viewer));
    for (int i = 0; i < PAGES; i++) {
        page* p = &s->pages[i];
        if (view_client_open(&p->client, &place) != 101)
            return false;
        p->runs = pthread_create(&p->thread, NULL, watch, p) == 0;
        if (!p->runs)
            return false;
    }
    return true;
}

void served_2000_step(bench_context* context) {
    serving* s = context->extra;
    double start = thread_seconds();
    rv_viewer_update(s->viewer, context->h);
    double middle = thread_seconds();
    rv_world_step(context->world, context->h);
    s->step_seconds += thread_seconds() - middle;
    s->update_seconds += middle - start;
    s->steps++;
}

void served_2000_note(const bench_context* context, char* buffer, size_t bytes) {
    const serving* s = context->extra;
    long frames = 0;
    for (int i = 0; i < PAGES; i++)
        frames += atomic_load(&s->pages[i].frames);
    snprintf(buffer, bytes,
             "rv_viewer_update: %.1f us, %.2f %% of the stepping thread's CPU time; %.2f frames a "
             "step to each of %d pages",
             1e6 * s->update_seconds / (double)s->steps,
             100.0 * s->update_seconds / (s->update_seconds + s->step_seconds),
             (double)frames / PAGES / (double)s->steps, PAGES);
}

void served_2000_destroy(bench_context* context) {
    serving* s = context->extra;
    for (int i = 0; s != NULL && i < PAGES; i++) {
        atomic_store(&s->pages[i].stops, true);
        if (s->pages[i].runs)
            pthread_join(s->pages[i].thread, NULL);
        view_client_close(&s->pages[i].client);
    }
    if (s != NULL)
        rv_viewer_destroy(s->viewer);
    rv_world_destroy(context->world);
    free(s);
}
