// Suite "duriez_2004", the paper's future work: the clip pushed on a tube and drawn off it again
// with Coulomb's friction. Rows n, t1, t2 of each node near the tube,
//   w_n = n . (X + u - c) - r, w_t = t . ((X + u - c) - (x - c)_before), u = C (N^T f_n + T^T f_t)
// by the engine's cone solver, with the normals of where the nodes are, iterated.
#include "solve/cone.h"
#include "validation/duriez_2004_snap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS_MAX = 128, ROWS_MAX = 3 * CONTACTS_MAX, PROBLEMS_MAX = 40, STEPS = 330 };
static const double STEP = 5e-5, RADIUS = 0.010; // [m]
static const double NEAR = 4e-4;                 // nodes nearer than this have rows [m]
static const double STILL = 1e-9; // nodes move no more when normals are taken anew [m]

typedef struct rubbing {
    const duriez_clip* clip;
    double mu;
    rv_vec3 *u, *moved; // by surface node
    rv_vec3* last;      // by surface node: its force
    rv_vec3* before;    // by surface node: its place from the tube's axis, at the last step
    int count, node[CONTACTS_MAX];
    rv_vec3 axis[CONTACTS_MAX][3]; // n, t1, t2
    rv_cone cones[CONTACTS_MAX];
    double *W, q[ROWS_MAX], lambda[ROWS_MAX];
    void* scratch;
    size_t scratch_bytes;
    double deepest; // of a node in the tube, ever [m]
    int failed;     // problems that were not solved to 1e-10
} rubbing;

static bool rubbing_make(rubbing* r, const duriez_clip* clip, double mu) {
    size_t count = (size_t)clip->count;
    *r = (rubbing){.clip = clip,
                   .mu = mu,
                   .u = calloc(count, sizeof *r->u),
                   .moved = calloc(count, sizeof *r->u),
                   .last = calloc(count, sizeof *r->u),
                   .before = calloc(count, sizeof *r->u),
                   .W = calloc((size_t)ROWS_MAX * ROWS_MAX, sizeof *r->W),
                   .scratch_bytes = rv_cone_scratch_bytes(ROWS_MAX, CONTACTS_MAX, 0)};
    r->scratch = malloc(r->scratch_bytes);
    return r->u && r->moved && r->last && r->before && r->W && r->scratch;
}

static void rubbing_free(rubbing* r) {
    free(r->u);
    free(r->moved);
    free(r->last);
    free(r->before);
    free(r->W);
    free(r->scratch);
}

static rv_vec3 from_axis(const rubbing* r, int node, double y) {
    rv_vec3 at = rv_vec3_add(r->clip->X[node], r->u[node]);
    return rv_vec3_make(at.x, at.y - y, at.z);
}

static double gap(rv_vec3 place) {
    return hypot(place.x, place.y) - RADIUS;
}

static void choose_contacts(rubbing* r, double y) {
    r->count = 0;
    for (int i = 0; i < r->clip->count && r->count < CONTACTS_MAX; i++)
        if (gap(from_axis(r, i, y)) < NEAR)
            r->node[r->count++] = i;
}

// normals and tangents of where the nodes are, W, q and the start
static void write_problem(rubbing* r, double y) {
    int n = 3 * r->count;
    size_t stride = (size_t)(3 * r->clip->count);
    for (int c = 0; c < r->count; c++) {
        int i = r->node[c];
        rv_vec3 at = from_axis(r, i, y), X = r->clip->X[i], *axis = r->axis[c];
        axis[0] = rv_vec3_normalize(rv_vec3_make(at.x, at.y, 0.0));
        axis[1] = rv_vec3_make(-axis[0].y, axis[0].x, 0.0);
        axis[2] = rv_vec3_make(0.0, 0.0, 1.0);
        rv_vec3 rest = rv_vec3_make(X.x, X.y - y, X.z), moved = rv_vec3_sub(rest, r->before[i]);
        r->q[3 * c] = rv_vec3_dot(axis[0], rest) - RADIUS;
        r->q[3 * c + 1] = rv_vec3_dot(axis[1], moved);
        r->q[3 * c + 2] = rv_vec3_dot(axis[2], moved);
        for (int a = 0; a < 3; a++)
            r->lambda[3 * c + a] = rv_vec3_dot(axis[a], r->last[i]);
        r->cones[c] = (rv_cone){.first = 3 * c, .friction = r->mu};
    }
    for (int c = 0; c < r->count; c++)
        for (int d = 0; d <= c; d++) {
            const double* C = r->clip->C + (size_t)(3 * r->node[c]) * stride + 3 * r->node[d];
            for (int b = 0; b < 3; b++) {
                rv_vec3 e = r->axis[d][b], by = {rv_vec3_dot(rv_vec3_load(C), e),
                                                 rv_vec3_dot(rv_vec3_load(C + stride), e),
                                                 rv_vec3_dot(rv_vec3_load(C + 2 * stride), e)};
                for (int a = 0; a < 3; a++)
                    r->W[(3 * c + a) * n + 3 * d + b] = r->W[(3 * d + b) * n + 3 * c + a] =
                        rv_vec3_dot(r->axis[c][a], by);
            }
        }
}

static void solve(rubbing* r) {
    rv_cone_problem problem = {.n = 3 * r->count,
                               .W = r->W,
                               .q = r->q,
                               .cone_count = r->count,
                               .cones = r->cones,
                               .first_box = 3 * r->count,
                               .tolerance = 1e-10};
    rv_arena arena = rv_arena_make(r->scratch, r->scratch_bytes);
    if (r->count > 0 && !rv_cone_solve(&problem, r->lambda, arena).solved)
        r->failed++;
    memset(r->last, 0, (size_t)r->clip->count * sizeof *r->last);
    for (int c = 0; c < r->count; c++)
        for (int a = 0; a < 3; a++)
            r->last[r->node[c]] =
                rv_vec3_mul_add(r->last[r->node[c]], r->lambda[3 * c + a], r->axis[c][a]);
}

// u of all nodes; returns by how much one moved at most
static double displace(rubbing* r) {
    size_t stride = (size_t)(3 * r->clip->count);
    double worst = 0.0;
    memset(r->moved, 0, (size_t)r->clip->count * sizeof *r->moved);
    for (int c = 0; c < r->count; c++) {
        const double* C = r->clip->C + (size_t)(3 * r->node[c]) * stride;
        rv_vec3 f = r->last[r->node[c]];
        double *u = &r->moved[0].x, none = rv_vec3_dot(f, f);
        for (size_t k = 0; none > 0.0 && k < stride; k++)
            u[k] += C[k] * f.x + C[stride + k] * f.y + C[2 * stride + k] * f.z;
    }
    for (int i = 0; i < r->clip->count; i++)
        worst = fmax(worst, rv_vec3_length(rv_vec3_sub(r->moved[i], r->u[i])));
    memcpy(r->u, r->moved, (size_t)r->clip->count * sizeof *r->u);
    return worst;
}

// the tube to the height y; returns its force on the clip along y
static double move(rubbing* r, double y, double y_before) {
    double force = 0.0, moved = INFINITY;
    for (int i = 0; i < r->clip->count; i++)
        r->before[i] = from_axis(r, i, y_before);
    choose_contacts(r, y);
    for (int n = 0; n < PROBLEMS_MAX && moved > STILL; n++) {
        write_problem(r, y);
        solve(r);
        moved = displace(r);
    }
    r->failed += moved > STILL;
    for (int i = 0; i < r->clip->count; i++) {
        r->deepest = fmax(r->deepest, -gap(from_axis(r, i, y)));
        force += r->last[i].y;
    }
    return force;
}

typedef struct loop {
    double insertion, pull_in, removal, dissipation; // [N], [N], [N], [J]
    double deepest;
    int failed;
    double force[2 * STEPS + 1], y[2 * STEPS + 1];
} loop;

static bool run(loop* l, const duriez_clip* clip, double mu) {
    static rubbing r;
    *l = (loop){0};
    bool good = rubbing_make(&r, clip, mu);
    for (int n = 0; good && n <= 2 * STEPS; n++) {
        l->y[n] = -STEP * (n <= STEPS ? STEPS - n : n - STEPS);
        l->force[n] = move(&r, l->y[n], n > 0 ? l->y[n - 1] : l->y[n]);
        if (n > 0)
            l->dissipation += 0.5 * (l->force[n] + l->force[n - 1]) * (l->y[n] - l->y[n - 1]);
        if (n <= STEPS) {
            l->insertion = fmax(l->insertion, l->force[n]);
            l->pull_in = fmin(l->pull_in, l->force[n]);
        } else {
            l->removal = fmin(l->removal, l->force[n]);
        }
    }
    l->deepest = r.deepest;
    l->failed = r.failed;
    rubbing_free(&r);
    return good;
}

typedef struct peaks {
    double mu, insertion, removal, dissipation; // [N], [N], [mJ] or NaN
} peaks;

static void check(validation* v, const char* elements, const peaks* p, const loop* l) {
    static const char* const SOURCE = "independent implementation, theory section 6";
    char name[160];
    snprintf(name, sizeof name, "clip, %s elements, friction %.1f: peak of insertion [N]", elements,
             p->mu);
    validation_check(v, name, SOURCE, p->insertion, l->insertion, 5e-3 * p->insertion);
    // from 0.2 on it is a corner of the force, where contact passes from nodes to the next ones:
    // as far as the force goes in a step
    snprintf(name, sizeof name, "clip, %s elements, friction %.1f: peak of removal [N]", elements,
             p->mu);
    validation_check(v, name, SOURCE, p->removal, l->removal, 0.01 * fabs(p->removal));
    if (!isnan(p->dissipation)) {
        snprintf(name, sizeof name, "clip, %s elements, friction %.1f: lost, there and back [mJ]",
                 elements, p->mu);
        validation_check(v, name, SOURCE, p->dissipation, 1e3 * l->dissipation, 1.0);
    }
    snprintf(name, sizeof name, "clip, %s elements, friction %.1f: problems not solved to 1e-10",
             elements, p->mu);
    validation_check(v, name, "all are", 0.0, l->failed, 0.0);
    snprintf(name, sizeof name, "clip, %s elements, friction %.1f: deepest node in the tube [m]",
             elements, p->mu);
    validation_at_most(v, name, "normals iterated to 1e-9 m", 1e-9, l->deepest);
}

static void plot(validation* v, const loop l[4]) {
    static const char* const LABEL[4] = {"friction 0", "friction 0.1", "friction 0.2",
                                         "friction 0.3"};
    static double y[2 * STEPS + 1];
    validation_series series[4];
    for (int n = 0; n <= 2 * STEPS; n++)
        y[n] = 1e3 * l[0].y[n];
    for (int k = 0; k < 4; k++)
        series[k] = (validation_series){LABEL[k], y, l[k].force, 2 * STEPS + 1, .points = false};
    validation_plot(v, &(validation_figure){.item = "Section 6",
                                            .title = "the clip pushed on the tube and drawn off, "
                                                     "quadratic elements",
                                            .x_label = "tube from the seat [mm]",
                                            .y_label = "force on the clip [N]",
                                            .series = series,
                                            .series_count = 4,
                                            .remark = "The paper has no friction and names it as "
                                                      "future work. Without it the way back is the "
                                                      "way there; the area between the two is what "
                                                      "friction takes."});
}

void duriez_friction(validation* v, const duriez_clips* clips) {
    static const peaks LINEAR[4] = {{0.0, 20.9, -18.8, 0.0},
                                    {0.1, 27.9, -26.5, 173.0},
                                    {0.2, 35.7, -35.3, 347.0},
                                    {0.3, 44.1, -45.5, 522.0}};
    static const peaks QUADRATIC[4] = {{0.0, 4.30, -3.83, 0.0},
                                       {0.1, 5.75, -5.41, NAN},
                                       {0.2, 7.36, -7.33, NAN},
                                       {0.3, 9.09, -9.30, NAN}};
    static loop loops[4];
    for (int k = 0; k < 4; k++) {
        if (run(&loops[k], &clips->linear, LINEAR[k].mu))
            check(v, "linear", &LINEAR[k], &loops[k]);
        if (k == 3)
            validation_check(v, "clip, linear elements, friction 0.3: least force, pulled in [N]",
                             "independent implementation, theory section 6", -3.4, loops[k].pull_in,
                             0.05);
    }
    for (int k = 0; k < 4; k++)
        if (run(&loops[k], &clips->quadratic, QUADRATIC[k].mu))
            check(v, "quadratic", &QUADRATIC[k], &loops[k]);
    plot(v, loops);
}
