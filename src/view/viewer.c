// The viewer: see reeve/viewer.h. It stands between a world, which belongs to the thread that steps
// it, and the server, whose threads know only bytes: requests come in, descriptions and frames go
// out, all from rv_viewer_update(). A frame is made only when a page is there to see it and the
// last one is old enough.
#define _POSIX_C_SOURCE 200809L
#include "reeve/viewer.h"

#include "view/clock.h"
#include "view/describe.h"
#include "view/frame.h"
#include "view/inputs.h"
#include "view/pace.h"
#include "view/server.h"

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_BYTES = 256, STAGES_MAX = 32, NUMBERS_MAX = 10000, CONTROLS_MAX = 1000 };
static const uint32_t DEF_MAGIC = 0x52565644u, CONTENT_MAGIC = 0x52565643u;
// longest sleep between two looks at the clock and the requests [s]
static const double WAIT_MAX = 0.25;
// a frame may come this share of its interval early, so that steps and frames at one rate agree
static const double FRAME_EARLY = 0.25;
// energies are read at most this often while it plays [s]
static const double ENERGY_INTERVAL = 0.05;
// width of a page over its height that the first view is framed for
static const double ASPECT = 1.6;

// a world that is shown; must not move in memory
typedef struct showing {
    rv_world* world;
    rv_viewer_content content;
    char *title, *look, *numbers, *controls; // copies; the last two as JSON
    double* values;                          // of the numbers
    rv_inputs inputs;
    rv_drawing drawing;
    rv_camera camera;
    rv_energy energy;
    double energy_at;  // when it was read [s]
    char* description; // what the pages were last told
    uint32_t described_revision;
    uint32_t first_frame; // the number of its first frame
    bool begun;           // a step was granted, or a person asked for one
} showing;

struct rv_viewer {
    rv_viewer_def def;
    rv_server* server;
    char* gallery; // JSON
    char error[ERROR_BYTES];
    bool notified; // the pages show a notice
    atomic_bool stopped;

    showing* shown;        // NULL: nothing
    uint32_t scene, frame; // numbers of the last description and frame

    // when things are due
    rv_pace pace;
    bool changed; // since the last frame
    double next_frame;
    uint64_t arrivals;

    // sums since the last frame
    double stage_seconds[STAGES_MAX], step_seconds;
    int steps;
    double stepping_since; // when a step was granted; < 0: none is being made
};

// --- definitions --------------------------------------------------------------------------------

rv_viewer_def rv_viewer_def_default(void) {
    return (rv_viewer_def){.host = "127.0.0.1",
                           .max_clients = 8,
                           .frame_rate = 60.0,
                           .waits = true,
                           .speed = 1.0,
                           .magic = DEF_MAGIC};
}

rv_viewer_content rv_viewer_content_default(void) {
    return (rv_viewer_content){.title = "Reeve", .look = "", .scene = -1, .magic = CONTENT_MAGIC};
}

// writes the first broken rule
static bool check(char* error, size_t bytes, bool holds, const char* format, ...) {
    if (holds)
        return true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, bytes, format, arguments);
    va_end(arguments);
    return false;
}

static bool def_is_valid(const rv_viewer_def* d, char* e, size_t n) {
    return check(e, n, d->magic == DEF_MAGIC, "rv_viewer_def: use rv_viewer_def_default()")
           && check(e, n, d->host != NULL, "rv_viewer_def.host: must not be NULL")
           && check(e, n, d->port >= 0 && d->port <= 65535,
                    "rv_viewer_def.port = %d: must be in [0, 65535]", d->port)
           && check(e, n, d->max_clients >= 1 && d->max_clients <= 64,
                    "rv_viewer_def.max_clients = %d: must be in [1, 64]", d->max_clients)
           && check(e, n, d->frame_rate >= 1.0 && d->frame_rate <= 240.0,
                    "rv_viewer_def.frame_rate = %g: must be in [1, 240]", d->frame_rate)
           && check(e, n, (d->speed >= 0.01 && d->speed <= 100.0) || d->speed == (double)INFINITY,
                    "rv_viewer_def.speed = %g: must be in [0.01, 100] or INFINITY", d->speed)
           && check(e, n, d->gallery_count >= 0, "rv_viewer_def.gallery_count = %d: must be >= 0",
                    d->gallery_count)
           && check(e, n, d->gallery_count == 0 || d->gallery != NULL,
                    "rv_viewer_def.gallery: must not be NULL with a gallery_count of %d",
                    d->gallery_count);
}

static bool content_is_valid(const rv_viewer_content* c, char* e, size_t n) {
    return check(e, n, c->magic == CONTENT_MAGIC,
                 "rv_viewer_content: use rv_viewer_content_default()")
           && check(e, n, c->number_count >= 0 && c->number_count <= NUMBERS_MAX,
                    "rv_viewer_content.number_count = %d: must be in [0, %d]", c->number_count,
                    NUMBERS_MAX)
           && check(e, n, c->number_count == 0 || (c->numbers != NULL && c->read != NULL),
                    "rv_viewer_content.numbers, read: must not be NULL with a number_count of %d",
                    c->number_count)
           && check(e, n, c->control_count >= 0 && c->control_count <= CONTROLS_MAX,
                    "rv_viewer_content.control_count = %d: must be in [0, %d]", c->control_count,
                    CONTROLS_MAX)
           && check(e, n, c->control_count == 0 || (c->controls != NULL && c->control != NULL),
                    "rv_viewer_content.controls, control: must not be NULL with a control_count "
                    "of %d",
                    c->control_count);
}

// --- creating -----------------------------------------------------------------------------------

rv_viewer* rv_viewer_create(const rv_viewer_def* def, char* error, size_t error_bytes) {
    rv_viewer_def defaults = rv_viewer_def_default();
    char nobody_reads_it[ERROR_BYTES];
    if (def == NULL)
        def = &defaults;
    if (error == NULL || error_bytes == 0) {
        error = nobody_reads_it;
        error_bytes = sizeof nobody_reads_it;
    }
    if (!def_is_valid(def, error, error_bytes))
        return NULL;
    rv_viewer* v = calloc(1, sizeof *v);
    char* gallery = rv_describe_gallery(def->gallery, def->gallery_count);
    if (!check(error, error_bytes, v != NULL && gallery != NULL, "rv_viewer_create: no memory")) {
        free(v);
        free(gallery);
        return NULL;
    }
    v->def = *def;
    v->gallery = gallery;
    v->stepping_since = -1.0;
    v->pace = rv_pace_begin(def->paused, def->speed);
    rv_server_def server = {.host = def->host,
                            .port = def->port,
                            .max_clients = def->max_clients,
                            .thumbnail = def->thumbnail,
                            .context = def->context};
    v->server = rv_server_create(&server, error, error_bytes);
    if (v->server == NULL) {
        rv_viewer_destroy(v);
        return NULL;
    }
    return v;
}

static void showing_end(showing* s) {
    if (s == NULL)
        return;
    rv_inputs_end(&s->inputs);
    free(s->title);
    free(s->look);
    free(s->numbers);
    free(s->controls);
    free(s->values);
    free(s->description);
    rv_drawing_free(&s->drawing);
    free(s);
}

void rv_viewer_destroy(rv_viewer* v) {
    if (v == NULL)
        return;
    if (v->server != NULL)
        rv_server_destroy(v->server);
    showing_end(v->shown);
    free(v->gallery);
    free(v);
}

// --- telling the pages --------------------------------------------------------------------------

// tells the pages what there is, if that has changed
static bool describe(rv_viewer* v, showing* s) {
    if (s->described_revision == s->drawing.revision)
        return true;
    rv_description d = {.world = s->world,
                        .drawing = &s->drawing,
                        .camera = s->camera,
                        .content = &s->content,
                        .numbers = s->numbers,
                        .controls = s->controls,
                        .gallery = v->gallery};
    char* scene = rv_describe_scene(&d);
    if (scene == NULL)
        return false;
    if (s->description != NULL && strcmp(scene, s->description) == 0) {
        s->described_revision = s->drawing.revision;
        free(scene); // an eye more in a cable is nothing to tell
        return true;
    }
    char* message = rv_describe_message(scene, v->scene + 1);
    bool told = message != NULL && rv_server_describe(v->server, message, strlen(message));
    free(message);
    if (!told) {
        free(scene);
        return false;
    }
    free(s->description);
    s->description = scene;
    s->described_revision = s->drawing.revision;
    v->scene++;
    return true;
}

bool rv_viewer_notify(rv_viewer* v, const char* words) {
    char* message = rv_describe_notice(words);
    bool sent = message != NULL && rv_server_notify(v->server, message, strlen(message));
    free(message);
    if (sent)
        v->notified = words != NULL && words[0] != '\0';
    return check(v->error, sizeof v->error, sent, "rv_viewer_notify: no memory");
}

// --- attaching ----------------------------------------------------------------------------------

static bool copy_content(showing* s, const rv_viewer_content* content) {
    s->content = *content;
    s->title = strdup(content->title != NULL ? content->title : "");
    s->look = strdup(content->look != NULL ? content->look : "");
    s->numbers = rv_describe_numbers(content->numbers, content->number_count);
    s->controls = rv_describe_controls(content->controls, content->control_count);
    s->values = calloc((size_t)content->number_count + 1, sizeof *s->values);
    s->content.title = s->title;
    s->content.look = s->look;
    s->content.numbers = NULL;
    s->content.controls = NULL;
    return s->title != NULL && s->look != NULL && s->numbers != NULL && s->controls != NULL
           && s->values != NULL;
}

// NULL without memory
static showing* showing_begin(rv_viewer* v, rv_world* world, const rv_viewer_content* content) {
    showing* s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    rv_inputs_def inputs = {.world = world,
                            .control_count = content->control_count,
                            .control = content->control,
                            .reset = content->reset,
                            .tool = content->tool,
                            .context = content->context};
    s->world = world;
    bool good = copy_content(s, content) && rv_inputs_begin(&s->inputs, &inputs)
                && rv_drawing_update(&s->drawing, world);
    if (good) {
        s->camera = rv_camera_frame(&s->drawing, rv_world_gravity(world), ASPECT);
        good = describe(v, s);
    }
    if (good)
        return s;
    showing_end(s);
    return NULL;
}

bool rv_viewer_attach(rv_viewer* v, rv_world* world, const rv_viewer_content* content) {
    rv_viewer_content defaults = rv_viewer_content_default();
    if (content == NULL)
        content = &defaults;
    if (!content_is_valid(content, v->error, sizeof v->error))
        return false;
    // the new snapshot must not hold the hand
    if (v->shown != NULL)
        rv_inputs_let_go(&v->shown->inputs);
    showing* next = world != NULL ? showing_begin(v, world, content) : NULL;
    if (!check(v->error, sizeof v->error, world == NULL || next != NULL,
               "rv_viewer_attach: no memory"))
        return false;
    showing_end(v->shown);
    v->shown = next;
    if (next != NULL)
        next->first_frame = v->frame + 1;
    if (v->notified)
        rv_viewer_notify(v, "");
    v->changed = true;
    v->next_frame = 0.0;
    v->stepping_since = -1.0;
    rv_pace_restart(&v->pace, rv_clock_now());
    return true;
}

// --- frames -------------------------------------------------------------------------------------

static void publish_frame(rv_viewer* v, showing* s, double time) {
    // adding up every joint's energy costs as much as all the rest
    if (v->pace.paused || time - s->energy_at > ENERGY_INTERVAL) {
        s->energy = rv_world_energy(s->world);
        s->energy_at = time;
    }
    int stages = rv_world_stage_count(s->world);
    double seconds[STAGES_MAX] = {0};
    rv_report report = rv_world_report(s->world);
    rv_frame frame = {.number = ++v->frame,
                      .scene = v->scene,
                      .time = rv_world_time(s->world),
                      .steps = (double)rv_world_step_count(s->world),
                      .speed = v->pace.speed,
                      .reached = rv_pace_reached(&v->pace),
                      .drawing = &s->drawing,
                      .numbers = s->values,
                      .number_count = s->content.number_count,
                      .energy = s->energy,
                      .stage_seconds = seconds,
                      .stage_count = stages < STAGES_MAX ? stages : STAGES_MAX,
                      .hand = rv_hand_holds(&s->inputs.hand) ? &s->inputs.hand : NULL,
                      .report = &report};
    frame.flags = (v->pace.paused ? RV_FRAME_PAUSED : 0u)
                  | (report.status != RV_STATUS_OK ? RV_FRAME_DEGRADED : 0u);
    for (int i = 0; i < frame.stage_count && v->steps > 0; i++)
        seconds[i] = v->stage_seconds[i] / v->steps;
    frame.step_seconds = v->steps > 0 ? v->step_seconds / v->steps : 0.0;
    if (s->content.read != NULL)
        s->content.read(s->content.context, s->values);
    uint8_t* bytes = rv_server_frame_begin(v->server, rv_frame_bytes(&frame));
    if (bytes == NULL)
        return; // the next one may find memory
    rv_frame_write(&frame, bytes);
    rv_server_frame_publish(v->server, frame.number);
}

// reads the world, and tells the pages if there is something else to see
static bool look_again(rv_viewer* v, showing* s) {
    s->drawing.hidden = s->inputs.hand.particle;
    return rv_drawing_update(&s->drawing, s->world) && describe(v, s);
}

// shows the world, if someone looks and it is time
static void show(rv_viewer* v, double time) {
    showing* s = v->shown;
    if (s == NULL || rv_server_client_count(v->server) == 0)
        return;
    uint64_t arrivals = rv_server_arrivals(v->server);
    double interval = 1.0 / v->def.frame_rate;
    bool due = v->changed && time >= v->next_frame - FRAME_EARLY * interval;
    if (!due && arrivals == v->arrivals)
        return;
    v->arrivals = arrivals;
    s->drawing.without_forces = !rv_server_wants_forces(v->server);
    if (look_again(v, s))
        publish_frame(v, s, time);
    v->next_frame = fmax(v->next_frame + interval, time);
    v->changed = false;
    v->steps = 0;
    v->step_seconds = 0.0;
    memset(v->stage_seconds, 0, sizeof v->stage_seconds);
}

// --- doing what the person asks for -------------------------------------------------------------

// what changes the world, if the thing that the page means is still there
static void apply_to_world(rv_viewer* v, showing* s, const rv_request* request) {
    bool grabs = request->kind == RV_REQUEST_GRAB_BODY || request->kind == RV_REQUEST_GRAB_CABLE
                 || request->kind == RV_REQUEST_GRAB_SOLID;
    // the host may have added or removed things since the last frame
    if (grabs && !look_again(v, s))
        return;
    if ((grabs || request->kind == RV_REQUEST_CONTROL) && request->scene != v->scene)
        return;
    if (!rv_inputs_apply(&s->inputs, request) || s->content.input == NULL)
        return;
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    s->content.input(s->content.context, bytes, rv_request_encode(request, bytes));
}

// a person who wants it to go on waits for no picture
static void begin_if_asked(rv_viewer* v, bool asked) {
    if (v->shown != NULL && asked)
        v->shown->begun = true;
}

static void apply(rv_viewer* v, const rv_request* request, double time) {
    v->changed = true;
    switch (request->kind) {
    case RV_REQUEST_OPEN:
        if (v->def.open != NULL && request->index < (uint32_t)v->def.gallery_count)
            v->def.open(v->def.context, (int)request->index);
        return;
    case RV_REQUEST_PLAY:
    case RV_REQUEST_PAUSE:
        begin_if_asked(v, request->kind == RV_REQUEST_PLAY);
        rv_pace_pause(&v->pace, request->kind == RV_REQUEST_PAUSE, time);
        return;
    case RV_REQUEST_STEP:
        begin_if_asked(v, true);
        rv_pace_pause(&v->pace, true, time);
        v->pace.single = true;
        return;
    case RV_REQUEST_SPEED:
        rv_pace_set_speed(&v->pace, request->number, time);
        return;
    default:
        if (v->shown != NULL)
            apply_to_world(v, v->shown, request);
    }
}

// what the host did since it was last told to step
static void note_step(rv_viewer* v, double time) {
    if (v->shown == NULL)
        return;
    const rv_world* world = v->shown->world;
    rv_hand_check(&v->shown->inputs.hand);
    if (v->stepping_since < 0.0)
        return;
    v->step_seconds += time - v->stepping_since;
    v->stepping_since = -1.0;
    v->steps++;
    v->changed = true;
    int stages = rv_world_stage_count(world);
    for (int i = 0; i < stages && i < STAGES_MAX; i++)
        v->stage_seconds[i] += rv_world_stage(world, i).seconds;
}

// Whether the first step waits for a picture: of the page that drives, if that draws, else of any
// page that may come.
static bool awaits_picture(rv_viewer* v) {
    const showing* s = v->shown;
    if (s->begun)
        return false;
    return rv_server_client_count(v->server) > 0
               ? rv_server_awaits_picture(v->server, s->first_frame)
               : v->def.awaits_page;
}

// how long until a step is due; time that passed unseen is not made up for
static double time_to_step(rv_viewer* v, double time) {
    if (!awaits_picture(v))
        return rv_pace_due(&v->pace, time);
    rv_pace_restart(&v->pace, time);
    return INFINITY;
}

bool rv_viewer_update(rv_viewer* v, double dt) {
    if (!check(v->error, sizeof v->error, isfinite(dt) && dt > 0.0,
               "rv_viewer_update: dt = %g s: must be finite and > 0", dt))
        return false;
    double time = rv_clock_now();
    note_step(v, time);
    for (;;) {
        rv_request request;
        while (rv_server_next_request(v->server, &request))
            apply(v, &request, time);
        show(v, time);
        if (atomic_load(&v->stopped) || v->shown == NULL)
            return false;
        double wait = time_to_step(v, time);
        if (wait <= 0.0) {
            v->shown->begun = true;
            rv_pace_grant(&v->pace, dt, time);
            v->stepping_since = rv_clock_now();
            return true;
        }
        if (!v->def.waits)
            return false;
        // a change that waits for its frame ends the sleep, too
        if (v->changed && rv_server_client_count(v->server) > 0)
            wait = fmin(wait, fmax(v->next_frame - time, 1e-4));
        rv_server_wait(v->server, fmin(wait, WAIT_MAX));
        time = rv_clock_now();
    }
}

void rv_viewer_stop(rv_viewer* v) {
    atomic_store(&v->stopped, true);
    rv_server_wake(v->server);
}

// --- reading ------------------------------------------------------------------------------------

const char* rv_viewer_address(const rv_viewer* v) {
    return rv_server_address(v->server);
}

int rv_viewer_client_count(const rv_viewer* v) {
    return rv_server_client_count(v->server);
}

bool rv_viewer_is_paused(const rv_viewer* v) {
    return v->pace.paused;
}

const char* rv_viewer_error(const rv_viewer* v) {
    return v->error;
}
