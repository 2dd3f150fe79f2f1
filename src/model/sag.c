// For small sag the parabola: a span whose chord is 1 and whose middle hangs by n has
//   q = 8/3 n^2,   excess = q
// Beyond it the catenary, with b half the chord over H/w:
//   n = (cosh b - 1)/(2b),   excess = sinh b/b - 1
// With q of a parabola of the same n as a name for the shape, a level span of any depth is as long
// as a catenary is. The function is analytic, so that there is nothing to switch.
#include "model/sag.h"

#include "core/polynomial.h"
#include "reeve/math.h"

#include <math.h>

static const double SERIES = 0.02; // q below which the series has 13 digits
// Beyond a sag of 6e6 chords it goes on along a line: b, and its depth
static const double LARGEST = 20.0, DEEPEST = 6064564.9176223784;

// excess = q + ...
enum { EXCESS_TERMS = 9 };
static const double EXCESS[EXCESS_TERMS] = {1.0,
                                            -7.0 / 10.0,
                                            139.0 / 140.0,
                                            -2473.0 / 1400.0,
                                            21713.0 / 6160.0,
                                            -42274437.0 / 5605600.0,
                                            135418461.0 / 8008000.0,
                                            -53394334311.0 / 1361360000.0,
                                            47308929090559.0 / 506970464000.0};
typedef struct catenary {
    double b, sinh, cosh;
    double depth, depth_slope; // n, and its derivative by b
} catenary;

static catenary catenary_of(double b) {
    double e = rv_exp(b), i = 1.0 / e;
    catenary c = {b, 0.5 * (e - i), 0.5 * (e + i), 0.0, 0.0};
    c.depth = (c.cosh - 1.0) / (2.0 * b);
    c.depth_slope = (b * c.sinh - c.cosh + 1.0) / (2.0 * b * b);
    return c;
}

// b of a depth, by Newton's method from above: cosh b - 1 - 2 b n is convex
static catenary hang(double n) {
    if (n >= DEEPEST)
        return catenary_of(LARGEST);
    double b = fmin(fmin(4.0 * n, 1.0 + 2.0 * rv_log(1.0 + 4.0 * n)), LARGEST);
    catenary c = catenary_of(b);
    for (int turn = 0; turn < 30; turn++) {
        double step = (c.cosh - 1.0 - 2.0 * c.b * n) / (c.sinh - 2.0 * n);
        if (!(step > 1e-14 * c.b))
            break;
        c = catenary_of(c.b - step);
    }
    return c;
}

// derivative by the depth
static double excess_slope(const catenary* c) {
    return (c->b * c->cosh - c->sinh) / (c->b * c->b * c->depth_slope);
}

void rv_sag_find(double q, rv_sag* sag) {
    if (q < SERIES) {
        double slope, value = rv_polynomial(EXCESS, EXCESS_TERMS, q, &slope);
        sag->excess = q * value;
        sag->slope = value + q * slope;
        // 1 + excess - 2 q slope of it
        sag->chord = 1.0 - q * value - 2.0 * q * q * slope;
        return;
    }
    double n = sqrt(0.375 * q);
    catenary c = hang(n);
    double by_n = excess_slope(&c), length = c.sinh / c.b;
    sag->excess = length - 1.0 + by_n * (n - c.depth);
    sag->slope = by_n / (16.0 / 3.0 * n);
    sag->chord = length - by_n * c.depth;
}

double rv_sag_excess(double q) {
    double slope;
    return q < SERIES ? q * rv_polynomial(EXCESS, EXCESS_TERMS, q, &slope) : rv_sag_of(q).excess;
}

// sinh b/b - 1 = excess by Newton's method from above
double rv_sag_depth(double excess) {
    if (!(excess > 0.0))
        return 0.0;
    double b = fmin(sqrt(6.0 * excess), 1.0 + 2.0 * rv_log(1.0 + excess));
    if (b < 1e-3)
        return sqrt(0.375 * excess);
    catenary deepest = catenary_of(LARGEST);
    double most = deepest.sinh / LARGEST - 1.0;
    if (excess > most)
        return deepest.depth + (excess - most) / excess_slope(&deepest);
    for (int turn = 0; turn < 60; turn++) {
        catenary c = catenary_of(fmin(b, LARGEST));
        double step = (c.sinh - c.b * (1.0 + excess)) / (c.cosh - 1.0 - excess);
        b = c.b - step;
        if (fabs(step) <= 1e-14 * b)
            break;
    }
    return catenary_of(b).depth;
}
