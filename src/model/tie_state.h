// What a world keeps of its ties from step to step. It is part of world.h, and copied by snapshots
// as it is.
#ifndef REEVE_MODEL_TIE_STATE_H
#define REEVE_MODEL_TIE_STATE_H

#include "model/suture_state.h"

enum { RV_TIE_ROWS = 3 }; // of each point

typedef struct rv_tie_point_state {
    rv_holder side[2]; // of the solid; of what it is tied to, but of a thread
} rv_tie_point_state;

typedef struct rv_tie {
    int32_t solid;
    int32_t other;        // -1: none
    int32_t cable;        // -1: none
    int32_t body[2];      // that the solid's frame is on; that it is tied to, or the frame of that
    int32_t first, count; // points, into the world's list
    double at;            // of the thread: from its first vertex, all pieces together
    double compliance, damping, breaking_load;
    double depth; // of a single place below the surface
    void* user_data;
    bool broken, told; // told: that it is
    double broken_at;  // the force
    int32_t rod;       // of the thread, that it is on; made anew with the islands
    // of the running substep
    rv_thread_point point;     // of the thread
    double known[RV_TIE_ROWS]; // speed of vertices that no force moves
} rv_tie;

#endif
