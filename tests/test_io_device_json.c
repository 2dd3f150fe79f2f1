// The reader of JSON, and the messages of a Haply Inverse service in it.
#include "io/device_haply_message.h"
#include "io/device_json.h"
#include "test.h"

#include <stdlib.h>

static bool is_json(const char* text) {
    rv_device_json json = rv_device_json_begin(text, strlen(text));
    rv_device_json_skip(&json);
    return rv_device_json_is_done(&json);
}

TEST(json_is_told_from_what_is_none) {
    static const char* const good[] = {"0",
                                       "-0",
                                       "1.5e+3",
                                       "[]",
                                       "{}",
                                       "\"\"",
                                       " [1 , 2] ",
                                       "{\"a\":{}}",
                                       "true",
                                       "null",
                                       "[[[\"x\"]]]",
                                       "false",
                                       "\"\\u00e9\\n\\\"\"",
                                       "\"\xe2\x80\xa6\"",
                                       "\r\n\t 1e-5"};
    static const char* const bad[] = {
        "",      " ",        "01",      "1.",          ".5",       "+1",         "-",
        "1e",    "1e+",      "[",       "[1",          "[1,",      "[1,]",       "[,1]",
        "[1 2]", "{",        "{\"a\"",  "{\"a\":",     "{\"a\":1", "{\"a\":1,}", "{a:1}",
        "{1:1}", "\"",       "\"\\x\"", "\"\\u12g4\"", "\"\\",     "tru",        "truex",
        "nul",   "1 2",      "]",       "}",           "[}",       "{]",         "\"\n\"",
        "NaN",   "Infinity", "'a'",     "[1]]",        "--1",      "{\"a\" 1}",  "{,}",
        "\x01",  "0x10"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK(is_json(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK(!is_json(bad[i]));
        if (is_json(bad[i]))
            printf("  '%s'\n", bad[i]);
    }
}

TEST(json_may_be_nested_32_deep) {
    char text[80] = "";
    for (int depth = 32; depth <= 33; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        text[2 * depth] = '\0';
        CHECK(is_json(text) == (depth == 32));
    }
}

static void check_number(const char* text, double relative) {
    rv_device_json json = rv_device_json_begin(text, strlen(text));
    double number = NAN, expected = strtod(text, NULL);
    CHECK(rv_device_json_number(&json, &number));
    CHECK(rv_device_json_is_done(&json));
    // or the spacing of the subnormals
    CHECK_NEAR(number, expected, fmax(relative * fabs(expected), 5e-324));
}

TEST(numbers_are_those_of_the_c_library) {
    static const char* const usual[] = {"0",
                                        "-0.0",
                                        "1",
                                        "-12.5",
                                        "0.1",
                                        "1e22",
                                        "1e-22",
                                        "0.0123456789",
                                        "3.14159265358979323846",
                                        "123456.789e-3",
                                        "0.00000000000000000123"};
    static const char* const wild[] = {"123456789012345678901234567890",
                                       "2.5e-308",
                                       "1.79769313486e308",
                                       "4.9e-324",
                                       "1e-400",
                                       "0.000000000000000000000000000000123",
                                       "7e-999999999999"};
    // two roundings up to 10^22, which are exact; many squarings beyond
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        check_number(usual[i], 4.5e-16);
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++)
        check_number(wild[i], 1e-13);
    rv_device_json json = rv_device_json_begin("1e999", 5);
    double number;
    CHECK(!rv_device_json_number(&json, &number)); // too big: no number for us
    CHECK(rv_device_json_is_done(&json));          // but right
}

// --- messages -----------------------------------------------------------------------------------

static const char STATE[] =
    "{\"session_id\":7,\"inverse3\":[{\"device_id\":\"049D\",\"config\":{\"type\":\"inverse3\","
    "\"port\":\"COM12\"},\"state\":{\"angular_position\":{\"a0\":0.0},\"cursor_position\":"
    "{\"x\":0.0125,\"y\":-0.12,\"z\":0.15},\"cursor_velocity\":{\"z\":-3e-1,\"x\":0.5,\"y\":0},"
    "\"control_mode\":\"idle\"},\"status\":{\"ready\":true}},{\"device_id\":\"0500\",\"state\":"
    "{\"cursor_position\":{\"x\":1,\"y\":2,\"z\":3}}}],\"wireless_verse_grip\":[{\"device_id\":"
    "\"61548\",\"state\":{\"orientation\":{\"w\":0.7071068,\"x\":0,\"y\":0.7071068,\"z\":0},"
    "\"buttons\":{\"a\":true,\"b\":false,\"c\":true},\"battery_level\":0.9}}]}";

TEST(a_state_tells_the_cursor_and_the_grip) {
    rv_haply_state state;
    CHECK(rv_haply_read(STATE, sizeof STATE - 1, "", &state));
    CHECK_TEXT(state.device_id, "049D");
    CHECK(state.has_position && state.has_rotation);
    CHECK_NEAR(state.position.x, 0.0125, 1e-17);
    CHECK_NEAR(state.position.y, -0.12, 1e-16);
    CHECK_NEAR(state.position.z, 0.15, 1e-16);
    CHECK_NEAR(state.velocity.x, 0.5, 0.0);
    CHECK_NEAR(state.velocity.z, -0.3, 1e-16);
    CHECK_NEAR(state.rotation.w, sqrt(0.5), 1e-15); // normalised
    CHECK_NEAR(state.rotation.y, sqrt(0.5), 1e-15);
    CHECK(state.buttons == 5);
}

TEST(one_of_several_devices_is_found_by_its_name) {
    rv_haply_state state;
    CHECK(rv_haply_read(STATE, sizeof STATE - 1, "0500", &state));
    CHECK_TEXT(state.device_id, "0500");
    CHECK(state.position.z == 3.0 && state.velocity.x == 0.0);
    CHECK(rv_haply_read(STATE, sizeof STATE - 1, "0501", &state));
    CHECK_TEXT(state.device_id, "");
    CHECK(!state.has_position);
}

TEST(a_state_that_is_cut_off_anywhere_is_none) {
    rv_haply_state state;
    for (size_t length = 0; length < sizeof STATE - 1; length++)
        CHECK(!rv_haply_read(STATE, length, "", &state));
}

static rv_haply_state read_state(const char* text) {
    rv_haply_state state;
    CHECK(rv_haply_read(text, strlen(text), "", &state));
    return state;
}

TEST(what_is_missing_or_of_another_kind_is_not_there) {
    CHECK_TEXT(read_state("{}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":[]}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":null}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":{\"device_id\":\"a\"}}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":[3]}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":[{\"device_id\":3}]}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":[{\"device_id\":\"\"}]}").device_id, "");
    // what would have to be escaped is no name, nor is one that is too long
    CHECK_TEXT(read_state("{\"inverse3\":[{\"device_id\":\"a\\\"b\"}]}").device_id, "");
    CHECK_TEXT(read_state("{\"inverse3\":[{\"device_id\":\"0123456789012345678901234567890x\"}]}")
                   .device_id,
               "");
    CHECK(!read_state("{\"inverse3\":[{\"device_id\":\"a\",\"state\":[]}]}").has_position);
    CHECK(!read_state("{\"inverse3\":[{\"device_id\":\"a\",\"state\":{\"cursor_position\":"
                      "{\"x\":1,\"y\":2}}}]}")
               .has_position);
    CHECK(!read_state("{\"inverse3\":[{\"device_id\":\"a\",\"state\":{\"cursor_position\":"
                      "{\"x\":1,\"y\":2,\"z\":\"3\"}}}]}")
               .has_position);
    CHECK(!read_state("{\"inverse3\":[{\"device_id\":\"a\",\"state\":{\"cursor_position\":"
                      "{\"x\":1,\"y\":2,\"z\":1e9}}}]}")
               .has_position);
    rv_haply_state state = read_state("{\"verse_grip\":[{\"device_id\":\"g\",\"state\":"
                                      "{\"orientation\":{\"w\":0,\"x\":0,\"y\":0,\"z\":0}}}]}");
    CHECK(!state.has_rotation && state.rotation.w == 1.0);
    CHECK(read_state("{\"verse_grip\":[{\"device_id\":\"g\",\"state\":"
                     "{\"orientation\":{\"w\":0,\"x\":1,\"y\":0,\"z\":0}}}]}")
              .has_rotation);
    CHECK(!rv_haply_read("[]", 2, "", &state));
    CHECK(rv_haply_read("{} ", 3, "", &state) && !rv_haply_read("{}{}", 4, "", &state));
}

static void check_command(rv_device_haply_word word, rv_vec3 force, const char* expected) {
    char text[RV_HAPLY_COMMAND_BYTES + 1];
    size_t length = rv_haply_write(text, "049D", word, force);
    text[length] = '\0';
    CHECK_TEXT(text, expected);
    CHECK(is_json(text));
}

TEST(a_force_is_written_in_plain_decimals) {
    check_command(RV_DEVICE_HAPLY_VALUES, (rv_vec3){0, -1.5, 12.3456789},
                  "{\"inverse3\":[{\"device_id\":\"049D\",\"commands\":{\"set_cursor_force\":"
                  "{\"values\":{\"x\":0.000000,\"y\":-1.500000,\"z\":12.345679}}}}]}");
    check_command(RV_DEVICE_HAPLY_VECTOR, (rv_vec3){1e-7, -1e-7, NAN},
                  "{\"inverse3\":[{\"device_id\":\"049D\",\"commands\":{\"set_cursor_force\":"
                  "{\"vector\":{\"x\":0.000000,\"y\":0.000000,\"z\":0.000000}}}}]}");
    // the longest there is fits
    char text[RV_HAPLY_COMMAND_BYTES];
    rv_vec3 most = {-INFINITY, -1e9, -1e6};
    size_t length =
        rv_haply_write(text, "0123456789012345678901234567890", RV_DEVICE_HAPLY_VALUES, most);
    CHECK(length < sizeof text && strstr(text, "\"z\":-1000000.000000}") != NULL);
}

TEST(names_of_devices_are_plain) {
    CHECK(rv_haply_id_is_valid("049D") && rv_haply_id_is_valid("a.b_c-9"));
    CHECK(rv_haply_id_is_valid("0123456789012345678901234567890"));
    CHECK(!rv_haply_id_is_valid("01234567890123456789012345678901"));
    CHECK(!rv_haply_id_is_valid("") && !rv_haply_id_is_valid("a\"b")
          && !rv_haply_id_is_valid("a b"));
}
