// Stage "solve", the tension that the geometric stiffness is made of. A pass makes K of tensions u
// and finds the tensions f(u); the step wants u = f(u). Where a light chain that is bent by a
// slope c must stop a load M which moves away at W,
//   f(u) = (M W/h) (m + b u)/(m + b u + c^2 M),   b u: its modified mass, gamma h^2 K
// which grows with u and bends down: there is one answer. A chain that was slack a step ago is
// decades below it, and u = f(u) would climb by one factor a pass. In logarithms that is a line: with
// r = ln(f/u), which falls with ln u, secants find the zero of r within few passes; what was found
// with too small a tension is still too small, and so with too large ones, so that the answer stays
// between them. One secant serves an island: tensions keep the proportions in which they were
// found, which drift apart if each has a secant of its own. Things that touch do without: what
// friction holds and what pushes has no such f, and a long step of a search may end anywhere.
#include "step/step.h"

#include <math.h>

// of a secant's step, over that of u = f(u), where the line hardly falls
static const double LONGEST_STEP = 8.0;
static const double FARTHEST = 14.0; // from what was found, in logarithms: a millionfold

static bool pulls(const rv_stiffness* k) {
    return k->has_span || k->bundle >= 0 || k->pull[0] > 0.0 || k->pull[1] > 0.0;
}

void rv_island_begin(rv_world* world, rv_island* island) {
    island->kkt.trust_factor = rv_island_may_trust_factor(world);
    rv_island_load(world, island, false);
    if (world->def.geometric_stiffness.enabled)
        rv_island_update_stiffness(world, island);
    island->search = (rv_load_search){.below = -INFINITY, .above = INFINITY};
}

double rv_island_update_stiffness(const rv_world* world, rv_island* island) {
    double largest = 0.0, change = 0.0;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->stiffness == NULL)
            continue;
        rv_stiffness* k = &island->stiffness.data[member->first_stiffness];
        for (int e = 0; e < member->stiffness_count; e++) {
            k[e].load_before = k[e].load;
            k[e].pulled = pulls(&k[e]);
            k[e].load = 0.0;
        }
        class->stiffness(world, island, member);
        for (int e = 0; e < member->stiffness_count; e++) {
            largest = k[e].load > largest ? k[e].load : largest;
            double moved = fabs(k[e].load - k[e].load_before);
            change = moved > change ? moved : change;
        }
    }
    return largest > 0.0 ? change / largest : change > 0.0 ? 1.0 : 0.0;
}

// found over used, of what pulled and pulls: those that changed most weigh most; 0 without any
static double ratio_found(const rv_island* island) {
    double found = 0.0, used = 0.0;
    for (int i = 0; i < island->stiffness.count; i++) {
        const rv_stiffness* k = &island->stiffness.data[i];
        double weight = k->pulled && pulls(k) ? fabs(k->load - k->load_before) : 0.0;
        found += weight * k->load;
        used += weight * k->load_before;
    }
    double ratio = found > 0.0 && used > 0.0 ? found / used : 0.0;
    return isfinite(ratio) ? ratio : 0.0;
}

// ln u of the next pass, for r = ln(f/u) of this one: that of f, or farther the same way. A step
// that went too far has left the part that hardly falls: from there f is near.
static double next_place(rv_load_search* search, double r) {
    double found = search->place + r, share = 1.0;
    if (r > 0.0)
        search->below = fmax(search->below, found);
    else
        search->above = fmin(search->above, found);
    if (search->ratio * r > 0.0) {
        double fall = (search->ratio - r) / search->moved;
        share = fall * LONGEST_STEP > 1.0 ? fmax(1.0 / fall, 1.0) : LONGEST_STEP;
    }
    double next = found + fmax(-FARTHEST, fmin(FARTHEST, (share - 1.0) * r));
    if (next > search->above)
        next = 0.5 * (found + search->above);
    if (next < search->below)
        next = 0.5 * (found + search->below);
    return next;
}

void rv_island_search_tension(rv_island* island) {
    rv_load_search* search = &island->search;
    double ratio = ratio_found(island);
    if (!(ratio > 0.0)) {
        *search = (rv_load_search){.below = -INFINITY, .above = INFINITY};
        return;
    }
    double r = rv_log(ratio), next = next_place(search, r), half = sqrt(ratio);
    double scale = rv_exp(next - search->place - r);
    // what changed less than half as much is no part of it, and is taken as it was found
    for (int i = 0; i < island->stiffness.count && scale != 1.0; i++) {
        rv_stiffness* k = &island->stiffness.data[i];
        double middle = half * k->load_before;
        if (!k->pulled || (ratio > 1.0 ? k->load < middle : k->load > middle))
            continue;
        k->load *= scale;
        k->pull[0] *= scale;
        k->pull[1] *= scale;
    }
    *search = (rv_load_search){next, r, next - search->place, search->below, search->above};
}
