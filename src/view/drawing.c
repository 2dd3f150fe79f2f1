// Reads a world for drawing: see drawing.h. What there is (bodies, shapes, wheels, cables, ties) is read
// again only when its signature, a hash of ids and shapes, has changed; how it stands is read every
// time, because that is all that a frame of a long simulation costs.
#include "view/drawing.h"

#include "view/array.h"
#include "view/bends.h"

#include <math.h>
#include <string.h>

// angle between two points on the arc of a wheel, and beyond which a bend of segments is rounded
// [rad]
static const double ARC_STEP = 0.15;
// widths of wheels, in cable radii, and the least share of their radius
static const double PULLEY_WIDTH = 4.0, DRUM_WIDTH = 16.0, DRUM_WIDTH_SHARE = 0.8;
// surfaces that pass each other faster slide [m/s]
static const double SLIDE_SPEED = 1e-3;

static bool same_body(rv_body_id a, rv_body_id b) {
    return a.slot == b.slot && a.generation == b.generation && a.world == b.world;
}

rv_body_id rv_drawing_next_body(const rv_world* world, rv_body_id body) {
    do
        body = rv_body_next(world, body);
    while (body.slot != 0 && rv_body_cable(world, body).slot != 0);
    return body;
}

// bodies in order, without the one that is hidden
static rv_body_id next_body(const rv_drawing* d, const rv_world* world, rv_body_id body) {
    body = rv_drawing_next_body(world, body);
    return body.slot != 0 && same_body(body, d->hidden) ? rv_drawing_next_body(world, body) : body;
}

// --- what there is ------------------------------------------------------------------------------

static uint64_t mix(uint64_t hash, uint64_t word) {
    return (hash ^ word) * 0x100000001b3ull; // FNV-1a, a word at a time
}

static uint64_t mix_number(uint64_t hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mix(hash, bits);
}

static bool has_geometry(const rv_shape_def* shape) {
    return shape->type == RV_SHAPE_HULL || shape->type == RV_SHAPE_MESH
           || shape->type == RV_SHAPE_HEIGHT_FIELD;
}

static uint64_t mix_shape(uint64_t hash, const rv_world* world, const rv_shape_def* shape) {
    rv_vec3 at = shape->local.position, half = shape->half_extents;
    rv_quat turn = shape->local.rotation;
    const double numbers[] = {at.x,   at.y,   at.z,   turn.w, turn.x,        turn.y,
                              turn.z, half.x, half.y, half.z, shape->radius, shape->half_length};
    hash = mix(hash, (uint64_t)shape->type);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        hash = mix_number(hash, numbers[i]);
    if (has_geometry(shape)) {
        rv_geometry_id id = shape->geometry;
        hash = mix(hash, (uint64_t)id.slot << 32 | (uint64_t)id.generation << 16 | id.world);
        hash = mix(hash, rv_facets_signature(world, id));
    }
    return hash;
}

// ids alone would not do: after a restore another thing may have the id of one that is gone
static uint64_t mix_body(uint64_t hash, const rv_world* world, rv_body_id b) {
    hash = mix(hash, (uint64_t)b.slot << 32 | (uint64_t)b.generation << 16 | b.world);
    hash =
        mix(hash, (uint64_t)rv_body_get_type(world, b) << 8 | (uint64_t)rv_body_get_kind(world, b));
    for (int i = 0; i < rv_body_shape_count(world, b); i++) {
        rv_shape_def shape = rv_body_shape(world, b, i);
        hash = mix_shape(hash, world, &shape);
    }
    return hash;
}

// segments come and go without a change of what is listed
static uint64_t mix_cable(uint64_t hash, const rv_world* world, rv_cable_id c) {
    int count = rv_cable_node_count(world, c);
    hash = mix(hash, (uint64_t)c.slot << 32 | (uint64_t)c.generation << 16 | c.world);
    hash = mix(hash, (uint64_t)count);
    hash = mix(hash, (uint64_t)rv_cable_get_node(world, c, 0).type);
    return mix(hash, (uint64_t)rv_cable_get_node(world, c, count - 1).type);
}

static uint64_t signature_of(const rv_drawing* d, const rv_world* world) {
    uint64_t hash = 0xcbf29ce484222325ull;
    for (rv_body_id b = next_body(d, world, (rv_body_id){0, 0, 0}); b.slot != 0;
         b = next_body(d, world, b))
        hash = mix_body(hash, world, b);
    for (rv_cable_id c = rv_cable_next(world, (rv_cable_id){0, 0, 0}); c.slot != 0;
         c = rv_cable_next(world, c))
        hash = mix_cable(hash, world, c);
    for (rv_joint_id j = rv_joint_next(world, (rv_joint_id){0, 0, 0}); j.slot != 0;
         j = rv_joint_next(world, j))
        hash = mix(hash, (uint64_t)j.slot << 32 | (uint64_t)j.generation << 16 | j.world);
    for (rv_solid_id s = rv_solid_next(world, (rv_solid_id){0, 0, 0}); s.slot != 0;
         s = rv_solid_next(world, s))
        hash = mix(hash, (uint64_t)s.slot << 32 | (uint64_t)s.generation << 16 | s.world);
    for (rv_tie_id t = rv_drawing_next_tie(d, world, (rv_tie_id){0, 0, 0}); t.slot != 0;
         t = rv_drawing_next_tie(d, world, t))
        hash = mix(hash, (uint64_t)t.slot << 32 | (uint64_t)t.generation << 16 | t.world);
    for (rv_suture_id h = rv_suture_next(world, (rv_suture_id){0, 0, 0}); h.slot != 0;
         h = rv_suture_next(world, h))
        hash = mix(hash, (uint64_t)h.slot << 32 | (uint64_t)h.generation << 16 | h.world);
    return hash;
}

static bool same_geometry(rv_geometry_id a, rv_geometry_id b) {
    return a.slot == b.slot && a.generation == b.generation && a.world == b.world;
}

// triangles are copied once for each geometry, as long as there is room; -1 without memory
static int add_facets(rv_drawing* d, const rv_world* world, rv_geometry_id geometry) {
    // the last ones first: bodies with the same geometry often follow each other
    for (int i = d->facets_count - 1; i >= 0; i--)
        if (same_geometry(d->facets[i].geometry, geometry))
            return i;
    rv_facets facets;
    int room = RV_FACETS_MOST - d->facets_triangles;
    if (!RV_ARRAY_RESERVE(d->facets, d->facets_capacity, d->facets_count + 1)
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
    if (!RV_ARRAY_RESERVE(d->shapes, d->shape_capacity, d->shape_count + 1)
        || !RV_ARRAY_RESERVE(d->shape_facets, d->shape_facets_capacity, d->shape_count + 1))
        return false;
    int facets = has_geometry(shape) ? add_facets(d, world, shape->geometry) : -1;
    if (has_geometry(shape) && facets < 0)
        return false;
    d->shapes[d->shape_count] = *shape;
    d->shape_facets[d->shape_count++] = facets;
    return true;
}

static bool add_body(rv_drawing* d, const rv_world* world, rv_body_id id) {
    if (!RV_ARRAY_RESERVE(d->bodies, d->body_capacity, d->body_count + 1)
        || !RV_ARRAY_RESERVE(d->poses, d->pose_capacity, d->body_count + 1)
        || !RV_ARRAY_RESERVE(d->asleep, d->asleep_capacity, d->body_count + 1))
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
            return same_body(d->bodies[middle].id, id) ? middle : -1;
        if (slot < id.slot)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

static bool add_joint(rv_drawing* d, const rv_world* world, rv_joint_id id) {
    if (!RV_ARRAY_RESERVE(d->joints, d->joint_capacity, d->joint_count + 1))
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
    if (!RV_ARRAY_RESERVE(d->wheels, d->wheel_capacity, d->wheel_count + 1)
        || !RV_ARRAY_RESERVE(d->wheel_angles, d->angle_capacity, d->wheel_count + 1))
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
    if (!RV_ARRAY_RESERVE(d->cables, d->cable_capacity, d->cable_count + 1))
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
    for (rv_body_id b = next_body(d, world, (rv_body_id){0, 0, 0}); b.slot != 0;
         b = next_body(d, world, b))
        if (!add_body(d, world, b))
            return false;
    for (rv_cable_id c = rv_cable_next(world, (rv_cable_id){0, 0, 0}); c.slot != 0;
         c = rv_cable_next(world, c))
        if (!add_cable(d, world, c))
            return false;
    for (rv_joint_id j = rv_joint_next(world, (rv_joint_id){0, 0, 0}); j.slot != 0;
         j = rv_joint_next(world, j))
        if (!add_joint(d, world, j))
            return false;
    for (rv_solid_id s = rv_solid_next(world, (rv_solid_id){0, 0, 0}); s.slot != 0;
         s = rv_solid_next(world, s), d->solid_count++)
        if (!RV_ARRAY_RESERVE(d->solids, d->solid_capacity, d->solid_count + 1)
            || !rv_skin_read(&d->solids[d->solid_count], world, s))
            return false;
    return rv_drawing_list_marks(d, world);
}

// --- how it stands ------------------------------------------------------------------------------

// a wheel with an inertia turns as it does; a drum by what it has paid out
static double wheel_angle(const rv_drawing* d, const rv_world* world, const rv_drawing_wheel* w) {
    if (w->spin.slot != 0)
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
    if (!RV_ARRAY_RESERVE(d->points, d->point_capacity, end + more))
        return false;
    rv_drawing_point* line = d->points + cable->first_point;
    rv_bends_round(line, count, ARC_STEP, d->points + end);
    memmove(line, d->points + end, (size_t)more * sizeof *line);
    cable->point_count = more;
    d->point_count = cable->first_point + more;
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
    int count = rv_cable_points(world, cable->id, ARC_STEP, NULL, NULL, 0);
    if (!RV_ARRAY_RESERVE(d->places, d->place_capacity, count)
        || !RV_ARRAY_RESERVE(d->tensions, d->tension_capacity, count)
        || !RV_ARRAY_RESERVE(d->points, d->point_capacity, d->point_count + count))
        return false;
    rv_cable_points(world, cable->id, ARC_STEP, d->places, d->tensions, count);
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

// --- forces and contacts ------------------------------------------------------------------------

static bool add_force(rv_drawing* d, rv_vec3 point, rv_vec3 force, rv_drawing_force_kind kind) {
    if (!RV_ARRAY_RESERVE(d->forces, d->force_capacity, d->force_count + 1))
        return false;
    d->forces[d->force_count++] = (rv_drawing_force){point, force, kind};
    return true;
}

static bool add_contact(rv_drawing* d, const rv_drawing_contact* contact) {
    if (!RV_ARRAY_RESERVE(d->contacts, d->contact_capacity, d->contact_count + 1))
        return false;
    d->contacts[d->contact_count++] = *contact;
    return true;
}

// the cable presses into the surface; the normal points out of it
static bool add_cable_contact(rv_drawing* d, rv_vec3 point, rv_vec3 force) {
    double size = rv_vec3_length(force);
    rv_drawing_contact contact = {.point = point,
                                  .normal = rv_vec3_scale(force, -1.0 / size),
                                  .force = size,
                                  .kind = RV_DRAWING_RUNS_ROUND};
    return !(size > 0.0) || add_contact(d, &contact);
}

static rv_vec3 pull(rv_vec3 from, rv_vec3 to, double tension) {
    return rv_vec3_scale(rv_vec3_normalize(rv_vec3_sub(to, from)), tension);
}

// where the middle of the arc lies on a wheel; elsewhere the point itself
static rv_vec3 middle_of_contact(const rv_world* world, const rv_cable_node* node,
                                 const rv_cable_contact* contact, rv_vec3 force) {
    if (node->type != RV_CABLE_PULLEY || !(rv_vec3_length(force) > 0.0))
        return contact->in;
    rv_vec3 center =
        node->body.slot == 0 ? node->point : rv_body_point(world, node->body, node->point);
    return rv_vec3_mul_add(center, -node->radius, rv_vec3_normalize(force));
}

// the point of a line that is nearest
static int nearest_point(const rv_vec3* points, int count, rv_vec3 to) {
    int found = 0;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double distance = rv_vec3_length(rv_vec3_sub(points[i], to));
        found = distance < least ? i : found;
        least = fmin(least, distance);
    }
    return found;
}

// what segments do to a node that they run over or a drum, on the line that the cable follows
static bool read_node_force(rv_drawing* d, const rv_world* world, rv_cable_id cable, int index,
                            int count) {
    int last = rv_cable_node_count(world, cable) - 1;
    rv_cable_contact contact = rv_cable_get_contact(world, cable, index);
    rv_cable_node node = rv_cable_get_node(world, cable, index);
    int in = nearest_point(d->places, count, contact.in);
    int out = nearest_point(d->places, count, contact.out);
    rv_vec3 force = {0, 0, 0};
    if (index > 0 && in > 0)
        force = pull(contact.in, d->places[in - 1], contact.tension_in);
    if (index < last && out + 1 < count)
        force = rv_vec3_add(force, pull(contact.out, d->places[out + 1], contact.tension_out));
    // not a number beside a cut
    if (!contact.touches || !isfinite(rv_vec3_length(force)))
        return true;
    rv_vec3 point = middle_of_contact(world, &node, &contact, force);
    bool passes = index > 0 && index < last;
    return add_force(d, point, force, RV_DRAWING_CABLE)
           && (!passes || add_cable_contact(d, point, force));
}

// what segments do to what an end of their cable is fixed to, bending and all
static bool read_end_force(rv_drawing* d, const rv_world* world, rv_cable_id cable, bool last) {
    int joint = last ? rv_cable_joint_count(world, cable) - 1 : 0;
    rv_cable_joint at = rv_cable_get_joint(world, cable, joint);
    return add_force(d, at.point, rv_vec3_scale(at.force, last ? 1.0 : -1.0), RV_DRAWING_CABLE);
}

static bool read_segment_forces(rv_drawing* d, const rv_world* world, rv_cable_id cable) {
    int last = rv_cable_node_count(world, cable) - 1;
    int count = rv_cable_points(world, cable, ARC_STEP, NULL, NULL, 0);
    if (!RV_ARRAY_RESERVE(d->places, d->place_capacity, count))
        return false;
    rv_cable_points(world, cable, ARC_STEP, d->places, NULL, count);
    bool good = true;
    for (int i = 0; i <= last && good; i++) {
        rv_cable_node_type type = rv_cable_get_node(world, cable, i).type;
        if (type == RV_CABLE_FIXED)
            good = read_end_force(d, world, cable, i > 0);
        else if (type != RV_CABLE_FREE)
            good = read_node_force(d, world, cable, i, count);
    }
    return good;
}

// what a rod does to what holds its ends
static bool read_rod_forces(rv_drawing* d, const rv_world* world, const rv_drawing_cable* cable) {
    bool good = true;
    for (int end = 0; end < 2 && good; end++)
        good = cable->free[end]
               || add_force(d, rv_cable_get_contact(world, cable->id, end).in,
                            rv_cable_end_force(world, cable->id, end), RV_DRAWING_CABLE);
    return good;
}

// where a path is held, in its order: at a node, or round a shape that it touches
typedef struct stop {
    int node, wrap; // of the node, or the one before; the next wrap
    bool is_wrap;
    rv_cable_contact contact;
} stop;

static stop stop_at_node(const rv_world* world, rv_cable_id cable, int node, int wrap) {
    return (stop){node, wrap, false, rv_cable_get_contact(world, cable, node)};
}

static stop next_stop(const rv_world* world, rv_cable_id cable, const stop* s) {
    rv_cable_wrap w = rv_cable_get_wrap(world, cable, s->wrap);
    if (w.node != s->node)
        return stop_at_node(world, cable, s->node + 1, s->wrap);
    return (stop){s->node,
                  s->wrap + 1,
                  true,
                  {.in = w.in,
                   .out = w.out,
                   .wrap = w.angle,
                   .tension_in = w.tension_in,
                   .tension_out = w.tension_out,
                   .touches = true}};
}

// what the spans of a cable do to what holds it: F = T_in u_in + T_out u_out, u away from there
static bool read_cable_forces(rv_drawing* d, const rv_world* world, rv_cable_id cable) {
    int last = rv_cable_node_count(world, cable) - 1;
    stop before = {0}, here = stop_at_node(world, cable, 0, 0);
    for (bool first = true; here.node <= last; first = false) {
        bool is_last = here.node == last && !here.is_wrap;
        stop after = next_stop(world, cable, &here);
        const rv_cable_contact* at = &here.contact;
        rv_vec3 force = {0, 0, 0};
        if (!first)
            force = pull(at->in, before.contact.out, at->tension_in);
        if (!is_last)
            force = rv_vec3_add(force, pull(at->out, after.contact.in, at->tension_out));
        rv_cable_node node = rv_cable_get_node(world, cable, here.node);
        rv_vec3 point = here.is_wrap ? rv_vec3_scale(rv_vec3_add(at->in, at->out), 0.5)
                                     : middle_of_contact(world, &node, at, force);
        bool passes = !first && !is_last;
        if (at->touches || !passes) {
            if (!add_force(d, point, force, RV_DRAWING_CABLE)
                || (passes && !add_cable_contact(d, point, force)))
                return false;
        }
        before = here;
        here = after;
    }
    return true;
}

// of the material at a world point: v + w x r
static rv_vec3 velocity_at(const rv_world* world, rv_body_id body, rv_vec3 point) {
    if (body.slot == 0)
        return (rv_vec3){0, 0, 0};
    rv_vec3 arm = rv_vec3_sub(point, rv_body_center(world, body));
    return rv_vec3_add(rv_body_velocity(world, body),
                       rv_vec3_cross(rv_body_angular_velocity(world, body), arm));
}

static bool slides(const rv_world* world, const rv_contact* contact, const rv_contact_point* at) {
    rv_vec3 passing = rv_vec3_sub(velocity_at(world, contact->body[1], at->position),
                                  velocity_at(world, contact->body[0], at->position));
    rv_vec3 across = rv_vec3_mul_add(passing, -rv_vec3_dot(passing, at->normal), at->normal);
    return rv_vec3_length(across) > SLIDE_SPEED;
}

static bool read_contact(rv_drawing* d, const rv_world* world, const rv_contact* contact) {
    for (int i = 0; i < contact->point_count && contact->state != RV_CONTACT_ENDED; i++) {
        const rv_contact_point* at = &contact->points[i];
        bool sliding = slides(world, contact, at);
        rv_drawing_contact drawn = {.point = at->position,
                                    .normal = at->normal,
                                    .force = at->normal_force,
                                    .friction = at->friction_force,
                                    .kind = sliding ? RV_DRAWING_SLIDES : RV_DRAWING_STICKS};
        if (!add_contact(d, &drawn))
            return false;
    }
    return true;
}

// only those that push: there are many more that are near
static bool read_solid_contacts(rv_drawing* d, const rv_world* world) {
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        rv_solid_contact at = rv_world_solid_contact(world, i);
        rv_drawing_contact drawn = {.point = at.position,
                                    .normal = at.normal,
                                    .force = at.normal_force,
                                    .friction = at.friction_force,
                                    .kind = RV_DRAWING_STICKS};
        if (at.normal_force > 0.0 && !add_contact(d, &drawn))
            return false;
    }
    return true;
}

static bool read_forces(rv_drawing* d, const rv_world* world) {
    d->force_count = d->contact_count = 0;
    if (d->without_forces)
        return true;
    for (int i = 0; i < d->joint_count; i++) {
        rv_joint_id id = d->joints[i].id;
        if (!add_force(d, rv_joint_point(world, id), rv_joint_force(world, id), RV_DRAWING_JOINT))
            return false;
    }
    for (int i = 0; i < d->cable_count; i++) {
        const rv_drawing_cable* cable = &d->cables[i];
        if (cable->point_count == 0)
            continue;
        bool segments = rv_cable_segment_count(world, cable->id) > 0;
        bool rod = rv_cable_get_model(world, cable->id) == RV_CABLE_ROD;
        if (!(segments ? read_segment_forces(d, world, cable->id)
              : rod    ? read_rod_forces(d, world, cable)
                       : read_cable_forces(d, world, cable->id)))
            return false;
    }
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        if (!read_contact(d, world, &contact))
            return false;
    }
    return read_solid_contacts(d, world);
}

// ------------------------------------------------------------------------------------------------

bool rv_drawing_update(rv_drawing* d, const rv_world* world) {
    bool changed = false;
    // most of the time nothing was added or removed
    if (d->signature == 0 || rv_world_changes(world) != d->changes
        || !same_body(d->hidden, d->was_hidden)) {
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
    bool good = true;
    d->point_count = 0;
    for (int i = 0; i < d->cable_count; i++)
        good &= read_points(d, world, &d->cables[i]);
    good &= read_forces(d, world);
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
