// A triple buffer: one writer and one reader, on threads of their own, pass on the latest of some
// data without ever waiting for each other. Of three slots one is the writer's, one the reader's,
// and the third is exchanged: it holds what was published last.
// The data lie with the caller, by slot. Every slot starts as the caller left it.
#ifndef REEVE_CORE_TRIPLE_H
#define REEVE_CORE_TRIPLE_H

#include <stdatomic.h>
#include <stdbool.h>

enum { RV_TRIPLE_SLOTS = 3, RV_TRIPLE_FRESH = 4, RV_TRIPLE_LINE = 64 };

// the three parts are written by different threads: a line of cache for each
typedef struct rv_triple {
    unsigned back; // the writer's slot
    char apart[RV_TRIPLE_LINE];
    atomic_uint middle; // slot, and RV_TRIPLE_FRESH: not yet read
    char apart_too[RV_TRIPLE_LINE];
    unsigned front; // the reader's slot
} rv_triple;

static inline void rv_triple_init(rv_triple* triple) {
    triple->back = 0;
    atomic_init(&triple->middle, 1);
    triple->front = 2;
}

// The writer hands over its slot and gets another one, which holds something old. Writes before it
// are seen by the reader that takes the slot.
static inline void rv_triple_publish(rv_triple* triple) {
    unsigned old = atomic_exchange_explicit(&triple->middle, triple->back | RV_TRIPLE_FRESH,
                                            memory_order_acq_rel);
    triple->back = old & 3u;
}

// The reader: true if there is something new, which is then in its slot; false: that stays.
static inline bool rv_triple_take(rv_triple* triple) {
    if ((atomic_load_explicit(&triple->middle, memory_order_relaxed) & RV_TRIPLE_FRESH) == 0)
        return false;
    unsigned old = atomic_exchange_explicit(&triple->middle, triple->front, memory_order_acq_rel);
    triple->front = old & 3u;
    return true;
}

#endif
