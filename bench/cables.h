// Scenarios about massless cables, for the table in scenarios.c.
#ifndef REEVE_BENCH_CABLES_H
#define REEVE_BENCH_CABLES_H

#include "bench/bench.h"

// of `size` nodes
bool cable_eyes(bench_context* context);
bool cable_pulleys_100(bench_context* context);
bool cable_beads_100(bench_context* context);
bool cable_wheels_100(bench_context* context);
bool cable_friction_16(bench_context* context);
// over `size` pulleys
bool cable_friction(bench_context* context);
bool crane_block(bench_context* context);

#endif
