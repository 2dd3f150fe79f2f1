// The rules of a tetrahedral mesh: one small mesh for each that breaks it alone, with its sentence.
#include "failing_allocator.h"
#include "reeve/math.h"
#include "reeve/tet_mesh.h"
#include "test.h"

// the corner of a cube: one tetrahedron, and nodes to build more from
static const rv_vec3 corner[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void check_error(const rv_vec3* nodes, int node_count, const int32_t* tets, int tet_count,
                        const char* expected) {
    // exact copies: reading past their ends shows
    failing_allocator heap = {0};
    rv_tet_mesh mesh = {.node_count = node_count,
                        .tet_count = tet_count,
                        .allocator = failing_allocator_hooks(&heap)};
    mesh.nodes = malloc(((size_t)node_count + 1) * sizeof *nodes);
    mesh.tets = malloc((4 * (size_t)tet_count + 1) * sizeof *tets);
    memcpy(mesh.nodes, nodes, (size_t)node_count * sizeof *nodes);
    memcpy(mesh.tets, tets, 4 * (size_t)tet_count * sizeof *tets);
    char error[256];
    CHECK(rv_tet_mesh_check(&mesh, error, sizeof error) == (expected[0] == '\0'));
    CHECK_TEXT(error, expected);
    CHECK(heap.live_blocks == 0);
    free(mesh.nodes);
    free(mesh.tets);
}

#define CHECK_ERROR(nodes_, tets_, expected_)                                                      \
    check_error(nodes_, (int)(sizeof(nodes_) / sizeof(rv_vec3)), tets_,                            \
                (int)(sizeof(tets_) / (4 * sizeof(int32_t))), expected_)

TEST(one_tetrahedron_is_a_mesh) {
    CHECK_ERROR(corner, ((const int32_t[]){0, 1, 2, 3}), "");
    // and so is an even permutation of its corners
    CHECK_ERROR(corner, ((const int32_t[]){1, 2, 0, 3}), "");
}

TEST(an_empty_mesh_is_refused) {
    rv_tet_mesh mesh = {0};
    char error[256];
    CHECK(!rv_tet_mesh_check(&mesh, error, sizeof error));
    CHECK_TEXT(error, "has no nodes: must have at least four");
    check_error(corner, 4, (const int32_t[]){0}, 0, "has no tetrahedra: must have at least one");
}

TEST(coordinates_must_be_finite) {
    rv_vec3 nodes[4];
    memcpy(nodes, corner, sizeof nodes);
    nodes[2].y = NAN;
    CHECK_ERROR(nodes, ((const int32_t[]){0, 1, 2, 3}),
                "node 2: lies at (0, nan, 0): must be finite, at most 1e+100 m");
    nodes[1].x = INFINITY;
    nodes[3].z = -1e101;
    CHECK_ERROR(nodes, ((const int32_t[]){0, 1, 2, 3}),
                "node 1: lies at (inf, 0, 0): must be finite, at most 1e+100 m (and 2 more nodes)");
}

TEST(indices_must_be_in_range) {
    CHECK_ERROR(corner, ((const int32_t[]){0, 1, 2, 3, 0, 1, 2, 4}),
                "tetrahedron 1: node 4: must be in [0, 3]");
    // a tetrahedron with two wrong ones counts once
    CHECK_ERROR(corner, ((const int32_t[]){-1, 9, 2, 3, 0, 1, 2, 3, 0, 1, 2, 4}),
                "tetrahedron 0: node -1: must be in [0, 3] (and 1 more tetrahedron)");
}

TEST(corners_must_be_different) {
    CHECK_ERROR(corner, ((const int32_t[]){0, 1, 2, 3, 0, 3, 2, 3}),
                "tetrahedron 1: has node 3 twice: must have four different ones");
    CHECK_ERROR(corner, ((const int32_t[]){2, 2, 0, 3, 0, 3, 2, 3, 1, 1, 1, 1}),
                "tetrahedron 0: has node 2 twice: must have four different ones (and 2 more "
                "tetrahedra)");
}

TEST(inverted_and_flat_tetrahedra_are_told_apart) {
    CHECK_ERROR(corner, ((const int32_t[]){0, 2, 1, 3}),
                "tetrahedron 0: is inverted: its volume is -0.166667 m^3, must be > 0");
    rv_vec3 flat[4];
    memcpy(flat, corner, sizeof flat);
    flat[3] = rv_vec3_make(1.0, 1.0, 0.0);
    CHECK_ERROR(flat, ((const int32_t[]){0, 1, 2, 3}),
                "tetrahedron 0: is flat: its volume is 0 m^3, must be > 4.71405e-10 m^3");
    // just below and just above 1e-9 of the longest edge cubed; the size does not matter
    flat[3] = rv_vec3_make(0.5, 0.5, 0.9e-9 * sqrt(8.0));
    CHECK_ERROR(flat, ((const int32_t[]){0, 1, 2, 3}),
                "tetrahedron 0: is flat: its volume is 4.24264e-10 m^3, must be > 4.71405e-10 m^3");
    flat[3].z = 1.1e-9 * sqrt(8.0);
    CHECK_ERROR(flat, ((const int32_t[]){0, 1, 2, 3}), "");
    for (int i = 0; i < 4; i++)
        flat[i] = rv_vec3_scale(flat[i], 1e-6);
    CHECK_ERROR(flat, ((const int32_t[]){0, 1, 2, 3}), "");
    // inverted by rounding is flat, and inverted ones are told first
    flat[3].z = -1e-9 * flat[1].x;
    CHECK_ERROR(flat, ((const int32_t[]){0, 1, 2, 3}),
                "tetrahedron 0: is flat: its volume is -1.66667e-28 m^3, must be > 4.71405e-28 "
                "m^3");
}

TEST(two_nodes_at_one_place_are_refused) {
    const rv_vec3 nodes[] = {{0, 0, 0}, {1, 0, 0},    {0, 1, 0}, {0, 0, 1},
                             {1, 0, 0}, {0, -0.0, 1}, {0, 1, 0}, {2, 2, 2}};
    const int32_t tets[] = {0, 1, 2, 3, 4, 6, 5, 7};
    CHECK_ERROR(nodes, tets,
                "node 4: lies at the place of node 1: must be one node (and 2 more nodes)");
}

TEST(a_node_without_a_tetrahedron_is_refused) {
    const rv_vec3 nodes[] = {{5, 5, 5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 7, 7}};
    CHECK_ERROR(nodes, ((const int32_t[]){1, 2, 3, 4}),
                "node 0: is in no tetrahedron: must be in one (and 1 more node)");
}

TEST(a_face_has_two_tetrahedra_one_on_either_side) {
    // three apexes over the face 0 1 2
    const rv_vec3 nodes[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, -1}};
    CHECK_ERROR(nodes, ((const int32_t[]){0, 1, 2, 3, 0, 1, 2, 4, 0, 2, 1, 5}),
                "tetrahedron 0: its face 0 2 1 is one of more than two tetrahedra (and 2 more "
                "faces)");
    const rv_vec3 above[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 2}};
    CHECK_ERROR(above, ((const int32_t[]){0, 1, 2, 3, 0, 1, 2, 4}),
                "tetrahedron 0: overlaps tetrahedron 1 on one side of face 0 2 1");
    const rv_vec3 apart[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -2}};
    CHECK_ERROR(apart, ((const int32_t[]){0, 1, 2, 3, 0, 2, 1, 4}), "");
}

TEST(all_must_be_connected_through_faces) {
    const rv_vec3 two[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                           {5, 0, 0}, {6, 0, 0}, {5, 1, 0}, {5, 0, 1}};
    CHECK_ERROR(two, ((const int32_t[]){0, 1, 2, 3, 4, 5, 6, 7}),
                "tetrahedron 1: no way through faces leads to it from tetrahedron 0: must be one "
                "part, has 2");
    // a node, or an edge, is not enough
    const rv_vec3 three[] = {{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {0, 0, 1},  {-1, 0, 0},
                             {0, -1, 0}, {1, -1, 0}, {2, 0, 0}, {2, -1, -1}};
    CHECK_ERROR(three, ((const int32_t[]){0, 1, 2, 3, 0, 4, 5, 3, 1, 7, 6, 8}),
                "tetrahedron 1: no way through faces leads to it from tetrahedron 0: must be one "
                "part, has 3");
}

// tetrahedra round the z axis: `sides` in a full turn, those whose bit is set in `kept` are there
typedef struct wheel {
    rv_vec3 nodes[16];
    int32_t tets[16 * 4];
    int node_count, tet_count;
} wheel;

static wheel wheel_make(int sides, uint32_t kept) {
    wheel w = {.nodes = {{0, 0, 0}, {0, 0, 1}}, .node_count = 2};
    for (int i = 0; i < sides; i++)
        w.nodes[w.node_count++] =
            rv_vec3_make(cos(2 * RV_PI * i / sides), sin(2 * RV_PI * i / sides), 0.0);
    for (int i = 0; i < sides; i++) {
        const int32_t tet[4] = {0, 2 + i, 2 + (i + 1) % sides, 1};
        if ((kept >> i & 1) != 0)
            memcpy(&w.tets[4 * w.tet_count++], tet, sizeof tet);
    }
    return w;
}

// joins the wheel's tetrahedra at `a` and `b` of its rim through faces outside: one apex, three
// more
static void wheel_bridge(wheel* w, int a, int b, double z) {
    int32_t apex = w->node_count;
    w->nodes[w->node_count++] = rv_vec3_make(0.0, 0.0, z);
    const int32_t below[3][2] = {{a, a + 1}, {a + 1, b}, {b, b + 1}};
    for (int i = 0; i < 3; i++) {
        const int32_t tet[4] = {0, 2 + below[i][1], 2 + below[i][0], apex};
        memcpy(&w->tets[4 * w->tet_count++], tet, sizeof tet);
    }
}

TEST(an_edge_of_the_surface_has_two_triangles) {
    wheel whole = wheel_make(6, 0x3f);
    check_error(whole.nodes, whole.node_count, whole.tets, whole.tet_count, "");
    // sectors 0 and 2 of six, which meet in the axis alone, joined underneath
    wheel w = wheel_make(6, 0x05);
    w.nodes[6] = w.nodes[7];
    w.node_count = 6;
    wheel_bridge(&w, 0, 2, -1.0);
    check_error(w.nodes, w.node_count, w.tets, w.tet_count,
                "edge 0 1 of the surface: has 4 triangles, must have 2");
}

TEST(round_a_node_of_the_surface_is_one_fan) {
    // a ring of cells, two of whose opposite ones reach with a tetrahedron each to the middle
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_tube(&mesh, 1.0, 2.0, 1.0, (const int[3]){8, 1, 1}));
    rv_vec3 nodes[33];
    int32_t tets[4 * 50];
    memcpy(nodes, mesh.nodes, 32 * sizeof *nodes);
    memcpy(tets, mesh.tets, 4 * 48 * sizeof *tets);
    nodes[32] = rv_vec3_make(0.0, 0.0, 0.0);
    int count = 48;
    // column a has inner nodes 4 a (below) and 4 a + 1; seen from the middle the next is to the
    // right
    for (int a = 0; a < 8; a += 4) {
        const int32_t tet[4] = {4 * a, 4 * a + 5, 4 * a + 1, 32};
        memcpy(&tets[4 * count++], tet, sizeof tet);
    }
    check_error(nodes, 33, tets, 49, "");
    check_error(nodes, 33, tets, 50,
                "node 32: the surface meets itself there: must be one fan of triangles");
    rv_tet_mesh_free(&mesh);
}

TEST(the_error_may_be_null_or_short) {
    rv_tet_mesh mesh = {0};
    CHECK(!rv_tet_mesh_check(&mesh, NULL, 0));
    char error[8];
    CHECK(!rv_tet_mesh_check(&mesh, error, sizeof error));
    CHECK_TEXT(error, "has no ");
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){1, 1, 1}));
    CHECK(rv_tet_mesh_check(&mesh, NULL, 0));
    rv_tet_mesh_free(&mesh);
}

TEST(without_memory_the_check_says_so) {
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){2, 2, 2}));
    rv_tet_mesh view = mesh;
    bool good = false;
    for (long at = 1; !good && at < 100; at++) {
        failing_allocator heap = {.fail_at = at};
        view.allocator = failing_allocator_hooks(&heap);
        char error[256];
        good = rv_tet_mesh_check(&view, error, sizeof error);
        CHECK(good == (heap.failed == 0));
        CHECK_TEXT(error, good ? "" : "not enough memory to check 48 tetrahedra");
        CHECK(heap.live_blocks == 0);
    }
    CHECK(good);
    rv_tet_mesh_free(&mesh);
}
