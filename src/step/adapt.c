// Stage "adapt": what changes the topology of cables before anything else happens in a step: cable
// that a winch, an eye or a pulley feeds to segments, how finely those and rods are divided, which
// model a cable has that chooses it, and which rods are near each other.
#include "model/rod.h"
#include "model/strand.h"
#include "step/step.h"

enum { STEPS_PER_MERGE = 15 }; // a changed topology costs its symbolic factorisation

static bool feed(rv_world* world, rv_strand* strand, double dt) {
    for (int side = 0; side < 2; side++) {
        if (strand->bridge[side] < 0)
            continue;
        int k = side == 0 ? 1 : strand->segment_count;
        if (world->bodies.data[rv_strand_bodies(world, strand)[k]].asleep)
            continue;
        if (!rv_strand_feed(world, strand, side, dt))
            return false;
        k = side == 0 ? 1 : strand->segment_count;
        const rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[k]];
        rv_proxy_refresh(world, body->first_shape);
    }
    return true;
}

// near[body] = 1: something touched it in the last step, or was about to
static bool mark_near(rv_world* world) {
    int n = world->bodies.count;
    // dividing them makes at most as many more, which are near nothing
    if (!rv_array_reserve(&world->memory, &world->near_bodies, 2 * n + 1))
        return false;
    for (int i = 0; i < world->near_bodies.capacity; i++)
        world->near_bodies.data[i] = 0;
    for (int i = 0; i < world->pairs.count; i++)
        for (int s = 0; s < 2 && world->pairs.data[i].count > 0; s++)
            world->near_bodies.data[world->pairs.data[i].body[s]] = 1;
    return true;
}

static bool any_adapts(const rv_world* world) {
    for (int i = 0; i < world->cables.count; i++)
        if (rv_id_pool_alive(&world->cable_ids, i)
            && (world->cables.data[i].model == RV_CABLE_AUTO
                || (world->cables.data[i].model == RV_CABLE_SEGMENTS
                    && (world->cables.data[i].strand_count == 0
                        || world->cables.data[i].segments.resolution == RV_CABLE_ADAPTIVE))))
            return true;
    return false;
}

static bool adapt_cables(rv_world* world, double dt) {
    bool merges = world->step_count % STEPS_PER_MERGE == 0;
    if (!any_adapts(world))
        return true;
    if (!mark_near(world))
        return false;
    for (int i = 0; i < world->cables.count; i++)
        if (rv_id_pool_alive(&world->cable_ids, i)
            && !rv_cable_choose_model(world, i, world->near_bodies.data, dt))
            return false;
    // there may be more bodies now
    if (!mark_near(world))
        return false;
    for (int i = 0; i < world->strands.count; i++) {
        rv_strand* strand = &world->strands.data[i];
        const rv_cable* cable = &world->cables.data[strand->cable];
        if (cable->segments.resolution == RV_CABLE_ADAPTIVE
            && !rv_strand_resolve(world, strand, world->near_bodies.data, merges))
            return false;
    }
    return true;
}

// edges of rods: nothing but their own systems changes
static bool adapt_rods(rv_world* world) {
    bool resized = false;
    for (int i = 0; i < world->rods.count; i++)
        if (rv_rod_adapts(world, &world->rods.data[i])) {
            rv_rod_adapt(world, i);
            resized |= world->rod_work.data[i]->resized;
        }
    return !resized || rv_islands_resize(world);
}

void rv_stage_adapt(rv_step* step) {
    rv_world* world = step->world;
    for (int i = 0; i < world->strands.count; i++)
        world->cables.data[world->strands.data[i].cable].used_up = false;
    for (int i = 0; i < world->strands.count && !step->failed; i++)
        step->failed = !feed(world, &world->strands.data[i], step->dt);
    step->failed = step->failed || !adapt_cables(world, step->dt);
    step->failed = step->failed || !rv_rods_meet(world, step->dt);
    // a changed topology takes its memory before any input acts
    step->failed = step->failed || !rv_islands_make(world) || !adapt_rods(world);
    step->failed = step->failed || !rv_cables_touch(world, step->dt) || !rv_islands_make(world);
}
