// A ball pressed into a block (Hertz 1882): whether the surface of linear and quadratic elements
// carries a contact as a half-space does, and where from the force comes down to that.
//
// The block is held at its sides and below, at four radii of contact. That makes it stiffer by more
// than the elements do, and is taken out: to the field of a force on a half-space (Boussinesq 1885)
// the walls add one without a source, which is smooth and, over the contact, an even lift c F. So
//   depth = (9 F^2 / (16 E*^2 R))^(1/3) - c F,   E* = E / (1 - nu^2)
// and c is computed with coarse quadratic elements whose walls are moved against Boussinesq's
// field.
#include "model/fem.h"
#include "reeve/reeve.h"
#include "validation/duriez_2004.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// of contact [m]; depth = RADIUS^2 / BALL
static const double RADIUS = 0.01, BALL = 1.0;
static const double YOUNG = 1e6, POISSON = 0.3;
static const double BLOCK = 4.0, FINE = 1.05, GROWTH = 1.9; // half width and height, in radii
static const double STEP = 1e-3;
enum { WALL_CELLS = 8, LINES_MAX = 64, STEPS = 26, STEPS_DOWN = 20 };

static rv_material material(void) {
    rv_material m = rv_material_default();
    m.density = 1000.0;
    m.young = YOUNG;
    m.poisson = POISSON;
    m.friction = 0.0;
    return m;
}

// a mesh of a block below z = 0 and its nodes on the walls; both to be freed
typedef struct block {
    rv_tet_mesh mesh;
    int32_t* held;
    int held_count;
} block;

static void hold_walls(block* b, double side) {
    double wall = side * (1.0 - 1e-9);
    b->held = malloc((size_t)b->mesh.node_count * sizeof *b->held);
    for (int32_t k = 0; b->held != NULL && k < b->mesh.node_count; k++) {
        rv_vec3 p = b->mesh.nodes[k];
        if (fabs(p.x) > wall || fabs(p.y) > wall || p.z < -wall)
            b->held[b->held_count++] = k;
    }
}

static void end_block(block* b) {
    rv_tet_mesh_free(&b->mesh);
    free(b->held);
}

// ---- what the walls add -------------------------------------------------------------------------

// displacement of a half-space z < 0 under a force of 1 N down at the origin
static rv_vec3 boussinesq(rv_vec3 p) {
    double G = 0.5 * YOUNG / (1.0 + POISSON), per = 1.0 / (4.0 * acos(-1.0) * G);
    double z = -p.z, R = rv_vec3_length(p);
    double out = per * (z / (R * R * R) - (1.0 - 2.0 * POISSON) / (R * (R + z)));
    double down = per * (z * z / (R * R * R) + 2.0 * (1.0 - POISSON) / R);
    return (rv_vec3){out * p.x, out * p.y, -down};
}

// c: the lift at the origin for 1 N, with walls that go where they take Boussinesq's field back
static double solve_lift(const rv_fem* fem, rv_fem_system* system) {
    size_t n = 3 * (size_t)fem->node_count;
    double *u = calloc(3 * n + rv_sparse_scratch(&system->matrix), sizeof *u), lift = NAN;
    if (u == NULL)
        return NAN;
    double *f = u + n, *x = f + n;
    for (int k = 0; k < fem->node_count; k++)
        if (system->unknown.data[k] < 0)
            rv_vec3_store(u + 3 * k, rv_vec3_neg(boussinesq(fem->rest.data[k])));
    rv_fem_forces(fem, u, f);
    rv_fem_gather(system, f, x);
    rv_fem_assemble(fem, system, (rv_fem_weights){.stiffness = 1.0}, NULL,
                    system->matrix.values.data);
    if (rv_sparse_factor(&system->matrix))
        rv_sparse_solve(&system->matrix, x, x + n);
    for (int k = 0; k < fem->corner_count; k++)
        if (rv_vec3_length(fem->rest.data[k]) < 1e-9 * RADIUS)
            lift = x[3 * system->unknown.data[k] + 2];
    free(u);
    return lift;
}

static double wall_lift(void) {
    double side = BLOCK * RADIUS;
    block b = {0};
    rv_tet_mesh_box(&b.mesh, (rv_vec3){2.0 * side, 2.0 * side, side},
                    (const int[]){2 * WALL_CELLS, 2 * WALL_CELLS, WALL_CELLS});
    for (int k = 0; k < b.mesh.node_count; k++)
        b.mesh.nodes[k].z -= 0.5 * side;
    hold_walls(&b, side);
    rv_memory memory = rv_memory_make((rv_allocator){0});
    rv_fem fem = {0};
    rv_fem_system system = {0};
    rv_material m = material();
    double lift = NAN;
    if (b.held != NULL
        && rv_fem_make(&memory, &fem, b.mesh.nodes, b.mesh.node_count, b.mesh.tets,
                       b.mesh.tet_count, 2, &m)
        && rv_fem_system_make(&memory, &system, &fem, b.held, b.held_count))
        lift = solve_lift(&fem, &system);
    rv_fem_system_free(&memory, &system);
    rv_fem_free(&memory, &fem);
    end_block(&b);
    return lift;
}

// the force at a depth, by iteration: the lift is a third of the depth
static double hertz(double depth, double lift) {
    double stiff = YOUNG / (1.0 - POISSON * POISSON), force = 0.0;
    for (int k = 0; k < 200; k++)
        force = 4.0 / 3.0 * stiff * sqrt(BALL) * pow(depth + lift * force, 1.5);
    return force;
}

// ---- the engine ---------------------------------------------------------------------------------

// lines of a mesh from 0 to the wall: even ones of `cell` over the contact, then ever farther apart
static int lay_lines(double cell, double fine, double* x) {
    int n = 1, far = 0;
    double wall = BLOCK * RADIUS, way = 0.0, wide = cell;
    x[0] = 0.0;
    for (; x[n - 1] < fine * RADIUS - 1e-9 * cell; n++)
        x[n] = x[n - 1] + cell;
    double start = x[n - 1];
    for (; start + way < wall; far++)
        way += wide *= GROWTH;
    for (double scale = (wall - start) / way, gap = cell; far > 0; far--, n++) {
        gap *= GROWTH;
        x[n] = x[n - 1] + gap * scale;
    }
    return n;
}

static block graded_block(double cell) {
    double across[LINES_MAX], down[LINES_MAX];
    int half = lay_lines(cell, FINE, across) - 1, deep = lay_lines(cell, 0.8 * FINE, down) - 1;
    block b = {0};
    // first with cells of 1, to be numbered
    rv_tet_mesh_box(&b.mesh, (rv_vec3){2.0 * half, 2.0 * half, deep},
                    (const int[]){2 * half, 2 * half, deep});
    for (int k = 0; k < b.mesh.node_count; k++) {
        rv_vec3* p = &b.mesh.nodes[k];
        int i = (int)lround(p->x), j = (int)lround(p->y), below = (int)lround(0.5 * deep - p->z);
        *p = (rv_vec3){i < 0 ? -across[-i] : across[i], j < 0 ? -across[-j] : across[j],
                       -down[below]};
    }
    hold_walls(&b, BLOCK * RADIUS);
    return b;
}

static double force_over_hertz(rv_solid_model model, int order, double cell) {
    double depth = RADIUS * RADIUS / BALL;
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = (rv_vec3){0, 0, 0};
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    block b = graded_block(cell * RADIUS);
    rv_solid_def def = rv_solid_def_default();
    def.nodes = b.mesh.nodes;
    def.node_count = b.mesh.node_count;
    def.tets = b.mesh.tets;
    def.tet_count = b.mesh.tet_count;
    def.held = b.held;
    def.held_count = b.held_count;
    def.model = model;
    def.order = order;
    def.material = material();
    rv_solid_id solid = rv_solid_create(world, &def);
    end_block(&b);
    rv_shape_def ball = rv_shape_def_default();
    ball.type = RV_SHAPE_SPHERE;
    ball.radius = BALL;
    ball.material = material();
    rv_body_def body_def = rv_body_def_default();
    body_def.type = RV_BODY_KINEMATIC;
    body_def.pose.position.z = BALL;
    body_def.shapes = &ball;
    body_def.shape_count = 1;
    rv_body_id body = rv_body_create(world, &body_def);
    rv_body_set_velocity(world, body, (rv_vec3){0, 0, -depth / (STEPS_DOWN * STEP)});
    for (int i = 0; i < STEPS; i++) {
        if (i == STEPS_DOWN)
            rv_body_set_velocity(world, body, (rv_vec3){0, 0, 0});
        rv_world_step(world, STEP);
    }
    double force = -rv_solid_force(world, solid).z;
    rv_world_destroy(world);
    return force / hertz(depth, wall_lift());
}

void duriez_hertz(validation* v) {
    // the force is above that of Hertz, by no more than this
    static const struct {
        int order;
        double cell, above;
    } CASES[] = {{1, 0.5, 0.26}, {2, 1.0, 0.30}, {2, 0.5, 0.06}, {1, 0.25, 0.11}, {2, 0.25, 0.01}};
    for (int k = 0; k < (validation_is_quick(v) ? 3 : 5); k++) {
        char name[120];
        snprintf(name, sizeof name,
                 "ball on a block, %s elements of %g contact radii: force over Hertz's",
                 CASES[k].order == 1 ? "linear" : "quadratic", CASES[k].cell);
        double half = 0.5 * CASES[k].above;
        validation_check(v, name, "4/3 E* sqrt(R) d^1.5 in a block, from above", 1.0 + half,
                         force_over_hertz(RV_SOLID_STATIC, CASES[k].order, CASES[k].cell), half);
    }
}
