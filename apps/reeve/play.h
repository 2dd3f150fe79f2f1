// A world made of a scene, with what this command keeps from one run to the next.
#ifndef REEVE_COMMAND_PLAY_H
#define REEVE_COMMAND_PLAY_H

#include "scene/scene.h"

typedef struct play_how {
    bool without_cache; // answers of static solids are computed, and not kept
    bool without_bar;   // no progress bar while they are
} play_how;

// As rv_scene_play_create(); store and progress of `options`, which may be NULL, are set here.
rv_scene_play* play_create(const rv_scene* scene, const rv_scene_options* options, play_how how,
                           rv_scene_problems* problems);

#endif
