// `reeve bench`: how it times, counts and fits, on clocks and counters that the test turns.
#include "bench/bench.c"
#include "bench/counting.c"
#include "bench/memory.c"
#include "bench/scaling.c"
#include "test.h"

static double now;    // on the wall
static double worked; // by the thread
static long steps_made;
static double step_seconds, read_seconds;
static int worlds_destroyed;

static double turned_wall(void* context) {
    (void)context;
    now += read_seconds;
    worked += read_seconds;
    return now;
}

static double turned_work(void* context) {
    (void)context;
    return worked;
}

static const bench_clocks turned = {.wall = turned_wall, .work = turned_work};

static void start(double seconds) {
    step_seconds = seconds;
    read_seconds = 0.0;
    steps_made = 0;
}

static void pass(double seconds) {
    now += seconds;
    worked += seconds;
}

static bool create(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    context->world = rv_world_create(&def, NULL, 0);
    context->h = 0.01;
    return true;
}

// every hundredth step takes 50 times as long
static void step(bench_context* context) {
    (void)context;
    pass(steps_made++ % 100 == 50 ? 50.0 * step_seconds : step_seconds);
}

static void destroy(bench_context* context) {
    rv_world_destroy(context->world);
    worlds_destroyed++;
}

static bool refuse(bench_context* context) {
    (void)context;
    return false;
}

TEST(the_median_is_not_moved_by_a_few_long_steps_which_are_told) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy};
    bench_result result;
    start(1e-5);
    CHECK(bench_run(&scenario, 1.0, &turned, &result));
    // in units of a step of 10 us, but for the digits that sums of seconds lose
    CHECK(result.steps > 1000 && result.steps < 100000);
    CHECK_NEAR(result.median, 10.0, 1e-3);
    CHECK_NEAR(result.min, 10.0, 1e-3);
    CHECK_NEAR(result.q1, 10.0, 1e-3);
    CHECK_NEAR(result.q3, 10.0, 1e-3);
    // one step in a hundred is long: just those that 99 % do not have among them
    CHECK_NEAR(result.late, 10.0, 1e-3);
    CHECK_NEAR(result.latest, 500.0, 1e-3);
    CHECK_NEAR(result.real_time_factor, 1000.0, 0.1);
    CHECK(worlds_destroyed == 1);
    CHECK(isnan(result.more) && isnan(result.instructions));
}

// every other step waits for another program
static void step_in_a_crowd(bench_context* context) {
    (void)context;
    pass(step_seconds);
    now += steps_made++ % 2 == 0 ? 4e-3 : 0.0;
}

TEST(what_other_programs_take_is_taken_off) {
    const bench_scenario scenario = {.name = "s", .create = create, .step = step_in_a_crowd};
    bench_result result;
    // a batch of several steps, and batches of one
    static const double lengths[] = {3e-4, 5e-3};
    for (int i = 0; i < 2; i++) {
        start(lengths[i]);
        CHECK(bench_run(&scenario, 1.0, &turned, &result));
        CHECK_NEAR(result.median, 1e6 * lengths[i], 1e-3);
        CHECK_NEAR(result.latest, 1e6 * lengths[i], 1e-3);
    }
}

TEST(what_waits_within_every_step_is_not_time_of_the_step) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step_in_a_crowd, .in_real_time = true};
    bench_result result;
    start(3e-4);
    CHECK(bench_run(&scenario, 1.0, &turned, &result));
    CHECK_NEAR(result.latest, 300.0, 1e-3);
}

TEST(what_reading_the_clock_takes_is_taken_off) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy};
    bench_result result;
    start(1e-5);
    read_seconds = 2e-6;
    CHECK(bench_run(&scenario, 1.0, &turned, &result));
    CHECK_NEAR(result.clock, 2.0, 1e-3);
    CHECK_NEAR(result.median, 10.0, 1e-3);
    CHECK_NEAR(result.latest, 500.0, 1e-3);
}

static bool create_without(bench_context* context) {
    context->extra = &now;
    return create(context);
}

// a step with it takes four times as long; the machine slows down all the while
static void slower_step(bench_context* context) {
    step_seconds *= 1.0001;
    pass(context->extra != NULL ? step_seconds : 4.0 * step_seconds);
}

TEST(what_a_scenario_is_about_is_told_apart_in_turn_with_the_same_without_it) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = slower_step, .create_without = create_without};
    bench_result result;
    start(1e-3);
    CHECK(bench_run(&scenario, 1.0, &turned, &result));
    // 3 of 4 parts, but for what the clock slowed within a batch
    CHECK_NEAR(result.more / result.median, 0.75, 1e-3);
}

TEST(a_scenario_whose_other_half_cannot_be_made_is_told) {
    const bench_scenario scenario = {.name = "s", .create = create, .create_without = refuse};
    bench_result result;
    CHECK(!bench_run(&scenario, 1.0, &turned, &result));
}

TEST(a_slow_scenario_is_still_timed_a_few_times) {
    const bench_scenario scenario = {
        .name = "s", .create = create, .step = step, .destroy = destroy};
    bench_result result;
    start(10.0);
    CHECK(bench_run(&scenario, 1.0, &turned, &result));
    CHECK(result.steps == 5);
    CHECK_NEAR(result.median, 1e7, 1.0);
}

TEST(a_fast_scenario_ends_though_the_clock_stands_still) {
    const bench_scenario scenario = {.name = "s", .create = create};
    bench_result result = {0};
    start(0.0);
    CHECK(bench_run(&scenario, 0.0, &turned, &result));
    CHECK(result.steps == 5 * BATCH_STEPS_MAX);
}

TEST(a_scenario_that_cannot_be_made_is_told) {
    const bench_scenario scenario = {.name = "s", .create = refuse};
    const bench_counter none = {0};
    bench_result result;
    CHECK(!bench_run(&scenario, 1.0, &turned, &result));
    CHECK(isnan(bench_count(&scenario, &none)));
}

// --- memory --------------------------------------------------------------------------------------

// the hundred and fifth: warm-up has ended; it makes a body, for which there is no room yet
static void step_that_grows(bench_context* context) {
    pass(step_seconds);
    if (++steps_made == 105)
        for (int i = 0; i < 100; i++) {
            rv_body_def def = rv_body_def_default();
            def.mass = 1.0;
            rv_body_create(context->world, &def);
        }
}

TEST(bytes_are_what_the_world_itself_counts_and_steps_that_allocate_are_told) {
    bench_scenario scenario = {.name = "s", .create = create, .step = step};
    bench_context context;
    CHECK(bench_begin(&scenario, &context, false));
    rv_world_step(context.world, context.h);
    CHECK(atomic_load(&context.memory.held) == rv_world_report(context.world).memory);
    bench_end(&scenario, &context);
    CHECK(atomic_load(&context.memory.held) == 0);
    bench_result still, grown;
    start(1e-3);
    CHECK(bench_run(&scenario, 1.0, &turned, &still));
    CHECK(still.bytes > 0 && still.bytes_allocated == 0);
    scenario.step = step_that_grows;
    start(1e-3);
    CHECK(bench_run(&scenario, 1.0, &turned, &grown));
    CHECK(grown.bytes > still.bytes && grown.bytes_allocated >= grown.bytes - still.bytes);
}

// --- instructions --------------------------------------------------------------------------------

static long counted_from;

static void counter_start(void* context) {
    counted_from = steps_made;
    (void)context;
}

static double counter_stop(void* context) {
    (void)context;
    return 7.0 * (double)(steps_made - counted_from);
}

TEST(instructions_are_of_the_same_steps_always) {
    const bench_counter counter = {counter_start, counter_stop, NULL};
    bench_scenario scenario = {.name = "s", .create = create, .step = step};
    for (int i = 0; i < 2; i++) {
        start(1e-3);
        CHECK_NEAR(bench_count(&scenario, &counter), 7.0, 1e-12);
        CHECK(counted_from == 10 && steps_made == 10 + BENCH_COUNTED_STEPS);
    }
    scenario.in_real_time = true;
    CHECK(isnan(bench_count(&scenario, &counter)));
}

// --- scaling -------------------------------------------------------------------------------------

TEST(the_exponent_of_a_power_is_found) {
    // y = 3 n^1.5, in any order; what was not measured is left out
    const double n[] = {100, 10, 1000, 50}, y[] = {3e3, 3 * sqrt(1e3), 3 * sqrt(1e9), NAN};
    bench_scaling s = bench_scaling_of(n, y, 4);
    CHECK(s.count == 3);
    CHECK_NEAR(s.exponent, 1.5, 1e-12);
    CHECK_NEAR(s.fit, 1.0, 1e-12);
    CHECK_NEAR(s.last, 1.5, 1e-12);
}

TEST(a_fixed_cost_lowers_the_fit_but_little_the_exponent_of_the_largest) {
    // y = 1000 + n: log(11/2) / log(10) between the largest two
    const double n[] = {10, 100, 1000, 10000}, y[] = {1010, 1100, 2000, 11000};
    bench_scaling s = bench_scaling_of(n, y, 4);
    CHECK_NEAR(s.last, log10(5.5), 1e-12);
    // least squares by hand over x = -1.5, -0.5, 0.5, 1.5: sum xy / 5
    double by_hand = (1.5 * log10(11000.0 / 1010.0) + 0.5 * log10(2000.0 / 1100.0)) / 5.0;
    CHECK_NEAR(s.exponent, by_hand, 1e-12);
    CHECK(s.fit > 0.7 && s.fit < 0.9);
}

TEST(sizes_that_are_equal_have_no_exponent_and_two_of_them_count_as_one) {
    const double n[] = {10, 10, 100}, y[] = {1.0, 3.0, 20.0};
    CHECK(isnan(bench_scaling_of(n, y, 2).exponent));
    CHECK(isnan(bench_scaling_of(n, y, 0).exponent));
    CHECK_NEAR(bench_scaling_of(n, y, 3).last, 1.0, 1e-12); // from their mean of 2
}
