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

// surface nodes that the system leaves free, and their places at rest
static bool choose_nodes(rv_memory* memory, duriez_clip* clip, const rv_tet_mesh* mesh,
                         const rv_fem_system* system, rv_index_list* nodes) {
    rv_index_list triangles = {0};
    bool good =
        rv_tet_surface(memory, mesh->tets, mesh->tet_count, mesh->node_count, &triangles) > 0
        && rv_tet_surface_nodes(memory, &triangles, mesh->node_count, nodes) > 0;
    rv_array_free(memory, &triangles);
    clip->X = good ? calloc((size_t)nodes->count, sizeof *clip->X) : NULL;
    if (clip->X == NULL)
        return false;
    for (int i = 0; i < nodes->count; i++)
        if (system->unknown.data[nodes->data[i]] >= 0) {
            clip->X[clip->count] = mesh->nodes[nodes->data[i]];
            nodes->data[clip->count++] = nodes->data[i];
        }
    return true;
}

static bool condense(rv_memory* memory, duriez_clip* clip, const rv_tet_mesh* mesh,
                     const rv_fem* fem, rv_fem_system* system) {
    rv_index_list nodes = {0};
    rv_fem_weights weights = {.stiffness = 1.0};
    rv_fem_assemble(fem, system, weights, NULL, system->matrix.values.data);
    bool good =
        rv_sparse_factor(&system->matrix) && choose_nodes(memory, clip, mesh, system, &nodes);
    size_t rows = 3 * (size_t)clip->count;
    clip->C = calloc(rows * rows, sizeof *clip->C);
    clip->dofs = 3 * system->matrix.n;
    good = good && clip->C != NULL
           && rv_fem_compliance(memory, system, nodes.data, clip->count, clip->C,
                                (rv_sparse_progress){0});
    rv_array_free(memory, &nodes);
    return good;
}

bool duriez_clip_make(duriez_clip* clip, const rv_clip_shape* shape, int order, double young) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_tet_mesh mesh = {0};
    rv_fem fem = {0};
    rv_fem_system system = {0};
    rv_material material = duriez_pvc(young);
    *clip = (duriez_clip){0};
    bool good = rv_tet_mesh_clip(&mesh, shape);
    const rv_tet_set* handle = good ? rv_tet_mesh_set(&mesh, "handle") : NULL;
    good = handle != NULL
           && rv_fem_make(&memory, &fem, mesh.nodes, mesh.node_count, mesh.tets, mesh.tet_count,
                          order, &material)
           && rv_fem_system_make(&memory, &system, &fem, handle->nodes, handle->node_count)
           && condense(&memory, clip, &mesh, &fem, &system);
    clip->nodes = mesh.node_count;
    clip->tets = mesh.tet_count;
    clip->mass = good ? rv_fem_mass_properties(&fem).mass : 0.0;
    rv_fem_system_free(&memory, &system);
    rv_fem_free(&memory, &fem);
    rv_tet_mesh_free(&mesh);
    if (!good)
        duriez_clip_free(clip);
    return good;
}

void duriez_clip_free(duriez_clip* clip) {
    free(clip->X);
    free(clip->C);
    *clip = (duriez_clip){0};
}
