// What `reeve validate` is made of: verdicts, figures, the table that is printed, the JSON writer and
// the page.
#include "apps/reeve/checks.c"
#include "apps/reeve/page.c"
#include "apps/reeve/page_style.c"
#include "apps/reeve/page_suite.c"
#include "apps/reeve/plot.c"
#include "src/view/json.c"
#include "src/view/number.c"
#include "test.h"
#include "validation/features.c"
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
static const validation_part ONE[] = {{"A part", no_checks, VALIDATION_OF_PAPER}, {NULL, NULL, 0}};
static const validation_part TWO[] = {
    {"A short part", one_check, VALIDATION_ANALYTIC},
    {"A long part", one_check, VALIDATION_ANALYTIC | VALIDATION_SLOW},
    {NULL, NULL, 0},
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

// a paper with one failed check, two plots and a table
static void fill(validation* v) {
    double x[] = {0.001, 0.01, 0.1}, y[] = {1e-6, NAN, 1e-2}, zero[] = {0.0, 0.0, 0.0};
    const validation_series series[] = {{"law", x, y, 3, .published = true},
                                        {"at <zero>", x, zero, 3, .points = true}};
    validation_run(v, &validation_suites[0]);
    validation_check(v, "a < b", "author & year", 1.0, 2.0, 0.5);
    validation_check(v, "a fine one", "a formula", 1.0, 1.0, 0.5);
    validation_figure figure = {.title = "Error",
                                .x_label = "h [s]",
                                .y_label = "error",
                                .log_x = true,
                                .log_y = true,
                                .series = series,
                                .series_count = 2,
                                .item = "Figure 1 (<a>)",
                                .remark = "they & we differ"};
    validation_plot(v, &figure);
    figure = (validation_figure){
        .title = "Level", .x_label = "x", .y_label = "y", .series = &series[1], .series_count = 1};
    validation_plot(v, &figure);
    char head[] = "load <kg>", cell[] = "1 & 2";
    const char* columns[] = {"row", head};
    const char* cells[] = {"a", cell, "b", NULL};
    validation_tabulate(v, &(validation_table){"Table 7", "Loads", columns, 2, cells, 2, NULL});
    head[0] = cell[0] = '?'; // what was given is copied
}

static void write_page(FILE* file) {
    validation v = {0};
    fill(&v);
    page_write(&v, 0, file);
    validation_free(&v);
}

static int count_of(const char* text, const char* part) {
    int count = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

TEST(the_page_escapes_what_html_would_take_and_needs_no_other_file) {
    const char* page = written(write_page);
    CHECK(strstr(page, "a &lt; b") != NULL && strstr(page, "author &amp; year") != NULL);
    CHECK(strstr(page, "at &lt;zero&gt;") != NULL && strstr(page, "load &lt;kg&gt;") != NULL);
    CHECK(strstr(page, "<li>a limit of 1 &lt; 2</li>") != NULL);
    CHECK(strstr(page, "On &lt;ropes&gt;") != NULL && strstr(page, "1 &amp; 2") != NULL);
    // a value that cannot be drawn lifts the pen instead of spoiling the path
    CHECK(strstr(page, "nan") == NULL && strstr(page, "inf ") == NULL);
    CHECK(strstr(page, "http") == NULL && strstr(page, "prefers-color-scheme:dark") != NULL);
}

TEST(a_failed_check_is_listed_first_and_its_part_stands_open) {
    const char* page = written(write_page);
    CHECK(count_of(page, "<tr class=\"check\">") == 2 && count_of(page, ">FAIL</td>") == 2);
    CHECK(strstr(page, "<h2>What failed</h2>") != NULL && strstr(page, "<details open>") != NULL);
    CHECK(strstr(page, "<dd class=\"fail\">1</dd>") != NULL);
}

TEST(a_paper_has_its_items_tables_and_plots_and_its_own_numbers_look_different) {
    const char* page = written(write_page);
    CHECK(strstr(page, "<section id=\"one\" class=\"paper\">") != NULL);
    CHECK(strstr(page, "A thing &amp; another.") != NULL && strstr(page, "Reproduced") != NULL);
    // the item leads to the figure that begins with its name
    CHECK(strstr(page, "<a href=\"#figure-0\">Figure 1</a>") != NULL);
    CHECK(strstr(page, "id=\"figure-0\"") != NULL && strstr(page, "id=\"figure-1\"") != NULL);
    CHECK(strstr(page, "Figure 1 (&lt;a&gt;): Error") != NULL);
    CHECK(strstr(page, "they &amp; we") != NULL && strstr(page, "Table 7: Loads") != NULL);
    CHECK(strstr(page, "<td>b</td><td></td>") != NULL);
    // one series each: the same colour
    CHECK(strstr(page, "class=\"curve published s0\"") != NULL);
    CHECK(strstr(page, "class=\"dot s0\"") != NULL && strstr(page, "law (paper)</li>") != NULL);
    CHECK(strstr(page, ">0.01</text>") != NULL && strstr(page, ">1e-6</text>") != NULL);
    CHECK(strstr(page, ">-0</text>") == NULL);
}

static double widest; // x of write_range() is from 0 to this

static void write_range(FILE* file) {
    double x[] = {0.0, widest}, y[] = {0.0, 1.0};
    const validation_series line = {"line", x, y, 2, .points = false};
    plot_write(
        &(validation_figure){
            .title = "Range", .x_label = "x", .y_label = "y", .series = &line, .series_count = 1},
        "range", file);
}

TEST(an_axis_has_three_to_eight_ticks_whatever_it_spans) {
    for (widest = 1.0; widest < 10.0; widest *= 1.01) {
        // what stands below the picture: labels of ticks, and what x is
        int ticks = count_of(written(write_range), "\"middle\">") - 1;
        CHECK(ticks >= 3 && ticks <= 8);
    }
}

// corners of a square, in an oblong frame
static void write_shape(FILE* file) {
    double x[] = {10.0, 12.0}, y[] = {5.0, 7.0};
    const validation_series square = {"square", x, y, 2, .points = true};
    plot_write(&(validation_figure){.title = "Shape",
                                    .x_label = "x",
                                    .y_label = "y",
                                    .same_scale = true,
                                    .series = &square,
                                    .series_count = 1},
               "shape", file);
}

TEST(a_shape_is_as_wide_as_it_is_high) {
    const char* dot = strstr(written(write_shape), "<circle");
    double x[2] = {0.0}, y[2] = {0.0};
    for (int i = 0; i < 2 && dot != NULL; i++, dot = strstr(dot + 1, "<circle"))
        CHECK(sscanf(dot, "<circle class=\"dot s0\" cx=\"%lf\" cy=\"%lf\"", &x[i], &y[i]) == 2);
    CHECK(x[1] > x[0] + 100.0 && y[1] < y[0]);
    CHECK_NEAR(x[1] - x[0], y[0] - y[1], 0.11); // places are written to 0.1
}

static void write_quick_page(FILE* file) {
    validation v = {.quick = true};
    validation_run(&v, &validation_suites[1]);
    page_write(&v, 86400, file);
    validation_free(&v);
}

TEST(analytic_results_stand_in_one_section_and_what_a_quick_run_left_out_is_named) {
    const char* page = written(write_quick_page);
    CHECK(strstr(page, "<section id=\"analytic\">") != NULL && strstr(page, "paper\">") == NULL);
    CHECK(strstr(page, "A long part: left out of this quick run") != NULL);
    CHECK(strstr(page, "<dd>quick</dd>") != NULL && strstr(page, "1970-01-02") != NULL);
    CHECK(strstr(page, "What failed") == NULL && strstr(page, "<section id=\"features\">") != NULL);
}

static void write_rows(FILE* file) {
    validation v = {.quick = true};
    validation_run(&v, &validation_suites[1]);
    checks_print_row(&v, file);
    validation_check(&v,
                     "a name of more than fifty-six characters, which therefore takes two lines",
                     "García 2008, which is two bytes more than it looks", 1.0, 2.0, 0.25);
    checks_print_row(&v, file);
    checks_print_summary(&v, file);
    validation_free(&v);
}

TEST(long_texts_are_wrapped_within_their_column) {
    const char* text = written(write_rows);
    CHECK(strstr(text, "\n-- A short part\nquick ") != NULL);
    CHECK(strstr(text, "\na name of more than fifty-six characters, which           "
                       "García 2008, which is two bytes more    "
                       "              1              2       0.25  FAIL\n"
                       "  therefore takes two lines                               than it looks\n")
          != NULL);
    CHECK(strstr(text, "\ntwo                          2       1      0.0   1 part left out\n")
          != NULL);
    CHECK(strstr(text, "\n2 checks, 1 failed (a quick run)\n") != NULL);
}

static void write_json(FILE* file) {
    validation v = {0};
    fill(&v);
    checks_write_json(&v, "out/page.html", file);
    validation_free(&v);
}

TEST(a_program_gets_suites_with_their_papers_and_every_check) {
    const char* text = written(write_json);
    CHECK(strstr(text, "\"quick\": false,\n  \"page\": \"out/page.html\",\n  \"count\": 2,\n"
                       "  \"failed\": 1,\n")
          != NULL);
    CHECK(strstr(text, "\"item\": \"Figure 1\",") != NULL
          && strstr(text, "\"year\": 2007") != NULL);
    CHECK(strstr(text, "\"suite\": \"one\",\n      \"part\": \"A part\",\n"
                       "      \"name\": \"a < b\",\n")
          != NULL);
    CHECK(count_of(text, "\"verdict\": \"fail\"") == 1 && count_of(text, "\"verdict\"") == 2);
}
