// Soft row groups of the KKT system, inside the solver: the parts of factoring and solving that are
// about them (kkt_soft.c), and what joints are to them (kkt_joint.c).
#ifndef REEVE_SOLVE_KKT_SOFT_H
#define REEVE_SOLVE_KKT_SOFT_H

#include "solve/kkt.h"

// S^-1, and the stiffness G^T S^-1 G onto the blocks of the factor
void rv_kkt_soft_factor(rv_kkt* kkt);
// with r in x, r += G^T S^-1 b
void rv_kkt_soft_load(rv_kkt* kkt, const double* b);
// with v in x, their own unknowns S^-1 (G v - b)
void rv_kkt_soft_solve(rv_kkt* kkt, const double* b);

// --- the same for one joint (RV_KKT_JOINT); b: of its rows ---

// whether all its S are above `floor` of the response of its first block by a bound on that, with
// the least mass and moment in A
bool rv_joint_is_clearly_above(const rv_kkt* kkt, const rv_kkt_soft* soft, double floor);
void rv_joint_factor(rv_kkt* kkt, const rv_kkt_soft* soft);
void rv_joint_load(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b);
void rv_joint_solve(rv_kkt* kkt, const rv_kkt_soft* soft, const double* b);

// speed <- G v of a joint; J: 6 x 6 on both bodies, column by column
void rv_joint_speeds(const double* const J[2], const double* const v[2], double* speed);

#endif
