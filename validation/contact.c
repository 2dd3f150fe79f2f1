// Suite "contact": friction, impacts, rolling, stacks and fast thin things against closed formulas.
#include "validation/contact.h"

#include <math.h>

rv_world* contact_world(void) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -CONTACT_G};
    def.sleep.enabled = false;
    return rv_world_create(&def, NULL, 0);
}

rv_material contact_material(double friction, double restitution) {
    rv_material material = rv_material_default();
    material.density = 1000.0;
    material.friction = friction;
    material.restitution = restitution;
    return material;
}

rv_body_id contact_plane(rv_world* world, rv_quat turn, rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_PLANE;
    shape.material = material;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.pose.rotation = turn;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_create(world, &def);
}

rv_shape_def contact_box(rv_vec3 half_extents, rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = half_extents;
    shape.material = material;
    return shape;
}

rv_shape_def contact_ball(double radius, rv_material material) {
    rv_shape_def shape = rv_shape_def_default();
    shape.radius = radius;
    shape.material = material;
    return shape;
}

rv_body_id contact_body(rv_world* world, const rv_shape_def* shape, rv_pose pose, double mass) {
    rv_body_def def = rv_body_def_default();
    def.shapes = shape;
    def.shape_count = 1;
    def.pose = pose;
    def.mass = mass;
    return rv_body_create(world, &def);
}

rv_pose contact_at(double x, double y, double z) {
    return (rv_pose){{x, y, z}, rv_quat_identity()};
}

void contact_run(rv_world* world, double h, int steps) {
    for (int i = 0; i < steps; i++)
        rv_world_step(world, h);
}

const validation_part contact_parts[] = {
    {"Blocks on slopes", contact_slopes, VALIDATION_ANALYTIC},
    {"Balls", contact_spheres, VALIDATION_ANALYTIC},
    {"Stacks, arches and piles", contact_stacks, VALIDATION_ANALYTIC},
    {"Fast thin things", contact_tunnels, VALIDATION_ANALYTIC},
    {NULL, NULL, 0},
};
