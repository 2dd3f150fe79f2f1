// Ties: creation, removal, readers and events. A tie knows its thread by the cable and the place
// along it, as sutures do: pieces of a thread that is cut need not be told.
#include "model/tie.h"

#include "model/body.h"
#include "model/family.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/strand.h"
#include "model/suture.h"

#include <math.h>

static const double GAP = 0.01; // of the diagonal of a solid, by which it is apart from another
static const double ANCHOR_SHARE = 0.001; // of the mass of a solid

rv_tie_def rv_tie_def_default(void) {
    return (rv_tie_def){.at = NAN, .breaking_load = INFINITY, .magic = RV_DEF_MAGIC};
}

static rv_tie* find(const rv_world* world, rv_tie_id id) {
    int index = rv_id_pool_find(&world->tie_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->ties.data[index];
}

static rv_tie_id id_of(const rv_world* world, int index) {
    rv_id id = rv_id_pool_id(&world->tie_ids, index);
    return (rv_tie_id){id.slot, id.generation, id.world};
}

// --- what is refused ---

static bool numbers_are_valid(rv_world* w, const rv_tie_def* d) {
    return RV_CHECK(w, rv_is_finite3(d->point), "rv_tie_def.point: must be finite")
           && RV_CHECK(w, d->radius >= 0.0 && d->radius < INFINITY,
                       "rv_tie_def.radius = %g m: must be finite and >= 0", d->radius)
           && RV_CHECK(w, d->gap >= 0.0 && d->gap < INFINITY,
                       "rv_tie_def.gap = %g m: must be finite and >= 0", d->gap)
           && RV_CHECK(w, d->compliance >= 0.0 && d->compliance < INFINITY,
                       "rv_tie_def.compliance = %g m/N: must be finite and >= 0", d->compliance)
           && RV_CHECK(w, d->damping >= 0.0 && d->damping < INFINITY,
                       "rv_tie_def.damping = %g N s/m: must be finite and >= 0", d->damping)
           && RV_CHECK(w, d->damping == 0.0 || d->compliance > 0.0,
                       "rv_tie_def.damping = %g N s/m: only with a compliance > 0", d->damping)
           && RV_CHECK(w, d->breaking_load > 0.0, "rv_tie_def.breaking_load = %g N: must be > 0",
                       d->breaking_load);
}

static bool thread_is_valid(rv_world* w, const rv_tie_def* d) {
    const rv_cable* cable = rv_world_cable(w, d->cable);
    if (d->cable.slot == 0)
        return true;
    if (!RV_CHECK(w, cable != NULL, "rv_tie_def.cable: no such cable")
        || !RV_CHECK(w, cable->rod_count > 0 && cable->rod.integrator == RV_CABLE_ROD_IMPLICIT,
                     "rv_tie_def.cable: must be a rod with the implicit integrator; others end on "
                     "bodies (rv_tie_anchor)"))
        return false;
    double length = rv_rods_length(w, cable);
    return RV_CHECK(w, isnan(d->at) || (d->at >= 0.0 && d->at <= length * (1.0 + 1e-9)),
                    "rv_tie_def.at = %g m: must be in [0, %g], or NaN", d->at, length)
           && RV_CHECK(w, d->radius == 0.0,
                       "rv_tie_def.radius = %g m: must be 0 for a thread, which is tied at a place",
                       d->radius);
}

static bool def_is_valid(rv_world* w, const rv_tie_def* d) {
    if (!RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                  "rv_tie_def: start from rv_tie_def_default()")
        || !RV_CHECK(w, !w->stepping, "rv_tie_create: not callable during a step"))
        return false;
    const rv_body* body = rv_world_body(w, d->body);
    const rv_solid *solid = rv_world_solid(w, d->solid), *other = rv_world_solid(w, d->other);
    int ends = (d->body.slot != 0) + (d->other.slot != 0) + (d->cable.slot != 0);
    return RV_CHECK(w, solid != NULL, "rv_tie_def.solid: no such solid")
           && RV_CHECK(w, ends <= 1, "rv_tie_def: one of body, other and cable, not %d of them",
                       ends)
           && RV_CHECK(w, d->body.slot == 0 || body != NULL, "rv_tie_def.body: no such body")
           && RV_CHECK(w, body == NULL || body->kind != RV_BODY_SCALAR,
                       "rv_tie_def.body: must be rigid or a particle")
           && RV_CHECK(w, d->other.slot == 0 || other != NULL, "rv_tie_def.other: no such solid")
           && RV_CHECK(w, other != solid, "rv_tie_def.other: must be another solid")
           && thread_is_valid(w, d) && numbers_are_valid(w, d);
}

// --- creation ---

// What is being tied: points go behind all others, where there is room.
typedef struct maker {
    rv_world* world;
    const rv_tie_def* def;
    rv_tie tie;
    double apart; // of the last point, from what it is tied to
} maker;

// The other side of a point where that is now. False: it is too far away.
static bool find_other_side(maker* m, const rv_holder* own, rv_holder* to) {
    rv_world* world = m->world;
    rv_vec3 at = rv_holder_place(world, NULL, own, 0.0);
    *to = (rv_holder){.body = m->tie.body[1], .solid = m->tie.other, .point = at, .share = 1.0};
    m->apart = 0.0;
    if (m->tie.cable >= 0) {
        const rv_cable* cable = &world->cables.data[m->tie.cable];
        m->tie.at = isnan(m->def->at) ? rv_thread_nearest_place(world, cable, at, &m->apart)
                                      : m->def->at + rv_thread_begin(world, cable);
        m->apart = rv_vec3_length(rv_vec3_sub(rv_thread_place(world, cable, m->tie.at), at));
        double most = m->def->gap > 0.0 ? m->def->gap : rv_thread_longest_edge(world, cable);
        return m->apart <= most;
    }
    if (m->tie.other >= 0) {
        rv_holder_find_nearest(world, to, world->soft_way.data, at);
        m->apart = rv_vec3_length(rv_vec3_sub(rv_holder_place(world, NULL, to, 0.0), at));
        double size = 2.0 * world->solid_work.data[m->tie.solid]->size;
        return m->apart <= (m->def->gap > 0.0 ? m->def->gap : GAP * size);
    }
    if (to->body >= 0) {
        const rv_body* body = &world->bodies.data[to->body];
        to->point =
            rv_vec3_add(body->center, rv_mat3_apply_transpose(body->R, rv_vec3_sub(at, body->x)));
    }
    return true;
}

static void add_point(maker* m, const rv_holder* own, const rv_holder* to) {
    m->world->tie_points.data[m->tie.first + m->tie.count++] = (rv_tie_point_state){{*own, *to}};
}

// marks the corners of its surface
static bool mark_surface(rv_world* world, int solid) {
    const rv_solid_work* work = world->solid_work.data[solid];
    int corners = world->solids.data[solid].corners;
    if (!rv_array_resize(&world->memory, &world->scratch, corners))
        return false;
    for (int k = 0; k < corners; k++)
        world->scratch.data[k] = 0;
    for (int k = 0; k < work->triangles.count; k++)
        world->scratch.data[work->triangles.data[k]] = 1;
    return true;
}

// room for as many points as a patch may have; where the corners of the other solid are
static bool make_room(rv_world* world, const maker* m) {
    rv_memory* memory = &world->memory;
    int points =
        m->tie.first + (m->def->radius > 0.0 ? world->solids.data[m->tie.solid].corners : 1);
    int ties = world->tie_ids.slots.count + 1;
    bool ok = rv_id_pool_reserve(memory, &world->tie_ids, ties)
              && rv_array_reserve(memory, &world->ties, ties)
              && rv_array_reserve(memory, &world->tie_events, ties)
              && rv_array_reserve(memory, &world->tie_points, points)
              && rv_array_reserve(memory, &world->tie_lambda, RV_TIE_ROWS * points)
              && rv_array_reserve(memory, &world->tie_row_state, RV_TIE_ROWS * points)
              && mark_surface(world, m->tie.solid);
    if (!ok || m->tie.other < 0)
        return ok;
    const rv_solid* other = &world->solids.data[m->tie.other];
    if (!rv_array_resize(memory, &world->soft_way, other->corners))
        return false;
    for (int k = 0; k < other->corners; k++)
        world->soft_way.data[k] = rv_solid_point(world, other, k);
    return true;
}

// corners about the place, in the unstrained solid
static bool find_patch(maker* m) {
    rv_world* world = m->world;
    const rv_solid_work* work = world->solid_work.data[m->tie.solid];
    const rv_vec3* rest = work->fem.rest.data;
    rv_holder place = {.solid = m->tie.solid}, to;
    rv_holder_find_nearest(world, &place, rest, m->def->point);
    rv_vec3 center = {0, 0, 0};
    for (int k = 0; k < RV_HOLDER_NODES; k++)
        center = rv_vec3_mul_add(center, place.weight[k], rest[place.node[k]]);
    for (int k = 0; k < world->solids.data[m->tie.solid].corners; k++) {
        rv_holder own = {.solid = m->tie.solid};
        if (!world->scratch.data[k] || work->free.data[k] < 0
            || rv_vec3_length(rv_vec3_sub(rest[k], center)) > m->def->radius)
            continue;
        rv_holder_take_corner(world, &own, k);
        if (find_other_side(m, &own, &to))
            add_point(m, &own, &to);
    }
    return RV_CHECK(world, m->tie.count > 0,
                    "rv_tie_def.radius = %g m: no corner of the surface within it that could be "
                    "tied",
                    m->def->radius);
}

static bool find_place(maker* m) {
    rv_holder own = {.solid = m->tie.solid, .point = m->def->point}, to;
    rv_holder_find_nodes(m->world, &own);
    bool near = find_other_side(m, &own, &to);
    m->tie.depth = rv_holder_depth(m->world, &own);
    add_point(m, &own, &to);
    return RV_CHECK(m->world, near, "rv_tie_def.gap = %g m: the other side is %g m away",
                    m->def->gap, m->apart);
}

static void wake(rv_world* world, const rv_tie* tie) {
    rv_world_wake(world, tie->body, 2);
    rv_solid_rouse(&world->solids.data[tie->solid]);
    if (tie->other >= 0)
        rv_solid_rouse(&world->solids.data[tie->other]);
    if (tie->cable < 0)
        return;
    const rv_cable* cable = &world->cables.data[tie->cable];
    rv_world_wake(world, rv_cable_body_list(world, cable), cable->body_count);
    for (int r = 0; r < cable->rod_count; r++)
        rv_rod_wake(rv_cable_rods(world, cable) + r);
}

static rv_tie make_tie(const rv_world* world, const rv_tie_def* def) {
    const rv_solid* solid = rv_world_solid(world, def->solid);
    rv_tie tie = {.solid = (int32_t)(solid - world->solids.data),
                  .other = -1,
                  .cable = -1,
                  .body = {solid->body, -1},
                  .first = world->tie_points.count,
                  .compliance = def->compliance,
                  .damping = def->damping,
                  .breaking_load = def->breaking_load,
                  .user_data = def->user_data,
                  .rod = -1};
    if (def->body.slot != 0)
        tie.body[1] = (int32_t)(rv_world_body(world, def->body) - world->bodies.data);
    if (def->cable.slot != 0)
        tie.cable = (int32_t)(rv_world_cable(world, def->cable) - world->cables.data);
    if (def->other.slot != 0) {
        tie.other = (int32_t)(rv_world_solid(world, def->other) - world->solids.data);
        tie.body[1] = world->solids.data[tie.other].body;
    }
    return tie;
}

rv_tie_id rv_tie_create(rv_world* world, const rv_tie_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_tie_id){0};
    maker m = {.world = world, .def = def, .tie = make_tie(world, def)};
    if (!RV_CHECK(world, make_room(world, &m), "rv_tie_create: out of memory")
        || !(def->radius > 0.0 ? find_patch(&m) : find_place(&m)))
        return (rv_tie_id){0};
    int index = rv_id_pool_add(&world->memory, &world->tie_ids);
    world->ties.data[index] = m.tie;
    if (index >= world->ties.count)
        world->ties.count = index + 1;
    world->tie_points.count += m.tie.count;
    for (int r = RV_TIE_ROWS * m.tie.first; r < RV_TIE_ROWS * world->tie_points.count; r++) {
        world->tie_lambda.data[r] = 0.0;
        world->tie_row_state.data[r] = RV_ROW_FREE;
    }
    world->tie_lambda.count = world->tie_row_state.count = RV_TIE_ROWS * world->tie_points.count;
    wake(world, &m.tie);
    world->tie_events.count = 0;
    rv_world_touch(world);
    return id_of(world, index);
}

rv_body_id rv_tie_anchor(rv_world* world, rv_solid_id id, rv_vec3 point, double mass) {
    rv_call_begin(world);
    const rv_solid* solid = rv_world_solid(world, id);
    if (!RV_CHECK(world, solid != NULL, "rv_tie_anchor: no such solid")
        || !RV_CHECK(world, rv_is_finite3(point), "rv_tie_anchor: point: must be finite")
        || !RV_CHECK(world, mass >= 0.0 && mass < INFINITY,
                     "rv_tie_anchor: mass = %g kg: must be finite and >= 0", mass))
        return (rv_body_id){0};
    rv_holder place = {.solid = (int32_t)(solid - world->solids.data), .point = point};
    rv_holder_find_nodes(world, &place);
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = mass > 0.0 ? mass : ANCHOR_SHARE * rv_solid_mass(world, id);
    def.pose.position = rv_holder_place(world, NULL, &place, 0.0);
    for (int k = 0; k < RV_HOLDER_NODES; k++)
        def.velocity = rv_vec3_mul_add(def.velocity, place.weight[k],
                                       rv_solid_point_velocity(world, solid, place.node[k]));
    rv_tie_def tie = rv_tie_def_default();
    tie.solid = id;
    tie.point = point;
    tie.body = rv_body_create(world, &def);
    if (tie.body.slot != 0 && rv_tie_create(world, &tie).slot == 0) {
        // (not rv_body_destroy: what is told is why there is no tie)
        rv_body_remove(world, (int)(rv_world_body(world, tie.body) - world->bodies.data));
        return (rv_body_id){0};
    }
    return tie.body;
}

// --- removal ---

static void take_out(rv_world* world, int index) {
    const rv_tie gone = world->ties.data[index];
    wake(world, &gone);
    rv_array_cut(&world->tie_points, gone.first, gone.count);
    rv_array_cut(&world->tie_lambda, RV_TIE_ROWS * gone.first, RV_TIE_ROWS * gone.count);
    rv_array_cut(&world->tie_row_state, RV_TIE_ROWS * gone.first, RV_TIE_ROWS * gone.count);
    for (int i = 0; i < world->ties.count; i++)
        if (world->ties.data[i].first > gone.first)
            world->ties.data[i].first -= gone.count;
    rv_id_pool_remove(&world->tie_ids, index);
    world->tie_events.count = 0; // they may name it
    rv_world_touch(world);
}

bool rv_tie_destroy(rv_world* world, rv_tie_id id) {
    rv_call_begin(world);
    rv_tie* tie = find(world, id);
    if (!RV_CHECK(world, tie != NULL, "rv_tie_destroy: no such tie")
        || !RV_CHECK(world, !world->stepping, "rv_tie_destroy: not callable during a step"))
        return false;
    take_out(world, (int)(tie - world->ties.data));
    return true;
}

static void leave_body(rv_world* world, int body) {
    for (int i = 0; i < world->ties.count; i++)
        if (rv_id_pool_alive(&world->tie_ids, i)
            && (world->ties.data[i].body[0] == body || world->ties.data[i].body[1] == body))
            take_out(world, i);
}

static void leave_solid(rv_world* world, int solid) {
    for (int i = 0; i < world->ties.count; i++)
        if (rv_id_pool_alive(&world->tie_ids, i)
            && (world->ties.data[i].solid == solid || world->ties.data[i].other == solid))
            take_out(world, i);
}

static void leave_cable(rv_world* world, int cable) {
    for (int i = 0; i < world->ties.count; i++)
        if (rv_id_pool_alive(&world->tie_ids, i) && world->ties.data[i].cable == cable)
            take_out(world, i);
}

// --- readers ---

bool rv_tie_is_valid(const rv_world* world, rv_tie_id id) {
    return find(world, id) != NULL;
}

rv_tie_id rv_tie_next(const rv_world* world, rv_tie_id id) {
    rv_id next = rv_id_pool_next(&world->tie_ids, id.slot);
    return (rv_tie_id){next.slot, next.generation, next.world};
}

int rv_tie_count(const rv_world* world) {
    return world->tie_ids.alive_count;
}

void* rv_tie_user_data(const rv_world* world, rv_tie_id id) {
    const rv_tie* tie = find(world, id);
    return tie == NULL ? NULL : tie->user_data;
}

static rv_vec3 point_of(const rv_world* world, const rv_tie* tie, int k, int side) {
    if (side == 1 && tie->cable >= 0)
        return rv_thread_place(world, &world->cables.data[tie->cable], tie->at);
    return rv_holder_place(world, NULL, &world->tie_points.data[tie->first + k].side[side], 0.0);
}

rv_vec3 rv_tie_point(const rv_world* world, rv_tie_id id, int index) {
    const rv_tie* tie = find(world, id);
    if (tie == NULL || index < 0 || index >= tie->count)
        return (rv_vec3){NAN, NAN, NAN};
    return point_of(world, tie, index, 0);
}

rv_vec3 rv_tie_force_sum(const rv_world* world, const rv_tie* tie) {
    rv_vec3 sum = {0, 0, 0};
    for (int k = 0; k < tie->count; k++)
        sum = rv_vec3_add(sum, rv_tie_force(world, tie, k));
    return sum;
}

rv_tie_state rv_tie_read(const rv_world* world, rv_tie_id id) {
    const rv_tie* tie = find(world, id);
    if (tie == NULL)
        return (rv_tie_state){0};
    bool on_body = tie->other < 0 && tie->cable < 0;
    rv_tie_state state = {.solid = rv_world_solid_id(world, tie->solid),
                          .body = rv_world_body_id(world, on_body ? tie->body[1] : -1),
                          .other = rv_world_solid_id(world, tie->other),
                          .point_count = tie->count,
                          .force = rv_tie_force_sum(world, tie),
                          .is_broken = tie->broken};
    if (tie->cable >= 0) {
        state.cable = rv_world_cable_id(world, tie->cable);
        state.at = tie->at - rv_thread_begin(world, &world->cables.data[tie->cable]);
    }
    for (int k = 0; k < tie->count; k++) {
        rv_vec3 at = point_of(world, tie, k, 0);
        state.position = rv_vec3_mul_add(state.position, 1.0 / tie->count, at);
        if (!tie->broken)
            state.stretch =
                fmax(state.stretch, rv_vec3_length(rv_vec3_sub(at, point_of(world, tie, k, 1))));
    }
    for (int k = 0; k < tie->count && tie->count > 1; k++) {
        rv_vec3 arm = rv_vec3_sub(point_of(world, tie, k, 0), state.position);
        state.torque = rv_vec3_add(state.torque, rv_vec3_cross(arm, rv_tie_force(world, tie, k)));
    }
    return state;
}

// --- what others ask ---

static bool holds(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->tie_ids, index) && !world->ties.data[index].broken;
}

// the rods that they are on, which count them after their holes
static void find_rods(rv_world* world) {
    for (int i = 0; i < world->ties.count; i++) {
        rv_tie* tie = &world->ties.data[i];
        double s;
        tie->rod = -1;
        if (!holds(world, i) || tie->cable < 0)
            continue;
        tie->rod = rv_thread_rod(world, &world->cables.data[tie->cable], tie->at, &s);
        if (tie->rod >= 0)
            world->rods.data[tie->rod].holes++;
    }
}

rv_vec3 rv_rod_tie_force(const rv_world* world, const rv_rod* rod, int vertex) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < world->ties.count && rod->holes > 0; i++) {
        const rv_tie* tie = &world->ties.data[i];
        if (tie->rod < 0 || &world->rods.data[tie->rod] != rod || !holds(world, i))
            continue;
        int k = vertex - tie->point.first;
        if (k >= 0 && k < tie->point.count)
            sum = rv_vec3_mul_add(sum, -tie->point.weight[k], rv_tie_force(world, tie, 0));
    }
    return sum;
}

// a body, or the segment of a cable whose end is fixed to it
static bool is_body(const rv_world* world, int tied, int body) {
    int strand = world->bodies.data[body].strand;
    if (tied == body || strand < 0)
        return tied == body;
    // what its ends are fixed to stands before and after its segments
    const rv_strand* s = &world->strands.data[strand];
    const int32_t *segment = rv_strand_bodies(world, s), *last = segment + s->segment_count;
    return (segment[1] == body && segment[0] == tied) || (last[0] == body && last[1] == tied);
}

bool rv_ties_join(const rv_world* world, int solid, int body, int other) {
    for (int i = 0; i < world->ties.count; i++) {
        const rv_tie* tie = &world->ties.data[i];
        if (!holds(world, i) || (tie->solid != solid && tie->other != solid))
            continue;
        bool on_body = tie->other < 0 && tie->cable < 0 && tie->body[1] >= 0;
        if ((body >= 0 && on_body && is_body(world, tie->body[1], body))
            || (other >= 0 && (tie->solid == other || tie->other == other)))
            return true;
    }
    return false;
}

bool rv_tie_is_on_rod(const rv_world* world, int index, int solid, int rod, double* s) {
    const rv_tie* tie = &world->ties.data[index];
    const rv_rod* r = &world->rods.data[rod];
    if (!holds(world, index) || tie->solid != solid || tie->other >= 0)
        return false;
    const rv_cable* cable = &world->cables.data[r->cable];
    if (tie->cable >= 0)
        return tie->cable == r->cable && rv_thread_rod(world, cable, tie->at, s) == rod;
    *s = 0.0;
    if (tie->body[1] < 0 || tie->body[1] == r->bodies[0])
        return tie->body[1] >= 0;
    for (int k = 0; k < r->count - 1; k++)
        *s += rv_rod_lengths(world, r)[k];
    return tie->body[1] == r->bodies[1];
}

bool rv_rod_is_tied_to(const rv_world* world, int solid, int rod) {
    double s;
    for (int i = 0; i < world->ties.count; i++)
        if (rv_tie_is_on_rod(world, i, solid, rod, &s))
            return true;
    return false;
}

// --- events ---

static void publish(rv_world* world) {
    world->tie_events.count = 0;
    for (int i = 0; i < world->ties.count; i++) {
        rv_tie* tie = &world->ties.data[i];
        if (!rv_id_pool_alive(&world->tie_ids, i) || !tie->broken || tie->told)
            continue;
        tie->told = true;
        world->tie_events.data[world->tie_events.count++] =
            (rv_tie_event){.tie = id_of(world, i), .force = tie->broken_at};
        rv_world_touch(world);
    }
}

const rv_tie_event* rv_world_tie_events(const rv_world* world, int* count) {
    *count = world->tie_events.count;
    return world->tie_events.data;
}

const rv_family rv_tie_family = {.leave_body = leave_body,
                                 .leave_cable = leave_cable,
                                 .leave_solid = leave_solid,
                                 .find_partners = find_rods,
                                 .publish = publish};
