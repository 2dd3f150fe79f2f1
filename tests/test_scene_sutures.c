// Sutures of scenes: what the engine is given, what is refused and where.
#include "scene_fixture.h"

#define THREAD                                                                                     \
    "{ \"name\": \"t\", \"model\": \"rod\", \"diameter\": 0.001, \"EA\": \"infinite\","            \
    "\"segments\": { \"count\": 20 },"                                                             \
    "\"path\": [ { \"at\": [0, 0, 0], \"free\": true }, { \"at\": [0.2, 0, 0], \"free\": true } "  \
    "],"

TEST(a_suture_is_what_the_file_says) {
    stage s =
        build(HEAD ", \"bodies\": [ { \"name\": \"b\", \"mass\": 1, \"position\": [0.1, 0, 0] } ],"
                   "\"cables\": [ " THREAD "\"sutures\": [ { \"body\": \"b\", \"friction\": 0.2,"
                   "\"static_friction\": 0.3, \"grip\": 0.05, \"stopped\": \"last\" },"
                   "{ \"at\": [0.15, 0.001, 0], \"along\": 0.149 } ] } ] }");
    if (s.play != NULL) {
        CHECK(rv_suture_count(s.world) == 2);
        rv_suture_id first = rv_suture_next(s.world, (rv_suture_id){0});
        rv_suture_id second = rv_suture_next(s.world, first);
        CHECK(RV_ID_IS_NULL(rv_suture_next(s.world, second)));
        CHECK(RV_ID_IS_NULL(rv_suture_next(s.world, (rv_suture_id){.slot = UINT32_MAX})));
        CHECK(RV_ID_EQUAL(rv_scene_play_suture(s.play, "t.suture[0]"), first));
        CHECK(RV_ID_EQUAL(rv_scene_play_suture(s.play, "t.suture[1]"), second));
        CHECK(RV_ID_IS_NULL(rv_scene_play_suture(s.play, "t.suture[2]")));
        CHECK(RV_ID_IS_NULL(rv_scene_play_suture(s.play, "t")));
        CHECK(rv_suture_body(s.world, first).slot == rv_scene_play_body(s.play, "b").slot);
        CHECK(rv_suture_body(s.world, second).slot == 0);
        CHECK(rv_suture_cable(s.world, first).slot == rv_scene_play_cable(s.play, "t").slot);
        CHECK_NEAR(rv_suture_read(s.world, first).at, 0.1, 1e-9);
        CHECK_NEAR(rv_suture_read(s.world, second).at, 0.149, 1e-12);
        CHECK(rv_suture_read(s.world, first).limit == 0.05);
    }
    tear_down(&s);
}

TEST(a_suture_may_be_in_a_solid) {
    stage s =
        build(HEAD ", \"solids\": [ { \"name\": \"tissue\", \"mesh\": { \"box\": { \"size\":"
                   "[0.04, 0.02, 0.01], \"cells\": [4, 2, 1] } }, \"position\": [0.1, 0, -0.005],"
                   "\"hold\": [ { \"side\": { \"point\": [0, 0, -0.004],"
                   "\"direction\": [0, 0, -1] } } ] } ],"
                   "\"cables\": [ " THREAD
                   "\"sutures\": [ { \"solid\": \"tissue\", \"at\": [0, 0, 0.005] } ] } ] }");
    if (s.play != NULL) {
        rv_suture_id hole = rv_suture_next(s.world, (rv_suture_id){0});
        CHECK(rv_suture_solid(s.world, hole).slot == rv_scene_play_solid(s.play, "tissue").slot);
        CHECK_NEAR(rv_suture_read(s.world, hole).at, 0.1, 1e-9);
    }
    tear_down(&s);
}

#define TWO_HOLES                                                                                  \
    "\"sutures\": [ { \"at\": [0.1, 0, 0], \"grip\": 0.001 }, { \"at\": [0.15, 0, 0] } ] } ]"

// a thread of 12 mN falls along itself through two holes, one of which grips it with 1 mN
TEST(probes_read_what_happens_in_holes) {
    stage s = build(HEAD ", \"gravity\": [9.81, 0, 0], \"cables\": [ " THREAD TWO_HOLES
                         ", \"probes\": [ \"t.suture[*].at\", \"t.suture[0].force\","
                         "\"t.suture[0].position.x\", \"t.suture[0].friction\","
                         "\"t.suture[0].speed\", \"t.suture[0].lost\", \"t.suture[0].empty\" ] }");
    if (s.play != NULL) {
        double values[10];
        char name[64];
        for (int i = 0; i < 6; i++)
            CHECK(rv_scene_play_step(s.play) == RV_STATUS_OK);
        CHECK(rv_scene_play_column_count(s.play) == 10);
        rv_scene_play_column_name(s.play, 1, name, sizeof name);
        CHECK_TEXT(name, "t.suture[1].at");
        CHECK_TEXT(rv_scene_play_column_unit(s.play, 8), "J");
        rv_suture_id ids[2] = {rv_suture_next(s.world, (rv_suture_id){0})};
        ids[1] = rv_suture_next(s.world, ids[0]);
        rv_scene_play_suture_name(s.play, ids[1], name, sizeof name);
        CHECK_TEXT(name, "t.suture[1]");
        rv_suture_state first = rv_suture_read(s.world, ids[0]);
        rv_suture_state second = rv_suture_read(s.world, ids[1]);
        rv_scene_play_read(s.play, values);
        CHECK(values[0] == first.at && values[1] == second.at);
        CHECK_NEAR(values[2], -0.001, 1e-6);
        CHECK_NEAR(values[5], 0.1, 1e-12);
        CHECK(values[6] == first.friction);
        // as all of it is as fast: what is lost is the grip times how far it went
        CHECK(values[7] == first.speed && first.speed > 0.5);
        CHECK_NEAR(values[8], 0.001 * (0.1 - first.at), 1e-3 * values[8]);
        CHECK(values[9] == 0.0);
    }
    tear_down(&s);
}

TEST(probes_of_holes_that_are_not_there_are_refused) {
    check_refused(HEAD ", \"cables\": [ " THREAD TWO_HOLES
                       ",\n\"probes\": [ \"t.suture[2].at\" ] }",
                  "t.json:2:13: probes[0]: unknown body, joint, cable, solid, tie or haptic "
                  "'t.suture[2]'; the cable has 't.suture[0]' to 't.suture[1]'");
    check_refused(HEAD ", \"cables\": [ " THREAD "\"sutures\": [] } ],"
                       "\n\"probes\": [ \"t.suture[0].at\" ] }",
                  "t.json:2:13: probes[0]: 't.suture[0]' is not there: the cable has no suture");
    check_refused(HEAD ", \"cables\": [ { \"name\": \"t\", \"model\": \"massless\", \"path\":"
                       "[ { \"at\": [0, 0, 0] }, { \"at\": [0.2, 0, 0] } ], " TWO_HOLES
                       ",\n\"probes\": [ \"t.suture[0].at\" ] }",
                  "t.json:2:13: probes[0]: 't.suture[0].at' cannot be read: only a cable of "
                  "\"model\": \"rod\" passes through holes");
}

TEST(sutures_stand_by_with_other_models) {
    stage s =
        build(HEAD ", \"cables\": [ { \"name\": \"t\", \"model\": \"massless\","
                   "\"sutures\": [ { \"at\": [0.1, 0, 0] } ], \"path\": [ { \"at\": [0, 0, 0] },"
                   "{ \"at\": [0.2, 0, 0] } ] } ] }");
    if (s.play != NULL)
        CHECK(rv_suture_count(s.world) == 0);
    tear_down(&s);
}

TEST(bad_sutures_are_refused_where_they_stand) {
    check_refused(HEAD ", \"cables\": [ " THREAD "\n\"sutures\": [ { \"friction\": 1 } ] } ] }",
                  "t.json:2:14: cables[0].sutures[0]: missing key 'at'; on the world it must say "
                  "where");
    check_refused(HEAD ", \"cables\": [ " THREAD
                       "\n\"sutures\": [ { \"at\": [0.1, 0.05, 0] } ] } ] }",
                  "t.json:2:22: cables[0].sutures[0].at: 0.05 m from the thread: must be within an "
                  "edge, 0.01 m");
    check_refused(HEAD ", \"cables\": [ " THREAD
                       "\n\"sutures\": [ { \"at\": [0.1, 0, 0], \"along\": 3 } ] } ] }",
                  "t.json:2:44: cables[0].sutures[0].along: is 3 m; must be in [0, 0.2], or left "
                  "out");
    check_refused(HEAD ", \"cables\": [ " THREAD
                       "\n\"sutures\": [ { \"at\": [0.1, 0, 0], \"friction\": 1,"
                       "\"static_friction\": 0.5 } ] } ] }",
                  "t.json:2:68: cables[0].sutures[0].static_friction: is 0.5; must be 0, or finite "
                  "and >= friction = 1");
    check_refused(HEAD ", \"cables\": [ " THREAD
                       "\n\"sutures\": [ { \"body\": \"nobody\" } ] } ] }",
                  "t.json:2:24: cables[0].sutures[0].body: unknown body 'nobody'; must be the "
                  "name of one in this scene");
    check_refused(HEAD ", \"cables\": [ " THREAD
                       "\n\"sutures\": [ { \"solid\": \"x\", \"body\": \"world\" } ] } ] }",
                  "t.json:2:25: cables[0].sutures[0].solid: not with \"body\"; one of the two must "
                  "have the hole");
    check_refused(HEAD ", \"cables\": [ " THREAD "\n\"sutures\": [ { \"solid\": \"t\" } ] } ] }",
                  "t.json:2:25: cables[0].sutures[0].solid: 't' must be the name of a solid");
}
