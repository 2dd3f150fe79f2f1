// What layered cables weigh: mass is per unstretched length, against the elastic catenary.
#include "cable_fixture.h"
#include "elastic_catenary.h"

static const double H = 1.0 / 100.0, G = 9.81, RHO = 1.2;

static rv_cable_def soft_def(const rv_cable_node* nodes, double length, double EA) {
    rv_cable_def def = elastic_cable_def(nodes, 2, EA);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    def.length = length;
    def.layer.damping = 3.0;
    def.layer.cells = 50;
    def.damping = NAN;
    return def;
}

// 10 m of 1.2 kg/m under 50 kg, stretched by 2 to 8 %: what is held is rho_0 L and the load
TEST(a_stretched_cable_weighs_what_it_did_before) {
    for (double strain = 0.02; strain < 0.1; strain *= 2.0) {
        rv_world* world = default_world();
        double EA = 50.0 * G / strain;
        rv_body_id anchor = add_particle(world, 3.0, vec(0, 0, 0));
        rv_joint_id holds =
            add_joint_at(world, RV_JOINT_BALL, NO_BODY, anchor, vec(0, 0, 0), vec(1, 0, 0));
        rv_body_id load = add_particle(world, 50.0, vec(0, 0, -10.0 * (1.0 + strain)));
        rv_cable_node ends[] = {fixed_at(anchor, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = soft_def(ends, 10.0, EA);
        def.damping = 0.3 * sqrt(EA * 10.0 * 50.0); // it stops bouncing
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 4000));
        double weight = RHO * G * 10.0;
        CHECK_NEAR(rv_cable_tension(world, cable, 0), 50.0 * G + weight, 1e-6);
        CHECK_NEAR(fabs(rv_joint_force(world, holds).z), 53.0 * G + weight, 1e-6);
        // stretched by the load and by half its weight
        CHECK_NEAR(-rv_body_center(world, load).z, 10.0 * (1.0 + (50.0 * G + 0.5 * weight) / EA),
                   1e-6);
        rv_world_destroy(world);
    }
}

// level spans with up to 10 % strain: the stretched cable is no heavier, so that it hangs no deeper
TEST(a_stretched_span_hangs_as_an_elastic_catenary) {
    static const double EA[] = {1e5, 1e4, 4e3};
    static const double LENGTH[] = {20.05, 19.8, 19.2};
    for (int i = 0; i < 3; i++) {
        rv_world* world = default_world();
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(20, 0, 0))};
        rv_cable_def def = soft_def(ends, LENGTH[i], EA[i]);
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 3000));
        elastic_catenary exact = elastic_catenary_of(20.0, 0.0, LENGTH[i], RHO * G, EA[i]);
        // the lattice has 1/M^2 of its parabola's arc less: half of 4e-4 in depth
        CHECK_NEAR(rv_cable_tension(world, cable, 0) / hypot(exact.H, exact.V[0]), 1.0, 1e-3);
        CHECK_NEAR(rv_cable_sag(world, cable, 0) / elastic_catenary_drop(&exact), 1.0, 1e-3);
        rv_world_destroy(world);
    }
}
