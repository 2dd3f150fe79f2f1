// Kernels of sparse matrices (sparse_private.h) in vectors of four: for machines with AVX2, which
// is asked for where they are called.
#include "solve/sparse_private.h"

#if defined(__x86_64__)

#include "solve/quad_fours.h"

#include <math.h>

#define LANES_SPARSE static __attribute__((target("avx2")))
#define LANES_KERNELS sparse_in_fours

#include "solve/sparse_lanes.h"

#endif
