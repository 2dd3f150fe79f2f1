// The nearest point of a shape for a point, against GJK and EPA, and against all triangles.
#include "collide/height_field.h"
#include "collide/segment.h"
#include "soft_fixture.h"

static rv_memory memory_of_tests(void) {
    return rv_memory_make((rv_allocator){0});
}

static void check_against_gjk(const rv_geometry* g, int rounds) {
    for (int n = 0; n < rounds; n++) {
        rv_placed shape = placed_at(g, random_vec3(1.0), random_rotation());
        double size = random_in(0.0, 2.0) * rv_geometry_reach(g);
        rv_vec3 p = rv_vec3_mul_add(shape.position, size, random_direction()), on, normal;
        rv_geometry dot = sphere_shape(0.0);
        rv_convex a = convex_at(&dot, p, rv_mat3_identity()), b = rv_convex_of(&shape);
        rv_closest c = rv_convex_closest(&a, &b);
        double gap = rv_shape_nearest(&shape, p, INFINITY, &on, &normal);
        CHECK_NEAR(gap, c.distance, 1e-9);
        CHECK_NEAR(rv_vec3_length(normal), 1.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_vec3_mul_add(on, gap, normal), p)), 0.0, 1e-12);
        // `on` is the farthest of the shape along the normal: the normal is in the cone there
        rv_vec3 top = rv_convex_support(&b, normal, NULL);
        CHECK_NEAR(rv_vec3_dot(rv_vec3_sub(top, on), normal) + b.radius, 0.0, 1e-9);
        CHECK(rv_shape_nearest(&shape, p, gap - 1e-9, &on, &normal) == INFINITY);
    }
}

TEST(the_nearest_point_of_round_shapes_boxes_and_hulls_is_that_of_gjk) {
    rv_memory memory = memory_of_tests();
    random_state = 11;
    rv_hull hull = random_hull(&memory, 24, rv_vec3_make(0.7, 0.5, 0.3));
    const rv_geometry shapes[] = {sphere_shape(0.4), capsule_shape(0.2, 0.5),
                                  cylinder_shape(0.3, 0.5), box_shape(0.2, 0.4, 0.6),
                                  hull_shape(&hull)};
    for (int k = 0; k < 5; k++)
        check_against_gjk(&shapes[k], 400);
    rv_hull_free(&memory, &hull);
}

TEST(the_nearest_point_of_a_mesh_is_that_of_the_hull_it_is_made_of) {
    rv_memory memory = memory_of_tests();
    random_state = 12;
    rv_hull hull = random_hull(&memory, 30, rv_vec3_make(0.7, 0.5, 0.3));
    rv_trimesh mesh;
    rv_error_text error = {""};
    rv_mesh_def def = {.vertices = hull.corners.data,
                       .vertex_count = hull.corners.count,
                       .triangles = hull.triangles.data,
                       .triangle_count = hull.triangles.count / 3};
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    rv_geometry a = hull_shape(&hull), b = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    for (int n = 0; n < 2000; n++) {
        rv_placed one = placed_at(&a, random_vec3(1.0), random_rotation()), two = one;
        two.geometry = &b;
        rv_vec3 p = rv_vec3_add(one.position, random_vec3(0.9)), on[2], normal[2];
        double gap = rv_shape_nearest(&one, p, INFINITY, &on[0], &normal[0]);
        CHECK_NEAR(rv_shape_nearest(&two, p, INFINITY, &on[1], &normal[1]), gap, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(on[1], on[0])), 0.0, 1e-9);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(normal[1], normal[0])), 0.0, 1e-7);
        // the search within a limit finds the same
        CHECK_NEAR(rv_shape_nearest(&two, p, fabs(gap) + 0.01, &on[1], &normal[1]), gap, 1e-12);
    }
    rv_trimesh_free(&memory, &mesh);
    rv_hull_free(&memory, &hull);
}

TEST(beside_an_open_edge_of_a_mesh_there_is_no_inside) {
    rv_memory memory = memory_of_tests();
    const rv_vec3 vertices[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    rv_trimesh mesh;
    rv_error_text error = {""};
    rv_mesh_def def = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 2};
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    rv_geometry g = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    rv_vec3 on, normal;
    CHECK_NEAR(rv_shape_nearest(&shape, rv_vec3_make(0.5, 0.5, -0.1), 1.0, &on, &normal), -0.1,
               1e-15);
    CHECK_NEAR(normal.z, 1.0, 1e-15);
    CHECK_NEAR(rv_shape_nearest(&shape, rv_vec3_make(1.3, 0.5, -0.4), 1.0, &on, &normal), 0.5,
               1e-15);
    CHECK_NEAR(normal.x, 0.6, 1e-15);
    CHECK_NEAR(normal.z, -0.8, 1e-15);
    rv_trimesh_free(&memory, &mesh);
}

static rv_height_field field_of(rv_memory* memory) {
    double heights[48];
    for (int i = 0; i < 48; i++)
        heights[i] = random_in(-0.2, 0.2);
    rv_height_field field;
    rv_error_text error = {""};
    rv_height_field_def def = {
        .columns = 8, .rows = 6, .spacing_x = 0.3, .spacing_y = 0.4, .heights = heights};
    CHECK(rv_height_field_make(memory, &field, &def, &error));
    return field;
}

TEST(all_below_a_height_field_is_inside_and_its_nearest_triangle_is_found) {
    rv_memory memory = memory_of_tests();
    random_state = 13;
    rv_height_field field = field_of(&memory);
    rv_geometry g = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    for (int n = 0; n < 1000; n++) {
        rv_placed shape = placed_at(&g, random_vec3(1.0), random_rotation());
        rv_vec3 local =
            rv_vec3_make(random_in(-1.4, 1.4), random_in(-1.3, 1.3), random_in(-0.6, 0.6));
        rv_vec3 p = rv_placed_to_world(&shape, local), on, normal;
        double least = INFINITY;
        for (int t = 0; t < 2 * 7 * 5; t++) {
            rv_vec3 c[3];
            rv_height_field_corners(&field, t, c);
            rv_vec3 q = rv_nearest_on_triangle(local, c);
            least = fmin(least, rv_vec3_length(rv_vec3_sub(q, local)));
        }
        bool below = rv_height_field_is_below(&field, local);
        double gap = rv_shape_nearest(&shape, p, 5.0, &on, &normal);
        CHECK_NEAR(gap, below ? -least : least, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_vec3_mul_add(on, gap, normal), p)), 0.0, 1e-12);
        // deep below it, beyond the limit, it is still inside
        if (below && least > 0.05)
            CHECK(rv_shape_nearest(&shape, p, 0.01, &on, &normal) < -0.04);
    }
    rv_height_field_free(&memory, &field);
}

TEST(nodes_of_a_sheet_that_has_sunk_below_a_height_field_are_pushed_up) {
    rv_memory memory = memory_of_tests();
    random_state = 14;
    rv_height_field field = field_of(&memory);
    rv_geometry g = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    rv_placed shape = placed_at(&g, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity());
    const rv_soft_limits limits = {0.02, 0.02, RV_SOFT_NODES};
    for (int n = 0; n < 40; n++) {
        sheet s;
        sheet_shape(&s, 4, 0.8, rv_vec3_make(0.0, 0.0, random_in(-1.0, -0.1)), rv_mat3_identity());
        CHECK(sheet_make(&memory, &s));
        rv_soft_refit(&s.surface, limits.reach);
        rv_soft_touch touches[100];
        int count = rv_soft_touch_shape(&s.surface, &shape, &shape, &limits, touches, 100);
        bool pushed[25] = {false};
        for (int i = 0; i < count; i++) {
            CHECK(touches[i].count == 1 && touches[i].normal.z > 0.1);
            pushed[touches[i].node[0]] = true;
        }
        for (int i = 0; i < 25; i++)
            CHECK(pushed[i] || !rv_height_field_is_below(&field, s.x[i]));
        rv_soft_free(&memory, &s.surface);
    }
    rv_height_field_free(&memory, &field);
}
