// Scenarios about cables of segments, for the table in scenarios.c.
#ifndef REEVE_BENCH_SEGMENTS_H
#define REEVE_BENCH_SEGMENTS_H

#include "bench/bench.h"

// 12 mm steel between two nodes, which are made, too
rv_cable_def segments_def(rv_cable_node nodes[2], int segments);
void segments_ground(rv_world* world);

// of `size` segments
bool segments_swing(bench_context* context);
bool segments_on_ground(bench_context* context);
// of some number of them
bool segments_adaptive(bench_context* context);
bool segments_feed(bench_context* context);
void segments_feed_step(bench_context* context);

#endif
