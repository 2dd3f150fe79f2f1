// Hulls, meshes and height fields in scenes: from numbers and from files beside the scene, scaled,
// shared by shapes that name the same file.
#include "scene_fixture.h"

#include <unistd.h>

static rv_geometry_id geometry_of(const stage* s, const char* body, int index) {
    return rv_body_shape(s->world, rv_scene_play_body(s->play, body), index).geometry;
}

static void check_largest(const stage* s, rv_geometry_id geometry, double x, double y, double z) {
    rv_vec3 largest = {-1e30, -1e30, -1e30};
    for (int i = 0; i < rv_geometry_vertex_count(s->world, geometry); i++) {
        rv_vec3 v = rv_geometry_vertex(s->world, geometry, i);
        largest = (rv_vec3){fmax(largest.x, v.x), fmax(largest.y, v.y), fmax(largest.z, v.z)};
    }
    CHECK_NEAR(largest.x, x, 1e-12);
    CHECK_NEAR(largest.y, y, 1e-12);
    CHECK_NEAR(largest.z, z, 1e-12);
}

TEST(a_hull_of_points_weighs_what_its_volume_weighs) {
    stage s =
        build(HEAD ", \"materials\": { \"oak\": { \"density\": 600 } }, \"bodies\": ["
                   " { \"name\": \"a\", \"material\": \"oak\", \"shapes\": [ { \"hull\":"
                   " [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3], [0.1, 0.1, 0.1]] } ] } ] }");
    rv_geometry_id hull = geometry_of(&s, "a", 0);
    CHECK(rv_geometry_get_type(s.world, hull) == RV_GEOMETRY_HULL);
    CHECK(rv_geometry_vertex_count(s.world, hull) == 4); // the last point is inside
    check_largest(&s, hull, 1.0, 2.0, 3.0);
    // a tetrahedron: 1 * 2 * 3 / 6 of a cubic metre, its centre a quarter of the way
    rv_mass_properties mass = rv_body_mass_properties(s.world, rv_scene_play_body(s.play, "a"));
    CHECK_NEAR(mass.mass, 600.0, 1e-9);
    CHECK_NEAR(mass.center.x, 0.25, 1e-12);
    CHECK_NEAR(mass.center.y, 0.5, 1e-12);
    CHECK_NEAR(mass.center.z, 0.75, 1e-12);
    tear_down(&s);
}

TEST(a_height_field_has_its_rows_along_y_and_its_columns_along_x) {
    stage s = build(HEAD ", \"bodies\": [ { \"name\": \"a\", \"type\": \"static\", \"shapes\": ["
                         " { \"height_field\": { \"spacing\": [0.5, 2],"
                         " \"heights\": [[0, 1, 2], [3, 4, 7]] } },"
                         " { \"height_field\": { \"spacing\": 0.5,"
                         " \"heights\": [[0, 0], [0, 0], [0, 1]] } } ] } ] }");
    rv_geometry_id field = geometry_of(&s, "a", 0);
    CHECK(rv_geometry_get_type(s.world, field) == RV_GEOMETRY_HEIGHT_FIELD);
    CHECK(rv_geometry_vertex_count(s.world, field) == 6);
    CHECK(rv_geometry_triangle_count(s.world, field) == 4);
    check_largest(&s, field, 0.5, 1.0, 7.0);
    check_largest(&s, geometry_of(&s, "a", 1), 0.25, 0.5, 1.0);
    tear_down(&s);
}

// --- files --------------------------------------------------------------------------------------

static char folder[] = "/tmp/reeve_scene.XXXXXX";
static rv_scene_problems problems;

static void write_file(const char* name, const char* text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    CHECK(file != NULL);
    if (file == NULL)
        return;
    fputs(text, file);
    fclose(file);
}

static stage load(const char* text) {
    char path[512];
    problems.count = 0;
    write_file("scene.json", text);
    snprintf(path, sizeof path, "%s/scene.json", folder);
    stage s = {rv_scene_load(path, &problems), NULL, NULL};
    if (s.scene != NULL)
        s.play = rv_scene_play_create(s.scene, NULL, &problems);
    if (s.play != NULL)
        s.world = rv_scene_play_world(s.play);
    return s;
}

#define CUBE                                                                                       \
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"                     \
    "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"

static void files_begin(void) {
    CHECK(mkdtemp(folder) != NULL);
    char path[512];
    snprintf(path, sizeof path, "%s/parts", folder);
    char line[600];
    snprintf(line, sizeof line, "mkdir '%s'", path);
    CHECK(system(line) == 0);
    write_file("parts/cube.obj", CUBE);
}

static void files_end(void) {
    char line[600];
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    CHECK(system(line) == 0);
    strcpy(folder, "/tmp/reeve_scene.XXXXXX");
}

TEST(files_are_found_beside_the_scene_scaled_and_shared) {
    files_begin();
    stage s = load(HEAD ", \"bodies\": [ { \"name\": \"a\", \"shapes\": ["
                        " { \"hull\": \"parts/cube.obj\", \"scale\": 0.5 },"
                        " { \"hull\": \"parts/cube.obj\", \"scale\": [0.5, 0.5, 0.5] },"
                        " { \"hull\": \"parts/cube.obj\" } ] },"
                        " { \"name\": \"b\", \"type\": \"static\", \"shapes\": ["
                        " { \"mesh\": \"parts/cube.obj\", \"scale\": [1, 2, 3] } ] } ] }");
    CHECK(problems.count == 0);
    if (s.world != NULL) {
        rv_geometry_id half = geometry_of(&s, "a", 0), same = geometry_of(&s, "a", 1);
        rv_geometry_id whole = geometry_of(&s, "a", 2), mesh = geometry_of(&s, "b", 0);
        CHECK(half.slot == same.slot && half.slot != whole.slot && mesh.slot != whole.slot);
        check_largest(&s, half, 0.5, 0.5, 0.5);
        check_largest(&s, whole, 1.0, 1.0, 1.0);
        CHECK(rv_geometry_get_type(s.world, mesh) == RV_GEOMETRY_MESH);
        CHECK(rv_geometry_triangle_count(s.world, mesh) == 12);
        check_largest(&s, mesh, 1.0, 2.0, 3.0);
        // two halves of 1/8 and a whole cube of steel
        rv_body_id a = rv_scene_play_body(s.play, "a");
        CHECK_NEAR(rv_body_mass_properties(s.world, a).mass, 7850.0 * 1.25, 1e-6);
    }
    // two worlds of one scene
    rv_scene_play* other = s.scene != NULL ? rv_scene_play_create(s.scene, NULL, &problems) : NULL;
    CHECK(other != NULL);
    rv_scene_play_destroy(other);
    tear_down(&s);
    files_end();
}

TEST(a_file_with_more_points_than_a_hull_takes_is_told) {
    files_begin();
    char* text = malloc(1 << 20);
    size_t used = 0;
    for (int i = 0; i < 5000; i++)
        used += (size_t)sprintf(text + used, "v %d %d 0\n", i % 70, i / 70);
    sprintf(text + used, "f 1 2 3\n");
    write_file("many.obj", text);
    free(text);
    stage s = load(HEAD ", \"bodies\": [ { \"name\": \"a\", \"shapes\": ["
                        " { \"hull\": \"many.obj\" } ] } ] }");
    CHECK(s.scene == NULL && problems.count == 1);
    CHECK_TEXT(problems.items[0].message,
               "'many.obj' has 5000 points; a hull must be made from at most 4096");
    CHECK_TEXT(problems.items[0].path, "bodies[0].shapes[0].hull");
    tear_down(&s);
    files_end();
}

static void run_in_folder(const char* command) {
    char line[1200];
    snprintf(line, sizeof line, "cd '%s' && %s", folder, command);
    CHECK(system(line) == 0);
}

// the scene in the folder `inner` names a file; `mesh_folder`, below the test's own, is allowed too
static bool file_is_read(const char* key, const char* file, const char* mesh_folder) {
    char path[512], allowed[512], text[1024];
    snprintf(text, sizeof text,
             HEAD ", \"bodies\": [ { \"name\": \"a\", \"type\": \"static\","
                  " \"shapes\": [ { \"%s\": \"%s\" } ] } ] }",
             key, file);
    write_file("inner/scene.json", text);
    snprintf(path, sizeof path, "%s/inner/scene.json", folder);
    snprintf(allowed, sizeof allowed, "%s/%s", folder, mesh_folder != NULL ? mesh_folder : "");
    problems.count = 0;
    rv_scene* scene = rv_scene_load_with(path, mesh_folder != NULL ? allowed : NULL, &problems);
    bool read = scene != NULL;
    CHECK(read == (problems.count == 0));
    rv_scene_destroy(scene);
    return read;
}

static void check_outside(const char* file, const char* mesh_folder) {
    CHECK(!file_is_read("mesh", file, mesh_folder) && problems.count == 1);
    CHECK(strstr(problems.items[0].message,
                 "' is not in the folder of the scene; must be there or below, or in a folder that "
                 "the command allows (--meshes DIR)")
          != NULL);
    CHECK_TEXT(problems.items[0].path, "bodies[0].shapes[0].mesh");
}

TEST(a_file_outside_the_folder_of_the_scene_is_refused_wherever_links_and_dots_lead) {
    files_begin();
    run_in_folder("mkdir -p inner/below outer/deep inner-too && cp parts/cube.obj inner/below/"
                  " && cp parts/cube.obj outer/deep/ && cp parts/cube.obj outer/"
                  " && cp parts/cube.obj inner-too/ && ln -s ../outer inner/link"
                  " && ln -s ../outer/cube.obj inner/linked.obj && ln -s below inner/near"
                  " && ln -s below/cube.obj inner/near.obj && ln -s inner same");
    CHECK(file_is_read("mesh", "below/cube.obj", NULL));
    CHECK(file_is_read("hull", "below/../below/cube.obj", NULL));
    CHECK(file_is_read("mesh", "near/cube.obj", NULL) && file_is_read("mesh", "near.obj", NULL));
    CHECK(file_is_read("mesh", "../inner/below/cube.obj", NULL));
    CHECK(file_is_read("mesh", "../same/below/cube.obj", NULL));
    check_outside("../outer/cube.obj", NULL);
    check_outside("link/cube.obj", NULL);
    check_outside("linked.obj", NULL);
    check_outside("link/../outer/cube.obj", NULL);
    check_outside("../inner-too/cube.obj", NULL);
    check_outside("/etc/hostname.obj", NULL);
    // whether a file outside is there is not told
    check_outside("../outer/none.obj", NULL);
    check_outside("../none/none.obj", NULL);
    CHECK(!file_is_read("mesh", "below/none.obj", NULL) && problems.count == 1);
    CHECK(strstr(problems.items[0].message, "cannot be opened") != NULL);
    // a folder that is allowed besides
    CHECK(file_is_read("mesh", "../outer/cube.obj", "outer"));
    CHECK(file_is_read("mesh", "link/deep/cube.obj", "outer/../outer/"));
    CHECK(file_is_read("mesh", "below/cube.obj", "outer"));
    check_outside("../outer/cube.obj", "outer/deep");
    check_outside("../inner-too/cube.obj", "outer");
    check_outside("../outer/cube.obj", "none");
    char path[512];
    snprintf(path, sizeof path, "%s/inner/scene.json", folder);
    CHECK(!file_is_read("mesh", "../outer/cube.obj", NULL));
    rv_scene* scene = rv_scene_load_with(path, "/", &problems);
    CHECK(scene != NULL);
    rv_scene_destroy(scene);
    files_end();
}

TEST(a_scene_from_memory_has_no_folder_for_files) {
    const char* text = HEAD ", \"bodies\": [ { \"name\": \"a\", \"type\": \"static\","
                            " \"shapes\": [ { \"mesh\": \"cube.obj\" } ] } ] }";
    problems.count = 0;
    CHECK(rv_scene_parse(text, strlen(text), "t.json", &problems) == NULL);
    CHECK(problems.count == 1);
    CHECK_TEXT(problems.items[0].message,
               "'cube.obj' is a file; only a scene that is a file itself can have one");
}
