// Id pools: a living thing is found; stale ids, ids of other worlds and the null id are not.
#include "core/ids.h"
#include "failing_allocator.h"

enum { TAG = 0x00070003 }; // world 3, first generation 7

TEST(a_new_thing_is_found_by_its_id) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    int index = rv_id_pool_add(&memory, &pool);
    rv_id id = rv_id_pool_id(&pool, index);
    CHECK(index == 0 && pool.alive_count == 1);
    CHECK(id.slot == 1 && id.generation == 7 && id.world == 3);
    CHECK(rv_id_pool_find(&pool, id) == index);
    CHECK(rv_id_pool_alive(&pool, index));
    rv_id_pool_free(&memory, &pool);
    CHECK(memory.used == 0);
}

TEST(the_null_id_is_never_found) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(1); // first generation 0: the id of slot 1 is {1, 0, 1}
    CHECK(rv_id_pool_find(&pool, (rv_id){0}) == -1);
    rv_id_pool_add(&memory, &pool);
    CHECK(rv_id_pool_find(&pool, (rv_id){0}) == -1);
    CHECK(rv_id_pool_find(&pool, (rv_id){0, 0, 1}) == -1);
    rv_id_pool_free(&memory, &pool);
}

TEST(an_id_is_never_null_whatever_the_tag) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    const uint32_t tags[] = {0, 0x10000, 0xffff, 0xffffffff};
    for (int i = 0; i < 4; i++) {
        rv_id_pool pool = rv_id_pool_make(tags[i]);
        rv_id id = rv_id_pool_id(&pool, rv_id_pool_add(&memory, &pool));
        CHECK(id.slot != 0 && id.world != 0);
        CHECK(rv_id_pool_find(&pool, id) == 0);
        rv_id_pool_free(&memory, &pool);
    }
}

TEST(the_id_of_a_removed_thing_is_stale) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    int index = rv_id_pool_add(&memory, &pool);
    rv_id id = rv_id_pool_id(&pool, index);
    rv_id_pool_remove(&pool, index);
    CHECK(rv_id_pool_find(&pool, id) == -1);
    CHECK(!rv_id_pool_alive(&pool, index));
    CHECK(pool.alive_count == 0);
    rv_id_pool_free(&memory, &pool);
}

TEST(a_reused_slot_has_a_new_generation) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    int first = rv_id_pool_add(&memory, &pool);
    rv_id old = rv_id_pool_id(&pool, first);
    rv_id_pool_remove(&pool, first);
    int second = rv_id_pool_add(&memory, &pool);
    rv_id new = rv_id_pool_id(&pool, second);
    CHECK(second == first && pool.slots.count == 1);
    CHECK(new.generation == old.generation + 1);
    CHECK(rv_id_pool_find(&pool, old) == -1);
    CHECK(rv_id_pool_find(&pool, new) == second);
    rv_id_pool_free(&memory, &pool);
}

TEST(the_slot_freed_last_is_used_first) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    for (int i = 0; i < 5; i++)
        CHECK(rv_id_pool_add(&memory, &pool) == i);
    rv_id_pool_remove(&pool, 1);
    rv_id_pool_remove(&pool, 3);
    CHECK(pool.alive_count == 3);
    CHECK(rv_id_pool_add(&memory, &pool) == 3);
    CHECK(rv_id_pool_add(&memory, &pool) == 1);
    CHECK(rv_id_pool_add(&memory, &pool) == 5);
    rv_id_pool_free(&memory, &pool);
}

TEST(an_id_of_another_world_is_not_found) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool mine = rv_id_pool_make(TAG), other = rv_id_pool_make(TAG + 1);
    rv_id id = rv_id_pool_id(&other, rv_id_pool_add(&memory, &other));
    rv_id_pool_add(&memory, &mine);
    CHECK(rv_id_pool_find(&mine, id) == -1);
    CHECK(rv_id_pool_find(&other, id) == 0);
    rv_id_pool_free(&memory, &mine);
    rv_id_pool_free(&memory, &other);
}

TEST(a_world_with_the_same_low_tag_is_told_apart_by_its_generations) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool mine = rv_id_pool_make(TAG), other = rv_id_pool_make(TAG + 0x10000);
    rv_id id = rv_id_pool_id(&other, rv_id_pool_add(&memory, &other));
    rv_id_pool_add(&memory, &mine);
    CHECK(rv_id_pool_find(&mine, id) == -1);
    rv_id_pool_free(&memory, &mine);
    rv_id_pool_free(&memory, &other);
}

TEST(a_slot_beyond_the_pool_is_not_found) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    rv_id_pool_reserve(&memory, &pool, 100);
    rv_id id = rv_id_pool_id(&pool, rv_id_pool_add(&memory, &pool));
    id.slot = 2;
    CHECK(rv_id_pool_find(&pool, id) == -1);
    id.slot = UINT32_MAX;
    CHECK(rv_id_pool_find(&pool, id) == -1);
    rv_id_pool_free(&memory, &pool);
}

TEST(generations_wrap_around_without_harm) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(0xfffe0001); // two before the end
    for (int i = 0; i < 4; i++) {
        int index = rv_id_pool_add(&memory, &pool);
        rv_id id = rv_id_pool_id(&pool, index);
        CHECK(id.generation == (uint16_t)(0xfffe + i));
        CHECK(rv_id_pool_find(&pool, id) == 0);
        rv_id_pool_remove(&pool, index);
        CHECK(rv_id_pool_find(&pool, id) == -1);
    }
    rv_id_pool_free(&memory, &pool);
}

TEST(a_reserved_pool_adds_without_allocating) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    CHECK(rv_id_pool_reserve(&memory, &pool, 50));
    uint64_t before = memory.allocation_count;
    for (int i = 0; i < 50; i++)
        CHECK(rv_id_pool_add(&memory, &pool) == i);
    CHECK(memory.allocation_count == before);
    rv_id_pool_free(&memory, &pool);
}

TEST(a_pool_without_memory_refuses_and_stays_as_it_was) {
    failing_allocator heap = {.fail_at = 2, .fail_all_after = true};
    rv_memory memory = rv_memory_make(failing_allocator_hooks(&heap));
    rv_id_pool pool = rv_id_pool_make(TAG);
    int added = 0;
    while (rv_id_pool_add(&memory, &pool) >= 0)
        added++;
    CHECK(added > 0 && pool.alive_count == added && pool.slots.count == added);
    CHECK(!rv_id_pool_reserve(&memory, &pool, 10 * added));
    for (int i = 0; i < added; i++)
        CHECK(rv_id_pool_find(&pool, rv_id_pool_id(&pool, i)) == i);
    // a freed slot needs no memory
    rv_id_pool_remove(&pool, 0);
    CHECK(rv_id_pool_add(&memory, &pool) == 0);
    rv_id_pool_free(&memory, &pool);
    CHECK(heap.live_blocks == 0 && heap.live_bytes == 0);
}

TEST(next_visits_what_lives_in_the_order_of_slots) {
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_id_pool pool = rv_id_pool_make(TAG);
    CHECK(rv_id_pool_next(&pool, 0).slot == 0);
    for (int i = 0; i < 4; i++)
        rv_id_pool_add(&memory, &pool);
    rv_id_pool_remove(&pool, 0);
    rv_id_pool_remove(&pool, 2);
    rv_id second = rv_id_pool_next(&pool, 0), last = rv_id_pool_next(&pool, second.slot);
    CHECK(rv_id_pool_find(&pool, second) == 1 && rv_id_pool_find(&pool, last) == 3);
    CHECK(rv_id_pool_next(&pool, last.slot).slot == 0);
    // behind what is gone, and behind all that there is
    CHECK(rv_id_pool_next(&pool, 3).slot == last.slot);
    CHECK(rv_id_pool_next(&pool, UINT32_MAX).slot == 0);
    rv_id_pool_free(&memory, &pool);
}
