// Suite "servin_2007_segments", loads of any mass on a real cable (segments_loads_hoist.c): 24 and
// 100 segments with 10 and 1e5 segment masses and its true stiffness, with 1e9 and EA at the
// compliance floor; the heavy hoist, 400 segments with 1e4 times the mass of the whole cable; and
// how long a load swings.
#include "validation/segments_loads.h"

#include <math.h>
#include <stdio.h>

enum { SECONDS = 20, SWING_SECONDS = 60, HOIST_SEGMENTS = 400 };
static const double ZIGZAG = 1e-3;       // [m]
static const double SMALL_ZIGZAG = 6e-5; // for short segments, as steep as the other for long ones
static const char* const MOTION_NAMES[] = {"hanging", "shifted", "dropped", "swinging"};

static void check_at_most(validation* v, const loads_hoist_def* d, const char* what, double bound,
                          double measured) {
    char name[200];
    snprintf(name, sizeof name, "12 mm steel, %d segments, load %g%s%s, %s: %s", d->segments,
             d->ratio, d->inextensible ? ", EA at the floor" : "",
             d->from_top ? ", from its top" : "", MOTION_NAMES[d->motion], what);
    const char* source = d->motion == LOADS_HANG ? "T = (M + m) g" : "true stiffness, any load";
    validation_at_most(v, name, source, bound, measured);
}

// what holds in every motion
static loads_hoist_outcome check_motion(validation* v, const loads_hoist_def* d) {
    loads_hoist_outcome o = loads_hoist_run(d);
    // the start of the shift, 33 mm within a step, opens the first joint by up to a third of it
    check_at_most(v, d, "joint opening beyond the elastic [m]", 0.012,
                  o.finite ? o.torn : INFINITY);
    // rounding and the energy's own definition, far below one swing
    check_at_most(v, d, "energy gained, of M g L", 1e-3, o.finite ? o.gain : INFINITY);
    // what the shift stirs up does not grow
    if (d->motion == LOADS_SHIFT)
        check_at_most(v, d, "bow of the last 2 s, of that after the shift", 1.0, o.late / o.early);
    // and the pull at the bottom is that of a pendulum from the horizontal
    if (d->motion == LOADS_DROP && d->inextensible)
        check_at_most(v, d, "largest tension, off 3 M g by", 0.01, o.peak / 3.0 - 1.0);
    return o;
}

static void check_rest(validation* v, const loads_hoist_def* d, const loads_hoist_outcome* o) {
    check_at_most(v, d, "tension, error of the mean", 1e-5, o->tension - 1.0);
    check_at_most(v, d, "tension, ripple", 1e-5, o->ripple);
    // at most a fifth of the zig-zag is left, as slow waves of the whole
    check_at_most(v, d, "jitter [m]", 2e-4, o->jitter);
}

static void check_cable(validation* v, int segments, double ratio, bool inextensible) {
    for (int m = LOADS_HANG; m <= LOADS_DROP; m++) {
        loads_hoist_def def = {.segments = segments,
                               .ratio = ratio,
                               .motion = (loads_motion)m,
                               .seconds = SECONDS,
                               .inextensible = inextensible,
                               .zigzag = m == LOADS_HANG ? ZIGZAG : 0.0};
        loads_hoist_outcome o = check_motion(v, &def);
        if (m == LOADS_HANG)
            check_rest(v, &def, &o);
        // hung by its top, the load turns as well
        def.from_top = true;
        if (ratio == 1e5)
            check_motion(v, &def);
    }
}

// The anchor stops at once, the load swings on towards it, and the cable goes slack and catches it.
// Whether it does must not depend on the load.
static void check_catches(validation* v, int segments, bool loose) {
    enum { LOADS = 12, CATCH_SECONDS = 5 };
    double torn = 0.0, gain = 0.0, bow = 0.0;
    for (int i = 0; i < LOADS; i++) {
        loads_hoist_def def = {.segments = segments,
                               .ratio = 1e8 * pow(20.0, (i + 0.5) / LOADS),
                               .motion = LOADS_SHIFT,
                               .seconds = CATCH_SECONDS,
                               .inextensible = true,
                               .loose = loose};
        loads_hoist_outcome o = loads_hoist_run(&def);
        torn = fmax(torn, o.finite ? o.torn : INFINITY);
        gain = fmax(gain, o.finite ? o.gain : INFINITY);
        bow = fmax(bow, o.finite ? o.late / LOADS_LENGTH : INFINITY);
    }
    const char* what[] = {"joint opening [m]", "energy gained, of M g L",
                          "bow of the last 2 s, of the length"};
    // as for one load; and the cable is straight again
    const double bounds[] = {0.012, 1e-3, 0.01}, measured[] = {torn, gain, bow};
    for (int i = 0; i < 3; i++) {
        char name[200];
        snprintf(name, sizeof name,
                 "12 mm steel, %d segments, %s, 12 loads of 1e8 to 2e9, EA at the floor, shifted: "
                 "largest %s",
                 segments, loose ? "EI = GJ = 0" : "true EI", what[i]);
        validation_at_most(v, name, "any load", bounds[i], measured[i]);
    }
}

// 1e4 times the mass of the cable; and 1e9 times that of a segment
static void check_heavy_hoist(validation* v) {
    loads_hoist_def def = {.segments = HOIST_SEGMENTS,
                           .ratio = 1e4 * HOIST_SEGMENTS,
                           .motion = LOADS_HANG,
                           .seconds = SECONDS,
                           .zigzag = SMALL_ZIGZAG};
    loads_hoist_outcome o = check_motion(v, &def);
    check_at_most(v, &def, "tension, error of the mean", 1e-2, o.tension - 1.0);
    check_at_most(v, &def, "jitter, of the length", 1e-6, o.jitter / LOADS_LENGTH);
    def.motion = LOADS_SHIFT;
    def.zigzag = 0.0;
    check_motion(v, &def);
    def.ratio = 1e9;
    def.inextensible = true;
    for (int m = LOADS_HANG; m <= LOADS_DROP; m++) {
        def.motion = (loads_motion)m;
        def.zigzag = m == LOADS_HANG ? SMALL_ZIGZAG : 0.0;
        check_motion(v, &def);
    }
}

// --- how long it swings ---

static const double START = 0.25 * RV_PI; // [rad]

// of the energy of the swing, M g L (1 - cos 45)
static void check_kept(validation* v, const char* what, double lost) {
    char name[160];
    snprintf(name, sizeof name,
             "12 mm steel, 24 segments, swinging, %s: energy lost in 60 s, share of the swing",
             what);
    validation_at_most(v, name, "conservation", 0.01, lost / (1.0 - cos(START)));
}

typedef struct swing_kind {
    const char* name;
    double ratio;
    bool inextensible;
} swing_kind;

static const swing_kind SWINGS[] = {{"load 1e9, EA at the floor", 1e9, true},
                                    {"load 1e5, EA at the floor", 1e5, true},
                                    {"load 1e3", 1e3, false},
                                    {"load 1e5", 1e5, false}};
enum { SWING_KINDS = 4, SWING_STEPS = SWING_SECONDS * LOADS_RATE };

static void plot_swings(validation* v, double energy[SWING_KINDS][SWING_STEPS]) {
    double time[SWING_STEPS];
    validation_series series[SWING_KINDS];
    for (int n = 0; n < SWING_STEPS; n++)
        time[n] = (double)(n + 1) / LOADS_RATE;
    for (int kind = 0; kind < SWING_KINDS; kind++)
        series[kind] = (validation_series){SWINGS[kind].name, time, energy[kind], SWING_STEPS,
                                           .points = false};
    validation_plot(v, &(validation_figure){
                           "12 mm steel, 24 segments, a load swings from 45 degrees", "time [s]",
                           "energy gained / M g L", .series = series, .series_count = SWING_KINDS});
}

// The stretch of the cable under 1e5 segment masses, 1.6 %, changes all the time in a swing,
// without loss.
static void check_swings(validation* v) {
    double energy[SWING_KINDS][SWING_STEPS] = {{0.0}};
    loads_hoist_def def = {.segments = 24, .motion = LOADS_SWING, .seconds = SWING_SECONDS};
    for (int kind = 0; kind < SWING_KINDS; kind++) {
        def.ratio = SWINGS[kind].ratio;
        def.inextensible = SWINGS[kind].inextensible;
        def.energy = energy[kind];
        loads_hoist_outcome o = loads_hoist_run(&def);
        check_kept(v, SWINGS[kind].name, o.finite ? o.lost : INFINITY);
    }
    plot_swings(v, energy);
}

// the pull at the anchor while it is moved
static void plot_shift(validation* v) {
    enum { COUNT = 8 * LOADS_RATE };
    double time[COUNT], stretching[COUNT] = {0.0}, stiff[COUNT] = {0.0};
    for (int n = 0; n < COUNT; n++)
        time[n] = (double)(n + 1) / LOADS_RATE;
    loads_hoist_def def = {
        .segments = 24, .ratio = 1e5, .motion = LOADS_SHIFT, .seconds = 8, .tension = stretching};
    loads_hoist_run(&def);
    def.inextensible = true;
    def.tension = stiff;
    loads_hoist_run(&def);
    const validation_series series[] = {{"true EA", time, stretching, COUNT, .points = false},
                                        {"EA at the floor", time, stiff, COUNT, .points = false}};
    validation_plot(v, &(validation_figure){"12 mm steel, load 1e5, anchor moved 2 m in one second",
                                            "time [s]", "tension / weight", .series = series,
                                            .series_count = sizeof series / sizeof *series});
}

void loads_hoists(validation* v) {
    static const int SEGMENTS[] = {24, 100};
    for (int i = 0; i < 2; i++) {
        check_cable(v, SEGMENTS[i], 10.0, false);
        check_cable(v, SEGMENTS[i], 1e5, false);
        check_cable(v, SEGMENTS[i], 1e9, true);
    }
    check_catches(v, 100, false);
    check_catches(v, 24, true);
    check_heavy_hoist(v);
    check_swings(v);
    plot_shift(v);
}
