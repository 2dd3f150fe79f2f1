// Solids: their meshes are made or read once with the scene, their held nodes picked, and in every
// world they are created from both. See rules.h and play.h.
#include "reeve/tet_file.h"
#include "scene/names.h"
#include "scene/nearest.h"
#include "scene/play.h"
#include "scene/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// what lies on the border of a region is in it: coordinates are rounded, by less than this of the
// size of the mesh
#define BORDER 1e-9

// in the order of the table
typedef enum mesh_kind { MESH_BOX, MESH_BEAM, MESH_TUBE, MESH_CLIP, MESH_FILE } mesh_kind;
typedef enum hold_kind { HOLD_SET, HOLD_BOX, HOLD_SIDE, HOLD_NODES } hold_kind;

// --- the mesh -----------------------------------------------------------------------------------

// TetGen has two files, one beside the other: of a name with one ending, that with the other
static bool sibling_is_allowed(rv_scene* scene, rv_scene_place* place, const char* path) {
    static const char* const endings[2] = {".node", ".ele"};
    size_t length = strlen(path);
    for (int i = 0; i < 2; i++) {
        size_t ending = strlen(endings[i]);
        if (length < ending || strcasecmp(path + length - ending, endings[i]) != 0)
            continue;
        size_t bytes = length - ending + strlen(endings[1 - i]) + 1;
        char* other = rv_scene_allocate(scene, bytes, 1);
        if (other == NULL) {
            rv_scene_complain(place, "not enough memory for the name of a file");
            return false;
        }
        snprintf(other, bytes, "%.*s%s", (int)(length - ending), path, endings[1 - i]);
        return rv_scene_file_allowed(scene, place, "file", other);
    }
    return true;
}

static bool read_file(rv_scene* scene, rv_scene_place* place, rv_scene_solid* solid) {
    const char* path = rv_scene_file_path(scene, place, "file", solid->tets.file);
    if (path == NULL || !sibling_is_allowed(scene, place, path))
        return false;
    if (!rv_tet_file_read(path, &solid->mesh)) {
        rv_scene_complain_value(place, "file", "%s", solid->mesh.error);
        return false;
    }
    rv_vec3 scale = solid->tets.scale;
    for (int i = 0; i < solid->mesh.node_count; i++) {
        rv_vec3* x = &solid->mesh.nodes[i];
        *x = rv_vec3_make(x->x * scale.x, x->y * scale.y, x->z * scale.z);
    }
    return true;
}

// nodes of a solid: of order 2, edges have one too, and there are at least as many as nodes and
// tetrahedra together
static int64_t all_nodes(const rv_scene_solid* solid, int64_t nodes, int64_t tets) {
    return solid->def.order == 2 ? 2 * nodes + tets : nodes;
}

// Nodes of the solid and of all before it, checked before a mesh of the generators is made: a few
// digits of a file ask for any number of them. `key`, of the object at the current path, is told.
static bool nodes_are_few(const rv_scene* scene, rv_scene_place* place, const char* key,
                          int64_t count) {
    if (count > RV_SOLID_NODES_MAX)
        rv_scene_complain_value(place, key, "makes %lld nodes; a solid must have at most %d",
                                (long long)count, RV_SOLID_NODES_MAX);
    else if (count + scene->solid_all_nodes > RV_SCENE_SOLID_NODES_MAX)
        rv_scene_complain_value(
            place, key, "makes %lld nodes with all solids before it; must be at most %d",
            (long long)(count + scene->solid_all_nodes), RV_SCENE_SOLID_NODES_MAX);
    else
        return true;
    return false;
}

static bool grid_is_small(const rv_scene* scene, rv_scene_place* place, const rv_scene_solid* solid,
                          mesh_kind kind) {
    const rv_clip_shape* clip = &solid->tets.clip;
    int64_t n[3];
    for (int i = 0; i < 3; i++)
        n[i] = solid->tets.cells[i];
    if (kind == MESH_CLIP) {
        n[0] = 2 * ((int64_t)clip->arc_cells + clip->bend_cells + clip->lip_cells) + 1;
        n[1] = clip->wall_cells;
        n[2] = clip->width_cells;
    }
    // each cell is 6 tetrahedra; of a tube the last column of nodes is the first
    int64_t columns = n[0] + (kind != MESH_TUBE), tets = 6 * n[0] * n[1] * n[2];
    int64_t count = all_nodes(solid, columns * (n[1] + 1) * (n[2] + 1), tets);
    if (kind == MESH_CLIP)
        return nodes_are_few(scene, place, "clip", count);
    rv_scene_enter_key(place, rv_scene_tets_table.fields[kind].key);
    bool few = nodes_are_few(scene, place, "cells", count);
    rv_scene_leave(place);
    return few;
}

static bool generate(rv_scene_solid* solid, mesh_kind kind) {
    rv_scene_tets* tets = &solid->tets;
    switch (kind) {
    case MESH_BOX:
        return rv_tet_mesh_box(&solid->mesh, tets->size, tets->cells);
    case MESH_BEAM:
        return rv_tet_mesh_beam(&solid->mesh, tets->size, tets->cells);
    case MESH_TUBE:
        return rv_tet_mesh_tube(&solid->mesh, tets->inner_radius, tets->outer_radius, tets->length,
                                tets->cells);
    default:
        return rv_tet_mesh_clip(&solid->mesh, &tets->clip);
    }
}

static bool make_mesh(rv_scene* scene, rv_scene_place* place, rv_scene_solid* solid) {
    mesh_kind kind = (mesh_kind)rv_scene_first_given(solid->tets.given, MESH_FILE);
    const char* key = rv_scene_tets_table.fields[kind].key;
    char error[256];
    bool good;
    rv_scene_enter_key(place, "mesh");
    if (rv_scene_has(&rv_scene_tets_table, &solid->tets, "scale") && kind != MESH_FILE)
        rv_scene_complain_key(place, "scale", "used only with a file; remove it");
    for (int i = 1; i < 3; i++)
        solid->tets.cells[i] =
            solid->tets.cells[i] > 0 ? solid->tets.cells[i] : solid->tets.cells[0];
    if (kind == MESH_FILE) {
        good = read_file(scene, place, solid)
               && nodes_are_few(scene, place, "file",
                                all_nodes(solid, solid->mesh.node_count, solid->mesh.tet_count));
    } else if (!grid_is_small(scene, place, solid, kind)) {
        good = false;
    } else {
        good = generate(solid, kind);
        if (!good)
            rv_scene_complain_value(place, key, "%s", solid->mesh.error);
    }
    if (good && !rv_tet_mesh_check(&solid->mesh, error, sizeof error)) {
        rv_scene_complain_value(place, key, "cannot be simulated: %s", error);
        good = false;
    }
    rv_scene_leave(place);
    return good;
}

// --- what is held -------------------------------------------------------------------------------

// corners of the box that holds the mesh
static void mesh_bounds(const rv_tet_mesh* mesh, rv_vec3 bounds[2]) {
    bounds[0] = bounds[1] = mesh->nodes[0];
    for (int i = 1; i < mesh->node_count; i++) {
        rv_vec3 x = mesh->nodes[i];
        bounds[0] =
            rv_vec3_make(fmin(bounds[0].x, x.x), fmin(bounds[0].y, x.y), fmin(bounds[0].z, x.z));
        bounds[1] =
            rv_vec3_make(fmax(bounds[1].x, x.x), fmax(bounds[1].y, x.y), fmax(bounds[1].z, x.z));
    }
}

static bool is_between(double x, double a, double b, double give) {
    return x >= fmin(a, b) - give && x <= fmax(a, b) + give;
}

static void take_region(const rv_scene_solid* solid, const rv_scene_hold* hold, hold_kind kind,
                        bool* held) {
    rv_vec3 bounds[2];
    mesh_bounds(&solid->mesh, bounds);
    double give = BORDER * rv_vec3_length(rv_vec3_sub(bounds[1], bounds[0]));
    rv_vec3 n = rv_vec3_normalize(hold->direction);
    const rv_vec3 *a = &hold->box[0], *b = &hold->box[1];
    for (int i = 0; i < solid->mesh.node_count; i++) {
        rv_vec3 x = solid->mesh.nodes[i];
        bool in_box = is_between(x.x, a->x, b->x, give) && is_between(x.y, a->y, b->y, give)
                      && is_between(x.z, a->z, b->z, give);
        bool on_side = rv_vec3_dot(n, rv_vec3_sub(x, hold->point)) >= -give;
        held[i] |= kind == HOLD_BOX ? in_box : on_side;
    }
}

static void take_set(rv_scene_place* place, const rv_scene_solid* solid, const char* name,
                     bool* held) {
    const rv_tet_set* set = rv_tet_mesh_set(&solid->mesh, name);
    for (int i = 0; set != NULL && i < set->node_count; i++)
        held[set->nodes[i]] = true;
    if (set != NULL)
        return;
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    for (int i = 0; i < solid->mesh.set_count; i++)
        rv_scene_nearest_try(&nearest, solid->mesh.sets[i].name);
    rv_scene_quote quote = rv_scene_quoted(name);
    if (nearest.best != NULL)
        rv_scene_complain(place, "unknown set '%s': did you mean '%s'?", quote.text,
                          rv_scene_quoted(nearest.best).text);
    else if (solid->mesh.set_count == 0)
        rv_scene_complain(place, "unknown set '%s'; the mesh has none", quote.text);
    else
        rv_scene_complain(place, "unknown set '%s'; the mesh has %d, the first is '%s'", quote.text,
                          solid->mesh.set_count, rv_scene_quoted(solid->mesh.sets[0].name).text);
}

static void take_nodes(rv_scene_place* place, const rv_scene_solid* solid,
                       const rv_scene_list* nodes, bool* held) {
    const int* items = nodes->items;
    rv_scene_enter_key(place, "nodes");
    for (int i = 0; i < nodes->count; i++) {
        rv_scene_enter_index(place, i);
        if (items[i] >= solid->mesh.node_count)
            rv_scene_complain(place, "is %d; must be below %d, the number of nodes of the mesh",
                              items[i], solid->mesh.node_count);
        else
            held[items[i]] = true;
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// one element of "hold" at the current path
static void take(rv_scene_place* place, const rv_scene_solid* solid, const rv_scene_hold* hold,
                 bool* held) {
    hold_kind kind = (hold_kind)rv_scene_first_given(hold->given, HOLD_NODES);
    if (kind == HOLD_SET) {
        rv_scene_enter_key(place, "set");
        take_set(place, solid, hold->set, held);
        rv_scene_leave(place);
    } else if (kind == HOLD_NODES) {
        take_nodes(place, solid, &hold->nodes, held);
    } else if (kind == HOLD_SIDE && !(rv_vec3_length(hold->direction) > 0.0)) {
        rv_scene_enter_key(place, "side");
        rv_scene_complain_value(place, "direction", "is zero; must have a direction");
        rv_scene_leave(place);
    } else {
        take_region(solid, hold, kind, held);
    }
}

static void complain_nothing_held(rv_scene_place* place, const rv_tet_mesh* mesh) {
    rv_vec3 b[2];
    mesh_bounds(mesh, b);
    rv_scene_complain(place,
                      "takes no node; the mesh reaches from [%g, %g, %g] to [%g, %g, %g] in the "
                      "solid's own frame",
                      b[0].x, b[0].y, b[0].z, b[1].x, b[1].y, b[1].z);
}

static void find_held(rv_scene* scene, rv_scene_place* place, rv_scene_solid* solid) {
    int count = solid->mesh.node_count, held_count = 0, before = place->problems->count;
    bool* held = rv_scene_allocate(scene, (size_t)count, sizeof *held);
    int32_t* nodes = rv_scene_allocate(scene, (size_t)count, sizeof *nodes);
    if (held == NULL || nodes == NULL) {
        rv_scene_complain(place, "not enough memory for %d nodes", count);
        return;
    }
    const rv_scene_hold* items = solid->hold.items;
    rv_scene_enter_key(place, "hold");
    if (solid->hold.text != NULL)
        take_set(place, solid, solid->hold.text, held);
    for (int i = 0; i < solid->hold.count; i++) {
        rv_scene_enter_index(place, i);
        take(place, solid, &items[i], held);
        rv_scene_leave(place);
    }
    for (int i = 0; i < count; i++)
        if (held[i])
            nodes[held_count++] = i;
    if (held_count == 0 && rv_scene_has(&rv_scene_solid_table, solid, "hold")
        && place->problems->count == before)
        complain_nothing_held(place, &solid->mesh);
    rv_scene_leave(place);
    solid->def.held = nodes;
    solid->def.held_count = held_count;
}

// --- with the scene -----------------------------------------------------------------------------

static void apply_solid(rv_scene* scene, rv_scene_place* place, rv_scene_solid* solid) {
    const rv_scene_table* table = &rv_scene_solid_table;
    if (solid->material != NULL) {
        const rv_material* material =
            rv_scene_find_material(scene, place, "material", solid->material);
        if (material != NULL)
            solid->def.material = *material;
    }
    solid->frame_index = RV_SCENE_WORLD;
    if (solid->frame != NULL) {
        rv_scene_enter_key(place, "frame");
        solid->frame_index = rv_scene_find_body(scene, place, solid->frame);
        rv_scene_leave(place);
        if (!rv_scene_has(table, solid, "hold"))
            rv_scene_complain_key(place, "frame",
                                  "used only with \"hold\": nothing is held; add it");
    }
    if (!make_mesh(scene, place, solid))
        return;
    find_held(scene, place, solid);
    solid->def.nodes = solid->mesh.nodes;
    solid->def.node_count = solid->mesh.node_count;
    solid->def.tets = solid->mesh.tets;
    solid->def.tet_count = solid->mesh.tet_count;
    solid->first_node = scene->solid_node_count;
    scene->solid_node_count += solid->mesh.node_count;
    scene->solid_all_nodes += all_nodes(solid, solid->mesh.node_count, solid->mesh.tet_count);
}

void rv_scene_rules_solids(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "solids");
    for (int i = 0; i < scene->solids.count; i++) {
        rv_scene_enter_index(place, i);
        apply_solid(scene, place, (rv_scene_solid*)scene->solids.items + i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

void rv_scene_solids_free(rv_scene* scene) {
    rv_scene_solid* solids = scene->solids.items;
    for (int i = 0; i < scene->solids.count; i++)
        rv_tet_mesh_free(&solids[i].mesh);
}

// --- in a world ---------------------------------------------------------------------------------

bool rv_scene_solid_build(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_table* table = &rv_scene_solid_table;
    const rv_scene_solid* solid = (const rv_scene_solid*)play->scene->solids.items + index;
    rv_solid_def def = solid->def;
    def.frame = rv_scene_play_body_at(play, solid->frame_index);
    def.store = play->options.store;
    def.progress = play->options.progress;
    def.progress_context = play->options.progress_context;
    def.user_data = rv_scene_mark(index);
    // what is not said is where its frame's body is
    if (solid->frame_index >= 0) {
        rv_pose body = rv_body_pose(play->world, def.frame);
        if (!rv_scene_has(table, solid, "position"))
            def.pose.position = body.position;
        if (!rv_scene_has(table, solid, "rotation"))
            def.pose.rotation = body.rotation;
    }
    play->solids[index] = rv_solid_create(play->world, &def);
    if (!rv_solid_is_valid(play->world, play->solids[index])) {
        rv_scene_complain_refused(place, table, rv_world_error(play->world));
        return false;
    }
    for (int i = 0; i < solid->mesh.node_count; i++)
        play->corners[solid->first_node + i] = (rv_scene_corner){play->solids[index], i};
    return true;
}
