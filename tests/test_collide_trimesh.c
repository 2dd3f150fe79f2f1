// Triangle meshes: what is kept of a definition, neighbours and edges, and the tree against looking
// at every triangle.
#include "failing_allocator.h"
#include "mesh_fixture.h"

#include <time.h>

static rv_memory heap(void) {
    return rv_memory_make((rv_allocator){0});
}

static rv_vec3 hills(double u, double v) {
    double x = 10.0 * u - 5.0, y = 10.0 * v - 5.0;
    return rv_vec3_make(x, y, rv_sin(2.0 * x) * rv_cos(1.5 * y));
}

// --- the definition -----------------------------------------------------------------------------

static const rv_vec3 square[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
static const int32_t halves[6] = {0, 1, 2, 0, 2, 3};

static void check_refused(rv_mesh_def def, const char* reason) {
    rv_memory memory = heap();
    rv_trimesh mesh;
    rv_error_text error = {""};
    CHECK(!rv_trimesh_make(&memory, &mesh, &def, &error));
    CHECK_TEXT(error.text, reason);
    CHECK(mesh.nodes.count == 0 && mesh.vertices.data == NULL && memory.used == 0);
}

TEST(a_bad_definition_is_refused_with_a_reason) {
    const rv_mesh_def good = {square, 4, halves, 2, 0};
    rv_mesh_def def = good;
    def.vertex_count = 2;
    check_refused(def, "rv_mesh_def.vertex_count = 2: must be >= 3");
    def = good;
    def.vertices = NULL;
    check_refused(def, "rv_mesh_def.vertices = NULL: must point to vertex_count vertices");
    def = good;
    def.triangle_count = 0;
    check_refused(def, "rv_mesh_def.triangle_count = 0: must be in [1, 100000000]");
    def = good;
    def.triangles = NULL;
    check_refused(def, "rv_mesh_def.triangles = NULL: must point to 3 triangle_count indices");
    int32_t wild[6] = {0, 1, 2, 0, 2, 4};
    def.triangles = wild;
    check_refused(def, "rv_mesh_def.triangles[5] = 4: must be a vertex, in [0, 3]");
    wild[5] = -1;
    check_refused(def, "rv_mesh_def.triangles[5] = -1: must be a vertex, in [0, 3]");
    rv_vec3 bad[4] = {square[0], square[1], square[2], {NAN, 0.0, 1.5}};
    def = good;
    def.vertices = bad;
    check_refused(def, "rv_mesh_def.vertices[3] = (nan, 0, 1.5) m: must be finite");
    bad[3] = rv_vec3_make(0.0, INFINITY, 0.0);
    check_refused(def, "rv_mesh_def.vertices[3] = (0, inf, 0) m: must be finite");
    const int32_t thin[6] = {0, 1, 1, 2, 2, 2};
    def = good;
    def.triangles = thin;
    check_refused(def, "rv_mesh_def.triangles: all 2 have no area, at least one must");
}

TEST(triangles_without_area_are_left_out_and_counted) {
    const rv_vec3 vertices[5] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {0.1, 0.0, 0.0}};
    // a repeated corner, three in a row, a good one, three in a row off the axis
    const int32_t triangles[12] = {0, 0, 1, 0, 1, 3, 0, 1, 2, 0, 4, 1};
    rv_memory memory = heap();
    rv_mesh_def def = {vertices, 5, triangles, 4, 0};
    rv_trimesh mesh;
    rv_error_text error;
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    CHECK(mesh.left_out == 3);
    CHECK(mesh.triangles.count == 3);
    CHECK(mesh.triangles.data[2] == 2);
    CHECK(mesh.normals.data[0].z == 1.0);
    rv_trimesh_free(&memory, &mesh);
    CHECK(memory.used == 0);
}

TEST(vertices_at_the_same_place_become_one) {
    // two triangles without a common index; one of the zeros is negative
    const rv_vec3 vertices[6] = {{0, 0, 0},       {1, 0, 0}, {1, 1, 0},
                                 {-0.0, 0, -0.0}, {1, 1, 0}, {0, 1, 0}};
    const int32_t triangles[6] = {0, 1, 2, 3, 4, 5};
    rv_memory memory = heap();
    rv_mesh_def def = {vertices, 6, triangles, 2, 0};
    rv_trimesh mesh;
    rv_error_text error;
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    CHECK(mesh.vertices.count == 4);
    CHECK(mesh.neighbours.data[2] == 1); // edge 2 to 0 of the first
    CHECK(mesh.neighbours.data[3] == 0); // edge 3 to 4 of the second
    CHECK(mesh.neighbours.data[0] == -1);
    CHECK(rv_trimesh_edge_kind(&mesh, 0, 2) == RV_EDGE_INNER);
    CHECK(rv_trimesh_edge_kind(&mesh, 0, 0) == RV_EDGE_OPEN);
    CHECK_NEAR(mesh.reach, sqrt(2.0), 1e-15);
    rv_trimesh_free(&memory, &mesh);
}

TEST(any_failing_allocation_leaves_the_mesh_empty) {
    soup s = soup_grid(20, 20, hills);
    rv_mesh_def def = soup_def(&s);
    bool made = false;
    for (int at = 1; at < 100 && !made; at++) {
        failing_allocator allocator = {.fail_at = at};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&allocator));
        rv_trimesh mesh;
        rv_error_text error = {""};
        made = rv_trimesh_make(&memory, &mesh, &def, &error);
        CHECK(made == (allocator.failed == 0));
        if (!made) {
            CHECK_TEXT(error.text, "rv_mesh_def: out of memory");
            CHECK(mesh.nodes.data == NULL && mesh.vertices.data == NULL);
        }
        rv_trimesh_free(&memory, &mesh);
        CHECK(allocator.live_blocks == 0 && memory.used == 0);
    }
    CHECK(made);
    soup_free(&s);
}

// --- edges --------------------------------------------------------------------------------------

TEST(the_edges_of_a_box_are_convex_from_outside_and_inner_from_inside) {
    rv_memory memory = heap();
    for (int inside = 0; inside < 2; inside++) {
        soup s = soup_box(rv_vec3_make(1.0, 2.0, 3.0));
        for (int t = 0; inside && t < s.triangle_count; t++) {
            int32_t first = s.triangles[3 * t];
            s.triangles[3 * t] = s.triangles[3 * t + 1];
            s.triangles[3 * t + 1] = first;
        }
        rv_trimesh mesh = soup_mesh(&memory, &s);
        int convex = 0, inner = 0;
        for (int side = 0; side < 36; side++) {
            rv_trimesh_edge kind = rv_trimesh_edge_kind(&mesh, side / 3, side % 3);
            convex += kind == RV_EDGE_CONVEX;
            inner += kind == RV_EDGE_INNER;
            // each is the neighbour of its neighbour
            int other = mesh.neighbours.data[side];
            CHECK(other >= 0);
            CHECK(mesh.neighbours.data[3 * other] == side / 3
                  || mesh.neighbours.data[3 * other + 1] == side / 3
                  || mesh.neighbours.data[3 * other + 2] == side / 3);
        }
        // 12 edges of the box and 6 diagonals, each seen from two sides
        CHECK(convex == (inside ? 0 : 24));
        CHECK(inner == (inside ? 36 : 12));
        rv_trimesh_free(&memory, &mesh);
    }
}

TEST(edges_of_three_triangles_or_of_two_that_run_the_same_way_are_open) {
    const rv_vec3 vertices[5] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}};
    rv_memory memory = heap();
    rv_trimesh mesh;
    rv_error_text error;
    const int32_t three[9] = {0, 1, 2, 1, 0, 3, 0, 1, 4};
    rv_mesh_def def = {vertices, 5, three, 3, 0};
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    for (int side = 0; side < 9; side++)
        CHECK(rv_trimesh_edge_kind(&mesh, side / 3, side % 3) == RV_EDGE_OPEN);
    rv_trimesh_free(&memory, &mesh);
    const int32_t same_way[6] = {0, 1, 2, 0, 1, 3};
    def.triangles = same_way;
    def.triangle_count = 2;
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    CHECK(mesh.neighbours.data[0] == -1 && mesh.neighbours.data[3] == -1);
    rv_trimesh_free(&memory, &mesh);
    // both sides of one sheet: the rim is as convex as can be
    const int32_t sheet[6] = {0, 1, 2, 1, 0, 2};
    def.triangles = sheet;
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    for (int side = 0; side < 6; side++)
        CHECK(rv_trimesh_edge_kind(&mesh, side / 3, side % 3) == RV_EDGE_CONVEX);
    rv_trimesh_free(&memory, &mesh);
}

// --- boxes --------------------------------------------------------------------------------------

typedef struct seen {
    unsigned char* times;
    int total, limit;
} seen;

static bool see(void* context, int triangle) {
    seen* s = context;
    s->times[triangle]++;
    return ++s->total < s->limit;
}

static rv_aabb bounds_of(const rv_trimesh* mesh, int triangle) {
    rv_vec3 c[3];
    rv_trimesh_corners(mesh, triangle, c);
    rv_aabb box = {c[0], c[0]};
    for (int k = 1; k < 3; k++)
        box = rv_aabb_union(box, (rv_aabb){c[k], c[k]});
    return box;
}

static void check_queries(const rv_trimesh* mesh, double size, double high, int count) {
    int triangles = mesh->normals.count, found = 0;
    unsigned char* times = malloc((size_t)triangles);
    for (int k = 0; k < count; k++) {
        rv_vec3 center = random_vector(size), half = random_vector(0.3 * size);
        half = rv_vec3_make(fabs(half.x), fabs(half.y), fabs(half.z));
        center.z *= high;
        rv_aabb box = {rv_vec3_sub(center, half), rv_vec3_add(center, half)};
        memset(times, 0, (size_t)triangles);
        seen s = {times, 0, triangles + 1};
        rv_trimesh_query(mesh, &box, see, &s);
        int wrong = 0;
        for (int t = 0; t < triangles; t++) {
            rv_aabb bounds = bounds_of(mesh, t);
            wrong += times[t] != (rv_aabb_overlap(&bounds, &box) ? 1 : 0);
        }
        CHECK(wrong == 0);
        found += s.total;
        // a visitor that has enough
        s = (seen){times, 0, 1};
        rv_trimesh_query(mesh, &box, see, &s);
        CHECK(s.total <= 1);
    }
    CHECK(found > 0);
    free(times);
}

TEST(queries_report_each_triangle_whose_bounds_meet_the_box_once) {
    rv_memory memory = heap();
    random_state = 21;
    soup s = soup_grid(60, 40, hills);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    check_queries(&mesh, 6.0, 1.0, 200);
    rv_trimesh_free(&memory, &mesh);
    // triangles anywhere, of very different sizes
    s = soup_make(3 * 3000, 3000);
    for (int t = 0; t < 3000; t++) {
        rv_vec3 center = random_vector(1.0);
        double size = rv_exp(random_in(-8.0, 0.0));
        for (int k = 0; k < 3; k++)
            s.vertices[s.vertex_count++] = rv_vec3_add(center, random_vector(size));
        soup_triangle(&s, 3 * t, 3 * t + 1, 3 * t + 2);
    }
    mesh = soup_mesh(&memory, &s);
    check_queries(&mesh, 1.2, 1.0, 200);
    rv_trimesh_free(&memory, &mesh);
}

TEST(meshes_that_cannot_be_split_well_still_have_a_bounded_tree) {
    rv_memory memory = heap();
    random_state = 22;
    // all centres in one place; sizes that double from one to the next, up to 1e300; a fan
    for (int kind = 0; kind < 3; kind++) {
        int count = kind == 1 ? 1900 : 5000;
        soup s = soup_make(3 * count, count);
        double size = 1e-270;
        for (int t = 0; t < count; t++) {
            size = kind == 1 ? size * 2.0 : 1.0 + 1e-3 * t;
            double angle = 1e-3 * t, shift = kind == 0 ? 0.0 : size;
            rv_vec3 a = {shift - size, -size, 0.0}, b = {shift + size, -size, 0.0};
            rv_vec3 c = {shift, 2.0 * size, 0.0};
            if (kind == 2) {
                a = rv_vec3_make(0.0, 0.0, 0.0);
                b = rv_vec3_make(rv_cos(angle), rv_sin(angle), 0.0);
                c = rv_vec3_make(rv_cos(angle + 1e-3), rv_sin(angle + 1e-3), 0.0);
            }
            s.vertices[s.vertex_count++] = a;
            s.vertices[s.vertex_count++] = b;
            s.vertices[s.vertex_count++] = c;
            soup_triangle(&s, 3 * t, 3 * t + 1, 3 * t + 2);
        }
        rv_trimesh mesh = soup_mesh(&memory, &s);
        CHECK(mesh.left_out == 0);
        // all in the x-y plane, where the boxes are brought
        check_queries(&mesh, kind == 1 ? 1e10 : 1.5, 0.0, 10);
        rv_trimesh_free(&memory, &mesh);
    }
}

// --- rays ---------------------------------------------------------------------------------------

// Moeller and Trumbore 1997, in its own words: t of the triangle, or INFINITY
static double plain_cast(const rv_vec3 c[3], rv_vec3 from, rv_vec3 way) {
    rv_vec3 u = rv_vec3_sub(c[1], c[0]), v = rv_vec3_sub(c[2], c[0]);
    rv_vec3 p = rv_vec3_cross(way, v), s = rv_vec3_sub(from, c[0]), q = rv_vec3_cross(s, u);
    double det = rv_vec3_dot(u, p);
    double a = rv_vec3_dot(s, p) / det, b = rv_vec3_dot(way, q) / det;
    double t = rv_vec3_dot(v, q) / det;
    return a >= 0.0 && b >= 0.0 && a + b <= 1.0 && t >= 0.0 ? t : INFINITY;
}

TEST(rays_agree_with_looking_at_every_triangle) {
    rv_memory memory = heap();
    random_state = 31;
    soup s = soup_grid(30, 30, hills);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    int met = 0;
    for (int k = 0; k < 2000; k++) {
        rv_vec3 from = random_vector(6.0), way = random_vector(1.0);
        double expected = INFINITY;
        for (int t = 0; t < mesh.normals.count; t++) {
            rv_vec3 corner[3];
            rv_trimesh_corners(&mesh, t, corner);
            expected = fmin(expected, plain_cast(corner, from, way));
        }
        int triangle;
        double t = rv_trimesh_cast(&mesh, from, way, INFINITY, &triangle);
        CHECK(isinf(t) == isinf(expected));
        CHECK((triangle < 0) == isinf(t));
        if (isinf(t))
            continue;
        met++;
        CHECK_NEAR(t, expected, 1e-12 * (1.0 + expected)); // t is up to 1e2 here, 1e2 eps is 2e-14
        // a limit before it ends the ray, one at it does not
        CHECK(isinf(rv_trimesh_cast(&mesh, from, way, 0.999 * t, &triangle)));
        CHECK(triangle == -1);
        CHECK(rv_trimesh_cast(&mesh, from, way, t, &triangle) == t);
    }
    CHECK(met > 200);
    int triangle;
    CHECK(isinf(
        rv_trimesh_cast(&mesh, rv_vec3_make(0, 0, 3), rv_vec3_make(0, 0, 0), 1.0, &triangle)));
    rv_trimesh_free(&memory, &mesh);
}

TEST(no_ray_leaks_between_triangles) {
    // 10^5 rays at corners and edges of a closed box of many triangles, from inside: all must hit
    rv_memory memory = heap();
    random_state = 32;
    soup s = soup_box(rv_vec3_make(1.0 / 3.0, 0.7, 1.1));
    rv_trimesh plain = soup_mesh(&memory, &s);
    // each triangle of the box into 64, corners anywhere the same
    s = soup_make(12 * 45, 12 * 64);
    for (int t = 0; t < 12; t++) {
        rv_vec3 c[3];
        rv_trimesh_corners(&plain, t, c);
        int first = s.vertex_count;
        for (int i = 0; i <= 8; i++)
            for (int j = 0; j <= i; j++) {
                rv_vec3 p = rv_vec3_scale(c[0], (8 - i) / 8.0);
                p = rv_vec3_mul_add(p, (i - j) / 8.0, c[1]);
                s.vertices[s.vertex_count++] = rv_vec3_mul_add(p, j / 8.0, c[2]);
            }
        for (int i = 0; i < 8; i++)
            for (int j = 0; j <= i; j++) {
                int a = first + i * (i + 1) / 2 + j, b = a + i + 1;
                soup_triangle(&s, a, b, b + 1);
                if (j < i)
                    soup_triangle(&s, a, b + 1, a + 1);
            }
    }
    rv_trimesh mesh = soup_mesh(&memory, &s);
    CHECK(mesh.normals.count == 768);
    CHECK(mesh.vertices.count == 386); // closed: V - E + F = 2 with E = 3/2 F
    int leaks = 0;
    for (int k = 0; k < 100000; k++) {
        int triangle = (int)(random_unit() * mesh.normals.count), ignored;
        rv_vec3 c[3], from = rv_vec3_scale(random_vector(0.3), k % 3 == 0 ? 0.0 : 1.0);
        rv_trimesh_corners(&mesh, triangle, c);
        double w = k % 2 == 0 ? 0.0 : random_unit();
        rv_vec3 at = rv_vec3_mul_add(c[0], w, rv_vec3_sub(c[1], c[0]));
        leaks += isinf(rv_trimesh_cast(&mesh, from, rv_vec3_sub(at, from), INFINITY, &ignored));
    }
    CHECK(leaks == 0);
    rv_trimesh_free(&memory, &mesh);
    rv_trimesh_free(&memory, &plain);
}

// --- size ---------------------------------------------------------------------------------------

TEST(two_hundred_thousand_triangles_take_less_than_a_second_or_so) {
    rv_memory memory = heap();
    soup s = soup_grid(400, 250, hills);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    rv_trimesh mesh = soup_mesh(&memory, &s);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds =
        (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    CHECK(seconds < 5.0); // 0.2 s measured; sanitizers and a busy machine take longer
    CHECK(mesh.normals.count == 200000);
    CHECK(mesh.nodes.count < 200000);
    // 160 bytes and less per triangle, scratch gone
    CHECK(memory.used < 200000 * (size_t)200);
    rv_trimesh_free(&memory, &mesh);
    CHECK(memory.used == 0);
}
