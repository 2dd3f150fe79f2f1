// The shaken lines of the gallery: at one rate of shaking, the slacker line has more half waves.
#include "scene/scene.h"
#include "world_fixture.h"

#define PI 3.14159265358979323846

enum { LINES = 4, MODES = 12, CELLS = 60 };

// adds the squares of the parts sin(k pi x/l) of a line's sideways motion
static void add_modes(const rv_world* world, rv_cable_id line, double squares[MODES]) {
    rv_vec3 points[4 * CELLS];
    int count = rv_cable_points(world, line, 0.15, points, NULL, 4 * CELLS);
    CHECK(count > CELLS && count <= 4 * CELLS);
    for (int k = 1; k <= MODES; k++) {
        double part = 0.0;
        for (int i = 1; i < CELLS; i++)
            part += points[i].y * sin(k * PI * i / CELLS);
        squares[k - 1] += part * part;
    }
}

// how many half waves the largest part of each line's motion has, within a second
static void half_waves_at(rv_scene_play* play, double time, int found[LINES]) {
    rv_world* world = rv_scene_play_world(play);
    double squares[LINES][MODES] = {{0.0}};
    while (rv_world_time(world) < time + 1.0) {
        rv_scene_play_step(play);
        for (int i = 0; i < LINES && rv_world_time(world) > time; i++) {
            char name[24];
            snprintf(name, sizeof name, "line-%d", i + 1);
            add_modes(world, rv_scene_play_cable(play, name), squares[i]);
        }
    }
    for (int i = 0; i < LINES; i++) {
        int best = 0;
        for (int k = 1; k < MODES; k++)
            best = squares[i][k] > squares[i][best] ? k : best;
        found[i] = best + 1;
    }
}

TEST(lines_whirl_in_one_to_four_half_waves_and_in_twice_as_many_at_twice_the_rate) {
    static rv_scene_problems problems;
    rv_scene* scene = rv_scene_load(RV_TEST_SOURCE_DIR "/scenes/22-shaken-lines.json", &problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    CHECK(play != NULL);
    int slow[LINES] = {0}, fast[LINES] = {0};
    if (play != NULL) {
        half_waves_at(play, 23.0, slow);
        half_waves_at(play, 40.0, fast);
    }
    for (int i = 0; i < LINES; i++) {
        CHECK(slow[i] == i + 1);
        CHECK(fast[i] == 2 * (i + 1));
    }
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
}
