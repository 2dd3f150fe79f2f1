// Rods, stage "adapt": how edges are halved and joined.
//
// Halved, an edge gets a vertex where the bent rod would have it, beside its middle by
//   w = -(kappa_j + kappa_(j+1)) l^2/16,   kappa_i = (t_i - t_(i-1))/D_i
// so that a circle of N edges becomes one of 2N with the same bending energy, to the order of the turns
// squared. Its halves would then be longer than half of it: all vertices are moved, as little as their
// masses allow, until every edge is as long as it was (Newton's method on |E_j| = l_j with w_i = 1/m_i,
// which is tridiagonal), and without speed. Joined, an edge is as long as its halves were along their
// bend, by the same means. Where that cannot be had (a thread that is pulled straight round something)
// or would go farther than what is near allows, new vertices stay on their edges.
//
// Momentum: a new vertex has the mean velocity of its neighbours; one that goes gives half of its
// momentum to each of them. Momentum is kept and kinetic energy never grows. Of a rod that nothing
// holds, its middle and its angular momentum are kept, too, and what that and bending take or leave is
// made up for by motion within the rod, as far as there is enough of it. (Masses come nearer to the
// middle as edges are halved: a rod that turns as a whole turns faster, L^2/2I, and slower again when
// they are joined.)
//
// Tension, friction and hands go on with the half that they are at.
#include "model/rod.h"

#include <math.h>
#include <string.h>

static const double STEEPEST = 0.1; // of its length: a new vertex is beside its edge by no more
// [diameters] And by no more than this of a rod that may touch something; where it is near it.
static const double BESIDE = 0.4, BESIDE_NEAR = 0.1;
static const double FAR = 0.25;      // of an edge: vertices go no farther
static const double SETTLED = 1e-13; // of its length, by which an edge is off
static const double LIVELIER = 1.02; // by how much motion within a free rod may grow
enum { ITERATIONS = 12 };

typedef struct scratch {
    rv_vec3 *offset, *start, *tangent;
    double *target, *diagonal, *rest, *ratio;
} scratch;

static scratch scratch_of(const rv_rod_work* work, const rv_rod* rod) {
    double* at = work->division.data;
    int n = rod->room;
    return (scratch){.offset = (rv_vec3*)at,
                     .start = (rv_vec3*)(at + 3 * n),
                     .tangent = (rv_vec3*)(at + 6 * n),
                     .target = at + 9 * n,
                     .diagonal = at + 10 * n,
                     .rest = at + 11 * n,
                     .ratio = at + 12 * n};
}

// --- motion as a whole ---

typedef struct whole {
    double mass, energy; // kinetic and elastic
    double kinetic;
    rv_vec3 center, P, L; // L about the center
    rv_mat3 I;
} whole;

static whole measure_whole(const rv_world* world, const rv_rod* rod) {
    const rv_vec3 *x = rv_rod_points(world, rod), *v = rv_rod_velocities(world, rod);
    const double* m = rv_rod_masses(world, rod);
    whole w = {.I = rv_mat3_zero()};
    for (int i = 0; i < rod->count; i++) {
        w.mass += m[i];
        w.center = rv_vec3_mul_add(w.center, m[i], x[i]);
        w.P = rv_vec3_mul_add(w.P, m[i], v[i]);
        w.kinetic += 0.5 * m[i] * rv_vec3_dot(v[i], v[i]);
    }
    w.center = rv_vec3_scale(w.center, 1.0 / w.mass);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 arm = rv_vec3_sub(x[i], w.center);
        double squared = rv_vec3_dot(arm, arm);
        w.L = rv_vec3_mul_add(w.L, m[i], rv_vec3_cross(arm, v[i]));
        rv_mat3 I =
            rv_mat3_sub(rv_mat3_diagonal(squared, squared, squared), rv_mat3_outer(arm, arm));
        w.I = rv_mat3_add(w.I, rv_mat3_scale(I, m[i]));
    }
    w.energy = w.kinetic + rv_rod_elastic_energy(world, rod, false);
    return w;
}

// the spin that gives an angular momentum; about the line of a straight rod there is none
static rv_vec3 spin_for(const whole* w, rv_vec3 L) {
    double floor = 1e-12 * (w->I.m[0][0] + w->I.m[1][1] + w->I.m[2][2]);
    rv_mat3 I = rv_mat3_add(w->I, rv_mat3_diagonal(floor, floor, floor));
    return rv_mat3_apply(rv_mat3_inverse(I), L);
}

// adds a motion as a whole
static void add_motion(rv_world* world, const rv_rod* rod, const whole* w, rv_vec3 speed,
                       rv_vec3 spin) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rv_vec3* v = rv_rod_velocities(world, rod);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 turn = rv_vec3_cross(spin, rv_vec3_sub(x[i], w->center));
        v[i] = rv_vec3_add(v[i], rv_vec3_add(speed, turn));
    }
}

// What is known of a rod before it is divided. Of a free one, the motion as a whole is taken out, so that
// only motion within it is shared out.
static whole begin(rv_world* world, const rv_rod* rod) {
    if (!rv_rod_is_free(rod))
        return (whole){0};
    whole w = measure_whole(world, rod);
    rv_vec3 speed = rv_vec3_scale(w.P, -1.0 / w.mass), spin = spin_for(&w, w.L);
    add_motion(world, rod, &w, speed, rv_vec3_neg(spin));
    return w;
}

// what a free rod had as a whole, it has again
static void keep_whole(rv_world* world, const rv_rod* rod, const whole* before) {
    whole now = measure_whole(world, rod);
    rv_vec3* x = rv_rod_points(world, rod);
    rv_vec3 shift = rv_vec3_sub(before->center, now.center);
    for (int i = 0; i < rod->count; i++)
        x[i] = rv_vec3_add(x[i], shift);
    // twice: what rounding and a straight rod leave
    for (int again = 0; again < 2; again++) {
        now = measure_whole(world, rod);
        rv_vec3 lacks = rv_vec3_scale(rv_vec3_sub(before->P, now.P), 1.0 / now.mass);
        add_motion(world, rod, &now, lacks, spin_for(&now, rv_vec3_sub(before->L, now.L)));
    }
    now = measure_whole(world, rod);
    double excess = now.energy - before->energy;
    rv_vec3 speed = rv_vec3_scale(now.P, 1.0 / now.mass), spin = spin_for(&now, now.L);
    double within = now.kinetic - 0.5 * (rv_vec3_dot(speed, now.P) + rv_vec3_dot(spin, now.L));
    if (!(within > 0.0))
        return;
    double share = fmin(sqrt(fmax(0.0, 1.0 - excess / within)), LIVELIER);
    rv_vec3* v = rv_rod_velocities(world, rod);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 arm = rv_vec3_sub(x[i], now.center);
        rv_vec3 rigid = rv_vec3_add(speed, rv_vec3_cross(spin, arm));
        v[i] = rv_vec3_mul_add(rigid, share, rv_vec3_sub(v[i], rigid));
    }
}

// --- lengths ---

static double weight_of(const rv_world* world, const rv_rod* rod, int i) {
    int last = rod->count - 1;
    bool held = i < rv_rod_held_count(&rod->end[0]) || last - i < rv_rod_held_count(&rod->end[1]);
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        held |= rod->hand[k].holds && rod->hand[k].vertex == i;
    return held ? 0.0 : 1.0 / rv_rod_masses(world, rod)[i];
}

// by how much edges are off, relative to their lengths, at worst
static double measure_rest(const rv_world* world, const rv_rod* rod, const scratch* s) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double worst = 0.0;
    for (int j = 0; j < rod->count - 1; j++) {
        rv_vec3 E = rv_vec3_sub(x[j + 1], x[j]);
        double length = rv_vec3_length(E);
        s->tangent[j] = rv_vec3_scale(E, 1.0 / length);
        s->rest[j] = length - s->target[j];
        worst = fmax(worst, fabs(s->rest[j]) / s->target[j]);
    }
    return worst;
}

// one step of Newton's method: x_i += w_i (mu_i t_i - mu_(i-1) t_(i-1)), the matrix by elimination
static void improve(const rv_world* world, const rv_rod* rod, const scratch* s) {
    rv_vec3* x = rv_rod_points(world, rod);
    int edges = rod->count - 1;
    for (int j = 0; j < edges; j++) {
        double w[2] = {weight_of(world, rod, j), weight_of(world, rod, j + 1)};
        double beside = j > 0 ? -w[0] * rv_vec3_dot(s->tangent[j - 1], s->tangent[j]) : 0.0;
        double pivot = w[0] + w[1] - (j > 0 ? beside * beside * s->diagonal[j - 1] : 0.0);
        // a straight line between two vertices that are held: its lengths are not to be changed
        s->diagonal[j] = pivot > 1e-12 * (w[0] + w[1]) ? 1.0 / pivot : 0.0;
        s->ratio[j] = beside;
        s->rest[j] -= j > 0 ? beside * s->diagonal[j - 1] * s->rest[j - 1] : 0.0;
    }
    for (int j = edges - 1; j >= 0; j--) {
        double next = j < edges - 1 ? s->ratio[j + 1] * s->rest[j + 1] : 0.0;
        s->rest[j] = s->diagonal[j] * (s->rest[j] - next);
    }
    for (int j = 0; j < edges; j++) {
        x[j] = rv_vec3_mul_add(x[j], weight_of(world, rod, j) * s->rest[j], s->tangent[j]);
        x[j + 1] =
            rv_vec3_mul_add(x[j + 1], -weight_of(world, rod, j + 1) * s->rest[j], s->tangent[j]);
    }
}

static bool may_touch(const rv_world* world, const rv_rod* rod) {
    const rv_cable_segments* s = &world->cables.data[rod->cable].segments;
    return world->def.contact.enabled && s->group != 0 && s->mask != 0;
}

// edges come to their lengths; false: they do not, or vertices would have to go too far
static bool find_lengths(const rv_world* world, const rv_rod* rod, const scratch* s) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double d = world->cables.data[rod->cable].diameter, worst = measure_rest(world, rod, s);
    for (int k = 0; k < ITERATIONS && worst > SETTLED && isfinite(worst); k++) {
        improve(world, rod, s);
        double now = measure_rest(world, rod, s);
        bool helps = now < 0.5 * worst;
        worst = now;
        if (!helps)
            break;
    }
    bool near = worst < 1e-9;
    for (int i = 0; i < rod->count && near; i++) {
        rv_vec3 way = rv_vec3_sub(x[i], s->start[i]);
        double shorter =
            fmin(s->target[i > 0 ? i - 1 : i], s->target[i < rod->count - 1 ? i : i - 1]);
        double most = may_touch(world, rod) ? fmin(BESIDE * d, FAR * shorter) : FAR * shorter;
        near = rv_vec3_dot(way, way) <= most * most;
    }
    return near;
}

// new vertices to where the rod bends, and all edges to their lengths; or everything stays
static void place(rv_world* world, const rv_rod* rod, const scratch* s) {
    rv_vec3* x = rv_rod_points(world, rod);
    size_t bytes = (size_t)rod->count * sizeof *x;
    memcpy(s->start, x, bytes);
    for (int i = 0; i < rod->count; i++)
        x[i] = rv_vec3_add(x[i], s->offset[i]);
    if (!find_lengths(world, rod, s))
        memcpy(x, s->start, bytes);
}

// --- what is known of vertices, edges and contacts ---

static void copy_vertex(rv_world* world, const rv_rod* rod, int from, int to) {
    from += rod->first;
    to += rod->first;
    world->rod_x.data[to] = world->rod_x.data[from];
    world->rod_v.data[to] = world->rod_v.data[from];
    world->rod_mass.data[to] = world->rod_mass.data[from];
    world->rod_length.data[to] = world->rod_length.data[from];
    world->rod_tension.data[to] = world->rod_tension.data[from];
    world->rod_kept.data[to] = world->rod_kept.data[from];
    world->rod_bow.data[to] = world->rod_bow.data[from];
    world->rod_rest.data[to] = world->rod_rest.data[from];
    world->rod_listed.data[to] = world->rod_listed.data[from];
    world->rod_seen.data[to] = world->rod_seen.data[from];
    world->rod_share.data[to] = world->rod_share.data[from];
}

// opens a gap of `more` vertices behind those of a rod, or closes one of -more
static void make_gap(rv_world* world, rv_rod* rod, int more) {
    int end = rod->first + rod->count, first = more < 0 ? end + more : end;
    if (more > 0) {
        rv_array_part(&world->rod_x, first, more);
        rv_array_part(&world->rod_v, first, more);
        rv_array_part(&world->rod_mass, first, more);
        rv_array_part(&world->rod_length, first, more);
        rv_array_part(&world->rod_tension, first, more);
        rv_array_part(&world->rod_kept, first, more);
        rv_array_part(&world->rod_bow, first, more);
        rv_array_part(&world->rod_rest, first, more);
        rv_array_part(&world->rod_listed, first, more);
        rv_array_part(&world->rod_seen, first, more);
        rv_array_part(&world->rod_share, first, more);
    } else {
        rv_array_cut(&world->rod_x, first, -more);
        rv_array_cut(&world->rod_v, first, -more);
        rv_array_cut(&world->rod_mass, first, -more);
        rv_array_cut(&world->rod_length, first, -more);
        rv_array_cut(&world->rod_tension, first, -more);
        rv_array_cut(&world->rod_kept, first, -more);
        rv_array_cut(&world->rod_bow, first, -more);
        rv_array_cut(&world->rod_rest, first, -more);
        rv_array_cut(&world->rod_listed, first, -more);
        rv_array_cut(&world->rod_seen, first, -more);
        rv_array_cut(&world->rod_share, first, -more);
    }
    for (int r = 0; r < world->rods.count; r++)
        if (world->rods.data[r].first > rod->first)
            world->rods.data[r].first += more;
    rod->count += more;
}

// in order, of those that have become one the one that touches first
static bool comes_later(const rv_rod_contact* a, const rv_rod_contact* b) {
    if (a->partner != b->partner)
        return a->partner > b->partner;
    if (a->edge != b->edge)
        return a->edge > b->edge;
    if (a->other != b->other)
        return a->other > b->other;
    return b->touches && !a->touches;
}

static void order_contacts(rv_world* world, const rv_rod* rod) {
    rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int i = 1; i < rod->contact_count; i++) {
        rv_rod_contact c = list[i];
        int k = i;
        for (; k > 0 && c.other >= 0 && comes_later(&list[k - 1], &c); k--)
            list[k] = list[k - 1];
        list[k] = c;
    }
}

// Contacts get their new edges, of the rod's own list and of those of rods before it in its bundle. Pairs
// are listed anew in this step, with what is known of them.
static void carry_contacts(rv_world* world, int index,
                           int32_t (*edge_at)(const rv_rod_work*, int32_t, double*)) {
    rv_rod* rods = world->rods.data;
    const rv_rod_work* work = world->rod_work.data[index];
    for (int r = rods[index].bundle; r >= 0 && r <= index; r = rods[r].bundle_next) {
        for (int k = 0; k < rods[r].contact_count; k++) {
            rv_rod_contact* c = &rv_rod_contacts(world, &rods[r])[k];
            if (r == index)
                c->edge = edge_at(work, c->edge, &c->s);
            if (c->other >= 0 && c->partner == index)
                c->other = edge_at(work, c->other, &c->t);
        }
        order_contacts(world, &rods[r]);
    }
    rods[index].list_margin = 0.0;
    rods[rods[index].bundle].bundle_margin = 0.0;
}

static void carry_hands(rv_rod* rod, const int* places) {
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        if (rod->hand[k].holds)
            rod->hand[k].vertex = places[rod->hand[k].vertex];
}

// --- halves ---

// from the middle of edge j to the bent rod
static rv_vec3 bow_of(const rv_world* world, const rv_rod* rod, int j) {
    const rv_vec3* x = rv_rod_points(world, rod) + j;
    const double* l = rv_rod_lengths(world, rod) + j;
    rv_vec3 t[3];
    for (int k = 0; k < 3; k++)
        t[k] = rv_vec3_normalize(rv_vec3_sub(x[k], x[k - 1]));
    rv_vec3 bend = rv_vec3_scale(rv_vec3_sub(t[1], t[0]), 2.0 / (l[-1] + l[0]));
    bend = rv_vec3_mul_add(bend, 2.0 / (l[0] + l[1]), rv_vec3_sub(t[2], t[1]));
    rv_vec3 w = rv_vec3_scale(bend, -l[0] * l[0] / 16.0);
    return rv_vec3_mul_add(w, -rv_vec3_dot(w, t[1]), t[1]);
}

static rv_vec3 shorten(rv_vec3 a, double most) {
    double length = rv_vec3_length(a);
    return length > most ? rv_vec3_scale(a, most / length) : a;
}

// where new vertices are to be, for their new places
static void find_bows(const rv_world* world, const rv_rod* rod, const rv_rod_work* work,
                      const scratch* s, int taken) {
    const double* l = rv_rod_lengths(world, rod);
    double d = world->cables.data[rod->cable].diameter;
    memset(s->offset, 0, (size_t)(rod->count + taken) * sizeof *s->offset);
    for (int j = 1; j < rod->count - 2; j++)
        if (work->marks.data[j] == RV_EDGE_TAKEN) {
            rv_vec3 bow = shorten(bow_of(world, rod, j), STEEPEST * l[j]);
            s->offset[work->places.data[j] + 1] =
                may_touch(world, rod) ? shorten(bow, BESIDE * d) : bow;
        }
    rv_rod_touching t = rv_rod_touching_begin(world, rod);
    for (int j; (j = rv_rod_touching_next(world, &t)) >= 0;)
        if (work->marks.data[j] == RV_EDGE_TAKEN) {
            rv_vec3* bow = &s->offset[work->places.data[j] + 1];
            *bow = shorten(*bow, BESIDE_NEAR * d);
        }
}

// what edge j is after it has been halved, for a place s along it
static int32_t half_at(const rv_rod_work* work, int32_t j, double* s) {
    if (work->marks.data[j] != RV_EDGE_TAKEN)
        return work->places.data[j];
    int second = *s >= 0.5;
    *s = 2.0 * *s - second;
    return work->places.data[j] + second;
}

// vertex i and the edge behind it, which is halved
static void halve_edge(rv_world* world, const rv_rod* rod, int at, int next) {
    rv_vec3 *x = rv_rod_points(world, rod), *v = rv_rod_velocities(world, rod);
    rv_vec3* listed = world->rod_listed.data + rod->first;
    rv_vec3* seen = world->rod_seen.data + rod->first;
    double *l = rv_rod_lengths(world, rod), *bow = rv_rod_bows(world, rod);
    rv_rod_share* share = rv_rod_edge_shares(world, rod);
    share[at].level++;
    share[at].calm = 0;
    l[at] *= 0.5;
    bow[at] *= 0.5;
    copy_vertex(world, rod, at, at + 1);
    share[at + 1].begins += (uint8_t)(1 << (RV_ROD_LEVELS - share[at].level));
    x[at + 1] = rv_vec3_scale(rv_vec3_add(x[at], x[next]), 0.5);
    v[at + 1] = rv_vec3_scale(rv_vec3_add(v[at], v[next]), 0.5);
    listed[at + 1] = rv_vec3_scale(rv_vec3_add(listed[at], listed[next]), 0.5);
    seen[at + 1] = rv_vec3_scale(rv_vec3_add(seen[at], seen[next]), 0.5);
}

// every edge is to be as long as it is
static void keep_lengths(const rv_world* world, const rv_rod* rod, const scratch* s) {
    const rv_vec3* x = rv_rod_points(world, rod);
    for (int j = 0; j < rod->count - 1; j++)
        if (!(s->target[j] > 0.0))
            s->target[j] = rv_vec3_length(rv_vec3_sub(x[j + 1], x[j]));
}

// after its vertices have changed in number: what belongs to them, their lengths and momentum
static void settle(rv_world* world, int index,
                   int32_t (*edge_at)(const rv_rod_work*, int32_t, double*), const scratch* s,
                   const whole* before) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    rv_rod_weigh(world, rod);
    carry_contacts(world, index, edge_at);
    carry_hands(rod, work->places.data);
    keep_lengths(world, rod, s);
    place(world, rod, s);
    if (rv_rod_is_free(rod))
        keep_whole(world, rod, before);
    work->resized = true;
}

void rv_rod_halve(rv_world* world, int index, int taken) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    const unsigned char* marks = work->marks.data;
    scratch s = scratch_of(work, rod);
    whole before = begin(world, rod);
    int n = rod->count, *places = work->places.data;
    for (int i = 0, at = 0; i < n; i++) {
        places[i] = at;
        at += i < n - 1 && marks[i] == RV_EDGE_TAKEN ? 2 : 1;
    }
    find_bows(world, rod, work, &s, taken);
    make_gap(world, rod, taken);
    for (int i = n - 1; i >= 0; i--) {
        copy_vertex(world, rod, i, places[i]);
        if (i < n - 1 && marks[i] == RV_EDGE_TAKEN)
            halve_edge(world, rod, places[i], places[i + 1]);
    }
    memset(s.target, 0, (size_t)rod->count * sizeof *s.target);
    settle(world, index, half_at, &s, &before);
    rod->halved += taken;
}

// --- joins ---

// some of the momentum of a vertex that goes
static void take_momentum(double* m, rv_vec3* v, double mass, rv_vec3 from) {
    rv_vec3 P = rv_vec3_mul_add(rv_vec3_scale(*v, *m), mass, from);
    *m += mass;
    *v = rv_vec3_scale(P, 1.0 / *m);
}

// the edge behind vertex i with the next one; returns its length along the bend
static double join_edges(rv_world* world, const rv_rod* rod, int i) {
    const rv_vec3* x = rv_rod_points(world, rod) + i;
    rv_vec3* v = rv_rod_velocities(world, rod) + i;
    double *m = rv_rod_masses(world, rod) + i, *l = rv_rod_lengths(world, rod) + i;
    double *T = rv_rod_tensions(world, rod) + i, *kept = rv_rod_kept(world, rod) + i;
    double* bow = rv_rod_bows(world, rod) + i;
    rv_rod_share* share = rv_rod_edge_shares(world, rod) + i;
    take_momentum(&m[0], &v[0], 0.5 * m[1], v[1]);
    take_momentum(&m[2], &v[2], 0.5 * m[1], v[1]);
    l[0] += l[1];
    T[0] = 0.5 * (T[0] + T[1]);
    kept[0] = 0.5 * (kept[0] + kept[1]);
    bow[0] += bow[1];
    share[0].level--;
    share[0].calm = 0;
    return rv_vec3_length(rv_vec3_sub(x[1], x[0])) + rv_vec3_length(rv_vec3_sub(x[2], x[1]));
}

// what edge j is a part of, and where
static int32_t joined_at(const rv_rod_work* work, int32_t j, double* s) {
    const unsigned char* marks = work->marks.data;
    bool second = j > 0 && marks[j - 1] == RV_EDGE_TAKEN;
    if (second || marks[j] == RV_EDGE_TAKEN)
        *s = 0.5 * (*s + second);
    return work->places.data[j];
}

void rv_rod_join(rv_world* world, int index, int taken) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    const unsigned char* marks = work->marks.data;
    scratch s = scratch_of(work, rod);
    whole before = begin(world, rod);
    int n = rod->count, *places = work->places.data;
    memset(s.target, 0, (size_t)n * sizeof *s.target);
    memset(s.offset, 0, (size_t)n * sizeof *s.offset);
    for (int i = 0, at = 0; i < n; i++) {
        bool goes = i > 0 && marks[i - 1] == RV_EDGE_TAKEN;
        places[i] = goes ? at - 1 : at++;
        if (goes)
            continue;
        if (i < n - 1 && marks[i] == RV_EDGE_TAKEN)
            s.target[places[i]] = join_edges(world, rod, i);
        copy_vertex(world, rod, i, places[i]);
    }
    make_gap(world, rod, -taken);
    settle(world, index, joined_at, &s, &before);
    rod->joined += taken;
}
