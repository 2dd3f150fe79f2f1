// Validation: suites of checks that compare what the engine does with published and analytic
// results. A suite is a function that calls validation_check() with the formula's value and the
// measured one, and validation_plot() where a picture says more. `reeve validate` runs them.
#ifndef REEVE_VALIDATION_H
#define REEVE_VALIDATION_H

#include <stdbool.h>

typedef struct validation validation;

// Passes if |measured - expected| <= tolerance; never if one of them is not a number. `source` says
// where the expected value is from: a formula, or an author, a year and a table.
void validation_check(validation* v, const char* name, const char* source, double expected,
                      double measured, double tolerance);
// For errors and drifts: passes if |measured| <= bound. The same as expecting 0 within `bound`.
void validation_at_most(validation* v, const char* name, const char* source, double bound,
                        double measured);

typedef struct validation_series {
    const char* label;
    const double* x;
    const double* y;
    int count;
    bool points; // dots instead of a line: measurements
} validation_series;

typedef struct validation_figure {
    const char* title;
    const char* x_label; // with its unit
    const char* y_label;
    bool log_x, log_y;
    const validation_series* series; // copied, with all numbers
    int series_count;
} validation_figure;

void validation_plot(validation* v, const validation_figure* figure);

// --- the suites: one row in suites.c each ---

typedef struct validation_suite {
    const char* name;
    const char* sentence;
    void (*run)(validation* v);
    const char* const* falls_short; // what does not hold, with numbers; ends with NULL
} validation_suite;

extern const validation_suite validation_suites[];
extern const int validation_suite_count;

void validation_rigid(validation* v);

// --- for the command: what was found, in order ---

typedef struct validation_result {
    const validation_suite* suite;
    char* name;
    char* source;
    double expected, measured, tolerance;
    bool pass;
} validation_result;

typedef struct validation_picture {
    const validation_suite* suite;
    validation_figure figure; // owns everything in it
} validation_picture;

struct validation {
    const validation_suite* suite;      // the one that runs
    void (*heard)(const validation* v); // after every result; may be NULL
    validation_result* results;
    int result_count;
    validation_picture* pictures;
    int picture_count;
    bool out_of_memory; // something was not kept
};

void validation_run(validation* v, const validation_suite* suite);
// Whether a suite has left a result.
bool validation_ran(const validation* v, const validation_suite* suite);
// How many checks failed.
int validation_failures(const validation* v);
void validation_free(validation* v);

#endif
