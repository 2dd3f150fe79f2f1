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

static inline rv_cable_node free_at(rv_vec3 point) {
    rv_cable_node node = fixed_at(NO_BODY, point);
    node.type = RV_CABLE_FREE;
    return node;
}

static inline rv_cable_node clamped_at(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = fixed_at(body, point);
    node.clamped = true;
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

// at its speed at once: where the speeds of winches are not what is tested
static inline rv_cable_node drum_at(rv_body_id body, rv_vec3 point, double speed) {
    rv_cable_node node = fixed_at(body, point);
    node.type = RV_CABLE_DRUM;
    node.winch.speed = speed;
    node.winch.acceleration = INFINITY;
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

// Several cables in several islands, all at work: a winch that winds to and fro, a load that swings
// about a post with friction, a tackle, a wheel with inertia, free bodies with a pulley on one of
// them, twist, and one that goes slack and taut.
typedef struct cable_zoo {
    rv_cable_id winch, post, tackle, wheel, free, twisted, bouncing;
    rv_body_id swinging, spinner;
} cable_zoo;

static inline rv_body_id zoo_box(rv_world* world, double mass, rv_vec3 at) {
    return add_rigid(world, mass, vec(0.1 * mass, 0.12 * mass, 0.15 * mass), at);
}

static inline void cable_zoo_add_posts(rv_world* world, cable_zoo* z) {
    rv_body_id load = add_particle(world, 2.0, vec(0.3, 0, -2));
    rv_cable_node hoist[] = {drum_at(NO_BODY, vec(-1, 0, 0), -0.3), eye_at(NO_BODY, vec(0, 0, 0)),
                             fixed_at(load, vec(0, 0, 0))};
    hoist[1].friction = 0.2;
    hoist[0].winch.stored = 1.0;
    hoist[0].winch.capacity = 1.4;
    z->winch = add_cable(world, hoist, 3);
    z->swinging = add_particle(world, 1.0, vec(11, 0.2, -1));
    rv_body_id weight = add_particle(world, 1.4, vec(9.9, 0, -1));
    rv_cable_node post[] = {fixed_at(weight, vec(0, 0, 0)),
                            pulley_at(NO_BODY, vec(10, 0, 0), vec(0, 1, 0), 0.1),
                            fixed_at(z->swinging, vec(0, 0, 0))};
    post[1].friction = 0.15;
    rv_cable_def elastic = elastic_cable_def(post, 3, 1e4);
    elastic.damping = NAN;
    z->post = cable_of(world, &elastic);
}

static inline void cable_zoo_add_wheels(rv_world* world, cable_zoo* z) {
    rv_body_id block = add_particle(world, 5.0, vec(20.2, 0, -2));
    rv_cable_node tackle[] = {drum_at(NO_BODY, vec(20, 0, 0), -0.1),
                              pulley_at(block, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                              fixed_at(NO_BODY, vec(20.5, 0, 0))};
    z->tackle = add_cable(world, tackle, 3);
    rv_body_id turns = add_scalar(world, 0.1, 0.0);
    rv_body_id a = add_particle(world, 1.0, vec(29.7, 0.1, -2));
    rv_body_id b = add_particle(world, 1.1, vec(30.3, 0, -2));
    rv_cable_node wheel[] = {fixed_at(a, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(30, 0, 0), vec(0, 1, 0), 0.3),
                             fixed_at(b, vec(0, 0, 0))};
    wheel[1].friction = INFINITY;
    wheel[1].wheel = turns;
    z->wheel = add_cable(world, wheel, 3);
    rv_body_id boxes[3];
    for (int i = 0; i < 3; i++)
        boxes[i] = zoo_box(world, 1.0 + i, vec(40.0 + i, i == 1 ? 1.0 : 0.0, 0));
    rv_cable_node free[] = {fixed_at(boxes[0], vec(0.1, 0, 0)),
                            pulley_at(boxes[1], vec(0, 0.1, 0), vec(0.1, 0, 1), 0.2),
                            fixed_at(boxes[2], vec(-0.1, 0, 0.1))};
    free[1].friction = 0.1;
    rv_cable_def def = rv_cable_def_default();
    def.nodes = free;
    def.node_count = 3;
    def.twist = 1.0;
    z->free = cable_of(world, &def);
    rv_body_set_velocity(world, boxes[0], vec(-1, 0, 0));
}

static inline void cable_zoo_build(rv_world* world, cable_zoo* z) {
    *z = (cable_zoo){0};
    cable_zoo_add_posts(world, z);
    cable_zoo_add_wheels(world, z);
    z->spinner = zoo_box(world, 1.0, vec(50, 0, -1));
    rv_cable_node twisted[] = {fixed_at(NO_BODY, vec(50, 0, 0)),
                               fixed_at(z->spinner, vec(0, 0, 0.1))};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = twisted;
    def.node_count = 2;
    def.GJ = 2.0;
    def.twist = 9.0;
    z->twisted = cable_of(world, &def);
    rv_body_id ball = add_particle(world, 1.0, vec(60, 0, -0.5));
    rv_cable_node bouncing[] = {fixed_at(NO_BODY, vec(60, 0, 0)), fixed_at(ball, vec(0, 0, 0))};
    rv_cable_def bounce = rigid_cable_def(bouncing, 2);
    bounce.length = 1.0;
    bounce.restitution = 0.9;
    z->bouncing = cable_of(world, &bounce);
}

// what a user does while it runs: the same at the same step
static inline void cable_zoo_control(rv_world* world, const cable_zoo* z, long step) {
    if (step % 150 == 0) {
        rv_cable_set_winch_speed(world, z->winch, 0, step % 300 == 0 ? -0.3 : 0.3);
        rv_cable_set_winch_speed(world, z->tackle, 0, step % 300 == 0 ? -0.1 : 0.1);
    }
    if (step % 97 == 0)
        rv_body_apply_force_at_center(world, z->swinging, vec(20, 30, 50));
    rv_body_apply_torque(world, z->spinner, vec(0, 0, step % 80 < 40 ? 0.2 : -0.2));
}

#endif
