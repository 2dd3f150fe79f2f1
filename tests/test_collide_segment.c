// Closest points of points, segments and triangles against the conditions that an optimum fulfils,
// against sampling, and for degenerate input.
#include "collide/segment.h"
#include "collide_shapes.h"

static double distance(rv_vec3 p, rv_vec3 q) {
    return rv_vec3_length(rv_vec3_sub(p, q));
}

static rv_vec3 along(const rv_vec3 s[2], double t) {
    return rv_vec3_mul_add(s[0], t, rv_vec3_sub(s[1], s[0]));
}

TEST(the_nearest_point_of_a_segment_is_the_foot_or_an_end) {
    rv_vec3 s[2] = {{1, 0, 0}, {3, 0, 0}};
    double t = -1.0;
    rv_vec3 p = rv_nearest_on_segment(rv_vec3_make(1.5, 2.0, -1.0), s, &t);
    CHECK_NEAR(p.x, 1.5, 1e-15);
    CHECK_NEAR(t, 0.25, 1e-15);
    CHECK(rv_nearest_on_segment(rv_vec3_make(0.0, 2.0, 0.0), s, &t).x == 1.0 && t == 0.0);
    CHECK(rv_nearest_on_segment(rv_vec3_make(9.0, 2.0, 0.0), s, &t).x == 3.0 && t == 1.0);
    // without length
    s[1] = s[0];
    CHECK(rv_nearest_on_segment(rv_vec3_make(9.0, 2.0, 0.0), s, &t).x == 1.0 && t == 0.0);
}

// a point q of a convex set is nearest to p exactly if (p - q) . (c - q) <= 0 for all its corners c
static void check_nearest_of_corners(rv_vec3 p, rv_vec3 q, const rv_vec3* corner, int count) {
    rv_vec3 r = rv_vec3_sub(p, q);
    for (int k = 0; k < count; k++) {
        // lengths are up to 3.5; what is flatter than 1e-11 counts as parallel, or as without area
        rv_vec3 e = rv_vec3_sub(corner[k], q);
        CHECK(rv_vec3_dot(r, e) <= 4e-11);
    }
}

TEST(the_nearest_point_of_a_triangle_is_optimal) {
    random_state = 31;
    for (int k = 0; k < 20000; k++) {
        rv_vec3 c[3] = {random_vec3(1.0), random_vec3(1.0), random_vec3(1.0)};
        if (k % 4 == 0) // a needle
            c[2] = rv_vec3_add(along(c, random_in(-0.5, 1.5)), random_vec3(1e-6));
        if (k % 16 == 0) // no area
            c[2] = along(c, random_in(-0.5, 1.5));
        if (k % 64 == 0)
            c[2] = c[1];
        rv_vec3 p = random_vec3(2.0), q = rv_nearest_on_triangle(p, c);
        check_nearest_of_corners(p, q, c, 3);
        // q is in the triangle: nearest to itself
        CHECK(distance(rv_nearest_on_triangle(q, c), q) <= 1e-9);
    }
}

// on_a is nearest to on_b and the other way round: for two convex sets that proves the pair nearest
// where they are apart
static void check_pair(const rv_vec3* a, int a_count, const rv_vec3* b, int b_count, rv_nearest n) {
    CHECK_NEAR(n.squared, rv_vec3_dot(rv_vec3_sub(n.on_b, n.on_a), rv_vec3_sub(n.on_b, n.on_a)),
               1e-14);
    check_nearest_of_corners(n.on_b, n.on_a, a, a_count);
    check_nearest_of_corners(n.on_a, n.on_b, b, b_count);
}

TEST(random_segments_have_optimal_points) {
    random_state = 32;
    for (int k = 0; k < 50000; k++) {
        rv_vec3 a[2] = {random_vec3(1.0), random_vec3(1.0)};
        rv_vec3 b[2] = {random_vec3(1.0), random_vec3(1.0)};
        // nearly parallel: by angles of 1e-12 .. 1
        if (k % 2)
            b[1] = rv_vec3_add(rv_vec3_add(b[0], rv_vec3_sub(a[1], a[0])),
                               random_vec3(exp(random_in(-28.0, 0.0))));
        if (k % 16 == 0)
            b[1] = b[0];
        if (k % 64 == 0)
            a[1] = a[0];
        rv_nearest n = rv_nearest_segments(a, b);
        check_pair(a, 2, b, 2, n);
        CHECK(distance(along(a, n.s), n.on_a) < 1e-15 && distance(along(b, n.t), n.on_b) < 1e-15);
        rv_nearest swapped = rv_nearest_segments(b, a);
        CHECK_NEAR(sqrt(swapped.squared), sqrt(n.squared), 1e-11); // parallels: 1e-11 of the length
    }
}

TEST(crossing_segments_meet) {
    random_state = 33;
    for (int k = 0; k < 20000; k++) {
        // through a common point, at any angle
        rv_vec3 p = random_vec3(1.0), u = random_vec3(1.0);
        rv_vec3 v =
            k % 2 ? random_vec3(1.0) : rv_vec3_add(u, random_vec3(exp(random_in(-30.0, 0.0))));
        double s = random_unit(), t = random_unit();
        rv_vec3 a[2] = {rv_vec3_mul_add(p, -s, u), rv_vec3_mul_add(p, 1.0 - s, u)};
        rv_vec3 b[2] = {rv_vec3_mul_add(p, -t, v), rv_vec3_mul_add(p, 1.0 - t, v)};
        CHECK(sqrt(rv_nearest_segments(a, b).squared) < 1e-10);
    }
}

TEST(parallel_segments_side_by_side_meet_in_the_middle_of_the_common_part) {
    rv_vec3 a[2] = {{0, 0, 0}, {2, 0, 0}}, b[2] = {{5, 1, 0}, {1, 1, 0}};
    rv_nearest n = rv_nearest_segments(a, b);
    CHECK_NEAR(n.squared, 1.0, 1e-15);
    CHECK_NEAR(n.on_a.x, 1.5, 1e-15); // between 1 and 2
    CHECK_NEAR(n.on_b.x, 1.5, 1e-15);
    // one behind the other: the ends
    b[1].x = 3.0;
    n = rv_nearest_segments(a, b);
    CHECK(n.s == 1.0 && n.t == 1.0);
    CHECK_NEAR(n.squared, 2.0, 1e-15);
    // in one line, overlapping
    rv_vec3 c[2] = {{1, 0, 0}, {3, 0, 0}};
    CHECK_NEAR(rv_nearest_segments(a, c).squared, 0.0, 0.0);
}

TEST(random_segments_and_triangles_have_optimal_points) {
    random_state = 34;
    int pierced = 0;
    for (int k = 0; k < 50000; k++) {
        rv_vec3 s[2] = {random_vec3(1.0), random_vec3(1.0)};
        rv_vec3 t[3] = {random_vec3(1.0), random_vec3(1.0), random_vec3(1.0)};
        if (k % 4 == 0) // parallel to the triangle
            s[1] = rv_vec3_add(s[0], rv_vec3_sub(along(t, random_unit()), t[2]));
        if (k % 32 == 0)
            t[2] = along(t, random_unit());
        rv_nearest n = rv_nearest_segment_triangle(s, t);
        check_pair(s, 2, t, 3, n);
        pierced += n.squared == 0.0;
    }
    CHECK(pierced > 1000);
}
