// Scenarios about a suture in a hand, for the table in scenarios.c.
#ifndef REEVE_BENCH_SUTURES_H
#define REEVE_BENCH_SUTURES_H

#include "bench/bench.h"

// held by a hand that leads its end about
bool suture_led(bench_context* context);
void suture_led_step(bench_context* context);
// tied, and drawn tight and loose by a hand
bool suture_tied(bench_context* context);
void suture_tied_step(bench_context* context);

// through five holes, drawn on by a hand and held back by friction
bool suture_sewn(bench_context* context);
void suture_sewn_step(bench_context* context);

void suture_note(const bench_context* context, char* buffer, size_t bytes);
void suture_destroy(bench_context* context);

#endif
