// Suite "duriez_2004", figure 6 itself: 100 updates of contact at 100 Hz, haptic ticks at 500 Hz,
// and the last tick before each update beside it, along x, y and z. A hand brings the clip onto a
// tube that leans by 4 and 3 degrees at 5 mm/s, and sways, so that there is force along all axes.
#include "validation/duriez_2004_ticks.h"

#include <math.h>
#include <stdio.h>

enum { UPDATES = 100, TICKS = 5, AXES = 3 };
enum { HOLD, DROP, SOLVE, RULES };
static const double TICK = 2e-3, SPEED = 5e-3, START = -13e-3; // [s], [m/s], [m]

typedef struct trace {
    rv_memory memory;
    duriez_snap snap;
    rv_haptic_model model;
    rv_haptic_contacts contacts[RULES];
    double update[AXES][UPDATES];         // [N]
    double last[RULES][AXES][UPDATES];    // of the ticks before it
    double square[RULES], force, at_pose; // sums of squares; new normals at the update's place [N]
} trace;

static bool trace_make(trace* t, const duriez_clip* clip) {
    static const rv_haptic_rule RULE[RULES] = {RV_HAPTIC_HOLD, RV_HAPTIC_DROP, RV_HAPTIC_SOLVE};
    *t = (trace){.memory = rv_memory_make((rv_allocator){0})};
    bool good = duriez_snap_make(&t->snap, clip, DURIEZ_TUBE);
    good = rv_haptic_model_make(&t->memory, &t->model, DURIEZ_POINTS) && good;
    for (int rule = 0; rule < RULES; rule++) {
        good = rv_haptic_contacts_make(&t->memory, &t->contacts[rule], DURIEZ_POINTS) && good;
        t->contacts[rule].rule = RULE[rule];
    }
    rv_quat about_x = rv_quat_from_axis_angle(rv_vec3_make(1.0, 0.0, 0.0), 3.0 * RV_PI / 180.0);
    rv_quat about_y = rv_quat_from_axis_angle(rv_vec3_make(0.0, 1.0, 0.0), 4.0 * RV_PI / 180.0);
    t->snap.axis = rv_quat_rotate(rv_quat_mul(about_x, about_y), rv_vec3_make(0.0, 0.0, 1.0));
    return good;
}

static void trace_free(trace* t) {
    for (int rule = 0; rule < RULES; rule++)
        rv_haptic_contacts_free(&t->memory, &t->contacts[rule]);
    rv_haptic_model_free(&t->memory, &t->model, DURIEZ_POINTS);
    duriez_snap_free(&t->snap);
}

// in the clip's frame: the hand sways by 0.1 mm
static rv_vec3 tube_at(double time) {
    return rv_vec3_make(1e-4 * sin(2.0 * RV_PI * time), START + SPEED * time, 0.0);
}

static rv_vec3 answer(rv_haptic_contacts* contacts, double time) {
    rv_haptic_question question = {.free = duriez_clip_for(tube_at(time)), .dt = TICK};
    return rv_haptic_contacts_solve(contacts, &question).force;
}

static void keep(double to[AXES][UPDATES], int n, rv_vec3 force) {
    to[0][n] = force.x;
    to[1][n] = force.y;
    to[2][n] = force.z;
}

static void follow(trace* t) {
    rv_vec3 told[RULES] = {0}, there = {0};
    for (int n = 0; n < UPDATES; n++) {
        double now = n * TICKS * TICK;
        rv_vec3 force = duriez_snap_move(&t->snap, tube_at(now)).force;
        keep(t->update, n, force);
        for (int rule = 0; rule < RULES; rule++) {
            keep(t->last[rule], n, told[rule]);
            rv_vec3 off = rv_vec3_sub(told[rule], force);
            t->square[rule] += n > 0 ? rv_vec3_dot(off, off) : 0.0;
        }
        t->force += n > 0 ? rv_vec3_dot(force, force) : 0.0;
        if (n > 0)
            t->at_pose = fmax(t->at_pose, rv_vec3_length(rv_vec3_sub(there, force)));
        duriez_publish_for(&t->model, &t->snap, tube_at(now));
        for (int rule = 0; rule < RULES; rule++) {
            rv_haptic_contacts_take(&t->contacts[rule], &t->model);
            for (int k = 0; k < TICKS; k++)
                told[rule] = answer(&t->contacts[rule], now + k * TICK);
        }
        there = answer(&t->contacts[SOLVE], now + TICKS * TICK);
    }
}

static void draw(validation* v, const trace* t, const double percent[RULES]) {
    static const char* const ITEM[AXES] = {"Figure 6 (X)", "Figure 6 (Y)", "Figure 6 (Z)"};
    double step[UPDATES - 1]; // before the first update there is no tick
    char remark[480];
    for (int n = 1; n < UPDATES; n++)
        step[n - 1] = n;
    snprintf(remark, sizeof remark,
             "The paper draws 100 steps in units of 2 mN, without a scale that can be read or a "
             "motion, so none of its points are here. At 5 mm/s its rule is %.2g %% off over the "
             "three axes (a force that is held, %.2g %%); with normals found anew %.2g %%, all of "
             "it the motion of the 2 ms between the last tick and the update.",
             percent[DROP], percent[HOLD], percent[SOLVE]);
    for (int axis = 0; axis < AXES; axis++) {
        validation_series series[] = {
            {"deformation loop, 100 Hz", step, t->update[axis] + 1, UPDATES - 1, .points = false},
            {"last haptic tick before, the paper's rule", step, t->last[DROP][axis] + 1,
             UPDATES - 1, .points = true},
            {"last haptic tick before, new normals", step, t->last[SOLVE][axis] + 1, UPDATES - 1,
             .points = true}};
        validation_plot(v, &(validation_figure){.item = ITEM[axis],
                                                .title = "force of both loops in 100 steps",
                                                .x_label = "step of the deformation loop",
                                                .y_label = "force on the clip [N]",
                                                .series = series,
                                                .series_count = 3,
                                                .remark = axis == 0 ? remark : NULL});
    }
}

void duriez_axes(validation* v, const duriez_clips* clips) {
    static trace t;
    double percent[RULES];
    if (trace_make(&t, &clips->quadratic)) {
        follow(&t);
        for (int rule = 0; rule < RULES; rule++)
            percent[rule] = 100.0 * sqrt(t.square[rule] / t.force);
        // "nearly the same": less than a hand can tell apart, 7 % (Pang, Tan, Durlach 1991)
        validation_at_most(v, "figure 6, three axes, 5 mm/s, the paper's rule: rms difference [%]",
                           "paper: nearly the same; a hand feels 7 %", 7.0, percent[DROP]);
        validation_at_most(v, "figure 6, three axes, 5 mm/s, new normals: rms difference [%]",
                           "less than that of the paper's rule", percent[DROP], percent[SOLVE]);
        validation_at_most(v, "figure 6, three axes, new normals at the place of the update [N]",
                           "E6: agrees to 1e-3 N", 1e-3, t.at_pose);
        draw(v, &t, percent);
    }
    trace_free(&t);
}
