// Builders for the rigid-segment cable: see segments_world.h.
#include "validation/segments_world.h"

#include <math.h>

static rv_world* make_world(double gravity, double relaxation) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -gravity};
    def.relaxation = relaxation;
    def.substeps.max = 1;
    def.contact.enabled = false;
    def.sleep.enabled = false;
    return rv_world_create(&def, NULL, 0);
}

rv_world* bars_world(double gravity) {
    return make_world(gravity, rv_world_def_default().relaxation);
}

rv_world* bars_undamped_world(void) {
    return make_world(0.0, 0.0);
}

rv_cable_node bars_free(rv_vec3 at) {
    rv_cable_node node = rv_cable_node_default();
    node.type = RV_CABLE_FREE;
    node.point = at;
    return node;
}

rv_cable_node bars_pinned(rv_body_id body, rv_vec3 point) {
    rv_cable_node node = rv_cable_node_default();
    node.body = body;
    node.point = point;
    return node;
}

rv_cable_node bars_clamped(rv_body_id body, rv_vec3 point, rv_vec3 axis) {
    rv_cable_node node = bars_pinned(body, point);
    node.axis = axis;
    node.clamped = true;
    return node;
}

rv_cable_def bars_cable(const bars_bar* bar, const rv_cable_node nodes[2]) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = bar->diameter;
    def.length = bar->length;
    def.EA = bar->EA;
    def.GJ = bar->GJ;
    def.segments.EI = bar->EI;
    def.mass_per_length = bar->mass_per_length;
    def.segments.count = bar->count;
    def.segments.mask = 0;
    def.damping = bar->EA * bar->stretch_time;
    def.segments.bend_damping = bar->EI * bar->bend_time;
    def.twist_damping = bar->GJ * bar->twist_time;
    return def;
}

rv_cable_id bars_add(validation* v, rv_world* world, const rv_cable_def* def) {
    rv_cable_id cable = rv_cable_create(world, def);
    if (!rv_cable_is_valid(world, cable))
        validation_check(v, "a cable that must be possible was refused", rv_world_error(world), 1.0,
                         0.0, 0.0);
    return cable;
}

rv_body_id bars_end_segment(const bars_held* b, int side) {
    int last = rv_cable_segment_count(b->world, b->cable) - 1;
    return rv_cable_segment(b->world, b->cable, side == 0 ? 0 : last);
}

rv_vec3 bars_end(const bars_held* b, int side) {
    double half = 0.5 * rv_cable_segment_length(b->world, b->cable, 0);
    return rv_body_point(b->world, bars_end_segment(b, side),
                         (rv_vec3){side == 0 ? -half : half, 0.0, 0.0});
}

rv_vec3 bars_end_direction(const bars_held* b, int side) {
    rv_quat q = rv_body_pose(b->world, bars_end_segment(b, side)).rotation;
    return rv_quat_rotate(q, (rv_vec3){1.0, 0.0, 0.0});
}

rv_vec3 bars_segment_center(const bars_held* b, int segment) {
    return rv_body_center(b->world, rv_cable_segment(b->world, b->cable, segment));
}

double bars_speed(const bars_held* b) {
    double fastest = 0.0;
    for (int i = 0; i < rv_cable_segment_count(b->world, b->cable); i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        fastest = fmax(fastest, rv_vec3_length(rv_body_velocity(b->world, segment)));
    }
    return fastest;
}

void bars_run(const bars_held* b, const bars_load* load, double h, int steps) {
    for (int n = 0; n < steps; n++) {
        for (int side = load->pulls_both ? 0 : 1; side < 2; side++) {
            double sign = side == 0 ? -1.0 : 1.0;
            rv_body_id segment = bars_end_segment(b, side);
            rv_body_apply_force(b->world, segment, rv_vec3_scale(load->force, sign),
                                bars_end(b, side));
            rv_body_apply_torque(b->world, segment, rv_vec3_scale(load->couple, sign));
        }
        rv_world_step(b->world, h);
    }
}

void bars_check(validation* v, const char* name, const char* source, double expected,
                double measured, double relative) {
    validation_check(v, name, source, expected, measured, relative * fabs(expected));
}
