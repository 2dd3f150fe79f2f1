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

// --- spans that lean ---

// Random spans: up to 75 degrees, 0.1 to 20 % longer than their chord. H, and what holds the end:
// the tension that is read there.
TEST(spans_that_lean_hang_as_elastic_catenaries_and_pull_as_is_read) {
    fixture_random random = {0x7171};
    for (int i = 0; i < 24; i++) {
        double angle = random_in(&random, -75, 75) * RV_PI / 180.0;
        double chord = random_in(&random, 5, 50),
               length = chord * (1.0 + exp(random_in(&random, -6.9, -1.6)));
        double EA = RHO * exp(random_in(&random, 9.0, 16.0)), x = chord * cos(angle);
        rv_vec3 to = vec(0.6 * x, -0.8 * x, chord * sin(angle));
        rv_world* world = default_world();
        rv_body_id anchor = add_particle(world, 3.0, to);
        rv_joint_id holds = add_joint_at(world, RV_JOINT_BALL, NO_BODY, anchor, to, vec(1, 0, 0));
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(anchor, vec(0, 0, 0))};
        rv_cable_def def = soft_def(ends, length, EA);
        def.layer.cells = 20;
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 6000));
        elastic_catenary exact = elastic_catenary_of(x, to.z, length, RHO * G, EA);
        rv_vec3 force = rv_joint_force(world, holds);
        // the joint also carries the body
        double vertical[2] = {force.z - 3.0 * G, force.z + 3.0 * G};
        double read = rv_cable_get_contact(world, cable, 1).tension_in,
               pull = hypot(force.x, force.y);
        double felt = hypot(pull, vertical[0]);
        if (fabs(hypot(pull, vertical[1]) - read) < fabs(felt - read))
            felt = hypot(pull, vertical[1]);
        // one strain for all of a section: off by its variation
        CHECK_NEAR(pull / exact.H, 1.0, 5e-3);
        CHECK_NEAR(read / hypot(exact.H, exact.V[1]), 1.0, 5e-3);
        CHECK_NEAR(felt / read, 1.0, 1e-9);
        rv_world_destroy(world);
    }
}

// A heavy cable that hangs, with a load m at its end: (T u')' = -rho w^2 u, T = m g + rho g z, from
// T u' = -m w^2 u below to u = 0 above, which Bessel functions solve: here by Runge and Kutta's
// method.
static double above(double w, double m, double length) {
    int n = 2000;
    double h = length / n, u = 1.0, p = -m * w * w;
    for (int i = 0; i < n; i++) {
        double k[4][2], du = 0.0, dp = 0.0;
        for (int s = 0; s < 4; s++) {
            double part = s == 0 ? 0.0 : s == 3 ? 1.0 : 0.5;
            double T = G * (m + RHO * (i + part) * h);
            k[s][0] = (p + (s > 0 ? part * h * k[s - 1][1] : 0.0)) / T;
            k[s][1] = -RHO * w * w * (u + (s > 0 ? part * h * k[s - 1][0] : 0.0));
            du += (s == 0 || s == 3 ? 1.0 : 2.0) * k[s][0];
            dp += (s == 0 || s == 3 ? 1.0 : 2.0) * k[s][1];
        }
        u += h / 6.0 * du;
        p += h / 6.0 * dp;
    }
    return u;
}

static double mode_of(int mode, double m, double length) {
    double w = 0.1, before = above(w, m, length);
    for (int found = 0; found < mode;) {
        double now = above(w + 0.01, m, length);
        found += before * now < 0.0;
        before = now;
        w += found < mode ? 0.01 : 0.0;
    }
    double low = w, high = w + 0.01;
    for (int turn = 0; turn < 50; turn++) {
        double middle = 0.5 * (low + high);
        *(above(middle, m, length) * above(low, m, length) > 0.0 ? &low : &high) = middle;
    }
    return low;
}

enum { SAMPLES = 12000 };

// the share of cos and sin with this frequency in a record, seen through Hann's window
static double share_of(const double* x, double h, double w) {
    double c = 0.0, s = 0.0;
    for (int i = 0; i < SAMPLES; i++) {
        double window = 0.5 - 0.5 * cos(2.0 * RV_PI * i / SAMPLES);
        c += window * x[i] * cos(w * h * i);
        s += window * x[i] * sin(w * h * i);
    }
    return c * c + s * s;
}

static double peak_near(const double* x, double h, double near) {
    double best = 0.0, at = 0.0, step = 2.0 * RV_PI / (SAMPLES * h) / 8.0;
    for (double w = 0.85 * near; w < 1.15 * near; w += step) {
        double share = share_of(x, h, w);
        at = share > best ? w : at;
        best = fmax(best, share);
    }
    return at;
}

TEST(a_heavy_hanging_cable_has_the_modes_of_bessel_functions) {
    static double x[SAMPLES];
    static const double LOAD[] = {0.5, 5.0};
    for (int k = 0; k < 2; k++) {
        rv_world* world = default_world();
        rv_body_id load = add_particle(world, LOAD[k], vec(0, 0, -10));
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = rigid_cable_def(ends, 2);
        def.model = RV_CABLE_LAYERED;
        def.mass_per_length = RHO;
        def.layer.damping = 0.0;
        def.layer.cells = 40;
        cable_of(world, &def);
        CHECK(steps_are_ok(world, 0.005, 100));
        rv_body_set_velocity(world, load, vec(0.02, 0, 0));
        for (int i = 0; i < SAMPLES; i++) {
            CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
            x[i] = rv_body_center(world, load).x;
        }
        // a tenth of the lines of 60 s, 0.013 rad/s, and (n pi/M)^2/24 of the lattice at its slow
        // end
        for (int mode = 1; mode <= 3; mode++) {
            double exact = mode_of(mode, LOAD[k], 10.0);
            CHECK_NEAR(peak_near(x, 0.005, exact) / exact, 1.0, mode == 1 ? 1e-2 : 5e-3);
        }
        rv_world_destroy(world);
    }
}

// --- inertia along itself ---

// Two loads on a heavy rope over a post without friction: all of it moves with one speed,
//   (m_1 + m_2 + rho (l + pi r)) x'' = g (m_2 - m_1 + rho (l_2 - l_1 + 2 x))
// which starts from rest as x = d/k (cosh sqrt(k) t - 1), k = 2 rho g/m, d = g (..)/m at x = 0.
TEST(a_heavy_rope_over_a_pulley_moves_as_all_its_mass_does) {
    static const double LOAD[][2] = {{5, 6}, {1, 1.2}, {5, 5.5}, {2, 20}, {3, 3}};
    static const double LENGTH[][2] = {{10, 10}, {10, 10}, {10, 14}, {12, 8}, {9, 10}};
    for (int i = 0; i < 5; i++) {
        rv_world* world = default_world();
        double r = 0.2, step = 1.0 / 240.0, t = 1.0 - 0.5 * step;
        const double *m = LOAD[i], *l = LENGTH[i];
        rv_body_id left = add_particle(world, m[0], vec(-r, 0, -l[0]));
        rv_body_id right = add_particle(world, m[1], vec(r, 0, -l[1]));
        rv_cable_node path[] = {fixed_at(left, vec(0, 0, 0)),
                                pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), r),
                                fixed_at(right, vec(0, 0, 0))};
        rv_cable_def def = rigid_cable_def(path, 3);
        def.model = RV_CABLE_LAYERED;
        def.mass_per_length = RHO;
        def.layer.damping = 0.0;
        cable_of(world, &def);
        CHECK(steps_are_ok(world, step, 1));
        double start = rv_world_energy(world).total - rv_world_energy(world).work;
        CHECK(steps_are_ok(world, step, 239));
        double mass = m[0] + m[1] + RHO * (l[0] + l[1] + RV_PI * r), k = 2.0 * RHO * G / mass;
        double d = G * (m[1] - m[0] + RHO * (l[1] - l[0])) / mass;
        // velocities are those in the middle of a step
        double exact = d / sqrt(k) * sinh(sqrt(k) * t);
        CHECK_NEAR(-rv_body_velocity(world, right).z / exact, 1.0, 5e-3);
        rv_energy e = rv_world_energy(world);
        CHECK_NEAR(e.total - e.work, start, 3e-3 * (1.0 + e.kinetic));
        rv_world_destroy(world);
    }
}
