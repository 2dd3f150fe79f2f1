// Requests as bytes: what is written reads back, and what is no request is refused with a sentence.
#include "test.h"
#include "view/request.h"
#include "view/request_queue.h"

static void check_round_trip(rv_request request, size_t expected_bytes) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    char reason[RV_REQUEST_REASON_BYTES] = "";
    rv_request back;
    memset(&back, 0x5a, sizeof back);
    size_t count = rv_request_encode(&request, bytes);
    CHECK(count == expected_bytes);
    CHECK(rv_request_decode(bytes, count, &back, reason));
    CHECK_TEXT(reason, "");
    CHECK(back.kind == request.kind && back.scene == request.scene && back.index == request.index);
    CHECK(back.number == request.number);
    CHECK(back.point.x == request.point.x && back.point.y == request.point.y
          && back.point.z == request.point.z);
}

static const rv_vec3 POINT = {1.5, -2e300, 0x1p-1070};
static const rv_vec3 ZERO = {0.0, 0.0, 0.0};

TEST(every_kind_reads_back_as_it_was_written) {
    const uint32_t scene = 0xfedcba98, index = 0x89abcdef;
    check_round_trip((rv_request){RV_REQUEST_ACK, 0, index, 0, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_TAKE, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_PLAY, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_PAUSE, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_STEP, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_RESET, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_SPEED, 0, 0, 0.01, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_SPEED, 0, 0, 100.0, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_SPEED, 0, 0, INFINITY, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_CONTROL, scene, index, -1.0, ZERO}, 24);
    check_round_trip((rv_request){RV_REQUEST_CONTROL, scene, index, 1.0, ZERO}, 24);
    check_round_trip((rv_request){RV_REQUEST_GRAB_BODY, scene, index, 0, POINT}, 40);
    check_round_trip((rv_request){RV_REQUEST_GRAB_CABLE, scene, index, 0, POINT}, 40);
    check_round_trip((rv_request){RV_REQUEST_GRAB_SOLID, scene, index, 0, POINT}, 40);
    check_round_trip((rv_request){RV_REQUEST_MOVE, 0, 0, 0, POINT}, 32);
    check_round_trip((rv_request){RV_REQUEST_RELEASE, 0, 0, 0, ZERO}, 8);
    check_round_trip((rv_request){RV_REQUEST_OPEN, 0, index, 0, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_FORCES, 0, 0, 0, ZERO}, 16);
    check_round_trip((rv_request){RV_REQUEST_FORCES, 0, 1, 0, ZERO}, 16);
}

TEST(the_bytes_are_those_of_the_protocol) {
    // docs/viewer.md: u8 kind, three 0, u32 scene, u32 index, u32 0, f64; 0.5 is 0x3fe0...0
    const uint8_t expected[24] = {8, 0, 0, 0, 4, 3, 2, 1, 7, 0, 0,    0,
                                  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f};
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    rv_request request = {RV_REQUEST_CONTROL, 0x01020304, 7, 0.5, ZERO};
    CHECK(rv_request_encode(&request, bytes) == sizeof expected);
    CHECK(memcmp(bytes, expected, sizeof expected) == 0);
}

TEST(encode_writes_nothing_for_what_is_no_kind) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    const int kinds[] = {-1, 0, 16, 255};
    for (int i = 0; i < 4; i++) {
        rv_request request = {.kind = (rv_request_kind)kinds[i]};
        CHECK(rv_request_encode(&request, bytes) == 0);
    }
}

// encodes, puts `value` at `place` (-1: nothing), and checks the refusal
static void check_refused(rv_request request, int place, uint8_t value, const char* expected) {
    uint8_t bytes[RV_REQUEST_BYTES_MAX];
    char reason[RV_REQUEST_REASON_BYTES] = "";
    rv_request back;
    size_t count = rv_request_encode(&request, bytes);
    if (place >= 0)
        bytes[place] = value;
    CHECK(!rv_request_decode(bytes, count, &back, reason));
    CHECK_TEXT(reason, expected);
}

static void check_length_refused(rv_request_kind kind, size_t count, const char* expected) {
    uint8_t bytes[64] = {(uint8_t)kind};
    char reason[RV_REQUEST_REASON_BYTES] = "";
    rv_request back;
    CHECK(!rv_request_decode(bytes, count, &back, reason));
    CHECK_TEXT(reason, expected);
}

TEST(decode_refuses_another_length) {
    check_length_refused(RV_REQUEST_PLAY, 0, "a request of 0 bytes; must be 8 at least");
    check_length_refused(RV_REQUEST_PLAY, 7, "a request of 7 bytes; must be 8 at least");
    check_length_refused(RV_REQUEST_PLAY, 9, "request 3: 9 bytes; must be 8");
    check_length_refused(RV_REQUEST_ACK, 8, "request 1: 8 bytes; must be 16");
    check_length_refused(RV_REQUEST_CONTROL, 20, "request 8: 20 bytes; must be 24");
    check_length_refused(RV_REQUEST_GRAB_BODY, 41, "request 9: 41 bytes; must be 40");
    check_length_refused(RV_REQUEST_MOVE, 31, "request 11: 31 bytes; must be 32");
}

TEST(decode_refuses_an_unknown_kind) {
    rv_request play = {.kind = RV_REQUEST_PLAY};
    check_refused(play, 0, 0, "request 0: no such kind; must be from 1 to 15");
    check_refused(play, 0, 16, "request 16: no such kind; must be from 1 to 15");
    check_refused(play, 0, 255, "request 255: no such kind; must be from 1 to 15");
}

TEST(decode_refuses_filler_that_is_not_zero) {
    rv_request open = {.kind = RV_REQUEST_OPEN};
    check_refused(open, 1, 1, "request 13: bytes 1 to 3 = 1; must be 0");
    check_refused(open, 3, 1, "request 13: bytes 1 to 3 = 65536; must be 0");
    check_refused(open, 12, 9, "request 13: bytes 12 to 15 = 9; must be 0");
    check_refused(open, 15, 1, "request 13: bytes 12 to 15 = 16777216; must be 0");
}

TEST(decode_refuses_numbers_out_of_range) {
    rv_request control = {.kind = RV_REQUEST_CONTROL, .number = 7.0};
    check_refused(control, -1, 0, "request 8: position = 7; must be from -1 to 1");
    control.number = -INFINITY;
    check_refused(control, -1, 0, "request 8: position = -inf; must be from -1 to 1");
    control.number = -NAN;
    check_refused(control, -1, 0, "request 8: position = nan; must be from -1 to 1");
    rv_request speed = {.kind = RV_REQUEST_SPEED, .number = 0.0};
    check_refused(speed, -1, 0, "request 7: speed = 0; must be from 0.01 to 100, or infinite");
    speed.number = 100.5;
    check_refused(speed, -1, 0, "request 7: speed = 100.5; must be from 0.01 to 100, or infinite");
    speed.number = -INFINITY;
    check_refused(speed, -1, 0, "request 7: speed = -inf; must be from 0.01 to 100, or infinite");
    speed.number = NAN;
    check_refused(speed, -1, 0, "request 7: speed = nan; must be from 0.01 to 100, or infinite");
}

TEST(decode_refuses_a_switch_that_is_neither_0_nor_1) {
    rv_request forces = {.kind = RV_REQUEST_FORCES, .index = 2};
    check_refused(forces, -1, 0, "request 14: index = 2; must be 0 or 1");
}

TEST(decode_refuses_points_that_are_not_finite) {
    rv_request move = {.kind = RV_REQUEST_MOVE, .point = {INFINITY, 0, 0}};
    check_refused(move, -1, 0, "request 11: point.x is not finite; must be");
    move.point = (rv_vec3){0, NAN, 0};
    check_refused(move, -1, 0, "request 11: point.y is not finite; must be");
    rv_request grab = {.kind = RV_REQUEST_GRAB_CABLE, .point = {0, 0, -INFINITY}};
    check_refused(grab, -1, 0, "request 10: point.z is not finite; must be");
}

// --- the queue ----------------------------------------------------------------------------------

static rv_request control_of(uint32_t index) {
    return (rv_request){.kind = RV_REQUEST_CONTROL, .index = index};
}

TEST(the_queue_keeps_the_order_and_merges_only_moves_that_follow_each_other) {
    static rv_request_queue queue;
    rv_request got, move = {.kind = RV_REQUEST_MOVE, .point = {1, 0, 0}};
    rv_request one = control_of(1), two = control_of(2);
    CHECK(!rv_request_queue_pop(&queue, &got));
    CHECK(rv_request_queue_push(&queue, &one) && rv_request_queue_push(&queue, &move));
    move.point.x = 2.0;
    CHECK(rv_request_queue_push(&queue, &move) && rv_request_queue_push(&queue, &two));
    move.point.x = 3.0;
    CHECK(rv_request_queue_push(&queue, &move));
    CHECK(queue.count == 4);
    CHECK(rv_request_queue_pop(&queue, &got) && got.index == 1);
    CHECK(rv_request_queue_pop(&queue, &got) && got.point.x == 2.0);
    CHECK(rv_request_queue_pop(&queue, &got) && got.index == 2);
    CHECK(rv_request_queue_pop(&queue, &got) && got.point.x == 3.0);
    CHECK(!rv_request_queue_pop(&queue, &got));
}

TEST(a_full_queue_says_so_and_still_takes_a_release) {
    static rv_request_queue queue;
    rv_request got, control = control_of(0);
    // twice round the ring, so that it wraps
    for (int round = 0; round < 2; round++) {
        int pushed = 0;
        for (; rv_request_queue_push(&queue, &control); pushed++)
            control.index++;
        CHECK(pushed == RV_REQUEST_QUEUE_CAPACITY - 1);
        rv_request_queue_release(&queue);
        rv_request_queue_release(&queue);
        CHECK(queue.count == RV_REQUEST_QUEUE_CAPACITY);
        CHECK(!rv_request_queue_push(&queue, &control));
        for (int i = 0; i < pushed; i++)
            CHECK(rv_request_queue_pop(&queue, &got) && got.kind == RV_REQUEST_CONTROL);
        CHECK(got.index == control.index - 1);
        CHECK(rv_request_queue_pop(&queue, &got) && got.kind == RV_REQUEST_RELEASE
              && got.scene == RV_REQUEST_EVERYTHING);
        CHECK(!rv_request_queue_pop(&queue, &got));
    }
}
