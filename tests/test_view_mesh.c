// Meshes: closed, facing outward, and of the volume that the formula says.
#include "test.h"
#include "view/mesh.h"

#include <stdlib.h>

static rv_vec3 vec(double x, double y, double z) {
    return (rv_vec3){x, y, z};
}

// a pose that no axis of which lies along the world's
static rv_pose askew(void) {
    return rv_pose_make(vec(1, -2, 3), rv_quat_exp(vec(0.4, -1.1, 0.7)));
}

// V = sum a . (b x c) / 6 over the triangles, positive if they face outward
static double volume_of(const rv_mesh* mesh) {
    double sum = 0.0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int* t = mesh->triangles[i];
        rv_vec3 origin = mesh->vertices[0];
        rv_vec3 a = rv_vec3_sub(mesh->vertices[t[0]], origin);
        rv_vec3 b = rv_vec3_sub(mesh->vertices[t[1]], origin);
        rv_vec3 c = rv_vec3_sub(mesh->vertices[t[2]], origin);
        sum += rv_vec3_dot(a, rv_vec3_cross(b, c)) / 6.0;
    }
    return sum;
}

static double area_of(const rv_mesh* mesh) {
    double sum = 0.0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int* t = mesh->triangles[i];
        rv_vec3 ab = rv_vec3_sub(mesh->vertices[t[1]], mesh->vertices[t[0]]);
        rv_vec3 ac = rv_vec3_sub(mesh->vertices[t[2]], mesh->vertices[t[0]]);
        sum += 0.5 * rv_vec3_length(rv_vec3_cross(ab, ac));
    }
    return sum;
}

// vertices at the same place count as one: the first of them
static int* places_of(const rv_mesh* mesh, double tolerance) {
    int* places = malloc((size_t)mesh->vertex_count * sizeof *places);
    for (int i = 0; i < mesh->vertex_count; i++) {
        places[i] = i;
        for (int k = 0; k < i && places[i] == i; k++)
            if (rv_vec3_length(rv_vec3_sub(mesh->vertices[i], mesh->vertices[k])) < tolerance)
                places[i] = k;
    }
    return places;
}

// how often the edge from one place to another occurs
static int edges_between(const rv_mesh* mesh, const int* places, int from, int to) {
    int count = 0;
    for (int i = 0; i < mesh->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            count += places[mesh->triangles[i][k]] == from
                     && places[mesh->triangles[i][(k + 1) % 3]] == to;
    return count;
}

// every edge is met by as many triangles one way as the other, so there is no hole
static bool is_closed(const rv_mesh* mesh) {
    int* places = places_of(mesh, 1e-9);
    bool closed = mesh->triangle_count > 0;
    for (int i = 0; i < mesh->triangle_count && closed; i++) {
        for (int k = 0; k < 3; k++) {
            int a = places[mesh->triangles[i][k]], b = places[mesh->triangles[i][(k + 1) % 3]];
            int there = edges_between(mesh, places, a, b);
            closed = closed && there >= 1 && there == edges_between(mesh, places, b, a);
        }
    }
    free(places);
    return closed;
}

// normals have length 1 and lie on the side that the triangle faces
static bool normals_face_outward(const rv_mesh* mesh) {
    bool good = true;
    for (int i = 0; i < mesh->triangle_count; i++) {
        const int* t = mesh->triangles[i];
        rv_vec3 ab = rv_vec3_sub(mesh->vertices[t[1]], mesh->vertices[t[0]]);
        rv_vec3 ac = rv_vec3_sub(mesh->vertices[t[2]], mesh->vertices[t[0]]);
        rv_vec3 face = rv_vec3_normalize(rv_vec3_cross(ab, ac));
        for (int k = 0; k < 3; k++) {
            rv_vec3 n = mesh->normals[t[k]];
            good = good && fabs(rv_vec3_length(n) - 1.0) < 1e-12 && rv_vec3_dot(n, face) > 0.0;
        }
    }
    return good;
}

static rv_mesh mesh_of(rv_shape_type type, int segments) {
    rv_mesh mesh = {0};
    rv_shape_def shape = rv_shape_def_default();
    shape.type = type;
    shape.radius = 0.3;
    shape.half_length = 0.7;
    shape.half_extents = vec(0.2, 0.5, 0.9);
    shape.local = rv_pose_make(vec(0.1, 0.2, -0.3), rv_quat_exp(vec(1, 0.2, 0)));
    CHECK(rv_mesh_add_shape(&mesh, &shape, askew(), segments));
    return mesh;
}

TEST(a_box_is_exact) {
    rv_mesh mesh = mesh_of(RV_SHAPE_BOX, 3);
    CHECK_NEAR(volume_of(&mesh), 8.0 * 0.2 * 0.5 * 0.9, 1e-13); // rounding
    CHECK_NEAR(area_of(&mesh), 8.0 * (0.2 * 0.5 + 0.5 * 0.9 + 0.9 * 0.2), 1e-13);
    CHECK(mesh.triangle_count == 12);
    CHECK(is_closed(&mesh) && normals_face_outward(&mesh));
    rv_mesh_free(&mesh);
}

TEST(round_shapes_are_closed_and_tend_to_their_volume_with_the_square_of_the_pieces) {
    const double r = 0.3, h = 0.7;
    const struct {
        rv_shape_type type;
        double volume;
    } cases[] = {{RV_SHAPE_SPHERE, 4.0 / 3.0 * RV_PI * r * r * r},
                 {RV_SHAPE_CYLINDER, 2.0 * RV_PI * r * r * h},
                 {RV_SHAPE_CAPSULE, 2.0 * RV_PI * r * r * h + 4.0 / 3.0 * RV_PI * r * r * r}};
    for (int i = 0; i < 3; i++) {
        double missing[2];
        for (int fine = 0; fine < 2; fine++) {
            rv_mesh mesh = mesh_of(cases[i].type, fine ? 64 : 32);
            missing[fine] = cases[i].volume - volume_of(&mesh);
            CHECK(fine || (is_closed(&mesh) && normals_face_outward(&mesh)));
            rv_mesh_free(&mesh);
        }
        // what a polygon leaves out of its circle goes with 1/n^2; 64 pieces leave out under 1 %
        CHECK(missing[1] > 0.0 && missing[1] < 0.01 * cases[i].volume);
        CHECK_NEAR(missing[0] / missing[1], 4.0, 0.05);
    }
}

TEST(the_coarsest_shapes_are_closed_too) {
    for (int type = RV_SHAPE_SPHERE; type <= RV_SHAPE_BOX; type++) {
        rv_mesh mesh = mesh_of(type, 3);
        CHECK(is_closed(&mesh) && volume_of(&mesh) > 0.0);
        rv_mesh_free(&mesh);
    }
}

TEST(a_plane_is_a_square_that_faces_along_its_z_axis) {
    rv_mesh mesh = {0};
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_PLANE;
    shape.half_extents = vec(3, 2, 0);
    CHECK(rv_mesh_add_shape(&mesh, &shape, askew(), 16));
    CHECK_NEAR(area_of(&mesh), 24.0, 1e-12);
    CHECK(mesh.triangle_count == 2 && normals_face_outward(&mesh));
    rv_vec3 up = rv_quat_rotate(askew().rotation, vec(0, 0, 1));
    for (int i = 0; i < mesh.vertex_count; i++)
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(mesh.normals[i], up)), 0.0, 1e-14);
    rv_mesh_free(&mesh);
}

TEST(facets_are_flat_and_keep_their_volume) {
    // a tetrahedron with edges 1, 2 and 3 along the axes: V = 1 2 3 / 6
    rv_vec3 vertices[4] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
    int triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    rv_facets facets = {
        .vertices = vertices, .triangles = triangles, .vertex_count = 4, .triangle_count = 4};
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_marker(&mesh, vec(0, 0, 0), 1.0)); // it is appended
    int first = mesh.vertex_count;
    CHECK(rv_mesh_add_facets(&mesh, &facets, askew()));
    CHECK_NEAR(volume_of(&mesh), 4.0 / 3.0 + 1.0, 1e-13);
    CHECK(mesh.triangle_count == 8 + 4 && mesh.vertex_count == first + 12);
    CHECK(is_closed(&mesh) && normals_face_outward(&mesh));
    // the normal of the first triangle is -z, turned with the pose
    rv_vec3 down = rv_quat_rotate(askew().rotation, vec(0, 0, -1));
    for (int k = 0; k < 3; k++)
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(mesh.normals[first + k], down)), 0.0, 1e-14);
    rv_mesh_free(&mesh);
}

TEST(smooth_facets_share_corners_with_the_mean_of_the_normals) {
    // a roof over two squares with a ridge along y: slopes of 45 degrees
    rv_vec3 vertices[6] = {{-1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {-1, 1, 0}, {0, 1, 1}, {1, 1, 0}};
    int triangles[4][3] = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
    rv_facets facets = {.vertices = vertices,
                        .triangles = triangles,
                        .vertex_count = 6,
                        .triangle_count = 4,
                        .smooth = true};
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_facets(&mesh, &facets, rv_pose_identity()));
    CHECK(mesh.vertex_count == 6 && mesh.triangle_count == 4 && normals_face_outward(&mesh));
    CHECK_NEAR(area_of(&mesh), 2.0 * sqrt(2.0), 1e-14);
    // at the eaves the slope's own normal
    CHECK_NEAR(mesh.normals[0].x, -sqrt(0.5), 1e-15);
    // at the ridge two triangles on one side and one on the other, of equal area: n = 2 a + b
    CHECK_NEAR(mesh.normals[1].x, 1.0 / sqrt(10.0), 1e-15);
    CHECK_NEAR(mesh.normals[1].z, 3.0 / sqrt(10.0), 1e-15);
    rv_mesh_free(&mesh);
}

TEST(a_shape_stands_at_its_own_pose_in_its_bodys) {
    rv_mesh mesh = {0};
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = 0.1;
    shape.half_length = 2.0;
    shape.local.position = vec(0, 5, 0);
    // the body's quarter turn about z takes the cylinder from x to y and the offset from y to -x
    rv_pose pose = rv_pose_make(vec(1, 1, 1), rv_quat_from_axis_angle(vec(0, 0, 1), 0.5 * RV_PI));
    CHECK(rv_mesh_add_shape(&mesh, &shape, pose, 16));
    rv_vec3 low = mesh.vertices[0], high = mesh.vertices[0];
    for (int i = 0; i < mesh.vertex_count; i++) {
        rv_vec3 v = mesh.vertices[i];
        low = vec(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
        high = vec(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
    }
    CHECK_NEAR(low.y, -1.0, 1e-12);
    CHECK_NEAR(high.y, 3.0, 1e-12);
    CHECK_NEAR(low.x, -4.1, 1e-12);
    CHECK_NEAR(high.x, -3.9, 1e-12);
    rv_mesh_free(&mesh);
}

TEST(wheels_are_closed_have_a_groove_and_stand_about_their_axis) {
    for (int drum = 0; drum < 2; drum++) {
        rv_mesh mesh = {0};
        rv_drawing_wheel wheel = {.center = vec(0.2, 0, 0),
                                  .axis = vec(0, 0.6, 0.8),
                                  .radius = 0.5,
                                  .width = drum ? 0.4 : 0.1,
                                  .drum = drum != 0};
        rv_pose pose = askew();
        CHECK(rv_mesh_add_wheel(&mesh, &wheel, pose, 0.3, 20));
        CHECK(is_closed(&mesh) && normals_face_outward(&mesh));
        // within the disc over its rim, and more than a third of that disc is metal
        rv_vec3 center = rv_pose_apply(pose, wheel.center);
        rv_vec3 axis = rv_quat_rotate(pose.rotation, wheel.axis);
        double rim = 0.0, half = 0.0;
        for (int i = 0; i < mesh.vertex_count; i++) {
            rv_vec3 r = rv_vec3_sub(mesh.vertices[i], center);
            rim = fmax(rim, rv_vec3_length(rv_vec3_cross(r, axis)));
            half = fmax(half, fabs(rv_vec3_dot(r, axis)));
        }
        double disc = RV_PI * rim * rim * 2.0 * half;
        CHECK_NEAR(half, 0.5 * wheel.width, 1e-12);
        CHECK(rim > 0.5 && rim < 0.6);
        CHECK(volume_of(&mesh) > disc / 3.0 && volume_of(&mesh) < disc);
        rv_mesh_free(&mesh);
    }
}

TEST(a_wheel_that_turns_looks_different) {
    rv_mesh mesh[2] = {{0}, {0}};
    rv_drawing_wheel wheel = {.axis = vec(1, 0, 0), .radius = 0.5, .width = 0.1};
    for (int i = 0; i < 2; i++)
        CHECK(rv_mesh_add_wheel(&mesh[i], &wheel, rv_pose_identity(), 0.25 * i, 20));
    double moved = 0.0;
    for (int i = 0; i < mesh[0].vertex_count; i++)
        moved = fmax(moved, rv_vec3_length(rv_vec3_sub(mesh[0].vertices[i], mesh[1].vertices[i])));
    CHECK(mesh[0].vertex_count == mesh[1].vertex_count);
    CHECK_NEAR(moved, 2.0 * 0.5375 * sin(0.125),
               1e-12); // the chord at the rim, 1.5 cable radii out
    rv_mesh_free(&mesh[0]);
    rv_mesh_free(&mesh[1]);
}

TEST(a_straight_tube_is_a_prism_and_points_that_coincide_change_nothing) {
    const rv_drawing_point points[] = {{{0, 0, 0}, 5.0, 0.0},
                                       {{0, 0, 0}, 7.0, 0.0},
                                       {{1, 2, 2}, 9.0, 0.0},
                                       {{1, 2, 2 + 1e-12}, 9.0, 0.0},
                                       {{2, 4, 4}, 9.0, 0.0}};
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_tube(&mesh, points, 5, 0.1, 10));
    double section = 0.5 * 10 * sin(2.0 * RV_PI / 10) * 0.01; // of a regular polygon
    CHECK_NEAR(volume_of(&mesh), section * 6.0, 1e-12);
    CHECK(is_closed(&mesh) && normals_face_outward(&mesh));
    // the piece after the second of two points that coincide has that point's tension
    int sevens = 0, nines = 0;
    for (int i = 0; i < mesh.triangle_count; i++) {
        sevens += mesh.tensions[i] == 7.0;
        nines += mesh.tensions[i] == 9.0;
    }
    CHECK(sevens == 20 + 10 && nines == 20 + 10 && mesh.triangle_count == 60);
    rv_mesh_free(&mesh);
}

TEST(a_tube_goes_round_corners_and_back_without_a_gap_or_a_waist) {
    // a right angle, a full reversal and a slight bend
    const rv_drawing_point points[] = {{{0, 0, 0}, 1, 0},
                                       {{1, 0, 0}, 1, 0},
                                       {{1, 1, 0}, 1, 0},
                                       {{1, 0.2, 0}, 1, 0},
                                       {{1.02, -1, 0}, 1, 0}};
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_tube(&mesh, points, 5, 0.05, 12));
    CHECK(is_closed(&mesh));
    // every vertex but the two poles is as far from the line as the tube is thick
    int poles = 0;
    for (int i = 0; i < mesh.vertex_count; i++) {
        double nearest = INFINITY;
        for (int k = 0; k < 5; k++)
            nearest =
                fmin(nearest, rv_vec3_length(rv_vec3_sub(mesh.vertices[i], points[k].position)));
        poles += nearest == 0.0;
        CHECK(nearest == 0.0 || fabs(nearest - 0.05) < 1e-12);
    }
    CHECK(poles == 2);
    rv_mesh_free(&mesh);
}

TEST(a_tube_without_length_and_points_that_are_not_finite_make_nothing_wrong) {
    const rv_drawing_point points[] = {{{NAN, 0, 0}, 1, 0},
                                       {{0, 0, 0}, 1, 0},
                                       {{0, INFINITY, 0}, 1, 0},
                                       {{0, 0, 1}, 1, 0},
                                       {{0, 0, NAN}, 1, 0}};
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_tube(&mesh, points, 5, 0.05, 8));
    CHECK_NEAR(volume_of(&mesh), 0.5 * 8 * sin(RV_PI / 4.0) * 0.0025, 1e-12);
    rv_mesh_clear(&mesh);
    CHECK(rv_mesh_add_tube(&mesh, points, 3, 0.05, 8) && mesh.triangle_count == 0);
    CHECK(rv_mesh_add_tube(&mesh, points, 0, 0.05, 8) && mesh.triangle_count == 0);
    rv_mesh_free(&mesh);
}

TEST(a_marker_is_an_octahedron) {
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_marker(&mesh, vec(5, 6, 7), 0.3));
    CHECK_NEAR(volume_of(&mesh), 4.0 / 3.0 * 0.027, 1e-12);
    CHECK(mesh.triangle_count == 8 && is_closed(&mesh) && normals_face_outward(&mesh));
    rv_mesh_free(&mesh);
}

TEST(things_are_appended_and_a_cleared_mesh_is_empty) {
    rv_mesh mesh = {0};
    CHECK(rv_mesh_add_marker(&mesh, vec(0, 0, 0), 1.0)
          && rv_mesh_add_marker(&mesh, vec(9, 0, 0), 1.0));
    CHECK_NEAR(volume_of(&mesh), 8.0 / 3.0, 1e-12);
    rv_mesh_clear(&mesh);
    CHECK(mesh.vertex_count == 0 && mesh.triangle_count == 0);
    rv_mesh_free(&mesh);
}
