// What the parts of the server share: server.c is the side of the simulation, server_http.c the
// thread of HTTP, server_clients.c that of WebSockets, server_pictures.c that of thumbnails,
// server_strangers.c the time limit of connections without a token.
// A client begins as a place that HTTP reserves, belongs to the clients' thread while it is active,
// and is free again when HTTP has closed its socket.
#ifndef REEVE_VIEW_SERVER_PARTS_H
#define REEVE_VIEW_SERVER_PARTS_H

#include "view/handshake.h"
#include "view/mailbox.h"
#include "view/request_queue.h"
#include "view/server.h"
#include "view/session.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    RV_SERVER_CLIENTS_MAX = 64,
    RV_SERVER_CONNECTIONS_BESIDES = 32, // connections that are no WebSockets, at least
    RV_SERVER_CONNECTIONS_MAX = RV_SERVER_CLIENTS_MAX + RV_SERVER_CONNECTIONS_BESIDES,
};

typedef enum rv_client_state {
    RV_CLIENT_FREE,
    RV_CLIENT_RESERVED, // its handshake is being answered
    RV_CLIENT_ARRIVED,  // has its socket, waits for the clients' thread
    RV_CLIENT_ACTIVE,
    RV_CLIENT_ENDED, // HTTP closes the socket
} rv_client_state;

struct MHD_Connection;
struct MHD_Daemon;
struct MHD_UpgradeResponseHandle;

typedef struct rv_client {
    rv_server* server;
    rv_client_state state; // locked; the rest belongs to the thread that the state says
    int socket;
    struct MHD_UpgradeResponseHandle* handle;
    uint8_t* early; // bytes that came right after the handshake
    size_t early_bytes, early_read;
    uint64_t order;    // of arrival
    bool wants_forces; // in its frames
    bool draws;        // said so in its handshake
    rv_session session;
} rv_client;

// A thumbnail that a connection waits for.
typedef struct rv_picture {
    struct MHD_Connection* connection; // NULL: a free place
    int scene;
    uint64_t order;
    bool done;       // the connection goes on
    const void* png; // the host's
    size_t bytes;    // 0: there is none
} rv_picture;

// A connection, which may not have sent the token yet.
typedef struct rv_stranger {
    bool is_here;
    int socket;
    double deadline; // when it is shut down [s]; INFINITY: never, or it was
} rv_stranger;

// Bytes through a pipe wake a thread that sleeps in poll().
typedef struct rv_wake {
    int read, write; // -1: none
} rv_wake;

typedef struct rv_server {
    rv_server_def def;
    rv_handshake_rules rules;
    char* address;
    struct MHD_Daemon* daemon;
    pthread_t thread; // of the clients
    bool thread_runs;
    rv_wake host_wake, clients_wake;

    pthread_mutex_t lock; // never held during input or output, or while bytes are copied
    rv_mailbox descriptions, notices, frames;
    rv_stranger strangers[RV_SERVER_CONNECTIONS_MAX];
    rv_request_queue requests;
    rv_client* clients; // def.max_clients places
    bool stops;
    rv_picture pictures[RV_SERVER_CONNECTIONS_MAX];
    uint64_t pictures_asked;
    pthread_cond_t picture_asked;
    pthread_t picture_thread;
    bool pictures_run;

    // of the clients' thread
    rv_client* driver; // NULL: nobody drives
    rv_session_news news;
    uint64_t arrived; // clients so far

    atomic_int client_count;
    atomic_bool wants_forces; // some client does
    atomic_uint_fast64_t arrivals;
    atomic_int_fast64_t
        driver_shown;            // frame that the driving page showed last; -1: it draws nothing
    atomic_bool picture_awaited; // by the host: a change of driver_shown wakes it
    atomic_uint_fast64_t frames_sent, frames_skipped, bytes_sent, refused;
} rv_server;

// server.c
bool rv_wake_open(rv_wake* wake);
void rv_wake_close(rv_wake* wake);
void rv_wake_up(const rv_wake* wake); // from any thread, and from a signal handler
void rv_wake_clear(const rv_wake* wake);

// server_http.c; `socket` listens; it is closed with the server, or left as it is on failure
bool rv_server_http_start(rv_server* server, int socket);
// after the clients' thread has ended
void rv_server_http_stop(rv_server* server);
void rv_server_http_close(rv_client* client); // from the clients' thread; it is ENDED then

// server_pictures.c; the place that a request for a thumbnail waits at
rv_picture* rv_server_picture_ask(rv_server* server, struct MHD_Connection* connection, int scene);
rv_picture* rv_server_picture_at(rv_server* server, const void* place); // NULL: it is none
void rv_server_picture_free(rv_server* server, rv_picture* picture);
bool rv_server_pictures_start(rv_server* server);
void rv_server_pictures_stop(rv_server* server); // before HTTP stops

// server_strangers.c; the place of a connection that has come, NULL: there is none
rv_stranger* rv_server_stranger_add(rv_server* server, int socket);
// The token came; NULL is allowed.
void rv_server_stranger_trust(rv_server* server, rv_stranger* stranger);
// The connection ends; NULL is allowed.
void rv_server_stranger_remove(rv_server* server, rv_stranger* stranger);
// Shuts down those whose time is over; when the next one's is [s], INFINITY: there is none.
double rv_server_strangers_expire(rv_server* server, double now);

// server_clients.c
bool rv_server_clients_start(rv_server* server);
void rv_server_clients_stop(rv_server* server);

#endif
