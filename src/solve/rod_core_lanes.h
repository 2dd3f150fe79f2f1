// The one source of rod_core_pairs.c and rod_core_fours.c. Column j takes from every column k left of
// it
//   A_ij -= X_ik (D_k X_jk^T),  i >= j,
// then A_jj = L_j D_j L_j^T and X_ij = A_ij L_j^-T D_j^-1. Blocks are four columns of four doubles.
#include "solve/rod_core.h"

enum { COLUMN = 4, INVERSE = 6, PIVOT = 10 };

// a column of a block; it lies on double's boundaries
typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));

LANES int row_of(int r) {
    return r * (r - 1) / 2;
}

// A -= X Y, Y by rows
LANES void update(double* A, const double* X, const double Y[16]) {
    const quad* x = (const quad*)X;
    quad x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3];
    for (int c = 0; c < 4; c++) {
        quad sum = ((quad*)A)[c];
        sum -= x0 * Y[c];
        sum -= x1 * Y[4 + c];
        sum -= x2 * Y[8 + c];
        sum -= x3 * Y[12 + c];
        ((quad*)A)[c] = sum;
    }
}

// takes what columns on the left of j leave there
LANES void take(rv_rod_core* core, int j, const int* at) {
    const int *column = core->column.data, *row = core->row.data;
    double *blocks = core->blocks.data, *pivots = core->pivots.data;
    double* before = core->before.data + 4 * j;
    quad of_vertex = *(quad*)before, of_multiplier = of_vertex;
    for (int e = core->left.data[j]; e < core->left.data[j + 1]; e++) {
        int k = core->left_column.data[e], first = core->left_block.data[e], end = column[k + 1];
        const double* X = blocks + (size_t)first * ROD_BLOCK;
        const double* d = pivots + (size_t)k * ROD_BLOCK + PIVOT;
        double Y[16];
        const quad* x = (const quad*)X;
        quad* y = (quad*)Y;
        for (int r = 0; r < 4; r++)
            y[r] = x[r] * d[r];
        // pivots before vertices take from vertices, and multipliers from multipliers
        of_multiplier -= x[0] * y[0];
        of_multiplier -= x[1] * y[1];
        of_multiplier -= x[2] * y[2];
        of_vertex -= x[3] * y[3];
        update(pivots + (size_t)j * ROD_BLOCK, X, Y);
        for (int b = first + 1; b < end; b++)
            update(blocks + (size_t)at[row[b]] * ROD_BLOCK, blocks + (size_t)b * ROD_BLOCK, Y);
    }
    *(quad*)before = (quad){of_vertex[0], of_vertex[1], of_vertex[2], of_multiplier[3]};
}

// A <- L, 1/D, D of the block A
LANES int factor_pivot(double* A, const double before[4]) {
    double L[6], inverse[4], pivot[4], own[4];
    int replaced = 0;
    for (int r = 0; r < 4; r++) {
        double d = A[COLUMN * r + r];
        for (int c = 0; c < r; c++) {
            own[c] = A[COLUMN * c + r];
            for (int k = 0; k < c; k++)
                own[c] -= L[row_of(c) + k] * own[k];
            L[row_of(r) + c] = own[c] * inverse[c];
            d -= L[row_of(r) + c] * own[c];
        }
        pivot[r] = d;
        replaced += rod_settle(&pivot[r], before[r], r < 3 ? 1.0 : -1.0, &inverse[r]);
    }
    for (int i = 0; i < 6; i++)
        A[i] = L[i];
    for (int i = 0; i < 4; i++) {
        A[INVERSE + i] = inverse[i];
        A[PIVOT + i] = pivot[i];
    }
    return replaced;
}

LANES int factor_column(rv_rod_core* core, int j) {
    double* A = core->pivots.data + (size_t)j * ROD_BLOCK;
    int replaced = factor_pivot(A, core->before.data + 4 * j);
    const double *L = A, *inverse = A + INVERSE;
    for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
        quad* X = (quad*)(core->blocks.data + (size_t)b * ROD_BLOCK);
        quad x0 = X[0], x1 = X[1] - x0 * L[0], x2 = (X[2] - x0 * L[1]) - x1 * L[2];
        quad x3 = ((X[3] - x0 * L[3]) - x1 * L[4]) - x2 * L[5];
        X[0] = x0 * inverse[0];
        X[1] = x1 * inverse[1];
        X[2] = x2 * inverse[2];
        X[3] = x3 * inverse[3];
    }
    return replaced;
}

LANES_CORE int factor(rv_rod_core* core) {
    const int *column = core->column.data, *row = core->row.data;
    int* at = core->work.data; // where a row is in column j
    int replaced = 0;
    for (int j = 0; j < core->node_count; j++) {
        for (int b = column[j]; b < column[j + 1]; b++)
            at[row[b]] = b;
        take(core, j, at);
        replaced += factor_column(core, j);
    }
    return replaced;
}

// z = L^-1 b goes on, D^-1 z stays
LANES void go_forward(const rv_rod_core* core, double* x) {
    for (int j = 0; j < core->node_count; j++) {
        const double* L = core->pivots.data + (size_t)j * ROD_BLOCK;
        double* z = x + 4 * j;
        z[1] -= L[0] * z[0];
        z[2] = (z[2] - L[1] * z[0]) - L[2] * z[1];
        z[3] = ((z[3] - L[3] * z[0]) - L[4] * z[1]) - L[5] * z[2];
        double z0 = z[0], z1 = z[1], z2 = z[2], z3 = z[3];
        for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
            const quad* X = (const quad*)(core->blocks.data + (size_t)b * ROD_BLOCK);
            quad* to = (quad*)(x + 4 * core->row.data[b]);
            *to = (((*to - X[0] * z0) - X[1] * z1) - X[2] * z2) - X[3] * z3;
        }
        for (int i = 0; i < 4; i++)
            z[i] *= L[INVERSE + i];
    }
}

// not by value: how a machine without vectors of four passes them is nobody's agreement
LANES double total(const quad* q) {
    return ((*q)[0] + (*q)[1]) + ((*q)[2] + (*q)[3]);
}

LANES void come_back(const rv_rod_core* core, double* x) {
    for (int j = core->node_count - 1; j >= 0; j--) {
        const double* L = core->pivots.data + (size_t)j * ROD_BLOCK;
        quad sum[4] = {{0.0}, {0.0}, {0.0}, {0.0}};
        for (int b = core->column.data[j]; b < core->column.data[j + 1]; b++) {
            const quad* X = (const quad*)(core->blocks.data + (size_t)b * ROD_BLOCK);
            quad from = *(const quad*)(x + 4 * core->row.data[b]);
            for (int c = 0; c < 4; c++)
                sum[c] += X[c] * from;
        }
        double* z = x + 4 * j;
        z[3] -= total(&sum[3]);
        z[2] = (z[2] - total(&sum[2])) - L[5] * z[3];
        z[1] = ((z[1] - total(&sum[1])) - L[4] * z[3]) - L[2] * z[2];
        z[0] = (((z[0] - total(&sum[0])) - L[3] * z[3]) - L[1] * z[2]) - L[0] * z[1];
    }
}

LANES_CORE void solve(const rv_rod_core* core, double* x) {
    go_forward(core, x);
    come_back(core, x);
}

const rod_core_kernels LANES_KERNELS = {factor, solve};
