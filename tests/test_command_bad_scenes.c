// The corpus of bad scenes: every tests/scenes_bad/NAME.json is refused with exactly the lines of
// NAME.txt, exit code 2, and nothing written. Files too big or odd to keep are made here.
#include "command.h"
#include "test.h"

// all in one build, a share in the others: fuzz_scene reads all of them with the sanitizers on
enum { SHARE = TEST_IS_WATCHED ? 4 : 1 };

static const char corpus[] = RV_TEST_SOURCE_DIR "/tests/scenes_bad";

static void check_refused(const char* name, const char* expected) {
    if (command_last.code != 2 || strcmp(command_last.err, expected) != 0)
        printf("in %s:\n", name);
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, expected);
    CHECK_TEXT(command_last.out, "");
}

static int is_scene(const struct dirent* entry) {
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

TEST(every_bad_scene_gets_its_exact_message_and_writes_nothing) {
    struct dirent** entries = NULL;
    int count = scandir(corpus, &entries, is_scene, alphasort);
    CHECK(count >= 70);
    for (int i = 0; i < count; i++) {
        static char expected[1 << 16];
        char path[512];
        size_t stem = strlen(entries[i]->d_name) - strlen(".json");
        snprintf(path, sizeof path, "%s/%.*s.txt", corpus, (int)stem, entries[i]->d_name);
        FILE* file = fopen(path, "rb");
        CHECK(file != NULL);
        size_t bytes = file != NULL ? fread(expected, 1, sizeof expected - 1, file) : 0;
        expected[bytes] = '\0';
        if (file != NULL)
            fclose(file);
        if (i % SHARE == 0) {
            command_run_in(corpus, "run %s --csv $T/out.csv --json", entries[i]->d_name);
            check_refused(entries[i]->d_name, expected);
            CHECK(command_files() == 0);
        }
        free(entries[i]);
    }
    free(entries);
    command_clean();
}

// makes a file by a shell command, with $T as the scratch folder
static void make(const char* how) {
    char line[512];
    snprintf(line, sizeof line, "T='%s'; cd \"$T\" && %s", command_scratch(), how);
    CHECK(system(line) == 0);
}

TEST(a_file_of_100_megabytes_is_refused_by_its_size) {
    make("truncate -s 104857600 big.json");
    command_run_in(command_scratch(), "check big.json");
    check_refused("big.json", "big.json: has 100 MB; a scene file must have at most 64 MB\n");
    command_clean();
}

TEST(a_file_of_zeros_below_the_limit_is_no_scene) {
    make("truncate -s 1000 zeros.json");
    command_run_in(command_scratch(), "check zeros.json");
    check_refused("zeros.json",
                  "zeros.json:1:1: a zero byte: not text; a scene must be JSON in UTF-8\n");
    command_clean();
}

TEST(a_folder_a_missing_file_and_an_unreadable_name_are_told) {
    make("mkdir folder.json");
    command_run_in(command_scratch(), "check folder.json");
    check_refused("folder.json", "folder.json: is a directory; must be a scene file\n");
    command_run_in(command_scratch(), "check none.json");
    check_refused("none.json", "none.json: cannot be opened: No such file or directory\n");
    command_run_in(command_scratch(), "check folder.json/x");
    check_refused("folder.json/x", "folder.json/x: cannot be opened: No such file or directory\n");
    command_clean();
}

TEST(a_pipe_can_be_read_like_a_file) {
    make("printf '{ \"reeve\": 3 }' >small.txt");
    command_run_in(command_scratch(), "check /dev/stdin <small.txt");
    check_refused("/dev/stdin", "/dev/stdin:1:12: reeve: is 3; must be 1\n"
                                "/dev/stdin:1:1: missing key 'name'; add \"name\": a text\n"
                                "/dev/stdin:1:1: missing key 'look'; add \"look\": a text\n");
    command_clean();
}
