// Rigid motion: pendulums against elliptic integrals, the free top, and where energy comes from.
#include "world_fixture.h"

// a ball of 5 cm radius and 2 kg that hangs 1 m below a hinge along y, released at `amplitude`
typedef struct pendulum {
    rv_world* world;
    rv_body_id body;
    rv_joint_id hinge;
} pendulum;

static const double MASS = 2.0, LENGTH = 1.0, BALL = 0.4 * 2.0 * 0.05 * 0.05;

static pendulum make_pendulum(double amplitude, const rv_world_def* def) {
    pendulum p = {.world = world_of(def)};
    rv_body_def bob = rv_body_def_default();
    bob.mass = MASS;
    bob.inertia = rv_mat3_diagonal(BALL, BALL, BALL);
    bob.pose.rotation = rv_quat_from_axis_angle(vec(0, 1, 0), amplitude);
    bob.pose.position = rv_quat_rotate(bob.pose.rotation, vec(0, 0, -LENGTH));
    p.body = body_of(p.world, &bob);
    rv_joint_def hinge = rv_joint_def_default();
    hinge.type = RV_JOINT_HINGE;
    hinge.body_b = p.body;
    hinge.frame_a.rotation = rv_quat_from_x_axis(vec(0, 1, 0));
    hinge.frame_b.rotation = hinge.frame_a.rotation;
    hinge.frame_b.position = vec(0, 0, LENGTH);
    p.hinge = joint_of(p.world, &hinge);
    return p;
}

// small swings: T0 = 2 pi sqrt(I/(m g l)), I about the hinge
static double small_period(void) {
    return 2.0 * RV_PI * sqrt((MASS * LENGTH * LENGTH + BALL) / (MASS * 9.81 * LENGTH));
}

// the first full swing after the release, between two passages of the same direction
static double measured_period(double amplitude, double h) {
    rv_world_def def = rv_world_def_default();
    pendulum p = make_pendulum(amplitude, &def);
    double before = rv_joint_coordinate(p.world, p.hinge), passed[2] = {0};
    int crossings = 0;
    for (long i = 1; crossings < 2 && i < 1000000; i++) {
        CHECK(rv_world_step(p.world, h) == RV_STATUS_OK);
        double now = rv_joint_coordinate(p.world, p.hinge);
        // the angle passes zero at its greatest speed: straight to the third order
        if (before > 0.0 && now <= 0.0)
            passed[crossings++] = ((double)(i - 1) + before / (before - now)) * h;
        before = now;
    }
    rv_world_destroy(p.world);
    return passed[1] - passed[0];
}

static void check_period(double degrees, double ratio) {
    static const double RATES[] = {60.0, 120.0, 240.0, 480.0, 960.0};
    double error[5];
    for (int i = 0; i < 5; i++)
        error[i] =
            measured_period(degrees * RV_PI / 180.0, 1.0 / RATES[i]) / (ratio * small_period())
            - 1.0;
    double order = log(fabs(error[2] / error[4])) / log(4.0);
    printf("  %g degrees: T off by %.2g, %.2g, %.2g, %.2g, %.2g at 60 to 960 Hz: order %.2f\n",
           degrees, error[0], error[1], error[2], error[3], error[4], order);
    CHECK_NEAR(error[2], 0.0, 1e-3); // as the issue asks, at 1/240 s
    // second order, and beside it what the hinge's relaxation loses, third order
    CHECK(order >= 1.5);
}

TEST(a_pendulum_of_90_degrees_has_the_elliptic_period) {
    check_period(90.0, 1.1803406); // 2/pi K(sin 45)
}

TEST(a_pendulum_of_150_degrees_has_the_elliptic_period) {
    check_period(150.0, 1.7622037); // 2/pi K(sin 75)
}

TEST(a_hinged_pendulum_keeps_its_energy) {
    rv_world_def def = rv_world_def_default();
    pendulum p = make_pendulum(RV_PI / 2.0, &def);
    double h = 1.0 / 240.0, scale = MASS * 9.81 * LENGTH;
    rv_world_step(p.world, h);
    double start = rv_world_energy(p.world).total;
    long steps = TEST_IS_WATCHED ? 2400 : 14400;
    steps_are_ok(p.world, h, steps);
    double lost = (start - rv_world_energy(p.world).total) / scale;
    printf("  a 90 degree swing loses %.2g of m g l in %g s\n", lost, (double)steps * h);
    CHECK_NEAR(lost, 0.0, 0.01);
    CHECK(rv_joint_gap(p.world, p.hinge) < 1e-3);
    rv_world_destroy(p.world);
}

// energy and momentum in space of a free top
typedef struct top_state {
    double energy, momentum;
} top_state;

static top_state state_of(const rv_world* world, rv_body_id body) {
    rv_mass_properties p = rv_body_mass_properties(world, body);
    rv_vec3 w = rv_quat_rotate_inverse(rv_body_pose(world, body).rotation,
                                       rv_body_angular_velocity(world, body));
    rv_vec3 L = rv_mat3_apply(p.inertia, w);
    return (top_state){0.5 * rv_vec3_dot(w, L), rv_vec3_length(L)};
}

// largest relative change of energy and |L| over a run
static top_state top_drift(rv_vec3 moments, rv_vec3 spin, double h, long steps) {
    rv_world* world = weightless_world();
    rv_body_id body = add_rigid(world, 1.0, moments, vec(0, 0, 0));
    rv_body_set_angular_velocity(world, body, spin);
    top_state start = state_of(world, body), worst = {0, 0};
    for (long i = 0; i < steps; i++) {
        rv_world_step(world, h);
        top_state now = state_of(world, body);
        // written so that NaN is the worst of all
        double energy = fabs(now.energy / start.energy - 1.0);
        double momentum = fabs(now.momentum / start.momentum - 1.0);
        worst.energy = energy <= worst.energy ? worst.energy : energy;
        worst.momentum = momentum <= worst.momentum ? worst.momentum : momentum;
    }
    CHECK(!rv_body_is_frozen(world, body));
    rv_world_destroy(world);
    return worst;
}

TEST(a_free_asymmetric_top_keeps_energy_and_momentum_for_1000_seconds) {
    // about the middle axis, where it tumbles
    double seconds = TEST_IS_WATCHED ? 20.0 : 1000.0;
    top_state drift =
        top_drift(vec(1, 2, 3), vec(0.1, 3.0, 0.1), 1.0 / 240.0, (long)(seconds * 240.0));
    printf("  over %g s: energy within %.2g, |L| within %.2g\n", seconds, drift.energy,
           drift.momentum);
    // 240000 roundings of 1e-16, at worst all of one sign
    CHECK_NEAR(drift.energy, 0.0, 1e-9);
    CHECK_NEAR(drift.momentum, 0.0, 1e-9);
}

TEST(a_top_that_turns_more_than_a_radian_per_step_neither_gains_energy_nor_blows_up) {
    static const double TURNS[] = {0.5, 1.0, 1.5, 2.5, 3.5, 7.0, 20.0, 100.0};
    static const rv_vec3 AXES[] = {
        {0.02, 1.0, 0.02}, {1.0, 0.05, 0.02}, {0.03, 0.01, 1.0}, {0.5, 0.6, 0.7}};
    static const rv_vec3 MOMENTS[] = {{1, 2, 3}, {0.01, 1, 1.005}, {1, 1, 0.01}, {1, 1.9, 2.8}};
    double h = 1.0 / 60.0, worst = 0.0;
    for (int t = 0; t < 8; t++)
        for (int a = 0; a < 4; a++)
            for (int m = 0; m < 4; m++) {
                rv_vec3 spin = rv_vec3_scale(rv_vec3_normalize(AXES[a]), TURNS[t] / h);
                top_state drift = top_drift(MOMENTS[m], spin, h, TEST_IS_WATCHED ? 100 : 1000);
                if (!(drift.energy < 1e-9 && drift.momentum < 1e-9))
                    printf("  h w = %g, axis %d, moments %d: energy %.2g, |L| %.2g\n", TURNS[t], a,
                           m, drift.energy, drift.momentum);
                CHECK(drift.energy < 1e-9);
                CHECK(drift.momentum < 1e-9);
                worst = fmax(worst, fmax(drift.energy, drift.momentum));
            }
    printf("  largest drift: %.2g\n", worst);
}

TEST(a_symmetric_top_precesses_as_euler_says) {
    // moments (A, A, C): the spin turns about the symmetry axis with (C - A)/A w3 in the body
    double A = 1.0, C = 1.6, h = 1.0 / 240.0;
    rv_world* world = weightless_world();
    rv_body_id body = add_rigid(world, 1.0, vec(A, A, C), vec(0, 0, 0));
    rv_body_set_angular_velocity(world, body, vec(0.5, 0, 2.0));
    steps_are_ok(world, h, 240);
    rv_vec3 w = rv_quat_rotate_inverse(rv_body_pose(world, body).rotation,
                                       rv_body_angular_velocity(world, body));
    double angle = (C - A) / A * 2.0;
    // second order in h
    CHECK_NEAR(w.x, 0.5 * cos(angle), 1e-4);
    CHECK_NEAR(w.y, 0.5 * sin(angle), 1e-4);
    CHECK_NEAR(w.z, 2.0, 1e-10);
    rv_world_destroy(world);
}

TEST(a_heavy_top_precesses_with_m_g_l_over_C_w) {
    // fast top on its tip: slow precession m g l/(C w) about the vertical
    double C = 0.02, spin = 400.0, l = 0.2, mass = 1.0, h = 1.0 / 1000.0;
    rv_world* world = default_world();
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.inertia = rv_mat3_diagonal(C, 0.015, 0.015);
    def.pose.position = vec(l, 0, 0);
    double rate = mass * 9.81 * l / (C * spin);
    def.angular_velocity = vec(spin, 0, rate);
    def.velocity = vec(0, rate * l, 0);
    rv_body_id body = body_of(world, &def);
    add_joint_at(world, RV_JOINT_BALL, NO_BODY, body, vec(0, 0, 0), vec(1, 0, 0));
    double seconds = 1.0;
    steps_are_ok(world, h, (long)(seconds / h));
    rv_vec3 at = rv_body_center(world, body);
    // the slow precession is exact to (A - C) (rate/spin)^2, the joint holds to a hair
    printf("  heavy top: precessed %.5f rad, expected %.5f; height %.2g m\n", atan2(at.y, at.x),
           rate * seconds, at.z);
    CHECK_NEAR(atan2(at.y, at.x), rate * seconds, 0.02 * rate * seconds);
    CHECK_NEAR(at.z, 0.0, 0.01);
    rv_world_destroy(world);
}

TEST(the_work_of_a_hoist_motor_is_the_gain_of_energy) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_joint_def hoist =
        rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, body, vec(0, 0, 0), vec(0, 0, 1));
    hoist.motor = (rv_joint_motor){.enabled = true, .speed = 0.0, .max_force = INFINITY};
    rv_joint_id joint = joint_of(world, &hoist);
    double h = 1.0 / 60.0;
    steps_are_ok(world, h, 10);
    rv_energy start = rv_world_energy(world);
    // force limited on the way up to speed, then at constant speed
    rv_joint_set_motor_max_force(world, joint, 15.0);
    rv_joint_set_motor_speed(world, joint, 1.0);
    steps_are_ok(world, h, 100);
    rv_energy end = rv_world_energy(world);
    double work = end.work - start.work, gain = end.total - start.total;
    CHECK(end.kinetic > 0.499 && gain > 9.0);
    // also in the step where the limit stops to matter: force times mean speed
    CHECK_NEAR(work, gain, 1e-10);
    start = end;
    steps_are_ok(world, h, 600);
    end = rv_world_energy(world);
    // at constant speed the balance closes to rounding: m g v t
    CHECK_NEAR(end.total - start.total, 9.81 * 10.0, 1e-9);
    CHECK_NEAR(end.work - start.work, end.total - start.total, 1e-9);
    rv_world_destroy(world);
}

TEST(a_motor_that_is_at_speed_at_once_has_done_half_m_v2) {
    rv_world* world = weightless_world();
    rv_body_id cart = add_unit(world, vec(0, 0, 0));
    rv_joint_def rail =
        rv_joint_def_at(world, RV_JOINT_SLIDER, NO_BODY, cart, vec(0, 0, 0), vec(1, 0, 0));
    rail.motor = (rv_joint_motor){.enabled = true, .speed = 3.0, .max_force = INFINITY};
    rv_joint_id joint = joint_of(world, &rail);
    steps_are_ok(world, 1.0 / 60.0, 1);
    CHECK_NEAR(rv_world_energy(world).work, 0.5 * 9.0, 1e-10);
    // with slip: force times the cart's speed, not the motor's
    rv_joint_motor slipping = {.enabled = true, .speed = 5.0, .max_force = INFINITY, .slip = 0.1};
    CHECK(rv_joint_set_motor(world, joint, &slipping));
    steps_are_ok(world, 1.0 / 60.0, 300);
    rv_energy energy = rv_world_energy(world);
    CHECK_NEAR(energy.kinetic, 0.5 * 25.0, 1e-10);
    CHECK_NEAR(energy.work, energy.kinetic, 1e-10);
    rv_world_destroy(world);
}

TEST(a_flywheel_driven_at_constant_torque_holds_what_the_motor_gave) {
    // about its centre of mass: the hinge's holding rows do no work
    rv_world* world = default_world();
    rv_body_id wheel = add_rigid(world, 5.0, vec(2, 1, 1), vec(0, 0, 0));
    rv_joint_def axle =
        rv_joint_def_at(world, RV_JOINT_HINGE, NO_BODY, wheel, vec(0, 0, 0), vec(1, 0, 0));
    axle.motor = (rv_joint_motor){.enabled = true, .speed = 1e6, .max_force = 3.0};
    joint_of(world, &axle);
    steps_are_ok(world, 1.0 / 60.0, 600);
    rv_energy energy = rv_world_energy(world);
    // w = T t/I = 15 rad/s, E = I w^2/2
    CHECK_NEAR(rv_body_angular_velocity(world, wheel).x, 3.0 * 10.0 / 2.0, 1e-10);
    CHECK_NEAR(energy.kinetic, 0.5 * 2.0 * 15.0 * 15.0, 1e-9);
    CHECK_NEAR(energy.work, energy.kinetic, 1e-9);
    rv_world_destroy(world);
}

TEST(a_pendulum_driven_round_at_constant_speed_takes_no_net_work_per_turn) {
    rv_world_def def = rv_world_def_default();
    pendulum p = make_pendulum(0.0, &def);
    double h = 1.0 / 240.0;
    rv_joint_motor motor = {.enabled = true, .speed = 2.0 * RV_PI, .max_force = INFINITY};
    CHECK(rv_joint_set_motor(p.world, p.hinge, &motor));
    steps_are_ok(p.world, h, 240);
    rv_energy start = rv_world_energy(p.world);
    double balance = 0.0;
    for (int i = 0; i < 240; i++) {
        steps_are_ok(p.world, h, 1);
        rv_energy now = rv_world_energy(p.world);
        double off = (now.work - start.work) - (now.total - start.total);
        balance = fmax(balance, fabs(off));
    }
    rv_energy end = rv_world_energy(p.world);
    printf("  driven pendulum: work of a turn %.2g J, largest balance error %.2g J of %.3g J\n",
           end.work - start.work, balance, 2.0 * MASS * 9.81 * LENGTH);
    // 2 m g l = 39 J go up and come down again
    CHECK_NEAR(end.work - start.work, 0.0, 0.02);
    CHECK_NEAR(balance, 0.0, 0.2);
    rv_world_destroy(p.world);
}

TEST(a_moved_anchor_does_the_work_that_its_load_gains) {
    // a particle on a spring, the other end pulled along at constant speed: to rounding with tau =
    // 0
    rv_world* world = weightless_world();
    rv_body_id anchor = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0.3));
    rv_body_id body = add_particle(world, 2.0, vec(0, 0, -1));
    rv_joint_def spring =
        rv_joint_def_between(world, RV_JOINT_SPRING, anchor, body, vec(0, 0, 0), vec(0, 0, -1));
    spring.stiffness = 500.0;
    joint_of(world, &spring);
    steps_are_ok(world, 1.0 / 60.0, 1);
    rv_energy start = rv_world_energy(world);
    double worst = 0.0;
    for (int i = 0; i < 300; i++) {
        steps_are_ok(world, 1.0 / 60.0, 1);
        rv_energy energy = rv_world_energy(world);
        double off = (energy.work - start.work) - (energy.total - start.total);
        worst = fmax(worst, fabs(off));
    }
    printf("  anchor: work and energy differ by %.2g J\n", worst);
    CHECK(rv_world_energy(world).work > 0.01);
    CHECK_NEAR(worst, 0.0, 1e-12);
    rv_world_destroy(world);
}

TEST(energy_before_the_first_step_is_that_of_the_initial_state) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 2));
    rv_body_set_velocity(world, body, vec(3, 0, 0));
    rv_body_set_angular_velocity(world, body, vec(0, 2, 0));
    rv_joint_def spring =
        rv_joint_def_between(world, RV_JOINT_SPRING, NO_BODY, body, vec(0, 0, 0), vec(0, 0, 2));
    spring.rest = 1.5;
    spring.stiffness = 100.0;
    joint_of(world, &spring);
    rv_energy energy = rv_world_energy(world);
    CHECK_NEAR(energy.kinetic, 0.5 * 9.0 + 0.5 * 4.0, 1e-14);
    CHECK_NEAR(energy.gravitational, 9.81 * 2.0, 1e-14);
    CHECK_NEAR(energy.elastic, 0.5 * 100.0 * 0.25, 1e-13);
    CHECK_NEAR(energy.work, 0.0, 0.0);
    CHECK_NEAR(energy.total, energy.kinetic + energy.gravitational + energy.elastic, 1e-13);
    rv_world_destroy(world);
}
