// Suite "garcia_2008", waves on a taut span: 10 m, 1 kg/m, 1000 N, without gravity, its end moved
// across it. With x = n pi/M the phase per cell of mode n, k and m stiffness and mass of a cell, a
// step turns its amplitude by exactly theta:
//   K = 4 k sin^2(x/2),  s = h^2 K / (m (1 - 4 alpha sin^2(x/2)) + gamma h^2 K)
//   4 sin^2(theta/2) = s                                             but for what is damped
// alpha = gamma = 0: the paper's scheme, theta = 2 asin(CFL sin(x/2)). The implicit one damps what a
// step cannot resolve by delta s, of 0.02 at most.
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { MODES = 5, STEPS_MAX = 8000, CELLS = 100 };
static const double CHORD = 10.0, TENSION = 1000.0, DENSITY = 1.0, EA = 1e9;
// so little that tension stays what it is: speed of a kick [m/s], height of a pulse [m]
static const double KICK = 1e-5, HEIGHT = 1e-6;
static const char* const SCHEME[2] = {"implicit", "explicit"};
static const rv_vec3 UP = {0.0, 0.0, 1.0};

static garcia_span taut_span(validation* v, int cells, rv_cable_waves waves) {
    const garcia_span_def def = {.to = {CHORD, 0.0, 0.0},
                                 .moves = UP,
                                 .density = DENSITY,
                                 .EA = EA,
                                 .length = garcia_length(CHORD, TENSION, EA),
                                 .cells = cells,
                                 .waves = waves};
    return garcia_span_make(v, &def);
}

static double speed_of_waves(void) {
    return sqrt(TENSION / DENSITY);
}

// --- frequencies ---

typedef struct ringing {
    int cells;
    rv_cable_waves waves;
    double h;
    int steps;
} ringing;

// kicked at its end, every mode rings: their amplitudes over time
static void ring(validation* v, const ringing* r, double mode[MODES][STEPS_MAX]) {
    garcia_span span = taut_span(v, r->cells, r->waves);
    double u[GARCIA_CELLS_MAX + 1];
    garcia_span_drive(&span, KICK);
    rv_world_step(span.world, r->h);
    garcia_span_drive(&span, 0.0);
    // the step in which it stops still pushes
    rv_world_step(span.world, r->h);
    for (int n = 0; n < r->steps; n++) {
        rv_world_step(span.world, r->h);
        garcia_shape(&span, UP, u);
        for (int i = 0; i < MODES; i++)
            mode[i][n] = garcia_mode(u, r->cells, i + 1);
    }
    rv_world_destroy(span.world);
}

// the formulas above
static garcia_turn discrete_turn(const ringing* r, int n) {
    double m = DENSITY * CHORD / r->cells, k = TENSION * r->cells / CHORD;
    double courant2 = r->h * r->h * k / m, alpha = 0.0, gamma = 0.0, delta = 0.0;
    if (r->waves == RV_CABLE_WAVES_IMPLICIT) {
        alpha = 1.0 / 12.0;
        gamma = fmax(1.0 / 12.0, 0.25 * (1.6 - 2.0 / (3.0 * courant2)));
        delta = 0.02 * courant2 / (1.0 + courant2);
    }
    double sine = sin(0.5 * n * RV_PI / r->cells), K = 4.0 * courant2 * sine * sine;
    double s = K / (1.0 - 4.0 * alpha * sine * sine + gamma * K), kept = sqrt(1.0 - delta * s);
    double angle = 2.0 * asin(0.5 * sqrt((s - (1.0 - kept) * (1.0 - kept)) / kept));
    return (garcia_turn){angle, kept};
}

static void check_frequencies(validation* v, const ringing* r) {
    static double mode[MODES][STEPS_MAX];
    ring(v, r, mode);
    for (int n = 1; n <= MODES; n++) {
        garcia_turn own = discrete_turn(r, n), found = garcia_fit(mode[n - 1], r->steps);
        double f = found.angle / (2.0 * RV_PI * r->h);
        char name[160];
        snprintf(name, sizeof name, "taut span, %s, M = %d, h = %.3g s: frequency %d [Hz]",
                 SCHEME[r->waves], r->cells, r->h, n);
        // what a mode's own slope adds to the tension is below 1e-9 of it
        massless_check(v, name, "the scheme's own", own.angle / (2.0 * RV_PI * r->h), f, 1e-6);
        if (r->cells == CELLS && r->h <= 1e-3)
            massless_check(v, name, "n sqrt(T/rho)/2l, 0.1 %", 0.5 * n * speed_of_waves() / CHORD,
                           f, 1e-3);
        if (n > 1)
            continue;
        snprintf(name, sizeof name, "taut span, %s, M = %d, h = %.3g s: mode 1 after a second",
                 SCHEME[r->waves], r->cells, r->h);
        validation_check(v, name, "the scheme's own", pow(own.kept, 1.0 / r->h),
                         pow(found.kept, 1.0 / r->h), 1e-5);
    }
}

// errors of the frequencies of spans of 20 cells, where the step resolves them
static void plot_dispersion(validation* v) {
    static double mode[MODES][STEPS_MAX];
    double number[MODES], error[4][MODES];
    const ringing runs[4] = {{20, RV_CABLE_WAVES_IMPLICIT, 1e-3, 4000},
                             {20, RV_CABLE_WAVES_EXPLICIT, 1e-3, 4000},
                             {100, RV_CABLE_WAVES_IMPLICIT, 1e-3, 4000},
                             {100, RV_CABLE_WAVES_EXPLICIT, 1e-3, 4000}};
    const char* const label[4] = {"implicit, M = 20", "explicit, M = 20", "implicit, M = 100",
                                  "explicit, M = 100"};
    validation_series series[4];
    for (int i = 0; i < 4; i++) {
        ring(v, &runs[i], mode);
        for (int n = 1; n <= MODES; n++) {
            double exact = n * RV_PI * speed_of_waves() / CHORD;
            number[n - 1] = n;
            error[i][n - 1] =
                fabs(garcia_fit(mode[n - 1], runs[i].steps).angle / runs[i].h / exact - 1.0);
        }
        series[i] = (validation_series){label[i], number, error[i], MODES, .points = true};
    }
    const validation_figure figure = {.title = "Frequencies of a taut span, h = 1 ms",
                                      .x_label = "mode",
                                      .y_label = "error against n c/2l",
                                      .log_y = true,
                                      .series = series,
                                      .series_count = 4};
    validation_plot(v, &figure);
}

// --- a pulse ---

// a hump of the end, 0.06 s long: 1.9 m of the span
static double hump(double t) {
    return t < 0.06 ? sin(RV_PI * t / 0.06) * sin(RV_PI * t / 0.06) : 0.0;
}

// where the pulse is, by its centre
static double centre(const double* u, int cells) {
    double sum = 0.0, moment = 0.0;
    for (int j = 1; j < cells; j++) {
        sum += u[j] * u[j];
        moment += u[j] * u[j] * j;
    }
    return CHORD * moment / (sum * cells);
}

enum { SHOTS = 3 };

static void plot_pulse(validation* v, const double* x, double u[SHOTS][CELLS + 1]) {
    const validation_series series[SHOTS] = {
        {"0.10 s", x, u[0], CELLS + 1, .points = false},
        {"0.25 s", x, u[1], CELLS + 1, .points = false},
        {"0.45 s, thrown back", x, u[2], CELLS + 1, .points = false}};
    const validation_figure figure = {.title = "A pulse from the end of a taut span",
                                      .x_label = "along the span [m]",
                                      .y_label = "displacement [m]",
                                      .series = series,
                                      .series_count = SHOTS};
    validation_plot(v, &figure);
}

static void send_pulse(validation* v, rv_cable_waves waves) {
    garcia_span span = taut_span(v, CELLS, waves);
    static double x[CELLS + 1], u[SHOTS][CELLS + 1];
    const double h = 1e-3, shot[SHOTS] = {0.1, 0.25, 0.45};
    double at[SHOTS];
    for (int n = 0, next = 0; next < SHOTS; n++) {
        double t = n * h, speed = HEIGHT * (hump(t + h) - hump(t)) / h;
        garcia_span_drive(&span, speed);
        rv_world_step(span.world, h);
        if (t + h < shot[next] - 0.5 * h)
            continue;
        garcia_shape(&span, UP, u[next]);
        at[next] = centre(u[next], CELLS);
        next++;
    }
    // the explicit lattice is slower for short waves, by x^2/24 for a phase x per cell
    double loose = waves == RV_CABLE_WAVES_EXPLICIT ? 10.0 : 1.0;
    char name[120];
    snprintf(name, sizeof name, "pulse, %s: speed before it is thrown back [m/s]", SCHEME[waves]);
    massless_check(v, name, "sqrt(T/rho)", speed_of_waves(), (at[0] - at[1]) / (shot[1] - shot[0]),
                   loose * 1e-3);
    snprintf(name, sizeof name, "pulse, %s, thrown back: where it is [m]", SCHEME[waves]);
    massless_check(v, name, "c t - l, turned over", speed_of_waves() * (shot[2] - 0.03) - CHORD,
                   at[2], loose * 2e-3);
    snprintf(name, sizeof name, "pulse, %s, thrown back: its height [m]", SCHEME[waves]);
    double least = 0.0;
    for (int j = 0; j <= CELLS; j++) {
        x[j] = CHORD * j / CELLS;
        least = fmin(least, u[SHOTS - 1][j]);
    }
    // the top may lie between two nodes of 0.1 m: 1 - cos^2(pi 0.05/1.9), and waves spread
    massless_check(v, name, "that of the hump, turned over", -HEIGHT, least, 0.02);
    if (waves == RV_CABLE_WAVES_IMPLICIT)
        plot_pulse(v, x, u);
    rv_world_destroy(span.world);
}

// --- forced waves ---

// The end is shaken across at 1.4 times the first frequency until what the start has left is damped
// away: A sin(k x)/sin(k l) with k^2 = (w^2 - i b w)/c^2, in the middle A/(2 cos(k l/2)).
static void shake(validation* v, rv_cable_waves waves, bool kinematic) {
    const double h = 1e-3, b = 1.0, c = speed_of_waves(), A = HEIGHT;
    const double omega = 1.4 * RV_PI * c / CHORD;
    garcia_span_def def = {.to = {CHORD, 0.0, 0.0},
                           .moves = {0.0, 1.0, 0.0},
                           .kinematic = kinematic,
                           .density = DENSITY,
                           .EA = EA,
                           .length = garcia_length(CHORD, TENSION, EA),
                           .damping = b,
                           .cells = CELLS,
                           .waves = waves};
    garcia_span span = garcia_span_make(v, &def);
    int period = (int)(2.0 * RV_PI / omega / h + 0.5);
    double u[CELLS + 1], in_phase = 0.0, off_phase = 0.0;
    // exactly so many steps in a period
    double w = 2.0 * RV_PI / (period * h);
    for (int n = 0; n < 40 * period; n++) {
        double z = A * (sin(w * (n + 1) * h) - sin(w * n * h));
        garcia_span_drive(&span, z / h);
        rv_world_step(span.world, h);
        if (n < 39 * period)
            continue;
        garcia_shape(&span, (rv_vec3){0.0, 1.0, 0.0}, u);
        double y = u[CELLS / 2] + 0.5 * A * sin(w * (n + 1) * h);
        in_phase += 2.0 * y * sin(w * (n + 1) * h) / period;
        off_phase += 2.0 * y * cos(w * (n + 1) * h) / period;
    }
    // k l/2, and its cosine
    double size = sqrt(w * w * w * w + b * b * w * w), half = 0.5 * CHORD / c;
    double re = half * sqrt(0.5 * (size + w * w)), im = -half * sqrt(0.5 * (size - w * w));
    double cr = cos(re) * cosh(im), ci = -sin(re) * sinh(im), norm = cr * cr + ci * ci;
    char name[120];
    const char* end = kinematic ? "moved end" : "driven end";
    snprintf(name, sizeof name, "%s shaken at 1.4 f1, %s: amplitude in the middle", end,
             SCHEME[waves]);
    // the lattice and the step shift resonances by less than 1e-4; damping is first order in h
    massless_check(v, name, "1/|2 cos(k l/2)|, k^2 = (w^2 - i b w)/c^2", 0.5 / sqrt(norm),
                   sqrt(in_phase * in_phase + off_phase * off_phase) / A, 2e-3);
    snprintf(name, sizeof name, "%s shaken at 1.4 f1, %s: its phase [rad]", end, SCHEME[waves]);
    validation_check(v, name, "of the same", atan2(-ci, cr), atan2(off_phase, in_phase), 2e-3);
    rv_world_destroy(span.world);
}

void garcia_waves(validation* v) {
    for (rv_cable_waves waves = RV_CABLE_WAVES_IMPLICIT; waves <= RV_CABLE_WAVES_EXPLICIT;
         waves++) {
        check_frequencies(v, &(ringing){CELLS, waves, 1e-3, 4000});
        send_pulse(v, waves);
        shake(v, waves, false);
        shake(v, waves, true);
    }
    // at 60 steps a second and as many cells as by default
    check_frequencies(v, &(ringing){20, RV_CABLE_WAVES_IMPLICIT, 1.0 / 60.0, 600});
    plot_dispersion(v);
}
