// Stage "contacts": the narrow phase. Each pair of shapes whose bounds meet gets its points of
// contact, in parallel; then those of the last step hand on their forces to the same features.
// A point is kept if it may be reached in this step, gap + h u < margin with u the speed expected
// there: its row lets the bodies come no nearer than touching, so that nothing passes. Shapes that
// are farther apart than the margin but fast are swept: their points are those of the moment they
// meet, and if they miss each other there are none.
#include "collide/continuous.h"
#include "model/body.h"
#include "model/contact.h"
#include "model/rod.h"
#include "model/solid.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

enum { PAIRS_PER_TASK = 16 };
static const double STICK_SPEED =
    1e-3; // [m/s]: a new contact that is slower across starts sticking
static const double TURNED_ROUND = -0.5; // cosine between the normals of two steps
static const double MEET_SHARE = 0.1;    // of the margin: how near counts as met in a sweep

typedef struct narrow {
    rv_world* world;
    double dt;
} narrow;

static double pair_margin(const rv_world* world, const int32_t shape[2]) {
    return fmin(rv_shape_margin(world, &world->proxies.data[shape[0]]),
                rv_shape_margin(world, &world->proxies.data[shape[1]]));
}

static rv_moving moving_of(const rv_world* world, int32_t shape) {
    const rv_proxy* proxy = &world->proxies.data[shape];
    const rv_body* body = &world->bodies.data[world->shapes.data[shape].body];
    return (rv_moving){.placed = proxy->placed,
                       .center = body->x,
                       .v = proxy->velocity,
                       .w = proxy->moves ? body->w : (rv_vec3){0, 0, 0}};
}

// how far any point of one shape can come towards the other within the step
static double travel_of(const rv_proxy* a, const rv_proxy* b, double dt) {
    return dt * rv_vec3_length(rv_vec3_sub(b->velocity, a->velocity)) + (a->turned + b->turned);
}

// A touch as a site. Found at time t of the motion, its arms are those of that time, where the
// forces will act, and its gap is the one that the expected motion closes by then.
static rv_site site_of(const narrow* n, const int32_t shape[2], const rv_moving moving[2],
                       const rv_touch* touch, double t) {
    const rv_world* world = n->world;
    rv_site site = {.feature = touch->feature, .normal = touch->normal, .time = t};
    rv_vec3 point = rv_vec3_scale(rv_vec3_add(touch->on_a, touch->on_b), 0.5);
    rv_vec3 expected = {0, 0, 0}, relative = {0, 0, 0};
    for (int s = 0; s < 2; s++) {
        const rv_body* body = &world->bodies.data[world->shapes.data[shape[s]].body];
        double sign = s == 0 ? -1.0 : 1.0;
        site.arm[s] = rv_vec3_sub(point, rv_vec3_mul_add(moving[s].center, t, moving[s].v));
        rv_vec3 turning = rv_vec3_cross(moving[s].w, site.arm[s]);
        expected = rv_vec3_mul_add(expected, sign, rv_vec3_add(moving[s].v, turning));
        if (world->proxies.data[shape[s]].moves)
            relative = rv_vec3_mul_add(relative, sign, rv_vec3_add(body->v, turning));
    }
    site.speed = rv_vec3_dot(expected, site.normal);
    site.gap = touch->gap - t * site.speed;
    rv_vec3 across = rv_vec3_mul_add(relative, -rv_vec3_dot(relative, site.normal), site.normal);
    site.sticks = rv_vec3_dot(across, across) < STICK_SPEED * STICK_SPEED;
    return site;
}

static double nearest_of(const rv_touch* touches, int count) {
    double nearest = INFINITY;
    for (int k = 0; k < count; k++)
        nearest = fmin(nearest, touches[k].gap);
    return nearest;
}

// What has sunk in so deep that the way out on the far side is shorter must not be let through: it
// goes back where it came from, along the normal that it had.
static int keep_side(const narrow* n, const int32_t shape[2], rv_touch* touches, int count) {
    const rv_placed* placed[2];
    for (int s = 0; s < 2; s++)
        placed[s] = &n->world->proxies.data[shape[s]].placed;
    double nearest = nearest_of(touches, count);
    if (!(nearest < 0.0) || !rv_shape_is_convex(placed[0]->geometry->type)
        || !rv_shape_is_convex(placed[1]->geometry->type))
        return count;
    const rv_pair* before = rv_pairs_find(n->world, shape[0], shape[1]);
    if (before == NULL || before->count == 0)
        return count;
    rv_vec3 normal = n->world->sites.data[before->first].normal;
    if (rv_vec3_dot(normal, touches[0].normal) > TURNED_ROUND)
        return count;
    rv_convex a = rv_convex_of(placed[0]), b = rv_convex_of(placed[1]);
    rv_touch back = {.normal = normal, .feature = touches[0].feature};
    back.on_a = rv_vec3_mul_add(rv_convex_support(&a, normal, NULL), a.radius, normal);
    back.on_b =
        rv_vec3_mul_add(rv_convex_support(&b, rv_vec3_neg(normal), NULL), -b.radius, normal);
    back.gap = rv_vec3_dot(normal, rv_vec3_sub(back.on_b, back.on_a));
    // where the smaller one has its tip
    if (rv_convex_reach(&a) < rv_convex_reach(&b))
        back.on_b = rv_vec3_mul_add(back.on_a, back.gap, normal);
    else
        back.on_a = rv_vec3_mul_add(back.on_b, -back.gap, normal);
    touches[0] = back;
    return 1;
}

// the sites of one pair; returns how many
static int find_sites(const narrow* n, const int32_t shape[2], rv_site* out) {
    const rv_world* world = n->world;
    const rv_proxy *a = &world->proxies.data[shape[0]], *b = &world->proxies.data[shape[1]];
    rv_touch touches[RV_TOUCH_MAX];
    double margin = pair_margin(world, shape), travel = travel_of(a, b, n->dt), t = 0.0;
    int count = rv_touch_shapes(&a->placed, &b->placed, margin + travel, touches);
    if (count == 0)
        return 0;
    count = keep_side(n, shape, touches, count);
    rv_moving moving[2] = {moving_of(world, shape[0]), moving_of(world, shape[1])};
    double nearest = nearest_of(touches, count), met = MEET_SHARE * margin;
    if (count > 0 && nearest > met && nearest < travel) {
        t = rv_moving_meet(&moving[0], &moving[1], n->dt, met);
        bool meets = t <= n->dt;
        if (!meets && nearest > margin)
            return 0;
        t = meets ? t : 0.0;
        rv_placed at[2] = {rv_moving_at(&moving[0], t), rv_moving_at(&moving[1], t)};
        // what is not yet near may be by the end: the other end of a rod
        count = meets ? rv_touch_shapes(&at[0], &at[1], margin + travel, touches) : count;
    }
    int kept = 0;
    for (int k = 0; k < count; k++) {
        out[kept] = site_of(n, shape, moving, &touches[k], t);
        double then = out[kept].gap + n->dt * out[kept].speed;
        kept += fmin(out[kept].gap, then) <= margin;
    }
    return kept;
}

static void shapes_of_key(uint64_t key, int32_t shape[2]) {
    shape[0] = (int32_t)(key >> 32);
    shape[1] = (int32_t)(key & 0xffffffffu);
}

static int sites_max(const rv_world* world, uint64_t key) {
    int32_t shape[2];
    shapes_of_key(key, shape);
    bool surface = false;
    for (int s = 0; s < 2; s++)
        surface |= world->proxies.data[shape[s]].geometry.type >= RV_SHAPE_MESH;
    return surface ? RV_TOUCH_MAX : RV_TOUCH_CONVEX_MAX;
}

static void narrow_task(void* context, int item, int thread) {
    (void)thread;
    const narrow* n = context;
    rv_world* world = n->world;
    int last = (item + 1) * PAIRS_PER_TASK;
    last = last < world->near_keys.count ? last : world->near_keys.count;
    int* count = world->found_first.data + world->near_keys.count;
    for (int i = item * PAIRS_PER_TASK; i < last; i++) {
        int32_t shape[2];
        shapes_of_key(world->near_keys.data[i], shape);
        count[i] = find_sites(n, shape, world->found.data + world->found_first.data[i]);
    }
}

static bool make_room(rv_world* world) {
    int n = world->near_keys.count, sites = 0;
    if (!rv_array_resize(&world->memory, &world->found_first, 2 * n))
        return false;
    for (int i = 0; i < n; i++) {
        world->found_first.data[i] = sites;
        sites += sites_max(world, world->near_keys.data[i]);
    }
    int pairs = n + world->pairs.count;
    rv_memory* m = &world->memory;
    return rv_array_reserve(m, &world->found, sites)
           && rv_array_reserve(m, &world->pairs_before, pairs)
           && rv_array_reserve(m, &world->shown, pairs);
}

static bool moves(const rv_world* world, const rv_pair* pair) {
    return rv_body_moves(&world->bodies.data[pair->body[0]])
           || rv_body_moves(&world->bodies.data[pair->body[1]]);
}

// for what was found, which is far less than what could have been, and what sleeps
static bool make_room_for_found(rv_world* world) {
    int sites = 0;
    const int* count = world->found_first.data + world->near_keys.count;
    for (int i = 0; i < world->near_keys.count; i++)
        sites += count[i];
    for (int p = 0; p < world->pairs.count; p++)
        sites += moves(world, &world->pairs.data[p]) ? 0 : world->pairs.data[p].count;
    return rv_array_reserve(&world->memory, &world->sites_before, sites);
}

// the forces of the last step go to the same feature, or else to the nearest place
static void inherit(rv_site* site, const rv_site* before, bool* taken, int count, double near) {
    int best = -1;
    double nearest = near * near;
    for (int k = 0; k < count; k++) {
        if (taken[k])
            continue;
        if (before[k].feature == site->feature) {
            best = k;
            break;
        }
        rv_vec3 d = rv_vec3_sub(before[k].arm[0], site->arm[0]);
        if (rv_vec3_dot(d, d) < nearest) {
            nearest = rv_vec3_dot(d, d);
            best = k;
        }
    }
    if (best < 0)
        return;
    taken[best] = true;
    site->sticks = before[best].sticks;
    site->force = before[best].force;
    site->friction = before[best].friction;
    site->spin = before[best].spin;
    site->roll = before[best].roll;
}

// a pair that was looked at, with what it was before (NULL: not there); false: nothing to keep
static bool add_found(rv_world* world, int i, const rv_pair* before) {
    int count = world->found_first.data[world->near_keys.count + i];
    if (count == 0 && (before == NULL || !before->touches))
        return false;
    rv_pair pair = {.first = world->sites_before.count,
                    .count = count,
                    .touched = before != NULL && before->touches};
    shapes_of_key(world->near_keys.data[i], pair.shape);
    const rv_shape* shapes[2];
    for (int s = 0; s < 2; s++) {
        shapes[s] = &world->shapes.data[pair.shape[s]];
        pair.body[s] = shapes[s]->body;
    }
    pair.law = rv_contact_law_between(world, &shapes[0]->def.material, &shapes[1]->def.material);
    bool taken[RV_TOUCH_MAX] = {false};
    double near = 2.0 * pair_margin(world, pair.shape);
    for (int k = 0; k < count; k++) {
        rv_site site = world->found.data[world->found_first.data[i] + k];
        if (before != NULL)
            inherit(&site, world->sites.data + before->first, taken, before->count, near);
        world->sites_before.data[world->sites_before.count++] = site;
    }
    world->pairs_before.data[world->pairs_before.count++] = pair;
    return true;
}

// a pair that nobody looked at: it sleeps, or it has ended
static void keep_or_end(rv_world* world, const rv_pair* before) {
    bool moving = moves(world, before);
    if (moving && !before->touches)
        return;
    rv_pair pair = *before;
    pair.touched = before->touches;
    pair.first = world->sites_before.count;
    pair.count = moving ? 0 : before->count;
    for (int k = 0; k < pair.count; k++)
        world->sites_before.data[world->sites_before.count++] =
            world->sites.data[before->first + k];
    world->pairs_before.data[world->pairs_before.count++] = pair;
}

// merges what was found with what was there; both are ascending
static void merge(rv_world* world) {
    world->pairs_before.count = world->sites_before.count = 0;
    int i = 0, k = 0;
    while (i < world->near_keys.count || k < world->pairs.count) {
        const rv_pair* before = k < world->pairs.count ? &world->pairs.data[k] : NULL;
        uint64_t found = i < world->near_keys.count ? world->near_keys.data[i] : UINT64_MAX;
        uint64_t old = before == NULL ? UINT64_MAX : rv_pair_key(before);
        if (found <= old)
            add_found(world, i, found == old ? before : NULL);
        else
            keep_or_end(world, before);
        i += found <= old;
        k += old <= found;
    }
}

// of solids, which may have all of the points
static bool reserve_soft(rv_world* world, int points) {
    rv_memory* m = &world->memory;
    return world->solids.count == 0
           || (rv_array_reserve(m, &world->soft_sites, points)
               && rv_array_reserve(m, &world->soft_sites_before, points)
               && rv_array_reserve(m, &world->cluster_softs, points)
               && rv_array_reserve(m, &world->soft_shapes, world->shapes.capacity));
}

bool rv_contacts_reserve(rv_world* world, int points) {
    if (points <= 0)
        return true;
    if (points > INT32_MAX / 128)
        return false;
    // as many pairs as points; of those that are looked at, most do not touch. Points that are found
    // and points that sleep have room each.
    int looked_at = 2 * points, sites = 2 * points;
    rv_memory* m = &world->memory;
    size_t scratch = rv_contacts_scratch_most(world, points) / sizeof(double) + 1;
    return scratch < (size_t)INT32_MAX && rv_array_reserve(m, &world->near_keys, 2 * looked_at)
           && rv_array_reserve(m, &world->found_first, 2 * looked_at)
           && rv_array_reserve(m, &world->found, RV_TOUCH_CONVEX_MAX * looked_at)
           && rv_array_reserve(m, &world->pairs, looked_at + points)
           && rv_array_reserve(m, &world->pairs_before, looked_at + points)
           && rv_array_reserve(m, &world->sites, sites)
           && rv_array_reserve(m, &world->sites_before, sites)
           && rv_array_reserve(m, &world->shown, looked_at + points)
           && rv_array_reserve(m, &world->cluster_pairs, looked_at + points)
           && rv_array_reserve(m, &world->contact_scratch, (int)scratch)
           && reserve_soft(world, points);
}

// the new lists take the place of the old ones, or give it back
void rv_contacts_swap(rv_world* world) {
    rv_array_swap(&world->pairs, &world->pairs_before);
    rv_array_swap(&world->sites, &world->sites_before);
    rv_array_swap(&world->soft_sites, &world->soft_sites_before);
}

void rv_stage_contacts(rv_step* step) {
    rv_world* world = step->world;
    if (!world->def.contact.enabled)
        return;
    if (!make_room(world) || !rv_rods_find_contacts(world, step->dt)
        || !rv_solids_find_contacts(world, step->dt)) {
        step->failed = true;
        return;
    }
    narrow n = {world, step->dt};
    int tasks = (world->near_keys.count + PAIRS_PER_TASK - 1) / PAIRS_PER_TASK;
    rv_pool_for(world->pool, tasks, narrow_task, &n);
    if (!make_room_for_found(world)) {
        step->failed = true;
        return;
    }
    merge(world);
    rv_contacts_swap(world);
    step->contacts_swapped = true;
}

// what has force or no gap touches
static void publish_pair(rv_world* world, rv_pair* pair, double dt) {
    pair->touches = false;
    for (int k = 0; k < pair->count; k++) {
        rv_site* site = &world->sites.data[pair->first + k];
        site->mean_force = site->impulse / dt;
        site->mean_friction = rv_vec3_scale(site->friction_impulse, 1.0 / dt);
        pair->touches |= rv_site_touches(site);
    }
}

void rv_publish_contacts(rv_world* world, double dt, rv_report* report) {
    rv_proxies_update(world, true);
    for (int p = 0; p < world->pairs.count; p++) {
        rv_pair* pair = &world->pairs.data[p];
        if (moves(world, pair))
            publish_pair(world, pair, dt);
        report->contact_count += pair->count;
    }
    rv_solids_publish(world, dt);
    report->contact_count += world->soft_sites.count;
    rv_contacts_list(world);
    report->pair_count = world->near_keys.count;
    for (int c = 0; c < world->cluster_count; c++) {
        const rv_cluster* cluster = &world->clusters.data[c];
        report->contact_clusters += cluster->site_count > 0;
        report->contact_iterations += cluster->iterations;
        report->contacts_unsettled += cluster->unsettled;
        report->contact_residual = fmax(report->contact_residual, cluster->residual);
        report->impacts += cluster->impacts;
    }
    report->motions_cut = world->motions_cut;
    for (int i = 0; i < world->bodies.count; i++)
        world->bodies.data[i].was_placed = false;
}
