// Ties of scenes, and cables that end on solids: what the engine is given, what is refused and where.
#include "scene_fixture.h"

#define BAR                                                                                        \
    "\"solids\": [ { \"name\": \"bar\", \"mesh\": { \"beam\": { \"size\": [0.4, 0.05, 0.05],"      \
    "\"cells\": [4, 1, 1] } }, \"hold\": \"start\", \"position\": [0, 0, 1],"                      \
    "\"damping\": { \"mass\": 5, \"stiffness\": 0.01 } }"
// a bar, and a cube at its end
#define BOTH                                                                                       \
    BAR ", { \"name\": \"cube\", \"mesh\": { \"box\": { \"size\": [0.05, 0.05, 0.05],"             \
        "\"cells\": 1 } }, \"position\": [0.425, 0, 1] } ]"
#define THREAD                                                                                     \
    "\"cables\": [ { \"name\": \"t\", \"model\": \"rod\", \"diameter\": 0.001,"                    \
    "\"segments\": { \"count\": 10 }, \"path\": [ { \"at\": [0.2, 0, 0.975], \"free\": true },"    \
    "{ \"at\": [0.2, 0, 0.775], \"free\": true } ] },"                                             \
    "{ \"name\": \"rope\", \"path\": [ { \"at\": [0, 0, 2] }, { \"at\": [0, 0, 3] } ] } ]"
#define LOAD "\"bodies\": [ { \"name\": \"b\", \"mass\": 0.2, \"position\": [0.4, 0, 0.8] } ]"

TEST(ties_are_what_the_file_says) {
    stage s = build(
        HEAD ", " BOTH ", " THREAD ", " LOAD
             ", \"ties\": [ { \"name\": \"a\", \"solid\": \"bar\", \"at\": [0.4, 0, -0.025],"
             "\"body\": \"b\", \"compliance\": 0.001, \"damping\": 1, \"breaking_load\": 100 },"
             "{ \"name\": \"g\", \"solid\": \"bar\", \"at\": [0.4, 0, 0], \"radius\": 0.04,"
             "\"other\": \"cube\" },"
             "{ \"name\": \"k\", \"solid\": \"bar\", \"at\": [0.2, 0, -0.025], \"cable\": \"t\","
             "\"along\": 0.01, \"gap\": 0.02 },"
             "{ \"name\": \"w\", \"solid\": \"bar\", \"at\": [0.2, 0, 0.025] } ],"
             "\"probes\": [ \"a.force.z\", \"g.torque\", \"k.stretch\", \"w.broken\","
             "\"w.position.z\" ] }");
    if (s.play != NULL) {
        CHECK(rv_tie_count(s.world) == 4);
        rv_tie_id id = {0};
        rv_tie_state t[4];
        for (int i = 0; i < 4; i++) {
            t[i] = rv_tie_read(s.world, id = rv_tie_next(s.world, id));
            const char name[2] = {"agkw"[i], 0};
            CHECK(RV_ID_EQUAL(rv_scene_play_tie(s.play, name), id));
        }
        CHECK(RV_ID_IS_NULL(rv_tie_next(s.world, id)));
        CHECK(RV_ID_IS_NULL(rv_tie_next(s.world, (rv_tie_id){.slot = UINT32_MAX})));
        CHECK(RV_ID_IS_NULL(rv_scene_play_tie(s.play, "bar")));
        CHECK(t[0].body.slot == rv_scene_play_body(s.play, "b").slot && t[0].point_count == 1);
        CHECK(t[1].other.slot == rv_scene_play_solid(s.play, "cube").slot);
        CHECK(t[1].point_count == 4);
        CHECK(t[2].cable.slot == rv_scene_play_cable(s.play, "t").slot);
        CHECK_NEAR(t[2].at, 0.01, 1e-12);
        CHECK(t[3].body.slot == 0 && t[3].other.slot == 0 && t[3].cable.slot == 0);
        CHECK_NEAR(t[3].position.z, 1.025, 1e-12);
        double values[7];
        for (int i = 0; i < 60; i++)
            CHECK(rv_scene_play_step(s.play) == RV_STATUS_OK);
        CHECK(rv_scene_play_column_count(s.play) == 7);
        rv_scene_play_read(s.play, values);
        CHECK_NEAR(values[0], -0.2 * 9.81, 1.0);
        CHECK(fabs(values[2]) > 1e-4 && values[4] < 1e-3 && values[5] == 0.0);
        CHECK_NEAR(values[6], 1.025, 1e-6);
    }
    tear_down(&s);
}

// a weight by a cable of a model, from the end of the bar
static void check_cable(const char* model, double weight) {
    char text[2048];
    snprintf(text, sizeof text,
             HEAD ", " BAR " ], " LOAD ", \"cables\": [ { \"name\": \"c\", \"model\": \"%s\","
                  "\"diameter\": 0.001, \"mass_per_length\": 0.01,"
                  "\"path\": [ { \"solid\": \"bar\", \"at\": [0.4, 0, -0.025] },"
                  "{ \"body\": \"b\" } ] } ], \"probes\": [ \"c.tension\" ] }",
             model);
    stage s = build(text);
    if (s.play != NULL) {
        double tension = 0.0, sum = 0.0;
        for (int i = 0; i < 180; i++) {
            CHECK(rv_scene_play_step(s.play) == RV_STATUS_OK);
            rv_scene_play_read(s.play, &tension);
            sum += i < 60 ? 0.0 : tension / 120.0;
        }
        // it bounces on the bar a little: what it carries on the average is the weight
        CHECK_NEAR(sum, weight, 0.02 * weight);
        CHECK(rv_tie_count(s.world) == 1);
        rv_tie_state tie = rv_tie_read(s.world, rv_tie_next(s.world, (rv_tie_id){0}));
        CHECK(tie.solid.slot == rv_scene_play_solid(s.play, "bar").slot && tie.body.slot != 0);
    }
    tear_down(&s);
}

TEST(cables_of_every_model_end_on_a_solid) {
    check_cable("massless", 0.2 * 9.81);
    check_cable("layered", (0.2 + 0.00175) * 9.81);
    check_cable("segments", (0.2 + 0.00175) * 9.81);
    check_cable("rod", (0.2 + 0.00175) * 9.81);
}

#define TIE(keys_)                                                                                 \
    HEAD ", " BOTH ", " THREAD ", " LOAD                                                           \
         ",\n\"ties\": [ { \"name\": \"x\", \"at\": [0.4, 0, 0], " keys_ " } ] }"

TEST(bad_ties_are_refused_where_they_stand) {
    check_refused(TIE("\"solid\": \"baz\""),
                  "t.json:2:54: ties[0].solid: unknown solid 'baz': did you mean 'bar'?");
    check_refused(TIE("\"solid\": \"b\""),
                  "t.json:2:54: ties[0].solid: 'b' must be the name of a solid");
    check_refused(TIE("\"solid\": \"bar\", \"other\": \"bar\""),
                  "t.json:2:70: ties[0].other: must be another solid");
    check_refused(TIE("\"solid\": \"bar\", \"body\": \"b\", \"other\": \"cube\""),
                  "t.json:2:74: ties[0].other: one too many; a tie with 'body' must be only that");
    check_refused(TIE("\"solid\": \"bar\", \"cable\": \"rope\""),
                  "t.json:2:70: ties[0].cable: must be a rod; others end on a \"solid\" of their "
                  "path");
    check_refused(TIE("\"solid\": \"bar\", \"along\": 1"),
                  "t.json:2:61: ties[0].along: used only with \"cable\"; remove it");
    check_refused(TIE("\"solid\": \"bar\", \"cable\": \"t\", \"along\": 3"),
                  "t.json:2:84: ties[0].along: is 3 m; must be in [0, 0.2], or left out");
    check_refused(TIE("\"solid\": \"bar\", \"damping\": 3"),
                  "t.json:2:72: ties[0].damping: is 3 N s/m; only with a compliance > 0");
    check_refused(TIE("\"solid\": \"bar\", \"cable\": \"t\""),
                  "t.json:2:11: ties[0].gap: is 0 m; the other side is 0.201556 m away");
}

#define END(keys_)                                                                                 \
    HEAD ", " BOTH ", " LOAD                                                                       \
         ",\n\"cables\": [ { \"name\": \"c\", \"path\": [ { \"at\": [0.4, 0, 0], " keys_           \
         " }, { \"body\": \"b\" } ] } ] }"

TEST(bad_ends_on_solids_are_refused_where_they_stand) {
    check_refused(END("\"solid\": \"b\""),
                  "t.json:2:68: cables[0].path[0].solid: 'b' must be the name of a solid");
    check_refused(END("\"solid\": \"bar\", \"body\": \"b\""),
                  "t.json:2:68: cables[0].path[0].solid: not with \"body\"; one of the two must "
                  "carry it");
    check_refused(END("\"solid\": \"bar\", \"axis\": [1, 0, 0]"),
                  "t.json:2:75: cables[0].path[0].axis: not on a solid, where a cable is knotted, "
                  "or runs through an eye; remove it");
}
