// Contact points of pairs of shapes: known arrangements, and properties that hold for any pair.
#include "collide/touch.h"
#include "collide_shapes.h"

static rv_memory heap;

static const rv_vec3 ORIGIN = {0.0, 0.0, 0.0};

// twice the area that points span in the x-y plane, those of one face in order around it
static double spanned_area(const rv_touch* t, int count) {
    double x = 0.0, y = 0.0, area = 0.0;
    double angle[RV_TOUCH_MAX];
    int order[RV_TOUCH_MAX];
    for (int i = 0; i < count; i++) {
        x += t[i].on_a.x / count;
        y += t[i].on_a.y / count;
    }
    for (int i = 0; i < count; i++) {
        angle[i] = atan2(t[i].on_a.y - y, t[i].on_a.x - x);
        int k = i;
        for (; k > 0 && angle[order[k - 1]] > angle[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (int i = 0; i < count; i++) {
        rv_vec3 p = t[order[i]].on_a, q = t[order[(i + 1) % count]].on_a;
        area += 0.5 * (p.x * q.y - p.y * q.x);
    }
    return area;
}

static double least_gap(const rv_touch* t, int count) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = fmin(least, t[i].gap);
    return least;
}

// what holds of every answer: unit normals, points a gap apart, gaps within the margin, features
// that differ
static void check_touches(const rv_touch* t, int count, double margin) {
    for (int i = 0; i < count; i++) {
        rv_vec3 p = rv_vec3_mul_add(t[i].on_a, t[i].gap, t[i].normal);
        CHECK_NEAR(rv_vec3_length(t[i].normal), 1.0, 1e-12);
        CHECK(rv_vec3_length(rv_vec3_sub(p, t[i].on_b)) <= 1e-12);
        CHECK(t[i].gap <= margin);
        CHECK(isfinite(t[i].gap) && isfinite(t[i].on_a.x + t[i].on_a.y + t[i].on_a.z));
        for (int j = 0; j < i; j++)
            CHECK(t[i].feature != t[j].feature);
    }
}

// the same points with a and b exchanged
static void check_swapped(const rv_placed* a, const rv_placed* b, double margin) {
    rv_touch t[RV_TOUCH_MAX], u[RV_TOUCH_MAX];
    int count = rv_touch_shapes(a, b, margin, t), swapped = rv_touch_shapes(b, a, margin, u);
    CHECK(count == swapped);
    for (int i = 0; i < count && i < swapped; i++) {
        double nearest = INFINITY;
        for (int j = 0; j < swapped; j++)
            nearest = fmin(nearest, rv_vec3_length(rv_vec3_sub(t[i].on_a, u[j].on_b))
                                        + rv_vec3_length(rv_vec3_add(t[i].normal, u[j].normal)));
        CHECK(nearest < 1e-9);
    }
}

static int touch(const rv_geometry* g, rv_vec3 at, rv_mat3 R, const rv_geometry* h, rv_touch* out) {
    rv_placed a = placed_at(g, ORIGIN, rv_mat3_identity()), b = placed_at(h, at, R);
    int count = rv_touch_shapes(&a, &b, 0.01, out);
    check_touches(out, count, 0.01);
    return count;
}

// --- boxes ---------------------------------------------------------------------------------------

TEST(a_box_on_a_box_touches_with_the_corners_of_the_common_area) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry ground = box_shape(2.0, 3.0, 0.5), box = box_shape(0.4, 0.3, 0.25);
    const double gaps[] = {0.005, 0.0, 1e-9, -1e-9, -1e-3, -0.02};
    for (int k = 0; k < 6; k++) {
        rv_vec3 at = {0.3, -0.2, 0.75 + gaps[k]};
        int count = touch(&ground, at, rv_mat3_identity(), &box, t);
        CHECK(count == 4);
        CHECK_NEAR(spanned_area(t, count), 0.8 * 0.6, 1e-12);
        for (int i = 0; i < count; i++) {
            CHECK_NEAR(t[i].gap, gaps[k], 1e-12);
            CHECK_NEAR(t[i].normal.z, 1.0, 1e-15);
            CHECK_NEAR(t[i].on_a.z, 0.5, 1e-12);
        }
        // half over the edge: the part that lies on the ground
        at.x = 2.0;
        count = touch(&ground, at, rv_mat3_identity(), &box, t);
        CHECK(count == 4);
        CHECK_NEAR(spanned_area(t, count), 0.4 * 0.6, 1e-12);
        CHECK_NEAR(least_gap(t, count), gaps[k], 1e-12);
    }
}

TEST(a_box_on_a_smaller_box_touches_with_the_corners_of_the_smaller) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry small = box_shape(0.4, 0.3, 0.25), large = box_shape(2.0, 3.0, 0.5);
    int count = touch(&small, rv_vec3_make(0.1, 0.2, 0.749), rv_mat3_identity(), &large, t);
    CHECK(count == 4);
    CHECK_NEAR(spanned_area(t, count), 0.8 * 0.6, 1e-12);
    CHECK_NEAR(least_gap(t, count), -0.001, 1e-12);
    // of the same size, one turned by 45 degrees about the normal: an octagon, of which four
    // corners are kept that span at least half of it
    rv_geometry cube = box_shape(0.5, 0.5, 0.5);
    count = touch(&cube, rv_vec3_make(0, 0, 1.0), turn(0, 0, 1.0, 0.25 * RV_PI), &cube, t);
    CHECK(count == 4);
    CHECK(spanned_area(t, count) > 0.5 * 0.8284);
}

TEST(a_tilted_box_touches_with_an_edge_then_with_a_corner) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry ground = box_shape(5.0, 5.0, 0.5), box = box_shape(0.5, 0.4, 0.3);
    // about x: the edge along x at y = -0.4 is the lowest, 0.4 sin + 0.3 cos below the centre
    double angle = 0.3, low = 0.4 * sin(angle) + 0.3 * cos(angle);
    rv_mat3 R = turn(1.0, 0.0, 0.0, angle);
    int count = touch(&ground, rv_vec3_make(0, 0, 0.5 + low - 0.002), R, &box, t);
    CHECK(count == 2);
    CHECK_NEAR(t[0].gap, -0.002, 1e-14);
    CHECK_NEAR(t[1].gap, -0.002, 1e-14);
    CHECK_NEAR(fabs(t[0].on_b.x - t[1].on_b.x), 1.0, 1e-14);
    // and about y: one corner
    R = rv_mat3_mul(turn(0.0, 1.0, 0.0, 0.3), R);
    rv_vec3 corner = rv_mat3_apply(R, rv_vec3_make(0.5, -0.4, -0.3));
    count = touch(&ground, rv_vec3_make(0, 0, 0.5 - corner.z + 0.001), R, &box, t);
    CHECK(count == 1);
    CHECK_NEAR(t[0].gap, 0.001, 1e-14);
    CHECK_NEAR(t[0].on_b.x, corner.x, 1e-14);
    // tilted by a milliradian all four corners are within the margin, each with its own gap
    R = turn(1.0, 0.0, 0.0, 1e-3);
    count = touch(&ground, rv_vec3_make(0, 0, 0.8), R, &box, t);
    CHECK(count == 4);
    CHECK_NEAR(least_gap(t, count), 0.3 * (1.0 - cos(1e-3)) - 0.4 * sin(1e-3), 1e-14);
    CHECK_NEAR(t[0].gap + t[1].gap + t[2].gap + t[3].gap, 4.0 * 0.3 * (1.0 - cos(1e-3)), 1e-14);
}

TEST(crossed_edges_touch_in_one_exact_point) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry box = box_shape(0.5, 0.5, 0.5);
    rv_placed a = placed_at(&box, ORIGIN, turn(1.0, 0.0, 0.0, 0.25 * RV_PI));
    for (int k = 0; k < 2; k++) {
        double gap = k == 0 ? 0.004 : -0.004;
        rv_placed b = placed_at(&box, rv_vec3_make(0.1, 0.05, sqrt(2.0) + gap),
                                turn(0.0, 1.0, 0.0, 0.25 * RV_PI));
        int count = rv_touch_shapes(&a, &b, 0.01, t);
        CHECK(count == 1);
        CHECK_NEAR(t[0].gap, gap, 1e-14);
        // the upper edge of a runs along x at y = 0, the lower edge of b along y at x = 0.1
        CHECK_NEAR(t[0].on_a.x, 0.1, 1e-12);
        CHECK_NEAR(t[0].on_a.y, 0.0, 1e-12);
        CHECK_NEAR(t[0].on_a.z, sqrt(0.5), 1e-12);
        check_swapped(&a, &b, 0.01);
    }
}

TEST(features_stay_while_a_box_slides_and_turns) {
    rv_geometry ground = box_shape(2.0, 2.0, 0.5), box = box_shape(0.5, 0.5, 0.5);
    // on the middle, over an edge, and exactly edge on edge
    const double places[] = {0.3, 1.8, 1.5};
    random_state = 21;
    for (int k = 0; k < 3; k++) {
        rv_touch first[RV_TOUCH_MAX], t[RV_TOUCH_MAX];
        rv_vec3 at = {places[k], 0.2, 0.9999};
        int count = touch(&ground, at, rv_mat3_identity(), &box, first);
        CHECK(count == 4);
        for (int m = 0; m < 100; m++) {
            // rounding noise only where edges coincide
            double move = k == 2 ? 1e-12 : 1e-3;
            rv_mat3 R = rv_quat_to_mat3(rv_quat_exp(random_vec3(k == 2 ? 1e-12 : 5e-4)));
            int now = touch(&ground, rv_vec3_add(at, random_vec3(move)), R, &box, t);
            CHECK(now == 4);
            for (int i = 0; i < now; i++) {
                int same = 0;
                for (int j = 0; j < count; j++)
                    same += first[j].feature == t[i].feature
                            && rv_vec3_length(rv_vec3_sub(first[j].on_b, t[i].on_b)) < 0.01;
                CHECK(same == 1);
            }
        }
    }
}

// --- round shapes --------------------------------------------------------------------------------

TEST(a_cylinder_stands_lies_and_leans) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry ground = box_shape(5.0, 5.0, 0.5), can = cylinder_shape(0.3, 0.8);
    rv_geometry floor_plane = {.type = RV_SHAPE_PLANE};
    rv_placed plane = placed_at(&floor_plane, rv_vec3_make(0, 0, 0.5), rv_mat3_identity());
    rv_mat3 upright = turn(0.0, 1.0, 0.0, 0.5 * RV_PI);
    for (int k = 0; k < 2; k++) {
        // stands: four points of the rim that span a square in it
        rv_placed a = placed_at(&can, rv_vec3_make(0.1, 0.2, 1.299), upright);
        rv_placed g = k == 0 ? placed_at(&ground, ORIGIN, rv_mat3_identity()) : plane;
        int count = rv_touch_shapes(&a, &g, 0.01, t);
        check_touches(t, count, 0.01);
        CHECK(count == 4);
        CHECK_NEAR(fabs(spanned_area(t, count)), 2.0 * 0.3 * 0.3, 1e-9);
        CHECK_NEAR(least_gap(t, count), -0.001, 1e-14);
        // lies, turned by any angle about its axis: two points at the ends of the line
        for (int m = 0; m < 10; m++) {
            a = placed_at(&can, rv_vec3_make(0.1, 0.2, 0.799), turn(1.0, 0.0, 0.0, 0.7 * m));
            count = rv_touch_shapes(&a, &g, 0.01, t);
            check_touches(t, count, 0.01);
            CHECK(count == 2);
            CHECK_NEAR(t[0].gap, -0.001, 1e-14);
            CHECK_NEAR(t[1].gap, -0.001, 1e-14);
            CHECK_NEAR(fabs(t[0].on_a.x - t[1].on_a.x), 1.6, 1e-14);
            CHECK_NEAR(t[0].on_a.y, 0.2, 1e-14);
        }
        // leans by any angle: one point of the rim, r sin + h cos below the centre
        for (double angle = 0.1; angle < 1.5; angle += 0.1) {
            double low = 0.8 * sin(angle) + 0.3 * cos(angle);
            a = placed_at(&can, rv_vec3_make(0.1, 0.2, 0.5 + low - 0.001),
                          turn(0.0, 1.0, 0.0, angle));
            count = rv_touch_shapes(&a, &g, 0.01, t);
            check_touches(t, count, 0.01);
            CHECK(count == 1);
            CHECK_NEAR(least_gap(t, count), -0.001, 1e-10);
            CHECK_NEAR(t[0].normal.z, -1.0, 1e-9);
        }
    }
}

TEST(a_standing_cylinder_that_sways_keeps_its_lowest_point) {
    // tilts of 1e-9 .. 1e-2 in all directions: the deepest gap is that of the closest points within
    // 1e-6 of the radius
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry ground = box_shape(5.0, 5.0, 0.5), can = cylinder_shape(0.3, 0.4);
    rv_placed g = placed_at(&ground, ORIGIN, rv_mat3_identity());
    random_state = 22;
    for (int k = 0; k < 1000; k++) {
        double tilt = exp(random_in(-20.0, -4.6)), direction = random_in(-3.2, 3.2);
        rv_mat3 R = rv_mat3_mul(turn(cos(direction), sin(direction), 0.0, tilt),
                                turn(0.0, 1.0, 0.0, 0.5 * RV_PI));
        double low = 0.3 * sin(tilt) + 0.4 * cos(tilt), gap = random_in(-0.002, 0.002);
        rv_placed a = placed_at(&can, rv_vec3_make(0.1, 0.2, 0.5 + low + gap), R);
        int count = rv_touch_shapes(&a, &g, 0.01, t);
        check_touches(t, count, 0.01);
        CHECK(count == (0.6 * sin(tilt) + gap <= 0.01 ? 4 : count));
        CHECK(least_gap(t, count) >= gap - 1e-12 && least_gap(t, count) <= gap + 0.3 * 1e-6);
    }
}

TEST(a_capsule_over_the_edge_of_a_box_is_cut_off_there) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry box = box_shape(1.0, 1.0, 0.5), rod = capsule_shape(0.1, 0.6);
    int count = touch(&box, rv_vec3_make(0.8, 0.1, 0.6), rv_mat3_identity(), &rod, t);
    CHECK(count == 2);
    double first = fmin(t[0].on_a.x, t[1].on_a.x), last = fmax(t[0].on_a.x, t[1].on_a.x);
    CHECK_NEAR(first, 0.2, 1e-12);
    CHECK_NEAR(last, 1.0, 1e-12);
    CHECK_NEAR(t[0].gap, 0.0, 1e-14);
    CHECK_NEAR(t[1].gap, 0.0, 1e-14);
    // tilted so that one end is 5 mm higher: its own gap
    rv_mat3 R = turn(0.0, 1.0, 0.0, 0.005 / 1.2);
    count = touch(&box, rv_vec3_make(0.0, 0.1, 0.6), R, &rod, t);
    CHECK(count == 2);
    CHECK_NEAR(fabs(t[0].gap - t[1].gap), 0.005, 1e-7);
    // upright: one
    count = touch(&box, rv_vec3_make(0.0, 0.1, 1.2), turn(0, 1.0, 0, 0.5 * RV_PI), &rod, t);
    CHECK(count == 1);
    CHECK_NEAR(t[0].gap, 0.0, 1e-14);
}

TEST(capsules_touch_in_two_points_if_parallel_else_in_one) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry rod = capsule_shape(0.1, 0.5), other = capsule_shape(0.2, 0.4);
    int count = touch(&rod, rv_vec3_make(0.3, 0.0, 0.299), rv_mat3_identity(), &other, t);
    CHECK(count == 2);
    CHECK_NEAR(t[0].gap, -0.001, 1e-14);
    CHECK_NEAR(t[1].gap, -0.001, 1e-14);
    CHECK_NEAR(fabs(t[0].on_a.x - t[1].on_a.x), 0.6, 1e-14); // from -0.1 to 0.5
    count = touch(&rod, rv_vec3_make(0.1, 0.2, 0.301), turn(0, 0, 1.0, 1.0), &other, t);
    CHECK(count == 1);
    CHECK_NEAR(t[0].gap, 0.001, 1e-14);
    // slightly crossed: the crossing is the nearest, the ends are within the margin
    count = touch(&rod, rv_vec3_make(0.0, 0.0, 0.3), turn(0, 0, 1.0, 0.05), &other, t);
    CHECK(count == 3);
    CHECK_NEAR(least_gap(t, count), 0.0, 1e-14);
    // cylinders side by side
    rv_geometry can = cylinder_shape(0.1, 0.5);
    count = touch(&can, rv_vec3_make(0.2, 0.12, 0.16), turn(1.0, 0, 0, 0.3), &can, t);
    CHECK(count == 2);
    CHECK_NEAR(least_gap(t, count), 0.0, 1e-12);
    CHECK_NEAR(t[0].normal.z, 0.8, 1e-9);
}

TEST(a_ball_touches_in_one_exact_point) {
    rv_touch t[RV_TOUCH_MAX];
    rv_geometry ball = sphere_shape(0.5), box = box_shape(1.0, 1.0, 1.0);
    CHECK(touch(&ball, rv_vec3_make(0.6, 0.8, 0.0), rv_mat3_identity(), &ball, t) == 1);
    CHECK_NEAR(t[0].gap, 0.0, 1e-15);
    CHECK_NEAR(t[0].on_a.x, 0.3, 1e-15);
    // beside a corner of the box
    CHECK(touch(&box, rv_vec3_make(1.2, 1.3, 1.2), rv_mat3_identity(), &ball, t) == 1);
    CHECK_NEAR(t[0].gap, sqrt(0.17) - 0.5, 1e-14);
    // on a plane
    rv_geometry half_space = {.type = RV_SHAPE_PLANE};
    rv_placed plane = placed_at(&half_space, rv_vec3_make(1, 2, 3), turn(1.0, 0, 0, 0.5 * RV_PI));
    rv_placed b = placed_at(&ball, rv_vec3_make(7, 1.6, 5), rv_mat3_identity());
    // the plane's normal is -y: the ball is 0.4 above it
    CHECK(rv_touch_shapes(&b, &plane, 0.01, t) == 1);
    CHECK_NEAR(t[0].gap, -0.1, 1e-14);
    CHECK_NEAR(t[0].normal.y, 1.0, 1e-15);
    check_swapped(&b, &plane, 0.01);
}

// --- hulls and planes ----------------------------------------------------------------------------

TEST(a_tetrahedron_stands_on_three_points) {
    rv_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.2, 0.2, 1}};
    rv_hull hull;
    rv_error_text error;
    heap = rv_memory_make((rv_allocator){0});
    CHECK(rv_hull_make(&heap, &hull, points, 4, &error));
    rv_geometry g = hull_shape(&hull), ground = box_shape(3.0, 3.0, 0.5);
    rv_geometry half_space = {.type = RV_SHAPE_PLANE};
    rv_touch t[RV_TOUCH_MAX];
    int count = touch(&ground, rv_vec3_make(0, 0, 0.499), rv_mat3_identity(), &g, t);
    CHECK(count == 3);
    CHECK_NEAR(fabs(spanned_area(t, count)), 0.5, 1e-12);
    CHECK_NEAR(least_gap(t, count), -0.001, 1e-12);
    rv_placed plane = placed_at(&half_space, rv_vec3_make(0, 0, 0.5), rv_mat3_identity());
    rv_placed a = placed_at(&g, rv_vec3_make(0, 0, 0.501), rv_mat3_identity());
    count = rv_touch_shapes(&a, &plane, 0.01, t);
    check_touches(t, count, 0.01);
    CHECK(count == 3);
    CHECK_NEAR(least_gap(t, count), 0.001, 1e-15);
    check_swapped(&a, &plane, 0.01);
    rv_hull_free(&heap, &hull);
}

TEST(boxes_and_capsules_on_a_plane_have_exact_gaps) {
    rv_geometry half_space = {.type = RV_SHAPE_PLANE}, box = box_shape(0.5, 0.4, 0.3);
    rv_geometry rod = capsule_shape(0.1, 0.6);
    rv_placed plane = placed_at(&half_space, ORIGIN, rv_mat3_identity());
    rv_touch t[RV_TOUCH_MAX];
    rv_placed a = placed_at(&box, rv_vec3_make(1, 2, 0.299), rv_mat3_identity());
    int count = rv_touch_shapes(&a, &plane, 0.01, t);
    check_touches(t, count, 0.01);
    CHECK(count == 4);
    CHECK_NEAR(least_gap(t, count), -0.001, 1e-15);
    CHECK_NEAR(fabs(spanned_area(t, count)), 0.8, 1e-14);
    a = placed_at(&rod, rv_vec3_make(1, 2, 0.101), rv_mat3_identity());
    count = rv_touch_shapes(&a, &plane, 0.01, t);
    check_touches(t, count, 0.01);
    CHECK(count == 2);
    CHECK_NEAR(t[1].gap, 0.001, 1e-15);
    // far above: nothing
    a.position.z = 0.2;
    CHECK(rv_touch_shapes(&a, &plane, 0.01, t) == 0);
}

TEST(two_shapes_without_inside_do_not_touch) {
    rv_geometry half_space = {.type = RV_SHAPE_PLANE};
    rv_placed plane = placed_at(&half_space, ORIGIN, rv_mat3_identity());
    rv_touch t[RV_TOUCH_MAX];
    CHECK(rv_touch_shapes(&plane, &plane, 1.0, t) == 0);
}

// --- any pair ------------------------------------------------------------------------------------

static rv_geometry any_shape(int kind, const rv_hull* hull) {
    double r = random_in(0.05, 0.5), l = random_in(0.05, 0.5);
    switch (kind) {
    case 0:
        return sphere_shape(r);
    case 1:
        return capsule_shape(r, l);
    case 2:
        return cylinder_shape(r, l);
    case 3:
        return box_shape(r, l, random_in(0.05, 0.5));
    default:
        return hull_shape(hull);
    }
}

// aligned, nearly aligned or any rotation: flat contacts must come up often
static rv_mat3 any_rotation(int k) {
    rv_mat3 quarter = turn(k % 4 == 1, k % 4 == 2, k % 4 % 3 == 0, 0.5 * RV_PI * (k % 4));
    if (k % 3 == 0)
        return quarter;
    if (k % 3 == 1)
        return rv_mat3_mul(rv_quat_to_mat3(rv_quat_exp(random_vec3(exp(random_in(-30, -2))))),
                           quarter);
    return random_rotation();
}

TEST(the_deepest_point_of_any_pair_is_as_deep_as_the_closest_points) {
    // One point: the gap is the distance. Several: within 2 % of the distance and 1e-4 of the
    // smaller of the two. Something touches exactly if the distance is within the margin.
    random_state = 23;
    heap = rv_memory_make((rv_allocator){0});
    rv_hull hull = random_hull(&heap, 30, rv_vec3_make(0.4, 0.3, 0.2));
    const double margin = 0.02;
    int manifolds = 0;
    for (int k = 0; k < 100000; k++) {
        rv_geometry g = any_shape(k % 5, &hull), h = any_shape(k / 5 % 5, &hull);
        rv_placed a = placed_at(&g, random_vec3(0.5), any_rotation(k));
        rv_placed b = placed_at(&h, random_vec3(0.2), any_rotation(k / 7));
        if (k % 11 == 0)
            b.position = a.position; // coincident
        rv_touch t[RV_TOUCH_MAX];
        rv_convex ca = rv_convex_of(&a), cb = rv_convex_of(&b);
        int count = rv_touch_shapes(&a, &b, margin, t);
        CHECK(count <= RV_TOUCH_CONVEX_MAX);
        check_touches(t, count, margin);
        rv_closest c = rv_convex_closest(&ca, &cb);
        CHECK((count > 0) == (c.distance <= margin));
        if (count == 0)
            continue;
        double size = fmin(rv_geometry_reach(&g), rv_geometry_reach(&h));
        double slack = count == 1 ? 1e-9 : 0.02 * fabs(c.distance) + 1e-4 * size;
        if (count == 1 && ca.core > RV_CORE_POINT && cb.core > RV_CORE_POINT)
            slack = 0.02 * fabs(c.distance) + 1e-4 * size; // one corner of a face
        CHECK(fabs(least_gap(t, count) - c.distance) <= slack + 1e-12);
        manifolds += count > 1;
    }
    CHECK(manifolds > 5000);
    rv_hull_free(&heap, &hull);
}

TEST(exchanged_shapes_give_the_same_points) {
    random_state = 24;
    for (int k = 0; k < 5000; k++) {
        rv_geometry g = any_shape(k % 3, NULL), h = box_shape(0.4, 0.5, 0.3);
        rv_placed a = placed_at(&g, random_vec3(0.6), random_rotation());
        rv_placed b = placed_at(&h, random_vec3(0.2), random_rotation());
        rv_convex ca = rv_convex_of(&a), cb = rv_convex_of(&b);
        // deep inside, faces of both may be as good, and that of a is taken
        if (rv_convex_closest(&ca, &cb).distance > -0.05)
            check_swapped(&a, &b, 0.02);
    }
}

// --- bounds --------------------------------------------------------------------------------------

TEST(bounds_reach_as_far_as_the_shape_along_every_axis) {
    random_state = 25;
    heap = rv_memory_make((rv_allocator){0});
    rv_hull hull = random_hull(&heap, 30, rv_vec3_make(0.4, 0.3, 0.2));
    for (int k = 0; k < 2000; k++) {
        rv_geometry g = any_shape(k % 5, &hull);
        rv_placed p = placed_at(&g, random_vec3(2.0), any_rotation(k));
        rv_convex c = rv_convex_of(&p);
        rv_aabb box = rv_placed_bounds(&p);
        const double lower[3] = {box.lower.x, box.lower.y, box.lower.z};
        const double upper[3] = {box.upper.x, box.upper.y, box.upper.z};
        for (int i = 0; i < 3; i++) {
            rv_vec3 axis = {i == 0, i == 1, i == 2};
            rv_vec3 top = rv_convex_support(&c, axis, NULL);
            rv_vec3 bottom = rv_convex_support(&c, rv_vec3_neg(axis), NULL);
            CHECK_NEAR(upper[i], rv_vec3_dot(axis, top) + c.radius, 1e-14);
            CHECK_NEAR(lower[i], rv_vec3_dot(axis, bottom) - c.radius, 1e-14);
        }
        // the farthest corner is as far as the reach says; a support may come close to it only
        rv_vec3 far_point = rv_convex_support(&c, random_direction(), NULL);
        double distance = rv_vec3_length(rv_vec3_sub(far_point, p.position)) + c.radius;
        CHECK(distance <= rv_geometry_reach(&g) + 1e-14);
        CHECK(rv_geometry_thickness(&g) > 0.0);
    }
    rv_hull_free(&heap, &hull);
}

TEST(only_a_plane_along_the_axes_is_bounded) {
    rv_geometry half_space = {.type = RV_SHAPE_PLANE};
    rv_placed p = placed_at(&half_space, rv_vec3_make(1, 2, 3), rv_mat3_identity());
    rv_aabb box = rv_placed_bounds(&p);
    CHECK(box.upper.z == 3.0 && box.lower.z == -INFINITY);
    CHECK(box.upper.x == INFINITY && box.lower.x == -INFINITY);
    p.R = turn(1.0, 0.0, 0.0, 0.3);
    box = rv_placed_bounds(&p);
    CHECK(box.upper.z == INFINITY && box.lower.z == -INFINITY && box.upper.y == INFINITY);
    CHECK(rv_geometry_reach(&half_space) == INFINITY);
    CHECK(rv_geometry_thickness(&half_space) == INFINITY);
}

TEST(thickness_is_the_least_width) {
    rv_geometry box = box_shape(0.5, 0.1, 0.3), can = cylinder_shape(0.2, 0.05);
    rv_geometry rod = capsule_shape(0.2, 0.05), ball = sphere_shape(0.7);
    CHECK_NEAR(rv_geometry_thickness(&box), 0.2, 1e-15);
    CHECK_NEAR(rv_geometry_thickness(&can), 0.1, 1e-15);
    CHECK_NEAR(rv_geometry_thickness(&rod), 0.4, 1e-15);
    CHECK_NEAR(rv_geometry_thickness(&ball), 1.4, 1e-15);
    CHECK_NEAR(rv_geometry_reach(&rod), 0.25, 1e-15);
    CHECK_NEAR(rv_geometry_reach(&can), sqrt(0.2 * 0.2 + 0.05 * 0.05), 1e-15);
}

// --- few out of many -----------------------------------------------------------------------------

TEST(reducing_keeps_the_deepest_and_the_largest_area_in_order) {
    rv_touch t[20];
    for (int i = 0; i < 20; i++) {
        double angle = 2.0 * RV_PI * i / 20;
        t[i] = (rv_touch){.on_a = {cos(angle), sin(angle), 0.0},
                          .on_b = {cos(angle), sin(angle), 0.0},
                          .normal = {0, 0, 1},
                          .gap = i == 7 ? -0.1 : 0.0,
                          .feature = (uint32_t)i};
    }
    CHECK(rv_touch_reduce(t, 20, 4) == 4);
    // the deepest, the point across, and the two beside
    CHECK(t[0].feature == 2 && t[1].feature == 7 && t[2].feature == 12 && t[3].feature == 17);
    CHECK(rv_touch_reduce(t, 4, 4) == 4);
    CHECK(rv_touch_reduce(t, 4, 1) == 1);
    CHECK(t[0].feature == 7);
}

TEST(reducing_keeps_all_directions) {
    // many points on the floor and one on each of two walls
    rv_touch t[32];
    for (int i = 0; i < 32; i++)
        t[i] = (rv_touch){.on_a = {0.01 * (i % 6), 0.01 * (i / 6), 0.0},
                          .on_b = {0.01 * (i % 6), 0.01 * (i / 6), 0.0},
                          .normal = {0, 0, -1},
                          .feature = (uint32_t)i};
    t[13].normal = rv_vec3_make(1, 0, 0);
    t[29].normal = rv_vec3_make(0, 1, 0);
    int count = rv_touch_reduce(t, 32, 4), walls = 0;
    CHECK(count == 4);
    for (int i = 0; i < count; i++)
        walls += t[i].feature == 13 || t[i].feature == 29;
    CHECK(walls == 2);
}
