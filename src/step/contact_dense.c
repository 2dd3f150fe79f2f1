// Contacts of up to `dense_rows` rows, on their dense W. Newton's method (cone.h) from the forces
// of the last step; if that fails, from where a few sweeps of Gauss-Seidel lead. Else the better of
// what was found, by the speeds that break the laws, and sweeps from there: they never do more than
// each contact on its own would. A substep that has done its share of work goes on with a few sweeps.
#include "step/contact_net.h"

#include <math.h>
#include <string.h>

static const double UNSETTLED = 100.0;  // times the tolerance of sweeps
static const double EXACT_SPEED = 1e-6; // error of the speeds that are taken for a solution
static const double VISIT_WORK = 300.0; // of one contact on its own
static const double PUSH_WORK = 0.3;    // of one dof for another
enum {
    NEWTON_CAP = 40,
    NEWTON_LEAST = 4,
    STEPS_PER_SEARCH = 4,
    FIRST_SWEEPS = 30,
    LATE_SWEEPS = 20
};

void rv_contact_net_note(rv_contact_net* c, double residual) {
    c->cluster->residual = fmax(c->cluster->residual, residual);
    c->cluster->unsettled |= !(residual <= UNSETTLED * c->net.tolerance);
}

bool rv_contact_net_go_dense(rv_contact_net* c) {
    if (!(c->reserve > 0.0))
        return false;
    c->work = fmax(c->work, 0.0) + c->reserve;
    return true;
}

void rv_contact_net_charge(rv_contact_net* c, double work) {
    c->work -= work;
}

void rv_contact_net_read_velocities(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_contact_net_read_velocity(c, k);
        rv_contact_net_drop_lost(c, k);
    }
}

void rv_contact_net_factor(rv_contact_net* c) {
    for (int k = 0; k < c->cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(c->world, c->cluster, k);
        rv_kkt_report report = {.residual = -1.0};
        rv_kkt_factor(&island->kkt, &report);
        rv_island_add_report(&island->report, &report);
    }
}

static double sweep_work(const rv_contact_net* c) {
    double work = VISIT_WORK * c->net.unit_count;
    for (int r = 0; r < c->reference_count; r++)
        work += PUSH_WORK * c->references[r].dofs * c->domains[c->references[r].domain].dofs;
    return work;
}

int rv_contact_net_sweep_cap(const rv_contact_net* c) {
    double affordable = fmax(c->work / sweep_work(c), LATE_SWEEPS);
    return (int)fmin(affordable, c->net.sweep_cap);
}

void rv_contact_net_sweep(rv_contact_net* c, int cap, rv_arena scratch) {
    int all = c->net.sweep_cap;
    c->net.sweep_cap = cap;
    rv_cone_result result = rv_net_sweep(&c->net, c->lambda, scratch);
    c->net.sweep_cap = all;
    c->cluster->iterations += result.sweeps;
    c->swept_residual = result.residual;
    rv_contact_net_charge(c, result.sweeps * sweep_work(c));
}

typedef struct dense {
    rv_cone_problem problem;
    double* tried;  // impulses
    rv_arena arena; // what is left
} dense;

size_t rv_contact_net_dense_bytes(int rows, int contacts, int terms) {
    size_t n = (size_t)rows;
    return (n * n + 2 * n) * sizeof(double) + (size_t)contacts * sizeof(rv_cone)
           + rv_cone_scratch_bytes(rows, contacts, terms);
}

// as many steps as the work that is left allows, a few at least
static int newton_cap(const rv_contact_net* c) {
    double affordable = c->work / rv_contact_work_dense_step(c->net.row_count);
    return (int)fmin(fmax(affordable, NEWTON_LEAST), NEWTON_CAP);
}

static bool make_dense(rv_contact_net* c, dense* d) {
    d->arena = c->rest;
    size_t n = (size_t)c->net.row_count;
    double* W = rv_arena_take_unset(&d->arena, n * n, sizeof(double));
    double* q = rv_arena_take(&d->arena, n, sizeof(double));
    d->tried = rv_arena_take(&d->arena, n, sizeof(double));
    rv_cone* cones = rv_arena_take(&d->arena, (size_t)c->net.cone_count, sizeof *cones);
    if (W == NULL || q == NULL || d->tried == NULL || cones == NULL)
        return false;
    rv_net_dense(&c->net, W, q, d->arena);
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
                                   .newton_cap = newton_cap(c),
                                   .sweep_cap = FIRST_SWEEPS};
    return true;
}

// Newton's method from the impulses as they are; they become the solution if it finds one. One that
// consists of huge forces that almost balance is none: its speeds say so. `thorough`: with all that
// the solver knows to do when full steps fail.
static bool polish(rv_contact_net* c, dense* d, bool thorough) {
    double rows = c->net.row_count, step = rv_contact_work_dense_step(c->net.row_count);
    memcpy(d->tried, c->lambda, (size_t)c->net.row_count * sizeof(double));
    rv_cone_result result = thorough ? rv_cone_solve(&d->problem, d->tried, d->arena)
                                     : rv_cone_polish(&d->problem, d->tried, d->arena);
    c->cluster->iterations += result.iterations + result.sweeps;
    rv_contact_net_charge(c, step * result.iterations + rows * rows * result.sweeps);
    double error =
        result.residual <= RV_CONTACT_EXACT ? rv_cone_speed_error(&d->problem, d->tried) : INFINITY;
    if (!(error <= EXACT_SPEED))
        return false;
    memcpy(c->lambda, d->tried, (size_t)c->net.row_count * sizeof(double));
    rv_contact_net_note(c, result.residual);
    return true;
}

// A thorough search is for every few steps: once it has found what holds a thing at rest, the next
// step starts from there.
static bool search(rv_contact_net* c, dense* d) {
    rv_contact_net_sweep(c, FIRST_SWEEPS, d->arena);
    return polish(c, d, c->world->step_count % STEPS_PER_SEARCH == 0);
}

bool rv_contact_net_dense(rv_contact_net* c) {
    dense d;
    if (c->net.row_count > c->world->def.contact.dense_rows)
        return false;
    if (c->work > 0.0 && make_dense(c, &d) && (polish(c, &d, false) || search(c, &d)))
        return true;
    // from here on like those that are too large: gaps, too, are taken less exactly
    c->is_swept = true;
    for (int i = 0; i < c->net.cone_count; i++)
        rv_contact_net_set_normal(c, i);
    rv_net_apply_floor(&c->net);
    rv_contact_net_read_velocities(c);
    rv_contact_net_sweep(c, rv_contact_net_sweep_cap(c), c->rest);
    rv_contact_net_note(c, c->swept_residual);
    return true;
}
