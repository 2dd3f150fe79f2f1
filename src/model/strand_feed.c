// Cable that moves between a strand and the bridge at its end. The segment beside the bridge grows or
// shrinks so that the bridge stays as long as it should; when it is long it becomes two, when it is short
// one with the next. What the segment gains in unstretched length the bridge loses, and both keep their
// tension: the segment's far end moves by (1 + T/EA) times that.
#include "model/body.h"
#include "model/strand.h"

#include <math.h>

static const double GAIN = 0.5;      // share of the error that is made good in a step
static const double LARGEST = 0.25;  // of a segment, in a step
static const double LONG = 1.6;      // of a segment: it becomes two
static const double SHORT = 0.4;     // it becomes one with the next
static const double SHORTEST = 0.25; // what is left of the last one

// the end of a bridge that stands on a strand
typedef struct bridge_end {
    rv_cable* bridge;
    rv_path_node* node;    // on the strand
    rv_path_node* section; // start of the section beside it
    double span, tension;  // of the span beside it
} bridge_end;

static bridge_end end_of(const rv_world* world, const rv_strand* strand, int side) {
    bridge_end e = {.bridge = &world->cables.data[strand->bridge[side]]};
    rv_path_node* nodes = rv_cable_nodes(world, e.bridge);
    int last = e.bridge->node_count - 1;
    int from = side == 1 ? 0 : rv_path_previous(nodes, last);
    e.node = &nodes[side == 1 ? 0 : last];
    e.section = &nodes[side == 1 ? 0 : rv_section_before(nodes, last)];
    e.span = nodes[from].span.length;
    e.tension = fmax(nodes[from].tension, 0.0);
    return e;
}

// kinetic and gravitational
static double energy_of(const rv_world* world, const rv_body* body) {
    rv_vec3 w = rv_mat3_apply_transpose(body->R, body->w);
    return 0.5 * body->mass * rv_vec3_dot(body->v, body->v)
           + 0.5 * rv_vec3_dot(w, rv_mat3_apply(body->inertia, w))
           - body->mass * rv_vec3_dot(world->def.gravity, body->x);
}

static double wanted(const rv_world* world, const rv_strand* strand, int side,
                     const bridge_end* e) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    double unit = cable->segments.length, reach = rv_bridge_reach(cable);
    int k = side == 0 ? 1 : strand->segment_count;
    double length = rv_strand_lengths(world, strand)[k];
    double more = GAIN * (e->span - reach);
    more = fmin(fmax(more, -LARGEST * unit), LARGEST * unit);
    more = fmin(more, e->section->material - 0.5 * reach);
    return fmax(more, SHORTEST * unit - length);
}

// the bridge's node is where the strand ends, whichever segment that is now
static void follow(rv_world* world, const rv_strand* strand, int side, const bridge_end* e) {
    int k = side == 0 ? 1 : strand->segment_count;
    double half = 0.5 * rv_strand_lengths(world, strand)[k];
    int32_t body = rv_strand_bodies(world, strand)[k];
    e->node->def.point = (rv_vec3){side == 0 ? -half : half, 0.0, 0.0};
    if (e->node->body == body)
        return;
    e->node->body = body;
    e->node->def.body = rv_world_body_id(world, body);
    rv_cable_layout(world, e->bridge);
    double angle, room;
    // directors stand in the frames of the end bodies
    if (e->bridge->has_twist && rv_twist_angle(world, NULL, e->bridge, &angle, &room))
        rv_twist_set(world, e->bridge, angle, e->bridge->twist);
}

bool rv_strand_feed(rv_world* world, rv_strand* strand, int side) {
    bridge_end e = end_of(world, strand, side);
    const rv_cable* cable = &world->cables.data[strand->cable];
    double more = wanted(world, strand, side, &e), unit = cable->segments.length;
    if (e.bridge->state == RV_CABLE_BROKEN || !(fabs(more) > 1e-9 * unit))
        return true;
    int k = side == 0 ? 1 : strand->segment_count;
    double length = rv_strand_lengths(world, strand)[k] + more;
    bool splits = length > LONG * unit;
    if (splits && !rv_strand_reserve(world, 0, 1))
        return false;
    rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[k]];
    double before = energy_of(world, body);
    rv_strand_grow(world, strand, side, more, cable->EA < INFINITY ? e.tension / cable->EA : 0.0);
    world->work += energy_of(world, body) - before;
    e.section->material -= more;
    if (splits)
        rv_strand_split(world, strand, k, side == 0 ? length - unit : unit);
    else if (length < SHORT * unit && strand->segment_count > 1
             && !rv_segments_are_used(world, strand, side == 0 ? 1 : k - 1))
        rv_strand_merge(world, strand, side == 0 ? 1 : k - 1);
    follow(world, strand, side, &e);
    return true;
}

bool rv_segments_are_used(const rv_world* world, const rv_strand* strand, int k) {
    const int32_t* pair = rv_strand_bodies(world, strand) + k;
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; i < class->capacity(world); i++) {
            bool own = kind == RV_MEMBER_STRAND && &world->strands.data[i] == strand;
            own |= kind == RV_MEMBER_CABLE && (i == strand->bridge[0] || i == strand->bridge[1]);
            if (own || !class->is_alive(world, i))
                continue;
            const int32_t* bodies;
            int count = class->bodies(world, i, &bodies);
            for (int b = 0; b < count; b++)
                if (bodies[b] == pair[0] || bodies[b] == pair[1])
                    return true;
        }
    }
    return false;
}
