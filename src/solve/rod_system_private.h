// What the files of the thread's system share: tails (rod_tail.c), the middle without pairs
// (rod_middle.c), the order and the pattern of the core (rod_order.c), its numbers (rod_core.c).
#ifndef REEVE_SOLVE_ROD_SYSTEM_PRIVATE_H
#define REEVE_SOLVE_ROD_SYSTEM_PRIVATE_H

#include "solve/rod_system.h"

#include <float.h>

// A pivot below this part of what it was before is rounding: of a vertex a few units in the last
// place. What a straight rigid thread that is held leaves of a multiplier's has been through more: up
// to 7e-15 at equal masses (and 1e-11 at masses a million apart, which is not told from an answer).
#define ROD_TINY_VERTEX 0x1p-50
#define ROD_TINY_MULTIPLIER 0x1p-46

enum { ROD_STEP = 76, ROD_BLOCK = 16 }; // doubles of a step of the tails, of a block of the core

// What a tail adds to the two vertices of the core beside it, the nearer first. Its node is the
// nearer vertex and, with `owes`, the multiplier of the edge between tail and core.
typedef struct rod_end {
    double node[4][4];   // lower triangle
    double beside[4][3]; // row of the node, column of the farther vertex
    double far[3][3];    // lower triangle
    // of the node's pivots before what is taken from them: of the vertex by vertices, of the
    // multiplier by multipliers
    double before[4];
    bool owes;
} rod_end;

// A pivot, of a vertex positive, of a multiplier negative, that is good stays; else it becomes what
// it was before, or its inverse becomes 0. Returns 1 if it was not good.
static inline int rod_settle(double* d, double before, bool of_multiplier, double* inverse) {
    double size = of_multiplier ? -*d : *d, past = of_multiplier ? -before : before;
    double tiny = of_multiplier ? ROD_TINY_MULTIPLIER : ROD_TINY_VERTEX;
    bool good = size > tiny * past && size > 0.0 && size <= DBL_MAX;
    if (!good)
        *d = past > 0.0 && past <= DBL_MAX ? before : 0.0;
    *inverse = *d != 0.0 ? 1.0 / *d : 0.0;
    return good ? 0 : 1;
}

// the multiplier of the edge between a tail and the core is left to the core
static inline bool rod_owes(const rv_rod_system* system, int side) {
    return system->first_prescribed[side] < system->tail[side];
}

// a right-hand side that becomes the answer
typedef struct rod_answers {
    const rv_rod_system* system;
    double *v, *p;
} rod_answers;

// rod_tail.c
int rod_tail_factor(rv_rod_system* system, rod_end ends[2]);
// rod_tail_solve.c
void rod_tail_forward(const rod_answers* x);
void rod_tail_backward(const rod_answers* x);

// rod_middle.c
int rod_middle_factor(rv_rod_system* system, const rod_end ends[2]);
void rod_middle_solve(const rod_answers* x);

// rod_order.c
bool rod_core_analyse(rv_memory* memory, rv_rod_system* system);
bool rod_core_reserve(rv_memory* memory, rv_rod_core* core, int node_count, int pair_count);
bool rod_core_reserve_blocks(rv_memory* memory, rv_rod_core* core, int block_count);

// rod_core.c
int rod_core_factor(rv_rod_system* system, const rod_end ends[2]);
void rod_core_solve(const rod_answers* x);

#endif
