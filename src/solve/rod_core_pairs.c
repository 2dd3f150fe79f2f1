// The core of a thread's system (rod_core.h) in vectors of two: for every machine.
#define LANES static inline __attribute__((always_inline))
#define LANES_CORE static
#define LANES_KERNELS rod_core_in_pairs

#include "solve/rod_core_lanes.h"
