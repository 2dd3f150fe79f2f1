// The compliance of a few nodes of a solid: what a solution with all nodes says there.
#include "fem_box.h"

typedef struct condensed {
    fem_box box;
    int32_t held[1000], nodes[1000];
    rv_fem_condensation c;
    double* C;
} condensed;

// a beam held at its start; every corner at its end and two held ones
static void make(condensed* d, int order) {
    d->box = (fem_box){.cells = {6, 2, 2}, .size = {0.6, 0.1, 0.1}, .order = order};
    box_make(&d->box);
    d->c = (rv_fem_condensation){
        .fem = &d->box.fem, .weights = {.stiffness = 1.0}, .held = d->held, .nodes = d->nodes};
    for (int k = 0; k < d->box.corners; k++) {
        rv_vec3 x = d->box.nodes[k];
        if (at_start(&d->box, x))
            d->held[d->c.held_count++] = k;
        if (at_end(&d->box, x) || k < 2)
            d->nodes[d->c.count++] = k;
    }
    CHECK(d->c.held_count == 9 && d->c.count == 11);
    d->C = calloc(9 * (size_t)(d->c.count * d->c.count), sizeof *d->C);
}

static void end(condensed* d) {
    free(d->C);
    box_free(&d->box);
}

static rv_fem_outcome run(condensed* d) {
    memset(d->C, 0xff, 9 * (size_t)(d->c.count * d->c.count) * sizeof *d->C); // not numbers
    return rv_fem_condense(&d->box.memory, &d->c, d->C, (rv_sparse_progress){0});
}

// displacements of all nodes under random forces on the chosen ones, and what C says of them
static double error_of(condensed* d) {
    rv_fem_system system = {0};
    fem_box* b = &d->box;
    CHECK(rv_fem_system_make(&b->memory, &system, &b->fem, d->held, d->c.held_count));
    rv_fem_assemble(&b->fem, &system, d->c.weights, NULL, system.matrix.values.data);
    CHECK(rv_sparse_factor(&system.matrix));
    double *f = box_vector(b), *u = box_vector(b), *x = box_vector(b), worst = 0.0, scale = 0.0;
    double* scratch = malloc(rv_sparse_scratch(&system.matrix) * sizeof *scratch);
    int size = 3 * d->c.count;
    for (int i = 0; i < size; i++)
        f[3 * d->nodes[i / 3] + i % 3] = box_random(b, -1.0, 1.0);
    rv_fem_gather(&system, f, x);
    rv_sparse_solve(&system.matrix, x, scratch);
    rv_fem_scatter(&system, x, u);
    for (int i = 0; i < size; i++) {
        double sum = 0.0, exact = u[3 * d->nodes[i / 3] + i % 3];
        for (int j = 0; j < size; j++)
            sum += d->C[i * size + j] * f[3 * d->nodes[j / 3] + j % 3];
        worst = fabs(sum - exact) <= worst ? worst : fabs(sum - exact);
        scale = fmax(scale, fabs(exact));
    }
    free(f);
    free(u);
    free(x);
    free(scratch);
    rv_fem_system_free(&b->memory, &system);
    return worst / scale;
}

TEST(the_compliance_of_corners_is_that_of_all_nodes) {
    for (int order = 1; order <= 2; order++) {
        condensed d = {0};
        make(&d, order);
        CHECK(run(&d) == RV_FEM_DONE);
        // condition of a beam of this length: about 1e5
        CHECK(error_of(&d) < 1e-11);
        // held nodes do not move, and push nothing
        CHECK(largest_of(d.C, 2 * 9 * d.c.count) == 0.0);
        d.c.weights = rv_fem_euler(0.01, 0.0, 1e-3);
        CHECK(run(&d) == RV_FEM_DONE);
        CHECK(error_of(&d) < 1e-11);
        end(&d);
    }
}

TEST(linear_elements_are_too_stiff_in_bending) {
    double tip[2];
    for (int order = 1; order <= 2; order++) {
        condensed d = {0};
        make(&d, order);
        CHECK(run(&d) == RV_FEM_DONE);
        int size = 3 * d.c.count, corner = size - 1;
        tip[order - 1] = d.C[corner * size + corner];
        end(&d);
    }
    CHECK(tip[1] > 1.5 * tip[0]);
}

static bool stop(void* context, double done) {
    (void)context;
    return done < 0.3;
}

TEST(a_condensation_that_does_not_end_says_why) {
    condensed d = {0};
    make(&d, 2);
    CHECK(rv_fem_condense(&d.box.memory, &d.c, d.C, (rv_sparse_progress){stop, NULL})
          == RV_FEM_STOPPED);
    // two held corners leave a hinge; one, and none, even more
    for (int held = 2; held >= 0; held--) {
        d.c.held_count = held;
        CHECK(run(&d) == RV_FEM_LOOSE);
    }
    // inertia holds it
    d.c.weights = rv_fem_euler(0.01, 0.0, 0.0);
    CHECK(run(&d) == RV_FEM_DONE);
    end(&d);
}

static void* allocate_some(void* context, size_t bytes) {
    int* left = context;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}
static void release_some(void* context, void* block, size_t bytes) {
    (void)context;
    (void)bytes;
    free(block);
}

TEST(without_memory_nothing_is_condensed_and_nothing_leaks) {
    condensed d = {0};
    make(&d, 1);
    rv_fem_outcome outcome = RV_FEM_NO_MEMORY;
    int left = 0;
    for (; outcome != RV_FEM_DONE && left < 100; left++) {
        int allowed = left;
        rv_memory memory = rv_memory_make((rv_allocator){allocate_some, release_some, &allowed});
        rv_fem fem = {0};
        if (rv_fem_make(&memory, &fem, d.box.nodes, d.box.corners, d.box.tets, d.box.tet_count, 2,
                        &d.box.material)) {
            d.c.fem = &fem;
            outcome = rv_fem_condense(&memory, &d.c, d.C, (rv_sparse_progress){0});
            CHECK(outcome == RV_FEM_DONE || outcome == RV_FEM_NO_MEMORY);
        }
        rv_fem_free(&memory, &fem);
        CHECK(memory.used == 0);
    }
    CHECK(outcome == RV_FEM_DONE && left > 30);
    end(&d);
}
