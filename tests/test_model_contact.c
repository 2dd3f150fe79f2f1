// Contact laws: how materials combine, every rule of a law, and what is read of contacts.
#include "contact_fixture.h"

#include "failing_allocator.h"

static rv_contact_law a_law(void) {
    return (rv_contact_law){.friction = 0.3, .restitution = 0.5};
}

TEST(materials_combine_as_the_header_says) {
    rv_material a = rv_material_default(), b = rv_material_default();
    a.friction = 0.2;
    b.friction = 0.8;
    a.static_friction = 0.5;
    a.rolling_friction = 0.01;
    b.rolling_friction = 0.02;
    a.spinning_friction = 0.04;
    b.spinning_friction = 0.03;
    a.restitution = 0.9;
    b.restitution = 0.4;
    a.contact_stiffness = 1e5;
    b.contact_stiffness = 3e5;
    a.contact_damping = 0.001;
    b.contact_damping = 0.003;
    rv_contact_law ab = rv_contact_law_of(&a, &b), ba = rv_contact_law_of(&b, &a);
    CHECK(memcmp(&ab, &ba, sizeof ab) == 0);
    CHECK_NEAR(ab.friction, 0.4, 1e-15);
    CHECK_NEAR(ab.static_friction, sqrt(0.5 * 0.8), 1e-15); // b sticks as it slides
    CHECK(ab.rolling_friction == 0.02 && ab.spinning_friction == 0.04);
    CHECK_NEAR(ab.restitution, 0.6, 1e-15);
    CHECK_NEAR(ab.stiffness, 0.75e5, 1e-9);
    CHECK(ab.damping == 0.003);
    // a rigid one adds no compliance; two rigid ones are rigid
    b.contact_stiffness = 0.0;
    CHECK(rv_contact_law_of(&a, &b).stiffness == 1e5);
    a.contact_stiffness = 0.0;
    CHECK(rv_contact_law_of(&a, &b).stiffness == 0.0);
    CHECK(rv_contact_law_of(&a, &b).static_friction >= rv_contact_law_of(&a, &b).friction);
}

#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rv_contact_law law = a_law();                                                              \
        change_;                                                                                   \
        uint64_t hash_ = rv_world_hash(world);                                                     \
        CHECK(!rv_world_set_contact_law(world, 1, 2, &law));                                       \
        CHECK_TEXT(rv_world_error(world), text_);                                                  \
        CHECK(rv_world_hash(world) == hash_);                                                      \
    } while (0)

TEST(laws_refuse_bad_values) {
    rv_world* world = default_world();
    REFUSES(law.friction = -0.1, "rv_contact_law.friction = -0.1: must be finite and >= 0");
    REFUSES(law.friction = INFINITY, "rv_contact_law.friction = inf: must be finite and >= 0");
    REFUSES(law.static_friction = 0.2,
            "rv_contact_law.static_friction = 0.2: must be 0 or finite and >= friction = 0.3");
    REFUSES(law.static_friction = INFINITY,
            "rv_contact_law.static_friction = inf: must be 0 or finite and >= friction = 0.3");
    REFUSES(law.rolling_friction = -1,
            "rv_contact_law.rolling_friction = -1 m: must be finite and >= 0");
    REFUSES(law.spinning_friction = NAN,
            "rv_contact_law.spinning_friction = nan m: must be finite and >= 0");
    REFUSES(law.restitution = 1.5, "rv_contact_law.restitution = 1.5: must be in [0, 1]");
    REFUSES(law.restitution = NAN, "rv_contact_law.restitution = nan: must be in [0, 1]");
    REFUSES(law.stiffness = -1, "rv_contact_law.stiffness = -1 N/m: must be finite and >= 0");
    REFUSES(law.damping = -1, "rv_contact_law.damping = -1 s: must be finite and >= 0");
    rv_contact_law law = a_law();
    CHECK(!rv_world_set_contact_law(world, -1, 2, &law));
    CHECK_TEXT(rv_world_error(world),
               "rv_world_set_contact_law: surfaces -1 and 2: must be in [0, 65535]");
    CHECK(!rv_world_set_contact_law(world, 0, 65536, NULL));
    CHECK_TEXT(rv_world_error(world),
               "rv_world_set_contact_law: surfaces 0 and 65536: must be in [0, 65535]");
    CHECK(rv_world_set_contact_law(world, 0, 65535, &law));
    CHECK(rv_world_set_contact_law(world, 7, 8, NULL)); // there was none: nothing to do
    rv_world_destroy(world);
}

TEST(a_law_is_read_back_either_way_round_until_it_is_taken_away) {
    rv_world* world = default_world();
    rv_contact_law law = a_law(), read = {.friction = -1.0};
    CHECK(!rv_world_get_contact_law(world, 3, 9, &read));
    CHECK(read.friction == -1.0); // unchanged
    CHECK(rv_world_set_contact_law(world, 3, 9, &law));
    CHECK(rv_world_get_contact_law(world, 9, 3, &read));
    CHECK(read.friction == law.friction && read.restitution == law.restitution);
    CHECK(rv_world_set_contact_law(world, 9, 3, NULL));
    CHECK(!rv_world_get_contact_law(world, 3, 9, &read));
    rv_world_destroy(world);
}

static void set_in_step(void* context, rv_world* world, double time, double dt) {
    (void)context;
    (void)time;
    (void)dt;
    rv_contact_law law = a_law();
    CHECK(!rv_world_set_contact_law(world, 0, 0, &law));
    CHECK_TEXT(rv_world_error(world), "rv_world_set_contact_law: not callable during a step");
}

TEST(a_law_is_not_set_during_a_step) {
    rv_world_def def = rv_world_def_default();
    def.force = set_in_step;
    rv_world* world = world_of(&def);
    CHECK(rv_world_step(world, 0.01) == RV_STATUS_OK);
    rv_world_destroy(world);
}

TEST(a_law_without_memory_is_refused) {
    failing_allocator memory = {0};
    rv_world_def def = rv_world_def_default();
    def.allocator = failing_allocator_hooks(&memory);
    rv_world* world = world_of(&def);
    rv_contact_law law = a_law();
    memory.fail_at = memory.calls + 1;
    CHECK(!rv_world_set_contact_law(world, 1, 2, &law));
    CHECK_TEXT(rv_world_error(world), "rv_world_set_contact_law: out of memory");
    memory.fail_at = 0;
    CHECK(rv_world_set_contact_law(world, 1, 2, &law));
    rv_world_destroy(world);
    CHECK(memory.live_blocks == 0);
}

// many laws, some replaced and some taken back: each pair of surfaces slides with its own
TEST(every_pair_of_surfaces_keeps_its_own_law) {
    enum { LABELS = 6 };
    rv_world* world = default_world();
    double friction[LABELS][LABELS];
    fixture_random random = {8};
    for (int round = 0; round < 3; round++)
        for (int a = 0; a < LABELS; a++)
            for (int b = a; b < LABELS; b++) {
                bool none = random_in(&random, 0, 1) < 0.3;
                rv_contact_law law = {.friction = random_in(&random, 0.0, 0.5)};
                friction[a][b] = none ? 0.6 : law.friction; // that of the materials
                CHECK(rv_world_set_contact_law(world, round % 2 ? b : a, round % 2 ? a : b,
                                               none ? NULL : &law));
            }
    for (int a = 0; a < LABELS; a++)
        for (int b = a; b < LABELS; b++) {
            rv_material ground = rough(0.6), block = rough(0.6);
            ground.surface = a;
            block.surface = b;
            rv_body_id floor = add_floor(world, ground);
            rv_body_id body = add_cube(world, 0.1, block, at(0, 0, 0.1));
            rv_body_set_velocity(world, body, vec(5, 0, 0));
            rv_world_step(world, 0.01);
            CHECK_NEAR(rv_body_velocity(world, body).x, 5.0 - friction[a][b] * 9.81 * 0.01, 1e-6);
            rv_body_destroy(world, body);
            rv_body_destroy(world, floor);
        }
    rv_world_destroy(world);
}

TEST(contacts_out_of_range_are_empty) {
    rv_world* world = default_world();
    CHECK(rv_world_contact_count(world) == 0);
    static const rv_contact NONE = {0};
    for (int i = -1; i < 2; i++) {
        rv_contact contact = rv_world_contact(world, i);
        CHECK(contact.point_count == 0 && same_body(contact.body[0], NONE.body[0]));
    }
    rv_world_destroy(world);
}

#define REFUSES_WORLD(change_, text_)                                                              \
    do {                                                                                           \
        rv_world_def def = rv_world_def_default();                                                 \
        char error[256];                                                                           \
        change_;                                                                                   \
        CHECK(rv_world_create(&def, error, sizeof error) == NULL);                                 \
        CHECK_TEXT(error, text_);                                                                  \
    } while (0)

TEST(worlds_refuse_bad_settings_of_contact_and_sleep) {
    REFUSES_WORLD(def.contact.margin = 0,
                  "rv_world_def.contact.margin = 0 m: must be finite and > 0");
    REFUSES_WORLD(def.contact.margin = INFINITY,
                  "rv_world_def.contact.margin = inf m: must be finite and > 0");
    REFUSES_WORLD(def.contact.push_out_speed = 0,
                  "rv_world_def.contact.push_out_speed = 0 m/s: must be > 0");
    REFUSES_WORLD(def.contact.bounce_speed = -1,
                  "rv_world_def.contact.bounce_speed = -1 m/s: must be >= 0");
    REFUSES_WORLD(def.contact.bounce_speed = NAN,
                  "rv_world_def.contact.bounce_speed = nan m/s: must be >= 0");
    REFUSES_WORLD(def.contact.dense_rows = -1,
                  "rv_world_def.contact.dense_rows = -1: must be in [0, 3000]");
    REFUSES_WORLD(def.contact.dense_rows = 3001,
                  "rv_world_def.contact.dense_rows = 3001: must be in [0, 3000]");
    REFUSES_WORLD(def.contact.sweeps = 0,
                  "rv_world_def.contact.sweeps = 0: must be in [1, 100000]");
    REFUSES_WORLD(def.contact.tolerance = 0,
                  "rv_world_def.contact.tolerance = 0: must be in [1e-14, 1]");
    REFUSES_WORLD(def.contact.sweep_tolerance = 2,
                  "rv_world_def.contact.sweep_tolerance = 2: must be in [1e-14, 1]");
    REFUSES_WORLD(def.sleep.speed = 0, "rv_world_def.sleep.speed = 0 m/s: must be finite and > 0");
    REFUSES_WORLD(def.sleep.time = -1, "rv_world_def.sleep.time = -1 s: must be >= 0");
    REFUSES_WORLD(def.sleep.time = NAN, "rv_world_def.sleep.time = nan s: must be >= 0");
}
