// The numeric factor, panel by panel from the left: what earlier panels subtract, then the Cholesky
// factor of the panel itself.
//   A_JJ.. -= sum over K before J of  L_K(rows from J on) L_K(rows of J)^T
//   A_JJ = L_JJ L_JJ^T,  L_IJ = A_IJ L_JJ^-T
#include "solve/sparse_private.h"

#include <string.h>

// a pivot that is no more of its diagonal than this is rounding
static const double PIVOT_FLOOR = 1e-14;

static void put_block(double* L, int stride, const double* A, bool transposed) {
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++)
            L[r + c * stride] = transposed ? A[3 * c + r] : A[3 * r + c];
}

// A in the columns of one panel, zeros elsewhere
static void collect(rv_sparse* s, const rv_sparse_panel* panel) {
    size_t numbers = (size_t)panel->stride * 3 * (size_t)panel->width;
    memset(s->factor.data + panel->offset, 0, numbers * sizeof(double));
    for (int k = panel->entries; k < panel->entry_end; k++) {
        const rv_sparse_entry* e = &s->entries.data[k];
        put_block(s->factor.data + e->target, panel->stride,
                  s->values.data + SPARSE_BLOCK * (size_t)e->block, e->transposed);
    }
    for (int k = 0; k < panel->width; k++) {
        int row = s->order.data[panel->first + k];
        const double* own = s->values.data + SPARSE_BLOCK * (size_t)(s->first.data[row + 1] - 1);
        for (int r = 0; r < 3; r++)
            s->floor.data[3 * (panel->first + k) + r] = PIVOT_FLOOR * own[4 * r];
    }
}

// where rows lie in the panel that is fed
static void set_places(rv_sparse* s, const rv_sparse_panel* panel) {
    for (int k = 0; k < panel->width; k++)
        s->place.data[panel->first + k] = 3 * k;
    const int* rows = s->rows.data + panel->below;
    for (int k = 0; k < panel->below_count; k++)
        s->place.data[rows[k]] = 3 * (panel->width + k);
}

// adds the update, whose rows are `rows`, to the panel
static void add_update(rv_sparse* s, const rv_sparse_panel* panel, const int* rows, int count,
                       int columns, int stride) {
    const int* place = s->place.data;
    for (int j = 0; j < columns; j++)
        for (int c = 0; c < 3; c++) {
            const double* from = s->update.data + (size_t)(3 * j + c) * (size_t)stride;
            double* to = s->factor.data + panel->offset
                         + (size_t)(place[rows[j]] + c) * (size_t)panel->stride;
            for (int i = j; i < count; i++) {
                double* at = to + place[rows[i]];
                at[0] += from[3 * i];
                at[1] += from[3 * i + 1];
                at[2] += from[3 * i + 2];
            }
        }
}

static void take_feed(rv_sparse* s, const rv_sparse_panel* panel, const rv_sparse_feed* feed) {
    const sparse_kernels* kernels = kernels_for(s);
    const rv_sparse_panel* from = &s->panels.data[feed->from];
    int rows = 3 * (from->below_count - feed->begin), columns = 3 * (feed->end - feed->begin);
    int stride = rows + SPARSE_PAD;
    const double* A = s->factor.data + from->offset + 3 * (from->width + feed->begin);
    // above the diagonal only within a tile
    for (int c = 0; c < columns; c += SPARSE_TILE) {
        int wide = columns - c < SPARSE_TILE ? columns - c : SPARSE_TILE;
        sparse_product product = {A + c, A + c, from->stride, 3 * from->width};
        kernels->multiply(s->update.data + c + (size_t)c * (size_t)stride, stride, &product,
                          rows - c, wide);
    }
    add_update(s, panel, s->rows.data + from->below + feed->begin, rows / 3, columns / 3, stride);
}

bool rv_sparse_factor(rv_sparse* s) {
    const sparse_kernels* kernels = kernels_for(s);
    s->failed = -1;
    for (int p = 0; p < s->panels.count; p++) {
        const rv_sparse_panel* panel = &s->panels.data[p];
        collect(s, panel);
        set_places(s, panel);
        for (int k = panel->feeds; k < panel->feed_end; k++)
            take_feed(s, panel, &s->feed.data[k]);
        sparse_panel numbers = rv_sparse_numbers(s, p);
        int failed = kernels->factor(&numbers, s->floor.data + 3 * panel->first);
        if (failed >= 0) {
            s->failed = s->order.data[panel->first + failed / 3];
            return false;
        }
    }
    return true;
}
