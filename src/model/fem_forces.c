// Forces and energy of elements, linear and turned.
//   at a point of quadrature: H = sum u_a g_a^T,  e = sym H,  s = lambda tr(e) 1 + 2 mu e
//   f_a -= w s g_a                                w: its share of the volume
// With large rotation F = sum x_a g_a^T = R S and e = S - 1. Then W = w (mu |S - 1|^2 + lambda/2
// tr(S - 1)^2) has the gradient dW/dF = w R s(e), since d tr S = R : dF: what the turning of R
// would add is zero. And R s(e) F^T = R s(e) S R^T is symmetric, s and S having the same axes: no
// torque. Both hold point by point, for every shape, while one rotation for all points of a
// quadratic element would keep neither.
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

// stress in the axes of the world for a gradient of displacements, or (turned: *R is found) positions
static inline rv_mat3 stress_at(const rv_fem* fem, rv_mat3 gradient, bool turned, rv_mat3* R,
                                double* energy) {
    if (!turned)
        return stress_of(fem, fem_symmetric(gradient), energy);
    *R = rv_fem_rotation(gradient);
    rv_mat3 strain = fem_symmetric(rv_mat3_mul(rv_mat3_transpose(*R), gradient));
    for (int r = 0; r < 3; r++)
        strain.m[r][r] -= 1.0;
    return rv_mat3_mul(*R, stress_of(fem, strain, energy));
}

static inline double forces(const rv_fem* fem, const double* x, double* f, bool turned,
                            rv_mat3* turns) {
    memset(f, 0, 3 * (size_t)fem->node_count * sizeof *f);
    int points = fem_points(fem);
    double energy = 0.0, density;
    rv_vec3 at_nodes[RV_FEM_NODES], g[RV_FEM_NODES];
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double weight = fem->volumes.data[t] / points;
        fem_gather(fem, tet, x, at_nodes);
        for (int q = 0; q < points; q++) {
            rv_mat3 R = rv_mat3_identity();
            fem_gradients(fem, fem->gradients.data + 4 * (size_t)t, q, g);
            rv_mat3 stress =
                stress_at(fem, fem_gradient_of(fem, at_nodes, g), turned, &R, &density);
            energy += weight * density;
            take_stress(fem, tet, g, stress, weight, f);
            if (turns != NULL)
                turns[(size_t)t * (size_t)points + (size_t)q] = R;
        }
    }
    return energy;
}

double rv_fem_forces(const rv_fem* fem, const double* u, double* f) {
    return forces(fem, u, f, false, NULL);
}

double rv_fem_forces_turned(const rv_fem* fem, const double* x, double* f, rv_mat3* turns) {
    return forces(fem, x, f, true, turns);
}
