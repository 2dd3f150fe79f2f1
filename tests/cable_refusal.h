// A cable's definition that is fine, to be spoiled, and what creation says then: it changes nothing.
// The test that includes this says in `spoiled_def` what is fine.
#ifndef REEVE_CABLE_REFUSAL_H
#define REEVE_CABLE_REFUSAL_H

#include "cable_fixture.h"
#include "failing_allocator.h"

typedef struct rig {
    failing_allocator heap;
    rv_world* world;
    rv_body_id load, particle;
    rv_cable_node nodes[3];
    rv_vec3 line[3];
    rv_cable_def def;
} rig;

// a cable in the world besides, and the definition between the first two nodes of the rig
static rv_cable_def spoiled_def(rv_world* world, const rv_cable_node nodes[2]);

static inline void rig_make(rig* r) {
    *r = (rig){0};
    rv_world_def world = rv_world_def_default();
    world.allocator = failing_allocator_hooks(&r->heap);
    r->world = world_of(&world);
    r->load = add_unit(r->world, vec(1, 0, 0));
    r->particle = add_particle(r->world, 1.0, vec(1, 0, 0));
    r->nodes[0] = fixed_at(NO_BODY, vec(0, 0, 0));
    r->nodes[1] = fixed_at(r->load, vec(0, 0, 0));
    r->nodes[2] = fixed_at(NO_BODY, vec(2, 0, 0));
    r->line[1] = vec(0.5, 0.5, 0);
    r->line[2] = vec(1, 0, 0);
    r->def = spoiled_def(r->world, r->nodes);
}

static inline void check_refusal(rig* r, const char* text) {
    uint64_t hash = rv_world_hash(r->world), changes = rv_world_changes(r->world);
    int cables = rv_cable_count(r->world), bodies = rv_body_count(r->world);
    CHECK(rv_cable_create(r->world, &r->def).slot == 0);
    // room for its nodes may have been made
    size_t bytes = r->heap.live_bytes;
    CHECK(rv_cable_create(r->world, &r->def).slot == 0);
    CHECK_TEXT(rv_world_error(r->world), text);
    CHECK(rv_world_hash(r->world) == hash && rv_world_changes(r->world) == changes);
    CHECK(rv_cable_count(r->world) == cables && rv_body_count(r->world) == bodies);
    CHECK(r->heap.live_bytes == bytes);
    rv_world_destroy(r->world);
    CHECK(r->heap.live_blocks == 0);
}

// a rig, a change of it, and what creation says then
#define REFUSES(change_, text_)                                                                    \
    do {                                                                                           \
        rig r;                                                                                     \
        rig_make(&r);                                                                              \
        change_;                                                                                   \
        check_refusal(&r, text_);                                                                  \
    } while (0)

// Creates the cable, with every allocation refused once before; returns how many were. A refusal
// changes nothing.
static inline long create_at_every_allocation(rv_world* world, failing_allocator* heap,
                                              const rv_cable_def* def) {
    int cables = rv_cable_count(world), bodies = rv_body_count(world);
    for (long n = 1;; n++) {
        uint64_t hash = rv_world_hash(world);
        long failed = heap->failed;
        heap->fail_at = heap->calls + n;
        bool done = rv_cable_create(world, def).slot != 0;
        heap->fail_at = 0;
        CHECK(done == (heap->failed == failed));
        if (done)
            return n - 1;
        CHECK_TEXT(rv_world_error(world), "rv_cable_create: out of memory");
        CHECK(rv_world_hash(world) == hash);
        CHECK(rv_cable_count(world) == cables && rv_body_count(world) == bodies);
    }
}

#endif
