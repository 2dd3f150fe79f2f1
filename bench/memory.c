// Counts what a scenario's world holds and allocates, from outside: by the allocator of its def.
#include "bench/bench.h"

#include <stdlib.h>

static void* allocate(void* context, size_t bytes) {
    bench_memory* memory = context;
    void* block = malloc(bytes);
    if (block != NULL) {
        atomic_fetch_add(&memory->held, bytes);
        atomic_fetch_add(&memory->allocated, bytes);
    }
    return block;
}

static void release(void* context, void* block, size_t bytes) {
    bench_memory* memory = context;
    if (block != NULL)
        atomic_fetch_sub(&memory->held, bytes);
    free(block);
}

rv_world_def bench_world_def(bench_context* context) {
    rv_world_def def = rv_world_def_default();
    def.allocator = (rv_allocator){allocate, release, &context->memory};
    return def;
}
