// Suite "rigid", heavy loads: a chain of 24 links of 1 m and 1 kg without any bending stiffness,
// with a load of R link masses, at 60 steps per second and g = 10 m/s^2 (theory of the geometric
// stiffness).
#include "validation/chain.h"
#include "validation/rigid.h"

#include <math.h>
#include <stdio.h>

enum { LINKS = 24, RATE = 60, SECONDS = 60, TAIL = 2 * RATE };
static const double G = 10.0;

typedef enum motion { HANG, SHIFT, DROP, SWING } motion;

typedef struct outcome {
    double tension_error;  // of the mean anchor force over the last 2 s, relative to the weight
    double tension_ripple; // half the range of it
    double energy_gain;    // largest gain above the start and the work done, relative to M g L
    double energy_lost;    // at the end, relative to M g L
    double gap;            // largest opening of a joint [m]
    bool finite;
} outcome;

static rv_world* make_world(bool geometric_stiffness) {
    rv_world_def def = rv_world_def_default();
    def.gravity = (rv_vec3){0.0, 0.0, -G};
    def.geometric_stiffness.enabled = geometric_stiffness;
    if (!geometric_stiffness)
        def.substeps.max = 1; // the plain method, one step at a time
    return rv_world_create(&def, NULL, 0);
}

static rv_vec3 start_direction(motion m) {
    switch (m) {
    case DROP:
        return (rv_vec3){1.0, 0.0, 0.0};
    case SWING:
        return (rv_vec3){sqrt(0.5), 0.0, -sqrt(0.5)};
    default:
        return (rv_vec3){0.0, 0.0, -1.0};
    }
}

// steps for a minute; the shifted anchor moves 2 m in the first second
static outcome run(chain_kind kind, motion m, double ratio, bool geometric_stiffness) {
    rv_world* world = make_world(geometric_stiffness);
    chain c;
    chain_def def = {.kind = kind,
                     .count = LINKS,
                     .link_length = 1.0,
                     .link_mass = 1.0,
                     .load_ratio = ratio,
                     .direction = start_direction(m),
                     .zigzag = m == HANG ? 1e-3 : 0.0};
    outcome o = {.finite = chain_create(world, &def, &c)};
    double weight = G * (ratio + LINKS - 1), scale = ratio * G * LINKS;
    double start = rv_world_energy(world).total, low = INFINITY, high = -INFINITY, sum = 0.0;
    for (int n = 0; n < SECONDS * RATE && o.finite; n++) {
        rv_body_set_velocity(world, c.anchor, (rv_vec3){m == SHIFT && n < RATE ? 2.0 : 0.0, 0, 0});
        rv_world_step(world, 1.0 / RATE);
        rv_energy energy = rv_world_energy(world);
        o.energy_gain = fmax(o.energy_gain, (energy.total - start - energy.work) / scale);
        o.energy_lost = -(energy.total - start - energy.work) / scale;
        o.gap = fmax(o.gap, chain_largest_gap(world, &c));
        o.finite = rv_world_report(world).nonfinite_count == 0 && o.gap < 1e3;
        if (n < SECONDS * RATE - TAIL)
            continue;
        double force = chain_anchor_force(world, &c);
        sum += force / TAIL;
        low = fmin(low, force);
        high = fmax(high, force);
    }
    o.tension_error = fabs(sum / weight - 1.0);
    o.tension_ripple = 0.5 * (high - low) / weight;
    chain_free(&c);
    rv_world_destroy(world);
    return o;
}

static const char* const KIND_NAMES[] = {"particles", "segments"};
static const char* const MOTION_NAMES[] = {"hanging", "shifted", "dropped", "swinging"};

static void check_at_most(validation* v, chain_kind kind, motion m, double ratio, const char* what,
                          const char* source, double bound, double measured) {
    char name[160];
    snprintf(name, sizeof name, "24 %s, load %g, %s: %s", KIND_NAMES[kind], ratio, MOTION_NAMES[m],
             what);
    validation_at_most(v, name, source, bound, measured);
}

static void stable_at_any_load(validation* v) {
    static const double RATIOS[] = {1e2, 1e5, 1e9};
    for (int kind = CHAIN_PARTICLES; kind <= CHAIN_BALLS; kind++)
        for (int m = HANG; m <= DROP; m++)
            for (int r = 0; r < 3; r++) {
                outcome o = run((chain_kind)kind, (motion)m, RATIOS[r], true);
                const char* source = "geometric stiffness as a modified mass";
                // a link may open by 5 % of its length where it whips, at the lightest load
                check_at_most(v, (chain_kind)kind, (motion)m, RATIOS[r], "joint opening [m]",
                              source, 0.05, o.finite ? o.gap : INFINITY);
                // rounding and the energy's own definition, far below one swing
                check_at_most(v, (chain_kind)kind, (motion)m, RATIOS[r], "energy gained, of M g L",
                              source, 1e-3, o.finite ? o.energy_gain : INFINITY);
                if (m == HANG) {
                    check_at_most(v, (chain_kind)kind, HANG, RATIOS[r],
                                  "tension at rest, error of the mean", "T = M g", 1e-5,
                                  o.tension_error);
                    check_at_most(v, (chain_kind)kind, HANG, RATIOS[r], "tension at rest, ripple",
                                  "T = M g", 1e-5, o.tension_ripple);
                }
            }
}

// without the stiffness the transverse limit of the explicit force direction stands between 1e2 and
// 1e3
static void diverges_without(validation* v) {
    for (int kind = CHAIN_PARTICLES; kind <= CHAIN_BALLS; kind++) {
        outcome stable = run((chain_kind)kind, HANG, 1e2, false);
        outcome lost = run((chain_kind)kind, HANG, 1e3, false);
        char name[160];
        snprintf(name, sizeof name, "24 %s, stiffness off, load 100, hanging: joint opening [m]",
                 KIND_NAMES[kind]);
        validation_at_most(v, name, "T < 4 m d/(h^2 kappa)", 0.05, stable.gap);
        snprintf(name, sizeof name, "24 %s, stiffness off, load 1000, hanging: diverges",
                 KIND_NAMES[kind]);
        validation_check(v, name, "T < 4 m d/(h^2 kappa)", 1.0, lost.gap > 0.5 ? 1.0 : 0.0, 0.0);
    }
}

static void keeps_the_swing(validation* v) {
    for (int kind = CHAIN_PARTICLES; kind <= CHAIN_BALLS; kind++) {
        outcome o = run((chain_kind)kind, SWING, 1e5, true);
        // of the swing's own energy, M g L (1 - cos 45)
        check_at_most(v, (chain_kind)kind, SWING, 1e5, "energy lost in 60 s, share of the swing",
                      "conservation", 0.03, o.energy_lost / (1.0 - sqrt(0.5)));
    }
}

// One step from rest: the anchor carries the weight, to rounding, at a mass ratio where a Schur
// complement has no digit left.
static void exact_in_one_step(validation* v) {
    const double ratio = 1e15;
    for (int kind = CHAIN_PARTICLES; kind <= CHAIN_BALLS; kind++) {
        rv_world_def world_def = rv_world_def_default();
        world_def.gravity = (rv_vec3){0.0, 0.0, -G};
        // the default floor is made for redundant rows: it would stretch like a spring here
        world_def.compliance_floor = 1e-30;
        rv_world* world = rv_world_create(&world_def, NULL, 0);
        chain c;
        chain_def def = {.kind = (chain_kind)kind,
                         .count = LINKS,
                         .link_length = 1.0,
                         .link_mass = 1.0,
                         .load_ratio = ratio,
                         .direction = {0.0, 0.0, -1.0}};
        bool ok = chain_create(world, &def, &c);
        rv_world_step(world, 1.0 / RATE);
        double weight = G * (ratio + LINKS - 1);
        check_at_most(v, (chain_kind)kind, HANG, ratio, "anchor force after one step, error",
                      "T = M g", 1e-12,
                      ok ? fabs(chain_anchor_force(world, &c) / weight - 1.0) : INFINITY);
        chain_free(&c);
        rv_world_destroy(world);
    }
}

// A slow mode: the pendulum of the whole chain, short enough that omega h = 0.06.
static double pendulum_period(chain_kind kind, double length, double amplitude) {
    rv_world* world = make_world(true);
    chain c;
    chain_def def = {.kind = kind,
                     .count = LINKS,
                     .link_length = length / LINKS,
                     .link_mass = 1e-3,
                     .load_ratio = 1e5,
                     .direction = {sin(amplitude), 0.0, -cos(amplitude)}};
    bool ok = chain_create(world, &def, &c);
    double first = 0.0, last = 0.0, before = 1.0;
    int crossings = 0;
    for (int n = 0; n < 10 * RATE && ok; n++) {
        rv_world_step(world, 1.0 / RATE);
        double x = rv_body_center(world, c.bodies[LINKS - 1]).x;
        if (before * x < 0.0 || (before != 0.0 && x == 0.0)) {
            last = (n + before / (before - x)) / RATE;
            first = crossings++ == 0 ? last : first;
        }
        before = x;
    }
    chain_free(&c);
    rv_world_destroy(world);
    return crossings > 2 ? 2.0 * (last - first) / (crossings - 1) : NAN;
}

static void keeps_slow_frequencies(validation* v) {
    const double amplitude = 0.02, h = 1.0 / RATE, length = G * h * h / (0.06 * 0.06);
    // particles: the load is a point at the end of the chain; links weigh 1e-5 of it
    double expected = 2.0 * RV_PI * sqrt(length / G) * (1.0 + amplitude * amplitude / 16.0);
    double measured = pendulum_period(CHAIN_PARTICLES, length, amplitude);
    validation_check(v, "24 particles, load 1e5: period of a mode with omega h = 0.06, relative",
                     "2 pi sqrt(L/g)", 1.0, measured / expected, 1e-3);
}

void heavy_chains(validation* v) {
    stable_at_any_load(v);
    exact_in_one_step(v);
    diverges_without(v);
    keeps_the_swing(v);
    keeps_slow_frequencies(v);
}
