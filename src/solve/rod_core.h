// Elimination of the core of a thread's system (rod_system.h), node by node in its order.
// rod_core_lanes.h has its one source. It is compiled for vectors of two, for every machine, and for
// vectors of four where the machine has those. Both give the same bits.
#ifndef REEVE_SOLVE_ROD_CORE_H
#define REEVE_SOLVE_ROD_CORE_H

#include "solve/rod_system_private.h"

typedef struct rod_core_kernels {
    int (*factor)(rv_rod_core* core);
    void (*solve)(const rv_rod_core* core, double* x); // 4 per node, by place
} rod_core_kernels;

extern const rod_core_kernels rod_core_in_pairs;
#if defined(__x86_64__)
extern const rod_core_kernels rod_core_in_fours;
#endif

#endif
