// Rods at their ends: the twist between the sections that are held, and the tension there.
#include "model/rod.h"
#include "rod_fixture.h"

static const double H = 1e-3, GJ = 2e-2;

// --- twist ---

typedef struct twisted {
    int edges, clamps; // bits: the first, the last end is clamped
    double twist, rest_twist, rest_curvature;
    rv_cable_rod_integrator integrator;
} twisted;

// a rod of 1 m along x, twisted at creation
static rv_cable_id add_twisted(rv_world* world, const twisted* t) {
    rv_cable_node nodes[2];
    for (int k = 0; k < 2; k++)
        nodes[k] = (t->clamps >> k & 1 ? clamped_at : fixed_at)(NO_BODY, vec(k, 0, 0));
    rv_cable_def def = rod_def(nodes, t->edges, 1e-2);
    def.GJ = GJ;
    def.twist = t->twist;
    def.segments.rest_twist = t->rest_twist;
    def.segments.rest_curvature[0] = t->rest_curvature;
    def.rod.integrator = t->integrator;
    return cable_of(world, &def);
}

TEST(the_torque_is_that_of_the_twist_over_the_whole_length) {
    static const rv_cable_rod_integrator INTEGRATORS[] = {
        RV_CABLE_ROD_IMPLICIT, RV_CABLE_ROD_CONTRACTION, RV_CABLE_ROD_NEWTON};
    for (int k = 0; k < 24; k++)
        for (int edges = 3; edges <= 40; edges = 2 * edges + 1) {
            twisted t = {edges, k % 4, 0.7, k >= 12 ? 0.3 : 0.0, 0.0, INTEGRATORS[k / 4 % 3]};
            rv_world* world = undamped_world(0.0);
            rv_cable_id cable = add_twisted(world, &t);
            rod_run(world, 1e-5, 2);
            double M = GJ * (t.twist - t.rest_twist);
            CHECK_NEAR(rv_cable_torque(world, cable) / M, 1.0, 1e-12);
            CHECK_NEAR(rv_cable_end_torque(world, cable, 0).x / M, 1.0, 1e-12);
            CHECK_NEAR(rv_cable_end_torque(world, cable, 1).x / -M, 1.0, 1e-12);
            CHECK_NEAR(rv_cable_twist(world, cable), t.twist, 1e-12);
            double energy = 0.5 * M * (t.twist - t.rest_twist);
            CHECK_NEAR(rv_world_energy(world).elastic / energy, 1.0, 1e-10);
            rv_world_destroy(world);
        }
}

static double energy_at(twisted t, double twist) {
    rv_world* world = undamped_world(0.0);
    t.twist = twist;
    rv_cable_id cable = add_twisted(world, &t);
    (void)cable;
    double energy = rv_world_energy(world).elastic;
    rv_world_destroy(world);
    return energy;
}

// W and M of one state, at creation, when nothing has moved; curved at rest, so that sections turn
TEST(the_torque_is_the_derivative_of_the_energy_by_the_twist) {
    for (int clamps = 0; clamps < 4; clamps++)
        for (int curved = 0; curved < 2; curved++) {
            twisted t = {9, clamps, 0.5, curved * 0.4, curved * 0.8, RV_CABLE_ROD_IMPLICIT};
            double d = 1e-4, slope = (energy_at(t, t.twist + d) - energy_at(t, t.twist - d)) / 2e-4;
            rv_world* world = undamped_world(0.0);
            rv_cable_id cable = add_twisted(world, &t);
            rod_run(world, 1e-7, 1);
            CHECK_NEAR(rv_cable_end_torque(world, cable, 1).x / -slope, 1.0, 1e-6);
            rv_world_destroy(world);
        }
}

// a disc on a thread without weight: omega^2 = GJ/(L I), whatever the number of edges
TEST(a_disc_on_a_pinned_rod_swings_with_the_stiffness_of_its_length) {
    for (int edges = 4; edges <= 16; edges *= 2)
        for (int curved = 0; curved < 2; curved++) {
            rv_world* world = undamped_world(0.0);
            rv_body_id disc = add_rigid(world, 1.0, vec(1e-2, 1e-2, 1e-2), vec(1, 0, 0));
            rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(disc, vec(0, 0, 0))};
            rv_cable_def def = rod_def(nodes, edges, 1e-2);
            def.GJ = GJ;
            def.twist = 0.5;
            def.segments.rest_twist = curved * 1e-9; // its sections are unknowns of the step
            rv_cable_id cable = cable_of(world, &def);
            double period = 2.0 * RV_PI * sqrt(1e-2 / GJ);
            rod_run(world, period / 4000.0, 4000);
            CHECK_NEAR(rv_cable_twist(world, cable), 0.5, 1e-4);
            rod_run(world, period / 4000.0, 1000);
            CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 1e-3);
            rv_world_destroy(world);
        }
}

// --- tension ---

// hangs at rest from its first end, of any kind, with a load at its last one
TEST(the_tension_at_the_top_of_a_hanging_rod_is_all_that_hangs_on_it) {
    for (int k = 0; k < 6; k++)
        for (int edges = 1 + k / 3; edges <= 32; edges *= 4) {
            bool loaded = k & 1, clamped = k >= 3;
            rv_world* world = undamped_world(9.81);
            rv_body_id load = add_particle(world, 0.3, vec(0, 0, -2));
            rv_cable_node nodes[2] = {(clamped ? clamped_at : fixed_at)(NO_BODY, vec(0, 0, 0)),
                                      loaded ? fixed_at(load, vec(0, 0, 0))
                                             : free_at(vec(0, 0, -2))};
            rv_cable_def def = rod_def(nodes, edges, 1e-3);
            def.mass_per_length = 0.05;
            rv_cable_id cable = cable_of(world, &def);
            rod_run(world, H, 4);
            // half an edge stands in the clamp
            double own = 0.05 * 2.0, in_clamp = clamped ? 0.5 * 2.0 / (edges - 0.5) * 0.05 : 0.0;
            double weight = 9.81 * (own + in_clamp + (loaded ? 0.3 : 0.0));
            CHECK_NEAR(rv_cable_tension(world, cable, 0), weight, 1e-9);
            CHECK_NEAR(rv_cable_end_force(world, cable, 0).z, -weight, 1e-9);
            CHECK_NEAR(rv_cable_largest_tension(world, cable), weight, 1e-9);
            rv_cable_contact end = rv_cable_get_contact(world, cable, 1);
            CHECK_NEAR(end.tension_in, loaded ? 9.81 * 0.3 : 0.0, 1e-9);
            rv_world_destroy(world);
        }
}

// pulled along itself by what holds its first end: inertia of all of it, and of the load
TEST(the_tension_at_a_driven_end_has_the_inertia_of_the_rod) {
    rv_world* world = undamped_world(0.0);
    rv_body_id mover = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_id load = add_particle(world, 0.2, vec(1, 0, 0));
    rv_cable_node nodes[] = {fixed_at(mover, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 8, 1e-3);
    rv_cable_id cable = cable_of(world, &def);
    for (int i = 1; i <= 100; i++) {
        rv_body_set_velocity(world, mover, vec(-3.0 * H * i, 0, 0));
        rod_run(world, H, 1);
    }
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 3.0 * (0.2 + 0.01), 1e-9);
    rv_world_destroy(world);
}

// a free end is pulled by hands alone
TEST(the_tension_at_a_free_end_is_that_of_the_hand_that_holds_it) {
    rv_world* world = undamped_world(9.81);
    rv_cable_id cable = add_rod(world, free_at(vec(0, 0, 1)), free_at(vec(0, 0, 0)), 6, 1e-3);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.0;
    grip.target = vec(0, 0, 1);
    grip.stiffness = 50.0;
    grip.damping = 1.0;
    rv_cable_hold(world, cable, 0, &grip);
    rod_run(world, H, 3000);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 9.81 * 0.01, 1e-5);
    rv_cable_release(world, cable, 0);
    rod_run(world, H, 2);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 0.0, 1e-12);
    rv_world_destroy(world);
}
