// Counts the instructions of a scenario's steps: a fixed number of them after a fixed number, in a
// world of its own, so that two runs count the same steps of the same motion.
#include "bench/bench.h"

#include <math.h>

enum { STEPS_BEFORE = 10 }; // the first ones make room and find orders of elimination

double bench_count(const bench_scenario* scenario, const bench_counter* counter) {
    bench_context context;
    double instructions = NAN;
    if (scenario->in_real_time)
        return NAN;
    if (bench_begin(scenario, &context, false)) {
        for (int i = 0; i < STEPS_BEFORE; i++)
            bench_step(scenario, &context);
        counter->start(counter->context);
        for (int i = 0; i < BENCH_COUNTED_STEPS; i++)
            bench_step(scenario, &context);
        instructions = counter->stop(counter->context) / BENCH_COUNTED_STEPS;
    }
    bench_end(scenario, &context);
    return instructions;
}
