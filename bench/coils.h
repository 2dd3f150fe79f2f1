// Scenarios about threads that touch themselves and each other, for the table in scenarios.c.
#ifndef REEVE_BENCH_COILS_H
#define REEVE_BENCH_COILS_H

#include "bench/bench.h"

typedef struct plectoneme_def {
    rv_cable_rod_integrator integrator;
} plectoneme_def;

// for a plectoneme_def: 100 edges that have coiled up, one end turned to and fro
bool plectoneme(bench_context* context);
void plectoneme_step(bench_context* context);
void plectoneme_note(const bench_context* context, char* buffer, size_t bytes);
void plectoneme_destroy(bench_context* context);

// two strands of one thread of `size` edges, laid about each other, that hang from their ends
bool ply(bench_context* context);
void ply_note(const bench_context* context, char* buffer, size_t bytes);

// two threads of 100 edges laid about each other, held at both ends
bool laid_pair(bench_context* context);

#endif
