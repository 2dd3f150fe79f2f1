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

static const char* const SHORT[] = {"a limit of 1 < 2", NULL};
static const char* const NOTHING[] = {NULL};

const validation_suite validation_suites[] = {
    {"one", "a suite with <marks> & signs", no_checks, SHORT},
    {"two", "a suite that does not run", no_checks, NOTHING},
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
    CHECK(validation_failures(&v) == 3 && !v.out_of_memory);
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
    const validation_series series[] = {{"law", x, y, 3, false}, {"at <zero>", x, zero, 3, true}};
    validation_run(&v, &validation_suites[0]);
    validation_check(&v, "a < b", "author & year", 1.0, 2.0, 0.5);
    validation_plot(&v, &(validation_figure){"Error", "h [s]", "error", true, true, series, 2});
    validation_plot(&v, &(validation_figure){"Level", "x", "y", false, false, &series[1], 1});
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
    // a value that cannot be drawn lifts the pen instead of spoiling the path
    CHECK(strstr(page, "nan") == NULL && strstr(page, "inf") == NULL);
    CHECK(strstr(page, "http") == NULL);
}
