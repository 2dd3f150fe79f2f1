// Suite "rigid": bodies, joints and the stepper against closed formulas, and where they exist
// against the exact values of the discrete scheme. Heavy loads on chains are in heavy_chain.c.
#include "validation/rigid.h"

#include "reeve/reeve.h"

#include <math.h>
#include <stdio.h>

static rv_world* make_world(rv_vec3 gravity, rv_stepper stepper) {
    rv_world_def def = rv_world_def_default();
    def.gravity = gravity;
    def.stepper = stepper;
    return rv_world_create(&def, NULL, 0);
}

static const rv_vec3 WEIGHTLESS = {0.0, 0.0, 0.0};
static const rv_vec3 EARTH = {0.0, 0.0, -9.81};

// Free fall, velocity first: v[n] = -g h n, x[n] = h sum v[k] = -g h^2 n (n + 1) / 2.
static void free_fall(validation* v) {
    enum { STEPS = 240 };
    const double h = 1.0 / 240.0, g = 9.81;
    rv_world* world = make_world(EARTH, RV_STEPPER_SPOOK);
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = 2.0;
    rv_body_id body = rv_body_create(world, &def);
    for (int n = 0; n < STEPS; n++)
        rv_world_step(world, h);
    validation_check(v, "free fall: position after 1 s [m]", "x = -g h^2 n (n + 1) / 2",
                     -g * h * h * STEPS * (STEPS + 1) / 2.0, rv_body_pose(world, body).position.z,
                     1e-12);
    validation_check(v, "free fall: velocity after 1 s [m/s]", "v = -g h n", -g * h * STEPS,
                     rv_body_velocity(world, body).z, 1e-12);
    rv_world_destroy(world);
}

// Period of a ball on a hinge, 1 m below it, over the small-amplitude value with the same inertia.
static double pendulum_ratio(double amplitude, int rate) {
    const double length = 1.0, radius = 0.05, g = 9.81;
    rv_world* world = make_world(EARTH, RV_STEPPER_SPOOK);
    rv_body_def def = rv_body_def_default();
    double inertia = 0.4 * radius * radius;
    def.mass = 1.0;
    def.inertia = rv_mat3_diagonal(inertia, inertia, inertia);
    def.pose.position = (rv_vec3){0.0, length * sin(amplitude), -length * cos(amplitude)};
    rv_body_id bob = rv_body_create(world, &def);
    rv_joint_def hinge = rv_joint_def_at(world, RV_JOINT_HINGE, (rv_body_id){0}, bob,
                                         (rv_vec3){0, 0, 0}, (rv_vec3){1, 0, 0});
    rv_joint_create(world, &hinge);
    double first = NAN, last = NAN, before = 1.0;
    int crossings = 0;
    for (long n = 0; crossings < 3 && n < 20L * rate; n++) {
        rv_world_step(world, 1.0 / rate);
        double y = rv_body_center(world, bob).y;
        if (before * y < 0.0) {
            last = (n + before / (before - y)) / rate;
            first = crossings++ == 0 ? last : first;
        }
        before = y;
    }
    rv_world_destroy(world);
    double small = 2.0 * RV_PI * sqrt((length * length + inertia) / (g * length));
    return (last - first) / small;
}

static void pendulum(validation* v) {
    enum { RATES = 6 };
    static const int RATE[RATES] = {60, 120, 240, 480, 960, 1920};
    static const double DEGREES[] = {90.0, 150.0}, EXACT[] = {1.1803406, 1.7622037};
    double h[RATES], error[2][RATES];
    for (int a = 0; a < 2; a++) {
        char name[128];
        for (int i = 0; i < RATES; i++) {
            double ratio = pendulum_ratio(DEGREES[a] * RV_PI / 180.0, RATE[i]);
            h[i] = 1.0 / RATE[i];
            error[a][i] = fabs(ratio / EXACT[a] - 1.0);
            if (RATE[i] != 240)
                continue;
            snprintf(name, sizeof name, "pendulum %g deg, h = 1/240 s: T/T0", DEGREES[a]);
            validation_check(v, name, "2 K(sin^2(a/2))/pi", EXACT[a], ratio, 1e-3 * EXACT[a]);
        }
        snprintf(name, sizeof name, "pendulum %g deg: order of the period's error in h",
                 DEGREES[a]);
        double order = log(error[a][2] / error[a][5]) / log(h[2] / h[5]);
        // at 150 degrees the error changes its sign on the way, which bends the slope
        validation_check(v, name, "second order: slope from h = 1/240 to 1/1920 s", 2.0, order,
                         0.5);
    }
    validation_series series[] = {{"90 deg", h, error[0], RATES, .points = true},
                                  {"150 deg", h, error[1], RATES, .points = true}};
    validation_plot(v, &(validation_figure){.title = "Pendulum: relative error of the period",
                                            .x_label = "step [s]",
                                            .y_label = "error",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 2});
}

// A free body with three different moments, spun about the middle one.
static void free_top(validation* v) {
    const double h = 1.0 / 240.0;
    const rv_vec3 moment = {1.0, 2.0, 3.0};
    rv_world* world = make_world(WEIGHTLESS, RV_STEPPER_SPOOK);
    rv_body_def def = rv_body_def_default();
    def.mass = 1.0;
    def.inertia = rv_mat3_diagonal(moment.x, moment.y, moment.z);
    def.angular_velocity = (rv_vec3){0.01, 5.0, 0.02};
    rv_body_id body = rv_body_create(world, &def);
    double start = rv_world_energy(world).kinetic, drift = 0.0, momentum_drift = 0.0, L0 = 0.0;
    for (long n = 0; n <= 240000; n++) {
        rv_quat q = rv_body_pose(world, body).rotation;
        rv_vec3 w = rv_quat_rotate_inverse(q, rv_body_angular_velocity(world, body));
        double L = rv_vec3_length((rv_vec3){moment.x * w.x, moment.y * w.y, moment.z * w.z});
        L0 = n == 0 ? L : L0;
        drift = fmax(drift, fabs(rv_world_energy(world).kinetic / start - 1.0));
        momentum_drift = fmax(momentum_drift, fabs(L / L0 - 1.0));
        rv_world_step(world, h);
    }
    validation_at_most(v, "free asymmetric top, 1000 s: energy drift", "conservation", 1e-3, drift);
    validation_at_most(v, "free asymmetric top, 1000 s: |L| drift", "conservation", 1e-3,
                       momentum_drift);
    rv_world_destroy(world);
}

// A hinge motor that is asked for more than it may give stands still with exactly that.
static void stalled_motor(validation* v) {
    const double limit = 20.0;
    rv_world* world = make_world(EARTH, RV_STEPPER_SPOOK);
    rv_body_def def = rv_body_def_default();
    def.mass = 5.0;
    def.pose.position = (rv_vec3){0.0, 1.0, 0.0};
    rv_body_id arm = rv_body_create(world, &def);
    rv_joint_def hinge = rv_joint_def_at(world, RV_JOINT_HINGE, (rv_body_id){0}, arm,
                                         (rv_vec3){0, 0, 0}, (rv_vec3){1, 0, 0});
    hinge.motor = (rv_joint_motor){.enabled = true, .speed = 1.0, .max_force = limit};
    hinge.limit = (rv_joint_limit){.enabled = true, .lower = -1.0, .upper = 0.25};
    rv_joint_id joint = rv_joint_create(world, &hinge);
    for (int n = 0; n < 600; n++)
        rv_world_step(world, 1.0 / 60.0);
    // 5 kg at 1 m asks for 49 N m when level: the motor slips down to the lower limit and pushes
    validation_check(v, "stalled hinge motor: torque [N m]", "its limit", limit,
                     rv_joint_motor_force(world, joint), 1e-9);
    double angle = rv_joint_coordinate(world, joint);
    double weight = 5.0 * 9.81 * cos(angle);
    validation_check(v, "limit row under a stalled motor: torque [N m]", "m g r cos(a) - limit",
                     weight - limit, rv_joint_limit_force(world, joint), 1e-6 * weight);
    rv_world_destroy(world);
}

typedef struct ringing {
    double angle, decay; // of the recurrence x[n+1] = 2 decay cos(angle) x[n] - decay^2 x[n-1]
} ringing;

// the exact values of the discrete scheme: v' D = v E - h k x with
//   SPOOK: E = m + k h^2/4, D = E + h c;   seed: E = m, D = m + k h^2 + h c
static ringing discrete_ringing(rv_stepper stepper, double k, double c, double h) {
    double E = stepper == RV_STEPPER_SPOOK ? 1.0 + 0.25 * k * h * h : 1.0;
    double D = stepper == RV_STEPPER_SPOOK ? E + h * c : 1.0 + k * h * h + h * c;
    double trace = 1.0 - h * h * k / D + E / D, decay = sqrt(E / D);
    return (ringing){acos(trace / (2.0 * decay)), decay};
}

// steps a mass of 1 kg on a spring and fits the recurrence by least squares
static ringing measured_ringing(rv_stepper stepper, double k, double c, double h) {
    enum { STEPS = 64 };
    // small enough that no overshoot of a stiff spring reaches its other end
    const double rest = 0.01, amplitude = stepper == RV_STEPPER_SPOOK ? 1e-5 : 5e-3;
    rv_world* world = make_world(WEIGHTLESS, stepper);
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = 1.0;
    def.pose.position.x = rest + amplitude;
    rv_body_id body = rv_body_create(world, &def);
    rv_joint_def spring = rv_joint_def_between(world, RV_JOINT_SPRING, (rv_body_id){0}, body,
                                               (rv_vec3){0, 0, 0}, def.pose.position);
    spring.rest = rest;
    spring.stiffness = k;
    spring.damping = c;
    rv_joint_create(world, &spring);
    double x[STEPS];
    for (int n = 0; n < STEPS; n++) {
        x[n] = rv_body_center(world, body).x - rest;
        rv_world_step(world, h);
    }
    rv_world_destroy(world);
    double a = 0, b = 0, d = 0, p = 0, q = 0;
    for (int n = 1; n + 1 < STEPS && fabs(x[n + 1]) > 1e-12 * amplitude; n++) {
        // weighted by the decay, so that late samples count as much as early ones
        double w = 1.0 / (x[n] * x[n] + x[n - 1] * x[n - 1]);
        a += w * x[n] * x[n];
        b -= w * x[n] * x[n - 1];
        d += w * x[n - 1] * x[n - 1];
        p += w * x[n] * x[n + 1];
        q -= w * x[n - 1] * x[n + 1];
    }
    double trace = (p * d - q * b) / (a * d - b * b), det = (a * q - b * p) / (a * d - b * b);
    return (ringing){acos(trace / (2.0 * sqrt(det))), sqrt(det)};
}

static void ringing_spring(validation* v) {
    const double h = 1.0 / 60.0;
    for (int s = 0; s < 2; s++) {
        rv_stepper stepper = s == 0 ? RV_STEPPER_SPOOK : RV_STEPPER_SEED;
        const char* label = s == 0 ? "SPOOK" : "seed";
        for (double k = 1.0; k <= 1e9; k *= 1000.0) {
            // a twentieth of the critical damping, and less where the scheme itself would overdamp
            double c = s == 0 ? 0.1 * sqrt(k) : 0.0;
            ringing exact = discrete_ringing(stepper, k, c, h);
            ringing found = measured_ringing(stepper, k, c, h);
            char name[128];
            snprintf(name, sizeof name, "spring %g N/m, %s: phase per step [rad]", k, label);
            validation_check(v, name, "discrete scheme", exact.angle, found.angle,
                             1e-6 * exact.angle);
            snprintf(name, sizeof name, "spring %g N/m, %s: decay per step", k, label);
            validation_check(v, name, "discrete scheme", exact.decay, found.decay, 1e-6);
        }
    }
    for (double k = 1.0; k <= 9.0; k += 8.0) {
        // The continuous oscillator while omega h <= 0.05. The scheme's decay is c/2m less shares
        // of (omega h)^2/4 and, as the damper acts at the end of the step, h c/2m: 0.0625 % of the
        // one at the most, and a 200th of the critical damping keeps the other below 0.03 %.
        double c = 0.01 * sqrt(k), omega = sqrt(k - 0.25 * c * c);
        ringing found = measured_ringing(RV_STEPPER_SPOOK, k, c, h);
        char name[128];
        snprintf(name, sizeof name, "spring %g N/m: frequency [rad/s]", k);
        validation_check(v, name, "sqrt(k/m - (c/2m)^2)", omega, found.angle / h, 1e-3 * omega);
        snprintf(name, sizeof name, "spring %g N/m: decay rate [1/s]", k);
        validation_check(v, name, "c/2m", 0.5 * c, -log(found.decay) / h, 1e-3 * 0.5 * c);
    }
}

const validation_part rigid_parts[] = {
    {"Free fall", free_fall, VALIDATION_ANALYTIC},
    {"A pendulum", pendulum, VALIDATION_ANALYTIC},
    {"A free top", free_top, VALIDATION_ANALYTIC},
    {"A motor that stalls", stalled_motor, VALIDATION_ANALYTIC},
    {"A spring that rings", ringing_spring, VALIDATION_ANALYTIC},
    {"Heavy loads on light chains", heavy_chains, VALIDATION_ANALYTIC},
    {NULL, NULL, 0},
};
