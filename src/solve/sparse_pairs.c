// Kernels of sparse matrices (sparse_private.h) in vectors of two: for every machine.
#include "solve/quad_pairs.h"
#include "solve/sparse_private.h"

#include <math.h>

#define LANES_SPARSE static
#define LANES_KERNELS sparse_in_pairs

#include "solve/sparse_lanes.h"
