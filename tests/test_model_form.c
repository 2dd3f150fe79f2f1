// Geometries: making, using and destroying hulls, meshes and height fields, and what lies on them.
#include "contact_fixture.h"

#include "failing_allocator.h"

static const double H = 1.0 / 60.0;

static const rv_vec3 CUBE[8] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};

static rv_geometry_id make_hull(rv_world* world, double half) {
    rv_vec3 points[9] = {{0, 0, 0}}; // and one inside
    for (int i = 0; i < 8; i++)
        points[i + 1] = rv_vec3_scale(CUBE[i], half);
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = 9;
    return rv_geometry_create_hull(world, &def);
}

// two triangles in z = 0 and one without area
static rv_geometry_id make_mesh(rv_world* world) {
    static const rv_vec3 VERTICES[] = {{-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0}};
    static const int32_t TRIANGLES[] = {0, 1, 2, 0, 2, 3, 1, 1, 2};
    rv_mesh_def def = rv_mesh_def_default();
    def.vertices = VERTICES;
    def.vertex_count = 4;
    def.triangles = TRIANGLES;
    def.triangle_count = 3;
    return rv_geometry_create_mesh(world, &def);
}

static double height_at(int i, int j) {
    return 0.1 * (i - 2) + 0.01 * j;
}

static rv_geometry_id make_field(rv_world* world) {
    double heights[5 * 4];
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 5; i++)
            heights[j * 5 + i] = height_at(i, j);
    rv_height_field_def def = rv_height_field_def_default();
    def.columns = 5;
    def.rows = 4;
    def.spacing_x = 2.0;
    def.spacing_y = 3.0;
    def.heights = heights;
    return rv_geometry_create_height_field(world, &def);
}

static rv_shape_def shape_on(rv_shape_type type, rv_geometry_id geometry) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = type;
    shape.geometry = geometry;
    shape.material = rough(0.5);
    return shape;
}

// outward normal of a triangle times twice its area
static rv_vec3 area_of(const rv_world* world, rv_geometry_id geometry, int triangle) {
    int32_t c[3];
    rv_geometry_triangle(world, geometry, triangle, c);
    rv_vec3 p = rv_geometry_vertex(world, geometry, c[0]);
    return rv_vec3_cross(rv_vec3_sub(rv_geometry_vertex(world, geometry, c[1]), p),
                         rv_vec3_sub(rv_geometry_vertex(world, geometry, c[2]), p));
}

TEST(a_hull_is_read_back_with_its_corners_and_triangles) {
    rv_world* world = default_world();
    rv_geometry_id hull = make_hull(world, 0.5);
    CHECK(rv_geometry_is_valid(world, hull));
    CHECK(rv_geometry_get_type(world, hull) == RV_GEOMETRY_HULL);
    CHECK(rv_geometry_vertex_count(world, hull) == 8);
    CHECK(rv_geometry_triangle_count(world, hull) == 12);
    double volume = 0.0;
    for (int i = 0; i < 12; i++) {
        int32_t c[3];
        rv_geometry_triangle(world, hull, i, c);
        volume += rv_vec3_dot(area_of(world, hull, i), rv_geometry_vertex(world, hull, c[0])) / 6.0;
    }
    CHECK_NEAR(volume, 1.0, 1e-12); // by the divergence theorem: all of them outward
    rv_world_destroy(world);
}

TEST(meshes_and_height_fields_are_read_back) {
    rv_world* world = default_world();
    rv_geometry_id mesh = make_mesh(world), field = make_field(world);
    CHECK(rv_geometry_get_type(world, mesh) == RV_GEOMETRY_MESH);
    CHECK(rv_geometry_triangle_count(world, mesh) == 2 && rv_geometry_left_out(world, mesh) == 1);
    CHECK(rv_geometry_get_type(world, field) == RV_GEOMETRY_HEIGHT_FIELD);
    CHECK(rv_geometry_vertex_count(world, field) == 20);
    CHECK(rv_geometry_triangle_count(world, field) == 2 * 4 * 3);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 5; i++) {
            rv_vec3 p = rv_geometry_vertex(world, field, j * 5 + i);
            CHECK(p.x == (i - 2.0) * 2.0 && p.y == (j - 1.5) * 3.0 && p.z == height_at(i, j));
        }
    double area = 0.0;
    for (int i = 0; i < 24; i++) {
        CHECK(area_of(world, field, i).z > 0.0);
        area += 0.5 * area_of(world, field, i).z;
    }
    CHECK_NEAR(area, 8.0 * 9.0, 1e-12);
    rv_world_destroy(world);
}

TEST(stale_ids_and_indices_are_answered_with_zero) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_geometry_id foreign = make_hull(other, 1.0), hull = make_hull(world, 1.0);
    rv_geometry_id ids[] = {{0}, foreign, {hull.slot, hull.generation + 1, hull.world}};
    for (int i = 0; i < 3; i++) {
        int32_t corners[3] = {7, 7, 7};
        CHECK(!rv_geometry_is_valid(world, ids[i]));
        CHECK(rv_geometry_vertex_count(world, ids[i]) == 0);
        CHECK(rv_geometry_triangle_count(world, ids[i]) == 0);
        CHECK(rv_geometry_left_out(world, ids[i]) == 0);
        rv_geometry_triangle(world, ids[i], 0, corners);
        CHECK(corners[0] == 0 && corners[1] == 0 && corners[2] == 0);
        CHECK(!rv_geometry_destroy(world, ids[i]));
        CHECK_TEXT(rv_world_error(world), "rv_geometry_destroy: no such geometry");
    }
    CHECK(rv_geometry_vertex(world, hull, -1).x == 0.0);
    CHECK(rv_geometry_vertex(world, hull, 8).x == 0.0);
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(a_geometry_in_use_is_not_destroyed) {
    rv_world* world = default_world();
    rv_geometry_id hull = make_hull(world, 0.5);
    rv_shape_def shape = shape_on(RV_SHAPE_HULL, hull);
    rv_body_id a = add_shaped(world, RV_BODY_DYNAMIC, &shape, at(0, 0, 0));
    rv_body_id b = add_shaped(world, RV_BODY_DYNAMIC, &shape, at(5, 0, 0));
    CHECK(!rv_geometry_destroy(world, hull));
    CHECK_TEXT(rv_world_error(world), "rv_geometry_destroy: used by 2 shapes");
    rv_body_destroy(world, a);
    CHECK(!rv_geometry_destroy(world, hull));
    CHECK_TEXT(rv_world_error(world), "rv_geometry_destroy: used by 1 shape");
    rv_body_destroy(world, b);
    CHECK(rv_geometry_destroy(world, hull) && !rv_geometry_is_valid(world, hull));
    CHECK(rv_body_create(world, &(rv_body_def){0}).slot == 0);
    rv_body_def def = rv_body_def_default();
    def.shapes = &shape;
    def.shape_count = 1;
    CHECK(rv_body_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_shape_def.geometry: must be a living hull of this world");
    rv_world_destroy(world);
}

TEST(uses_are_counted_anew_by_a_restore) {
    rv_world* world = default_world();
    rv_geometry_id hull = make_hull(world, 0.5);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* empty = malloc(bytes);
    rv_world_save(world, empty, bytes);
    rv_shape_def shape = shape_on(RV_SHAPE_HULL, hull);
    add_shaped(world, RV_BODY_DYNAMIC, &shape, at(0, 0, 0));
    CHECK(!rv_geometry_destroy(world, hull));
    size_t full_bytes = rv_world_snapshot_bytes(world);
    void* full = malloc(full_bytes);
    rv_world_save(world, full, full_bytes);
    CHECK(rv_world_restore(world, empty, bytes));
    CHECK(rv_world_restore(world, full, full_bytes));
    CHECK(!rv_geometry_destroy(world, hull));
    CHECK_TEXT(rv_world_error(world), "rv_geometry_destroy: used by 1 shape");
    CHECK(rv_world_restore(world, empty, bytes));
    CHECK(rv_geometry_destroy(world, hull));
    // the snapshot needs a hull that is gone
    CHECK(!rv_world_restore(world, full, full_bytes));
    CHECK_TEXT(rv_world_error(world), "rv_world_restore: a geometry has been destroyed since");
    free(empty);
    free(full);
    rv_world_destroy(world);
}

TEST(bad_defs_are_refused_with_their_reason) {
    rv_world* world = default_world();
    rv_hull_def hull = rv_hull_def_default();
    hull.points = CUBE;
    hull.point_count = 8;
    rv_mesh_def mesh = rv_mesh_def_default();
    static const int32_t TRIANGLE[] = {0, 1, 2};
    mesh.vertices = CUBE;
    mesh.vertex_count = 8;
    mesh.triangles = TRIANGLE;
    mesh.triangle_count = 1;
    rv_height_field_def height_field = rv_height_field_def_default();
    static const double HEIGHTS[4] = {0};
    height_field.columns = height_field.rows = 2;
    height_field.heights = HEIGHTS;
#define REFUSES(kind_, change_, text_)                                                             \
    do {                                                                                           \
        rv_##kind_##_def def = kind_;                                                              \
        change_;                                                                                   \
        CHECK(rv_geometry_create_##kind_(world, &def).slot == 0);                                  \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
    } while (0)
    REFUSES(hull, def.magic = 0, "rv_hull_def: start from rv_hull_def_default()");
    REFUSES(hull, def.points = NULL, "rv_hull_def.points: must not be NULL");
    REFUSES(hull, def.point_count = 3, "rv_hull_def.point_count = 3: must be in [4, 4096]");
    REFUSES(hull, def.point_count = 5000, "rv_hull_def.point_count = 5000: must be in [4, 4096]");
    REFUSES(mesh, def.magic = 0, "rv_mesh_def: start from rv_mesh_def_default()");
    REFUSES(mesh, def.vertex_count = 2,
            "rv_mesh_def.vertex_count = 2: must be >= 3, with vertices");
    REFUSES(mesh, def.triangles = NULL,
            "rv_mesh_def.triangle_count = 1: must be >= 1, with triangles");
    REFUSES(mesh, def.triangle_count = 0,
            "rv_mesh_def.triangle_count = 0: must be >= 1, with triangles");
    REFUSES(height_field, def.magic = 0,
            "rv_height_field_def: start from rv_height_field_def_default()");
    REFUSES(height_field, def.columns = 1, "rv_height_field_def.columns = 1: must be in [2, 4096]");
#undef REFUSES
    CHECK(rv_geometry_create_hull(world, NULL).slot == 0);
    CHECK(rv_geometry_create_mesh(world, NULL).slot == 0);
    CHECK(rv_geometry_create_height_field(world, NULL).slot == 0);
    CHECK(rv_geometry_create_hull(world, &hull).slot != 0); // nothing was left behind
    rv_world_destroy(world);
}

TEST(without_memory_nothing_is_made_and_nothing_is_lost) {
    failing_allocator memory = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&memory);
    rv_world* world = world_of(&def);
    rv_geometry_id (*const MAKE[])(rv_world*) = {make_mesh, make_field};
    for (int kind = 0; kind < 3; kind++) {
        int refused = 0;
        for (bool made = false; !made && refused < 1000; refused += !made) {
            long before = memory.live_blocks;
            memory.fail_at = memory.calls + 1 + refused;
            made = (kind < 2 ? MAKE[kind](world) : make_hull(world, 0.5)).slot != 0;
            memory.fail_at = 0;
            // only room for ids may stay
            CHECK(made || memory.live_blocks <= before + 2);
            CHECK(made || strstr(rv_world_error(world), "out of memory") != NULL);
        }
        CHECK(refused >= 2 && refused < 1000);
    }
    rv_world_destroy(world);
    CHECK(memory.live_blocks == 0);
}

TEST(more_geometries_do_not_disturb_shapes_that_use_one) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_shape_def shape = shape_on(RV_SHAPE_HULL, make_hull(world, 0.5));
    rv_body_id body = add_shaped(world, RV_BODY_DYNAMIC, &shape, at(0, 0, 0.5));
    for (int i = 0; i < 100; i++) {
        make_hull(world, 0.1);
        run_steps(world, H, 1);
    }
    CHECK_NEAR(rv_body_center(world, body).z, 0.5, 1e-6);
    rv_world_destroy(world);
}

// weights and places of rest on each kind of ground
TEST(a_hull_and_a_sphere_rest_on_meshes_height_fields_and_hulls) {
    for (int ground = 0; ground < 3; ground++) {
        rv_world* world = default_world();
        rv_geometry_id geometry = ground == 0   ? make_mesh(world)
                                  : ground == 1 ? make_field(world)
                                                : make_hull(world, 4.0);
        rv_shape_def floor =
            shape_on((rv_shape_type[]){RV_SHAPE_MESH, RV_SHAPE_HEIGHT_FIELD, RV_SHAPE_HULL}[ground],
                     geometry);
        rv_pose pose = at(0, 0, ground == 2 ? -4.0 : 0.0);
        add_shaped(world, RV_BODY_STATIC, &floor, pose);
        rv_shape_def block = shape_on(RV_SHAPE_HULL, make_hull(world, 0.2));
        rv_body_id hull = add_shaped(world, RV_BODY_DYNAMIC, &block, at(1.3, 0.7, 0.45));
        rv_body_id ball = add_sphere(world, 0.1, rough(0.5), at(-1.3, 0.4, 0.3));
        run_steps(world, H, 180);
        if (ground != 1) {
            CHECK_NEAR(rv_body_center(world, hull).z, 0.2, 1e-5);
            CHECK_NEAR(rv_body_center(world, ball).z, 0.1, 1e-5);
        }
        double weight = rv_body_mass_properties(world, hull).mass * 9.81;
        CHECK_NEAR(contact_force_on(world, hull).z, weight, 1e-3 * weight);
        CHECK(rv_body_center(world, ball).z > -0.5);
        rv_world_destroy(world);
    }
}

TEST(a_block_slides_over_the_edges_of_a_mesh_as_over_a_plane) {
    enum { N = 20 };
    rv_vec3 vertices[(N + 1) * (N + 1)];
    int32_t triangles[6 * N * N];
    for (int j = 0; j <= N; j++)
        for (int i = 0; i <= N; i++)
            vertices[j * (N + 1) + i] = vec(0.37 * (i - N / 2), 0.29 * (j - N / 2), 0);
    for (int k = 0, t = 0; k < N * N; k++) {
        int32_t a = k / N * (N + 1) + k % N, b = a + 1, c = a + N + 1, d = c + 1;
        int32_t cell[6] = {a, b, d, a, d, c};
        for (int i = 0; i < 6; i++)
            triangles[t++] = cell[i];
    }
    rv_mesh_def def = rv_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = (N + 1) * (N + 1);
    def.triangles = triangles;
    def.triangle_count = 2 * N * N;
    rv_world* world = default_world();
    rv_shape_def floor = shape_on(RV_SHAPE_MESH, rv_geometry_create_mesh(world, &def));
    floor.material = rough(0.2);
    add_shaped(world, RV_BODY_STATIC, &floor, at(0, 0, 0));
    rv_body_id box = add_cube(world, 0.1, rough(0.2), at(-2, 0.03, 0.1));
    rv_body_set_velocity(world, box, vec(3, 0, 0));
    run_steps(world, H, 60);
    CHECK_NEAR(rv_body_velocity(world, box).x, 3.0 - 0.2 * 9.81, 1e-4);
    CHECK_NEAR(rv_body_velocity(world, box).y, 0.0, 1e-4);
    CHECK_NEAR(rv_body_center(world, box).z, 0.1, 1e-5);
    CHECK_NEAR(rv_vec3_length(rv_body_angular_velocity(world, box)), 0.0, 1e-3);
    rv_world_destroy(world);
}

TEST(geometries_are_visited_in_the_order_of_their_slots) {
    rv_world* world = default_world();
    CHECK(rv_geometry_count(world) == 0 && rv_geometry_next(world, (rv_geometry_id){0}).slot == 0);
    rv_geometry_id first = make_hull(world, 1.0), second = make_hull(world, 2.0);
    CHECK(rv_geometry_count(world) == 2);
    CHECK(RV_ID_EQUAL(rv_geometry_next(world, (rv_geometry_id){0}), first));
    CHECK(RV_ID_EQUAL(rv_geometry_next(world, first), second));
    CHECK(RV_ID_IS_NULL(rv_geometry_next(world, second)));
    CHECK(rv_geometry_destroy(world, first) && rv_geometry_count(world) == 1);
    CHECK(RV_ID_EQUAL(rv_geometry_next(world, (rv_geometry_id){0}), second));
    rv_world_destroy(world);
}
