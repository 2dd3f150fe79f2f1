// Memory: a step within capacity takes none; where there is none, every call says so, changes
// nothing and leaks nothing.
#include "contact_fixture.h"
#include "failing_allocator.h"

static const double H = 1.0 / 60.0;

static rv_world* world_on(failing_allocator* heap, int threads) {
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(heap);
    def.threads = threads;
    return world_of(&def);
}

static void run(rv_world* world, const zoo* z, long steps) {
    for (long i = 0; i < steps; i++) {
        zoo_control(world, z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
}

TEST(steps_within_capacity_allocate_nothing) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, 1);
    zoo z;
    zoo_build(world, &z);
    CHECK(rv_world_reserve(world, &(rv_capacity){.bodies = 64, .joints = 64}));
    // not even the first step
    long before = heap.calls, steps = TEST_IS_WATCHED ? 2000 : 100000;
    uint64_t counted = 0;
    for (long i = 0; i < steps; i++) {
        zoo_control(world, &z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        counted += rv_world_report(world).allocations;
    }
    CHECK(heap.calls == before);
    CHECK(counted == 0);
    CHECK(rv_world_report(world).memory == heap.live_bytes);
    CHECK(rv_world_report(world).memory_peak >= heap.live_bytes);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(things_within_capacity_are_created_without_allocating) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, 1);
    rv_capacity capacity = {.bodies = 20, .shapes = 20, .joints = 10, .rows = 5, .ports = 5};
    CHECK(rv_world_reserve(world, &capacity));
    long before = heap.calls;
    rv_shape_def shape = rv_shape_def_default();
    rv_body_def def = rv_body_def_default();
    def.shapes = &shape;
    def.shape_count = 1;
    rv_body_id last = NO_BODY;
    for (int i = 0; i < 20; i++) {
        rv_body_id body = body_of(world, &def);
        if (i % 2 == 1)
            add_joint_at(world, RV_JOINT_BALL, last, body, vec(0, 0, 0), vec(1, 0, 0));
        last = body;
    }
    rv_port_def port = rv_port_def_default();
    port.body = last;
    for (int i = 0; i < 5; i++)
        CHECK(rv_port_create(world, &port).slot != 0);
    CHECK(heap.calls == before);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(a_world_is_created_or_refused_at_every_failing_allocation) {
    for (int threads = 1; threads <= 4; threads += 3) {
        bool made = false;
        for (long n = 1; !made && n < 100; n++) {
            failing_allocator heap = {.fail_at = n};
            rv_world_def def = rv_world_def_default();
            def.allocator = failing_allocator_hooks(&heap);
            def.threads = threads;
            char error[128] = "untouched";
            rv_world* world = rv_world_create(&def, error, sizeof error);
            made = world != NULL;
            CHECK(made == (heap.failed == 0));
            CHECK_TEXT(error, made ? "" : "rv_world_create: out of memory or threads");
            rv_world_destroy(world);
            CHECK(heap.live_blocks == 0);
        }
        CHECK(made);
    }
}

// What the failing tests share: a world where the n-th allocation of a call is refused for n = 1,
// 2, ... until the call succeeds, and its twin where nothing is refused.
typedef struct trial {
    failing_allocator heap;
    rv_world* world;
    rv_world* twin;
    zoo z, z_twin;
} trial;

static trial* trial_begin(void) {
    trial* t = calloc(1, sizeof *t);
    t->world = world_on(&t->heap, 1);
    t->twin = default_world();
    zoo_build(t->world, &t->z);
    zoo_build(t->twin, &t->z_twin);
    run(t->world, &t->z, 20);
    run(t->twin, &t->z_twin, 20);
    return t;
}

// the world must still be its twin's twin, now and later
static void trial_end(trial* t) {
    t->heap.fail_at = 0;
    CHECK(rv_world_hash(t->world) == rv_world_hash(t->twin));
    run(t->world, &t->z, 20);
    run(t->twin, &t->z_twin, 20);
    CHECK(rv_world_hash(t->world) == rv_world_hash(t->twin));
    rv_world_destroy(t->world);
    rv_world_destroy(t->twin);
    CHECK(t->heap.live_blocks == 0);
    free(t);
}

enum { TRIES_MAX = 2000 };

// `call` returns whether it succeeded; `text` is the refusal
#define FAIL_EVERY_ALLOCATION(trial_, call_, text_)                                                \
    do {                                                                                           \
        bool done_ = false;                                                                        \
        long refused_ = 0;                                                                         \
        for (long n_ = 1; !done_ && n_ < TRIES_MAX; n_++) {                                        \
            uint64_t before_ = rv_world_hash((trial_)->world);                                     \
            long failed_ = (trial_)->heap.failed;                                                  \
            (trial_)->heap.fail_at = (trial_)->heap.calls + n_;                                    \
            done_ = (call_);                                                                       \
            (trial_)->heap.fail_at = 0;                                                            \
            CHECK(done_ == ((trial_)->heap.failed == failed_));                                    \
            if (done_)                                                                             \
                break;                                                                             \
            refused_++;                                                                            \
            CHECK_TEXT(rv_world_error((trial_)->world), text_);                                    \
            CHECK(rv_world_hash((trial_)->world) == before_);                                      \
        }                                                                                          \
        CHECK(done_&& refused_ > 0);                                                               \
    } while (0)

// arrays grow by half: things are added until their arrays must have grown
enum { ADDED = 24 };

TEST(bodies_are_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    rv_shape_def shapes[3];
    for (int i = 0; i < 3; i++)
        shapes[i] = rv_shape_def_default();
    rv_body_def def = rv_body_def_default();
    def.shapes = shapes;
    def.shape_count = 3;
    FAIL_EVERY_ALLOCATION(t, rv_body_create(t->world, &def).slot != 0,
                          "rv_body_create: out of memory");
    CHECK(rv_body_count(t->world) == rv_body_count(t->twin) + 1);
    body_of(t->twin, &def);
    trial_end(t);
}

TEST(joints_are_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    long refused = 0;
    for (int i = 0; i < ADDED; i++) {
        rv_joint_def def = rv_joint_def_at(t->world, RV_JOINT_SPRING, t->z.load, t->z.cart,
                                           vec(0, 0, 0), vec(1, 0, 0));
        def.stiffness = 1.0 + i;
        // one that fails if it needs memory at all
        t->heap.fail_at = t->heap.calls + 1;
        bool failed = rv_joint_create(t->world, &def).slot == 0;
        t->heap.fail_at = 0;
        if (failed) {
            CHECK_TEXT(rv_world_error(t->world), "rv_joint_create: out of memory");
            // the second allocation
            t->heap.fail_at = t->heap.calls + 2;
            if (rv_joint_create(t->world, &def).slot == 0) {
                CHECK_TEXT(rv_world_error(t->world), "rv_joint_create: out of memory");
                t->heap.fail_at = 0;
                joint_of(t->world, &def);
            }
            t->heap.fail_at = 0;
            refused++;
        }
        def.body_a = t->z_twin.load;
        def.body_b = t->z_twin.cart;
        joint_of(t->twin, &def);
        CHECK(rv_joint_count(t->world) == rv_joint_count(t->twin));
    }
    CHECK(refused > 0);
    trial_end(t);
}

TEST(row_sets_are_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    rv_rows_def def = rv_rows_def_default();
    def.evaluate = zoo_grip;
    def.body_count = 1;
    long refused = 0;
    for (int i = 0; i < ADDED; i++) {
        def.bodies = &t->z.load;
        for (long n = 1;; n++) {
            t->heap.fail_at = t->heap.calls + n;
            bool made = rv_rows_create(t->world, &def).slot != 0;
            t->heap.fail_at = 0;
            if (made)
                break;
            CHECK_TEXT(rv_world_error(t->world), "rv_rows_create: out of memory");
            refused++;
        }
        def.bodies = &t->z_twin.load;
        CHECK(rv_rows_create(t->twin, &def).slot != 0);
    }
    CHECK(refused >= 3); // ids, sets and lists of bodies have all grown
    trial_end(t);
}

TEST(ports_are_refused_cleanly_without_memory) {
    trial* t = trial_begin();
    rv_port_def def = rv_port_def_default();
    long refused = 0;
    for (int i = 0; i < ADDED; i++) {
        def.body = t->z.load;
        for (long n = 1;; n++) {
            t->heap.fail_at = t->heap.calls + n;
            bool made = rv_port_create(t->world, &def).slot != 0;
            t->heap.fail_at = 0;
            if (made)
                break;
            CHECK_TEXT(rv_world_error(t->world), "rv_port_create: out of memory");
            refused++;
        }
        def.body = t->z_twin.load;
        CHECK(rv_port_create(t->twin, &def).slot != 0);
    }
    CHECK(refused >= 2);
    trial_end(t);
}

TEST(reserve_says_when_there_is_no_memory) {
    trial* t = trial_begin();
    rv_capacity capacity = {.bodies = 500, .shapes = 500, .joints = 500, .rows = 500, .ports = 500};
    FAIL_EVERY_ALLOCATION(t, rv_world_reserve(t->world, &capacity),
                          "rv_world_reserve: out of memory");
    trial_end(t);
}

// joins everything to one island and leaves a few loners
static void rearrange(rv_world* world, const zoo* z) {
    add_joint_at(world, RV_JOINT_BALL, z->arm, z->cart, vec(0, 0, 0), vec(1, 0, 0));
    rv_joint_destroy(world, z->swing);
    rv_body_id on_rope[] = {z->load, z->arm, z->left, z->block};
    add_rows(world, on_rope, 4, zoo_grip, NULL);
    for (int i = 0; i < 40; i++)
        add_unit(world, vec(i, 30, 0));
    rv_port_def port = rv_port_def_default();
    port.body = z->load;
    rv_port_create(world, &port);
}

TEST(a_step_is_refused_cleanly_without_memory_after_a_change_of_topology) {
    trial* t = trial_begin();
    rearrange(t->world, &t->z);
    rearrange(t->twin, &t->z_twin);
    rv_body_apply_force_at_center(t->world, t->z.load, vec(1, 2, 3));
    rv_body_apply_force_at_center(t->twin, t->z_twin.load, vec(1, 2, 3));
    FAIL_EVERY_ALLOCATION(t, rv_world_step(t->world, H) != RV_STATUS_FAILED,
                          "rv_world_step: out of memory");
    CHECK(rv_world_step(t->twin, H) != RV_STATUS_FAILED);
    CHECK(rv_world_report(t->twin).allocations > 0);
    trial_end(t);
}

static void push(void* context, rv_world* world, double time, double dt) {
    (void)time;
    (void)dt;
    rv_body_apply_force_at_center(world, *(const rv_body_id*)context, vec(1, 0, 0));
}

TEST(a_refused_step_does_not_apply_the_forces_of_the_callback) {
    failing_allocator heap = {0};
    rv_body_id body;
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&heap);
    def.gravity = vec(0, 0, 0);
    def.force = push;
    def.force_context = &body;
    rv_world* world = world_of(&def);
    body = add_unit(world, vec(0, 0, 0));
    for (int i = 0; i < 5; i++) {
        heap.fail_at = heap.calls + 1;
        CHECK(rv_world_step(world, H) == RV_STATUS_FAILED);
        heap.fail_at = 0;
    }
    CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    CHECK_NEAR(rv_body_velocity(world, body).x, H, 1e-15);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(restore_needs_no_memory_and_the_step_after_it_can_be_refused) {
    trial* t = trial_begin();
    size_t bytes = rv_world_snapshot_bytes(t->world);
    void* snapshot = malloc(bytes);
    CHECK(rv_world_save(t->world, snapshot, bytes) == bytes);
    for (rv_body_id body; (body = rv_body_next(t->world, NO_BODY)).slot != 0;)
        rv_body_destroy(t->world, body);
    for (int i = 0; i < 100; i++)
        add_unit(t->world, vec(i, 0, 0));
    CHECK(rv_world_step(t->world, H) == RV_STATUS_OK);
    // arrays never shrink: what was once held fits again
    t->heap.fail_at = t->heap.calls + 1;
    t->heap.fail_all_after = true;
    CHECK(rv_world_restore(t->world, snapshot, bytes));
    t->heap.fail_at = 0;
    t->heap.fail_all_after = false;
    free(snapshot);
    trial_end(t);
}

// --- contacts ------------------------------------------------------------------------------------

TEST(contacts_within_capacity_allocate_nothing) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, 1);
    pile p;
    pile_build(world, &p);
    CHECK(rv_world_reserve(world, &(rv_capacity){.bodies = 64, .contact_points = 1000}));
    long before = heap.calls;
    for (long i = 0; i < 600; i++) {
        pile_control(world, &p, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    CHECK(heap.calls == before);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

TEST(steps_with_contacts_soon_allocate_nothing_without_a_reserve) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, 1);
    pile p;
    pile_build(world, &p);
    run_steps(world, H, 300);
    long before = heap.calls;
    run_steps(world, H, 600);
    CHECK(heap.calls == before);
    rv_world_destroy(world);
    CHECK(heap.live_blocks == 0);
}

// every allocation of every step fails once: the step is refused, the hash and what is read of the
// contacts stay, and the world goes on like its twin
TEST(a_step_with_contacts_is_refused_cleanly_without_memory) {
    failing_allocator heap = {0};
    rv_world* worlds[2] = {world_on(&heap, 1), default_world()};
    pile p[2];
    int refused = 0;
    for (int w = 0; w < 2; w++)
        pile_build(worlds[w], &p[w]);
    for (long i = 0; i < 150; i++) {
        for (int w = 0; w < 2; w++) {
            pile_control(worlds[w], &p[w], i);
            if (i == 100) // wakes sleepers, changes islands
                rv_body_destroy(worlds[w], p[w].floor);
        }
        uint64_t before = rv_world_hash(worlds[0]);
        int contacts = rv_world_contact_count(worlds[0]);
        for (long n = 1; n < 500; n++) {
            heap.fail_at = heap.calls + n;
            rv_status status = rv_world_step(worlds[0], H);
            heap.fail_at = 0;
            if (status != RV_STATUS_FAILED)
                break;
            refused++;
            CHECK_TEXT(rv_world_error(worlds[0]), "rv_world_step: out of memory");
            CHECK(rv_world_hash(worlds[0]) == before);
            CHECK(rv_world_contact_count(worlds[0]) == contacts);
            for (int k = 0; k < contacts; k++)
                CHECK(rv_body_is_valid(worlds[0], rv_world_contact(worlds[0], k).body[0]));
        }
        rv_world_step(worlds[1], H);
        CHECK(rv_world_hash(worlds[0]) == rv_world_hash(worlds[1]));
    }
    CHECK(refused > 20);
    for (int w = 0; w < 2; w++)
        rv_world_destroy(worlds[w]);
    CHECK(heap.live_blocks == 0);
}

// a winch lifts and lowers a load over a pulley: waves flow, spans go slack, factors are made anew
static long calls_of_layered_steps(rv_cable_waves waves) {
    failing_allocator heap = {0};
    rv_world* world = world_on(&heap, 1);
    rv_body_def load = rv_body_def_default();
    load.mass = 500.0;
    load.pose.position = vec(20.3, 0.0, -15.0);
    rv_cable_node nodes[3] = {rv_cable_node_default(), rv_cable_node_default(),
                              rv_cable_node_default()};
    nodes[0].type = RV_CABLE_DRUM;
    nodes[1].type = RV_CABLE_PULLEY;
    nodes[1].point = vec(20.0, 0.0, 0.0);
    nodes[1].radius = 0.3;
    nodes[1].axis = vec(0.0, 1.0, 0.0);
    nodes[1].side = 1;
    nodes[2].body = body_of(world, &load);
    rv_cable_def def = rv_cable_def_default();
    def.model = RV_CABLE_LAYERED;
    def.nodes = nodes;
    def.node_count = 3;
    def.diameter = 0.02;
    def.layer.waves = waves;
    rv_cable_id cable = rv_cable_create(world, &def);
    CHECK(cable.slot != 0);
    CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    long before = heap.calls;
    for (int i = 0; i < 1000; i++) {
        CHECK(rv_cable_set_winch_speed(world, cable, 0, i % 200 < 100 ? 2.0 : -2.0));
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    long calls = heap.calls - before;
    rv_world_destroy(world);
    return calls;
}

TEST(steps_of_layered_cables_allocate_nothing) {
    CHECK(calls_of_layered_steps(RV_CABLE_WAVES_IMPLICIT) == 0);
    CHECK(calls_of_layered_steps(RV_CABLE_WAVES_EXPLICIT) == 0);
}
