// From a scene to a world: creates everything in the order of the file, tells what the engine
// refuses at its place in the file, and steps with script and controls. A world is made in passes,
// because each needs those before: laws of contact, geometries, bodies, bodies of chains, joints,
// links of chains, solids, cables, sutures, ties, haptics.
#include "scene/play.h"

#include "scene/names.h"
#include "scene/quantity.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rv_body_id rv_scene_play_body_at(const rv_scene_play* play, int index) {
    return index < 0 ? (rv_body_id){0, 0, 0} : play->bodies[index];
}

// --- building -----------------------------------------------------------------------------------

static bool build_world(rv_scene_play* play, rv_scene_place* place) {
    const rv_scene_options* options = &play->options;
    char error[512] = "";
    rv_world_def def = play->scene->world;
    def.threads = options->threads > 0 ? options->threads : def.threads;
    def.clock = options->clock;
    def.clock_context = options->clock_context;
    play->world = rv_world_create(&def, error, sizeof error);
    if (play->world != NULL)
        return true;
    // every setting of the world but gravity stands under "step"
    const rv_scene_field* step = rv_scene_table_field(rv_scene_table_root(), "step");
    bool gravity = strncmp(error, "rv_world_def.gravity", strlen("rv_world_def.gravity")) == 0;
    if (!gravity)
        rv_scene_enter_key(place, step->key);
    rv_scene_complain_refused(place, gravity ? rv_scene_table_root() : step->table, error);
    if (!gravity)
        rv_scene_leave(place);
    return false;
}

static bool build_contact(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_contact_law* contact =
        (const rv_scene_contact_law*)play->scene->contacts.items + index;
    if (rv_world_set_contact_law(play->world, contact->surfaces[0], contact->surfaces[1],
                                 &contact->law))
        return true;
    rv_scene_complain_refused(place, &rv_scene_contact_law_table, rv_world_error(play->world));
    return false;
}

static bool build_body(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_body* body = (const rv_scene_body*)play->scene->bodies.items + index;
    rv_body_def def = body->def;
    rv_shape_def* shapes = rv_scene_shapes_placed(play, body);
    if (shapes == NULL) {
        rv_scene_complain(place, "not enough memory for the shapes");
        return false;
    }
    def.shapes = shapes;
    def.user_data = rv_scene_mark(index);
    play->bodies[index] = rv_body_create(play->world, &def);
    free(shapes);
    if (rv_body_is_valid(play->world, play->bodies[index]))
        return true;
    rv_scene_complain_refused(place, &rv_scene_body_table, rv_world_error(play->world));
    return false;
}

static rv_vec3 body_position(const rv_scene_play* play, int index) {
    return rv_body_pose(play->world, rv_scene_play_body_at(play, index)).position;
}

// where the file puts a joint, or else where the second body is (the first, if that is the world)
static rv_joint_def joint_placed(const rv_scene_play* play, const rv_scene_joint* joint,
                                 rv_body_id a, rv_body_id b) {
    const rv_scene_table* table = &rv_scene_joint_table;
    rv_joint_type type = joint->def.type;
    const int* bodies = joint->body_index;
    if (type == RV_JOINT_DISTANCE || type == RV_JOINT_SPRING) {
        bool given = rv_scene_has(table, joint, "points");
        return rv_joint_def_between(play->world, type, a, b,
                                    given ? joint->points[0] : body_position(play, bodies[0]),
                                    given ? joint->points[1] : body_position(play, bodies[1]));
    }
    rv_vec3 at = rv_scene_has(table, joint, "at")
                     ? joint->at
                     : body_position(play, bodies[1] >= 0 ? bodies[1] : bodies[0]);
    rv_vec3 axis = rv_scene_has(table, joint, "axis") ? joint->axis : rv_vec3_make(1.0, 0.0, 0.0);
    return rv_joint_def_at(play->world, type, a, b, at, axis);
}

static bool build_joint(rv_scene_play* play, rv_scene_place* place, int index) {
    const rv_scene_joint* joint = (const rv_scene_joint*)play->scene->joints.items + index;
    rv_joint_def def = joint->def;
    def.body_a = rv_scene_play_body_at(play, joint->body_index[0]);
    def.body_b = rv_scene_play_body_at(play, joint->body_index[1]);
    if (rv_scene_has(&rv_scene_joint_table, joint, "frames")) {
        def.frame_a = joint->frames[0];
        def.frame_b = joint->frames[1];
    } else {
        rv_joint_def placed = joint_placed(play, joint, def.body_a, def.body_b);
        def.frame_a = placed.frame_a;
        def.frame_b = placed.frame_b;
    }
    play->joints[index] = rv_joint_create(play->world, &def);
    if (rv_joint_is_valid(play->world, play->joints[index]))
        return true;
    rv_scene_complain_refused(place, &rv_scene_joint_table, rv_world_error(play->world));
    return false;
}

static bool build_chain_bodies(rv_scene_play* play, rv_scene_place* place, int index) {
    return rv_scene_chain_bodies(play, place,
                                 (const rv_scene_chain*)play->scene->chains.items + index);
}

static bool build_chain_links(rv_scene_play* play, rv_scene_place* place, int index) {
    return rv_scene_chain_links(play, place,
                                (const rv_scene_chain*)play->scene->chains.items + index);
}

// one list of the file; goes on past what is refused, to tell all of it
static bool build_list(rv_scene_play* play, rv_scene_place* place, const char* key, int count,
                       bool (*build)(rv_scene_play*, rv_scene_place*, int)) {
    bool good = true;
    rv_scene_enter_key(place, key);
    for (int i = 0; i < count; i++) {
        rv_scene_enter_index(place, i);
        good &= build(play, place, i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    return good;
}

// the ground stands elsewhere in the file than the other bodies
static bool build_bodies(rv_scene_play* play, rv_scene_place* place) {
    bool good = true;
    for (int i = 0; i < play->scene->bodies.count; i++) {
        rv_scene_enter_body(play->scene, place, i);
        good &= build_body(play, place, i);
        rv_scene_leave_body(play->scene, place, i);
    }
    return good;
}

static bool reserve(rv_scene_play* play, rv_scene_place* place) {
    const rv_scene* scene = play->scene;
    size_t shapes = (size_t)scene->body_count;
    const rv_scene_body* bodies = scene->bodies.items;
    for (int i = 0; i < scene->bodies.count; i++)
        shapes += (size_t)bodies[i].shapes.count;
    play->geometries = calloc((size_t)scene->geometries.count + 1, sizeof *play->geometries);
    play->bodies = calloc((size_t)scene->body_count + 1, sizeof *play->bodies);
    play->joints = calloc((size_t)scene->joint_count + 1, sizeof *play->joints);
    play->cables = calloc((size_t)scene->cables.count + 1, sizeof *play->cables);
    play->nodes = calloc((size_t)scene->node_count + 1, sizeof *play->nodes);
    play->solids = calloc((size_t)scene->solids.count + 1, sizeof *play->solids);
    play->corners = calloc((size_t)scene->solid_node_count + 1, sizeof *play->corners);
    play->sutures = calloc((size_t)scene->suture_count + 1, sizeof *play->sutures);
    play->ties = calloc((size_t)scene->ties.count + 1, sizeof *play->ties);
    play->hands = calloc((size_t)scene->haptics.count + 1, sizeof *play->hands);
    play->drives = calloc((size_t)scene->drives.count + 1, sizeof *play->drives);
    play->positions = calloc((size_t)scene->controls.count + 1, sizeof *play->positions);
    rv_capacity capacity = {.bodies = scene->body_count + scene->wheel_count,
                            .shapes = (int)shapes,
                            .joints = scene->joint_count,
                            .cables = scene->cables.count,
                            .cable_nodes = scene->node_count,
                            .geometries = scene->geometries.count};
    if (play->geometries != NULL && play->bodies != NULL && play->joints != NULL
        && play->cables != NULL && play->nodes != NULL && play->solids != NULL
        && play->corners != NULL && play->sutures != NULL && play->ties != NULL
        && play->hands != NULL && play->drives != NULL && play->positions != NULL
        && rv_world_reserve(play->world, &capacity))
        return true;
    rv_scene_complain(place, "not enough memory for %d bodies, %d joints and %d cables",
                      scene->body_count, scene->joint_count, scene->cables.count);
    return false;
}

rv_scene_play* rv_scene_play_create(const rv_scene* scene, const rv_scene_options* options,
                                    rv_scene_problems* problems) {
    problems->file = scene->file;
    rv_scene_place place = {scene->text, scene->bytes, {{{NULL, 0}}, 0}, problems};
    rv_scene_play* play = calloc(1, sizeof *play);
    if (play == NULL) {
        rv_scene_complain_at(problems, 0, 0, "not enough memory to play the scene");
        return NULL;
    }
    play->scene = scene;
    play->options = options != NULL ? *options : (rv_scene_options){0};
    bool good = build_world(play, &place) && reserve(play, &place)
                && build_list(play, &place, "contacts", scene->contacts.count, build_contact)
                && rv_scene_geometries_build(play, &place) && build_bodies(play, &place)
                && build_list(play, &place, "chains", scene->chains.count, build_chain_bodies)
                && build_list(play, &place, "joints", scene->joints.count, build_joint)
                && build_list(play, &place, "chains", scene->chains.count, build_chain_links)
                && build_list(play, &place, "solids", scene->solids.count, rv_scene_solid_build)
                && build_list(play, &place, "cables", scene->cables.count, rv_scene_cable_build)
                && build_list(play, &place, "cables", scene->cables.count, rv_scene_sutures_build)
                && build_list(play, &place, "ties", scene->ties.count, rv_scene_tie_build)
                && build_list(play, &place, "haptics", scene->haptics.count, rv_scene_haptic_build);
    if (good && !rv_scene_reserve_contacts(play)) {
        rv_scene_complain(&place, "not enough memory for the contacts of the scene");
        good = false;
    }
    if (!good) {
        rv_scene_play_destroy(play);
        return NULL;
    }
    play->options = (rv_scene_options){0};
    rv_scene_drives_begin(play);
    return play;
}

void rv_scene_play_destroy(rv_scene_play* play) {
    if (play == NULL)
        return;
    rv_scene_haptics_free(play);
    rv_world_destroy(play->world);
    free(play->solids);
    free(play->corners);
    free(play->sutures);
    free(play->ties);
    free(play->hands);
    free(play->geometries);
    free(play->bodies);
    free(play->joints);
    free(play->cables);
    free(play->nodes);
    free(play->drives);
    free(play->positions);
    free(play);
}

// --- playing ------------------------------------------------------------------------------------

rv_world* rv_scene_play_world(const rv_scene_play* play) {
    return play->world;
}

rv_status rv_scene_play_step(rv_scene_play* play) {
    double dt = 1.0 / play->scene->rate;
    rv_scene_drives_apply(play, dt);
    rv_scene_haptics_tick(play, dt);
    return rv_world_step(play->world, dt);
}

void rv_scene_play_reset(rv_scene_play* play) {
    rv_scene_drives_begin(play);
    rv_scene_haptics_reset(play);
}

bool rv_scene_play_set_control(rv_scene_play* play, int control, double position) {
    if (control < 0 || control >= play->scene->controls.count || !(fabs(position) <= 1.0))
        return false;
    if (position != 0.0)
        rv_scene_drives_take(play, control);
    play->positions[control] = position;
    return true;
}

// the index of a thing of this kind, -1: none has this name
static int find(const rv_scene_play* play, rv_scene_thing_kind kind, const char* name) {
    rv_scene_thing thing;
    return rv_scene_find(play->scene, name, &thing) && thing.kind == kind ? thing.index : -1;
}

rv_body_id rv_scene_play_body(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_BODY, name);
    return i < 0 ? (rv_body_id){0, 0, 0} : play->bodies[i];
}

rv_joint_id rv_scene_play_joint(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_JOINT, name);
    return i < 0 ? (rv_joint_id){0, 0, 0} : play->joints[i];
}

rv_cable_id rv_scene_play_cable(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_CABLE, name);
    return i < 0 ? (rv_cable_id){0, 0, 0} : play->cables[i];
}

rv_solid_id rv_scene_play_solid(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_SOLID, name);
    return i < 0 ? (rv_solid_id){0, 0, 0} : play->solids[i];
}

rv_tie_id rv_scene_play_tie(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_TIE, name);
    return i < 0 ? (rv_tie_id){0, 0, 0} : play->ties[i];
}

rv_suture_id rv_scene_play_suture(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_SUTURE, name);
    return i < 0 ? (rv_suture_id){0, 0, 0} : play->sutures[i];
}

rv_haptic_id rv_scene_play_haptic(const rv_scene_play* play, const char* name) {
    int i = find(play, RV_SCENE_THING_HAPTIC, name);
    return i < 0 ? (rv_haptic_id){0, 0, 0} : play->hands[i].id;
}

static int name_of(const rv_scene_play* play, rv_scene_thing_kind kind, const void* user_data,
                   char* buffer, size_t bytes) {
    rv_scene_thing thing = {kind, rv_scene_marked(user_data)};
    if (thing.index < 0)
        return snprintf(buffer, bytes, "%s", "");
    return rv_scene_thing_name(play->scene, thing, buffer, bytes);
}

int rv_scene_play_body_name(const rv_scene_play* play, rv_body_id body, char* buffer,
                            size_t bytes) {
    return name_of(play, RV_SCENE_THING_BODY, rv_body_user_data(play->world, body), buffer, bytes);
}

int rv_scene_play_cable_name(const rv_scene_play* play, rv_cable_id cable, char* buffer,
                             size_t bytes) {
    return name_of(play, RV_SCENE_THING_CABLE, rv_cable_user_data(play->world, cable), buffer,
                   bytes);
}

int rv_scene_play_solid_name(const rv_scene_play* play, rv_solid_id solid, char* buffer,
                             size_t bytes) {
    return name_of(play, RV_SCENE_THING_SOLID, rv_solid_user_data(play->world, solid), buffer,
                   bytes);
}

int rv_scene_play_tie_name(const rv_scene_play* play, rv_tie_id tie, char* buffer, size_t bytes) {
    return name_of(play, RV_SCENE_THING_TIE, rv_tie_user_data(play->world, tie), buffer, bytes);
}

int rv_scene_play_suture_name(const rv_scene_play* play, rv_suture_id suture, char* buffer,
                              size_t bytes) {
    return name_of(play, RV_SCENE_THING_SUTURE, rv_suture_user_data(play->world, suture), buffer,
                   bytes);
}

// --- what the scene says ------------------------------------------------------------------------

rv_scene_summary rv_scene_summarize(const rv_scene* scene) {
    return (rv_scene_summary){
        .name = scene->name,
        .look = scene->look,
        .rate = scene->rate,
        .duration = scene->duration,
        .bodies = scene->body_count,
        .joints = scene->joint_count,
        .cables = scene->cables.count,
        .solids = scene->solids.count,
        .haptics = scene->haptics.count,
        .controls = scene->controls.count,
        .script_entries = scene->script.count,
        .probes = scene->probes.count,
    };
}

const char* rv_scene_text(const rv_scene* scene, size_t* bytes) {
    *bytes = scene->bytes;
    return scene->text;
}

rv_scene_control rv_scene_control_at(const rv_scene* scene, int index) {
    if (index < 0 || index >= scene->controls.count)
        return (rv_scene_control){.label = NULL};
    const rv_scene_control_item* item = (const rv_scene_control_item*)scene->controls.items + index;
    rv_scene_control control = {
        .label = item->label,
        .keys = {item->keys[0], item->keys[1]},
        .range = {item->range[0], item->range[1]},
        .unit = rv_scene_drive_unit(scene, item->drive_index[0]),
    };
    for (int i = 0; i < item->drive_count; i++) {
        control.drives[i] = item->drives[i];
        if (strcmp(control.unit, rv_scene_drive_unit(scene, item->drive_index[i])) != 0)
            control.unit = "";
        if (!rv_scene_drive_is_rate(scene, item->drive_index[i]))
            control.released = NAN;
    }
    return control;
}
