// The tower crane of the gallery in three models: one scene but for a word, a rope that is taken up
// before the hook rises, and nothing that a driver does breaks it.
#include "scene/scene.h"
#include "world_fixture.h"

static const char layered_crane[] = "19-tower-crane", massless_crane[] = "20-tower-crane-massless",
                  segments_crane[] = "21-tower-crane-segments";

static void path_of(const char* scene, char* path, size_t bytes) {
    snprintf(path, bytes, "%s/scenes/%s.json", RV_TEST_SOURCE_DIR, scene);
}

// --- one scene ----------------------------------------------------------------------------------

// takes the word of the model out of a line; the word, "" if it has none
static void take_model(char* line, char* word) {
    static const char key[] = "\"name\": \"hoist\", \"model\": \"";
    char* at = strstr(line, key);
    *word = '\0';
    if (at == NULL)
        return;
    at += strlen(key);
    size_t length = strcspn(at, "\"");
    memcpy(word, at, length);
    word[length] = '\0';
    memmove(at, at + length, strlen(at + length) + 1);
}

// lines in which two scenes differ, name and look aside; `word`: the model of the second
static int lines_that_differ(const char* scene, const char* other, char* word) {
    char path[2][512], line[2][1024], model[2][1024];
    path_of(scene, path[0], sizeof path[0]);
    path_of(other, path[1], sizeof path[1]);
    FILE* files[2] = {fopen(path[0], "r"), fopen(path[1], "r")};
    int differ = 0;
    *word = '\0';
    CHECK(files[0] != NULL && files[1] != NULL);
    while (files[0] != NULL && files[1] != NULL && fgets(line[0], sizeof line[0], files[0])) {
        differ += fgets(line[1], sizeof line[1], files[1]) == NULL;
        take_model(line[0], model[0]);
        take_model(line[1], model[1]);
        if (model[1][0] != '\0')
            snprintf(word, sizeof model[1], "%s", model[1]);
        bool title =
            strncmp(line[0], "  \"name\"", 8) == 0 || strncmp(line[0], "  \"look\"", 8) == 0;
        differ += !title && strcmp(line[0], line[1]) != 0;
    }
    differ += files[1] != NULL && fgets(line[1], sizeof line[1], files[1]) != NULL;
    for (int i = 0; i < 2; i++)
        if (files[i] != NULL)
            fclose(files[i]);
    return differ;
}

TEST(the_three_cranes_differ_by_the_word_of_their_model_alone) {
    char word[1024];
    CHECK(lines_that_differ(layered_crane, layered_crane, word) == 0);
    CHECK_TEXT(word, "layered");
    CHECK(lines_that_differ(layered_crane, massless_crane, word) == 0);
    CHECK_TEXT(word, "massless");
    CHECK(lines_that_differ(layered_crane, segments_crane, word) == 0);
    CHECK_TEXT(word, "segments");
}

// --- what it does -------------------------------------------------------------------------------

typedef struct crane {
    rv_scene* scene;
    rv_scene_play* play;
    rv_world* world;
    rv_body_id hook, load;
    rv_cable_id hoist;
} crane;

static crane crane_build(const char* name) {
    static rv_scene_problems problems;
    char path[512];
    path_of(name, path, sizeof path);
    crane c = {.scene = rv_scene_load(path, &problems)};
    c.play = c.scene != NULL ? rv_scene_play_create(c.scene, NULL, &problems) : NULL;
    CHECK(c.play != NULL);
    if (c.play == NULL)
        return c;
    c.world = rv_scene_play_world(c.play);
    c.hook = rv_scene_play_body(c.play, "hook");
    c.load = rv_scene_play_body(c.play, "load");
    c.hoist = rv_scene_play_cable(c.play, "hoist");
    return c;
}

static void crane_destroy(crane* c) {
    rv_scene_play_destroy(c->play);
    rv_scene_destroy(c->scene);
}

static double height_of(const crane* c, rv_body_id body) {
    return rv_body_pose(c->world, body).position.z;
}

// what a level span takes of the rope beyond its chord at rest: w^2 l^3 / 24 T^2
static double taken_by(const crane* c, int span, double tension) {
    rv_vec3 from = rv_cable_get_contact(c->world, c->hoist, span).out;
    rv_vec3 to = rv_cable_get_contact(c->world, c->hoist, span + 1).in;
    double l = rv_vec3_length(rv_vec3_sub(to, from));
    double w = 9.81 * rv_cable_mass_per_length(c->world, c->hoist);
    return w * w * l * l * l / (24.0 * tension * tension);
}

// plays until a body has risen by a millimetre, for 30 s at most; the rope wound in by then
static double wound_until_rise(crane* c, rv_body_id body) {
    double start = height_of(c, body), length = rv_cable_length(c->world, c->hoist);
    while (rv_world_time(c->world) < 30.0 && height_of(c, body) < start + 1e-3)
        rv_scene_play_step(c->play);
    return length - rv_cable_length(c->world, c->hoist);
}

TEST(the_hook_rises_only_when_the_bow_of_the_rope_is_taken_up) {
    crane c = crane_build(layered_crane);
    if (c.play != NULL) {
        double slack = rv_cable_length(c.world, c.hoist) - rv_cable_path_length(c.world, c.hoist);
        rv_scene_play_step(c.play);
        CHECK(rv_cable_sag(c.world, c.hoist, 0) > 4.0);
        // four falls lift the hook, and carry their own weight up to the trolley
        double w = 9.81 * rv_cable_mass_per_length(c.world, c.hoist);
        rv_cable_contact low = rv_cable_get_contact(c.world, c.hoist, 2);
        rv_cable_contact high = rv_cable_get_contact(c.world, c.hoist, 1);
        double tension = 400.0 * 9.81 / 4.0 + w * (high.out.z - low.in.z);
        double kept = taken_by(&c, 0, tension) + taken_by(&c, 5, tension);
        double wound = wound_until_rise(&c, c.hook);
        // a bow that still swings lifts a little early
        CHECK_NEAR(wound, slack - kept, 0.03 * slack);
        CHECK(rv_cable_sag(c.world, c.hoist, 0) < 1.6);
        CHECK_NEAR(height_of(&c, c.load), 0.6, 1e-6);
    }
    crane_destroy(&c);
}

TEST(loads_hang_alike_on_all_three_models) {
    static const char* const cranes[] = {layered_crane, massless_crane, segments_crane};
    rv_vec3 at[3];
    for (int i = 0; i < 3; i++) {
        crane c = crane_build(cranes[i]);
        // taken up, lifted, and on its way in
        while (c.play != NULL && rv_world_time(c.world) < 20.0)
            rv_scene_play_step(c.play);
        at[i] = c.play != NULL ? rv_body_center(c.world, c.load) : vec(NAN, NAN, NAN);
        crane_destroy(&c);
    }
    CHECK(at[0].z > 4.0);
    // the rope weighs 2 % of the load and swings with it
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(at[1], at[0])), 0.0, 0.02);
    CHECK_NEAR(rv_vec3_length(rv_vec3_sub(at[2], at[0])), 0.0, 0.05);
}

// --- drivers ------------------------------------------------------------------------------------

// 60 s at the levers: each moved at random after up to two seconds
static void drive(const char* name, uint64_t seed) {
    enum { LEVERS = 3 };
    fixture_random random = {seed * 0x9e3779b97f4a7c15ull};
    crane c = crane_build(name);
    double next = 0.0, seconds = TEST_IS_WATCHED ? 5.0 : 60.0;
    int troubled = 0;
    while (c.play != NULL && rv_world_time(c.world) < seconds) {
        for (int i = 0; i < LEVERS && rv_world_time(c.world) >= next; i++) {
            double way = random_in(&random, -1.5, 1.5);
            CHECK(rv_scene_play_set_control(c.play, i, fmax(-1.0, fmin(1.0, way))));
        }
        if (rv_world_time(c.world) >= next)
            next += random_in(&random, 0.0, 2.0);
        troubled += rv_scene_play_step(c.play) != RV_STATUS_OK;
        troubled += rv_world_report(c.world).nonfinite_count > 0;
        troubled += !(rv_vec3_length(rv_body_center(c.world, c.load)) < 80.0);
        // the brake gives way at 60 kN; the weight of the falls comes on top
        troubled += !(rv_cable_largest_tension(c.world, c.hoist) < 61e3);
    }
    if (troubled > 0)
        printf("%s: seed %d\n", name, (int)seed);
    CHECK(troubled == 0);
    crane_destroy(&c);
}

TEST(random_commands_of_a_minute_break_no_crane) {
    for (uint64_t seed = 1; seed <= 8; seed++) {
        drive(layered_crane, seed);
        drive(massless_crane, seed);
    }
}
