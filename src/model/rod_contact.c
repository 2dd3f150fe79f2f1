// Rods, stage "contacts": which of their edges are near each other or near a shape. The list of pairs
// of edges is made with a margin and holds until vertices have moved by half of it; shapes are looked
// for in every step. Lists are state: what was known of a contact goes on with it.
#include "model/body.h"
#include "model/contact.h"
#include "model/rod.h"
#include "model/suture.h"

#include <math.h>
#include <string.h>

static const double WATCHED = 0.25; // diameters, within which shapes are
// of the margin that is needed: what is taken, and what is too much
static const double LISTED = 2.0, SPARED = 6.0;

static double largest_speed(const rv_world* world, const rv_rod* rod) {
    const rv_vec3* v = rv_rod_velocities(world, rod);
    double largest = 0.0;
    for (int i = 0; i < rod->count; i++) {
        double squared = rv_vec3_dot(v[i], v[i]);
        largest = squared > largest ? squared : largest;
    }
    return sqrt(largest);
}

// the same against their mean
static double largest_relative(const rv_vec3* v, const rv_vec3* from, int count) {
    rv_vec3 mean = {0, 0, 0};
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        mean = rv_vec3_add(mean, from == NULL ? v[i] : rv_vec3_sub(v[i], from[i]));
    mean = rv_vec3_scale(mean, 1.0 / count);
    for (int i = 0; i < count; i++) {
        rv_vec3 d = rv_vec3_sub(from == NULL ? v[i] : rv_vec3_sub(v[i], from[i]), mean);
        double squared = rv_vec3_dot(d, d);
        largest = squared > largest ? squared : largest;
    }
    return sqrt(largest);
}

bool rv_rod_add_contact(rv_world* world, const rv_rod_contact* contact) {
    if (!rv_array_room(&world->memory, &world->rod_contacts_before))
        return false;
    world->rod_contacts_before.data[world->rod_contacts_before.count++] = *contact;
    return true;
}

// contacts with itself, before those with other rods and with shapes
static int pair_count(const rv_world* world, const rv_rod* rod) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    int count = 0;
    while (count < rod->contact_count && list[count].other >= 0
           && &world->rods.data[list[count].partner] == rod)
        count++;
    return count;
}

// what a search for the pairs of a rod with n vertices needs of world->rod_scratch
static int scratch_of(int n) {
    return (int)(rv_self_bytes(n) / sizeof(double)) + 2 + n;
}

// pairs of edges within the margin of touch, into world->rod_pairs; -1 without memory
static int search_pairs(rv_world* world, const rv_rod* rod) {
    rv_memory* m = &world->memory;
    double d = rv_rod_contact_distance(&world->cables.data[rod->cable]);
    int n = rod->count;
    if (!rv_array_reserve(m, &world->rod_scratch, scratch_of(n))
        || !rv_array_reserve(m, &world->rod_pairs, 4 * n))
        return -1;
    double* along = world->rod_scratch.data;
    const double* lengths = rv_rod_lengths(world, rod);
    along[0] = 0.0;
    for (int i = 1; i < n; i++)
        along[i] = along[i - 1] + lengths[i - 1];
    rv_self_line line = {
        .x = rv_rod_points(world, rod), .n = n, .along = along, .apart = RV_ROD_APART * d};
    for (;;) {
        rv_arena arena = rv_arena_make(along + n, (size_t)(scratch_of(n) - n) * sizeof(double));
        int count = rv_self_search(&line, d + rod->list_margin, arena, world->rod_pairs.data,
                                   world->rod_pairs.capacity);
        if (count <= world->rod_pairs.capacity)
            return count < 0 ? 0 : count;
        if (!rv_array_reserve(m, &world->rod_pairs, count))
            return -1;
    }
}

// a list made anew keeps what is known of pairs that were in the old one; both are in order
static bool list_pairs(rv_world* world, rv_rod* rod, double margin) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rod->list_margin = margin;
    int found = search_pairs(world, rod), old = pair_count(world, rod), k = 0;
    if (found < 0)
        return false;
    for (int i = 0; i < found; i++) {
        rv_self_pair pair = world->rod_pairs.data[i];
        const rv_rod_contact* before = rv_rod_contacts(world, rod);
        while (
            k < old
            && (before[k].edge < pair.i || (before[k].edge == pair.i && before[k].other < pair.j)))
            k++;
        rv_rod_contact contact = {.edge = pair.i,
                                  .other = pair.j,
                                  .partner = (int32_t)(rod - world->rods.data),
                                  .shape = -1};
        if (k < old && before[k].edge == pair.i && before[k].other == pair.j)
            contact = before[k];
        if (!rv_rod_add_contact(world, &contact))
            return false;
    }
    memcpy(world->rod_listed.data + rod->first, x, (size_t)rod->count * sizeof *x);
    return true;
}

static bool keep_pairs(rv_world* world, const rv_rod* rod) {
    int count = pair_count(world, rod);
    for (int k = 0; k < count; k++)
        if (!rv_rod_add_contact(world, &rv_rod_contacts(world, rod)[k]))
            return false;
    return true;
}

static bool find_pairs(rv_world* world, rv_rod* rod, double dt) {
    const rv_cable_segments* s = &world->cables.data[rod->cable].segments;
    if (!s->touches_itself || (s->group & s->mask) == 0)
        return true;
    // within half of the margin each vertex may go anywhere; all of them together, anywhere
    const rv_vec3* x = rv_rod_points(world, rod);
    double ahead =
        RV_ROD_FORESEEN * dt * largest_relative(rv_rod_velocities(world, rod), NULL, rod->count);
    // or another rod hits it
    ahead = fmax(ahead, 2.0 * world->rod_work.data[rod->bundle]->ahead);
    double gone = largest_relative(x, world->rod_listed.data + rod->first, rod->count);
    double d = rv_rod_contact_distance(&world->cables.data[rod->cable]);
    double needed = 2.0 * (ahead + RV_ROD_UNFORESEEN * d);
    bool holds = gone + ahead + RV_ROD_UNFORESEEN * d <= 0.5 * rod->list_margin
                 && rod->list_margin <= SPARED * needed;
    return holds ? keep_pairs(world, rod) : list_pairs(world, rod, LISTED * needed);
}

// --- shapes ---

typedef struct seeker {
    rv_world* world;
    const rv_rod* rod;
    bool failed;
} seeker;

static bool may_touch(const rv_world* world, const rv_rod* rod, int32_t shape) {
    const rv_cable_segments* s = &world->cables.data[rod->cable].segments;
    const rv_shape* other = &world->shapes.data[shape];
    bool holds_it = other->body == rod->bodies[0] || other->body == rod->bodies[1]
                    || rv_rod_is_sewn_to(world, rod, other->body);
    return (s->group & other->def.mask) != 0 && (other->def.group & s->mask) != 0 && !holds_it
           && world->bodies.data[other->body].strand < 0;
}

static bool note_shape(void* context, int item) {
    seeker* s = context;
    rv_world* world = s->world;
    if (!may_touch(world, s->rod, item))
        return true;
    s->failed = !rv_array_room(&world->memory, &world->rod_shapes);
    if (!s->failed)
        world->rod_shapes.data[world->rod_shapes.count++] = item;
    return !s->failed;
}

// rods have finite vertices: what fmin and fmax do about others costs a call each
static void include(rv_aabb* box, rv_vec3 x) {
    rv_vec3 *low = &box->lower, *high = &box->upper;
    *low = (rv_vec3){x.x < low->x ? x.x : low->x, x.y < low->y ? x.y : low->y,
                     x.z < low->z ? x.z : low->z};
    *high = (rv_vec3){x.x > high->x ? x.x : high->x, x.y > high->y ? x.y : high->y,
                      x.z > high->z ? x.z : high->z};
}

static rv_aabb edge_bounds(const rv_vec3* x, int j) {
    rv_aabb b = {x[j], x[j]};
    include(&b, x[j + 1]);
    return b;
}

// shapes near the rod, ascending
static bool near_shapes(rv_world* world, const rv_rod* rod, double reach) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rv_aabb bounds = {x[0], x[0]};
    for (int i = 1; i < rod->count; i++)
        include(&bounds, x[i]);
    bounds = rv_aabb_grow(bounds, reach);
    seeker s = {.world = world, .rod = rod};
    world->rod_shapes.count = 0;
    rv_tree_query(&world->tree, &bounds, note_shape, &s);
    int* list = world->rod_shapes.data;
    for (int i = 1; i < world->rod_shapes.count; i++)
        for (int k = i; k > 0 && list[k] < list[k - 1]; k--) {
            int swap = list[k];
            list[k] = list[k - 1];
            list[k - 1] = swap;
        }
    return !s.failed;
}

// what was known of a contact with a shape
static const rv_rod_contact* find_before(const rv_world* world, const rv_rod* rod, int from,
                                         const rv_rod_contact* c) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int k = from; k < rod->contact_count; k++)
        if (list[k].edge == c->edge && list[k].shape == c->shape && list[k].feature == c->feature)
            return &list[k];
    return NULL;
}

static bool touch_shape(rv_world* world, const rv_rod* rod, int j, int32_t shape, double margin,
                        int from) {
    const rv_vec3* x = rv_rod_points(world, rod);
    const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
    rv_vec3 E = rv_vec3_sub(x[j + 1], x[j]);
    double length = rv_vec3_length(E), r = 0.5 * world->cables.data[rod->cable].diameter;
    rv_geometry capsule = {.type = RV_SHAPE_CAPSULE, .radius = r, .half_length = 0.5 * length};
    rv_vec3 t = rv_vec3_scale(E, 1.0 / length), a = rv_vec3_perpendicular(t);
    rv_vec3 b = rv_vec3_cross(t, a);
    rv_placed placed = {.geometry = &capsule,
                        .position = rv_vec3_mul_add(x[j], 0.5, E),
                        .R = {{{t.x, a.x, b.x}, {t.y, a.y, b.y}, {t.z, a.z, b.z}}}};
    rv_touch touches[RV_TOUCH_MAX];
    int count = rv_touch_shapes(&placed, &world->proxies.data[shape].placed, margin, touches);
    for (int k = 0; k < count; k++) {
        rv_rod_contact c = {.edge = j,
                            .other = -1,
                            .shape = shape,
                            .feature = touches[k].feature,
                            .normal = touches[k].normal,
                            .point = touches[k].on_b};
        const rv_rod_contact* before = find_before(world, rod, from, &c);
        if (before != NULL) {
            c.touches = before->touches;
            c.force = before->force;
            c.stick = before->stick;
            c.slides = before->slides;
            c.rest = before->rest;
        }
        double s = rv_vec3_dot(rv_vec3_sub(touches[k].on_a, x[j]), t) / length;
        c.s = fmin(1.0, fmax(0.0, s));
        c.speed = rv_body_dofs(body) > 0 || body->type == RV_BODY_KINEMATIC
                      ? rv_vec3_add(body->v, rv_vec3_cross(body->w, rv_vec3_sub(c.point, body->x)))
                      : (rv_vec3){0, 0, 0};
        if (!rv_rod_add_contact(world, &c))
            return false;
    }
    return true;
}

static bool find_shapes(rv_world* world, const rv_rod* rod, double dt) {
    const rv_cable_segments* s = &world->cables.data[rod->cable].segments;
    if (s->group == 0 || s->mask == 0 || world->tree.leaf_count == 0)
        return true;
    const rv_vec3* x = rv_rod_points(world, rod);
    double r = 0.5 * world->cables.data[rod->cable].diameter;
    double own = largest_speed(world, rod) * dt, reach = r + 2.0 * WATCHED * r + own;
    int from = pair_count(world, rod);
    if (!near_shapes(world, rod, reach))
        return false;
    for (int i = 0; i < world->rod_shapes.count; i++) {
        int32_t shape = world->rod_shapes.data[i];
        const rv_proxy* proxy = &world->proxies.data[shape];
        const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
        double turned = isfinite(proxy->reach) ? rv_vec3_length(body->w) * proxy->reach : 0.0;
        double margin = 2.0 * WATCHED * r + own + dt * (rv_vec3_length(body->v) + turned);
        for (int j = 0; j < rod->count - 1; j++) {
            rv_aabb bounds = rv_aabb_grow(edge_bounds(x, j), r + margin);
            if (rv_aabb_overlap(&bounds, &proxy->bounds)
                && !touch_shape(world, rod, j, shape, margin, from))
                return false;
        }
    }
    return true;
}

// --- what sleeps ---

// something that moves may touch it within the step, or comes as near as the margin
static bool is_disturbed(rv_world* world, const rv_rod* rod, double dt) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double reach = (0.5 + WATCHED) * world->cables.data[rod->cable].diameter;
    // without memory it is awake, and the step is refused for that
    if (world->tree.leaf_count == 0 || !near_shapes(world, rod, reach))
        return true;
    for (int i = 0; i < world->rod_shapes.count; i++) {
        const rv_proxy* proxy = &world->proxies.data[world->rod_shapes.data[i]];
        bool moves =
            rv_body_moves(&world->bodies.data[world->shapes.data[world->rod_shapes.data[i]].body]);
        rv_aabb theirs = proxy->bounds;
        if (proxy->moves)
            theirs =
                rv_aabb_grow(rv_proxy_way(proxy, dt), world->def.contact.margin + proxy->turned);
        for (int j = 0; j < rod->count - 1 && moves; j++) {
            rv_aabb bounds = rv_aabb_grow(edge_bounds(x, j), reach);
            if (rv_aabb_overlap(&bounds, &theirs))
                return true;
        }
    }
    return false;
}

static bool keep_contacts(rv_world* world, const rv_rod* rod) {
    for (int k = 0; k < rod->contact_count; k++)
        if (!rv_rod_add_contact(world, &rv_rod_contacts(world, rod)[k]))
            return false;
    return true;
}

// --- all of them ---

// room for so many pairs of edges in a bundle's system; each couples the ends of one edge with those of
// the other
static bool reserve_system(rv_memory* m, rv_rod_work* lead, int pairs) {
    int most = rv_rod_coupled_most(lead->all), coupled = pairs < most ? pairs : most;
    int spins = rv_bundle_spin_pairs(lead);
    return rv_rod_system_reserve(m, &lead->system, lead->all + lead->spins, 4 * coupled + spins)
           && rv_array_reserve(m, &lead->pairs, 8 * coupled + 2 * spins);
}

// and in a rod's list
static bool reserve_pairs(rv_memory* m, rv_rod_work* work, int pairs) {
    return rv_array_reserve(m, &work->edges, pairs) && rv_array_reserve(m, &work->touches, pairs);
}

bool rv_rods_reserve_contacts(rv_world* world, int points) {
    rv_memory* m = &world->memory;
    if (world->rods.count == 0 || !world->def.contact.enabled)
        return true;
    int rods = world->rods.count, most_meetings = rods < 1000 ? rods * (rods - 1) / 2 : points;
    bool ok = rv_array_reserve(m, &world->rod_contacts, points)
              && rv_array_reserve(m, &world->rod_meetings,
                                  points < most_meetings ? points : most_meetings)
              && rv_array_reserve(m, &world->rod_contacts_before, points)
              && rv_array_reserve(m, &world->rod_shapes, world->shapes.capacity);
    for (int i = 0; i < world->rods.count && ok; i++) {
        const rv_rod* rod = &world->rods.data[i];
        int n = rod->room, most = n < 1000 ? n * (n - 1) / 2 : points;
        int pairs = points < most ? points : most;
        ok = rv_array_reserve(m, &world->rod_scratch, scratch_of(n))
             && rv_array_reserve(m, &world->rod_runs, n)
             && rv_array_reserve(m, &world->rod_pairs, 4 * n > pairs ? 4 * n : pairs)
             && (rv_rod_is_variational(world, rod)
                 || (reserve_pairs(m, world->rod_work.data[i], pairs)
                     && reserve_system(m, world->rod_work.data[i]->lead, pairs)));
    }
    return ok;
}

// of the contacts from `first` on, those of edges
static int new_pair_count(const rv_world* world, int first) {
    int end = first;
    while (end < world->rod_contacts_before.count
           && world->rod_contacts_before.data[end].other >= 0)
        end++;
    return end - first;
}

static void swap_lists(rv_world* world) {
    rv_rod_contact* data = world->rod_contacts.data;
    int capacity = world->rod_contacts.capacity;
    world->rod_contacts.data = world->rod_contacts_before.data;
    world->rod_contacts.count = world->rod_contacts_before.count;
    world->rod_contacts.capacity = world->rod_contacts_before.capacity;
    world->rod_contacts_before.data = data;
    world->rod_contacts_before.capacity = capacity;
}

// lists of one rod, and memory for what becomes of them; false without
static bool find_contacts(rv_world* world, int index, double dt) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    int first = world->rod_contacts_before.count;
    rod->new_first_contact = first;
    if (work == work->lead)
        rv_bundle_look(world, work, dt);
    if (rod->asleep && is_disturbed(world, rod, dt))
        rv_rod_wake(rod);
    bool same = rod->asleep && work->lead->list_holds;
    if (same ? !keep_contacts(world, rod) : !find_pairs(world, rod, dt))
        return false;
    // others do not touch a variational rod, and it has no system
    if (rv_rod_is_variational(world, rod))
        return true;
    if (!same && !rv_rod_list_meets(world, index))
        return false;
    int pairs = new_pair_count(world, first);
    work->pair_total = 0;
    work->lead->pair_total += pairs;
    return (same || find_shapes(world, rod, dt)) && reserve_pairs(&world->memory, work, pairs);
}

static bool reserve_systems(rv_world* world) {
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod_work* work = world->rod_work.data[i];
        if (work->lead == work && !rv_rod_is_variational(world, &world->rods.data[i])
            && !reserve_system(&world->memory, work, work->pair_total))
            return false;
    }
    return true;
}

bool rv_rods_find_contacts(rv_world* world, double dt) {
    if (world->rods.count == 0 || !world->def.contact.enabled)
        return true;
    world->rod_contacts_before.count = 0;
    for (int i = 0; i < world->rods.count; i++)
        if (!find_contacts(world, i, dt))
            return false;
    if (!reserve_systems(world))
        return false;
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod* rod = &world->rods.data[i];
        bool last = i == world->rods.count - 1;
        int end = last ? world->rod_contacts_before.count : rod[1].new_first_contact;
        rod->first_contact = rod->new_first_contact;
        rod->contact_count = end - rod->first_contact;
    }
    swap_lists(world);
    return true;
}

void rv_rods_push_bodies(rv_world* world) {
    for (int k = 0; k < world->rod_contacts.count; k++) {
        const rv_rod_contact* c = &world->rod_contacts.data[k];
        if (c->shape < 0 || !c->touches || !rv_id_pool_alive(&world->shape_ids, c->shape))
            continue;
        rv_body* body = &world->bodies.data[world->shapes.data[c->shape].body];
        if (rv_body_dofs(body) == 0)
            continue;
        rv_vec3 f = rv_vec3_mul_add(c->friction, c->force, c->normal);
        body->force = rv_vec3_add(body->force, f);
        body->torque = rv_vec3_add(body->torque, rv_vec3_cross(rv_vec3_sub(c->point, body->x), f));
        body->asleep = false;
        body->rest_time = 0.0;
    }
}
