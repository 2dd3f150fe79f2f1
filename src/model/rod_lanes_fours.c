// Loops over a rod (rod_lanes.h) in vectors of four: for machines with AVX2, which is asked for where they
// are called.
#include "model/rod_lanes.h"

#if defined(__x86_64__)

#include "solve/quad_fours.h"

#define LANES_LOOP static __attribute__((target("avx2")))
#define LANES_KERNELS rv_rod_in_fours

enum { WIDTH = 4 };
typedef struct trio {
    quad x, y, z;
} trio;

// Four vectors are three pairs and again three: x y, z x, y z. Halves of a quad are one of each.
LANES quad halves(const double* from) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(from)), _mm_loadu_pd(from + 6),
                                1);
}
LANES void put_halves(double* to, quad q) {
    _mm_storeu_pd(to, _mm256_castpd256_pd128(q));
    _mm_storeu_pd(to + 6, _mm256_extractf128_pd(q, 1));
}
LANES trio get3(const rv_vec3* from) {
    quad a = halves(&from->x), b = halves(&from->x + 2), c = halves(&from->x + 4);
    return (trio){_mm256_shuffle_pd(a, b, 0xa), _mm256_shuffle_pd(a, c, 0x5),
                  _mm256_shuffle_pd(b, c, 0xa)};
}
LANES void put3(rv_vec3* to, trio v) {
    put_halves(&to->x, _mm256_shuffle_pd(v.x, v.y, 0x0));
    put_halves(&to->x + 2, _mm256_shuffle_pd(v.z, v.x, 0xa));
    put_halves(&to->x + 4, _mm256_shuffle_pd(v.y, v.z, 0xf));
}

LANES double total(quad q) {
    return (q[0] + q[1]) + (q[2] + q[3]);
}
LANES double largest(quad q) {
    double low = q[0] > q[1] ? q[0] : q[1], high = q[2] > q[3] ? q[2] : q[3];
    return low > high ? low : high;
}

#include "model/rod_lanes_source.h"

#endif
