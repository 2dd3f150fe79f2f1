// Memory: growable arrays, arenas, the accounts, and what happens when there is no memory.
#include "core/memory.h"
#include "failing_allocator.h"

typedef RV_ARRAY(int) int_array;

TEST(a_new_account_is_empty) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    CHECK(memory.used == 0 && memory.peak == 0 && memory.allocation_count == 0);
}

TEST(missing_hooks_mean_the_heap) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    char* block = rv_memory_allocate(&memory, 100);
    CHECK(block != NULL);
    if (block != NULL)
        memset(block, 1, 100);
    rv_memory_release(&memory, block, 100);
    CHECK(memory.used == 0);
}

TEST(the_account_counts_bytes_peak_and_allocations) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    void* a = rv_memory_allocate(&memory, 100);
    void* b = rv_memory_allocate(&memory, 50);
    CHECK(memory.used == 150 && memory.peak == 150 && memory.allocation_count == 2);
    rv_memory_release(&memory, a, 100);
    CHECK(memory.used == 50 && memory.peak == 150);
    void* c = rv_memory_allocate(&memory, 60);
    CHECK(memory.used == 110 && memory.peak == 150 && memory.allocation_count == 3);
    rv_memory_release(&memory, b, 50);
    rv_memory_release(&memory, c, 60);
    CHECK(memory.used == 0 && heap.live_blocks == 0 && heap.live_bytes == 0);
}

TEST(releasing_nothing_does_nothing) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    rv_memory_release(&memory, NULL, 100);
    CHECK(memory.used == 0);
}

TEST(a_refused_allocation_is_not_counted) {
    failing_allocator heap = {.fail_at = 1};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    CHECK(rv_memory_allocate(&memory, 8) == NULL);
    CHECK(memory.used == 0 && memory.peak == 0 && memory.allocation_count == 0);
    CHECK(heap.failed == 1);
}

TEST(an_array_keeps_what_was_appended) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    int_array numbers = {0};
    for (int i = 0; i < 1000; i++) {
        CHECK(rv_array_room(&memory, &numbers));
        numbers.data[numbers.count++] = i * i;
    }
    CHECK(numbers.count == 1000 && numbers.capacity >= 1000);
    int wrong = 0;
    for (int i = 0; i < 1000; i++)
        wrong += numbers.data[i] != i * i;
    CHECK(wrong == 0);
    // by half each time from 8: 8 * 1.5^12 > 1000, so no more than 13 allocations
    CHECK(memory.allocation_count <= 13);
    rv_array_free(&memory, &numbers);
    CHECK(numbers.data == NULL && numbers.count == 0 && numbers.capacity == 0);
    CHECK(memory.used == 0 && heap.live_blocks == 0);
}

TEST(an_array_resized_from_nothing_is_zero) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    int_array numbers = {0};
    CHECK(rv_array_resize(&memory, &numbers, 100));
    CHECK(numbers.count == 100);
    int nonzero = 0;
    for (int i = 0; i < numbers.capacity; i++)
        nonzero += numbers.data[i] != 0;
    CHECK(nonzero == 0);
    rv_array_free(&memory, &numbers);
    CHECK(heap.live_blocks == 0);
}

TEST(a_reserved_array_grows_without_allocating) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    int_array numbers = {0};
    CHECK(rv_array_reserve(&memory, &numbers, 64));
    CHECK(numbers.count == 0 && numbers.capacity >= 64);
    uint64_t before = memory.allocation_count;
    CHECK(rv_array_resize(&memory, &numbers, 64));
    CHECK(rv_array_resize(&memory, &numbers, 0));
    CHECK(rv_array_resize(&memory, &numbers, 32));
    CHECK(memory.allocation_count == before);
    rv_array_free(&memory, &numbers);
}

TEST(an_array_that_cannot_grow_stays_as_it_was) {
    failing_allocator heap = {.fail_at = 2, .fail_all_after = true};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    int_array numbers = {0};
    CHECK(rv_array_resize(&memory, &numbers, 5));
    for (int i = 0; i < 5; i++)
        numbers.data[i] = 10 + i;
    int* data = numbers.data;
    int capacity = numbers.capacity;
    size_t used = memory.used;
    CHECK(!rv_array_resize(&memory, &numbers, 1000));
    CHECK(numbers.data == data && numbers.count == 5 && numbers.capacity == capacity);
    CHECK(memory.used == used && numbers.data[4] == 14);
    rv_array_free(&memory, &numbers);
    CHECK(heap.live_blocks == 0);
}

TEST(an_array_larger_than_memory_can_address_is_refused_unasked) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    void* data = NULL;
    int capacity = 0;
    // 2^31 elements of 2^54 bytes would wrap around
    CHECK(!rv_array_grow(&memory, &data, 0, &capacity, INT32_MAX, SIZE_MAX / 1024));
    CHECK(data == NULL && capacity == 0 && heap.calls == 0);
}

TEST(an_array_that_cannot_grow_by_half_is_refused) {
    failing_allocator heap = {0};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    char byte = 0;
    void* data = &byte;
    int capacity = INT32_MAX / 4 * 3; // by half more than an int can count
    CHECK(!rv_array_grow(&memory, &data, 0, &capacity, capacity + 1, 1));
    CHECK(data == &byte && heap.calls == 0);
}

TEST(an_arena_gives_zeroed_aligned_memory_until_it_is_used_up) {
    _Alignas(16) char block[256];
    memset(block, 0xff, sizeof block);
    rv_arena arena = rv_arena_make(block, sizeof block);
    char* a = rv_arena_take(&arena, 3, 1);
    double* b = rv_arena_take(&arena, 4, sizeof(double));
    CHECK(a == block);
    CHECK((uintptr_t)b % 16 == 0 && (char*)b == block + 16);
    CHECK(a[0] == 0 && a[2] == 0 && b[0] == 0.0 && b[3] == 0.0);
    CHECK((unsigned char)block[3] == 0xff); // the gap is nobody's
    CHECK(rv_arena_take(&arena, 256 - 48 + 1, 1) == NULL);
    CHECK(rv_arena_take(&arena, 256 - 48, 1) == block + 48);
    CHECK(rv_arena_take(&arena, 1, 1) == NULL);
}

// two arrays; the bytes that they need are found by the same function
static char* take_two(rv_arena* arena) {
    rv_arena_take(arena, 3, 1);
    return rv_arena_take_unset(arena, 5, sizeof(double));
}

TEST(an_arena_that_counts_finds_the_bytes_that_are_enough_wherever_a_block_starts) {
    rv_arena counter = rv_arena_make_counter();
    CHECK(take_two(&counter) == NULL);
    size_t bytes = rv_arena_counted(&counter);
    CHECK(bytes >= 16 + 5 * sizeof(double) && bytes < 16 + 5 * sizeof(double) + 32);
    _Alignas(16) char block[128];
    for (int start = 0; start < 16; start++) {
        rv_arena arena = rv_arena_make(block + start, bytes);
        CHECK(take_two(&arena) != NULL);
    }
}

TEST(an_unaligned_block_is_aligned_by_the_arena) {
    _Alignas(16) char block[64];
    rv_arena arena = rv_arena_make(block + 1, sizeof block - 1);
    CHECK(rv_arena_take(&arena, 48, 1) == block + 16);
    CHECK(rv_arena_take(&arena, 1, 1) == NULL);
}

static void* take_in_callee(rv_arena arena, size_t bytes) {
    return rv_arena_take(&arena, bytes, 1);
}

TEST(what_a_callee_takes_from_an_arena_by_value_is_free_again) {
    _Alignas(16) char block[128];
    rv_arena arena = rv_arena_make(block, sizeof block);
    CHECK(rv_arena_take(&arena, 16, 1) == block);
    CHECK(take_in_callee(arena, 112) == block + 16);
    CHECK(take_in_callee(arena, 112) == block + 16);
    CHECK(rv_arena_take(&arena, 112, 1) == block + 16);
}

TEST(an_arena_refuses_a_size_that_overflows) {
    _Alignas(16) char block[64];
    rv_arena arena = rv_arena_make(block, sizeof block);
    CHECK(rv_arena_take(&arena, SIZE_MAX / 8 + 2, 8) == NULL); // 8 bytes modulo 2^64
    CHECK(rv_arena_take(&arena, SIZE_MAX, SIZE_MAX) == NULL);
    CHECK(rv_arena_take(&arena, 64, 1) == block);
}

TEST(a_gap_opens_and_closes_where_it_is_asked_for) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    RV_ARRAY(int) array = {0};
    CHECK(rv_array_resize(&memory, &array, 5) && rv_array_reserve(&memory, &array, 7));
    for (int i = 0; i < 5; i++)
        array.data[i] = i;
    rv_array_part(&array, 2, 2);
    CHECK(array.count == 7);
    CHECK(array.data[1] == 1 && array.data[4] == 2 && array.data[6] == 4);
    rv_array_cut(&array, 2, 2);
    CHECK(array.count == 5);
    for (int i = 0; i < 5; i++)
        CHECK(array.data[i] == i);
    // at the ends, and all of it
    rv_array_cut(&array, 4, 1);
    rv_array_cut(&array, 0, 1);
    CHECK(array.count == 3 && array.data[0] == 1 && array.data[2] == 3);
    rv_array_cut(&array, 0, 3);
    CHECK(array.count == 0);
    rv_array_free(&memory, &array);
}
