// Symmetric positive definite matrices of 3x3 blocks: the stiffness and inertia of the nodes of a
// solid. P A P^T = L L^T: approximate minimum degree on the graph of the nodes (Amestoy, Davis,
// Duff 1996), the elimination tree in postorder, columns of one structure in panels, and panels of
// nearly one structure put together (Ashcraft, Grimes 1989); then left-looking by panels (Ng,
// Peyton 1993), so that nearly all work is products of dense matrices.
//
// Use: rv_sparse_analyse() once per pattern; write `values`; rv_sparse_factor() as often as they
// change; then solve. Only rv_sparse_analyse allocates. Every result is the same to the bit on
// every machine.
#ifndef REEVE_SOLVE_SPARSE_H
#define REEVE_SOLVE_SPARSE_H

#include "core/memory.h"
#include "solve/order.h"

// Columns of the factor that share their structure, stored by columns: their own rows, then those
// below, then rows of zeros, so that kernels may run over the end.
typedef struct rv_sparse_panel {
    int first, width;       // block columns, by position in the order
    int below;              // into rows: the block rows below its own
    int below_count;        //
    int stride;             // from column to column
    int offset;             // of its values in `factor`
    int feeds, feed_end;    // what earlier panels subtract from it, in `feed`
    int entries, entry_end; // what A has in it, in `entries`
} rv_sparse_panel;

// where a block of A goes in `factor`
typedef struct rv_sparse_entry {
    int block, target;
    bool transposed;
} rv_sparse_entry;

// rows [begin, end) of those below panel `from` are columns of the panel that is fed
typedef struct rv_sparse_feed {
    int from, begin, end;
} rv_sparse_feed;

// start from a zeroed one
typedef struct rv_sparse {
    int n; // block rows; vectors have 3 n numbers
    // The lower triangle by rows: blocks first[i] .. first[i + 1] of row i, columns ascending, the
    // diagonal block last; 9 values each, row by row.
    RV_ARRAY(int) first;
    RV_ARRAY(int) column;
    RV_ARRAY(double) values;
    int failed;    // by rv_sparse_factor: the row where it stopped; -1: none
    bool in_pairs; // vectors of two where the machine has longer ones, too: for tests

    // the factor; made by rv_sparse_analyse
    RV_ARRAY(int) order;    // by position: the row
    RV_ARRAY(int) position; // by row
    RV_ARRAY(rv_sparse_panel) panels;
    RV_ARRAY(int) rows;
    RV_ARRAY(int) owner; // by position: the panel whose column it is
    RV_ARRAY(rv_sparse_feed) feed;
    RV_ARRAY(rv_sparse_entry) entries; // panel by panel
    int tallest;                       // rows of the tallest panel with its zeros
    // written by rv_sparse_factor
    RV_ARRAY(double) factor;
    RV_ARRAY(double) inverse; // of the diagonal of L
    RV_ARRAY(double) floor;   // smallest pivot that counts as positive
    RV_ARRAY(double) update;  // what one panel subtracts from another
    RV_ARRAY(int) place;      // by position: the row in the panel in work
} rv_sparse;

// Pattern (diagonal and the edges of `graph`, each in both directions) and symbolic factor; values
// become zero. false: no memory, or more than 2^31 numbers; then only rv_sparse_free may follow.
bool rv_sparse_analyse(rv_memory* memory, rv_sparse* s, const rv_graph* graph);
void rv_sparse_free(rv_memory* memory, rv_sparse* s);

// number of the block of rows i and j in `values`, either order (it is that of the larger one's
// row); -1: not in the pattern
int rv_sparse_block(const rv_sparse* s, int i, int j);

// y = A x with `values` in this pattern (those of s or others); x and y apart
void rv_sparse_multiply(const rv_sparse* s, const double* values, const double* x, double* y);

// L of the values. false: some pivot is not above 1e-14 of its diagonal, that is, A is not positive
// definite by more than rounding; `failed` names the row.
bool rv_sparse_factor(rv_sparse* s);

// x <- A^-1 x; `scratch` holds rv_sparse_scratch(s) numbers
void rv_sparse_solve(const rv_sparse* s, double* x, double* scratch);
// the same for `count` vectors, one after another
void rv_sparse_solve_many(const rv_sparse* s, double* x, int count, double* scratch);
size_t rv_sparse_scratch(const rv_sparse* s);

// told how much is done, in [0, 1]; false: stop
typedef struct rv_sparse_progress {
    bool (*tell)(void* context, double done); // NULL: nobody is told
    void* context;
} rv_sparse_progress;

// Weighted sums of rows: sum k has the terms first[k] .. first[k + 1] - 1. `first` NULL: sum k is
// row k, with weight 1. A row of -1 stands for something that does not move: zeros.
typedef struct rv_sparse_sums {
    int count;
    const int* row;
    const int* first;
    const double* weight;
} rv_sparse_sums;

// C (3 count x 3 count, symmetric to the bit) <- B^T A^-1 B, B the columns of the sums; a sum may
// occur more than once. Columns are solved for from the place of the first row of their sum in the
// order on, the rest being known by symmetry. `scratch` holds rv_sparse_inverse_scratch(s, count)
// numbers. false: stopped.
bool rv_sparse_inverse_part(const rv_sparse* s, const rv_sparse_sums* sums, double* C,
                            double* scratch, rv_sparse_progress progress);
size_t rv_sparse_inverse_scratch(const rv_sparse* s, int count);

#endif
