// What a cable holds it keeps holding: while others of its parts are changed, while its drums run
// empty or turn fast, while pulleys next to each other lift off.
#include "cable_fixture.h"

static const double H = 1.0 / 60.0;

// 100 kg on the left of a pulley that grips; the right end on the world
typedef struct hitch {
    rv_world* world;
    rv_body_id load;
    rv_cable_id cable;
} hitch;

static hitch hitch_make(bool drum) {
    hitch h = {.world = default_world()};
    h.load = add_particle(h.world, 100.0, vec(-0.5, 0, -5));
    rv_cable_node nodes[] = {fixed_at(h.load, vec(0, 0, 0)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.5),
                             fixed_at(NO_BODY, vec(3, 0, -1))};
    nodes[1].friction = INFINITY;
    nodes[1].side = 1;
    if (drum)
        nodes[2] = drum_at(NO_BODY, vec(3, 0, -1), 0.0);
    h.cable = add_cable(h.world, nodes, 3);
    CHECK(steps_are_ok(h.world, H, 60));
    return h;
}

// it may stretch and swing a little, but not give
static void check_held(const hitch* h) {
    CHECK(steps_are_ok(h->world, H, 120));
    CHECK_NEAR(rv_cable_tension(h->world, h->cable, 0), 981.0, 1.0);
    CHECK_NEAR(rv_body_center(h->world, h->load).z, -5.0, 1e-3);
}

TEST(a_load_on_a_gripping_pulley_is_held_while_the_other_end_is_put_elsewhere) {
    hitch h = hitch_make(false);
    rv_cable_node end = fixed_at(NO_BODY, vec(1, 0, -1));
    CHECK(rv_cable_attach(h.world, h.cable, 2, &end));
    check_held(&h);
    rv_cable_node eye = eye_at(NO_BODY, vec(0.8, 0, -0.7));
    CHECK(rv_cable_insert_node(h.world, h.cable, 2, &eye));
    check_held(&h);
    CHECK(rv_cable_remove_node(h.world, h.cable, 2));
    check_held(&h);
    CHECK(rv_cable_cut(h.world, h.cable) && rv_cable_mend(h.world, h.cable));
    check_held(&h);
    rv_world_destroy(h.world);
}

TEST(what_a_drum_gives_or_takes_stays_in_its_own_section) {
    hitch h = hitch_make(true);
    double length = rv_cable_length(h.world, h.cable);
    CHECK(rv_cable_set_length(h.world, h.cable, length + 1.0));
    check_held(&h);
    CHECK_NEAR(rv_cable_length(h.world, h.cable), length + 1.0, 1e-9);
    // 3.16 m and an arc lie between the pulley and the drum: it cannot take 5 m
    CHECK(!rv_cable_set_length(h.world, h.cable, length - 5.0));
    CHECK_TEXT(rv_world_error(h.world),
               "rv_cable_set_length: length = 4.14816 m: winds in 6 m where the drum's section has "
               "5.14816 m");
    check_held(&h);
    rv_world_destroy(h.world);
}

TEST(a_brake_of_nothing_lets_the_load_fall_and_then_catches_it) {
    rv_world* world = default_world();
    rv_body_id load = add_particle(world, 100.0, vec(0, 0, -2));
    rv_cable_node nodes[] = {drum_at(NO_BODY, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].winch.brake_force = 0.0;
    rv_cable_id cable = add_cable(world, nodes, 2);
    CHECK(steps_are_ok(world, H, 60));
    // h n (n + 1)/2 g of the stepper: it falls freely and takes the cable along
    CHECK_NEAR(rv_body_center(world, load).z, -2.0 - 9.81 * H * H * 60.0 * 61.0 / 2.0, 1e-9);
    CHECK_NEAR(rv_cable_length(world, cable), -rv_body_center(world, load).z, 1e-3);
    rv_winch winch = rv_cable_winch(world, cable, 0);
    winch.brake_force = INFINITY;
    CHECK(rv_cable_set_winch(world, cable, 0, &winch));
    double length = rv_cable_length(world, cable);
    CHECK(steps_are_ok(world, H, 60));
    CHECK_NEAR(rv_body_center(world, load).z, -length, 1e-2);
    CHECK_NEAR(rv_body_velocity(world, load).z, 0.0, 1e-2);
    rv_world_destroy(world);
}

TEST(the_drum_that_runs_empty_is_named) {
    for (int which = 0; which < 2; which++) {
        rv_world* world = default_world();
        rv_body_id load = add_unit(world, vec(0, 0, -2));
        rv_cable_node nodes[] = {drum_at(NO_BODY, vec(-1, 0, 0), 0.0), eye_at(load, vec(0, 0, 0.1)),
                                 drum_at(NO_BODY, vec(1, 0, 0), 0.0)};
        nodes[2 * which].winch.stored = 0.5;
        nodes[2 * which].winch.speed = 1.0;
        add_cable(world, nodes, 3);
        int empty = 0;
        rv_cable_event event = {.node = -1};
        for (int i = 0; i < 60; i++) {
            CHECK(steps_are_ok(world, H, 1));
            empty += events_of(world, RV_CABLE_EVENT_EMPTY, &event);
        }
        CHECK(empty == 1 && event.node == 2 * which);
        rv_world_destroy(world);
    }
}

TEST(a_drum_on_a_turning_body_gives_no_more_than_it_has) {
    rv_world* world = default_world();
    rv_body_id drum = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_id load = add_particle(world, 10.0, vec(0.2, 0, -1));
    rv_cable_node nodes[] = {drum_at(drum, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].radius = 0.2;
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].side = 1;
    nodes[0].winch.stored = 0.5;
    rv_cable_id cable = add_cable(world, nodes, 2);
    rv_body_set_angular_velocity(world, drum, vec(0, 3, 0));
    int empty = 0;
    for (int i = 0; i < 120; i++) {
        // a drum that goes on turning when it is empty does work on nothing, which the audit tells
        if (empty == 0)
            CHECK(steps_are_ok(world, H, 1));
        else
            CHECK(rv_world_step(world, H) == RV_STATUS_OK
                  || rv_world_report(world).audit.energy_gain > 0.0);
        empty += events_of(world, RV_CABLE_EVENT_EMPTY, NULL);
        CHECK(rv_cable_winch(world, cable, 0).stored >= 0.0);
    }
    CHECK(empty == 1);
    CHECK_NEAR(rv_cable_length(world, cable), 1.5, 1e-9);
    rv_world_destroy(world);
}

TEST(a_drum_winds_by_the_turn_it_made_however_fast_it_starts) {
    // more than half a turn per step from one step to the next
    rv_world* world = default_world();
    rv_body_id drum = add_kinematic(world, vec(0, 0, 0), vec(0, 0, 0));
    rv_body_id load = add_particle(world, 1.0, vec(0.1, 0, -20));
    rv_cable_node nodes[] = {drum_at(drum, vec(0, 0, 0), 0.0), fixed_at(load, vec(0, 0, 0))};
    nodes[0].radius = 0.1;
    nodes[0].axis = vec(0, 1, 0);
    nodes[0].side = 1;
    rv_cable_id cable = add_cable(world, nodes, 2);
    CHECK(steps_are_ok(world, H, 3));
    double length = rv_cable_length(world, cable);
    rv_body_set_angular_velocity(world, drum, vec(0, -220, 0));
    for (int i = 0; i < 4; i++) {
        CHECK(steps_are_ok(world, H, 1));
        // the path is found at the start of a step
        CHECK_NEAR(rv_cable_length(world, cable) - length, -220.0 * 0.1 * H * i, 1e-3);
    }
    rv_world_destroy(world);
}

TEST(a_pulley_that_lifts_off_leaves_the_wrap_of_the_next_one_alone) {
    rv_world* world = weightless_world();
    rv_body_id hand = add_kinematic(world, vec(-3, 0, -0.2), vec(0, 0, 1));
    rv_body_id load = add_particle(world, 1.0, vec(0.5, 0, -3));
    rv_cable_node nodes[] = {
        fixed_at(hand, vec(0, 0, 0)), pulley_at(NO_BODY, vec(-1, 0, 0.5), vec(0, 1, 0), 0.2),
        pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.5), fixed_at(load, vec(0, 0, 0))};
    nodes[1].side = nodes[2].side = 1;
    rv_cable_def def = elastic_cable_def(nodes, 4, 1e4);
    def.length = 10.0; // slack: only the path is looked at
    rv_cable_id cable = cable_of(world, &def);
    CHECK(rv_cable_get_contact(world, cable, 1).touches);
    double wrap = rv_cable_get_contact(world, cable, 2).wrap;
    for (int i = 0; i < 120; i++) {
        CHECK(steps_are_ok(world, H, 1));
        double now = rv_cable_get_contact(world, cable, 2).wrap;
        // the hand's 1 m/s seen from 2 m away
        CHECK_NEAR(now, wrap, 0.02);
        wrap = now;
    }
    CHECK(!rv_cable_get_contact(world, cable, 1).touches);
    rv_world_destroy(world);
}

TEST(a_sharp_edge_jams_from_a_half_turn_on) {
    for (int turns = 0; turns < 3; turns++) {
        rv_world* world = default_world();
        rv_body_id light = add_particle(world, 1.0, vec(-0.3, 0, -2)),
                   heavy = add_particle(world, 2.0, vec(0.3, 0, -2));
        rv_cable_node nodes[] = {fixed_at(light, vec(0, 0, 0)),
                                 pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1, 0), 0.3),
                                 fixed_at(heavy, vec(0, 0, 0))};
        nodes[1].edge = RV_CABLE_SHARP;
        nodes[1].friction = 0.1;
        nodes[1].side = 1;
        nodes[1].turns = turns;
        add_cable(world, nodes, 3);
        CHECK(steps_are_ok(world, H, 60));
        CHECK_NEAR(rv_body_velocity(world, heavy).z, 0.0, 1e-9);
        rv_world_destroy(world);
    }
}

TEST(a_cable_with_too_many_nodes_with_friction_is_refused) {
    enum { COUNT = 510 };
    static rv_cable_node nodes[COUNT];
    rv_world* world = default_world();
    rv_body_id load = add_unit(world, vec(0, 0, -1));
    for (int i = 0; i < COUNT; i++) {
        nodes[i] = i == 0 || i == COUNT - 1 ? fixed_at(NO_BODY, vec(0.1 * i, 0, 0))
                                            : eye_at(NO_BODY, vec(0.1 * i, 0, i % 2));
        nodes[i].friction = i == 0 || i == COUNT - 1 ? 0.0 : 0.1;
    }
    nodes[COUNT - 1].body = load;
    rv_cable_def def = rigid_cable_def(nodes, COUNT);
    CHECK(!rv_cable_is_valid(world, rv_cable_create(world, &def)));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_def.nodes: 508 have friction that slips: must be at most 500");
    for (int i = 1; i < 20; i++)
        nodes[i].friction = INFINITY;
    CHECK(rv_cable_is_valid(world, rv_cable_create(world, &def)));
    rv_world_destroy(world);
}

TEST(an_axis_beyond_all_numbers_and_a_thread_without_strength_are_refused) {
    rv_world* world = default_world();
    rv_body_id load = add_unit(world, vec(0.5, 0, -2));
    rv_cable_node nodes[] = {fixed_at(NO_BODY, vec(-0.5, 0, -2)),
                             pulley_at(NO_BODY, vec(0, 0, 0), vec(0, 1e200, 0), 0.5),
                             fixed_at(load, vec(0, 0, 0))};
    rv_cable_def def = rigid_cable_def(nodes, 3);
    CHECK(!rv_cable_is_valid(world, rv_cable_create(world, &def)));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_def.nodes[1].axis = (0, 1e+200, 0): must be finite");
    nodes[1].axis = vec(0, 1, 0);
    def.EA = NAN;
    def.diameter = 1e-170;
    CHECK(!rv_cable_is_valid(world, rv_cable_create(world, &def)));
    CHECK_TEXT(rv_world_error(world),
               "rv_cable_def.diameter = 1e-170 m: too thin for the material's EA to be > 0");
    rv_world_destroy(world);
}
