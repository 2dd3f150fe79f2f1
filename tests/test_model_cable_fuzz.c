// Cables at random: worlds of bodies and cables of every kind that are kicked and changed while
// they run. Nothing may be lost, leak, or depend on what has been before.
#include "cable_fixture.h"

static const double H = 1.0 / 60.0;
enum { BODIES = 8, CABLES = 4, NODES_MAX = 5 };

// fewer where every instruction is watched
enum { SHARE = TEST_IS_WATCHED ? 10 : 2 };

typedef struct scene {
    rv_world* world;
    rv_body_id body[BODIES];
    rv_cable_id cable[CABLES];
    fixture_random random;
} scene;

static int choose(scene* s, int count) {
    return (int)random_in(&s->random, 0.0, count);
}

static rv_cable_node random_node(scene* s, bool end) {
    int b = choose(s, BODIES + 2);
    rv_cable_node node = fixed_at(b < BODIES ? s->body[b] : NO_BODY, random_vec(&s->random, 0.3));
    if (b >= BODIES)
        node.point = random_vec(&s->random, 2.0);
    bool wheel = choose(s, 2) == 0;
    if (end) {
        node.type = wheel ? RV_CABLE_DRUM : RV_CABLE_FIXED;
        node.winch.speed = wheel ? random_in(&s->random, -0.5, 0.5) : 0.0;
        node.winch.stored = 1.0;
        node.winch.capacity = 2.0;
        if (choose(s, 3) == 0)
            node.winch.max_force = 50.0;
        node.swivel = !wheel && choose(s, 3) == 0;
        return node;
    }
    node.type = wheel ? RV_CABLE_PULLEY : RV_CABLE_EYE;
    static const double FRICTION[] = {0.0, 0.0, 0.2, INFINITY};
    node.friction = FRICTION[choose(s, 4)];
    if (wheel) {
        node.axis = random_vec(&s->random, 1.0);
        node.radius = random_in(&s->random, 0.05, 0.3);
        node.side = choose(s, 3) - 1;
        if (node.friction > 0.0 && choose(s, 2) == 0)
            node.wheel = add_scalar(s->world, 0.1, 0.0);
    }
    return node;
}

// may be refused: then it says why
static rv_cable_id random_cable(scene* s) {
    rv_cable_node nodes[NODES_MAX];
    int count = 2 + choose(s, NODES_MAX - 1);
    for (int i = 0; i < count; i++)
        nodes[i] = random_node(s, i == 0 || i == count - 1);
    rv_cable_def def = rv_cable_def_default();
    def.nodes = nodes;
    def.node_count = count;
    def.EA = choose(s, 3) == 0 ? INFINITY : choose(s, 2) == 0 ? 1e3 : 1e6;
    def.restitution = choose(s, 4) == 0 ? 0.5 : 0.0;
    def.breaking_load = choose(s, 3) == 0 ? 500.0 : INFINITY;
    rv_cable_id cable = rv_cable_create(s->world, &def);
    if (cable.slot == 0)
        CHECK(rv_world_error(s->world)[0] != '\0');
    return cable;
}

static scene scene_make(uint64_t seed) {
    scene s = {.random = {seed * 0x9e3779b97f4a7c15ull + 1}};
    s.world = default_world();
    for (int i = 0; i < BODIES; i++) {
        rv_body_def def = rv_body_def_default();
        def.kind = i % 4 == 3 ? RV_BODY_PARTICLE : RV_BODY_RIGID;
        def.type = i == 0 ? RV_BODY_KINEMATIC : i == 1 ? RV_BODY_STATIC : RV_BODY_DYNAMIC;
        def.mass = random_in(&s.random, 0.2, 5.0);
        def.pose.position = random_vec(&s.random, 2.0);
        def.velocity = random_vec(&s.random, 1.0);
        if (def.kind == RV_BODY_RIGID) {
            def.inertia = rv_mat3_diagonal(0.1, 0.15, 0.2);
            def.angular_velocity = random_vec(&s.random, 1.0);
        }
        s.body[i] = body_of(s.world, &def);
    }
    for (int i = 0; i < CABLES; i++)
        for (int tries = 0; tries < 50 && s.cable[i].slot == 0; tries++)
            s.cable[i] = random_cable(&s);
    return s;
}

// one of everything that a user can do to a cable; refusals are fine
static void disturb(scene* s) {
    rv_cable_id id = s->cable[choose(s, CABLES)];
    int count = rv_cable_node_count(s->world, id);
    rv_cable_node node = random_node(s, false), end = random_node(s, true);
    switch (choose(s, 10)) {
    case 0:
        rv_cable_insert_node(s->world, id, 1 + choose(s, count > 1 ? count - 1 : 1), &node);
        break;
    case 1:
        rv_cable_remove_node(s->world, id, 1 + choose(s, count));
        break;
    case 2:
        rv_cable_attach(s->world, id, choose(s, 2) * (count - 1), &end);
        break;
    case 3:
        rv_cable_cut(s->world, id);
        break;
    case 4:
        rv_cable_mend(s->world, id);
        break;
    case 5:
        rv_cable_set_length(s->world, id,
                            rv_cable_length(s->world, id) * random_in(&s->random, 0.9, 1.1));
        break;
    case 6:
        rv_cable_set_winch_speed(s->world, id, choose(s, 2) * (count - 1),
                                 random_in(&s->random, -0.5, 0.5));
        break;
    case 7:
        rv_body_set_velocity(s->world, s->body[2 + choose(s, BODIES - 2)],
                             random_vec(&s->random, 3.0));
        break;
    case 8:
        for (int i = 0; i < CABLES; i++)
            if (s->cable[i].slot == id.slot) {
                rv_cable_destroy(s->world, id);
                s->cable[i] = random_cable(s);
            }
        break;
    default:
        rv_body_set_velocity(s->world, s->body[0], random_vec(&s->random, 0.5));
        break;
    }
}

static void check_readers(const scene* s) {
    for (int i = 0; i < CABLES; i++) {
        rv_cable_id id = s->cable[i];
        if (!rv_cable_is_valid(s->world, id))
            continue;
        CHECK(rv_cable_length(s->world, id) > 0.0 && isfinite(rv_cable_length(s->world, id)));
        CHECK(isfinite(rv_cable_path_length(s->world, id)));
        CHECK(isfinite(rv_cable_twist(s->world, id)) && isfinite(rv_cable_torque(s->world, id)));
        for (int node = 0; node < rv_cable_node_count(s->world, id); node++) {
            rv_cable_contact c = rv_cable_get_contact(s->world, id, node);
            CHECK(isfinite(c.wrap) && isfinite(c.slip) && isfinite(c.in.x) && isfinite(c.out.x));
            CHECK(c.tension_in >= 0.0 && c.tension_out >= 0.0
                  && isfinite(c.tension_in + c.tension_out));
        }
    }
}

TEST(random_cables_that_are_changed_at_random_stay_finite) {
    int seeds = 200 / SHARE;
    for (int seed = 1; seed <= seeds; seed++) {
        scene s = scene_make((uint64_t)seed);
        int failures = test_failures;
        for (int i = 0; i < 300 && test_failures == failures; i++) {
            if (i % 7 == 0)
                disturb(&s);
            CHECK(rv_world_step(s.world, H) != RV_STATUS_FAILED);
            check_readers(&s);
            CHECK(rv_world_report(s.world).nonfinite_count == 0);
        }
        if (test_failures != failures)
            printf("  seed %d\n", seed);
        rv_world_destroy(s.world);
    }
}

TEST(random_cables_are_saved_and_restored_bit_by_bit) {
    int seeds = 50 / SHARE;
    for (int seed = 1; seed <= seeds; seed++) {
        scene s = scene_make(1000 + (uint64_t)seed);
        for (int i = 0; i < 100; i++) {
            if (i % 7 == 0)
                disturb(&s);
            rv_world_step(s.world, H);
        }
        size_t bytes = rv_world_snapshot_bytes(s.world);
        void* buffer = malloc(bytes);
        CHECK(rv_world_save(s.world, buffer, bytes) == bytes);
        uint64_t hash[2];
        scene kept = s;
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 100; i++) {
                if (i % 7 == 0)
                    disturb(&s);
                rv_world_step(s.world, H);
            }
            hash[round] = rv_world_hash(s.world);
            s = kept;
            CHECK(rv_world_restore(s.world, buffer, bytes));
        }
        CHECK(hash[0] == hash[1]);
        free(buffer);
        rv_world_destroy(s.world);
    }
}
