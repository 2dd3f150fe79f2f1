// Who is let in: the rules for a request that came over HTTP, and the WebSocket handshake. Nothing
// here reads a socket, so that tests and fuzzing see all of it.
#ifndef REEVE_VIEW_HANDSHAKE_H
#define REEVE_VIEW_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RV_HANDSHAKE_TOKEN_DIGITS = 32,
    RV_HANDSHAKE_HOST_BYTES = 80,
    RV_HANDSHAKE_ACCEPT_BYTES = 29, // with the end of the text
};
#define RV_HANDSHAKE_PROTOCOL "reeve.v1"

// Made once at the start.
typedef struct rv_handshake_rules {
    char hosts[2][RV_HANDSHAKE_HOST_BYTES]; // allowed values of Host; an empty one allows nothing
    char token[RV_HANDSHAKE_TOKEN_DIGITS + 1];
} rv_handshake_rules;

// The headers that count, in the order of the table in handshake.c.
typedef enum rv_handshake_header {
    RV_HEADER_HOST,
    RV_HEADER_ORIGIN,
    RV_HEADER_UPGRADE,
    RV_HEADER_CONNECTION,
    RV_HEADER_VERSION,
    RV_HEADER_KEY,
    RV_HEADER_PROTOCOL,
    RV_HEADER_LENGTH,
    RV_HEADER_ENCODING,
    RV_HEADER_COUNT,
} rv_handshake_header;

// A request as it came; NULL where it said nothing. Start from all zero.
typedef struct rv_handshake_request {
    const char* method;
    const char* path;    // without the query
    const char* version; // "HTTP/1.1"
    const char* token;
    const char* draws; // "1": the page draws, and time waits for its first picture
    const char* headers[RV_HEADER_COUNT];
    bool repeated; // an argument or one of the headers came twice
} rv_handshake_request;

// What came in the head of a request; names that do not count are passed over. The texts are kept,
// not copied.
void rv_handshake_add_header(rv_handshake_request* request, const char* name, const char* value);
void rv_handshake_add_argument(rv_handshake_request* request, const char* name, const char* value);

typedef enum rv_handshake_route {
    RV_ROUTE_REFUSED,
    RV_ROUTE_ASSET,   // whatever the build has at this path; the page is "/"
    RV_ROUTE_NOTHING, // 204
    RV_ROUTE_THUMBNAIL,
    RV_ROUTE_SOCKET,
} rv_handshake_route;

typedef struct rv_handshake_answer {
    rv_handshake_route route;
    int status;           // of HTTP
    const char* sentence; // if refused: why, and what to do
    int scene;            // of a thumbnail
    bool has_token;       // not refused, and the token came with it
} rv_handshake_answer;

rv_handshake_answer rv_handshake_decide(const rv_handshake_rules* rules,
                                        const rv_handshake_request* request);

// The text of Sec-WebSocket-Accept for a key that passed (RFC 6455, 4.2.2).
void rv_handshake_accept(const char* key, char accept[RV_HANDSHAKE_ACCEPT_BYTES]);

#endif
