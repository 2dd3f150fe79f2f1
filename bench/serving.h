// A world of 2000 bodies that is shown to three pages while it is stepped: what a viewer costs the
// thread that steps.
#ifndef REEVE_BENCH_SERVING_H
#define REEVE_BENCH_SERVING_H

#include "bench/bench.h"

bool served_2000(bench_context* context);
void served_2000_step(bench_context* context);
void served_2000_destroy(bench_context* context);
void served_2000_note(const bench_context* context, char* buffer, size_t bytes);

#endif
