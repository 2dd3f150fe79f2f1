// Rods whose stretch and twist are damped: against the decay of a load that bobs on one and of a body
// that turns on one.
#include "rod_fixture.h"

// A load on a thread that stretches: omega^2 = EA/(L m), which dies at damping/(2 L m). The thread weighs
// a millionth of it. The step takes no more than (omega h)^3/2 of omega.
TEST(a_load_that_bobs_on_a_damped_thread_comes_to_rest_as_it_should) {
    static const double EA = 40.0, M = 0.1, RATE = 1.0, H = 1e-4;
    double omega = sqrt(EA / M);
    for (int damped = 0; damped < 2; damped++) {
        rv_world* world = undamped_world(0.0);
        rv_body_id load = add_particle(world, M, vec(1, 0, 0));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = rod_def(nodes, 10, 1e-6);
        def.mass_per_length = 1e-7;
        def.EA = EA;
        def.damping = damped ? 2.0 * M * RATE : NAN;
        cable_of(world, &def);
        double rate = damped ? RATE : 0.0;
        double swings = sqrt(omega * omega - rate * rate), off = 0.0;
        for (int n = 1; n <= (int)(2.0 / H); n++) {
            // it swings about a stretch of 0.3, so that it pulls all the time
            rv_body_apply_force_at_center(world, load, vec(0.3 * EA, 0, 0));
            rod_run(world, H, 1);
            double t = H * (n + 0.5), x = rv_body_pose(world, load).position.x - 1.3;
            double e = -0.3 * rv_exp(-rate * t)
                       * (rv_cos(swings * t) + rate / swings * rv_sin(swings * t));
            off = fmax(off, fabs(x - e));
        }
        CHECK_NEAR(off, 0.0, 2e-3); // omega h of the swing
        rv_world_destroy(world);
    }
}

// however strong: a load on it creeps, and nothing swings
TEST(any_damping_of_stretch_is_stable) {
    for (double damping = 1e-3; damping < 1e9; damping *= 1e2) {
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, 0.1, vec(0, 0, -1));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = rod_def(nodes, 20, 1e-6);
        def.EA = 1e3;
        def.damping = damping;
        cable_of(world, &def);
        double start = rv_world_energy(world).total;
        for (int n = 0; n < 500; n++) {
            rod_run(world, 1e-3, 1);
            rv_energy e = rv_world_energy(world);
            CHECK(e.kinetic + e.gravitational < start + 1e-6);
        }
        CHECK(rv_body_pose(world, load).position.z < -1.0 + 1e-9);
        rv_world_destroy(world);
    }
}

// omega^2 = C/(Lbar I); it dies at twist_damping/(2 Lbar I)
TEST(a_body_on_a_thread_whose_twist_is_damped_comes_to_rest_as_it_should) {
    static const double C = 1e-3, I = 1e-4, RATE = 0.5, LENGTH = 1.0; // between the pins
    double omega = sqrt(C / (LENGTH * I)), h = 1e-3;
    rv_world* world = undamped_world(9.81);
    rv_body_id body = add_rigid(world, 1.0, vec(I, I, I), vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 10, C);
    def.twist = 3.0;
    def.twist_damping = 2.0 * LENGTH * I * RATE;
    rv_cable_id cable = cable_of(world, &def);
    double damped = sqrt(omega * omega - RATE * RATE);
    for (int n = 1; n <= 3000; n++) {
        rod_run(world, h, 1);
        double t = h * (n + 0.5); // from rest, places are those of half a step later
        double expected =
            3.0 * rv_exp(-RATE * t) * (rv_cos(damped * t) + RATE / damped * rv_sin(damped * t));
        CHECK_NEAR(rv_cable_twist(world, cable), expected, 0.02); // of first order: RATE h a swing
    }
    rv_world_destroy(world);
}

// driven at a steady rate by a kinematic body: M = C Theta/Lbar + twist_damping Theta'/Lbar
TEST(a_thread_that_is_twisted_resists_the_rate) {
    rv_world* world = undamped_world(0.0);
    rv_body_id chuck = add_kinematic(world, vec(1, 0, 0), vec(0, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(chuck, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 10, 1e-3);
    def.EA = 1e3;
    def.twist_damping = 1e-4;
    rv_cable_id cable = cable_of(world, &def);
    rv_body_set_angular_velocity(world, chuck, vec(5.0, 0, 0));
    rod_run(world, 1e-3, 200);
    // the moment that acted was that of the beginning of the last step
    double expected = 1e-3 * 5.0 * 0.199 + 1e-4 * 5.0;
    CHECK_NEAR(rv_cable_torque(world, cable), expected, 1e-9);
    CHECK_NEAR(rv_cable_end_torque(world, cable, 1).x, -expected, 1e-9);
    rv_world_destroy(world);
}

TEST(any_damping_of_twist_is_stable) {
    for (double damping = 1e-6; damping < 1e3; damping *= 1e2)
        for (double I = 1e-4; I > 1e-10; I *= 1e-2) {
            rv_world* world = undamped_world(9.81);
            rv_body_id bodies[] = {add_rigid(world, 0.1, vec(I, I, I), vec(0, 0, 0)),
                                   add_rigid(world, 0.1, vec(I, I, I), vec(0, 0, -1))};
            rv_cable_node nodes[] = {fixed_at(bodies[0], vec(0, 0, 0)),
                                     fixed_at(bodies[1], vec(0, 0, 0))};
            rv_cable_def def = rod_def(nodes, 10, 1e-3);
            def.twist = 2.0;
            def.twist_damping = damping;
            rv_cable_id cable = cable_of(world, &def);
            double most = 0.0;
            for (int n = 0; n < 300; n++) {
                rod_run(world, 1e-3, 1);
                most = fmax(most, fabs(rv_cable_twist(world, cable)));
            }
            CHECK(most < 2.0 + 1e-6);
            rv_world_destroy(world);
        }
}
