// Benchmarks: named scenarios, each a world that is stepped while a clock runs. `reeve bench` runs
// them; a scenario is one row of scenarios.c.
#ifndef REEVE_BENCH_H
#define REEVE_BENCH_H

#include "reeve/reeve.h"

enum { BENCH_NOTE_BYTES = 512 };

typedef struct bench_context {
    rv_world* world;
    double h;        // step [s]
    const void* def; // of the scenario
    void* extra;     // the scenario's own; its `destroy` frees it
} bench_context;

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
    // A hand waits for every step: each is timed by itself, and how late the latest are is told.
    bool each_counts;
    // the same without what the scenario is about, which is timed in turn with it; NULL: none
    bool (*create_without)(bench_context* context);
} bench_scenario;

extern const bench_scenario bench_scenarios[];
extern const int bench_scenario_count;

typedef struct bench_result {
    double h;
    double median, min;      // of the batches' means [us per step]
    double late, latest;     // 99 % of the steps take no longer, and none does [us]; or NaN
    double more;             // than without it: median of the batches' differences [us]; or NaN
    double real_time_factor; // h over the median time of a step
    int dofs, rows;
    long steps;                  // timed
    char note[BENCH_NOTE_BYTES]; // "": none
} bench_result;

// Steps until the state is warm, then times batches for about `seconds`. False if the scenario
// could not be created. The clock counts seconds.
bool bench_run(const bench_scenario* scenario, double seconds, double (*clock)(void*),
               bench_result* result);

#endif
