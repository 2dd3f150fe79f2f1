// Convex shapes on meshes: sliding over flat, curved and hollow surfaces must give normals of the
// surface and nothing else, and points must span what they stand on.
#include "src/collide/hull.h"
#include "touch_fixture.h"

// --- surfaces -----------------------------------------------------------------------------------

// the same with vertices pushed about within the plane
static rv_vec3 flat_uneven(double u, double v) {
    double shift = 0.03 * rv_sin(37.0 * u + 11.0 * v);
    return rv_vec3_make(4.0 * u - 2.0 + shift, 4.0 * v - 2.0 - shift, 0.0);
}

enum { FACETS = 60 };
static const double TUBE = 1.0; // radius of the round surfaces [m]

// the upper side of a cylinder along y; 60 facets on 120 degrees: 2 degrees each
static rv_vec3 tube(double u, double v) {
    double sine, cosine;
    rv_sincos((u - 0.5) * 2.0 * RV_PI / 3.0, &sine, &cosine);
    return rv_vec3_make(TUBE * sine, 4.0 * v - 2.0, TUBE * cosine);
}

// the inside of it
static rv_vec3 gutter(double u, double v) {
    rv_vec3 p = tube(u, v);
    return rv_vec3_make(p.x, p.y, -p.z);
}

// a ball seen from above, 2 degrees per facet and up to 60 degrees from its top
static rv_vec3 ball(double u, double v) {
    double around[2], down[2];
    rv_sincos((u - 0.5) * 2.0 * RV_PI / 3.0, &around[0], &around[1]);
    rv_sincos((v - 0.5) * 2.0 * RV_PI / 3.0, &down[0], &down[1]);
    return rv_vec3_make(TUBE * around[0] * down[1], TUBE * down[0], TUBE * around[1] * down[1]);
}

static rv_vec3 up_everywhere(rv_vec3 p) {
    (void)p;
    return rv_vec3_make(0.0, 0.0, 1.0);
}

static rv_vec3 away_from_axis(rv_vec3 p) {
    return rv_vec3_normalize(rv_vec3_make(p.x, 0.0, p.z));
}

static rv_vec3 towards_axis(rv_vec3 p) {
    return rv_vec3_neg(away_from_axis(p));
}

static rv_vec3 away_from_centre(rv_vec3 p) {
    return rv_vec3_normalize(p);
}

typedef struct ground {
    soup_place* place;
    rv_vec3 (*normal)(rv_vec3 p);
    int n, m;
    double angle; // how much the facets' normals may be off [rad]: one facet, or nothing
} ground;

static const ground grounds[] = {
    {flat, up_everywhere, 40, 40, 1e-9},        {flat, up_everywhere, 1, 1, 1e-9},
    {flat_uneven, up_everywhere, 40, 40, 1e-9}, {tube, away_from_axis, FACETS, 20, 0.036},
    {gutter, towards_axis, FACETS, 20, 0.036},  {ball, away_from_centre, FACETS, FACETS, 0.036},
};
enum { GROUNDS = sizeof grounds / sizeof *grounds };

// --- sliding ------------------------------------------------------------------------------------

// a frame with z along `up`, turned about it
static rv_mat3 frame_on(rv_vec3 up, double turn) {
    double sine, cosine;
    rv_sincos(turn, &sine, &cosine);
    rv_vec3 x = rv_vec3_normalize(rv_vec3_make(up.z, 0.0, -up.x)), y = rv_vec3_cross(up, x);
    rv_vec3 u = rv_vec3_add(rv_vec3_scale(x, cosine), rv_vec3_scale(y, sine));
    rv_vec3 v = rv_vec3_cross(up, u);
    return (rv_mat3){{{u.x, v.x, up.x}, {u.y, v.y, up.y}, {u.z, v.z, up.z}}};
}

// where a path over the ground is at step k of `count`: a line across all cells at an odd angle
static rv_vec3 path_at(const ground* g, int k, int count) {
    double s = (k + 0.5) / count;
    return g->place(0.25 + 0.5 * s, 0.3 + 0.4 * s + 0.01 * rv_sin(40.0 * s));
}

// the largest angle by which normals are off what the surface has at the point, over a path; and
// how often there is no point
typedef struct slide {
    double off;
    int missed;
    double high_gap; // of the deepest points: how shallow
} slide;

// `standing`: the shape with its lowest point at the origin and z up. `sunk`: depth [m]
static slide slide_over(const ground* g, const rv_placed* mesh, const rv_convex* standing,
                        double sunk, int count) {
    slide result = {0.0, 0, -INFINITY};
    for (int k = 0; k < count; k++) {
        rv_vec3 at = path_at(g, k, count), up = g->normal(at);
        rv_mat3 frame = frame_on(up, 3.0 * k / count);
        rv_convex shape = *standing;
        shape.position =
            rv_vec3_add(rv_vec3_mul_add(at, -sunk, up), rv_mat3_apply(frame, standing->position));
        shape.R = rv_mat3_mul(frame, standing->R);
        rv_touch touches[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&shape, mesh, MARGIN, touches);
        result.missed += n == 0;
        double deepest = INFINITY;
        for (int i = 0; i < n; i++) {
            rv_vec3 out = rv_vec3_neg(touches[i].normal), expected = g->normal(touches[i].on_b);
            double sine = rv_vec3_length(rv_vec3_cross(out, expected));
            double off = rv_atan2(sine, rv_vec3_dot(out, expected));
            result.off = fmax(result.off, off);
            deepest = fmin(deepest, touches[i].gap);
        }
        result.high_gap = fmax(result.high_gap, deepest);
    }
    return result;
}

// `wide`: flat faces touch a round surface over +-sqrt(2 R sunk), where its normal is off that much
static void check_slide(const rv_convex* standing, double sunk, bool wide) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    for (int k = 0; k < GROUNDS; k++) {
        const ground* g = &grounds[k];
        soup s = soup_grid(g->n, g->m, g->place);
        rv_trimesh mesh = soup_mesh(&memory, &s);
        rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
        rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
        slide result = slide_over(g, &placed, standing, sunk, 2000);
        bool round = g->normal != up_everywhere;
        CHECK(result.missed == 0);
        CHECK_NEAR(result.off, 0.0, g->angle + (wide && round ? sqrt(2.0 * sunk / TUBE) : 0.0));
        // facets lie up to R (1 - cos 1.5 degrees) = 3.4e-4 below the round surface
        CHECK(result.high_gap <= -sunk + (round ? 4e-4 : 1e-9));
        rv_trimesh_free(&memory, &mesh);
    }
}

TEST(a_sphere_slides_over_flat_and_round_meshes_without_catching) {
    rv_convex s = sphere(0.1);
    s.position = rv_vec3_make(0.0, 0.0, 0.1);
    check_slide(&s, 0.002, false);
    check_slide(&s, 0.05, false);
}

TEST(a_capsule_slides_without_catching) {
    rv_convex c = capsule(0.05, 0.1);
    c.position = rv_vec3_make(0.0, 0.0, 0.05);
    check_slide(&c, 0.002, false);
}

TEST(a_box_slides_corner_first_without_catching) {
    // the corner (-, -, -) points down: z = R (1, 1, 1) / sqrt(3)
    rv_convex b = box(0.1, 0.1, 0.1);
    double s = 1.0 / sqrt(3.0), h = 1.0 / sqrt(2.0), t = 1.0 / sqrt(6.0);
    b.R = (rv_mat3){{{h, -h, 0.0}, {t, t, -2.0 * t}, {s, s, s}}};
    b.position = rv_mat3_apply(b.R, b.half_extents);
    check_slide(&b, 0.002, false);
}

TEST(a_box_slides_face_down_without_catching) {
    rv_convex b = box(0.05, 0.05, 0.05);
    b.position = rv_vec3_make(0.0, 0.0, 0.05);
    check_slide(&b, 0.001, true);
}

TEST(a_cylinder_slides_on_its_side_and_on_its_cap_without_catching) {
    rv_convex c = cylinder(0.05, 0.05);
    c.position = rv_vec3_make(0.0, 0.0, 0.05);
    check_slide(&c, 0.001, true);
    // the axis up
    c.R = (rv_mat3){{{0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}}};
    check_slide(&c, 0.001, true);
}

// --- hollow edges -------------------------------------------------------------------------------

// a floor that rises at 30 degrees from x = 0 on
static rv_vec3 ramp(double u, double v) {
    double x = 4.0 * u - 2.0;
    return rv_vec3_make(x, 4.0 * v - 2.0, x > 0.0 ? x / sqrt(3.0) : 0.0);
}

TEST(a_sphere_crosses_a_hollow_edge_with_the_normals_of_both_sides) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(40, 40, ramp);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    const rv_vec3 level = {0.0, 0.0, 1.0}, slope = {-0.5, 0.0, sqrt(0.75)};
    const double radius = 0.1;
    int on_both = 0;
    for (int k = 0; k < 10000; k++) {
        rv_convex ball_shape = sphere(radius);
        double x = -0.2 + 0.4 * k / 10000, y = 0.7 * k / 10000;
        // the lower of both that touches: 1 mm into the nearer one
        double on_level = radius - 1e-3, on_slope = (radius - 1e-3 + 0.5 * x) / slope.z;
        ball_shape.position = rv_vec3_make(x, y, fmax(on_level, on_slope));
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&ball_shape, &placed, MARGIN, t);
        double deepest = INFINITY;
        for (int i = 0; i < n; i++) {
            double l = rv_vec3_length(rv_vec3_add(t[i].normal, level));
            double r = rv_vec3_length(rv_vec3_add(t[i].normal, slope));
            CHECK(l < 1e-9 || r < 1e-9);
            deepest = fmin(deepest, t[i].gap);
        }
        CHECK(n == 1 || n == 2);
        CHECK_NEAR(deepest, -1e-3, 1e-9);
        on_both += n == 2;
    }
    CHECK(on_both > 10);
    rv_trimesh_free(&memory, &mesh);
}

// --- resting ------------------------------------------------------------------------------------

static rv_vec3 fine(double u, double v) {
    return rv_vec3_make(2.0 * u - 1.0, 2.0 * v - 1.0, 0.0);
}

TEST(a_box_on_a_fine_mesh_stands_on_its_four_corners) {
    // 1 m on triangles of 1 cm: 20000 of them below it
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(200, 200, fine);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    uint32_t features[4] = {0};
    for (int k = 0; k < 20; k++) {
        rv_convex b = box(0.5, 0.5, 0.5);
        b.position = rv_vec3_make(0.003 * k, -0.0071 * k, 0.5 - 1e-4);
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&b, &placed, MARGIN, t);
        CHECK(n == 4);
        for (int i = 0; i < n; i++) {
            CHECK_NEAR(fabs(t[i].on_b.x - b.position.x), 0.5, 1e-12);
            CHECK_NEAR(fabs(t[i].on_b.y - b.position.y), 0.5, 1e-12);
            CHECK_NEAR(t[i].gap, -1e-4, 1e-12);
            // the numbers stay with the corners while it slides
            int corner = (t[i].on_b.x > b.position.x) + 2 * (t[i].on_b.y > b.position.y);
            CHECK(k == 0 || features[corner] == t[i].feature);
            features[corner] = t[i].feature;
        }
        for (int i = 1; i < n; i++)
            CHECK(t[i].feature != t[0].feature);
    }
    // tipped about x by 1 mm: the two low corners are there, and the deepest is one of them
    rv_convex b = box(0.5, 0.5, 0.5);
    b.R = rv_quat_to_mat3(rv_quat_from_axis_angle(rv_vec3_make(1.0, 0.0, 0.0), 1e-3));
    b.position = rv_vec3_make(0.0013, 0.0017, 0.5);
    rv_touch t[RV_TOUCH_MAX];
    int n = rv_touch_mesh(&b, &placed, MARGIN, t);
    double deepest = INFINITY;
    for (int i = 0; i < n; i++)
        deepest = fmin(deepest, t[i].gap);
    CHECK(n == 4);
    // z of a low corner: 0.5 - 0.5 cos - 0.5 sin
    CHECK_NEAR(deepest, -0.5e-3 + 0.25e-6, 1e-9);
    rv_trimesh_free(&memory, &mesh);
}

static int touch_box_mesh(rv_vec3 half, const rv_convex* a, rv_touch* out) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_box(half);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    int n = rv_touch_mesh(a, &placed, MARGIN, out);
    rv_trimesh_free(&memory, &mesh);
    return n;
}

// the corners of the common area of two unit squares, the second shifted, are the points
static void check_common_area(const rv_touch* t, int n, double shift_x, double shift_y) {
    bool found[4] = {false};
    CHECK(n == 4);
    for (int i = 0; i < n; i++) {
        CHECK_NEAR(rv_vec3_length(rv_vec3_add(t[i].normal, rv_vec3_make(0.0, 0.0, 1.0))), 0.0,
                   1e-9);
        for (int k = 0; k < 4; k++) {
            double x = k & 1 ? fmin(0.5, 0.5 + shift_x) : fmax(-0.5, -0.5 + shift_x);
            double y = k & 2 ? fmin(0.5, 0.5 + shift_y) : fmax(-0.5, -0.5 + shift_y);
            found[k] |= fabs(t[i].on_b.x - x) < 1e-6 && fabs(t[i].on_b.y - y) < 1e-6;
        }
    }
    CHECK(found[0] && found[1] && found[2] && found[3]);
}

TEST(a_box_on_a_closed_box_mesh_of_its_size_stands_on_the_corners_of_the_common_area) {
    rv_convex b = box(0.5, 0.5, 0.5);
    rv_touch t[RV_TOUCH_MAX];
    const double shifts[4][2] = {{0.0, 0.0}, {0.2, 0.0}, {0.3, -0.4}, {0.05, 0.45}};
    for (int k = 0; k < 4; k++) {
        b.position = rv_vec3_make(shifts[k][0], shifts[k][1], 1.0 - 1e-4);
        int n = touch_box_mesh(rv_vec3_make(0.5, 0.5, 0.5), &b, t);
        check_common_area(t, n, shifts[k][0], shifts[k][1]);
        for (int i = 0; i < n; i++)
            CHECK_NEAR(t[i].gap, -1e-4, 1e-9);
        // and two boxes give the same
        rv_convex solid = box(0.5, 0.5, 0.5);
        rv_touch of_boxes[RV_TOUCH_MAX];
        int m = rv_touch_convex(&b, &solid, MARGIN, of_boxes);
        check_common_area(of_boxes, m, shifts[k][0], shifts[k][1]);
    }
}

TEST(contact_with_a_box_mesh_equals_contact_with_the_box) {
    // 2000 boxes about a box: the least gap and its normal, shallow overlaps and small gaps
    random_state = 5;
    int touching = 0;
    rv_vec3 half = rv_vec3_make(0.5, 0.4, 0.3);
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_box(half);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    for (int k = 0; k < 2000; k++) {
        rv_convex a = box(0.2, 0.3, 0.1), solid = box(half.x, half.y, half.z);
        a.R = rv_quat_to_mat3(rv_quat_exp(random_vector(3.0)));
        rv_vec3 way = rv_vec3_normalize(random_vector(1.0));
        a.position = rv_vec3_scale(way, 2.0);
        // moved in until the gap is what is wanted
        double wanted = random_in(-1e-3, 0.9e-3);
        double d = INFINITY;
        for (int step = 0; step < 200 && fabs(d) > 1e-8; step++) {
            d = rv_convex_closest(&a, &solid).distance - wanted;
            a.position = rv_vec3_mul_add(a.position, -0.9 * d, way);
        }
        rv_closest expected = rv_convex_closest(&a, &solid);
        if (fabs(expected.distance - wanted) > 1e-6)
            continue;
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&a, &placed, MARGIN, t), least = 0;
        CHECK(n > 0);
        for (int i = 1; i < n; i++)
            least = t[i].gap < t[least].gap ? i : least;
        touching += n > 0;
        if (n > 0) {
            // directions within 0.02 rad of a face's normal count as that: 1 - cos(0.02) = 2e-4
            CHECK_NEAR(t[least].gap, expected.distance, 1e-6);
            CHECK_NEAR(rv_vec3_dot(t[least].normal, expected.normal), 1.0, 1e-3);
        }
    }
    CHECK(touching > 1500);
    rv_trimesh_free(&memory, &mesh);
}
// the points of a touch: all with this gap and this direction out of the surface
static void check_all(const rv_touch* t, int n, rv_vec3 out, double gap) {
    for (int i = 0; i < n; i++) {
        CHECK_NEAR(rv_vec3_length(rv_vec3_add(t[i].normal, out)), 0.0, 1e-9);
        CHECK_NEAR(t[i].gap, gap, 1e-9);
    }
}

TEST(edges_and_corners_of_a_box_mesh_carry_shapes) {
    const rv_vec3 half = {0.5, 0.5, 0.5};
    rv_touch t[RV_TOUCH_MAX];
    // outward from the middle of the edge at x = z = 0.5, and from the corner
    rv_vec3 edge = {sqrt(0.5), 0.0, sqrt(0.5)},
            corner = {sqrt(1 / 3.0), sqrt(1 / 3.0), sqrt(1 / 3.0)};
    // a box with its bottom across the edge: two points, 0.4 m apart along y
    rv_convex b = box(0.3, 0.2, 0.1);
    b.R = frame_on(edge, 0.0);
    b.position = rv_vec3_add(rv_vec3_make(0.5, 0.0, 0.5), rv_vec3_scale(edge, 0.1 - 1e-4));
    int n = touch_box_mesh(half, &b, t);
    CHECK(n == 2);
    check_all(t, n, edge, -1e-4);
    CHECK_NEAR(fabs(t[0].on_b.y - t[1].on_b.y), 0.4, 1e-9);
    // a capsule along it: two points; across it: one
    rv_convex c = capsule(0.05, 0.2);
    c.position = rv_vec3_add(rv_vec3_make(0.5, 0.0, 0.5), rv_vec3_scale(edge, 0.05 - 1e-4));
    c.R = frame_on(edge, 0.5 * RV_PI);
    n = touch_box_mesh(half, &c, t);
    CHECK(n == 2);
    check_all(t, n, edge, -1e-4);
    CHECK_NEAR(fabs(t[0].on_b.y - t[1].on_b.y), 0.4, 1e-9);
    c.R = frame_on(edge, 0.0);
    n = touch_box_mesh(half, &c, t);
    CHECK(n == 1);
    check_all(t, n, edge, -1e-4);
    // a sphere and a box on the corner
    rv_convex s = sphere(0.1);
    s.position = rv_vec3_add(half, rv_vec3_scale(corner, 0.1 + 1e-4));
    n = touch_box_mesh(half, &s, t);
    CHECK(n == 1);
    check_all(t, n, corner, 1e-4);
    b.R = frame_on(corner, 0.3);
    b.position = rv_vec3_add(half, rv_vec3_scale(corner, 0.1 - 1e-4));
    n = touch_box_mesh(half, &b, t);
    CHECK(n == 1);
    check_all(t, n, corner, -1e-4);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(t[0].on_b, half)), 0.0, 1e-9);
}

TEST(a_hull_touches_as_the_box_that_it_is) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_vec3 points[8], half = {0.2, 0.3, 0.1}, shift = {0.4, -0.2, 0.1};
    for (int k = 0; k < 8; k++)
        points[k] =
            rv_vec3_make(shift.x + (k & 1 ? half.x : -half.x), shift.y + (k & 2 ? half.y : -half.y),
                         shift.z + (k & 4 ? half.z : -half.z));
    rv_hull hull;
    rv_error_text error;
    CHECK(rv_hull_make(&memory, &hull, points, 8, &error));
    random_state = 8;
    int points_seen = 0;
    for (int k = 0; k < 500; k++) {
        rv_convex a = box(half.x, half.y, half.z);
        // flat on the mesh's top, and anyhow
        a.R = k % 2 == 0 ? frame_on(rv_vec3_make(0.0, 0.0, 1.0), 0.1 * k)
                         : rv_quat_to_mat3(rv_quat_exp(random_vector(3.0)));
        a.position = rv_vec3_make(random_in(-0.1, 0.1), random_in(-0.1, 0.1), 0.0);
        a.position.z = 0.5 - 1e-4 - rv_convex_support(&a, rv_vec3_make(0.0, 0.0, -1.0), NULL).z;
        rv_convex b = {.core = RV_CORE_HULL, .hull = &hull, .R = a.R};
        b.position = rv_vec3_sub(a.position, rv_mat3_apply(a.R, shift));
        rv_touch t[RV_TOUCH_MAX], u[RV_TOUCH_MAX];
        int n = touch_box_mesh(rv_vec3_make(0.5, 0.5, 0.5), &a, t);
        int m = touch_box_mesh(rv_vec3_make(0.5, 0.5, 0.5), &b, u);
        CHECK(n == m && n > 0);
        for (int i = 0; i < n && n == m; i++) {
            double nearest = INFINITY;
            for (int j = 0; j < m; j++)
                nearest = fmin(nearest, rv_vec3_length(rv_vec3_sub(t[i].on_b, u[j].on_b)));
            CHECK_NEAR(nearest, 0.0, 1e-6);
        }
        points_seen += n;
    }
    CHECK(points_seen > 1000);
    rv_hull_free(&memory, &hull);
}

// --- thin, deep, open, rough --------------------------------------------------------------------

// the top, one side and the bottom of a table as one strip: a long way round its edge at x = 0
static rv_vec3 table(double u, double v) {
    double y = 2.0 * v - 1.0, s = 3.0 * u;
    if (s <= 1.0)
        return rv_vec3_make(s - 1.0, y, 0.0);
    return s <= 2.0 ? rv_vec3_make(0.0, y, 1.0 - s) : rv_vec3_make(2.0 - s, y, -1.0);
}

TEST(a_box_beside_a_table_is_pushed_sideways_and_not_up) {
    // cells of 1 cm; the box is 0.5 m below the top and 1 mm to 5 cm in its side
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(300, 20, table);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    const double depths[] = {1e-3, 0.005, 0.013, 0.05};
    for (int k = 0; k < 4; k++) {
        rv_convex b = box(0.5, 0.3, 0.5);
        b.position = rv_vec3_make(0.5 - depths[k], 0.013, 0.0);
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&b, &placed, MARGIN, t);
        CHECK(n == 4);
        for (int i = 0; i < n; i++) {
            CHECK_NEAR(t[i].normal.x, -1.0, 1e-9);
            CHECK_NEAR(t[i].gap, -depths[k], 1e-9);
        }
    }
    rv_trimesh_free(&memory, &mesh);
}

TEST(a_sphere_far_into_a_thin_plate_is_pushed_out_where_it_came_from) {
    // 2 mm thick, 5 cm deep: the far side would push it through
    rv_touch t[RV_TOUCH_MAX];
    rv_convex s = sphere(0.1);
    s.position = rv_vec3_make(0.01, 0.02, 0.001 + 0.05);
    int n = touch_box_mesh(rv_vec3_make(1.0, 1.0, 0.001), &s, t);
    CHECK(n == 1);
    CHECK_NEAR(t[0].normal.z, -1.0, 1e-12);
    CHECK_NEAR(t[0].gap, -0.05, 1e-12);
}

TEST(a_sheet_is_touched_from_its_outside_only) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(40, 40, flat);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    rv_convex b = sphere(0.1);
    rv_touch t[RV_TOUCH_MAX];
    // all below: free; the middle below but some of it above: up
    b.position = rv_vec3_make(0.33, 0.21, -0.1001);
    CHECK(rv_touch_mesh(&b, &placed, MARGIN, t) == 0);
    b.position.z = -0.05;
    CHECK(rv_touch_mesh(&b, &placed, MARGIN, t) == 1);
    CHECK_NEAR(t[0].normal.z, -1.0, 1e-12);
    CHECK_NEAR(t[0].gap, -0.15, 1e-12);
    // beside the open edge at x = 2: sideways
    b.position = rv_vec3_make(2.0 + 0.0995, 0.05, 0.0);
    CHECK(rv_touch_mesh(&b, &placed, MARGIN, t) == 1);
    CHECK_NEAR(t[0].normal.x, -1.0, 1e-9);
    CHECK_NEAR(t[0].gap, -0.0005, 1e-9);
    rv_trimesh_free(&memory, &mesh);
}

TEST(a_sphere_does_not_catch_where_triangles_meet_without_common_corners) {
    // a coarse and a fine part of a plane that meet at x = 0 in open edges
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_make(4 + 9, 2 + 8);
    const double left[4][2] = {{-1, -1}, {0, -1}, {0, 1}, {-1, 1}};
    for (int k = 0; k < 4; k++)
        s.vertices[s.vertex_count++] = rv_vec3_make(left[k][0], left[k][1], 0.0);
    soup_triangle(&s, 0, 1, 2);
    soup_triangle(&s, 0, 2, 3);
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            s.vertices[s.vertex_count++] = rv_vec3_make(0.5 * i, 0.6 * (j - 1), 0.0);
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 2; i++) {
            soup_triangle(&s, 4 + 3 * j + i, 5 + 3 * j + i, 8 + 3 * j + i);
            soup_triangle(&s, 4 + 3 * j + i, 8 + 3 * j + i, 7 + 3 * j + i);
        }
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    for (int k = 0; k < 1000; k++) {
        rv_convex b = sphere(0.1);
        b.position = rv_vec3_make(-0.3 + 0.6 * k / 1000, 0.4 * rv_sin(0.01 * k), 0.098);
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&b, &placed, MARGIN, t);
        CHECK(n == 1);
        CHECK_NEAR(t[0].normal.z, -1.0, 1e-9);
    }
    rv_trimesh_free(&memory, &mesh);
}

static double least_distance(const rv_trimesh* mesh, const rv_convex* a) {
    double least = INFINITY;
    for (int i = 0; i < mesh->normals.count; i++) {
        rv_vec3 corner[3];
        rv_trimesh_corners(mesh, i, corner);
        rv_convex triangle = rv_convex_triangle(corner);
        least = fmin(least, rv_convex_closest(a, &triangle).distance);
    }
    return least;
}

TEST(the_nearest_point_of_a_rough_mesh_is_always_found) {
    // lowered from above until near: the least gap is the least distance to any triangle
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(20, 20, rough);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    random_state = 11;
    for (int k = 0; k < 100; k++) {
        rv_convex a = random_shape(k % 4);
        a.position = rv_vec3_make(random_in(-1.2, 1.2), random_in(-1.2, 1.2), 1.5);
        double wanted = random_in(1e-6, 0.9e-3), d = INFINITY;
        for (int step = 0; step < 60 && d > 1e-7; step++) {
            d = least_distance(&mesh, &a) - wanted;
            a.position.z -= d;
        }
        double expected = least_distance(&mesh, &a);
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&a, &placed, 1e-3, t);
        check_consistent(t, n);
        double least = INFINITY;
        for (int i = 0; i < n; i++)
            least = fmin(least, t[i].gap);
        // 1 - cos(0.02) of the gap, or of the radius where an edge passes beside a round shape
        CHECK(n > 0);
        CHECK_NEAR(least, expected, 2e-5);
    }
    rv_trimesh_free(&memory, &mesh);
}

TEST(shapes_anywhere_in_a_rough_mesh_give_sound_points_in_every_pose) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    soup s = soup_grid(24, 24, rough);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry geometry = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    random_state = 12;
    for (int k = 0; k < 2000; k++) {
        rv_convex a = random_shape(k % 4);
        a.position = rv_vec3_make(random_in(-2.0, 2.0), random_in(-2.0, 2.0), random_in(-0.5, 0.5));
        rv_touch t[RV_TOUCH_MAX], u[RV_TOUCH_MAX];
        int n = rv_touch_mesh(&a, &placed, MARGIN, t);
        check_consistent(t, n);
        // both moved by a pose: the same points, moved
        rv_mat3 R = rv_quat_to_mat3(rv_quat_exp(random_vector(2.0)));
        rv_vec3 shift = random_vector(3.0);
        rv_placed moved = {&geometry, shift, R};
        rv_convex b = a;
        b.position = rv_vec3_add(shift, rv_mat3_apply(R, a.position));
        b.R = rv_mat3_mul(R, a.R);
        int m = rv_touch_mesh(&b, &moved, MARGIN, u);
        check_consistent(u, m);
        double least[2] = {INFINITY, INFINITY};
        for (int i = 0; i < n; i++)
            least[0] = fmin(least[0], t[i].gap);
        for (int i = 0; i < m; i++)
            least[1] = fmin(least[1], u[i].gap);
        CHECK((n == 0) == (m == 0));
        CHECK(n == 0 || fabs(least[0] - least[1]) < 1e-6);
    }
    rv_trimesh_free(&memory, &mesh);
}
