// Memory: accounts around the allocator hooks, array growth, arenas.
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_ALIGNMENT = 16, ARRAY_FIRST_CAPACITY = 8 };

static void* heap_allocate(void* context, size_t bytes) {
    (void)context;
    return malloc(bytes);
}

static void heap_release(void* context, void* block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

rv_memory rv_memory_make(rv_allocator hooks) {
    if (hooks.allocate == NULL || hooks.release == NULL)
        hooks = (rv_allocator){heap_allocate, heap_release, NULL};
    return (rv_memory){.hooks = hooks};
}

void* rv_memory_allocate(rv_memory* memory, size_t bytes) {
    void* block = memory->hooks.allocate(memory->hooks.context, bytes);
    if (block == NULL)
        return NULL;
    memory->allocation_count++;
    memory->used += bytes;
    if (memory->used > memory->peak)
        memory->peak = memory->used;
    return block;
}

void rv_memory_release(rv_memory* memory, void* block, size_t bytes) {
    if (block == NULL)
        return;
    memory->used -= bytes;
    memory->hooks.release(memory->hooks.context, block, bytes);
}

bool rv_array_grow(rv_memory* memory, void** data, int count, int* capacity, int needed,
                   size_t element_size) {
    if (needed <= *capacity)
        return true;
    // grow by half, so that appending is linear in the end
    size_t wanted = (size_t)*capacity + (size_t)*capacity / 2;
    if (wanted < ARRAY_FIRST_CAPACITY)
        wanted = ARRAY_FIRST_CAPACITY;
    if (wanted < (size_t)needed)
        wanted = (size_t)needed;
    if (wanted > (size_t)INT32_MAX || wanted > SIZE_MAX / element_size)
        return false;
    char* grown = rv_memory_allocate(memory, wanted * element_size);
    if (grown == NULL)
        return false;
    size_t kept = (size_t)count * element_size;
    if (kept > 0)
        memcpy(grown, *data, kept);
    memset(grown + kept, 0, wanted * element_size - kept);
    rv_memory_release(memory, *data, (size_t)*capacity * element_size);
    *data = grown;
    *capacity = (int)wanted;
    return true;
}

void rv_array_close(void* data, int* count, int first, int gone, size_t element_size) {
    size_t behind = (size_t)(*count - first - gone);
    char* gap = (char*)data + (size_t)first * element_size;
    // an array without anything may have no memory
    if (behind > 0)
        memmove(gap, gap + (size_t)gone * element_size, behind * element_size);
    *count -= gone;
}

void rv_array_open(void* data, int* count, int first, int more, size_t element_size) {
    char* gap = (char*)data + (size_t)first * element_size;
    memmove(gap + (size_t)more * element_size, gap, (size_t)(*count - first) * element_size);
    *count += more;
}

static void exchange(int* a, int* b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

void rv_array_exchange(void** data_a, int* count_a, int* capacity_a, void** data_b, int* count_b,
                       int* capacity_b) {
    void* kept = *data_a;
    *data_a = *data_b;
    *data_b = kept;
    exchange(count_a, count_b);
    exchange(capacity_a, capacity_b);
}

rv_arena rv_arena_make(void* block, size_t bytes) {
    return (rv_arena){.next = block, .end = (char*)block + bytes};
}

rv_arena rv_arena_make_counter(void) {
    return (rv_arena){.counts = true};
}

size_t rv_arena_counted(const rv_arena* arena) {
    return arena->counted + ARENA_ALIGNMENT;
}

void* rv_arena_take_unset(rv_arena* arena, size_t count, size_t element_size) {
    if (arena->counts) {
        size_t aligned = (count * element_size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT;
        arena->counted += aligned * ARENA_ALIGNMENT;
        return NULL;
    }
    size_t misfit = (uintptr_t)arena->next % ARENA_ALIGNMENT;
    size_t padding = misfit == 0 ? 0 : ARENA_ALIGNMENT - misfit;
    size_t room = (size_t)(arena->end - arena->next);
    if (padding > room || (element_size > 0 && count > (room - padding) / element_size))
        return NULL;
    char* taken = arena->next + padding;
    arena->next = taken + count * element_size;
    return taken;
}

void* rv_arena_take(rv_arena* arena, size_t count, size_t element_size) {
    void* taken = rv_arena_take_unset(arena, count, element_size);
    return taken == NULL ? NULL : memset(taken, 0, count * element_size);
}
