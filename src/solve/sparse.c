// Sparse matrices of 3x3 blocks: pattern and products.
#include "solve/sparse.h"

#include "solve/sparse_private.h"

#include <string.h>

// columns of a row ascend: few, so an insertion sort
static void sort_row(int* column, int count) {
    for (int i = 1; i < count; i++) {
        int here = column[i], k = i;
        for (; k > 0 && column[k - 1] > here; k--)
            column[k] = column[k - 1];
        column[k] = here;
    }
}

static bool take_pattern(rv_memory* memory, rv_sparse* s, const rv_graph* graph) {
    int n = s->n = graph->node_count;
    if (!rv_array_resize(memory, &s->first, n + 1))
        return false;
    int blocks = 0;
    for (int i = 0; i < n; i++) {
        s->first.data[i] = blocks;
        blocks += 1;
        for (int k = graph->first[i]; k < graph->first[i + 1]; k++)
            blocks += graph->adjacent[k] < i;
    }
    s->first.data[n] = blocks;
    if (blocks > INT32_MAX / SPARSE_BLOCK || !rv_array_resize(memory, &s->column, blocks)
        || !rv_array_resize(memory, &s->values, SPARSE_BLOCK * blocks))
        return false;
    for (int i = 0; i < n; i++) {
        int *row = s->column.data + s->first.data[i], count = 0;
        for (int k = graph->first[i]; k < graph->first[i + 1]; k++)
            if (graph->adjacent[k] < i)
                row[count++] = graph->adjacent[k];
        row[count++] = i;
        sort_row(row, count);
    }
    if (blocks > 0)
        memset(s->values.data, 0, (size_t)(SPARSE_BLOCK * blocks) * sizeof *s->values.data);
    return true;
}

bool rv_sparse_analyse(rv_memory* memory, rv_sparse* s, const rv_graph* graph) {
    s->failed = -1;
    return take_pattern(memory, s, graph) && rv_sparse_symbolic(memory, s, graph);
}

void rv_sparse_free(rv_memory* memory, rv_sparse* s) {
    rv_array_free(memory, &s->first);
    rv_array_free(memory, &s->column);
    rv_array_free(memory, &s->values);
    rv_array_free(memory, &s->order);
    rv_array_free(memory, &s->position);
    rv_array_free(memory, &s->panels);
    rv_array_free(memory, &s->rows);
    rv_array_free(memory, &s->owner);
    rv_array_free(memory, &s->feed);
    rv_array_free(memory, &s->entries);
    rv_array_free(memory, &s->factor);
    rv_array_free(memory, &s->inverse);
    rv_array_free(memory, &s->floor);
    rv_array_free(memory, &s->update);
    rv_array_free(memory, &s->place);
    *s = (rv_sparse){.failed = -1};
}

int rv_sparse_block(const rv_sparse* s, int i, int j) {
    int row = i > j ? i : j, column = i > j ? j : i;
    int low = s->first.data[row], high = s->first.data[row + 1] - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->column.data[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return s->column.data[low] == column ? low : -1;
}

void rv_sparse_multiply(const rv_sparse* s, const double* values, const double* x, double* y) {
    for (int i = 0; i < s->n; i++) {
        const double* own = x + 3 * i;
        double sum[3] = {0.0, 0.0, 0.0};
        int diagonal = s->first.data[i + 1] - 1;
        for (int k = s->first.data[i]; k < diagonal; k++) {
            const double *b = values + SPARSE_BLOCK * (size_t)k, *other = x + 3 * s->column.data[k];
            double* to = y + 3 * s->column.data[k];
            for (int r = 0; r < 3; r++) {
                sum[r] += b[3 * r] * other[0] + b[3 * r + 1] * other[1] + b[3 * r + 2] * other[2];
                to[r] += b[r] * own[0] + b[3 + r] * own[1] + b[6 + r] * own[2];
            }
        }
        const double* b = values + SPARSE_BLOCK * (size_t)diagonal;
        for (int r = 0; r < 3; r++)
            y[3 * i + r] =
                sum[r] + b[3 * r] * own[0] + b[3 * r + 1] * own[1] + b[3 * r + 2] * own[2];
    }
}
