// The compliance of the clip's surface, handle held: see duriez_2004_snap.h.
#include "model/fem.h"
#include "model/tet_surface.h"
#include "validation/duriez_2004_snap.h"

#include <stdlib.h>

rv_material duriez_pvc(double young) {
    rv_material material = rv_material_default();
    material.young = young;
    material.poisson = 0.4;
    material.density = 1400.0;
    return material;
}

// numbers of surface nodes instead of those of the mesh
static bool keep_triangles(duriez_clip* clip, const rv_index_list* triangles,
                           const rv_index_list* nodes, int node_count) {
    int* number = calloc((size_t)node_count, sizeof *number);
    clip->triangles = calloc((size_t)triangles->count, sizeof *clip->triangles);
    bool good = number != NULL && clip->triangles != NULL;
    for (int i = 0; good && i < nodes->count; i++)
        number[nodes->data[i]] = i;
    for (int k = 0; good && k < triangles->count; k++)
        clip->triangles[k] = number[triangles->data[k]];
    clip->triangle_count = triangles->count / 3;
    free(number);
    return good;
}

// the surface, and of its nodes those that the handle does not hold
static bool choose_nodes(rv_memory* memory, duriez_clip* clip, const rv_tet_mesh* mesh,
                         const rv_tet_set* handle, rv_index_list* nodes) {
    rv_index_list triangles = {0};
    bool good =
        rv_tet_surface(memory, mesh->tets, mesh->tet_count, mesh->node_count, &triangles) > 0
        && rv_tet_surface_nodes(memory, &triangles, mesh->node_count, nodes) > 0
        && keep_triangles(clip, &triangles, nodes, mesh->node_count);
    rv_array_free(memory, &triangles);
    clip->surface_count = nodes->count;
    clip->X = calloc((size_t)nodes->count + 1, sizeof *clip->X);
    clip->surface = calloc((size_t)nodes->count + 1, sizeof *clip->surface);
    clip->free = calloc((size_t)nodes->count + 1, sizeof *clip->free);
    if (!good || clip->X == NULL || clip->surface == NULL || clip->free == NULL)
        return false;
    // both are ascending
    for (int i = 0, h = 0; i < nodes->count; i++) {
        while (h < handle->node_count && handle->nodes[h] < nodes->data[i])
            h++;
        bool held = h < handle->node_count && handle->nodes[h] == nodes->data[i];
        clip->surface[i] = mesh->nodes[nodes->data[i]];
        clip->free[i] = held ? -1 : clip->count;
        if (held)
            continue;
        clip->X[clip->count] = mesh->nodes[nodes->data[i]];
        nodes->data[clip->count++] = nodes->data[i];
    }
    return true;
}

static bool condense(rv_memory* memory, duriez_clip* clip, const rv_fem* fem,
                     const rv_tet_set* handle, const rv_index_list* nodes) {
    size_t rows = 3 * (size_t)clip->count;
    rv_fem_condensation condensation = {.fem = fem,
                                        .weights = {.stiffness = 1.0},
                                        .held = handle->nodes,
                                        .held_count = handle->node_count,
                                        .nodes = nodes->data,
                                        .count = clip->count};
    clip->C = calloc(rows * rows, sizeof *clip->C);
    return clip->C != NULL
           && rv_fem_condense(memory, &condensation, clip->C, (rv_sparse_progress){0})
                  == RV_FEM_DONE;
}

bool duriez_clip_make(duriez_clip* clip, const rv_clip_shape* shape, int order, double young) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_tet_mesh mesh = {0};
    rv_fem fem = {0};
    rv_index_list nodes = {0};
    rv_material material = duriez_pvc(young);
    *clip = (duriez_clip){0};
    bool good = rv_tet_mesh_clip(&mesh, shape);
    const rv_tet_set* handle = good ? rv_tet_mesh_set(&mesh, "handle") : NULL;
    good = handle != NULL
           && rv_fem_make(&memory, &fem, mesh.nodes, mesh.node_count, mesh.tets, mesh.tet_count,
                          order, &material)
           && choose_nodes(&memory, clip, &mesh, handle, &nodes)
           && condense(&memory, clip, &fem, handle, &nodes);
    clip->nodes = fem.node_count;
    clip->tets = mesh.tet_count;
    clip->held = handle != NULL ? handle->node_count : 0;
    clip->mass = good ? rv_fem_mass_properties(&fem).mass : 0.0;
    rv_array_free(&memory, &nodes);
    rv_fem_free(&memory, &fem);
    rv_tet_mesh_free(&mesh);
    if (!good)
        duriez_clip_free(clip);
    return good;
}

void duriez_clip_free(duriez_clip* clip) {
    free(clip->X);
    free(clip->C);
    free(clip->surface);
    free(clip->free);
    free(clip->triangles);
    *clip = (duriez_clip){0};
}
