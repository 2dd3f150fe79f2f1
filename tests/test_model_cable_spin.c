// Boxes on a massless cable that they are thrown into: its twist and its pull turn them about all axes, and
// none of that may come from nowhere.
#include "cable_fixture.h"

static const double G = 9.81;

static double between(fixture_random* random, double low, double high) {
    return random_in(random, low, high);
}

// The most kinetic energy within 20 s, of all that there was at the start.
static double most_motion(uint64_t seed) {
    fixture_random r = {seed * 0x9e3779b97f4a7c15ull + 1};
    double mass = rv_exp(between(&r, rv_log(0.5), rv_log(30.0))), length = between(&r, 2.0, 12.0);
    double half = 0.5 * rv_exp(rv_log(mass / 2000.0) / 3.0);
    rv_vec3 box = vec(half * between(&r, 0.6, 1.6), half * between(&r, 0.6, 1.6),
                      half * between(&r, 0.6, 1.6));
    double aside = between(&r, 0.2, 0.5) * length;
    double below = 0.5 * (length - between(&r, 0.0, 0.6) * length);
    rv_world_def settings = rv_world_def_default();
    rv_world* world = world_of(&settings);
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = box;
    rv_body_def body = rv_body_def_default();
    body.mass = mass;
    body.shapes = &shape;
    body.shape_count = 1;
    body.pose.position = vec(aside, 0, -below - box.z);
    body.velocity = random_vec(&r, 2.0);
    rv_body_id load = rv_body_create(world, &body);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, box.z))};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 2;
    def.diameter = fmax(0.002, sqrt(24.0 * mass * G / (1.5e9 * RV_PI)));
    def.length = length;
    cable_of(world, &def);
    double all = mass * G * 2.0 * length + 6.0 * mass, most = 0.0;
    for (int i = 0; i < 1200; i++) {
        rv_world_step(world, 1.0 / 60.0);
        most = fmax(most, rv_world_energy(world).kinetic / all);
    }
    rv_world_destroy(world);
    return most;
}

TEST(a_box_that_a_twisted_cable_catches_does_not_spin_up) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        double most = most_motion(seed);
        CHECK(most < 1.0);
        if (!(most < 1.0))
            printf("  seed %d: %g of all there was\n", (int)seed, most);
    }
}
