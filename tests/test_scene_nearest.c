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

// --- abbreviations ------------------------------------------------------------------------------

static const char* scene_of(const char* word) {
    static const char* const words[] = {"heavy-load",     "tower-crane-massless", "tower-crane",
                                        "gantry-crane",   "shaken-lines",         "--picture",
                                        "cable-over-edge"};
    rv_scene_nearest nearest = rv_scene_nearest_begin(word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        rv_scene_nearest_try(&nearest, words[i]);
    return nearest.best != NULL ? nearest.best : "";
}

TEST(the_beginning_of_a_name_stands_for_the_name) {
    CHECK_TEXT(scene_of("gantry"), "gantry-crane");
    CHECK_TEXT(scene_of("Gan"), "gantry-crane");
    CHECK_TEXT(scene_of("--pic"), "--picture");
    CHECK_TEXT(scene_of("heavy-"), "heavy-load");
}

TEST(the_beginning_of_a_later_part_stands_for_the_name_too) {
    CHECK_TEXT(scene_of("lines"), "shaken-lines");
    CHECK_TEXT(scene_of("over-edge"), "cable-over-edge");
    CHECK_TEXT(scene_of("picture"), "--picture");
}

TEST(of_several_names_the_one_with_the_fewest_letters_left_out_is_suggested) {
    CHECK_TEXT(scene_of("tower"), "tower-crane");
    CHECK_TEXT(scene_of("crane"), "tower-crane");
}

TEST(a_slip_is_nearer_than_an_abbreviation) {
    static const char* const words[] = {"lines-of-force", "lime"};
    rv_scene_nearest nearest = rv_scene_nearest_begin("line");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        rv_scene_nearest_try(&nearest, words[i]);
    CHECK_TEXT(nearest.best, "lime");
}

TEST(a_few_letters_and_the_inside_of_a_word_stand_for_nothing) {
    CHECK_TEXT(scene_of("ga"), "");
    CHECK_TEXT(scene_of("--"), "");
    CHECK_TEXT(scene_of("antry"), "");
    CHECK_TEXT(scene_of("rane"), "");
}
