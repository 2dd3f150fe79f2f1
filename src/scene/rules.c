// The rules between the keys of a scene: see rules.h. Rules about numbers that the engine checks by
// itself are not repeated here; what it refuses is told by play.c at the same place. References are
// resolved to indices on the way.
#include "scene/rules.h"

#include "scene/names.h"
#include "scene/quantity.h"
#include "scene/tables.h"

#include <string.h>

// --- bodies -------------------------------------------------------------------------------------

static void apply_body(rv_scene* scene, rv_scene_place* place, rv_scene_body* body) {
    const rv_scene_table* table = &rv_scene_body_table;
    rv_scene_rules_shapes(scene, place, body);
    static const char* const of_shapes[] = {"material", "group", "touches"};
    for (size_t i = 0; i < sizeof of_shapes / sizeof of_shapes[0] && body->shapes.count == 0; i++)
        if (rv_scene_has(table, body, of_shapes[i]))
            rv_scene_complain_key(place, of_shapes[i],
                                  "used only with \"shapes\"; remove it, or add shapes");
    if (rv_scene_has(table, body, "center") && !rv_scene_has(table, body, "inertia"))
        rv_scene_complain_key(place, "center", "used only with \"inertia\"; add it");
    if (rv_scene_has(table, body, "inertia") && !rv_scene_has(table, body, "mass"))
        rv_scene_complain_key(place, "inertia", "used only with \"mass\"; add it");
    if (body->def.type == RV_BODY_DYNAMIC && !rv_scene_has(table, body, "mass")
        && body->shapes.count == 0)
        rv_scene_complain(place, "has no mass; must have \"mass\", or \"shapes\" to weigh");
}

// --- chains -------------------------------------------------------------------------------------

static void check_chain(const rv_scene* scene, rv_scene_place* place, rv_scene_chain* chain) {
    const rv_scene_table* table = &rv_scene_chain_table;
    bool segments = chain->kind == RV_SCENE_CHAIN_SEGMENTS;
    if (!rv_scene_has(table, chain, "joint"))
        chain->joint = segments ? RV_SCENE_CHAIN_BALL : RV_SCENE_CHAIN_DISTANCE;
    if (segments == (chain->joint == RV_SCENE_CHAIN_DISTANCE))
        rv_scene_complain_value(place, "joint", "does not fit; %s",
                                segments ? "segments must have \"ball\" or \"lock\""
                                         : "particles must have \"distance\"");
    if (!(rv_vec3_length(rv_vec3_sub(chain->to, chain->from)) > 0.0))
        rv_scene_complain_value(place, "to", "is the same point as \"from\"; must be another");
    if (segments && !rv_scene_has(table, chain, "radius"))
        rv_scene_complain(place, "missing key 'radius'; segments need it for their inertia");
    else if (!rv_scene_has(table, chain, "radius") && !rv_scene_has(table, chain, "mass"))
        rv_scene_complain(place, "has no mass; must have \"mass\", or \"radius\" to weigh");
    if (chain->material != NULL)
        rv_scene_find_material(scene, place, "material", chain->material);
    static const char* const of_shapes[] = {"group", "touches"};
    for (size_t i = 0; i < sizeof of_shapes / sizeof of_shapes[0]; i++)
        if (rv_scene_has(table, chain, of_shapes[i]) && !rv_scene_has(table, chain, "radius"))
            rv_scene_complain_key(place, of_shapes[i],
                                  "used only with \"radius\": points touch nothing; add it");
}

static void find_chain_ends(const rv_scene* scene, rv_scene_place* place, rv_scene_chain* chain) {
    static const char* const keys[2] = {"start", "end"};
    for (int end = 0; end < 2; end++) {
        chain->end_index[end] = RV_SCENE_UNKNOWN;
        if (chain->ends[end] == NULL)
            continue;
        rv_scene_enter_key(place, keys[end]);
        chain->end_index[end] = rv_scene_find_body(scene, place, chain->ends[end]);
        int index = chain->end_index[end];
        if (index >= chain->first_body && index < chain->first_body + chain->count)
            rv_scene_complain(place, "'%s' is of this chain; must be another body or 'world'",
                              chain->ends[end]);
        rv_scene_leave(place);
    }
}

static void apply_chains(rv_scene* scene, rv_scene_place* place) {
    rv_scene_chain* chains = scene->chains.items;
    rv_scene_enter_key(place, "chains");
    // numbers first: an end may hang on a body of a later chain
    for (int i = 0; i < scene->chains.count; i++) {
        rv_scene_chain* chain = &chains[i];
        rv_scene_enter_index(place, i);
        check_chain(scene, place, chain);
        chain->first_body = scene->body_count;
        chain->first_joint = scene->joint_count;
        chain->joint_count = chain->count - 1 + (chain->ends[0] != NULL) + (chain->ends[1] != NULL);
        if (scene->body_count + chain->count > RV_SCENE_BODIES_MAX) {
            rv_scene_complain_value(place, "count", "makes more than %d bodies; must be fewer",
                                    RV_SCENE_BODIES_MAX);
        } else {
            scene->body_count += chain->count;
            scene->joint_count += chain->joint_count;
        }
        rv_scene_leave(place);
    }
    for (int i = 0; i < scene->chains.count; i++) {
        rv_scene_enter_index(place, i);
        find_chain_ends(scene, place, &chains[i]);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// --- joints -------------------------------------------------------------------------------------

static void find_joint_bodies(const rv_scene* scene, rv_scene_place* place, rv_scene_joint* joint) {
    rv_scene_enter_key(place, "bodies");
    for (int side = 0; side < 2; side++) {
        rv_scene_enter_index(place, side);
        joint->body_index[side] = rv_scene_find_body(scene, place, joint->bodies[side]);
        rv_scene_leave(place);
    }
    if (joint->body_index[0] == joint->body_index[1] && joint->body_index[0] != RV_SCENE_UNKNOWN)
        rv_scene_complain(place, "are both '%s'; must be two different bodies", joint->bodies[0]);
    rv_scene_leave(place);
}

static void check_joint_place(rv_scene_place* place, const rv_scene_joint* joint) {
    static const char* const others[] = {"at", "axis", "points"};
    const rv_scene_table* table = &rv_scene_joint_table;
    bool frames = rv_scene_has(table, joint, "frames");
    for (size_t i = 0; i < sizeof others / sizeof others[0] && frames; i++)
        if (rv_scene_has(table, joint, others[i]))
            rv_scene_complain_key(place, others[i],
                                  "not with \"frames\", which say it all; remove one of the two");
    if (frames)
        return;
    unsigned with_axis = rv_scene_table_field(table, "axis")->only;
    if ((with_axis >> joint->def.type & 1u) == 0) {
        unsigned with_points = rv_scene_table_field(table, "points")->only;
        bool on_world =
            joint->body_index[0] == RV_SCENE_WORLD || joint->body_index[1] == RV_SCENE_WORLD;
        if ((with_points >> joint->def.type & 1u) != 0 && on_world
            && !rv_scene_has(table, joint, "points"))
            rv_scene_complain(place, "missing key 'points'; on the world it must say where");
    } else if (!rv_scene_has(table, joint, "axis")) {
        rv_scene_complain(place, "missing key 'axis'; add \"axis\": [x, y, z] or \"frames\"");
    } else if (!(rv_vec3_length(joint->axis) > 0.0)) {
        rv_scene_complain_value(place, "axis", "is zero; must have a direction");
    }
}

// --- controls -----------------------------------------------------------------------------------

static bool key_is_known(const char* key) {
    static const char* const names[] = {"space", "enter", "tab",   "shift",    "up",
                                        "down",  "left",  "right", "backspace"};
    if (key[0] > ' ' && key[0] < 0x7f && key[1] == '\0')
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(key, names[i]) == 0)
            return true;
    return false;
}

static void check_key(const rv_scene* scene, rv_scene_place* place, int index, int which) {
    const rv_scene_control_item* controls = scene->controls.items;
    const char* key = controls[index].keys[which];
    if (key == NULL)
        return;
    if (!key_is_known(key))
        rv_scene_complain_value(place, "key",
                                "unknown key '%s'; must be a character, or space, enter, tab, "
                                "shift, backspace, up, down, left or right",
                                rv_scene_quoted(key).text);
    for (int i = 0; i <= index; i++) {
        for (int j = 0; j < (i < index ? 2 : which); j++) {
            if (controls[i].keys[j] != NULL && strcmp(controls[i].keys[j], key) == 0)
                rv_scene_complain_value(
                    place, "key", "'%s' is already a key of controls[%d]; choose another", key, i);
        }
    }
}

// --- the whole ----------------------------------------------------------------------------------

void rv_scene_rules_apply(rv_scene* scene, rv_scene_place* place) {
    rv_scene_rules_ground(scene, place);
    scene->body_count = scene->bodies.count;
    scene->joint_count = scene->joints.count;
    rv_scene_names_collect(scene, place);
    if (place->problems->count > 0)
        return;
    rv_scene_rules_materials(scene, place);
    rv_scene_rules_contacts(scene, place);
    apply_chains(scene, place);

    for (int i = 0; i < scene->bodies.count; i++) {
        rv_scene_enter_body(scene, place, i);
        apply_body(scene, place, (rv_scene_body*)scene->bodies.items + i);
        rv_scene_leave_body(scene, place, i);
    }
    rv_scene_rules_geometries(scene, place);

    rv_scene_enter_key(place, "joints");
    for (int i = 0; i < scene->joints.count; i++) {
        rv_scene_joint* joint = (rv_scene_joint*)scene->joints.items + i;
        rv_scene_enter_index(place, i);
        find_joint_bodies(scene, place, joint);
        check_joint_place(place, joint);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);

    rv_scene_rules_cables(scene, place);
    rv_scene_rules_solids(scene, place);
    rv_scene_rules_ties(scene, place);
    rv_scene_rules_haptics(scene, place);

    rv_scene_enter_key(place, "controls");
    for (int i = 0; i < scene->controls.count; i++) {
        rv_scene_enter_index(place, i);
        check_key(scene, place, i, 0);
        check_key(scene, place, i, 1);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);

    rv_scene_drives_resolve(scene, place);
    rv_scene_probes_resolve(scene, place);
}
