// Paths, places and sentences of problems: see problems.h. A path is a stack that readers push and
// pop as they go down the JSON tree; it becomes text, line and column only when something is wrong.
// What the user wrote is shortened and made printable before it stands in a message.
#include "scene/problems.h"

#include "scene/characters.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void rv_scene_enter_key(rv_scene_place* place, const char* key) {
    if (place->path.depth < RV_SCENE_DEPTH_MAX)
        place->path.steps[place->path.depth] = (rv_scene_path_step){key, 0};
    place->path.depth++;
}

void rv_scene_enter_index(rv_scene_place* place, int index) {
    if (place->path.depth < RV_SCENE_DEPTH_MAX)
        place->path.steps[place->path.depth] = (rv_scene_path_step){NULL, index};
    place->path.depth++;
}

void rv_scene_leave(rv_scene_place* place) {
    place->path.depth--;
}

rv_scene_quote rv_scene_quoted(const char* text) {
    rv_scene_quote quote;
    size_t length = 0;
    // whole characters, with room for the dots
    for (int bytes; *text != '\0'; text += bytes) {
        bool hidden =
            rv_scene_character_hides(rv_scene_character(text, &bytes)) != RV_SCENE_VISIBLE;
        size_t shown = hidden ? 1 : (size_t)bytes;
        if (length + shown + 4 > RV_SCENE_QUOTE_BYTES) {
            memcpy(&quote.text[length], "...", 4);
            return quote;
        }
        memcpy(&quote.text[length], hidden ? "?" : text, shown);
        length += shown;
    }
    quote.text[length] = '\0';
    return quote;
}

// "joints[0].bodies[1]"
static void path_write(const rv_scene_path* path, char* buffer, size_t bytes) {
    size_t used = 0;
    buffer[0] = '\0';
    for (int i = 0; i < path->depth && i < RV_SCENE_DEPTH_MAX && used < bytes; i++) {
        const rv_scene_path_step* step = &path->steps[i];
        int written;
        if (step->key != NULL)
            written = snprintf(buffer + used, bytes - used, "%s%s", used > 0 ? "." : "",
                               rv_scene_quoted(step->key).text);
        else
            written = snprintf(buffer + used, bytes - used, "[%d]", step->index);
        used += (size_t)written;
    }
}

// the next free item, or NULL if enough are kept already; counted either way
static rv_scene_problem* problem_next(rv_scene_problems* problems) {
    int index = problems->count++;
    return index < RV_SCENE_PROBLEMS_MAX ? &problems->items[index] : NULL;
}

static void complain(rv_scene_place* place, bool key, const char* format, va_list arguments) {
    rv_scene_problem* problem = problem_next(place->problems);
    if (problem == NULL)
        return;
    rv_scene_locate(place->text, place->bytes, &place->path, key, &problem->line, &problem->column);
    path_write(&place->path, problem->path, sizeof problem->path);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
}

void rv_scene_complain(rv_scene_place* place, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(place, false, format, arguments);
    va_end(arguments);
}

void rv_scene_complain_value(rv_scene_place* place, const char* key, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    rv_scene_enter_key(place, key);
    complain(place, false, format, arguments);
    rv_scene_leave(place);
    va_end(arguments);
}

void rv_scene_complain_key(rv_scene_place* place, const char* key, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    rv_scene_enter_key(place, key);
    complain(place, true, format, arguments);
    rv_scene_leave(place);
    va_end(arguments);
}

void rv_scene_complain_at(rv_scene_problems* problems, int line, int column, const char* format,
                          ...) {
    rv_scene_problem* problem = problem_next(problems);
    if (problem == NULL)
        return;
    problem->line = line;
    problem->column = column;
    problem->path[0] = '\0';
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    va_end(arguments);
}

int rv_scene_problem_line(const rv_scene_problems* problems, int index, char* buffer,
                          size_t bytes) {
    const rv_scene_problem* problem = &problems->items[index];
    const char* separator = problem->path[0] != '\0' ? ": " : "";
    if (problem->line == 0)
        return snprintf(buffer, bytes, "%s: %s", problems->file, problem->message);
    return snprintf(buffer, bytes, "%s:%d:%d: %s%s%s", problems->file, problem->line,
                    problem->column, problem->path, separator, problem->message);
}
