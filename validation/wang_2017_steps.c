// Suite "wang_2017", section 3 corrected: how long an explicit step may be for the printed parameters in
// their three readings, 1/2 sqrt(m l^3/B) with m the mass of a vertex; what rods say of themselves, and
// what they do. Figure 17 at the printed 1 ms is possible only where k_b has the wrong dimension.
#include "validation/cells.h"
#include "validation/wang_2017_explicit.h"

#include <math.h>
#include <stdio.h>

static const double LENGTH = 1.0;

typedef struct straight_def {
    int edges;
    double mass, EI;
} straight_def;

// a weightless thread of 1 m with one end pinned, zigzag by a millionth of an edge
static rv_cable_id straight_make(validation* v, rv_world* world, const straight_def* d) {
    enum { VERTICES_MAX = 101 };
    rv_vec3 shape[VERTICES_MAX];
    for (int i = 0; i <= d->edges; i++)
        shape[i] = (rv_vec3){LENGTH * i / d->edges, 1e-6 * (i % 2) * LENGTH / d->edges, 0.0};
    rv_cable_node nodes[2] = {rv_cable_node_default(), rv_cable_node_default()};
    nodes[1].type = RV_CABLE_FREE;
    nodes[1].point = shape[d->edges];
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_ROD;
    def.nodes = nodes;
    def.node_count = 2;
    def.EA = INFINITY;
    def.mass_per_length = d->mass / LENGTH;
    def.segments.count = d->edges;
    def.segments.EI = d->EI;
    def.segments.shape = shape;
    def.segments.shape_count = d->edges + 1;
    def.segments.touches_itself = false;
    def.rod.integrator = RV_CABLE_ROD_NEWTON;
    def.rod.substeps = 1;
    rv_cable_id cable = rv_cable_create(world, &def);
    if (!rv_cable_is_valid(world, cable))
        validation_check(v, rv_world_error(world), "must be accepted", 1.0, 0.0, 0.0);
    return cable;
}

// whether it stays straight in 1000 steps of length h; what it says is the longest step
static bool stays_straight(validation* v, const straight_def* d, double h, double* limit) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0.0, 0.0, 0.0};
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_cable_id cable = straight_make(v, world, d);
    double start = rv_world_energy(world).total;
    for (int n = 0; n < 1000; n++)
        rv_world_step(world, h);
    bool stays = rv_world_energy(world).total < 1e3 * start;
    *limit = rv_cable_get_rod_report(world, cable).step_limit;
    rv_world_destroy(world);
    return stays;
}

// by halving
static double measured_limit(validation* v, const straight_def* d, double* said) {
    double other;
    stays_straight(v, d, 1e-6, said);
    double low = 0.8 * *said, high = 1.2 * *said;
    for (int n = 0; n < 10; n++) {
        double middle = 0.5 * (low + high);
        if (stays_straight(v, d, middle, &other))
            low = middle;
        else
            high = middle;
    }
    return low;
}

typedef struct printed_set {
    const char* what;
    int edges;
    double mass, kb, h;
    double limit[3]; // B = k_b l/2 (equation 3), k_b/4 (appendix C), k_b
} printed_set;

enum { SETS = 5, READINGS = 3 };
static const printed_set SET[SETS] = {
    {"plectoneme, N = 20", 20, 0.02, 0.02, 1e-3, {7.9e-3, 2.5e-3, 1.25e-3}},
    {"knot, N = 40", 40, 0.02, 0.002, 1e-4, {8.8e-3, 2.0e-3, 9.9e-4}},
    {"figure 17a", 100, 0.01, 1e-3, 1e-3, {2.2e-3, 3.2e-4, 1.6e-4}},
    {"figure 17b", 100, 0.01, 5e-4, 1e-3, {3.2e-3, 4.5e-4, 2.2e-4}},
    {"figure 17c", 100, 0.01, 2.5e-4, 1e-3, {4.5e-3, 6.3e-4, 3.2e-4}}};

static void tabulate(validation* v, double found[SETS][READINGS]) {
    static const char* const COLUMNS[] = {"parameters of", "paper: step [ms]",
                                          "longest step [ms], B = k_b l/2 (equation 3)",
                                          "B = k_b/4 (appendix C)", "B = k_b"};
    static cells table;
    table.count = 0;
    for (int i = 0; i < SETS; i++) {
        cells_add(&table, "%s", SET[i].what);
        cells_add(&table, "%g", 1e3 * SET[i].h);
        for (int reading = 0; reading < READINGS; reading++)
            cells_add(&table, "%.3g%s", 1e3 * found[i][reading],
                      found[i][reading] < SET[i].h ? " (below the printed)" : "");
    }
    cells_tabulate(
        v, &table,
        (validation_table){
            .item = "Section 3",
            .title = "the longest explicit step of a straight thread, found by halving",
            .columns = COLUMNS,
            .column_count = 5,
            .remark = "The paper asks for a step below half of the highest frequency, with a time "
                      "for that frequency: meant is h < 2/omega = 1/2 sqrt(m l^3/B), m the mass of "
                      "a vertex, which these are within 2 %. k_b has three readings, and with the "
                      "two that have the right dimension figure 17 cannot be run at 1 ms. Where "
                      "edges are bent by 30, 60 and 90 degrees, steps must be 0.88, 0.61 and 0.35 "
                      "times as long."});
}

void wang_step_limits(validation* v) {
    static double found[SETS][READINGS];
    for (int i = 0; i < SETS; i++)
        for (int reading = 0; reading < READINGS; reading++) {
            double share = reading == 0 ? 0.5 / SET[i].edges : reading == 1 ? 0.25 : 1.0;
            straight_def d = {SET[i].edges, SET[i].mass, share * SET[i].kb};
            double said;
            found[i][reading] = measured_limit(v, &d, &said);
            char name[120];
            snprintf(name, sizeof name, "%s, B = %g k_b: longest step [s]; printed %g", SET[i].what,
                     share, SET[i].h);
            validation_check(v, name, "section 3, corrected; independent check, two digits",
                             SET[i].limit[reading], said, 0.03 * SET[i].limit[reading]);
            snprintf(name, sizeof name, "%s, B = %g k_b: longest step that stays straight [s]",
                     SET[i].what, share);
            validation_check(v, name, "1/2 sqrt(m l^3/B)", said, found[i][reading], 0.02 * said);
        }
    tabulate(v, found);
}
