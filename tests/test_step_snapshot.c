// Snapshots: what comes after a restore has the same bits as what came after the save.
#include "contact_fixture.h"

static const double H = 1.0 / 60.0;

typedef struct snapshot {
    void* bytes;
    size_t size;
} snapshot;

static snapshot save(const rv_world* world) {
    snapshot s = {.size = rv_world_snapshot_bytes(world)};
    s.bytes = malloc(s.size);
    CHECK(rv_world_save(world, s.bytes, s.size) == s.size);
    return s;
}

static uint64_t run(rv_world* world, const zoo* z, long first, long count) {
    for (long i = first; i < first + count; i++) {
        zoo_control(world, z, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    return rv_world_hash(world);
}

TEST(a_restored_world_goes_on_bit_by_bit_at_100_points) {
    rv_world* world = default_world();
    zoo z;
    zoo_build(world, &z);
    for (long point = 0; point < 100; point++) {
        snapshot s = save(world);
        uint64_t now = rv_world_hash(world);
        rv_energy energy = rv_world_energy(world);
        uint64_t later = run(world, &z, 17 * point, 17);
        CHECK(rv_world_restore(world, s.bytes, s.size));
        CHECK(rv_world_hash(world) == now);
        CHECK(rv_world_energy(world).total == energy.total);
        CHECK(rv_world_energy(world).work == energy.work);
        CHECK(run(world, &z, 17 * point, 17) == later);
        free(s.bytes);
    }
    CHECK(rv_world_step_count(world) == 1700);
    rv_world_destroy(world);
}

// tears down and builds up, so that slots, generations and islands all change
static void rearrange(rv_world* world, zoo* z) {
    rv_joint_destroy(world, z->swing);
    rv_rows_destroy(world, z->floor);
    rv_port_destroy(world, z->push);
    rv_body_destroy(world, z->arm);
    for (int i = 0; i < 5; i++) {
        rv_body_id body = add_unit(world, vec(i, 20, 0));
        add_joint_at(world, RV_JOINT_LOCK, i == 0 ? NO_BODY : z->cart, body, vec(i, 20, 0),
                     vec(1, 0, 0));
    }
    rv_world_set_gravity(world, vec(1, 2, 3));
}

TEST(things_created_and_destroyed_after_a_save_are_undone_by_a_restore) {
    rv_world* world = default_world();
    zoo z;
    zoo_build(world, &z);
    run(world, &z, 0, 100);
    for (int i = 0; i < 10; i++) {
        snapshot s = save(world);
        uint64_t now = rv_world_hash(world), later = run(world, &z, 100, 30);
        CHECK(rv_world_restore(world, s.bytes, s.size));
        rearrange(world, &z);
        rv_world_step(world, H);
        CHECK(!rv_joint_is_valid(world, z.swing) && !rv_body_is_valid(world, z.arm));
        CHECK(rv_world_restore(world, s.bytes, s.size));
        CHECK(rv_world_hash(world) == now);
        CHECK(rv_joint_is_valid(world, z.swing) && rv_body_is_valid(world, z.arm));
        CHECK(rv_rows_is_valid(world, z.floor) && rv_port_is_valid(world, z.push));
        CHECK(run(world, &z, 100, 30) == later);
        // on from here, elsewhere
        run(world, &z, 130, 7);
        free(s.bytes);
    }
    rv_world_destroy(world);
}

TEST(things_that_exist_only_in_the_snapshot_come_back) {
    rv_world* world = default_world();
    zoo z;
    zoo_build(world, &z);
    uint64_t middle = run(world, &z, 0, 50);
    snapshot s = save(world);
    uint64_t later = run(world, &z, 50, 50);
    for (rv_body_id body; (body = rv_body_next(world, NO_BODY)).slot != 0;)
        rv_body_destroy(world, body);
    CHECK(rv_body_count(world) == 0 && rv_joint_count(world) == 0);
    CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    CHECK(rv_world_restore(world, s.bytes, s.size));
    CHECK(rv_world_hash(world) == middle);
    CHECK(run(world, &z, 50, 50) == later);
    free(s.bytes);
    rv_world_destroy(world);
}

TEST(applied_forces_are_part_of_a_snapshot) {
    rv_world* world = weightless_world();
    rv_body_id body = add_unit(world, vec(0, 0, 0));
    rv_body_apply_force_at_center(world, body, vec(3, 0, 0));
    snapshot s = save(world);
    rv_world_step(world, 1.0);
    rv_world_step(world, 1.0);
    CHECK(rv_world_restore(world, s.bytes, s.size));
    rv_world_step(world, 1.0);
    CHECK_NEAR(rv_body_velocity(world, body).x, 3.0, 0.0);
    free(s.bytes);
    rv_world_destroy(world);
}

TEST(save_refuses_a_buffer_that_is_too_small) {
    rv_world* world = default_world();
    add_unit(world, vec(0, 0, 0));
    size_t bytes = rv_world_snapshot_bytes(world);
    char* buffer = malloc(bytes);
    memset(buffer, 0x5a, bytes);
    CHECK(rv_world_save(world, buffer, bytes - 1) == 0);
    CHECK(rv_world_save(world, buffer, 0) == 0);
    CHECK(rv_world_save(world, NULL, bytes) == 0);
    CHECK(buffer[0] == 0x5a);
    CHECK(rv_world_save(world, buffer, bytes) == bytes);
    free(buffer);
    rv_world_destroy(world);
}

static void check_refused(rv_world* world, const void* buffer, size_t bytes, const char* text) {
    uint64_t before = rv_world_hash(world);
    CHECK(!rv_world_restore(world, buffer, bytes));
    CHECK_TEXT(rv_world_error(world), text);
    CHECK(rv_world_hash(world) == before);
}

TEST(restore_refuses_what_is_not_a_snapshot_of_this_world) {
    static const char FOREIGN[] = "rv_world_restore: not a snapshot of this world";
    rv_world* world = default_world();
    rv_world* other = default_world();
    zoo z, z_other;
    zoo_build(world, &z);
    zoo_build(other, &z_other);
    run(world, &z, 0, 5);
    snapshot s = save(world), s_other = save(other);
    run(world, &z, 5, 5);
    check_refused(world, NULL, s.size, "rv_world_restore: not a snapshot");
    check_refused(world, s.bytes, 0, "rv_world_restore: not a snapshot");
    check_refused(world, s.bytes, 100, "rv_world_restore: not a snapshot");
    check_refused(world, s_other.bytes, s_other.size, FOREIGN);
    check_refused(world, s.bytes, s.size - 1, FOREIGN);
    char* longer = calloc(1, s.size + 8);
    memcpy(longer, s.bytes, s.size);
    check_refused(world, longer, s.size + 8, FOREIGN);
    longer[0] ^= 1; // the magic
    check_refused(world, longer, s.size, FOREIGN);
    memset(longer, 0xff, s.size);
    check_refused(world, longer, s.size, FOREIGN);
    CHECK(rv_world_restore(world, s.bytes, s.size));
    free(longer);
    free(s.bytes);
    free(s_other.bytes);
    rv_world_destroy(world);
    rv_world_destroy(other);
}

static void restore_in_step(void* context, rv_world* world, double time, double dt) {
    const snapshot* s = context;
    (void)time;
    (void)dt;
    if (s->bytes == NULL)
        return;
    CHECK(!rv_world_restore(world, s->bytes, s->size));
    CHECK_TEXT(rv_world_error(world), "rv_world_restore: not callable during a step");
}

TEST(restore_is_refused_during_a_step) {
    snapshot s = {0};
    rv_world_def def = rv_world_def_default();
    def.force = restore_in_step;
    def.force_context = &s;
    rv_world* world = world_of(&def);
    add_unit(world, vec(0, 0, 0));
    s = save(world);
    CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    free(s.bytes);
    rv_world_destroy(world);
}

static uint64_t run_pile(rv_world* world, const pile* p, long first, long count) {
    for (long i = first; i < first + count; i++) {
        pile_control(world, p, i);
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
    }
    return rv_world_hash(world);
}

// things fall, strike, slide, roll, sleep and are woken
TEST(a_restored_pile_goes_on_bit_by_bit_at_60_points) {
    rv_world* world = default_world();
    pile p;
    pile_build(world, &p);
    int asleep = 0, began = 0, ended = 0;
    for (long point = 0; point < 60; point++) {
        snapshot s = save(world);
        uint64_t now = rv_world_hash(world);
        int contacts = rv_world_contact_count(world);
        asleep += rv_world_report(world).asleep_count > 0;
        for (int i = 0; i < contacts; i++) {
            began += rv_world_contact(world, i).state == RV_CONTACT_BEGAN;
            ended += rv_world_contact(world, i).state == RV_CONTACT_ENDED;
        }
        rv_contact first = rv_world_contact(world, 0);
        uint64_t later = run_pile(world, &p, 7 * point, 13);
        CHECK(rv_world_restore(world, s.bytes, s.size));
        CHECK(rv_world_hash(world) == now);
        CHECK(rv_world_contact_count(world) == contacts);
        rv_contact again = rv_world_contact(world, 0);
        CHECK(again.state == first.state && again.force.z == first.force.z);
        CHECK(run_pile(world, &p, 7 * point, 13) == later);
        // on from the snapshot, so that the points come close to each other
        CHECK(rv_world_restore(world, s.bytes, s.size));
        run_pile(world, &p, 7 * point, 7);
        free(s.bytes);
    }
    CHECK(asleep > 5 && began > 5 && ended > 0); // there was something to restore
    rv_world_destroy(world);
}

TEST(laws_of_surfaces_are_part_of_a_snapshot) {
    rv_world* world = default_world();
    add_floor(world, rough(0.5));
    rv_body_id body = add_cube(world, 0.1, rough(0.5), at(0, 0, 0.1));
    rv_body_set_velocity(world, body, vec(2, 0, 0));
    snapshot s = save(world);
    rv_contact_law ice = {.friction = 0.0};
    rv_world_set_contact_law(world, 0, 0, &ice);
    rv_world_step(world, H);
    CHECK_NEAR(rv_body_velocity(world, body).x, 2.0, 1e-12);
    CHECK(rv_world_restore(world, s.bytes, s.size));
    rv_world_step(world, H);
    CHECK_NEAR(rv_body_velocity(world, body).x, 2.0 - 0.5 * 9.81 * H, 1e-6);
    free(s.bytes);
    rv_world_destroy(world);
}

TEST(bounds_of_rows_that_are_gone_do_not_bind_contacts) {
    rv_world* world = default_world();
    rv_shape_def shapes[2] = {rv_shape_def_default(), rv_shape_def_default()};
    shapes[0].type = RV_SHAPE_PLANE;
    shapes[1].type = RV_SHAPE_BOX;
    rv_body_def def = rv_body_def_default();
    def.shapes = &shapes[0];
    def.shape_count = 1;
    def.type = RV_BODY_STATIC;
    rv_body_create(world, &def);
    def.shapes = &shapes[1];
    def.type = RV_BODY_DYNAMIC;
    def.pose.position.z = 0.5;
    def.velocity.x = 1.0;
    rv_body_id box = rv_body_create(world, &def);
    snapshot s = save(world);
    CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    uint64_t alone = rv_world_hash(world);
    int iterations = rv_world_report(world).contact_iterations;
    // a cable that rubs in an eye of the box has rows whose bounds depend on other forces
    CHECK(rv_world_restore(world, s.bytes, s.size));
    rv_cable_node path[3] = {rv_cable_node_default(), rv_cable_node_default(),
                             rv_cable_node_default()};
    path[0].point = vec(-2, 0, 3);
    path[1].type = RV_CABLE_EYE;
    path[1].body = box;
    path[1].friction = 0.3;
    path[2].point = vec(3, 0, 3);
    rv_cable_def cable = rv_cable_def_default();
    cable.nodes = path;
    cable.node_count = 3;
    CHECK(rv_cable_create(world, &cable).slot != 0);
    rv_world_step(world, H);
    CHECK(rv_world_restore(world, s.bytes, s.size));
    CHECK(rv_world_step(world, H) == RV_STATUS_OK);
    CHECK(rv_world_report(world).contact_iterations == iterations);
    CHECK(rv_world_hash(world) == alone);
    free(s.bytes);
    rv_world_destroy(world);
}
