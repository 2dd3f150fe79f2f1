// Vectors of four numbers, as two of two, for every machine. Code that is written for `quad` and these
// functions alone runs with this file or with quad_fours.h, and gives the same bits.
#ifndef REEVE_SOLVE_QUAD_PAIRS_H
#define REEVE_SOLVE_QUAD_PAIRS_H

#include "solve/block_pair.h"

#define LANES ALWAYS_INLINE

typedef struct quad {
    pair low, high;
} quad;

LANES quad get(const double* from) {
    return (quad){load(from), load(from + 2)};
}
LANES void put(double* to, quad q) {
    store(to, q.low);
    store(to + 2, q.high);
}
LANES quad all(double value) {
    return (quad){both(value), both(value)};
}
LANES quad plus(quad a, quad b) {
    return (quad){a.low + b.low, a.high + b.high};
}
LANES quad minus(quad a, quad b) {
    return (quad){a.low - b.low, a.high - b.high};
}
LANES quad times(quad a, quad b) {
    return (quad){a.low * b.low, a.high * b.high};
}

#endif
