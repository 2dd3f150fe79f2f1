// Hulls against counts and formulas of known bodies, bad input, and failing memory.
#include "collide_shapes.h"
#include "failing_allocator.h"

static rv_memory heap;

static bool make(rv_hull* hull, const rv_vec3* points, int count, rv_error_text* error) {
    heap = rv_memory_make((rv_allocator){0});
    error->text[0] = '\0';
    return rv_hull_make(&heap, hull, points, count, error);
}

static bool make_well(rv_hull* hull, const rv_vec3* points, int count) {
    rv_error_text error;
    bool made = make(hull, points, count, &error);
    CHECK(made);
    CHECK_TEXT(error.text, "");
    return made;
}

static void check_refused(const rv_vec3* points, int count, const char* sentence) {
    rv_hull hull;
    rv_error_text error;
    CHECK(!make(&hull, points, count, &error));
    CHECK_TEXT(error.text, sentence);
    CHECK(hull.corners.count == 0 && hull.corners.data == NULL);
    CHECK(heap.used == 0);
}

// closed (Euler), every given point inside of every face, faces counter-clockwise and convex,
// neighbours and edges the same
static void check_hull(const rv_hull* h, const rv_vec3* points, int count, double tolerance) {
    int edges = h->edges.count / 2;
    CHECK(h->corners.count - edges + h->faces.count == 2);
    CHECK(h->neighbours.count == 2 * edges && h->loop.count == 2 * edges);
    CHECK(h->triangles.count == 3 * (h->loop.count - 2 * h->faces.count));
    for (int f = 0; f < h->faces.count; f++) {
        const rv_hull_face* face = &h->faces.data[f];
        const int32_t* loop = h->loop.data + face->first;
        CHECK_NEAR(rv_vec3_length(face->normal), 1.0, 1e-14);
        for (int i = 0; i < count; i++)
            CHECK(rv_vec3_dot(face->normal, points[i]) <= face->offset + tolerance);
        for (int k = 0; k < face->count; k++) {
            rv_vec3 a = h->corners.data[loop[k]], b = h->corners.data[loop[(k + 1) % face->count]];
            rv_vec3 c = h->corners.data[loop[(k + 2) % face->count]];
            rv_vec3 turned = rv_vec3_cross(rv_vec3_sub(b, a), rv_vec3_sub(c, b));
            CHECK(rv_vec3_dot(turned, face->normal) > 0.0);
            CHECK(fabs(rv_vec3_dot(face->normal, a) - face->offset) <= tolerance);
        }
    }
    for (int i = 0; i < h->corners.count; i++)
        for (int k = h->neighbour_first.data[i]; k < h->neighbour_first.data[i + 1]; k++) {
            int found = 0;
            for (int e = 0; e < edges; e++) {
                int a = h->edges.data[2 * e], b = h->edges.data[2 * e + 1],
                    j = h->neighbours.data[k];
                found += (a == i && b == j) || (a == j && b == i);
            }
            CHECK(found == 1);
        }
}

static int box_corners(rv_vec3 half, rv_mat3 R, rv_vec3 at, rv_vec3* out) {
    for (int i = 0; i < 8; i++) {
        rv_vec3 c = rv_vec3_make(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                 i & 4 ? half.z : -half.z);
        out[i] = rv_vec3_add(at, rv_mat3_apply(R, c));
    }
    return 8;
}

TEST(a_cube_with_points_inside_and_twice_is_a_cube) {
    rv_vec3 points[8 + 8 + 100 + 343];
    rv_hull hull;
    random_state = 5;
    int n =
        box_corners(rv_vec3_make(1.0, 1.0, 1.0), rv_mat3_identity(), rv_vec3_make(0, 0, 0), points);
    n += box_corners(rv_vec3_make(1.0, 1.0, 1.0), rv_mat3_identity(), rv_vec3_make(0, 0, 0),
                     points + n);
    for (int i = 0; i < 100; i++)
        points[n++] = random_vec3(1.0);
    // a lattice: many points on faces and edges
    for (int i = 0; i < 343; i++)
        points[n++] = rv_vec3_make(i % 7 / 3.0 - 1.0, i / 7 % 7 / 3.0 - 1.0, i / 49 / 3.0 - 1.0);
    if (!make_well(&hull, points, n))
        return;
    CHECK(hull.corners.count == 8);
    CHECK(hull.faces.count == 6);
    CHECK(hull.edges.count == 24);
    check_hull(&hull, points, n, 1e-14);
    CHECK_NEAR(hull.volume, 8.0, 1e-13);
    CHECK_NEAR(hull.thickness, 2.0, 1e-14);
    CHECK_NEAR(hull.reach, sqrt(3.0), 1e-15);
    rv_hull_free(&heap, &hull);
    CHECK(heap.used == 0);
}

TEST(moments_of_a_turned_box_far_away_are_those_of_the_formula) {
    // integral of x x^T over a box: V h_k^2 / 3 along its axes
    rv_vec3 half = {0.3, 0.5, 0.7}, at = {10.0, -20.0, 5.0}, points[8];
    rv_mat3 R = turn(0.6, 0.0, 0.8, 0.7);
    rv_hull hull;
    if (!make_well(&hull, points, box_corners(half, R, at, points)))
        return;
    double V = 8.0 * half.x * half.y * half.z;
    rv_mat3 D =
        rv_mat3_diagonal(V * half.x * half.x / 3, V * half.y * half.y / 3, V * half.z * half.z / 3);
    rv_mat3 expected = rv_mat3_mul_transpose(rv_mat3_mul(R, D), R);
    CHECK(hull.faces.count == 6 && hull.corners.count == 8);
    CHECK_NEAR(hull.volume, V, 1e-12);
    CHECK_NEAR(hull.inside.x, at.x, 1e-12);
    CHECK_NEAR(hull.inside.y, at.y, 1e-12);
    CHECK_NEAR(hull.inside.z, at.z, 1e-12);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            CHECK_NEAR(hull.second_moment.m[i][j], expected.m[i][j], 1e-12);
    rv_hull_free(&heap, &hull);
}

TEST(moments_of_a_tetrahedron_are_those_of_the_formula) {
    // corners 0, a e_x, b e_y, c e_z: V = abc/6, centre (a, b, c)/4, about the centre
    // <x x> = V 3 a^2/80, <x y> = -V a b/80
    rv_vec3 points[4] = {{0, 0, 0}, {2.0, 0, 0}, {0, 3.0, 0}, {0, 0, 0.5}};
    const double d[3] = {2.0, 3.0, 0.5};
    rv_hull hull;
    if (!make_well(&hull, points, 4))
        return;
    CHECK(hull.corners.count == 4 && hull.faces.count == 4 && hull.edges.count == 12);
    CHECK_NEAR(hull.volume, 0.5, 1e-15);
    CHECK_NEAR(hull.inside.x, 0.5, 1e-15);
    CHECK_NEAR(hull.inside.y, 0.75, 1e-15);
    CHECK_NEAR(hull.inside.z, 0.125, 1e-15);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            CHECK_NEAR(hull.second_moment.m[i][j],
                       hull.volume * d[i] * d[j] * (i == j ? 3.0 : -1.0) / 80.0, 1e-12);
    // twice the distance of the centre from the nearest face, z = 0
    CHECK_NEAR(hull.thickness, fmin(0.25, hull.thickness), 0.0);
    CHECK(hull.thickness > 0.1);
    check_hull(&hull, points, 4, 1e-15);
    rv_hull_free(&heap, &hull);
}

TEST(points_on_a_sphere_are_all_corners) {
    random_state = 7;
    for (int n = 5; n <= 256; n += n < 20 ? 1 : 59) {
        rv_vec3 points[256];
        rv_hull hull;
        for (int i = 0; i < n; i++)
            points[i] = rv_vec3_scale(random_direction(), 3.0);
        if (!make_well(&hull, points, n))
            return;
        CHECK(hull.corners.count == n);
        // triangles, but for the odd four that lie in one plane within 1e-5
        CHECK(hull.faces.count <= 2 * n - 4 && hull.faces.count >= 2 * n - 4 - n / 50);
        check_hull(&hull, points, n, 1e-4); // a face may be uneven by 1e-5 of the size
        rv_hull_free(&heap, &hull);
    }
}

TEST(random_points_of_any_scale_make_closed_hulls) {
    // boxes with edges of 1 .. 1e-6 of the longest, sizes 1e-3 .. 1e3, some points rounded to a
    // coarse lattice so that many lie in common planes
    random_state = 8;
    for (int k = 0; k < 3000; k++) {
        rv_vec3 points[200];
        rv_hull hull;
        int n = 5 + (int)(random_unit() * 195), lattice = k % 3 == 0 ? 4 : 0;
        double size = exp(random_in(-7.0, 7.0)), flat = k % 2 ? exp(random_in(-13.0, 0.0)) : 1.0;
        rv_mat3 R = random_rotation();
        for (int i = 0; i < n; i++) {
            rv_vec3 p = random_vec3(1.0);
            if (lattice > 0)
                p = rv_vec3_make(floor(p.x * lattice), floor(p.y * lattice), floor(p.z * lattice));
            points[i] = rv_mat3_apply(R, rv_vec3_make(p.x * size, p.y * size, p.z * size * flat));
        }
        if (lattice > 0 && n < 30)
            continue; // may well lie in one plane
        if (!make_well(&hull, points, n))
            continue;
        // an uneven face: 1e-5 of the extent, which is up to 3.5 size, on either side
        check_hull(&hull, points, n, 7e-5 * size * (lattice > 0 ? lattice : 1));
        CHECK(hull.volume > 0.0 && isfinite(hull.volume) && hull.thickness > 0.0);
        rv_hull_free(&heap, &hull);
        CHECK(heap.used == 0);
    }
}

TEST(coordinates_of_six_digits_still_make_six_faces) {
    // a turned cube written with %.6f: its faces are uneven by 1e-6
    rv_vec3 points[8];
    rv_hull hull;
    box_corners(rv_vec3_make(1.0, 1.0, 1.0), turn(0.6, 0.8, 0.0, 0.4), rv_vec3_make(0, 0, 0),
                points);
    for (int i = 0; i < 8; i++)
        points[i] = rv_vec3_make(floor(points[i].x * 1e6) * 1e-6, floor(points[i].y * 1e6) * 1e-6,
                                 floor(points[i].z * 1e6) * 1e-6);
    if (!make_well(&hull, points, 8))
        return;
    CHECK(hull.corners.count == 8 && hull.faces.count == 6);
    rv_hull_free(&heap, &hull);
}

TEST(a_plate_of_a_micrometre_keeps_its_thickness) {
    rv_vec3 points[8];
    rv_hull hull;
    box_corners(rv_vec3_make(0.5, 0.5, 0.5e-6), turn(0.6, 0.0, 0.8, 1.0), rv_vec3_make(0, 0, 0),
                points);
    if (!make_well(&hull, points, 8))
        return;
    CHECK(hull.corners.count == 8 && hull.faces.count == 6);
    CHECK_NEAR(hull.thickness, 1e-6, 1e-15);
    CHECK_NEAR(hull.volume, 1e-6, 1e-15);
    rv_hull_free(&heap, &hull);
}

TEST(points_in_a_line_or_a_plane_are_refused) {
    rv_vec3 line[5], plane[25], one[4] = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    for (int i = 0; i < 5; i++)
        line[i] = rv_vec3_make(i, 2.0 * i, 0.0);
    for (int i = 0; i < 25; i++)
        plane[i] = rv_vec3_make(i % 5, i / 5, 1.0);
    check_refused(one, 4, "rv_hull_def.points: all at one place");
    check_refused(line, 5,
                  "rv_hull_def.points: all on one line (within 0 m): need 4 that do not lie in one "
                  "plane");
    check_refused(plane, 25,
                  "rv_hull_def.points: all in one plane (within 0 m): need 4 that do not");
    plane[12].z += 1e-9; // 2.5e-10 of the size: below what counts
    check_refused(plane, 25,
                  "rv_hull_def.points: all in one plane (within 1e-09 m): need 4 that do not");
}

TEST(bad_input_is_named) {
    rv_vec3 points[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    check_refused(points, 3, "rv_hull_def.point_count = 3: must be in [4, 4096]");
    check_refused(points, 4097, "rv_hull_def.point_count = 4097: must be in [4, 4096]");
    check_refused(NULL, 4, "rv_hull_def.points: must not be NULL");
    points[3].x = INFINITY;
    check_refused(points, 4, "rv_hull_def.points[3] = (inf, 0, 1) m: must be finite");
}

TEST(too_many_corners_are_refused) {
    static rv_vec3 points[4096];
    random_state = 9;
    for (int i = 0; i < 4096; i++)
        points[i] = random_direction();
    check_refused(points, 257,
                  "rv_hull_def.points: their hull has 257 corners: at most 256 are allowed");
    check_refused(points, 4096,
                  "rv_hull_def.points: their hull has 4096 corners: at most 256 are allowed");
    // a prism over a polygon of 65 corners
    for (int i = 0; i < 130; i++)
        points[i] =
            rv_vec3_make(cos(2.0 * RV_PI * (i / 2) / 65), sin(2.0 * RV_PI * (i / 2) / 65), i % 2);
    check_refused(
        points, 130,
        "rv_hull_def.points: a face of their hull has 65 corners: at most 64 are allowed");
}

TEST(every_failing_allocation_leaves_nothing_behind) {
    rv_vec3 points[60];
    random_state = 10;
    for (int i = 0; i < 60; i++)
        points[i] = random_vec3(1.0);
    long needed = 0;
    for (long fail_at = 1; fail_at < 200; fail_at++) {
        failing_allocator allocator = {.fail_at = fail_at};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&allocator));
        rv_hull hull;
        rv_error_text error = {""};
        bool made = rv_hull_make(&memory, &hull, points, 60, &error);
        CHECK(made == (allocator.failed == 0));
        if (made) {
            needed = allocator.calls;
            rv_hull_free(&memory, &hull);
        } else {
            CHECK_TEXT(error.text, "rv_geometry_create_hull: out of memory");
        }
        CHECK(allocator.live_blocks == 0);
        if (made)
            break;
    }
    CHECK(needed >= 10);
}
