// Suite "servin_2007_segments", what the paper did otherwise on the swing of Table II: one angle of
// bend per joint, which has no second direction to hold and lets the smallest motion out of the
// plane grow; and Gauss-Seidel between the cable and its anchor, which holds the same loads as the
// direct solver and only opens the joint between them. How fast that converges is up to the top
// element: a sweep multiplies the error by 0.77 to 0.02 (load 10 to 1e6) if it is as heavy as the
// load, by 0.97 to 0.99994 if it is as light as a segment (independent check).
#include "validation/segments_loads.h"

#include <math.h>
#include <stdio.h>

static const double NOISE = 1e-3; // [m/s]
static const double HEAVY = 1e3;  // load that one angle does not hold

// the fourth row of the table: stiff enough that a bend of the light elements shows
static loads_swing_def stiff_row(double ratio) {
    return (loads_swing_def){
        .joints = 24, .young = 200e9, .beta = 1e2, .ratio = ratio, .plain = true};
}

static loads_outcome run_bend(rv_cable_bend bend, double ratio, double noise) {
    loads_swing_def def = stiff_row(ratio);
    def.bend = bend;
    def.noise = noise;
    return loads_swing_run(&def);
}

static void check_variant(validation* v, rv_cable_bend bend, const char* variant) {
    const double ratio = 100.0;
    char name[160];
    loads_outcome vector = run_bend(RV_CABLE_BEND_VECTOR, ratio, 0.0);
    loads_outcome planar = run_bend(bend, ratio, 0.0);
    snprintf(name, sizeof name, "one bend angle, %s, in a plane: load after 15 s, off by [m]",
             variant);
    // of a swing of 17 m; the angle has no sign, and near zero the row overshoots
    validation_at_most(v, name, "the same as two angles", 1e-3,
                       rv_vec3_length(rv_vec3_sub(planar.at, vector.at)));
    loads_outcome held = run_bend(RV_CABLE_BEND_VECTOR, ratio, NOISE);
    loads_outcome loose = run_bend(bend, ratio, NOISE);
    snprintf(name, sizeof name,
             "one bend angle, %s, 1 mm/s out of the plane: bends over 100 times more", variant);
    loads_check_holds(v, name, "independent check: unstable in three dimensions", true,
                      loose.wobble > 100.0 * held.wobble);
    loose = run_bend(bend, HEAVY, NOISE);
    snprintf(name, sizeof name, "one bend angle, %s, 1 mm/s out of the plane: stable at %g",
             variant, HEAVY);
    loads_check_holds(v, name, "independent check: unstable in three dimensions", false,
                      loads_is_stable(&loose));
}

static void check_vector(validation* v) {
    loads_outcome held = run_bend(RV_CABLE_BEND_VECTOR, HEAVY, NOISE);
    loads_check_holds(v, "two bend angles, 1 mm/s out of the plane: stable at 1000",
                      "independent check", true, loads_is_stable(&held));
}

// --- Gauss-Seidel ---

static loads_outcome run_sweeps(int iterations, double ratio) {
    loads_swing_def def = stiff_row(ratio);
    def.iterations = iterations;
    return loads_swing_run(&def);
}

static void check_sweeps(validation* v) {
    static const int SWEEPS[] = {3, 20};
    const double stable = 3e4, lost = 1e6;
    char name[160];
    for (int i = 0; i < 2; i++) {
        loads_outcome o = run_sweeps(SWEEPS[i], stable);
        snprintf(name, sizeof name, "Gauss-Seidel, %d sweeps: stable at %g, as direct", SWEEPS[i],
                 stable);
        loads_check_holds(v, name, "independent check: the limits of the direct solver", true,
                          loads_is_stable(&o));
        o = run_sweeps(SWEEPS[i], lost);
        snprintf(name, sizeof name, "Gauss-Seidel, %d sweeps: stable at %g, as direct", SWEEPS[i],
                 lost);
        loads_check_holds(v, name, "independent check: the limits of the direct solver", false,
                          loads_is_stable(&o));
    }
    loads_outcome few = run_sweeps(3, 10.0), many = run_sweeps(20, 10.0);
    loads_outcome direct = run_sweeps(0, 10.0);
    validation_check(v, "Gauss-Seidel, 3 sweeps, load 10: opening of the anchor [mm]",
                     "independent check", 4.2, 1e3 * few.top, 0.2);
    validation_at_most(v, "Gauss-Seidel, 20 sweeps, load 10: opening of the anchor [mm]",
                       "0.77^17 of it is left", 0.11, 1e3 * many.top);
    validation_at_most(v, "direct, load 10: opening of the anchor [mm]", "independent check", 0.11,
                       1e3 * direct.top);
}

// last change of an impulse in the first step, relative
static double change_after(int iterations, double ratio, double top_ratio) {
    loads_swing_def def = stiff_row(ratio);
    def.top_ratio = top_ratio;
    def.iterations = iterations;
    loads_swing s;
    double change = NAN;
    if (loads_swing_create(&def, &s)) {
        rv_world_step(s.world, 1.0 / LOADS_RATE);
        change = rv_world_report(s.world).gs_change;
    }
    rv_world_destroy(s.world);
    return change;
}

// by how much a sweep multiplies the error, in the mean over `count` sweeps after as many
static double convergence(int count, double ratio, double top_ratio) {
    double first = change_after(count, ratio, top_ratio);
    return pow(change_after(2 * count, ratio, top_ratio) / first, 1.0 / count);
}

static void check_convergence(validation* v) {
    const char* source = "independent check: spectral radius";
    validation_check(v, "Gauss-Seidel, heavy top, load 10: error left by a sweep", source, 0.77,
                     convergence(30, 10.0, 10.0), 0.01);
    validation_at_most(v, "Gauss-Seidel, heavy top, load 1e6: error left by a sweep", source, 0.02,
                       convergence(2, 1e6, 1e6));
    validation_check(v, "Gauss-Seidel, light top, load 10: error left by a sweep", source, 0.97,
                     convergence(300, 10.0, 1.0), 0.005);
    // slower and slower: 0.99994 is its end, far beyond any number of sweeps
    validation_check(v, "Gauss-Seidel, light top, load 1e6: error left by a sweep", source, 0.99994,
                     convergence(1600, 1e6, 1.0), 1e-3);
}

void loads_variants(validation* v) {
    check_variant(v, RV_CABLE_BEND_ANGLE, "directors normal at rest");
    check_variant(v, RV_CABLE_BEND_ANGLE_ALIGNED, "directors aligned at rest");
    check_vector(v);
    check_sweeps(v);
    check_convergence(v);
}
