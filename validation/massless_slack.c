// Suite "servin_2007_massless", slack and taut: the catch of a moving mass, ten thousand random
// kicks, and a mass that is thrown up and caught.
#include "validation/massless.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 60.0;

static rv_cable_id hang(validation* v, rv_world* world, rv_body_id load, const rv_cable_def* like) {
    rv_cable_node nodes[] = {massless_end((rv_body_id){0}, (rv_vec3){0, 0, 0}),
                             massless_end(load, (rv_vec3){0, 0, 0})};
    rv_cable_def def = *like;
    def.nodes = nodes;
    def.node_count = 2;
    return massless_add(v, world, &def);
}

// --- catch: a mass without weight runs into the end of its cable ---

static void catches(validation* v) {
    static const double RESTITUTION[] = {0.0, 0.5, 1.0};
    const double mass = 3.0, speed = 2.0;
    for (int i = 0; i < 6; i++) {
        double e = RESTITUTION[i / 2], impulse = 0.0;
        rv_stepper stepper = i % 2 == 0 ? RV_STEPPER_SPOOK : RV_STEPPER_SEED;
        rv_world* world = massless_world(stepper, 0.0);
        rv_body_id load = massless_load(world, mass, (rv_vec3){0.0, 0.0, -0.7});
        rv_body_set_velocity(world, load, (rv_vec3){0.0, 0.0, -speed});
        rv_cable_def def = massless_cable(NULL, 0, INFINITY);
        def.length = 1.0;
        def.restitution = e;
        rv_cable_id cable = hang(v, world, load, &def);
        for (int n = 0; n < 20; n++) {
            rv_world_step(world, H);
            impulse += H * rv_cable_tension(world, cable, 0);
        }
        char name[160];
        snprintf(name, sizeof name, "catch, restitution %g, %s: impulse [N s]", e,
                 i % 2 == 0 ? "SPOOK" : "seed");
        // a rigid row: exact but for its compliance floor of 1e-12
        massless_check(v, name, "m v (1 + e)", mass * speed * (1.0 + e), impulse, 1e-9);
        snprintf(name, sizeof name, "catch, restitution %g, %s: speed after it [m/s]", e,
                 i % 2 == 0 ? "SPOOK" : "seed");
        validation_check(v, name, "e v", e * speed, rv_body_velocity(world, load).z, 1e-9 * speed);
        rv_world_destroy(world);
    }
}

// --- kicks: every few steps the mass gets a random velocity ---

typedef struct kick_case {
    const char* name;
    rv_stepper stepper;
    double EA, restitution, damping;
    bool vertical; // else in all directions
} kick_case;

static const double KICKED_MASS = 1.0, KICKED_LENGTH = 2.0;
static const double KICK = 3.0; // largest, along each axis [m/s]

static double random_unit(uint64_t* state) {
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

// The energy of the mass as it stands, or, if that is more, what the stepper would call its own had
// the mass come here with its new velocity: kinetic, and potentials in the middle of the step that
// ends here. A step that resolves the cable's ringing (omega h < 1) may take the stretch of that
// middle for its own, whatever its sign: (omega h)^2/4 of the kick.
static double energy_given(const rv_world* world, rv_body_id load, const kick_case* c) {
    rv_vec3 x = rv_body_center(world, load), u = rv_body_velocity(world, load);
    double r = rv_vec3_length(x), rate = r > 0.0 ? rv_vec3_dot(x, u) / r : 0.0;
    double stiffness = isfinite(c->EA) ? c->EA / KICKED_LENGTH : 0.0;
    double phi = fmax(r - KICKED_LENGTH, 0.0), middle = r - KICKED_LENGTH - 0.5 * H * rate;
    bool resolved = stiffness * H * H < KICKED_MASS && phi > 0.0;
    double kinetic = 0.5 * KICKED_MASS * rv_vec3_dot(u, u), weight = KICKED_MASS * MASSLESS_G;
    double state = kinetic + weight * x.z + 0.5 * stiffness * phi * phi;
    middle = resolved ? middle : fmax(middle, 0.0);
    double own = kinetic + weight * (x.z - 0.5 * H * u.z) + 0.5 * stiffness * middle * middle;
    return fmax(state, own);
}

// A new velocity, whatever the mass was doing.
static void kick(rv_world* world, rv_body_id load, const kick_case* c, uint64_t* seed) {
    rv_vec3 u = {0, 0, KICK * random_unit(seed)};
    if (!c->vertical) {
        u.x = KICK * random_unit(seed);
        u.y = KICK * random_unit(seed);
    }
    rv_body_set_velocity(world, load, u);
}

static rv_world* make_kicked(validation* v, const kick_case* c, rv_body_id* load) {
    rv_world* world = massless_world(c->stepper, MASSLESS_G);
    *load = massless_load(world, KICKED_MASS, (rv_vec3){0.0, 0.0, -KICKED_LENGTH});
    rv_cable_def def = massless_cable(NULL, 0, c->EA);
    def.length = KICKED_LENGTH;
    def.restitution = c->restitution;
    def.damping = c->damping;
    hang(v, world, *load, &def);
    return world;
}

// How much more than was given the stepper may call its own [J].
static double kick_bound(const kick_case* c) {
    double stiffness = c->EA / KICKED_LENGTH, weight = KICKED_MASS * MASSLESS_G;
    bool resolved = isfinite(c->EA) && stiffness * H * H < KICKED_MASS;
    // up and down the scheme is linear: rounding of 50 J; a step that does not resolve the ringing
    // cannot tell slack from the stretch under the weight, m g/c
    if (c->vertical)
        return resolved || !isfinite(c->EA) ? 1e-10 : weight * weight / stiffness;
    // in all directions a step along the tangent lengthens the path by (u h)^2/2L: 1 % of a kick if
    // the cable is soft or rigid
    if (resolved || !isfinite(c->EA))
        return 0.05;
    // else it is stretched by that in every step, less 4/9 of it as tau = 2h lets go: 9/4 of it
    double stretch = 2.25 * 3.0 * KICK * KICK * H * H / (2.0 * KICKED_LENGTH);
    return 0.5 * stiffness * stretch * stretch;
}

static void check_kicks(validation* v, const kick_case* c) {
    enum { KICKS = 10000, STEPS = 6 };
    rv_body_id load;
    rv_world* world = make_kicked(v, c, &load);
    double gain = 0.0, motion_gain = 0.0;
    uint64_t seed = 2007;
    for (int k = 0; k < KICKS; k++) {
        kick(world, load, c, &seed);
        double given = energy_given(world, load, c);
        for (int n = 0; n < STEPS; n++) {
            rv_world_step(world, H);
            rv_energy energy = rv_world_energy(world);
            double off = energy.total - given;
            gain = off <= gain ? gain : off;
            off = energy.kinetic + energy.gravitational - given;
            motion_gain = off <= motion_gain ? motion_gain : off;
        }
    }
    char name[160];
    double bound = kick_bound(c);
    snprintf(name, sizeof name, "1e4 kicks, %s: largest gain of energy [J]", c->name);
    validation_at_most(v, name, "none beyond the kick's", bound, gain);
    snprintf(name, sizeof name, "1e4 kicks, %s: largest gain, without what is in the cable [J]",
             c->name);
    validation_at_most(v, name, "none beyond the kick's", bound, motion_gain);
    snprintf(name, sizeof name, "1e4 kicks, %s: bodies lost", c->name);
    validation_at_most(v, name, "stable", 0.0, rv_world_report(world).nonfinite_count);
    rv_world_destroy(world);
}

static void kicks(validation* v) {
    static const kick_case CASES[] = {
        {"vertical, rigid", RV_STEPPER_SPOOK, INFINITY, 0.0, 0.0, true},
        {"vertical, rigid, restitution 0.5", RV_STEPPER_SPOOK, INFINITY, 0.5, 0.0, true},
        {"vertical, rigid, seed", RV_STEPPER_SEED, INFINITY, 0.0, 0.0, true},
        {"vertical, EA = 1e3 N", RV_STEPPER_SPOOK, 1e3, 0.0, 0.0, true},
        {"vertical, EA = 1e6 N", RV_STEPPER_SPOOK, 1e6, 0.0, 0.0, true},
        {"vertical, EA = 1e6 N, default damping", RV_STEPPER_SPOOK, 1e6, 0.0, NAN, true},
        {"vertical, EA = 1e6 N, seed", RV_STEPPER_SEED, 1e6, 0.0, 0.0, true},
        {"rigid", RV_STEPPER_SPOOK, INFINITY, 0.0, 0.0, false},
        {"EA = 1e3 N", RV_STEPPER_SPOOK, 1e3, 0.0, 0.0, false},
        {"EA = 1e6 N, default damping", RV_STEPPER_SPOOK, 1e6, 0.0, NAN, false},
    };
    for (int i = 0; i < 10; i++)
        check_kicks(v, &CASES[i]);
}

// --- thrown up ten times, and caught without a bounce: one event each way ---

static void no_chatter(validation* v) {
    enum { THROWS = 10, STEPS = 90 };
    for (int stiff = 0; stiff < 2; stiff++) {
        rv_world* world = massless_world(RV_STEPPER_SPOOK, MASSLESS_G);
        rv_body_id load = massless_load(world, 1.0, (rv_vec3){0.0, 0.0, -5.0});
        rv_cable_def def = massless_cable(NULL, 0, stiff ? 1e7 : INFINITY);
        def.damping = NAN;
        hang(v, world, load, &def);
        massless_run(world, H, 30);
        int taut = 0, slack = 0;
        for (int n = 0; n < THROWS * STEPS; n++) {
            if (n % STEPS == 0)
                rv_body_set_velocity(world, load, (rv_vec3){0.0, 0.0, 2.0 + 0.1 * n / STEPS});
            rv_world_step(world, H);
            int count;
            const rv_cable_event* event = rv_world_cable_events(world, &count);
            for (int i = 0; i < count; i++) {
                taut += event[i].type == RV_CABLE_EVENT_TAUT;
                slack += event[i].type == RV_CABLE_EVENT_SLACK;
            }
        }
        char name[160];
        snprintf(name, sizeof name, "thrown up 10 times, EA = %g N: times it came taut",
                 stiff ? 1e7 : INFINITY);
        validation_check(v, name, "one per catch", THROWS, taut, 0.0);
        snprintf(name, sizeof name, "thrown up 10 times, EA = %g N: times it went slack",
                 stiff ? 1e7 : INFINITY);
        validation_check(v, name, "one per throw", THROWS, slack, 0.0);
        rv_world_destroy(world);
    }
}

void massless_slack(validation* v) {
    catches(v);
    kicks(v);
    no_chatter(v);
}
