// The knotted threads of the gallery stay what they are while they are drawn tight.
#include "collide/link.h"
#include "scene/scene.h"
#include "world_fixture.h"

enum { POINTS_MAX = 1000 };

// the knot between the ends of the first cable
static int64_t determinant_of(const rv_world* world) {
    static rv_vec3 points[POINTS_MAX];
    rv_cable_id cable = rv_cable_next(world, (rv_cable_id){0, 0, 0});
    int count = rv_cable_points(world, cable, 0.1, points, NULL, POINTS_MAX);
    CHECK(count > 2 && count <= POINTS_MAX);
    size_t bytes = rv_line_determinant_bytes(count);
    void* block = malloc(bytes);
    int64_t found = rv_line_determinant(points, count, false, rv_arena_make(block, bytes));
    free(block);
    return found;
}

// plays a scene and looks at its knot every tenth of a second; returns the tension at the end
static double tighten(const char* name, double seconds, int64_t determinant) {
    static rv_scene_problems problems;
    char path[512];
    snprintf(path, sizeof path, "%s/scenes/%s.json", RV_TEST_SOURCE_DIR, name);
    rv_scene* scene = rv_scene_load(path, &problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    CHECK(play != NULL);
    if (play == NULL)
        return 0.0;
    const rv_world* world = rv_scene_play_world(play);
    CHECK(determinant_of(world) == determinant);
    for (long step = 1; rv_world_time(world) < (TEST_IS_WATCHED ? 0.2 : seconds); step++) {
        CHECK(rv_scene_play_step(play) == RV_STATUS_OK);
        if (step % 100 == 0)
            CHECK(determinant_of(world) == determinant);
    }
    double tension = rv_cable_largest_tension(world, rv_cable_next(world, (rv_cable_id){0, 0, 0}));
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return tension;
}

TEST(the_square_knot_is_drawn_tight_and_stays_one) {
    double tension = tighten("26-square-knot", 12.0, 9);
    // what the sledge pulls with
    CHECK(TEST_IS_WATCHED || fabs(tension - 0.2) < 0.01);
}

TEST(the_suture_is_drawn_tight_and_stays_tied) {
    double tension = tighten("27-suture-loop", 12.0, 15);
    CHECK(TEST_IS_WATCHED || tension > 1.0);
}
