// An allocator for tests: counts what is held, fails on command, and checks every release.
//   failing_allocator heap = {.fail_at = 3};          // the third allocation fails
//   rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
// Fresh memory is filled with a pattern, so that reading it before writing shows. A release with
// another size than was asked for, or of something not held, is a failed check of the test.
#ifndef REEVE_FAILING_ALLOCATOR_H
#define REEVE_FAILING_ALLOCATOR_H

#include "reeve/types.h"
#include "test.h"

#include <stdlib.h>

typedef struct failing_allocator {
    long fail_at;        // the allocation that fails, counted from 1; 0: none
    bool fail_all_after; // and all later ones too
    long calls;          // allocations asked for, the failed ones too
    long failed;         // allocations refused
    long live_blocks;    // held now
    size_t live_bytes;   // held now
} failing_allocator;

enum { FAILING_ALLOCATOR_MAGIC = 0x5eeb10c5, FAILING_ALLOCATOR_FILL = 0xa5 };

// stands before every block; the union keeps the block aligned for any type
typedef union failing_allocator_header {
    struct {
        size_t bytes;
        uint32_t magic;
    } block;
    max_align_t alignment;
} failing_allocator_header;

static inline void* failing_allocator_allocate(void* context, size_t bytes) {
    failing_allocator* heap = context;
    heap->calls++;
    bool refused =
        heap->fail_at > 0
        && (heap->fail_all_after ? heap->calls >= heap->fail_at : heap->calls == heap->fail_at);
    failing_allocator_header* header = NULL;
    if (!refused && bytes <= SIZE_MAX - sizeof *header)
        header = malloc(sizeof *header + bytes);
    if (header == NULL) {
        heap->failed++;
        return NULL;
    }
    header->block.bytes = bytes;
    header->block.magic = FAILING_ALLOCATOR_MAGIC;
    heap->live_blocks++;
    heap->live_bytes += bytes;
    return memset(header + 1, FAILING_ALLOCATOR_FILL, bytes);
}

static inline void failing_allocator_release(void* context, void* memory, size_t bytes) {
    failing_allocator* heap = context;
    CHECK(memory != NULL);
    if (memory == NULL)
        return;
    failing_allocator_header* header = (failing_allocator_header*)memory - 1;
    CHECK(header->block.magic == FAILING_ALLOCATOR_MAGIC);
    CHECK(header->block.bytes == bytes);
    heap->live_blocks--;
    heap->live_bytes -= header->block.bytes;
    header->block.magic = 0;
    free(header);
}

static inline rv_allocator failing_allocator_hooks(failing_allocator* heap) {
    return (rv_allocator){failing_allocator_allocate, failing_allocator_release, heap};
}

#endif
