// The lines that a thread bends over: against formulas for boxes, round shapes and helices, and for
// random shapes against the section of the swollen shape, sampled densely, and against the gap of
// every straight piece of the way.
#include "collide/hull.h"
#include "collide/wrap.h"
#include "collide_random.h"
#include "test.h"
#include "thread_shapes.h"

static const double R = 0.01; // of the thread [m]

static rv_placed unmoved(const rv_geometry* geometry) {
    return (rv_placed){geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
}

static rv_vec3 random_direction(void) {
    rv_vec3 v = random_vector(1.0);
    while (rv_vec3_length(v) > 1.0 || rv_vec3_length(v) < 0.1)
        v = random_vector(1.0);
    return rv_vec3_normalize(v);
}

static double between(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b));
}

// of the thread along its lines; round a line it is a helix
static double way_length(const rv_placed* shape, const rv_vec3 end[2], const rv_wrap_line* lines,
                         int count) {
    rv_vec3 at = rv_placed_to_local(shape, end[0]);
    double sum = 0.0;
    for (int k = 0; k < count; k++) {
        rv_vec3 step = rv_vec3_sub(lines[k].touch[1], lines[k].touch[0]);
        double arc = lines[k].radius * lines[k].turn, rise = rv_vec3_dot(step, lines[k].axis);
        sum += between(at, lines[k].touch[0]) + sqrt(arc * arc + rise * rise);
        at = lines[k].touch[1];
    }
    return sum + between(at, rv_placed_to_local(shape, end[1]));
}

// the way from (x, y) to a circle of radius r round the origin, and on to the top: the tangent, and
// the arc from the angle of the point less that of the tangent
static void to_the_top(double x, double y, double r, double* tangent, double* angle) {
    double distance = hypot(x, y);
    *tangent = sqrt(distance * distance - r * r);
    *angle = fabs(atan2(x, y)) - acos(r / distance);
}

static rv_convex segment_between(rv_vec3 a, rv_vec3 b) {
    rv_vec3 way = rv_vec3_sub(b, a);
    rv_quat turn = rv_quat_from_x_axis(rv_vec3_normalize(way));
    return (rv_convex){.core = RV_CORE_SEGMENT,
                       .position = rv_vec3_mul_add(a, 0.5, way),
                       .half_length = 0.5 * rv_vec3_length(way),
                       .R = rv_quat_to_mat3(turn)};
}

static rv_closest gap_between(const rv_placed* shape, rv_vec3 a, rv_vec3 b) {
    rv_convex convex = rv_convex_of(shape), thread = segment_between(a, b);
    return rv_convex_closest(&convex, &thread);
}

// the least gap of the straight pieces of the way
static double least_gap(const rv_placed* shape, const rv_vec3 end[2], const rv_wrap_line* lines,
                        int count) {
    rv_vec3 at = end[0];
    double least = INFINITY;
    for (int k = 0; k <= count; k++) {
        rv_vec3 to = k < count ? rv_placed_to_world(shape, lines[k].touch[0]) : end[1];
        if (between(at, to) > 1e-9)
            least = fmin(least, gap_between(shape, at, to).distance);
        if (k < count)
            at = rv_placed_to_world(shape, lines[k].touch[1]);
    }
    return least;
}

// --- boxes ---------------------------------------------------------------------------------------

TEST(a_thread_over_one_edge_of_a_box_turns_there) {
    // from the top, on the surface, over the edge x = 0.5, z = 0.4 and down
    rv_placed box = unmoved(&box_shape);
    rv_vec3 end[2] = {{0.0, 0.1, 0.4 + R}, {1.5, 0.1, -1.0}}, out = {1.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&box, end, R, out, line) == 1);
    double tangent, angle;
    to_the_top(1.0, -1.4, R, &tangent, &angle);
    CHECK_NEAR(line[0].turn, angle, 1e-12);
    CHECK_NEAR(way_length(&box, end, line, 1), 0.5 + R * angle + tangent, 1e-12);
    CHECK_NEAR(line[0].radius, R, 0.0);
    // towards larger x with the edge below: right-handed about +y
    CHECK_NEAR(line[0].axis.y, 1.0, 1e-15);
    CHECK_NEAR(line[0].end[0].y, -0.7, 0.0);
    CHECK_NEAR(line[0].end[1].y, 0.7, 0.0);
    CHECK_NEAR(line[0].place, 0.8, 1e-12);
    CHECK_NEAR(line[0].end[0].x, 0.5, 0.0);
    CHECK_NEAR(line[0].end[0].z, 0.4, 0.0);
}

TEST(a_slanted_thread_over_two_edges_of_a_box_is_straight_when_unrolled) {
    rv_placed box = unmoved(&box_shape);
    rv_vec3 end[2] = {{-1.5, -0.4, -1.0}, {1.5, 0.5, -1.0}}, out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&box, end, R, out, line) == 2);
    double tangent, angle, width = 1.0;
    to_the_top(1.0, -1.4, R, &tangent, &angle);
    double total = 2.0 * tangent + 2.0 * R * angle + width;
    // 1e-8: where the sweeps over the two bends stop
    CHECK_NEAR(way_length(&box, end, line, 2), hypot(total, 0.9), 1e-8);
    CHECK_NEAR(line[0].turn, angle, 1e-8);
    CHECK_NEAR(line[1].turn, angle, 1e-8);
    double first = -0.4 + 0.9 * (tangent + 0.5 * R * angle) / total;
    CHECK_NEAR(line[0].end[0].y + line[0].place, first, 1e-7);
    CHECK_NEAR(line[1].end[0].y + line[1].place, 0.1 - first, 1e-7);
    CHECK(line[0].end[0].x == -0.5 && line[1].end[0].x == 0.5);
    CHECK(line[0].feature != line[1].feature);
}

TEST(the_way_back_has_the_same_lines_with_their_axes_turned_round) {
    rv_placed box = {&box_shape, {3.0, -2.0, 1.0}, rv_quat_to_mat3((rv_quat){0.6, 0.0, 0.8, 0.0})};
    rv_vec3 there[2] = {rv_placed_to_world(&box, rv_vec3_make(-1.5, -0.4, -1.0)),
                        rv_placed_to_world(&box, rv_vec3_make(1.4, 0.5, -0.9))};
    rv_vec3 back[2] = {there[1], there[0]};
    rv_vec3 out = rv_mat3_apply(box.R, rv_vec3_make(0.0, 0.0, 1.0));
    rv_wrap_line a[RV_WRAP_MAX], b[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&box, there, R, out, a) == 2 && rv_wrap_find(&box, back, R, out, b) == 2);
    for (int k = 0; k < 2; k++) {
        CHECK(a[k].feature == b[1 - k].feature);
        CHECK_NEAR(rv_vec3_dot(a[k].axis, b[1 - k].axis), -1.0, 1e-15);
        CHECK_NEAR(a[k].place + b[1 - k].place, 1.4, 1e-7); // the edges are 1.4 m long
        CHECK_NEAR(a[k].turn, b[1 - k].turn, 1e-7);
    }
}

TEST(a_free_thread_bends_over_nothing) {
    rv_placed box = unmoved(&box_shape);
    rv_vec3 out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    rv_vec3 above[2] = {{-2.0, 0.0, 0.4 + 1.001 * R}, {2.0, 0.1, 0.4 + 1.001 * R}};
    CHECK(rv_wrap_find(&box, above, R, out, line) == 0);
    // lying on the top
    rv_vec3 resting[2] = {{-2.0, 0.0, 0.4 + R}, {2.0, 0.1, 0.4 + R}};
    CHECK(rv_wrap_find(&box, resting, R, out, line) == 0);
    // past it, and ending before it
    rv_vec3 beside[2] = {{-2.0, 0.8, 0.0}, {2.0, 0.8, 0.0}};
    CHECK(rv_wrap_find(&box, beside, R, out, line) == 0);
    rv_vec3 before[2] = {{-2.0, 0.0, 0.0}, {-0.6, 0.0, 0.1}};
    CHECK(rv_wrap_find(&box, before, R, out, line) == 0);
    rv_vec3 behind[2] = {{0.6, 0.0, 0.0}, {2.0, 0.0, 0.1}};
    CHECK(rv_wrap_find(&box, behind, R, out, line) == 0);
}

TEST(a_thread_that_has_passed_through_is_laid_back_over_the_shape) {
    // below the box, though pushed up: free, but on the wrong side
    rv_placed box = unmoved(&box_shape);
    rv_vec3 end[2] = {{-3.0, 0.0, -0.6}, {3.0, 0.0, -0.6}}, out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&box, end, R, out, line) == 2);
    double tangent, angle;
    to_the_top(2.5, -1.0, R, &tangent, &angle);
    CHECK_NEAR(way_length(&box, end, line, 2), 2.0 * tangent + 2.0 * R * angle + 1.0, 1e-8);
    CHECK(rv_wrap_find(&box, end, R, rv_vec3_make(0.0, 0.0, -1.0), line) == 0);
}

TEST(a_thread_that_starts_on_one_edge_finds_the_next_and_not_its_own) {
    // a span that leaves the swollen edge x = -0.5, z = 0.4 and cuts through the top
    rv_placed box = unmoved(&box_shape);
    rv_vec3 to = {1.5, 0.0, -1.0};
    double x = 2.0, z = -1.4, distance = hypot(x, z), cosine = R / distance;
    double bearing = atan2(z, x) + acos(cosine);
    rv_vec3 end[2] = {{-0.5 + R * cos(bearing), 0.0, 0.4 + R * sin(bearing)}, to};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&box, end, R, rv_vec3_make(0.2, 0.0, 1.0), line) == 1);
    CHECK(line[0].end[0].x == 0.5 && line[0].end[0].z == 0.4);
}

TEST(a_thread_that_begins_at_a_corner_does_not_bend_over_the_edges_that_end_there) {
    rv_placed box = unmoved(&box_shape);
    const rv_vec3 corner = box_shape.half_extents;
    for (int i = 0; i < 1000; i++) {
        // to a place that sees the top, and pushed any way
        rv_vec3 to = rv_vec3_add(random_vector(1.0), rv_vec3_make(0.0, 0.0, 2.0));
        rv_vec3 end[2] = {i % 2 == 0 ? corner : to, i % 2 == 0 ? to : corner};
        rv_wrap_line line[RV_WRAP_MAX];
        int count = rv_wrap_find(&box, end, R, random_direction(), line);
        for (int k = 0; k < count; k++) {
            if (i % 2 == 0 ? k > 0 : k < count - 1)
                continue;
            rv_convex rim = segment_between(line[k].end[0], line[k].end[1]);
            rv_convex tip = {.core = RV_CORE_POINT, .position = corner, .R = rv_mat3_identity()};
            bool is_point = between(line[k].end[0], line[k].end[1]) == 0.0;
            double off =
                is_point ? between(line[k].end[0], corner) : rv_convex_closest(&rim, &tip).distance;
            CHECK(off > 0.99 * R);
        }
    }
}

TEST(a_thread_that_ends_on_a_face_bends_over_the_edge_before_it_alone) {
    // rounding puts that end a little above the face or below
    rv_placed box = unmoved(&box_shape);
    for (int i = 0; i < 1000; i++) {
        double x = random_between(-0.4, 0.4), below = random_between(0.01, 0.5);
        double aside = random_between(-0.3, 0.3);
        const rv_vec3 end[2] = {{-2.0, aside, 0.4 + R - below}, {x, 0.0, 0.4 + R}};
        rv_wrap_line line[RV_WRAP_MAX];
        for (int back = 0; back < 2; back++) {
            const rv_vec3 way[2] = {end[back], end[1 - back]};
            CHECK(rv_wrap_find(&box, way, R, rv_vec3_make(0.0, 0.0, 1.0), line) == 1);
            CHECK(line[0].end[0].x == -0.5 && line[0].end[0].z == 0.4);
        }
    }
}

TEST(a_thread_that_slides_off_an_edge_hangs_on_its_corner) {
    // it crosses the edge y = 0.7, z = 0.4 near its end x = 0.5; straight ahead, the bend would
    // lie at x = 0.55
    rv_placed box = unmoved(&box_shape);
    rv_vec3 end[2] = {{0.2, -0.3, 0.5}, {0.9, 1.7, -0.4}}, out = {0.0, 0.5, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    int count = rv_wrap_find(&box, end, R, out, line);
    CHECK(count == 1);
    CHECK(line[0].feature == (RV_WRAP_POINT | 7));
    CHECK_NEAR(between(line[0].end[0], rv_vec3_make(0.5, 0.7, 0.4)), 0.0, 0.0);
    CHECK_NEAR(between(line[0].end[1], line[0].end[0]), 0.0, 0.0);
    // its axis is across the plane of the corner and the two ends
    CHECK_NEAR(rv_vec3_dot(line[0].axis, rv_vec3_sub(end[0], line[0].end[0])), 0.0, 1e-12);
    CHECK_NEAR(rv_vec3_dot(line[0].axis, rv_vec3_sub(end[1], line[0].end[0])), 0.0, 1e-12);
}

// --- round shapes --------------------------------------------------------------------------------

TEST(a_corner_does_not_hold_a_thread_that_is_drawn_off_it) {
    // beside the box, as if it had come through it from below: at the corners below it is drawn away
    // from the side x = 0.5, which holds nothing there
    rv_placed box = unmoved(&box_shape);
    rv_vec3 end[2] = {{0.9, -2.0, 0.1}, {0.8, 2.0, -0.1}}, out = {-0.8, 0.0, -0.6};
    rv_wrap_line line[RV_WRAP_MAX];
    int count = rv_wrap_find(&box, end, R, out, line);
    for (int k = 0; k < count; k++)
        CHECK(line[k].feature < RV_WRAP_POINT);
}

TEST(a_thread_over_a_sphere_runs_along_a_great_circle) {
    rv_placed sphere = {&sphere_shape, {1.0, 2.0, 3.0}, rv_mat3_identity()};
    rv_vec3 end[2] = {{-1.0, 2.2, 3.6}, {2.5, 1.9, 3.2}}, out = {0.0, 0.1, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&sphere, end, R, out, line) == 1);
    CHECK(line[0].feature >= RV_WRAP_POINT);
    CHECK_NEAR(line[0].radius, 0.7 + R, 1e-15);
    rv_vec3 a = rv_vec3_sub(end[0], sphere.position), b = rv_vec3_sub(end[1], sphere.position);
    double angle = acos(rv_vec3_dot(a, b) / (rv_vec3_length(a) * rv_vec3_length(b)))
                   - acos(0.71 / rv_vec3_length(a)) - acos(0.71 / rv_vec3_length(b));
    CHECK_NEAR(line[0].turn, angle, 1e-12);
    CHECK_NEAR(rv_vec3_dot(line[0].axis, a), 0.0, 1e-12);
    CHECK_NEAR(least_gap(&sphere, end, line, 1), R, 1e-12);
}

TEST(a_thread_round_a_cylinder_is_a_helix) {
    // the axis is x; unrolled, the way is straight
    rv_placed cylinder = unmoved(&cylinder_shape);
    rv_vec3 end[2] = {{-0.3, -1.2, -0.6}, {0.5, 1.5, -0.9}}, out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&cylinder, end, R, out, line) == 1);
    double s[2], angle[2];
    to_the_top(1.2, -0.6, 0.51, &s[0], &angle[0]);
    to_the_top(1.5, -0.9, 0.51, &s[1], &angle[1]);
    double turn = angle[0] + angle[1], flat = s[0] + 0.51 * turn + s[1];
    CHECK_NEAR(line[0].turn, turn, 1e-12);
    CHECK_NEAR(line[0].radius, 0.51, 1e-15);
    CHECK_NEAR(way_length(&cylinder, end, line, 1), hypot(flat, 0.8), 1e-12);
    // from -y to +y over the top: right-handed about -x
    CHECK_NEAR(line[0].axis.x, -1.0, 1e-15);
    double x = -0.3 + 0.8 * (s[0] + 0.5 * 0.51 * turn) / flat;
    CHECK_NEAR(line[0].end[0].x - line[0].place, x, 1e-12);
}

TEST(a_thread_along_a_cylinder_bends_over_both_rims) {
    rv_placed cylinder = unmoved(&cylinder_shape);
    rv_vec3 end[2] = {{-1.5, 0.0, -0.2}, {1.5, 0.0, -0.2}}, out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&cylinder, end, R, out, line) == 2);
    double tangent, angle;
    to_the_top(0.9, -0.7, R, &tangent, &angle);
    CHECK_NEAR(way_length(&cylinder, end, line, 2), 2.0 * tangent + 2.0 * R * angle + 1.2, 1e-8);
    CHECK(line[0].feature != line[1].feature);
    for (int k = 0; k < 2; k++) {
        rv_vec3 middle = rv_vec3_scale(rv_vec3_add(line[k].end[0], line[k].end[1]), 0.5);
        CHECK_NEAR(between(middle, rv_vec3_make(k == 0 ? -0.6 : 0.6, 0.0, 0.5)), 0.0, 1e-12);
        CHECK_NEAR(fabs(line[k].axis.y), 1.0, 1e-12);
    }
}

TEST(a_thread_over_the_flat_end_of_a_cylinder_bends_over_its_rim_twice) {
    rv_placed cylinder = unmoved(&cylinder_shape);
    rv_vec3 end[2] = {{0.2, -1.0, 0.1}, {0.2, 1.0, 0.1}}, out = {1.0, 0.0, 0.0};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&cylinder, end, R, out, line) == 2);
    CHECK(line[0].feature != line[1].feature);
    // the chord of the flat end at z = 0.1
    double half = sqrt(0.5 * 0.5 - 0.1 * 0.1);
    for (int k = 0; k < 2; k++) {
        rv_vec3 middle = rv_vec3_scale(rv_vec3_add(line[k].end[0], line[k].end[1]), 0.5);
        rv_vec3 rim = {0.6, k == 0 ? -half : half, 0.1};
        CHECK_NEAR(between(middle, rim), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_dot(line[k].axis, rim), 0.0, 1e-12);
    }
}

TEST(a_capsule_is_a_line_and_two_balls) {
    rv_placed capsule = unmoved(&capsule_shape);
    rv_vec3 up = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    // across, in the middle
    rv_vec3 across[2] = {{0.2, -1.0, 0.0}, {0.2, 1.0, 0.0}};
    CHECK(rv_wrap_find(&capsule, across, R, up, line) == 1);
    CHECK(line[0].feature == 0);
    CHECK_NEAR(line[0].turn, 2.0 * (0.5 * RV_PI - acos(0.31)), 1e-12);
    // across, over the round end
    rv_vec3 end[2] = {{0.8, -1.0, 0.0}, {0.8, 1.0, 0.0}};
    CHECK(rv_wrap_find(&capsule, end, R, up, line) == 1);
    CHECK(line[0].feature == (RV_WRAP_POINT | 1));
    CHECK_NEAR(line[0].end[0].x, 0.7, 0.0);
    // along: over both ends
    rv_vec3 along[2] = {{-2.0, 0.0, -0.1}, {2.0, 0.0, -0.1}};
    CHECK(rv_wrap_find(&capsule, along, R, up, line) == 2);
    CHECK(line[0].feature == RV_WRAP_BLEND && line[1].feature == (RV_WRAP_BLEND | 1));
    double tangent, angle;
    to_the_top(1.3, -0.1, 0.31, &tangent, &angle);
    CHECK_NEAR(way_length(&capsule, along, line, 2), 2.0 * tangent + 0.62 * angle + 1.4, 1e-8);
}

// --- capsules ------------------------------------------------------------------------------------

static rv_vec3 pushed_out(const rv_geometry* capsule, double radius, rv_vec3 p) {
    double half = capsule->half_length, least = capsule->radius + radius;
    rv_vec3 core = {fmin(fmax(p.x, -half), half), 0.0, 0.0}, off = rv_vec3_sub(p, core);
    double distance = rv_vec3_length(off);
    return distance < least ? rv_vec3_mul_add(core, least / distance, off) : p;
}

// beads on a thread that is drawn tight: each goes towards the middle between its neighbours, and out
static double draw_tight(const rv_geometry* capsule, double radius, rv_vec3* bead, int count) {
    for (int sweep = 0; sweep < 8 * count; sweep++)
        for (int k = 1; k < count; k++) {
            rv_vec3 middle = rv_vec3_scale(rv_vec3_add(bead[k - 1], bead[k + 1]), 0.5);
            // too far at first, which is faster
            double part = sweep < 7 * count ? 1.8 : 1.0;
            rv_vec3 to = rv_vec3_mul_add(bead[k], part, rv_vec3_sub(middle, bead[k]));
            bead[k] = pushed_out(capsule, radius, to);
        }
    double sum = 0.0;
    for (int k = 0; k < count; k++)
        sum += between(bead[k], bead[k + 1]);
    return sum;
}

// The shortest way round a capsule at the origin, from the one straight up out of it: of more and more
// beads, the last two lengths continued, since what chords miss of arcs goes with the square of their
// number.
static double tight_length(const rv_geometry* capsule, const rv_vec3 end[2], double radius,
                           rv_vec3 out) {
    enum { FIRST = 8, LAST = 128 };
    rv_vec3 bead[LAST + 1], way = rv_vec3_sub(end[1], end[0]);
    for (int k = 0; k <= FIRST; k++) {
        bead[k] = rv_vec3_mul_add(end[0], (double)k / FIRST, way);
        while (between(bead[k], pushed_out(capsule, radius, bead[k])) > 1e-9)
            bead[k] = rv_vec3_mul_add(bead[k], 0.01, out);
    }
    double before = 0.0, length = draw_tight(capsule, radius, bead, FIRST);
    for (int count = 2 * FIRST; count <= LAST; count *= 2) {
        for (int k = count; k > 0; k--)
            bead[k] = k % 2 == 0 ? bead[k / 2]
                                 : rv_vec3_scale(rv_vec3_add(bead[k / 2], bead[k / 2 + 1]), 0.5);
        before = length;
        length = draw_tight(capsule, radius, bead, count);
    }
    return length + (length - before) / 3.0;
}

// along the capsule or across, off its surface, and through it; out of it the nearest way
static rv_vec3 slanted_thread(const rv_placed* capsule, double radius, rv_vec3 end[2]) {
    for (;;) {
        bool off = true;
        for (int k = 0; k < 2; k++) {
            end[k] = random_vector(0.5);
            end[k].x = (2 * k - 1) * random_between(0.0, 2.0);
            off &= between(end[k], pushed_out(capsule->geometry, 1.5 * radius, end[k])) == 0.0;
        }
        rv_closest gap = gap_between(capsule, end[0], end[1]);
        if (off && gap.distance < radius)
            return gap.normal;
    }
}

TEST(the_way_round_a_capsule_is_as_long_as_beads_that_are_drawn_tight) {
    // A ball alone is told for a way that the side takes a tenth of the thread's radius off: too short
    // by 3e-4. Circles that stand for a ball and the side are as long as both, if the ends leave room.
    rv_placed capsule = unmoved(&capsule_shape);
    random_state = 11;
    int kinds[3] = {0};
    for (int k = 0; k < 80; k++) {
        rv_vec3 end[2], out = slanted_thread(&capsule, 0.05, end);
        rv_wrap_line line[RV_WRAP_MAX];
        int count = rv_wrap_find(&capsule, end, 0.05, out, line);
        CHECK(count == 1 || count == 2);
        kinds[count == 2 ? 2 : line[0].feature >= RV_WRAP_BLEND]++;
        double tight = tight_length(&capsule_shape, end, 0.05, out);
        CHECK_NEAR(way_length(&capsule, end, line, count), tight, 5e-4 * tight);
    }
    CHECK(kinds[0] > 10 && kinds[1] > 10 && kinds[2] > 10);
}

TEST(a_capsule_without_a_side_is_a_ball) {
    rv_geometry geometry = {.type = RV_SHAPE_CAPSULE, .radius = 0.7, .half_length = 1e-9};
    rv_placed capsule = unmoved(&geometry), sphere = unmoved(&sphere_shape);
    rv_vec3 up = {0.0, 0.0, 1.0}, end[2] = {{0.0, -1.5, 0.1}, {1e-9, 1.2, 0.2}};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&sphere, end, R, up, line) == 1);
    double length = way_length(&sphere, end, line, 1);
    CHECK(rv_wrap_find(&capsule, end, R, up, line) == 1);
    CHECK_NEAR(way_length(&capsule, end, line, 1), length, 1e-8); // as far as it is one
}

TEST(a_thread_that_ends_on_the_ball_of_a_capsule_bends_over_the_side_as_well) {
    // rounding puts that end a little off the surface or below
    random_state = 17;
    for (int k = 0; k < 200; k++) {
        rv_placed capsule = {&capsule_shape, random_vector(3.0), random_rotation()};
        double angle = random_between(0.2, 1.3), radius = 0.3 + R;
        rv_vec3 local[2] = {{-0.2, 0.9, 0.5},
                            {0.7 + radius * sin(angle), 0.0, -radius * cos(angle)}};
        rv_vec3 end[2], out = rv_mat3_apply(capsule.R, rv_vec3_make(0.0, 1.0, 0.0));
        for (int i = 0; i < 2; i++)
            end[i] = rv_placed_to_world(&capsule, local[i]);
        rv_wrap_line line[RV_WRAP_MAX];
        CHECK(rv_wrap_find(&capsule, end, R, out, line) == 1);
        CHECK(least_gap(&capsule, end, line, 1) > 0.89 * R);
    }
}

// --- random shapes -------------------------------------------------------------------------------

// a thread that cuts a shape of reach <= 1
static rv_vec3 cutting_thread(const rv_placed* shape, double radius, rv_vec3 end[2]) {
    for (;;) {
        for (int k = 0; k < 2; k++) {
            double distance = random_between(1.2, 3.0);
            end[k] = rv_vec3_mul_add(shape->position, distance, random_direction());
        }
        rv_closest gap = gap_between(shape, end[0], end[1]);
        if (gap.distance < radius - 1e-6)
            return gap.normal;
    }
}

// the height up to which a point above `foot` is within `radius` of the shape, by halving; 0: none
static double height_above(const rv_convex* shape, rv_vec3 foot, rv_vec3 up, double radius) {
    double low = 0.0, high = 3.0;
    rv_vec3 top = rv_vec3_mul_add(foot, 3.5, up);
    for (int i = 0; i < 24; i++) {
        double middle = 0.5 * (low + high);
        rv_convex line = segment_between(rv_vec3_mul_add(foot, middle, up), top);
        if (rv_convex_closest(shape, &line).distance < radius)
            low = middle;
        else
            high = middle;
    }
    return low > 1e-6 ? low : 0.0;
}

// The length of the shortest way in the plane of the thread and `out`: the upper hull of the ends
// and of the heights of the swollen shape, taken at places along the thread.
static double planar_length(const rv_placed* shape, const rv_vec3 end[2], double radius,
                            rv_vec3 out) {
    enum { PLACES = 400 };
    double length = between(end[0], end[1]), x[PLACES + 1], y[PLACES + 1], sum = 0.0;
    rv_vec3 along = rv_vec3_scale(rv_vec3_sub(end[1], end[0]), 1.0 / length);
    rv_vec3 up = rv_vec3_normalize(rv_vec3_mul_add(out, -rv_vec3_dot(out, along), along));
    rv_convex convex = rv_convex_of(shape);
    int n = 0;
    for (int k = 0; k <= PLACES; k++) {
        double px = length * k / PLACES, py = 0.0;
        if (k > 0 && k < PLACES)
            py = height_above(&convex, rv_vec3_mul_add(end[0], px, along), up, radius);
        while (n > 1
               && (x[n - 1] - x[n - 2]) * (py - y[n - 2])
                      >= (y[n - 1] - y[n - 2]) * (px - x[n - 2]))
            n--;
        x[n] = px;
        y[n++] = py;
    }
    for (int k = 0; k + 1 < n; k++)
        sum += hypot(x[k + 1] - x[k], y[k + 1] - y[k]);
    return sum;
}

typedef struct tally {
    int none, cuts, longer;
    double deepest;
} tally;

// none: no line though the thread cuts the shape; cuts: a straight piece of the way comes nearer
// than 0.98 radius; longer: than the shortest way in the plane, which is one way of many
static tally judge(const rv_geometry* geometry, double radius, int cases) {
    tally t = {.deepest = INFINITY};
    for (int k = 0; k < cases; k++) {
        rv_vec3 position = random_vector(3.0), end[2];
        rv_placed shape = {geometry, position, random_rotation()};
        rv_vec3 out = cutting_thread(&shape, radius, end);
        rv_wrap_line line[RV_WRAP_MAX];
        int count = rv_wrap_find(&shape, end, radius, out, line);
        t.none += count == 0;
        double gap = least_gap(&shape, end, line, count);
        t.cuts += gap < 0.98 * radius;
        t.deepest = fmin(t.deepest, gap);
        // 1e-4: what 400 places miss of the hull
        double planar = k % 20 == 0 ? planar_length(&shape, end, radius, out) : INFINITY;
        t.longer += way_length(&shape, end, line, count) > planar * (1.0 + 1e-4);
    }
    return t;
}

TEST(the_way_round_random_boxes_and_spheres_is_free_and_no_longer_than_the_one_in_a_plane) {
    const rv_geometry* shapes[] = {&box_shape, &sphere_shape};
    random_state = 3;
    for (int k = 0; k < 2; k++) {
        tally t = judge(shapes[k], 0.05, 800);
        CHECK(t.none == 0);
        CHECK(t.cuts == 0);
        CHECK(t.longer == 0);
    }
}

TEST(the_way_round_random_hulls_is_free_and_no_longer_than_the_one_in_a_plane) {
    // Thick threads among short edges: a corner that a thread hangs on has edges that the thread
    // cannot run along, so 1 % of the ways may come nearer than the radius there.
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_error_text error;
    random_state = 5;
    tally sum = {.deepest = INFINITY};
    for (int k = 0; k < 20; k++) {
        rv_hull hull;
        rv_vec3 points[30];
        for (int i = 0; i < 30; i++)
            points[i] = random_direction();
        CHECK(rv_hull_make(&memory, &hull, points, 30, &error));
        rv_geometry shape = {.type = RV_SHAPE_HULL, .hull = &hull};
        tally t = judge(&shape, 0.05, 40);
        sum.none += t.none;
        sum.cuts += t.cuts;
        sum.longer += t.longer;
        sum.deepest = fmin(sum.deepest, t.deepest);
        rv_hull_free(&memory, &hull);
    }
    CHECK(sum.none == 0);
    CHECK(sum.cuts <= 8);
    CHECK(sum.deepest > -0.05);
    CHECK(sum.longer <= 1);
}

TEST(the_way_round_random_capsules_and_cylinders_is_nearly_free) {
    // A thread that winds along a capsule, or over a rim at a slant, is told in too few lines: 2 %.
    const rv_geometry* shapes[] = {&capsule_shape, &cylinder_shape};
    random_state = 7;
    for (int k = 0; k < 2; k++) {
        tally t = judge(shapes[k], 0.05, 800);
        CHECK(t.none == 0);
        CHECK(t.cuts <= 16);
        CHECK(t.longer == 0);
    }
}

// the highest point, in the world, where the way touches the shape
static double highest_touch(const rv_placed* shape, const rv_wrap_line* lines, int count) {
    double highest = -INFINITY;
    for (int k = 0; k < count; k++)
        for (int e = 0; e < 2; e++)
            highest = fmax(highest, rv_placed_to_world(shape, lines[k].touch[e]).z);
    return highest;
}

TEST(a_thread_swept_through_a_shape_is_laid_over_it_and_comes_free_when_lifted) {
    // down from z = 1.5 in one step, to anywhere in the shape or below it, and up again slowly
    const rv_geometry* shapes[] = {&box_shape, &sphere_shape, &cylinder_shape};
    random_state = 13;
    for (int k = 0; k < 900; k++) {
        rv_quat yaw = rv_quat_from_axis_angle(rv_vec3_make(0.0, 0.0, 1.0), random_between(0, 7));
        rv_placed placed = {shapes[k % 3], {0.0, 0.0, 0.0}, rv_quat_to_mat3(yaw)};
        rv_moving shape = {.placed = placed};
        rv_moving_point thread[2];
        double y = random_between(-0.2, 0.2), z = random_between(-1.5, 0.3);
        for (int i = 0; i < 2; i++) {
            double x = (2 * i - 1) * random_between(1.5, 4.0);
            thread[i] = (rv_moving_point){{x, y, 1.5}, {x, y, z}};
        }
        rv_thread_meeting m = rv_thread_meet(thread, &shape, R, 1e-4, rv_vec3_make(0.0, 0.0, 0.0));
        CHECK(m.time < 1.0);
        rv_wrap_line line[RV_WRAP_MAX];
        rv_vec3 end[2] = {thread[0].to, thread[1].to};
        int count = rv_wrap_find(&placed, end, R, m.out, line), changes = 0;
        CHECK(count > 0);
        // over the top of the box; round shapes may be touched at their sides only
        CHECK(k % 3 > 0 || highest_touch(&placed, line, count) > 0.4);
        while (end[0].z < 1.5) {
            end[0].z += 0.01;
            end[1].z += 0.01;
            int now = rv_wrap_find(&placed, end, R, m.out, line);
            changes += now != count;
            count = now;
        }
        CHECK(count == 0);
        // one change for each bend that goes; on a cylinder between its rims they are less steady
        CHECK(changes <= (k % 3 == 2 ? 10 : 3));
    }
}

// --- odd input -----------------------------------------------------------------------------------

TEST(a_hull_with_more_edges_than_lines_keeps_those_that_matter) {
    // a prism of 64 sides of radius 1 along x: the half turn over 32 edges in 16 lines
    enum { SIDES = 64 };
    rv_vec3 points[2 * SIDES];
    for (int k = 0; k < SIDES; k++) {
        double angle = 2.0 * RV_PI * (k + 0.5) / SIDES;
        points[2 * k] = rv_vec3_make(-1.0, cos(angle), sin(angle));
        points[2 * k + 1] = rv_vec3_make(1.0, cos(angle), sin(angle));
    }
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_error_text error;
    rv_hull hull;
    CHECK(rv_hull_make(&memory, &hull, points, 2 * SIDES, &error));
    rv_geometry geometry = {.type = RV_SHAPE_HULL, .hull = &hull};
    rv_placed prism = unmoved(&geometry);
    rv_vec3 end[2] = {{0.0, -1.1, -2.0}, {0.0, 1.1, -2.0}}, out = {0.0, 0.0, 1.0};
    rv_wrap_line line[RV_WRAP_MAX];
    int count = rv_wrap_find(&prism, end, R, out, line);
    CHECK(count == RV_WRAP_MAX);
    double tangent, angle;
    to_the_top(1.1, -2.0, 1.0 + R, &tangent, &angle);
    // a polygon of half as many corners is shorter by (angle of a side)^2 / 24
    double length = 2.0 * tangent + 2.0 * angle * (1.0 + R);
    CHECK_NEAR(way_length(&prism, end, line, count), length, 2e-3 * length);
    rv_hull_free(&memory, &hull);
}

TEST(an_odd_thread_gives_finite_lines) {
    const rv_geometry* shapes[] = {&box_shape, &sphere_shape, &capsule_shape, &cylinder_shape};
    const rv_vec3 at[] = {{0, 0, 0},        {0.1, 0.2, 0.1}, {-2, 0, 0},    {2, 0, 0},
                          {0.5, 0.7, 0.4},  {0, 0, 2},       {0, 0, -2},    {0.5, 0.7, -3},
                          {0.5, 0.7, 3},    {-2, 0.7, 0.4},  {2, 0.7, 0.4}, {-0.5, -0.7, 0.41},
                          {0.5, 0.7, 0.41}, {1e9, 1, 0},     {-1e9, 0, 0},  {0.6, 0, 0}};
    const rv_vec3 out[] = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 1e-200, 0}, {1e9, 1, 1}};
    for (int s = 0; s < 4; s++)
        for (int k = 0; k < 16 * 16 * 5; k++) {
            rv_placed shape = unmoved(shapes[s]);
            rv_vec3 end[2] = {at[k % 16], at[k / 16 % 16]};
            rv_wrap_line line[RV_WRAP_MAX];
            int count = rv_wrap_find(&shape, end, R, out[k / 256], line);
            CHECK(count >= 0 && count <= RV_WRAP_MAX);
            for (int i = 0; i < count; i++) {
                CHECK_NEAR(rv_vec3_length(line[i].axis), 1.0, 1e-9);
                CHECK(line[i].turn > 0.0 && line[i].turn < 2.0 * RV_PI);
                CHECK(isfinite(line[i].place) && line[i].radius > 0.0);
                for (int e = 0; e < 2; e++)
                    CHECK(isfinite(rv_vec3_length(line[i].end[e]))
                          && isfinite(rv_vec3_length(line[i].touch[e])));
            }
            if (k % 16 == k / 16 % 16)
                CHECK(count == 0); // no length
        }
}

TEST(the_same_thread_gives_the_same_bits_again) {
    random_state = 9;
    for (int k = 0; k < 100; k++) {
        rv_placed box = {&box_shape, random_vector(3.0), random_rotation()};
        rv_placed other = {&cylinder_shape, box.position, box.R};
        rv_vec3 end[2], out = cutting_thread(&box, R, end);
        rv_wrap_line first[RV_WRAP_MAX], second[RV_WRAP_MAX];
        int count = rv_wrap_find(&box, end, R, out, first);
        rv_wrap_find(&other, end, R, out, second);
        CHECK(rv_wrap_find(&box, end, R, out, second) == count);
        for (int i = 0; i < count; i++) {
            CHECK(first[i].feature == second[i].feature && first[i].place == second[i].place);
            CHECK(memcmp(first[i].touch, second[i].touch, sizeof first[i].touch) == 0);
        }
    }
}

TEST(shapes_that_are_not_convex_have_no_lines) {
    rv_geometry plane = {.type = RV_SHAPE_PLANE};
    rv_placed placed = unmoved(&plane);
    rv_vec3 end[2] = {{-1.0, 0.0, 1.0}, {1.0, 0.0, -1.0}};
    rv_wrap_line line[RV_WRAP_MAX];
    CHECK(rv_wrap_find(&placed, end, R, rv_vec3_make(0.0, 0.0, 1.0), line) == 0);
}
