// Suite "wang_2017", figures 6 and 7: a thread of 1 m and 10 g without weight, whose ends start to
// opposite sides with 5 cm/s, tumbles for 1000 s and keeps its momentum. Total momentum is 0 by
// symmetry, so that the test is one of angular momentum.
#include "validation/wang_2017.h"

#include <math.h>
#include <stdio.h>

enum { SECONDS = 1000, EDGES = 20, VERTICES = EDGES + 1, SHAPES = 5 };
enum { METHODS = 3, DRAWN = 2 }; // DRAWN: those in figures
static const double LENGTH = 1.0, MASS = 0.01, SPEED = 0.05;
static const double SHAPE_AT[SHAPES] = {0.8, 20.0, 80.0, 300.0, 1000.0};
static const struct {
    const char* word;
    rv_cable_rod_integrator integrator;
    double h;
} METHOD[METHODS] = {{"implicit", RV_CABLE_ROD_IMPLICIT, 2e-3},
                     {"variational", RV_CABLE_ROD_NEWTON, 1e-3},
                     {"contraction mapping", RV_CABLE_ROD_CONTRACTION, 1e-3}};

typedef struct tumbling {
    rv_world* world;
    rv_cable_id cable;
    double h;
} tumbling;

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

// what hands do to both ends: forces to opposite sides [N], out of the plane by `lift` [m] of 10 m,
// for a time [s]
typedef struct toss {
    double force, lift, time;
} toss;

static tumbling toss_thread(validation* v, int method, toss by) {
    tumbling t = {.world = wang_world(0.0), .h = METHOD[method].h};
    rv_cable_node nodes[2] = {wang_free((rv_vec3){-0.5 * LENGTH, 0.0, 0.0}),
                              wang_free((rv_vec3){0.5 * LENGTH, 0.0, 0.0})};
    rv_cable_def def = wang_rod(nodes, EDGES, 1e-5);
    wang_integrate(&def, METHOD[method].integrator);
    t.cable = wang_add(v, t.world, &def);
    wang_run(t.world, t.h, 1); // variational: forces count half in the first step
    for (int hand = 0; hand < 2; hand++) {
        double side = hand == 0 ? 1.0 : -1.0;
        rv_cable_grip grip = rv_cable_grip_default();
        grip.at = hand == 0 ? 0.0 : LENGTH;
        grip.target = (rv_vec3){-0.5 * side, 10.0 * side, by.lift * side};
        grip.max_force = by.force;
        rv_cable_hold(t.world, t.cable, hand, &grip);
    }
    wang_run(t.world, t.h, lround(by.time / t.h));
    rv_cable_release(t.world, t.cable, 0);
    rv_cable_release(t.world, t.cable, 1);
    return t;
}

// as printed: the ends have 5 cm/s and all else is at rest, by a blow of one step
static toss printed_toss(int method) {
    double h = METHOD[method].h;
    return (toss){.force = 0.5 * MASS / EDGES * SPEED / h, .time = h};
}

typedef struct tumble {
    double time[SECONDS], linear[SECONDS], angular[SECONDS]; // momenta off by, of those at first
    momentum first;
    double x[SHAPES][VERTICES], y[SHAPES][VERTICES];
} tumble;

static void draw_shape(const tumbling* t, tumble* out, int k) {
    wang_line line;
    wang_read(t->world, t->cable, &line);
    for (int i = 0; i < VERTICES; i++) {
        out->x[k][i] = line.at[i].x;
        out->y[k][i] = line.at[i].y;
    }
}

// sampled once a second; momentum as a share of what 5 cm/s give the whole thread
static void let_tumble(const tumbling* t, tumble* out) {
    int shape = 1; // the first is of less than a second
    for (int n = 0; n < SECONDS; n++) {
        wang_line before, after;
        wang_read(t->world, t->cable, &before);
        wang_run(t->world, t->h, 1);
        wang_read(t->world, t->cable, &after);
        momentum now = momentum_of(&before, &after, t->h);
        if (n == 0)
            out->first = now;
        out->time[n] = n;
        out->linear[n] =
            rv_vec3_length(rv_vec3_sub(now.linear, out->first.linear)) / (MASS * SPEED);
        out->angular[n] = rv_vec3_length(rv_vec3_sub(now.angular, out->first.angular))
                          / rv_vec3_length(out->first.angular);
        wang_run(t->world, t->h, lround(1.0 / t->h) - 1);
        if (n + 1 == (int)SHAPE_AT[shape])
            draw_shape(t, out, shape++);
    }
}

static void check_kept(validation* v, int method, const char* what, const tumble* t) {
    double linear = 0.0, angular = 0.0;
    char name[120];
    for (int n = 0; n < SECONDS; n++) {
        linear = fmax(linear, t->linear[n]);
        angular = fmax(angular, t->angular[n]);
    }
    snprintf(name, sizeof name, "thrown thread, %s, %s, 1000 s: momentum off by [kg m/s]",
             METHOD[method].word, what);
    validation_at_most(v, name, "figure 7: no drift", 1e-12, linear * MASS * SPEED);
    snprintf(name, sizeof name, "thrown thread, %s, %s, 1000 s: angular momentum off by",
             METHOD[method].word, what);
    validation_at_most(v, name, "figure 7: no drift", 1e-8, angular);
}

// --- figures 6 and 7 ---

// of two runs, at one of the times [m]
static double apart(const tumble t[DRAWN], int shape) {
    double worst = 0.0;
    for (int i = 0; i < VERTICES; i++)
        worst = fmax(
            worst, hypot(t[0].x[shape][i] - t[1].x[shape][i], t[0].y[shape][i] - t[1].y[shape][i]));
    return worst;
}

static void plot_shapes(validation* v, const tumble t[DRAWN]) {
    static const char* const LABEL[SHAPES] = {"t = 0.8 s", "20 s", "80 s", "300 s", "1000 s"};
    double start_x[2] = {-0.5 * LENGTH, 0.5 * LENGTH}, start_y[2] = {0.0, 0.0};
    validation_series series[SHAPES + 2] = {
        {"t = 0: straight", start_x, start_y, 2, .points = false, .published = true}};
    for (int k = 0; k < SHAPES; k++)
        series[k + 1] =
            (validation_series){LABEL[k], t[0].x[k], t[0].y[k], VERTICES, .points = false};
    series[SHAPES + 1] = (validation_series){"by variational steps of 1 ms, all times", t[1].x[0],
                                             t[1].y[0], SHAPES * VERTICES, .points = true};
    char remark[500];
    snprintf(remark, sizeof remark,
             "Lines are by implicit steps of 2 ms; after 1000 s they are %.2g mm from the others. "
             "The paper's curves have no numbers, and its number of edges, stiffness and step are "
             "not told; here 20 edges with EI = 1e-5 N m^2. Only the ends move at first, as the "
             "caption may be read: then the thread turns by 2.4 turns in 1000 s. Had each of its "
             "points its share of the speed, it would stay straight and turn by 16.",
             1e3 * apart(t, SHAPES - 1));
    validation_plot(v, &(validation_figure){.item = "Figure 6",
                                            .title = "a thread whose ends start with 5 cm/s",
                                            .x_label = "x [m]",
                                            .y_label = "y [m]",
                                            .series = series,
                                            .series_count = SHAPES + 2,
                                            .remark = remark});
}

static void plot_momenta(validation* v, const tumble t[DRAWN]) {
    validation_series series[] = {
        {"angular momentum, implicit", t[0].time, t[0].angular, SECONDS, .points = false},
        {"angular momentum, variational", t[1].time, t[1].angular, SECONDS, .points = false},
        {"momentum, implicit", t[0].time, t[0].linear, SECONDS, .points = false},
        {"momentum, variational", t[1].time, t[1].linear, SECONDS, .points = false}};
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 7",
               .title = "momenta of a thread that tumbles, off by",
               .x_label = "time [s]",
               .y_label = "off by / M v, / L",
               .log_y = true,
               .series = series,
               .series_count = 4,
               .remark =
                   "The paper draws the magnitude of the momentum, without numbers, and finds no "
                   "visible drift: what is drawn here is how far it is from its first value. "
                   "Momentum itself is 0 by symmetry; that it stays 0 says little, so angular "
                   "momentum is drawn, too. Shares of M v with v = 5 cm/s, and of the angular "
                   "momentum at first."});
}

// Bent as little as it is, it turns as a bar with its angular momentum does, clockwise.
static void check_turned(validation* v, int method, const tumble* t) {
    const double* x = t->x[SHAPES - 1];
    const double* y = t->y[SHAPES - 1];
    double inertia = MASS * LENGTH * LENGTH / 12.0 * (1.0 + 2.0 / (EDGES * EDGES));
    double expected = 0.5 * MASS / EDGES * SPEED * LENGTH / inertia * SHAPE_AT[SHAPES - 1];
    double found = -atan2(y[EDGES] - y[0], x[EDGES] - x[0]);
    found += 2.0 * RV_PI * round((expected - found) / (2.0 * RV_PI));
    char name[120];
    snprintf(name, sizeof name, "thrown thread, %s, 1000 s: turned by [rad]", METHOD[method].word);
    // while it is bent it has less inertia, and its ends are not where its axis is: a little
    wang_check(v, name, "figure 6: L t/I of a bar", expected, found, 0.005);
}

static void check_printed(validation* v) {
    static tumble t[DRAWN];
    char name[120];
    for (int method = 0; method < DRAWN; method++) {
        tumbling thread = toss_thread(v, method, printed_toss(method));
        wang_run(thread.world, thread.h, lround(SHAPE_AT[0] / thread.h));
        draw_shape(&thread, &t[method], 0);
        rv_world_destroy(thread.world);
        thread = toss_thread(v, method, printed_toss(method));
        let_tumble(&thread, &t[method]);
        rv_world_destroy(thread.world);
        check_kept(v, method, "in a plane", &t[method]);
        snprintf(name, sizeof name, "thrown thread, %s: angular momentum [kg m^2/s]",
                 METHOD[method].word);
        // half an edge's mass at each end
        wang_check(v, name, "figure 6: 2 m v L/2", 0.5 * MASS / EDGES * SPEED * LENGTH,
                   rv_vec3_length(t[method].first.angular), 1e-6);
        check_turned(v, method, &t[method]);
    }
    plot_shapes(v, t);
    plot_momenta(v, t);
    validation_at_most(v, "thrown thread, t = 0.8 s: implicit from variational steps [m]",
                       "figure 6: the same thread", 1e-4, apart(t, 0));
}

void wang_thrown(validation* v) {
    static tumble t;
    check_printed(v);
    for (int method = 0; method < METHODS; method++) {
        tumbling thread = toss_thread(v, method, (toss){.force = 2e-3, .lift = 5.0, .time = 0.05});
        let_tumble(&thread, &t);
        rv_world_destroy(thread.world);
        check_kept(v, method, "in space", &t);
    }
}
