// Where the surface of quadratic elements is for what presses on it. A force on a corner alone is
// nothing that quadratic elements can carry: of an even pressure, which they carry exactly, corners
// get nothing at all, and the middles of edges everything. So a force F_a on the surface at corner
// a is a pressure p_a psi_a with F_a = p_a A_a, A_a = integral psi_a a third of the triangles
// around a, and what moves with it, F_a . u_a = integral p_a psi_a u, is a mean of u (a mortar
// method with linear pressures on quadratic displacements: Popp, Wohlmuth, Gee, Wall 2012). With u
// split into its linear part and b = u_m - (u_i + u_j)/2 of each edge, whose shape is 4 N_i N_j,
//   psi_a = 2 N_a - (N_b + N_c)/2 in a triangle a, b, c:
//   integral psi_a 4 N_a N_b = A/6, a half of its integral, integral psi_a 4 N_b N_c = 0
// is the one of its kind that sees the edges at a only. The linear part is that of a itself, so
// that rigid motion and even strain are exact, and forces keep their arms. In all, with c_e the
// share of the two triangles at edge e = (a, j) in those around a, halved, so that sum c_e = 1:
//   u_a <- u_a + sum c_e b_e = u_a / 2 + sum c_e (u_m - u_j / 2)
#include "model/fem.h"

#include <string.h>

// the node in the middle of an edge
static int middle_of(const rv_fem* fem, int a, int b) {
    int low = a < b ? a : b, high = a < b ? b : a;
    int first = 0, end = fem->node_count - fem->corner_count;
    while (end - first > 1) {
        int k = (first + end) / 2;
        const int32_t* edge = fem->edges.data + 2 * (size_t)k;
        bool before = edge[0] < low || (edge[0] == low && edge[1] <= high);
        first = before ? k : first;
        end = before ? end : k;
    }
    return fem->corner_count + first;
}

static double area_of(const rv_fem* fem, const int32_t* triangle) {
    rv_vec3 a = fem->rest.data[triangle[0]];
    rv_vec3 u = rv_vec3_sub(fem->rest.data[triangle[1]], a);
    rv_vec3 v = rv_vec3_sub(fem->rest.data[triangle[2]], a);
    return 0.5 * rv_vec3_length(rv_vec3_cross(u, v));
}

// a corner's terms as they are put together, from `first` on
static void add_term(rv_fem_means* means, int first, int* count, int node, double weight) {
    for (int k = first; k < first + *count; k++)
        if (means->node.data[k] == node) {
            means->weight.data[k] += weight;
            return;
        }
    means->node.data[first + *count] = node;
    means->weight.data[first + (*count)++] = weight;
}

// Room for the terms of each corner: two for each edge of each of its triangles, and its own;
// around[a]: the area of its triangles
static bool make_room(rv_memory* memory, rv_fem_means* means, const rv_fem* fem,
                      const int32_t* triangles, int count, double* around) {
    int corners = fem->corner_count;
    if (!rv_array_resize(memory, &means->first, corners + 1))
        return false;
    for (int a = 0; a <= corners; a++)
        means->first.data[a] = a;
    for (int i = 0; i < 3 * count; i++) {
        around[triangles[i]] += area_of(fem, triangles + i - i % 3);
        means->first.data[triangles[i] + 1] += fem->order == 2 ? 4 : 0;
    }
    for (int a = 0, more = 0; a <= corners; a++) {
        more += means->first.data[a] - a;
        means->first.data[a] = a + more;
    }
    return rv_array_resize(memory, &means->node, means->first.data[corners])
           && rv_array_resize(memory, &means->weight, means->first.data[corners]);
}

// the terms of all corners, packed
static void write(rv_fem_means* means, const rv_fem* fem, const int32_t* triangles, int count,
                  const double* around, const int* unknown, int* terms) {
    for (int a = 0; a < fem->corner_count; a++) {
        terms[a] = 0;
        add_term(means, means->first.data[a], &terms[a], a, 1.0);
    }
    for (int i = 0; i < 3 * count && fem->order == 2; i++) {
        const int32_t* corner = triangles + i - i % 3;
        int a = triangles[i];
        double half = 0.5 * area_of(fem, corner) / around[a];
        for (int k = 1; k < 3 && unknown[a] >= 0; k++) {
            int j = corner[(i + k) % 3], first = means->first.data[a];
            add_term(means, first, &terms[a], a, -0.5 * half);
            add_term(means, first, &terms[a], j, -0.5 * half);
            add_term(means, first, &terms[a], middle_of(fem, a, j), half);
        }
    }
    int all = 0;
    for (int a = 0; a < fem->corner_count; a++) {
        int first = means->first.data[a];
        means->first.data[a] = all;
        for (int k = 0; k < terms[a]; k++, all++) {
            means->node.data[all] = means->node.data[first + k];
            means->weight.data[all] = means->weight.data[first + k];
        }
    }
    means->first.data[fem->corner_count] = all;
    means->node.count = means->weight.count = all;
}

bool rv_fem_means_make(rv_memory* memory, rv_fem_means* means, const rv_fem* fem,
                       const int32_t* triangles, int count, const int* unknown) {
    size_t corners = (size_t)fem->corner_count, bytes = corners * (sizeof(double) + sizeof(int));
    double* around = rv_memory_allocate(memory, bytes);
    if (around != NULL)
        memset(around, 0, bytes);
    bool room = around != NULL && make_room(memory, means, fem, triangles, count, around);
    if (room)
        write(means, fem, triangles, count, around, unknown, (int*)(around + corners));
    rv_memory_release(memory, around, bytes);
    return room;
}

void rv_fem_means_free(rv_memory* memory, rv_fem_means* means) {
    rv_array_free(memory, &means->first);
    rv_array_free(memory, &means->node);
    rv_array_free(memory, &means->weight);
}
