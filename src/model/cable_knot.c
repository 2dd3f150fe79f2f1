// Cables that begin with a knot: which line they lie along, between their two nodes. The knot is as
// loose as cable and nodes leave it: a length that is given decides how large it is drawn (knot.h
// draws it for a diameter, and for a larger one larger), else its size decides the length. Ends come
// nearer as a knot grows, and farther apart as the cable does, so either is found by halving.
#include "model/cable_knot.h"
#include "model/knot.h"

#include <math.h>
#include <stdio.h>

enum { SEGMENTS_MAX = 100000, PER_LEAST = 3, HALVINGS = 60 };
static const double FITS = 1e-9; // of the length: how far a knot's ends may be beside the nodes

typedef struct tie {
    rv_knot knot;
    int count; // chords
    double length, diameter;
    rv_vec3* points;
} tie;

// how far apart the ends are, with a knot drawn for this diameter in so much cable; NaN: none fits
static double lay(const tie* t, double length, double diameter) {
    if (!rv_knot_line(t->knot, length, diameter, t->count, t->points, NULL))
        return NAN;
    return t->points[t->count].x - t->points[0].x;
}

// the diameter to draw it for, so that its ends are `apart`; false: they cannot be
static bool find_size(rv_world* world, const tie* t, double apart) {
    double low = t->diameter;
    double high = low * t->length / rv_knot_least_length(t->knot, t->diameter);
    double most = lay(t, t->length, low), least = lay(t, t->length, high * (1.0 - 1e-12));
    if (!RV_CHECK(world, apart >= least * (1.0 - FITS) && apart <= most * (1.0 + FITS),
                  "rv_cable_def.segments.knot: the nodes are %g m apart: must be %g to %g m for "
                  "this knot in %g m of cable",
                  apart, least, most, t->length))
        return false;
    for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (low + high);
        if (lay(t, t->length, middle) > apart)
            low = middle;
        else
            high = middle;
    }
    return true;
}

// how long it must be
static bool find_length(rv_world* world, tie* t, double apart) {
    double low = rv_knot_least_length(t->knot, t->diameter) * (1.0 + 1e-12);
    double least = lay(t, low, t->diameter);
    if (!RV_CHECK(world, apart >= least,
                  "rv_cable_def.segments.knot: the nodes are %g m apart: must be at least %g m for "
                  "this knot in a cable of %g m diameter",
                  apart, least, t->diameter))
        return false;
    double high = 2.0 * fmax(low, apart);
    while (lay(t, high, t->diameter) < apart)
        high *= 2.0;
    for (int k = 0; k < HALVINGS; k++) {
        t->length = 0.5 * (low + high);
        if (lay(t, t->length, t->diameter) < apart)
            low = t->length;
        else
            high = t->length;
    }
    return true;
}

static int count_of(const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    double wanted = PER_LEAST * rv_knot_least_count(s->knot);
    if (s->count > 0)
        wanted = s->count;
    else if (!isnan(s->length))
        wanted = floor(d->length / s->length + 0.5);
    return (int)fmin(fmax(wanted, 1.0), SEGMENTS_MAX);
}

static bool can_be_tied(rv_world* world, const rv_cable_def* d, int count) {
    const rv_cable_segments* s = &d->segments;
    double least = rv_knot_least_length(s->knot, d->diameter);
    int few = rv_knot_least_count(s->knot);
    return RV_CHECK(world, s->count > 0 || isnan(s->length) || !isnan(d->length),
                    "rv_cable_def.segments.length = %g m: not with a knot where the length of the "
                    "cable is not given: must be NaN, or give a count",
                    s->length)
           && RV_CHECK(world, isnan(d->length) || d->length >= least,
                       "rv_cable_def.length = %g m: must be at least %g m for this knot in a cable "
                       "of %g m diameter",
                       d->length, least, d->diameter)
           && RV_CHECK(world, count >= few,
                       "rv_cable_def.segments.count = %d: must be at least %d for this knot", count,
                       few);
}

// from the x axis, with y up, onto the line between the nodes
static void place(const rv_world* world, const tie* t, const rv_vec3 ends[2]) {
    rv_vec3 x = rv_vec3_normalize(rv_vec3_sub(ends[1], ends[0]));
    rv_vec3 up = rv_vec3_neg(world->def.gravity);
    up = rv_vec3_mul_add(up, -rv_vec3_dot(up, x), x);
    bool level = rv_vec3_length(up) > 1e-6 * rv_vec3_length(world->def.gravity);
    rv_vec3 y = level ? rv_vec3_normalize(up) : rv_vec3_perpendicular(x);
    rv_vec3 z = rv_vec3_cross(x, y), middle = rv_vec3_scale(rv_vec3_add(ends[0], ends[1]), 0.5);
    for (int k = 0; k <= t->count; k++) {
        rv_vec3 p = t->points[k], at = rv_vec3_mul_add(middle, p.x, x);
        t->points[k] = rv_vec3_mul_add(rv_vec3_mul_add(at, p.y, y), p.z, z);
    }
    t->points[0] = ends[0];
    t->points[t->count] = ends[1];
}

static bool find_ends(rv_world* world, const rv_cable_def* d, rv_vec3 ends[2]) {
    for (int i = 0; i < 2; i++) {
        const rv_cable_node* node = &d->nodes[i];
        char name[48];
        snprintf(name, sizeof name, "rv_cable_def.nodes[%d]", i);
        if (!rv_cable_node_is_valid(world, node, i, 2, name)
            || !RV_CHECK(world, node->type == RV_CABLE_FIXED || node->type == RV_CABLE_FREE,
                         "rv_cable_def.segments.knot: only between fixed or free ends"))
            return false;
        ends[i] =
            node->body.slot == 0 ? node->point : rv_body_point(world, node->body, node->point);
    }
    return true;
}

bool rv_cable_tie(rv_world* world, const rv_cable_def* d, rv_cable_def* tied) {
    const rv_cable_segments* s = &d->segments;
    rv_vec3 ends[2];
    if (!RV_CHECK(world, d->model != RV_CABLE_AUTO && d->node_count == 2,
                  "rv_cable_def.segments.knot: only of a cable of segments or a rod, with nothing "
                  "between its ends")
        || !find_ends(world, d, ends))
        return false;
    int count = count_of(d);
    if (!can_be_tied(world, d, count))
        return false;
    tie t = {.knot = s->knot, .count = count, .length = d->length, .diameter = d->diameter};
    t.points = rv_memory_allocate(&world->memory, (size_t)(count + 1) * sizeof *t.points);
    if (!RV_CHECK(world, t.points != NULL, "rv_cable_create: out of memory"))
        return false;
    double apart = rv_vec3_length(rv_vec3_sub(ends[1], ends[0]));
    *tied = *d;
    tied->segments.shape = t.points;
    tied->segments.shape_count = count + 1;
    tied->segments.count = count;
    if (!(isnan(d->length) ? find_length(world, &t, apart) : find_size(world, &t, apart))) {
        rv_cable_untie(world, tied);
        return false;
    }
    tied->length = t.length;
    place(world, &t, ends);
    return true;
}

void rv_cable_untie(rv_world* world, const rv_cable_def* tied) {
    rv_vec3* points = (rv_vec3*)(uintptr_t)tied->segments.shape;
    rv_memory_release(&world->memory, points, (size_t)tied->segments.shape_count * sizeof *points);
}
