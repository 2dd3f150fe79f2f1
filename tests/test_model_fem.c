// Elements of solids: what they weigh, that fields that they can show are exact, and that matrices
// and elements say the same.
#include "fem_box.h"
#include "model/fem.h"

static void note(rv_vec3 value, double* to) {
    rv_vec3_store(to, value);
}

// rows of displacement gradients that are neither rotation nor symmetric
static rv_vec3 linear_field(rv_vec3 x) {
    return rv_vec3_make(1e-3 * x.x + 4e-4 * x.y - 2e-4 * x.z + 1e-3, 3e-4 * x.y + 7e-4 * x.z,
                        -5e-4 * x.x + 2e-4 * x.y + 9e-4 * x.z);
}
static rv_vec3 quadratic_field(rv_vec3 x) {
    return rv_vec3_make(1e-3 * x.x * x.x + 4e-4 * x.y * x.z, 3e-4 * x.y * x.y - 7e-4 * x.z * x.x,
                        -5e-4 * x.x * x.y + 2e-4 * x.z * x.z);
}

// fills u with a field at the nodes
static void take_field(const fem_box* b, rv_vec3 (*field)(rv_vec3), double* u) {
    for (int k = 0; k < b->fem.node_count; k++)
        note(field(b->fem.rest.data[k]), u + 3 * k);
}

static fem_box uneven_box(int order) {
    return (fem_box){.cells = {4, 3, 3}, .size = {1.2, 1.0, 0.8}, .order = order, .uneven = 0.2};
}

// --- mesh ---

TEST(every_edge_has_one_node_in_its_middle) {
    fem_box b = uneven_box(2);
    box_make(&b);
    const rv_fem* fem = &b.fem;
    // Kuhn's cells: edges along axes, diagonals of faces, one of each cell
    int x = 4, y = 3, z = 3;
    int along = x * (y + 1) * (z + 1) + (x + 1) * y * (z + 1) + (x + 1) * (y + 1) * z;
    int faces = x * y * (z + 1) + x * (y + 1) * z + (x + 1) * y * z;
    CHECK(fem->node_count == b.corners + along + faces + x * y * z);
    CHECK(fem->tet_nodes == 10 && fem->corner_count == b.corners);
    double worst = 0.0;
    for (int t = 0; t < fem->tet_count; t++) {
        static const int corner[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
        const int32_t* tet = fem->tets.data + 10 * t;
        for (int e = 0; e < 6; e++) {
            rv_vec3 p = fem->rest.data[tet[corner[e][0]]], q = fem->rest.data[tet[corner[e][1]]];
            rv_vec3 middle = rv_vec3_scale(rv_vec3_add(p, q), 0.5);
            rv_vec3 off = rv_vec3_sub(fem->rest.data[tet[4 + e]], middle);
            worst = fmax(worst, rv_vec3_length(off));
        }
    }
    CHECK(worst == 0.0);
    box_free(&b);
}

TEST(mass_centre_and_inertia_of_a_box_are_exact) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        rv_mass_properties m = rv_fem_mass_properties(&b.fem);
        double mass = 1000.0 * 1.2 * 1.0 * 0.8;
        CHECK_NEAR(m.mass, mass, 1e-12 * mass);
        CHECK_NEAR(m.center.x, 0.6, 1e-14);
        CHECK_NEAR(m.center.y, 0.5, 1e-14);
        CHECK_NEAR(m.center.z, 0.4, 1e-14);
        CHECK_NEAR(m.inertia.m[0][0], mass * (1.0 + 0.64) / 12.0, 1e-12 * mass);
        CHECK_NEAR(m.inertia.m[1][1], mass * (1.44 + 0.64) / 12.0, 1e-12 * mass);
        CHECK_NEAR(m.inertia.m[2][2], mass * (1.44 + 1.0) / 12.0, 1e-12 * mass);
        CHECK_NEAR(m.inertia.m[0][1], 0.0, 1e-12 * mass);
        CHECK_NEAR(m.inertia.m[1][2], 0.0, 1e-12 * mass);
        box_free(&b);
    }
}

// kinetic energy of a rigid motion by the mass matrix
static double rigid_energy(fem_box* b, rv_fem_mass kind, rv_vec3 spin, rv_vec3 velocity) {
    double *v = box_vector(b), *momentum = box_vector(b), energy = 0.0;
    for (int k = 0; k < b->fem.node_count; k++)
        note(rv_vec3_add(velocity, rv_vec3_cross(spin, b->fem.rest.data[k])), v + 3 * k);
    rv_fem_mass_multiply(&b->fem, kind, v, momentum);
    for (int i = 0; i < 3 * b->fem.node_count; i++)
        energy += 0.5 * v[i] * momentum[i];
    free(v);
    free(momentum);
    return energy;
}

TEST(rigid_motion_has_the_energy_of_a_rigid_body) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        rv_mass_properties m = rv_fem_mass_properties(&b.fem);
        rv_vec3 spin = {0.7, -1.1, 0.4}, velocity = {2.0, 0.3, -1.0};
        rv_vec3 at_centre = rv_vec3_add(velocity, rv_vec3_cross(spin, m.center));
        double expected = 0.5 * m.mass * rv_vec3_dot(at_centre, at_centre)
                          + 0.5 * rv_vec3_dot(spin, rv_mat3_apply(m.inertia, spin));
        CHECK_NEAR(rigid_energy(&b, RV_FEM_CONSISTENT, spin, velocity), expected, 1e-12 * expected);
        // lumped, only motion without spin is exact
        rv_vec3 zero = {0.0, 0.0, 0.0};
        CHECK_NEAR(rigid_energy(&b, RV_FEM_LUMPED, zero, velocity),
                   0.5 * m.mass * rv_vec3_dot(velocity, velocity), 1e-12 * expected);
        box_free(&b);
    }
}

TEST(the_load_of_gravity_is_the_mass_times_the_acceleration_of_every_node) {
    const rv_fem_mass kinds[2] = {RV_FEM_CONSISTENT, RV_FEM_LUMPED};
    for (int order = 1; order <= 2; order++)
        for (int kind = 0; kind < 2; kind++) {
            fem_box b = uneven_box(order);
            box_make(&b);
            double *a = box_vector(&b), *expected = box_vector(&b), *f = box_vector(&b);
            rv_vec3 g = {0.3, -0.2, -9.81};
            for (int k = 0; k < b.fem.node_count; k++)
                note(g, a + 3 * k);
            rv_fem_mass_multiply(&b.fem, kinds[kind], a, expected);
            rv_fem_add_load(&b.fem, kinds[kind], g, f);
            double worst = 0.0;
            for (int i = 0; i < 3 * b.fem.node_count; i++)
                worst = fmax(worst, fabs(f[i] - expected[i]));
            CHECK(worst < 1e-13 * 9.81 * 960.0);
            free(a);
            free(expected);
            free(f);
            box_free(&b);
        }
}

// --- stiffness ---

TEST(rigid_motion_makes_no_forces) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        double *u = box_vector(&b), *f = box_vector(&b), *strained = box_vector(&b);
        take_field(&b, linear_field, u);
        rv_fem_forces(&b.fem, u, strained);
        rv_vec3 spin = {0.7e-3, -1.1e-3, 0.4e-3}, shift = {1e-3, 2e-3, -3e-3};
        for (int k = 0; k < b.fem.node_count; k++)
            note(rv_vec3_add(shift, rv_vec3_cross(spin, b.fem.rest.data[k])), u + 3 * k);
        double energy = rv_fem_forces(&b.fem, u, f);
        // of the forces of a strain as large as the rotation
        CHECK(largest_of(f, 3 * b.fem.node_count)
              < 1e-13 * largest_of(strained, 3 * b.fem.node_count));
        CHECK(energy < 1e-24);
        free(u);
        free(f);
        free(strained);
        box_free(&b);
    }
}

TEST(a_linear_field_has_the_energy_of_its_strain) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        double *u = box_vector(&b), *f = box_vector(&b);
        take_field(&b, linear_field, u);
        // lambda/2 tr(e)^2 + mu e:e of the field above
        double lambda = 1e6 * 0.3 / (1.3 * 0.4), mu = 1e6 / 2.6;
        double trace = 1e-3 + 3e-4 + 9e-4, xy = 2e-4, xz = -3.5e-4, yz = 4.5e-4;
        double square = 1e-6 + 9e-8 + 81e-8 + 2.0 * (xy * xy + xz * xz + yz * yz);
        double expected = 0.96 * (0.5 * lambda * trace * trace + mu * square);
        CHECK_NEAR(rv_fem_forces(&b.fem, u, f), expected, 1e-12 * expected);
        free(u);
        free(f);
        box_free(&b);
    }
}

// Solves for inner nodes of a field that is given on the surface, with a load of `pull` [N/m^3],
// and returns the largest error over the largest displacement.
static double patch_error(int order, rv_vec3 (*field)(rv_vec3), rv_vec3 pull) {
    fem_box b = uneven_box(order);
    box_make(&b);
    int n = b.fem.node_count;
    double *exact = box_vector(&b), *u = box_vector(&b), *f = box_vector(&b), worst = 0.0;
    int32_t* held = malloc((size_t)n * sizeof *held);
    int held_count = box_pick(&b, on_surface, held);
    take_field(&b, field, exact);
    rv_fem_system system = {0};
    CHECK(rv_fem_system_make(&b.memory, &system, &b.fem, held, held_count));
    // also in the middle of edges that go from surface to surface
    for (int k = 0; k < n; k++)
        if (system.unknown.data[k] < 0)
            note(rv_vec3_load(exact + 3 * k), u + 3 * k);
    rv_fem_assemble(&b.fem, &system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    system.matrix.values.data);
    CHECK(rv_sparse_factor(&system.matrix));
    rv_fem_forces(&b.fem, u, f);
    rv_fem_add_load(&b.fem, RV_FEM_CONSISTENT, rv_vec3_scale(pull, 1.0 / b.fem.density), f);
    double* x = malloc(3 * (size_t)n * sizeof *x);
    double* scratch = malloc(rv_sparse_scratch(&system.matrix) * sizeof *scratch);
    rv_fem_gather(&system, f, x);
    rv_sparse_solve(&system.matrix, x, scratch);
    rv_fem_scatter(&system, x, f);
    CHECK(system.node.count > 10);
    for (int k = 0; k < system.node.count; k++)
        for (int r = 0; r < 3; r++) {
            int i = 3 * system.node.data[k] + r;
            worst = fabs(f[i] - exact[i]) <= worst ? worst : fabs(f[i] - exact[i]);
        }
    worst /= largest_of(exact, 3 * n);
    rv_fem_system_free(&b.memory, &system);
    free(exact);
    free(u);
    free(f);
    free(held);
    free(x);
    free(scratch);
    box_free(&b);
    return worst;
}

TEST(the_patch_test_gives_a_linear_field_back) {
    CHECK(patch_error(1, linear_field, rv_vec3_make(0.0, 0.0, 0.0)) < 1e-12);
    CHECK(patch_error(2, linear_field, rv_vec3_make(0.0, 0.0, 0.0)) < 1e-12);
}

TEST(quadratic_elements_give_a_quadratic_field_back) {
    // -div s of the field above: second derivatives are constant
    double lambda = 1e6 * 0.3 / (1.3 * 0.4), mu = 1e6 / 2.6;
    // grad div u = (2e-3, 6e-4, 4e-4), laplace u the same: the mixed terms have none
    rv_vec3 second = {2e-3, 6e-4, 4e-4};
    rv_vec3 pull = rv_vec3_scale(second, -(lambda + 2.0 * mu));
    CHECK(patch_error(2, quadratic_field, pull) < 1e-12);
    // linear ones cannot
    CHECK(patch_error(1, quadratic_field, pull) > 1e-3);
}

// --- systems ---

TEST(a_matrix_says_what_the_elements_say) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        int n = b.fem.node_count;
        double *u = box_vector(&b), *Ku = box_vector(&b), *Mu = box_vector(&b);
        double *x = box_vector(&b), *y = box_vector(&b);
        int32_t* held = malloc((size_t)n * sizeof *held);
        int held_count = box_pick(&b, at_start, held);
        rv_fem_system system = {0};
        CHECK(rv_fem_system_make(&b.memory, &system, &b.fem, held, held_count));
        for (int k = 0; k < system.node.count; k++)
            for (int r = 0; r < 3; r++)
                u[3 * system.node.data[k] + r] = box_random(&b, -1.0, 1.0);
        double energy = rv_fem_forces(&b.fem, u, Ku);
        const rv_fem_mass kinds[2] = {RV_FEM_CONSISTENT, RV_FEM_LUMPED};
        for (int kind = 0; kind < 2; kind++) {
            rv_fem_weights weights = {.mass = 3e3, .stiffness = 0.7, .kind = kinds[kind]};
            rv_fem_assemble(&b.fem, &system, weights, NULL, system.matrix.values.data);
            rv_fem_mass_multiply(&b.fem, kinds[kind], u, Mu);
            rv_fem_gather(&system, u, x);
            rv_sparse_multiply(&system.matrix, system.matrix.values.data, x, y);
            double worst = 0.0, scale = 0.0, work = 0.0;
            for (int k = 0; k < 3 * system.node.count; k++) {
                int i = 3 * system.node.data[k / 3] + k % 3;
                double expected = 3e3 * Mu[i] - 0.7 * Ku[i];
                worst = fmax(worst, fabs(y[k] - expected));
                scale = fmax(scale, fabs(expected));
                work -= 0.5 * u[i] * Ku[i];
            }
            CHECK(worst < 1e-13 * scale);
            CHECK_NEAR(work, energy, 1e-12 * energy);
        }
        rv_fem_system_free(&b.memory, &system);
        free(u);
        free(Ku);
        free(Mu);
        free(x);
        free(y);
        free(held);
        box_free(&b);
    }
}

TEST(the_mass_put_together_is_that_of_the_elements) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        int n = 3 * b.fem.node_count;
        double *v = box_vector(&b), *expected = box_vector(&b), *Mv = box_vector(&b);
        rv_fem_inertia inertia = {0};
        CHECK(rv_fem_inertia_make(&b.memory, &inertia, &b.fem));
        double worst = 0.0, scale = 0.0;
        for (int k = 0; k < n; k++)
            v[k] = box_random(&b, -1.0, 1.0);
        rv_fem_mass_multiply(&b.fem, RV_FEM_CONSISTENT, v, expected);
        rv_fem_inertia_multiply(&inertia, v, Mv);
        for (int k = 0; k < n; k++) {
            worst = fmax(worst, fabs(Mv[k] - expected[k]));
            scale = fmax(scale, fabs(expected[k]));
        }
        CHECK(worst < 1e-14 * scale); // sums of some ten products
        memset(expected, 0, (size_t)n * sizeof *expected);
        rv_fem_add_load(&b.fem, RV_FEM_CONSISTENT, rv_vec3_make(1.0, 1.0, 1.0), expected);
        double largest = 0.0;
        for (int k = 0; k < n; k++)
            largest = fmax(largest, fabs(expected[k]));
        for (int k = 0; k < n; k++)
            CHECK_NEAR(inertia.load.data[k / 3], expected[k], 1e-14 * largest);
        rv_fem_inertia_free(&b.memory, &inertia);
        free(v);
        free(expected);
        free(Mv);
        box_free(&b);
    }
}

TEST(middles_between_held_corners_are_held) {
    fem_box b = uneven_box(2);
    box_make(&b);
    int32_t* held = malloc((size_t)b.fem.node_count * sizeof *held);
    int all = box_pick(&b, at_start, held), corners = 0;
    for (int k = 0; k < all; k++)
        if (held[k] < b.corners)
            held[corners++] = held[k];
    rv_fem_system system = {0};
    CHECK(rv_fem_system_make(&b.memory, &system, &b.fem, held, corners));
    CHECK(corners == 16 && all > 40);
    CHECK(system.node.count == b.fem.node_count - all);
    rv_fem_system_free(&b.memory, &system);
    free(held);
    box_free(&b);
}

TEST(reactions_balance_the_weight) {
    for (int order = 1; order <= 2; order++) {
        fem_box b = uneven_box(order);
        box_make(&b);
        int n = b.fem.node_count;
        double *u = box_vector(&b), *f = box_vector(&b), *x = box_vector(&b);
        int32_t* held = malloc((size_t)n * sizeof *held);
        int held_count = box_pick(&b, at_start, held);
        rv_fem_system system = {0};
        CHECK(rv_fem_system_make(&b.memory, &system, &b.fem, held, held_count));
        rv_fem_assemble(&b.fem, &system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                        system.matrix.values.data);
        CHECK(rv_sparse_factor(&system.matrix));
        double* scratch = malloc(rv_sparse_scratch(&system.matrix) * sizeof *scratch);
        rv_fem_add_load(&b.fem, RV_FEM_CONSISTENT, rv_vec3_make(0.0, 0.0, -9.81), f);
        rv_fem_gather(&system, f, x);
        rv_sparse_solve(&system.matrix, x, scratch);
        rv_fem_scatter(&system, x, u);
        // elastic forces and weight at held nodes: what the wall carries
        double weight = 9.81 * 960.0, *elastic = x;
        rv_fem_forces(&b.fem, u, elastic);
        rv_vec3 carried = {0.0, 0.0, 0.0}, torque = {0.0, 0.0, 0.0};
        for (int k = 0; k < held_count; k++) {
            rv_vec3 force =
                rv_vec3_add(rv_vec3_load(f + 3 * held[k]), rv_vec3_load(elastic + 3 * held[k]));
            carried = rv_vec3_add(carried, force);
            torque = rv_vec3_add(torque, rv_vec3_cross(b.fem.rest.data[held[k]], force));
        }
        CHECK_NEAR(carried.z, -weight, 1e-11 * weight);
        CHECK_NEAR(carried.x, 0.0, 1e-11 * weight);
        CHECK_NEAR(torque.y, weight * 0.6, 1e-11 * weight); // x cross -z
        rv_fem_system_free(&b.memory, &system);
        free(u);
        free(f);
        free(x);
        free(held);
        free(scratch);
        box_free(&b);
    }
}

TEST(weights_of_a_step_hold_inertia_damping_and_stiffness) {
    // M + h (a M + b K) + h^2 K
    rv_fem_weights w = rv_fem_euler(0.01, 3.0, 0.02);
    CHECK_NEAR(w.mass, 1.03, 1e-15);
    CHECK_NEAR(w.stiffness, 0.01 * 0.02 + 1e-4, 1e-18);
}
