// The one clock of the viewer.
#ifndef REEVE_VIEW_CLOCK_H
#define REEVE_VIEW_CLOCK_H

#include <time.h>

// A time that never goes back [s].
static inline double rv_clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
