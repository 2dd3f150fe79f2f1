// Scenarios about threads, for the table in scenarios.c.
#ifndef REEVE_BENCH_RODS_H
#define REEVE_BENCH_RODS_H

#include "bench/bench.h"

// of `size` edges
bool rod_swing(bench_context* context);
// of 100
bool rod_twisted(bench_context* context);
bool rod_loaded(bench_context* context);

#endif
