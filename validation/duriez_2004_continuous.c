// Suite "duriez_2004", section 3.1: the three continuous tests (and the two in which both things
// move) on a million random and degenerate cases against exact arithmetic. The tests are of degree
// 1, 2 and 3 in t (printed: 2, 2 and 3); pure translation leaves noise in the leading coefficients.
#include "validation/duriez_2004_continuous.h"

#include "validation/cells.h"
#include "validation/meeting_cases.h"

#include <math.h>
#include <stdio.h>

enum { CASES = 1000000, QUICK_CASES = CASES / 20 };

static const char* const SOURCE = "exact integers of 384 bits, signs at t = k / 2^60";

static meeting_tally run_family(meeting_family family, int per_test, uint64_t* state) {
    meeting_tally tally = {0};
    for (int test = 0; test < MEETING_TEST_COUNT; test++)
        for (int n = 0; n < per_test; n++) {
            meeting_case c = meeting_case_make(family, (meeting_test)test, state);
            meeting_judge(&tally, (meeting_test)test, &c);
        }
    return tally;
}

// --- figure 2: the three tests -------------------------------------------------------------------

enum { SAMPLES = 61 };

// corners at a time: 0 to 2 of the triangle, 3 the point; or two of each segment
static double volume(const rv_moving_point corner[4], double t) {
    rv_vec3 x[4];
    for (int k = 0; k < 4; k++)
        x[k] = rv_vec3_mul_add(corner[k].from, t, rv_vec3_sub(corner[k].to, corner[k].from));
    return rv_vec3_dot(rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0])),
                       rv_vec3_sub(x[3], x[0]));
}

// The degree in t of the volume of four corners: of its differences over t = 0, 1/4 .. 1, the
// highest that is not rounding.
static int degree(const rv_moving_point corner[4]) {
    double value[5], most = 0.0;
    int found = 0;
    for (int i = 0; i < 5; i++) {
        value[i] = volume(corner, 0.25 * i);
        most = fmax(most, fabs(value[i]));
    }
    for (int order = 1; order < 5; order++) {
        for (int i = 0; i + order < 5; i++)
            value[i] = value[i + 1] - value[i];
        if (fabs(value[0]) > 1e-12 * most)
            found = order;
    }
    return found;
}

// of 200 random cases, the largest
static int largest_degree(meeting_test test) {
    uint64_t state = 4;
    int largest = 0;
    for (int n = 0; n < 200; n++) {
        rv_moving_point corner[4];
        for (int k = 0; k < 4; k++) {
            double* x[2] = {&corner[k].from.x, &corner[k].to.x};
            for (int i = 0; i < 6; i++)
                x[i / 3][i % 3] = 2.0 * meeting_unit(&state) - 1.0;
            if (meeting_stands_still(test, k))
                corner[k].to = corner[k].from;
        }
        int one = degree(corner);
        largest = one > largest ? one : largest;
    }
    return largest;
}

static void check_degrees(validation* v) {
    static const char* const COLUMNS[] = {"test", "paper", "right", "found in 200 random cases"};
    static const char* const NAME[MEETING_TEST_COUNT] = {
        "1: point, triangle at rest", "2: segment, segment at rest", "3: triangle, point at rest",
        "point and triangle, both moving", "two segments, both moving"};
    static const char* const PRINTED[MEETING_TEST_COUNT] = {"2", "2", "3", "not said", "not said"};
    static const int RIGHT[MEETING_TEST_COUNT] = {1, 2, 3, 3, 3};
    static cells table;
    table.count = 0;
    for (int test = 0; test < MEETING_TEST_COUNT; test++) {
        int found = largest_degree((meeting_test)test);
        char name[96];
        snprintf(name, sizeof name, "figure 2, test %s: degree in t", NAME[test]);
        validation_check(v, name, "E4: exact polynomials", RIGHT[test], found, 0.0);
        cells_add(&table, "%s", NAME[test]);
        cells_add(&table, "%s", PRINTED[test]);
        cells_add(&table, "%d", RIGHT[test]);
        cells_add(&table, "%d", found);
    }
    cells_tabulate(v, &table,
                   (validation_table){.item = "Section 3.1",
                                      .title = "degree of the collision tests in t",
                                      .columns = COLUMNS,
                                      .column_count = 4,
                                      .remark =
                                          "The paper has degree two for tests 1 and 2: test 1 "
                                          "is linear, as its triangle stands still."});
}

// one case of each test: what moves comes down, and the rest stands still
static const rv_moving_point POINT[4] = {{{0, 0, 0}, {0, 0, 0}},
                                         {{1, 0, 0}, {1, 0, 0}},
                                         {{0, 1, 0}, {0, 1, 0}},
                                         {{0.2, 0.3, 0.9}, {0.4, 0.2, -0.5}}};
static const rv_moving_point SEGMENTS[4] = {{{-0.6, 0.1, 0.4}, {-0.5, 0.0, -1.0}},
                                            {{0.7, -0.1, 1.1}, {0.4, 0.5, -0.2}},
                                            {{0.0, -1.0, 0.0}, {0.0, -1.0, 0.0}},
                                            {{0.1, 1.0, 0.0}, {0.1, 1.0, 0.0}}};
static const rv_moving_point TRIANGLE[4] = {{{-0.8, -0.6, 0.9}, {-0.7, -0.8, -0.2}},
                                            {{0.9, -0.5, 0.4}, {0.6, -0.6, -1.2}},
                                            {{0.0, 0.9, 0.2}, {-0.3, 1.1, -0.6}},
                                            {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};

// by the engine
static void find_meetings(double t[3]) {
    rv_vec3 triangle[3] = {POINT[0].from, POINT[1].from, POINT[2].from};
    rv_vec3 segment[2] = {SEGMENTS[2].from, SEGMENTS[3].from};
    t[0] = rv_meet_point_static_triangle(POINT[3], triangle).t;
    t[1] = rv_meet_segment_static_segment(SEGMENTS, segment).t;
    t[2] = rv_meet_triangle_static_point(TRIANGLE, TRIANGLE[3].from).t;
}

// over t, of the largest; returns that
static double sample_volume(const rv_moving_point corner[4], double* t, double* y) {
    double most = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        t[i] = i / (SAMPLES - 1.0);
        y[i] = volume(corner, t[i]);
        most = fmax(most, fabs(y[i]));
    }
    for (int i = 0; i < SAMPLES; i++)
        y[i] /= most;
    return most;
}

static void draw_tests(validation* v) {
    static const rv_moving_point* const CORNERS[3] = {POINT, SEGMENTS, TRIANGLE};
    static const char* const LABEL[3] = {"1: point, triangle", "2: segment, segment",
                                         "3: triangle, point"};
    static double t[SAMPLES], y[3][SAMPLES];
    double meet[3], zero[3] = {0.0, 0.0, 0.0};
    validation_series series[4] = {[3] = {"meet, says the engine", meet, zero, 3, .points = true}};
    find_meetings(meet);
    for (int test = 0; test < 3; test++) {
        double most = sample_volume(CORNERS[test], t, y[test]);
        series[test] = (validation_series){LABEL[test], t, y[test], SAMPLES, .points = false};
        char name[96];
        snprintf(name, sizeof name, "figure 2, test %s: volume when they meet, of the largest",
                 LABEL[test]);
        validation_at_most(v, name, "zero; rounding", 1e-14,
                           volume(CORNERS[test], meet[test]) / most);
    }
    validation_plot(v, &(validation_figure){
                           .item = "Figure 2",
                           .title = "the three collision tests",
                           .x_label = "t",
                           .y_label = "volume of the four corners",
                           .series = series,
                           .series_count = 4,
                           .remark = "The paper's picture is a sketch of the pairs. Corners that "
                                     "move on lines span a volume that is a polynomial in t, "
                                     "here over its largest; where it is zero they may meet. "
                                     "The checks below judge a million such cases by exact "
                                     "arithmetic, 50000 in a quick run."});
}

void duriez_continuous(validation* v) {
    uint64_t state = 2004;
    int cases = validation_is_quick(v) ? QUICK_CASES : CASES;
    int per_test = cases / (MEETING_FAMILY_COUNT * MEETING_TEST_COUNT) + 1;
    check_degrees(v);
    draw_tests(v);
    meeting_tally all = {0};
    char name[96];
    for (int family = 0; family < MEETING_FAMILY_COUNT; family++) {
        meeting_tally t = run_family((meeting_family)family, per_test, &state);
        snprintf(name, sizeof name, "continuous tests, %s: missed, of %ld that meet",
                 meeting_family_names[family], t.certain);
        validation_at_most(v, name, SOURCE, 0.0, (double)t.missed);
        snprintf(name, sizeof name, "continuous tests, %s: false, of %ld answers",
                 meeting_family_names[family], t.met);
        validation_at_most(v, name, SOURCE, 0.0, (double)t.wrong);
        all.cases += t.cases;
        all.certain += t.certain;
        all.time_error = fmax(all.time_error, t.time_error);
        all.place_error = fmax(all.place_error, t.place_error);
        all.distance = fmax(all.distance, t.distance);
    }
    validation_check(v, "continuous tests: cases", SOURCE, cases, (double)all.cases, 55.0);
    // a rounding error of 1e-16 times the motion, which is at most 1000 sizes, over a speed of 0.01
    validation_at_most(v, "continuous tests: |dt| where the speed is 0.01 of the size or more",
                       SOURCE, 1e-11, all.time_error);
    validation_at_most(v, "continuous tests: |dt| times the speed, over the size", SOURCE, 1e-12,
                       all.place_error);
    validation_at_most(v, "continuous tests: distance at that time, over the size", SOURCE,
                       MEETING_ALLOWED, all.distance);
}
