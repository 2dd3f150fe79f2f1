// How layered cables begin, and when they are left out of steps: what is longer than its path hangs at
// rest from the start; what swings does not sleep; what rests does, stays, and wakes.
#include "cable_fixture.h"
#include "contact_fixture.h"

static const double H = 1.0 / 100.0, G = 9.81, RHO = 1.2;

static rv_cable_def hanging_def(const rv_cable_node* nodes, int count, double longer) {
    rv_cable_def def = rigid_cable_def(nodes, count);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    def.layer.damping = 0.0;
    def.length = 0.0;
    for (int i = 1; i < count; i++)
        def.length += longer * rv_vec3_length(rv_vec3_sub(nodes[i].point, nodes[i - 1].point));
    return def;
}

// the most kinetic energy within 3 s, over that of falling through the cable's own sag
static double stirs(const rv_cable_node* nodes, int count, double longer, rv_vec3 gravity) {
    rv_world* world = default_world();
    CHECK(rv_world_set_gravity(world, gravity));
    rv_cable_def def = hanging_def(nodes, count, longer);
    rv_cable_id cable = cable_of(world, &def);
    double sag = 0.0, most = 0.0;
    for (int i = 0; i < count - 1; i++)
        sag = fmax(sag, rv_cable_sag(world, cable, i));
    for (int i = 0; i < 300; i++) {
        CHECK(rv_world_step(world, H) == RV_STATUS_OK);
        most = fmax(most, rv_world_energy(world).kinetic);
    }
    rv_world_destroy(world);
    return most / (RHO * def.length * G * fmax(sag, 1e-3));
}

// what is left is the tension of the first step, which no step before it has found
static const double STILL = 1e-6;

TEST(a_cable_longer_than_its_path_begins_at_rest) {
    static const double LONGER[] = {1.0001, 1.001, 1.01, 1.1, 1.5};
    rv_cable_node level[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(20, 0, 0))};
    rv_cable_node spans[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(7, 0, 0)),
                             eye_at(NO_BODY, vec(11, 5, 0)), eye_at(NO_BODY, vec(20, 5, 0)),
                             fixed_at(NO_BODY, vec(25, 0, 0))};
    for (int i = 0; i < 5; i++) {
        CHECK(stirs(level, 2, LONGER[i], vec(0, 0, -G)) < STILL);
        if (LONGER[i] < 1.05)
            CHECK(stirs(spans, 5, LONGER[i], vec(0, 0, -G)) < STILL);
    }
}

TEST(a_leaning_cable_begins_at_rest) {
    rv_cable_node leaning[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(15, 0, 6))};
    CHECK(stirs(leaning, 2, 1.001, vec(0, 0, -G)) < STILL);
    CHECK(stirs(leaning, 2, 1.01, vec(0, 0, -G)) < STILL);
    rv_cable_node over[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(10, 0, 4)),
                            fixed_at(NO_BODY, vec(20, 0, 0))};
    CHECK(stirs(over, 3, 1.005, vec(0, 0, -G)) < STILL);
}

TEST(a_vertical_or_weightless_cable_begins_straight_and_stays_so) {
    rv_cable_node upright[] = {fixed_at(NO_BODY, vec(0, 0, 0)), fixed_at(NO_BODY, vec(0, 0, -9))};
    rv_cable_node level[] = {fixed_at(NO_BODY, vec(0, 0, 0)), eye_at(NO_BODY, vec(9, 0, 0)),
                             fixed_at(NO_BODY, vec(15, 0, 0))};
    CHECK(stirs(upright, 2, 1.05, vec(0, 0, -G)) < 1e-12);
    CHECK(stirs(level, 3, 1.05, vec(0, 0, 0)) < 1e-12);
    CHECK(stirs(level, 3, 1.05, vec(G, 0, 0)) < 1e-12);
}

// --- sleep ---

// a box on the floor below an anchor, with a slack layered cable between them
typedef struct resting {
    rv_world* world;
    rv_body_id box;
    rv_cable_id cable;
} resting;

static resting resting_make(double damping) {
    resting r = {.world = default_world()};
    add_floor(r.world, rough(0.5));
    r.box = add_cube(r.world, 0.5, rough(0.5), at(6, 0, 0.5));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(0, 0, 3)), eye_at(NO_BODY, vec(6, 0, 3)),
                             fixed_at(r.box, vec(0, 0, 0.5))};
    rv_cable_def def = rigid_cable_def(nodes, 3);
    def.model = RV_CABLE_LAYERED;
    def.mass_per_length = RHO;
    def.layer.damping = damping;
    def.length = 8.2;
    r.cable = cable_of(r.world, &def);
    return r;
}

static bool sleeps(const resting* r) {
    return rv_world_report(r->world).asleep_count > 0;
}

TEST(what_swings_does_not_sleep_and_what_rests_does) {
    resting r = resting_make(0.5);
    // sideways gravity for a moment sets it swinging; the box stays where it is
    rv_world_set_gravity(r.world, vec(0, 2, -G));
    for (int i = 0; i < 30; i++)
        rv_world_step(r.world, H);
    rv_world_set_gravity(r.world, vec(0, 0, -G));
    double before = 0.0;
    int slept = -1;
    for (int i = 0; i < 6000 && slept < 0; i++) {
        before = rv_world_energy(r.world).kinetic;
        CHECK(rv_world_step(r.world, H) != RV_STATUS_FAILED);
        slept = sleeps(&r) ? i : -1;
    }
    // more than two seconds of swinging, and then it does; what it has then is little: 7 m with 5 mm/s
    CHECK(slept > 200 && before < 0.5 * RHO * 7.0 * 0.005 * 0.005);
    rv_world_destroy(r.world);
}

TEST(what_sleeps_stays_put_and_wakes) {
    resting r = resting_make(2.0);
    for (int i = 0; i < 3000 && !sleeps(&r); i++)
        CHECK(rv_world_step(r.world, H) != RV_STATUS_FAILED);
    CHECK(sleeps(&r));
    rv_vec3 before[60], now[60];
    int count = rv_cable_points(r.world, r.cable, 0.1, before, NULL, 60);
    for (int i = 0; i < 200; i++)
        CHECK(rv_world_step(r.world, H) == RV_STATUS_OK);
    CHECK(sleeps(&r) && rv_cable_points(r.world, r.cable, 0.1, now, NULL, 60) == count);
    CHECK(memcmp(before, now, (size_t)count * sizeof *now) == 0);
    CHECK(rv_world_energy(r.world).kinetic == 0.0);
    // a push wakes the box, and the cable goes with it
    rv_body_set_velocity(r.world, r.box, vec(0, 0, 1));
    for (int i = 0; i < 10; i++)
        CHECK(rv_world_step(r.world, H) != RV_STATUS_FAILED);
    CHECK(!sleeps(&r));
    CHECK(rv_cable_points(r.world, r.cable, 0.1, now, NULL, 60) == count);
    CHECK(now[count - 1].z > before[count - 1].z + 0.02);
    rv_world_destroy(r.world);
}
