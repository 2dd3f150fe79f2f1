// A scenario about cables of segments that land, for the table in scenarios.c.
#ifndef REEVE_BENCH_LANDING_H
#define REEVE_BENCH_LANDING_H

#include "bench/bench.h"

typedef enum landing_kind {
    LANDING_GROUND, // a steel rod of 15 segments and a cable of 60, side by side
    LANDING_EDGE,   // 60 segments over the edge of a box
    LANDING_COIL,   // 60 segments in a coil
} landing_kind;

typedef struct landing_def {
    landing_kind kind;
} landing_def;

bool landing(bench_context* context);
void landing_step(bench_context* context);
void landing_destroy(bench_context* context);
void landing_note(const bench_context* context, char* buffer, size_t bytes);

#endif
