// How a factored KKT system answers: speeds of loose rows, their response W = H KKT^-1 H^T, and the
// compliance of some of its dofs, one column of the inverse after the other. A substructure that no row
// of the pattern reaches says its own part.
#include "solve/kkt_private.h"

#include <string.h>

static int loose_dof(const rv_kkt* kkt, const rv_loose_rows* rows, const rv_loose_reference* ref,
                     int k) {
    int dof = ref->first_dof < 0 ? k : rows->dof.data[ref->first_dof + k];
    return kkt->block_first.data[ref->block] + dof;
}

double rv_kkt_loose_speed(const rv_kkt* kkt, const rv_loose_rows* rows, int row) {
    const rv_loose_row* self = &rows->rows.data[row];
    double speed = 0.0;
    for (int k = 0; k < self->reference_count; k++) {
        const rv_loose_reference* ref = &rows->references.data[self->first_reference + k];
        for (int c = 0; c < ref->count; c++)
            speed += rows->jacobian.data[ref->first_value + c]
                     * kkt->v.data[loose_dof(kkt, rows, ref, c)];
    }
    return speed;
}

void rv_kkt_response(rv_kkt* kkt, const rv_loose_rows* rows, double* W) {
    int count = rows->rows.count;
    double* x = kkt->x.data;
    for (int j = 0; j < count; j++) {
        const rv_loose_row* self = &rows->rows.data[j];
        memset(x, 0, (size_t)(kkt->dof_count + kkt->row_count) * sizeof(double));
        int start = kkt->node_count;
        for (int k = 0; k < self->reference_count; k++) {
            const rv_loose_reference* ref = &rows->references.data[self->first_reference + k];
            int p = kkt->position_of.data[ref->block];
            start = p < start ? p : start;
            for (int c = 0; c < ref->count; c++) {
                int dof = loose_dof(kkt, rows, ref, c) - kkt->block_first.data[ref->block];
                x[kkt->node_first.data[p] + dof] += rows->jacobian.data[ref->first_value + c];
            }
        }
        rv_kkt_forward(kkt, x, start);
        rv_kkt_backward(kkt, x, 0);
        for (int i = 0; i < count; i++) {
            const rv_loose_row* other = &rows->rows.data[i];
            double sum = 0.0;
            for (int k = 0; k < other->reference_count; k++) {
                const rv_loose_reference* ref = &rows->references.data[other->first_reference + k];
                int first = kkt->node_first.data[kkt->position_of.data[ref->block]];
                for (int c = 0; c < ref->count; c++) {
                    int dof = loose_dof(kkt, rows, ref, c) - kkt->block_first.data[ref->block];
                    sum += rows->jacobian.data[ref->first_value + c] * x[first + dof];
                }
            }
            W[i * count + j] = sum;
        }
    }
}

void rv_kkt_respond(rv_kkt* kkt) {
    double* x = kkt->x.data;
    for (int p = 0; p < kkt->node_count; p++) {
        int node = kkt->node_at.data[p];
        size_t bytes = (size_t)kkt->node_size.data[p] * sizeof *x;
        if (node < kkt->block_count)
            memcpy(x + kkt->node_first.data[p], kkt->r.data + kkt->block_first.data[node], bytes);
        else
            memset(x + kkt->node_first.data[p], 0, bytes);
    }
    rv_kkt_forward(kkt, x, 0);
    rv_kkt_backward(kkt, x, 0);
    for (int b = 0; b < kkt->block_count; b++) {
        int p = kkt->position_of.data[b];
        memcpy(kkt->v.data + kkt->block_first.data[b], x + kkt->node_first.data[p],
               (size_t)kkt->node_size.data[p] * sizeof *x);
    }
}

// no row of the pattern reaches it
static bool is_apart(const rv_kkt* kkt, int p) {
    return kkt->panel_first.data[p] == kkt->panel_first.data[p + 1];
}

// Runs of one substructure that no row reaches answer each other alone, as it says itself. They begin
// with `column` of C (n x n). Returns how many of the runs these are, 0: it is not such a one.
static int own_compliance(const rv_kkt* kkt, const rv_kkt_run* runs, int count, double* C, int n,
                          int column, int* dofs) {
    int block = runs->block, size = 0, used = 0;
    if (!rv_kkt_is_condensed(kkt, block) || !is_apart(kkt, kkt->position_of.data[block]))
        return 0;
    const rv_substructure* sub = kkt->block_substructure.data[block];
    for (; used < count && runs[used].block == block; used++)
        for (int k = 0; k < runs[used].count; k++)
            dofs[size++] = runs[used].first + k;
    // packed at first, then each row goes to its place, the last one first
    double* packed = C + (size_t)column * (size_t)n;
    sub->compliance(sub->self, size, dofs, packed);
    for (int i = size - 1; i >= 0; i--) {
        double* row = packed + (size_t)i * (size_t)n;
        memmove(row + column, packed + (size_t)i * (size_t)size, (size_t)size * sizeof(double));
        memset(row, 0, (size_t)column * sizeof(double));
        memset(row + column + size, 0, (size_t)(n - column - size) * sizeof(double));
    }
    return used;
}

// What comes before all runs is neither read nor written, and no more is what soft groups have.
static void clear_from(rv_kkt* kkt, int earliest) {
    int first = kkt->node_first.data[earliest], last = kkt->node_count - 1;
    int end = kkt->node_first.data[last] + kkt->node_size.data[last];
    memset(kkt->x.data + first, 0, (size_t)(end - first) * sizeof(double));
}

// one column: the answer of all runs to a push on one dof
static void answer(rv_kkt* kkt, const rv_kkt_run* runs, int count, int earliest, double* out,
                   int n) {
    double* x = kkt->x.data;
    rv_kkt_backward(kkt, x, earliest);
    for (int i = 0; i < count; i++) {
        const double* xi =
            x + kkt->node_first.data[kkt->position_of.data[runs[i].block]] + runs[i].first;
        for (int r = 0; r < runs[i].count; r++, out += n)
            *out = xi[r];
    }
}

void rv_kkt_compliance(rv_kkt* kkt, const rv_kkt_run* runs, int count, double* C, int* scratch) {
    int n = 0, earliest = kkt->node_count;
    for (int i = 0; i < count; i++) {
        int p = kkt->position_of.data[runs[i].block];
        n += runs[i].count;
        earliest = p < earliest ? p : earliest;
    }
    memset(C, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int j = 0, column = 0; j < count;) {
        int done = own_compliance(kkt, runs + j, count - j, C, n, column, scratch);
        for (int k = 0; k < done; k++)
            column += runs[j + k].count;
        j += done;
        for (int k = 0; done == 0 && k < runs[j].count; k++, column++) {
            int p = kkt->position_of.data[runs[j].block];
            clear_from(kkt, earliest);
            kkt->x.data[kkt->node_first.data[p] + runs[j].first + k] = 1.0;
            rv_kkt_forward(kkt, kkt->x.data, p);
            answer(kkt, runs, count, earliest, C + column, n);
        }
        j += done == 0;
    }
}
