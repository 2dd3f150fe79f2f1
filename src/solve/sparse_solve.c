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

// The wanted sums of rows, by the first of their rows in the order of elimination. Indices are kept
// as numbers in the scratch memory.
typedef struct wanted_sums {
    workspace w;
    const rv_sparse_sums* sums;
    int sorted;      // of those with a row that is not held
    double* list;    // which of the sums, sorted
    double* needed;  // by panel: 1 if it holds a wanted row or leads to the root from one
    double* reached; // by panel: 1 if the loads in work get there
    double* C;
} wanted_sums;

size_t rv_sparse_inverse_scratch(const rv_sparse* s, int count) {
    return rv_sparse_scratch(s) + 2 * (size_t)s->panels.count + (size_t)s->n + (size_t)count;
}

static wanted_sums wanted_in(const rv_sparse* s, const rv_sparse_sums* sums, double* scratch) {
    double* list = scratch + rv_sparse_scratch(s);
    double *needed = list + sums->count, *reached = needed + s->panels.count;
    return (wanted_sums){
        workspace_in(s, SPARSE_WIDE, scratch), sums, 0, list, needed, reached, NULL};
}

// the terms of sum k: [first_term(k), first_term(k + 1))
static int first_term(const rv_sparse_sums* sums, int k) {
    return sums->first == NULL ? k : sums->first[k];
}

// where the row of a term is eliminated; -1: it does not move
static int position_of(const wanted_sums* wanted, int term) {
    int row = wanted->sums->row[term];
    return row < 0 ? -1 : wanted->w.s->position.data[row];
}

static double weight_of(const rv_sparse_sums* sums, int term) {
    return sums->first == NULL ? 1.0 : sums->weight[term];
}

// the first position of a sum; -1: it does not move
static int start_of(const wanted_sums* wanted, int k) {
    int start = -1;
    for (int i = first_term(wanted->sums, k); i < first_term(wanted->sums, k + 1); i++) {
        int p = position_of(wanted, i);
        start = p >= 0 && (start < 0 || p < start) ? p : start;
    }
    return start;
}

// sorts by start: `heads` counts, then says where those of a position go
static void sort_wanted(wanted_sums* wanted, double* heads) {
    const rv_sparse* s = wanted->w.s;
    memset(heads, 0, (size_t)s->n * sizeof *heads);
    for (int k = 0; k < wanted->sums->count; k++) {
        int start = start_of(wanted, k);
        if (start >= 0)
            heads[start] += 1.0;
    }
    double before = 0.0;
    for (int p = 0; p < s->n; p++) {
        double own = heads[p];
        heads[p] = before;
        before += own;
    }
    wanted->sorted = (int)before;
    for (int k = 0; k < wanted->sums->count; k++) {
        int start = start_of(wanted, k);
        if (start >= 0) {
            wanted->list[(int)heads[start]] = k;
            heads[start] += 1.0;
        }
    }
}

// marks the panels on the way from one row to the root
static void mark_row(const rv_sparse* s, int position, double* marks) {
    int p = s->owner.data[position];
    while (marks[p] == 0.0) {
        const rv_sparse_panel* panel = &s->panels.data[p];
        marks[p] = 1.0;
        if (panel->below_count > 0)
            p = s->owner.data[s->rows.data[panel->below]];
    }
}

// and from all rows of the sorted sums [first, end)
static void mark_way(const wanted_sums* wanted, int first, int end, double* marks) {
    const rv_sparse* s = wanted->w.s;
    memset(marks, 0, (size_t)s->panels.count * sizeof *marks);
    for (int k = first; k < end; k++) {
        int sum = (int)wanted->list[k];
        for (int i = first_term(wanted->sums, sum); i < first_term(wanted->sums, sum + 1); i++)
            if (position_of(wanted, i) >= 0)
                mark_row(s, position_of(wanted, i), marks);
    }
}

// unit loads on the sorted sums [first, end), solved for from the first row of them on
static void solve_units(const wanted_sums* wanted, int first, int end) {
    const workspace* w = &wanted->w;
    const rv_sparse* s = w->s;
    int start = s->owner.data[start_of(wanted, (int)wanted->list[first])];
    int own = s->panels.data[start].first;
    clear_rows(w->x + (size_t)SPARSE_WIDE * 3 * (size_t)own, 3 * (s->n - own), SPARSE_WIDE);
    for (int k = first; k < end; k++) {
        int sum = (int)wanted->list[k];
        for (int i = first_term(wanted->sums, sum); i < first_term(wanted->sums, sum + 1); i++)
            for (int r = 0; r < 3 && position_of(wanted, i) >= 0; r++)
                w->x[(size_t)(3 * position_of(wanted, i) + r) * SPARSE_WIDE
                     + (size_t)(3 * (k - first) + r)] += weight_of(wanted->sums, i);
    }
    mark_way(wanted, first, end, wanted->reached);
    for (int p = start; p < s->panels.count; p++)
        if (wanted->reached[p] != 0.0)
            forward(w, p);
    for (int p = s->panels.count - 1; p >= start; p--)
        if (wanted->needed[p] != 0.0)
            backward(w, p);
}

// x of a sum: 3 rows of SPARSE_WIDE numbers
static void sum_up(const wanted_sums* wanted, int sum, double* x) {
    memset(x, 0, 3 * SPARSE_WIDE * sizeof *x);
    for (int i = first_term(wanted->sums, sum); i < first_term(wanted->sums, sum + 1); i++) {
        int p = position_of(wanted, i);
        if (p < 0)
            continue;
        const double* from = wanted->w.x + (size_t)SPARSE_WIDE * 3 * (size_t)p;
        for (int k = 0; k < 3 * SPARSE_WIDE; k++)
            x[k] += weight_of(wanted->sums, i) * from[k];
    }
}

// columns of the sorted sums [first, end), below the diagonal; and the same as rows
static void put_columns(const wanted_sums* wanted, int first, int end) {
    size_t size = 3 * (size_t)wanted->sums->count;
    for (int k = first; k < wanted->sorted; k++) {
        double x[3 * SPARSE_WIDE];
        size_t row = 3 * (size_t)wanted->list[k];
        sum_up(wanted, (int)wanted->list[k], x);
        for (int j = first; j < end && j <= k; j++) {
            size_t column = 3 * (size_t)wanted->list[j];
            const double* from = x + 3 * (j - first);
            for (size_t r = 0; r < 3; r++)
                for (size_t c = 0; c < (j == k ? r + 1 : 3); c++)
                    wanted->C[(row + r) * size + column + c] =
                        wanted->C[(column + c) * size + row + r] = from[r * SPARSE_WIDE + c];
        }
    }
}

bool rv_sparse_inverse_part(const rv_sparse* s, const rv_sparse_sums* sums, double* C,
                            double* scratch, rv_sparse_progress progress) {
    wanted_sums wanted = wanted_in(s, sums, scratch);
    wanted.C = C;
    sort_wanted(&wanted, wanted.reached + s->panels.count);
    mark_way(&wanted, 0, wanted.sorted, wanted.needed);
    if (wanted.sorted < sums->count)
        memset(C, 0, 9 * (size_t)sums->count * (size_t)sums->count * sizeof *C);
    for (int first = 0; first < wanted.sorted; first += SPARSE_WIDE / 3) {
        int left = wanted.sorted - first;
        int end = left < SPARSE_WIDE / 3 ? wanted.sorted : first + SPARSE_WIDE / 3;
        solve_units(&wanted, first, end);
        put_columns(&wanted, first, end);
        if (progress.tell != NULL && !progress.tell(progress.context, (double)end / wanted.sorted))
            return false;
    }
    return true;
}
