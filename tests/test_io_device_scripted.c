// Devices that need nothing outside: the null device, and scripts.
#include "reeve/device.h"
#include "reeve/math.h"
#include "test.h"

static const rv_device_key KEYS[] = {
    {1.0, {{1, 2, 3}, {1, 0, 0, 0}}},
    {2.0, {{2, 2, 3}, {0.5, 0, 0, 0.5}}}, // not normalised: a quarter turn about z
    {4.0, {{2, 2, -1}, {-1, 0, 0, 0}}},   // and back, on the other side of the sphere
};

static void check_vec3(rv_vec3 v, double x, double y, double z, double tolerance) {
    CHECK_NEAR(v.x, x, tolerance);
    CHECK_NEAR(v.y, y, tolerance);
    CHECK_NEAR(v.z, z, tolerance);
}

static rv_device make(rv_device_end end) {
    rv_device device;
    rv_device_script script = {KEYS, 3, end};
    CHECK(rv_device_scripted(&device, &script, NULL, 0));
    CHECK(device.open(device.context, NULL, 0));
    return device;
}

// the input at a time after opening, by one read at 0 and one more
static rv_haptic_input at(rv_device_end end, double time) {
    rv_device device = make(end);
    rv_haptic_input input = device.read(device.context, 0.5);
    check_vec3(input.pose.position, 1, 2, 3, 0.0); // the first read is at 0, whatever its dt
    input = device.read(device.context, time);
    rv_device_free(&device);
    CHECK(device.context == NULL && device.read == NULL);
    return input;
}

TEST(the_null_device_rests_at_the_origin) {
    rv_device device;
    rv_device_output output = {.force = {1, 2, 3}};
    CHECK(rv_device_null(&device, NULL, 0));
    CHECK(device.open(device.context, NULL, 0));
    CHECK(device.write(device.context, &output));
    rv_haptic_input input = device.read(device.context, 1e-3);
    CHECK(input.valid && input.buttons == 0 && input.pose.rotation.w == 1.0);
    check_vec3(input.pose.position, 0, 0, 0, 0.0);
    device.close(device.context);
    CHECK_TEXT(rv_device_get_info(&device).name, "null");
    CHECK(!rv_device_get_report(&device).lost);
    rv_device_free(&device);
    rv_device_free(&device); // an empty one is allowed
}

TEST(a_script_is_straight_and_even_between_keys) {
    rv_haptic_input input = at(RV_DEVICE_HOLD, 1.25);
    check_vec3(input.pose.position, 1.25, 2, 3, 1e-15);
    check_vec3(input.velocity, 1, 0, 0, 1e-15);
    // a quarter of a quarter turn
    check_vec3(rv_quat_rotate(input.pose.rotation, (rv_vec3){1, 0, 0}), cos(RV_PI / 8),
               sin(RV_PI / 8), 0, 1e-15);
    check_vec3(input.angular_velocity, 0, 0, RV_PI / 2, 1e-15);
    CHECK(input.valid);
    // to (-1, 0, 0, 0), which is no rotation: the short way, a quarter turn back
    input = at(RV_DEVICE_HOLD, 3.0);
    check_vec3(input.pose.position, 2, 2, 1, 1e-15);
    check_vec3(input.velocity, 0, 0, -2, 1e-15);
    check_vec3(input.angular_velocity, 0, 0, -RV_PI / 4, 1e-15);
}

TEST(before_its_first_key_and_after_its_last_a_script_rests) {
    rv_haptic_input input = at(RV_DEVICE_HOLD, 0.5);
    check_vec3(input.pose.position, 1, 2, 3, 0.0);
    check_vec3(input.velocity, 0, 0, 0, 0.0);
    input = at(RV_DEVICE_HOLD, 1e6);
    check_vec3(input.pose.position, 2, 2, -1, 0.0);
    check_vec3(input.velocity, 0, 0, 0, 0.0);
    check_vec3(input.angular_velocity, 0, 0, 0, 0.0);
}

TEST(a_loop_begins_again_at_its_first_key) {
    // keys last from 1 s to 4 s: 3 s round
    rv_haptic_input once = at(RV_DEVICE_LOOP, 1.25), again = at(RV_DEVICE_LOOP, 1.25 + 3.0 * 7);
    check_vec3(again.pose.position, once.pose.position.x, 2, 3, 1e-14);
    check_vec3(at(RV_DEVICE_LOOP, 4.0).pose.position, 1, 2, 3, 0.0);
    check_vec3(at(RV_DEVICE_LOOP, 4.0).velocity, 1, 0, 0, 1e-15);
}

TEST(a_script_that_is_opened_again_begins_anew) {
    rv_device device = make(RV_DEVICE_HOLD);
    device.read(device.context, 0.0);
    device.read(device.context, 3.0);
    device.close(device.context);
    CHECK(device.open(device.context, NULL, 0));
    check_vec3(device.read(device.context, 3.0).pose.position, 1, 2, 3, 0.0);
    rv_device_free(&device);
}

static void check_refused(rv_device_script script, const char* sentence) {
    char error[256] = "";
    rv_device device;
    CHECK(!rv_device_scripted(&device, &script, error, sizeof error));
    CHECK_TEXT(error, sentence);
    CHECK(device.read == NULL && device.context == NULL);
    CHECK(!rv_device_scripted(&device, &script, NULL, 0)); // the sentence need not be wanted
}

TEST(bad_scripts_are_refused_with_a_sentence) {
    rv_device_key keys[2] = {{0.0, {{0, 0, 0}, {1, 0, 0, 0}}}, {1.0, {{0, 0, 0}, {1, 0, 0, 0}}}};
    check_refused((rv_device_script){keys, 0, RV_DEVICE_HOLD},
                  "rv_device_script.key_count = 0: must be in [1, 1000000]");
    check_refused((rv_device_script){NULL, 2, RV_DEVICE_HOLD},
                  "rv_device_script.keys is NULL: must be 2 keys");
    check_refused((rv_device_script){keys, 2, (rv_device_end)7},
                  "rv_device_script.end = 7: must be RV_DEVICE_HOLD or RV_DEVICE_LOOP");
    check_refused((rv_device_script){keys, 1, RV_DEVICE_LOOP},
                  "rv_device_script.end = RV_DEVICE_LOOP: needs two keys or more, not one");
    keys[1].time = 0.0;
    check_refused((rv_device_script){keys, 2, RV_DEVICE_HOLD},
                  "rv_device_script.keys[1].time = 0 s: must be greater than that of the key "
                  "before");
    keys[1].time = NAN;
    check_refused((rv_device_script){keys, 2, RV_DEVICE_HOLD},
                  "rv_device_script.keys[1].time = nan s: must be in [0, 1e9]");
    keys[1].time = 1.0;
    keys[1].pose.position.y = INFINITY;
    check_refused((rv_device_script){keys, 2, RV_DEVICE_HOLD},
                  "rv_device_script.keys[1].pose.position = (0, inf, 0) m: must be finite and "
                  "within 1e6");
    keys[1].pose = (rv_pose){0};
    check_refused((rv_device_script){keys, 2, RV_DEVICE_HOLD},
                  "rv_device_script.keys[1].pose.rotation = (0, 0, 0, 0): must be finite and not "
                  "zero");
}
