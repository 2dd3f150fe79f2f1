// `reeve validate`: runs the suites of validation/, prints measured beside expected, as a table or as
// JSON for a program, and writes a page with tables and plots. The suites and what a check means are
// in validation/validation.h.
#include "checks.h"
#include "command.h"
#include "output.h"
#include "page.h"
#include "scene/nearest.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PAGE "out/validation/index.html"

// The newest check, as soon as it is there: some take minutes to come.
static void print_row(const validation* v) {
    checks_print_row(v, stdout);
}

// One line for a person who waits while standard output stays silent.
static void show_count(const validation* v) {
    fprintf(stderr, "\r%d checks, %s %20s", v->result_count, v->suite->name, "");
    fflush(stderr);
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
    if (!output_make_folders(name) || !output_open(&out, name))
        return false;
    page_write(v, time(NULL), out.file);
    return output_commit(&out);
}

// prints and writes what was found; false if something could not be written
static bool report(const validation* v, const arguments* arguments) {
    const char* page = arguments->html != NULL ? arguments->html : PAGE;
    bool written = write_page(v, page);
    if (arguments->json) {
        checks_write_json(v, written ? page : NULL, stdout);
        return written;
    }
    checks_print_summary(v, stdout);
    if (written)
        printf("the page with tables and plots: %s\n", page);
    return written;
}

int command_validate(const arguments* arguments) {
    bool counts = arguments->json && isatty(STDERR_FILENO);
    validation v = {.quick = arguments->quick,
                    .heard = counts            ? show_count
                             : arguments->json ? NULL
                                               : print_row};
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
        good &= report(&v, arguments);
    }
    validation_free(&v);
    return good ? EXIT_FINE : EXIT_FAILED;
}

void command_validate_help(void) {
    printf("\nSuites:\n");
    for (int i = 0; i < validation_suite_count; i++)
        printf("  %-22s %s\n", validation_suites[i].name, validation_suites[i].sentence);
}
