// Stage "contacts" for solids: where their surfaces are, or may come within the step, near shapes,
// each other and themselves (collide/soft.h). Forces of the last step go on to the same features.
#include "collide/continuous.h"
#include "model/body.h"
#include "model/contact.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/suture.h"
#include "model/tie.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

enum { TOUCHES_MAX = 256 };               // of one solid with one other thing
static const double REACH_SHARE = 0.002;  // of a solid's size: gaps beyond are not watched
static const double DEPTH_SHARE = 0.05;   // or a share of its size
static const double DEPTH_REACHES = 10.0; // how deep a surface may be inside of another, in reaches

static bool is_solid(const rv_world* world, int i) {
    return rv_id_pool_alive(&world->solid_ids, i) && !world->solids.data[i].frozen
           && world->solids.data[i].mask != 0 && world->solids.data[i].group != 0;
}

// where corners are, and where they go if nothing stops them
static void write_motion(const rv_world* world, int i, double dt) {
    const rv_solid* solid = &world->solids.data[i];
    rv_solid_work* work = world->solid_work.data[i];
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_vec3 fall = rv_vec3_scale(world->def.gravity, dt * dt);
    bool is_static = solid->model == RV_SOLID_STATIC;
    for (int k = 0; k < solid->corners; k++) {
        rv_vec3 x = rv_solid_point_with(world, solid, k, &frame), way = {0, 0, 0};
        bool carried = is_static || work->free.data[k] < 0;
        rv_vec3 v = world->solid_v.data[solid->first + k];
        if (carried)
            way = rv_vec3_add(frame.v, rv_vec3_cross(frame.w, rv_vec3_sub(x, frame.x)));
        else
            way = v;
        // what comes towards itself is seen by its own rate alone
        if (is_static && solid->touches_self)
            way = rv_vec3_add(way, rv_mat3_apply(frame.R, v));
        work->x.data[k] = x;
        work->x_to.data[k] = rv_vec3_mul_add(carried ? x : rv_vec3_add(x, fall), dt, way);
    }
}

static double reach_of(const rv_world* world, int i) {
    const rv_solid_work* work = world->solid_work.data[i];
    return fmin(world->def.contact.margin, REACH_SHARE * work->size) + world->solids.data[i].skin;
}

typedef struct finder {
    rv_world* world;
    double dt;
    int solid;
    bool failed;
} finder;

static bool note_shape(void* context, int shape) {
    finder* f = context;
    rv_world* world = f->world;
    const rv_solid* solid = &world->solids.data[f->solid];
    const rv_shape* s = &world->shapes.data[shape];
    if (s->body == solid->body || rv_ties_join(world, f->solid, s->body, -1)
        || !(s->def.group & solid->mask) || !(s->def.mask & solid->group))
        return true;
    if (!rv_array_room(&world->memory, &world->soft_shapes)) {
        f->failed = true;
        return false;
    }
    int at = world->soft_shapes.count++;
    int* list = world->soft_shapes.data;
    // ascending, whatever the history of the tree
    for (; at > 0 && list[at - 1] > shape; at--)
        list[at] = list[at - 1];
    list[at] = shape;
    return true;
}

static rv_placed placed_then(const rv_world* world, int shape, double dt) {
    const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
    bool moves = rv_body_moves(body);
    rv_moving m = {.placed = world->proxies.data[shape].placed,
                   .center = body->x,
                   .v = moves ? rv_expected_velocity(world, body, dt) : (rv_vec3){0, 0, 0},
                   .w = moves ? body->w : (rv_vec3){0, 0, 0}};
    return rv_moving_at(&m, dt);
}

static bool is_same_side(const rv_soft_side* a, const rv_soft_side* b) {
    return a->solid == b->solid && a->rod == b->rod && a->shape == b->shape;
}

// The last step's contacts of the same two things follow each other: `*hint` is where they begin, or
// where the last one was found.
static void inherit(const rv_world* world, rv_soft_site* soft, int* hint) {
    int count = world->soft_sites.count;
    for (int n = 0; n < count; n++) {
        int k = *hint + n < count ? *hint + n : *hint + n - count;
        const rv_soft_site* before = &world->soft_sites.data[k];
        if (before->site.feature != soft->site.feature
            || !is_same_side(&before->side[0], &soft->side[0])
            || !is_same_side(&before->side[1], &soft->side[1]))
            continue;
        soft->site.sticks = before->site.sticks;
        soft->site.force = before->site.force;
        soft->site.friction = before->site.friction;
        *hint = k + 1 < count ? k + 1 : 0;
        return;
    }
}

static bool add_sites(rv_world* world, const rv_soft_touch* touches, int count,
                      const rv_soft_site* like, double skin) {
    int hint = 0;
    for (int k = 0; k < count; k++) {
        const rv_soft_touch* t = &touches[k];
        if (!rv_array_room(&world->memory, &world->soft_sites_before))
            return false;
        rv_soft_site* soft = &world->soft_sites_before.data[world->soft_sites_before.count++];
        *soft = *like;
        soft->site = (rv_site){
            .feature = t->feature, .normal = t->normal, .gap = t->gap - skin, .sticks = true};
        soft->side[1].count = t->count;
        soft->side[0].count = t->other_count;
        for (int c = 0; c < RV_SOFT_CORNERS; c++) {
            soft->side[1].node[c] = c < t->count ? t->node[c] : 0;
            soft->side[1].weight[c] = c < t->count ? t->weight[c] : 0.0;
            soft->side[0].node[c] = c < t->other_count ? t->other_node[c] : 0;
            soft->side[0].weight[c] = c < t->other_count ? t->other_weight[c] : 0.0;
        }
        if (soft->side[0].shape >= 0)
            soft->site.arm[0] = rv_vec3_sub(t->point, world->bodies.data[soft->side[0].body].x);
        inherit(world, soft, &hint);
    }
    return true;
}

// What sleeps, or stands still, on both sides touches as before: where it is looked for anew, without
// velocities, not all is found again.
static bool side_rests(const rv_world* world, const rv_soft_side* side) {
    if (side->solid >= 0)
        return world->solids.data[side->solid].asleep;
    return side->rod >= 0 ? world->rods.data[side->rod].asleep
                          : !rv_body_moves(&world->bodies.data[side->body]);
}

static bool rests(const rv_world* world, const rv_soft_site* like) {
    return side_rests(world, &like->side[0]) && side_rests(world, &like->side[1]);
}

static bool keep_sites(rv_world* world, const rv_soft_site* like) {
    for (int k = 0; k < world->soft_sites.count; k++) {
        const rv_soft_site* before = &world->soft_sites.data[k];
        if (!is_same_side(&before->side[0], &like->side[0])
            || !is_same_side(&before->side[1], &like->side[1]))
            continue;
        if (!rv_array_room(&world->memory, &world->soft_sites_before))
            return false;
        world->soft_sites_before.data[world->soft_sites_before.count++] = *before;
    }
    return true;
}

static bool touch_shape(finder* f, int shape) {
    rv_world* world = f->world;
    const rv_solid* solid = &world->solids.data[f->solid];
    rv_solid_work* work = world->solid_work.data[f->solid];
    const rv_shape* s = &world->shapes.data[shape];
    rv_soft_site like = {.side = {{.solid = -1, .rod = -1, .shape = shape, .body = s->body},
                                  {.solid = f->solid, .rod = -1, .shape = -1, .body = -1}},
                         .law = rv_contact_law_between(world, &s->def.material, &solid->material)};
    like.law.restitution = 0.0; // it is elastic itself
    if (rests(world, &like))
        return keep_sites(world, &like);
    rv_placed to = placed_then(world, shape, f->dt);
    double reach = reach_of(world, f->solid);
    double depth = fmax(DEPTH_REACHES * reach, DEPTH_SHARE * work->size);
    rv_soft_limits limits = {reach, depth, RV_SOFT_ALL};
    int count = rv_soft_touch_shape(&work->surface, &world->proxies.data[shape].placed, &to,
                                    &limits, world->soft_touches.data, TOUCHES_MAX);
    return add_sites(world, world->soft_touches.data, count, &like, solid->skin);
}

static bool touch_shapes(finder* f) {
    rv_world* world = f->world;
    const rv_solid_work* work = world->solid_work.data[f->solid];
    world->soft_shapes.count = 0;
    rv_tree_query(&world->tree, &work->surface.tree.data[0].bounds, note_shape, f);
    for (int k = 0; k < world->soft_shapes.count && !f->failed; k++)
        if (!touch_shape(f, world->soft_shapes.data[k]))
            return false;
    return !f->failed;
}

static bool may_meet(const rv_world* world, int i, int k) {
    const rv_solid *a = &world->solids.data[i], *b = &world->solids.data[k];
    bool same_frame = a->body >= 0 && a->body == b->body;
    if (same_frame || rv_ties_join(world, i, -1, k) || !(a->group & b->mask)
        || !(b->group & a->mask))
        return false;
    return rv_aabb_overlap(&world->solid_work.data[i]->surface.tree.data[0].bounds,
                           &world->solid_work.data[k]->surface.tree.data[0].bounds);
}

// solid i against one that comes later in the list
static bool touch_solid(rv_world* world, int i, int k) {
    const rv_solid *a = &world->solids.data[i], *b = &world->solids.data[k];
    rv_soft_site like = {.side = {{.solid = k, .rod = -1, .shape = -1, .body = -1},
                                  {.solid = i, .rod = -1, .shape = -1, .body = -1}},
                         .law = rv_contact_law_between(world, &a->material, &b->material)};
    like.law.restitution = 0.0;
    if (rests(world, &like))
        return keep_sites(world, &like);
    double reach = fmin(reach_of(world, i), reach_of(world, k));
    double size = fmin(world->solid_work.data[i]->size, world->solid_work.data[k]->size);
    rv_soft_limits limits = {reach, fmax(DEPTH_REACHES * reach, DEPTH_SHARE * size), RV_SOFT_ALL};
    int count =
        rv_soft_touch_soft(&world->solid_work.data[i]->surface, &world->solid_work.data[k]->surface,
                           &limits, world->soft_touches.data, TOUCHES_MAX);
    return add_sites(world, world->soft_touches.data, count, &like, a->skin + b->skin);
}

// what is behind a part of its own surface may be its inside
static bool touch_self(rv_world* world, int i) {
    const rv_solid* solid = &world->solids.data[i];
    const rv_solid_work* work = world->solid_work.data[i];
    rv_soft_site like = {.side = {{.solid = i, .rod = -1, .shape = -1, .body = -1},
                                  {.solid = i, .rod = -1, .shape = -1, .body = -1}},
                         .law = rv_contact_law_between(world, &solid->material, &solid->material)};
    like.law.restitution = 0.0;
    if (rests(world, &like))
        return keep_sites(world, &like);
    double reach = reach_of(world, i) + solid->skin;
    double depth = fmin(work->self_depth, fmax(DEPTH_REACHES * reach, DEPTH_SHARE * work->size));
    rv_soft_limits limits = {reach, depth, RV_SOFT_ALL};
    int count = rv_soft_touch_self(&work->surface, &limits, world->soft_touches.data, TOUCHES_MAX);
    return add_sites(world, world->soft_touches.data, count, &like, 2.0 * solid->skin);
}

// Where the vertices of a rod go within the step; false: it stays away from the solid.
static bool write_way(rv_world* world, const rv_rod* rod, const rv_aabb* bounds, double reach,
                      double dt) {
    const rv_vec3 *x = rv_rod_points(world, rod), *v = rv_rod_velocities(world, rod);
    rv_vec3 fall = rv_vec3_scale(world->def.gravity, dt * dt);
    rv_aabb own = {x[0], x[0]};
    for (int k = 0; k < rod->count; k++) {
        rv_vec3 to = rv_vec3_mul_add(rv_vec3_add(x[k], fall), dt, v[k]);
        world->soft_way.data[k] = to;
        own = rv_aabb_union(own, rv_aabb_union((rv_aabb){x[k], x[k]}, (rv_aabb){to, to}));
    }
    own = rv_aabb_grow(own, reach);
    return rv_aabb_overlap(&own, bounds);
}

// a solid against one rod, whose nodes are its vertices
static bool touch_rod(rv_world* world, int i, int rod_index, double dt) {
    const rv_solid* solid = &world->solids.data[i];
    const rv_rod* rod = &world->rods.data[rod_index];
    const rv_cable* cable = &world->cables.data[rod->cable];
    const rv_cable_segments* s = &cable->segments;
    double radius = 0.5 * cable->diameter, reach = reach_of(world, i) + radius;
    rv_soft_surface* surface = &world->solid_work.data[i]->surface;
    if (rod->frozen || rv_rod_is_variational(world, rod) || !(s->group & solid->mask)
        || !(s->mask & solid->group))
        return true;
    rv_soft_site like = {.side = {{.solid = -1, .rod = rod_index, .shape = -1, .body = -1},
                                  {.solid = i, .rod = -1, .shape = -1, .body = -1}},
                         .law = rv_contact_law_between(world, &cable->material, &solid->material)};
    like.law.restitution = 0.0;
    if (rests(world, &like))
        return keep_sites(world, &like);
    if (!rv_array_resize(&world->memory, &world->soft_way, rod->count))
        return false;
    if (!write_way(world, rod, &surface->tree.data[0].bounds, reach, dt))
        return true;
    rv_soft_line line = {rv_rod_points(world, rod), world->soft_way.data, rod->count, radius};
    double depth = fmax(DEPTH_REACHES * reach, DEPTH_SHARE * world->solid_work.data[i]->size);
    rv_soft_limits limits = {reach, depth, RV_SOFT_ALL};
    int count = rv_soft_touch_line(surface, &line, &limits, world->soft_touches.data, TOUCHES_MAX);
    if (rv_rod_is_sewn_to_solid(world, rod, i) || rv_rod_is_tied_to(world, i, rod_index))
        count = rv_sewn_touches(world, i, rod_index, world->soft_touches.data, count);
    return add_sites(world, world->soft_touches.data, count, &like, solid->skin);
}

bool rv_solids_find_contacts(rv_world* world, double dt) {
    world->soft_sites_before.count = 0;
    if (world->solids.count == 0)
        return true;
    if (!rv_array_resize(&world->memory, &world->soft_touches, TOUCHES_MAX))
        return false;
    for (int i = 0; i < world->solids.count; i++) {
        if (!is_solid(world, i))
            continue;
        write_motion(world, i, dt);
        rv_soft_refit(&world->solid_work.data[i]->surface, reach_of(world, i));
    }
    for (int i = 0; i < world->solids.count; i++) {
        finder f = {.world = world, .dt = dt, .solid = i};
        if (!is_solid(world, i))
            continue;
        if (!touch_shapes(&f) || (world->solids.data[i].touches_self && !touch_self(world, i)))
            return false;
        for (int k = i + 1; k < world->solids.count; k++)
            if (is_solid(world, k) && may_meet(world, i, k) && !touch_solid(world, i, k))
                return false;
        for (int k = 0; k < world->rods.count; k++)
            if (!touch_rod(world, i, k, dt))
                return false;
    }
    return true;
}
