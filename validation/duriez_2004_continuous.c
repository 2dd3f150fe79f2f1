// Suite "duriez_2004", section 3.1: the three continuous tests (and the two in which both things
// move) on a million random and degenerate cases against exact arithmetic. The tests are of degree
// 1, 2 and 3 in t (printed: 2, 2 and 3); pure translation leaves noise in the leading coefficients.
#include "validation/duriez_2004_continuous.h"

#include "validation/meeting_cases.h"

#include <stdio.h>

enum { CASES = 1000000, PER_TEST = CASES / (MEETING_FAMILY_COUNT * MEETING_TEST_COUNT) + 1 };

static const char* const SOURCE = "exact integers of 384 bits, signs at t = k / 2^60";

static meeting_tally run_family(meeting_family family, uint64_t* state) {
    meeting_tally tally = {0};
    for (int test = 0; test < MEETING_TEST_COUNT; test++)
        for (int n = 0; n < PER_TEST; n++) {
            meeting_case c = meeting_case_make(family, (meeting_test)test, state);
            meeting_judge(&tally, (meeting_test)test, &c);
        }
    return tally;
}

void duriez_continuous(validation* v) {
    uint64_t state = 2004;
    meeting_tally all = {0};
    char name[96];
    for (int family = 0; family < MEETING_FAMILY_COUNT; family++) {
        meeting_tally t = run_family((meeting_family)family, &state);
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
    validation_check(v, "continuous tests: cases", SOURCE, CASES, (double)all.cases, 55.0);
    // a rounding error of 1e-16 times the motion, which is at most 1000 sizes, over a speed of 0.01
    validation_at_most(v, "continuous tests: |dt| where the speed is 0.01 of the size or more",
                       SOURCE, 1e-11, all.time_error);
    validation_at_most(v, "continuous tests: |dt| times the speed, over the size", SOURCE, 1e-12,
                       all.place_error);
    validation_at_most(v, "continuous tests: distance at that time, over the size", SOURCE,
                       MEETING_ALLOWED, all.distance);
}
