// Cables inside the engine. A cable's path is a row of nodes; nodes where the tension may change
// (friction, a wheel of its own) split it into sections, each with one tension and an unstretched
// length of its own.
//   cable.c           definitions, creation, layout, destruction
//   cable_rules.c     what definitions are refused   cable_bend_rules.c  and laws of bending
//   cable_edit.c      changes at run time        cable_read.c     readers and events
//   cable_path.c      where it runs              cable_twist.c    twist along the path
//   cable_massless.c  its class and its rows     cable_chain.c    the rows of one with friction
//   cable_drum.c      what its winches do        cable_settle.c   what a step leaves behind
//   cable_stop.c      what stops at wheels
//   cable_wrap.c      nodes that shapes make by touching it
//   cable_press.c     nodes that solids make
//   cable_parts.c     what one of segments is made of (strand.h)
#ifndef REEVE_MODEL_CABLE_H
#define REEVE_MODEL_CABLE_H

#include "model/constraint.h"

#include <math.h>

static inline rv_path_node* rv_cable_nodes(const rv_world* world, const rv_cable* cable) {
    return world->cable_nodes.data + cable->first_node;
}
static inline const int32_t* rv_cable_body_list(const rv_world* world, const rv_cable* cable) {
    return world->cable_bodies.data + RV_CABLE_BODIES * cable->first_node;
}
// the user's cable; bridges have ids that nobody was given
static inline rv_cable* rv_world_cable(const rv_world* world, rv_cable_id id) {
    int index = rv_id_pool_find(&world->cable_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 || world->cables.data[index].parent >= 0 ? NULL : &world->cables.data[index];
}

static inline rv_cable_id rv_world_cable_id(const rv_world* world, int32_t index) {
    rv_id id = rv_id_pool_id(&world->cable_ids, index);
    return (rv_cable_id){id.slot, id.generation, id.world};
}

// segments, always or at times
static inline bool rv_model_has_segments(rv_cable_model model) {
    return model == RV_CABLE_SEGMENTS || model == RV_CABLE_AUTO;
}
// what is divided along its length, always or at times: rv_cable_segments says how
static inline bool rv_model_is_divided(rv_cable_model model) {
    return rv_model_has_segments(model) || model == RV_CABLE_ROD;
}
// what is divided is slack where its ends are nearer than this share of its length
#define RV_TAUT_SHARE 0.995
// it is massless or layered now: its path has rows
static inline bool rv_cable_is_path(const rv_cable* cable) {
    return cable->strand_count == 0 && cable->rod_count == 0;
}
static inline bool rv_node_is_drum(const rv_path_node* node) {
    return node->def.type == RV_CABLE_DRUM;
}
// the cable never slips on it
static inline bool rv_node_grips(const rv_path_node* node) {
    return node->splits && node->def.friction == INFINITY;
}
// it lies on the surface of a solid
static inline bool rv_node_is_on_solid(const rv_path_node* node) {
    return node->holder.solid >= 0;
}
// a shape or a solid that the cable touches has made it
static inline bool rv_node_is_made(const rv_path_node* node) {
    return node->shape >= 0 || rv_node_is_on_solid(node);
}
// nothing moves one of them against the other
static inline bool rv_nodes_are_fixed(const rv_path_node* a, const rv_path_node* b) {
    return a->body == b->body && !rv_node_is_on_solid(a) && !rv_node_is_on_solid(b);
}
// and the cable does not bend over a line of that, but lies on its surface by what it sags
#define RV_SURFACE UINT32_MAX
static inline bool rv_node_is_on_surface(const rv_path_node* node) {
    return node->shape >= 0 && node->feature == RV_SURFACE;
}
// the end of the section that starts at node `start`
static inline int rv_section_end(const rv_path_node* nodes, int count, int start) {
    int end = start + 1;
    while (end < count - 1 && !nodes[end].splits)
        end++;
    return end;
}

// the start of the section that ends at node `end`, or that it lies in
static inline int rv_section_before(const rv_path_node* nodes, int end) {
    do
        end--;
    while (end > 0 && !nodes[end].splits);
    return end;
}

// Cable passes a split node, from the section before it to the one after. Both keep the least length:
// what is not there cannot pass.
static inline void rv_section_pass(rv_path_node* nodes, int split, double length, double least) {
    rv_path_node *before = &nodes[rv_section_before(nodes, split)], *after = &nodes[split];
    double passed = fmin(length, fmax(before->material - least, 0.0));
    passed = fmax(passed, -fmax(after->material - least, 0.0));
    before->material -= passed;
    after->material += passed;
}

// Users number the nodes that they gave: how many those are, the place of one in the path, and the one
// at a place or before it.
static inline int rv_cable_given_count(const rv_cable* cable) {
    return cable->node_count - cable->made_count;
}
int rv_cable_given_place(const rv_world* world, const rv_cable* cable, int given);
int rv_cable_given_at(const rv_world* world, const rv_cable* cable, int place);

// room for this many cables and nodes in all; false without memory
bool rv_cable_reserve(rv_world* world, int cables, int nodes);
// numbers the sections of a cable and lists their bodies; needs room for marks in world->scratch
void rv_cable_layout(rv_world* world, rv_cable* cable);
// the rules of a whole definition but for its nodes
bool rv_cable_def_is_valid(rv_world* world, const rv_cable_def* def);
bool rv_cable_bend_law_is_valid(rv_world* world, const rv_cable_def* def);
// a segment of this length is one that can be stepped
bool rv_cable_segment_is_valid(rv_world* world, const rv_cable* cable, double length);
// EA of a solid bar
double rv_cable_bar_EA(const rv_cable_def* def);
// the rules for one node at place `index` of `count`; the name is what errors call it
bool rv_cable_node_is_valid(rv_world* world, const rv_cable_node* node, int index, int count,
                            const char* name);
bool rv_winch_is_valid(rv_world* world, const rv_winch* winch, const char* name);
// with friction only one of two drums can have a limit: the chain ends at it (cable_chain.c)
bool rv_cable_drums_are_valid(rv_world* world, const rv_path_node* nodes, int count,
                              const rv_winch* last, const char* name);
// what decides whether friction may slip
typedef struct rv_cable_friction {
    bool pushes;
    rv_cable_tension_law tension;
} rv_cable_friction;
// friction is made for rows that pull, and not for any number of nodes
bool rv_cable_friction_is_valid(rv_world* world, const rv_path_node* nodes, int count,
                                rv_cable_friction friction, const char* name);
void rv_cable_append_nodes(rv_world* world, int count);
// all of it, whether it is the user's or a bridge of one
void rv_cable_remove(rv_world* world, int index);
void rv_cable_remove_nodes(rv_world* world, int first, int count);
// after the path has been made anew: it has no forces but what it keeps, and its boundaries are where
// they are
typedef enum rv_cable_keeps { RV_KEEPS_NOTHING, RV_KEEPS_TENSION } rv_cable_keeps;
void rv_cable_reset(rv_world* world, rv_cable* cable, rv_cable_keeps keeps);
// puts the `count` nodes behind the world's list in the place of the cable's own: their `origin`s say
// which those were. There is room for all of it (rv_cable_draft).
void rv_cable_replace_nodes(rv_world* world, rv_cable* cable, int count, rv_cable_keeps keeps);
// room for a changed path of this many nodes behind the world's list; NULL without memory
rv_path_node* rv_cable_draft(rv_world* world, const rv_cable* cable, int count);
// the nodes [first, end) of a cable, for a draft of it
typedef struct rv_node_range {
    int first, end;
} rv_node_range;
void rv_cable_copy_nodes(const rv_world* world, const rv_cable* cable, rv_node_range range,
                         rv_path_node* to);
// a node as the path keeps it
rv_path_node rv_cable_node_make(const rv_world* world, const rv_cable_node* def);
// The path for nodes that stand in no world yet: sides, wraps and lengths. False with an error if
// it cannot run: coincident nodes, a node inside a rim, a side that must be given.
bool rv_cable_path_start(rv_world* world, rv_path_node* nodes, int count, const char* name);

// Lengths and angles of a cable as its bodies stand now: it has moved since its path was found.
void rv_cable_bring_up_to_date(rv_world* world, rv_cable* cable);

// --- path ---

// places the rims, and pins none; island NULL: now
void rv_path_place(const rv_world* world, const rv_island* island, rv_path_node* nodes, int count);
// the spans alone, past what has lifted off; and one of them
void rv_path_find_spans(rv_path_node* nodes, int count);
void rv_path_span(const rv_path_node* first, const rv_path_node* second, rv_span* span);
// Wraps, what has lifted off or is pinned, and spans, of a path that is placed; returns how many spans
// are degenerate.
int rv_path_find(const rv_world* world, const rv_island* island, rv_path_node* nodes, int count);
// for readers: a node that the last step has pinned, where its body is now
void rv_path_place_pin(const rv_world* world, rv_path_node* node);
// the length of the path and of each section (node.geometric)
double rv_path_measure(rv_path_node* nodes, int count);
// the length of a pulley's arc; and as it is
double rv_path_arc(const rv_path_node* node, double wrap);
static inline double rv_path_arc_of(const rv_path_node* node) {
    return node->def.type == RV_CABLE_PULLEY ? rv_path_arc(node, node->wrap) : 0.0;
}
// the angle that the cable bends by at a node
double rv_path_turn(const rv_path_node* nodes, int node);
// the tensions at which it slips there, as a ratio >= 1; may be INFINITY
double rv_path_slip_ratio(const rv_path_node* nodes, int node);
int rv_path_previous(const rv_path_node* nodes, int node);
void rv_cable_route(rv_world* world, rv_island* island, int index);
// remembers where the ends of sections are on their rims
void rv_path_mark(const rv_world* world, rv_cable* cable);
// an angle, as near to `near` as turns allow
double rv_angle_near(double angle, double near);
// from one direction to another about an axis, in [-pi, pi]
double rv_angle_about(rv_vec3 axis, rv_vec3 from, rv_vec3 to);

// What a row does: velocities of bodies -> its rate. Six numbers per body of a list, three per node
// on a solid.
typedef struct rv_row_sink {
    double* values; // [6 * bodies]
    double* knots;  // [3 * knots]
    const rv_path_node* nodes;
} rv_row_sink;

void rv_sink_force(rv_row_sink* sink, const rv_path_node* node, int slot, rv_vec3 at,
                   rv_vec3 force);
void rv_sink_torque(rv_row_sink* sink, int slot, rv_vec3 torque);
// a form on the span from node i to nodes[i].next
void rv_sink_span(rv_row_sink* sink, int node, const int32_t slot[2], double scale,
                  const rv_span_form* form);

// --- twist ---

// The twist angle as the path runs; false: it has none (a reversal, a span without length). `room`
// becomes the smallest 1 + a.b of its kinks: 0 at a reversal, 2 where the path is straight; 0 also
// where a span is shorter than the cable is thick.
bool rv_twist_angle(const rv_world* world, const rv_island* island, const rv_cable* cable,
                    double* angle, double* room);
// where a span pulls at a body: the wheel's centre, which is what its direction follows
static inline rv_vec3 rv_span_arm(const rv_path_node* node) {
    return rv_vec3_sub(node->rim.center, node->center);
}
// how far it turns in h [rad], for the number of substeps
double rv_cable_travel(const rv_world* world, int index, double h);
// What a slack cable catches at the speed v pulls by m v omega, omega^2 = 1/(m eps), beyond its weight.
// Where that is more than its weight, as which it is of what is let go with the cable just straight, it is
// a snap: its largest force is to be seen, and what it throws back falls into the cable again. The phase
// that the bounce turns by in h, as turning of a span; 0: no snap.
typedef struct rv_snap {
    double rate;       // at which the ends part [m/s]
    double response;   // of the ends to a pull, 1/m
    double compliance; // eps of what is between them
    double weight;     // per mass [m/s^2], or what holds the ends on their circles
    double phase;      // that a substep may have [rad]
} rv_snap;
double rv_snap_travel(const rv_snap* snap, double h);
// where the cable leaves (which = 0) or enters (1) the body at its end
rv_vec3 rv_twist_axis(const rv_world* world, const rv_island* island, const rv_cable* cable,
                      int which);
// its derivative, for the cable's list of bodies
void rv_twist_row(const rv_world* world, const rv_island* island, const rv_cable* cable,
                  rv_row_sink* sink);
// directors of the ends, so that the cable has this twist now
void rv_twist_start(const rv_world* world, rv_cable* cable, double twist);
// the twist becomes `twist` where it was `angle`, by turning the last director
void rv_twist_set(const rv_world* world, rv_cable* cable, double angle, double twist);

// --- rows ---

typedef struct rv_cable_writer {
    const rv_world* world;
    rv_island* island;
    const rv_cable* cable;
    rv_row_sink sink;
} rv_cable_writer;

void rv_writer_clear(rv_cable_writer* w, int bodies);
// the pull of the spans from node i to node end; `sections`: for the list of a section's bodies
void rv_writer_spans(rv_cable_writer* w, int i, int end, bool sections);
// the flow that a turning wheel carries past a split node, times `sign`
void rv_writer_wheel(rv_cable_writer* w, int i, int slot, int wheel_slot, double sign);
// where a row goes: its bodies, and a group of one row (its first reference) or a loose row
typedef struct rv_row_place {
    const int32_t* bodies;
    int count;
    int reference;
    int loose; // -1: in the pattern
} rv_row_place;

// The values of the sink into the system. Adds what moved bodies do to the rate; returns the
// response of the bodies where `wanted`.
double rv_writer_put(rv_cable_writer* w, const rv_row_place* place, rv_row* row, bool wanted);
// what the waves of a section's spans add to its row; returns its speed per impulse of theirs
double rv_writer_waves(const rv_cable_writer* w, int start, int end, rv_row* row);
double rv_writer_damping_time(const rv_cable_writer* w, double damping, double stiffness,
                              double compliance, double response);
// One straight span of a massless cable, between points that turning of their bodies does not move: a row is
// a line, and what turns bends its way.
bool rv_section_is_line(const rv_world* world, const rv_cable* cable, const int between[2]);
// of a section or chain between two nodes (rv_row.resolved)
double rv_writer_resolved(const rv_cable_writer* w, const int between[2], double compliance,
                          double response);
// of the section between nodes `start` and `end`
double rv_section_compliance(const rv_cable_writer* w, int start, int end);
void rv_section_bound(const rv_cable* cable, rv_row* row, double limit);

// A chain: the part of a cable with friction between nodes `first` and `last` where it never slips
// or ends, `count` sections. Its rows begin at `row` of the cable's; their order is that of the
// path, or backward.
typedef struct rv_chain {
    int first, last, row, count;
    bool backward;
} rv_chain;

rv_chain rv_chain_first(const rv_world* world, const rv_cable* cable);
// false: that was the last
bool rv_chain_next(const rv_world* world, const rv_cable* cable, rv_chain* chain);
// the node where its order begins, and the next split node or end in that order
int rv_chain_start(const rv_chain* chain);
int rv_chain_split(const rv_path_node* nodes, const rv_chain* chain, int node);
// of the k-th section in that order, for the impulses in the system
double rv_chain_tension(const rv_island* island, const rv_member* member, const rv_chain* chain,
                        int k);
void rv_chain_rows(rv_cable_writer* w, const rv_member* member);
void rv_chain_terms(const rv_world* world, rv_island* island, const rv_member* member);

// forces of the sections for the tensions in the nodes: where the next solve starts
void rv_cable_seed_forces(rv_world* world, const rv_cable* cable);
// tensions of the spans for the impulses in the system, into the nodes that they start at
void rv_cable_find_tensions(const rv_world* world, const rv_island* island,
                            const rv_member* member);

// --- drums: at the first node (0) and the last (1) ---

// what a drum does to the row of its section
typedef struct rv_feed {
    double rate; // it runs at
    double slip, limit;
    bool blocked; // its hook comes to a sheave: it slows down, and hauls no more
} rv_feed;

bool rv_cable_has_drum(const rv_world* world, const rv_cable* cable, int which);
// the start of the section that it feeds
int rv_drum_section(const rv_world* world, const rv_cable* cable, int which);
// A winch with the forces that its rope gives it, where they are NaN; none where it is not the drum of
// its cable that gives way.
rv_winch rv_winch_rated(const rv_cable* cable, const rv_winch* winch, bool gives_way);
// what it can take [m]
double rv_winch_room(const rv_winch* winch);
// its brake holds it, and nothing asks it to run
bool rv_winch_rests(const rv_cable* cable, int which);
// the speed that it would run at, when `h` has passed, if nothing were in its way
double rv_winch_run_after(const rv_cable* cable, int which, double h);
rv_feed rv_cable_feed(const rv_world* world, const rv_cable* cable, int which, double h);
// "solve", after a solution: whether its drums would pay out more than they have; then they hold, with
// all of it paid out, and its rows are to be written again (cable_drain.c)
bool rv_cable_drains(rv_world* world, const rv_island* island, const rv_member* member);
// What a drum at its limit slips beyond `speed`, that of its row; `held`: stretch that the row's forces
// hold.
double rv_drum_slip(const rv_cable* cable, const rv_row* row, double h, double held, double speed);
// after a step: at its limit it has given way by the speed `slipped`, which it takes up again from
// rest
void rv_winch_has_run(rv_cable* cable, int which, const rv_feed* feed, double slipped);
// the free length that is left between two nodes at the least
double rv_stop_fit(const rv_cable* cable, const rv_path_node* a, const rv_path_node* b);
// what the rows of cable_stop.c are, as far as there is room
void rv_cable_find_stops(const rv_world* world, rv_cable* cable);
// how far wheels that its drums haul together may still come, for a path that is placed
double rv_cable_room_for_blocks(const rv_world* world, const rv_cable* cable);
// one of them runs
bool rv_cable_drives(const rv_world* world, int index);
// takes `length` from a drum (< 0: gives it to it); returns what that could do
double rv_drum_give(rv_cable* cable, int which, double length);

// --- after the solve ---

void rv_cable_settle(rv_world* world, rv_island* island, const rv_member* member);

// of the length in use
double rv_cable_material(const rv_world* world, const rv_cable* cable);

// for the audit (cable_excess.c): of the sections of its path; of one more link, with the gap and the
// force of it; and of all that a user's cable is made of
rv_excess rv_cable_excess(const rv_world* world, const rv_cable* cable);
static inline void rv_excess_add_link(rv_excess* sum, const rv_cable* cable, const rv_link* link,
                                      rv_vec3 gap, rv_vec3 force) {
    double excess = rv_vec3_length(gap) - link->length * rv_vec3_length(force) / cable->EA;
    sum->length += link->length;
    sum->excess += excess > 0.0 ? excess : 0.0;
}
rv_excess rv_cable_total_excess(const rv_world* world, const rv_cable* cable);
// of the substeps of a step so far: that in which it was the largest share of the length
static inline rv_excess rv_excess_of_step(const rv_island* island, rv_excess before,
                                          rv_excess now) {
    bool is_less = now.excess * before.length < before.excess * now.length;
    return island->substep > 0 && is_less ? before : now;
}

// --- a massless cable or a bridge, as it was published ---

typedef struct rv_points_out {
    rv_vec3* points;
    double* tension; // may be NULL
    int capacity;
} rv_points_out;

// what there is no room for is left out
static inline void rv_points_put(const rv_points_out* out, int at, rv_vec3 point, double tension) {
    if (at >= out->capacity)
        return;
    out->points[at] = point;
    if (out->tension != NULL)
        out->tension[at] = tension;
}

double rv_path_largest_tension(const rv_world* world, const rv_cable* cable);
// cables whose largest tension in the last step is above what they are rated for
int rv_cables_overloaded(const rv_world* world);
// the same in any substep of the last step
double rv_path_peak_tension(const rv_world* world, const rv_cable* cable);
// what the ends of the span after a node pull with, in the last substep
double rv_path_tension_at(const rv_world* world, const rv_cable* cable, int node, int side);

static inline rv_peak rv_peak_of(rv_peak a, rv_peak b) {
    if (!a.is)
        return b;
    return (rv_peak){true, fmax(a.largest, b.largest), fmax(a.first, b.first),
                     b.largest > a.largest ? b.at : a.at};
}
// forgets the step before, and tells whether this substep's tensions are to be kept
static inline bool rv_peak_begin(const rv_island* island, rv_peak* peak) {
    if (island->substep == 0)
        peak->is = false;
    return island->substep + 1 < island->substeps;
}
double rv_path_length(const rv_world* world, const rv_cable* cable);
// the line over its nodes, arcs in steps of this angle; returns how many points there are
int rv_path_points(const rv_world* world, const rv_cable* cable, double step,
                   const rv_points_out* out);

// The unstretched cable that the stretch of a section stands for: its own, and half of a strand of one
// segment at an end of a bridge, which has no joints to stretch in. [m]
double rv_section_stretches(const rv_world* world, const rv_cable* cable, int start, int end);

#endif
