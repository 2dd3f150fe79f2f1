// The frames of a WebSocket client: see the header. Strict: what RFC 6455 forbids a server to send
// is a fault. Texts are not checked for UTF-8 here; who reads them takes plain ASCII where it counts.
#include "io/device_websocket.h"

#include <string.h>

enum {
    CONTINUATION = 0,
    TEXT = 1,
    BINARY = 2,
    CLOSE = 8,
    PING = 9,
    PONG = 10,
    FINAL = 0x80,
    RESERVED = 0x70,
    MASKED = 0x80,
    CONTROL_MAX = 125,
};

void rv_websocket_begin(rv_websocket* w, uint64_t seed) {
    w->fault = NULL;
    w->head_count = 0;
    w->in_payload = false;
    w->left = 0;
    w->control_count = 0;
    w->in_message = false;
    w->count = 0;
    w->out_count = 0;
    w->random = seed;
}

// --- out ----------------------------------------------------------------------------------------

// splitmix64 (Steele 2014)
static uint32_t draw(rv_websocket* w) {
    uint64_t z = w->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(z ^ z >> 31);
}

static bool write_frame(rv_websocket* w, int opcode, const void* payload, size_t count) {
    size_t head = count <= CONTROL_MAX ? 6 : 8;
    if (count > RV_WEBSOCKET_OUT_MAX - 8 || head + count > RV_WEBSOCKET_OUT_MAX - w->out_count)
        return false;
    uint8_t* to = w->out + w->out_count;
    *to++ = (uint8_t)(FINAL | opcode);
    if (count <= CONTROL_MAX) {
        *to++ = (uint8_t)(MASKED | count);
    } else {
        *to++ = MASKED | 126;
        *to++ = (uint8_t)(count >> 8);
        *to++ = (uint8_t)count;
    }
    uint32_t mask = draw(w);
    for (int i = 0; i < 4; i++)
        *to++ = (uint8_t)(mask >> (8 * i));
    for (size_t i = 0; i < count; i++)
        *to++ = (uint8_t)(((const uint8_t*)payload)[i] ^ mask >> (8 * (i % 4)));
    w->out_count += head + count;
    return true;
}

bool rv_websocket_write_text(rv_websocket* w, const char* text, size_t count) {
    return w->fault == NULL && write_frame(w, TEXT, text, count);
}

void rv_websocket_write_close(rv_websocket* w) {
    static const uint8_t normal[2] = {1000 >> 8, 1000 & 255};
    if (w->fault == NULL)
        write_frame(w, CLOSE, normal, sizeof normal);
}

void rv_websocket_sent(rv_websocket* w, size_t count) {
    w->out_count -= count;
    memmove(w->out, w->out + count, w->out_count);
}

// --- in -----------------------------------------------------------------------------------------

static void fail(rv_websocket* w, const char* fault) {
    w->fault = fault;
}

static int opcode_of(const rv_websocket* w) {
    return w->head[0] & 15;
}

static bool is_control(const rv_websocket* w) {
    return (w->head[0] & 8) != 0;
}

// the head that is complete: what may come, and how much
static void begin_frame(rv_websocket* w) {
    int opcode = opcode_of(w);
    bool final = (w->head[0] & FINAL) != 0;
    uint64_t length = w->head[1] & 127;
    for (int i = 2; i < w->head_count; i++)
        length = (i == 2 ? 0 : length << 8) | w->head[i];
    bool known = opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG);
    if ((w->head[0] & RESERVED) != 0 || !known)
        fail(w, "the service sends frames of an unknown kind");
    else if ((w->head[1] & MASKED) != 0)
        fail(w, "the service masks its frames");
    else if (is_control(w) && (!final || length > CONTROL_MAX))
        fail(w, "the service sends a control frame that is in pieces or too long");
    else if (opcode == BINARY)
        fail(w, "the service sends a binary message");
    else if (opcode == CONTINUATION && !w->in_message)
        fail(w, "the service continues a message that was not begun");
    else if (opcode == TEXT && w->in_message)
        fail(w, "the service begins a message within another");
    else if (!is_control(w) && length > RV_WEBSOCKET_MESSAGE_MAX - (opcode == TEXT ? 0 : w->count))
        fail(w, "the service sends a message of more than 65536 bytes");
    if (opcode == TEXT)
        w->count = 0;
    w->in_message = w->in_message || opcode == TEXT;
    w->control_count = 0;
    w->left = length;
    w->in_payload = true;
}

// bytes that the head has, as far as its first two tell
static int head_size(const rv_websocket* w) {
    if (w->head_count < 2)
        return 2;
    int length = w->head[1] & 127;
    return length == 126 ? 4 : length == 127 ? 10 : 2;
}

static size_t take_head(rv_websocket* w, const uint8_t* bytes, size_t count) {
    size_t used = 0;
    while (used < count && w->head_count < head_size(w))
        w->head[w->head_count++] = bytes[used++];
    if (w->head_count == head_size(w))
        begin_frame(w);
    return used;
}

static size_t take_payload(rv_websocket* w, const uint8_t* bytes, size_t count) {
    size_t part = w->left < count ? (size_t)w->left : count;
    if (is_control(w)) {
        memcpy(w->control + w->control_count, bytes, part);
        w->control_count += (int)part;
    } else {
        memcpy(w->message + w->count, bytes, part);
        w->count += part;
    }
    w->left -= part;
    return part;
}

// a frame is complete; true: and a message with it
static bool end_frame(rv_websocket* w) {
    bool final = (w->head[0] & FINAL) != 0;
    w->in_payload = false;
    w->head_count = 0;
    switch (opcode_of(w)) {
    case CLOSE:
        // its code comes back
        write_frame(w, CLOSE, w->control, w->control_count < 2 ? 0 : 2);
        fail(w, "the service has closed the connection");
        return false;
    case PING:
        // without room for the answer it is left out: the newest ping is the one that counts
        write_frame(w, PONG, w->control, (size_t)w->control_count);
        return false;
    case PONG:
        return false;
    default:
        w->in_message = !final;
        return final;
    }
}

size_t rv_websocket_take(rv_websocket* w, const uint8_t* bytes, size_t count, const char** text,
                         size_t* length) {
    size_t used = 0;
    *text = NULL;
    *length = 0;
    while (w->fault == NULL) {
        if (!w->in_payload) {
            if (used == count)
                return used;
            used += take_head(w, bytes + used, count - used);
            continue;
        }
        used += take_payload(w, bytes + used, count - used);
        if (w->left > 0)
            return used;
        if (end_frame(w)) {
            *text = w->message;
            *length = w->count;
            return used;
        }
    }
    return count;
}
