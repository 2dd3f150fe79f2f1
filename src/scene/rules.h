// What a scene must obey beyond the types of its values: names, references, keys that go together.
// Applied only to a scene that was read without problems, so that rules need not guard against
// holes and one mistake is not told twice.
#ifndef REEVE_SCENE_RULES_H
#define REEVE_SCENE_RULES_H

#include "scene/definition.h"

// Checks a scene that was read without problems and resolves its references.
void rv_scene_rules_apply(rv_scene* scene, rv_scene_place* place);
// The parts of it about materials, contacts and the shapes of a body at the current path
// (rules_shapes.c); rv_scene_rules_ground makes the ground a body, before anything has an index.
void rv_scene_rules_ground(rv_scene* scene, rv_scene_place* place);
void rv_scene_rules_materials(rv_scene* scene, rv_scene_place* place);
void rv_scene_rules_contacts(rv_scene* scene, rv_scene_place* place);
void rv_scene_rules_shapes(rv_scene* scene, rv_scene_place* place, rv_scene_body* body);
// Reads the hulls, meshes and height fields of all shapes (geometries.c).
void rv_scene_rules_geometries(rv_scene* scene, rv_scene_place* place);
// The path of a file that is named at `key` of the object at the current path, from the folder of
// the scene on; NULL after complaining (files.c).
const char* rv_scene_file_path(rv_scene* scene, rv_scene_place* place, const char* key,
                               const char* file);
// Does a path end in a folder where files of the scene may lie? Else complains (files.c).
bool rv_scene_file_allowed(const rv_scene* scene, rv_scene_place* place, const char* key,
                           const char* path);
// The part of it about cables (rules_cables.c).
void rv_scene_rules_cables(rv_scene* scene, rv_scene_place* place);
// And of it, about the holes of a thread (sutures.c).
void rv_scene_rules_sutures(rv_scene* scene, rv_scene_place* place, rv_scene_cable* cable);
// The part about solids: makes or reads their meshes and picks what is held (solids.c).
void rv_scene_rules_solids(rv_scene* scene, rv_scene_place* place);
void rv_scene_solids_free(rv_scene* scene);
// The part about ties (ties.c).
void rv_scene_rules_ties(rv_scene* scene, rv_scene_place* place);
// The part about haptics (haptics.c).
void rv_scene_rules_haptics(rv_scene* scene, rv_scene_place* place);

#endif
