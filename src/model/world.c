// The world: creation, settings, capacity and readers. Stepping is in src/step.
#include "model/family.h"
#include "model/form.h"
#include "model/pattern.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/world_arrays.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

rv_world_def rv_world_def_default(void) {
    return (rv_world_def){
        .gravity = {0.0, 0.0, -9.81},
        .stepper = RV_STEPPER_SPOOK,
        .relaxation = 2.0,
        .solver = RV_SOLVER_DIRECT,
        .iterations = 20,
        .compliance_floor = 1e-12,
        .geometric_stiffness =
            {.enabled = true, .gamma = 0.5, .delta = 0.2, .jump_delta = 0.1, .max_passes = 6},
        .substeps = {.min = 1, .max = 8},
        .contact = {.enabled = true,
                    .margin = 0.01,
                    .push_out_speed = 1.0,
                    .bounce_speed = 0.05,
                    .dense_rows = 400,
                    .tolerance = 1e-10,
                    .sweeps = 60,
                    .sweep_tolerance = 1e-4},
        .sleep = {.enabled = true, .speed = 0.005, .time = 0.5},
        .threads = 1,
        .magic = RV_DEF_MAGIC,
    };
}

static bool stiffness_is_valid(rv_error_text* e, const rv_geometric_stiffness* g) {
    return rv_error_check(e, g->gamma >= 0.25 && g->gamma <= 1.0,
                          "rv_world_def.geometric_stiffness.gamma = %g: must be in [0.25, 1]",
                          g->gamma)
           && rv_error_check(e, g->delta >= 0.0 && g->delta <= g->gamma,
                             "rv_world_def.geometric_stiffness.delta = %g: must be in [0, gamma]",
                             g->delta)
           && rv_error_check(
               e, g->jump_delta >= 0.0 && g->jump_delta <= g->gamma,
               "rv_world_def.geometric_stiffness.jump_delta = %g: must be in [0, gamma]",
               g->jump_delta)
           && rv_error_check(e, g->max_passes >= 1 && g->max_passes <= 20,
                             "rv_world_def.geometric_stiffness.max_passes = %d: must be in [1, 20]",
                             g->max_passes);
}

static bool contact_is_valid(rv_error_text* e, const rv_contact_settings* c) {
    return rv_error_check(e, isfinite(c->margin) && c->margin > 0.0,
                          "rv_world_def.contact.margin = %g m: must be finite and > 0", c->margin)
           && rv_error_check(e, c->push_out_speed > 0.0,
                             "rv_world_def.contact.push_out_speed = %g m/s: must be > 0",
                             c->push_out_speed)
           && rv_error_check(e, c->bounce_speed >= 0.0,
                             "rv_world_def.contact.bounce_speed = %g m/s: must be >= 0",
                             c->bounce_speed)
           && rv_error_check(e, c->dense_rows >= 0 && c->dense_rows <= 3000,
                             "rv_world_def.contact.dense_rows = %d: must be in [0, 3000]",
                             c->dense_rows)
           && rv_error_check(e, c->sweeps >= 1 && c->sweeps <= 100000,
                             "rv_world_def.contact.sweeps = %d: must be in [1, 100000]", c->sweeps)
           && rv_error_check(e, c->tolerance >= 1e-14 && c->tolerance <= 1.0,
                             "rv_world_def.contact.tolerance = %g: must be in [1e-14, 1]",
                             c->tolerance)
           && rv_error_check(e, c->sweep_tolerance >= 1e-14 && c->sweep_tolerance <= 1.0,
                             "rv_world_def.contact.sweep_tolerance = %g: must be in [1e-14, 1]",
                             c->sweep_tolerance);
}

static bool sleep_is_valid(rv_error_text* e, const rv_sleep* s) {
    return rv_error_check(e, isfinite(s->speed) && s->speed > 0.0,
                          "rv_world_def.sleep.speed = %g m/s: must be finite and > 0", s->speed)
           && rv_error_check(e, s->time >= 0.0, "rv_world_def.sleep.time = %g s: must be >= 0",
                             s->time);
}

static bool def_is_valid(rv_error_text* e, const rv_world_def* d) {
    rv_vec3 g = d->gravity;
    return rv_error_check(e, d->magic == RV_DEF_MAGIC,
                          "rv_world_def: start from rv_world_def_default()")
           && rv_error_check(e, rv_is_finite3(g),
                             "rv_world_def.gravity = (%g, %g, %g) m/s^2: must be finite", g.x, g.y,
                             g.z)
           && rv_error_check(e, d->stepper == RV_STEPPER_SPOOK || d->stepper == RV_STEPPER_SEED,
                             "rv_world_def.stepper = %d: must be an rv_stepper", (int)d->stepper)
           && rv_error_check(e, d->relaxation >= 0.0 && d->relaxation <= 100.0,
                             "rv_world_def.relaxation = %g steps: must be in [0, 100]",
                             d->relaxation)
           && rv_error_check(e, d->solver == RV_SOLVER_DIRECT || d->solver == RV_SOLVER_BLOCK_GS,
                             "rv_world_def.solver = %d: must be an rv_solver", (int)d->solver)
           && rv_error_check(e, d->iterations >= 1 && d->iterations <= 10000,
                             "rv_world_def.iterations = %d: must be in [1, 10000]", d->iterations)
           && rv_error_check(e, d->compliance_floor >= 1e-30 && d->compliance_floor <= 1e-3,
                             "rv_world_def.compliance_floor = %g: must be in [1e-30, 1e-3]",
                             d->compliance_floor)
           && stiffness_is_valid(e, &d->geometric_stiffness)
           && rv_error_check(e, d->substeps.min >= 1 && d->substeps.min <= 64,
                             "rv_world_def.substeps.min = %d: must be in [1, 64]", d->substeps.min)
           && rv_error_check(e, d->substeps.max >= d->substeps.min && d->substeps.max <= 64,
                             "rv_world_def.substeps.max = %d: must be in [min, 64]",
                             d->substeps.max)
           && contact_is_valid(e, &d->contact) && sleep_is_valid(e, &d->sleep)
           && rv_error_check(e, d->threads >= 1 && d->threads <= 64,
                             "rv_world_def.threads = %d: must be in [1, 64]", d->threads)
           && rv_error_check(e, (d->allocator.allocate == NULL) == (d->allocator.release == NULL),
                             "rv_world_def.allocator: give both functions or none");
}

// two live worlds have two addresses: mixed into 32 bits it marks their ids (core/ids.h)
static uint32_t world_tag(const rv_world* world) {
    uint64_t bits = (uint64_t)(uintptr_t)world;
    bits = (bits ^ (bits >> 33)) * 0xff51afd7ed558ccdull;
    return (uint32_t)(bits >> 32);
}

rv_world* rv_world_create(const rv_world_def* def, char* error, size_t error_bytes) {
    rv_error_text text = {{0}};
    rv_world* world = NULL;
    bool ok = rv_error_check(&text, def != NULL, "rv_world_def: must not be NULL")
              && def_is_valid(&text, def);
    if (ok) {
        rv_memory memory = rv_memory_make(def->allocator);
        world = rv_memory_allocate(&memory, sizeof *world);
        if (world != NULL) {
            memset(world, 0, sizeof *world);
            world->def = *def;
            world->memory = memory;
            world->pool = rv_pool_create(&world->memory, def->threads);
        }
        if (world != NULL && world->pool == NULL) {
            rv_memory_release(&world->memory, world, sizeof *world);
            world = NULL;
        }
        rv_error_check(&text, world != NULL, "rv_world_create: out of memory or threads");
    }
    if (error != NULL && error_bytes > 0)
        snprintf(error, error_bytes, "%s", text.text);
    if (world == NULL)
        return NULL;
    uint32_t tag = world_tag(world);
#define MAKE_POOL(pool) world->pool = rv_id_pool_make(tag);
    RV_WORLD_POOLS(MAKE_POOL)
    RV_WORLD_OTHER_POOLS(MAKE_POOL)
#undef MAKE_POOL
    rv_tree_clear(&world->tree);
    world->topology_changed = true;
    return world;
}

static void free_loose(rv_memory* m, rv_loose_rows* loose) {
    rv_array_free(m, &loose->rows);
    rv_array_free(m, &loose->references);
    rv_array_free(m, &loose->jacobian);
    rv_array_free(m, &loose->dof);
    rv_array_free(m, &loose->terms);
}

static void free_island(rv_memory* m, rv_island* island) {
    rv_array_free(m, &island->bodies);
    rv_array_free(m, &island->members);
    rv_array_free(m, &island->stiffness);
    rv_array_free(m, &island->bends);
    rv_array_free(m, &island->hung);
    rv_array_free(m, &island->bundles);
    rv_array_free(m, &island->rows);
    rv_array_free(m, &island->v);
    rv_array_free(m, &island->r);
    rv_array_free(m, &island->shift);
    rv_array_free(m, &island->row_jacobian);
    rv_array_free(m, &island->speed);
    rv_array_free(m, &island->turned);
    rv_array_free(m, &island->turning);
    rv_array_free(m, &island->mobility);
    rv_array_free(m, &island->reached);
    free_loose(m, &island->mobility_rows);
    rv_kkt_free(m, &island->kkt);
    rv_gs_free(m, &island->gs);
}

// what lies in memory of its own
static void free_parts(rv_memory* m, rv_world* world) {
    for (int i = 0; i < world->haptics.count; i++)
        if (rv_id_pool_alive(&world->haptic_ids, i))
            world->free_haptic(m, world->haptics.data[i]);
    for (int i = 0; i < world->islands.count; i++)
        free_island(m, &world->islands.data[i]);
    for (int i = 0; i < world->forms.count; i++)
        if (rv_id_pool_alive(&world->form_ids, i))
            rv_form_free(m, &world->forms.data[i]);
    rv_families_do(free_parts, world);
    rv_pattern_free(m, &world->pattern);
    rv_tree_free(m, &world->tree);
}

void rv_world_destroy(rv_world* world) {
    if (world == NULL)
        return;
    rv_memory* m = &world->memory;
    rv_pool_destroy(m, world->pool);
    free_parts(m, world);
#define FREE_ARRAY(array) rv_array_free(m, &world->array);
    RV_WORLD_KEPT(FREE_ARRAY)
    RV_WORLD_DERIVED(FREE_ARRAY)
#undef FREE_ARRAY
#define FREE_POOL(pool) rv_id_pool_free(m, &world->pool);
    RV_WORLD_POOLS(FREE_POOL)
    RV_WORLD_OTHER_POOLS(FREE_POOL)
#undef FREE_POOL
    rv_memory memory = world->memory;
    rv_memory_release(&memory, world, sizeof *world);
}

const char* rv_world_error(const rv_world* world) {
    return world->error.text;
}

double rv_world_time(const rv_world* world) {
    return world->time;
}

uint64_t rv_world_step_count(const rv_world* world) {
    return world->step_count;
}

uint64_t rv_world_changes(const rv_world* world) {
    return world->changes;
}

rv_vec3 rv_world_gravity(const rv_world* world) {
    return world->def.gravity;
}

bool rv_world_set_gravity(rv_world* world, rv_vec3 gravity) {
    rv_call_begin(world);
    if (!RV_CHECK(world, rv_is_finite3(gravity),
                  "rv_world_set_gravity: (%g, %g, %g) m/s^2: must be finite", gravity.x, gravity.y,
                  gravity.z))
        return false;
    bool same = memcmp(&world->def.gravity, &gravity, sizeof gravity) == 0;
    world->def.gravity = gravity;
    if (!same) {
        rv_world_disturb(world);
        rv_world_wake_all(world);
    }
    return true;
}

rv_report rv_world_report(const rv_world* world) {
    return world->report;
}

// removes the things of one kind that stand on a body; from the last on, because those behind one
// that goes may move up
static void remove_attached(rv_world* world, const rv_constraint_class* class, int body) {
    for (int i = class->capacity(world) - 1; i >= 0; i--) {
        if (i >= class->capacity(world) || !class->is_alive(world, i))
            continue;
        const int32_t* bodies;
        bool stands = false;
        for (int k = class->bodies(world, i, &bodies); k > 0; k--)
            stands |= bodies[k - 1] == body;
        if (stands)
            class->remove(world, i);
    }
}

void rv_world_remove_attached(rv_world* world, int body) {
    rv_families_do(leave_body, world, body);
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        if (class->remove != NULL)
            remove_attached(world, class, body);
    }
}

rv_motion rv_motion_of(const rv_world* world, const rv_island* island, int32_t index) {
    if (index < 0)
        return (rv_motion){.q = rv_quat_identity(), .R = rv_mat3_identity()};
    const rv_body* body = &world->bodies.data[index];
    rv_motion m = {.x = body->x, .v = body->v, .w = body->w, .q = body->q, .R = body->R};
    if (body->type == RV_BODY_STATIC || body->frozen)
        m.v = m.w = (rv_vec3){0, 0, 0};
    // other islands may look at a moved body too: it stays put until all are done
    if (body->type == RV_BODY_KINEMATIC && island != NULL && island->substep > 0) {
        double t = island->substep * island->h;
        m.x = rv_vec3_mul_add(m.x, t, m.v);
        m.q = rv_quat_mul(rv_quat_exp(rv_vec3_scale(m.w, t)), m.q);
        m.R = rv_quat_to_mat3(m.q);
    }
    return m;
}
