// Suite "duriez_2004", the clip on the tube (sections 3 and 5.2): force over the way, against the
// numbers of an independent implementation on the same mesh. Tolerances are those of that table:
// peak 0.1 %, zero 0.02 mm, work 0.1 mJ; places of extrema are those of a grid of 0.05 mm.
#include "validation/duriez_2004_snap.h"

#include <math.h>
#include <stdio.h>

static const char* const THEORY = "independent implementation, theory section 3";

typedef struct table {
    const char* elements;
    double peak, peak_y, zero_y, least, least_y; // [N], [mm]
    double work_in, work_out, most;              // [mJ], [mm]
    double Kxx, Kyy, seat;                       // [N/mm], [N/mm], [N/m]
} table;

static const table LINEAR = {"linear", 20.89,   -10.15, -6.879, -18.77, -2.15,
                             74.815,   -74.811, 1.936,  56.7,   7.0,    6.3e6};
static const table QUADRATIC = {"quadratic", 4.298,   -10.20, -6.892, -3.834, -2.20,
                                15.359,      -15.357, 1.935,  11.7,   1.43,   2.0e6};

static void relative(validation* v, const char* elements, const char* what, double expected,
                     double measured, double share) {
    char name[120];
    snprintf(name, sizeof name, "clip, %s elements: %s", elements, what);
    validation_check(v, name, THEORY, expected, measured, share * fabs(expected));
}

static void absolute(validation* v, const char* elements, const char* what, double expected,
                     double measured, double tolerance) {
    char name[120];
    snprintf(name, sizeof name, "clip, %s elements: %s", elements, what);
    validation_check(v, name, THEORY, expected, measured, tolerance);
}

// pressed on the seat, 0.1 mm beyond the play: N^T W^-1 N along y
static double seat_stiffness(const duriez_clip* clip) {
    duriez_snap snap;
    double K[2][2] = {{NAN, NAN}, {NAN, NAN}};
    if (duriez_snap_make(&snap, clip, DURIEZ_TUBE)) {
        duriez_snap_move(&snap, (rv_vec3){0.0, 3e-4, 0.0});
        duriez_snap_stiffness(&snap, K);
    }
    duriez_snap_free(&snap);
    return K[1][1];
}

static void check_curve(validation* v, const duriez_clip* clip, const table* t,
                        const duriez_curve* c) {
    const char* e = t->elements;
    double grid = 0.051; // a step of the tube [mm]
    relative(v, e, "peak of the insertion force [N]", t->peak, c->peak, 1e-3);
    absolute(v, e, "tube at the peak [mm]", t->peak_y, 1e3 * c->peak_y, grid);
    absolute(v, e, "tube where the force changes its sign [mm]", t->zero_y, 1e3 * c->zero_y, 0.02);
    relative(v, e, "least force, pulled in [N]", t->least, c->least, 1e-3);
    absolute(v, e, "tube at the least force [mm]", t->least_y, 1e3 * c->least_y, grid);
    absolute(v, e, "work until the sign changes [mJ]", t->work_in, 1e3 * c->work_in, 0.1);
    absolute(v, e, "work from there on [mJ]", t->work_out, 1e3 * c->work_out, 0.1);
    absolute(v, e, "work in all [mJ]", 0.0, 1e3 * (c->work_in + c->work_out), 0.1);
    relative(v, e, "largest displacement of a lip, along x [mm]", t->most, 1e3 * c->most, 1e-3);
    relative(v, e, "stiffness of the contacts at the peak, x [N/mm]", t->Kxx, 1e-3 * c->K[0][0],
             0.01);
    relative(v, e, "stiffness of the contacts at the peak, y [N/mm]", t->Kyy, 1e-3 * c->K[1][1],
             0.05);
    relative(v, e, "stiffness on the seat, y [N/m]", t->seat, seat_stiffness(clip), 0.03);
    absolute(v, e, "most contacts that carry", 32.0, c->contacts, 0.0);
}

// 0 <= f, 0 <= delta, f delta = 0 in every step; energy is work
static void check_laws(validation* v, const char* elements, const duriez_curve* c) {
    char name[120];
    snprintf(name, sizeof name, "clip, %s elements: f >= 0, delta >= 0, f delta = 0, worst of 331",
             elements);
    validation_at_most(v, name, "Signorini; rounding", 1e-10, c->error);
    snprintf(name, sizeof name, "clip, %s elements: a node within the tube, deepest [m]", elements);
    validation_at_most(v, name, "normals iterated to 1e-10 m", 1e-10, c->deepest);
    snprintf(name, sizeof name,
             "clip, %s elements: normals come to rest, problems per step at most", elements);
    validation_check(v, name, "theory: 3 to 4", 4.0, c->problems, 1.0);
    // the force has corners where contacts change: trapezoids of 0.05 mm leave 1e-4 of the work
    snprintf(name, sizeof name, "clip, %s elements: stored energy against work done, worst [mJ]",
             elements);
    validation_at_most(v, name, "E14: force is the slope of energy; steps of 0.05 mm",
                       1e-3 * 1e3 * c->work_in, 1e3 * c->energy_off);
}

// tube turned by 4 degrees about y and 3 about x, until its edges come to the seat
static void check_tilted(validation* v, const duriez_clip* clip) {
    duriez_snap snap;
    double peak = 0.0, deepest = 0.0;
    int contacts = 0;
    rv_quat about_x = rv_quat_from_axis_angle(rv_vec3_make(1.0, 0.0, 0.0), 3.0 * RV_PI / 180.0);
    rv_quat about_y = rv_quat_from_axis_angle(rv_vec3_make(0.0, 1.0, 0.0), 4.0 * RV_PI / 180.0);
    if (!duriez_snap_make(&snap, clip, DURIEZ_TUBE))
        return;
    snap.axis = rv_quat_rotate(rv_quat_mul(about_x, about_y), rv_vec3_make(0.0, 0.0, 1.0));
    for (int n = 0; n < 230; n++) {
        double y = (n - DURIEZ_STEPS) * DURIEZ_STEP;
        duriez_snap_state state = duriez_snap_move(&snap, rv_vec3_make(0.0, y, 0.0));
        peak = fmax(peak, state.force.y);
        deepest = fmax(deepest, state.deepest);
        contacts = state.contacts > contacts ? state.contacts : contacts;
    }
    validation_check(v, "clip, linear elements, tube tilted by 4 and 3 degrees: peak [N]",
                     "theory: 26.6 N on 192 facets, which have 3.5 % more", 26.6 / 1.035, peak,
                     0.02 * 26.6);
    validation_check(v, "clip, tube tilted: most contacts that carry", "theory: at most 5", 3.0,
                     contacts, 2.0);
    validation_at_most(v, "clip, tube tilted: a node within the tube, deepest [m]",
                       "normals iterated to 1e-10 m", 1e-10, deepest);
    duriez_snap_free(&snap);
}

static void plot(validation* v, const duriez_curve* linear, const duriez_curve* quadratic) {
    double y[DURIEZ_STEPS + 1];
    for (int i = 0; i <= DURIEZ_STEPS; i++)
        y[i] = 1e3 * linear->y[i];
    validation_series series[] = {
        {"linear elements", y, linear->force, DURIEZ_STEPS + 1, .points = false},
        {"quadratic elements", y, quadratic->force, DURIEZ_STEPS + 1, .points = false},
    };
    double at[3] = {LINEAR.peak_y, LINEAR.zero_y, LINEAR.least_y};
    double force[3] = {LINEAR.peak, 0.0, LINEAR.least};
    double at2[3] = {QUADRATIC.peak_y, QUADRATIC.zero_y, QUADRATIC.least_y};
    double force2[3] = {QUADRATIC.peak, 0.0, QUADRATIC.least};
    validation_series all[] = {series[0],
                               series[1],
                               {"independent, linear", at, force, 3, .points = true},
                               {"independent, quadratic", at2, force2, 3, .points = true}};
    validation_plot(v, &(validation_figure){.item = "Figure 4 (force)",
                                            .title = "force of a clip that snaps onto a tube",
                                            .x_label = "tube from the seat [mm]",
                                            .y_label = "force against insertion [N]",
                                            .series = all,
                                            .series_count = 4,
                                            .remark = "The paper prints no force. Dots: peak, "
                                                      "change of sign and least force of an "
                                                      "independent implementation on the same "
                                                      "mesh. Linear elements, which the paper has, "
                                                      "lock: this clip is 4.8 times too stiff with "
                                                      "them."});
}

void duriez_insertion(validation* v, const duriez_clips* clips) {
    static duriez_curve linear, quadratic;
    if (!duriez_curve_run(&linear, &clips->linear)
        || !duriez_curve_run(&quadratic, &clips->quadratic))
        return;
    validation_check(v, "clip: nodes", THEORY, 640.0, clips->linear.nodes, 0.0);
    validation_check(v, "clip: tetrahedra", THEORY, 2394.0, clips->linear.tets, 0.0);
    validation_check(v, "clip: free degrees of freedom", THEORY, 1728.0,
                     3.0 * (clips->linear.nodes - clips->linear.held), 0.0);
    validation_check(v, "clip, quadratic elements: nodes", THEORY, 4095.0, clips->quadratic.nodes,
                     0.0);
    validation_check(v, "clip: free surface nodes", THEORY, 384.0, clips->linear.count, 0.0);
    validation_check(v, "clip: mass [g]", THEORY, 1.52, 1e3 * clips->linear.mass, 0.005);
    check_curve(v, &clips->linear, &LINEAR, &linear);
    check_laws(v, "linear", &linear);
    check_curve(v, &clips->quadratic, &QUADRATIC, &quadratic);
    check_laws(v, "quadratic", &quadratic);
    check_tilted(v, &clips->linear);
    plot(v, &linear, &quadratic);
}

// --- other clips ---------------------------------------------------------------------------------

static void check_peak(validation* v, const char* what, const rv_clip_shape* shape, int order,
                       double young, double expected, double share) {
    static duriez_curve curve;
    duriez_clip clip;
    char name[120];
    bool good = duriez_clip_make(&clip, shape, order, young) && duriez_curve_run(&curve, &clip);
    snprintf(name, sizeof name, "%s: peak [N]", what);
    validation_check(v, name, THEORY, expected, good ? curve.peak : NAN, share * expected);
    duriez_clip_free(&clip);
}

// the last digit that theory prints is what these are good for
void duriez_clip_variants(validation* v) {
    rv_clip_shape shape = rv_clip_shape_default();
    check_peak(v, "clip, E = 2.5 GPa", &shape, 1, 2.5e9, 19.34, 1e-3);
    check_peak(v, "clip, E = 3 GPa", &shape, 1, 3.0e9, 23.21, 1e-3);
    shape.trimmed = true;
    check_peak(v, "clip of 639 nodes and 2395 tetrahedra", &shape, 1, DURIEZ_YOUNG, 20.91, 1e-3);
    shape = rv_clip_shape_default();
    shape.wall_cells = shape.width_cells = 4;
    shape.arc_cells = 9;
    check_peak(v, "clip of 650 nodes, linear", &shape, 1, DURIEZ_YOUNG, 11.45, 1e-3);
    check_peak(v, "clip of 650 nodes, quadratic", &shape, 2, DURIEZ_YOUNG, 3.98, 2e-3);
    shape = rv_clip_shape_default();
    shape.wall = 2.5e-3;
    shape.bend_radius = 0.5 * shape.wall + 1.2e-3;
    check_peak(v, "clip with a wall of 2.5 mm, quadratic", &shape, 2, DURIEZ_YOUNG, 8.13, 2e-3);
    shape.wall = 3e-3;
    shape.bend_radius = 0.5 * shape.wall + 1.2e-3;
    check_peak(v, "clip with a wall of 3 mm, quadratic", &shape, 2, DURIEZ_YOUNG, 13.6, 5e-3);
}
