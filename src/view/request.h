// What a page asks for: the messages from client to server of docs/viewer.md, as bytes and as a
// struct. One table in request.c says what each kind carries; recorded logs hold the same bytes.
#ifndef REEVE_VIEW_REQUEST_H
#define REEVE_VIEW_REQUEST_H

#include "reeve/reeve.h"

typedef enum rv_request_kind {
    RV_REQUEST_ACK = 1,  // a frame was shown
    RV_REQUEST_TAKE = 2, // give me the controls
    RV_REQUEST_PLAY = 3,
    RV_REQUEST_PAUSE = 4,
    RV_REQUEST_STEP = 5, // one step, then pause
    RV_REQUEST_RESET = 6,
    RV_REQUEST_SPEED = 7,       // number: times real time; infinite: as fast as it goes
    RV_REQUEST_CONTROL = 8,     // index, number: position in [-1, 1]
    RV_REQUEST_GRAB_BODY = 9,   // index, point in the body's frame
    RV_REQUEST_GRAB_CABLE = 10, // index, point in the world
    RV_REQUEST_MOVE = 11,       // point in the world: where the hand pulls to
    RV_REQUEST_RELEASE = 12,
    RV_REQUEST_OPEN = 13,   // index: of the gallery
    RV_REQUEST_FORCES = 14, // index: 1: forces and contacts in the frames, 0: none; for any client
    RV_REQUEST_GRAB_SOLID = 15, // index, point in the world
} rv_request_kind;

typedef struct rv_request {
    rv_request_kind kind;
    uint32_t scene; // number of the description that `index` belongs to
    uint32_t index; // ack: number of the frame
    double number;
    rv_vec3 point;
} rv_request;

// `scene` of an RV_REQUEST_RELEASE that lets go of the controls too, as when the page has gone
#define RV_REQUEST_EVERYTHING UINT32_MAX

enum { RV_REQUEST_BYTES_MAX = 40, RV_REQUEST_REASON_BYTES = 120 };

// Bytes written, at most RV_REQUEST_BYTES_MAX.
size_t rv_request_encode(const rv_request* request, uint8_t bytes[RV_REQUEST_BYTES_MAX]);
// False if the bytes are no request; then `reason` (RV_REQUEST_REASON_BYTES) says why, in words
// that fit a WebSocket close frame. Numbers are checked here: whoever gets a request may rely on
// finite points, a position in [-1, 1] and a speed in [0.01, 100] or infinite.
bool rv_request_decode(const uint8_t* bytes, size_t count, rv_request* request, char* reason);

#endif
