// Contact scenarios of the benchmark.
#ifndef REEVE_BENCH_CONTACTS_H
#define REEVE_BENCH_CONTACTS_H

#include "bench/bench.h"

bool stack_10(bench_context* context);
bool pile_50(bench_context* context);
bool pile_500(bench_context* context);
bool pile_500_fresh(bench_context* context);
void contact_note(const bench_context* context, char* buffer, size_t bytes);

#endif
