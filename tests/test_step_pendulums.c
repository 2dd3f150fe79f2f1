// Double and triple pendulums on rigid joints, of random lengths, masses and angles: they swing and whirl
// without end, and what they lose or gain is the stepper's.
#include "world_fixture.h"

#include <math.h>
#include <stdlib.h>

typedef enum pendulum_kind { PARTICLES, BALLS, HINGES } pendulum_kind;

static double between(fixture_random* random, double low, double high) {
    return low * pow(high / low, random_in(random, 0.0, 1.0));
}

typedef struct chain {
    rv_world* world;
    double bottom; // energy at rest
} chain;

// one that hangs from `hook`, as long as `length`, at the angle `tilt`; its lower end
static rv_vec3 add_link(chain* c, pendulum_kind kind, rv_body_id* above, rv_vec3 hook,
                        double length, double mass, double tilt) {
    rv_vec3 along = vec(sin(tilt), 0, -cos(tilt)), end = rv_vec3_mul_add(hook, length, along);
    rv_body_id body;
    if (kind == PARTICLES) {
        body = add_particle(c->world, mass, end);
        add_distance(c->world, *above, body, hook, end);
    } else {
        rv_body_def def = rv_body_def_default();
        double across = mass * length * length / 12.0;
        def.mass = mass;
        def.inertia = rv_mat3_diagonal(across, across, 0.1 * across);
        def.pose.position = rv_vec3_mul_add(hook, 0.5 * length, along);
        def.pose.rotation = rv_quat_from_axis_angle(vec(0, 1, 0), -tilt);
        body = body_of(c->world, &def);
        add_joint_at(c->world, kind == BALLS ? RV_JOINT_BALL : RV_JOINT_HINGE, *above, body, hook,
                     vec(0, 1, 0));
    }
    *above = body;
    return end;
}

static chain make_chain(pendulum_kind kind, int links, uint64_t seed) {
    rv_world_def def = rv_world_def_default();
    chain c = {.world = world_of(&def)};
    fixture_random random = {seed * 0x9e3779b97f4a7c15ull};
    rv_body_id above = NO_BODY;
    rv_vec3 hook = vec(0, 0, 0);
    double depth = 0.0;
    for (int i = 0; i < links; i++) {
        double length = between(&random, 0.3, 2.0), mass = between(&random, 1.0, 100.0);
        double tilt = random_in(&random, -150.0, 150.0) * RV_PI / 180.0;
        hook = add_link(&c, kind, &above, hook, length, mass, tilt);
        c.bottom -= mass * 9.81 * (depth + (kind == PARTICLES ? length : 0.5 * length));
        depth += length;
    }
    return c;
}

// share of its energy that it gains in 20 s; the first and the last second are compared
static double gain(pendulum_kind kind, int links, uint64_t seed, double rate) {
    chain c = make_chain(kind, links, seed);
    long steps = (long)(20.0 * rate), second = (long)rate;
    double first = 0.0, last = 0.0;
    for (long n = 0; n < steps; n++) {
        rv_world_step(c.world, 1.0 / rate);
        double energy = rv_world_energy(c.world).total - c.bottom;
        first += n < second ? energy : 0.0;
        last += n >= steps - second ? energy : 0.0;
    }
    rv_world_destroy(c.world);
    return last / first - 1.0;
}

static int by_size(const void* a, const void* b) {
    double x = fabs(*(const double*)a), y = fabs(*(const double*)b);
    return (x > y) - (x < y);
}

static double median_gain(pendulum_kind kind, int links, double rate) {
    enum { CASES = 11 };
    double gains[CASES];
    for (int i = 0; i < CASES; i++)
        gains[i] = gain(kind, links, 100 + (uint64_t)i, rate);
    qsort(gains, CASES, sizeof *gains, by_size);
    printf("  kind %d, %d links, %g Hz: median %+.2g, largest %+.2g in 20 s\n", kind, links, rate,
           gains[CASES / 2], gains[CASES - 1]);
    return fabs(gains[CASES / 2]);
}

TEST(double_pendulums_keep_their_energy_at_240_hz) {
    // nothing is lost; what is left is the energy of a step of leapfrog, (omega h)^2 of that in play
    for (int kind = PARTICLES; kind <= HINGES; kind++)
        CHECK(median_gain((pendulum_kind)kind, 2, 240.0) < 1e-3);
}

TEST(triple_pendulums_keep_their_energy_at_480_hz) {
    for (int kind = PARTICLES; kind <= HINGES; kind++)
        CHECK(median_gain((pendulum_kind)kind, 3, 480.0) < 1e-3);
}

TEST(a_swing_of_10_degrees_keeps_its_energy_for_an_hour_at_60_hz) {
    const double angle = 10.0 * RV_PI / 180.0, omega = sqrt(9.81);
    rv_world_def def = rv_world_def_default();
    rv_world* world = world_of(&def);
    rv_vec3 start = vec(sin(angle), 0, -cos(angle));
    rv_body_id bob = add_particle(world, 1.0, start);
    add_distance(world, NO_BODY, bob, vec(0, 0, 0), start);
    long steps = TEST_IS_WATCHED ? 6 * 3600 : 60 * 3600, half = steps / 2;
    double mean[2] = {0, 0};
    for (long n = 0; n < 2 * half; n++) {
        rv_world_step(world, 1.0 / 60.0);
        mean[n / half] += (rv_world_energy(world).total + 9.81) / (double)half;
    }
    rv_world_destroy(world);
    // energy in the middle of a step goes up and down by (omega h)^2; nothing adds up
    CHECK_NEAR(mean[1] / mean[0], 1.0, 0.1 * omega * omega / 3600.0);
}
