// Times a scenario: batches long enough for the clock, the median of their means, because one core
// of a shared machine is never quiet. The clock is a parameter, so that tests can turn it.
// See bench.h.
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

enum { BATCHES_MAX = 40000, BATCHES_MIN = 5, WARM_STEPS_MAX = 100 };
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

// seconds per step of a batch
static double time_batch(const bench_scenario* scenario, bench_context* context, long steps,
                         double (*clock)(void*)) {
    double start = clock(NULL);
    for (long i = 0; i < steps; i++)
        step_once(scenario, context);
    return (clock(NULL) - start) / (double)steps;
}

typedef struct batches {
    long steps; // of each
    int count;
    double means[BATCHES_MAX];       // [s per step], sorted in the end
    double differences[BATCHES_MAX]; // to those without it
} batches;

// the world without it (NULL: none) runs in turn, so that a slower machine slows both
static void time_batches(const bench_scenario* scenario, bench_context* context,
                         bench_context* without, double seconds, double (*clock)(void*),
                         batches* b) {
    double begin = clock(NULL);
    b->count = 0;
    while (b->count < BATCHES_MAX && (b->count < BATCHES_MIN || clock(NULL) - begin < seconds)) {
        double mean = time_batch(scenario, context, b->steps, clock);
        b->differences[b->count] =
            without != NULL ? mean - time_batch(scenario, without, b->steps, clock) : NAN;
        b->means[b->count++] = mean;
    }
    qsort(b->means, (size_t)b->count, sizeof b->means[0], compare);
    if (without != NULL)
        qsort(b->differences, (size_t)b->count, sizeof b->differences[0], compare);
}

static void measure(const bench_scenario* scenario, bench_context* context, bench_context* without,
                    double seconds, double (*clock)(void*), bench_result* result) {
    static batches b;
    double once = warm_up(scenario, context, seconds, clock);
    if (without != NULL)
        warm_up(scenario, without, seconds, clock);
    bool long_batches = !scenario->each_counts && once > 0.0 && once < BATCH_SECONDS;
    b.steps = long_batches ? (long)(BATCH_SECONDS / once) + 1 : 1;
    time_batches(scenario, context, without, seconds, clock, &b);
    rv_report report = rv_world_report(context->world);
    *result = (bench_result){
        .h = context->h,
        .median = 1e6 * b.means[b.count / 2],
        .min = 1e6 * b.means[0],
        .late = scenario->each_counts ? 1e6 * b.means[(int)(0.99 * (b.count - 1))] : NAN,
        .latest = scenario->each_counts ? 1e6 * b.means[b.count - 1] : NAN,
        .more = 1e6 * b.differences[b.count / 2],
        .real_time_factor = context->h / b.means[b.count / 2],
        .dofs = report.dof_count,
        .rows = report.row_count,
        .steps = b.count * b.steps,
    };
    if (scenario->note != NULL)
        scenario->note(context, result->note, sizeof result->note);
}

static void end(const bench_scenario* scenario, bench_context* context) {
    if (scenario->destroy != NULL)
        scenario->destroy(context);
    else
        rv_world_destroy(context->world);
}

bool bench_run(const bench_scenario* scenario, double seconds, double (*clock)(void*),
               bench_result* result) {
    bench_context context = {.h = 1.0 / 60.0, .def = scenario->def}, without = context;
    bool has_without = scenario->create_without != NULL;
    bool created =
        scenario->create(&context) && context.world != NULL
        && (!has_without || (scenario->create_without(&without) && without.world != NULL));
    if (created)
        measure(scenario, &context, has_without ? &without : NULL, seconds, clock, result);
    end(scenario, &context);
    if (has_without)
        end(scenario, &without);
    return created;
}
