// Meshes from files: every form of a face, numbers against strtod, sentences about what is wrong,
// corners that become one vertex, files cut off at every byte, and no memory.
#include "failing_allocator.h"
#include "reeve/mesh_file.h"
#include "test.h"

#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static rv_mesh_data mesh;

static bool parse_bytes(const void* bytes, size_t count, rv_mesh_format format) {
    // a copy of exactly this size: reading past its end shows
    char* exact = malloc(count > 0 ? count : 1);
    memcpy(exact, bytes, count);
    rv_mesh_data_free(&mesh);
    bool good = rv_mesh_file_parse(exact, count, format, &mesh);
    free(exact);
    CHECK(good == (mesh.vertices != NULL && mesh.triangles != NULL));
    CHECK(good == (mesh.error[0] == '\0'));
    CHECK(good || (mesh.vertex_count == 0 && mesh.triangle_count == 0));
    return good;
}

static bool parse(const char* text, rv_mesh_format format) {
    return parse_bytes(text, strlen(text), format);
}

static void check_obj_error(const char* text, const char* error) {
    CHECK(!parse(text, RV_MESH_OBJ));
    CHECK_TEXT(mesh.error, error);
}

static void check_stl_error(const char* text, const char* error) {
    CHECK(!parse(text, RV_MESH_STL));
    CHECK_TEXT(mesh.error, error);
}

static void check_triangle(int index, int a, int b, int c) {
    const int32_t* corners = &mesh.triangles[3 * index];
    CHECK(corners[0] == a && corners[1] == b && corners[2] == c);
}

static void check_vertex(int index, double x, double y, double z) {
    CHECK_NEAR(mesh.vertices[index].x, x, 0.0);
    CHECK_NEAR(mesh.vertices[index].y, y, 0.0);
    CHECK_NEAR(mesh.vertices[index].z, z, 0.0);
}

#define FOUR "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

// --- OBJ ----------------------------------------------------------------------------------------

TEST(every_form_of_a_corner_names_its_vertex) {
    CHECK(parse(FOUR "f 1 2 3\nf 2/7 3/8 4/9\nf 1//3 2//3 4//3\nf 1/2/3 3/4/5 4/5/6\n"
                     "f -4 -3 -2\nf -1/-1/-1 -2//-1 -3/-1\nf 1/ 2// 3/1/\n",
                RV_MESH_OBJ));
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 7);
    if (mesh.triangle_count != 7)
        return;
    check_triangle(0, 0, 1, 2);
    check_triangle(1, 1, 2, 3);
    check_triangle(2, 0, 1, 3);
    check_triangle(3, 0, 2, 3);
    check_triangle(4, 0, 1, 2);
    check_triangle(5, 3, 2, 1);
    check_triangle(6, 0, 1, 2);
    check_vertex(3, 0.0, 0.0, 1.0);
}

TEST(negative_numbers_count_back_from_where_they_stand_and_positive_ones_may_look_ahead) {
    CHECK(parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nf 1 2 4\nv 5 5 5\nf -1 -2 -3\n",
                RV_MESH_OBJ));
    CHECK(mesh.triangle_count == 3);
    if (mesh.triangle_count != 3)
        return;
    check_triangle(0, 0, 1, 2);
    check_triangle(1, 0, 1, 3);
    check_triangle(2, 3, 2, 1);
}

TEST(a_polygon_becomes_a_fan) {
    CHECK(parse("v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5\n", RV_MESH_OBJ));
    CHECK(mesh.triangle_count == 3);
    for (int i = 0; i < mesh.triangle_count; i++)
        check_triangle(i, 0, i + 1, i + 2);
}

TEST(line_ends_tabs_comments_and_continued_lines_do_not_matter) {
    static const char* const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3",
        "# a mesh\r\nv\t0 0\t0 # first\r\nv 1 0 0  \r\n\r\n  v 0 1 0\r\nf 1 2 3\r\n\r\n",
        "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r",
        "v 0 \\\n0 0\nv 1 0 0\nv 0 1\\\r\n0\nf 1 \\\n 2 \\\n 3 \\\n",
        ("mtllib a.mtl\no part\nv 0 0 0 1 1 1\nv 1 0 0 1\nvt 0 0\nvn 0 0 1 \\\n v v v\nv 0 1 0\n"
         "g x\nusemtl y\ns off\nl 1 2\np 1\n# a comment does not go on \\\nf 1 2 3\nfoo 9 9 9\n"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(parse(texts[i], RV_MESH_OBJ));
        CHECK_TEXT(mesh.error, "");
        CHECK(mesh.vertex_count == 3 && mesh.triangle_count == 1);
        if (mesh.vertex_count != 3 || mesh.triangle_count != 1)
            continue;
        check_triangle(0, 0, 1, 2);
        check_vertex(0, 0.0, 0.0, 0.0);
        check_vertex(1, 1.0, 0.0, 0.0);
        check_vertex(2, 0.0, 1.0, 0.0);
    }
}

TEST(a_face_of_a_hundred_thousand_corners_stands_in_one_line) {
    enum { CORNERS = 100000 };
    char* text = malloc(CORNERS * 32);
    size_t used = 0;
    for (int i = 0; i < CORNERS; i++)
        used += (size_t)sprintf(text + used, "v %d 0 0\n", i);
    used += (size_t)sprintf(text + used, "f");
    for (int i = 0; i < CORNERS; i++)
        used += (size_t)sprintf(text + used, " %d", i + 1);
    CHECK(parse_bytes(text, used, RV_MESH_OBJ));
    CHECK(mesh.vertex_count == CORNERS && mesh.triangle_count == CORNERS - 2);
    if (mesh.triangle_count == CORNERS - 2)
        check_triangle(CORNERS - 3, 0, CORNERS - 2, CORNERS - 1);
    free(text);
}

TEST(what_is_wrong_in_an_obj_is_told_with_its_line) {
    check_obj_error(FOUR "f 1 2 9\n", "line 5: vertex 9 of a face: must be in [1, 4]");
    check_obj_error(FOUR "f 0 1 2\n", "line 5: vertex 0 of a face: must be in [1, 4]");
    check_obj_error(FOUR "f -0 1 2\n", "line 5: vertex -0 of a face: must be in [1, 4]");
    check_obj_error(FOUR "f 1 -5 2\n", "line 5: vertex -5 of a face: must be in [-4, -1]");
    check_obj_error("f -1 -1 -1\n" FOUR, "line 1: vertex -1 of a face: no vertex stands before it");
    check_obj_error(FOUR "f 1 2 99999999999999999999\n",
                    "line 5: vertex 99999999999999999999 of a face: must be in [1, 4]");
    check_obj_error("f 1 2 3\n", "line 1: vertex 1 of a face: the file has no vertices");
    check_obj_error(FOUR "f 1 2\n", "line 5: a face of 2 corners: must have at least 3");
    check_obj_error(FOUR "f 1\n", "line 5: a face of 1 corner: must have at least 3");
    check_obj_error(FOUR "f\n", "line 5: a face of 0 corners: must have at least 3");
    static const char* const corners[] = {"x",   "1x", "1/x", "1/2/3/4", "+1",
                                          "1.0", "/1", "-",   "1/-/"};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        char text[128], error[128];
        snprintf(text, sizeof text, FOUR "f 1 2 %s\n", corners[i]);
        snprintf(error, sizeof error,
                 "line 5: corner '%s' of a face: must be like 1, 1/2, 1//3 or 1/2/3", corners[i]);
        check_obj_error(text, error);
    }
    check_obj_error("v 1 2\n", "line 1: a vertex of 2 coordinates: must have 3");
    check_obj_error("\n\nv\n", "line 3: a vertex of 0 coordinates: must have 3");
    check_obj_error("", "is empty");
    check_obj_error("# nothing\n", "has no faces: must have at least one");
    check_obj_error(FOUR, "has no faces: must have at least one");
}

TEST(a_coordinate_that_is_no_finite_number_is_refused) {
    static const char* const words[] = {"nan", "-inf",  "Infinity", "1e999", "0x10", "1,5",
                                        "1e",  "1e+",   ".",        "-",     "e5",   "1.2.3",
                                        "--1", "1e5.0", "1f",       "1d3"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[64], error[128];
        snprintf(text, sizeof text, "v 1 %s 2\n", words[i]);
        snprintf(error, sizeof error, "line 1: coordinate '%s': must be a finite number", words[i]);
        check_obj_error(text, error);
    }
    check_obj_error("v 1 \x01\xff\x7f 2\n",
                    "line 1: coordinate (a word of 3 bytes): must be a finite number");
    check_obj_error("v 1234567890123456789012345678901234567890x1234567 0 0\n",
                    "line 1: coordinate '1234567890123456789012345678901234567890...': must be a "
                    "finite number");
    char text[3000] = "v 0.";
    memset(text + 4, '1', 2000);
    strcpy(text + 2004, " 0 0\n");
    check_obj_error(text, "line 1: a coordinate of 2002 characters: must have fewer than 1024");
}

// --- numbers ------------------------------------------------------------------------------------

// a small generator of our own: the same numbers everywhere
static uint64_t random_bits(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void check_number(const char* text) {
    char line[256];
    snprintf(line, sizeof line, "v %s 0 0\nf 1 1 1\n", text);
    CHECK(parse(line, RV_MESH_OBJ));
    if (mesh.vertex_count != 1)
        return;
    // bit for bit, with the sign of zero
    double expected = strtod(text, NULL);
    if (memcmp(&mesh.vertices[0].x, &expected, sizeof expected) != 0) {
        printf("of %s: ", text);
        CHECK_NEAR(mesh.vertices[0].x, expected, 0.0);
    }
}

TEST(numbers_are_correctly_rounded) {
    static const char* const texts[] = {
        "0", "-0", "+1.5", ".5", "5.", "-.5e-3", "1E3", "1e22", "1e23", "123456789012345678e-22",
        "9007199254740992", "9007199254740993", "9007199254740993e1", "0.1", "1e-22", "1e-23",
        "2.2250738585072011e-308", "4.9406564584124654e-324", "2.4703282292062327e-324", "1e-400",
        "1.7976931348623157e308", "00000000000000000000000000000001.25", "1e00000000000000000005",
        "0.000000000000000000000000000000000000000000000000000000000000001", "1e-99999999999999999",
        "179769313486231570000000000000000000000000000000000000000000000000000000000000000000000",
        "8.000000000000000000000000000000000000000000000000000000000000000001", "0e99999999999",
        // halfway between two doubles, and just above
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203126"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        check_number(texts[i]);
    for (int i = 0; i < 20000; i++) {
        char text[128];
        uint64_t bits = random_bits();
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number)) {
            snprintf(text, sizeof text, "%.*g", 1 + i % 20, number);
            check_number(text);
        }
        snprintf(text, sizeof text, "%.*f", i % 12, (double)(int64_t)bits / 1e15);
        check_number(text);
    }
}

TEST(numbers_do_not_depend_on_the_locale) {
    // where the test machine has no locale with a comma, the check still holds, but proves less
    static const char* const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++)
        if (setlocale(LC_NUMERIC, locales[i]) != NULL)
            break;
    // 20 digits: not in one exact operation
    CHECK(parse("v 1.5 0.12345678901234567890 0\nf 1 1 1\n", RV_MESH_OBJ));
    setlocale(LC_NUMERIC, "C");
    if (mesh.vertex_count == 1)
        check_vertex(0, 1.5, 0.12345678901234567890, 0.0);
}

// --- STL ----------------------------------------------------------------------------------------

enum { HEAD_BYTES = 84, TRIANGLE_BYTES = 50 };

// a tetrahedron as four separate triangles
static const float tetrahedron[4][3][3] = {
    {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
    {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}},
    {{0, -0.0f, 0}, {0, 0, 1}, {0, 1, 0}},
    {{1, 0, -0.0f}, {0, 1, 0}, {0, 0, 1}},
};

static void put_u32(unsigned char* bytes, uint32_t value) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

static void put_float(unsigned char* bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(bytes, bits);
}

// writes a binary file; returns its size
static size_t binary_write(unsigned char* bytes, const char* head, int count) {
    memset(bytes, 0, HEAD_BYTES);
    memcpy(bytes, head, strlen(head));
    put_u32(bytes + 80, (uint32_t)count);
    for (int t = 0; t < count; t++) {
        unsigned char* at = bytes + HEAD_BYTES + TRIANGLE_BYTES * t;
        memset(at, 0xff, TRIANGLE_BYTES); // normals of NaN
        for (int i = 0; i < 9; i++)
            put_float(at + 12 + 4 * i, tetrahedron[t % 4][i / 3][i % 3]);
    }
    return HEAD_BYTES + TRIANGLE_BYTES * (size_t)count;
}

static void check_tetrahedron(void) {
    CHECK_TEXT(mesh.error, "");
    CHECK(mesh.vertex_count == 4 && mesh.triangle_count == 4);
    for (int t = 0; t < mesh.triangle_count; t++) {
        for (int corner = 0; corner < 3; corner++) {
            const float* expected = tetrahedron[t][corner];
            check_vertex(mesh.triangles[3 * t + corner], expected[0], expected[1], expected[2]);
        }
    }
}

TEST(corners_of_a_binary_stl_at_one_place_become_one_vertex) {
    unsigned char bytes[HEAD_BYTES + 4 * TRIANGLE_BYTES];
    CHECK(parse_bytes(bytes, binary_write(bytes, "made by a test", 4), RV_MESH_STL));
    check_tetrahedron();
}

TEST(a_binary_stl_that_begins_with_solid_is_told_by_its_size) {
    unsigned char bytes[HEAD_BYTES + 4 * TRIANGLE_BYTES];
    size_t size = binary_write(bytes, "solid made by a test", 4);
    CHECK(parse_bytes(bytes, size, RV_MESH_STL));
    check_tetrahedron();
    // and, cut off, by the zero bytes of its head
    CHECK(!parse_bytes(bytes, size - 30, RV_MESH_STL));
    CHECK_TEXT(mesh.error, "byte 254: ends in triangle 4 of 4: must have 284 bytes");
}

static size_t text_write(char* text, const char* line_end) {
    size_t used = (size_t)sprintf(text, "solid a part%s", line_end);
    for (int t = 0; t < 4; t++) {
        used += (size_t)sprintf(text + used, "  facet normal nan 0 0%s\touter loop%s", line_end,
                                line_end);
        for (int i = 0; i < 3; i++)
            used += (size_t)sprintf(text + used, "      vertex %g %g %e%s", tetrahedron[t][i][0],
                                    tetrahedron[t][i][1], tetrahedron[t][i][2], line_end);
        used += (size_t)sprintf(text + used, "    endloop%s  endfacet%s", line_end, line_end);
    }
    return used + (size_t)sprintf(text + used, "endsolid a part%s", line_end);
}

TEST(a_text_stl_is_the_same_mesh) {
    char text[4096];
    CHECK(parse_bytes(text, text_write(text, "\n"), RV_MESH_STL));
    check_tetrahedron();
    CHECK(parse_bytes(text, text_write(text, "\r\n"), RV_MESH_STL));
    check_tetrahedron();
    for (char* c = text; *c != '\0'; c++)
        *c = *c >= 'a' && *c <= 'z' && *c != 'e' ? (char)(*c - 'a' + 'A') : *c;
    CHECK(parse(text, RV_MESH_STL));
    check_tetrahedron();
}

TEST(a_stl_file_cut_off_at_any_byte_is_refused_and_says_where_it_ends) {
    unsigned char bytes[HEAD_BYTES + 4 * TRIANGLE_BYTES];
    size_t size = binary_write(bytes, "x", 4);
    for (size_t cut = 0; cut < size; cut++) {
        char ends[64];
        snprintf(ends, sizeof ends, "byte %zu: ends in ", cut);
        CHECK(!parse_bytes(bytes, cut, RV_MESH_STL));
        CHECK(cut == 0 || strstr(mesh.error, ends) == mesh.error);
    }
    char text[4096];
    size = text_write(text, "\n") - strlen(" a part\n");
    for (size_t cut = 1; cut < size; cut++)
        CHECK(!parse_bytes(text, cut, RV_MESH_STL));
    CHECK(parse_bytes(text, size, RV_MESH_STL));
    check_stl_error("solid\nfacet normal 0 0 1\nouter loop\n",
                    "line 4: the file ends at byte 36 where 'vertex' must stand");
}

TEST(a_count_of_four_thousand_million_allocates_nothing) {
    unsigned char bytes[HEAD_BYTES + 4 * TRIANGLE_BYTES];
    size_t size = binary_write(bytes, "x", 4);
    put_u32(bytes + 80, 4000000000u);
    failing_allocator heap = {0};
    rv_mesh_data data = {.allocator = failing_allocator_hooks(&heap)};
    CHECK(!rv_mesh_file_parse(bytes, size, RV_MESH_STL, &data));
    CHECK_TEXT(data.error,
               "byte 284: ends in triangle 5 of 4000000000: must have 200000000084 bytes");
    CHECK(heap.calls == 0);
}

TEST(what_is_wrong_in_a_stl_is_told_with_its_place) {
    unsigned char bytes[HEAD_BYTES + 4 * TRIANGLE_BYTES + 7];
    size_t size = binary_write(bytes, "x", 4);
    CHECK(!parse_bytes(bytes, size + 7, RV_MESH_STL));
    CHECK_TEXT(mesh.error, "byte 284: goes on after its last triangle, number 4: must end here");
    put_float(bytes + HEAD_BYTES + TRIANGLE_BYTES + 12 + 4 * 5, INFINITY);
    CHECK(!parse_bytes(bytes, size, RV_MESH_STL));
    CHECK_TEXT(mesh.error, "byte 166: coordinate inf of triangle 2: must be a finite number");
    CHECK(!parse_bytes(bytes, binary_write(bytes, "x", 0), RV_MESH_STL));
    CHECK_TEXT(mesh.error, "has no triangles: must have at least one");
    check_stl_error("solid\nendsolid\n", "has no triangles: must have at least one");
    check_stl_error("sold\n", "byte 5: ends in the head of 84 bytes: is no STL file");
    check_stl_error("solid\nfacets\n", "line 2: 'facets' where 'facet' or 'endsolid' must stand");
    check_stl_error("solid\nfacet normal 0 0 1\nouter lop\n",
                    "line 3: 'lop' where 'loop' must stand");
    check_stl_error("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2\nvertex 1 2 3\n",
                    "line 4: a vertex of 2 coordinates: must have 3");
    check_stl_error("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 inf\n",
                    "line 4: coordinate 'inf': must be a finite number");
    check_stl_error("solid\nendsolid\nfacet\n", "line 3: 'facet' where 'solid' must stand");
}

// a grid of n x n squares, two triangles each, every corner written out
TEST(a_large_stl_has_as_many_vertices_as_places) {
    enum { N = 150, TRIANGLES = 2 * N * N };
    unsigned char* bytes = malloc(HEAD_BYTES + TRIANGLES * TRIANGLE_BYTES);
    size_t size = binary_write(bytes, "x", TRIANGLES);
    static const int corner[2][3][2] = {{{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 1}, {0, 1}}};
    for (int t = 0; t < TRIANGLES; t++) {
        for (int i = 0; i < 3; i++) {
            unsigned char* at = bytes + HEAD_BYTES + TRIANGLE_BYTES * t + 12 * (i + 1);
            put_float(at, 0.1f * (float)(t / 2 % N + corner[t % 2][i][0]));
            put_float(at + 4, 0.1f * (float)(t / 2 / N + corner[t % 2][i][1]));
            put_float(at + 8, 0.0f);
        }
    }
    CHECK(parse_bytes(bytes, size, RV_MESH_STL));
    CHECK(mesh.vertex_count == (N + 1) * (N + 1) && mesh.triangle_count == TRIANGLES);
    free(bytes);
}

// --- files and memory ---------------------------------------------------------------------------

static void check_file(const char* path, const char* content, const char* error) {
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    fputs(content, file);
    fclose(file);
    rv_mesh_data_free(&mesh);
    CHECK(rv_mesh_file_read(path, &mesh) == (error[0] == '\0'));
    CHECK_TEXT(mesh.error, error);
    remove(path);
}

TEST(a_file_is_told_by_its_ending_and_named_in_sentences) {
    char folder[] = "/tmp/reeve_mesh.XXXXXX", before[512];
    CHECK(mkdtemp(folder) != NULL && getcwd(before, sizeof before) != NULL && chdir(folder) == 0);
    check_file("part.obj", FOUR "f 1 2 3\n", "");
    CHECK(mesh.triangle_count == 1);
    check_file("part.OBJ", FOUR "f 1 2 3\n", "");
    check_file("part.obj", FOUR "f 1 2 9\n", "part.obj:5: vertex 9 of a face: must be in [1, 4]");
    check_file("part.Stl", "solid",
               "part.Stl:1: the file ends at byte 5 where 'endsolid' must stand");
    check_file("part.stl", "x", "part.stl: byte 1: ends in the head of 84 bytes: is no STL file");
    check_file("part.obj", "", "part.obj: is empty");
    check_file("part.ply", "ply", "part.ply: is no mesh file: its name must end in .obj or .stl");
    check_file("obj", "", "obj: is no mesh file: its name must end in .obj or .stl");
    CHECK(!rv_mesh_file_read("none.obj", &mesh));
    CHECK_TEXT(mesh.error, "none.obj: cannot be opened: No such file or directory");
    char name[200];
    memset(name, 'n', sizeof name);
    memcpy(name + 190, "x.obj", 6);
    CHECK(!rv_mesh_file_read(name, &mesh));
    CHECK(strlen(mesh.error) == 3 + 100 + strlen(": cannot be opened: No such file or directory"));
    CHECK(chdir(before) == 0 && rmdir(folder) == 0);
    CHECK(!rv_mesh_file_read("/tmp", &mesh));
    CHECK_TEXT(mesh.error, "/tmp: is no mesh file: its name must end in .obj or .stl");
}

// what is no mesh is not told: a scene can name any file
TEST(a_word_that_no_mesh_has_is_told_by_its_size_only) {
    check_obj_error("v root:x:0:0:root:/root:/bin/bash 0 0\n",
                    "line 1: coordinate (a word of 31 bytes): must be a finite number");
    check_obj_error(FOUR "f 1 2 AAAAB3NzaC1yc2EAAAADAQABAAABgQC7\n",
                    "line 5: corner (a word of 32 bytes) of a face: must be like 1, 1/2, 1//3 or "
                    "1/2/3");
    check_obj_error("v \xe2\x80\xae 0 0\n",
                    "line 1: coordinate (a word of 3 bytes): must be a finite number");
    check_obj_error("v ; 0 0\n", "line 1: coordinate (a word of 1 byte): must be a finite number");
    CHECK(!parse_bytes("v 1\0 0 0\n", 10, RV_MESH_OBJ));
    CHECK_TEXT(mesh.error, "line 1: coordinate (a word of 2 bytes): must be a finite number");
    check_stl_error("solid a\npassword=hunter2\n",
                    "line 2: (a word of 16 bytes) where 'facet' or 'endsolid' must stand");
}

// a file that is longer than the size it tells of itself, as those of procfs, where it is 0
TEST(a_file_whose_size_reads_zero_is_read_to_its_end) {
    char folder[] = "/tmp/reeve_mesh.XXXXXX", path[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/status.obj", folder);
    CHECK(symlink("/proc/self/status", path) == 0);
    CHECK(!rv_mesh_file_read(path, &mesh));
    CHECK(strstr(mesh.error, "/status.obj: has no faces: must have at least one") != NULL);
    CHECK(remove(path) == 0 && rmdir(folder) == 0);
}

// a file to which faces are added whenever its reader asks for memory
typedef struct growing_file {
    FILE* file;
    int faces_left, faces_written;
} growing_file;

static void* allocate_and_write(void* context, size_t bytes) {
    growing_file* growing = context;
    for (int i = 0; i < 20000 && growing->faces_left > 0; i++, growing->faces_left--)
        growing->faces_written += fputs("f 1 2 3\n", growing->file) >= 0;
    fflush(growing->file);
    return malloc(bytes);
}

static void release(void* context, void* memory, size_t bytes) {
    (void)context;
    (void)bytes;
    free(memory);
}

TEST(a_file_that_grows_while_it_is_read_is_read_to_its_end) {
    char folder[] = "/tmp/reeve_mesh.XXXXXX", path[64];
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/growing.obj", folder);
    growing_file growing = {fopen(path, "wb"), 60000, 0};
    fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\n", growing.file);
    rv_mesh_data data = {.allocator = {allocate_and_write, release, &growing}};
    CHECK(rv_mesh_file_read(path, &data));
    CHECK_TEXT(data.error, "");
    CHECK(growing.faces_written == 60000 && data.triangle_count == 60000);
    rv_mesh_data_free(&data);
    CHECK(fclose(growing.file) == 0 && remove(path) == 0 && rmdir(folder) == 0);
}

TEST(what_is_no_regular_file_or_too_large_is_refused) {
    char folder[] = "/tmp/reeve_mesh.XXXXXX", before[512];
    CHECK(mkdtemp(folder) != NULL && getcwd(before, sizeof before) != NULL && chdir(folder) == 0);
    // nobody writes to it: opening it must not wait
    CHECK(mkfifo("pipe.obj", 0600) == 0);
    CHECK(!rv_mesh_file_read("pipe.obj", &mesh));
    CHECK_TEXT(mesh.error, "pipe.obj: is a pipe: must be a regular file");
    CHECK(symlink("/dev/zero", "zero.stl") == 0);
    CHECK(!rv_mesh_file_read("zero.stl", &mesh));
    CHECK_TEXT(mesh.error, "zero.stl: is a device: must be a regular file");
    CHECK(mkdir("folder.obj", 0700) == 0);
    CHECK(!rv_mesh_file_read("folder.obj", &mesh));
    CHECK_TEXT(mesh.error, "folder.obj: is a directory: must be a regular file");
    FILE* large = fopen("large.stl", "wb");
    CHECK(large != NULL && ftruncate(fileno(large), 3 * (off_t)RV_MESH_FILE_BYTES_MAX) == 0);
    fclose(large);
    CHECK(!rv_mesh_file_read("large.stl", &mesh));
    CHECK_TEXT(mesh.error, "large.stl: has 768 MB: must have at most 256 MB");
    CHECK(remove("pipe.obj") == 0 && remove("zero.stl") == 0 && remove("folder.obj") == 0
          && remove("large.stl") == 0 && chdir(before) == 0 && rmdir(folder) == 0);
}

// every allocation fails once: refused with a sentence, and nothing is kept
static void check_without_memory(const void* bytes, size_t size, rv_mesh_format format) {
    long calls = 1;
    for (long fail_at = 0; fail_at <= calls; fail_at++) {
        failing_allocator heap = {.fail_at = fail_at};
        rv_mesh_data data = {.allocator = failing_allocator_hooks(&heap)};
        bool good = rv_mesh_file_parse(bytes, size, format, &data);
        CHECK(good == (fail_at == 0));
        if (good) {
            calls = heap.calls;
            CHECK(heap.live_blocks == 2);
            CHECK(heap.live_bytes
                  == (size_t)data.vertex_count * sizeof(rv_vec3)
                         + 3 * (size_t)data.triangle_count * sizeof(int32_t));
        } else {
            CHECK(strstr(data.error, "not enough memory") == data.error);
            CHECK(heap.live_blocks == 0);
        }
        rv_mesh_data_free(&data);
        rv_mesh_data_free(&data);
        CHECK(heap.live_blocks == 0);
    }
    CHECK(calls > 4);
}

TEST(without_memory_a_mesh_is_refused_and_nothing_is_kept) {
    static unsigned char bytes[HEAD_BYTES + 40 * TRIANGLE_BYTES];
    size_t size = binary_write(bytes, "x", 40);
    for (int t = 0; t < 40; t++)
        put_float(bytes + HEAD_BYTES + TRIANGLE_BYTES * t + 12, (float)t);
    check_without_memory(bytes, size, RV_MESH_STL);
    char text[4096];
    check_without_memory(text, text_write(text, "\n"), RV_MESH_STL);
    size = 0;
    for (int i = 0; i < 40; i++)
        size += (size_t)sprintf(text + size, "v %d 0 0\nf 1 1 -1\n", i);
    check_without_memory(text, size, RV_MESH_OBJ);
}

TEST(a_file_without_memory_for_its_bytes_is_refused) {
    const char* path = "/tmp/reeve_mesh_memory.obj";
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    fputs(FOUR "f 1 2 3\n", file);
    fclose(file);
    for (long fail_at = 0; fail_at < 6; fail_at++) {
        failing_allocator heap = {.fail_at = fail_at};
        rv_mesh_data data = {.allocator = failing_allocator_hooks(&heap)};
        CHECK(rv_mesh_file_read(path, &data) == (heap.failed == 0));
        CHECK(heap.failed == (fail_at > 0));
        CHECK(heap.failed == 0 || strstr(data.error, "not enough memory") != NULL);
        rv_mesh_data_free(&data);
        CHECK(heap.live_blocks == 0);
    }
    remove(path);
}
