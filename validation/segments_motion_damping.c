// Part of suite "servin_2007_segments": physical damping. A row with the damping time tau (damping
// over stiffness) pulls with (phi + tau phi')/eps: a mode omega then has zeta = omega tau/2, and
// its stiffness stays. Two free segments are one spring of stretch, twist or bend each:
//   stretch omega^2 = 2 (EA/L)/m,  twist 2 (GJ/L)/I_x,  bend (EI/L) 2/I_y,  I_y = m (l^2/12 +
//   r^2/4)
// In steps of h, s = omega h, d = 2 zeta s, amplitudes shrink by the size of the complex roots of
//   (2 + s^2 + 2 d) z^3 - (5 + 3 d) z^2 + (4 + d) z - 1 = 0
// per step; as h goes to 0 that is exp(-zeta omega h).
#include "validation/segments_motion.h"
#include "validation/segments_world.h"

#include <math.h>
#include <stdio.h>

typedef enum kind { STRETCH, TWIST, BEND } kind;
static const char* const KIND[] = {"stretch", "twist", "bend"};

static bars_bar two_segments(kind k, double* omega) {
    bars_bar bar = {.count = 2,
                    .length = 2.0,
                    .EA = 1e4,
                    .EI = k == TWIST ? 2.0 : 300.0, // soft twist is damped beside stiff bending
                    .GJ = 2.0,
                    .mass_per_length = 2.0,
                    .diameter = 0.1};
    double l = 1.0, mass = 2.0, r = 0.05;
    double squares[] = {2.0 * bar.EA / bar.length / mass,
                        2.0 * bar.GJ / bar.length / (0.5 * mass * r * r),
                        2.0 * bar.EI / bar.length / (mass * (l * l / 12.0 + 0.25 * r * r))};
    *omega = sqrt(squares[k]);
    return bar;
}

static bars_held add_free(validation* v, const bars_bar* bar) {
    bars_held b = {.world = bars_undamped_world()};
    rv_cable_node nodes[2] = {bars_free((rv_vec3){0.0, 0.0, 0.0}),
                              bars_free((rv_vec3){bar->length, 0.0, 0.0})};
    rv_cable_def def = bars_cable(bar, nodes);
    b.cable = bars_add(v, b.world, &def);
    return b;
}

// the two segments against each other
static double relative_speed(const bars_held* b, kind k) {
    double speed = 0.0;
    for (int i = 0; i < 2; i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        rv_vec3 w = rv_body_angular_velocity(b->world, segment);
        double own = k == STRETCH ? rv_body_velocity(b->world, segment).x : k == TWIST ? w.x : w.y;
        speed += i == 0 ? -own : own;
    }
    return speed;
}

static void push(const bars_held* b, kind k, double speed) {
    for (int i = 0; i < 2; i++) {
        rv_body_id segment = rv_cable_segment(b->world, b->cable, i);
        double own = i == 0 ? -speed : speed;
        if (k == STRETCH)
            rv_body_set_velocity(b->world, segment, (rv_vec3){own, 0.0, 0.0});
        else
            rv_body_set_angular_velocity(b->world, segment,
                                         k == TWIST ? (rv_vec3){own, 0.0, 0.0}
                                                    : (rv_vec3){0.0, own, 0.0});
    }
}

// p[n+1] = a p[n] - b p[n-1] by least squares: the root of b is the shrinking per step
static double shrinking(const double* p, int count) {
    enum {
        START = 24
    }; // the memories of the rows start with half of what is missing left in each step
    double xx = 0.0, xy = 0.0, yy = 0.0, xz = 0.0, yz = 0.0;
    for (int n = START; n < count - 1; n++) {
        xx += p[n] * p[n];
        xy += p[n] * p[n - 1];
        yy += p[n - 1] * p[n - 1];
        xz += p[n] * p[n + 1];
        yz += p[n - 1] * p[n + 1];
    }
    return sqrt(-(xx * yz - xy * xz) / (xx * yy - xy * xy));
}

// the size of the complex roots: the real one is near 1/2
static double expected_shrinking(double s, double zeta) {
    double d = 2.0 * zeta * s, a = 2.0 + s * s + 2.0 * d, b = 5.0 + 3.0 * d, c = 4.0 + d, z = 0.5;
    for (int i = 0; i < 50; i++)
        z -= (((a * z - b) * z + c) * z - 1.0) / ((3.0 * a * z - 2.0 * b) * z + c);
    return sqrt(1.0 / (a * z));
}

static double measured_zeta(validation* v, kind k, double zeta, double h_omega, double* exact) {
    enum { STEPS = 60 };
    double omega, speeds[STEPS];
    bars_bar bar = two_segments(k, &omega);
    bar.stretch_time = bar.bend_time = bar.twist_time = 2.0 * zeta / omega;
    bars_held b = add_free(v, &bar);
    double h = h_omega / omega;
    push(&b, k, 1e-4);
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(b.world, h);
        speeds[n] = relative_speed(&b, k);
    }
    rv_world_destroy(b.world);
    *exact = -log(expected_shrinking(h_omega, zeta)) / h_omega;
    return -log(shrinking(speeds, STEPS)) / h_omega;
}

static void check_decay(validation* v, kind k) {
    static const double ZETA[] = {0.0, 0.05, 0.3};
    for (int z = 0; z < 3; z++) {
        double exact, unused;
        double coarse = measured_zeta(v, k, ZETA[z], 0.2, &exact);
        double fine = measured_zeta(v, k, ZETA[z], 0.01, &unused);
        char name[160];
        snprintf(name, sizeof name, "damping, %s, zeta %g, omega h = 0.2: decay rate/omega",
                 KIND[k], ZETA[z]);
        validation_check(v, name, "-log |z|/(omega h)", exact, coarse, 1e-6);
        snprintf(name, sizeof name, "damping, %s, zeta %g, omega h = 0.01: decay rate/omega",
                 KIND[k], ZETA[z]);
        // first order in h
        validation_check(v, name, "zeta", ZETA[z], fine, 1e-6 + 0.02 * ZETA[z]);
    }
}

// where a cantilever comes to rest does not know how it was damped; with no damping of its own it
// is what the step cannot resolve that brings it there
static void check_stiffness(validation* v) {
    static const double TIMES[] = {0.0, 1.0, 20.0};
    double drop[3];
    for (int t = 0; t < 3; t++) {
        bars_bar bar = {.count = 10,
                        .length = 1.0,
                        .EA = 1e6,
                        .EI = 1.0,
                        .mass_per_length = 1.0,
                        .diameter = 0.01,
                        .stretch_time = NAN,
                        .bend_time = TIMES[t]};
        bars_held b = {.world = bars_world(0.0)};
        rv_cable_node nodes[2] = {
            bars_clamped((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}, (rv_vec3){1.0, 0.0, 0.0}),
            bars_free((rv_vec3){1.0, 0.0, 0.0})};
        rv_cable_def def = bars_cable(&bar, nodes);
        b.cable = bars_add(v, b.world, &def);
        bars_run(&b, &(bars_load){.force = {0.0, 0.0, -1.0}}, 0.1, 4000);
        drop[t] = -bars_end(&b, 1).z;
        rv_world_destroy(b.world);
    }
    for (int t = 1; t < 3; t++) {
        char name[160];
        snprintf(name, sizeof name, "cantilever, damping time %g s: drop of its tip [m]", TIMES[t]);
        bars_check(v, name, "as without damping", drop[0], drop[t], 1e-9);
    }
}

void motion_damping(validation* v) {
    for (int k = STRETCH; k <= BEND; k++)
        check_decay(v, (kind)k);
    check_stiffness(v);
}
