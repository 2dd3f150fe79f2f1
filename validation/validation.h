// Validation: suites of checks that compare what the engine does with published and analytic
// results. A suite is a list of parts: functions that call validation_check() with the formula's
// value and the measured one, and validation_plot() and validation_tabulate() where a picture or a
// table says more. `reeve validate` runs them.
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
// For processor time: checked in a whole run only, since a quick one is a test, and what else runs
// on the machine must not fail it.
void validation_check_time(validation* v, const char* name, const char* source, double expected,
                           double measured, double tolerance);

typedef struct validation_series {
    const char* label;
    const double* x;
    const double* y;
    int count;
    bool points;    // dots instead of a line: measurements
    bool published; // the paper's own numbers: rings, or a dashed line; the legend says so
} validation_series;

typedef struct validation_figure {
    const char* title;
    const char* x_label; // with its unit
    const char* y_label;
    bool log_x, log_y;
    bool same_scale;                 // shapes: a metre is as long across as upwards
    const validation_series* series; // copied, with all numbers
    int series_count;
    const char* item;   // "Figure 5 (a)" of the suite's paper; NULL: not of a paper
    const char* remark; // what differs from the paper and why; may be NULL
} validation_figure;

// Everything is copied.
void validation_plot(validation* v, const validation_figure* figure);

// A table of a paper, theirs beside ours.
typedef struct validation_table {
    const char* item; // "Table 1" of the suite's paper; NULL: not of a paper
    const char* title;
    const char* const* columns; // their heads
    int column_count;
    const char* const* cells; // row by row; NULL: an empty one
    int row_count;
    const char* remark; // what differs from the paper and why; may be NULL
} validation_table;

// Everything is copied.
void validation_tabulate(validation* v, const validation_table* table);

// Whether what takes long is left out or made shorter.
bool validation_is_quick(const validation* v);

// --- the suites: one row in suites.c each ---

// A numbered table or figure of a paper.
typedef struct validation_item {
    const char* item;    // "Figure 5 (a)"; NULL ends a list
    const char* shows;   // one sentence
    const char* outcome; // one sentence: where it is reproduced, or why not
} validation_item;

typedef struct validation_paper {
    const char* title;
    const char* authors;
    int year;                     // 0: not said
    const validation_item* items; // all of them, in order
} validation_paper;

// What a part of a suite is; to be added up.
enum {
    VALIDATION_OF_PAPER = 0, // tables, figures and claims of the suite's paper
    VALIDATION_ANALYTIC = 1, // closed formulas alone: shown among the analytic results
    VALIDATION_SLOW = 2,     // left out of a quick run: see suites.c
};

// What stands together in a suite.
typedef struct validation_part {
    const char* title; // NULL ends a list
    void (*run)(validation* v);
    int kind;
} validation_part;

typedef struct validation_suite {
    const char* name;
    const char* sentence;
    const validation_paper* paper; // NULL: analytic results
    const validation_part* parts;
    const char* const* falls_short; // what does not hold, with numbers; ends with NULL
} validation_suite;

extern const validation_suite validation_suites[];
extern const int validation_suite_count;

// --- for the command: what was found, in order ---

typedef struct validation_result {
    const validation_suite* suite;
    const validation_part* part;
    char* name;
    char* source;
    double expected, measured, tolerance;
    bool pass;
} validation_result;

typedef struct validation_picture {
    const validation_suite* suite;
    const validation_part* part;
    validation_figure figure; // owns everything in it
} validation_picture;

typedef struct validation_sheet {
    const validation_suite* suite;
    const validation_part* part;
    validation_table table; // owns everything in it
} validation_sheet;

// A part that was run, or left out.
typedef struct validation_run_part {
    const validation_suite* suite;
    const validation_part* part;
    double seconds; // of processor time
    bool left_out;
} validation_run_part;

struct validation {
    bool quick;                         // leave out what takes long
    const validation_suite* suite;      // the one that runs
    const validation_part* part;        // of it
    void (*heard)(const validation* v); // after every result; may be NULL
    validation_result* results;
    int result_count;
    validation_picture* pictures;
    int picture_count;
    validation_sheet* sheets;
    int sheet_count;
    validation_run_part* parts;
    int part_count;
    bool out_of_memory; // something was not kept
};

void validation_run(validation* v, const validation_suite* suite);
bool validation_ran(const validation* v, const validation_suite* suite);
// Processor time that a suite took [s]; NULL: all of them.
double validation_seconds(const validation* v, const validation_suite* suite);

typedef struct validation_counts {
    int checks, failed;
} validation_counts;
// Of a suite and one of its parts; NULL: of all.
validation_counts validation_count(const validation* v, const validation_suite* suite,
                                   const validation_part* part);
void validation_free(validation* v);

#endif
