// A histogram of times: see the header.
#include "io/haptic_timing.h"

#include <math.h>

enum { PART_BITS = 4 }; // 2^4 parts of an octave

int rv_timing_bin(uint64_t nanoseconds) {
    if (nanoseconds < RV_TIMING_PARTS)
        return (int)nanoseconds;
    int octave = 0; // of the bits behind the first five
    while (nanoseconds >> octave >= 2 * RV_TIMING_PARTS)
        octave++;
    int bin = RV_TIMING_PARTS * (octave + 1) + (int)(nanoseconds >> octave) - RV_TIMING_PARTS;
    return bin < RV_TIMING_BINS ? bin : RV_TIMING_BINS - 1;
}

uint64_t rv_timing_bin_end(int bin) {
    if (bin < RV_TIMING_PARTS)
        return (uint64_t)bin;
    int octave = (bin >> PART_BITS) - 1;
    uint64_t part = (uint64_t)(bin & (RV_TIMING_PARTS - 1)) + RV_TIMING_PARTS;
    return ((part + 1) << octave) - 1;
}

void rv_timing_add(rv_timing* timing, uint64_t nanoseconds) {
    // nobody else writes: no exchange is needed
    _Atomic uint64_t* bin = &timing->bins[rv_timing_bin(nanoseconds)];
    if (nanoseconds > atomic_load_explicit(&timing->longest, memory_order_relaxed))
        atomic_store_explicit(&timing->longest, nanoseconds, memory_order_relaxed);
    atomic_store_explicit(bin, atomic_load_explicit(bin, memory_order_relaxed) + 1,
                          memory_order_release);
}

double rv_timing_quantile(const rv_timing* timing, double q) {
    // a copy: what is added meanwhile must not count only in part of the sum
    uint64_t counts[RV_TIMING_BINS], total = 0, sum = 0;
    if (!(q >= 0.0 && q <= 1.0))
        return NAN;
    for (int i = 0; i < RV_TIMING_BINS; i++)
        total += counts[i] = atomic_load_explicit(&timing->bins[i], memory_order_acquire);
    if (total == 0)
        return NAN;
    uint64_t longest = atomic_load_explicit(&timing->longest, memory_order_relaxed);
    uint64_t wanted = (uint64_t)ceil(q * (double)total);
    for (int i = 0; i < RV_TIMING_BINS; i++) {
        sum += counts[i];
        if (sum >= wanted && sum > 0) {
            uint64_t end = rv_timing_bin_end(i);
            return 1e-9 * (double)(end < longest && sum < total ? end : longest);
        }
    }
    return 1e-9 * (double)longest;
}
