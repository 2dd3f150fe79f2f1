// libFuzzer over what strangers can send to haptic devices: the first byte says to whom.
//   0  frames of a WebSocket, taken in pieces as the second byte says; texts go on to 2
//   1  the answer to a WebSocket's handshake
//   2  the JSON of a Haply Inverse service
//   3  a datagram of the udp device
// What comes out must keep the promises of the headers, whatever goes in.
#include "io/device_datagram.h"
#include "io/device_handshake.h"
#include "io/device_haply_message.h"
#include "io/device_websocket.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void promise(bool kept) {
    if (!kept)
        abort();
}

static bool is_within(rv_vec3 v, double most) {
    return fabs(v.x) <= most && fabs(v.y) <= most && fabs(v.z) <= most;
}

static bool is_unit(rv_quat q) {
    return fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-12;
}

static void read_message(const char* text, size_t length) {
    // a copy of the very length, so that a byte too far is seen
    char* copy = malloc(length + (length == 0));
    rv_haply_state state;
    memcpy(copy, text, length);
    for (int i = 0; i < 2; i++) {
        if (!rv_haply_read(copy, length, i == 0 ? "" : "049D", &state))
            continue;
        promise(is_unit(state.rotation) && state.buttons < 8);
        promise(!state.has_position || is_within(state.position, 1e3));
        promise(is_within(state.velocity, 1e4));
        promise(state.device_id[0] == '\0' || rv_haply_id_is_valid(state.device_id));
        promise(i == 0 || state.device_id[0] == '\0' || strcmp(state.device_id, "049D") == 0);
        char command[RV_HAPLY_COMMAND_BYTES];
        promise(rv_haply_write(command, state.device_id, RV_DEVICE_HAPLY_VALUES, state.position)
                <= sizeof command);
    }
    free(copy);
}

static void take_frames(const uint8_t* bytes, size_t count) {
    static rv_websocket websocket;
    size_t piece = count > 0 ? 1 + bytes[0] % 64u : 1;
    rv_websocket_begin(&websocket, 1);
    for (size_t at = 1; at < count;) {
        const char* text;
        size_t length, part = count - at < piece ? count - at : piece;
        size_t used = rv_websocket_take(&websocket, bytes + at, part, &text, &length);
        promise(used <= part && (used > 0 || text != NULL));
        promise(websocket.out_count <= RV_WEBSOCKET_OUT_MAX);
        if (text != NULL) {
            promise(length <= RV_WEBSOCKET_MESSAGE_MAX);
            read_message(text, length);
        }
        if (at % 3 == 0) {
            rv_websocket_write_text(&websocket, "x", 1);
            rv_websocket_sent(&websocket, websocket.out_count / 2);
        }
        at += used;
    }
}

static void read_answer(const char* bytes, size_t count) {
    size_t head = rv_websocket_head(bytes, count);
    promise(head <= count);
    if (head > 0)
        rv_websocket_answer_fault(bytes, head, "dGhlIHNhbXBsZSBub25jZQ==");
}

static void read_datagram(const uint8_t* bytes, size_t count) {
    rv_datagram_pose pose;
    rv_datagram_force force;
    if (rv_datagram_read_pose(bytes, count, &pose)) {
        uint8_t again[RV_DATAGRAM_POSE_BYTES];
        promise(pose.input.valid && is_unit(pose.input.pose.rotation));
        promise(is_within(pose.input.pose.position, 1e3) && is_within(pose.input.velocity, 1e4));
        rv_datagram_write_pose(&pose, again);
        promise(memcmp(bytes, again, 32) == 0 && memcmp(bytes + 64, again + 64, 56) == 0);
    }
    if (rv_datagram_read_force(bytes, count, &force)) {
        uint8_t again[RV_DATAGRAM_FORCE_BYTES];
        rv_datagram_write_force(&force, again);
        promise(memcmp(bytes, again, sizeof again) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t count) {
    if (count == 0)
        return 0;
    switch (bytes[0] % 4) {
    case 0:
        take_frames(bytes + 1, count - 1);
        break;
    case 1:
        read_answer((const char*)bytes + 1, count - 1);
        break;
    case 2:
        read_message((const char*)bytes + 1, count - 1);
        break;
    default:
        read_datagram(bytes + 1, count - 1);
    }
    return 0;
}
