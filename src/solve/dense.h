// Small dense linear algebra for the complementarity solvers: row-major matrices of up to a few
// hundred rows, contiguous loops, no allocation. LDL^T grows row by row (bordering form), so that a
// leading part that did not change is kept; LU uses scaled partial pivoting (Wilkinson 1961). Both
// replace a vanishing pivot by a soft one, so that redundant but consistent rows are solved, not
// refused.
#ifndef REEVE_SOLVE_DENSE_H
#define REEVE_SOLVE_DENSE_H

#include "core/memory.h"

// sum of a[i] b[i], in a fixed order of four partial sums
double rv_dense_dot(const double* a, const double* b, int n);
// none of them is infinite or not a number
bool rv_dense_all_finite(const double* x, size_t count);
// y += factor x; y and x must not overlap
void rv_dense_add(double* y, double factor, const double* x, int n);

// The factors L D L^T of rows and columns order[0..count) of a symmetric matrix.
typedef struct rv_ldl {
    int capacity;      // rows it can hold, and the stride of L
    double* L;         // unit lower triangle, row-major; the diagonal is not stored
    double* D;         // pivots
    double* inverse_D; // 1 / D
    double* panel;     // scratch: four rows of L D, interleaved
    bool* soft;        // the pivot of this row vanished and was replaced
} rv_ldl;

// bytes of arena that rv_ldl_take uses
size_t rv_ldl_bytes(int capacity);
// false when the arena is used up
bool rv_ldl_take(rv_ldl* ldl, int capacity, rv_arena* arena);
// Factors positions [from, to) of A(order, order), A with `stride` columns; positions [0, from)
// must hold from earlier. `floor` > 0 stands in for a diagonal that is zero. Reads the row of A of
// the later index in `order` only.
void rv_ldl_extend(rv_ldl* ldl, const double* A, int stride, const int* order, int from, int to,
                   double floor);
// x becomes (L D L^T)^-1 x over the first `count` positions
void rv_ldl_solve(const rv_ldl* ldl, int count, double* x);

// Replaces A (n x n, contiguous) by its factors; pivot[k] is the row exchanged with row k and
// row_scale[n] is scratch. Returns the number of pivots that vanished.
int rv_lu_factor(double* A, int n, int* pivot, double* row_scale);
// x becomes A^-1 x
void rv_lu_solve(const double* LU, int n, const int* pivot, double* x);

#endif
