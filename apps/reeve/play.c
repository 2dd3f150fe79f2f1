// A world made of a scene: see play.h. Answers of solids are kept in $XDG_CACHE_HOME/reeve, or
// ~/.cache/reeve without one. Where neither is known, nothing is kept.
#define _POSIX_C_SOURCE 200809L
#include "play.h"

#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATH_BYTES = 4096 };

// false: there is none
static bool cache_directory(char path[PATH_BYTES]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = 0;
    // a path that is not absolute is as good as none, says the specification
    if (cache != NULL && cache[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/reeve", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(path, PATH_BYTES, "%s/.cache/reeve", home);
    return length > 0 && length < PATH_BYTES;
}

static bool show(void* context, double share) {
    progress_update(context, share, "how a solid gives way");
    return true;
}

rv_scene_play* play_create(const rv_scene* scene, const rv_scene_options* options, play_how how,
                           rv_scene_problems* problems) {
    char directory[PATH_BYTES];
    progress bar = progress_begin(!how.without_bar);
    rv_answer_store store = rv_answer_store_on_disk(directory);
    rv_scene_options all = options != NULL ? *options : (rv_scene_options){0};
    all.store = !how.without_cache && cache_directory(directory) ? &store : NULL;
    all.progress = show;
    all.progress_context = &bar;
    rv_scene_play* play = rv_scene_play_create(scene, &all, problems);
    progress_end(&bar);
    return play;
}
