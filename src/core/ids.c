// Id pools: a free list threaded through the slots; the last freed slot is used first.
#include "core/ids.h"

rv_id_pool rv_id_pool_make(uint32_t tag) {
    uint16_t world = (uint16_t)(tag & 0xffffu);
    return (rv_id_pool){.first_free = -1,
                        .world = world == 0 ? 1 : world,
                        .first_generation = (uint16_t)(tag >> 16)};
}

bool rv_id_pool_reserve(rv_memory* memory, rv_id_pool* pool, int count) {
    return rv_array_reserve(memory, &pool->slots, count);
}

int rv_id_pool_add(rv_memory* memory, rv_id_pool* pool) {
    int index = pool->first_free;
    if (index < 0) {
        if (!rv_array_room(memory, &pool->slots))
            return -1;
        index = pool->slots.count++;
        pool->slots.data[index] = (rv_id_slot){.generation = pool->first_generation};
    } else {
        pool->first_free = pool->slots.data[index].next_free;
    }
    pool->slots.data[index].alive = 1;
    pool->alive_count++;
    return index;
}

void rv_id_pool_remove(rv_id_pool* pool, int index) {
    rv_id_slot* slot = &pool->slots.data[index];
    slot->alive = 0;
    slot->generation++;
    slot->next_free = pool->first_free;
    pool->first_free = index;
    pool->alive_count--;
}

rv_id rv_id_pool_id(const rv_id_pool* pool, int index) {
    return (rv_id){.slot = (uint32_t)index + 1,
                   .generation = pool->slots.data[index].generation,
                   .world = pool->world};
}

int rv_id_pool_find(const rv_id_pool* pool, rv_id id) {
    if (id.slot == 0 || id.slot > (uint32_t)pool->slots.count || id.world != pool->world)
        return -1;
    const rv_id_slot* slot = &pool->slots.data[id.slot - 1];
    return slot->alive && slot->generation == id.generation ? (int)(id.slot - 1) : -1;
}

rv_id rv_id_pool_next(const rv_id_pool* pool, uint32_t slot) {
    // slots count from 1: that of the last thing is the index behind it
    for (; slot < (uint32_t)pool->slots.count; slot++)
        if (pool->slots.data[slot].alive)
            return rv_id_pool_id(pool, (int)slot);
    return (rv_id){0};
}

void rv_id_pool_free(rv_memory* memory, rv_id_pool* pool) {
    rv_array_free(memory, &pool->slots);
}
