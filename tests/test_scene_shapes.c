// Shapes, materials, laws of contact, the ground and the settings of contact and sleep: what the
// file says is what the world has, and what touches obeys the formulas of a textbook.
#include "scene_fixture.h"

static rv_shape_def shape_of(const stage* s, const char* body, int index) {
    return rv_body_shape(s->world, rv_scene_play_body(s->play, body), index);
}

TEST(a_material_has_all_of_its_surface_and_a_label_of_its_own) {
    stage s =
        build(HEAD ", \"materials\": { \"oak\": { \"density\": 700, \"friction\": 0.3,"
                   " \"static_friction\": 0.5, \"rolling_friction\": 0.01,"
                   " \"spinning_friction\": 0.02, \"restitution\": 0.25,"
                   " \"contact_stiffness\": 1e6, \"contact_damping\": 0.001 }, \"ice\": { } },"
                   " \"bodies\": [ { \"name\": \"a\", \"material\": \"oak\", \"shapes\": ["
                   " { \"box\": [1, 1, 1] }, { \"box\": [1, 1, 1], \"material\": \"ice\" } ] },"
                   " { \"name\": \"b\", \"shapes\": [ { \"box\": [1, 1, 1] } ] } ] }");
    rv_material oak = shape_of(&s, "a", 0).material, ice = shape_of(&s, "a", 1).material;
    CHECK_NEAR(oak.density, 700.0, 0.0);
    CHECK_NEAR(oak.friction, 0.3, 0.0);
    CHECK_NEAR(oak.static_friction, 0.5, 0.0);
    CHECK_NEAR(oak.rolling_friction, 0.01, 0.0);
    CHECK_NEAR(oak.spinning_friction, 0.02, 0.0);
    CHECK_NEAR(oak.restitution, 0.25, 0.0);
    CHECK_NEAR(oak.contact_stiffness, 1e6, 0.0);
    CHECK_NEAR(oak.contact_damping, 0.001, 0.0);
    CHECK(oak.surface == 1 && ice.surface == 2);
    CHECK(shape_of(&s, "b", 0).material.surface == 0);
    tear_down(&s);
}

TEST(groups_and_what_they_touch_are_bits_and_a_body_says_them_for_all_its_shapes) {
    stage s =
        build(HEAD ", \"bodies\": [ { \"name\": \"a\", \"group\": 4, \"touches\": [0, 31],"
                   " \"shapes\": [ { \"box\": [1, 1, 1] },"
                   " { \"box\": [1, 1, 1], \"group\": [0, 2], \"touches\": \"none\" },"
                   " { \"box\": [1, 1, 1], \"touches\": \"all\" },"
                   " { \"box\": [1, 1, 1], \"touches\": [] },"
                   " { \"box\": [1, 1, 1], \"touches\": 3 } ] },"
                   " { \"name\": \"b\", \"shapes\": [ { \"box\": [1, 1, 1] } ] } ],"
                   " \"chains\": [ { \"name\": \"c\", \"from\": [0, 0, 9], \"to\": [1, 0, 9],"
                   " \"count\": 2, \"radius\": 0.1, \"group\": 1, \"touches\": \"none\" } ] }");
    CHECK(shape_of(&s, "a", 0).group == 1u << 4);
    CHECK(shape_of(&s, "a", 0).mask == (1u | 1u << 31));
    CHECK(shape_of(&s, "a", 1).group == 5u && shape_of(&s, "a", 1).mask == 0u);
    CHECK(shape_of(&s, "a", 2).group == 1u << 4 && shape_of(&s, "a", 2).mask == UINT32_MAX);
    CHECK(shape_of(&s, "a", 3).mask == 0u);
    CHECK(shape_of(&s, "a", 4).mask == 1u << 3);
    CHECK(shape_of(&s, "b", 0).group == rv_shape_def_default().group);
    CHECK(shape_of(&s, "b", 0).mask == rv_shape_def_default().mask);
    CHECK(shape_of(&s, "c[1]", 0).group == 2u && shape_of(&s, "c[1]", 0).mask == 0u);
    tear_down(&s);
}

TEST(the_ground_is_a_static_body_with_a_plane) {
    stage s = build(HEAD ", \"materials\": { \"clay\": { \"friction\": 0.9 } },"
                         " \"ground\": { \"height\": -2.5, \"material\": \"clay\" },"
                         " \"bodies\": [ { \"name\": \"a\", \"mass\": 1 } ],"
                         " \"probes\": [ \"ground.position.z\" ] }");
    rv_body_id ground = rv_scene_play_body(s.play, "ground");
    CHECK(rv_body_get_type(s.world, ground) == RV_BODY_STATIC);
    CHECK(rv_body_shape_count(s.world, ground) == 1);
    CHECK(shape_of(&s, "ground", 0).type == RV_SHAPE_PLANE);
    CHECK_NEAR(shape_of(&s, "ground", 0).material.friction, 0.9, 0.0);
    CHECK_NEAR(column(&s, "ground.position.z"), -2.5, 0.0);
    char name[16];
    rv_scene_play_body_name(s.play, ground, name, sizeof name);
    CHECK_TEXT(name, "ground");
    CHECK(rv_scene_summarize(s.scene).bodies == 2);
    tear_down(&s);
    s = build(HEAD ", \"ground\": false }");
    CHECK(rv_body_count(s.world) == 0);
    tear_down(&s);
    s = build(HEAD ", \"ground\": true }");
    CHECK(rv_body_count(s.world) == 1);
    tear_down(&s);
}

TEST(the_settings_of_contact_and_sleep_reach_as_far_as_those_of_the_engine) {
    // a world is made with values at the ends of the ranges; past them tests/scenes_bad has
    stage s = build(HEAD ", \"step\": { \"contact\": { \"enabled\": true, \"margin\": 0.02,"
                         " \"push_out_speed\": 2, \"bounce_speed\": 0, \"dense_rows\": 3000,"
                         " \"sweeps\": 100000, \"tolerance\": 1e-14 },"
                         " \"sleep\": { \"enabled\": true, \"speed\": 0.1, \"time\": 0 } } }");
    CHECK(s.world != NULL);
    tear_down(&s);
    s = build(HEAD ", \"step\": { \"contact\": { \"dense_rows\": 0, \"sweeps\": 1,"
                   " \"tolerance\": 1 }, \"sleep\": false } }");
    CHECK(s.world != NULL);
    tear_down(&s);
}

static void run(stage* s, double seconds) {
    double rate = rv_scene_summarize(s->scene).rate;
    for (int i = 0; i < (int)(seconds * rate + 0.5); i++)
        CHECK(rv_scene_play_step(s->play) == RV_STATUS_OK);
}

// a box of 8 kg on the ground
#define RESTING                                                                                    \
    "\"ground\": true, \"bodies\": [ { \"name\": \"crate\", \"mass\": 8, \"position\": [0, 0, "    \
    "0.5],"                                                                                        \
    " \"shapes\": [ { \"box\": [1, 1, 1] } ] } ], \"probes\": [ \"crate.contact_force\","          \
    " \"ground.contact_force\", \"crate.asleep\", \"contacts.count\", \"crate.position.z\" ]"

TEST(what_rests_on_the_ground_carries_its_weight_and_falls_asleep) {
    stage s = build(HEAD ", \"step\": { \"sleep\": false }, " RESTING " }");
    run(&s, 1.0);
    CHECK_NEAR(column(&s, "crate.contact_force"), 8.0 * 9.81, 1e-6); // m g
    CHECK_NEAR(column(&s, "ground.contact_force"), 8.0 * 9.81, 1e-6);
    CHECK_NEAR(column(&s, "contacts.count"), 1.0, 0.0);
    CHECK_NEAR(column(&s, "crate.asleep"), 0.0, 0.0);
    tear_down(&s);
    s = build(HEAD ", " RESTING " }");
    run(&s, 2.0);
    CHECK_NEAR(column(&s, "crate.asleep"), 1.0, 0.0);
    tear_down(&s);
}

TEST(without_contact_everything_falls_through) {
    stage s = build(HEAD ", \"step\": { \"contact\": false }, " RESTING " }");
    run(&s, 1.0);
    CHECK_NEAR(column(&s, "crate.contact_force"), 0.0, 0.0);
    CHECK_NEAR(column(&s, "contacts.count"), 0.0, 0.0);
    CHECK(column(&s, "crate.position.z") < -4.0);
    tear_down(&s);
}

// a sledge of oak that slides on the ground at 3 m/s; `more` is what else the scene says
static double sledge_speed_after_half_a_second(const char* more) {
    char text[2048];
    snprintf(text, sizeof text,
             HEAD ", \"materials\": { \"oak\": { \"density\": 700, \"friction\": 0.4 },"
                  " \"ice\": { \"friction\": 0.1 } }, \"ground\": { \"material\": \"ice\" }, %s"
                  "\"bodies\": [ { \"name\": \"sledge\", \"material\": \"oak\", \"position\":"
                  " [0, 0, 0.05], \"velocity\": [3, 0, 0],"
                  " \"shapes\": [ { \"box\": [1, 1, 0.1] } ] } ],"
                  " \"probes\": [ \"sledge.velocity\" ] }",
             more);
    stage s = build(text);
    run(&s, 0.5);
    double speed = column(&s, "sledge.velocity.x");
    tear_down(&s);
    return speed;
}

TEST(a_law_of_two_materials_replaces_what_the_two_make_of_it) {
    // v = v0 - mu g t; with contacts solved to 1e-10 the rest is the flatness of the start
    double combined = sqrt(0.4 * 0.1);
    CHECK_NEAR(sledge_speed_after_half_a_second(""), 3.0 - combined * 9.81 * 0.5, 1e-3);
    CHECK_NEAR(sledge_speed_after_half_a_second(
                   "\"contacts\": [ { \"materials\": [\"ice\", \"oak\"], \"friction\": 0.05 } ], "),
               3.0 - 0.05 * 9.81 * 0.5, 1e-3);
    // a law of another pair, or one that leaves friction out, changes nothing
    CHECK_NEAR(sledge_speed_after_half_a_second("\"contacts\": [ { \"materials\":"
                                                " [\"oak\", \"oak\"], \"friction\": 0.05 },"
                                                " { \"materials\": [\"oak\", \"ice\"],"
                                                " \"restitution\": 0.5 } ], "),
               3.0 - combined * 9.81 * 0.5, 1e-3);
}

TEST(bodies_of_a_joint_touch_only_if_it_says_so) {
    for (int touch = 0; touch < 2; touch++) {
        // two balls on one line, 1.8 m apart and 2 m thick: they overlap by 0.2 m
        char text[1024];
        snprintf(text, sizeof text,
                 HEAD ", \"gravity\": [0, 0, 0], \"bodies\": ["
                      " { \"name\": \"a\", \"type\": \"static\","
                      " \"shapes\": [ { \"sphere\": { \"radius\": 1 } } ] },"
                      " { \"name\": \"b\", \"position\": [1.8, 0, 0],"
                      " \"shapes\": [ { \"sphere\": { \"radius\": 1 } } ] } ],"
                      " \"joints\": [ { \"name\": \"rail\", \"type\": \"slider\","
                      " \"bodies\": [\"a\", \"b\"], \"axis\": [1, 0, 0], \"bodies_touch\": %s } ],"
                      " \"probes\": [ \"b.position.x\" ] }",
                 touch ? "true" : "false");
        stage s = build(text);
        run(&s, 1.0);
        if (touch)
            CHECK(column(&s, "b.position.x") > 1.9);
        else
            CHECK_NEAR(column(&s, "b.position.x"), 1.8, 1e-12);
        tear_down(&s);
    }
}
