// Sockets of devices: see the header.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/device_socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

double rv_socket_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool rv_socket_address(const char* text, uint32_t* address) {
    struct in_addr in;
    if (inet_pton(AF_INET, text, &in) != 1)
        return false;
    *address = ntohl(in.s_addr);
    return true;
}

static struct sockaddr_in place_of(uint32_t address, int port) {
    struct sockaddr_in place = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr.s_addr = htonl(address)};
    return place;
}

// the sentence of a failure of the system; closes the socket; -1
static int fail(int socket, rv_error_text* error, const char* what, uint32_t address, int port) {
    const uint8_t parts[4] = {(uint8_t)(address >> 24), (uint8_t)(address >> 16),
                              (uint8_t)(address >> 8), (uint8_t)address};
    rv_error_check(error, false, "%s %d.%d.%d.%d:%d: %s", what, parts[0], parts[1], parts[2],
                   parts[3], port, strerror(errno));
    if (socket >= 0)
        close(socket);
    return -1;
}

// never waits, and is not handed on to other programs
static bool set_up(int socket) {
    int flags = fcntl(socket, F_GETFL);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0
           && fcntl(socket, F_SETFD, FD_CLOEXEC) == 0;
}

int rv_socket_bind(uint32_t address, int* port, rv_error_text* error) {
    struct sockaddr_in place = place_of(address, *port);
    socklen_t length = sizeof place;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0 || !set_up(s) || bind(s, (struct sockaddr*)&place, length) != 0
        || getsockname(s, (struct sockaddr*)&place, &length) != 0)
        return fail(s, error, "cannot listen at", address, *port);
    *port = ntohs(place.sin_port);
    return s;
}

static bool wait_for(int socket, short events, double deadline) {
    for (;;) {
        double left = deadline - rv_socket_clock();
        struct pollfd p = {.fd = socket, .events = events};
        if (left <= 0.0)
            return false;
        int ready = poll(&p, 1, (int)(1e3 * left) + 1);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
}

bool rv_socket_wait(int socket, double deadline) {
    return wait_for(socket, POLLIN, deadline);
}

int rv_socket_connect(uint32_t address, int port, double deadline, rv_error_text* error) {
    static const char what[] = "cannot connect to";
    struct sockaddr_in place = place_of(address, port);
    int s = socket(AF_INET, SOCK_STREAM, 0), one = 1, result = 0;
    socklen_t length = sizeof result;
    if (s < 0 || !set_up(s) || setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0)
        return fail(s, error, what, address, port);
    if (connect(s, (struct sockaddr*)&place, sizeof place) == 0)
        return s;
    if (errno != EINPROGRESS && errno != EINTR)
        return fail(s, error, what, address, port);
    if (!wait_for(s, POLLOUT, deadline)) {
        errno = ETIMEDOUT;
        return fail(s, error, what, address, port);
    }
    if (getsockopt(s, SOL_SOCKET, SO_ERROR, &result, &length) != 0 || result != 0) {
        errno = result != 0 ? result : errno;
        return fail(s, error, what, address, port);
    }
    return s;
}

static bool is_for_now(int number) {
    return number == EAGAIN || number == EWOULDBLOCK || number == EINTR;
}

long rv_socket_receive(int socket, void* bytes, size_t count) {
    ssize_t got = recv(socket, bytes, count, 0);
    if (got > 0)
        return (long)got;
    return got < 0 && is_for_now(errno) ? 0 : -1;
}

long rv_socket_send(int socket, const void* bytes, size_t count) {
    ssize_t gone = send(socket, bytes, count, MSG_NOSIGNAL);
    if (gone >= 0)
        return (long)gone;
    return is_for_now(errno) ? 0 : -1;
}
