// The thread of the WebSockets: one turn after another it takes the latest description and frame,
// lets every client read and write what can be moved at once, settles who drives, and sleeps until
// a socket, a deadline or the simulation calls. Nothing it does waits for a single client.
#include "view/clock.h"
#include "view/server_parts.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { CLOSE_GOING_AWAY = 1001 }; // RFC 6455, 7.4.1

// only this thread makes clients active and ends them, so it may look without the lock
static bool is_active(const rv_client* client) {
    return client->session.io.context != NULL;
}

// a page to talk to; one that closes no longer counts
static bool is_open(const rv_client* client) {
    return is_active(client) && client->session.state == RV_SESSION_OPEN;
}

// --- a client's socket --------------------------------------------------------------------------

static ptrdiff_t socket_read(void* context, void* bytes, size_t count) {
    rv_client* client = context;
    size_t early = client->early_bytes - client->early_read;
    if (early > 0) {
        size_t part = count < early ? count : early;
        memcpy(bytes, client->early + client->early_read, part);
        client->early_read += part;
        return (ptrdiff_t)part;
    }
    ssize_t got = recv(client->socket, bytes, count, 0);
    if (got > 0)
        return got;
    bool later = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return later ? 0 : -1;
}

static ptrdiff_t socket_write(void* context, const void* bytes, size_t count) {
    rv_client* client = context;
    ssize_t put = send(client->socket, bytes, count, MSG_NOSIGNAL);
    if (put >= 0) {
        atomic_fetch_add(&client->server->bytes_sent, (uint64_t)put);
        return put;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

static void socket_end(void* context) {
    rv_client* client = context;
    shutdown(client->socket, SHUT_WR);
}

// --- roles --------------------------------------------------------------------------------------

static void drive(rv_server* server, rv_client* driver) {
    if (server->driver == driver)
        return;
    if (server->driver != NULL) {
        pthread_mutex_lock(&server->lock);
        rv_request_queue_release(&server->requests);
        pthread_mutex_unlock(&server->lock);
        rv_wake_up(&server->host_wake);
    }
    server->driver = driver;
    server->news.roles_serial++;
}

// the one that has been here longest; NULL: nobody is here
static rv_client* eldest(const rv_server* server) {
    rv_client* found = NULL;
    for (int i = 0; i < server->def.max_clients; i++) {
        rv_client* client = &server->clients[i];
        if (is_open(client) && (found == NULL || client->order < found->order))
            found = client;
    }
    return found;
}

static void settle_roles(rv_server* server) {
    if (server->driver == NULL || !is_open(server->driver))
        drive(server, eldest(server));
}

// though nothing may move
static void ask_for_frame(rv_server* server) {
    atomic_fetch_add(&server->arrivals, 1);
    rv_wake_up(&server->host_wake);
}

// forces are sent to all if one wants them
static void settle_forces(rv_server* server) {
    bool wanted = false;
    for (int i = 0; i < server->def.max_clients; i++)
        wanted |= is_open(&server->clients[i]) && server->clients[i].wants_forces;
    if (atomic_exchange(&server->wants_forces, wanted) != wanted)
        ask_for_frame(server);
}

// what the host waits for before the first step
static void settle_picture(rv_server* server) {
    const rv_client* driver = server->driver;
    int_fast64_t shown = driver != NULL && driver->draws ? (int_fast64_t)driver->session.shown : -1;
    if (atomic_exchange(&server->driver_shown, shown) != shown
        && atomic_load(&server->picture_awaited))
        rv_wake_up(&server->host_wake);
}

static const char* on_request(void* context, const rv_request* request) {
    rv_client* client = context;
    rv_server* server = client->server;
    if (request->kind == RV_REQUEST_TAKE) {
        drive(server, client);
        return NULL;
    }
    if (request->kind == RV_REQUEST_FORCES) {
        client->wants_forces = request->index != 0;
        return NULL;
    }
    if (client != server->driver)
        return NULL;
    pthread_mutex_lock(&server->lock);
    bool taken = rv_request_queue_push(&server->requests, request);
    pthread_mutex_unlock(&server->lock);
    rv_wake_up(&server->host_wake);
    return taken ? NULL : "too many requests wait for the simulation";
}

// --- coming and going ---------------------------------------------------------------------------

static int count_open(const rv_server* server) {
    int count = 0;
    for (int i = 0; i < server->def.max_clients; i++)
        count += is_open(&server->clients[i]);
    return count;
}

static void count_clients(rv_server* server) {
    int count = count_open(server);
    if (count == server->news.clients)
        return;
    server->news.clients = count;
    server->news.roles_serial++;
    atomic_store(&server->client_count, count);
}

static void leave(rv_client* client) {
    rv_server* server = client->server;
    if (server->driver == client)
        drive(server, NULL);
    rv_session_free(&client->session);
    free(client->early);
    client->early = NULL;
    rv_server_http_close(client);
}

static void arrive(rv_client* client) {
    rv_server* server = client->server;
    const rv_session_io io = {.context = client,
                              .read = socket_read,
                              .write = socket_write,
                              .end = socket_end,
                              .request = on_request};
    client->order = ++server->arrived;
    client->wants_forces = false;
    if (rv_session_begin(&client->session, &io, rv_clock_now()))
        ask_for_frame(server);
    else
        leave(client);
}

// what the other threads have left here; false: it is time to stop
static bool take_news(rv_server* server) {
    bool arrived[RV_SERVER_CLIENTS_MAX] = {false};
    rv_wake_clear(&server->clients_wake);
    pthread_mutex_lock(&server->lock);
    const rv_mail* description = rv_mailbox_take(&server->descriptions);
    const rv_mail* notice = rv_mailbox_take(&server->notices);
    const rv_mail* frame = rv_mailbox_take(&server->frames);
    bool stops = server->stops;
    for (int i = 0; i < server->def.max_clients; i++) {
        arrived[i] = server->clients[i].state == RV_CLIENT_ARRIVED;
        if (arrived[i])
            server->clients[i].state = RV_CLIENT_ACTIVE;
    }
    pthread_mutex_unlock(&server->lock);
    for (int i = 0; i < server->def.max_clients; i++)
        if (arrived[i])
            arrive(&server->clients[i]);
    rv_session_news* news = &server->news;
    news->description = description->data;
    news->description_bytes = description->bytes;
    news->description_serial = description->serial;
    news->notice = notice->data;
    news->notice_bytes = notice->bytes;
    news->notice_serial = notice->serial;
    news->frame = frame->data;
    news->frame_bytes = frame->bytes;
    news->frame_serial = frame->serial;
    news->frame_description = frame->description;
    news->frame_number = frame->number;
    return !stops;
}

// --- turns --------------------------------------------------------------------------------------

static void add_counts(rv_server* server, rv_session_counts* counts) {
    atomic_fetch_add(&server->frames_sent, counts->frames_sent);
    atomic_fetch_add(&server->frames_skipped, counts->frames_skipped);
    atomic_fetch_add(&server->refused, counts->refused);
    *counts = (rv_session_counts){0};
}

static void receive_from(rv_server* server, rv_client* client) {
    rv_session_receive(&client->session, rv_clock_now());
    add_counts(server, &client->session.counts);
    if (client->session.state == RV_SESSION_OVER)
        leave(client);
}

static void send_to(rv_server* server, rv_client* client) {
    server->news.drives = client == server->driver;
    rv_session_send(&client->session, &server->news, rv_clock_now());
    add_counts(server, &client->session.counts);
    if (client->session.state == RV_SESSION_OVER)
        leave(client);
}

static void for_each_client(rv_server* server, void (*act)(rv_server*, rv_client*)) {
    for (int i = 0; i < server->def.max_clients; i++)
        if (is_active(&server->clients[i]))
            act(server, &server->clients[i]);
}

static void serve_clients(rv_server* server) {
    // one that has just come may drive, and its first request be here already
    settle_roles(server);
    for_each_client(server, receive_from);
    settle_roles(server);
    settle_forces(server);
    // before it is counted: whoever sees a client knows whether it draws
    settle_picture(server);
    count_clients(server);
    for_each_client(server, send_to);
}

static void sleep_until_called(rv_server* server) {
    struct pollfd files[RV_SERVER_CLIENTS_MAX + 1] = {
        {.fd = server->clients_wake.read, .events = POLLIN}};
    nfds_t count = 1;
    double deadline = rv_server_strangers_expire(server, rv_clock_now());
    for (int i = 0; i < server->def.max_clients; i++) {
        const rv_client* client = &server->clients[i];
        if (!is_active(client))
            continue;
        const rv_session* session = &client->session;
        short events = 0;
        events |= rv_session_wants_read(session) ? POLLIN : 0;
        events |= rv_session_wants_write(session) ? POLLOUT : 0;
        files[count++] = (struct pollfd){.fd = client->socket, .events = events};
        deadline = fmin(deadline, rv_session_deadline(session));
    }
    // rounded up, so that the deadline has passed when it wakes
    double left = fmax(0.0, deadline - rv_clock_now());
    int timeout = isfinite(deadline) ? (int)ceil(1000.0 * left) : -1;
    poll(files, count, timeout);
}

static void say_goodbye_to(rv_server* server, rv_client* client) {
    double now = rv_clock_now();
    rv_session_close(&client->session, CLOSE_GOING_AWAY, "the viewer has stopped", now);
    rv_session_send(&client->session, &server->news, now);
    leave(client);
}

static void* serve(void* argument) {
    rv_server* server = argument;
    while (take_news(server)) {
        serve_clients(server);
        // if one left while it was written to, the others hear of it first
        if (count_open(server) == server->news.clients)
            sleep_until_called(server);
    }
    for_each_client(server, say_goodbye_to);
    count_clients(server);
    return NULL;
}

bool rv_server_clients_start(rv_server* server) {
    server->thread_runs = pthread_create(&server->thread, NULL, serve, server) == 0;
    return server->thread_runs;
}

void rv_server_clients_stop(rv_server* server) {
    pthread_mutex_lock(&server->lock);
    server->stops = true;
    pthread_mutex_unlock(&server->lock);
    if (!server->thread_runs)
        return;
    rv_wake_up(&server->clients_wake);
    pthread_join(server->thread, NULL);
    server->thread_runs = false;
}
