// One page's WebSocket: frames of bytes in both directions over functions that read and write, so
// that memory can stand in for a socket. It decodes requests, keeps to the limits of
// docs/viewer.md, and decides what is sent next: the description first, then the role, the notice
// and the latest frame, and never more than two frames that the page has not acknowledged.
#ifndef REEVE_VIEW_SESSION_H
#define REEVE_VIEW_SESSION_H

#include "view/request.h"

struct wslay_event_context;

enum {
    RV_SESSION_MESSAGE_BYTES = 64, // of a message from a page, at most
    RV_SESSION_RATE = 400,         // messages from a page in a second, at most
    RV_SESSION_IN_FLIGHT = 2,      // frames not yet acknowledged, at most
};

typedef struct rv_session_io {
    void* context;
    // bytes moved; 0: none can be now; -1: the other end is gone
    ptrdiff_t (*read)(void* context, void* bytes, size_t count);
    ptrdiff_t (*write)(void* context, const void* bytes, size_t count);
    void (*end)(void* context); // nothing more will be written
    // A request, checked; acknowledgements stay in the session. NULL: taken; else the sentence that
    // the session is closed with.
    const char* (*request)(void* context, const rv_request* request);
} rv_session_io;

// What there is to send. Serial numbers start at 1 and change with what they count; 0: none yet.
typedef struct rv_session_news {
    const void* description; // a text
    size_t description_bytes;
    uint64_t description_serial;
    const void* frame;
    size_t frame_bytes;
    uint64_t frame_serial;
    const void* notice; // a text
    size_t notice_bytes;
    uint64_t notice_serial;
    uint64_t frame_description; // the description that was the latest when it was published
    uint32_t frame_number;
    bool drives;
    int clients;
    uint64_t roles_serial;
} rv_session_news;

typedef enum rv_session_state {
    RV_SESSION_OPEN,
    RV_SESSION_CLOSING,   // a close frame is on its way out
    RV_SESSION_LINGERING, // it is out: what still comes is thrown away until the other end closes
    RV_SESSION_OVER,      // nothing more to read or write
} rv_session_state;

typedef struct rv_session_counts {
    uint64_t frames_sent, frames_skipped, refused;
} rv_session_counts;

// Must not move in memory.
typedef struct rv_session {
    rv_session_io io;
    struct wslay_event_context* frames;
    rv_session_state state;
    rv_session_counts counts; // may be read and set to 0 at any time
    double now;               // of the call that runs [s]
    double heard, pinged;     // when something came last, when a ping was sent last [s]
    double deadline;          // when a closing session is over [s]
    double tokens;            // messages that may come now
    double tokens_at;         // when they were counted [s]
    bool gone;                // the other end has closed, or is broken
    size_t budget;            // bytes that may still be read in this call
    bool frame_is_data;       // what arrives now is not a control frame
    size_t message_bytes;
    uint8_t message[RV_SESSION_MESSAGE_BYTES];
    uint64_t description, frame, roles, notice; // serials of what was sent last
    uint32_t shown;                             // number of the last frame acknowledged; 0: none
    uint32_t in_flight[RV_SESSION_IN_FLIGHT];
    int in_flight_count;
} rv_session;

// `now` is a time that never goes back [s]. False without memory.
bool rv_session_begin(rv_session* session, const rv_session_io* io, double now);
void rv_session_free(rv_session* session);

// Reads what has come.
void rv_session_receive(rv_session* session, double now);
// Writes what is due. Pointers of the news are not kept.
void rv_session_send(rv_session* session, const rv_session_news* news, double now);
// Closes with a reason of at most 120 bytes; the close frame goes with the next send.
void rv_session_close(rv_session* session, int code, const char* reason, double now);

bool rv_session_wants_read(const rv_session* session);
bool rv_session_wants_write(const rv_session* session);
// When it must be called again though nothing came [s].
double rv_session_deadline(const rv_session* session);

#endif
