// The order of a step: one table drives the loop, the timers, the report and the profile.
#include "step/step.h"

#include <math.h>
#include <string.h>

typedef struct stage {
    const char* name;
    const char* does;
    void (*world)(rv_step* step);                       // once per step
    void (*island)(rv_world* world, rv_island* island); // per island and substep
} stage;

static const stage STAGES[] = {
    {"inputs", "motor targets, user forces", rv_stage_inputs, NULL},
    {"islands", "connected parts; cached order and symbolic factorisation", rv_stage_islands, NULL},
    {"route", "where cables run: tangent points, wrap angles", NULL, rv_stage_route},
    {"forces", "gravity, gyroscopic term, damping, inertia", NULL, rv_stage_forces},
    {"rows", "joints, row sets, ports and cables", NULL, rv_stage_rows},
    {"solve", "factor, bounded rows, geometric-stiffness passes", NULL, rv_stage_solve},
    {"move", "poses, velocities", NULL, rv_stage_move},
    {"publish", "events, energies, report", rv_stage_publish, NULL},
};
enum { STAGE_COUNT = sizeof STAGES / sizeof *STAGES };

static double now(const rv_world* world) {
    return world->def.clock == NULL ? 0.0 : world->def.clock(world->def.clock_context);
}

typedef struct island_work {
    rv_world* world;
    int first, last; // stages
} island_work;

static void run_island(void* context, int item, int thread) {
    (void)thread;
    const island_work* work = context;
    rv_world* world = work->world;
    rv_island* island = &world->islands.data[item];
    memset(island->seconds, 0, sizeof island->seconds);
    // the system no longer fits an island that has lost a body: its step ends there
    for (island->substep = 0; island->substep < island->substeps && island->report.nonfinite == 0;
         island->substep++)
        for (int s = work->first; s < work->last; s++) {
            double start = now(world);
            STAGES[s].island(world, island);
            island->seconds[s] += now(world) - start;
        }
}

// island stages that follow each other run as one task per island
static int run_island_stages(rv_step* step, int first) {
    rv_world* world = step->world;
    int last = first;
    while (last < STAGE_COUNT && STAGES[last].island != NULL)
        last++;
    island_work work = {world, first, last};
    rv_pool_for(world->pool, world->island_count, run_island, &work);
    for (int s = first; s < last; s++)
        for (int i = 0; i < world->island_count; i++)
            world->seconds[s] += world->islands.data[i].seconds[s];
    return last;
}

rv_status rv_world_step(rv_world* world, double dt) {
    if (!RV_CHECK(world, isfinite(dt) && dt > 0.0,
                  "rv_world_step: dt = %g s: must be finite and > 0", dt)
        || !RV_CHECK(world, !world->stepping, "rv_world_step: not callable during a step"))
        return RV_STATUS_FAILED;
    rv_step step = {.world = world, .dt = dt};
    uint64_t allocations = world->memory.allocation_count;
    world->stepping = true;
    memset(world->seconds, 0, sizeof world->seconds);
    // a changed topology takes its memory before any input acts: a refused step changes nothing
    step.failed = !rv_islands_make(world);
    for (int s = 0; s < STAGE_COUNT && !step.failed;) {
        if (STAGES[s].island != NULL) {
            s = run_island_stages(&step, s);
            continue;
        }
        double start = now(world);
        STAGES[s].world(&step);
        world->seconds[s++] += now(world) - start;
    }
    world->stepping = false;
    world->report.allocations = world->memory.allocation_count - allocations;
    if (!RV_CHECK(world, !step.failed, "rv_world_step: out of memory"))
        return RV_STATUS_FAILED;
    return world->report.status;
}

int rv_world_stage_count(const rv_world* world) {
    (void)world;
    return STAGE_COUNT;
}

rv_stage_info rv_world_stage(const rv_world* world, int index) {
    if (index < 0 || index >= STAGE_COUNT)
        return (rv_stage_info){0};
    return (rv_stage_info){STAGES[index].name, STAGES[index].does, world->seconds[index]};
}
