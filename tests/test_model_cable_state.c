// The state of cables: snapshots in the middle of slipping and winding, the same bits for every
// number of threads, no allocation while they run, and a hash that sees all of it.
#include "cable_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 60.0;

static uint64_t run(rv_world* world, const cable_zoo* z, long first, long count) {
    for (long i = first; i < first + count; i++) {
        cable_zoo_control(world, z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    return rv_world_hash(world);
}

static rv_world* zoo_world(int threads, rv_solver solver, cable_zoo* z) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    def.solver = solver;
    rv_world* world = world_of(&def);
    cable_zoo_build(world, z);
    return world;
}

TEST(a_restored_world_goes_on_bit_by_bit_while_cables_slip_and_wind) {
    cable_zoo z;
    rv_world* world = zoo_world(1, RV_SOLVER_DIRECT, &z);
    int slipping = 0, winding = 0, slack = 0, twisted = 0;
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    for (long point = 0; point < 60; point++) {
        CHECK(rv_world_snapshot_bytes(world) == bytes);
        CHECK(rv_world_save(world, buffer, bytes) == bytes);
        slipping += rv_cable_get_contact(world, z.post, 1).slip != 0.0;
        winding += rv_cable_winch_speed(world, z.winch, 0) != 0.0;
        slack += rv_cable_get_state(world, z.bouncing) == RV_CABLE_SLACK;
        twisted += rv_cable_torque(world, z.twisted) != 0.0;
        uint64_t now = rv_world_hash(world), later = run(world, &z, 23 * point, 100);
        CHECK(rv_world_restore(world, buffer, bytes));
        CHECK(rv_world_hash(world) == now);
        CHECK(run(world, &z, 23 * point, 100) == later);
        CHECK(rv_world_restore(world, buffer, bytes));
        run(world, &z, 23 * point, 23);
    }
    // it was in the middle of things
    CHECK(slipping > 5 && winding > 5 && slack > 5 && twisted > 5);
    free(buffer);
    rv_world_destroy(world);
}

TEST(cables_changed_after_a_save_are_as_they_were_after_a_restore) {
    cable_zoo z;
    rv_world* world = zoo_world(1, RV_SOLVER_DIRECT, &z);
    run(world, &z, 0, 40);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    CHECK(rv_world_save(world, buffer, bytes) == bytes);
    uint64_t now = rv_world_hash(world), later = run(world, &z, 40, 50);
    CHECK(rv_world_restore(world, buffer, bytes));
    rv_cable_node eye = eye_at(NO_BODY, vec(10.3, 0, -0.3));
    CHECK(rv_cable_insert_node(world, z.post, 2, &eye));
    CHECK(rv_cable_destroy(world, z.winch) && rv_cable_cut(world, z.tackle));
    CHECK(rv_body_destroy(world, z.spinner));
    CHECK(rv_cable_count(world) == 5);
    for (int i = 0; i < 20; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    CHECK(rv_world_restore(world, buffer, bytes));
    CHECK(rv_cable_count(world) == 7 && rv_cable_node_count(world, z.post) == 3);
    CHECK(rv_cable_get_state(world, z.tackle) != RV_CABLE_BROKEN);
    CHECK(rv_world_hash(world) == now);
    CHECK(run(world, &z, 40, 50) == later);
    free(buffer);
    rv_world_destroy(world);
}

TEST(cables_in_several_islands_have_the_same_hash_with_1_2_and_4_threads) {
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        cable_zoo z;
        rv_world* world = zoo_world(1 << i, RV_SOLVER_DIRECT, &z);
        hash[i] = run(world, &z, 0, 1000);
        CHECK(rv_world_report(world).island_count >= 7);
        CHECK(rv_world_report(world).nonfinite_count == 0);
        rv_world_destroy(world);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

TEST(cables_that_run_allocate_nothing) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    cable_zoo z;
    cable_zoo_build(world, &z);
    CHECK(rv_world_reserve(world, &(rv_capacity){0}));
    long before = heap.calls, steps = TEST_IS_WATCHED ? 1000 : 10000;
    uint64_t counted = 0;
    for (long i = 0; i < steps; i++) {
        cable_zoo_control(world, &z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        counted += rv_world_report(world).allocations;
    }
    CHECK(heap.calls == before && counted == 0);
    CHECK(rv_world_report(world).nonfinite_count == 0);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(the_first_step_of_cables_is_refused_cleanly_without_memory) {
    failing_allocator heap = {0};
    rv_world_def def = rv_world_def_default();
    cable_zoo z, z_twin;
    rv_world* twin = world_of(&def);
    def.allocator = failing_allocator_hooks(&heap);
    rv_world* world = world_of(&def);
    cable_zoo_build(world, &z);
    cable_zoo_build(twin, &z_twin);
    long refused = 0;
    for (long n = 1; n < 2000; n++) {
        uint64_t hash = rv_world_hash(world);
        heap.fail_at = heap.calls + n;
        bool done = rv_world_step(world, H) != RV_STATUS_FAILED;
        heap.fail_at = 0;
        if (done)
            break;
        refused++;
        CHECK_TEXT(rv_world_error(world), "rv_world_step: out of memory");
        CHECK(rv_world_hash(world) == hash);
    }
    CHECK(refused > 10);
    CHECK(rv_world_step(twin, H) != RV_STATUS_FAILED);
    CHECK(run(world, &z, 1, 50) == run(twin, &z_twin, 1, 50));
    rv_world_destroy(world);
    rv_world_destroy(twin);
    CHECK(heap.live_blocks == 0);
}

TEST(the_hash_sees_every_part_of_a_cable) {
    cable_zoo z;
    rv_world* world = zoo_world(1, RV_SOLVER_DIRECT, &z);
    run(world, &z, 0, 7);
#define CHANGES_THE_HASH(call_)                                                                    \
    do {                                                                                           \
        uint64_t before_ = rv_world_hash(world);                                                   \
        CHECK(call_);                                                                              \
        CHECK(rv_world_hash(world) != before_);                                                    \
    } while (0)
    rv_winch winch = rv_cable_winch(world, z.winch, 0);
    rv_cable_node eye = eye_at(NO_BODY, vec(10.3, 0, -0.3));
    rv_cable_node end = fixed_at(NO_BODY, vec(60, 0, 0.1));
    CHANGES_THE_HASH(rv_cable_set_winch_speed(world, z.winch, 0, 0.123));
    winch.speed = 0.123;
    winch.brake_force = 50.0;
    CHANGES_THE_HASH(rv_cable_set_winch(world, z.winch, 0, &winch));
    winch.stored = 0.9;
    CHANGES_THE_HASH(rv_cable_set_winch(world, z.winch, 0, &winch));
    CHANGES_THE_HASH(rv_cable_set_length(world, z.post, 2.5));
    CHANGES_THE_HASH(rv_cable_set_breaking_load(world, z.post, 2500.0));
    CHANGES_THE_HASH(rv_cable_insert_node(world, z.post, 2, &eye));
    CHANGES_THE_HASH(rv_cable_remove_node(world, z.post, 2));
    CHANGES_THE_HASH(rv_cable_attach(world, z.bouncing, 0, &end));
    CHANGES_THE_HASH(rv_cable_cut(world, z.twisted));
    CHANGES_THE_HASH(rv_cable_mend(world, z.twisted));
    CHANGES_THE_HASH(rv_cable_destroy(world, z.free));
#undef CHANGES_THE_HASH
    uint64_t hash = rv_world_hash(world);
    rv_vec3 points[32];
    rv_cable_points(world, z.post, 0.1, points, NULL, 32);
    rv_cable_get_contact(world, z.post, 1);
    rv_cable_path_length(world, z.post);
    CHECK(rv_world_hash(world) == hash); // reading changes nothing
    rv_world_destroy(world);
}

TEST(the_gauss_seidel_solver_steps_cables_without_friction) {
    rv_world_def def = rv_world_def_default();
    def.solver = RV_SOLVER_BLOCK_GS;
    rv_world* world = world_of(&def);
    rv_body_id load = add_particle(world, 3.0, vec(0, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-1, 0, 0)), eye_at(load, vec(0, 0, 0)),
                             fixed_at(NO_BODY, vec(1, 0, 0))};
    rv_cable_id cable = add_cable(world, nodes, 3);
    for (int i = 0; i < 100; i++)
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    // 2 T 2/sqrt(5) = m g
    CHECK_NEAR(rv_cable_tension(world, cable, 0), 3.0 * 9.81 * sqrt(5.0) / 4.0, 1e-6);
    rv_world_destroy(world);
}
