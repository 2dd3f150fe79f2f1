// Memory: a world's allocator with its accounts, growable arrays, and arenas.
// All heap memory of a world goes through one rv_memory, so that a test can make any allocation
// fail and a step can prove that it made none.
#ifndef REEVE_CORE_MEMORY_H
#define REEVE_CORE_MEMORY_H

#include "reeve/types.h"

typedef struct rv_memory {
    rv_allocator hooks;
    size_t used;               // bytes held now
    size_t peak;               // largest `used` so far
    uint64_t allocation_count; // allocations ever made
} rv_memory;

// hooks with null functions mean malloc and free
rv_memory rv_memory_make(rv_allocator hooks);
void* rv_memory_allocate(rv_memory* memory, size_t bytes);
void rv_memory_release(rv_memory* memory, void* block, size_t bytes);

// a growable array: RV_ARRAY(double) samples = {0};
#define RV_ARRAY(T)                                                                                \
    struct {                                                                                       \
        T* data;                                                                                   \
        int count;                                                                                 \
        int capacity;                                                                              \
    }

// grows `*data` to hold `needed` elements and keeps the first `count`; new memory is zeroed; false
// (nothing changed) when there is no memory
bool rv_array_grow(rv_memory* memory, void** data, int count, int* capacity, int needed,
                   size_t element_size);

// room for `needed` elements
#define rv_array_reserve(memory, array, needed)                                                    \
    rv_array_grow((memory), (void**)&(array)->data, (array)->count, &(array)->capacity, (needed),  \
                  sizeof *(array)->data)

// count becomes `new_count`; elements that appear are zero or what was there before
#define rv_array_resize(memory, array, new_count)                                                  \
    (rv_array_reserve((memory), (array), (new_count)) && ((array)->count = (new_count), true))

// room for one more; then write data[count++]
#define rv_array_room(memory, array) rv_array_reserve((memory), (array), (array)->count + 1)

// takes `gone` elements from `first` on out of the array; what follows moves up
#define rv_array_cut(array, first, gone)                                                           \
    rv_array_close((array)->data, &(array)->count, (first), (gone), sizeof *(array)->data)
void rv_array_close(void* data, int* count, int first, int gone, size_t element_size);

// opens a gap of `more` elements before `first`, for which there is room; they keep what was there
#define rv_array_part(array, first, more)                                                          \
    rv_array_open((array)->data, &(array)->count, (first), (more), sizeof *(array)->data)
void rv_array_open(void* data, int* count, int first, int more, size_t element_size);

#define rv_array_free(memory, array)                                                               \
    (rv_memory_release((memory), (array)->data,                                                    \
                       (size_t)(array)->capacity * sizeof *(array)->data),                         \
     (array)->data = NULL, (array)->count = 0, (array)->capacity = 0)

// the two change places
#define rv_array_swap(a, b)                                                                        \
    rv_array_exchange((void**)&(a)->data, &(a)->count, &(a)->capacity, (void**)&(b)->data,         \
                      &(b)->count, &(b)->capacity)
void rv_array_exchange(void** data_a, int* count_a, int* capacity_a, void** data_b, int* count_b,
                       int* capacity_b);

// Scratch memory out of one block. Pass an arena by value: what the callee takes is free again when
// it returns.
typedef struct rv_arena {
    char* next;
    char* end;
    bool counts;    // has no memory: what is taken is only counted
    size_t counted; // bytes
} rv_arena;

rv_arena rv_arena_make(void* block, size_t bytes);
// An arena that counts: every take is NULL. A function that takes arrays finds with it how many bytes
// it needs.
rv_arena rv_arena_make_counter(void);
// bytes that are enough for all that was counted, in a block with any alignment
size_t rv_arena_counted(const rv_arena* arena);
// zeroed, aligned to 16; NULL when the arena is used up
void* rv_arena_take(rv_arena* arena, size_t count, size_t element_size);
// the same with whatever is there: for large matrices that are written before they are read
void* rv_arena_take_unset(rv_arena* arena, size_t count, size_t element_size);

#endif
