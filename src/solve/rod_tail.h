// How the tails of a thread's system are kept, for their elimination (rod_tail.c) and for answers
// (rod_tail_solve.c). Nodes of a tail are counted from its end; side 0 is the first tail, 1 the last.
#ifndef REEVE_SOLVE_ROD_TAIL_H
#define REEVE_SOLVE_ROD_TAIL_H

#include "solve/block_pair.h"
#include "solve/rod_system_private.h"

// in a step, in pairs; panels by columns
enum {
    STEP_LOWER,
    STEP_INVERSE = 6,
    STEP_PANEL = 10,
    STEP_NEXT = STEP_PANEL,
    STEP_ANSWER = 22,
    STEP_SECOND = 26
};

ALWAYS_INLINE int rod_vertex_at(const rv_rod_system* system, int k, int side) {
    return side == 0 ? k : system->vertex_count - 1 - k;
}

// the edge between vertices k and k + 1
ALWAYS_INLINE int rod_edge_at(const rv_rod_system* system, int k, int side) {
    return side == 0 ? k : system->vertex_count - 2 - k;
}

// the multiplier of node k: of which edge, or -1
ALWAYS_INLINE int rod_multiplier_at(const rv_rod_system* system, int k, int side) {
    int turn = system->first_prescribed[side];
    return k == turn ? -1 : rod_edge_at(system, k < turn ? k : k - 1, side);
}

#endif
