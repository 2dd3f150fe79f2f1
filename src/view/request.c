// Requests as bytes. Every kind is eight bytes of head and then the parts its row names, always in
// the same order: index, number, point. So a row gives the length, the encoder and the decoder.
#include "view/request.h"

#include "view/bytes.h"

#include <math.h>
#include <stdio.h>

enum {
    HEAD_BYTES = 8,   // u8 kind, three bytes 0, u32 scene
    INDEX_BYTES = 8,  // u32 index, u32 0
    NUMBER_BYTES = 8, // f64
    POINT_BYTES = 24, // 3 f64
};

// what follows the head of a kind; a number has a name and bounds, a switch is an index of 0 or 1
typedef struct layout {
    bool is_kind, has_index, is_switch, has_point, may_be_infinite;
    const char* number;
    double low, high;
} layout;

static const layout layouts[] = {
    [RV_REQUEST_ACK] = {.is_kind = true, .has_index = true},
    [RV_REQUEST_TAKE] = {.is_kind = true},
    [RV_REQUEST_PLAY] = {.is_kind = true},
    [RV_REQUEST_PAUSE] = {.is_kind = true},
    [RV_REQUEST_STEP] = {.is_kind = true},
    [RV_REQUEST_RESET] = {.is_kind = true},
    [RV_REQUEST_SPEED] =
        {.is_kind = true, .number = "speed", .low = 0.01, .high = 100.0, .may_be_infinite = true},
    [RV_REQUEST_CONTROL] =
        {.is_kind = true, .has_index = true, .number = "position", .low = -1.0, .high = 1.0},
    [RV_REQUEST_GRAB_BODY] = {.is_kind = true, .has_index = true, .has_point = true},
    [RV_REQUEST_GRAB_CABLE] = {.is_kind = true, .has_index = true, .has_point = true},
    [RV_REQUEST_MOVE] = {.is_kind = true, .has_point = true},
    [RV_REQUEST_RELEASE] = {.is_kind = true},
    [RV_REQUEST_OPEN] = {.is_kind = true, .has_index = true},
    [RV_REQUEST_FORCES] = {.is_kind = true, .has_index = true, .is_switch = true},
    [RV_REQUEST_GRAB_SOLID] = {.is_kind = true, .has_index = true, .has_point = true},
};
enum { KIND_COUNT = sizeof layouts / sizeof *layouts };

static size_t bytes_of(const layout* l) {
    return HEAD_BYTES + (l->has_index ? INDEX_BYTES : 0) + (l->number != NULL ? NUMBER_BYTES : 0)
           + (l->has_point ? POINT_BYTES : 0);
}

// --- encode -------------------------------------------------------------------------------------

size_t rv_request_encode(const rv_request* request, uint8_t bytes[RV_REQUEST_BYTES_MAX]) {
    if ((int)request->kind < 0 || (int)request->kind >= KIND_COUNT
        || !layouts[request->kind].is_kind)
        return 0;
    const layout* l = &layouts[request->kind];
    uint8_t* at = bytes + HEAD_BYTES;
    rv_bytes_put(bytes, (uint64_t)request->kind, 4);
    rv_bytes_put(bytes + 4, request->scene, 4);
    if (l->has_index) {
        rv_bytes_put(at, request->index, INDEX_BYTES);
        at += INDEX_BYTES;
    }
    if (l->number != NULL)
        at = rv_bytes_put_f64(at, request->number);
    if (l->has_point) {
        at = rv_bytes_put_f64(at, request->point.x);
        at = rv_bytes_put_f64(at, request->point.y);
        at = rv_bytes_put_f64(at, request->point.z);
    }
    return (size_t)(at - bytes);
}

// --- decode -------------------------------------------------------------------------------------

static bool head_is_valid(const uint8_t* bytes, size_t count, char* reason) {
    const size_t room = RV_REQUEST_REASON_BYTES;
    if (count < HEAD_BYTES) {
        snprintf(reason, room, "a request of %zu bytes; must be %d at least", count, HEAD_BYTES);
        return false;
    }
    int kind = bytes[0];
    if (kind >= KIND_COUNT || !layouts[kind].is_kind) {
        snprintf(reason, room, "request %d: no such kind; must be from 1 to %d", kind,
                 KIND_COUNT - 1);
        return false;
    }
    if (count != bytes_of(&layouts[kind])) {
        snprintf(reason, room, "request %d: %zu bytes; must be %zu", kind, count,
                 bytes_of(&layouts[kind]));
        return false;
    }
    if (rv_bytes_get(bytes + 1, 3) != 0) {
        snprintf(reason, room, "request %d: bytes 1 to 3 = %u; must be 0", kind,
                 (unsigned)rv_bytes_get(bytes + 1, 3));
        return false;
    }
    return true;
}

static bool index_is_valid(const rv_request* request, const layout* l, uint32_t filler,
                           char* reason) {
    const size_t room = RV_REQUEST_REASON_BYTES;
    if (filler != 0) {
        snprintf(reason, room, "request %d: bytes 12 to 15 = %u; must be 0", (int)request->kind,
                 (unsigned)filler);
        return false;
    }
    if (l->is_switch && request->index > 1) {
        snprintf(reason, room, "request %d: index = %u; must be 0 or 1", (int)request->kind,
                 (unsigned)request->index);
        return false;
    }
    return true;
}

static bool number_is_valid(const rv_request* request, const layout* l, char* reason) {
    double number = request->number;
    if ((number >= l->low && number <= l->high) || (l->may_be_infinite && number == INFINITY))
        return true;
    // a NaN may print with a sign that says nothing
    char text[32] = "nan";
    if (!isnan(number))
        snprintf(text, sizeof text, "%g", number);
    snprintf(reason, RV_REQUEST_REASON_BYTES, "request %d: %s = %s; must be from %g to %g%s",
             (int)request->kind, l->number, text, l->low, l->high,
             l->may_be_infinite ? ", or infinite" : "");
    return false;
}

static bool point_is_valid(const rv_request* request, char* reason) {
    rv_vec3 p = request->point;
    if (isfinite(p.x) && isfinite(p.y) && isfinite(p.z))
        return true;
    snprintf(reason, RV_REQUEST_REASON_BYTES, "request %d: point.%c is not finite; must be",
             (int)request->kind,
             !isfinite(p.x)   ? 'x'
             : !isfinite(p.y) ? 'y'
                              : 'z');
    return false;
}

bool rv_request_decode(const uint8_t* bytes, size_t count, rv_request* request, char* reason) {
    if (!head_is_valid(bytes, count, reason))
        return false;
    const layout* l = &layouts[bytes[0]];
    const uint8_t* at = bytes + HEAD_BYTES;
    *request = (rv_request){.kind = (rv_request_kind)bytes[0],
                            .scene = (uint32_t)rv_bytes_get(bytes + 4, 4)};
    if (l->has_index) {
        request->index = (uint32_t)rv_bytes_get(at, 4);
        if (!index_is_valid(request, l, (uint32_t)rv_bytes_get(at + 4, 4), reason))
            return false;
        at += INDEX_BYTES;
    }
    if (l->number != NULL) {
        request->number = rv_bytes_get_f64(at);
        at += NUMBER_BYTES;
        if (!number_is_valid(request, l, reason))
            return false;
    }
    if (l->has_point) {
        request->point.x = rv_bytes_get_f64(at);
        request->point.y = rv_bytes_get_f64(at + 8);
        request->point.z = rv_bytes_get_f64(at + 16);
        if (!point_is_valid(request, reason))
            return false;
    }
    return true;
}
