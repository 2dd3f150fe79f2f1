// A way through keys: what scripted devices and the targets of simulated hands follow.
#ifndef REEVE_IO_DEVICE_TRACK_H
#define REEVE_IO_DEVICE_TRACK_H

#include "io/device_private.h"

typedef struct rv_device_track {
    rv_device_key* keys; // rotations normalised
    int count;
    rv_device_end end;
} rv_device_track;

// The rules of a script; `name` stands before its fields in the sentence.
bool rv_device_script_is_valid(rv_error_text* error, const rv_device_script* script,
                               const char* name);
// Copies a valid script; false without memory.
bool rv_device_track_make(rv_device_track* track, const rv_device_script* script);
void rv_device_track_free(rv_device_track* track);
// Pose and velocities at a time >= 0; always valid.
rv_haptic_input rv_device_track_at(const rv_device_track* track, double time);

#endif
