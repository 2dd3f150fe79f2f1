// The core of a thread's system (rod_core.h) in vectors of two: for every machine.
#include "solve/block_pair.h"
#include "solve/rod_core.h"

#define LANES ALWAYS_INLINE
#define LANES_CORE static
#define LANES_KERNELS rod_core_in_pairs

typedef struct quad {
    pair low, high;
} quad;

LANES quad get(const double* from) {
    return (quad){load(from), load(from + 2)};
}
LANES void put(double* to, quad q) {
    store(to, q.low);
    store(to + 2, q.high);
}
LANES quad all(double value) {
    return (quad){both(value), both(value)};
}
LANES quad times(quad a, quad b) {
    return (quad){a.low * b.low, a.high * b.high};
}
LANES quad plus(quad a, quad b) {
    return (quad){a.low + b.low, a.high + b.high};
}
LANES quad minus(quad a, quad b) {
    return (quad){a.low - b.low, a.high - b.high};
}

#include "solve/rod_core_lanes.h"
