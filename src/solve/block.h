// Small dense blocks of the sparse LDL^T: sizes 1 to 6, stored column by column (block[k * rows +
// i]), so that the innermost loops run over contiguous rows and the compiler can vectorise them
// without reordering any sum.
#ifndef REEVE_SOLVE_BLOCK_H
#define REEVE_SOLVE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { RV_BLOCK_MAX = 6, RV_BLOCK_VALUES = RV_BLOCK_MAX * RV_BLOCK_MAX };

// target <- values (rows x columns), or its transpose
void rv_block_copy(int rows, int columns, double* target, const double* values, bool transposed);

// In place LDL^T of a symmetric size x size block (lower part used): below the diagonal comes L,
// and inverse_d[k] = 1 / d_k. `sign` is the known sign of every pivot; a pivot with the other sign
// or smaller than smallest[k] >= 0 is replaced by sign * smallest[k]; if that is zero, inverse_d[k]
// = 0 and the unknown comes out as zero. Returns how many were replaced.
int rv_block_factor(int size, double* block, double* inverse_d, double sign,
                    const double* smallest);

// panel <- panel L^-T for a panel of `rows` x size, and scaled <- that D^-1
void rv_block_right_solve(int rows, int size, double* panel, const double* block, double* scaled,
                          const double* inverse_d);

// target (rows x columns) -= left (rows x inner) right (columns x inner)^T
void rv_block_update(int rows, int columns, int inner, double* target, const double* left,
                     const double* right);
// the same for a target of which only the lower triangle is used
void rv_block_update_lower(int size, int inner, double* target, const double* left,
                           const double* right);

// x <- D^-1 L^-1 x and x <- L^-T x, with unit lower L
void rv_block_forward(int size, const double* block, const double* inverse_d, double* x);
void rv_block_backward(int size, const double* block, double* x);

// y -= panel x (rows x columns); y -= panel^T x
void rv_block_multiply_sub(int rows, int columns, const double* panel, const double* x, double* y);
void rv_block_multiply_transpose_sub(int rows, int columns, const double* panel, const double* x,
                                     double* y);

// sum[i] <- sum over k of panel_ik^2 inverse[k]
void rv_block_response(int rows, int columns, const double* panel, const double* inverse,
                       double* sum);

// a running sum and the sum of the magnitudes of its terms, which it is measured against
typedef struct rv_block_sum {
    double* sum;
    double* size;
} rv_block_sum;

// y -= panel x; y += panel^T x
void rv_block_residual_sub(int rows, int columns, const double* panel, const double* x,
                           rv_block_sum y);
void rv_block_residual_transpose_add(int rows, int columns, const double* panel, const double* x,
                                     rv_block_sum y);

#endif
