// A KKT system under test: built block by block, filled with random values, and assembled as one
// dense matrix for an independent solution, by LAPACKE in double or by elimination in quadruple
// precision.
//   kkt_system s = {.seed = 7};
//   int a = system_block(&s, 6), b = system_block(&s, 6);
//   system_group(&s, 3, false, 2, (int[]){a, b});
//   system_fill(&s, &kkt, options);                      // analyse and write values
//   dense_system d = dense_of(&kkt); dense_solve(&d);    // d.x: v, then -impulses
#ifndef REEVE_KKT_SYSTEM_H
#define REEVE_KKT_SYSTEM_H

#include "solve/kkt.h"
#include "test.h"

#ifdef RV_TEST_LAPACKE
#include <lapacke.h>
#endif
#include <stdlib.h>

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 quad;
#else
typedef long double quad;
#endif

enum { SYSTEM_BLOCKS = 1100, SYSTEM_GROUPS = 1100, SYSTEM_REFERENCES = 4000, SYSTEM_PAIRS = 400 };

typedef struct kkt_system {
    uint64_t seed;
    int blocks, groups, references, pairs, dofs_used;
    int block_size[SYSTEM_BLOCKS];
    double weight[SYSTEM_BLOCKS];
    const rv_substructure* substructure[SYSTEM_BLOCKS];
    int group_size[SYSTEM_GROUPS], group_first[SYSTEM_GROUPS + 1], anchored[SYSTEM_GROUPS];
    int soft[SYSTEM_GROUPS];
    int reference_block[SYSTEM_REFERENCES], dof_first[SYSTEM_REFERENCES + 1];
    int dof[SYSTEM_REFERENCES];
    int pair[SYSTEM_PAIRS][2];
} kkt_system;

// uniform in [-1, 1)
static inline double system_random(kkt_system* s) {
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(s->seed ^ (s->seed >> 29)) / 9223372036854775808.0;
}

static inline int system_random_below(kkt_system* s, int n) {
    int k = (int)((system_random(s) + 1.0) * 0.5 * n);
    return k < n ? k : n - 1;
}

static inline int system_block(kkt_system* s, int size) {
    s->block_size[s->blocks] = size;
    s->weight[s->blocks] = 1.0;
    return s->blocks++;
}

static inline int system_substructure(kkt_system* s, const rv_substructure* sub) {
    s->substructure[s->blocks] = sub;
    return system_block(s, sub->size);
}

static inline int system_group(kkt_system* s, int size, bool anchored, int count,
                               const int* block) {
    s->group_size[s->groups] = size;
    s->anchored[s->groups] = anchored;
    for (int k = 0; k < count; k++) {
        s->reference_block[s->references++] = block[k];
        s->dof_first[s->references] = s->dofs_used;
    }
    s->group_first[++s->groups] = s->references;
    return s->groups - 1;
}

// the last reference, to a substructure, is about these of its dofs
static inline void system_reference_dofs(kkt_system* s, int reference, int count, const int* dof) {
    for (int k = 0; k < count; k++)
        s->dof[s->dofs_used++] = dof[k];
    for (int k = reference + 1; k <= s->references; k++)
        s->dof_first[k] = s->dofs_used;
}

static inline void system_pair(kkt_system* s, int a, int b) {
    s->pair[s->pairs][0] = a;
    s->pair[s->pairs++][1] = b;
}

static inline rv_kkt_pattern system_pattern(const kkt_system* s) {
    return (rv_kkt_pattern){
        .block_count = s->blocks,
        .block_size = s->block_size,
        .block_weight = s->weight,
        .block_substructure = s->substructure,
        .group_count = s->groups,
        .group_size = s->group_size,
        .group_first = s->group_first,
        .reference_block = s->reference_block,
        .group_anchored = s->anchored,
        .group_soft = s->soft,
        .reference_dof_first = s->dof_first,
        .reference_dof = s->dof,
        .pair_count = s->pairs,
        .pair = (const int(*)[2])s->pair,
    };
}

typedef struct fill_options {
    double mass_decades; // masses are 10^-decades/2 .. 10^decades/2
    double sigma;        // of every row, over the mass scale; < 0: random up to |sigma|
    bool equal_rows;     // every row of a group on the same blocks as the one before repeats it
} fill_options;

// A += P P^T for a random P, so that A stays positive definite
static inline void add_random_square(kkt_system* s, int size, double scale, double* A) {
    double P[36];
    for (int k = 0; k < size * size; k++)
        P[k] = system_random(s);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            for (int k = 0; k < size; k++)
                A[i * size + j] += scale * P[k * size + i] * P[k * size + j];
}

// a spring between two blocks: [P; -Q] [P; -Q]^T
static inline void fill_pair(kkt_system* s, rv_kkt* kkt, int pair) {
    int a = s->pair[pair][0], b = s->pair[pair][1];
    int sa = s->block_size[a], sb = s->block_size[b];
    double P[18], Q[18];
    for (int k = 0; k < 3 * sa; k++)
        P[k] = system_random(s);
    for (int k = 0; k < 3 * sb; k++)
        Q[k] = system_random(s);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < sa; i++)
            for (int j = 0; j < sa; j++)
                rv_kkt_block(kkt, a)[j * sa + i] += P[k * sa + i] * P[k * sa + j];
        for (int i = 0; i < sb; i++)
            for (int j = 0; j < sb; j++)
                rv_kkt_block(kkt, b)[j * sb + i] += Q[k * sb + i] * Q[k * sb + j];
        for (int i = 0; i < sa; i++)
            for (int j = 0; j < sb; j++)
                rv_kkt_pair(kkt, pair)[j * sa + i] -= P[k * sa + i] * Q[k * sb + j];
    }
}

static inline void fill_rows(kkt_system* s, rv_kkt* kkt, fill_options options) {
    for (int g = 0; g < s->groups; g++) {
        int rows = s->group_size[g];
        bool repeats = options.equal_rows && g > 0 && s->group_size[g - 1] == rows
                       && s->group_first[g + 1] - s->group_first[g]
                              == s->group_first[g] - s->group_first[g - 1];
        for (int k = s->group_first[g]; k < s->group_first[g + 1]; k++) {
            int before = k - (s->group_first[g + 1] - s->group_first[g]);
            int block = s->reference_block[k];
            int columns = s->substructure[block] != NULL ? s->dof_first[k + 1] - s->dof_first[k]
                                                         : s->block_size[block];
            repeats = repeats && s->reference_block[before] == block;
            for (int i = 0; i < rows * columns; i++)
                rv_kkt_jacobian(kkt, k)[i] =
                    repeats ? rv_kkt_jacobian(kkt, before)[i] : system_random(s);
        }
        for (int i = kkt->row_first.data[g]; i < kkt->row_first.data[g + 1]; i++) {
            kkt->sigma.data[i] = options.sigma >= 0.0
                                     ? options.sigma
                                     : -options.sigma * (0.5 + 0.5 * system_random(s));
            kkt->bias.data[i] = repeats ? kkt->bias.data[i - rows] : system_random(s);
            kkt->lower.data[i] = -INFINITY;
            kkt->upper.data[i] = INFINITY;
        }
    }
}

static inline bool system_fill(kkt_system* s, rv_memory* memory, rv_kkt* kkt,
                               fill_options options) {
    for (int i = 0; i < s->blocks; i++)
        s->weight[i] = pow(10.0, 0.5 * options.mass_decades * system_random(s));
    rv_kkt_pattern pattern = system_pattern(s);
    if (!rv_kkt_analyse(memory, kkt, &pattern))
        return false;
    for (int i = 0; i < s->blocks; i++) {
        int size = s->block_size[i];
        for (int k = 0; k < size; k++)
            kkt->r.data[kkt->block_first.data[i] + k] = s->weight[i] * system_random(s);
        if (s->substructure[i] != NULL)
            continue;
        double* A = rv_kkt_block(kkt, i);
        memset(A, 0, (size_t)(size * size) * sizeof *A);
        for (int k = 0; k < size; k++)
            A[k * size + k] = s->weight[i];
        add_random_square(s, size, 0.3 * s->weight[i], A);
    }
    for (int i = 0; i < kkt->off_diagonal.count; i++)
        kkt->off_diagonal.data[i] = 0.0;
    for (int k = 0; k < s->pairs; k++)
        fill_pair(s, kkt, k);
    fill_rows(s, kkt, options);
    return true;
}

// the saddle matrix with all rows, and the right-hand side; fixed rows are replaced by Lam = bound
typedef struct dense_system {
    int dofs, n;
    double* M; // n x n, symmetric
    double* x; // right-hand side, then solution: v, then -Lam
} dense_system;

static inline void dense_blocks(const rv_kkt* kkt, dense_system* d) {
    int n = d->n;
    for (int i = 0; i < kkt->block_count; i++) {
        int size = kkt->block_size.data[i], first = kkt->block_first.data[i];
        const rv_substructure* sub = kkt->block_substructure.data[i];
        double* unit = calloc((size_t)(2 * size), sizeof *unit);
        for (int c = 0; c < size; c++) {
            unit[c] = 1.0;
            if (sub != NULL)
                sub->multiply(sub->self, unit, unit + size);
            for (int r = 0; r < size; r++)
                d->M[(first + r) * n + first + c] =
                    sub != NULL ? unit[size + r]
                                : kkt->diagonal.data[kkt->diagonal_offset.data[i] + c * size + r];
            unit[c] = 0.0;
        }
        free(unit);
    }
    for (int k = 0; k < kkt->pair_count; k++) {
        int a = kkt->pair_block.data[2 * k], b = kkt->pair_block.data[2 * k + 1];
        int rows = kkt->block_size.data[a], columns = kkt->block_size.data[b];
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < rows; r++) {
                int i = kkt->block_first.data[a] + r, j = kkt->block_first.data[b] + c;
                double value = kkt->off_diagonal.data[kkt->pair_offset.data[k] + c * rows + r];
                d->M[i * n + j] += value;
                d->M[j * n + i] += value;
            }
    }
}

static inline void dense_rows(const rv_kkt* kkt, dense_system* d) {
    int n = d->n;
    for (int g = 0; g < kkt->group_count; g++) {
        int rows = kkt->group_size.data[g];
        for (int r = 0; r < rows; r++) {
            int row = kkt->row_first.data[g] + r, i = d->dofs + row;
            bool fixed = kkt->state.data[row] != RV_ROW_FREE;
            d->M[i * n + i] = fixed ? -1.0 : -kkt->sigma.data[row];
            d->x[i] = fixed ? kkt->impulse.data[row] : kkt->bias.data[row];
            for (int k = kkt->group_first.data[g]; k < kkt->group_first.data[g + 1]; k++) {
                int block = kkt->reference_block.data[k];
                bool sub = kkt->block_substructure.data[block] != NULL;
                int first = kkt->reference_dof_first.data[k];
                int columns = sub ? kkt->reference_dof_first.data[k + 1] - first
                                  : kkt->block_size.data[block];
                for (int c = 0; c < columns; c++) {
                    int j = kkt->block_first.data[block]
                            + (sub ? kkt->reference_dof.data[first + c] : c);
                    double value = kkt->jacobian.data[kkt->jacobian_offset.data[k] + c * rows + r];
                    if (fixed)
                        d->x[j] += value * kkt->impulse.data[row];
                    else
                        d->M[i * n + j] = d->M[j * n + i] = value;
                }
            }
        }
    }
}

static inline dense_system dense_of(const rv_kkt* kkt) {
    dense_system d = {.dofs = kkt->dof_count, .n = kkt->dof_count + kkt->row_count};
    d.M = calloc((size_t)(d.n * d.n), sizeof *d.M);
    d.x = calloc((size_t)d.n, sizeof *d.x);
    if (kkt->dof_count > 0)
        memcpy(d.x, kkt->r.data, (size_t)kkt->dof_count * sizeof *d.x);
    dense_blocks(kkt, &d);
    dense_rows(kkt, &d);
    return d;
}

static inline void dense_free(dense_system* d) {
    free(d->M);
    free(d->x);
}

// elimination in quadruple precision, dofs first and then rows, without pivoting: the matrix is
// quasi-definite; skips zeros
static inline void dense_solve_quad(dense_system* d) {
    int n = d->n;
    quad* M = malloc((size_t)(n * n) * sizeof *M);
    quad* x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n * n; i++)
        M[i] = (quad)d->M[i];
    for (int i = 0; i < n; i++)
        x[i] = (quad)d->x[i];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            if (M[i * n + k] == 0)
                continue;
            quad l = M[i * n + k] / M[k * n + k];
            x[i] -= l * x[k];
            for (int j = k + 1; j < n; j++)
                if (M[k * n + j] != 0)
                    M[i * n + j] -= l * M[k * n + j];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            if (M[k * n + j] != 0)
                x[k] -= M[k * n + j] * x[j];
        x[k] /= M[k * n + k];
        d->x[k] = (double)x[k];
    }
    free(M);
    free(x);
}

#ifdef RV_TEST_LAPACKE
// LAPACKE's Bunch-Kaufman; columns scaled to one first, since it pivots by size
static inline bool dense_solve(dense_system* d) {
    int n = d->n;
    double* scale = malloc((size_t)n * sizeof *scale);
    int* pivot = malloc((size_t)n * sizeof *pivot);
    for (int i = 0; i < n; i++)
        scale[i] = 1.0 / sqrt(fabs(d->M[i * n + i]) + 1e-300);
    for (int i = d->dofs; i < n; i++) {
        double response = fabs(d->M[i * n + i]);
        for (int j = 0; j < d->dofs; j++)
            response += d->M[i * n + j] * d->M[i * n + j] * scale[j] * scale[j];
        scale[i] = 1.0 / sqrt(response);
    }
    for (int i = 0; i < n; i++) {
        d->x[i] *= scale[i];
        for (int j = 0; j < n; j++)
            d->M[i * n + j] *= scale[i] * scale[j];
    }
    int info = LAPACKE_dsysv(LAPACK_COL_MAJOR, 'L', n, 1, d->M, n, pivot, d->x, n);
    for (int i = 0; i < n; i++)
        d->x[i] *= scale[i];
    free(scale);
    free(pivot);
    return info == 0;
}
#else
static inline bool dense_solve(dense_system* d) {
    dense_solve_quad(d);
    return true;
}
#endif

// the larger error; anything that is not a number is the largest
static inline double worse(double a, double b) {
    return b <= a ? a : (b > a ? b : INFINITY);
}

// the largest difference of a to b, over the largest of b
static inline double relative_error(int n, const double* a, const double* b) {
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < n; i++) {
        largest = fmax(largest, fabs(b[i]));
        error = worse(error, fabs(a[i] - b[i]));
    }
    return largest > 0.0 ? error / largest : error;
}

// largest difference of v to the dense solution, over the largest v
static inline double error_of_v(const rv_kkt* kkt, const dense_system* d) {
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < kkt->dof_count; i++) {
        largest = fmax(largest, fabs(d->x[i]));
        error = worse(error, fabs(kkt->v.data[i] - d->x[i]));
    }
    return largest > 0.0 ? error / largest : error;
}

static inline double error_of_impulses(const rv_kkt* kkt, const dense_system* d) {
    double largest = 0.0, error = 0.0;
    for (int i = 0; i < kkt->row_count; i++) {
        largest = fmax(largest, fabs(d->x[d->dofs + i]));
        error = worse(error, fabs(kkt->impulse.data[i] + d->x[d->dofs + i]));
    }
    return largest > 0.0 ? error / largest : error;
}

#endif
