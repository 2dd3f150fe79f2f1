// Cables that are changed while they run: nodes put in and taken out, ends put elsewhere, cuts,
// lengths; and that all of it is refused cleanly without memory.
#include "cable_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 100.0, G = 9.81;

// a load that hangs still from the origin, 2 m below, with a little drag to come to rest again
typedef struct rig {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} rig;

static rv_body_id add_load(rv_world* world, double mass, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass;
    def.pose.position = at;
    def.linear_damping = 5.0 * mass;
    return body_of(world, &def);
}

static rig rig_make(rv_cable_node top) {
    rig r = {.world = default_world()};
    r.load = add_load(r.world, 3.0, vec(0, 0, -2));
    rv_cable_node nodes[] = {top, fixed_at(r.load, vec(0, 0, 0))};
    r.cable = add_cable(r.world, nodes, 2);
    CHECK(steps_are_ok(r.world, H, 20));
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 3.0 * G, 1e-9);
    return r;
}

static rig hanging(void) {
    return rig_make(fixed_at(NO_BODY, vec(0, 0, 0)));
}

static double height(const rig* r) {
    return rv_body_center(r->world, r->load).z;
}

// 20 s with the drag of 5/s: the slowest swing, of 2 m, decays with 1.3/s to 1e-11
static void come_to_rest(const rig* r) {
    CHECK(steps_are_ok(r->world, H, 2000));
    CHECK_NEAR(rv_vec3_length(rv_body_velocity(r->world, r->load)), 0.0, 1e-6);
}

TEST(an_eye_put_on_the_straight_cable_changes_nothing) {
    rig r = hanging();
    rv_cable_node eye = eye_at(NO_BODY, vec(0, 0, -1));
    CHECK(rv_cable_insert_node(r.world, r.cable, 1, &eye));
    CHECK(rv_cable_node_count(r.world, r.cable) == 3);
    CHECK(rv_cable_get_node(r.world, r.cable, 1).type == RV_CABLE_EYE);
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 2.0, 1e-14);
    for (int i = 0; i < 20; i++) {
        CHECK(steps_are_ok(r.world, H, 1));
        for (int node = 0; node < 2; node++)
            CHECK_NEAR(rv_cable_tension(r.world, r.cable, node), 3.0 * G, 1e-6);
    }
    CHECK_NEAR(height(&r), -2.0, 1e-9);
    rv_world_destroy(r.world);
}

TEST(a_cable_lifted_over_an_eye_keeps_its_length_and_draws_its_load_up) {
    rig r = hanging();
    rv_cable_node eye = eye_at(NO_BODY, vec(0.5, 0, -1));
    CHECK(rv_cable_insert_node(r.world, r.cable, 1, &eye));
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 2.0, 1e-14);
    come_to_rest(&r);
    // it hangs below the eye with what is left
    CHECK_NEAR(height(&r), -1.0 - (2.0 - sqrt(1.25)), 1e-6);
    for (int node = 0; node < 2; node++)
        CHECK_NEAR(rv_cable_tension(r.world, r.cable, node), 3.0 * G, 1e-6);
    CHECK_NEAR(rv_cable_get_contact(r.world, r.cable, 1).wrap, atan2(0.5, 1.0), 1e-6);
    // and comes down again without it
    CHECK(rv_cable_remove_node(r.world, r.cable, 1));
    CHECK(rv_cable_node_count(r.world, r.cable) == 2);
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 2.0, 1e-14);
    CHECK(steps_are_ok(r.world, H, 1));
    CHECK(rv_cable_get_state(r.world, r.cable) == RV_CABLE_SLACK);
    come_to_rest(&r);
    CHECK_NEAR(height(&r), -2.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 3.0 * G, 1e-6);
    rv_world_destroy(r.world);
}

// Past a wheel that the cable has come off, it runs straight; a hand that takes hold of it there
// must not thread it again.
TEST(a_wheel_that_the_cable_has_come_off_stays_so_when_a_node_is_added_and_taken_out) {
    rv_world* world = weightless_world();
    rv_body_id wheel = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    const rv_cable_node nodes[3] = {fixed_at(NO_BODY, vec(-1, 0, 1)),
                                    pulley_at(wheel, vec(0, 0, 0), vec(0, 1, 0), 0.1),
                                    fixed_at(add_particle(world, 1.0, vec(1, 0, 1)), vec(0, 0, 0))};
    rv_cable_id cable = add_cable(world, nodes, 3);
    double length = rv_cable_length(world, cable);
    rv_pose up = {vec(0, 0, 1.5), {1, 0, 0, 0}}, away = {vec(0, 0, -0.5), {1, 0, 0, 0}};
    CHECK(rv_body_set_pose(world, wheel, up));
    CHECK(steps_are_ok(world, H, 1));
    CHECK(rv_body_set_pose(world, wheel, away));
    CHECK(steps_are_ok(world, H, 1));
    CHECK(!rv_cable_get_contact(world, cable, 1).touches);
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0, 1e-12); // straight between its ends

    rv_body_id hand = add_particle(world, 1.0, vec(0.5, 0, 1.0));
    rv_cable_node eye = eye_at(hand, vec(0, 0, 0));
    CHECK(rv_cable_insert_node(world, cable, 2, &eye));
    CHECK(!rv_cable_get_contact(world, cable, 1).touches);
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0, 1e-12);
    CHECK_NEAR(rv_cable_length(world, cable), length, 1e-12);
    CHECK(rv_cable_remove_node(world, cable, 2));
    CHECK(!rv_cable_get_contact(world, cable, 1).touches);
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0, 1e-12);
    rv_world_destroy(world);
}

TEST(a_post_with_friction_put_into_a_cable_holds_its_part_of_the_load) {
    // 3 kg and 1 kg on both sides of a pulley; a quarter turn more round an eye with friction
    rv_world* world = default_world();
    rv_body_id a = add_load(world, 3.0, vec(-1, 0, -2)), b = add_load(world, 1.0, vec(1, 0, -2));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 1.0),
                             fixed_at(b, vec(0, 0, 0))};
    rv_cable_id cable = add_cable(world, nodes, 3);
    rv_cable_node eye = eye_at(NO_BODY, vec(-1, 0, -1));
    eye.friction = INFINITY;
    CHECK(rv_cable_insert_node(world, cable, 1, &eye));
    CHECK(steps_are_ok(world, H, 50));
    // the cable does not slip: each side hangs for itself
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 3.0 * G, 1e-6);
    CHECK_NEAR(rv_cable_tension(world, cable, 1), 1.0 * G, 1e-6);
    CHECK_NEAR(rv_cable_tension(world, cable, 2), 1.0 * G, 1e-6);
    CHECK_NEAR(rv_body_center(world, a).z, -2.0, 1e-6);
    CHECK(rv_cable_remove_node(world, cable, 1));
    CHECK(steps_are_ok(world, H, 5));
    CHECK(rv_body_velocity(world, a).z < -0.1 && rv_body_velocity(world, b).z > 0.1);
    rv_world_destroy(world);
}

TEST(an_end_put_on_another_body_carries_that_one_and_lets_the_first_fall) {
    rig r = hanging();
    rv_body_id other = add_particle(r.world, 5.0, vec(0, 0, -1.5));
    rv_cable_node end = fixed_at(other, vec(0, 0, 0));
    CHECK(rv_cable_attach(r.world, r.cable, 1, &end));
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 2.0, 1e-14);
    double before = rv_body_velocity(r.world, r.load).z;
    CHECK(steps_are_ok(r.world, H, 1));
    // backward Euler drag of 5/s: v' = (v - h g) / (1 + 5 h)
    CHECK_NEAR(rv_body_velocity(r.world, r.load).z, (before - H * G) / (1.0 + 5.0 * H), 1e-12);
    CHECK(rv_cable_get_state(r.world, r.cable) == RV_CABLE_SLACK);
    CHECK(steps_are_ok(r.world, H, 300));
    CHECK_NEAR(rv_body_center(r.world, other).z, -2.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 5.0 * G, 1e-6);
    rv_world_destroy(r.world);
}

TEST(the_first_end_can_be_put_on_a_drum) {
    rig r = hanging();
    rv_cable_node end = drum_at(NO_BODY, vec(0, 0, 0.1), -0.5);
    CHECK(rv_cable_attach(r.world, r.cable, 0, &end));
    CHECK_NEAR(rv_cable_winch(r.world, r.cable, 0).speed, -0.5, 0.0);
    CHECK(steps_are_ok(r.world, H, 100));
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 1.5, 1e-12);
    CHECK_NEAR(height(&r), -1.4, 1e-3); // it gives way while it starts
    rv_world_destroy(r.world);
}

TEST(a_cut_cable_holds_nothing_until_it_is_mended) {
    rig r = hanging();
    CHECK(rv_cable_cut(r.world, r.cable));
    CHECK(rv_cable_get_state(r.world, r.cable) == RV_CABLE_BROKEN);
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 0.0, 0.0);
    double v = rv_body_velocity(r.world, r.load).z;
    for (int i = 0; i < 20; i++) {
        CHECK(steps_are_ok(r.world, H, 1));
        v = (v - H * G) / (1.0 + 5.0 * H);
        CHECK_NEAR(rv_body_velocity(r.world, r.load).z, v, 1e-12);
        CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 0.0, 0.0);
    }
    int count;
    rv_world_cable_events(r.world, &count);
    CHECK(count == 0);
    // what has come apart is bridged
    double apart = -height(&r);
    CHECK(apart > 2.1);
    CHECK(rv_cable_mend(r.world, r.cable));
    CHECK_NEAR(rv_cable_length(r.world, r.cable), apart, 1e-14);
    CHECK(rv_cable_get_state(r.world, r.cable) != RV_CABLE_BROKEN);
    come_to_rest(&r);
    CHECK_NEAR(height(&r), -apart, 1e-6);
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 3.0 * G, 1e-6);
    rv_world_destroy(r.world);
}

TEST(a_cut_cable_whose_ends_are_near_is_mended_with_the_length_it_had) {
    rig r = hanging();
    CHECK(rv_cable_cut(r.world, r.cable));
    rv_body_set_pose(r.world, r.load, rv_pose_make(vec(0, 0, -1), rv_quat_identity()));
    CHECK(rv_cable_mend(r.world, r.cable));
    CHECK_NEAR(rv_cable_length(r.world, r.cable), 2.0, 1e-14);
    come_to_rest(&r);
    CHECK_NEAR(height(&r), -2.0, 1e-6);
    rv_world_destroy(r.world);
}

TEST(attaching_a_cut_cable_makes_it_whole) {
    rig r = hanging();
    CHECK(rv_cable_cut(r.world, r.cable));
    rv_cable_node end = fixed_at(r.load, vec(0, 0, 0));
    CHECK(rv_cable_attach(r.world, r.cable, 1, &end));
    CHECK(rv_cable_get_state(r.world, r.cable) != RV_CABLE_BROKEN);
    CHECK(steps_are_ok(r.world, H, 100));
    CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 3.0 * G, 1e-6);
    rv_world_destroy(r.world);
}

TEST(a_cut_cable_that_is_elastic_and_twisted_comes_back_without_what_it_had_stored) {
    rv_world* world = default_world();
    rv_body_id load = add_rigid(world, 1.0, vec(1, 1, 1), vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = elastic_cable_def(nodes, 2, 1000.0);
    def.GJ = 10.0;
    def.twist = 1.0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, H, 5));
    CHECK_NEAR(rv_cable_torque(world, cable), 5.0, 0.1); // GJ / L
    CHECK(rv_cable_cut(world, cable));
    rv_vec3 w = rv_body_angular_velocity(world, load);
    CHECK(steps_are_ok(world, H, 5));
    CHECK_NEAR(rv_cable_torque(world, cable), 0.0, 0.0);
    CHECK_NEAR(rv_body_angular_velocity(world, load).z, w.z, 1e-12);
    CHECK(rv_cable_mend(world, cable));
    CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 1e-12);
    rv_world_destroy(world);
}

TEST(a_new_length_is_where_the_load_goes) {
    rig r = hanging();
    for (int i = 0; i < 3; i++) {
        double length = i == 0 ? 2.5 : i == 1 ? 1.8 : 2.2;
        CHECK(rv_cable_set_length(r.world, r.cable, length));
        CHECK_NEAR(rv_cable_length(r.world, r.cable), length, 1e-14);
        come_to_rest(&r);
        CHECK_NEAR(height(&r), -length, 1e-6);
        CHECK_NEAR(rv_cable_tension(r.world, r.cable, 0), 3.0 * G, 1e-6);
    }
    rv_world_destroy(r.world);
}

TEST(a_new_length_comes_from_the_drum_and_goes_back_to_it) {
    rv_cable_node drum = drum_at(NO_BODY, vec(0, 0, 0), 0.0);
    drum.winch.stored = 1.0;
    drum.winch.capacity = 2.0;
    rig r = rig_make(drum);
    CHECK(rv_cable_set_length(r.world, r.cable, 2.75));
    CHECK_NEAR(rv_cable_winch(r.world, r.cable, 0).stored, 0.25, 1e-15);
    come_to_rest(&r);
    CHECK_NEAR(height(&r), -2.75, 1e-6);
    CHECK(rv_cable_set_length(r.world, r.cable, 1.5));
    CHECK_NEAR(rv_cable_winch(r.world, r.cable, 0).stored, 1.5, 1e-15);
    come_to_rest(&r);
    CHECK_NEAR(height(&r), -1.5, 1e-6);
    rv_world_destroy(r.world);
}

TEST(a_new_length_keeps_the_shares_of_sections) {
    rv_world* world = default_world();
    rv_body_id load = add_load(world, 1.0, vec(1, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, -2)), eye_at(NO_BODY, vec(0, 0, 0)),
                             fixed_at(load, vec(0, 0, 0))};
    nodes[1].friction = 0.4;
    rv_cable_id cable = add_cable(world, nodes, 3);
    CHECK(steps_are_ok(world, H, 10));
    CHECK(rv_cable_set_length(world, cable, 6.0));
    CHECK_NEAR(rv_cable_length(world, cable), 6.0, 1e-14);
    CHECK(steps_are_ok(world, H, 3000)); // a swing of 4 m decays with 0.6/s
    CHECK_NEAR(rv_cable_length(world, cable), 6.0, 1e-12);
    CHECK_NEAR(rv_cable_path_length(world, cable), 6.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(world, cable, 1), G, 1e-6);
    rv_world_destroy(world);
}

TEST(a_new_breaking_load_breaks_what_hangs) {
    rig r = hanging();
    CHECK(rv_cable_set_breaking_load(r.world, r.cable, 30.0));
    CHECK(steps_are_ok(r.world, H, 10));
    CHECK(rv_cable_get_state(r.world, r.cable) == RV_CABLE_TAUT);
    CHECK(rv_cable_set_breaking_load(r.world, r.cable, 29.0));
    CHECK(steps_are_ok(r.world, H, 1));
    CHECK(rv_cable_get_state(r.world, r.cable) == RV_CABLE_BROKEN);
    rv_world_destroy(r.world);
}

// --- cables beside the one that is changed ---

typedef struct row {
    rv_world* world;
    rv_body_id load[3];
    rv_cable_id cable[3];
} row;

static row row_make(void) {
    row r = {.world = default_world()};
    for (int i = 0; i < 3; i++) {
        r.load[i] = add_unit(r.world, vec(5.0 * i + 0.4, 0.1, -2));
        rv_cable_node nodes[] = {drum_at(NO_BODY, vec(5.0 * i - 1.0, 0, -1), 0.05),
                                 pulley_at(NO_BODY, vec(5.0 * i, 0, 0), vec(0, 1, 0), 0.2),
                                 fixed_at(r.load[i], vec(0.1, 0, 0.2))};
        nodes[1].friction = i == 0 ? 0.3 : 0.0;
        rv_cable_def def = rv_cable_def_default();
        def.nodes = nodes;
        def.node_count = 3;
        r.cable[i] = cable_of(r.world, &def);
    }
    CHECK(steps_are_ok(r.world, H, 30));
    return r;
}

TEST(changes_of_one_cable_leave_the_others_as_they_were) {
    row changed = row_make(), left = row_make();
    rv_cable_id id = changed.cable[1];
    rv_cable_node eye = eye_at(NO_BODY, vec(5.5, 0, -1)), end = fixed_at(NO_BODY, vec(4, 0, -1));
    CHECK(rv_cable_insert_node(changed.world, id, 2, &eye));
    CHECK(rv_cable_insert_node(changed.world, id, 1, &(rv_cable_node){.type = 9}) == false);
    CHECK(steps_are_ok(changed.world, H, 10) && steps_are_ok(left.world, H, 10));
    CHECK(rv_cable_attach(changed.world, id, 0, &end));
    CHECK(steps_are_ok(changed.world, H, 10) && steps_are_ok(left.world, H, 10));
    CHECK(rv_cable_remove_node(changed.world, id, 1));
    CHECK(steps_are_ok(changed.world, H, 100) && steps_are_ok(left.world, H, 100));
    for (int i = 0; i < 3; i += 2) {
        rv_vec3 a = rv_body_center(changed.world, changed.load[i]);
        rv_vec3 b = rv_body_center(left.world, left.load[i]);
        CHECK(a.x == b.x && a.y == b.y && a.z == b.z);
        CHECK(rv_cable_twist(changed.world, changed.cable[i])
              == rv_cable_twist(left.world, left.cable[i]));
        for (int node = 0; node < 2; node++)
            CHECK(rv_cable_tension(changed.world, changed.cable[i], node)
                  == rv_cable_tension(left.world, left.cable[i], node));
    }
    rv_world_destroy(changed.world);
    rv_world_destroy(left.world);
}

TEST(wraps_and_twist_stay_when_a_node_is_put_in_elsewhere) {
    rv_world* world = weightless_world();
    rv_body_id a = add_unit(world, vec(-1, 0, -2)), b = add_unit(world, vec(1, 0, -2));
    rv_cable_node nodes[] = {fixed_at(a, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 1.0),
                             fixed_at(b, vec(0, 0, 0))};
    nodes[1].turns = 2;
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 3;
    def.twist = 7.0;
    def.GJ = 2.0;
    rv_cable_id cable = cable_of(world, &def);
    // so far out of the plane that the path turns the ends against each other
    rv_cable_node eye = eye_at(NO_BODY, vec(1.5, 1, -1));
    CHECK(rv_cable_insert_node(world, cable, 2, &eye));
    CHECK_NEAR(rv_cable_get_contact(world, cable, 1).wrap, 5.0 * RV_PI, 0.5);
    CHECK_NEAR(rv_cable_twist(world, cable), 7.0, 1e-12);
    double stiffness = 2.0 / rv_cable_length(world, cable);
    CHECK(steps_are_ok(world, 1e-6, 1));
    CHECK_NEAR(rv_cable_torque(world, cable), 7.0 * stiffness, 1e-3 * stiffness);
    CHECK(rv_cable_remove_node(world, cable, 2));
    CHECK_NEAR(rv_cable_twist(world, cable), 7.0, 1e-3);
    stiffness = 2.0 / rv_cable_length(world, cable);
    CHECK(steps_are_ok(world, 1e-6, 1));
    CHECK_NEAR(rv_cable_torque(world, cable), 7.0 * stiffness, 1e-3 * stiffness);
    rv_cable_node end = fixed_at(b, vec(0, 0, 0.1));
    CHECK(rv_cable_attach(world, cable, 2, &end));
    CHECK_NEAR(rv_cable_twist(world, cable), 0.0, 1e-12);
    CHECK_NEAR(rv_cable_get_contact(world, cable, 1).wrap, 5.0 * RV_PI, 1e-3);
    rv_world_destroy(world);
}

// --- without memory ---

enum { ADDED = 40 };

// a world whose memory can fail, and its twin
typedef struct trial {
    failing_allocator heap;
    rv_world* world[2];
    rv_body_id load[2];
    rv_cable_id cable[2];
    long refused;
} trial;

static rv_cable_id trial_cable(trial* t, int w) {
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, -1)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.1),
                             fixed_at(t->load[w], vec(0, 0, 0))};
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = 3;
    return rv_cable_create(t->world[w], &def);
}

static trial* trial_begin(void) {
    trial* t = calloc(1, sizeof *t);
    rv_world_def def = rv_world_def_default();
    t->world[1] = world_of(&def);
    def.allocator = failing_allocator_hooks(&t->heap);
    t->world[0] = world_of(&def);
    for (int w = 0; w < 2; w++) {
        t->load[w] = add_unit(t->world[w], vec(1, 0, -1));
        t->cable[w] = trial_cable(t, w);
        CHECK(steps_are_ok(t->world[w], H, 5));
    }
    return t;
}

static void trial_end(trial* t) {
    CHECK(t->refused > 0);
    CHECK(rv_world_hash(t->world[0]) == rv_world_hash(t->world[1]));
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < 20; i++)
            CHECK(rv_world_step(t->world[w], H) != RV_STATUS_FAILED);
    CHECK(rv_world_hash(t->world[0]) == rv_world_hash(t->world[1]));
    rv_world_destroy(t->world[0]);
    rv_world_destroy(t->world[1]);
    CHECK(t->heap.live_blocks == 0);
    free(t);
}

typedef bool trial_call(trial* t, int w);

// every allocation that the call makes fails once
static void fail_every_allocation(trial* t, trial_call* call, const char* text) {
    for (long n = 1;; n++) {
        uint64_t hash = rv_world_hash(t->world[0]);
        int cables = rv_cable_count(t->world[0]);
        int nodes = rv_cable_node_count(t->world[0], t->cable[0]);
        long failed = t->heap.failed;
        t->heap.fail_at = t->heap.calls + n;
        bool done = call(t, 0);
        t->heap.fail_at = 0;
        CHECK(done == (t->heap.failed == failed));
        if (done)
            break;
        t->refused++;
        CHECK_TEXT(rv_world_error(t->world[0]), text);
        CHECK(rv_world_hash(t->world[0]) == hash);
        CHECK(rv_cable_count(t->world[0]) == cables);
        CHECK(rv_cable_node_count(t->world[0], t->cable[0]) == nodes);
    }
    CHECK(call(t, 1));
    CHECK(rv_world_hash(t->world[0]) == rv_world_hash(t->world[1]));
}

static bool call_create(trial* t, int w) {
    return trial_cable(t, w).slot != 0;
}

static bool call_insert(trial* t, int w) {
    int count = rv_cable_node_count(t->world[w], t->cable[w]);
    rv_cable_node eye = eye_at(NO_BODY, vec(0.5, 0.01 * count, -0.5));
    return rv_cable_insert_node(t->world[w], t->cable[w], count - 1, &eye);
}

// between two creations that make the list of nodes grow
static bool call_attach(trial* t, int w) {
    rv_cable_node end = fixed_at(t->load[w], vec(0, 0, 0.1));
    return rv_cable_attach(t->world[w], t->cable[w],
                           rv_cable_node_count(t->world[w], t->cable[w]) - 1, &end);
}

static bool call_remove(trial* t, int w) {
    return rv_cable_remove_node(t->world[w], t->cable[w], 2);
}

TEST(cables_are_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    for (int i = 0; i < ADDED; i++)
        fail_every_allocation(t, call_create, "rv_cable_create: out of memory");
    CHECK(t->refused >= 7); // ids, cables, events and what they keep per node have all grown
    trial_end(t);
}

TEST(nodes_are_put_in_or_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    for (int i = 0; i < ADDED; i++)
        fail_every_allocation(t, call_insert, "rv_cable_insert_node: out of memory");
    CHECK(t->refused >= 4);
    trial_end(t);
}

TEST(ends_are_attached_or_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    for (int i = 0; i < 60; i++) {
        CHECK(call_create(t, 0) && call_create(t, 1));
        fail_every_allocation(t, call_attach, "rv_cable_attach: out of memory");
    }
    trial_end(t);
}

TEST(nodes_are_taken_out_or_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    for (int i = 0; i < 40; i++)
        CHECK(call_insert(t, 0) && call_insert(t, 1));
    for (int i = 0; i < 39; i++) {
        CHECK(call_create(t, 0) && call_create(t, 1));
        fail_every_allocation(t, call_remove, "rv_cable_remove_node: out of memory");
    }
    trial_end(t);
}

TEST(reserved_room_makes_creation_and_changes_free_of_allocations) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    trial t = {.world = {world_of(&def), NULL}};
    t.load[0] = add_unit(t.world[0], vec(1, 0, -1));
    CHECK(rv_world_reserve(t.world[0], &(rv_capacity){.cables = 10, .cable_nodes = 80}));
    long before = heap.calls;
    for (int i = 0; i < 10; i++)
        t.cable[0] = trial_cable(&t, 0);
    for (int i = 0; i < 10; i++)
        CHECK(call_insert(&t, 0));
    CHECK(call_attach(&t, 0) && call_remove(&t, 0));
    CHECK(heap.calls == before);
    rv_world_destroy(t.world[0]);
    CHECK(heap.live_blocks == 0);
}
