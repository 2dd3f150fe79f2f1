// A histogram of times, written by one thread and read by any, without locks. Bins are spaced as
// floating-point numbers are: 16 of equal width between 2^n and 2^(n+1) ns, so that each is at most
// 1/16 of what is in it wide; up to 15 ns every nanosecond has its own.
#ifndef REEVE_IO_HAPTIC_TIMING_H
#define REEVE_IO_HAPTIC_TIMING_H

#include <stdatomic.h>
#include <stdint.h>

enum {
    RV_TIMING_PARTS = 16,   // of an octave
    RV_TIMING_OCTAVES = 37, // the last bin ends at 2^40 ns, 18 minutes; all longer are in it
    RV_TIMING_BINS = RV_TIMING_PARTS * RV_TIMING_OCTAVES,
};

typedef struct rv_timing {
    _Atomic uint64_t bins[RV_TIMING_BINS];
    _Atomic uint64_t longest; // [ns]
} rv_timing;

// the one thread that writes
void rv_timing_add(rv_timing* timing, uint64_t nanoseconds);
// see rv_haptic_loop_quantile()
double rv_timing_quantile(const rv_timing* timing, double q);

// for tests: the bin of a time, and the longest time that is in a bin
int rv_timing_bin(uint64_t nanoseconds);
uint64_t rv_timing_bin_end(int bin);

#endif
