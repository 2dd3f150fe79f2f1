// Sheets of triangles for the tests of deformable surfaces.
#ifndef REEVE_SOFT_FIXTURE_H
#define REEVE_SOFT_FIXTURE_H

#include "collide/soft.h"
#include "collide_shapes.h"

enum { SHEET_MAX = 8, SHEET_NODES_MAX = (SHEET_MAX + 1) * (SHEET_MAX + 1) };

// n x n cells in the x-y plane about the origin, facing +z, then turned and moved
typedef struct sheet {
    int n;
    rv_vec3 x[SHEET_NODES_MAX], x_to[SHEET_NODES_MAX];
    int32_t triangles[6 * SHEET_MAX * SHEET_MAX];
    rv_soft_surface surface;
} sheet;

static inline int sheet_nodes(const sheet* s) {
    return (s->n + 1) * (s->n + 1);
}

static inline void sheet_shape(sheet* s, int n, double size, rv_vec3 position, rv_mat3 R) {
    s->n = n;
    int count = 0;
    for (int i = 0; i < sheet_nodes(s); i++) {
        double u = (double)(i % (n + 1)) / n - 0.5, v = (double)(i / (n + 1)) / n - 0.5;
        rv_vec3 p = rv_mat3_apply(R, rv_vec3_make(size * u, size * v, 0.0));
        s->x[i] = s->x_to[i] = rv_vec3_add(position, p);
    }
    for (int cell = 0; cell < n * n; cell++) {
        int a = cell / n * (n + 1) + cell % n, b = a + 1, c = a + n + 2, d = a + n + 1;
        const int corner[6] = {a, b, c, a, c, d};
        for (int k = 0; k < 6; k++)
            s->triangles[count++] = corner[k];
    }
}

static inline bool sheet_make(rv_memory* memory, sheet* s) {
    bool made =
        rv_soft_make(memory, &s->surface, s->triangles, 2 * s->n * s->n, s->x, sheet_nodes(s));
    s->surface.x_to = s->x_to;
    return made;
}

static inline rv_vec3 sheet_node_at(const sheet* s, int node, double t) {
    return rv_vec3_mul_add(s->x[node], t, rv_vec3_sub(s->x_to[node], s->x[node]));
}

// the point of a touch on the sheet
static inline rv_vec3 sheet_point_at(const sheet* s, const rv_soft_touch* touch, double t) {
    rv_vec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < touch->count; k++)
        p = rv_vec3_mul_add(p, touch->weight[k], sheet_node_at(s, touch->node[k], t));
    return p;
}

#endif
