// What the makers of tetrahedral meshes share: memory of a mesh, sentences, and grids of cells.
#ifndef REEVE_MODEL_TET_MESH_H
#define REEVE_MODEL_TET_MESH_H

#include "core/memory.h"
#include "reeve/tet_mesh.h"

// so that 4 times as many is an int, with room for what is made of them
enum { RV_TETS_MAX = 100000000 };

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
// empties the mesh, writes the sentence and returns false
bool rv_tet_mesh_fail(rv_tet_mesh* mesh, const char* format, ...);

// empties the mesh and gives it zeroed arrays of these lengths, >= 1; false without memory, told
bool rv_tet_mesh_reserve(rv_tet_mesh* mesh, int node_count, int tet_count);

// appends a set and copies its nodes, >= 1; false without memory, told
bool rv_tet_mesh_add_set(rv_tet_mesh* mesh, const char* name, const int32_t* nodes, int count);

// six times the volume of a tetrahedron, < 0 where it is inverted
double rv_tet_volume6(const rv_vec3* nodes, const int32_t* corners);

// --- grids (tet_grid.c) ---

typedef struct rv_tet_grid {
    int cells[3];
    bool closed;       // around the first direction: its last column of nodes is its first
    int mirrored_from; // columns of the first direction that are cut as in a mirror
} rv_tet_grid;

// the number of a node of the grid
int32_t rv_tet_grid_node(const rv_tet_grid* grid, int a, int b, int c);

// where the node (a, b, c) lies; the three directions are a right-handed system
typedef rv_vec3 rv_tet_place(const void* context, int a, int b, int c);

// nodes and tetrahedra; `what` names the cells where there are too few or too many of them
bool rv_tet_grid_make(rv_tet_mesh* mesh, const rv_tet_grid* grid, const char* what,
                      rv_tet_place* place, const void* context);

// the set of all nodes of `columns` columns from `first` on, in direction `axis` (0 or 2)
bool rv_tet_grid_set(rv_tet_mesh* mesh, const rv_tet_grid* grid, const char* name, int axis,
                     int first, int columns);

#endif
