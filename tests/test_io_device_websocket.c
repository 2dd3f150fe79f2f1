// A WebSocket client without a socket: hash, handshake, frames in any pieces, and what a server must
// not send.
#include "io/device_handshake.h"
#include "io/device_websocket.h"
#include "test.h"

#include <stdio.h>

// --- the handshake ------------------------------------------------------------------------------

TEST(the_hash_and_the_key_are_those_of_the_standard) {
    // RFC 6455, section 1.3
    static const uint8_t random[16] = "the sample nonce";
    char key[RV_WEBSOCKET_KEY_BYTES], accept[RV_WEBSOCKET_ACCEPT_BYTES];
    rv_websocket_key(random, key);
    CHECK_TEXT(key, "dGhlIHNhbXBsZSBub25jZQ==");
    rv_websocket_accept(key, accept);
    CHECK_TEXT(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(the_request_asks_for_a_websocket) {
    char text[256], small[20];
    size_t length = rv_websocket_request(text, sizeof text, "127.0.0.1:10001", "KEY");
    CHECK(length == strlen(text));
    CHECK_TEXT(text, "GET / HTTP/1.1\r\nHost: 127.0.0.1:10001\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Key: KEY\r\n"
                     "Sec-WebSocket-Version: 13\r\n\r\n");
    CHECK(rv_websocket_request(small, sizeof small, "127.0.0.1:10001", "KEY") == 0);
}

static const char KEY[] = "dGhlIHNhbXBsZSBub25jZQ==";
#define STATUS "HTTP/1.1 101 Switching Protocols\r\n"
#define UPGRADE "Upgrade: websocket\r\n"
#define CONNECTION "Connection: keep-alive, Upgrade\r\n"
#define ACCEPT "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"

static const char* fault_of(const char* head) {
    size_t length = strlen(head);
    CHECK(rv_websocket_head(head, length) == length);
    CHECK(rv_websocket_head(head, length - 1) == 0);
    const char* fault = rv_websocket_answer_fault(head, length, KEY);
    return fault != NULL ? fault : "none";
}

TEST(an_answer_is_right_or_told_to_be_wrong) {
    CHECK_TEXT(fault_of(STATUS UPGRADE CONNECTION ACCEPT "\r\n"), "none");
    CHECK_TEXT(fault_of("HTTP/1.1 101\r\nupgrade:WebSocket \r\nCONNECTION:upgrade\r\n"
                        "sec-websocket-accept:  s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"),
               "none");
    CHECK_TEXT(fault_of("HTTP/1.1 404 Not Found\r\n\r\n"), "it refuses a WebSocket");
    CHECK_TEXT(fault_of("HTTP/1.1 1010\r\n" UPGRADE CONNECTION ACCEPT "\r\n"),
               "it refuses a WebSocket");
    CHECK_TEXT(fault_of("HTTP/1.0 101 x\r\n\r\n"), "it does not speak HTTP/1.1");
    CHECK_TEXT(fault_of("220 mail\r\n\r\n"), "it does not speak HTTP/1.1");
    CHECK_TEXT(fault_of("\r\n\r\n"), "it does not speak HTTP/1.1");
    CHECK_TEXT(fault_of(STATUS CONNECTION ACCEPT "\r\n"),
               "its answer does not upgrade to a WebSocket");
    CHECK_TEXT(fault_of(STATUS UPGRADE "Connection: close\r\n" ACCEPT "\r\n"),
               "its answer does not upgrade to a WebSocket");
    CHECK_TEXT(fault_of(STATUS UPGRADE UPGRADE CONNECTION ACCEPT "\r\n"),
               "its answer does not upgrade to a WebSocket");
    CHECK_TEXT(fault_of(STATUS UPGRADE CONNECTION "\r\n"),
               "its answer has the wrong Sec-WebSocket-Accept");
    CHECK_TEXT(fault_of(STATUS UPGRADE CONNECTION
                        "Sec-WebSocket-Accept: S3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"),
               "its answer has the wrong Sec-WebSocket-Accept");
    CHECK_TEXT(fault_of(STATUS UPGRADE CONNECTION ACCEPT
                        "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"),
               "it answers with an extension or a protocol that was not asked for");
}

// --- frames -------------------------------------------------------------------------------------

static rv_websocket websocket;

// what a server writes: not masked
static size_t frame(uint8_t* to, int first, const char* payload, size_t count) {
    size_t at = 0;
    to[at++] = (uint8_t)first;
    if (count < 126) {
        to[at++] = (uint8_t)count;
    } else {
        to[at++] = 126;
        to[at++] = (uint8_t)(count >> 8);
        to[at++] = (uint8_t)count;
    }
    memcpy(to + at, payload, count);
    return at + count;
}

// feeds pieces of `piece` bytes; messages are put together with a bar behind each
static void feed(const uint8_t* bytes, size_t count, size_t piece, char* messages) {
    for (size_t at = 0; at < count;) {
        size_t part = count - at < piece ? count - at : piece;
        for (size_t used = 0; used < part;) {
            const char* text;
            size_t length;
            used += rv_websocket_take(&websocket, bytes + at + used, part - used, &text, &length);
            if (text != NULL)
                messages += sprintf(messages, "%.*s|", (int)length, text);
        }
        at += part;
    }
}

static void check_messages(const uint8_t* bytes, size_t count, const char* expected) {
    char messages[512];
    static const size_t pieces[] = {1, 2, 3, 7, 1000};
    for (int i = 0; i < 5; i++) {
        rv_websocket_begin(&websocket, 1);
        messages[0] = '\0';
        feed(bytes, count, pieces[i], messages);
        CHECK_TEXT(messages, expected);
    }
}

static const char* fault_in(const uint8_t* bytes, size_t count) {
    check_messages(bytes, count, "");
    return websocket.fault != NULL ? websocket.fault : "none";
}

TEST(messages_come_whole_and_in_pieces) {
    uint8_t bytes[1024];
    char long_text[301] = "", expected[512];
    memset(long_text, 'y', 300);
    size_t count = frame(bytes, 0x81, "one", 3);
    count += frame(bytes + count, 0x81, "", 0);
    count += frame(bytes + count, 0x01, "t", 1);
    count += frame(bytes + count, 0x00, "", 0);
    count += frame(bytes + count, 0x8a, "pong", 4); // between the pieces of a message
    count += frame(bytes + count, 0x80, "wo", 2);
    count += frame(bytes + count, 0x81, long_text, 300);
    snprintf(expected, sizeof expected, "one||two|%s|", long_text);
    check_messages(bytes, count, expected);
    CHECK(websocket.fault == NULL && websocket.out_count == 0);
}

// undoes the mask of the one frame in `out`; returns its first byte
static int answer(char* payload) {
    const uint8_t* out = websocket.out;
    size_t count = out[1] & 127;
    CHECK((out[1] & 128) != 0 && websocket.out_count == 6 + count);
    for (size_t i = 0; i < count; i++)
        payload[i] = (char)(out[6 + i] ^ out[2 + i % 4]);
    payload[count] = '\0';
    return out[0];
}

TEST(a_ping_is_answered_with_what_was_in_it) {
    uint8_t bytes[64];
    char payload[200];
    check_messages(bytes, frame(bytes, 0x89, "hello", 5), "");
    CHECK(answer(payload) == 0x8a);
    CHECK_TEXT(payload, "hello");
    // more pings than there is room for answers: the rest is left out
    rv_websocket_begin(&websocket, 1);
    for (int i = 0; i < 2000; i++) {
        char none[8];
        feed(bytes, frame(bytes, 0x89, "hello", 5), 64, none);
    }
    CHECK(websocket.fault == NULL && websocket.out_count == RV_WEBSOCKET_OUT_MAX / 11 * 11);
}

TEST(a_close_is_answered_and_ends_it) {
    uint8_t bytes[64];
    char payload[200];
    size_t count = frame(bytes, 0x88, "\x03\xe9going", 7);
    count += frame(bytes + count, 0x81, "late", 4);
    CHECK_TEXT(fault_in(bytes, count), "the service has closed the connection");
    CHECK(answer(payload) == 0x88);
    CHECK_TEXT(payload, "\x03\xe9");
    CHECK(!rv_websocket_write_text(&websocket, "x", 1));
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x88, "", 0)), "the service has closed the connection");
}

TEST(what_a_server_must_not_send_is_a_fault) {
    uint8_t bytes[256];
    char many[127] = "";
    size_t count;
    static const uint8_t masked[] = {0x81, 0x83, 1, 2, 3, 4, 'a', 'b', 'c'};
    CHECK_TEXT(fault_in(masked, sizeof masked), "the service masks its frames");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0xc1, "a", 1)),
               "the service sends frames of an unknown kind");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x83, "a", 1)),
               "the service sends frames of an unknown kind");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x8b, "a", 1)),
               "the service sends frames of an unknown kind");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x82, "a", 1)), "the service sends a binary message");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x80, "a", 1)),
               "the service continues a message that was not begun");
    count = frame(bytes, 0x01, "a", 1);
    count += frame(bytes + count, 0x81, "b", 1);
    CHECK_TEXT(fault_in(bytes, count), "the service begins a message within another");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x09, "a", 1)),
               "the service sends a control frame that is in pieces or too long");
    CHECK_TEXT(fault_in(bytes, frame(bytes, 0x89, many, 126)),
               "the service sends a control frame that is in pieces or too long");
    static const uint8_t huge[] = {0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0};
    CHECK_TEXT(fault_in(huge, sizeof huge), "the service sends a message of more than 65536 bytes");
}

TEST(a_message_of_65536_bytes_fits_and_one_more_does_not) {
    static uint8_t bytes[1 << 15];
    const uint8_t head[] = {0x01, 126, 0x7f, 0xff}, next[] = {0x00, 126, 0x7f, 0xff};
    const char* text;
    size_t length;
    rv_websocket_begin(&websocket, 1);
    memset(bytes, 'a', sizeof bytes);
    rv_websocket_take(&websocket, head, sizeof head, &text, &length);
    CHECK(rv_websocket_take(&websocket, bytes, 0x7fff, &text, &length) == 0x7fff);
    rv_websocket_take(&websocket, next, sizeof next, &text, &length);
    CHECK(rv_websocket_take(&websocket, bytes, 0x7fff, &text, &length) == 0x7fff && text == NULL);
    rv_websocket copy = websocket;
    const uint8_t fits[] = {0x80, 2, 'b', 'c'}, over[] = {0x80, 3, 'b', 'c', 'd'};
    CHECK(rv_websocket_take(&websocket, fits, sizeof fits, &text, &length) == sizeof fits);
    CHECK(text != NULL && length == RV_WEBSOCKET_MESSAGE_MAX && text[length - 1] == 'c');
    rv_websocket_take(&copy, over, sizeof over, &text, &length);
    CHECK(text == NULL && copy.fault != NULL);
}

TEST(texts_are_masked_and_wait_until_they_are_sent) {
    char payload[200], big[RV_WEBSOCKET_OUT_MAX];
    rv_websocket_begin(&websocket, 1);
    CHECK(rv_websocket_write_text(&websocket, "hello", 5));
    CHECK(answer(payload) == 0x81);
    CHECK_TEXT(payload, "hello");
    uint8_t mask[4];
    memcpy(mask, websocket.out + 2, 4);
    CHECK(rv_websocket_write_text(&websocket, "again", 5));
    CHECK(websocket.out_count == 22 && memcmp(mask, websocket.out + 13, 4) != 0); // a new mask
    rv_websocket_sent(&websocket, 11);
    CHECK(answer(payload) == 0x81);
    CHECK_TEXT(payload, "again");
    rv_websocket_sent(&websocket, 11);
    CHECK(websocket.out_count == 0);
    memset(big, 'x', sizeof big);
    CHECK(!rv_websocket_write_text(&websocket, big, sizeof big));
    CHECK(rv_websocket_write_text(&websocket, big, sizeof big - 8));
    CHECK(websocket.out[1] == 254 && websocket.out[2] == 0x0f && websocket.out[3] == 0xf8);
    CHECK(!rv_websocket_write_text(&websocket, "x", 1)); // full
    rv_websocket_begin(&websocket, 1);
    rv_websocket_write_close(&websocket);
    CHECK(answer(payload) == 0x88);
    CHECK_TEXT(payload, "\x03\xe8");
}
