// Moments of a run as VTK files: FOLDER/SCENE_000000.vtp and so on, and FOLDER/SCENE.pvd, which
// lists them with their times. Every moment is a whole file before the list has it, and the list is
// closed after every moment: whatever ends the run, the list can be read and all that it names is
// there.
#define _POSIX_C_SOURCE 200809L
#include "simulation.h"
#include "view/vtk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = LOG_NAME_BYTES_MAX + 32, PATH_BYTES = 4096 + NAME_BYTES };

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

static void path_of(const simulation* s, const char* name, char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/%s", s->arguments->vtk, name);
}

static bool refuse(const simulation* s, const char* path, int reason) {
    fprintf(stderr, "reeve: cannot write %s: %s%s\n", path, strerror(reason),
            s->moments.count > 0 ? "; the moments before it are kept" : "");
    return false;
}

static int moments_begin(simulation* s) {
    s->moments.drawing.without_forces = true;
    if (strlen(s->arguments->vtk) + NAME_BYTES >= PATH_BYTES) {
        fprintf(stderr, "reeve %s: the name of the folder is too long\n",
                s->arguments->command->name);
        return EXIT_USAGE;
    }
    return output_folder_check(s->arguments->vtk) ? EXIT_FINE : EXIT_FAILED;
}

// --- the list -----------------------------------------------------------------------------------

static bool write_at(int file, const char* text, size_t bytes, long long at) {
    while (bytes > 0) {
        ssize_t written = pwrite(file, text, bytes, (off_t)at);
        if (written < 0)
            return false;
        text += written;
        at += written;
        bytes -= (size_t)written;
    }
    return true;
}

// The head of the list or, with a name, one more moment, `more` bytes, and then its tail. To be freed;
// NULL without memory.
static char* list_text(const simulation* s, const char* moment, size_t* more) {
    char* text = NULL;
    size_t bytes = 0;
    FILE* stream = open_memstream(&text, &bytes);
    if (stream == NULL)
        return NULL;
    if (moment == NULL)
        rv_vtk_collection_begin(stream);
    else
        rv_vtk_collection_add(stream, (double)s->totals.steps / s->about.rate, moment);
    *more = (size_t)ftello(stream);
    rv_vtk_collection_end(stream);
    bool made = !ferror(stream);
    if (fclose(stream) == 0 && made)
        return text;
    free(text);
    return NULL;
}

// Puts this over the tail of the list, which ends with a new one. Where there is no room for it, the
// old tail is put back into its place.
static bool list_put(moments_output* m, const char* text, size_t more) {
    if (write_at(m->list, text, strlen(text), m->list_end)) {
        m->list_end += (long long)more;
        return true;
    }
    int reason = errno;
    const char* tail = text + more;
    if (m->list_end == 0 || !write_at(m->list, tail, strlen(tail), m->list_end)
        || ftruncate(m->list, (off_t)(m->list_end + (long long)strlen(tail))) != 0)
        fprintf(stderr, "reeve: the list of moments cannot be closed\n");
    errno = reason;
    return false;
}

static bool list_add(simulation* s, const char* moment) {
    char name[NAME_BYTES], path[PATH_BYTES];
    size_t more;
    char* text = list_text(s, moment, &more);
    bool good = text != NULL && list_put(&s->moments, text, more);
    int reason = text != NULL ? errno : ENOMEM;
    free(text);
    list_name(s, name);
    path_of(s, name, path);
    return good || refuse(s, path, reason);
}

static bool list_open(simulation* s) {
    char name[NAME_BYTES], path[PATH_BYTES];
    list_name(s, name);
    path_of(s, name, path);
    if (!output_folder_make(s->arguments->vtk, &s->moments.made))
        return false;
    s->moments.list = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    s->moments.opened = s->moments.list >= 0;
    return s->moments.opened ? list_add(s, NULL) : refuse(s, path, errno);
}

// --- the moments --------------------------------------------------------------------------------

// False after printing why not; then the file is gone.
static bool moment_write(simulation* s, const char* name) {
    char path[PATH_BYTES];
    path_of(s, name, path);
    FILE* file = fopen(path, "wb");
    if (file == NULL)
        return refuse(s, path, errno);
    errno = 0;
    bool made = simulation_draw(s, &s->moments.drawing)
                && rv_vtk_write(file, &s->moments.drawing, s->world);
    bool written = fflush(file) == 0 && !ferror(file);
    int reason = errno != 0 ? errno : EIO;
    written = fclose(file) == 0 && written;
    if (made && written)
        return true;
    unlink(path);
    return refuse(s, path, written ? ENOMEM : reason);
}

static bool moments_step(simulation* s) {
    moments_output* m = &s->moments;
    if (s->totals.steps == 0 && !list_open(s))
        return false;
    if (s->totals.steps % s->arguments->every != 0)
        return true;
    char name[NAME_BYTES];
    moment_name(s, m->count, name);
    if (!moment_write(s, name) || !list_add(s, name))
        return false;
    m->count++;
    return true;
}

// what an earlier and longer run of the same scene left
static void remove_rest(const simulation* s) {
    char name[NAME_BYTES], path[PATH_BYTES];
    long long number = s->moments.count;
    do {
        moment_name(s, number++, name);
        path_of(s, name, path);
    } while (unlink(path) == 0);
}

static bool moments_holds(const simulation* s) {
    return s->moments.count > 0;
}

// a list of nothing, and the folder that was made for it
static void remove_list(const simulation* s) {
    char name[NAME_BYTES], path[PATH_BYTES];
    list_name(s, name);
    path_of(s, name, path);
    unlink(path);
    if (s->moments.made)
        rmdir(s->arguments->vtk);
}

static bool moments_end(simulation* s) {
    moments_output* m = &s->moments;
    bool good = !m->opened || close(m->list) == 0;
    if (m->opened)
        remove_rest(s);
    if (m->opened && m->count == 0)
        remove_list(s);
    m->opened = false;
    rv_drawing_free(&m->drawing);
    return good;
}

static void moments_tell(const simulation* s, FILE* to) {
    char name[NAME_BYTES];
    list_name(s, name);
    fprintf(to, "  wrote         %s/%s: %lld moments\n", s->arguments->vtk, name, s->moments.count);
}

const sink moments_sink = {moments_name,  moments_begin, moments_step,
                           moments_holds, moments_end,   moments_tell};
