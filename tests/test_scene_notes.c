// Notes on scenes: what is allowed but hardly meant is told where it stands, what is meant is not, and
// the scenes of the gallery have none.
#include "scene_fixture.h"

#include <dirent.h>

static rv_scene_problems notes, scene_problems;

// how many notes there are on a text
static int notes_on(const char* text) {
    memset(&notes, 0, sizeof notes);
    memset(&scene_problems, 0, sizeof scene_problems);
    rv_scene* scene = rv_scene_parse(text, strlen(text), "t.json", &scene_problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &scene_problems) : NULL;
    CHECK(play != NULL);
    if (play != NULL)
        rv_scene_play_notes(play, &notes);
    else if (scene_problems.count > 0)
        printf("  %s\n", scene_problems.items[0].message);
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return notes.count;
}

#define SCENE(rest_) "{\"reeve\": 1, \"name\": \"n\", \"look\": \"l\",\n" rest_ "}"
#define BOX "\"shapes\": [{\"box\": [1, 1, 1]}]"

TEST(an_angle_of_more_than_a_turn_is_noted_where_it_stands) {
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"mass\": 1,\n"
                         "  \"rotation\": {\"axis\": [0, 0, 1], \"angle\": -37}}]"))
          == 1);
    CHECK(notes.items[0].line == 3 && notes.items[0].column == 44);
    CHECK_TEXT(notes.items[0].path, "bodies[0].rotation.angle");
    CHECK_TEXT(notes.items[0].message,
               "is -37 rad, -5.89 turns; angles are in radians: -37 degrees are -0.645772");
    // of a shape, too; a whole turn is one
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"shapes\": [{\"box\": [1, 1, 1],"
                         " \"rotation\": {\"axis\": [0, 0, 1], \"angle\": 90}}]},"
                         " {\"name\": \"b\", \"position\": [9, 0, 0], \"mass\": 1,"
                         " \"rotation\": {\"axis\": [0, 0, 1], \"angle\": 6.2832}}]"))
          == 1);
    CHECK_TEXT(notes.items[0].path, "bodies[0].shapes[0].rotation.angle");
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"mass\": 1}], \"joints\": ["
                         "{\"name\": \"j\", \"type\": \"hinge\", \"bodies\": [\"world\", \"a\"], "
                         "\"axis\": [1, 0, 0],"
                         " \"limit\": {\"lower\": -90, \"upper\": 1.5}}]"))
          == 1);
    CHECK_TEXT(notes.items[0].path, "joints[0].limit.lower");
}

TEST(bodies_that_begin_inside_each_other_are_noted_once) {
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", " BOX "},\n {\"name\": \"b\", "
                         "\"position\": [0.7, 0, 0], " BOX "}]"))
          == 1);
    CHECK(notes.items[0].line == 3 && notes.items[0].column == 2);
    CHECK_TEXT(notes.items[0].path, "bodies[1]");
    CHECK_TEXT(notes.items[0].message,
               "'b' begins 0.3 m inside 'a', and is pushed out of it; move one of them, join them, "
               "or let them not touch (\"touches\")");
    CHECK(
        notes_on(SCENE(
            "\"ground\": {}, \"bodies\": [{\"name\": \"a\", \"position\": [0, 0, 0.2], " BOX "}]"))
        == 1);
    CHECK(strstr(notes.items[0].message, "'a' begins 0.3 m inside 'ground'") != NULL);
    CHECK(
        notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"type\": \"static\", " BOX "}], "
                       "\"chains\": [{\"name\": \"c\", \"from\": [0, 0, 0.3], \"to\": [9, 0, 0.3], "
                       "\"count\": 3, \"mass\": 1, \"radius\": 0.2}]"))
        == 1);
    CHECK_TEXT(notes.items[0].path, "chains[0]");
}

TEST(bodies_that_may_be_inside_each_other_are_not_noted) {
    // at rest on each other, and a millimetre in
    CHECK(notes_on(
              SCENE("\"ground\": {}, \"bodies\": [{\"name\": \"a\", \"position\": [0, 0, 0.5], " BOX
                    "}, {\"name\": \"b\", \"position\": [0, 0, 1.499], " BOX "}]"))
          == 0);
    // joined
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", " BOX "}, {\"name\": \"b\", "
                         "\"position\": [0.7, 0, 0], " BOX "}], \"joints\": [{\"name\": \"j\", "
                         "\"type\": \"ball\", \"bodies\": [\"a\", \"b\"], \"at\": [0.5, 0, 0]}]"))
          == 0);
    // kept from touching
    CHECK(notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"touches\": \"none\", " BOX "}, "
                         "{\"name\": \"b\", \"position\": [0.7, 0, 0], " BOX "}]"))
          == 0);
    // two that never move
    CHECK(
        notes_on(SCENE("\"bodies\": [{\"name\": \"a\", \"type\": \"static\", " BOX "}, {\"name\": "
                       "\"b\", \"type\": \"static\", \"position\": [0.7, 0, 0], " BOX "}]"))
        == 0);
}

#define CABLE(end_)                                                                                \
    SCENE("\"bodies\": [{\"name\": \"a\", \"position\": [0, 0, -5], " BOX "}],\n"                  \
          "\"cables\": [{\"name\": \"c\", \"diameter\": 0.01, \"path\": [{\"at\": [0, 0, 9]},\n"   \
          "  {\"body\": \"a\", \"at\": " end_ "}]}]")

TEST(a_cable_that_ends_far_outside_its_body_is_noted) {
    CHECK(notes_on(CABLE("[0, 0, -2]")) == 1);
    CHECK(notes.items[0].line == 4 && notes.items[0].column == 23);
    CHECK_TEXT(notes.items[0].path, "cables[0].path[1].at");
    CHECK_TEXT(notes.items[0].message,
               "ends 1.5 m outside the shapes of 'a', which reach 0.866 m; \"at\" is in the frame "
               "of the body");
    // on it, and on a lug above it
    CHECK(notes_on(CABLE("[0, 0, 0.5]")) == 0);
    CHECK(notes_on(CABLE("[0, 0, 1]")) == 0);
}

TEST(the_gallery_has_no_notes) {
    DIR* folder = opendir(RV_TEST_SOURCE_DIR "/scenes");
    CHECK(folder != NULL);
    int scenes = 0;
    for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[512];
        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        memset(&notes, 0, sizeof notes);
        snprintf(path, sizeof path, RV_TEST_SOURCE_DIR "/scenes/%s", entry->d_name);
        rv_scene* scene = rv_scene_load(path, &scene_problems);
        rv_scene_play* play =
            scene != NULL ? rv_scene_play_create(scene, NULL, &scene_problems) : NULL;
        CHECK(play != NULL);
        if (play != NULL)
            rv_scene_play_notes(play, &notes);
        CHECK(notes.count == 0);
        for (int i = 0; i < notes.count && i < RV_SCENE_PROBLEMS_MAX; i++)
            printf("  %s: %s: %s\n", entry->d_name, notes.items[i].path, notes.items[i].message);
        rv_scene_play_destroy(play);
        rv_scene_destroy(scene);
        scenes++;
    }
    CHECK(scenes >= 35);
    if (folder != NULL)
        closedir(folder);
}

#define LINE(length_)                                                                              \
    SCENE("\"cables\": [{\"name\": \"c\", \"model\": \"rod\", \"EA\": \"infinite\", "              \
          "\"path\": [{\"at\": [0, 0, 0]}, {\"at\": [2, 0, 0]}],\n\"length\": " length_ ", "       \
          "\"segments\": {\"count\": 4, \"shape\": [[0, 0, 0], [1, 0, -1], [2, 0, 0]]}}]")

TEST(a_cable_that_is_not_as_long_as_it_is_said_to_be_is_noted) {
    CHECK(notes_on(LINE("2.83")) == 1);
    CHECK_TEXT(notes.items[0].path, "cables[0].length");
    CHECK_TEXT(notes.items[0].message,
               "is 2.83 m, but the cable is 2.82843 m long, as its segments lie along its "
               "\"shape\"; leave \"length\" out, or change the shape");
    CHECK(notes_on(LINE("2.8284")) == 0);
}
