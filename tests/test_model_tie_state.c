// Ties: what is refused, how they break and go, snapshots, threads, and what does not touch.
#include "failing_allocator.h"
#include "model/solid.h"
#include "tie_fixture.h"

// --- what is refused ---

typedef struct tie_case {
    rv_world* world;
    rv_solid_id beam, block;
    rv_body_id body;
    rv_cable_id thread, cable;
    rv_tie_def def;
} tie_case;

static tie_case case_of(void) {
    tie_case c = {.world = default_world(), .def = rv_tie_def_default()};
    solid_rig beam = tie_beam(RV_SOLID_DYNAMIC, 1e6), block = box_rig(vec(0.1, 0.1, 0.1), 1, 1, 1);
    block.def.pose.position = vec(0.6, 0, 0);
    c.beam = solid_of(c.world, &beam);
    c.block = solid_of(c.world, &block);
    c.body = add_unit(c.world, vec(1, 0, 0));
    c.thread = add_rod(c.world, free_at(vec(0.4, 0, 0.045)), free_at(vec(0.8, 0, 0.045)), 10, 1e-5);
    rv_cable_node ends[] = {fixed_at(NO_BODY, vec(1, 0, 1)), fixed_at(c.body, vec(0, 0, 0))};
    c.cable = add_cable(c.world, ends, 2);
    c.def.solid = c.beam;
    c.def.point = vec(0.4, 0.025, 0.025);
    return c;
}

// change: of a def that is good otherwise
#define REFUSES(change, text)                                                                      \
    do {                                                                                           \
        rv_tie_def good = c.def;                                                                   \
        uint64_t hash = rv_world_hash(c.world);                                                    \
        change;                                                                                    \
        CHECK(rv_tie_create(c.world, &c.def).slot == 0);                                           \
        CHECK_TEXT(rv_world_error(c.world), text);                                                 \
        CHECK(rv_world_hash(c.world) == hash && rv_tie_count(c.world) == 0);                       \
        c.def = good;                                                                              \
    } while (0)

TEST(bad_ties_are_refused_and_change_nothing) {
    tie_case c = case_of();
    CHECK(rv_tie_create(c.world, NULL).slot == 0);
    REFUSES(c.def = (rv_tie_def){0}, "rv_tie_def: start from rv_tie_def_default()");
    REFUSES(c.def.solid.slot = 0, "rv_tie_def.solid: no such solid");
    REFUSES(c.def.body.slot = 99, "rv_tie_def.body: no such body");
    REFUSES(c.def.other.slot = 99, "rv_tie_def.other: no such solid");
    REFUSES(c.def.cable.slot = 99, "rv_tie_def.cable: no such cable");
    REFUSES(c.def.other = c.beam, "rv_tie_def.other: must be another solid");
    REFUSES((c.def.body = c.body, c.def.other = c.block),
            "rv_tie_def: one of body, other and cable, not 2 of them");
    REFUSES(c.def.body = add_scalar(c.world, 1.0, 0.0);
            hash = rv_world_hash(c.world), "rv_tie_def.body: must be rigid or a particle");
    REFUSES(c.def.cable = c.cable,
            "rv_tie_def.cable: must be a rod with the implicit integrator; others end on bodies "
            "(rv_tie_anchor)");
    REFUSES((c.def.cable = c.thread, c.def.at = 0.5),
            "rv_tie_def.at = 0.5 m: must be in [0, 0.4], or NaN");
    REFUSES((c.def.cable = c.thread, c.def.radius = 0.1),
            "rv_tie_def.radius = 0.1 m: must be 0 for a thread, which is tied at a place");
    REFUSES(c.def.point.y = NAN, "rv_tie_def.point: must be finite");
    REFUSES(c.def.radius = -1.0, "rv_tie_def.radius = -1 m: must be finite and >= 0");
    REFUSES(c.def.gap = INFINITY, "rv_tie_def.gap = inf m: must be finite and >= 0");
    REFUSES(c.def.compliance = -1.0, "rv_tie_def.compliance = -1 m/N: must be finite and >= 0");
    REFUSES(c.def.damping = NAN, "rv_tie_def.damping = nan N s/m: must be finite and >= 0");
    REFUSES(c.def.damping = 1.0, "rv_tie_def.damping = 1 N s/m: only with a compliance > 0");
    REFUSES(c.def.breaking_load = 0.0, "rv_tie_def.breaking_load = 0 N: must be > 0");
    REFUSES((c.def.point = vec(0.15, 0, 0), c.def.radius = 0.001),
            "rv_tie_def.radius = 0.001 m: no corner of the surface within it that could be tied");
    REFUSES((c.def.point = vec(0, 0, 0), c.def.radius = 0.04),
            "rv_tie_def.radius = 0.04 m: no corner of the surface within it that could be tied");
    REFUSES(c.def.other = c.block, "rv_tie_def.gap = 0 m: the other side is 0.15 m away");
    REFUSES((c.def.cable = c.thread, c.def.at = 0.2),
            "rv_tie_def.gap = 0 m: the other side is 0.202546 m away");
    rv_world_destroy(c.world);
}

TEST(bad_anchors_and_stale_ids_are_told) {
    tie_case c = case_of();
    CHECK(rv_tie_anchor(c.world, (rv_solid_id){0}, vec(0, 0, 0), 0.0).slot == 0);
    CHECK_TEXT(rv_world_error(c.world), "rv_tie_anchor: no such solid");
    CHECK(rv_tie_anchor(c.world, c.beam, vec(0, NAN, 0), 0.0).slot == 0);
    CHECK_TEXT(rv_world_error(c.world), "rv_tie_anchor: point: must be finite");
    CHECK(rv_tie_anchor(c.world, c.beam, vec(0, 0, 0), -1.0).slot == 0);
    CHECK_TEXT(rv_world_error(c.world), "rv_tie_anchor: mass = -1 kg: must be finite and >= 0");
    CHECK(!rv_tie_destroy(c.world, (rv_tie_id){0}));
    CHECK_TEXT(rv_world_error(c.world), "rv_tie_destroy: no such tie");
    rv_tie_state none = rv_tie_read(c.world, (rv_tie_id){0});
    CHECK(none.point_count == 0 && none.solid.slot == 0
          && rv_tie_user_data(c.world, (rv_tie_id){0}) == NULL);
    CHECK(!rv_tie_is_valid(c.world, (rv_tie_id){0}) && rv_tie_count(c.world) == 0);
    rv_world_destroy(c.world);
}

TEST(lack_of_memory_leaves_the_world_as_it_was) {
    long calls = 0;
    for (long fail = 1; fail <= 12; fail++) {
        failing_allocator heap = {0};
        rv_world_def world_def = rv_world_def_default();
        world_def.allocator = failing_allocator_hooks(&heap);
        rv_world* world = world_of(&world_def);
        solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e6);
        rv_tie_def def = rv_tie_def_default();
        def.solid = solid_of(world, &r);
        def.point = vec(0.4, 0, 0);
        def.radius = 0.04;
        calls = heap.calls;
        heap.fail_at = calls + fail;
        rv_tie_id tie = rv_tie_create(world, &def);
        bool failed = heap.failed > 0;
        CHECK((tie.slot == 0) == failed && rv_tie_count(world) == !failed);
        if (failed)
            CHECK_TEXT(rv_world_error(world), "rv_tie_create: out of memory");
        heap.fail_at = 0;
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
        rv_world_destroy(world);
        CHECK(heap.live_blocks == 0);
        if (!failed)
            break;
        CHECK(fail < 12);
    }
}

// --- breaking ---

TEST(a_tie_breaks_once_and_lets_go) {
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        rv_world* world = weightless_world();
        solid_rig r = tie_beam(TIE_MODELS[k], 1e6);
        rv_solid_id beam = solid_of(world, &r);
        int tip = beam_tip(world, beam), told = 0, count, broke = -1;
        rv_vec3 at = rv_solid_node(world, beam, tip);
        rv_body_id load = add_particle(world, 0.1, at);
        rv_tie_def def = rv_tie_def_default();
        def.solid = beam;
        def.point = at;
        def.body = load;
        def.breaking_load = 0.5;
        def.user_data = &told;
        rv_tie_id tie = tie_of(world, &def);
        uint64_t changes = rv_world_changes(world);
        for (int i = 0; i < 300; i++) {
            double pull = i < 200 ? 0.004 * i : 0.0;
            rv_body_apply_force_at_center(world, load, vec(0, 0, -pull));
            CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
            const rv_tie_event* events = rv_world_tie_events(world, &count);
            CHECK((rv_world_changes(world) > changes) == (told + count > 0));
            if (count > 0) {
                CHECK(events[0].tie.slot == tie.slot && events[0].force > 0.5);
                CHECK(events[0].force < 0.6);
                broke = broke < 0 ? i : broke;
            }
            told += count;
            CHECK(rv_tie_read(world, tie).is_broken == (told > 0));
        }
        CHECK(told == 1 && broke > 100 && rv_tie_is_valid(world, tie));
        CHECK(rv_vec3_length(rv_tie_read(world, tie).force) == 0.0);
        CHECK(rv_tie_user_data(world, tie) == &told);
        // the beam is back, the load is gone
        CHECK(apart(rv_solid_node(world, beam, tip), at) < 1e-4);
        CHECK(rv_body_pose(world, load).position.z < -0.1);
        CHECK(rv_tie_destroy(world, tie) && !rv_tie_is_valid(world, tie));
        rv_world_destroy(world);
    }
}

TEST(a_thread_that_is_cut_hangs_from_its_tie) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e7);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id load = add_particle(world, 0.2, vec(0.4, 0, -0.225));
    rv_cable_id thread =
        add_rod(world, free_at(vec(0.4, 0, -0.025)), fixed_at(load, vec(0, 0, 0)), 10, 1e-5);
    rv_tie_def def = rv_tie_def_default();
    def.solid = beam;
    def.point = vec(0.4, 0, -0.025);
    def.cable = thread;
    rv_tie_id tie = tie_of(world, &def);
    CHECK_NEAR(rv_tie_read(world, tie).at, 0.0, 1e-9);
    CHECK(steps_are_ok(world, 0.005, 50));
    CHECK(rv_tie_read(world, tie).force.z < -1.0);
    CHECK(rv_cable_cut_at(world, thread, 0.1));
    for (int i = 0; i < 100; i++)
        CHECK(rv_world_step(world, 0.005) != RV_STATUS_FAILED);
    rv_tie_state s = rv_tie_read(world, tie);
    CHECK(rv_body_pose(world, load).position.z < -0.8);
    CHECK(s.stretch < 1e-6 && rv_vec3_length(s.force) < 0.2);
    rv_world_destroy(world);
}

// its edges are halved as it falls slack: room for them beside solids is there from the start
TEST(a_thread_that_adapts_stays_tied) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e7);
    rv_tie_def def = rv_tie_def_default();
    def.solid = solid_of(world, &r);
    rv_cable_node ends[] = {free_at(vec(0.4, 0, -0.025)), free_at(vec(0.4, 0, -0.425))};
    rv_cable_def thread = rod_def(ends, 8, 1e-5);
    thread.segments.resolution = RV_CABLE_ADAPTIVE;
    thread.segments.max_count = 64;
    thread.segments.bend_damping = NAN;
    def.cable = cable_of(world, &thread);
    def.point = vec(0.4, 0, -0.025);
    def.at = 0.0;
    rv_tie_id tie[2] = {tie_of(world, &def)};
    def.point = vec(0.2, 0, -0.025);
    def.at = 0.25;
    def.gap = 0.5; // is drawn together
    tie[1] = tie_of(world, &def);
    int most = 0;
    for (int i = 0; i < 200; i++) {
        CHECK(rv_world_step(world, 0.005) == RV_STATUS_OK);
        CHECK(i == 0 || rv_world_report(world).allocations == 0);
        int count = rod_read(world, def.cable).count;
        most = count > most ? count : most;
    }
    CHECK(most > 20);
    CHECK(rv_tie_read(world, tie[0]).stretch < 1e-9 && rv_tie_read(world, tie[1]).stretch < 1e-9);
    rv_world_destroy(world);
}

// --- going ---

TEST(ties_go_with_what_they_hold_and_the_others_stay) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e7), s = box_rig(vec(0.1, 0.05, 0.05), 1, 1, 1);
    s.def.pose.position = vec(0.45, 0, 0);
    rv_solid_id beam = solid_of(world, &r), block = solid_of(world, &s);
    rv_body_id bodies[] = {add_unit(world, vec(0.2, 0, -0.1)), add_unit(world, vec(0.4, 0, -0.1))};
    rv_cable_id thread =
        add_rod(world, free_at(vec(0.4, 0, 0.025)), free_at(vec(0.4, 0, 0.225)), 10, 1e-5);
    rv_tie_def def = rv_tie_def_default();
    def.solid = beam;
    def.point = vec(0.4, 0, 0);
    def.other = block;
    def.radius = 0.04;
    rv_tie_id tie[4] = {tie_to_body(world, beam, vec(0.2, 0, -0.025), 0.06, bodies[0])};
    tie[1] = tie_of(world, &def);
    tie[2] = tie_to_body(world, beam, vec(0.4, 0, -0.025), 0.0, bodies[1]);
    def = rv_tie_def_default();
    def.solid = beam;
    def.point = vec(0.4, 0, 0.025);
    def.cable = thread;
    tie[3] = tie_of(world, &def);
    CHECK(steps_are_ok(world, 0.005, 20) && rv_tie_count(world) == 4);
    rv_tie_id each = {0};
    for (int k = 0; k < 4; k++)
        CHECK((each = rv_tie_next(world, each)).slot == tie[k].slot);
    CHECK(rv_tie_next(world, each).slot == 0);
    rv_vec3 last = rv_tie_read(world, tie[2]).position, force = rv_tie_read(world, tie[2]).force;
    CHECK(rv_body_destroy(world, bodies[0]));
    CHECK(apart(rv_tie_read(world, tie[2]).force, force) == 0.0);
    CHECK(!rv_tie_is_valid(world, tie[0]) && rv_tie_count(world) == 3);
    CHECK(apart(rv_tie_read(world, tie[2]).position, last) == 0.0);
    CHECK(rv_tie_read(world, tie[1]).point_count == 4);
    CHECK(steps_are_ok(world, 0.005, 5));
    CHECK(rv_solid_destroy(world, block));
    CHECK(!rv_tie_is_valid(world, tie[1]) && rv_tie_count(world) == 2);
    CHECK(rv_cable_destroy(world, thread));
    CHECK(!rv_tie_is_valid(world, tie[3]) && rv_tie_count(world) == 1);
    CHECK(steps_are_ok(world, 0.005, 5));
    CHECK(rv_tie_read(world, tie[2]).force.z < -1.0);
    CHECK(rv_solid_destroy(world, beam) && rv_tie_count(world) == 0);
    CHECK(steps_are_ok(world, 0.005, 5));
    rv_world_destroy(world);
}

// of 3 cm and 1 kg
static rv_body_id add_ball(rv_world* world, rv_body_type type, rv_vec3 place) {
    rv_body_def def = rv_body_def_default();
    rv_shape_def ball = rv_shape_def_default();
    ball.type = RV_SHAPE_SPHERE;
    ball.radius = 0.03;
    def.type = type;
    def.shapes = &ball;
    def.shape_count = 1;
    def.mass = 1.0;
    def.pose.position = place;
    return body_of(world, &def);
}

TEST(what_is_tied_does_not_touch_until_it_is_let_go) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e6);
    r.def.mask = UINT32_MAX;
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id body = add_ball(world, RV_BODY_DYNAMIC, vec(0.35, 0, 0.053));
    rv_tie_id tie = tie_to_body(world, beam, vec(0.35, 0, 0.025), 0.0, body);
    CHECK(steps_are_ok(world, 0.005, 3));
    CHECK(rv_world_solid_contact_count(world) == 0);
    CHECK(rv_tie_destroy(world, tie));
    CHECK(steps_are_ok(world, 0.005, 1));
    CHECK(rv_world_solid_contact_count(world) > 0);
    rv_world_destroy(world);
}

TEST(a_tie_wakes_what_it_holds) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    rv_solid_id beam = solid_of(world, &r);
    rv_shape_def floor = rv_shape_def_default(), box = rv_shape_def_default();
    floor.type = RV_SHAPE_PLANE;
    box.type = RV_SHAPE_BOX;
    box.half_extents = vec(0.05, 0.05, 0.05);
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &floor;
    def.shape_count = 1;
    def.pose.position = vec(0, 0, -1);
    body_of(world, &def);
    def = rv_body_def_default();
    def.shapes = &box;
    def.shape_count = 1;
    def.mass = 1.0;
    def.pose.position = vec(0, 0, -0.95);
    rv_body_id body = body_of(world, &def);
    for (int i = 0; i < 400 && !rv_body_is_asleep(world, body); i++)
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(rv_body_is_asleep(world, body));
    tie_to_body(world, beam, vec(0.4, 0.025, 0.025), 0.0, body);
    CHECK(!rv_body_is_asleep(world, body));
    rv_world_destroy(world);
}

// a block on the ground with a body glued on top
TEST(tied_things_sleep_and_wake_together) {
    rv_world* world = default_world();
    rv_shape_def floor = rv_shape_def_default();
    floor.type = RV_SHAPE_PLANE;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &floor;
    def.shape_count = 1;
    body_of(world, &def);
    solid_rig r = box_rig(vec(0.2, 0.2, 0.1), 2, 2, 1);
    r.def.damping_stiffness = 0.02;
    r.def.pose.position = vec(0, 0, 0.05);
    rv_solid_id block = solid_of(world, &r);
    rv_body_id body = add_rigid(world, 1.0, vec(0.01, 0.01, 0.01), vec(0.02, 0, 0.13));
    rv_tie_id tie = tie_to_body(world, block, vec(0, 0, 0.05), 0.11, body);
    for (int i = 0; i < 400 && !rv_body_is_asleep(world, body); i++)
        CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    CHECK(rv_body_is_asleep(world, body) && rv_solid_is_asleep(world, block));
    CHECK(steps_are_ok(world, 0.01, 5));
    CHECK_NEAR(rv_tie_read(world, tie).force.z, -9.81, 0.1);
    CHECK(rv_tie_destroy(world, tie));
    CHECK(!rv_body_is_asleep(world, body) && !rv_solid_is_asleep(world, block));
    rv_world_destroy(world);
}

TEST(an_anchor_moves_with_its_solid) {
    rv_world* world = weightless_world();
    solid_rig r = box_rig(vec(0.2, 0.1, 0.1), 2, 1, 1);
    r.def.velocity = vec(0.3, 0.1, -0.2);
    r.def.angular_velocity = vec(0, 0, 2);
    rv_solid_id block = solid_of(world, &r);
    rv_body_id anchor = rv_tie_anchor(world, block, vec(0.1, 0.02, 0.01), 0.0);
    CHECK(apart(rv_body_pose(world, anchor).position, vec(0.1, 0.02, 0.01)) < 1e-12);
    CHECK(apart(rv_body_velocity(world, anchor), vec(0.3 - 0.04, 0.1 + 0.2, -0.2)) < 1e-12);
    CHECK_NEAR(world->bodies.data[0].mass, 1e-3 * rv_solid_mass(world, block), 1e-15);
    // it stays, free
    CHECK(rv_solid_destroy(world, block) && rv_tie_count(world) == 0);
    CHECK(rv_body_is_valid(world, anchor) && steps_are_ok(world, 0.01, 2));
    rv_world_destroy(world);
}

// tied to the solid itself, or fixed to an anchor on it
TEST(a_thread_lies_on_the_solid_that_it_is_tied_to) {
    for (int anchored = 0; anchored < 2; anchored++) {
        rv_world* world = default_world();
        solid_rig r = tie_beam(RV_SOLID_STATIC, 1e10);
        r.def.mask = UINT32_MAX;
        rv_tie_def def = rv_tie_def_default();
        def.solid = solid_of(world, &r);
        def.point = vec(0.1, 0, 0.025);
        def.at = 0.0;
        rv_cable_node ends[] = {free_at(def.point), free_at(vec(0.3, 0, 0.035))};
        if (anchored)
            ends[0] = fixed_at(rv_tie_anchor(world, def.solid, def.point, 0.0), vec(0, 0, 0));
        rv_cable_def thread = rod_touching(ends, 20, 1e-6, 0.5);
        thread.diameter = 0.002;
        def.cable = cable_of(world, &thread);
        if (!anchored)
            tie_of(world, &def);
        for (int i = 0; i < 200; i++)
            CHECK(rv_world_step(world, 0.005) != RV_STATUS_FAILED);
        rod_line line = rod_read(world, def.cable);
        CHECK(apart(line.at[0], vec(0.1, 0, 0.025)) < 1e-3);
        // its middle is a radius above the surface; what is next to the knot hangs between
        for (int k = 4; k < line.count; k++)
            CHECK(line.at[k].z > 0.025 + 0.0009 && line.at[k].z < 0.025 + 0.0011);
        rv_world_destroy(world);
    }
}

TEST(a_hand_does_not_feel_the_surface_that_its_tool_is_tied_to) {
    rv_world* world = weightless_world();
    solid_rig r = tie_beam(RV_SOLID_STATIC, 1e6);
    r.def.mask = UINT32_MAX;
    rv_solid_id beam = solid_of(world, &r);
    rv_vec3 place = vec(0.35, 0, 0.054);
    rv_haptic_def hand = rv_haptic_def_default();
    hand.body = add_ball(world, RV_BODY_KINEMATIC, place);
    rv_haptic_id id = rv_haptic_create(world, &hand);
    CHECK(id.slot != 0);
    rv_tie_id tie = tie_to_body(world, beam, vec(0.35, 0, 0.025), 0.0, hand.body);
    rv_haptic_input input = {.pose = rv_pose_make(place, rv_quat_identity()), .valid = true};
    for (int tied = 1; tied >= 0; tied--) {
        rv_haptic_output output = {0};
        for (int i = 0; i < 40; i++) {
            output = rv_haptic_tick(rv_haptic_handle(world, id), &input, 0.001);
            CHECK(i % 10 != 9 || rv_world_step(world, 0.01) == RV_STATUS_OK);
        }
        CHECK((output.contacts == 0) == (tied == 1));
        if (tied)
            CHECK(rv_tie_destroy(world, tie));
    }
    rv_world_destroy(world);
}

// --- odd ones ---

TEST(a_solid_may_be_tied_to_what_holds_its_frame) {
    for (int k = 0; k < 2; k++) {
        rv_world* world = default_world();
        rv_body_id grip = add_rigid(world, 0.5, vec(1e-3, 1e-3, 1e-3), vec(0, 0, 0));
        solid_rig r = tie_beam(TIE_MODELS[k], 1e6);
        r.def.frame = grip;
        rv_solid_id beam = solid_of(world, &r);
        rv_tie_id tie = tie_to_body(world, beam, vec(0.4, 0.025, 0.025), 0.0, grip);
        // falls freely: a loop of forces pulls at nobody else
        CHECK(steps_are_ok(world, 0.01, 20));
        // rows are straight, and its end goes round at 1.6 rad/s: (w h)^2/2 of 0.4 m
        CHECK(rv_tie_read(world, tie).stretch < 1.5e-4);
        rv_vec3 v = rv_body_velocity(world, grip);
        if (TIE_MODELS[k] == RV_SOLID_STATIC)
            CHECK_NEAR(v.z, -9.81 * 0.2, 1e-9);
        // and another solid of the same frame
        solid_rig s = tie_beam(TIE_MODELS[k], 1e6);
        s.def.frame = grip;
        s.def.pose.position = rv_vec3_add(rv_solid_frame(world, beam).position, vec(0, 0.05, 0));
        s.def.pose.rotation = rv_solid_frame(world, beam).rotation;
        rv_tie_def def = rv_tie_def_default();
        def.solid = beam;
        def.other = solid_of(world, &s);
        def.point = vec(0.2, 0.025, 0.0);
        def.gap = 0.02;
        tie_of(world, &def);
        CHECK(steps_are_ok(world, 0.01, 20));
        rv_world_destroy(world);
    }
}

TEST(a_body_hangs_on_from_a_solid_that_stands_still) {
    rv_world* world = default_world();
    solid_rig r = tie_beam(RV_SOLID_DYNAMIC, 1e6);
    rv_solid_id beam = solid_of(world, &r);
    rv_body_id load = add_particle(world, 0.1, vec(0.4, 0, -0.025));
    rv_tie_id tie = tie_to_body(world, beam, vec(0.4, 0, -0.025), 0.0, load);
    tie_to_body(world, beam, vec(0.2, 0, -0.025), 0.0, NO_BODY);
    CHECK(steps_are_ok(world, 0.01, 10));
    // as one whose state was not finite
    world->solids.data[0].frozen = true;
    rv_world_touch(world);
    rv_vec3 at = rv_tie_read(world, tie).position;
    CHECK(steps_are_ok(world, 0.01, 50));
    CHECK(apart(rv_tie_read(world, tie).position, at) == 0.0);
    CHECK(apart(rv_body_pose(world, load).position, at) < 1e-6);
    CHECK_NEAR(rv_tie_read(world, tie).force.z, -0.981, 1e-3);
    rv_world_destroy(world);
}

// --- bits ---

// islands of every kind of tie, at work
static rv_world* make_all(int threads) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    for (int k = 0; k < TIE_MODEL_COUNT; k++) {
        solid_rig r = tie_beam(TIE_MODELS[k], 1e6);
        r.def.pose.position = vec(0, k, 0);
        rv_solid_id beam = solid_of(world, &r);
        rv_body_id body = add_rigid(world, 0.1, vec(1e-4, 1e-4, 1e-4), vec(0.4, k + 0.05, -0.1));
        tie_to_body(world, beam, vec(0.4, 0, -0.025), 0.04, body);
        rv_body_id load = add_particle(world, 0.1, vec(0.2, k, -0.225));
        rv_cable_id thread =
            add_rod(world, free_at(vec(0.2, k, -0.025)), fixed_at(load, vec(0, 0, 0)), 8, 1e-5);
        rv_tie_def tie = rv_tie_def_default();
        tie.solid = beam;
        tie.point = vec(0.2, 0, -0.025);
        tie.cable = thread;
        tie_of(world, &tie);
        solid_rig s = box_rig(vec(0.1, 0.05, 0.05), 2, 1, 1);
        s.def.pose.position = vec(0.45, k, 0);
        tie = rv_tie_def_default();
        tie.solid = solid_of(world, &s);
        tie.other = beam;
        tie.point = vec(-0.05, 0, 0);
        tie.compliance = 1e-4;
        tie.radius = 0.04;
        tie_of(world, &tie);
    }
    return world;
}

TEST(ties_have_the_same_bits_on_any_threads_from_a_snapshot_and_allocate_nothing) {
    uint64_t hash[3];
    for (int run = 0; run < 2; run++) {
        rv_world* world = make_all(run == 0 ? 1 : 4);
        for (int i = 0; i < 30; i++)
            CHECK(rv_world_step(world, 0.005) != RV_STATUS_FAILED);
        size_t bytes = rv_world_snapshot_bytes(world);
        void* snapshot = malloc(bytes);
        CHECK(rv_world_save(world, snapshot, bytes) == bytes);
        uint64_t before = rv_world_hash(world);
        for (int again = 0; again < 2; again++) {
            for (int i = 0; i < 20; i++) {
                CHECK(rv_world_step(world, 0.005) != RV_STATUS_FAILED);
                CHECK(rv_world_report(world).allocations == 0 || (again == 1 && i == 0));
            }
            hash[again == 0 ? run : 2] = rv_world_hash(world);
            CHECK(rv_world_restore(world, snapshot, bytes));
            CHECK(rv_world_hash(world) == before);
        }
        CHECK(hash[run] == hash[2] && hash[run] != before);
        // what is state is in the hash
        world->tie_lambda.data[4] += 1e-9;
        CHECK(rv_world_hash(world) != before);
        free(snapshot);
        rv_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
}
