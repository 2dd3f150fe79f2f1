// Names of a scene: who has which, and what a reference means. Bodies, chains and joints share one
// set of names; "chain[3]" is a body of a chain and "chain.link[3]" a joint of it.
#ifndef REEVE_SCENE_NAMES_H
#define REEVE_SCENE_NAMES_H

#include "scene/definition.h"

typedef enum rv_scene_thing_kind {
    RV_SCENE_THING_BODY,
    RV_SCENE_THING_JOINT,
    RV_SCENE_THING_CHAIN,
    RV_SCENE_THING_ENERGY,  // the reserved name "energy"
    RV_SCENE_THING_GRAVITY, // the reserved name "gravity"
} rv_scene_thing_kind;

typedef struct rv_scene_thing {
    rv_scene_thing_kind kind;
    int index; // of the scene's bodies or joints (those of chains after the others), or chains
} rv_scene_thing;

// Takes the names of all bodies, chains and joints; tells of names that are taken or reserved.
void rv_scene_names_collect(rv_scene* scene, rv_scene_place* place);

// What a name means. False if there is no such thing.
bool rv_scene_find(const rv_scene* scene, const char* name, rv_scene_thing* thing);
// The same, telling at the current path what is wrong and what may be meant. `what` names the kinds
// wanted: "body", "joint" or "body or joint".
bool rv_scene_find_or_complain(const rv_scene* scene, rv_scene_place* place, const char* what,
                               const char* name, rv_scene_thing* thing);
// A body that something hangs on: its index, RV_SCENE_WORLD, or RV_SCENE_UNKNOWN after complaining.
int rv_scene_find_body(const rv_scene* scene, rv_scene_place* place, const char* name);
// The material of that name, or NULL after complaining about `key` of the object at the path.
const rv_material* rv_scene_find_material(const rv_scene* scene, rv_scene_place* place,
                                          const char* key, const char* name);
// The name of a thing; as snprintf.
int rv_scene_thing_name(const rv_scene* scene, rv_scene_thing thing, char* buffer, size_t bytes);

#endif
