// Scenarios about threads, for the table in scenarios.c.
#ifndef REEVE_BENCH_RODS_H
#define REEVE_BENCH_RODS_H

#include "bench/bench.h"

bool rod_20(bench_context* context);
bool rod_100(bench_context* context);
bool rod_1000(bench_context* context);
bool rod_10000(bench_context* context);
bool rod_twisted(bench_context* context);
bool rod_loaded(bench_context* context);

#endif
