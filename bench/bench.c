// Times a scenario: every step by itself, by a clock that takes far less than a step. That clock goes
// on while other programs run, and a shared machine is never quiet; a second one, which is slow to
// read, tells for each batch of steps how long this thread did run. What is missing was taken from
// the longest steps of the batch, and is taken off them. See bench.h.
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MAX = 1 << 20,
    BATCHES_MAX = 1 << 16,
    BATCHES_MIN = 5,
    BATCH_STEPS_MAX = 4096,
    WARM_STEPS_MAX = 100,
    CLOCK_READS = 101,
};
#define BATCH_SECONDS 2e-3 // far above what reading the slow clock takes
#define WARM_PART 0.1      // of the time given

typedef struct timing {
    const bench_scenario* scenario;
    const bench_clocks* clocks;
    double wall_cost, work_cost; // of reading a clock [s]
    int batch_count;
    long step_count;
    double* steps;       // [s], sorted in the end
    double* differences; // of batches' means to those without it [s per step]
} timing;

static double wall(const timing* t) {
    return t->clocks->wall(t->clocks->context);
}

static double work(const timing* t) {
    return t->clocks->work(t->clocks->context);
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double cost_of(double (*clock)(void*), void* context) {
    double cost[CLOCK_READS], last = clock(context);
    for (int i = 0; i < CLOCK_READS; i++) {
        double now = clock(context);
        cost[i] = now - last;
        last = now;
    }
    qsort(cost, CLOCK_READS, sizeof cost[0], compare);
    return cost[CLOCK_READS / 2];
}

// lets caches, capacities and the motion settle
static void warm_up(const timing* t, bench_context* context, double seconds) {
    double start = wall(t);
    for (int i = 0; i < WARM_STEPS_MAX && (i < 2 || wall(t) - start < WARM_PART * seconds); i++)
        bench_step(t->scenario, context);
}

// `lost` seconds were taken from a few of the steps: most likely from the longest, and none of them
// would have been shorter than the shortest
static void take_off(double* steps, int count, double lost) {
    double least = steps[0];
    for (int i = 1; i < count; i++)
        least = fmin(least, steps[i]);
    while (lost > 0.0) {
        int longest = 0;
        for (int i = 1; i < count; i++)
            longest = steps[i] > steps[longest] ? i : longest;
        // a single step is all that there is: nothing tells what it would have taken but this
        double off = count > 1 ? fmin(lost, steps[longest] - least) : lost;
        if (off <= 0.0)
            break;
        steps[longest] -= off;
        lost -= off;
    }
}

// Times at most `most` steps, fewer where they take long; `mean` is theirs.
static int time_batch(const timing* t, bench_context* context, int most, double* steps,
                      double* mean) {
    double start = work(t), first = wall(t), last = first, sum = 0.0;
    int count = 0;
    while (count < most && last - first < BATCH_SECONDS) {
        bench_step(t->scenario, context);
        double now = wall(t);
        steps[count] = fmax(now - last - t->wall_cost, 0.0);
        sum += steps[count++];
        last = now;
    }
    double worked = work(t) - start - t->work_cost - count * t->wall_cost;
    take_off(steps, count, sum - worked);
    *mean = fmin(sum, worked) / count;
    return count;
}

// the world without it (NULL: none) runs in turn, so that a slower machine slows both
static void time_batches(timing* t, bench_context* context, bench_context* without,
                         double seconds) {
    static double others[BATCH_STEPS_MAX];
    // what waits within its steps is told apart from work in batches of one
    int most = t->scenario->in_real_time ? 1 : BATCH_STEPS_MAX;
    double begin = wall(t), mean, other;
    while (t->batch_count < BATCHES_MAX && t->step_count + most <= STEPS_MAX
           && (t->batch_count < BATCHES_MIN || wall(t) - begin < seconds)) {
        t->step_count += time_batch(t, context, most, t->steps + t->step_count, &mean);
        if (without != NULL)
            time_batch(t, without, most, others, &other);
        t->differences[t->batch_count++] = without != NULL ? mean - other : NAN;
    }
    qsort(t->steps, (size_t)t->step_count, sizeof t->steps[0], compare);
    if (without != NULL)
        qsort(t->differences, (size_t)t->batch_count, sizeof t->differences[0], compare);
}

// of the sorted steps [us]
static double quantile(const timing* t, double share) {
    return 1e6 * t->steps[(long)(share * (double)(t->step_count - 1))];
}

static bench_result result_of(const timing* t, const bench_context* context) {
    rv_report report = rv_world_report(context->world);
    bench_result result = {
        .h = context->h,
        .median = quantile(t, 0.5),
        .min = quantile(t, 0.0),
        .q1 = quantile(t, 0.25),
        .q3 = quantile(t, 0.75),
        .late = quantile(t, 0.99),
        .latest = quantile(t, 1.0),
        .more = 1e6 * t->differences[t->batch_count / 2],
        .real_time_factor = 1e6 * context->h / quantile(t, 0.5),
        .clock = 1e6 * t->wall_cost,
        .instructions = NAN,
        .bytes = atomic_load(&context->memory.held),
        .dofs = report.dof_count,
        .rows = report.row_count,
        .steps = t->step_count,
    };
    if (t->scenario->note != NULL)
        t->scenario->note(context, result.note, sizeof result.note);
    return result;
}

static void measure(timing* t, bench_context* context, bench_context* without, double seconds,
                    bench_result* result) {
    t->wall_cost = cost_of(t->clocks->wall, t->clocks->context);
    t->work_cost = cost_of(t->clocks->work, t->clocks->context);
    warm_up(t, context, seconds);
    if (without != NULL)
        warm_up(t, without, seconds);
    size_t allocated = atomic_load(&context->memory.allocated);
    time_batches(t, context, without, seconds);
    *result = result_of(t, context);
    result->bytes_allocated = atomic_load(&context->memory.allocated) - allocated;
}

bool bench_begin(const bench_scenario* scenario, bench_context* context, bool without) {
    *context = (bench_context){.h = 1.0 / 60.0, .def = scenario->def, .size = scenario->size};
    return (without ? scenario->create_without : scenario->create)(context)
           && context->world != NULL;
}

void bench_step(const bench_scenario* scenario, bench_context* context) {
    if (scenario->step != NULL)
        scenario->step(context);
    else
        rv_world_step(context->world, context->h);
}

void bench_end(const bench_scenario* scenario, bench_context* context) {
    if (scenario->destroy != NULL)
        scenario->destroy(context);
    else
        rv_world_destroy(context->world);
}

bool bench_run(const bench_scenario* scenario, double seconds, const bench_clocks* clocks,
               bench_result* result) {
    bench_context context, without;
    bool has_without = scenario->create_without != NULL;
    bool created = bench_begin(scenario, &context, false);
    bool both = !has_without || bench_begin(scenario, &without, true);
    timing t = {.scenario = scenario,
                .clocks = clocks,
                .steps = malloc(STEPS_MAX * sizeof *t.steps),
                .differences = malloc(BATCHES_MAX * sizeof *t.differences)};
    bool good = created && both && t.steps != NULL && t.differences != NULL;
    if (good) {
        // pages come when they are first written to: not while the clock runs
        memset(t.steps, 0, STEPS_MAX * sizeof *t.steps);
        measure(&t, &context, has_without ? &without : NULL, seconds, result);
    }
    free(t.steps);
    free(t.differences);
    bench_end(scenario, &context);
    if (has_without)
        bench_end(scenario, &without);
    return good;
}
