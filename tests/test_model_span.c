// Spans between rims: tangent points against closed forms, and their derivatives against central
// differences, also where they are nearly singular.
#include "cable_fixture.h"

enum { TRIALS = 1000 };
static const double SHORTEST = 1e-9;

static rv_span span_between(const rv_rim* first, const rv_rim* second) {
    rv_span span = {.u = {0, 0, 1}};
    rv_span_find(first, second, SHORTEST, &span);
    return span;
}

// d.rho = 0 and d.t > 0 at both ends, relative to |d|
static void check_tangent(const rv_rim rim[2], const rv_span* span, double tolerance) {
    rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
    double length = rv_vec3_length(d);
    CHECK_NEAR(span->length, length, 1e-15 * (1.0 + length));
    for (int s = 0; s < 2; s++) {
        rv_vec3 on_rim = rv_vec3_mul_add(rim[s].center, rim[s].radius, span->radial[s]);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(on_rim, span->at[s])), 0.0, 1e-14);
        if (!(rim[s].radius > 0.0))
            continue;
        CHECK_NEAR(rv_vec3_dot(span->radial[s], rim[s].axis), 0.0, 1e-14);
        CHECK_NEAR(rv_vec3_length(span->radial[s]), 1.0, 1e-14);
        CHECK_NEAR(rv_vec3_dot(d, span->radial[s]) / length, 0.0, tolerance);
        CHECK(rv_vec3_dot(d, span->tangent[s]) > 0.0);
    }
}

static rv_rim rim_of(rv_vec3 center, rv_vec3 axis, double radius) {
    return (rv_rim){.center = center, .axis = axis, .radius = radius};
}

TEST(an_open_belt_touches_where_plane_geometry_says) {
    for (int k = 0; k < 20; k++) {
        double r1 = 0.2 + 0.05 * k, r2 = 0.7, D = 2.5, c = (r1 - r2) / D;
        rv_rim rim[2] = {rim_of(vec(0, 0, 0), vec(0, 0, 1), r1),
                         rim_of(vec(D, 0, 0), vec(0, 0, 1), r2)};
        rv_span span = span_between(&rim[0], &rim[1]);
        // below both wheels, perpendicular to rho = (c, -sqrt(1 - c^2))
        CHECK_NEAR(span.length, sqrt(D * D - (r1 - r2) * (r1 - r2)), 1e-14);
        for (int s = 0; s < 2; s++) {
            CHECK_NEAR(span.radial[s].x, c, 1e-14);
            CHECK_NEAR(span.radial[s].y, -sqrt(1.0 - c * c), 1e-14);
            CHECK_NEAR(span.across[s], 1.0, 1e-14);
        }
        CHECK(!span.inside);
        check_tangent(rim, &span, 1e-14);
    }
}

TEST(a_crossed_belt_touches_where_plane_geometry_says) {
    for (int k = 0; k < 20; k++) {
        double r1 = 0.2 + 0.05 * k, r2 = 0.7, D = 2.5, c = (r1 + r2) / D;
        rv_rim rim[2] = {rim_of(vec(0, 0, 0), vec(0, 0, 1), r1),
                         rim_of(vec(D, 0, 0), vec(0, 0, -1), r2)};
        rv_span span = span_between(&rim[0], &rim[1]);
        CHECK_NEAR(span.length, sqrt(D * D - (r1 + r2) * (r1 + r2)), 1e-14);
        CHECK_NEAR(span.radial[0].x, c, 1e-14);
        CHECK_NEAR(span.radial[1].x, -c, 1e-14);
        CHECK_NEAR(span.radial[1].y, -span.radial[0].y, 1e-14);
        CHECK(!span.inside);
        check_tangent(rim, &span, 1e-14);
    }
}

TEST(a_span_from_a_point_to_a_rim_has_the_length_of_the_tangent) {
    rv_rim point = rim_of(vec(3, 0, 0), vec(0, 0, 0), 0.0),
           wheel = rim_of(vec(0, 0, 0), vec(0, 0, 1), 1.0);
    rv_span in = span_between(&point, &wheel), out = span_between(&wheel, &point);
    CHECK_NEAR(in.length, sqrt(8.0), 1e-14);
    CHECK_NEAR(out.length, sqrt(8.0), 1e-14);
    // right-handed about z: it arrives on the upper side (y > 0) and leaves from the lower one
    CHECK_NEAR(in.radial[1].x, 1.0 / 3.0, 1e-15);
    CHECK(in.radial[1].y > 0.0 && out.radial[0].y < 0.0);
    CHECK_NEAR(in.radial[0].x, 0.0, 0.0);
}

TEST(out_of_its_plane_a_span_leaves_the_rim_where_its_projection_does) {
    // a rim at the origin and a point 2 m above its plane: the projection is the tangent from (3,
    // 0)
    rv_rim wheel = rim_of(vec(0, 0, 0), vec(0, 0, 1), 1.0),
           point = rim_of(vec(3, 0, 2), vec(0, 0, 0), 0.0);
    rv_span span = span_between(&wheel, &point);
    CHECK_NEAR(span.length, sqrt(8.0 + 4.0), 1e-14);
    CHECK_NEAR(span.radial[0].x, 1.0 / 3.0, 1e-15);
    CHECK_NEAR(span.across[0], sqrt(8.0 / 12.0), 1e-14);
}

TEST(a_point_inside_a_rim_has_no_tangent) {
    rv_rim wheel = rim_of(vec(0, 0, 0), vec(0, 0, 1), 1.0);
    rv_rim point = rim_of(vec(0.5, 0, 2), vec(0, 0, 0), 0.0);
    CHECK(span_between(&wheel, &point).inside);
    CHECK(span_between(&point, &wheel).inside);
    rv_span span = span_between(&wheel, &point);
    CHECK(isfinite(span.length) && isfinite(rv_vec3_length(span.u)));
    point.center = vec(1.0 + 1e-9, 0, 0);
    CHECK(!span_between(&wheel, &point).inside);
    // beside the rim it would meet the wheel's face: 89.99 degrees out of the plane
    point.center = vec(1.0 + 1e-9, 0, 2);
    CHECK(span_between(&wheel, &point).inside);
}

TEST(a_span_without_length_keeps_its_last_direction) {
    rv_rim a = rim_of(vec(1, 2, 3), vec(0, 0, 0), 0.0), b = a;
    rv_span span = {.u = {0, 1, 0}};
    rv_span_find(&a, &b, SHORTEST, &span);
    CHECK(span.length == 0.0 && span.u.y == 1.0);
    rv_rim wheel = rim_of(vec(0, 0, 0), vec(0, 0, 1), 1.0);
    rv_rim touching = rim_of(vec(1.0, 0, 0), vec(0, 0, 0), 0.0);
    rv_span_form angle[2], form;
    rv_rim rim[2] = {wheel, touching};
    span = (rv_span){.u = {0, 1, 0}};
    rv_span_find(&wheel, &touching, SHORTEST, &span);
    rv_span_angle_forms(rim, &span, angle);
    form = rv_span_length_form(rim, &span, angle);
    CHECK(isfinite(rv_vec3_length(form.force[0])) && isfinite(rv_vec3_length(form.torque[0])));
}

// --- random rims ---

static rv_vec3 random_unit(fixture_random* random) {
    rv_vec3 v;
    do
        v = random_vec(random, 1.0);
    while (rv_vec3_length(v) < 0.1);
    return rv_vec3_normalize(v);
}

typedef enum pose_kind { GENERAL, GRAZING, PARALLEL, PERPENDICULAR, SHORT, POSE_KINDS } pose_kind;

static double random_power(fixture_random* random, double low, double high) {
    return pow(10.0, random_in(random, low, high));
}

// a wheel and something beside it, of the kind
static void random_rims(fixture_random* random, pose_kind kind, rv_rim rim[2]) {
    int only = (int)random_in(random, 0.0, 3.0); // the rim that is a point; 2: none
    for (int s = 0; s < 2; s++) {
        rim[s].center = random_vec(random, 2.0);
        rim[s].axis = random_unit(random);
        rim[s].lean = 0.0;
        rim[s].radius = s == only ? 0.0 : random_in(random, 0.1, 1.0);
    }
    rv_vec3 across = rv_vec3_perpendicular(rim[0].axis);
    if (kind == PARALLEL || kind == PERPENDICULAR) {
        rv_vec3 near = kind == PARALLEL ? rim[0].axis : across;
        double off = random_power(random, -9.0, -1.0);
        rim[1].axis = rv_vec3_normalize(rv_vec3_mul_add(near, off, random_unit(random)));
    }
    if (kind == GRAZING || kind == SHORT) {
        // the second one just outside the first, a little out of its plane
        double apart = rim[0].radius + rim[1].radius;
        double gap =
            kind == GRAZING ? random_power(random, -4.0, -1.0) : random_in(random, 0.01, 0.1);
        double size = kind == SHORT ? random_power(random, -2.0, -1.0) : 1.0;
        rim[0].radius *= size;
        rim[1].radius *= size;
        rv_vec3 place = rv_vec3_mul_add(rv_vec3_scale(across, (apart + gap) * size),
                                        0.1 * size * random_in(random, -1.0, 1.0), rim[0].axis);
        rim[1].center = rv_vec3_add(rim[0].center, place);
        rim[1].axis = rv_vec3_normalize(rv_vec3_mul_add(rim[0].axis, 0.1, random_unit(random)));
    }
    if (only == 0) {
        rv_rim swapped = rim[0];
        rim[0] = rim[1];
        rim[1] = swapped;
    }
}

// a tangent exists and is not too singular for central differences
static bool has_tangent(const rv_rim rim[2], const rv_span* span) {
    if (span->inside)
        return false;
    rv_vec3 d = rv_vec3_sub(span->at[1], span->at[0]);
    for (int s = 0; s < 2; s++)
        if (rim[s].radius > 0.0 && !(rv_vec3_dot(d, span->tangent[s]) > 0.0))
            return false;
    return span_divisor(rim, span) > 1e-3;
}

static rv_span random_span(fixture_random* random, pose_kind kind, rv_rim rim[2]) {
    rv_span span;
    do {
        random_rims(random, kind, rim);
        span = span_between(&rim[0], &rim[1]);
    } while (!has_tangent(rim, &span));
    return span;
}

TEST(tangents_of_1e4_random_pairs_of_rims_touch_both) {
    fixture_random random = {21};
    for (int trial = 0; trial < 10 * TRIALS; trial++) {
        rv_rim rim[2];
        rv_span span = random_span(&random, (pose_kind)(trial % POSE_KINDS), rim);
        // rho moves by rounding, 1e-15, and d.rho / |d| by that times r / |d|
        check_tangent(rim, &span, 1e-14 * (1.0 + 1.0 / span.length));
    }
}

// --- derivatives ---

// how one rim moves: its centre, and a turn about it
typedef struct rim_motion {
    rv_vec3 shift, turn;
} rim_motion;

static rv_rim moved_rim(const rv_rim* rim, const rim_motion* m, double by) {
    rv_rim out = *rim;
    out.center = rv_vec3_mul_add(rim->center, by, m->shift);
    out.axis = rv_quat_rotate(rv_quat_exp(rv_vec3_scale(m->turn, by)), rim->axis);
    return out;
}

static double form_value(const rv_rim rim[2], const rv_span* span, const rv_span_form* form,
                         const rim_motion motion[2]) {
    double sum = 0.0;
    for (int s = 0; s < 2; s++) {
        rv_vec3 arm = rv_vec3_sub(span->at[s], rim[s].center);
        rv_vec3 v = rv_vec3_add(motion[s].shift, rv_vec3_cross(motion[s].turn, arm));
        sum += rv_vec3_dot(form->force[s], v) + rv_vec3_dot(form->torque[s], motion[s].turn);
    }
    return sum;
}

// angles of both tangent points against their bodies, and the length, after a motion
typedef struct outcome {
    double angle[2], length;
} outcome;

static outcome after_motion(const rv_rim rim[2], const rv_span* start, const rim_motion motion[2],
                            double by) {
    rv_rim now[2] = {moved_rim(&rim[0], &motion[0], by), moved_rim(&rim[1], &motion[1], by)};
    rv_span span = *start;
    rv_span_find(&now[0], &now[1], SHORTEST, &span);
    outcome out = {.length = span.length};
    for (int s = 0; s < 2; s++) {
        rv_vec3 local =
            rv_quat_rotate(rv_quat_exp(rv_vec3_scale(motion[s].turn, -by)), span.radial[s]);
        rv_vec3 from = start->radial[s];
        if (rim[s].radius > 0.0)
            out.angle[s] = atan2(rv_vec3_dot(rim[s].axis, rv_vec3_cross(from, local)),
                                 rv_vec3_dot(from, local));
    }
    return out;
}

// fourth order: (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h
static outcome difference(const rv_rim rim[2], const rv_span* span, const rim_motion motion[2],
                          double nudge) {
    outcome sum = {{0, 0}, 0};
    static const double WEIGHT[] = {1.0, -8.0, 8.0, -1.0}, PLACE[] = {-2.0, -1.0, 1.0, 2.0};
    for (int k = 0; k < 4; k++) {
        outcome at = after_motion(rim, span, motion, PLACE[k] * nudge);
        sum.length += WEIGHT[k] * at.length / (12.0 * nudge);
        for (int s = 0; s < 2; s++)
            sum.angle[s] += WEIGHT[k] * at.angle[s] / (12.0 * nudge);
    }
    return sum;
}

static rim_motion random_motion(fixture_random* random) {
    rv_vec3 shift = random_vec(random, 1.0);
    return (rim_motion){shift, random_vec(random, 1.0)};
}

static void check_derivatives(const rv_rim rim[2], const rv_span* span,
                              const rim_motion motion[2]) {
    rv_span_form angle[2], form;
    rv_span_angle_forms(rim, span, angle);
    form = rv_span_length_form(rim, span, angle);
    // What is divided by, q, sets the scale: derivatives grow like 1/q, the tangent bends over q^2
    // (a point at the gap g from a rim has q ~ sqrt(g)). Differences of 1e-15/q over a nudge of
    // 1e-3 q^2 leave 1e-12/q^3, their own error is (1e-3)^4 of the derivative.
    double q = span_divisor(rim, span), nudge = 1e-3 * q * q;
    outcome d = difference(rim, span, motion, nudge);
    double slides[2];
    for (int s = 0; s < 2; s++) {
        slides[s] = form_value(rim, span, &angle[s], motion);
        if (rim[s].radius > 0.0)
            CHECK_NEAR(slides[s], d.angle[s], 1e-9 / q + 2e-12 / (q * q * q));
        else
            CHECK_NEAR(slides[s], 0.0, 0.0);
    }
    // the path's length: what the first rim gains and the second loses is not the span's
    double length = form_value(rim, span, &form, motion) - rim[0].radius * slides[0]
                    + rim[1].radius * slides[1];
    CHECK_NEAR(length, d.length, 1e-9 / q + 2e-12 / (q * q * q));
}

TEST(angles_and_length_follow_1000_random_motions_as_their_forms_say) {
    fixture_random random = {22};
    for (int trial = 0; trial < TRIALS; trial++) {
        rv_rim rim[2];
        rv_span span = random_span(&random, (pose_kind)(trial % POSE_KINDS), rim);
        rim_motion motion[2] = {random_motion(&random), random_motion(&random)};
        check_derivatives(rim, &span, motion);
    }
}

TEST(the_wrap_angle_changes_by_the_angles_of_its_two_tangent_points) {
    fixture_random random = {23};
    for (int trial = 0; trial < TRIALS; trial++) {
        rv_rim rim[3];
        rv_span in, out;
        do {
            in = random_span(&random, (pose_kind)(trial % POSE_KINDS), rim);
            rim[2] = (rv_rim){.center = random_vec(&random, 3.0),
                              .axis = random_unit(&random),
                              .radius = random_in(&random, 0.0, 1.0) < 0.5 ? 0.0 : 0.3};
            out = span_between(&rim[1], &rim[2]);
        } while (!(rim[1].radius > 0.0) || !has_tangent(rim + 1, &out));
        rim_motion m[3] = {random_motion(&random), random_motion(&random), random_motion(&random)};
        rv_span_form angle_in[2], angle_out[2];
        rv_span_angle_forms(rim, &in, angle_in);
        rv_span_angle_forms(rim + 1, &out, angle_out);
        double rate =
            form_value(rim + 1, &out, &angle_out[0], m + 1) - form_value(rim, &in, &angle_in[1], m);
        double q = fmin(span_divisor(rim, &in), span_divisor(rim + 1, &out)), nudge = 1e-3 * q * q;
        double wrap[4];
        for (int k = 0; k < 4; k++) {
            double by = nudge * (k < 2 ? k - 2 : k - 1);
            rv_rim now[3];
            for (int s = 0; s < 3; s++)
                now[s] = moved_rim(&rim[s], &m[s], by);
            rv_span_find(&now[0], &now[1], SHORTEST, &in);
            rv_span_find(&now[1], &now[2], SHORTEST, &out);
            rv_vec3 a = in.radial[1], b = out.radial[0];
            wrap[k] = atan2(rv_vec3_dot(now[1].axis, rv_vec3_cross(a, b)), rv_vec3_dot(a, b));
            wrap[k] -= k == 0 ? 0.0 : 2.0 * RV_PI * round((wrap[k] - wrap[0]) / (2.0 * RV_PI));
        }
        double slope = (wrap[0] - 8.0 * wrap[1] + 8.0 * wrap[2] - wrap[3]) / (12.0 * nudge);
        CHECK_NEAR(rate, slope, 2e-9 / q + 4e-12 / (q * q * q));
    }
}

TEST(nothing_changes_when_both_rims_move_as_one_body) {
    fixture_random random = {24};
    for (int trial = 0; trial < TRIALS; trial++) {
        rv_rim rim[2];
        rv_span span = random_span(&random, (pose_kind)(trial % POSE_KINDS), rim);
        rv_vec3 v = random_vec(&random, 1.0), w = random_vec(&random, 1.0);
        rim_motion motion[2];
        for (int s = 0; s < 2; s++)
            motion[s] = (rim_motion){rv_vec3_add(v, rv_vec3_cross(w, rim[s].center)), w};
        rv_span_form angle[2], form;
        rv_span_angle_forms(rim, &span, angle);
        form = rv_span_length_form(rim, &span, angle);
        // rounding of the tangent points (1e-15 / q) times the size of the form (1 / q)
        double q = span_divisor(rim, &span), tolerance = 1e-13 / (q * q);
        CHECK_NEAR(form_value(rim, &span, &form, motion), 0.0, tolerance);
        for (int s = 0; s < 2; s++)
            CHECK_NEAR(form_value(rim, &span, &angle[s], motion), 0.0, tolerance);
    }
}

TEST(in_the_plane_of_both_rims_the_length_form_is_a_pull_along_the_span) {
    for (int sign = -1; sign <= 1; sign += 2) {
        rv_rim rim[2] = {rim_of(vec(0, 0, 0), vec(0, 0, 1), 0.5),
                         rim_of(vec(3, 1, 0), vec(0, 0, sign), 0.8)};
        rv_span span = span_between(&rim[0], &rim[1]);
        rv_span_form angle[2], form;
        rv_span_angle_forms(rim, &span, angle);
        form = rv_span_length_form(rim, &span, angle);
        for (int s = 0; s < 2; s++) {
            rv_vec3 pull = rv_vec3_scale(span.u, s == 0 ? -1.0 : 1.0);
            CHECK_NEAR(rv_vec3_length(rv_vec3_sub(form.force[s], pull)), 0.0, 1e-14);
            CHECK_NEAR(rv_vec3_length(form.torque[s]), 0.0, 1e-14);
        }
    }
}
