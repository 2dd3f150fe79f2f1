// Sutures: the holes that a thread passes through, in the list `sutures` of its cable. All of them
// is here: the table of their keys, their rules, and how they are made, after everything that may
// have a hole.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"
#include "scene/tables.h"

#include <stddef.h>
#include <string.h>

// bits: of the first end, of the last
static const char* const stopped_choices[] = {"none", "first", "last", "both", NULL};

static void suture_init(void* item) {
    ((rv_scene_suture*)item)->def = rv_suture_def_default();
}

#define AMOUNT(key_, member_, unit_)                                                               \
    .key = key_, .type = RV_SCENE_NUMBER, .offset = offsetof(rv_scene_suture, member_),            \
    .range = {0.0, RV_SCENE_LARGEST, false, false}, .unit = unit_

const rv_scene_table rv_scene_suture_table = {
    .name = "suture",
    .bytes = sizeof(rv_scene_suture),
    .init = suture_init,
    .tells_given = true,
    .fields = {
        {.key = "body", .type = RV_SCENE_TEXT, .offset = offsetof(rv_scene_suture, body)},
        {.key = "at",
         .type = RV_SCENE_VECTOR,
         .offset = offsetof(rv_scene_suture, def.point),
         .range = {-RV_SCENE_LARGEST, RV_SCENE_LARGEST, false, false},
         .unit = "m",
         .engine = "point"},
        {AMOUNT("along", def.at, "m"), .engine = "at"},
        {AMOUNT("friction", def.friction, NULL)},
        {AMOUNT("static_friction", def.static_friction, NULL)},
        {AMOUNT("grip", def.grip, "N")},
        {.key = "stopped",
         .type = RV_SCENE_CHOICE,
         .offset = offsetof(rv_scene_suture, stopped),
         .choices = stopped_choices},
    }};

static void apply(const rv_scene* scene, rv_scene_place* place, rv_scene_suture* suture) {
    suture->body_index = RV_SCENE_WORLD;
    if (suture->body != NULL) {
        rv_scene_enter_key(place, "body");
        suture->body_index = rv_scene_find_body(scene, place, suture->body);
        rv_scene_leave(place);
    }
    if (suture->body_index == RV_SCENE_WORLD && !rv_scene_has(&rv_scene_suture_table, suture, "at"))
        rv_scene_complain(place, "missing key 'at'; on the world it must say where");
    suture->def.stopped[0] = (suture->stopped & 1) != 0;
    suture->def.stopped[1] = (suture->stopped & 2) != 0;
}

void rv_scene_rules_sutures(rv_scene* scene, rv_scene_place* place, rv_scene_cable* cable) {
    rv_scene_suture* sutures = cable->sutures.items;
    rv_scene_enter_key(place, "sutures");
    for (int i = 0; i < cable->sutures.count; i++) {
        rv_scene_enter_index(place, i);
        apply(scene, place, &sutures[i]);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

bool rv_scene_sutures_build(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_cable* cable = (const rv_scene_cable*)play->scene->cables.items + index;
    const rv_scene_suture* sutures = cable->sutures.items;
    // what stands by for other models is left out
    int count = cable->def.model == RV_CABLE_ROD ? cable->sutures.count : 0;
    bool good = true;
    rv_scene_enter_key(place, "sutures");
    for (int i = 0; i < count && good; i++) {
        rv_suture_def def = sutures[i].def;
        def.cable = play->cables[index];
        def.body = rv_scene_play_body_at(play, sutures[i].body_index);
        rv_scene_enter_index(place, i);
        good = rv_suture_is_valid(play->world, rv_suture_create(play->world, &def));
        if (!good)
            rv_scene_complain_of_cable(place, &rv_scene_suture_table, rv_world_error(play->world));
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    return good;
}
