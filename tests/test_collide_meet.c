// Continuous tests of moving corners. The oracle knows nothing of the polynomial's coefficients: it
// samples the volume (u x v) . w of the corners in extended precision, brackets its changes of sign
// by bisection and looks whether the corners are together there. An answer of the tests is right if
// the corners are together at that time (else it is false), and if the oracle knows no earlier one
// (else it is missed).
#include "collide/continuous.h"
#include "test.h"

static uint64_t random_state;

static double random_unit(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) * 0x1p-53;
}

static double random_signed(void) {
    return 2.0 * random_unit() - 1.0;
}

static rv_vec3 random_vector(double size) {
    double x = size * random_signed(), y = size * random_signed();
    return (rv_vec3){x, y, size * random_signed()};
}

// the five tests; the corners are a triangle and a point, or two segments
typedef enum test_kind {
    POINT_STATIC_TRIANGLE,
    SEGMENT_STATIC_SEGMENT,
    TRIANGLE_STATIC_POINT,
    POINT_TRIANGLE,
    SEGMENTS,
    KIND_COUNT,
} test_kind;

static bool of_segments(test_kind kind) {
    return kind == SEGMENT_STATIC_SEGMENT || kind == SEGMENTS;
}

static bool stands_still(test_kind kind, int corner) {
    return (kind == POINT_STATIC_TRIANGLE && corner < 3)
           || (kind == SEGMENT_STATIC_SEGMENT && corner >= 2)
           || (kind == TRIANGLE_STATIC_POINT && corner == 3);
}

static rv_meeting meet(test_kind kind, const rv_moving_point x[4]) {
    const rv_vec3 start[4] = {x[0].from, x[1].from, x[2].from, x[3].from};
    switch (kind) {
    case POINT_STATIC_TRIANGLE:
        return rv_meet_point_static_triangle(x[3], start);
    case SEGMENT_STATIC_SEGMENT:
        return rv_meet_segment_static_segment(x, start + 2);
    case TRIANGLE_STATIC_POINT:
        return rv_meet_triangle_static_point(x, start[3]);
    case POINT_TRIANGLE:
        return rv_meet_point_triangle(x[3], x);
    default:
        return rv_meet_segments(x, x + 2);
    }
}

// --- the oracle ----------------------------------------------------------------------------------

typedef struct wide {
    long double x, y, z;
} wide;

static wide at(rv_moving_point p, long double t) {
    return (wide){p.from.x + t * ((long double)p.to.x - p.from.x),
                  p.from.y + t * ((long double)p.to.y - p.from.y),
                  p.from.z + t * ((long double)p.to.z - p.from.z)};
}

static wide difference(wide a, wide b) {
    return (wide){a.x - b.x, a.y - b.y, a.z - b.z};
}

static wide sum(wide a, long double s, wide b) {
    return (wide){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static wide cross(wide a, wide b) {
    return (wide){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static long double dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static void edges_at(test_kind kind, const rv_moving_point x[4], long double t, wide edge[3]) {
    wide p[4] = {at(x[0], t), at(x[1], t), at(x[2], t), at(x[3], t)};
    edge[0] = difference(p[1], p[0]);
    edge[1] = of_segments(kind) ? difference(p[3], p[2]) : difference(p[2], p[0]);
    edge[2] = of_segments(kind) ? difference(p[2], p[0]) : difference(p[3], p[0]);
}

static long double volume_at(test_kind kind, const rv_moving_point x[4], long double t) {
    wide e[3];
    edges_at(kind, x, t, e);
    return dot(cross(e[0], e[1]), e[2]);
}

// by how much the meeting point lies within the triangle or both segments, in weights; weights are
// of u and v in the plane of both
static long double inside_at(test_kind kind, const rv_moving_point x[4], long double t,
                             long double weight[2]) {
    wide e[3];
    edges_at(kind, x, t, e);
    wide n = cross(e[0], e[1]);
    long double square = dot(n, n);
    weight[0] = dot(cross(e[2], e[1]), n) / square;
    weight[1] = dot(of_segments(kind) ? cross(e[2], e[0]) : cross(e[0], e[2]), n) / square;
    long double least = fminl(weight[0], weight[1]);
    if (!of_segments(kind))
        return fminl(least, 1.0L - weight[0] - weight[1]);
    return fminl(least, 1.0L - fmaxl(weight[0], weight[1]));
}

// the first time at which they meet with weights at least `margin` inside; steep: how fast they
// pass through each other there, as change of distance over the size of the edges
static long double first_time(test_kind kind, const rv_moving_point x[4], long double margin,
                              long double* steep) {
    enum { SAMPLES = 512 };
    long double before = volume_at(kind, x, 0.0L), weight[2];
    for (int k = 1; k <= SAMPLES; k++) {
        long double lo = (long double)(k - 1) / SAMPLES, hi = (long double)k / SAMPLES;
        long double after = volume_at(kind, x, hi);
        bool changes = (before < 0.0L) != (after < 0.0L);
        bool rises = after > before;
        before = after;
        for (int bit = 0; changes && bit < 64; bit++) {
            long double middle = 0.5L * (lo + hi);
            if ((volume_at(kind, x, middle) < 0.0L) == rises)
                lo = middle;
            else
                hi = middle;
        }
        if (changes && inside_at(kind, x, hi, weight) >= margin) {
            wide e[3];
            edges_at(kind, x, hi, e);
            wide n = cross(e[0], e[1]);
            long double size = sqrtl(fmaxl(dot(e[0], e[0]), dot(e[1], e[1])));
            long double slope =
                (volume_at(kind, x, hi + 1e-6L) - volume_at(kind, x, hi - 1e-6L)) / 2e-6L;
            *steep = fabsl(slope) / (sqrtl(dot(n, n)) * size);
            return hi;
        }
    }
    return INFINITY;
}

// how far apart the points that the weights name are at that time, over the size of the edges
static double residual(test_kind kind, const rv_moving_point x[4], rv_meeting m) {
    wide e[3];
    edges_at(kind, x, m.t, e);
    wide off = of_segments(kind) ? sum(sum(e[2], m.weight[1], e[1]), -m.weight[0], e[0])
                                 : sum(sum(e[2], -m.weight[1], e[0]), -m.weight[2], e[1]);
    long double size = sqrtl(fmaxl(dot(e[0], e[0]), dot(e[1], e[1])));
    return (double)(sqrtl(dot(off, off)) / size);
}

static bool weights_are_valid(test_kind kind, rv_meeting m) {
    for (int k = 0; k < 3; k++)
        if (!(m.weight[k] >= -1e-15 && m.weight[k] <= 1.0 + 1e-15))
            return false;
    return of_segments(kind) || fabs(m.weight[0] + m.weight[1] + m.weight[2] - 1.0) < 1e-15;
}

typedef struct tally {
    int cases, met, missed, wrong;
    double worst_time, worst_residual;
    double allowed; // residual of what counts as together
} tally;

// dt is compared where the corners pass each other at `steep` or more: below, a rounding error of
// the coordinates alone moves the time by more
static void judge(tally* t, test_kind kind, const rv_moving_point x[4], double steep_enough) {
    rv_meeting m = meet(kind, x);
    long double steep = 0.0L;
    long double expected = first_time(kind, x, 1e-9L, &steep);
    t->cases++;
    if (m.t <= 1.0) {
        t->met++;
        double off = residual(kind, x, m);
        t->worst_residual = fmax(t->worst_residual, off);
        t->wrong += !(off <= t->allowed) || !weights_are_valid(kind, m) || m.t < 0.0;
    }
    if (expected > 1.0L)
        return;
    // one that was reported before is no miss: `wrong` has judged it
    t->missed += !(m.t <= (double)expected + 1e-6);
    if (steep >= steep_enough && fabs(m.t - (double)expected) < 1e-6)
        t->worst_time = fmax(t->worst_time, fabsl(m.t - expected));
}

static void report(const char* name, const tally* t) {
    printf("  %-28s %5d cases %5d meet %d missed %d false, dt %.1e, distance %.1e of the size\n",
           name, t->cases, t->met, t->missed, t->wrong, t->worst_time, t->worst_residual);
}

// --- cases ---------------------------------------------------------------------------------------

// corners that meet at `time`, `motion` and `size` as given; translation: each side moves without
// turning
static void constructed(test_kind kind, rv_moving_point x[4], double size, double motion,
                        bool translation) {
    double time = random_unit();
    rv_vec3 p[4], v[4];
    for (int k = 0; k < 4; k++) {
        p[k] = random_vector(size);
        v[k] = stands_still(kind, k) ? (rv_vec3){0} : random_vector(motion);
    }
    int side = of_segments(kind) ? 2 : 3; // corners of the first thing
    for (int k = 0; k < 4 && translation; k++)
        v[k] = v[k < side ? 0 : side];
    // the second thing is moved so that it meets the first in its inside
    double s = 0.01 + 0.98 * random_unit(), r = 0.01 + 0.98 * random_unit();
    rv_vec3 on_a = of_segments(kind)
                       ? rv_vec3_mul_add(p[0], s, rv_vec3_sub(p[1], p[0]))
                       : rv_vec3_mul_add(rv_vec3_mul_add(p[0], s * r, rv_vec3_sub(p[1], p[0])),
                                         s * (1.0 - r), rv_vec3_sub(p[2], p[0]));
    rv_vec3 on_b = of_segments(kind) ? rv_vec3_mul_add(p[2], r, rv_vec3_sub(p[3], p[2])) : p[3];
    for (int k = side; k < 4; k++)
        p[k] = rv_vec3_add(p[k], rv_vec3_sub(on_a, on_b));
    for (int k = 0; k < 4; k++)
        x[k] = (rv_moving_point){rv_vec3_mul_add(p[k], -time, v[k]),
                                 rv_vec3_mul_add(p[k], 1.0 - time, v[k])};
    for (int k = 0; k < 4; k++)
        if (stands_still(kind, k) && !translation)
            x[k].to = x[k].from;
}

static void run_constructed(const char* name, double size, double motion, bool translation,
                            double steep_enough, double time_tolerance) {
    // corners that fly apart to 1000 times their size keep 1e-16 of that, over what they are there
    tally t = {.allowed = motion > 100.0 * size && !translation ? 1e-9 : 1e-10};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int k = 0; k < 400; k++) {
            rv_moving_point x[4];
            constructed(kind, x, size, motion, translation);
            judge(&t, kind, x, steep_enough);
        }
    report(name, &t);
    CHECK(t.missed == 0);
    CHECK(t.wrong == 0);
    CHECK(t.met >= 0.99 * t.cases);
    CHECK(t.worst_time <= time_tolerance);
}

TEST(corners_with_random_ends_meet_when_the_oracle_says_so) {
    random_state = 1;
    tally t = {.allowed = 1e-10};
    for (int kind = 0; kind < KIND_COUNT; kind++)
        for (int k = 0; k < 1000; k++) {
            rv_moving_point x[4];
            for (int corner = 0; corner < 4; corner++) {
                rv_vec3 from = random_vector(1.0), to = random_vector(1.0);
                x[corner] = (rv_moving_point){from, stands_still(kind, corner) ? from : to};
            }
            judge(&t, kind, x, 0.01);
        }
    report("random", &t);
    CHECK(t.missed == 0);
    CHECK(t.wrong == 0);
    CHECK(t.met > 500);
    CHECK(t.worst_time <= 4e-13); // eps over 0.01, with a few rounding errors
}

TEST(corners_made_to_meet_do) {
    random_state = 2;
    run_constructed("constructed", 1.0, 1.0, false, 0.01, 4e-13);
}

TEST(motions_without_turning_leave_noise_in_the_leading_coefficients) {
    random_state = 3;
    run_constructed("translation", 1.0, 1.0, true, 0.01, 4e-13);
}

TEST(motions_of_a_millionth_of_the_size_meet) {
    // ill-conditioned in time: rounding errors of 1e-16 in the coordinates move t by 1e-10 and more
    random_state = 4;
    run_constructed("motion of 1e-6", 1.0, 1e-6, false, 1e-8, 1e-7);
}

TEST(things_of_a_millimetre_meet) {
    random_state = 5;
    run_constructed("size 1 mm, motion 1 mm", 1e-3, 1e-3, false, 0.01, 4e-13);
    run_constructed("size 1 mm, motion 1 m", 1e-3, 1.0, true, 0.01, 4e-13);
    run_constructed("the same, every corner apart", 1e-3, 1.0, false, 0.01, 4e-13);
}

// what is exact in integers: 8 t is whole when they meet, and everything before is apart
TEST(small_integers_meet_exactly) {
    int wrong = 0;
    random_state = 6;
    for (int k = 0; k < 2000; k++) {
        // the point passes the plane z = 0 of a fixed right triangle at x, y after `first` of 8
        int first = (int)(random_unit() * 9.0), down = 1 + (int)(random_unit() * 4.0);
        int px = (int)(random_unit() * 12.0) - 2, py = (int)(random_unit() * 12.0) - 2;
        const rv_vec3 triangle[3] = {{0.0, 0.0, 0.0}, {8.0, 0.0, 0.0}, {0.0, 8.0, 0.0}};
        rv_moving_point p = {{px, py, first * down}, {px, py, (first - 8) * down}};
        rv_meeting m = rv_meet_point_static_triangle(p, triangle);
        bool inside = px >= 0 && py >= 0 && px + py <= 8;
        wrong += inside ? fabs(m.t - first / 8.0) > 1e-15 || m.weight[1] != px / 8.0
                              || m.weight[2] != py / 8.0
                        : m.t != INFINITY;
    }
    CHECK(wrong == 0);
}

// --- the edges of the problem --------------------------------------------------------------------

TEST(what_touches_at_the_start_or_at_the_end_meets) {
    int missed = 0;
    random_state = 7;
    for (int k = 0; k < 2000; k++) {
        test_kind kind = k % KIND_COUNT;
        rv_moving_point x[4];
        rv_vec3 p[4], v[4];
        for (int corner = 0; corner < 4; corner++)
            p[corner] = random_vector(1.0), v[corner] = random_vector(1.0);
        double s = random_unit();
        if (of_segments(kind)) { // the middle of b on a
            rv_vec3 on_a = rv_vec3_mul_add(p[0], s, rv_vec3_sub(p[1], p[0]));
            p[3] = rv_vec3_sub(rv_vec3_scale(on_a, 2.0), p[2]);
        } else {
            p[3] = rv_vec3_mul_add(p[0], 0.9 * s, rv_vec3_sub(p[1], p[0]));
            p[3] = rv_vec3_mul_add(p[3], 0.1, rv_vec3_sub(p[2], p[0]));
        }
        bool at_end = k % 2 == 1;
        for (int corner = 0; corner < 4; corner++) {
            rv_vec3 other =
                stands_still(kind, corner) ? p[corner] : rv_vec3_add(p[corner], v[corner]);
            x[corner] =
                at_end ? (rv_moving_point){other, p[corner]} : (rv_moving_point){p[corner], other};
        }
        rv_meeting m = meet(kind, x);
        missed += at_end ? !(m.t <= 1.0) : !(m.t <= 1e-10);
    }
    CHECK(missed == 0);
}

// a plane frame, and points of it by two coordinates
static rv_vec3 in_plane(const rv_vec3 frame[3], double x, double y) {
    return rv_vec3_mul_add(rv_vec3_mul_add(frame[0], x, frame[1]), y, frame[2]);
}

TEST(what_stays_in_one_plane_meets_at_corners_and_edges) {
    int wrong = 0;
    random_state = 8;
    for (int k = 0; k < 3000; k++) {
        rv_vec3 x_axis = rv_vec3_normalize(random_vector(1.0));
        rv_vec3 y_axis = rv_vec3_perpendicular(x_axis);
        rv_vec3 frame[3] = {random_vector(1.0), x_axis, y_axis};
        double time = 0.05 + 0.9 * random_unit(), place = 0.05 + 0.9 * random_unit();
        double slide_x = random_signed(), slide_y = random_signed();
        rv_vec3 slide = rv_vec3_mul_add(rv_vec3_scale(x_axis, slide_x), slide_y, y_axis);
        // the point comes from y < 0 to the edge y = 0 of the triangle; all slide along together
        double fall = 0.5 + random_unit(), drift = random_signed();
        const rv_vec3 triangle[3] = {in_plane(frame, 0.0, 0.0), in_plane(frame, 1.0, 0.0),
                                     in_plane(frame, 0.0, 1.0)};
        rv_moving_point moving[3];
        for (int corner = 0; corner < 3; corner++)
            moving[corner] =
                (rv_moving_point){triangle[corner], rv_vec3_add(triangle[corner], slide)};
        rv_moving_point p = {in_plane(frame, place - drift * time, -fall * time),
                             in_plane(frame, place + drift * (1.0 - time), fall * (1.0 - time))};
        wrong += fabs(rv_meet_point_static_triangle(p, triangle).t - time) > 1e-12;
        p.to = rv_vec3_add(p.to, slide);
        wrong += fabs(rv_meet_point_triangle(p, moving).t - time) > 1e-12;
        // a segment that ends in the point, against the edge
        rv_vec3 back = rv_vec3_scale(y_axis, -2.0);
        rv_moving_point segment[2] = {p, {rv_vec3_add(p.from, back), rv_vec3_add(p.to, back)}};
        wrong += fabs(rv_meet_segments(segment, moving).t - time) > 1e-12;
        // and beside the edge, where nothing is
        rv_vec3 beside = rv_vec3_scale(x_axis, 2.5);
        p = (rv_moving_point){rv_vec3_add(p.from, beside), rv_vec3_add(p.to, beside)};
        wrong += rv_meet_point_triangle(p, moving).t != INFINITY;
    }
    CHECK(wrong == 0);
}

TEST(parallel_and_nearly_parallel_segments_do_not_pass_through_each_other) {
    int wrong = 0;
    random_state = 9;
    for (int k = 0; k < 5000; k++) {
        // angles from 1 down to 1e-17 and 0
        double angle = k % 20 == 19 ? 0.0 : pow(10.0, -(k % 19));
        rv_vec3 x_axis = rv_vec3_normalize(random_vector(1.0));
        rv_vec3 y_axis = rv_vec3_perpendicular(x_axis);
        rv_vec3 frame[3] = {random_vector(1.0), x_axis, y_axis};
        rv_vec3 z_axis = rv_vec3_cross(x_axis, y_axis);
        // b turns by `angle` about its middle, in a plane that falls through a in time
        double time = 0.1 + 0.8 * random_unit(), fall = 0.5 + random_unit();
        double shift = 0.5 * random_signed();
        rv_vec3 up = rv_vec3_scale(z_axis, fall * time);
        rv_vec3 down = rv_vec3_scale(z_axis, fall * (time - 1.0));
        rv_vec3 b0 = in_plane(frame, shift - 1.0, -angle), b1 = in_plane(frame, shift + 1.0, angle);
        rv_moving_point a[2] = {{in_plane(frame, -1.0, 0.0), in_plane(frame, -1.0, 0.0)},
                                {in_plane(frame, 1.0, 0.0), in_plane(frame, 1.0, 0.0)}};
        rv_moving_point b[2] = {{rv_vec3_add(b0, up), rv_vec3_add(b0, down)},
                                {rv_vec3_add(b1, up), rv_vec3_add(b1, down)}};
        rv_meeting m = rv_meet_segments(a, b);
        // the error in time that rounding leaves is 1e-15 / angle; below an angle of 1e-6 they
        // count as together within 1e-6 of their size, 3.5 at most, and they close in at 0.5 at
        // least
        wrong += !(fabs(m.t - time) <= fmin(1e-14 / angle, 1e-5) + 1e-12);
        // one after the other on one line
        rv_vec3 far = rv_vec3_scale(x_axis, 4.0 + fall * time);
        rv_vec3 near = rv_vec3_scale(x_axis, 4.0 + fall * (time - 1.0));
        for (int end = 0; end < 2; end++)
            b[end] =
                (rv_moving_point){rv_vec3_add(a[end].from, far), rv_vec3_add(a[end].from, near)};
        m = rv_meet_segments(a, b); // the gap is 2 + fall (time - t): they do not meet
        wrong += m.t != INFINITY;
        for (int end = 0; end < 2; end++) {
            b[end].from = rv_vec3_mul_add(b[end].from, -2.0, x_axis);
            b[end].to = rv_vec3_mul_add(b[end].to, -2.0, x_axis);
        }
        m = rv_meet_segments(a, b); // the gap is fall (time - t)
        wrong += !(fabs(m.t - time) <= 1e-9);
    }
    CHECK(wrong == 0);
}

TEST(things_without_size_are_answered) {
    rv_vec3 o = {0.0, 0.0, 0.0};
    const rv_vec3 needle[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};
    rv_moving_point p = {{0.5, 0.0, 1.0}, {0.5, 0.0, -1.0}};
    CHECK_NEAR(rv_meet_point_static_triangle(p, needle).t, 0.5, 1e-12);
    const rv_vec3 dot_triangle[3] = {o, o, o};
    p = (rv_moving_point){{0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}};
    CHECK_NEAR(rv_meet_point_static_triangle(p, dot_triangle).t, 0.5, 1e-12);
    p = (rv_moving_point){{0.1, 0.0, 1.0}, {0.1, 0.0, -1.0}};
    CHECK(rv_meet_point_static_triangle(p, dot_triangle).t == INFINITY);
    // nothing moves: apart, and together
    const rv_vec3 triangle[3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
    p = (rv_moving_point){{0.1, 0.1, 1.0}, {0.1, 0.1, 1.0}};
    CHECK(rv_meet_point_static_triangle(p, triangle).t == INFINITY);
    p = (rv_moving_point){{0.1, 0.1, 0.0}, {0.1, 0.1, 0.0}};
    CHECK(rv_meet_point_static_triangle(p, triangle).t == 0.0);
}

// --- roots ---------------------------------------------------------------------------------------

TEST(cubics_are_solved_from_their_roots) {
    random_state = 10;
    double worst = 0.0;
    int wrong = 0;
    for (int k = 0; k < 3000; k++) {
        // (t - r0) (t - r1) (t - r2), r in [-0.5, 1.5], at least 0.01 apart
        double r[3];
        for (int i = 0; i < 3; i++)
            r[i] = 2.0 * random_unit() - 0.5;
        if (fabs(r[0] - r[1]) < 0.01 || fabs(r[1] - r[2]) < 0.01 || fabs(r[0] - r[2]) < 0.01)
            continue;
        double c[4] = {-r[0] * r[1] * r[2], r[0] * r[1] + r[1] * r[2] + r[2] * r[0],
                       -r[0] - r[1] - r[2], 1.0};
        double roots[3];
        int count = rv_roots_cubic(c, roots), expected = 0;
        for (int i = 0; i < 3; i++) {
            if (r[i] < 0.0 || r[i] > 1.0)
                continue;
            double nearest = INFINITY;
            for (int j = 0; j < count; j++)
                nearest = fmin(nearest, fabs(roots[j] - r[i]));
            worst = fmax(worst, nearest);
            expected++;
        }
        wrong += count != expected;
        for (int j = 1; j < count; j++)
            wrong += roots[j] < roots[j - 1];
    }
    CHECK(wrong == 0);
    CHECK(worst <= 1e-11); // roots 0.01 apart: eps / 0.01^2 and a little
}

TEST(roots_that_touch_and_coefficients_that_vanish_are_found) {
    double roots[3];
    // (t - 0.3)^2, the turning point only touches zero; 0.3 is not exact: sqrt(eps) at worst
    CHECK(rv_roots_cubic((double[4]){0.09, -0.6, 1.0, 0.0}, roots) >= 1);
    CHECK_NEAR(roots[0], 0.3, 2e-8);
    // (t - 0.5)^3
    CHECK(rv_roots_cubic((double[4]){-0.125, 0.75, -1.5, 1.0}, roots) >= 1);
    CHECK_NEAR(roots[0], 0.5, 1e-5);
    // a straight line with noise above
    CHECK(rv_roots_cubic((double[4]){-0.25, 1.0, 1e-17, -1e-18}, roots) == 1);
    CHECK_NEAR(roots[0], 0.25, 1e-15);
    // both ends
    CHECK(rv_roots_cubic((double[4]){0.0, 1.0, -1.0, 0.0}, roots) == 2);
    CHECK(roots[0] == 0.0 && roots[1] == 1.0);
    // none, a constant, and zero throughout
    CHECK(rv_roots_cubic((double[4]){1.0, 0.0, 1.0, 0.0}, roots) == 0);
    CHECK(rv_roots_cubic((double[4]){1.0, 0.0, 0.0, 0.0}, roots) == 0);
    CHECK(rv_roots_cubic((double[4]){0.0, 0.0, 0.0, 0.0}, roots) == 0);
}
