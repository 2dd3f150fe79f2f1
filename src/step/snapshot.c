// Snapshots. A snapshot is the persistent part of the world, array by array;
// what is derived from it (islands, factorisations) is made anew after a restore, with the same
// bits.
#include "model/contact.h"
#include "model/form.h"
#include "model/solid.h"
#include "model/world_arrays.h"
#include "step/step.h"

#include <string.h>

static const uint64_t SNAPSHOT_MAGIC = 0x31504e5356455652ull; // "RVEVSNP1" in memory order

typedef struct scalars {
    uint64_t magic;
    double time, work;
    uint64_t step_count, refined_at;
    rv_vec3 gravity;
    rv_energy energy;
    rv_ledger ledger;
    rv_energy_share share;
    rv_report report;
    double drawing;
    int nonfinite_total, settling;
    uint64_t forms_destroyed;
    uint16_t world;
} scalars;

// one array of the world: count, then elements; pools add their free list
typedef struct part {
    void** data;
    int* count;
    int* capacity;
    size_t size;
} part;

enum { POOLS = RV_WORLD_POOL_COUNT, PARTS = POOLS + RV_WORLD_KEPT_COUNT };

// slots of ids, then what has them
static void list_parts(rv_world* w, part parts[PARTS], rv_id_pool* pools[POOLS]) {
#define PART(array)                                                                                \
    {(void**)&w->array.data, &w->array.count, &w->array.capacity, sizeof *w->array.data},
#define SLOTS(pool) PART(pool.slots)
#define POOL(pool) &w->pool,
    const part all[PARTS] = {RV_WORLD_POOLS(SLOTS) RV_WORLD_KEPT(PART)};
    rv_id_pool* const all_pools[POOLS] = {RV_WORLD_POOLS(POOL)};
#undef PART
#undef SLOTS
#undef POOL
    memcpy(parts, all, sizeof all);
    memcpy(pools, all_pools, sizeof all_pools);
}

// where the list has this array
static int part_of(const part* parts, const int* count) {
    int i = 0;
    while (parts[i].count != count)
        i++;
    return i;
}

size_t rv_world_snapshot_bytes(const rv_world* world) {
    part parts[PARTS];
    rv_id_pool* pools[POOLS];
    list_parts((rv_world*)world, parts, pools);
    size_t bytes = sizeof(scalars) + 2 * POOLS * sizeof(int32_t) + PARTS * sizeof(int);
    for (int i = 0; i < PARTS; i++)
        bytes += (size_t)*parts[i].count * parts[i].size;
    return bytes;
}

static void put(char** at, const void* from, size_t bytes) {
    if (bytes > 0)
        memcpy(*at, from, bytes);
    *at += bytes;
}

size_t rv_world_save(const rv_world* saved, void* buffer, size_t bytes) {
    // the sentence is no part of the state that is saved
    rv_world* world = (rv_world*)saved;
    rv_call_begin(world);
    size_t needed = rv_world_snapshot_bytes(world);
    if (!RV_CHECK(world, buffer != NULL, "rv_world_save: buffer: must not be NULL")
        || !RV_CHECK(world, bytes >= needed,
                     "rv_world_save: bytes = %zu: must be at least %zu, as "
                     "rv_world_snapshot_bytes() tells",
                     bytes, needed))
        return 0;
    part parts[PARTS];
    rv_id_pool* pools[POOLS];
    list_parts(world, parts, pools);
    scalars head;
    memset(&head, 0, sizeof head);
    head.magic = SNAPSHOT_MAGIC;
    head.time = world->time;
    head.work = world->work;
    head.step_count = world->step_count;
    head.refined_at = world->refined_at;
    head.gravity = world->def.gravity;
    head.energy = world->energy;
    head.share = world->share;
    head.ledger = world->ledger;
    head.report = world->report;
    head.nonfinite_total = world->nonfinite_total;
    head.settling = world->settling;
    head.drawing = world->drawing;
    head.forms_destroyed = world->forms_destroyed;
    head.world = world->body_ids.world;
    char* at = buffer;
    put(&at, &head, sizeof head);
    for (int i = 0; i < POOLS; i++) {
        put(&at, &pools[i]->first_free, sizeof(int32_t));
        put(&at, &pools[i]->alive_count, sizeof(int32_t));
    }
    for (int i = 0; i < PARTS; i++)
        put(&at, parts[i].count, sizeof(int));
    for (int i = 0; i < PARTS; i++)
        put(&at, *parts[i].data, (size_t)*parts[i].count * parts[i].size);
    return needed;
}

static void get(const char** at, void* to, size_t bytes) {
    if (bytes > 0)
        memcpy(to, *at, bytes);
    *at += bytes;
}

// the counts must add up to the buffer's size, so that a cut or foreign buffer is refused
static bool counts_fit(const part* parts, const int* counts, size_t bytes) {
    size_t sum = sizeof(scalars) + 2 * POOLS * sizeof(int32_t) + PARTS * sizeof(int);
    for (int i = 0; i < PARTS; i++) {
        if (counts[i] < 0 || (size_t)counts[i] > bytes / parts[i].size)
            return false;
        sum += (size_t)counts[i] * parts[i].size;
    }
    return sum == bytes;
}

// how many shapes use each form
static void count_uses(rv_world* world) {
    for (int i = 0; i < world->forms.count; i++)
        world->forms.data[i].uses = 0;
    for (int i = 0; i < world->shapes.count; i++) {
        const rv_shape_def* def = &world->shapes.data[i].def;
        rv_form* form = rv_world_form(world, def->geometry);
        if (rv_id_pool_alive(&world->shape_ids, i) && def->type >= RV_SHAPE_HULL && form != NULL)
            form->uses++;
    }
}

static void restore_scalars(rv_world* world, const scalars* head) {
    world->time = head->time;
    world->work = world->work_published = head->work;
    world->step_count = head->step_count;
    world->refined_at = head->refined_at;
    world->def.gravity = head->gravity;
    world->energy = head->energy;
    world->share = head->share;
    world->ledger = head->ledger;
    world->settling = head->settling;
    world->drawing = head->drawing;
    world->report = head->report;
    world->nonfinite_total = head->nonfinite_total;
}

// room for all of it; says why not
static bool make_room(rv_world* world, const part* parts, const int* counts) {
    bool ok = rv_array_reserve(&world->memory, &world->shown,
                               counts[part_of(parts, &world->pairs.count)]);
    ok = ok
         && rv_array_reserve(&world->memory, &world->solid_work,
                             counts[part_of(parts, &world->solids.count)]);
    for (int i = 0; ok && i < PARTS; i++)
        ok = rv_array_grow(&world->memory, parts[i].data, *parts[i].count, parts[i].capacity,
                           counts[i], parts[i].size);
    return RV_CHECK(world, ok, "rv_world_restore: out of memory");
}

// `at`: where the elements of the first part are
static bool solids_are_there(const rv_world* world, const part* parts, const int* counts,
                             const char* at) {
    int solids = part_of(parts, &world->solids.count);
    for (int i = 0; i < solids; i++)
        at += (size_t)counts[i] * parts[i].size;
    return rv_solids_are_there(world, at, counts[solids]);
}

bool rv_world_restore(rv_world* world, const void* buffer, size_t bytes) {
    rv_call_begin(world);
    part parts[PARTS];
    rv_id_pool* pools[POOLS];
    list_parts(world, parts, pools);
    size_t fixed = sizeof(scalars) + 2 * POOLS * sizeof(int32_t) + PARTS * sizeof(int);
    const char* at = buffer;
    scalars head;
    int32_t links[2 * POOLS];
    int counts[PARTS];
    if (!RV_CHECK(world, !world->stepping, "rv_world_restore: not callable during a step")
        || !RV_CHECK(world, buffer != NULL && bytes >= fixed, "rv_world_restore: not a snapshot"))
        return false;
    get(&at, &head, sizeof head);
    get(&at, links, sizeof links);
    get(&at, counts, sizeof counts);
    if (!RV_CHECK(world,
                  head.magic == SNAPSHOT_MAGIC && head.world == world->body_ids.world
                      && counts_fit(parts, counts, bytes),
                  "rv_world_restore: not a snapshot of this world")
        || !RV_CHECK(world, head.forms_destroyed == world->forms_destroyed,
                     "rv_world_restore: a geometry has been destroyed since")
        || !RV_CHECK(world, solids_are_there(world, parts, counts, at),
                     "rv_world_restore: a solid has been destroyed since"))
        return false;
    if (!make_room(world, parts, counts))
        return false;
    for (int i = 0; i < PARTS; i++) {
        *parts[i].count = counts[i];
        get(&at, *parts[i].data, (size_t)counts[i] * parts[i].size);
    }
    for (int i = 0; i < POOLS; i++) {
        pools[i]->first_free = links[2 * i];
        pools[i]->alive_count = links[2 * i + 1];
    }
    rv_solids_drop_others(world);
    restore_scalars(world, &head);
    world->cable_events.count = world->suture_events.count = world->tie_events.count = 0;
    count_uses(world);
    rv_contacts_list(world);
    world->topology_changed = true;
    world->changes++;
    return true;
}
