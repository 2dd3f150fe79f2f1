// Convex shapes on height fields: the normals of the surface while they slide, the same points as
// on a mesh, and what is below comes up again.
#include "src/collide/height_field.h"
#include "touch_fixture.h"

enum { SAMPLES = 65 };

static rv_height_field make_field(rv_memory* memory, soup_place* place) {
    static double heights[SAMPLES * SAMPLES];
    for (int j = 0; j < SAMPLES; j++)
        for (int i = 0; i < SAMPLES; i++)
            heights[j * SAMPLES + i] =
                place((double)i / (SAMPLES - 1), (double)j / (SAMPLES - 1)).z;
    rv_height_field_def def = {.columns = SAMPLES,
                               .rows = SAMPLES,
                               .spacing_x = 4.0 / (SAMPLES - 1),
                               .spacing_y = 4.0 / (SAMPLES - 1),
                               .heights = heights};
    rv_height_field field;
    rv_error_text error = {""};
    CHECK(rv_height_field_make(memory, &field, &def, &error));
    return field;
}

TEST(shapes_slide_over_a_flat_height_field_without_catching) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = make_field(&memory, flat);
    rv_geometry geometry = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    random_state = 3;
    for (int k = 0; k < 10000; k++) {
        rv_convex a = random_shape(k % 4);
        a.position = rv_vec3_make(-1.0 + 2.0 * k / 10000, 0.9 * rv_sin(0.01 * k), 0.0);
        rv_vec3 down = rv_vec3_make(0.0, 0.0, -1.0);
        a.position.z = -rv_convex_support(&a, down, NULL).z + a.radius - 1e-3;
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_height_field(&a, &placed, MARGIN, t);
        double least = INFINITY;
        for (int i = 0; i < n; i++) {
            CHECK_NEAR(t[i].normal.z, -1.0, 1e-12);
            least = fmin(least, t[i].gap);
        }
        CHECK_NEAR(least, -1e-3, 1e-9);
    }
    rv_height_field_free(&memory, &field);
}

TEST(what_is_lost_below_a_height_field_is_pushed_up_from_any_depth) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = make_field(&memory, rough);
    rv_geometry geometry = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    rv_placed placed = {&geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    random_state = 4;
    for (int k = 0; k < 2000; k++) {
        rv_convex a = random_shape(k % 4);
        double depth = rv_exp(random_in(-1.0, 7.0)); // 0.4 m to 1 km
        a.position = rv_vec3_make(random_in(-1.9, 1.9), random_in(-1.9, 1.9), -0.4 - depth);
        rv_touch t[RV_TOUCH_MAX];
        int n = rv_touch_height_field(&a, &placed, MARGIN, t);
        check_consistent(t, n > 0 ? n : 0);
        CHECK(n > 0);
        for (int i = 0; i < n; i++)
            CHECK(t[i].normal.z < 0.0 && t[i].gap < 0.0);
    }
    // beyond its border there is nothing
    rv_convex a = sphere(0.1);
    a.position = rv_vec3_make(2.2, 0.0, -5.0);
    rv_touch t[RV_TOUCH_MAX];
    CHECK(rv_touch_height_field(&a, &placed, MARGIN, t) == 0);
    rv_height_field_free(&memory, &field);
}

TEST(a_height_field_and_a_mesh_of_its_triangles_give_the_same_points) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_height_field field = make_field(&memory, rough);
    soup s = soup_make(SAMPLES * SAMPLES, 2 * (SAMPLES - 1) * (SAMPLES - 1));
    for (int t = 0; t < 2 * (SAMPLES - 1) * (SAMPLES - 1); t++) {
        int32_t sample[3];
        rv_vec3 corner[3];
        rv_height_field_samples(&field, t, sample);
        rv_height_field_corners(&field, t, corner);
        for (int k = 0; k < 3; k++)
            s.vertices[sample[k]] = corner[k];
        soup_triangle(&s, sample[0], sample[1], sample[2]);
    }
    s.vertex_count = SAMPLES * SAMPLES;
    rv_trimesh mesh = soup_mesh(&memory, &s);
    rv_geometry of_field = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    rv_geometry of_mesh = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed a_field = {&of_field, {0.0, 0.0, 0.0}, rv_mat3_identity()}, a_mesh = a_field;
    a_mesh.geometry = &of_mesh;
    random_state = 6;
    int touching = 0;
    for (int k = 0; k < 2000; k++) {
        // spheres in front of the surface: nothing depends on what is solid
        rv_convex a = sphere(0.03);
        a.position = rv_vec3_make(random_in(-1.5, 1.5), random_in(-1.5, 1.5), 1.0);
        int below;
        double t = rv_trimesh_cast(&mesh, a.position, rv_vec3_make(0.0, 0.0, -1.0), 10.0, &below);
        a.position.z += 0.03 - t;
        rv_touch on_field[RV_TOUCH_MAX], on_mesh[RV_TOUCH_MAX];
        int n = rv_touch_height_field(&a, &a_field, MARGIN, on_field);
        int m = rv_touch_mesh(&a, &a_mesh, MARGIN, on_mesh);
        CHECK(n == m && n > 0);
        double least[2] = {INFINITY, INFINITY};
        for (int i = 0; i < n && n == m; i++) {
            least[0] = fmin(least[0], on_field[i].gap);
            least[1] = fmin(least[1], on_mesh[i].gap);
        }
        CHECK_NEAR(least[0], least[1], 1e-12);
        touching += n > 0;
    }
    CHECK(touching == 2000);
    rv_trimesh_free(&memory, &mesh);
    rv_height_field_free(&memory, &field);
}
