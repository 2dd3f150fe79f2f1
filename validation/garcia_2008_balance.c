// Suite "garcia_2008", the crane under its winch: what the winch does is what the crane gains, what
// the step and the cells change, and commands at random.
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

static const double MASS = 1000.0, SECONDS = 60.0; // of the hook [kg]

// a crane that hangs at rest
static garcia_crane crane_at_rest(validation* v, garcia_crane_def def) {
    def.mass = MASS;
    if (def.density > 0.0) {
        double w = def.density * GARCIA_G, tension = 0.5 * MASS * GARCIA_G + w * GARCIA_FALL;
        def.slack = 2.0 * GARCIA_JIB * garcia_catenary_under(GARCIA_JIB, w, tension).excess;
    }
    return garcia_crane_make(v, &def);
}

// --- energy ---

// wound in since the start: the hook goes up by 2 m in 8 s and down again, and rests for 2 s each time
static double wound(double t) {
    double p = fmod(t, 20.0), up = fmin(p, 8.0) / 8.0, down = fmin(fmax(p - 10.0, 0.0), 8.0) / 8.0;
    return 4.0
           * (up - sin(2.0 * RV_PI * up) / (2.0 * RV_PI) - down
              + sin(2.0 * RV_PI * down) / (2.0 * RV_PI));
}

typedef struct balance {
    double work;       // the most that the winch has done
    double gain, loss; // of the rest
    double start;      // of the rest
    int steps;
} balance;

// energies, and the work of drums, are those of the middles of steps
static void weigh(balance* b, const rv_world* world) {
    rv_energy energy = rv_world_energy(world);
    double rest = energy.total - energy.work;
    b->start = b->steps++ == 0 ? rest : b->start;
    b->work = fmax(b->work, energy.work);
    b->gain = fmax(b->gain, rest - b->start);
    b->loss = fmax(b->loss, b->start - rest);
}

static balance hoist_and_lower(validation* v, garcia_crane_def def, double h) {
    garcia_crane c = crane_at_rest(v, def);
    balance b = {.work = 0.0};
    for (int n = 0; n < (int)(SECONDS / h + 0.5); n++) {
        double t = n * h;
        rv_cable_set_winch_speed(c.world, c.cable, 0, (wound(t) - wound(t + h)) / h);
        rv_world_step(c.world, h);
        weigh(&b, c.world);
    }
    rv_world_destroy(c.world);
    return b;
}

static void check_balance(validation* v, const char* what, garcia_crane_def def, double h) {
    balance b = hoist_and_lower(v, def, h);
    char name[160];
    // inextensible and undamped: the massless cable loses 4e-4, and waves swing by 2e-4 about that, both
    // of first order in h
    snprintf(name, sizeof name, "crane, up and down for 60 s, %s: energy gained", what);
    validation_at_most(v, name, "share of the winch's work", 5e-4, b.gain / b.work);
    snprintf(name, sizeof name, "crane, up and down for 60 s, %s: energy lost", what);
    validation_at_most(v, name, "share of the winch's work", 1e-3, b.loss / b.work);
}

static void check_balances(validation* v) {
    garcia_crane_def def = {.EA = INFINITY};
    for (int i = 0; i < GARCIA_DENSITIES; i++) {
        def.density = GARCIA_DENSITY[i];
        check_balance(v, GARCIA_LABEL[i], def, 1.0 / 60.0);
    }
    def.density = 1.2;
    check_balance(v, "1.2 kg/m, h = 1/240 s", def, 1.0 / 240.0);
    def.cells = 80;
    check_balance(v, "1.2 kg/m, 80 cells", def, 1.0 / 60.0);
    def.cells = 10;
    def.scheme = RV_CABLE_WAVES_EXPLICIT;
    check_balance(v, "1.2 kg/m, explicit, 10 cells", def, 1.0 / 60.0);
}

// --- convergence ---

// how high the hook is after 2 s of winding in
static double height_after(validation* v, double h, int cells) {
    const garcia_crane_def def = {.density = 1.2, .EA = INFINITY, .waves = 0.2, .cells = cells};
    garcia_crane c = crane_at_rest(v, def);
    for (int n = 0; n < (int)(2.0 / h + 0.5); n++) {
        double t = n * h, turn = RV_PI / 2.0;
        double taken = 0.5 * (h - (sin(turn * (t + h)) - sin(turn * t)) / turn);
        rv_cable_set_winch_speed(c.world, c.cable, 0, -taken / h);
        rv_world_step(c.world, h);
    }
    double height = garcia_crane_height(&c);
    rv_world_destroy(c.world);
    return height;
}

static void check_convergence(validation* v) {
    enum { SIZES = 6 };
    double step[SIZES], by_step[SIZES], cells[SIZES], by_cells[SIZES];
    double fine = height_after(v, 1.0 / 3840.0, 20);
    for (int i = 0; i < SIZES; i++) {
        step[i] = 1.0 / (60 << i);
        by_step[i] = fabs(height_after(v, step[i], 20) - fine);
    }
    // of 0.5 m that it rises
    validation_at_most(v, "crane, 2 s of winding in, h = 1/60 s: height of the hook [m]",
                       "against h = 1/3840 s", 1e-5, by_step[0]);
    validation_at_most(v, "crane, 2 s of winding in, h = 1/240 s: height of the hook [m]",
                       "against h = 1/3840 s", 2e-6, by_step[2]);
    fine = height_after(v, 1.0 / 960.0, 160);
    for (int i = 0; i < SIZES - 1; i++) {
        cells[i] = 5 << i;
        by_cells[i] = fabs(height_after(v, 1.0 / 960.0, 5 << i) - fine);
    }
    validation_at_most(v, "crane, 2 s of winding in, 5 to 80 cells: height of the hook [m]",
                       "against 160 cells", 1e-6, fmax(by_cells[0], by_cells[1]));
    // with 5 and 10 cells, errors of either sign cancel to below 1 um; of second order, against 160
    double expected = 0.5 * log2((1.0 / 400.0 - 1.0 / 25600.0) / (1.0 / 6400.0 - 1.0 / 25600.0));
    validation_check(v, "crane, 2 s of winding in: order of the height in the cells",
                     "log2 of errors, 20 to 80 cells", expected,
                     0.5 * log2(by_cells[2] / by_cells[4]), 0.15);
    const validation_series series[] = {
        {"h = 1 ms, by cells", cells, by_cells, SIZES - 1, .points = true}};
    validation_figure figure = {.title = "Height of the hook after 2 s of winding in, by cells",
                                .x_label = "cells",
                                .y_label = "error [m]",
                                .log_x = true,
                                .log_y = true,
                                .series = series,
                                .series_count = 1};
    validation_plot(v, &figure);
    const validation_series steps[] = {{"20 cells, by step", step, by_step, SIZES, .points = true}};
    figure.title = "Height of the hook after 2 s of winding in, by step";
    figure.x_label = "step [s]";
    figure.series = steps;
    validation_plot(v, &figure);
}

// --- commands at random ---

static double random_in(uint64_t* state, double low, double high) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*state >> 11) / 9007199254740992.0;
}

// how many steps had a number that is none; the hook lies on the ground at times, slack
static int command_at_random(validation* v, garcia_crane_def def, uint64_t seed, double* gain) {
    const double h = 1.0 / 60.0;
    garcia_crane c = crane_at_rest(v, def);
    balance b = {.work = 0.0};
    double speed = 0.0;
    int bad = 0;
    for (int n = 0; n < (int)(SECONDS / h + 0.5); n++) {
        if (n % 30 == 0)
            speed = random_in(&seed, -2.0, 2.0);
        // not into the jib
        if (garcia_crane_height(&c) > -5.0)
            speed = fabs(speed);
        rv_cable_set_winch_speed(c.world, c.cable, 0, speed);
        rv_world_step(c.world, h);
        weigh(&b, c.world);
        bool fine = isfinite(rv_world_energy(c.world).total)
                    && isfinite(rv_cable_largest_tension(c.world, c.cable));
        for (int i = 0; i < 4; i++)
            fine &= isfinite(rv_cable_sag(c.world, c.cable, i));
        bad += !fine || rv_world_report(c.world).nonfinite_count > 0;
    }
    *gain = fmax(*gain, b.gain);
    rv_world_destroy(c.world);
    return bad;
}

static void check_commands(validation* v) {
    static const char* const SCHEME[2] = {"implicit", "explicit"};
    for (int scheme = 0; scheme < 2; scheme++) {
        int bad = 0;
        double gain = 0.0;
        for (int seed = 0; seed < 12; seed++) {
            garcia_crane_def def = {.density = GARCIA_DENSITY[1 + seed % 3],
                                    .EA = seed % 2 == 0 ? 7e6 : INFINITY,
                                    .damping = NAN,
                                    .waves = seed % 4 < 2 ? 0.2 : 0.0,
                                    .scheme = (rv_cable_waves)scheme,
                                    .on_ground = true};
            bad += command_at_random(v, def, (uint64_t)seed + 1, &gain);
        }
        char name[120];
        snprintf(name, sizeof name, "12 cranes, 60 s of random commands, %s: steps not finite",
                 SCHEME[scheme]);
        validation_at_most(v, name, "none", 0.0, bad);
        snprintf(name, sizeof name, "12 cranes, 60 s of random commands, %s: energy gained [m g m]",
                 SCHEME[scheme]);
        // cables that are not at rest at first bounce: m g 2 cm
        validation_at_most(v, name, "none beyond the winch's work", 0.03, gain / (MASS * GARCIA_G));
    }
}

void garcia_balance(validation* v) {
    check_balances(v);
    check_convergence(v);
    check_commands(v);
}
