// The Haply device against a mock of its service, good and bad. The threads of both are real; the
// ticks are made by the tests, which wait for what must come, so that no time of the machine counts.
#include "haply_server.h"
#include "reeve/device.h"
#include "test.h"

#include <time.h>

#define TICK 1e-3
enum { PATIENCE_TICKS = 20000 }; // of a test, each with a sleep of 0.5 ms

static rv_device make(const haply_server* server, double patience) {
    rv_device device;
    char error[256] = "";
    rv_device_haply_def def = rv_device_haply_def_default();
    def.port = server->port;
    def.patience = patience;
    CHECK(rv_device_haply_inverse(&device, &def, error, sizeof error));
    CHECK_TEXT(error, "");
    return device;
}

static void rest(void) {
    nanosleep(&(struct timespec){0, 500000}, NULL);
}

// a tick that takes no time of the device's clock, so that a slow machine is no silence
static rv_haptic_input tick(rv_device* device, double dt, double force) {
    rv_device_output output = {.force = {0, 0, force}};
    rv_haptic_input input = device->read(device->context, dt);
    device->write(device->context, &output);
    rest();
    return input;
}

// ticks until it is lost; false: it is not
static bool is_lost_soon(rv_device* device, const char* reason) {
    for (int i = 0; i < PATIENCE_TICKS; i++) {
        tick(device, 0.0, 1.0);
        rv_device_report report = rv_device_get_report(device);
        if (report.lost) {
            CHECK_TEXT(report.reason, reason);
            rv_device_output output = {.force = {0, 0, 1}};
            CHECK(!device->read(device->context, 0.0).valid);
            CHECK(!device->write(device->context, &output));
            return true;
        }
    }
    return false;
}

static void check_serves(haply_manner manner) {
    haply_server* server = haply_server_start(manner);
    rv_device device = make(server, 10.0);
    char error[256] = "";
    CHECK(device.open(device.context, error, sizeof error));
    CHECK_TEXT(error, "");
    char name[96];
    snprintf(name, sizeof name, "Haply Inverse3 049D at 127.0.0.1:%d", server->port);
    CHECK_TEXT(rv_device_get_info(&device).name, name);
    rv_haptic_input input = tick(&device, TICK, 0.25);
    CHECK(input.valid && input.pose.position.x == 0.01 && input.pose.position.y == -0.12);
    CHECK(input.velocity.y == 0.5 && input.buttons == 2 && input.pose.rotation.x == 1.0);
    // the force comes back as a position
    int ticks = 0;
    while (ticks++ < PATIENCE_TICKS && input.pose.position.z != 0.25)
        input = tick(&device, 0.0, 0.25);
    CHECK(input.valid && input.pose.position.z == 0.25);
    rv_device_output none = {0};
    CHECK(device.write(device.context, &none));
    device.close(device.context);
    for (ticks = 0; ticks < PATIENCE_TICKS && atomic_load(&server->closes) == 0; ticks++)
        rest();
    CHECK(atomic_load(&server->closes) == 1);
    CHECK(atomic_load(&server->force_z) == 0.0);
    rv_device_report report = rv_device_get_report(&device);
    CHECK(report.received > 1 && report.ignored == 0 && report.sent > 1 && !report.lost);
    // and again
    CHECK(device.open(device.context, error, sizeof error));
    CHECK(tick(&device, TICK, 0.0).valid);
    device.close(device.context);
    rv_device_free(&device);
    haply_server_stop(server);
}

TEST(states_come_in_and_forces_go_out) {
    check_serves(HAPLY_GOOD);
}

TEST(messages_in_pieces_with_pings_between_are_read_too) {
    check_serves(HAPLY_IN_PIECES);
}

static void check_cannot_open(haply_manner manner, double patience, const char* reason) {
    haply_server* server = haply_server_start(manner);
    rv_device device = make(server, patience);
    char error[256] = "", sentence[256];
    CHECK(!device.open(device.context, error, sizeof error));
    snprintf(sentence, sizeof sentence, "Haply Inverse service at 127.0.0.1:%d: %s", server->port,
             reason);
    CHECK_TEXT(error, sentence);
    rv_device_free(&device);
    haply_server_stop(server);
}

TEST(a_service_that_is_none_is_told_apart_by_a_sentence) {
    check_cannot_open(HAPLY_SILENT, 0.05, "it does not answer");
    check_cannot_open(HAPLY_NO_WEBSOCKET, 10.0, "it refuses a WebSocket");
    check_cannot_open(HAPLY_WRONG_ACCEPT, 10.0, "its answer has the wrong Sec-WebSocket-Accept");
    check_cannot_open(HAPLY_ENDLESS_HEAD, 10.0, "its answer is too long");
    check_cannot_open(HAPLY_NO_LIST, 0.05, "it does not list its devices");
    check_cannot_open(HAPLY_NO_DEVICES, 10.0, "no Inverse3 is connected");
    check_cannot_open(HAPLY_CUT_LIST, 10.0, "no Inverse3 is connected");
    check_cannot_open(HAPLY_HANGS_UP, 10.0, "it hangs up");
}

TEST(no_service_is_told_by_a_sentence) {
    haply_server* server = haply_server_start(HAPLY_GOOD);
    rv_device device = make(server, 10.0);
    char error[256] = "", sentence[256];
    snprintf(sentence, sizeof sentence,
             "Haply Inverse service: cannot connect to 127.0.0.1:%d: Connection refused; is it "
             "running?",
             server->port);
    haply_server_stop(server); // the port is free now
    CHECK(!device.open(device.context, error, sizeof error));
    CHECK_TEXT(error, sentence);
    rv_device_free(&device);
}

TEST(a_device_that_is_not_there_is_told_by_a_sentence) {
    haply_server* server = haply_server_start(HAPLY_GOOD);
    rv_device_haply_def def = rv_device_haply_def_default();
    rv_device device;
    char error[256] = "";
    def.port = server->port;
    def.device_id = "0500";
    CHECK(rv_device_haply_inverse(&device, &def, error, sizeof error));
    CHECK(!device.open(device.context, error, sizeof error));
    CHECK(strstr(error, ": no Inverse3 with the wanted device_id is connected") != NULL);
    rv_device_free(&device);
    haply_server_stop(server);
}

static void check_gets_lost(haply_manner manner, const char* reason) {
    haply_server* server = haply_server_start(manner);
    rv_device device = make(server, 10.0);
    CHECK(device.open(device.context, NULL, 0));
    CHECK(is_lost_soon(&device, reason));
    device.close(device.context);
    rv_device_free(&device);
    haply_server_stop(server);
}

TEST(a_service_that_breaks_the_rules_is_left) {
    check_gets_lost(HAPLY_MASKED_FRAMES, "the service masks its frames");
    check_gets_lost(HAPLY_OVERSIZED, "the service sends a message of more than 65536 bytes");
}

TEST(a_service_that_goes_is_noticed) {
    check_gets_lost(HAPLY_CLOSES, "the service has closed the connection");
    check_gets_lost(HAPLY_DISCONNECTS, "the service has hung up");
}

TEST(states_that_are_cut_off_are_no_states) {
    haply_server* server = haply_server_start(HAPLY_CUT_STATES);
    rv_device device = make(server, 10.0);
    CHECK(device.open(device.context, NULL, 0));
    int ticks = 0;
    while (ticks++ < PATIENCE_TICKS && rv_device_get_report(&device).ignored < 3)
        tick(&device, 0.0, 1.0);
    CHECK(rv_device_get_report(&device).ignored >= 3);
    for (int i = 0; i < 22; i++) // now 20 ms of its own time pass
        tick(&device, TICK, 1.0);
    CHECK(!tick(&device, TICK, 1.0).valid);
    CHECK(!rv_device_get_report(&device).lost);
    device.close(device.context);
    rv_device_free(&device);
    haply_server_stop(server);
}

TEST(a_service_that_is_mute_gets_zero_force_and_no_queue) {
    haply_server* server = haply_server_start(HAPLY_MUTE);
    rv_device device = make(server, 10.0);
    CHECK(device.open(device.context, NULL, 0));
    int ticks = 0;
    while (ticks++ < PATIENCE_TICKS && rv_device_get_report(&device).sent < HAPLY_FAULT_AT + 3)
        tick(&device, 0.0, 1.0);
    for (int i = 0; i < 50; i++)
        tick(&device, 0.0, 1.0);
    // four had an answer, and four are under way without one; then no more are sent
    CHECK(rv_device_get_report(&device).sent == HAPLY_FAULT_AT + 3);
    CHECK(rv_device_get_report(&device).unsent >= 50);
    for (int i = 0; i < 100; i++)
        tick(&device, TICK, 1.0);
    CHECK(!device.read(device.context, TICK).valid);
    rv_device_report report = rv_device_get_report(&device);
    // asked again every 20 ms, with zero force
    CHECK(report.sent >= HAPLY_FAULT_AT + 3 + 4 && report.sent <= HAPLY_FAULT_AT + 3 + 5);
    for (ticks = 0; ticks < PATIENCE_TICKS && atomic_load(&server->commands) < (int)report.sent;
         ticks++)
        rest();
    CHECK(atomic_load(&server->force_z) == 0.0);
    device.close(device.context);
    rv_device_free(&device);
    haply_server_stop(server);
}

TEST(a_device_that_is_closed_sends_zero_though_too_many_are_under_way) {
    haply_server* server = haply_server_start(HAPLY_MUTE);
    rv_device device = make(server, 10.0);
    CHECK(device.open(device.context, NULL, 0));
    for (int i = 0; i < PATIENCE_TICKS && rv_device_get_report(&device).sent < HAPLY_FAULT_AT + 3;
         i++)
        tick(&device, 0.0, 1.0);
    rv_device_output none = {0};
    CHECK(device.write(device.context, &none)); // left out
    CHECK(rv_device_get_report(&device).sent == HAPLY_FAULT_AT + 3);
    device.close(device.context);
    for (int i = 0; i < PATIENCE_TICKS && atomic_load(&server->closes) == 0; i++)
        rest();
    CHECK(atomic_load(&server->closes) == 1);
    CHECK(atomic_load(&server->force_z) == 0.0);
    rv_device_free(&device);
    haply_server_stop(server);
}

static void check_refused(rv_device_haply_def def, const char* sentence) {
    char error[256] = "";
    rv_device device;
    CHECK(!rv_device_haply_inverse(&device, &def, error, sizeof error));
    CHECK_TEXT(error, sentence);
    CHECK(device.read == NULL);
}

TEST(bad_settings_are_refused_with_a_sentence) {
    const rv_device_haply_def good = rv_device_haply_def_default();
    rv_device_haply_def def = good;
    def.address = "::1";
    check_refused(def, "rv_device_haply_def.address = \"::1\": must be an IPv4 address such as "
                       "127.0.0.1");
    def = good;
    def.port = 0;
    check_refused(def, "rv_device_haply_def.port = 0: must be in [1, 65535]");
    def = good;
    def.device_id = "a\"";
    check_refused(def, "rv_device_haply_def.device_id = \"a\"\": must be 1 to 31 of A-Z a-z 0-9 . "
                       "_ -");
    def = good;
    def.word = (rv_device_haply_word)2;
    check_refused(def, "rv_device_haply_def.word = 2: must be RV_DEVICE_HAPLY_VALUES or "
                       "RV_DEVICE_HAPLY_VECTOR");
    def = good;
    def.silence = NAN;
    check_refused(def, "rv_device_haply_def.silence = nan s: must be in [0.001, 10]");
    def = good;
    def.patience = 61.0;
    check_refused(def, "rv_device_haply_def.patience = 61 s: must be in [0.001, 60]");
}
