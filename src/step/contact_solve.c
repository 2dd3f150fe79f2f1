// Stage "solve" for islands that touch. Each island is factored on its own, whatever it touches;
// contacts are solved in the space of their own rows on the islands' compliances (contact_net.c),
//     W = H KKT^-1 H^T + S,   q = H v_free - b,
// densely by Newton's method up to `dense_rows` (contact_dense.c), above by Gauss-Seidel sweeps
// (net.h). Contacts of chains are solved in the islands' own systems (net_newton.h) where that costs
// less (contact_work.c). Then the islands are solved once more with the contact impulses. As for an island
// alone, bounded rows that break their condition are flipped and geometric stiffness is made anew
// until both hold, or until the work that a step may cost is done.
#include "step/contact_net.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// times the tolerance: what Newton's method in the islands' systems leaves where it converges
static const double GOOD = 10.0;

enum { STALLED_TRIES = 6, ITERATIONS_MAX = 50, INEXACT_ITERATIONS = 10, LATE_ITERATIONS = 5 };

// too large for a dense system
static void sweep_all(rv_contact_net* c) {
    rv_contact_net_read_velocities(c);
    rv_contact_net_sweep(c, rv_contact_net_sweep_cap(c), c->rest);
    rv_contact_net_note(c, c->swept_residual);
}

// v of all islands with the contact impulses
static void solve_with_contacts(rv_contact_net* c) {
    double* saved = c->saved_r;
    for (int k = 0; k < c->cluster->island_count; k++) {
        const rv_kkt* kkt = &rv_cluster_island(c->world, c->cluster, k)->kkt;
        memcpy(saved, kkt->r.data, (size_t)kkt->dof_count * sizeof(double));
        saved += kkt->dof_count;
    }
    rv_contact_net_push(c, c->lambda);
    saved = c->saved_r;
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt* kkt = &island->kkt;
        rv_kkt_report report = {.residual = -1.0};
        rv_kkt_solve_factored(kkt, &report);
        rv_island_add_report(&island->report, &report);
        memcpy(kkt->r.data, saved, (size_t)kkt->dof_count * sizeof(double));
        saved += kkt->dof_count;
    }
}

// Motion of all islands without contacts. `factored`: factors and compliances are those of the
// values as they are, only right-hand sides have changed.
static void solve_free(rv_contact_net* c, bool factored) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt_report report = {.residual = -1.0};
        if (!factored)
            rv_kkt_factor(&island->kkt, &report);
        rv_kkt_solve_factored(&island->kkt, &report);
        // how well this one was solved does not matter: it is solved again with the contacts
        report.residual = -1.0;
        rv_island_add_report(&island->report, &report);
        if (factored) {
            rv_contact_net_charge(c, rv_contact_work_solve(c->world, c->cluster, k));
            continue;
        }
        rv_contact_net_read_compliance(c, k);
        rv_contact_net_read_velocity(c, k);
        rv_contact_net_drop_lost(c, k);
        rv_contact_net_charge(c, (double)c->domains[k].dofs
                                     * rv_contact_work_solve(c->world, c->cluster, k));
    }
    if (!factored)
        rv_net_apply_floor(&c->net);
}

static int flip(rv_contact_net* c, bool only_first) {
    int broken = 0, allowance = only_first ? 1 : INT_MAX;
    for (int k = 0; k < c->cluster->island_count; k++)
        broken += rv_kkt_flip(&rv_cluster_island(c->world, c->cluster, k)->kkt, &allowance);
    return broken;
}

// sum of impulse times speed over all rows, with the velocities of the islands
static double power(rv_contact_net* c, bool with_bias) {
    double sum = 0.0;
    rv_contact_net_read_velocities(c);
    for (int i = 0; i < c->net.unit_count; i++) {
        const rv_net_unit* unit = &c->units[i];
        double speed[RV_CONE_ROWS];
        rv_net_speed(&c->net, unit, speed);
        for (int r = 0; r < unit->rows; r++)
            sum += c->lambda[unit->first_row + r]
                   * (speed[r] - (with_bias ? c->bias[unit->first_row + r] : 0.0));
    }
    return sum;
}

// Impulses that are not exact must not add energy: on the way from the free motion to that with all
// of them, energy falls as far as s = lambda . (b - u_free) / lambda . W lambda. No more is taken:
// cones allow any share.
static void tame(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_kkt_report report = {.residual = -1.0};
        rv_kkt_solve_factored(&rv_cluster_island(c->world, c->cluster, k)->kkt, &report);
    }
    double wanted = -power(c, true), free = power(c, false);
    solve_with_contacts(c);
    double response = power(c, false) - free;
    double share = response > 0.0 ? fmax(0.0, wanted / response) : 1.0;
    for (int r = 0; r < c->net.row_count && share < 1.0; r++)
        c->lambda[r] *= share;
}

// `struck`: the impacts of this substep have been made
static void solve_small(rv_contact_net* c, bool* struck, bool factored) {
    solve_free(c, factored);
    if (!*struck) {
        *struck = true;
        rv_contact_net_impacts(c);
        rv_net_apply_floor(&c->net);
    }
    rv_contact_net_read_velocities(c);
    bool is_dense = rv_contact_net_dense(c);
    if (!is_dense)
        sweep_all(c);
    // the residual of sweeps is small against the largest impulse, and may be large for a light body
    if (!is_dense || c->is_swept)
        tame(c);
    solve_with_contacts(c);
}

// False: it has not converged, and the islands' compliances may lead further.
static bool solve_in_islands(rv_contact_net* c) {
    rv_contact_net_read_velocities(c);
    bool is_current = rv_contact_net_newton(c);
    if (c->swept_residual > GOOD * c->net.tolerance && rv_contact_net_go_dense(c))
        return false;
    rv_contact_net_note(c, c->swept_residual);
    c->is_warm = true;
    if (is_current)
        return true;
    rv_contact_net_factor(c);
    if (c->swept_residual > c->net.tolerance)
        tame(c);
    solve_with_contacts(c);
    return true;
}

// `factored`: as in solve_free
static void solve_bounded(rv_contact_net* c, bool* struck, bool factored) {
    rv_kkt_report report = {.residual = -1.0};
    int best = INT32_MAX, tries = 0;
    for (int iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
        // in this substep, what is not settled in the islands' systems is not tried there again
        bool was_in_islands = c->in_islands;
        c->in_islands = c->in_islands && solve_in_islands(c);
        if (!c->in_islands)
            solve_small(c, struck, factored && iteration == 0 && !was_in_islands);
        // all at once while the number of broken rows falls, else one at a time until it does
        int broken = flip(c, tries >= STALLED_TRIES);
        if (broken == 0)
            break;
        report.pivot_iterations++;
        // bounds are no more certain than the contact forces that they are judged by
        if (c->cluster->residual > RV_CONTACT_EXACT && iteration >= INEXACT_ITERATIONS)
            break;
        bool is_late = c->work <= 0.0 && iteration >= LATE_ITERATIONS;
        report.unsettled = is_late || iteration == ITERATIONS_MAX - 1;
        if (is_late)
            break;
        tries = broken < best ? 0 : tries + 1;
        best = broken < best ? broken : best;
    }
    rv_island_add_report(&rv_cluster_island(c->world, c->cluster, 0)->report, &report);
}

// Members correct what is not linear in their rows, as long as that helps.
static bool refine(rv_contact_net* c) {
    bool changed = false;
    for (int k = 0; k < c->cluster->island_count; k++)
        changed |= rv_island_refine(c->world, rv_cluster_island(c->world, c->cluster, k));
    return changed;
}

static void solve_pass(rv_contact_net* c, bool* struck) {
    for (int k = 0; k < c->cluster->island_count; k++)
        rv_kkt_begin(&rv_cluster_island(c->world, c->cluster, k)->kkt);
    solve_bounded(c, struck, false);
    while (refine(c))
        solve_bounded(c, struck, true);
}

void rv_contacts_solve(rv_world* world, rv_cluster* cluster) {
    const rv_geometric_stiffness* g = &world->def.geometric_stiffness;
    for (int k = 0; k < cluster->island_count; k++)
        rv_island_begin(world, rv_cluster_island(world, cluster, k));
    rv_contact_net c;
    bool struck = false;
    if (!rv_contact_net_build(&c, world, cluster)) {
        cluster->unsettled = 1; // cannot be: the scratch was made for it
        return;
    }
    for (int pass = 1;; pass++) {
        double change = 0.0;
        for (int k = 0; k < cluster->island_count; k++)
            rv_island_write(world, rv_cluster_island(world, cluster, k), pass > 1);
        solve_pass(&c, &struck);
        bool unsettled = false;
        for (int k = 0; k < cluster->island_count; k++) {
            rv_island* island = rv_cluster_island(world, cluster, k);
            unsettled |= rv_island_is_unsettled(world, island, pass);
        }
        for (int k = 0; k < cluster->island_count && g->enabled; k++)
            change = fmax(change,
                          rv_island_update_stiffness(world, rv_cluster_island(world, cluster, k)));
        if (c.work <= 0.0
            || (!unsettled
                && (!g->enabled || change <= RV_LOAD_TOLERANCE || pass >= g->max_passes)))
            break;
        rv_cluster_island(world, cluster, 0)->report.stiffness_passes++;
    }
    if (rv_cluster_refuse(world, cluster))
        return;
    rv_contact_net_store(&c);
    rv_cluster_store(world, cluster);
}
