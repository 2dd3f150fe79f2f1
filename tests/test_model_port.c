// Ports: effective mass against closed formulas, forces and velocities given and read back.
#include "world_fixture.h"

static const double H = 1.0 / 60.0, G = 9.81;
static const rv_vec3 X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};
static const double BLOCKED =
    1e9; // [kg]: the compliance floor leaves 1e-12 of a free body's mobility

static rv_port_id add_port(rv_world* world, rv_body_id body, rv_vec3 point, rv_port_mode mode) {
    rv_port_def def = rv_port_def_default();
    def.body = body;
    def.point = point;
    def.mode = mode;
    rv_port_id port = rv_port_create(world, &def);
    CHECK(port.slot != 0);
    return port;
}

// without the modified mass of geometric stiffness: the bare mechanics
static rv_world* bare_world(bool gravity) {
    rv_world_def def = rv_world_def_default();
    def.geometric_stiffness.enabled = false;
    if (!gravity)
        def.gravity = vec(0, 0, 0);
    return world_of(&def);
}

TEST(a_free_particle_has_its_mass_in_every_direction) {
    rv_world* world = default_world();
    rv_body_id body = add_particle(world, 2.5, vec(1, 2, 3));
    rv_port_id port = add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE);
    steps_are_ok(world, H, 1);
    CHECK_NEAR(rv_port_effective_mass(world, port, X), 2.5, 1e-12);
    CHECK_NEAR(rv_port_effective_mass(world, port, vec(1, -2, 3)), 2.5, 1e-12);
    rv_port_state state = rv_port_read(world, port);
    CHECK_NEAR(state.velocity.z, -G * H, 1e-13);
    CHECK_NEAR(state.position.x, 1.0, 0.0);
    CHECK_NEAR(state.mobility.m[0][1], 0.0, 1e-15);
    rv_world_destroy(world);
}

TEST(off_centre_a_rigid_body_is_lighter) {
    // n . mobility n = 1/m + (r x n) . I^-1 (r x n)
    rv_world* world = bare_world(false);
    rv_body_id body = add_rigid(world, 2.0, vec(0.5, 0.8, 1.1), vec(0, 0, 0));
    rv_vec3 r = vec(0.3, -0.2, 0.4);
    rv_port_id port = add_port(world, body, r, RV_PORT_FORCE);
    steps_are_ok(world, H, 1);
    fixture_random random = {5};
    for (int i = 0; i < 10; i++) {
        rv_vec3 n = rv_vec3_normalize(random_vec(&random, 1.0)), t = rv_vec3_cross(r, n);
        double mobility = 0.5 + t.x * t.x / 0.5 + t.y * t.y / 0.8 + t.z * t.z / 1.1;
        CHECK_NEAR(rv_port_effective_mass(world, port, n), 1.0 / mobility, 1e-12);
    }
    rv_world_destroy(world);
}

TEST(a_pendulum_bob_is_blocked_along_and_free_across) {
    for (int stiff = 0; stiff < 2; stiff++) {
        rv_world_def def = rv_world_def_default();
        def.geometric_stiffness.enabled = stiff == 1;
        rv_world* world = world_of(&def);
        rv_body_id bob = add_particle(world, 3.0, vec(0, 0, -2));
        add_distance(world, NO_BODY, bob, vec(0, 0, 0), vec(0, 0, -2));
        rv_port_id port = add_port(world, bob, vec(0, 0, 0), RV_PORT_FORCE);
        steps_are_ok(world, H, 5);
        CHECK(rv_port_effective_mass(world, port, Z) > BLOCKED);
        // geometric stiffness adds gamma h^2 T/l = h^2 m g/(2 l) to what moves across
        double across = 3.0 + (stiff ? 0.5 * H * H * 3.0 * G / 2.0 : 0.0);
        CHECK_NEAR(rv_port_effective_mass(world, port, X), across, 1e-8);
        CHECK_NEAR(rv_port_effective_mass(world, port, Y), across, 1e-8);
        // at 60 degrees from blocked: 1/(sin^2/m)
        CHECK_NEAR(rv_port_effective_mass(world, port, vec(sqrt(0.75), 0, 0.5)), across / 0.75,
                   1e-8);
        rv_world_destroy(world);
    }
}

TEST(a_chain_of_two_has_both_masses_along_and_one_across) {
    rv_world* world = bare_world(false);
    rv_body_id a = add_particle(world, 2.0, vec(0, 0, 0)), b = add_particle(world, 5.0, X);
    add_distance(world, a, b, vec(0, 0, 0), X);
    rv_port_id on_a = add_port(world, a, vec(0, 0, 0), RV_PORT_FORCE);
    rv_port_id on_b = add_port(world, b, vec(0, 0, 0), RV_PORT_FORCE);
    steps_are_ok(world, H, 1);
    CHECK_NEAR(rv_port_effective_mass(world, on_a, X), 7.0, 1e-9);
    CHECK_NEAR(rv_port_effective_mass(world, on_b, X), 7.0, 1e-9);
    CHECK_NEAR(rv_port_effective_mass(world, on_a, Y), 2.0, 1e-12);
    CHECK_NEAR(rv_port_effective_mass(world, on_b, Z), 5.0, 1e-12);
    rv_world_destroy(world);
}

TEST(a_port_force_acts_until_it_is_changed) {
    rv_world* world = bare_world(false);
    rv_body_id body = add_rigid(world, 2.0, vec(1, 1, 1), vec(0, 0, 0));
    rv_port_id port = add_port(world, body, vec(0, 0.5, 0), RV_PORT_FORCE);
    CHECK(rv_port_set_force(world, port, vec(4, 0, 0)));
    steps_are_ok(world, 0.001, 10);
    // F t/m, and r x F t/I about z while it has hardly turned
    CHECK_NEAR(rv_body_velocity(world, body).x, 4.0 * 0.01 / 2.0, 1e-12);
    CHECK_NEAR(rv_body_angular_velocity(world, body).z, -0.5 * 4.0 * 0.01, 1e-6);
    CHECK_NEAR(rv_port_read(world, port).force.x, 4.0, 0.0);
    CHECK(rv_port_set_force(world, port, vec(0, 0, 0)));
    double before = rv_body_velocity(world, body).x;
    steps_are_ok(world, 0.001, 10);
    CHECK_NEAR(rv_body_velocity(world, body).x, before, 1e-15);
    rv_world_destroy(world);
}

TEST(a_velocity_port_holds_its_velocity_and_reads_the_force_it_takes) {
    rv_world* world = bare_world(true);
    rv_body_id body = add_particle(world, 2.0, vec(0, 0, 0));
    rv_port_id port = add_port(world, body, vec(0, 0, 0), RV_PORT_VELOCITY);
    CHECK(rv_port_set_velocity(world, port, vec(0.3, 0, 0.1)));
    steps_are_ok(world, H, 1);
    rv_port_state state = rv_port_read(world, port);
    // m dv/h and the weight
    CHECK_NEAR(state.force.x, 2.0 * 0.3 / H, 1e-9);
    CHECK_NEAR(state.force.z, 2.0 * (G + 0.1 / H), 1e-9);
    CHECK_NEAR(state.velocity.x, 0.3, 1e-11);
    steps_are_ok(world, H, 59);
    state = rv_port_read(world, port);
    CHECK_NEAR(state.force.x, 0.0, 1e-9);
    CHECK_NEAR(state.force.z, 2.0 * G, 1e-9);
    CHECK_NEAR(state.position.x, 0.3, 1e-10);
    CHECK_NEAR(state.position.z, 0.1, 1e-10);
    // its own rows do not count
    CHECK_NEAR(rv_port_effective_mass(world, port, X), 2.0, 1e-9);
    rv_world_destroy(world);
}

TEST(a_velocity_port_pushes_with_no_more_than_its_force) {
    rv_world* world = bare_world(true);
    rv_body_id body = add_particle(world, 1.0, vec(0, 0, 0));
    rv_port_def def = rv_port_def_default();
    def.body = body;
    def.mode = RV_PORT_VELOCITY;
    def.max_force = 5.0;
    rv_port_id port = rv_port_create(world, &def);
    steps_are_ok(world, H, 60);
    CHECK_NEAR(rv_port_read(world, port).force.z, 5.0, 1e-12);
    CHECK_NEAR(rv_port_read(world, port).velocity.z, -(G - 5.0), 1e-10);
    CHECK_NEAR(rv_port_read(world, port).velocity.x, 0.0, 1e-12);
    rv_world_destroy(world);
}

TEST(a_velocity_port_takes_hold_of_a_point_of_a_jointed_body) {
    // an arm on a hinge, its tip moved at right angles to it: force at the tip carries half the
    // weight
    rv_world* world = bare_world(true);
    rv_body_id arm = add_rigid(world, 4.0, vec(1, 1, 1), vec(0.5, 0, 0));
    rv_joint_id hinge = add_joint_at(world, RV_JOINT_HINGE, NO_BODY, arm, vec(0, 0, 0), Y);
    rv_port_def def = rv_port_def_default();
    def.body = arm;
    def.point = vec(0.5, 0, 0);
    def.mode = RV_PORT_VELOCITY;
    rv_port_id port = rv_port_create(world, &def);
    steps_are_ok(world, H, 30);
    rv_port_state state = rv_port_read(world, port);
    CHECK_NEAR(state.position.x, 1.0, 1e-9);
    CHECK_NEAR(state.force.z, 2.0 * G, 1e-6);
    CHECK_NEAR(rv_joint_force(world, hinge).z, 2.0 * G, 1e-6);
    // tip across: I about the hinge / l^2 = (1 + 4/4)/1
    CHECK_NEAR(rv_port_effective_mass(world, port, Z), 2.0, 1e-6);
    rv_world_destroy(world);
}

TEST(two_ports_on_one_island_read_their_own_mobility) {
    rv_world* world = bare_world(false);
    rv_body_id a = add_particle(world, 2.0, vec(0, 0, 0)), b = add_particle(world, 5.0, X);
    add_distance(world, a, b, vec(0, 0, 0), X);
    rv_port_id velocity = add_port(world, a, vec(0, 0, 0), RV_PORT_VELOCITY);
    rv_port_id force = add_port(world, b, vec(0, 0, 0), RV_PORT_FORCE);
    CHECK(rv_port_set_force(world, force, vec(10, 0, 0)));
    steps_are_ok(world, H, 10);
    // a stands still, so that the pull goes through the rod into the port
    CHECK_NEAR(rv_port_read(world, velocity).force.x, -10.0, 1e-6);
    CHECK_NEAR(rv_port_effective_mass(world, force, Y), 5.0, 1e-9);
    rv_world_destroy(world);
}

#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_port_def def = good;                                                                    \
        change_;                                                                                   \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        CHECK(rv_port_create(world, &def).slot == 0);                                              \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_);                                                      \
    } while (0)

TEST(create_refuses_bad_defs) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0)), drum = add_scalar(world, 1.0, 0.0);
    rv_body_id moved = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_port_def good = rv_port_def_default();
    good.body = body;
    CHECK(rv_port_create(world, NULL).slot == 0);
    CHECK_TEXT(rv_world_error(world), "rv_port_def: start from rv_port_def_default()");
    REFUSES(def.magic = 0, "rv_port_def: start from rv_port_def_default()");
    REFUSES(def.body = NO_BODY, "rv_port_def.body: no such body");
    REFUSES(def.body = moved, "rv_port_def.body: must be dynamic, rigid or particle");
    REFUSES(def.body = drum, "rv_port_def.body: must be dynamic, rigid or particle");
    REFUSES(def.point.y = NAN, "rv_port_def.point: must be finite");
    REFUSES(def.mode = (rv_port_mode)5, "rv_port_def.mode = 5: must be an rv_port_mode");
    REFUSES(def.max_force = 0.0, "rv_port_def.max_force = 0 N: must be > 0");
    rv_world_destroy(world);
}

TEST(writers_refuse_the_other_mode_and_what_is_not_finite) {
    rv_world* world = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_port_id force = add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE);
    rv_port_id velocity = add_port(world, body, vec(0, 0, 0), RV_PORT_VELOCITY);
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_port_set_velocity(world, force, X));
    CHECK_TEXT(rv_world_error(world), "rv_port_set_velocity: the port has the other mode");
    CHECK(!rv_port_set_force(world, velocity, X));
    CHECK_TEXT(rv_world_error(world), "rv_port_set_force: the port has the other mode");
    CHECK(!rv_port_set_force(world, force, vec(0, INFINITY, 0)));
    CHECK_TEXT(rv_world_error(world), "rv_port_set_force: must be finite");
    CHECK(rv_world_hash(world) == hash);
    rv_world_destroy(world);
}

TEST(null_stale_and_foreign_ports_are_answered_with_nothing) {
    rv_world* world = default_world();
    rv_world* other = default_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0)), abroad = add_unit(other, vec(0, 0, 0));
    rv_port_id stale = add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE);
    CHECK(rv_port_destroy(world, stale));
    CHECK(add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE).slot == stale.slot);
    rv_port_id foreign = add_port(other, abroad, vec(0, 0, 0), RV_PORT_FORCE);
    rv_port_id ids[] = {{0}, stale, foreign};
    for (int i = 0; i < 3; i++) {
        uint64_t hash = rv_world_hash(world);
        CHECK(!rv_port_is_valid(world, ids[i]));
        CHECK(!rv_port_set_force(world, ids[i], X));
        CHECK_TEXT(rv_world_error(world), "rv_port_set_force: no such port");
        CHECK(!rv_port_set_velocity(world, ids[i], X));
        CHECK_TEXT(rv_world_error(world), "rv_port_set_velocity: no such port");
        CHECK(!rv_port_destroy(world, ids[i]));
        CHECK_TEXT(rv_world_error(world), "rv_port_destroy: no such port");
        rv_port_state state = rv_port_read(world, ids[i]);
        CHECK(state.position.x == 0.0 && state.force.x == 0.0 && state.mobility.m[0][0] == 0.0);
        CHECK(isnan(rv_port_effective_mass(world, ids[i], X)));
        CHECK(rv_world_hash(world) == hash);
    }
    rv_world_destroy(world);
    rv_world_destroy(other);
}

TEST(ports_are_visited_in_the_order_of_their_slots) {
    rv_world* world = default_world();
    rv_body_id body = add_particle(world, 1.0, vec(0, 0, 0));
    CHECK(rv_port_count(world) == 0 && rv_port_next(world, (rv_port_id){0}).slot == 0);
    rv_port_id first = add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE);
    rv_port_id second = add_port(world, body, vec(0, 0, 0), RV_PORT_FORCE);
    CHECK(rv_port_count(world) == 2);
    CHECK(RV_ID_EQUAL(rv_port_next(world, (rv_port_id){0}), first));
    CHECK(RV_ID_EQUAL(rv_port_next(world, first), second));
    CHECK(RV_ID_IS_NULL(rv_port_next(world, second)));
    CHECK(RV_ID_IS_NULL(rv_port_next(world, (rv_port_id){.slot = UINT32_MAX})));
    CHECK(rv_port_destroy(world, first) && rv_port_count(world) == 1);
    CHECK(RV_ID_EQUAL(rv_port_next(world, first), second));
    rv_world_destroy(world);
}
