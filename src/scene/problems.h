// Collects problems while a scene is read: keeps the path of the value being looked at, finds its
// line and column in the text, and writes the sentence.
#ifndef REEVE_SCENE_PROBLEMS_H
#define REEVE_SCENE_PROBLEMS_H

#include "scene/scene.h"

enum { RV_SCENE_DEPTH_MAX = 16 };

// one step down a JSON path: into a member (key) or an element (index, key NULL)
typedef struct rv_scene_path_step {
    const char* key;
    int index;
} rv_scene_path_step;

typedef struct rv_scene_path {
    rv_scene_path_step steps[RV_SCENE_DEPTH_MAX];
    int depth;
} rv_scene_path;

typedef struct rv_scene_place {
    const char* text; // the whole file
    size_t bytes;
    rv_scene_path path;
    rv_scene_problems* problems;
} rv_scene_place;

void rv_scene_enter_key(rv_scene_place* place, const char* key);
void rv_scene_enter_index(rv_scene_place* place, int index);
void rv_scene_leave(rv_scene_place* place);

#if defined(__GNUC__)
#define RV_SCENE_FORMAT(format_, arguments_) __attribute__((format(printf, format_, arguments_)))
#else
#define RV_SCENE_FORMAT(format_, arguments_)
#endif

// a problem with the value at the current path, or the nearest one above it that exists
RV_SCENE_FORMAT(2, 3)
void rv_scene_complain(rv_scene_place* place, const char* format, ...);
// a problem with the value of `key` of the object at the current path
RV_SCENE_FORMAT(3, 4)
void rv_scene_complain_value(rv_scene_place* place, const char* key, const char* format, ...);
// a problem with `key` itself, not its value: unknown or out of place
RV_SCENE_FORMAT(3, 4)
void rv_scene_complain_key(rv_scene_place* place, const char* key, const char* format, ...);
// a problem known by its line and column (0, 0: the file as a whole), with no path
RV_SCENE_FORMAT(4, 5)
void rv_scene_complain_at(rv_scene_problems* problems, int line, int column, const char* format,
                          ...);

// a text of the user's for a message: shortened, with unprintable bytes replaced
enum { RV_SCENE_QUOTE_BYTES = 48 };
typedef struct rv_scene_quote {
    char text[RV_SCENE_QUOTE_BYTES];
} rv_scene_quote;
rv_scene_quote rv_scene_quoted(const char* text);

// line and column of the value at a path, or of its key (locate.c)
void rv_scene_locate(const char* text, size_t bytes, const rv_scene_path* path, bool key, int* line,
                     int* column);
// line and column of a byte of the text
void rv_scene_count_lines(const char* text, const char* at, int* line, int* column);

#endif
