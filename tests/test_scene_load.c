// Reading scenes from memory and files: what is kept, odd files, and thousands of damaged scenes.
#include "scene/scene.h"
#include "test.h"

#include <stdlib.h>

static rv_scene_problems problems;

static const char* first_problem(void) {
    static char line[2048];
    line[0] = '\0';
    if (problems.count > 0)
        rv_scene_problem_line(&problems, 0, line, sizeof line);
    return line;
}

static rv_scene* parse(const char* text) {
    problems.count = 0;
    return rv_scene_parse(text, strlen(text), "t.json", &problems);
}

// a whole file of the sources, to be freed; ends with a zero
static char* file_text(const char* name, size_t* bytes) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", RV_TEST_SOURCE_DIR, name);
    FILE* file = fopen(path, "rb");
    char* text = calloc(1, 1 << 20);
    *bytes = file != NULL && text != NULL ? fread(text, 1, (1 << 20) - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    return text;
}

#define HEAD "{ \"reeve\": 1, \"name\": \"n\", \"look\": \"l\""

TEST(a_scene_keeps_what_the_text_said_after_the_text_is_gone) {
    char text[] = HEAD ", \"duration\": 2.5, \"step\": { \"rate\": 120 } }";
    rv_scene* scene = parse(text);
    memset(text, 'x', sizeof text - 1);
    CHECK(scene != NULL);
    if (scene == NULL)
        return;
    rv_scene_summary summary = rv_scene_summarize(scene);
    CHECK_TEXT(summary.name, "n");
    CHECK_TEXT(summary.look, "l");
    CHECK_NEAR(summary.duration, 2.5, 0.0);
    CHECK_NEAR(summary.rate, 120.0, 0.0);
    rv_scene_destroy(scene);
}

TEST(a_mark_of_utf8_at_the_start_is_passed_over) {
    rv_scene* scene = parse("\xef\xbb\xbf" HEAD " }");
    CHECK(scene != NULL);
    rv_scene_destroy(scene);
    parse("\xef\xbb\xbf{ \"reeve\": 2 }");
    CHECK_TEXT(first_problem(), "t.json:1:12: reeve: is 2; must be 1");
}

TEST(deep_nesting_is_refused_without_overflowing_the_stack) {
    enum { DEEP = 200000 };
    char* text = malloc(DEEP + 1);
    memset(text, '[', DEEP);
    text[DEEP] = '\0';
    CHECK(parse(text) == NULL);
    CHECK_TEXT(first_problem(),
               "t.json:1:2049: nested too deeply; a scene must have at most 16 levels");
    free(text);
    // within jansson's limit, under an unknown key that must be skipped to find the next problem
    char nested[4096] = HEAD ", \"x\": ";
    for (int i = 0; i < 1000; i++)
        strcat(nested, "[");
    for (int i = 0; i < 1000; i++)
        strcat(nested, "]");
    strcat(nested, ", \"durration\": 1 }");
    CHECK(parse(nested) == NULL);
    CHECK(problems.count == 2);
    CHECK_TEXT(problems.items[1].message, "unknown key 'durration': did you mean 'duration'?");
    CHECK(problems.items[1].column == 2048);
}

TEST(a_long_unknown_key_is_shortened) {
    char text[3000] = HEAD ", \"";
    memset(text + strlen(text), 'k', 2000);
    strcat(text, "\": 1 }");
    CHECK(parse(text) == NULL);
    CHECK(strstr(first_problem(), "kkk...") != NULL);
    CHECK(strlen(first_problem()) < 400);
}

TEST(a_list_of_too_many_elements_is_refused) {
    enum { ELEMENTS = 100001 };
    static const char start[] = HEAD ", \"bodies\": [";
    char* text = malloc(sizeof start + 2 * ELEMENTS + 3);
    char* at = text + sprintf(text, "%s", start);
    for (int i = 0; i < ELEMENTS; i++)
        at += sprintf(at, "1%s", i + 1 < ELEMENTS ? "," : "");
    strcpy(at, "] }");
    CHECK(parse(text) == NULL);
    CHECK_TEXT(first_problem(),
               "t.json:1:51: bodies: has 100001 elements; must have at most 100000");
    free(text);
}

TEST(a_missing_file_and_a_folder_are_told_as_such) {
    problems.count = 0;
    CHECK(rv_scene_load("/nonexistent/scene.json", &problems) == NULL);
    CHECK_TEXT(first_problem(),
               "/nonexistent/scene.json: cannot be opened: No such file or directory");
    problems.count = 0;
    CHECK(rv_scene_load("/tmp", &problems) == NULL);
    CHECK_TEXT(first_problem(), "/tmp: is a directory; must be a scene file");
}

TEST(an_endless_file_is_refused_at_the_limit) {
    problems.count = 0;
    CHECK(rv_scene_load("/dev/zero", &problems) == NULL);
    CHECK_TEXT(first_problem(),
               "/dev/zero: has more than 64 MB; a scene file must have at most 64 MB");
}

// --- damaged scenes -----------------------------------------------------------------------------

static uint64_t random_state = 12345;

static uint32_t random_below(uint32_t limit) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33) % limit;
}

static const char* const odd_tokens[] = {
    "1e999", "-1",   "0",    "1e15",  "1e-300",    "2.5",     "null", "true", "[]",
    "{}",    "\"\"", "[[]]", "\"x\"", "{",         "]",       ",",    "\\",   "\"",
    "\xff",  "\xc3", "NaN",  "100",   "\"world\"", "[0,0,0]", ":",    "-0",   "\"a.b\"",
};

// replaces the bytes [from, from + length) of the text
static size_t splice(char* text, size_t bytes, size_t from, size_t length, const char* with) {
    size_t added = strlen(with);
    memmove(text + from + added, text + from + length, bytes - from - length);
    memcpy(text + from, with, added);
    return bytes - length + added;
}

// the end of the number, word or text that starts at `at`
static size_t token_end(const char* text, size_t bytes, size_t at) {
    if (text[at] == '"') {
        size_t end = at + 1;
        while (end < bytes && text[end] != '"')
            end++;
        return end < bytes ? end + 1 : end;
    }
    size_t end = at;
    while (end < bytes && strchr(",:]}{[ \n\"", text[end]) == NULL)
        end++;
    return end > at ? end : at + 1;
}

static size_t damage(char* text, size_t bytes) {
    size_t at = random_below((uint32_t)bytes);
    uint32_t odd = random_below(sizeof odd_tokens / sizeof odd_tokens[0]);
    switch (random_below(7)) {
    case 0: // another byte
        text[at] = (char)random_below(256);
        return bytes;
    case 1: // cut off
        return at + 1;
    case 2: { // a piece is missing
        size_t length = random_below(20);
        return splice(text, bytes, at, at + length < bytes ? length : 0, "");
    }
    case 3: // a token more
        return splice(text, bytes, at, 0, odd_tokens[odd]);
    default: // another token in its place
        while (at < bytes && strchr(" \n,:", text[at]) != NULL)
            at++;
        if (at >= bytes)
            return bytes;
        return splice(text, bytes, at, token_end(text, bytes, at) - at, odd_tokens[odd]);
    }
}

static void check_damaged(const char* text, size_t bytes) {
    problems.count = 0;
    rv_scene* scene = rv_scene_parse(text, bytes, "damaged.json", &problems);
    CHECK((scene == NULL) == (problems.count > 0));
    rv_scene_play* play = NULL;
    if (scene != NULL && rv_scene_summarize(scene).bodies < 200) {
        play = rv_scene_play_create(scene, NULL, &problems);
        CHECK((play == NULL) == (problems.count > 0));
    }
    for (int i = 0; i < 3 && play != NULL; i++)
        rv_scene_play_step(play);
    for (int i = 0; i < problems.count && i < RV_SCENE_PROBLEMS_MAX; i++) {
        CHECK(problems.items[i].line >= 1 && problems.items[i].column >= 1);
        CHECK(strlen(problems.items[i].message) > 5);
    }
    rv_scene_play_destroy(play);
    rv_scene_destroy(scene);
}

TEST(thousands_of_damaged_scenes_are_refused_or_played_but_never_crash) {
    static const char* const files[] = {
        "scenes/01-heavy-load.json",      "scenes/02-pendulum-150.json",
        "scenes/03-tumbling-book.json",   "scenes/04-stalled-motor.json",
        "scenes/05-slider-crank.json",    "scenes/06-sprung-pendulum.json",
        "scenes/07-atwood.json",          "scenes/08-tackle.json",
        "scenes/10-fishing-rod.json",     "scenes/11-four-cables.json",
        "scenes/12-crane-block.json",     "scenes/17-slack-cable.json",
        "scenes/18-cable-over-edge.json", "scenes/19-tower-crane.json",
    };
    enum { FILES = sizeof files / sizeof files[0], ROUNDS = 600, DAMAGES = 4, ODD_MAX = 16 };
    for (int f = 0; f < FILES; f++) {
        size_t bytes;
        char* good = file_text(files[f], &bytes);
        CHECK(bytes > 100);
        for (int round = 0; round < ROUNDS && bytes > 100; round++) {
            char* bad = malloc(bytes + DAMAGES * ODD_MAX);
            memcpy(bad, good, bytes);
            size_t length = bytes;
            for (uint32_t i = 0; i <= random_below(DAMAGES); i++)
                length = damage(bad, length);
            // as long as it is, so that reading past its end is seen
            char* exact = malloc(length);
            memcpy(exact, bad, length);
            check_damaged(exact, length);
            free(exact);
            free(bad);
        }
        free(good);
    }
}
