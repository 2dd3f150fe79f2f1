// Suite "wang_2017", figures 4 to 7: a thread of 1 m and 10 g swings for 1000 s and keeps its energy, and
// one that is thrown tumbles for 1000 s and keeps its momentum. Both second order in the step.
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

static swing swing_make(validation* v, int edges, double EI, double leans) {
    swing s = {.world = wang_world(WANG_G)};
    rv_cable_node nodes[2] = {wang_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              wang_free((rv_vec3){LENGTH * sin(leans), 0.0, -LENGTH * cos(leans)})};
    rv_cable_def def = wang_rod(nodes, edges, EI);
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
    swing s = swing_make(v, 20, 1e-3, LEANS);
    kept k = keep_energy(&s, 1e-3, SECONDS, energy);
    rv_world_destroy(s.world);
    for (int n = 0; n < SECONDS; n++)
        time[n] = n;
    validation_at_most(v, "swing, N = 20, h = 1 ms, 1000 s: energy off by, of the swing's",
                       "figure 5; variational steps 5e-6", 1e-5, k.off);
    validation_at_most(v, "swing, N = 20, h = 1 ms, 1000 s: energy drifts by, of the swing's",
                       "figure 5: no drift", 1e-6, k.drift);
    validation_series series = {"total", time, energy, SECONDS, .points = false};
    validation_plot(v, &(validation_figure){.title = "Energy of a thread that swings (figure 5)",
                                            .x_label = "t [s]",
                                            .y_label = "change / energy of the swing",
                                            .series = &series,
                                            .series_count = 1});
    s = swing_make(v, 100, 1e-3, LEANS);
    k = keep_energy(&s, 1e-3, 50, NULL);
    rv_world_destroy(s.world);
    validation_at_most(v, "swing, N = 100, h = 1 ms, 50 s: energy off by, of the swing's",
                       "figure 5; variational steps 5e-6", 1e-5, k.off);
}

// released from the horizontal, its end whips
static void check_whip(validation* v) {
    swing s = swing_make(v, 20, 1e-3, 0.5 * RV_PI);
    double off = keep_energy(&s, 1e-4, 20, NULL).off * swing_energy();
    rv_world_destroy(s.world);
    validation_at_most(v, "whip, N = 20, h = 0.1 ms, 20 s: energy off by, of M g L/2",
                       "variational steps 1.7e-4", 1e-3, off / (0.5 * MASS * WANG_G * LENGTH));
}

// --- second order in the step ---

// Where the tip is after 1.2 s. From rest, places are those of half a step later: the middle of the last
// step is the time.
static double tip_after(validation* v, double h) {
    swing s = swing_make(v, 20, 1e-4, LEANS);
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
        swing s = swing_make(v, 20, 1e-3, LEANS);
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

// --- momentum ---

typedef struct momentum {
    rv_vec3 linear, angular;
} momentum;

// of a step, from the places before and after it
static momentum momentum_of(const wang_line* before, const wang_line* after, double h) {
    momentum p = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    int edges = after->count - 1;
    for (int i = 0; i <= edges; i++) {
        double m = MASS / edges * (i == 0 || i == edges ? 0.5 : 1.0);
        rv_vec3 P = rv_vec3_scale(rv_vec3_sub(after->at[i], before->at[i]), m / h);
        p.linear = rv_vec3_add(p.linear, P);
        p.angular = rv_vec3_add(p.angular, rv_vec3_cross(after->at[i], P));
    }
    return p;
}

// hands at both ends throw it to opposite sides, until these move at about 5 cm/s
static rv_cable_id throw_thread(validation* v, rv_world* world, double h, double lift) {
    rv_cable_node nodes[2] = {wang_free((rv_vec3){-0.5, 0.0, 0.0}),
                              wang_free((rv_vec3){0.5, 0.0, 0.0})};
    rv_cable_def def = wang_rod(nodes, 20, 1e-5);
    rv_cable_id cable = wang_add(v, world, &def);
    for (int hand = 0; hand < 2; hand++) {
        double side = hand == 0 ? 1.0 : -1.0;
        rv_cable_grip grip = rv_cable_grip_default();
        grip.at = hand == 0 ? 0.0 : LENGTH;
        grip.target = (rv_vec3){-0.5 * side, 10.0 * side, hand == 0 ? lift : 0.0};
        grip.max_force = 2e-3;
        rv_cable_hold(world, cable, hand, &grip);
    }
    wang_run(world, h, (long)(0.05 / h));
    rv_cable_release(world, cable, 0);
    rv_cable_release(world, cable, 1);
    return cable;
}

static void check_momentum(validation* v, double lift, const char* what) {
    const double h = 2e-3;
    rv_world* world = wang_world(0.0);
    rv_cable_id cable = throw_thread(v, world, h, lift);
    momentum first = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double linear = 0.0, angular = 0.0;
    for (int n = 0; n < SECONDS; n++) {
        wang_line before, after;
        wang_read(world, cable, &before);
        wang_run(world, h, 1);
        wang_read(world, cable, &after);
        momentum now = momentum_of(&before, &after, h);
        if (n == 0)
            first = now;
        linear = fmax(linear, rv_vec3_length(rv_vec3_sub(now.linear, first.linear)));
        angular = fmax(angular, rv_vec3_length(rv_vec3_sub(now.angular, first.angular)));
        wang_run(world, h, (long)(1.0 / h) - 1);
    }
    rv_world_destroy(world);
    char name[120];
    snprintf(name, sizeof name, "thrown thread, %s, 1000 s: momentum off by [kg m/s]", what);
    validation_at_most(v, name, "figure 7: no drift", 1e-12, linear);
    snprintf(name, sizeof name, "thrown thread, %s, 1000 s: angular momentum off by", what);
    validation_at_most(v, name, "figure 7: no drift", 1e-8,
                       angular / rv_vec3_length(first.angular));
    if (lift != 0.0)
        return;
    // two hands of 2 mN at half a metre for 50 ms
    wang_check(v, "thrown thread, in a plane: angular momentum [kg m^2/s]", "F L t",
               2e-3 * LENGTH * 0.05, rv_vec3_length(first.angular), 0.01);
}

void wang_motion(validation* v) {
    check_energy(v);
    check_whip(v);
    check_order(v);
    check_momentum(v, 0.0, "in a plane");
    check_momentum(v, 5.0, "in space");
}
