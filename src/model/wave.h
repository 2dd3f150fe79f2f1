// The layered cable (Garcia-Fernandez, Pla-Castells, Martinez-Dura 2008): a massless cable whose
// spans carry a wave equation in both planes across them.
//
// A span between points P_0, P_1 with chord l, direction d and displacement u across it uses
//   S = l (1 + excess(q)),   q = 1/2 mean |u_x|^2 / l^2                              (sag.h)
// of the cable's length; that is what the section's row holds, phi = L - sum S - arcs, so that its
// force, the tension, pulls at the ends along the chord and across it, and straightens u. With rho
// the mass per length, the cells of the span, its ends and gravity
//   rho (y_tt + b y_t) = T_s u_ss + rho g   across the chord, y in space, u = y - chord
// make a string (solve/string.h) that is condensed into the inertia of the bodies that carry its
// ends, their momentum, and a row that gives way. So anchors feel the cable's weight, and a wave
// that arrives.
//
// rho is mass per length as the cable lies: what a section of unstretched length L weighs is spread
// over the length l that it has, rho = rho_0 min(1, L/l). Stretch makes it lighter per length, and
// what is slack hangs nowhere (wave_weigh.c).
//
// Tension grows with height by w = rho |g|: T = lambda + w (z - z_low), lambda >= 0 the row's force
// at the lowest node. A span pulls with lambda + w (z_mid - z_low), its cells with what their place
// on the chord adds to that; its weight hangs on its ends. What gravity gains by its shape is that
// of a catenary that leans as it does (hang.h), which is how it hangs at rest. Along its chord a
// span moves with its ends, with the inertia of a rod; where it runs past one end, with the other
// alone, with all of its mass. What runs past both ends has no inertia.
//
// Cable that flows through a span takes its waves along: with f_0, f_1 what has come in and gone out
// at its ends, u moves by f_0 (1 - x) + f_1 x along the chord. These are the terms with l' of the
// wave equation on a changing length. What flows is what drums feed, and what chords take; where
// these do not agree, the cable between has stretched or is slack.
//
// Waves: 0 (implicit) never suspended. Explicit: where h sqrt(T/rho) M/l passes sqrt(1/2), u becomes
// a parabola that uses as much of the length, and comes to that of rest, which follows the tension.
#ifndef REEVE_MODEL_WAVE_H
#define REEVE_MODEL_WAVE_H

#include "model/cable.h"

static inline bool rv_cable_is_layered(const rv_cable* cable) {
    return cable->first_wave >= 0;
}
static inline rv_wave* rv_waves_of(const rv_world* world, const rv_cable* cable) {
    return world->waves.data + cable->first_wave;
}
// The node that the span after node i runs to, nodes[i].next: looked for, which need not wait for
// what node i says.
static inline int rv_wave_next(const rv_path_node* nodes, int i) {
    do
        i++;
    while (nodes[i].lifted);
    return i;
}
// the wave of the span that runs past a node that has lifted off
static inline rv_wave* rv_wave_past(const rv_world* world, const rv_cable* cable, int node) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    while (nodes[node].lifted)
        node--;
    return rv_waves_of(world, cable) + node;
}
static inline rv_string rv_wave_string(const rv_world* world, const rv_cable* cable, int node) {
    int n = RV_STRING_VALUES * (cable->layer.cells + 1);
    return rv_string_at(world->wave_values.data + cable->first_wave_value + n * node,
                        cable->layer.cells);
}

// of the span after a node: at the lowest node, and in its middle
static inline double rv_wave_tension(const rv_path_node* node) {
    return node->tension > 0.0 ? node->tension : 0.0;
}
static inline double rv_wave_pull(const rv_path_node* node, const rv_wave* wave) {
    return rv_wave_tension(node) + 0.5 * (wave->extra[0] + wave->extra[1]);
}

// The span runs along the surface of a shape, from an eye there to where it is fixed on that body.
static inline bool rv_wave_lies_along(const rv_cable* cable, const rv_path_node* eye,
                                      const rv_path_node* end) {
    rv_vec3 way = rv_vec3_sub(end->def.point, eye->def.point);
    rv_vec3 normal = rv_vec3_sub(eye->line[1], eye->line[0]);
    return rv_node_is_on_surface(eye) && end->def.type == RV_CABLE_FIXED && eye->body >= 0
           && eye->body == end->body && fabs(rv_vec3_dot(way, normal)) < cable->diameter;
}
// A span has no waves that lies on a shape or a solid, between two nodes that this has made or to its
// own end there, or that is shorter than the cable is thick.
static inline bool rv_wave_is_still(const rv_cable* cable, const rv_path_node* nodes, int i) {
    const rv_path_node *node = &nodes[i], *next = &nodes[node->next];
    return (node->shape >= 0 && node->shape == next->shape)
           || (node->holder.solid >= 0 && node->holder.solid == next->holder.solid)
           || node->span.length < cable->diameter || rv_wave_lies_along(cable, node, next)
           || rv_wave_lies_along(cable, next, node);
}

// room for the waves of a cable with this many nodes and cells; false without memory
bool rv_waves_reserve(rv_world* world, int nodes, int cells);
// waves for a cable that has its nodes: it lies along its path, and hangs where it is longer
void rv_waves_add(rv_world* world, rv_cable* cable);
void rv_waves_remove(rv_world* world, rv_cable* cable);
// The path has changed (wave_relay.c): other nodes touch now; or it has other nodes, which know their
// places in the old path of `old_count`, and there is room for their waves.
void rv_waves_relay(const rv_world* world, rv_cable* cable);
void rv_waves_replace(rv_world* world, rv_cable* cable, int old_count);

// parts of these: waves behind the world's list, without values; and out of it
typedef struct rv_waves_size {
    int nodes, cells;
} rv_waves_size;
void rv_waves_append(rv_world* world, rv_cable* cable);
void rv_waves_cut(rv_world* world, int first, int value, rv_waves_size size);
// what a span with this chord uses of the length
void rv_wave_measure(const rv_cable* cable, rv_wave* wave, double chord);
// a span that begins straight
void rv_wave_begin(const rv_world* world, const rv_cable* cable, int node);

// stage "route", after the path has been found: axes, what has flowed, what spans use, weigh and
// are lifted by
void rv_waves_route(const rv_world* world, rv_island* island, rv_cable* cable);
// what spans use of the length beyond their chords, into the lengths of the sections
void rv_waves_measure(const rv_world* world, const rv_cable* cable);
// parts of these (wave_weigh.c): tensions at the ends of spans above that where it is lowest
void rv_waves_lift(const rv_world* world, const rv_cable* cable);
// What spans weigh now, and these tensions. Returns the work of what has moved along the cable
// since. `mass`: of all spans when they were last weighed, where these are not the same; else NAN.
double rv_waves_weigh(const rv_world* world, const rv_cable* cable, double mass);

// Stage "rows": condenses the strings. `again`: for tensions that the solve has found since, where
// those differ much.
void rv_waves_condense(rv_world* world, rv_island* island, rv_cable* cable, bool again);
// what they are condensed to depends on the tension
bool rv_waves_follow(const rv_world* world, const rv_cable* cable);
// what a section's row gets of its spans from node `start` to `end`
typedef struct rv_wave_row {
    double rate, offset; // of the speed
    double gives;        // speed per impulse
    double phi, compliance;
    double height; // mean of the tension above that at the lowest node, times length
} rv_wave_row;
rv_wave_row rv_waves_row(const rv_world* world, const rv_cable* cable, int start, int end);
// parts of it
double rv_waves_compliance(const rv_world* world, const rv_cable* cable, int start, int end);
double rv_waves_height(const rv_world* world, const rv_cable* cable, int start, int end);
// the row's derivative at the ends of a span, in the world
rv_vec3 rv_wave_end(const rv_wave* wave, int side);

// stage "move": the strings, for the tensions in the nodes and the velocities in the system
void rv_waves_settle(rv_world* world, rv_island* island, rv_cable* cable);
// The energy of the span after a node in the middle of the last step: where it has been changed after
// "move".
void rv_wave_find_energy(const rv_world* world, const rv_cable* cable, int node);
void rv_waves_add_energy(const rv_world* world, const rv_cable* cable, rv_energy* energy);
// the direction of the cable at an end of the span after a node
rv_vec3 rv_wave_tangent(const rv_world* world, const rv_cable* cable, int node, int side);
// the farthest that the span after a node hangs out
double rv_wave_reach(const rv_world* world, const rv_cable* cable, int node);
// whether the waves of a cable are faster than what rests; and they stand still from now on
bool rv_waves_swing(const rv_world* world, int index);
void rv_waves_stop(rv_world* world, int index);
// it runs straight, and stands still
void rv_waves_straighten(const rv_world* world, rv_cable* cable);

#endif
