// What the parts of sparse.h share: the symbolic part, and kernels on dense panels.
// sparse_lanes.h has the one source of the kernels. It is compiled for vectors of two, for every
// machine, and for vectors of four where the machine has those. Both give the same bits.
#ifndef REEVE_SOLVE_SPARSE_PRIVATE_H
#define REEVE_SOLVE_SPARSE_PRIVATE_H

#include "solve/sparse.h"

enum {
    SPARSE_BLOCK = 9, // numbers in a block
    SPARSE_PAD = 7,   // rows of zeros below a panel: kernels go by eight rows
    SPARSE_TILE = 12, // columns that are eliminated at a time
    SPARSE_WIDE = 12, // right-hand sides that are solved together
};

bool rv_sparse_symbolic(rv_memory* memory, rv_sparse* s, const rv_graph* graph);

// one panel in numbers, column by column
typedef struct sparse_panel {
    int width, rows, stride; // numbers; rows with those of the width
    double* L;
    double* inverse; // of its diagonal
} sparse_panel;

static inline sparse_panel rv_sparse_numbers(const rv_sparse* s, int p) {
    const rv_sparse_panel* panel = &s->panels.data[p];
    return (sparse_panel){3 * panel->width, 3 * (panel->width + panel->below_count), panel->stride,
                          s->factor.data + panel->offset, s->inverse.data + 3 * panel->first};
}

// A B^T, of `inner` columns each
typedef struct sparse_product {
    const double *A, *B;
    int stride, inner;
} sparse_product;

typedef struct sparse_kernels {
    // C <- -A B^T for C rows x columns; columns in threes; runs over the last row up to the next
    // multiple of eight
    void (*multiply)(double* C, int C_stride, const sparse_product* product, int rows, int columns);
    // Cholesky of a panel; returns the first column whose pivot is not above floor, -1: none
    int (*factor)(const sparse_panel* panel, const double* floor);
    // t <- L^-1 on its own rows, minus what follows below; and L^-T on its own rows
    void (*forward)(const sparse_panel* panel, double* t);
    void (*backward)(const sparse_panel* panel, double* t);
    // the same for SPARSE_WIDE numbers in each row of t
    void (*forward_wide)(const sparse_panel* panel, double* t);
    void (*backward_wide)(const sparse_panel* panel, double* t);
} sparse_kernels;

extern const sparse_kernels sparse_in_pairs;
#if defined(__x86_64__)
extern const sparse_kernels sparse_in_fours;
#endif

// asked for in every call: what a machine has is no state, and is known at once
static inline const sparse_kernels* kernels_for(const rv_sparse* s) {
#if defined(__x86_64__)
    if (!s->in_pairs && __builtin_cpu_supports("avx2"))
        return &sparse_in_fours;
#endif
    (void)s;
    return &sparse_in_pairs;
}

#endif
