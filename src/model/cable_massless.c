// The massless cable (Servin, Lacoursiere 2007), corrected and extended: sections with one tension
// each, and one twist row.
//   section i    phi_i = L_i - l_i,  T_i >= 0,  compliance L_i / EA
//   twist        phi   = Omega,                 compliance L / GJ
// l_i is the length of its spans and arcs (path), L_i its unstretched length. A pull T in a span
// acts at the tangent points as if they were glued to the rims, so the rate of phi_i is
//   dphi_i/dt = -sum of spans u.(v_2 - v_1) + s_in - s_out + feed of drums
// with s the flow of cable past the surface of a split node: 0 while it sticks to a body,
// r (w_wheel - w.axis) while it sticks to a wheel of its own.
//
// Without friction there is one section. Where the cable never slips (infinite friction) its
// sections are rows of the system. With friction they make a chain of loose rows (cable_chain.c).
#include "model/cable_press.h"
#include "model/pull.h"
#include "model/wave.h"

#include <math.h>
#include <string.h>

// room that kinks leave for twist (1 + a.b): near a reversal its gradient grows without bound and
// turns within a step. Suspended beyond 170 degrees, resumed within 166; also where a span is
// shorter than the cable is thick.
static const double SUSPENDS = 0.015, RESUMES = 0.03;
static const double INNER_COMPLIANCE = 1e-10;    // [m/N]
static const double RELAXED_SHARE = 16.0;        // (omega h)^4 at which half the relaxation acts
static const double RESOLVED_MOST = 1.0 - 1e-12; // some of it is a stop: a row needs a diagonal

static int cable_capacity(const rv_world* world) {
    return world->cables.count;
}

static bool cable_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->cable_ids, index)
           && rv_cable_is_path(&world->cables.data[index]);
}

static int cable_bodies(const rv_world* world, int index, const int32_t** bodies) {
    const rv_cable* cable = &world->cables.data[index];
    *bodies = rv_cable_body_list(world, cable);
    return cable->body_count;
}

// Spans that follow each other between the same two bodies with the same tension: up and down
// between two blocks. They share one stiffness element; not where each has waves of its own.
typedef struct span_run {
    int first, count;
} span_run;

static bool same_pair(const rv_path_node* a, const rv_path_node* b) {
    return (a[0].body == b[0].body && a[1].body == b[1].body)
           || (a[0].body == b[1].body && a[1].body == b[0].body);
}

static span_run run_from(const rv_path_node* nodes, int last, int first, bool layered) {
    int count = 1;
    while (!layered && first + count < last && nodes[first].body != nodes[first + 1].body
           && !nodes[first + count].splits && same_pair(nodes + first, nodes + first + count))
        count++;
    return (span_run){first, count};
}

static span_run first_run(const rv_cable* cable, const rv_path_node* nodes) {
    return run_from(nodes, cable->node_count - 1, 0, rv_cable_is_layered(cable));
}

static span_run next_run(const rv_cable* cable, const rv_path_node* nodes, span_run run) {
    return run_from(nodes, cable->node_count - 1, run.first + run.count,
                    rv_cable_is_layered(cable));
}

// The most that a cable has while it touches shapes that forces do not move: every wrap a section that
// slips, every span by itself, and also two of them together.
static void touching_pattern(const rv_world* world, const rv_cable* cable, rv_pattern_sink* sink) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int sections = cable->section_count + sink->wraps, spans = cable->node_count - 1;
    const int32_t no_bodies[2] = {-1, -1};
    rv_pattern_loose(sink, sections + cable->has_twist, cable->body_count + sink->wraps,
                     sections * (sections - 1) / 2);
    for (int i = 0; i < spans; i++)
        rv_pattern_wave(sink, (const int32_t[2]){nodes[i].body, nodes[i + 1].body});
    for (int i = 0; i < sink->wraps + cable->has_twist; i++)
        rv_pattern_stiffness(sink, no_bodies, false);
    for (int i = 0; i < (spans + sink->wraps) / 2 && !rv_cable_is_layered(cable); i++)
        rv_pattern_bundle(sink, no_bodies);
}

static bool is_in_world(const rv_path_node* nodes, int i) {
    return nodes[i].body < 0 && nodes[i + 1].body < 0;
}

// Within one body nothing gives but waves. In the world those move nothing: the first span of a
// section is enough there to tell how its tension changes.
static bool has_element(const rv_cable* cable, const rv_path_node* nodes, int i) {
    if (rv_cable_is_layered(cable))
        return !is_in_world(nodes, i) || i == 0 || nodes[i].splits;
    return nodes[i].body != nodes[i + 1].body;
}

static void cable_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_cable* cable = &world->cables.data[index];
    if (sink->wraps > 0 && cable->touch.enabled) {
        touching_pattern(world, cable, sink);
        return;
    }
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    const int32_t* bodies = rv_cable_body_list(world, cable);
    int last = cable->node_count - 1, sections = cable->section_count;
    if (cable->loose) {
        rv_pattern_loose(sink, sections + cable->has_twist,
                         cable->body_count + RV_KNOT_NODES * cable->knot_count,
                         sections * (sections - 1) / 2);
    } else {
        for (int i = 0; i < last; i = rv_section_end(nodes, cable->node_count, i))
            rv_pattern_group(sink, 1, bodies + nodes[i].section_bodies, nodes[i].section_body_count,
                             cable->solver_group);
        if (cable->has_twist)
            rv_pattern_group(sink, 1, bodies, cable->body_count, cable->solver_group);
    }
    for (span_run run = first_run(cable, nodes); run.first < last;
         run = next_run(cable, nodes, run)) {
        const int32_t pair[2] = {nodes[run.first].body, nodes[run.first + 1].body};
        if (!has_element(cable, nodes, run.first))
            continue;
        if (rv_cable_is_layered(cable))
            rv_pattern_wave(sink, pair);
        else if (run.count > 1)
            rv_pattern_bundle(sink, pair);
        else
            rv_pattern_stiffness(sink, pair, true);
    }
    // the torque of twist turns with the ends
    if (cable->has_twist)
        rv_pattern_stiffness(sink, (const int32_t[2]){nodes[0].body, nodes[last].body}, false);
}

// --- rows ---

// the pull of the spans from node i to node end
void rv_writer_spans(rv_cable_writer* w, int i, int end, bool sections) {
    const rv_path_node* nodes = w->sink.nodes;
    for (; i < end; i = nodes[i].next) {
        const rv_path_node *node = &nodes[i], *next = &nodes[node->next];
        const int32_t slot[2] = {sections ? node->slot_after : node->slot,
                                 sections ? next->slot_before : next->slot};
        const rv_wave* wave =
            rv_cable_is_layered(w->cable) ? rv_waves_of(w->world, w->cable) + i : NULL;
        double pull = wave != NULL ? wave->sag.chord : 1.0;
        if (wave != NULL && slot[0] >= 0)
            rv_sink_force(&w->sink, node, slot[0], node->rim.center, rv_wave_end(wave, 0));
        if (wave != NULL && slot[1] >= 0)
            rv_sink_force(&w->sink, next, slot[1], next->rim.center, rv_wave_end(wave, 1));
        // within one body nothing gives
        if (rv_nodes_are_fixed(node, next))
            continue;
        if (!(node->rim.radius > 0.0) && !(next->rim.radius > 0.0)) {
            rv_vec3 along = rv_vec3_scale(node->span.u, pull);
            rv_sink_force(&w->sink, node, slot[0], node->span.at[0], along);
            rv_sink_force(&w->sink, next, slot[1], node->span.at[1], rv_vec3_neg(along));
            continue;
        }
        const rv_rim rim[2] = {node->rim, next->rim};
        rv_span_form angle[2];
        rv_span_angle_forms(rim, &node->span, angle);
        rv_span_form form = rv_span_length_form(rim, &node->span, angle);
        rv_sink_span(&w->sink, i, slot, -pull, &form);
    }
}

// the flow that a turning wheel carries past a split node, times `sign`
void rv_writer_wheel(rv_cable_writer* w, int i, int slot, int wheel_slot, double sign) {
    const rv_path_node* node = &w->sink.nodes[i];
    if (node->wheel < 0)
        return;
    double flow = sign * node->def.radius;
    // a wheel counts its angle about the axis as it was given, the path may run the other way
    w->sink.values[6 * wheel_slot] += flow * node->def.side;
    rv_sink_torque(&w->sink, slot, rv_vec3_scale(node->rim.axis, -flow));
}

// Response of a body to one row: J M^-1 J.
static double response(const rv_body* body, const double* J) {
    if (body->kind == RV_BODY_SCALAR)
        return J[0] * J[0] / body->mass;
    rv_vec3 linear = rv_vec3_load(J), angular = rv_vec3_load(J + 3);
    double sum = rv_vec3_dot(linear, linear) / body->mass;
    if (body->kind == RV_BODY_RIGID)
        sum += rv_vec3_dot(angular, rv_mat3_apply(rv_mat3_inverse(body->inertia_world), angular));
    return sum;
}

// what bodies that are moved add to the row's rate
static double moved_rate(const rv_body* body, const double* J) {
    if (body->type != RV_BODY_KINEMATIC)
        return 0.0;
    double rate = rv_vec3_dot(rv_vec3_load(J), body->v);
    return body->kind == RV_BODY_RIGID ? rate + rv_vec3_dot(rv_vec3_load(J + 3), body->w) : rate;
}

double rv_writer_put(rv_cable_writer* w, const rv_row_place* place, rv_row* row, bool wanted) {
    double sum = 0.0;
    int reference = place->reference;
    for (int b = 0; b < place->count; b++) {
        if (place->bodies[b] < 0)
            continue;
        const rv_body* body = &w->world->bodies.data[place->bodies[b]];
        const double* J = w->sink.values + 6 * b;
        int dofs = rv_body_dofs(body);
        if (dofs == 0) {
            row->rate += moved_rate(body, J);
            continue;
        }
        if (wanted)
            sum += response(body, J);
        if (place->loose >= 0)
            rv_loose_put(&w->island->kkt.loose, place->loose, body->block, dofs, J);
        else
            memcpy(rv_kkt_jacobian(&w->island->kkt, reference++), J, (size_t)dofs * sizeof *J);
    }
    if (w->cable->knot_count > 0)
        sum += rv_writer_put_knots(w, place->loose, row);
    return sum;
}

// Of motion with the phase x^(1/2) = omega h per step, the share that the step cannot resolve.
static double unresolved(const rv_cable_writer* w, double response, double compliance) {
    double h = w->island->h, x = h * h * response / compliance;
    return isfinite(x * x) ? x * x / (RELAXED_SHARE + x * x) : 1.0;
}

// Without a damping of its own: none for motion that the step resolves, the world's relaxation for
// what it cannot.
double rv_writer_damping_time(const rv_cable_writer* w, double damping, double stiffness,
                              double compliance, double response) {
    if (!isnan(damping))
        return stiffness == INFINITY ? -1.0 : damping / stiffness;
    if (!(compliance > 0.0))
        return -1.0;
    return w->world->def.relaxation * w->island->h * unresolved(w, response, compliance);
}

// The share of what a section catches that its row describes, a line on a spring: what the step resolves of
// the bounce on a straight span.
double rv_writer_resolved(const rv_cable_writer* w, const int between[2], double compliance,
                          double response) {
    bool is_line = rv_section_is_line(w->world, w->cable, between);
    if (!is_line || !(compliance > 0.0) || !(response > 0.0))
        return 0.0;
    return fmin(1.0 - unresolved(w, response, compliance), RESOLVED_MOST);
}

void rv_writer_clear(rv_cable_writer* w, int bodies) {
    memset(w->sink.values, 0, 6 * (size_t)bodies * sizeof(double));
    if (w->cable->knot_count > 0)
        memset(w->sink.knots, 0, 3 * (size_t)w->cable->knot_count * sizeof(double));
}

double rv_section_compliance(const rv_cable_writer* w, int start, int end) {
    const rv_path_node* nodes = w->sink.nodes;
    if (w->cable->EA < INFINITY)
        return fmax(rv_section_stretches(w->world, w->cable, start, end), w->cable->diameter)
               / w->cable->EA;
    // nothing else says what an inextensible section between points of one body pulls with
    for (int i = start; i < end; i++)
        if (!rv_nodes_are_fixed(&nodes[i], &nodes[i + 1]))
            return 0.0;
    return INNER_COMPLIANCE;
}

void rv_section_bound(const rv_cable* cable, rv_row* row, double limit) {
    row->lower = cable->pushes ? -INFINITY : 0.0;
    row->upper = limit;
    if (cable->state == RV_CABLE_BROKEN)
        row->lower = row->upper = 0.0;
}

double rv_writer_waves(const rv_cable_writer* w, int start, int end, rv_row* row) {
    rv_wave_row waves = rv_waves_row(w->world, w->cable, start, end);
    row->rate += waves.rate;
    row->rate_offset += waves.offset;
    row->slip += w->island->h * waves.gives;
    row->phi += waves.phi;
    row->compliance += waves.compliance;
    if (w->cable->EA < INFINITY)
        row->phi += waves.height / w->cable->EA;
    return waves.gives;
}

// A force that is known before the step: EA times the strain and its damping, as long as that
// pulls.
static void pull_as_spring(const rv_cable_writer* w, const rv_row_place* place, const int span[2],
                           rv_row* row) {
    const rv_kkt* kkt = &w->island->kkt;
    double damping = isnan(w->cable->damping) ? 0.0 : w->cable->damping;
    double speed = row->rate + row->rate_offset;
    int reference = place->reference;
    for (int b = 0; b < place->count; b++) {
        const rv_body* body =
            place->bodies[b] < 0 ? NULL : &w->world->bodies.data[place->bodies[b]];
        int dofs = body == NULL ? 0 : rv_body_dofs(body);
        const double* J = dofs > 0 ? rv_kkt_jacobian(&w->island->kkt, reference++) : NULL;
        for (int k = 0; k < dofs; k++)
            speed += J[k] * w->island->v.data[kkt->block_first.data[body->block] + k];
    }
    // the compliance is length over EA; how waves answer within the step is not for the step to
    // resolve
    double h = w->island->h, phi = row->phi, compliance = row->compliance;
    if (rv_cable_is_layered(w->cable)) {
        rv_wave_row waves = rv_waves_row(w->world, w->cable, span[0], span[1]);
        double x = h * h * waves.gives / compliance, share = x * x / (1.0 + x * x);
        phi += share * h * waves.rate;
        compliance += share * h * h * waves.gives;
    }
    double pull = -(phi + damping / w->cable->EA * speed) / compliance;
    row->lower = row->upper = row->phi < 0.0 ? fmin(fmax(pull, 0.0), row->upper) : 0.0;
}

// sections that never slip: each a row of the system
static void section_rows(rv_cable_writer* w, const rv_member* member) {
    const rv_cable* cable = w->cable;
    rv_path_node* nodes = rv_cable_nodes(w->world, cable);
    const int32_t* bodies = rv_cable_body_list(w->world, cable);
    rv_row* row = w->island->rows.data + member->first_row;
    int group = member->first_group, last = cable->node_count - 1;
    for (int i = 0, end; i < last; i = end, row++, group++) {
        rv_path_node* start = &nodes[i];
        end = rv_section_end(nodes, cable->node_count, i);
        rv_writer_clear(w, start->section_body_count);
        rv_writer_spans(w, i, end, true);
        if (i > 0)
            rv_writer_wheel(w, i, start->slot_after, start->wheel_slot_after, 1.0);
        if (end < last)
            rv_writer_wheel(w, end, nodes[end].slot_before, nodes[end].wheel_slot_before, -1.0);
        *row = (rv_row){.phi = start->material - start->geometric,
                        .compliance = rv_section_compliance(w, i, end),
                        .restitution = cable->restitution};
        double limit = INFINITY, gives = 0.0;
        if (rv_cable_is_layered(cable))
            gives = rv_writer_waves(w, i, end, row);
        for (int which = 0; which < 2; which++)
            if (which == 0 ? i == 0 : end == last) {
                rv_feed f = rv_cable_feed(w->world, cable, which, w->island->h);
                row->rate += f.rate;
                row->slip += f.slip;
                limit = fmin(limit, f.limit);
            }
        rv_section_bound(cable, row, limit);
        rv_row_place place = {bodies + start->section_bodies, start->section_body_count,
                              w->island->kkt.group_first.data[group], -1};
        double moves = gives + rv_writer_put(w, &place, row, true);
        row->tau = rv_writer_damping_time(w, cable->damping, cable->EA, row->compliance, moves);
        row->resolved = rv_writer_resolved(w, (const int[2]){i, end}, row->compliance, moves);
        if (cable->tension == RV_CABLE_TENSION_SPRING && cable->state != RV_CABLE_BROKEN)
            pull_as_spring(w, &place, (const int[2]){i, end}, row);
    }
}

// --- twist ---

static void twist_row(rv_cable_writer* w, rv_cable* cable, const rv_member* member) {
    rv_island* island = w->island;
    int k = cable->section_count;
    rv_row* row = island->rows.data + member->first_row + k;
    double angle, predicted = cable->twist + cable->last_h * cable->twist_speed;
    double room;
    bool is_defined = rv_twist_angle(w->world, island, cable, &angle, &room);
    bool has_angle = is_defined && room > (cable->suspended ? RESUMES : SUSPENDS);
    // a slack bridge between segments has no path to carry twist along
    bool is_slack = cable->state == RV_CABLE_SLACK && cable->last_h > 0.0;
    has_angle &= cable->parent < 0 || !is_slack;
    rv_writer_clear(w, cable->body_count);
    *row = (rv_row){.compliance = rv_cable_material(w->world, cable) / cable->GJ,
                    .lower = -INFINITY,
                    .upper = INFINITY};
    if (has_angle != !cable->suspended)
        cable->events |=
            1u << (has_angle ? RV_CABLE_EVENT_TWIST_RESUMED : RV_CABLE_EVENT_TWIST_SUSPENDED);
    if (has_angle && cable->suspended) {
        // starts again without a torque: what was stored is gone
        rv_twist_set(w->world, cable, angle, 0.0);
        angle = predicted = 0.0;
    }
    // out of a wheel's plane the straight path turns the ends otherwise: that twists nothing
    if (has_angle && cable->relaid) {
        double kept = predicted, speed = cable->twist_speed;
        rv_twist_set(w->world, cable, angle, kept);
        cable->twist_speed = speed;
        angle = kept;
    }
    cable->suspended = !has_angle;
    if (is_defined) {
        cable->twist = row->phi = rv_angle_near(angle, predicted);
        rv_twist_row(w->world, island, cable, &w->sink);
    }
    if (!has_angle || cable->state == RV_CABLE_BROKEN)
        row->lower = row->upper = 0.0;
    rv_row_place place = {rv_cable_body_list(w->world, cable), cable->body_count, -1, -1};
    if (cable->loose)
        place.loose = member->first_loose + k;
    else
        place.reference = island->kkt.group_first.data[member->first_group + k];
    double moves = rv_writer_put(w, &place, row, isnan(cable->twist_damping));
    row->tau = rv_writer_damping_time(w, cable->twist_damping, cable->GJ, row->compliance, moves);
}

// --- stiffness ---

// past a node that has lifted off the bodies of a span have no place for its stiffness
static bool is_direct(const rv_path_node* nodes, int i) {
    return !nodes[i].lifted && nodes[i].next == i + 1;
}

static void place_bundle(const rv_world* world, rv_bundle* bundle, const rv_path_node* nodes,
                         span_run run) {
    const int32_t body[2] = {nodes[run.first].body, nodes[run.first + 1].body};
    rv_bundle_clear(world, body, bundle);
    for (int i = run.first; i < run.first + run.count; i++) {
        if (!is_direct(nodes, i))
            continue;
        bool turned = nodes[i].body != body[0];
        const rv_vec3 arm[2] = {rv_span_arm(&nodes[turned ? i + 1 : i]),
                                rv_span_arm(&nodes[turned ? i : i + 1])};
        rv_vec3 u = turned ? rv_vec3_neg(nodes[i].span.u) : nodes[i].span.u;
        rv_bundle_add(bundle, u, nodes[i].span.length, arm);
    }
    rv_bundle_finish(bundle);
}

// The inertia of the span that begins at node i, or ends at the next; past a node that has lifted off
// each end has its own, and what is between them has no place.
static void place_wave(const rv_world* world, const rv_cable* cable, int i, rv_stiffness* k) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    k->weighs[0] = !nodes[i].lifted;
    k->weighs[1] = !nodes[i + 1].lifted;
    while (nodes[i].lifted)
        i--;
    const rv_wave* wave = &rv_waves_of(world, cable)[i];
    k->u = nodes[i].span.u;
    for (int s = 0; s < 2; s++) {
        k->wave[s] = wave->rest.inertia[s];
        k->line[s] = wave->line[s];
        k->push[s] = wave->push[s];
    }
    k->line[2] = wave->line[2];
}

static void place_stiffness(const rv_world* world, rv_island* island, const rv_cable* cable,
                            const rv_member* member) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    int last = cable->node_count - 1;
    for (span_run run = first_run(cable, nodes); run.first < last;
         run = next_run(cable, nodes, run)) {
        int i = run.first;
        if (!has_element(cable, nodes, i))
            continue;
        k->load = 0.0;
        k->has_span = false;
        k->u = nodes[i].span.u;
        k->length = nodes[i].span.length;
        if (rv_cable_is_layered(cable))
            place_wave(world, cable, i, k);
        if (run.count > 1)
            place_bundle(world, &island->bundles.data[k->bundle], nodes, run);
        for (int s = 0; s < 2 && run.count == 1; s++) {
            rv_pull_place(k, s, rv_span_arm(&nodes[i + s]));
            rv_pull_moved(world, nodes[i + s].body, k, s);
            int32_t body = nodes[i + s].body;
            k->thin[s] = body >= 0 && world->bodies.data[body].strand >= 0;
        }
        k++;
    }
    for (int s = 0; s < 2 && cable->has_twist; s++) {
        k->load = 0.0;
        rv_pull_place(k, s, rv_twist_axis(world, island, cable, s));
    }
}

// a cable that cannot push has no tension below 0, but for rounding
static void set_tension(const rv_cable* cable, rv_path_node* nodes, const int between[2],
                        double tension) {
    int first = between[0] < between[1] ? between[0] : between[1];
    int last = between[0] < between[1] ? between[1] : between[0];
    for (int i = first; i < last; i++)
        nodes[i].tension = cable->pushes ? tension : fmax(tension, 0.0);
}

void rv_cable_seed_forces(rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    double* force = world->cable_lambda.data + cable->first_node;
    int last = cable->node_count - 1;
    for (int i = 0; i < last && !cable->loose; i = rv_section_end(nodes, cable->node_count, i))
        *force++ = nodes[i].tension;
    if (!cable->loose)
        return;
    rv_chain chain = rv_chain_first(world, cable);
    do
        for (int k = 0, i = rv_chain_start(&chain); k < chain.count; k++) {
            int next = rv_chain_split(nodes, &chain, i);
            const rv_path_node* here = &nodes[chain.backward ? next : i];
            int after = k == chain.count - 1 ? next : rv_chain_split(nodes, &chain, next);
            const rv_path_node* then = &nodes[chain.backward ? after : next];
            force[chain.row + k] = here->tension - (k == chain.count - 1 ? 0.0 : then->tension);
            i = next;
        }
    while (rv_chain_next(world, cable, &chain));
}

void rv_cable_find_tensions(const rv_world* world, const rv_island* island,
                            const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = cable->node_count - 1;
    const double* impulse = island->kkt.impulse.data + member->first_row;
    for (int i = 0, end; i < last && !cable->loose; i = end) {
        end = rv_section_end(nodes, cable->node_count, i);
        set_tension(cable, nodes, (const int[2]){i, end}, *impulse++ / island->h);
    }
    if (!cable->loose)
        return;
    rv_chain chain = rv_chain_first(world, cable);
    do
        for (int k = 0, i = rv_chain_start(&chain), next; k < chain.count; k++, i = next) {
            next = rv_chain_split(nodes, &chain, i);
            set_tension(cable, nodes, (const int[2]){i, next},
                        rv_chain_tension(island, member, &chain, k));
        }
    while (rv_chain_next(world, cable, &chain));
}

static void cable_stiffness(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_cable* cable = &world->cables.data[member->index];
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    int last = cable->node_count - 1;
    rv_cable_find_tensions(world, island, member);
    for (span_run run = first_run(cable, nodes); run.first < last;
         run = next_run(cable, nodes, run)) {
        int i = run.first;
        double tension = nodes[i].tension;
        if (!has_element(cable, nodes, i))
            continue;
        if (run.count > 1 || is_in_world(nodes, i))
            k->load = tension > 0.0 ? tension : 0.0;
        else
            rv_pull_stiffness(k, is_direct(nodes, i) ? tension : 0.0);
        // the waves have it
        if (rv_cable_is_layered(cable))
            k->has_span = false;
        k++;
    }
    if (!cable->has_twist)
        return;
    // The torque acts along the ends' axes and turns with them; how depends on the path and has
    // both signs. As inertia that stands against all turning of the axes, its size covers either.
    int row = cable->section_count;
    double impulse = cable->loose ? island->kkt.loose.rows.data[member->first_loose + row].impulse
                                  : island->kkt.impulse.data[member->first_row + row];
    k->load = k->pull[0] = k->pull[1] = fabs(impulse) / island->h;
}

static rv_cable_writer writer_of(const rv_world* world, rv_island* island, const rv_cable* cable) {
    double* values = island->row_jacobian.data;
    return (rv_cable_writer){
        .world = world,
        .island = island,
        .cable = cable,
        .sink = {values, values + 6 * cable->body_count, rv_cable_nodes(world, cable)}};
}

// waves were made for other tensions than the solve has found
static bool waves_want_again(const rv_world* world, const rv_cable* cable) {
    return rv_cable_is_layered(cable) && rv_waves_follow(world, cable)
           && cable->tension != RV_CABLE_TENSION_SPRING;
}

static bool cable_wants_again(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return cable->drains[0] || cable->drains[1] || waves_want_again(world, cable);
}

static int cable_again(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* cable = &world->cables.data[member->index];
    rv_cable_writer w = writer_of(world, island, cable);
    if (waves_want_again(world, cable))
        rv_waves_condense(world, island, cable, true);
    if (cable->loose)
        rv_chain_rows(&w, member);
    else
        section_rows(&w, member);
    if (cable->loose && cable->has_twist)
        twist_row(&w, cable, member);
    place_stiffness(world, island, cable, member);
    cable_stiffness(world, island, member);
    return cable->section_count;
}

static void cable_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_cable* cable = &world->cables.data[member->index];
    rv_cable_writer w = writer_of(world, island, cable);
    cable->drains[0] = cable->drains[1] = false;
    if (rv_cable_is_layered(cable))
        rv_waves_condense(world, island, cable, false);
    if (cable->loose)
        rv_chain_rows(&w, member);
    else
        section_rows(&w, member);
    if (cable->has_twist)
        twist_row(&w, cable, member);
    place_stiffness(world, island, cable, member);
    cable->excess = rv_excess_of_step(island, cable->excess, rv_cable_excess(world, cable));
}

static bool cable_is_unsettled(rv_world* world, rv_island* island, const rv_member* member,
                               int pass) {
    (void)pass;
    return rv_cable_drains(world, island, member);
}

static double* cable_lambda(rv_world* world, int index, int8_t** state) {
    int first = world->cables.data[index].first_node;
    *state = world->cable_row_state.data + first;
    return world->cable_lambda.data + first;
}

// waves need no body to move, nor does what lies on a solid
static bool cable_moves_alone(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return rv_cable_is_layered(cable) || cable->knot_count > 0;
}

static void cable_add_energy(const rv_world* world, int index, rv_energy* energy) {
    if (rv_cable_is_layered(&world->cables.data[index]))
        rv_waves_add_energy(world, &world->cables.data[index], energy);
}

const rv_constraint_class rv_cable_class = {
    .name = "cable",
    .add_energy = cable_add_energy,
    .moves_alone = cable_moves_alone,
    .capacity = cable_capacity,
    .is_alive = cable_is_alive,
    .remove = rv_cable_remove,
    .bodies = cable_bodies,
    .reach = rv_cable_reach,
    .pattern = cable_pattern,
    .route = rv_cable_route,
    .rows = cable_rows,
    .wants_again = cable_wants_again,
    .again = cable_again,
    .is_unsettled = cable_is_unsettled,
    .terms = rv_chain_terms,
    .settle = rv_cable_settle,
    .lambda = cable_lambda,
    .stiffness = cable_stiffness,
    .travel = rv_cable_travel,
    .drives = rv_cable_drives,
    .swings = rv_waves_swing,
    .put_to_sleep = rv_waves_stop,
};
