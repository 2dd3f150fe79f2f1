// A box of tetrahedra under test, its corners moved at random if asked for.
//   fem_box b = {.cells = {4, 2, 2}, .size = {{4, 1, 1}}, .order = 2};
//   box_make(&b);  ...  box_free(&b);
#ifndef REEVE_FEM_BOX_H
#define REEVE_FEM_BOX_H

#include "model/fem.h"
#include "test.h"

#include <stdlib.h>

typedef struct fem_box {
    int cells[3];
    rv_vec3 size; // [m], from the origin
    int order;
    double uneven;        // inner corners are moved by up to this share of a cell
    rv_material material; // zeroed: density 1000, young 1e6, poisson 0.3
    // made
    rv_memory memory;
    rv_fem fem;
    rv_vec3* nodes; // corners
    int32_t* tets;
    int corners, tet_count;
    uint64_t seed;
} fem_box;

static inline double box_random(fem_box* b, double low, double high) {
    b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(b->seed >> 11) / 9007199254740992.0;
}

static inline int box_corner(const fem_box* b, int i, int j, int k) {
    return (i * (b->cells[1] + 1) + j) * (b->cells[2] + 1) + k;
}

// six tetrahedra of a cell, each a way along its three axes (Kuhn 1960)
static inline void box_cell(fem_box* b, int i, int j, int k) {
    static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (int w = 0; w < 6; w++) {
        int32_t* tet = b->tets + 4 * b->tet_count++;
        int at[3] = {i, j, k};
        tet[0] = box_corner(b, at[0], at[1], at[2]);
        for (int s = 0; s < 3; s++) {
            at[way[w][s]]++;
            tet[s + 1] = box_corner(b, at[0], at[1], at[2]);
        }
        // ways of odd order turn the other way
        int32_t third = tet[2];
        tet[2] = w < 3 ? tet[2] : tet[3];
        tet[3] = w < 3 ? tet[3] : third;
    }
}

static inline void box_nodes(fem_box* b) {
    const int* n = b->cells;
    double cell[3] = {b->size.x / n[0], b->size.y / n[1], b->size.z / n[2]};
    for (int i = 0; i <= n[0]; i++)
        for (int j = 0; j <= n[1]; j++)
            for (int k = 0; k <= n[2]; k++) {
                const int at[3] = {i, j, k};
                double x[3];
                bool inner = i > 0 && i < n[0] && j > 0 && j < n[1] && k > 0 && k < n[2];
                for (int a = 0; a < 3; a++)
                    x[a] = cell[a] * (at[a] + (inner ? b->uneven * box_random(b, -1.0, 1.0) : 0.0));
                b->nodes[box_corner(b, i, j, k)] = rv_vec3_make(x[0], x[1], x[2]);
            }
}

static inline void box_make(fem_box* b) {
    const int* n = b->cells;
    if (b->material.young == 0.0)
        b->material = (rv_material){.density = 1000.0, .young = 1e6, .poisson = 0.3};
    b->seed = 5;
    b->memory = rv_memory_make((rv_allocator){0});
    b->corners = (n[0] + 1) * (n[1] + 1) * (n[2] + 1);
    b->nodes = malloc((size_t)b->corners * sizeof *b->nodes);
    b->tets = malloc((size_t)(n[0] * n[1] * n[2]) * 24 * sizeof *b->tets);
    b->tet_count = 0;
    box_nodes(b);
    for (int i = 0; i < n[0]; i++)
        for (int j = 0; j < n[1]; j++)
            for (int k = 0; k < n[2]; k++)
                box_cell(b, i, j, k);
    b->fem = (rv_fem){0};
    CHECK(rv_fem_make(&b->memory, &b->fem, b->nodes, b->corners, b->tets, b->tet_count, b->order,
                      &b->material));
}

static inline void box_free(fem_box* b) {
    rv_fem_free(&b->memory, &b->fem);
    CHECK(b->memory.used == 0);
    free(b->nodes);
    free(b->tets);
}

// a vector over all nodes of the box
static inline double* box_vector(const fem_box* b) {
    return calloc(3 * (size_t)b->fem.node_count, sizeof(double));
}

// nodes for which `is` holds; returns how many
static inline int box_pick(const fem_box* b, bool (*is)(const fem_box*, rv_vec3), int32_t* picked) {
    int count = 0;
    for (int k = 0; k < b->fem.node_count; k++)
        if (is(b, b->fem.rest.data[k]))
            picked[count++] = k;
    return count;
}

static inline bool at_start(const fem_box* b, rv_vec3 x) {
    return x.x < 1e-9 * b->size.x;
}
static inline bool at_end(const fem_box* b, rv_vec3 x) {
    return x.x > b->size.x * (1.0 - 1e-9);
}
static inline bool on_surface(const fem_box* b, rv_vec3 x) {
    return at_start(b, x) || at_end(b, x) || x.y < 1e-9 * b->size.y
           || x.y > b->size.y * (1.0 - 1e-9) || x.z < 1e-9 * b->size.z
           || x.z > b->size.z * (1.0 - 1e-9);
}

// largest number
static inline double largest_of(const double* x, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = fabs(x[i]) <= most ? most : fabs(x[i]);
    return most;
}

#endif
