// WebSocket frames as a browser writes and reads them.
#ifndef REEVE_BENCH_WEBSOCKET_H
#define REEVE_BENCH_WEBSOCKET_H

#include "view/request.h"

#include <string.h>

enum {
    WEBSOCKET_TEXT = 1,
    WEBSOCKET_BINARY = 2,
    WEBSOCKET_CLOSE = 8,
    WEBSOCKET_PING = 9,
    WEBSOCKET_PONG = 10,
    WEBSOCKET_FINAL = 0x80,
    WEBSOCKET_MASKED = 0x80,
    WEBSOCKET_HEAD_MAX = 14,
};

typedef struct websocket_frame {
    int opcode;
    bool final, masked;
    const uint8_t* payload;
    size_t bytes; // of the payload
} websocket_frame;

// Writes a masked final frame; returns how many bytes it has.
static inline size_t websocket_write(uint8_t* to, int opcode, const void* payload, size_t bytes) {
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    size_t at = 0;
    to[at++] = (uint8_t)(WEBSOCKET_FINAL | opcode);
    if (bytes < 126) {
        to[at++] = (uint8_t)(WEBSOCKET_MASKED | bytes);
    } else {
        // 127: the length in eight bytes, the most significant first
        to[at++] = WEBSOCKET_MASKED | 127;
        for (int i = 7; i >= 0; i--)
            to[at++] = (uint8_t)((uint64_t)bytes >> (8 * i));
    }
    memcpy(to + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < bytes; i++)
        to[at++] = ((const uint8_t*)payload)[i] ^ mask[i % 4];
    return at;
}

// Reads the frame at the beginning of the bytes; returns how many it has, 0 if it is not complete.
static inline size_t websocket_read(const uint8_t* bytes, size_t count, websocket_frame* frame) {
    if (count < 2)
        return 0;
    size_t at = 2;
    uint64_t length = bytes[1] & 0x7f;
    size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (count < at + wide)
        return 0;
    if (wide > 0)
        length = 0;
    for (size_t i = 0; i < wide; i++)
        length = length << 8 | bytes[at++];
    if (length > count - at)
        return 0;
    *frame = (websocket_frame){.opcode = bytes[0] & 0xf,
                               .final = (bytes[0] & WEBSOCKET_FINAL) != 0,
                               .masked = (bytes[1] & WEBSOCKET_MASKED) != 0,
                               .payload = bytes + at,
                               .bytes = (size_t)length};
    return at + (size_t)length;
}

static inline size_t websocket_write_request(uint8_t* to, rv_request request) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    return websocket_write(to, WEBSOCKET_BINARY, bytes, rv_request_encode(&request, bytes));
}

#endif
