// Ties: places of solids that are fixed to something, in the list `ties` of the scene. All of them is
// here: the table of their keys, their rules, and how they are made, after everything that they hold.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"
#include "scene/table_rows.h"

#include <stddef.h>
#include <string.h>

static void tie_init(void* item) {
    ((rv_scene_tie*)item)->def = rv_tie_def_default();
}

const rv_scene_table rv_scene_tie_table = {
    .name = "tie",
    .bytes = sizeof(rv_scene_tie),
    .init = tie_init,
    .tells_given = true,
    .fields = {
        {NAME("name", rv_scene_tie, name), .required = true},
        {TEXT("solid", rv_scene_tie, solid), .required = true},
        {VECTOR("at", rv_scene_tie, def.point, ANY, "m"), .engine = "point", .required = true},
        {NUMBER("radius", rv_scene_tie, def.radius, NOT_NEGATIVE, "m")},
        {TEXT("body", rv_scene_tie, body)},
        {TEXT("other", rv_scene_tie, other)},
        {TEXT("cable", rv_scene_tie, cable)},
        {NUMBER("along", rv_scene_tie, def.at, NOT_NEGATIVE, "m"), .engine = "at"},
        {NUMBER("gap", rv_scene_tie, def.gap, NOT_NEGATIVE, "m")},
        {NUMBER("compliance", rv_scene_tie, def.compliance, NOT_NEGATIVE, "m/N")},
        {NUMBER("damping", rv_scene_tie, def.damping, NOT_NEGATIVE, "N s/m")},
        {NUMBER("breaking_load", rv_scene_tie, def.breaking_load, POSITIVE, "N")},
    }};

// the index of what a key names, RV_SCENE_UNKNOWN if it does not, or after complaining
static int find(const rv_scene* scene, rv_scene_place* place, const char* key, const char* name,
                rv_scene_thing_kind kind) {
    if (name == NULL)
        return RV_SCENE_UNKNOWN;
    rv_scene_enter_key(place, key);
    int index = rv_scene_find_of_kind(scene, place, kind, name);
    rv_scene_leave(place);
    return index;
}

static void check_thread(const rv_scene* scene, rv_scene_place* place, const rv_scene_tie* tie) {
    const rv_scene_cable* cables = scene->cables.items;
    if (tie->cable_index >= 0 && cables[tie->cable_index].def.model != RV_CABLE_ROD)
        rv_scene_complain_value(place, "cable",
                                "must be a rod; others end on a \"solid\" of their path");
    if (tie->cable == NULL && rv_scene_has(&rv_scene_tie_table, tie, "along"))
        rv_scene_complain_key(place, "along", "used only with \"cable\"; remove it");
}

static void apply(const rv_scene* scene, rv_scene_place* place, rv_scene_tie* tie) {
    static const char* const keys[] = {"body", "other", "cable"};
    const char* chosen = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (!rv_scene_has(&rv_scene_tie_table, tie, keys[i]))
            continue;
        if (chosen != NULL)
            rv_scene_complain_key(place, keys[i], "one too many; a tie with '%s' must be only that",
                                  chosen);
        chosen = keys[i];
    }
    tie->solid_index = find(scene, place, "solid", tie->solid, RV_SCENE_THING_SOLID);
    tie->other_index = find(scene, place, "other", tie->other, RV_SCENE_THING_SOLID);
    tie->cable_index = find(scene, place, "cable", tie->cable, RV_SCENE_THING_CABLE);
    tie->body_index = RV_SCENE_WORLD;
    if (tie->body != NULL) {
        rv_scene_enter_key(place, "body");
        tie->body_index = rv_scene_find_body(scene, place, tie->body);
        rv_scene_leave(place);
    }
    check_thread(scene, place, tie);
}

void rv_scene_rules_ties(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "ties");
    for (int i = 0; i < scene->ties.count; i++) {
        rv_scene_enter_index(place, i);
        apply(scene, place, (rv_scene_tie*)scene->ties.items + i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

bool rv_scene_tie_build(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_tie* tie = (const rv_scene_tie*)play->scene->ties.items + index;
    rv_tie_def def = tie->def;
    def.solid = play->solids[tie->solid_index];
    def.body = rv_scene_play_body_at(play, tie->body_index);
    if (tie->other_index >= 0)
        def.other = play->solids[tie->other_index];
    if (tie->cable_index >= 0)
        def.cable = play->cables[tie->cable_index];
    def.user_data = rv_scene_mark(index);
    play->ties[index] = rv_tie_create(play->world, &def);
    if (rv_tie_is_valid(play->world, play->ties[index]))
        return true;
    rv_scene_complain_of_cable(place, &rv_scene_tie_table, rv_world_error(play->world));
    return false;
}
