// Thumbnails: see thumbnails.h. Each scene is simulated for a moment in a world of its own, so that
// the picture shows it at work, and drawn as `reeve run --picture` does.
#include "thumbnails.h"

#include "command.h"
#include "play.h"
#include "still.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 480, HEIGHT = 300 }; // [px]
// when the picture is taken: this share of the scene's duration, and no later than [s]
static const double SHARE = 0.3, LATEST = 4.0;

bool thumbnails_begin(thumbnails* t, const gallery* gallery, bool without_cache) {
    t->gallery = gallery;
    t->without_cache = without_cache;
    atomic_init(&t->stops, false);
    t->items = calloc((size_t)gallery->count + 1, sizeof *t->items);
    return t->items != NULL;
}

void thumbnails_end(thumbnails* t) {
    for (int i = 0; t->items != NULL && i < t->gallery->count; i++)
        free(t->items[i].png);
    free(t->items);
    t->items = NULL;
}

void thumbnails_stop(thumbnails* t) {
    atomic_store(&t->stops, true);
}

// NULL: given up, or without memory
static void* draw(const thumbnails* t, rv_scene_play* play, rv_scene_summary about, size_t* bytes) {
    double until = fmin(SHARE * about.duration, LATEST);
    long long steps = llround(until * about.rate);
    for (long long i = 0; i < steps; i++)
        if (atomic_load(&t->stops) || rv_scene_play_step(play) == RV_STATUS_FAILED)
            return NULL;
    rv_world* world = rv_scene_play_world(play);
    rv_drawing drawing = {.without_forces = true};
    rv_picture_def def = {.width = WIDTH, .height = HEIGHT, .time = rv_world_time(world)};
    void* png = rv_drawing_update(&drawing, world) ? still_png(&drawing, world, &def, bytes) : NULL;
    rv_drawing_free(&drawing);
    return png;
}

static void make(const thumbnails* t, thumbnail* item, const char* path) {
    rv_scene_problems* problems = calloc(1, sizeof *problems);
    play_how how = {.without_cache = t->without_cache, .without_bar = true};
    rv_scene* scene = problems != NULL ? rv_scene_load(path, problems) : NULL;
    rv_scene_play* play = scene != NULL ? play_create(scene, NULL, how, problems) : NULL;
    if (play != NULL)
        item->png = draw(t, play, rv_scene_summarize(scene), &item->bytes);
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    free(problems);
}

size_t thumbnails_get(thumbnails* t, int scene, const void** png) {
    if (scene < 0 || scene >= t->gallery->count || atomic_load(&t->stops))
        return 0;
    thumbnail* item = &t->items[scene];
    char path[4096];
    if (!item->tried && gallery_path(t->gallery, scene, path, sizeof path) < (int)sizeof path)
        make(t, item, path);
    item->tried = true;
    *png = item->png;
    return item->png != NULL ? item->bytes : 0;
}
