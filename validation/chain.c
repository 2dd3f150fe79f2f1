// Chains hanging from a kinematic anchor at the origin.
#include "validation/chain.h"

#include <math.h>
#include <stdlib.h>

static const double LINK_RADIUS = 0.003; // [m]
static const double LOAD_RADIUS = 0.3;

// the load is a ball hung at its top; links are thin cylinders along x
static rv_body_def body_def(const chain_def* def, int i, rv_shape_def* shape) {
    bool load = i == def->count - 1;
    rv_body_def body = rv_body_def_default();
    body.mass = load ? def->load_ratio * def->link_mass : def->link_mass;
    double along = def->link_length * (i + (def->kind == CHAIN_PARTICLES ? 1.0 : 0.5));
    if (def->kind == CHAIN_PARTICLES) {
        body.kind = RV_BODY_PARTICLE;
    } else {
        *shape = rv_shape_def_default();
        shape->type = load ? RV_SHAPE_SPHERE : RV_SHAPE_CYLINDER;
        shape->radius = load ? LOAD_RADIUS : LINK_RADIUS;
        shape->half_length = 0.5 * def->link_length;
        body.shapes = shape;
        body.shape_count = 1;
        body.pose.rotation = rv_quat_from_x_axis(def->direction);
        if (load)
            along = def->link_length * i + LOAD_RADIUS;
    }
    body.pose.position = rv_vec3_scale(def->direction, along);
    body.pose.position.x += load ? 0.0 : (i % 2 == 0 ? def->zigzag : -def->zigzag);
    return body;
}

static rv_joint_def joint_def(const rv_world* world, const chain_def* def, const chain* c, int i) {
    rv_body_id before = i == 0 ? c->anchor : c->bodies[i - 1];
    if (def->kind == CHAIN_PARTICLES)
        return rv_joint_def_between(world, RV_JOINT_DISTANCE, before, c->bodies[i],
                                    rv_body_center(world, before),
                                    rv_body_center(world, c->bodies[i]));
    rv_joint_def joint = rv_joint_def_default();
    joint.type = def->kind == CHAIN_BALLS ? RV_JOINT_BALL : RV_JOINT_LOCK;
    joint.body_a = before;
    joint.body_b = c->bodies[i];
    joint.frame_a.position.x = i == 0 ? 0.0 : 0.5 * def->link_length;
    joint.frame_b.position.x = i == c->count - 1 ? -LOAD_RADIUS : -0.5 * def->link_length;
    // the anchor does not turn with the chain
    if (i == 0)
        joint.frame_a.rotation = rv_quat_from_x_axis(def->direction);
    return joint;
}

bool chain_create(rv_world* world, const chain_def* def, chain* out) {
    *out = (chain){.count = def->count,
                   .bodies = calloc((size_t)def->count, sizeof *out->bodies),
                   .joints = calloc((size_t)def->count, sizeof *out->joints)};
    if (world == NULL || out->bodies == NULL || out->joints == NULL)
        return false;
    rv_body_def anchor = rv_body_def_default();
    anchor.type = RV_BODY_KINEMATIC;
    out->anchor = rv_body_create(world, &anchor);
    for (int i = 0; i < def->count; i++) {
        rv_shape_def shape;
        rv_body_def body = body_def(def, i, &shape);
        out->bodies[i] = rv_body_create(world, &body);
        rv_joint_def joint = joint_def(world, def, out, i);
        out->joints[i] = rv_joint_create(world, &joint);
        if (!rv_joint_is_valid(world, out->joints[i]))
            return false;
    }
    return true;
}

void chain_free(chain* c) {
    free(c->bodies);
    free(c->joints);
    *c = (chain){0};
}

double chain_anchor_force(const rv_world* world, const chain* c) {
    return rv_vec3_length(rv_joint_force(world, c->joints[0]));
}

double chain_largest_gap(const rv_world* world, const chain* c) {
    double largest = 0.0;
    for (int i = 0; i < c->count; i++)
        largest = fmax(largest, rv_joint_gap(world, c->joints[i]));
    return largest;
}
