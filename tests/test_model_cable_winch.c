// Winches: speed, slip, limit of the motor, brake, empty and full drums, drums that turn, and the
// work that they do.
#include "cable_fixture.h"

static const double H = 1.0 / 100.0, G = 9.81, MASS = 2.0;

typedef struct hoist {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} hoist;

// a load 2 m below a drum at the origin, or at the other end of the path
static hoist hoist_make(const rv_winch* winch, bool drum_is_last) {
    hoist x = {.world = default_world()};
    x.load = add_particle(x.world, MASS, vec(0, 0, -2));
    rv_cable_node drum = drum_at(NO_BODY, vec(0, 0, 0), 0.0);
    drum.winch = *winch;
    rv_cable_node load = fixed_at(x.load, vec(0, 0, 0));
    rv_cable_node nodes[] = {drum_is_last ? load : drum, drum_is_last ? drum : load};
    x.cable = add_cable(x.world, nodes, 2);
    return x;
}

// at its speed at once
static rv_winch winch_of(double speed) {
    rv_winch winch = rv_cable_node_default().winch;
    winch.speed = speed;
    winch.acceleration = INFINITY;
    return winch;
}

static double height(const hoist* x) {
    return rv_body_center(x->world, x->load).z;
}

TEST(a_winch_moves_its_load_with_its_speed) {
    for (int last = 0; last < 2; last++)
        for (int sign = -1; sign <= 1; sign += 2) {
            rv_winch winch = winch_of(0.5 * sign);
            hoist x = hoist_make(&winch, last);
            for (int i = 1; i <= 100; i++) {
                CHECK(steps_are_ok(x.world, H, 1));
                CHECK_NEAR(rv_cable_length(x.world, x.cable), 2.0 + 0.5 * sign * H * i, 1e-12);
                CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, last), 0.5 * sign, 1e-12);
                // what is paid out waits for the load, which needs 0.1 s to fall as fast
                if (i < (sign > 0 ? 20 : 2))
                    continue;
                CHECK_NEAR(height(&x), -2.0 - 0.5 * sign * H * i, 1e-9);
                CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), MASS * G, 1e-6);
            }
            rv_world_destroy(x.world);
        }
}

// a key that jumps: the load gets the acceleration, not the jump
TEST(a_winch_speeds_up_and_stops_by_its_acceleration) {
    rv_winch winch = rv_cable_node_default().winch;
    CHECK(winch.acceleration == 0.5);
    hoist x = hoist_make(&winch, false);
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK(rv_cable_set_winch_speed(x.world, x.cable, 0, -0.1));
    for (int i = 1; i <= 60; i++) {
        if (i == 31)
            CHECK(rv_cable_set_winch_speed(x.world, x.cable, 0, 0.0));
        CHECK(steps_are_ok(x.world, H, 1));
        double run = i <= 20 ? 0.5 * H * i : i <= 30 ? 0.1 : fmax(0.1 - 0.5 * H * (i - 30), 0.0);
        double a = i <= 20 ? 0.5 : i > 30 && i <= 50 ? -0.5 : 0.0;
        CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, 0), -run, 1e-12);
        CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), MASS * (G + a), 1e-6);
        CHECK((rv_cable_winch_state(x.world, x.cable, 0) == RV_WINCH_HOLDS) == (i >= 50));
    }
    rv_world_destroy(x.world);
}

TEST(a_winch_runs_no_faster_than_it_can) {
    rv_winch winch = winch_of(20.0);
    winch.max_speed = 0.75;
    hoist x = hoist_make(&winch, false);
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, 0), 0.75, 1e-12);
    winch.max_speed = NAN;
    CHECK(rv_cable_set_winch(x.world, x.cable, 0, &winch));
    // T = rho c A v is half of 0.33 * 1770 MPa d^2, of what the default material is
    rv_material steel = rv_material_default();
    double v = 0.5 * 0.33 * 1770e6 / (0.25 * RV_PI * sqrt(steel.young * steel.density));
    CHECK_NEAR(rv_cable_winch(x.world, x.cable, 0).max_speed, v, 1e-9);
    CHECK(v > 9.0 && v < 10.0);
    rv_world_destroy(x.world);
}

// a hook that is caught, and comes free: the winch begins anew
TEST(what_a_limit_kept_a_winch_from_it_takes_up_from_rest) {
    rv_winch winch = winch_of(-0.5);
    winch.acceleration = 0.5;
    winch.max_force = 25.0; // of 19.6 N
    hoist x = hoist_make(&winch, false);
    for (int i = 0; i < 100; i++) {
        rv_body_apply_force_at_center(x.world, x.load, vec(0, 0, -100.0));
        rv_body_set_velocity(x.world, x.load, vec(0, 0, 0));
        CHECK(steps_are_ok(x.world, H, 1));
        CHECK(rv_cable_winch_state(x.world, x.cable, 0) == RV_WINCH_STALLED);
    }
    rv_body_set_velocity(x.world, x.load, vec(0, 0, 0));
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, 0), -10.0 * H * 0.5, 1e-9);
    rv_world_destroy(x.world);
}

TEST(a_winch_that_slips_hovers_where_its_slip_eats_its_speed) {
    // Servin, Lacoursiere 2007, fishing rod: 0.5 m/s of winding in and 0.05 m/s/N lift 10 N not at
    // all
    rv_winch winch = winch_of(-0.5);
    winch.slip = 0.05;
    hoist x = hoist_make(&winch, false);
    rv_world_set_gravity(x.world, vec(0, 0, -5)); // 2 kg: 10 N
    CHECK(steps_are_ok(x.world, H, 1000));
    CHECK_NEAR(rv_body_velocity(x.world, x.load).z, 0.0, 1e-6);
    CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), 10.0, 1e-6);
    // with half of the weight it lifts with speed - slip T
    rv_world_set_gravity(x.world, vec(0, 0, -2.5));
    CHECK(steps_are_ok(x.world, H, 500));
    CHECK_NEAR(rv_body_velocity(x.world, x.load).z, 0.5 - 0.05 * 5.0, 1e-6);
    rv_world_destroy(x.world);
}

TEST(a_motor_gives_way_at_its_limit) {
    for (int last = 0; last < 2; last++) {
        rv_winch winch = winch_of(-0.5);
        winch.max_force = 15.0; // of 19.6 N
        hoist x = hoist_make(&winch, last);
        double a = 15.0 / MASS - G;
        for (int i = 1; i <= 50; i++) {
            CHECK(steps_are_ok(x.world, H, 1));
            CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), 15.0, 1e-9);
            CHECK_NEAR(rv_body_velocity(x.world, x.load).z, a * H * i, 1e-9);
            CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, last), -a * H * i, 1e-6);
        }
        CHECK_NEAR(rv_cable_path_length(x.world, x.cable), rv_cable_length(x.world, x.cable), 1e-6);
        rv_world_destroy(x.world);
    }
}

TEST(a_motor_with_force_to_spare_lifts_as_if_it_had_no_limit) {
    rv_winch winch = winch_of(-0.5);
    winch.max_force = 25.0;
    hoist x = hoist_make(&winch, false);
    // 5.4 N more than the weight bring 2 kg to 0.5 m/s in 0.19 s
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), 25.0, 1e-9);
    CHECK_NEAR(rv_body_velocity(x.world, x.load).z, (25.0 / MASS - G) * 0.1, 1e-9);
    CHECK(steps_are_ok(x.world, H, 100));
    CHECK_NEAR(rv_body_velocity(x.world, x.load).z, 0.5, 1e-6);
    CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), MASS * G, 1e-6);
    rv_world_destroy(x.world);
}

TEST(the_brake_holds_up_to_its_force) {
    for (int holds = 0; holds < 2; holds++) {
        rv_winch winch = winch_of(0.0);
        winch.brake_force = holds ? 20.0 : 12.0;
        winch.max_force = 1.0; // not the motor's business
        hoist x = hoist_make(&winch, false);
        CHECK(steps_are_ok(x.world, H, 50));
        CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), holds ? MASS * G : 12.0, 1e-6);
        CHECK_NEAR(rv_body_velocity(x.world, x.load).z, holds ? 0.0 : (12.0 / MASS - G) * 0.5,
                   1e-6);
        rv_world_destroy(x.world);
    }
}

TEST(an_empty_drum_holds_its_end_and_says_so_once) {
    for (int last = 0; last < 2; last++) {
        rv_winch winch = winch_of(1.0);
        winch.stored = 0.305;
        winch.brake_force = 1.0;
        hoist x = hoist_make(&winch, last);
        int empty = 0;
        rv_cable_event event = {.node = -1};
        for (int i = 0; i < 100; i++) {
            CHECK(steps_are_ok(x.world, H, 1));
            empty += events_of(x.world, RV_CABLE_EVENT_EMPTY, &event);
            CHECK(empty == (i >= 30));
        }
        CHECK(event.node == last && event.cable.slot == x.cable.slot);
        CHECK_NEAR(rv_cable_winch(x.world, x.cable, last).stored, 0.0, 1e-12);
        CHECK_NEAR(rv_cable_length(x.world, x.cable), 2.305, 1e-12);
        CHECK_NEAR(height(&x), -2.305, 1e-6);
        CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), MASS * G, 1e-6);
        CHECK_NEAR(rv_cable_winch_speed(x.world, x.cable, last), 0.0, 0.0);
        // it winds in again
        CHECK(rv_cable_set_winch_speed(x.world, x.cable, last, -0.5));
        CHECK(steps_are_ok(x.world, H, 50));
        CHECK_NEAR(rv_cable_length(x.world, x.cable), 2.055, 1e-9);
        rv_world_destroy(x.world);
    }
}

TEST(a_full_drum_takes_no_more_and_says_so_once) {
    rv_winch winch = winch_of(-1.0);
    winch.stored = 0.5;
    winch.capacity = 0.805;
    hoist x = hoist_make(&winch, false);
    int full = 0;
    rv_cable_event event = {.node = -1};
    for (int i = 0; i < 300; i++) {
        CHECK(steps_are_ok(x.world, H, 1));
        full += events_of(x.world, RV_CABLE_EVENT_FULL, &event);
        CHECK(full == (i >= 30));
    }
    CHECK(event.node == 0);
    CHECK_NEAR(rv_cable_length(x.world, x.cable), 2.0 - 0.305, 1e-12);
    CHECK_NEAR(height(&x), -1.695, 1e-6);
    CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), MASS * G, 1e-6);
    rv_world_destroy(x.world);
}

TEST(a_winch_winds_in_no_more_than_there_is) {
    rv_winch winch = winch_of(-1.0);
    hoist x = hoist_make(&winch, false);
    rv_world_set_gravity(x.world, vec(0, 0, 0));
    for (int i = 0; i < 400; i++)
        CHECK(rv_world_step(x.world, H) != RV_STATUS_FAILED);
    CHECK(rv_cable_length(x.world, x.cable) > 0.0);
    CHECK(isfinite(height(&x)) && rv_world_report(x.world).nonfinite_count == 0);
    rv_world_destroy(x.world);
}

TEST(a_changed_winch_is_the_one_that_works) {
    rv_winch winch = winch_of(0.0);
    hoist x = hoist_make(&winch, false);
    winch.speed = 0.25;
    winch.stored = 3.0;
    winch.capacity = 9.0;
    CHECK(rv_cable_set_winch(x.world, x.cable, 0, &winch));
    CHECK(steps_are_ok(x.world, H, 100));
    CHECK_NEAR(rv_cable_length(x.world, x.cable), 2.25, 1e-12);
    rv_winch now = rv_cable_winch(x.world, x.cable, 0);
    CHECK_NEAR(now.stored, 2.75, 1e-12);
    CHECK_NEAR(rv_cable_get_node(x.world, x.cable, 0).winch.stored, 2.75, 1e-12);
    CHECK_NEAR(rv_cable_get_contact(x.world, x.cable, 0).slip, 0.25, 1e-12);
    rv_world_destroy(x.world);
}

TEST(two_drums_of_one_cable_add_up) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, MASS, vec(0, 0, -2));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-1, 0, 0), -0.2), eye_at(load, vec(0, 0, 0)),
                             drum_at(NO_BODY, vec(1, 0, 0), 0.1)};
    rv_cable_id cable = add_cable(world, nodes, 3);
    CHECK(steps_are_ok(world, H, 100));
    CHECK_NEAR(rv_cable_length(world, cable), 2.0 * sqrt(5.0) - 0.1, 1e-12);
    CHECK_NEAR(rv_cable_winch_speed(world, cable, 0), -0.2, 1e-12);
    CHECK_NEAR(rv_cable_winch_speed(world, cable, 2), 0.1, 1e-12);
    rv_world_destroy(world);
}

TEST(a_drum_that_is_turned_by_hand_winds_its_cable) {
    // right-handed about y it leaves downward at x = r; turning about y pays out r w
    for (int sign = -1; sign <= 1; sign += 2) {
        rv_world* world = default_world();
        rv_body_id body = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
        rv_body_set_angular_velocity(world, body, vec(0, 2.0 * sign, 0));
        rv_body_id load = add_particle(world, MASS, vec(0.25, 0, -2));
        rv_cable_node nodes[] = {drum_at(body, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
        nodes[0].axis = vec(0, 1, 0);
        nodes[0].radius = 0.25;
        nodes[0].side = 1;
        nodes[0].winch.stored = 10.0;
        rv_cable_id cable = add_cable(world, nodes, 2);
        CHECK(steps_are_ok(world, H, 200));
        // two seconds, 4 rad: more than half a turn
        CHECK_NEAR(rv_body_center(world, load).z, -2.0 - sign * 0.25 * 4.0, 1e-6);
        CHECK_NEAR(rv_cable_length(world, cable), 2.0 + sign * 0.25 * 4.0, 2.0 * 0.25 * H + 1e-6);
        CHECK_NEAR(rv_cable_winch(world, cable, 0).stored + rv_cable_length(world, cable), 12.0,
                   1e-9);
        CHECK_NEAR(rv_cable_tension(world, cable, 0), MASS * G, 1e-6);
        rv_world_destroy(world);
    }
}

TEST(a_drum_may_turn_by_more_than_half_a_turn_in_a_step) {
    // 4.5 rad per step
    rv_world* world = default_world();
    rv_body_id body = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_set_angular_velocity(world, body, vec(0, -4.5 / H, 0));
    rv_body_id load = add_particle(world, MASS, vec(0.002, 0, -2));
    rv_cable_node nodes[] = {drum_at(body, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].radius = 0.002;
    nodes[0].side = 1;
    rv_cable_id cable = add_cable(world, nodes, 2);
    for (int i = 1; i <= 100; i++) {
        CHECK(steps_are_ok(world, H, 1));
        CHECK_NEAR(rv_body_center(world, load).z, -2.0 + 0.002 * 4.5 * i, 1e-5);
    }
    CHECK_NEAR(rv_cable_path_length(world, cable), 2.0 - 0.002 * 450.0, 1e-5);
    rv_world_destroy(world);
}

TEST(a_drum_on_a_hinge_is_turned_by_its_load) {
    // a = m g r^2 / (I + m r^2)
    double r = 0.25, I = 0.5, a = MASS * G * r * r / (I + MASS * r * r);
    rv_world* world = default_world();
    rv_body_id body = add_rigid(world, 3.0, vec(I, I, I), vec(0, 0, 0));
    add_joint_at(world, RV_JOINT_HINGE, NO_BODY, body, vec(0, 0, 0), vec(0, 1, 0));
    rv_body_id load = add_particle(world, MASS, vec(r, 0, -2));
    rv_cable_node nodes[] = {drum_at(body, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].radius = r;
    nodes[0].side = 1;
    rv_cable_id cable = add_cable(world, nodes, 2);
    CHECK(steps_are_ok(world, H, 100));
    CHECK_NEAR(rv_body_velocity(world, load).z, -a, 1e-5);
    CHECK_NEAR(rv_body_angular_velocity(world, body).y, a / r, 1e-5);
    CHECK_NEAR(rv_cable_tension(world, cable, 0), MASS * (G - a), 1e-5);
    rv_world_destroy(world);
}

TEST(what_a_winch_does_is_work) {
    // elastic and without damping: total - work stays. It starts softly, so that the cable, whose
    // stiffness doubles while it is wound in, stores no more than T^2 / 2k = 2 mJ
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, MASS, vec(0, 0, -2.0 - MASS * G / 1e5));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = elastic_cable_def(nodes, 2, 2e5);
    def.length = 2.0;
    rv_cable_id cable = cable_of(world, &def);
    CHECK(steps_are_ok(world, 1e-3, 1));
    double start = rv_world_energy(world).total - rv_world_energy(world).work, largest = 0.0;
    for (int i = 0; i < 2000; i++) {
        CHECK(rv_cable_set_winch_speed(world, cable, 0, -fmin(0.5, 1e-3 * i)));
        CHECK(steps_are_ok(world, 1e-3, 1));
        rv_energy e = rv_world_energy(world);
        largest = fmax(largest, fabs(e.total - e.work - start));
    }
    CHECK(rv_world_energy(world).work > 15.0); // m g 0.875 m = 17.2 J
    // and its work is half a step late while its speed grows: T 0.5 m/s h / 2 = 5 mJ
    CHECK_NEAR(largest, 0.0, 7e-3);
    rv_world_destroy(world);
}

TEST(the_work_of_a_rigid_winch_is_the_gain_in_height) {
    rv_winch winch = winch_of(-0.5);
    hoist x = hoist_make(&winch, false);
    CHECK(steps_are_ok(x.world, H, 10));
    rv_energy before = rv_world_energy(x.world);
    CHECK(steps_are_ok(x.world, H, 100));
    rv_energy after = rv_world_energy(x.world);
    CHECK_NEAR(after.work - before.work, MASS * G * 0.5, 1e-6);
    CHECK_NEAR(after.total - before.total, MASS * G * 0.5, 1e-6);
    rv_world_destroy(x.world);
}

TEST(a_motor_at_its_limit_does_the_work_of_its_force) {
    rv_winch winch = winch_of(-5.0);
    winch.max_force = 30.0;
    hoist x = hoist_make(&winch, false);
    CHECK(steps_are_ok(x.world, H, 1));
    rv_energy before = rv_world_energy(x.world);
    CHECK(steps_are_ok(x.world, H, 30));
    rv_energy after = rv_world_energy(x.world);
    CHECK_NEAR(rv_cable_tension(x.world, x.cable, 0), 30.0, 1e-9);
    CHECK_NEAR(after.total - before.total, after.work - before.work, 1e-6);
    CHECK(after.work - before.work > 1.0);
    rv_world_destroy(x.world);
}

TEST(a_cut_cable_moves_no_load_and_its_winch_goes_on_turning) {
    rv_winch winch = winch_of(-0.5);
    winch.stored = 1.0;
    hoist x = hoist_make(&winch, false);
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK(rv_cable_cut(x.world, x.cable));
    double v = rv_body_velocity(x.world, x.load).z;
    CHECK(steps_are_ok(x.world, H, 10));
    CHECK_NEAR(rv_body_velocity(x.world, x.load).z, v - 10.0 * H * G, 1e-12);
    CHECK(rv_cable_length(x.world, x.cable) > 0.0);
    rv_world_destroy(x.world);
}

// --- what stops at wheels ---

static bool has_event(const rv_world* world, rv_cable_event_type type) {
    int count = 0;
    const rv_cable_event* events = rv_world_cable_events(world, &count);
    bool has = false;
    for (int i = 0; i < count; i++)
        has |= events[i].type == type;
    return has;
}

// A hook is thrown up to its sheave, and a winch without a limiter on its wheels, or a body that is
// moved, pulls it there: its fitting of ten diameters stays between it and the rim.
TEST(a_hook_stops_at_a_sheave_however_it_comes_there) {
    for (int pulled = 0; pulled < 2; pulled++) {
        rv_world* world = default_world();
        rv_body_id hook = add_particle(world, MASS, vec(0.2, 0, -1));
        rv_body_def carriage = rv_body_def_default();
        carriage.type = RV_BODY_KINEMATIC;
        rv_body_id anchor = rv_body_create(world, &carriage);
        rv_cable_node nodes[] = {fixed_at(anchor, vec(-2, 0, 0.2)),
                                 pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.2),
                                 fixed_at(hook, vec(0, 0, 0))};
        rv_cable_def def = elastic_cable_def(nodes, 3, 1e6);
        rv_cable_id cable = cable_of(world, &def);
        CHECK(rv_cable_is_valid(world, cable));
        if (pulled)
            rv_body_set_velocity(world, anchor, vec(-1, 0, 0));
        else
            rv_body_set_velocity(world, hook, vec(0, 0, 6));
        bool blocked = false;
        double nearest = INFINITY, fit = 10.0 * def.diameter;
        for (int i = 0; i < 110; i++) {
            CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
            blocked |= has_event(world, RV_CABLE_EVENT_TWO_BLOCKED);
            rv_vec3 at = rv_body_center(world, hook);
            nearest = fmin(nearest, sqrt(fmax(at.x * at.x + at.z * at.z - 0.04, 0.0)));
        }
        CHECK(blocked);
        CHECK_NEAR(nearest, fit, 0.02 * fit);
        rv_world_destroy(world);
    }
}

// a winch hauls a block against its head sheave: it stalls, and nothing is thrown
TEST(a_winch_stalls_where_a_block_meets_its_sheave) {
    rv_world* world = default_world();
    rv_body_id block = add_rigid(world, 50.0, vec(1, 1, 1), vec(0, 0, -1));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-0.1, 0, 0)),
                             pulley_at(block, vec(0, 0, 0), vec(0, 1, 0), 0.1),
                             pulley_at(NO_BODY, vec(0.2, 0, 0), vec(0, 1, 0), 0.1),
                             drum_at(NO_BODY, vec(2, 0, -1), 0.0)};
    nodes[1].side = 1;
    rv_cable_def def = elastic_cable_def(nodes, 4, 1e6);
    rv_cable_id cable = cable_of(world, &def);
    CHECK(rv_cable_is_valid(world, cable));
    bool blocked = false;
    CHECK(rv_cable_set_winch_speed(world, cable, 3, -0.5));
    for (int i = 0; i < 600; i++) {
        CHECK(rv_world_step(world, H) != RV_STATUS_FAILED);
        rv_winch_state state = rv_cable_winch_state(world, cable, 3);
        blocked |= state == RV_WINCH_BLOCKED || state == RV_WINCH_STALLED;
        CHECK(rv_vec3_length(rv_body_velocity(world, block)) < 1.0);
        rv_vec3 at = rv_body_center(world, block);
        CHECK(hypot(at.x - 0.2, at.z) > 0.2);
    }
    CHECK(blocked);
    rv_world_destroy(world);
}
