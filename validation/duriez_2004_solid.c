// Solids of finite elements and their least frequencies: see duriez_2004_elements.h.
#include "validation/duriez_2004_elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RIGID = 6, ITERATIONS = 400 };

bool duriez_solid_make(duriez_solid* s, const rv_tet_mesh* mesh, const rv_tet_set* held, int order,
                       const rv_material* material) {
    *s = (duriez_solid){.memory = rv_memory_make((rv_allocator){0})};
    bool good =
        rv_fem_make(&s->memory, &s->fem, mesh->nodes, mesh->node_count, mesh->tets, mesh->tet_count,
                    order, material)
        && rv_fem_system_make(&s->memory, &s->system, &s->fem, held != NULL ? held->nodes : NULL,
                              held != NULL ? held->node_count : 0);
    s->n = 3 * s->system.matrix.n;
    return good;
}

void duriez_solid_free(duriez_solid* s) {
    rv_fem_system_free(&s->memory, &s->system);
    rv_fem_free(&s->memory, &s->fem);
}

bool duriez_solid_factor(duriez_solid* s, double mass, double stiffness, rv_fem_mass kind) {
    rv_fem_weights weights = {.mass = mass, .stiffness = stiffness, .kind = kind};
    rv_fem_assemble(&s->fem, &s->system, weights, NULL, s->system.matrix.values.data);
    return rv_sparse_factor(&s->system.matrix);
}

bool duriez_solid_solve(duriez_solid* s, double* x) {
    double* scratch = calloc(rv_sparse_scratch(&s->system.matrix) + 1, sizeof *scratch);
    if (scratch != NULL)
        rv_sparse_solve(&s->system.matrix, x, scratch);
    free(scratch);
    return scratch != NULL;
}

// --- inverse iteration ---------------------------------------------------------------------------

typedef struct iteration {
    duriez_solid* solid;
    double *M, *K;        // values of the matrices, in the pattern of the system
    double *x, *Mx, *Kx;  // over unknowns
    double* rigid[RIGID]; // orthonormal in M
    int rigid_count;
    double* scratch;
} iteration;

static double dot(const double* a, const double* b, int n) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add(double* y, double factor, const double* x, int n) {
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

// takes the rigid motions out of x, and its size: x M x = 1
static void clean(iteration* it, double* x) {
    const rv_sparse* pattern = &it->solid->system.matrix;
    int n = it->solid->n;
    rv_sparse_multiply(pattern, it->M, x, it->Mx);
    for (int k = 0; k < it->rigid_count; k++)
        add(x, -dot(it->rigid[k], it->Mx, n), it->rigid[k], n);
    rv_sparse_multiply(pattern, it->M, x, it->Mx);
    double size = 1.0 / sqrt(dot(x, it->Mx, n));
    for (int i = 0; i < n; i++)
        x[i] *= size;
}

// three translations and three small rotations
static void rigid_motions(iteration* it) {
    const duriez_solid* s = it->solid;
    for (int k = 0; k < RIGID; k++) {
        double* x = it->rigid[k];
        for (int i = 0; i < s->n / 3; i++) {
            rv_vec3 X = s->fem.rest.data[s->system.node.data[i]], axis = {0.0, 0.0, 0.0};
            (&axis.x)[k % 3] = 1.0;
            rv_vec3_store(x + 3 * i, k < 3 ? axis : rv_vec3_cross(axis, X));
        }
        it->rigid_count = k;
        clean(it, x);
        clean(it, x); // again, because rotations about far axes are nearly translations
    }
    it->rigid_count = RIGID;
}

static bool iteration_take(iteration* it, duriez_solid* s, bool floats) {
    size_t n = (size_t)s->n, blocks = (size_t)s->system.matrix.values.count;
    *it = (iteration){.solid = s,
                      .M = calloc(blocks, sizeof(double)),
                      .K = calloc(blocks, sizeof(double)),
                      .x = calloc(n, sizeof(double)),
                      .Mx = calloc(n, sizeof(double)),
                      .Kx = calloc(n, sizeof(double)),
                      .scratch = calloc(rv_sparse_scratch(&s->system.matrix) + 1, sizeof(double))};
    bool good = it->M && it->K && it->x && it->Mx && it->Kx && it->scratch;
    for (int k = 0; floats && k < RIGID; k++) {
        it->rigid[k] = calloc(n, sizeof(double));
        good &= it->rigid[k] != NULL;
    }
    return good;
}

static void iteration_free(iteration* it) {
    free(it->M);
    free(it->K);
    free(it->x);
    free(it->Mx);
    free(it->Kx);
    free(it->scratch);
    for (int k = 0; k < RIGID; k++)
        free(it->rigid[k]);
}

// (K + shift M) x' = M x until x K x / x M x stands still
static double iterate(iteration* it) {
    const rv_sparse* pattern = &it->solid->system.matrix;
    uint64_t random = 91;
    double square = 0.0, before;
    int n = it->solid->n;
    for (int i = 0; i < n; i++)
        it->x[i] = duriez_random(&random);
    for (int turn = 0; turn < ITERATIONS; turn++) {
        clean(it, it->x);
        rv_sparse_multiply(pattern, it->M, it->x, it->Mx);
        rv_sparse_multiply(pattern, it->K, it->x, it->Kx);
        before = square;
        square = dot(it->x, it->Kx, n);
        if (turn > 20 && fabs(square - before) < 1e-10 * square)
            break;
        memcpy(it->x, it->Mx, (size_t)n * sizeof(double));
        rv_sparse_solve(pattern, it->x, it->scratch);
    }
    return sqrt(square) / (2.0 * RV_PI);
}

double duriez_solid_frequency(duriez_solid* s, rv_fem_mass kind, double* shape) {
    iteration it;
    bool floats = s->system.matrix.n == s->fem.node_count;
    double frequency = NAN;
    if (iteration_take(&it, s, floats)) {
        rv_fem_weights mass = {.mass = 1.0, .kind = kind}, stiffness = {.stiffness = 1.0};
        rv_fem_assemble(&s->fem, &s->system, mass, NULL, it.M);
        rv_fem_assemble(&s->fem, &s->system, stiffness, NULL, it.K);
        // a floating one is stiffened a little, far below the frequencies that are looked for
        double shift = floats ? 1e6 : 0.0;
        if (floats)
            rigid_motions(&it);
        if (duriez_solid_factor(s, shift, 1.0, kind))
            frequency = iterate(&it);
        if (shape != NULL)
            memcpy(shape, it.x, (size_t)s->n * sizeof(double));
    }
    iteration_free(&it);
    return frequency;
}
