// Shapes and grounds for tests of contact with meshes and height fields.
#ifndef REEVE_TOUCH_FIXTURE_H
#define REEVE_TOUCH_FIXTURE_H

#include "mesh_fixture.h"
#include "src/collide/touch.h"

static const double MARGIN = 1e-3;

static inline rv_convex sphere(double radius) {
    return (rv_convex){.core = RV_CORE_POINT, .radius = radius, .R = rv_mat3_identity()};
}

static inline rv_convex capsule(double radius, double half_length) {
    return (rv_convex){.core = RV_CORE_SEGMENT,
                       .radius = radius,
                       .half_length = half_length,
                       .R = rv_mat3_identity()};
}

static inline rv_convex box(double x, double y, double z) {
    return (rv_convex){.core = RV_CORE_BOX, .half_extents = {x, y, z}, .R = rv_mat3_identity()};
}

static inline rv_convex cylinder(double radius, double half_length) {
    return (rv_convex){.core = RV_CORE_CYLINDER,
                       .core_radius = radius,
                       .half_length = half_length,
                       .R = rv_mat3_identity()};
}

static inline rv_vec3 flat(double u, double v) {
    return rv_vec3_make(4.0 * u - 2.0, 4.0 * v - 2.0, 0.0);
}

// hills and holes of 30 cm on cells of 10 cm: slopes of 45 degrees and more
static inline rv_vec3 rough(double u, double v) {
    double x = 4.0 * u - 2.0, y = 4.0 * v - 2.0;
    uint64_t saved = random_state;
    random_state = (uint64_t)(1e6 * u) * 7919u + (uint64_t)(1e6 * v) * 104729u + 17u;
    random_unit();
    double z = 0.12 * random_in(-1.0, 1.0) + 0.2 * rv_sin(3.0 * x) * rv_cos(2.0 * y);
    random_state = saved;
    return rv_vec3_make(x, y, z);
}

static inline rv_convex random_shape(int kind) {
    rv_convex a = kind == 0   ? sphere(0.1)
                  : kind == 1 ? capsule(0.05, 0.2)
                  : kind == 2 ? box(0.2, 0.1, 0.05)
                              : cylinder(0.1, 0.15);
    a.R = rv_quat_to_mat3(rv_quat_exp(random_vector(3.0)));
    return a;
}

static inline void check_consistent(const rv_touch* t, int n) {
    CHECK(n <= RV_TOUCH_MAX);
    for (int i = 0; i < n; i++) {
        CHECK_NEAR(rv_vec3_length(t[i].normal), 1.0, 1e-9);
        rv_vec3 way = rv_vec3_sub(t[i].on_b, t[i].on_a);
        CHECK_NEAR(rv_vec3_length(rv_vec3_mul_add(way, -t[i].gap, t[i].normal)), 0.0, 1e-9);
        for (int k = 0; k < i; k++)
            CHECK(t[k].feature != t[i].feature);
    }
}

#endif
