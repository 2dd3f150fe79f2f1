// Suite "wang_2017", table 1 and section 6.3: how many iterations keep a thread's length, by
// contraction mapping and by Newton's method, and how many steps a second there are. Times are
// shown and not checked: they are those of the machine that writes the page.
#include "validation/cells.h"
#include "validation/timing.h"
#include "validation/wang_2017.h"
#include "validation/wang_2017_explicit.h"

#include <math.h>
#include <stdio.h>

enum { SIZES = 3, METHODS = 3, STEPS = 1000 };
static const double LENGTH = 1.0, STEP = 1e-3;
static const int EDGES[SIZES] = {20, 40, 100};
static const rv_cable_rod_integrator METHOD[METHODS] = {
    RV_CABLE_ROD_NEWTON, RV_CABLE_ROD_CONTRACTION, RV_CABLE_ROD_IMPLICIT};

typedef struct speed {
    double iterations; // per step
    double time;       // of a step [s]
} speed;

typedef struct level {
    rv_world* world;
    rv_cable_id cable;
} level;

// level at first
static level level_make(validation* v, rv_cable_rod_integrator integrator, int edges) {
    level l = {.world = wang_world(WANG_G)};
    rv_cable_node nodes[2] = {wang_pinned((rv_body_id){0}, (rv_vec3){0.0, 0.0, 0.0}),
                              wang_free((rv_vec3){LENGTH, 0.0, 0.0})};
    rv_cable_def def = wang_rod(nodes, edges, 1e-5);
    wang_integrate(&def, integrator);
    if (integrator != RV_CABLE_ROD_IMPLICIT)
        def.rod.tolerance = 1e-10;
    l.cable = wang_add(v, l.world, &def);
    return l;
}

// Iterations of the first second, and times after it, by turns: what else runs on the machine slows
// all.
static void let_go(validation* v, int edges, speed found[METHODS]) {
    enum { ROUNDS = 4 };
    level l[METHODS];
    for (int k = 0; k < METHODS; k++) {
        long sum = 0;
        l[k] = level_make(v, METHOD[k], edges);
        for (int n = 0; n < STEPS; n++) {
            rv_world_step(l[k].world, STEP);
            sum += rv_cable_get_rod_report(l[k].world, l[k].cable).iterations;
        }
        found[k] = (speed){(double)sum / STEPS, INFINITY};
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < METHODS; k++)
            found[k].time = fmin(found[k].time, timing_step(l[k].world, STEP, STEPS / 10));
    for (int k = 0; k < METHODS; k++)
        rv_world_destroy(l[k].world);
}

static void check_iterations(validation* v, speed found[SIZES][METHODS]) {
    for (int i = 0; i < SIZES; i++) {
        double newton = found[i][0].iterations, contraction = found[i][1].iterations;
        char name[120];
        snprintf(name, sizeof name, "let go level, N = %d, to 1e-10: iterations per step, Newton",
                 EDGES[i]);
        validation_at_most(v, name, "section 6.3; an independent check has up to 1.4", 1.7, newton);
        snprintf(name, sizeof name,
                 "let go level, N = %d, to 1e-10: iterations per step, contraction", EDGES[i]);
        validation_at_most(v, name, "section 6.3: within three", 3.0, contraction);
        snprintf(name, sizeof name,
                 "let go level, N = %d, to 1e-10: iterations, Newton / contraction", EDGES[i]);
        validation_check(v, name, "section 6.3; an independent check has 0.64 to 0.67", 0.65,
                         newton / contraction, 0.15);
    }
}

static void tabulate_methods(validation* v, speed found[SIZES][METHODS]) {
    // independent check
    static const double THEIRS[SIZES][2] = {{1.0, 1.5}, {1.3, 2.0}, {1.4, 2.2}};
    static const char* const COLUMNS[] = {"edges",
                                          "method",
                                          "paper: iterations",
                                          "independent check",
                                          "here: iterations a step",
                                          "here: time of a step [us]"};
    static const char* const WORD[] = {"Newton", "contraction mapping"};
    static cells table;
    table.count = 0;
    for (int i = 0; i < SIZES; i++)
        for (int method = 0; method < 2; method++) {
            cells_add(&table, "%d", EDGES[i]);
            cells_add(&table, "%s", WORD[method]);
            cells_add(&table, "at most 3");
            cells_add(&table, "%.1f", THEIRS[i][method]);
            cells_add(&table, "%.2f", found[i][method].iterations);
            cells_add(&table, "%.2g", 1e6 * found[i][method].time);
        }
    cells_tabulate(
        v, &table,
        (validation_table){
            .item = "Section 6.3",
            .title = "iterations that keep the lengths of a thread that is let go level",
            .columns = COLUMNS,
            .column_count = 6,
            .remark = "The paper finds contraction mapping at least 20 % faster, because an "
                      "iteration of it costs less. It takes 1.3 to 1.6 times as many iterations to "
                      "the same 1e-10, and an iteration of Newton's method costs hardly more here. "
                      "Steps of 1 ms; least processor time on the machine that wrote this page, "
                      "which is not checked."});
}

// to two digits
static double rounded(double x) {
    double unit = pow(10.0, floor(log10(x)) - 1.0);
    return round(x / unit) * unit;
}

static void add_row(cells* table, const char* const row[7]) {
    for (int i = 0; i < 7; i++)
        cells_add(table, "%s", row[i]);
}

static void tabulate_models(validation* v, const speed found[METHODS]) {
    static const char* const COLUMNS[] = {"model",       "explicit centreline", "inextensible",
                                          "axial force", "rate [Hz]",           "nodes",
                                          "machine"};
    static const char* const PAPER[][7] = {
        {"Bonanni et al. 2009 (paper)", "no", "yes", "no", "1000", "-", "-"},
        {"Huang et al. 2011 (paper)", "yes", "no", "no", "90", "-", "P7350 2.0 GHz"},
        {"Kir 2014 (paper)", "yes", "yes", "no", "177", "100", "E3-1230V2 3.3 GHz"},
        {"the paper's own", "yes", "yes", "yes", "1000", "100", "i7-3520M 2.9 GHz"}};
    static const char* const WORD[METHODS] = {"here, Newton", "here, contraction mapping",
                                              "here, implicit (the default)"};
    static cells table;
    table.count = 0;
    for (int i = 0; i < 4; i++)
        add_row(&table, PAPER[i]);
    for (int method = 0; method < METHODS; method++) {
        char rate[40];
        snprintf(rate, sizeof rate, "%.0f", rounded(1.0 / found[method].time));
        add_row(&table, (const char* const[7]){WORD[method], "yes", "yes or no", "yes, and shear",
                                               rate, "101", "the one that wrote this page"});
    }
    cells_tabulate(
        v, &table,
        (validation_table){
            .item = "Table 1",
            .title = "models of threads with force feedback",
            .columns = COLUMNS,
            .column_count = 7,
            .remark = "Ours is steps a second of a thread of 100 edges that swings and touches "
                      "nothing, one thread of one processor, while other things may run: no limit, "
                      "and not checked. Threads may be extensible here, and what a hand feels is "
                      "the axial force with the shear, which the paper's product of multiplier and "
                      "direction leaves out."});
}

void wang_speed(validation* v) {
    speed found[SIZES][METHODS];
    for (int i = 0; i < SIZES; i++)
        let_go(v, EDGES[i], found[i]);
    tabulate_models(v, found[SIZES - 1]);
    tabulate_methods(v, found);
    check_iterations(v, found);
}
