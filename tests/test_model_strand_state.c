// What happens to cables of segments: breaking, cutting, snapshots in the middle of it, the same
// bits for every number of threads, and no allocation while they run.
#include "failing_allocator.h"
#include "model/strand.h"
#include "strand_fixture.h"

static const double H = 1.0 / 60.0;

static void run(rv_world* world, int steps) {
    for (int i = 0; i < steps; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
}

static int broken_joints(const rv_world* world, rv_cable_id cable) {
    int count = 0;
    for (int i = 0; i < rv_cable_joint_count(world, cable); i++)
        count += rv_cable_get_joint(world, cable, i).broken;
    return count;
}

// 2 m in 8 segments, hanging from the world with nothing below
static rv_cable_id hanging(rv_world* world, double breaking_load) {
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0, 0, -2))};
    rv_cable_def def = strand_def(nodes, 8);
    def.breaking_load = breaking_load;
    return cable_of(world, &def);
}

// --- breaking ---

// the whole weight hangs on the first joint
TEST(a_cable_breaks_where_its_tension_is_largest) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    double weight = rv_cable_mass_per_length(world, cable) * 2.0 * 9.81;
    run(world, 60);
    CHECK(rv_cable_set_breaking_load(world, cable, 1.05 * weight));
    run(world, 10);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_TAUT && broken_joints(world, cable) == 0);
    CHECK(rv_cable_set_breaking_load(world, cable, 0.95 * weight));
    run(world, 1);
    rv_cable_event event = {0};
    CHECK(events_of(world, RV_CABLE_EVENT_BROKEN, &event) == 1);
    CHECK(event.cable.slot == cable.slot);
    CHECK_NEAR(event.tension, weight, 0.01 * weight);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN);
    CHECK(broken_joints(world, cable) == 1 && rv_cable_get_joint(world, cable, 0).broken);
    // all of it falls: z = g t^2/2
    double z = segment_center(world, cable, 0).z;
    run(world, 30);
    CHECK_NEAR(z - segment_center(world, cable, 0).z, 0.5 * 9.81 * 0.25, 0.1);
    CHECK(events_of(world, RV_CABLE_EVENT_BROKEN, NULL) == 0);
    CHECK_NEAR(rv_cable_largest_tension(world, cable), 0.0, 1e-3 * weight);
    rv_world_destroy(world);
}

TEST(a_load_too_heavy_breaks_the_cable_at_once) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 100.0, vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 8);
    def.breaking_load = 500.0;
    rv_cable_id cable = cable_of(world, &def);
    run(world, 60);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN);
    CHECK(rv_body_center(world, load).z < -5.0); // 4.9 m in a second
    rv_world_destroy(world);
}

// --- cutting ---

TEST(a_cut_goes_through_the_nearest_joint_and_both_parts_fall_or_hang) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    double weight = rv_cable_mass_per_length(world, cable) * 2.0 * 9.81;
    run(world, 60);
    CHECK(rv_cable_cut_at(world, cable, 1.1)); // joints stand at 0, 0.25 .. 1.75 m
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_BROKEN);
    CHECK(broken_joints(world, cable) == 1 && rv_cable_get_joint(world, cable, 4).broken);
    run(world, 60);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 0.5 * weight, 0.01 * weight);
    CHECK_NEAR(segment_center(world, cable, 3).z, -0.875, 1e-3);
    CHECK(segment_center(world, cable, 4).z < -5.0);
    CHECK(rv_cable_segment_count(world, cable) == 8 && rv_cable_joint_count(world, cable) == 8);
    CHECK_NEAR(rv_cable_length(world, cable), 2.0, 1e-12);
    rv_world_destroy(world);
}

TEST(the_points_of_a_cut_cable_have_a_hole) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    rv_vec3 points[16];
    double tension[16];
    CHECK(rv_cable_points(world, cable, 0.1, points, tension, 16) == 9);
    CHECK(rv_cable_cut_at(world, cable, 0.5));
    run(world, 10);
    CHECK(rv_cable_points(world, cable, 0.1, points, tension, 16) == 11);
    for (int i = 0; i < 11; i++)
        CHECK(isnan(points[i].x) == (i == 3));
    CHECK_NEAR(points[2].z, -0.5, 1e-3);
    CHECK(points[4].z < -0.5);
    // a second cut, of what hangs
    CHECK(rv_cable_cut_at(world, cable, 0.25));
    CHECK(rv_cable_points(world, cable, 0.1, points, tension, 16) == 13);
    CHECK(broken_joints(world, cable) == 2);
    rv_world_destroy(world);
}

TEST(a_cut_without_a_place_is_in_the_middle) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    CHECK(rv_cable_cut(world, cable));
    CHECK(broken_joints(world, cable) == 1 && rv_cable_get_joint(world, cable, 4).broken);
    CHECK(!rv_cable_mend(world, cable)); // for good
    rv_world_destroy(world);
}

TEST(cuts_at_the_ends_let_them_go) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 10.0, vec(0, 0, -2));
    rv_cable_id cable =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(load, vec(0, 0, 0)), 4);
    CHECK(rv_cable_cut_at(world, cable, 2.0));
    CHECK(rv_cable_get_joint(world, cable, 4).broken);
    run(world, 30);
    CHECK_NEAR(rv_body_center(world, load).z, -2.0 - 0.5 * 9.81 * 0.25, 0.1);
    CHECK_NEAR(segment_center(world, cable, 3).z, -1.75, 1e-3);
    CHECK(rv_cable_cut_at(world, cable, 0.0));
    CHECK(rv_cable_get_joint(world, cable, 0).broken);
    rv_world_destroy(world);
}

TEST(a_cut_out_of_range_is_refused) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    uint64_t hash = rv_world_hash(world);
    CHECK(!rv_cable_cut_at(world, cable, -0.1));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: at = -0.1 m: must be in [0, length = 2 m]");
    CHECK(!rv_cable_cut_at(world, cable, 2.5));
    CHECK(!rv_cable_cut_at(world, cable, NAN));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: at = nan m: must be in [0, length = 2 m]");
    CHECK(rv_world_hash(world) == hash);
    rv_cable_id rod = add_strand(world, free_at(vec(5, 0, 0)), free_at(vec(6, 0, 0)), 1);
    CHECK(!rv_cable_cut_at(world, rod, 0.5));
    CHECK_TEXT(rv_world_error(world), "rv_cable_cut_at: the cable has no joint to cut");
    rv_world_destroy(world);
}

// a sleeping cable must notice that it has been cut
TEST(a_cut_wakes_the_cable) {
    rv_world* world = default_world();
    rv_cable_id cable = hanging(world, INFINITY);
    run(world, 600);
    double z = segment_center(world, cable, 7).z;
    CHECK(rv_cable_cut_at(world, cable, 1.0));
    run(world, 30);
    CHECK(segment_center(world, cable, 7).z < z - 1.0);
    rv_world_destroy(world);
}

// --- taut and slack ---

TEST(a_cable_is_taut_when_its_ends_are_as_far_apart_as_it_is_long) {
    rv_world* world = default_world();
    rv_body_id end = add_kinematic(world, vec(1.5, 0, 0), vec(0, 0, 0));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(end, vec(0, 0, 0))};
    rv_cable_def def = strand_def(nodes, 20);
    def.length = 2.0;
    def.diameter = 0.003;
    rv_cable_id cable = cable_of(world, &def);
    run(world, 10);
    CHECK(rv_cable_get_state(world, cable) == RV_CABLE_SLACK);
    rv_body_set_velocity(world, end, vec(0.5, 0, 0));
    int taut = 0, slack = 0;
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        taut += events_of(world, RV_CABLE_EVENT_TAUT, NULL);
    }
    CHECK(taut == 1 && rv_cable_get_state(world, cable) == RV_CABLE_TAUT);
    rv_body_set_velocity(world, end, vec(-0.5, 0, 0));
    for (int i = 0; i < 60; i++) {
        run(world, 1);
        slack += events_of(world, RV_CABLE_EVENT_SLACK, NULL);
    }
    CHECK(slack == 1 && rv_cable_get_state(world, cable) == RV_CABLE_SLACK);
    rv_world_destroy(world);
}

// --- snapshots, threads, memory ---

// cables that hang, swing, twist, lie and are about to break, in several islands
static void build(rv_world* world, rv_cable_id cable[5]) {
    rv_shape_def plane = rv_shape_def_default();
    plane.type = RV_SHAPE_PLANE;
    rv_body_def ground = rv_body_def_default();
    ground.type = RV_BODY_STATIC;
    ground.pose.position = vec(0, 0, -3);
    ground.shapes = &plane;
    ground.shape_count = 1;
    body_of(world, &ground);
    rv_body_id load = add_rigid(world, 20.0, vec(1, 2, 3), vec(1, 1, 0));
    cable[0] =
        add_strand(world, fixed_at(NO_BODY, vec(0, 0, 0)), clamped_at(load, vec(0, 0, 0)), 12);
    cable[1] = add_strand(world, fixed_at(load, vec(0.3, 0, 0)), free_at(vec(3, 1, 0)), 9);
    rv_cable_node twisted[] = {clamped_at(NO_BODY, vec(10, 0, 0)),
                               fixed_at(NO_BODY, vec(12, 0, 0))};
    rv_cable_def def = strand_def(twisted, 10);
    def.length = 2.3;
    def.twist = 7.0;
    def.segments.drag.across = 1.2;
    def.segments.drag.flow = vec(0, 5, 0);
    cable[2] = cable_of(world, &def);
    rv_cable_node lying[] = {free_at(vec(20, 0, -2.9)), free_at(vec(21, 0, -2.8))};
    rv_cable_def rope = strand_def(lying, 8);
    rope.material.young = 1e7;
    rope.diameter = 0.02;
    cable[3] = cable_of(world, &rope);
    rv_cable_node breaking[] = {fixed_at(NO_BODY, vec(30, 0, 0)),
                                fixed_at(add_particle(world, 30.0, vec(32, 0, 0)), vec(0, 0, 0))};
    rv_cable_def weak = strand_def(breaking, 8);
    weak.breaking_load = 600.0;
    cable[4] = cable_of(world, &weak);
}

TEST(a_restored_world_goes_on_bit_by_bit) {
    rv_cable_id cable[5];
    rv_world* world = default_world();
    build(world, cable);
    for (int point = 0; point < 8; point++) {
        size_t bytes = rv_world_snapshot_bytes(world); // contacts come and go
        void* buffer = malloc(bytes);
        CHECK(rv_world_save(world, buffer, bytes) == bytes);
        uint64_t now = rv_world_hash(world);
        run(world, 25);
        uint64_t later = rv_world_hash(world);
        CHECK(later != now);
        CHECK(rv_world_restore(world, buffer, bytes) && rv_world_hash(world) == now);
        run(world, 25);
        CHECK(rv_world_hash(world) == later);
        free(buffer);
    }
    CHECK(rv_cable_get_state(world, cable[4]) == RV_CABLE_BROKEN);
    rv_world_destroy(world);
}

TEST(what_is_cut_made_or_destroyed_after_a_save_is_undone_by_a_restore) {
    rv_cable_id cable[5];
    rv_world* world = default_world();
    build(world, cable);
    run(world, 20);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    CHECK(rv_world_save(world, buffer, bytes) == bytes);
    uint64_t now = rv_world_hash(world);
    run(world, 30);
    uint64_t later = rv_world_hash(world);
    for (int change = 0; change < 3; change++) {
        CHECK(rv_world_restore(world, buffer, bytes) && rv_world_hash(world) == now);
        if (change == 0)
            CHECK(rv_cable_cut_at(world, cable[0], 0.5));
        else if (change == 1)
            CHECK(rv_cable_destroy(world, cable[2]));
        else
            add_strand(world, free_at(vec(0, 50, 0)), free_at(vec(3, 50, 0)), 100);
        run(world, 10);
        CHECK(rv_world_restore(world, buffer, bytes) && rv_world_hash(world) == now);
        CHECK(rv_cable_segment_count(world, cable[2]) == 10);
        CHECK(broken_joints(world, cable[0]) == 0);
        run(world, 30);
        CHECK(rv_world_hash(world) == later);
    }
    free(buffer);
    rv_world_destroy(world);
}

TEST(the_hash_sees_the_state_of_every_link) {
    rv_cable_id cable[5];
    rv_world* world = default_world();
    build(world, cable);
    run(world, 5);
    uint64_t hash = rv_world_hash(world);
    for (int i = 0; i < world->links.count; i++) {
        rv_link saved = world->links.data[i];
        world->links.data[i].twist += 1e-9;
        CHECK(rv_world_hash(world) != hash);
        world->links.data[i] = saved;
        world->links.data[i].broken = !saved.broken;
        CHECK(rv_world_hash(world) != hash);
        world->links.data[i] = saved;
        world->links.data[i].rest[1] += 1e-9;
        CHECK(rv_world_hash(world) != hash);
        world->links.data[i] = saved;
        double* force = &world->link_lambda.data[RV_LINK_ROWS * i + i % RV_LINK_ROWS];
        double before = *force;
        *force += 1e-3;
        CHECK(rv_world_hash(world) != hash);
        *force = before;
    }
    CHECK(rv_world_hash(world) == hash);
    rv_world_destroy(world);
}

TEST(the_number_of_threads_does_not_show) {
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        rv_cable_id cable[5];
        rv_world_def def = rv_world_def_default();
        def.threads = 1 << i;
        rv_world* world = world_of(&def);
        build(world, cable);
        run(world, 150);
        hash[i] = rv_world_hash(world);
        rv_world_destroy(world);
    }
    CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
}

TEST(cables_that_run_break_and_are_cut_allocate_nothing) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    rv_cable_id cable[5];
    build(world, cable);
    rv_capacity room = {.contact_points = 400};
    CHECK(rv_world_reserve(world, &room));
    run(world, 100); // it comes to lie, and pairs and contacts have their room
    long calls = heap.calls;
    uint64_t counted = 0;
    for (int i = 0; i < 100; i++) {
        if (i == 30)
            CHECK(rv_cable_cut_at(world, cable[0], 0.5));
        run(world, 1);
        counted += rv_world_report(world).allocations;
    }
    CHECK(heap.calls == calls && counted == 0);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}
