// Rods, in the step: contact with themselves, with each other and with shapes. With u the speed of the second point
// against the first, n the normal and P = I - n n^T, forces belong to the end of the step:
//   normal    f = -k (gap + h n.u') where that is positive
//   friction  q = -k_q q',  q' = q + h P u':  k_q = k while it sticks, |k_q q'| = mu f while it slides
// q is how far friction has given way, carried on from step to step, so that what sticks does not
// creep (Cundall, Strack 1979). Both are stiffness in the rod's own system; which contacts push, and
// k_q, are found by solving again (a semi-smooth Newton method for n, a fixed point for k_q).
// Edges side by side that turn against each other touch elsewhere, and are turned back by that: a stiffness
// of f D G^-1 along n, for the turns of the two (find_roll), so that where they touch does not jump to and fro.
// What is found pressed into each other is not thrown apart: the gap at which it does not push is the
// one that it was found with, and goes to zero by a tenth of a diameter per step at most.
// k is the contact's own where the material has one, else that of a solid bar, k = E d, with E of its
// bending; a body that gives way by w per impulse makes it 1/(1/k + h^2 w), so that the force, which
// it feels at once, but the rod does not know of, is never more than what stops it.
#include "model/contact.h"
#include "model/rod.h"

#include <math.h>
#include <stdlib.h>

// k h^2 over the mass of a vertex: what can be told apart from rigid, and what keeps its digits
static const double SOFTEST = 50.0, STIFFEST = 1e6;
// [diameters] Pairs nearer than this are in the system; they must be once they are about to touch.
static const double COUPLED = 0.3, NEAR = 0.05;
static const double ROUND = 0.02;     // of the nearest points of edges side by side
static const double FORCE_OFF = 0.01; // of the largest force: what forces may be wrong by
// [diameters] Strands are pressed into each other by no more; beyond most of that they are as stiff.
static const double MOST_DEPTH = 0.4, DEEPEST = 0.9;
static const double PARTING = 0.1; // diameters per step
enum { CONTACT_PASSES = 8 };

// what a contact acts on
typedef struct arms {
    int vertex[4];
    double weight[4];
    int count; // 2 with a shape, else 4
} arms;

// `own`, `others`: where the vertices of the two rods begin
static arms arms_of(const rv_rod_contact* c, int own, int others) {
    int i = own + c->edge, j = others + c->other;
    return (arms){
        {i, i + 1, j, j + 1}, {c->s - 1.0, -c->s, 1.0 - c->t, c->t}, c->other < 0 ? 2 : 4};
}

// in the block
static arms block_arms(const rv_world* world, const rv_rod_contact* c, int own) {
    int others = c->other < 0 ? own : world->rod_work.data[c->partner]->offset;
    return arms_of(c, own, others);
}

// in the world's lists of vertices
static arms world_arms(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    int others = c->other < 0 ? rod->first : world->rods.data[c->partner].first;
    return arms_of(c, rod->first, others);
}

static const rv_rod* partner_of(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    return c->other < 0 ? rod : &world->rods.data[c->partner];
}

double rv_rod_touch_distance(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    double other = world->cables.data[partner_of(world, rod, c)->cable].diameter;
    return 0.5 * (world->cables.data[rod->cable].diameter + other);
}

// speed of the second point against the first; v: 3 per vertex
static rv_vec3 relative_speed(const rv_rod_contact* c, const arms* a, const double* v) {
    rv_vec3 u = c->other < 0 ? c->speed : (rv_vec3){0, 0, 0};
    for (int k = 0; k < a->count; k++)
        u = rv_vec3_mul_add(u, a->weight[k], rv_vec3_load(v + 3 * a->vertex[k]));
    return u;
}

static rv_vec3 across(rv_vec3 u, rv_vec3 n) {
    return rv_vec3_mul_add(u, -rv_vec3_dot(u, n), n);
}

// speed of a body's point per impulse on it along n
static double gives_way(const rv_world* world, const rv_rod_contact* c) {
    const rv_body* body = &world->bodies.data[world->shapes.data[c->shape].body];
    if (rv_body_dofs(body) == 0)
        return 0.0;
    rv_vec3 turn = rv_vec3_cross(rv_vec3_sub(c->point, body->x), c->normal);
    rv_vec3 local = rv_mat3_apply_transpose(body->R, turn);
    double turning = body->kind == RV_BODY_RIGID
                         ? rv_vec3_dot(local, rv_mat3_apply(rv_mat3_inverse(body->inertia), local))
                         : 0.0;
    return 1.0 / body->mass + turning;
}

// contacts of the rod with the same body
static int count_on_body(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    int32_t body = world->shapes.data[c->shape].body;
    int count = 0;
    for (int k = rod->contact_count - 1; k >= 0 && list[k].shape >= 0; k--)
        count += world->shapes.data[list[k].shape].body == body;
    return count;
}

static rv_contact_law law_of(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c) {
    const rv_cable* other = &world->cables.data[partner_of(world, rod, c)->cable];
    const rv_material* own = &world->cables.data[rod->cable].material;
    return rv_contact_law_between(
        world, own, c->shape < 0 ? &other->material : &world->shapes.data[c->shape].def.material);
}

// of a solid bar
static double bar_stiffness(const rv_cable* cable) {
    double r = 0.5 * cable->diameter;
    return 8.0 * cable->segments.EI / (RV_PI * r * r * r);
}

// Stiffness, and the force for the gap as it is. It grows without bound as strands are pressed into
// each other: f = k depth/(1 - depth/most).
static void find_stiffness(const rv_world* world, const rv_island* island, const rv_rod* rod,
                           rv_rod_contact* c) {
    // of the whole step: what is stored in contacts must not grow with the number of substeps
    double h = island->h, dt = h * island->substeps;
    const rv_rod* other = partner_of(world, rod, c);
    rv_contact_law law = law_of(world, rod, c);
    double mass = rv_rod_masses(world, rod)[c->edge];
    double d = world->cables.data[rod->cable].diameter, k = law.stiffness;
    double bar = bar_stiffness(&world->cables.data[rod->cable]);
    // of two rods: the lighter, the thinner and the softer
    if (other != rod) {
        const rv_cable* cable = &world->cables.data[other->cable];
        mass = fmin(mass, rv_rod_masses(world, other)[c->other]);
        d = fmin(d, cable->diameter);
        bar = fmin(bar, bar_stiffness(cable));
    }
    if (!(k > 0.0))
        k = fmin(STIFFEST * mass / (dt * dt), bar);
    k = fmax(k, SOFTEST * mass / (dt * dt));
    double w = c->shape < 0 ? 0.0 : gives_way(world, c) * count_on_body(world, rod, c);

    c->shear = 1.0 / (1.0 / k + h * h * w);
    double share = c->shape < 0 ? fmin(DEEPEST, fmax(0.0, -c->gap) / (MOST_DEPTH * d)) : 0.0;
    double gain = 1.0 / (1.0 - share);
    c->stiffness = c->shear * gain * gain;
    c->base = c->shear * gain * (c->rest - c->gap);
    bool slid = c->slides < c->shear;
    c->mu = slid || law.static_friction == 0.0 ? law.friction : law.static_friction;
}

static void measure_shape(const rv_world* world, const rv_island* island, const rv_rod* rod,
                          rv_rod_contact* c) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double r = 0.5 * world->cables.data[rod->cable].diameter;
    rv_vec3 at = rv_vec3_mul_add(x[c->edge], c->s, rv_vec3_sub(x[c->edge + 1], x[c->edge]));
    rv_vec3 point = rv_vec3_mul_add(c->point, island->substep * island->h, c->speed);
    c->gap = rv_vec3_dot(c->normal, rv_vec3_sub(point, at)) - r;
}

// Edges u and v that turn by du and dv touch elsewhere: G (ds, dt) = D (n.du, -n.dv), with D their distance
// and G the matrix of rv_self_nearest; what is held at an end of its edge stays there. roll: D G^-1.
static void find_roll(rv_vec3 u, rv_vec3 v, double distance, rv_rod_contact* c) {
    double uu = (1.0 + ROUND) * rv_vec3_dot(u, u), vv = (1.0 + ROUND) * rv_vec3_dot(v, v);
    bool s = c->s > 0.0 && c->s < 1.0;
    bool t = c->t > 0.0 && c->t < 1.0;
    double uv = s && t ? rv_vec3_dot(u, v) : 0.0, det = uu * vv - uv * uv;
    double scale = det > 0.0 ? distance / det : 0.0;
    c->roll[0] = s ? scale * vv : 0.0;
    c->roll[1] = scale * uv;
    c->roll[2] = t ? scale * uu : 0.0;
}

// where edges of one rod touch those of one rod, of contacts from `first` up to `end`; what is not among
// these is apart
static void measure_between(const rv_world* world, const rv_rod* rod, rv_rod_work* work, int first,
                            int end) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    const rv_rod* other = partner_of(world, rod, &list[first]);
    double d = rv_rod_touch_distance(world, rod, &list[first]);
    // as far as they may come near each other within the step
    double margin = other == rod ? rod->list_margin : world->rods.data[rod->bundle].bundle_margin;
    double within = d + fmax(COUPLED * d, margin);
    rv_self_line line = {.x = world->rod_x.data, .n = world->rod_x.count};
    rv_self_pair* edges = work->edges.data + first;
    int next = 0;
    for (int k = first; k < end; k++)
        edges[k - first] = (rv_self_pair){rod->first + list[k].edge, other->first + list[k].other};
    int found = rv_self_touches(&line, edges, end - first, within, ROUND, work->touches.data);
    for (int k = first; k < end; k++) {
        rv_rod_contact* c = &list[k];
        const rv_self_touch* touch = &work->touches.data[next];
        if (next >= found || touch->pair.i != edges[k - first].i
            || touch->pair.j != edges[k - first].j) {
            c->gap = INFINITY;
            continue;
        }
        next++;
        double distance = sqrt(touch->near.squared);
        c->s = touch->near.s;
        c->t = touch->near.t;
        c->gap = distance - d;
        if (distance > 0.0)
            c->normal = rv_vec3_scale(touch->near.apart, 1.0 / distance);
        const rv_vec3 *a = line.x + touch->pair.i, *b = line.x + touch->pair.j;
        find_roll(rv_vec3_sub(a[1], a[0]), rv_vec3_sub(b[1], b[0]), distance, c);
    }
}

// each place once; returns how many pairs are listed
static int measure_pairs(const rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    int end = 0;
    while (end < rod->contact_count && list[end].other >= 0) {
        int first = end;
        while (end < rod->contact_count && list[end].other >= 0
               && list[end].partner == list[first].partner)
            end++;
        measure_between(world, rod, work, first, end);
    }
    work->edges.count = end;
    return end;
}

// what goes from one edge to the next takes its friction along
static void hand_over(rv_rod_contact* list, int count, rv_rod_contact* to) {
    // the list is in the order of partners, then of first edges: those beside it are near
    int first = (int)(to - list);
    while (first > 0 && list[first - 1].partner == to->partner
           && list[first - 1].edge >= to->edge - 1)
        first--;
    for (int k = first; k < count && list[k].partner == to->partner; k++) {
        rv_rod_contact* from = &list[k];
        if (from->edge > to->edge + 1)
            break;
        bool beside = abs(from->other - to->other) <= 1;
        if (!beside || !from->touches || from->gap < INFINITY)
            continue;
        to->touches = true;
        to->force = from->force;
        to->stick = from->stick;
        to->slides = from->slides;
        to->rest = from->rest;
        from->touches = false;
        return;
    }
}

// it is apart
static void forget(rv_rod_contact* c) {
    c->touches = false;
    c->force = c->slides = c->stiffness = 0.0;
    c->stick = c->friction = (rv_vec3){0, 0, 0};
}

// pairs of vertices of a rod's contacts that are in the system, four each; `anew`: chosen again
static void couple(rv_world* world, const rv_rod_work* work, bool anew) {
    rv_rod_work* lead = work->lead;
    const rv_rod* rod = &world->rods.data[work->rod];
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    int most = 8 * rv_rod_coupled_most(lead->all);
    for (int k = 0; k < rod->contact_count && list[k].other >= 0; k++) {
        rv_rod_contact* c = &list[k];
        if (anew)
            c->coupled = c->gap < COUPLED * rv_rod_touch_distance(world, rod, c);
        c->coupled &= lead->pairs.count < most;
        if (!c->coupled)
            continue;
        arms a = block_arms(world, c, work->offset);
        for (int p = 0; p < 4; p++) {
            lead->pairs.data[lead->pairs.count++] = a.vertex[p / 2];
            lead->pairs.data[lead->pairs.count++] = a.vertex[2 + p % 2];
        }
    }
}

static void couple_bundle(rv_world* world, rv_rod_work* lead, bool anew) {
    lead->pairs.count = 0;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        couple(world, work, anew);
    rv_bundle_add_spin_pairs(lead);
    // there is room
    rv_rod_system_analyse(&world->memory, &lead->system,
                          &(rv_rod_pattern){.vertex_count = lead->all + lead->spins,
                                            .prescribed = lead->known.data,
                                            .pairs = lead->pairs.data,
                                            .pair_count = lead->pairs.count / 2});
}

// stiffness and the first guess of whether it touches; returns the gap at the end of the step
static double begin(const rv_world* world, const rv_island* island, const rv_rod* rod,
                    rv_rod_contact* c) {
    double h = island->h;
    arms a = world_arms(world, rod, c);
    const double* v = &world->rod_v.data->x;
    double then = c->gap + h * rv_vec3_dot(c->normal, relative_speed(c, &a, v));
    double d = rv_rod_touch_distance(world, rod, c);
    double parting = fmin(world->def.contact.push_out_speed * h, PARTING * d / island->substeps);
    c->rest = fmin(0.0, c->touches ? c->rest + parting : c->gap);
    find_stiffness(world, island, rod, c);
    c->stick = across(c->stick, c->normal);
    if (!c->touches)
        c->slides = 0.0;
    c->touches = then < c->rest || (c->touches && c->gap < c->rest);
    return then;
}

void rv_rod_measure_contacts(rv_world* world, const rv_island* island, rv_rod* rod,
                             rv_rod_work* work) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    if (work == work->lead)
        work->missing = false;
    int pairs = measure_pairs(world, rod, work);
    for (int k = 0; k < pairs; k++)
        if (!list[k].touches && list[k].gap < NEAR * rv_rod_touch_distance(world, rod, &list[k]))
            hand_over(list, pairs, &list[k]);
    for (int k = 0; k < pairs; k++) {
        if (list[k].gap == INFINITY) {
            forget(&list[k]);
            continue;
        }
        double then = begin(world, island, rod, &list[k]);
        double d = rv_rod_touch_distance(world, rod, &list[k]);
        bool far = !list[k].coupled && list[k].gap >= COUPLED * d;
        list[k].touches &= !far;
        work->lead->missing |= !far && !list[k].coupled && fmin(then, list[k].gap) < NEAR * d;
    }
    for (int k = pairs; k < rod->contact_count; k++) {
        measure_shape(world, island, rod, &list[k]);
        begin(world, island, rod, &list[k]);
    }
    if (work->next == NULL)
        couple_bundle(world, work->lead, work->lead->missing);
}

static void add_block(rv_mat3* to, const rv_mat3* K, double s) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] += s * K->m[r][c];
}

static void write_contact(const rv_rod_contact* c, const arms* at, rv_rod_system* system, int pair,
                          double h, double* r) {
    arms a = *at;
    rv_vec3 n = c->normal;
    double k = h * h * c->stiffness, q = h * h * c->slides;
    rv_mat3 K = rv_mat3_add(rv_mat3_diagonal(q, q, q), rv_mat3_scale(rv_mat3_outer(n, n), k - q));
    rv_vec3 impulse = rv_vec3_scale(n, h * c->base);
    impulse = rv_vec3_mul_add(impulse, -h * c->slides, c->stick);
    if (c->other < 0)
        impulse = rv_vec3_sub(impulse, rv_mat3_apply(K, c->speed));
    for (int i = 0; i < a.count; i++) {
        rv_vec3 at = rv_vec3_load(r + 3 * a.vertex[i]);
        rv_vec3_store(r + 3 * a.vertex[i], rv_vec3_mul_add(at, a.weight[i], impulse));
        add_block(&system->diagonal.data[a.vertex[i]], &K, a.weight[i] * a.weight[i]);
    }
    for (int e = 0; e < a.count; e += 2)
        add_block(&system->next.data[a.vertex[e]], &K, a.weight[e] * a.weight[e + 1]);
    for (int p = 0; p < 4 && a.count == 4; p++)
        add_block(&system->extra.data[pair + p], &K, a.weight[p / 2] * a.weight[2 + p % 2]);
}

// turns of the edges: n.(x1 - x0) of the first, and n.(x0 - x1) of the other
static void write_roll(const rv_rod_contact* c, const arms* a, rv_rod_system* system, int pair,
                       double h) {
    double f = h * h * fmax(c->base, c->force);
    rv_mat3 N = rv_mat3_outer(c->normal, c->normal);
    for (int e = 0; e < 4; e += 2) {
        double k = f * c->roll[e];
        add_block(&system->diagonal.data[a->vertex[e]], &N, k);
        add_block(&system->diagonal.data[a->vertex[e + 1]], &N, k);
        add_block(&system->next.data[a->vertex[e]], &N, -k);
    }
    for (int p = 0; p < 4; p++)
        add_block(&system->extra.data[pair + p], &N, (p == 0 || p == 3 ? -f : f) * c->roll[1]);
}

void rv_rod_write_contacts(const rv_world* world, rv_rod_work* lead, double h, double* block) {
    int pair = 0;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        const rv_rod_contact* list = rv_rod_contacts(world, rod);
        for (int k = 0; k < rod->contact_count; k++) {
            arms a = block_arms(world, &list[k], work->offset);
            if (list[k].touches && (list[k].coupled || list[k].other < 0))
                write_contact(&list[k], &a, &lead->system, pair, h, block);
            if (list[k].touches && list[k].coupled)
                write_roll(&list[k], &a, &lead->system, pair, h);
            pair += list[k].coupled ? 4 : 0;
        }
    }
}

// what a contact does for the velocities v
typedef struct answer {
    double pull;   // force along the normal; < 0: it would have to hold
    rv_vec3 stick; // trial: as if it stuck
    double slides;
} answer;

static answer answer_of(const rv_rod_contact* c, const arms* a, double h, const double* v) {
    rv_vec3 u = relative_speed(c, a, v);
    answer now = {.pull = c->base - c->stiffness * h * rv_vec3_dot(c->normal, u)};
    now.stick = rv_vec3_mul_add(c->stick, h, across(u, c->normal));
    double way = rv_vec3_length(now.stick), most = c->mu * fmax(0.0, now.pull);
    now.slides = c->shear * way > most ? most / way : c->shear;
    return now;
}

// edges that were far from each other before the step would be near each other or beyond after it
static bool meets(const rv_world* world, const rv_rod* rod, const rv_rod_contact* c, const arms* a,
                  double h, const double* block) {
    arms at = world_arms(world, rod, c);
    rv_vec3 before[4], then[4];
    for (int k = 0; k < 4; k++) {
        before[k] = world->rod_x.data[at.vertex[k]];
        then[k] = rv_vec3_mul_add(before[k], h, rv_vec3_load(block + 3 * a->vertex[k]));
    }
    double d = rv_rod_touch_distance(world, rod, c);
    rv_self_line line = {.x = then, .n = 4};
    const rv_self_pair pair = {0, 2};
    return rv_self_pair_nearest(&line, pair, 0.0).squared < d * d
           || rv_self_passed(&line, before, &pair, 1).count > 0;
}

// what meets that is not in the system comes into it; true: there are some
static bool couple_more(rv_world* world, const rv_rod* rod, rv_rod_work* work, double h,
                        const double* block) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    bool more = false;
    for (int k = 0; k < rod->contact_count && list[k].other >= 0; k++) {
        rv_rod_contact* c = &list[k];
        if (c->coupled || !(c->stiffness > 0.0))
            continue;
        arms a = block_arms(world, c, work->offset);
        if (answer_of(c, &a, h, block).pull <= 0.0 || !meets(world, rod, c, &a, h, block))
            continue;
        c->coupled = c->touches = more = true;
    }
    if (more)
        couple_bundle(world, work->lead, false);
    return more;
}

bool rv_rod_update_contacts(rv_world* world, const rv_rod* rod, rv_rod_work* work, double h,
                            const double* block, int pass) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    double largest = 0.0, wrong = 0.0;
    if (pass >= CONTACT_PASSES)
        return false;
    for (int k = 0; k < rod->contact_count; k++) {
        rv_rod_contact* c = &list[k];
        if (c->stiffness == 0.0 || (c->other >= 0 && !c->coupled))
            continue;
        arms a = block_arms(world, c, work->offset);
        answer now = answer_of(c, &a, h, block);
        bool touches = now.pull > 0.0;
        if (touches != c->touches)
            wrong = fmax(wrong, fabs(now.pull));

        double slides = touches ? now.slides : 0.0;
        wrong = fmax(wrong, fabs(slides - c->slides) * rv_vec3_length(now.stick));
        c->touches = touches;
        c->slides = slides;
        c->force = fmax(0.0, now.pull);
        largest = fmax(largest, c->force);
    }
    return couple_more(world, rod, work, h, block) || wrong > FORCE_OFF * largest;
}

void rv_rod_settle_contacts(rv_world* world, const rv_rod* rod, double h, const double* block) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    int offset = world->rod_work.data[rod - world->rods.data]->offset;
    for (int k = 0; k < rod->contact_count; k++) {
        rv_rod_contact* c = &list[k];
        if (!c->touches) {
            double stiffness = c->stiffness;
            forget(c);
            c->stiffness = stiffness;
            continue;
        }
        arms a = block_arms(world, c, offset);
        answer now = answer_of(c, &a, h, block);
        c->force = fmax(0.0, now.pull);
        c->friction = rv_vec3_scale(now.stick, -now.slides);
        c->stick = rv_vec3_scale(now.stick, now.slides / c->shear);
    }
}

rv_vec3 rv_rod_contact_force(const rv_world* world, const rv_rod* rod, int vertex) {
    rv_vec3 sum = {0, 0, 0};
    // its own, and those that earlier rods of its bundle have with it
    for (int i = rod->bundle; i >= 0; i = world->rods.data[i].bundle_next) {
        const rv_rod* owner = &world->rods.data[i];
        const rv_rod_contact* list = rv_rod_contacts(world, owner);
        for (int k = 0; k < owner->contact_count; k++) {
            if (!list[k].touches)
                continue;
            arms a = world_arms(world, owner, &list[k]);
            rv_vec3 f = rv_vec3_mul_add(list[k].friction, list[k].force, list[k].normal);
            for (int s = 0; s < a.count; s++)
                if (a.vertex[s] == rod->first + vertex)
                    sum = rv_vec3_mul_add(sum, a.weight[s], f);
        }
    }
    return sum;
}

bool rv_rod_is_touched(const rv_world* world, const rv_rod* rod) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    // by a solid
    bool touched = false;
    for (int k = 0; k < rod->count && rod->first + k < world->rod_reached.count; k++)
        touched |= world->rod_reached.data[rod->first + k] >= 0;
    for (int k = 0; k < rod->contact_count; k++)
        touched |= list[k].shape >= 0 && list[k].touches;
    return touched;
}
