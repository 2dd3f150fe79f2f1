// The histogram of times: its bins, and what it says of shares.
#include "io/haptic_timing.h"
#include "test.h"

#include <pthread.h>

TEST(bins_follow_each_other_and_are_a_sixteenth_wide) {
    uint64_t end = 0;
    CHECK(rv_timing_bin(0) == 0);
    for (int bin = 1; bin < RV_TIMING_BINS; bin++) {
        uint64_t start = end + 1;
        end = rv_timing_bin_end(bin);
        CHECK(rv_timing_bin(start) == bin && rv_timing_bin(end) == bin);
        CHECK((end - start) * 16 < start);
    }
    CHECK(end == ((uint64_t)1 << 40) - 1);
    CHECK(rv_timing_bin(UINT64_MAX) == RV_TIMING_BINS - 1);
}

TEST(shares_are_those_of_the_sorted_times) {
    static rv_timing timing;
    CHECK(isnan(rv_timing_quantile(&timing, 0.5)));
    // 1 us to 10 ms, evenly, in an order that is none
    for (uint64_t i = 0; i < 10000; i++)
        rv_timing_add(&timing, 1000 * (1 + i * 7919 % 10000));
    static const double shares[] = {0.0, 0.5, 0.9, 0.99, 0.9999};
    for (int i = 0; i < 5; i++) {
        // the time itself or up to a bin more
        double exact = fmax(1e-6, 1e-2 * shares[i]), q = rv_timing_quantile(&timing, shares[i]);
        CHECK(q >= exact * (1 - 1e-12) && q <= exact * (1.0 + 1.0 / 16.0));
    }
    CHECK_NEAR(rv_timing_quantile(&timing, 1.0), 1e-2, 1e-17);
    CHECK(isnan(rv_timing_quantile(&timing, -0.1)) && isnan(rv_timing_quantile(&timing, 1.1)));
    CHECK(isnan(rv_timing_quantile(&timing, NAN)));
}

TEST(a_time_beyond_all_bins_is_told_as_the_longest) {
    static rv_timing timing;
    rv_timing_add(&timing, (uint64_t)3 << 40);
    CHECK_NEAR(rv_timing_quantile(&timing, 0.5), 3298.534883328, 1e-9);
}

static void* fill(void* argument) {
    for (uint64_t i = 0; i < 200000; i++)
        rv_timing_add(argument, 1000 + i % 1000);
    return NULL;
}

TEST(it_can_be_read_by_other_threads_while_it_is_written) {
    static rv_timing timing;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, fill, &timing) == 0);
    for (int i = 0; i < 2000; i++) {
        double q = rv_timing_quantile(&timing, 0.99);
        CHECK(isnan(q) || (q >= 1e-6 && q < 2.2e-6));
    }
    pthread_join(thread, NULL);
    CHECK_NEAR(rv_timing_quantile(&timing, 1.0), 1.999e-6, 1e-18);
}
