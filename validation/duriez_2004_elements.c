// Suite "duriez_2004", the elements themselves: the patch test (Irons 1966: a linear displacement
// of an irregular mesh is exact, and nothing within is pushed), and rigid motion, small and large,
// without energy.
#include "validation/duriez_2004_elements.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 4 };
static const double SIDE = 0.05; // of the box [m]

// a box of 4 x 4 x 4 cells, whose inner nodes are moved by up to a fifth of a cell
static bool irregular_box(rv_tet_mesh* mesh) {
    const int cells[3] = {CELLS, CELLS, CELLS};
    uint64_t random = 101;
    if (!rv_tet_mesh_box(mesh, (rv_vec3){SIDE, SIDE, SIDE}, cells))
        return false;
    for (int i = 0; i < mesh->node_count; i++) {
        rv_vec3* p = &mesh->nodes[i];
        double out = fmax(fabs(p->x), fmax(fabs(p->y), fabs(p->z)));
        if (out > 0.49 * SIDE)
            continue;
        p->x += 0.2 * SIDE / CELLS * duriez_random(&random);
        p->y += 0.2 * SIDE / CELLS * duriez_random(&random);
        p->z += 0.2 * SIDE / CELLS * duriez_random(&random);
    }
    return true;
}

static bool is_inside(rv_vec3 p) {
    return fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) < 0.49 * SIDE;
}

// u = G X at all nodes
static void displace(const rv_fem* fem, rv_mat3 G, double* u) {
    for (int i = 0; i < fem->node_count; i++)
        rv_vec3_store(u + 3 * i, rv_mat3_apply(G, fem->rest.data[i]));
}

// 1/2 V s : e of a uniform gradient
static double uniform_energy(const rv_fem* fem, rv_mat3 G) {
    double trace = G.m[0][0] + G.m[1][1] + G.m[2][2], sum = 0.5 * fem->lambda * trace * trace;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double e = 0.5 * (G.m[i][j] + G.m[j][i]);
            sum += fem->mu * e * e;
        }
    return sum * SIDE * SIDE * SIDE;
}

static void check_patch(validation* v, const char* elements, const rv_fem* fem, double* u,
                        double* f) {
    rv_mat3 G = {{{1e-3, 4e-4, -3e-4}, {2e-4, -7e-4, 5e-4}, {6e-4, 1e-4, 8e-4}}};
    double inside = 0.0, outside = 0.0;
    char name[120];
    displace(fem, G, u);
    double energy = rv_fem_forces(fem, u, f);
    for (int i = 0; i < fem->node_count; i++) {
        double force = rv_vec3_length(rv_vec3_load(f + 3 * i));
        if (is_inside(fem->rest.data[i]))
            inside = fmax(inside, force);
        else
            outside = fmax(outside, force);
    }
    snprintf(name, sizeof name, "patch test, %s elements: largest force within, of that outside",
             elements);
    validation_at_most(v, name, "0; rounding, theory 1e-14", 1e-12, inside / outside);
    snprintf(name, sizeof name, "patch test, %s elements: energy off by", elements);
    validation_at_most(v, name, "V s:e/2; rounding", 1e-12, energy / uniform_energy(fem, G) - 1.0);
}

static void check_rigid(validation* v, const char* elements, const rv_fem* fem, double* u,
                        double* f) {
    // against a stretch of the same size
    rv_mat3 spin = rv_mat3_skew((rv_vec3){3e-4, -5e-4, 7e-4});
    rv_mat3 stretch = rv_mat3_diagonal(9e-4, 9e-4, 9e-4);
    char name[120];
    displace(fem, spin, u);
    double energy = rv_fem_forces(fem, u, f);
    snprintf(name, sizeof name, "small rotation, %s elements: energy, of a stretch of its size",
             elements);
    validation_at_most(v, name, "0; rounding squared, theory 1e-15", 1e-25,
                       energy / uniform_energy(fem, stretch));
}

// placed anywhere, turned by 180 degrees and more: no energy and no force, corotational
static void check_turned(validation* v, const char* elements, const rv_fem* fem, double* x,
                         double* f) {
    static const double DEGREES[] = {30.0, 90.0, 180.0, 250.0};
    double energy = 0.0, force = 0.0;
    char name[120];
    for (int k = 0; k < 4; k++) {
        rv_vec3 axis = rv_vec3_normalize((rv_vec3){0.3 - 0.2 * k, 0.5, 0.8});
        rv_mat3 R = rv_quat_to_mat3(rv_quat_from_axis_angle(axis, DEGREES[k] * RV_PI / 180.0));
        for (int i = 0; i < fem->node_count; i++)
            rv_vec3_store(x + 3 * i, rv_vec3_add(rv_mat3_apply(R, fem->rest.data[i]),
                                                 (rv_vec3){1.0, -2.0, 0.5}));
        energy = fmax(energy, rv_fem_forces_turned(fem, x, f, NULL));
        for (int i = 0; i < 3 * fem->node_count; i++)
            force = fmax(force, fabs(f[i]));
    }
    // what positions of 1 m keep of strain is 1e-16 of a cell of 1 cm
    snprintf(name, sizeof name, "large rotation, %s elements: energy, of a stretch by 1", elements);
    validation_at_most(v, name, "corotational: 0; rounding 1e-28", 1e-25,
                       energy / uniform_energy(fem, rv_mat3_diagonal(1.0, 1.0, 1.0)));
    snprintf(name, sizeof name, "large rotation, %s elements: force, of mu times a face", elements);
    validation_at_most(v, name, "corotational: 0; rounding", 1e-12,
                       force / (fem->mu * SIDE * SIDE / (CELLS * CELLS)));
}

void duriez_elements(validation* v) {
    rv_tet_mesh mesh = {0};
    rv_material material = rv_material_default();
    material.young = 2.7e9;
    material.poisson = 0.4;
    bool good = irregular_box(&mesh);
    for (int order = 1; good && order <= 2; order++) {
        duriez_solid solid;
        const char* elements = order == 1 ? "linear" : "quadratic";
        good = duriez_solid_make(&solid, &mesh, NULL, order, &material);
        double* u = calloc(3 * (size_t)solid.fem.node_count + 1, sizeof *u);
        double* f = calloc(3 * (size_t)solid.fem.node_count + 1, sizeof *f);
        if (good && u != NULL && f != NULL) {
            check_patch(v, elements, &solid.fem, u, f);
            check_rigid(v, elements, &solid.fem, u, f);
            check_turned(v, elements, &solid.fem, u, f);
        }
        free(u);
        free(f);
        duriez_solid_free(&solid);
    }
    duriez_holds(v, "an irregular box can be made of elements", "memory", good);
    rv_tet_mesh_free(&mesh);
}
