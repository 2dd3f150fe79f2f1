// Suite "duriez_2004": energy of the steps of a beam of quadratic elements that swings freely in
// its lowest mode, without contact. With its angular frequency w, in closed form:
//   implicit Euler   energy falls by 1/(1 + w^2 h^2) a step
//   trapezoidal      energy stays; the phase advances by 2 atan(w h/2)
#include "validation/duriez_2004_elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100 };

typedef struct swing {
    duriez_solid solid;
    double omega, h;
    double *shape, *x, *v, *force, *momentum; // over unknowns
    double *all, *all_force;                  // over nodes
    double* M;                                // values of the mass matrix
} swing;

static bool swing_take(swing* s) {
    size_t n = (size_t)s->solid.n + 1, all = 3 * (size_t)s->solid.fem.node_count + 1;
    double** over_unknowns[] = {&s->shape, &s->x, &s->v, &s->force, &s->momentum};
    bool good = true;
    for (int k = 0; k < 5; k++) {
        *over_unknowns[k] = calloc(n, sizeof(double));
        good &= *over_unknowns[k] != NULL;
    }
    s->all = calloc(all, sizeof(double));
    s->all_force = calloc(all, sizeof(double));
    s->M = calloc((size_t)s->solid.system.matrix.values.count + 1, sizeof(double));
    return good && s->all && s->all_force && s->M;
}

static bool swing_make(swing* s) {
    rv_tet_mesh mesh = {0};
    const int cells[3] = {20, 1, 1};
    rv_material material = rv_material_default();
    material.young = 2.7e9;
    material.poisson = 0.3;
    material.density = 1400.0;
    *s = (swing){0};
    bool good =
        rv_tet_mesh_beam(&mesh, (rv_vec3){0.1, 0.004, 0.005}, cells)
        && duriez_solid_make(&s->solid, &mesh, rv_tet_mesh_set(&mesh, "start"), 2, &material)
        && swing_take(s);
    rv_tet_mesh_free(&mesh);
    if (!good)
        return false;
    s->omega = 2.0 * RV_PI * duriez_solid_frequency(&s->solid, RV_FEM_CONSISTENT, s->shape);
    s->h = 2.0 * RV_PI / s->omega / 30.0;
    rv_fem_assemble(&s->solid.fem, &s->solid.system,
                    (rv_fem_weights){.mass = 1.0, .kind = RV_FEM_CONSISTENT}, NULL, s->M);
    return true;
}

static void swing_free(swing* s) {
    double* blocks[] = {s->shape, s->x, s->v, s->force, s->momentum, s->all, s->all_force, s->M};
    for (int k = 0; k < 8; k++)
        free(blocks[k]);
    duriez_solid_free(&s->solid);
}

// forces of displacements x over unknowns; returns the elastic energy
static double elastic(swing* s, const double* x) {
    rv_fem_scatter(&s->solid.system, x, s->all);
    double energy = rv_fem_forces(&s->solid.fem, s->all, s->all_force);
    rv_fem_gather(&s->solid.system, s->all_force, s->force);
    return energy;
}

static double energy(swing* s) {
    double sum = elastic(s, s->x);
    rv_sparse_multiply(&s->solid.system.matrix, s->M, s->v, s->momentum);
    for (int i = 0; i < s->solid.n; i++)
        sum += 0.5 * s->v[i] * s->momentum[i];
    return sum;
}

// (M + t^2 K) v' = M v + h f(x + (h - t^2/h) v),  x' = x + h ((1 - theta) v + theta v'), with
// t^2 = theta^2 h^2: theta 1 is implicit Euler, 1/2 the trapezoidal rule
static void step(swing* s, double theta) {
    double h = s->h, ahead = h * theta * (1.0 - theta);
    int n = s->solid.n;
    rv_sparse_multiply(&s->solid.system.matrix, s->M, s->v, s->momentum);
    for (int i = 0; i < n; i++)
        s->x[i] += ahead * s->v[i];
    elastic(s, s->x);
    for (int i = 0; i < n; i++) {
        s->x[i] += (h * (1.0 - theta) - ahead) * s->v[i];
        s->v[i] = s->momentum[i] + h * s->force[i];
    }
    duriez_solid_solve(&s->solid, s->v);
    for (int i = 0; i < n; i++)
        s->x[i] += h * theta * s->v[i];
}

// energy after the steps over that before; `along`: displacement along the mode over the first
static double run(swing* s, double theta, double* along) {
    int n = s->solid.n;
    memcpy(s->x, s->shape, (size_t)n * sizeof(double));
    memset(s->v, 0, (size_t)n * sizeof(double));
    double first = energy(s), sum = 0.0;
    if (!duriez_solid_factor(&s->solid, 1.0, theta * theta * s->h * s->h, RV_FEM_CONSISTENT))
        return NAN;
    for (int k = 0; k < STEPS; k++)
        step(s, theta);
    rv_sparse_multiply(&s->solid.system.matrix, s->M, s->x, s->momentum);
    for (int i = 0; i < n; i++)
        sum += s->shape[i] * s->momentum[i]; // the shape has x M x = 1
    *along = sum;
    return energy(s) / first;
}

void duriez_integrators(validation* v) {
    swing s;
    double along;
    if (swing_make(&s)) {
        double wh = s.omega * s.h, euler = pow(1.0 + wh * wh, -STEPS);
        // the mode is known to 1e-5 or so, its frequency to the square of that
        double kept = run(&s, 1.0, &along);
        validation_check(v, "implicit Euler, 100 steps of a thirtieth of a period: energy left",
                         "(1 + w^2 h^2)^-100", euler, kept, 1e-6 * euler);
        kept = run(&s, 0.5, &along);
        validation_at_most(v, "trapezoidal rule, the same: energy changes by", "0; rounding", 1e-8,
                           kept - 1.0);
        validation_check(v, "trapezoidal rule, the same: displacement over the first",
                         "cos(200 atan(w h/2))", cos(2.0 * STEPS * atan(0.5 * wh)), along, 1e-5);
    }
    swing_free(&s);
}
