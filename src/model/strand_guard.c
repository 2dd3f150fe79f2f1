// Guards: where a strand ends at a bridge, nothing holds it while the cable is slack. It stays on
// its side of what the bridge runs over next, as a rope that lies over a sheave does. With g where
// the bridge left the node when it last pulled, u its direction from there, o out of the wheel, k a
// part of the reach of a bridge and r the wheel's radius, p the strand's end:
//   phi_1 = u.(p - g) - k >= 0,  phi_2 = o.(p - g) + k^2/4r >= 0
// u, o and g go with the body that they are on: J = [u, (p - x) x u] and -[u, (p - x') x u].
#include "model/strand.h"

#include <math.h>

enum { ROWS = 2 };
static const double KEPT = 0.5; // of the reach of a bridge

static int guard_capacity(const rv_world* world) {
    return 2 * world->strands.count;
}

static bool guard_is_alive(const rv_world* world, int index) {
    const rv_strand* strand = &world->strands.data[index / 2];
    return strand->bridge[index % 2] >= 0;
}

static int guard_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = world->strands.data[index / 2].guard_body[index % 2];
    return 2;
}

static void guard_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_strand* strand = &world->strands.data[index / 2];
    rv_pattern_group(sink, ROWS, strand->guard_body[index % 2], 2,
                     world->cables.data[strand->cable].solver_group);
}

static double* guard_lambda(rv_world* world, int index, int8_t** state) {
    rv_strand* strand = &world->strands.data[index / 2];
    *state = strand->guard_state[index % 2];
    return strand->guard_lambda[index % 2];
}

// both rows on one side; without a block, what they add to the rates
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

static void guard_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index / 2];
    int side = member->index % 2;
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* end =
        rv_cable_nodes(world, bridge) + (side == 1 ? 0 : bridge->node_count - 1);
    const int32_t* bodies = strand->guard_body[side];
    rv_motion m[2] = {rv_motion_of(world, island, bodies[0]),
                      rv_motion_of(world, island, bodies[1])};
    rv_vec3 center = bodies[1] < 0 ? (rv_vec3){0, 0, 0} : world->bodies.data[bodies[1]].center;
    rv_vec3 g = rv_mat3_apply(m[1].R, rv_vec3_sub(strand->guard_point[side], center));
    rv_vec3 p = end->rim.center, d = rv_vec3_sub(p, rv_vec3_add(m[1].x, g));
    rv_vec3 axis[ROWS] = {rv_mat3_apply(m[1].R, strand->guard_axis[side]),
                          rv_mat3_apply(m[1].R, strand->guard_out[side])};
    double kept = KEPT * rv_bridge_reach(&world->cables.data[strand->cable]);
    double radius = strand->guard_radius[side], dip = 0.25 * kept * kept / fmax(radius, kept);
    rv_row* rows = island->rows.data + member->first_row;
    // a point has no sides: only wheels are kept out of
    bool acts = radius > 0.0;
    const double phi[ROWS] = {acts ? rv_vec3_dot(axis[0], d) - kept : kept,
                              acts ? rv_vec3_dot(axis[1], d) + dip : kept};
    if (!acts)
        axis[0] = axis[1] = (rv_vec3){0, 0, 0};
    for (int i = 0; i < ROWS; i++)
        rows[i] = (rv_row){.phi = phi[i], .tau = -1.0, .lower = 0.0, .upper = INFINITY};
    int reference = island->kkt.group_first.data[member->first_group];
    for (int s = 0; s < 2; s++) {
        int size = bodies[s] < 0 ? 0 : rv_body_dofs(&world->bodies.data[bodies[s]]);
        double* J = size > 0 ? rv_kkt_jacobian(&island->kkt, reference++) : NULL;
        put_side(axis, rv_vec3_sub(p, m[s].x), &m[s], J, size, rows);
        axis[0] = rv_vec3_neg(axis[0]);
        axis[1] = rv_vec3_neg(axis[1]);
    }
}

void rv_strand_guard(rv_world* world, rv_strand* strand, int side) {
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int last = bridge->node_count - 1, end = side == 1 ? 0 : last;
    int from = side == 1 ? 0 : rv_path_previous(nodes, last);
    int next = side == 1 ? nodes[0].next : from;
    bool is_new = strand->guard_body[side][1] != nodes[next].body
                  || rv_vec3_dot(strand->guard_axis[side], strand->guard_axis[side]) == 0.0;
    strand->guard_body[side][0] = nodes[end].body;
    strand->guard_body[side][1] = nodes[next].body;
    if (!is_new && !(nodes[from].tension > 0.0))
        return;
    const rv_span* span = &nodes[from].span;
    rv_motion m = rv_motion_of(world, NULL, nodes[next].body);
    rv_vec3 center =
        nodes[next].body < 0 ? (rv_vec3){0, 0, 0} : world->bodies.data[nodes[next].body].center;
    // out of the node, to the strand
    rv_vec3 u = side == 1 ? rv_vec3_neg(span->u) : span->u;
    rv_vec3 at = span->at[side == 1 ? 1 : 0];
    rv_vec3 out = rv_vec3_sub(at, nodes[next].rim.center);
    strand->guard_radius[side] = nodes[next].def.radius;
    strand->guard_axis[side] = rv_mat3_apply_transpose(m.R, u);
    strand->guard_out[side] = nodes[next].def.radius > 0.0
                                  ? rv_mat3_apply_transpose(m.R, rv_vec3_normalize(out))
                                  : (rv_vec3){0, 0, 0};
    strand->guard_point[side] =
        rv_vec3_add(center, rv_mat3_apply_transpose(m.R, rv_vec3_sub(at, m.x)));
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
