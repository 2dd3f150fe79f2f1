// Loops over elements (fem_lanes.h) in vectors of four: for machines with AVX2, which is asked for
// where they are called.
#include "model/fem_lanes.h"

#if defined(__x86_64__)

#include "solve/quad_fours.h"

#define LANES_LOOP static __attribute__((target("avx2")))
#define LANES_KERNELS fem_in_fours

#include "model/fem_lanes_source.h"

#endif
