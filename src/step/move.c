// Stages "move" and "publish": poses from velocities, what the rows did, energies and report.
//   x' = x + h v',  q' = exp(h w') q,  and the rest of the gyroscopic change turns with the body
// Energies belong to the middle of the step, where they are conserved: kinetic of v', elastic of
// (phi + phi')/2, gravitational of (x + x')/2; the work of a row is Lam times its mean speed there.
#include "model/body.h"
#include "model/family.h"
#include "step/step.h"

#include <math.h>

static const double RESIDUAL_TROUBLE = 1e-6; // relative; a good solve leaves 1e-12
static const double SOLVE_ROUNDING =
    1e-14; // relative: what a solve without rows changes a momentum by

// Energy that a row puts in or holds. A row that holds is driven by what moves its zero, -Lam rate;
// a motor, and any row at its bound, pushes with Lam against the mean speed.
static void account_row(rv_island* island, int i, double impulse, int8_t state, double after) {
    const rv_row* row = &island->rows.data[i];
    bool is_motor = row->law == RV_ROW_VELOCITY && row->rate != 0.0;
    if (state == RV_ROW_FREE && !is_motor)
        island->report.work -= impulse * row->rate;
    else
        island->report.work += impulse * 0.5 * (island->speed.data[i] + after);
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
               ? row->rate != 0.0 || (row->law == RV_ROW_POSITION && row->compliance > 0.0)
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

// x turned by a rotation, less x
static rv_vec3 turned_less(rv_quat q, rv_vec3 x) {
    rv_vec3 u = {q.x, q.y, q.z}, ux = rv_vec3_cross(u, x);
    return rv_vec3_scale(rv_vec3_mul_add(rv_vec3_cross(u, ux), q.w, ux), 2.0);
}

// The largest share s <= 1 of c with energy(w + s c) <= most; or where that is least.
static double share_within(rv_mat3 I, rv_vec3 w, rv_vec3 c, double most) {
    rv_vec3 Ic = rv_mat3_apply(I, c);
    double A = rv_vec3_dot(c, Ic), B = rv_vec3_dot(w, Ic);
    double C = rv_vec3_dot(w, rv_mat3_apply(I, w)) - most;
    if (!(A > 0.0) || A + 2.0 * B + C <= 0.0)
        return 1.0;
    double root = B * B - A * C;
    return fmin(fmax((sqrt(fmax(root, 0.0)) - B) / A, 0.0), 1.0);
}

// The spin that a body ends with. Rows act on the mean spin w_m of its free motion: v = w_m + d.
// Their
// impulse adds to the angular momentum in space, whichever way the body turns meanwhile. With S =
// exp(h v),
// S_m = exp(h w_m), I at the start of the step and a = w_m + gyro_after, which free motion ends
// with,
//   S I S^T w' = S_m I a + I d   =>   w' = S (v + gyro_after + c)
//   I c = (S^T S_m - 1) I a + (S^T - 1) I d
// c is the gyroscopic term of what rows add. Without it a body that whirls on its cable gains
// momentum
// and energy from nowhere, of first order in its turning. A step that does not resolve the turning
// by d
// gives a slender body energy by c: then there is as much of c as leaves it the energy of the
// impulse at
// the start of the step, (w + d).I(w + d)/2.
static rv_vec3 spin_after(const rv_body* body, rv_vec3 v, double h, rv_quat step) {
    rv_vec3 mean = rv_vec3_add(body->w, body->gyro_before), d = rv_vec3_sub(v, mean);
    rv_vec3 w = rv_vec3_add(v, body->gyro_after);
    // free motion that could not be found leaves the spin as it is (forces.c)
    rv_vec3 Id = rv_mat3_apply(body->inertia_world, d), Iv = rv_mat3_apply(body->inertia_world, v);
    double rounding = SOLVE_ROUNDING * SOLVE_ROUNDING * rv_vec3_dot(Iv, Iv);
    if (body->gyro_is_lost || rv_vec3_dot(Id, Id) <= rounding)
        return rv_vec3_add(v, rv_quat_rotate(step, body->gyro_after));
    rv_quat back = rv_quat_conjugate(step);
    rv_quat between = rv_quat_mul(back, rv_quat_exp(rv_vec3_scale(mean, h)));
    rv_vec3 a = rv_vec3_add(mean, body->gyro_after);
    rv_vec3 P = rv_vec3_add(turned_less(between, rv_mat3_apply(body->inertia_world, a)),
                            turned_less(back, Id));
    P = rv_mat3_apply(rv_mat3_inverse(body->inertia), rv_mat3_apply_transpose(body->R, P));
    rv_vec3 c = rv_mat3_apply(body->R, P), kicked = rv_vec3_add(body->w, d);
    double most = rv_vec3_dot(kicked, rv_mat3_apply(body->inertia_world, kicked));
    w = rv_vec3_mul_add(w, share_within(body->inertia_world, w, c, most), c);
    return rv_quat_rotate(step, w);
}

// `shift`: how far impacts within the substep have set it back
static void move_body(rv_island* island, rv_body* body, const double* v, const double* shift) {
    double h = island->h;
    rv_vec3 velocity = body->kind == RV_BODY_SCALAR ? (rv_vec3){v[0], 0.0, 0.0} : rv_vec3_load(v);
    rv_vec3 x = rv_vec3_mul_add(body->x, h, velocity);
    if (shift != NULL && body->kind != RV_BODY_SCALAR)
        x = rv_vec3_sub(x, rv_vec3_load(shift));
    rv_vec3 turn = {0, 0, 0}, spin = {0, 0, 0};
    rv_quat q = body->q;
    if (body->kind == RV_BODY_RIGID) {
        turn = rv_vec3_scale(rv_vec3_load(v + 3), h);
        if (shift != NULL)
            turn = rv_vec3_sub(turn, rv_vec3_load(shift + 3));
        rv_quat step = rv_quat_exp(turn);
        q = rv_quat_mul(step, q);
        spin = spin_after(body, rv_vec3_load(v + 3), h, step);
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

void rv_stage_move(rv_world* world, rv_island* island) {
    account_rows(world, island);
    for (int i = 0; i < island->bodies.count; i++) {
        int first = island->kkt.block_first.data[i];
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

// kinetic and gravitational; `between` takes the mean of the last two positions
static void add_body_energy(const rv_world* world, const rv_body* body, bool between,
                            rv_energy* energy) {
    if (rv_body_dofs(body) == 0)
        return;
    energy->kinetic += 0.5 * body->mass * rv_vec3_dot(body->v, body->v);
    if (body->kind == RV_BODY_RIGID) {
        rv_vec3 w = rv_mat3_apply_transpose(body->R, body->w);
        energy->kinetic += 0.5 * rv_vec3_dot(w, rv_mat3_apply(body->inertia, w));
    }
    if (body->kind == RV_BODY_SCALAR)
        return;
    rv_vec3 at = between ? rv_vec3_scale(rv_vec3_add(body->x, body->x_before), 0.5) : body->x;
    energy->gravitational -= body->mass * rv_vec3_dot(world->def.gravity, at);
}

rv_energy rv_world_energy(const rv_world* world) {
    rv_energy energy = {0};
    rv_families_do(add_energy, world, &energy);
    if (world->step_count > 0) {
        energy.kinetic += world->energy.kinetic;
        energy.gravitational += world->energy.gravitational;
        energy.elastic += world->energy.elastic;
        energy.work = world->energy.work;
        energy.total = energy.kinetic + energy.gravitational + energy.elastic;
        return energy;
    }
    for (int i = 0; i < world->bodies.count; i++)
        if (rv_id_pool_alive(&world->body_ids, i))
            add_body_energy(world, &world->bodies.data[i], false, &energy);
    rv_families_do(add_elastic, world, &energy);
    energy.total = energy.kinetic + energy.gravitational + energy.elastic;
    return energy;
}

static void publish_energy(rv_world* world) {
    rv_energy energy = {0};
    for (int i = 0; i < world->bodies.count; i++)
        if (rv_id_pool_alive(&world->body_ids, i))
            add_body_energy(world, &world->bodies.data[i], true, &energy);
    for (int i = 0; i < world->island_count; i++) {
        energy.elastic += world->islands.data[i].report.elastic;
        world->work += world->islands.data[i].report.work;
    }
    energy.work = world->work;
    energy.total = energy.kinetic + energy.gravitational + energy.elastic;
    world->energy = energy;
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
    publish_energy(world);
    rv_families_do(publish, world);
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
                   || report.contacts_unsettled > 0 || !(report.residual <= RESIDUAL_TROUBLE);
    world->report.status = trouble ? RV_STATUS_DEGRADED : RV_STATUS_OK;
    world->report.nonfinite_count = world->nonfinite_total;
    world->report.memory = world->memory.used;
    world->report.memory_peak = world->memory.peak;
    rv_haptics_publish(world, step->dt);
}
