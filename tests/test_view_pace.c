// The pace: when steps are due at a speed, while paused, one at a time, and when late.
#include "test.h"
#include "view/pace.h"

static const double STEP = 1.0 / 60.0;

// how many steps are made in `seconds` of a clock that is looked at every `tick`
static int steps_in(rv_pace* pace, double from, double seconds, double tick) {
    int steps = 0;
    for (double now = from; now < from + seconds; now += tick)
        while (rv_pace_due(pace, now) <= 0.0 && steps < 100000) {
            rv_pace_grant(pace, STEP, now);
            steps++;
        }
    return steps;
}

TEST(steps_keep_up_with_the_clock_at_any_speed) {
    const double speeds[] = {0.1, 0.5, 1.0, 2.0, 10.0};
    for (int i = 0; i < 5; i++) {
        rv_pace pace = rv_pace_begin(false, speeds[i]);
        rv_pace_restart(&pace, 100.0);
        int steps = steps_in(&pace, 100.0, 10.0, 1e-3);
        // one step more or less at the ends
        CHECK_NEAR(steps, 600.0 * speeds[i], 1.01);
        CHECK_NEAR(rv_pace_reached(&pace), speeds[i], 0.05 * speeds[i] + STEP);
    }
}

TEST(a_pause_makes_no_steps_but_single_ones) {
    rv_pace pace = rv_pace_begin(true, 1.0);
    rv_pace_restart(&pace, 0.0);
    CHECK(steps_in(&pace, 0.0, 1.0, 1e-3) == 0);
    pace.single = true;
    CHECK(steps_in(&pace, 1.0, 1.0, 1e-3) == 1);
    // and nothing is made up for afterwards
    rv_pace_pause(&pace, false, 2.0);
    CHECK(steps_in(&pace, 2.0, 0.5, 1e-3) == 30);
}

TEST(what_cannot_keep_up_does_not_hurry_later) {
    rv_pace pace = rv_pace_begin(false, 1.0);
    rv_pace_restart(&pace, 0.0);
    // a step that takes 5 s: at most 0.1 s (6 steps, and the one that is due) is made up for
    rv_pace_grant(&pace, STEP, 0.0);
    int at_once = 0;
    while (rv_pace_due(&pace, 5.0) <= 0.0) {
        rv_pace_grant(&pace, STEP, 5.0);
        at_once++;
    }
    CHECK(at_once >= 6 && at_once <= 8);
}

TEST(as_fast_as_it_goes_is_always_due) {
    rv_pace pace = rv_pace_begin(false, INFINITY);
    rv_pace_restart(&pace, 0.0);
    for (int i = 0; i < 1000; i++) {
        CHECK(rv_pace_due(&pace, 0.0) <= 0.0);
        rv_pace_grant(&pace, STEP, 0.0);
    }
    rv_pace_set_speed(&pace, 1.0, 1.0);
    CHECK(steps_in(&pace, 1.0, 1.0, 1e-3) == 60);
}
