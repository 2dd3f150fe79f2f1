// A Haply Inverse3 through the service that runs beside it: a WebSocket on this machine
// (device_websocket.h) with JSON texts (device_haply_message.h). The service sends one state for
// every command that it gets, so a force is sent in every tick, zero or not; no more than a few
// are under way at a time, or they would queue up and every state would be an old one.
// Written after the service's public documentation (docs.haply.co, versions 3.1 and 3.5) and tested
// against a mock of it, not against hardware.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/device_handshake.h"
#include "io/device_haply_message.h"
#include "io/device_private.h"
#include "io/device_socket.h"
#include "io/device_websocket.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CHUNK_BYTES = 1 << 14,
    CHUNKS_PER_TICK = 8, // more waits until the next tick
    UNDER_WAY_MAX = 4,   // commands whose state has not come
    HOST_BYTES = 32,
    HEAD_BYTES = 4096, // of the answer to the handshake
};
#define GOODBYE 0.05 // how long closing waits for the service [s]

typedef struct haply {
    uint32_t address;
    int port;
    char host[HOST_BYTES]; // both in words
    char wanted_id[RV_HAPLY_ID_BYTES], id[RV_HAPLY_ID_BYTES];
    rv_device_haply_word word;
    double silence_max, patience;
    int socket; // -1: closed
    rv_device_counters counters;

    rv_haptic_input input;
    double silence; // since the last state [s]
    double unasked; // since the last command was sent [s]
    int under_way;  // commands whose state has not come
    rv_websocket websocket;
    uint8_t chunk[CHUNK_BYTES];
} haply;

// --- messages -----------------------------------------------------------------------------------

static void lose(haply* h, const char* reason) {
    if (atomic_load_explicit(&h->counters.reason, memory_order_relaxed) == NULL)
        atomic_store(&h->counters.reason, reason);
}

static bool is_lost(const haply* h) {
    return atomic_load_explicit(&h->counters.reason, memory_order_relaxed) != NULL;
}

// what there is room for, and no more
static void flush(haply* h) {
    rv_websocket* w = &h->websocket;
    long gone = 1;
    while (w->out_count > 0 && gone > 0) {
        gone = rv_socket_send(h->socket, w->out, w->out_count);
        if (gone > 0)
            rv_websocket_sent(w, (size_t)gone);
    }
    if (gone < 0)
        lose(h, "the connection to the service was lost");
}

static void take_message(haply* h, const char* text, size_t length) {
    rv_haply_state state;
    if (h->under_way > 0)
        h->under_way--;
    if (!rv_haply_read(text, length, h->id[0] != '\0' ? h->id : h->wanted_id, &state)
        || state.device_id[0] == '\0') {
        rv_device_count(&h->counters.ignored);
        return;
    }
    // once, while it is opened: other threads may ask for its name
    if (h->id[0] == '\0')
        memcpy(h->id, state.device_id, sizeof h->id);
    if (!state.has_position) {
        rv_device_count(&h->counters.ignored);
        return;
    }
    rv_device_count(&h->counters.received);
    h->silence = 0.0;
    h->input = (rv_haptic_input){.pose = {state.position, state.rotation},
                                 .velocity = state.velocity,
                                 .buttons = state.buttons,
                                 .valid = true};
}

// returns how many messages there were
static int take_bytes(haply* h, const uint8_t* bytes, size_t count) {
    int messages = 0;
    for (size_t used = 0; used < count;) {
        const char* text;
        size_t length;
        used += rv_websocket_take(&h->websocket, bytes + used, count - used, &text, &length);
        if (text != NULL) {
            take_message(h, text, length);
            messages++;
        }
    }
    if (h->websocket.out_count > 0)
        flush(h);
    if (h->websocket.fault != NULL)
        lose(h, h->websocket.fault);
    return messages;
}

// --- opening ------------------------------------------------------------------------------------

static void draw(uint8_t* bytes, size_t count) {
    // a clock will do where there is nothing better: masks protect proxies, not us
    uint64_t clock_bits;
    double now = rv_socket_clock();
    memcpy(&clock_bits, &now, sizeof clock_bits);
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(clock_bits >> (8 * (i % 8)));
    int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        ssize_t got = read(file, bytes, count);
        (void)got;
        close(file);
    }
}

static bool send_all(haply* h, const char* text, size_t count) {
    // a request is shorter than the room that any new connection has
    return rv_socket_send(h->socket, text, count) == (long)count;
}

// NULL, or what is wrong; bytes behind the head are taken, with the messages that are in them
static const char* shake_hands(haply* h, double deadline, int* messages) {
    uint8_t random[24];
    char key[RV_WEBSOCKET_KEY_BYTES], head[HEAD_BYTES];
    uint64_t seed;
    draw(random, sizeof random);
    memcpy(&seed, random + 16, sizeof seed);
    rv_websocket_key(random, key);
    rv_websocket_begin(&h->websocket, seed);
    size_t count = rv_websocket_request(head, sizeof head, h->host, key), used = 0;
    if (!send_all(h, head, count))
        return "it hangs up";
    for (count = 0; used == 0; used = rv_websocket_head(head, count)) {
        if (count == sizeof head)
            return "its answer is too long";
        if (!rv_socket_wait(h->socket, deadline))
            return "it does not answer";
        long got = rv_socket_receive(h->socket, head + count, sizeof head - count);
        if (got < 0)
            return "it hangs up";
        count += (size_t)got;
    }
    const char* fault = rv_websocket_answer_fault(head, used, key);
    if (fault == NULL && used < count)
        *messages = take_bytes(h, (const uint8_t*)head + used, count - used);
    return fault;
}

// NULL, or what is wrong: the first message lists the devices
static const char* find_device(haply* h, double deadline, int messages) {
    while (messages == 0 && !is_lost(h)) {
        if (!rv_socket_wait(h->socket, deadline))
            return "it does not list its devices";
        long got = rv_socket_receive(h->socket, h->chunk, sizeof h->chunk);
        if (got < 0)
            return "it hangs up";
        messages = take_bytes(h, h->chunk, (size_t)got);
    }
    if (is_lost(h))
        return atomic_load(&h->counters.reason);
    if (h->id[0] != '\0')
        return NULL;
    return h->wanted_id[0] != '\0' ? "no Inverse3 with the wanted device_id is connected"
                                   : "no Inverse3 is connected";
}

static void haply_hang_up(haply* h) {
    if (h->socket >= 0)
        close(h->socket);
    h->socket = -1;
}

static bool haply_open(void* context, char* error, size_t bytes) {
    haply* h = context;
    rv_error_text text;
    if (h->socket >= 0)
        return rv_device_refuse(error, bytes, "the Haply device is open already");
    double deadline = rv_socket_clock() + h->patience;
    h->socket = rv_socket_connect(h->address, h->port, deadline, &text);
    if (h->socket < 0) {
        rv_error_text whole;
        rv_error_check(&whole, false, "Haply Inverse service: %.300s; is it running?", text.text);
        return rv_device_refuse(error, bytes, whole.text);
    }
    rv_device_counters_reset(&h->counters);
    h->input = (rv_haptic_input){.pose.rotation.w = 1.0};
    h->silence = h->unasked = 0.0;
    h->under_way = 0;
    h->id[0] = '\0';
    int messages = 0;
    const char* fault = shake_hands(h, deadline, &messages);
    if (fault == NULL)
        fault = find_device(h, deadline, messages);
    if (fault == NULL)
        return true;
    rv_error_check(&text, false, "Haply Inverse service at %s: %s", h->host, fault);
    haply_hang_up(h);
    return rv_device_refuse(error, bytes, text.text);
}

// --- the tick -----------------------------------------------------------------------------------

static rv_haptic_input haply_read(void* context, double dt) {
    haply* h = context;
    h->silence += dt;
    h->unasked += dt;
    for (int i = 0; i < CHUNKS_PER_TICK && !is_lost(h); i++) {
        long got = rv_socket_receive(h->socket, h->chunk, sizeof h->chunk);
        if (got < 0)
            lose(h, "the service has hung up");
        if (got <= 0)
            break;
        take_bytes(h, h->chunk, (size_t)got);
    }
    if (is_lost(h) || h->silence > h->silence_max) {
        rv_vec3 none = {0};
        h->input.valid = false;
        h->input.velocity = none;
    }
    return h->input;
}

static void send_force(haply* h, rv_vec3 force) {
    char text[RV_HAPLY_COMMAND_BYTES];
    size_t length = rv_haply_write(text, h->id, h->word, force);
    rv_websocket_write_text(&h->websocket, text, length);
    flush(h);
}

static bool haply_write(void* context, const rv_device_output* output) {
    haply* h = context;
    const rv_vec3 none = {0};
    if (is_lost(h))
        return false;
    // A silent service is asked again from time to time, or it would stay silent for ever.
    bool wanted = h->under_way < UNDER_WAY_MAX || h->unasked > h->silence_max;
    flush(h);
    if (!wanted || h->websocket.out_count > 0) {
        rv_device_count(&h->counters.unsent);
        return !is_lost(h);
    }
    send_force(h, h->input.valid ? output->force : none);
    rv_device_count(&h->counters.sent);
    h->unasked = 0.0;
    if (h->under_way < UNDER_WAY_MAX)
        h->under_way++;
    return !is_lost(h);
}

static void haply_close(void* context) {
    haply* h = context;
    if (h->socket < 0)
        return;
    if (!is_lost(h)) {
        // the zero that was written last may have been left out, as too many were under way
        send_force(h, (rv_vec3){0});
        // what is unread when a connection is closed may take what was sent last with it
        rv_websocket_write_close(&h->websocket);
        flush(h);
        shutdown(h->socket, SHUT_WR);
        double deadline = rv_socket_clock() + GOODBYE;
        while (rv_socket_wait(h->socket, deadline)
               && rv_socket_receive(h->socket, h->chunk, sizeof h->chunk) >= 0)
            ;
    }
    haply_hang_up(h);
}

static void haply_destroy(void* context) {
    haply_hang_up(context);
    free(context);
}

static rv_device_info haply_info(const void* context) {
    const haply* h = context;
    rv_device_info info = {.gives_rotation = true};
    snprintf(info.name, sizeof info.name, "Haply Inverse3 %s at %s", h->id, h->host);
    return info;
}

static rv_device_report haply_report(const void* context) {
    return rv_device_counters_report(&((const haply*)context)->counters);
}

// --- making -------------------------------------------------------------------------------------

rv_device_haply_def rv_device_haply_def_default(void) {
    return (rv_device_haply_def){.port = 10001, .silence = 0.02, .patience = 1.0};
}

static bool def_is_valid(rv_error_text* error, const rv_device_haply_def* d, uint32_t* address) {
    const char* text = d->address != NULL ? d->address : "127.0.0.1";
    return rv_error_check(error, rv_socket_address(text, address),
                          "rv_device_haply_def.address = \"%.60s\": must be an IPv4 address such "
                          "as 127.0.0.1",
                          text)
           && rv_error_check(error, d->port >= 1 && d->port <= 65535,
                             "rv_device_haply_def.port = %d: must be in [1, 65535]", d->port)
           && rv_error_check(error, d->device_id == NULL || rv_haply_id_is_valid(d->device_id),
                             "rv_device_haply_def.device_id = \"%.60s\": must be 1 to 31 of A-Z "
                             "a-z 0-9 . _ -",
                             d->device_id != NULL ? d->device_id : "")
           && rv_error_check(error,
                             d->word == RV_DEVICE_HAPLY_VALUES || d->word == RV_DEVICE_HAPLY_VECTOR,
                             "rv_device_haply_def.word = %d: must be RV_DEVICE_HAPLY_VALUES or "
                             "RV_DEVICE_HAPLY_VECTOR",
                             (int)d->word)
           && rv_error_check(error, d->silence >= 0.001 && d->silence <= 10.0,
                             "rv_device_haply_def.silence = %g s: must be in [0.001, 10]",
                             d->silence)
           && rv_error_check(error, d->patience >= 0.001 && d->patience <= 60.0,
                             "rv_device_haply_def.patience = %g s: must be in [0.001, 60]",
                             d->patience);
}

bool rv_device_haply_inverse(rv_device* device, const rv_device_haply_def* def, char* error,
                             size_t bytes) {
    rv_error_text text;
    uint32_t address = 0;
    *device = (rv_device){0};
    if (!def_is_valid(&text, def, &address))
        return rv_device_refuse(error, bytes, text.text);
    haply* h = rv_device_allocate(sizeof *h, error, bytes);
    if (h == NULL)
        return false;
    h->address = address;
    h->port = def->port;
    h->word = def->word;
    h->silence_max = def->silence;
    h->patience = def->patience;
    h->socket = -1;
    snprintf(h->host, sizeof h->host, "%s:%d", def->address != NULL ? def->address : "127.0.0.1",
             def->port);
    if (def->device_id != NULL)
        memcpy(h->wanted_id, def->device_id, strlen(def->device_id));
    rv_device_counters_reset(&h->counters);
    *device = (rv_device){.context = h,
                          .open = haply_open,
                          .read = haply_read,
                          .write = haply_write,
                          .close = haply_close,
                          .destroy = haply_destroy,
                          .info = haply_info,
                          .report = haply_report};
    return true;
}
