// `reeve bench`: runs the scenarios of bench/ and tells what they took, as a table while they are
// measured or as JSON at the end. How they are timed is in bench/bench.c; here is only which, and how
// long each may take, so that all of them with --quick stay under a minute.
#include "bench/bench.h"

#include "bench_instructions.h"
#include "bench_report.h"
#include "command.h"
#include "progress.h"
#include "scene/nearest.h"
#include "view/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// all scenarios together stay well under a minute with --quick
#define QUICK_SECONDS 30.0
#define QUICK_SECONDS_EACH 1.0
#define SECONDS_EACH 4.0

static double seconds_for_each(const arguments* arguments, int count) {
    if (arguments->duration > 0.0)
        return arguments->duration;
    if (!arguments->quick)
        return SECONDS_EACH;
    double share = QUICK_SECONDS / count;
    return share < QUICK_SECONDS_EACH ? share : QUICK_SECONDS_EACH;
}

static bool name_is_known(const char* name) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    for (int i = 0; i < bench_scenario_count; i++) {
        if (strcmp(bench_scenarios[i].name, name) == 0)
            return true;
        rv_scene_nearest_try(&nearest, bench_scenarios[i].name);
    }
    if (nearest.best != NULL)
        fprintf(stderr, "reeve bench: unknown scenario '%s': did you mean '%s'?\n", name,
                nearest.best);
    else
        fprintf(stderr, "reeve bench: unknown scenario '%s'; `reeve bench --help` lists them\n",
                name);
    return false;
}

static bool is_wanted(const arguments* arguments, const char* name) {
    for (int i = 0; i < arguments->word_count; i++)
        if (strcmp(arguments->words[i], name) == 0)
            return true;
    return arguments->word_count == 0;
}

// of the thread that asks
static double work_seconds(void* context) {
    struct timespec t;
    (void)context;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct bench_session {
    const arguments* arguments;
    instructions counting;
    bench_list list;
    bool good; // all that was asked for could be made
} bench_session;

static void bench_one(bench_session* s, const bench_scenario* scenario, double seconds) {
    const bench_clocks clocks = {.wall = clock_seconds, .work = work_seconds};
    bench_entry* entry = &s->list.entries[s->list.count];
    entry->scenario = scenario;
    if (!bench_run(scenario, seconds, &clocks, &entry->result)) {
        fprintf(stderr, "reeve bench: scenario '%s' could not be created\n", scenario->name);
        s->good = false;
        return;
    }
    entry->result.instructions = instructions_count(&s->counting, scenario);
    s->list.count++;
    if (!s->arguments->json)
        bench_print_entry(entry);
}

static void bench_all(bench_session* s) {
    double seconds = seconds_for_each(s->arguments, bench_scenario_count);
    progress bar = progress_begin(s->arguments->json);
    if (!s->arguments->json)
        bench_print_head();
    for (int i = 0; i < bench_scenario_count; i++) {
        const bench_scenario* scenario = &bench_scenarios[i];
        if (!is_wanted(s->arguments, scenario->name))
            continue;
        progress_update(&bar, (double)i / bench_scenario_count, scenario->name);
        bench_one(s, scenario, seconds);
    }
    progress_end(&bar);
    // known only now: valgrind may have failed on the way
    s->list.counter = s->counting.counter;
}

static void write_all(const bench_session* s, const bench_past* past) {
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", RV_VERSION_MAJOR, RV_VERSION_MINOR,
             RV_VERSION_PATCH);
    rv_json w = rv_json_begin(stdout);
    w.digits = 9;
    rv_json_integer(&w, "reeve_bench", 1);
    rv_json_text(&w, "version", version);
    rv_json_text(&w, "counter", s->list.counter);
    if (s->list.counter == NULL)
        rv_json_text(&w, "why_not_counted", s->counting.why_not);
    rv_json_open_list(&w, "scenarios");
    for (int i = 0; i < s->list.count; i++)
        bench_write_entry(&w, &s->list.entries[i]);
    rv_json_close_list(&w);
    bench_write_scaling(&w, &s->list);
    if (past != NULL)
        bench_write_against(&w, past, &s->list);
    rv_json_end(&w);
}

static void tell(bench_session* s, const bench_past* past) {
    bench_all(s);
    if (s->arguments->json) {
        write_all(s, past);
        return;
    }
    bench_print_scaling(&s->list);
    if (s->list.counter == NULL)
        printf("\nInstructions are not counted: %s.\n", s->counting.why_not);
    if (past != NULL)
        bench_print_against(past, &s->list, s->arguments->word_count == 0);
}

// the steps that valgrind is to count, and nothing else
static void be_watched(bench_session* s) {
    for (int i = 0; i < bench_scenario_count; i++)
        if (is_wanted(s->arguments, bench_scenarios[i].name))
            instructions_count(&s->counting, &bench_scenarios[i]);
}

int command_bench(const arguments* arguments) {
    for (int i = 0; i < arguments->word_count; i++)
        if (!name_is_known(arguments->words[i]))
            return EXIT_USAGE;
    // what is wrong with the file is told before minutes of measuring
    bench_past* past = arguments->against != NULL ? bench_past_load(arguments->against) : NULL;
    if (arguments->against != NULL && past == NULL)
        return EXIT_USAGE;
    bench_session s = {.arguments = arguments,
                       .counting = instructions_begin(arguments->instructions),
                       .list.entries = calloc((size_t)bench_scenario_count, sizeof(bench_entry)),
                       .good = true};
    s.good = s.list.entries != NULL;
    if (s.good && s.counting.inside)
        be_watched(&s);
    else if (s.good)
        tell(&s, past);
    instructions_end(&s.counting);
    free(s.list.entries);
    bench_past_free(past);
    return s.good ? EXIT_FINE : EXIT_FAILED;
}

void command_bench_help(void) {
    printf("\nScenarios:\n");
    for (int i = 0; i < bench_scenario_count; i++)
        printf("  %-28s %s\n", bench_scenarios[i].name, bench_scenarios[i].sentence);
}
