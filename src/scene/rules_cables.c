// The rules between the keys of a cable and of the nodes of its path: what may stand at an end and
// what between the ends, and which keys need each other. See rules.h. On the way a node gets its
// type, and values that the file leaves out get their meaning.
#include "scene/names.h"
#include "scene/rules.h"
#include "scene/tables.h"

#include <math.h>
#include <string.h>

static bool has(const rv_scene_cable_node* node, const char* key) {
    return rv_scene_has(&rv_scene_cable_node_table, node, key);
}

static void find_node_body(const rv_scene* scene, rv_scene_place* place,
                           rv_scene_cable_node* node) {
    node->body_index = RV_SCENE_WORLD;
    if (node->body != NULL) {
        rv_scene_enter_key(place, "body");
        node->body_index = rv_scene_find_body(scene, place, node->body);
        rv_scene_leave(place);
    }
    node->solid_index = RV_SCENE_UNKNOWN;
    if (node->solid != NULL) {
        rv_scene_enter_key(place, "solid");
        if (node->body != NULL)
            rv_scene_complain(place, "not with \"body\"; one of the two must carry it");
        else
            node->solid_index =
                rv_scene_find_of_kind(scene, place, RV_SCENE_THING_SOLID, node->solid);
        rv_scene_leave(place);
    }
    if (node->body_index == RV_SCENE_WORLD && !has(node, "at"))
        rv_scene_complain(place, "missing key 'at'; on the world it must say where");
}

// a place of a solid holds no direction, and carries no wheels
static void check_solid_keys(rv_scene_place* place, const rv_scene_cable_node* node) {
    static const char* const keys[] = {"pulley", "winch", "free", "axis", "clamped"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && node->solid != NULL; i++)
        if (has(node, keys[i]))
            rv_scene_complain_key(place, keys[i],
                                  "not on a solid, where a cable is knotted, or runs through an "
                                  "eye; remove it");
}

// a node is one thing, and that belongs at an end or between the ends
static void check_node_type(rv_scene_place* place, rv_scene_cable_node* node, bool end) {
    static const struct {
        const char* key;
        rv_cable_node_type type;
        bool end;
    } kinds[] = {
        {"eye", RV_CABLE_EYE, false},
        {"pulley", RV_CABLE_PULLEY, false},
        {"winch", RV_CABLE_DRUM, true},
        {"free", RV_CABLE_FREE, true},
    };
    const char* chosen = NULL;
    node->def.type = end ? RV_CABLE_FIXED : RV_CABLE_EYE;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const char* key = kinds[i].key;
        if (!has(node, key))
            continue;
        if (chosen != NULL)
            rv_scene_complain_key(place, key, "one too many; a node with '%s' must be only that",
                                  chosen);
        else if (kinds[i].end && !end)
            rv_scene_complain_key(place, key,
                                  "only at the first and the last node; between them must be an "
                                  "\"eye\" or a \"pulley\"");
        else if (!kinds[i].end && end)
            rv_scene_complain_key(place, key,
                                  "only between the ends; the first and the last node must be "
                                  "fixed, or have a \"winch\"");
        else
            node->def.type = kinds[i].type;
        chosen = key;
    }
}

static void check_fixed_keys(rv_scene_place* place, const rv_scene_cable_node* node, bool end) {
    static const char* const keys[] = {"axis", "swivel", "clamped"};
    bool fixed = end && !has(node, "winch") && !has(node, "free");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (!fixed && has(node, keys[i]))
            rv_scene_complain_key(place, keys[i], "used only at a fixed end; remove it%s",
                                  has(node, "pulley") && i == 0  ? ", or move it into \"pulley\""
                                  : has(node, "winch") && i == 0 ? ", or move it into \"winch\""
                                                                 : "");
}

// what only ends of segments and rods have, and what those of rods do not
static void check_segment_keys(rv_scene_place* place, const rv_scene_cable_node* node,
                               rv_cable_model model) {
    static const char* const keys[] = {"free", "clamped"};
    const char* here = rv_scene_table_field(&rv_scene_cable_table, "model")->choices[model];
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (model != RV_CABLE_SEGMENTS && model != RV_CABLE_ROD && has(node, keys[i]))
            rv_scene_complain_key(
                place, keys[i],
                "used only with \"model\": \"segments\" or \"rod\"; remove it, or change the "
                "cable's \"model\" (here \"%s\")",
                here);
    if (model == RV_CABLE_ROD && node->def.type == RV_CABLE_DRUM)
        rv_scene_complain_key(place, "winch",
                              "not of a rod; its end must be fixed, or \"free\": true");
    if (has(node, "free") && node->body_index != RV_SCENE_WORLD)
        rv_scene_complain_key(place, "body",
                              "not at a free end, which holds on to nothing; must have only "
                              "\"at\", a world point");
}

// the axis of a wheel, or of the cable at a fixed end; zero: not given
static void check_axis(rv_scene_place* place, rv_scene_cable_node* node) {
    bool wheel = has(node, "pulley") || has(node, "winch");
    if (isnan(node->def.axis.x)) {
        node->def.axis = rv_vec3_make(0.0, 0.0, 0.0);
        if (has(node, "winch") && node->def.radius > 0.0) {
            rv_scene_enter_key(place, "winch");
            rv_scene_complain(place, "missing key 'axis'; with a \"radius\" it must have one");
            rv_scene_leave(place);
        }
    } else if (!(rv_vec3_length(node->def.axis) > 0.0)) {
        if (wheel)
            rv_scene_enter_key(place, has(node, "pulley") ? "pulley" : "winch");
        rv_scene_complain_value(place, "axis", "is zero; must have a direction");
        if (wheel)
            rv_scene_leave(place);
    }
}

// a wheel with inertia is turned by the cable: without slip, if nothing else is said
static void check_wheel(rv_scene_place* place, rv_scene_cable_node* node) {
    if (isnan(node->def.friction))
        node->def.friction = node->inertia > 0.0 ? INFINITY : rv_cable_node_default().friction;
    if (node->inertia > 0.0 && !(node->def.friction > 0.0)) {
        rv_scene_enter_key(place, "pulley");
        rv_scene_complain_value(place, "friction",
                                "is 0 and would not turn the wheel with \"inertia\"; must be > 0, "
                                "or left out: then it never slips");
        rv_scene_leave(place);
    }
}

static void apply_node(const rv_scene* scene, rv_scene_place* place, rv_scene_cable_node* node,
                       bool end) {
    find_node_body(scene, place, node);
    check_node_type(place, node, end);
    check_solid_keys(place, node);
    check_fixed_keys(place, node, end);
    check_axis(place, node);
    check_wheel(place, node);
    node->def.side = node->side - 1; // left, auto, right
}

// the knot that a cable begins with, by its word in place of a shape
static rv_knot knot_of(const rv_scene_list* shape) {
    const rv_scene_table* segments = rv_scene_table_field(&rv_scene_cable_table, "segments")->table;
    const char* const* words = rv_scene_table_field(segments, "shape")->choices;
    for (int i = 0; shape->text != NULL && words[i] != NULL; i++)
        if (strcmp(shape->text, words[i]) == 0)
            return (rv_knot)(RV_KNOT_NONE + 1 + i);
    return RV_KNOT_NONE;
}

static bool is_divided(rv_cable_model model) {
    return model == RV_CABLE_SEGMENTS || model == RV_CABLE_AUTO || model == RV_CABLE_ROD;
}

// what a cable is divided into by numbers of the file, with all before it
static void add_parts(rv_scene* scene, rv_scene_place* place, const char* key, int64_t count) {
    if (scene->body_count + scene->segment_count + count > RV_SCENE_BODIES_MAX)
        rv_scene_complain_value(
            place, key, "makes more than %d bodies and parts of cables in all; must be fewer",
            RV_SCENE_BODIES_MAX);
    else
        scene->segment_count += (int)count;
}

static void check_segments(rv_scene* scene, rv_scene_place* place, rv_scene_cable* cable) {
    rv_cable_segments* segments = &cable->segments.def;
    segments->knot = knot_of(&cable->segments.shape);
    rv_scene_enter_key(place, "segments");
    if (segments->count > 0 && !isnan(segments->length))
        rv_scene_complain_key(place, "length",
                              "not with \"count\", which says it all; remove one of the two");
    int velocities = cable->segments.velocities.count, points = cable->segments.shape.count;
    if (velocities > 0 && velocities != points)
        rv_scene_complain_value(place, "velocities",
                                "has %d entries; must have one for each point of \"shape\", %d",
                                velocities, points);
    if (is_divided(cable->def.model))
        add_parts(scene, place, "count", segments->count);
    rv_scene_leave(place);
    rv_scene_enter_key(place, "layer");
    if (cable->def.model == RV_CABLE_LAYERED)
        add_parts(scene, place, "cells", (int64_t)cable->def.layer.cells * (cable->path.count - 1));
    rv_scene_leave(place);
}

static void apply_cable(rv_scene* scene, rv_scene_place* place, rv_scene_cable* cable) {
    rv_scene_cable_node* nodes = cable->path.items;
    cable->first_node = scene->node_count;
    cable->winches[0] = cable->winches[1] = -1;
    scene->node_count += cable->path.count;
    cable->first_suture = scene->suture_count;
    scene->suture_count += cable->sutures.count;
    if (cable->material != NULL) {
        const rv_material* material =
            rv_scene_find_material(scene, place, "material", cable->material);
        if (material != NULL)
            cable->def.material = *material;
    }
    check_segments(scene, place, cable);
    rv_scene_rules_sutures(scene, place, cable);
    rv_scene_enter_key(place, "path");
    if (cable->def.model == RV_CABLE_ROD && cable->path.count > 2)
        rv_scene_complain(place, "has %d nodes; must have 2: a rod has nothing between its ends",
                          cable->path.count);
    for (int i = 0; i < cable->path.count; i++) {
        rv_scene_enter_index(place, i);
        apply_node(scene, place, &nodes[i], i == 0 || i == cable->path.count - 1);
        check_segment_keys(place, &nodes[i], cable->def.model);
        rv_scene_leave(place);
        scene->wheel_count += nodes[i].inertia > 0.0 || nodes[i].solid != NULL;
        if (has(&nodes[i], "winch"))
            cable->winches[cable->winches[0] >= 0] = i;
    }
    rv_scene_leave(place);
}

void rv_scene_rules_cables(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "cables");
    for (int i = 0; i < scene->cables.count; i++) {
        rv_scene_enter_index(place, i);
        apply_cable(scene, place, (rv_scene_cable*)scene->cables.items + i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}
