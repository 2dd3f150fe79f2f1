// Knots as cubic B-splines over an outline of points: smooth to the second derivative, and within
// the hull of any four points in a row. Units of an outline: strands are 1 apart.
//
// Overhands and the figure eight are outlines in a table, found by shortening and straightening
// loose ones while strands stay 1 apart and radii of bends about 1 or more. One half of them is
// given, from the middle of the thread to its right end: an overhand looks the same after half a
// turn about the y axis, a figure eight after inversion at the origin. In a loop two strands wind
// about each other in every throw, k + 1/2 times in a k-fold one, as helices side by side.
#include "model/knot.h"

#include <math.h>
#include <stdlib.h>

enum { OUTLINE_MAX = 200, SAMPLES = 8 };

static const double STEP = 0.65; // between points of an outline
// distances of strands, over the diameter
static const double LEAST_APART = 1.65; // of the curve: chords cut corners, and 1.3 are left
static const double LOOSE_APART = 4.0;
static const double FILL = 0.8;         // of the length, for a knot that is not tighter than that
static const double CHORD = 1.0;        // over the least radius, at most
static const double CHORD_SMOOTH = 0.4; // and where there is length enough for it

// what the curves have; the test of this file measures it
static const struct {
    double length, radius; // the least one
} SIZE[RV_KNOT_COUNT] = {
    [RV_KNOT_OVERHAND] = {24.2, 1.13},     [RV_KNOT_DOUBLE_OVERHAND] = {40.0, 0.94},
    [RV_KNOT_FIGURE_EIGHT] = {28.5, 0.97}, [RV_KNOT_GRANNY] = {45.1, 1.13},
    [RV_KNOT_SQUARE] = {45.1, 1.13},       [RV_KNOT_SURGEON] = {60.9, 0.94},
    [RV_KNOT_LOOP_GRANNY] = {67.1, 0.97},  [RV_KNOT_LOOP_SQUARE] = {67.1, 0.97},
    [RV_KNOT_LOOP_SURGEON] = {82.6, 0.88},
};

typedef struct outline {
    rv_vec3 p[OUTLINE_MAX];
    int count;
} outline;

static void add(outline* o, double x, double y, double z) {
    o->p[o->count++] = rv_vec3_make(x, y, z);
}

// three points in line make the curve straight between them
static void add_tail(outline* o, double from, double way) {
    for (int k = 0; k < 4; k++)
        add(o, from + k * way, 0.0, 0.0);
}

// --- in a row ---

static const rv_vec3 OVERHAND[] = {
    {0.00, -1.72, 0.00},   {-0.51, -1.64, -0.36}, {-0.99, -1.42, -0.68}, {-1.42, -1.04, -0.94},
    {-1.75, -0.53, -1.09}, {-1.94, 0.07, -1.08},  {-1.92, 0.66, -0.89},  {-1.69, 1.14, -0.54},
    {-1.28, 1.35, -0.08},  {-0.76, 1.29, 0.29},   {-0.21, 1.04, 0.52},   {0.35, 0.66, 0.51},
    {0.89, 0.37, 0.29},    {1.46, 0.14, 0.05},    {2.10, 0.04, -0.02},   {2.75, 0.00, -0.03},
    {3.40, 0.00, 0.00},
};
static const rv_vec3 DOUBLE_OVERHAND[] = {
    {0.00, -2.81, 0.00},   {-0.65, -2.77, -0.40}, {-1.29, -2.63, -0.78}, {-1.92, -2.39, -1.13},
    {-2.54, -2.05, -1.42}, {-3.11, -1.58, -1.63}, {-3.59, -1.00, -1.70}, {-3.94, -0.32, -1.61},
    {-4.07, 0.37, -1.33},  {-3.93, 0.97, -0.87},  {-3.52, 1.33, -0.32},  {-2.94, 1.26, 0.22},
    {-2.27, 0.96, 0.49},   {-1.57, 0.57, 0.51},   {-0.85, 0.14, -0.09},  {-0.02, 0.79, -0.72},
    {0.78, 1.51, -0.13},   {1.47, 1.15, 0.56},    {2.19, 0.69, 0.54},    {2.93, 0.31, 0.41},
    {3.71, 0.13, 0.25},    {4.51, 0.04, 0.11},    {5.32, 0.00, 0.00},
};
static const rv_vec3 FIGURE_EIGHT[] = {
    {0.00, 0.00, 0.00},    {-0.47, 0.49, 0.61},  {-1.08, 1.11, 0.54},   {-1.79, 1.42, 0.12},
    {-2.30, 1.14, -0.52},  {-2.42, 0.45, -0.91}, {-2.17, -0.29, -0.89}, {-1.65, -0.76, -0.53},
    {-1.07, -0.99, -0.08}, {-0.42, -1.04, 0.33}, {0.30, -0.89, 0.57},   {0.98, -0.56, 0.47},
    {1.58, -0.30, 0.10},   {2.24, -0.18, -0.20}, {2.99, -0.08, -0.19},  {3.73, -0.03, -0.11},
    {4.46, 0.00, 0.00},
};

// y of the left half over that of the right one
enum { TURNED = 1, INVERTED = -1 };

typedef struct half_knot {
    const rv_vec3* p;
    int count, left;
} half_knot;

#define HALF_KNOT(points, left)                                                                    \
    (half_knot) {                                                                                  \
        points, (int)(sizeof(points) / sizeof *(points)), left                                     \
    }

// hand -1: mirrored, its loop on the other side of the thread
static void add_knot(outline* o, double x, half_knot half, double hand) {
    for (int k = half.count - 1; k > 0; k--)
        add(o, x - half.p[k].x, hand * half.left * half.p[k].y, -half.p[k].z);
    for (int k = 0; k < half.count; k++)
        add(o, x + half.p[k].x, hand * half.p[k].y, half.p[k].z);
}

static double half_width(half_knot half) {
    return half.p[half.count - 1].x;
}

static void lay_one(outline* o, half_knot knot) {
    double out = half_width(knot) + STEP;
    add_tail(o, -out - 3.0 * STEP, STEP);
    add_knot(o, 0.0, knot, 1.0);
    add_tail(o, out, STEP);
}

static void lay_two(outline* o, half_knot left, half_knot right, double right_hand) {
    double a = half_width(left), b = half_width(right), middle = 0.5 * STEP;
    add_tail(o, -middle - 2.0 * a - 4.0 * STEP, STEP);
    add_knot(o, -middle - a, left, 1.0);
    add_knot(o, middle + b, right, right_hand);
    add_tail(o, middle + 2.0 * b + STEP, STEP);
}

// --- loops ---

enum { THROWS = 2 };
static const double TWIST_RADIUS = 0.58; // of the outline; the curve's is 10 % less
static const double HALF_PITCH = 1.6;
static const double FLARE = 0.2;            // by which either end of a twist is drawn out
static const double RUN_OUT = 0.75;         // from a twist to the bend behind it
static const double BEND = 1.1, RING = 2.7; // radii, between throws and of the loop

static int half_turns(int throw) {
    return 2 * abs(throw) + 1;
}

static double twist_end(int throw) {
    return 0.5 * HALF_PITCH * half_turns(throw) + FLARE;
}

// One of the two strands of a throw, from left to right (way 1) or back (-1), beginning above or
// below the other. A negative throw is left-handed.
static void add_twist(outline* o, double y, int throw, double way, bool above) {
    enum { POINTS = 4 }; // in a half turn
    int count = POINTS * half_turns(throw);
    double hand = throw < 0 ? -1.0 : 1.0;
    for (int k = 0; k <= count; k++) {
        double s = 2.0 * k / count - 1.0, s3 = s * s * s, sine, cosine;
        rv_sincos(RV_PI * k / POINTS + (above ? 0.0 : RV_PI), &sine, &cosine);
        add(o, way * (0.5 * HALF_PITCH * half_turns(throw) * s + FLARE * s * s3 * s3),
            y + TWIST_RADIUS * cosine, way * hand * TWIST_RADIUS * sine);
    }
}

// what lies between two places on a line along x
static void add_straight(outline* o, double from, double to, double y) {
    int count = (int)rint(fabs(to - from) / STEP);
    for (int k = 1; k < count; k++)
        add(o, from + (to - from) * k / count, y, 0.0);
}

// a half circle beyond x, to the right (side 1) or to the left
static void add_bend(outline* o, double x, double from, double to, double side) {
    double middle = 0.5 * (from + to), radius = 0.5 * fabs(from - to);
    int count = (int)ceil(RV_PI * radius / (1.2 * STEP));
    for (int k = 0; k <= count; k++) {
        double sine, cosine;
        rv_sincos(RV_PI * (0.5 - (double)k / count), &sine, &cosine);
        add(o, x + side * radius * cosine, middle + 0.5 * (from - to) * sine, 0.0);
    }
}

// from the end of one throw out and round to the next
static void add_link(outline* o, int from, int to, const double y[2], double side) {
    double wide = fmax(twist_end(from), twist_end(to)) + RUN_OUT;
    add_straight(o, side * twist_end(from), side * wide, y[0]);
    add_bend(o, side * wide, y[0], y[1], side);
    add_straight(o, side * wide, side * twist_end(to), y[1]);
}

// Down through the throws, about the ring, and up again. The second throw's upper strands are on
// the x axis.
static void lay_loop(outline* o, const int throws[THROWS]) {
    double r = TWIST_RADIUS, upper = -r, lower = upper - 2.0 * r - 2.0 * BEND;
    double bottom = lower - r - 2.0 * RING, tail = twist_end(throws[1]) + RUN_OUT;
    add_tail(o, -tail - 3.0 * STEP, STEP);
    add_twist(o, upper, throws[1], 1.0, true);
    add_link(o, throws[1], throws[0], (double[2]){upper - r, lower + r}, 1.0);
    add_twist(o, lower, throws[0], -1.0, true);
    double side = twist_end(throws[0]) + RUN_OUT;
    add_bend(o, -side, lower - r, bottom, -1.0);
    add_straight(o, -side, side, bottom);
    add_bend(o, side, bottom, lower - r, 1.0);
    add_twist(o, lower, throws[0], -1.0, false);
    add_link(o, throws[0], throws[1], (double[2]){lower + r, upper - r}, -1.0);
    add_twist(o, upper, throws[1], 1.0, false);
    add_tail(o, tail, STEP);
}

static void lay(outline* o, rv_knot knot) {
    half_knot overhand = HALF_KNOT(OVERHAND, TURNED);
    half_knot twice = HALF_KNOT(DOUBLE_OVERHAND, TURNED);
    o->count = 0;
    switch (knot) {
    case RV_KNOT_OVERHAND:
        lay_one(o, overhand);
        break;
    case RV_KNOT_DOUBLE_OVERHAND:
        lay_one(o, twice);
        break;
    case RV_KNOT_FIGURE_EIGHT:
        lay_one(o, HALF_KNOT(FIGURE_EIGHT, INVERTED));
        break;
    case RV_KNOT_GRANNY:
        lay_two(o, overhand, overhand, 1.0);
        break;
    case RV_KNOT_SQUARE:
        lay_two(o, overhand, overhand, -1.0);
        break;
    case RV_KNOT_SURGEON:
        lay_two(o, twice, overhand, -1.0);
        break;
    case RV_KNOT_LOOP_GRANNY:
        lay_loop(o, (int[THROWS]){1, 1});
        break;
    case RV_KNOT_LOOP_SQUARE:
        lay_loop(o, (int[THROWS]){1, -1});
        break;
    case RV_KNOT_LOOP_SURGEON:
        lay_loop(o, (int[THROWS]){2, -1});
        break;
    case RV_KNOT_NONE:
        break;
    }
}

// --- from the outline to a thread ---

// the spline, t from 0 on by 1 from point to point; beyond its ends it goes on along the tails
static rv_vec3 curve_at(const outline* o, double t) {
    int spans = o->count - 3;
    if (t < 0.0 || t >= spans) {
        double over = t < 0.0 ? t : t - spans;
        rv_vec3 end = o->p[t < 0.0 ? 1 : o->count - 2];
        return rv_vec3_make(end.x + STEP * over, 0.0, 0.0);
    }
    const rv_vec3* p = o->p + (int)t;
    double v = t - floor(t), u = 1.0 - v;
    double weight[4] = {u * u * u, 4.0 - 6.0 * v * v + 3.0 * v * v * v,
                        4.0 - 6.0 * u * u + 3.0 * u * u * u, v * v * v};
    rv_vec3 at = {0.0, 0.0, 0.0};
    for (int k = 0; k < 4; k++)
        at = rv_vec3_mul_add(at, weight[k] / 6.0, p[k]);
    return at;
}

// how far along the curve place t is, in short chords; t a multiple of one of them
static double arc_length(const outline* o, double t) {
    double length = 0.0;
    for (int k = 0; k < (int)(t * SAMPLES); k++)
        length += rv_vec3_length(
            rv_vec3_sub(curve_at(o, (k + 1.0) / SAMPLES), curve_at(o, (double)k / SAMPLES)));
    return length;
}

// as far from either end
static double middle_of(const outline* o) {
    double half = 0.5 * arc_length(o, o->count - 3), low = 0.0, high = o->count - 3;
    while (high - low > 1.0 / SAMPLES) {
        double t = floor(0.5 * (low + high) * SAMPLES) / SAMPLES;
        // rounding leaves the middle of what is symmetric where it is
        if (arc_length(o, t) <= half * (1.0 + 1e-9))
            low = t;
        else
            high = t;
    }
    return low;
}

// the first place behind t (way -1: before it) at the distance of a chord
static double next_place(const outline* o, double t, double chord, double way) {
    enum { STRIDES = 4, HALVINGS = 50 };
    rv_vec3 from = curve_at(o, t);
    double near = 0.0, far = 0.0;
    do {
        near = far;
        far += chord / (STRIDES * STEP);
    } while (rv_vec3_length(rv_vec3_sub(curve_at(o, t + way * far), from)) < chord);
    for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (near + far);
        if (rv_vec3_length(rv_vec3_sub(curve_at(o, t + way * middle), from)) < chord)
            near = middle;
        else
            far = middle;
    }
    return t + way * far;
}

// how large to make the knot, if length and chords are enough for it
static double scale_for(rv_knot knot, double length, double diameter, double chord) {
    double most = length / SIZE[knot].length, least = LEAST_APART * diameter;
    double loose = LOOSE_APART * diameter;
    double smooth = chord / (CHORD_SMOOTH * SIZE[knot].radius);
    double scale = fmax(fmin(fmax(loose, smooth), FILL * most), least);
    // few chords: as large as there is length
    return chord > CHORD * SIZE[knot].radius * scale ? most : scale;
}

double rv_knot_least_length(rv_knot knot, double diameter) {
    return LEAST_APART * diameter * SIZE[knot].length;
}

int rv_knot_least_count(rv_knot knot) {
    return (int)ceil(SIZE[knot].length / (CHORD * SIZE[knot].radius));
}

// chords from the middle to either side, moved until the ends are as far out
static void lay_chords(const outline* o, double scale, double chord, int count, rv_vec3* points) {
    int middle = count / 2;
    double t = middle_of(o);
    points[middle] = curve_at(o, t);
    double left = t, right = t;
    for (int k = middle - 1; k >= 0; k--) {
        left = next_place(o, left, chord / scale, -1.0);
        points[k] = curve_at(o, left);
    }
    for (int k = middle + 1; k <= count; k++) {
        right = next_place(o, right, chord / scale, 1.0);
        points[k] = curve_at(o, right);
    }
    double shift = 0.5 * (points[0].x + points[count].x);
    for (int k = 0; k <= count; k++) {
        points[k].x -= shift;
        points[k] = rv_vec3_scale(points[k], scale);
    }
}

bool rv_knot_line(rv_knot knot, double length, double diameter, int count, rv_vec3* points,
                  rv_knot_fault* fault) {
    rv_knot_fault why = RV_KNOT_FINE;
    if (!(length > 0.0 && length < INFINITY && length >= rv_knot_least_length(knot, diameter)))
        why = RV_KNOT_TOO_SHORT;
    else if (count < rv_knot_least_count(knot))
        why = RV_KNOT_TOO_FEW;
    if (fault != NULL)
        *fault = why;
    if (why != RV_KNOT_FINE)
        return false;
    outline o;
    double chord = length / count;
    lay(&o, knot);
    lay_chords(&o, scale_for(knot, length, diameter, chord), chord, count, points);
    return true;
}
