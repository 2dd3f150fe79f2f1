// Times a scenario: batches long enough for the clock, the median of their means, because one core
// of a shared machine is never quiet. The clock is a parameter, so that tests can turn it.
// See bench.h.
#include "bench/bench.h"

#include <stdlib.h>

enum { BATCHES_MAX = 1000, BATCHES_MIN = 5, WARM_STEPS_MAX = 100 };
#define BATCH_SECONDS 2e-3 // far above the resolution of any clock
#define WARM_PART 0.1      // of the time given

static void step_once(const bench_scenario* scenario, bench_context* context) {
    if (scenario->step != NULL)
        scenario->step(context);
    else
        rv_world_step(context->world, context->h);
}

// lets caches, capacities and the motion settle; returns the seconds that one step takes
static double warm_up(const bench_scenario* scenario, bench_context* context, double seconds,
                      double (*clock)(void*)) {
    double start = clock(NULL), now = start, last = start;
    int steps = 0;
    while (steps < WARM_STEPS_MAX && (steps < 2 || now - start < WARM_PART * seconds)) {
        last = now;
        step_once(scenario, context);
        now = clock(NULL);
        steps++;
    }
    return now - last;
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// means of batches [s per step], sorted; returns how many
static int time_batches(const bench_scenario* scenario, bench_context* context, double seconds,
                        long batch_steps, double (*clock)(void*), double means[BATCHES_MAX]) {
    double begin = clock(NULL), now = begin;
    int batches = 0;
    while (batches < BATCHES_MAX && (batches < BATCHES_MIN || now - begin < seconds)) {
        double start = clock(NULL);
        for (long i = 0; i < batch_steps; i++)
            step_once(scenario, context);
        now = clock(NULL);
        means[batches++] = (now - start) / (double)batch_steps;
    }
    qsort(means, (size_t)batches, sizeof means[0], compare);
    return batches;
}

bool bench_run(const bench_scenario* scenario, double seconds, double (*clock)(void*),
               bench_result* result) {
    bench_context context = {NULL, 1.0 / 60.0, NULL};
    bool created = scenario->create(&context) && context.world != NULL;
    if (created) {
        double means[BATCHES_MAX];
        double once = warm_up(scenario, &context, seconds, clock);
        long batch_steps =
            once > 0.0 && once < BATCH_SECONDS ? (long)(BATCH_SECONDS / once) + 1 : 1;
        int batches = time_batches(scenario, &context, seconds, batch_steps, clock, means);
        rv_report report = rv_world_report(context.world);
        *result = (bench_result){
            .h = context.h,
            .median = 1e6 * means[batches / 2],
            .min = 1e6 * means[0],
            .real_time_factor = context.h / means[batches / 2],
            .dofs = report.dof_count,
            .rows = report.row_count,
            .steps = batches * batch_steps,
        };
        if (scenario->note != NULL)
            scenario->note(&context, result->note, sizeof result->note);
    }
    if (scenario->destroy != NULL)
        scenario->destroy(&context);
    else
        rv_world_destroy(context.world);
    return created;
}
