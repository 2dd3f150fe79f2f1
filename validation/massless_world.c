// Builders for the suite "servin_2007_massless": see massless.h.
#include "validation/massless.h"

#include <math.h>

rv_world* massless_world(rv_stepper stepper, double gravity) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -gravity};
    def.stepper = stepper;
    def.substeps.max = 1;
    return rv_world_create(&def, NULL, 0);
}

rv_body_id massless_load(rv_world* world, double mass, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass;
    def.pose.position = at;
    return rv_body_create(world, &def);
}

rv_body_id massless_box(rv_world* world, double mass, double side, rv_vec3 at, rv_vec3 axis) {
    rv_body_def def = rv_body_def_default();
    double inertia = mass * side * side / 6.0;
    def.mass = mass;
    def.inertia = rv_mat3_diagonal(inertia, inertia, inertia);
    def.pose = rv_pose_make(at, rv_quat_from_x_axis(axis));
    return rv_body_create(world, &def);
}

static rv_cable_node make_node(rv_cable_node_type type, rv_body_id body, rv_vec3 point) {
    rv_cable_node node = rv_cable_node_default();
    node.type = type;
    node.body = body;
    node.point = point;
    return node;
}

rv_cable_node massless_end(rv_body_id body, rv_vec3 point) {
    return make_node(RV_CABLE_FIXED, body, point);
}

rv_cable_node massless_eye(rv_body_id body, rv_vec3 point) {
    return make_node(RV_CABLE_EYE, body, point);
}

rv_cable_node massless_pulley(rv_body_id body, rv_vec3 center, double radius, int side) {
    rv_cable_node node = make_node(RV_CABLE_PULLEY, body, center);
    node.axis = (rv_vec3){0.0, 1.0, 0.0};
    node.radius = radius;
    node.side = side;
    return node;
}

rv_cable_node massless_drum(rv_vec3 point, double speed) {
    rv_cable_node node = make_node(RV_CABLE_DRUM, (rv_body_id){0}, point);
    // a winch that only its rope ends: what is measured is the cable, at any tension
    node.winch.max_force = node.winch.brake_force = node.winch.acceleration = INFINITY;
    node.winch.speed = speed;
    return node;
}

rv_cable_def massless_cable(const rv_cable_node* nodes, int count, double EA) {
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = count;
    def.EA = EA;
    def.GJ = 0.0;
    def.damping = 0.0;
    def.twist_damping = 0.0;
    return def;
}

rv_cable_id massless_add(validation* v, rv_world* world, const rv_cable_def* def) {
    rv_cable_id cable = rv_cable_create(world, def);
    if (!rv_cable_is_valid(world, cable))
        validation_check(v, "a cable that must be possible was refused", rv_world_error(world), 1.0,
                         0.0, 0.0);
    return cable;
}

void massless_run(rv_world* world, double h, int steps) {
    for (int n = 0; n < steps; n++)
        rv_world_step(world, h);
}

void massless_check(validation* v, const char* name, const char* source, double expected,
                    double measured, double relative) {
    validation_check(v, name, source, expected, measured, relative * fabs(expected));
}
