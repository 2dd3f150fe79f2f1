// Semi-smooth Newton for any W and affine bounds (Alart & Curnier 1991, Qi & Sun 1993). On a guess
// of the sides the problem is linear: w_i = 0 for a free row, lambda_i = bound_i(lambda) for the
// others. Rows at a constant bound are known beforehand; the rest is one dense LU with one step of
// refinement. Rows that the natural map puts elsewhere then change sides. There is no guarantee
// that this ends, so it stops when the number of wrong rows has not fallen NEWTON_TRIES times.
#include "solve/dense.h"
#include "solve/lcp_private.h"

#include <string.h>

enum { NEWTON_TRIES = 4 };

// a row is wrong when it is off by more than this many rounding errors of what it sums
static const double TOLERANCE = 64.0 * DBL_EPSILON;

typedef struct newton {
    const rv_lcp* lcp;
    double* lambda;
    rv_lcp_rows rows;
    int8_t* state;
    bool* moving;  // the bound the row sits at has terms
    int* unknown;  // rows to solve for
    int* place;    // position in `unknown`, -1 for a known row
    int count;     // unknown rows
    int* exchange; // of the LU
    double* LU;
    double* step;
    double* scale; // scratch of the LU
} newton;

size_t rv_lcp_newton_bytes(int n) {
    size_t count = (size_t)n;
    return rv_lcp_rows_bytes(n) + count * (2 + 3 * sizeof(int))
           + (count * count + 2 * count) * sizeof(double) + 8 * 16;
}

static bool newton_take(newton* s, const rv_lcp* lcp, rv_arena* arena) {
    size_t n = (size_t)lcp->n;
    s->lcp = lcp;
    s->state = rv_arena_take(arena, n, 1);
    s->moving = rv_arena_take(arena, n, sizeof(bool));
    s->unknown = rv_arena_take(arena, n, sizeof(int));
    s->place = rv_arena_take(arena, n, sizeof(int));
    s->exchange = rv_arena_take(arena, n, sizeof(int));
    s->LU = rv_arena_take(arena, n * n, sizeof(double));
    s->step = rv_arena_take(arena, n, sizeof(double));
    s->scale = rv_arena_take(arena, n, sizeof(double));
    return s->state && s->moving && s->unknown && s->place && s->exchange && s->LU && s->step
           && s->scale && rv_lcp_rows_take(&s->rows, lcp, arena);
}

// the coefficient of a term in the bound that its row sits at
static double active_coefficient(const newton* s, const rv_lcp_term* term) {
    int8_t side = s->state[term->row];
    return side < 0 ? term->lower : side > 0 ? term->upper : 0.0;
}

// lists the unknown rows; known ones go to their bound, unknown ones to zero
static void list_unknown(newton* s) {
    const rv_lcp* lcp = s->lcp;
    memset(s->moving, 0, (size_t)lcp->n * sizeof(bool));
    for (int t = 0; t < lcp->term_count; t++)
        if (active_coefficient(s, &lcp->terms[t]) != 0.0)
            s->moving[lcp->terms[t].row] = true;
    s->count = 0;
    for (int i = 0; i < lcp->n; i++) {
        bool known = s->state[i] != 0 && !s->moving[i];
        s->place[i] = known ? -1 : s->count;
        s->lambda[i] = !known ? 0.0 : s->state[i] < 0 ? lcp->lower[i] : lcp->upper[i];
        if (!known)
            s->unknown[s->count++] = i;
    }
}

// free rows: W; rows at a moving bound: d_i (1 - terms), d_i so that all rows are of one unit
static void assemble(newton* s) {
    const rv_lcp* lcp = s->lcp;
    size_t width = (size_t)s->count;
    for (int a = 0; a < s->count; a++) {
        double* row = s->LU + (size_t)a * width;
        int i = s->unknown[a];
        const double* from = lcp->W + (size_t)i * (size_t)lcp->n;
        for (int b = 0; b < s->count; b++)
            row[b] = s->state[i] == 0 ? from[s->unknown[b]] : 0.0;
        if (s->state[i] != 0)
            row[a] = s->rows.d[i];
    }
    for (int t = 0; t < lcp->term_count; t++) {
        const rv_lcp_term* term = &lcp->terms[t];
        int a = s->place[term->row], b = s->place[term->other];
        if (a >= 0 && b >= 0)
            s->LU[(size_t)a * width + (size_t)b] -=
                active_coefficient(s, term) * s->rows.d[term->row];
    }
}

// one step on the linear equations of the sides; the first from zero, the second is the refinement
static void move_unknown(newton* s) {
    for (int a = 0; a < s->count; a++) {
        int i = s->unknown[a];
        double bound = s->state[i] < 0 ? s->rows.lower[i] : s->rows.upper[i];
        s->step[a] = s->state[i] == 0 ? -s->rows.w[i] : s->rows.d[i] * (bound - s->lambda[i]);
    }
    rv_lu_solve(s->LU, s->count, s->exchange, s->step);
    for (int a = 0; a < s->count; a++)
        s->lambda[s->unknown[a]] += s->step[a];
    rv_lcp_rows_update(&s->rows, s->lcp, s->lambda);
}

static void solve_sides(newton* s) {
    list_unknown(s);
    assemble(s);
    rv_lu_factor(s->LU, s->count, s->exchange, s->scale);
    rv_lcp_rows_update(&s->rows, s->lcp, s->lambda);
    move_unknown(s);
    move_unknown(s);
}

// the number of wrong rows, which change sides when `change`
static int count_wrong(newton* s, bool change) {
    int wrong = 0;
    for (int i = 0; i < s->lcp->n; i++) {
        rv_lcp_check check = rv_lcp_row_check(&s->rows, i, s->lambda[i]);
        if (check.side == s->state[i] || !(check.error > TOLERANCE * check.size))
            continue;
        wrong++;
        if (change)
            s->state[i] = check.side;
    }
    return wrong;
}

static int iterate(newton* s, bool* right) {
    int best = s->lcp->n + 1, tries = NEWTON_TRIES, cap = rv_lcp_cap(s->lcp);
    for (int iteration = 1;; iteration++) {
        solve_sides(s);
        int wrong = count_wrong(s, false);
        *right = wrong == 0;
        tries = wrong < best ? NEWTON_TRIES : tries - 1;
        best = wrong < best ? wrong : best;
        // the sides stay those that lambda was solved for
        if (*right || tries == 0 || iteration >= cap)
            return iteration;
        count_wrong(s, true);
    }
}

rv_lcp_result rv_lcp_newton_run(const rv_lcp* lcp, double* lambda, int8_t* state,
                                rv_arena scratch) {
    rv_lcp_result result = {RV_LCP_BAD_INPUT, 0, INFINITY};
    newton s = {.lambda = lambda};
    if (!newton_take(&s, lcp, &scratch))
        return result;
    rv_lcp_start(lcp, lambda, state, s.state);
    bool right = false;
    result.iterations = iterate(&s, &right);
    if (state != NULL)
        memcpy(state, s.state, (size_t)lcp->n);
    return rv_lcp_finish(lcp, &s.rows, lambda, result.iterations, right);
}
