// A ring. It is full to the last place only if a release is last in it, and a release after a
// release says nothing new: so rv_request_queue_release() cannot fail.
#include "view/request_queue.h"

static rv_request* last_of(rv_request_queue* queue) {
    int place = (queue->first + queue->count - 1) % RV_REQUEST_QUEUE_CAPACITY;
    return queue->count > 0 ? &queue->requests[place] : NULL;
}

static void append(rv_request_queue* queue, const rv_request* request) {
    queue->count++;
    *last_of(queue) = *request;
}

bool rv_request_queue_push(rv_request_queue* queue, const rv_request* request) {
    rv_request* last = last_of(queue);
    if (last != NULL && last->kind == RV_REQUEST_MOVE && request->kind == RV_REQUEST_MOVE) {
        *last = *request;
        return true;
    }
    if (queue->count >= RV_REQUEST_QUEUE_CAPACITY - 1)
        return false;
    append(queue, request);
    return true;
}

void rv_request_queue_release(rv_request_queue* queue) {
    const rv_request release = {.kind = RV_REQUEST_RELEASE, .scene = RV_REQUEST_EVERYTHING};
    const rv_request* last = last_of(queue);
    if (last == NULL || last->kind != RV_REQUEST_RELEASE || last->scene != release.scene)
        append(queue, &release);
}

bool rv_request_queue_pop(rv_request_queue* queue, rv_request* request) {
    if (queue->count == 0)
        return false;
    *request = queue->requests[queue->first];
    queue->first = (queue->first + 1) % RV_REQUEST_QUEUE_CAPACITY;
    queue->count--;
    return true;
}
