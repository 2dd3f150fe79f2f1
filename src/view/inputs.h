// What a person does to a world: controls, the hand, reset. The one place that turns requests into
// changes of a world, for a page that is open now and for a recorded log alike, so that the same
// requests before the same steps give the same bits.
#ifndef REEVE_VIEW_INPUTS_H
#define REEVE_VIEW_INPUTS_H

#include "view/hand.h"
#include "view/request.h"

typedef struct rv_inputs_def {
    rv_world* world;
    int control_count;
    void (*control)(void* context, int control, double position); // may be NULL
    void (*reset)(void* context);                                 // may be NULL
    // as rv_viewer_content.tool; may be NULL
    bool (*tool)(void* context, rv_body_id body, bool held, rv_vec3 offset);
    void* context;
} rv_inputs_def;

// Start from all zero. Must not move in memory.
typedef struct rv_inputs {
    rv_inputs_def def;
    rv_hand hand;
    double* positions; // of the controls
    void* snapshot;    // of the world as it was at the beginning
    size_t snapshot_bytes;
} rv_inputs;

// Takes the snapshot. False without memory.
bool rv_inputs_begin(rv_inputs* inputs, const rv_inputs_def* def);
// Lets everything go.
void rv_inputs_end(rv_inputs* inputs);
// True if the request was one that may have changed the world (control, grab, move, release, reset,
// and also a grab of what cannot be held): a recording needs it. `scene` of the request is looked
// at only for RV_REQUEST_EVERYTHING.
bool rv_inputs_apply(rv_inputs* inputs, const rv_request* request);
// Hand and controls; as after a page that drove has gone.
void rv_inputs_let_go(rv_inputs* inputs);

#endif
