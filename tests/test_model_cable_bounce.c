// Cables of segments and rods that move as the step resolves: the law of their rows takes no more of a
// motion than third order in the step, however stiff each link is against its segments.
#include "strand_fixture.h"

// 10 t on 20 m of wire rope in 40 segments, omega = 10/s: links of 50 segment masses ring at 2e3/s
// and are far beyond the step, the bounce of the load is not. zeta from the heights of two peaks,
// ten periods apart.
static double bounce_zeta(rv_cable_model model, double h) {
    enum { PEAKS = 11 };
    const double EA = 2e7, mass = 1e4, length = 20.0, per_length = 1.5;
    double rest = -length - (mass + 0.5 * per_length * length) * 9.81 / EA * length;
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, mass, vec(0, 0, rest - 0.03));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 40);
    def.model = model;
    def.EA = EA;
    def.GJ = 0.0;
    def.diameter = 0.02;
    def.mass_per_length = per_length;
    def.segments.EI = 20.0;
    def.length = length;
    cable_of(world, &def);
    double z[2] = {rest, rest}, first = NAN, last = NAN;
    int peaks = 0;
    while (peaks < PEAKS && rv_world_time(world) < 20.0) {
        rv_world_step(world, h);
        double now = rv_body_center(world, load).z;
        if (z[1] > z[0] && z[1] > now && peaks++ >= 0) {
            // the parabola through three places
            double bend = z[0] - 2.0 * z[1] + now, slope = 0.5 * (now - z[0]);
            last = z[1] - 0.5 * slope * slope / bend - rest;
            first = peaks == 1 ? last : first;
        }
        z[0] = z[1];
        z[1] = now;
    }
    CHECK(peaks == PEAKS);
    rv_world_destroy(world);
    return rv_log(first / last) / (2.0 * RV_PI * (PEAKS - 1));
}

// zeta = (omega h)^3/2: 0.0023 at 60 steps a second, an eighth at 120; 30 % for the weight and the
// stretch of what is not at rest at first
TEST(a_bouncing_load_is_damped_at_third_order) {
    static const rv_cable_model MODELS[] = {RV_CABLE_SEGMENTS, RV_CABLE_ROD};
    for (int m = 0; m < 2; m++) {
        double coarse = bounce_zeta(MODELS[m], 1.0 / 60.0);
        double fine = bounce_zeta(MODELS[m], 1.0 / 120.0);
        CHECK_NEAR(coarse, 0.5 / 216.0, 0.3 * 0.5 / 216.0);
        CHECK(coarse < 2.5e-3);
        CHECK_NEAR(fine, coarse / 8.0, 0.3 * coarse / 8.0);
    }
}

// a body that twists a cable of 10 segments: omega = 1.58/s, and 40 s
TEST(a_torsion_pendulum_keeps_its_amplitude) {
    const double H = 1.0 / 60.0;
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 5.0, vec(0.06, 0.06, 0.1), vec(0, 0, -2));
    rv_body_set_angular_velocity(world, body, vec(0, 0, 1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 10);
    def.EA = 1e6;
    def.GJ = 0.5;
    def.segments.EI = 0.1;
    def.mass_per_length = 0.5;
    rv_cable_id cable = cable_of(world, &def);
    double largest[2] = {0.0, 0.0};
    for (int i = 0; i < 2400; i++) {
        rv_world_step(world, H);
        double* most = &largest[i / 1200];
        *most = fmax(*most, fabs(rv_cable_twist(world, cable)));
    }
    CHECK_NEAR(largest[0], 1.0 / sqrt(0.5 / 2.0 / 0.1), 0.005); // the speed over omega
    CHECK_NEAR(largest[1] / largest[0], 1.0, 0.002);
    rv_world_destroy(world);
}

// A plank, four ropes pull its corners apart along x: what turns it back about y is 4 a T, of which
// each rope by itself, whose arm is mostly across it, knows little.
TEST(a_wide_plank_between_ropes_swings_with_the_energy_it_was_given) {
    static const double a = 0.2, w = 1.0, reach = 3.0, spin = 0.05;
    rv_world* world = weightless_world();
    rv_shape_def box = rv_shape_def_default();
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(a, w, 0.1);
    rv_body_def body = rv_body_def_default();
    body.mass = 16.0;
    body.shapes = &box;
    body.shape_count = 1;
    rv_body_id plank = body_of(world, &body);
    for (int corner = 0; corner < 4; corner++) {
        double x = corner % 2 == 0 ? -1.0 : 1.0, y = corner < 2 ? -w : w;
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(x * reach, y, 0)),
                                 fixed_at(plank, vec(x * a, y, 0))};
        rv_cable_def def = strand_def(nodes, 8);
        def.EA = 5e6;
        def.length = (reach - a) * (1.0 - 0.01);
        cable_of(world, &def);
    }
    for (int i = 0; i < 60; i++)
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
    rv_body_set_angular_velocity(world, plank, vec(0, spin, 0));
    // of the motion with a modified mass, I + (gamma - 1/4) h^2 K
    double inertia = rv_body_mass_properties(world, plank).inertia.m[1][1];
    double tension = 0.01 / 0.99 * 5e6, h = 1.0 / 60.0;
    double given = 0.5 * (inertia + 0.25 * h * h * 4.0 * a * tension) * spin * spin;
    double most = 0.0;
    for (int i = 0; i < 600; i++) {
        CHECK(rv_world_step(world, 1.0 / 60.0) == RV_STATUS_OK);
        most = fmax(most, rv_world_energy(world).kinetic);
    }
    CHECK(most <= given);
    rv_world_destroy(world);
}
