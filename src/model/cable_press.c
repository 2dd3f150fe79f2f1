// Cables that lie on solids (cable_press.h): their nodes, what their rows reach, and the class of
// the rows that are their geometric stiffness.
#include "model/cable_press.h"

#include "model/cable_wrap.h"
#include "model/holder.h"
#include "model/solid.h"
#include "model/wave.h"

#include <math.h>
#include <string.h>

// --- nodes ---

void rv_node_follow_bend(const rv_world* world, rv_path_node* node, const rv_soft_bend* bend,
                         rv_vec3 axis) {
    rv_holder_take_edge(world, &node->holder, bend->node, bend->weight);
    node->off = bend->off;
    node->axis = axis;
    node->wrap = bend->turn;
    node->feature = (uint32_t)bend->edge;
    node->body = rv_holder_body(world, &node->holder);
    rv_node_place_on_solid(world, NULL, node);
}

rv_path_node rv_node_on_solid(const rv_world* world, int32_t solid, const rv_soft_bend* bend,
                              rv_vec3 axis) {
    rv_cable_node def = rv_cable_node_default();
    def.type = RV_CABLE_EYE;
    rv_path_node node = rv_cable_node_make(world, &def);
    node.holder.solid = solid;
    rv_node_follow_bend(world, &node, bend, axis);
    node.placed = true;
    return node;
}

void rv_node_place_on_solid(const rv_world* world, const rv_island* island, rv_path_node* node) {
    rv_vec3 at = rv_holder_place(world, island, &node->holder, 0.0);
    node->rim.center = rv_vec3_add(at, node->off);
    node->rim.axis = node->axis;
    node->rim.radius = 0.0;
    node->center = (rv_vec3){0, 0, 0};
    if (node->body < 0)
        return;
    rv_motion m = rv_motion_of(world, island, node->body);
    node->center = m.x;
    node->carried = rv_vec3_add(m.x, rv_holder_arm(world, island, &node->holder, &m));
}

rv_node_range rv_knots_at(const rv_path_node* nodes, int node) {
    rv_node_range range = {node, node + 1};
    while (nodes[range.first - 1].holder.solid == nodes[node].holder.solid)
        range.first--;
    while (nodes[range.end].holder.solid == nodes[node].holder.solid)
        range.end++;
    return range;
}

double rv_knots_turn(const rv_path_node* nodes, int node) {
    rv_node_range range = rv_knots_at(nodes, node);
    double turn = 0.0;
    for (int i = range.first; i < range.end; i++)
        turn += rv_path_turn(nodes, i);
    return turn;
}

// --- what rows reach ---

int rv_cable_reach(const rv_world* world, int index, int k, rv_member_kind* kind) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    *kind = RV_MEMBER_SOLID;
    for (int i = 1; i < cable->node_count - 1 && cable->knot_count > 0; i++) {
        int32_t solid = nodes[i].holder.solid;
        if (solid >= 0 && !world->solids.data[solid].frozen && k-- == 0)
            return solid;
    }
    return -1;
}

// adds what a row does on the nodes of one node of the path
static void put_knot(const rv_world* world, rv_island* island, int loose, const rv_path_node* node,
                     rv_vec3 force) {
    const rv_holder* holder = &node->holder;
    const rv_solid* solid = &world->solids.data[holder->solid];
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    rv_vec3 along = rv_mat3_apply_transpose(rv_solid_block_axes(world, island, solid), force);
    for (int k = 0; k < RV_KNOT_NODES && !solid->frozen; k++) {
        int at = work->free.data[holder->node[k]];
        double J[3];
        rv_vec3_store(J, rv_vec3_scale(along, holder->weight[k]));
        if (at >= 0)
            rv_loose_put_part(&island->kkt.loose, loose, work->own_block, work->tie + 3 * at, J);
    }
}

// Velocity per impulse of a place: of one node, as heavy as their mean. What has no inertia is
// faster than any step.
static double answer_of(const rv_world* world, const rv_path_node* node, rv_vec3 force) {
    const rv_solid* solid = &world->solids.data[node->holder.solid];
    double size = rv_vec3_dot(force, force);
    if (solid->model == RV_SOLID_STATIC)
        return size > 0.0 ? INFINITY : 0.0;
    return size * solid->corners / world->solid_work.data[node->holder.solid]->mass;
}

double rv_writer_put_knots(rv_cable_writer* w, int loose, rv_row* row) {
    double answer = 0.0;
    for (int i = 1; i < w->cable->node_count - 1; i++) {
        const rv_path_node* node = &w->sink.nodes[i];
        if (!rv_node_is_on_solid(node))
            continue;
        rv_vec3 force = rv_vec3_load(w->sink.knots + 3 * node->knot);
        put_knot(w->world, w->island, loose, node, force);
        answer += answer_of(w->world, node, force);
        if (node->holder.body >= 0 && node->body < 0)
            row->rate +=
                rv_vec3_dot(force, rv_holder_known_velocity(w->world, w->island, &node->holder));
    }
    return answer;
}

// --- the class of the rows that are stiffness ---

// the span from node i on is beside a node on a solid: it has a row
static bool has_row(const rv_path_node* nodes, int i) {
    return rv_node_is_on_solid(&nodes[i]) || rv_node_is_on_solid(&nodes[i + 1]);
}

static bool press_is_alive(const rv_world* world, int index) {
    return rv_cable_class.is_alive(world, index) && world->cables.data[index].knot_count > 0;
}

static int press_reach(const rv_world* world, int index, int k, rv_member_kind* kind) {
    (void)world;
    *kind = RV_MEMBER_CABLE;
    return k == 0 ? index : -1;
}

static int press_capacity(const rv_world* world) {
    return world->cables.count;
}

static int press_bodies(const rv_world* world, int index, const int32_t** bodies) {
    return rv_cable_class.bodies(world, index, bodies);
}

static void press_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_cable* cable = &world->cables.data[index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int rows = 0;
    for (int i = 0; i < cable->node_count - 1; i++)
        rows += has_row(nodes, i);
    rv_pattern_loose(sink, rows, 2 * RV_KNOT_NODES, 0);
}

// of a place of a solid with inertia; of a static one all motion counts
static double speed_before(const rv_world* world, const rv_path_node* node, rv_vec3 e) {
    const rv_solid* solid = &world->solids.data[node->holder.solid];
    double sum = 0.0;
    for (int k = 0; k < RV_KNOT_NODES && solid->model != RV_SOLID_STATIC; k++)
        sum += node->holder.weight[k]
               * rv_vec3_dot(rv_solid_point_velocity(world, solid, node->holder.node[k]), e);
    return sum;
}

static void write_span(const rv_world* world, rv_island* island, const rv_cable* cable, int i,
                       int loose, rv_row* row) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const rv_path_node* end[2] = {&nodes[i], &nodes[nodes[i].next]};
    double length = fmax(nodes[i].span.length, cable->diameter);
    double stiffness = fmax(nodes[i].tension, 0.0) / length;
    *row =
        (rv_row){.law = RV_ROW_VELOCITY, .compliance = 1.0, .lower = -INFINITY, .upper = INFINITY};
    if (!world->def.geometric_stiffness.enabled || nodes[i].lifted || !(stiffness > 0.0))
        return;
    bool is_static = false;
    for (int s = 0; s < 2; s++)
        is_static |= rv_node_is_on_solid(end[s])
                     && world->solids.data[end[s]->holder.solid].model == RV_SOLID_STATIC;
    double gamma = is_static ? 1.0 : world->def.geometric_stiffness.gamma;
    row->compliance = 1.0 / (gamma * island->h * stiffness);
    for (int s = 0; s < 2; s++) {
        if (!rv_node_is_on_solid(end[s]))
            continue;
        rv_vec3 e = rv_vec3_normalize(rv_vec3_cross(end[s]->axis, nodes[i].span.u));
        e = rv_vec3_scale(e, s == 0 ? -1.0 : 1.0);
        put_knot(world, island, loose, end[s], e);
        row->rate -= speed_before(world, end[s], e);
    }
}

static void press_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_row* row = island->rows.data + member->first_row;
    int loose = member->first_loose;
    for (int i = 0; i < cable->node_count - 1; i++) {
        if (!has_row(nodes, i))
            continue;
        // never bounded: where it starts does not matter
        island->kkt.loose.rows.data[loose].impulse = 0.0;
        island->kkt.loose.rows.data[loose].state = RV_ROW_FREE;
        write_span(world, island, cable, i, loose++, row++);
    }
}

// with those of the cable, which depend on its waves
static bool press_wants_again(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return false;
}

static int press_again(rv_world* world, rv_island* island, const rv_member* member) {
    press_rows(world, island, member);
    return 0;
}

// what a span does to its end at a node, for the tension that cable_settle has found
static rv_vec3 pull_of(const rv_world* world, const rv_cable* cable, int span, int side) {
    const rv_path_node* node = rv_cable_nodes(world, cable) + span;
    rv_vec3 pull = side == 0 ? node->span.u : rv_vec3_neg(node->span.u);
    if (rv_cable_is_layered(cable)) {
        const rv_wave* wave = rv_waves_of(world, cable) + span;
        pull = rv_vec3_add(rv_vec3_scale(pull, wave->sag.chord), rv_wave_end(wave, side));
    }
    return rv_vec3_scale(pull, node->tension);
}

// what the cable does to the solid at each node
static void press_settle(rv_world* world, rv_island* island, const rv_member* member) {
    (void)island;
    const rv_cable* cable = &world->cables.data[member->index];
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 1; i < cable->node_count - 1; i++)
        if (rv_node_is_on_solid(&nodes[i])) {
            nodes[i].push = rv_vec3_add(pull_of(world, cable, i, 0),
                                        pull_of(world, cable, rv_path_previous(nodes, i), 1));
            nodes[i].push = rv_vec3_add(nodes[i].push, nodes[i].weight);
        }
}

// an impulse on a place of a solid, and on the body of its frame
static void push_place(const rv_world* world, rv_island* island, const rv_path_node* node,
                       rv_vec3 impulse) {
    const rv_holder* holder = &node->holder;
    const rv_solid* solid = &world->solids.data[holder->solid];
    const rv_solid_work* work = world->solid_work.data[holder->solid];
    rv_kkt* kkt = &island->kkt;
    rv_vec3 along = rv_mat3_apply_transpose(rv_solid_block_axes(world, island, solid), impulse);
    for (int k = 0; k < RV_KNOT_NODES && !solid->frozen; k++) {
        int at = work->free.data[holder->node[k]];
        double* r = kkt->r.data + kkt->block_first.data[work->own_block] + work->tie + 3 * at;
        if (at >= 0)
            rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), holder->weight[k], along));
    }
    if (node->body < 0)
        return;
    rv_vec3 share = rv_vec3_scale(impulse, holder->share);
    rv_vec3 arm = rv_vec3_sub(node->carried, node->center);
    double* r = kkt->r.data + kkt->block_first.data[world->bodies.data[node->body].block];
    rv_vec3_store(r, rv_vec3_add(rv_vec3_load(r), share));
    rv_vec3_store(r + 3, rv_vec3_add(rv_vec3_load(r + 3), rv_vec3_cross(arm, share)));
}

// what the span from node i on does to one of its ends besides its pull
static rv_vec3 wave_push(const rv_world* world, const rv_cable* cable, int i, int side, double h) {
    const rv_wave* wave = rv_waves_of(world, cable) + i;
    rv_vec3 u = wave->along, g = rv_vec3_scale(world->def.gravity, h);
    if (!rv_wave_is_still(cable, rv_cable_nodes(world, cable), i))
        return wave->push[side];
    // what lies on the solid does not fall: half of its weight, and what is along it
    rv_vec3 across = rv_vec3_mul_add(g, -rv_vec3_dot(g, u), u);
    return rv_vec3_mul_add(rv_vec3_scale(across, 0.5 * wave->mass),
                           rv_vec3_dot(wave->push[side], u), u);
}

// what a layered cable weighs, and the waves that arrive
static void press_write(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    for (int i = 1; i < cable->node_count - 1 && rv_cable_is_layered(cable); i++) {
        if (!rv_node_is_on_solid(&nodes[i]))
            continue;
        int before = rv_path_previous(nodes, i);
        rv_vec3 impulse = rv_vec3_add(wave_push(world, cable, i, 0, island->h),
                                      wave_push(world, cable, before, 1, island->h));
        push_place(world, island, &nodes[i], impulse);
        nodes[i].weight = rv_vec3_scale(impulse, 1.0 / island->h);
    }
}

static const rv_holder* press_place(const rv_world* world, int index, int k) {
    const rv_cable* cable = &world->cables.data[index];
    bool lies = press_is_alive(world, index) && k < cable->node_count;
    return lies ? &rv_cable_nodes(world, cable)[k].holder : NULL;
}

// loose rows tell all but the weight
static rv_vec3 press_load(const rv_world* world, int index, int k) {
    return rv_cable_nodes(world, &world->cables.data[index])[k].weight;
}

static rv_vec3 press_push(const rv_world* world, int index, int k, double dt) {
    (void)dt;
    return rv_cable_nodes(world, &world->cables.data[index])[k].push;
}

// a cable that lies on a solid keeps both awake
static bool press_drives(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return true;
}

const rv_constraint_class rv_press_class = {.name = "press",
                                            .capacity = press_capacity,
                                            .is_alive = press_is_alive,
                                            .bodies = press_bodies,
                                            .reach = press_reach,
                                            .pattern = press_pattern,
                                            .rows = press_rows,
                                            .wants_again = press_wants_again,
                                            .again = press_again,
                                            .write = press_write,
                                            .settle = press_settle,
                                            .drives = press_drives,
                                            .place = press_place,
                                            .load = press_load,
                                            .push = press_push};

// --- between and after steps ---

void rv_cables_leave_solid(rv_world* world, int solid) {
    for (int c = 0; c < world->cables.count; c++) {
        rv_cable* cable = &world->cables.data[c];
        if (!rv_id_pool_alive(&world->cable_ids, c) || cable->knot_count == 0)
            continue;
        rv_cable_bring_up_to_date(world, cable);
        for (int i = cable->node_count - 2; i > 0; i--)
            if (rv_cable_nodes(world, cable)[i].holder.solid == solid)
                rv_cable_change_wraps(
                    world, cable,
                    &(rv_wrap_change){.out = {i, i + 1}, .slips = true, .most = INFINITY});
    }
}
