// Moments of a run as VTK files: FOLDER/SCENE_000000.vtp and so on, and FOLDER/SCENE.pvd, which
// lists them with their times. The folder gets them all at the end of the run, or none.
#include "simulation.h"
#include "view/vtk.h"

#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = LOG_NAME_BYTES_MAX + 32 };

static const char* moments_name(const arguments* arguments) {
    return arguments->vtk;
}

// the scene's file without ".json"
static int stem_length(const simulation* s) {
    size_t length = strlen(s->file), ending = strlen(".json");
    bool json = length > ending && strcmp(s->file + length - ending, ".json") == 0;
    return (int)(json ? length - ending : length);
}

static void list_name(const simulation* s, char name[NAME_BYTES]) {
    snprintf(name, NAME_BYTES, "%.*s.pvd", stem_length(s), s->file);
}

static void moment_name(const simulation* s, long long number, char name[NAME_BYTES]) {
    snprintf(name, NAME_BYTES, "%.*s_%06lld.vtp", stem_length(s), s->file, number);
}

static int moments_begin(simulation* s) {
    moments_output* m = &s->moments;
    char name[NAME_BYTES];
    m->drawing.without_forces = true;
    if (!output_folder_open(&m->folder, s->arguments->vtk))
        return EXIT_FAILED;
    list_name(s, name);
    m->list = output_folder_create(&m->folder, name);
    if (m->list == NULL)
        return EXIT_FAILED;
    rv_vtk_collection_begin(m->list);
    return EXIT_FINE;
}

static bool moments_step(simulation* s) {
    moments_output* m = &s->moments;
    if (s->totals.steps % s->arguments->every != 0)
        return true;
    char name[NAME_BYTES];
    moment_name(s, m->count, name);
    FILE* file = output_folder_create(&m->folder, name);
    if (file == NULL)
        return false;
    bool made = simulation_draw(s, &m->drawing) && rv_vtk_write(file, &m->drawing, s->world);
    bool told = ferror(file) != 0;
    bool closed = output_folder_close(&m->folder, name, file);
    if (!made && !told && closed)
        fprintf(stderr, "reeve %s: not enough memory for %s\n", s->arguments->command->name, name);
    rv_vtk_collection_add(m->list, (double)s->totals.steps / s->about.rate, name);
    m->count++;
    return made && closed;
}

// what an earlier and longer run of the same scene left
static void remove_rest(const simulation* s) {
    char name[NAME_BYTES], path[4096 + NAME_BYTES];
    int length;
    long long number = s->moments.count;
    do {
        moment_name(s, number++, name);
        length = snprintf(path, sizeof path, "%s/%s", s->arguments->vtk, name);
    } while ((size_t)length < sizeof path && unlink(path) == 0);
}

static bool moments_commit(simulation* s) {
    moments_output* m = &s->moments;
    char name[NAME_BYTES];
    list_name(s, name);
    FILE* list = m->list;
    m->list = NULL;
    rv_vtk_collection_end(list);
    bool good =
        output_folder_close(&m->folder, name, list) && output_folder_commit(&m->folder, name);
    if (good)
        remove_rest(s);
    return good;
}

static void moments_discard(simulation* s) {
    moments_output* m = &s->moments;
    if (m->list != NULL)
        fclose(m->list);
    m->list = NULL;
    output_folder_discard(&m->folder);
    rv_drawing_free(&m->drawing);
}

static void moments_tell(const simulation* s, FILE* to) {
    char name[NAME_BYTES];
    list_name(s, name);
    fprintf(to, "  wrote         %s/%s: %lld moments\n", s->arguments->vtk, name, s->moments.count);
}

const sink moments_sink = {moments_name,   moments_begin,   moments_step,
                           moments_commit, moments_discard, moments_tell};
