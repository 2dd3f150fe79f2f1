// `reeve validate`: runs the suites of validation/ and prints measured beside expected, as text, as
// JSON for a program, or as a page with plots. The suites and what a check means are in
// validation/validation.h.
#include "command.h"
#include "output.h"
#include "page.h"
#include "scene/nearest.h"
#include "view/json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void write_checks(const validation* v, FILE* to) {
    rv_json w = rv_json_begin(to);
    rv_json_open_list(&w, "checks");
    for (int i = 0; i < v->result_count; i++) {
        const validation_result* result = &v->results[i];
        rv_json_open_object(&w, NULL);
        rv_json_text(&w, "name", result->name);
        rv_json_text(&w, "source", result->source);
        rv_json_number(&w, "expected", result->expected);
        rv_json_number(&w, "measured", result->measured);
        rv_json_number(&w, "tolerance", result->tolerance);
        rv_json_text(&w, "verdict", result->pass ? "pass" : "fail");
        rv_json_close_object(&w);
    }
    rv_json_close_list(&w);
    rv_json_end(&w);
}

// The newest check, as soon as it is there: some take minutes to come.
static void print_check(const validation* v) {
    const validation_result* result = &v->results[v->result_count - 1];
    bool first = v->result_count == 1;
    if (first || result->suite != result[-1].suite)
        printf("%s%s: %s\n", first ? "" : "\n", result->suite->name, result->suite->sentence);
    printf("  %s %s\n       expected %.10g, measured %.10g, off by %.2g (allowed %.2g)\n"
           "       %s\n",
           result->pass ? "pass" : "FAIL", result->name, result->expected, result->measured,
           result->measured - result->expected, result->tolerance, result->source);
    fflush(stdout);
}

// One line for a person who waits while standard output stays silent.
static void show_count(const validation* v) {
    fprintf(stderr, "\r%d checks, %s %20s", v->result_count, v->suite->name, "");
    fflush(stderr);
}

static void print_summary(const validation* v) {
    for (int i = 0; i < validation_suite_count; i++)
        for (int k = 0; validation_ran(v, &validation_suites[i])
                        && validation_suites[i].falls_short[k] != NULL;
             k++)
            printf("  falls short: %s\n", validation_suites[i].falls_short[k]);
    printf("%d checks, %d failed\n", v->result_count, validation_count(v, NULL, NULL).failed);
}

// the suites that a word names; false after printing what is wrong
static bool run_suites(validation* v, const char* name) {
    bool all = strcmp(name, "all") == 0, found = all;
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    rv_scene_nearest_try(&nearest, "all");
    for (int i = 0; i < validation_suite_count; i++) {
        const validation_suite* suite = &validation_suites[i];
        bool named = strcmp(suite->name, name) == 0;
        rv_scene_nearest_try(&nearest, suite->name);
        if (all || named)
            validation_run(v, suite);
        found |= named;
    }
    if (!found && nearest.best != NULL)
        fprintf(stderr, "reeve validate: unknown suite '%s': did you mean '%s'?\n", name,
                nearest.best);
    else if (!found)
        fprintf(stderr, "reeve validate: unknown suite '%s'; `reeve validate --help` lists them\n",
                name);
    return found;
}

static bool write_page(const validation* v, const char* name) {
    output out;
    if (!output_open(&out, name))
        return false;
    page_write(v, out.file);
    return output_commit(&out);
}

int command_validate(const arguments* arguments) {
    bool counts = arguments->json && isatty(STDERR_FILENO);
    validation v = {.quick = arguments->quick,
                    .heard = counts            ? show_count
                             : arguments->json ? NULL
                                               : print_check};
    if (!run_suites(&v, arguments->word_count > 0 ? arguments->words[0] : "all")) {
        validation_free(&v);
        return EXIT_USAGE;
    }
    if (counts)
        fprintf(stderr, "\r%78s\r", ""); // wipe the line
    bool good = validation_count(&v, NULL, NULL).failed == 0;
    if (v.out_of_memory) {
        fprintf(stderr, "reeve validate: not enough memory to keep the results\n");
        good = false;
    } else {
        if (arguments->json)
            write_checks(&v, stdout);
        else
            print_summary(&v);
        if (arguments->html != NULL)
            good &= write_page(&v, arguments->html);
    }
    validation_free(&v);
    return good ? EXIT_FINE : EXIT_FAILED;
}

void command_validate_help(void) {
    printf("\nSuites:\n");
    for (int i = 0; i < validation_suite_count; i++)
        printf("  %-12s %s\n", validation_suites[i].name, validation_suites[i].sentence);
}
