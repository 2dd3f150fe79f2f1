// See reeving.h. The ceiling is the world at z = 0, the load hangs 10 m below, nodes stand 0.3 m
// apart along x.
#include "bench/reeving.h"

#include <math.h>
#include <stdlib.h>

static const double SPACING = 0.3, DEPTH = 10.0, RADIUS = 0.15; // [m]

static rv_body_id add_load(rv_world* world, const reeving_def* def) {
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = (rv_vec3){0.5 * SPACING * def->nodes, 0.5, 0.5};
    rv_body_def body = rv_body_def_default();
    body.mass = def->mass;
    body.shapes = &box;
    body.shape_count = 1;
    body.pose.position = (rv_vec3){0.5 * SPACING * (def->nodes - 1), 0.0, -DEPTH};
    return rv_body_create(world, &body);
}

static rv_body_id add_bead(rv_world* world, const reeving_def* def, double x) {
    rv_body_def bead = rv_body_def_default();
    bead.mass = 2.0 * def->mass / def->nodes;
    bead.pose.position = (rv_vec3){x, 0.0, -DEPTH};
    return rv_body_create(world, &bead);
}

static rv_cable_node node_of(rv_world* world, const reeving_def* def, rv_body_id load, int i) {
    rv_cable_node node = rv_cable_node_default();
    bool end = i == 0 || i == def->nodes - 1, below = i % 2 == 1;
    double x = SPACING * i, middle = 0.5 * SPACING * (def->nodes - 1);
    bool wheel = def->kind == REEVING_PULLEYS || def->kind == REEVING_WHEELS;
    node.type = end ? RV_CABLE_FIXED : wheel ? RV_CABLE_PULLEY : RV_CABLE_EYE;
    node.point = (rv_vec3){x, 0.0, 0.0};
    if (below && def->kind == REEVING_BEADS) {
        node.body = add_bead(world, def, x);
        node.point = (rv_vec3){0.0, 0.0, 0.0};
    } else if (below) {
        node.body = load;
        node.point = (rv_vec3){x - middle, 0.0, 0.5};
    }
    if (i == 0 && def->winch)
        node.type = RV_CABLE_DRUM;
    if (end)
        return node;
    node.friction = def->friction;
    if (wheel) {
        node.radius = RADIUS;
        node.axis = (rv_vec3){0.0, 1.0, 0.0};
        node.side = below ? -1 : 1;
    }
    if (def->kind == REEVING_WHEELS) {
        rv_body_def scalar = rv_body_def_default();
        scalar.kind = RV_BODY_SCALAR;
        scalar.mass = 0.1; // [kg m^2]
        node.wheel = rv_body_create(world, &scalar);
    }
    return node;
}

bool reeving_create(rv_world* world, const reeving_def* def, rv_cable_id* cable) {
    rv_cable_node* nodes = calloc((size_t)def->nodes, sizeof *nodes);
    if (world == NULL || nodes == NULL) {
        free(nodes);
        return false;
    }
    rv_body_id load = {0};
    if (def->kind != REEVING_BEADS)
        load = add_load(world, def);
    for (int i = 0; i < def->nodes; i++)
        nodes[i] = node_of(world, def, load, i);
    rv_cable_def cable_def = rv_cable_def_default();
    cable_def.nodes = nodes;
    cable_def.node_count = def->nodes;
    cable_def.diameter = 0.024;
    *cable = rv_cable_create(world, &cable_def);
    free(nodes);
    return rv_cable_is_valid(world, *cable);
}
