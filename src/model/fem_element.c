// Shapes of tetrahedra: gradients at points of quadrature, and masses.
//   order 1: N_a = l_a                               l: barycentric coordinates
//   order 2: N_a = l_a (2 l_a - 1),  N_ij = 4 l_i l_j on the edge ij
// Gradients of order 2 are linear, so that four points integrate products of them exactly.
#include "model/fem_private.h"

const int fem_edge_corners[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

void fem_gradients(const rv_fem* fem, const rv_vec3 corner[4], int point, rv_vec3 gradient[]) {
    if (fem->order == 1) {
        for (int a = 0; a < 4; a++)
            gradient[a] = corner[a];
        return;
    }
    double l[4];
    for (int a = 0; a < 4; a++) {
        l[a] = fem_barycentric(point, a);
        gradient[a] = rv_vec3_scale(corner[a], 4.0 * l[a] - 1.0);
    }
    for (int e = 0; e < 6; e++) {
        int i = fem_edge_corners[e][0], j = fem_edge_corners[e][1];
        gradient[4 + e] =
            rv_vec3_mul_add(rv_vec3_scale(corner[i], 4.0 * l[j]), 4.0 * l[i], corner[j]);
    }
}

static bool on_edge(int corner, int edge) {
    return fem_edge_corners[edge][0] == corner || fem_edge_corners[edge][1] == corner;
}

// integrals of products of two shapes of order 2 over the volume, times 420
static double quadratic_mass(int a, int b) {
    if (a < 4 && b < 4)
        return a == b ? 6.0 : 1.0;
    if (a < 4)
        return on_edge(a, b - 4) ? -4.0 : -6.0;
    if (b < 4)
        return quadratic_mass(b, a);
    // the opposite edge of edge e is 5 - e
    return a == b ? 32.0 : a - 4 == 5 - (b - 4) ? 8.0 : 16.0;
}

double fem_mass_share(const rv_fem* fem, rv_fem_mass kind, int a, int b) {
    if (kind == RV_FEM_LUMPED && a != b)
        return 0.0;
    if (fem->order == 1)
        return kind == RV_FEM_LUMPED ? 1.0 / 4.0 : a == b ? 2.0 / 20.0 : 1.0 / 20.0;
    // the diagonal, scaled to the mass: 4 x 6 + 6 x 32 = 216
    return quadratic_mass(a, b) / (kind == RV_FEM_LUMPED ? 216.0 : 420.0);
}

double fem_load_share(const rv_fem* fem, rv_fem_mass kind, int a) {
    if (fem->order == 1)
        return 1.0 / 4.0;
    if (kind == RV_FEM_LUMPED)
        return fem_mass_share(fem, kind, a, a);
    return a < 4 ? -1.0 / 20.0 : 1.0 / 5.0;
}
