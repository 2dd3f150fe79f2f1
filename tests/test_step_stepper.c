// The stepper: every number here follows from the discrete equations, so that most tests hold to
// rounding.
//
// A particle m on a spring k with a damper c, displaced by x; y = h v, s = h sqrt(k/m), theta =
// c/(k h):
//   SPOOK   y' = ((1 + s^2/4) y - s^2 x) / (1 + s^2 (1/4 + theta)),   x' = x + y'
//   seed    y' = (y - s^2 x) / (1 + s^2 (1 + theta)),                 x' = x + y'
// i.e. (x, y)' = M (x, y) with determinant rho^2 and trace 2 rho cos(alpha): it rings with alpha
// radians per step and loses the factor rho.
#include "world_fixture.h"

typedef struct oscillator {
    rv_stepper stepper;
    double mass, stiffness, damping, h;
    double x0, v0;
} oscillator;

// numerators of y' and the common denominator
typedef struct discrete_map {
    long double of_y, of_x, over;
} discrete_map;

static discrete_map map_of(const oscillator* o) {
    long double s2 = (long double)o->h * o->h * o->stiffness / o->mass;
    long double theta = (long double)o->damping / ((long double)o->stiffness * o->h);
    if (o->stepper == RV_STEPPER_SEED)
        return (discrete_map){1.0L, -s2, 1.0L + s2 * (1.0L + theta)};
    return (discrete_map){1.0L + s2 / 4.0L, -s2, 1.0L + s2 * (0.25L + theta)};
}

// radians per step and factor per step
typedef struct ringing {
    double alpha, rho;
} ringing;

static ringing ringing_of(double trace, double determinant) {
    double rho = sqrt(determinant);
    return (ringing){acos(trace / (2.0 * rho)), rho};
}

static ringing exact_ringing(const oscillator* o) {
    discrete_map m = map_of(o);
    long double determinant = m.of_y / m.over;
    return ringing_of((double)(1.0L + m.of_x / m.over + determinant), (double)determinant);
}

typedef struct oscillator_world {
    rv_world* world;
    rv_body_id body;
} oscillator_world;

// rest length 1 m along an odd direction
static const rv_vec3 LINE = {2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0};

static oscillator_world make_oscillator(const oscillator* o) {
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    def.stepper = o->stepper;
    oscillator_world w = {.world = world_of(&def)};
    w.body = add_particle(w.world, o->mass, rv_vec3_scale(LINE, 1.0 + o->x0));
    rv_body_set_velocity(w.world, w.body, rv_vec3_scale(LINE, o->v0));
    rv_joint_def spring = rv_joint_def_default();
    spring.type = RV_JOINT_SPRING;
    spring.body_b = w.body;
    spring.rest = 1.0;
    spring.stiffness = o->stiffness;
    spring.damping = o->damping;
    joint_of(w.world, &spring);
    return w;
}

static double displacement(const oscillator_world* w) {
    return rv_vec3_length(rv_body_center(w->world, w->body)) - 1.0;
}

enum { RING_STEPS = 400 };

// largest difference from the exact map, relative to the amplitude of the start
static double distance_from_map(const oscillator* o) {
    oscillator_world w = make_oscillator(o);
    discrete_map m = map_of(o);
    long double x = o->x0, y = (long double)o->h * o->v0, worst = 0.0L;
    for (int i = 0; i < RING_STEPS; i++) {
        rv_world_step(w.world, o->h);
        y = (m.of_y * y + m.of_x * x) / m.over;
        x += y;
        long double off = fabsl((long double)displacement(&w) - x);
        worst = off > worst ? off : worst;
    }
    rv_world_destroy(w.world);
    return (double)(worst / fabs(o->x0));
}

// x[n+1] = trace x[n] - determinant x[n-1], by least squares over what was simulated
static ringing measured_ringing(const oscillator* o, int steps) {
    oscillator_world w = make_oscillator(o);
    double before = displacement(&w);
    rv_world_step(w.world, o->h);
    double now = displacement(&w), aa = 0, ab = 0, bb = 0, ac = 0, bc = 0;
    for (int i = 2; i <= steps; i++) {
        rv_world_step(w.world, o->h);
        double next = displacement(&w);
        // in differences from the latest value, so that slow ringing keeps its digits
        double a = now, b = before - now, c = next - now;
        aa += a * a, ab += a * b, bb += b * b, ac += a * c, bc += b * c;
        before = now;
        now = next;
    }
    rv_world_destroy(w.world);
    double det = aa * bb - ab * ab;
    double p = (ac * bb - bc * ab) / det, q = (aa * bc - ab * ac) / det;
    // next - now = (trace - determinant - 1) now - determinant (before - now)
    return ringing_of(1.0 + p - q, -q);
}

static const double STIFFNESS[] = {1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
enum { STIFFNESS_COUNT = sizeof STIFFNESS / sizeof *STIFFNESS };

// damping as a share of the critical 2 sqrt(k m)
static oscillator example(rv_stepper stepper, double stiffness, double ratio) {
    double mass = 2.0;
    oscillator o = {.stepper = stepper,
                    .mass = mass,
                    .stiffness = stiffness,
                    .damping = 2.0 * ratio * sqrt(stiffness * mass),
                    .h = 1.0 / 60.0,
                    .x0 = 0.1};
    // at the turning point of x = x0 rho^n cos(alpha n): at rest between two steps, where
    // velocities live, a stiff spring would be far from its turning point
    ringing r = exact_ringing(&o);
    if (stepper == RV_STEPPER_SPOOK && isfinite(r.alpha))
        o.v0 = o.x0 * (1.0 - cos(r.alpha) / r.rho) / o.h;
    return o;
}

TEST(a_spring_damper_follows_the_exact_discrete_map_from_1_to_1e9_newton_per_metre) {
    static const double RATIOS[] = {0.0, 0.02, 0.5, 2.0};
    double worst = 0.0;
    for (int k = 0; k < STIFFNESS_COUNT; k++)
        for (int d = 0; d < 4; d++)
            for (int stepper = RV_STEPPER_SPOOK; stepper <= RV_STEPPER_SEED; stepper++) {
                oscillator o = example((rv_stepper)stepper, STIFFNESS[k], RATIOS[d]);
                double off = distance_from_map(&o);
                worst = off > worst ? off : worst;
                // rounding of a position of 1 m against an amplitude of 0.1 m, over 400 steps,
                // which a phase error makes grow with the number of steps
                CHECK_NEAR(off, 0.0, 1e-6);
            }
    printf("  largest difference from the exact map: %.2g of the amplitude\n", worst);
}

TEST(a_spring_damper_rings_with_the_discrete_frequency_and_decay) {
    double worst = 0.0;
    for (int k = 0; k < STIFFNESS_COUNT; k++)
        for (int d = 0; d < 2; d++) {
            oscillator o = example(RV_STEPPER_SPOOK, STIFFNESS[k], 0.02 * d);
            ringing exact = exact_ringing(&o), measured = measured_ringing(&o, RING_STEPS);
            // relative, as the issue asks; decay as the change of the amplitude per step
            double frequency = fabs(measured.alpha / exact.alpha - 1.0);
            double decay = fabs(measured.rho / exact.rho - 1.0);
            CHECK_NEAR(frequency, 0.0, 1e-6);
            CHECK_NEAR(decay, 0.0, 1e-6);
            worst = fmax(worst, fmax(frequency, decay));
        }
    printf("  largest relative error of frequency and decay: %.2g\n", worst);
}

// the time of the n-th change of sign, between steps on the arc of the discrete solution
TEST(the_zero_crossings_of_an_undamped_spring_come_at_the_discrete_frequency) {
    for (int k = 0; k < 5; k++) {
        oscillator o = example(RV_STEPPER_SPOOK, STIFFNESS[k], 0.0);
        double alpha = exact_ringing(&o).alpha;
        oscillator_world w = make_oscillator(&o);
        double before = displacement(&w), first = -1.0, last = -1.0;
        int crossings = 0;
        for (int i = 1; i <= 20000; i++) {
            rv_world_step(w.world, o.h);
            double now = displacement(&w);
            if (before > 0.0 && now <= 0.0) {
                // x = A sin(alpha n + phase): the share of the step until zero, exactly
                double share = atan2(before * sin(alpha), before * cos(alpha) - now) / alpha;
                last = i - 1 + share;
                first = crossings++ == 0 ? last : first;
            }
            before = now;
        }
        double period = (last - first) / (crossings - 1);
        CHECK_NEAR(period * alpha / (2.0 * RV_PI), 1.0, 1e-6);
        rv_world_destroy(w.world);
    }
}

TEST(a_slow_spring_is_within_a_thousandth_of_the_continuous_one) {
    static const double S[] = {0.001, 0.01, 0.03, 0.05};
    for (int i = 0; i < 4; i++) {
        // the implicit damper loses s^2/4 + zeta s of its rate: 0.09 % at s = 0.05, zeta = 0.005;
        // the frequency is low by s^2/12
        double omega = S[i] * 60.0, zeta = 0.005;
        oscillator o = example(RV_STEPPER_SPOOK, 2.0 * omega * omega, zeta);
        ringing measured = measured_ringing(&o, 4000);
        double frequency = measured.alpha / o.h, decay = -log(measured.rho) / o.h;
        CHECK_NEAR(frequency / (omega * sqrt(1.0 - zeta * zeta)), 1.0, 1e-3);
        CHECK_NEAR(decay / (zeta * omega), 1.0, 1e-3);
    }
}

TEST(spook_without_relaxation_conserves_the_midpoint_energy) {
    oscillator o = example(RV_STEPPER_SPOOK, 1e4, 0.0);
    oscillator_world w = make_oscillator(&o);
    rv_world_step(w.world, o.h);
    double start = rv_world_energy(w.world).total, worst = 0.0;
    for (int i = 0; i < 10000; i++) {
        rv_world_step(w.world, o.h);
        worst = fmax(worst, fabs(rv_world_energy(w.world).total / start - 1.0));
    }
    printf("  energy of 1e4 steps: within %.2g\n", worst);
    // 1e4 roundings of 1e-16 of 1 m against 0.1 m
    CHECK_NEAR(worst, 0.0, 1e-10);
    rv_world_destroy(w.world);
}

TEST(the_midpoint_energy_is_half_m_v2_and_half_k_times_the_mean_displacement_squared) {
    oscillator o = example(RV_STEPPER_SPOOK, 300.0, 0.0);
    oscillator_world w = make_oscillator(&o);
    for (int i = 0; i < 50; i++) {
        double before = displacement(&w);
        rv_world_step(w.world, o.h);
        double mean = 0.5 * (before + displacement(&w));
        rv_vec3 v = rv_body_velocity(w.world, w.body);
        rv_energy energy = rv_world_energy(w.world);
        CHECK_NEAR(energy.kinetic, 0.5 * o.mass * rv_vec3_dot(v, v), 1e-14);
        CHECK_NEAR(energy.elastic, 0.5 * o.stiffness * mean * mean, 1e-13);
        CHECK_NEAR(energy.total, energy.kinetic + energy.elastic + energy.gravitational, 1e-14);
    }
    rv_world_destroy(w.world);
}

TEST(the_seed_stepper_loses_energy_as_one_over_1_plus_s2_per_step) {
    for (int k = 0; k < 5; k++) {
        oscillator o = example(RV_STEPPER_SEED, STIFFNESS[k], 0.0);
        double s2 = o.h * o.h * o.stiffness / o.mass, alpha = atan(sqrt(s2));
        oscillator_world w = make_oscillator(&o);
        int steps = 60;
        double energy[2] = {0};
        for (int i = 0; i <= steps; i++) {
            // backward Euler keeps m v'^2 + k x'^2 in proportion to (1 + s^2)^-n
            rv_vec3 v = rv_body_velocity(w.world, w.body);
            double x = displacement(&w);
            energy[i > 0] = 0.5 * o.mass * rv_vec3_dot(v, v) + 0.5 * o.stiffness * x * x;
            rv_world_step(w.world, o.h);
        }
        CHECK_NEAR(energy[1] / energy[0] * pow(1.0 + s2, steps), 1.0, 1e-9 * pow(1.0 + s2, 30));
        // period 2 pi h / atan(s)
        CHECK_NEAR(exact_ringing(&o).alpha, alpha, 1e-12);
        rv_world_destroy(w.world);
    }
}

TEST(a_damper_without_a_spring_slows_by_one_over_1_plus_h_c_over_m) {
    rv_world* world = weightless_world();
    rv_body_id body = add_particle(world, 2.0, vec(1, 0, 0));
    rv_body_set_velocity(world, body, vec(0.5, 0, 0));
    rv_joint_def damper = rv_joint_def_default();
    damper.type = RV_JOINT_SPRING;
    damper.body_b = body;
    damper.damping = 3.0;
    joint_of(world, &damper);
    double h = 0.01, expected = 0.5;
    for (int i = 0; i < 100; i++) {
        rv_world_step(world, h);
        expected /= 1.0 + h * 3.0 / 2.0;
    }
    CHECK_NEAR(rv_body_velocity(world, body).x, expected, 1e-14);
    rv_world_destroy(world);
}

TEST(a_motor_with_slip_turns_slower_by_slip_times_force) {
    // v = w - xi T with T the weight that it lifts, after the start has died down
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def hoist =
        rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), vec(0, 0, 1));
    hoist.motor =
        (rv_joint_motor){.enabled = true, .speed = 2.0, .max_force = INFINITY, .slip = 0.01};
    rv_joint_id joint = joint_of(world, &hoist);
    steps_are_ok(world, 1.0 / 60.0, 200);
    CHECK_NEAR(rv_joint_motor_force(world, joint), 9.81, 1e-10);
    CHECK_NEAR(rv_body_velocity(world, body).z, 2.0 - 0.01 * 9.81, 1e-10);
    CHECK_NEAR(rv_joint_speed(world, joint), 2.0 - 0.01 * 9.81, 1e-10);
    rv_world_destroy(world);
}

TEST(a_falling_body_is_where_the_discrete_sum_says) {
    // v_n = v_0 + n h g,  x_n = x_0 + n h v_0 + h^2 g n (n + 1)/2
    rv_world* world = default_world();
    rv_body_id particle = add_particle(world, 3.0, vec(1, 2, 3));
    rv_body_id rigid = add_unit(world, vec(4, 5, 6));
    rv_body_set_velocity(world, particle, vec(1, 0, 10));
    double h = 1.0 / 60.0;
    int n = 600;
    steps_are_ok(world, h, n);
    double fallen = -9.81 * h * h * n * (n + 1) / 2.0;
    CHECK_NEAR(rv_body_center(world, particle).z, 3.0 + n * h * 10.0 + fallen, 1e-10);
    CHECK_NEAR(rv_body_center(world, particle).x, 1.0 + n * h, 1e-11);
    CHECK_NEAR(rv_body_center(world, rigid).z, 6.0 + fallen, 1e-10);
    CHECK_NEAR(rv_body_velocity(world, rigid).z, -9.81 * n * h, 1e-11);
    CHECK_NEAR(rv_world_time(world), n * h, 1e-11);
    CHECK(rv_world_step_count(world) == 600);
    rv_world_destroy(world);
}

TEST(drag_slows_by_one_over_1_plus_h_d_over_m) {
    rv_world* world = weightless_world();
    rv_body_def def = rv_body_def_default();
    def.mass = 2.0;
    def.inertia = rv_mat3_diagonal(4, 4, 4);
    def.velocity = vec(1, 2, 3);
    def.angular_velocity = vec(3, 2, 1);
    def.linear_damping = 0.5;
    def.angular_damping = 0.8;
    rv_body_id body = body_of(world, &def);
    steps_are_ok(world, 0.01, 100);
    CHECK_NEAR(rv_body_velocity(world, body).y, 2.0 * pow(1.0 + 0.01 * 0.5 / 2.0, -100), 1e-13);
    CHECK_NEAR(rv_body_angular_velocity(world, body).y, 2.0 * pow(1.0 + 0.01 * 0.8 / 4.0, -100),
               1e-13);
    rv_world_destroy(world);
}

typedef struct momentum {
    rv_vec3 linear, angular;
} momentum;

static momentum momentum_of(const rv_world* world, const rv_body_id* bodies, int count) {
    momentum sum = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < count; i++) {
        rv_mass_properties p = rv_body_mass_properties(world, bodies[i]);
        rv_vec3 part = rv_vec3_scale(rv_body_velocity(world, bodies[i]), p.mass);
        rv_quat q = rv_body_pose(world, bodies[i]).rotation;
        rv_vec3 w = rv_quat_rotate_inverse(q, rv_body_angular_velocity(world, bodies[i]));
        rv_vec3 spin = rv_quat_rotate(q, rv_mat3_apply(p.inertia, w));
        if (rv_body_get_kind(world, bodies[i]) != RV_BODY_RIGID)
            spin = vec(0, 0, 0);
        sum.linear = rv_vec3_add(sum.linear, part);
        sum.angular = rv_vec3_add(
            sum.angular, rv_vec3_add(spin, rv_vec3_cross(rv_body_center(world, bodies[i]), part)));
    }
    return sum;
}

TEST(two_free_particles_keep_their_momentum_and_without_modified_mass_their_spin) {
    for (int stiffness = 0; stiffness < 2; stiffness++) {
        rv_world_def def = rv_world_def_default();
        def.gravity = vec(0, 0, 0);
        def.geometric_stiffness.enabled = stiffness == 1;
        rv_world* world = world_of(&def);
        rv_body_id bodies[2] = {add_particle(world, 1.0, vec(0, 0, 0)),
                                add_particle(world, 3.0, vec(1, 0, 0))};
        rv_body_set_velocity(world, bodies[0], vec(1, 2, 0));
        rv_body_set_velocity(world, bodies[1], vec(0, -1, 0.5));
        add_distance(world, bodies[0], bodies[1], vec(0, 0, 0), vec(1, 0, 0));
        momentum before = momentum_of(world, bodies, 2);
        steps_are_ok(world, 1.0 / 240.0, 1000);
        momentum after = momentum_of(world, bodies, 2);
        CHECK_NEAR(rv_vec3_length(rv_vec3_sub(after.linear, before.linear)), 0.0, 1e-12);
        // the pull is along the line: no couple. The modified mass keeps a modified spin instead.
        double off = rv_vec3_length(rv_vec3_sub(after.angular, before.angular));
        CHECK_NEAR(off, 0.0, stiffness ? 1e-2 : 1e-11);
        rv_world_destroy(world);
    }
}

TEST(two_free_rigid_bodies_keep_their_momentum) {
    rv_world* world = weightless_world();
    rv_body_id bodies[2] = {add_rigid(world, 1.0, vec(0.1, 0.2, 0.25), vec(0, 0, 0)),
                            add_rigid(world, 2.0, vec(0.3, 0.2, 0.4), vec(1, 0, 0))};
    rv_body_set_angular_velocity(world, bodies[0], vec(1, -2, 3));
    rv_body_set_velocity(world, bodies[1], vec(0.3, 0.4, -0.2));
    add_joint_at(world, RV_JOINT_BALL, bodies[0], bodies[1], vec(0.5, 0.1, 0), vec(1, 0, 0));
    momentum before = momentum_of(world, bodies, 2);
    steps_are_ok(world, 1.0 / 240.0, 1000);
    momentum after = momentum_of(world, bodies, 2);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(after.linear, before.linear)), 0.0, 1e-12);
    // arms and inertia are those of the start of a step: the spin is kept to the order of h
    printf("  spin of two jointed bodies after 1000 steps: off by %.2g of %.2g\n",
           rv_vec3_length(rv_vec3_sub(after.angular, before.angular)),
           rv_vec3_length(before.angular));
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(after.angular, before.angular)), 0.0, 0.05);
    rv_world_destroy(world);
}

TEST(a_step_refuses_a_bad_dt_and_changes_nothing) {
    static const double BAD[] = {0.0, -1.0, NAN, INFINITY, 60.0, 1e308, 1.0001};
    static const char* const TEXTS[] = {
        "rv_world_step: dt = 0 s: must be finite and > 0",
        "rv_world_step: dt = -1 s: must be finite and > 0",
        "rv_world_step: dt = nan s: must be finite and > 0",
        "rv_world_step: dt = inf s: must be finite and > 0",
        "rv_world_step: dt = 60 s: must be at most 1 s (in seconds, "
        "1/60 and not 16.7)",
        "rv_world_step: dt = 1e+308 s: must be at most 1 s (in "
        "seconds, 1/60 and not 16.7)",
        "rv_world_step: dt = 1.0001 s: must be at most 1 s (in "
        "seconds, 1/60 and not 16.7)"};
    rv_world* world = default_world();
    add_unit(world, vec(0, 0, 0));
    steps_are_ok(world, 0.01, 1);
    uint64_t hash = rv_world_hash(world);
    for (int i = 0; i < 7; i++) {
        CHECK(rv_world_step(world, BAD[i]) == RV_STATUS_FAILED);
        CHECK_TEXT(rv_world_error(world), TEXTS[i]);
    }
    CHECK(rv_world_hash(world) == hash);
    CHECK(rv_world_step_count(world) == 1);
    // the longest, which a scene of 1 Hz has
    CHECK(rv_world_step(world, RV_STEP_MAX) == RV_STATUS_OK);
    rv_world_destroy(world);
}

static void push_up(void* context, rv_world* world, double time, double dt) {
    (void)time;
    (void)dt;
    rv_body_id body = *(const rv_body_id*)context;
    rv_body_apply_force_at_center(world, body, vec(0, 0, 9.81));
    // nothing may be built, and no step made, from inside a step
    rv_body_def def = rv_body_def_default();
    def.mass = 1.0;
    CHECK(rv_body_create(world, &def).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_body_create: not callable during a step");
    CHECK(!rv_body_destroy(world, body));
    CHECK_TEXT(rv_world_error(world), "rv_body_destroy: not callable during a step");
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_FAILED);
    CHECK_TEXT(rv_world_error(world), "rv_world_step: not callable during a step");
}

TEST(the_force_callback_acts_in_every_step) {
    rv_body_id body;
    rv_world_def def = rv_world_def_default();
    def.force = push_up;
    def.force_context = &body;
    rv_world* world = world_of(&def);
    body = add_unit(world, vec(0, 0, 1));
    steps_are_ok(world, 0.01, 100);
    // it carries the weight exactly
    CHECK_NEAR(rv_body_center(world, body).z, 1.0, 1e-15);
    rv_world_destroy(world);
}

TEST(applied_forces_act_once) {
    rv_world* world = weightless_world();
    rv_body_id body = add_rigid(world, 2.0, vec(1, 2, 2.5), vec(1, 0, 0));
    rv_body_id drum = add_scalar(world, 5.0, 1.0);
    rv_body_apply_force(world, body, vec(0, 0, 6), vec(1, 3, 0));
    rv_body_apply_torque(world, body, vec(0, 4, 0));
    rv_body_apply_force_at_center(world, drum, vec(10, 0, 0));
    steps_are_ok(world, 0.1, 1);
    // v = h f/m, and at first w = h t/I
    CHECK_NEAR(rv_body_velocity(world, body).z, 0.3, 1e-15);
    // which then turns about what is no principal axis: its momentum is h t
    rv_mat3 R = rv_quat_to_mat3(rv_body_pose(world, body).rotation);
    rv_vec3 w = rv_mat3_apply_transpose(R, rv_body_angular_velocity(world, body));
    rv_vec3 L = rv_mat3_apply(R, vec(w.x, 2.0 * w.y, 2.5 * w.z));
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(L, vec(0.1 * 18.0, 0.1 * 4.0, 0))), 0.0, 1e-14);
    CHECK_NEAR(rv_body_velocity(world, drum).x, 0.2, 1e-15);
    rv_vec3 before = rv_body_velocity(world, body);
    steps_are_ok(world, 0.1, 10);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(rv_body_velocity(world, body), before)), 0.0, 0.0);
    // a drum's coordinate has no gravity: 1 + 11 steps of 0.1 s at 0.2 m/s
    CHECK_NEAR(rv_body_center(world, drum).x, 1.0 + 1.1 * 0.2, 1e-14);
    rv_world_destroy(world);
}
