// Rods, stage "move": their state from the velocities and impulses of the system, what holds them
// feels, and edges that come back to their length.
#include "model/rod.h"

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

static bool is_free(const rv_rod* rod) {
    bool held = rod->end[0].held || rod->end[1].held || rod->frozen;
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        held |= rod->hand[k].holds;
    return !held;
}

// Nothing that a free rod does to itself changes its momentum; what the modified mass adds to it
// goes.
static void keep_momentum(const rv_world* world, const rv_island* island, const rv_rod* rod,
                          const rv_rod_work* work, double* v) {
    const rv_vec3 *x = rv_rod_points(world, rod), *before = rv_rod_velocities(world, rod);
    const double *m = rv_rod_masses(world, rod), h = island->h;
    rv_vec3 center = {0, 0, 0}, lost = {0, 0, 0}, turn = {0, 0, 0};
    rv_mat3 I = rv_mat3_zero();
    double mass = 0.0;
    for (int i = 0; i < rod->count; i++) {
        double w = m[i] + h * work->drag.data[i];
        center = rv_vec3_mul_add(center, w, x[i]);
        mass += w;
    }
    center = rv_vec3_scale(center, 1.0 / mass);
    for (int i = 0; i < rod->count; i++) {
        double w = m[i] + h * work->drag.data[i];
        rv_vec3 arm = rv_vec3_sub(x[i], center), P = rv_vec3_scale(before[i], m[i]);
        P = rv_vec3_mul_add(P, h, work->force.data[i]);
        P = rv_vec3_mul_add(P, -w, rv_vec3_load(v + 3 * i));
        lost = rv_vec3_add(lost, P);
        turn = rv_vec3_add(turn, rv_vec3_cross(arm, P));
        double d = rv_vec3_dot(arm, arm);
        I = rv_mat3_add(I, rv_mat3_scale(rv_mat3_diagonal(d, d, d), w));
        add_scaled_outer(&I, -w, arm, arm);
    }
    double floor = 1e-12 * (I.m[0][0] + I.m[1][1] + I.m[2][2]);
    rv_vec3 spin =
        rv_mat3_apply(rv_mat3_inverse(rv_mat3_add(I, rv_mat3_diagonal(floor, floor, floor))), turn);
    for (int i = 0; i < rod->count; i++) {
        rv_vec3 more = rv_vec3_cross(spin, rv_vec3_sub(x[i], center));
        more = rv_vec3_mul_add(more, 1.0 / mass, lost);
        rv_vec3_store(v + 3 * i, rv_vec3_add(rv_vec3_load(v + 3 * i), more));
    }
}

static void find_grips(const rv_world* world, const rv_island* island, rv_rod* rod,
                       const rv_rod_work* work, const double* v) {
    const double* T = rv_rod_tensions(world, rod);
    const rv_vec3* before = rv_rod_velocities(world, rod);
    rv_rod_grip grip[2] = {rv_rod_grip_first(&work->line, T, work->M_t, rod->end[0].clamped),
                           rv_rod_grip_last(&work->line, T, work->M_t, rod->end[1].clamped)};
    for (int side = 0; side < 2; side++) {
        rv_vec3 a[2];
        for (int k = 0; k < rv_rod_held_count(&rod->end[side]); k++) {
            int i = rv_rod_vertex(rod, side, k);
            rv_vec3 pushed = rv_rod_contact_force(world, rod, i);
            a[k] = rv_vec3_scale(rv_vec3_sub(rv_vec3_load(v + 3 * i), before[i]), 1.0 / island->h);
            a[k] = rv_vec3_mul_add(a[k], -1.0 / rv_rod_masses(world, rod)[i], pushed);
        }
        rv_rod_set_grip(world, rod, side, &grip[side], a);
    }
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
static bool find_recovery(const rv_island* island, const rv_rod_work* work, double* shift) {
    const rv_rod_line* line = &work->line;
    int n = line->vertices;
    bool any = false;
    memset(shift, 0, (size_t)(4 * n - 1) * sizeof *shift);
    for (int j = 0; j < n - 1; j++) {
        double l = line->length[j], off = line->current[j] - l;
        if (work->wanted.data[j] == l)
            continue;
        double most = RECOVERS * l / island->substeps;
        shift[3 * n + j] = -fmax(-most, fmin(most, off)) / island->h;
        any = true;
    }
    if (any)
        work->block.solve(work->block.self, shift);
    return any && is_finite(shift, 3 * n);
}

// what lengths took beyond what was expected; where they did not settle, that says nothing about the
// next step
static void keep_bow(const rv_rod* rod, const rv_rod_work* work, double* bow) {
    bool settled = work->off < SETTLED;
    for (int j = 0; j < rod->count - 1; j++)
        bow[j] = settled ? bow[j] + work->corrections.data[j] : 0.0;
}

void rv_rod_move(rv_world* world, rv_island* island, int index, double* v) {
    rv_rod* rod = &world->rods.data[index];
    rv_rod_work* work = world->rod_work.data[index];
    double* T = rv_rod_tensions(world, rod);
    rv_vec3 *x = rv_rod_points(world, rod), *velocity = rv_rod_velocities(world, rod);
    int n = rod->count;
    if (!is_finite(v, 4 * n - 1)) {
        rod->frozen = true;
        memset(velocity, 0, (size_t)n * sizeof *velocity);
        island->report.nonfinite++;
        return;
    }
    rv_rod_settle_contacts(world, rod, island->h, v);
    if (is_free(rod) && !rv_rod_is_touched(world, rod))
        keep_momentum(world, island, rod, work, v);
    for (int j = 0; j < n - 1; j++)
        T[j] = v[3 * n + j] / island->h;
    keep_bow(rod, work, rv_rod_bows(world, rod));
    find_grips(world, island, rod, work, v);
    for (int i = 0; i < n; i++) {
        velocity[i] = rv_vec3_load(v + 3 * i);
        work->before.data[i] = x[i];
        x[i] = rv_vec3_mul_add(x[i], island->h, velocity[i]);
    }
    double* shift = work->product.data;
    if (find_recovery(island, work, shift))
        for (int i = 0; i < n; i++)
            x[i] = rv_vec3_mul_add(x[i], island->h, rv_vec3_load(shift + 3 * i));
    island->report.crossings += rv_rod_limit_way(world, rod, work, is_free(rod));
    rv_rod_carry_directors(world, island, rod, x, island->h);
    rod->last_h = island->h;
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
