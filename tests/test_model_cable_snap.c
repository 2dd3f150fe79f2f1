// Loads that fall into slack cables, and what is told of their pull.
#include "cable_fixture.h"

static const double G = 9.81;

typedef struct snap {
    double mass, diameter, length, speed, gap;
} snap;

typedef struct outcome {
    double peak, rebound; // over m g + sqrt((m g)^2 + EA/L m v^2), and over v
    int substeps;
    double omega; // of the bounce [1/s]
} outcome;

static snap draw_snap(fixture_random* random) {
    snap s = {.mass = 1.0, .diameter = random_in(random, 0.004, 0.03)};
    s.length = random_in(random, 1.0, 40.0);
    s.speed = random_in(random, 0.5, 5.0);
    s.gap = random_in(random, 0.05, 1.0) * fmin(0.5, s.speed * s.speed / (2.0 * G));
    // a bounce of 10 to 240 rad/s: of 4 rad in a step at 60 Hz
    double k = 200e9 * 0.25 * RV_PI * s.diameter * s.diameter / s.length;
    double omega = random_in(random, 10.0, 240.0);
    s.mass = k / (omega * omega);
    return s;
}

static rv_cable_def snap_def(const snap* s, const rv_cable_node nodes[2], rv_cable_model model) {
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 2;
    def.model = model;
    def.diameter = s->diameter;
    def.length = s->length;
    return def;
}

static outcome fall(const snap* s, rv_cable_model model, double rate) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, s->mass, vec(0, 0, s->gap - s->length));
    rv_body_set_velocity(world, load, vec(0, 0, -sqrt(s->speed * s->speed - 2.0 * G * s->gap)));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = snap_def(s, nodes, model);
    rv_cable_id cable = cable_of(world, &def);
    double k = rv_cable_EA(world, cable) / s->length, weight = s->mass * G;
    double formula = weight + sqrt(weight * weight + k * s->mass * s->speed * s->speed);
    outcome o = {.omega = sqrt(k / s->mass)};
    double fastest = 0.0, end = 0.7 + 5.0 / o.omega;
    for (int i = 0; i < end * rate; i++) {
        CHECK(rv_world_step(world, 1.0 / rate) != RV_STATUS_FAILED);
        o.peak = fmax(o.peak, rv_cable_tension(world, cable, 0) / formula);
        fastest = fmax(fastest, rv_body_velocity(world, load).z);
        int substeps = rv_world_report(world).substeps;
        o.substeps = substeps > o.substeps ? substeps : o.substeps;
    }
    o.rebound = fastest / hypot(s->speed, G / o.omega);
    rv_world_destroy(world);
    return o;
}

// The largest pull is m g + sqrt((m g)^2 + EA/L m v^2). A sampled wave has 3 % less at most, and a step of
// 1/60 s in free fall that is followed by a shorter one 9.81/120 m/s too little speed.
TEST(a_load_that_falls_into_its_cable_pulls_as_it_must) {
    const double RATES[] = {60.0, 240.0, 1000.0};
    for (int r = 0; r < 3; r++) {
        fixture_random random = {11};
        double sum = 0.0, later = 0.0;
        for (int i = 0; i < 60; i++) {
            snap s = draw_snap(&random);
            outcome o = fall(&s, RV_CABLE_MASSLESS, RATES[r]);
            double late = 0.5 * G / RATES[r] / s.speed;
            CHECK(o.peak > 0.90 - late && o.peak < 1.03 + late);
            CHECK(o.rebound > 0.85 - late && o.rebound < 1.03 + 2.0 * late);
            sum += o.peak / 60.0;
            later += late / 60.0;
        }
        // and the mean of the samples is 1 % less
        CHECK(sum > 0.98 - later && sum < 1.02);
    }
}

TEST(what_hangs_and_what_swings_takes_no_substeps) {
    for (int m = 0; m < 2; m++) {
        rv_world* world = default_world();
        // a bounce of 0.9 rad in a step, 10 degrees aside
        rv_body_id load = add_particle(world, 1000.0, vec(0.7, 0, -4));
        rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), -0.2),
                                 fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = rv_cable_def_default();
        def.nodes = nodes;
        def.node_count = 2;
        def.model = m == 0 ? RV_CABLE_MASSLESS : RV_CABLE_LAYERED;
        cable_of(world, &def);
        for (int i = 0; i < 300; i++) {
            CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
            CHECK(rv_world_report(world).substeps == 1);
        }
        rv_world_destroy(world);
    }
}

// Its pull passes the load at which it breaks in one of the substeps, and is below it in the last.
TEST(a_cable_breaks_by_the_largest_pull_in_a_step) {
    snap s = {.mass = 100.0, .diameter = 0.01, .length = 20.0, .speed = 2.0, .gap = 0.1};
    for (int holds = 0; holds < 2; holds++) {
        double k = 200e9 * 0.25e-4 * RV_PI / s.length, weight = s.mass * G;
        double formula = weight + sqrt(weight * weight + k * s.mass * s.speed * s.speed);
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, s.mass, vec(0, 0, s.gap - s.length));
        rv_body_set_velocity(world, load, vec(0, 0, -sqrt(s.speed * s.speed - 2.0 * G * s.gap)));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = snap_def(&s, nodes, RV_CABLE_MASSLESS);
        def.breaking_load = (holds ? 1.06 : 0.85) * formula;
        rv_cable_id cable = cable_of(world, &def);
        for (int i = 0; i < 30; i++)
            rv_world_step(world, 1.0 / 60.0);
        CHECK((rv_cable_get_state(world, cable) == RV_CABLE_BROKEN) == !holds);
        rv_world_destroy(world);
    }
}
