// To first order in its slopes u' a span with chord 1 and rise s, c = sqrt(1 - s^2), gains
//   g = c mean(u) - s/2 mean(y u'^2)          y from -1/2 to 1/2 along the chord
// per weight of a chord's length: what hangs out, and a tension that grows along it. For a length
// of q = 1/2 mean u'^2 most is gained under a tension t in the middle, by
//   u' = (C - c y)/(t + s y),   mean u' = 0
// On a lattice with slopes in its cells these are sums of f = y^2/(1 - r^2 y^2), r = s/t:
//   B = mean f, E = mean f^2, A = 1 + r^2 B
//   g = c^2/t (B + r^2 E)/A^2,   q = c^2/(2 t^2) (B + 2 r^2 E - r^2 B^2)/A^2
// The span that leans and hangs as a catenary of the same length S = 1 + excess(q) (sag.h) gains
//   c^2 (sinh b cosh b - b)/(4 b^2),   (sinh b/b)^2 = (S^2 - s^2)/c^2
// So g is a name for the shape: what is gained by it is that of the catenary. Energy as a function
// of length and ends is that of the catenary then, and with it all forces at rest. A tension of
// less than s/2 in the middle, with which the lower end would push, is that.
#include "model/hang.h"

#include "core/extremes.h"
#include "core/polynomial.h"
#include "model/sag.h"
#include "reeve/math.h"

#include <math.h>

static const double STEEPEST = 1e-200; // c^2 of a span that stands upright
static const double FLAT = 1e-16;      // r^2 below which 1 - r^2 y^2 is 1

// sums over the cells, and the derivatives of B + r^2 E and A by r
typedef struct lattice {
    double B, E, A;
    double top_slope, A_slope;
} lattice;

static lattice sum_cells(int cells, double r) {
    double r2 = r * r, step = 1.0 / cells, B = 0.0, E = 0.0, F = 0.0;
    // the same on both sides of the middle, where y is 0
    for (int j = 0; j < cells / 2; j++) {
        double y = 0.5 - (j + 0.5) * step, y2 = y * y, f = y2 / (1.0 - r2 * y2);
        B += f;
        E += f * f;
        F += f * f * f;
    }
    B *= 2.0 * step;
    E *= 2.0 * step;
    F *= 2.0 * step;
    return (lattice){B, E, 1.0 + r2 * B, 4.0 * r * (E + r2 * F), 2.0 * r * (B + r2 * E)};
}

// q under a tension 1/x
static double square_of(const lattice* sums, double r, double x, double c2) {
    double lengths = sums->B + r * r * (2.0 * sums->E - sums->B * sums->B);
    return 0.5 * c2 * x * x * lengths / (sums->A * sums->A);
}

// the shape with the most gain that has this one, by the inverse of its tension
typedef struct family {
    double inverse; // 1/t
    double q;
    double by_rise; // of the gain, q staying
} family;

// of a span that does not lean to speak of: B and E are the means of y^2 and y^4, and A is 1
static family flat_family(double x, double r, double gain, double c2, double e) {
    double B = (1.0 - e) / 12.0, E = (1.0 - e * (10.0 - 7.0 * e) / 3.0) / 80.0;
    return (family){x, 0.5 * gain * x, r * (c2 * x * x * (E - B * B) - B)};
}

// g grows with 1/t, and faster than that: Newton's method comes from above
static family find_family(const rv_hang_shape* shape, double gain, double c2) {
    double s = fabs(shape->rise), target = gain / c2,
           e = 1.0 / ((double)shape->cells * shape->cells);
    double x = 12.0 * target / (1.0 - e), most = 2.0 / s, reached = 0.0;
    if (s * x * (s * x) < FLAT)
        return flat_family(x, s * x, gain, c2, e);
    lattice sums;
    x = x < most ? x : most;
    for (int turn = 0; turn < 60; turn++) {
        sums = sum_cells(shape->cells, s * x);
        double top = sums.B + s * s * x * x * sums.E, per = 1.0 / (sums.A * sums.A);
        reached = x * top * per;
        double slope =
            top * per + s * x * (sums.top_slope - 2.0 * top * sums.A_slope / sums.A) * per;
        double step = (reached - target) / slope;
        if (!(step > 1e-15 * x))
            break;
        x -= step;
    }
    double r = s * x, per = 1.0 / (sums.A * sums.A), q = square_of(&sums, r, x, c2);
    double moment = -c2 * x * x * r * (sums.E - sums.B * sums.B) * per;
    family f = {x, q, -moment - r * sums.B / sums.A};
    // no less tension than that: the rest is gained under it
    if (x == most && reached < target) {
        f.q += x * (gain - c2 * reached);
        f.by_rise += 0.5 * (f.q - q);
    }
    return f;
}

// a catenary by b^2: (sinh b/b)^2 - 1; gain over c^2; coth b - 1/b
typedef struct catenary {
    double b, longer, longer_slope, gain, turns;
} catenary;

static catenary deep(double b) {
    double e = rv_exp(b), i = 1.0 / e, sinh = 0.5 * (e - i), cosh = 0.5 * (e + i), x = b * b;
    double square = sinh * sinh / x;
    return (catenary){b, square - 1.0, (sinh * cosh / b - square) / x, 0.25 * (sinh * cosh - b) / x,
                      cosh / sinh - 1.0 / b};
}

// (sinh b/b)^2 = sum of 2 (4 x)^(k-1)/(2k)! with x = b^2, k = 1, 2, ...
static catenary shallow(double x) {
    double b = sqrt(x), term = 1.0, longer = 0.0, slope = 0.0, gain = b / 6.0, part = b / 6.0;
    // terms of the last are 1e-17 for x = 1
    for (int k = 2; k < 13; k++) {
        double grows = 4.0 / ((2.0 * k) * (2.0 * k - 1.0));
        slope += (k - 1) * grows * term;
        term *= grows * x;
        longer += term;
        part *= 4.0 * x / ((2.0 * k) * (2.0 * k + 1.0));
        gain += part;
    }
    return (catenary){b, longer, slope, gain, b * slope / (1.0 + longer)};
}

// Both are convex: Newton's method comes from above. log(sinh b) = b + log((1 - exp(-2 b))/2)
static catenary catenary_for(double longer) {
    if (longer < 0.3) {
        double x = 3.0 * longer;
        catenary c = shallow(x);
        for (int turn = 0; turn < 30; turn++) {
            double step = (c.longer - longer) / c.longer_slope;
            if (!(step > 1e-15 * x))
                break;
            x -= step;
            c = shallow(x);
        }
        return c;
    }
    double target = 0.5 * rv_log(1.0 + longer), b = 1.0 + 2.0 * target;
    for (int turn = 0; turn < 60; turn++) {
        double e = rv_exp(-2.0 * b), slope = (1.0 + e) / (1.0 - e) - 1.0 / b;
        double step = (b + rv_log(0.5 * (1.0 - e) / b) - target) / slope;
        if (!(step > 1e-15 * b))
            break;
        b -= step;
    }
    return deep(b);
}

// The gain of a catenary over c^2 by L = (sinh b/b)^2 - 1, and what its derivatives are made of: with
// x = b^2 as a series in L, gain = sqrt(3 L)/6 P(L), its derivative is coth b/4 and what is left of it,
// gain - L coth b/4, is a quarter of coth b - 1/b. P converges up to L = 0.95: the first term that is left
// out is 3e-17 up to SERIES, and with fewer terms up to TAUT, a sag of 4 % of the chord.
typedef struct gain_by_length {
    double gain, coth, turns; // turns: coth b - 1/b
} gain_by_length;

static const double SERIES = 0.05, TAUT = 8e-3;
enum { GAIN_TERMS = 11, TAUT_TERMS = 7 };
static const double GAIN[GAIN_TERMS] = {1.0,
                                        2.0 / 5.0,
                                        -16.0 / 175.0,
                                        38.0 / 875.0,
                                        -8838.0 / 336875.0,
                                        392394.0 / 21896875.0,
                                        -10110124.0 / 766390625.0,
                                        2047198.0 / 200440625.0,
                                        -111638000168.0 / 13614929453125.0,
                                        5981184102.0 / 884086328125.0,
                                        -0.005702353339932645};

static inline gain_by_length gain_of(double longer) {
    if (longer > SERIES) {
        catenary c = catenary_for(longer);
        return (gain_by_length){c.gain, c.turns + 1.0 / c.b, c.turns};
    }
    double slope, value = longer > TAUT ? rv_polynomial(GAIN, GAIN_TERMS, longer, &slope)
                                        : rv_polynomial(GAIN, TAUT_TERMS, longer, &slope);
    double root = sqrt(3.0 * longer) / 6.0, half = 0.5 * value, part = longer * slope;
    return (gain_by_length){root * value, 4.0 * root * (half + part) / longer,
                            4.0 * root * (half - part)};
}

rv_hang rv_hang_of(const rv_hang_shape* shape) {
    double s = shape->rise, c2 = rv_larger(1.0 - s * s, STEEPEST), gain = fabs(shape->first);
    if (!(gain > 0.0))
        return (rv_hang){0.0, 1.0, 0.0};
    family f = find_family(shape, gain, c2);
    rv_sag sag = rv_sag_of(f.q);
    gain_by_length c = gain_of(sag.excess * (2.0 + sag.excess) / c2);
    // the derivatives of the catenary's gain by its length and by its rise
    double tension = 0.5 * (1.0 + sag.excess) * c.coth;
    double by_rise = -0.5 * fabs(s) * c.turns;
    rv_hang hang = {c2 * c.gain, tension * sag.slope * f.inverse, 0.0};
    by_rise -= hang.slope * f.by_rise;
    if (shape->first < 0.0) {
        hang.gain = -hang.gain;
        by_rise = -by_rise;
    }
    hang.by_rise = s < 0.0 ? -by_rise : by_rise;
    return hang;
}

double rv_hang_gain(const rv_hang_shape* shape) {
    double s = shape->rise, c2 = rv_larger(1.0 - s * s, STEEPEST), gain = fabs(shape->first);
    if (!(gain > 0.0))
        return 0.0;
    double excess = rv_sag_excess(find_family(shape, gain, c2).q);
    double hang = c2 * gain_of(excess * (2.0 + excess) / c2).gain;
    return shape->first < 0.0 ? -hang : hang;
}

// --- at rest ---

// T/w in the middle of a catenary, S coth(b)/2, and its logarithm's derivative by b, times a
// positive factor
static double middle_of(double b, double s2, double* slope) {
    catenary c = b < 1.0 ? shallow(b * b) : deep(b);
    double across = (1.0 - s2) * (1.0 + c.longer), coth = c.turns + 1.0 / b;
    *slope = across * c.turns * coth - (s2 + across) * (coth * coth - 1.0);
    return 0.5 * sqrt(s2 + across) * coth;
}

double rv_hang_excess(double tension, double rise) {
    double s2 = rise * rise, low = 0.0, high = 1.0, slope = -1.0;
    // the least tension is under no more than this
    for (middle_of(high, s2, &slope); slope < 0.0 && high < 128.0; high *= 2.0)
        middle_of(2.0 * high, s2, &slope);
    double least[2] = {0.0, high};
    for (int turn = 0; turn < 60; turn++) {
        double b = 0.5 * (least[0] + least[1]);
        middle_of(b, s2, &slope);
        least[slope < 0.0 ? 0 : 1] = b;
    }
    high = least[1];
    if (!(middle_of(high, s2, &slope) < tension))
        low = high;
    for (int turn = 0; turn < 60 && low < high; turn++) {
        double b = 0.5 * (low + high);
        *(middle_of(b, s2, &slope) > tension ? &low : &high) = b;
    }
    catenary c = high < 1.0 ? shallow(high * high) : deep(high);
    double longer = (1.0 - s2) * c.longer;
    return longer / (1.0 + sqrt(1.0 + longer));
}

void rv_hang_rest(double excess, double rise, int cells, double* depth) {
    double n = rv_sag_depth(excess), q = 8.0 / 3.0 * n * n, s = fabs(rise);
    double c2 = fmax(1.0 - s * s, STEEPEST), M = cells, step = 1.0 / M;
    double low = 0.0, high = fmin(sqrt(24.0 * q / (c2 * (1.0 - step * step))), 2.0 / s);
    // q grows with 1/t
    for (int turn = 0; turn < 80; turn++) {
        double x = 0.5 * (low + high);
        lattice sums = sum_cells(cells, s * x);
        *(square_of(&sums, s * x, x, c2) < q ? &low : &high) = x;
    }
    lattice sums = sum_cells(cells, rise * high);
    double there = square_of(&sums, rise * high, high, c2), r = rise * high, c = sqrt(c2);
    // where its lower end would push, all of it is as much deeper
    double deeper = there > 0.0 ? sqrt(q / there) : 0.0, mean = -r * sums.B / sums.A;
    depth[0] = 0.0;
    for (int j = 1; j <= cells; j++) {
        double y = (j - 0.5) * step - 0.5;
        depth[j] = depth[j - 1] + step * deeper * c * high * (mean - y) / (1.0 + r * y);
    }
    depth[cells] = 0.0;
}
