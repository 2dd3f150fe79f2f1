// Elastic bars of growing size, for the table in scenarios.c.
#ifndef REEVE_BENCH_BARS_H
#define REEVE_BENCH_BARS_H

#include "bench/bench.h"

typedef struct bar_def {
    rv_solid_model model;
    int cells; // across; four times as many along
} bar_def;

// a rubber bar for a bar_def, held at one end, which swings under its weight
bool bar(bench_context* context);

#endif
