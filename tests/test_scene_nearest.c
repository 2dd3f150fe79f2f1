// "Did you mean": which slips are recognised and which words are too far away.
#include "scene/nearest.h"
#include "test.h"

static const char* nearest_of(const char* word) {
    static const char* const words[] = {"ball", "hinge", "slider", "lock", "distance", "hook"};
    rv_scene_nearest nearest = rv_scene_nearest_begin(word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        rv_scene_nearest_try(&nearest, words[i]);
    return nearest.best != NULL ? nearest.best : "";
}

TEST(a_missing_letter_is_recognised) {
    CHECK_TEXT(nearest_of("hok"), "hook");
    CHECK_TEXT(nearest_of("hing"), "hinge");
}

TEST(a_swap_of_neighbours_is_one_slip) {
    CHECK_TEXT(nearest_of("sldier"), "slider");
    CHECK_TEXT(nearest_of("bal1"), "ball");
}

TEST(letter_case_does_not_count) {
    CHECK_TEXT(nearest_of("DISTANCE"), "distance");
}

TEST(a_word_with_nothing_in_common_gets_no_suggestion) {
    CHECK_TEXT(nearest_of("quaternion"), "");
    CHECK_TEXT(nearest_of("x"), "");
    CHECK_TEXT(nearest_of(""), "");
}

TEST(a_word_of_any_length_is_safe) {
    char word[1000];
    memset(word, 'h', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    CHECK_TEXT(nearest_of(word), "");
}
