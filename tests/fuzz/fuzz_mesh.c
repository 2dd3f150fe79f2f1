// Mesh files as a stranger may write them, for libFuzzer. The first byte says the format of the
// rest. What comes out is checked: a mesh has finite vertices and triangles that name them, what is
// refused has a sentence and no mesh, and the memory in use is bounded by the size of the file,
// whatever the file says of itself. Every fourth file meets an allocator that fails.
#include "fuzz_heap.h"
#include "reeve/mesh_file.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);

static void check_mesh(const rv_mesh_data* mesh, const fuzz_heap* heap) {
    REQUIRE(mesh->vertex_count > 0 && mesh->triangle_count > 0 && mesh->error[0] == '\0');
    REQUIRE(heap->held
            == (size_t)mesh->vertex_count * sizeof(rv_vec3)
                   + 3 * (size_t)mesh->triangle_count * sizeof(int32_t));
    for (int i = 0; i < mesh->vertex_count; i++) {
        const rv_vec3* v = &mesh->vertices[i];
        REQUIRE(isfinite(v->x) && isfinite(v->y) && isfinite(v->z));
    }
    for (int i = 0; i < 3 * mesh->triangle_count; i++)
        REQUIRE(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->vertex_count);
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
    if (count == 0)
        return 0;
    fuzz_heap heap = {0, 0, (bytes[0] & 6) == 6 ? bytes[0] >> 3 : -1};
    rv_mesh_data mesh = {.allocator = fuzz_heap_hooks(&heap)};
    rv_mesh_format format = (bytes[0] & 1) != 0 ? RV_MESH_STL : RV_MESH_OBJ;
    if (rv_mesh_file_parse(bytes + 1, count - 1, format, &mesh)) {
        check_mesh(&mesh, &heap);
    } else {
        REQUIRE(mesh.vertices == NULL && mesh.triangles == NULL && strlen(mesh.error) > 7);
        REQUIRE(mesh.vertex_count == 0 && mesh.triangle_count == 0 && heap.held == 0);
    }
    // a vertex takes 24 bytes and at least 8 of text; arrays grow by half and are copied once more
    REQUIRE(heap.peak <= 24 * count + 4096);
    rv_mesh_data_free(&mesh);
    REQUIRE(heap.held == 0);
    return 0;
}
