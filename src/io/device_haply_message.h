// The messages of a Haply Inverse service, as JSON texts. What it sends:
//   {"inverse3": [{"device_id": "049D", "state": {"cursor_position": {"x":, "y":, "z":},
//                                                 "cursor_velocity": {...}, ...}, ...}, ...],
//    "wireless_verse_grip": [{"state": {"orientation": {"w":, "x":, "y":, "z":},
//                                       "buttons": {"a":, "b":, "c":}}}], ...}
// first with all there is about its devices, then once for every message that it gets:
//   {"inverse3": [{"device_id": "049D", "commands": {"set_cursor_force": {"values": {...}}}}]}
#ifndef REEVE_IO_DEVICE_HAPLY_MESSAGE_H
#define REEVE_IO_DEVICE_HAPLY_MESSAGE_H

#include "reeve/device.h"

enum { RV_HAPLY_ID_BYTES = 32, RV_HAPLY_COMMAND_BYTES = 256 };

typedef struct rv_haply_state {
    char device_id[RV_HAPLY_ID_BYTES]; // of the device that was found; "": none
    bool has_position, has_rotation;   // velocity and buttons are 0 where they are not told
    rv_vec3 position, velocity;
    rv_quat rotation; // normalised
    uint32_t buttons; // a, b, c: bits 0, 1, 2
} rv_haply_state;

// Reads what it tells about the device `id` ("": the first in the list) and about the first grip.
// False: the text is not right, and `state` means nothing.
bool rv_haply_read(const char* text, size_t length, const char* id, rv_haply_state* state);

// Writes the command; returns its length. Forces are rounded to 1e-6 N and held within 1e6 N.
size_t rv_haply_write(char to[RV_HAPLY_COMMAND_BYTES], const char* id, rv_device_haply_word word,
                      rv_vec3 force);

// letters, digits, dot, underscore, minus: nothing that would have to be escaped
bool rv_haply_id_is_valid(const char* id);

#endif
