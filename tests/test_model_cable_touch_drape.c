// Ropes that lie over an edge with a load at each end: the loads swing below it, strike each other
// and wind the rope round it and round themselves.
#include "cable_touch_fixture.h"

enum { DRAPES = TEST_IS_WATCHED ? 12 : 120 };
static const double RATE = 60.0, SECONDS = 6.0;

typedef struct drape {
    rv_world* world;
    rv_cable_id cable;
    double length;    // as it was defined
    double available; // what gravity gives them on the way down the rope
    double begun;     // energy at the start
    double gained, longest;
} drape;

static rv_body_id add_weight(rv_world* world, rv_vec3 at, double mass) {
    double half = 0.5 * cbrt(mass / 2000.0);
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = vec(half, half, half);
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.pose.position = at;
    def.shapes = &shape;
    def.shape_count = 1;
    return body_of(world, &def);
}

// kinetic and gravitational
static double motion_of(const drape* d) {
    rv_energy energy = rv_world_energy(d->world);
    return energy.kinetic + energy.gravitational;
}

static drape drape_make(uint64_t number) {
    fixture_random random = {number + 1};
    rv_world_def world = rv_world_def_default();
    drape d = {.world = world_of(&world)};
    double length = exp(random_in(&random, log(2.0), log(20.0)));
    double radius = length * random_in(&random, 0.03, 0.15);
    rv_shape_def edge = cylinder_shape(radius, length);
    if (number % 2 == 1) {
        edge.type = RV_SHAPE_BOX;
        edge.half_extents = vec(radius, length, radius);
    }
    add_shaped(d.world, RV_BODY_STATIC, &edge, pose_at(vec(0, 0, 0)));
    double mass[2], out = 0.5 * length, top = 1.2 * radius, deepest = 0.0;
    rv_cable_node nodes[2];
    for (int i = 0; i < 2; i++) {
        mass[i] = i == 0 ? exp(random_in(&random, log(0.5), log(100.0)))
                         : mass[0] * exp(random_in(&random, log(0.3), log(3.0)));
        rv_vec3 at = vec(i == 0 ? -out : out, 0, top);
        rv_body_id weight = add_weight(d.world, at, mass[i]);
        nodes[i] = fixed_at(weight, vec(0, 0, 0.5 * cbrt(mass[i] / 2000.0)));
        deepest += mass[i] * 9.81 * (length + top);
    }
    rv_cable_def cable = touching_def(nodes, 2, RV_CABLE_MASSLESS);
    cable.diameter = 0.02;
    cable.EA = 1e6;
    cable.touch.friction = random_in(&random, 0.0, 0.8);
    d.cable = cable_of(d.world, &cable);
    d.length = rv_cable_length(d.world, d.cable);
    d.available = deepest;
    d.begun = motion_of(&d);
    return d;
}

static void drape_play(drape* d) {
    for (int i = 0; i < (int)(SECONDS * RATE); i++) {
        CHECK(rv_world_step(d->world, 1.0 / RATE) != RV_STATUS_FAILED);
        d->gained = fmax(d->gained, motion_of(d) - d->begun);
        d->longest = fmax(d->longest, rv_cable_length(d->world, d->cable));
    }
}

TEST(loads_that_strike_each_other_below_an_edge_gain_nothing_and_their_rope_no_length) {
    for (uint64_t number = 0; number < DRAPES; number++) {
        drape d = drape_make(number);
        drape_play(&d);
        CHECK(d.gained < 0.05 * d.available);
        // what a path that jumps is lent, 40 radii, and no more of it however often it jumps
        CHECK(d.longest < d.length + 40.0 * 0.01 + 1e-6 * d.length);
        rv_world_destroy(d.world);
    }
}
