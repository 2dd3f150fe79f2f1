// Forces and energy of elements that turn, and their slope, four elements at a time (fem_lanes.h).
// With large rotation F = sum x_a g_a^T = R S and e = S - 1. Then W = w (mu |S - 1|^2 + lambda/2
// tr(S - 1)^2) has the gradient dW/dF = w R s(e), since d tr S = R : dF: what the turning of R
// would add is zero. And R s(e) F^T = R s(e) S R^T is symmetric, s and S having the same axes: no
// torque. Both hold point by point, for every shape, while one rotation for all points of a
// quadratic element would keep neither.
//
// The slope of R s(e): a motion with the gradient dG = R^T dF = sym + [a]x turns the element by
//   w = 2 (tr S - S)^-1 a,   since  [w]x S + S [w]x = [(tr S - S) w]x,
// and the stress changes by lambda tr(dG) + 2 mu sym, which R K R^T holds, and by [T a]x,
//   T = 2 mu + 2 c (tr S - S)^-1,   c = lambda tr(S - 1) - 2 mu,
// on the axes of S: T_i = 2 mu + 2 c / (s_j + s_k), zero without strain, negative under pressure
// (Smith, de Goes, Kim 2019). Nodes a and b with a = 1/2 g x v have  K_ab += 1/2 [g_a]x^T T [g_b]x.
// What is negative of T is left out.
#include "model/fem_lanes.h"

#include <string.h>

int rv_fem_turn_count(const rv_fem* fem) {
    return fem_points(fem) * ((fem->tet_count + FEM_LANES - 1) / FEM_LANES);
}

fem_four fem_four_at(const rv_fem* fem, int tet) {
    fem_four four;
    int left = fem->tet_count - tet;
    four.fem = fem;
    four.group = &fem->groups.data[tet / FEM_LANES];
    four.first = tet;
    four.count = left < FEM_LANES ? left : FEM_LANES;
    return four;
}

void fem_four_gather(fem_four* four, const double* x) {
    for (int lane = 0; lane < FEM_LANES; lane++) {
        int own = lane < four->count ? lane : four->count - 1;
        const int32_t* tet = fem_tet(four->fem, four->first + own);
        rv_vec3 first = rv_vec3_load(x + 3 * tet[0]);
        for (int a = 0; a < four->fem->tet_nodes; a++) {
            rv_vec3 at = rv_vec3_sub(rv_vec3_load(x + 3 * tet[a]), first);
            four->x[a][0][lane] = at.x;
            four->x[a][1][lane] = at.y;
            four->x[a][2][lane] = at.z;
        }
    }
}

static void scatter(const fem_four* four, double* f) {
    for (int lane = 0; lane < four->count; lane++) {
        const int32_t* tet = fem_tet(four->fem, four->first + lane);
        for (int a = 0; a < four->fem->tet_nodes; a++)
            for (int r = 0; r < 3; r++)
                f[3 * tet[a] + r] += four->f[a][r][lane];
    }
}

double rv_fem_forces_turned(const rv_fem* fem, const double* x, double* f, rv_fem_turn* turns) {
    const fem_kernels* kernels = fem_kernels_of(fem);
    double energy = 0.0;
    if (f != NULL)
        memset(f, 0, 3 * (size_t)fem->node_count * sizeof *f);
    for (int t = 0; t < fem->tet_count; t += FEM_LANES) {
        fem_four four = fem_four_at(fem, t);
        fem_four_gather(&four, x);
        kernels->forces(&four, turns == NULL ? NULL : turns + fem_turn_at(fem, t));
        for (int lane = 0; lane < four.count; lane++)
            energy += four.energy[lane];
        if (f != NULL)
            scatter(&four, f);
    }
    return energy;
}

void rv_fem_turned_slope(const rv_fem* fem, rv_fem_weights weights, const rv_fem_turn* turns,
                         const double* u, double* f) {
    const fem_kernels* kernels = fem_kernels_of(fem);
    memset(f, 0, 3 * (size_t)fem->node_count * sizeof *f);
    for (int t = 0; t < fem->tet_count; t += FEM_LANES) {
        fem_four four = fem_four_at(fem, t);
        fem_four_gather(&four, u);
        kernels->slope(&four, turns + fem_turn_at(fem, t), &weights);
        scatter(&four, f);
    }
}
