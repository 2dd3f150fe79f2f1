// The stiffness of tension in elements that turn (fem_forces.c), the rest of the slope of R s(e).
// A motion with the gradient dG = R^T dF = sym + [a]x turns the element by
//   w = 2 (tr S - S)^-1 a,   since  [w]x S + S [w]x = [(tr S - S) w]x,
// and the stress changes by lambda tr(dG) + 2 mu sym, which R K R^T holds, and by [T a]x,
//   T = 2 mu + 2 c (tr S - S)^-1,   c = lambda tr(S - 1) - 2 mu,
// on the axes of S: T_i = 2 mu + 2 c / (s_j + s_k), zero without strain, negative under pressure
// (Smith, de Goes, Kim 2019). Nodes a and b with a = 1/2 g x v have  K_ab += 1/2 [g_a]x^T T [g_b]x.
#include "model/fem_private.h"

#include <string.h>

// two axes of an element that is nearly flat turn as easily as if they had this sum of lengths
static const double LEAST_SUM = 0.1;

// T in the axes of the world, without what is negative; false: nothing is left
static bool tension_of(const rv_fem* fem, rv_mat3 S, rv_mat3 R, rv_mat3* T) {
    double value[3];
    rv_vec3 axis[3];
    fem_axes(S, value, axis);
    double c = fem->lambda * (value[0] + value[1] + value[2] - 3.0) - 2.0 * fem->mu;
    bool any = false;
    *T = rv_mat3_zero();
    for (int i = 0; i < 3; i++) {
        double sum = value[(i + 1) % 3] + value[(i + 2) % 3];
        double across = 2.0 * fem->mu + 2.0 * c / (sum > LEAST_SUM ? sum : LEAST_SUM);
        if (!(across > 0.0))
            continue;
        rv_vec3 turned = rv_mat3_apply(R, axis[i]);
        *T = rv_mat3_add(*T, rv_mat3_scale(rv_mat3_outer(turned, turned), across));
        any = true;
    }
    return any;
}

// B += scale [a]x^T T [b]x of all pairs
static void add_pairs(const rv_fem* fem, const rv_vec3* g, rv_mat3 T, double scale,
                      double B[RV_FEM_PAIRS][9]) {
    T = rv_mat3_scale(T, scale);
    rv_mat3 left[RV_FEM_NODES], right[RV_FEM_NODES];
    for (int a = 0; a < fem->tet_nodes; a++) {
        right[a] = rv_mat3_skew(g[a]);
        left[a] = rv_mat3_mul(rv_mat3_transpose(right[a]), T);
    }
    for (int a = 0, pair = 0; a < fem->tet_nodes; a++)
        for (int b = 0; b <= a; b++, pair++) {
            rv_mat3 K = rv_mat3_mul(left[a], right[b]);
            for (int k = 0; k < 9; k++)
                B[pair][k] += K.m[k / 3][k % 3];
        }
}

void rv_fem_add_tension(const rv_fem* fem, const rv_fem_system* system, const double* x,
                        const rv_mat3* turns, double scale, double* values) {
    int points = fem_points(fem);
    for (int t = 0; t < fem->tet_count; t++) {
        double B[RV_FEM_PAIRS][9], weight = scale * fem->volumes.data[t] / points;
        rv_vec3 at_nodes[RV_FEM_NODES], g[RV_FEM_NODES];
        bool any = false;
        memset(B, 0, (size_t)fem_pairs(fem) * sizeof *B);
        fem_gather(fem, fem_tet(fem, t), x, at_nodes);
        for (int q = 0; q < points; q++) {
            rv_mat3 T, R = turns[(size_t)t * (size_t)points + (size_t)q];
            fem_gradients(fem, fem->gradients.data + 4 * (size_t)t, q, g);
            rv_mat3 F = fem_gradient_of(fem, at_nodes, g);
            rv_mat3 S = fem_symmetric(rv_mat3_mul(rv_mat3_transpose(R), F));
            if (!tension_of(fem, S, R, &T))
                continue;
            for (int a = 0; a < fem->tet_nodes; a++)
                g[a] = rv_mat3_apply(R, g[a]);
            add_pairs(fem, g, T, 0.5 * weight, B);
            any = true;
        }
        if (any)
            fem_put_element(fem, system, t, B, values);
    }
}
