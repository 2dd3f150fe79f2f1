// Group Gauss-Seidel over the rows of a KKT system (Servin & Lacoursiere 2007, section VI): row
// groups with the same label form a part that is solved directly, bounds included, while the
// impulses of all other rows stay as they are; then the next part; and that N times.
//     part P on its blocks B:   A_BB v_B = r_B + G^T Lam of all rows - A_BC v_C,   G_P v + S Lam_P
//     = b_P
// A cable is one part, what ties it to other things others. Rows that depend on each other through
// a large mass ratio belong into one part: between parts the error shrinks only by a factor per
// sweep. Loose rows are not solved here: their W needs the factor of the whole system.
#ifndef REEVE_SOLVE_GS_H
#define REEVE_SOLVE_GS_H

#include "solve/kkt.h"

// one part; the lists are those of rv_gs
typedef struct rv_gs_part {
    int first_block, block_count;
    int first_group, group_count;
    int first_pair, pair_count;
    rv_kkt kkt; // of its rows on the blocks they touch, with the stiffness pairs between these
} rv_gs_part;

typedef struct rv_gs {
    uint64_t pattern_hash; // of the system and the labels; 0: not analysed
    RV_ARRAY(rv_gs_part) parts;
    RV_ARRAY(int) blocks, groups, pairs;        // of all parts: numbers in the whole system
    RV_ARRAY(int) block_pair_first, block_pair; // stiffness pairs of each block
    RV_ARRAY(int) part_of;                      // by block: the part it was last seen in, -1: none
    RV_ARRAY(double) load;                      // per dof: r + G^T Lam
    RV_ARRAY(double) factor, inverse_d;         // LDL^T of every diagonal block
} rv_gs;

typedef struct rv_gs_report {
    rv_kkt_report solver; // summed over parts and sweeps; residual: of the whole system at the end
    int sweeps;
    double change; // largest change of an impulse in the last sweep over the largest impulse
} rv_gs_report;

// Once per topology, after rv_kkt_analyse of the same pattern. `labels`: one per row group, 0: a
// part of its own, 1 to group_count: one part with all groups of that label. Keeps everything if
// pattern and labels are those it has. False without memory; then it must not be used.
bool rv_gs_analyse(rv_memory* memory, rv_gs* gs, const rv_kkt* kkt, const rv_kkt_pattern* pattern,
                   const int* labels);
void rv_gs_free(rv_memory* memory, rv_gs* gs);

// Solves with the values of `kkt`, from its states but without its impulses, and writes its v,
// impulses and states. Allocates nothing. Stops early when a sweep changes nothing.
rv_gs_report rv_gs_solve(rv_gs* gs, rv_kkt* kkt, int sweeps);

#endif
