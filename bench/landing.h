// A scenario about cables of segments that land, for the table in scenarios.c.
#ifndef REEVE_BENCH_LANDING_H
#define REEVE_BENCH_LANDING_H

#include "bench/bench.h"

bool landing(bench_context* context);
void landing_step(bench_context* context);
void landing_destroy(bench_context* context);
void landing_note(const bench_context* context, char* buffer, size_t bytes);

#endif
