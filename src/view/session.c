// wslay cuts the bytes into WebSocket frames; here is what they mean. It does not gather messages
// for us (no_buffering): a message is at most 64 bytes, so a fixed array holds it and a frame that
// announces more is refused before its bytes are read. At most one message waits to be
// written, and the next is chosen when it is out: so a slow page gets the latest of everything and
// no queue grows.
#include "view/session.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wslay/wslay.h>

enum {
    READ_BYTES = 16384, // in one call, so that no page keeps the others waiting
    QUEUED_MAX = 16,    // messages that wait to be written, answers to pings too
    ROLE_BYTES = 80,
};

static const double PING_AFTER = 10.0;  // of silence [s]
static const double GONE_AFTER = 30.0;  // of silence [s]
static const double CLOSE_WITHIN = 3.0; // for the close frame to get out [s]
static const double LINGER = 1.0;       // for the page to read it [s]

// --- closing ------------------------------------------------------------------------------------

static void become(rv_session* s, rv_session_state state, double within) {
    s->state = state;
    s->deadline = s->now + within;
}

static void close_with(rv_session* s, int code, const char* reason) {
    if (s->state != RV_SESSION_OPEN)
        return;
    size_t length = strlen(reason);
    if (length > RV_REQUEST_REASON_BYTES)
        length = RV_REQUEST_REASON_BYTES;
    become(s, RV_SESSION_CLOSING, CLOSE_WITHIN);
    wslay_event_shutdown_read(s->frames);
    if (wslay_event_queue_close(s->frames, (uint16_t)code, (const uint8_t*)reason, length) != 0)
        s->state = RV_SESSION_OVER;
}

static void refuse(rv_session* s, int code, const char* reason) {
    if (s->state != RV_SESSION_OPEN)
        return;
    s->counts.refused++;
    close_with(s, code, reason);
}

void rv_session_close(rv_session* session, int code, const char* reason, double now) {
    session->now = now;
    close_with(session, code, reason);
}

// --- what comes ---------------------------------------------------------------------------------

static ssize_t on_read(wslay_event_context_ptr frames, uint8_t* bytes, size_t count, int flags,
                       void* context) {
    (void)flags;
    rv_session* s = context;
    if (count > s->budget)
        count = s->budget;
    ptrdiff_t got = count > 0 ? s->io.read(s->io.context, bytes, count) : 0;
    if (got > 0) {
        s->budget -= (size_t)got;
        s->heard = s->now;
        return got;
    }
    s->gone = got < 0;
    wslay_event_set_error(frames, got == 0 ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

// a bucket of messages that fills at the allowed rate; pieces and pings count as messages
static bool spend_token(rv_session* s) {
    s->tokens = fmin(s->tokens + RV_SESSION_RATE * (s->now - s->tokens_at), RV_SESSION_RATE);
    s->tokens_at = s->now;
    s->tokens -= 1.0;
    return s->tokens >= 0.0;
}

static void on_frame_start(wslay_event_context_ptr frames,
                           const struct wslay_event_on_frame_recv_start_arg* frame, void* context) {
    (void)frames;
    rv_session* s = context;
    char reason[RV_REQUEST_REASON_BYTES];
    s->frame_is_data = !wslay_is_ctrl_frame(frame->opcode);
    if (!spend_token(s)) {
        snprintf(reason, sizeof reason, "more than %d messages in a second", RV_SESSION_RATE);
        refuse(s, WSLAY_CODE_POLICY_VIOLATION, reason);
    } else if (frame->opcode == WSLAY_TEXT_FRAME) {
        refuse(s, WSLAY_CODE_UNSUPPORTED_DATA, "a text message; requests are binary");
    } else if (s->frame_is_data
               && frame->payload_length > RV_SESSION_MESSAGE_BYTES - s->message_bytes) {
        snprintf(reason, sizeof reason, "a message of %llu bytes; must be %d at most",
                 (unsigned long long)(frame->payload_length + s->message_bytes),
                 RV_SESSION_MESSAGE_BYTES);
        refuse(s, WSLAY_CODE_MESSAGE_TOO_BIG, reason);
    }
}

static void on_frame_piece(wslay_event_context_ptr frames,
                           const struct wslay_event_on_frame_recv_chunk_arg* piece, void* context) {
    (void)frames;
    rv_session* s = context;
    if (s->state != RV_SESSION_OPEN || !s->frame_is_data
        || piece->data_length > RV_SESSION_MESSAGE_BYTES - s->message_bytes)
        return;
    memcpy(s->message + s->message_bytes, piece->data, piece->data_length);
    s->message_bytes += piece->data_length;
}

// a frame that was shown, and all that were sent before it; a number that is not under way is a
// late answer and means nothing
static void acknowledge(rv_session* s, uint32_t number) {
    for (int i = 0; i < s->in_flight_count; i++) {
        if (s->in_flight[i] != number)
            continue;
        s->shown = number;
        s->in_flight_count -= i + 1;
        memmove(s->in_flight, s->in_flight + i + 1,
                (size_t)s->in_flight_count * sizeof *s->in_flight);
        return;
    }
}

static void on_message(wslay_event_context_ptr frames,
                       const struct wslay_event_on_msg_recv_arg* message, void* context) {
    (void)frames;
    rv_session* s = context;
    if (s->state != RV_SESSION_OPEN || wslay_is_ctrl_frame(message->opcode))
        return;
    rv_request request;
    char text[RV_REQUEST_REASON_BYTES];
    const char* reason = NULL;
    if (!rv_request_decode(s->message, s->message_bytes, &request, text))
        reason = text;
    else if (request.kind == RV_REQUEST_ACK)
        acknowledge(s, request.index);
    else
        reason = s->io.request(s->io.context, &request);
    s->message_bytes = 0;
    if (reason != NULL)
        refuse(s, WSLAY_CODE_POLICY_VIOLATION, reason);
}

static void throw_away(rv_session* s) {
    uint8_t bytes[1024];
    ptrdiff_t got = 1;
    for (size_t total = 0; got > 0 && total < READ_BYTES; total += (size_t)got)
        got = s->io.read(s->io.context, bytes, sizeof bytes);
    if (got < 0)
        s->state = RV_SESSION_OVER;
}

void rv_session_receive(rv_session* session, double now) {
    rv_session* s = session;
    s->now = now;
    if (s->state == RV_SESSION_LINGERING)
        throw_away(s);
    if (s->state != RV_SESSION_OPEN)
        return;
    s->budget = READ_BYTES;
    int failure = wslay_event_recv(s->frames);
    if (s->gone || failure == WSLAY_ERR_NOMEM) {
        s->state = RV_SESSION_OVER;
        return;
    }
    if (s->state == RV_SESSION_OPEN && !wslay_event_get_read_enabled(s->frames)) {
        // wslay has queued an answer: to a close frame, or to what is no WebSocket
        s->counts.refused += wslay_event_get_close_received(s->frames) ? 0 : 1;
        become(s, RV_SESSION_CLOSING, CLOSE_WITHIN);
    }
    if (wslay_event_get_queued_msg_count(s->frames) > QUEUED_MAX)
        refuse(s, WSLAY_CODE_POLICY_VIOLATION, "too many pings that wait for an answer");
}

// --- what goes ----------------------------------------------------------------------------------

static ssize_t on_write(wslay_event_context_ptr frames, const uint8_t* bytes, size_t count,
                        int flags, void* context) {
    (void)flags;
    rv_session* s = context;
    ptrdiff_t put = s->io.write(s->io.context, bytes, count);
    if (put > 0)
        return put;
    wslay_event_set_error(frames, put == 0 ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static void queue(rv_session* s, uint8_t opcode, const void* bytes, size_t count) {
    struct wslay_event_msg message = {opcode, bytes, count};
    int failure = wslay_event_queue_msg(s->frames, &message);
    if (failure != 0 && s->state == RV_SESSION_OPEN)
        s->state = RV_SESSION_OVER;
}

static void queue_role(rv_session* s, const rv_session_news* news) {
    char text[ROLE_BYTES];
    int length =
        snprintf(text, sizeof text, "{\"type\": \"role\", \"drives\": %s, \"clients\": %d}",
                 news->drives ? "true" : "false", news->clients);
    queue(s, WSLAY_TEXT_FRAME, text, (size_t)length);
    s->roles = news->roles_serial;
}

static void queue_frame(rv_session* s, const rv_session_news* news) {
    queue(s, WSLAY_BINARY_FRAME, news->frame, news->frame_bytes);
    // a page that has just come has not missed what was before
    if (s->frame != 0)
        s->counts.frames_skipped += news->frame_serial - s->frame - 1;
    s->counts.frames_sent++;
    s->frame = news->frame_serial;
    s->in_flight[s->in_flight_count++] = news->frame_number;
}

// false: nothing is due
static bool queue_next(rv_session* s, const rv_session_news* news) {
    if (news->description_serial != s->description) {
        queue(s, WSLAY_TEXT_FRAME, news->description, news->description_bytes);
        s->description = news->description_serial;
    } else if (s->description != 0 && news->roles_serial != s->roles) {
        queue_role(s, news);
    } else if (s->description != 0 && news->notice_serial != s->notice) {
        queue(s, WSLAY_TEXT_FRAME, news->notice, news->notice_bytes);
        s->notice = news->notice_serial;
    } else if (s->description != 0 && news->frame_serial != s->frame
               && news->frame_description == s->description
               && s->in_flight_count < RV_SESSION_IN_FLIGHT) {
        queue_frame(s, news);
    } else {
        return false;
    }
    return true;
}

static void look_at_clock(rv_session* s) {
    if (s->state != RV_SESSION_OPEN) {
        if (s->now >= s->deadline)
            s->state = RV_SESSION_OVER;
        return;
    }
    if (s->now >= s->heard + GONE_AFTER) {
        s->state = RV_SESSION_OVER;
    } else if (s->now >= fmax(s->heard, s->pinged) + PING_AFTER) {
        queue(s, WSLAY_PING, NULL, 0);
        s->pinged = s->now;
    }
}

void rv_session_send(rv_session* session, const rv_session_news* news, double now) {
    rv_session* s = session;
    s->now = now;
    look_at_clock(s);
    bool blocked = false;
    while (!blocked && (s->state == RV_SESSION_OPEN || s->state == RV_SESSION_CLOSING)) {
        bool waits = wslay_event_want_write(s->frames) != 0;
        if (!waits && (s->state == RV_SESSION_CLOSING || !queue_next(s, news)))
            break;
        if (wslay_event_send(s->frames) != 0)
            s->state = RV_SESSION_OVER;
        blocked = wslay_event_want_write(s->frames) != 0;
    }
    if (s->state != RV_SESSION_CLOSING || !wslay_event_get_close_sent(s->frames))
        return;
    if (wslay_event_get_close_received(s->frames)) {
        s->state = RV_SESSION_OVER;
        return;
    }
    // to close now, with bytes unread, would reset the connection under the reason
    s->io.end(s->io.context);
    become(s, RV_SESSION_LINGERING, LINGER);
}

// --- life ---------------------------------------------------------------------------------------

bool rv_session_begin(rv_session* session, const rv_session_io* io, double now) {
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = on_read,
        .send_callback = on_write,
        .on_frame_recv_start_callback = on_frame_start,
        .on_frame_recv_chunk_callback = on_frame_piece,
        .on_msg_recv_callback = on_message,
    };
    *session = (rv_session){.io = *io,
                            .now = now,
                            .heard = now,
                            .pinged = now,
                            .tokens = RV_SESSION_RATE,
                            .tokens_at = now};
    if (wslay_event_context_server_init(&session->frames, &callbacks, session) != 0) {
        *session = (rv_session){.state = RV_SESSION_OVER};
        return false;
    }
    wslay_event_config_set_no_buffering(session->frames, 1);
    wslay_event_config_set_max_recv_msg_length(session->frames, UINT64_MAX);
    return true;
}

void rv_session_free(rv_session* session) {
    if (session->frames != NULL)
        wslay_event_context_free(session->frames);
    *session = (rv_session){.state = RV_SESSION_OVER};
}

bool rv_session_wants_read(const rv_session* session) {
    return session->state == RV_SESSION_OPEN || session->state == RV_SESSION_LINGERING;
}

bool rv_session_wants_write(const rv_session* session) {
    return (session->state == RV_SESSION_OPEN || session->state == RV_SESSION_CLOSING)
           && wslay_event_want_write(session->frames) != 0;
}

double rv_session_deadline(const rv_session* session) {
    if (session->state != RV_SESSION_OPEN)
        return session->deadline;
    return fmin(session->heard + GONE_AFTER, fmax(session->heard, session->pinged) + PING_AFTER);
}
