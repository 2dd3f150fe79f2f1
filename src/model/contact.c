// Contacts: laws between surfaces, what may touch what, and what the user reads of it.
#include "model/contact.h"

#include "model/constraint.h"
#include "model/family.h"

#include <math.h>

static double in_series(double a, double b) {
    return a > 0.0 && b > 0.0 ? a * b / (a + b) : a + b;
}

static double sticking(const rv_material* m) {
    return m->static_friction > 0.0 ? m->static_friction : m->friction;
}

rv_contact_law rv_contact_law_of(const rv_material* a, const rv_material* b) {
    return (rv_contact_law){
        .friction = sqrt(a->friction * b->friction),
        .static_friction = sqrt(sticking(a) * sticking(b)),
        .rolling_friction = fmax(a->rolling_friction, b->rolling_friction),
        .spinning_friction = fmax(a->spinning_friction, b->spinning_friction),
        .restitution = sqrt(a->restitution * b->restitution),
        .stiffness = in_series(a->contact_stiffness, b->contact_stiffness),
        .damping = fmax(a->contact_damping, b->contact_damping),
    };
}

static bool law_is_valid(rv_world* w, const rv_contact_law* l) {
    return RV_CHECK(w, isfinite(l->friction) && l->friction >= 0.0,
                    "rv_contact_law.friction = %g: must be finite and >= 0", l->friction)
           && RV_CHECK(w,
                       l->static_friction == 0.0
                           || (isfinite(l->static_friction) && l->static_friction >= l->friction),
                       "rv_contact_law.static_friction = %g: must be 0 or finite and >= friction "
                       "= %g",
                       l->static_friction, l->friction)
           && RV_CHECK(w, isfinite(l->rolling_friction) && l->rolling_friction >= 0.0,
                       "rv_contact_law.rolling_friction = %g m: must be finite and >= 0",
                       l->rolling_friction)
           && RV_CHECK(w, isfinite(l->spinning_friction) && l->spinning_friction >= 0.0,
                       "rv_contact_law.spinning_friction = %g m: must be finite and >= 0",
                       l->spinning_friction)
           && RV_CHECK(w, l->restitution >= 0.0 && l->restitution <= 1.0,
                       "rv_contact_law.restitution = %g: must be in [0, 1]", l->restitution)
           && RV_CHECK(w, isfinite(l->stiffness) && l->stiffness >= 0.0,
                       "rv_contact_law.stiffness = %g N/m: must be finite and >= 0", l->stiffness)
           && RV_CHECK(w, isfinite(l->damping) && l->damping >= 0.0,
                       "rv_contact_law.damping = %g s: must be finite and >= 0", l->damping);
}

static int find_law(const rv_world* world, int a, int b) {
    for (int i = 0; i < world->surface_laws.count; i++) {
        const rv_surface_law* law = &world->surface_laws.data[i];
        if (law->surface[0] == (a < b ? a : b) && law->surface[1] == (a < b ? b : a))
            return i;
    }
    return -1;
}

bool rv_world_set_contact_law(rv_world* world, int a, int b, const rv_contact_law* law) {
    rv_call_begin(world);
    bool ok =
        RV_CHECK(world, !world->stepping, "rv_world_set_contact_law: not callable during a step")
        && RV_CHECK(world, a >= 0 && a <= RV_SURFACE_MAX && b >= 0 && b <= RV_SURFACE_MAX,
                    "rv_world_set_contact_law: surfaces %d and %d: must be in [0, %d]", a, b,
                    RV_SURFACE_MAX)
        && (law == NULL || law_is_valid(world, law));
    int index = ok ? find_law(world, a, b) : -1;
    if (!ok || (index < 0 && law == NULL))
        return ok;
    if (index < 0
        && !RV_CHECK(world, rv_array_room(&world->memory, &world->surface_laws),
                     "rv_world_set_contact_law: out of memory"))
        return false;
    if (law == NULL) {
        world->surface_laws.data[index] = world->surface_laws.data[--world->surface_laws.count];
    } else {
        rv_surface_law entry = {{a < b ? a : b, a < b ? b : a}, *law};
        if (entry.law.static_friction == 0.0)
            entry.law.static_friction = entry.law.friction;
        world->surface_laws.data[index < 0 ? world->surface_laws.count++ : index] = entry;
    }
    rv_world_wake_all(world);
    return true;
}

bool rv_world_get_contact_law(const rv_world* world, int a, int b, rv_contact_law* law) {
    int index = find_law(world, a, b);
    if (index >= 0)
        *law = world->surface_laws.data[index].law;
    return index >= 0;
}

rv_contact_law rv_contact_law_between(const rv_world* world, const rv_material* a,
                                      const rv_material* b) {
    int index = find_law(world, a->surface, b->surface);
    return index < 0 ? rv_contact_law_of(a, b) : world->surface_laws.data[index].law;
}

// joints keep the bodies they join from touching
static bool are_joined(const rv_world* world, int32_t a, int32_t b) {
    uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (uint64_t)(a < b ? b : a);
    int low = 0, high = world->joined.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (world->joined.data[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < world->joined.count && world->joined.data[low] == key;
}

// segments of one cable that does not touch itself
static bool is_one_cable(const rv_world* world, const rv_body* a, const rv_body* b) {
    if (a->strand < 0 || b->strand < 0)
        return false;
    int32_t cable = world->strands.data[a->strand].cable;
    return cable == world->strands.data[b->strand].cable
           && !world->cables.data[cable].segments.touches_itself;
}

bool rv_shapes_may_touch(const rv_world* world, int32_t a, int32_t b) {
    const rv_shape *sa = &world->shapes.data[a], *sb = &world->shapes.data[b];
    const rv_body *ba = &world->bodies.data[sa->body], *bb = &world->bodies.data[sb->body];
    return sa->body != sb->body && (sa->def.group & sb->def.mask) != 0
           && (sb->def.group & sa->def.mask) != 0 && (rv_body_dofs(ba) > 0 || rv_body_dofs(bb) > 0)
           && (rv_shape_is_convex(sa->def.type) || rv_shape_is_convex(sb->def.type))
           && !are_joined(world, sa->body, sb->body) && !is_one_cable(world, ba, bb);
}

const rv_pair* rv_pairs_find(const rv_world* world, int32_t a, int32_t b) {
    uint64_t key = a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
    int low = 0, high = world->pairs.count;
    // the pairs are ascending
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (rv_pair_key(&world->pairs.data[middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < world->pairs.count && rv_pair_key(&world->pairs.data[low]) == key;
    return found ? &world->pairs.data[low] : NULL;
}

void rv_world_wake_all(rv_world* world) {
    for (int i = 0; i < world->bodies.count; i++)
        rv_world_wake(world, &i, 1);
    rv_families_do(wake_all, world);
}

void rv_world_wake_neighbours(rv_world* world, int32_t body) {
    for (int i = 0; i < world->pairs.count; i++) {
        const rv_pair* pair = &world->pairs.data[i];
        if (pair->body[0] == body || pair->body[1] == body)
            rv_world_wake(world, pair->body, 2);
    }
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; i < class->capacity(world); i++) {
            const int32_t* bodies = NULL;
            int count = class->is_alive(world, i) ? class->bodies(world, i, &bodies) : 0;
            for (int k = 0; k < count; k++)
                if (bodies[k] == body)
                    rv_world_wake(world, bodies, count);
        }
    }
    rv_families_do(wake_neighbours, world, body);
}

void rv_contacts_forget(rv_world* world, int32_t body) {
    int kept = 0;
    for (int i = 0; i < world->pairs.count; i++)
        if (world->pairs.data[i].body[0] != body && world->pairs.data[i].body[1] != body)
            world->pairs.data[kept++] = world->pairs.data[i];
    world->pairs.count = kept;
    rv_contacts_list(world);
}

void rv_contacts_list(rv_world* world) {
    world->shown.count = 0;
    for (int i = 0; i < world->pairs.count; i++)
        if (world->pairs.data[i].touches || world->pairs.data[i].touched)
            world->shown.data[world->shown.count++] = i;
}

int rv_world_contact_count(const rv_world* world) {
    return world->shown.count;
}

static rv_contact_point read_point(const rv_world* world, const rv_pair* pair,
                                   const rv_site* site) {
    rv_vec3 a = rv_site_point(world, pair, site, 0), b = rv_site_point(world, pair, site, 1);
    return (rv_contact_point){
        .position = rv_vec3_scale(rv_vec3_add(a, b), 0.5),
        .normal = site->normal,
        .gap = site->gap,
        .normal_force = site->mean_force,
        .friction_force = site->mean_friction,
    };
}

rv_contact rv_world_contact(const rv_world* world, int index) {
    if (index < 0 || index >= world->shown.count)
        return (rv_contact){0};
    const rv_pair* pair = &world->pairs.data[world->shown.data[index]];
    rv_contact contact = {.state = !pair->touches  ? RV_CONTACT_ENDED
                                   : pair->touched ? RV_CONTACT_PERSISTS
                                                   : RV_CONTACT_BEGAN};
    for (int s = 0; s < 2; s++) {
        contact.body[s] = rv_world_body_id(world, pair->body[s]);
        contact.shape[s] = world->shapes.data[pair->shape[s]].index;
    }
    for (int k = 0; k < pair->count && pair->touches; k++) {
        const rv_site* site = &world->sites.data[pair->first + k];
        if (!rv_site_touches(site))
            continue;
        rv_contact_point point = read_point(world, pair, site);
        contact.force = rv_vec3_mul_add(rv_vec3_add(contact.force, point.friction_force),
                                        point.normal_force, point.normal);
        contact.points[contact.point_count++] = point;
    }
    return contact;
}
