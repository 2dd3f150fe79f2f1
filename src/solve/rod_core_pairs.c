// The core of a thread's system (rod_core.h) in vectors of two: for every machine.
#include "solve/quad_pairs.h"
#include "solve/rod_core.h"

#define LANES_CORE static
#define LANES_KERNELS rod_core_in_pairs

#include "solve/rod_core_lanes.h"
