// Two rows of a column at a time: what the kernels on small blocks (block.c) are made of. Element by
// element it is plain arithmetic, the same for every compiler.
#ifndef REEVE_SOLVE_BLOCK_PAIR_H
#define REEVE_SOLVE_BLOCK_PAIR_H

#include <stdint.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

// two rows of a column: one register of the oldest 64-bit x86 there is, or of NEON
typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_bits __attribute__((vector_size(16)));

ALWAYS_INLINE pair load(const double* from) {
    pair value;
    memcpy(&value, from, sizeof value);
    return value;
}

ALWAYS_INLINE void store(double* to, pair value) {
    memcpy(to, &value, sizeof value);
}

ALWAYS_INLINE pair both(double value) {
    return (pair){value, value};
}

ALWAYS_INLINE pair magnitude(pair value) {
    const pair_bits mask = {INT64_MAX, INT64_MAX};
    return (pair)((pair_bits)value & mask);
}

#endif
