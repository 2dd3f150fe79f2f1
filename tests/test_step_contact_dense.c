// Contacts on their dense system: what a step may cost while a chain of segments lands, and that
// forces that are not exact feed nothing.
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static void add_ground(rv_world* world) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    plane.material.friction = 0.5;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &plane;
    def.shape_count = 1;
    body_of(world, &def);
}

// 2 m of 10 mm steel that fall with one end first
static rv_cable_id add_rod(rv_world* world) {
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0.5)), free_at(vec(2, 0, 1))};
    rv_cable_def def = strand_def(nodes, 15);
    def.material.young = 2e11;
    def.diameter = 0.01;
    return cable_of(world, &def);
}

typedef struct landing {
    int iterations; // most in a step
    double residual, gain;
    int unsettled;
} landing;

static landing land(rv_world* world, int steps) {
    landing l = {0};
    double before = rv_world_energy(world).total;
    for (int i = 0; i < steps; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        rv_report report = rv_world_report(world);
        double now = rv_world_energy(world).total;
        l.iterations =
            report.contact_iterations > l.iterations ? report.contact_iterations : l.iterations;
        l.residual = fmax(l.residual, report.contact_residual);
        l.unsettled += report.contacts_unsettled;
        l.gain = fmax(l.gain, now - before);
        before = now;
    }
    return l;
}

static double weight_on_ground(const rv_world* world) {
    double sum = 0.0;
    for (int i = 0; i < rv_world_contact_count(world); i++)
        sum += fabs(rv_world_contact(world, i).force.z);
    return sum;
}

TEST(a_steel_rod_lands_in_steps_of_few_iterations) {
    rv_world_def def = rv_world_def_default();
    def.sleep.enabled = false;
    rv_world* world = world_of(&def);
    add_ground(world);
    rv_cable_id rod = add_rod(world);
    double weight = 9.81 * rv_cable_mass_per_length(world, rod) * rv_cable_length(world, rod);
    landing l = land(world, 90);
    // sweeps alone take up to 9000; Newton's method a few dozen, led by 30 sweeps
    CHECK(l.iterations < 500);
    CHECK(l.residual < 1e-2 && l.unsettled == 0);
    // of the 15 J that it falls with: what gaps that close within a step may give back
    CHECK(l.gain < 0.01 * weight);
    CHECK_NEAR(weight_on_ground(world), weight, 1e-3 * weight);
    rv_world_destroy(world);
}

// many turns of a soft cable onto each other, in one substep: what cannot be solved in the time of
// a step is said to be unsettled, and adds no energy
TEST(a_heap_of_a_soft_cable_feeds_on_nothing) {
    enum { SEGMENTS = 80, POINTS = SEGMENTS + 1 };
    rv_world* world = default_world();
    add_ground(world);
    rv_vec3 shape[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double sine, cosine, t = 0.2 * i;
        rv_sincos(t, &sine, &cosine);
        shape[i] = vec(0.25 * cosine + 0.05 * sine * cosine, 0.25 * sine, 0.03 + 0.006 * t);
    }
    rv_cable_node nodes[] = {free_at(shape[0]), free_at(shape[POINTS - 1])};
    rv_cable_def def = strand_def(nodes, SEGMENTS);
    def.diameter = 0.02;
    def.segments.shape = shape;
    def.segments.shape_count = POINTS;
    def.segments.EI = 0.01;
    def.GJ = 0.02;
    rv_cable_id cable = cable_of(world, &def);
    double weight = 9.81 * rv_cable_mass_per_length(world, cable) * rv_cable_length(world, cable);
    landing l = land(world, 45);
    // as much as if all of it were lifted by a tenth of its diameter
    CHECK(l.gain < 0.1 * 0.02 * weight);
    CHECK(l.iterations < 2000);
    CHECK(weight_on_ground(world) > 0.9 * weight);
    rv_world_destroy(world);
}
