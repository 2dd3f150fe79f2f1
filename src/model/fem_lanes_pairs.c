// Loops over elements (fem_lanes.h) in vectors of two: for every machine.
#include "model/fem_lanes.h"
#include "solve/quad_pairs.h"

#define LANES_LOOP static
#define LANES_KERNELS fem_in_pairs

#include "model/fem_lanes_source.h"
