// Stage "solve", what turning adds to rows. A row is a line: its member ends a substep at
//   phi' = phi + h (G v' + phi_t) + c(v'),
// with c what the arms of its bodies add by turning on circles instead of along their tangents,
//   c = sum of +-(exp(h [w]) r - r - h w x r).
// Without c a link that turns by an angle a is stretched by l a^2/2 in every substep though nothing
// pulls at it, and what it stores so is given back as motion: the energy of a cable that whirls is
// wrong at first order in a. c depends on v', which depends on the forces of the rows: it begins
// with the velocities at the start of the substep, and follows the solution by corrections with the
// same factor. Each of them leaves about a of what the one before left: where they do not help, or
// contacts would have to be solved again, c stays as it began.
// No expansion is good for links that turn by a good part of a radian: a solution that turns one by
// more than twice the angle that substeps are chosen for, or is off by as much where corrections do
// not help, is refused, and the rest of the step is taken in smaller parts, as many as the angle
// asks for and the world allows.
#include "core/extremes.h"
#include "step/step.h"

#include <math.h>

static const double LEFT = 1e-4;   // of c, in shares of a link's length: needs no correction
static const double HELPS = 0.7;   // a correction that leaves more of the last one is the last
static const double TORN = 0.01;   // of a link's length: what turning by 0.2 rad leaves
static const double REFUSED = 2.0; // times the angle that substeps are chosen for
enum { CORRECTIONS_MAX = 8 };

// No body turns by as much about all axes: then no link does. What is moved is not looked at.
static bool turns_slowly(const rv_island* island, const double* v) {
    double least = RV_TURN_FOLLOWED / island->h, largest2 = 0.0;
    for (int i = 0; i < island->bodies.count; i++) {
        const double* w = v + island->kkt.block_first.data[i] + 3;
        if (island->kkt.block_size.data[i] == 6)
            largest2 = rv_larger(largest2, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    }
    return island->movers[0] < 0 && largest2 <= least * least;
}

static double largest_turn(const rv_world* world, const rv_island* island, const double* v) {
    double largest = 0.0;
    if (!island->has_turning || turns_slowly(island, v))
        return 0.0;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->turn != NULL)
            largest = fmax(largest, class->turn(world, island, member, v));
    }
    return largest;
}

// c of all rows for velocities v, into `turning`: returns how far it is from the c of the system, in
// shares of links
static double find_turning(const rv_world* world, rv_island* island, const double* v) {
    double off = 0.0;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->turned != NULL)
            off = fmax(off, class->turned(world, island, member, v, island->turning.data));
    }
    return off;
}

// what was found, into the right-hand sides
static void take_turning(const rv_world* world, rv_island* island) {
    rv_stepper_law law = rv_stepper_law_of(&world->def, island->h, island->h_before);
    for (int r = 0; r < island->kkt.row_count; r++) {
        double more = island->turning.data[r] - island->turned.data[r];
        if (more != 0.0)
            island->kkt.bias.data[r] += more * rv_row_bias_per_end(&law, &island->rows.data[r]);
        island->turned.data[r] = island->turning.data[r];
    }
}

static void clear(double* values, int count) {
    for (int i = 0; i < count; i++)
        values[i] = 0.0;
}

void rv_island_begin_turning(const rv_world* world, rv_island* island) {
    if (island->has_turning) {
        clear(island->turned.data, island->turned.count);
        clear(island->turning.data, island->turning.count);
    }
    // the seed stepper is the published one, whose rows are lines
    bool done = !island->has_turning || world->def.stepper == RV_STEPPER_SEED;
    island->turn_search = (rv_turn_search){.done = done};
    if (island->turn_search.done
        || !(largest_turn(world, island, island->v.data) > RV_TURN_FOLLOWED))
        return;
    island->turn_search.begun = true;
    find_turning(world, island, island->v.data);
    take_turning(world, island);
}

// c as it began
static void give_up(const rv_world* world, rv_island* island) {
    clear(island->turning.data, island->turning.count);
    if (island->turn_search.begun)
        find_turning(world, island, island->v.data);
    take_turning(world, island);
    island->turn_search.done = island->turn_search.lost = true;
}

bool rv_island_follow_turning(const rv_world* world, rv_island* island) {
    rv_turn_search* search = &island->turn_search;
    const double* v = island->kkt.v.data;
    if (search->done || (!search->begun && !(largest_turn(world, island, v) > RV_TURN_FOLLOWED)))
        return false;
    double off = find_turning(world, island, v);
    if (off <= LEFT)
        return false;
    if (search->corrections == 0)
        search->first = off;
    else if (!(off <= HELPS * search->last)) {
        search->done = true;
        if (off <= search->first)
            return false;
        give_up(world, island);
        return true;
    }
    if (search->corrections++ >= CORRECTIONS_MAX)
        return false;
    search->last = off;
    take_turning(world, island);
    return true;
}

// what the search gave up is off by more than rows can tell from a tear
static bool is_lost(const rv_world* world, rv_island* island) {
    return island->turn_search.lost && find_turning(world, island, island->kkt.v.data) > TORN;
}

bool rv_cluster_refuse(rv_world* world, rv_cluster* cluster) {
    double largest = 0.0;
    bool lost = false;
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        largest = fmax(largest, largest_turn(world, island, island->kkt.v.data));
        lost |= is_lost(world, island);
    }
    const rv_island* first = rv_cluster_island(world, cluster, 0);
    int most = world->def.substeps.max / first->substeps;
    if ((!lost && !(largest > REFUSED * RV_TRAVEL_PER_SUBSTEP)) || most < 2)
        return false;
    double wanted = fmax(2.0, ceil(largest / RV_TRAVEL_PER_SUBSTEP));
    cluster->parts = wanted < most ? (int)wanted : most;
    // the need is remembered as that of any other step is (island.c)
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        double travel = cluster->parts * island->substeps * RV_TRAVEL_PER_SUBSTEP;
        island->is_shifted = false;
        for (int i = 0; i < island->bodies.count; i++) {
            rv_body* body = &world->bodies.data[island->bodies.data[i]];
            body->travel = fmax(body->travel, travel);
        }
    }
    return true;
}
