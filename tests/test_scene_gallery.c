// Every scene of the gallery and every example of docs/scenes.md plays without trouble, a scene of the
// gallery without allocating, and what a scene's `look` promises comes true: a table of bounds on
// columns of its probes. Where every
// instruction is watched, heaps of things and long threads play only until they have worked enough.
#include "scene/scene.h"
#include "world_fixture.h"

#include <dirent.h>

static const double SECONDS = 2.5;
static const long WORK_WATCHED = 4000; // iterations of contacts, and solutions of 60 velocities
// Chains of segments are refined only above this residual of a component (solve/kkt_numeric.c); one
// that begins slack over wheels has 4e-9 in its second step, and 1e-10 from then on.
static const double RESIDUAL = 1e-8;

// The deepest overlap of two shapes in the first step [m]: where a cable of segments lies round an
// edge its chords begin inside, by 2.8 mm in 18-cable-over-edge and 4.04 mm in docs/scenes.md.
static const double OVERLAP = 0.005;

static rv_scene_problems problems;

static void print_problems(void) {
    char line[2048];
    for (int i = 0; i < problems.count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        rv_scene_problem_line(&problems, i, line, sizeof line);
        printf("%s\n", line);
    }
    CHECK(problems.count == 0);
}

// Things must not begin inside each other: contact would shoot them apart.
static void check_begins_apart(const rv_world* world, const char* name) {
    double deepest = 0.0;
    for (int i = 0; i < rv_world_contact_count(world); i++) {
        rv_contact contact = rv_world_contact(world, i);
        for (int j = 0; j < contact.point_count; j++)
            deepest = fmin(deepest, contact.points[j].gap);
    }
    CHECK(deepest > -OVERLAP);
    if (!(deepest > -OVERLAP))
        printf("%s: two shapes begin %g m inside each other\n", name, -deepest);
}

// returns how often steps after the first have allocated
static long play_for(rv_scene* scene, double seconds) {
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    print_problems();
    if (play == NULL)
        return 0;
    rv_scene_summary summary = rv_scene_summarize(scene);
    rv_world* world = rv_scene_play_world(play);
    int troubled = 0;
    long work = 0, steps = 0, allocations = 0;
    while (rv_world_time(world) < seconds && (!TEST_IS_WATCHED || work < WORK_WATCHED)) {
        rv_status status = rv_scene_play_step(play);
        rv_report report = rv_world_report(world);
        allocations += rv_world_step_count(world) > 1 ? (long)report.allocations : 0;
        work += report.contact_iterations + (long)report.factorisations * report.dof_count / 60;
        bool fine =
            status == RV_STATUS_OK && report.nonfinite_count == 0 && report.residual < RESIDUAL;
        if (!fine && troubled++ == 0)
            printf("%s: at %g s: status %d, residual %g, %d pivots floored, %d non-finite\n",
                   summary.name, rv_world_time(world), (int)status, report.residual,
                   report.pivots_floored, report.nonfinite_count);
        if (steps++ == 0)
            check_begins_apart(world, summary.name);
        if (status == RV_STATUS_FAILED)
            break;
    }
    CHECK(troubled == 0);
    rv_scene_play_destroy(play);
    return allocations;
}

// Scenes that add to their worlds while they play: a winch pays out segments, or rods come together
// and are solved as one from then on. Such steps may allocate (rv_capacity).
static bool adds_things(const char* file) {
    return strncmp(file, "21-", 3) == 0 || strncmp(file, "29-", 3) == 0;
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
        long allocations = play_for(scene, SECONDS);
        if (allocations > 0)
            printf("%s: %ld allocations\n", entry->d_name, allocations);
        CHECK(allocations == 0 || adds_things(entry->d_name));
        rv_scene_destroy(scene);
        scenes++;
    }
    CHECK(scenes >= 12);
    if (folder != NULL)
        closedir(folder);
}

// its loop is thrown after 7.4 s, and wound up until 14.8 s
TEST(a_thread_that_winds_round_itself_allocates_nothing) {
    problems.count = 0;
    rv_scene* scene = rv_scene_load(RV_TEST_SOURCE_DIR "/scenes/25-plectoneme.json", &problems);
    CHECK(play_for(scene, 16.0) == 0);
    rv_scene_destroy(scene);
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

// --- what the scenes promise --------------------------------------------------------------------

// How a column is reduced over a span of time; TURNS: how often its sign changes.
typedef enum reduction { LEAST, MOST, MEAN, CHANGE, TURNS } reduction;

// A number that the `look` of a scene promises, or that must hold for it to be true.
typedef struct promise {
    const char *scene, *column;
    double from, to; // [s]
    reduction reduction;
    double low, high; // bounds of the reduced number, in the unit of the column
} promise;

// Those of one scene follow each other. The hand, the knots, the cranes and the lines have tests of
// their own: test_scene_solids, _knots, _tower_crane, _shaken_lines.
static const promise promises[] = {
    // the load weighs 49.05 kN, and the chain above it 1.2 kg more
    {"01-heavy-load", "chain.link[24].tension", 0.5, 1.0, LEAST, 49049.0, 49051.0},
    {"01-heavy-load", "chain.link[24].tension", 0.5, 1.0, MOST, 49049.0, 49051.0},
    {"01-heavy-load", "load.position.z", 0.0, 20.0, LEAST, 0.999, 1.001},
    // from 150 degrees to 150 degrees is 5.236 rad; half swings of 0.5 * 1.762 * 1.638 s = 1.443 s
    {"02-pendulum-150", "pivot.coordinate", 0.0, 3.0, MOST, 5.22, 5.24},
    {"02-pendulum-150", "pivot.speed", 0.1, 14.5, TURNS, 10.0, 10.0},
    // a quaternion about y has no x; one that is turned over about x or z besides has no w and no y
    {"03-tumbling-book", "book.rotation.x", 4.0, 5.0, MOST, 0.95, 1.0},
    {"03-tumbling-book", "book.rotation.x", 8.5, 9.3, MOST, -0.1, 0.1},
    {"03-tumbling-book", "book.rotation.x", 13.0, 14.0, MOST, 0.95, 1.0},
    {"04-stalled-motor", "shoulder.motor_force", 3.0, 5.0, LEAST, 29.999, 30.001},
    {"04-stalled-motor", "shoulder.coordinate", 3.0, 5.0, MEAN, 1.199, 1.201},
    {"04-stalled-motor", "shoulder.coordinate", 10.0, 12.0, MEAN, -1.201, -1.199},
    {"05-slider-crank", "bore.coordinate", 0.0, 10.0, LEAST, -0.401, -0.399},
    {"05-slider-crank", "bore.coordinate", 5.0, 10.0, MEAN, -0.26,
     -0.205}, // lingers near the crank
    {"05-slider-crank", "wristpin.gap", 0.0, 10.0, MOST, 0.0, 1e-4},
    {"06-sprung-pendulum", "upper spring.tension", 0.0, 20.0, LEAST, -100.0, -20.0},
    {"06-sprung-pendulum", "upper spring.tension", 0.0, 20.0, MOST, 60.0, 200.0},
    {"06-sprung-pendulum", "beam[9].position.z", 0.0, 20.0, LEAST, -1.4, -1.0},
    // a = (2 - 1) g / (2 + 1 + 0.5) = 2.80 m/s^2
    {"07-atwood", "light.velocity.z", 0.095, 1.105, CHANGE, 2.79, 2.82},
    {"07-atwood", "rope.span[0].tension", 0.1, 1.1, MEAN, 14.0, 14.03},
    {"07-atwood", "rope.span[1].tension", 0.1, 1.1, MEAN, 12.6, 12.63},
    {"07-atwood", "rope.span[0].tension", 1.6, 2.4, MOST, 0.0, 0.0},
    {"08-tackle", "fall.span[4].tension", 4.0, 8.0, MEAN, 1080.0, 1090.0},
    {"08-tackle", "fall.span[4].tension", 14.0, 17.0, MEAN, 880.0, 890.0},
    {"08-tackle", "load.velocity.z", 4.0, 8.0, MEAN, 0.299, 0.301},
    {"09-cable-robot", "platform.position.x", 0.0, 18.0, LEAST, -1.25, -1.15},
    {"09-cable-robot", "platform.position.x", 0.0, 18.0, MOST, 1.15, 1.25},
    {"09-cable-robot", "platform.rotation.x", 0.0, 18.0, MOST, -1e-3, 1e-3},
    {"09-cable-robot", "platform.rotation.y", 0.0, 18.0, LEAST, -1e-3, 1e-3},
    {"10-fishing-rod", "line.length", 0.0, 2.5, CHANGE, 12.0, 16.0},        // pulled off the reel
    {"10-fishing-rod", "box.position.x", 3.0, 12.0, CHANGE, -5.0, -3.0},    // drawn back,
    {"10-fishing-rod", "box.position.z", 3.0, 12.0, MOST, 0.149, 0.151},    // on the ground,
    {"10-fishing-rod", "line.winch.speed", 20.0, 30.0, MEAN, -0.11, -0.09}, // then lifted
    {"10-fishing-rod", "box.position.z", 20.0, 30.0, CHANGE, 0.8, 1.3},
    {"11-four-cables", "slider.position.x", 0.0, 30.0, MOST, 7.0, 8.1},
    {"11-four-cables", "first.angular_velocity.z", 5.0, 30.0, LEAST, 1.0, 6.0},
    {"11-four-cables", "second.angular_velocity.z", 5.0, 30.0, MOST, -6.0, -1.0},
    {"12-crane-block", "load.velocity.z", 5.0, 9.0, MEAN, 0.199, 0.201}, // 2.4 m/s / 12
    {"12-crane-block", "load.velocity.z", 11.0, 13.5, MOST, 0.0, 0.005},
    {"12-crane-block", "load.velocity.z", 11.0, 13.5, LEAST, -0.005, 0.0},
    {"13-gantry-crane", "cable.tension", 33.0, 45.0, MOST, 0.0, 1000.0},      // in a bow
    {"13-gantry-crane", "cable.tension", 50.0, 60.0, MOST, 68670.0, 80000.0}, // g * 7 t, no jerk
    {"14-wrecking-ball", "ball.contact_force", 0.0, 1.2, MOST, 0.0, 0.0}, // begins clear of its jib
    {"14-wrecking-ball", "rope.tension", 0.1, 1.3, LEAST, 500.0, 5000.0},
    {"14-wrecking-ball", "rope.tension", 1.3, 1.7, LEAST, 0.0, 0.0},
    {"14-wrecking-ball", "rope.tension", 1.3, 1.7, MOST, 6000.0, 40000.0},
    {"14-wrecking-ball", "block13.asleep", 5.0, 5.5, LEAST, 1.0, 1.0},
    {"15-arch", "hoist.tension", 10.0, 13.0, MOST, 0.0, 0.0},
    {"15-arch", "weight.contact_force", 10.0, 13.0, MEAN, 9809.0, 9811.0},
    {"15-arch", "stone13.position.z", 0.0, 15.0, LEAST, 2.2999, 2.3001},
    {"16-skip", "rope-a.tension", 1.5, 2.5, MOST, 0.0, 1.0},
    {"16-skip", "rope-a.tension", 4.0, 6.0, MEAN, 1600.0, 2000.0},
    {"17-slack-cable", "contacts.count", 9.5, 11.0, LEAST, 12.0, 40.0}, // lies down,
    {"17-slack-cable", "contacts.count", 14.5, 15.5, MOST, 0.0, 2.0},   // and is picked up
    {"18-cable-over-edge", "cable.span[0].tension", 3.0, 6.0, MEAN, 2750.0, 3100.0}, // 1.5 * 1962 N
    {"18-cable-over-edge", "load.position.z", 3.0, 6.0, CHANGE, 0.6, 0.9},
    {"23-ropes-that-touch", "hoist.wraps", 3.0, 22.0, LEAST, 1.0, 4.0},
    {"23-ropes-that-touch", "crate.position.z", 10.0, 20.0, CHANGE, 3.0, 5.0},
    {"23-ropes-that-touch", "swing.wraps", 1.5, 3.5, MOST, 1.0, 4.0},
    {"23-ropes-that-touch", "swing.wraps", 3.5, 5.2, LEAST, 0.0, 0.0},
    {"25-plectoneme", "thread.twist", 2.0, 12.0, MOST, 15.0, 30.0},
    {"28-coil-and-memory", "weight.position.z", 0.0, 3.0, LEAST, 0.2, 0.3},
    {"28-coil-and-memory", "memory.twist", 1.0, 3.0, LEAST, 3.0, 8.0},
    {"29-two-threads", "tied.position.z", 1.0, 2.0, LEAST, 0.32, 0.35},
    {"29-two-threads", "tied.position.z", 1.0, 2.0, CHANGE, -1e-5, 1e-5}, // friction holds it
    {"31-soft-things", "crate.position.z", 0.6, 2.0, LEAST, 0.43, 0.47},
    {"31-soft-things", "jelly.elastic", 0.0, 1.0, MOST, 1.0, 10.0},
    {"31-soft-things", "jelly.position.z", 0.0, 2.0, CHANGE, -0.55, -0.45},
    {"32-running-suture", "left.position.y", 0.0, 5.0, CHANGE, 0.0055,
     0.0065}, // the wound is 12 mm
    {"32-running-suture", "right.position.y", 0.0, 5.0, CHANGE, -0.0065, -0.005},
    {"33-suture-in-tissue", "thread.suture[0].at", 3.5, 4.0, MOST, 0.0, 1e-3},
    {"33-suture-in-tissue", "thread.tension", 3.8, 4.0, MEAN, 0.5, 1.0}, // the knot stops it
    {"34-tied-things", "right.force.x", 5.0, 6.0, MEAN, 200.0, 300.0},
    {"34-tied-things", "knot.broken", 0.0, 3.0, MOST, 0.0, 0.0},
    {"34-tied-things", "knot.broken", 5.0, 6.0, LEAST, 1.0, 1.0},
    {"35-four-hoists", "massless.tension", 0.0, 9.0, MOST, 0.0, 0.0},
    {"35-four-hoists", "layered.tension", 0.0, 9.0, LEAST, 40.0, 150.0}, // no rope pushes:
    {"35-four-hoists", "segments.tension", 0.0, 9.0, LEAST, -50.0, 150.0},
    {"35-four-hoists", "rod.tension", 0.0, 9.0, LEAST, -50.0, 150.0},
    {"35-four-hoists", "massless.tension", 14.0, 18.0, MEAN, 3980.0, 4000.0},
    {"35-four-hoists", "layered.tension", 14.0, 18.0, MEAN, 4120.0, 4140.0}, // 137 N of rope more
    {"35-four-hoists", "segments.tension", 14.0, 18.0, MEAN, 4120.0, 4140.0},
    {"35-four-hoists", "rod.tension", 14.0, 18.0, MEAN, 4115.0, 4140.0},
};

enum { PROMISES = sizeof promises / sizeof promises[0], COLUMNS_MAX = 128 };

// What has been seen of a promise's column so far.
typedef struct sighting {
    int column, count, turns;
    double least, most, sum, first, last;
} sighting;

static int column_named(const rv_scene_play* play, const char* name) {
    char column[256];
    for (int i = 0; i < rv_scene_play_column_count(play); i++) {
        rv_scene_play_column_name(play, i, column, sizeof column);
        if (strcmp(column, name) == 0)
            return i;
    }
    return -1;
}

static void see(sighting* s, double value) {
    bool fresh = s->count++ == 0;
    s->turns += !fresh && (value < 0.0) != (s->last < 0.0);
    s->least = fresh || value < s->least ? value : s->least;
    s->most = fresh || value > s->most ? value : s->most;
    s->first = fresh ? value : s->first;
    s->last = value;
    s->sum += value;
}

static double reduced(const sighting* s, reduction r) {
    switch (r) {
    case LEAST:
        return s->least;
    case MOST:
        return s->most;
    case MEAN:
        return s->sum / s->count;
    case CHANGE:
        return s->last - s->first;
    case TURNS:
        return s->turns;
    }
    return NAN;
}

// Plays the scene of `count` promises until the last of them has been seen.
static void watch(rv_scene_play* play, const promise* p, int count, sighting* seen) {
    double values[COLUMNS_MAX], end = 0.0;
    CHECK(rv_scene_play_column_count(play) <= COLUMNS_MAX);
    for (int i = 0; i < count; i++) {
        seen[i] = (sighting){.column = column_named(play, p[i].column)};
        end = fmax(end, p[i].to);
    }
    double time = 0.0;
    while (time <= end && rv_scene_play_column_count(play) <= COLUMNS_MAX) {
        rv_scene_play_read(play, values);
        for (int i = 0; i < count; i++)
            if (seen[i].column >= 0 && time >= p[i].from && time <= p[i].to)
                see(&seen[i], values[seen[i].column]);
        if (rv_scene_play_step(play) == RV_STATUS_FAILED)
            break;
        time = rv_world_time(rv_scene_play_world(play));
    }
}

// The promises from `p` on that are of one scene; how many.
static int check_scene_keeps(const promise* p) {
    sighting seen[PROMISES];
    char path[512];
    int count = 1;
    while (p + count < promises + PROMISES && strcmp(p[count].scene, p->scene) == 0)
        count++;
    snprintf(path, sizeof path, "%s/scenes/%s.json", RV_TEST_SOURCE_DIR, p->scene);
    problems.count = 0;
    rv_scene* scene = rv_scene_load(path, &problems);
    rv_scene_play* play = scene != NULL ? rv_scene_play_create(scene, NULL, &problems) : NULL;
    print_problems();
    if (play != NULL)
        watch(play, p, count, seen);
    for (int i = 0; play != NULL && i < count; i++) {
        double value = seen[i].count > 0 ? reduced(&seen[i], p[i].reduction) : NAN;
        bool kept = value >= p[i].low && value <= p[i].high;
        CHECK(kept);
        if (!kept)
            printf("%s: %s from %g to %g s: %g is not in [%g, %g]\n", p[i].scene, p[i].column,
                   p[i].from, p[i].to, value, p[i].low, p[i].high);
    }
    if (play != NULL)
        rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
    return count;
}

TEST(scenes_of_the_gallery_keep_what_their_look_promises) {
    for (int i = 0; i < PROMISES && !TEST_IS_WATCHED;)
        i += check_scene_keeps(&promises[i]);
}
