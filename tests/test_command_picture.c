// What `reeve run` writes besides the CSV: pictures of a moment and folders of moments.
#include "command.h"
#include "test.h"

#include <signal.h>
#include <stdint.h>
#include <time.h>

static void run(const char* arguments) {
    command_run_in(command_scratch(), "%s", arguments);
}

static bool out_has(const char* text) {
    return strstr(command_last.out, text) != NULL;
}

typedef struct picture {
    size_t bytes;
    uint8_t* data;
    int width, height; // 0: no PNG
} picture;

static picture picture_read(const char* name) {
    picture p = {0, malloc(COMMAND_TEXT_BYTES), 0, 0};
    char path[128];
    snprintf(path, sizeof path, "%s/%s", command_scratch(), name);
    FILE* file = fopen(path, "rb");
    if (p.data != NULL && file != NULL)
        p.bytes = fread(p.data, 1, COMMAND_TEXT_BYTES, file);
    if (file != NULL)
        fclose(file);
    // the signature, then the chunk IHDR with width and height, and IEND at the end
    if (p.bytes > 40 && memcmp(p.data, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) == 0
        && memcmp(p.data + p.bytes - 8, "IEND", 4) == 0) {
        p.width = p.data[16] << 24 | p.data[17] << 16 | p.data[18] << 8 | p.data[19];
        p.height = p.data[20] << 24 | p.data[21] << 16 | p.data[22] << 8 | p.data[23];
    }
    return p;
}

static bool same(const char* one, const char* two) {
    picture a = picture_read(one), b = picture_read(two);
    bool equal = a.bytes > 0 && a.bytes == b.bytes && memcmp(a.data, b.data, a.bytes) == 0;
    free(a.data);
    free(b.data);
    return equal;
}

static void check_size(const char* name, int width, int height) {
    picture p = picture_read(name);
    CHECK(p.width == width && p.height == height);
    free(p.data);
}

TEST(a_picture_has_the_size_that_was_asked_for) {
    run("run tackle --duration 1 --picture a.png");
    CHECK(command_last.code == 0 && command_files() == 1);
    CHECK(out_has("  wrote         a.png: 1280 x 800, at 1 s\n"));
    check_size("a.png", 1280, 800);
    run("run tackle --duration 1 --picture b.png --size 320x200 --quiet");
    check_size("b.png", 320, 200);
    run("run tackle --duration 1 --picture c.png --size 16x16 --quiet");
    check_size("c.png", 16, 16);
    command_clean();
}

TEST(the_moment_is_the_one_that_was_asked_for) {
    run("run tackle --duration 3 --quiet --size 320x200 --picture start.png --at 0");
    run("run tackle --duration 3 --quiet --size 320x200 --picture two.png --at 2");
    run("run tackle --duration 3 --quiet --size 320x200 --picture again.png --at 2 --threads 4");
    run("run tackle --duration 3 --quiet --size 320x200 --picture end.png");
    run("run tackle --duration 3 --quiet --size 320x200 --picture three.png --at 3");
    run("run tackle --duration 3 --quiet --size 320x200 --picture dark.png --at 2 --dark");
    CHECK(same("two.png", "again.png") && same("end.png", "three.png"));
    CHECK(!same("start.png", "two.png") && !same("two.png", "end.png"));
    CHECK(!same("two.png", "dark.png"));
    // a run that ends there shows the same
    run("run tackle --duration 2 --quiet --size 320x200 --picture short.png");
    CHECK(same("two.png", "short.png"));
    command_clean();
}

TEST(a_replay_draws_what_the_run_drew) {
    run("run tackle --duration 2 --quiet --size 320x200 --picture a.png --at 1 --record a.rvlog");
    run("replay a.rvlog --quiet --size 320x200 --picture b.png --at 1");
    CHECK(command_last.code == 0 && same("a.png", "b.png"));
    command_clean();
}

TEST(bad_pictures_are_told) {
    run("run tackle --picture a.png --at 300");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve run: --at is 300 s; must be a time of the run, from 0 to 20 s\n");
    run("run tackle --picture a.png --at -1");
    CHECK_TEXT(command_last.err, "reeve run: --at is '-1'; must be a number from 0 to 1e+09\n");
    static const char* const sizes[] = {"15x100",   "100x4097", "100",    "100x",   "x100",
                                        "100x100x", "-20x20",   "20 x20", "1e2x100"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char text[160];
        command_run_in(command_scratch(), "run tackle --picture a.png --size '%s'", sizes[i]);
        snprintf(text, sizeof text,
                 "reeve run: --size is '%s'; must be WxH, like 1280x800, each from 16 to 4096\n",
                 sizes[i]);
        CHECK(command_last.code == 2);
        CHECK_TEXT(command_last.err, text);
    }
    run("run tackle --dark");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err,
               "reeve run: --dark is about a picture; give it a file: --picture F.png\n");
    run("run tackle --csv - --picture -");
    CHECK(command_last.code == 2);
    CHECK_TEXT(command_last.err, "reeve run: only one output can go to standard output\n");
    run("run tackle --duration 1 --picture no/such/folder.png");
    CHECK(command_last.code == 1);
    CHECK_TEXT(command_last.err,
               "reeve: cannot write no/such/folder.png: No such file or directory\n");
    run("run tackle --duration 1 --quiet --picture /dev/full");
    CHECK(command_last.code == 1);
    CHECK(command_files() == 0);
    command_clean();
}

TEST(an_output_that_is_refused_leaves_none_of_the_others) {
    run("run tackle --duration 1 --csv a.csv --record a.rvlog --vtk out --picture no/such.png");
    CHECK(command_last.code == 1 && command_files() == 0);
    command_clean();
}

// --- folders ------------------------------------------------------------------------------------

static int files_in(const char* folder) {
    char line[160];
    snprintf(line, sizeof line, "ls -A '%s/%s' | wc -l", command_scratch(), folder);
    FILE* pipe = popen(line, "r");
    int count = -1;
    if (pipe == NULL || fscanf(pipe, "%d", &count) != 1)
        count = -1;
    if (pipe != NULL)
        pclose(pipe);
    return count;
}

TEST(a_folder_of_moments_is_made_and_what_else_is_in_it_stays) {
    run("run tackle --duration 1 --every 20 --vtk out");
    CHECK(command_last.code == 0 && out_has("  wrote         out/08-tackle.pvd: 4 moments\n"));
    CHECK(command_files() == 1 && files_in("out") == 5);
    run("run atwood --duration 1 --every 60 --quiet --vtk out/");
    CHECK(command_last.code == 0 && files_in("out") == 5 + 3);
    // a shorter one replaces a longer one
    run("run tackle --duration 0.5 --every 20 --quiet --vtk out");
    CHECK(files_in("out") == 3 + 3);
    static char list[COMMAND_TEXT_BYTES];
    command_read("out/08-tackle.pvd", list);
    CHECK(strstr(list, "file=\"08-tackle_000001.vtp\"") != NULL);
    CHECK(strstr(list, "08-tackle_000002.vtp") == NULL);
    command_clean();
}

TEST(a_folder_that_cannot_be_written_is_told) {
    run("run tackle --duration 0.1 --quiet --csv file.csv");
    run("run tackle --duration 0.1 --vtk file.csv");
    CHECK(command_last.code == 1);
    CHECK_TEXT(command_last.err, "reeve: cannot write file.csv: it is not a folder\n");
    run("run tackle --duration 0.1 --vtk no/such/folder");
    CHECK(command_last.code == 1);
    CHECK_TEXT(command_last.err, "reeve: cannot write no/such/folder: No such file or directory\n");
    CHECK(command_files() == 1);
    command_clean();
}
