// Requests that wait for the simulation, in order. Only one that the next replaces anyway, a move
// after a move, is merged; when it is full, that is said. A place is kept so that a release always
// gets in.
#ifndef REEVE_VIEW_REQUEST_QUEUE_H
#define REEVE_VIEW_REQUEST_QUEUE_H

#include "view/request.h"

enum { RV_REQUEST_QUEUE_CAPACITY = 1024 };

// Start from all zero.
typedef struct rv_request_queue {
    rv_request requests[RV_REQUEST_QUEUE_CAPACITY];
    int first, count;
} rv_request_queue;

// False: full.
bool rv_request_queue_push(rv_request_queue* queue, const rv_request* request);
// What the page that drove until now held is let go: RV_REQUEST_RELEASE of
// RV_REQUEST_EVERYTHING.
void rv_request_queue_release(rv_request_queue* queue);
// False: empty.
bool rv_request_queue_pop(rv_request_queue* queue, rv_request* request);

#endif
