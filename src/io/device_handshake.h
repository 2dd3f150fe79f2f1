// The opening handshake of a WebSocket client (RFC 6455, section 4.1): what it asks, and whether
// the answer is right.
#ifndef REEVE_IO_DEVICE_HANDSHAKE_H
#define REEVE_IO_DEVICE_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RV_WEBSOCKET_KEY_BYTES = 25,    // 16 random bytes in base64, and the zero
    RV_WEBSOCKET_ACCEPT_BYTES = 29, // 20 bytes of a hash in base64, and the zero
};

void rv_websocket_key(const uint8_t random[16], char key[RV_WEBSOCKET_KEY_BYTES]);
// what a server must answer to a key
void rv_websocket_accept(const char* key, char accept[RV_WEBSOCKET_ACCEPT_BYTES]);

// Writes the request for "/"; returns its length, 0 if there is no room.
size_t rv_websocket_request(char* to, size_t room, const char* host, const char* key);

// Bytes of the answer's head with the empty line at its end; 0: it is not all there.
size_t rv_websocket_head(const char* bytes, size_t count);
// NULL: the head is right. Else why not, in words.
const char* rv_websocket_answer_fault(const char* head, size_t count, const char* key);

#endif
