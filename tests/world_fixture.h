// Shared builders of the engine's tests: small worlds, bodies and joints in one line each, random
// numbers that are the same everywhere, and a "zoo", a world with one of everything.
#ifndef REEVE_WORLD_FIXTURE_H
#define REEVE_WORLD_FIXTURE_H

#include "reeve/reeve.h"
#include "test.h"

#include <stdlib.h>

static inline rv_vec3 vec(double x, double y, double z) {
    return (rv_vec3){x, y, z};
}

// xorshift64*: the same numbers on every machine
typedef struct fixture_random {
    uint64_t state;
} fixture_random;

static inline double random_in(fixture_random* random, double low, double high) {
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    uint64_t bits = random->state * 0x2545f4914f6cdd1dull;
    return low + (high - low) * (double)(bits >> 11) * 0x1p-53;
}

static inline rv_vec3 random_vec(fixture_random* random, double size) {
    double x = random_in(random, -size, size), y = random_in(random, -size, size);
    return vec(x, y, random_in(random, -size, size));
}

// a rotation by at most `largest` rad
static inline rv_quat random_rotation(fixture_random* random, double largest) {
    rv_vec3 axis = rv_vec3_normalize(random_vec(random, 1.0));
    return rv_quat_exp(rv_vec3_scale(axis, random_in(random, 0.0, largest)));
}

static inline rv_pose random_pose(fixture_random* random, double size, double largest) {
    rv_vec3 position = random_vec(random, size);
    return rv_pose_make(position, random_rotation(random, largest));
}

static inline rv_world* world_of(const rv_world_def* def) {
    char error[256];
    rv_world* world = rv_world_create(def, error, sizeof error);
    CHECK_TEXT(error, "");
    return world;
}

static inline rv_world* default_world(void) {
    rv_world_def def = rv_world_def_default();
    return world_of(&def);
}

static inline rv_world* weightless_world(void) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    return world_of(&def);
}

// checks that it worked: tests of errors call rv_body_create themselves
static inline rv_body_id body_of(rv_world* world, const rv_body_def* def) {
    rv_body_id body = rv_body_create(world, def);
    CHECK(body.slot != 0);
    if (body.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return body;
}

static inline rv_body_id add_particle(rv_world* world, double mass, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass;
    def.pose.position = at;
    return body_of(world, &def);
}

// a rigid body with the principal moments of inertia `moments`
static inline rv_body_id add_rigid(rv_world* world, double mass, rv_vec3 moments, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.inertia = rv_mat3_diagonal(moments.x, moments.y, moments.z);
    def.pose.position = at;
    return body_of(world, &def);
}

// a rigid body of 1 kg and 1 kg m^2 about every axis
static inline rv_body_id add_unit(rv_world* world, rv_vec3 at) {
    return add_rigid(world, 1.0, vec(1, 1, 1), at);
}

static inline rv_body_id add_scalar(rv_world* world, double inertia, double at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_SCALAR;
    def.mass = inertia;
    def.pose.position.x = at;
    return body_of(world, &def);
}

static inline rv_body_id add_kinematic(rv_world* world, rv_vec3 at, rv_vec3 velocity) {
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_KINEMATIC;
    def.pose.position = at;
    def.velocity = velocity;
    return body_of(world, &def);
}

static inline rv_joint_id joint_of(rv_world* world, const rv_joint_def* def) {
    rv_joint_id joint = rv_joint_create(world, def);
    CHECK(joint.slot != 0);
    if (joint.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return joint;
}

static inline rv_joint_id add_joint_at(rv_world* world, rv_joint_type type, rv_body_id a,
                                       rv_body_id b, rv_vec3 point, rv_vec3 axis) {
    rv_joint_def def = rv_joint_def_at(world, type, a, b, point, axis);
    return joint_of(world, &def);
}

static inline rv_joint_id add_distance(rv_world* world, rv_body_id a, rv_body_id b, rv_vec3 at_a,
                                       rv_vec3 at_b) {
    rv_joint_def def = rv_joint_def_between(world, RV_JOINT_DISTANCE, a, b, at_a, at_b);
    return joint_of(world, &def);
}

static const rv_body_id NO_BODY = {0};

// false, and a failed check, at the first step that is not perfect
static inline bool steps_are_ok(rv_world* world, double h, long count) {
    for (long i = 0; i < count; i++) {
        rv_status status = rv_world_step(world, h);
        CHECK(status == RV_STATUS_OK);
        if (status != RV_STATUS_OK)
            return false;
    }
    return true;
}

static inline rv_rows_id add_rows(rv_world* world, const rv_body_id* bodies, int count,
                                  rv_rows_callback* evaluate, void* context) {
    rv_rows_def def = rv_rows_def_default();
    def.bodies = bodies;
    def.body_count = count;
    def.evaluate = evaluate;
    def.context = context;
    rv_rows_id rows = rv_rows_create(world, &def);
    CHECK(rows.slot != 0);
    return rows;
}

// One of everything: every joint type, motors, limits, a moved anchor, a heavy load, a scalar drum
// with a rope over it (user rows), a block with friction (affine bounds), both kinds of ports,
// loners.
typedef struct zoo {
    rv_body_id anchor, load, arm, cart, drum, left, right, block, pushed, spinner;
    rv_joint_id hinge_motor, slider, swing, torsion;
    rv_rows_id rope, floor, grip;
    rv_port_id push, pull;
    double rope_length;
} zoo;

// |left| below + |right| below + drum = constant: heights only, so that the callback is short
static inline void zoo_rope(void* context, const rv_world* world, double time,
                            rv_rows_values values) {
    const zoo* z = context;
    (void)time;
    values.rows[0].phi = -rv_body_center(world, z->left).z - rv_body_center(world, z->right).z
                         + rv_body_center(world, z->drum).x - z->rope_length;
    values.jacobian[2] = -1.0;     // left, velocity z
    values.jacobian[6 + 2] = -1.0; // right
    values.jacobian[12] = 1.0;     // drum
    values.rows[0].upper = 0.0;    // a rope only pulls
}

static inline void zoo_floor(void* context, const rv_world* world, double time,
                             rv_rows_values values) {
    const zoo* z = context;
    (void)time;
    values.rows[0].phi = rv_body_center(world, z->block).z;
    values.rows[0].lower = 0.0;
    values.jacobian[2] = 1.0;
}

static inline void zoo_grip(void* context, const rv_world* world, double time,
                            rv_rows_values values) {
    (void)context;
    (void)world;
    (void)time;
    values.rows[0].law = RV_ROW_VELOCITY;
    values.rows[0].lower = values.rows[0].upper = 0.0;
    values.jacobian[0] = 1.0;
}

static inline void zoo_add_chain(rv_world* world, zoo* z) {
    z->anchor = add_kinematic(world, vec(0, 0, 5), vec(0.3, 0.1, 0));
    rv_body_id above = z->anchor;
    for (int i = 1; i <= 6; i++) {
        rv_vec3 at = vec(0.3 * i, 0.02 * i, 5), before = vec(0.3 * (i - 1), 0.02 * (i - 1), 5);
        rv_body_id body = add_particle(world, i < 6 ? 0.1 : 100.0, at);
        add_distance(world, above, body, before, at);
        above = body;
    }
    z->load = above;
}

static inline void zoo_add_arm(rv_world* world, zoo* z) {
    z->arm = add_rigid(world, 3.0, vec(0.1, 0.3, 0.35), vec(4.5, 0, 2));
    rv_joint_def hinge =
        rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, z->arm, vec(4, 0, 2), vec(0, 1, 0));
    hinge.motor = (rv_joint_motor){.enabled = true, .speed = 2.0, .max_force = 40.0, .slip = 1e-3};
    hinge.limit = (rv_joint_limit){.enabled = true, .lower = -2.0, .upper = 1.0};
    z->hinge_motor = joint_of(world, &hinge);
    z->spinner = add_rigid(world, 1.0, vec(0.02, 0.03, 0.04), vec(5, 0, 1.5));
    add_joint_at(world, RV_JOINT_BALL, z->arm, z->spinner, vec(5, 0, 2), vec(1, 0, 0));
    rv_body_set_angular_velocity(world, z->spinner, vec(1, 5, 2));
    z->cart = add_rigid(world, 2.0, vec(0.1, 0.1, 0.1), vec(-3, 0, 1));
    rv_joint_def slider =
        rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, z->cart, vec(-3, 0, 1), vec(1, 0, 0));
    slider.limit = (rv_joint_limit){
        .enabled = true, .lower = -0.5, .upper = 0.5, .compliance = 1e-5, .damping = 50.0};
    z->slider = joint_of(world, &slider);
    rv_body_id bob = add_rigid(world, 1.0, vec(0.01, 0.02, 0.03), vec(-3, 0, 0));
    rv_joint_def swing = rv_joint_def_between(world, RV_JOINT_SPRING, z->cart, bob, vec(-3, 0, 1),
                                              vec(-3, 0.05, 0.1));
    swing.stiffness = 400.0;
    swing.damping = 1.0;
    z->swing = joint_of(world, &swing);
    rv_body_id tail = add_rigid(world, 0.5, vec(0.01, 0.01, 0.02), vec(-3, 0.4, 0));
    rv_joint_def lock =
        rv_joint_def_at(world, RV_JOINT_LOCK, bob, tail, vec(-3, 0.2, 0), vec(0, 1, 0));
    lock.compliance = 1e-5;
    lock.angular_compliance = 1e-3;
    joint_of(world, &lock);
    rv_joint_def torsion =
        rv_joint_def_at(world, RV_JOINT_ANGLE, z->cart, bob, vec(-3, 0, 0), vec(0, 0, 1));
    torsion.compliance = 0.1;
    torsion.damping = 0.01;
    z->torsion = joint_of(world, &torsion);
}

static inline void zoo_add_rows(rv_world* world, zoo* z) {
    z->drum = add_scalar(world, 5.0, 0.0);
    z->left = add_particle(world, 2.0, vec(-1, 3, -1));
    z->right = add_particle(world, 2.5, vec(1, 3, -1));
    z->rope_length = 2.0;
    rv_body_id on_rope[] = {z->left, z->right, z->drum};
    z->rope = add_rows(world, on_rope, 3, zoo_rope, z);
    z->block = add_particle(world, 1.0, vec(0, -3, 0));
    rv_body_set_velocity(world, z->block, vec(2, 0, 0));
    z->floor = add_rows(world, &z->block, 1, zoo_floor, z);
    rv_rows_bound_term friction = {.row = 0, .other = z->floor, .lower = -0.4, .upper = 0.4};
    rv_rows_def grip = rv_rows_def_default();
    grip.bodies = &z->block;
    grip.body_count = 1;
    grip.evaluate = zoo_grip;
    grip.context = z;
    grip.bound_terms = &friction;
    grip.bound_term_count = 1;
    z->grip = rv_rows_create(world, &grip);
    CHECK(z->grip.slot != 0);
}

static inline void zoo_add_ports(rv_world* world, zoo* z) {
    rv_port_def push = rv_port_def_default();
    push.body = z->spinner;
    push.point = vec(0.1, 0, 0);
    z->push = rv_port_create(world, &push);
    rv_port_set_force(world, z->push, vec(0.5, -0.2, 1.0));
    z->pushed = add_particle(world, 1.0, vec(0, 0, -5));
    rv_port_def pull = rv_port_def_default();
    pull.body = z->pushed;
    pull.mode = RV_PORT_VELOCITY;
    pull.max_force = 30.0;
    z->pull = rv_port_create(world, &pull);
    rv_port_set_velocity(world, z->pull, vec(0.1, 0, 0));
    CHECK(z->push.slot != 0 && z->pull.slot != 0);
}

// `z` must outlive the world: it is the context of its row callbacks
static inline void zoo_build(rv_world* world, zoo* z) {
    *z = (zoo){0};
    zoo_add_chain(world, z);
    zoo_add_arm(world, z);
    zoo_add_rows(world, z);
    zoo_add_ports(world, z);
    for (int i = 0; i < 3; i++)
        add_unit(world, vec(10.0 + i, 0, 0));
    rv_body_def top = rv_body_def_default();
    top.mass = 1.0;
    top.inertia = rv_mat3_diagonal(0.1, 0.2, 0.25);
    top.angular_velocity = vec(0.3, 9.0, 0.1);
    top.linear_damping = 0.2;
    top.angular_damping = 0.001;
    body_of(world, &top);
}

// what a user does while the zoo runs: the same at the same step
static inline void zoo_control(rv_world* world, const zoo* z, long step) {
    if (step % 200 == 0)
        rv_joint_set_motor_speed(world, z->hinge_motor, step % 400 == 0 ? 2.0 : -2.0);
    if (step % 300 == 0)
        rv_body_set_velocity(world, z->anchor, vec(step % 600 == 0 ? 0.3 : -0.3, 0.1, 0));
    rv_body_apply_force_at_center(world, z->drum, vec(step % 500 < 250 ? -1.0 : 1.0, 0, 0));
    rv_body_apply_force_at_center(world, z->block, vec(step % 100 < 50 ? 3.0 : 6.0, 0, 0));
}

#endif
