// Wheels that a cable of segments cannot leave: where it would, it bends outwards over a point of the
// rim.
#include "cable_fixture.h"
#include "model/cable.h"
#include "model/world.h"

static rv_path_node eye(rv_vec3 at) {
    return (rv_path_node){.def = {.type = RV_CABLE_FIXED, .point = at},
                          .body = -1,
                          .wheel = -1,
                          .shape = -1,
                          .holder = {.solid = -1},
                          .axis = {0, 1, 0}};
}

static rv_path_node kept_wheel(double radius) {
    rv_path_node node = eye(vec(0, 0, 0));
    node.def.type = RV_CABLE_PULLEY;
    node.def.radius = radius;
    node.def.side = 1;
    node.kept = true;
    return node;
}

// Both ends hang below the wheel's top and rise: the cable leaves it as they pass the tangent.
TEST(the_path_over_a_wheel_that_keeps_its_cable_is_continuous_where_it_would_leave) {
    double radius = 0.2, before = 0.0, lowest = -0.3, highest = 1.0;
    int pinned = 0, steps = 2000;
    rv_path_node nodes[3] = {eye(vec(-1, 0, lowest)), kept_wheel(radius), eye(vec(1.3, 0, lowest))};
    for (int i = 0; i <= steps; i++) {
        double z = lowest + (highest - lowest) * i / steps;
        nodes[0].def.point.z = nodes[2].def.point.z = z;
        rv_path_place(NULL, NULL, nodes, 3);
        rv_path_find(NULL, NULL, nodes, 3);
        double length = rv_path_measure(nodes, 3);
        rv_vec3 p = nodes[1].rim.center, a = nodes[0].def.point, b = nodes[2].def.point;
        CHECK(nodes[1].pinned == (z > radius));
        if (nodes[1].pinned) {
            rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(a, p));
            rv_vec3 v = rv_vec3_normalize(rv_vec3_sub(b, p));
            // on the rim, by equal angles: the pull has no moment about the axle
            CHECK_NEAR(rv_vec3_length(p), radius, 1e-12);
            CHECK_NEAR(rv_vec3_length(rv_vec3_cross(p, rv_vec3_add(u, v))), 0.0, 1e-9);
            CHECK_NEAR(length,
                       rv_vec3_length(rv_vec3_sub(a, p)) + rv_vec3_length(rv_vec3_sub(b, p)),
                       1e-12);
            pinned++;
        }
        if (i > 0)
            CHECK(fabs(length - before) < 2.0 * (highest - lowest) / steps);
        before = length;
    }
    CHECK(pinned > steps / 2);
}
