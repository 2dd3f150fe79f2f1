// Suite "servin_2007_segments", Table I: the largest load that chains of particles hold (Servin,
// Lacoursiere 2007, section III; the chains: segments_chains.h), in three columns: the paper's,
// ours by its method (seed stepper, no geometric stiffness), ours with geometric stiffness (SPOOK,
// tau = 2h, the default). One step of 1/60 s at a time in all of them.
//   The method ends where the force of a link turns too far within a step (theory, 2.3),
//   T < 4 m d/(h^2 kappa) + c_b kappa/d. With geometric stiffness only the material is left: the
//   pull at the bottom of the swing, 3 M g, stretches a link by the tenth that counts as failure.
// To hold 1e9 the links have to be as stiff for it as they are for the paper's load; the compliance
// of the bend stays as printed.
#include "validation/segments_chains.h"
#include "validation/cells.h"
#include "validation/segments.h"

#include <math.h>
#include <stdio.h>

static const double LARGEST_STRETCH = 0.1; // of a link
static const double LARGEST_GAIN = 0.02;   // of M g L
static const double LARGEST_LOSS = 0.02;   // in 30 s, where the swing is to be kept
static const double HEAVY = 1e9, HEAVIEST = 1e12;
static const double TRIED = 1e17; // no limit is looked for above this load
enum { PER_DECADE = 8 };          // loads tried

typedef struct table_row {
    const char* name; // with eps_d and that of the supplementary rows
    chains_model model;
    double link, extra;
    double paper; // its largest load
    double known; // that of the independent check in double precision
} table_row;

// Rows (c) hold more than was printed: the light particles do not carry the load. They tremble,
// bounded, from 2.4e4, 1.8e7 and 1e4 on; for the last no limit was found up to 1e17.
static const table_row TABLE[] = {
    {"(a) 1e-8", CHAINS_LINKED, 1e-8, 0.0, 1e2, 1e2},
    {"(b) 1e-8, 1e-9", CHAINS_LENGTH, 1e-8, 1e-9, 1e2, 1e2},
    {"(c) 1e-8, 1e-9", CHAINS_ENFORCED, 1e-8, 1e-9, 1e3, 4.2e5},
    {"(c) 1e-8, 1e-12", CHAINS_ENFORCED, 1e-8, 1e-12, 1e7, 5.6e8},
    {"(c) 1e-18, 1e-22", CHAINS_ENFORCED, 1e-18, 1e-22, 1e15, 1e17},
    {"(d) 1e-8, 1e-9", CHAINS_LENGTH_CUT, 1e-8, 1e-9, 1e2, 1e2},
    {"(e) 1e-8, 1e-4", CHAINS_ANGLES, 1e-8, 1e-4, 1e3, 1e3},
    {"(e) 1e-11, 1e-9", CHAINS_ANGLES, 1e-11, 1e-9, 1e7, 1.8e7},
    {"(e) 1e-18, 1e-17", CHAINS_ANGLES, 1e-18, 1e-17, 1e15, 1.3e15},
};
enum { ROWS = sizeof TABLE / sizeof *TABLE };

typedef struct outcome {
    double stretch; // largest |phi_d| of a link [m]
    double gain;    // most of kinetic + gravitational energy above the start, share of M g L
    double lost;    // of it, at the end
    bool finite;
} outcome;

// The criterion of the independent check: over 30 s everything stays finite, no link is ever off
// its length by more than a tenth, and the motion, kinetic + gravitational energy, never has more
// than 2 % of M g L above what it had at the start. (Elastic energy of rows as stiff as these says
// nothing: it is the error of linearising them, squared and divided by the compliance.)
static bool is_stable(const outcome* o) {
    return o->finite && o->stretch <= LARGEST_STRETCH && o->gain <= LARGEST_GAIN;
}

static double motion_energy(const rv_world* world) {
    rv_energy energy = rv_world_energy(world);
    return energy.kinetic + energy.gravitational;
}

// runs until it is unstable, at most 30 s
static outcome drop(const chains_def* def) {
    chains c;
    outcome o = {.finite = chains_create(def, &c)};
    double start = o.finite ? motion_energy(c.world) : NAN;
    double scale = def->ratio * CHAINS_G * CHAINS_LINKS;
    for (int n = 0; n < CHAINS_SECONDS * CHAINS_RATE && is_stable(&o); n++) {
        chains_step(&c);
        double stretch = chains_largest_stretch(&c);
        double gain = (motion_energy(c.world) - start) / scale;
        o.finite =
            isfinite(stretch) && isfinite(gain) && rv_world_report(c.world).nonfinite_count == 0;
        o.stretch = fmax(o.stretch, stretch);
        o.gain = fmax(o.gain, gain);
        o.lost = -gain;
    }
    rv_world_destroy(c.world);
    return o;
}

static bool holds(chains_def def, double ratio) {
    def.ratio = ratio;
    outcome o = drop(&def);
    return is_stable(&o);
}

// The last stable load on a grid of 8 per decade, from half a decade below the expected one up to
// the first that is not stable; 0 if none is. Ends just outside of half a decade above.
static double largest_load(const chains_def* def, double expected) {
    int middle = (int)floor(PER_DECADE * log10(expected) + 0.5);
    double largest = 0.0;
    for (int k = middle - PER_DECADE / 2; k <= middle + PER_DECADE / 2 + 1; k++) {
        double ratio = pow(10.0, (double)k / PER_DECADE);
        if (!holds(*def, ratio))
            break;
        largest = ratio;
    }
    return largest;
}

// the paper's method
static chains_def plain(const table_row* row) {
    return (chains_def){.model = row->model,
                        .link_compliance = row->link,
                        .extra_compliance = row->extra,
                        .stepper = RV_STEPPER_SEED};
}

static chains_def stiffened(const table_row* row) {
    chains_def def = plain(row);
    def.stepper = RV_STEPPER_SPOOK;
    def.relaxation = 2.0;
    def.geometric_stiffness = true;
    return def;
}

// with rows that stretch under `ratio` as the printed ones do under the paper's load
static chains_def stiffened_for(const table_row* row, double ratio) {
    chains_def def = stiffened(row);
    double share = fmin(1.0, row->paper / ratio);
    def.ratio = ratio;
    def.link_compliance *= share;
    if (row->model != CHAINS_ANGLES)
        def.extra_compliance *= share;
    return def;
}

// The load whose pull at the bottom of the swing, M g + M v^2/L = 3 M g, stretches a link by a
// tenth. All links share the stretch of the load with the row beside them; a total length without
// the last link has all of its stretch there.
static double material_load(const table_row* row) {
    double per_pull = row->link;
    if (row->model == CHAINS_LENGTH || row->model == CHAINS_ENFORCED)
        per_pull = 1.0 / (1.0 / row->link + CHAINS_LINKS / row->extra);
    else if (row->model == CHAINS_LENGTH_CUT)
        per_pull = row->extra;
    return LARGEST_STRETCH / (3.0 * CHAINS_G * per_pull);
}

static void check_holds(validation* v, const char* name, const char* source, bool expected,
                        bool measured) {
    validation_check(v, name, source, expected ? 1.0 : 0.0, measured ? 1.0 : 0.0, 0.0);
}

static const char* known_source(const table_row* row) {
    return row->model == CHAINS_ENFORCED
               ? "independent check: holds more than the paper printed, but trembles"
               : "independent check in double precision";
}

static void check_plain_at(validation* v, const table_row* row, double ratio, bool expected,
                           const char* source) {
    char name[160];
    snprintf(name, sizeof name, "Table I %s, no geometric stiffness: stable at %g", row->name,
             ratio);
    check_holds(v, name, source, expected, holds(plain(row), ratio));
}

// column 2: the largest load by the paper's method
static double check_plain(validation* v, const table_row* row) {
    check_plain_at(v, row, row->paper, true, "Servin, Lacoursiere 2007, Table I");
    if (row->known >= TRIED) {
        check_plain_at(v, row, TRIED, true, known_source(row));
        return TRIED;
    }
    chains_def def = plain(row);
    double largest = largest_load(&def, row->known);
    char name[160];
    snprintf(name, sizeof name, "Table I %s, no geometric stiffness: log10 of the largest load",
             row->name);
    // half a decade
    validation_check(v, name, known_source(row), log10(row->known), log10(largest), 0.5);
    if (row->model == CHAINS_ENFORCED)
        return largest;
    if (row->known != row->paper)
        check_plain_at(v, row, row->known, true, known_source(row));
    check_plain_at(v, row, 3.0 * row->known, false, "independent check: not 3 times its limit");
    return largest;
}

// column 3, with the rows as printed: the material's limit
static double check_material(validation* v, const table_row* row) {
    char name[160];
    chains_def def = stiffened(row);
    double expected = material_load(row);
    if (expected > TRIED) {
        snprintf(name, sizeof name, "Table I %s, with geometric stiffness: stable at %g", row->name,
                 TRIED);
        check_holds(v, name, "the material's limit is above", true, holds(def, TRIED));
        return TRIED;
    }
    double largest = largest_load(&def, expected);
    snprintf(name, sizeof name,
             "Table I %s, with geometric stiffness: log10 of the load that stretches a link 10 %%",
             row->name);
    // the grid has steps of 0.125, and what swings up and down in the rows comes on top
    validation_check(v, name, "3 M g at the bottom of the swing", log10(expected), log10(largest),
                     0.3);
    return largest;
}

// Column 3, with links that carry 1e9 without stretching. Dropped from the horizontal the load
// comes to rest level with the anchor: its pull ends there, and for a moment rows that also push
// press the chain together. With 1e10 to 1e11 times their mass behind it (seed: from 2e8) the
// light particles then buckle; from 5 degrees below, where the chain always pulls, 1e12 is held.
static void check_heavy(validation* v, const table_row* row) {
    char name[160];
    chains_def def = stiffened_for(row, HEAVY);
    outcome o = drop(&def);
    snprintf(name, sizeof name, "Table I %s, with geometric stiffness, load 1e9: stretch [m]",
             row->name);
    validation_at_most(v, name, "criterion of the independent check", LARGEST_STRETCH,
                       o.finite ? o.stretch : INFINITY);
    snprintf(name, sizeof name,
             "Table I %s, with geometric stiffness, load 1e9: energy gained, of M g L", row->name);
    validation_at_most(v, name, "criterion of the independent check", LARGEST_GAIN,
                       o.finite ? o.gain : INFINITY);
    snprintf(name, sizeof name,
             "Table I %s, with geometric stiffness, load 1e9: energy lost in 30 s, of M g L",
             row->name);
    validation_at_most(v, name, "conservation", LARGEST_LOSS, o.finite ? o.lost : INFINITY);
    def = stiffened_for(row, HEAVIEST);
    def.below = 5.0 * RV_PI / 180.0;
    snprintf(name, sizeof name,
             "Table I %s, with geometric stiffness, from 5 degrees below: stable at 1e12",
             row->name);
    check_holds(v, name, "criterion of the independent check", true, holds(def, HEAVIEST));
}

static void plot_table(validation* v, double columns[3][ROWS]) {
    double x[ROWS], paper[ROWS], known[ROWS];
    for (int i = 0; i < ROWS; i++) {
        x[i] = i + 1;
        paper[i] = TABLE[i].paper;
        known[i] = TABLE[i].known;
    }
    const validation_series series[] = {
        {"as printed", x, paper, ROWS, .points = true, .published = true},
        {"the paper's method", x, columns[0], ROWS, .points = true},
        {"the paper's method, independent check", x, known, ROWS, .points = true},
        {"with geometric stiffness: the material's limit", x, columns[1], ROWS, .points = true},
        {"with it, links that do not stretch: at least", x, columns[2], ROWS, .points = true},
    };
    validation_plot(v, &(validation_figure){.item = "Table I",
                                            .title = "largest stable load of chains of particles",
                                            .x_label = "row: a, b, c, c, c, d, e, e, e",
                                            .y_label = "load / mass of a light particle",
                                            .log_y = true,
                                            .series = series,
                                            .series_count = sizeof series / sizeof *series});
}

static void tabulate(validation* v, double columns[3][ROWS]) {
    static const char* const COLUMNS[] = {"model, eps_d, eps_x",
                                          "paper",
                                          "its method, here",
                                          "its method, independent check",
                                          "with geometric stiffness: 10 % stretch",
                                          "with it, links that do not stretch"};
    cells table = {.count = 0};
    for (int i = 0; i < ROWS; i++) {
        const char* more = columns[0][i] >= TRIED ? "at least " : "";
        cells_add(&table, "%s", TABLE[i].name);
        cells_add(&table, "%.0e", TABLE[i].paper);
        cells_add(&table, "%s%.1e", more, columns[0][i]);
        cells_add(&table, "%s%.1e", more, TABLE[i].known);
        cells_add(&table, "%s%.1e", columns[1][i] >= TRIED ? "at least " : "", columns[1][i]);
        cells_add(&table, "at least %.0e", columns[2][i]);
    }
    cells_tabulate(
        v, &table,
        (validation_table){
            .item = "Table I",
            .title = "largest stable load over the mass of a light particle, N = 5, h = 1/60 s",
            .columns = COLUMNS,
            .column_count = 6,
            .remark =
                "The paper does not print the length of a link nor what counts as unstable: here 1 "
                "m, and within 30 s a link that is off by a tenth of its length or a gain of 2 % "
                "of "
                "M g L. Rows (c) hold 100 times more than printed by this criterion, because the "
                "light particles do not carry the load; they tremble, bounded, from 2.4e4, 1.8e7 "
                "and 1e4 on, which the paper may have counted. The unit of eps_a is rad/(N m), not "
                "m/N. With geometric stiffness the stepper sets no limit: printed links stretch by "
                "a tenth under the loads of the fifth column."});
}

static void chains_table(validation* v) {
    double columns[3][ROWS];
    for (int i = 0; i < ROWS; i++) {
        columns[0][i] = check_plain(v, &TABLE[i]);
        columns[1][i] = check_material(v, &TABLE[i]);
        columns[2][i] = HEAVY;
        check_heavy(v, &TABLE[i]);
    }
    tabulate(v, columns);
    plot_table(v, columns);
}

// SPOOK on model (e): the bend holds only by its damping, T < ... + 2 (tau/h) c_b kappa/d
static void chains_spook(validation* v) {
    static const double TAU[] = {0.5, 1.0, 2.0, 3.0};
    static const double KNOWN[2][4] = {{1.0e3, 1.8e3, 1.8e3, 2.4e3}, {1.8e7, 3.2e7, 5.6e7, 1e8}};
    for (int r = 0; r < 2; r++) {
        const table_row* row = &TABLE[6 + r];
        chains_def def = plain(row);
        def.stepper = RV_STEPPER_SPOOK;
        char name[160];
        snprintf(name, sizeof name, "%s, SPOOK, tau = 0: stable at 10", row->name);
        check_holds(v, name, "independent check: fails at 10", false, holds(def, 10.0));
        for (int t = 0; t < 4; t++) {
            def.relaxation = TAU[t];
            snprintf(name, sizeof name, "%s, SPOOK, tau = %g h: log10 of the largest load",
                     row->name, TAU[t]);
            validation_check(v, name, "independent check in double precision", log10(KNOWN[r][t]),
                             log10(largest_load(&def, KNOWN[r][t])), 0.25);
        }
    }
}

void segments_chains(validation* v) {
    chains_table(v);
    chains_spook(v);
    chains_figures(v);
}
