// The core of a thread's system (rod_core.h) in vectors of four: for machines with AVX2, which is
// asked for where they are called.
#include "solve/rod_core.h"

#if defined(__x86_64__)

#include <immintrin.h>

// never "fma": products are rounded like those in pairs
#define LANES static inline __attribute__((always_inline, target("avx2")))
#define LANES_CORE static __attribute__((target("avx2")))
#define LANES_KERNELS rod_core_in_fours

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
LANES quad times(quad a, quad b) {
    return a * b;
}
LANES quad plus(quad a, quad b) {
    return a + b;
}
LANES quad minus(quad a, quad b) {
    return a - b;
}

#include "solve/rod_core_lanes.h"

#endif
