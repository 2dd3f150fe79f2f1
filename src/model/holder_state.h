// What holds a point of something else: a hole, or a tie. Part of world.h, and copied by snapshots.
#ifndef REEVE_MODEL_HOLDER_STATE_H
#define REEVE_MODEL_HOLDER_STATE_H

#include "reeve/reeve.h"

enum { RV_HOLDER_NODES = 4 }; // of a solid, that a place of it depends on

// Whose velocities that of the place is made of (holder.c).
typedef struct rv_holder {
    int32_t body;                  // -1: the world; of a solid, that holds its frame
    int32_t solid;                 // -1: none
    rv_vec3 point;                 // in its frame; of a solid, what of it goes with the frame
    double share;                  // of the place that goes with the body
    int32_t node[RV_HOLDER_NODES]; // of the solid
    double weight[RV_HOLDER_NODES];
} rv_holder;

#endif
