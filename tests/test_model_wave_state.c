// The state of layered cables: snapshots while they swing, are suspended and wound; the same bits for
// every number of threads; no allocation while they run; and others that are left alone.
#include "cable_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 60.0;

typedef struct layered_zoo {
    rv_cable_id hoist, slack, light, pair, lifting;
    rv_body_id swinging, weight;
} layered_zoo;

static rv_cable_id add_layered(rv_world* world, const rv_cable_node* nodes, int count,
                               rv_cable_waves waves, double length) {
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_LAYERED;
    def.nodes = nodes;
    def.node_count = count;
    def.GJ = 0.0;
    def.mass_per_length = 0.8;
    def.layer.waves = waves;
    def.layer.cells = 12;
    def.length = length;
    return cable_of(world, &def);
}

// a hoist with friction, a slack span, one whose explicit waves are suspended by turns, two free
// bodies, a pulley that the cable lifts off from
static void build(rv_world* world, layered_zoo* z) {
    rv_body_id load = add_particle(world, 40.0, vec(3, 0, -4));
    rv_cable_node hoist[] = {drum_at(NO_BODY, vec(-6, 0, 0), -0.3), eye_at(NO_BODY, vec(3, 0, 0)),
                             fixed_at(load, vec(0, 0, 0))};
    hoist[1].friction = 0.1;
    z->hoist = add_layered(world, hoist, 3, RV_CABLE_WAVES_IMPLICIT, NAN);
    rv_cable_node slack[] = {fixed_at(NO_BODY, vec(0, 20, 0)), fixed_at(NO_BODY, vec(10, 20, 1))};
    z->slack = add_layered(world, slack, 2, RV_CABLE_WAVES_IMPLICIT, 10.4);
    z->weight = add_particle(world, 5.0, vec(8, 40, -3));
    rv_cable_node light[] = {fixed_at(NO_BODY, vec(0, 40, 0)), eye_at(NO_BODY, vec(8, 40, 0)),
                             fixed_at(z->weight, vec(0, 0, 0))};
    z->light = add_layered(world, light, 3, RV_CABLE_WAVES_EXPLICIT, NAN);
    rv_body_id a = add_unit(world, vec(0, 60, 0)), b = add_unit(world, vec(3, 60, 0));
    rv_cable_node pair[] = {fixed_at(a, vec(0.1, 0, 0)), fixed_at(b, vec(0, 0.1, 0))};
    z->pair = add_layered(world, pair, 2, RV_CABLE_WAVES_IMPLICIT, 3.3);
    z->swinging = add_particle(world, 10.0, vec(-1.5, 80, -3));
    rv_cable_node lifting[] = {fixed_at(NO_BODY, vec(0, 80, 0)),
                               pulley_at(NO_BODY, vec(0.3, 80, -1), vec(0, 1, 0), 0.1),
                               fixed_at(z->swinging, vec(0, 0, 0))};
    lifting[1].side = -1;
    z->lifting = add_layered(world, lifting, 3, RV_CABLE_WAVES_IMPLICIT, NAN);
}

static rv_world* zoo_world(int threads, layered_zoo* z) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    build(world, z);
    return world;
}

// what a user does while it runs: the same at the same step
static uint64_t run(rv_world* world, const layered_zoo* z, long first, long count) {
    for (long i = first; i < first + count; i++) {
        if (i % 90 == 0)
            rv_cable_set_winch_speed(world, z->hoist, 0, i % 180 == 0 ? -0.5 : 0.5);
        rv_body_apply_force_at_center(world, z->weight, vec(0, 0, i % 60 < 30 ? -900.0 : 20.0));
        rv_body_apply_force_at_center(world, z->swinging, vec(i % 200 < 100 ? 60.0 : -60.0, 0, 0));
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    return rv_world_hash(world);
}

TEST(a_restored_world_goes_on_bit_by_bit_while_layered_cables_swing) {
    layered_zoo z;
    rv_world* world = zoo_world(1, &z);
    int suspended = 0, lifted = 0, slack = 0;
    size_t bytes = rv_world_snapshot_bytes(world);
    void* buffer = malloc(bytes);
    for (long point = 0; point < 60; point++) {
        CHECK(rv_world_snapshot_bytes(world) == bytes);
        CHECK(rv_world_save(world, buffer, bytes) == bytes);
        suspended += rv_cable_waves_are_suspended(world, z.light, 0);
        lifted += !rv_cable_get_contact(world, z.lifting, 1).touches;
        slack += rv_cable_get_state(world, z.pair) == RV_CABLE_SLACK;
        uint64_t now = rv_world_hash(world), later = run(world, &z, 17 * point, 60);
        CHECK(rv_world_restore(world, buffer, bytes));
        CHECK(rv_world_hash(world) == now);
        CHECK(run(world, &z, 17 * point, 60) == later);
        CHECK(rv_world_restore(world, buffer, bytes));
        run(world, &z, 17 * point, 17);
    }
    // it was in the middle of things, and not all the time
    CHECK(suspended > 3 && suspended < 57 && lifted > 3 && lifted < 57 && slack > 3);
    free(buffer);
    rv_world_destroy(world);
}

TEST(layered_cables_have_the_same_hash_with_1_2_and_4_threads) {
    uint64_t hash[3];
    for (int i = 0; i < 3; i++) {
        layered_zoo z;
        rv_world* world = zoo_world(1 << i, &z);
        hash[i] = run(world, &z, 0, 600);
        CHECK(rv_world_report(world).nonfinite_count == 0);
        rv_world_destroy(world);
    }
    CHECK(hash[1] == hash[0] && hash[2] == hash[0]);
}

static rv_world* zoo_on(failing_allocator* heap, layered_zoo* z) {
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(heap);
    rv_world* world = world_of(&def);
    build(world, z);
    return world;
}

TEST(layered_cables_that_run_allocate_nothing) {
    failing_allocator heap = {0};
    layered_zoo z;
    rv_world* world = zoo_on(&heap, &z);
    CHECK(rv_world_reserve(world, &(rv_capacity){0}));
    long before = heap.calls;
    run(world, &z, 0, TEST_IS_WATCHED ? 300 : 3000);
    CHECK(heap.calls == before);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(a_layered_cable_that_finds_no_memory_leaves_the_world_as_it_was) {
    failing_allocator heap = {0};
    layered_zoo z;
    rv_world* world = zoo_on(&heap, &z);
    uint64_t hash = rv_world_hash(world);
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 9)), eye_at(NO_BODY, vec(5, 0, 9)),
                             fixed_at(NO_BODY, vec(9, 0, 9))};
    rv_cable_def cable = rigid_cable_def(nodes, 3);
    cable.model = RV_CABLE_LAYERED;
    cable.layer.cells = 1000;
    long refused = 0;
    for (long n = 1; n < 100; n++) {
        heap.fail_at = heap.calls + n;
        heap.fail_all_after = true;
        rv_cable_id made = rv_cable_create(world, &cable);
        heap.fail_at = 0;
        if (made.slot != 0) {
            CHECK(rv_cable_destroy(world, made));
            break;
        }
        refused++;
        CHECK(rv_world_error(world)[0] != '\0');
        CHECK(rv_world_hash(world) == hash && rv_cable_count(world) == 5);
    }
    CHECK(refused > 0);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

static double shape_sum(const rv_world* world, rv_cable_id cable) {
    rv_vec3 points[200];
    int count = rv_cable_points(world, cable, 0.2, points, NULL, 200);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += points[i].x + 3.0 * points[i].y + 7.0 * points[i].z;
    return sum;
}

// their values lie one behind the other: what is removed must not move what others read
TEST(layered_cables_that_come_and_go_leave_the_others_alone) {
    layered_zoo z, twin_z;
    rv_world *world = zoo_world(1, &z), *twin = zoo_world(1, &twin_z);
    fixture_random random = {0x77};
    rv_cable_id others[12] = {{0}};
    for (long i = 0; i < 300; i++) {
        int k = (int)random_in(&random, 0.0, 12.0);
        if (others[k].slot != 0)
            CHECK(rv_cable_destroy(world, others[k]));
        double y = 100.0 + 10.0 * k;
        rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, y, 0)), eye_at(NO_BODY, vec(4, y, 0)),
                                 fixed_at(NO_BODY, vec(9, y, 0))};
        bool short_ = k % 3 == 0;
        if (short_)
            nodes[1].type = RV_CABLE_FIXED;
        others[k] = add_layered(world, short_ ? nodes + 1 : nodes, short_ ? 2 : 3,
                                (rv_cable_waves)(k % 2), 10.0);
        run(world, &z, i, 1);
        run(twin, &twin_z, i, 1);
    }
    const rv_cable_id here[] = {z.hoist, z.slack, z.light, z.pair, z.lifting};
    const rv_cable_id there[] = {twin_z.hoist, twin_z.slack, twin_z.light, twin_z.pair,
                                 twin_z.lifting};
    for (int c = 0; c < 5; c++)
        CHECK(shape_sum(world, here[c]) == shape_sum(twin, there[c]));
    rv_world_destroy(world);
    rv_world_destroy(twin);
}
