// Every scene of the gallery and every example of docs/scenes.md plays without trouble. Where every
// instruction is watched, heaps of things and long threads play only until they have worked enough.
#include "scene/scene.h"
#include "world_fixture.h"

#include <dirent.h>

static const double SECONDS = 2.5;
static const long WORK_WATCHED = 4000; // iterations of contacts, and solutions of 60 velocities
// Chains of segments are refined only above this residual of a component (solve/kkt_numeric.c); one
// that begins slack over wheels has 4e-9 in its second step, and 1e-10 from then on.
static const double RESIDUAL = 1e-8;

static rv_scene_problems problems;

static void print_problems(void) {
    char line[2048];
    for (int i = 0; i < problems.count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        rv_scene_problem_line(&problems, i, line, sizeof line);
        printf("%s\n", line);
    }
    CHECK(problems.count == 0);
}

static void play_for(rv_scene* scene, double seconds) {
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    print_problems();
    if (play == NULL)
        return;
    rv_scene_summary summary = rv_scene_summarize(scene);
    rv_world* world = rv_scene_play_world(play);
    int troubled = 0;
    long work = 0;
    while (rv_world_time(world) < seconds && (!TEST_IS_WATCHED || work < WORK_WATCHED)) {
        rv_status status = rv_scene_play_step(play);
        rv_report report = rv_world_report(world);
        work += report.contact_iterations + (long)report.factorisations * report.dof_count / 60;
        bool fine =
            status == RV_STATUS_OK && report.nonfinite_count == 0 && report.residual < RESIDUAL;
        if (!fine && troubled++ == 0)
            printf("%s: at %g s: status %d, residual %g, %d pivots floored, %d non-finite\n",
                   summary.name, rv_world_time(world), (int)status, report.residual,
                   report.pivots_floored, report.nonfinite_count);
        if (status == RV_STATUS_FAILED)
            break;
    }
    CHECK(troubled == 0);
    rv_scene_play_destroy(play);
}

TEST(every_scene_of_the_gallery_plays_for_seconds) {
    DIR* folder = opendir(RV_TEST_SOURCE_DIR "/scenes");
    CHECK(folder != NULL);
    int scenes = 0;
    for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char path[512];
        if (strstr(entry->d_name, ".json") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/scenes/%.200s", RV_TEST_SOURCE_DIR, entry->d_name);
        problems.count = 0;
        rv_scene* scene = rv_scene_load(path, &problems);
        play_for(scene, SECONDS);
        rv_scene_destroy(scene);
        scenes++;
    }
    CHECK(scenes >= 12);
    if (folder != NULL)
        closedir(folder);
}

TEST(every_example_of_the_documentation_plays) {
    FILE* file = fopen(RV_TEST_SOURCE_DIR "/docs/scenes.md", "r");
    CHECK(file != NULL);
    static char text[1 << 18];
    size_t bytes = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[bytes] = '\0';
    if (file != NULL)
        fclose(file);
    static const char fence[] = "```json\n";
    int examples = 0;
    for (char* at = text; (at = strstr(at, fence)) != NULL;) {
        at += strlen(fence);
        char* end = strstr(at, "```");
        problems.count = 0;
        rv_scene* scene = rv_scene_parse(at, (size_t)(end - at), "docs/scenes.md", &problems);
        play_for(scene, 1.0);
        rv_scene_destroy(scene);
        at = end;
        examples++;
    }
    CHECK(examples >= 7);
}
