// Benchmarks: named scenarios, each a world that is stepped while a clock runs. `reeve bench` runs
// them; a scenario is one row of scenarios.c.
#ifndef REEVE_BENCH_H
#define REEVE_BENCH_H

#include "reeve/reeve.h"

#include <stdatomic.h>

enum { BENCH_NOTE_BYTES = 512 };

// What the allocator of a scenario's world counts; atomic, since other threads may allocate.
typedef struct bench_memory {
    atomic_size_t held;      // now [bytes]
    atomic_size_t allocated; // since the start [bytes]
} bench_memory;

typedef struct bench_context {
    rv_world* world;
    double h;        // step [s]
    const void* def; // of the scenario
    double size;     // of the scenario
    void* extra;     // the scenario's own; its `destroy` frees it
    bench_memory memory;
} bench_context;

// The default, with an allocator that counts for the context: every scenario's world starts from it.
rv_world_def bench_world_def(bench_context* context);

typedef struct bench_scenario {
    const char* name;
    const char* sentence;
    // makes the world and says the step; false: it could not
    bool (*create)(bench_context* context);
    void (*step)(bench_context* context);    // NULL: rv_world_step(world, h)
    void (*destroy)(bench_context* context); // NULL: rv_world_destroy(world)
    // a line about what the time does not tell, before it is destroyed; NULL: none
    void (*note)(const bench_context* context, char* buffer, size_t bytes);
    const void* def; // what `create` may ask for
    // the same without what the scenario is about, which is timed in turn with it; NULL: none
    bool (*create_without)(bench_context* context);
    // scenarios that differ in size alone are a family: how time grows with size is told; NULL: none
    const char* family;
    const char* unit; // of the size
    double size;      // 0: none
    // other threads and the clock on the wall take part: instructions are not the same again
    bool in_real_time;
} bench_scenario;

extern const bench_scenario bench_scenarios[];
extern const int bench_scenario_count;

// Clocks count seconds. They are parameters, so that tests can turn them.
typedef struct bench_clocks {
    double (*wall)(void*); // quick to read, and runs while other programs do
    double (*work)(void*); // runs only while this thread does
    void* context;
} bench_clocks;

typedef struct bench_result {
    double h;
    double median, min, q1, q3; // of single steps, without what other programs took [us]
    double late, latest;        // 99 % of the steps take no longer, and none does [us]
    double more;                // than without it: median of the batches' differences [us]; or NaN
    double real_time_factor;    // h over the median time of a step
    double clock;               // what reading the wall took; it is taken off [us]
    double instructions;        // per step; or NaN: not counted
    size_t bytes;               // that the world holds in the end
    size_t bytes_allocated;     // by its timed steps
    int dofs, rows;
    long steps;                  // timed
    char note[BENCH_NOTE_BYTES]; // "": none
} bench_result;

// Steps until the state is warm, then times steps for about `seconds` on the wall. False if the
// scenario could not be created. Leaves instructions NaN.
bool bench_run(const bench_scenario* scenario, double seconds, const bench_clocks* clocks,
               bench_result* result);

// What counts instructions, between start and stop.
typedef struct bench_counter {
    void (*start)(void* context);
    double (*stop)(void* context); // since the start; NaN: it could not count, or another tells
    void* context;
} bench_counter;

enum { BENCH_COUNTED_STEPS = 20 };

// Instructions per step, in the mean over BENCH_COUNTED_STEPS: always the same ones, some after the
// start, so that the count is the same again. NaN if it cannot be created or runs in real time.
double bench_count(const bench_scenario* scenario, const bench_counter* counter);

// How a cost y grows with size n: the exponent p of y = a n^p through the points, by least squares of
// the logarithms.
typedef struct bench_scaling {
    int count;       // of points
    double exponent; // NaN for fewer than two sizes
    double fit;      // R^2: 1 if all points lie on the line
    double last;     // exponent between the two largest sizes, where fixed costs weigh least
} bench_scaling;

// Points with y <= 0 or NaN are left out; sizes come in any order, equal ones count as they are.
bench_scaling bench_scaling_of(const double* sizes, const double* costs, int count);

// parts of a run, for bench.c and counting.c
bool bench_begin(const bench_scenario* scenario, bench_context* context, bool without);
void bench_step(const bench_scenario* scenario, bench_context* context);
void bench_end(const bench_scenario* scenario, bench_context* context);

#endif
