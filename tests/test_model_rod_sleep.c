// Rods that sleep: what lies still is left out of steps, with all of its state, until something wakes it.
#include "contact_fixture.h"
#include "model/rod.h"
#include "rod_fixture.h"

static const double G = 9.81, H = 1e-3;

typedef struct lying {
    rv_world* world;
    rv_body_id floor;
    rv_cable_id cable;
} lying;

// a thread of half a metre that falls on a table in a bow
static lying make_lying(double EI, bool held) {
    enum { SHAPE = 7 };
    lying s = {.world = default_world()};
    s.floor = add_floor(s.world, rough(0.5));
    rv_vec3 line[SHAPE];
    for (int i = 0; i < SHAPE; i++)
        line[i] = vec(0.08 * i, 0.05 * rv_sin(0.8 * i), 0.004);
    rv_cable_node nodes[] = {held ? fixed_at(NO_BODY, line[0]) : free_at(line[0]),
                             free_at(line[SHAPE - 1])};
    rv_cable_def def = rod_def(nodes, 40, EI);
    def.segments.mask = UINT32_MAX;
    def.segments.touches_itself = true;
    def.segments.bend_damping = NAN;
    def.segments.shape = line;
    def.segments.shape_count = SHAPE;
    def.material.friction = 0.5;
    s.cable = cable_of(s.world, &def);
    return s;
}

static bool sleeps(const lying* s) {
    return s->world->rods.data[s->world->cables.data[0].first_rod].asleep;
}

static bool runs_until_it_sleeps(const lying* s, int steps) {
    for (int i = 0; i < steps && !sleeps(s); i++)
        rod_run(s->world, H, 1);
    return sleeps(s);
}

static lying make_asleep(void) {
    lying s = make_lying(1e-6, true);
    CHECK(runs_until_it_sleeps(&s, 5000));
    return s;
}

TEST(a_thread_that_lies_still_sleeps_and_costs_nothing) {
    for (int k = 0; k < 2; k++) {
        lying s = make_lying(k == 0 ? 1e-6 : 1e-4, k == 1);
        bool slept = runs_until_it_sleeps(&s, 5000);
        CHECK(slept);
        CHECK(rv_world_time(s.world) > 0.5);
        rod_line before = rod_read(s.world, s.cable);
        rv_energy energy = rv_world_energy(s.world);
        rod_run(s.world, H, 500);
        rod_line after = rod_read(s.world, s.cable);
        CHECK(memcmp(&before, &after, sizeof before) == 0);
        CHECK(rv_world_report(s.world).dof_count == 0); // nothing is solved for
        CHECK(energy.kinetic == 0.0 && rv_world_energy(s.world).total == energy.total);
        rv_world_destroy(s.world);
    }
}

TEST(what_hangs_swings_or_is_in_a_hand_does_not_sleep) {
    rv_world* world = default_world();
    add_rod(world, fixed_at(NO_BODY, vec(0, 0, 0)), free_at(vec(0, 0, -1)), 10, 1e-4);
    rod_run(world, H, 2000);
    CHECK(!world->rods.data[0].asleep);
    rv_world_destroy(world);
    lying s = make_lying(1e-6, true);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.at = 0.3;
    CHECK(rv_cable_hold(s.world, s.cable, 0, &grip));
    CHECK(!runs_until_it_sleeps(&s, 3000));
    rv_world_destroy(s.world);
}

TEST(it_wakes_with_the_state_that_it_had) {
    lying s = make_asleep();
    rod_run(s.world, H, 100);
    rod_line before = rod_read(s.world, s.cable);
    double tension = rv_cable_tension(s.world, s.cable, 0);
    rv_cable_grip grip = rv_cable_grip_default();
    grip.max_force = 1e-9; // a touch that moves nothing
    CHECK(rv_cable_hold(s.world, s.cable, 0, &grip));
    CHECK(!sleeps(&s));
    rod_run(s.world, H, 1);
    CHECK(rv_world_report(s.world).dof_count > 0);
    rod_line after = rod_read(s.world, s.cable);
    for (int i = 0; i < before.count; i++) {
        // no farther than it may move at all, in a step
        CHECK(distance(before.at[i], after.at[i]) < 0.005 * H);
        CHECK_NEAR(after.tension[i], before.tension[i], 0.02 * 0.01 * 0.5 * G);
    }
    CHECK_NEAR(rv_cable_tension(s.world, s.cable, 0), tension, 0.02 * 0.01 * 0.5 * G);
    rv_world_destroy(s.world);
}

// --- what wakes it ---

TEST(a_body_that_falls_on_it_wakes_it) {
    lying s = make_asleep();
    rv_vec3 over = rod_read(s.world, s.cable).at[20];
    rv_body_id cube = add_cube(s.world, 0.02, rough(0.5), at(over.x, over.y, 0.2));
    rod_run(s.world, H, 50);
    CHECK(sleeps(&s)); // it is not there yet
    bool woke = false;
    for (int i = 0; i < 300 && !woke; i++) {
        rod_run(s.world, H, 1);
        woke = !sleeps(&s);
    }
    CHECK(woke);
    // it lies on the thread now, a diameter above the table on one side at least
    rod_run(s.world, H, 500);
    CHECK(rv_body_center(s.world, cube).z > 0.022);
    rv_world_destroy(s.world);
}

TEST(gravity_contact_laws_cuts_and_floors_that_go_wake_it) {
    for (int k = 0; k < 5; k++) {
        lying s = make_asleep();
        rv_contact_law law = {.friction = 0.1};
        bool ok = k == 0   ? rv_world_set_gravity(s.world, vec(0, 1, -9))
                  : k == 1 ? rv_world_set_contact_law(s.world, 0, 0, &law)
                  : k == 2 ? rv_cable_cut(s.world, s.cable)
                  : k == 3 ? rv_body_set_pose(s.world, s.floor, at(0, 0, -1))
                           : rv_body_destroy(s.world, s.floor);
        CHECK(ok && !sleeps(&s));
        rod_run(s.world, H, 300);
        if (k >= 3)
            CHECK(rod_tip(s.world, s.cable).z < -0.1);
        rv_world_destroy(s.world);
    }
}

TEST(an_end_that_is_moved_wakes_it) {
    lying s = {.world = default_world()};
    add_floor(s.world, rough(0.5));
    rv_body_id mover = add_kinematic(s.world, vec(0, 0, 0.003), vec(0, 0, 0));
    rv_cable_node nodes[] = {fixed_at(mover, vec(0, 0, 0)), free_at(vec(0.3, 0, 0.003))};
    rv_cable_def def = rod_def(nodes, 20, 1e-6);
    def.segments.mask = UINT32_MAX;
    def.segments.bend_damping = NAN;
    def.segments.drag.across = 1.2; // ends the swing of what is lifted
    def.segments.drag.density = 1000.0;
    s.cable = cable_of(s.world, &def);
    CHECK(runs_until_it_sleeps(&s, 5000));
    rv_body_set_velocity(s.world, mover, vec(0, 0, 0.1));
    rod_run(s.world, H, 500);
    CHECK(!sleeps(&s));
    CHECK_NEAR(rod_read(s.world, s.cable).at[0].z, 0.053, 1e-9);
    rv_body_set_velocity(s.world, mover, vec(0, 0, 0));
    CHECK(runs_until_it_sleeps(&s, 20000));
    rv_world_destroy(s.world);
}

// --- sleepers are state ---

TEST(a_sleeper_is_saved_and_restored) {
    lying s = make_asleep();
    size_t bytes = rv_world_snapshot_bytes(s.world);
    void* saved = malloc(bytes);
    CHECK(saved != NULL && rv_world_save(s.world, saved, bytes) == bytes);
    uint64_t hash[2];
    for (int round = 0; round < 2; round++) {
        CHECK(sleeps(&s));
        rod_run(s.world, H, 10);
        rv_cable_grip grip = rv_cable_grip_default();
        grip.target = vec(0.1, 0, 0.1);
        CHECK(rv_cable_hold(s.world, s.cable, 0, &grip));
        rod_run(s.world, H, 200);
        hash[round] = rv_world_hash(s.world);
        if (round == 0)
            CHECK(rv_world_restore(s.world, saved, bytes));
    }
    CHECK(hash[0] == hash[1]);
    free(saved);
    rv_world_destroy(s.world);
}
