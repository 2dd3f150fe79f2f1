// The first time at which a moving thread meets a moving shape: against formulas, and against the
// gap sampled densely on the way. Never late; early by no more than the tolerance.
#include "collide/hull.h"
#include "collide/wrap.h"
#include "collide_random.h"
#include "test.h"
#include "thread_shapes.h"

static const double R = 0.01, TOLERANCE = 1e-4;
static const rv_vec3 no_hint = {0.0, 0.0, 0.0};

static rv_moving still(const rv_geometry* geometry) {
    return (rv_moving){.placed = {geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()}};
}

static rv_vec3 moved(const rv_moving_point* p, double t) {
    return rv_vec3_mul_add(p->from, t, rv_vec3_sub(p->to, p->from));
}

static rv_closest gap_at(const rv_moving_point thread[2], const rv_moving* shape, double t) {
    rv_vec3 a = moved(&thread[0], t), way = rv_vec3_sub(moved(&thread[1], t), a);
    rv_quat turn = rv_quat_from_x_axis(rv_vec3_normalize(way));
    rv_convex segment = {.core = RV_CORE_SEGMENT,
                         .position = rv_vec3_mul_add(a, 0.5, way),
                         .half_length = 0.5 * rv_vec3_length(way),
                         .R = rv_quat_to_mat3(turn)};
    rv_placed placed = rv_moving_at(shape, t);
    rv_convex convex = rv_convex_of(&placed);
    return rv_convex_closest(&convex, &segment);
}

// --- formulas ------------------------------------------------------------------------------------

TEST(a_thread_falling_on_a_box_meets_it_at_its_top) {
    // from z = 2 to z = -2, the thread along x: within 0.41 of the middle at t = 1.59 / 4
    rv_moving box = still(&box_shape);
    rv_moving_point thread[2] = {{{-2.0, 0.1, 2.0}, {-2.0, 0.1, -2.0}},
                                 {{6.0, 0.1, 2.0}, {6.0, 0.1, -2.0}}};
    rv_thread_meeting m = rv_thread_meet(thread, &box, R, TOLERANCE, no_hint);
    CHECK(m.time <= 1.59 / 4.0 && m.time >= (1.59 - TOLERANCE) / 4.0);
    CHECK_NEAR(m.out.z, 1.0, 1e-9);
    CHECK_NEAR(m.point.z, 0.4, 1e-9);
    // anywhere on the top: x = 2 + 8 along
    CHECK(m.along >= (2.0 - 0.5) / 8.0 - 1e-9 && m.along <= (2.0 + 0.5) / 8.0 + 1e-9);
    CHECK_NEAR(m.point.x, -2.0 + 8.0 * m.along, 1e-9);
}

TEST(a_sphere_thrown_at_a_thread_meets_it_in_time) {
    // the middle comes from x = -5 at 10 m/s, the thread stands at x = 0 along z, 0.3 to the side
    rv_moving sphere = still(&sphere_shape);
    sphere.placed.position = sphere.center = rv_vec3_make(-5.0, 0.3, 0.2);
    sphere.v = rv_vec3_make(10.0, 0.0, 0.0);
    sphere.w = rv_vec3_make(0.0, 0.0, 50.0);
    rv_vec3 low = {0.0, 0.0, -1.0}, high = {0.0, 0.0, 3.0};
    rv_moving_point thread[2] = {{low, low}, {high, high}};
    rv_thread_meeting m = rv_thread_meet(thread, &sphere, R, TOLERANCE, no_hint);
    double exact = (5.0 - sqrt(0.71 * 0.71 - 0.3 * 0.3)) / 10.0;
    // the distance changes by cos = 0.64 / 0.71 of the way
    CHECK(m.time <= exact + 1e-12 && m.time >= exact - TOLERANCE / (10.0 * 0.9));
    CHECK_NEAR(m.along, 0.3, 1e-9);
    CHECK_NEAR(m.out.y, -0.3 / 0.71, TOLERANCE);
}

TEST(a_thread_turning_about_one_end_meets_a_sphere) {
    // it sweeps the plane z = 0 by its other end, which moves from (4, -3) to (4, 3)
    rv_moving sphere = still(&sphere_shape);
    sphere.placed.position = sphere.center = rv_vec3_make(2.0, 0.0, 0.0);
    rv_vec3 fixed = {0.0, 0.0, 0.0};
    rv_moving_point thread[2] = {{fixed, fixed}, {{4.0, -3.0, 0.0}, {4.0, 3.0, 0.0}}};
    rv_thread_meeting m = rv_thread_meet(thread, &sphere, R, TOLERANCE, no_hint);
    // the distance of the middle from the line is 2 sin(angle)
    double sine = 0.71 / 2.0, y = 4.0 * sine / sqrt(1.0 - sine * sine);
    CHECK(m.time <= (3.0 - y) / 6.0 + 1e-12);
    CHECK_NEAR(m.time, (3.0 - y) / 6.0, TOLERANCE);
}

TEST(what_passes_by_does_not_meet) {
    rv_moving box = still(&box_shape);
    double y = 0.7 + R + 2.0 * TOLERANCE;
    rv_moving_point thread[2] = {{{-2.0, y, 2.0}, {-2.0, y, -2.0}},
                                 {{2.0, y, 2.0}, {2.0, y, -2.0}}};
    CHECK(rv_thread_meet(thread, &box, R, TOLERANCE, no_hint).time == INFINITY);
    // in line with it
    rv_moving_point before[2] = {{{-2.0, 0.0, 2.0}, {-2.0, 0.0, -2.0}},
                                 {{-0.6, 0.0, 2.0}, {-0.6, 0.0, -2.0}}};
    CHECK(rv_thread_meet(before, &box, R, TOLERANCE, no_hint).time == INFINITY);
}

// --- near at the start ---------------------------------------------------------------------------

TEST(a_thread_inside_at_the_start_leaves_on_the_side_of_the_hint) {
    // 0.1 below the top, 0.4 from the face y = 0.7
    rv_moving box = still(&box_shape);
    rv_moving_point thread[2] = {{{-2.0, 0.3, 0.3}, {-2.0, 0.3, 0.3}},
                                 {{2.0, 0.3, 0.3}, {2.0, 0.3, 0.3}}};
    rv_thread_meeting m = rv_thread_meet(thread, &box, R, TOLERANCE, no_hint);
    CHECK(m.time == 0.0);
    CHECK_NEAR(m.out.z, 1.0, 1e-9); // the least depth
    const rv_vec3 hint[] = {{0, 0, 1}, {0, 1, 0}, {0, 0, -2}, {0, -1, 0}, {0.9, 0, -0.1}};
    const rv_vec3 out[] = {{0, 0, 1}, {0, 1, 0}, {0, 0, -1}, {0, -1, 0}, {0, 0, -1}};
    for (int k = 0; k < 5; k++) {
        m = rv_thread_meet(thread, &box, R, TOLERANCE, hint[k]);
        CHECK(m.time == 0.0);
        CHECK_NEAR(rv_vec3_dot(m.out, out[k]), 1.0, 1e-9);
        double face = fabs(out[k].z) > 0.5 ? 0.4 : 0.7;
        CHECK_NEAR(rv_vec3_dot(m.point, out[k]), face, 1e-9);
    }
    // a hint along the thread says nothing
    m = rv_thread_meet(thread, &box, R, TOLERANCE, rv_vec3_make(1.0, 0.0, 0.0));
    CHECK_NEAR(m.out.z, 1.0, 1e-9);
}

TEST(a_thread_that_touches_at_the_start_meets_at_once) {
    rv_moving box = still(&box_shape);
    double z = 0.4 + R;
    rv_moving_point thread[2] = {{{-2.0, 0.3, z}, {-2.0, 0.3, z + 1.0}},
                                 {{2.0, 0.3, z}, {2.0, 0.3, z + 1.0}}};
    rv_thread_meeting m = rv_thread_meet(thread, &box, R, TOLERANCE, rv_vec3_make(0.0, 0.1, 1.0));
    CHECK(m.time == 0.0);
    CHECK_NEAR(m.out.z, 1.0, 1e-9);
}

// --- random sweeps -------------------------------------------------------------------------------

typedef struct tally {
    int cases, met, through, late, early, wrong;
} tally;

// late: nearer than the radius before the answer; early: farther than the tolerance at the answer;
// through: free at both ends of the time, and cut in between; wrong: the rest of the answer is not
// that of the nearest points
static void judge(tally* t, const rv_moving_point thread[2], const rv_moving* shape) {
    enum { SAMPLES = 300 };
    rv_thread_meeting m = rv_thread_meet(thread, shape, R, TOLERANCE, no_hint);
    double end = fmin(m.time, 1.0), before = INFINITY, all = INFINITY;
    for (int k = 0; k <= SAMPLES; k++) {
        if (k < SAMPLES)
            before = fmin(before, gap_at(thread, shape, end * k / SAMPLES).distance);
        all = fmin(all, gap_at(thread, shape, (double)k / SAMPLES).distance);
    }
    t->cases++;
    t->through += all < 0.0 && gap_at(thread, shape, 0.0).distance > R
                  && gap_at(thread, shape, 1.0).distance > R;
    t->late += m.time > 0.0 && before < R * (1.0 - 1e-9);
    if (m.time == INFINITY)
        return;
    t->met++;
    rv_closest gap = gap_at(thread, shape, m.time);
    t->early += gap.distance > R + TOLERANCE * (1.0 + 1e-6);
    if (m.time == 0.0)
        return;
    rv_vec3 on_thread = rv_vec3_mul_add(m.point, gap.distance, m.out);
    rv_vec3 at = rv_vec3_mul_add(rv_vec3_scale(moved(&thread[0], m.time), 1.0 - m.along), m.along,
                                 moved(&thread[1], m.time));
    // 1e-6: the foot of the nearest point along the thread
    t->wrong += rv_vec3_length(rv_vec3_sub(on_thread, at)) > 1e-6;
}

static rv_moving random_motion(const rv_geometry* geometry, double speed, double spin) {
    rv_moving m = {.placed = {.geometry = geometry}};
    m.placed.position = random_vector(1.0);
    m.placed.R = random_rotation();
    m.center = rv_vec3_add(m.placed.position, random_vector(0.5));
    m.v = random_vector(speed);
    m.w = random_vector(spin);
    return m;
}

// shifts a thread so that at some time some point of it comes near the middle of the shape
static void aim(rv_moving_point thread[2], const rv_moving* shape) {
    double time = random_unit(), along = random_unit();
    rv_vec3 at = rv_vec3_mul_add(rv_vec3_scale(moved(&thread[0], time), 1.0 - along), along,
                                 moved(&thread[1], time));
    rv_vec3 goal = rv_vec3_add(rv_moving_at(shape, time).position, random_vector(1.0));
    rv_vec3 shift = rv_vec3_sub(goal, at);
    for (int i = 0; i < 2; i++) {
        thread[i].from = rv_vec3_add(thread[i].from, shift);
        thread[i].to = rv_vec3_add(thread[i].to, shift);
    }
}

static tally sweep(const rv_geometry* geometry, double speed, double spin, int cases) {
    tally t = {0};
    for (int k = 0; k < cases; k++) {
        rv_moving shape = random_motion(geometry, speed, spin);
        rv_moving_point thread[2];
        for (int i = 0; i < 2; i++) {
            thread[i].from = random_vector(4.0);
            thread[i].to = rv_vec3_add(thread[i].from, random_vector(speed));
        }
        aim(thread, &shape);
        judge(&t, thread, &shape);
    }
    return t;
}

TEST(random_sweeps_are_never_late_and_none_is_missed) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_error_text error;
    rv_hull hull;
    rv_vec3 points[30];
    random_state = 11;
    for (int i = 0; i < 30; i++)
        points[i] = random_vector(0.7);
    CHECK(rv_hull_make(&memory, &hull, points, 30, &error));
    rv_geometry hull_shape = {.type = RV_SHAPE_HULL, .hull = &hull};
    const rv_geometry* shapes[] = {&sphere_shape, &capsule_shape, &cylinder_shape, &box_shape,
                                   &hull_shape};
    int met = 0, through = 0;
    for (int k = 0; k < 5; k++) {
        const double speed[] = {0.3, 3.0, 30.0, 3.0}, spin[] = {0.3, 1.0, 0.0, 6.0};
        for (int i = 0; i < 4; i++) {
            tally t = sweep(shapes[k], speed[i], spin[i], 100);
            met += t.met;
            through += t.through;
            CHECK(t.late == 0);
            CHECK(t.wrong == 0);
            CHECK(t.early == 0);
        }
    }
    // most of them meet, and hundreds are on the other side at the end of the step
    CHECK(met > 1000);
    CHECK(through > 500);
    rv_hull_free(&memory, &hull);
}

TEST(an_odd_thread_gives_finite_answers) {
    const rv_geometry* shapes[] = {&box_shape, &sphere_shape, &capsule_shape, &cylinder_shape};
    const rv_vec3 at[] = {{0, 0, 0}, {0.5, 0.7, 0.4}, {-2, 0, 0}, {2, 0, 0}, {0, 0, 1e9}};
    for (int s = 0; s < 4; s++)
        for (int k = 0; k < 625; k++) {
            // threads without length, and such that lose it on the way, are among them
            rv_moving_point thread[2] = {{at[k % 5], at[k / 5 % 5]}, {at[k / 25 % 5], at[k / 125]}};
            rv_moving shape = still(shapes[s]);
            shape.w = rv_vec3_make(0.0, 0.0, k % 3);
            rv_thread_meeting m = rv_thread_meet(thread, &shape, R, TOLERANCE, at[k % 4]);
            CHECK(m.time >= 0.0 && (m.time <= 1.0 || m.time == INFINITY));
            if (m.time <= 1.0) {
                CHECK_NEAR(rv_vec3_length(m.out), 1.0, 1e-9);
                CHECK(isfinite(rv_vec3_length(m.point)) && m.along >= 0.0 && m.along <= 1.0);
            }
        }
}
