// Shared builders of the contact tests: solids of one shape in one line each, floors, a row of
// readers for contacts, and a pile: a scenario with one of every kind of contact.
#ifndef REEVE_CONTACT_FIXTURE_H
#define REEVE_CONTACT_FIXTURE_H

#include "world_fixture.h"

// 1000 kg/m^3, no friction, no restitution
static inline rv_material slippery(void) {
    rv_material material = rv_material_default();
    material.density = 1000.0;
    material.friction = 0.0;
    return material;
}

static inline rv_material rough(double friction) {
    rv_material material = slippery();
    material.friction = friction;
    return material;
}

static inline rv_shape_def sphere_shape(double radius, rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_SPHERE;
    shape.radius = radius;
    shape.material = material;
    return shape;
}

static inline rv_shape_def box_shape(rv_vec3 half_extents, rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = half_extents;
    shape.material = material;
    return shape;
}

static inline rv_shape_def cube_shape(double half, rv_material material) {
    return box_shape(vec(half, half, half), material);
}

static inline rv_shape_def plane_shape(rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_PLANE;
    shape.material = material;
    return shape;
}

static inline rv_pose at(double x, double y, double z) {
    return rv_pose_make(vec(x, y, z), rv_quat_identity());
}

static inline rv_body_id add_shaped(rv_world* world, rv_body_type type, const rv_shape_def* shape,
                                    rv_pose pose) {
    rv_body_def def = rv_body_def_default();
    def.type = type;
    def.shapes = shape;
    def.shape_count = 1;
    def.pose = pose;
    return body_of(world, &def);
}

static inline rv_body_id add_sphere(rv_world* world, double radius, rv_material material,
                                    rv_pose pose) {
    rv_shape_def shape = sphere_shape(radius, material);
    return add_shaped(world, RV_BODY_DYNAMIC, &shape, pose);
}

static inline rv_body_id add_cube(rv_world* world, double half, rv_material material,
                                  rv_pose pose) {
    rv_shape_def shape = cube_shape(half, material);
    return add_shaped(world, RV_BODY_DYNAMIC, &shape, pose);
}

// the plane z = 0, solid below
static inline rv_body_id add_floor(rv_world* world, rv_material material) {
    rv_shape_def shape = plane_shape(material);
    return add_shaped(world, RV_BODY_STATIC, &shape, at(0, 0, 0));
}

// a plane that goes down towards +x at an angle, and the pose of something on it at `height`
static inline rv_quat slope_turn(double angle) {
    return rv_quat_from_axis_angle(vec(0, 1, 0), angle);
}

static inline rv_body_id add_slope(rv_world* world, double angle, rv_material material) {
    rv_shape_def shape = plane_shape(material);
    return add_shaped(world, RV_BODY_STATIC, &shape, rv_pose_make(vec(0, 0, 0), slope_turn(angle)));
}

static inline rv_pose on_slope(double angle, double height) {
    rv_quat turn = slope_turn(angle);
    return rv_pose_make(rv_quat_rotate(turn, vec(0, 0, height)), turn);
}

// speed down the slope
static inline double slope_speed(const rv_world* world, double angle, rv_body_id body) {
    return rv_vec3_dot(rv_quat_rotate(slope_turn(angle), vec(1, 0, 0)),
                       rv_body_velocity(world, body));
}

static inline bool same_body(rv_body_id a, rv_body_id b) {
    return a.slot == b.slot && a.generation == b.generation && a.world == b.world;
}

// the contact between two bodies, in either order; its index, or -1
static inline int find_contact(const rv_world* world, rv_body_id a, rv_body_id b) {
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact c = rv_world_contact(world, i);
        if ((same_body(c.body[0], a) && same_body(c.body[1], b))
            || (same_body(c.body[0], b) && same_body(c.body[1], a)))
            return i;
    }
    return -1;
}

// force of all contacts on a body
static inline rv_vec3 contact_force_on(const rv_world* world, rv_body_id body) {
    rv_vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact c = rv_world_contact(world, i);
        if (same_body(c.body[1], body))
            sum = rv_vec3_add(sum, c.force);
        if (same_body(c.body[0], body))
            sum = rv_vec3_sub(sum, c.force);
    }
    return sum;
}

static inline void run_steps(rv_world* world, double h, int count) {
    for (int i = 0; i < count; i++)
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
}

// false after `most` steps
static inline bool runs_until_asleep(rv_world* world, rv_body_id body, double h, int most) {
    for (int i = 0; i < most && !rv_body_is_asleep(world, body); i++)
        rv_world_step(world, h);
    return rv_body_is_asleep(world, body);
}

// --- the pile ------------------------------------------------------------------------------------

enum { PILE_BODIES = 24 };

// Spheres and boxes on a rough floor with a slope, a conveyor, particles, a bouncing ball, a soft
// ball, a rope-like pair of joined balls, and a law of its own between two surfaces.
typedef struct pile {
    rv_body_id floor, slope, belt;
    rv_body_id bodies[PILE_BODIES];
    int count;
    rv_joint_id link;
} pile;

static inline rv_body_id pile_add(pile* p, rv_body_id body) {
    return p->bodies[p->count++] = body;
}

static inline void pile_add_special(rv_world* world, pile* p) {
    rv_material bouncy = rough(0.3), soft = rough(0.5), rolls = rough(0.6), labelled = rough(0.1);
    bouncy.restitution = 0.8;
    soft.contact_stiffness = 2e4;
    soft.contact_damping = 0.01;
    rolls.rolling_friction = 0.004;
    rolls.spinning_friction = 0.002;
    rolls.static_friction = 0.9;
    labelled.surface = 7;
    pile_add(p, add_sphere(world, 0.1, bouncy, at(0, 2, 1)));
    pile_add(p, add_sphere(world, 0.12, soft, at(0.5, 2, 0.3)));
    rv_body_id rolling = pile_add(p, add_sphere(world, 0.08, rolls, at(-1, 2.5, 0.08)));
    rv_body_set_velocity(world, rolling, vec(1.5, 0, 0));
    rv_body_set_angular_velocity(world, rolling, vec(0, 5, 10));
    pile_add(p, add_cube(world, 0.1, labelled, at(1, -2, 0.1)));
    rv_body_id a = pile_add(p, add_sphere(world, 0.1, rough(0.4), at(-2, 0, 0.4)));
    rv_body_id b = pile_add(p, add_sphere(world, 0.1, rough(0.4), at(-2, 0.3, 0.6)));
    p->link = add_distance(world, a, b, vec(-2, 0, 0.4), vec(-2, 0.3, 0.6));
    rv_shape_def bead = sphere_shape(0.03, rough(0.4));
    for (int i = 0; i < 3; i++) {
        rv_body_def def = rv_body_def_default();
        def.kind = RV_BODY_PARTICLE;
        def.mass = 0.1;
        def.shapes = &bead;
        def.shape_count = 1;
        def.pose.position = vec(-3 + 0.02 * i, 0, 0.2 + 0.1 * i);
        pile_add(p, body_of(world, &def));
    }
}

static inline void pile_build(rv_world* world, pile* p) {
    *p = (pile){.count = 0};
    rv_material ground = rough(0.7);
    ground.restitution = 0.8;
    p->floor = add_floor(world, ground);
    rv_shape_def belt = sphere_shape(1.0, rough(0.8)), slope = plane_shape(rough(0.3));
    p->belt = add_shaped(world, RV_BODY_KINEMATIC, &belt, at(4, 0, -0.9));
    rv_body_set_angular_velocity(world, p->belt, vec(0, 0.5, 0));
    rv_quat turn = rv_quat_from_axis_angle(vec(0, 1, 0), 0.6);
    p->slope = add_shaped(world, RV_BODY_STATIC, &slope, rv_pose_make(vec(-6, 0, 0), turn));
    for (int i = 0; i < 10; i++) {
        rv_pose pose = at(0.25 * (i % 4), i % 2 == 0 ? 0.0 : 0.03, 0.3 + 0.25 * i);
        pile_add(p, i % 2 == 0 ? add_cube(world, 0.1, rough(0.5), pose)
                               : add_sphere(world, 0.11, rough(0.5), pose));
    }
    pile_add(p, add_cube(world, 0.15, rough(0.6), at(-5.5, 0, 0.6)));
    pile_add(p, add_sphere(world, 0.1, rough(0.6), at(4, 0, 0.3)));
    pile_add_special(world, p);
    rv_contact_law ice = {.friction = 0.01};
    CHECK(rv_world_set_contact_law(world, 7, 0, &ice));
}

// pushes that keep parts of it awake
static inline void pile_control(rv_world* world, const pile* p, long step) {
    if (step % 90 == 30)
        rv_body_apply_force_at_center(world, p->bodies[step / 90 % p->count], vec(300, 200, 400));
    if (step == 200)
        rv_world_set_gravity(world, vec(0.5, 0, -9.81));
}

#endif
