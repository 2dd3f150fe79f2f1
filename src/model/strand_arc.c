// The rope of a bridge: what lies on wheels and between them and the ends of strands. It has its
// mass, its weight and its momentum at the nodes of the bridge, each of which has half of the spans
// beside it and all of its arc (rv_rope_at). With m that mass, V the velocity of the rim there
// without its spin, t the direction of the rope and c how fast it runs past the node, the rope
// moves with V + c t:
//   u = V + c X,  X = mean of t      kinetic energy  m u^2/2 + m (1 - X^2) c^2/2
// the first of its centre of mass, the second of what runs on one side against the other. c is half
// of what the spans before the node lose and half of what those behind it gain, since rope is
// neither made nor lost; a drum lets nothing be said of its side. Both are inertia of the bodies
// along rows of the velocity: with G v' = u', or c',
//   m (u' - u) = h m g - Lam    <=>    G v' + Lam/m = u + h g
// so that a wheel gets the weight of its rope, and the tensions before and behind it differ by what
// the rope needs to run faster and to rise. u and c are state: the momentum of the rope where its
// rows change direction. Rope that strands gain and lose takes its momentum along (strand_feed.c).
// In a bend it changes it by m' c^2 (t_out - t_in) per time, m' the mass per length: the wheel
// pulls that, and is pulled by less. At the end of a strand X is 0 and V the velocity of that end:
// there the rope is inertia of its segment. A bridge that is broken leaves its rope to those ends.
#include "model/strand.h"

#include <math.h>

enum { ROWS = 4 };                    // of u, and of c behind it
static const double ROUNDING = 1e-12; // of 1 - X^2: what is left of it where the rope runs straight

// --- where the rope is ---

static double density_at(const rv_cable* bridge, const rv_path_node* nodes, int i) {
    while (i > 0 && !nodes[i].splits)
        i--;
    double share = nodes[i].geometric > 0.0 ? nodes[i].material / nodes[i].geometric : 0.0;
    return bridge->mass_per_length * share;
}

static bool is_on_strand(const rv_cable* bridge, int i) {
    return (i == 0 && bridge->on_strand[0])
           || (i == bridge->node_count - 1 && bridge->on_strand[1]);
}

static void add_piece(rv_rope_mass* sum, double mass, rv_vec3 at, rv_vec3 along) {
    sum->mass += mass;
    sum->place = rv_vec3_mul_add(sum->place, mass, at);
    sum->along = rv_vec3_mul_add(sum->along, mass, along);
}

// With t the tangents where the arc begins and ends, R its radius and w its angle, the centre of
// mass of the arc is at R (t_in - t_out)/w from the axis.
static void add_arc(rv_rope_mass* sum, double density, const rv_path_node* from,
                    const rv_path_node* node) {
    double arc = rv_path_arc_of(node);
    if (!(arc > 0.0))
        return;
    rv_vec3 in = from->span.at[1], out = node->span.at[0], center = node->rim.center;
    rv_vec3 across = rv_vec3_sub(from->span.tangent[1], node->span.tangent[0]);
    rv_vec3 middle = rv_vec3_scale(rv_vec3_add(in, out), 0.5);
    double climb = rv_vec3_dot(node->rim.axis, rv_vec3_sub(middle, center));
    rv_vec3 at = rv_vec3_mul_add(center, node->rim.radius / node->wrap, across);
    at = rv_vec3_mul_add(at, climb, node->rim.axis);
    add_piece(sum, density * arc, at, rv_vec3_scale(rv_vec3_sub(out, in), 1.0 / arc));
}

static rv_rope_mass broken_rope_at(const rv_world* world, const rv_cable* bridge, int i) {
    const rv_path_node* node = &rv_cable_nodes(world, bridge)[i];
    double ends = bridge->on_strand[0] + bridge->on_strand[1];
    double mass = bridge->mass_per_length * rv_cable_material(world, bridge) / ends;
    return (rv_rope_mass){.mass = is_on_strand(bridge, i) ? mass : 0.0, .place = node->rim.center};
}

rv_rope_mass rv_rope_at(const rv_world* world, const rv_cable* bridge, int i) {
    const rv_path_node *nodes = rv_cable_nodes(world, bridge), *node = &nodes[i];
    int last = bridge->node_count - 1;
    if (bridge->state == RV_CABLE_BROKEN)
        return broken_rope_at(world, bridge, i);
    rv_rope_mass sum = {0};
    if (node->lifted)
        return sum;
    if (i > 0) {
        int before = rv_path_previous(nodes, i);
        const rv_span* span = &nodes[before].span;
        add_piece(&sum, 0.5 * density_at(bridge, nodes, before) * span->length, span->at[1],
                  span->u);
        if (i < last)
            add_arc(&sum, density_at(bridge, nodes, i), &nodes[before], node);
    }
    if (i < last)
        add_piece(&sum, 0.5 * density_at(bridge, nodes, i) * node->span.length, node->span.at[0],
                  node->span.u);
    if (!(sum.mass > 0.0))
        return (rv_rope_mass){.place = node->rim.center};
    sum.place = rv_vec3_scale(sum.place, 1.0 / sum.mass);
    sum.along = rv_vec3_scale(sum.along, 1.0 / sum.mass);
    if (is_on_strand(bridge, i))
        sum.along = (rv_vec3){0, 0, 0};
    else
        sum.runs = sum.mass * fmax(1.0 - rv_vec3_dot(sum.along, sum.along), ROUNDING);
    return sum;
}

// shares of c that the spans before a node, and behind it, say
static void shares_of(const rv_cable* bridge, const rv_path_node* nodes, double share[2]) {
    bool drum[2] = {rv_node_is_drum(&nodes[0]), rv_node_is_drum(&nodes[bridge->node_count - 1])};
    share[0] = drum[0] ? 0.0 : drum[1] ? 1.0 : 0.5;
    share[1] = 1.0 - share[0];
}

// --- how it moves ---

rv_vec3 rv_rim_velocity(const rv_world* world, const rv_path_node* node, rv_vec3 at) {
    rv_motion m = rv_motion_of(world, NULL, node->body);
    rv_vec3 v = rv_vec3_add(m.v, rv_vec3_cross(m.w, rv_vec3_sub(node->rim.center, m.x)));
    rv_vec3 w = m.w;
    if (node->def.radius > 0.0)
        w = rv_vec3_mul_add(w, -rv_vec3_dot(w, node->rim.axis), node->rim.axis);
    return rv_vec3_add(v, rv_vec3_cross(w, rv_vec3_sub(at, node->rim.center)));
}

// The rope moves as its bodies do: where it begins, and after a function has changed the state.
static void follow_bodies(const rv_world* world, const rv_cable* bridge) {
    rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int last = bridge->node_count - 1;
    double share[2], all = 0.0, before = 0.0;
    shares_of(bridge, nodes, share);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i <= last; i = i < last ? nodes[i].next : last + 1) {
            rv_path_node* node = &nodes[i];
            if (pass == 1) {
                rv_rope_mass rope = rv_rope_at(world, bridge, i);
                node->rope.flow = share[1] * (all - before) - share[0] * before;
                node->rope.velocity = rv_vec3_mul_add(rv_rim_velocity(world, node, rope.place),
                                                      node->rope.flow, rope.along);
            }
            if (i == last)
                break;
            const rv_path_node* next = &nodes[node->next];
            rv_vec3 parts = rv_vec3_sub(rv_rim_velocity(world, next, node->span.at[1]),
                                        rv_rim_velocity(world, node, node->span.at[0]));
            double rate = rv_vec3_dot(parts, node->span.u);
            all += pass == 0 ? rate : 0.0;
            before += pass == 1 ? rate : 0.0;
        }
}

// its parts as the path runs; gravitational energy there
static void place_rope(const rv_world* world, rv_cable* bridge) {
    rv_path_node* nodes = rv_cable_nodes(world, bridge);
    bridge->rope = (rv_rope){0};
    for (int i = 0; i < bridge->node_count; i++) {
        const rv_rope_mass rope = nodes[i].rope.lies = rv_rope_at(world, bridge, i);
        bridge->rope.mass += rope.mass;
        bridge->rope.gravitational -= rope.mass * rv_vec3_dot(world->def.gravity, rope.place);
    }
}

static double kinetic_of(const rv_rope_part* part) {
    return 0.5 * part->lies.mass * rv_vec3_dot(part->velocity, part->velocity)
           + 0.5 * part->lies.runs * part->flow * part->flow;
}

void rv_arc_start(const rv_world* world, rv_cable* bridge) {
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    follow_bodies(world, bridge);
    place_rope(world, bridge);
    for (int i = 0; i < bridge->node_count; i++)
        bridge->rope.kinetic += kinetic_of(&nodes[i].rope);
}

double rv_arc_lose(const rv_world* world, rv_cable* bridge, const rv_rope_piece* piece) {
    double mass = bridge->mass_per_length * piece->length;
    double kinetic = 0.5 * mass * rv_vec3_dot(piece->velocity, piece->velocity);
    double weight = mass * rv_vec3_dot(world->def.gravity, piece->place);
    bridge->rope.mass -= mass;
    bridge->rope.kinetic -= kinetic;
    bridge->rope.gravitational += weight;
    return weight - kinetic;
}

// --- its class ---

static int arc_capacity(const rv_world* world) {
    return world->cables.count;
}

static bool arc_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->cable_ids, index) && world->cables.data[index].parent >= 0;
}

static int arc_bodies(const rv_world* world, int index, const int32_t** bodies) {
    const rv_cable* bridge = &world->cables.data[index];
    *bodies = rv_cable_body_list(world, bridge);
    return bridge->body_count;
}

// forces do not move it: V is known, and c alone is left to say
static bool is_steady(const rv_world* world, const rv_path_node* node) {
    return node->body < 0 || rv_body_dofs(&world->bodies.data[node->body]) == 0;
}

static void arc_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_cable* bridge = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    // the writer has two lists of them at a time
    if (2 * bridge->body_count > sink->largest_set)
        sink->largest_set = 2 * bridge->body_count;
    for (int i = bridge->on_strand[0]; i < bridge->node_count - bridge->on_strand[1]; i++)
        rv_pattern_group(sink, is_steady(world, &nodes[i]) ? 1 : ROWS,
                         rv_cable_body_list(world, bridge), bridge->body_count,
                         bridge->solver_group);
}

typedef struct arc_writer {
    rv_cable_writer cable;
    double* flow; // [6 * bodies]: what c is of the bodies' velocities
    double h;
} arc_writer;

// c of node i
static void find_flow(arc_writer* w, int i) {
    const rv_cable* bridge = w->cable.cable;
    const rv_path_node *nodes = w->cable.sink.nodes, *node = &nodes[i];
    int last = bridge->node_count - 1, size = 6 * bridge->body_count;
    double share[2];
    shares_of(bridge, nodes, share);
    for (int k = 0; k < size; k++)
        w->flow[k] = 0.0;
    // a span pulls by what it loses
    for (int side = 0; side < 2; side++) {
        rv_writer_clear(&w->cable, bridge->body_count);
        rv_writer_spans(&w->cable, side == 0 ? 0 : i, side == 0 ? i : last, false);
        for (int k = 0; k < size; k++)
            w->flow[k] += (side == 0 ? share[0] : -share[1]) * w->cable.sink.values[k];
    }
    // past the rim, and not past the surface that spins with its body
    if (node->slot >= 0 && node->rim.radius > 0.0) {
        double* turn = w->flow + 6 * node->slot + 3;
        rv_vec3_store(turn, rv_vec3_mul_add(rv_vec3_load(turn), node->rim.radius, node->rim.axis));
    }
}

// row k of a group of `rows`: its values, and what bodies that are moved add to its rate
static void put_values(arc_writer* w, int group, int rows, int k, const double* values) {
    const rv_cable* bridge = w->cable.cable;
    const int32_t* bodies = rv_cable_body_list(w->cable.world, bridge);
    rv_kkt* kkt = &w->cable.island->kkt;
    rv_row* row = &w->cable.island->rows.data[kkt->row_first.data[group] + k];
    int reference = kkt->group_first.data[group];
    for (int b = 0; b < bridge->body_count; b++, values += 6) {
        const rv_body* body = bodies[b] < 0 ? NULL : &w->cable.world->bodies.data[bodies[b]];
        int dofs = body == NULL ? 0 : rv_body_dofs(body);
        double* J = dofs > 0 ? rv_kkt_jacobian(kkt, reference++) : NULL;
        for (int c = 0; c < dofs; c++)
            J[c * rows + k] = values[c];
        if (body != NULL && body->type == RV_BODY_KINEMATIC)
            row->rate += rv_vec3_dot(rv_vec3_load(values), body->v)
                         + rv_vec3_dot(rv_vec3_load(values + 3), body->w);
    }
}

// inertia of `mass` that moves with `before` along a row
static rv_row inertia_row(double mass, double before, double h) {
    return (rv_row){.law = RV_ROW_VELOCITY,
                    .compliance = h / mass,
                    .rate = -before,
                    .lower = -INFINITY,
                    .upper = INFINITY};
}

// velocity of the rope at a node along the k-th axis, into the sink
static void find_velocity(arc_writer* w, const rv_path_node* node, int k) {
    double axis[3] = {0.0, 0.0, 0.0}, along[3];
    axis[k] = 1.0;
    rv_vec3 e = rv_vec3_load(axis);
    rv_vec3_store(along, node->rope.lies.along);
    for (int n = 0; n < 6 * w->cable.cable->body_count; n++)
        w->cable.sink.values[n] = along[k] * w->flow[n];
    rv_sink_force(&w->cable.sink, node, node->slot, node->rim.center, e);
    rv_vec3 turn = rv_vec3_cross(rv_vec3_sub(node->rope.lies.place, node->rim.center), e);
    if (node->def.radius > 0.0)
        turn = rv_vec3_mul_add(turn, -rv_vec3_dot(turn, node->rim.axis), node->rim.axis);
    rv_sink_torque(&w->cable.sink, node->slot, turn);
}

// u and c without forces of rows
static rv_vec3 falls(const rv_world* world, const rv_rope_part* part, double h) {
    return rv_vec3_mul_add(part->velocity, h, world->def.gravity);
}

// The rope at a node that forces do not move: with u = V + c X its inertia along c is m, and its
// momentum m X (u + h g - V) + m (1 - X^2) c.
static void put_steady_node(arc_writer* w, rv_path_node* node, int group) {
    rv_rope_part* part = &node->rope;
    rv_vec3 V = rv_rim_velocity(w->cable.world, node, part->lies.place);
    rv_vec3 along = part->lies.along;
    double mass = part->lies.mass, share = part->lies.runs / mass;
    double before = rv_vec3_dot(along, rv_vec3_sub(falls(w->cable.world, part, w->h), V));
    part->flow = before + share * part->flow;
    part->velocity = V;
    w->cable.island->rows.data[w->cable.island->kkt.row_first.data[group]] =
        inertia_row(mass, part->flow, w->h);
    put_values(w, group, 1, 0, w->flow);
}

static void put_moving_node(arc_writer* w, const rv_path_node* node, int group) {
    const rv_rope_part* part = &node->rope;
    rv_row* rows = w->cable.island->rows.data + w->cable.island->kkt.row_first.data[group];
    double before[3];
    rv_vec3_store(before, falls(w->cable.world, part, w->h));
    for (int k = 0; k < 3; k++) {
        rows[k] = inertia_row(part->lies.mass, before[k], w->h);
        find_velocity(w, node, k);
        put_values(w, group, ROWS, k, w->cable.sink.values);
    }
    rows[3] = inertia_row(part->lies.runs, part->flow, w->h);
    put_values(w, group, ROWS, 3, w->flow);
}

// rows that do nothing
static void put_no_rope(arc_writer* w, const rv_path_node* node, int group) {
    int rows = is_steady(w->cable.world, node) ? 1 : ROWS;
    rv_writer_clear(&w->cable, w->cable.cable->body_count);
    for (int k = 0; k < rows; k++) {
        w->cable.island->rows.data[w->cable.island->kkt.row_first.data[group] + k] =
            inertia_row(1.0, 0.0, w->h);
        put_values(w, group, rows, k, w->cable.sink.values);
    }
}

// The end of a strand has its rope as a mass of its own: momentum here, inertia in arc_write.
static void put_end(const rv_world* world, rv_island* island, const rv_path_node* node) {
    const rv_rope_part* part = &node->rope;
    const rv_body* body = &world->bodies.data[node->body];
    if (body->block < 0)
        return;
    double* r = island->r.data + island->kkt.block_first.data[body->block];
    rv_vec3 p = rv_vec3_scale(falls(world, part, island->h), part->lies.mass);
    rv_vec3 arm = rv_vec3_sub(node->rim.center, node->center);
    rv_vec3_store(r, rv_vec3_add(rv_vec3_load(r), p));
    rv_vec3_store(r + 3, rv_vec3_add(rv_vec3_load(r + 3), rv_vec3_cross(arm, p)));
}

// what a bend takes of the rope that runs through it
static void push_node(arc_writer* w, int i) {
    const rv_cable* bridge = w->cable.cable;
    const rv_path_node *nodes = w->cable.sink.nodes, *node = &nodes[i];
    rv_island* island = w->cable.island;
    const rv_body* body = node->body < 0 ? NULL : &w->cable.world->bodies.data[node->body];
    if (body == NULL || body->block < 0 || node->lifted)
        return;
    rv_vec3 turned = {0, 0, 0};
    if (i > 0)
        turned = nodes[rv_path_previous(nodes, i)].span.u;
    if (i < bridge->node_count - 1)
        turned = rv_vec3_sub(turned, node->span.u);
    double flow = density_at(bridge, nodes, i) * node->rope.flow * node->rope.flow;
    rv_vec3 impulse = rv_vec3_scale(turned, w->h * flow);
    double* r = island->r.data + island->kkt.block_first.data[body->block];
    rv_vec3_store(r, rv_vec3_add(rv_vec3_load(r), impulse));
    if (rv_body_dofs(body) < 6)
        return;
    rv_vec3 couple = rv_vec3_cross(rv_vec3_sub(node->rim.center, node->center), impulse);
    rv_vec3_store(r + 3, rv_vec3_add(rv_vec3_load(r + 3), couple));
}

// What a drum has given to the bridge, or taken from it, has the energy of the rope where it leaves
// the drum.
static void note_drum(const rv_world* world, rv_island* island, const rv_cable* bridge,
                      double before) {
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int last = bridge->node_count - 1;
    for (int which = 0; which < 2; which++) {
        const rv_path_node* node = &nodes[which == 0 ? 0 : last];
        const rv_span* span = &nodes[which == 0 ? 0 : rv_path_previous(nodes, last)].span;
        if (!rv_node_is_drum(node))
            continue;
        rv_vec3 at = span->at[which], u = rv_rim_velocity(world, node, at);
        u = rv_vec3_mul_add(u, node->rope.flow, span->u);
        double share = 0.5 * rv_vec3_dot(u, u) - rv_vec3_dot(world->def.gravity, at);
        island->report.work += (bridge->rope.mass - before) * share;
    }
}

static void arc_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* bridge = &world->cables.data[member->index];
    double* values = island->row_jacobian.data;
    int size = 6 * bridge->body_count;
    arc_writer w = {.cable = {world, island, bridge, {values, NULL, rv_cable_nodes(world, bridge)}},
                    .flow = values + size,
                    .h = island->h};
    double before = bridge->rope.mass;
    if (world->settling > 0)
        follow_bodies(world, bridge);
    place_rope(world, bridge);
    note_drum(world, island, bridge, before);
    rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int first = bridge->on_strand[0], last = bridge->node_count - 1 - bridge->on_strand[1];
    for (int i = 0; i < bridge->node_count; i++) {
        int group = member->first_group + i - first;
        bool has_rope = nodes[i].rope.lies.mass > 0.0;
        if (i < first || i > last) {
            put_end(world, island, &nodes[i]);
            continue;
        }
        if (!has_rope) {
            put_no_rope(&w, &nodes[i], group);
            continue;
        }
        find_flow(&w, i);
        push_node(&w, i);
        if (is_steady(world, &nodes[i]))
            put_steady_node(&w, &nodes[i], group);
        else
            put_moving_node(&w, &nodes[i], group);
    }
}

// A += m J^T J with J = [1, -[arm]x]
static void arc_write(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* bridge = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    for (int side = 0; side < 2; side++) {
        const rv_path_node* node = &nodes[side == 0 ? 0 : bridge->node_count - 1];
        int block = bridge->on_strand[side] ? world->bodies.data[node->body].block : -1;
        if (block < 0)
            continue;
        double *A = rv_kkt_block(&island->kkt, block), mass = node->rope.lies.mass;
        rv_mat3 S = rv_mat3_skew(rv_vec3_sub(node->rim.center, node->center));
        rv_mat3 turning = rv_mat3_mul_transpose(S, S);
        for (int c = 0; c < 3; c++) {
            A[c * 6 + c] += mass;
            for (int r = 0; r < 3; r++) {
                A[c * 6 + 3 + r] += mass * S.m[r][c];
                A[(3 + c) * 6 + r] += mass * S.m[c][r];
                A[(3 + c) * 6 + 3 + r] += mass * turning.m[r][c];
            }
        }
    }
}

// where the step has brought the end of a strand
static void settle_end(const rv_world* world, const rv_island* island, rv_path_node* node) {
    const rv_body* body = &world->bodies.data[node->body];
    node->rope.velocity = (rv_vec3){0, 0, 0};
    if (body->block < 0)
        return;
    const double* v = island->kkt.v.data + island->kkt.block_first.data[body->block];
    rv_vec3 arm = rv_vec3_sub(node->rim.center, node->center);
    node->rope.velocity = rv_vec3_add(rv_vec3_load(v), rv_vec3_cross(rv_vec3_load(v + 3), arm));
}

// Where the rows have brought the rope at another node: G v' and what moved bodies add to it.
static void settle_node(const rv_world* world, const rv_island* island, int group,
                        rv_path_node* node) {
    const rv_row* rows = island->rows.data + island->kkt.row_first.data[group];
    rv_rope_part* part = &node->rope;
    double speed[ROWS], after[3];
    rv_kkt_group_speeds(&island->kkt, group, speed);
    int flow = is_steady(world, node) ? 0 : ROWS - 1;
    if (!(part->lies.mass > 0.0)) {
        part->velocity = (rv_vec3){0, 0, 0};
        part->flow = 0.0;
        return;
    }
    part->flow += speed[flow] + rows[flow].rate;
    if (flow == 0) {
        part->velocity = rv_vec3_mul_add(part->velocity, part->flow, part->lies.along);
        return;
    }
    rv_vec3_store(after, falls(world, part, island->h));
    for (int k = 0; k < 3; k++)
        after[k] += speed[k] + rows[k].rate;
    part->velocity = rv_vec3_load(after);
}

// Rows of inertia do no work: what they take is in the energy of the rope, that of the middle of
// the step.
static void arc_settle(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* bridge = &world->cables.data[member->index];
    rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int first = bridge->on_strand[0], last = bridge->node_count - 1 - bridge->on_strand[1];
    bridge->rope.kinetic = 0.0;
    for (int i = 0; i < bridge->node_count; i++) {
        if (i < first || i > last)
            settle_end(world, island, &nodes[i]);
        else
            settle_node(world, island, member->first_group + i - first, &nodes[i]);
        const rv_rope_part* part = &nodes[i].rope;
        double falls = rv_vec3_dot(world->def.gravity, part->velocity);
        bridge->rope.kinetic += kinetic_of(part);
        bridge->rope.gravitational -= 0.5 * island->h * part->lies.mass * falls;
    }
}

static void arc_add_energy(const rv_world* world, int index, rv_energy* energy) {
    const rv_rope* rope = &world->cables.data[index].rope;
    energy->kinetic += rope->kinetic;
    energy->gravitational += rope->gravitational;
}

static void arc_put_to_sleep(rv_world* world, int index) {
    rv_cable* bridge = &world->cables.data[index];
    for (int i = 0; i < bridge->node_count; i++) {
        rv_rope_part* part = &rv_cable_nodes(world, bridge)[i].rope;
        part->velocity = (rv_vec3){0, 0, 0};
        part->flow = 0.0;
    }
    bridge->rope.kinetic = 0.0;
}

const rv_constraint_class rv_arc_class = {
    .name = "arc",
    .capacity = arc_capacity,
    .is_alive = arc_is_alive,
    .bodies = arc_bodies,
    .pattern = arc_pattern,
    .rows = arc_rows,
    .write = arc_write,
    .settle = arc_settle,
    .add_energy = arc_add_energy,
    .moves_as_bodies = true,
    .put_to_sleep = arc_put_to_sleep,
};
