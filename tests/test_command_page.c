// What `reeve validate` is made of: verdicts, figures, the JSON writer and the page.
#include "apps/reeve/page.c"
#include "apps/reeve/plot.c"
#include "src/view/json.c"
#include "src/view/number.c"
#include "test.h"
#include "validation/validation.c"

static void no_checks(validation* v) {
    (void)v;
}

static void one_check(validation* v) {
    validation_check(v, validation_is_quick(v) ? "quick" : "full", "", 0.0, 0.0, 0.0);
}

static const char* const SHORT[] = {"a limit of 1 < 2", NULL};
static const char* const NOTHING[] = {NULL};

static const validation_item ITEMS[] = {
    {"Figure 1", "A thing & another.", "Reproduced below."},
    {NULL, NULL, NULL},
};
static const validation_paper PAPER = {"On <ropes>", "A. Author", 2007, ITEMS};
static const validation_part ONE[] = {{"A part", no_checks, false}, {NULL, NULL, false}};
static const validation_part TWO[] = {
    {"A short part", one_check, false},
    {"A long part", one_check, true},
    {NULL, NULL, false},
};

const validation_suite validation_suites[] = {
    {"one", "a suite with <marks> & signs", &PAPER, ONE, SHORT},
    {"two", "a suite that does not run", NULL, TWO, NOTHING},
};
const int validation_suite_count = 2;

// what a function wrote, as text
static const char* written(void (*write)(FILE*)) {
    static char text[1 << 16];
    FILE* file = tmpfile();
    CHECK(file != NULL);
    if (file == NULL)
        return "";
    write(file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

TEST(a_check_passes_within_its_tolerance_and_never_with_a_nan) {
    validation v = {0};
    validation_run(&v, &validation_suites[0]);
    validation_check(&v, "on the edge", "", 1.0, 1.5, 0.5);
    validation_check(&v, "beyond", "", 1.0, 1.6, 0.5);
    validation_check(&v, "nan", "", 1.0, NAN, INFINITY);
    validation_at_most(&v, "small", "", 0.1, -0.05);
    validation_at_most(&v, "large", "", 0.1, 0.2);
    CHECK(v.results[0].pass && !v.results[1].pass && !v.results[2].pass);
    CHECK(v.results[3].pass && !v.results[4].pass);
    validation_counts counts = validation_count(&v, NULL, NULL);
    CHECK(counts.checks == 5 && counts.failed == 3 && !v.out_of_memory);
    validation_free(&v);
}

TEST(a_quick_run_leaves_out_what_is_slow_and_remembers_that) {
    validation v = {.quick = true};
    validation_run(&v, &validation_suites[1]);
    CHECK(v.result_count == 1 && v.results[0].part == &TWO[0]);
    CHECK_TEXT(v.results[0].name, "quick");
    CHECK(v.part_count == 2 && !v.parts[0].left_out && v.parts[1].left_out);
    v.quick = false;
    validation_run(&v, &validation_suites[1]);
    CHECK(v.result_count == 3 && v.part_count == 4 && !v.parts[3].left_out);
    CHECK_TEXT(v.results[2].name, "full");
    CHECK(validation_count(&v, &validation_suites[1], &TWO[0]).checks == 2);
    CHECK(validation_count(&v, &validation_suites[0], NULL).checks == 0);
    CHECK(validation_ran(&v, &validation_suites[1]) && !validation_ran(&v, &validation_suites[0]));
    validation_free(&v);
}

static void write_values(FILE* file) {
    rv_json w = rv_json_begin(file);
    rv_json_text(&w, "text", "a \"b\" \\ \n");
    rv_json_number(&w, "third", 1.0 / 3.0);
    rv_json_number(&w, "nan", NAN);
    rv_json_number(&w, "infinite", -INFINITY);
    rv_json_open_list(&w, "list");
    rv_json_integer(&w, NULL, -5);
    rv_json_boolean(&w, NULL, true);
    rv_json_text(&w, NULL, NULL);
    rv_json_close_list(&w);
    rv_json_open_object(&w, "empty");
    rv_json_close_object(&w);
    rv_json_end(&w);
}

TEST(numbers_are_written_so_that_they_read_back_and_what_is_not_finite_is_null) {
    CHECK_TEXT(written(write_values), "{\n"
                                      "  \"text\": \"a \\\"b\\\" \\\\ \\u000a\",\n"
                                      "  \"third\": 0.33333333333333331,\n"
                                      "  \"nan\": null,\n"
                                      "  \"infinite\": null,\n"
                                      "  \"list\": [\n"
                                      "    -5,\n"
                                      "    true,\n"
                                      "    null\n"
                                      "  ],\n"
                                      "  \"empty\": {}\n"
                                      "}\n");
}

static void write_page(FILE* file) {
    validation v = {0};
    double x[] = {0.001, 0.01, 0.1}, y[] = {1e-6, NAN, 1e-2}, zero[] = {0.0, 0.0, 0.0};
    const validation_series series[] = {
        {"law", x, y, 3, .published = true},
        {"at <zero>", x, zero, 3, .points = true, .published = true}};
    validation_run(&v, &validation_suites[0]);
    validation_check(&v, "a < b", "author & year", 1.0, 2.0, 0.5);
    validation_figure figure = {.title = "Error",
                                .x_label = "h [s]",
                                .y_label = "error",
                                .log_x = true,
                                .log_y = true,
                                .series = series,
                                .series_count = 2,
                                .item = "Figure 1 <a>",
                                .remark = "they & we differ"};
    validation_plot(&v, &figure);
    validation_plot(
        &v, &(validation_figure){"Level", "x", "y", .series = &series[1], .series_count = 1});
    char head[] = "load <kg>", cell[] = "1 & 2";
    const char* columns[] = {"row", head};
    const char* cells[] = {"a", cell, "b", NULL};
    validation_tabulate(&v, &(validation_table){"Table 7", "Loads", columns, 2, cells, 2, NULL});
    head[0] = cell[0] = '?'; // what was given is copied
    page_write(&v, file);
    validation_free(&v);
}

TEST(the_page_holds_checks_and_plots_and_escapes_what_html_would_take) {
    const char* page = written(write_page);
    CHECK(strstr(page, "a &lt; b") != NULL && strstr(page, "author &amp; year") != NULL);
    CHECK(strstr(page, "1 failed") != NULL && strstr(page, "prefers-color-scheme:dark") != NULL);
    CHECK(strstr(page, "<h2>one</h2>") != NULL && strstr(page, "<h2>two</h2>") == NULL);
    CHECK(strstr(page, ">0.01</text>") != NULL && strstr(page, "at &lt;zero&gt;") != NULL);
    CHECK(strstr(page, "<li>a limit of 1 &lt; 2</li>") != NULL);
    CHECK(strstr(page, "A thing &amp; another.") != NULL
          && strstr(page, "Reproduced below.") != NULL);
    CHECK(strstr(page, "Figure 1 &lt;a&gt;: Error") != NULL
          && strstr(page, "they &amp; we") != NULL);
    CHECK(strstr(page, "Table 7: Loads") != NULL && strstr(page, "load &lt;kg&gt;") != NULL);
    CHECK(strstr(page, "<td>b</td><td></td>") != NULL && strstr(page, "1 &amp; 2") != NULL);
    // what a paper printed looks different from what was measured
    CHECK(strstr(page, "class=\"curve published s0\"") != NULL);
    CHECK(strstr(page, "class=\"ring s1\"") != NULL && strstr(page, "law (paper)") != NULL);
    // a value that cannot be drawn lifts the pen instead of spoiling the path
    CHECK(strstr(page, "nan") == NULL && strstr(page, "inf") == NULL);
    CHECK(strstr(page, "http") == NULL);
}
