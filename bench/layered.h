// Scenarios about layered cables, for the table in scenarios.c.
#ifndef REEVE_BENCH_LAYERED_H
#define REEVE_BENCH_LAYERED_H

#include "bench/bench.h"

typedef struct layered_def {
    int spans, cells;
    rv_cable_waves waves;
} layered_def;

// a line over level spans with a load at its end, for a layered_def; and as a massless cable
bool layered_create(bench_context* context);
bool layered_without(bench_context* context);
// whether its waves do move
void layered_note(const bench_context* context, char* buffer, size_t bytes);

#endif
