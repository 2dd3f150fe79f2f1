// Guards: where a strand ends at a bridge, nothing holds it while the cable is slack. Sheaves have
// keepers: a slack cable stays in its groove, and leaves the wheel in the direction in which it
// last pulled. With g where the bridge left the node then, u its direction from there, v and w
// across it, k a part of the reach of a bridge and p the strand's end:
//   phi_1 = u.(p - g) - k >= 0   always,   phi_2 = v.(p - g) = 0,  phi_3 = w.(p - g) = 0  if slack
// u, v, w and g go with the body that they are on: J = [u, (p - x) x u] and -[u, (p - x') x u].
#include "model/strand.h"

#include <math.h>

enum { ROWS = RV_GUARD_ROWS };
static const double KEPT = 0.5;   // of the reach of a bridge
static const double RETURN = 0.1; // [s], in which an end that has been fed comes back to its line

static int guard_capacity(const rv_world* world) {
    return 2 * world->strands.count;
}

static bool guard_is_alive(const rv_world* world, int index) {
    const rv_strand* strand = &world->strands.data[index / 2];
    return strand->bridge[index % 2] >= 0;
}

static rv_guard* guard_of(const rv_world* world, int index) {
    return &world->strands.data[index / 2].guard[index % 2];
}

static int guard_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = guard_of(world, index)->body;
    return 2;
}

static void guard_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_strand* strand = &world->strands.data[index / 2];
    rv_pattern_group(sink, ROWS, strand->guard[index % 2].body, 2,
                     world->cables.data[strand->cable].solver_group);
}

static double* guard_lambda(rv_world* world, int index, int8_t** state) {
    rv_guard* guard = guard_of(world, index);
    *state = guard->state;
    return guard->lambda;
}

// the rows on one side; without a block, what they add to the rates
static void put_side(const rv_vec3 axis[ROWS], rv_vec3 arm, const rv_motion* m, double* J, int size,
                     rv_row* rows) {
    for (int i = 0; i < ROWS; i++) {
        double values[6];
        rv_vec3_store(values, axis[i]);
        rv_vec3_store(values + 3, rv_vec3_cross(arm, axis[i]));
        if (J == NULL)
            rows[i].rate +=
                rv_vec3_dot(axis[i], m->v) + rv_vec3_dot(rv_vec3_load(values + 3), m->w);
        for (int c = 0; c < size; c++)
            J[c * ROWS + i] = values[c];
    }
}

// the point of the strand's end
static rv_vec3 end_point(const rv_world* world, const rv_strand* strand, int side) {
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    return nodes[side == 1 ? 0 : bridge->node_count - 1].rim.center;
}

static void guard_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index / 2];
    const rv_guard* guard = guard_of(world, member->index);
    rv_vec3 p = end_point(world, strand, member->index % 2);
    rv_motion m[2] = {rv_motion_of(world, island, guard->body[0]),
                      rv_motion_of(world, island, guard->body[1])};
    rv_vec3 center =
        guard->body[1] < 0 ? (rv_vec3){0, 0, 0} : world->bodies.data[guard->body[1]].center;
    rv_vec3 g = rv_mat3_apply(m[1].R, rv_vec3_sub(guard->point, center));
    rv_vec3 d = rv_vec3_sub(p, rv_vec3_add(m[1].x, g)), axis[ROWS];
    double kept = KEPT * rv_bridge_reach(&world->cables.data[strand->cable]);
    rv_row* rows = island->rows.data + member->first_row;
    for (int i = 0; i < ROWS; i++) {
        bool acts = guard->slack;
        axis[i] = acts ? rv_mat3_apply(m[1].R, guard->axis[i]) : (rv_vec3){0, 0, 0};
        double phi = i == 0 ? rv_vec3_dot(axis[0], d) - kept : rv_vec3_dot(axis[i], d);
        rows[i] = (rv_row){.phi = acts ? phi : kept,
                           .tau = i == 0 ? -1.0 : RETURN,
                           .lower = i > 0 && acts ? -INFINITY : 0.0,
                           .upper = INFINITY};
    }
    int reference = island->kkt.group_first.data[member->first_group];
    for (int s = 0; s < 2; s++) {
        int size = guard->body[s] < 0 ? 0 : rv_body_dofs(&world->bodies.data[guard->body[s]]);
        double* J = size > 0 ? rv_kkt_jacobian(&island->kkt, reference++) : NULL;
        put_side(axis, rv_vec3_sub(p, m[s].x), &m[s], J, size, rows);
        for (int i = 0; i < ROWS; i++)
            axis[i] = rv_vec3_neg(axis[i]);
    }
}

void rv_strand_guard(rv_world* world, rv_strand* strand, int side) {
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    rv_guard* guard = &strand->guard[side];
    int last = bridge->node_count - 1, end = side == 1 ? 0 : last;
    int from = side == 1 ? 0 : rv_path_previous(nodes, last);
    int next = side == 1 ? nodes[0].next : from;
    bool is_new =
        guard->body[1] != nodes[next].body || rv_vec3_dot(guard->axis[0], guard->axis[0]) == 0.0;
    if (guard->body[0] != nodes[end].body || guard->body[1] != nodes[next].body)
        rv_world_touch(world);
    guard->body[0] = nodes[end].body;
    guard->body[1] = nodes[next].body;
    guard->slack = !rv_node_is_drum(&nodes[next]) && !(nodes[from].tension > 0.0);
    if (!is_new && guard->slack)
        return;
    const rv_span* span = &nodes[from].span;
    rv_motion m = rv_motion_of(world, NULL, nodes[next].body);
    rv_vec3 center =
        nodes[next].body < 0 ? (rv_vec3){0, 0, 0} : world->bodies.data[nodes[next].body].center;
    // out of the node, to the strand
    rv_vec3 u = side == 1 ? rv_vec3_neg(span->u) : span->u, across = rv_vec3_perpendicular(u);
    rv_vec3 at = span->at[side == 1 ? 1 : 0];
    const rv_vec3 axis[ROWS] = {u, across, rv_vec3_cross(u, across)};
    for (int i = 0; i < ROWS; i++)
        guard->axis[i] = rv_mat3_apply_transpose(m.R, axis[i]);
    guard->point = rv_vec3_add(center, rv_mat3_apply_transpose(m.R, rv_vec3_sub(at, m.x)));
}

const rv_constraint_class rv_guard_class = {
    .name = "guard",
    .capacity = guard_capacity,
    .is_alive = guard_is_alive,
    .bodies = guard_bodies,
    .pattern = guard_pattern,
    .rows = guard_rows,
    .lambda = guard_lambda,
};
