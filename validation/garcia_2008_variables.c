// Suite "garcia_2008", the variables of the oscillation model (section 3.2 of the paper): its figure 2
// with v(s, t) between ends that move, figure 3 with u = v - r, and figure 4 with the plane that it is
// set into. For ends g = Im(G e^(iwt)) and h = Im(H e^(iwt)), equation (5) has
//   v = Im((G sin(k (l - s)) + H sin(k s))/sin(k l) e^(iwt)),   k^2 = (w^2 - i b w)/a^2
// A span on a jib that turns at the rate p(t) feels -(p' + b p)(r_0 + s) across the jib; mode n has
//   q_n'' + b q_n' + (n pi a/l)^2 q_n = -(p' + b p) (2/l) integral of (r_0 + s) sin(n pi s/l)
#include "validation/garcia_2008.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

// --- figures 2 and 3 ---

enum { CELLS = 100, SHOTS = 4 };
static const double CHORD = 10.0, TENSION = 1000.0, DENSITY = 1.0, EA = 1e9, B = 1.0;
static const double SIZE = 1e-6; // of the motion, so small that the tension stays what it is [m]

typedef struct shot {
    double s[CELLS + 1], v[CELLS + 1], u[CELLS + 1], exact_v[CELLS + 1], exact_u[CELLS + 1];
} shot;

// over SIZE; both ends move alike in frequency, not in size and phase
static const double complex G = 1.0, H = 0.6 * I;

static double end_at(double complex end, double phase) {
    return cimag(end * cexp(I * phase));
}

static double exact_shape(double s, double omega, double phase) {
    double complex k = csqrt((omega * omega - I * B * omega) * DENSITY / TENSION);
    double complex at = (G * csin(k * (CHORD - s)) + H * csin(k * s)) / csin(k * CHORD);
    return cimag(at * cexp(I * phase));
}

static void take_shot(const garcia_span* span, double omega, double phase, shot* r) {
    garcia_shape(span, (rv_vec3){0, 0, 1}, r->u);
    for (int j = 0; j <= CELLS; j++) {
        double x = (double)j / CELLS;
        double chord = (1.0 - x) * end_at(G, phase) + x * end_at(H, phase);
        r->s[j] = CHORD * x;
        r->u[j] /= SIZE;
        r->v[j] = r->u[j] + chord;
        r->exact_v[j] = exact_shape(r->s[j], omega, phase);
        r->exact_u[j] = r->exact_v[j] - chord;
    }
}

// both ends on bodies that are moved up and down
static garcia_span moved_span(validation* v, rv_body_id ends[2]) {
    garcia_span span = {.world = massless_world(RV_STEPPER_SPOOK, 0.0), .cells = CELLS};
    const rv_vec3 none = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        rv_body_def body = rv_body_def_default();
        body.type = RV_BODY_KINEMATIC;
        body.pose.position = (rv_vec3){CHORD * i, 0, SIZE * end_at(i == 0 ? G : H, 0.0)};
        ends[i] = rv_body_create(span.world, &body);
    }
    const rv_cable_node nodes[2] = {massless_end(ends[0], none), massless_end(ends[1], none)};
    rv_cable_def def = garcia_cable(nodes, 2, EA, DENSITY);
    def.length = garcia_length(CHORD, TENSION, EA);
    def.damping = NAN;
    def.layer.cells = CELLS;
    def.layer.damping = B;
    span.cable = massless_add(v, span.world, &def);
    return span;
}

// shaken at 2.4 times the first frequency until what the start has left is damped away
static void shake(validation* v, shot shots[SHOTS]) {
    const double h = 5e-4, aimed = 2.4 * RV_PI * sqrt(TENSION / DENSITY) / CHORD;
    // exactly so many steps in a quarter of a period
    const int quarter = (int)(0.5 * RV_PI / aimed / h + 0.5), periods = 60;
    const double step = 0.5 * RV_PI / quarter, omega = step / h;
    rv_body_id ends[2];
    garcia_span span = moved_span(v, ends);
    for (int n = 0; n < 4 * quarter * periods; n++) {
        for (int i = 0; i < 2; i++) {
            double complex end = i == 0 ? G : H;
            double moves = SIZE * (end_at(end, (n + 1) * step) - end_at(end, n * step));
            rv_body_set_velocity(span.world, ends[i], (rv_vec3){0, 0, moves / h});
        }
        rv_world_step(span.world, h);
        int left = 4 * quarter * periods - (n + 1);
        if (left % quarter == 0 && left < 4 * quarter)
            take_shot(&span, omega, (n + 1) * step, &shots[SHOTS - 1 - left / quarter]);
    }
    rv_world_destroy(span.world);
}

static void plot_shots(validation* v, const shot* shots, bool chord) {
    static const char* const LABEL[SHOTS] = {"after a quarter of a period", "half",
                                             "three quarters", "one"};
    enum { RINGS = 14, ALL = SHOTS * RINGS };
    double at[ALL], exact[ALL];
    validation_series series[SHOTS + 1];
    for (int i = 0; i < SHOTS; i++) {
        const shot* r = &shots[i];
        series[i] =
            (validation_series){LABEL[i], r->s, chord ? r->u : r->v, CELLS + 1, .points = false};
        for (int k = 0; k < RINGS; k++) {
            int j = CELLS * k / (RINGS - 1);
            at[RINGS * i + k] = r->s[j];
            exact[RINGS * i + k] = chord ? r->exact_u[j] : r->exact_v[j];
        }
    }
    series[SHOTS] = (validation_series){"exact solution of (5)", at, exact, ALL, .points = true,
                                        .published = true};
    validation_plot(
        v, &(validation_figure){
               .item = chord ? "Figure 3" : "Figure 2",
               .title = chord ? "u = v - r, what is left over the line between the ends"
                              : "v(s, t) of a span whose ends are shaken at 2.4 times its first "
                                "frequency",
               .x_label = "s [m]",
               .y_label =
                   chord ? "u over the first end's amplitude" : "v over the first end's amplitude",
               .series = series,
               .series_count = SHOTS + 1,
               .remark =
                   chord ? "The figure is a drawing that defines symbols. It is u that the cells "
                           "hold: 0 at both ends, whatever they do. The motion of the ends is the "
                           "load -(r_tt + b r_t), whose sign and brackets the text has lost."
                         : "The figure is a drawing that defines symbols; the motion is chosen "
                           "here: 1 and 0.6, a quarter of a period apart. The paper writes x = l s "
                           "where s = l x is meant."});
}

static void shaken_ends(validation* v) {
    static shot shots[SHOTS];
    shake(v, shots);
    double worst = 0.0, largest = 0.0;
    for (int i = 0; i < SHOTS; i++)
        for (int j = 0; j <= CELLS; j++) {
            double off = fabs(shots[i].v[j] - shots[i].exact_v[j]);
            worst = off <= worst ? worst : off;
            largest = fmax(largest, fabs(shots[i].exact_v[j]));
        }
    // damping is of first order in h, b h/2; the lattice and the step shift resonances by 1e-4
    validation_at_most(v, "both ends shaken at 2.4 f1: largest error of v, of its size",
                       "exact solution of the paper's (5)", 2e-3, worst / largest);
    plot_shots(v, shots, false);
    plot_shots(v, shots, true);
}

// --- figure 4 ---

enum { TURNED = 1200, MODES = 9 };
static const double JIB = 30.0, INNER = 2.0, JIB_TENSION = 5000.0, JIB_DENSITY = 1.2, JIB_B = 0.2;
static const double RATE = 0.08, RISES = 4.0, TURN_H = 0.01; // of the jib [rad/s], [s], [s]

typedef struct turning {
    double t[TURNED], down[TURNED], aside[TURNED], expected[TURNED];
} turning;

// the jib comes up to its rate in four seconds
static double turning_rate(double t) {
    double share = fmin(1.0, t / RISES);
    return RATE * (share - sin(2.0 * RV_PI * share) / (2.0 * RV_PI));
}

// The middle of the span across the jib by its modes, odd ones alone; each is stepped by the midpoint
// rule in steps of a tenth.
static void expect_turning(turning* r) {
    const int parts = 10;
    const double a = sqrt(JIB_TENSION / JIB_DENSITY), h = TURN_H / parts;
    for (int i = 0; i < TURNED; i++)
        r->expected[i] = 0.0;
    for (int n = 1; n <= MODES; n += 2) {
        double omega = n * RV_PI * a / JIB, load = 4.0 * (INNER + 0.5 * JIB) / (n * RV_PI);
        double q = 0.0, rate = 0.0, sign = n % 4 == 1 ? 1.0 : -1.0;
        for (int i = 0; i < TURNED * parts; i++) {
            double before = turning_rate(i * h), after = turning_rate((i + 1) * h);
            double push = -load * ((after - before) / h + 0.5 * JIB_B * (before + after));
            // q and rate of the middle of a step
            double half = 0.5 * h;
            double mid = (rate + half * (push - omega * omega * q))
                         / (1.0 + half * JIB_B + half * half * omega * omega);
            q += h * mid;
            rate = 2.0 * mid - rate;
            if ((i + 1) % parts == 0)
                r->expected[i / parts] += sign * q;
        }
    }
}

static void turn_jib(validation* v, turning* r) {
    garcia_span span = {.world = massless_world(RV_STEPPER_SPOOK, GARCIA_G), .cells = CELLS};
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_KINEMATIC;
    rv_body_id jib = rv_body_create(span.world, &body);
    const rv_cable_node nodes[2] = {massless_end(jib, (rv_vec3){INNER, 0, 0}),
                                    massless_end(jib, (rv_vec3){INNER + JIB, 0, 0})};
    rv_cable_def def = garcia_cable(nodes, 2, 7e6, JIB_DENSITY);
    double share = JIB_DENSITY * GARCIA_G * JIB / JIB_TENSION;
    def.length = garcia_length(JIB * (1.0 + share * share / 24.0), JIB_TENSION, 7e6);
    def.damping = NAN;
    def.layer.cells = CELLS;
    def.layer.damping = JIB_B;
    span.cable = massless_add(v, span.world, &def);
    massless_run(span.world, 1.0 / 60.0, 60 * 60);
    for (int n = 0; n < TURNED; n++) {
        double u[CELLS + 1], t = n * TURN_H;
        double rate = turning_rate(t + 0.5 * TURN_H);
        rv_body_set_angular_velocity(span.world, jib, (rv_vec3){0, 0, rate});
        rv_world_step(span.world, TURN_H);
        rv_quat turned = rv_body_pose(span.world, jib).rotation;
        r->t[n] = t + TURN_H;
        garcia_shape(&span, (rv_vec3){0, 0, 1}, u);
        r->down[n] = u[CELLS / 2];
        garcia_shape(&span, rv_quat_rotate(turned, (rv_vec3){0, 1, 0}), u);
        r->aside[n] = u[CELLS / 2];
    }
    rv_world_destroy(span.world);
}

static void plot_turning(validation* v, const turning* r, double share) {
    enum { DOTS = 30, APART = TURNED / DOTS };
    double at[DOTS], expected[DOTS];
    for (int i = 0; i < DOTS; i++) {
        at[i] = r->t[i * APART];
        expected[i] = r->expected[i * APART];
    }
    const double none[2] = {0.0, 0.0}, all[2] = {r->t[0], r->t[TURNED - 1]};
    const validation_series series[] = {
        {"along e2, in the plane", r->t, r->down, TURNED, .points = false},
        {"along e3, across it", r->t, r->aside, TURNED, .points = false},
        {"along e3, by the modes of a string", at, expected, DOTS, .points = true},
        {"along e3: none", all, none, 2, .published = true}};
    char remark[480];
    snprintf(remark, sizeof remark,
             "The figure is a drawing of the local frame. In the paper a cable moves only in the "
             "plane of e1 and e2: swings across it, as when a boom turns, are said to be less "
             "relevant. Here they are %.2g %% of the sag, and what the air holds back while the "
             "jib turns. Reeve has both planes.",
             100.0 * share);
    validation_plot(v, &(validation_figure){
                           .item = "Figure 4",
                           .title = "middle of a span of 30 m on a jib that starts to turn, 0.08 "
                                    "rad/s after 4 s",
                           .x_label = "time [s]",
                           .y_label = "off the line between its ends [m]",
                           .series = series,
                           .series_count = 4,
                           .remark = remark});
}

static void turned_jib(validation* v) {
    static turning r;
    expect_turning(&r);
    turn_jib(v, &r);
    double worst = 0.0, most = 0.0, sag = 0.0;
    for (int i = 0; i < TURNED; i++) {
        double off = fabs(r.aside[i] - r.expected[i]);
        worst = off <= worst ? worst : off;
        most = fmax(most, fabs(r.expected[i]));
        sag = fmax(sag, fabs(r.down[i]));
    }
    // the frequency follows the tension, whose square root is known to 1e-3; b h/2 of damping
    validation_at_most(v,
                       "jib that starts to turn: middle of its span across it, error of its size",
                       "modes of a string", 0.01, worst / most);
    massless_check(v, "jib that starts to turn: sag of its span [m]", "w l^2/(8 T)",
                   JIB_DENSITY * GARCIA_G * JIB * JIB / (8.0 * JIB_TENSION), sag, 0.01);
    plot_turning(v, &r, most / sag);
}

void garcia_variables(validation* v) {
    shaken_ends(v);
    turned_jib(v);
}
