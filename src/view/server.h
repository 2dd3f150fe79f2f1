// The server: HTTP for the page, WebSocket for what goes to and fro (docs/viewer.md). Its threads
// know nothing of worlds: they hand out the bytes of the last description and the last frame, and
// queue the requests of the page that drives. Nothing here waits for a client.
#ifndef REEVE_VIEW_SERVER_H
#define REEVE_VIEW_SERVER_H

#include "view/request.h"

typedef struct rv_server rv_server;

typedef struct rv_server_def {
    const char* host;
    int port; // 0: any
    int max_clients;
    size_t (*thumbnail)(void* context, int scene, const void** png); // may be NULL
    void* context;
    double token_seconds; // for a connection to send the token, in all [s]; 0: as usual
} rv_server_def;

// NULL if it cannot listen; then `error` says why.
rv_server* rv_server_create(const rv_server_def* def, char* error, size_t error_bytes);
void rv_server_destroy(rv_server* server);
// "http://127.0.0.1:PORT/?token=TOKEN"
const char* rv_server_address(const rv_server* server);
// Clients that have completed the handshake; cheap (an atomic).
int rv_server_client_count(const rv_server* server);
// Goes up whenever a frame is wanted though nothing moves: a client has come that has seen none
// yet, or one wants forces; cheap.
uint64_t rv_server_arrivals(const rv_server* server);

// True if some client wants forces and contacts in its frames (RV_REQUEST_FORCES); cheap.
bool rv_server_wants_forces(const rv_server* server);

// True while the page that drives has said that it draws and has acknowledged no frame from number
// `frame` on; rv_server_wait() ends when that changes. Cheap.
bool rv_server_awaits_picture(rv_server* server, uint32_t frame);

// The JSON text that every client gets before any frame; copied; sent to those that are here at
// once. A frame published before is never sent after it. False without memory: the old one stays.
bool rv_server_describe(rv_server* server, const char* json, size_t bytes);

// A JSON text that every client gets after the description; copied. False without memory: the old
// one stays.
bool rv_server_notify(rv_server* server, const char* json, size_t bytes);

// Where to write the next frame, `bytes` long; NULL without memory. Then publish it. Between the
// two the memory belongs to the caller. Only the latest frame is kept.
uint8_t* rv_server_frame_begin(rv_server* server, size_t bytes);
void rv_server_frame_publish(rv_server* server, uint32_t number);

// The next request of the page that drives, in order; false: none waits. When the page that drives
// leaves or loses the controls, what it held is let go: an RV_REQUEST_RELEASE of
// RV_REQUEST_EVERYTHING comes.
bool rv_server_next_request(rv_server* server, rv_request* request);
// Sleeps until a request waits, rv_server_wake() is called, or the time is over.
void rv_server_wait(rv_server* server, double seconds);
// From any thread, and from a signal handler.
void rv_server_wake(rv_server* server);

// Bytes and counts since the start, for tests and the curious.
typedef struct rv_server_counts {
    uint64_t frames_sent, frames_skipped, bytes_sent;
    uint64_t refused; // HTTP requests answered with 4xx, handshakes and messages refused
} rv_server_counts;
rv_server_counts rv_server_count(const rv_server* server);

#endif
