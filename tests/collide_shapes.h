// Shapes in random places for the tests of src/collide: reproducible random numbers, rotations,
// boxes, hulls, cylinders, capsules and spheres.
#ifndef REEVE_COLLIDE_SHAPES_H
#define REEVE_COLLIDE_SHAPES_H

#include "collide/convex.h"
#include "collide/hull.h"
#include "test.h"

static uint64_t random_state = 1;

// uniform in [0, 1) (xorshift, Marsaglia 2003)
static inline double random_unit(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

static inline double random_in(double lower, double upper) {
    return lower + (upper - lower) * random_unit();
}

static inline rv_vec3 random_vec3(double size) {
    double x = random_in(-size, size), y = random_in(-size, size), z = random_in(-size, size);
    return rv_vec3_make(x, y, z);
}

static inline rv_vec3 random_direction(void) {
    for (;;) {
        rv_vec3 v = random_vec3(1.0);
        double vv = rv_vec3_dot(v, v);
        if (vv > 1e-4 && vv <= 1.0)
            return rv_vec3_normalize(v);
    }
}

static inline rv_mat3 random_rotation(void) {
    rv_vec3 axis = random_direction();
    return rv_quat_to_mat3(rv_quat_from_axis_angle(axis, random_in(-RV_PI, RV_PI)));
}

static inline rv_mat3 turn(double x, double y, double z, double angle) {
    return rv_quat_to_mat3(rv_quat_from_axis_angle(rv_vec3_make(x, y, z), angle));
}

static inline rv_geometry sphere_shape(double radius) {
    return (rv_geometry){.type = RV_SHAPE_SPHERE, .radius = radius};
}

static inline rv_geometry capsule_shape(double radius, double half_length) {
    return (rv_geometry){.type = RV_SHAPE_CAPSULE, .radius = radius, .half_length = half_length};
}

static inline rv_geometry cylinder_shape(double radius, double half_length) {
    return (rv_geometry){.type = RV_SHAPE_CYLINDER, .radius = radius, .half_length = half_length};
}

static inline rv_geometry box_shape(double x, double y, double z) {
    return (rv_geometry){.type = RV_SHAPE_BOX, .half_extents = {x, y, z}};
}

static inline rv_geometry hull_shape(const rv_hull* hull) {
    return (rv_geometry){.type = RV_SHAPE_HULL, .hull = hull};
}

static inline rv_placed placed_at(const rv_geometry* g, rv_vec3 position, rv_mat3 R) {
    return (rv_placed){g, position, R};
}

static inline rv_convex convex_at(const rv_geometry* g, rv_vec3 position, rv_mat3 R) {
    rv_placed p = placed_at(g, position, R);
    return rv_convex_of(&p);
}

// the hull of `count` random points in a box
static inline rv_hull random_hull(rv_memory* memory, int count, rv_vec3 half) {
    rv_vec3 points[256];
    rv_hull hull;
    rv_error_text error = {""};
    for (int i = 0; i < count; i++) {
        rv_vec3 p = random_vec3(1.0);
        points[i] = rv_vec3_make(p.x * half.x, p.y * half.y, p.z * half.z);
    }
    bool made = rv_hull_make(memory, &hull, points, count, &error);
    CHECK(made);
    CHECK_TEXT(error.text, "");
    return hull;
}

// how far apart two convex things are along a unit vector from a to b; what is furthest apart along
// some direction is their distance, or less than zero the least way out
static inline double separation(const rv_convex* a, const rv_convex* b, rv_vec3 n) {
    rv_vec3 p = rv_convex_support(a, n, NULL), q = rv_convex_support(b, rv_vec3_neg(n), NULL);
    return rv_vec3_dot(rv_vec3_sub(q, p), n) - a->radius - b->radius;
}

#endif
