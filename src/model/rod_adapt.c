// Rods, stage "adapt": where edges are halved and joined again, so that a thread of few edges is fine
// where it bends and touches (the limit that Wang et al. 2017 name: N is fixed).
//
// The edges that a rod begins with are the roots of binary trees. An edge of level k is 2^-k of its
// root, so that joining what was halved gives back its length to the bit; the levels of neighbours
// differ by at most one. The first and the last edge stay whole: clamps hold them by their middles, and
// twist is counted from there, so that neither jumps.
//   halved:  an edge beside a joint that turns by more than turn_limit, the longer one of the two; and one
//            that touches, or is about to, and is longer than max(touch_length, sqrt(d R)), where R is
//            the radius of the shape or that of the rod, whichever is larger, the latter as no more than
//            FLATTEST^2 d.
//            Flat things that an edge lies along touch it at its ends: they ask for nothing. What touches
//            it in between turns away from it or ends there.
//   joined:  two halves that for CALM_STEPS have been near nothing and beside no joint that turns by
//            more than CALM turn_limit, where neighbours allow it, and no hand holds what is between
//            them.
// No edge comes to be shorter than a quarter of the diameter. All that decides is part of the rod's
// state. A rod that has no room left is not refined further.
#include "model/rod.h"

#include <math.h>

enum { LEVELS = RV_ROD_LEVELS, CALM_STEPS = 50, STEPS_PER_JOIN = 10 };
static const double CALM = 0.25;  // of the turn that is too much: joined, it is half of that
static const double SOON = 0.15;  // diameters: what is so near is about to touch
static const double INNER = 0.02; // of an edge, at either end: what a flat thing touches
static const double SPARE = 0.7;  // of the length that is allowed: what joined edges must be below
static const double FLATTEST = 8.0; // diameters: edges that touch are no longer, however straight
static const double SHORTEST = 0.5; // diameters: none is halved that is shorter

typedef struct view {
    const rv_world* world;
    const rv_rod* rod;
    const rv_vec3* x;
    const double* l;
    const rv_rod_share* share;
    unsigned char* marks;
    int edges;
    double shortest; // that is halved
} view;

static void ask(const view* v, int j, unsigned char mark) {
    bool whole = j == 0 || j == v->edges - 1 || v->share[j].level == LEVELS;
    if (mark == RV_EDGE_WANTED && (whole || v->l[j] < v->shortest))
        mark = RV_EDGE_STAYS;
    if (v->marks[j] < mark)
        v->marks[j] = mark;
}

// the angle between two edges is more than the one with this tangent, which is less than a right one
static bool turns_by_more(rv_vec3 a, rv_vec3 b, double tangent) {
    rv_vec3 c = rv_vec3_cross(a, b);
    double along = rv_vec3_dot(a, b);
    return !(along > 0.0) || rv_vec3_dot(c, c) > tangent * tangent * along * along;
}

static void mark_turns(const view* v, double limit) {
    double sharp[2], calm[2];
    rv_sincos(limit, &sharp[0], &sharp[1]);
    rv_sincos(CALM * limit, &calm[0], &calm[1]);
    rv_vec3 before = rv_vec3_sub(v->x[1], v->x[0]);
    for (int i = 1; i < v->edges; i++) {
        rv_vec3 behind = rv_vec3_sub(v->x[i + 1], v->x[i]);
        if (turns_by_more(before, behind, calm[0] / calm[1])) {
            bool wanted = turns_by_more(before, behind, sharp[0] / sharp[1]);
            int level[2] = {v->share[i - 1].level, v->share[i].level};
            ask(v, i - 1, wanted && level[0] <= level[1] ? RV_EDGE_WANTED : RV_EDGE_STAYS);
            ask(v, i, wanted && level[1] <= level[0] ? RV_EDGE_WANTED : RV_EDGE_STAYS);
        }
        before = behind;
    }
}

static double curvature(const view* v, int i) {
    if (i <= 0 || i >= v->edges)
        return 0.0;
    rv_vec3 a = rv_vec3_normalize(rv_vec3_sub(v->x[i], v->x[i - 1]));
    rv_vec3 b = rv_vec3_normalize(rv_vec3_sub(v->x[i + 1], v->x[i]));
    return rv_vec3_length(rv_vec3_sub(b, a)) / (0.5 * (v->l[i - 1] + v->l[i]));
}

// An edge that touches something round, `radius` from its middle line; 0: a strand, or something sharp.
static void mark_touched(const view* v, int j, double radius, bool soon) {
    const rv_cable* cable = &v->world->cables.data[v->rod->cable];
    double d = cable->diameter, least = cable->segments.touch_length;
    least = isnan(least) ? 2.0 * d : least;
    if (2.0 * v->l[j] <= SPARE * least)
        return;
    double bent = fmax(curvature(v, j), curvature(v, j + 1)), flattest = FLATTEST * FLATTEST * d;
    double own = bent * flattest > 1.0 ? 1.0 / bent : flattest;
    double allowed = fmax(least, sqrt(d * fmax(own, radius)));
    if (2.0 * v->l[j] > SPARE * allowed)
        ask(v, j, soon && v->l[j] > allowed ? RV_EDGE_WANTED : RV_EDGE_STAYS);
}

rv_rod_touching rv_rod_touching_begin(const rv_world* world, const rv_rod* rod) {
    return (rv_rod_touching){.rod = rod, .holder = world->rod_work.data[rod->bundle]};
}

int rv_rod_touching_next(const rv_world* world, rv_rod_touching* t) {
    for (; t->holder != NULL; t->holder = t->holder->next, t->at = 0) {
        const rv_rod* holder = &world->rods.data[t->holder->rod];
        while (t->at < 2 * holder->contact_count) {
            const rv_rod_contact* c = &rv_rod_contacts(world, holder)[t->at / 2];
            bool second = t->at++ % 2 == 1;
            bool own = second ? c->other >= 0 && &world->rods.data[c->partner] == t->rod
                              : holder == t->rod;
            t->contact = c;
            if (own && c->gap < INFINITY)
                return second ? c->other : c->edge;
        }
    }
    return -1;
}

static double shape_radius(const view* v, int32_t shape) {
    const rv_shape_def* def = &v->world->shapes.data[shape].def;
    bool round = def->type == RV_SHAPE_SPHERE || def->type == RV_SHAPE_CAPSULE
                 || def->type == RV_SHAPE_CYLINDER;
    return round ? def->radius + 0.5 * v->world->cables.data[v->rod->cable].diameter : 0.0;
}

static void mark_contacts(const view* v) {
    double near = SOON * v->world->cables.data[v->rod->cable].diameter;
    rv_rod_touching t = rv_rod_touching_begin(v->world, v->rod);
    for (int j; (j = rv_rod_touching_next(v->world, &t)) >= 0;) {
        const rv_rod_contact* c = t.contact;
        if (c->other >= 0) {
            mark_touched(v, j, 0.0, c->gap < near);
        } else if (rv_id_pool_alive(&v->world->shape_ids, c->shape)) {
            bool inner = c->s > INNER && c->s < 1.0 - INNER;
            mark_touched(v, j, shape_radius(v, c->shape), c->gap < near && inner);
        }
    }
}

// an edge beside one that is to be halved is halved with it where it is longer
static void spread(const view* v) {
    for (int j = 1; j < v->edges; j++)
        if (v->marks[j - 1] == RV_EDGE_WANTED && v->share[j].level < v->share[j - 1].level)
            ask(v, j, RV_EDGE_WANTED);
    for (int j = v->edges - 2; j >= 0; j--)
        if (v->marks[j + 1] == RV_EDGE_WANTED && v->share[j].level < v->share[j + 1].level)
            ask(v, j, RV_EDGE_WANTED);
}

// takes what may be halved, long edges first; returns how many
static int take_halves(const view* v, rv_rod* rod) {
    int taken = 0;
    spread(v);
    for (int level = 0; level < LEVELS; level++)
        for (int j = 1; j < v->edges - 1; j++) {
            bool allowed = v->marks[j] == RV_EDGE_WANTED && v->share[j].level == level;
            for (int side = -1; side <= 1; side += 2)
                allowed &= v->share[j + side].level >= level || v->marks[j + side] == RV_EDGE_TAKEN;
            if (!allowed)
                continue;
            if (rod->count + taken >= rod->room) {
                rod->refused++;
                continue;
            }
            v->marks[j] = RV_EDGE_TAKEN;
            taken++;
        }
    return taken;
}

static bool is_held(const view* v, int vertex) {
    bool held = false;
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        held |= v->rod->hand[k].holds && v->rod->hand[k].vertex == vertex;
    return held;
}

// edge j and the next one are the two halves of one
static bool are_halves(const view* v, int j) {
    const rv_rod_share* a = &v->share[j];
    int size = (1 << LEVELS) >> a->level;
    return a->level > 0 && a[1].level == a->level && a->begins % (2 * size) == 0
           && a[1].begins == a->begins + size;
}

// takes edges that are joined with the next one; returns how many pairs
static int take_joins(const view* v) {
    int taken = 0;
    for (int j = 1; j < v->edges - 2; j++) {
        int level = v->share[j].level;
        bool calm = v->share[j].calm >= CALM_STEPS && v->share[j + 1].calm >= CALM_STEPS;
        bool graded = v->share[j - 1].level <= level && v->share[j + 2].level <= level;
        if (!calm || !graded || !are_halves(v, j) || is_held(v, j + 1))
            continue;
        v->marks[j] = RV_EDGE_TAKEN;
        taken++;
    }
    return taken;
}

void rv_rod_adapt(rv_world* world, int index) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    rv_rod_share* share = rv_rod_edge_shares(world, rod);
    rod->refused = 0;
    if (rod->frozen || rod->asleep)
        return;
    view v = {.world = world,
              .rod = rod,
              .x = rv_rod_points(world, rod),
              .l = rv_rod_lengths(world, rod),
              .share = share,
              .marks = work->marks.data,
              .edges = rod->count - 1,
              .shortest = SHORTEST * world->cables.data[rod->cable].diameter};
    for (int j = 0; j < v.edges; j++)
        v.marks[j] = RV_EDGE_CALM;
    mark_turns(&v, world->cables.data[rod->cable].segments.turn_limit);
    mark_contacts(&v);
    bool wanted = false;
    for (int j = 0; j < v.edges; j++) {
        bool calm = v.marks[j] == RV_EDGE_CALM;
        wanted |= v.marks[j] == RV_EDGE_WANTED;
        share[j].calm = calm ? (uint8_t)(share[j].calm + (share[j].calm < CALM_STEPS)) : 0;
    }
    int taken = wanted ? take_halves(&v, rod) : 0;
    if (taken > 0) {
        rv_rod_halve(world, index, taken);
        return;
    }
    taken = world->step_count % STEPS_PER_JOIN == 0 ? take_joins(&v) : 0;
    if (taken > 0)
        rv_rod_join(world, index, taken);
}
