// Rods in snapshots, on threads and without memory.
#include "failing_allocator.h"
#include "rod_fixture.h"

static const double H = 2e-3;

static rv_world* zoo_world(int threads, failing_allocator* heap, rod_zoo* z) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    if (heap != NULL)
        def.allocator = failing_allocator_hooks(heap);
    rv_world* world = world_of(&def);
    rod_zoo_build(world, z);
    return world;
}

static uint64_t run(rv_world* world, const rod_zoo* z, long first, long count) {
    for (long i = first; i < first + count; i++) {
        rod_zoo_control(world, z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    return rv_world_hash(world);
}

TEST(a_restored_world_goes_on_bit_by_bit_while_rods_move) {
    rod_zoo z;
    rv_world* world = zoo_world(1, NULL, &z);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    int held = 0, gives = 0, ahead = TEST_IS_WATCHED ? 20 : 60;
    for (long point = 0; point < 40; point++) {
        CHECK(rv_world_snapshot_bytes(world) == bytes);
        CHECK(rv_world_save(world, buffer, bytes) == bytes);
        double force = rv_vec3_length(rv_cable_grip_force(world, z.held, 1));
        held += force > 0.0;
        gives += fabs(force - 1.0) < 1e-9;
        uint64_t now = rv_world_hash(world), later = run(world, &z, 23 * point, ahead);
        CHECK(later != now);
        CHECK(rv_world_restore(world, buffer, bytes));
        CHECK(rv_world_hash(world) == now);
        CHECK(run(world, &z, 23 * point, ahead) == later);
        CHECK(rv_world_restore(world, buffer, bytes));
        run(world, &z, 23 * point, 23);
    }
    // it was in the middle of things: a hand held it, at times at its limit
    CHECK(held > 5 && held < 40 && gives > 0 && gives < held);
    free(buffer);
    rv_world_destroy(world);
}

// what the readers say is part of a snapshot, too
TEST(a_restored_world_reads_as_it_did) {
    rod_zoo z;
    rv_world* world = zoo_world(1, NULL, &z);
    run(world, &z, 0, 110);
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    CHECK(rv_world_save(world, buffer, bytes) == bytes);
    rod_line line = rod_read(world, z.driven);
    double twist = rv_cable_twist(world, z.driven);
    rv_vec3 force = rv_cable_end_force(world, z.driven, 1),
            torque = rv_cable_end_torque(world, z.driven, 1);
    rv_energy energy = rv_world_energy(world);
    CHECK(rv_vec3_length(force) > 0.0 && rv_vec3_length(torque) > 0.0 && twist != 0.0);
    run(world, &z, 110, 50);
    CHECK(rv_cable_twist(world, z.driven) != twist);
    CHECK(rv_world_restore(world, buffer, bytes));
    rod_line again = rod_read(world, z.driven);
    CHECK(memcmp(&line, &again, sizeof line) == 0);
    CHECK(rv_cable_twist(world, z.driven) == twist);
    CHECK(distance(rv_cable_end_force(world, z.driven, 1), force) == 0.0);
    CHECK(distance(rv_cable_end_torque(world, z.driven, 1), torque) == 0.0);
    CHECK(rv_world_energy(world).total == energy.total);
    free(buffer);
    rv_world_destroy(world);
}

TEST(rods_have_the_same_hash_with_1_2_and_4_threads) {
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        rod_zoo z;
        rv_world* world = zoo_world(1 << i, NULL, &z);
        hash[i] = run(world, &z, 0, 400);
        CHECK(rv_world_report(world).nonfinite_count == 0);
        CHECK(rv_world_report(world).island_count >= 6);
        rv_world_destroy(world);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

TEST(every_part_of_a_rod_is_in_the_hash) {
    rod_zoo z;
    rv_world* world = zoo_world(1, NULL, &z);
    uint64_t before = run(world, &z, 0, 10);
    rv_cable_grip grip = rv_cable_grip_default();
    CHECK(rv_cable_hold(world, z.loose, 2, &grip));
    uint64_t held = rv_world_hash(world);
    grip.damping = 0.5;
    CHECK(rv_cable_hold(world, z.loose, 2, &grip));
    CHECK(held != before && rv_world_hash(world) != held);
    CHECK(rv_cable_release(world, z.loose, 2));
    CHECK(rv_world_hash(world) == before);
    rv_world_destroy(world);
}

TEST(rods_that_run_allocate_nothing) {
    failing_allocator heap = {0};
    rod_zoo z;
    rv_world* world = zoo_world(1, &heap, &z);
    CHECK(rv_world_reserve(world, &(rv_capacity){0}));
    run(world, &z, 0, 1);
    long before = heap.calls;
    run(world, &z, 1, TEST_IS_WATCHED ? 300 : 3000);
    CHECK(heap.calls == before);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

// the first step after a change makes room: refused without memory, and then as if nothing had been
TEST(a_step_without_memory_is_refused_and_can_be_made_later) {
    failing_allocator heap = {0};
    rod_zoo z, twin_z;
    rv_world *world = zoo_world(1, &heap, &z), *twin = zoo_world(1, NULL, &twin_z);
    long refused = 0;
    for (long n = 1; n < 1000; n++) {
        uint64_t hash = rv_world_hash(world);
        heap.fail_at = heap.calls + n;
        rv_status status = rv_world_step(world, H);
        heap.fail_at = 0;
        if (status != RV_STATUS_FAILED)
            break;
        refused++;
        CHECK(rv_world_hash(world) == hash);
    }
    CHECK(refused > 10); // what a step has found stays for the next
    CHECK(rv_world_step(twin, H) != RV_STATUS_FAILED);
    CHECK(rv_world_hash(world) == rv_world_hash(twin));
    CHECK(run(world, &z, 1, 50) == run(twin, &twin_z, 1, 50));
    rv_world_destroy(world);
    rv_world_destroy(twin);
    CHECK(heap.live_blocks == 0);
}
