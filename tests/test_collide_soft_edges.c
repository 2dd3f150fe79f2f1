// Where nodes that fly arrive, edges on edges of boxes, hulls and meshes, and what surfaces that
// slide over facets must not feel.
#include "collide/cast.h"
#include "soft_fixture.h"

static rv_memory memory_of_tests(void) {
    return rv_memory_make((rv_allocator){0});
}

// a box as a hull and as a mesh
typedef struct box_kinds {
    rv_hull hull;
    rv_trimesh mesh;
    rv_geometry geometry[3];
} box_kinds;

static void make_boxes(rv_memory* memory, box_kinds* b, rv_vec3 half) {
    rv_vec3 corners[8];
    for (int k = 0; k < 8; k++)
        corners[k] = rv_vec3_make(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y,
                                  k & 4 ? half.z : -half.z);
    rv_error_text error = {""};
    CHECK(rv_hull_make(memory, &b->hull, corners, 8, &error));
    rv_mesh_def def = {.vertices = b->hull.corners.data,
                       .vertex_count = b->hull.corners.count,
                       .triangles = b->hull.triangles.data,
                       .triangle_count = b->hull.triangles.count / 3};
    CHECK(rv_trimesh_make(memory, &b->mesh, &def, &error));
    b->geometry[0] = box_shape(half.x, half.y, half.z);
    b->geometry[1] = hull_shape(&b->hull);
    b->geometry[2] = (rv_geometry){.type = RV_SHAPE_MESH, .mesh = &b->mesh};
}

static void free_boxes(rv_memory* memory, box_kinds* b) {
    rv_hull_free(memory, &b->hull);
    rv_trimesh_free(memory, &b->mesh);
}

// ---- nodes --------------------------------------------------------------------------------------

static const rv_soft_touch* touch_of(const rv_soft_touch* touches, int count, int node) {
    for (int i = 0; i < count; i++)
        if (touches[i].node[0] == node)
            return &touches[i];
    return NULL;
}

// nodes that fly through a shape touch it where a ray does
static int check_arrivals(rv_memory* memory, const rv_geometry* g) {
    const rv_soft_limits limits = {0.01, 0.01, RV_SOFT_NODES};
    const int32_t triangle[3] = {0, 1, 2};
    int arrived = 0;
    for (int n = 0; n < 200; n++) {
        rv_placed shape = placed_at(g, random_vec3(0.5), random_rotation());
        double far = 1.5 * fmin(rv_geometry_reach(g), 1.0);
        rv_vec3 x[3], x_to[3], way = rv_vec3_scale(random_direction(), -random_in(2.0, 6.0) * far);
        rv_vec3 off = rv_vec3_mul_add(shape.position, -0.4, way);
        for (int k = 0; k < 3; k++) {
            x[k] = rv_vec3_add(off, random_vec3(0.3 * far));
            x_to[k] = rv_vec3_add(x[k], way);
        }
        rv_soft_surface s;
        rv_soft_touch touches[8];
        CHECK(rv_soft_make(memory, &s, triangle, 1, x, 3));
        s.x_to = x_to;
        rv_soft_refit(&s, limits.reach);
        int count = rv_soft_touch_shape(&s, &shape, &shape, &limits, touches, 8);
        for (int k = 0; k < 3; k++) {
            rv_vec3 normal, on;
            double t = rv_cast_shape(&shape, x[k], way, 1.0, &normal);
            const rv_soft_touch* touch = touch_of(touches, count, k);
            // what starts within reach, or inside, touches there
            if (!(t <= 1.0) || rv_shape_nearest(&shape, x[k], 0.02, &on, &normal) <= 0.02)
                continue;
            rv_cast_shape(&shape, x[k], way, 1.0, &normal);
            arrived++;
            CHECK(touch != NULL);
            if (touch == NULL || rv_vec3_dot(normal, way) > -0.3 * rv_vec3_length(way))
                continue;
            // it counts as arrived at a thousandth of the reach; at edges the normal may differ
            rv_vec3 hit = rv_vec3_mul_add(x[k], t, way);
            CHECK_NEAR(rv_vec3_length(rv_vec3_sub(touch->point, hit)), 0.0, 5e-5);
        }
        rv_soft_free(memory, &s);
    }
    return arrived;
}

TEST(nodes_that_fly_touch_a_shape_where_a_ray_does) {
    rv_memory memory = memory_of_tests();
    random_state = 21;
    box_kinds boxes;
    make_boxes(&memory, &boxes, rv_vec3_make(0.3, 0.2, 0.4));
    const rv_geometry round[] = {sphere_shape(0.3),
                                 capsule_shape(0.2, 0.3),
                                 cylinder_shape(0.3, 0.2),
                                 {.type = RV_SHAPE_PLANE}};
    for (int k = 0; k < 4; k++)
        CHECK(check_arrivals(&memory, &round[k]) > 50);
    for (int k = 0; k < 3; k++)
        CHECK(check_arrivals(&memory, &boxes.geometry[k]) > 50);
    free_boxes(&memory, &boxes);
    CHECK(memory.used == 0);
}

// ---- edges --------------------------------------------------------------------------------------

// a roof of two triangles whose ridge lies across edge k of a box, `gap` from it; half of the angle
// of the roof is 60 degrees
static void make_roof(rv_vec3 half, int k, double gap, rv_vec3 x[4], rv_vec3* out) {
    double h[3] = {half.x, half.y, half.z}, n[3] = {0.0}, p[3], a[3] = {0.0};
    int axis = k / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
    n[u] = k & 1 ? 1.0 : -1.0;
    n[v] = k & 2 ? 1.0 : -1.0;
    p[axis] = 0.3 * h[axis];
    p[u] = n[u] * h[u];
    p[v] = n[v] * h[v];
    a[axis] = 1.0;
    *out = rv_vec3_normalize(rv_vec3_load(n));
    rv_vec3 along = rv_vec3_load(a), ridge = rv_vec3_cross(along, *out);
    rv_vec3 middle = rv_vec3_mul_add(rv_vec3_load(p), gap, *out);
    x[0] = rv_vec3_mul_add(middle, -0.1, ridge);
    x[1] = rv_vec3_mul_add(middle, 0.1, ridge);
    rv_vec3 back = rv_vec3_mul_add(middle, 0.06, *out);
    x[2] = rv_vec3_mul_add(back, 0.1, along);
    x[3] = rv_vec3_mul_add(back, -0.1, along);
}

TEST(a_ridge_across_an_edge_touches_it_along_the_common_normal) {
    rv_memory memory = memory_of_tests();
    rv_vec3 half = {0.3, 0.2, 0.4};
    box_kinds boxes;
    make_boxes(&memory, &boxes, half);
    // faces towards the box: counter-clockwise seen from it
    const int32_t triangles[6] = {1, 0, 2, 0, 1, 3};
    const double gaps[] = {0.01, -0.005};
    for (int n = 0; n < 72; n++) {
        rv_vec3 x[4], out;
        double gap = gaps[n % 2];
        make_roof(half, n / 2 % 12, gap, x, &out);
        rv_placed shape =
            placed_at(&boxes.geometry[n / 24], rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
        const rv_soft_limits limits = {0.02, 0.02, RV_SOFT_EDGES};
        rv_soft_surface s;
        rv_soft_touch touches[8];
        CHECK(rv_soft_make(&memory, &s, triangles, 2, x, 4));
        rv_vec3 inward = rv_vec3_add(s.normals.data[0], s.normals.data[1]);
        CHECK(rv_vec3_dot(inward, out) < 0.0);
        rv_soft_refit(&s, limits.reach);
        int count = rv_soft_touch_shape(&s, &shape, &shape, &limits, touches, 8);
        CHECK(count == 1);
        CHECK(touches[0].count == 2);
        CHECK_NEAR(touches[0].gap, gap, 1e-12);
        CHECK_NEAR(rv_vec3_dot(touches[0].normal, out), 1.0, 1e-12);
        CHECK_NEAR(touches[0].weight[0], 0.5, 1e-12);
        rv_soft_free(&memory, &s);
    }
    free_boxes(&memory, &boxes);
}

// ---- corners ------------------------------------------------------------------------------------

TEST(the_tip_of_a_needle_meets_a_triangle_however_that_is_tilted) {
    rv_memory memory = memory_of_tests();
    const rv_vec3 vertices[4] = {
        {0.0, 0.0, 0.0}, {0.1, 0.0, -1.0}, {-0.05, 0.08, -1.0}, {-0.05, -0.08, -1.0}};
    const int32_t triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    rv_trimesh mesh;
    rv_error_text error = {""};
    rv_mesh_def def = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    rv_geometry g = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    const rv_soft_limits limits = {0.02, 0.02, RV_SOFT_FACES};
    for (int k = 0; k < 12; k++) {
        sheet s;
        // looking down, tilted by up to a radian to all sides
        rv_mat3 R = rv_mat3_mul(turn(0.0, 0.0, 1.0, k * RV_PI / 6.0),
                                turn(1.0, 0.0, 0.0, RV_PI - (k % 2 == 0 ? 1.0 : 0.5)));
        sheet_shape(&s, 1, 1.0, rv_vec3_make(0.0, 0.0, k < 6 ? 0.3 : 0.01), R);
        for (int i = 0; i < 4; i++) {
            // beside the diagonal
            s.x[i] = rv_vec3_sub(s.x[i], rv_vec3_scale(rv_mat3_column(R, 0), 0.15));
            s.x_to[i] = rv_vec3_add(s.x[i], rv_vec3_make(0.0, 0.0, k < 6 ? -0.5 : 0.0));
        }
        CHECK(sheet_make(&memory, &s));
        rv_soft_refit(&s.surface, limits.reach);
        rv_soft_touch touches[8];
        int count = rv_soft_touch_shape(&s.surface, &shape, &shape, &limits, touches, 8);
        CHECK(count == 1);
        CHECK(touches[0].count == 3);
        CHECK_NEAR(rv_vec3_length(touches[0].point), 0.0, 1e-15);
        CHECK_NEAR(rv_vec3_dot(touches[0].normal, rv_mat3_column(R, 2)), -1.0, 1e-12);
        rv_soft_free(&memory, &s.surface);
    }
    rv_trimesh_free(&memory, &mesh);
}

// ---- facets -------------------------------------------------------------------------------------

enum { FACETS = 48, RINGS = 7, PIPE_VERTICES = FACETS * (RINGS + 1) };

// an open prism about z, radius 1, length 3
static bool make_pipe(rv_memory* memory, rv_trimesh* mesh) {
    static rv_vec3 vertices[PIPE_VERTICES];
    static int32_t triangles[6 * FACETS * RINGS];
    int count = 0;
    for (int i = 0; i < PIPE_VERTICES; i++) {
        double angle = 2.0 * RV_PI * (i % FACETS) / FACETS;
        vertices[i] = rv_vec3_make(rv_cos(angle), rv_sin(angle), 3.0 * (i / FACETS) / RINGS - 1.5);
    }
    for (int i = 0; i < FACETS * RINGS; i++) {
        int next = i % FACETS == FACETS - 1 ? i + 1 - FACETS : i + 1;
        const int corner[6] = {i, next, next + FACETS, i, next + FACETS, i + FACETS};
        for (int k = 0; k < 6; k++)
            triangles[count++] = corner[k];
    }
    rv_error_text error = {""};
    rv_mesh_def def = {.vertices = vertices,
                       .vertex_count = PIPE_VERTICES,
                       .triangles = triangles,
                       .triangle_count = 2 * FACETS * RINGS};
    return rv_trimesh_make(memory, mesh, &def, &error);
}

// Duriez et al. (2004) jam here: late hits and edges nearly parallel to those of the prism have
// normals along the motion
TEST(a_sheet_that_slides_round_a_faceted_pipe_feels_no_normal_along_its_way) {
    rv_memory memory = memory_of_tests();
    random_state = 15;
    rv_trimesh mesh;
    CHECK(make_pipe(&memory, &mesh));
    rv_geometry g = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    const rv_soft_limits limits = {0.03, 0.03, RV_SOFT_ALL};
    double turn_most = 0.0, along_most = 0.0;
    int touched = 0;
    for (int n = 0; n < 100; n++) {
        sheet s;
        sheet_shape(&s, 6, 1.2, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
        double start = random_in(0.0, 7.0), by = random_in(-0.2, 0.2), press = random_in(0.0, 0.02);
        double lift = random_in(0.0, 0.01), slide = random_in(-0.1, 0.1);
        double skew = random_in(-0.3, 0.3); // of its edges against those of the pipe
        for (int i = 0; i < sheet_nodes(&s); i++) {
            // bent round the pipe, facing it; slides round and along it and is pressed on
            double angle = start + s.x[i].x + skew * s.x[i].y, r = 1.0 + lift;
            double z = skew * s.x[i].x - s.x[i].y;
            s.x[i] = rv_vec3_make(r * rv_cos(angle), r * rv_sin(angle), z);
            r -= press;
            s.x_to[i] = rv_vec3_make(r * rv_cos(angle + by), r * rv_sin(angle + by), z + slide);
        }
        CHECK(sheet_make(&memory, &s));
        rv_soft_refit(&s.surface, limits.reach);
        static rv_soft_touch touches[2048];
        int count = rv_soft_touch_shape(&s.surface, &shape, &shape, &limits, touches, 2048);
        CHECK(count < 2048);
        for (int i = 0; i < count; i++) {
            rv_vec3 radial = touches[i].point;
            radial.z = 0.0;
            rv_vec3 off = rv_vec3_cross(rv_vec3_normalize(radial), touches[i].normal);
            turn_most = fmax(turn_most, fabs(off.z));
            along_most = fmax(along_most, fabs(touches[i].normal.z));
        }
        touched += count;
        rv_soft_free(&memory, &s.surface);
    }
    CHECK(touched > 1000);
    // facets are half of 7.5 degrees off where they meet; triangles of the sheet that span 11.5
    // degrees are half of that, and a corner may be 11.5 degrees out of its cone
    CHECK(turn_most < rv_sin((3.75 + 5.75 + 11.5) * RV_PI / 180.0));
    CHECK(along_most < 0.05);
    rv_trimesh_free(&memory, &mesh);
}
