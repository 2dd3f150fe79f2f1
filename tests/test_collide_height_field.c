// Height fields: the definition, cells and neighbours, and boxes and rays against looking at every
// triangle.
#include "failing_allocator.h"
#include "mesh_fixture.h"
#include "src/collide/height_field.h"
#include "src/collide/ray_triangle.h"

enum { COLUMNS = 70, ROWS = 37 };
static double heights[COLUMNS * ROWS];

static rv_height_field_def hills_def(void) {
    for (int j = 0; j < ROWS; j++)
        for (int i = 0; i < COLUMNS; i++)
            heights[j * COLUMNS + i] = rv_sin(0.3 * i) * rv_cos(0.25 * j) + 0.01 * i;
    return (rv_height_field_def){
        .columns = COLUMNS, .rows = ROWS, .spacing_x = 0.1, .spacing_y = 0.3, .heights = heights};
}

static rv_height_field hills_field(rv_memory* memory) {
    rv_height_field field;
    rv_error_text error = {""};
    rv_height_field_def def = hills_def();
    CHECK(rv_height_field_make(memory, &field, &def, &error));
    CHECK_TEXT(error.text, "");
    return field;
}

static int triangle_count(const rv_height_field* field) {
    return 2 * (field->columns - 1) * (field->rows - 1);
}

// --- the definition -----------------------------------------------------------------------------

static void check_refused(rv_height_field_def def, const char* reason) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field;
    rv_error_text error = {""};
    CHECK(!rv_height_field_make(&memory, &field, &def, &error));
    CHECK_TEXT(error.text, reason);
    CHECK(field.heights.data == NULL && memory.used == 0);
}

TEST(a_bad_definition_is_refused_with_a_reason) {
    rv_height_field_def def = hills_def();
    def.columns = 1;
    check_refused(def, "rv_height_field_def.columns = 1: must be in [2, 4096]");
    def = hills_def();
    def.rows = 4097;
    check_refused(def, "rv_height_field_def.rows = 4097: must be in [2, 4096]");
    def = hills_def();
    def.spacing_x = 0.0;
    check_refused(def, "rv_height_field_def.spacing_x = 0 m: must be finite and > 0");
    def = hills_def();
    def.spacing_y = INFINITY;
    check_refused(def, "rv_height_field_def.spacing_y = inf m: must be finite and > 0");
    def = hills_def();
    def.heights = NULL;
    check_refused(def, "rv_height_field_def.heights = NULL: must point to columns * rows heights");
    def = hills_def();
    heights[17] = NAN;
    check_refused(def, "rv_height_field_def.heights[17] = nan m: must be finite");
}

TEST(any_failing_allocation_leaves_the_field_empty) {
    bool made = false;
    for (int at = 1; at < 10 && !made; at++) {
        failing_allocator allocator = {.fail_at = at};
        rv_memory memory = rv_memory_make(failing_allocator_hooks(&allocator));
        rv_height_field field;
        rv_error_text error = {""};
        rv_height_field_def def = hills_def();
        made = rv_height_field_make(&memory, &field, &def, &error);
        CHECK(made == (allocator.failed == 0));
        if (!made) {
            CHECK_TEXT(error.text, "rv_height_field_def: out of memory");
            CHECK(field.heights.data == NULL);
        }
        rv_height_field_free(&memory, &field);
        CHECK(allocator.live_blocks == 0);
    }
    CHECK(made);
}

// --- cells --------------------------------------------------------------------------------------

TEST(corners_run_counter_clockwise_about_the_centred_grid) {
    const double four[4] = {1.0, 2.0, 3.0, 4.0};
    rv_height_field_def def = {2, 2, 2.0, 6.0, four, 0};
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field;
    rv_error_text error;
    CHECK(rv_height_field_make(&memory, &field, &def, &error));
    const rv_vec3 expected[2][3] = {{{-1, -3, 1}, {1, -3, 2}, {1, 3, 4}},
                                    {{-1, -3, 1}, {1, 3, 4}, {-1, 3, 3}}};
    for (int t = 0; t < 2; t++) {
        rv_vec3 c[3];
        rv_height_field_corners(&field, t, c);
        for (int k = 0; k < 3; k++)
            CHECK(rv_vec3_length(rv_vec3_sub(c[k], expected[t][k])) == 0.0);
    }
    CHECK(field.lower == 1.0 && field.upper == 4.0);
    CHECK_NEAR(field.reach, sqrt(1.0 + 9.0 + 16.0), 1e-15);
    CHECK(rv_height_field_triangle_at(&field, 0.5, 0.0) == 0);
    CHECK(rv_height_field_triangle_at(&field, -0.5, 0.0) == 1);
    CHECK(rv_height_field_triangle_at(&field, 1.0, 3.0) >= 0);
    CHECK(rv_height_field_triangle_at(&field, 1.001, 0.0) == -1);
    CHECK(rv_height_field_triangle_at(&field, 0.0, -3.001) == -1);
    CHECK(rv_height_field_triangle_at(&field, NAN, 0.0) == -1);
    CHECK(rv_height_field_is_below(&field, rv_vec3_make(0.5, 0.0, 2.0)));
    CHECK(!rv_height_field_is_below(&field, rv_vec3_make(0.5, 0.0, 3.0)));
    rv_height_field_free(&memory, &field);
}

TEST(neighbours_share_an_edge_the_other_way_round) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = hills_field(&memory);
    int open = 0;
    for (int t = 0; t < triangle_count(&field); t++)
        for (int k = 0; k < 3; k++) {
            int other = rv_height_field_neighbour(&field, t, k);
            open += other < 0;
            if (other < 0)
                continue;
            int32_t a[3], b[3];
            rv_height_field_samples(&field, t, a);
            rv_height_field_samples(&field, other, b);
            bool shared = false;
            for (int m = 0; m < 3; m++)
                shared |= b[m] == a[(k + 1) % 3] && b[(m + 1) % 3] == a[k]
                          && rv_height_field_neighbour(&field, other, m) == t;
            CHECK(shared);
        }
    CHECK(open == 2 * (COLUMNS - 1) + 2 * (ROWS - 1));
    rv_height_field_free(&memory, &field);
}

// --- boxes --------------------------------------------------------------------------------------

static unsigned char seen[2 * COLUMNS * ROWS];

static bool see(void* context, int triangle) {
    seen[triangle]++;
    return ++*(int*)context != 7; // the caller starts below or beyond
}

TEST(queries_report_each_triangle_whose_bounds_meet_the_box_once) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = hills_field(&memory);
    random_state = 41;
    int found = 0;
    for (int k = 0; k < 500; k++) {
        rv_vec3 center = random_vector(5.0), half = random_vector(2.0);
        half = rv_vec3_make(fabs(half.x), fabs(half.y), fabs(half.z) * (k % 2 == 0 ? 0.2 : 1.0));
        // some boxes touch the grid lines exactly
        if (k % 5 == 0)
            center = half = rv_vec3_make(0.05, 0.3, 0.5);
        rv_aabb box = {rv_vec3_sub(center, half), rv_vec3_add(center, half)};
        if (k % 7 == 0)
            box.upper.z = INFINITY;
        memset(seen, 0, sizeof seen);
        int count = 1000;
        rv_height_field_query(&field, &box, see, &count);
        int wrong = 0;
        for (int t = 0; t < triangle_count(&field); t++) {
            rv_vec3 c[3];
            rv_height_field_corners(&field, t, c);
            rv_aabb bounds = {c[0], c[0]};
            for (int m = 1; m < 3; m++)
                bounds = rv_aabb_union(bounds, (rv_aabb){c[m], c[m]});
            wrong += seen[t] != (rv_aabb_overlap(&bounds, &box) ? 1 : 0);
        }
        CHECK(wrong == 0);
        found += count - 1000;
    }
    CHECK(found > 1000);
    // a visitor that has enough
    int count = 0;
    rv_aabb all = {{-9, -9, -9}, {9, 9, 9}};
    rv_height_field_query(&field, &all, see, &count);
    CHECK(count == 7);
    rv_height_field_free(&memory, &field);
}

// --- rays ---------------------------------------------------------------------------------------

static double cast_all(const rv_height_field* field, rv_vec3 from, rv_vec3 way, double limit) {
    double first = INFINITY;
    rv_ray ray = rv_ray_make(from, way, field->reach);
    for (int t = 0; t < triangle_count(field); t++) {
        rv_vec3 corner[3];
        rv_height_field_corners(field, t, corner);
        first = fmin(first, rv_ray_triangle(&ray, corner, limit));
    }
    return first;
}

TEST(rays_agree_with_looking_at_every_triangle) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = hills_field(&memory);
    random_state = 42;
    int met = 0;
    for (int k = 0; k < 2000; k++) {
        rv_vec3 from = random_vector(6.0), way = random_vector(1.0);
        // level, upright and along the grid too
        if (k % 4 == 1)
            way.z = 0.0;
        if (k % 4 == 2)
            way.x = way.y = 0.0;
        if (k % 8 == 3)
            way.x = 0.0;
        double limit = k % 3 == 0 ? 5.0 : INFINITY;
        int triangle;
        double expected = cast_all(&field, from, way, limit);
        double t = rv_height_field_cast(&field, from, way, limit, &triangle);
        CHECK(t == expected);
        CHECK((triangle < 0) == isinf(t));
        met += triangle >= 0;
    }
    CHECK(met > 200);
    rv_height_field_free(&memory, &field);
}

TEST(no_ray_from_above_leaks_between_triangles) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = hills_field(&memory);
    random_state = 43;
    int leaks = 0;
    for (int k = 0; k < 100000; k++) {
        // at corners and edges that do not lie on the border
        int i = 1 + (int)(random_unit() * (COLUMNS - 3)), j = 1 + (int)(random_unit() * (ROWS - 3));
        int cell = 2 * (j * (COLUMNS - 1) + i), triangle;
        rv_vec3 c[3];
        rv_height_field_corners(&field, cell + k % 2, c);
        double w = k % 3 == 0 ? 0.0 : random_unit();
        rv_vec3 at = rv_vec3_mul_add(c[0], w, rv_vec3_sub(c[1], c[0]));
        // steeper than the hills, 3 along x and 0.83 along y: every triangle is seen from above
        double aside = k % 5 == 0 ? 0.0 : 1.0;
        rv_vec3 from = rv_vec3_add(
            at, rv_vec3_make(aside * random_in(-0.5, 0.5), aside * random_in(-2.0, 2.0), 4.0));
        leaks +=
            isinf(rv_height_field_cast(&field, from, rv_vec3_sub(at, from), INFINITY, &triangle));
    }
    CHECK(leaks == 0);
    rv_height_field_free(&memory, &field);
}
