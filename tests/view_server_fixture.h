// A server on this machine and the pages that come to it, for tests over real sockets.
#ifndef REEVE_TEST_VIEW_SERVER_FIXTURE_H
#define REEVE_TEST_VIEW_SERVER_FIXTURE_H

#include "bench/view_client.h"
#include "test.h"
#include "view/server.h"

enum { CLIENTS_MAX = 3 };
static const double SOON = 20.0; // long enough for a busy machine with sanitizers [s]

static inline rv_server* serve_with(rv_server_def def) {
    char error[256] = "";
    rv_server* server = rv_server_create(&def, error, sizeof error);
    CHECK_TEXT(error, "");
    return server;
}

// on any port of this machine
static inline rv_server* serve(int max_clients) {
    return serve_with((rv_server_def){"127.0.0.1", 0, max_clients, NULL, NULL, 0.0});
}

static inline void describe(rv_server* server, const char* text) {
    CHECK(rv_server_describe(server, text, strlen(text)));
}

static inline void wait_for_clients(const rv_server* server, int count) {
    double end = view_clock() + SOON;
    while (rv_server_client_count(server) != count && view_clock() < end)
        poll(NULL, 0, 1);
    CHECK_NEAR(rv_server_client_count(server), count, 0);
}

static inline view_client come(const rv_server* server) {
    view_client client;
    view_place place = view_place_of(rv_server_address(server));
    CHECK_NEAR(view_client_open(&client, &place), 101, 0);
    return client;
}

static inline void check_text(view_client* client, const char* expected) {
    websocket_frame frame = view_client_frame(client, SOON);
    char text[256] = "";
    if (frame.opcode == WEBSOCKET_TEXT && frame.bytes < sizeof text)
        memcpy(text, frame.payload, frame.bytes);
    CHECK_TEXT(text, expected);
}

#endif
