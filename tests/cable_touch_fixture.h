// Cables that touch shapes, for tests: a cable from a point to an eye and down to a load that keeps
// it taut, both on one carrier that moves it across a shape.
#ifndef REEVE_CABLE_TOUCH_FIXTURE_H
#define REEVE_CABLE_TOUCH_FIXTURE_H

#include "cable_fixture.h"
#include "contact_fixture.h"

// thin, so that formulas for threads hold; without twist
static inline rv_cable_def touching_def(const rv_cable_node* nodes, int count,
                                        rv_cable_model model) {
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = count;
    def.model = model;
    def.EA = 1e7;
    def.GJ = 0.0;
    def.mass_per_length = 0.05;
    def.diameter = 0.002;
    def.touch.enabled = true;
    def.touch.friction = 0.0;
    return def;
}

// along the body's y axis
static inline rv_shape_def cylinder_shape(double radius, double half_length) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = radius;
    shape.half_length = half_length;
    shape.local.rotation = rv_quat_from_axis_angle(vec(0, 0, 1), 0.5 * RV_PI);
    return shape;
}

static inline rv_pose pose_at(rv_vec3 place) {
    return rv_pose_make(place, rv_quat_identity());
}

typedef struct touch_rig {
    rv_world* world;
    rv_body_id carrier, load;
    rv_cable_id cable;
} touch_rig;

// the ends of the span that is moved: places when the carrier is at the origin; a cable like this one
static inline touch_rig touch_rig_like(const rv_world_def* def, const rv_cable_def* like,
                                       rv_vec3 from, rv_vec3 to, rv_vec3 carrier) {
    touch_rig rig = {.world = world_of(def)};
    rig.carrier = add_kinematic(rig.world, carrier, vec(0, 0, 0));
    rv_body_def load = rv_body_def_default();
    load.kind = RV_BODY_PARTICLE;
    load.mass = 50.0;
    load.linear_damping = 100.0;
    load.pose.position = rv_vec3_add(carrier, rv_vec3_add(to, vec(0, 0, -5)));
    rig.load = body_of(rig.world, &load);
    const rv_cable_node nodes[3] = {fixed_at(rig.carrier, from), eye_at(rig.carrier, to),
                                    fixed_at(rig.load, vec(0, 0, 0))};
    rv_cable_def cable = *like;
    cable.nodes = nodes;
    cable.node_count = 3;
    rig.cable = cable_of(rig.world, &cable);
    return rig;
}

static inline touch_rig touch_rig_make(const rv_world_def* def, rv_cable_model model,
                                       double friction, rv_vec3 from, rv_vec3 to, rv_vec3 carrier) {
    rv_cable_def cable = touching_def(NULL, 0, model);
    cable.touch.friction = friction;
    return touch_rig_like(def, &cable, from, to, carrier);
}

// moves the carrier by a way, starting and ending gently
static inline void touch_rig_move(const touch_rig* rig, rv_vec3 way, double seconds, double h) {
    long steps = lround(seconds / h);
    for (long i = 0; i < steps; i++) {
        double sine = sin(RV_PI * ((double)i + 0.5) / (double)steps);
        double speed = 2.0 * sine * sine / seconds;
        rv_body_set_velocity(rig->world, rig->carrier, rv_vec3_scale(way, speed));
        CHECK(rv_world_step(rig->world, h) != RV_STATUS_FAILED);
    }
    rv_body_set_velocity(rig->world, rig->carrier, vec(0, 0, 0));
}

static inline void touch_rig_rest(const touch_rig* rig, double seconds, double h) {
    touch_rig_move(rig, vec(0, 0, 0), seconds, h);
}

// of the span that is moved: the path without what hangs from the eye
static inline double touch_rig_way(const touch_rig* rig) {
    rv_cable_contact eye = rv_cable_get_contact(rig->world, rig->cable, 1);
    rv_vec3 hangs = rv_vec3_sub(rv_body_center(rig->world, rig->load), eye.out);
    return rv_cable_path_length(rig->world, rig->cable) - rv_vec3_length(hangs);
}

static inline double touch_turn(const rv_world* world, rv_cable_id cable) {
    double turn = 0.0;
    for (int i = 0; i < rv_cable_wrap_count(world, cable); i++)
        turn += rv_cable_get_wrap(world, cable, i).angle;
    return turn;
}

#endif
