// Sutures, the rows of a hole. With p(s) the point of the thread that is in it, P the hole, t the
// direction of the thread there and e_1, e_2 across it, forces f on the thread and -f on the
// holder,
//   phi_a = e_a . (p - P),   J = e_a . (sum_k w_k v_k - P'),   a = 1, 2
//   phi_t = t . (p - P),     |f_t| <= limit = grip + mu |f_across|
// The point is where the line is nearest to the hole while the thread slides, so that phi_t = 0;
// while it sticks the point stays and phi_t holds it there, so that nothing creeps. The point's
// going on along the thread adds nothing to J, since e_a . p' = 0.
//
// The bound of f_t is that of the forces of the step before. Where the ones that are found allow a
// limit that differs by more than LIMIT_OFF, it is set to that, or, once two are known, to where
// the line through both meets itself (Aitken 1926), and the system is solved again. What slides is
// held back whatever the bound is: friction only takes energy. A limit that grows faster than the
// force which it allows has no end: the thread is jammed, and sticks.
//
// Geometric stiffness. As a thread slides by g = t . (sum w v - P') h, the force acts on other
// vertices and turns with the thread so that it stays across it. With a = w^T t (minus the same of
// the hole), b = w'^T f and c = -f . p''/|p'|^2 that is the stiffness
//   K = (a b^T + b a^T)/|p'| + c a a^T  <=  q q^T/|p'|,   q = sqrt(eta) a + b/sqrt(eta), eta >= c |p'|
// of which the right side is taken, as a modified mass like all tension: gamma h^2 q (q . (v' -
// v))/|p'| is one more row, with the compliance |p'|/(gamma h^2) and the speed q . v.
#include "model/rod.h"
#include "model/solid.h"
#include "model/suture.h"

#include <math.h>
#include <string.h>

enum { ALONG = RV_SUTURE_FORCES - 1, INERTIA = ALONG + 1, PASSES_MAX = 6 };
static const double LIMIT_OFF = 5e-3; // of the limit of friction
// of the force per edge: eta at least, where the thread is straight
static const double SHARP = 0.1;
static const double SEEN_AHEAD = 2.0; // of the way that its speed leads to
static const double JAMS = 0.95;      // growth of the limit per growth of the force that it allows

static int suture_capacity(const rv_world* world) {
    return world->sutures.count;
}

static bool suture_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->suture_ids, index) && world->sutures.data[index].rod >= 0;
}

static int suture_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = &world->sutures.data[index].holder.body;
    return 1;
}

static int suture_reach(const rv_world* world, int index, int k, rv_member_kind* kind) {
    const rv_suture* suture = &world->sutures.data[index];
    int32_t solid = suture->holder.solid;
    *kind = k == 0 ? RV_MEMBER_ROD : RV_MEMBER_SOLID;
    bool has_solid = solid >= 0 && !world->solids.data[solid].frozen;
    return k == 0 ? suture->rod : k == 1 && has_solid ? solid : -1;
}

static void find_point(const rv_world* world, rv_suture* suture) {
    double s = 0.0;
    const rv_rod* rod = &world->rods.data[rv_suture_rod(world, suture, &s)];
    suture->point = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
}

// which vertices these are changes with every edge that the hole goes on to: rows write that anew
static void suture_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    rv_suture* suture = &world->sutures.data[index];
    find_point(world, suture);
    const rv_holder* holder = &suture->holder;
    int dofs[3 * RV_HOLDER_NODES], thread_dofs[3 * RV_THREAD_VERTICES], parts = 0;
    rv_pattern_part part[2];
    int count = rv_holder_dofs(world, holder, dofs);
    if (count > 0)
        part[parts++] =
            (rv_pattern_part){&world->solid_work.data[holder->solid]->block, dofs, count};
    count = rv_thread_dofs(world, suture->rod, &suture->point, thread_dofs);
    part[parts++] = (rv_pattern_part){rv_bundle_block(world, suture->rod), thread_dofs, count};
    int32_t body = rv_holder_body(world, holder);
    rv_pattern_reaching_group(sink, RV_SUTURE_ROWS, &body, 1, part, parts,
                              world->cables.data[suture->cable].solver_group);
}

// --- stage "rows" ---

// how far the force of the hole goes on and turns with a thread that slides
// and the stiffness of that; 0: none
static double find_turning(const rv_world* world, const rv_suture* suture, rv_thread_rows* s) {
    const rv_rod* rod = &world->rods.data[suture->rod];
    const rv_vec3* x = rv_rod_points(world, rod);
    const rv_thread_point* p = &suture->point;
    rv_vec3 f = rv_vec3_scale(suture->axis[0], suture->lambda[0]);
    f = rv_vec3_mul_add(f, suture->lambda[1], suture->axis[1]);
    double size = rv_vec3_length(f), steep = rv_vec3_length(rv_thread_sum(x, p, p->slope));
    if (!world->def.geometric_stiffness.enabled || suture->state[ALONG] == RV_ROW_FREE
        || !(size > 0.0))
        return 0.0;
    double round = -rv_vec3_dot(f, rv_thread_sum(x, p, p->bend)) / steep;
    double eta = fmax(round, SHARP * size / rv_rod_lengths(world, rod)[p->first]);
    s->axis[INERTIA] = rv_vec3_scale(suture->axis[ALONG], sqrt(eta));
    s->slope[INERTIA] = rv_vec3_scale(f, 1.0 / sqrt(eta));
    return 1.0 / steep;
}

// what friction can be for the forces across the thread
static double limit_of(const rv_suture* suture, double across_1, double across_2) {
    double mu = suture->state[ALONG] == RV_ROW_FREE ? suture->static_friction : suture->friction;
    return suture->grip + mu * sqrt(across_1 * across_1 + across_2 * across_2);
}

// An end that does not pass is held by any force; one that comes near slides on as far as it can.
static void find_bounds(const rv_suture* suture, double* lower, double* upper) {
    double bound = suture->bound;
    bool first = suture->stop < 0 || suture->nears<0, last = suture->stop> 0 || suture->nears > 0;
    *lower = first ? -INFINITY : suture->nears > 0 ? bound : -bound;
    *upper = last ? INFINITY : suture->nears < 0 ? -bound : bound;
}

// how far it is to the end that does not pass, where the thread may come to it within the step
static double find_stop(const rv_world* world, const rv_island* island, rv_suture* suture) {
    double s = 0.0, length = 0.0;
    const rv_rod* rod = &world->rods.data[rv_suture_rod(world, suture, &s)];
    suture->nears = 0;
    if (suture->stop != 0 || !(suture->stopped[0] || suture->stopped[1]))
        return 0.0;
    for (int j = 0; j < rod->count - 1; j++)
        length += rv_rod_lengths(world, rod)[j];
    // what pulls it there may have just begun
    double way = SEEN_AHEAD * island->h * suture->speed;
    if (suture->stopped[0] && way > s)
        suture->nears = -1;
    else if (suture->stopped[1] && -way > length - s)
        suture->nears = 1;
    return suture->nears < 0 ? s : suture->nears > 0 ? length - s : 0.0;
}

// how fast the row that is inertia goes before the step
static double carried(const rv_island* island, int group) {
    const rv_kkt* kkt = &island->kkt;
    double sum = 0.0;
    for (int k = kkt->group_first.data[group]; k < kkt->group_first.data[group + 1]; k++) {
        int block = kkt->reference_block.data[k];
        const double* v = island->v.data + kkt->block_first.data[block];
        const double* J = kkt->jacobian.data + kkt->jacobian_offset.data[k];
        bool condensed = kkt->block_substructure.data[block] != NULL;
        int first = kkt->reference_dof_first.data[k];
        int count =
            condensed ? kkt->reference_dof_first.data[k + 1] - first : kkt->block_size.data[block];
        for (int c = 0; c < count; c++)
            sum += J[c * RV_SUTURE_ROWS + INERTIA]
                   * v[condensed ? kkt->reference_dof.data[first + c] : c];
    }
    return sum;
}

static void write_rows(const rv_world* world, rv_island* island, const rv_member* member,
                       const rv_suture* suture, rv_vec3 gap, double turning, double known) {
    rv_row* rows = island->rows.data + member->first_row;
    rv_vec3 moved = rv_holder_known_velocity(world, island, &suture->holder);
    for (int r = 0; r < RV_SUTURE_FORCES; r++)
        rows[r] = (rv_row){.phi = rv_vec3_dot(gap, suture->axis[r]),
                           .rate = suture->known[r] - rv_vec3_dot(moved, suture->axis[r]),
                           .tau = -1.0,
                           .lower = -INFINITY,
                           .upper = INFINITY};
    find_bounds(suture, &rows[ALONG].lower, &rows[ALONG].upper);
    if (suture->nears != 0) {
        rows[ALONG].law = RV_ROW_VELOCITY;
        rows[ALONG].rate += suture->nears * suture->left / island->h;
    }
    // gamma h^2 K (v' - v), as an impulse
    double stiffness = world->def.geometric_stiffness.gamma * island->h * turning;
    rows[INERTIA] = (rv_row){.law = RV_ROW_VELOCITY,
                             .compliance = stiffness > 0.0 ? 1.0 / stiffness : 1.0,
                             .rate = known - carried(island, member->first_group),
                             .lower = -INFINITY,
                             .upper = INFINITY};
}

// nothing in it that could move: no forces either
static bool stands_still(const rv_world* world, const rv_suture* suture) {
    const rv_rod_work* work = world->rod_work.data[suture->rod];
    bool moves = rv_holder_moves(world, &suture->holder);
    for (int k = 0; k < suture->point.count; k++)
        moves |= !work->prescribed.data[suture->point.first + k] && suture->point.weight[k] != 0.0;
    return !moves;
}

// the hole's side of the rows; the reference behind it
static int write_hole(const rv_world* world, rv_island* island, const rv_member* member,
                      const rv_holder* holder, const rv_vec3* axis) {
    int dofs[3 * RV_HOLDER_NODES], reference = island->kkt.group_first.data[member->first_group];
    rv_holder_rows rows = {axis, RV_SUTURE_ROWS, false};
    if (rv_holder_body(world, holder) >= 0)
        rv_holder_write_body(world, island, reference++, holder, &rows);
    if (rv_holder_dofs(world, holder, dofs) > 0)
        rv_holder_write_nodes(world, island, reference++, holder, &rows);
    return reference;
}

static void suture_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_suture* suture = &world->sutures.data[member->index];
    if (island->substep == 0)
        suture->impulse = (rv_vec3){0, 0, 0};
    if (suture->out == 0)
        find_point(world, suture);
    // a thread that has come out within the step is in the system until the islands are made anew
    if (suture->out != 0 || stands_still(world, suture)) {
        rv_holder_leave_rows(island, member->first_group, island->rows.data + member->first_row);
        return;
    }
    const rv_vec3* x = rv_rod_points(world, &world->rods.data[suture->rod]);
    rv_vec3 t = rv_vec3_normalize(rv_thread_sum(x, &suture->point, suture->point.slope));
    rv_vec3 hole = rv_holder_place(world, island, &suture->holder, 0.0);
    rv_vec3 gap = rv_vec3_sub(rv_thread_sum(x, &suture->point, suture->point.weight), hole);
    // what the forces of the last step are along the axes of this one
    suture->bound = limit_of(suture, suture->lambda[0], suture->lambda[1]);
    // what sticks may be off as much as what slides: else it would begin to slide in every other step
    if (suture->state[ALONG] == RV_ROW_FREE)
        suture->bound *= 1.0 + LIMIT_OFF;
    suture->last_bound = suture->last_limit = -1.0;
    rv_vec3 force = {0, 0, 0};
    for (int r = 0; r < RV_SUTURE_FORCES; r++)
        force = rv_vec3_mul_add(force, suture->lambda[r], suture->axis[r]);
    suture->axis[0] = rv_vec3_perpendicular(t);
    suture->axis[1] = rv_vec3_cross(t, suture->axis[0]);
    suture->axis[ALONG] = t;
    rv_thread_rows s = {.count = RV_SUTURE_ROWS, .of_change[INERTIA] = true};
    suture->left = find_stop(world, island, suture);
    for (int r = 0; r < RV_SUTURE_FORCES; r++) {
        s.axis[r] = suture->axis[r];
        suture->lambda[r] = rv_vec3_dot(force, suture->axis[r]);
    }
    double turning = find_turning(world, suture, &s);
    int reference = write_hole(world, island, member, &suture->holder, s.axis);
    rv_thread_write(world, island, reference, suture->rod, &suture->point, &s);
    memcpy(suture->known, s.known, sizeof suture->known);
    write_rows(world, island, member, suture, gap, turning, s.known[INERTIA]);
}

static double* suture_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->sutures.data[index].state;
    return world->sutures.data[index].lambda;
}

// --- stage "solve" ---

// The bound for the next pass, where one of `bound` has led to forces that allow `limit`: that, or
// where limit = bound on the line through this pass and the last.
static double next_bound(const rv_suture* suture, double limit) {
    double more = suture->bound - suture->last_bound, grown = limit - suture->last_limit;
    if (suture->last_bound < 0.0 || !(fabs(more) > 0.0))
        return limit;
    double growth = grown / more;
    if (growth >= JAMS)
        return INFINITY;
    return growth > -JAMS ? fmax(0.0, suture->bound + (limit - suture->bound) / (1.0 - growth))
                          : limit;
}

static bool suture_is_unsettled(rv_world* world, rv_island* island, const rv_member* member,
                                int pass) {
    rv_suture* suture = &world->sutures.data[member->index];
    int row = member->first_row + ALONG;
    const double* impulse = island->kkt.impulse.data + member->first_row;
    double h = island->h, limit = limit_of(suture, impulse[0] / h, impulse[1] / h);
    double force = fabs(impulse[ALONG]) / h, bound = suture->bound;
    bool sticks = island->kkt.state.data[row] == RV_ROW_FREE;
    bool held = sticks && (suture->nears != 0 || suture->stop * impulse[ALONG] > 0.0);
    bool fits = held
                || (sticks ? force <= limit * (1.0 + LIMIT_OFF)
                           : fabs(limit - bound) <= LIMIT_OFF * fmax(limit, bound));
    if (suture->out != 0 || fits || pass >= PASSES_MAX || !isfinite(limit))
        return false;
    suture->bound = sticks || suture->nears != 0 ? limit : next_bound(suture, limit);
    suture->last_bound = sticks ? -1.0 : bound;
    suture->last_limit = limit;
    find_bounds(suture, &island->kkt.lower.data[row], &island->kkt.upper.data[row]);
    island->kkt.lower.data[row] *= h;
    island->kkt.upper.data[row] *= h;
    return true;
}

// --- stage "move" ---

// Work of what no force moves, and of friction; that of ends which are held is theirs (rod_move.c).
static void suture_settle(rv_world* world, rv_island* island, const rv_member* member) {
    rv_suture* suture = &world->sutures.data[member->index];
    const rv_kkt* kkt = &island->kkt;
    double after[RV_SUTURE_ROWS];
    rv_kkt_group_speeds(kkt, member->first_group, after);
    suture->speed = 0.0;
    for (int r = 0; r < RV_SUTURE_FORCES && suture->out == 0; r++) {
        int i = member->first_row + r;
        const rv_row* row = &island->rows.data[i];
        double impulse = kkt->impulse.data[i];
        suture->impulse = rv_vec3_mul_add(suture->impulse, impulse, suture->axis[r]);
        bool free = kkt->state.data[i] == RV_ROW_FREE;
        if (free && (r != ALONG || suture->nears == 0)) {
            island->report.work -= impulse * (row->rate - suture->known[r]);
            continue;
        }
        double mean = 0.5 * (island->speed.data[i] + after[r]);
        island->report.work += impulse * (mean + suture->known[r]);
        if (!free) {
            suture->speed = after[r] + row->rate - suture->nears * suture->left / island->h;
            suture->lost -= impulse * suture->speed;
        }
    }
}

// where the thread is in the hole now, if it slides
static void suture_move(rv_world* world, rv_island* island, const rv_member* member) {
    rv_suture* suture = &world->sutures.data[member->index];
    if (suture->out != 0)
        return;
    if (suture->state[ALONG] == RV_ROW_FREE) {
        // it has come to its end
        suture->at += suture->nears * suture->left;
        suture->stop = suture->nears != 0 ? suture->nears : suture->stop;
        return;
    }
    double s = 0.0;
    int beyond;
    const rv_rod* rod = &world->rods.data[rv_suture_rod(world, suture, &s)];
    // what forces move is where it goes already
    rv_vec3 hole = rv_holder_place(world, island, &suture->holder, island->h);
    double to = rv_thread_nearest(rv_rod_points(world, rod), rv_rod_lengths(world, rod), rod->count,
                                  s - island->h * suture->speed, hole, &beyond);
    suture->at += to - s;
    suture->stop = 0;
    if (beyond == 0)
        return;
    if (suture->stopped[beyond > 0])
        suture->stop = (int8_t)beyond;
    else
        suture->out = (int8_t)beyond;
}

static const rv_holder* suture_place(const rv_world* world, int index, int k) {
    bool exists = rv_id_pool_alive(&world->suture_ids, index);
    return exists && k == 0 ? &world->sutures.data[index].holder : NULL;
}

static rv_vec3 suture_load(const rv_world* world, int index, int k) {
    (void)k;
    const rv_suture* suture = &world->sutures.data[index];
    rv_vec3 f = {0, 0, 0};
    for (int r = 0; r < RV_SUTURE_FORCES && suture->out == 0; r++)
        f = rv_vec3_mul_add(f, -suture->lambda[r], suture->axis[r]);
    return f;
}

static rv_vec3 suture_push(const rv_world* world, int index, int k, double dt) {
    (void)k;
    return rv_vec3_scale(world->sutures.data[index].impulse, -1.0 / dt);
}

const rv_constraint_class rv_suture_class = {.name = "suture",
                                             .capacity = suture_capacity,
                                             .is_alive = suture_is_alive,
                                             .bodies = suture_bodies,
                                             .reach = suture_reach,
                                             .pattern = suture_pattern,
                                             .rows = suture_rows,
                                             .lambda = suture_lambda,
                                             .settle = suture_settle,
                                             .is_unsettled = suture_is_unsettled,
                                             .move = suture_move,
                                             .place = suture_place,
                                             .load = suture_load,
                                             .push = suture_push};
