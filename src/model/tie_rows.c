// Ties, the rows of their points. With p_0 the place of the solid and p_1 that of the other side, in
// axes of the world, force f on the solid and -f on the other,
//   phi = p_0 - p_1,   J = p_0' - p_1',   compliance f = -(phi + compliance damping phi')
// Places are sums over what forces move (holder.c, suture_line.c); the velocity of the rest is known.
// Forces at arms of bodies turn with them, as those of joints do: geometric stiffness.
#include "model/pull.h"
#include "model/rod.h"
#include "model/solid.h"
#include "model/suture.h"
#include "model/tie.h"

#include <math.h>
#include <string.h>

static const rv_vec3 AXES[RV_TIE_ROWS] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const rv_vec3 MINUS[RV_TIE_ROWS] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};

static int tie_capacity(const rv_world* world) {
    return world->ties.count;
}

static bool tie_is_alive(const rv_world* world, int index) {
    const rv_tie* tie = &world->ties.data[index];
    return rv_id_pool_alive(&world->tie_ids, index) && !tie->broken
           && (tie->cable < 0 || tie->rod >= 0);
}

static int tie_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = world->ties.data[index].body;
    return 2;
}

static int tie_reach(const rv_world* world, int index, int k, rv_member_kind* kind) {
    const rv_tie* tie = &world->ties.data[index];
    int32_t solids[2] = {tie->solid, tie->other};
    int found = 0;
    *kind = RV_MEMBER_SOLID;
    for (int s = 0; s < 2; s++)
        if (solids[s] >= 0 && !world->solids.data[solids[s]].frozen && found++ == k)
            return solids[s];
    *kind = RV_MEMBER_ROD;
    return found == k ? tie->rod : -1;
}

static void find_point(const rv_world* world, rv_tie* tie) {
    double s = 0.0;
    const rv_rod* rod =
        &world->rods.data[rv_thread_rod(world, &world->cables.data[tie->cable], tie->at, &s)];
    tie->point = rv_thread_point_at(rv_rod_lengths(world, rod), rod->count, s);
}

// the two sides of a point; of a thread only the first
static const rv_holder* sides_of(const rv_world* world, const rv_tie* tie, int point) {
    return world->tie_points.data[tie->first + point].side;
}

static int side_count(const rv_tie* tie) {
    return tie->cable < 0 ? 2 : 1;
}

// bodies of a point that forces move, each once: where they stand among its references
typedef struct reached {
    int32_t body[3];
    int count;
    int place[2]; // of the body of a side, -1: none
} reached;

static reached find_bodies(const rv_world* world, const rv_tie* tie, int point) {
    reached r = {.place = {-1, -1}};
    const rv_holder* side = sides_of(world, tie, point);
    for (int s = 0; s < side_count(tie); s++) {
        int32_t body = rv_holder_body(world, &side[s]);
        bool again = s > 0 && r.place[0] >= 0 && r.body[r.place[0]] == body;
        if (body < 0)
            continue;
        r.place[s] = again ? r.place[0] : r.count;
        r.body[r.place[s]] = body;
        r.count += !again;
    }
    return r;
}

static void point_pattern(const rv_world* world, const rv_tie* tie, int point,
                          rv_pattern_sink* sink) {
    int dofs[2][3 * RV_HOLDER_NODES], thread_dofs[3 * RV_THREAD_VERTICES], parts = 0, count;
    rv_pattern_part part[3];
    const rv_holder* side = sides_of(world, tie, point);
    reached bodies = find_bodies(world, tie, point);
    int32_t turned[2] = {-1, -1};
    for (int s = 0; s < side_count(tie); s++) {
        turned[s] = bodies.place[s] < 0 ? -1 : bodies.body[bodies.place[s]];
        if ((count = rv_holder_dofs(world, &side[s], dofs[s])) > 0)
            part[parts++] =
                (rv_pattern_part){&world->solid_work.data[side[s].solid]->block, dofs[s], count};
    }
    if (tie->cable >= 0) {
        count = rv_thread_dofs(world, tie->rod, &tie->point, thread_dofs);
        part[parts++] = (rv_pattern_part){rv_bundle_block(world, tie->rod), thread_dofs, count};
    } else if (!rv_holder_moves(world, &side[1])) {
        bodies.body[bodies.count++] = -1;
    }
    rv_pattern_reaching_group(sink, RV_TIE_ROWS, bodies.body, bodies.count, part, parts, 0);
    rv_pattern_stiffness(sink, turned, false);
}

static void tie_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    rv_tie* tie = &world->ties.data[index];
    if (tie->cable >= 0)
        find_point(world, tie);
    for (int k = 0; k < tie->count; k++)
        point_pattern(world, tie, k, sink);
}

// --- stage "rows" ---

static void place_stiffness(const rv_world* world, const rv_island* island, const rv_tie* tie,
                            const rv_holder* side, rv_stiffness* k) {
    k->load = 0.0;
    k->has_span = false;
    for (int s = 0; s < 2; s++) {
        rv_vec3 arm = {0, 0, 0};
        if (s < side_count(tie) && side[s].body >= 0) {
            rv_motion m = rv_motion_of(world, island, side[s].body);
            arm = rv_holder_arm(world, island, &side[s], &m);
        }
        rv_pull_place(k, s, arm);
    }
}

// what forces move of a point
static void write_sides(const rv_world* world, rv_island* island, rv_tie* tie, int point,
                        int reference) {
    const rv_holder* side = sides_of(world, tie, point);
    reached bodies = find_bodies(world, tie, point);
    int next = reference + bodies.count;
    for (int s = 0; s < side_count(tie); s++) {
        int dofs[3 * RV_HOLDER_NODES];
        rv_holder_rows rows = {s == 0 ? MINUS : AXES, RV_TIE_ROWS,
                               s > 0 && bodies.place[1] == bodies.place[0]};
        if (bodies.place[s] >= 0)
            rv_holder_write_body(world, island, reference + bodies.place[s], &side[s], &rows);
        if (rv_holder_dofs(world, &side[s], dofs) > 0)
            rv_holder_write_nodes(world, island, next++, &side[s], &rows);
    }
    if (tie->cable < 0)
        return;
    rv_thread_rows rows = {.count = RV_TIE_ROWS};
    memcpy(rows.axis, MINUS, sizeof MINUS);
    rv_thread_write(world, island, next, tie->rod, &tie->point, &rows);
    memcpy(tie->known, rows.known, sizeof tie->known);
}

static void write_rows(const rv_world* world, const rv_island* island, const rv_tie* tie, int point,
                       rv_row* rows) {
    const rv_holder* side = sides_of(world, tie, point);
    rv_vec3 phi = rv_holder_place(world, island, &side[0], 0.0);
    rv_vec3 rate = rv_holder_known_velocity(world, island, &side[0]);
    if (tie->cable >= 0) {
        const rv_vec3* x = rv_rod_points(world, &world->rods.data[tie->rod]);
        phi = rv_vec3_sub(phi, rv_thread_sum(x, &tie->point, tie->point.weight));
        rate = rv_vec3_add(rate, rv_vec3_load(tie->known));
    } else {
        phi = rv_vec3_sub(phi, rv_holder_place(world, island, &side[1], 0.0));
        rate = rv_vec3_sub(rate, rv_holder_known_velocity(world, island, &side[1]));
    }
    for (int r = 0; r < RV_TIE_ROWS; r++)
        rows[r] = (rv_row){.phi = rv_vec3_dot(phi, AXES[r]),
                           .rate = rv_vec3_dot(rate, AXES[r]),
                           .compliance = tie->compliance,
                           .tau = tie->compliance > 0.0 ? tie->compliance * tie->damping : -1.0,
                           .lower = -INFINITY,
                           .upper = INFINITY};
}

static bool stands_still(const rv_world* world, const rv_tie* tie, int point) {
    const rv_holder* side = sides_of(world, tie, point);
    bool moves = rv_holder_moves(world, &side[0]);
    if (tie->cable < 0)
        return !moves && !rv_holder_moves(world, &side[1]);
    const rv_rod_work* work = world->rod_work.data[tie->rod];
    for (int k = 0; k < tie->point.count; k++)
        moves |= !work->prescribed.data[tie->point.first + k] && tie->point.weight[k] != 0.0;
    return !moves;
}

static void tie_rows(rv_world* world, rv_island* island, const rv_member* member) {
    rv_tie* tie = &world->ties.data[member->index];
    if (tie->cable >= 0)
        find_point(world, tie);
    for (int k = 0; k < tie->count; k++) {
        int group = member->first_group + k;
        rv_row* rows = island->rows.data + member->first_row + RV_TIE_ROWS * k;
        place_stiffness(world, island, tie, sides_of(world, tie, k),
                        &island->stiffness.data[member->first_stiffness + k]);
        // what has broken within the step is in the system until the islands are made anew
        if (tie->broken || stands_still(world, tie, k)) {
            rv_holder_leave_rows(island, group, rows);
            continue;
        }
        write_sides(world, island, tie, k, island->kkt.group_first.data[group]);
        write_rows(world, island, tie, k, rows);
    }
}

static double* tie_lambda(rv_world* world, int index, int8_t** state) {
    int first = RV_TIE_ROWS * world->ties.data[index].first;
    *state = world->tie_row_state.data + first;
    return world->tie_lambda.data + first;
}

static void tie_stiffness(const rv_world* world, rv_island* island, const rv_member* member) {
    const rv_tie* tie = &world->ties.data[member->index];
    for (int k = 0; k < tie->count; k++) {
        const rv_holder* side = sides_of(world, tie, k);
        rv_stiffness* stiffness = &island->stiffness.data[member->first_stiffness + k];
        rv_vec3 f = rv_vec3_scale(
            rv_vec3_load(island->kkt.impulse.data + member->first_row + RV_TIE_ROWS * k),
            1.0 / island->h);
        stiffness->load = rv_vec3_length(f);
        rv_pull_turning(stiffness, 0, rv_vec3_scale(f, side[0].share));
        rv_pull_turning(stiffness, 1, rv_vec3_scale(f, tie->cable < 0 ? -side[1].share : 0.0));
    }
}

// --- stage "move" ---

// Work of what no force moves, but that of ends of threads which are held: it is theirs (rod_move.c).
static void tie_settle(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_tie* tie = &world->ties.data[member->index];
    for (int k = 0; k < tie->count && !tie->broken; k++) {
        double after[RV_TIE_ROWS];
        rv_kkt_group_speeds(&island->kkt, member->first_group + k, after);
        for (int r = 0; r < RV_TIE_ROWS; r++) {
            int i = member->first_row + RV_TIE_ROWS * k + r;
            const rv_row* row = &island->rows.data[i];
            double known = tie->cable < 0 ? 0.0 : tie->known[r];
            island->report.work -= island->kkt.impulse.data[i] * (row->rate - known);
            double middle = row->phi + 0.5 * island->h * (after[r] + row->rate);
            if (row->compliance > 0.0)
                island->report.elastic += 0.5 * middle * middle / row->compliance;
        }
    }
}

// a force that is too large acts for this once
static void tie_move(rv_world* world, rv_island* island, const rv_member* member) {
    (void)island;
    rv_tie* tie = &world->ties.data[member->index];
    double force = rv_vec3_length(rv_tie_force_sum(world, tie));
    if (tie->broken || !(force > tie->breaking_load))
        return;
    tie->broken = true;
    tie->broken_at = force;
    for (int r = 0; r < RV_TIE_ROWS * tie->count; r++)
        world->tie_lambda.data[RV_TIE_ROWS * tie->first + r] = 0.0;
}

// the two sides of each point, one after the other
static const rv_holder* tie_place(const rv_world* world, int index, int k) {
    const rv_tie* tie = &world->ties.data[index];
    if (!rv_id_pool_alive(&world->tie_ids, index) || k >= 2 * tie->count)
        return NULL;
    return &world->tie_points.data[tie->first + k / 2].side[k % 2];
}

static rv_vec3 tie_load(const rv_world* world, int index, int k) {
    rv_vec3 f = rv_tie_force(world, &world->ties.data[index], k / 2);
    return k % 2 == 0 ? f : rv_vec3_neg(f);
}

static rv_vec3 tie_push(const rv_world* world, int index, int k, double dt) {
    (void)dt;
    return tie_load(world, index, k);
}

const rv_constraint_class rv_tie_class = {.name = "tie",
                                          .capacity = tie_capacity,
                                          .is_alive = tie_is_alive,
                                          .bodies = tie_bodies,
                                          .reach = tie_reach,
                                          .pattern = tie_pattern,
                                          .rows = tie_rows,
                                          .lambda = tie_lambda,
                                          .stiffness = tie_stiffness,
                                          .settle = tie_settle,
                                          .move = tie_move,
                                          .place = tie_place,
                                          .load = tie_load,
                                          .push = tie_push};
