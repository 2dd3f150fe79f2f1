// Nonlinear Gauss-Seidel (Jean 1999): contact by contact, each solved exactly with the others held,
// boxes clamped row by row; forwards and backwards in turn, so that what a pile carries travels
// both ways. Slow to the last digit, but it goes downhill from nearly anywhere: it gives Newton its
// start where Newton's own path does not end.
#include "solve/cone_private.h"
#include "solve/dense.h"

#include <string.h>

// sweeps between two looks at the residual
enum { SWEEP_CHECK = 4 };

typedef struct sweep {
    const rv_cone_problem* problem;
    double* lambda;
} sweep;

static double row_w(const sweep* s, int i) {
    const rv_cone_problem* problem = s->problem;
    const double* row = problem->W + (size_t)i * (size_t)problem->n;
    return problem->q[i] + rv_dense_dot(row, s->lambda, problem->n);
}

static void relax_contact(sweep* s, const rv_cone* cone) {
    double W[RV_CONE_ROWS * RV_CONE_ROWS], q[RV_CONE_ROWS];
    int rows = rv_cone_rows(cone);
    double* lambda = s->lambda + cone->first;
    for (int i = 0; i < rows; i++) {
        const double* row =
            s->problem->W + (size_t)(cone->first + i) * (size_t)s->problem->n + cone->first;
        memcpy(W + i * rows, row, (size_t)rows * sizeof(double));
        q[i] = row_w(s, cone->first + i) - rv_dense_dot(row, lambda, rows);
    }
    rv_cone_local_from(cone, W, q, lambda);
}

static void relax_box(sweep* s, int i) {
    double bounds[2];
    double d = s->problem->W[(size_t)i * (size_t)(s->problem->n + 1)];
    rv_cone_box_bounds(s->problem, i, s->lambda, bounds);
    s->lambda[i] = fmin(fmax(s->lambda[i] - row_w(s, i) / d, bounds[0]), bounds[1]);
}

static void sweep_once(sweep* s, bool forwards) {
    const rv_cone_problem* problem = s->problem;
    int boxes = problem->n - problem->first_box, parts = problem->cone_count + boxes;
    for (int k = 0; k < parts; k++) {
        int part = forwards ? k : parts - 1 - k;
        if (part < problem->cone_count)
            relax_contact(s, &problem->cones[part]);
        else
            relax_box(s, problem->first_box + part - problem->cone_count);
    }
}

rv_cone_result rv_cone_sweep_run(const rv_cone_problem* problem, double* lambda, int cap) {
    sweep s = {problem, lambda};
    rv_cone_project(problem, lambda);
    rv_cone_result result = {.residual = rv_cone_residual_at(problem, lambda)};
    while (result.residual > problem->tolerance && result.sweeps < cap) {
        sweep_once(&s, result.sweeps % 2 == 0);
        result.sweeps++;
        if (result.sweeps % SWEEP_CHECK != 0 && result.sweeps < cap)
            continue;
        // boxes whose bounds moved after their turn
        rv_cone_project(problem, lambda);
        result.residual = rv_cone_residual_at(problem, lambda);
    }
    result.solved = result.residual <= problem->tolerance;
    return result;
}
