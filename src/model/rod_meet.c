// Rods near each other, stage "adapt": who is in which bundle, and which of their edges may touch.
//
// Two rods meet when their center lines come nearer than r_a + r_b + w_a + w_b, where w is how far a rod
// may go in the step: some diameters and twice what its velocity leads to, against the mean velocity of
// all rods. Motion that nobody foresaw is held to w, so that no two rods touch before they have met.
// Whether they still are near is looked at again after a while: a bundle that changes costs a new factor. Bounds
// of rods are sorted along one axis and swept (Baraff 1992), edges of two rods searched by bounds of
// runs of them.
//
// Pairs of edges of rods that have met are listed with a margin, in the list of the first rod; as for
// the pairs of one rod (rod_contact.c), the list holds until vertices have moved by half of it, against
// the mean of the bundle.
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double JOIN = 2.0;                 // diameters, that a rod may go unforeseen
static const double LOOK = 0.05;                // of its size, that it may go where nobody is near
static const double PARTED = 0.5;               // [s]
static const double LISTED = 2.0, SPARED = 6.0; // of the margin needed: what is taken; too much
enum { RUN = 8 };                               // edges

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

static inline double smaller(double a, double b) {
    return a < b ? a : b;
}

static rv_aabb line_bounds(const rv_vec3* x, int count) {
    rv_vec3 low = x[0], high = x[0];
    for (int i = 1; i < count; i++) {
        rv_vec3 a = x[i];
        low = (rv_vec3){smaller(a.x, low.x), smaller(a.y, low.y), smaller(a.z, low.z)};
        high = (rv_vec3){larger(a.x, high.x), larger(a.y, high.y), larger(a.z, high.z)};
    }
    return (rv_aabb){low, high};
}

static double radius_of(const rv_world* world, const rv_rod* rod) {
    return 0.5 * world->cables.data[rod->cable].diameter;
}

// --- edges of two rods ---

typedef struct search {
    rv_world* world;
    const rv_rod *a, *b;
    double reach;      // between center lines
    bool joined[2][2]; // an end of a is held where one of b is, or was cut off it
} search;

// the last end of a rod and the first end of the next one, of which it was cut
static bool were_one(const rv_rod* a, int side, const rv_rod* b, int other) {
    return a->cable == b->cable && b == a + 1 && side == 1 && other == 0;
}

static bool ends_meet(const rv_world* world, const rv_rod* a, int side, const rv_rod* b,
                      int other) {
    const rv_rod_end *p = &a->end[side], *q = &b->end[other];
    double d = radius_of(world, a) + radius_of(world, b);
    rv_vec3 apart = rv_vec3_sub(rv_rod_points(world, a)[rv_rod_vertex(a, side, 0)],
                                rv_rod_points(world, b)[rv_rod_vertex(b, other, 0)]);
    return p->held && q->held && p->body == q->body && rv_vec3_length(apart) < d;
}

static search search_of(rv_world* world, const rv_rod* a, const rv_rod* b, double reach) {
    search s = {.world = world, .a = a, .b = b, .reach = reach};
    for (int k = 0; k < 4; k++)
        s.joined[k / 2][k % 2] =
            were_one(a, k / 2, b, k % 2) || ends_meet(world, a, k / 2, b, k % 2);
    return s;
}

// how far along the rod an edge is from one of its ends
static double along_from(const rv_world* world, const rv_rod* rod, int side, int edge) {
    const double* l = rv_rod_lengths(world, rod);
    double sum = 0.0;
    for (int j = side == 0 ? 0 : edge + 1; j < (side == 0 ? edge : rod->count - 1); j++)
        sum += l[j];
    return sum;
}

// Rods that are held in one point are one strand there: as near along it, edges do not touch.
static bool is_neighbour(const search* s, int i, int j) {
    double d = radius_of(s->world, s->a) + radius_of(s->world, s->b);
    for (int k = 0; k < 4; k++)
        if (s->joined[k / 2][k % 2]
            && along_from(s->world, s->a, k / 2, i) + along_from(s->world, s->b, k % 2, j)
                   < RV_ROD_APART * d)
            return true;
    return false;
}

static bool is_near(const search* s, int i, int j) {
    const rv_vec3 *x = rv_rod_points(s->world, s->a) + i, *y = rv_rod_points(s->world, s->b) + j;
    rv_vec3 u = rv_vec3_sub(x[1], x[0]), v = rv_vec3_sub(y[1], y[0]), d = rv_vec3_sub(y[0], x[0]);
    // twice the way between their middles: sum^2 <= 2 of squares
    d = rv_vec3_add(rv_vec3_scale(d, 2.0), rv_vec3_sub(v, u));
    double ends = 2.0 * (rv_vec3_dot(u, u) + rv_vec3_dot(v, v)), most = 4.0 * s->reach * s->reach;
    if (rv_vec3_dot(d, d) > 2.0 * (ends + most))
        return false;
    return rv_self_nearest(x, y, 0.0).squared < s->reach * s->reach && !is_neighbour(s, i, j);
}

// Pairs of edge i of the first rod with the edges of a run of the other, until there are `most`. False
// without memory.
static bool find_in_run(const search* s, int i, int first, int end, int most) {
    rv_world* world = s->world;
    for (int j = first; j < end && world->rod_pairs.count < most; j++) {
        if (!is_near(s, i, j))
            continue;
        if (!rv_array_room(&world->memory, &world->rod_pairs))
            return false;
        world->rod_pairs.data[world->rod_pairs.count++] = (rv_self_pair){i, j};
    }
    return true;
}

// Pairs of edges within reach, by i, then by j, into world->rod_pairs, up to `most`. False without
// memory.
static bool find_edges(const search* s, int most) {
    rv_world* world = s->world;
    const rv_vec3 *x = rv_rod_points(world, s->a), *y = rv_rod_points(world, s->b);
    int edges = s->b->count - 1, runs = (edges + RUN - 1) / RUN;
    world->rod_pairs.count = 0;
    if (!rv_array_resize(&world->memory, &world->rod_runs, runs))
        return false;
    rv_aabb *run = world->rod_runs.data, all = rv_aabb_grow(line_bounds(y, edges + 1), s->reach);
    for (int r = 0; r < runs; r++) {
        int first = r * RUN, count = edges - first < RUN ? edges - first : RUN;
        run[r] = rv_aabb_grow(line_bounds(y + first, count + 1), s->reach);
    }
    for (int i = 0; i < s->a->count - 1; i++) {
        rv_aabb own = line_bounds(x + i, 2);
        for (int r = 0; r < runs && rv_aabb_overlap(&own, &all); r++) {
            int first = r * RUN, end = first + RUN < edges ? first + RUN : edges;
            if (rv_aabb_overlap(&own, &run[r]) && !find_in_run(s, i, first, end, most))
                return false;
        }
        if (world->rod_pairs.count >= most)
            return true;
    }
    return true;
}

// --- who meets whom ---

static bool may_meet(const rv_world* world, const rv_rod* a, const rv_rod* b) {
    const rv_cable_segments* s = &world->cables.data[a->cable].segments;
    const rv_cable_segments* t = &world->cables.data[b->cable].segments;
    return (s->group & t->mask) != 0 && (t->group & s->mask) != 0
           && (a->cable != b->cable || s->touches_itself) && !rv_rod_is_variational(world, a)
           && !rv_rod_is_variational(world, b);
}

static rv_vec3 mean_velocity(const rv_world* world) {
    rv_vec3 sum = {0, 0, 0};
    for (int i = 0; i < world->rod_v.count; i++)
        sum = rv_vec3_add(sum, world->rod_v.data[i]);
    return rv_vec3_scale(sum, 1.0 / world->rod_v.count);
}

static double largest_speed(const rv_world* world, const rv_rod* rod) {
    const rv_vec3* v = rv_rod_velocities(world, rod);
    double largest = 0.0;
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 u = rv_vec3_sub(v[i], world->rod_frame);
        largest = larger(largest, rv_vec3_dot(u, u));
    }
    return sqrt(largest);
}

// what is hit may become as fast as what hits it
static void find_speeds(rv_world* world) {
    rv_rod* rods = world->rods.data;
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod* first = &rods[rods[i].bundle];
        rods[i].speed = largest_speed(world, &rods[i]);
        // the first rod of a bundle has the lowest index
        double before = rods[i].bundle == i ? 0.0 : first->bundle_speed;
        first->bundle_speed = fmax(before, rods[i].speed);
    }
}

static bool comes_before(const rv_rod_sight* a, const rv_rod_sight* b) {
    return a->bounds.lower.x < b->bounds.lower.x
           || (a->bounds.lower.x == b->bounds.lower.x && a->rod < b->rod);
}

// bounds of all rods, sorted; they begin in the order of the last step
static bool look_around(rv_world* world, double dt) {
    int n = world->rods.count;
    if (world->rod_sights.count != n) {
        if (!rv_array_resize(&world->memory, &world->rod_sights, n))
            return false;
        for (int i = 0; i < n; i++)
            world->rod_sights.data[i].rod = i;
    }
    rv_rod_sight* sights = world->rod_sights.data;
    find_speeds(world);
    for (int i = 0; i < n; i++) {
        rv_rod* rod = &world->rods.data[sights[i].rod];
        rv_aabb b = line_bounds(rv_rod_points(world, rod), rod->count);
        double size = rv_vec3_length(rv_vec3_sub(b.upper, b.lower));
        double speed = world->rods.data[rod->bundle].bundle_speed;
        rod->near_way = JOIN * 2.0 * radius_of(world, rod) + 2.0 * RV_ROD_FORESEEN * dt * speed;
        rod->way = rod->near_way + LOOK * size;
        sights[i].bounds = rv_aabb_grow(b, radius_of(world, rod) + rod->way);
    }
    for (int i = 1; i < n; i++) {
        rv_rod_sight sight = sights[i];
        int k = i;
        for (; k > 0 && comes_before(&sight, &sights[k - 1]); k--)
            sights[k] = sights[k - 1];
        sights[k] = sight;
    }
    return true;
}

// where the meeting of two rods is or would be in the list
static int place_of(const rv_world* world, int a, int b) {
    int low = 0, high = world->rod_meetings.count;
    while (low < high) {
        int middle = (low + high) / 2;
        const rv_rod_meeting* m = &world->rod_meetings.data[middle];
        if (m->a < a || (m->a == a && m->b < b))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Two rods whose bounds meet, a < b. Those that have met are looked at again only when they might part.
// False without memory.
static bool examine(rv_world* world, int a, int b, bool* changed) {
    rv_rod *p = &world->rods.data[a], *q = &world->rods.data[b];
    int at = place_of(world, a, b);
    const rv_rod_meeting* list = world->rod_meetings.data;
    bool met = at < world->rod_meetings.count && list[at].a == a && list[at].b == b;
    if (met && list[at].age <= PARTED)
        return true;
    double reach = radius_of(world, p) + radius_of(world, q) + p->near_way + q->near_way;
    search s = search_of(world, p, q, reach);
    if (!find_edges(&s, 1) || !rv_array_room(&world->memory, &world->rod_meetings))
        return false;
    if (world->rod_pairs.count == 0) {
        p->way = p->near_way;
        q->way = q->near_way;
        return true;
    }
    if (!met) {
        rv_array_part(&world->rod_meetings, at, 1);
        *changed = true;
    }
    world->rod_meetings.data[at] = (rv_rod_meeting){a, b, 0.0};
    return true;
}

// Rods that have met, directly or through others; the first is the one with the lowest index. What is
// listed between rods is listed anew.
static void make_bundles(rv_world* world) {
    rv_rod* rods = world->rods.data;
    for (int i = 0; i < world->rods.count; i++) {
        rods[i].bundle = i;
        rods[i].bundle_next = -1;
        rods[i].bundle_margin = 0.0;
    }
    for (int k = 0; k < world->rod_meetings.count; k++) {
        int a = world->rod_meetings.data[k].a, b = world->rod_meetings.data[k].b;
        while (rods[a].bundle != a)
            a = rods[a].bundle;
        while (rods[b].bundle != b)
            b = rods[b].bundle;
        rods[a > b ? a : b].bundle = a < b ? a : b;
    }
    // from the last on, so that each comes before those that are there already
    for (int i = 0; i < world->rods.count; i++)
        rods[i].bundle = rods[rods[i].bundle].bundle;
    for (int i = world->rods.count - 1; i >= 0; i--)
        if (rods[i].bundle != i) {
            rods[i].bundle_next = rods[rods[i].bundle].bundle_next;
            rods[rods[i].bundle].bundle_next = i;
        }
    world->topology_changed = true;
}

static bool part_old(rv_world* world, double after) {
    rv_rod_meeting* list = world->rod_meetings.data;
    int kept = 0, count = world->rod_meetings.count;
    for (int k = 0; k < count; k++)
        if (list[k].age <= after)
            list[kept++] = list[k];
    world->rod_meetings.count = kept;
    return kept < count;
}

bool rv_rods_meet(rv_world* world, double dt) {
    int n = world->rods.count;
    bool apart = n < 2 || !world->def.contact.enabled, changed = false;
    for (int i = 0; i < n && apart; i++)
        world->rods.data[i].way = INFINITY;
    if (apart) {
        if (part_old(world, -1.0))
            make_bundles(world);
        return true;
    }
    world->rod_frame = mean_velocity(world);
    if (!look_around(world, dt))
        return false;
    for (int k = 0; k < world->rod_meetings.count; k++)
        world->rod_meetings.data[k].age += dt;
    const rv_rod_sight* sights = world->rod_sights.data;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n && sights[k].bounds.lower.x <= sights[i].bounds.upper.x; k++) {
            int a = sights[i].rod, b = sights[k].rod;
            if (rv_aabb_overlap(&sights[i].bounds, &sights[k].bounds)
                && may_meet(world, &world->rods.data[a], &world->rods.data[b])
                && !examine(world, a < b ? a : b, a < b ? b : a, &changed))
                return false;
        }
    changed |= part_old(world, PARTED);
    if (changed)
        make_bundles(world);
    return true;
}

// --- pairs of edges of rods that have met ---

// largest way, of positions or velocities, of a bundle against its mean, and that
static double largest_of(const rv_world* world, const rv_rod_work* lead, const rv_vec3* of,
                         const rv_vec3* from, rv_vec3* mean) {
    double largest = 0.0;
    rv_vec3 sum = {0, 0, 0};
    for (int pass = 0; pass < 2; pass++) {
        for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
            const rv_rod* rod = &world->rods.data[work->rod];
            for (int i = rod->first; i < rod->first + rod->count; i++) {
                rv_vec3 d = from == NULL ? of[i] : rv_vec3_sub(of[i], from[i]);
                if (pass == 0)
                    sum = rv_vec3_add(sum, d);
                d = rv_vec3_sub(d, *mean);
                largest = pass == 0 ? 0.0 : larger(largest, rv_vec3_dot(d, d));
            }
        }
        *mean = rv_vec3_scale(sum, 1.0 / lead->all);
    }
    return sqrt(largest);
}

// whether the list of a bundle holds; else its margin is chosen anew
static bool list_holds(rv_world* world, rv_rod_work* lead, double dt) {
    rv_rod* first = &world->rods.data[lead->rod];
    rv_vec3 mean = {0, 0, 0};
    double d = 0.0;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        d = fmax(d, 2.0 * radius_of(world, &world->rods.data[work->rod]));
    double ahead = RV_ROD_FORESEEN * dt * largest_of(world, lead, world->rod_v.data, NULL, &mean);
    lead->ahead = ahead;
    double gone = largest_of(world, lead, world->rod_x.data, world->rod_seen.data, &mean);
    double needed = 2.0 * (ahead + RV_ROD_UNFORESEEN * d);
    if (gone + 0.5 * needed <= 0.5 * first->bundle_margin
        && first->bundle_margin <= SPARED * needed)
        return true;
    first->bundle_margin = LISTED * needed;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        memcpy(world->rod_seen.data + rod->first, rv_rod_points(world, rod),
               (size_t)rod->count * sizeof(rv_vec3));
    }
    return false;
}

// what was known of a pair, from `*k` on in the rod's list as it was, which is in order
static const rv_rod_contact* known_of(const rv_world* world, const rv_rod* rod, int partner,
                                      rv_self_pair pair, int* k) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (; *k < rod->contact_count && list[*k].other >= 0; (*k)++) {
        const rv_rod_contact* c = &list[*k];
        if (c->partner < partner || (c->partner == partner && c->edge < pair.i)
            || (c->partner == partner && c->edge == pair.i && c->other < pair.j))
            continue;
        bool same = c->partner == partner && c->edge == pair.i && c->other == pair.j;
        return same ? c : NULL;
    }
    return NULL;
}

static bool list_between(rv_world* world, int a, int b, double margin) {
    const rv_rod *p = &world->rods.data[a], *q = &world->rods.data[b];
    search s = search_of(world, p, q, radius_of(world, p) + radius_of(world, q) + margin);
    int k = 0;
    if (!find_edges(&s, INT32_MAX))
        return false;
    for (int i = 0; i < world->rod_pairs.count; i++) {
        rv_self_pair pair = world->rod_pairs.data[i];
        const rv_rod_contact* before = known_of(world, p, b, pair, &k);
        rv_rod_contact contact = {
            .edge = pair.i, .other = pair.j, .partner = b, .shape = -1, .gap = INFINITY};
        if (!rv_rod_add_contact(world, before == NULL ? &contact : before))
            return false;
    }
    return true;
}

void rv_bundle_look(rv_world* world, rv_rod_work* lead, double dt) {
    lead->ahead = 0.0;
    lead->list_holds = lead->next == NULL || list_holds(world, lead, dt);
}

bool rv_rod_list_meets(rv_world* world, int index) {
    const rv_rod* rod = &world->rods.data[index];
    rv_rod_work *work = world->rod_work.data[index], *lead = work->lead;
    if (lead->next == NULL)
        return true;
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int k = 0; k < rod->contact_count && list[k].other >= 0 && lead->list_holds; k++)
        if (list[k].partner != index && !rv_rod_add_contact(world, &list[k]))
            return false;
    double margin = world->rods.data[lead->rod].bundle_margin;
    for (int k = place_of(world, index, 0);
         k < world->rod_meetings.count && world->rod_meetings.data[k].a == index; k++)
        if (!lead->list_holds && !list_between(world, index, world->rod_meetings.data[k].b, margin))
            return false;
    return true;
}

// --- motion that nobody foresaw ---

void rv_bundle_find_mean(const rv_world* world, rv_rod_work* lead) {
    lead->gone = lead->going = (rv_vec3){0, 0, 0};
    if (lead->next == NULL)
        return;
    const rv_vec3 *x = world->rod_x.data, *before = world->rod_before.data;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        for (int i = rod->first; i < rod->first + rod->count; i++) {
            lead->gone = rv_vec3_add(lead->gone, rv_vec3_sub(before[i], world->rod_seen.data[i]));
            lead->going = rv_vec3_add(lead->going, rv_vec3_sub(x[i], before[i]));
        }
    }
    lead->gone = rv_vec3_scale(lead->gone, 1.0 / lead->all);
    lead->going = rv_vec3_scale(lead->going, 1.0 / lead->all);
}

// which share of a step keeps a way within `most`
static double share_within(rv_vec3 way, rv_vec3 step, double most) {
    rv_vec3 then = rv_vec3_add(way, step);
    if (rv_vec3_dot(then, then) <= most * most)
        return 1.0;
    return fmax(0.0, most - rv_vec3_length(way)) / rv_vec3_length(step);
}

double rv_rod_foreseen_apart(const rv_world* world, const rv_rod* rod, const rv_island* island) {
    const rv_rod_work* lead = world->rod_work.data[rod->bundle];
    const rv_vec3 *x = rv_rod_points(world, rod), *seen = world->rod_seen.data + rod->first;
    const rv_vec3* before = world->rod_before.data + rod->first;
    rv_vec3 frame = rv_vec3_scale(world->rod_frame, island->h);
    double share = 1.0, way = rod->way / island->substeps;
    double margin = lead->next == NULL ? 0.0 : world->rods.data[lead->rod].bundle_margin;
    for (int i = 0; i < rod->count && way < INFINITY; i++) {
        rv_vec3 step = rv_vec3_sub(rv_vec3_sub(x[i], before[i]), frame);
        share = smaller(share, share_within((rv_vec3){0, 0, 0}, step, way));
    }
    for (int i = 0; i < rod->count && margin > 0.0; i++) {
        rv_vec3 step = rv_vec3_sub(rv_vec3_sub(x[i], before[i]), lead->going);
        rv_vec3 gone = rv_vec3_sub(rv_vec3_sub(before[i], seen[i]), lead->gone);
        share = smaller(share, share_within(gone, step, 0.5 * margin));
    }
    return share;
}

// --- rods that go ---

// the index of a rod after others have gone; -1: it is one of them
static int index_after(int index, int first, int count) {
    return index < first ? index : index < first + count ? -1 : index - count;
}

void rv_rods_forget(rv_world* world, int first, int count) {
    rv_rod_meeting* list = world->rod_meetings.data;
    int kept = 0, to = 0;
    for (int k = 0; k < world->rod_meetings.count; k++) {
        int a = index_after(list[k].a, first, count), b = index_after(list[k].b, first, count);
        if (a >= 0 && b >= 0)
            list[kept++] = (rv_rod_meeting){a, b, list[k].age};
    }
    world->rod_meetings.count = kept;
    rv_rod_contact* contacts = world->rod_contacts.data;
    for (int i = 0; i < world->rods.count; i++) {
        rv_rod* rod = &world->rods.data[i];
        int begin = to, from = rod->first_contact;
        for (int k = 0; k < rod->contact_count; k++) {
            rv_rod_contact c = contacts[from + k];
            c.partner = c.other < 0 ? c.partner : index_after(c.partner, first, count);
            if (c.other < 0 || c.partner >= 0)
                contacts[to++] = c;
        }
        rod->first_contact = begin;
        rod->contact_count = to - begin;
    }
    world->rod_contacts.count = to;
    make_bundles(world);
}

// --- a rod that has become two ---

// where a rod was cut; the rods behind it have moved on by one
typedef struct cut {
    int rod, vertex;
} cut;

// where an edge of a rod as it was is now
static int rod_with(cut c, int rod, int edge) {
    return rod + (rod > c.rod || (rod == c.rod && edge >= c.vertex));
}
static int edge_after(cut c, int rod, int edge) {
    return rod == c.rod && edge >= c.vertex ? edge - c.vertex : edge;
}

static rv_rod_contact contact_after(cut c, int owner, const rv_rod_contact* before) {
    rv_rod_contact now = *before;
    now.edge = edge_after(c, owner, before->edge);
    if (before->other < 0)
        return now;
    now.partner = rod_with(c, before->partner, before->other);
    now.other = edge_after(c, before->partner, before->other);
    return now;
}

// the order of a rod's list; shapes stay behind the others, as they are
static bool is_listed_before(const rv_rod_contact* a, const rv_rod_contact* b) {
    if (a->other < 0 || b->other < 0)
        return a->other >= 0 && b->other < 0;
    if (a->partner != b->partner)
        return a->partner < b->partner;
    return a->edge != b->edge ? a->edge < b->edge : a->other < b->other;
}

// into the list from `begin` to `end`, which is in order
static void put_in_order(rv_rod_contact* list, int begin, int end, const rv_rod_contact* c) {
    for (; end > begin && is_listed_before(c, &list[end - 1]); end--)
        list[end] = list[end - 1];
    list[end] = *c;
}

// The contacts of a rod as it was, at `from` in the old list, that a piece of it has now, to the end of the
// new list.
static void part_list(rv_world* world, cut c, int owner, const rv_rod* from, int piece) {
    const rv_rod_contact* old = world->rod_contacts_before.data + from->first_contact;
    rv_rod* to = &world->rods.data[piece];
    int count = from->contact_count, begin = world->rod_contacts.count;
    bool alone = rv_rod_is_variational(world, from); // touches no other
    for (int k = 0; k < count; k++) {
        if (rod_with(c, owner, old[k].edge) != piece)
            continue;
        rv_rod_contact now = contact_after(c, owner, &old[k]);
        if (alone && now.other >= 0 && now.partner != piece)
            continue;
        put_in_order(world->rod_contacts.data, begin, world->rod_contacts.count++, &now);
    }
    to->first_contact = begin;
    to->contact_count = world->rod_contacts.count - begin;
}

void rv_rods_part(rv_world* world, int index, int vertex) {
    cut c = {index, vertex};
    int count = world->rod_contacts.count;
    if (count > 0)
        memcpy(world->rod_contacts_before.data, world->rod_contacts.data,
               (size_t)count * sizeof(rv_rod_contact));
    world->rod_contacts.count = 0;
    for (int piece = 0; piece < world->rods.count; piece++) {
        int owner = piece - (piece > index);
        // the second piece has been told where the list of both was
        rv_rod from = world->rods.data[piece];
        part_list(world, c, owner, &from, piece);
    }
    // who is near the pieces is found anew
    rv_rod_meeting* list = world->rod_meetings.data;
    int kept = 0;
    for (int k = 0; k < world->rod_meetings.count; k++) {
        int a = list[k].a, b = list[k].b;
        if (a != index && b != index)
            list[kept++] = (rv_rod_meeting){a + (a > index), b + (b > index), list[k].age};
    }
    world->rod_meetings.count = kept;
    make_bundles(world);
}

// --- of the class ---

static bool has_bodies(const rv_world* world, const rv_rod* rod) {
    for (int side = 0; side < 2; side++)
        if (rod->bodies[side] >= 0 && rv_body_dofs(&world->bodies.data[rod->bodies[side]]) > 0)
            return true;
    return false;
}

// Around the bundle to the next rod with a body that forces move, which connects all such bodies;
// where there is none, to the first rod.
int rv_rod_link(const rv_world* world, int index, int k) {
    const rv_rod* rods = world->rods.data;
    int first = rods[index].bundle, at = index;
    if (k > 0)
        return -1;
    do {
        at = rods[at].bundle_next < 0 ? first : rods[at].bundle_next;
    } while (at != index && !has_bodies(world, &rods[at]));
    if (at != index)
        return at;
    return first == index ? -1 : first;
}

int rv_rod_shares(const rv_world* world, int index) {
    int first = world->rods.data[index].bundle;
    return first == index ? -1 : first;
}
