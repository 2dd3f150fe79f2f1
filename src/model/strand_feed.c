// Cable that moves between a strand and the bridge at its end. The segment beside the bridge grows
// or shrinks so that the bridge stays as long as it should; when it is long it becomes two, when it
// is short one with the next. What the segment gains in unstretched length the bridge loses, and
// both keep their tension: the segment's far end moves by (1 + T/EA) times that. The flow is what the
// ends of the span move by, slack or taut, and room for what a winch takes in within the step; what
// the bridge is too long or too short by is made good besides.
#include "model/body.h"
#include "model/strand.h"

#include <math.h>

static const double GAIN = 0.5;      // share of the error that is made good in a step
static const double REGROWN = 0.02;  // segments, at most: spans get longer, too, as ends swing
static const double LARGEST = 4.0;   // segments, in a step
static const double LONG = 1.6;      // of a segment: it becomes two
static const double SHORT = 0.4;     // it becomes one with the next
static const double SHORTEST = 0.25; // what is left of the last one
static const double STRAIGHT = 0.3;  // [rad], between segments that may become one
static const double BENT = 1e-8; // of a segment: what it may be off the line of its bridge unheeded
static const double USED_UP = 0.35; // from there on winches take in no more

// the end of a bridge that stands on a strand
typedef struct bridge_end {
    rv_cable* bridge;
    rv_path_node* node;    // on the strand
    rv_path_node* section; // start of the section beside it
    double span, tension;  // of the span beside it
    double rate;           // at which that grows, as its ends move
    rv_vec3 leaves;        // where that leaves what the bridge runs over
    rv_vec3 rests;         // velocity there
} bridge_end;

static bridge_end bridge_end_of(const rv_world* world, const rv_strand* strand, int side) {
    bridge_end e = {.bridge = &world->cables.data[strand->bridge[side]]};
    rv_path_node* nodes = rv_cable_nodes(world, e.bridge);
    int last = e.bridge->node_count - 1;
    int from = side == 1 ? 0 : rv_path_previous(nodes, last);
    e.node = &nodes[side == 1 ? 0 : last];
    e.section = &nodes[side == 1 ? 0 : rv_section_before(nodes, last)];
    const rv_path_node* to = &nodes[nodes[from].next];
    e.span = nodes[from].span.length;
    e.tension = fmax(nodes[from].tension, 0.0);
    rv_vec3 v[2] = {rv_rim_velocity(world, &nodes[from], nodes[from].span.at[0]),
                    rv_rim_velocity(world, to, nodes[from].span.at[1])};
    e.rate = rv_vec3_dot(rv_vec3_sub(v[1], v[0]), nodes[from].span.u);
    e.leaves = nodes[from].span.at[side == 1 ? 1 : 0];
    e.rests = v[side == 1 ? 1 : 0];
    return e;
}

// kinetic and gravitational, that of the middle of the last step
static double energy_of(const rv_world* world, const rv_body* body) {
    rv_vec3 w = rv_mat3_apply_transpose(body->R, body->w);
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(body->x, body->x_before), 0.5);
    return 0.5 * body->mass * rv_vec3_dot(body->v, body->v)
           + 0.5 * rv_vec3_dot(w, rv_mat3_apply(body->inertia, w))
           - body->mass * rv_vec3_dot(world->def.gravity, middle);
}

// Rope that leaves a bridge for the segment beside it; it is there, and moves with that already.
static rv_rope_piece piece_of(const rv_body* body, rv_vec3 from_center, double length) {
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(body->x, body->x_before), 0.5);
    return (rv_rope_piece){length, rv_vec3_add(middle, from_center),
                           rv_vec3_add(body->v, rv_vec3_cross(body->w, from_center))};
}

double rv_strand_bridge_tension(const rv_world* world, const rv_strand* strand, int side) {
    return strand->bridge[side] < 0 ? 0.0 : bridge_end_of(world, strand, side).tension;
}

static int last_of(const rv_strand* strand, int side) {
    return side == 0 ? 1 : strand->segment_count;
}

static double last_length(const rv_world* world, const rv_strand* strand, int side) {
    return rv_strand_lengths(world, strand)[last_of(strand, side)];
}

double rv_segment_shortest(const rv_cable* cable) {
    return SHORTEST * cable->segments.length;
}

// what the segment should gain: the error of the bridge, and what it grows by in the step
static double wanted(const rv_world* world, const rv_strand* strand, const bridge_end* e,
                     double dt) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    double unit = cable->segments.length, reach = rv_bridge_reach(cable);
    double more = fmin(GAIN * (e->span - reach), REGROWN * unit) + dt * e->rate;
    more = fmin(fmax(more, -LARGEST * unit), LARGEST * unit);
    // what a winch takes in within the step is there
    double taken = 0.0;
    for (int which = 0; which < 2; which++)
        if (rv_cable_has_drum(world, e->bridge, which))
            taken = fmax(taken, -dt * rv_winch_run_after(e->bridge, which, dt));
    return fmin(more, e->section->material - 0.5 * reach - fmin(taken, LARGEST * unit));
}

// from the strand's end to where the bridge leaves
static double distance_of(const rv_world* world, const rv_strand* strand, int side,
                          const bridge_end* e) {
    const rv_body* body =
        &world->bodies.data[rv_strand_bodies(world, strand)[last_of(strand, side)]];
    rv_vec3 end = rv_segment_end(body, last_length(world, strand, side), side);
    return rv_vec3_length(rv_vec3_sub(e->leaves, end));
}

// Turns the last segment about its far end f so that its near end is as far from where the bridge
// leaves, g, as that is long: with D = |g - f| the angle between segment and g - f has the cosine
//   (l^2 + D^2 - s^2) / (2 l D)
// Two that are bent and become one along the chord would let go of the bridge.
static void aim(rv_world* world, const rv_strand* strand, int side, const bridge_end* e,
                double span) {
    rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[last_of(strand, side)]];
    double length = last_length(world, strand, side);
    rv_vec3 far = rv_segment_end(body, length, 1 - side);
    rv_vec3 out = rv_vec3_scale(rv_mat3_column(body->R, 0), side == 0 ? -1.0 : 1.0);
    rv_vec3 line = rv_vec3_sub(e->leaves, far);
    double D = rv_vec3_length(line);
    line = rv_vec3_normalize(line);
    rv_vec3 across = rv_vec3_mul_add(out, -rv_vec3_dot(out, line), line);
    if (!(D > 0.0) || !(rv_vec3_length(across) > BENT))
        return;
    double c = (length * length + D * D - span * span) / (2.0 * length * D);
    c = fmin(fmax(c, -1.0), 1.0);
    out = rv_vec3_mul_add(rv_vec3_scale(line, c), sqrt((1.0 - c) * (1.0 + c)),
                          rv_vec3_normalize(across));
    rv_vec3 x = rv_vec3_mul_add(far, 0.5 * length, out), moved = rv_vec3_sub(x, body->x);
    body->v = rv_vec3_add(body->v, rv_vec3_cross(body->w, moved));
    body->x = x;
    body->x_before = rv_vec3_add(body->x_before, moved);
    rv_body_set_rotation(body, rv_quat_along(body->q, side == 0 ? rv_vec3_neg(out) : out));
}

// an angle that becoming one may take away
static bool is_straight(const rv_world* world, const rv_strand* strand, const rv_link* link) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    return g.bend[0] * g.bend[0] + g.bend[1] * g.bend[1] <= STRAIGHT * STRAIGHT;
}

// Room to shrink: a short segment becomes one with the next, or where they are bent against each
// other the bridge takes it over.
static bool join_short(rv_world* world, rv_strand* strand, int side, const bridge_end* e,
                       double more) {
    double unit = world->cables.data[strand->cable].segments.length;
    while (strand->segment_count > 1 && last_length(world, strand, side) + more < SHORT * unit) {
        int k = side == 0 ? 1 : strand->segment_count - 1; // the first of the two
        int next = side == 0 ? 2 : k;
        double beside = rv_strand_lengths(world, strand)[next];
        const rv_link* between = rv_strand_links(world, strand) + k - (strand->held[0] ? 0 : 1);
        if (between->broken || rv_segments_are_used(world, strand, k, 2))
            return true;
        if (beside > LONG * unit) {
            if (!rv_strand_reserve(world, 0, 1))
                return false;
            rv_strand_split(world, strand, next, side == 0 ? unit : beside - unit);
        } else if (is_straight(world, strand, between)) {
            double before = distance_of(world, strand, side, e);
            rv_strand_merge(world, strand, k);
            if (e->tension > 0.0)
                aim(world, strand, side, e, before);
        } else {
            const rv_body* body =
                &world->bodies.data[rv_strand_bodies(world, strand)[last_of(strand, side)]];
            double length = last_length(world, strand, side);
            rv_rope_piece all = piece_of(body, (rv_vec3){0, 0, 0}, -length);
            e->section->material += length;
            world->work += rv_arc_lose(world, e->bridge, &all) - energy_of(world, body);
            rv_strand_drop(world, strand, side);
        }
    }
    return true;
}

// long segments become several; false without memory
static bool part_long(rv_world* world, rv_strand* strand, int side) {
    double unit = world->cables.data[strand->cable].segments.length;
    while (last_length(world, strand, side) > LONG * unit) {
        double length = last_length(world, strand, side);
        if (!rv_strand_reserve(world, 0, 1))
            return false;
        rv_strand_split(world, strand, last_of(strand, side), side == 0 ? length - unit : unit);
    }
    return true;
}

// The node of a bridge is where the strand ends, whichever segment that is now: of one segment, what
// comes in at one end moves the other.
static void follow(rv_world* world, const rv_strand* strand, int side) {
    if (strand->bridge[side] < 0)
        return;
    rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    rv_path_node* node = rv_cable_nodes(world, bridge) + (side == 1 ? 0 : bridge->node_count - 1);
    double half = 0.5 * last_length(world, strand, side);
    int32_t body = rv_strand_bodies(world, strand)[last_of(strand, side)];
    node->def.point = (rv_vec3){side == 0 ? -half : half, 0.0, 0.0};
    if (node->body == body)
        return;
    node->body = body;
    node->def.body = rv_world_body_id(world, body);
    rv_cable_layout(world, bridge);
    double angle, room;
    // directors stand in the frames of the end bodies
    if (bridge->has_twist && rv_twist_angle(world, NULL, bridge, &angle, &room))
        rv_twist_set(world, bridge, angle, bridge->twist);
}

bool rv_strand_feed(rv_world* world, rv_strand* strand, int side, double dt) {
    bridge_end e = bridge_end_of(world, strand, side);
    rv_cable* cable = &world->cables.data[strand->cable];
    double more = wanted(world, strand, &e, dt), unit = cable->segments.length;
    if (e.bridge->state == RV_CABLE_BROKEN)
        return true;
    if (!join_short(world, strand, side, &e, more))
        return false;
    more = fmax(more, rv_segment_shortest(cable) - last_length(world, strand, side));
    if (strand->segment_count == 1 && last_length(world, strand, side) < USED_UP * unit)
        cable->used_up = true;
    rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[last_of(strand, side)]];
    double before = energy_of(world, body),
           beyond = 0.5 * (last_length(world, strand, side) + more);
    rv_vec3 out = rv_vec3_scale(rv_mat3_column(body->R, 0), side == 0 ? -beyond : beyond);
    rv_rope_piece piece = piece_of(body, out, more);
    double strain = cable->EA < INFINITY ? e.tension / cable->EA : 0.0;
    rv_strand_growth growth = {more, strain, dt, !(e.tension > 0.0), e.rests};
    rv_strand_grow(world, strand, side, &growth);
    world->work += energy_of(world, body) - before + rv_arc_lose(world, e.bridge, &piece);
    e.section->material -= more;
    bool ok = part_long(world, strand, side);
    for (int end = 0; end < 2; end++)
        follow(world, strand, end);
    rv_strand_guard(world, strand, side);
    return ok;
}

bool rv_segments_are_used(const rv_world* world, const rv_strand* strand, int k, int count) {
    const int32_t* first = rv_strand_bodies(world, strand) + k;
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; i < class->capacity(world); i++) {
            bool own = kind == RV_MEMBER_STRAND && &world->strands.data[i] == strand;
            own |= kind == RV_MEMBER_GUARD && &world->strands.data[i / 2] == strand;
            own |= (kind == RV_MEMBER_CABLE || kind == RV_MEMBER_ARC || kind == RV_MEMBER_STOP)
                   && (i == strand->bridge[0] || i == strand->bridge[1]);
            if (own || !class->is_alive(world, i))
                continue;
            const int32_t* bodies;
            int body_count = class->bodies(world, i, &bodies);
            for (int b = 0; b < body_count; b++)
                for (int n = 0; n < count; n++)
                    if (bodies[b] == first[n])
                        return true;
        }
    }
    return false;
}
