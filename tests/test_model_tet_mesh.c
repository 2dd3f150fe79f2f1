// Generated meshes: counts, volumes and places against formulas, cells that fit together, the clip
// of the haptic paper in all grids that are compared, what is refused, and no memory.
#include "failing_allocator.h"
#include "model/tet_surface.h"
#include "reeve/math.h"
#include "reeve/tet_mesh.h"
#include "test.h"

static rv_tet_mesh mesh;

static const double millimetre = 1e-3;

static void check_counts(int nodes, int tets) {
    CHECK_TEXT(mesh.error, "");
    CHECK(mesh.node_count == nodes);
    CHECK(mesh.tet_count == tets);
    char error[256];
    CHECK(rv_tet_mesh_check(&mesh, error, sizeof error));
    CHECK_TEXT(error, "");
}

// every tetrahedron, and the surface by the divergence theorem: 3 V = sum of x . n dA
static void check_volume(double expected) {
    CHECK_NEAR(rv_tet_mesh_volume(&mesh), expected, 1e-13 * expected);
    rv_memory memory = rv_memory_make(mesh.allocator);
    rv_index_list triangles = {0};
    int count = rv_tet_surface(&memory, mesh.tets, mesh.tet_count, mesh.node_count, &triangles);
    double sum = 0.0;
    for (int t = 0; t < count; t++) {
        const int32_t* corners = &triangles.data[3 * t];
        sum += rv_vec3_dot(mesh.nodes[corners[0]],
                           rv_vec3_cross(mesh.nodes[corners[1]], mesh.nodes[corners[2]]));
    }
    // rounding of some thousand terms, far larger than the sum where the mesh is thin
    CHECK_NEAR(sum / 6.0, expected, 1e-12 * expected);
    rv_array_free(&memory, &triangles);
}

static void check_surface(int triangle_count, int node_count) {
    rv_memory memory = rv_memory_make(mesh.allocator);
    rv_index_list triangles = {0}, nodes = {0};
    int count = rv_tet_surface(&memory, mesh.tets, mesh.tet_count, mesh.node_count, &triangles);
    CHECK(count == triangle_count && triangles.count == 3 * triangle_count);
    CHECK(rv_tet_surface_nodes(&memory, &triangles, mesh.node_count, &nodes) == node_count);
    for (int i = 1; i < nodes.count; i++)
        CHECK(nodes.data[i - 1] < nodes.data[i]);
    rv_array_free(&memory, &triangles);
    rv_array_free(&memory, &nodes);
}

static const rv_tet_set* set_of(const char* name, int node_count) {
    static int32_t nothing;
    static const rv_tet_set none = {"", &nothing, 0};
    const rv_tet_set* set = rv_tet_mesh_set(&mesh, name);
    CHECK(set != NULL);
    if (set == NULL)
        return &none;
    CHECK(set->node_count == node_count);
    for (int i = 1; i < set->node_count; i++)
        CHECK(set->nodes[i - 1] < set->nodes[i]);
    return set;
}

// --- box, beam, tube ----------------------------------------------------------------------------

TEST(a_box_fills_its_size_about_the_origin) {
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(0.2, 0.4, 0.6), (const int[3]){2, 3, 4}));
    check_counts(3 * 4 * 5, 6 * 2 * 3 * 4);
    check_volume(0.2 * 0.4 * 0.6);
    // two triangles for each square; all nodes but the 1 x 2 x 3 inside
    check_surface(2 * 2 * (2 * 3 + 2 * 4 + 3 * 4), 60 - 6);
    CHECK_NEAR(mesh.nodes[0].x, -0.1, 0.0);
    CHECK_NEAR(mesh.nodes[59].y, 0.2, 0.0);
    // node (a, b, c) has the number (a 4 + b) 5 + c
    CHECK_NEAR(mesh.nodes[(1 * 4 + 2) * 5 + 3].x, 0.0, 1e-17);
    CHECK_NEAR(mesh.nodes[(1 * 4 + 2) * 5 + 3].y, -0.2 + 0.4 * 2.0 / 3.0, 1e-16);
    CHECK_NEAR(mesh.nodes[(1 * 4 + 2) * 5 + 3].z, -0.3 + 0.6 * 3.0 / 4.0, 1e-16);
    CHECK(mesh.set_count == 0 && rv_tet_mesh_set(&mesh, "start") == NULL);
    rv_tet_mesh_free(&mesh);
}

TEST(a_box_of_one_cell_is_six_tetrahedra_round_a_diagonal) {
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){1, 1, 1}));
    check_counts(8, 6);
    check_surface(12, 8);
    for (int t = 0; t < mesh.tet_count; t++) {
        bool low = false, high = false;
        for (int i = 0; i < 4; i++) {
            low = low || mesh.tets[4 * t + i] == 0;
            high = high || mesh.tets[4 * t + i] == 7;
        }
        CHECK(low && high);
    }
    rv_tet_mesh_free(&mesh);
}

TEST(a_beam_begins_at_zero_and_names_its_ends) {
    CHECK(rv_tet_mesh_beam(&mesh, rv_vec3_make(1.0, 0.1, 0.2), (const int[3]){10, 1, 2}));
    check_counts(11 * 2 * 3, 6 * 20);
    check_volume(0.02);
    const rv_tet_set* start = set_of("start", 6);
    const rv_tet_set* end = set_of("end", 6);
    for (int i = 0; i < start->node_count && i < end->node_count; i++) {
        CHECK_NEAR(mesh.nodes[start->nodes[i]].x, 0.0, 0.0);
        CHECK_NEAR(mesh.nodes[end->nodes[i]].x, 1.0, 0.0);
    }
    rv_tet_mesh_free(&mesh);
}

TEST(a_tube_is_a_closed_prism) {
    CHECK(rv_tet_mesh_tube(&mesh, 0.8, 1.0, 3.0, (const int[3]){24, 2, 5}));
    check_counts(24 * 3 * 6, 6 * 24 * 2 * 5);
    // 24 triangles of the regular polygon, outer minus inner
    check_volume(24.0 * 0.5 * sin(2.0 * RV_PI / 24.0) * (1.0 - 0.64) * 3.0);
    // it has a hole: nodes - edges + faces = 0, so twice as many faces as nodes
    check_surface(2 * (2 * 24 * 5 + 2 * 24 * 2), 2 * 24 * 5 + 2 * 24 * 2);
    set_of("end", 24 * 3);
    const rv_tet_set* start = set_of("start", 24 * 3);
    for (int i = 0; i < start->node_count; i++)
        CHECK_NEAR(mesh.nodes[start->nodes[i]].z, -1.5, 0.0);
    rv_tet_mesh_free(&mesh);
}

TEST(a_tube_of_three_columns_and_a_mesh_that_is_filled_again_are_whole) {
    CHECK(rv_tet_mesh_tube(&mesh, 0.1, 1.0, 1.0, (const int[3]){3, 1, 1}));
    check_counts(12, 18);
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){1, 1, 1}));
    check_counts(8, 6);
    CHECK(mesh.set_count == 0);
    rv_tet_mesh_free(&mesh);
    CHECK(mesh.nodes == NULL && mesh.tets == NULL && mesh.node_count == 0 && mesh.tet_count == 0);
    rv_tet_mesh_free(&mesh);
}

// --- the clip -----------------------------------------------------------------------------------

TEST(the_clip_has_the_counts_and_the_mass_of_the_paper) {
    rv_clip_shape shape = rv_clip_shape_default();
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    check_counts(640, 2394);
    check_surface(844, 424);
    // 1.52 g of PVC, 1400 kg/m^3
    CHECK_NEAR(1400.0 * rv_tet_mesh_volume(&mesh), 1.52e-3, 0.005e-3);
    // the middle column, of which 24 nodes are inside: 384 of the surface are free
    const rv_tet_set* handle = set_of("handle", 64);
    for (int i = 0; i < handle->node_count; i++) {
        CHECK(handle->nodes[i] == 9 * 32 + i);
        // half a cell to either side of +y
        rv_vec3 p = mesh.nodes[handle->nodes[i]];
        CHECK_NEAR(fabs(atan2(p.x, p.y)), 0.5 * 120.0 / 6.5 * RV_PI / 180.0, 1e-15);
    }
    rv_tet_mesh_free(&mesh);
}

TEST(the_other_grids_of_the_clip_have_their_counts) {
    rv_clip_shape shape = rv_clip_shape_default();
    shape.wall_cells = 4;
    shape.width_cells = 4;
    shape.arc_cells = 9;
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    check_counts(650, 2400);
    set_of("handle", 2 * 5 * 5);
    shape = rv_clip_shape_default();
    shape.width_cells = 3;
    shape.arc_cells = 14;
    shape.bend_cells = 3;
    shape.lip_cells = 2;
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    check_counts(640, 2106);
    set_of("handle", 2 * 4 * 4);
    rv_tet_mesh_free(&mesh);
}

TEST(the_trimmed_clip_has_exactly_the_counts_of_the_paper) {
    rv_clip_shape shape = rv_clip_shape_default();
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    double whole = rv_tet_mesh_volume(&mesh);
    rv_tet_mesh_free(&mesh);
    shape.trimmed = true;
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    check_counts(639, 2395);
    // a corner is gone: one node less, and four triangles that met there became two
    check_surface(842, 423);
    set_of("handle", 64);
    // the corner is two tetrahedra of a cell, about a third of one of 399
    CHECK_NEAR(rv_tet_mesh_volume(&mesh) / whole, 1.0, 1.0 / 399.0);
    CHECK(rv_tet_mesh_volume(&mesh) < whole);
    rv_tet_mesh_free(&mesh);
}

TEST(a_clip_of_any_grid_can_be_trimmed_or_is_told_to_be_too_coarse) {
    rv_clip_shape shape = rv_clip_shape_default();
    shape.trimmed = true;
    int coarse = 0;
    // a wider wrap, one cell through the wall and across: where cells are few, no pair may be
    // convex
    for (int i = 0; i < 64; i++) {
        shape.half_wrap = i % 2 == 0 ? 2.5 : 1.2;
        shape.wall_cells = 1 + i / 2 % 2;
        shape.width_cells = 1 + i / 4 % 2;
        shape.arc_cells = 1 + 2 * (i / 8 % 2);
        shape.bend_cells = 1 + i / 16 % 2;
        shape.lip_cells = 1 + i / 32;
        shape.lead_in = 0.7;
        if (rv_tet_mesh_clip(&mesh, &shape)) {
            CHECK(rv_tet_mesh_check(&mesh, NULL, 0));
            continue;
        }
        CHECK_TEXT(mesh.error, "rv_clip_shape.trimmed: the grid is too coarse for it");
        coarse++;
    }
    CHECK(coarse > 0 && coarse < 8);
    rv_tet_mesh_free(&mesh);
}

TEST(the_clip_lies_where_its_formulas_say) {
    rv_clip_shape shape = rv_clip_shape_default();
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    double opening = 1.0, highest = -1.0;
    for (int i = 0; i < mesh.node_count; i++) {
        rv_vec3 p = mesh.nodes[i];
        if (p.y < 0.0)
            opening = fmin(opening, fabs(p.x));
        highest = fmax(highest, fabs(p.z));
    }
    // half opening of this grid: (Rm + rb) sin 120 - (rb + wall / 2) sin 85, 8.417 mm
    double expected = 13.4 * sin(RV_PI * 120.0 / 180.0) - 3.2 * sin(RV_PI * 85.0 / 180.0);
    CHECK_NEAR(opening, expected * millimetre, 1e-16);
    CHECK_NEAR(expected, 8.417, 0.0005);
    CHECK_NEAR(highest, 5.0 * millimetre, 0.0);
    // the arc: inner and outer radius at station 3 of the right half, column 13
    rv_vec3 inner = mesh.nodes[13 * 32], outer = mesh.nodes[13 * 32 + 3 * 8];
    CHECK_NEAR(hypot(inner.x, inner.y), 10.2 * millimetre, 1e-17);
    CHECK_NEAR(hypot(outer.x, outer.y), 12.2 * millimetre, 1e-17);
    // the lip: 1.5 mm along (sin 40, -cos 40)
    rv_vec3 lip = rv_vec3_sub(mesh.nodes[19 * 32 + 5], mesh.nodes[18 * 32 + 5]);
    CHECK_NEAR(lip.x, 1.5 * millimetre * sin(RV_PI * 40.0 / 180.0), 1e-17);
    CHECK_NEAR(lip.y, -1.5 * millimetre * cos(RV_PI * 40.0 / 180.0), 1e-17);
    rv_tet_mesh_free(&mesh);
}

// a set of tetrahedra, whatever their order and that of their corners: sums of products
static double fingerprint(const int32_t* tet, const int32_t* image) {
    double product = 1.0;
    for (int i = 0; i < 4; i++)
        product *= sin(1.0 + image[tet[i]]);
    return product;
}

TEST(the_halves_of_the_clip_are_mirror_images_but_for_the_handle) {
    rv_clip_shape shape = rv_clip_shape_default();
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    static int32_t same[640], image[640];
    for (int i = 0; i < 640; i++) {
        same[i] = i;
        image[i] = (19 - i / 32) * 32 + i % 32;
        rv_vec3 a = mesh.nodes[i], b = mesh.nodes[image[i]];
        CHECK(a.x == -b.x && a.y == b.y && a.z == b.z);
    }
    // cells in the order of the grid: 9 columns of 3 x 7, the middle one, 9 columns
    const int side = 9 * 21 * 6, middle = 21 * 6;
    double left = 0.0, right = 0.0;
    for (int t = 0; t < side; t++) {
        left += fingerprint(&mesh.tets[4 * t], image);
        right += fingerprint(&mesh.tets[4 * (t + side + middle)], same);
    }
    // sums of a thousand numbers below 1
    CHECK_NEAR(left, right, 1e-12);
    rv_tet_mesh_free(&mesh);
}

static bool tet_has(int tet, int32_t node) {
    const int32_t* corners = &mesh.tets[4 * tet];
    return corners[0] == node || corners[1] == node || corners[2] == node || corners[3] == node;
}

TEST(cells_of_the_clip_are_cut_from_inside_and_the_lips_to_outside_and_the_handle) {
    // the way of the diagonal matters: the first frequency is 1731 Hz, with the other one 1665 Hz
    rv_clip_shape shape = rv_clip_shape_default();
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    // the first cell of each column; column 9 is the handle, cut as those before it
    for (int column = 0; column < 19; column++) {
        int lip_side = column <= 9 ? column : column + 1, other = column <= 9 ? column + 1 : column;
        for (int i = 0; i < 6; i++)
            CHECK(tet_has(column * 21 * 6 + i, lip_side * 32)
                  && tet_has(column * 21 * 6 + i, other * 32 + 8 + 1));
    }
    rv_tet_mesh_free(&mesh);
}

// --- refusals -----------------------------------------------------------------------------------

static void check_refusal(bool made, const char* error) {
    CHECK(!made);
    CHECK_TEXT(mesh.error, error);
    CHECK(mesh.nodes == NULL && mesh.tets == NULL && mesh.sets == NULL);
    CHECK(mesh.node_count == 0 && mesh.tet_count == 0 && mesh.set_count == 0);
}

TEST(generators_name_the_argument_its_value_and_what_is_allowed) {
    const int good[3] = {3, 1, 1}, none[3] = {3, 0, 1}, many[3] = {1000, 1000, 1000};
    const int huge[3] = {2147483647, 2147483647, 2147483647}, two[3] = {2, 1, 1};
    rv_vec3 one = {1.0, 1.0, 1.0};
    check_refusal(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, -2.0, 1.0), good),
                  "size.y = -2 m: must be finite and > 0");
    check_refusal(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, NAN), good),
                  "size.z = nan m: must be finite and > 0");
    check_refusal(rv_tet_mesh_beam(&mesh, rv_vec3_make(INFINITY, 1.0, 1.0), good),
                  "size.x = inf m: must be finite and > 0");
    check_refusal(rv_tet_mesh_box(&mesh, one, none), "cells = 3 x 0 x 1: must be at least 1 each");
    check_refusal(rv_tet_mesh_box(&mesh, one, many),
                  "cells = 1000 x 1000 x 1000: must be at most 1000000 in all");
    check_refusal(rv_tet_mesh_box(&mesh, one, huge),
                  "cells = 2147483647 x 2147483647 x 2147483647: must be at most 1000000 in all");
    check_refusal(rv_tet_mesh_tube(&mesh, 0.0, 1.0, 1.0, good),
                  "inner_radius = 0 m: must be finite and > 0");
    check_refusal(rv_tet_mesh_tube(&mesh, 1.0, 1.0, 1.0, good),
                  "outer_radius = 1 m: must be finite and > inner_radius 1 m");
    check_refusal(rv_tet_mesh_tube(&mesh, 1.0, 2.0, NAN, good),
                  "length = nan m: must be finite and > 0");
    check_refusal(rv_tet_mesh_tube(&mesh, 1.0, 2.0, 1.0, two),
                  "cells[0] = 2: must be at least 3 around a tube");
}

TEST(a_clip_names_the_field_its_value_and_what_is_allowed) {
    const struct {
        double value;
        size_t offset;
        const char* error;
    } cases[] = {
        {-1.0, offsetof(rv_clip_shape, inner_radius),
         "rv_clip_shape.inner_radius = -1 m: must be finite and > 0"},
        {NAN, offsetof(rv_clip_shape, wall), "rv_clip_shape.wall = nan m: must be finite and > 0"},
        {0.0, offsetof(rv_clip_shape, width), "rv_clip_shape.width = 0 m: must be finite and > 0"},
        {INFINITY, offsetof(rv_clip_shape, lip),
         "rv_clip_shape.lip = inf m: must be finite and > 0"},
        {4.0, offsetof(rv_clip_shape, half_wrap),
         "rv_clip_shape.half_wrap = 4 rad: must be in [0.1, 3]"},
        {2.95, offsetof(rv_clip_shape, half_wrap),
         "rv_clip_shape.half_wrap = 2.95 rad: the ends meet; must be smaller"},
        {-0.6, offsetof(rv_clip_shape, lead_in),
         "rv_clip_shape.lead_in = -0.6 rad: must be in (-0.523599, 1.5708]"},
        {0.001, offsetof(rv_clip_shape, bend_radius),
         "rv_clip_shape.bend_radius = 0.001 m: must be > wall / 2 = 0.001 m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rv_clip_shape shape = rv_clip_shape_default();
        memcpy((char*)&shape + cases[i].offset, &cases[i].value, sizeof(double));
        check_refusal(rv_tet_mesh_clip(&mesh, &shape), cases[i].error);
    }
    rv_clip_shape shape = rv_clip_shape_default();
    shape.arc_cells = 0;
    check_refusal(rv_tet_mesh_clip(&mesh, &shape),
                  "rv_clip_shape.arc_cells = 0: must be in [1, 1000]");
    shape.arc_cells = shape.wall_cells = shape.width_cells = 1000;
    check_refusal(rv_tet_mesh_clip(&mesh, &shape),
                  "rv_clip_shape: cells along, through the wall and across = 2007 x 1000 x 1000: "
                  "must be at most 1000000 in all");
}

TEST(without_memory_there_is_a_sentence_and_no_mesh) {
    rv_clip_shape shape = rv_clip_shape_default();
    shape.trimmed = true;
    bool made = false;
    for (long at = 1; !made && at < 100; at++) {
        failing_allocator heap = {.fail_at = at};
        rv_tet_mesh small = {.allocator = failing_allocator_hooks(&heap)};
        made = rv_tet_mesh_clip(&small, &shape);
        CHECK(made == (heap.failed == 0));
        CHECK(made || strncmp(small.error, "not enough memory for ", 22) == 0);
        CHECK(made || heap.live_blocks == 0);
        // all that it held is given back with its right size
        rv_tet_mesh_free(&small);
        CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
    }
    CHECK(made);
}
