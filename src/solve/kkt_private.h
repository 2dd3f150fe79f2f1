// What the files of the KKT system share: the two sweeps with its factor (kkt_numeric.c).
#ifndef REEVE_SOLVE_KKT_PRIVATE_H
#define REEVE_SOLVE_KKT_PRIVATE_H

#include "solve/kkt.h"

// a block that brings its own factorisation
static inline bool rv_kkt_is_condensed(const rv_kkt* kkt, int node) {
    return node < kkt->block_count && kkt->block_substructure.data[node] != NULL;
}

// x in elimination order; up from position `start`, before which it is zero, and down to position
// `stop`, before which it is left unsolved
void rv_kkt_forward(const rv_kkt* kkt, double* x, int start);
void rv_kkt_backward(const rv_kkt* kkt, double* x, int stop);

#endif
