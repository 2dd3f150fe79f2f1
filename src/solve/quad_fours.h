// Vectors of four numbers, for machines with AVX2, which is asked for where they are used; the same as
// quad_pairs.h.
#ifndef REEVE_SOLVE_QUAD_FOURS_H
#define REEVE_SOLVE_QUAD_FOURS_H

#include <immintrin.h>

// never "fma": products are rounded like those in pairs
#define LANES static inline __attribute__((always_inline, target("avx2")))

typedef __m256d quad;

LANES quad get(const double* from) {
    return _mm256_loadu_pd(from);
}
LANES void put(double* to, quad q) {
    _mm256_storeu_pd(to, q);
}
LANES quad all(double value) {
    return _mm256_set1_pd(value);
}
LANES quad plus(quad a, quad b) {
    return a + b;
}
LANES quad minus(quad a, quad b) {
    return a - b;
}
LANES quad times(quad a, quad b) {
    return a * b;
}
LANES quad over(quad a, quad b) {
    return a / b;
}
LANES quad root(quad q) {
    return _mm256_sqrt_pd(q);
}
LANES quad size(quad q) {
    return _mm256_andnot_pd(all(-0.0), q);
}
LANES quad larger(quad a, quad b) {
    return _mm256_max_pd(a, b);
}
// a where sign is above zero, else b
LANES quad choose(quad sign, quad a, quad b) {
    return _mm256_blendv_pd(b, a, _mm256_cmp_pd(sign, all(0.0), _CMP_GT_OQ));
}

#endif
