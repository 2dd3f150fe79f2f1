// The udp device: its datagrams byte by byte, and peers on this machine that behave and do not.
// Ticks are made by the tests, so that no time of the machine counts: on the loopback a datagram
// that was sent is there.
#include "io/device_datagram.h"
#include "reeve/math.h"
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define TICK 1e-3

// --- datagrams ----------------------------------------------------------------------------------

static const rv_datagram_pose POSE = {
    0x01020304, {{{1.5, -2, 0.25}, {1, 0, 0, 0}}, {0.5, 0, -1}, {3, 2, 1}, 5, true}};

TEST(a_pose_has_the_bytes_that_are_documented) {
    uint8_t bytes[RV_DATAGRAM_POSE_BYTES];
    static const uint8_t start[] = {'R', 'V', 'P', '1', 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
    rv_datagram_write_pose(&POSE, bytes);
    CHECK(memcmp(bytes, start, sizeof start) == 0);
    CHECK(bytes[32 + 7] == 0x3f && bytes[32 + 6] == 0xf0);        // w = 1
    CHECK(bytes[64 + 7] == 0x3f && bytes[64 + 6] == 0xe0);        // velocity.x = 0.5
    CHECK(bytes[88 + 7] == 0x40 && bytes[88 + 6] == 0x08);        // angular_velocity.x = 3
    CHECK(bytes[112] == 5 && bytes[113] == 0 && bytes[116] == 0); // buttons, nothing
    rv_datagram_pose read;
    CHECK(rv_datagram_read_pose(bytes, sizeof bytes, &read));
    CHECK(read.sequence == POSE.sequence && read.input.buttons == 5 && read.input.valid);
    CHECK(memcmp(&read.input.pose, &POSE.input.pose, sizeof read.input.pose) == 0);
    CHECK(memcmp(&read.input.velocity, &POSE.input.velocity, 2 * sizeof(rv_vec3)) == 0);
}

TEST(a_force_has_the_bytes_that_are_documented) {
    uint8_t bytes[RV_DATAGRAM_FORCE_BYTES];
    rv_datagram_force force = {7, 0x0a0b0c0d, RV_DATAGRAM_FRESH, {{1.5, 2, 3}, {4, 5, 0.5}}}, read;
    static const uint8_t start[] = {'R', 'V', 'F', '1', 7, 0, 0, 0, 0xd, 0xc, 0xb,  0xa,
                                    1,   0,   0,   0,   0, 0, 0, 0, 0,   0,   0xf8, 0x3f};
    rv_datagram_write_force(&force, bytes);
    CHECK(memcmp(bytes, start, sizeof start) == 0);
    CHECK(bytes[63] == 0x3f && bytes[62] == 0xe0); // torque.z = 0.5
    CHECK(rv_datagram_read_force(bytes, sizeof bytes, &read));
    CHECK(read.sequence == 7 && read.answers == 0x0a0b0c0d && read.flags == RV_DATAGRAM_FRESH);
    CHECK(memcmp(&read.output, &force.output, sizeof read.output) == 0);
    CHECK(!rv_datagram_read_force(bytes, sizeof bytes - 1, &read));
    bytes[0] = 'X';
    CHECK(!rv_datagram_read_force(bytes, sizeof bytes, &read));
}

TEST(sequence_numbers_pass_through_zero) {
    CHECK(rv_datagram_is_newer(1, 0) && !rv_datagram_is_newer(0, 1) && !rv_datagram_is_newer(3, 3));
    CHECK(rv_datagram_is_newer(0, UINT32_MAX) && !rv_datagram_is_newer(UINT32_MAX, 0));
}

static bool is_read(rv_datagram_pose pose) {
    uint8_t bytes[RV_DATAGRAM_POSE_BYTES];
    rv_datagram_pose read;
    rv_datagram_write_pose(&pose, bytes);
    return rv_datagram_read_pose(bytes, sizeof bytes, &read);
}

TEST(poses_that_no_hand_can_have_are_nonsense) {
    rv_datagram_pose pose = POSE;
    CHECK(is_read(pose));
    pose.input.pose.position.y = NAN;
    CHECK(!is_read(pose));
    pose.input.pose.position.y = -1.1e3;
    CHECK(!is_read(pose));
    pose = POSE;
    pose.input.velocity.z = INFINITY;
    CHECK(!is_read(pose));
    pose = POSE;
    pose.input.angular_velocity.x = 2e5;
    CHECK(!is_read(pose));
    pose = POSE;
    pose.input.pose.rotation = (rv_quat){0, 0, 0, 0};
    CHECK(!is_read(pose));
    pose.input.pose.rotation = (rv_quat){NAN, 0, 0, 0};
    CHECK(!is_read(pose));
    pose.input.pose.rotation = (rv_quat){0.7071, 0, 0, 0.7071}; // few digits are no nonsense
    CHECK(is_read(pose));
}

// --- the device ---------------------------------------------------------------------------------

typedef struct peer {
    int socket;
    struct sockaddr_in device;
    uint32_t sequence;
} peer;

static rv_device make(void) {
    rv_device device;
    rv_device_udp_def def = rv_device_udp_def_default();
    char error[256] = "";
    CHECK(rv_device_udp(&device, &def, error, sizeof error));
    CHECK(device.open(device.context, error, sizeof error));
    CHECK_TEXT(error, "");
    return device;
}

// the port that it got is in its name
static int port_of(const rv_device* device) {
    rv_device_info info = rv_device_get_info(device);
    CHECK(strncmp(info.name, "udp 127.0.0.1:", 14) == 0);
    return atoi(info.name + 14);
}

static peer call(const rv_device* device) {
    peer p = {.socket = socket(AF_INET, SOCK_DGRAM, 0),
              .device = {.sin_family = AF_INET,
                         .sin_port = htons((uint16_t)port_of(device)),
                         .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};
    return p;
}

static void send_bytes(peer* p, const void* bytes, size_t count) {
    CHECK(sendto(p->socket, bytes, count, 0, (struct sockaddr*)&p->device, sizeof p->device)
          == (ssize_t)count);
}

static void send_pose(peer* p, uint32_t sequence, double x) {
    uint8_t bytes[RV_DATAGRAM_POSE_BYTES];
    rv_datagram_pose pose = {sequence, {{{x, 0, 0}, {1, 0, 0, 0}}, {1, 0, 0}, {0, 1, 0}, 1, true}};
    p->sequence = sequence;
    rv_datagram_write_pose(&pose, bytes);
    send_bytes(p, bytes, sizeof bytes);
}

// the newest force that has come; false: none
static bool get_force(peer* p, rv_datagram_force* force) {
    uint8_t bytes[256];
    ssize_t count;
    bool has = false;
    while ((count = recv(p->socket, bytes, sizeof bytes, MSG_DONTWAIT)) >= 0)
        has = rv_datagram_read_force(bytes, (size_t)count, force);
    return has;
}

static rv_haptic_input tick(rv_device* device, double force) {
    rv_device_output output = {.force = {force, 0, 0}, .torque = {0, 0, 0.5 * force}};
    rv_haptic_input input = device->read(device->context, TICK);
    CHECK(device->write(device->context, &output));
    return input;
}

static void end(rv_device* device, peer* p) {
    close(p->socket);
    device->close(device->context);
    rv_device_free(device);
}

TEST(poses_come_in_and_forces_go_out) {
    rv_device device = make();
    peer p = call(&device);
    rv_datagram_force force;
    CHECK(!tick(&device, 1.0).valid); // nobody yet
    CHECK(!get_force(&p, &force));
    send_pose(&p, 41, 0.25);
    rv_haptic_input input = tick(&device, 3.0);
    CHECK(input.valid && input.pose.position.x == 0.25 && input.velocity.x == 1.0);
    CHECK(input.angular_velocity.y == 1.0 && input.buttons == 1);
    CHECK(get_force(&p, &force));
    CHECK(force.answers == 41 && force.flags == RV_DATAGRAM_FRESH);
    CHECK(force.output.force.x == 3.0 && force.output.torque.z == 1.5);
    // of several the newest counts
    send_pose(&p, 43, 0.75);
    send_pose(&p, 42, 0.5);
    CHECK(tick(&device, 0.0).pose.position.x == 0.75);
    rv_device_report report = rv_device_get_report(&device);
    CHECK(report.received == 2 && report.late == 1 && report.ignored == 0 && report.sent == 2);
    CHECK(!report.lost);
    end(&device, &p);
}

TEST(a_peer_that_is_silent_leaves_no_force) {
    rv_device device = make();
    peer p = call(&device);
    rv_datagram_force force;
    send_pose(&p, 1, 0.25);
    CHECK(tick(&device, 3.0).valid);
    for (int i = 1; i <= 19; i++) // 20 ms with the tick that follows
        CHECK(tick(&device, 3.0).valid);
    CHECK(get_force(&p, &force) && force.output.force.x == 3.0);
    tick(&device, 3.0);
    rv_haptic_input input = tick(&device, 3.0);
    CHECK(!input.valid && input.pose.position.x == 0.25 && input.velocity.x == 0.0);
    // the device itself sends zero, whatever it is told
    CHECK(get_force(&p, &force) && force.flags == 0);
    CHECK(force.output.force.x == 0.0 && force.output.torque.z == 0.0);
    // it may come back, and count from anywhere
    send_pose(&p, 0, 0.5);
    input = tick(&device, 2.0);
    CHECK(input.valid && input.pose.position.x == 0.5);
    CHECK(get_force(&p, &force) && force.output.force.x == 2.0);
    end(&device, &p);
}

TEST(a_peer_that_is_killed_leaves_no_force_and_another_may_follow) {
    rv_device device = make();
    peer first = call(&device), second = call(&device);
    send_pose(&first, 1, 0.25);
    CHECK(tick(&device, 3.0).valid);
    close(first.socket); // from now on forces bounce
    int ticks = 1;
    while (tick(&device, 3.0).valid && ticks < 100)
        ticks++;
    CHECK(ticks == 21 || ticks == 20); // 20 ms, as the sum of the ticks is rounded
    send_pose(&second, 77, 0.5);
    CHECK(tick(&device, 3.0).pose.position.x == 0.5);
    CHECK(!rv_device_get_report(&device).lost);
    end(&device, &second);
}

TEST(nonsense_is_ignored_and_counted) {
    rv_device device = make();
    peer p = call(&device);
    uint8_t bytes[2000];
    send_pose(&p, 1, 0.25);
    tick(&device, 0.0);
    memset(bytes, 'x', sizeof bytes);
    send_bytes(&p, bytes, 0);
    send_bytes(&p, bytes, RV_DATAGRAM_POSE_BYTES);
    send_bytes(&p, bytes, sizeof bytes);
    rv_datagram_pose pose = POSE;
    pose.sequence = 5;
    rv_datagram_write_pose(&pose, bytes);
    send_bytes(&p, bytes, RV_DATAGRAM_POSE_BYTES - 1); // cut off
    send_bytes(&p, bytes, RV_DATAGRAM_POSE_BYTES + 1); // too long
    bytes[116] = 1;
    send_bytes(&p, bytes, RV_DATAGRAM_POSE_BYTES);
    rv_haptic_input input = tick(&device, 0.0);
    CHECK(input.valid && input.pose.position.x == 0.25);
    rv_device_report report = rv_device_get_report(&device);
    CHECK(report.received == 1 && report.ignored == 6);
    end(&device, &p);
}

TEST(while_there_is_a_peer_others_are_ignored) {
    rv_device device = make();
    peer p = call(&device), stranger = call(&device);
    rv_datagram_force force;
    send_pose(&p, 1, 0.25);
    tick(&device, 1.0);
    send_pose(&stranger, 100, 0.5);
    CHECK(tick(&device, 1.0).pose.position.x == 0.25);
    CHECK(!get_force(&stranger, &force) && get_force(&p, &force));
    CHECK(rv_device_get_report(&device).ignored == 1);
    close(stranger.socket);
    end(&device, &p);
}

TEST(a_flood_does_not_hold_up_a_tick) {
    rv_device device = make();
    peer p = call(&device);
    for (uint32_t i = 1; i <= 100; i++)
        send_pose(&p, i, 1e-3 * i);
    CHECK_NEAR(tick(&device, 0.0).pose.position.x, 0.064, 1e-15); // 64 in a tick, the rest later
    CHECK_NEAR(tick(&device, 0.0).pose.position.x, 0.1, 1e-15);
    end(&device, &p);
}

static void check_refused(rv_device_udp_def def, const char* sentence) {
    char error[256] = "";
    rv_device device;
    CHECK(!rv_device_udp(&device, &def, error, sizeof error));
    CHECK_TEXT(error, sentence);
    CHECK(device.read == NULL);
}

TEST(bad_settings_are_refused_with_a_sentence) {
    rv_device_udp_def def = rv_device_udp_def_default();
    def.address = "localhost";
    check_refused(def, "rv_device_udp_def.address = \"localhost\": must be an IPv4 address such as "
                       "127.0.0.1");
    def.address = NULL;
    def.port = 65536;
    check_refused(def, "rv_device_udp_def.port = 65536: must be in [0, 65535]");
    def.port = 0;
    def.silence = 0.0;
    check_refused(def, "rv_device_udp_def.silence = 0 s: must be in [0.001, 10]");
}

TEST(a_port_that_is_taken_cannot_be_opened_and_says_so) {
    rv_device first = make(), second;
    rv_device_udp_def def = rv_device_udp_def_default();
    char error[256] = "", sentence[256];
    def.port = port_of(&first);
    CHECK(rv_device_udp(&second, &def, NULL, 0));
    CHECK(!second.open(second.context, error, sizeof error));
    snprintf(sentence, sizeof sentence, "cannot listen at 127.0.0.1:%d: Address already in use",
             def.port);
    CHECK_TEXT(error, sentence);
    CHECK(!first.open(first.context, error, sizeof error));
    CHECK_TEXT(error, "the udp device is open already");
    // once the other is closed it can
    first.close(first.context);
    CHECK(second.open(second.context, error, sizeof error));
    second.close(second.context);
    rv_device_free(&second);
    rv_device_free(&first);
}
