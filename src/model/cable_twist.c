// Twist carried along a path: a direction across the cable is transported without twist from the
// first end to the last and compared with that end's own (Bishop 1975; for rods Bergou et al.
// 2008).
//   kink from a to b:   u <- u + X x u + X x (X x u) / (1 + a.b),   X = a x b
//   arc of a pulley:    u <- u turned by the wrap angle about the axis
//   twist:              Omega = atan2(s_end . (u x m_end), u . m_end), turns counted
// With kappa = X / (1 + a.b) and w the angular velocity of the body at hand
//   dOmega/dt = w_b.s_b - w_a.s_a + sum over kinks kappa.(da/dt + db/dt)
//               - sum over arcs w.(t_out - t_in)
// A kink of a half turn has no meaning (1 + a.b = 0), nor has a span without length. A pulley never
// has such a kink: the arc takes any angle.
#include "model/cable.h"

#include "core/extremes.h"

#include <math.h>

static const double SHARPEST = 1e-4; // 1 + a.b: a kink of 179.2 degrees
static const double SHORTEST = 1e-9; // [m], of a span with a direction

// an end: where the cable goes, and the direction across it that belongs to the body
typedef struct end_frame {
    rv_vec3 axis, director;
} end_frame;

static end_frame end_of(const rv_world* world, const rv_island* island, const rv_cable* cable,
                        int which) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = cable->node_count - 1;
    const rv_path_node* node = &nodes[which == 0 ? 0 : last];
    if (rv_node_is_drum(node) && node->def.radius > 0.0) {
        rv_vec3 tangent = which == 0 ? node->span.tangent[0]
                                     : nodes[rv_path_previous(nodes, last)].span.tangent[1];
        // its director stays across the tangent as that moves along the rim
        rv_vec3 local = cable->director[which];
        rv_vec3 across = rv_vec3_cross(tangent, node->rim.axis);
        return (end_frame){tangent, rv_vec3_add(rv_vec3_scale(node->rim.axis, local.x),
                                                rv_vec3_scale(across, local.y))};
    }
    rv_motion m = rv_motion_of(world, island, node->body);
    return (end_frame){rv_mat3_apply(m.R, node->axis), rv_mat3_apply(m.R, cable->director[which])};
}

rv_vec3 rv_twist_axis(const rv_world* world, const rv_island* island, const rv_cable* cable,
                      int which) {
    return end_of(world, island, cable, which).axis;
}

// a direction across the cable on its way, and the room that kinks have left it
typedef struct carried {
    rv_vec3 u;
    double room;
} carried;

// carries it over a kink; false: a reversal
static bool carry(carried* c, rv_vec3 a, rv_vec3 b) {
    double room = 1.0 + rv_vec3_dot(a, b);
    c->room = rv_smaller(c->room, room);
    if (!(c->room > SHARPEST))
        return false;
    rv_vec3 X = rv_vec3_cross(a, b), Xu = rv_vec3_cross(X, c->u);
    c->u = rv_vec3_mul_add(rv_vec3_add(c->u, Xu), 1.0 / room, rv_vec3_cross(X, Xu));
    return true;
}

// carries u along the arc from one tangent to another, both across the axis
static rv_vec3 carry_arc(rv_vec3 u, rv_vec3 axis, rv_vec3 from, rv_vec3 to) {
    // its parts along the axis and along the radius stay what they are
    rv_vec3 radial_from = rv_vec3_cross(from, axis), radial_to = rv_vec3_cross(to, axis);
    return rv_vec3_add(rv_vec3_scale(axis, rv_vec3_dot(u, axis)),
                       rv_vec3_scale(radial_to, rv_vec3_dot(u, radial_from)));
}

// the first end's director at the last end
static bool transport(const rv_path_node* nodes, int last, const end_frame* first, rv_vec3 end_axis,
                      carried* c) {
    *c = (carried){first->director, 2.0};
    rv_vec3 along = first->axis;
    for (int i = 0; i < last;) {
        const rv_path_node* node = &nodes[i];
        const rv_path_node* next = &nodes[node->next];
        if (!(node->span.length > SHORTEST) || !carry(c, along, node->span.u))
            return false;
        along = node->span.u;
        i = node->next;
        if (next->def.type == RV_CABLE_PULLEY) {
            if (!carry(c, along, node->span.tangent[1]))
                return false;
            c->u = carry_arc(c->u, next->rim.axis, node->span.tangent[1], next->span.tangent[0]);
            along = next->span.tangent[0];
        }
    }
    return carry(c, along, end_axis);
}

bool rv_twist_angle(const rv_world* world, const rv_island* island, const rv_cable* cable,
                    double* angle, double* room) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    *room = 2.0;
    end_frame first = end_of(world, island, cable, 0), last = end_of(world, island, cable, 1);
    for (int i = 0; i < cable->node_count - 1; i = nodes[i].next)
        if (nodes[i].span.length < cable->diameter)
            *room = 0.0;
    carried c;
    if (!transport(nodes, cable->node_count - 1, &first, last.axis, &c))
        return false;
    *room = rv_smaller(*room, c.room);
    *angle = rv_atan2(rv_vec3_dot(last.axis, rv_vec3_cross(c.u, last.director)),
                      rv_vec3_dot(c.u, last.director));
    return true;
}

static rv_vec3 kappa_of(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_scale(rv_vec3_cross(a, b), 1.0 / (1.0 + rv_vec3_dot(a, b)));
}

// q . (rate of a direction that is fixed to a body)
static void sink_fixed(rv_row_sink* sink, int slot, rv_vec3 direction, rv_vec3 q) {
    rv_sink_torque(sink, slot, rv_vec3_cross(direction, q));
}

// what one span adds: kinks at both of its ends turn it, and the tangents it meets
typedef struct span_terms {
    rv_vec3 q;          // on the rate of its direction
    double on_angle[2]; // on the rates of its tangent points along the rims
} span_terms;

static void sink_span_terms(rv_row_sink* sink, int i, const span_terms* t) {
    const rv_path_node* node = &sink->nodes[i];
    const rv_path_node* next = &sink->nodes[node->next];
    const rv_span* span = &node->span;
    const int32_t slot[2] = {node->slot, next->slot};
    rv_vec3 across = rv_vec3_mul_add(t->q, -rv_vec3_dot(t->q, span->u), span->u);
    across = rv_vec3_scale(across, 1.0 / span->length);
    rv_sink_force(sink, node, slot[0], span->at[0], rv_vec3_neg(across));
    rv_sink_force(sink, next, slot[1], span->at[1], across);
    if (!(node->rim.radius > 0.0) && !(next->rim.radius > 0.0))
        return;
    const rv_rim rim[2] = {node->rim, next->rim};
    rv_span_form angle[2];
    rv_span_angle_forms(rim, span, angle);
    for (int s = 0; s < 2; s++) {
        double slides = rim[s].radius * rv_vec3_dot(across, span->tangent[s]);
        double on = t->on_angle[s] + (s == 0 ? -slides : slides);
        if (rim[s].radius > 0.0)
            rv_sink_span(sink, i, slot, on, &angle[s]);
    }
}

void rv_twist_row(const rv_world* world, const rv_island* island, const rv_cable* cable,
                  rv_row_sink* sink) {
    const rv_path_node* nodes = sink->nodes;
    int last = cable->node_count - 1;
    end_frame end[2] = {end_of(world, island, cable, 0), end_of(world, island, cable, 1)};
    rv_sink_torque(sink, nodes[0].slot, rv_vec3_neg(end[0].axis));
    rv_sink_torque(sink, nodes[last].slot, end[1].axis);
    rv_vec3 at_eye = {0, 0, 0}; // kappa of the kink between the last span and this one
    for (int i = 0; i < last; i = nodes[i].next) {
        const rv_path_node *node = &nodes[i], *next = &nodes[node->next];
        const rv_span* span = &node->span;
        bool from_rim = node->rim.radius > 0.0, to_rim = next->rim.radius > 0.0;
        span_terms terms = {.q = at_eye};
        if (i == 0 || from_rim) {
            rv_vec3 before = from_rim ? span->tangent[0] : end[0].axis;
            terms.q = kappa_of(before, span->u);
            sink_fixed(sink, node->slot, before, terms.q);
            terms.on_angle[0] = from_rim ? -rv_vec3_dot(terms.q, span->radial[0]) : 0.0;
        }
        bool fixed = node->next == last || to_rim;
        rv_vec3 after = !fixed ? next->span.u : to_rim ? span->tangent[1] : end[1].axis;
        rv_vec3 kappa = kappa_of(span->u, after);
        terms.q = rv_vec3_add(terms.q, kappa);
        if (fixed)
            sink_fixed(sink, next->slot, after, kappa);
        terms.on_angle[1] = to_rim ? -rv_vec3_dot(kappa, span->radial[1]) : 0.0;
        at_eye = kappa;
        sink_span_terms(sink, i, &terms);
        if (next->def.type == RV_CABLE_PULLEY)
            rv_sink_torque(sink, next->slot, rv_vec3_sub(span->tangent[1], next->span.tangent[0]));
    }
}

void rv_twist_set(const rv_world* world, rv_cable* cable, double angle, double twist) {
    const rv_path_node* end = &rv_cable_nodes(world, cable)[cable->node_count - 1];
    double sine, cosine;
    rv_sincos(twist - angle, &sine, &cosine);
    rv_vec3 d = cable->director[1];
    // about the tangent: the rim's axis turns towards tangent x axis
    rv_vec3 across =
        end->def.radius > 0.0 ? (rv_vec3){-d.y, d.x, 0.0} : rv_vec3_cross(end->axis, d);
    cable->director[1] = rv_vec3_add(rv_vec3_scale(d, cosine), rv_vec3_scale(across, sine));
    cable->twist = twist;
    cable->twist_speed = 0.0;
}

void rv_twist_start(const rv_world* world, rv_cable* cable, double twist) {
    rv_path_node* nodes = rv_cable_nodes(world, cable);
    int last = cable->node_count - 1;
    for (int s = 0; s < 2; s++) {
        rv_path_node* node = &nodes[s == 0 ? 0 : last];
        bool rim = node->def.radius > 0.0;
        rv_motion m = rv_motion_of(world, NULL, node->body);
        if (!rim && rv_vec3_length(node->def.axis) == 0.0) {
            rv_vec3 u = s == 0 ? nodes[0].span.u : nodes[rv_path_previous(nodes, last)].span.u;
            node->axis = rv_mat3_apply_transpose(m.R, u);
        }
        cable->director[s] = rim ? (rv_vec3){1, 0, 0} : rv_vec3_perpendicular(node->axis);
    }
    double angle = 0.0, room;
    cable->suspended = !rv_twist_angle(world, NULL, cable, &angle, &room);
    rv_twist_set(world, cable, angle, twist);
}
