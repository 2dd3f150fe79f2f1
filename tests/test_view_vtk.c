// Drawings as VTK files: the counts in the head, the arrays after it, and the list of moments. What
// VTK itself makes of them is the test tests/vtk.
#include "test.h"
#include "view/vtk.h"

#include <inttypes.h>
#include <stdlib.h>

// a load on a cable over a pulley of the world, and a particle
static rv_world* make_world(rv_cable_id* cable) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    rv_body_def def = rv_body_def_default();
    def.mass = 3.0;
    def.shapes = &box;
    def.shape_count = 1;
    def.pose.position = (rv_vec3){1.0, 0.0, -2.0};
    rv_body_id load = rv_body_create(world, &def);
    rv_body_def bead = rv_body_def_default();
    bead.kind = RV_BODY_PARTICLE;
    bead.mass = 0.5;
    bead.velocity = (rv_vec3){0.0, 0.25, 0.0};
    rv_body_create(world, &bead);
    rv_cable_node nodes[3] = {rv_cable_node_default(), rv_cable_node_default(),
                              rv_cable_node_default()};
    nodes[0].point = (rv_vec3){-1.0, 0.0, -2.0};
    nodes[1].type = RV_CABLE_PULLEY;
    nodes[1].axis = (rv_vec3){0.0, 1.0, 0.0};
    nodes[1].radius = 1.0;
    nodes[2].body = load;
    rv_cable_def cable_def = rv_cable_def_default();
    cable_def.nodes = nodes;
    cable_def.node_count = 3;
    *cable = rv_cable_create(world, &cable_def);
    return world;
}

typedef struct written {
    char* bytes;
    size_t count;
} written;

static written write_moment(const rv_drawing* drawing, const rv_world* world) {
    written w = {NULL, 0};
    FILE* file = open_memstream(&w.bytes, &w.count);
    CHECK(file != NULL && rv_vtk_write(file, drawing, world));
    if (file != NULL)
        fclose(file);
    return w;
}

static int count_of(const written* w, const char* attribute) {
    const char* found = strstr(w->bytes, attribute);
    return found != NULL ? atoi(found + strlen(attribute) + 2) : -1;
}

// the bytes of an array, and how many
static const unsigned char* array_of(const written* w, const char* name, uint64_t* bytes) {
    char key[64];
    snprintf(key, sizeof key, "Name=\"%s\"", name);
    const char* found = strstr(w->bytes, key);
    found = found != NULL ? strstr(found, "offset=\"") : NULL;
    const char* raw = strstr(w->bytes, "encoding=\"raw\">");
    raw = raw != NULL ? strchr(raw, '_') : NULL;
    *bytes = 0;
    if (found == NULL || raw == NULL)
        return NULL;
    const unsigned char* at =
        (const unsigned char*)raw + 1 + strtoull(found + strlen("offset=\""), NULL, 10);
    for (int i = 0; i < 8; i++)
        *bytes |= (uint64_t)at[i] << 8 * i;
    return at + 8;
}

static double number_at(const unsigned char* array, int index) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (uint64_t)array[8 * index + i] << 8 * i;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

TEST(a_moment_has_the_line_of_the_cable_and_surfaces_of_all_else) {
    rv_cable_id cable;
    rv_world* world = make_world(&cable);
    for (int i = 0; i < 30; i++)
        rv_world_step(world, 1.0 / 60.0);
    rv_drawing drawing = {0};
    CHECK(rv_drawing_update(&drawing, world));
    written w = write_moment(&drawing, world);
    int points = count_of(&w, "NumberOfPoints"), triangles = count_of(&w, "NumberOfPolys");
    CHECK(count_of(&w, "NumberOfLines") == 1 && points > drawing.point_count);
    // a box is 12 triangles and a marker 8; the wheel has the rest
    CHECK(triangles > 12 + 8 + 16);

    uint64_t bytes;
    const unsigned char* tension = array_of(&w, "tension", &bytes);
    CHECK(bytes == 8u * (uint64_t)points);
    // T = m g on either side: the pulley has no friction
    CHECK_NEAR(number_at(tension, 0), 3.0 * 9.81, 0.5);
    CHECK(number_at(tension, 0) == rv_cable_tension(world, cable, 0));
    CHECK(number_at(tension, points - 1) == 0.0);
    const unsigned char* radius = array_of(&w, "radius", &bytes);
    CHECK(number_at(radius, 0) == 0.005 && number_at(radius, points - 1) == 0.0);
    const unsigned char* kind = array_of(&w, "kind", &bytes);
    CHECK(bytes == (uint64_t)triangles + 1);
    CHECK(kind[0] == 2 && kind[1] == 0 && kind[12 + 8] == 0 && kind[12 + 8 + 1] == 1);
    const unsigned char* mass = array_of(&w, "mass", &bytes);
    CHECK(number_at(mass, 0) == 0.0 && number_at(mass, 1) == 3.0 && number_at(mass, 13) == 0.5);
    const unsigned char* velocity = array_of(&w, "velocity", &bytes);
    CHECK(bytes == 24u * ((uint64_t)triangles + 1));
    CHECK_NEAR(number_at(velocity, 3 * 13 + 1), 0.25, 1e-12);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(a_cable_of_segments_that_is_cut_is_two_lines_and_no_bodies) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_cable_node ends[2] = {rv_cable_node_default(), rv_cable_node_default()};
    ends[1].point = (rv_vec3){4.0, 0.0, 0.0};
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_SEGMENTS;
    def.nodes = ends;
    def.node_count = 2;
    def.segments.count = 8;
    rv_cable_id cable = rv_cable_create(world, &def);
    rv_drawing drawing = {0};
    CHECK(rv_cable_cut_at(world, cable, 1.0) && rv_drawing_update(&drawing, world));
    written w = write_moment(&drawing, world);
    CHECK(count_of(&w, "NumberOfLines") == 2 && count_of(&w, "NumberOfPolys") == 0);
    // two segments have three points, six have seven
    CHECK(count_of(&w, "NumberOfPoints") == 3 + 7);
    uint64_t bytes;
    const unsigned char* points = array_of(&w, "points", &bytes);
    CHECK(bytes == 24u * (3 + 7));
    for (int i = 0; i < 3 * (3 + 7); i++)
        CHECK(isfinite(number_at(points, i)));
    CHECK_NEAR(number_at(points, 3 * 2), 1.0, 1e-9);
    CHECK_NEAR(number_at(points, 3 * 3), 1.0, 1e-9);
    const unsigned char* index = array_of(&w, "index", &bytes);
    CHECK(bytes == 8 && index[0] == 0 && index[4] == 0);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(a_broken_cable_has_no_line_and_an_empty_world_is_a_file_without_points) {
    rv_cable_id cable;
    rv_world* world = make_world(&cable);
    rv_drawing drawing = {0};
    CHECK(rv_cable_cut(world, cable) && rv_drawing_update(&drawing, world));
    written w = write_moment(&drawing, world);
    CHECK(count_of(&w, "NumberOfLines") == 0 && count_of(&w, "NumberOfPolys") > 20);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);

    rv_world_def def = rv_world_def_default();
    world = rv_world_create(&def, NULL, 0);
    drawing = (rv_drawing){0};
    CHECK(rv_drawing_update(&drawing, world));
    w = write_moment(&drawing, world);
    CHECK(count_of(&w, "NumberOfPoints") == 0 && count_of(&w, "NumberOfPolys") == 0);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(a_joint_over_a_distance_is_a_line_with_its_tension) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = 2.0;
    def.pose.position = (rv_vec3){0.0, 0.0, -3.0};
    rv_body_id bead = rv_body_create(world, &def);
    rv_joint_def link = rv_joint_def_between(world, RV_JOINT_DISTANCE, (rv_body_id){0, 0, 0}, bead,
                                             (rv_vec3){0.0, 0.0, 0.0}, def.pose.position);
    rv_joint_create(world, &link);
    for (int i = 0; i < 10; i++)
        rv_world_step(world, 0.01);
    rv_drawing drawing = {0};
    CHECK(rv_drawing_update(&drawing, world));
    written w = write_moment(&drawing, world);
    CHECK(count_of(&w, "NumberOfLines") == 1);
    uint64_t bytes;
    const unsigned char* tension = array_of(&w, "tension", &bytes);
    // T = m g, but for the little that the joint gives way
    CHECK_NEAR(number_at(tension, 1), 2.0 * 9.81, 1e-3);
    const unsigned char* points = array_of(&w, "points", &bytes);
    CHECK_NEAR(number_at(points, 2), 0.0, 1e-12);
    CHECK_NEAR(number_at(points, 5), -3.0, 1e-6);
    CHECK(array_of(&w, "kind", &bytes)[0] == 3);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(hulls_and_planes_are_triangles_too) {
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    const rv_vec3 points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    rv_hull_def hull = rv_hull_def_default();
    hull.points = points;
    hull.point_count = 4;
    rv_shape_def shapes[2] = {rv_shape_def_default(), rv_shape_def_default()};
    shapes[0].type = RV_SHAPE_HULL;
    shapes[0].geometry = rv_geometry_create_hull(world, &hull);
    shapes[0].local.position = (rv_vec3){0.0, 0.0, 2.0};
    shapes[1].type = RV_SHAPE_PLANE;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = shapes;
    def.shape_count = 2;
    rv_body_create(world, &def);
    rv_drawing drawing = {0};
    CHECK(rv_drawing_update(&drawing, world));
    written w = write_moment(&drawing, world);
    // four faces with corners of their own, and a square
    CHECK(count_of(&w, "NumberOfPolys") == 4 + 2 && count_of(&w, "NumberOfPoints") == 12 + 4);
    uint64_t bytes;
    const unsigned char* at = array_of(&w, "points", &bytes);
    double lowest = INFINITY, highest = -INFINITY;
    for (int i = 0; i < 12; i++) {
        lowest = fmin(lowest, number_at(at, 3 * i + 2));
        highest = fmax(highest, number_at(at, 3 * i + 2));
    }
    CHECK_NEAR(lowest, 2.0, 1e-15);
    CHECK_NEAR(highest, 3.0, 1e-15);
    for (int i = 12; i < 16; i++)
        CHECK_NEAR(number_at(at, 3 * i + 2), 0.0, 1e-15);
    free(w.bytes);
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(a_file_that_cannot_take_it_is_told) {
    rv_cable_id cable;
    rv_world* world = make_world(&cable);
    rv_drawing drawing = {0};
    CHECK(rv_drawing_update(&drawing, world));
    FILE* full = fopen("/dev/full", "wb");
    if (full != NULL) {
        setvbuf(full, NULL, _IONBF, 0);
        CHECK(!rv_vtk_write(full, &drawing, world));
        fclose(full);
    }
    rv_drawing_free(&drawing);
    rv_world_destroy(world);
}

TEST(the_list_has_times_that_read_back_and_names_that_are_safe_in_xml) {
    char* text = NULL;
    size_t bytes;
    FILE* file = open_memstream(&text, &bytes);
    CHECK(rv_vtk_collection_begin(file));
    CHECK(rv_vtk_collection_add(file, 0.1, "a<b>&\"c\".vtp"));
    CHECK(rv_vtk_collection_end(file));
    fclose(file);
    CHECK_TEXT(text, "<?xml version=\"1.0\"?>\n"
                     "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" "
                     "header_type=\"UInt64\">\n"
                     "  <Collection>\n"
                     "    <DataSet timestep=\"0.10000000000000001\" part=\"0\" "
                     "file=\"a&lt;b&gt;&amp;&quot;c&quot;.vtp\"/>\n"
                     "  </Collection>\n"
                     "</VTKFile>\n");
    free(text);
}
