// Numeric addresses only, and only one: pages are let in by the name they came by, so it must be
// known which one leads here.
#include "view/listen.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64, HTTP_PORT = 80, PORT_MAX = 65535, FIRST_OF_LOOPBACK = 127 };

typedef union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} address;

static socklen_t bytes_of(const address* a) {
    return a->any.sa_family == AF_INET6 ? sizeof a->v6 : sizeof a->v4;
}

static bool parse(const char* host, address* a) {
    *a = (address){0};
    if (inet_pton(AF_INET, host, &a->v4.sin_addr) == 1) {
        a->any.sa_family = AF_INET;
        return true;
    }
    a->any.sa_family = AF_INET6;
    return inet_pton(AF_INET6, host, &a->v6.sin6_addr) == 1;
}

static bool is_any(const address* a) {
    return a->any.sa_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&a->v6.sin6_addr)
                                        : a->v4.sin_addr.s_addr == htonl(INADDR_ANY);
}

static bool is_loopback(const address* a) {
    return a->any.sa_family == AF_INET6 ? IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr)
                                        : ntohl(a->v4.sin_addr.s_addr) >> 24 == FIRST_OF_LOOPBACK;
}

bool rv_host_is_local(const char* host) {
    address a;
    return parse(host, &a) && is_loopback(&a);
}

// both have the port at the same place, but nobody promises it
static void set_port(address* a, int port) {
    if (a->any.sa_family == AF_INET6)
        a->v6.sin6_port = htons((uint16_t)port);
    else
        a->v4.sin_port = htons((uint16_t)port);
}

static int port_of(const address* a) {
    return ntohs(a->any.sa_family == AF_INET6 ? a->v6.sin6_port : a->v4.sin_port);
}

static void write_hosts(rv_listener* listener, const address* a) {
    char port[8] = "", numbers[INET6_ADDRSTRLEN] = "";
    bool v6 = a->any.sa_family == AF_INET6;
    // browsers leave out the port that http has anyway
    if (port_of(a) != HTTP_PORT)
        snprintf(port, sizeof port, ":%d", port_of(a));
    const void* from = v6 ? (const void*)&a->v6.sin6_addr : (const void*)&a->v4.sin_addr;
    inet_ntop(a->any.sa_family, from, numbers, sizeof numbers);
    snprintf(listener->host, sizeof listener->host, v6 ? "[%s]%s" : "%s%s", numbers, port);
    listener->localhost[0] = '\0';
    if (is_loopback(a))
        snprintf(listener->localhost, sizeof listener->localhost, "localhost%s", port);
}

// the system's words begin with a capital; here they end a sentence
static bool fail_at(const char* host, int port, char* error, size_t error_bytes) {
    char why[96] = "unknown";
    if (strerror_r(errno, why, sizeof why) != 0)
        snprintf(why, sizeof why, "error %d", errno);
    why[0] = (char)tolower((unsigned char)why[0]);
    snprintf(error, error_bytes, "port %d on %s: %s", port, host, why);
    return false;
}

static bool bind_and_listen(rv_listener* listener, address* a) {
    int on = 1;
    socklen_t bytes = bytes_of(a);
    listener->socket = socket(a->any.sa_family, SOCK_STREAM, 0);
    if (listener->socket < 0)
        return false;
    // programs that the host starts, a browser say, must not keep the port
    fcntl(listener->socket, F_SETFD, FD_CLOEXEC);
    // a port that was used a moment ago is free
    setsockopt(listener->socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener->socket, &a->any, bytes) == 0 && listen(listener->socket, BACKLOG) == 0
        && getsockname(listener->socket, &a->any, &bytes) == 0)
        return true;
    int why = errno;
    close(listener->socket);
    listener->socket = -1;
    errno = why;
    return false;
}

bool rv_listener_open(rv_listener* listener, const char* host, int port, char* error,
                      size_t error_bytes) {
    address a;
    *listener = (rv_listener){.socket = -1};
    if (host == NULL || !parse(host, &a)) {
        snprintf(error, error_bytes,
                 "rv_viewer_def.host = \"%s\": must be a numeric address such as 127.0.0.1",
                 host != NULL ? host : "NULL");
        return false;
    }
    if (is_any(&a)) {
        snprintf(error, error_bytes,
                 "rv_viewer_def.host = \"%s\": must be one address of this machine, such as "
                 "127.0.0.1, because pages are let in by it",
                 host);
        return false;
    }
    if (port < 0 || port > PORT_MAX) {
        snprintf(error, error_bytes, "rv_viewer_def.port = %d: must be in [0, %d]", port, PORT_MAX);
        return false;
    }
    set_port(&a, port);
    if (!bind_and_listen(listener, &a))
        return fail_at(host, port, error, error_bytes);
    write_hosts(listener, &a);
    return true;
}
