// A mock of the Haply Inverse service: a thread that speaks WebSocket at a port of its own on this
// machine, to one client after the other. What it does wrong is chosen by `manner`. The state that
// it sends has the force that it got last in its cursor_position, so that both ways are checked.
#ifndef REEVE_HAPLY_SERVER_H
#define REEVE_HAPLY_SERVER_H

#include "io/device_handshake.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef enum haply_manner {
    HAPLY_GOOD,
    HAPLY_IN_PIECES,     // every message in three frames with a ping between, sent byte by byte
    HAPLY_SILENT,        // accepts and says nothing
    HAPLY_NO_WEBSOCKET,  // 404
    HAPLY_WRONG_ACCEPT,  // a hash of something else
    HAPLY_ENDLESS_HEAD,  // headers without end
    HAPLY_NO_LIST,       // the handshake, then nothing
    HAPLY_NO_DEVICES,    // an empty list
    HAPLY_CUT_LIST,      // a list that is cut off
    HAPLY_HANGS_UP,      // at once
    HAPLY_MASKED_FRAMES, // from here on: a good start, and the fault at the fifth command
    HAPLY_OVERSIZED,
    HAPLY_CUT_STATES, // states that are cut off, from then on
    HAPLY_DISCONNECTS,
    HAPLY_CLOSES,
    HAPLY_MUTE, // no states from then on
} haply_manner;

enum { HAPLY_FAULT_AT = 5, HAPLY_BUFFER = 1 << 16 };

typedef struct haply_server {
    haply_manner manner;
    int listener, port;
    pthread_t thread;
    atomic_bool stops;
    atomic_int commands, closes; // that came
    _Atomic double force_z;      // of the last command
    // of the client that is there
    int client;
    char in[HAPLY_BUFFER];
    size_t count;
} haply_server;

static void haply_send(haply_server* s, const void* bytes, size_t count) {
    size_t piece = s->manner == HAPLY_IN_PIECES ? 1 : count;
    for (size_t at = 0; at < count; at += piece)
        if (send(s->client, (const char*)bytes + at, piece, MSG_NOSIGNAL) < 0)
            return;
}

static void haply_send_frame(haply_server* s, int first, const char* payload, size_t count) {
    static uint8_t bytes[HAPLY_BUFFER + 16];
    size_t at = 0;
    bytes[at++] = (uint8_t)first;
    if (count < 126) {
        bytes[at++] = (uint8_t)count;
    } else {
        bytes[at++] = 126;
        bytes[at++] = (uint8_t)(count >> 8);
        bytes[at++] = (uint8_t)count;
    }
    memcpy(bytes + at, payload, count);
    haply_send(s, bytes, at + count);
}

static void haply_send_text(haply_server* s, const char* text, size_t count) {
    if (s->manner != HAPLY_IN_PIECES) {
        haply_send_frame(s, 0x81, text, count);
        return;
    }
    haply_send_frame(s, 0x01, text, 10);
    haply_send_frame(s, 0x89, "ping", 4);
    haply_send_frame(s, 0x00, text + 10, 20);
    haply_send_frame(s, 0x80, text + 30, count - 30);
}

static void haply_send_state(haply_server* s) {
    char text[1024];
    int count =
        snprintf(text, sizeof text,
                 "{\"inverse3\": [{\"device_id\": \"049D\", \"state\": {\"cursor_position\": "
                 "{\"x\": 0.01, \"y\": -0.12, \"z\": %.6f}, \"cursor_velocity\": {\"x\": 0, "
                 "\"y\": 0.5, \"z\": 0}}}], \"wireless_verse_grip\": [{\"device_id\": "
                 "\"61548\", \"state\": {\"orientation\": {\"w\": 0, \"x\": 1, \"y\": 0, "
                 "\"z\": 0}, \"buttons\": {\"a\": false, \"b\": true, \"c\": false}}}]}",
                 atomic_load(&s->force_z));
    bool cut = s->manner == HAPLY_CUT_LIST
               || (s->manner == HAPLY_CUT_STATES && atomic_load(&s->commands) >= HAPLY_FAULT_AT);
    haply_send_text(s, text, (size_t)(cut ? count - 1 : count));
}

// takes bytes until there are `wanted`; false: the client is gone, or the server is to stop
static bool haply_await(haply_server* s, size_t wanted) {
    while (s->count < wanted && !atomic_load(&s->stops)) {
        struct pollfd p = {.fd = s->client, .events = POLLIN};
        if (poll(&p, 1, 10) <= 0)
            continue;
        ssize_t got = recv(s->client, s->in + s->count, sizeof s->in - s->count - 1, 0);
        if (got <= 0)
            return false;
        s->count += (size_t)got;
        s->in[s->count] = '\0';
    }
    return s->count >= wanted;
}

static void haply_drop(haply_server* s, size_t count) {
    s->count -= count;
    memmove(s->in, s->in + count, s->count + 1);
}

static bool haply_shake_hands(haply_server* s) {
    char accept[RV_WEBSOCKET_ACCEPT_BYTES], answer[256];
    size_t head = 0;
    for (size_t wanted = 1; head == 0; wanted = s->count + 1) {
        if (!haply_await(s, wanted))
            return false;
        head = rv_websocket_head(s->in, s->count);
    }
    const char* key = strstr(s->in, "Sec-WebSocket-Key: ");
    if (key == NULL || strncmp(s->in, "GET / HTTP/1.1\r\n", 16) != 0)
        return false;
    rv_websocket_accept(s->manner == HAPLY_WRONG_ACCEPT ? "another" : key + 19, accept);
    haply_drop(s, head);
    int count = snprintf(answer, sizeof answer,
                         s->manner == HAPLY_NO_WEBSOCKET
                             ? "HTTP/1.1 404 Not Found\r\n\r\n"
                             : "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                         accept);
    if (s->manner == HAPLY_ENDLESS_HEAD)
        for (int i = 0; i < 1000; i++)
            haply_send(s, "X-More: of the same\r\n", 21);
    else
        haply_send(s, answer, (size_t)count);
    return true;
}

// a frame of the client; returns its kind, -1: it is gone or wrong. The force is noted.
static int haply_read_frame(haply_server* s) {
    if (!haply_await(s, 2))
        return -1;
    size_t length = s->in[1] & 127, head = length == 126 ? 8 : 6;
    if (((uint8_t)s->in[1] & 128) == 0 || !haply_await(s, head))
        return -1;
    if (length == 126)
        length = (size_t)(uint8_t)s->in[2] << 8 | (uint8_t)s->in[3];
    if (!haply_await(s, head + length))
        return -1;
    char text[1024] = "";
    for (size_t i = 0; i < length && i < sizeof text - 1; i++)
        text[i] = (char)(s->in[head + i] ^ s->in[head - 4 + i % 4]);
    int kind = s->in[0] & 15;
    haply_drop(s, head + length);
    const char* z = strstr(text, "\"z\":");
    bool right = strstr(text, "{\"inverse3\":[{\"device_id\":\"049D\",\"commands\":"
                              "{\"set_cursor_force\":{\"values\":{\"x\":")
                 == text;
    if (kind == 1 && (!right || z == NULL))
        return -1;
    if (kind == 1)
        atomic_store(&s->force_z, atof(z + 4));
    return kind;
}

// the answer to a command, or what is wrong with it; false: no more
static bool haply_answer(haply_server* s) {
    static const char big[HAPLY_BUFFER] = "";
    bool at_fault = atomic_load(&s->commands) >= HAPLY_FAULT_AT;
    if (at_fault && s->manner == HAPLY_MASKED_FRAMES)
        haply_send(s, "\x81\x81mask!", 7);
    else if (at_fault && s->manner == HAPLY_OVERSIZED)
        for (int i = 0; i < 2; i++)
            haply_send_frame(s, i == 0 ? 0x01 : 0x80, big, HAPLY_BUFFER - 1);
    else if (at_fault && s->manner == HAPLY_CLOSES)
        haply_send_frame(s, 0x88, "\x03\xe8", 2);
    else if (at_fault && s->manner == HAPLY_DISCONNECTS)
        return false;
    else if (!at_fault || s->manner != HAPLY_MUTE)
        haply_send_state(s);
    return true;
}

static void haply_serve_client(haply_server* s) {
    s->count = 0;
    if (s->manner == HAPLY_HANGS_UP)
        return;
    if (s->manner == HAPLY_SILENT || !haply_shake_hands(s)) {
        haply_await(s, HAPLY_BUFFER);
        return;
    }
    if (s->manner == HAPLY_NO_DEVICES)
        haply_send_text(s, "{\"inverse3\": [], \"verse_grip\": []}", 34);
    else if (s->manner != HAPLY_NO_LIST)
        haply_send_state(s);
    for (int kind; (kind = haply_read_frame(s)) >= 0;) {
        if (kind == 8)
            atomic_fetch_add(&s->closes, 1);
        if (kind == 8)
            return;
        if (kind != 1)
            continue;
        atomic_fetch_add(&s->commands, 1);
        if (!haply_answer(s))
            return;
    }
}

static void* haply_serve(void* argument) {
    haply_server* s = argument;
    while (!atomic_load(&s->stops)) {
        struct pollfd p = {.fd = s->listener, .events = POLLIN};
        if (poll(&p, 1, 10) <= 0)
            continue;
        s->client = accept(s->listener, NULL, NULL);
        if (s->client < 0)
            continue;
        haply_serve_client(s);
        close(s->client);
    }
    return NULL;
}

static haply_server* haply_server_start(haply_manner manner) {
    haply_server* s = calloc(1, sizeof *s);
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof place;
    s->manner = manner;
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(s->listener, (struct sockaddr*)&place, length) != 0 || listen(s->listener, 4) != 0
        || getsockname(s->listener, (struct sockaddr*)&place, &length) != 0
        || pthread_create(&s->thread, NULL, haply_serve, s) != 0)
        abort();
    s->port = ntohs(place.sin_port);
    return s;
}

static void haply_server_stop(haply_server* s) {
    atomic_store(&s->stops, true);
    pthread_join(s->thread, NULL);
    close(s->listener);
    free(s);
}

#endif
