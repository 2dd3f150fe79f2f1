// Faces of a tetrahedral mesh: which two tetrahedra share one, and the surface, whose faces belong
// to one tetrahedron alone.
#ifndef REEVE_MODEL_TET_SURFACE_H
#define REEVE_MODEL_TET_SURFACE_H

#include "core/memory.h"

// indices of nodes must be in range in all of these; tetrahedra have positive volume

typedef RV_ARRAY(int32_t) rv_index_list;

enum { RV_TET_OUTSIDE = -1, RV_TET_CROWDED = -2 };

// Face f of a tetrahedron lies opposite to its corner f; corners counter-clockwise seen from
// outside.
extern const int rv_tet_face_corners[4][3];

// For face 4 t + f the one that is the same face of another tetrahedron, RV_TET_OUTSIDE where there
// is none, or RV_TET_CROWDED where there is more than one; `neighbour` has 4 tet_count. False: no
// memory.
bool rv_tet_neighbours(rv_memory* memory, const int32_t* tets, int tet_count, int node_count,
                       int32_t* neighbour);

// The surface: three nodes for each triangle, counter-clockwise seen from outside, in the order of
// their tetrahedra. Returns how many triangles; -1: no memory.
int rv_tet_surface(rv_memory* memory, const int32_t* tets, int tet_count, int node_count,
                   rv_index_list* triangles);

// The nodes that triangles name, each once, ascending. Returns how many; -1: no memory.
int rv_tet_surface_nodes(rv_memory* memory, const rv_index_list* triangles, int node_count,
                         rv_index_list* nodes);

// Sorts `order` (items 0 .. count - 1 in any order) by keys[item * stride], which are in
// [0, key_count); equal ones stay as they are. `starts` has key_count + 1, `scratch` count
// elements.
void rv_sort_stable(int32_t* order, int count, const int32_t* keys, int stride, int key_count,
                    int32_t* starts, int32_t* scratch);

#endif
