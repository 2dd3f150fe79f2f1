// The smaller and the larger of two numbers, as C's fmin and fmax, which compilers call: a number where
// only one of them is, the second of two that are equal.
#ifndef REEVE_CORE_EXTREMES_H
#define REEVE_CORE_EXTREMES_H

static inline double rv_smaller(double a, double b) {
    return a < b || b != b ? a : b;
}
static inline double rv_larger(double a, double b) {
    return a > b || b != b ? a : b;
}

#endif
