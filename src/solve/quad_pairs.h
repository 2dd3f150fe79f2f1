// Vectors of four numbers, as two of two, for every machine. Code that is written for `quad` and these
// functions alone runs with this file or with quad_fours.h, and gives the same bits.
#ifndef REEVE_SOLVE_QUAD_PAIRS_H
#define REEVE_SOLVE_QUAD_PAIRS_H

#include "solve/block_pair.h"

#include <math.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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
LANES quad over(quad a, quad b) {
    return (quad){a.low / b.low, a.high / b.high};
}
LANES pair root_of(pair p) {
#if defined(__SSE2__)
    return _mm_sqrt_pd(p);
#else
    return (pair){sqrt(p[0]), sqrt(p[1])};
#endif
}
LANES quad root(quad q) {
    return (quad){root_of(q.low), root_of(q.high)};
}
LANES quad size(quad q) {
    return (quad){magnitude(q.low), magnitude(q.high)};
}
LANES pair either(pair_bits first, pair a, pair b) {
    return (pair)((first & (pair_bits)a) | (~first & (pair_bits)b));
}
LANES quad larger(quad a, quad b) {
    return (quad){either(a.low > b.low, a.low, b.low), either(a.high > b.high, a.high, b.high)};
}
// a where sign is above zero, else b
LANES quad choose(quad sign, quad a, quad b) {
    pair zero = both(0.0);
    return (quad){either(sign.low > zero, a.low, b.low), either(sign.high > zero, a.high, b.high)};
}

#endif
