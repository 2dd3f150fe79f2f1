// Shared by the complementarity solvers: the values of the rows at a point, the natural map of one
// row (Cottle, Pang & Stone 1992, 1.5), the exchange tableau, the standard form for Lemke's method.
// The engine includes lcp.h only.
#ifndef REEVE_SOLVE_LCP_PRIVATE_H
#define REEVE_SOLVE_LCP_PRIVATE_H

#include "solve/lcp.h"

#include <float.h>
#include <math.h>

#define RV_LCP_SOLVED_RESIDUAL 1e-10 // what a row may be off, see rv_lcp_residual

// The rows at some lambda: what rv_lcp_residual is made of.
typedef struct rv_lcp_rows {
    double* d;     // natural size of row i: w_i / d_i has the unit of lambda_i
    double* w;     // W lambda + q
    double* size;  // sum of the magnitudes in w, and d times those of the terms of the bounds
    double* lower; // bounds with their terms
    double* upper;
} rv_lcp_rows;

// The methods behind the functions of lcp.h, for input that is known to be valid and not empty.
typedef rv_lcp_result rv_lcp_method(const rv_lcp* lcp, double* lambda, int8_t* state,
                                    rv_arena scratch);
rv_lcp_method rv_lcp_pivot_run, rv_lcp_newton_run, rv_lcp_lemke_run;

// false when a rule of lcp.h is broken
bool rv_lcp_is_valid(const rv_lcp* lcp);
int rv_lcp_cap(const rv_lcp* lcp);
size_t rv_lcp_rows_bytes(int n);
// takes the arrays, computes d, and sets the bounds to their constant parts
bool rv_lcp_rows_take(rv_lcp_rows* rows, const rv_lcp* lcp, rv_arena* arena);
// w, size, lower, upper at lambda; or only those bounds that move with it
void rv_lcp_rows_update(rv_lcp_rows* rows, const rv_lcp* lcp, const double* lambda);
void rv_lcp_rows_bound(rv_lcp_rows* rows, const rv_lcp* lcp, const double* lambda);
double rv_lcp_rows_residual(const rv_lcp_rows* rows, int n, const double* lambda);
// makes the start usable: states in -1..1 and at bounds that exist; from lambda when `state` is
// NULL
void rv_lcp_start(const rv_lcp* lcp, const double* lambda, const int8_t* state, int8_t* start);
// lambda finite and inside its constant bounds; true if anything moved
bool rv_lcp_clamp(const rv_lcp* lcp, double* lambda);
// the end of a method: clamps lambda, and judges it; `right`: the method thinks that it is done
rv_lcp_result rv_lcp_finish(const rv_lcp* lcp, rv_lcp_rows* rows, double* lambda, int iterations,
                            bool right);
size_t rv_lcp_pivot_bytes(int n);
size_t rv_lcp_newton_bytes(int n);
size_t rv_lcp_lemke_bytes(int n, int term_count);

// One row of the natural map.
typedef struct rv_lcp_check {
    double error; // |r_i|
    double size;  // s_i
    int8_t side;  // where the clamp puts lambda: -1 lower, 0 inside, 1 upper
} rv_lcp_check;

static inline rv_lcp_check rv_lcp_row_check(const rv_lcp_rows* rows, int i, double lambda) {
    double d = rows->d[i];
    double target = lambda - rows->w[i] / d;
    double size = rows->size[i] + d * fabs(lambda);
    if (target < rows->lower[i])
        return (rv_lcp_check){d * fabs(lambda - rows->lower[i]), size + d * fabs(rows->lower[i]),
                              -1};
    if (target > rows->upper[i])
        return (rv_lcp_check){d * fabs(lambda - rows->upper[i]), size + d * fabs(rows->upper[i]),
                              1};
    return (rv_lcp_check){fabs(rows->w[i]), size, 0};
}

// A dictionary: basic_r = constant_r + cover_r z0 + sum over c of cell(r,c) nonbasic_c. Column
// RV_TABLEAU_CONSTANT is the constant, column RV_TABLEAU_COVER belongs to z0, the others follow.
enum { RV_TABLEAU_CONSTANT, RV_TABLEAU_COVER, RV_TABLEAU_FIRST };

typedef struct rv_tableau {
    double* cell;
    int rows;
    int columns; // of every row, the two special ones included
    int stride;
} rv_tableau;

static inline double* rv_tableau_row(const rv_tableau* tableau, int row) {
    return tableau->cell + (size_t)row * (size_t)tableau->stride;
}

// the basic variable of `row` and the nonbasic one of `column` change places
void rv_tableau_exchange(rv_tableau* tableau, int row, int column);

// The problem in standard form, v = c + M z, v >= 0, z >= 0, v z = 0 (see lcp_form.c).
typedef struct rv_lcp_form {
    rv_tableau tableau;
    int pairs;   // complementary pairs (v_k, z_k)
    int* first;  // pair of row i: distance to its reference bound and w; -1 for an equality
    int* second; // pair of a boxed row: distance to the upper bound and its multiplier; else -1
} rv_lcp_form;

size_t rv_lcp_form_bytes(int n, int term_count);
// false: no scratch, or the bounds define each other in a singular way
bool rv_lcp_form_make(rv_lcp_form* form, const rv_lcp* lcp, rv_arena* arena);

#endif
