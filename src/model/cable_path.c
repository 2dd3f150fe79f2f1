// Stage "route": where cables run. Rims follow their bodies, spans are tangents between the rims
// that touch (span.c), wrap angles count turns by staying near their last value. A pulley whose
// wrap angle would be negative has lifted off: the path runs straight past it until it touches
// again, and both its length and the direction of its pull are continuous there. Out of the wheel's
// plane the straight path is shorter: the cable comes slack when it lifts off there, and does not
// come back where that would stretch it at a stroke by more than a little.
//
// Sections end where the cable meets a node that splits it. That point moves along the rim as the
// bodies move, and takes material with it from the section after to the one before.
#include "model/cable_press.h"
#include "model/wave.h"

#include <math.h>

enum { LIFT_PASSES = 4, HALVINGS = 40 };
static const double SHORTEST = 1e-9;     // [m], of a span with a direction
static const double BESIDE = 0.02;       // of the radius: by how much touching may lengthen a path
static const double LARGEST_RATIO = 1e9; // of tensions at which a cable slips; beyond it never does

double rv_angle_near(double angle, double near) {
    double turns = (near - angle) / (2.0 * RV_PI);
    return angle + 2.0 * RV_PI * floor(turns + 0.5);
}

void rv_path_place(const rv_world* world, const rv_island* island, rv_path_node* nodes, int count) {
    rv_motion m = {.q = rv_quat_identity()};
    rv_vec3 center = {0, 0, 0};
    for (int i = 0, body = -1; i < count; i++) {
        rv_path_node* node = &nodes[i];
        node->rim.radius = node->def.radius;
        node->pinned = false;
        if (rv_node_is_on_solid(node)) {
            rv_node_place_on_solid(world, island, node);
            continue;
        }
        if (node->body < 0) {
            node->center = (rv_vec3){0, 0, 0};
            node->rim.center = node->def.point;
            node->rim.axis = node->axis;
            continue;
        }
        // a line that runs up and down comes back to the same body
        if (node->body != body) {
            body = node->body;
            m = rv_motion_of(world, island, body);
            center = world->bodies.data[body].center;
        }
        node->center = m.x;
        node->rim.center =
            rv_vec3_add(m.x, rv_mat3_apply(m.R, rv_vec3_sub(node->def.point, center)));
        node->rim.axis = rv_mat3_apply(m.R, node->axis);
    }
}

static bool touches(const rv_path_node* node) {
    return !node->lifted;
}

int rv_path_previous(const rv_path_node* nodes, int node) {
    int previous = node - 1;
    while (!touches(&nodes[previous]))
        previous--;
    return previous;
}

void rv_path_span(const rv_path_node* first, const rv_path_node* second, rv_span* span) {
    rv_rim from = first->rim, to = second->rim;
    // it leaves a line farther along than its middle, and meets one before that
    if (first->rise != 0.0)
        from.center = rv_vec3_mul_add(from.center, first->rise, from.axis);
    if (second->rise != 0.0)
        to.center = rv_vec3_mul_add(to.center, -second->rise, to.axis);
    rv_span_find(&from, &to, SHORTEST, span);
}

void rv_path_find_spans(rv_path_node* nodes, int count) {
    for (int i = 0, next; i < count - 1; i = next) {
        next = i + 1;
        while (!touches(&nodes[next]))
            next++;
        nodes[i].next = next;
        rv_path_span(&nodes[i], &nodes[next], &nodes[i].span);
    }
}

double rv_path_arc(const rv_path_node* node, double wrap) {
    double round = node->def.radius * wrap;
    return node->rise != 0.0 && wrap > 0.0 ? sqrt(round * round + 4.0 * node->rise * node->rise)
                                           : round;
}

// how the cable passes a rim, or would pass one that it has lifted off
typedef struct passage {
    rv_vec3 in, out; // directions of the tangent points
    bool possible;   // there are tangents
    double longer;   // lifted off: how much longer the path would be
} passage;

static passage passage_of(const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    const rv_span* before = &nodes[rv_path_previous(nodes, i)].span;
    if (touches(node))
        return (passage){before->radial[1], node->span.radial[0],
                         !before->inside && !node->span.inside, 0.0};
    const rv_rim from = {.center = before->at[0]}, to = {.center = before->at[1]};
    rv_span arriving = {0}, leaving = {0};
    rv_span_find(&from, &node->rim, SHORTEST, &arriving);
    rv_span_find(&node->rim, &to, SHORTEST, &leaving);
    return (passage){arriving.radial[1], leaving.radial[0], !arriving.inside && !leaving.inside,
                     arriving.length + leaving.length - before->length};
}

double rv_angle_about(rv_vec3 axis, rv_vec3 from, rv_vec3 to) {
    return rv_atan2(rv_vec3_dot(axis, rv_vec3_cross(from, to)), rv_vec3_dot(from, to));
}

// The point of a rim that holds a cable which cannot leave it but would, as the keepers of a sheave
// do: that over which the way between its neighbours is shortest. The cable bends there by equal
// angles, so that its pull goes through the axle.
static rv_vec3 held_at(const rv_rim* rim, rv_vec3 from, rv_vec3 to) {
    rv_vec3 a = rv_vec3_sub(from, rim->center), b = rv_vec3_sub(to, rim->center);
    rv_vec3 e = rv_vec3_normalize(rv_vec3_mul_add(a, -rv_vec3_dot(a, rim->axis), rim->axis));
    rv_vec3 f = rv_vec3_cross(rim->axis, e), at = rim->center;
    double low = 0.0, high = rv_atan2(rv_vec3_dot(b, f), rv_vec3_dot(b, e));
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high), sine, cosine;
        rv_sincos(middle, &sine, &cosine);
        rv_vec3 out = rv_vec3_mul_add(rv_vec3_scale(e, cosine), sine, f);
        rv_vec3 along = rv_vec3_mul_add(rv_vec3_scale(f, cosine), -sine, e);
        at = rv_vec3_mul_add(rim->center, rim->radius, out);
        double grows = rv_vec3_dot(rv_vec3_normalize(rv_vec3_sub(at, from)), along)
                       + rv_vec3_dot(rv_vec3_normalize(rv_vec3_sub(at, to)), along);
        *((grows < 0.0) == (high > low) ? &low : &high) = middle;
    }
    return at;
}

static void pin(rv_path_node* nodes, int i) {
    rv_path_node* node = &nodes[i];
    node->rim.center =
        held_at(&node->rim, nodes[rv_path_previous(nodes, i)].span.at[0], node->span.at[1]);
    node->rim.radius = node->wrap = 0.0;
    node->pinned = true;
}

// true if a pulley has lifted off, touched down or been pinned; spans are those of what touched before
static bool find_wraps(rv_path_node* nodes, int count) {
    bool changed = false;
    for (int i = 1; i < count - 1; i++) {
        rv_path_node* node = &nodes[i];
        node->lifts = false;
        if (node->def.type != RV_CABLE_PULLEY || node->pinned)
            continue;
        passage p = passage_of(nodes, i);
        node->wrap = rv_angle_near(rv_angle_about(node->rim.axis, p.in, p.out), node->wrap);
        // it comes back where it was straight before, not from beside the wheel
        bool missed = p.longer + node->def.radius * node->wrap > BESIDE * node->def.radius;
        node->lifts = node->wrap < 0.0 || !p.possible || (node->lifted && missed);
        bool leaves = node->wrap < 0.0 && p.possible;
        node->lifts &= !rv_node_grips(node) && !node->kept;
        if (!node->kept || !leaves)
            continue;
        pin(nodes, i);
        changed = true;
    }
    for (int i = 1; i < count - 1; i++) {
        changed |= nodes[i].lifts != nodes[i].lifted;
        nodes[i].lifted = nodes[i].lifts;
    }
    return changed;
}

// into the frames of the bodies
static void remember_pins(const rv_world* world, const rv_island* island, rv_path_node* nodes,
                          int count) {
    for (int i = 0; i < count; i++) {
        rv_path_node* node = &nodes[i];
        if (!node->pinned)
            continue;
        node->pin = node->rim.center;
        if (node->body < 0)
            continue;
        rv_motion m = rv_motion_of(world, island, node->body);
        rv_vec3 arm = rv_mat3_apply_transpose(m.R, rv_vec3_sub(node->pin, m.x));
        node->pin = rv_vec3_add(world->bodies.data[node->body].center, arm);
    }
}

void rv_path_place_pin(const rv_world* world, rv_path_node* node) {
    node->pinned = true;
    node->rim.radius = 0.0;
    node->rim.center = node->pin;
    if (node->body < 0)
        return;
    rv_motion m = rv_motion_of(world, NULL, node->body);
    rv_vec3 arm = rv_vec3_sub(node->pin, world->bodies.data[node->body].center);
    node->rim.center = rv_vec3_add(m.x, rv_mat3_apply(m.R, arm));
}

int rv_path_find(const rv_world* world, const rv_island* island, rv_path_node* nodes, int count) {
    for (int pass = 0; pass < LIFT_PASSES; pass++) {
        rv_path_find_spans(nodes, count);
        if (!find_wraps(nodes, count))
            break;
        // the last word is the spans' of what touches now
        if (pass == LIFT_PASSES - 1)
            rv_path_find_spans(nodes, count);
    }
    remember_pins(world, island, nodes, count);
    int degenerate = 0;
    for (int i = 0; i < count - 1; i = nodes[i].next)
        degenerate += nodes[i].span.inside || !(nodes[i].span.length > SHORTEST);
    return degenerate;
}

// A section runs from where the cable meets its first node to where it meets its last; past a node
// that has lifted off, to the point of the span that is nearest to it.
double rv_path_measure(rv_path_node* nodes, int count) {
    double total = 0.0;
    for (int i = 0; i < count - 1; i++)
        nodes[i].geometric = 0.0;
    for (int i = 0, section = 0; i < count - 1; i = nodes[i].next) {
        const rv_path_node* node = &nodes[i];
        if (node->splits)
            section = i;
        nodes[section].geometric += rv_path_arc_of(node);
        double done = 0.0;
        for (int k = i + 1; k < node->next; k++) {
            if (!nodes[k].splits)
                continue;
            double at =
                rv_vec3_dot(rv_vec3_sub(nodes[k].rim.center, node->span.at[0]), node->span.u);
            at = fmin(fmax(at, done), node->span.length);
            nodes[section].geometric += at - done;
            done = at;
            section = k;
        }
        nodes[section].geometric += node->span.length - done;
    }
    for (int i = 0; i < count - 1; i++)
        total += nodes[i].geometric;
    return total;
}

double rv_path_turn(const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    // along a helix the cable bends less than it turns about the axis
    if (node->def.type == RV_CABLE_PULLEY)
        return node->wrap * (1.0 - node->rim.lean);
    if (node->def.type != RV_CABLE_EYE)
        return 0.0;
    if (rv_node_is_on_surface(node))
        return fmax(node->wrap, 0.0);
    rv_vec3 before = nodes[rv_path_previous(nodes, i)].span.u;
    return rv_atan2(rv_vec3_length(rv_vec3_cross(before, node->span.u)),
                    rv_vec3_dot(before, node->span.u));
}

double rv_path_slip_ratio(const rv_path_node* nodes, int i) {
    const rv_path_node* node = &nodes[i];
    if (node->lifted)
        return 1.0;
    double mu = node->def.friction, turn = fmax(0.0, rv_path_turn(nodes, i));
    if (rv_node_is_on_solid(node))
        turn = rv_knots_turn(nodes, i);
    if (mu == INFINITY)
        return INFINITY;
    double ratio = rv_exp(mu * turn);
    if (node->def.edge == RV_CABLE_SHARP) {
        double sine, cosine;
        rv_sincos(0.5 * turn, &sine, &cosine);
        double holds = turn < RV_PI ? cosine - mu * sine : 0.0;
        ratio = holds > 0.0 ? (cosine + mu * sine) / holds : INFINITY;
    }
    ratio /= node->def.efficiency;
    return ratio < LARGEST_RATIO ? ratio : INFINITY;
}

// direction of a rim's point in the frame of its body, as cosine and sine
static void local_angle(const rv_motion* m, const rv_path_node* node, rv_vec3 radial,
                        double out[2]) {
    rv_vec3 local = rv_mat3_apply_transpose(m->R, radial);
    out[0] = rv_vec3_dot(local, node->reference);
    out[1] = rv_vec3_dot(local, rv_vec3_cross(node->axis, node->reference));
}

// where the cable meets a node, in the frame of its body
static rv_vec3 entry_of(const rv_motion* m, const rv_path_node* nodes, int i) {
    rv_vec3 at = nodes[rv_path_previous(nodes, i)].span.at[1];
    return rv_mat3_apply_transpose(m->R, rv_vec3_sub(at, m->x));
}

void rv_path_mark(const rv_world* world, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 0; i < cable->node_count; i++) {
        rv_path_node* node = &nodes[i];
        if (!(node->def.radius > 0.0 || rv_node_is_made(node)) || node->lifted || node->pinned)
            continue;
        rv_motion m = rv_motion_of(world, NULL, node->body);
        if (rv_node_is_made(node))
            node->entry = entry_of(&m, nodes, i);
        if (i < cable->node_count - 1)
            local_angle(&m, node, node->span.radial[0], node->angle_out);
        if (i > 0)
            local_angle(&m, node, nodes[rv_path_previous(nodes, i)].span.radial[1], node->angle_in);
    }
    cable->last_h = 0.0;
}

// how far a rim's point has moved along the rim, against the body; `spin`: how far that has turned
static double angle_moved(const double from[2], const double to[2], double spin) {
    double angle = rv_atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
    return rv_angle_near(angle, -spin);
}

// How far the entry of the cable has moved along it, for a node that a shape has made; `round`: along its rim. A
// line that stays is climbed along, too; one that moves takes its entry with it.
static double made_moved(const rv_motion* m, rv_path_node* nodes, int i, double round) {
    rv_path_node* node = &nodes[i];
    rv_vec3 entry = entry_of(m, nodes, i), by = rv_vec3_sub(entry, node->entry);
    node->entry = entry;
    if (node->follows || node->def.type == RV_CABLE_EYE) {
        rv_vec3 u = nodes[rv_path_previous(nodes, i)].span.u;
        return rv_vec3_dot(by, rv_mat3_apply_transpose(m->R, u));
    }
    double cosine = 1.0 - node->rim.lean, slope = sqrt(fmax(1.0 - cosine * cosine, 0.0));
    return cosine * round + (node->rise < 0.0 ? -slope : slope) * rv_vec3_dot(by, node->axis);
}

// what has passed the ends of sections because these have moved along their rims
static void move_boundaries(const rv_world* world, const rv_island* island, rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int count = cable->node_count;
    for (int i = 0, section = 0; i < count; i++) {
        rv_path_node* node = &nodes[i];
        bool drum = rv_node_is_drum(node), first = i == 0;
        // without a tangent there is no point to follow
        const rv_span* span = i == 0 ? &node->span : &nodes[rv_path_previous(nodes, i)].span;
        bool lost = node->lifted || node->pinned || span->inside;
        if (lost)
            node->angle_in[0] = node->angle_in[1] = node->angle_out[0] = node->angle_out[1] = 0.0;
        bool has_rim = node->def.radius > 0.0 || rv_node_is_made(node);
        if (!has_rim || !(drum || node->splits) || lost) {
            section = node->splits ? i : section;
            continue;
        }
        rv_motion m = rv_motion_of(world, island, node->body);
        double angle[2];
        rv_vec3 radial = first ? span->radial[0] : span->radial[1];
        double* kept = first ? node->angle_out : node->angle_in;
        local_angle(&m, node, radial, angle);
        // it has just come back: what happened meanwhile has moved no cable
        bool is_new = kept[0] == 0.0 && kept[1] == 0.0;
        double moved = is_new ? 0.0 : node->def.radius * angle_moved(kept, angle, node->spun);
        // on a solid it stays where it is until the cable is laid anew (touch_solids.c)
        if (rv_node_is_on_solid(node))
            moved = 0.0;
        else if (rv_node_is_made(node))
            moved = made_moved(&m, nodes, i, moved);
        kept[0] = angle[0];
        kept[1] = angle[1];
        // what a section gets here its neighbour, or the drum, has lost
        if (first)
            node->material += rv_drum_give(cable, 0, -moved);
        else if (drum)
            nodes[section].material += rv_drum_give(cable, 1, moved);
        else
            rv_section_pass(nodes, i, -moved, cable->diameter);
        section = node->splits ? i : section;
    }
}

// Sections that meet at a node that has lifted off are one: equally strained.
static void join_lifted(rv_path_node* nodes, int count) {
    for (int start = 0, end; start < count - 1; start = end) {
        double material = nodes[start].material, geometric = nodes[start].geometric;
        for (end = start + 1; end < count - 1 && (!nodes[end].splits || nodes[end].lifted); end++)
            if (nodes[end].splits) {
                material += nodes[end].material;
                geometric += nodes[end].geometric;
            }
        for (int i = start; i < end && geometric > 0.0; i++)
            if (i == start || nodes[i].splits)
                nodes[i].material = nodes[i].geometric * (material / geometric);
    }
}

static bool any_lifted(const rv_path_node* nodes, int count) {
    bool any = false;
    for (int i = 1; i < count - 1; i++)
        any |= nodes[i].splits && nodes[i].lifted;
    return any;
}

// A slack chain has no tension and so no friction: sections that lack cable take it from the next.
static void share_slack(rv_path_node* nodes, const rv_chain* chain) {
    double spare = 0.0;
    for (int i = chain->first; i < chain->last; i++)
        spare +=
            i == chain->first || nodes[i].splits ? nodes[i].material - nodes[i].geometric : 0.0;
    if (!(spare >= 0.0))
        return;
    for (int i = chain->first + 1, section = chain->first; i < chain->last; i++) {
        double lacks = nodes[section].geometric - nodes[section].material;
        if (!nodes[i].splits)
            continue;
        if (lacks > 0.0) {
            nodes[section].material += lacks;
            nodes[i].material -= lacks;
        }
        section = i;
    }
    for (int i = chain->last - 1; i > chain->first; i--) {
        double lacks = nodes[i].geometric - nodes[i].material;
        if (!nodes[i].splits || !(lacks > 0.0))
            continue;
        int section = rv_section_before(nodes, i);
        nodes[i].material += lacks;
        nodes[section].material -= lacks;
    }
}

static void share_slack_of_chains(const rv_world* world, const rv_cable* cable) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_chain chain = rv_chain_first(world, cable);
    do
        // tension of the last step: a chain is slack as a whole
        if (!(nodes[chain.first].tension > 0.0))
            share_slack(nodes, &chain);
    while (rv_chain_next(world, cable, &chain));
}

void rv_cable_route(rv_world* world, rv_island* island, int index) {
    rv_cable* cable = &world->cables.data[index];
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_path_place(world, island, nodes, cable->node_count);
    for (int i = 0; i < cable->node_count; i++)
        nodes[i].lifted_before = nodes[i].lifted;
    int degenerate = rv_path_find(world, island, nodes, cable->node_count);
    cable->relaid = false;
    cable->shortest = INFINITY;
    double reach2 = 0.0;
    for (int i = 0; i < cable->node_count; i++) {
        cable->relaid |= nodes[i].lifted != nodes[i].lifted_before;
        if (i < cable->node_count - 1 && nodes[i].span.length < cable->shortest)
            cable->shortest = nodes[i].span.length;
        rv_vec3 arm = rv_vec3_sub(nodes[i].rim.center, nodes[i].center);
        if (nodes[i].body >= 0 && rv_vec3_dot(arm, arm) > reach2)
            reach2 = rv_vec3_dot(arm, arm);
    }
    cable->reach = sqrt(reach2);
    cable->room_for_blocks = rv_cable_room_for_blocks(world, cable);
    if (island != NULL && degenerate > 0 && cable->state != RV_CABLE_BROKEN)
        island->report.paths_degenerate++;
    if (cable->section_count > 1 || rv_node_is_drum(&nodes[0])
        || rv_node_is_drum(&nodes[cable->node_count - 1]))
        move_boundaries(world, island, cable);
    rv_path_measure(nodes, cable->node_count);
    if (rv_cable_is_layered(cable))
        rv_waves_route(world, island, cable);
    if (cable->loose && any_lifted(nodes, cable->node_count))
        join_lifted(nodes, cable->node_count);
    if (cable->loose && !cable->pushes)
        share_slack_of_chains(world, cable);
}

void rv_sink_force(rv_row_sink* sink, const rv_path_node* node, int slot, rv_vec3 at,
                   rv_vec3 force) {
    if (rv_node_is_on_solid(node)) {
        double* knot = sink->knots + 3 * node->knot;
        rv_vec3_store(knot, rv_vec3_add(rv_vec3_load(knot), force));
        force = rv_vec3_scale(force, node->holder.share);
        at = node->carried;
    }
    if (slot < 0)
        return;
    double* out = sink->values + 6 * slot;
    rv_vec3_store(out, rv_vec3_add(rv_vec3_load(out), force));
    rv_vec3 torque = rv_vec3_cross(rv_vec3_sub(at, node->center), force);
    rv_vec3_store(out + 3, rv_vec3_add(rv_vec3_load(out + 3), torque));
}

void rv_sink_torque(rv_row_sink* sink, int slot, rv_vec3 torque) {
    if (slot < 0)
        return;
    double* out = sink->values + 6 * slot + 3;
    rv_vec3_store(out, rv_vec3_add(rv_vec3_load(out), torque));
}

void rv_sink_span(rv_row_sink* sink, int i, const int32_t slot[2], double scale,
                  const rv_span_form* form) {
    const rv_path_node* node[2] = {&sink->nodes[i], &sink->nodes[sink->nodes[i].next]};
    for (int s = 0; s < 2; s++) {
        rv_sink_force(sink, node[s], slot[s], node[0]->span.at[s],
                      rv_vec3_scale(form->force[s], scale));
        rv_sink_torque(sink, slot[s], rv_vec3_scale(form->torque[s], scale));
    }
}
