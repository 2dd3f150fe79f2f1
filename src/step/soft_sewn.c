// Threads on solids that they are sewn or tied to: which touches count. Where a thread goes into the
// solid nothing holds it back: not near its holes and knots, and not where its middle is inside, unless it came there
// from outside, that is, the same vertex touched the solid in the last step.
#include "model/rod.h"
#include "model/solid.h"
#include "model/suture.h"
#include "model/tie.h"
#include "step/step.h"

#include <math.h>

// what is near a hole, along the thread: some edges; some radii; and, of a hole inside, so many times
// its depth, since threads go in obliquely
enum { NEAR_EDGES = 2 };
static const double NEAR_RADII = 4.0, NEAR_DEPTHS = 3.0;

// the vertices near a place of a rod
static void find_near(const rv_world* world, const rv_rod* rod, double s, double zone,
                      int range[2]) {
    const double* lengths = rv_rod_lengths(world, rod);
    double at = 0.0;
    int before = 0, until = 0;
    for (int k = 0; k < rod->count; k++) {
        before += at < s - zone;
        until += at <= s + zone;
        at += k + 1 < rod->count ? lengths[k] : 0.0;
    }
    range[0] = before - NEAR_EDGES;
    range[1] = until - 1 + NEAR_EDGES;
}

static bool is_near(const rv_soft_touch* t, const int range[2]) {
    for (int k = 0; k < t->other_count; k++)
        if (t->other_node[k] >= range[0] && t->other_node[k] <= range[1])
            return true;
    return false;
}

// whether one of the vertices touched the solid in the last step
static bool was_there(const rv_world* world, int solid, int rod, const rv_soft_touch* t) {
    for (int k = 0; k < world->soft_sites.count; k++) {
        const rv_soft_side* side = world->soft_sites.data[k].side;
        if (side[1].solid != solid || side[0].rod != rod)
            continue;
        for (int i = 0; i < side[0].count; i++)
            for (int j = 0; j < t->other_count; j++)
                if (side[0].node[i] == t->other_node[j])
                    return true;
    }
    return false;
}

static bool counts(const rv_world* world, int solid, int rod, double radius,
                   const rv_soft_touch* t) {
    return t->gap > -radius || was_there(world, solid, rod, t);
}

// those that are not near a place of the thread, so deep in the solid
static int drop_near(const rv_world* world, const rv_rod* rod, double s, double depth,
                     rv_soft_touch* touches, int count) {
    double radius = 0.5 * world->cables.data[rod->cable].diameter;
    int range[2], kept = 0;
    find_near(world, rod, s, NEAR_RADII * radius + NEAR_DEPTHS * depth, range);
    for (int t = 0; t < count; t++)
        if (!is_near(&touches[t], range))
            touches[kept++] = touches[t];
    return kept;
}

int rv_sewn_touches(const rv_world* world, int solid, int rod, rv_soft_touch* touches, int count) {
    double radius = 0.5 * world->cables.data[world->rods.data[rod].cable].diameter;
    int kept = 0;
    for (int t = 0; t < count; t++)
        if (counts(world, solid, rod, radius, &touches[t]))
            touches[kept++] = touches[t];
    count = kept;
    double s;
    for (int i = 0; i < world->sutures.count && count > 0; i++) {
        const rv_suture* suture = &world->sutures.data[i];
        if (rv_id_pool_alive(&world->suture_ids, i) && suture->holder.solid == solid
            && rv_suture_rod(world, suture, &s) == rod)
            count = drop_near(world, &world->rods.data[rod], s, suture->depth, touches, count);
    }
    for (int i = 0; i < world->ties.count && count > 0; i++)
        if (rv_tie_is_on_rod(world, i, solid, rod, &s))
            count = drop_near(world, &world->rods.data[rod], s, world->ties.data[i].depth, touches,
                              count);
    return count;
}
