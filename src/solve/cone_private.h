// Shared by the parts of the cone solver: the disks of a contact, the working rows, the natural map
// of one contact, the projection. The engine includes cone.h only.
#ifndef REEVE_SOLVE_CONE_PRIVATE_H
#define REEVE_SOLVE_CONE_PRIVATE_H

#include "solve/cone.h"
#include "solve/lcp_private.h"

// One disk of a contact: friction (two rows), spin (one) or roll (two). |lambda| <= coefficient n.
enum { RV_CONE_DISKS = 3 };

typedef struct rv_cone_disk {
    int offset; // of its first row from the row of n
    int rows;   // 0: the contact does not have it
    double coefficient;
} rv_cone_disk;

static inline rv_cone_disk rv_cone_disk_get(const rv_cone* cone, int k) {
    if (k == 0)
        return (rv_cone_disk){1, 2, cone->friction};
    if (k == 1)
        return (rv_cone_disk){3, cone->spin_rows, cone->spin};
    return (rv_cone_disk){3 + cone->spin_rows, cone->roll_rows, cone->roll};
}

static inline double rv_cone_length(const double* x, int rows) {
    return rows == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

// The problem with its rows at some lambda. Bounds of the rows of cones: [0, inf) for n, free for
// a disk, {0} for a disk whose coefficient is 0.
typedef struct rv_cone_work {
    const rv_cone_problem* problem;
    rv_lcp lcp;
    rv_lcp_rows rows;
} rv_cone_work;

size_t rv_cone_work_bytes(int n);
bool rv_cone_work_take(rv_cone_work* work, const rv_cone_problem* problem, rv_arena* arena);
// w, its magnitudes, the bounds of boxes; returns the residual
double rv_cone_work_update(rv_cone_work* work, const double* lambda);

// the mean diagonal of W over the rows of a disk
double rv_cone_disk_size(const rv_cone_problem* problem, int first_row, int rows);
// the bounds of a box with its terms
void rv_cone_box_bounds(const rv_cone_problem* problem, int row, const double* lambda,
                        double bounds[2]);
// lambda becomes finite and moves into its cones and bounds
void rv_cone_project(const rv_cone_problem* problem, double* lambda);
// rv_cone_residual of a valid problem; or as much of it as shows that it is not below `limit`
double rv_cone_residual_at(const rv_cone_problem* problem, const double* lambda);
double rv_cone_residual_below(const rv_cone_problem* problem, const double* lambda, double limit);
// false when a rule of cone.h is broken
bool rv_cone_is_valid(const rv_cone_problem* problem);

// The methods for input that is known to be valid; `cap` is what they may use.
// `thorough`: with damping and longer reaches where full steps do not end.
rv_cone_result rv_cone_newton_run(const rv_cone_problem* problem, double* lambda, int cap,
                                  bool thorough, rv_arena scratch);
size_t rv_cone_newton_bytes(int n);
// gives the last iterate, which need not be better than the start
rv_cone_result rv_cone_sweep_run(const rv_cone_problem* problem, double* lambda, int cap);

// rv_cone_local that starts from lambda
void rv_cone_local_from(const rv_cone* cone, const double* W, const double* q, double* lambda);

#endif
