// The core of a thread's system (rod_core.h) in vectors of four: for machines with AVX2, which is
// asked for where they are called.
#include "solve/rod_core.h"

#if defined(__x86_64__)

#include "solve/quad_fours.h"

#define LANES_CORE static __attribute__((target("avx2")))
#define LANES_KERNELS rod_core_in_fours

#include "solve/rod_core_lanes.h"

#endif
