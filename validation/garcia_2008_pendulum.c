// Suite "garcia_2008", the swing of a load on one fall (section 5.1 of the paper): its frequency is
// that of the massless cable, but for what the cable itself weighs. A straight cable of mass m_c is
// part of a compound pendulum:
//   T = 2 pi sqrt(l/g) sqrt((m + m_c/3)/(m + m_c/2)) (1 + a^2/16 + ...)
// A light load bends it: (T y')' + rho w^2 y = 0 with T(z) = (m + rho z) g, z above the load, T y' = -m
// w^2 y at the load and y = 0 at the top.
#include "validation/cells.h"
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { RATE = 60, STEPS = 120 * RATE };
static const double LENGTH = 30.0, EA = 1e8, AMPLITUDE = 0.01; // of the swing [rad]

typedef struct swing {
    rv_cable_model model;
    rv_cable_waves waves;
    double mass, density, damping;
} swing;

static double simple_period(void) {
    return 2.0 * RV_PI * sqrt(LENGTH / GARCIA_G) * (1.0 + AMPLITUDE * AMPLITUDE / 16.0);
}

static double compound_period(const swing* s) {
    double cable = s->density * LENGTH;
    return simple_period() * sqrt((s->mass + cable / 3.0) / (s->mass + cable / 2.0));
}

// y at the top for a frequency, from y = 1 at the load, by Runge and Kutta's method
static double heavy_string(const swing* s, double omega) {
    enum { PARTS = 400 };
    double y = 1.0, pull = -s->mass * omega * omega, dz = LENGTH / PARTS;
    for (int n = 0; n < PARTS; n++) {
        double dy[5] = {0.0}, dp[5] = {0.0}, sum_y = 0.0, sum_p = 0.0;
        for (int k = 1; k <= 4; k++) {
            static const double AT[5] = {0.0, 0.0, 0.5, 0.5, 1.0}, SHARE[5] = {0, 1, 2, 2, 1};
            double z = (n + AT[k]) * dz;
            dy[k] = (pull + AT[k] * dz * dp[k - 1]) / ((s->mass + s->density * z) * GARCIA_G);
            dp[k] = -s->density * omega * omega * (y + AT[k] * dz * dy[k - 1]);
            sum_y += SHARE[k] * dy[k];
            sum_p += SHARE[k] * dp[k];
        }
        y += dz / 6.0 * sum_y;
        pull += dz / 6.0 * sum_p;
    }
    return y;
}

static double string_period(const swing* s) {
    double low = 0.9 * sqrt(GARCIA_G / LENGTH), high = 1.3 * sqrt(GARCIA_G / LENGTH);
    for (int turn = 0; turn < 60; turn++) {
        double omega = 0.5 * (low + high);
        if (heavy_string(s, omega) > 0.0)
            low = omega;
        else
            high = omega;
    }
    return 2.0 * RV_PI / low * (1.0 + AMPLITUDE * AMPLITUDE / 16.0);
}

// by the first and the last of its passages to the left
static double period_of(const double* x, int count, double h) {
    double first = 0.0, last = 0.0;
    int turns = -1;
    for (int n = 1; n < count; n++) {
        if (!(x[n - 1] > 0.0 && x[n] <= 0.0))
            continue;
        last = h * (n - x[n] / (x[n] - x[n - 1]));
        first = turns < 0 ? last : first;
        turns++;
    }
    return (last - first) / turns;
}

static double swing_period(validation* v, const swing* s) {
    static double x[STEPS];
    rv_world* world = massless_world(RV_STEPPER_SPOOK, GARCIA_G);
    rv_vec3 at = {LENGTH * sin(AMPLITUDE), 0.0, -LENGTH * cos(AMPLITUDE)};
    rv_body_id load = massless_load(world, s->mass, at);
    const rv_cable_node nodes[2] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                                    massless_end(load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = garcia_cable(nodes, 2, EA, s->density);
    def.model = s->model;
    def.layer.waves = s->waves;
    def.layer.damping = s->damping;
    def.damping = NAN;
    // hung in its stretched length, so that it starts without a bounce
    bool layered = s->model == RV_CABLE_LAYERED;
    double tension = (s->mass + (layered ? 0.5 * s->density * LENGTH : 0.0)) * GARCIA_G;
    def.length = garcia_length(LENGTH, tension, EA);
    massless_add(v, world, &def);
    for (int n = 0; n < STEPS; n++) {
        rv_world_step(world, 1.0 / RATE);
        x[n] = rv_body_pose(world, load).position.x;
    }
    rv_world_destroy(world);
    return period_of(x, STEPS, 1.0 / RATE);
}

static void check_swing(validation* v, const swing* s, double period, double massless) {
    // a span has one tension; a share e more and less at its ends makes it slower by 0.004 e^2
    double half = 0.5 * s->density * LENGTH, varies = half / (s->mass + half);
    char name[160];
    snprintf(name, sizeof name, "%g kg on 30 m of %g kg/m, %s, b = %g: period of the swing [s]",
             s->mass, s->density, s->waves == RV_CABLE_WAVES_IMPLICIT ? "implicit" : "explicit",
             s->damping);
    if (s->mass >= 1e4)
        massless_check(v, name, "that of the massless cable, 0.1 %", massless, period, 1e-3);
    if (s->mass >= 1e4)
        massless_check(v, name, "compound pendulum", compound_period(s), period, 1e-4);
    else
        massless_check(v, name, "load on a heavy string", string_period(s), period,
                       2e-4 + 0.005 * varies * varies);
}

static void add_swing(cells* table, const swing* s, double period, double massless) {
    bool layered = s->model == RV_CABLE_LAYERED;
    cells_add(table, "%g", s->mass);
    cells_add(table, "%g", layered ? s->density : 0.0);
    cells_add(table, "%g", s->damping);
    cells_add(table, "%s",
              !layered                              ? "massless"
              : s->waves == RV_CABLE_WAVES_IMPLICIT ? "implicit"
                                                    : "explicit");
    cells_add(table, "%.4f", period);
    cells_add(table, "%.4f", !layered ? simple_period() : string_period(s));
    cells_add(table, "%+.3f %%", 100.0 * (period / massless - 1.0));
}

static void tabulate_swings(validation* v, const cells* table) {
    static const char* const COLUMNS[] = {"load [kg]",
                                          "cable [kg/m]",
                                          "b [1/s]",
                                          "waves",
                                          "period [s]",
                                          "formula [s]",
                                          "off the massless cable; paper: 0"};
    cells_tabulate(v, table,
                   (validation_table){
                       .item = "Section 5.1",
                       .title = "period of a load that swings on 30 m",
                       .columns = COLUMNS,
                       .column_count = 7,
                       .remark = "The paper prints no periods: it says that neither the "
                                 "density of the cable nor its damping changes the frequency. "
                                 "With a crane's load that is so, to 0.05 %. A light load shows "
                                 "what the cable itself weighs. The formula is that of a load "
                                 "on a heavy string."});
}

static void check_swings(validation* v) {
    static const swing SWINGS[] = {
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 1e4, 0.6, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 1e4, 1.2, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 1e4, 2.0, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 1e4, 2.0, 0.2},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_EXPLICIT, 1e4, 2.0, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 100.0, 1.2, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_EXPLICIT, 100.0, 1.2, 0.0},
        {RV_CABLE_LAYERED, RV_CABLE_WAVES_IMPLICIT, 10.0, 1.2, 0.0},
    };
    static cells table;
    const swing bare = {RV_CABLE_MASSLESS, RV_CABLE_WAVES_IMPLICIT, 1e4, 1.0, 0.0};
    double massless = swing_period(v, &bare);
    table.count = 0;
    add_swing(&table, &bare, massless, massless);
    for (size_t i = 0; i < sizeof SWINGS / sizeof SWINGS[0]; i++) {
        double period = swing_period(v, &SWINGS[i]);
        check_swing(v, &SWINGS[i], period, massless);
        add_swing(&table, &SWINGS[i], period, massless);
    }
    tabulate_swings(v, &table);
}

// --- a cable without a load ---

// power at a frequency, through a Hann window
static double power(const double* x, int count, double turn) {
    double re = 0.0, im = 0.0;
    for (int n = 0; n < count; n++) {
        double window = 0.5 - 0.5 * cos(2.0 * RV_PI * n / count);
        re += window * x[n] * cos(turn * n);
        im += window * x[n] * sin(turn * n);
    }
    return re * re + im * im;
}

// A fall that ends at a gram, pushed aside by a slanted gravity and let go. The wave equation has
// one tension per span, w l/2, where a chain has w z.
static void check_chain(validation* v) {
    static double x[STEPS];
    const double density = 1.2, h = 1.0 / RATE, unit = sqrt(GARCIA_G / LENGTH);
    rv_world* world = massless_world(RV_STEPPER_SPOOK, GARCIA_G);
    rv_body_id load = massless_load(world, 1e-3, (rv_vec3){0.0, 0.0, -LENGTH});
    const rv_cable_node nodes[2] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                                    massless_end(load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = garcia_cable(nodes, 2, EA, density);
    def.length = LENGTH;
    massless_add(v, world, &def);
    for (int n = 0; n < STEPS; n++) {
        rv_world_set_gravity(world, (rv_vec3){n < RATE ? 0.01 : 0.0, 0.0, -GARCIA_G});
        rv_world_step(world, h);
        x[n] = rv_body_pose(world, load).position.x;
    }
    double best = 0.0, most = 0.0;
    for (int i = 0; i < 400; i++) {
        double omega = unit * (1.0 + 0.001 * i), p = power(x + RATE, STEPS - RATE, omega * h);
        best = p > most ? omega : best;
        most = fmax(p, most);
    }
    massless_check(v, "a cable without a load: first frequency over sqrt(g/l)",
                   "2.4048/2 of a hanging chain; one tension: 1 %", 1.2024128, best / unit, 0.01);
    rv_world_destroy(world);
}

void garcia_pendulum(validation* v) {
    check_swings(v);
    check_chain(v);
}
