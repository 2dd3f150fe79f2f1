// Contact of a clip with a smooth tube by condensed compliance: see duriez_2004_snap.h.
//   gap_i = n_i . (X_i + u_i - c) - r,  n_i = radial unit vector at X_i + u_i,  u = C N^T f
// With the normals held this is W f + q, W = N C N^T, q_i = n_i . (X_i - c) - r; then normals are
// taken anew.
#include "validation/duriez_2004_snap.h"

#include "solve/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEMS_MAX = 60 };
static const double STILL = 1e-10; // [m]
static const double NEAR = 1e-3;   // rows: undeformed nodes that are nearer to the tube [m]

bool duriez_snap_make(duriez_snap* snap, const duriez_clip* clip, double radius) {
    size_t count = (size_t)clip->count;
    *snap = (duriez_snap){.clip = clip,
                          .radius = radius,
                          .axis = {0.0, 0.0, 1.0},
                          .u = calloc(count, sizeof *snap->u),
                          .node = calloc(count, sizeof *snap->node),
                          .normal = calloc(count, sizeof *snap->normal),
                          .moved = calloc(count, sizeof *snap->moved)};
    bool good = snap->u && snap->node && snap->normal && snap->moved;
    return duriez_lcp_make(&snap->lcp, clip->count) && good;
}

void duriez_snap_free(duriez_snap* snap) {
    free(snap->u);
    free(snap->node);
    free(snap->normal);
    free(snap->moved);
    duriez_lcp_free(&snap->lcp);
    *snap = (duriez_snap){0};
}

// from the axis of the tube
static rv_vec3 radial(const duriez_snap* snap, rv_vec3 point, rv_vec3 tube) {
    rv_vec3 from = rv_vec3_sub(point, tube);
    return rv_vec3_mul_add(from, -rv_vec3_dot(from, snap->axis), snap->axis);
}

static void choose_rows(duriez_snap* snap, rv_vec3 tube) {
    const duriez_clip* clip = snap->clip;
    snap->rows = 0;
    for (int i = 0; i < clip->count; i++)
        if (rv_vec3_length(radial(snap, clip->X[i], tube)) < snap->radius + NEAR)
            snap->node[snap->rows++] = i;
}

static void write_problem(duriez_snap* snap, rv_vec3 tube) {
    const duriez_clip* clip = snap->clip;
    duriez_lcp* lcp = &snap->lcp;
    int n = lcp->n = snap->rows, stride = 3 * clip->count;
    for (int i = 0; i < n; i++) {
        rv_vec3 X = clip->X[snap->node[i]], at = rv_vec3_add(X, snap->u[snap->node[i]]);
        snap->normal[i] = rv_vec3_normalize(radial(snap, at, tube));
        lcp->q[i] = rv_vec3_dot(snap->normal[i], radial(snap, X, tube)) - snap->radius;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            const double* C =
                clip->C + (size_t)(3 * snap->node[i]) * (size_t)stride + 3 * snap->node[j];
            rv_vec3 b = snap->normal[j],
                    by = {rv_vec3_dot(rv_vec3_load(C), b), rv_vec3_dot(rv_vec3_load(C + stride), b),
                          rv_vec3_dot(rv_vec3_load(C + 2 * stride), b)};
            lcp->W[i * n + j] = lcp->W[j * n + i] = rv_vec3_dot(snap->normal[i], by);
        }
    for (int i = 0; i < n; i++)
        lcp->W[i * n + i] += snap->give;
}

// u = C N^T f of all surface nodes; returns by how much one of the rows moved at most
static double displace(duriez_snap* snap) {
    const duriez_clip* clip = snap->clip;
    size_t stride = (size_t)(3 * clip->count);
    double worst = 0.0;
    memset(snap->moved, 0, (size_t)clip->count * sizeof *snap->moved);
    for (int r = 0; r < snap->rows; r++) {
        rv_vec3 F = rv_vec3_scale(snap->normal[r], snap->lcp.f[r]);
        const double* C = clip->C + (size_t)(3 * snap->node[r]) * stride; // rows: C is symmetric
        double* u = &snap->moved[0].x;
        for (size_t k = 0; snap->lcp.f[r] > 0.0 && k < stride; k++)
            u[k] += C[k] * F.x + C[stride + k] * F.y + C[2 * stride + k] * F.z;
    }
    for (int r = 0; r < snap->rows; r++) {
        rv_vec3 step = rv_vec3_sub(snap->moved[snap->node[r]], snap->u[snap->node[r]]);
        worst = fmax(worst, rv_vec3_length(step));
    }
    memcpy(snap->u, snap->moved, (size_t)clip->count * sizeof *snap->u);
    return worst;
}

static duriez_snap_state read_state(const duriez_snap* snap, rv_vec3 tube) {
    duriez_snap_state state = {.error = duriez_lcp_error(&snap->lcp)};
    for (int r = 0; r < snap->rows; r++) {
        double f = snap->lcp.f[r];
        state.contacts += f > 0.0;
        state.force = rv_vec3_mul_add(state.force, f, snap->normal[r]);
        state.energy += 0.5 * f * rv_vec3_dot(snap->normal[r], snap->u[snap->node[r]]);
    }
    for (int i = 0; i < snap->clip->count; i++) {
        rv_vec3 at = rv_vec3_add(snap->clip->X[i], snap->u[i]);
        state.deepest = fmax(state.deepest, snap->radius - rv_vec3_length(radial(snap, at, tube)));
        state.most = fmax(state.most, fabs(snap->u[i].x));
    }
    return state;
}

duriez_snap_state duriez_snap_move(duriez_snap* snap, rv_vec3 tube) {
    int problems = 0;
    bool still = false;
    choose_rows(snap, tube);
    while (!still && problems < PROBLEMS_MAX) {
        write_problem(snap, tube);
        problems++;
        if (problems == 1)
            duriez_lcp_solve_cold(&snap->lcp, rv_lcp_solve);
        else
            duriez_lcp_solve(&snap->lcp, rv_lcp_solve);
        still = displace(snap) < STILL;
    }
    duriez_snap_state state = read_state(snap, tube);
    state.problems = still ? problems : 0;
    return state;
}

void duriez_snap_stiffness(const duriez_snap* snap, double K[2][2]) {
    enum { MOST = 128 };
    static double LU[MOST * MOST];
    double scale[MOST], x[MOST];
    int pivot[MOST], row[MOST], count = 0, n = snap->rows;
    for (int r = 0; r < n && count < MOST; r++)
        if (snap->lcp.f[r] > 0.0)
            row[count++] = r;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            LU[i * count + j] = snap->lcp.W[row[i] * n + row[j]];
    rv_lu_factor(LU, count, pivot, scale);
    for (int d = 0; d < 2; d++) {
        for (int i = 0; i < count; i++)
            x[i] = d == 0 ? snap->normal[row[i]].x : snap->normal[row[i]].y;
        rv_lu_solve(LU, count, pivot, x);
        K[0][d] = K[1][d] = 0.0;
        for (int i = 0; i < count; i++) {
            K[0][d] += snap->normal[row[i]].x * x[i];
            K[1][d] += snap->normal[row[i]].y * x[i];
        }
    }
}

static void follow(duriez_curve* c, int n, const duriez_snap_state* state, double* work) {
    double y = c->y[n], F = c->force[n];
    if (F > c->peak) {
        c->peak = F;
        c->peak_y = y;
    }
    if (F < c->least) {
        c->least = F;
        c->least_y = y;
    }
    c->contacts = state->contacts > c->contacts ? state->contacts : c->contacts;
    c->problems = c->problems == 0 || state->problems == 0 ? 0
                  : state->problems > c->problems          ? state->problems
                                                           : c->problems;
    c->most = fmax(c->most, state->most);
    c->error = fmax(c->error, state->error);
    c->deepest = fmax(c->deepest, state->deepest);
    if (n == 0)
        return;
    // the trapezoidal rule, split where the force changes its sign
    double before = c->force[n - 1], area = 0.5 * (F + before) * DURIEZ_STEP;
    if (before > 0.0 && F <= 0.0) {
        double part = before / (before - F);
        c->zero_y = y - (1.0 - part) * DURIEZ_STEP;
        c->work_in += 0.5 * before * part * DURIEZ_STEP;
        c->work_out += 0.5 * F * (1.0 - part) * DURIEZ_STEP;
    } else if (area > 0.0) {
        c->work_in += area;
    } else {
        c->work_out += area;
    }
    *work += area;
    c->energy_off = fmax(c->energy_off, fabs(*work - state->energy));
}

bool duriez_curve_run(duriez_curve* curve, const duriez_clip* clip) {
    duriez_snap snap;
    double work = 0.0;
    *curve = (duriez_curve){.problems = 1};
    bool good = duriez_snap_make(&snap, clip, DURIEZ_TUBE);
    for (int n = 0; good && n <= DURIEZ_STEPS; n++) {
        curve->y[n] = (n - DURIEZ_STEPS) * DURIEZ_STEP;
        duriez_snap_state state = duriez_snap_move(&snap, rv_vec3_make(0.0, curve->y[n], 0.0));
        curve->force[n] = state.force.y;
        follow(curve, n, &state, &work);
        if (curve->peak_y == curve->y[n])
            duriez_snap_stiffness(&snap, curve->K);
    }
    duriez_snap_free(&snap);
    return good;
}
