// A device that is a program somewhere: poses come and forces go as datagrams (device_datagram.h).
// The peer is who sent the first good pose. While it is there, datagrams of others are ignored, and
// its own count only if they are newer than the last. A peer that is silent for too long leaves
// the input invalid and the force zero; then whoever sends next is the peer.
// Silence is counted in the time of the ticks, so that no clock is read.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/device_datagram.h"
#include "io/device_private.h"
#include "io/device_socket.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DATAGRAMS_PER_TICK = 64 }; // more wait until the next: a flood must not hold up the tick

typedef struct udp {
    uint32_t address;
    int wanted_port, port; // the latter while it is open
    double silence_max;
    int socket; // -1: closed
    rv_device_counters counters;

    struct sockaddr_in peer; // sin_port 0: there was none
    double silence;          // of the peer [s]
    uint32_t pose_sequence, force_sequence;
    rv_haptic_input input;
} udp;

static bool udp_open(void* context, char* error, size_t bytes) {
    udp* u = context;
    rv_error_text text;
    if (u->socket >= 0)
        return rv_device_refuse(error, bytes, "the udp device is open already");
    u->port = u->wanted_port;
    u->socket = rv_socket_bind(u->address, &u->port, &text);
    if (u->socket < 0)
        return rv_device_refuse(error, bytes, text.text);
    rv_device_counters_reset(&u->counters);
    u->peer = (struct sockaddr_in){0};
    u->silence = 0.0;
    u->force_sequence = 0;
    u->input = (rv_haptic_input){.pose.rotation.w = 1.0};
    return true;
}

static bool is_peer(const udp* u, const struct sockaddr_in* from) {
    return from->sin_port == u->peer.sin_port && from->sin_addr.s_addr == u->peer.sin_addr.s_addr;
}

static void take(udp* u, const uint8_t* bytes, size_t count, const struct sockaddr_in* from) {
    rv_datagram_pose pose;
    if (!rv_datagram_read_pose(bytes, count, &pose) || (u->input.valid && !is_peer(u, from))) {
        rv_device_count(&u->counters.ignored);
        return;
    }
    if (u->input.valid && !rv_datagram_is_newer(pose.sequence, u->pose_sequence)) {
        rv_device_count(&u->counters.late);
        return;
    }
    rv_device_count(&u->counters.received);
    u->peer = *from;
    u->pose_sequence = pose.sequence;
    u->input = pose.input;
    u->silence = 0.0;
}

static rv_haptic_input udp_read(void* context, double dt) {
    udp* u = context;
    u->silence += dt;
    // before others are heard: who was silent for too long is no peer any more
    if (u->silence > u->silence_max) {
        rv_vec3 none = {0};
        u->input.valid = false;
        u->input.velocity = u->input.angular_velocity = none;
    }
    for (int i = 0; i < DATAGRAMS_PER_TICK; i++) {
        uint8_t bytes[RV_DATAGRAM_POSE_BYTES + 1]; // one more: longer ones show
        struct sockaddr_in from;
        socklen_t length = sizeof from;
        ssize_t got = recvfrom(u->socket, bytes, sizeof bytes, 0, (struct sockaddr*)&from, &length);
        if (got < 0)
            break;
        take(u, bytes, (size_t)got, &from);
    }
    return u->input;
}

// The socket always lives; what is lost is datagrams.
static bool udp_write(void* context, const rv_device_output* output) {
    udp* u = context;
    if (u->peer.sin_port == 0)
        return true;
    rv_datagram_force force = {.sequence = ++u->force_sequence, .answers = u->pose_sequence};
    if (u->input.valid) {
        force.flags = RV_DATAGRAM_FRESH;
        force.output = *output;
    }
    uint8_t bytes[RV_DATAGRAM_FORCE_BYTES];
    rv_datagram_write_force(&force, bytes);
    bool gone = sendto(u->socket, bytes, sizeof bytes, MSG_NOSIGNAL, (struct sockaddr*)&u->peer,
                       sizeof u->peer)
                == (ssize_t)sizeof bytes;
    rv_device_count(gone ? &u->counters.sent : &u->counters.unsent);
    return true;
}

static void udp_close(void* context) {
    udp* u = context;
    if (u->socket >= 0)
        close(u->socket);
    u->socket = -1;
}

static void udp_destroy(void* context) {
    udp_close(context);
    free(context);
}

static rv_device_info udp_info(const void* context) {
    const udp* u = context;
    rv_device_info info = {.gives_rotation = true, .takes_torque = true};
    snprintf(info.name, sizeof info.name, "udp %d.%d.%d.%d:%d", (int)(u->address >> 24),
             (int)(u->address >> 16 & 255), (int)(u->address >> 8 & 255), (int)(u->address & 255),
             u->socket >= 0 ? u->port : u->wanted_port);
    return info;
}

static rv_device_report udp_report(const void* context) {
    return rv_device_counters_report(&((const udp*)context)->counters);
}

rv_device_udp_def rv_device_udp_def_default(void) {
    return (rv_device_udp_def){.silence = 0.02};
}

static bool def_is_valid(rv_error_text* error, const rv_device_udp_def* d, uint32_t* address) {
    const char* text = d->address != NULL ? d->address : "127.0.0.1";
    return rv_error_check(error, rv_socket_address(text, address),
                          "rv_device_udp_def.address = \"%.60s\": must be an IPv4 address such as "
                          "127.0.0.1",
                          text)
           && rv_error_check(error, d->port >= 0 && d->port <= 65535,
                             "rv_device_udp_def.port = %d: must be in [0, 65535]", d->port)
           && rv_error_check(error, d->silence >= 0.001 && d->silence <= 10.0,
                             "rv_device_udp_def.silence = %g s: must be in [0.001, 10]",
                             d->silence);
}

bool rv_device_udp(rv_device* device, const rv_device_udp_def* def, char* error, size_t bytes) {
    rv_error_text text;
    uint32_t address = 0;
    *device = (rv_device){0};
    if (!def_is_valid(&text, def, &address))
        return rv_device_refuse(error, bytes, text.text);
    udp* u = rv_device_allocate(sizeof *u, error, bytes);
    if (u == NULL)
        return false;
    u->address = address;
    u->wanted_port = def->port;
    u->silence_max = def->silence;
    u->socket = -1;
    rv_device_counters_reset(&u->counters);
    *device = (rv_device){.context = u,
                          .open = udp_open,
                          .read = udp_read,
                          .write = udp_write,
                          .close = udp_close,
                          .destroy = udp_destroy,
                          .info = udp_info,
                          .report = udp_report};
    return true;
}
