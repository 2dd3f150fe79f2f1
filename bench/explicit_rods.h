// Scenarios about threads that move by explicit steps, for the table in scenarios.c.
#ifndef REEVE_BENCH_EXPLICIT_RODS_H
#define REEVE_BENCH_EXPLICIT_RODS_H

#include "bench/bench.h"

typedef struct explicit_rod_def {
    rv_cable_rod_integrator integrator;
    double stiffness; // of bending and twist [N m^2]
    bool twisted;     // between two points, by one turn, instead of swinging
} explicit_rod_def;

// a thread of 100 edges for an explicit_rod_def, which does not touch itself
bool explicit_rod(bench_context* context);
// parts of a step and iterations
void explicit_rod_note(const bench_context* context, char* buffer, size_t bytes);

#endif
