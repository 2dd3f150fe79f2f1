// The simulation's side of the server: descriptions and frames go into mailboxes, requests come out
// of a queue, and a pipe wakes whoever sleeps. The lock is held for a few assignments only.
#define _GNU_SOURCE // ppoll: steps are due at finer times than the milliseconds of poll
#include "view/listen.h"
#include "view/server_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

// --- waking -------------------------------------------------------------------------------------

static bool make_quiet(int file) {
    return fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) == 0
           && fcntl(file, F_SETFD, FD_CLOEXEC) == 0;
}

bool rv_wake_open(rv_wake* wake) {
    int ends[2];
    *wake = (rv_wake){-1, -1};
    if (pipe(ends) != 0)
        return false;
    *wake = (rv_wake){ends[0], ends[1]};
    return make_quiet(ends[0]) && make_quiet(ends[1]);
}

void rv_wake_close(rv_wake* wake) {
    if (wake->read >= 0)
        close(wake->read);
    if (wake->write >= 0)
        close(wake->write);
    *wake = (rv_wake){-1, -1};
}

void rv_wake_up(const rv_wake* wake) {
    int before = errno;
    // a full pipe wakes as well
    ssize_t written = write(wake->write, "", 1);
    (void)written;
    errno = before;
}

void rv_wake_clear(const rv_wake* wake) {
    char bytes[256];
    while (read(wake->read, bytes, sizeof bytes) > 0) {}
}

// --- life ---------------------------------------------------------------------------------------

static bool draw_token(char token[RV_HANDSHAKE_TOKEN_DIGITS + 1]) {
    uint8_t bytes[RV_HANDSHAKE_TOKEN_DIGITS / 2];
    if (getentropy(bytes, sizeof bytes) != 0)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool write_address(rv_server* server) {
    static const char form[] = "http://%s/?token=%s";
    size_t bytes = sizeof form + RV_HANDSHAKE_HOST_BYTES + RV_HANDSHAKE_TOKEN_DIGITS;
    server->address = malloc(bytes);
    if (server->address == NULL)
        return false;
    snprintf(server->address, bytes, form, server->rules.hosts[0], server->rules.token);
    return true;
}

static rv_server* allocate(const rv_server_def* def) {
    rv_server* server = calloc(1, sizeof *server);
    rv_client* clients = calloc((size_t)def->max_clients, sizeof *clients);
    if (server == NULL || clients == NULL) {
        free(server);
        free(clients);
        return NULL;
    }
    for (int i = 0; i < def->max_clients; i++)
        clients[i].server = server;
    server->def = *def;
    server->clients = clients;
    server->descriptions = rv_mailbox_make();
    server->notices = rv_mailbox_make();
    server->frames = rv_mailbox_make();
    server->host_wake = server->clients_wake = (rv_wake){-1, -1};
    atomic_store(&server->driver_shown, -1);
    pthread_mutex_init(&server->lock, NULL);
    pthread_cond_init(&server->picture_asked, NULL);
    return server;
}

static bool start(rv_server* server, const rv_listener* listener) {
    memcpy(server->rules.hosts[0], listener->host, sizeof listener->host);
    memcpy(server->rules.hosts[1], listener->localhost, sizeof listener->localhost);
    bool ready = draw_token(server->rules.token) && write_address(server)
                 && rv_wake_open(&server->host_wake) && rv_wake_open(&server->clients_wake);
    // signals are for the threads of the host, not for those that start here
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ready = ready && rv_server_clients_start(server) && rv_server_pictures_start(server)
            && rv_server_http_start(server, listener->socket);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ready;
}

rv_server* rv_server_create(const rv_server_def* def, char* error, size_t error_bytes) {
    if (def->max_clients < 1 || def->max_clients > RV_SERVER_CLIENTS_MAX) {
        snprintf(error, error_bytes, "rv_viewer_def.max_clients = %d: must be in [1, %d]",
                 def->max_clients, RV_SERVER_CLIENTS_MAX);
        return NULL;
    }
    rv_listener listener;
    if (!rv_listener_open(&listener, def->host, def->port, error, error_bytes))
        return NULL;
    rv_server* server = allocate(def);
    if (server != NULL && start(server, &listener))
        return server;
    close(listener.socket);
    rv_server_destroy(server);
    snprintf(error, error_bytes, "the viewer's server: out of memory, threads or files");
    return NULL;
}

void rv_server_destroy(rv_server* server) {
    if (server == NULL)
        return;
    rv_server_clients_stop(server);
    rv_server_pictures_stop(server);
    rv_server_http_stop(server);
    rv_wake_close(&server->host_wake);
    rv_wake_close(&server->clients_wake);
    rv_mailbox_free(&server->descriptions);
    rv_mailbox_free(&server->notices);
    rv_mailbox_free(&server->frames);
    pthread_cond_destroy(&server->picture_asked);
    pthread_mutex_destroy(&server->lock);
    free(server->address);
    free(server->clients);
    free(server);
}

const char* rv_server_address(const rv_server* server) {
    return server->address;
}

int rv_server_client_count(const rv_server* server) {
    return atomic_load(&server->client_count);
}

uint64_t rv_server_arrivals(const rv_server* server) {
    return atomic_load(&server->arrivals);
}

bool rv_server_wants_forces(const rv_server* server) {
    return atomic_load(&server->wants_forces);
}

bool rv_server_awaits_picture(rv_server* server, uint32_t frame) {
    // told first, so that a change after it is read wakes the host
    atomic_store(&server->picture_awaited, true);
    int_fast64_t shown = atomic_load(&server->driver_shown);
    bool awaits = shown >= 0 && shown < (int_fast64_t)frame;
    atomic_store(&server->picture_awaited, awaits);
    return awaits;
}

rv_server_counts rv_server_count(const rv_server* server) {
    return (rv_server_counts){.frames_sent = atomic_load(&server->frames_sent),
                              .frames_skipped = atomic_load(&server->frames_skipped),
                              .bytes_sent = atomic_load(&server->bytes_sent),
                              .refused = atomic_load(&server->refused)};
}

// --- to the pages -------------------------------------------------------------------------------

static bool publish_text(rv_server* server, rv_mailbox* box, const char* json, size_t bytes) {
    uint8_t* room = rv_mailbox_begin(box, bytes);
    if (room == NULL)
        return false;
    memcpy(room, json, bytes);
    pthread_mutex_lock(&server->lock);
    rv_mailbox_publish(box, 0, 0);
    pthread_mutex_unlock(&server->lock);
    rv_wake_up(&server->clients_wake);
    return true;
}

bool rv_server_describe(rv_server* server, const char* json, size_t bytes) {
    return publish_text(server, &server->descriptions, json, bytes);
}

bool rv_server_notify(rv_server* server, const char* json, size_t bytes) {
    return publish_text(server, &server->notices, json, bytes);
}

uint8_t* rv_server_frame_begin(rv_server* server, size_t bytes) {
    return rv_mailbox_begin(&server->frames, bytes);
}

void rv_server_frame_publish(rv_server* server, uint32_t number) {
    pthread_mutex_lock(&server->lock);
    bool published = rv_mailbox_publish(&server->frames, number, server->descriptions.serial);
    pthread_mutex_unlock(&server->lock);
    if (published && rv_server_client_count(server) > 0)
        rv_wake_up(&server->clients_wake);
}

// --- from the pages -----------------------------------------------------------------------------

bool rv_server_next_request(rv_server* server, rv_request* request) {
    pthread_mutex_lock(&server->lock);
    bool is = rv_request_queue_pop(&server->requests, request);
    pthread_mutex_unlock(&server->lock);
    return is;
}

static bool request_waits(rv_server* server) {
    pthread_mutex_lock(&server->lock);
    bool waits = server->requests.count > 0;
    pthread_mutex_unlock(&server->lock);
    return waits;
}

void rv_server_wait(rv_server* server, double seconds) {
    static const double longest = 3600.0; // so that any number fits a timespec [s]
    if (request_waits(server) || !(seconds > 0.0))
        return;
    double time = seconds < longest ? seconds : longest;
    struct timespec timeout = {.tv_sec = (time_t)time};
    timeout.tv_nsec = (long)((time - (double)timeout.tv_sec) * 1e9);
    struct pollfd file = {.fd = server->host_wake.read, .events = POLLIN};
    if (ppoll(&file, 1, &timeout, NULL) > 0)
        rv_wake_clear(&server->host_wake);
}

void rv_server_wake(rv_server* server) {
    rv_wake_up(&server->host_wake);
}
