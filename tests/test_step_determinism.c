// Determinism: the same bits for every compiler, optimisation level and thread count.
#include "cable_fixture.h"
#include "contact_fixture.h"

// The state of the zoo after 10000 steps. It changes only when the physics does: then run this test
// and take the value that it prints, which must be the same for gcc -O0, gcc -O3 and clang.
static const uint64_t GOLDEN_HASH = 0x3a82b8fa1e9146efull;

static const uint64_t GOLDEN_HASH_OF_CABLES = 0x1874e5d80d961c59ull;

static const uint64_t GOLDEN_HASH_OF_CONTACTS = 0x46a938cb8e3ec614ull;

static uint64_t hash_after(int threads, long steps) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    zoo z;
    zoo_build(world, &z);
    for (long i = 0; i < steps; i++) {
        zoo_control(world, &z, i);
        CHECK(rv_world_step(world, 1.0 / 60.0) != RV_STATUS_FAILED);
    }
    CHECK(rv_world_report(world).nonfinite_count == 0);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(the_zoo_has_the_same_hash_after_1e4_steps_with_every_compiler) {
    uint64_t hash = hash_after(1, 10000);
    CHECK(hash == GOLDEN_HASH);
    if (hash != GOLDEN_HASH)
        printf("  hash is 0x%016llxull\n", (unsigned long long)hash);
}

TEST(cables_have_the_same_hash_after_1e4_steps_with_every_compiler) {
    rv_world* world = default_world();
    cable_zoo z;
    cable_zoo_build(world, &z);
    for (long i = 0; i < 10000; i++) {
        cable_zoo_control(world, &z, i);
        CHECK(rv_world_step(world, 1.0 / 60.0) != RV_STATUS_FAILED);
    }
    CHECK(rv_world_report(world).nonfinite_count == 0);
    uint64_t hash = rv_world_hash(world);
    CHECK(hash == GOLDEN_HASH_OF_CABLES);
    if (hash != GOLDEN_HASH_OF_CABLES)
        printf("  hash is 0x%016llxull\n", (unsigned long long)hash);
    rv_world_destroy(world);
}

TEST(twins_have_the_same_hash_at_every_step) {
    rv_world* worlds[2] = {default_world(), default_world()};
    zoo z[2];
    for (int w = 0; w < 2; w++)
        zoo_build(worlds[w], &z[w]);
    for (long i = 0; i < 200; i++) {
        for (int w = 0; w < 2; w++) {
            zoo_control(worlds[w], &z[w], i);
            rv_world_step(worlds[w], 1.0 / 60.0);
        }
        CHECK(rv_world_hash(worlds[0]) == rv_world_hash(worlds[1]));
    }
    for (int w = 0; w < 2; w++)
        rv_world_destroy(worlds[w]);
}

TEST(the_hash_sees_every_part_of_the_state) {
    rv_world* world = default_world();
    zoo z;
    zoo_build(world, &z);
    steps_are_ok(world, 1.0 / 60.0, 3);
    uint64_t hash = rv_world_hash(world);
    CHECK(rv_world_hash(world) == hash); // reading changes nothing
    rv_vec3 v = rv_body_velocity(world, z.load);
#define CHANGES_THE_HASH(call_)                                                                    \
    do {                                                                                           \
        uint64_t before_ = rv_world_hash(world);                                                   \
        CHECK(call_);                                                                              \
        CHECK(rv_world_hash(world) != before_);                                                    \
    } while (0)
    v.x += 1e-12;
    CHANGES_THE_HASH(rv_body_set_velocity(world, z.load, v));
    CHANGES_THE_HASH(rv_body_set_angular_velocity(world, z.arm, vec(1, 2, 3)));
    CHANGES_THE_HASH(rv_body_set_pose(world, z.arm, rv_pose_identity()));
    CHANGES_THE_HASH(rv_body_apply_force_at_center(world, z.arm, vec(1, 0, 0)));
    CHANGES_THE_HASH(rv_body_apply_torque(world, z.arm, vec(1, 0, 0)));
    rv_mass_properties p = rv_body_mass_properties(world, z.arm);
    p.mass *= 2.0;
    CHANGES_THE_HASH(rv_body_set_mass_properties(world, z.arm, &p));
    CHANGES_THE_HASH(rv_joint_set_motor_speed(world, z.hinge_motor, 5.0));
    CHANGES_THE_HASH(rv_joint_set_motor_max_force(world, z.hinge_motor, 5.0));
    CHANGES_THE_HASH(rv_joint_set_rest(world, z.torsion, 0.5));
    rv_joint_limit limit = {.lower = -1.0, .upper = 1.0};
    CHANGES_THE_HASH(rv_joint_set_limit(world, z.slider, &limit));
    CHANGES_THE_HASH(rv_port_set_force(world, z.push, vec(7, 0, 0)));
    CHANGES_THE_HASH(rv_world_set_gravity(world, vec(0, 0, -1)));
    CHANGES_THE_HASH(rv_port_destroy(world, z.push));
    CHANGES_THE_HASH(rv_rows_destroy(world, z.rope));
    CHANGES_THE_HASH(rv_joint_destroy(world, z.swing));
    CHANGES_THE_HASH(rv_body_destroy(world, z.spinner));
    CHANGES_THE_HASH(rv_world_step(world, 1e-9) == RV_STATUS_OK);
#undef CHANGES_THE_HASH
    rv_world_destroy(world);
}

static uint64_t hash_of_pile(int threads, long steps) {
    rv_world_def def = rv_world_def_default();
    def.threads = threads;
    rv_world* world = world_of(&def);
    pile p;
    pile_build(world, &p);
    for (long i = 0; i < steps; i++) {
        pile_control(world, &p, i);
        CHECK(rv_world_step(world, 1.0 / 60.0) != RV_STATUS_FAILED);
    }
    CHECK(rv_world_report(world).nonfinite_count == 0);
    uint64_t hash = rv_world_hash(world);
    rv_world_destroy(world);
    return hash;
}

TEST(contacts_have_the_same_hash_after_2e3_steps_with_every_compiler) {
    uint64_t hash = hash_of_pile(1, 2000);
    CHECK(hash == GOLDEN_HASH_OF_CONTACTS);
    if (hash != GOLDEN_HASH_OF_CONTACTS)
        printf("  hash is 0x%016llxull\n", (unsigned long long)hash);
}

TEST(contacts_have_the_same_hash_with_every_number_of_threads) {
    uint64_t hash = hash_of_pile(1, 300);
    for (int threads = 2; threads <= 8; threads *= 2)
        CHECK(hash_of_pile(threads, 300) == hash);
}

// two worlds that differ in one thing that decides what touches, and how
TEST(the_hash_sees_what_decides_about_contacts) {
    enum { NOTHING, FRICTION, GROUP, MASK, SIZE, LAW, JOINT, CASES };
    uint64_t hashes[CASES];
    for (int what = 0; what < CASES; what++) {
        rv_world* world = default_world();
        rv_body_id floor = add_floor(world, rough(0.5));
        rv_shape_def cube = cube_shape(0.1, rough(what == FRICTION ? 0.4 : 0.5));
        cube.group = what == GROUP ? 2 : 1;
        cube.mask = what == MASK ? 1 : UINT32_MAX;
        rv_body_def def = rv_body_def_default();
        def.mass = 1.0;
        def.inertia = rv_mat3_diagonal(1, 1, 1); // the same whatever the shape
        if (what == SIZE)
            cube.half_extents.x = 0.11;
        def.shapes = &cube;
        def.shape_count = 1;
        def.pose.position.z = 0.1;
        rv_body_id body = body_of(world, &def);
        rv_joint_def joint = rv_joint_def_between(world, RV_JOINT_DISTANCE, floor, body,
                                                  vec(0, 0, 1), vec(0, 0, 0.1));
        joint.bodies_touch = what == JOINT;
        joint_of(world, &joint);
        rv_contact_law law = {.friction = 0.1};
        if (what == LAW)
            rv_world_set_contact_law(world, 0, 0, &law);
        hashes[what] = rv_world_hash(world);
        for (int other = 0; other < what; other++)
            CHECK(hashes[what] != hashes[other]);
        rv_world_destroy(world);
    }
}
