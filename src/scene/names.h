// Names of a scene: who has which, and what a reference means. Bodies, chains, joints, cables, solids
// and haptics share one set of names; "chain[3]" is a body of a chain and "chain.link[3]" a joint of it,
// "cable.span[2]", "cable.node[2]", "cable.suture[2]" and "cable.winch" are parts of a cable, "solid.node[2]" of a solid.
#ifndef REEVE_SCENE_NAMES_H
#define REEVE_SCENE_NAMES_H

#include "scene/definition.h"

typedef enum rv_scene_thing_kind {
    // what has a list and a name of its own, in the order in which names are taken
    RV_SCENE_THING_BODY,
    RV_SCENE_THING_CHAIN,
    RV_SCENE_THING_JOINT,
    RV_SCENE_THING_CABLE,
    RV_SCENE_THING_SOLID,
    RV_SCENE_THING_TIE,
    RV_SCENE_THING_HAPTIC,
    // parts of these, and what there is one of
    RV_SCENE_THING_SPAN,     // of a cable, by the node before it
    RV_SCENE_THING_NODE,     // of a cable's path
    RV_SCENE_THING_WINCH,    // of a cable, by its node
    RV_SCENE_THING_SUTURE,   // a hole of a cable
    RV_SCENE_THING_CORNER,   // a node of a solid's mesh
    RV_SCENE_THING_ENERGY,   // the reserved name "energy"
    RV_SCENE_THING_GRAVITY,  // the reserved name "gravity"
    RV_SCENE_THING_CONTACTS, // the reserved name "contacts"
} rv_scene_thing_kind;

typedef struct rv_scene_thing {
    rv_scene_thing_kind kind;
    int index; // of the scene's bodies or joints (those of chains after the others), chains,
        // cables, solids, ties, haptics, or nodes or holes of all cables or nodes of all solids
} rv_scene_thing;

// Takes the names of all things of a scene; tells of names that are taken or reserved.
void rv_scene_names_collect(rv_scene* scene, rv_scene_place* place);

// Goes down to body `index` of the scene: an element of "bodies", or "ground"; rv_scene_leave_body
// comes back.
void rv_scene_enter_body(const rv_scene* scene, rv_scene_place* place, int index);
void rv_scene_leave_body(const rv_scene* scene, rv_scene_place* place, int index);

// What a name means. False if there is no such thing.
bool rv_scene_find(const rv_scene* scene, const char* name, rv_scene_thing* thing);
// The same, telling at the current path what is wrong and what may be meant. `what` names the kinds
// wanted: "body", or "body, joint, cable, solid, tie or haptic".
bool rv_scene_find_or_complain(const rv_scene* scene, rv_scene_place* place, const char* what,
                               const char* name, rv_scene_thing* thing);
// How many things there are of which `text`, `length` bytes of it, is the name before the number:
// bodies of "chain", links of "chain.link", spans of "cable.span"; 0 if it is no such name.
int rv_scene_find_numbered(const rv_scene* scene, const char* text, size_t length);
// A body that something hangs on: its index, RV_SCENE_WORLD, or RV_SCENE_UNKNOWN after complaining.
int rv_scene_find_body(const rv_scene* scene, rv_scene_place* place, const char* name);
// A thing of a kind that has a list of its own: its index, or RV_SCENE_UNKNOWN after complaining.
int rv_scene_find_of_kind(const rv_scene* scene, rv_scene_place* place, rv_scene_thing_kind kind,
                          const char* name);
// The material of that name, or NULL after complaining about `key` of the object at the path (NULL:
// about what is at the path).
const rv_material* rv_scene_find_material(const rv_scene* scene, rv_scene_place* place,
                                          const char* key, const char* name);
// The reserved name of a kind that there is one of: "energy"; NULL for all others.
const char* rv_scene_reserved_name(rv_scene_thing_kind kind);
// The name of a thing; as snprintf.
int rv_scene_thing_name(const rv_scene* scene, rv_scene_thing thing, char* buffer, size_t bytes);

#endif
