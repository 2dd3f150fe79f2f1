// Layered cables: how they hang, what their ends feel, and what they keep: energy and momentum.
#include "cable_fixture.h"
#include "model/wave.h"

static const double H = 1.0 / 100.0, G = 9.81, RHO = 1.2;

static rv_cable_def layered_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    return def;
}

// b = half the chord over H/w of a span that is longer than its chord by this share
static double catenary_of(double excess) {
    double low = 1e-6, high = 20.0;
    for (int i = 0; i < 200; i++) {
        double b = 0.5 * (low + high);
        if (sinh(b) / b - 1.0 < excess)
            low = b;
        else
            high = b;
    }
    return low;
}

// --- rest ---

TEST(a_level_span_comes_to_rest_as_a_catenary) {
    static const double EXCESS[] = {1e-3, 0.01, 0.1, 0.5, 2.0};
    for (int i = 0; i < 5; i++) {
        rv_world* world = default_world();
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(20, 0, 0))};
        rv_cable_def def = layered_def(ends, 2);
        def.length = 20.0 * (1.0 + EXCESS[i]);
        def.layer.damping = 3.0;
        def.layer.cells = 50;
        rv_cable_id cable = cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 2000));
        double b = catenary_of(EXCESS[i]), w = RHO * G;
        // the lattice has 1/M^2 of its parabola's arc less: half of 4e-4 in depth
        CHECK_NEAR(rv_cable_sag(world, cable, 0) / (20.0 * (cosh(b) - 1.0) / (2.0 * b)), 1.0, 1e-3);
        CHECK_NEAR(rv_cable_tension(world, cable, 0) / (w * 20.0 * cosh(b) / (2.0 * b)), 1.0, 2e-3);
        CHECK_NEAR(rv_world_energy(world).kinetic, 0.0, 1e-6);
        rv_world_destroy(world);
    }
}

// the force of a stiff joint that holds one end: half the weight, and H
TEST(anchors_feel_the_weight_and_the_pull) {
    for (int side = 0; side < 2; side++) {
        rv_world* world = default_world();
        rv_body_id anchor = add_particle(world, 3.0, vec(20, 0, 0));
        rv_joint_id holds =
            add_joint_at(world, RV_JOINT_BALL, NO_BODY, anchor, vec(20, 0, 0), vec(1, 0, 0));
        rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(anchor, vec(0, 0, 0))};
        rv_cable_node turned[] = {ends[1], ends[0]};
        rv_cable_def def = layered_def(side == 0 ? ends : turned, 2);
        def.length = 22.0;
        def.layer.damping = 3.0;
        def.layer.cells = 50;
        cable_of(world, &def);
        CHECK(steps_are_ok(world, H, 3000));
        double b = catenary_of(0.1), w = RHO * G;
        rv_vec3 force = rv_joint_force(world, holds);
        CHECK_NEAR(fabs(force.z), 0.5 * w * 22.0 + 3.0 * G, 1e-3 * w * 22.0);
        CHECK_NEAR(fabs(force.x), w * 20.0 / (2.0 * b), 2e-3 * w * 20.0);
        CHECK_NEAR(force.y, 0.0, 1e-6);
        rv_world_destroy(world);
    }
}

TEST(a_hanging_load_is_held_at_the_top_with_the_weight_of_the_cable_more) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 50.0, vec(0, 0, -10));
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = layered_def(ends, 2);
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 200));
    rv_cable_contact top = rv_cable_get_contact(world, cable, 0);
    rv_cable_contact low = rv_cable_get_contact(world, cable, 1);
    CHECK_NEAR(low.tension_in, 50.0 * G, 1e-6);
    CHECK_NEAR(top.tension_out, 50.0 * G + RHO * G * 10.0, 1e-6);
    CHECK_NEAR(rv_cable_largest_tension(world, cable), top.tension_out, 1e-9);
    CHECK_NEAR(rv_body_center(world, load).z, -10.0, 1e-6);
    rv_world_destroy(world);
}

// a leaning span: ends differ in tension by w times their difference in height (any catenary)
TEST(the_tension_of_a_leaning_span_grows_with_height) {
    rv_world* world = default_world();
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(15, 3, 8))};
    rv_cable_def def = layered_def(ends, 2);
    def.length = 1.01 * sqrt(225.0 + 9.0 + 64.0);
    def.layer.damping = 3.0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 2000));
    double low = rv_cable_get_contact(world, cable, 0).tension_out;
    double high = rv_cable_get_contact(world, cable, 1).tension_in;
    CHECK_NEAR(high - low, RHO * G * 8.0, 1e-9);
    CHECK(low > 0.0);
    rv_world_destroy(world);
}

// how deep a level span hangs under a tension T at its ends: T = H cosh b, w l = 2 b H
static double depth_under(double T, double chord) {
    double low = 1e-9, high = 1.1996786; // b tanh b = 1: there T is least
    for (int i = 0; i < 200; i++) {
        double b = 0.5 * (low + high);
        *(cosh(b) / (2.0 * b) > T / (RHO * G * chord) ? &low : &high) = b;
    }
    return chord * (cosh(low) - 1.0) / (2.0 * low);
}

// over a level pulley both spans have one tension: the one with more chord hangs deeper
TEST(spans_over_a_pulley_share_one_tension_at_the_pulley) {
    rv_world* world = default_world();
    rv_cable_node path[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(10, 0, 0)),
                            fixed_at(NO_BODY, vec(30, 0, 0))};
    rv_cable_def def = layered_def(path, 3);
    def.length = 30.3;
    def.layer.damping = 3.0;
    def.layer.cells = 40;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 6000));
    rv_cable_contact eye = rv_cable_get_contact(world, cable, 1);
    CHECK_NEAR(eye.tension_in, eye.tension_out, 1e-9);
    // the lattice has 1/M^2 of its parabola's arc less: half of 6e-4 in depth
    CHECK_NEAR(rv_cable_sag(world, cable, 0) / depth_under(eye.tension_in, 10.0), 1.0, 1e-3);
    CHECK_NEAR(rv_cable_sag(world, cable, 1) / depth_under(eye.tension_in, 20.0), 1.0, 1e-3);
    rv_world_destroy(world);
}

// --- what is kept ---

// total less work: its drift over a run
static double energy_drift(rv_world* world, double h, int steps) {
    CHECK(rv_world_step(world, h) == RV_STATUS_OK);
    rv_energy e = rv_world_energy(world);
    double start = e.total - e.work, most = 0.0;
    for (int i = 1; i < steps; i++) {
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
        e = rv_world_energy(world);
        most = fmax(most, fabs(e.total - e.work - start));
    }
    return most;
}

// with a load between two spans that swings
static rv_cable_def swinging_def(const rv_cable_node* nodes, int count) {
    rv_cable_def def = layered_def(nodes, count);
    def.layer.damping = 0.0;
    return def;
}

TEST(a_span_with_fixed_ends_keeps_its_energy) {
    rv_world* world = default_world();
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(20, 0, 0))};
    rv_cable_def def = swinging_def(ends, 2);
    def.length = 20.2;
    cable_of(world, &def);
    // turned gravity sets it swinging with an energy of w l times its depth
    rv_world_set_gravity(world, vec(0, 3, -9));
    double scale = RHO * G * 20.0 * rv_cable_sag(world, rv_cable_next(world, (rv_cable_id){0}), 0);
    CHECK(energy_drift(world, 0.002, 5000) < 0.01 * scale);
    rv_world_destroy(world);
}

TEST(a_hoisted_load_gains_what_the_winch_does) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 100.0, vec(0.5, 0.3, -10));
    rv_cable_node ends[] = {drum_at(NO_BODY, vec(0, 0, 0), -1.0), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = swinging_def(ends, 2);
    cable_of(world, &def);
    // 5 m of 110 kg: 5.4 kJ of work; waves that are squeezed into half the length lose some
    CHECK(energy_drift(world, 0.002, 2500) < 54.0);
    CHECK_NEAR(rv_body_center(world, load).z, -5.0, 0.1);
    rv_world_destroy(world);
}

static void check_pulley_energy(double friction, double lost) {
    rv_world* world = default_world();
    rv_body_id left = add_particle(world, 20.0, vec(-0.5, 0, -5)),
               right = add_particle(world, 22.0, vec(0.5, 0.2, -5));
    rv_cable_node path[] = {fixed_at(left, vec(0, 0, 0)),
                            pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.5),
                            fixed_at(right, vec(0, 0, 0))};
    path[1].friction = friction;
    rv_cable_def def = swinging_def(path, 3);
    cable_of(world, &def);
    CHECK_NEAR(energy_drift(world, 0.002, 500), 0.0, lost);
    rv_world_destroy(world);
}

TEST(a_load_over_a_pulley_keeps_its_energy) {
    // 20 J of 2 kg falling by up to 1 m; friction that holds loses nothing, one that slips is work
    check_pulley_energy(0.0, 2.0);
    check_pulley_energy(INFINITY, 2.0);
    check_pulley_energy(0.01, 2.0);
}

// --- momentum ---

typedef struct momenta {
    rv_vec3 linear, angular;
} momenta;

static void add_point(momenta* p, double mass, rv_vec3 at, rv_vec3 speed) {
    p->linear = rv_vec3_mul_add(p->linear, mass, speed);
    p->angular = rv_vec3_add(p->angular, rv_vec3_scale(rv_vec3_cross(at, speed), mass));
}

// a string: its nodes move across the chord alone
static void add_string(momenta* p, const rv_world* world, const rv_cable* cable) {
    const rv_wave* wave = rv_waves_of(world, cable);
    const rv_span* span = &rv_cable_nodes(world, cable)->span;
    rv_string s = rv_wave_string(world, cable, 0);
    double cell = cable->mass_per_length * wave->used / s.cells;
    for (int j = 0; j <= s.cells; j++) {
        double x = (double)j / s.cells, mass = j == 0 || j == s.cells ? 0.5 * cell : cell;
        rv_vec3 at = rv_vec3_mul_add(span->at[0], x * span->length, span->u);
        rv_vec3 speed =
            rv_vec3_scale(wave->along, (1.0 - x) * wave->moved_along[0] + x * wave->moved_along[1]);
        for (int k = 0; k < 2; k++) {
            double end = (1.0 - x) * wave->moved.of[0][k] + x * wave->moved.of[1][k];
            at = rv_vec3_mul_add(at, s.u[2 * j + k], wave->across[k]);
            speed = rv_vec3_mul_add(speed, s.v[2 * j + k] + end, wave->across[k]);
        }
        add_point(p, mass, at, speed);
    }
}

static momenta momenta_of(const rv_world* world, const rv_body_id* body) {
    momenta p = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 2; i++) {
        double mass = rv_body_mass_properties(world, body[i]).mass;
        add_point(&p, mass, rv_body_center(world, body[i]), rv_body_velocity(world, body[i]));
    }
    add_string(&p, world, &world->cables.data[0]);
    return p;
}

// two bodies of 1 and 3 kg with a cable of 6 kg between them, that turn about each other
static rv_world* turning_pair(rv_body_id body[2], rv_cable_waves waves, rv_vec3 speed) {
    rv_world* world = weightless_world();
    body[0] = add_particle(world, 1.0, vec(-2.5, 0, 0));
    body[1] = add_particle(world, 3.0, vec(2.5, 0, 0));
    rv_cable_node ends[] = {fixed_at(body[0], vec(0, 0, 0)), fixed_at(body[1], vec(0, 0, 0))};
    rv_cable_def def = swinging_def(ends, 2);
    def.layer.waves = waves;
    cable_of(world, &def);
    rv_body_set_velocity(world, body[0], rv_vec3_add(vec(0, 1, 0.3), speed));
    rv_body_set_velocity(world, body[1], rv_vec3_add(vec(0, -4.0 / 6.0, -0.2), speed));
    return world;
}

// the most that momentum, angular momentum and energy drift in 10 s
static momenta momentum_drift(rv_vec3 speed, rv_cable_waves waves, double h, double* energy) {
    rv_body_id body[2];
    rv_world* world = turning_pair(body, waves, speed);
    CHECK(rv_world_step(world, h) == RV_STATUS_OK);
    momenta start = momenta_of(world, body), drift = {{0, 0, 0}, {0, 0, 0}};
    double first = rv_world_energy(world).total;
    *energy = 0.0;
    for (int i = 1; i < (int)(10.0 / h); i++) {
        CHECK(rv_world_step(world, h) == RV_STATUS_OK);
        momenta now = momenta_of(world, body);
        drift.linear.x =
            fmax(drift.linear.x, rv_vec3_length(rv_vec3_sub(now.linear, start.linear)));
        drift.angular.x =
            fmax(drift.angular.x, rv_vec3_length(rv_vec3_sub(now.angular, start.angular)));
        *energy = fmax(*energy, fabs(rv_world_energy(world).total - first));
    }
    rv_world_destroy(world);
    return drift;
}

// 12 kg m^2/s and 2 J turn; the direction of the pull turns by 2 mrad in a step of 5 ms, and what is
// left of that is of second order
TEST(two_free_bodies_on_a_layered_cable_keep_momentum_and_energy) {
    for (int waves = 0; waves < 2; waves++) {
        double energy[2];
        momenta coarse = momentum_drift(vec(0, 0, 0), (rv_cable_waves)waves, 0.005, &energy[0]);
        momenta fine = momentum_drift(vec(0, 0, 0), (rv_cable_waves)waves, 0.0005, &energy[1]);
        CHECK(coarse.linear.x < 1e-5 && coarse.angular.x < 1e-4 && energy[0] < 1e-4);
        CHECK(fine.linear.x < 0.02 * coarse.linear.x && fine.angular.x < 0.02 * coarse.angular.x);
        // and no less where they travel: 10 kg with 3.7 m/s
        double travelling;
        momenta moved = momentum_drift(vec(3, 2, 1), (rv_cable_waves)waves, 0.005, &travelling);
        CHECK(moved.linear.x < 1e-5 * 37.0 && moved.angular.x < 1e-4 && travelling < 1e-3);
    }
}

// What swings while it turns, after a body has been shaken: the cable is 1 % longer than its chord, so
// that it is slack and taut by turns. Waves are across the chord alone: that what hangs out by u goes
// along it with u w while the chord turns by w = 0.33 rad/s is left out, and that is what may be missing.
TEST(two_free_bodies_on_a_cable_that_swings_keep_their_momentum) {
    rv_body_id body[2];
    rv_world* world = turning_pair(body, RV_CABLE_WAVES_IMPLICIT, vec(0, 0, 0));
    rv_cable_id cable = rv_cable_next(world, (rv_cable_id){0});
    CHECK(rv_cable_set_length(world, cable, 5.05));
    for (int i = 0; i < 200; i++) {
        rv_body_apply_force_at_center(world, body[0], vec(0, 0, i % 100 < 50 ? 3.0 : -3.0));
        CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
    }
    momenta start = momenta_of(world, body);
    double linear = 0.0, angular = 0.0, sag = 0.0;
    for (int i = 0; i < 2000; i++) {
        CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
        momenta now = momenta_of(world, body);
        linear = fmax(linear, rv_vec3_length(rv_vec3_sub(now.linear, start.linear)));
        angular = fmax(angular, rv_vec3_length(rv_vec3_sub(now.angular, start.angular)));
        sag = fmax(sag, rv_cable_sag(world, cable, 0));
    }
    CHECK(sag > 0.05); // it swung
    double left_out = 2.0 / 3.0 * sag * RHO * 5.05 * 0.33;
    CHECK(linear < left_out && angular < 0.01 * rv_vec3_length(start.angular));
    rv_world_destroy(world);
}

// an anchor that is moved to and fro across a taut span with a load on its other end, and along it
TEST(what_moves_an_end_does_the_work_of_the_waves) {
    for (int waves = 0; waves < 2; waves++) {
        rv_world* world = default_world();
        rv_body_id moved = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        rv_body_id load = add_particle(world, 30.0, vec(0, 0, -8));
        rv_cable_node ends[] = {fixed_at(moved, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
        rv_cable_def def = swinging_def(ends, 2);
        def.layer.waves = (rv_cable_waves)waves;
        def.EA = 1e5;
        def.damping = 0.0;
        cable_of(world, &def);
        double most = 0.0, start = 0.0, turned = 0.0;
        for (int i = 0; i < 4000; i++) {
            double t = 0.001 * i;
            rv_body_set_velocity(world, moved,
                                 vec(0.5 * sin(9.0 * t), 0.4 * sin(7.0 * t), 0.1 * sin(5.0 * t)));
            CHECK(rv_world_step(world, 0.001) == RV_STATUS_OK);
            rv_energy e = rv_world_energy(world);
            start = i == 0 ? e.total - e.work : start;
            most = fmax(most, fabs(e.total - e.work - start));
            turned = fmax(turned, e.kinetic);
        }
        CHECK(turned > 1.0); // J
        CHECK(most < 0.01 * turned);
        rv_world_destroy(world);
    }
}
