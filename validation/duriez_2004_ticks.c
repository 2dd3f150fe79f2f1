// Suite "duriez_2004", figure 6 by the engine's own haptic tick: the clip is the tool, held stiffly
// by a hand that moves it onto the tube at a constant speed. At 100 Hz the tick is told of the
// contacts that are near (nodes, normals, compliance); at 1 kHz it answers. Every answer is
// compared with contact solved anew for that place; the last one before an update also with the
// update.
#include "validation/duriez_2004_ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 10, SHOWN_MAX = 1024 };
static const double TICK = 1e-3, REACH = 5e-4; // [s], [m]

static const rv_haptic_rule RULE[] = {RV_HAPTIC_HOLD, RV_HAPTIC_DROP, RV_HAPTIC_FROZEN,
                                      RV_HAPTIC_SOLVE};
enum { HOLD, DROP, FROZEN, SOLVE, RULES };

typedef struct loop {
    rv_memory memory;
    duriez_snap update, fresh; // contact at updates, and at every tick
    rv_haptic_model model;
    rv_haptic_contacts contacts[RULES];
    double square[RULES], force; // sums over updates of (F_tick - F_update)^2 and F_update^2
    double off;                  // of new normals from contact solved anew, at any tick [N]
    int unsettled;
    int shown; // ticks that are kept: places [mm] and forces [N]
    double place[SHOWN_MAX], told[RULES][SHOWN_MAX], exact[SHOWN_MAX];
} loop;

static bool loop_make(loop* l, const duriez_clip* clip) {
    *l = (loop){.memory = rv_memory_make((rv_allocator){0})};
    bool good = duriez_snap_make(&l->update, clip, DURIEZ_TUBE);
    good = duriez_snap_make(&l->fresh, clip, DURIEZ_TUBE) && good;
    good = rv_haptic_model_make(&l->memory, &l->model, DURIEZ_POINTS) && good;
    for (int rule = 0; rule < RULES; rule++) {
        good = rv_haptic_contacts_make(&l->memory, &l->contacts[rule], DURIEZ_POINTS) && good;
        l->contacts[rule].rule = RULE[rule];
    }
    return good;
}

static void loop_free(loop* l) {
    for (int rule = 0; rule < RULES; rule++)
        rv_haptic_contacts_free(&l->memory, &l->contacts[rule]);
    rv_haptic_model_free(&l->memory, &l->model, DURIEZ_POINTS);
    duriez_snap_free(&l->fresh);
    duriez_snap_free(&l->update);
}

rv_pose duriez_clip_for(rv_vec3 tube) {
    return rv_pose_make(rv_vec3_neg(tube), rv_quat_identity());
}

rv_pose duriez_clip_at(double y) {
    return duriez_clip_for(rv_vec3_make(0.0, y, 0.0));
}

static rv_haptic_point point_of_row(const duriez_snap* snap, int row, rv_vec3 tube) {
    rv_vec3 X = snap->clip->X[snap->node[row]], n = snap->normal[row];
    return (rv_haptic_point){
        .key = (uint64_t)snap->node[row] + 1,
        .kind = RV_HAPTIC_TOOL_POINT,
        .point = X,
        .pose = rv_pose_make(rv_vec3_make(0.0, 0.0, 0.0), rv_quat_from_x_axis(snap->axis)),
        .geometry = {.type = RV_SHAPE_CYLINDER, .radius = DURIEZ_TUBE, .half_length = 0.015},
        .normal = n,
        .gap = rv_vec3_dot(n, rv_vec3_sub(X, tube)) - DURIEZ_TUBE, // n is across the axis
        .force = rv_vec3_scale(n, snap->lcp.f[row]),
    };
}

void duriez_publish(rv_haptic_model* m, const duriez_snap* snap, double y) {
    duriez_publish_for(m, snap, rv_vec3_make(0.0, y, 0.0));
}

void duriez_publish_for(rv_haptic_model* m, const duriez_snap* snap, rv_vec3 tube) {
    m->count = 0;
    m->sequence++;
    m->tool = duriez_clip_for(tube);
    m->step = TICKS * TICK;
    for (int r = 0; r < snap->rows && m->count < DURIEZ_POINTS; r++) {
        rv_vec3 at = rv_vec3_add(snap->clip->X[snap->node[r]], snap->u[snap->node[r]]);
        rv_vec3 from = rv_vec3_sub(at, tube);
        from = rv_vec3_mul_add(from, -rv_vec3_dot(from, snap->axis), snap->axis);
        if (rv_vec3_length(from) < DURIEZ_TUBE + REACH)
            m->points[m->count++] = point_of_row(snap, r, tube);
    }
    m->tool_gives = true;
    size_t stride = (size_t)(3 * snap->clip->count), n = (size_t)(3 * m->count);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            size_t row = 3 * ((size_t)m->points[i / 3].key - 1) + i % 3;
            size_t column = 3 * ((size_t)m->points[j / 3].key - 1) + j % 3;
            m->C_tool[i * n + j] = snap->clip->C[row * stride + column];
        }
}

// one tick of every rule; told[rule] is the force on the clip along y
static void tick(loop* l, double y, double told[RULES]) {
    for (int rule = 0; rule < RULES; rule++) {
        rv_haptic_question question = {.free = duriez_clip_at(y), .dt = TICK};
        rv_haptic_answer answer = rv_haptic_contacts_solve(&l->contacts[rule], &question);
        told[rule] = answer.force.y;
        l->unsettled += rule == SOLVE && !answer.settled;
    }
    double exact = duriez_snap_move(&l->fresh, rv_vec3_make(0.0, y, 0.0)).force.y;
    l->off = fmax(l->off, fabs(told[SOLVE] - exact));
    if (l->shown == SHOWN_MAX)
        return;
    l->place[l->shown] = 1e3 * y;
    l->exact[l->shown] = exact;
    for (int rule = 0; rule < RULES; rule++)
        l->told[rule][l->shown] = told[rule];
    l->shown++;
}

// through the clip once
static void run(loop* l, double speed, double start) {
    double told[RULES];
    bool first = true;
    for (double y = start; y <= 0.0; y += speed * TICKS * TICK) {
        double force = duriez_snap_move(&l->update, rv_vec3_make(0.0, y, 0.0)).force.y;
        for (int rule = 0; !first && rule < RULES; rule++)
            l->square[rule] += (told[rule] - force) * (told[rule] - force);
        l->force += first ? 0.0 : force * force;
        first = false;
        duriez_publish(&l->model, &l->update, y);
        for (int rule = 0; rule < RULES; rule++)
            rv_haptic_contacts_take(&l->contacts[rule], &l->model);
        for (int k = 0; k < TICKS; k++)
            tick(l, y + k * speed * TICK, told);
    }
}

// F over the way, from 13 mm to 9 mm before the seat at 20 mm/s, as figure 6 of the paper
static void plot(validation* v, const loop* l) {
    int count = l->shown < 200 ? l->shown : 200;
    validation_series series[] = {
        {"contact solved anew", l->place, l->exact, count, .points = false},
        {"negative forces dropped", l->place, l->told[DROP], count, .points = true},
        {"normals kept", l->place, l->told[FROZEN], count, .points = true},
        {"new normals", l->place, l->told[SOLVE], count, .points = true}};
    validation_plot(v, &(validation_figure){.item = "Figure 6 (ticks)",
                                            .title = "ticks at 1 kHz between updates at 100 Hz, "
                                                     "20 mm/s",
                                            .x_label = "tube from the seat [mm]",
                                            .y_label = "force on the clip [N]",
                                            .series = series,
                                            .series_count = 4,
                                            .remark = "Every tick by the engine's own haptic "
                                                      "tick, not only the last before an update. "
                                                      "With normals found anew the force of a tick "
                                                      "is that of contact solved anew to 1e-3 N; "
                                                      "with kept ones it leaves the curve until "
                                                      "the next update, which is felt as teeth."});
}

static void check(validation* v, double speed, const double theory[2], const loop* l) {
    char name[160];
    double percent[RULES];
    for (int rule = 0; rule < RULES; rule++)
        percent[rule] = 100.0 * sqrt(l->square[rule] / l->force);
    snprintf(name, sizeof name,
             "haptic tick at %g mm/s, normals kept: rms difference [%%] (held %.1f, drop %.1f)",
             1e3 * speed, percent[HOLD], percent[DROP]);
    validation_check(v, name, "theory section 4; phases are within 1 %", theory[0], percent[FROZEN],
                     0.05 + 0.02 * theory[0]);
    // what is left is 1 ms of motion, in which contacts change or do not
    snprintf(name, sizeof name, "haptic tick at %g mm/s, new normals: rms difference [%%]",
             1e3 * speed);
    validation_check(v, name, "theory section 4; phases are up to a third apart", theory[1],
                     percent[SOLVE], 0.05 + 0.2 * theory[1]);
    snprintf(name, sizeof name, "haptic tick at %g mm/s, new normals: off contact solved anew [N]",
             1e3 * speed);
    validation_at_most(v, name, "E6: 1e-3 N at every tick", 1e-3, l->off);
    snprintf(name, sizeof name, "haptic tick at %g mm/s, new normals: ticks without an answer",
             1e3 * speed);
    validation_check(v, name, "none", 0.0, l->unsettled, 0.0);
}

void duriez_ticks(validation* v, const duriez_clips* clips) {
    static const double SPEED[] = {5e-3, 1e-2, 2e-2, 5e-2};
    static const double THEORY[][2] = {{2.7, 0.6}, {5.3, 0.9}, {10.6, 2.1}, {27.0, 3.1}};
    static loop l;
    for (int k = 0; k < 4; k++) {
        bool good = loop_make(&l, &clips->linear);
        if (good) {
            run(&l, SPEED[k], -13e-3);
            check(v, SPEED[k], THEORY[k], &l);
        }
        if (good && k == 2)
            plot(v, &l);
        loop_free(&l);
    }
}
