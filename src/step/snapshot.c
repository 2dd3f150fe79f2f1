// Snapshots. A snapshot is the persistent part of the world, array by array;
// what is derived from it (islands, factorisations) is made anew after a restore, with the same
// bits.
#include "model/contact.h"
#include "model/form.h"
#include "model/solid.h"
#include "model/wave.h"
#include "step/step.h"

#include <string.h>

static const uint64_t SNAPSHOT_MAGIC = 0x31504e5356455652ull; // "RVEVSNP1" in memory order

typedef struct scalars {
    uint64_t magic;
    double time, work;
    uint64_t step_count, refined_at;
    rv_vec3 gravity;
    rv_energy energy;
    rv_report report;
    int nonfinite_total;
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

enum {
    BODY_PARTS = 7,
    CABLE_PARTS = 13,
    ROD_PARTS = 13,
    SOLID_PARTS = 6,
    TIE_PARTS = 4,
    CONTACT_PARTS = 3,
    PARTS = RV_WORLD_POOLS + BODY_PARTS + CABLE_PARTS + ROD_PARTS + SOLID_PARTS + TIE_PARTS
            + CONTACT_PARTS,
    PAIRS_PART = PARTS - CONTACT_PARTS
};

#define PART(array)                                                                                \
    { (void**)&(array).data, &(array).count, &(array).capacity, sizeof *(array).data }

static part* add_parts(part* at, const part* more, size_t count) {
    memcpy(at, more, count * sizeof *more);
    return at + count;
}

static part* add_bodies(part* at, rv_world* w) {
    const part ids[RV_WORLD_POOLS] = {
        PART(w->body_ids.slots),   PART(w->shape_ids.slots), PART(w->joint_ids.slots),
        PART(w->rows_ids.slots),   PART(w->port_ids.slots),  PART(w->cable_ids.slots),
        PART(w->suture_ids.slots), PART(w->solid_ids.slots), PART(w->tie_ids.slots)};
    const part bodies[BODY_PARTS] = {PART(w->sutures), PART(w->bodies),   PART(w->shapes),
                                     PART(w->joints),  PART(w->row_sets), PART(w->row_bodies),
                                     PART(w->ports)};
    return add_parts(add_parts(at, ids, RV_WORLD_POOLS), bodies, BODY_PARTS);
}

static part* add_cables(part* at, rv_world* w) {
    const part cables[CABLE_PARTS] = {
        PART(w->cables),          PART(w->cable_nodes),  PART(w->cable_lambda),
        PART(w->cable_row_state), PART(w->cable_bodies), PART(w->waves),
        PART(w->wave_values),     PART(w->strands),      PART(w->segment_body),
        PART(w->segment_length),  PART(w->links),        PART(w->link_lambda),
        PART(w->link_state)};
    return add_parts(at, cables, CABLE_PARTS);
}

static part* add_rods(part* at, rv_world* w) {
    const part rods[ROD_PARTS] = {PART(w->rods),        PART(w->rod_x),        PART(w->rod_v),
                                  PART(w->rod_mass),    PART(w->rod_length),   PART(w->rod_tension),
                                  PART(w->rod_bow),     PART(w->rod_listed),   PART(w->rod_share),
                                  PART(w->rod_rest),    PART(w->rod_contacts), PART(w->rod_seen),
                                  PART(w->rod_meetings)};
    return add_parts(at, rods, ROD_PARTS);
}

static void list_parts(rv_world* w, part parts[PARTS], rv_id_pool* pools[RV_WORLD_POOLS]) {
    const part solids[SOLID_PARTS] = {PART(w->solids),     PART(w->solid_x),
                                      PART(w->solid_v),    PART(w->solid_push),
                                      PART(w->solid_load), PART(w->soft_sites)};
    const part ties[TIE_PARTS] = {PART(w->ties), PART(w->tie_points), PART(w->tie_lambda),
                                  PART(w->tie_row_state)};
    const part contacts[CONTACT_PARTS] = {PART(w->pairs), PART(w->sites), PART(w->surface_laws)};
    rv_world_list_pools(w, pools);
    part* at = add_rods(add_cables(add_bodies(parts, w), w), w);
    at = add_parts(add_parts(at, solids, SOLID_PARTS), ties, TIE_PARTS);
    add_parts(at, contacts, CONTACT_PARTS);
}

size_t rv_world_snapshot_bytes(const rv_world* world) {
    part parts[PARTS];
    rv_id_pool* pools[RV_WORLD_POOLS];
    list_parts((rv_world*)world, parts, pools);
    size_t bytes = sizeof(scalars) + 2 * RV_WORLD_POOLS * sizeof(int32_t) + PARTS * sizeof(int);
    for (int i = 0; i < PARTS; i++)
        bytes += (size_t)*parts[i].count * parts[i].size;
    return bytes;
}

static void put(char** at, const void* from, size_t bytes) {
    if (bytes > 0)
        memcpy(*at, from, bytes);
    *at += bytes;
}

size_t rv_world_save(const rv_world* world, void* buffer, size_t bytes) {
    size_t needed = rv_world_snapshot_bytes(world);
    if (buffer == NULL || bytes < needed)
        return 0;
    part parts[PARTS];
    rv_id_pool* pools[RV_WORLD_POOLS];
    list_parts((rv_world*)world, parts, pools);
    scalars head;
    memset(&head, 0, sizeof head);
    head.magic = SNAPSHOT_MAGIC;
    head.time = world->time;
    head.work = world->work;
    head.step_count = world->step_count;
    head.refined_at = world->refined_at;
    head.gravity = world->def.gravity;
    head.energy = world->energy;
    head.report = world->report;
    head.nonfinite_total = world->nonfinite_total;
    head.forms_destroyed = world->forms_destroyed;
    head.world = world->body_ids.world;
    char* at = buffer;
    put(&at, &head, sizeof head);
    for (int i = 0; i < RV_WORLD_POOLS; i++) {
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
    size_t sum = sizeof(scalars) + 2 * RV_WORLD_POOLS * sizeof(int32_t) + PARTS * sizeof(int);
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
    world->work = head->work;
    world->step_count = head->step_count;
    world->refined_at = head->refined_at;
    world->def.gravity = head->gravity;
    world->energy = head->energy;
    world->report = head->report;
    world->nonfinite_total = head->nonfinite_total;
}

// room for all of it; says why not
static bool make_room(rv_world* world, const part* parts, const int* counts) {
    bool ok = rv_array_reserve(&world->memory, &world->shown, counts[PAIRS_PART]);
    for (int i = 0; ok && i < PARTS; i++) {
        if (parts[i].count == &world->solids.count)
            ok = rv_array_reserve(&world->memory, &world->solid_work, counts[i]);
        ok = ok
             && rv_array_grow(&world->memory, parts[i].data, *parts[i].count, parts[i].capacity,
                              counts[i], parts[i].size);
    }
    return RV_CHECK(world, ok, "rv_world_restore: out of memory");
}

// `at`: where the elements of the first part are
static bool solids_are_there(const rv_world* world, const part* parts, const int* counts,
                             const char* at) {
    int i = 0;
    for (; parts[i].count != &world->solids.count; i++)
        at += (size_t)counts[i] * parts[i].size;
    return rv_solids_are_there(world, at, counts[i]);
}

bool rv_world_restore(rv_world* world, const void* buffer, size_t bytes) {
    part parts[PARTS];
    rv_id_pool* pools[RV_WORLD_POOLS];
    list_parts(world, parts, pools);
    size_t fixed = sizeof(scalars) + 2 * RV_WORLD_POOLS * sizeof(int32_t) + PARTS * sizeof(int);
    const char* at = buffer;
    scalars head;
    int32_t links[2 * RV_WORLD_POOLS];
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
    for (int i = 0; i < RV_WORLD_POOLS; i++) {
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
