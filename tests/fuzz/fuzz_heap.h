// What the fuzzers of readers share: a check that stops, and an allocator that counts what is held
// and may fail.
#ifndef REEVE_FUZZ_HEAP_H
#define REEVE_FUZZ_HEAP_H

#include "reeve/types.h"

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition_)                                                                        \
    do {                                                                                           \
        if (!(condition_)) {                                                                       \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition_);               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

typedef struct fuzz_heap {
    size_t held, peak;
    int left; // allocations that succeed; < 0: all
} fuzz_heap;

static void* fuzz_heap_allocate(void* context, size_t bytes) {
    fuzz_heap* heap = context;
    if (heap->left == 0)
        return NULL;
    heap->left -= heap->left > 0;
    heap->held += bytes;
    heap->peak = heap->held > heap->peak ? heap->held : heap->peak;
    REQUIRE(bytes > 0);
    return malloc(bytes);
}

static void fuzz_heap_release(void* context, void* memory, size_t bytes) {
    fuzz_heap* heap = context;
    REQUIRE(heap->held >= bytes);
    heap->held -= bytes;
    free(memory);
}

static inline rv_allocator fuzz_heap_hooks(fuzz_heap* heap) {
    return (rv_allocator){fuzz_heap_allocate, fuzz_heap_release, heap};
}

#endif
