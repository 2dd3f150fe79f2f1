// The opening handshake of a WebSocket client: SHA-1 (FIPS 180-4), base64 (RFC 4648) and as much of
// HTTP/1.1 as an answer has. SHA-1 proves nothing about who answers; it shows that a WebSocket
// server did, and not something that repeats what it is sent.
#include "io/device_handshake.h"

#include <stdio.h>
#include <string.h>

enum { SHA1_BYTES = 20, SHA1_BLOCK = 64, SHA1_TEXT_MAX = 119 }; // two blocks, padded

// --- hash and base64 ----------------------------------------------------------------------------

static uint32_t rotate(uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

static void sha1_block(uint32_t state[5], const uint8_t block[SHA1_BLOCK]) {
    uint32_t w[80];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
               | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
        static const uint32_t constants[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
        uint32_t choice = (b & c) | (~b & d), parity = b ^ c ^ d;
        uint32_t majority = (b & c) | (b & d) | (c & d);
        uint32_t f = i < 20 ? choice : i >= 40 && i < 60 ? majority : parity;
        uint32_t next = rotate(a, 5) + f + e + constants[i / 20] + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

// of at most SHA1_TEXT_MAX bytes
static void sha1(const char* text, size_t count, uint8_t digest[SHA1_BYTES]) {
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t padded[2 * SHA1_BLOCK] = {0};
    size_t blocks = count < 56 ? 1 : 2, bits = 8 * count;
    memcpy(padded, text, count);
    padded[count] = 0x80;
    padded[SHA1_BLOCK * blocks - 2] = (uint8_t)(bits >> 8);
    padded[SHA1_BLOCK * blocks - 1] = (uint8_t)bits;
    for (size_t i = 0; i < blocks; i++)
        sha1_block(state, padded + SHA1_BLOCK * i);
    for (int i = 0; i < SHA1_BYTES; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

static void base64(const uint8_t* bytes, size_t count, char* to) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16
                         | (i + 1 < count ? (uint32_t)bytes[i + 1] : 0) << 8
                         | (i + 2 < count ? (uint32_t)bytes[i + 2] : 0);
        *to++ = letters[three >> 18];
        *to++ = letters[three >> 12 & 63];
        *to++ = i + 1 < count ? letters[three >> 6 & 63] : '=';
        *to++ = i + 2 < count ? letters[three & 63] : '=';
    }
    *to = '\0';
}

void rv_websocket_key(const uint8_t random[16], char key[RV_WEBSOCKET_KEY_BYTES]) {
    base64(random, 16, key);
}

void rv_websocket_accept(const char* key, char accept[RV_WEBSOCKET_ACCEPT_BYTES]) {
    // the number that RFC 6455 gives, section 1.3
    char text[SHA1_TEXT_MAX + 1];
    uint8_t digest[SHA1_BYTES];
    int count = snprintf(text, sizeof text, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(text, (size_t)count, digest);
    base64(digest, sizeof digest, accept);
}

size_t rv_websocket_request(char* to, size_t room, const char* host, const char* key) {
    int count = snprintf(to, room,
                         "GET / HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                         "Sec-WebSocket-Version: 13\r\n\r\n",
                         host, key);
    return count > 0 && (size_t)count < room ? (size_t)count : 0;
}

// --- the answer ---------------------------------------------------------------------------------

typedef struct text {
    const char* start;
    size_t length;
} text;

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word(text t, const char* word) {
    if (strlen(word) != t.length)
        return false;
    for (size_t i = 0; i < t.length; i++)
        if (lower(t.start[i]) != lower(word[i]))
            return false;
    return true;
}

static text trim(text t) {
    while (t.length > 0 && (*t.start == ' ' || *t.start == '\t'))
        t.start++, t.length--;
    while (t.length > 0 && (t.start[t.length - 1] == ' ' || t.start[t.length - 1] == '\t'))
        t.length--;
    return t;
}

// cuts what stands before `mark` (or all) off the front
static text cut(text* rest, const char* mark) {
    size_t length = strlen(mark), at = 0;
    while (at + length <= rest->length && memcmp(rest->start + at, mark, length) != 0)
        at++;
    bool found = at + length <= rest->length;
    text front = {rest->start, found ? at : rest->length};
    size_t gone = found ? at + length : rest->length;
    rest->start += gone;
    rest->length -= gone;
    return front;
}

static bool list_has(text list, const char* word) {
    while (list.length > 0)
        if (is_word(trim(cut(&list, ",")), word))
            return true;
    return false;
}

size_t rv_websocket_head(const char* bytes, size_t count) {
    for (size_t i = 4; i <= count; i++)
        if (memcmp(bytes + i - 4, "\r\n\r\n", 4) == 0)
            return i;
    return 0;
}

const char* rv_websocket_answer_fault(const char* head, size_t count, const char* key) {
    text rest = {head, count};
    text status = cut(&rest, "\r\n");
    char accept[RV_WEBSOCKET_ACCEPT_BYTES];
    int upgrades = 0, connections = 0, accepts = 0;
    rv_websocket_accept(key, accept);
    if (status.length < 12 || memcmp(status.start, "HTTP/1.1 ", 9) != 0)
        return "it does not speak HTTP/1.1";
    if (memcmp(status.start + 9, "101", 3) != 0 || (status.length > 12 && status.start[12] != ' '))
        return "it refuses a WebSocket";
    while (rest.length > 0) {
        text value = cut(&rest, "\r\n");
        text name = cut(&value, ":");
        value = trim(value);
        if (is_word(name, "upgrade"))
            upgrades += is_word(value, "websocket") ? 1 : 2;
        else if (is_word(name, "connection"))
            connections += list_has(value, "upgrade");
        else if (is_word(name, "sec-websocket-accept"))
            accepts +=
                value.length == strlen(accept) && memcmp(value.start, accept, value.length) == 0
                    ? 1
                    : 2;
        else if (is_word(name, "sec-websocket-extensions")
                 || is_word(name, "sec-websocket-protocol"))
            return "it answers with an extension or a protocol that was not asked for";
    }
    if (upgrades != 1 || connections < 1)
        return "its answer does not upgrade to a WebSocket";
    return accepts == 1 ? NULL : "its answer has the wrong Sec-WebSocket-Accept";
}
