// Forces and energy of linear elements.
//   at a point of quadrature: H = sum u_a g_a^T,  e = sym H,  s = lambda tr(e) 1 + 2 mu e
//   f_a -= w s g_a                                w: its share of the volume
#include "model/fem_private.h"

#include <string.h>

// stress of a strain; *energy: their product, halved
static inline rv_mat3 stress_of(const rv_fem* fem, rv_mat3 strain, double* energy) {
    double trace = strain.m[0][0] + strain.m[1][1] + strain.m[2][2];
    double pressure = fem->lambda * trace;
    rv_mat3 stress = rv_mat3_scale(strain, 2.0 * fem->mu);
    for (int r = 0; r < 3; r++)
        stress.m[r][r] += pressure;
    double product = 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            product += stress.m[r][c] * strain.m[r][c];
    *energy = 0.5 * product;
    return stress;
}

static inline void take_stress(const rv_fem* fem, const int32_t* tet, const rv_vec3* g,
                               rv_mat3 stress, double weight, double* f) {
    for (int a = 0; a < fem->tet_nodes; a++) {
        double* at = f + 3 * tet[a];
        rv_vec3 force = rv_mat3_apply(stress, g[a]);
        rv_vec3_store(at, rv_vec3_mul_add(rv_vec3_load(at), -weight, force));
    }
}

double rv_fem_forces(const rv_fem* fem, const double* u, double* f) {
    memset(f, 0, 3 * (size_t)fem->node_count * sizeof *f);
    int points = fem_points(fem);
    double energy = 0.0, density;
    rv_vec3 at_nodes[RV_FEM_NODES], g[RV_FEM_NODES];
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double weight = fem->volumes.data[t] / points;
        fem_gather(fem, tet, u, at_nodes);
        for (int q = 0; q < points; q++) {
            fem_gradients(fem, fem->gradients.data + 4 * (size_t)t, q, g);
            rv_mat3 strain = fem_symmetric(fem_gradient_of(fem, at_nodes, g));
            rv_mat3 stress = stress_of(fem, strain, &density);
            energy += weight * density;
            take_stress(fem, tet, g, stress, weight, f);
        }
    }
    return energy;
}
