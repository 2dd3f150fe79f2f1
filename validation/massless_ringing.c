// Suite "servin_2007_massless", stiffness over ten decades: 1000 kg on a cable of 10 m that pulls
// only, EA/L from 1 to 1e9 N/m, h = 1/60 s. An amplitude of half the static stretch keeps it taut.
// The motion is linear, so that the discrete frequency is exact (s = omega h):
//   SPOOK  2 atan(s/2)/h      seed  atan(s)/h, with the amplitude times (1 + s^2)^(-1/2) per step
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

enum { DECADES = 10, STEPS_MAX = 4000 };
static const double H = 1.0 / 60.0, MASS = 1000.0, LENGTH = 10.0;
// steps that resolve the motion: its frequency is within 0.1 % of the continuous one
static const double RESOLVED = 0.05;

typedef struct ringing {
    rv_world* world;
    rv_body_id load;
    double c, omega, rest; // rest: of the load under its weight [m]
} ringing;

static ringing make_load(validation* v, rv_stepper stepper, double c) {
    ringing r = {.world = massless_world(stepper, MASSLESS_G), .c = c, .omega = sqrt(c / MASS)};
    r.rest = -(LENGTH + MASS * MASSLESS_G / c);
    r.load = massless_load(r.world, MASS, (rv_vec3){0.0, 0.0, r.rest});
    // SPOOK's positions swing 1 + s^2/4 times as far as the start speed says
    double s = r.omega * H, amplitude = 0.5 * MASS * MASSLESS_G / c;
    amplitude /= stepper == RV_STEPPER_SPOOK ? 1.0 + 0.25 * s * s : 1.0;
    rv_body_set_velocity(r.world, r.load, (rv_vec3){0.0, 0.0, amplitude * r.omega});
    rv_cable_node nodes[] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                             massless_end(r.load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = massless_cable(nodes, 2, c * LENGTH);
    def.length = LENGTH;
    massless_add(v, r.world, &def);
    return r;
}

// Angular frequency from the mean turning of (omega z, v), for as long as the motion stands out of
// the rounding of positions.
static double frequency(validation* v, rv_stepper stepper, double c) {
    ringing r = make_load(v, stepper, c);
    bool seed = stepper == RV_STEPPER_SEED;
    double turned = 0.0, start = rv_body_velocity(r.world, r.load).z, z_before = 0.0;
    // SPOOK turns with the middle of the step: its first phase is that of the first step
    double before = seed ? 0.0 : NAN;
    int counted = 0;
    for (int n = 0; n < STEPS_MAX; n++) {
        rv_world_step(r.world, H);
        double z = rv_body_center(r.world, r.load).z - r.rest;
        double speed = rv_body_velocity(r.world, r.load).z;
        double place = r.omega * (seed ? z : 0.5 * (z + z_before));
        double phase = atan2(place, speed);
        if (hypot(place, speed) < 1e-3 * start)
            break;
        if (seed || n > 0) {
            turned += remainder(phase - before, 2.0 * RV_PI);
            counted++;
        }
        before = phase;
        z_before = z;
    }
    rv_world_destroy(r.world);
    return turned / (counted * H);
}

static void check_frequency(validation* v, rv_stepper stepper, double c, double measured) {
    bool seed = stepper == RV_STEPPER_SEED;
    double omega = sqrt(c / MASS), s = omega * H;
    char name[160];
    snprintf(name, sizeof name, "load on EA/L = %g N/m, %s: frequency [rad/s]", c,
             seed ? "seed" : "SPOOK");
    // exact; at 1e9 N/m the amplitude is 5e-6 m and a position of 10 m known to 2e-15 m
    massless_check(v, name, seed ? "atan(s)/h" : "2 atan(s/2)/h",
                   (seed ? atan(s) : 2.0 * atan(0.5 * s)) / H, measured, 1e-6);
    if (s > RESOLVED)
        return;
    snprintf(name, sizeof name, "load on EA/L = %g N/m, %s: frequency, omega h = %.2g [rad/s]", c,
             seed ? "seed" : "SPOOK", s);
    // the steppers take s^2/3 and s^2/12 off
    massless_check(v, name, "sqrt(c/m)", omega, measured, 1e-3);
}

void massless_ringing(validation* v) {
    double c[DECADES], exact[DECADES], measured[2][DECADES];
    for (int i = 0; i < DECADES; i++) {
        c[i] = pow(10.0, i);
        exact[i] = sqrt(c[i] / MASS);
        for (int stepper = RV_STEPPER_SPOOK; stepper <= RV_STEPPER_SEED; stepper++) {
            measured[stepper][i] = frequency(v, (rv_stepper)stepper, c[i]);
            check_frequency(v, (rv_stepper)stepper, c[i], measured[stepper][i]);
        }
    }
    validation_series series[] = {{"sqrt(c/m)", c, exact, DECADES, .points = false},
                                  {"SPOOK", c, measured[RV_STEPPER_SPOOK], DECADES, .points = true},
                                  {"seed", c, measured[RV_STEPPER_SEED], DECADES, .points = true}};
    validation_plot(v, &(validation_figure){.title = "1000 kg on a cable, h = 1/60 s",
                                            .x_label = "EA/L [N/m]",
                                            .y_label = "angular frequency [rad/s]",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 3});
}
