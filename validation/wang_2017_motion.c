// Suite "wang_2017", figures 4 and 5: a thread of 1 m and 10 g swings for 1000 s and keeps its
// energy, second order in the step. Where it is after 0.3 and 0.8 s is held against linear waves of
// a chain that hangs, which begin as a straight line: at x above its free end
//   u = a sum 8/(k^3 J1(k)) J0(k sqrt(x/L)) cos(k/2 sqrt(g/L) t),  J0(k) = 0
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { SECONDS = 1000, ORDERS = 4 };
static const double LENGTH = 1.0, MASS = 0.01;
static const double LEANS = 0.05 * RV_PI; // from the vertical: 0.45 pi from the horizontal

// --- energy ---

typedef struct swing {
    rv_world* world;
    rv_cable_id cable;
} swing;

static swing swing_make(validation* v, rv_cable_rod_integrator integrator, int edges, double EI,
                        double leans) {
    swing s = {.world = wang_world(WANG_G)};
    rv_cable_node nodes[2] = {wang_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              wang_free((rv_vec3){LENGTH * sin(leans), 0.0, -LENGTH * cos(leans)})};
    rv_cable_def def = wang_rod(nodes, edges, EI);
    wang_integrate(&def, integrator);
    s.cable = wang_add(v, s.world, &def);
    return s;
}

static double swing_energy(void) {
    return MASS * WANG_G * 0.5 * LENGTH * (1.0 - cos(LEANS));
}

// how far the energy goes from where it was, and where a straight line through it ends
typedef struct kept {
    double off, drift;
} kept;

// sampled ten times a second
static kept keep_energy(const swing* s, double h, int seconds, double* sampled) {
    long per_sample = (long)(0.1 / h + 0.5), samples = 10L * seconds;
    double start = 0.0, sum_t = 0.0, sum_e = 0.0, sum_tt = 0.0, sum_te = 0.0;
    kept k = {0.0, 0.0};
    for (long n = 0; n < samples; n++) {
        wang_run(s->world, h, per_sample);
        double e = rv_world_energy(s->world).total / swing_energy(),
               t = (double)n / (double)samples;
        if (n == 0)
            start = e;
        e -= start;
        k.off = fmax(k.off, fabs(e));
        sum_t += t;
        sum_e += e;
        sum_tt += t * t;
        sum_te += t * e;
        if (sampled != NULL && n % 10 == 0)
            sampled[n / 10] = e;
    }
    double m = (double)samples;
    k.drift = (m * sum_te - sum_t * sum_e) / (m * sum_tt - sum_t * sum_t);
    return k;
}

static void check_energy(validation* v) {
    static double time[SECONDS], energy[SECONDS];
    swing s = swing_make(v, RV_CABLE_ROD_IMPLICIT, 20, 1e-3, LEANS);
    kept k = keep_energy(&s, 1e-3, SECONDS, energy);
    rv_world_destroy(s.world);
    for (int n = 0; n < SECONDS; n++)
        time[n] = n;
    validation_at_most(v, "swing, N = 20, h = 1 ms, 1000 s: energy off by, of the swing's",
                       "figure 5; variational steps 5e-6", 1e-5, k.off);
    validation_at_most(v, "swing, N = 20, h = 1 ms, 1000 s: energy drifts by, of the swing's",
                       "figure 5: no drift", 1e-6, k.drift);
    wang_plot_energy(v, "implicit steps of 1 ms, EI = 1e-3 N m^2", time, energy, SECONDS);
    s = swing_make(v, RV_CABLE_ROD_IMPLICIT, 100, 1e-3, LEANS);
    k = keep_energy(&s, 1e-3, 50, NULL);
    rv_world_destroy(s.world);
    validation_at_most(v, "swing, N = 100, h = 1 ms, 50 s: energy off by, of the swing's",
                       "figure 5; variational steps 5e-6", 1e-5, k.off);
}

void wang_plot_energy(validation* v, const char* how, const double* time, const double* energy,
                      int count) {
    double ends[2] = {time[0], time[count - 1]}, level[2] = {0.0, 0.0}, trend[2];
    double mean_t = 0.0, mean_e = 0.0, tt = 0.0, te = 0.0;
    for (int n = 0; n < count; n++) {
        mean_t += time[n] / count;
        mean_e += energy[n] / count;
    }
    for (int n = 0; n < count; n++) {
        tt += (time[n] - mean_t) * (time[n] - mean_t);
        te += (time[n] - mean_t) * (energy[n] - mean_e);
    }
    for (int k = 0; k < 2; k++)
        trend[k] = mean_e + te / tt * (ends[k] - mean_t);
    validation_series series[] = {
        {"total energy", time, energy, count, .points = true},
        {"straight line through it", ends, trend, 2, .points = false},
        {"analytic solution: constant", ends, level, 2, .points = false, .published = true}};
    char title[120];
    snprintf(title, sizeof title, "energy of a thread that swings, %s", how);
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 5",
               .title = title,
               .x_label = "time [s]",
               .y_label = "change / energy of the swing",
               .series = series,
               .series_count = 3,
               .remark = "The paper prints no energies, only that there is no drift in 1000 s; nor "
                         "its number of edges, stiffness and step. Here 20 edges. Drawn is how far "
                         "it is from its first value, which need not be the mean; the swing has "
                         "M g L (1 - cos 9 deg)/2 = 0.604 mJ."});
}

// released from the horizontal, its end whips
static void check_whip(validation* v) {
    swing s = swing_make(v, RV_CABLE_ROD_IMPLICIT, 20, 1e-3, 0.5 * RV_PI);
    double off = keep_energy(&s, 1e-4, 20, NULL).off * swing_energy();
    rv_world_destroy(s.world);
    validation_at_most(v, "whip, N = 20, h = 0.1 ms, 20 s: energy off by, of M g L/2",
                       "variational steps 1.7e-4", 1e-3, off / (0.5 * MASS * WANG_G * LENGTH));
}

// --- figure 4 ---

enum { VERTICES = 21, MODES = 40 };

// J_n by the rule of middles, which is exact but for rounding while x is below twice the points
static double bessel(int n, double x) {
    enum { POINTS = 200 };
    double sum = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double a = RV_PI * (i + 0.5) / POINTS;
        sum += cos(n * a - x * sin(a));
    }
    return sum / POINTS;
}

// the first zeros of J0, by McMahon's formula and Newton's method
static void find_zeros(double zero[MODES]) {
    for (int n = 0; n < MODES; n++) {
        double about = (n + 0.75) * RV_PI;
        zero[n] = about + 0.125 / about;
        for (int k = 0; k < 4; k++)
            zero[n] += bessel(0, zero[n]) / bessel(1, zero[n]);
    }
}

typedef struct drawn {
    double x[VERTICES], z[VERTICES];
} drawn;

// what is linear is how far vertices are aside; edges keep their length
static drawn linear_chain(double t) {
    double zero[MODES], edge = LENGTH / (VERTICES - 1);
    find_zeros(zero);
    drawn d = {{0.0}, {0.0}};
    for (int i = 0; i < VERTICES; i++) {
        double below = 1.0 - (double)i / (VERTICES - 1); // of its length
        for (int n = 0; n < MODES; n++) {
            double k = zero[n];
            d.x[i] += LENGTH * sin(LEANS) * 8.0 / (k * k * k * bessel(1, k))
                      * bessel(0, k * sqrt(below)) * cos(0.5 * k * sqrt(WANG_G / LENGTH) * t);
        }
        if (i > 0)
            d.z[i] = d.z[i - 1] - sqrt(edge * edge - (d.x[i] - d.x[i - 1]) * (d.x[i] - d.x[i - 1]));
    }
    return d;
}

// from rest, places of implicit steps are those of half a step later
static drawn swung(validation* v, rv_cable_rod_integrator integrator, double t) {
    swing s = swing_make(v, integrator, VERTICES - 1, 1e-5, LEANS);
    wang_line before, after;
    wang_run(s.world, 1e-3, lround(t / 1e-3) - 1);
    wang_read(s.world, s.cable, &before);
    wang_run(s.world, 1e-3, 1);
    wang_read(s.world, s.cable, &after);
    rv_world_destroy(s.world);
    double share = integrator == RV_CABLE_ROD_IMPLICIT ? 0.5 : 0.0;
    drawn d;
    for (int i = 0; i < VERTICES; i++) {
        d.x[i] = after.at[i].x + share * (before.at[i].x - after.at[i].x);
        d.z[i] = after.at[i].z + share * (before.at[i].z - after.at[i].z);
    }
    return d;
}

static void plot_swing(validation* v, drawn found[2], drawn linear[2]) {
    double start_x[2] = {0.0, LENGTH * sin(LEANS)}, start_z[2] = {0.0, -LENGTH * cos(LEANS)};
    validation_series series[] = {
        {"t = 0: straight, 0.45 pi from the horizontal", start_x, start_z, 2, .points = false,
         .published = true},
        {"t = 0.3 s", found[0].x, found[0].z, VERTICES, .points = false},
        {"t = 0.8 s", found[1].x, found[1].z, VERTICES, .points = false},
        {"0.3 s, linear waves of a chain", linear[0].x, linear[0].z, VERTICES, .points = true},
        {"0.8 s, linear waves of a chain", linear[1].x, linear[1].z, VERTICES, .points = true}};
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 4",
               .title = "a thread that swings",
               .x_label = "x [m]",
               .y_label = "z [m]",
               .series = series,
               .series_count = 5,
               .remark = "The axes have different scales. The paper's curves at 0.3 and 0.8 s have "
                         "no numbers, and its number of edges and stiffness are not told; here 20 "
                         "edges with EI = 1e-5 N m^2 by implicit steps of 1 ms. The paper's own "
                         "integrator is within 0.01 mm of them."});
}

static void check_swing(validation* v) {
    static const double TIME[2] = {0.3, 0.8};
    drawn found[2], linear[2];
    char name[120];
    for (int k = 0; k < 2; k++) {
        found[k] = swung(v, RV_CABLE_ROD_IMPLICIT, TIME[k]);
        linear[k] = linear_chain(TIME[k]);
        drawn theirs = swung(v, RV_CABLE_ROD_NEWTON, TIME[k]);
        double worst = 0.0;
        for (int i = 0; i < VERTICES; i++)
            worst = fmax(worst, hypot(found[k].x[i] - theirs.x[i], found[k].z[i] - theirs.z[i]));
        snprintf(name, sizeof name, "swing, t = %g s: tip aside [m]", TIME[k]);
        // what is not linear is of the order of (9 deg)^2 = 2.5 % of 0.2 m
        validation_check(v, name, "figure 4; linear waves of a chain that hangs",
                         linear[k].x[VERTICES - 1], found[k].x[VERTICES - 1], 0.005);
        snprintf(name, sizeof name, "swing, t = %g s: implicit from variational steps [m]",
                 TIME[k]);
        // second order: (omega h)^2 of waves that the step resolves
        validation_at_most(v, name, "figure 4: the same thread", 1e-5, worst);
    }
    plot_swing(v, found, linear);
}

// --- second order in the step ---

// Where the tip is after 1.2 s. From rest, places are those of half a step later: the middle of the
// last step is the time.
static double tip_after(validation* v, double h) {
    swing s = swing_make(v, RV_CABLE_ROD_IMPLICIT, 20, 1e-4, LEANS);
    wang_line before, after;
    wang_run(s.world, h, (long)(1.2 / h + 0.5) - 1);
    wang_read(s.world, s.cable, &before);
    wang_run(s.world, h, 1);
    wang_read(s.world, s.cable, &after);
    rv_world_destroy(s.world);
    return 0.5 * (before.at[20].x + after.at[20].x);
}

// The place needs steps that resolve the bending of edges, the energy of the swing does not.
static void check_order(validation* v) {
    double h[2][ORDERS], off[2][ORDERS], exact = tip_after(v, 0.5e-3 / 32);
    for (int k = 0; k < ORDERS; k++) {
        h[0][k] = 0.5e-3 / (1 << k);
        off[0][k] = fabs(tip_after(v, h[0][k]) - exact);
        h[1][k] = 4e-3 / (1 << k);
        swing s = swing_make(v, RV_CABLE_ROD_IMPLICIT, 20, 1e-3, LEANS);
        off[1][k] = keep_energy(&s, h[1][k], 10, NULL).off;
        rv_world_destroy(s.world);
    }
    validation_check(v, "swing, h = 0.5 to 0.0625 ms: order of the tip's place after 1.2 s",
                     "second order", 2.0, wang_slope(h[0], off[0], ORDERS), 0.1);
    validation_check(v, "swing, h = 4 to 0.5 ms: order of the energy's error", "second order", 2.0,
                     wang_slope(h[1], off[1], ORDERS), 0.15);
    validation_series series[] = {{"tip [m]", h[0], off[0], ORDERS, .points = true},
                                  {"energy / of the swing", h[1], off[1], ORDERS, .points = true}};
    validation_plot(v, &(validation_figure){.title = "A thread that swings: second order in h",
                                            .x_label = "h [s]",
                                            .y_label = "error",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 2});
}

void wang_motion(validation* v) {
    check_swing(v);
    check_energy(v);
    check_whip(v);
    check_order(v);
}
