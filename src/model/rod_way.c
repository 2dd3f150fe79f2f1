// Rods, stage "move": how far they go. A step leads each vertex straight to where its velocity takes it;
// of that way the whole rod goes only as much as keeps within what the lists of near edges were made for,
// as tears no edge, and as leads no two edges through each other, of one rod or two. What is cut is cut for all of it
// alike: a part that stood alone would tear the edges beside it. So a knot that is drawn tighter than its thread can be is
// jammed, and its ends stay behind what pulls them.
#include "model/body.h"
#include "model/rod.h"

#include <math.h>

enum { HALVINGS = 8 };
// of its length: an edge that is longer than its tension says; and by how much more in a step, lest the
// rod be held for good
static const double TORN = 0.05, CREEP = 0.005;

// the mean of what vertices have gone since the list was made, and of where they go
static rv_vec3 mean_of(const rv_vec3* a, const rv_vec3* from, int count) {
    rv_vec3 mean = {0, 0, 0};
    for (int i = 0; i < count; i++)
        mean = rv_vec3_mul_add(mean, 1.0 / count, rv_vec3_sub(a[i], from[i]));
    return mean;
}

// how much of the way from `before` keeps within half of the margin of the list, but for what all
// vertices go together
static double foreseen(const rv_world* world, const rv_rod* rod, const rv_vec3* before) {
    const rv_vec3 *x = rv_rod_points(world, rod), *listed = world->rod_listed.data + rod->first;
    double most = 0.5 * rod->list_margin, share = 1.0;
    if (rod->list_margin == 0.0)
        return 1.0;
    rv_vec3 gone = mean_of(before, listed, rod->count), going = mean_of(x, before, rod->count);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 way = rv_vec3_sub(rv_vec3_sub(before[i], listed[i]), gone);
        rv_vec3 step = rv_vec3_sub(rv_vec3_sub(x[i], before[i]), going);
        rv_vec3 then = rv_vec3_add(way, step);
        if (rv_vec3_dot(then, then) <= most * most)
            continue;
        double left = most - rv_vec3_length(way);
        share = fmin(share, fmax(0.0, left) / rv_vec3_length(step));
    }
    return share;
}

// How much of the way makes no edge longer by more than that than its tension does, or no longer than
// before if it is already. A length is a convex function of the way.
static double untorn(const rv_world* world, const rv_rod* rod, const rv_vec3* before) {
    const rv_vec3* x = rv_rod_points(world, rod);
    const double *l = rv_rod_lengths(world, rod), *T = rv_rod_tensions(world, rod);
    double EA = world->cables.data[rod->cable].EA, share = 1.0;
    for (int j = 0; j < rod->count - 1; j++) {
        rv_vec3 E = rv_vec3_sub(x[j + 1], x[j]);
        double well = (1.0 + TORN) * l[j];
        if (rv_vec3_dot(E, E) <= well * well)
            continue;
        double now = rv_vec3_length(rv_vec3_sub(before[j + 1], before[j]));
        double then = rv_vec3_length(E);
        double most = l[j] * (1.0 + fmax(0.0, T[j]) / EA + TORN);
        most = fmax(most, now + CREEP * l[j]);
        if (then > most)
            share = fmin(share, (most - now) / (then - now));
    }
    return share;
}

// of the means of a bundle, by mass, of its way and of its velocity: that part
static void find_flight(const rv_world* world, const rv_rod_work* lead, double part, rv_vec3* way,
                        rv_vec3* speed) {
    double mass = 0.0;
    *way = *speed = (rv_vec3){0, 0, 0};
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        for (int i = rod->first; i < rod->first + rod->count; i++) {
            double m = world->rod_mass.data[i];
            rv_vec3 gone = rv_vec3_sub(world->rod_x.data[i], world->rod_before.data[i]);
            *way = rv_vec3_mul_add(*way, m, gone);
            *speed = rv_vec3_mul_add(*speed, m, world->rod_v.data[i]);
            mass += m;
        }
    }
    *way = rv_vec3_scale(*way, part / mass);
    *speed = rv_vec3_scale(*speed, part / mass);
}

// a rod goes only so much of its way; a bundle that is free flies on as a whole
static void cut(rv_world* world, rv_rod_work* work, double share, bool flies) {
    const rv_rod* rod = &world->rods.data[work->rod];
    rv_vec3 *x = rv_rod_points(world, rod), *v = rv_rod_velocities(world, rod);
    const rv_vec3* before = world->rod_before.data + rod->first;
    rv_vec3 way = {0, 0, 0}, speed = {0, 0, 0};
    work->kept *= share;
    if (flies)
        find_flight(world, work->lead, 1.0 - share, &way, &speed);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 from = rv_vec3_add(before[i], way);
        x[i] = rv_vec3_mul_add(from, share, rv_vec3_sub(x[i], before[i]));
        v[i] = rv_vec3_mul_add(speed, share, v[i]);
    }
}

// Of the pairs that are listed, how many pass through each other on the way; the rods of these are
// marked, in work->crossed.
static int count_passed(const rv_world* world, rv_rod_work* lead) {
    rv_self_line line = {.x = world->rod_x.data, .n = world->rod_x.count};
    int sum = 0;
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        const rv_rod_contact* list = rv_rod_contacts(world, rod);
        for (int k = 0; k < work->edges.count; k++) {
            int count =
                rv_self_passed(&line, world->rod_before.data, &work->edges.data[k], 1).count;
            if (count == 0)
                continue;
            work->crossed = world->rod_work.data[list[k].partner]->crossed = true;
            sum += count;
        }
    }
    return sum;
}

static void cut_crossed(rv_world* world, rv_rod_work* lead, double share, bool flies) {
    for (rv_rod_work* work = lead; work != NULL; work = work->next)
        if (work->crossed)
            cut(world, work, share, flies);
}

// bodies at its ends that forces move stay with it: theirs is the same share of the way
static void hold_bodies(rv_world* world, const rv_rod* rod, double share) {
    for (int side = 0; side < 2; side++) {
        if (!rv_rod_end_has_rows(world, &rod->end[side]))
            continue;
        rv_body* body = &world->bodies.data[rod->end[side].body];
        double back = share - 1.0;
        body->x = rv_vec3_mul_add(body->x, back, rv_vec3_sub(body->x, body->x_before));
        body->v = rv_vec3_scale(body->v, share);
        if (body->kind != RV_BODY_RIGID)
            continue;
        rv_vec3 turned = rv_vec3_scale(body->w, back * body->last_h);
        rv_body_set_rotation(body, rv_quat_mul(rv_quat_exp(turned), body->q));
        body->w = rv_vec3_scale(body->w, share);
    }
}

int rv_bundle_limit_way(rv_world* world, const rv_island* island, rv_rod_work* lead, bool flies) {
    rv_bundle_find_mean(world, lead);
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        const rv_vec3* before = world->rod_before.data + rod->first;
        double share = fmin(foreseen(world, rod, before), untorn(world, rod, before));
        share = fmin(share, rv_rod_foreseen_apart(world, rod, island));
        work->kept = 1.0;
        if (share < 1.0)
            cut(world, work, share, flies);
        work->crossed = false;
    }
    int crossed = count_passed(world, lead), held = crossed;
    for (int k = 1; k <= HALVINGS && crossed > 0; k++) {
        // where all stay together, none passes through any
        for (rv_rod_work* work = lead; work != NULL && k == HALVINGS; work = work->next)
            work->crossed = true;
        cut_crossed(world, lead, k == HALVINGS ? 0.0 : 0.5, flies);
        crossed = count_passed(world, lead);
    }
    // strands that were about to meet keep apart
    if (held > 0)
        cut_crossed(world, lead, 0.5, flies);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        if (work->kept < 1.0)
            hold_bodies(world, &world->rods.data[work->rod], work->kept);
    return held;
}
