// Soft row groups of the KKT system, inside the solver: the parts of factoring and solving that are
// about them (kkt_soft.c), and the kernel for six rows between two rigid bodies (kkt_soft6.c).
#ifndef REEVE_SOLVE_KKT_SOFT_H
#define REEVE_SOLVE_KKT_SOFT_H

#include "solve/kkt.h"

// Whether all S of a group are above `floor` of the response of its first block by a bound on that,
// sum of J^2 over the least diagonal entry of A.
bool rv_kkt_soft_is_clearly_above(const rv_kkt* kkt, const rv_kkt_soft* soft, double floor);
// S^-1, and the stiffness G^T S^-1 G onto the blocks of the factor
void rv_kkt_soft_factor(rv_kkt* kkt);
// r (per dof) += G^T S^-1 b (per row)
void rv_kkt_soft_load(const rv_kkt* kkt, const double* b, double* r);
// with v in x, their own unknowns S^-1 (G v - b)
void rv_kkt_soft_solve(rv_kkt* kkt, const double* b);

typedef struct rv_soft6_target {
    double* diagonal[2]; // 6 x 6, only the lower triangle is used
    double* between;     // rows of the later block, columns of the earlier
    int later;           // 0 or 1: which of the two
    bool is_first;       // nothing stands in `between` yet
} rv_soft6_target;

// speed <- G v of six rows between two rigid bodies
void rv_soft6_speeds(const double* const J[2], const double* const v[2], double* speed);
// adds G_i^T S^-1 G_j; J: 6 x 6, column by column; inverse: 1/S
void rv_soft6_add(const double* const J[2], const double* inverse, const rv_soft6_target* to);

#endif
