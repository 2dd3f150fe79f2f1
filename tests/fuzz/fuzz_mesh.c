// Mesh files as a stranger may write them, for libFuzzer. The first byte says the format of the
// rest. What comes out is checked: a mesh has finite vertices and triangles that name them, what is
// refused has a sentence and no mesh, and the memory in use is bounded by the size of the file,
// whatever the file says of itself. Every fourth file meets an allocator that fails.
#include "reeve/mesh_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition_)                                                                        \
    do {                                                                                           \
        if (!(condition_)) {                                                                       \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition_);               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);

typedef struct account {
    size_t held, peak;
    int left; // allocations that succeed; < 0: all
} account;

static void* account_allocate(void* context, size_t bytes) {
    account* a = context;
    if (a->left == 0)
        return NULL;
    a->left -= a->left > 0;
    a->held += bytes;
    a->peak = a->held > a->peak ? a->held : a->peak;
    REQUIRE(bytes > 0);
    return malloc(bytes);
}

static void account_release(void* context, void* memory, size_t bytes) {
    account* a = context;
    REQUIRE(a->held >= bytes);
    a->held -= bytes;
    free(memory);
}

static void check_mesh(const rv_mesh_data* mesh, const account* heap) {
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
    account heap = {0, 0, (bytes[0] & 6) == 6 ? bytes[0] >> 3 : -1};
    rv_mesh_data mesh = {.allocator = {account_allocate, account_release, &heap}};
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
