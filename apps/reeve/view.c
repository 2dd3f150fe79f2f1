// `reeve view`: simulates a scene and serves it to a browser, until Ctrl-C. Scenes of the gallery
// are opened from the page. With --record, what a person does to the first scene is written down,
// to be replayed.
#define _POSIX_C_SOURCE 200809L
#include "browser.h"
#include "command.h"
#include "gallery.h"
#include "log.h"
#include "play.h"
#include "reeve/viewer.h"
#include "thumbnails.h"
#include "view/listen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256, PATH_BYTES = 4096 };

enum { DEVICES_TOLD = 4, STATUS_BYTES = 320 };

// of what the page says about a scene that cannot be opened: mistakes at most, and bytes of all of it
enum { MISTAKES_SHOWN = 5, NOTICE_BYTES = 4096 };

// a scene that is shown
typedef struct showing {
    rv_scene* scene;
    rv_scene_play* play;
    rv_scene_summary about;
    int number_count;
    char (*names)[NAME_BYTES]; // of the numbers
    rv_viewer_number* numbers;
    rv_viewer_control* controls;
    char devices[DEVICES_TOLD][STATUS_BYTES]; // how those of hands were, as told
} showing;

typedef struct view {
    const arguments* arguments;
    gallery gallery;
    rv_scene** gallery_scenes; // NULL where one cannot be read
    rv_viewer_scene* gallery_texts;
    thumbnails thumbnails;
    rv_viewer* viewer;
    showing showing;
    rv_world* empty; // shown when no scene was named
    log_writer log;
    bool records, told_nonfinite;
    bool record_is_lost;
} view;

// what Ctrl-C ends
static rv_viewer* volatile interruptible;

static void interrupt(int signal_number) {
    (void)signal_number;
    if (interruptible != NULL)
        rv_viewer_stop(interruptible);
}

// --- a scene ------------------------------------------------------------------------------------

static void showing_close(showing* s) {
    rv_scene_play_destroy(s->play);
    rv_scene_destroy(s->scene);
    free(s->names);
    free(s->numbers);
    free(s->controls);
    *s = (showing){0};
}

static bool name_things(showing* s) {
    s->number_count = rv_scene_play_column_count(s->play);
    s->names = calloc((size_t)s->number_count + 1, sizeof *s->names);
    s->numbers = calloc((size_t)s->number_count + 1, sizeof *s->numbers);
    s->controls = calloc((size_t)s->about.controls + 1, sizeof *s->controls);
    if (s->names == NULL || s->numbers == NULL || s->controls == NULL)
        return false;
    for (int i = 0; i < s->number_count; i++) {
        rv_scene_play_column_name(s->play, i, s->names[i], sizeof s->names[i]);
        s->numbers[i] = (rv_viewer_number){s->names[i], rv_scene_play_column_unit(s->play, i)};
    }
    for (int i = 0; i < s->about.controls; i++) {
        rv_scene_control c = rv_scene_control_at(s->scene, i);
        s->controls[i] = (rv_viewer_control){.label = c.label,
                                             .keys = {c.keys[0], c.keys[1]},
                                             .range = {c.range[0], c.range[1]},
                                             .unit = c.unit,
                                             .released = c.released};
    }
    return true;
}

// the same for the page, which needs neither all of it nor the folder
static void write_notice(rv_scene_problems* problems, char notice[NOTICE_BYTES]) {
    const char* slash = problems->file != NULL ? strrchr(problems->file, '/') : NULL;
    problems->file = slash != NULL ? slash + 1 : problems->file;
    int shown = problems->count < MISTAKES_SHOWN ? problems->count : MISTAKES_SHOWN;
    size_t used = 0;
    for (int i = 0; i < shown; i++) {
        char line[NOTICE_BYTES / MISTAKES_SHOWN];
        rv_scene_problem_line(problems, i, line, sizeof line);
        used +=
            (size_t)snprintf(notice + used, NOTICE_BYTES - used, "%s%s", i > 0 ? "\n" : "", line);
    }
    if (problems->count > shown && used < NOTICE_BYTES)
        snprintf(notice + used, NOTICE_BYTES - used, "\nand %d more; `reeve check` shows them",
                 problems->count - shown);
}

// False after printing what is wrong; `notice`, empty before, then says so too.
static bool showing_open(showing* s, const char* path, const arguments* arguments,
                         char notice[NOTICE_BYTES]) {
    rv_scene_problems* problems = calloc(1, sizeof *problems);
    bool good = false;
    if (problems != NULL) {
        rv_scene_options options = {.threads = arguments->threads, .clock = clock_seconds};
        play_how how = {.without_cache = arguments->no_cache};
        s->scene = rv_scene_load_with(path, arguments->meshes, problems);
        s->play = s->scene != NULL ? play_create(s->scene, &options, how, problems) : NULL;
        good = s->play != NULL;
        problems_print(problems);
        write_notice(problems, notice);
    }
    if (good) {
        s->about = rv_scene_summarize(s->scene);
        good = name_things(s);
    }
    if (!good && notice[0] == '\0') {
        snprintf(notice, NOTICE_BYTES, "not enough memory for the scene");
        fprintf(stderr, "reeve view: %s\n", notice);
    }
    if (!good)
        showing_close(s);
    free(problems);
    return good;
}

// --- what the viewer asks for -------------------------------------------------------------------

static void read_numbers(void* context, double* values) {
    rv_scene_play_read(((view*)context)->showing.play, values);
}

static void set_control(void* context, int control, double position) {
    rv_scene_play_set_control(((view*)context)->showing.play, control, position);
}

static void reset(void* context) {
    rv_scene_play_reset(((view*)context)->showing.play);
    ((view*)context)->told_nonfinite = false;
}

static bool move_tool(void* context, rv_body_id body, bool held, rv_vec3 offset) {
    return rv_scene_play_move_tool(((view*)context)->showing.play, body, held, offset);
}

static void body_name(void* context, rv_body_id body, char* buffer, size_t bytes) {
    rv_scene_play_body_name(((view*)context)->showing.play, body, buffer, bytes);
}

static void cable_name(void* context, rv_cable_id cable, char* buffer, size_t bytes) {
    rv_scene_play_cable_name(((view*)context)->showing.play, cable, buffer, bytes);
}

static void solid_name(void* context, rv_solid_id solid, char* buffer, size_t bytes) {
    rv_scene_play_solid_name(((view*)context)->showing.play, solid, buffer, bytes);
}

static void tie_name(void* context, rv_tie_id tie, char* buffer, size_t bytes) {
    rv_scene_play_tie_name(((view*)context)->showing.play, tie, buffer, bytes);
}

static void suture_name(void* context, rv_suture_id suture, char* buffer, size_t bytes) {
    rv_scene_play_suture_name(((view*)context)->showing.play, suture, buffer, bytes);
}

static void record_input(void* context, const void* request, size_t bytes) {
    view* v = context;
    if (v->records)
        log_input(&v->log, request, bytes);
}

static bool attach(view* v, const showing* s, int scene) {
    rv_viewer_content content = rv_viewer_content_default();
    content.title = s->about.name;
    content.look = s->about.look;
    content.scene = scene;
    content.numbers = s->numbers;
    content.number_count = s->number_count;
    content.read = read_numbers;
    content.controls = s->controls;
    content.control_count = s->about.controls;
    content.control = set_control;
    content.reset = reset;
    content.tool = move_tool;
    content.input = record_input;
    content.body_name = body_name;
    content.cable_name = cable_name;
    content.solid_name = solid_name;
    content.tie_name = tie_name;
    content.suture_name = suture_name;
    content.context = v;
    // the functions above read the scene while it is attached
    showing before = v->showing;
    v->showing = *s;
    if (rv_viewer_attach(v->viewer, rv_scene_play_world(s->play), &content)) {
        showing_close(&before);
        return true;
    }
    fprintf(stderr, "reeve view: %s\n", rv_viewer_error(v->viewer));
    v->showing = before;
    return false;
}

static void record_end(view* v) {
    if (!v->records)
        return;
    v->records = false;
    if (log_end(&v->log, rv_scene_play_world(v->showing.play)))
        fprintf(stderr, "Recorded: %s\n", v->arguments->record);
    else
        v->record_is_lost = true;
}

static void open_scene(void* context, int scene) {
    view* v = context;
    char path[PATH_BYTES];
    gallery_path(&v->gallery, scene, path, sizeof path);
    showing next = {0};
    char notice[NOTICE_BYTES] = "";
    if (!showing_open(&next, path, v->arguments, notice)) {
        rv_viewer_notify(v->viewer, notice);
        return;
    }
    record_end(v); // a recording is of one scene
    v->told_nonfinite = false;
    if (!attach(v, &next, scene)) {
        rv_viewer_notify(v->viewer, rv_viewer_error(v->viewer));
        showing_close(&next);
    }
}

static size_t thumbnail_of(void* context, int scene, const void** png) {
    return thumbnails_get(&((view*)context)->thumbnails, scene, png);
}

// --- the gallery --------------------------------------------------------------------------------

static bool gallery_read(view* v) {
    gallery_open(&v->gallery, v->arguments->scenes);
    size_t count = (size_t)v->gallery.count;
    v->gallery_scenes = calloc(count + 1, sizeof(rv_scene*));
    v->gallery_texts = calloc(count + 1, sizeof *v->gallery_texts);
    rv_scene_problems* problems = calloc(1, sizeof *problems);
    bool good = v->gallery_scenes != NULL && v->gallery_texts != NULL && problems != NULL
                && thumbnails_begin(&v->thumbnails, &v->gallery, v->arguments->no_cache);
    for (size_t i = 0; good && i < count; i++) {
        char path[PATH_BYTES];
        gallery_path(&v->gallery, (int)i, path, sizeof path);
        *problems = (rv_scene_problems){0};
        rv_scene* scene = v->gallery_scenes[i] = rv_scene_load(path, problems);
        rv_viewer_scene* text = &v->gallery_texts[i];
        text->name = text->title = v->gallery.names[i];
        text->look = "This file has mistakes: `reeve check` tells them.";
        if (scene != NULL) {
            text->title = rv_scene_summarize(scene).name;
            text->look = rv_scene_summarize(scene).look;
        }
    }
    free(problems);
    if (!good)
        fprintf(stderr, "reeve view: not enough memory for the gallery\n");
    return good;
}

static void gallery_forget(view* v) {
    thumbnails_end(&v->thumbnails);
    for (int i = 0; v->gallery_scenes != NULL && i < v->gallery.count; i++)
        rv_scene_destroy(v->gallery_scenes[i]);
    free(v->gallery_scenes);
    free(v->gallery_texts);
    gallery_close(&v->gallery);
}

static int index_in_gallery(const view* v, const char* path) {
    for (int i = 0; i < v->gallery.count; i++) {
        char candidate[PATH_BYTES];
        gallery_path(&v->gallery, i, candidate, sizeof candidate);
        if (strcmp(candidate, path) == 0)
            return i;
    }
    return -1;
}

// --- the command --------------------------------------------------------------------------------

// the exit code: an option that the viewer refuses is wrong usage, a port that it cannot have is not
static int serve(view* v) {
    const arguments* a = v->arguments;
    rv_viewer_def def = rv_viewer_def_default();
    def.host = a->host != NULL ? a->host : def.host;
    def.port = a->port;
    def.paused = a->paused;
    def.awaits_page = true;
    def.speed = a->speed > 0.0 ? a->speed : def.speed;
    def.gallery = v->gallery_texts;
    def.gallery_count = v->gallery.count;
    def.open = open_scene;
    def.thumbnail = thumbnail_of;
    def.context = v;
    char error[512];
    v->viewer = rv_viewer_create(&def, error, sizeof error);
    // the options are called as on the command line
    static const char in_the_library[] = "rv_viewer_def.";
    size_t length = strlen(in_the_library);
    if (v->viewer != NULL) {
        if (!rv_host_is_local(def.host))
            fprintf(
                stderr,
                "reeve view: warning: others in the network of %s can reach this viewer; whoever "
                "has the address below sees and drives the scene, and nothing is encrypted\n",
                def.host);
        return EXIT_FINE;
    }
    bool refused = strncmp(error, in_the_library, length) == 0;
    fprintf(stderr, "reeve view: %s%s\n", refused ? "--" : "", refused ? error + length : error);
    return refused ? EXIT_USAGE : EXIT_FAILED;
}

// what is looked at first: the scene, or nothing but the gallery
static bool show_first(view* v, const char* path, showing* first) {
    if (path != NULL) {
        if (!attach(v, first, index_in_gallery(v, path)))
            return false;
        *first = (showing){0};
        v->records = v->arguments->record != NULL;
        return !v->records
               || log_begin(&v->log, v->arguments->record, v->showing.scene, path,
                            rv_scene_play_world(v->showing.play));
    }
    rv_world_def world = rv_world_def_default();
    v->empty = rv_world_create(&world, NULL, 0);
    return v->empty != NULL && rv_viewer_attach(v->viewer, v->empty, NULL);
}

// devices of hands come and go
static void tell_devices(showing* s) {
    for (int i = 0; i < s->about.haptics && i < DEVICES_TOLD; i++) {
        char status[STATUS_BYTES];
        rv_scene_play_device_status(s->play, i, status, sizeof status);
        if (strcmp(status, s->devices[i]) == 0)
            continue;
        snprintf(s->devices[i], STATUS_BYTES, "%s", status);
        fprintf(stderr, "reeve view: %s\n", status);
    }
}

// one step of what is shown; false after printing why there can be no more
static bool step(view* v) {
    if (v->showing.play == NULL)
        return rv_world_step(v->empty, 1.0 / 60.0) != RV_STATUS_FAILED;
    rv_world* world = rv_scene_play_world(v->showing.play);
    if (rv_scene_play_step(v->showing.play) == RV_STATUS_FAILED) {
        fprintf(stderr, "reeve view: a step failed: %s\n", rv_world_error(world));
        return false;
    }
    tell_devices(&v->showing);
    rv_report report = rv_world_report(world);
    if (report.nonfinite_count > 0 && !v->told_nonfinite) {
        char name[NAME_BYTES];
        rv_scene_play_body_name(v->showing.play, report.nonfinite, name, sizeof name);
        fprintf(stderr, "reeve view: the motion of '%s' went non-finite; it stays where it is\n",
                name);
        v->told_nonfinite = true;
    }
    if (v->records && !log_step(&v->log, world)) {
        v->records = false;
        v->record_is_lost = true;
    }
    return true;
}

// The first signal ends the viewer in peace, the second at once.
static void listen_to_signals(rv_viewer* viewer) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    interruptible = viewer;
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        sigaction(signals[i], &action, NULL);
}

static int run(view* v) {
    listen_to_signals(v->viewer);
    printf("%s\n", rv_viewer_address(v->viewer));
    fflush(stdout);
    fprintf(stderr,
            "Open this address in a browser: the scene starts when it is seen there. Ctrl-C ends "
            "the viewer.\n");
    browser browser = {""};
    if (!v->arguments->no_open)
        browser_open(&browser, rv_viewer_address(v->viewer));
    double rate = 60.0;
    bool good = true;
    while (good && rv_viewer_update(v->viewer, 1.0 / rate)) {
        good = step(v);
        rate = v->showing.play != NULL ? v->showing.about.rate : rate;
    }
    interruptible = NULL;
    browser_forget(&browser);
    record_end(v);
    return good && !v->record_is_lost ? EXIT_FINE : EXIT_FAILED;
}

int command_view(const arguments* arguments) {
    char path[PATH_BYTES];
    const char* named = arguments->word_count > 0 ? path : NULL;
    if (named != NULL && !scene_path(arguments->words[0], arguments->scenes, path, sizeof path))
        return EXIT_USAGE;
    if (named == NULL && arguments->record != NULL) {
        fprintf(stderr, "reeve view: --record needs a scene: reeve view SCENE --record F\n");
        return EXIT_USAGE;
    }
    if (arguments->record != NULL && strcmp(arguments->record, "-") == 0) {
        fprintf(stderr, "reeve view: --record is '-'; must be a file: the address is printed on "
                        "standard output\n");
        return EXIT_USAGE;
    }
    view v = {.arguments = arguments};
    showing first = {0};
    char notice[NOTICE_BYTES] = "";
    int code = EXIT_USAGE;
    if (named == NULL || showing_open(&first, path, arguments, notice)) {
        code = gallery_read(&v) ? serve(&v) : EXIT_FAILED;
        if (code == EXIT_FINE)
            code = show_first(&v, named, &first) ? run(&v) : EXIT_FAILED;
        if (v.records)
            log_discard(&v.log);
    }
    thumbnails_stop(&v.thumbnails);
    rv_viewer_destroy(v.viewer);
    showing_close(&first);
    showing_close(&v.showing);
    rv_world_destroy(v.empty);
    gallery_forget(&v);
    return code;
}
