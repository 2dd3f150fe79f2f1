// Sutures: creation, removal, readers and events. A suture knows its thread by the cable and the
// place along it: pieces of a thread that is cut, and edges that are halved and joined, need not be
// told.
#include "model/suture.h"

#include "model/body.h"
#include "model/family.h"
#include "model/rod.h"
#include "model/solid.h"

#include <math.h>

rv_suture_def rv_suture_def_default(void) {
    return (rv_suture_def){.at = NAN, .magic = RV_DEF_MAGIC};
}

static rv_suture* find(const rv_world* world, rv_suture_id id) {
    int index = rv_id_pool_find(&world->suture_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->sutures.data[index];
}

static rv_suture_id id_of(const rv_world* world, int index) {
    rv_id id = rv_id_pool_id(&world->suture_ids, index);
    return (rv_suture_id){id.slot, id.generation, id.world};
}

// --- where it is on the thread ---

int rv_suture_rod(const rv_world* world, const rv_suture* suture, double* s) {
    const rv_cable* cable = &world->cables.data[suture->cable];
    return suture->out != 0 ? -1 : rv_thread_rod(world, cable, suture->at, s);
}

// the rod of each, and the holes of each rod
static void find_rods(rv_world* world) {
    for (int i = 0; i < world->rods.count; i++)
        world->rods.data[i].holes = 0;
    for (int i = 0; i < world->sutures.count; i++) {
        rv_suture* suture = &world->sutures.data[i];
        double s;
        if (!rv_id_pool_alive(&world->suture_ids, i))
            continue;
        suture->rod = rv_suture_rod(world, suture, &s);
        if (suture->rod >= 0)
            world->rods.data[suture->rod].holes++;
        else
            suture->impulse = (rv_vec3){0, 0, 0};
    }
}

// --- creation ---

static bool friction_is_valid(rv_world* w, const char* name, double friction,
                              double static_friction, double grip) {
    return RV_CHECK(w, friction >= 0.0 && friction < INFINITY,
                    "%s.friction = %g: must be finite and >= 0", name, friction)
           && RV_CHECK(w,
                       static_friction == 0.0
                           || (static_friction >= friction && static_friction < INFINITY),
                       "%s.static_friction = %g: must be 0, or finite and >= friction = %g", name,
                       static_friction, friction)
           && RV_CHECK(w, grip >= 0.0 && grip < INFINITY, "%s.grip = %g N: must be finite and >= 0",
                       name, grip);
}

static bool def_is_valid(rv_world* w, const rv_suture_def* d) {
    if (!RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                  "rv_suture_def: start from rv_suture_def_default()")
        || !RV_CHECK(w, !w->stepping, "rv_suture_create: not callable during a step"))
        return false;
    const rv_cable* cable = rv_world_cable(w, d->cable);
    const rv_body* body = rv_world_body(w, d->body);
    if (!RV_CHECK(w, cable != NULL, "rv_suture_def.cable: no such cable")
        || !RV_CHECK(w, cable->rod_count > 0 && cable->rod.integrator == RV_CABLE_ROD_IMPLICIT,
                     "rv_suture_def.cable: must be a rod with the implicit integrator"))
        return false;
    double length = rv_rods_length(w, cable);
    return RV_CHECK(w, d->body.slot == 0 || body != NULL, "rv_suture_def.body: no such body")
           && RV_CHECK(w, d->solid.slot == 0 || rv_world_solid(w, d->solid) != NULL,
                       "rv_suture_def.solid: no such solid")
           && RV_CHECK(w, d->solid.slot == 0 || d->body.slot == 0,
                       "rv_suture_def.solid: only without a body: one of them has the hole")
           && RV_CHECK(w, body == NULL || body->kind != RV_BODY_SCALAR,
                       "rv_suture_def.body: must be rigid or a particle")
           && RV_CHECK(w, rv_is_finite3(d->point), "rv_suture_def.point: must be finite")
           && RV_CHECK(w, isnan(d->at) || (d->at >= 0.0 && d->at <= length * (1.0 + 1e-9)),
                       "rv_suture_def.at = %g m: must be in [0, %g], or NaN", d->at, length)
           && friction_is_valid(w, "rv_suture_def", d->friction, d->static_friction, d->grip);
}

// where on the thread; false: that is too far from the hole
static bool place(rv_world* world, const rv_suture_def* def, rv_suture* made) {
    const rv_cable* cable = &world->cables.data[made->cable];
    rv_vec3 hole = rv_holder_place(world, NULL, &made->holder, 0.0);
    double distance, most = rv_thread_longest_edge(world, cable);
    made->at = rv_thread_nearest_place(world, cable, hole, &distance);
    if (!isnan(def->at)) {
        made->at = def->at + rv_thread_begin(world, cable);
        distance = rv_vec3_length(rv_vec3_sub(rv_thread_place(world, cable, made->at), hole));
    }
    return RV_CHECK(world, distance <= most,
                    "rv_suture_def.point: %g m from the thread: must be within an edge, %g m",
                    distance, most);
}

// of both ends of the thread and of its holder
static void wake(rv_world* world, const rv_suture* suture) {
    const rv_cable* cable = &world->cables.data[suture->cable];
    rv_world_wake(world, rv_cable_body_list(world, cable), cable->body_count);
    rv_world_wake(world, &suture->holder.body, 1);
    for (int r = 0; r < cable->rod_count; r++)
        rv_rod_wake(rv_cable_rods(world, cable) + r);
    if (suture->holder.solid >= 0)
        rv_solid_rouse(&world->solids.data[suture->holder.solid]);
}

rv_suture_id rv_suture_create(rv_world* world, const rv_suture_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_suture_id){0};
    rv_suture made = {.cable = (int32_t)(rv_world_cable(world, def->cable) - world->cables.data),
                      .holder = {.body = -1, .solid = -1, .point = def->point, .share = 1.0},
                      .friction = def->friction,
                      .static_friction = fmax(def->static_friction, def->friction),
                      .grip = def->grip,
                      .stopped = {def->stopped[0], def->stopped[1]},
                      .user_data = def->user_data,
                      .bound = def->grip};
    if (def->body.slot != 0)
        made.holder.body = (int32_t)(rv_world_body(world, def->body) - world->bodies.data);
    if (def->solid.slot != 0) {
        made.holder.solid = (int32_t)(rv_world_solid(world, def->solid) - world->solids.data);
        rv_holder_find_nodes(world, &made.holder);
        made.depth = rv_holder_depth(world, &made.holder);
    }
    if (!place(world, def, &made))
        return (rv_suture_id){0};
    int capacity = world->suture_ids.slots.count + 1;
    bool room = rv_id_pool_reserve(&world->memory, &world->suture_ids, capacity)
                && rv_array_reserve(&world->memory, &world->sutures, capacity)
                && rv_array_reserve(&world->memory, &world->suture_events, capacity);
    if (!RV_CHECK(world, room, "rv_suture_create: out of memory"))
        return (rv_suture_id){0};
    int index = rv_id_pool_add(&world->memory, &world->suture_ids);
    world->sutures.data[index] = made;
    if (index >= world->sutures.count)
        world->sutures.count = index + 1;
    wake(world, &made);
    world->suture_events.count = 0;
    rv_world_touch(world);
    return id_of(world, index);
}

// --- removal ---

static void take_out(rv_world* world, int index) {
    wake(world, &world->sutures.data[index]);
    rv_id_pool_remove(&world->suture_ids, index);
    world->suture_events.count = 0; // they may name it
    rv_world_touch(world);
}

bool rv_suture_destroy(rv_world* world, rv_suture_id id) {
    rv_call_begin(world);
    rv_suture* suture = find(world, id);
    if (!RV_CHECK(world, suture != NULL, "rv_suture_destroy: no such suture")
        || !RV_CHECK(world, !world->stepping, "rv_suture_destroy: not callable during a step"))
        return false;
    take_out(world, (int)(suture - world->sutures.data));
    return true;
}

static void leave_body(rv_world* world, int body) {
    for (int i = 0; i < world->sutures.count; i++)
        if (rv_id_pool_alive(&world->suture_ids, i) && world->sutures.data[i].holder.body == body)
            take_out(world, i);
}

static void leave_solid(rv_world* world, int solid) {
    for (int i = 0; i < world->sutures.count; i++)
        if (rv_id_pool_alive(&world->suture_ids, i) && world->sutures.data[i].holder.solid == solid)
            take_out(world, i);
}

static void leave_cable(rv_world* world, int cable) {
    for (int i = 0; i < world->sutures.count; i++)
        if (rv_id_pool_alive(&world->suture_ids, i) && world->sutures.data[i].cable == cable)
            take_out(world, i);
}

// --- readers ---

bool rv_suture_is_valid(const rv_world* world, rv_suture_id id) {
    return find(world, id) != NULL;
}

rv_suture_id rv_suture_next(const rv_world* world, rv_suture_id id) {
    rv_id next = rv_id_pool_next(&world->suture_ids, id.slot);
    return (rv_suture_id){next.slot, next.generation, next.world};
}

int rv_suture_count(const rv_world* world) {
    return world->suture_ids.alive_count;
}

rv_suture_state rv_suture_read(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    if (suture == NULL)
        return (rv_suture_state){0};
    rv_suture_state state = {.position = rv_holder_place(world, NULL, &suture->holder, 0.0),
                             .lost = suture->lost,
                             .is_empty = suture->out != 0};
    double s;
    int index = rv_suture_rod(world, suture, &s);
    if (index < 0)
        return state;
    const rv_rod* rod = &world->rods.data[index];
    rv_thread_point p = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
    state.direction = rv_vec3_normalize(rv_thread_sum(rv_rod_points(world, rod), &p, p.slope));
    state.at = suture->at - rv_thread_begin(world, &world->cables.data[suture->cable]);
    state.speed = suture->speed;
    for (int r = 0; r < RV_SUTURE_FORCES; r++)
        state.force = rv_vec3_mul_add(state.force, suture->lambda[r], suture->axis[r]);
    state.friction = suture->lambda[RV_SUTURE_FORCES - 1];
    state.limit = suture->bound;
    state.sticks = suture->state[RV_SUTURE_FORCES - 1] == RV_ROW_FREE;
    return state;
}

double rv_suture_friction(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return suture == NULL ? NAN : suture->friction;
}

double rv_suture_static_friction(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return suture == NULL ? NAN : suture->static_friction;
}

double rv_suture_grip(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return suture == NULL ? NAN : suture->grip;
}

bool rv_suture_set_friction(rv_world* world, rv_suture_id id, double friction,
                            double static_friction, double grip) {
    rv_call_begin(world);
    static const char* const NAME = "rv_suture_set_friction";
    rv_suture* suture = find(world, id);
    if (!RV_CHECK(world, suture != NULL, "%s: no such suture", NAME)
        || !RV_CHECK(world, !world->stepping, "%s: not callable during a step", NAME)
        || !friction_is_valid(world, NAME, friction, static_friction, grip))
        return false;
    suture->friction = friction;
    suture->static_friction = fmax(static_friction, friction);
    suture->grip = grip;
    wake(world, suture);
    return true;
}

rv_cable_id rv_suture_cable(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return suture == NULL ? (rv_cable_id){0} : rv_world_cable_id(world, suture->cable);
}

rv_body_id rv_suture_body(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    bool is_body = suture != NULL && suture->holder.solid < 0;
    return rv_world_body_id(world, is_body ? suture->holder.body : -1);
}

rv_solid_id rv_suture_solid(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return rv_world_solid_id(world, suture == NULL ? -1 : suture->holder.solid);
}

void* rv_suture_user_data(const rv_world* world, rv_suture_id id) {
    const rv_suture* suture = find(world, id);
    return suture == NULL ? NULL : suture->user_data;
}

// --- what others ask ---

rv_vec3 rv_rod_hole_force(const rv_world* world, const rv_rod* rod, int vertex) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < world->sutures.count && rod->holes > 0; i++) {
        const rv_suture* suture = &world->sutures.data[i];
        // whose it is comes first: those of other rods may be another thread's
        if (!rv_id_pool_alive(&world->suture_ids, i) || suture->rod < 0
            || &world->rods.data[suture->rod] != rod || suture->out != 0)
            continue;
        int k = vertex - suture->point.first;
        for (int r = 0; r < RV_SUTURE_FORCES && k >= 0 && k < suture->point.count; r++)
            sum =
                rv_vec3_mul_add(sum, suture->point.weight[k] * suture->lambda[r], suture->axis[r]);
    }
    return sum;
}

static bool is_sewn(const rv_world* world, const rv_rod* rod, int body, int solid) {
    for (int i = 0; i < world->sutures.count && rod->holes > 0; i++) {
        const rv_suture* suture = &world->sutures.data[i];
        bool its = solid >= 0 ? suture->holder.solid == solid : suture->holder.body == body;
        if (rv_id_pool_alive(&world->suture_ids, i) && its && suture->rod >= 0
            && &world->rods.data[suture->rod] == rod && suture->out == 0)
            return true;
    }
    return false;
}

bool rv_rod_is_sewn_to(const rv_world* world, const rv_rod* rod, int body) {
    return is_sewn(world, rod, body, -1);
}

bool rv_rod_is_sewn_to_solid(const rv_world* world, const rv_rod* rod, int solid) {
    return is_sewn(world, rod, -1, solid);
}

// --- events ---

static void publish(rv_world* world) {
    world->suture_events.count = 0;
    for (int i = 0; i < world->sutures.count; i++) {
        rv_suture* suture = &world->sutures.data[i];
        if (!rv_id_pool_alive(&world->suture_ids, i) || suture->out == 0 || suture->told)
            continue;
        suture->told = true;
        world->suture_events.data[world->suture_events.count++] =
            (rv_suture_event){.suture = id_of(world, i),
                              .cable = rv_world_cable_id(world, suture->cable),
                              .end = suture->out > 0};
        rv_world_touch(world);
    }
}

const rv_suture_event* rv_world_suture_events(const rv_world* world, int* count) {
    *count = world->suture_events.count;
    return world->suture_events.data;
}

const rv_family rv_suture_family = {.leave_body = leave_body,
                                    .leave_cable = leave_cable,
                                    .leave_solid = leave_solid,
                                    .find_partners = find_rods,
                                    .publish = publish};
