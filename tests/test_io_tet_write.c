// Meshes written to files: what is read again is the same to the bit, in every locale, and what
// cannot be written is told.
#include "reeve/math.h"
#include "reeve/tet_file.h"
#include "test.h"

#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

static char path[64];

static void begin(void) {
    snprintf(path, sizeof path, "/tmp/reeve_tet_XXXXXX");
    int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0 && unlink(path) == 0);
    strcat(path, ".msh");
}

static void check_same(const rv_tet_mesh* a, const rv_tet_mesh* b) {
    CHECK(a->node_count == b->node_count && a->tet_count == b->tet_count);
    CHECK(a->set_count == b->set_count);
    if (a->node_count != b->node_count || a->tet_count != b->tet_count
        || a->set_count != b->set_count)
        return;
    CHECK(memcmp(a->nodes, b->nodes, (size_t)a->node_count * sizeof *a->nodes) == 0);
    CHECK(memcmp(a->tets, b->tets, 4 * (size_t)a->tet_count * sizeof *a->tets) == 0);
    for (int i = 0; i < a->set_count; i++) {
        const rv_tet_set *s = &a->sets[i], *t = &b->sets[i];
        CHECK_TEXT(s->name, t->name);
        CHECK(s->node_count == t->node_count);
        if (s->node_count == t->node_count)
            CHECK(memcmp(s->nodes, t->nodes, (size_t)s->node_count * sizeof *s->nodes) == 0);
    }
}

static void check_round_trip(const rv_tet_mesh* mesh) {
    rv_tet_mesh again = {0};
    char error[256];
    begin();
    CHECK(rv_tet_file_write(path, mesh, error, sizeof error));
    CHECK_TEXT(error, "");
    CHECK(rv_tet_file_read(path, &again));
    CHECK_TEXT(again.error, "");
    check_same(mesh, &again);
    rv_tet_mesh_free(&again);
    CHECK(unlink(path) == 0);
}

TEST(what_is_written_is_read_again_to_the_bit) {
    rv_tet_mesh mesh = {0};
    rv_clip_shape shape = rv_clip_shape_default();
    shape.trimmed = true;
    CHECK(rv_tet_mesh_clip(&mesh, &shape));
    check_round_trip(&mesh);
    CHECK(rv_tet_mesh_tube(&mesh, 0.1, 0.2, 1e-7, (const int[3]){5, 1, 2}));
    check_round_trip(&mesh);
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1e5, 1.0, 1e-5), (const int[3]){1, 2, 3}));
    check_round_trip(&mesh);
    rv_tet_mesh_free(&mesh);
}

TEST(numbers_are_written_with_a_point_in_every_locale) {
    // where the test machine has no locale with a comma, the check still holds, but proves less
    static const char* const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
    for (size_t i = 0; i < sizeof locales / sizeof locales[0]; i++)
        if (setlocale(LC_NUMERIC, locales[i]) != NULL)
            break;
    rv_tet_mesh mesh = {0};
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(0.1, 0.7, 0.3), (const int[3]){1, 1, 1}));
    check_round_trip(&mesh);
    setlocale(LC_NUMERIC, "C");
    rv_tet_mesh_free(&mesh);
}

TEST(quotes_in_a_name_become_underscores) {
    rv_tet_mesh mesh = {0}, again = {0};
    CHECK(rv_tet_mesh_beam(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){1, 1, 1}));
    strcpy(mesh.sets[0].name, "a \"b\"\nc");
    begin();
    CHECK(rv_tet_file_write(path, &mesh, NULL, 0) && rv_tet_file_read(path, &again));
    CHECK(rv_tet_mesh_set(&again, "a _b__c") != NULL && rv_tet_mesh_set(&again, "end") != NULL);
    CHECK(unlink(path) == 0);
    rv_tet_mesh_free(&mesh);
    rv_tet_mesh_free(&again);
}

TEST(what_cannot_be_written_is_told) {
    rv_tet_mesh mesh = {0};
    char error[256];
    CHECK(!rv_tet_file_write("part.msh", &mesh, error, sizeof error));
    CHECK_TEXT(error, "part.msh: is not written: the mesh is empty");
    CHECK(access("part.msh", F_OK) != 0);
    CHECK(rv_tet_mesh_box(&mesh, rv_vec3_make(1.0, 1.0, 1.0), (const int[3]){1, 1, 1}));
    CHECK(!rv_tet_file_write("part.stl", &mesh, error, sizeof error));
    CHECK_TEXT(error, "part.stl: is no gmsh file: its name must end in .msh");
    CHECK(!rv_tet_file_write("/proc/none/part.msh", &mesh, error, sizeof error));
    CHECK_TEXT(error, "/proc/none/part.msh: cannot be written: No such file or directory");
    CHECK(!rv_tet_file_write("/proc/none/part.msh", &mesh, NULL, 0));
    // a disk without room, where the system has one to offer
    begin();
    if (access("/dev/full", W_OK) == 0 && symlink("/dev/full", path) == 0) {
        CHECK(!rv_tet_file_write(path, &mesh, error, sizeof error));
        CHECK(strstr(error, "cannot be written: No space left on device") != NULL);
        CHECK(access(path, F_OK) != 0);
    }
    rv_tet_mesh_free(&mesh);
}
