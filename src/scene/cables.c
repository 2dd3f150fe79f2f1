// Cables: from the path of the file to that of the engine. A pulley with an inertia gets a scalar
// body as its wheel, whose coordinate is the wheel's angle; a pulley without an axis turns in the
// plane of its centre and its two neighbours; a node on a solid gets an anchor that is tied to it.
#include "scene/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rv_vec3 node_point(const rv_scene_play* play, const rv_scene_cable_node* node) {
    if (node->solid_index >= 0)
        return rv_pose_apply(rv_solid_frame(play->world, play->solids[node->solid_index]),
                             node->def.point);
    if (node->body_index < 0)
        return node->def.point;
    return rv_body_point(play->world, play->bodies[node->body_index], node->def.point);
}

// two directions whose sine is below this are one: they span no plane
#define STRAIGHT 1e-9

// normal to the plane of the path at a node, in its body's frame; zero where the path is straight
static rv_vec3 axis_across(const rv_scene_play* play, const rv_scene_cable_node* node) {
    rv_vec3 center = node_point(play, node);
    rv_vec3 in = rv_vec3_normalize(rv_vec3_sub(center, node_point(play, node - 1)));
    rv_vec3 out = rv_vec3_normalize(rv_vec3_sub(node_point(play, node + 1), center));
    rv_vec3 axis = rv_vec3_cross(in, out);
    if (!(rv_vec3_length(axis) > STRAIGHT))
        return rv_vec3_make(0.0, 0.0, 0.0);
    if (node->body_index < 0)
        return axis;
    rv_quat rotation = rv_body_pose(play->world, play->bodies[node->body_index]).rotation;
    return rv_quat_rotate_inverse(rotation, axis);
}

static rv_body_id wheel_create(rv_world* world, double inertia) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_SCALAR;
    def.mass = inertia;
    return rv_body_create(world, &def);
}

// the node as the engine wants it. False after complaining at the node.
static bool node_build(rv_scene_play* play, rv_scene_place* place, const rv_scene_cable_node* node,
                       rv_cable_node* def) {
    *def = node->def;
    def->body = rv_scene_play_body_at(play, node->body_index);
    if (node->solid_index >= 0) {
        def->body =
            rv_tie_anchor(play->world, play->solids[node->solid_index], node->def.point, 0.0);
        def->point = rv_vec3_make(0.0, 0.0, 0.0);
        if (!rv_body_is_valid(play->world, def->body)) {
            rv_scene_complain_value(place, "solid", "refused: %s", rv_world_error(play->world));
            return false;
        }
    }
    if (def->type != RV_CABLE_PULLEY)
        return true;
    rv_scene_enter_key(place, "pulley");
    bool good = true;
    if (!(rv_vec3_length(def->axis) > 0.0)) {
        def->axis = axis_across(play, node);
        good = rv_vec3_length(def->axis) > 0.0;
        if (!good)
            rv_scene_complain(place, "missing key 'axis'; the path is straight here, so it must "
                                     "say how the wheel turns");
    }
    if (good && node->inertia > 0.0) {
        def->wheel = wheel_create(play->world, node->inertia);
        good = rv_body_is_valid(play->world, def->wheel);
        if (!good)
            rv_scene_complain_value(place, "inertia", "refused: %s", rv_world_error(play->world));
    }
    rv_scene_leave(place);
    return good;
}

// what the engine says, in the words of the file
static const char* const words[][2] = {
    {"rv_cable_def.nodes[", "path["},
    {" nodes[", " path["},
    {" = 0: must be 1 or -1", " = \"auto\": must be \"left\" or \"right\""},
    {"must have infinite max_force and brake_force",
     "must be unlimited: leave out its \"force\" and \"brake\""},
    {" = inf N", " = \"infinite\""},
    {" or NaN", " or left out"},
    {"must be NaN", "must be left out"},
    {"must be INFINITY", "must be left out"},
    {"rv_cable_def.twist", "\"twist\""},
    {"at creation", "at the start"},
    {"RV_CABLE_ROD_PENALTY", "\"penalty\""},
    {"RV_CABLE_BEND_VECTOR", "\"vector\""},
    {"segments.touches_itself false", "\"touches_itself\": false among its \"segments\""},
    {"drums", "winches"},
};

enum { WORDS = sizeof words / sizeof words[0], SENTENCE_BYTES = 512 };

// names at the start stay as they are, to be followed down the tables; a knot is a shape there
void rv_scene_complain_of_cable(rv_scene_place* place, const rv_scene_table* table,
                                const char* sentence) {
    static const char knot[] = "rv_cable_def.segments.knot",
                      shape[] = "rv_cable_def.segments.shape";
    char told[SENTENCE_BYTES];
    size_t names = strcspn(sentence, " :");
    bool of_knot = names == strlen(knot) && strncmp(sentence, knot, names) == 0;
    snprintf(told, sizeof told, "%.*s", (int)(of_knot ? sizeof shape : names),
             of_knot ? shape : sentence);
    size_t used = strlen(told);
    for (const char* at = sentence + names; *at != '\0' && used + 1 < sizeof told;) {
        int found = 0;
        while (found < WORDS && strncmp(at, words[found][0], strlen(words[found][0])) != 0)
            found++;
        if (found < WORDS)
            snprintf(told + used, sizeof told - used, "%s", words[found][1]);
        else
            snprintf(told + used, sizeof told - used, "%c", *at);
        used += strlen(told + used);
        at += found < WORDS ? strlen(words[found][0]) : 1;
    }
    rv_scene_complain_refused(place, table, told);
}

// the engine's def; what stands by for other models is left out
static rv_cable_def def_of(const rv_scene_cable* cable, const rv_cable_node* nodes) {
    rv_cable_def def = cable->def;
    def.nodes = nodes;
    def.node_count = cable->path.count;
    def.segments = cable->segments.def;
    def.segments.shape = cable->segments.shape.items;
    def.segments.shape_count = cable->segments.shape.count;
    def.segments.velocities = cable->segments.velocities.items;
    const rv_scene_bend_law* law = &cable->segments.bend_law;
    def.segments.bend_law = (rv_cable_bend_law){law->curve.items, law->curve.count,
                                                law->layers.items, law->layers.count};
    if (def.model != RV_CABLE_MASSLESS && def.model != RV_CABLE_LAYERED) {
        def.tension = RV_CABLE_TENSION_ROW;
        def.touch.enabled = false;
    }
    return def;
}

// Bodies and edges of rods up to this cable: lengths of segments say how many only here, where the
// cable lies. One cable has at most as many as a scene, so that what is built before it is refused is
// at most twice that.
static bool parts_are_few(const rv_scene_play* play, rv_scene_place* place, int index) {
    int64_t count = rv_body_count(play->world);
    for (int i = 0; i <= index; i++)
        count += rv_cable_get_rod_edges(play->world, play->cables[i]).max_count;
    if (count <= RV_SCENE_BODIES_MAX)
        return true;
    rv_scene_complain_value(place, "segments",
                            "makes %lld bodies and edges with all before it; must be at most %d",
                            (long long)count, RV_SCENE_BODIES_MAX);
    return false;
}

bool rv_scene_cable_build(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_cable* cable = (const rv_scene_cable*)play->scene->cables.items + index;
    const rv_scene_cable_node* path = cable->path.items;
    rv_cable_node* nodes = calloc((size_t)cable->path.count, sizeof *nodes);
    if (nodes == NULL) {
        rv_scene_complain(place, "not enough memory for %d nodes", cable->path.count);
        return false;
    }
    bool good = true;
    rv_scene_enter_key(place, "path");
    for (int i = 0; i < cable->path.count; i++) {
        rv_scene_enter_index(place, i);
        good &= node_build(play, place, &path[i], &nodes[i]);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    if (good) {
        rv_cable_def def = def_of(cable, nodes);
        def.user_data = rv_scene_mark(index);
        play->cables[index] = rv_cable_create(play->world, &def);
        good = rv_cable_is_valid(play->world, play->cables[index]);
        if (!good)
            rv_scene_complain_of_cable(place, &rv_scene_cable_table, rv_world_error(play->world));
        else
            good = parts_are_few(play, place, index);
    }
    free(nodes);
    for (int i = 0; i < cable->path.count && good; i++)
        play->nodes[cable->first_node + i] = (rv_scene_node_place){play->cables[index], i};
    return good;
}
