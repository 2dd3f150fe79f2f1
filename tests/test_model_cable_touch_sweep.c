// Random sweeps of cables across shapes and back, the first of those that validation has by the
// thousand.
#include "test.h"
#include "validation/touch_sweep.c"

TEST(random_sweeps_leave_no_node_and_gain_nothing) {
    touch_tally t = touch_sweep_tally(400, RV_CABLE_MASSLESS);
    CHECK(t.touched > 300);
    CHECK(t.stuck == 0 && t.gained == 0 && t.broken == 0);
    // two of these come within the shape for a time: 1 cm at the end of a capsule, 6 cm at the corner
    // of a box (docs/limits.md)
    CHECK(t.pierced <= 2);
}

TEST(random_sweeps_of_layered_cables_leave_no_node_and_stay_finite) {
    touch_tally t = touch_sweep_tally(100, RV_CABLE_LAYERED);
    CHECK(t.touched > 75);
    CHECK(t.stuck == 0 && t.broken == 0);
}
