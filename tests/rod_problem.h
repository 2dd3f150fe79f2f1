// A thread's system under test: masses, bending and contacts with made-up numbers, and the same as
// one dense matrix, solved with row exchanges in extended precision.
#ifndef REEVE_ROD_PROBLEM_H
#define REEVE_ROD_PROBLEM_H

#include "failing_allocator.h"
#include "solve/rod_system.h"
#include "world_fixture.h"

enum { ROD_VERTICES = 10000, ROD_PAIRS = 4000, ROD_DENSE = 400 };

typedef struct rod_problem {
    fixture_random random;
    int n, pair_count;
    unsigned char prescribed[ROD_VERTICES];
    int pairs[2 * ROD_PAIRS];
    double mass_ratio; // masses are between 1 and this, evenly in their logarithm
    double bending;    // per mass of a vertex
    double sigma_low;  // Sigma is between these
    double sigma_high; //
    double zigzag;     // how far directions are off a line
    rv_memory memory;
    rv_rod_system system;
    double v[3 * ROD_VERTICES], p[ROD_VERTICES]; // right-hand sides, answers
    double r[3 * ROD_VERTICES], b[ROD_VERTICES]; // right-hand sides as they were
} rod_problem;

static inline rod_problem* problem_make(int n, uint64_t seed) {
    rod_problem* t = calloc(1, sizeof *t);
    t->random.state = seed * 0x9e3779b97f4a7c15ull + 1;
    t->n = n;
    t->mass_ratio = 1.0;
    t->bending = 1.0;
    t->sigma_high = 1e-3;
    t->zigzag = 1.0;
    t->memory = rv_memory_make((rv_allocator){0});
    return t;
}

static inline void problem_free(rod_problem* t) {
    rv_rod_system_free(&t->memory, &t->system);
    CHECK(t->memory.used == 0);
    free(t);
}

static inline void problem_pair(rod_problem* t, int i, int j) {
    t->pairs[2 * t->pair_count] = i;
    t->pairs[2 * t->pair_count + 1] = j;
    t->pair_count++;
}

// edges i and j touch: four pairs
static inline void problem_touch(rod_problem* t, int i, int j) {
    problem_pair(t, i, j);
    problem_pair(t, i, j + 1);
    problem_pair(t, i + 1, j);
    problem_pair(t, i + 1, j + 1);
}

// a double helix: the two halves lie beside each other, but for `free` edges at either end
static inline void problem_plectoneme(rod_problem* t, int free) {
    for (int i = free; i < t->n - 2 - i - 3; i++) {
        problem_touch(t, i, t->n - 2 - i);
        problem_touch(t, i, t->n - 3 - i);
    }
}

// `count` touches between three stretches, as in an overhand knot
static inline void problem_knot(rod_problem* t, int count) {
    int at[3] = {t->n / 4, t->n / 2, 3 * t->n / 4};
    for (int k = 0; k < count; k++) {
        int i = k % 3, j = (k + 1) % 3, low = at[i] + k / 3, high = at[j] + (k * 7 % count) / 3;
        problem_touch(t, low < high ? low : high, low < high ? high : low);
    }
}

static inline rv_rod_pattern problem_pattern(const rod_problem* t) {
    return (rv_rod_pattern){t->n, t->prescribed, t->pairs, t->pair_count};
}

static inline rv_mat3 outer(const double a[3], const double b[3]) {
    rv_mat3 m;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            m.m[r][c] = a[r] * b[c];
    return m;
}

static inline void problem_add(rod_problem* t, int k, double factor, const double a[3],
                               const double b[3], int i, int j) {
    rv_rod_system* s = &t->system;
    rv_mat3* to = k >= 0       ? &s->extra.data[k]
                  : i == j     ? &s->diagonal.data[i]
                  : j - i == 1 ? &s->next.data[i]
                               : &s->second.data[i];
    rv_mat3 m = outer(a, b);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->m[r][c] += factor * m.m[r][c];
}

static inline void problem_direction(rod_problem* t, double d[3], double size) {
    for (int i = 0; i < 3; i++)
        d[i] = random_in(&t->random, -size, size);
}

// masses, bending, directions; every pair pulls along a direction, positive semi-definite
static inline void problem_values(rod_problem* t) {
    rv_rod_system* s = &t->system;
    rv_rod_system_clear(s);
    double largest = log(t->mass_ratio);
    for (int i = 0; i < t->n; i++) {
        double mass = exp(random_in(&t->random, 0.0, 1.0) * largest);
        for (int c = 0; c < 3; c++)
            s->diagonal.data[i].m[c][c] += mass;
        for (int c = 0; i + 2 < t->n && c < 3; c++) {
            double d[3][3];
            for (int k = 0; k < 3; k++)
                problem_direction(t, d[k], 1.0);
            for (int k = 0; k < 3; k++)
                for (int l = k; l < 3; l++)
                    problem_add(t, -1, t->bending * mass, d[k], d[l], i + k, i + l);
        }
    }
    for (int e = 0; e + 1 < t->n; e++) {
        double d[3];
        problem_direction(t, d, t->zigzag);
        s->direction.data[e] = rv_vec3_normalize(rv_vec3_make(0.8 + d[0], 0.5 + d[1], d[2] - 0.3));
        s->sigma.data[e] = random_in(&t->random, t->sigma_low, t->sigma_high);
    }
    for (int k = 0; k < t->pair_count; k++) {
        int i = t->pairs[2 * k], j = t->pairs[2 * k + 1];
        double d[2][3];
        problem_direction(t, d[0], 1.0);
        problem_direction(t, d[1], 1.0);
        problem_add(t, k, 1.0, d[0], i == j ? d[0] : d[1], i, j);
        if (i != j) {
            problem_add(t, -1, 1.0, d[0], d[0], i, i);
            problem_add(t, -1, 1.0, d[1], d[1], j, j);
        }
    }
}

static inline void problem_sides(rod_problem* t) {
    for (int i = 0; i < 3 * t->n; i++)
        t->v[i] = t->r[i] = random_in(&t->random, -1.0, 1.0);
    for (int e = 0; e + 1 < t->n; e++)
        t->p[e] = t->b[e] = random_in(&t->random, -1.0, 1.0);
}

// analyses, fills and factors; returns how many pivots were replaced
static inline int problem_factor(rod_problem* t) {
    rv_rod_pattern pattern = problem_pattern(t);
    CHECK(rv_rod_system_analyse(&t->memory, &t->system, &pattern));
    problem_values(t);
    problem_sides(t);
    return rv_rod_system_factor(&t->system);
}

static inline void problem_solve(rod_problem* t) {
    rv_rod_system_prescribe(&t->system, t->v, t->p);
    rv_rod_system_solve(&t->system, t->v, t->p);
}

// --- the same as one dense system: velocities, then multipliers ---

typedef struct dense_rod {
    int size;
    long double K[ROD_DENSE][ROD_DENSE + 1]; // the last column: right-hand side, then the answer
} dense_rod;

static inline void dense_add(dense_rod* d, const rv_mat3* m, int i, int j) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            double value = i == j && c > r ? m->m[c][r] : m->m[r][c];
            d->K[3 * i + r][3 * j + c] += value;
            if (i != j)
                d->K[3 * j + c][3 * i + r] += value;
        }
}

static inline void dense_edge(dense_rod* d, const rod_problem* t, int e) {
    const rv_vec3* u = &t->system.direction.data[e];
    const double direction[3] = {u->x, u->y, u->z};
    int row = 3 * t->n + e;
    for (int c = 0; c < 3; c++) {
        d->K[row][3 * e + c] = d->K[3 * e + c][row] = -direction[c];
        d->K[row][3 * e + 3 + c] = d->K[3 * e + 3 + c][row] = direction[c];
    }
    d->K[row][row] = -t->system.sigma.data[e];
}

// row `row` becomes x = value
static inline void dense_know(dense_rod* d, int row, double value) {
    memset(d->K[row], 0, sizeof d->K[row]);
    d->K[row][row] = 1.0L;
    d->K[row][d->size] = value;
}

static inline void dense_assemble(dense_rod* d, const rod_problem* t) {
    const rv_rod_system* s = &t->system;
    memset(d, 0, sizeof *d);
    d->size = 4 * t->n - 1;
    for (int i = 0; i < t->n; i++) {
        dense_add(d, &s->diagonal.data[i], i, i);
        if (i + 1 < t->n)
            dense_add(d, &s->next.data[i], i, i + 1);
        if (i + 2 < t->n)
            dense_add(d, &s->second.data[i], i, i + 2);
    }
    for (int k = 0; k < t->pair_count; k++)
        dense_add(d, &s->extra.data[k], t->pairs[2 * k], t->pairs[2 * k + 1]);
    for (int e = 0; e + 1 < t->n; e++)
        dense_edge(d, t, e);
    for (int i = 0; i < 3 * t->n; i++) {
        d->K[i][d->size] = t->r[i];
        if (t->prescribed[i / 3])
            dense_know(d, i, t->r[i]);
    }
    for (int e = 0; e + 1 < t->n; e++) {
        d->K[3 * t->n + e][d->size] = t->b[e];
        if (t->prescribed[e] && t->prescribed[e + 1])
            dense_know(d, 3 * t->n + e, 0.0);
    }
}

static inline void dense_eliminate(dense_rod* d, int k) {
    int best = k;
    for (int i = k + 1; i < d->size; i++)
        if (fabsl(d->K[i][k]) > fabsl(d->K[best][k]))
            best = i;
    for (int c = k; c <= d->size; c++) {
        long double kept = d->K[k][c];
        d->K[k][c] = d->K[best][c];
        d->K[best][c] = kept;
    }
    for (int i = k + 1; i < d->size; i++) {
        long double factor = d->K[i][k] / d->K[k][k];
        for (int c = k; factor != 0.0L && c <= d->size; c++)
            d->K[i][c] -= factor * d->K[k][c];
    }
}

static inline void dense_solve(dense_rod* d) {
    for (int k = 0; k < d->size; k++)
        dense_eliminate(d, k);
    for (int i = d->size - 1; i >= 0; i--) {
        for (int c = i + 1; c < d->size; c++)
            d->K[i][d->size] -= d->K[i][c] * d->K[c][d->size];
        d->K[i][d->size] /= d->K[i][i];
    }
}

// --- errors ---

static inline double largest_of(const double* x, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++)
        largest = isnan(x[i]) ? INFINITY : fmax(largest, fabs(x[i]));
    return largest;
}

typedef struct rod_error {
    double v, p; // of the answers, as part of the largest
} rod_error;

static inline rod_error problem_error(const rod_problem* t) {
    static dense_rod d;
    dense_assemble(&d, t);
    dense_solve(&d);
    double off[2] = {0.0, 0.0}, largest[2] = {0.0, 0.0};
    for (int i = 0; i < d.size; i++) {
        int kind = i >= 3 * t->n;
        double exact = (double)d.K[i][d.size], x = kind ? t->p[i - 3 * t->n] : t->v[i];
        off[kind] = isnan(x) ? INFINITY : fmax(off[kind], fabs(x - exact));
        largest[kind] = fmax(largest[kind], fabs(exact));
    }
    return (rod_error){off[0] / largest[0], largest[1] > 0.0 ? off[1] / largest[1] : off[1]};
}

#endif
