// Builders of cables for tests: nodes in one line each, and random scenes for a path.
#ifndef REEVE_CABLE_FIXTURE_H
#define REEVE_CABLE_FIXTURE_H

#include "model/span.h"
#include "world_fixture.h"

static inline rv_cable_node fixed_at(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = rv_cable_node_default();
    node.body = body;
    node.point = point;
    return node;
}

static inline rv_cable_node eye_at(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = fixed_at(body, point);
    node.type = RV_CABLE_EYE;
    return node;
}

static inline rv_cable_node pulley_at(rv_body_id body, rv_vec3 point, rv_vec3 axis, double radius) {
    rv_cable_node node = fixed_at(body, point);
    node.type = RV_CABLE_PULLEY;
    node.axis = axis;
    node.radius = radius;
    return node;
}

static inline rv_cable_node drum_at(rv_body_id body, rv_vec3 point, double speed) {
    rv_cable_node node = fixed_at(body, point);
    node.type = RV_CABLE_DRUM;
    node.winch.speed = speed;
    return node;
}

// without stretch and twist, as long as its path
static inline rv_cable_def rigid_cable_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = count;
    def.EA = INFINITY;
    def.GJ = 0.0;
    return def;
}

// with the stiffness EA and without damping, so that its energy is conserved
static inline rv_cable_def elastic_cable_def(const rv_cable_node* nodes, int count, double EA) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.EA = EA;
    def.damping = 0.0;
    return def;
}

// checks that it worked: tests of errors call rv_cable_create themselves
static inline rv_cable_id cable_of(rv_world* world, const rv_cable_def* def) {
    rv_cable_id cable = rv_cable_create(world, def);
    CHECK(cable.slot != 0);
    if (cable.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return cable;
}

static inline rv_cable_id add_cable(rv_world* world, const rv_cable_node* nodes, int count) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    return cable_of(world, &def);
}

// how many events of a kind the last step had; *last is the last of them
static inline int events_of(const rv_world* world, rv_cable_event_type type, rv_cable_event* last) {
    int count, found = 0;
    const rv_cable_event* events = rv_world_cable_events(world, &count);
    for (int i = 0; i < count; i++)
        if (events[i].type == type) {
            found++;
            if (last != NULL)
                *last = events[i];
        }
    return found;
}

// the smallest of what the derivatives divide by: d.t of the ends, and the determinant of the two;
// a turn of a rim moves a far end of the span by that much more
static inline double span_divisor(const rv_rim rim[2], const rv_span* span) {
    rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
    double smallest = fmin(1.0, span->length), product = 1.0;
    for (int s = 0; s < 2; s++) {
        if (!(rim[s].radius > 0.0))
            continue;
        smallest = fmin(smallest, rv_vec3_dot(d, span->tangent[s]));
        product *= rv_vec3_dot(d, span->tangent[s]);
    }
    if (!(rim[0].radius > 0.0) || !(rim[1].radius > 0.0))
        return smallest / fmax(1.0, span->length);
    double coupling = rim[0].radius * rim[1].radius * rv_vec3_dot(span->tangent[1], span->radial[0])
                      * rv_vec3_dot(span->tangent[0], span->radial[1]);
    double reach = fmax(rv_vec3_length(d), fmax(rim[0].radius, rim[1].radius));
    return fmin(smallest, fabs(product + coupling) / reach) / fmax(1.0, span->length);
}

#endif
