// Clusters: islands that contacts connect, solved together. Made anew in every step from the list
// of pairs; an island that touches nothing that moves is a cluster of its own. Here is also who
// sleeps: a cluster with contacts whose bodies have all been slow for a while, unless something
// drives it; and it wakes as a whole when any of its bodies is awake.
#include "model/body.h"
#include "model/contact.h"
#include "model/solid.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

static const double RINGING = 10.0; // times the speed below which things rest

enum {
    CACHE_LINE = 64,  // [bytes]: no two threads write to the same
    SIZE_CLASSES = 64 // of scratch, by powers of two
};

static int island_of(const rv_world* world, int32_t body) {
    return world->bodies.data[body].island;
}

// the cluster of each island: numbered in the order of their first islands
static void join(int* parent, int a, int b) {
    int ra = rv_find_root(parent, a), rb = rv_find_root(parent, b);
    // the smaller one is the root, so that the order does not depend on history
    parent[ra < rb ? rb : ra] = ra < rb ? ra : rb;
}

static void unite(rv_world* world, int* parent, int* cluster_of) {
    for (int i = 0; i < world->island_count; i++)
        parent[i] = i;
    for (int p = 0; p < world->pairs.count; p++) {
        const rv_pair* pair = &world->pairs.data[p];
        int a = island_of(world, pair->body[0]), b = island_of(world, pair->body[1]);
        if (pair->count > 0 && a >= 0 && b >= 0)
            join(parent, a, b);
    }
    for (int k = 0; k < world->soft_sites.count; k++) {
        int32_t islands[2];
        rv_soft_islands(world, &world->soft_sites.data[k], islands);
        if (islands[0] >= 0)
            join(parent, islands[0], islands[1]);
    }
    world->cluster_count = 0;
    for (int i = 0; i < world->island_count; i++) {
        int root = rv_find_root(parent, i);
        if (root == i)
            world->clusters.data[world->cluster_count] = (rv_cluster){.residual = 0.0};
        cluster_of[i] = root == i ? world->cluster_count++ : cluster_of[root];
    }
}

static int cluster_of_pair(const rv_world* world, const rv_pair* pair, const int* cluster_of) {
    int a = island_of(world, pair->body[0]), b = island_of(world, pair->body[1]);
    return pair->count == 0 || (a < 0 && b < 0) ? -1 : cluster_of[a < 0 ? b : a];
}

static int cluster_of_soft(const rv_world* world, int index, const int* cluster_of) {
    int32_t islands[2];
    rv_soft_islands(world, &world->soft_sites.data[index], islands);
    return cluster_of[islands[1]];
}

// lists islands, pairs and places on solids cluster by cluster, each ascending
static void list_parts(rv_world* world, const int* cluster_of) {
    for (int i = 0; i < world->island_count; i++)
        world->clusters.data[cluster_of[i]].island_count++;
    for (int p = 0; p < world->pairs.count; p++) {
        int c = cluster_of_pair(world, &world->pairs.data[p], cluster_of);
        if (c >= 0) {
            world->clusters.data[c].pair_count++;
            world->clusters.data[c].site_count += world->pairs.data[p].count;
        }
    }
    for (int k = 0; k < world->soft_sites.count; k++) {
        rv_cluster* cluster = &world->clusters.data[cluster_of_soft(world, k, cluster_of)];
        cluster->soft_count++;
        cluster->site_count++;
    }
    int islands = 0, pairs = 0, softs = 0;
    for (int c = 0; c < world->cluster_count; c++) {
        rv_cluster* cluster = &world->clusters.data[c];
        cluster->first_island = islands;
        cluster->first_pair = pairs;
        cluster->first_soft = softs;
        islands += cluster->island_count;
        pairs += cluster->pair_count;
        softs += cluster->soft_count;
        cluster->island_count = cluster->pair_count = cluster->soft_count = 0;
    }
    for (int i = 0; i < world->island_count; i++) {
        rv_cluster* cluster = &world->clusters.data[cluster_of[i]];
        world->islands.data[i].domain = cluster->island_count;
        cluster->goes_first |= world->islands.data[i].goes_first;
        world->cluster_islands.data[cluster->first_island + cluster->island_count++] = i;
    }
    for (int p = 0; p < world->pairs.count; p++) {
        int c = cluster_of_pair(world, &world->pairs.data[p], cluster_of);
        if (c >= 0) {
            rv_cluster* cluster = &world->clusters.data[c];
            world->cluster_pairs.data[cluster->first_pair + cluster->pair_count++] = p;
        }
    }
    for (int p = 0; p < world->soft_sites.count; p++) {
        rv_cluster* cluster = &world->clusters.data[cluster_of_soft(world, p, cluster_of)];
        world->cluster_softs.data[cluster->first_soft + cluster->soft_count++] = p;
    }
}

// Lists the dofs of bodies that contacts reach; with loose rows, of all bodies.
static void list_reached(rv_world* world, int32_t* reached) {
    memset(reached, 0, (size_t)world->bodies.count * sizeof *reached);
    for (int p = 0; p < world->pairs.count; p++)
        for (int s = 0; s < 2 && world->pairs.data[p].count > 0; s++)
            reached[world->pairs.data[p].body[s]] = 1;
    for (int p = 0; p < world->soft_sites.count; p++)
        for (int s = 0; s < 2; s++) {
            int32_t body = rv_soft_body(world, &world->soft_sites.data[p].side[s]);
            if (body >= 0)
                reached[body] = 1;
        }
    for (int i = 0; i < world->island_count; i++) {
        rv_island* island = &world->islands.data[i];
        island->contact_dofs = island->reached.count = 0;
        for (int k = 0; k < island->bodies.count; k++) {
            rv_body* body = &world->bodies.data[island->bodies.data[k]];
            bool in = reached[island->bodies.data[k]] || island->kkt.loose.rows.count > 0;
            body->contact_dof = in ? island->contact_dofs : -1;
            if (!in)
                continue;
            int dofs = rv_body_dofs(body);
            island->reached.data[island->reached.count++] = (rv_kkt_run){k, 0, dofs};
            island->contact_dofs += dofs;
        }
    }
    rv_solids_list_reached(world);
}

static const rv_island* island_at(const rv_world* world, const rv_cluster* cluster, int k) {
    return &world->islands.data[world->cluster_islands.data[cluster->first_island + k]];
}

// what touches nothing does not sleep
static bool touches_something(const rv_world* world, const rv_cluster* cluster) {
    bool touches = cluster->site_count > 0;
    for (int k = 0; k < cluster->island_count && !touches; k++) {
        const rv_island* island = island_at(world, cluster, k);
        for (int i = island->first_resting; i < island->end_resting && !touches; i++) {
            const rv_member* member = &island->members.data[i];
            const rv_constraint_class* class = rv_member_class(member->kind);
            touches = class->is_touched != NULL && class->is_touched(world, member->index);
        }
    }
    return touches;
}

// something that does not sleep holds on to the island, or a moved body
static bool is_driven(const rv_world* world, const rv_island* island) {
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->drives != NULL && class->drives(world, member->index))
            return true;
        const int32_t* bodies;
        int count = class->bodies(world, member->index, &bodies);
        for (int k = 0; k < count; k++)
            if (bodies[k] >= 0 && world->bodies.data[bodies[k]].type == RV_BODY_KINEMATIC
                && rv_body_moves(&world->bodies.data[bodies[k]]))
                return true;
    }
    return false;
}

// a moved body touches it
static bool is_pushed(const rv_world* world, const rv_cluster* cluster) {
    for (int p = 0; p < cluster->pair_count; p++) {
        const rv_pair* pair =
            &world->pairs.data[world->cluster_pairs.data[cluster->first_pair + p]];
        for (int s = 0; s < 2; s++) {
            const rv_body* body = &world->bodies.data[pair->body[s]];
            if (rv_body_dofs(body) == 0 && rv_body_moves(body))
                return true;
        }
    }
    for (int p = 0; p < cluster->soft_count; p++) {
        const rv_soft_site* soft =
            &world->soft_sites.data[world->cluster_softs.data[cluster->first_soft + p]];
        for (int s = 0; s < 2; s++) {
            int32_t body = soft->side[s].rod >= 0 ? -1 : rv_soft_body(world, &soft->side[s]);
            if (body >= 0 && rv_body_dofs(&world->bodies.data[body]) == 0
                && rv_body_moves(&world->bodies.data[body]))
                return true;
        }
    }
    return false;
}

// something in it does not sleep
static bool is_restless(const rv_world* world, const rv_island* island) {
    for (int b = 0; b < island->bodies.count; b++)
        if (!world->bodies.data[island->bodies.data[b]].asleep)
            return true;
    for (int i = island->first_resting; i < island->end_resting; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->is_asleep != NULL && !class->is_asleep(world, member->index))
            return true;
    }
    return is_driven(world, island);
}

static bool is_awake(const rv_world* world, const rv_cluster* cluster) {
    if (!world->def.sleep.enabled || !touches_something(world, cluster)
        || is_pushed(world, cluster))
        return true;
    for (int k = 0; k < cluster->island_count; k++)
        if (is_restless(world, island_at(world, cluster, k)))
            return true;
    return false;
}

// what sleeps of it
static void wake(rv_world* world, const rv_island* island) {
    for (int i = island->first_resting; i < island->end_resting; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->is_asleep != NULL && class->is_asleep(world, member->index))
            class->wake(world, member->index);
    }
    for (int b = 0; b < island->bodies.count; b++)
        if (world->bodies.data[island->bodies.data[b]].asleep)
            rv_world_wake(world, &island->bodies.data[b], 1);
}

static void wake_or_leave(rv_world* world, rv_cluster* cluster) {
    cluster->asleep = !is_awake(world, cluster);
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island =
            &world->islands.data[world->cluster_islands.data[cluster->first_island + k]];
        island->asleep = cluster->asleep;
        if (!cluster->asleep)
            wake(world, island);
    }
}

static int size_class(size_t bytes) {
    int class = 0;
    while (bytes >>= 1)
        class ++;
    return class;
}

// No more clusters are solved at a time than there are threads. The largest have places of their own
// in the scratch, the others share one for each thread, as large as the largest of them. Where to
// draw the line between them, at a power of two: where it takes the least in all.
static size_t divide_scratch(rv_world* world) {
    struct {
        size_t sum, largest;
    } classes[SIZE_CLASSES] = {0};
    for (int c = 0; c < world->cluster_count; c++) {
        size_t bytes = world->clusters.data[c].scratch;
        int k = size_class(bytes);
        classes[k].sum += bytes;
        classes[k].largest = bytes > classes[k].largest ? bytes : classes[k].largest;
    }
    size_t threads = (size_t)rv_pool_threads(world->pool), own = 0, least = SIZE_MAX;
    int line = -1; // classes up to this share; -1: none
    for (int k = SIZE_CLASSES - 1; k >= 0; k--) {
        size_t total = own + threads * classes[k].largest;
        if (classes[k].largest > 0 && total < least) {
            least = total;
            line = k;
        }
        own += classes[k].sum;
    }
    line = own <= least ? -1 : line;
    world->shared_scratch = line < 0 ? 0 : classes[line].largest;
    size_t first = threads * world->shared_scratch;
    for (int c = 0; c < world->cluster_count; c++) {
        rv_cluster* cluster = &world->clusters.data[c];
        cluster->shares_scratch = size_class(cluster->scratch) <= line;
        cluster->first_scratch = first;
        first += cluster->shares_scratch ? 0 : cluster->scratch;
    }
    return first;
}

// mostly none needs any
static size_t place_scratch(rv_world* world) {
    bool any = false;
    for (int c = 0; c < world->cluster_count; c++) {
        rv_cluster* cluster = &world->clusters.data[c];
        cluster->shares_scratch = false;
        cluster->first_scratch = 0;
        any |= cluster->scratch > 0;
    }
    world->shared_scratch = 0;
    return any ? divide_scratch(world) : 0;
}

static size_t scratch_of(const rv_world* world, const rv_cluster* cluster) {
    if (cluster->site_count == 0 || cluster->asleep)
        return 0;
    size_t lines = rv_contacts_scratch_bytes(world, cluster) / CACHE_LINE + 1;
    return lines * CACHE_LINE;
}

bool rv_clusters_make(rv_world* world) {
    int islands = world->island_count;
    rv_memory* m = &world->memory;
    int room = 2 * islands > world->bodies.count ? 2 * islands : world->bodies.count;
    if (!rv_array_resize(m, &world->scratch, room + 1)
        || !rv_array_reserve(m, &world->clusters, islands)
        || !rv_array_resize(m, &world->cluster_islands, islands)
        || !rv_array_resize(m, &world->cluster_pairs, world->pairs.count)
        || !rv_array_resize(m, &world->cluster_softs, world->soft_sites.count))
        return false;
    unite(world, world->scratch.data, world->scratch.data + islands);
    list_parts(world, world->scratch.data + islands);
    list_reached(world, world->scratch.data);
    for (int c = 0; c < world->cluster_count; c++) {
        wake_or_leave(world, &world->clusters.data[c]);
        world->clusters.data[c].scratch = scratch_of(world, &world->clusters.data[c]);
    }
    size_t doubles = place_scratch(world) / sizeof(double) + 1;
    return doubles < (size_t)INT32_MAX
           && rv_array_reserve(m, &world->contact_scratch, (int)doubles);
}

// its farthest point from the centre of mass; without shapes, its farthest mass or so
static double reach_of(const rv_world* world, const rv_body* body) {
    rv_mat3 I = body->inertia;
    double reach = sqrt((I.m[0][0] + I.m[1][1] + I.m[2][2]) / body->mass);
    for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next)
        if (world->proxies.data[s].node >= 0)
            reach = fmax(reach, world->proxies.data[s].reach);
    return reach;
}

// It rests while it stays about where it was: no point of it gets farther than the speed allows in
// the time that is asked for. What trembles in place rests, too, but not what rings.
static bool stays(const rv_world* world, const rv_body* body) {
    const rv_sleep* sleep = &world->def.sleep;
    double reach = reach_of(world, body);
    rv_vec3 turn = rv_quat_log(rv_quat_mul(body->q, rv_quat_conjugate(body->rest_q)));
    double moved =
        rv_vec3_length(rv_vec3_sub(body->x, body->rest_x)) + rv_vec3_length(turn) * reach;
    double speed = rv_vec3_length(body->v) + rv_vec3_length(body->w) * reach;
    return moved <= sleep->speed * sleep->time && speed < RINGING * sleep->speed;
}

static void note_rest(const rv_world* world, rv_body* body, double dt) {
    if (body->rest_time > 0.0 && stays(world, body)) {
        body->rest_time += dt;
        return;
    }
    body->rest_time = dt;
    body->rest_x = body->x;
    body->rest_q = body->q;
}

// something in it moves yet
static bool swings(const rv_world* world, const rv_island* island) {
    for (int m = 0; m < island->members.count; m++) {
        const rv_member* member = &island->members.data[m];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->swings != NULL && class->swings(world, member->index))
            return true;
    }
    return false;
}

static void put_to_sleep(rv_world* world, const rv_island* island) {
    for (int m = 0; m < island->members.count; m++) {
        const rv_member* member = &island->members.data[m];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->put_to_sleep != NULL)
            class->put_to_sleep(world, member->index);
    }
    for (int b = 0; b < island->bodies.count; b++) {
        rv_body* body = &world->bodies.data[island->bodies.data[b]];
        body->asleep = true;
        body->v = body->w = (rv_vec3){0, 0, 0};
    }
}

// all that rests by itself does so; each of them is asked, to note the step
static bool members_rest(rv_world* world, const rv_cluster* cluster, double dt) {
    bool rest = true;
    for (int k = 0; k < cluster->island_count; k++) {
        const rv_island* island = island_at(world, cluster, k);
        for (int i = island->first_resting; i < island->end_resting; i++) {
            const rv_member* member = &island->members.data[i];
            const rv_constraint_class* class = rv_member_class(member->kind);
            if (class->note_rest != NULL)
                rest &= class->note_rest(world, member->index, dt);
        }
    }
    return rest;
}

void rv_clusters_rest(rv_world* world, double dt) {
    const rv_sleep* sleep = &world->def.sleep;
    // where a rod has just come apart, islands are not what they were: the next step tells who rests
    bool known = sleep->enabled && !world->topology_changed;
    for (int c = 0; c < world->cluster_count && known; c++) {
        rv_cluster* cluster = &world->clusters.data[c];
        if (cluster->asleep)
            continue;
        bool rests = members_rest(world, cluster, dt) && !is_pushed(world, cluster);
        if (!touches_something(world, cluster))
            continue;
        for (int k = 0; k < cluster->island_count; k++) {
            const rv_island* island = island_at(world, cluster, k);
            for (int b = 0; b < island->bodies.count; b++) {
                rv_body* body = &world->bodies.data[island->bodies.data[b]];
                note_rest(world, body, dt);
                rests &= body->rest_time > sleep->time;
            }
            rests = rests && !is_driven(world, island) && !swings(world, island);
        }
        for (int k = 0; k < cluster->island_count && rests; k++)
            put_to_sleep(world, island_at(world, cluster, k));
    }
}
