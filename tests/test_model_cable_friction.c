// Cables with friction, against Euler and Eytelwein: what sticks, what slips, and that energy is
// only lost.
#include "cable_fixture.h"

static const double H = 1.0 / 100.0, G = 9.81;

typedef struct post {
    rv_world* world;
    rv_body_id load[2], body;
    rv_cable_id cable;
} post;

// two loads over what stands at the origin; `over` has the radius r
static post post_make(double m1, double m2, rv_cable_node over) {
    post p = {.world = default_world()};
    double r = over.radius;
    p.load[0] = add_particle(p.world, m1, vec(-r, 0, -3));
    p.load[1] = add_particle(p.world, m2, vec(r, 0, -3));
    rv_cable_node nodes[] = {fixed_at(p.load[0], vec(0, 0, 0)), over,
                             fixed_at(p.load[1], vec(0, 0, 0))};
    p.cable = add_cable(p.world, nodes, 3);
    return p;
}

static rv_cable_node round_post(double friction) {
    rv_cable_node node = pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.1);
    node.friction = friction;
    return node;
}

// the heavier load is the second one, or the first; a = g (M - m e) / (M + m e)
static void check_slip(rv_cable_node over, double e, bool turned, double tolerance) {
    double M = 2.0 * e, m = 1.0, a = G * (M - m * e) / (M + m * e);
    post p = post_make(turned ? M : m, turned ? m : M, over);
    int light = turned ? 1 : 0;
    for (int i = 1; i <= 40; i++) {
        CHECK(steps_are_ok(p.world, H, 1));
        CHECK_NEAR(rv_body_velocity(p.world, p.load[light]).z, a * H * i, tolerance);
        CHECK_NEAR(rv_cable_tension(p.world, p.cable, light), m * (G + a), tolerance * 10.0);
        CHECK_NEAR(rv_cable_tension(p.world, p.cable, 1 - light), M * (G - a), tolerance * 10.0);
        rv_cable_contact c = rv_cable_get_contact(p.world, p.cable, 1);
        CHECK_NEAR(c.slip, (turned ? -a : a) * H * i, tolerance * 10.0);
        CHECK_NEAR(c.tension_in * (turned ? 1.0 : e), c.tension_out * (turned ? e : 1.0), 1e-6);
    }
    rv_world_destroy(p.world);
}

TEST(a_cable_slips_over_a_round_post_with_the_capstan_ratio) {
    for (int turned = 0; turned < 2; turned++) {
        check_slip(round_post(0.3), exp(0.3 * RV_PI), turned, 1e-6);
        check_slip(round_post(0.05), exp(0.05 * RV_PI), turned, 1e-6);
    }
}

TEST(full_turns_multiply_the_capstan_ratio) {
    rv_cable_node over = round_post(0.1);
    over.turns = 2;
    check_slip(over, exp(0.1 * 5.0 * RV_PI), false, 1e-6);
}

TEST(losses_of_a_sheave_are_a_ratio_of_their_own) {
    rv_cable_node over = round_post(0.1);
    over.efficiency = 0.8;
    check_slip(over, exp(0.1 * RV_PI) / 0.8, false, 1e-6);
}

// a horizontal span to a load of `m` at the side, over an eye, down to a load of M: a quarter turn
static void check_eye(rv_cable_edge edge, double mu, double e) {
    for (int sticks = 0; sticks < 2; sticks++) {
        rv_world* world = default_world();
        // the load at the side is drawn by a force of T0 as long as the cable does not slip
        rv_body_id side = add_particle(world, 1.0, vec(-2, 0, 0));
        rv_body_id load = add_particle(world, 1.0, vec(0, 0, -2));
        rv_cable_node nodes[] = {fixed_at(side, vec(0, 0, 0)), eye_at(NO_BODY, vec(0, 0, 0)),
                                 fixed_at(load, vec(0, 0, 0))};
        nodes[1].friction = mu;
        nodes[1].edge = edge;
        rv_cable_id cable = add_cable(world, nodes, 3);
        double pull = G / e * (sticks ? 1.01 : 0.9);
        for (int i = 0; i < 20; i++) {
            rv_body_apply_force_at_center(world, side, vec(-pull, 0, G));
            CHECK(steps_are_ok(world, H, 1));
        }
        double in = rv_cable_tension(world, cable, 0), out = rv_cable_tension(world, cable, 1);
        double v = rv_body_velocity(world, side).x;
        if (sticks) {
            CHECK_NEAR(v, 0.0, 1e-9);
            CHECK_NEAR(in, pull, 1e-6);
            CHECK_NEAR(out, G, 1e-6);
        } else {
            // in = pull + a, out = g - a, out = e in
            double a = (G - e * pull) / (1.0 + e);
            CHECK_NEAR(v, a * 20.0 * H, 1e-6);
            CHECK_NEAR(out / in, e, 1e-6);
        }
        rv_world_destroy(world);
    }
}

TEST(an_eye_holds_by_its_edge_and_its_angle) {
    check_eye(RV_CABLE_ROUND, 0.4, exp(0.4 * RV_PI / 2.0));
    // force along the bisector: (1 + mu tan 45) / (1 - mu tan 45)
    check_eye(RV_CABLE_SHARP, 0.4, 1.4 / 0.6);
}

TEST(a_sharp_edge_jams_where_no_force_can_move_the_cable) {
    rv_cable_node eye = eye_at(NO_BODY, vec(0, 0, 0));
    eye.friction = 0.8; // tan(theta/2) > 1/0.8 beyond 103 degrees
    eye.edge = RV_CABLE_SHARP;
    rv_world* world = default_world();
    rv_body_id a = add_particle(world, 1.0, vec(-0.5, 0, -1)),
               b = add_particle(world, 1e4, vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), eye, fixed_at(b, vec(0, 0, 0))};
    rv_cable_id cable = add_cable(world, nodes, 3);
    CHECK(steps_are_ok(world, H, 5));
    CHECK_NEAR(rv_body_velocity(world, b).z, 0.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(world, cable, 1), 1e4 * G, 1e-2);
    rv_world_destroy(world);
}

TEST(a_cable_sticks_below_the_capstan_ratio_and_slips_above_it) {
    double e = exp(0.3 * RV_PI);
    for (int k = 0; k < 4; k++) {
        double ratio = k == 0   ? 1.0 / (0.999 * e)
                       : k == 1 ? 0.5 * e
                       : k == 2 ? 0.999 * e
                                : 1.001 * e;
        post p = post_make(1.0, ratio, round_post(0.3));
        CHECK(steps_are_ok(p.world, H, 100));
        double v = rv_body_velocity(p.world, p.load[0]).z;
        if (k < 3) {
            CHECK_NEAR(v, 0.0, 1e-9);
            CHECK_NEAR(rv_cable_tension(p.world, p.cable, 0), G, 1e-6);
            CHECK_NEAR(rv_cable_tension(p.world, p.cable, 1), ratio * G, 1e-6);
            CHECK_NEAR(rv_cable_get_contact(p.world, p.cable, 1).slip, 0.0, 1e-9);
        } else {
            CHECK_NEAR(v, G * (ratio - e) / (ratio + e), 1e-6);
        }
        rv_world_destroy(p.world);
    }
}

TEST(a_cable_that_slips_comes_to_rest_and_sticks) {
    // thrown with 1 m/s: a = -g (e - 1) / (e + 1) for equal loads
    double e = exp(0.3 * RV_PI), a = G * (e - 1.0) / (e + 1.0);
    post p = post_make(1.0, 1.0, round_post(0.3));
    rv_body_set_velocity(p.world, p.load[0], vec(0, 0, 1));
    rv_body_set_velocity(p.world, p.load[1], vec(0, 0, -1));
    for (int i = 1; i <= 60; i++) {
        CHECK(steps_are_ok(p.world, H, 1));
        CHECK_NEAR(rv_body_velocity(p.world, p.load[0]).z, fmax(0.0, 1.0 - a * H * i), 1e-6);
    }
    CHECK_NEAR(rv_cable_get_contact(p.world, p.cable, 1).slip, 0.0, 1e-9);
    rv_world_destroy(p.world);
}

TEST(a_post_that_turns_drags_the_cable_along) {
    // faster than the cable: T1 = e T2 and equal loads: T2 = 2 m g / (1 + e), the first goes up
    double e = exp(0.2 * RV_PI), a = G * (e - 1.0) / (e + 1.0);
    for (int sign = -1; sign <= 1; sign += 2) {
        post p = {.world = default_world()};
        p.body = add_kinematic(p.world, vec(0, 0, 0), vec(0, 0, 0));
        rv_body_set_angular_velocity(p.world, p.body, vec(0, 50.0 * sign, 0));
        p.load[0] = add_particle(p.world, 1.0, vec(-0.1, 0, -3));
        p.load[1] = add_particle(p.world, 1.0, vec(0.1, 0, -3));
        rv_cable_node nodes[] = {fixed_at(p.load[0], vec(0, 0, 0)), round_post(0.2),
                                 fixed_at(p.load[1], vec(0, 0, 0))};
        nodes[1].body = p.body;
        p.cable = add_cable(p.world, nodes, 3);
        rv_energy before = rv_world_energy(p.world);
        for (int i = 1; i <= 30; i++) {
            CHECK(steps_are_ok(p.world, H, 1));
            CHECK_NEAR(rv_body_velocity(p.world, p.load[0]).z, sign * a * H * i, 1e-6);
            rv_cable_contact c = rv_cable_get_contact(p.world, p.cable, 1);
            CHECK_NEAR(c.slip, sign * (a * H * i - 0.1 * 50.0), 1e-5);
            // it gives less than it takes: friction eats the rest
            rv_energy now = rv_world_energy(p.world);
            CHECK(now.total - now.work <= before.total - before.work + 1e-9);
        }
        CHECK(rv_world_energy(p.world).work > 0.0);
        rv_world_destroy(p.world);
    }
}

TEST(a_post_that_is_carried_sideways_carries_the_loads) {
    post p = {.world = default_world()};
    p.body = add_kinematic(p.world, vec(0, 0, 0), vec(0, 0, 1.0));
    p.load[0] = add_particle(p.world, 1.0, vec(-0.1, 0, -3));
    p.load[1] = add_particle(p.world, 1.5, vec(0.1, 0, -3));
    rv_cable_node nodes[] = {fixed_at(p.load[0], vec(0, 0, 0)), round_post(0.3),
                             fixed_at(p.load[1], vec(0, 0, 0))};
    nodes[1].body = p.body;
    p.cable = add_cable(p.world, nodes, 3);
    CHECK(steps_are_ok(p.world, H, 1)); // the jerk that brings them to speed may slip
    double apart = rv_body_center(p.world, p.load[0]).z - rv_body_center(p.world, p.load[1]).z;
    CHECK(steps_are_ok(p.world, H, 100));
    CHECK_NEAR(rv_body_velocity(p.world, p.load[0]).z, 1.0, 1e-6);
    CHECK_NEAR(rv_body_velocity(p.world, p.load[1]).z, 1.0, 1e-6);
    CHECK_NEAR(rv_body_center(p.world, p.load[0]).z - rv_body_center(p.world, p.load[1]).z, apart,
               1e-6);
    CHECK_NEAR(rv_cable_tension(p.world, p.cable, 0), G, 1e-5);
    CHECK_NEAR(rv_cable_tension(p.world, p.cable, 1), 1.5 * G, 1e-5);
    rv_world_destroy(p.world);
}

TEST(three_posts_multiply_their_ratios) {
    // two pegs of a quarter turn each and one of a half: e^(mu 2 pi)... down, over, down as a table
    rv_world* world = default_world();
    double mu = 0.1, e = exp(mu * RV_PI);
    rv_body_id a = add_particle(world, 1.0, vec(-1, 0, -2)),
               b = add_particle(world, 3.0, vec(1, 0, -2));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), eye_at(NO_BODY, vec(-1, 0, 0)),
                             eye_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(1, 0, 0)),
                             fixed_at(b, vec(0, 0, 0))};
    for (int i = 1; i < 4; i++)
        nodes[i].friction = mu;
    rv_cable_id cable = add_cable(world, nodes, 5);
    double acceleration = G * (3.0 - e) / (3.0 + e);
    CHECK(steps_are_ok(world, H, 20));
    CHECK_NEAR(rv_body_velocity(world, a).z, acceleration * 0.2, 1e-6);
    double T = rv_cable_tension(world, cable, 0), half = sqrt(e);
    CHECK_NEAR(rv_cable_tension(world, cable, 1), T * half, 1e-5);
    CHECK_NEAR(rv_cable_tension(world, cable, 2), T * half,
               1e-5); // straight through the middle one
    CHECK_NEAR(rv_cable_tension(world, cable, 3), T * e, 1e-5);
    rv_world_destroy(world);
}

TEST(a_drum_behind_a_post_feels_what_the_post_leaves_of_the_load) {
    double e = exp(0.3 * RV_PI / 2.0);
    for (int sign = -1; sign <= 1; sign += 2)
        for (int last = 0; last < 2; last++) {
            rv_world* world = default_world();
            rv_body_id load = add_particle(world, 2.0, vec(0, 0, -2));
            rv_cable_node drum = drum_at(NO_BODY, vec(-3, 0, 0), 0.3 * sign);
            rv_cable_node eye = eye_at(NO_BODY, vec(0, 0, 0)), end = fixed_at(load, vec(0, 0, 0));
            eye.friction = 0.3;
            rv_cable_node nodes[] = {last ? end : drum, eye, last ? drum : end};
            rv_cable_id cable = add_cable(world, nodes, 3);
            CHECK(steps_are_ok(world, H, 100));
            CHECK_NEAR(rv_body_velocity(world, load).z, -0.3 * sign, 1e-6);
            CHECK_NEAR(rv_cable_tension(world, cable, last ? 0 : 1), 2.0 * G, 1e-5);
            CHECK_NEAR(rv_cable_tension(world, cable, last ? 1 : 0),
                       2.0 * G * (sign > 0 ? 1.0 / e : e), 1e-5);
            rv_world_destroy(world);
        }
}

TEST(a_drum_with_a_limit_behind_a_post_gives_way_at_its_limit) {
    double e = exp(0.3 * RV_PI / 2.0), limit = 8.0; // the post leaves 19.6 / 1.6 = 12.2 N
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 2.0, vec(0, 0, -2));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-3, 0, 0), 0.0), eye_at(NO_BODY, vec(0, 0, 0)),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.brake_force = limit;
    nodes[1].friction = 0.3;
    rv_cable_id cable = add_cable(world, nodes, 3);
    double a = G - e * limit / 2.0;
    for (int i = 1; i <= 30; i++) {
        CHECK(steps_are_ok(world, H, 1));
        CHECK_NEAR(rv_cable_tension(world, cable, 0), limit, 1e-6);
        CHECK_NEAR(rv_body_velocity(world, load).z, -a * H * i, 1e-6);
        CHECK_NEAR(rv_cable_winch_speed(world, cable, 0), a * H * i, 1e-5);
    }
    rv_world_destroy(world);
}

// the largest gain of energy over its lowest value so far, of two loads that swing about a post
static double largest_gain(uint64_t seed, double h) {
    fixture_random random = {seed};
    rv_world* world = default_world();
    rv_body_id a = add_particle(world, 1.0, vec(-1, 0, -1));
    rv_body_id b = add_particle(world, 1.3, vec(1, 0.2, -1.5));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), round_post(random_in(&random, 0.05, 1.0)),
                             fixed_at(b, vec(0, 0, 0))};
    add_cable(world, nodes, 3);
    rv_body_set_velocity(world, a, random_vec(&random, 2.0));
    rv_body_set_velocity(world, b, random_vec(&random, 2.0));
    CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
    double lowest = rv_world_energy(world).total, gain = 0.0;
    for (double t = 0.0; t < 10.0; t += h) {
        CHECK(rv_world_step(world, h) != RV_STATUS_FAILED);
        double now = rv_world_energy(world).total;
        gain = fmax(gain, now - lowest);
        lowest = fmin(lowest, now);
    }
    CHECK(rv_world_report(world).nonfinite_count == 0);
    rv_world_destroy(world);
    return gain;
}

TEST(energy_is_never_gained_by_friction) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        double coarse = largest_gain(seed * 7919, H), fine = largest_gain(seed * 7919, H / 2.0);
        // swings of 30 J: what wavers is of second order in h, so it is not the friction's
        CHECK(coarse < 1e-3 * 30.0);
        CHECK(fine < 0.35 * coarse + 1e-4);
    }
}

TEST(a_rod_with_friction_is_refused_or_sticks_as_a_cable_does) {
    // 9 N against 9.81 N over a quarter turn that holds a ratio of 1.6
    rv_world* world = default_world();
    rv_body_id a = add_particle(world, 1.0, vec(-1, 0, 0)),
               b = add_particle(world, 1.0, vec(0, 0, 1));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), eye_at(NO_BODY, vec(0, 0, 0)),
                             fixed_at(b, vec(0, 0, 0))};
    nodes[1].friction = 0.3;
    rv_cable_def def = rigid_cable_def(nodes, 3);
    def.pushes = true;
    if (rv_cable_create(world, &def).slot != 0) {
        for (int i = 0; i < 20; i++) {
            rv_body_apply_force_at_center(world, a, vec(9, 0, G));
            CHECK(steps_are_ok(world, H, 1));
        }
        CHECK_NEAR(rv_body_velocity(world, b).z, 0.0, 1e-6);
    }
    rv_world_destroy(world);
}

TEST(a_post_that_grips_parts_a_cable_with_friction) {
    // gripped at the first eye, free at the second, friction at the third
    rv_world* world = default_world();
    double mu = 0.2, e = exp(mu * RV_PI / 2.0);
    rv_body_id a = add_particle(world, 5.0, vec(-2, 0, -1)),
               b = add_particle(world, 3.0, vec(2, 0, -1));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)), eye_at(NO_BODY, vec(-2, 0, 0)),
                             eye_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(2, 0, 0)),
                             fixed_at(b, vec(0, 0, 0))};
    nodes[1].friction = INFINITY;
    nodes[3].friction = mu;
    rv_cable_id cable = add_cable(world, nodes, 5);
    CHECK(steps_are_ok(world, H, 30));
    // the first load hangs by its grip; the second feels the post: 3 g at rest, and T <= 3 g / e
    // behind
    CHECK_NEAR(rv_body_velocity(world, a).z, 0.0, 1e-6);
    CHECK_NEAR(rv_body_velocity(world, b).z, 0.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 5.0 * G, 1e-5);
    CHECK_NEAR(rv_cable_tension(world, cable, 3), 3.0 * G, 1e-5);
    double between = rv_cable_tension(world, cable, 1);
    CHECK(between >= 3.0 * G / e - 1e-5 && between <= 3.0 * G * e + 1e-5);
    CHECK_NEAR(rv_cable_tension(world, cable, 2), between, 1e-6);
    rv_world_destroy(world);
}
