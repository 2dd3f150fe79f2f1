// Contact scenarios of the benchmark.
#ifndef REEVE_BENCH_CONTACTS_H
#define REEVE_BENCH_CONTACTS_H

#include "bench/bench.h"

// of `size` bodies
bool stack(bench_context* context);
bool pile(bench_context* context);
bool pile_fresh(bench_context* context);
void contact_note(const bench_context* context, char* buffer, size_t bytes);

#endif
