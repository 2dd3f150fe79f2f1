// Solids and haptics of scene files: what is made of them, what is read, and that a run of a hand is
// the same every time.
#include "scene/scene.h"
#include "world_fixture.h"

static rv_scene_problems problems;

static rv_scene_play* play_of(const char* text, rv_scene** scene) {
    problems.count = 0;
    *scene = rv_scene_parse(text, strlen(text), "test", &problems);
    rv_scene_play* play = *scene != NULL ? rv_scene_play_create(*scene, NULL, &problems) : NULL;
    for (int i = 0; i < problems.count && i < RV_SCENE_PROBLEMS_MAX; i++)
        printf("  %s: %s\n", problems.items[i].path, problems.items[i].message);
    CHECK(play != NULL);
    return play;
}

static void end(rv_scene_play* play, rv_scene* scene) {
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
}

// what is wrong with a solid whose keys after its name are these
static const char* problem_of(const char* keys) {
    static char text[2048];
    snprintf(
        text, sizeof text,
        "{\"reeve\": 1, \"name\": \"x\", \"look\": \"y\", \"solids\": [{\"name\": \"s\", %s}]}",
        keys);
    problems.count = 0;
    rv_scene* scene = rv_scene_parse(text, strlen(text), "test", &problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    end(play, scene);
    CHECK(problems.count == 1);
    static char line[1024];
    snprintf(line, sizeof line, "%s: %s", problems.items[0].path, problems.items[0].message);
    return line;
}

#define BEAM "\"mesh\": {\"beam\": {\"size\": [1, 0.1, 0.2], \"cells\": [4, 1, 2]}}"
#define HEAD "{\"reeve\": 1, \"name\": \"x\", \"look\": \"y\", \"step\": {\"rate\": 100},"

TEST(a_solid_has_the_nodes_of_its_mesh_and_stands_where_the_file_says) {
    rv_scene* scene;
    rv_scene_play* play = play_of(HEAD "\"gravity\": [0, 0, 0], \"solids\": [{\"name\": \"s\"," BEAM
                                       ", \"position\": [1, 2, 3], \"hold\": \"start\"}],"
                                       "\"probes\": [\"s.node[6].position\", \"s.elastic\"]}",
                                  &scene);
    if (play != NULL) {
        rv_world* world = rv_scene_play_world(play);
        rv_solid_id solid = rv_scene_play_solid(play, "s");
        CHECK(rv_solid_node_count(world, solid) == 5 * 2 * 3);
        CHECK_NEAR(rv_solid_mass(world, solid), 1000.0 * 0.02, 1e-9); // rubber: 1000 kg/m^3
        double values[4];
        CHECK(rv_scene_play_column_count(play) == 4);
        CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
        rv_scene_play_read(play, values);
        // node (1, 0, 0) of the grid, a quarter along
        CHECK_NEAR(values[0], 1.25, 1e-12);
        CHECK_NEAR(values[1], 1.95, 1e-12);
        CHECK_NEAR(values[2], 2.9, 1e-12);
        CHECK_NEAR(values[3], 0.0, 1e-12);
        char name[64];
        rv_scene_play_column_name(play, 0, name, sizeof name);
        CHECK_TEXT(name, "s.node[6].position.x");
        rv_scene_play_solid_name(play, solid, name, sizeof name);
        CHECK_TEXT(name, "s");
    }
    end(play, scene);
}

// a beam of which these nodes are held bends under gravity, or not
static double sag_of(const char* hold) {
    static char text[1024];
    snprintf(text, sizeof text,
             HEAD "\"solids\": [{\"name\": \"s\"," BEAM ", \"model\": \"static\", \"hold\": %s}],"
                  "\"probes\": [\"s.node[24].position.z\"]}",
             hold);
    rv_scene* scene;
    rv_scene_play* play = play_of(text, &scene);
    double z = NAN;
    if (play != NULL) {
        rv_scene_play_step(play);
        rv_scene_play_read(play, &z);
    }
    end(play, scene);
    return z;
}

TEST(nodes_are_held_by_set_box_side_and_number) {
    double by_set = sag_of("\"start\"");
    CHECK(by_set < -0.1); // it hangs lower than its rest, -0.1
    CHECK(sag_of("[{\"set\": \"start\"}]") == by_set);
    CHECK(sag_of("[{\"box\": [[0, 1, 1], [-1, -1, -1]]}]") == by_set);
    CHECK(sag_of("[{\"side\": {\"direction\": [-1, 0, 0]}}]") == by_set);
    CHECK(sag_of("[{\"nodes\": [0, 1, 2]}, {\"nodes\": [3, 4, 5]}]") == by_set);
    CHECK(sag_of("[{\"side\": {\"point\": [0.3, 0, 0], \"direction\": [-1, 0, 0]}}]") > by_set);
}

TEST(what_is_wrong_with_a_solid_is_told_where_it_stands) {
    CHECK_TEXT(problem_of(BEAM ", \"hold\": \"begin\""),
               "solids[0].hold: unknown set 'begin'; the mesh has 2, the first is 'start'");
    CHECK_TEXT(problem_of(BEAM ", \"hold\": \"strat\""),
               "solids[0].hold: unknown set 'strat': did you mean 'start'?");
    CHECK_TEXT(problem_of(BEAM ", \"hold\": [{\"box\": [[2, 0, 0], [3, 1, 1]]}]"),
               "solids[0].hold: takes no node; the mesh reaches from [0, -0.05, -0.1] to "
               "[1, 0.05, 0.1] in the solid's own frame");
    CHECK_TEXT(problem_of(BEAM ", \"hold\": [{\"nodes\": [3, 30]}]"),
               "solids[0].hold[0].nodes[1]: is 30; must be below 30, the number of nodes of the "
               "mesh");
    CHECK_TEXT(problem_of(BEAM ", \"hold\": [{\"side\": {\"direction\": [0, 0, 0]}}]"),
               "solids[0].hold[0].side.direction: is zero; must have a direction");
    CHECK_TEXT(problem_of(BEAM ", \"frame\": \"world\""),
               "solids[0].frame: used only with \"hold\": nothing is held; add it");
    CHECK_TEXT(problem_of("\"mesh\": {\"file\": \"part.msh\"}"),
               "solids[0].mesh.file: 'part.msh' is a file; only a scene that is a file itself can "
               "have one");
    CHECK_TEXT(problem_of("\"mesh\": {\"clip\": true, \"scale\": 2}"),
               "solids[0].mesh.scale: used only with a file; remove it");
    CHECK_TEXT(problem_of("\"mesh\": {\"box\": {\"size\": [1, 1, 1]}}"),
               "solids[0].mesh.box: missing key 'cells'; add \"cells\": a whole number from 1 "
               "to 1000 or a list of 3, each a whole number from 1 to 1000");
}

// a ball that a relaxed hand presses on a block
static const char pressing[] = HEAD
    "\"bodies\": [{\"name\": \"ball\", \"type\": \"kinematic\", \"position\": [0, 0, 0.1],"
    "  \"shapes\": [{\"sphere\": {\"radius\": 0.02}}]},"
    " {\"name\": \"block\", \"type\": \"static\", \"shapes\": [{\"box\": [0.2, 0.2, 0.06]}]}],"
    "\"haptics\": [{\"name\": \"hand\", \"body\": \"ball\", \"device\": {\"hand\": {\"target\": ["
    "  {\"at\": 0, \"position\": [0, 0, 0.1]}, {\"at\": 1, \"position\": [0, 0, 0.045]}]}}}],"
    "\"probes\": [\"hand.force.z\", \"ball.position.z\", \"hand.position.z\"]}";

static void press(rv_scene_play* play, double values[3]) {
    for (int i = 0; i < 250; i++)
        CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
    rv_scene_play_read(play, values);
}

TEST(a_hand_that_presses_feels_what_its_spring_says_and_the_tool_stays_outside) {
    rv_scene* scene;
    rv_scene_play* play = play_of(pressing, &scene);
    if (play != NULL) {
        double first[3], again[3];
        rv_world* world = rv_scene_play_world(play);
        rv_haptic_id hand = rv_scene_play_haptic(play, "hand");
        CHECK(rv_haptic_is_valid(world, hand));
        CHECK(RV_ID_EQUAL(rv_haptic_next(world, (rv_haptic_id){0}), hand));
        CHECK(RV_ID_IS_NULL(rv_scene_play_haptic(play, "ball")));
        size_t bytes = rv_world_snapshot_bytes(world);
        void* start = malloc(bytes);
        CHECK(rv_world_save(world, start, bytes) == bytes);
        press(play, first);
        // at rest the arm's spring carries the force: 400 N/m over what the target lies deeper
        CHECK_NEAR(first[0], 400.0 * (first[2] - 0.045), 1e-3);
        CHECK(first[0] > 1.0);
        CHECK_NEAR(first[1], 0.05, 1e-4); // the ball on the block's upper side
        // back at the start, the same again, bit by bit
        CHECK(rv_world_restore(world, start, bytes));
        rv_scene_play_reset(play);
        press(play, again);
        CHECK(memcmp(first, again, sizeof first) == 0);
        free(start);
    }
    end(play, scene);
}

TEST(a_person_takes_the_tool_along_and_the_hand_takes_it_back) {
    rv_scene* scene;
    rv_scene_play* play = play_of(pressing, &scene);
    if (play != NULL) {
        rv_world* world = rv_scene_play_world(play);
        rv_body_id ball = rv_scene_play_body(play, "ball");
        rv_body_id block = rv_scene_play_body(play, "block");
        CHECK(!rv_scene_play_move_tool(play, block, true, vec(0, 0, 0)));
        CHECK(rv_scene_play_move_tool(play, ball, true, vec(0, 0, 0)));
        CHECK(rv_scene_play_move_tool(play, ball, true, vec(0, 0, 0.02)));
        for (int i = 0; i < 150; i++)
            CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
        // the target of the hand has come down meanwhile, to 0.045
        double z = rv_body_pose(world, ball).position.z;
        CHECK_NEAR(z, 0.12, 1e-4);
        CHECK(rv_scene_play_move_tool(play, ball, false, vec(0, 0, 0)));
        for (int i = 0; i < 150; i++)
            CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
        z = rv_body_pose(world, ball).position.z;
        CHECK_NEAR(z, 0.05, 1e-4);
    }
    end(play, scene);
}

TEST(a_hand_holds_the_last_end_of_a_thread_and_feels_its_weight) {
    rv_scene* scene;
    rv_scene_play* play = play_of(
        HEAD
        "\"cables\": [{\"name\": \"thread\", \"model\": \"rod\", \"diameter\": 0.002,"
        "  \"mass_per_length\": 0.1, \"segments\": {\"count\": 10},"
        "  \"path\": [{\"free\": true, \"at\": [0, 0, -1]}, {\"free\": true, \"at\": [0, 0, 0]}]}],"
        "\"haptics\": [{\"name\": \"hand\", \"cable\": \"thread\", \"end\": \"last\","
        "  \"device\": {\"script\": {\"keys\": [{\"at\": 0}]}}}],"
        "\"probes\": [\"hand.force.z\", \"hand.position.z\", \"hand.fade\"]}",
        &scene);
    if (play != NULL) {
        double values[3];
        for (int i = 0; i < 500; i++)
            CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
        rv_scene_play_read(play, values);
        CHECK_NEAR(values[0], -0.1 * 9.81, 0.02); // of 100 g/m, 1 m long
        CHECK_NEAR(values[1], 0.0, 2e-3);
        CHECK(values[2] == 1.0);
    }
    end(play, scene);
}

TEST(what_is_wrong_with_a_haptic_is_told_where_it_stands) {
    static const char* const wrong[][2] = {
        {"\"body\": \"world\", \"device\": {\"null\": true}",
         "haptics[0].body: is the world, which no hand moves; must be a body"},
        {"\"body\": \"b\", \"device\": {\"script\": {\"keys\": [{\"at\": 1}, {\"at\": 1}]}}",
         "haptics[0].device.script.keys[1].at: is 1 s; must be later than the key before, 1 s"},
        {"\"body\": \"b\", \"device\": {\"script\": {\"keys\": [{\"at\": 1}], \"end\": \"loop\"}}",
         "haptics[0].device.script.end: needs two keys or more"},
        {"\"cable\": \"b\", \"device\": {\"null\": true}",
         "haptics[0].cable: 'b' must be the name of a cable of model \"rod\""},
        {"\"body\": \"b\", \"end\": \"last\", \"device\": {\"null\": true}",
         "haptics[0]: \"along\" and \"end\" are of a cable; not with \"body\""},
        {"\"body\": \"b\", \"device\": {\"udp\": {\"port\": 70000}}",
         "haptics[0].device.udp.port: is 70000; must be a whole number from 0 to 65535"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[1024], line[1024];
        snprintf(text, sizeof text,
                 HEAD "\"bodies\": [{\"name\": \"b\", \"type\": \"kinematic\"}],"
                      "\"haptics\": [{\"name\": \"h\", %s}]}",
                 wrong[i][0]);
        problems.count = 0;
        rv_scene* scene = rv_scene_parse(text, strlen(text), "test", &problems);
        CHECK(scene == NULL && problems.count == 1);
        snprintf(line, sizeof line, "%s: %s", problems.items[0].path, problems.items[0].message);
        CHECK_TEXT(line, wrong[i][1]);
        rv_scene_destroy(scene);
    }
}

// The clip of scene 30 with a friction of 0.1: an independent implementation of quadratic elements, nodes
// against a smooth cylinder, has 5.75 N at most on the way in; the hand is slow enough for that.
TEST(a_hand_feels_the_force_of_a_clip_that_snaps_in) {
    if (TEST_IS_WATCHED)
        return;
    problems.count = 0;
    rv_scene* scene = rv_scene_load(RV_TEST_SOURCE_DIR "/scenes/30-snap-in.json", &problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    CHECK(play != NULL);
    if (play != NULL) {
        double most = 0.0, values[8];
        char name[64];
        CHECK(rv_scene_play_column_count(play) <= 8);
        rv_scene_play_column_name(play, 0, name, sizeof name);
        CHECK_TEXT(name, "hand.force.z");
        while (rv_world_time(rv_scene_play_world(play)) < 2.3) {
            CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
            rv_scene_play_read(play, values);
            most = fmax(most, values[0]);
        }
        CHECK_NEAR(most, 5.75, 0.05);
    }
    end(play, scene);
}
