// Small pictures of the gallery's scenes, drawn when they are first asked for. Only one thread may
// ask at a time.
#ifndef REEVE_COMMAND_THUMBNAILS_H
#define REEVE_COMMAND_THUMBNAILS_H

#include "gallery.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct thumbnail {
    void* png;
    size_t bytes;
    bool tried;
} thumbnail;

typedef struct thumbnails {
    const gallery* gallery;
    bool without_cache;
    thumbnail* items; // one for each scene
    atomic_bool stops;
} thumbnails;

// The gallery must live longer. False without memory.
bool thumbnails_begin(thumbnails* t, const gallery* gallery, bool without_cache);
void thumbnails_end(thumbnails* t);
// From any thread: the one that is being made is given up, and no more are made.
void thumbnails_stop(thumbnails* t);
// Sets *png and returns its size; 0 if the scene cannot be drawn. Valid until thumbnails_end().
size_t thumbnails_get(thumbnails* t, int scene, const void** png);

#endif
