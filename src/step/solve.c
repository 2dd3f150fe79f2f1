// Stage "solve": the one system of the island, A v' = r + G^T Lam with
//   A = M + h D + gamma h^2 K,   r = M v + h f + gamma h^2 K v + damping,
// K the geometric stiffness (stiffness.c) of the tension that the solve itself finds. When that
// differs much from the tension K was made with, K is made anew and the system solved again.
#include "step/step.h"

#include <math.h>
#include <string.h>

enum { STEPS_PER_RESIDUAL = 4, STEPS_WARY = 64 };

static void load_rows(rv_island* island, int first, int count, double* restrict lambda,
                      int8_t* state, bool store) {
    double* restrict impulse = island->kkt.impulse.data + first;
    int8_t* row_state = island->kkt.state.data + first;
    double h = island->h_acting;
    for (int r = 0; store && r < count; r++)
        lambda[r] = isfinite(impulse[r]) ? impulse[r] / h : 0.0;
    for (int r = 0; !store && r < count; r++)
        impulse[r] = lambda[r] * h;
    memcpy(store ? state : row_state, store ? row_state : state, (size_t)count);
}

static void load_loose(rv_island* island, int first, int count, double* lambda, int8_t* state,
                       bool store) {
    for (int r = 0; r < count; r++) {
        rv_loose_row* row = &island->kkt.loose.rows.data[first + r];
        if (store) {
            lambda[r] = isfinite(row->impulse) ? row->impulse / island->h : 0.0;
            state[r] = row->state;
        } else {
            row->impulse = lambda[r] * island->h_acting;
            row->state = state[r];
        }
    }
}

// forces of the last step as the start, and back
void rv_island_load(rv_world* world, rv_island* island, bool store) {
    rv_kkt* kkt = &island->kkt;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_member* next = member + 1;
        const rv_constraint_class* class = rv_member_class(member->kind);
        bool loose = member->first_loose >= 0;
        if (class->lambda == NULL)
            continue;
        // rows of a member follow each other: its groups, or its loose rows
        int first = loose ? member->first_loose : member->first_row;
        int last = loose ? kkt->loose.rows.count : kkt->row_count;
        for (int k = i + 1; k < island->members.count; k++, next++)
            if ((next->first_loose >= 0) == loose) {
                last = loose ? next->first_loose : next->first_row;
                break;
            }
        int8_t* state;
        double* lambda = class->lambda(world, member->index, &state);
        if (loose)
            load_loose(island, first, last - first, lambda, state, store);
        else
            load_rows(island, first, last - first, lambda, state, store);
    }
}

// mass and damping of a rigid body
static void write_rigid(const rv_body* body, double h, double* A) {
    double mass = body->mass + h * body->linear_damping, turning = h * body->angular_damping;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) {
            A[c * 6 + r] = c == r ? mass : 0.0;
            A[c * 6 + 3 + r] = 0.0;
            A[(3 + c) * 6 + r] = 0.0;
            A[(3 + c) * 6 + 3 + r] =
                c == r ? body->inertia_world.m[r][c] + turning : body->inertia_world.m[r][c];
        }
}

static void write_inertia(const rv_world* world, rv_island* island) {
    double h = island->h;
    for (int i = 0; i < island->bodies.count; i++) {
        const rv_body* body = &world->bodies.data[island->bodies.data[i]];
        int size = island->kkt.block_size.data[i];
        double* A = rv_kkt_block(&island->kkt, i);
        if (size == 6) {
            write_rigid(body, h, A);
            continue;
        }
        memset(A, 0, (size_t)(size * size) * sizeof(double));
        for (int k = 0; k < size; k++)
            A[k * size + k] = body->mass + h * body->linear_damping;
    }
    if (island->kkt.dof_count > 0)
        memcpy(island->kkt.r.data, island->r.data, (size_t)island->kkt.dof_count * sizeof(double));
    if (island->kkt.off_diagonal.count > 0)
        memset(island->kkt.off_diagonal.data, 0,
               (size_t)island->kkt.off_diagonal.count * sizeof(double));
}

void rv_island_write(rv_world* world, rv_island* island, bool jump) {
    if (jump)
        rv_rows_again(world, island);
    write_inertia(world, island);
    rv_waves_write(island);
    if (world->def.geometric_stiffness.enabled && !island->is_rigid)
        rv_stiffness_write(world, island, jump);
    for (int i = 0; i < island->members.count; i++) {
        const rv_constraint_class* class = rv_member_class(island->members.data[i].kind);
        if (class->write != NULL)
            class->write(world, island, &island->members.data[i]);
    }
}

bool rv_island_refine(rv_world* world, rv_island* island) {
    bool changed = false;
    for (int i = 0; i < island->members.count; i++) {
        const rv_constraint_class* class = rv_member_class(island->members.data[i].kind);
        if (class->refine != NULL)
            changed |= class->refine(world, island, &island->members.data[i]);
    }
    return changed;
}

bool rv_island_is_unsettled(rv_world* world, rv_island* island, int pass) {
    bool unsettled = false;
    for (int i = 0; i < island->members.count; i++) {
        const rv_constraint_class* class = rv_member_class(island->members.data[i].kind);
        if (class->is_unsettled != NULL)
            unsettled |= class->is_unsettled(world, island, &island->members.data[i], pass);
    }
    return unsettled;
}

void rv_island_add_report(rv_island_report* sum, const rv_kkt_report* r) {
    sum->solve.factorisations += r->factorisations;
    sum->solve.pivot_iterations += r->pivot_iterations;
    sum->solve.unsettled |= r->unsettled;
    sum->solve.floored += r->floored;
    sum->solve.refinements += r->refinements;
    if (!(r->residual <= sum->solve.residual)) // also if it is not a number
        sum->solve.residual = r->residual;
}

// `again`: only right-hand sides have changed since the last time
static void solve_once(const rv_world* world, rv_island* island, bool again) {
    if (world->def.solver == RV_SOLVER_BLOCK_GS && !island->is_direct) {
        rv_gs_report report = rv_gs_solve(&island->gs, &island->kkt, world->def.iterations);
        island->report.gs_change = report.change;
        rv_island_add_report(&island->report, &report.solver);
        return;
    }
    rv_kkt_report report = again ? rv_kkt_solve_again(&island->kkt) : rv_kkt_solve(&island->kkt);
    rv_island_add_report(&island->report, &report);
}

// one row after the other, each with one reference
static void ask_members(const rv_world* world, rv_island* island) {
    rv_loose_rows* rows = &island->mobility_rows;
    rows->jacobian.count = 0;
    for (int i = 0; i < rows->rows.count; i++)
        rows->rows.data[i].first_reference = i;
    for (int i = 0, first = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->axes > 0)
            class->ask(world, member->index, rows, first);
        first += class->axes;
    }
}

// how the whole system answers those who ask, with a factor of the last solve
void rv_island_find_mobility(rv_world* world, rv_island* island) {
    int axes = island->mobility_rows.rows.count;
    if (axes == 0 || island->substep != island->substeps - 1)
        return;
    ask_members(world, island);
    if (world->def.solver == RV_SOLVER_BLOCK_GS) {
        rv_kkt_report ignored = {0};
        rv_kkt_factor(&island->kkt, &ignored);
    }
    rv_kkt_response(&island->kkt, &island->mobility_rows, island->mobility.data);
    for (int i = 0, first = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->axes > 0)
            class->learn(world, member->index, island->mobility.data + first * axes + first, axes);
        first += class->axes;
    }
}

// The residual is looked at every few steps, and in every step for a while after it asked for a
// refinement. Both are counted in steps of the world, so that a restored world does the same.
bool rv_island_may_trust_factor(const rv_world* world) {
    return world->step_count % STEPS_PER_RESIDUAL != 0
           && world->step_count >= world->refined_at + STEPS_WARY;
}

// What is not linear is corrected with the factor as it is: one that has asked for no refinement asks
// for none now, either.
static void correct(rv_world* world, rv_island* island) {
    bool trusted = island->kkt.trust_factor;
    island->kkt.trust_factor |= island->report.solve.refinements == 0;
    while (rv_island_follow_turning(world, island) || rv_island_refine(world, island))
        solve_once(world, island, true);
    island->kkt.trust_factor = trusted;
}

// Whether an island of rigid joints has found a tension that is too stiff for that: then it is solved
// again with geometric stiffness, its rows as lines.
static bool turns_stiff(rv_world* world, rv_island* island) {
    if (!island->is_rigid || !rv_island_is_stiff(world, island))
        return false;
    island->is_rigid = false;
    rv_island_leave_turning(world, island);
    return true;
}

// kept with the bodies, which a snapshot has
static void note_stiff(rv_world* world, const rv_island* island) {
    bool stiff = world->def.geometric_stiffness.enabled && rv_island_is_stiff(world, island);
    for (int i = 0; i < island->bodies.count; i++)
        world->bodies.data[island->bodies.data[i]].is_stiff = stiff;
}

static void solve_alone(rv_world* world, rv_island* island) {
    const rv_geometric_stiffness* g = &world->def.geometric_stiffness;
    rv_island_begin(world, island);
    for (int pass = 1;; pass++) {
        rv_island_write(world, island, pass > 1);
        solve_once(world, island, false);
        correct(world, island);
        bool unsettled = rv_island_is_unsettled(world, island, pass);
        double change = g->enabled ? rv_island_update_stiffness(world, island) : 0.0;
        if (!turns_stiff(world, island) && !unsettled
            && (island->is_rigid || change <= RV_LOAD_TOLERANCE || pass >= g->max_passes))
            break;
        island->report.stiffness_passes++;
        if (!unsettled)
            rv_island_search_tension(island);
    }
}

void rv_cluster_store(rv_world* world, rv_cluster* cluster) {
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        note_stiff(world, island);
        rv_island_load(world, island, true);
        rv_island_find_mobility(world, island);
    }
}

void rv_stage_solve(rv_world* world, rv_cluster* cluster) {
    if (cluster->site_count > 0) {
        rv_contacts_solve(world, cluster);
        return;
    }
    for (int k = 0; k < cluster->island_count; k++)
        solve_alone(world, rv_cluster_island(world, cluster, k));
    if (!rv_cluster_refuse(world, cluster))
        rv_cluster_store(world, cluster);
}
