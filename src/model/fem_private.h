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

// barycentric coordinate a of a point of order 2: (5 + 3 sqrt 5) / 20 next to its corner, else
// (5 - sqrt 5) / 20; exact to degree 2
static inline double fem_barycentric(int point, int a) {
    return a == point ? 0.58541019662496845446 : 0.13819660112501051518;
}

// gradients of the shapes of all nodes at a point, of those of the barycentric coordinates
void fem_gradients(const rv_fem* fem, const rv_vec3 corner[4], int point, rv_vec3 gradient[]);

// values at the nodes of an element, over that of its first: sums of gradients are zero, and what
// all nodes share is best not rounded
static inline void fem_gather(const rv_fem* fem, const int32_t* tet, const double* x,
                              rv_vec3* out) {
    rv_vec3 first = rv_vec3_load(x + 3 * tet[0]);
    for (int a = 0; a < fem->tet_nodes; a++)
        out[a] = rv_vec3_sub(rv_vec3_load(x + 3 * tet[a]), first);
}

// sum of u_a g_a^T
static inline rv_mat3 fem_gradient_of(const rv_fem* fem, const rv_vec3* u, const rv_vec3* g) {
    rv_mat3 H = rv_mat3_zero();
    for (int a = 0; a < fem->tet_nodes; a++)
        H = rv_mat3_add(H, rv_mat3_outer(u[a], g[a]));
    return H;
}

static inline rv_mat3 fem_symmetric(rv_mat3 a) {
    return rv_mat3_scale(rv_mat3_add(a, rv_mat3_transpose(a)), 0.5);
}

// det F over |F|^3, which is 0.19 of a rotation, from which on Newton's iteration finds it
static const double FEM_NEWTON_VOLUME = 0.01;

// Neighbours in elements, as a graph has them: of all nodes, or (`unknown`, by node; -1: none) of
// the n unknowns of a system. false: no memory.
typedef struct fem_neighbours {
    RV_ARRAY(int) first; // one more than there are
    RV_ARRAY(int) adjacent;
    RV_ARRAY(int) at; // the end of its list, then who named it last
} fem_neighbours;
bool fem_list_neighbours(rv_memory* memory, fem_neighbours* l, const rv_fem* fem,
                         const int* unknown, int n);
void fem_neighbours_free(rv_memory* memory, fem_neighbours* l);

// M_ab over the mass of the element
double fem_mass_share(const rv_fem* fem, rv_fem_mass kind, int a, int b);
// row sum of M over the mass of the element
double fem_load_share(const rv_fem* fem, rv_fem_mass kind, int a);

#endif
