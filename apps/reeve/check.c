// `reeve check` and `reeve list`: says of scene files whether they are right, and what they are.
// A scene is checked by building it: the engine has rules of its own. Problems go to standard
// error, one line each; with --json they go to standard output for a program.
#include "command.h"
#include "gallery.h"
#include "play.h"
#include "view/json.h"

#include <stdio.h>
#include <stdlib.h>

void problems_print(const rv_scene_problems* problems) {
    char line[8192];
    int kept = problems->count < RV_SCENE_PROBLEMS_MAX ? problems->count : RV_SCENE_PROBLEMS_MAX;
    for (int i = 0; i < kept; i++) {
        rv_scene_problem_line(problems, i, line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    if (problems->count > kept)
        fprintf(stderr, "%s: and %d more problems\n", problems->file, problems->count - kept);
}

// --- check --------------------------------------------------------------------------------------

static void write_problems(rv_json* w, const char* key, const rv_scene_problems* problems) {
    rv_json_open_list(w, key);
    for (int i = 0; i < problems->count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        const rv_scene_problem* problem = &problems->items[i];
        rv_json_open_object(w, NULL);
        rv_json_integer(w, "line", problem->line);
        rv_json_integer(w, "column", problem->column);
        rv_json_text(w, "path", problem->path);
        rv_json_text(w, "message", problem->message);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
}

static void write_checked(rv_json* w, const char* path, const rv_scene_problems* problems,
                          const rv_scene_problems* notes) {
    rv_json_open_object(w, NULL);
    rv_json_text(w, "file", path);
    rv_json_boolean(w, "ok", problems->count == 0);
    write_problems(w, "problems", problems);
    write_problems(w, "notes", notes);
    rv_json_close_object(w);
}

static void print_notes(const rv_scene_problems* notes) {
    int kept = notes->count < RV_SCENE_PROBLEMS_MAX ? notes->count : RV_SCENE_PROBLEMS_MAX;
    for (int i = 0; i < kept; i++) {
        const rv_scene_problem* note = &notes->items[i];
        printf("%s:%d:%d: note: %s: %s\n", notes->file, note->line, note->column, note->path,
               note->message);
    }
    if (notes->count > kept)
        printf("%s: note: and %d more\n", notes->file, notes->count - kept);
}

static void print_checked(const char* path, rv_scene_summary s, const rv_scene_problems* notes) {
    printf("%s: OK: bodies %d, joints %d, cables %d, controls %d, script entries %d, probes %d, ",
           path, s.bodies, s.joints, s.cables, s.controls, s.script_entries, s.probes);
    if (s.solids > 0)
        printf("solids %d, ", s.solids);
    if (s.haptics > 0)
        printf("haptics %d, ", s.haptics);
    printf("%g s at %g Hz\n", s.duration, s.rate);
    print_notes(notes);
}

// reads it and builds it, because the engine has a say too
static bool check_scene(const arguments* arguments, const char* path, rv_json* w) {
    // of the file, and notes on it
    rv_scene_problems* problems = calloc(2, sizeof *problems);
    if (problems == NULL) {
        fprintf(stderr, "reeve check: not enough memory\n");
        return false;
    }
    rv_scene_problems* notes = problems + 1;
    play_how how = {.without_cache = arguments->no_cache};
    rv_scene* scene = rv_scene_load_with(path, arguments->meshes, problems);
    rv_scene_play* play = scene != NULL ? play_create(scene, NULL, how, problems) : NULL;
    bool good = play != NULL;
    if (good)
        rv_scene_play_notes(play, notes);
    if (arguments->json)
        write_checked(w, path, problems, notes);
    else if (good)
        print_checked(path, rv_scene_summarize(scene), notes);
    else
        problems_print(problems);
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    free(problems);
    return good;
}

int command_check(const arguments* arguments) {
    bool good = true;
    rv_json w = rv_json_make(stdout);
    if (arguments->json) {
        w = rv_json_begin(stdout);
        rv_json_open_list(&w, "scenes");
    }
    for (int i = 0; i < arguments->word_count; i++) {
        char path[4096];
        good &= scene_path(arguments->words[i], arguments->scenes, path, sizeof path)
                && check_scene(arguments, path, &w);
    }
    if (arguments->json) {
        rv_json_close_list(&w);
        rv_json_end(&w);
    }
    return good ? EXIT_FINE : EXIT_USAGE;
}

// --- list ---------------------------------------------------------------------------------------

static bool list_scene(const gallery* g, int index, bool json, rv_json* w) {
    char path[8192];
    gallery_path(g, index, path, sizeof path);
    rv_scene_problems* problems = calloc(1, sizeof *problems);
    rv_scene* scene = problems != NULL ? rv_scene_load(path, problems) : NULL;
    bool good = scene != NULL;
    if (good && json) {
        rv_scene_summary s = rv_scene_summarize(scene);
        rv_json_open_object(w, NULL);
        rv_json_text(w, "name", g->names[index]);
        rv_json_text(w, "title", s.name);
        rv_json_text(w, "look", s.look);
        rv_json_number(w, "duration", s.duration);
        rv_json_text(w, "file", path);
        rv_json_close_object(w);
    } else if (good) {
        rv_scene_summary s = rv_scene_summarize(scene);
        printf("%-24s %s\n%24s %s\n", g->names[index], s.name, "", s.look);
    } else if (problems != NULL) {
        problems_print(problems);
    }
    rv_scene_destroy(scene);
    free(problems);
    return good;
}

int command_list(const arguments* arguments) {
    gallery g;
    if (!gallery_open(&g, arguments->scenes)) {
        fprintf(stderr, "reeve list: no folder of scenes%s%s; --scenes DIR names one\n",
                g.folder[0] != '\0' ? " at " : "", g.folder);
        return EXIT_USAGE;
    }
    bool good = true;
    rv_json w = rv_json_make(stdout);
    if (arguments->json) {
        w = rv_json_begin(stdout);
        rv_json_open_list(&w, "scenes");
    } else {
        printf("Scenes in %s; `reeve run NAME` runs one.\n\n", g.folder);
    }
    for (int i = 0; i < g.count; i++)
        good &= list_scene(&g, i, arguments->json, &w);
    if (arguments->json) {
        rv_json_close_list(&w);
        rv_json_end(&w);
    }
    gallery_close(&g);
    return good ? EXIT_FINE : EXIT_FAILED;
}
