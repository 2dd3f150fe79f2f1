// Cables that choose their model: massless while they are taut and nothing touches them, segments
// else. A cable that comes slack or is touched lies straight, so it becomes segments where it is,
// stretched as it was; it becomes massless again when it has been straight, untouched and pulled by
// many times its own weight for a while. Its momentum comes from what its ends stand on, and goes
// back there: of a part at the share s of a span, (1 - s) p to the first end and s p to the second,
// which keeps angular momentum, too. What jumps: the weight of the cable, which a massless one has
// not, and its sag.
#include "model/body.h"
#include "model/strand.h"

#include <math.h>

static const double CALM_TIME = 0.5;   // [s] after which it becomes massless
static const double PULL_SHARE = 50.0; // tension over its weight: sags by 1/400 of its span
static const double STEADY = 0.02;     // share by which the tension may change in a step
static const double STRAIGHT = 0.02;   // [rad] at every joint
enum { MET_MAX = 16, SEGMENTS_MAX = 100000 };

// --- what touches it ---

static bool is_on_path(const rv_world* world, const rv_cable* cable, int32_t body) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++)
        if (nodes[i].body == body)
            return true;
    return false;
}

// something is about to touch the span behind node i
static bool span_is_met(rv_world* world, const rv_cable* cable, int i) {
    const rv_span* span = &rv_cable_nodes(world, cable)[i].span;
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CAPSULE;
    shape.radius = 0.5 * cable->diameter + world->def.contact.margin;
    shape.half_length = 0.5 * span->length;
    rv_shape_ref found[MET_MAX];
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(span->at[0], span->at[1]), 0.5);
    rv_pose pose = {middle, rv_quat_from_x_axis(span->u)};
    int count = rv_world_overlap_shape(world, &shape, pose, cable->segments.mask,
                                       (rv_shape_refs){found, MET_MAX});
    for (int k = 0; k < count && k < MET_MAX; k++) {
        const rv_body* body = rv_world_body(world, found[k].body);
        if ((rv_body_shape(world, found[k].body, found[k].shape).mask & cable->segments.group) == 0)
            continue;
        if (body->strand < 0
            || world->strands.data[body->strand].cable != cable - world->cables.data)
            if (!is_on_path(world, cable, (int32_t)(body - world->bodies.data)))
                return true;
    }
    return count > MET_MAX;
}

static bool is_met(rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next)
        if (nodes[i].span.length > cable->segments.length && span_is_met(world, cable, i))
            return true;
    return false;
}

// --- momentum ---

static void push(rv_world* world, int32_t index, rv_vec3 at, rv_vec3 impulse) {
    if (index < 0 || rv_body_dofs(&world->bodies.data[index]) == 0)
        return;
    rv_body* body = &world->bodies.data[index];
    body->v = rv_vec3_mul_add(body->v, 1.0 / body->mass, impulse);
    if (body->kind != RV_BODY_RIGID)
        return;
    rv_mat3 inertia = rv_mat3_mul_transpose(rv_mat3_mul(body->R, body->inertia), body->R);
    rv_vec3 couple = rv_vec3_cross(rv_vec3_sub(at, body->x), impulse);
    body->w = rv_vec3_add(body->w, rv_mat3_apply(rv_mat3_inverse(inertia), couple));
}

// What a strand lies between: the nodes beside it, and what they stand on.
typedef struct between {
    rv_vec3 at[2];
    int32_t body[2]; // -1: the world
} between;

static between between_of(const rv_world* world, const rv_strand* strand) {
    const int32_t* bodies = rv_strand_bodies(world, strand);
    between ends = {.body = {bodies[0], bodies[strand->segment_count + 1]}};
    for (int side = 0; side < 2; side++) {
        ends.at[side] = rv_strand_end(world, strand, side);
        if (strand->bridge[side] < 0)
            continue;
        const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
        const rv_path_node* nodes = rv_cable_nodes(world, bridge);
        int from = side == 1 ? 0 : rv_path_previous(nodes, bridge->node_count - 1);
        ends.at[side] = nodes[from].span.at[side == 1 ? 1 : 0];
        ends.body[side] = nodes[side == 1 ? nodes[0].next : from].body;
    }
    return ends;
}

// gives the momentum of a strand's segments to what it lies between
static void pass_momentum(rv_world* world, const rv_strand* strand) {
    const int32_t* bodies = rv_strand_bodies(world, strand);
    between ends = between_of(world, strand);
    rv_vec3 d = rv_vec3_sub(ends.at[1], ends.at[0]);
    double square = rv_vec3_dot(d, d);
    for (int k = 1; k <= strand->segment_count; k++) {
        const rv_body* body = &world->bodies.data[bodies[k]];
        rv_vec3 p = rv_vec3_scale(body->v, body->mass);
        double s = rv_vec3_dot(rv_vec3_sub(body->x, ends.at[0]), d) / square;
        // a segment's own spin, across it: a couple of forces at the ends
        rv_mat3 I = rv_mat3_mul_transpose(rv_mat3_mul(body->R, body->inertia), body->R);
        rv_vec3 off = rv_vec3_sub(body->x, rv_vec3_mul_add(ends.at[0], s, d));
        rv_vec3 spin = rv_vec3_add(rv_mat3_apply(I, body->w), rv_vec3_cross(off, p));
        rv_vec3 couple = rv_vec3_scale(rv_vec3_cross(spin, d), 1.0 / square);
        push(world, ends.body[0], ends.at[0], rv_vec3_sub(rv_vec3_scale(p, 1.0 - s), couple));
        push(world, ends.body[1], ends.at[1], rv_vec3_add(rv_vec3_scale(p, s), couple));
    }
}

// the node of the user's that the rope at a node of a bridge goes to
static int node_for(const rv_cable* bridge, int i) {
    int first = bridge->on_strand[0], last = bridge->node_count - 1 - bridge->on_strand[1];
    return i < first ? first : i > last ? last : i;
}

// the same for the rope of its bridges: what lies between a strand and a node goes to the node
static void pass_rope(rv_world* world, const rv_cable* cable) {
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge) {
        const rv_cable* bridge = &world->cables.data[b];
        const rv_path_node* nodes = rv_cable_nodes(world, bridge);
        for (int i = 0; i < bridge->node_count; i++) {
            const rv_rope_part* part = &nodes[i].rope;
            push(world, nodes[node_for(bridge, i)].body, part->lies.place,
                 rv_vec3_scale(part->velocity, part->lies.mass));
        }
    }
}

// --- mass that comes to be ---

// how fast a point of a body becomes by an impulse there: W with dv = W J
static rv_mat3 point_mobility(const rv_world* world, int32_t index, rv_vec3 at) {
    if (index < 0 || rv_body_dofs(&world->bodies.data[index]) == 0)
        return rv_mat3_zero();
    const rv_body* body = &world->bodies.data[index];
    rv_mat3 W = rv_mat3_scale(rv_mat3_identity(), 1.0 / body->mass);
    if (body->kind != RV_BODY_RIGID)
        return W;
    rv_mat3 inertia = rv_mat3_mul_transpose(rv_mat3_mul(body->R, body->inertia), body->R);
    rv_mat3 r = rv_mat3_skew(rv_vec3_sub(at, body->x));
    return rv_mat3_add(W, rv_mat3_mul_transpose(rv_mat3_mul(r, rv_mat3_inverse(inertia)), r));
}

static rv_vec3 point_velocity(const rv_world* world, int32_t index, rv_vec3 at) {
    rv_motion m = rv_motion_of(world, NULL, index);
    return rv_vec3_add(m.v, rv_vec3_cross(m.w, rv_vec3_sub(at, m.x)));
}

// A strand as a rigid line between two points, at the share s of the way from a to b: m, with
// I/|d|^2 of a segment's turning about its own centre.
typedef struct line_mass {
    double aa, ab, bb; // sums of m (1 - s)^2, m s (1 - s), m s^2
} line_mass;

static line_mass mass_of_line(const rv_world* world, const rv_strand* strand, const between* ends) {
    const int32_t* bodies = rv_strand_bodies(world, strand);
    rv_vec3 d = rv_vec3_sub(ends->at[1], ends->at[0]);
    double square = rv_vec3_dot(d, d);
    line_mass sum = {0.0, 0.0, 0.0};
    for (int k = 1; k <= strand->segment_count; k++) {
        const rv_body* body = &world->bodies.data[bodies[k]];
        double s = rv_vec3_dot(rv_vec3_sub(body->x, ends->at[0]), d) / square;
        double own = body->inertia.m[1][1] / square;
        sum.aa += body->mass * (1.0 - s) * (1.0 - s) + own;
        sum.ab += body->mass * s * (1.0 - s) - own;
        sum.bb += body->mass * s * s + own;
    }
    return sum;
}

static rv_mat3 one_more(rv_mat3 W, double mass) {
    return rv_mat3_add(rv_mat3_identity(), rv_mat3_scale(W, mass));
}

// The segments of a new strand get the velocities of the line between its ends, and these give them
// their momentum: with v_a, v_b the velocities of the ends before and J the impulses on them,
//   J_a = -(aa v_a' + ab v_b'),   J_b = -(ab v_a' + bb v_b'),   v' = v + W J.
// Linear and angular momentum stay, and no energy comes of it, however light the ends are.
static void join_strand(rv_world* world, const rv_strand* strand) {
    const int32_t* bodies = rv_strand_bodies(world, strand);
    between ends = between_of(world, strand);
    line_mass m = mass_of_line(world, strand, &ends);
    rv_mat3 W[2];
    rv_vec3 v[2];
    for (int side = 0; side < 2; side++) {
        W[side] = point_mobility(world, ends.body[side], ends.at[side]);
        v[side] = point_velocity(world, ends.body[side], ends.at[side]);
    }
    rv_vec3 r[2] = {rv_vec3_add(rv_vec3_scale(v[0], -m.aa), rv_vec3_scale(v[1], -m.ab)),
                    rv_vec3_add(rv_vec3_scale(v[0], -m.ab), rv_vec3_scale(v[1], -m.bb))};
    // (1 + aa W_a) J_a + ab W_b J_b = r_a,   ab W_a J_a + (1 + bb W_b) J_b = r_b
    rv_mat3 inner = rv_mat3_inverse(one_more(W[1], m.bb));
    rv_mat3 outer = rv_mat3_mul(rv_mat3_scale(W[1], m.ab), inner);
    rv_mat3 A = rv_mat3_sub(one_more(W[0], m.aa), rv_mat3_mul(outer, rv_mat3_scale(W[0], m.ab)));
    rv_vec3 J[2];
    J[0] = rv_mat3_apply(rv_mat3_inverse(A), rv_vec3_sub(r[0], rv_mat3_apply(outer, r[1])));
    rv_vec3 back = rv_vec3_scale(rv_mat3_apply(W[0], J[0]), m.ab);
    J[1] = rv_mat3_apply(inner, rv_vec3_sub(r[1], back));
    for (int side = 0; side < 2; side++) {
        push(world, ends.body[side], ends.at[side], J[side]);
        v[side] = rv_vec3_add(v[side], rv_mat3_apply(W[side], J[side]));
    }
    rv_vec3 d = rv_vec3_sub(ends.at[1], ends.at[0]), relative = rv_vec3_sub(v[1], v[0]);
    double square = rv_vec3_dot(d, d);
    for (int k = 1; k <= strand->segment_count; k++) {
        rv_body* body = &world->bodies.data[bodies[k]];
        double s = rv_vec3_dot(rv_vec3_sub(body->x, ends.at[0]), d) / square;
        body->v = rv_vec3_mul_add(v[0], s, relative);
        body->w = rv_vec3_scale(rv_vec3_cross(d, relative), 1.0 / square);
    }
}

// The rope of new bridges: a mass at a point of the body that carries it.
static void join_rope(rv_world* world, const rv_cable* cable) {
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge) {
        const rv_cable* bridge = &world->cables.data[b];
        rv_path_node* nodes = rv_cable_nodes(world, bridge);
        for (int i = 0; i < bridge->node_count; i++) {
            rv_rope_part* part = &nodes[i].rope;
            int32_t body = nodes[node_for(bridge, i)].body;
            rv_mat3 W = point_mobility(world, body, part->lies.place);
            rv_vec3 p = rv_vec3_scale(part->velocity, -part->lies.mass);
            rv_vec3 J = rv_mat3_apply(rv_mat3_inverse(one_more(W, part->lies.mass)), p);
            push(world, body, part->lies.place, J);
            part->velocity = rv_vec3_add(part->velocity, rv_mat3_apply(W, J));
        }
    }
}

// --- to segments ---

static bool to_segments(rv_world* world, int32_t index) {
    rv_cable* cable = &world->cables.data[index];
    rv_cable_bring_up_to_date(world, cable);
    rv_parts_size size = rv_cable_parts_size(cable, rv_cable_nodes(world, cable));
    int nodes = cable->node_count;
    if (size.strands == 0 || size.segments > SEGMENTS_MAX)
        return true;
    size_t bytes = ((size_t)size.longest + 1) * sizeof(rv_vec3);
    rv_vec3* points = rv_memory_allocate(&world->memory, bytes);
    bool ok = points != NULL && rv_strand_reserve(world, size.strands, size.segments)
              && rv_cable_reserve(world, world->cable_ids.slots.count + nodes + 1,
                                  world->cable_nodes.count + 4 * nodes);
    cable = &world->cables.data[index];
    double twist = cable->has_twist ? cable->twist : 0.0;
    if (ok && rv_cable_make_parts(world, index, NULL, twist, points)) {
        for (int s = 0; s < cable->strand_count; s++)
            join_strand(world, rv_cable_strands(world, cable) + s);
        join_rope(world, cable);
    }
    rv_memory_release(&world->memory, points, points == NULL ? 0 : bytes);
    cable->calm = 0.0;
    return ok;
}

// --- to massless ---

static bool link_is_calm(const rv_world* world, const rv_strand* strand, int k, double least) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* link = rv_strand_links(world, strand) + k;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    double bend = g.bend[0] * g.bend[0] + g.bend[1] * g.bend[1];
    bool straight = !link->is_plain || bend <= STRAIGHT * STRAIGHT;
    return straight && !link->broken
           && rv_link_tension(&g, rv_link_forces(world, strand, k)) >= least;
}

static double weight_of(const rv_world* world, const rv_cable* cable) {
    return rv_vec3_length(world->def.gravity) * cable->mass_per_length
           * rv_cable_material(world, cable);
}

// straight, untouched and pulled by many times its weight; `near`: bodies that something is near to
static bool is_calm(const rv_world* world, const rv_cable* cable, const int* near) {
    double weight = weight_of(world, cable);
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        const int32_t* bodies = rv_strand_bodies(world, strand);
        for (int k = 1; k <= strand->segment_count; k++)
            if (near[bodies[k]])
                return false;
        for (int k = 0; k < strand->link_count; k++)
            if (!link_is_calm(world, strand, k, PULL_SHARE * weight))
                return false;
    }
    return true;
}

static bool is_used(const rv_world* world, const rv_cable* cable) {
    for (int s = 0; s < cable->strand_count; s++) {
        const rv_strand* strand = rv_cable_strands(world, cable) + s;
        if (rv_segments_are_used(world, strand, 1, strand->segment_count))
            return true;
    }
    return false;
}

// what bridges know of the user's nodes goes back to the cable's own
static void take_back_nodes(rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++) {
        rv_cable_place at = rv_cable_place_of(world, cable, i);
        const rv_cable* bridge = &world->cables.data[at.cable];
        if (bridge == cable)
            continue;
        const rv_path_node* from = rv_cable_nodes(world, bridge) + at.node;
        nodes[i].wrap = from->wrap;
        nodes[i].lifted = from->lifted;
        for (int side = 0; side < 2; side++)
            if (rv_node_is_drum(&nodes[i]) && i == (side == 0 ? 0 : cable->node_count - 1)) {
                cable->winch[side] = bridge->winch[side];
                cable->winch_run[side] = bridge->winch_run[side];
                cable->winch_speed[side] = bridge->winch_speed[side];
            }
    }
}

static void to_massless(rv_world* world, rv_cable* cable) {
    double length = rv_cable_material(world, cable), twist = rv_strands_twist(world, cable);
    double tension = rv_strands_largest_tension(world, cable);
    for (int s = 0; s < cable->strand_count; s++)
        pass_momentum(world, rv_cable_strands(world, cable) + s);
    pass_rope(world, cable);
    take_back_nodes(world, cable);
    rv_cable_remove_parts(world, cable);
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_path_place(world, NULL, nodes, cable->node_count);
    rv_path_find(world, NULL, nodes, cable->node_count);
    double path = rv_path_measure(nodes, cable->node_count);
    for (int i = 0; i < cable->node_count; i++)
        nodes[i].material = nodes[i].geometric * length / path;
    rv_cable_layout(world, cable);
    rv_cable_reset(world, cable, RV_KEEPS_NOTHING);
    for (int i = 0; i < cable->node_count; i++) {
        nodes[i].tension = tension;
        world->cable_lambda.data[cable->first_node + i] = i < cable->section_count ? tension : 0.0;
    }
    if (cable->has_twist)
        rv_twist_start(world, cable, twist);
    cable->state = RV_CABLE_TAUT;
    rv_world_touch(world);
}

// it has been made in this step, as long as its path: neither taut nor slack yet
static bool is_new(const rv_world* world, const rv_cable* cable) {
    double path = rv_path_measure(rv_cable_nodes(world, cable), cable->node_count);
    return cable->last_h == 0.0 && rv_cable_material(world, cable) <= path * (1.0 + 1e-9);
}

bool rv_cable_choose_model(rv_world* world, int32_t index, const int* near, double dt) {
    rv_cable* cable = &world->cables.data[index];
    if (!rv_model_has_segments(cable->model) || cable->state == RV_CABLE_BROKEN)
        return true;
    // one of segments whose path was too short for any
    if (cable->model == RV_CABLE_SEGMENTS)
        return cable->strand_count > 0 || to_segments(world, index);
    if (cable->strand_count == 0) {
        bool slackens = cable->state == RV_CABLE_SLACK && !is_new(world, cable);
        return (!slackens && !is_met(world, cable)) || to_segments(world, index);
    }
    double tension = rv_strands_largest_tension(world, cable);
    bool steady = fabs(tension - cable->calm_tension) <= STEADY * tension;
    cable->calm_tension = tension;
    cable->calm = steady && is_calm(world, cable, near) ? cable->calm + dt : 0.0;
    if (cable->calm >= CALM_TIME && !is_used(world, cable))
        to_massless(world, cable);
    return true;
}
