// A socket that listens on one numeric address.
#ifndef REEVE_VIEW_LISTEN_H
#define REEVE_VIEW_LISTEN_H

#include "view/handshake.h"

typedef struct rv_listener {
    int socket; // -1: none
    // as browsers write it in Host: "127.0.0.1:8080", "[::1]:8080"; without the port if it is 80
    char host[RV_HANDSHAKE_HOST_BYTES];
    char localhost[RV_HANDSHAKE_HOST_BYTES]; // the same by name; empty unless it is this machine
} rv_listener;

// Whether only programs on this machine can reach a numeric address; false if it is none.
bool rv_host_is_local(const char* host);

// Port 0: any that is free. False if it cannot be; then `error` says why.
bool rv_listener_open(rv_listener* listener, const char* host, int port, char* error,
                      size_t error_bytes);

#endif
