// Faces of a tetrahedral mesh. The same face of two tetrahedra has the same three nodes: faces are
// sorted by them, ascending, with three counting sorts (time and memory linear in the mesh,
// whatever it is), and equal ones stand side by side.
#include "model/tet_surface.h"

#include <string.h>

const int rv_tet_face_corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

void rv_sort_stable(int32_t* order, int count, const int32_t* keys, int stride, int key_count,
                    int32_t* starts, int32_t* scratch) {
    memset(starts, 0, ((size_t)key_count + 1) * sizeof *starts);
    for (int i = 0; i < count; i++)
        starts[keys[(size_t)order[i] * (size_t)stride] + 1]++;
    for (int key = 0; key < key_count; key++)
        starts[key + 1] += starts[key];
    for (int i = 0; i < count; i++)
        scratch[starts[keys[(size_t)order[i] * (size_t)stride]]++] = order[i];
    memcpy(order, scratch, (size_t)count * sizeof *order);
}

// the three nodes of a face, ascending
static void face_key(const int32_t* tet, int face, int32_t key[3]) {
    const int* corners = rv_tet_face_corners[face];
    for (int i = 0; i < 3; i++) {
        int32_t node = tet[corners[i]];
        int at = i;
        for (; at > 0 && key[at - 1] > node; at--)
            key[at] = key[at - 1];
        key[at] = node;
    }
}

static void pair_equal(const int32_t* order, int count, const int32_t* keys, int32_t* neighbour) {
    for (int first = 0, next; first < count; first = next) {
        const int32_t* key = &keys[3 * (size_t)order[first]];
        next = first + 1;
        while (next < count && memcmp(&keys[3 * (size_t)order[next]], key, 3 * sizeof *key) == 0)
            next++;
        for (int i = first; i < next; i++)
            neighbour[order[i]] = next - first == 1   ? RV_TET_OUTSIDE
                                  : next - first == 2 ? order[i == first ? first + 1 : first]
                                                      : RV_TET_CROWDED;
    }
}

bool rv_tet_neighbours(rv_memory* memory, const int32_t* tets, int tet_count, int node_count,
                       int32_t* neighbour) {
    int count = 4 * tet_count;
    size_t words = 5 * (size_t)count + (size_t)node_count + 1;
    int32_t* block = rv_memory_allocate(memory, words * sizeof *block);
    if (block == NULL)
        return false;
    int32_t* keys = block;
    int32_t* order = keys + 3 * (size_t)count;
    int32_t* scratch = order + count;
    int32_t* starts = scratch + count;
    for (int face = 0; face < count; face++) {
        face_key(&tets[4 * (size_t)(face / 4)], face % 4, &keys[3 * (size_t)face]);
        order[face] = face;
    }
    // the last key first: each sort keeps the order of those before it
    for (int i = 2; i >= 0; i--)
        rv_sort_stable(order, count, keys + i, 3, node_count, starts, scratch);
    pair_equal(order, count, keys, neighbour);
    rv_memory_release(memory, block, words * sizeof *block);
    return true;
}

int rv_tet_surface(rv_memory* memory, const int32_t* tets, int tet_count, int node_count,
                   rv_index_list* triangles) {
    size_t bytes = 4 * (size_t)tet_count * sizeof(int32_t);
    int32_t* neighbour = rv_memory_allocate(memory, bytes);
    int outside = 0;
    bool good =
        neighbour != NULL && rv_tet_neighbours(memory, tets, tet_count, node_count, neighbour);
    for (int face = 0; good && face < 4 * tet_count; face++)
        outside += neighbour[face] == RV_TET_OUTSIDE;
    triangles->count = 0;
    good = good && rv_array_reserve(memory, triangles, 3 * outside);
    for (int face = 0; good && face < 4 * tet_count; face++) {
        if (neighbour[face] != RV_TET_OUTSIDE)
            continue;
        for (int i = 0; i < 3; i++)
            triangles->data[triangles->count++] =
                tets[4 * (size_t)(face / 4) + (size_t)rv_tet_face_corners[face % 4][i]];
    }
    rv_memory_release(memory, neighbour, bytes);
    return good ? outside : -1;
}

int rv_tet_surface_nodes(rv_memory* memory, const rv_index_list* triangles, int node_count,
                         rv_index_list* nodes) {
    // first a mark for each node, then the marked ones move up
    nodes->count = 0;
    if (!rv_array_resize(memory, nodes, node_count))
        return -1;
    if (node_count > 0)
        memset(nodes->data, 0, (size_t)node_count * sizeof *nodes->data);
    for (int i = 0; i < triangles->count; i++)
        nodes->data[triangles->data[i]] = 1;
    nodes->count = 0;
    for (int32_t node = 0; node < node_count; node++)
        if (nodes->data[node] != 0)
            nodes->data[nodes->count++] = node;
    return nodes->count;
}
