// A scene from a text, and the world that it makes.
#ifndef REEVE_SCENE_FIXTURE_H
#define REEVE_SCENE_FIXTURE_H

#include "scene/scene.h"
#include "test.h"

#include <stdlib.h>

// how every scene begins
#define HEAD "{ \"reeve\": 1, \"name\": \"n\", \"look\": \"l\""

typedef struct stage {
    rv_scene* scene;
    rv_scene_play* play;
    rv_world* world;
} stage;

static inline stage build(const char* text) {
    static rv_scene_problems problems;
    problems.count = 0;
    stage s = {rv_scene_parse(text, strlen(text), "t.json", &problems), NULL, NULL};
    if (s.scene != NULL)
        s.play = rv_scene_play_create(s.scene, NULL, &problems);
    if (s.play != NULL)
        s.world = rv_scene_play_world(s.play);
    char line[1024] = "";
    if (problems.count > 0)
        rv_scene_problem_line(&problems, 0, line, sizeof line);
    CHECK_TEXT(line, "");
    return s;
}

// it is refused when it is read or built, for one reason
static inline void check_refused(const char* text, const char* expected) {
    rv_scene_problems problems = {0};
    rv_scene* scene = rv_scene_parse(text, strlen(text), "t.json", &problems);
    rv_scene_play* play = scene == NULL ? NULL : rv_scene_play_create(scene, NULL, &problems);
    char line[512] = "";
    if (problems.count > 0)
        rv_scene_problem_line(&problems, 0, line, sizeof line);
    CHECK(play == NULL && problems.count == 1);
    CHECK_TEXT(line, expected);
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
}

static inline void tear_down(stage* s) {
    rv_scene_play_destroy(s->play);
    rv_scene_destroy(s->scene);
}

// the value of a column by its name
static inline double column(const stage* s, const char* name) {
    double values[64];
    char found[128];
    rv_scene_play_read(s->play, values);
    for (int i = 0; i < rv_scene_play_column_count(s->play); i++) {
        rv_scene_play_column_name(s->play, i, found, sizeof found);
        if (strcmp(found, name) == 0)
            return values[i];
    }
    CHECK_TEXT(name, "a column");
    return NAN;
}

#endif
