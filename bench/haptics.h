// A haptic loop beside a world that is stepped in real time: how late it wakes and what it takes,
// next to a loop that does nothing.
#ifndef REEVE_BENCH_HAPTICS_H
#define REEVE_BENCH_HAPTICS_H

#include "bench/bench.h"

bool haptic_loop(bench_context* context);
void haptic_loop_step(bench_context* context);
void haptic_loop_destroy(bench_context* context);
void haptic_loop_note(const bench_context* context, char* buffer, size_t bytes);

#endif
