// Stops: what a cable runs to comes no nearer to a wheel, a drum or an eye than it fits. The
// fitting of an end meets a rim, the cheeks of a block meet those of a sheave, whatever winch
// pulls: two-blocking. For neighbours on the path, with c their centres, r their radii, d the
// cable's diameter and s the free length between them
//   phi = s - f >= 0                          an end or an eye: f of an end is that of its fitting
//   phi = |c_2 - c_1| - r_1 - r_2 - d >= 0    two wheels: their rims stay apart
// and the force acts along the span, or the line of centres. Spans that follow each other between
// the same two bodies, up and down between blocks, share a row: that of the least phi.
//
// Two ends, or two eyes, may come together: no cable runs through an end, and rings have no rims.
//
// A cable of segments has stops as a whole, along its path from node to node; its bridges have none.
// A strand between two neighbours comes down to one segment, which bends round nothing: there
//   phi = s - max(f, l + sum of k) >= 0
// besides, with l the least that is left of a segment and k what a guard keeps of each bridge, so
// that the ends of that segment stay outside of the rims.
#include "model/strand.h"

#include <math.h>

// A thimble is about 5 diameters long, and the ferrule behind it as much (EN 13411-1 and -3).
static const double FITTING = 10.0; // [diameters]

double rv_stop_fit(const rv_cable* cable, const rv_path_node* a, const rv_path_node* b) {
    bool ends = a->def.type == RV_CABLE_FIXED || b->def.type == RV_CABLE_FIXED;
    return (ends ? FITTING : 1.0) * cable->diameter;
}

double rv_strand_fit(const rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_path_node* nodes = rv_cable_nodes(world, cable) + strand->node;
    int bridges = (strand->bridge[0] >= 0) + (strand->bridge[1] >= 0);
    return fmax(rv_stop_fit(cable, &nodes[0], &nodes[1]),
                rv_segment_shortest(cable) + bridges * rv_guard_keeps(cable));
}

// the strand behind node i; NULL: none
static const rv_strand* strand_behind(const rv_world* world, const rv_cable* cable, int i) {
    const rv_strand* strands = rv_cable_strands(world, cable);
    for (int k = 0; k < cable->strand_count; k++)
        if (strands[k].node == i)
            return &strands[k];
    return NULL;
}

// neighbours on the path as the user gave it; -1: no more
static int given_after(const rv_path_node* nodes, int count, int i) {
    do
        i++;
    while (i < count && rv_node_is_made(&nodes[i]));
    return i < count ? i : -1;
}

static bool stops(const rv_path_node* nodes, int i, int j) {
    const rv_path_node *a = &nodes[i], *b = &nodes[j];
    bool alike = a->def.type == b->def.type
                 && (a->def.type == RV_CABLE_FIXED || a->def.type == RV_CABLE_EYE);
    return !alike && a->body != b->body;
}

static bool is_between(const rv_cable_stop* s, const rv_path_node* a, const rv_path_node* b) {
    return (a->body == s->body[0] && b->body == s->body[1])
           || (a->body == s->body[1] && b->body == s->body[0]);
}

// the next one from given node `first` on; false: there is none
static bool find_stop(const rv_cable* cable, const rv_path_node* nodes, int first,
                      rv_cable_stop* out) {
    int count = cable->node_count, i = first, j;
    while ((j = given_after(nodes, count, i)) >= 0 && !stops(nodes, i, j))
        i = j;
    if (j < 0)
        return false;
    *out = (rv_cable_stop){i, j, {nodes[i].body, nodes[j].body}};
    for (int k; (k = given_after(nodes, count, j)) >= 0; j = k) {
        if (!stops(nodes, j, k) || !is_between(out, &nodes[j], &nodes[k]))
            break;
        out->last = k;
    }
    return true;
}

void rv_cable_find_stops(const rv_world* world, rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_cable_stop* s = cable->stops;
    int count = 0, from = 0;
    // a bridge is part of a path that has stops
    if (cable->parent >= 0) {
        cable->stop_count = 0;
        return;
    }
    for (; count < RV_CABLE_STOPS && find_stop(cable, nodes, from, &s[count]); count++)
        from = s[count].last;
    cable->stop_count = count;
}

static int stop_capacity(const rv_world* world) {
    return world->cables.count;
}

static bool stop_is_alive(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return rv_id_pool_alive(&world->cable_ids, index) && cable->rod_count == 0
           && cable->stop_count > 0;
}

static int stop_bodies(const rv_world* world, int index, const int32_t** bodies) {
    const rv_cable* cable = &world->cables.data[index];
    *bodies = rv_cable_body_list(world, cable);
    return cable->body_count;
}

static void stop_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_cable* cable = &world->cables.data[index];
    for (int k = 0; k < cable->stop_count; k++)
        rv_pattern_group(sink, 1, cable->stops[k].body, 2, cable->solver_group);
}

// --- rows ---

// how near two neighbours are: their rims, or the free length between them
typedef struct gap {
    double phi;
    bool of_rims;
} gap;

static gap gap_between(const rv_world* world, const rv_cable* cable, int i, int j) {
    const rv_path_node *a = rv_cable_nodes(world, cable) + i, *b = rv_cable_nodes(world, cable) + j;
    bool wheels = a->def.radius > 0.0 && b->def.radius > 0.0;
    const rv_strand* strand = strand_behind(world, cable, i);
    gap span = {a->span.length, false}, rims = {INFINITY, true};
    span.phi -= strand == NULL ? rv_stop_fit(cable, a, b) : rv_strand_fit(world, strand);
    if (wheels || a->span.inside)
        rims.phi = rv_vec3_length(rv_vec3_sub(b->rim.center, a->rim.center)) - a->def.radius
                   - b->def.radius - cable->diameter;
    // inside a rim there is no tangent
    if (a->span.inside)
        return rims;
    return !wheels || (strand != NULL && span.phi < rims.phi) ? span : rims;
}

// the nearest neighbours of a stop: out of the first, with the points that push each other
typedef struct nearness {
    double phi;
    rv_vec3 axis, at[2];
} nearness;

static nearness nearness_of(const rv_path_node* a, const rv_path_node* b, gap gap, bool turned) {
    nearness n = {gap.phi, a->span.u, {a->span.at[0], a->span.at[1]}};
    if (gap.of_rims)
        n = (nearness){gap.phi,
                       rv_vec3_normalize(rv_vec3_sub(b->rim.center, a->rim.center)),
                       {a->rim.center, b->rim.center}};
    return turned ? (nearness){n.phi, rv_vec3_neg(n.axis), {n.at[1], n.at[0]}} : n;
}

static bool moves(const rv_world* world, int32_t body) {
    return body >= 0 && rv_body_dofs(&world->bodies.data[body]) > 0;
}

// false: the cable does not run straight between any neighbours
static bool find_nearest(const rv_world* world, const rv_cable* cable, const rv_cable_stop* s,
                         nearness* least) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    gap nearest = {INFINITY, false};
    int from = -1, to = -1;
    for (int i = s->first, j; i < s->last; i = j) {
        j = given_after(nodes, cable->node_count, i);
        if (nodes[i].lifted || nodes[j].lifted || nodes[i].next != j)
            continue;
        gap gap = gap_between(world, cable, i, j);
        if (from >= 0 && !(gap.phi < nearest.phi))
            continue;
        nearest = gap;
        from = i;
        to = j;
    }
    if (from < 0)
        return false;
    *least = nearness_of(&nodes[from], &nodes[to], nearest, nodes[from].body != s->body[0]);
    return true;
}

static void write_row(const rv_world* world, rv_island* island, const rv_cable_stop* s,
                      const nearness* n, rv_row* row, int group) {
    int reference = island->kkt.group_first.data[group];
    for (int side = 0; side < 2; side++) {
        rv_motion m = rv_motion_of(world, island, s->body[side]);
        rv_vec3 axis = side == 0 ? rv_vec3_neg(n->axis) : n->axis;
        rv_vec3 turn = rv_vec3_cross(rv_vec3_sub(n->at[side], m.x), axis);
        if (!moves(world, s->body[side])) {
            row->rate += rv_vec3_dot(axis, m.v) + rv_vec3_dot(turn, m.w);
            continue;
        }
        double values[6];
        rv_vec3_store(values, axis);
        rv_vec3_store(values + 3, turn);
        int dofs = rv_body_dofs(&world->bodies.data[s->body[side]]);
        double* J = rv_kkt_jacobian(&island->kkt, reference++);
        for (int c = 0; c < dofs; c++)
            J[c] = values[c];
    }
}

static void stop_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    rv_row* row = island->rows.data + member->first_row;
    // of a cable of segments "route" knows the bridges alone
    if (!rv_cable_is_path(cable)) {
        rv_path_place(world, island, rv_cable_nodes(world, cable), cable->node_count);
        rv_path_find_spans(rv_cable_nodes(world, cable), cable->node_count);
    }
    for (int k = 0; k < cable->stop_count; k++, row++) {
        const rv_cable_stop* s = &cable->stops[k];
        nearness n = {.phi = cable->diameter}; // none: a row of zeros that is apart
        bool found = (moves(world, s->body[0]) || moves(world, s->body[1]))
                     && cable->state != RV_CABLE_BROKEN && find_nearest(world, cable, s, &n);
        // what began nearer stays where it is: a stop does no work
        *row = (rv_row){.phi = fmax(n.phi, 0.0), .tau = -1.0, .lower = 0.0, .upper = INFINITY};
        write_row(world, island, s, &n, row, member->first_group + k);
        if (!found)
            row->rate = 0.0;
    }
}

static double* stop_lambda(rv_world* world, int index, int8_t** state) {
    rv_cable* cable = &world->cables.data[index];
    *state = cable->stop_state;
    return cable->stop_force;
}

static void stop_settle(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* cable = &world->cables.data[member->index];
    bool held = false;
    for (int k = 0; k < cable->stop_count; k++) {
        double impulse = island->kkt.impulse.data[member->first_row + k];
        // the work of bodies that are moved
        island->report.work -= impulse * island->rows.data[member->first_row + k].rate;
        held |= impulse > 0.0;
    }
    if (held && !cable->is_stopped)
        cable->events |= 1u << RV_CABLE_EVENT_TWO_BLOCKED;
    cable->is_stopped = held;
}

const rv_constraint_class rv_stop_class = {
    .name = "stop",
    .capacity = stop_capacity,
    .is_alive = stop_is_alive,
    .remove = rv_cable_remove,
    .bodies = stop_bodies,
    .pattern = stop_pattern,
    .rows = stop_rows,
    .lambda = stop_lambda,
    .settle = stop_settle,
};
