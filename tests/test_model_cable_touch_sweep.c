// Random sweeps of cables across shapes and back, the first of those that validation has by the
// thousand.
#include "test.h"
#include "validation/touch_sweep.c"

TEST(random_sweeps_leave_no_node_and_gain_nothing) {
    int sweeps = TEST_IS_WATCHED ? 100 : 400;
    touch_tally t = touch_sweep_tally(sweeps, RV_CABLE_MASSLESS);
    CHECK(t.touched > sweeps * 3 / 4);
    CHECK(t.stuck == 0 && t.pierced == 0 && t.gained == 0 && t.broken == 0);
}

TEST(random_sweeps_of_layered_cables_leave_no_node_and_gain_nothing) {
    int sweeps = TEST_IS_WATCHED ? 25 : 100;
    touch_tally t = touch_sweep_tally(sweeps, RV_CABLE_LAYERED);
    CHECK(t.touched > sweeps * 3 / 4);
    CHECK(t.stuck == 0 && t.gained == 0 && t.broken == 0);
}

TEST(a_layered_cable_that_has_slipped_off_and_comes_taut_again_gains_nothing) {
    // waves that used 0.3 m more of the cable than there is came to 2 to 6 M g 0.3 m in these
    const uint64_t numbers[] = {146, 469, 809, 952};
    for (int i = 0; i < 4; i++)
        CHECK(touch_sweep_run(numbers[i], RV_CABLE_LAYERED).gained < 0.02);
}
