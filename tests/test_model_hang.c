// What gravity gains by the shape of a span that leans, against the catenary (hang.h).
#include "test.h"

#include "model/hang.h"
#include "model/sag.h"
#include "world_fixture.h"

#include <math.h>

enum { CELLS_MAX = 64 };

// A shape at rest to first order, under a tension t in the middle: slopes u' = (C - c y)/(t + s y)
// in its cells, their sum 0; q = 1/2 mean u'^2, g = c mean(u) - s/2 mean(y u'^2)
typedef struct rest {
    double q, first;
} rest;

static rest rest_under(double t, double s, int cells) {
    double c = sqrt(1.0 - s * s), ones = 0.0, places = 0.0, square = 0.0, mean = 0.0, lean = 0.0;
    for (int j = 1; j <= cells; j++) {
        double y = (j - 0.5) / cells - 0.5;
        ones += 1.0 / (t + s * y);
        places += y / (t + s * y);
    }
    for (int j = 1; j <= cells; j++) {
        double y = (j - 0.5) / cells - 0.5, slope = (c * places / ones - c * y) / (t + s * y);
        square += slope * slope / cells;
        mean -= y * slope / cells;
        lean += y * slope * slope / cells;
    }
    return (rest){0.5 * square, c * mean - 0.5 * s * lean};
}

// half the span over H/w of the catenary with this length S and rise s over a chord of 1
static double half_span(double S, double s) {
    double target = 0.5 * log((S * S - s * s) / (1.0 - s * s)), low = 0.0, high = 400.0;
    for (int turn = 0; turn < 200; turn++) {
        double b = 0.5 * (low + high), cosh2 = b < 1e-4 ? b * b / 6.0 : log(sinh(b) / b);
        *(cosh2 < target ? &low : &high) = b;
    }
    return 0.5 * (low + high);
}

// Irvine 1981: with the span a, the rise s and h = H/w, its centre of mass is below the middle of
// its chord by the gain over S; the mean of its end tensions is w S coth(b)/2.
TEST(at_rest_a_span_gains_what_the_catenary_of_its_length_does) {
    fixture_random random = {0x5a5a};
    for (int i = 0; i < 400; i++) {
        double s = random_in(&random, -0.97, 0.97),
               t = 0.5 * fabs(s) + exp(random_in(&random, -2, 4));
        int cells = 2 + (int)random_in(&random, 0.0, CELLS_MAX - 2.0);
        rest shape = rest_under(t, s, cells);
        rv_sag sag = rv_sag_of(shape.q);
        double S = 1.0 + sag.excess, a = sqrt(1.0 - s * s), b = half_span(S, s), h = a / (2.0 * b);
        rv_hang hang = rv_hang_of(&(rv_hang_shape){shape.first, s, cells});
        double gain = 0.25 * (S * S - s * s) / tanh(b) - 0.5 * h * a;
        // the closed form cancels by b^2
        CHECK_NEAR(hang.gain / gain, 1.0, 1e-11 + 1e-14 / (b * b));
        double tension = 0.5 * S / tanh(b);
        CHECK_NEAR(hang.slope * t / (tension * sag.slope), 1.0, 1e-9);
    }
}

TEST(slopes_of_the_gain_are_its_derivatives) {
    fixture_random random = {0x6b6b};
    for (int i = 0; i < 400; i++) {
        double s = random_in(&random, -0.97, 0.97), g = exp(random_in(&random, -4, 0));
        g = i % 2 == 0 ? g : -g;
        int cells = 2 + i % 50;
        double e = 1e-5, by_first = 0.0, by_rise = 0.0;
        for (int side = -1; side <= 1; side += 2) {
            by_first += side * rv_hang_of(&(rv_hang_shape){g + side * e * g, s, cells}).gain;
            by_rise += side * rv_hang_of(&(rv_hang_shape){g, s + side * e, cells}).gain;
        }
        rv_hang hang = rv_hang_of(&(rv_hang_shape){g, s, cells});
        // central differences: e^2 of third derivatives, and rounding 1e-16/e; where the tension of
        // the lower end is 0 the second derivative jumps
        CHECK_NEAR(hang.slope, by_first / (2.0 * e * g), 1e-5 * hang.slope);
        CHECK_NEAR(hang.by_rise, by_rise / (2.0 * e), 1e-5 * (1.0 + fabs(hang.by_rise)));
    }
}

TEST(a_straight_span_gains_nothing_and_one_that_stands_upright_what_it_weighs) {
    rv_hang level = rv_hang_of(&(rv_hang_shape){0.0, 0.3, 20});
    CHECK_NEAR(level.gain, 0.0, 0.0);
    CHECK_NEAR(level.slope, 1.0, 0.0);
    // in a vertical cable nothing but the tension that grows with height acts across it
    CHECK_NEAR(rv_hang_of(&(rv_hang_shape){1e-7, 1.0, 20}).slope, 1.0, 1e-6);
    for (double g = 1e-12; g < 1e12; g *= 10.0)
        for (double s = -1.0; s <= 1.0; s += 0.25) {
            rv_hang hang = rv_hang_of(&(rv_hang_shape){g, s, 20});
            CHECK(isfinite(hang.gain) && isfinite(hang.slope) && isfinite(hang.by_rise));
            CHECK(hang.gain > 0.0 && hang.slope > 0.0);
            CHECK_NEAR(rv_hang_of(&(rv_hang_shape){-g, s, 20}).gain, -hang.gain, 0.0);
        }
}
