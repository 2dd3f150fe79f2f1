// Haptic tools: creation and their rules, and what the thread that ticks calls.
#include "step/haptic.h"

#include "model/rod.h"
#include "solve/dense.h"
#include "step/step.h"

#include <string.h>

rv_haptic_def rv_haptic_def_default(void) {
    return (rv_haptic_def){.stiffness = 3000.0,
                           .damping = 6.0,
                           .angular_stiffness = 5.0,
                           .angular_damping = 0.01,
                           .mass = 0.15,
                           .inertia = 2.5e-4,
                           .contact_stiffness = 1000.0,
                           .period = 1e-3,
                           .near = 5e-4,
                           .max_points = 32,
                           .max_travel = 2.5e-4,
                           .max_force = 10.0,
                           .max_torque = 0.5,
                           .max_force_rate = 5000.0,
                           .max_torque_rate = 250.0,
                           .stale = 0.1,
                           .soft_start = 0.1,
                           .passivity = true,
                           .energy_allowance = 1e-3,
                           .passivity_damping = 10.0,
                           .scale = 1.0,
                           .force_scale = 1.0,
                           .workspace = rv_pose_identity(),
                           .magic = RV_DEF_MAGIC};
}

// --- rules ------------------------------------------------------------------------------------------

typedef struct number_rule {
    const char *name, *unit;
    double value;
    bool may_be_zero, may_be_infinite;
} number_rule;

static bool numbers_are_valid(rv_world* w, const rv_haptic_def* d) {
    const number_rule rules[] = {
        {"stiffness", "N/m", d->stiffness, false, false},
        {"damping", "N s/m", d->damping, true, false},
        {"angular_stiffness", "N m/rad", d->angular_stiffness, false, false},
        {"angular_damping", "N m s/rad", d->angular_damping, true, false},
        {"mass", "kg", d->mass, false, false},
        {"inertia", "kg m^2", d->inertia, false, false},
        {"contact_stiffness", "N/m", d->contact_stiffness, false, false},
        {"near", "m", d->near, true, false},
        {"max_travel", "m", d->max_travel, false, false},
        {"max_force", "N", d->max_force, false, false},
        {"max_torque", "N m", d->max_torque, false, false},
        {"max_force_rate", "N/s", d->max_force_rate, false, true},
        {"max_torque_rate", "N m/s", d->max_torque_rate, false, true},
        {"stale", "s", d->stale, false, false},
        {"soft_start", "s", d->soft_start, true, false},
        {"energy_allowance", "J", d->energy_allowance, true, false},
        {"passivity_damping", "N s/m", d->passivity_damping, true, false},
        {"scale", "m/m", d->scale, false, false},
        {"force_scale", "N/N", d->force_scale, false, false},
    };
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        const number_rule* r = &rules[k];
        bool ok = (r->value > 0.0 || (r->may_be_zero && r->value == 0.0))
                  && (r->may_be_infinite || isfinite(r->value));
        if (!RV_CHECK(w, ok, "rv_haptic_def.%s = %g %s: must be %s%s 0", r->name, r->value, r->unit,
                      r->may_be_infinite ? "" : "finite and ", r->may_be_zero ? ">=" : ">"))
            return false;
    }
    return true;
}

static bool choices_are_valid(rv_world* w, const rv_haptic_def* d) {
    rv_quat q = d->workspace.rotation;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return RV_CHECK(w, d->coupling == RV_HAPTIC_ADMITTANCE || d->coupling == RV_HAPTIC_IMPEDANCE,
                    "rv_haptic_def.coupling = %d: must be an rv_haptic_coupling", (int)d->coupling)
           && RV_CHECK(w, d->rule >= RV_HAPTIC_SOLVE && d->rule <= RV_HAPTIC_HOLD,
                       "rv_haptic_def.rule = %d: must be an rv_haptic_rule", (int)d->rule)
           && RV_CHECK(w, d->period >= 1e-4 && d->period <= 0.02,
                       "rv_haptic_def.period = %g s: must be in [1e-4, 0.02]", d->period)
           && RV_CHECK(w, d->max_points >= 1 && d->max_points <= RV_HAPTIC_POINTS_MAX,
                       "rv_haptic_def.max_points = %d: must be in [1, %d]", d->max_points,
                       RV_HAPTIC_POINTS_MAX)
           && RV_CHECK(w, rv_is_finite3(d->workspace.position) && fabs(length - 1.0) <= 1e-6,
                       "rv_haptic_def.workspace: must be finite with a rotation of length 1");
}

static bool tool_is_valid(rv_world* w, const rv_haptic_def* d) {
    const rv_body* body = rv_world_body(w, d->body);
    if (!RV_CHECK(w, body != NULL, "rv_haptic_def.body: no such body")
        || !RV_CHECK(w, body->type == RV_BODY_KINEMATIC && body->kind == RV_BODY_RIGID,
                     "rv_haptic_def.body: must be kinematic and rigid"))
        return false;
    for (int i = 0; i < w->haptics.count; i++)
        if (rv_id_pool_alive(&w->haptic_ids, i)
            && !RV_CHECK(w, rv_world_body(w, w->haptics.data[i]->def.body) != body,
                         "rv_haptic_def.body: has a haptic already"))
            return false;
    return true;
}

static bool rod_is_valid(rv_world* w, const rv_haptic_def* d) {
    const rv_cable* cable = rv_world_cable(w, d->cable);
    if (!RV_CHECK(w, d->body.slot == 0, "rv_haptic_def.body: must be null where a cable is held")
        || !RV_CHECK(w, cable != NULL, "rv_haptic_def.cable: no such cable")
        || !RV_CHECK(w, cable->rod_count > 0, "rv_haptic_def.cable: must be a rod")
        || !RV_CHECK(w, d->hand >= 0 && d->hand < RV_CABLE_GRIPS,
                     "rv_haptic_def.hand = %d: must be in [0, %d]", d->hand, RV_CABLE_GRIPS - 1))
        return false;
    double length = rv_rods_length(w, cable);
    bool is_free = isnan(rv_cable_grip_point(w, d->cable, d->hand).x);
    return RV_CHECK(w, is_free, "rv_haptic_def.hand = %d: holds something already", d->hand)
           && RV_CHECK(w, d->at >= 0.0 && d->at <= length,
                       "rv_haptic_def.at = %g m: must be in [0, %g]", d->at, length);
}

static bool def_is_valid(rv_world* w, const rv_haptic_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_haptic_def: start from rv_haptic_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_haptic_create: not callable during a step")
           && (rv_haptic_holds_rod(d) ? rod_is_valid(w, d) : tool_is_valid(w, d))
           && choices_are_valid(w, d) && numbers_are_valid(w, d);
}

// --- memory -----------------------------------------------------------------------------------------

static int rows_max(const rv_haptic_def* def) {
    return 3 * def->max_points + RV_HAPTIC_SUPPORTS_MAX;
}

static void free_haptic(rv_memory* memory, rv_haptic* haptic) {
    size_t n = (size_t)rows_max(&haptic->def);
    for (int k = 0; k < RV_TRIPLE_SLOTS; k++)
        rv_haptic_model_free(memory, &haptic->models[k], haptic->def.max_points);
    rv_haptic_core_free(memory, &haptic->core);
    rv_memory_release(memory, haptic->sides,
                      (size_t)haptic->def.max_points * sizeof *haptic->sides);
    rv_memory_release(memory, haptic->response, n * n * sizeof(double));
    rv_memory_release(memory, haptic->places,
                      (size_t)haptic->def.max_points * sizeof *haptic->places);
    rv_memory_release(memory, haptic->place_points,
                      (size_t)haptic->def.max_points * sizeof *haptic->place_points);
    rv_memory_release(memory, haptic->sum, n * n * sizeof(double));
    rv_memory_release(memory, haptic->scratch, haptic->scratch_bytes);
    rv_array_free(memory, &haptic->rows.rows);
    rv_array_free(memory, &haptic->rows.references);
    rv_array_free(memory, &haptic->rows.jacobian);
    rv_array_free(memory, &haptic->rows.dof);
    rv_memory_release(memory, haptic, sizeof *haptic);
}

static rv_haptic* make_haptic(rv_memory* memory, const rv_haptic_def* def, rv_pose tool) {
    rv_haptic* h = rv_memory_allocate(memory, sizeof *h);
    if (h == NULL)
        return NULL;
    memset(h, 0, sizeof *h);
    h->def = *def;
    atomic_init(&h->engaged, true);
    rv_triple_init(&h->to_tick);
    rv_triple_init(&h->to_world);
    int rows = rows_max(def);
    size_t n = (size_t)rows;
    bool room = rv_haptic_core_make(memory, &h->core, def, tool);
    for (int k = 0; k < RV_TRIPLE_SLOTS && room; k++)
        room = rv_haptic_model_make(memory, &h->models[k], def->max_points);
    h->sides = rv_memory_allocate(memory, (size_t)def->max_points * sizeof *h->sides);
    h->response = rv_memory_allocate(memory, n * n * sizeof(double));
    h->places = rv_memory_allocate(memory, (size_t)def->max_points * sizeof *h->places);
    h->place_points = rv_memory_allocate(memory, (size_t)def->max_points * sizeof *h->place_points);
    h->sum = rv_memory_allocate(memory, n * n * sizeof(double));
    size_t support = sizeof(int) + sizeof(double);
    h->scratch_bytes = rv_ldl_bytes(RV_HAPTIC_SUPPORTS_MAX) + RV_HAPTIC_SUPPORTS_MAX * support + 64;
    h->scratch = rv_memory_allocate(memory, h->scratch_bytes);
    room = room && h->sides && h->response && h->places && h->place_points && h->sum && h->scratch
           && rv_array_reserve(memory, &h->rows.rows, rows)
           && rv_array_reserve(memory, &h->rows.references, 2 * rows)
           && rv_array_reserve(memory, &h->rows.jacobian, 12 * rows)
           && rv_array_reserve(memory, &h->rows.dof, 3);
    if (room)
        return h;
    free_haptic(memory, h);
    return NULL;
}

// --- of the world -----------------------------------------------------------------------------------

rv_haptic* rv_world_haptic(const rv_world* world, rv_haptic_id id) {
    int index = rv_id_pool_find(&world->haptic_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : world->haptics.data[index];
}

rv_haptic_id rv_haptic_create(rv_world* world, const rv_haptic_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_haptic_id){0};
    int capacity = world->haptic_ids.slots.count + 1;
    bool room = rv_id_pool_reserve(&world->memory, &world->haptic_ids, capacity)
                && rv_array_reserve(&world->memory, &world->haptics, capacity);
    bool holds_rod = rv_haptic_holds_rod(def);
    rv_pose tool = holds_rod ? rv_pose_identity() : rv_body_pose(world, def->body);
    rv_haptic* haptic = room ? make_haptic(&world->memory, def, tool) : NULL;
    if (!RV_CHECK(world, haptic != NULL, "rv_haptic_create: out of memory"))
        return (rv_haptic_id){0};
    if (holds_rod && !rv_haptic_take_rod(world, haptic)) {
        free_haptic(&world->memory, haptic);
        return (rv_haptic_id){0};
    }
    int index = rv_id_pool_add(&world->memory, &world->haptic_ids);
    world->haptics.data[index] = haptic;
    if (index >= world->haptics.count)
        world->haptics.count = index + 1;
    world->free_haptic = free_haptic;
    rv_id id = rv_id_pool_id(&world->haptic_ids, index);
    return (rv_haptic_id){id.slot, id.generation, id.world};
}

bool rv_haptic_destroy(rv_world* world, rv_haptic_id id) {
    rv_call_begin(world);
    rv_haptic* haptic = rv_world_haptic(world, id);
    if (!RV_CHECK(world, haptic != NULL, "rv_haptic_destroy: no such haptic")
        || !RV_CHECK(world, !world->stepping, "rv_haptic_destroy: not callable during a step"))
        return false;
    rv_body* body = rv_world_body(world, haptic->def.body);
    if (body != NULL)
        body->v = body->w = (rv_vec3){0, 0, 0};
    if (rv_haptic_holds_rod(&haptic->def))
        (void)rv_cable_release(world, haptic->def.cable, haptic->def.hand);
    rv_call_begin(world); // a rod that is gone already is no reason to refuse
    rv_id_pool_remove(&world->haptic_ids, (int)id.slot - 1);
    free_haptic(&world->memory, haptic);
    return true;
}

bool rv_haptic_is_valid(const rv_world* world, rv_haptic_id id) {
    return rv_world_haptic(world, id) != NULL;
}

rv_haptic_id rv_haptic_next(const rv_world* world, rv_haptic_id id) {
    rv_id next = rv_id_pool_next(&world->haptic_ids, id.slot);
    return (rv_haptic_id){next.slot, next.generation, next.world};
}

int rv_haptic_count(const rv_world* world) {
    return world->haptic_ids.alive_count;
}

rv_haptic* rv_haptic_handle(const rv_world* world, rv_haptic_id id) {
    return rv_world_haptic(world, id);
}

rv_haptic_report rv_haptic_read(const rv_world* world, rv_haptic_id id) {
    rv_haptic* haptic = rv_world_haptic(world, id);
    if (haptic == NULL)
        return (rv_haptic_report){0};
    (void)rv_triple_take(&haptic->to_world);
    return haptic->told[haptic->to_world.front].report;
}

// --- of the thread that ticks -----------------------------------------------------------------------

rv_haptic_output rv_haptic_tick(rv_haptic* haptic, const rv_haptic_input* input, double dt) {
    if (haptic == NULL)
        return (rv_haptic_output){.tool = rv_pose_identity()};
    bool engaged = atomic_load_explicit(&haptic->engaged, memory_order_relaxed);
    const rv_haptic_model* model =
        rv_triple_take(&haptic->to_tick) ? &haptic->models[haptic->to_tick.front] : NULL;
    rv_haptic_output out = rv_haptic_core_tick(&haptic->core, model, input, dt, engaged);
    haptic->told[haptic->to_world.back] =
        (rv_haptic_told){haptic->core.report, haptic->core.jumps, haptic->core.is_held};
    rv_triple_publish(&haptic->to_world);
    return out;
}

void rv_haptic_blocks(const rv_haptic* haptic, rv_haptic_visit* visit, void* context) {
    size_t points = (size_t)haptic->def.max_points, n = 3 * points;
    visit(context, haptic, sizeof *haptic);
    rv_haptic_contacts_blocks(&haptic->core.contacts, visit, context);
    for (int k = 0; k < RV_TRIPLE_SLOTS; k++) {
        const rv_haptic_model* model = &haptic->models[k];
        visit(context, model->points, points * sizeof *model->points);
        visit(context, model->C_tool, n * n * sizeof(double));
        visit(context, model->C_world, n * n * sizeof(double));
    }
}

void rv_haptic_release(rv_haptic* haptic) {
    if (haptic != NULL)
        atomic_store_explicit(&haptic->engaged, false, memory_order_relaxed);
}

void rv_haptic_engage(rv_haptic* haptic) {
    if (haptic != NULL)
        atomic_store_explicit(&haptic->engaged, true, memory_order_relaxed);
}
