// The frames of the protocol: how everything stands at one moment, as bytes (docs/viewer.md).
#ifndef REEVE_VIEW_FRAME_H
#define REEVE_VIEW_FRAME_H

#include "view/drawing.h"
#include "view/hand.h"

enum { RV_FRAME_PAUSED = 1, RV_FRAME_DEGRADED = 2 };

typedef struct rv_frame {
    uint32_t number, scene, flags;
    double time, steps;
    double speed, reached; // times real time
    double step_seconds;
    const rv_drawing* drawing;
    const double* numbers;
    int number_count;
    rv_energy energy;
    const double* stage_seconds;
    int stage_count;
    const rv_hand* hand;     // NULL: holds nothing
    const rv_report* report; // NULL: left out
} rv_frame;

size_t rv_frame_bytes(const rv_frame* frame);
// Writes exactly that many.
void rv_frame_write(const rv_frame* frame, uint8_t* bytes);

#endif
