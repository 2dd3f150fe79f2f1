// Rods in motion: what is conserved, and how much a thread carries.
#include "rod_fixture.h"

static const double H = 1e-3, G = 9.81;

// --- energy ---

// most that the energy goes up and down in `steps` steps
typedef struct drift {
    double start, up, down;
} drift;

static drift watch_energy(rv_world* world, double h, long steps) {
    drift d = {0};
    for (long n = 0; n < steps; n++) {
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
        double e = rv_world_energy(world).total;
        if (n == 0)
            d.start = e;
        d.up = fmax(d.up, e - d.start);
        d.down = fmax(d.down, d.start - e);
    }
    return d;
}

static rv_cable_id add_pendulum(rv_world* world, double degrees, int edges, double EI) {
    double a = degrees * RV_PI / 180.0;
    return add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(sin(a), 0, -cos(a))), edges,
                   EI);
}

// the swing of a thread that bends little: second order in the step
TEST(a_thread_that_swings_keeps_its_energy) {
    double off[2], swing = 0.005 * G * (1.0 - cos(RV_PI / 6.0));
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        add_pendulum(world, 30.0, 20, 1e-3);
        drift d = watch_energy(world, 2e-3 / (1 << k), 5000 << k);
        off[k] = fmax(d.up, d.down) / swing;
        rv_world_destroy(world);
    }
    CHECK_NEAR(off[1], 0.0, 1e-5); // theory: 5e-6 with explicit steps
    CHECK_NEAR(off[0] / off[1], 4.0, 0.5);
}

// what a whip cannot resolve is lost, never gained: the energy of the swing it has
TEST(a_thread_dropped_from_horizontal_never_gains) {
    static const double STIFF[] = {0.0, 1e-5, 1e-3, 0.1};
    for (int k = 0; k < 4; k++)
        for (int damped = 0; damped < 2; damped++) {
            rv_world* world = damped ? default_world() : undamped_world(G);
            add_pendulum(world, 90.0, 20, STIFF[k]);
            drift d = watch_energy(world, H, 3000);
            CHECK(d.up < (damped ? 2e-3 : 1e-2) * 0.005 * G);
            rv_world_destroy(world);
        }
}

// a bar that rings: bending waves that the step resolves keep their energy
TEST(a_bent_bar_that_rings_keeps_its_energy) {
    rv_world* world = undamped_world(0.0);
    enum { POINTS = 41 };
    rv_vec3 arc[POINTS];
    for (int i = 0; i < POINTS; i++)
        arc[i] = vec(sin(0.5 * i / 40.0) / 0.5, 0, (1.0 - cos(0.5 * i / 40.0)) / 0.5);
    rv_cable_node nodes[] = {free_at(arc[0]), free_at(arc[POINTS - 1])};
    rv_cable_def def = rod_def(nodes, 20, 1e-3);
    def.segments.shape = arc;
    def.segments.shape_count = POINTS;
    cable_of(world, &def);
    double bent = rv_world_energy(world).elastic;
    // 1/2 B kappa^2 L along the 19 of 20 edges that joints stand for
    CHECK_NEAR(bent / (0.5e-3 * 0.25 * 0.95), 1.0, 1e-3);
    drift d = watch_energy(world, H, 5000);
    CHECK(d.up < 0.01 * bent && d.down < 0.01 * bent);
    rv_world_destroy(world);
}

TEST(damping_of_bends_takes_the_energy_of_a_bar_that_rings) {
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-2);
    def.segments.bend_damping = 1e-3;
    rv_cable_id cable = cable_of(world, &def);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 1.0;
    grip.target = vec(0.9, 0, 0.3);
    rv_cable_hold(world, cable, 0, &grip);
    rod_run(world, H, 1000);
    rv_cable_release(world, cable, 0);
    rod_run(world, H, 1);
    // zeta = omega T/2 with T = 0.1 s and omega = 3.516 sqrt(B/lambda)/L^2 = 3.5/s: less than half a
    // thousandth of the amplitude after 40 s/(zeta omega)
    double before = rv_world_energy(world).total;
    CHECK(before > 1e-4);
    double last = before;
    for (int n = 0; n < 10; n++) {
        rod_run(world, H, 2000);
        double e = rv_world_energy(world).total;
        CHECK(e < last);
        last = e;
    }
    CHECK(last < 1e-6 * before);
    rv_world_destroy(world);
}

// at its terminal speed a falling thread's weight is its drag: w L = c rho d L v^2/2
TEST(a_thread_that_falls_flat_comes_to_its_terminal_speed) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 10, 1e-3);
    def.segments.drag.across = 1.1;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, 0.01, 1500);
    double z = rod_tip(world, cable).z;
    rod_run(world, 0.01, 100);
    double speed = z - rod_tip(world, cable).z;
    CHECK_NEAR(speed / sqrt(0.01 * G / (0.5 * 1.1 * 1.2 * 0.005)), 1.0, 1e-6);
    rv_world_destroy(world);
}

// a bar with a body clamped to its end: drop P L^3/3B + w L^4/8B, tilt P L^2/2B + w L^3/6B
TEST(a_body_clamped_to_a_bar_hangs_as_the_beam_says) {
    static const double STRETCH[] = {INFINITY, 1e6};
    for (int k = 0; k < 2; k++) {
        double L = 0.5, B = 10.0, P = 0.1 * G, w = 0.01 * G;
        rv_world* world = default_world();
        rv_body_id body = add_rigid(world, 0.1, vec(1e-4, 1e-4, 1e-4), vec(L, 0, 0));
        rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(body, vec(0, 0, 0))};
        rv_cable_def def = rod_def(nodes, 20, B);
        def.EA = STRETCH[k];
        def.segments.bend_damping = 0.2;
        cable_of(world, &def);
        rod_run(world, H, 3000);
        double drop = P * L * L * L / (3.0 * B) + w * L * L * L * L / (8.0 * B);
        double tilt = P * L * L / (2.0 * B) + w * L * L * L / (6.0 * B);
        CHECK_NEAR(-rv_body_center(world, body).z / drop, 1.0, 2e-3); // second order in the edge
        rv_vec3 along = rv_quat_rotate(rv_body_pose(world, body).rotation, vec(1, 0, 0));
        CHECK_NEAR(-along.z / tilt, 1.0, 2e-3);
        rv_world_destroy(world);
    }
}

TEST(a_body_clamped_to_a_bar_that_rings_keeps_its_energy) {
    static const double STRETCH[] = {INFINITY, 1e5};
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        rv_body_id body = add_rigid(world, 0.1, vec(1e-4, 1e-4, 1e-4), vec(0.5, 0, 0));
        rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(body, vec(0, 0, 0))};
        rv_cable_def def = rod_def(nodes, 20, 0.1);
        def.EA = STRETCH[k];
        cable_of(world, &def);
        drift d = watch_energy(world, H, 2000);
        CHECK(d.up < 1e-5 && d.down < 1e-5); // of 0.3 J that go to and fro
        rv_world_destroy(world);
    }
}

// --- twist and bodies ---

// omega = sqrt(C/(Lbar I)); between pins all of it twists
TEST(a_body_on_a_twisted_thread_is_a_torsion_pendulum) {
    double C = 1e-3, I = 1e-4, omega = sqrt(C / I), h = 2.0 * RV_PI / omega / 2000.0;
    rv_world* world = undamped_world(G);
    rv_body_id body = add_rigid(world, 1.0, vec(I, I, I), vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 10, C);
    def.twist = 9.0;
    rv_cable_id cable = cable_of(world, &def);
    for (int n = 1; n <= 2000; n++) {
        rod_run(world, h, 1);
        // from rest, places are those of half a step later
        CHECK_NEAR(rv_cable_twist(world, cable), 9.0 * cos(omega * h * (n + 0.5)), 1e-3);
    }
    CHECK_NEAR(rv_vec3_length(rv_body_angular_velocity(world, body)), 0.0, 1e-3 * 9.0 * omega);
    rv_world_destroy(world);
}

// too light and too stiff for the step
TEST(any_twist_of_a_light_body_is_stable) {
    for (double I = 1e-4; I > 1e-12; I *= 0.1) {
        rv_world* world = undamped_world(G);
        rv_body_id body = add_rigid(world, 0.1, vec(I, I, I), vec(0, 0, -1));
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
        rv_cable_def def = rod_def(nodes, 10, 1e-3);
        def.twist = 2.0;
        cable_of(world, &def);
        double start = rv_world_energy(world).total;
        for (int n = 0; n < 1000; n++) {
            rod_run(world, H, 1);
            rv_energy e = rv_world_energy(world);
            CHECK(e.kinetic + e.gravitational < start + 1e-5);
        }
        rv_world_destroy(world);
    }
}

// --- momentum ---

typedef struct momenta {
    rv_vec3 linear, angular;
} momenta;

// From the places before and after a step: of the middle, with the masses of vertices.
static momenta momenta_of(const rod_line* before, const rod_line* after, double mass, double h) {
    momenta p = {{0, 0, 0}, {0, 0, 0}};
    int n = after->count;
    for (int i = 0; i < n; i++) {
        double m = mass / (n - 1) * (i == 0 || i == n - 1 ? 0.5 : 1.0);
        rv_vec3 P = rv_vec3_scale(rv_vec3_sub(after->at[i], before->at[i]), m / h);
        p.linear = rv_vec3_add(p.linear, P);
        p.angular = rv_vec3_add(p.angular, rv_vec3_cross(after->at[i], P));
    }
    return p;
}

// as if the step were so much shorter, for it alone, and more than the world's substeps allow
TEST(a_thread_takes_as_many_substeps_as_it_is_told) {
    enum { PARTS = 16, STEPS = 50 };
    rv_vec3 tip[2];
    for (int k = 0; k < 2; k++) {
        rv_world_def settings = rv_world_def_default();
        settings.substeps.max = 1;
        rv_world* world = world_of(&settings);
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
        rv_cable_def def = rod_def(nodes, 20, 1e-4);
        def.rod.substeps = k == 0 ? PARTS : 0;
        rv_cable_id cable = cable_of(world, &def);
        rod_run(world, k == 0 ? PARTS * H : H, k == 0 ? STEPS : PARTS * STEPS);
        CHECK(rv_world_report(world).substeps == (k == 0 ? PARTS : 1));
        tip[k] = rod_read(world, cable).at[20];
        rv_world_destroy(world);
    }
    // lengths of steps differ by rounding; a whip doubles that every few steps
    CHECK_NEAR(distance(tip[0], tip[1]), 0.0, 1e-6);
    CHECK(tip[0].z < -0.1);
}

// thrown by two hands that let go, it tumbles and bends
TEST(a_free_thread_keeps_its_momentum) {
    // one step at a time, so that places tell velocities
    rv_world_def def = rv_world_def_default();
    def.gravity = vec(0, 0, 0);
    def.substeps.max = 1;
    rv_world* world = world_of(&def);
    rv_cable_id cable = add_rod(world, free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0)), 20, 1e-4);
    for (int hand = 0; hand < 2; hand++) {
        rv_cable_grip grip = rv_cable_grip_default();
        grip.at = hand == 0 ? 0.1 : 0.8;
        grip.target = hand == 0 ? vec(0.1, 1, 0) : vec(0.8, -0.5, 1);
        grip.max_force = 0.2;
        CHECK(rv_cable_hold(world, cable, hand, &grip));
    }
    rod_run(world, H, 100);
    CHECK(rv_cable_release(world, cable, 0) && rv_cable_release(world, cable, 1));
    momenta first = {0};
    for (int n = 0; n < 3000; n++) {
        rod_line before = rod_read(world, cable);
        rod_run(world, H, 1);
        rod_line after = rod_read(world, cable);
        momenta now = momenta_of(&before, &after, 0.01, H);
        if (n == 0)
            first = now;
        CHECK_NEAR(distance(now.linear, first.linear), 0.0, 1e-12);
        CHECK_NEAR(distance(now.angular, first.angular), 0.0, 1e-8 * rv_vec3_length(first.angular));
    }
    CHECK(rv_vec3_length(first.linear) > 1e-3 && rv_vec3_length(first.angular) > 1e-3);
    rv_world_destroy(world);
}

// two bodies tied to each other fly on with the momentum that they have
TEST(bodies_that_a_thread_ties_keep_their_momentum) {
    rv_world* world = undamped_world(0.0);
    rv_body_id a = add_particle(world, 1.0, vec(0, 0, 0)),
               b = add_particle(world, 2.0, vec(1, 0, 0));
    rv_cable_id cable =
        add_rod(world, fixed_at(a, vec(0, 0, 0)), fixed_at(b, vec(0, 0, 0)), 10, 1e-4);
    rv_body_set_velocity(world, b, vec(0.5, 1, 0.3));
    rv_vec3 total = vec(1, 2, 0.6);
    for (int n = 0; n < 1000; n++) {
        rod_line before = rod_read(world, cable);
        rod_run(world, H, 1);
        rod_line after = rod_read(world, cable);
        rv_vec3 P = momenta_of(&before, &after, 0.01, H).linear;
        P = rv_vec3_add(P, rv_body_velocity(world, a));
        P = rv_vec3_mul_add(P, 2.0, rv_body_velocity(world, b));
        CHECK_NEAR(distance(P, total), 0.0, 1e-6);
        if (n > 50) // it was jerked into motion
            CHECK_NEAR(distance(after.at[10], rv_body_center(world, b)), 0.0, 1e-6);
    }
    rv_world_destroy(world);
}

// --- heavy loads ---

enum { STRETCHES = 3 };
static const double EA_OVER_LOAD[STRETCHES] = {INFINITY, 1e4, 10.0};

// what a thread of 10 g carries, as a particle or a body
static rv_body_id add_load(rv_world* world, double mass, rv_vec3 at, bool rigid) {
    return rigid ? add_rigid(world, mass, vec(0.01 * mass, 0.01 * mass, 0.01 * mass), at)
                 : add_particle(world, mass, at);
}

static rv_cable_id hang(rv_world* world, rv_body_id load, int stretch, double mass) {
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-3);
    def.EA = EA_OVER_LOAD[stretch] * mass * G;
    // the bounce of the load dies within half a second
    if (def.EA < INFINITY)
        def.damping = 0.02 * def.EA;
    return cable_of(world, &def);
}

TEST(a_load_of_1e5_rods_hangs_still) {
    for (int stretch = 0; stretch < STRETCHES; stretch++)
        for (int rigid = 0; rigid < 2; rigid++) {
            rv_world* world = default_world();
            double mass = 1e3, strain = 1.0 / EA_OVER_LOAD[stretch];
            rv_body_id load = add_load(world, mass, vec(0, 0, -1), rigid);
            rv_cable_id cable = hang(world, load, stretch, mass);
            rod_run(world, 1.0 / 60.0, 600);
            CHECK_NEAR(rv_body_center(world, load).z, -1.0 - strain, 1e-4 + 0.01 * strain);
            CHECK_NEAR(rv_cable_tension(world, cable, 0) / (mass * G), 1.0, 1e-2);
            CHECK(rv_vec3_length(rv_body_velocity(world, load)) < 1e-2);
            rv_world_destroy(world);
        }
}

// from 30 degrees: the pendulum's period, T/T0 = 1.0174088, and its energy
TEST(a_load_of_1e5_rods_swings_as_a_pendulum) {
    for (int rigid = 0; rigid < 2; rigid++) {
        rv_world* world = default_world();
        double mass = 1e3, a = RV_PI / 6.0, h = 1.0 / 240.0, high = -1.0, period = 0.0;
        rv_body_id load = add_load(world, mass, vec(sin(a), 0, -cos(a)), rigid);
        hang(world, load, 0, mass);
        int crossings = 0;
        double before = rv_body_center(world, load).x;
        for (int n = 1; n < 2400; n++) {
            rod_run(world, h, 1);
            double x = rv_body_center(world, load).x;
            if (before < 0.0 && x >= 0.0 && ++crossings <= 4)
                period = (n - x / (x - before)) * h / (crossings - 0.25);
            if (n > 100)
                high = fmax(high, rv_body_center(world, load).z);
            before = x;
        }
        CHECK(crossings >= 4);
        CHECK_NEAR(period / (2.0 * RV_PI * sqrt(1.0 / G) * 1.0174088), 1.0, 2e-3);
        CHECK_NEAR(high, -cos(a), 2e-3);
        rv_world_destroy(world);
    }
}

TEST(a_load_of_1e5_rods_is_dropped_from_horizontal) {
    for (int stretch = 0; stretch < STRETCHES; stretch++)
        for (int rigid = 0; rigid < 2; rigid++) {
            rv_world* world = default_world();
            double mass = 1e3, low = 0.0, high = -1.0, strain = 1.0 / EA_OVER_LOAD[stretch];
            rv_body_id load = add_load(world, mass, vec(1, 0, 0), rigid);
            rv_cable_id cable = hang(world, load, stretch, mass);
            for (int n = 0; n < 2400; n++) {
                rod_run(world, 1.0 / 240.0, 1);
                low = fmin(low, rv_body_center(world, load).z);
                if (n > 200)
                    high = fmax(high, rv_body_center(world, load).z);
            }
            CHECK(low > -1.0 - 8.0 * strain - 1e-3); // 3 m g at the lowest point, and a bounce
            CHECK(high < 0.01 && high > -0.5);
            CHECK(rv_cable_path_length(world, cable) < 1.0 + 8.0 * strain + 1e-3);
            CHECK(rv_world_report(world).nonfinite_count == 0);
            rv_world_destroy(world);
        }
}

// --- stretch and substeps ---

// elongation (M g L + w L^2/2)/EA of a rope with a load
TEST(a_thread_stretches_as_its_stiffness_says) {
    enum { EDGES = 10 };
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 0.5, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, EDGES, 0.0);
    def.EA = 100.0;
    def.damping = 2.0;
    cable_of(world, &def);
    rod_run(world, 0.02, 3000);
    CHECK_NEAR(rv_body_center(world, load).z, -1.0 - (0.5 * G + 0.01 * G * 0.5) / 100.0, 1e-6);
    rv_world_destroy(world);
}

TEST(substeps_are_steps_of_a_fraction) {
    rod_line line[2];
    for (int k = 0; k < 2; k++) {
        rv_world_def def = rv_world_def_default();
        def.substeps.min = def.substeps.max = k == 0 ? 4 : 1;
        rv_world* world = world_of(&def);
        rv_cable_id cable = add_pendulum(world, 80.0, 15, 1e-3);
        rod_run(world, k == 0 ? 4e-3 : 1e-3, k == 0 ? 50 : 200);
        line[k] = rod_read(world, cable);
        CHECK(rv_world_report(world).substeps == (k == 0 ? 4 : 1));
        rv_world_destroy(world);
    }
    for (int i = 0; i < line[0].count; i++)
        CHECK_NEAR(distance(line[0].at[i], line[1].at[i]), 0.0, 1e-9);
}

TEST(a_thread_that_turns_fast_is_stepped_more_often) {
    rv_world* world = default_world();
    rv_body_id hand = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_set_angular_velocity(world, hand, vec(0, 30, 0));
    rv_cable_id cable =
        add_rod(world, clamped_at(hand, vec(0, 0, 0)), free_at(vec(0.5, 0, 0)), 8, 1e-2);
    rod_run(world, 0.02, 20);
    CHECK(rv_world_report(world).substeps > 1);
    CHECK_NEAR(rv_cable_path_length(world, cable), 0.5, 1e-6);
    rv_world_destroy(world);
}

// a rod with two vertices is a bar: a pendulum of a point with half its mass at the end
TEST(a_rod_of_one_edge_is_a_pendulum) {
    rv_world* world = undamped_world(G);
    rv_cable_id cable = add_pendulum(world, 1.0, 1, 1e-3);
    double period = 2.0 * RV_PI * sqrt(1.0 / G), h = period / 2000.0;
    rv_vec3 start = rod_tip(world, cable);
    rod_run(world, h, 2000);
    CHECK_NEAR(distance(rod_tip(world, cable), start), 0.0, 1e-5);
    rod_run(world, h, 1000);
    CHECK_NEAR(rod_tip(world, cable).x, -start.x, 1e-5);
    rv_world_destroy(world);
}

// impulses of 1 N s on vertices of 0.1 g: what rounding leaves of their speeds is no error
TEST(a_swing_of_1e4_rods_is_solved_to_rounding_at_once) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 100.0, vec(0.01, 0.01, 0.01), vec(0.5, 0, -sqrt(0.75)));
    add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 100, 1e-3);
    double worst = 0.0;
    for (int n = 0; n < 200; n++) {
        rod_run(world, H, 1);
        rv_report report = rv_world_report(world);
        CHECK(report.refinements == 0);
        worst = fmax(worst, report.residual);
    }
    CHECK(worst <= 1e-12 && worst > 0.0); // the engine refines above that
    rv_world_destroy(world);
}

// a thread that is pushed together and turned by a moved body, slowly: its energy is that body's work
TEST(what_a_moved_end_does_is_work) {
    rv_world* world = undamped_world(9.81);
    rv_body_id chuck = add_kinematic(world, vec(0.5, 0, 0), vec(0, 0, 0));
    rv_cable_node ends[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(chuck, vec(0, 0, 0))};
    rv_cable_def def = rod_def(ends, 30, 1e-2);
    def.length = 0.52;
    def.segments.bend_damping = 1e-4;
    cable_of(world, &def);
    rod_run(world, 1e-3, 2000); // at rest
    rv_energy before = rv_world_energy(world);
    for (int n = 0; n < 4000; n++) {
        double speed = 0.05 * (1.0 - rv_cos(2.0 * RV_PI * n / 4000.0));
        rv_body_set_velocity(world, chuck, vec(-0.5 * speed, 0, 0));
        rv_body_set_angular_velocity(world, chuck, vec(5.0 * speed, 0, 0));
        rod_run(world, 1e-3, 1);
    }
    rv_body_set_velocity(world, chuck, vec(0, 0, 0));
    rv_body_set_angular_velocity(world, chuck, vec(0, 0, 0));
    rod_run(world, 1e-3, 500);
    rv_energy after = rv_world_energy(world);
    double gained = after.total - before.total;
    CHECK(gained > 0.01);
    // damping of bends takes 0.3 % of it, half of that at half the speed
    CHECK_NEAR(after.work - before.work, gained, 0.01 * gained);
    rv_world_destroy(world);
}

// a hand that lifts one end does the work that its weight takes
TEST(what_a_hand_does_is_work) {
    rv_world* world = undamped_world(9.81);
    rv_cable_id cable =
        add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0, 0, -0.5)), 20, 0.0);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.5;
    rv_energy before = rv_world_energy(world);
    for (int n = 0; n < 4000; n++) {
        double a = RV_PI * n / 8000.0;
        grip.target = vec(0.5 * rv_sin(a), 0, -0.5 * rv_cos(a));
        CHECK(rv_cable_hold(world, cable, 0, &grip));
        rod_run(world, 1e-3, 1);
    }
    rv_energy after = rv_world_energy(world);
    double gained = after.total - before.total;
    CHECK(gained > 0.5 * 0.005 * 9.81 * 0.2);
    // the hand is no slower than the thread swings
    CHECK_NEAR(after.work, gained, 0.02 * gained);
    rv_world_destroy(world);
}
