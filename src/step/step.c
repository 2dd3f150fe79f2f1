// The order of a step: one table drives the loop, the timers, the report and the profile.
#include "step/step.h"

#include "model/family.h"

#include <math.h>
#include <string.h>

typedef struct stage {
    const char* name;
    const char* does;
    void (*world)(rv_step* step);                          // once per step
    void (*island)(rv_world* world, rv_island* island);    // per island and substep
    void (*cluster)(rv_world* world, rv_cluster* cluster); // per set of islands that touch
} stage;

static const stage STAGES[] = {
    {"adapt", "segments that come and go; memory for what has changed", .world = rv_stage_adapt},
    {"inputs", "motor targets, user forces, haptic tools", .world = rv_stage_inputs},
    {"pairs", "broad phase on swept bounds", .world = rv_stage_pairs},
    {"contacts", "narrow phase; sweeps of what is fast", .world = rv_stage_contacts},
    {"islands", "connected parts, what sleeps; cached order and symbolic factorisation",
     .world = rv_stage_islands},
    {"route", "where cables run: tangent points, wrap angles", .island = rv_stage_route},
    {"forces", "gravity, gyroscopic term, damping, inertia", .island = rv_stage_forces},
    {"rows", "joints, row sets, ports and cables", .island = rv_stage_rows},
    {"solve", "factor, impacts, contacts, bounded rows, geometric-stiffness passes",
     .cluster = rv_stage_solve},
    {"move", "poses, velocities", .island = rv_stage_move},
    {"stop", "holds what would have passed through something", .world = rv_stage_stop},
    {"publish", "events, energies, who rests, report, models for hands", .world = rv_stage_publish},
};
enum { STAGE_COUNT = sizeof STAGES / sizeof *STAGES };

static double now(const rv_world* world) {
    return world->def.clock == NULL ? 0.0 : world->def.clock(world->def.clock_context);
}

typedef struct cluster_work {
    rv_world* world;
    int first, last; // stages
    bool goes_first; // of clusters that do, or of the others
} cluster_work;

static void run_stage(rv_world* world, rv_cluster* cluster, int s) {
    const int32_t* islands = world->cluster_islands.data + cluster->first_island;
    double start = now(world);
    for (int k = 0; k < cluster->island_count && STAGES[s].island != NULL; k++)
        STAGES[s].island(world, &world->islands.data[islands[k]]);
    if (STAGES[s].cluster != NULL)
        STAGES[s].cluster(world, cluster);
    cluster->seconds[s] += now(world) - start;
}

static bool has_lost_a_body(const rv_world* world, const rv_cluster* cluster) {
    const int32_t* islands = world->cluster_islands.data + cluster->first_island;
    for (int k = 0; k < cluster->island_count; k++)
        if (world->islands.data[islands[k]].report.nonfinite > 0)
            return true;
    return false;
}

// A solution that was refused: the rest of the step in smaller parts, from the start of this substep.
static void take_in_parts(rv_world* world, rv_cluster* cluster) {
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        island->substep *= cluster->parts;
        island->substeps *= cluster->parts;
        island->h /= cluster->parts;
    }
}

static void run_substep(rv_world* world, rv_cluster* cluster, const cluster_work* work) {
    int s = work->first, impacts = cluster->impacts;
    while (s < work->last) {
        cluster->parts = 1;
        run_stage(world, cluster, s++);
        if (cluster->parts == 1)
            continue;
        take_in_parts(world, cluster);
        cluster->impacts = impacts;
        s = work->first;
    }
}

static void run_cluster(void* context, int item, int thread) {
    const cluster_work* work = context;
    rv_world* world = work->world;
    rv_cluster* cluster = &world->clusters.data[item];
    if (cluster->goes_first != work->goes_first)
        return;
    memset(cluster->seconds, 0, sizeof cluster->seconds);
    if (cluster->asleep)
        return;
    if (cluster->shares_scratch)
        cluster->first_scratch = (size_t)thread * world->shared_scratch;
    for (int k = 0; k < cluster->island_count; k++)
        rv_cluster_island(world, cluster, k)->substep = 0;
    const rv_island* first = rv_cluster_island(world, cluster, 0);
    // the system no longer fits an island that has lost a body: its step ends there
    while (first->substep < first->substeps && !has_lost_a_body(world, cluster)) {
        run_substep(world, cluster, work);
        for (int k = 0; k < cluster->island_count; k++)
            rv_cluster_island(world, cluster, k)->substep++;
    }
}

// stages of islands and clusters that follow each other run as one task per cluster
static int run_cluster_stages(rv_step* step, int first) {
    rv_world* world = step->world;
    int last = first;
    while (last < STAGE_COUNT && STAGES[last].world == NULL)
        last++;
    bool any = false;
    for (int i = 0; i < world->cluster_count; i++)
        any |= world->clusters.data[i].goes_first;
    // they push bodies that others have in their islands: those feel it in the same step
    cluster_work work = {world, first, last, true};
    if (any)
        rv_pool_for(world->pool, world->cluster_count, run_cluster, &work);
    rv_families_do(push_bodies, world);
    work.goes_first = false;
    rv_pool_for(world->pool, world->cluster_count, run_cluster, &work);
    for (int s = first; s < last; s++)
        for (int i = 0; i < world->cluster_count; i++)
            world->seconds[s] += world->clusters.data[i].seconds[s];
    return last;
}

// a refused step leaves everything as it was: what inputs and contacts have changed
static void keep_inputs(rv_world* world, bool restore) {
    rv_families_do(keep_rest, world, restore);
    for (int i = 0; i < world->bodies.count; i++) {
        rv_body* body = &world->bodies.data[i];
        rv_input* kept = &world->inputs.data[i];
        if (restore) {
            body->force = kept->force;
            body->torque = kept->torque;
            body->asleep = kept->asleep;
            body->rest_time = kept->rest_time;
        } else {
            *kept = (rv_input){body->force, body->torque, body->asleep, body->rest_time};
        }
    }
}

rv_status rv_world_step(rv_world* world, double dt) {
    rv_call_begin(world);
    if (!RV_CHECK(world, isfinite(dt) && dt > 0.0,
                  "rv_world_step: dt = %g s: must be finite and > 0", dt)
        || !RV_CHECK(world, dt <= RV_STEP_MAX,
                     "rv_world_step: dt = %g s: must be at most %g s (in seconds, 1/60 and not "
                     "16.7)",
                     dt, RV_STEP_MAX)
        || !RV_CHECK(world, !world->stepping, "rv_world_step: not callable during a step"))
        return RV_STATUS_FAILED;
    rv_step step = {.world = world, .dt = dt};
    uint64_t allocations = world->memory.allocation_count;
    world->stepping = true;
    memset(world->seconds, 0, sizeof world->seconds);
    for (int s = 0; s < STAGE_COUNT && !step.failed;) {
        if (STAGES[s].world == NULL) {
            s = run_cluster_stages(&step, s);
            continue;
        }
        // after "adapt" all of the topology is there: a step that is refused from then on changes
        // nothing
        if (s == 1) {
            keep_inputs(world, false);
            step.inputs_kept = true;
        }
        double start = now(world);
        STAGES[s].world(&step);
        world->seconds[s++] += now(world) - start;
    }
    if (step.failed && step.inputs_kept)
        keep_inputs(world, true);
    if (step.failed && step.contacts_swapped)
        rv_contacts_swap(world);
    world->stepping = false;
    world->report.allocations = world->memory.allocation_count - allocations;
    if (!RV_CHECK(world, !step.failed, "rv_world_step: out of memory"))
        return RV_STATUS_FAILED;
    // what a callback was refused is not the step's
    rv_call_begin(world);
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
