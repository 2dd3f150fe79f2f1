// Meshes for tests: grids z = height(x, y), boxes, and a number generator.
#ifndef REEVE_MESH_FIXTURE_H
#define REEVE_MESH_FIXTURE_H

#include "src/collide/trimesh.h"
#include "test.h"

#include <stdlib.h>

typedef struct soup {
    rv_vec3* vertices;
    int32_t* triangles;
    int vertex_count, triangle_count;
} soup;

static uint64_t random_state = 1;

// in [0, 1)
static inline double random_unit(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static inline double random_in(double low, double high) {
    return low + (high - low) * random_unit();
}

static inline rv_vec3 random_vector(double size) {
    double x = random_in(-size, size), y = random_in(-size, size);
    return rv_vec3_make(x, y, random_in(-size, size));
}

static inline soup soup_make(int vertices, int triangles) {
    return (soup){malloc((size_t)vertices * sizeof(rv_vec3)),
                  malloc((size_t)triangles * 3 * sizeof(int32_t)), 0, 0};
}

static inline void soup_free(soup* s) {
    free(s->vertices);
    free(s->triangles);
}

static inline void soup_triangle(soup* s, int a, int b, int c) {
    int32_t* t = &s->triangles[3 * s->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

// n x m cells; place(i / n, j / m) gives the vertices. Diagonals alternate, outside is where
// d place / d u x d place / d v points
typedef rv_vec3 soup_place(double u, double v);
static inline soup soup_grid(int n, int m, soup_place* place) {
    soup s = soup_make((n + 1) * (m + 1), 2 * n * m);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i <= n; i++)
            s.vertices[s.vertex_count++] = place((double)i / n, (double)j / m);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            int a = j * (n + 1) + i, b = a + 1, c = a + n + 2, d = a + n + 1;
            if ((i + j) % 2 == 0) {
                soup_triangle(&s, a, b, c);
                soup_triangle(&s, a, c, d);
            } else {
                soup_triangle(&s, a, b, d);
                soup_triangle(&s, b, c, d);
            }
        }
    return s;
}

// a closed box about the origin, outside outside
static inline soup soup_box(rv_vec3 half) {
    static const int corners[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                       {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                       {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    soup s = soup_make(8, 12);
    for (int k = 0; k < 8; k++)
        s.vertices[s.vertex_count++] = rv_vec3_make(
            k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
    for (int t = 0; t < 12; t++)
        soup_triangle(&s, corners[t][0], corners[t][1], corners[t][2]);
    return s;
}

static inline rv_mesh_def soup_def(const soup* s) {
    return (rv_mesh_def){.vertices = s->vertices,
                         .vertex_count = s->vertex_count,
                         .triangles = s->triangles,
                         .triangle_count = s->triangle_count};
}

// the mesh of a soup; frees the soup
static inline rv_trimesh soup_mesh(rv_memory* memory, soup* s) {
    rv_trimesh mesh;
    rv_error_text error = {""};
    rv_mesh_def def = soup_def(s);
    CHECK(rv_trimesh_make(memory, &mesh, &def, &error));
    CHECK_TEXT(error.text, "");
    soup_free(s);
    return mesh;
}

#endif
