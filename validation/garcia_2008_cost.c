// Suite "garcia_2008", section 5.3: what a step costs by the number of spans N and of cells M in each.
// The paper's cost is linear in N M.
#include "validation/cells.h"
#include "validation/garcia_2008.h"
#include "validation/timing.h"

#include <math.h>
#include <stdio.h>

enum { SIZES = 3, SPANS_MAX = 100 };
static const int SIZE[SIZES] = {10, 30, 100}; // of N and of M; the paper varies them from 10 to 100
static const double SPAN = 50.0, DENSITY = 3.5;
static const char* const SCHEME[2] = {"implicit", "explicit"};

// a cable through eyes with a tonne at its end, which swings [ms]
static double step_time(validation* v, int spans, int cells, rv_cable_waves waves) {
    // explicit waves that are suspended would cost nothing: h c M/l < 0.7
    const double h = waves == RV_CABLE_WAVES_EXPLICIT ? 1.0 / 240.0 : 1.0 / 60.0;
    rv_world* world = massless_world(RV_STEPPER_SPOOK, GARCIA_G);
    rv_cable_node nodes[SPANS_MAX + 1];
    for (int i = 0; i < spans; i++) {
        const rv_vec3 at = {SPAN * i, 0, 0};
        nodes[i] = i == 0 ? massless_end((rv_body_id){0}, at) : massless_eye((rv_body_id){0}, at);
    }
    rv_body_id load = massless_load(world, 1000.0, (rv_vec3){SPAN * (spans - 1), 0, -SPAN});
    rv_body_set_velocity(world, load, (rv_vec3){0.5, 1.0, 0.0});
    nodes[spans] = massless_end(load, (rv_vec3){0, 0, 0});
    rv_cable_def def = garcia_cable(nodes, spans + 1, 5e7, DENSITY);
    // it hangs under the load's weight from the start: what spans use more, less what it stretches
    def.length = 1.0009 * SPAN * spans;
    def.damping = NAN;
    def.layer.damping = 0.2;
    def.layer.cells = cells;
    def.layer.waves = waves;
    massless_add(v, world, &def);
    massless_run(world, h, 10);
    double time = 1e3 * timing_step(world, h, 40);
    rv_world_destroy(world);
    return time;
}

typedef struct cost {
    double points[SIZES * SIZES], time[2][SIZES * SIZES]; // N M; by scheme [ms]
} cost;

static void tabulate_cost(validation* v, const cost* c) {
    static cells table;
    table.count = 0;
    for (int i = 0; i < SIZES * SIZES; i++) {
        cells_add(&table, "%d", SIZE[i / SIZES]);
        cells_add(&table, "%d", SIZE[i % SIZES]);
        cells_add(&table, "%s", i == 0 ? "below 0.02" : i == SIZES * SIZES - 1 ? "1.3" : "");
        for (int scheme = 1; scheme >= 0; scheme--)
            cells_add(&table, "%.2g", c->time[scheme][i]);
        cells_add(&table, "%.2g", 1e6 * c->time[1][i] / c->points[i]);
    }
    static const char* const COLUMNS[] = {"spans N",       "cells M",
                                          "paper [ms]",    "explicit [ms]",
                                          "implicit [ms]", "explicit [ns] per cell"};
    cells_tabulate(v, &table,
                   (validation_table){
                       .item = "Section 5.3",
                       .title = "time of a step by spans and cells",
                       .columns = COLUMNS,
                       .column_count = 6,
                       .remark = "The paper gives two of its times, for its explicit scheme, and "
                                 "does not name the machine; ours are processor time of the one "
                                 "that wrote this page. A step here is a whole one, with the load, "
                                 "and moves two planes where the paper's moves one."});
}

static void plot_cost(validation* v, const cost* c) {
    static const double AT[2] = {100.0, 1e4}, PRINTED[2] = {0.02, 1.3};
    static const double QUOTED_AT[1] = {24.0}, QUOTED[1] = {1.0};
    // spans over their number, with few cells and with many
    static const char* const LABEL[2][2] = {{"implicit, M = 10", "implicit, M = 100"},
                                            {"explicit, M = 10", "explicit, M = 100"}};
    double points[2][SIZES], time[2][2][SIZES];
    validation_series series[6] = {
        {"10 x 10, below this, and 100 x 100", AT, PRINTED, 2, .points = true, .published = true},
        {"24 rigid segments, as it quotes Servin and Lacoursière", QUOTED_AT, QUOTED, 1,
         .points = true, .published = true}};
    for (int scheme = 0; scheme < 2; scheme++)
        for (int many = 0; many < 2; many++) {
            for (int n = 0; n < SIZES; n++) {
                int i = n * SIZES + many * (SIZES - 1);
                points[many][n] = c->points[i];
                time[scheme][many][n] = c->time[scheme][i];
            }
            series[2 + 2 * scheme + many] = (validation_series){
                LABEL[scheme][many], points[many], time[scheme][many], SIZES, .points = false};
        }
    double few = time[1][0][SIZES - 1], all = time[1][1][SIZES - 1];
    double cell = (all - few) / (AT[1] - 1000.0), span = few / 100.0 - 10.0 * cell;
    char remark[480];
    snprintf(remark, sizeof remark,
             "Linear in the spans, and in their cells: explicit, a cell takes %.1f ns and a span "
             "%.0f ns besides. 100 x 100 cells take %.2g ms by the paper's scheme, in both planes, "
             "and %.2g ms by the implicit one, which is the default and never suspends its waves.",
             1e6 * cell, 1e6 * span, all, time[0][1][SIZES - 1]);
    validation_plot(v, &(validation_figure){.item = "Section 5.3",
                                            .title = "time of a step over the number of cells",
                                            .x_label = "cells of the whole cable, N M",
                                            .y_label = "time [ms]",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 6,
                                            .remark = remark});
}

void garcia_cost(validation* v) {
    static cost c;
    for (int i = 0; i < SIZES * SIZES; i++) {
        c.points[i] = (double)SIZE[i / SIZES] * SIZE[i % SIZES];
        for (int scheme = 0; scheme < 2; scheme++)
            c.time[scheme][i] =
                step_time(v, SIZE[i / SIZES], SIZE[i % SIZES], (rv_cable_waves)scheme);
    }
    for (int scheme = 0; scheme < 2; scheme++) {
        const double* time = c.time[scheme];
        char name[120];
        snprintf(name, sizeof name, "%s, 100 cells per span, 10 to 100 spans: exponent of the cost",
                 SCHEME[scheme]);
        // of a ratio of ten; a shared machine may make one of them half as long again: log10(1.5),
        // and a tenth for what a step costs besides
        validation_check_time(v, name, "paper, section 5.3: linear", 1.0,
                              log10(time[SIZES * SIZES - 1] / time[SIZES - 1]), 0.3);
    }
    tabulate_cost(v, &c);
    plot_cost(v, &c);
}
