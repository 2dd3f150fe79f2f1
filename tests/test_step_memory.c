// Memory of worlds where much touches: scratch is for the clusters that are being solved, not for
// all of them, and as large as their own contacts need.
#include "contact_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 60.0;
static const size_t BYTES_PER_BODY = 30000; // that a box on a plane may take in all

enum { BOXES = TEST_IS_WATCHED ? 400 : 1000, THREADS = 4 };

static rv_world* world_on(failing_allocator* heap, int threads) {
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(heap);
    def.threads = threads;
    return world_of(&def);
}

static rv_material bouncy(double restitution) {
    rv_material material = rough(0.5);
    material.restitution = restitution;
    return material;
}

// stacks on a plane, each touching nothing else, that fall from a height
static void add_stacks(rv_world* world, int count, int layers, double height, double restitution) {
    add_floor(world, bouncy(restitution));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < layers; k++)
            add_cube(world, 0.1, bouncy(restitution),
                     at(0.3 * (i % 40), 0.3 * (i / 40), 0.1 + height + 0.2 * k));
}

// Steps a world of stacks and checks what it takes; the hash.
static uint64_t check_stacks(int threads, int layers, double height, double restitution) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, threads);
    add_stacks(world, BOXES / layers, layers, height, restitution);
    int impacts = 0;
    for (int i = 0; i < 30; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        impacts += rv_world_report(world).impacts;
    }
    rv_report report = rv_world_report(world);
    CHECK(report.contact_clusters == BOXES / layers);
    CHECK((impacts > 0) == (height > 0.0 && restitution > 0.0));
    CHECK(report.memory == heap.live_bytes);
    CHECK(report.memory_peak < BOXES * BYTES_PER_BODY);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
    return hash;
}

TEST(boxes_on_a_plane_take_less_than_30_kB_each) {
    CHECK(check_stacks(1, 1, 0.0, 0.0) == check_stacks(THREADS, 1, 0.0, 0.0));
}

TEST(boxes_that_may_bounce_take_less_than_30_kB_each) {
    CHECK(check_stacks(1, 1, 0.0, 0.5) == check_stacks(THREADS, 1, 0.0, 0.5));
}

TEST(boxes_that_do_bounce_take_less_than_30_kB_each) {
    CHECK(check_stacks(1, 1, 0.05, 0.5) == check_stacks(THREADS, 1, 0.05, 0.5));
}

TEST(stacks_of_boxes_take_less_than_30_kB_for_each_box) {
    CHECK(check_stacks(1, 10, 0.0, 0.0) == check_stacks(THREADS, 10, 0.0, 0.0));
    CHECK(check_stacks(1, 10, 0.05, 0.5) == check_stacks(THREADS, 10, 0.05, 0.5));
}

// --- within what was reserved --------------------------------------------------------------------

enum { STEPS = TEST_IS_WATCHED ? 30 : 120 };

// The most points of contact that a world has at a time.
typedef void build(rv_world* world);

static int most_points(build* build_world) {
    rv_world* world = default_world();
    int most = 0;
    build_world(world);
    for (int i = 0; i < STEPS; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        int count = rv_world_report(world).contact_count;
        most = count > most ? count : most;
    }
    rv_world_destroy(world);
    CHECK(most > 0);
    return most;
}

// with room for no more points than there are, on any number of threads
static void check_reserved(build* build_world) {
    int points = most_points(build_world);
    for (int threads = 1; threads <= 16; threads *= 4) {
        failing_allocator heap = {0};
        rv_world* world = world_on(&heap, threads);
        build_world(world);
        CHECK(rv_world_reserve(world, &(rv_capacity){.contact_points = points}));
        long before = heap.calls;
        run_steps(world, H, STEPS);
        CHECK(heap.calls == before);
        rv_world_destroy(world);
    }
}

// each a cluster of one point with all kinds of rows, and an impact
static void build_balls(rv_world* world) {
    rv_material material = bouncy(0.5);
    material.rolling_friction = material.spinning_friction = 0.01;
    add_floor(world, material);
    for (int i = 0; i < 100; i++)
        add_sphere(world, 0.1, material, at(0.5 * (i % 10), 0.5 * (i / 10), 0.15));
}

static void build_bouncing_stacks(rv_world* world) {
    add_stacks(world, 20, 5, 0.05, 0.5);
}

// boxes side by side: one cluster that is too large for a dense system, and small ones
static void build_row_and_boxes(rv_world* world) {
    add_floor(world, rough(0.5));
    for (int i = 0; i < 60; i++)
        add_cube(world, 0.1, rough(0.5), at(0.2 * i, 0, 0.1));
    for (int i = 0; i < 60; i++)
        add_cube(world, 0.1, rough(0.5), at(0.5 * i, 2, 0.1));
}

// chains: the dofs of an island that contacts reach are many
static void build_chains(rv_world* world) {
    add_floor(world, rough(0.5));
    for (int c = 0; c < 4; c++) {
        rv_body_id last = NO_BODY;
        for (int i = 0; i < 8 << c; i++) {
            rv_body_id link = add_sphere(world, 0.1, rough(0.5), at(0.3 * i, 2 * c, 0.12));
            if (i > 0)
                add_joint_at(world, RV_JOINT_BALL, last, link, vec(0.3 * i - 0.15, 2 * c, 0.12),
                             vec(0, 1, 0));
            last = link;
        }
    }
}

TEST(balls_within_the_points_that_were_reserved_allocate_nothing) {
    check_reserved(build_balls);
}

TEST(stacks_within_the_points_that_were_reserved_allocate_nothing) {
    check_reserved(build_bouncing_stacks);
}

TEST(a_large_cluster_within_the_points_that_were_reserved_allocates_nothing) {
    check_reserved(build_row_and_boxes);
}

TEST(chains_within_the_points_that_were_reserved_allocate_nothing) {
    check_reserved(build_chains);
}
