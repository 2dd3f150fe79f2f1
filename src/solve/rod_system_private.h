// What the files of the thread's system share: tails (rod_tail.c), the middle without pairs
// (rod_middle.c).
#ifndef REEVE_SOLVE_ROD_SYSTEM_PRIVATE_H
#define REEVE_SOLVE_ROD_SYSTEM_PRIVATE_H

#include "solve/rod_system.h"

// A pivot below this part of what it was before is rounding: a few units in the last place.
#define ROD_TINY 0x1p-50

enum { ROD_STEP = 76 }; // doubles of a step of the tails

// What a tail adds to the two vertices of the core beside it, the nearer first. Its node is the
// nearer vertex and, with `owes`, the multiplier of the edge between tail and core.
typedef struct rod_end {
    double node[4][4];   // lower triangle
    double beside[4][3]; // row of the node, column of the farther vertex
    double far[3][3];    // lower triangle
    double before;       // the multiplier's pivot, before other multipliers were taken from it
    bool owes;
} rod_end;

// d is good, or becomes what it was before, or its inverse becomes 0; `sign`: of good ones. Returns 1
// if it was not good.
int rod_settle(double d, double before, double sign, double* inverse);

// rod_tail.c
int rod_tail_factor(rv_rod_system* system, rod_end ends[2]);
void rod_tail_forward(const rv_rod_system* system, double* v, double* p);
void rod_tail_backward(const rv_rod_system* system, double* v, double* p);

// rod_middle.c
int rod_middle_factor(rv_rod_system* system, const rod_end ends[2]);
void rod_middle_solve(const rv_rod_system* system, double* v, double* p);

#endif
