// How a span hangs, against the formulas of the catenary: with b half the chord over H/w,
//   depth (cosh b - 1)/(2 b), length sinh b/b, end tension over w l: cosh b/(2 b)
#include "test.h"

#include "model/sag.h"

#include <math.h>

static const double STEP = 1.0905077326652577; // 120 depths from 1e-4 to 3

// b of a depth by bisection, with libm
static double catenary_of(double depth) {
    double low = 0.0, high = 20.0;
    for (int i = 0; i < 200; i++) {
        double b = 0.5 * (low + high), s = sinh(0.5 * b);
        // cosh b - 1 = 2 sinh^2(b/2)
        if (s * s / b < depth)
            low = b;
        else
            high = b;
    }
    return 0.5 * (low + high);
}

// sinh b/b - 1 without cancellation
static double excess_of(double b) {
    if (b > 0.5)
        return sinh(b) / b - 1.0;
    double term = b * b / 6.0, sum = 0.0;
    for (int k = 2; k < 14; k++) {
        sum += term;
        term *= b * b / ((2.0 * k) * (2.0 * k + 1.0));
    }
    return sum;
}

static double q_of(double depth) {
    return 8.0 / 3.0 * depth * depth;
}

TEST(length_is_that_of_the_catenary_of_that_depth) {
    for (double n = 1e-4; n < 3.0; n *= STEP) {
        double b = catenary_of(n);
        // the series promise 13 digits at their edge; their error there is the first term left out
        CHECK_NEAR(rv_sag_of(q_of(n)).excess / excess_of(b), 1.0, 1e-12);
    }
}

TEST(a_straight_span_uses_its_chord_and_pulls_along_it) {
    rv_sag sag = rv_sag_of(0.0);
    CHECK_NEAR(sag.excess, 0.0, 0.0);
    CHECK_NEAR(sag.slope, 1.0, 0.0);
    CHECK_NEAR(sag.chord, 1.0, 0.0);
    CHECK_NEAR(rv_sag_depth(0.0), 0.0, 0.0);
    CHECK_NEAR(rv_sag_depth(-1.0), 0.0, 0.0);
}

TEST(slopes_are_the_derivatives) {
    for (double n = 1e-3; n < 3.0; n *= STEP) {
        double q = q_of(n), e = 1e-4;
        // central differences: e^2 times a third derivative of the order of 1, and rounding 1e-16/e
        double by_q = (rv_sag_of(q * (1 + e)).excess - rv_sag_of(q * (1 - e)).excess) / (2 * e * q);
        CHECK_NEAR(rv_sag_of(q).slope, by_q, 3e-8);
    }
}

// length of a chord l whose u stays: l (1 + excess(q1/l^2))
TEST(chord_is_the_derivative_of_the_length_by_the_chord) {
    for (double n = 1e-3; n < 3.0; n *= STEP) {
        double q = q_of(n), e = 1e-4, l[2] = {1.0 + e, 1.0 - e};
        double longer = l[0] * (1.0 + rv_sag_of(q / (l[0] * l[0])).excess);
        double shorter = l[1] * (1.0 + rv_sag_of(q / (l[1] * l[1])).excess);
        CHECK_NEAR(rv_sag_of(q).chord, (longer - shorter) / (2 * e), 1e-7 * (1.0 + q));
    }
}

TEST(nothing_jumps_where_the_series_end) {
    const double edge = 0.02, e = 1e-13;
    rv_sag below = rv_sag_of(edge * (1.0 - e)), above = rv_sag_of(edge * (1.0 + e));
    // 13 digits of the value; a derivative has one less
    CHECK_NEAR(below.excess, above.excess, 1e-13);
    CHECK_NEAR(below.slope, above.slope, 1e-11);
    CHECK_NEAR(below.chord, above.chord, 1e-11);
}

TEST(depth_of_an_excess_is_the_inverse) {
    for (double n = 1e-4; n < 3.0; n *= STEP) {
        double b = catenary_of(n);
        // sinh b - b (1 + excess) cancels: rounding over b^2, and a parabola below b = 1e-3
        CHECK_NEAR(rv_sag_depth(excess_of(b)) / n, 1.0, b < 0.1 ? 1e-6 : 1e-12);
    }
}

TEST(absurd_depths_stay_finite_and_in_order) {
    double before = 0.0;
    for (double q = 1.0; q < 1e30; q *= 10.0) {
        rv_sag sag = rv_sag_of(q);
        CHECK(isfinite(sag.excess) && isfinite(sag.slope) && isfinite(sag.chord));
        CHECK(sag.excess > before && sag.slope > 0.0 && sag.chord > 0.0);
        CHECK_NEAR(rv_sag_depth(sag.excess) / sqrt(0.375 * q), 1.0, 1e-9);
        before = sag.excess;
    }
    CHECK(isfinite(rv_sag_depth(1e30)) && isfinite(rv_sag_depth(1e6)));
}
