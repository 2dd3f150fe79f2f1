// A clamped beam of finite elements against the theory of beams: how far it sags, and how fast it
// swings.
//   sag under its weight   q L^4 / (8 E I) + q L^2 / (2 k G A),   k = 5/6 (Timoshenko 1921)
//   first frequency        1.8751^2 / (2 pi) sqrt(E I / (m L^4)) (Euler, Bernoulli)
#include "fem_box.h"

static const double E = 1e7, DENSITY = 1000.0, GRAVITY = 9.81;
static const double LENGTH = 1.0, WIDTH = 0.08, HEIGHT = 0.05;

// the beam along x, clamped at x = 0; without Poisson's effect theory has no end effects
static fem_box beam(int order, int along, int across) {
    return (fem_box){.cells = {along, across, across},
                     .size = {LENGTH, WIDTH, HEIGHT},
                     .order = order,
                     .material = {.density = DENSITY, .young = E, .poisson = 0.0}};
}

typedef struct clamped {
    rv_fem_system system;
    double *x, *y, *scratch;
} clamped;

static clamped clamp(fem_box* b) {
    clamped c = {0};
    int32_t* held = malloc((size_t)b->fem.node_count * sizeof *held);
    int count = box_pick(b, at_start, held);
    CHECK(rv_fem_system_make(&b->memory, &c.system, &b->fem, held, count));
    rv_fem_assemble(&b->fem, &c.system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    c.system.matrix.values.data);
    CHECK(rv_sparse_factor(&c.system.matrix));
    c.x = box_vector(b);
    c.y = box_vector(b);
    c.scratch = malloc(rv_sparse_scratch(&c.system.matrix) * sizeof *c.scratch);
    free(held);
    return c;
}

static void release(fem_box* b, clamped* c) {
    rv_fem_system_free(&b->memory, &c->system);
    free(c->x);
    free(c->y);
    free(c->scratch);
}

// sag of the end over that of the theory
static double sag_ratio(int order, int along, int across) {
    fem_box b = beam(order, along, across);
    box_make(&b);
    clamped c = clamp(&b);
    double *f = box_vector(&b), sum = 0.0;
    rv_fem_add_load(&b.fem, RV_FEM_CONSISTENT, rv_vec3_make(0.0, 0.0, -GRAVITY), f);
    rv_fem_gather(&c.system, f, c.x);
    rv_sparse_solve(&c.system.matrix, c.x, c.scratch);
    rv_fem_scatter(&c.system, c.x, f);
    int32_t* end = malloc((size_t)b.fem.node_count * sizeof *end);
    int count = box_pick(&b, at_end, end);
    for (int k = 0; k < count; k++)
        sum -= f[3 * end[k] + 2] / count;
    double q = DENSITY * WIDTH * HEIGHT * GRAVITY, I = WIDTH * HEIGHT * HEIGHT * HEIGHT / 12.0;
    double bending = q * LENGTH * LENGTH * LENGTH * LENGTH / (8.0 * E * I);
    double shear = q * LENGTH * LENGTH / (2.0 * 5.0 / 6.0 * 0.5 * E * WIDTH * HEIGHT);
    free(f);
    free(end);
    release(&b, &c);
    box_free(&b);
    return sum / (bending + shear);
}

TEST(a_beam_of_quadratic_elements_sags_as_beam_theory_says) {
    // what is left is the clamp, which theory lets turn freely
    CHECK_NEAR(sag_ratio(2, 10, 1), 1.0, 0.005);
    CHECK_NEAR(sag_ratio(2, 20, 2), 1.0, 0.0005);
}

TEST(linear_elements_lock_and_come_closer_with_every_halving) {
    double stiffer[3];
    for (int k = 0; k < 3; k++)
        stiffer[k] = 1.0 / sag_ratio(1, 20 << k, 1 << k) - 1.0;
    CHECK(stiffer[0] > 2.0);
    // the square of the size of cells, from below
    CHECK(stiffer[0] / stiffer[1] > 3.6 && stiffer[0] / stiffer[1] < 4.0);
    CHECK(stiffer[1] / stiffer[2] > 3.7 && stiffer[1] / stiffer[2] < 4.0);
}

// first frequency by inverse iteration [Hz]
static double first_frequency(fem_box* b, rv_fem_mass kind) {
    clamped c = clamp(b);
    int n = 3 * c.system.matrix.n;
    double *mode = box_vector(b), *momentum = box_vector(b), squared = 0.0;
    for (int i = 0; i < n; i++)
        c.x[i] = i % 3 == 2 ? 1.0 : 0.1;
    for (int step = 0; step < 30; step++) {
        rv_fem_scatter(&c.system, c.x, mode);
        rv_fem_mass_multiply(&b->fem, kind, mode, momentum);
        rv_fem_gather(&c.system, momentum, c.y);
        double kinetic = 0.0, elastic = 0.0;
        for (int i = 0; i < n; i++)
            kinetic += c.x[i] * c.y[i];
        rv_sparse_multiply(&c.system.matrix, c.system.matrix.values.data, c.x, mode);
        for (int i = 0; i < n; i++)
            elastic += c.x[i] * mode[i];
        squared = elastic / kinetic;
        for (int i = 0; i < n; i++)
            c.x[i] = c.y[i] / sqrt(kinetic);
        rv_sparse_solve(&c.system.matrix, c.x, c.scratch);
    }
    free(mode);
    free(momentum);
    release(b, &c);
    return sqrt(squared) / (2.0 * RV_PI);
}

TEST(a_clamped_beam_swings_at_the_frequency_of_beam_theory) {
    double I = WIDTH * HEIGHT * HEIGHT * HEIGHT / 12.0, mass = DENSITY * WIDTH * HEIGHT;
    double expected = 1.87510406871 * 1.87510406871 * sqrt(E * I / mass) / (2.0 * RV_PI);
    fem_box b = beam(2, 16, 1);
    box_make(&b);
    // shear and rotary inertia take 0.2 % at a length of 20 heights
    CHECK_NEAR(first_frequency(&b, RV_FEM_CONSISTENT), expected, 0.005 * expected);
    CHECK_NEAR(first_frequency(&b, RV_FEM_LUMPED), expected, 0.01 * expected);
    box_free(&b);
    b = beam(1, 16, 1);
    box_make(&b);
    // locked
    CHECK(first_frequency(&b, RV_FEM_CONSISTENT) > 1.2 * expected);
    box_free(&b);
}
