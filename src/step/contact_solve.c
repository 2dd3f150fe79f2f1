// Stage "solve" for islands that touch. Each island is factored on its own, whatever it touches;
// contacts are solved in the space of their own rows on the islands' compliances (contact_net.c),
//     W = H KKT^-1 H^T + S,   q = H v_free - b,
// densely by Newton's method up to `dense_rows` (cone.h), above by Gauss-Seidel sweeps (net.h), and
// where an island is too large for a dense compliance, in the islands' own systems (net_newton.h).
// Then the islands are solved once more with the contact impulses. As for an island alone, bounded
// rows that break their condition are flipped and geometric stiffness is made anew until both hold.
#include "step/contact_net.h"

#include <math.h>
#include <string.h>

static const double UNSETTLED = 100.0;  // times the tolerance of sweeps
static const double EXACT_SPEED = 1e-6; // error of the speeds that are taken for a solution
static const double EXACT = 1e-8;       // residual of contact forces that settle every bound
enum {
    STALLED_TRIES = 6,
    ITERATIONS_MAX = 50,
    INEXACT_ITERATIONS = 10,
    NEWTON_CAP = 20,
    STEPS_PER_SEARCH = 4,
    FIRST_SWEEPS = 30
};

static void note_residual(rv_contact_net* c, double residual) {
    c->cluster->residual = fmax(c->cluster->residual, residual);
    c->cluster->unsettled |= !(residual <= UNSETTLED * c->net.tolerance);
}

typedef struct dense {
    rv_cone_problem problem;
    double* tried;  // impulses
    rv_arena arena; // what is left
} dense;

static bool make_dense(rv_contact_net* c, dense* d) {
    d->arena = c->rest;
    size_t n = (size_t)c->net.row_count;
    double* W = rv_arena_take(&d->arena, n * n, sizeof(double));
    double* q = rv_arena_take(&d->arena, n, sizeof(double));
    d->tried = rv_arena_take(&d->arena, n, sizeof(double));
    rv_cone* cones = rv_arena_take(&d->arena, (size_t)c->net.cone_count, sizeof *cones);
    if (W == NULL || q == NULL || d->tried == NULL || cones == NULL)
        return false;
    rv_net_dense(&c->net, W, q);
    for (int i = 0; i < c->net.cone_count; i++)
        cones[i] = c->units[i].cone;
    d->problem = (rv_cone_problem){.n = c->net.row_count,
                                   .W = W,
                                   .q = q,
                                   .cone_count = c->net.cone_count,
                                   .cones = cones,
                                   .first_box = c->net.first_box,
                                   .lower = c->lower,
                                   .upper = c->upper,
                                   .terms = c->terms,
                                   .term_count = c->net.term_count,
                                   .tolerance = c->world->def.contact.tolerance,
                                   .newton_cap = NEWTON_CAP,
                                   .sweep_cap = FIRST_SWEEPS};
    return true;
}

// Newton's method from the impulses as they are; they become the solution if it finds one. One that
// consists of huge forces that almost balance is none: its speeds say so. `thorough`: with all that
// the solver knows to do when full steps fail.
static bool polish(rv_contact_net* c, dense* d, bool thorough) {
    memcpy(d->tried, c->lambda, (size_t)c->net.row_count * sizeof(double));
    rv_cone_result result = thorough ? rv_cone_solve(&d->problem, d->tried, d->arena)
                                     : rv_cone_polish(&d->problem, d->tried, d->arena);
    c->cluster->iterations += result.iterations + result.sweeps;
    double error = result.residual <= EXACT ? rv_cone_speed_error(&d->problem, d->tried) : INFINITY;
    if (!(error <= EXACT_SPEED))
        return false;
    memcpy(c->lambda, d->tried, (size_t)c->net.row_count * sizeof(double));
    note_residual(c, result.residual);
    return true;
}

static void read_velocities(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_contact_net_read_velocity(c, k);
        rv_contact_net_drop_lost(c, k);
    }
}

static void sweep(rv_contact_net* c, int cap, rv_arena scratch) {
    read_velocities(c);
    int all = c->net.sweep_cap;
    c->net.sweep_cap = cap;
    rv_cone_result result = rv_net_sweep(&c->net, c->lambda, scratch);
    c->net.sweep_cap = all;
    c->cluster->iterations += result.sweeps;
    c->swept_residual = result.residual;
}

// Up to `dense_rows`: Newton's method from the forces of the last step; if that fails, from where a
// few sweeps lead. A thorough search is for every few steps: once it has found what holds a thing
// at rest, the next step starts from there. Else sweeps: they never do more than each contact on
// its own would.
static void solve_contacts(rv_contact_net* c) {
    dense d;
    bool is_small = c->net.row_count <= c->world->def.contact.dense_rows && make_dense(c, &d);
    if (is_small && polish(c, &d, false))
        return;
    if (is_small) {
        sweep(c, FIRST_SWEEPS, d.arena);
        if (polish(c, &d, c->world->step_count % STEPS_PER_SEARCH == 0))
            return;
        // from here on like those that are too large: gaps, too, are taken less exactly
        c->is_swept = true;
        for (int i = 0; i < c->net.cone_count; i++)
            rv_contact_net_set_normal(c, i);
        rv_net_apply_floor(&c->net);
    }
    sweep(c, c->net.sweep_cap, c->rest);
    note_residual(c, c->swept_residual);
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

// factors all islands and finds their motion without contacts
static void solve_free(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt_report report = {.residual = -1.0};
        rv_kkt_factor(&island->kkt, &report);
        rv_kkt_solve_factored(&island->kkt, &report);
        // how well this one was solved does not matter: it is solved again with the contacts
        report.residual = -1.0;
        rv_island_add_report(&island->report, &report);
        rv_contact_net_read_compliance(c, k);
        rv_contact_net_read_velocity(c, k);
        rv_contact_net_drop_lost(c, k);
    }
    rv_net_apply_floor(&c->net);
}

static int flip(rv_contact_net* c, bool only_first) {
    int broken = 0;
    for (int k = 0; k < c->cluster->island_count; k++)
        broken += rv_kkt_flip(&rv_cluster_island(c->world, c->cluster, k)->kkt,
                              only_first && broken == 0);
    return broken;
}

// `struck`: the impacts of this substep have been made
static void solve_small(rv_contact_net* c, bool* struck) {
    solve_free(c);
    if (!*struck) {
        *struck = true;
        rv_contact_net_impacts(c);
        rv_net_apply_floor(&c->net);
    }
    read_velocities(c);
    solve_contacts(c);
    solve_with_contacts(c);
}

static void solve_large(rv_contact_net* c) {
    bool is_current = rv_contact_net_newton(c);
    note_residual(c, c->swept_residual);
    if (is_current)
        return;
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt_report report = {.residual = -1.0};
        rv_kkt_factor(&island->kkt, &report);
        rv_island_add_report(&island->report, &report);
    }
    solve_with_contacts(c);
}

static void solve_pass(rv_contact_net* c, bool* struck) {
    rv_kkt_report report = {.residual = -1.0};
    for (int k = 0; k < c->cluster->island_count; k++)
        rv_kkt_begin(&rv_cluster_island(c->world, c->cluster, k)->kkt);
    int best = INT32_MAX, tries = 0;
    for (int iteration = 0; iteration < ITERATIONS_MAX; iteration++) {
        if (c->is_large)
            solve_large(c);
        else
            solve_small(c, struck);
        // all at once while the number of broken rows falls, else one at a time until it does
        int broken = flip(c, tries >= STALLED_TRIES);
        if (broken == 0)
            break;
        report.pivot_iterations++;
        // bounds are no more certain than the contact forces that they are judged by
        if (c->cluster->residual > EXACT && iteration >= INEXACT_ITERATIONS)
            break;
        report.unsettled = iteration == ITERATIONS_MAX - 1;
        tries = broken < best ? 0 : tries + 1;
        best = broken < best ? broken : best;
    }
    rv_island_add_report(&rv_cluster_island(c->world, c->cluster, 0)->report, &report);
}

static void begin(rv_world* world, rv_island* island) {
    island->kkt.trust_factor = rv_island_may_trust_factor(world);
    rv_island_load(world, island, false);
    if (world->def.geometric_stiffness.enabled)
        rv_island_update_stiffness(world, island);
}

void rv_contacts_solve(rv_world* world, rv_cluster* cluster) {
    const rv_geometric_stiffness* g = &world->def.geometric_stiffness;
    for (int k = 0; k < cluster->island_count; k++)
        begin(world, rv_cluster_island(world, cluster, k));
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
        for (int k = 0; k < cluster->island_count && g->enabled; k++)
            change = fmax(change,
                          rv_island_update_stiffness(world, rv_cluster_island(world, cluster, k)));
        if (!g->enabled || change <= RV_LOAD_TOLERANCE || pass >= g->max_passes)
            break;
        rv_cluster_island(world, cluster, 0)->report.stiffness_passes++;
    }
    rv_contact_net_store(&c);
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island_load(world, rv_cluster_island(world, cluster, k), true);
        rv_island_find_mobility(world, rv_cluster_island(world, cluster, k));
    }
}
