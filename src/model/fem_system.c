// Systems over the nodes of a solid that are not held: pattern, and A = m M + k K + t T by elements.
#include "model/fem_lanes.h"

#include <string.h>

// --- pattern ---

static bool list_unknowns(rv_memory* memory, rv_fem_system* system, const rv_fem* fem,
                          const int32_t* held, int held_count) {
    int n = fem->node_count;
    if (!rv_array_resize(memory, &system->unknown, n) || !rv_array_resize(memory, &system->node, n))
        return false;
    int* unknown = system->unknown.data;
    memset(unknown, 0, (size_t)n * sizeof *unknown);
    for (int k = 0; k < held_count; k++)
        unknown[held[k]] = -1;
    for (int k = fem->corner_count; k < n; k++) {
        const int32_t* ends = fem->edges.data + 2 * (k - fem->corner_count);
        if (unknown[ends[0]] < 0 && unknown[ends[1]] < 0)
            unknown[k] = -1;
    }
    int count = 0;
    for (int k = 0; k < n; k++)
        if (unknown[k] >= 0) {
            system->node.data[count] = k;
            unknown[k] = count++;
        }
    system->node.count = count;
    return true;
}

// all pairs of nodes in elements, each in both directions; without `adjacent` they are counted
static void visit_pairs(const rv_fem* fem, const int* unknown, int* at, int* adjacent) {
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        for (int a = 0; a < fem->tet_nodes; a++)
            for (int b = 0; b < fem->tet_nodes; b++) {
                int i = unknown == NULL ? tet[a] : unknown[tet[a]];
                int k = unknown == NULL ? tet[b] : unknown[tet[b]];
                if (i < 0 || k < 0 || i == k)
                    continue;
                if (adjacent != NULL)
                    adjacent[at[i]] = k;
                at[i]++;
            }
    }
}

// leaves each neighbour once
static void drop_repeated(fem_neighbours* l, int n) {
    int kept = 0, begin = 0;
    memset(l->at.data, -1, (size_t)n * sizeof *l->at.data);
    for (int i = 0; i < n; i++) {
        int end = l->first.data[i + 1];
        l->first.data[i] = kept;
        for (int e = begin; e < end; e++) {
            int k = l->adjacent.data[e];
            if (l->at.data[k] == i)
                continue;
            l->at.data[k] = i;
            l->adjacent.data[kept++] = k;
        }
        begin = end;
    }
    l->first.data[n] = kept;
}

bool fem_list_neighbours(rv_memory* memory, fem_neighbours* l, const rv_fem* fem,
                         const int* unknown, int n) {
    if (!rv_array_resize(memory, &l->first, n + 1) || !rv_array_resize(memory, &l->at, n + 1))
        return false;
    visit_pairs(fem, unknown, l->at.data, NULL);
    int total = 0;
    for (int i = 0; i < n; i++) {
        int count = l->at.data[i];
        l->first.data[i] = l->at.data[i] = total;
        total += count;
    }
    l->first.data[n] = total;
    // one to spare: a graph without edges has a list, too
    if (!rv_array_resize(memory, &l->adjacent, total + 1))
        return false;
    visit_pairs(fem, unknown, l->at.data, l->adjacent.data);
    drop_repeated(l, n);
    return true;
}

void fem_neighbours_free(rv_memory* memory, fem_neighbours* l) {
    rv_array_free(memory, &l->first);
    rv_array_free(memory, &l->adjacent);
    rv_array_free(memory, &l->at);
}

static bool list_blocks(rv_memory* memory, rv_fem_system* system, const rv_fem* fem) {
    if (!rv_array_resize(memory, &system->block, fem_pairs(fem) * fem->tet_count))
        return false;
    int* block = system->block.data;
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        for (int a = 0; a < fem->tet_nodes; a++)
            for (int b = 0; b <= a; b++, block++) {
                int i = system->unknown.data[tet[a]], k = system->unknown.data[tet[b]];
                *block = i < 0 || k < 0 ? -1 : rv_sparse_block(&system->matrix, i, k);
                if (*block >= 0 && i < k)
                    *block = -2 - *block;
            }
    }
    return true;
}

bool rv_fem_system_make(rv_memory* memory, rv_fem_system* system, const rv_fem* fem,
                        const int32_t* held, int held_count) {
    fem_neighbours l = {0};
    bool fine = list_unknowns(memory, system, fem, held, held_count)
                && fem_list_neighbours(memory, &l, fem, system->unknown.data, system->node.count);
    if (fine) {
        rv_graph graph = {system->node.count, l.first.data, l.adjacent.data};
        fine =
            rv_sparse_analyse(memory, &system->matrix, &graph) && list_blocks(memory, system, fem);
    }
    fem_neighbours_free(memory, &l);
    return fine;
}

void rv_fem_system_free(rv_memory* memory, rv_fem_system* system) {
    rv_sparse_free(memory, &system->matrix);
    rv_array_free(memory, &system->unknown);
    rv_array_free(memory, &system->node);
    rv_array_free(memory, &system->block);
}

// --- values ---

rv_fem_weights rv_fem_euler(double h, double damping_mass, double damping_stiffness) {
    return (rv_fem_weights){1.0 + h * damping_mass, h * (h + damping_stiffness), RV_FEM_CONSISTENT,
                            h * h};
}

// adds one of four elements to the matrix
static void put_element(const rv_fem_system* system, const fem_four* four, int lane,
                        fem_four_blocks B, double* values) {
    static const int same[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                     swapped[9] = {0, 3, 6, 1, 4, 7, 2, 5, 8};
    int pairs = fem_pairs(four->fem);
    const int* block = system->block.data + (size_t)(four->first + lane) * (size_t)pairs;
    for (int k = 0; k < pairs; k++) {
        if (block[k] == -1)
            continue;
        const int* from = block[k] < 0 ? swapped : same;
        double* to = values + 9 * (size_t)(block[k] < 0 ? -2 - block[k] : block[k]);
        for (int i = 0; i < 9; i++)
            to[i] += B[k][from[i]][lane];
    }
}

void rv_fem_assemble(const rv_fem* fem, const rv_fem_system* system, rv_fem_weights weights,
                     const rv_fem_turn* turns, double* values) {
    const fem_kernels* kernels = fem_kernels_of(fem);
    fem_parts parts = {.weights = weights};
    fem_four_blocks B;
    for (int a = 0, pair = 0; a < fem->tet_nodes; a++)
        for (int b = 0; b <= a; b++, pair++)
            parts.share[pair] =
                weights.mass * fem->density * fem_mass_share(fem, weights.kind, a, b);
    memset(values, 0, 9 * (size_t)system->matrix.column.count * sizeof *values);
    for (int t = 0; t < fem->tet_count; t += FEM_LANES) {
        fem_four four = fem_four_at(fem, t);
        kernels->blocks(&four, turns == NULL ? NULL : turns + fem_turn_at(fem, t), &parts, B);
        for (int lane = 0; lane < four.count; lane++)
            put_element(system, &four, lane, B, values);
    }
}

// --- vectors ---

void rv_fem_gather(const rv_fem_system* system, const double* all, double* unknowns) {
    for (int k = 0; k < system->node.count; k++)
        rv_vec3_store(unknowns + 3 * k, rv_vec3_load(all + 3 * system->node.data[k]));
}

void rv_fem_scatter(const rv_fem_system* system, const double* unknowns, double* all) {
    memset(all, 0, 3 * (size_t)system->unknown.count * sizeof *all);
    for (int k = 0; k < system->node.count; k++)
        rv_vec3_store(all + 3 * system->node.data[k], rv_vec3_load(unknowns + 3 * k));
}
