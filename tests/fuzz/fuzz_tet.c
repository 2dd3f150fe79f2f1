// Files of tetrahedral meshes as a stranger may write them, for libFuzzer. The first byte says the
// format of the rest: gmsh, or the two files of TetGen, divided by a zero byte. What comes out is
// checked: a mesh has finite nodes, each in a tetrahedron, and tetrahedra and sets that name them;
// what is refused has a sentence and no mesh; and the memory in use is bounded by the size of the
// file, whatever the file says of itself. Every fourth file meets an allocator that fails. What is
// read goes through the rules of a mesh, and what they allow has a surface.
#include "fuzz_heap.h"
#include "reeve/tet_file.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);

static void check_sets(const rv_tet_mesh* mesh, size_t* held) {
    *held += (size_t)mesh->set_count * sizeof(rv_tet_set);
    for (int i = 0; i < mesh->set_count; i++) {
        const rv_tet_set* set = &mesh->sets[i];
        *held += (size_t)set->node_count * sizeof *set->nodes;
        REQUIRE(set->node_count > 0 && strlen(set->name) < sizeof set->name);
        for (int k = 0; k < set->node_count; k++)
            REQUIRE(set->nodes[k] >= (k > 0 ? set->nodes[k - 1] + 1 : 0)
                    && set->nodes[k] < mesh->node_count);
    }
}

static void check_mesh(const rv_tet_mesh* mesh, const fuzz_heap* heap) {
    REQUIRE(mesh->node_count > 0 && mesh->tet_count > 0 && mesh->error[0] == '\0');
    size_t held =
        (size_t)mesh->node_count * sizeof(rv_vec3) + 4 * (size_t)mesh->tet_count * sizeof(int32_t);
    check_sets(mesh, &held);
    REQUIRE(heap->held == held);
    for (int i = 0; i < mesh->node_count; i++) {
        const rv_vec3* v = &mesh->nodes[i];
        REQUIRE(isfinite(v->x) && isfinite(v->y) && isfinite(v->z));
    }
    for (int i = 0; i < 4 * mesh->tet_count; i++)
        REQUIRE(mesh->tets[i] >= 0 && mesh->tets[i] < mesh->node_count);
    char error[256];
    bool good = rv_tet_mesh_check(mesh, error, sizeof error);
    REQUIRE(good == (error[0] == '\0') && heap->held == held);
    REQUIRE(strstr(error, "is in no tetrahedron") == NULL && strstr(error, "must be in [") == NULL);
    REQUIRE(!good || rv_tet_mesh_volume(mesh) > 0.0);
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
    if (count == 0)
        return 0;
    fuzz_heap heap = {0, 0, (bytes[0] & 6) == 6 ? bytes[0] >> 3 : -1};
    rv_tet_mesh mesh = {.allocator = fuzz_heap_hooks(&heap)};
    const uint8_t* file = bytes + 1;
    const uint8_t* end = bytes + count;
    bool good;
    if ((bytes[0] & 1) == 0) {
        good = rv_tet_file_parse_gmsh(file, count - 1, &mesh);
    } else {
        const uint8_t* zero = memchr(file, 0, count - 1);
        const uint8_t* divide = zero != NULL ? zero : end;
        const uint8_t* second = zero != NULL ? zero + 1 : end;
        good = rv_tet_file_parse_tetgen(file, (size_t)(divide - file), second,
                                        (size_t)(end - second), &mesh);
    }
    // A node takes 40 bytes (with its number) and at least 8 of text; a tetrahedron 16 and at least
    // 10; a node of an element in 16 sets 128 and at least 2, in arrays that grow by half, are copied,
    // sorted and copied once more into sets.
    REQUIRE(heap.peak <= 400 * count + 4096);
    if (good) {
        check_mesh(&mesh, &heap);
    } else {
        REQUIRE(mesh.nodes == NULL && mesh.tets == NULL && mesh.sets == NULL);
        REQUIRE(mesh.node_count == 0 && mesh.tet_count == 0 && mesh.set_count == 0);
        REQUIRE(strlen(mesh.error) > 7 && heap.held == 0);
    }
    rv_tet_mesh_free(&mesh);
    REQUIRE(heap.held == 0);
    return 0;
}
