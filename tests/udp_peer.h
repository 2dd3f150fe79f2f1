// A program that moves a hand by datagrams, as the udp device wants it, and waiting for what other
// threads do.
#ifndef REEVE_TEST_UDP_PEER_H
#define REEVE_TEST_UDP_PEER_H

#include "io/device_datagram.h"
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { WAITS_MAX = 20000 }; // of 0.5 ms each

static inline void rest(void) {
    nanosleep(&(struct timespec){0, 500000}, NULL);
}

// waits until the condition holds; a machine that is slow only waits longer
#define WAIT_FOR(condition_)                                                                       \
    do {                                                                                           \
        for (int waits_ = 0; waits_ < WAITS_MAX && !(condition_); waits_++)                        \
            rest();                                                                                \
        CHECK(condition_);                                                                         \
    } while (0)

typedef struct udp_peer {
    int socket;
    struct sockaddr_in device;
    uint32_t sequence;
    rv_vec3 place; // of the hand
    rv_vec3 force; // that came last
    uint32_t flags;
} udp_peer;

// of the device that calls itself "udp ADDRESS:PORT", perhaps with more behind it
static inline udp_peer udp_peer_of(const char* name) {
    udp_peer p = {.socket = socket(AF_INET, SOCK_DGRAM, 0),
                  .device = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}};
    const char* port = strstr(name, "127.0.0.1:");
    CHECK(port != NULL);
    p.device.sin_port = htons((uint16_t)(port != NULL ? atoi(port + 10) : 0));
    return p;
}

static inline void udp_peer_send(udp_peer* p) {
    rv_datagram_pose pose = {++p->sequence,
                             {.pose = {p->place, {1.0, 0.0, 0.0, 0.0}}, .valid = true}};
    uint8_t bytes[256];
    rv_datagram_force force;
    rv_datagram_write_pose(&pose, bytes);
    sendto(p->socket, bytes, RV_DATAGRAM_POSE_BYTES, 0, (struct sockaddr*)&p->device,
           sizeof p->device);
    for (ssize_t count; (count = recv(p->socket, bytes, sizeof bytes, MSG_DONTWAIT)) >= 0;)
        if (rv_datagram_read_force(bytes, (size_t)count, &force)) {
            p->force = force.output.force;
            p->flags = force.flags;
        }
}

// sends until so much is felt along x
static inline bool udp_peer_feels(udp_peer* p, double force) {
    for (int i = 0; i < WAITS_MAX && p->force.x != force; i++) {
        udp_peer_send(p);
        rest();
    }
    return p->force.x == force;
}

#endif
