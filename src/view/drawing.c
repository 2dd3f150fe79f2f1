// Reads a world for drawing: see drawing.h. What there is (bodies, shapes, wheels, cables, ties) is read
// again only when its signature, a hash of ids and shapes, has changed; how it stands is read every
// time, because that is all that a frame of a long simulation costs.
#include "view/drawing.h"

#include "view/bends.h"
#include "view/list.h"
#include "view/signature.h"

#include <math.h>
#include <string.h>

// angle between two points on the arc of a wheel, and beyond which a bend of segments is rounded
// [rad]
static const double ARC_STEP = 0.15;
// widths of wheels, in cable radii, and the least share of their radius
static const double PULLEY_WIDTH = 4.0, DRUM_WIDTH = 16.0, DRUM_WIDTH_SHARE = 0.8;

rv_body_id rv_drawing_next_body(const rv_world* world, rv_body_id body) {
    do
        body = rv_body_next(world, body);
    while (!RV_ID_IS_NULL(body) && !RV_ID_IS_NULL(rv_body_cable(world, body)));
    return body;
}

// bodies in order, without the one that is hidden
static rv_body_id next_body(const rv_drawing* d, const rv_world* world, rv_body_id body) {
    body = rv_drawing_next_body(world, body);
    bool hidden = !RV_ID_IS_NULL(body) && RV_ID_EQUAL(body, d->hidden);
    return hidden ? rv_drawing_next_body(world, body) : body;
}

// --- what there is ------------------------------------------------------------------------------

_Static_assert(sizeof(rv_body_id) == sizeof(uint64_t), "ids are values of eight bytes");

static bool has_geometry(const rv_shape_def* shape) {
    return shape->type == RV_SHAPE_HULL || shape->type == RV_SHAPE_MESH
           || shape->type == RV_SHAPE_HEIGHT_FIELD;
}

static uint64_t mix_shape(uint64_t hash, const rv_world* world, const rv_shape_def* shape) {
    rv_vec3 at = shape->local.position, half = shape->half_extents;
    rv_quat turn = shape->local.rotation;
    const double numbers[] = {at.x,   at.y,   at.z,   turn.w, turn.x,        turn.y,
                              turn.z, half.x, half.y, half.z, shape->radius, shape->half_length};
    hash = rv_signature_add(hash, (uint64_t)shape->type);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = rv_signature_add_value(hash, &numbers[i]);
    if (has_geometry(shape)) {
        hash = rv_signature_add_value(hash, &shape->geometry);
        hash = rv_signature_add(hash, rv_facets_signature(world, shape->geometry));
    }
    return hash;
}

// ids alone would not do: after a restore another thing may have the id of one that is gone
static uint64_t mix_body(uint64_t hash, const rv_world* world, rv_body_id b) {
    hash = rv_signature_add_value(hash, &b);
    hash = rv_signature_add(hash, (uint64_t)rv_body_get_type(world, b) << 8
                                      | (uint64_t)rv_body_get_kind(world, b));
    for (int i = 0; i < rv_body_shape_count(world, b); i++) {
        rv_shape_def shape = rv_body_shape(world, b, i);
        hash = mix_shape(hash, world, &shape);
    }
    return hash;
}

// segments come and go without a change of what is listed
static uint64_t mix_cable(uint64_t hash, const rv_world* world, rv_cable_id c) {
    int count = rv_cable_node_count(world, c);
    hash = rv_signature_add_value(hash, &c);
    hash = rv_signature_add(hash, (uint64_t)count);
    hash = rv_signature_add(hash, (uint64_t)rv_cable_get_node(world, c, 0).type);
    return rv_signature_add(hash, (uint64_t)rv_cable_get_node(world, c, count - 1).type);
}

static uint64_t signature_of(const rv_drawing* d, const rv_world* world) {
    uint64_t hash = RV_SIGNATURE_START;
    for (rv_body_id b = next_body(d, world, (rv_body_id){0, 0, 0}); !RV_ID_IS_NULL(b);
         b = next_body(d, world, b))
        hash = mix_body(hash, world, b);
    for (rv_cable_id c = rv_cable_next(world, (rv_cable_id){0, 0, 0}); !RV_ID_IS_NULL(c);
         c = rv_cable_next(world, c))
        hash = mix_cable(hash, world, c);
    for (rv_joint_id j = rv_joint_next(world, (rv_joint_id){0, 0, 0}); !RV_ID_IS_NULL(j);
         j = rv_joint_next(world, j))
        hash = rv_signature_add_value(hash, &j);
    for (rv_solid_id s = rv_solid_next(world, (rv_solid_id){0, 0, 0}); !RV_ID_IS_NULL(s);
         s = rv_solid_next(world, s))
        hash = rv_signature_add_value(hash, &s);
    for (rv_tie_id t = rv_drawing_next_tie(d, world, (rv_tie_id){0, 0, 0}); !RV_ID_IS_NULL(t);
         t = rv_drawing_next_tie(d, world, t))
        hash = rv_signature_add_value(hash, &t);
    for (rv_suture_id h = rv_suture_next(world, (rv_suture_id){0, 0, 0}); !RV_ID_IS_NULL(h);
         h = rv_suture_next(world, h))
        hash = rv_signature_add_value(hash, &h);
    return hash;
}

// triangles are copied once for each geometry, as long as there is room; -1 without memory
static int add_facets(rv_drawing* d, const rv_world* world, rv_geometry_id geometry) {
    // the last ones first: bodies with the same geometry often follow each other
    for (int i = d->facets_count - 1; i >= 0; i--)
        if (RV_ID_EQUAL(d->facets[i].geometry, geometry))
            return i;
    rv_facets facets;
    int room = RV_FACETS_MOST - d->facets_triangles;
    if (!RV_LIST_RESERVE(d->facets, d->facets_capacity, d->facets_count + 1)
        || !rv_facets_read(&facets, world, geometry, room))
        return -1;
    d->facets_triangles += facets.stands_in ? 0 : facets.triangle_count;
    d->facets[d->facets_count] = facets;
    return d->facets_count++;
}

const rv_facets* rv_drawing_facets(const rv_drawing* d, int shape) {
    if (!has_geometry(&d->shapes[shape]) || d->shape_facets[shape] < 0)
        return NULL;
    return &d->facets[d->shape_facets[shape]];
}

static bool add_shape(rv_drawing* d, const rv_world* world, const rv_shape_def* shape) {
    if (!RV_LIST_RESERVE(d->shapes, d->shape_capacity, d->shape_count + 1)
        || !RV_LIST_RESERVE(d->shape_facets, d->shape_facets_capacity, d->shape_count + 1))
        return false;
    int facets = has_geometry(shape) ? add_facets(d, world, shape->geometry) : -1;
    if (has_geometry(shape) && facets < 0)
        return false;
    d->shapes[d->shape_count] = *shape;
    d->shape_facets[d->shape_count++] = facets;
    return true;
}

static bool add_body(rv_drawing* d, const rv_world* world, rv_body_id id) {
    if (!RV_LIST_RESERVE(d->bodies, d->body_capacity, d->body_count + 1)
        || !RV_LIST_RESERVE(d->poses, d->pose_capacity, d->body_count + 1)
        || !RV_LIST_RESERVE(d->asleep, d->asleep_capacity, d->body_count + 1))
        return false;
    rv_drawing_body body = {.id = id,
                            .type = rv_body_get_type(world, id),
                            .kind = rv_body_get_kind(world, id),
                            .first_shape = d->shape_count,
                            .shape_count = rv_body_shape_count(world, id),
                            .mass = rv_body_mass_properties(world, id).mass};
    for (int i = 0; i < body.shape_count; i++) {
        rv_shape_def shape = rv_body_shape(world, id, i);
        if (!add_shape(d, world, &shape))
            return false;
    }
    d->bodies[d->body_count++] = body;
    return true;
}

// bodies stand in the order of their slots
static int index_of_body(const rv_drawing* d, rv_body_id id) {
    int low = 0, high = d->body_count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        uint32_t slot = d->bodies[middle].id.slot;
        if (slot == id.slot)
            return RV_ID_EQUAL(d->bodies[middle].id, id) ? middle : -1;
        if (slot < id.slot)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

static bool add_joint(rv_drawing* d, const rv_world* world, rv_joint_id id) {
    if (!RV_LIST_RESERVE(d->joints, d->joint_capacity, d->joint_count + 1))
        return false;
    d->joints[d->joint_count++] = (rv_drawing_joint){
        .id = id,
        .type = rv_joint_get_type(world, id),
        .bodies = {index_of_body(d, rv_joint_body_a(world, id)),
                   index_of_body(d, rv_joint_body_b(world, id))},
        .points = {rv_joint_frame_a(world, id).position, rv_joint_frame_b(world, id).position}};
    return true;
}

static bool add_wheel(rv_drawing* d, int cable, int node, const rv_cable_node* n) {
    if (!RV_LIST_RESERVE(d->wheels, d->wheel_capacity, d->wheel_count + 1)
        || !RV_LIST_RESERVE(d->wheel_angles, d->angle_capacity, d->wheel_count + 1))
        return false;
    bool drum = n->type == RV_CABLE_DRUM;
    double thick = d->cables[cable].radius;
    double width =
        drum ? fmax(DRUM_WIDTH * thick, DRUM_WIDTH_SHARE * n->radius) : PULLEY_WIDTH * thick;
    d->wheels[d->wheel_count++] = (rv_drawing_wheel){.body = index_of_body(d, n->body),
                                                     .cable = cable,
                                                     .center = n->point,
                                                     .axis = rv_vec3_normalize(n->axis),
                                                     .radius = n->radius,
                                                     .width = width,
                                                     .drum = drum,
                                                     .node = node,
                                                     .side = n->side < 0 ? -1 : 1,
                                                     .spin = n->wheel};
    return true;
}

static bool add_cable(rv_drawing* d, const rv_world* world, rv_cable_id id) {
    if (!RV_LIST_RESERVE(d->cables, d->cable_capacity, d->cable_count + 1))
        return false;
    int cable = d->cable_count++;
    d->cables[cable] = (rv_drawing_cable){.id = id, .radius = 0.5 * rv_cable_diameter(world, id)};
    int count = rv_cable_node_count(world, id);
    for (int i = 0; i < count; i++) {
        rv_cable_node node = rv_cable_get_node(world, id, i);
        if (i == 0 || i + 1 == count)
            d->cables[cable].free[i > 0] = node.type == RV_CABLE_FREE;
        bool round = node.type == RV_CABLE_PULLEY || node.type == RV_CABLE_DRUM;
        if (round && node.radius > 0.0 && !add_wheel(d, cable, i, &node))
            return false;
    }
    return true;
}

static void forget_facets(rv_drawing* d) {
    for (int i = 0; i < d->facets_count; i++)
        rv_facets_free(&d->facets[i]);
    d->facets_count = d->facets_triangles = 0;
}

static void forget_solids(rv_drawing* d) {
    for (int i = 0; i < d->solid_count; i++)
        rv_skin_free(&d->solids[i]);
    d->solid_count = 0;
}

static bool read_things(rv_drawing* d, const rv_world* world) {
    forget_facets(d);
    forget_solids(d);
    d->body_count = d->shape_count = d->wheel_count = d->cable_count = d->joint_count = 0;
    d->revision = d->revision + 1 != 0 ? d->revision + 1 : 1;
    for (rv_body_id b = next_body(d, world, (rv_body_id){0, 0, 0}); !RV_ID_IS_NULL(b);
         b = next_body(d, world, b))
        if (!add_body(d, world, b))
            return false;
    for (rv_cable_id c = rv_cable_next(world, (rv_cable_id){0, 0, 0}); !RV_ID_IS_NULL(c);
         c = rv_cable_next(world, c))
        if (!add_cable(d, world, c))
            return false;
    for (rv_joint_id j = rv_joint_next(world, (rv_joint_id){0, 0, 0}); !RV_ID_IS_NULL(j);
         j = rv_joint_next(world, j))
        if (!add_joint(d, world, j))
            return false;
    for (rv_solid_id s = rv_solid_next(world, (rv_solid_id){0, 0, 0}); !RV_ID_IS_NULL(s);
         s = rv_solid_next(world, s), d->solid_count++)
        if (!RV_LIST_RESERVE(d->solids, d->solid_capacity, d->solid_count + 1)
            || !rv_skin_read(&d->solids[d->solid_count], world, s))
            return false;
    return rv_drawing_list_marks(d, world);
}

// --- how it stands ------------------------------------------------------------------------------

// a wheel with an inertia turns as it does; a drum by what it has paid out
static double wheel_angle(const rv_drawing* d, const rv_world* world, const rv_drawing_wheel* w) {
    if (!RV_ID_IS_NULL(w->spin))
        return rv_body_pose(world, w->spin).position.x;
    if (!w->drum)
        return 0.0;
    return w->side * rv_cable_length(world, d->cables[w->cable].id) / w->radius;
}

// in place of the points of a cable, its last ones, what rounds its corners
static bool round_bends(rv_drawing* d, rv_drawing_cable* cable) {
    int count = cable->point_count, end = cable->first_point + count;
    int more = rv_bends_round(d->points + cable->first_point, count, ARC_STEP, NULL);
    if (more == count)
        return true;
    if (!RV_LIST_RESERVE(d->points, d->point_capacity, end + more))
        return false;
    rv_drawing_point* line = d->points + cable->first_point;
    rv_bends_round(line, count, ARC_STEP, d->points + end);
    memmove(line, d->points + end, (size_t)more * sizeof *line);
    cable->point_count = more;
    d->point_count = cable->first_point + more;
    return true;
}

// the points of a cable as the world has them; asked for once where there is room
static bool read_places(rv_drawing* d, const rv_world* world, rv_cable_id cable) {
    int room = d->place_capacity < d->tension_capacity ? d->place_capacity : d->tension_capacity;
    int count = rv_cable_points(world, cable, ARC_STEP, d->places, d->tensions, room);
    d->place_count = 0;
    if (!RV_LIST_RESERVE(d->places, d->place_capacity, count)
        || !RV_LIST_RESERVE(d->tensions, d->tension_capacity, count))
        return false;
    if (count > room)
        rv_cable_points(world, cable, ARC_STEP, d->places, d->tensions, count);
    d->place_count = count;
    return true;
}

static bool read_points(rv_drawing* d, const rv_world* world, rv_drawing_cable* cable) {
    cable->first_point = d->point_count;
    cable->point_count = 0;
    bool rod = rv_cable_get_model(world, cable->id) == RV_CABLE_ROD;
    bool divided = rod || rv_cable_segment_count(world, cable->id) > 0;
    cable->across = rod ? rv_cable_end_director(world, cable->id, 0) : (rv_vec3){0, 0, 0};
    // what is divided lies about in pieces
    if (rv_cable_get_state(world, cable->id) == RV_CABLE_BROKEN && !divided)
        return true;
    if (!read_places(d, world, cable->id))
        return false;
    int count = d->place_count;
    if (!RV_LIST_RESERVE(d->points, d->point_capacity, d->point_count + count))
        return false;
    double twist = rv_cable_twist(world, cable->id) / rv_cable_length(world, cable->id);
    for (int i = 0; i < count; i++) {
        // has no piece after it
        bool last = i > 0 && (i + 1 == count || isnan(d->places[i + 1].x));
        d->points[d->point_count++] =
            (rv_drawing_point){d->places[i], d->tensions[last ? i - 1 : i], twist};
    }
    cable->point_count = count;
    return !divided || round_bends(d, cable);
}

// ------------------------------------------------------------------------------------------------

bool rv_drawing_update(rv_drawing* d, const rv_world* world) {
    bool changed = false;
    // most of the time nothing was added or removed
    if (d->signature == 0 || rv_world_changes(world) != d->changes
        || !RV_ID_EQUAL(d->hidden, d->was_hidden)) {
        uint64_t signature = signature_of(d, world);
        changed = signature != d->signature;
        d->signature = 0; // if there is no memory, try again next time
        if (changed && !read_things(d, world))
            return false;
        d->signature = signature;
        d->changes = rv_world_changes(world);
        d->was_hidden = d->hidden;
    }
    d->asleep_count = 0;
    for (int i = 0; i < d->body_count; i++) {
        d->poses[i] = rv_body_pose(world, d->bodies[i].id);
        d->asleep[i] = rv_body_is_asleep(world, d->bodies[i].id);
        d->asleep_count += d->asleep[i];
    }
    for (int i = 0; i < d->wheel_count; i++)
        d->wheel_angles[i] = wheel_angle(d, world, &d->wheels[i]);
    for (int i = 0; i < d->solid_count; i++)
        rv_skin_update(&d->solids[i], world);
    rv_drawing_read_marks(d, world);
    d->point_count = d->force_count = d->contact_count = 0;
    bool good = rv_drawing_add_joint_forces(d, world);
    for (int i = 0; i < d->cable_count; i++)
        good &= read_points(d, world, &d->cables[i])
                && rv_drawing_add_cable_forces(d, world, &d->cables[i]);
    good &= rv_drawing_add_contacts(d, world);
    if (changed) {
        rv_drawing_measure(d);
        rv_drawing_cut_planes(d);
    }
    return good;
}

void rv_drawing_free(rv_drawing* d) {
    forget_facets(d);
    forget_solids(d);
    free(d->solids);
    free(d->facets);
    free(d->shape_facets);
    free(d->asleep);
    free(d->bodies);
    free(d->shapes);
    free(d->wheels);
    free(d->cables);
    free(d->joints);
    free(d->marks);
    free(d->poses);
    free(d->wheel_angles);
    free(d->points);
    free(d->forces);
    free(d->contacts);
    free(d->places);
    free(d->tensions);
    *d = (rv_drawing){0};
}
