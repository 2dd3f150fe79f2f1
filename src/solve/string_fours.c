// Sweeps along strings (string_sweep.h) in vectors of four: for machines with AVX2, which is asked
// for where they are called.
#include "solve/string_sweep.h"

#if defined(__x86_64__)

#include <immintrin.h>

// never "fma": products are rounded like those in pairs
#define LANES static inline __attribute__((always_inline, target("avx2")))
#define LANES_SWEEP static __attribute__((target("avx2")))
#define LANES_SWEEPS rv_string_in_fours

typedef __m256d lanes;
enum { GROUPS = 1 };

LANES lanes at_nodes(const double* values, int first, int last, int g) {
    (void)g;
    __m256d both = _mm256_castpd128_pd256(_mm_loadu_pd(values + 2 * first));
    return _mm256_insertf128_pd(both, _mm_loadu_pd(values + 2 * last), 1);
}
LANES void put_nodes(double* values, int first, int last, int g, lanes x) {
    (void)g;
    _mm_storeu_pd(values + 2 * first, _mm256_castpd256_pd128(x));
    _mm_storeu_pd(values + 2 * last, _mm256_extractf128_pd(x, 1));
}
LANES lanes of_four(const double* values, int g) {
    return _mm256_loadu_pd(values + 4 * g);
}
LANES void put_four(double* values, int g, lanes x) {
    _mm256_storeu_pd(values + 4 * g, x);
}
LANES lanes of_pair(const double* values) {
    return at_nodes(values, 0, 0, 0);
}
LANES lanes last_of(lanes both, lanes first, int g) {
    (void)g;
    return _mm256_blend_pd(first, both, 12);
}
LANES void step_back(const lanes before[1], const lanes here[1], lanes out[1]) {
    out[0] = _mm256_permute2f128_pd(before[0], here[0], 0x21);
}
LANES lanes inner(lanes x, bool alone) {
    return alone ? last_of(_mm256_setzero_pd(), x, 0) : x;
}
LANES lanes of_inner(const double* values, int g, bool alone) {
    if (alone)
        return _mm256_insertf128_pd(_mm256_setzero_pd(), _mm_loadu_pd(values), 0);
    return of_four(values, g);
}
LANES void put_inner(double* values, int g, lanes x, bool alone) {
    if (alone)
        _mm_storeu_pd(values, _mm256_castpd256_pd128(x));
    else
        put_four(values, g, x);
}

#include "solve/string_lanes.h"

#endif
