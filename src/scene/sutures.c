// Sutures: the holes that a thread passes through, in the list `sutures` of its cable. All of them
// is here: the table of their keys, their rules, and how they are made, after everything that may
// have a hole.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"
#include "scene/table_rows.h"

#include <stddef.h>
#include <string.h>

// bits: of the first end, of the last
static const char* const stopped_choices[] = {"none", "first", "last", "both", NULL};

static void suture_init(void* item) {
    ((rv_scene_suture*)item)->def = rv_suture_def_default();
}

const rv_scene_table rv_scene_suture_table = {
    .name = "suture",
    .bytes = sizeof(rv_scene_suture),
    .init = suture_init,
    .tells_given = true,
    .fields = {
        {TEXT("body", rv_scene_suture, body)},
        {TEXT("solid", rv_scene_suture, solid)},
        {VECTOR("at", rv_scene_suture, def.point, ANY, "m"), .engine = "point"},
        {NUMBER("along", rv_scene_suture, def.at, NOT_NEGATIVE, "m"), .engine = "at"},
        {NUMBER("friction", rv_scene_suture, def.friction, NOT_NEGATIVE, NULL)},
        {NUMBER("static_friction", rv_scene_suture, def.static_friction, NOT_NEGATIVE, NULL)},
        {NUMBER("grip", rv_scene_suture, def.grip, NOT_NEGATIVE, "N")},
        {CHOICE("stopped", rv_scene_suture, stopped, stopped_choices)},
    }};

// its index, RV_SCENE_UNKNOWN after complaining
static int find_solid(const rv_scene* scene, rv_scene_place* place, const rv_scene_suture* suture) {
    int index = RV_SCENE_UNKNOWN;
    rv_scene_enter_key(place, "solid");
    if (suture->body != NULL)
        rv_scene_complain(place, "not with \"body\"; one of the two must have the hole");
    else
        index = rv_scene_find_of_kind(scene, place, RV_SCENE_THING_SOLID, suture->solid);
    rv_scene_leave(place);
    return index;
}

static void apply(const rv_scene* scene, rv_scene_place* place, rv_scene_suture* suture) {
    suture->body_index = RV_SCENE_WORLD;
    suture->solid_index = suture->solid == NULL ? -1 : find_solid(scene, place, suture);
    if (suture->body != NULL) {
        rv_scene_enter_key(place, "body");
        suture->body_index = rv_scene_find_body(scene, place, suture->body);
        rv_scene_leave(place);
    }
    if (suture->body_index == RV_SCENE_WORLD && suture->solid == NULL
        && !rv_scene_has(&rv_scene_suture_table, suture, "at"))
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
        def.user_data = rv_scene_mark(cable->first_suture + i);
        if (sutures[i].solid_index >= 0)
            def.solid = play->solids[sutures[i].solid_index];
        rv_scene_enter_index(place, i);
        rv_suture_id* made = &play->sutures[cable->first_suture + i];
        *made = rv_suture_create(play->world, &def);
        good = rv_suture_is_valid(play->world, *made);
        if (!good)
            rv_scene_complain_of_cable(place, &rv_scene_suture_table, rv_world_error(play->world));
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    return good;
}
