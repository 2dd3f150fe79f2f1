// Rods that are curved and twisted at rest, inside the engine: the shapes they take, what holds them
// feels, and how they move.
#include "rod_fixture.h"

static const double H = 1e-3, G = 9.81;
enum { COIL_MAX = 400 };

// --- shapes without load ---

// laid straight along x, both ends free, damped; run until it lies still
static rod_line shape_of(double curvature, double twist, int edges) {
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, edges, 1e-2);
    def.GJ = 0.7e-2;
    def.segments.rest_curvature[1] = curvature;
    def.segments.rest_twist = twist;
    def.segments.bend_damping = 1e-3;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 40000);
    CHECK_NEAR(rv_world_energy(world).total, 0.0, 1e-12);
    // coils come to rest slowly
    CHECK_NEAR(rv_cable_twist(world, cable), twist, 1e-5);
    rod_line line = rod_read(world, cable);
    rv_world_destroy(world);
    return line;
}

// The joints of a rod of N edges that makes one turn are those of a regular polygon, whose corners
// are l/(2 sin(pi/N)) from its centre, 1 + pi^2/(6 N^2) times the radius of the circle.
TEST(a_straight_rod_with_one_turn_of_curvature_closes_to_a_ring) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    enum { EDGES = 40 };
    rod_line line = shape_of(2.0 * RV_PI, 0.0, EDGES);
    rv_vec3 center = vec(0, 0, 0);
    for (int i = 0; i < EDGES; i++)
        center = rv_vec3_mul_add(center, 1.0 / EDGES, line.at[i]);
    double radius = 1.0 / EDGES / (2.0 * rv_sin(RV_PI / EDGES));
    for (int i = 0; i <= EDGES; i++)
        CHECK_NEAR(distance(line.at[i], center), radius, 1e-6); // what is left of the motion
    CHECK_NEAR(distance(line.at[EDGES], line.at[0]), 0.0, 1e-6);
    CHECK_NEAR(radius * 2.0 * RV_PI, 1.0, RV_PI * RV_PI / (5.9 * EDGES * EDGES));
}

// points of a helix that are s apart along it: radius kappa/omega^2 and advance tau/omega per length,
// omega^2 = kappa^2 + tau^2
static double helix_distance(double kappa, double tau, double s) {
    double omega = sqrt(kappa * kappa + tau * tau);
    double across = 2.0 * kappa / (omega * omega) * rv_sin(0.5 * omega * s);
    double along = tau / omega * s;
    return sqrt(across * across + along * along);
}

TEST(curvature_and_twist_at_rest_make_a_helix) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    // errors of vertices on a smooth helix go with 1/N^2: (omega l)^2/12 of an arc is lost in its chord
    double worst[2];
    for (int k = 0; k < 2; k++) {
        int edges = 40 << k;
        rod_line line = shape_of(12.0, 5.0, edges);
        worst[k] = 0.0;
        for (int i = 1; i <= edges; i++) {
            double expected = helix_distance(12.0, 5.0, (double)i / edges);
            worst[k] = fmax(worst[k], fabs(distance(line.at[i], line.at[0]) - expected));
        }
    }
    CHECK(worst[0] < 13.0 * 13.0 / (12.0 * 40 * 40) * 0.5);
    CHECK_NEAR(worst[0] / worst[1], 4.0, 0.3);
}

// --- what holds it feels ---

// a curved rod that clamps hold straight: the moment B kappa everywhere, and B kappa^2/2 per length
TEST(a_curved_rod_held_straight_presses_on_its_clamps) {
    enum { EDGES = 20 };
    static const double B = 1e-2, KAPPA = 1.5;
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), clamped_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, EDGES, B);
    def.EA = 1e3; // with both ends fixed, what cannot stretch has no tension of its own
    def.segments.rest_curvature[0] = KAPPA;
    rv_cable_id cable = cable_of(world, &def);
    double k = 2.0 * tan(0.5 * KAPPA / (EDGES - 1)); // of a joint, times its length
    CHECK_NEAR(rv_world_energy(world).elastic, 0.5 * B * k * k * (EDGES - 1) * (EDGES - 1), 1e-15);
    CHECK_NEAR(rv_world_energy(world).elastic / (0.5 * B * KAPPA * KAPPA), 1.0,
               1.1e-3); // (kappa l)^2/6
    rod_run(world, H, 100);
    // the first end's director is y: the rod would turn its holders' ends towards -z, about y
    CHECK_NEAR(rv_vec3_dot(rv_cable_end_director(world, cable, 0), vec(0, 1, 0)), 1.0, 1e-12);
    for (int end = 0; end < 2; end++) {
        double moment = (end == 0 ? -1.0 : 1.0) * B * k * (EDGES - 1);
        CHECK_NEAR(distance(rv_cable_end_torque(world, cable, end), vec(0, moment, 0)), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(rv_cable_end_force(world, cable, end)), 0.0, 1e-10);
    }
    rv_world_destroy(world);
}

// at both ends held, twist at rest is twist that is missing
TEST(twist_at_rest_turns_the_holders_of_a_straight_rod) {
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-2);
    def.segments.rest_twist = 2.0;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 10);
    CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 1e-12);
    CHECK_NEAR(rv_cable_torque(world, cable), -2.0 * 1e-2, 1e-10);
    CHECK_NEAR(distance(rv_cable_end_torque(world, cable, 1), vec(2e-2, 0, 0)), 0.0, 1e-10);
    rv_world_destroy(world);
}

// --- a curved strip that hangs from a clamp: against shooting ---

typedef struct strip {
    double B, kappa, w, L; // w: weight per length
} strip;

typedef struct slope {
    double angle, bend, x, z; // bend: d angle/ds - kappa
} slope;

static slope slope_rate(const strip* p, double s, slope y) {
    return (slope){.angle = y.bend + p->kappa,
                   .bend = -p->w * (p->L - s) * rv_cos(y.angle) / p->B,
                   .x = rv_cos(y.angle),
                   .z = -rv_sin(y.angle)};
}

static slope slope_add(slope a, double h, slope b) {
    return (slope){a.angle + h * b.angle, a.bend + h * b.bend, a.x + h * b.x, a.z + h * b.z};
}

// Runge and Kutta's, from the clamp with this bend there
static slope tip_of(const strip* p, double bend) {
    enum { STEPS = 1000 };
    slope y = {.bend = bend};
    double h = p->L / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double s = i * h;
        slope a = slope_rate(p, s, y), b = slope_rate(p, s + 0.5 * h, slope_add(y, 0.5 * h, a));
        slope c = slope_rate(p, s + 0.5 * h, slope_add(y, 0.5 * h, b));
        slope d = slope_rate(p, s + h, slope_add(y, h, c));
        y = slope_add(slope_add(slope_add(y, h / 6.0, a), h / 3.0, b), h / 3.0, c);
        y = slope_add(y, h / 6.0, d);
    }
    return y;
}

// no moment at the tip
static slope shoot(const strip* p) {
    double low = 0.0, high = p->w * p->L * p->L / p->B;
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        *(tip_of(p, middle).bend > 0.0 ? &high : &low) = middle;
    }
    return tip_of(p, low);
}

TEST(a_curved_strip_hangs_from_its_clamp_as_the_elastica_says) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    // curved up and down; errors of second order: a clamp in the middle of an edge
    static const double KAPPA[] = {-3.0, 2.0};
    for (int k = 0; k < 2; k++) {
        strip p = {.B = 1e-2, .kappa = KAPPA[k], .w = 0.01 * G, .L = 1.0};
        slope expected = shoot(&p);
        double off[2];
        for (int fine = 0; fine < 2; fine++) {
            rv_world* world = undamped_world(G);
            rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
            rv_cable_def def = rod_def(nodes, 40 << fine, p.B);
            def.segments.rest_curvature[0] = p.kappa;
            def.segments.bend_damping = 3e-3;
            rv_cable_id cable = cable_of(world, &def);
            rod_run(world, 4.0 * H, 10000);
            CHECK(rv_world_energy(world).kinetic < 1e-15);
            off[fine] = distance(rod_tip(world, cable), vec(expected.x, 0, expected.z));
            rv_world_destroy(world);
        }
        CHECK(off[1] < 1e-3);
        CHECK(off[0] / off[1] > 3.0);
    }
}

// --- coils ---

typedef struct coil {
    double radius, pitch;
    int turns, per_turn;
    rv_vec3 at[COIL_MAX + 1];
    int edges;
} coil;

static coil coil_of(double radius, double pitch, int turns, int per_turn) {
    coil c = {radius, pitch, turns, per_turn, .edges = turns * per_turn};
    for (int i = 0; i <= c.edges; i++) {
        double turn = (double)i / per_turn, a = 2.0 * RV_PI * turn;
        c.at[i] = vec(radius * rv_cos(a), radius * rv_sin(a), -pitch * turn);
    }
    return c;
}

static rv_cable_def coil_def(const coil* c, const rv_cable_node nodes[2], double EI) {
    rv_cable_def def = rod_def(nodes, c->edges, EI);
    def.GJ = 0.77 * EI; // of steel: 1/(1 + nu)
    def.segments.shape = c->at;
    def.segments.shape_count = c->edges + 1;
    def.segments.rest_as_laid = true;
    return def;
}

TEST(a_coil_that_rests_as_laid_stays_as_it_lies) {
    coil c = coil_of(0.01, 0.004, 5, 20);
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {free_at(c.at[0]), free_at(c.at[c.edges])};
    rv_cable_def def = coil_def(&c, nodes, 1e-4);
    rv_cable_id cable = cable_of(world, &def);
    CHECK_NEAR(rv_world_energy(world).total, 0.0, 1e-18);
    rod_line before = rod_read(world, cable);
    rod_run(world, H, 1000);
    rod_line after = rod_read(world, cable);
    for (int i = 0; i < before.count; i++)
        CHECK_NEAR(distance(before.at[i], after.at[i]), 0.0, 1e-12);
    rv_world_destroy(world);
}

// A coil spring, pulled out by a hundredth of its length: G d^4/(8 D^3 n) = GJ/(2 pi R^3 n) of a
// slender, close coil whose ends do not turn.
TEST(a_coil_pulls_back_as_a_spring_of_its_wire) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    enum { TURNS = 10, PER_TURN = 36 };
    static const double EI = 1e-2, R = 0.01, PITCH = 0.003;
    coil c = coil_of(R, PITCH, TURNS, PER_TURN);
    rv_world* world = undamped_world(0.0);
    rv_body_id pulled = add_kinematic(world, c.at[c.edges], vec(0, 0, 0));
    rv_cable_node nodes[] = {clamped_at(NO_BODY, c.at[0]), clamped_at(pulled, vec(0, 0, 0))};
    rv_cable_def def = coil_def(&c, nodes, EI);
    def.segments.bend_damping = 1e-6;
    rv_cable_id cable = cable_of(world, &def);
    double way = 0.01 * PITCH * TURNS;
    rv_body_set_velocity(world, pulled, vec(0, 0, -way));
    rod_run(world, H, 1000);
    rv_body_set_velocity(world, pulled, vec(0, 0, 0));
    rod_run(world, H, 4000);
    double k = rv_cable_end_force(world, cable, 1).z / way;
    double expected = def.GJ / (2.0 * RV_PI * R * R * R * TURNS);
    CHECK_NEAR(k / expected, 1.0, 0.03);
    rv_world_destroy(world);
}

// --- motion ---

// most that the energy is off what it was after the first step
static double energy_off(rv_world* world, double h, long steps) {
    double start = 0.0, off = 0.0;
    for (long n = 0; n < steps; n++) {
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
        double e = rv_world_energy(world).total;
        start = n == 0 ? e : start;
        off = fmax(off, fabs(e - start));
    }
    return off;
}

// an arc of a radian that rests as laid, hung by one end
static rv_cable_id hang_arc(rv_world* world, rv_cable_rod_integrator integrator) {
    enum { POINTS = 41 };
    rv_vec3 arc[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double a = (double)i / (POINTS - 1);
        arc[i] = vec(rv_sin(a), 0, rv_cos(a) - 1.0);
    }
    rv_cable_node nodes[] = {fixed_at(NO_BODY, arc[0]), free_at(arc[POINTS - 1])};
    rv_cable_def def = rod_def(nodes, 20, 1e-2);
    def.segments.shape = arc;
    def.segments.shape_count = POINTS;
    def.segments.rest_as_laid = true;
    def.rod.integrator = integrator;
    return cable_of(world, &def);
}

// as a straight one does, with the square of the step
TEST(a_curved_rod_that_swings_keeps_its_energy) {
    double swing = 0.01 * G * 0.5, off[2];
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        hang_arc(world, RV_CABLE_ROD_IMPLICIT);
        off[k] = energy_off(world, 2e-3 / (1 << k), (TEST_IS_WATCHED ? 2500 : 10000) << k) / swing;
        rv_world_destroy(world);
    }
    CHECK(off[1] < 1e-5);
    CHECK_NEAR(off[0] / off[1], 4.0, 1.0);
}

// A load that bobs on a coil, at steps that resolve the coil's own motion and at steps 30 times too long
// for that: (omega h)^2 of its turns is h^2 C/(m R^4), 0.4 and 400.
TEST(a_load_that_bobs_on_a_coil_keeps_its_energy) {
    if (ROD_RUNS_ARE_SHORT)
        return;
    static const double STIFF[] = {1e-4, 1e-1}, R = 0.01;
    coil c = coil_of(R, 0.004, 8, 20);
    for (int k = 0; k < 2; k++) {
        rv_world* world = undamped_world(G);
        double rate = 0.77 * STIFF[k] / (2.0 * RV_PI * R * R * R * 8), mass = rate * 0.01 / G;
        double I = mass * R * R;
        rv_vec3 hook = vec(0, 0, c.at[c.edges].z);
        rv_body_id load = add_rigid(world, mass, vec(I, I, I), hook);
        rv_cable_node nodes[] = {clamped_at(NO_BODY, c.at[0]), clamped_at(load, vec(R, 0, 0))};
        rv_cable_def def = coil_def(&c, nodes, STIFF[k]);
        cable_of(world, &def);
        double off = energy_off(world, H, 5000), bob = mass * G * 0.01;
        CHECK(off < 2e-3 * bob);
        // it did bob: down by 2 m g/k or more, with the weight of the coil, and back
        double lowest = 0.0, highest = -1.0;
        for (int n = 0; n < 1000; n++) {
            rod_run(world, H, 1);
            double z = rv_body_pose(world, load).position.z - hook.z;
            lowest = fmin(lowest, z);
            highest = fmax(highest, z);
        }
        CHECK(lowest < -0.018 && highest > -0.001);
        rv_world_destroy(world);
    }
}

// released from straight, it winds up, whips and tumbles
TEST(a_free_curved_rod_keeps_its_momentum) {
    rv_world_def settings = rv_world_def_default();
    settings.gravity = vec(0, 0, 0);
    settings.substeps.max = 1; // so that places tell velocities
    rv_world* world = world_of(&settings);
    rv_cable_node nodes[] = {free_at(vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 20, 1e-3);
    def.segments.rest_curvature[0] = 5.0;
    def.segments.rest_twist = 3.0;
    rv_cable_id cable = cable_of(world, &def);
    rod_line before = rod_read(world, cable);
    double moved = 0.0;
    for (int n = 0; n < 3000; n++) {
        rod_run(world, H, 1);
        rod_line after = rod_read(world, cable);
        rv_vec3 P = vec(0, 0, 0), L = vec(0, 0, 0);
        for (int i = 0; i < after.count; i++) {
            double m = 0.01 / 20 * (i == 0 || i == 20 ? 0.5 : 1.0);
            rv_vec3 p = rv_vec3_scale(rv_vec3_sub(after.at[i], before.at[i]), m / H);
            P = rv_vec3_add(P, p);
            L = rv_vec3_add(L, rv_vec3_cross(after.at[i], p));
            moved = fmax(moved, rv_vec3_length(p));
        }
        CHECK_NEAR(rv_vec3_length(P), 0.0, 1e-12);
        CHECK_NEAR(rv_vec3_length(L), 0.0, 1e-10);
        before = after;
    }
    CHECK(moved > 1e-4); // of one vertex
    rv_world_destroy(world);
}

// the same motion by the explicit integrator: they come together with the step
TEST(explicit_steps_come_to_the_same_motion) {
    rv_world* exact = default_world();
    rv_cable_id arc = hang_arc(exact, RV_CABLE_ROD_NEWTON);
    rod_run(exact, 1e-4, 5000);
    double before = 0.0;
    for (double h = 1e-3; h > 2e-4; h *= 0.5) {
        rv_world* world = default_world();
        rv_cable_id cable = hang_arc(world, RV_CABLE_ROD_IMPLICIT);
        rod_run(world, h, (long)(0.5 / h + 0.5));
        double apart = distance(rod_tip(world, cable), rod_tip(exact, arc));
        if (before > 0.0)
            CHECK(apart < 0.6 * before); // of first order
        before = apart;
        rv_world_destroy(world);
    }
    CHECK(before < 1e-3);
    CHECK_NEAR(rv_cable_twist(exact, arc), 0.0, 1e-9);
    rv_world_destroy(exact);
}

TEST(explicit_steps_keep_the_energy_of_a_curved_rod) {
    rv_world* world = undamped_world(G);
    rv_cable_id arc = hang_arc(world, RV_CABLE_ROD_CONTRACTION);
    double off = energy_off(world, 1e-4, 20000);
    CHECK(off < 1e-4 * 0.01 * G * 0.5);
    CHECK(rv_cable_get_rod_report(world, arc).strain < 1e-11);
    rv_world_destroy(world);
}

// Twist at rest only shifts the balance of a torsion pendulum: omega = sqrt(C/(Lbar I)).
TEST(a_body_on_a_rod_with_twist_at_rest_turns_about_that) {
    double C = 1e-3, I = 1e-4, omega = sqrt(C / I), h = 2.0 * RV_PI / omega / 2000.0;
    rv_world* world = undamped_world(G);
    rv_body_id body = add_rigid(world, 1.0, vec(I, I, I), vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(body, vec(0, 0, 0))};
    rv_cable_def def = rod_def(nodes, 10, C);
    def.segments.rest_twist = 10.0;
    rv_cable_id cable = cable_of(world, &def);
    for (int n = 1; n <= 2000; n++) {
        rod_run(world, h, 1);
        // from rest, places are those of half a step later
        CHECK_NEAR(rv_cable_twist(world, cable), 10.0 * (1.0 - cos(omega * h * (n + 0.5))), 1e-3);
    }
    rv_world_destroy(world);
}

// a hand that pulls the tip of a ring aside feels what it does, and lets it go
TEST(a_hand_unwinds_a_ring) {
    rv_world* world = default_world();
    rv_cable_node nodes[] = {clamped_at(NO_BODY, vec(0, 0, 0)), free_at(vec(1, 0, 0))};
    rv_cable_def def = rod_def(nodes, 40, 1e-2);
    def.segments.rest_curvature[0] = -2.0 * RV_PI;
    def.segments.bend_damping = 1e-3;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 3000);
    rv_vec3 wound = rod_tip(world, cable);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 1.0;
    grip.target = vec(0.9, 0, 0);
    grip.damping = 0.5;
    CHECK(rv_cable_hold(world, cable, 0, &grip));
    rod_run(world, H, 3000);
    CHECK(rod_tip(world, cable).x > 0.8);                 // a tight loop is left
    CHECK(rv_cable_grip_force(world, cable, 0).x < -0.5); // it pulls back
    CHECK(rv_cable_release(world, cable, 0));
    rod_run(world, H, 6000);
    CHECK_NEAR(distance(rod_tip(world, cable), wound), 0.0, 1e-3);
    rv_world_destroy(world);
}

// --- with others ---

// pieces of a coil that is cut at rest, turned by several turns when it was laid, stay as they are
TEST(pieces_of_a_coil_rest_as_it_did) {
    coil c = coil_of(0.01, 0.004, 4, 20);
    rv_world* world = undamped_world(0.0);
    rv_cable_node nodes[] = {clamped_at(NO_BODY, c.at[0]), clamped_at(NO_BODY, c.at[c.edges])};
    rv_cable_def def = coil_def(&c, nodes, 1e-4);
    def.twist = 20.0;
    rv_cable_id cable = cable_of(world, &def);
    rod_run(world, H, 10);
    rod_line before = rod_read(world, cable);
    CHECK(rv_cable_cut_at(world, cable, 0.4 * rv_cable_length(world, cable)));
    rod_run(world, H, 100);
    CHECK_NEAR(rv_world_energy(world).total, 0.0, 1e-15);
    rod_line after = rod_read(world, cable);
    CHECK_NEAR(distance(before.at[5], after.at[5]), 0.0, 1e-9);
    CHECK_NEAR(distance(before.at[before.count - 6], after.at[after.count - 6]), 0.0, 1e-9);
    rv_world_destroy(world);
}

// a ring that closes round a straight thread, which it then hangs on: one block of both
TEST(a_rod_with_a_shape_touches_others) {
    rv_world_def settings = rv_world_def_default();
    rv_world* world = world_of(&settings);
    rv_cable_node line[] = {fixed_at(NO_BODY, vec(-0.3, 0, 0)), fixed_at(NO_BODY, vec(0.3, 0, 0))};
    rv_cable_def def = rod_def(line, 20, 1e-3);
    def.segments.mask = UINT32_MAX;
    def.EA = 1e3;
    cable_of(world, &def);
    rv_cable_node curl[] = {free_at(vec(0, -0.15, 0.01)), free_at(vec(0, 0.15, 0.01))};
    rv_cable_def ring = rod_def(curl, 30, 1e-4);
    ring.segments.mask = UINT32_MAX;
    ring.segments.touches_itself = true;
    ring.segments.rest_curvature[0] = 20.0;
    ring.segments.rest_curvature[1] = 2.0;
    ring.segments.bend_damping = 1e-6;
    rv_cable_id cable = cable_of(world, &ring);
    for (int n = 0; n < 1500; n++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    rod_line now = rod_read(world, cable);
    double low = 1e9, high = -1e9;
    for (int i = 0; i < now.count; i++) {
        low = fmin(low, now.at[i].z);
        high = fmax(high, now.at[i].z);
    }
    // it has not fallen, but hangs below the thread or on it
    CHECK(low > -0.3 && high > -0.05);
    CHECK(rv_world_report(world).nonfinite_count == 0);
    rv_world_destroy(world);
}
