// The matrix of a rod's implicit step: every block against a dense sum over joints and edges, and what
// it carries on of the motion before.
#include "world_fixture.h"

#include "model/rod.h"

enum { VERTICES_MAX = 24, DOFS_MAX = 3 * VERTICES_MAX };

typedef struct bench {
    fixture_random random;
    rv_memory memory;
    rv_rod_work work;
    int n;
    double length[VERTICES_MAX], m[VERTICES_MAX], before[VERTICES_MAX];
    rv_vec3 x[VERTICES_MAX], v[VERTICES_MAX];
    double r[DOFS_MAX];
    rv_rod_step step;
    double A[DOFS_MAX][DOFS_MAX], expected[DOFS_MAX]; // as a dense sum
} bench;

static void make_arrays(bench* b) {
    rv_memory* m = &b->memory;
    rv_rod_work* w = &b->work;
    int n = b->n;
    *m = rv_memory_make((rv_allocator){0});
    w->lead = w;
    CHECK(rv_array_resize(m, &w->values, RV_ROD_VALUES * n)
          && rv_array_resize(m, &w->stiffness, RV_ROD_STIFFNESS * n)
          && rv_array_resize(m, &w->used, n) && rv_array_resize(m, &w->drag, n)
          && rv_array_resize(m, &w->prescribed, n));
    for (int i = 0; i < n; i++)
        w->prescribed.data[i] = i == 0;
    CHECK(rv_rod_system_analyse(
        m, &w->system, &(rv_rod_pattern){.vertex_count = n, .prescribed = w->prescribed.data}));
}

static void free_arrays(bench* b) {
    rv_rod_work* w = &b->work;
    rv_rod_system_free(&b->memory, &w->system);
    rv_array_free(&b->memory, &w->values);
    rv_array_free(&b->memory, &w->stiffness);
    rv_array_free(&b->memory, &w->used);
    rv_array_free(&b->memory, &w->drag);
    rv_array_free(&b->memory, &w->prescribed);
    CHECK(b->memory.used == 0);
}

// a random rod with joints up to `bend` rad and numbers that leave no term out
static void make(bench* b, int n, double bend, uint64_t seed) {
    memset(b, 0, sizeof *b);
    b->n = n;
    b->random.state = seed;
    fixture_random* r = &b->random;
    make_arrays(b);
    rv_vec3 t = rv_vec3_normalize(random_vec(r, 1.0));
    for (int i = 0; i < n; i++) {
        b->length[i] = random_in(r, 0.5, 1.5);
        b->m[i] = random_in(r, 0.5, 2.0);
        b->v[i] = random_vec(r, 1.0);
        b->before[i] = random_in(r, -1.0, 3.0);
        b->work.used.data[i] = i % 3 == 2 ? 0.0 : random_in(r, 0.0, 3.0);
        b->work.drag.data[i] = random_in(r, 0.0, 1.0);
        if (i + 1 < n)
            b->x[i + 1] = rv_vec3_mul_add(b->x[i], b->length[i], t);
        rv_vec3 axis = rv_vec3_normalize(rv_vec3_cross(t, random_vec(r, 1.0)));
        double angle = i % 4 == 3 ? 0.0 : random_in(r, 0.0, bend);
        t = rv_quat_rotate(rv_quat_exp(rv_vec3_scale(axis, angle)), t);
    }
    b->work.line = rv_rod_line_at(b->work.values.data, n, false, b->length);
    b->step = (rv_rod_step){.work = &b->work,
                            .v = b->v,
                            .m = b->m,
                            .before = b->before,
                            .h = 0.5,
                            .gamma = 0.6,
                            .EA = 7.0,
                            .EI = 1.3,
                            .viscous = 0.4,
                            .rubbing = 0.3,
                            .damped = 0.2,
                            .r = b->r};
    rv_rod_measure(&b->work.line, b->x, b->step.EI);
}

// (k + damping) g g^T into A, and k g (g.v) into r; g: on vertices i-1, i, i+1
static void add_direction(bench* b, int i, const rv_vec3 g[3], double k, double damping) {
    double rate = 0.0;
    for (int a = 0; a < 3; a++)
        rate += rv_vec3_dot(g[a], b->v[i - 1 + a]);
    for (int row = 0; row < 9; row++) {
        double left = (&g[row / 3].x)[row % 3];
        b->expected[3 * (i - 1) + row] += k * rate * left;
        for (int c = 0; c < 9; c++)
            b->A[3 * (i - 1) + row][3 * (i - 1) + c] += (k + damping) * left * (&g[c / 3].x)[c % 3];
    }
}

static double unresolved(double s) {
    return s * s / (s * s + 4.0);
}

// of the tension of edge j that the step does not resolve
static double share_of(const bench* b, int j) {
    double m = j == 0 ? fmax(b->m[0], b->m[1]) : fmin(b->m[j], b->m[j + 1]);
    double h = b->step.h, l = b->work.line.current[j];
    return unresolved(4.0 * h * h * b->work.used.data[j] / (l * m));
}

static void add_joint(bench* b, int i) {
    const rv_rod_step* s = &b->step;
    const rv_rod_line* line = &b->work.line;
    rv_vec3 t0 = line->tangent[i - 1], t1 = line->tangent[i];
    double c = rv_vec3_dot(t0, t1), D = 0.5 * (b->length[i - 1] + b->length[i]), h2 = s->h * s->h;
    double l0 = line->current[i - 1], l1 = line->current[i], shorter = fmin(l0, l1);
    double fold = 2.0 / (1.0 + c);
    double in = s->EI / D * (fold * fold + 2.0 * (fold - 1.0) * fold);
    double out = s->EI / D * fmax(0.0, 4.0 * c / ((1.0 + c) * (1.0 + c)));
    rv_vec3 n = rv_vec3_cross(t0, t1);
    n = rv_vec3_length(n) > 1e-7 ? rv_vec3_normalize(n) : rv_vec3_perpendicular(t1);
    const double* T = b->work.used.data;
    double taut = 0.5 * (T[i - 1] * share_of(b, i - 1) + T[i] * share_of(b, i)) * shorter;
    double damping =
        s->rubbing * h2 * taut + s->h * s->viscous / D
        + s->damped * h2 * in * unresolved(16.0 * h2 * in / (b->m[i] * shorter * shorter));
    for (int plane = 0; plane < 2; plane++) {
        rv_vec3 on0 = rv_vec3_scale(plane == 0 ? rv_vec3_cross(n, t0) : n, -1.0 / l0);
        rv_vec3 on1 = rv_vec3_scale(plane == 0 ? rv_vec3_cross(n, t1) : n, 1.0 / l1);
        const rv_vec3 g[3] = {rv_vec3_neg(on0), rv_vec3_sub(on0, on1), on1};
        add_direction(b, i, g, s->gamma * h2 * (plane == 0 ? in : out), damping);
    }
}

static void add_edge(bench* b, int j) {
    const rv_rod_step* s = &b->step;
    const rv_rod_line* line = &b->work.line;
    double T = b->work.used.data[j], h2 = s->h * s->h;
    double k = s->gamma * h2 * T * share_of(b, j) / line->current[j];
    double kept = T > 0.0 ? fmin(1.0, fmax(0.0, b->before[j]) / T) : 0.0;
    const double* t = &line->tangent[j].x;
    for (int row = 0; row < 6; row++)
        for (int c = 0; c < 6; c++) {
            double across = (row % 3 == c % 3 ? 1.0 : 0.0) - t[row % 3] * t[c % 3];
            double value = (row / 3 == c / 3 ? 1.0 : -1.0) * k * across;
            b->A[3 * j + row][3 * j + c] += value;
            b->expected[3 * j + row] += kept * value * (&b->v[j + c / 3].x)[c % 3];
        }
}

static double block_entry(const bench* b, int row, int column) {
    const rv_rod_system* A = &b->work.system;
    int i = row / 3, j = column / 3, r = row % 3, c = column % 3;
    return j == i       ? A->diagonal.data[i].m[r][c]
           : j == i + 1 ? A->next.data[i].m[r][c]
           : j == i + 2 ? A->second.data[i].m[r][c]
                        : 0.0;
}

static void check_against_sum(int n, double bend, uint64_t seed) {
    static bench b;
    make(&b, n, bend, seed);
    for (int k = 0; k < 3 * n; k++) {
        b.r[k] = b.expected[k] = random_in(&b.random, -1.0, 1.0);
        b.A[k][k] = b.m[k / 3] + b.step.h * b.work.drag.data[k / 3];
    }
    for (int i = 1; i < n - 1; i++)
        add_joint(&b, i);
    for (int j = 0; j < n - 1; j++)
        add_edge(&b, j);
    rv_rod_write_matrix(&b.step);
    double largest = 0.0;
    for (int k = 0; k < 3 * n; k++)
        largest = fmax(largest, b.A[k][k]);
    // sums of a dozen terms as large as the largest
    double rounding = 1e-14 * largest;
    for (int row = 0; row < 3 * n; row++) {
        CHECK_NEAR(b.r[row], b.expected[row], 3.0 * rounding);
        for (int c = 3 * (row / 3); c < 3 * n; c++)
            CHECK_NEAR(block_entry(&b, row, c), b.A[row][c], rounding);
    }
    for (int j = 0; j < n - 1; j++) {
        CHECK_NEAR(b.work.system.sigma.data[j], b.length[j] / (7.0 * 0.25), 1e-15);
        CHECK_NEAR(
            rv_vec3_length(rv_vec3_sub(b.work.system.direction.data[j], b.work.line.tangent[j])),
            0.0, 0.0);
    }
    free_arrays(&b);
}

TEST(blocks_are_the_sum_over_joints_and_edges) {
    for (int n = 2; n <= VERTICES_MAX; n++)
        check_against_sum(n, 1.0, (uint64_t)n);
}

TEST(blocks_are_the_sum_where_joints_are_bent_beyond_a_right_angle) {
    for (int n = 3; n <= VERTICES_MAX; n++)
        check_against_sum(n, 2.8, (uint64_t)(100 + n));
}

TEST(an_edge_that_cannot_stretch_has_the_least_compliance) {
    static bench b;
    make(&b, 5, 1.0, 7);
    b.step.EA = INFINITY;
    rv_rod_write_matrix(&b.step);
    for (int j = 0; j < 4; j++)
        CHECK_NEAR(b.work.system.sigma.data[j], 1e-10 / fmax(b.m[j], b.m[j + 1]), 1e-25);
    free_arrays(&b);
}
