// The frames of a WebSocket client (RFC 6455, section 5), without a socket: bytes that came are
// given in, messages and answers are taken out. Fixed memory.
#ifndef REEVE_IO_DEVICE_WEBSOCKET_H
#define REEVE_IO_DEVICE_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RV_WEBSOCKET_MESSAGE_MAX = 1 << 16, // bytes of a text, all its pieces together
    RV_WEBSOCKET_OUT_MAX = 1 << 12,     // bytes that wait to be sent
};

typedef struct rv_websocket {
    const char* fault; // why it is over; NULL: it is not
    // the frame that is coming in
    uint8_t head[10];
    int head_count;  // bytes of it
    bool in_payload; // the head is complete
    uint64_t left;   // of the payload
    uint8_t control[125];
    int control_count;
    // the message that is coming in
    bool in_message; // a first piece has come, the last has not
    size_t count;
    char message[RV_WEBSOCKET_MESSAGE_MAX];
    // what goes out
    uint8_t out[RV_WEBSOCKET_OUT_MAX];
    size_t out_count;
    uint64_t random; // state of the masks
} rv_websocket;

// `seed` is what masks begin with
void rv_websocket_begin(rv_websocket* w, uint64_t seed);

// Takes bytes, up to the end of a message at most; returns how many. `*text` is that message (until
// the next call) with `*length` bytes, or NULL if none ended. Answers to pings and to a close are
// written to `out`. A fault ends it: it takes everything and gives nothing.
size_t rv_websocket_take(rv_websocket* w, const uint8_t* bytes, size_t count, const char** text,
                         size_t* length);

// Appends a text to `out`, masked; false: there is no room.
bool rv_websocket_write_text(rv_websocket* w, const char* text, size_t count);
// Appends a close.
void rv_websocket_write_close(rv_websocket* w);
// Takes the first bytes off `out`, which have been sent.
void rv_websocket_sent(rv_websocket* w, size_t count);

#endif
