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
// Rigid rows of joints follow turning, however little it is, in islands that have nothing else and that
// nothing touches. They end at phi' = 0 with c at the weight 1/h, not in the middle of the step: SHAKE
// (Ryckaert, Ciccotti, Berendsen 1977), which is symplectic, so that what swings keeps its energy.
// Relaxation is for the error that a step begins with. Where a tension turns things back by more than a
// radian a step, which is not resolved, and where corrections do not help, they are lines with the
// stepper's own law, which loses what a line adds, and with geometric stiffness.
// No expansion is good for links that turn by a good part of a radian: a solution that turns one by
// more than twice the angle that substeps are chosen for, or is off by as much where corrections do
// not help, is refused, and the rest of the step is taken in smaller parts, as many as the angle
// asks for and the world allows.
#include "core/extremes.h"
#include "step/step.h"

#include <math.h>

static const double LEFT = 1e-4;       // of c, in shares of a link's length: needs no correction
static const double LEFT_RIGID = 1e-9; // the same of rigid rows: all of it is given back as motion
static const double HELPS = 0.7;       // a correction that leaves more of the last one is the last
static const double TORN = 0.01;       // of a link's length: what turning by 0.2 rad leaves
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

static bool is_rigid(const rv_world* world, const rv_member* member) {
    const rv_constraint_class* class = rv_member_class(member->kind);
    return class->is_rigid != NULL && class->is_rigid(world, member->index);
}

typedef struct turning {
    double off;   // how far c is from that of the system, in shares of links
    bool is_near; // no member needs a correction
} turning;

// c of all rows that follow turning for velocities v, into `turning`
static turning find_turning(const rv_world* world, rv_island* island, const double* v) {
    turning found = {0.0, true};
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        bool rigid = class->turned != NULL && is_rigid(world, member);
        if (class->turned == NULL || (rigid && !island->turn_search.rigid))
            continue;
        double off = class->turned(world, island, member, v, island->turning.data);
        found.is_near &= off <= (rigid ? LEFT_RIGID : LEFT);
        found.off = fmax(found.off, off);
    }
    return found;
}

// the rows of a member in the pattern: from its first to before this one
static int end_row(const rv_island* island, int i) {
    for (int k = i + 1; k < island->members.count; k++)
        if (island->members.data[k].first_loose < 0)
            return island->members.data[k].first_row;
    return island->kkt.row_count;
}

// what was found, into the right-hand sides
static void take_turning(const rv_world* world, rv_island* island) {
    rv_stepper_law law = rv_stepper_law_of_island(world, island);
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (rv_member_class(member->kind)->turned == NULL)
            continue;
        bool rigid = is_rigid(world, member);
        for (int r = member->first_row; r < end_row(island, i); r++) {
            double more = island->turning.data[r] - island->turned.data[r];
            if (more != 0.0)
                island->kkt.bias.data[r] +=
                    more
                    * (rigid ? -1.0 / law.h : rv_row_bias_per_end(&law, &island->rows.data[r]));
            island->turned.data[r] = island->turning.data[r];
        }
    }
}

static bool holds(const rv_row* row) {
    return row->law == RV_ROW_POSITION && row->compliance == 0.0 && row->lower == -INFINITY
           && row->upper == INFINITY;
}

// Rigid rows begin to follow, or become lines again: without compliance only their right-hand sides
// differ.
static void set_rigid(const rv_world* world, rv_island* island, bool rigid) {
    if (island->turn_search.rigid == rigid)
        return;
    rv_stepper_law law = rv_stepper_law_of_island(world, island);
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (!is_rigid(world, member))
            continue;
        for (int r = member->first_row; r < end_row(island, i); r++) {
            const rv_row* row = &island->rows.data[r];
            if (!holds(row))
                continue;
            island->kkt.bias.data[r] =
                rigid ? rv_row_rigid_bias(&law, row)
                      : rv_row_discretise(&law, row, island->speed.data[r]).bias;
        }
    }
    island->turn_search.rigid = rigid;
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
        || (!island->is_rigid && !(largest_turn(world, island, island->v.data) > RV_TURN_FOLLOWED)))
        return;
    island->turn_search.begun = true;
    set_rigid(world, island, island->is_rigid);
    turning found = find_turning(world, island, island->v.data);
    if (isfinite(found.off)) {
        take_turning(world, island);
        return;
    }
    // a rigid row that begins far off, as where a joint is made across a gap
    island->is_rigid = false;
    rv_island_leave_turning(world, island);
}

void rv_island_leave_turning(const rv_world* world, rv_island* island) {
    clear(island->turning.data, island->turning.count);
    take_turning(world, island);
    set_rigid(world, island, false);
}

// c as it began, and rigid rows as lines
static void give_up(const rv_world* world, rv_island* island) {
    rv_island_leave_turning(world, island);
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
    turning found = find_turning(world, island, v);
    double off = found.off;
    if (found.is_near)
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

// what the search gave up is off by more than rows can tell from a tear; rigid rows that are lines again
// by all of c
static bool is_lost(const rv_world* world, rv_island* island) {
    island->turn_search.rigid |= island->turn_search.lost;
    return island->turn_search.lost && find_turning(world, island, island->kkt.v.data).off > TORN;
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
    if ((!lost && !(largest > RV_TURN_REFUSED)) || most < 2)
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
