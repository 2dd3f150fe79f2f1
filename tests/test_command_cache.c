// What the command keeps from one run to the next: answers of static solids, where the environment
// says, with the same results as without.
#include "command.h"
#include "test.h"

static const char scene[] =
    "{\"reeve\": 1, \"name\": \"x\", \"look\": \"y\", \"duration\": 0.05, \"solids\": ["
    "{\"name\": \"s\", \"model\": \"static\", \"mesh\": {\"beam\": {\"size\": [1, 0.1, 0.1], "
    "\"cells\": [4, 1, 1]}}, \"hold\": \"start\"}], \"probes\": [\"s.node[19].position\"]}";

// in a fresh folder
static void begin(void) {
    char path[128];
    snprintf(path, sizeof path, "%s/beam.json", command_scratch());
    FILE* file = fopen(path, "w");
    CHECK(file != NULL && fputs(scene, file) >= 0);
    CHECK(file != NULL && fclose(file) == 0);
    snprintf(path, sizeof path, "%s/cache", command_scratch());
    setenv("XDG_CACHE_HOME", path, 1);
}

static int files_in(const char* folder) {
    char path[256];
    int files = 0;
    snprintf(path, sizeof path, "%s/%s", command_scratch(), folder);
    DIR* listing = opendir(path);
    for (struct dirent* entry; listing != NULL && (entry = readdir(listing)) != NULL;)
        files += entry->d_name[0] != '.';
    if (listing != NULL)
        closedir(listing);
    return files;
}

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
    CHECK(command_last.code == 0);
    CHECK_TEXT(command_last.err, "");
}

TEST(answers_of_solids_are_kept_and_change_nothing) {
    static char expected[COMMAND_TEXT_BYTES];
    begin();
    run("run beam.json --quiet --csv - --no-cache");
    strcpy(expected, command_last.out);
    CHECK(strstr(expected, "s.node[19].position.x") != NULL && files_in("cache") == 0);
    run("run beam.json --quiet --csv -");
    CHECK_TEXT(command_last.out, expected);
    CHECK(files_in("cache/reeve") == 2);
    run("run beam.json --quiet --csv -");
    CHECK_TEXT(command_last.out, expected);
    // what is damaged is made anew
    char line[256];
    snprintf(line, sizeof line, "for f in '%s'/cache/reeve/*; do echo x >\"$f\"; done",
             command_scratch());
    CHECK(system(line) == 0);
    run("run beam.json --quiet --csv -");
    CHECK_TEXT(command_last.out, expected);
    CHECK(files_in("cache/reeve") == 2);
    command_clean();
}

TEST(without_a_folder_for_caches_they_are_kept_at_home) {
    begin();
    char home[128];
    snprintf(home, sizeof home, "%s/home", command_scratch());
    const char* before = getenv("HOME");
    char kept[4096];
    snprintf(kept, sizeof kept, "%s", before != NULL ? before : "/");
    setenv("HOME", home, 1);
    unsetenv("XDG_CACHE_HOME");
    run("check beam.json --no-cache");
    CHECK(files_in("home/.cache/reeve") == 0);
    run("check beam.json");
    CHECK(files_in("home/.cache/reeve") == 2);
    // a path that is not absolute is none
    setenv("XDG_CACHE_HOME", "here", 1);
    run("check beam.json");
    CHECK(files_in("here") == 0);
    setenv("HOME", kept, 1);
    command_clean();
}
