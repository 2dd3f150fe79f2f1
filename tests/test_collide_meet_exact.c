// The continuous tests against exact arithmetic: the first few of the cases of which
// `reeve validate duriez_2004` takes a million.
#include "test.h"
#include "validation/meeting_cases.h"

enum { PER_TEST = 150 };

static void check_family(meeting_family family, double least_certain) {
    meeting_tally tally = {0};
    uint64_t state = 1 + (uint64_t)family;
    for (int test = 0; test < MEETING_TEST_COUNT; test++)
        for (int n = 0; n < PER_TEST; n++) {
            meeting_case c = meeting_case_make(family, (meeting_test)test, &state);
            meeting_judge(&tally, (meeting_test)test, &c);
        }
    CHECK(tally.missed == 0);
    CHECK(tally.wrong == 0);
    CHECK((double)tally.certain >= least_certain * (double)tally.cases);
    CHECK(tally.time_error <= 1e-11);
    CHECK(tally.place_error <= 1e-12);
}

TEST(exact_integers_multiply_and_add) {
    // (2^60 - 1) (2^60 + 1) = 2^120 - 1, and its negative
    big one = {{1}};
    int64_t a = ((int64_t)1 << 60) - 1, b = ((int64_t)1 << 60) + 1;
    big product = big_times_int(big_times_int(one, a), b);
    big sum = big_add(big_add(product, one), big_negative(big_shifted(one, 120)));
    CHECK(big_sign(&sum) == 0);
    big negative = big_times_int(big_times_int(one, -a), b);
    sum = big_add(negative, product);
    CHECK(big_sign(&sum) == 0);
    CHECK(big_sign(&negative) == -1 && big_sign(&product) == 1);
    CHECK_NEAR((double)(big_value(negative) * 0x1p-120L), -1.0, 0.0);
}

TEST(a_volume_of_whole_numbers_has_its_exact_first_root) {
    // a point falls through a triangle at t = 1 / 3, which is no multiple of 2^-60
    exact_case c = {.from = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {2, 2, 1}},
                    .to = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {2, 2, -2}}};
    exact_meeting m = exact_meet(&c);
    CHECK(m.certain);
    CHECK_NEAR((double)(m.t - 1.0L / 3.0L), 0.0, 1e-18);
    // and beside it
    c.from[3][0] = c.to[3][0] = 7;
    CHECK(!exact_meet(&c).certain);
}

TEST(random_corners_meet_when_exact_arithmetic_says_so) {
    check_family(MEETING_RANDOM, 0.05);
}

TEST(corners_made_to_meet_meet_at_the_exact_time) {
    check_family(MEETING_MADE, 0.99);
    check_family(MEETING_TRANSLATION, 0.99);
    check_family(MEETING_SLOW, 0.99);
    check_family(MEETING_SMALL, 0.99);
    check_family(MEETING_AT_AN_END, 0.4);
}

TEST(corners_that_fly_a_thousand_sizes_apart_meet_at_the_first_of_near_times) {
    check_family(MEETING_FAST, 0.99);
    // two roots 1e-4 apart in t, where rounding of the whole motion is larger than the volume
    // between them
    uint64_t state = 0;
    meeting_tally tally = {0};
    for (int n = 0; n < 4000; n++) {
        meeting_case c = meeting_case_make(MEETING_FAST, MEETING_POINT_TRIANGLE, &state);
        meeting_judge(&tally, MEETING_POINT_TRIANGLE, &c);
        c = meeting_case_make(MEETING_FAST, MEETING_SEGMENTS, &state);
        meeting_judge(&tally, MEETING_SEGMENTS, &c);
    }
    CHECK(tally.missed == 0 && tally.wrong == 0);
}

TEST(corners_made_to_miss_do) {
    check_family(MEETING_BESIDE, 0.0);
}

TEST(degenerate_cases_have_the_times_of_whole_numbers) {
    check_family(MEETING_COPLANAR, 0.2);
    check_family(MEETING_PARALLEL, 0.2);
    check_family(MEETING_SHARED, 1.0);
}
