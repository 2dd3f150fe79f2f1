// A page's side of the viewer's server over a real socket: HTTP, the handshake, frames.
#ifndef REEVE_BENCH_VIEW_CLIENT_H
#define REEVE_BENCH_VIEW_CLIENT_H

#include "bench/websocket.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { VIEW_CLIENT_BYTES = 1 << 21, VIEW_CLIENT_HEAD = 2048 };

// Where a server is, from the address that it prints.
typedef struct view_place {
    char host[64]; // "127.0.0.1:8080"
    char token[64];
    int port;
} view_place;

typedef struct view_client {
    int socket; // -1: none
    uint8_t* bytes;
    size_t count, taken; // came, and given out as frames
    bool ended;          // the server has closed
} view_client;

static inline double view_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline view_place view_place_of(const char* address) {
    view_place place = {.port = 0};
    if (sscanf(address, "http://%63[^/]/?token=%63s", place.host, place.token) == 2)
        place.port = atoi(strrchr(place.host, ':') + 1);
    return place;
}

static inline int view_connect(const view_place* place) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)place->port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file >= 0 && connect(file, (struct sockaddr*)&to, sizeof to) != 0) {
        close(file);
        file = -1;
    }
    return file;
}

// False if the other end is gone.
static inline bool view_put(int file, const void* bytes, size_t count) {
    const char* from = bytes;
    while (count > 0) {
        ssize_t put = send(file, from, count, MSG_NOSIGNAL);
        if (put <= 0)
            return false;
        from += put;
        count -= (size_t)put;
    }
    return true;
}

// Sends a text and reads the answer until the server closes.
static inline void view_exchange(const view_place* place, const char* text, char* answer,
                                 size_t bytes) {
    size_t count = 0;
    int file = view_connect(place);
    if (file >= 0 && view_put(file, text, strlen(text))) {
        struct pollfd wait = {.fd = file, .events = POLLIN};
        while (count < bytes - 1 && poll(&wait, 1, 20000) > 0) {
            ssize_t got = recv(file, answer + count, bytes - 1 - count, 0);
            if (got <= 0)
                break;
            count += (size_t)got;
        }
    }
    if (file >= 0)
        close(file);
    answer[count] = '\0';
}

static inline size_t view_handshake_text(const view_place* place, char* text, size_t bytes) {
    return (size_t)snprintf(text, bytes,
                            "GET /socket?token=%s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n"
                            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                            "Sec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                            "Sec-WebSocket-Protocol: reeve.v1\r\n\r\n",
                            place->token, place->host, place->host);
}

// Reads what is there; waits for something at most this long [s]. False: nothing came.
static inline bool view_client_fill(view_client* client, double seconds) {
    struct pollfd wait = {.fd = client->socket, .events = POLLIN};
    if (client->ended || poll(&wait, 1, (int)(1000.0 * seconds)) <= 0)
        return false;
    // what was given out is not looked at again
    memmove(client->bytes, client->bytes + client->taken, client->count - client->taken);
    client->count -= client->taken;
    client->taken = 0;
    ssize_t got =
        recv(client->socket, client->bytes + client->count, VIEW_CLIENT_BYTES - client->count, 0);
    client->ended = got <= 0;
    client->count += got > 0 ? (size_t)got : 0;
    return got > 0;
}

// The next frame; opcode 0: none came in this time [s]. Its payload is good until the next call.
static inline websocket_frame view_client_frame(view_client* client, double seconds) {
    double end = view_clock() + seconds;
    for (;;) {
        websocket_frame frame = {0};
        size_t bytes =
            websocket_read(client->bytes + client->taken, client->count - client->taken, &frame);
        client->taken += bytes;
        if (bytes > 0)
            return frame;
        double left = end - view_clock();
        if (left <= 0.0 || client->ended || !view_client_fill(client, left))
            return (websocket_frame){0};
    }
}

// The status that the handshake was answered with; 0: nothing came. With 101 the client is open.
static inline int view_client_open(view_client* client, const view_place* place) {
    char text[VIEW_CLIENT_HEAD];
    *client = (view_client){.socket = view_connect(place)};
    client->bytes = calloc(1, VIEW_CLIENT_BYTES + 1);
    size_t count = view_handshake_text(place, text, sizeof text);
    if (client->bytes == NULL || client->socket < 0 || !view_put(client->socket, text, count))
        return 0;
    const char* end = NULL;
    while ((end = strstr((char*)client->bytes, "\r\n\r\n")) == NULL)
        if (!view_client_fill(client, 5.0))
            return 0;
    client->taken = (size_t)((const uint8_t*)end + 4 - client->bytes);
    return atoi((char*)client->bytes + strlen("HTTP/1.1 "));
}

static inline void view_client_close(view_client* client) {
    if (client->socket >= 0)
        close(client->socket);
    free(client->bytes);
    *client = (view_client){.socket = -1};
}

// Closes so that the server's next read fails.
static inline void view_client_reset(view_client* client) {
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    setsockopt(client->socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    view_client_close(client);
}

static inline bool view_client_ask(view_client* client, rv_request request) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX + WEBSOCKET_HEAD_MAX];
    return view_put(client->socket, bytes, websocket_write_request(bytes, request));
}

#endif
