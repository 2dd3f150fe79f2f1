// Deformable solids: see solids.h. The clip is validation's, of suite "duriez_2004".
#include "bench/solids.h"

#include "validation/duriez_2004_collision.h"
#include "validation/duriez_2004_engine.h"
#include "validation/duriez_2004_ticks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// --- complementarity problems --------------------------------------------------------------------

enum { PROBLEMS = 64 };

typedef struct lcp_set {
    duriez_lcp problems[PROBLEMS];
    int count, next, iterations, solves;
} lcp_set;

// the rows whose nodes are within 0.7 mm of the tube: as many as a faceted one gives
static bool keep_near(const duriez_snap* snap, double y, duriez_lcp* kept) {
    int row[256], n = snap->rows, count = 0;
    for (int r = 0; r < n && count < 256; r++) {
        rv_vec3 at = rv_vec3_add(snap->clip->X[snap->node[r]], snap->u[snap->node[r]]);
        double away = rv_vec3_length(rv_vec3_make(at.x, at.y - y, 0.0)) - DURIEZ_TUBE;
        if (away < 7e-4)
            row[count++] = r;
    }
    if (!duriez_lcp_make(kept, count))
        return false;
    kept->n = count;
    for (int i = 0; i < count; i++) {
        kept->q[i] = snap->lcp.q[row[i]];
        for (int j = 0; j < count; j++)
            kept->W[i * count + j] = snap->lcp.W[row[i] * n + row[j]];
    }
    duriez_lcp_solve_cold(kept, rv_lcp_solve);
    return true;
}

static bool collect(lcp_set* set) {
    duriez_clip clip;
    duriez_snap snap = {0};
    rv_clip_shape shape = rv_clip_shape_default();
    bool good = duriez_clip_make(&clip, &shape, 1, DURIEZ_YOUNG)
                && duriez_snap_make(&snap, &clip, DURIEZ_TUBE);
    for (int k = 0; good && k < PROBLEMS; k++) {
        double y = -12.7e-3 + k * 12.3e-3 / PROBLEMS;
        duriez_snap_move(&snap, rv_vec3_make(0.0, y, 0.0));
        good = keep_near(&snap, y, &set->problems[k]);
        set->count += good;
    }
    duriez_snap_free(&snap);
    duriez_clip_free(&clip);
    return good;
}

bool solid_lcp(bench_context* context) {
    rv_world_def def = bench_world_def(context);
    context->h = 1e-3;
    context->world = rv_world_create(&def, NULL, 0);
    context->extra = calloc(1, sizeof(lcp_set));
    return context->world != NULL && context->extra != NULL && collect(context->extra);
}

void solid_lcp_step(bench_context* context) {
    lcp_set* set = context->extra;
    duriez_lcp* lcp = &set->problems[set->next];
    set->next = (set->next + 1) % set->count;
    const solid_lcp_def* def = context->def;
    rv_lcp_result result =
        def->warm ? duriez_lcp_solve(lcp, rv_lcp_solve) : duriez_lcp_solve_cold(lcp, rv_lcp_solve);
    set->iterations += result.iterations;
    set->solves++;
}

void solid_lcp_destroy(bench_context* context) {
    lcp_set* set = context->extra;
    for (int k = 0; set != NULL && k < PROBLEMS; k++)
        duriez_lcp_free(&set->problems[k]);
    free(set);
    rv_world_destroy(context->world);
}

void solid_lcp_note(const bench_context* context, char* buffer, size_t bytes) {
    const lcp_set* set = context->extra;
    int least = set->problems[0].n, most = least;
    double error = 0.0;
    for (int k = 0; k < set->count; k++) {
        least = set->problems[k].n < least ? set->problems[k].n : least;
        most = set->problems[k].n > most ? set->problems[k].n : most;
        error = duriez_lcp_error(&set->problems[k]) > error ? duriez_lcp_error(&set->problems[k])
                                                            : error;
    }
    snprintf(buffer, bytes, "%d problems of %d to %d rows, %.1f iterations, error %.0e at most",
             set->count, least, most, (double)set->iterations / set->solves, error);
}

// --- ticks of a hand -----------------------------------------------------------------------------

enum { MODELS = 62, TICKS = 10 };
static const double START = -12.7e-3, UPDATE = 2e-4; // [m]

typedef struct tick_set {
    rv_memory memory;
    rv_haptic_model models[MODELS];
    rv_haptic_contacts contacts;
    int count; // of models
    long next; // ticks so far
    long iterations, points, cut;
    double shortest[MODELS * TICKS]; // time of every tick, the least of all rounds [s]
} tick_set;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool collect_models(tick_set* set, double friction) {
    duriez_clip clip;
    duriez_snap snap = {0};
    rv_clip_shape shape = rv_clip_shape_default();
    bool good = duriez_clip_make(&clip, &shape, 1, DURIEZ_YOUNG)
                && duriez_snap_make(&snap, &clip, DURIEZ_TUBE);
    for (int k = 0; good && k < MODELS; k++) {
        good = rv_haptic_model_make(&set->memory, &set->models[k], DURIEZ_POINTS);
        set->count++;
        if (!good)
            break;
        duriez_snap_move(&snap, rv_vec3_make(0.0, START + k * UPDATE, 0.0));
        duriez_publish(&set->models[k], &snap, START + k * UPDATE);
        set->models[k].sequence = (uint64_t)k + 1;
        for (int i = 0; i < set->models[k].count; i++)
            set->models[k].points[i].friction = friction;
    }
    duriez_snap_free(&snap);
    duriez_clip_free(&clip);
    return good;
}

bool solid_tick(bench_context* context) {
    const solid_tick_def* def = context->def;
    rv_world_def world_def = bench_world_def(context);
    tick_set* set = context->extra = calloc(1, sizeof *set);
    context->h = 1e-3;
    context->world = rv_world_create(&world_def, NULL, 0);
    if (set == NULL)
        return false;
    set->memory = rv_memory_make((rv_allocator){0});
    bool good = rv_haptic_contacts_make(&set->memory, &set->contacts, DURIEZ_POINTS);
    set->contacts.rule = def->frozen ? RV_HAPTIC_FROZEN : RV_HAPTIC_SOLVE;
    set->contacts.max_travel = UPDATE;
    return collect_models(set, def->friction) && good;
}

void solid_tick_step(bench_context* context) {
    tick_set* set = context->extra;
    int model = (int)(set->next / TICKS % set->count), tick = (int)(set->next % TICKS);
    double y = START + model * UPDATE + tick * UPDATE / TICKS, start = now();
    // every round begins alike, and so does the same
    if (model == 0 && tick == 0)
        rv_haptic_contacts_drop(&set->contacts);
    if (tick == 0)
        rv_haptic_contacts_take(&set->contacts, &set->models[model]);
    rv_haptic_question question = {
        .free = duriez_clip_at(y), .dt = 1e-3, .work = RV_HAPTIC_TICK_WORK};
    rv_haptic_answer answer = rv_haptic_contacts_solve(&set->contacts, &question);
    double took = now() - start, *shortest = &set->shortest[model * TICKS + tick];
    *shortest = *shortest == 0.0 || took < *shortest ? took : *shortest;
    set->iterations += answer.iterations;
    set->cut += answer.cut;
    set->points += set->models[model].count;
    set->next++;
}

void solid_tick_destroy(bench_context* context) {
    tick_set* set = context->extra;
    if (set != NULL) {
        for (int k = 0; k < set->count; k++)
            rv_haptic_model_free(&set->memory, &set->models[k], DURIEZ_POINTS);
        rv_haptic_contacts_free(&set->memory, &set->contacts);
    }
    free(set);
    rv_world_destroy(context->world);
}

void solid_tick_note(const bench_context* context, char* buffer, size_t bytes) {
    const tick_set* set = context->extra;
    double longest = 0.0;
    for (int k = 0; k < MODELS * TICKS; k++)
        longest = set->shortest[k] > longest ? set->shortest[k] : longest;
    snprintf(
        buffer, bytes,
        "%.0f points near and %.1f iterations a tick, in the mean; the dearest tick takes %.1f us "
        "at best, %.2f %% are cut short",
        (double)set->points / set->next, (double)set->iterations / set->next, 1e6 * longest,
        100.0 * (double)set->cut / set->next);
}

// --- collision -----------------------------------------------------------------------------------

typedef struct collision_set {
    duriez_collision collision;
    long next, touches;
} collision_set;

bool solid_collision(bench_context* context) {
    const solid_collision_def* def = context->def;
    rv_world_def world_def = bench_world_def(context);
    rv_clip_shape shape = rv_clip_shape_default();
    collision_set* set = context->extra = calloc(1, sizeof *set);
    duriez_clip clip;
    context->h = 1e-3;
    context->world = rv_world_create(&world_def, NULL, 0);
    if (set == NULL || !duriez_clip_make(&clip, &shape, 1, DURIEZ_YOUNG))
        return false;
    bool good = duriez_collision_make(&set->collision, &clip, def->facets);
    duriez_clip_free(&clip);
    return good;
}

void solid_collision_step(bench_context* context) {
    collision_set* set = context->extra;
    set->touches += duriez_collision_find(&set->collision, (int)(set->next++ % DURIEZ_PLACES));
}

void solid_collision_destroy(bench_context* context) {
    collision_set* set = context->extra;
    if (set != NULL)
        duriez_collision_free(&set->collision);
    free(set);
    rv_world_destroy(context->world);
}

void solid_collision_note(const bench_context* context, char* buffer, size_t bytes) {
    const collision_set* set = context->extra;
    snprintf(buffer, bytes, "%d and %d triangles, %.0f places that touch in the mean",
             set->collision.surface.triangle_count, set->collision.mesh.triangles.count / 3,
             (double)set->touches / (double)set->next);
}

// --- whole steps ---------------------------------------------------------------------------------

static const double SPEED = 0.02; // [m/s]

typedef struct clip_run {
    duriez_engine engine;
    double way; // +1: onto the tube, -1: off it
    long steps, contacts;
    int most;
} clip_run;

bool solid_clip(bench_context* context) {
    const solid_clip_def* def = context->def;
    clip_run* run = context->extra = calloc(1, sizeof *run);
    duriez_engine_def engine = {.model = def->model,
                                .order = def->order,
                                .friction = def->friction,
                                .speed = SPEED,
                                .allocator = bench_world_def(context).allocator};
    context->h = 1e-3;
    if (run == NULL || !duriez_engine_make(&run->engine, &engine, NULL))
        return false;
    run->way = 1.0;
    context->world = run->engine.world;
    return true;
}

// to and fro between the first contact and the seat
void solid_clip_step(bench_context* context) {
    clip_run* run = context->extra;
    double y = duriez_engine_place(&run->engine);
    if ((run->way > 0.0 && y > -5e-4) || (run->way < 0.0 && y < -12.7e-3)) {
        run->way = -run->way;
        rv_body_set_velocity(context->world, run->engine.handle,
                             rv_vec3_make(0.0, -run->way * SPEED, 0.0));
    }
    rv_world_step(context->world, context->h);
    int count = rv_world_solid_contact_count(context->world);
    run->contacts += count;
    run->most = count > run->most ? count : run->most;
    run->steps++;
}

void solid_clip_destroy(bench_context* context) {
    clip_run* run = context->extra;
    if (run != NULL)
        duriez_engine_free(&run->engine);
    free(run);
}

void solid_clip_note(const bench_context* context, char* buffer, size_t bytes) {
    const clip_run* run = context->extra;
    snprintf(buffer, bytes, "%.0f contacts in the mean, %d at most",
             (double)run->contacts / (double)run->steps, run->most);
}
