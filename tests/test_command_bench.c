// How `reeve bench` measures: a scenario on a clock that the test turns.
#include "bench/bench.c"
#include "test.h"

static double now;
static long steps_made;
static double step_seconds;
static int worlds_destroyed;

static double turned_clock(void* context) {
    (void)context;
    return now;
}

static bool create(bench_context* context) {
    rv_world_def def = rv_world_def_default();
    context->world = rv_world_create(&def, NULL, 0);
    context->h = 0.01;
    return true;
}

// every hundredth step is disturbed by another program
static void step(bench_context* context) {
    (void)context;
    now += steps_made++ % 100 == 50 ? 50.0 * step_seconds : step_seconds;
}

static void destroy(bench_context* context) {
    rv_world_destroy(context->world);
    worlds_destroyed++;
}

static bool refuse(bench_context* context) {
    (void)context;
    return false;
}

TEST(the_median_is_not_moved_by_a_disturbance) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy};
    bench_result result;
    step_seconds = 1e-3;
    CHECK(bench_run(&scenario, 1.0, turned_clock, &result));
    CHECK_NEAR(result.median, 1000.0, 1.0);
    CHECK_NEAR(result.min, 1000.0, 1.0);
    CHECK_NEAR(result.real_time_factor, 10.0, 0.01);
    CHECK(worlds_destroyed == 1);
    CHECK(isnan(result.more) && isnan(result.late) && isnan(result.latest));
}

TEST(where_every_step_counts_the_late_ones_are_told) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy, .each_counts = true};
    bench_result result;
    step_seconds = 1e-5;
    steps_made = 0;
    CHECK(bench_run(&scenario, 1.0, turned_clock, &result));
    // one step in a hundred takes 50 times as long: just those that 99 % do not have among them
    CHECK(result.steps > 1000 && result.steps < 100000);
    CHECK_NEAR(result.median, 10.0, 1e-3);
    CHECK_NEAR(result.late, 10.0, 1e-3);
    CHECK_NEAR(result.latest, 500.0, 1e-3);
}

static bool create_without(bench_context* context) {
    context->extra = &now;
    return create(context);
}

// a step with it takes four times as long; the machine slows down all the while
static void slower_step(bench_context* context) {
    step_seconds *= 1.0001;
    now += context->extra != NULL ? step_seconds : 4.0 * step_seconds;
}

TEST(what_a_scenario_is_about_is_told_apart_in_turn_with_the_same_without_it) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = slower_step, .create_without = create_without};
    bench_result result;
    step_seconds = 1e-3;
    CHECK(bench_run(&scenario, 1.0, turned_clock, &result));
    // 3 of 4 parts, but for what the clock slowed within a batch
    CHECK_NEAR(result.more / result.median, 0.75, 1e-3);
}

TEST(a_scenario_whose_other_half_cannot_be_made_is_told) {
    const bench_scenario scenario = {.name = "s", .create = create, .create_without = refuse};
    bench_result result;
    CHECK(!bench_run(&scenario, 1.0, turned_clock, &result));
}

TEST(a_slow_scenario_is_still_timed_a_few_times) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy};
    bench_result result;
    step_seconds = 10.0;
    CHECK(bench_run(&scenario, 1.0, turned_clock, &result));
    CHECK(result.steps == 5);
    CHECK_NEAR(result.median, 1e7, 1.0);
}

TEST(a_fast_scenario_is_timed_in_batches) {
    const bench_scenario scenario = {.name = "s", .create = create};
    bench_result result = {0};
    // the clock stands still: only the number of batches ends the run
    step_seconds = 0.0;
    CHECK(bench_run(&scenario, 0.0, turned_clock, &result));
    CHECK(result.steps == 5);
}

TEST(a_scenario_that_cannot_be_made_is_told) {
    const bench_scenario scenario = {.name = "s", .create = refuse};
    bench_result result;
    CHECK(!bench_run(&scenario, 1.0, turned_clock, &result));
}
