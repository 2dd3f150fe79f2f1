// Stage "pairs": the broad phase. Every shape that may move gets bounds that hold all of its step,
//   bounds(pose) u (bounds(pose) + d),  d = h (v + h g),  grown by growth + 2 reach sin(h |w|/2),
// and asks the tree whose bounds it meets. The list of pairs is ascending, so that neither the
// history of the tree nor threads show in it. What sleeps does not ask.
//
// With the whole margin m of the world as growth, what is much smaller than m meets all around it.
// A shape i has a margin of its own, m_i <= m (rv_shape_margin), and grows by no more than
//   min(m, m_i + h |v_i| + e),  e = max(0, F - m),  F = max h |v| of all shapes.
// This loses no pair that has points with the growth m. The narrow phase finds none where shapes
// are farther apart than min(m_1, m_2) + h |v_1 - v_2| + c_1 + c_2, with c the chord of turning, so
// that on each axis their bounds at the start are no farther apart than m_i + h |v_1| + h |v_2| + c_1
// + c_2, for i = 1 and 2. Of two that move,
//   both grow by m: nothing has changed;
//   both by less: the growths with their chords are as much as that already;
//   only 1 by m: 2 has m_2 + h |v_2| + e, and m + e >= F >= h |v_1|.
// Of one that moves by v_1 and one that does not, the first grows by m or by m_1 + h |v_1| at least.
#include "model/body.h"
#include "model/contact.h"
#include "model/form.h"
#include "model/strand.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

static const double NEAR_DIAMETERS = 2.0; // segments nearer along their cable do not touch
static const double FAT = 0.1;       // share of its size by which a leaf is larger than its bounds
static const double ROUNDING = 1e-6; // share of its growth by which that is larger

// sorts ascending, by merging runs; those that follow each other in order stay where they are.
// `scratch` has room for as many
static void sort_keys(uint64_t* keys, uint64_t* scratch, int count) {
    for (int width = 1; width < count; width *= 2)
        for (int first = 0; first + width < count; first += 2 * width) {
            int middle = first + width;
            int last = middle + width < count ? middle + width : count;
            if (keys[middle - 1] <= keys[middle])
                continue;
            memcpy(scratch, keys + first, (size_t)width * sizeof *keys);
            for (int a = 0, b = middle, out = first; a < width; out++)
                keys[out] = b >= last || scratch[a] <= keys[b] ? scratch[a++] : keys[b++];
        }
}

static bool has_place(const rv_world* world, int shape) {
    if (!rv_id_pool_alive(&world->shape_ids, shape))
        return false;
    const rv_shape* s = &world->shapes.data[shape];
    // what touches nothing may still be met by a ray
    return s->def.group != 0 && world->bodies.data[s->body].kind != RV_BODY_SCALAR;
}

static void place(const rv_world* world, int shape) {
    rv_proxy* proxy = &world->proxies.data[shape];
    proxy->placed = rv_shape_placed(world, &world->shapes.data[shape], &proxy->geometry);
}

// a leaf is larger than it must be: a small motion later does not move it
static rv_aabb fatten(const rv_world* world, rv_aabb bounds) {
    rv_vec3 size = rv_vec3_sub(bounds.upper, bounds.lower);
    double longest = fmax(size.x, fmax(size.y, size.z));
    return rv_aabb_grow(bounds,
                        world->def.contact.margin + (isfinite(longest) ? FAT * longest : 0.0));
}

static void measure(rv_world* world, int shape) {
    const rv_shape* s = &world->shapes.data[shape];
    rv_proxy* proxy = &world->proxies.data[shape];
    proxy->geometry = rv_shape_geometry(world, &s->def);
    rv_vec3 offset = rv_vec3_sub(s->def.local.position, world->bodies.data[s->body].center);
    proxy->size = rv_geometry_reach(&proxy->geometry);
    proxy->reach = rv_vec3_length(offset) + proxy->size;
    proxy->thickness = rv_geometry_thickness(&proxy->geometry);
}

void rv_proxy_refresh(rv_world* world, int shape) {
    if (shape < world->proxies.count && !world->topology_changed)
        measure(world, shape);
}

static bool add_proxy(rv_world* world, int shape) {
    rv_proxy* proxy = &world->proxies.data[shape];
    proxy->node = -1;
    if (!has_place(world, shape))
        return true;
    measure(world, shape);
    place(world, shape);
    proxy->bounds = rv_placed_bounds(&proxy->placed);
    proxy->node = rv_tree_insert(&world->memory, &world->tree, fatten(world, proxy->bounds), shape);
    return proxy->node >= 0;
}

static bool join(rv_world* world, int32_t one, int32_t other) {
    if (one < 0 || other < 0)
        return true;
    if (!rv_array_reserve(&world->memory, &world->joined, 2 * (world->joined.count + 1)))
        return false;
    uint64_t a = (uint64_t)one, b = (uint64_t)other;
    world->joined.data[world->joined.count++] = a < b ? a << 32 | b : b << 32 | a;
    return true;
}

// the link of a strand's end with what it is fixed to; NULL: it has none
static const rv_link* end_link(const rv_world* world, const rv_strand* strand, int side) {
    const rv_link* links = world->links.data + strand->first_link;
    return strand->held[side] ? &links[side == 0 ? 0 : strand->link_count - 1] : NULL;
}

// how far from an end its cable does not touch what it is fixed to, if it is fixed inside
static double buried(const rv_world* world, const rv_strand* strand, int side) {
    const rv_link* link = end_link(world, strand, side);
    if (link == NULL || link->body[side] < 0)
        return 0.0;
    const rv_body* body = &world->bodies.data[link->body[side]];
    return RV_LEAVES_BY * rv_body_depth(world, body, link->point[side]);
}

// The body of the wheel, drum or eye beside an end of a strand, where the cable leaves that within a
// shape of it, as within the head of a jib; -1: none.
static int32_t left_within(const rv_world* world, const rv_strand* strand, int side) {
    if (strand->bridge[side] < 0)
        return -1;
    const rv_cable* bridge = &world->cables.data[strand->bridge[side]];
    const rv_path_node* nodes = rv_cable_nodes(world, bridge);
    int from = side == 1 ? 0 : rv_path_previous(nodes, bridge->node_count - 1);
    int32_t index = nodes[side == 1 ? nodes[0].next : from].body;
    if (index < 0)
        return -1;
    const rv_body* body = &world->bodies.data[index];
    rv_vec3 leaves = nodes[from].span.at[side == 1 ? 1 : 0];
    return rv_body_depth(world, body, rv_body_to_local(body, leaves)) > 0.0 ? index : -1;
}

// Segments beside each other, those that are nearer along their cable than it can bend round, and
// its ends with what they are fixed to. A strand that comes out of a shape passes through it, as the
// spans of other cables beside such a node do.
static bool join_segments(rv_world* world, const rv_strand* strand) {
    const int32_t* bodies = world->segment_body.data + strand->first_segment;
    const double* lengths = world->segment_length.data + strand->first_segment;
    double near = NEAR_DIAMETERS * world->cables.data[strand->cable].diameter;
    for (int i = 0; i <= strand->segment_count; i++) {
        double between = 0.0;
        for (int k = i + 1; k <= strand->segment_count + 1 && (k == i + 1 || between < near); k++) {
            if (!join(world, bodies[i], bodies[k]))
                return false;
            between += lengths[k];
        }
    }
    for (int side = 0; side < 2; side++) {
        int32_t within = left_within(world, strand, side);
        for (int k = 1; k <= strand->segment_count && within >= 0; k++)
            if (!join(world, within, bodies[k]))
                return false;
        double depth = buried(world, strand, side), along = 0.0;
        int last = strand->segment_count + 1, end = side == 0 ? 0 : last;
        for (int k = 1; k < last && along < depth; k++) {
            int segment = side == 0 ? k : last - k;
            if (!join(world, bodies[end], bodies[segment]))
                return false;
            along += lengths[segment];
        }
    }
    return true;
}

// the segments of a strand that begin nearer than this to an end, counted from there
static int segments_near(const rv_world* world, const rv_strand* strand, int side, double near) {
    const double* lengths = world->segment_length.data + strand->first_segment;
    double along = 0.0;
    int count = 0;
    for (; count < strand->segment_count && along < near; count++)
        along += lengths[side == 0 ? count + 1 : strand->segment_count - count];
    return count;
}

static int32_t segment_from(const rv_world* world, const rv_strand* strand, int side, int k) {
    const int32_t* bodies = world->segment_body.data + strand->first_segment;
    return bodies[side == 0 ? k + 1 : strand->segment_count - k];
}

// Cables that are fixed at one place of a body do not touch each other there: at an angle of 2 asin
// 1/4 or more they are apart from two diameters on.
static bool join_ends(rv_world* world, const rv_strand* a, const rv_strand* b) {
    double near =
        NEAR_DIAMETERS
        * fmax(world->cables.data[a->cable].diameter, world->cables.data[b->cable].diameter);
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            const rv_link *one = end_link(world, a, s), *other = end_link(world, b, t);
            if (one == NULL || other == NULL || one == other || one->body[s] != other->body[t])
                continue;
            rv_vec3 apart = rv_vec3_sub(one->point[s], other->point[t]);
            if (rv_vec3_length(apart) >= near)
                continue;
            int n[2] = {segments_near(world, a, s, near), segments_near(world, b, t, near)};
            for (int i = 0; i < n[0]; i++)
                for (int k = 0; k < n[1]; k++)
                    if (!join(world, segment_from(world, a, s, i), segment_from(world, b, t, k)))
                        return false;
        }
    return true;
}

// pairs of bodies that joints keep from touching
static bool list_joined(rv_world* world) {
    world->joined.count = 0;
    for (int i = 0; i < world->strands.count; i++) {
        if (!join_segments(world, &world->strands.data[i]))
            return false;
        for (int k = 0; k <= i; k++)
            if (!join_ends(world, &world->strands.data[i], &world->strands.data[k]))
                return false;
    }
    for (int i = 0; i < world->joints.count; i++) {
        const rv_joint* joint = &world->joints.data[i];
        if (!rv_id_pool_alive(&world->joint_ids, i) || joint->bodies_touch)
            continue;
        if (!join(world, joint->body[0], joint->body[1]))
            return false;
    }
    sort_keys(world->joined.data, world->joined.data + world->joined.count, world->joined.count);
    return true;
}

bool rv_proxies_make(rv_world* world) {
    int n = world->shapes.count;
    rv_tree_clear(&world->tree);
    if (!world->def.contact.enabled)
        return true;
    if (!rv_array_resize(&world->memory, &world->proxies, n)
        || !rv_tree_reserve(&world->memory, &world->tree, n) || !list_joined(world))
        return false;
    for (int i = 0; i < n; i++)
        if (!add_proxy(world, i))
            return false;
    world->poses_changed = false;
    return true;
}

void rv_proxies_update(rv_world* world, bool moving_only) {
    for (int i = 0; i < world->proxies.count && world->def.contact.enabled; i++) {
        rv_proxy* proxy = &world->proxies.data[i];
        if (proxy->node < 0)
            continue;
        const rv_body* body = &world->bodies.data[world->shapes.data[i].body];
        bool still = body->asleep || body->type == RV_BODY_STATIC || body->frozen;
        if (still && moving_only)
            continue;
        place(world, i);
        rv_aabb now = rv_placed_bounds(&proxy->placed);
        if (!rv_aabb_contains(&world->tree.nodes.data[proxy->node].bounds, &now))
            rv_tree_move(&world->tree, proxy->node, fatten(world, now));
        proxy->bounds = now;
    }
}

void rv_proxies_cover_step(rv_world* world) {
    if (world->poses_changed)
        rv_proxies_update(world, false);
    for (int i = 0; i < world->proxies.count; i++) {
        rv_proxy* proxy = &world->proxies.data[i];
        const rv_body* body = &world->bodies.data[world->shapes.data[i].body];
        if (proxy->node < 0 || body->type == RV_BODY_STATIC || body->asleep || body->frozen)
            continue;
        place(world, i);
        rv_aabb now = rv_placed_bounds(&proxy->placed);
        rv_vec3 back = rv_vec3_sub(body->x_start, body->x);
        rv_aabb then = {rv_vec3_add(now.lower, back), rv_vec3_add(now.upper, back)};
        // what turned: no more than a body can be apart from itself
        rv_quat turn = rv_quat_mul(body->q, rv_quat_conjugate(body->q_start));
        double chord =
            isfinite(proxy->reach) ? proxy->reach * rv_vec3_length(rv_quat_log(turn)) : 0.0;
        rv_aabb all = rv_aabb_grow(rv_aabb_union(now, then), chord);
        if (!rv_aabb_contains(&world->tree.nodes.data[proxy->node].bounds, &all))
            rv_tree_move(&world->tree, proxy->node, fatten(world, all));
    }
}

rv_vec3 rv_expected_velocity(const rv_world* world, const rv_body* body, double dt) {
    if (rv_body_dofs(body) == 0)
        return body->type == RV_BODY_KINEMATIC ? body->v : (rv_vec3){0, 0, 0};
    rv_vec3 pushed = rv_vec3_mul_add(world->def.gravity, 1.0 / body->mass, body->force);
    return rv_vec3_mul_add(body->v, dt, pushed);
}

double rv_turn_chord(const rv_body* body, double reach, double dt) {
    double angle = fmin(rv_vec3_length(body->w) * dt, RV_PI);
    return angle > 0.0 ? 2.0 * reach * rv_sin(0.5 * angle) : 0.0;
}

// How a shape moves in the step; if it does, its bounds are those of its way. Its leaf holds them
// with the whole margin. Returns how far it goes.
static double sweep(rv_world* world, int shape, double dt) {
    rv_proxy* proxy = &world->proxies.data[shape];
    const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
    proxy->moves = rv_body_moves(body);
    proxy->velocity = (rv_vec3){0, 0, 0};
    proxy->turned = 0.0;
    if (!proxy->moves)
        return 0.0;
    proxy->velocity = rv_expected_velocity(world, body, dt);
    if (isfinite(proxy->reach))
        proxy->turned = rv_turn_chord(body, proxy->reach, dt);
    place(world, shape);
    proxy->bounds = rv_proxy_way(proxy, dt);
    rv_aabb most = rv_aabb_grow(proxy->bounds, world->def.contact.margin + proxy->turned);
    if (!rv_aabb_contains(&world->tree.nodes.data[proxy->node].bounds, &most))
        rv_tree_move(&world->tree, proxy->node, fatten(world, most));
    return dt * rv_vec3_length(proxy->velocity);
}

// all of them; `farthest` is how far the fastest goes
static void grow_bounds(rv_world* world, double dt, double farthest) {
    double margin = world->def.contact.margin, beyond = fmax(farthest - margin, 0.0);
    for (int i = 0; i < world->proxies.count; i++) {
        rv_proxy* proxy = &world->proxies.data[i];
        if (proxy->node < 0 || !proxy->moves)
            continue;
        double needed =
            rv_shape_margin(world, proxy) + dt * rv_vec3_length(proxy->velocity) + beyond;
        double growth = fmin(margin, (1.0 + ROUNDING) * needed);
        proxy->bounds = rv_aabb_grow(proxy->bounds, growth + proxy->turned);
    }
}

typedef struct seeker {
    rv_world* world;
    double dt;
    int shape;
    bool failed;
} seeker;

// Two convex shapes whose balls are farther apart than the narrow phase looks have no points, however
// fast both go together: links of a chain that swings.
static bool are_far(const seeker* s, const rv_proxy* a, const rv_proxy* b) {
    if (!rv_shape_is_convex(a->geometry.type) || !rv_shape_is_convex(b->geometry.type))
        return false;
    rv_vec3 between = rv_vec3_sub(b->placed.position, a->placed.position);
    rv_vec3 speed = rv_vec3_sub(b->velocity, a->velocity);
    double near = fmin(rv_shape_margin(s->world, a), rv_shape_margin(s->world, b))
                  + s->dt * rv_vec3_length(speed) + (a->turned + b->turned);
    double reach = (1.0 + ROUNDING) * (a->size + b->size + near);
    return rv_vec3_dot(between, between) > reach * reach;
}

static bool meet(void* context, int other) {
    seeker* s = context;
    rv_world* world = s->world;
    const rv_proxy *asking = &world->proxies.data[s->shape], *met = &world->proxies.data[other];
    int a = s->shape < other ? s->shape : other, b = s->shape < other ? other : s->shape;
    // of two that both ask, the first one lists the pair
    if (other == s->shape || (other < s->shape && met->moves)
        || !rv_aabb_overlap(&asking->bounds, &met->bounds) || are_far(s, asking, met)
        || !rv_shapes_may_touch(world, a, b))
        return true;
    if (!rv_array_reserve(&world->memory, &world->near_keys, 2 * (world->near_keys.count + 1))) {
        s->failed = true;
        return false;
    }
    world->near_keys.data[world->near_keys.count++] = (uint64_t)a << 32 | (uint64_t)b;
    return true;
}

// those from `first` on; the list has room for as many again
static void sort_near_keys(rv_world* world, int first) {
    uint64_t* keys = world->near_keys.data;
    sort_keys(keys + first, keys + world->near_keys.count, world->near_keys.count - first);
}

void rv_stage_pairs(rv_step* step) {
    rv_world* world = step->world;
    world->near_keys.count = 0;
    for (int i = 0; i < world->bodies.count; i++) {
        world->bodies.data[i].x_start = world->bodies.data[i].x;
        world->bodies.data[i].q_start = world->bodies.data[i].q;
    }
    if (!world->def.contact.enabled)
        return;
    if (world->poses_changed)
        rv_proxies_update(world, false);
    world->poses_changed = false;
    double farthest = 0.0;
    for (int i = 0; i < world->proxies.count; i++)
        if (world->proxies.data[i].node >= 0)
            farthest = fmax(farthest, sweep(world, i, step->dt));
    grow_bounds(world, step->dt, farthest);
    for (int i = 0; i < world->proxies.count && !step->failed; i++) {
        const rv_proxy* proxy = &world->proxies.data[i];
        if (proxy->node < 0 || !proxy->moves)
            continue;
        seeker s = {world, step->dt, i, false};
        int first = world->near_keys.count;
        rv_tree_query(&world->tree, &proxy->bounds, meet, &s);
        step->failed |= s.failed;
        // few at a time: most of the list is in order as it grows
        sort_near_keys(world, first);
    }
    sort_near_keys(world, 0);
}
