// Guards: where a strand ends at a bridge, nothing holds it while the cable is slack. Sheaves have
// keepers: a slack cable stays in its groove, and leaves the wheel in the direction in which it
// last pulled. With g where the bridge left the node then, u its direction from there, v and w
// across it, k a part of the reach of a bridge and p the strand's end:
//   phi_1 = u.(p - g) - k >= 0   always,   phi_2 = v.(p - g) = 0,  phi_3 = w.(p - g) = 0  if slack
// u, v, w and g go with what they are on, but do not spin with a wheel about its axis a:
//   J = [u, (p - x) x u] and -[u, (1 - a a^T) (p - x') x u]
#include "model/strand.h"

#include <math.h>

enum { ROWS = RV_GUARD_ROWS };
static const double KEPT = 0.5;    // of the reach of a bridge
static const double RETURN = 0.1;  // [s], in which an end that has been fed comes back to its line
static const double DEEPEST = 0.1; // of what is kept: farther in it comes out as fast as from there

double rv_guard_keeps(const rv_cable* cable) {
    return KEPT * rv_bridge_reach(cable);
}

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

// where rows pull at a body, and an axis about which they do not turn it (0: none)
typedef struct lever {
    rv_vec3 arm, free_axis;
} lever;

// the rows on one side; without a block, what they add to the rates
static void put_side(const rv_vec3 axis[ROWS], lever at, const rv_motion* m, double* J, int size,
                     rv_row* rows) {
    for (int i = 0; i < ROWS; i++) {
        double values[6];
        rv_vec3 turn = rv_vec3_cross(at.arm, axis[i]);
        turn = rv_vec3_mul_add(turn, -rv_vec3_dot(turn, at.free_axis), at.free_axis);
        rv_vec3_store(values, axis[i]);
        rv_vec3_store(values + 3, turn);
        if (J == NULL)
            rows[i].rate += rv_vec3_dot(axis[i], m->v) + rv_vec3_dot(turn, m->w);
        for (int c = 0; c < size; c++)
            J[c * ROWS + i] = values[c];
    }
}

// the nodes of a bridge at an end of a strand: on the strand, the next one, and where their span is
typedef struct guard_nodes {
    const rv_path_node *end, *next, *from;
} guard_nodes;

static guard_nodes nodes_of(const rv_world* world, const rv_strand* strand, int side) {
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int last = bridge->node_count - 1;
    if (side == 1)
        return (guard_nodes){nodes, nodes + nodes[0].next, nodes};
    int before = rv_path_previous(nodes, last);
    return (guard_nodes){nodes + last, nodes + before, nodes + before};
}

static rv_vec3 free_axis_of(const rv_path_node* node) {
    return node->def.radius > 0.0 ? node->rim.axis : (rv_vec3){0, 0, 0};
}

// How a node has turned since the guard was set. A wheel may spin: what stands beside it does not.
static rv_quat turn_since(const rv_guard* guard, const rv_path_node* next, rv_quat q) {
    if (!(next->def.radius > 0.0))
        return rv_quat_mul(q, rv_quat_conjugate(guard->turned));
    rv_vec3 n = rv_vec3_cross(guard->about, next->rim.axis);
    double c = rv_vec3_dot(guard->about, next->rim.axis);
    return c > -0.999 ? rv_quat_normalize((rv_quat){1.0 + c, n.x, n.y, n.z}) : rv_quat_identity();
}

static void guard_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index / 2];
    const rv_guard* guard = guard_of(world, member->index);
    guard_nodes at = nodes_of(world, strand, member->index % 2);
    rv_motion m[2] = {rv_motion_of(world, island, guard->body[0]),
                      rv_motion_of(world, island, guard->body[1])};
    rv_quat turn = turn_since(guard, at.next, m[1].q);
    rv_vec3 p = at.end->rim.center, g = rv_quat_rotate(turn, guard->out), axis[ROWS];
    rv_vec3 d = rv_vec3_sub(p, rv_vec3_add(at.next->rim.center, g));
    double kept = rv_guard_keeps(&world->cables.data[strand->cable]);
    rv_row* rows = island->rows.data + member->first_row;
    bool acts = guard->slack && at.next->body == guard->body[1];
    for (int i = 0; i < ROWS; i++) {
        axis[i] = acts ? rv_quat_rotate(turn, guard->axis[i]) : (rv_vec3){0, 0, 0};
        double phi = rv_vec3_dot(axis[i], d);
        if (i == 0)
            phi = fmax(phi - kept, -DEEPEST * kept);
        rows[i] = (rv_row){.phi = acts ? phi : kept,
                           .tau = i == 0 ? -1.0 : RETURN,
                           .lower = i > 0 && acts ? -INFINITY : 0.0,
                           .upper = INFINITY};
    }
    int reference = island->kkt.group_first.data[member->first_group];
    for (int s = 0; s < 2; s++) {
        int size = guard->body[s] < 0 ? 0 : rv_body_dofs(&world->bodies.data[guard->body[s]]);
        double* J = size > 0 ? rv_kkt_jacobian(&island->kkt, reference++) : NULL;
        lever l = {rv_vec3_sub(p, m[s].x), s == 0 ? (rv_vec3){0, 0, 0} : free_axis_of(at.next)};
        put_side(axis, l, &m[s], J, size, rows);
        for (int i = 0; i < ROWS; i++)
            axis[i] = rv_vec3_neg(axis[i]);
    }
}

void rv_strand_guard(rv_world* world, rv_strand* strand, int side) {
    guard_nodes at = nodes_of(world, strand, side);
    rv_guard* guard = &strand->guard[side];
    bool is_new =
        guard->body[1] != at.next->body || rv_vec3_dot(guard->axis[0], guard->axis[0]) == 0.0;
    if (guard->body[0] != at.end->body || guard->body[1] != at.next->body)
        rv_world_touch(world);
    guard->body[0] = at.end->body;
    guard->body[1] = at.next->body;
    guard->slack = !rv_node_is_drum(at.next) && !(at.from->tension > 0.0);
    rv_quat q = rv_motion_of(world, NULL, at.next->body).q;
    if (!is_new && guard->slack) {
        rv_quat turn = turn_since(guard, at.next, q);
        guard->out = rv_quat_rotate(turn, guard->out);
        for (int i = 0; i < ROWS; i++)
            guard->axis[i] = rv_quat_rotate(turn, guard->axis[i]);
    } else {
        // out of the node, to the strand
        const rv_span* span = &at.from->span;
        rv_vec3 u = side == 1 ? rv_vec3_neg(span->u) : span->u, across = rv_vec3_perpendicular(u);
        guard->out = rv_vec3_sub(span->at[side == 1 ? 1 : 0], at.next->rim.center);
        guard->axis[0] = u;
        guard->axis[1] = across;
        guard->axis[2] = rv_vec3_cross(u, across);
    }
    guard->about = free_axis_of(at.next);
    guard->turned = q;
}

static void guard_remove(rv_world* world, int index) {
    rv_cable_remove(world, world->strands.data[index / 2].cable);
}

const rv_constraint_class rv_guard_class = {
    .name = "guard",
    .capacity = guard_capacity,
    .is_alive = guard_is_alive,
    .remove = guard_remove,
    .bodies = guard_bodies,
    .pattern = guard_pattern,
    .rows = guard_rows,
    .lambda = guard_lambda,
};
