// What the makers of devices share.
#ifndef REEVE_IO_DEVICE_PRIVATE_H
#define REEVE_IO_DEVICE_PRIVATE_H

#include "core/error.h"
#include "reeve/device.h"

#include <stdatomic.h>

// copies a sentence for the user, who may not want it; returns false
bool rv_device_refuse(char* error, size_t bytes, const char* sentence);

// zeroed memory for a device, or NULL and the sentence
void* rv_device_allocate(size_t size, char* error, size_t bytes);

// Counters that one thread writes and all may read.
typedef struct rv_device_counters {
    _Atomic uint64_t received, late, ignored, sent, unsent;
    _Atomic(const char*) reason; // why it is lost; NULL: it is not
} rv_device_counters;

// by the one thread that writes: no other can come between
static inline void rv_device_count(_Atomic uint64_t* counter) {
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

void rv_device_counters_reset(rv_device_counters* counters);
rv_device_report rv_device_counters_report(const rv_device_counters* counters);

#endif
