// Readers of cables, and their events. What depends on where bodies stand is found for where they
// stand now, along the path span by span: the path's own places are those of the last step's start.
#include "model/cable_press.h"
#include "model/cable_wrap.h"
#include "model/family.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/strand.h"
#include "model/wave.h"

#include <math.h>

// one piece of the path: a node that touches, with its arc, and the span after it
typedef struct piece {
    int node;          // -1: past the end
    rv_path_node here; // with its span as it is now; the last node has none
    rv_vec3 in;        // where the cable meets the node
    double wrap;
    double before; // length of the path up to where it meets the node
} piece;

static void place(const rv_world* world, rv_path_node* node) {
    bool pinned = node->pinned;
    rv_path_place(world, NULL, node, 1);
    if (pinned)
        rv_path_place_pin(world, node);
}

static void find_span(const rv_world* world, const rv_cable* cable, piece* p) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    if (p->node == cable->node_count - 1)
        return;
    rv_path_node next = nodes[p->here.next];
    place(world, &next);
    rv_path_span(&p->here, &next, &p->here.span);
}

static piece first_piece(const rv_world* world, const rv_cable* cable) {
    piece p = {.node = 0, .here = rv_cable_nodes(world, cable)[0]};
    place(world, &p.here);
    find_span(world, cable, &p);
    p.in = p.here.span.at[0];
    return p;
}

// the length of the arc at the node
static double arc_length(const piece* p) {
    return p->here.def.type == RV_CABLE_PULLEY ? rv_path_arc(&p->here, p->wrap) : 0.0;
}

static void next_piece(const rv_world* world, const rv_cable* cable, piece* p) {
    if (p->node == cable->node_count - 1) {
        p->node = -1;
        return;
    }
    const rv_span before = p->here.span;
    p->before += arc_length(p) + before.length;
    p->node = p->here.next;
    p->here = rv_cable_nodes(world, cable)[p->node];
    place(world, &p->here);
    find_span(world, cable, p);
    p->in = before.at[1];
    p->wrap = 0.0;
    if (p->here.def.type == RV_CABLE_PULLEY) {
        rv_vec3 in = before.radial[1], out = p->here.span.radial[0];
        double angle = rv_angle_about(p->here.rim.axis, in, out);
        p->wrap = rv_angle_near(angle, p->here.wrap);
    } else if (p->here.def.type == RV_CABLE_EYE) {
        p->wrap = rv_atan2(rv_vec3_length(rv_vec3_cross(before.u, p->here.span.u)),
                           rv_vec3_dot(before.u, p->here.span.u));
    }
}

// a node of the user's, in the cable or in one of its bridges
static rv_cable_place place_of(const rv_world* world, rv_cable_id id, int node) {
    const rv_cable* cable = rv_world_cable(world, id);
    bool is = cable != NULL && node >= 0 && node < rv_cable_given_count(cable);
    return is ? rv_cable_place_of(world, cable, node) : (rv_cable_place){-1, -1};
}

static const rv_path_node* node_of(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    return at.cable < 0 ? NULL : rv_cable_nodes(world, &world->cables.data[at.cable]) + at.node;
}

bool rv_cable_is_valid(const rv_world* world, rv_cable_id id) {
    return rv_world_cable(world, id) != NULL;
}

static bool is_bridge(const rv_world* world, int index) {
    return world->cables.data[index].parent >= 0;
}

int rv_cable_count(const rv_world* world) {
    int count = 0;
    for (int i = 0; i < world->cables.count; i++)
        count += rv_id_pool_alive(&world->cable_ids, i) && !is_bridge(world, i);
    return count;
}

rv_cable_id rv_cable_next(const rv_world* world, rv_cable_id id) {
    rv_id next = rv_id_pool_next(&world->cable_ids, id.slot);
    while (next.slot > 0 && is_bridge(world, (int)next.slot - 1))
        next = rv_id_pool_next(&world->cable_ids, next.slot);
    return (rv_cable_id){next.slot, next.generation, next.world};
}

rv_cable_state rv_cable_get_state(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? RV_CABLE_BROKEN : cable->state;
}

int rv_cable_node_count(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? 0 : rv_cable_given_count(cable);
}

rv_cable_node rv_cable_get_node(const rv_world* world, rv_cable_id id, int node) {
    const rv_path_node* found = node_of(world, id, node);
    if (found == NULL) {
        rv_cable_node none = rv_cable_node_default();
        none.radius = NAN;
        return none;
    }
    rv_cable_node def = found->def;
    if (rv_node_is_drum(found))
        def.winch = rv_cable_winch(world, id, node);
    return def;
}

// where the span after a node begins (side = 0) or ends (1): in a layered cable it grows with height
double rv_path_tension_at(const rv_world* world, const rv_cable* cable, int node, int side) {
    double tension = rv_cable_nodes(world, cable)[node].tension;
    return rv_cable_is_layered(cable) && cable->state != RV_CABLE_BROKEN
               ? tension + rv_wave_past(world, cable, node)->extra[side]
               : tension;
}

// the same in any substep of the last step
static double peak_at(const rv_world* world, const rv_cable* cable, int node, int side) {
    return fmax(rv_path_tension_at(world, cable, node, side),
                rv_cable_nodes(world, cable)[node].peak[side]);
}

double rv_cable_tension(const rv_world* world, rv_cable_id id, int node) {
    const rv_path_node* found = node_of(world, id, node);
    bool is_span = found != NULL && node < rv_cable_node_count(world, id) - 1;
    if (!is_span)
        return NAN;
    rv_cable_place at = place_of(world, id, node);
    const rv_cable* cable = &world->cables.data[at.cable];
    if (cable->rod_count > 0)
        return rv_rods_peak(world, cable).first;
    return cable->strand_count > 0 ? rv_strands_peak(world, cable).first
                                   : peak_at(world, cable, at.node, 0);
}

double rv_path_largest_tension(const rv_world* world, const rv_cable* cable) {
    double largest = rv_path_tension_at(world, cable, 0, 0);
    for (int i = 0; i < cable->node_count - 1; i++)
        for (int side = 0; side < 2; side++)
            largest = fmax(largest, rv_path_tension_at(world, cable, i, side));
    return largest;
}

double rv_path_peak_tension(const rv_world* world, const rv_cable* cable) {
    double largest = rv_path_largest_tension(world, cable);
    for (int i = 0; i < cable->node_count - 1; i++)
        for (int side = 0; side < 2; side++)
            largest = fmax(largest, peak_at(world, cable, i, side));
    return largest;
}

double rv_cable_largest_tension(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL)
        return NAN;
    if (cable->rod_count > 0)
        return rv_rods_peak(world, cable).largest;
    return cable->strand_count > 0 ? rv_strands_peak(world, cable).largest
                                   : rv_path_peak_tension(world, cable);
}

double rv_cable_material(const rv_world* world, const rv_cable* cable) {
    if (cable->rod_count > 0)
        return rv_rods_length(world, cable);
    if (cable->strand_count > 0)
        return rv_strands_length(world, cable);
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double sum = nodes[0].material;
    for (int i = 1; i < cable->node_count - 1 && cable->section_count > 1; i++)
        sum += nodes[i].splits ? nodes[i].material : 0.0;
    return sum;
}

double rv_cable_length(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : rv_cable_material(world, cable);
}

double rv_path_length(const rv_world* world, const rv_cable* cable) {
    piece p = first_piece(world, cable);
    while (p.node != cable->node_count - 1)
        next_piece(world, cable, &p);
    return p.before;
}

double rv_cable_path_length(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL)
        return NAN;
    if (cable->rod_count > 0)
        return rv_rods_path_length(world, cable);
    return cable->strand_count > 0 ? rv_strands_path_length(world, cable)
                                   : rv_path_length(world, cable);
}

// stored in its stretch and twist as it stands
static double elastic_energy(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double energy = 0.0, start = 0.0;
    for (int s = 0; s < cable->strand_count; s++)
        energy += rv_strand_elastic_energy(world, rv_cable_strands(world, cable) + s);
    for (int32_t b = cable->first_bridge; b >= 0; b = world->cables.data[b].next_bridge)
        energy += elastic_energy(world, &world->cables.data[b]);
    if (!rv_cable_is_path(cable))
        return energy;
    piece p = first_piece(world, cable);
    for (int section = 0; p.node >= 0 && cable->state != RV_CABLE_BROKEN;
         next_piece(world, cable, &p)) {
        bool last = p.node == cable->node_count - 1;
        if (!last && !p.here.splits)
            continue;
        double stretch = p.before - start - nodes[section].material;
        if (cable->EA < INFINITY && (stretch > 0.0 || cable->pushes))
            energy += 0.5 * cable->EA / rv_section_stretches(world, cable, section, p.node)
                      * stretch * stretch;
        section = p.node;
        start = p.before;
    }
    if (cable->has_twist && !cable->suspended)
        energy += 0.5 * cable->GJ / rv_cable_material(world, cable) * cable->twist * cable->twist;
    return energy;
}

double rv_cable_twist(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL)
        return NAN;
    if (cable->rod_count > 0)
        return rv_rods_twist(world, cable);
    if (cable->strand_count > 0)
        return rv_strands_twist(world, cable);
    return cable->has_twist ? cable->twist + cable->last_h * cable->twist_speed : 0.0;
}

double rv_cable_torque(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL)
        return NAN;
    if (cable->rod_count > 0)
        return rv_rods_torque(world, cable);
    if (cable->strand_count > 0)
        return rv_cable_joint_count(world, id) > 0 ? rv_cable_get_joint(world, id, 0).torque : 0.0;
    int row = cable->first_node + cable->section_count;
    return cable->has_twist ? -world->cable_lambda.data[row] : 0.0;
}

bool rv_cable_twist_is_suspended(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable != NULL && cable->has_twist && cable->suspended;
}

double rv_cable_diameter(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->diameter;
}

double rv_cable_EA(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->EA;
}

double rv_cable_GJ(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL)
        return NAN;
    return cable->has_twist || !rv_cable_is_path(cable) ? cable->GJ : 0.0;
}

double rv_cable_EI(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->segments.EI;
}

double rv_cable_mass_per_length(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->mass_per_length;
}

rv_cable_model rv_cable_get_model(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? RV_CABLE_MASSLESS : cable->model;
}

double rv_cable_breaking_load(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->breaking_load;
}

double rv_cable_rated_load(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->rated_load;
}

double rv_cable_stiffness(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NAN : cable->EA / rv_cable_material(world, cable);
}

void* rv_cable_user_data(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? NULL : cable->user_data;
}

double rv_cable_sag(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    if (at.cable < 0 || node >= rv_cable_node_count(world, id) - 1)
        return NAN;
    const rv_cable* cable = &world->cables.data[at.cable];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double deepest = rv_wave_reach(world, cable, at.node);
    for (int i = at.node + 1; rv_node_is_made(&nodes[i]); i++)
        deepest = fmax(deepest, rv_wave_reach(world, cable, i));
    return deepest;
}

bool rv_cable_waves_are_suspended(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    if (at.cable < 0 || node >= rv_cable_node_count(world, id) - 1)
        return false;
    const rv_cable* cable = &world->cables.data[at.cable];
    if (!rv_cable_is_layered(cable))
        return false;
    // in any part of it, from shape to shape that it runs round
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    bool suspended = rv_wave_past(world, cable, at.node)->suspended;
    for (int i = at.node + 1; rv_node_is_made(&nodes[i]); i++)
        suspended |= rv_waves_of(world, cable)[i].suspended;
    return suspended;
}

// an end that holds a strand or a rod
static rv_cable_contact end_contact(const rv_world* world, const rv_cable* cable, int node) {
    rv_path_node end = rv_cable_nodes(world, cable)[node];
    place(world, &end);
    int side = node == 0 ? 0 : 1;
    double tension = cable->rod_count > 0 ? rv_rods_tension_at(world, cable, side)
                                          : rv_strands_tension_at(world, cable, side);
    return (rv_cable_contact){end.rim.center,
                              end.rim.center,
                              0.0,
                              node == 0 ? 0.0 : tension,
                              node == 0 ? tension : 0.0,
                              0.0,
                              end.def.type != RV_CABLE_FREE};
}

rv_cable_contact rv_cable_get_contact(const rv_world* world, rv_cable_id id, int user_node) {
    rv_cable_place found = place_of(world, id, user_node);
    int node = found.node;
    const rv_vec3 nowhere = {NAN, NAN, NAN};
    rv_cable_contact c = {nowhere, nowhere, NAN, NAN, NAN, NAN, false};
    if (found.cable < 0)
        return c;
    const rv_cable* cable = &world->cables.data[found.cable];
    if (!rv_cable_is_path(cable))
        return end_contact(world, cable, node);
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = cable->node_count - 1;
    c.tension_in = node == 0 ? 0.0 : rv_path_tension_at(world, cable, node - 1, 1);
    c.tension_out = node == last ? 0.0 : rv_path_tension_at(world, cable, node, 0);
    c.slip =
        rv_node_is_drum(&nodes[node]) ? cable->winch_speed[node == 0 ? 0 : 1] : nodes[node].slip;
    c.touches = !nodes[node].lifted;
    c.wrap = nodes[node].wrap;
    if (nodes[node].lifted) {
        c.in = c.out = nodes[node].rim.center;
        return c;
    }
    piece p = first_piece(world, cable);
    while (p.node != node)
        next_piece(world, cable, &p);
    c.in = p.in;
    c.out = node == last ? p.in : p.here.span.at[0];
    c.wrap = p.wrap;
    return c;
}

int rv_cable_wrap_count(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    return cable == NULL ? 0 : cable->made_count;
}

// which of its body's shapes
static int shape_index(const rv_world* world, const rv_path_node* node) {
    return rv_node_has_shape(world, node) ? world->shapes.data[node->shape].index : -1;
}

rv_cable_wrap rv_cable_get_wrap(const rv_world* world, rv_cable_id id, int wrap) {
    const rv_cable* cable = rv_world_cable(world, id);
    const rv_vec3 nowhere = {NAN, NAN, NAN};
    rv_cable_wrap w = {{0}, -1, -1, nowhere, nowhere, NAN, NAN, NAN, NAN, {0}};
    if (cable == NULL || wrap < 0 || wrap >= cable->made_count)
        return w;
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int node = 0;
    for (int left = wrap; left >= 0;)
        left -= rv_node_is_made(&nodes[++node]);
    const rv_path_node* made = &nodes[node];
    w.solid = rv_world_solid_id(world, made->holder.solid);
    w.body = rv_world_body_id(world, made->shape < 0 ? -1 : made->body);
    w.shape = shape_index(world, &nodes[node]);
    w.node = rv_cable_given_at(world, cable, node);
    w.tension_in = rv_path_tension_at(world, cable, node - 1, 1);
    w.tension_out = rv_path_tension_at(world, cable, node, 0);
    w.slip = nodes[node].slip;
    w.angle = 0.0;
    w.in = w.out = nodes[node].rim.center;
    if (nodes[node].lifted)
        return w;
    piece p = first_piece(world, cable);
    while (p.node != node)
        next_piece(world, cable, &p);
    w.in = p.in;
    w.out = p.here.span.at[0];
    w.angle = rv_node_is_on_surface(&p.here) ? fmax(p.here.wrap, 0.0) : p.wrap;
    return w;
}

// the inner points of a span that hangs or swings; returns how many
static int put_wave(const rv_world* world, const rv_cable* cable, const piece* p, int count,
                    const rv_points_out* out) {
    if (!rv_cable_is_layered(cable) || p->node == cable->node_count - 1)
        return 0;
    const rv_wave* wave = rv_waves_of(world, cable) + p->node;
    rv_string s = rv_wave_string(world, cable, p->node);
    const rv_span* span = &p->here.span;
    for (int j = 1; j < s.cells && count + j - 1 < out->capacity; j++) {
        double x = (double)j / s.cells;
        rv_vec3 at = rv_vec3_mul_add(span->at[0], x * span->length, span->u);
        for (int k = 0; k < 2; k++)
            at = rv_vec3_mul_add(at, s.u[2 * j + k], wave->across[k]);
        double lower = rv_vec3_dot(world->def.gravity, rv_vec3_sub(at, span->at[0]));
        rv_points_put(out, count + j - 1, at,
                      fmax(p->here.tension + wave->extra[0] - wave->density * lower, 0.0));
    }
    return s.cells - 1;
}

int rv_path_points(const rv_world* world, const rv_cable* cable, double step,
                   const rv_points_out* out) {
    int count = 0;
    for (piece p = first_piece(world, cable); p.node >= 0; next_piece(world, cable, &p)) {
        bool last = p.node == cable->node_count - 1;
        bool arc = p.here.def.type == RV_CABLE_PULLEY && p.wrap > 0.0;
        int parts = arc ? (int)fmin(ceil(p.wrap / step), 1e6) : 0;
        rv_vec3 radial = rv_vec3_sub(p.in, p.here.rim.center);
        for (int k = 0; k <= parts; k++, count++) {
            rv_quat turn = rv_quat_identity();
            if (k > 0)
                turn = rv_quat_from_axis_angle(p.here.rim.axis, p.wrap * k / parts);
            rv_vec3 at = arc ? rv_vec3_add(p.here.rim.center, rv_quat_rotate(turn, radial)) : p.in;
            if (arc && p.here.rise != 0.0)
                at = rv_vec3_mul_add(at, 2.0 * p.here.rise * k / parts, p.here.rim.axis);
            rv_points_put(out, count, at, last ? 0.0 : rv_path_tension_at(world, cable, p.node, 0));
        }
        count += put_wave(world, cable, &p, count, out);
    }
    return count;
}

int rv_cable_points(const rv_world* world, rv_cable_id id, double step, rv_vec3* points,
                    double* tension, int capacity) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL || !(step > 0.0))
        return 0;
    const rv_points_out out = {points, tension, capacity};
    if (cable->rod_count > 0)
        return rv_rods_points(world, cable, &out);
    return cable->strand_count > 0 ? rv_strands_points(world, cable, step, &out)
                                   : rv_path_points(world, cable, step, &out);
}

rv_winch rv_cable_winch(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    const rv_path_node* found = node_of(world, id, node);
    if (found == NULL || !rv_node_is_drum(found))
        return (rv_winch){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    return world->cables.data[at.cable].winch[node == 0 ? 0 : 1];
}

rv_winch_state rv_cable_winch_state(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    const rv_path_node* found = node_of(world, id, node);
    if (found == NULL || !rv_node_is_drum(found))
        return RV_WINCH_HOLDS;
    const rv_cable* cable = &world->cables.data[at.cable];
    int which = node == 0 ? 0 : 1;
    if (cable->winch_is_blocked[which])
        return RV_WINCH_BLOCKED;
    if (rv_winch_rests(cable, which))
        return cable->winch_at_limit[which] ? RV_WINCH_SLIPS : RV_WINCH_HOLDS;
    return cable->winch_at_limit[which] ? RV_WINCH_STALLED : RV_WINCH_RUNS;
}

double rv_cable_winch_speed(const rv_world* world, rv_cable_id id, int node) {
    rv_cable_place at = place_of(world, id, node);
    const rv_path_node* found = node_of(world, id, node);
    return found == NULL || !rv_node_is_drum(found)
               ? NAN
               : world->cables.data[at.cable].winch_speed[node == 0 ? 0 : 1];
}

// --- events ---

static void add_event(rv_world* world, int index, rv_cable_event_type type, int node) {
    const rv_cable* cable = &world->cables.data[index];
    // what happens to a bridge happens to its cable; whether that is taut, its strands say
    if (is_bridge(world, index)) {
        if (type != RV_CABLE_EVENT_BROKEN && type != RV_CABLE_EVENT_EMPTY
            && type != RV_CABLE_EVENT_FULL && type != RV_CABLE_EVENT_TWO_BLOCKED)
            return;
        node = node - cable->on_strand[0] + cable->parent_node;
        node = node < 0 ? 0 : node;
        index = cable->parent;
    }
    node = rv_cable_given_at(world, &world->cables.data[index], node);
    rv_id id = rv_id_pool_id(&world->cable_ids, index);
    rv_cable_event event = {
        .type = type, .cable = {id.slot, id.generation, id.world}, .node = node};
    event.tension = type == RV_CABLE_EVENT_BROKEN ? cable->broken_tension
                                                  : rv_cable_largest_tension(world, event.cable);
    world->cable_events.data[world->cable_events.count++] = event;
}

static void note_overload(rv_world* world, int index) {
    rv_cable* cable = &world->cables.data[index];
    rv_id id = rv_id_pool_id(&world->cable_ids, index);
    double pull = rv_cable_largest_tension(world, (rv_cable_id){id.slot, id.generation, id.world});
    bool was = cable->overloaded;
    cable->overloaded = pull > cable->rated_load;
    if (cable->overloaded && !was)
        cable->events |= 1u << RV_CABLE_EVENT_OVERLOADED;
}

int rv_cables_overloaded(const rv_world* world) {
    int count = 0;
    for (int i = 0; i < world->cables.count; i++)
        count += rv_id_pool_alive(&world->cable_ids, i) && world->cables.data[i].overloaded;
    return count;
}

static void publish_cable(rv_world* world, int index) {
    rv_cable* cable = &world->cables.data[index];
    if (cable->strand_count > 0)
        rv_strands_publish(world, cable);
    if (cable->rod_count > 0)
        rv_rods_publish(world, cable);
    bool was_taut = cable->state_before == RV_CABLE_TAUT;
    if (cable->state == RV_CABLE_TAUT && !was_taut)
        cable->events |= 1u << RV_CABLE_EVENT_TAUT;
    if (cable->state == RV_CABLE_SLACK && was_taut)
        cable->events |= 1u << RV_CABLE_EVENT_SLACK;
    if (cable->parent < 0)
        note_overload(world, index);
    for (int type = 0; type <= RV_CABLE_EVENT_OVERLOADED; type++)
        if (cable->events & 1u << type)
            add_event(world, index, (rv_cable_event_type)type,
                      type == RV_CABLE_EVENT_BROKEN ? cable->broken_node : 0);
    for (int drum = 0; drum < 2; drum++) {
        int node = drum == 0 ? 0 : cable->node_count - 1;
        if (cable->ran_empty[drum])
            add_event(world, index, RV_CABLE_EVENT_EMPTY, node);
        if (cable->ran_full[drum])
            add_event(world, index, RV_CABLE_EVENT_FULL, node);
        cable->ran_empty[drum] = cable->ran_full[drum] = false;
    }
    cable->events = 0;
    cable->state_before = cable->state;
}

static void publish(rv_world* world) {
    world->cable_events.count = 0;
    for (int i = 0; i < world->cables.count; i++)
        if (rv_id_pool_alive(&world->cable_ids, i))
            publish_cable(world, i);
}

const rv_cable_event* rv_world_cable_events(const rv_world* world, int* count) {
    *count = world->cable_events.count;
    return world->cable_events.data;
}

static void add_elastic(const rv_world* world, rv_energy* energy) {
    for (int i = 0; i < world->cables.count; i++)
        if (rv_id_pool_alive(&world->cable_ids, i))
            energy->elastic += elastic_energy(world, &world->cables.data[i]);
}

const rv_family rv_cable_family = {.leave_body = rv_cables_leave_body,
                                   .leave_solid = rv_cables_leave_solid,
                                   .publish = publish,
                                   .add_elastic = add_elastic};
