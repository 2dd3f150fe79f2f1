// Rods that adapt, for tests: threads of 4 mm, a post to lay them over, and what is asked of all of them.
#ifndef REEVE_ROD_ADAPT_FIXTURE_H
#define REEVE_ROD_ADAPT_FIXTURE_H

#include "model/rod.h"
#include "rod_fixture.h"

#include <stdlib.h>

static const double H = 1e-3, D = 0.004;

static inline rv_cable_def adaptive(const rv_cable_node nodes[2], int edges, double EI) {
    rv_cable_def def = rod_def(nodes, edges, EI);
    def.diameter = D;
    def.segments.resolution = RV_CABLE_ADAPTIVE;
    return def;
}

// and it touches
static inline rv_cable_def adaptive_touching(const rv_cable_node nodes[2], int edges, double EI,
                                             double friction) {
    rv_cable_def def = adaptive(nodes, edges, EI);
    def.material.friction = friction;
    def.segments.bend_damping = NAN;
    def.segments.mask = UINT32_MAX;
    def.segments.touches_itself = true;
    return def;
}

// a post along y
static inline void add_post(rv_world* world, double radius) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = radius;
    shape.half_length = 0.2;
    shape.local.rotation = rv_quat_from_axis_angle(vec(0, 0, 1), 0.5 * RV_PI);
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    CHECK(rv_body_is_valid(world, rv_body_create(world, &def)));
}

static inline rv_cable_rod_edges edges_of(const rv_world* world, rv_cable_id cable) {
    return rv_cable_get_rod_edges(world, cable);
}

// neighbours differ by at most one level; none turns by much more than it may
static inline void check_graded(const rv_world* world, double turn) {
    const rv_rod* rod = &world->rods.data[0];
    const rv_vec3* x = rv_rod_points(world, rod);
    const rv_rod_share* share = rv_rod_edge_shares(world, rod);
    for (int j = 1; j < rod->count - 1; j++) {
        CHECK(abs(share[j].level - share[j - 1].level) <= 1);
        rv_vec3 a = rv_vec3_sub(x[j], x[j - 1]), b = rv_vec3_sub(x[j + 1], x[j]);
        double angle = rv_atan2(rv_vec3_length(rv_vec3_cross(a, b)), rv_vec3_dot(a, b));
        CHECK(angle <= turn);
    }
}

static inline double worst_strain(const rv_world* world) {
    const rv_rod* rod = &world->rods.data[0];
    const rv_vec3* x = rv_rod_points(world, rod);
    double worst = 0.0;
    for (int j = 0; j < rod->count - 1; j++)
        worst = fmax(worst, fabs(distance(x[j], x[j + 1]) / rv_rod_lengths(world, rod)[j] - 1.0));
    return worst;
}

#endif
