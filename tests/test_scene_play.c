// Scenes as worlds: chains, joints, script, controls and probes.
#include "scene_fixture.h"

static rv_vec3 position(const stage* s, const char* name) {
    return rv_body_pose(s->world, rv_scene_play_body(s->play, name)).position;
}

TEST(particles_of_a_chain_between_two_ends_part_the_line_evenly) {
    stage s = build(
        HEAD ", \"bodies\": [ { \"name\": \"load\", \"mass\": 5, \"position\": [0, 0, -4] } ],"
             "\"chains\": [ { \"name\": \"c\", \"from\": [0, 0, 0], \"to\": [0, 0, -4],"
             "\"count\": 3, \"mass\": 1, \"start\": \"world\", \"end\": \"load\" } ] }");
    if (s.play != NULL) {
        rv_scene_summary summary = rv_scene_summarize(s.scene);
        CHECK(summary.bodies == 4 && summary.joints == 4);
        CHECK(rv_body_count(s.world) == 4 && rv_joint_count(s.world) == 4);
        CHECK_NEAR(position(&s, "c[0]").z, -1.0, 1e-15);
        CHECK_NEAR(position(&s, "c[2]").z, -3.0, 1e-15);
        CHECK(rv_body_get_kind(s.world, rv_scene_play_body(s.play, "c[1]")) == RV_BODY_PARTICLE);
        CHECK_NEAR(rv_joint_coordinate(s.world, rv_scene_play_joint(s.play, "c.link[3]")), 1.0,
                   1e-12);
        CHECK(!rv_joint_is_valid(s.world, rv_scene_play_joint(s.play, "c.link[4]")));
        CHECK(!rv_body_is_valid(s.world, rv_scene_play_body(s.play, "c")));
    }
    tear_down(&s);
}

TEST(segments_of_a_chain_fill_the_line_and_lie_along_it) {
    stage s =
        build(HEAD ", \"chains\": [ { \"name\": \"c\", \"kind\": \"segments\", \"from\": [0, 0, 0],"
                   "\"to\": [0, 3, 0], \"count\": 3, \"radius\": 0.1, \"start\": \"world\" } ] }");
    if (s.play != NULL) {
        rv_body_id middle = rv_scene_play_body(s.play, "c[1]");
        CHECK_NEAR(position(&s, "c[1]").y, 1.5, 1e-15);
        // x of the segment is y of the world
        CHECK_NEAR(rv_body_point(s.world, middle, rv_vec3_make(1.0, 0.0, 0.0)).y, 2.5, 1e-12);
        // steel: pi r^2 l rho
        CHECK_NEAR(rv_body_mass_properties(s.world, middle).mass,
                   3.14159265358979 * 0.01 * 1.0 * 7850.0, 1e-9);
        CHECK(rv_joint_get_type(s.world, rv_scene_play_joint(s.play, "c.link[0]"))
              == RV_JOINT_BALL);
        CHECK(rv_joint_count(s.world) == 3);
    }
    tear_down(&s);
}

#define RAIL                                                                                       \
    ", \"gravity\": [0, 0, 0], \"step\": { \"rate\": 100 }, \"bodies\": [ { \"name\": \"cart\", "  \
    "\"mass\": 1 } ], \"joints\": [ { \"name\": \"rail\", \"type\": \"slider\", "                  \
    "\"bodies\": [\"world\", \"cart\"], \"axis\": [1, 0, 0], \"motor\": { \"speed\": 0 } } ]"

TEST(a_script_ramps_a_motor_and_the_cart_travels_the_area_under_the_ramp) {
    stage s = build(HEAD RAIL ", \"script\": [ { \"at\": 3, \"set\": { \"rail.speed\": 0 } },"
                              "{ \"at\": 1, \"over\": 1, \"set\": { \"rail.speed\": 2 } } ],"
                              "\"probes\": [ \"rail.speed\", \"cart.position.x\" ] }");
    if (s.play != NULL) {
        for (int i = 0; i < 100; i++)
            rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 0.0, 1e-9);
        for (int i = 0; i < 50; i++)
            rv_scene_play_step(s.play);
        // the middle of the last step is at 1.495 s
        CHECK_NEAR(column(&s, "rail.speed"), 0.99, 1e-6);
        for (int i = 0; i < 250; i++)
            rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 0.0, 1e-6);
        // 1 s at 1 m/s on average, 1 s at 2 m/s
        CHECK_NEAR(column(&s, "cart.position.x"), 3.0, 1e-6);
    }
    tear_down(&s);
}

TEST(a_touched_control_ends_the_script_and_released_it_stops_until_the_reset) {
    stage s =
        build(HEAD RAIL ", \"controls\": [ { \"key\": [\"a\", \"d\"], \"drive\": \"rail.speed\","
                        "\"range\": [-1, 3], \"label\": \"cart\" } ],"
                        "\"script\": [ { \"at\": 0, \"set\": { \"rail.speed\": 0.5 } },"
                        "{ \"at\": 0.055, \"over\": 1, \"set\": { \"rail.speed\": 2 } } ],"
                        "\"probes\": [ \"rail.speed\" ] }");
    if (s.play != NULL) {
        rv_scene_control control = rv_scene_control_at(s.scene, 0);
        CHECK_TEXT(control.keys[1], "d");
        CHECK_TEXT(control.label, "cart");
        size_t bytes = rv_world_snapshot_bytes(s.world);
        void* start = malloc(bytes);
        CHECK(start != NULL && rv_world_save(s.world, start, bytes) > 0);
        // a control that is let go without a touch leaves the script alone
        CHECK(rv_scene_play_set_control(s.play, 0, 0.0));
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 0.5, 1e-9);
        CHECK(rv_scene_play_set_control(s.play, 0, 1.0));
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 3.0, 1e-9);
        CHECK(rv_scene_play_set_control(s.play, 0, -1.0));
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), -1.0, 1e-9);
        // the released cart stands, also past the next entry of the script
        CHECK(rv_scene_play_set_control(s.play, 0, 0.0));
        for (int i = 0; i < 20; i++) {
            rv_scene_play_step(s.play);
            CHECK_NEAR(column(&s, "rail.speed"), 0.0, 1e-9);
        }
        CHECK(!rv_scene_play_set_control(s.play, 0, 1.5));
        CHECK(!rv_scene_play_set_control(s.play, 0, NAN));
        CHECK(!rv_scene_play_set_control(s.play, 1, 0.0));
        // the reset gives the cart back to the script
        CHECK(rv_world_restore(s.world, start, bytes));
        rv_scene_play_reset(s.play);
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 0.5, 1e-9);
        free(start);
    }
    tear_down(&s);
}

TEST(quantities_that_share_a_control_leave_the_script_together_and_others_stay) {
    stage s = build(HEAD RAIL
                    ", \"controls\": ["
                    "{ \"key\": [\"a\", \"d\"], \"range\": [-1, 1],"
                    "\"drive\": [\"rail.speed\", \"gravity.x\"] },"
                    "{ \"key\": [\"q\", \"e\"], \"range\": [-3, 3], \"drive\": \"gravity.x\" },"
                    "{ \"key\": [\"y\", \"c\"], \"range\": [-3, 3], \"drive\": \"gravity.y\" } ],"
                    "\"script\": [ { \"at\": 0, \"set\": { \"rail.speed\": 2, \"gravity.x\": 5,"
                    "\"gravity.y\": 7 } }, { \"at\": 0.1, \"set\": { \"gravity.x\": 50,"
                    "\"gravity.y\": 70 } } ], \"probes\": [ \"rail.speed\" ] }");
    if (s.play != NULL) {
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), 2.0, 1e-9);
        // 5 + 1 (3 - 5): gravity is no speed, so that its released value is what the script had
        CHECK(rv_scene_play_set_control(s.play, 1, 1.0));
        rv_scene_play_step(s.play);
        CHECK_NEAR(rv_world_gravity(s.world).x, 3.0, 1e-12);
        CHECK_NEAR(column(&s, "rail.speed"), 0.0, 1e-9);
        CHECK(rv_scene_play_set_control(s.play, 1, 0.0));
        for (int i = 0; i < 20; i++)
            rv_scene_play_step(s.play);
        CHECK_NEAR(rv_world_gravity(s.world).x, 5.0, 1e-12);
        CHECK_NEAR(rv_world_gravity(s.world).y, 70.0, 1e-12);
    }
    tear_down(&s);
}

TEST(a_control_drives_several_quantities_alike) {
    stage s = build(HEAD RAIL
                    ", \"controls\": [ { \"key\": [\"a\", \"d\"], \"range\": [-1, 3],"
                    "\"drive\": [\"gravity.x\", \"gravity.y\", \"gravity.z\", \"rail.speed\"] },"
                    "{ \"key\": \"f\", \"range\": [0, 3], \"drive\": [\"gravity.y\"] } ],"
                    "\"script\": [ { \"at\": 0, \"set\": { \"gravity.y\": 1 } } ],"
                    "\"probes\": [ \"rail.speed\" ] }");
    if (s.play != NULL) {
        rv_scene_control both = rv_scene_control_at(s.scene, 0);
        rv_scene_control one = rv_scene_control_at(s.scene, 1);
        CHECK_TEXT(both.label, "gravity.x, gravity.y, gravity.z, rail.speed");
        CHECK_TEXT(both.drives[3], "rail.speed");
        // not all are accelerations
        CHECK_TEXT(both.unit, "");
        CHECK_TEXT(one.label, "gravity.y");
        CHECK_TEXT(one.unit, "m/s^2");
        CHECK(one.drives[1] == NULL);
        CHECK(rv_scene_play_set_control(s.play, 0, 0.5));
        rv_scene_play_step(s.play);
        // half way from 0, 1 and 0 to 3
        rv_vec3 gravity = rv_world_gravity(s.world);
        CHECK_NEAR(gravity.x, 1.5, 1e-15);
        CHECK_NEAR(gravity.y, 2.0, 1e-15);
        CHECK_NEAR(gravity.z, 1.5, 1e-15);
        CHECK_NEAR(column(&s, "rail.speed"), 1.5, 1e-9);
    }
    tear_down(&s);
}

TEST(what_several_controls_of_one_quantity_do_adds_up) {
    stage s = build(HEAD RAIL ", \"controls\": ["
                              "{ \"key\": [\"a\", \"d\"], \"drive\": \"rail.speed\","
                              "\"range\": [-1, 3] },"
                              "{ \"key\": [\"q\", \"e\"], \"drive\": \"rail.speed\","
                              "\"range\": [-0.3, 0.3] } ],"
                              "\"script\": [ { \"at\": 0, \"set\": { \"rail.speed\": 0.5 } } ],"
                              "\"probes\": [ \"rail.speed\" ] }");
    // positions of the two, and |p| end + |q| end
    static const double cases[][3] = {
        {1.0, 1.0, 3.3},   {1.0, -1.0, 2.7}, {-1.0, -1.0, -1.3}, {0.5, 0.25, 1.575},
        {-0.5, 0.0, -0.5}, {0.0, 1.0, 0.3},  {0.0, 0.0, 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0] && s.play != NULL; i++) {
        CHECK(rv_scene_play_set_control(s.play, 0, cases[i][0]));
        CHECK(rv_scene_play_set_control(s.play, 1, cases[i][1]));
        rv_scene_play_step(s.play);
        CHECK_NEAR(column(&s, "rail.speed"), cases[i][2], 1e-9);
    }
    tear_down(&s);
}

TEST(kinematic_bodies_and_gravity_can_be_driven) {
    stage s = build(HEAD ", \"step\": { \"rate\": 100 }, \"bodies\": ["
                         "{ \"name\": \"hand\", \"type\": \"kinematic\" },"
                         "{ \"name\": \"ball\", \"kind\": \"particle\", \"mass\": 1 } ],"
                         "\"script\": [ { \"at\": 0, \"set\": { \"hand.velocity.y\": 2,"
                         "\"hand.angular_velocity.z\": 1, \"gravity.z\": 1 } } ] }");
    if (s.play != NULL) {
        for (int i = 0; i < 100; i++)
            rv_scene_play_step(s.play);
        CHECK_NEAR(position(&s, "hand").y, 2.0, 1e-9);
        CHECK_NEAR(position(&s, "ball").z, 0.01 * 0.01 * 100 * 101 / 2.0, 1e-9);
        CHECK_NEAR(rv_body_pose(s.world, rv_scene_play_body(s.play, "hand")).rotation.z,
                   0.47942553860420, 1e-6); // sin(1/2)
    }
    tear_down(&s);
}

TEST(probes_are_columns_named_after_what_they_read) {
    stage s = build(HEAD ", \"bodies\": [ { \"name\": \"b\", \"mass\": 1, \"position\": [1, 2, 3],"
                         "\"rotation\": { \"axis\": [0, 0, 2], \"angle\": 3.141592653589793 } } ],"
                         "\"probes\": [ \"b.position\", \"b.rotation\", \"b.velocity.z\","
                         "\"energy.total\" ] }");
    if (s.play != NULL) {
        char name[64];
        CHECK(rv_scene_play_column_count(s.play) == 9);
        rv_scene_play_column_name(s.play, 3, name, sizeof name);
        CHECK_TEXT(name, "b.rotation.w");
        rv_scene_play_column_name(s.play, 8, name, sizeof name);
        CHECK_TEXT(name, "energy.total");
        CHECK(rv_scene_play_column_name(s.play, 9, name, sizeof name) == 0);
        CHECK_NEAR(column(&s, "b.position.y"), 2.0, 0.0);
        CHECK_NEAR(column(&s, "b.rotation.w"), 0.0, 1e-12);
        CHECK_NEAR(column(&s, "b.rotation.z"), 1.0, 1e-12);
        CHECK_NEAR(column(&s, "energy.total"), 9.81 * 3.0, 1e-9);
        rv_scene_play_body_name(s.play, rv_scene_play_body(s.play, "b"), name, sizeof name);
        CHECK_TEXT(name, "b");
    }
    tear_down(&s);
}

TEST(sizes_in_a_scene_are_full_sizes) {
    stage s = build(
        HEAD ", \"materials\": { \"oak\": { \"density\": 700 } }, \"bodies\": ["
             "{ \"name\": \"b\", \"material\": \"oak\", \"shapes\": ["
             "{ \"box\": [1, 2, 3] }, { \"cylinder\": { \"radius\": 1, \"length\": 2 } } ] } ] }");
    if (s.play != NULL)
        CHECK_NEAR(rv_body_mass_properties(s.world, rv_scene_play_body(s.play, "b")).mass,
                   700.0 * (6.0 + 2.0 * 3.14159265358979), 1e-6);
    tear_down(&s);
}

TEST(a_joint_sits_at_its_second_body_unless_told_otherwise) {
    stage s = build(
        HEAD
        ", \"bodies\": [ { \"name\": \"b\", \"mass\": 1, \"position\": [1, 2, 3] } ],"
        "\"joints\": [ { \"name\": \"j\", \"type\": \"ball\", \"bodies\": [\"world\", \"b\"] },"
        "{ \"name\": \"k\", \"type\": \"spring\", \"bodies\": [\"world\", \"b\"],"
        "\"points\": [[1, 2, 7], [1, 2, 3]], \"stiffness\": 1, \"rest\": 4 },"
        "{ \"name\": \"l\", \"type\": \"lock\", \"bodies\": [\"b\", \"world\"],"
        "\"frames\": [ { }, { \"position\": [1, 2, 3] } ] } ] }");
    if (s.play != NULL) {
        CHECK_NEAR(rv_joint_gap(s.world, rv_scene_play_joint(s.play, "j")), 0.0, 1e-12);
        CHECK_NEAR(rv_joint_coordinate(s.world, rv_scene_play_joint(s.play, "k")), 4.0, 1e-12);
        CHECK_NEAR(rv_joint_gap(s.world, rv_scene_play_joint(s.play, "l")), 0.0, 1e-12);
    }
    tear_down(&s);
}

// --- going back to the start --------------------------------------------------------------------

enum { HASHES = 8, STEPS_BETWEEN = 40 };

// what the world goes through, with a control held for a while
static void go(const stage* s, uint64_t hashes[HASHES]) {
    int controls = rv_scene_summarize(s->scene).controls;
    for (int i = 0; i < HASHES; i++) {
        for (int k = 0; k < controls; k++)
            rv_scene_play_set_control(s->play, k, i == 2 ? 0.8 : i == 5 ? -0.5 : 0.0);
        for (int k = 0; k < STEPS_BETWEEN; k++)
            rv_scene_play_step(s->play);
        hashes[i] = rv_world_hash(s->world);
    }
}

// plays twice, from a snapshot and a reset the second time
static void check_reset(const stage* s) {
    uint64_t first[HASHES], second[HASHES];
    size_t bytes = rv_world_snapshot_bytes(s->world);
    void* start = malloc(bytes);
    CHECK(start != NULL && rv_world_save(s->world, start, bytes) == bytes);
    go(s, first);
    // it is left in the middle of something
    for (int k = 0; k < rv_scene_summarize(s->scene).controls; k++)
        rv_scene_play_set_control(s->play, k, 1.0);
    rv_scene_play_step(s->play);
    CHECK(rv_world_restore(s->world, start, bytes));
    rv_scene_play_reset(s->play);
    go(s, second);
    CHECK(memcmp(first, second, sizeof first) == 0);
    CHECK(first[0] != first[HASHES - 1]);
    free(start);
}

TEST(after_a_reset_every_step_is_that_of_a_fresh_play) {
    stage s = build(
        HEAD RAIL
        ", \"controls\": [ { \"key\": [\"a\", \"d\"], \"drive\": \"rail.speed\","
        "\"range\": [-1, 3] }, { \"key\": \"g\", \"drive\": [\"gravity.z\", \"gravity.y\"],"
        "\"range\": [0, -9] }, { \"key\": \"h\", \"drive\": \"gravity.z\", \"range\": [0, 2] } ],"
        "\"script\": [ { \"at\": 0.3, \"over\": 0.2, \"set\": { \"rail.speed\": 2 } },"
        "{ \"at\": 1, \"set\": { \"gravity.z\": -3 } } ] }");
    if (s.play != NULL)
        check_reset(&s);
    tear_down(&s);
}

TEST(every_scene_of_the_gallery_can_go_back_to_its_start) {
    static const char* const names[] = {"01-heavy-load", "04-stalled-motor", "06-sprung-pendulum",
                                        "08-tackle",     "09-cable-robot",   "11-four-cables",
                                        "12-crane-block"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        static rv_scene_problems problems;
        char path[512];
        snprintf(path, sizeof path, "%s/scenes/%s.json", RV_TEST_SOURCE_DIR, names[i]);
        stage s = {rv_scene_load(path, &problems), NULL, NULL};
        s.play = s.scene != NULL ? rv_scene_play_create(s.scene, NULL, &problems) : NULL;
        CHECK(s.play != NULL);
        if (s.play != NULL) {
            s.world = rv_scene_play_world(s.play);
            check_reset(&s);
        }
        tear_down(&s);
    }
}

// --- units and names ----------------------------------------------------------------------------

static void check_unit(const stage* s, const char* name, const char* unit) {
    char found[128];
    int columns = rv_scene_play_column_count(s->play);
    for (int i = 0; i < columns; i++) {
        rv_scene_play_column_name(s->play, i, found, sizeof found);
        if (strcmp(found, name) == 0) {
            CHECK_TEXT(rv_scene_play_column_unit(s->play, i), unit);
            return;
        }
    }
    CHECK_TEXT(name, "a column");
}

TEST(columns_and_controls_have_units_by_what_they_are_of) {
    stage s = build(
        HEAD
        ", \"bodies\": [ { \"name\": \"a\", \"mass\": 1 }, { \"name\": \"b\", \"mass\": 1,"
        "\"position\": [1, 0, 0] } ], \"chains\": [ { \"name\": \"c\", \"from\": [0, 0, 0],"
        "\"to\": [0, 0, -4], \"count\": 3, \"mass\": 1, \"start\": \"world\" } ], \"joints\": ["
        "{ \"name\": \"rail\", \"type\": \"slider\", \"axis\": [1, 0, 0], \"bodies\": [\"world\", "
        "\"a\"],"
        "\"motor\": { \"speed\": 0 } }, { \"name\": \"door\", \"type\": \"hinge\","
        "\"axis\": [0, 0, 1], \"bodies\": [\"a\", \"b\"], \"motor\": { \"speed\": 0 } } ],"
        "\"controls\": [ { \"key\": \"a\", \"drive\": \"rail.speed\", \"range\": [0, 1] },"
        "{ \"key\": \"b\", \"drive\": \"door.speed\", \"range\": [0, 1] },"
        "{ \"key\": \"c\", \"drive\": \"door.force\", \"range\": [0, 1] },"
        "{ \"key\": \"d\", \"drive\": \"gravity.x\", \"range\": [0, 1] } ],"
        "\"probes\": [ \"rail.coordinate\", \"door.coordinate\", \"rail.motor_force\","
        "\"door.motor_force\", \"door.speed\", \"a.rotation.w\", \"a.velocity.x\","
        "\"c.link[1].coordinate\", \"energy.total\" ] }");
    if (s.play != NULL) {
        check_unit(&s, "rail.coordinate", "m");
        check_unit(&s, "door.coordinate", "rad");
        check_unit(&s, "rail.motor_force", "N");
        check_unit(&s, "door.motor_force", "N m");
        check_unit(&s, "door.speed", "rad/s");
        check_unit(&s, "a.rotation.w", "");
        check_unit(&s, "a.velocity.x", "m/s");
        check_unit(&s, "c.link[1].coordinate", "m");
        check_unit(&s, "energy.total", "J");
        CHECK_TEXT(rv_scene_play_column_unit(s.play, -1), "");
        CHECK_TEXT(rv_scene_play_column_unit(s.play, 9), "");
        CHECK_TEXT(rv_scene_control_at(s.scene, 0).unit, "m/s");
        CHECK_TEXT(rv_scene_control_at(s.scene, 1).unit, "rad/s");
        CHECK_TEXT(rv_scene_control_at(s.scene, 2).unit, "N m");
        CHECK_TEXT(rv_scene_control_at(s.scene, 3).unit, "m/s^2");
    }
    tear_down(&s);
}

TEST(a_cable_tells_its_name_and_the_scene_its_text) {
    const char* text =
        HEAD ", \"bodies\": [ { \"name\": \"load\", \"mass\": 5, \"position\": [0, 0, -4] } ],"
             "\"cables\": [ { \"name\": \"fall\", \"path\": [ { \"at\": [0, 0, 0] },"
             "{ \"body\": \"load\" } ] } ] }";
    stage s = build(text);
    if (s.play != NULL) {
        char name[64];
        size_t bytes;
        rv_cable_id cable = rv_scene_play_cable(s.play, "fall");
        CHECK(rv_scene_play_cable_name(s.play, cable, name, sizeof name) == 4);
        CHECK_TEXT(name, "fall");
        cable.generation++;
        CHECK(rv_scene_play_cable_name(s.play, cable, name, sizeof name) == 0);
        CHECK_TEXT(name, "");
        CHECK(memcmp(rv_scene_text(s.scene, &bytes), text, strlen(text)) == 0);
        CHECK(bytes == strlen(text));
    }
    tear_down(&s);
}
