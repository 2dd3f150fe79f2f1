// Sparse symmetric matrices of 3x3 blocks against dense ones: LAPACKE where it is there, else plain
// Gauss elimination.
#include "solve/sparse.h"
#include "test.h"

#ifdef RV_TEST_LAPACKE
#include <lapacke.h>
#endif
#include <stdlib.h>

// --- a random matrix on a graph ---

enum { GRAPH_NODES = 700, GRAPH_EDGES = 20000 };

typedef struct problem {
    rv_memory memory;
    rv_sparse s;
    int first[GRAPH_NODES + 1];
    int adjacent[GRAPH_EDGES];
    uint64_t seed;
} problem;

static double random_in(problem* p, double low, double high) {
    p->seed = p->seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(p->seed >> 11) / 9007199254740992.0;
}

// neighbours in a box of cells, diagonals of the faces and one of the cell as tetrahedra have them
static bool in_box(int i, int k, const int size[3]) {
    int d[3] = {k % size[0] - i % size[0], k / size[0] % size[1] - i / size[0] % size[1],
                k / size[0] / size[1] - i / size[0] / size[1]};
    bool up = d[0] >= 0 && d[1] >= 0 && d[2] >= 0, down = d[0] <= 0 && d[1] <= 0 && d[2] <= 0;
    return i != k && (up || down) && abs(d[0]) <= 1 && abs(d[1]) <= 1 && abs(d[2]) <= 1;
}

// a graph of `n` nodes: a box if size[0] > 0, else by chance
static rv_graph make_graph(problem* p, int n, const int size[3], double chance) {
    static bool joined[GRAPH_NODES][GRAPH_NODES];
    int edges = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            joined[i][k] = joined[k][i] =
                size[0] > 0 ? in_box(i, k, size) : random_in(p, 0.0, 1.0) < chance;
    for (int i = 0; i < n; i++) {
        p->first[i] = edges;
        for (int k = 0; k < n; k++)
            if (k != i && joined[i][k])
                p->adjacent[edges++] = k;
    }
    p->first[n] = edges;
    return (rv_graph){n, p->first, p->adjacent};
}

// random blocks, and diagonals that are larger than their rows, by `margin`
static void fill(problem* p, double margin) {
    rv_sparse* s = &p->s;
    double* sum = calloc(3 * (size_t)s->n + 1, sizeof *sum);
    for (int i = 0; i < s->n; i++)
        for (int k = s->first.data[i]; k < s->first.data[i + 1] - 1; k++)
            for (int e = 0; e < 9; e++) {
                double v = s->values.data[9 * k + e] = random_in(p, -1.0, 1.0);
                sum[3 * i + e / 3] += fabs(v);
                sum[3 * s->column.data[k] + e % 3] += fabs(v);
            }
    for (int i = 0; i < s->n; i++) {
        double* own = s->values.data + 9 * (s->first.data[i + 1] - 1);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < r; c++)
                own[3 * r + c] = own[3 * c + r] = random_in(p, -1.0, 1.0);
            own[4 * r] = sum[3 * i + r] + 2.0 + margin;
        }
    }
    free(sum);
}

static problem* make_problem(int n, const int size[3], double chance) {
    problem* p = calloc(1, sizeof *p);
    p->memory = rv_memory_make((rv_allocator){0});
    p->seed = 77;
    rv_graph graph = make_graph(p, n, size, chance);
    CHECK(rv_sparse_analyse(&p->memory, &p->s, &graph));
    fill(p, 0.01);
    return p;
}

static problem* make_box(int x, int y, int z) {
    return make_problem(x * y * z, (int[]){x, y, z}, 0.0);
}

static void end_problem(problem* p) {
    rv_sparse_free(&p->memory, &p->s);
    CHECK(p->memory.used == 0);
    free(p);
}

// --- dense ---

static double* dense_of(const rv_sparse* s) {
    size_t n = 3 * (size_t)s->n;
    double* A = calloc(n * n + 1, sizeof *A);
    for (int i = 0; i < s->n; i++)
        for (int k = s->first.data[i]; k < s->first.data[i + 1]; k++)
            for (size_t e = 0; e < 9; e++) {
                size_t r = 3 * (size_t)i + e / 3, c = 3 * (size_t)s->column.data[k] + e % 3;
                A[r * n + c] = A[c * n + r] = s->values.data[9 * (size_t)k + e];
            }
    return A;
}

// x <- A^-1 x for `count` vectors; A is used up
static void dense_solve(double* A, int n, double* x, int count) {
#ifdef RV_TEST_LAPACKE
    CHECK(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, count, A, n, x, n) == 0);
#else
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= factor * A[k * n + j];
            for (int c = 0; c < count; c++)
                x[c * n + i] -= factor * x[c * n + k];
        }
    for (int c = 0; c < count; c++)
        for (int i = n - 1; i >= 0; i--) {
            for (int j = i + 1; j < n; j++)
                x[c * n + i] -= A[i * n + j] * x[c * n + j];
            x[c * n + i] /= A[i * n + i];
        }
#endif
}

// largest difference over largest number
static double distance(const double* a, const double* b, size_t count) {
    double worst = 0.0, scale = 0.0;
    for (size_t i = 0; i < count; i++) {
        // not a number is the worst
        worst = fabs(a[i] - b[i]) <= worst ? worst : fabs(a[i] - b[i]);
        scale = fmax(scale, fabs(b[i]));
    }
    return scale > 0.0 ? worst / scale : worst;
}

static double* random_vector(problem* p, size_t count) {
    double* x = malloc((count + 1) * sizeof *x);
    for (size_t i = 0; i < count; i++)
        x[i] = random_in(p, -1.0, 1.0);
    return x;
}

static double* copy_of(const double* x, size_t count) {
    double* copy = malloc((count + 1) * sizeof *copy);
    memcpy(copy, x, count * sizeof *x);
    return copy;
}

static double* scratch_for(const rv_sparse* s) {
    return malloc((rv_sparse_scratch(s) + 1) * sizeof(double));
}

// diagonals are at least as large as their rows: condition < 1e4, so that 1e-12 is rounding
static const double SOLVE_TOLERANCE = 1e-12;

static void check_problem(problem* p) {
    rv_sparse* s = &p->s;
    size_t n = 3 * (size_t)s->n;
    enum { MANY = 17 };
    double *b = random_vector(p, MANY * n), *x = copy_of(b, MANY * n), *one = copy_of(b, n);
    double *scratch = scratch_for(s), *A = dense_of(s), *exact = copy_of(b, MANY * n);
    CHECK(rv_sparse_factor(s) && s->failed == -1);
    rv_sparse_solve(s, one, scratch);
    rv_sparse_solve_many(s, x, MANY, scratch);
    dense_solve(A, (int)n, exact, MANY);
    CHECK(distance(one, exact, n) < SOLVE_TOLERANCE);
    CHECK(distance(x, exact, MANY * n) < SOLVE_TOLERANCE);
    // and back
    double* y = malloc((n + 1) * sizeof *y);
    rv_sparse_multiply(s, s->values.data, exact, y);
    CHECK(distance(y, b, n) < SOLVE_TOLERANCE);
    free(b);
    free(x);
    free(one);
    free(scratch);
    free(A);
    free(exact);
    free(y);
}

TEST(solutions_on_a_box_are_those_of_a_dense_matrix) {
    problem* p = make_box(7, 5, 4);
    check_problem(p);
    end_problem(p);
}

TEST(solutions_on_random_graphs_are_those_of_a_dense_matrix) {
    const double chance[] = {0.0, 0.01, 0.04, 0.15, 1.0};
    for (int k = 0; k < 5; k++)
        for (int n = 1; n < 90; n += 22) {
            problem* p = make_problem(n, (int[]){0, 0, 0}, chance[k]);
            check_problem(p);
            end_problem(p);
        }
}

TEST(a_matrix_without_rows_is_solved) {
    problem* p = make_problem(0, (int[]){0, 0, 0}, 0.0);
    CHECK(rv_sparse_factor(&p->s));
    double* scratch = scratch_for(&p->s);
    rv_sparse_solve(&p->s, scratch, scratch);
    free(scratch);
    end_problem(p);
}

TEST(new_values_are_factored_without_memory) {
    problem* p = make_box(5, 4, 3);
    check_problem(p);
    uint64_t allocations = p->memory.allocation_count;
    fill(p, 3.0);
    check_problem(p);
    CHECK(p->memory.allocation_count == allocations);
    end_problem(p);
}

TEST(a_new_pattern_takes_the_place_of_the_old_one) {
    problem* p = make_box(5, 4, 3);
    check_problem(p);
    const int sizes[3][3] = {{2, 3, 2}, {6, 6, 4}, {1, 1, 2}};
    for (int k = 0; k < 3; k++) {
        const int* size = sizes[k];
        rv_graph graph = make_graph(p, size[0] * size[1] * size[2], size, 0.0);
        CHECK(rv_sparse_analyse(&p->memory, &p->s, &graph));
        fill(p, 0.01);
        check_problem(p);
    }
    end_problem(p);
}

TEST(vectors_of_two_and_of_four_give_the_same_bits) {
    problem* p = make_box(6, 5, 5);
    rv_sparse* s = &p->s;
    size_t n = 3 * (size_t)s->n;
    double *fours = random_vector(p, 13 * n), *pairs = copy_of(fours, 13 * n);
    double* scratch = scratch_for(s);
    CHECK(rv_sparse_factor(s));
    rv_sparse_solve(s, fours, scratch);
    rv_sparse_solve_many(s, fours + n, 12, scratch);
    s->in_pairs = true;
    CHECK(rv_sparse_factor(s));
    rv_sparse_solve(s, pairs, scratch);
    rv_sparse_solve_many(s, pairs + n, 12, scratch);
    CHECK(memcmp(fours, pairs, 13 * n * sizeof *fours) == 0);
    free(fours);
    free(pairs);
    free(scratch);
    end_problem(p);
}

// --- part of the inverse ---

static bool count_calls(void* context, double done) {
    double* last = context;
    CHECK(done > *last && done <= 1.0);
    *last = done;
    return true;
}

static bool stop_at_half(void* context, double done) {
    *(double*)context = done;
    return done < 0.5;
}

TEST(a_part_of_the_inverse_is_that_of_the_dense_one) {
    problem* p = make_box(7, 5, 4);
    rv_sparse* s = &p->s;
    size_t n = 3 * (size_t)s->n;
    enum { PART = 30 };
    int rows[PART];
    for (int k = 0; k < PART; k++)
        rows[k] = k * 37 % s->n; // not in order
    rows[7] = -1;                // held
    rows[11] = rows[3];          // twice
    double *A = dense_of(s), *inverse = calloc(n * n, sizeof *inverse), last = 0.0;
    for (size_t i = 0; i < n; i++)
        inverse[i * n + i] = 1.0;
    dense_solve(A, (int)n, inverse, (int)n);
    double *C = malloc(9 * PART * PART * sizeof *C), *exact = calloc(9 * PART * PART, sizeof *C);
    double* scratch = malloc(rv_sparse_inverse_scratch(s, PART) * sizeof *scratch);
    memset(C, 0xff, 9 * PART * PART * sizeof *C); // not numbers
    CHECK(rv_sparse_factor(s));
    CHECK(rv_sparse_inverse_part(s, &(rv_sparse_sums){.count = PART, .row = rows}, C, scratch,
                                 (rv_sparse_progress){count_calls, &last}));
    CHECK(last == 1.0);
    bool symmetric = true;
    for (int i = 0; i < 3 * PART; i++)
        for (int j = 0; j < 3 * PART; j++) {
            int r = rows[i / 3], c = rows[j / 3];
            if (r >= 0 && c >= 0)
                exact[i * 3 * PART + j] = inverse[(3 * r + i % 3) * (int)n + 3 * c + j % 3];
            symmetric = symmetric && C[i * 3 * PART + j] == C[j * 3 * PART + i];
        }
    CHECK(symmetric);
    CHECK(distance(C, exact, 9 * PART * PART) < SOLVE_TOLERANCE);
    CHECK(!rv_sparse_inverse_part(s, &(rv_sparse_sums){.count = PART, .row = rows}, C, scratch,
                                  (rv_sparse_progress){stop_at_half, &last}));
    CHECK(last >= 0.5 && last < 1.0);
    free(A);
    free(inverse);
    free(C);
    free(exact);
    free(scratch);
    end_problem(p);
}

// --- what cannot be solved ---

TEST(a_matrix_that_is_not_positive_definite_is_told_with_its_row) {
    problem* p = make_box(5, 4, 3);
    rv_sparse* s = &p->s;
    const double bad[] = {-1.0, 0.0, NAN, INFINITY};
    for (int k = 0; k < 4; k++) {
        fill(p, 0.01);
        CHECK(rv_sparse_factor(s));
        // its pivot is smaller than its diagonal, whenever it is eliminated
        s->values.data[9 * (s->first.data[18] - 1) + 4] = bad[k];
        CHECK(!rv_sparse_factor(s));
        CHECK(k == 3 || s->failed == 17);
    }
    fill(p, 0.01);
    check_problem(p);
    end_problem(p);
}

TEST(a_singular_matrix_is_told_although_rounding_hides_it) {
    problem* p = make_box(5, 4, 3);
    rv_sparse* s = &p->s;
    // springs between neighbours, nothing held: the last pivots are rounding, of either sign
    memset(s->values.data, 0, (size_t)s->values.count * sizeof *s->values.data);
    for (int i = 0; i < s->n; i++)
        for (int k = s->first.data[i]; k < s->first.data[i + 1] - 1; k++) {
            double stiffness = random_in(p, 1.0, 2.0);
            int other = s->column.data[k];
            for (int r = 0; r < 3; r++) {
                s->values.data[9 * k + 4 * r] = -stiffness;
                s->values.data[9 * (s->first.data[i + 1] - 1) + 4 * r] += stiffness;
                s->values.data[9 * (s->first.data[other + 1] - 1) + 4 * r] += stiffness;
            }
        }
    CHECK(!rv_sparse_factor(s));
    // one spring to the ground, a millionth of the others, holds it
    s->values.data[0] += 1e-6;
    s->values.data[4] += 1e-6;
    s->values.data[8] += 1e-6;
    CHECK(rv_sparse_factor(s));
    end_problem(p);
}

// --- memory ---

typedef struct limited {
    int left;
} limited;

static void* allocate_limited(void* context, size_t bytes) {
    limited* l = context;
    return l->left-- > 0 ? malloc(bytes) : NULL;
}
static void release_limited(void* context, void* block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

TEST(without_memory_an_analysis_fails_and_leaks_nothing) {
    problem* p = make_box(4, 3, 3);
    rv_graph graph = {36, p->first, p->adjacent};
    bool fine = false;
    int failures = 0;
    for (int left = 0; !fine && left < 100; left++) {
        limited l = {left};
        rv_memory memory = rv_memory_make((rv_allocator){allocate_limited, release_limited, &l});
        rv_sparse s = {0};
        fine = rv_sparse_analyse(&memory, &s, &graph);
        failures += !fine;
        rv_sparse_free(&memory, &s);
        CHECK(memory.used == 0);
    }
    CHECK(fine && failures > 10);
    end_problem(p);
}
