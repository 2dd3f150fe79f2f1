// Line and column of values and keys in a text, by path.
#include "scene/problems.h"
#include "test.h"

static const char text[] = "{\n"
                           "  \"a\": [1, [2, 3], {\"b\": \"]},\\\"\"}],\n"
                           "  \"\\u00e4\\n\": {\"c\" : null },\n"
                           "\t\"äö\": true, \"d\": -1.5e3\n"
                           "}\n";

typedef rv_scene_path_step step;

// the place as "line:column"
static const char* place(bool key, int depth, const step* steps) {
    static char buffer[32];
    rv_scene_path path = {.depth = depth};
    memcpy(path.steps, steps, (size_t)depth * sizeof *steps);
    int line, column;
    rv_scene_locate(text, sizeof text - 1, &path, key, &line, &column);
    snprintf(buffer, sizeof buffer, "%d:%d", line, column);
    return buffer;
}

TEST(the_root_is_at_the_first_brace) {
    CHECK_TEXT(place(false, 0, (step[]){{NULL, 0}}), "1:1");
}

TEST(members_and_elements_are_found) {
    CHECK_TEXT(place(false, 1, (step[]){{"a", 0}}), "2:8");
    CHECK_TEXT(place(false, 2, (step[]){{"a", 0}, {NULL, 0}}), "2:9");
    CHECK_TEXT(place(false, 3, (step[]){{"a", 0}, {NULL, 1}, {NULL, 1}}), "2:16");
    CHECK_TEXT(place(false, 3, (step[]){{"a", 0}, {NULL, 2}, {"b", 0}}), "2:26");
}

TEST(a_key_is_found_apart_from_its_value) {
    CHECK_TEXT(place(true, 3, (step[]){{"a", 0}, {NULL, 2}, {"b", 0}}), "2:21");
    CHECK_TEXT(place(true, 1, (step[]){{"d", 0}}), "4:14");
}

TEST(keys_with_escapes_are_compared_by_what_they_spell) {
    CHECK_TEXT(place(false, 2, (step[]){{"ä\n", 0}, {"c", 0}}), "3:22");
}

TEST(columns_count_characters_not_bytes) {
    CHECK_TEXT(place(false, 1, (step[]){{"d", 0}}), "4:19");
}

TEST(what_is_missing_is_told_at_what_should_hold_it) {
    CHECK_TEXT(place(false, 2, (step[]){{"a", 0}, {NULL, 3}}), "2:8");
    CHECK_TEXT(place(false, 3, (step[]){{"a", 0}, {NULL, 2}, {"z", 0}}), "2:20");
    CHECK_TEXT(place(false, 2, (step[]){{"d", 0}, {"z", 0}}), "4:19");
}

TEST(long_words_are_shortened_between_characters) {
    CHECK_TEXT(rv_scene_quoted("short").text, "short");
    CHECK_TEXT(rv_scene_quoted("bell\a").text, "bell?");
    const char* cut = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaää";
    CHECK_TEXT(rv_scene_quoted(cut).text, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...");
}
