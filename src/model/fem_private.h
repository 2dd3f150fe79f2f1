// One element in numbers, the same for both orders (fem.h).
#ifndef REEVE_MODEL_FEM_PRIVATE_H
#define REEVE_MODEL_FEM_PRIVATE_H

#include "model/fem.h"

// corners of the edges, in the order of their nodes
extern const int fem_edge_corners[6][2];

// points of quadrature in an element
static inline int fem_points(const rv_fem* fem) {
    return fem->order == 1 ? 1 : RV_FEM_POINTS;
}

static inline int fem_pairs(const rv_fem* fem) {
    return fem->tet_nodes * (fem->tet_nodes + 1) / 2;
}

static inline const int32_t* fem_tet(const rv_fem* fem, int tet) {
    return fem->tets.data + (size_t)tet * (size_t)fem->tet_nodes;
}

// gradients of the shapes of all nodes at a point, of those of the barycentric coordinates
void fem_gradients(const rv_fem* fem, const rv_vec3 corner[4], int point, rv_vec3 gradient[]);

// M_ab over the mass of the element
double fem_mass_share(const rv_fem* fem, rv_fem_mass kind, int a, int b);
// row sum of M over the mass of the element
double fem_load_share(const rv_fem* fem, rv_fem_mass kind, int a);

#endif
