// Layered cables: how they hang, what their ends feel, and what they keep: energy and momentum.
#include "cable_fixture.h"

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
        rv_joint_id holds = add_joint_at(world, RV_JOINT_BALL, NO_BODY, anchor, vec(20, 0, 0),
                                         vec(1, 0, 0));
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
    // the parabola: sag w l^2/(8 T), within 2 % at this depth
    double T = eye.tension_in, w = RHO * G;
    CHECK_NEAR(rv_cable_sag(world, cable, 0) / (w * 100.0 / (8.0 * T)), 1.0, 0.02);
    CHECK_NEAR(rv_cable_sag(world, cable, 1) / (w * 400.0 / (8.0 * T)), 1.0, 0.02);
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

typedef struct moments {
    rv_vec3 linear, angular;
} moments;

static rv_vec3 center_of(rv_world* world, const rv_body_id* body, int count) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++)
        sum = rv_vec3_add(sum, rv_body_center(world, body[i]));
    return sum;
}

// in weightlessness the middle of two equal bodies and the cable between them moves evenly
TEST(two_bodies_on_a_layered_cable_keep_their_momentum) {
    for (int waves = 0; waves < 2; waves++) {
        rv_world* world = weightless_world();
        rv_body_id body[2] = {add_unit(world, vec(0, 0, 0)), add_unit(world, vec(5, 0, 0))};
        rv_cable_node ends[] = {fixed_at(body[0], vec(0, 0.1, 0)), fixed_at(body[1], vec(0, 0.1, 0))};
        rv_cable_def def = swinging_def(ends, 2);
        def.layer.waves = (rv_cable_waves)waves;
        cable_of(world, &def);
        rv_body_set_velocity(world, body[0], vec(0, 1, 0));
        rv_body_set_velocity(world, body[1], vec(1, -1, 0.5));
        CHECK(steps_are_ok(world, 0.005, 10));
        rv_vec3 before = center_of(world, body, 2), speed = {0, 0, 0};
        // its cable of 6 kg swings along with them: over 40 s they go with the common mean speed
        CHECK(steps_are_ok(world, 0.005, 8000));
        speed = rv_vec3_scale(rv_vec3_sub(center_of(world, body, 2), before), 0.5 / 40.0);
        printf("  %g %g %g\n", speed.x, speed.y, speed.z);
        rv_world_destroy(world);
    }
}
