// Tetrahedral meshes from files: files that gmsh and TetGen wrote (tests/tets), the same small mesh
// in every form, sentences about what is wrong, files cut off at every byte, counts that a file
// cannot hold, and no memory.
#include "failing_allocator.h"
#include "reeve/math.h"
#include "reeve/tet_file.h"
#include "test.h"

#include <stdlib.h>

static rv_tet_mesh mesh;

static bool check_outcome(bool good) {
    CHECK(good == (mesh.nodes != NULL && mesh.tets != NULL));
    CHECK(good == (mesh.error[0] == '\0'));
    CHECK(good || (mesh.node_count == 0 && mesh.tet_count == 0 && mesh.set_count == 0));
    return good;
}

// a copy of exactly this size: reading past its end shows
static char* exact_copy(const void* bytes, size_t count) {
    char* copy = malloc(count > 0 ? count : 1);
    memcpy(copy, bytes, count);
    return copy;
}

static bool parse_bytes(const void* bytes, size_t count) {
    char* exact = exact_copy(bytes, count);
    bool good = rv_tet_file_parse_gmsh(exact, count, &mesh);
    free(exact);
    return check_outcome(good);
}

static bool parse(const char* text) {
    return parse_bytes(text, strlen(text));
}

static bool parse_tetgen(const char* nodes, const char* tets) {
    char* exact_nodes = exact_copy(nodes, strlen(nodes));
    char* exact_tets = exact_copy(tets, strlen(tets));
    bool good =
        rv_tet_file_parse_tetgen(exact_nodes, strlen(nodes), exact_tets, strlen(tets), &mesh);
    free(exact_nodes);
    free(exact_tets);
    return check_outcome(good);
}

static void check_tet(int index, int a, int b, int c, int d) {
    CHECK(index < mesh.tet_count);
    if (index >= mesh.tet_count)
        return;
    const int32_t* corners = &mesh.tets[4 * index];
    CHECK(corners[0] == a && corners[1] == b && corners[2] == c && corners[3] == d);
}

static void check_node(int index, double x, double y, double z) {
    CHECK(index < mesh.node_count);
    if (index >= mesh.node_count)
        return;
    CHECK_NEAR(mesh.nodes[index].x, x, 0.0);
    CHECK_NEAR(mesh.nodes[index].y, y, 0.0);
    CHECK_NEAR(mesh.nodes[index].z, z, 0.0);
}

static void check_set(const char* name, int count, const int32_t* nodes) {
    const rv_tet_set* set = rv_tet_mesh_set(&mesh, name);
    CHECK(set != NULL && set->node_count == count);
    for (int i = 0; set != NULL && i < count && i < set->node_count; i++)
        CHECK(set->nodes[i] == nodes[i]);
}

static void check_error(const char* text, const char* error) {
    CHECK(!parse(text));
    CHECK_TEXT(mesh.error, error);
}

// --- files of the programs themselves -----------------------------------------------------------

TEST(files_that_gmsh_and_tetgen_wrote_are_read) {
    static const char* const boxes[] = {"tests/tets/box_22.msh", "tests/tets/box_22_binary.msh",
                                        "tests/tets/box_41_binary.msh"};
    for (int i = 0; i < 3; i++) {
        CHECK(check_outcome(rv_tet_file_read(boxes[i], &mesh)));
        CHECK_TEXT(mesh.error, "");
        CHECK(mesh.node_count == 14 && mesh.tet_count == 24 && mesh.set_count == 2);
        CHECK_NEAR(rv_tet_mesh_volume(&mesh), 1.0, 1e-15);
        CHECK(rv_tet_mesh_check(&mesh, NULL, 0));
        // the corners of the side z = 0 and its middle; the rest of the file is the solid
        check_set("fixed end", 5, (const int32_t[]){0, 1, 2, 3, 8});
        const rv_tet_set* part = rv_tet_mesh_set(&mesh, "part");
        CHECK(part != NULL && part->node_count == 14);
        check_tet(0, 12, 8, 13, 9);
        check_node(13, 0.5, 0.5, 1.0);
    }
    // second order, numbered from 0; either file names the other one
    static const char* const cubes[] = {"tests/tets/cube.node", "tests/tets/cube.ele"};
    for (int i = 0; i < 2; i++) {
        CHECK(check_outcome(rv_tet_file_read(cubes[i], &mesh)));
        CHECK_TEXT(mesh.error, "");
        CHECK(mesh.node_count == 8 && mesh.tet_count == 6 && mesh.set_count == 0);
        CHECK_NEAR(rv_tet_mesh_volume(&mesh), 1.0, 1e-15);
        CHECK(rv_tet_mesh_check(&mesh, NULL, 0));
    }
    rv_tet_mesh_free(&mesh);
}

TEST(a_file_is_told_by_its_ending_and_named_in_sentences) {
    CHECK(!rv_tet_file_read("tests/tets/box.stl", &mesh));
    CHECK_TEXT(mesh.error, "tests/tets/box.stl: is no mesh of tetrahedra: its name must end in "
                           ".msh, .node or .ele");
    CHECK(!rv_tet_file_read("tests/tets/nothing.MSH", &mesh));
    CHECK_TEXT(mesh.error, "tests/tets/nothing.MSH: cannot be opened: No such file or directory");
    CHECK(!rv_tet_file_read("tests/tets/nothing.ele", &mesh));
    CHECK_TEXT(mesh.error, "tests/tets/nothing.node: cannot be opened: No such file or directory");
}

// --- gmsh, text ---------------------------------------------------------------------------------

#define FORMAT_2 "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES_2 "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
#define TET_2 "$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n"
#define FORMAT_4 "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n"
#define NODES_4 "$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n"
#define TET_4 "$Elements\n1 1 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n"

static void check_corner_of_a_cube(void) {
    CHECK_TEXT(mesh.error, "");
    CHECK(mesh.node_count == 4 && mesh.tet_count == 1);
    check_tet(0, 0, 1, 2, 3);
    check_node(1, 1.0, 0.0, 0.0);
    check_node(3, 0.0, 0.0, 1.0);
}

TEST(both_versions_and_sections_that_are_not_known_are_read) {
    CHECK(parse(FORMAT_2 NODES_2 TET_2));
    check_corner_of_a_cube();
    CHECK(parse(FORMAT_4 NODES_4 TET_4));
    check_corner_of_a_cube();
    CHECK(parse("$Comments\nby $hand\n$EndComments\n" FORMAT_4
                "$Periodic\n0\n$EndPeriodic\n" NODES_4 TET_4 "$Foo\n$EndFoo"));
    check_corner_of_a_cube();
    // other ends of lines
    CHECK(parse("$MeshFormat\r\n2.2 0 8\r\n$EndMeshFormat\r\n$Nodes\r\n4\r\n1 0 0 0\r\n2 1 0 0\r\n"
                "3 0 1 0\r\n4 0 0 1\r\n$EndNodes\r\n$Elements\r\n1\r\n1 4 0 1 2 3 4\r\n"
                "$EndElements\r\n"));
    check_corner_of_a_cube();
}

TEST(numbers_of_nodes_may_have_gaps_and_any_order) {
    CHECK(parse(FORMAT_2 "$Nodes\n4\n900000000000 0 0 0\n7 1 0 0\n-3 0 1 0\n12 0 0 1\n$EndNodes\n"
                         "$Elements\n1\n55 4 2 0 1 900000000000 7 -3 12\n$EndElements\n"));
    check_corner_of_a_cube();
    // numbers beyond any file are looked up like others
    CHECK(parse(FORMAT_2 "$Nodes\n4\n-9999999999999999999 0 0 0\n7 1 0 0\n8 0 1 0\n"
                         "9999999999999999999 0 0 1\n$EndNodes\n$Elements\n1\n"
                         "1 4 0 -9999999999999999999 7 8 9999999999999999999\n$EndElements\n"));
    check_corner_of_a_cube();
    check_error(FORMAT_2 "$Nodes\n4\n5 0 0 0\n7 1 0 0\n5 0 1 0\n12 0 0 1\n$EndNodes\n",
                "two nodes have the number 5: must be different");
}

TEST(nodes_without_a_tetrahedron_are_left_out_and_sets_follow) {
    CHECK(parse(FORMAT_2 "$PhysicalNames\n3\n0 1 \"a  name\"\n2 2 \"face\"\n3 1 \"none\"\n"
                         "$EndPhysicalNames\n"
                         "$Nodes\n6\n1 9 9 9\n2 0 0 0\n3 1 0 0\n4 8 8 8\n5 0 1 0\n6 0 0 1\n"
                         "$EndNodes\n$Elements\n5\n1 15 2 1 1 6\n2 15 2 1 1 1\n"
                         "3 2 2 2 1 6 5 4\n4 2 2 2 1 6 5 2\n5 4 2 7 1 2 3 5 6\n$EndElements\n"));
    check_corner_of_a_cube();
    CHECK(mesh.set_count == 2);
    check_set("a  name", 1, (const int32_t[]){3});
    check_set("face", 3, (const int32_t[]){0, 2, 3});
    CHECK(rv_tet_mesh_set(&mesh, "none") == NULL);
}

TEST(physical_groups_of_4_1_come_through_entities_and_of_one_name_become_one_set) {
    CHECK(parse(FORMAT_4 "$PhysicalNames\n3\n0 5 \"held\"\n1 5 \"line\"\n2 5 \"held\"\n"
                         "$EndPhysicalNames\n"
                         "$Entities\n1 1 1 1\n9 0 0 0 1 5\n9 0 0 0 1 0 0 1 5 2 1 -2\n"
                         "9 0 0 0 1 1 0 2 -5 77 1 9\n1 0 0 0 1 1 1 0 1 9\n$EndEntities\n" NODES_4
                         "$Elements\n4 4 1 4\n0 9 15 1\n1 4\n2 9 2 1\n2 1 2 3\n1 9 1 1\n3 4 2\n"
                         "3 1 4 1\n4 1 2 3 4\n$EndElements\n"));
    check_corner_of_a_cube();
    CHECK(mesh.set_count == 2);
    check_set("held", 4, (const int32_t[]){0, 1, 2, 3});
    check_set("line", 2, (const int32_t[]){1, 3});
}

TEST(a_tetrahedron_of_several_groups_stands_several_times_in_2_2_and_is_one) {
    CHECK(parse(FORMAT_2 "$PhysicalNames\n2\n3 1 \"a\"\n3 2 \"b\"\n$EndPhysicalNames\n" NODES_2
                         "$Elements\n2\n1 4 2 1 1 1 2 3 4\n2 4 2 2 1 1 2 3 4\n$EndElements\n"));
    check_corner_of_a_cube();
    check_set("a", 4, (const int32_t[]){0, 1, 2, 3});
    check_set("b", 4, (const int32_t[]){0, 1, 2, 3});
}

TEST(parameters_of_nodes_and_higher_orders_are_passed_over) {
    CHECK(parse(FORMAT_4 "$Nodes\n2 10 1 10\n2 1 1 4\n1\n2\n3\n4\n0 0 0 .1 .2\n1 0 0 .3 .4\n"
                         "0 1 0 .5 .6\n0 0 1 .7 .8\n3 1 0 6\n5\n6\n7\n8\n9\n10\n5 0 0\n6 0 0\n"
                         "7 0 0\n8 0 0\n9 0 0\n10 0 0\n$EndNodes\n"
                         "$Elements\n1 1 1 1\n3 1 11 1\n1 1 2 3 4 5 6 7 8 9 10\n$EndElements\n"));
    check_corner_of_a_cube();
}

TEST(a_mesh_that_is_inverted_as_a_whole_is_turned_round) {
    CHECK(parse(FORMAT_2 NODES_2 "$Elements\n1\n1 4 0 1 3 2 4\n$EndElements\n"));
    check_tet(0, 0, 2, 3, 1);
    CHECK_NEAR(rv_tet_mesh_volume(&mesh), 1.0 / 6.0, 1e-16);
    // where only some are, all stay as they are
    CHECK(parse(FORMAT_2 "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n$EndNodes\n"
                         "$Elements\n2\n1 4 0 1 3 2 4\n2 4 0 1 3 2 5\n$EndElements\n"));
    check_tet(0, 0, 2, 1, 3);
    check_tet(1, 0, 2, 1, 4);
    char error[256];
    CHECK(!rv_tet_mesh_check(&mesh, error, sizeof error));
    CHECK_TEXT(error, "tetrahedron 0: is inverted: its volume is -0.166667 m^3, must be > 0");
}

TEST(what_is_wrong_in_a_gmsh_file_is_told_with_its_line) {
    check_error("", "is empty");
    check_error("\n\n", "has no section $MeshFormat: is no gmsh file");
    check_error("solid a\n", "line 1: 'solid' where a section, like $Nodes, must begin");
    check_error("$MeshFormat\n4 0 8\n", "line 2: version '4': must be 2.2 or 4.1");
    check_error("$MeshFormat\n2.2 2 8\n", "line 2: kind of file 2: must be 0 (text) or 1 (binary)");
    check_error("$MeshFormat\n2.2 0 4\n", "line 2: size of data 4: must be 8 bytes");
    check_error("$MeshFormat\n2.2 0 8\n$Nodes\n",
                "line 3: '$Nodes' where '$EndMeshFormat' must stand");
    check_error(NODES_2, "line 1: $Nodes before $MeshFormat: must come after it");
    check_error(FORMAT_2 FORMAT_2, "line 4: a second $MeshFormat: must be one");
    check_error(FORMAT_2 NODES_2 NODES_2, "line 11: a second $Nodes: must be one");
    check_error(FORMAT_2 NODES_2 TET_2 TET_2, "line 15: a second $Elements: must be one");
    check_error(FORMAT_2 TET_2, "line 4: $Elements before $Nodes: must come after them");
    check_error(FORMAT_2 TET_2 NODES_2, "line 4: $Elements before $Nodes: must come after them");
    check_error(FORMAT_2, "has no section $Nodes");
    check_error(FORMAT_2 NODES_2, "has no section $Elements");
    check_error(FORMAT_2 NODES_2 "$Elements\n1\n1 2 0 1 2 3\n$EndElements\n",
                "has no tetrahedra: must have at least one");
    check_error(FORMAT_2 NODES_2 "$Elements\n0\n$EndElements\n",
                "has no tetrahedra: must have at least one");
    check_error(FORMAT_2 "$Foo\n1\n", "section '$Foo' has no end");
    check_error(FORMAT_2 "$Entities\n", "line 4: $Entities in version 2.2: must be 4.1");
}

TEST(what_is_wrong_with_nodes_and_elements_is_told_with_its_line) {
    check_error(FORMAT_2 "$Nodes\n1\n1 0 nan 0\n",
                "line 6: coordinate 'nan': must be a finite number");
    check_error(FORMAT_2 "$Nodes\n1\n1 0 1e999 0\n",
                "line 6: coordinate '1e999': must be a finite number");
    check_error(FORMAT_2 "$Nodes\n1\nx 0 0 0\n",
                "line 6: 'x' where the number of a node must stand");
    check_error(FORMAT_2 "$Nodes\n2\n1 0 0 0\n$EndNodes\n",
                "line 7: '$EndNodes' where the number of a node must stand");
    check_error(FORMAT_2 "$Nodes\n1\n1 0 0 0\n2 0 0 0\n$EndNodes\n",
                "line 7: '2' where '$EndNodes' must stand");
    check_error(FORMAT_2 "$Nodes\n-1\n", "line 5: -1 nodes: must be at least 0, and the file has "
                                         "room for 0");
    check_error(FORMAT_2 NODES_2 "$Elements\n1\n1 4 2 0 1 1 2 3 5\n$EndElements\n",
                "line 13: node 5 of an element: is not in $Nodes");
    check_error(FORMAT_2 NODES_2 "$Elements\n1\n1 5 2 0 1 1 2 3 4\n$EndElements\n",
                "line 13: element type 5: must be tetrahedra (4 or 11), or no solid elements");
    check_error(FORMAT_2 NODES_2 "$Elements\n1\n1 77 2 0 1 1 2 3 4\n$EndElements\n",
                "line 13: element type 77: is not known");
    check_error(FORMAT_2 NODES_2 "$Elements\n1\n1 4 -1 0 1 1 2 3 4\n$EndElements\n",
                "line 13: 1 elements with -1 tags: must be in [1, 1], >= 0");
    check_error(FORMAT_4 "$Nodes\n1 4 1 4\n4 1 0 4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n",
                "line 6: dimension 4 of an entity: must be in [0, 3]");
    check_error(FORMAT_4 "$Nodes\n1 2 1 4\n3 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n",
                "line 6: 3 nodes of a block: only 2 of all are left");
    check_error(FORMAT_4 "$Nodes\n1 4 1 4\n3 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n",
                "line 12: 3 nodes in all blocks: must be 4");
    check_error(FORMAT_4 NODES_4 "$Elements\n1 1 1 1\n3 1 4 2\n1 1 2 3 4\n$EndElements\n",
                "line 18: 2 elements of a block: only 1 of all are left");
    check_error(FORMAT_4 NODES_4 "$Elements\n1 2 1 1\n3 1 4 1\n1 1 2 3 4\n$EndElements\n",
                "line 19: 1 elements in all blocks: must be 2");
    check_error(FORMAT_2 "$PhysicalNames\n1\n2 1 face\n",
                "line 6: a physical group: must have a name in quotes");
    check_error(FORMAT_2 "$PhysicalNames\n1\n2 1 \"face\n\"\n",
                "line 6: a physical group: must have a name in quotes");
    check_error(FORMAT_2 "$PhysicalNames\n1001\n",
                "line 5: 1001 physical groups: must be at most 1000");
}

TEST(an_entity_is_in_sixteen_named_groups_at_most) {
    char text[4000];
    for (int groups = 16; groups <= 17; groups++) {
        int used = sprintf(text, FORMAT_4 "$PhysicalNames\n%d\n", groups);
        for (int i = 1; i <= groups; i++)
            used += sprintf(text + used, "3 %d \"g%d\"\n", i, i);
        used +=
            sprintf(text + used, "$EndPhysicalNames\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 %d", groups);
        for (int i = 1; i <= groups; i++)
            used += sprintf(text + used, " %d", i);
        used += sprintf(text + used, " 0\n$EndEntities\n" NODES_4 TET_4);
        CHECK(parse_bytes(text, (size_t)used) == (groups == 16));
        CHECK(mesh.set_count == (groups == 16 ? 16 : 0));
        CHECK_TEXT(mesh.error,
                   groups == 16 ? "" : "line 26: an entity in more than 16 named groups");
    }
}

// --- gmsh, binary -------------------------------------------------------------------------------

typedef struct binary_file {
    char bytes[1024];
    size_t count;
    bool big_endian;
} binary_file;

static void put_text(binary_file* f, const char* text) {
    memcpy(f->bytes + f->count, text, strlen(text));
    f->count += strlen(text);
}

static void put_bits(binary_file* f, uint64_t bits, int bytes) {
    for (int i = 0; i < bytes; i++)
        f->bytes[f->count++] = (char)(bits >> 8 * (f->big_endian ? bytes - 1 - i : i));
}

static void put_int(binary_file* f, int value) {
    put_bits(f, (uint32_t)value, 4);
}

static void put_number(binary_file* f, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(f, bits, 8);
}

static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// version 2.2: two points, then a tetrahedron; `wrong` replaces the last coordinate
static binary_file binary_2(bool big_endian, double wrong) {
    binary_file f = {.big_endian = big_endian};
    put_text(&f, "$MeshFormat\n2.2 1 8\n");
    put_int(&f, 1);
    put_text(&f, "\n$EndMeshFormat\n$Nodes\n4\n");
    for (int i = 0; i < 4; i++) {
        put_int(&f, 10 + i);
        for (int k = 0; k < 3; k++)
            put_number(&f, i == 3 && k == 2 ? wrong : corners[i][k]);
    }
    put_text(&f, "\n$EndNodes\n$Elements\n3\n");
    const int points[] = {15, 2, 1, 1, 0, 10, 2, 0, 11}, tet[] = {4, 1, 2, 3, 0, 1, 10, 11, 12, 13};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        put_int(&f, points[i]);
    for (size_t i = 0; i < sizeof tet / sizeof tet[0]; i++)
        put_int(&f, tet[i]);
    put_text(&f, "\n$EndElements\n");
    return f;
}

// version 4.1
static binary_file binary_4(bool big_endian) {
    binary_file f = {.big_endian = big_endian};
    put_text(&f, "$MeshFormat\n4.1 1 8\n");
    put_int(&f, 1);
    put_text(&f, "\n$EndMeshFormat\n$Nodes\n");
    const uint64_t head[] = {1, 4, 10, 13};
    for (int i = 0; i < 4; i++)
        put_bits(&f, head[i], 8);
    put_int(&f, 3);
    put_int(&f, 1);
    put_int(&f, 0);
    put_bits(&f, 4, 8);
    for (uint64_t i = 0; i < 4; i++)
        put_bits(&f, 10 + i, 8);
    for (int i = 0; i < 12; i++)
        put_number(&f, corners[i / 3][i % 3]);
    put_text(&f, "\n$EndNodes\n$Elements\n");
    for (uint64_t i = 0; i < 4; i++)
        put_bits(&f, 1, 8);
    put_int(&f, 3);
    put_int(&f, 1);
    put_int(&f, 4);
    put_bits(&f, 1, 8);
    put_bits(&f, 1, 8);
    for (uint64_t i = 0; i < 4; i++)
        put_bits(&f, 10 + i, 8);
    put_text(&f, "\n$EndElements\n");
    return f;
}

TEST(binary_files_of_either_order_of_bytes_are_read) {
    for (int big = 0; big < 2; big++) {
        binary_file two = binary_2(big != 0, 1.0), four = binary_4(big != 0);
        CHECK(parse_bytes(two.bytes, two.count));
        check_corner_of_a_cube();
        CHECK(parse_bytes(four.bytes, four.count));
        check_corner_of_a_cube();
    }
}

TEST(what_is_wrong_in_a_binary_file_is_told_with_its_byte) {
    binary_file f = binary_2(false, NAN);
    CHECK(!parse_bytes(f.bytes, f.count));
    CHECK_TEXT(mesh.error, "byte 153: coordinate nan: must be a finite number");
    f = binary_2(false, 1.0);
    CHECK(!parse_bytes(f.bytes, 100));
    CHECK_TEXT(mesh.error, "byte 47: 4 nodes: must be at least 0, and the file has room for 1");
    f.bytes[20] = 7;
    CHECK(!parse_bytes(f.bytes, f.count));
    CHECK_TEXT(mesh.error, "byte 20: the order of bytes: must be the int 1");
}

// --- TetGen -------------------------------------------------------------------------------------

TEST(tetgen_files_begin_with_zero_or_one_and_have_comments_attributes_and_markers) {
    CHECK(parse_tetgen("4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n", "1 4 0\n0 0 1 2 3\n"));
    check_corner_of_a_cube();
    CHECK(parse_tetgen("# points\n\n4 3 2 1 # head\n1 0 0 0 7 8 -1\n# more\n2 1 0 0 7 8 -1\n\n"
                       "3 0 1 0 7 8 -1\n4 0 0 1 7 8 -1",
                       "#\n1 4 1\n\n1 1 2 3 4 55.5\n# end"));
    check_corner_of_a_cube();
    // a point that no tetrahedron names is left out
    CHECK(parse_tetgen("5 3 0 0\n1 9 9 9\n2 0 0 0\n3 1 0 0\n4 0 1 0\n5 0 0 1\n",
                       "1 4 0\n1 2 3 4 5\n"));
    check_corner_of_a_cube();
}

static void check_tetgen_error(const char* nodes, const char* tets, const char* error) {
    CHECK(!parse_tetgen(nodes, tets));
    CHECK_TEXT(mesh.error, error);
}

TEST(what_is_wrong_in_tetgen_files_is_told_with_its_line) {
#define POINTS "4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
    check_tetgen_error("", "", ".node: is empty");
    check_tetgen_error(POINTS, "", ".ele: is empty");
    check_tetgen_error("# 1\n# 2\n", "", ".node: has no line but comments");
    check_tetgen_error("x 3\n", "", ".node:1: 'x' where the number of points must stand");
    check_tetgen_error("9 3 0 0\n1 0 0 0\n", "",
                       ".node:1: 9 points: must be at least 1, and the file has room for 2");
    check_tetgen_error("0 3 0 0\n", "",
                       ".node:1: 0 points: must be at least 1, and the file has room for 1");
    check_tetgen_error("1 2 0 0\n1 0 0\n", "", ".node:1: dimension 2: must be 3");
    check_tetgen_error("1\n1 0 0 0\n", "", ".node:1: the line ends where the dimension must stand");
    check_tetgen_error("1 3\n2 0 0 0\n", "", ".node:2: first point 2: must be 0 or 1");
    check_tetgen_error("2 3\n0 0 0 0\n2 0 0 0\n", "",
                       ".node:3: point 2: must be 1, the one after that before");
    check_tetgen_error("1 3\n0 0 0\n", "", ".node:2: a point of 2 coordinates: must have 3");
    check_tetgen_error("1 3\n0 0 inf 0\n", "",
                       ".node:2: coordinate 'inf': must be a finite number");
    check_tetgen_error("2 3 0 0\n0 0 0 0\n# no more\n", "",
                       ".node:4: the file ends after 1 of 2 points");
    check_tetgen_error(POINTS, "1 5\n1 1 2 3 4\n",
                       ".ele:1: 5 nodes of each tetrahedron: must be 4 or 10");
    check_tetgen_error(POINTS, "1 4 0\n1 1 2 3 5\n",
                       ".ele:2: point 5 of a tetrahedron: must be in [1, 4]");
    check_tetgen_error(POINTS, "1 4 0\n1 1 2 3\n",
                       ".ele:2: the line ends where a corner of a tetrahedron must stand");
    check_tetgen_error(POINTS, "9999999999999999999 4 0\n1 1 2 3 4\n",
                       ".ele:1: 9999999999999999999 tetrahedra: must be at least 1, and the file "
                       "has room for 3");
}

// --- all ----------------------------------------------------------------------------------------

static size_t read_sample(const char* path, char* bytes, size_t room) {
    FILE* file = fopen(path, "rb");
    CHECK(file != NULL);
    if (file == NULL)
        return 0;
    size_t count = fread(bytes, 1, room, file);
    fclose(file);
    CHECK(count > 0 && count < room);
    return count;
}

TEST(a_file_cut_off_at_any_byte_is_refused) {
    static const char* const paths[] = {"tests/tets/box_22.msh", "tests/tets/box_22_binary.msh",
                                        "tests/tets/box_41_binary.msh"};
    static char bytes[8192];
    for (int i = 0; i < 3; i++) {
        size_t count = read_sample(paths[i], bytes, sizeof bytes);
        // only the last end of line may be missing
        for (size_t cut = 0; cut < count; cut++)
            CHECK(parse_bytes(bytes, cut) == (cut + 1 == count));
    }
    static char nodes[8192];
    size_t node_count = read_sample("tests/tets/cube.node", nodes, sizeof nodes);
    size_t tet_count = read_sample("tests/tets/cube.ele", bytes, sizeof bytes);
    // the files end in a comment, before which all are there
    size_t last_tet = (size_t)(strchr(bytes, '#') - bytes);
    for (size_t cut = 0; cut + 60 < last_tet; cut++)
        CHECK(!check_outcome(rv_tet_file_parse_tetgen(nodes, node_count, bytes, cut, &mesh)));
    CHECK(check_outcome(rv_tet_file_parse_tetgen(nodes, node_count, bytes, tet_count, &mesh)));
    rv_tet_mesh_free(&mesh);
}

TEST(counts_that_the_file_cannot_hold_take_no_memory) {
    static const char* const texts[] = {
        FORMAT_2 "$Nodes\n2000000000\n1 0 0 0\n",
        FORMAT_2 NODES_2 "$Elements\n2000000000\n1 4 0 1 2 3 4\n",
        FORMAT_4 "$Nodes\n1 2000000000 1 9\n3 1 0 4\n1\n",
        FORMAT_4 "$Nodes\n99999999999999999999 1 1 9\n3 1 0 4\n1\n",
        FORMAT_4 "$Entities\n0 0 0 1000000000\n",
        FORMAT_4 "$Entities\n1 0 0 0\n1 0 0 0 1000000000 1\n",
        FORMAT_4 NODES_4 "$Elements\n1 1000000000 1 1\n3 1 4 1\n1 1 2 3 4\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        failing_allocator heap = {.fail_at = 20, .fail_all_after = true};
        rv_tet_mesh small = {.allocator = failing_allocator_hooks(&heap)};
        CHECK(!rv_tet_file_parse_gmsh(texts[i], strlen(texts[i]), &small));
        CHECK(strstr(small.error, "and the file has room for") != NULL);
        CHECK(heap.failed == 0 && heap.live_blocks == 0);
    }
}

TEST(without_memory_a_file_is_refused_and_nothing_is_kept) {
    static const char* const paths[] = {"tests/tets/box_22.msh", "tests/tets/box_41_binary.msh",
                                        "tests/tets/cube.ele", "tests/tets/cube.node"};
    for (int i = 0; i < 4; i++) {
        bool good = false;
        for (long at = 1; !good && at < 200; at++) {
            failing_allocator heap = {.fail_at = at};
            rv_tet_mesh small = {.allocator = failing_allocator_hooks(&heap)};
            good = rv_tet_file_read(paths[i], &small);
            CHECK(good == (heap.failed == 0));
            CHECK(good || strstr(small.error, "not enough memory") != NULL);
            CHECK(good || heap.live_blocks == 0);
            rv_tet_mesh_free(&small);
            CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
        }
        CHECK(good);
    }
}
