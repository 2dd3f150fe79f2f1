// Notes on a scene: what is allowed, but hardly meant. Angles of many turns, where degrees were
// written; bodies that begin inside each other; cables that begin far stretched, are not as long as
// they are said to be, or end in the air beside their body. `reeve check` prints them.
#include "scene/names.h"
#include "scene/play.h"

#include <math.h>
#include <string.h>

// steel yields at about a tenth of this: whatever begins so is hardly meant
static const double STRAIN_NOTED = 0.01;
// of a cable's length, that of its shape against the one given: what four digits show
static const double LENGTH_NOTED = 1e-4;
// of half of what is thin of a shape: what rests on another lies in it by far less, and what is
// placed by hand to touch it by rounded numbers
static const double DEPTH_NOTED = 0.05;
// so short that nothing moves: contacts are those of the beginning [s]
static const double SHORT_STEP = 1e-6;

// --- angles -------------------------------------------------------------------------------------

static void note_angle(rv_scene_place* place, const char* key, double angle) {
    // a whole turn may be written in four digits
    if (fabs(angle) <= 2.0 * RV_PI * (1.0 + 1e-4))
        return;
    rv_scene_complain_value(place, key,
                            "is %g rad, %.3g turns; angles are in radians: %g degrees are %.6g",
                            angle, angle / (2.0 * RV_PI), angle, angle * RV_PI / 180.0);
}

// {"axis": ..., "angle": ...} wherever it stands
static void note_rotations(rv_scene_place* place, json_t* value) {
    const char* key;
    json_t* member;
    size_t index;
    if (json_is_number(json_object_get(value, "angle")) && json_object_get(value, "axis") != NULL)
        note_angle(place, "angle", json_number_value(json_object_get(value, "angle")));
    json_object_foreach(value, key, member) {
        rv_scene_enter_key(place, key);
        note_rotations(place, member);
        rv_scene_leave(place);
    }
    json_array_foreach(value, index, member) {
        rv_scene_enter_index(place, (int)index);
        note_rotations(place, member);
        rv_scene_leave(place);
    }
}

static void note_hinges(rv_scene_place* place, const rv_scene* scene) {
    const rv_scene_joint* joints = scene->joints.items;
    rv_scene_enter_key(place, "joints");
    for (int i = 0; i < scene->joints.count; i++) {
        const rv_joint_limit* limit = &joints[i].def.limit;
        if (joints[i].def.type != RV_JOINT_HINGE || !limit->enabled)
            continue;
        rv_scene_enter_index(place, i);
        rv_scene_enter_key(place, "limit");
        if (isfinite(limit->lower))
            note_angle(place, "lower", limit->lower);
        if (isfinite(limit->upper))
            note_angle(place, "upper", limit->upper);
        rv_scene_leave(place);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// --- shapes -------------------------------------------------------------------------------------

// a box round a shape in the frame of the shape; false: it has no end
static bool shape_box(const rv_world* world, const rv_shape_def* shape, rv_vec3* center,
                      rv_vec3* half) {
    double r = shape->radius, end = shape->half_length;
    *center = rv_vec3_make(0.0, 0.0, 0.0);
    switch (shape->type) {
    case RV_SHAPE_SPHERE:
        *half = rv_vec3_make(r, r, r);
        return true;
    case RV_SHAPE_CAPSULE:
        *half = rv_vec3_make(end + r, r, r);
        return true;
    case RV_SHAPE_CYLINDER:
        *half = rv_vec3_make(end, r, r);
        return true;
    case RV_SHAPE_BOX:
        *half = shape->half_extents;
        return true;
    case RV_SHAPE_HULL:
    case RV_SHAPE_MESH:
        break;
    default:
        return false;
    }
    rv_vec3 low = rv_geometry_vertex(world, shape->geometry, 0), high = low;
    for (int i = 1; i < rv_geometry_vertex_count(world, shape->geometry); i++) {
        rv_vec3 v = rv_geometry_vertex(world, shape->geometry, i);
        low = rv_vec3_make(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
        high = rv_vec3_make(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
    }
    *center = rv_vec3_scale(rv_vec3_add(low, high), 0.5);
    *half = rv_vec3_scale(rv_vec3_sub(high, low), 0.5);
    return true;
}

// half of what a solid shape is thin by; INFINITY: it is not solid, or has no end
static double half_thickness(const rv_world* world, rv_body_id body, int index) {
    rv_shape_def shape = rv_body_shape(world, body, index);
    rv_vec3 center, half;
    if (shape.type == RV_SHAPE_MESH || !shape_box(world, &shape, &center, &half))
        return INFINITY;
    return fmin(half.x, fmin(half.y, half.z));
}

// --- bodies that begin inside each other --------------------------------------------------------

static double depth_of(const rv_contact* contact) {
    double depth = 0.0;
    for (int i = 0; i < contact->point_count; i++)
        depth = fmax(depth, -contact->points[i].gap);
    return depth;
}

// two bodies of the scene and how deep they are in each other; false: none to speak of
static bool pair_of(const rv_world* world, const rv_contact* contact, int bodies[2],
                    double* depth) {
    *depth = depth_of(contact);
    double thin = fmin(half_thickness(world, contact->body[0], contact->shape[0]),
                       half_thickness(world, contact->body[1], contact->shape[1]));
    for (int i = 0; i < 2; i++)
        bodies[i] = rv_scene_marked(rv_body_user_data(world, contact->body[i]));
    // the later one of the file is told, and of the ground the other
    if (bodies[0] > bodies[1]) {
        int later = bodies[0];
        bodies[0] = bodies[1];
        bodies[1] = later;
    }
    return bodies[0] >= 0 && *depth > DEPTH_NOTED * thin;
}

// goes to a body, or to the chain that it is part of; what to leave again
static int enter_body(const rv_scene* scene, rv_scene_place* place, int body) {
    const rv_scene_chain* chains = scene->chains.items;
    if (body < scene->bodies.count) {
        rv_scene_enter_body(scene, place, body);
        return body == scene->ground_index ? 1 : 2;
    }
    int chain = 0;
    while (chain + 1 < scene->chains.count && body >= chains[chain + 1].first_body)
        chain++;
    rv_scene_enter_key(place, "chains");
    rv_scene_enter_index(place, chain);
    return 2;
}

static void note_pair(const rv_scene_play* play, rv_scene_place* place, const int bodies[2],
                      double depth) {
    const rv_scene* scene = play->scene;
    bool ground = bodies[1] == scene->ground_index;
    int told = ground ? bodies[0] : bodies[1], other = ground ? bodies[1] : bodies[0];
    char name[256], own[256];
    rv_scene_thing_name(scene, (rv_scene_thing){RV_SCENE_THING_BODY, other}, name, sizeof name);
    rv_scene_thing_name(scene, (rv_scene_thing){RV_SCENE_THING_BODY, told}, own, sizeof own);
    int entered = enter_body(scene, place, told);
    rv_scene_complain(place,
                      "'%s' begins %.3g m inside '%s', and is pushed out of it; move one of them, "
                      "join them, or let them not touch (\"touches\")",
                      own, depth, name);
    while (entered-- > 0)
        rv_scene_leave(place);
}

// Contacts are found by a step. They leave out what is joined, tied or does not touch.
static void note_overlaps(rv_scene_play* play, rv_scene_place* place) {
    int told[RV_SCENE_PROBLEMS_MAX][2], count = 0;
    if (rv_world_step(play->world, SHORT_STEP) == RV_STATUS_FAILED)
        return;
    for (int i = 0; i < rv_world_contact_count(play->world); i++) {
        rv_contact contact = rv_world_contact(play->world, i);
        int bodies[2], known = 0;
        double depth;
        if (!pair_of(play->world, &contact, bodies, &depth))
            continue;
        while (known < count && memcmp(told[known], bodies, sizeof bodies) != 0)
            known++;
        if (known < count || count == RV_SCENE_PROBLEMS_MAX)
            continue;
        memcpy(told[count++], bodies, sizeof bodies);
        note_pair(play, place, bodies, depth);
    }
}

// --- cables -------------------------------------------------------------------------------------

// a cable along a shape is as long as it lies
static void note_length(const rv_scene_play* play, rv_scene_place* place,
                        const rv_scene_cable* given, rv_cable_id cable) {
    double length = rv_cable_length(play->world, cable), wanted = given->def.length;
    if (given->segments.shape.count > 0 && fabs(length - wanted) > LENGTH_NOTED * length)
        rv_scene_complain_value(
            place, "length",
            "is %.6g m, but the cable is %.6g m long, as its segments lie along "
            "its \"shape\"; leave \"length\" out, or change the shape",
            wanted, length);
}

static void note_stretch(const rv_scene_play* play, rv_scene_place* place, rv_cable_id cable) {
    double length = rv_cable_length(play->world, cable);
    double path = rv_cable_path_length(play->world, cable);
    if (path > (1.0 + STRAIN_NOTED) * length)
        rv_scene_complain_value(place, "length",
                                "begins stretched by %.3g %%: %.4g m of it on a path of %.4g m; "
                                "without \"length\" it is as long as its path",
                                100.0 * (path / length - 1.0), length, path);
}

// How far a point, in the body's frame, is from boxes round its shapes, and the half diagonal of the
// largest of them. False: the body has no shapes, or one without an end.
static bool distance_from(const rv_world* world, rv_body_id body, rv_vec3 point, double* distance,
                          double* size) {
    int count = rv_body_shape_count(world, body);
    *distance = INFINITY;
    *size = 0.0;
    for (int i = 0; i < count; i++) {
        rv_shape_def shape = rv_body_shape(world, body, i);
        rv_vec3 center, half;
        if (!shape_box(world, &shape, &center, &half))
            return false;
        rv_vec3 p = rv_vec3_sub(rv_pose_apply(rv_pose_inverse(shape.local), point), center);
        rv_vec3 out = rv_vec3_make(fmax(0.0, fabs(p.x) - half.x), fmax(0.0, fabs(p.y) - half.y),
                                   fmax(0.0, fabs(p.z) - half.z));
        *distance = fmin(*distance, rv_vec3_length(out));
        *size = fmax(*size, rv_vec3_length(half));
    }
    return count > 0;
}

static void note_end(const rv_scene_play* play, rv_scene_place* place, const rv_scene_cable* cable,
                     int index) {
    const rv_scene_cable_node* node = (const rv_scene_cable_node*)cable->path.items + index;
    double distance, size;
    if (node->body == NULL || node->body_index < 0
        || !distance_from(play->world, play->bodies[node->body_index], node->def.point, &distance,
                          &size)
        || !(distance > size))
        return;
    rv_scene_enter_key(place, "path");
    rv_scene_enter_index(place, index);
    rv_scene_complain_value(place, "at",
                            "ends %.3g m outside the shapes of '%s', which reach %.3g m; \"at\" is "
                            "in the frame of the body",
                            distance, node->body, size);
    rv_scene_leave(place);
    rv_scene_leave(place);
}

static void note_cables(const rv_scene_play* play, rv_scene_place* place) {
    const rv_scene_cable* cables = play->scene->cables.items;
    rv_scene_enter_key(place, "cables");
    for (int i = 0; i < play->scene->cables.count; i++) {
        rv_scene_enter_index(place, i);
        note_stretch(play, place, play->cables[i]);
        note_length(play, place, &cables[i], play->cables[i]);
        note_end(play, place, &cables[i], 0);
        note_end(play, place, &cables[i], cables[i].path.count - 1);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

void rv_scene_play_notes(rv_scene_play* play, rv_scene_problems* notes) {
    const rv_scene* scene = play->scene;
    rv_scene_place place = {scene->text, scene->bytes, {{{NULL, 0}}, 0}, notes};
    notes->file = scene->file;
    note_rotations(&place, scene->root);
    note_hinges(&place, scene);
    note_cables(play, &place);
    note_overlaps(play, &place);
}
