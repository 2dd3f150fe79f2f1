// The viewer as a host uses it, with a page on a real socket: five lines show a world; play, pause,
// step, reset, speed, controls and the hand act on it between steps; bad definitions are told.
#include "bench/view_client.h"
#include "reeve/viewer.h"
#include "view/frame.h"
#include "world_fixture.h"

#include <jansson.h>
#include <pthread.h>

static const double STEP = 1.0 / 60.0;

static void pause_for(double seconds) {
    struct timespec time = {0, (long)(1e9 * seconds)};
    nanosleep(&time, NULL);
}

// a world with one box of 2 kg, watched by one page, without waiting for the clock
typedef struct stage {
    rv_world* world;
    rv_body_id box;
    rv_viewer* viewer;
    view_client page;
    uint32_t scene;  // of the last description
    char title[64];  // of it
    int body_count;  // in it
    double position; // of the control
    int resets, inputs, opened;
} stage;

static void set_control(void* context, int control, double position) {
    CHECK(control == 0);
    ((stage*)context)->position = position;
}

static void count_reset(void* context) {
    ((stage*)context)->resets++;
}

static void read_time(void* context, double* values) {
    values[0] = rv_world_time(((stage*)context)->world);
}

static void count_input(void* context, const void* request, size_t bytes) {
    rv_request decoded;
    char reason[RV_REQUEST_REASON_BYTES];
    CHECK(rv_request_decode(request, bytes, &decoded, reason));
    ((stage*)context)->inputs++;
}

static void open_scene(void* context, int scene) {
    ((stage*)context)->opened = scene;
}

static void attach(stage* s) {
    const rv_viewer_number number = {"time", "s"};
    const rv_viewer_control control = {"pull", {"a", "d"}, {-1, 1}, "N", 0.0};
    rv_viewer_content content = rv_viewer_content_default();
    content.title = "a box";
    content.numbers = &number;
    content.number_count = 1;
    content.read = read_time;
    content.controls = &control;
    content.control_count = 1;
    content.control = set_control;
    content.reset = count_reset;
    content.input = count_input;
    content.context = s;
    CHECK(rv_viewer_attach(s->viewer, s->world, &content));
}

// takes descriptions as they come and answers frames; false: no frame came in this time [s]
static bool next_frame(stage* s, double seconds, websocket_frame* frame) {
    double end = view_clock() + seconds;
    while (view_clock() < end) {
        *frame = view_client_frame(&s->page, 0.01);
        if (frame->opcode == WEBSOCKET_BINARY) {
            uint32_t number;
            memcpy(&number, frame->payload + 4, sizeof number);
            rv_request ack = {.kind = RV_REQUEST_ACK, .index = number};
            view_client_ask(&s->page, ack);
            return true;
        }
        json_t* json = frame->opcode == WEBSOCKET_TEXT
                           ? json_loadb((const char*)frame->payload, frame->bytes, 0, NULL)
                           : NULL;
        if (json != NULL && json_object_get(json, "bodies") != NULL) {
            s->scene = (uint32_t)json_integer_value(json_object_get(json, "scene"));
            s->body_count = (int)json_array_size(json_object_get(json, "bodies"));
            snprintf(s->title, sizeof s->title, "%s",
                     json_string_value(json_object_get(json, "title")));
        }
        json_decref(json);
    }
    return false;
}

static void stage_begin(stage* s, bool paused) {
    *s = (stage){.world = default_world(), .opened = -1};
    s->box = add_rigid(s->world, 2.0, vec(1, 1, 1), vec(0, 0, 0));
    static const rv_viewer_scene gallery[] = {{"a", "A", "first"}, {"b", "B", "second"}};
    rv_viewer_def def = rv_viewer_def_default();
    def.waits = false;
    def.paused = paused;
    def.speed = INFINITY;
    def.gallery = gallery;
    def.gallery_count = 2;
    def.open = open_scene;
    def.context = s;
    char error[256] = "";
    s->viewer = rv_viewer_create(&def, error, sizeof error);
    CHECK_TEXT(error, "");
    attach(s);
    view_place place = view_place_of(rv_viewer_address(s->viewer));
    CHECK(view_client_open(&s->page, &place) == 101);
    while (rv_viewer_client_count(s->viewer) == 0)
        pause_for(0.001);
}

static void stage_end(stage* s) {
    view_client_close(&s->page);
    rv_viewer_destroy(s->viewer);
    rv_world_destroy(s->world);
}

// asks, and lets the viewer work until `done` or for two seconds; steps that are due are made
static int work_until(stage* s, bool (*done)(const stage*)) {
    double end = view_clock() + 2.0;
    int steps = 0;
    while (!done(s) && view_clock() < end) {
        if (rv_viewer_update(s->viewer, STEP)) {
            rv_world_step(s->world, STEP);
            steps++;
        }
        pause_for(0.0002);
    }
    CHECK(done(s));
    return steps;
}

static bool is_controlled(const stage* s) {
    return s->position == 0.5;
}
static bool is_let_go(const stage* s) {
    return s->position == 0.0;
}
static bool is_opened(const stage* s) {
    return s->opened == 1;
}
static bool is_reset(const stage* s) {
    return s->resets > 0;
}
static bool has_stepped(const stage* s) {
    return rv_world_step_count(s->world) > 0;
}
static bool has_moved(const stage* s) {
    return rv_body_center(s->world, s->box).x > 0.01;
}

TEST(a_page_sees_the_world_as_it_is_stepped) {
    stage s;
    stage_begin(&s, false);
    double last = -1.0;
    for (int i = 0; i < 20; i++) {
        websocket_frame frame;
        for (int k = 0; k < 3; k++)
            if (rv_viewer_update(s.viewer, STEP))
                rv_world_step(s.world, STEP);
        pause_for(0.02); // longer than a frame's interval
        rv_viewer_update(s.viewer, STEP);
        rv_world_step(s.world, STEP);
        if (!next_frame(&s, 1.0, &frame))
            continue;
        double time, number;
        memcpy(&time, frame.payload + 16, sizeof time);
        CHECK(time >= last);
        last = time;
        // sections 1 (one body: 28 bytes, filled up to 32) and 5 (numbers) come first
        memcpy(&number, frame.payload + 48 + 8 + 32 + 8, sizeof number);
        CHECK(number == time);
    }
    CHECK(last > 0.0);
    CHECK_TEXT(s.title, "a box");
    CHECK(s.body_count == 1);
    stage_end(&s);
}

TEST(requests_act_between_steps) {
    stage s;
    websocket_frame frame;
    stage_begin(&s, true);
    for (int i = 0; i < 20; i++)
        CHECK(!rv_viewer_update(s.viewer, STEP)); // paused
    CHECK(next_frame(&s, 2.0, &frame) && s.scene > 0);
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_STEP});
    CHECK(work_until(&s, has_stepped) == 1);
    for (int i = 0; i < 20; i++)
        CHECK(!rv_viewer_update(s.viewer, STEP));
    rv_request control = {.kind = RV_REQUEST_CONTROL, .scene = s.scene, .index = 0, .number = 0.5};
    view_client_ask(&s.page, control);
    CHECK(work_until(&s, is_controlled) == 0);
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_OPEN, .index = 1});
    work_until(&s, is_opened);
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_RESET});
    work_until(&s, is_reset);
    CHECK(rv_world_step_count(s.world) == 0 && s.position == 0.0);
    // an index of a description that is gone does nothing
    control.scene += 7;
    view_client_ask(&s.page, control);
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_PLAY});
    work_until(&s, has_stepped);
    CHECK(s.position == 0.0 && !rv_viewer_is_paused(s.viewer));
    CHECK(s.inputs == 2); // the control and the reset change the world, the rest only its pace
    stage_end(&s);
}

TEST(the_hand_pulls_what_the_page_holds) {
    stage s;
    websocket_frame frame;
    stage_begin(&s, true);
    rv_viewer_update(s.viewer, STEP);
    CHECK(next_frame(&s, 2.0, &frame));
    view_client_ask(&s.page,
                    (rv_request){.kind = RV_REQUEST_GRAB_BODY, .scene = s.scene, .index = 0});
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_MOVE, .point = vec(0.1, 0, 0)});
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_PLAY});
    work_until(&s, has_moved);
    CHECK(fabs(rv_body_center(s.world, s.box).z) < 0.1); // held, not fallen
    // a page that goes lets go
    rv_request control = {.kind = RV_REQUEST_CONTROL, .scene = s.scene, .number = 0.5};
    view_client_ask(&s.page, control);
    work_until(&s, is_controlled);
    view_client_close(&s.page);
    work_until(&s, is_let_go);
    rv_vec3 before = rv_body_velocity(s.world, s.box);
    rv_viewer_update(s.viewer, STEP);
    rv_world_step(s.world, STEP);
    CHECK_NEAR(rv_body_velocity(s.world, s.box).z - before.z, -9.81 * STEP, 1e-9); // falls free
    stage_end(&s);
}

TEST(another_world_can_be_attached_and_detached) {
    stage s;
    websocket_frame frame;
    stage_begin(&s, true);
    rv_viewer_update(s.viewer, STEP);
    CHECK(next_frame(&s, 2.0, &frame));
    uint32_t first = s.scene;
    rv_world* other = default_world();
    add_particle(other, 1.0, vec(0, 0, 0));
    add_particle(other, 1.0, vec(1, 0, 0));
    CHECK(rv_viewer_attach(s.viewer, other, NULL));
    rv_viewer_update(s.viewer, STEP);
    for (double end = view_clock() + 2.0; s.scene == first && view_clock() < end;) {
        rv_viewer_update(s.viewer, STEP);
        next_frame(&s, 0.02, &frame);
    }
    CHECK(s.scene > first && s.body_count == 2);
    CHECK_TEXT(s.title, "Reeve");
    CHECK(rv_viewer_attach(s.viewer, NULL, NULL));
    rv_world_destroy(other);
    CHECK(!rv_viewer_update(s.viewer, STEP));
    stage_end(&s);
}

// a page that says in its handshake that it draws
static void come_drawing(stage* s, view_client* page) {
    view_place place = view_place_of(rv_viewer_address(s->viewer));
    int before = rv_viewer_client_count(s->viewer);
    strcat(place.token, "&draws=1");
    CHECK(view_client_open(page, &place) == 101);
    while (rv_viewer_client_count(s->viewer) == before)
        pause_for(0.001);
}

static void stage_begin_drawing(stage* s, bool awaits_page) {
    *s = (stage){.world = default_world(), .opened = -1};
    s->box = add_rigid(s->world, 2.0, vec(1, 1, 1), vec(0, 0, 0));
    rv_viewer_def def = rv_viewer_def_default();
    def.waits = false;
    def.speed = INFINITY;
    def.awaits_page = awaits_page;
    s->viewer = rv_viewer_create(&def, NULL, 0);
}

// updates many times without an answer to any frame; how many steps were due
static int steps_unanswered(stage* s) {
    int steps = 0;
    for (int i = 0; i < 200; i++) {
        steps += rv_viewer_update(s->viewer, STEP);
        pause_for(0.0005);
    }
    return steps;
}

TEST(time_stands_until_the_page_that_draws_has_shown_the_first_picture) {
    stage s;
    websocket_frame frame;
    stage_begin_drawing(&s, true);
    attach(&s);
    CHECK(steps_unanswered(&s) == 0);
    come_drawing(&s, &s.page);
    CHECK(steps_unanswered(&s) == 0);
    // next_frame() acknowledges
    CHECK(next_frame(&s, 2.0, &frame));
    work_until(&s, has_stepped);
    // a second page that takes the controls and draws later holds up nothing
    view_client second;
    come_drawing(&s, &second);
    view_client_ask(&second, (rv_request){.kind = RV_REQUEST_TAKE});
    CHECK(steps_unanswered(&s) > 0);
    view_client_close(&second);
    // a world that is attached while the page looks is seen before it moves, too
    rv_world* other = default_world();
    add_particle(other, 1.0, vec(0, 0, 0));
    uint32_t first = s.scene;
    CHECK(rv_viewer_attach(s.viewer, other, NULL));
    CHECK(steps_unanswered(&s) == 0);
    while (s.scene == first && next_frame(&s, 2.0, &frame)) {}
    while (next_frame(&s, 0.1, &frame)) {}
    CHECK(steps_unanswered(&s) > 0);
    rv_viewer_attach(s.viewer, NULL, NULL);
    rv_world_destroy(other);
    stage_end(&s);
}

TEST(a_page_that_never_draws_is_not_waited_for_nor_one_whose_person_wants_to_go_on) {
    stage s;
    stage_begin_drawing(&s, true);
    attach(&s);
    // a client that has not said that it draws
    view_place place = view_place_of(rv_viewer_address(s.viewer));
    CHECK(view_client_open(&s.page, &place) == 101);
    work_until(&s, has_stepped);
    stage_end(&s);

    stage_begin_drawing(&s, false);
    come_drawing(&s, &s.page);
    attach(&s);
    CHECK(steps_unanswered(&s) == 0);
    view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_PLAY});
    work_until(&s, has_stepped);
    stage_end(&s);

    // a host that does not ask for it waits for no page
    stage_begin_drawing(&s, false);
    attach(&s);
    CHECK(steps_unanswered(&s) > 0);
    come_drawing(&s, &s.page);
    CHECK(steps_unanswered(&s) > 0);
    stage_end(&s);
}

// the text of the next notice; "none": none came
static void next_notice(stage* s, char* text, size_t bytes) {
    snprintf(text, bytes, "none");
    for (double end = view_clock() + 2.0; view_clock() < end;) {
        rv_viewer_update(s->viewer, STEP);
        websocket_frame frame = view_client_frame(&s->page, 0.01);
        json_t* json = frame.opcode == WEBSOCKET_TEXT
                           ? json_loadb((const char*)frame.payload, frame.bytes, 0, NULL)
                           : NULL;
        const char* type = json_string_value(json_object_get(json, "type"));
        bool found = type != NULL && strcmp(type, "notice") == 0;
        if (found)
            snprintf(text, bytes, "%s", json_string_value(json_object_get(json, "text")));
        json_decref(json);
        if (found)
            return;
    }
}

TEST(a_notice_is_told_to_the_page_and_taken_away_with_another_world) {
    stage s;
    char text[64];
    stage_begin(&s, true);
    CHECK(rv_viewer_notify(s.viewer, "a.json:1:2: \"mass\"\nis -1"));
    next_notice(&s, text, sizeof text);
    CHECK_TEXT(text, "a.json:1:2: \"mass\"\nis -1");
    attach(&s);
    next_notice(&s, text, sizeof text);
    CHECK_TEXT(text, "");
    stage_end(&s);
}

TEST(without_a_world_there_is_no_step) {
    rv_viewer* viewer = rv_viewer_create(NULL, NULL, 0);
    CHECK(!rv_viewer_update(viewer, STEP)); // though it may wait
    rv_viewer_destroy(viewer);
}

static void make_box(void* context) {
    stage* s = context;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = s->resets++ == 0 ? RV_SHAPE_BOX : RV_SHAPE_SPHERE;
    rv_body_def def = rv_body_def_default();
    def.shapes = &shape;
    def.shape_count = 1;
    CHECK(rv_body_create(s->world, &def).slot != 0);
}

TEST(what_comes_after_a_reset_is_described_though_its_id_is_the_same) {
    stage s;
    websocket_frame frame;
    stage_begin(&s, true);
    rv_viewer_content content = rv_viewer_content_default();
    content.reset = make_box;
    content.context = &s;
    CHECK(rv_viewer_attach(s.viewer, s.world, &content));
    uint32_t before = 0;
    for (int i = 0; i < 2; i++) {
        view_client_ask(&s.page, (rv_request){.kind = RV_REQUEST_RESET});
        for (double end = view_clock() + 2.0; s.resets <= i && view_clock() < end;)
            rv_viewer_update(s.viewer, STEP);
        for (double end = view_clock() + 2.0; s.scene <= before && view_clock() < end;) {
            rv_viewer_update(s.viewer, STEP);
            next_frame(&s, 0.02, &frame);
        }
        // the second time a sphere stands where the box stood, with the box's id
        CHECK(s.scene > before);
        while (next_frame(&s, 0.1, &frame)) {}
        before = s.scene;
    }
    stage_end(&s);
}

static void* stop_soon(void* viewer) {
    pause_for(0.1);
    rv_viewer_stop(viewer);
    return NULL;
}

TEST(five_lines_show_a_world_at_real_time_and_stop_from_another_thread) {
    rv_world* world = default_world();
    add_unit(world, vec(0, 0, 0));
    rv_viewer* viewer = rv_viewer_create(NULL, NULL, 0);
    rv_viewer_attach(viewer, world, NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, stop_soon, viewer);
    double start = view_clock();
    while (rv_viewer_update(viewer, STEP))
        rv_world_step(world, STEP);
    // at 60 steps a second; the machine may be slow, never fast
    CHECK((double)rv_world_step_count(world) <= 60.0 * (view_clock() - start) + 2.0);
    CHECK(rv_world_step_count(world) >= 2);
    pthread_join(thread, NULL);
    rv_viewer_destroy(viewer);
    rv_world_destroy(world);
}

static const char* refusal(rv_viewer_def def) {
    static char error[256];
    error[0] = '\0';
    rv_viewer* viewer = rv_viewer_create(&def, error, sizeof error);
    CHECK(viewer == NULL);
    rv_viewer_destroy(viewer);
    return error;
}

TEST(bad_definitions_are_refused_with_a_sentence) {
    rv_viewer_def good = rv_viewer_def_default(), def = {0};
    CHECK_TEXT(refusal(def), "rv_viewer_def: use rv_viewer_def_default()");
    def = good;
    def.port = 70000;
    CHECK_TEXT(refusal(def), "rv_viewer_def.port = 70000: must be in [0, 65535]");
    def = good;
    def.max_clients = 0;
    CHECK_TEXT(refusal(def), "rv_viewer_def.max_clients = 0: must be in [1, 64]");
    def = good;
    def.frame_rate = NAN;
    CHECK_TEXT(refusal(def), "rv_viewer_def.frame_rate = nan: must be in [1, 240]");
    def = good;
    def.speed = 0.0;
    CHECK_TEXT(refusal(def), "rv_viewer_def.speed = 0: must be in [0.01, 100] or INFINITY");
    def = good;
    def.host = "example.org";
    CHECK(strncmp(refusal(def), "rv_viewer_def.host = \"example.org\"", 34) == 0);
    rv_viewer* viewer = rv_viewer_create(NULL, NULL, 0);
    rv_world* world = default_world();
    rv_viewer_content content = {0};
    CHECK(!rv_viewer_attach(viewer, world, &content));
    CHECK_TEXT(rv_viewer_error(viewer), "rv_viewer_content: use rv_viewer_content_default()");
    content = rv_viewer_content_default();
    content.number_count = 1;
    CHECK(!rv_viewer_attach(viewer, world, &content));
    CHECK_TEXT(rv_viewer_error(viewer),
               "rv_viewer_content.numbers, read: must not be NULL with a number_count of 1");
    CHECK(!rv_viewer_update(viewer, NAN));
    CHECK_TEXT(rv_viewer_error(viewer), "rv_viewer_update: dt = nan s: must be finite and > 0");
    rv_viewer_destroy(viewer);
    rv_world_destroy(world);
}
