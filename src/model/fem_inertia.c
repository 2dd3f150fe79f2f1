// The consistent mass of a solid, put together once: M_ij = sum over elements of mass times share
// (fem_element.c), the same for the three axes.
#include "model/fem_private.h"

#include <string.h>

static bool make_pattern(rv_memory* memory, rv_fem_inertia* inertia, const rv_fem* fem,
                         const fem_neighbours* l) {
    int n = fem->node_count, entries = n + l->first.data[n];
    if (!rv_array_resize(memory, &inertia->first, n + 1)
        || !rv_array_resize(memory, &inertia->column, entries)
        || !rv_array_resize(memory, &inertia->value, entries)
        || !rv_array_resize(memory, &inertia->load, n))
        return false;
    int* column = inertia->column.data;
    for (int i = 0; i < n; i++) {
        inertia->first.data[i] = (int)(column - inertia->column.data);
        *column++ = i;
        int count = l->first.data[i + 1] - l->first.data[i];
        memcpy(column, l->adjacent.data + l->first.data[i], (size_t)count * sizeof *column);
        column += count;
    }
    inertia->first.data[n] = entries;
    return true;
}

static void add_elements(rv_fem_inertia* inertia, const rv_fem* fem) {
    for (int t = 0; t < fem->tet_count; t++) {
        const int32_t* tet = fem_tet(fem, t);
        double mass = fem->density * fem->volumes.data[t];
        for (int a = 0; a < fem->tet_nodes; a++) {
            inertia->load.data[tet[a]] += mass * fem_load_share(fem, RV_FEM_CONSISTENT, a);
            for (int b = 0; b < fem->tet_nodes; b++) {
                int at = inertia->first.data[tet[a]];
                while (inertia->column.data[at] != tet[b])
                    at++;
                inertia->value.data[at] += mass * fem_mass_share(fem, RV_FEM_CONSISTENT, a, b);
            }
        }
    }
}

bool rv_fem_inertia_make(rv_memory* memory, rv_fem_inertia* inertia, const rv_fem* fem) {
    fem_neighbours l = {0};
    bool fine = fem_list_neighbours(memory, &l, fem, NULL, fem->node_count)
                && make_pattern(memory, inertia, fem, &l);
    if (fine)
        add_elements(inertia, fem);
    fem_neighbours_free(memory, &l);
    return fine;
}

void rv_fem_inertia_free(rv_memory* memory, rv_fem_inertia* inertia) {
    rv_array_free(memory, &inertia->first);
    rv_array_free(memory, &inertia->column);
    rv_array_free(memory, &inertia->value);
    rv_array_free(memory, &inertia->load);
}

void rv_fem_inertia_multiply(const rv_fem_inertia* inertia, const double* x, double* y) {
    const int* column = inertia->column.data;
    const double* value = inertia->value.data;
    for (int i = 0; i < inertia->load.count; i++) {
        double sum[3] = {0.0, 0.0, 0.0};
        for (int k = inertia->first.data[i]; k < inertia->first.data[i + 1]; k++) {
            const double* at = x + 3 * column[k];
            sum[0] += value[k] * at[0];
            sum[1] += value[k] * at[1];
            sum[2] += value[k] * at[2];
        }
        memcpy(y + 3 * i, sum, sizeof sum);
    }
}
