// The dense mixed linear complementarity problem of the small space (contacts, friction, capstans):
//   w = W lambda + q, and for every row i   lower_i <= lambda_i <= upper_i with
//   w_i = 0 strictly inside, w_i >= 0 at the lower bound, w_i <= 0 at the upper bound.
// A row without bounds (-INFINITY, INFINITY) is an equality, w_i = 0. Bounds may be affine in the
// multipliers: friction is |t| <= mu n, a capstan with f = T1 - T2 is
// (e^(-mu theta) - 1) T2 <= f <= (e^(mu theta) - 1) T2.
// Methods: block principal pivoting (Kostreva 1978, Judice & Pires 1994), semi-smooth Newton (Alart
// & Curnier 1991), Lemke (1965) with the lexicographic rule; all deterministic, none allocates.
#ifndef REEVE_SOLVE_LCP_H
#define REEVE_SOLVE_LCP_H

#include "core/memory.h"

enum { RV_LCP_ROWS_MAX = 8192 };

// adds `lower * lambda[other]` to the lower bound of `row` and `upper * lambda[other]` to the upper
// one; a bound that is infinite stays so
typedef struct rv_lcp_term {
    int row, other;
    double lower, upper;
} rv_lcp_term;

typedef struct rv_lcp {
    int n;                    // rows, 0 to RV_LCP_ROWS_MAX
    const double* W;          // n x n, row-major, finite
    const double* q;          // n, finite
    const double* lower;      // n, constant part; not NaN, not +INFINITY
    const double* upper;      // n, constant part; >= lower on rows without terms, not -INFINITY
    const rv_lcp_term* terms; // NULL when there are none
    int term_count;
    int iteration_cap; // of each method; 0: 20 n + 100
} rv_lcp;

typedef enum rv_lcp_status {
    RV_LCP_SOLVED,    // residual <= 1e-10; usually it is at rounding level, 1e-15
    RV_LCP_CAPPED,    // gave up after iteration_cap, lambda is the last iterate
    RV_LCP_RAY,       // no solution found; for symmetric semidefinite W there is none
    RV_LCP_BAD_INPUT, // a rule above is broken, or the scratch is too small: nothing was written;
                      // or bounds that define each other in a singular way stopped Lemke
} rv_lcp_status;

typedef struct rv_lcp_result {
    rv_lcp_status status;
    int iterations;  // factorisations (pivot, Newton) plus exchanges (Lemke)
    double residual; // rv_lcp_residual of the lambda returned; INFINITY on bad input
} rv_lcp_result;

// All solvers: lambda[n] is in and out and ends finite, inside its bounds if these are constant;
// state[n] (-1 at lower, 0 inside, +1 at upper) is in and out and is the warm start; any values
// will do. With state NULL the start is read off lambda. Cold start: state all -1, or lambda all 0.

// For symmetric positive semidefinite W and constant bounds (terms are bad input). Symmetry is not
// checked: row i of W is read as column i.
rv_lcp_result rv_lcp_pivot(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch);
// For any W and bounds: Newton on the piecewise linear equations. Fast from a good start, exact
// when it ends; stops as capped as soon as the number of wrong rows no longer falls.
rv_lcp_result rv_lcp_newton(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch);
// For any W and bounds; the start is not used. The basis found is polished by rv_lcp_newton, one
// iteration of it. Where rounding spoils the path, up to three others are tried.
rv_lcp_result rv_lcp_lemke(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch);

// Chooses: pivot when W is symmetric to rounding and the bounds are constant, else Newton from the
// warm start; Lemke when that does not solve it. `iterations` counts all that was done.
rv_lcp_result rv_lcp_solve(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch);

// The natural residual of any lambda, each row relative to the size of what is summed in it:
//   max_i |r_i| / s_i,  r_i = d_i (lambda_i - clamp(lambda_i - w_i / d_i, lower_i, upper_i))
//   s_i = |q_i| + sum_j |W_ij lambda_j| + d_i (|lambda_i| + the magnitudes in the bound that
//   clamps)
// with d_i = W_ii, or the largest |W_ij| of the row, or 1. This is a backward error: an exact
// solution rounded to double gives about 1e-16 whatever the masses are. INFINITY on bad input.
double rv_lcp_residual(const rv_lcp* lcp, const double* lambda, rv_arena scratch);

// bytes of scratch that any of the above needs, 0 for sizes that are bad input
size_t rv_lcp_scratch_bytes(int n, int term_count);

#endif
