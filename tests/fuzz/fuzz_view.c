// What a stranger can send to the viewer, for libFuzzer. The first byte says where the rest goes:
// to the decoder of requests, to the rules of the handshake, or through a session over memory. What
// comes out is checked: a request that passes is within its bounds and encodes to the same bytes,
// nobody gets a socket without the host, origin and token, and a session writes WebSocket frames in
// the order that docs/viewer.md promises.
#include "bench/websocket.h"
#include "view/handshake.h"
#include "view/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition_)                                                                        \
    do {                                                                                           \
        if (!(condition_)) {                                                                       \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition_);               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);

// --- requests -----------------------------------------------------------------------------------

static void check_request(const rv_request* r) {
    REQUIRE(isfinite(r->point.x) && isfinite(r->point.y) && isfinite(r->point.z));
    if (r->kind == RV_REQUEST_CONTROL)
        REQUIRE(r->number >= -1.0 && r->number <= 1.0);
    if (r->kind == RV_REQUEST_FORCES)
        REQUIRE(r->index <= 1);
    if (r->kind == RV_REQUEST_SPEED)
        REQUIRE((r->number >= 0.01 && r->number <= 100.0) || r->number == INFINITY);
}

static void fuzz_request(const uint8_t* bytes, size_t count) {
    rv_request request;
    uint8_t back[RV_REQUEST_BYTES_MAX];
    char reason[RV_REQUEST_REASON_BYTES] = "";
    if (!rv_request_decode(bytes, count, &request, reason)) {
        REQUIRE(strlen(reason) > 10);
        return;
    }
    check_request(&request);
    REQUIRE(rv_request_encode(&request, back) == count && memcmp(back, bytes, count) == 0);
}

// --- the handshake ------------------------------------------------------------------------------

#define HOST "127.0.0.1:8080"
#define TOKEN "0123456789abcdef0123456789abcdef"
static const rv_handshake_rules RULES = {{HOST, "localhost:8080"}, TOKEN};

static bool is_one_of(const char* text, const char* a, const char* b) {
    return text != NULL && (strcmp(text, a) == 0 || strcmp(text, b) == 0);
}

static void check_answer(const rv_handshake_request* r, rv_handshake_answer answer) {
    if (answer.route == RV_ROUTE_REFUSED) {
        REQUIRE(answer.status >= 400 && answer.sentence != NULL && strlen(answer.sentence) > 10);
        return;
    }
    REQUIRE(is_one_of(r->headers[RV_HEADER_HOST], HOST, "localhost:8080") && !r->repeated);
    bool secret = answer.route == RV_ROUTE_SOCKET || answer.route == RV_ROUTE_THUMBNAIL
                  || strcmp(r->path, "/") == 0;
    REQUIRE(!secret || is_one_of(r->token, TOKEN, TOKEN));
    if (answer.route != RV_ROUTE_SOCKET)
        return;
    REQUIRE(is_one_of(r->headers[RV_HEADER_ORIGIN], "http://" HOST, "http://localhost:8080"));
    char accept[RV_HANDSHAKE_ACCEPT_BYTES];
    rv_handshake_accept(r->headers[RV_HEADER_KEY], accept);
    REQUIRE(strlen(accept) == RV_HANDSHAKE_ACCEPT_BYTES - 1);
}

// cuts the next line off; the last is followed by empty ones
static char* next_line(char** text) {
    char* line = *text;
    size_t length = strcspn(line, "\n");
    *text = line[length] == '\0' ? line + length : line + length + 1;
    line[length] = '\0';
    return line;
}

// lines: method, path, version, then "name=value" for arguments and "name:value" for headers
static void fuzz_handshake(const uint8_t* bytes, size_t count) {
    char* text = malloc(count + 1);
    if (text == NULL)
        return;
    memcpy(text, bytes, count);
    text[count] = '\0';
    char* at = text;
    rv_handshake_request request = {0};
    request.method = next_line(&at);
    request.path = next_line(&at);
    request.version = next_line(&at);
    while (*at != '\0') {
        char* line = next_line(&at);
        char* mark = strpbrk(line, "=:");
        if (mark == NULL) {
            rv_handshake_add_argument(&request, line, NULL);
        } else {
            bool argument = *mark == '=';
            *mark = '\0';
            (argument ? rv_handshake_add_argument : rv_handshake_add_header)(&request, line,
                                                                             mark + 1);
        }
    }
    check_answer(&request, rv_handshake_decide(&RULES, &request));
    free(text);
}

// --- a session ----------------------------------------------------------------------------------

enum { OUT_BYTES = 1 << 16, FRAME_BYTES = 300 };

// the script is read byte by byte for what happens next; parts of it are what the page sends
typedef struct stage {
    const uint8_t* script;
    size_t left;
    uint8_t sent[2 * UINT8_MAX]; // on its way to the session
    size_t sent_count, sent_read;
    uint8_t out[OUT_BYTES]; // what the session wrote, not looked at yet
    size_t out_count, room;
    bool gone, ended, closed;
    uint64_t described; // the serial in the description that came last
    uint8_t frame[FRAME_BYTES], description[16];
    rv_session session;
    rv_session_news news;
    double now;
} stage;

static ptrdiff_t stage_read(void* context, void* bytes, size_t count) {
    stage* s = context;
    size_t left = s->sent_count - s->sent_read;
    if (left == 0)
        return s->gone ? -1 : 0;
    count = count < left ? count : left;
    memcpy(bytes, s->sent + s->sent_read, count);
    s->sent_read += count;
    return (ptrdiff_t)count;
}

static ptrdiff_t stage_write(void* context, const void* bytes, size_t count) {
    stage* s = context;
    REQUIRE(!s->ended);
    count = count < s->room ? count : s->room;
    size_t space = OUT_BYTES - s->out_count;
    count = count < space ? count : space;
    memcpy(s->out + s->out_count, bytes, count);
    s->out_count += count;
    s->room -= count;
    return (ptrdiff_t)count;
}

static void stage_end(void* context) {
    stage* s = context;
    REQUIRE(!s->ended);
    s->ended = true;
}

static const char* stage_request(void* context, const rv_request* request) {
    (void)context;
    check_request(request);
    REQUIRE(request->kind != RV_REQUEST_ACK);
    return request->kind == RV_REQUEST_RESET ? "no room" : NULL;
}

static uint8_t take(stage* s) {
    if (s->left == 0)
        return 0;
    s->left--;
    return *s->script++;
}

static void check_output_frame(stage* s, const websocket_frame* frame) {
    REQUIRE(frame->final && !frame->masked && !s->closed);
    uint64_t serial = 0;
    switch (frame->opcode) {
    case WEBSOCKET_TEXT:
        if (frame->bytes == sizeof s->description)
            memcpy(&s->described, frame->payload, sizeof s->described);
        REQUIRE(s->described != 0); // nothing before the first
        break;
    case WEBSOCKET_BINARY:
        REQUIRE(frame->bytes == FRAME_BYTES);
        memcpy(&serial, frame->payload, sizeof serial);
        REQUIRE(serial == s->described);
        break;
    default:
        REQUIRE(frame->opcode >= WEBSOCKET_CLOSE && frame->opcode <= WEBSOCKET_PONG);
        REQUIRE(frame->bytes <= 125);
        s->closed = frame->opcode == WEBSOCKET_CLOSE;
    }
}

static void check_output(stage* s) {
    websocket_frame frame;
    size_t at = 0, bytes;
    while ((bytes = websocket_read(s->out + at, s->out_count - at, &frame)) > 0) {
        check_output_frame(s, &frame);
        at += bytes;
    }
    memmove(s->out, s->out + at, s->out_count - at);
    s->out_count -= at;
}

static void turn(stage* s) {
    rv_session_receive(&s->session, s->now);
    rv_session_send(&s->session, &s->news, s->now);
    check_output(s);
    REQUIRE(s->session.in_flight_count <= RV_SESSION_IN_FLIGHT);
    REQUIRE(s->session.message_bytes <= RV_SESSION_MESSAGE_BYTES);
    REQUIRE(!s->ended || !rv_session_wants_write(&s->session));
    REQUIRE(s->session.state != RV_SESSION_OVER || !rv_session_wants_read(&s->session));
    REQUIRE(!isnan(rv_session_deadline(&s->session)));
}

static void send_some(stage* s, bool framed) {
    uint8_t opcode = framed ? take(s) : 0;
    uint8_t payload[UINT8_MAX];
    size_t count = take(s);
    count = count < s->left ? count : s->left;
    for (size_t i = 0; i < count; i++)
        payload[i] = take(s);
    s->sent_read = s->sent_count = 0;
    if (framed) {
        s->sent_count = websocket_write(s->sent, opcode & 0xf, payload, count);
        s->sent[0] = opcode;
    } else {
        memcpy(s->sent, payload, count);
        s->sent_count = count;
    }
}

static void change_news(stage* s, uint8_t what) {
    if (what % 3 == 0) {
        s->news.description_serial++;
        memset(s->description, 0, sizeof s->description);
        memcpy(s->description, &s->news.description_serial, sizeof s->news.description_serial);
    } else if (what % 3 == 1) {
        s->news.frame_serial++;
        s->news.frame_description = s->news.description_serial;
        s->news.frame_number = (uint32_t)s->news.frame_serial;
        memcpy(s->frame, &s->news.description_serial, sizeof s->news.description_serial);
    } else {
        s->news.roles_serial++;
        s->news.clients = what;
    }
}

// the page sends the same again and again at once
static void repeat(stage* s, int times) {
    for (int i = 0; i < times && s->session.state != RV_SESSION_OVER; i++) {
        s->sent_read = 0;
        turn(s);
    }
}

static void act(stage* s) {
    uint8_t what = take(s);
    switch (what % 8) {
    case 0:
    case 1:
        send_some(s, false);
        break;
    case 2:
    case 3:
        send_some(s, true);
        break;
    case 4:
        change_news(s, what / 8);
        break;
    case 5:
        s->now += 0.01 * take(s);
        break;
    case 6:
        s->room = 16u * take(s);
        break;
    default:
        if (what / 8 == 0)
            s->gone = true;
        else if (what / 8 == 2)
            repeat(s, take(s));
        else if (what / 8 == 1)
            rv_session_close(&s->session, 1001, "the viewer has stopped", s->now);
    }
    turn(s);
}

static void fuzz_session(const uint8_t* bytes, size_t count) {
    stage* s = calloc(1, sizeof *s);
    if (s == NULL)
        return;
    s->script = bytes;
    s->left = count;
    s->room = OUT_BYTES;
    s->news.description = s->description;
    s->news.description_bytes = sizeof s->description;
    s->news.frame = s->frame;
    s->news.frame_bytes = FRAME_BYTES;
    const rv_session_io io = {s, stage_read, stage_write, stage_end, stage_request};
    if (rv_session_begin(&s->session, &io, s->now)) {
        while (s->left > 0 && s->session.state != RV_SESSION_OVER)
            act(s);
        // a page that is silent from here on is over within a minute, whatever it had sent
        for (int i = 0; i < 8 && s->session.state != RV_SESSION_OVER; i++) {
            s->now += 30.0;
            turn(s);
        }
        REQUIRE(s->session.state == RV_SESSION_OVER);
    }
    rv_session_free(&s->session);
    free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
    static void (*const targets[])(const uint8_t*, size_t) = {fuzz_request, fuzz_handshake,
                                                              fuzz_session};
    if (count > 0)
        targets[bytes[0] % 3](bytes + 1, count - 1);
    return 0;
}
