// Suite "duriez_2004", section 5.3: the clip with as many nodes and elements as the paper's, and
// how long its collision, its contact problem and its haptic tick take on the way onto the tube.
// Processor time: told, not checked.
#include "validation/cells.h"
#include "validation/duriez_2004_collision.h"
#include "validation/duriez_2004_engine.h"
#include "validation/duriez_2004_ticks.h"
#include "validation/timing.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { FACETS = 48, AGAIN = 20 };
static const double START = -12.7e-3, STEP = 2e-4; // of duriez_collision [m]

typedef struct times {
    double y[DURIEZ_PLACES];                                                      // [mm]
    double collision[DURIEZ_PLACES], problem[DURIEZ_PLACES], tick[DURIEZ_PLACES]; // [ms]
    double step; // of the world, all of it [ms]
} times;

// of one of AGAIN [ms]
static double elapsed(clock_t since) {
    return 1e3 * (double)(clock() - since) / CLOCKS_PER_SEC / AGAIN;
}

static void time_collision(times* t, const duriez_clip* clip) {
    static duriez_collision c;
    bool good = duriez_collision_make(&c, clip, FACETS);
    for (int k = 0; good && k < DURIEZ_PLACES; k++) {
        clock_t since = clock();
        for (int n = 0; n < AGAIN; n++)
            duriez_collision_find(&c, k);
        t->collision[k] = elapsed(since);
    }
    duriez_collision_free(&c);
}

// the contact problem from no contact, and ticks on the way to the next place
static void time_contact(times* t, const duriez_clip* clip) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    duriez_snap snap;
    rv_haptic_model model = {0};
    rv_haptic_contacts contacts = {0};
    bool good = duriez_snap_make(&snap, clip, DURIEZ_TUBE);
    good = rv_haptic_model_make(&memory, &model, DURIEZ_POINTS) && good;
    good = rv_haptic_contacts_make(&memory, &contacts, DURIEZ_POINTS) && good;
    contacts.rule = RV_HAPTIC_SOLVE;
    for (int k = 0; good && k < DURIEZ_PLACES; k++) {
        double y = START + k * STEP;
        duriez_snap_move(&snap, rv_vec3_make(0.0, y, 0.0));
        duriez_publish(&model, &snap, y);
        clock_t since = clock();
        for (int n = 0; n < AGAIN; n++)
            duriez_lcp_solve_cold(&snap.lcp, rv_lcp_solve);
        t->problem[k] = elapsed(since);
        t->y[k] = 1e3 * y;
        rv_haptic_contacts_take(&contacts, &model);
        since = clock();
        for (int n = 0; n < AGAIN; n++) {
            rv_haptic_question question = {.free = duriez_clip_at(y + n * STEP / AGAIN),
                                           .dt = 1e-3};
            (void)rv_haptic_contacts_solve(&contacts, &question);
        }
        t->tick[k] = elapsed(since);
    }
    rv_haptic_contacts_free(&memory, &contacts);
    rv_haptic_model_free(&memory, &model, DURIEZ_POINTS);
    duriez_snap_free(&snap);
}

// in contact, from 10.5 mm before the seat on
static double time_step(void) {
    duriez_engine engine;
    const duriez_engine_def def = {.model = RV_SOLID_STATIC, .order = 1, .speed = 0.02};
    double step = NAN;
    if (duriez_engine_make(&engine, &def, NULL)) {
        while (duriez_engine_place(&engine) < -10.5e-3)
            rv_world_step(engine.world, 1e-2);
        step = 1e3 * timing_step(engine.world, 1e-3, 20);
    }
    duriez_engine_free(&engine);
    return step;
}

static double mean(const double* x) {
    double sum = 0.0;
    for (int k = 0; k < DURIEZ_PLACES; k++)
        sum += x[k];
    return sum / DURIEZ_PLACES;
}

static double largest(const double* x) {
    double most = 0.0;
    for (int k = 0; k < DURIEZ_PLACES; k++)
        most = fmax(most, x[k]);
    return most;
}

static void add_row(cells* table, const char* what, const char* paper, double here) {
    cells_add(table, "%s", what);
    cells_add(table, "%s", paper);
    cells_add(table, here >= 100.0 ? "%.0f" : "%.3g", here);
}

static void tabulate(validation* v, const duriez_clip* clip, const times* t) {
    static const char* const COLUMNS[] = {"", "paper", "here"};
    static cells table;
    table.count = 0;
    add_row(&table, "nodes", "639", clip->nodes);
    add_row(&table, "linear tetrahedra", "2395", clip->tets);
    add_row(&table, "collision detection, mean [ms]", "2.6", mean(t->collision));
    cells_add(&table, "first collision tests [ms]");
    cells_add(&table, "below 0.5 more");
    cells_add(&table, "in the row above");
    add_row(&table, "contact problem, mean [ms]", "0.2", mean(t->problem));
    add_row(&table, "contact problem, largest [ms]", "never above 1", largest(t->problem));
    add_row(&table, "haptic tick, mean [ms]", "0.1", mean(t->tick));
    add_row(&table, "whole step of the world in contact [ms]", "not said; updates at 100 Hz",
            t->step);
    cells_tabulate(
        v, &table,
        (validation_table){
            .item = "Section 5.3",
            .title = "the clip's size, and how long things take",
            .columns = COLUMNS,
            .column_count = 3,
            .remark = "The paper's machine is a Pentium 4 of 2.4 GHz; here it is one processor of "
                      "the one that wrote this page, which may have been busy: times are told and "
                      "not checked. Its tube is not told; here it has 48 facets for the collision. "
                      "Our tick finds normals anew and solves the complementarity problem, where "
                      "the paper's solves equations."});
}

static void draw(validation* v, const times* t) {
    double ends[2] = {t->y[0], t->y[DURIEZ_PLACES - 1]};
    double detection[2] = {2.6, 2.6}, problem[2] = {0.2, 0.2}, tick[2] = {0.1, 0.1};
    validation_series series[] = {
        {"collision", t->y, t->collision, DURIEZ_PLACES, .points = false},
        {"contact problem", t->y, t->problem, DURIEZ_PLACES, .points = false},
        {"haptic tick", t->y, t->tick, DURIEZ_PLACES, .points = false},
        {"collision detection", ends, detection, 2, .published = true},
        {"contact problem, mean", ends, problem, 2, .published = true},
        {"haptic loop", ends, tick, 2, .published = true}};
    validation_plot(
        v, &(validation_figure){.item = "Section 5.3 (times)",
                                .title = "processor time on the way onto the tube",
                                .x_label = "tube from the seat [mm]",
                                .y_label = "time [ms]",
                                .log_y = true,
                                .series = series,
                                .series_count = 6,
                                .remark = "Means of 20 at each place. Contact problems are solved "
                                          "from no contact, the worst start. The paper's are "
                                          "means over its own task."});
}

void duriez_times(validation* v) {
    static times t;
    duriez_clip clip;
    rv_clip_shape shape = rv_clip_shape_default();
    shape.trimmed = true;
    if (duriez_clip_make(&clip, &shape, 1, DURIEZ_YOUNG)) {
        validation_check(v, "clip: nodes", "paper, section 5.3", 639.0, clip.nodes, 0.0);
        validation_check(v, "clip: linear tetrahedra", "paper, section 5.3", 2395.0, clip.tets,
                         0.0);
        time_collision(&t, &clip);
        time_contact(&t, &clip);
        t.step = time_step();
        tabulate(v, &clip, &t);
        draw(v, &t);
    }
    duriez_clip_free(&clip);
}
