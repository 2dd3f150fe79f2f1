// One page's session over memory: what it takes, what it refuses, and what it sends when.
#include "bench/websocket.h"
#include "test.h"
#include "view/session.h"

#include <stdlib.h>

enum { WIRE_BYTES = 1 << 16, SCENE = 1, FRAME_BYTES = 100 };

// both directions of a connection, and the requests that came out of it
typedef struct wire {
    uint8_t in[WIRE_BYTES], out[WIRE_BYTES];
    size_t in_count, in_read, out_count, out_read;
    size_t write_room; // bytes that may still be written
    bool gone, ended;
    rv_request requests[8];
    int request_count;
    const char* refusal; // what the next request is answered with
    rv_session session;
    rv_session_news news;
    double now;
} wire;

static ptrdiff_t wire_read(void* context, void* bytes, size_t count) {
    wire* w = context;
    size_t left = w->in_count - w->in_read;
    if (left == 0)
        return w->gone ? -1 : 0;
    count = count < left ? count : left;
    memcpy(bytes, w->in + w->in_read, count);
    w->in_read += count;
    return (ptrdiff_t)count;
}

static ptrdiff_t wire_write(void* context, const void* bytes, size_t count) {
    wire* w = context;
    count = count < w->write_room ? count : w->write_room;
    memcpy(w->out + w->out_count, bytes, count);
    w->out_count += count;
    w->write_room -= count;
    return (ptrdiff_t)count;
}

static void wire_end(void* context) {
    wire* w = context;
    w->ended = true;
}

static const char* wire_request(void* context, const rv_request* request) {
    wire* w = context;
    if (w->request_count < 8)
        w->requests[w->request_count++] = *request;
    return w->refusal;
}

static wire* wire_open(void) {
    wire* w = calloc(1, sizeof *w);
    w->write_room = WIRE_BYTES;
    w->now = 1000.0;
    const rv_session_io io = {w, wire_read, wire_write, wire_end, wire_request};
    CHECK(rv_session_begin(&w->session, &io, w->now));
    return w;
}

static void wire_close(wire* w) {
    rv_session_free(&w->session);
    free(w);
}

static void turn(wire* w) {
    rv_session_receive(&w->session, w->now);
    rv_session_send(&w->session, &w->news, w->now);
}

static void put(wire* w, const void* bytes, size_t count) {
    memcpy(w->in + w->in_count, bytes, count);
    w->in_count += count;
}

static void put_frame(wire* w, int opcode, const void* payload, size_t bytes) {
    w->in_count += websocket_write(w->in + w->in_count, opcode, payload, bytes);
}

static void put_request(wire* w, rv_request request) {
    w->in_count += websocket_write_request(w->in + w->in_count, request);
}

// the next frame that was written; opcode 0: none
static websocket_frame next_frame(wire* w) {
    websocket_frame frame = {0};
    w->out_read += websocket_read(w->out + w->out_read, w->out_count - w->out_read, &frame);
    if (frame.opcode != 0)
        CHECK(frame.final && !frame.masked);
    return frame;
}

static void check_text(wire* w, const char* expected) {
    websocket_frame frame = next_frame(w);
    char text[256] = "";
    CHECK(frame.opcode == WEBSOCKET_TEXT);
    if (frame.opcode == WEBSOCKET_TEXT && frame.bytes < sizeof text)
        memcpy(text, frame.payload, frame.bytes);
    CHECK_TEXT(text, expected);
}

static void check_close(wire* w, int code, const char* expected) {
    websocket_frame frame = next_frame(w);
    char text[128] = "";
    CHECK(frame.opcode == WEBSOCKET_CLOSE && frame.bytes >= 2 && frame.bytes <= 125);
    if (frame.opcode != WEBSOCKET_CLOSE || frame.bytes < 2)
        return;
    CHECK_NEAR(frame.payload[0] << 8 | frame.payload[1], code, 0);
    memcpy(text, frame.payload + 2, frame.bytes - 2);
    CHECK_TEXT(text, expected);
    CHECK(w->session.state == RV_SESSION_LINGERING && w->ended);
}

// the payload says which one it is
static void check_frame(wire* w, uint8_t mark) {
    websocket_frame frame = next_frame(w);
    CHECK(frame.opcode == WEBSOCKET_BINARY && frame.bytes == FRAME_BYTES);
    CHECK(frame.opcode != 0 && frame.payload[FRAME_BYTES - 1] == mark);
}

static void check_nothing(wire* w) {
    CHECK(next_frame(w).opcode == 0);
    CHECK(w->out_read == w->out_count);
}

static void describe(wire* w, const char* text) {
    w->news.description = text;
    w->news.description_bytes = strlen(text);
    w->news.description_serial++;
    w->news.roles_serial = 1;
}

// memory that outlives the call, because news hold a pointer
static void publish(wire* w, uint8_t mark) {
    static uint8_t frames[256][FRAME_BYTES];
    memset(frames[mark], mark, FRAME_BYTES);
    w->news.frame = frames[mark];
    w->news.frame_bytes = FRAME_BYTES;
    w->news.frame_serial++;
    w->news.frame_description = w->news.description_serial;
    w->news.frame_number = 1000u + mark;
}

static rv_request ack(uint8_t mark) {
    return (rv_request){.kind = RV_REQUEST_ACK, .index = 1000u + mark};
}

// --- what comes ---------------------------------------------------------------------------------

TEST(a_request_comes_out_as_it_went_in) {
    wire* w = wire_open();
    put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    put_request(w, (rv_request){RV_REQUEST_GRAB_BODY, SCENE, 7, 0.0, {1, 2, 3}});
    turn(w);
    CHECK(w->request_count == 2 && w->requests[0].kind == RV_REQUEST_PLAY);
    CHECK(w->requests[1].index == 7 && w->requests[1].point.z == 3.0);
    CHECK(w->session.state == RV_SESSION_OPEN && w->out_count == 0);
    wire_close(w);
}

TEST(bytes_may_come_one_at_a_time) {
    wire* w = wire_open();
    uint8_t bytes[64];
    size_t count =
        websocket_write_request(bytes, (rv_request){RV_REQUEST_CONTROL, SCENE, 2, 0.25, {0, 0, 0}});
    for (size_t i = 0; i < count; i++) {
        CHECK(w->request_count == 0);
        put(w, bytes + i, 1);
        turn(w);
    }
    CHECK(w->request_count == 1 && w->requests[0].number == 0.25);
    wire_close(w);
}

TEST(a_message_may_come_in_pieces_with_a_ping_between) {
    wire* w = wire_open();
    uint8_t request[RV_REQUEST_BYTES_MAX], pieces[256];
    rv_request open = {.kind = RV_REQUEST_OPEN, .index = 5};
    size_t count = rv_request_encode(&open, request);
    size_t at = websocket_write(pieces, WEBSOCKET_BINARY, request, 3);
    pieces[0] &= (uint8_t)~WEBSOCKET_FINAL;
    at += websocket_write(pieces + at, WEBSOCKET_PING, "hello", 5);
    at += websocket_write(pieces + at, 0, request + 3, count - 3);
    put(w, pieces, at);
    turn(w);
    CHECK(w->request_count == 1 && w->requests[0].index == 5);
    websocket_frame pong = next_frame(w);
    CHECK(pong.opcode == WEBSOCKET_PONG && pong.bytes == 5);
    CHECK(pong.bytes == 5 && memcmp(pong.payload, "hello", 5) == 0);
    // and the next one starts from nothing
    put_request(w, open);
    turn(w);
    CHECK(w->request_count == 2 && w->session.state == RV_SESSION_OPEN);
    wire_close(w);
}

TEST(a_bad_request_closes_with_the_reason) {
    wire* w = wire_open();
    put_request(w, (rv_request){.kind = RV_REQUEST_CONTROL, .number = 7.0});
    put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    turn(w);
    check_close(w, 1008, "request 8: position = 7; must be from -1 to 1");
    CHECK(w->request_count == 0 && w->session.counts.refused == 1);
    wire_close(w);
}

TEST(a_request_that_is_not_taken_closes_with_the_reason) {
    wire* w = wire_open();
    w->refusal = "no room";
    put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    put_request(w, (rv_request){.kind = RV_REQUEST_PAUSE});
    turn(w);
    check_close(w, 1008, "no room");
    CHECK(w->request_count == 1);
    wire_close(w);
}

TEST(a_text_is_refused) {
    wire* w = wire_open();
    put_frame(w, WEBSOCKET_TEXT, "{}", 2);
    turn(w);
    check_close(w, 1003, "a text message; requests are binary");
    wire_close(w);
}

TEST(a_message_that_is_too_long_is_refused_from_its_first_bytes) {
    wire* w = wire_open();
    uint8_t bytes[70 + WEBSOCKET_HEAD_MAX], zeros[70] = {0};
    websocket_write(bytes, WEBSOCKET_BINARY, zeros, 65);
    put(w, bytes, 7); // the head and one byte: wslay asks for the payload first
    turn(w);
    check_close(w, 1009, "a message of 65 bytes; must be 64 at most");
    wire_close(w);
    // 2^62 bytes announced
    const uint8_t head[] = {0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5};
    w = wire_open();
    put(w, head, sizeof head);
    turn(w);
    check_close(w, 1009, "a message of 4611686018427387904 bytes; must be 64 at most");
    wire_close(w);
}

TEST(pieces_that_are_too_long_together_are_refused) {
    wire* w = wire_open();
    uint8_t zeros[40] = {0};
    put_frame(w, WEBSOCKET_BINARY, zeros, 40);
    w->in[0] &= (uint8_t)~WEBSOCKET_FINAL;
    turn(w);
    CHECK(w->session.state == RV_SESSION_OPEN);
    put_frame(w, 0, zeros, 40);
    turn(w);
    check_close(w, 1009, "a message of 80 bytes; must be 64 at most");
    wire_close(w);
}

// one frame that breaks RFC 6455
static void check_protocol_error(uint8_t first, uint8_t second) {
    wire* w = wire_open();
    const uint8_t bytes[] = {first, second, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    put(w, bytes, sizeof bytes);
    turn(w);
    websocket_frame frame = next_frame(w);
    CHECK(frame.opcode == WEBSOCKET_CLOSE && w->session.state == RV_SESSION_LINGERING);
    // 1002, or no code at all where even the head of the frame is wrong
    CHECK(frame.bytes == 0 || (frame.bytes == 2 && memcmp(frame.payload, "\x03\xea", 2) == 0));
    CHECK(w->session.counts.refused == 1 && w->request_count == 0);
    wire_close(w);
}

TEST(what_is_no_websocket_frame_is_refused) {
    check_protocol_error(0x82, 0x04);           // not masked
    check_protocol_error(0xc2, 0x84);           // a reserved bit
    check_protocol_error(0x80, 0x84);           // a piece of nothing
    check_protocol_error(0x83, 0x84);           // no such opcode
    check_protocol_error(WEBSOCKET_PING, 0x84); // a control frame in pieces
}

TEST(more_than_400_messages_in_a_second_are_refused) {
    wire* w = wire_open();
    for (int i = 0; i < 400; i++)
        put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    turn(w);
    CHECK(w->session.state == RV_SESSION_OPEN);
    // a quarter of a second later a hundred more may come
    w->now += 0.25;
    for (int i = 0; i < 100; i++)
        put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    turn(w);
    CHECK(w->session.state == RV_SESSION_OPEN);
    put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    turn(w);
    check_close(w, 1008, "more than 400 messages in a second");
    wire_close(w);
}

TEST(pings_count_and_their_answers_do_not_pile_up) {
    wire* w = wire_open();
    w->write_room = 0;
    for (int i = 0; i < 20; i++)
        put_frame(w, WEBSOCKET_PING, "x", 1);
    turn(w);
    CHECK(w->session.state == RV_SESSION_CLOSING);
    w->write_room = WIRE_BYTES;
    turn(w);
    check_close(w, 1008, "too many pings that wait for an answer");
    wire_close(w);
}

TEST(the_page_closes) {
    wire* w = wire_open();
    put_frame(w, WEBSOCKET_CLOSE, "\x03\xe8", 2);
    turn(w);
    websocket_frame answer = next_frame(w);
    CHECK(answer.opcode == WEBSOCKET_CLOSE && answer.bytes == 2);
    CHECK(w->session.state == RV_SESSION_OVER && w->session.counts.refused == 0);
    wire_close(w);
}

TEST(the_page_goes_without_a_word) {
    wire* w = wire_open();
    w->gone = true;
    turn(w);
    CHECK(w->session.state == RV_SESSION_OVER && w->out_count == 0);
    wire_close(w);
}

// --- what goes ----------------------------------------------------------------------------------

TEST(the_description_goes_first_then_the_role_then_frames) {
    wire* w = wire_open();
    w->news.clients = 3;
    w->news.drives = true;
    w->news.roles_serial = 1;
    turn(w);
    check_nothing(w);
    describe(w, "one");
    publish(w, 1);
    turn(w);
    check_text(w, "one");
    check_text(w, "{\"type\": \"role\", \"drives\": true, \"clients\": 3}");
    check_frame(w, 1);
    turn(w);
    check_nothing(w);
    wire_close(w);
}

TEST(a_notice_goes_after_the_description_and_once) {
    wire* w = wire_open();
    w->news.notice = "n";
    w->news.notice_bytes = 1;
    w->news.notice_serial = 1;
    turn(w);
    CHECK(next_frame(w).opcode == 0);
    w->news.description = "d";
    w->news.description_bytes = 1;
    w->news.description_serial = 1;
    turn(w);
    check_text(w, "d");
    check_text(w, "n");
    turn(w);
    CHECK(next_frame(w).opcode == 0);
    wire_close(w);
}

TEST(two_frames_may_be_under_way_and_the_latest_goes_next) {
    wire* w = wire_open();
    describe(w, "one");
    for (uint8_t i = 1; i <= 5; i++) {
        publish(w, i);
        turn(w);
    }
    check_text(w, "one");
    next_frame(w);
    check_frame(w, 1);
    check_frame(w, 2);
    check_nothing(w);
    put_request(w, ack(1));
    turn(w);
    check_frame(w, 5);
    check_nothing(w);
    CHECK(w->session.counts.frames_sent == 3 && w->session.counts.frames_skipped == 2);
    CHECK(w->request_count == 0);
    wire_close(w);
}

TEST(an_acknowledgement_counts_for_the_frames_before_and_a_strange_one_for_none) {
    wire* w = wire_open();
    describe(w, "one");
    publish(w, 1);
    turn(w);
    publish(w, 2);
    turn(w);
    put_request(w, ack(77));
    publish(w, 3);
    turn(w);
    CHECK(w->session.frame == 2 && w->session.state == RV_SESSION_OPEN);
    put_request(w, ack(2));
    turn(w);
    publish(w, 4);
    turn(w);
    CHECK(w->session.frame == 4);
    publish(w, 5);
    turn(w);
    CHECK(w->session.frame == 4);
    wire_close(w);
}

TEST(a_frame_of_an_older_description_never_follows_the_newer) {
    wire* w = wire_open();
    describe(w, "one");
    publish(w, 1);
    // the page takes nothing yet, so the first text waits
    w->write_room = 0;
    turn(w);
    publish(w, 2);
    describe(w, "two");
    turn(w);
    w->write_room = WIRE_BYTES;
    turn(w);
    check_text(w, "one");
    check_text(w, "two");
    next_frame(w);
    check_nothing(w);
    publish(w, 3);
    turn(w);
    check_frame(w, 3);
    wire_close(w);
}

TEST(a_frame_half_written_is_finished_before_what_is_newer) {
    wire* w = wire_open();
    describe(w, "one");
    turn(w);
    check_text(w, "one");
    next_frame(w);
    publish(w, 1);
    w->write_room = 30;
    turn(w);
    CHECK(rv_session_wants_write(&w->session));
    describe(w, "two");
    publish(w, 2);
    turn(w);
    w->write_room = WIRE_BYTES;
    turn(w);
    CHECK(!rv_session_wants_write(&w->session));
    check_frame(w, 1);
    check_text(w, "two");
    check_frame(w, 2);
    check_nothing(w);
    wire_close(w);
}

TEST(a_page_that_does_not_read_costs_one_message_of_memory) {
    wire* w = wire_open();
    w->write_room = 0;
    static char text[1000];
    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < 100; i++) {
        describe(w, text);
        publish(w, 1);
        turn(w);
    }
    w->write_room = WIRE_BYTES;
    turn(w);
    // the one that waited, and the latest; not the 98 between
    CHECK(next_frame(w).bytes == sizeof text - 1 && next_frame(w).bytes == sizeof text - 1);
    CHECK(next_frame(w).payload[0] == '{');
    check_frame(w, 1);
    check_nothing(w);
    wire_close(w);
}

TEST(a_change_of_roles_is_told_once) {
    wire* w = wire_open();
    describe(w, "one");
    turn(w);
    check_text(w, "one");
    check_text(w, "{\"type\": \"role\", \"drives\": false, \"clients\": 0}");
    w->news.roles_serial++;
    w->news.clients = 64;
    turn(w);
    turn(w);
    check_text(w, "{\"type\": \"role\", \"drives\": false, \"clients\": 64}");
    check_nothing(w);
    wire_close(w);
}

// --- time ---------------------------------------------------------------------------------------

TEST(a_silent_page_is_asked_after_10_s_and_gone_after_30_s) {
    wire* w = wire_open();
    CHECK_NEAR(rv_session_deadline(&w->session), w->now + 10.0, 0);
    w->now += 9.9;
    turn(w);
    check_nothing(w);
    w->now += 0.1;
    turn(w);
    CHECK(next_frame(w).opcode == WEBSOCKET_PING);
    // an answer counts
    put_frame(w, WEBSOCKET_PONG, NULL, 0);
    turn(w);
    CHECK_NEAR(rv_session_deadline(&w->session), w->now + 10.0, 0);
    for (int i = 0; i < 2; i++) {
        w->now += 10.0;
        turn(w);
        CHECK(next_frame(w).opcode == WEBSOCKET_PING && w->session.state == RV_SESSION_OPEN);
    }
    w->now += 9.9;
    turn(w);
    CHECK(w->session.state == RV_SESSION_OPEN);
    w->now += 0.1;
    turn(w);
    CHECK(w->session.state == RV_SESSION_OVER);
    wire_close(w);
}

TEST(a_closed_session_waits_a_second_for_the_page_to_close) {
    wire* w = wire_open();
    rv_session_close(&w->session, 1001, "the viewer has stopped", w->now);
    turn(w);
    check_close(w, 1001, "the viewer has stopped");
    // what comes now is read and thrown away
    put_request(w, (rv_request){.kind = RV_REQUEST_PLAY});
    turn(w);
    CHECK(w->in_read == w->in_count && w->request_count == 0);
    CHECK(rv_session_wants_read(&w->session) && !rv_session_wants_write(&w->session));
    w->now = rv_session_deadline(&w->session);
    turn(w);
    CHECK(w->session.state == RV_SESSION_OVER);
    wire_close(w);
}

TEST(a_page_that_does_not_take_the_close_is_gone_after_3_s) {
    wire* w = wire_open();
    w->write_room = 0;
    put_frame(w, WEBSOCKET_TEXT, "x", 1);
    turn(w);
    CHECK(w->session.state == RV_SESSION_CLOSING && !rv_session_wants_read(&w->session));
    w->now += 3.0;
    turn(w);
    CHECK(w->session.state == RV_SESSION_OVER);
    wire_close(w);
}
