// Triangles copied from a world's geometries: all of them, or a box where there are too many.
#include "cable_fixture.h"
#include "view/facets.h"

#include <stdlib.h>

// V = sum a . (b x c) / 6, positive if the triangles face outward
static double volume_of(const rv_facets* f) {
    double sum = 0.0;
    for (int i = 0; i < f->triangle_count; i++) {
        const int* t = f->triangles[i];
        sum += rv_vec3_dot(f->vertices[t[0]], rv_vec3_cross(f->vertices[t[1]], f->vertices[t[2]]))
               / 6.0;
    }
    return sum;
}

static rv_geometry_id make_wedge(rv_world* world, double height) {
    // a box of 2 x 4 x height cut along its diagonal: half of the volume
    const rv_vec3 points[] = {{0, 0, 0}, {2, 0, 0},      {2, 4, 0},
                              {0, 4, 0}, {0, 0, height}, {0, 4, height}};
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = 6;
    return rv_geometry_create_hull(world, &def);
}

// z = x y over a grid of 3 x 4 samples
static rv_geometry_id make_saddle(rv_world* world) {
    double heights[12];
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 3; i++)
            heights[3 * j + i] = 0.5 * (i - 1.0) * (j - 1.5);
    rv_height_field_def def = rv_height_field_def_default();
    def.columns = 3;
    def.rows = 4;
    def.spacing_x = 0.5;
    def.heights = heights;
    return rv_geometry_create_height_field(world, &def);
}

TEST(a_hull_is_copied_whole) {
    rv_world* world = default_world();
    rv_facets f;
    CHECK(rv_facets_read(&f, world, make_wedge(world, 3.0), 100));
    CHECK_NEAR(volume_of(&f), 0.5 * 2.0 * 4.0 * 3.0, 1e-12);
    // six corners; five faces, of which three have four corners
    CHECK(f.vertex_count == 6 && f.triangle_count == 2 + 3 * 2);
    CHECK(!f.smooth && !f.stands_in);
    rv_facets_free(&f);
    CHECK(f.vertices == NULL && f.triangle_count == 0);
    rv_world_destroy(world);
}

TEST(a_height_field_is_smooth_and_faces_up) {
    rv_world* world = default_world();
    rv_facets f;
    CHECK(rv_facets_read(&f, world, make_saddle(world), 100));
    CHECK(f.smooth && f.vertex_count == 12 && f.triangle_count == 2 * 2 * 3);
    double area = 0.0; // seen from above: 2 * 0.5 m by 3 * 1 m
    for (int i = 0; i < f.triangle_count; i++) {
        const int* t = f.triangles[i];
        rv_vec3 a = rv_vec3_sub(f.vertices[t[1]], f.vertices[t[0]]);
        rv_vec3 b = rv_vec3_sub(f.vertices[t[2]], f.vertices[t[0]]);
        area += 0.5 * rv_vec3_cross(a, b).z;
    }
    CHECK_NEAR(area, 3.0, 1e-14);
    // heights are where the grid says: x y, within rounding
    for (int i = 0; i < f.vertex_count; i++)
        CHECK_NEAR(f.vertices[i].z, f.vertices[i].x * f.vertices[i].y, 1e-15);
    rv_facets_free(&f);
    rv_world_destroy(world);
}

TEST(too_many_triangles_become_the_box_round_them) {
    rv_world* world = default_world();
    rv_geometry_id wedge = make_wedge(world, 3.0), saddle = make_saddle(world);
    rv_facets f;
    CHECK(rv_facets_read(&f, world, wedge, 8) && !f.stands_in);
    rv_facets_free(&f);
    CHECK(rv_facets_read(&f, world, wedge, 7) && f.stands_in && f.triangle_count == 12);
    CHECK_NEAR(volume_of(&f), 2.0 * 4.0 * 3.0, 1e-12);
    rv_facets_free(&f);
    // x from -0.5 to 0.5, y from -1.5 to 1.5, z from -0.75 to 0.75
    CHECK(rv_facets_read(&f, world, saddle, 0) && f.stands_in && !f.smooth);
    CHECK_NEAR(volume_of(&f), 1.0 * 3.0 * 1.5, 1e-13);
    rv_facets_free(&f);
    rv_world_destroy(world);
}

TEST(signatures_tell_geometries_apart) {
    rv_world* world = default_world();
    uint64_t low = rv_facets_signature(world, make_wedge(world, 3.0));
    uint64_t high = rv_facets_signature(world, make_wedge(world, 3.5));
    uint64_t again = rv_facets_signature(world, make_wedge(world, 3.0));
    CHECK(low != high && low == again && low != rv_facets_signature(world, make_saddle(world)));
    rv_world_destroy(world);
}

TEST(a_geometry_that_is_gone_has_nothing_to_see) {
    rv_world* world = default_world();
    rv_geometry_id wedge = make_wedge(world, 1.0);
    CHECK(rv_geometry_destroy(world, wedge));
    rv_facets f;
    CHECK(rv_facets_read(&f, world, wedge, 100) && f.vertex_count == 0 && f.triangle_count == 0);
    rv_facets_free(&f);
    rv_world_destroy(world);
}
