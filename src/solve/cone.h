// Contacts with Coulomb's law on a dense W: w = W lambda + q, and for each contact with rows
//   n            0 <= lambda_n, w_n >= 0, lambda_n w_n = 0
//   t1, t2       |lambda_t| <= friction lambda_n, and where w_t is not 0, lambda_t is on the rim of
//                that disk, against w_t
//   s (if any)   |lambda_s| <= spin lambda_n, likewise with w_s           (one row)
//   r1, r2       |lambda_r| <= roll lambda_n, likewise with w_r           (two rows)
// and for box rows, as in lcp.h: lower <= lambda <= upper, bounds affine in other multipliers.
// The cone is exact: a disk, not a polygon. Semi-smooth Newton on the projected equations (Alart &
// Curnier 1991), nonlinear Gauss-Seidel with exact local solves where that fails.
#ifndef REEVE_SOLVE_CONE_H
#define REEVE_SOLVE_CONE_H

#include "core/memory.h"
#include "solve/lcp.h"

enum { RV_CONE_ROWS = 6 };

typedef struct rv_cone {
    int first;         // row of n; t1 and t2 follow, then s if spin_rows, then r1, r2
    int8_t spin_rows;  // 0 or 1
    int8_t roll_rows;  // 0 or 2
    double friction;   // >= 0; 0: its rows must stay zero
    double spin, roll; // [m], >= 0
} rv_cone;

static inline int rv_cone_rows(const rv_cone* cone) {
    return 3 + cone->spin_rows + cone->roll_rows;
}

typedef struct rv_cone_problem {
    int n;           // rows
    const double* W; // n x n, row-major, symmetric positive semidefinite with a positive diagonal
    const double* q;
    int cone_count;
    const rv_cone* cones; // their rows follow each other from row 0
    // the rows after the cones are boxes: indexed by row - first_box
    int first_box;
    const double *lower, *upper;
    const rv_lcp_term* terms; // rows and others are numbers of rows of the whole problem
    int term_count;
    double tolerance; // of the residual, e.g. 1e-10
    // Steps that a solve may take, all together. A warm start takes 1 to 4; what takes more than 60
    // is mostly about how redundant contacts share a load, below 1e-8 of the residual.
    int newton_cap; // 0: 400, fewer for more than 100 rows, not below 60
    int sweep_cap;  // 0: 2000, fewer for more than 140 rows, not below 100
} rv_cone_problem;

typedef struct rv_cone_result {
    bool solved;    // residual <= tolerance
    int iterations; // Newton's
    int sweeps;     // of Gauss-Seidel
    double residual;
} rv_cone_result;

// lambda is the start and the solution: always finite and inside its bounds and cones, also when
// not solved (then it is the best iterate that was found). All zero is a cold start: contacts that
// part slowly or not at all are then taken to carry first. Not solved, with an infinite residual:
// a value that is not finite, a diagonal that is not positive, a negative coefficient; n, cones or
// terms that do not fit (then nothing is written).
// Newton; sweeps of Gauss-Seidel where that does not end, and Newton again with damping. Without
// friction and terms it is rv_lcp_pivot.
rv_cone_result rv_cone_solve(const rv_cone_problem* problem, double* lambda, rv_arena scratch);
// From a good start: Newton steps only, full ones and then with damping that fades, at most
// newton_cap, and pivoting where nothing rubs.
// For steps that cannot afford the search of rv_cone_solve.
rv_cone_result rv_cone_polish(const rv_cone_problem* problem, double* lambda, rv_arena scratch);
// Within a cost: Newton steps from a good start as long as they fit into *work multiply-adds, then
// sweeps; what is left of it is in *work. Contacts have three rows each, boxes no bounds and no terms.
// lambda is the best that was found, inside its cones; `residual` is what one more look would change
// of a force, as a share of the largest, and `tolerance` is compared with that. newton_cap as it is.
// Input is not checked.
rv_cone_result rv_cone_quick(const rv_cone_problem* problem, double* lambda, long* work,
                             rv_arena scratch);
size_t rv_cone_quick_bytes(int n);
// the two parts of it, for tests and comparison
rv_cone_result rv_cone_newton(const rv_cone_problem* problem, double* lambda, rv_arena scratch);
rv_cone_result rv_cone_sweep(const rv_cone_problem* problem, double* lambda, rv_arena scratch);

// The natural residual: how far lambda is from its projection, the largest over normals, disks and
// boxes of
//   d |lambda - P(lambda - w / d)| / s
// d = the diagonal of W (mean over a disk's rows); P puts a normal on [0, inf), a disk on the disk
// of radius coefficient * lambda_n, a box between its bounds; s = the size of what is summed there,
// |q| + sum |W lambda| of the row (largest of a disk's) + d (|lambda| + the radius or bound). Every
// part is judged by itself: it is a backward error, 1e-16 for an exact solution that is rounded,
// whatever the masses and units are. INFINITY on bad input.
double rv_cone_residual(const rv_cone_problem* problem, const double* lambda);
// The same natural map against the speeds that the problem starts with,
//   |lambda - P(lambda - w / d)| d / max |q|:
// huge forces that almost balance each other have a small residual and a large error of speed.
double rv_cone_speed_error(const rv_cone_problem* problem, const double* lambda);
size_t rv_cone_scratch_bytes(int n, int cone_count, int term_count);

// One contact on its own: w = W lambda + q with W (rows x rows, row-major, symmetric positive
// definite). Exact: take-off, stick, or slip on a disk by a bracketed root; several disks by a
// small Newton. A solution exists for every friction.
void rv_cone_local(const rv_cone* cone, const double* W, const double* q, double* lambda);

#endif
