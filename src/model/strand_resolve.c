// Adaptive resolution: segments of 1, 2, 4, ... times the given length. One is halved where the
// cable bends, comes slack or is near something; two of one length become one where it is straight,
// taut and alone. An angle t between two that become one shortens the cable by t^2/8 of their
// length: that must be little against the stretch that it has, T/EA.
#include "model/strand.h"

#include <math.h>

static const double LONGEST = 16.5;      // of the given length
static const double BENT = 0.1;          // [rad] beside a segment that is halved
static const double STRAIGHT = 0.01;     // [rad] beside two that become one
static const double STRAIN_SHARE = 0.02; // of the strain, that straightening may change
static const double SPEED = 0.2;         // [rad/s] of two against each other

typedef struct joint_state {
    double bend, tension;
} joint_state;

// the link before segment k (side 0) or behind it; an end that is not held is straight
static joint_state state_beside(const rv_world* world, const rv_strand* strand, int k, int side) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* link = rv_strand_link_beside(world, strand, k, side);
    if (link == NULL)
        return (joint_state){0.0, INFINITY};
    int index = (int)(link - rv_strand_links(world, strand));
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    bool pinned = !link->is_plain && !link->holds_bend;
    double bend = sqrt(g.bend[0] * g.bend[0] + g.bend[1] * g.bend[1]);
    return (joint_state){pinned ? 0.0 : bend,
                         link->broken ? 0.0
                                      : rv_link_tension(&g, rv_link_forces(world, strand, index))};
}

// beside a bridge, which feeds it (strand_feed.c)
static bool is_fed(const rv_strand* strand, int k) {
    return (k == 1 && strand->bridge[0] >= 0)
           || (k == strand->segment_count && strand->bridge[1] >= 0);
}

static bool must_split(const rv_world* world, const rv_strand* strand, int k, const int* near) {
    double unit = world->cables.data[strand->cable].segments.length;
    if (rv_strand_lengths(world, strand)[k] < 1.9 * unit || is_fed(strand, k))
        return false;
    if (near[rv_strand_bodies(world, strand)[k]])
        return true;
    joint_state a = state_beside(world, strand, k, 0), b = state_beside(world, strand, k, 1);
    return fmax(a.bend, b.bend) > BENT || fmin(a.tension, b.tension) <= 0.0;
}

static bool may_merge(const rv_world* world, const rv_strand* strand, int k, const int* near) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const double* lengths = rv_strand_lengths(world, strand);
    const int32_t* bodies = rv_strand_bodies(world, strand);
    const rv_body *a = &world->bodies.data[bodies[k]], *b = &world->bodies.data[bodies[k + 1]];
    if (is_fed(strand, k) || is_fed(strand, k + 1)
        || fabs(lengths[k] - lengths[k + 1]) > 1e-6 * lengths[k]
        || lengths[k] + lengths[k + 1] > LONGEST * cable->segments.length || near[bodies[k]]
        || near[bodies[k + 1]] || rv_vec3_length(rv_vec3_sub(a->w, b->w)) > SPEED)
        return false;
    joint_state before = state_beside(world, strand, k, 0),
                middle = state_beside(world, strand, k, 1);
    joint_state after = state_beside(world, strand, k + 1, 1);
    double tension = fmin(fmin(before.tension, after.tension), middle.tension);
    return fmax(fmax(before.bend, after.bend), middle.bend) < STRAIGHT
           && cable->EA * middle.bend * middle.bend / 8.0 < STRAIN_SHARE * tension
           && !rv_segments_are_used(world, strand, k, 2);
}

bool rv_strand_resolve(rv_world* world, rv_strand* strand, const int* near, bool merges) {
    for (int k = 1; k <= strand->segment_count; k++) {
        if (!must_split(world, strand, k, near))
            continue;
        if (!rv_strand_reserve(world, 0, 1))
            return false;
        rv_strand_split(world, strand, k, 0.5 * rv_strand_lengths(world, strand)[k]);
        k++; // both halves have been looked at
    }
    for (int k = 1; k < strand->segment_count && merges; k++)
        if (may_merge(world, strand, k, near))
            rv_strand_merge(world, strand, k);
    return true;
}
