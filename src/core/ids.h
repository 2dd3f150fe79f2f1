// Id pools: slots with generations, so that a stale id or one of another world is recognised.
// A pool only hands out slot numbers; the things themselves lie in arrays indexed by slot.
#ifndef REEVE_CORE_IDS_H
#define REEVE_CORE_IDS_H

#include "core/memory.h"

// the common layout of rv_body_id, rv_joint_id, ...; slot 0 is never handed out as 0: slot = index
// + 1
typedef struct rv_id {
    uint32_t slot;
    uint16_t generation;
    uint16_t world;
} rv_id;

typedef struct rv_id_slot {
    uint16_t generation; // of the living thing, or of the next one
    uint8_t alive;
    int32_t next_free; // index of the next free slot, -1: none
} rv_id_slot;

typedef struct rv_id_pool {
    RV_ARRAY(rv_id_slot) slots;
    int32_t first_free; // -1: none
    int alive_count;
    uint16_t world; // never 0
    uint16_t first_generation;
} rv_id_pool;

// `tag` tells worlds apart: its low half marks the ids, its high half starts the generations
rv_id_pool rv_id_pool_make(uint32_t tag);
bool rv_id_pool_reserve(rv_memory* memory, rv_id_pool* pool, int count);
// index of the new thing in [0, slots.count), or -1 without memory
int rv_id_pool_add(rv_memory* memory, rv_id_pool* pool);
void rv_id_pool_remove(rv_id_pool* pool, int index);
rv_id rv_id_pool_id(const rv_id_pool* pool, int index);
// index of a living thing, or -1
int rv_id_pool_find(const rv_id_pool* pool, rv_id id);
// Visits what lives, by slots: the id of the first behind `slot`, which may be that of something gone, 0 to
// begin; the null id after the last.
rv_id rv_id_pool_next(const rv_id_pool* pool, uint32_t slot);
static inline bool rv_id_pool_alive(const rv_id_pool* pool, int index) {
    return pool->slots.data[index].alive != 0;
}
void rv_id_pool_free(rv_memory* memory, rv_id_pool* pool);

#endif
