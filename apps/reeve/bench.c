// `reeve bench`: runs the scenarios of bench/ and prints their times, as a table while they are
// measured or as JSON at the end. How they are timed is in bench/bench.c; here is only how long
// each may take, so that all of them with --quick stay under a minute.
#include "bench/bench.h"

#include "command.h"
#include "progress.h"
#include "scene/nearest.h"
#include "view/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static void write_result(rv_json* w, const bench_scenario* scenario, const bench_result* result) {
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", scenario->name);
    rv_json_number(w, "h", result->h);
    rv_json_number(w, "us_per_step", result->median);
    rv_json_number(w, "us_per_step_min", result->min);
    if (!isnan(result->late)) {
        rv_json_number(w, "us_per_step_99_percent", result->late);
        rv_json_number(w, "us_per_step_max", result->latest);
    }
    if (!isnan(result->more))
        rv_json_number(w, "us_more_than_without", result->more);
    rv_json_number(w, "real_time_factor", result->real_time_factor);
    rv_json_integer(w, "dofs", result->dofs);
    rv_json_integer(w, "rows", result->rows);
    rv_json_integer(w, "steps", result->steps);
    rv_json_text(w, "note", result->note[0] != '\0' ? result->note : NULL);
    rv_json_close_object(w);
}

static void print_result(const bench_scenario* scenario, const bench_result* result) {
    printf("%-28s %12.2f %12.2f %14.1f %8d %8d\n", scenario->name, result->median, result->min,
           result->real_time_factor, result->dofs, result->rows);
    if (!isnan(result->late))
        printf("  99 %% of %ld steps within %.2f us, all within %.2f us\n", result->steps,
               result->late, result->latest);
    if (!isnan(result->more))
        printf("  %.2f us more than without\n", result->more);
    if (result->note[0] != '\0')
        printf("  %s\n", result->note);
    fflush(stdout);
}

static bool bench_all(const arguments* arguments, rv_json* w) {
    bool good = true;
    double seconds = seconds_for_each(arguments, bench_scenario_count);
    progress bar = progress_begin(arguments->json);
    for (int i = 0; i < bench_scenario_count; i++) {
        const bench_scenario* scenario = &bench_scenarios[i];
        bench_result result;
        if (!is_wanted(arguments, scenario->name))
            continue;
        progress_update(&bar, (double)i / bench_scenario_count, scenario->name);
        if (!bench_run(scenario, seconds, clock_seconds, &result)) {
            fprintf(stderr, "reeve bench: scenario '%s' could not be created\n", scenario->name);
            good = false;
        } else if (arguments->json) {
            write_result(w, scenario, &result);
        } else {
            print_result(scenario, &result);
        }
    }
    progress_end(&bar);
    return good;
}

int command_bench(const arguments* arguments) {
    for (int i = 0; i < arguments->word_count; i++)
        if (!name_is_known(arguments->words[i]))
            return EXIT_USAGE;
    if (!arguments->json) {
        printf("%-28s %12s %12s %14s %8s %8s\n", "scenario", "us/step", "min", "x real time",
               "dofs", "rows");
        return bench_all(arguments, NULL) ? EXIT_FINE : EXIT_FAILED;
    }
    rv_json w = rv_json_begin(stdout);
    rv_json_open_list(&w, "scenarios");
    bool good = bench_all(arguments, &w);
    rv_json_close_list(&w);
    rv_json_end(&w);
    return good ? EXIT_FINE : EXIT_FAILED;
}

void command_bench_help(void) {
    printf("\nScenarios:\n");
    for (int i = 0; i < bench_scenario_count; i++)
        printf("  %-28s %s\n", bench_scenarios[i].name, bench_scenarios[i].sentence);
}
