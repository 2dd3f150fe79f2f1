// Error text: the rules of a validation list write the first sentence that fails, and only that.
#include "core/error.h"
#include "test.h"

TEST(a_rule_that_holds_leaves_the_text_alone) {
    rv_error_text error = {"before"};
    CHECK(rv_error_check(&error, true, "radius = %g m", 1.0));
    CHECK_TEXT(error.text, "before");
}

TEST(a_broken_rule_writes_its_sentence_and_returns_false) {
    rv_error_text error = {""};
    CHECK(!rv_error_check(&error, false, "rv_body_def.mass = %g kg: must be > %d", -1.5, 0));
    CHECK_TEXT(error.text, "rv_body_def.mass = -1.5 kg: must be > 0");
}

TEST(a_list_of_rules_stops_at_the_first_broken_one) {
    rv_error_text error = {""};
    bool valid = rv_error_check(&error, true, "first") && rv_error_check(&error, false, "second")
                 && rv_error_check(&error, false, "third");
    CHECK(!valid);
    CHECK_TEXT(error.text, "second");
}

TEST(a_later_error_replaces_the_text) {
    rv_error_text error = {""};
    CHECK(!rv_error_check(&error, false, "a long sentence about the first error"));
    CHECK(!rv_error_check(&error, false, "short"));
    CHECK_TEXT(error.text, "short");
}

TEST(a_sentence_longer_than_the_text_is_cut_and_terminated) {
    char name[2 * RV_ERROR_TEXT_BYTES];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    rv_error_text error = {""};
    CHECK(!rv_error_check(&error, false, "%s", name));
    CHECK(strlen(error.text) == RV_ERROR_TEXT_BYTES - 1);
    CHECK(strspn(error.text, "n") == RV_ERROR_TEXT_BYTES - 1);
}

TEST(a_percent_sign_in_an_argument_is_not_a_format) {
    rv_error_text error = {""};
    CHECK(!rv_error_check(&error, false, "name \"%s\"", "100%s%n"));
    CHECK_TEXT(error.text, "name \"100%s%n\"");
}
