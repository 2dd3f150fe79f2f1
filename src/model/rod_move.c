// Rods, stage "move": their state from the velocities and impulses of the system, what holds them
// feels, and edges that come back to their length.
#include "model/rod.h"
#include "model/suture.h"
#include "model/tie.h"

#include <math.h>
#include <string.h>

static const double RECOVERS = 0.1; // of its length, by which an edge comes back to it in a step
static const double SETTLED = 1e-6; // of its length, by which an edge is off at most

static void add_scaled_outer(rv_mat3* to, double s, rv_vec3 a, rv_vec3 b) {
    double p[3] = {s * a.x, s * a.y, s * a.z};
    for (int r = 0; r < 3; r++) {
        to->m[r][0] += p[r] * b.x;
        to->m[r][1] += p[r] * b.y;
        to->m[r][2] += p[r] * b.z;
    }
}

bool rv_rod_is_free(const rv_rod* rod) {
    bool held = rod->end[0].held || rod->end[1].held || rod->frozen || rod->holes > 0;
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        held |= rod->hand[k].holds;
    return !held;
}

static bool all_are_free(const rv_world* world, const rv_rod_work* lead) {
    for (const rv_rod_work* work = lead; work != NULL; work = work->next)
        if (!rv_rod_is_free(&world->rods.data[work->rod]))
            return false;
    return true;
}

// what is missing of the momentum of rods, about their center
typedef struct balance {
    double mass;
    rv_vec3 center, lost, turn;
    rv_mat3 I;
} balance;

static void add_mass(const rv_world* world, const rv_rod_work* work, double h, balance* sum) {
    const rv_rod* rod = &world->rods.data[work->rod];
    const rv_vec3* x = rv_rod_points(world, rod);
    const double* m = rv_rod_masses(world, rod);
    for (int i = 0; i < rod->count; i++) {
        double w = m[i] + h * work->drag.data[i];
        sum->center = rv_vec3_mul_add(sum->center, w, x[i]);
        sum->mass += w;
    }
}

static void add_lost(const rv_world* world, const rv_rod_work* work, double h, const double* v,
                     balance* sum) {
    const rv_rod* rod = &world->rods.data[work->rod];
    const rv_vec3 *x = rv_rod_points(world, rod), *before = rv_rod_velocities(world, rod);
    const double* m = rv_rod_masses(world, rod);
    for (int i = 0; i < rod->count; i++) {
        double w = m[i] + h * work->drag.data[i];
        rv_vec3 arm = rv_vec3_sub(x[i], sum->center), P = rv_vec3_scale(before[i], m[i]);
        P = rv_vec3_mul_add(P, h, work->force.data[i]);
        P = rv_vec3_mul_add(P, -w, rv_vec3_load(v + 3 * i));
        sum->lost = rv_vec3_add(sum->lost, P);
        sum->turn = rv_vec3_add(sum->turn, rv_vec3_cross(arm, P));
        double d = rv_vec3_dot(arm, arm);
        sum->I = rv_mat3_add(sum->I, rv_mat3_scale(rv_mat3_diagonal(d, d, d), w));
        add_scaled_outer(&sum->I, -w, arm, arm);
    }
}

// Nothing that free rods from `first` up to `end` do to themselves and to each other changes their
// momentum; what the modified mass adds to it, and friction about the gap between center lines, goes.
static void keep_momentum(const rv_world* world, double h, const rv_rod_work* first,
                          const rv_rod_work* end, double* block) {
    balance sum = {.I = rv_mat3_zero()};
    for (const rv_rod_work* work = first; work != end; work = work->next)
        add_mass(world, work, h, &sum);
    sum.center = rv_vec3_scale(sum.center, 1.0 / sum.mass);
    for (const rv_rod_work* work = first; work != end; work = work->next)
        add_lost(world, work, h, rv_rod_own_v(work, block), &sum);
    double floor = 1e-12 * (sum.I.m[0][0] + sum.I.m[1][1] + sum.I.m[2][2]);
    rv_mat3 I = rv_mat3_add(sum.I, rv_mat3_diagonal(floor, floor, floor));
    rv_vec3 spin = rv_mat3_apply(rv_mat3_inverse(I), sum.turn);
    for (const rv_rod_work* work = first; work != end; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        const rv_vec3* x = rv_rod_points(world, rod);
        double* v = rv_rod_own_v(work, block);
        for (int i = 0; i < rod->count; i++) {
            rv_vec3 more = rv_vec3_cross(spin, rv_vec3_sub(x[i], sum.center));
            more = rv_vec3_mul_add(more, 1.0 / sum.mass, sum.lost);
            rv_vec3_store(v + 3 * i, rv_vec3_add(rv_vec3_load(v + 3 * i), more));
        }
    }
}

static bool touches_other_rod(const rv_world* world, const rv_rod* rod) {
    const rv_rod_contact* list = rv_rod_contacts(world, rod);
    for (int k = 0; k < rod->contact_count && list[k].other >= 0; k++)
        if (list[k].touches && &world->rods.data[list[k].partner] != rod)
            return true;
    return false;
}

// rods that touch share what they keep
static void keep_momenta(const rv_world* world, double h, rv_rod_work* lead, double* block) {
    bool all_free = true, touch = false;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        all_free &= rv_rod_is_free(rod) && !rv_rod_is_touched(world, rod);
        touch |= touches_other_rod(world, rod);
    }
    if (touch && all_free)
        keep_momentum(world, h, lead, NULL, block);
    for (const rv_rod_work* work = lead; work != NULL && !touch; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        if (rv_rod_is_free(rod) && !rv_rod_is_touched(world, rod))
            keep_momentum(world, h, work, work->next, block);
    }
}

static void find_grips(const rv_world* world, const rv_island* island, rv_rod* rod,
                       const rv_rod_work* work, const double* v, const double* acted) {
    const rv_vec3* before = rv_rod_velocities(world, rod);
    const double* T = rv_rod_tensions(world, rod);
    rv_rod_grip grip[2] = {rv_rod_grip_first(&work->line, acted, work->M[0], rod->end[0].clamped),
                           rv_rod_grip_last(&work->line, acted, work->M[1], rod->end[1].clamped)};
    for (int side = 0; side < 2; side++) {
        rv_vec3 a[2];
        for (int k = 0; k < rv_rod_held_count(&rod->end[side]); k++) {
            int i = rv_rod_vertex(rod, side, k);
            rv_vec3 pushed =
                rv_vec3_add(rv_rod_contact_force(world, rod, i), rv_rod_hole_force(world, rod, i));
            pushed = rv_vec3_add(pushed, rv_rod_tie_force(world, rod, i));
            a[k] = rv_vec3_scale(rv_vec3_sub(rv_vec3_load(v + 3 * i), before[i]), 1.0 / island->h);
            a[k] = rv_vec3_mul_add(a[k], -1.0 / rv_rod_masses(world, rod)[i], pushed);
        }
        rv_rod_set_grip(world, rod, side, &grip[side], a);
        // the edge that a clamp holds carries nothing
        int inward = rod->end[side].clamped && rod->count > 2;
        int j = side == 0 ? inward : rod->count - 2 - inward;
        rod->end[side].grown = T[j] - acted[j];
    }
}

// what moved (kinematic) bodies and hands do to it in a substep
static double work_on(const rv_world* world, const rv_island* island, const rv_rod* rod,
                      const double* v) {
    double power = 0.0;
    for (int side = 0; side < 2; side++) {
        const rv_rod_end* end = &rod->end[side];
        if (!end->held || end->body < 0 || rv_rod_end_has_rows(world, end))
            continue;
        rv_vec3 w = rv_motion_of(world, island, end->body).w, speed = {0, 0, 0};
        int held = rv_rod_held_count(end);
        for (int k = 0; k < held; k++)
            speed = rv_vec3_mul_add(speed, 1.0 / held,
                                    rv_vec3_load(v + 3 * rv_rod_vertex(rod, side, k)));
        power += rv_vec3_dot(end->force, speed) + rv_vec3_dot(end->torque, w);
    }
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        if (rod->hand[k].holds)
            power += rv_vec3_dot(rod->hand[k].force, rv_vec3_load(v + 3 * rod->hand[k].vertex));
    return island->h * power;
}

static bool is_finite(const double* x, int count) {
    // in four sums, which need not wait for each other
    double sum[4] = {0};
    for (int k = 0; k < count; k++)
        sum[k % 4] += x[k] * x[k];
    return isfinite((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

// How far edges that are far from their length come back to it, without speed: as if impulses acted
// that are forgotten after the step. Into `shift`, velocities; false: there is nothing to do.
static bool find_recovery(const rv_world* world, const rv_island* island, const rv_rod_work* lead,
                          double* shift) {
    bool any = false;
    memset(shift, 0, (size_t)(4 * lead->all - 1) * sizeof *shift);
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod_line* line = &work->line;
        const rv_cable* cable = &world->cables.data[world->rods.data[work->rod].cable];
        // what is damped comes back by itself
        bool damped = cable->EA < INFINITY && cable->damping > 0.0;
        double* b = rv_rod_own_p(work, shift);
        for (int j = 0; j < line->vertices - 1; j++) {
            double l = line->length[j], off = work->apart.data[j];
            if (off == 0.0 || damped)
                continue;
            double most = RECOVERS * l / island->substeps;
            b[j] = -fmax(-most, fmin(most, off)) / island->h;
            any = true;
        }
    }
    if (any)
        lead->block.solve(lead->block.self, shift);
    return any && is_finite(shift, 3 * lead->all);
}

static void recover(rv_world* world, const rv_island* island, rv_rod_work* lead) {
    double* shift = lead->product.data;
    if (!find_recovery(world, island, lead, shift))
        return;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        const rv_rod* rod = &world->rods.data[work->rod];
        rv_vec3* x = rv_rod_points(world, rod);
        const double* own = rv_rod_own_v(work, shift);
        for (int i = 0; i < rod->count; i++)
            x[i] = rv_vec3_mul_add(x[i], island->h, rv_vec3_load(own + 3 * i));
    }
}

// what lengths took beyond what was expected; where they did not settle, that says nothing about the
// next step
static void keep_bow(const rv_rod* rod, const rv_rod_work* work, double* bow) {
    bool settled = work->off < SETTLED;
    for (int j = 0; j < rod->count - 1; j++)
        bow[j] = settled ? bow[j] + work->corrections.data[j] : 0.0;
}

static void move_rod(rv_world* world, rv_island* island, rv_rod* rod, rv_rod_work* work,
                     double* block) {
    double h = island->h, *acted = work->acted.data;
    double *v = rv_rod_own_v(work, block), *p = rv_rod_own_p(work, block);
    rv_vec3 *x = rv_rod_points(world, rod), *velocity = rv_rod_velocities(world, rod);
    rv_vec3* before = world->rod_before.data + rod->first;
    rv_rod_end_stretch(world, rod, work, h, p);
    for (int j = 0; j < rod->count - 1; j++)
        acted[j] = p[j] / h;
    keep_bow(rod, work, rv_rod_bows(world, rod));
    find_grips(world, island, rod, work, v, acted);
    island->report.work += work_on(world, island, rod, v);
    for (int i = 0; i < rod->count; i++) {
        velocity[i] = rv_vec3_load(v + 3 * i);
        before[i] = x[i];
        x[i] = rv_vec3_mul_add(x[i], h, velocity[i]);
    }
}

// what is not finite stands still from now on
static bool halt_lost(rv_world* world, rv_island* island, const rv_rod_work* lead, double* block) {
    bool lost = false;
    for (const rv_rod_work* work = lead; work != NULL; work = work->next) {
        rv_rod* rod = &world->rods.data[work->rod];
        int n = rod->count;
        if (is_finite(rv_rod_own_v(work, block), 3 * n)
            && is_finite(rv_rod_own_p(work, block), n - 1))
            continue;
        rod->frozen = true;
        rv_vec3* velocity = rv_rod_velocities(world, rod);
        memset(velocity, 0, (size_t)n * sizeof *velocity);
        island->report.nonfinite++;
        lost = true;
    }
    return lost;
}

void rv_bundle_move(rv_world* world, rv_island* island, rv_rod_work* lead, double* block) {
    rv_rod* rods = world->rods.data;
    if (halt_lost(world, island, lead, block))
        return;
    for (rv_rod_work* work = lead; work != NULL; work = work->next)
        rv_rod_settle_contacts(world, &rods[work->rod], island->h, block);
    keep_momenta(world, island->h, lead, block);
    for (rv_rod_work* work = lead; work != NULL; work = work->next)
        move_rod(world, island, &rods[work->rod], work, block);
    recover(world, island, lead);
    island->report.crossings += rv_bundle_limit_way(world, island, lead, all_are_free(world, lead));
    for (rv_rod_work* work = lead; work != NULL; work = work->next) {
        rv_rod* rod = &rods[work->rod];
        rv_rod_carry_directors(world, island, rod, rv_rod_points(world, rod), island->h);
        rod->last_h = island->h;
        if (rv_peak_begin(island, &rod->peak))
            rod->peak = rv_peak_of(rod->peak, rv_rod_peak_now(world, rod));
    }
}

// how far an edge turns in a step
double rv_rod_travel(const rv_world* world, int index, double h) {
    const rv_rod* rod = &world->rods.data[index];
    const rv_vec3 *x = rv_rod_points(world, rod), *v = rv_rod_velocities(world, rod);
    double most = 0.0;
    for (int j = 0; j < rod->count - 1; j++) {
        rv_vec3 E = rv_vec3_sub(x[j + 1], x[j]), dv = rv_vec3_sub(v[j + 1], v[j]);
        rv_vec3 w = rv_vec3_cross(E, dv);
        double squared = rv_vec3_dot(E, E), turned = rv_vec3_dot(w, w);
        if (turned > most * (squared * squared))
            most = turned / (squared * squared);
    }
    return h * sqrt(most);
}
