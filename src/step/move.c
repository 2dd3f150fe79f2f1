// Stages "move" and "publish": poses from velocities, what the rows did, report.
//   x' = x + h v';  q', w': free motion with the spin that impulses leave where the step begins
// Energies belong to the middle of the step, where they are conserved: kinetic of v', elastic of
// (phi + phi')/2, gravitational of (x + x')/2; the work of a row is Lam times its mean speed there.
#include "model/body.h"
#include "model/cable.h"
#include "model/family.h"
#include "step/step.h"

#include <math.h>

static const double RESIDUAL_TROUBLE = 1e-6; // relative; a good solve leaves 1e-12

// Energy that a row puts in or holds. A row that holds is driven by what moves its zero, -Lam rate;
// a motor, and any row at its bound, pushes with Lam against the mean speed.
static void account_row(rv_island* island, int i, double impulse, int8_t state, double after) {
    const rv_row* row = &island->rows.data[i];
    bool is_motor = row->law == RV_ROW_VELOCITY && row->rate != 0.0;
    if (state == RV_ROW_FREE && !is_motor)
        island->report.work -= impulse * row->rate;
    else
        island->report.work += impulse * 0.5 * (island->speed.data[i] + after);
    if (row->law == RV_ROW_ELASTIC && row->compliance > 0.0)
        island->report.elastic += rv_elastic_row_energy(row, impulse, after + row->rate, island->h);
    if (row->law == RV_ROW_POSITION && row->compliance > 0.0 && state == RV_ROW_FREE) {
        double middle = row->phi + 0.5 * island->h * (after + row->rate);
        // a one-sided row stores nothing while it is apart
        if ((row->lower >= 0.0 && middle > 0.0) || (row->upper <= 0.0 && middle < 0.0))
            return;
        island->report.elastic += 0.5 * middle * middle / row->compliance;
    }
}

// a row without compliance or moving zero, or at a bound of zero, has nothing to account for
static bool matters(const rv_island* island, int i) {
    const rv_row* row = &island->rows.data[i];
    return island->kkt.state.data[i] == RV_ROW_FREE
               ? row->rate != 0.0 || (row->law != RV_ROW_VELOCITY && row->compliance > 0.0)
               : island->kkt.impulse.data[i] != 0.0;
}

// G v of rows that are free and never bounded: what their own equation says
static void soft_speeds(const rv_kkt* kkt, int group, double* after) {
    for (int i = kkt->row_first.data[group]; i < kkt->row_first.data[group + 1]; i++)
        *after++ = kkt->bias.data[i] - kkt->sigma.data[i] * kkt->impulse.data[i];
}

static void account_group(rv_island* island, int group) {
    const rv_kkt* kkt = &island->kkt;
    int first = kkt->row_first.data[group], last = kkt->row_first.data[group + 1];
    bool any = false;
    for (int i = first; i < last; i++)
        any |= matters(island, i);
    if (!any)
        return;
    double after[RV_ROWS_MAX];
    if (kkt->softness.data[group] != RV_KKT_HARD)
        soft_speeds(kkt, group, after);
    else
        rv_kkt_group_speeds(kkt, group, after);
    for (int i = first; i < last; i++)
        account_row(island, i, kkt->impulse.data[i], kkt->state.data[i], after[i - first]);
}

static void account_rows(rv_world* world, rv_island* island) {
    const rv_kkt* kkt = &island->kkt;
    island->report.elastic = 0.0;
    for (int m = 0; m < island->members.count; m++) {
        const rv_member* member = &island->members.data[m];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->settle != NULL) {
            class->settle(world, island, member);
            continue;
        }
        int last = m + 1 < island->members.count ? member[1].first_group : kkt->group_count;
        for (int g = member->first_group; g < last; g++)
            account_group(island, g);
        for (int k = member->first_loose; k < member->first_loose + member->loose_count; k++) {
            const rv_loose_row* row = &kkt->loose.rows.data[k];
            account_row(island, kkt->row_count + k, row->impulse, row->state,
                        rv_kkt_loose_speed(kkt, &kkt->loose, k));
        }
    }
}

// a body whose state would not be finite stays where it is, for good
static void freeze(rv_island* island, rv_body* body) {
    body->frozen = true;
    body->v = body->w = (rv_vec3){0, 0, 0};
    island->report.nonfinite++;
}

// `shift`: how far impacts within the substep have set it back
static void move_body(rv_island* island, rv_body* body, const double* v, const double* shift) {
    double h = island->h;
    rv_vec3 velocity = body->kind == RV_BODY_SCALAR ? (rv_vec3){v[0], 0.0, 0.0} : rv_vec3_load(v);
    rv_vec3 x = rv_vec3_mul_add(body->x, h, velocity);
    if (shift != NULL && body->kind != RV_BODY_SCALAR)
        x = rv_vec3_sub(x, rv_vec3_load(shift));
    rv_vec3 spin = {0, 0, 0};
    rv_quat q = body->q;
    if (body->kind == RV_BODY_RIGID) {
        // the impulses of the step act where it begins; the body moves freely with what they leave
        rv_vec3 w = rv_vec3_sub(rv_vec3_load(v + 3), body->gyro);
        rv_free_turn way = rv_body_turns_freely(body, w, h);
        rv_vec3 mean = rv_vec3_add(w, way.before);
        rv_vec3 turn = rv_vec3_scale(mean, h);
        rv_quat step = rv_quat_exp(turn);
        spin = mean;
        if (way.after.x != 0.0 || way.after.y != 0.0 || way.after.z != 0.0)
            spin = rv_vec3_add(mean, rv_quat_rotate(step, way.after));
        if (shift != NULL)
            step = rv_quat_exp(rv_vec3_sub(turn, rv_vec3_load(shift + 3)));
        q = rv_quat_mul(step, q);
    }
    // numbers so large that their squares overflow are as lost as those that are not finite
    double size = rv_vec3_dot(x, x) + rv_vec3_dot(velocity, velocity) + rv_vec3_dot(spin, spin);
    if (!isfinite(size)) {
        freeze(island, body);
        return;
    }
    body->x_before = body->x;
    body->last_h = h;
    body->x = x;
    body->v = velocity;
    body->w = spin;
    if (body->kind == RV_BODY_RIGID)
        rv_body_set_rotation(body, q);
}

// work of the user's forces: with the mean speed, as that of gravity is counted
static void account_forces(rv_island* island, const rv_body* body, const double* v,
                           const double* before) {
    double force[6], power = 0.0;
    int dofs = rv_body_dofs(body);
    rv_vec3_store(force, body->force);
    rv_vec3_store(force + 3, body->torque);
    for (int i = 0; i < dofs; i++)
        power += 0.5 * force[i] * (v[i] + before[i]);
    island->report.work += island->h * power;
}

void rv_stage_move(rv_world* world, rv_island* island) {
    account_rows(world, island);
    for (int i = 0; i < island->bodies.count; i++) {
        int first = island->kkt.block_first.data[i];
        account_forces(island, &world->bodies.data[island->bodies.data[i]],
                       island->kkt.v.data + first, island->v.data + first);
        move_body(island, &world->bodies.data[island->bodies.data[i]], island->kkt.v.data + first,
                  island->is_shifted ? island->shift.data + first : NULL);
    }
    for (int i = 0; i < island->members.count; i++) {
        const rv_constraint_class* class = rv_member_class(island->members.data[i].kind);
        if (class->move != NULL)
            class->move(world, island, &island->members.data[i]);
    }
    island->is_shifted = false;
}

// bodies that forces do not move, if they move; false: the state is not finite
static bool move_unforced(rv_body* body, double dt) {
    bool moves = body->type == RV_BODY_KINEMATIC;
    rv_vec3 x = moves ? rv_vec3_mul_add(body->x, dt, body->v) : body->x;
    double size = rv_vec3_dot(x, x) + rv_vec3_dot(body->v, body->v) + rv_vec3_dot(body->w, body->w);
    if (!isfinite(size + body->q.w + body->q.x + body->q.y + body->q.z))
        return false;
    if (!moves)
        return true;
    body->x_before = body->x;
    body->x = x;
    rv_body_set_rotation(body, rv_quat_mul(rv_quat_exp(rv_vec3_scale(body->w, dt)), body->q));
    body->v_before = body->v;
    body->w_before = body->w;
    return true;
}

// moves kinematic bodies, and looks at static ones; true: one of them is lost, and frozen
static bool move_kinematic(rv_world* world, double dt, rv_report* report) {
    bool lost = false;
    for (int i = 0; i < world->bodies.count; i++) {
        rv_body* body = &world->bodies.data[i];
        body->force = body->torque = (rv_vec3){0, 0, 0};
        if (!rv_id_pool_alive(&world->body_ids, i) || body->type == RV_BODY_DYNAMIC || body->frozen
            || move_unforced(body, dt))
            continue;
        body->frozen = lost = true;
        body->v = body->w = (rv_vec3){0, 0, 0};
        report->nonfinite = rv_world_body_id(world, i);
        world->nonfinite_total++;
    }
    return lost;
}

static void name_frozen(rv_world* world) {
    for (int i = 0; i < world->bodies.count; i++) {
        rv_body* body = &world->bodies.data[i];
        // in an island still: frozen in this very step
        if (!rv_id_pool_alive(&world->body_ids, i) || !body->frozen || body->island < 0)
            continue;
        world->report.nonfinite = rv_world_body_id(world, i);
        world->nonfinite_total++;
        rv_world_touch(world);
        rv_world_disturb(world);
        body->island = -1;
    }
}

// what the islands that are awake did; true: one of them has lost a body
static bool sum_islands(const rv_world* world, rv_report* report) {
    bool lost = false;
    double residual = -1.0;
    for (int i = 0; i < world->island_count; i++) {
        const rv_island* island = &world->islands.data[i];
        const rv_island_report* r = &island->report;
        if (island->asleep)
            continue;
        report->dof_count += island->kkt.dof_count;
        report->row_count += island->kkt.row_count + island->kkt.loose.rows.count;
        report->substeps =
            island->substeps > report->substeps ? island->substeps : report->substeps;
        report->factorisations += r->solve.factorisations;
        report->stiffness_passes += r->stiffness_passes;
        report->pivot_iterations += r->solve.pivot_iterations;
        report->bounds_unsettled += r->solve.unsettled;
        report->pivots_floored += r->solve.floored;
        report->refinements += r->solve.refinements;
        if (!(r->solve.residual <= residual))
            residual = r->solve.residual;
        if (r->gs_change > report->gs_change)
            report->gs_change = r->gs_change;
        report->rows_dropped += r->rows_dropped;
        report->paths_degenerate += r->paths_degenerate;
        report->crossings_held += r->crossings;
        report->rods_unsettled += r->rods_unsettled;
        lost |= r->nonfinite > 0;
    }
    // nobody looked: the last one stands
    report->residual = world->island_count == 0 ? 0.0
                       : residual < 0.0         ? world->report.residual
                                                : residual;
    return lost;
}

void rv_stage_publish(rv_step* step) {
    rv_world* world = step->world;
    rv_report report = {.island_count = world->island_count, .nonfinite = world->report.nonfinite};
    bool lost = sum_islands(world, &report);
    if (report.refinements > 0)
        world->refined_at = world->step_count + 1;
    rv_families_do(publish, world);
    report.cables_overloaded = rv_cables_overloaded(world);
    rv_audit_publish(world, step->dt, &report);
    bool lost_unforced = move_kinematic(world, step->dt, &report);
    rv_publish_contacts(world, step->dt, &report);
    rv_clusters_rest(world, step->dt);
    for (int i = 0; i < world->bodies.count; i++)
        report.asleep_count +=
            rv_id_pool_alive(&world->body_ids, i) && world->bodies.data[i].asleep;
    world->report = report;
    if (lost)
        name_frozen(world);
    world->time += step->dt;
    world->step_count++;
    bool trouble = lost || lost_unforced || report.rows_dropped > 0 || report.rods_unsettled > 0
                   || report.bounds_unsettled > 0 || report.pivots_floored > 0
                   || report.contacts_unsettled > 0 || report.audit.failed > 0
                   || !(report.residual <= RESIDUAL_TROUBLE);
    world->report.status = trouble ? RV_STATUS_DEGRADED : RV_STATUS_OK;
    world->report.nonfinite_count = world->nonfinite_total;
    world->report.memory = world->memory.used;
    world->report.memory_peak = world->memory.peak;
    rv_haptics_publish(world, step->dt);
}
