// Solutions with the factor: L y = b from the first panel to the last, L^T x = y back. Right-hand
// sides that are zero but in a few places skip the panels that they do not reach.
#include "solve/sparse_private.h"

#include <string.h>

// scratch: the right-hand sides in the order of elimination, and the rows of one panel
typedef struct workspace {
    const rv_sparse* s;
    int lanes; // numbers in a row: 1 or SPARSE_WIDE
    double* x;
    double* t;
} workspace;

size_t rv_sparse_scratch(const rv_sparse* s) {
    return (size_t)SPARSE_WIDE * (3 * (size_t)s->n + (size_t)s->tallest);
}

static workspace workspace_in(const rv_sparse* s, int lanes, double* scratch) {
    return (workspace){s, lanes, scratch, scratch + (size_t)lanes * 3 * (size_t)s->n};
}

static void copy_nodes(double* to, const double* from, int nodes, int lanes) {
    memcpy(to, from, (size_t)nodes * 3 * (size_t)lanes * sizeof *to);
}

static void clear_rows(double* t, int rows, int lanes) {
    memset(t, 0, (size_t)rows * (size_t)lanes * sizeof *t);
}

static void forward(const workspace* w, int p) {
    const rv_sparse* s = w->s;
    const rv_sparse_panel* panel = &s->panels.data[p];
    sparse_panel numbers = rv_sparse_numbers(s, p);
    size_t node = 3 * (size_t)w->lanes;
    double *own = w->x + node * (size_t)panel->first, *below = w->t + node * (size_t)panel->width;
    copy_nodes(w->t, own, panel->width, w->lanes);
    clear_rows(below, 3 * panel->below_count + SPARSE_PAD, w->lanes);
    if (w->lanes == 1)
        kernels_for(s)->forward(&numbers, w->t);
    else
        kernels_for(s)->forward_wide(&numbers, w->t);
    copy_nodes(own, w->t, panel->width, w->lanes);
    for (int k = 0; k < panel->below_count; k++) {
        double* to = w->x + node * (size_t)s->rows.data[panel->below + k];
        for (size_t c = 0; c < node; c++)
            to[c] += below[node * (size_t)k + c];
    }
}

static void backward(const workspace* w, int p) {
    const rv_sparse* s = w->s;
    const rv_sparse_panel* panel = &s->panels.data[p];
    sparse_panel numbers = rv_sparse_numbers(s, p);
    size_t node = 3 * (size_t)w->lanes;
    double *own = w->x + node * (size_t)panel->first, *below = w->t + node * (size_t)panel->width;
    copy_nodes(w->t, own, panel->width, w->lanes);
    for (int k = 0; k < panel->below_count; k++)
        copy_nodes(below + node * (size_t)k, w->x + node * (size_t)s->rows.data[panel->below + k],
                   1, w->lanes);
    clear_rows(below + node * (size_t)panel->below_count, SPARSE_PAD, w->lanes);
    if (w->lanes == 1)
        kernels_for(s)->backward(&numbers, w->t);
    else
        kernels_for(s)->backward_wide(&numbers, w->t);
    copy_nodes(own, w->t, panel->width, w->lanes);
}

static void solve_all(const workspace* w) {
    for (int p = 0; p < w->s->panels.count; p++)
        forward(w, p);
    for (int p = w->s->panels.count - 1; p >= 0; p--)
        backward(w, p);
}

void rv_sparse_solve(const rv_sparse* s, double* x, double* scratch) {
    workspace w = workspace_in(s, 1, scratch);
    for (int k = 0; k < s->n; k++)
        copy_nodes(w.x + 3 * k, x + 3 * s->order.data[k], 1, 1);
    solve_all(&w);
    for (int k = 0; k < s->n; k++)
        copy_nodes(x + 3 * s->order.data[k], w.x + 3 * k, 1, 1);
}

void rv_sparse_solve_many(const rv_sparse* s, double* x, int count, double* scratch) {
    workspace w = workspace_in(s, SPARSE_WIDE, scratch);
    size_t length = 3 * (size_t)s->n;
    for (int first = 0; first < count; first += SPARSE_WIDE, x += SPARSE_WIDE * length) {
        int lanes = count - first < SPARSE_WIDE ? count - first : SPARSE_WIDE;
        clear_rows(w.x, 3 * s->n, SPARSE_WIDE);
        for (int c = 0; c < lanes; c++)
            for (size_t i = 0; i < length; i++)
                w.x[(3 * (size_t)s->position.data[i / 3] + i % 3) * SPARSE_WIDE + (size_t)c] =
                    x[(size_t)c * length + i];
        solve_all(&w);
        for (int c = 0; c < lanes; c++)
            for (size_t i = 0; i < length; i++)
                x[(size_t)c * length + i] =
                    w.x[(3 * (size_t)s->position.data[i / 3] + i % 3) * SPARSE_WIDE + (size_t)c];
    }
}

// --- a part of the inverse ---

// three unit loads on each of rows[first..end), solved for
static void solve_units(const workspace* w, const int* rows, int first, int end) {
    const rv_sparse* s = w->s;
    clear_rows(w->x, 3 * s->n, w->lanes);
    for (int k = first; k < end; k++)
        for (int r = 0; r < 3 && rows[k] >= 0; r++)
            w->x[(3 * (size_t)s->position.data[rows[k]] + (size_t)r) * SPARSE_WIDE
                 + (size_t)(3 * (k - first) + r)] = 1.0;
    solve_all(w);
}

bool rv_sparse_inverse_part(const rv_sparse* s, const int* rows, int count, double* C,
                            double* scratch, rv_sparse_progress progress) {
    workspace w = workspace_in(s, SPARSE_WIDE, scratch);
    size_t size = 3 * (size_t)count;
    for (int first = 0; first < count; first += SPARSE_WIDE / 3) {
        int end = count - first < SPARSE_WIDE / 3 ? count : first + SPARSE_WIDE / 3;
        solve_units(&w, rows, first, end);
        for (int k = 0; k < count; k++)
            for (size_t r = 0; r < 3; r++)
                for (size_t c = 0; c < 3 * (size_t)(end - first); c++)
                    C[(3 * (size_t)k + r) * size + 3 * (size_t)first + c] =
                        rows[k] < 0
                            ? 0.0
                            : w.x[(3 * (size_t)s->position.data[rows[k]] + r) * SPARSE_WIDE + c];
        if (progress.tell != NULL && !progress.tell(progress.context, (double)end / count))
            return false;
    }
    // rounding leaves the two halves apart
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < i; j++)
            C[i * size + j] = C[j * size + i] = 0.5 * (C[i * size + j] + C[j * size + i]);
    return true;
}
