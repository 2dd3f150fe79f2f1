// Surfaces of solids for drawing: smooth over bends and sharp at edges, where the solid is, in
// frames and in stills.
#include "view/frame.h"
#include "view/surfaces.h"
#include "world_fixture.h"

#include "reeve/tet_mesh.h"

static rv_solid_id add_solid(rv_world* world, const rv_tet_mesh* mesh, rv_vec3 position) {
    rv_solid_def def = rv_solid_def_default();
    def.nodes = mesh->nodes;
    def.node_count = mesh->node_count;
    def.tets = mesh->tets;
    def.tet_count = mesh->tet_count;
    def.pose.position = position;
    rv_solid_id id = rv_solid_create(world, &def);
    CHECK(rv_solid_is_valid(world, id));
    return id;
}

static rv_solid_id add_box(rv_world* world, rv_vec3 position) {
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_box(&mesh, (rv_vec3){1, 2, 3}, (int[]){1, 1, 1}));
    rv_solid_id id = add_solid(world, &mesh, position);
    rv_tet_mesh_free(&mesh);
    return id;
}

TEST(a_box_has_its_corners_once_for_each_side) {
    rv_world* world = default_world();
    rv_drawing drawing = {0};
    add_box(world, (rv_vec3){0, 0, 10});
    CHECK(rv_drawing_update(&drawing, world));
    CHECK(drawing.solid_count == 1);
    CHECK(drawing.solids[0].facets.triangle_count == 12);
    CHECK(drawing.solids[0].facets.vertex_count == 24);
    CHECK_NEAR(drawing.low.z, 8.5, 1e-12);
    CHECK_NEAR(drawing.high.y, 1.0, 1e-12);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(a_tube_is_smooth_all_round) {
    enum { AROUND = 24 };
    rv_world* world = default_world();
    rv_drawing drawing = {0};
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_tube(&mesh, 0.1, 0.2, 1.0, (int[]){AROUND, 1, 1}));
    add_solid(world, &mesh, (rv_vec3){0, 0, 0});
    rv_tet_mesh_free(&mesh);
    CHECK(rv_drawing_update(&drawing, world));
    // two round walls and two rings, of two circles of vertices each
    CHECK(drawing.solids[0].facets.vertex_count == 4 * 2 * AROUND);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(the_corners_go_with_the_solid_and_the_description_stays) {
    rv_world* world = default_world();
    rv_drawing drawing = {0};
    add_box(world, (rv_vec3){0, 0, 10});
    CHECK(rv_drawing_update(&drawing, world));
    uint32_t revision = drawing.revision;
    double before = drawing.solids[0].facets.vertices[0].z;
    for (int i = 0; i < 10; i++)
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(rv_drawing_update(&drawing, world));
    CHECK(drawing.revision == revision);
    // free fall by implicit Euler: g h^2 n (n + 1)/2
    CHECK_NEAR(before - drawing.solids[0].facets.vertices[0].z, 9.81 * 1e-4 * 55.0, 1e-9);
    rv_solid_destroy(world, drawing.solids[0].id);
    CHECK(rv_drawing_update(&drawing, world));
    CHECK(drawing.solid_count == 0 && drawing.revision != revision);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(frames_hold_three_floats_for_each_corner) {
    rv_world* world = default_world();
    rv_drawing drawing = {0};
    CHECK(rv_drawing_update(&drawing, world));
    rv_frame frame = {.drawing = &drawing};
    size_t without = rv_frame_bytes(&frame);
    add_box(world, (rv_vec3){7, 0, 10});
    CHECK(rv_drawing_update(&drawing, world));
    size_t bytes = rv_frame_bytes(&frame);
    CHECK(bytes == without + 8 + 24 * 12);
    uint8_t* written = malloc(bytes);
    rv_frame_write(&frame, written);
    // the section comes last
    const uint8_t* section = written + without;
    CHECK(section[0] == 13 && section[4] == 24 * 12 % 256 && section[5] == 24 * 12 / 256);
    float x;
    memcpy(&x, section + 8, sizeof x);
    CHECK_NEAR(fabs((double)x - 7.0), 0.5, 1e-6);
    free(written);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(stills_show_solids) {
    rv_world* world = default_world();
    rv_drawing drawing = {0};
    rv_surfaces surfaces = {0};
    add_box(world, (rv_vec3){0, 0, 10});
    CHECK(rv_drawing_update(&drawing, world));
    rv_view view;
    rv_camera camera = rv_camera_frame(&drawing, rv_world_gravity(world), 1.6);
    CHECK(rv_view_make(&view, &camera, (int[]){320, 200}));
    CHECK(rv_surfaces_make(&surfaces, &drawing, &view));
    CHECK(surfaces.mesh.triangle_count == 12 && surfaces.looks[0] == RV_LOOK_SOLID);
    rv_surfaces_free(&surfaces);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}
