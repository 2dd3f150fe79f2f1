// The gallery: the folder of scenes that come with Reeve, and the way from a word to a scene file.
#ifndef REEVE_COMMAND_GALLERY_H
#define REEVE_COMMAND_GALLERY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gallery {
    char folder[4096]; // "" if there is none
    char** names;      // file names without ".json", sorted
    int count;
} gallery;

// `folder` may be NULL: then the environment's REEVE_SCENES, the installed scenes beside the
// command, and those of the sources are tried in this order. False if there is no such folder.
bool gallery_open(gallery* g, const char* folder);
void gallery_close(gallery* g);
// The path of a scene of the gallery; as snprintf.
int gallery_path(const gallery* g, int index, char* buffer, size_t bytes);

// A scene file from what a user wrote: a path, or a name of the gallery with or without its number.
// False after printing what is wrong.
bool scene_path(const char* word, const char* scenes_folder, char* buffer, size_t bytes);

#endif
