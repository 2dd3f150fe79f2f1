// The complementarity problem: rules for its input, the natural residual (Cottle, Pang & Stone
// 1992, 1.5), the start, and the choice of the method. The methods are in lcp_pivot.c, lcp_newton.c
// and lcp_lemke.c.
#include "solve/dense.h"
#include "solve/lcp_private.h"

// how far two entries that mirror each other may differ, relative to their diagonals
static const double SYMMETRY = 16.0 * DBL_EPSILON;

int rv_lcp_cap(const rv_lcp* lcp) {
    return lcp->iteration_cap > 0 ? lcp->iteration_cap : 20 * lcp->n + 100;
}

static bool has_terms(const rv_lcp* lcp, int row) {
    for (int t = 0; t < lcp->term_count; t++)
        if (lcp->terms[t].row == row)
            return true;
    return false;
}

static bool bounds_are_valid(const rv_lcp* lcp) {
    for (int i = 0; i < lcp->n; i++) {
        if (!(lcp->lower[i] < INFINITY) || !(lcp->upper[i] > -INFINITY))
            return false;
        if (lcp->lower[i] > lcp->upper[i] && !has_terms(lcp, i))
            return false;
    }
    return true;
}

static bool terms_are_valid(const rv_lcp* lcp) {
    for (int t = 0; t < lcp->term_count; t++) {
        const rv_lcp_term* term = &lcp->terms[t];
        if (term->row < 0 || term->row >= lcp->n || term->other < 0 || term->other >= lcp->n)
            return false;
        if (!isfinite(term->lower) || !isfinite(term->upper))
            return false;
    }
    return true;
}

bool rv_lcp_is_valid(const rv_lcp* lcp) {
    if (lcp == NULL || lcp->n < 0 || lcp->n > RV_LCP_ROWS_MAX || lcp->term_count < 0)
        return false;
    if (lcp->iteration_cap < 0 || (lcp->term_count > 0 && lcp->terms == NULL))
        return false;
    if (lcp->n == 0)
        return lcp->term_count == 0;
    if (lcp->W == NULL || lcp->q == NULL || lcp->lower == NULL || lcp->upper == NULL)
        return false;
    return rv_dense_all_finite(lcp->W, (size_t)lcp->n * (size_t)lcp->n)
           && rv_dense_all_finite(lcp->q, (size_t)lcp->n) && terms_are_valid(lcp)
           && bounds_are_valid(lcp);
}

size_t rv_lcp_rows_bytes(int n) {
    return 5 * ((size_t)n * sizeof(double) + 16);
}

static double natural_size(const rv_lcp* lcp, int i) {
    const double* row = lcp->W + (size_t)i * (size_t)lcp->n;
    if (row[i] > 0.0)
        return row[i];
    double largest = 0.0;
    for (int j = 0; j < lcp->n; j++)
        largest = fmax(largest, fabs(row[j]));
    return largest > 0.0 ? largest : 1.0;
}

bool rv_lcp_rows_take(rv_lcp_rows* rows, const rv_lcp* lcp, rv_arena* arena) {
    size_t n = (size_t)lcp->n;
    rows->d = rv_arena_take(arena, n, sizeof(double));
    rows->w = rv_arena_take(arena, n, sizeof(double));
    rows->size = rv_arena_take(arena, n, sizeof(double));
    rows->lower = rv_arena_take(arena, n, sizeof(double));
    rows->upper = rv_arena_take(arena, n, sizeof(double));
    if (!rows->d || !rows->w || !rows->size || !rows->lower || !rows->upper)
        return false;
    for (int i = 0; i < lcp->n; i++) {
        rows->d[i] = natural_size(lcp, i);
        rows->lower[i] = lcp->lower[i];
        rows->upper[i] = lcp->upper[i];
    }
    return true;
}

// w_i and the sum of the magnitudes in it, four partial sums each
static void row_value(const double* restrict row, const double* restrict lambda, int n, double* w,
                      double* size) {
    double sum[4] = {0}, magnitude[4] = {0};
    int j = 0;
    for (; j + 4 <= n; j += 4)
        for (int k = 0; k < 4; k++) {
            double product = row[j + k] * lambda[j + k];
            sum[k] += product;
            magnitude[k] += fabs(product);
        }
    for (; j < n; j++) {
        sum[0] += row[j] * lambda[j];
        magnitude[0] += fabs(row[j] * lambda[j]);
    }
    *w += (sum[0] + sum[1]) + (sum[2] + sum[3]);
    *size += (magnitude[0] + magnitude[1]) + (magnitude[2] + magnitude[3]);
}

void rv_lcp_rows_bound(rv_lcp_rows* rows, const rv_lcp* lcp, const double* lambda) {
    for (int t = 0; t < lcp->term_count; t++) {
        int row = lcp->terms[t].row;
        rows->lower[row] = lcp->lower[row];
        rows->upper[row] = lcp->upper[row];
    }
    for (int t = 0; t < lcp->term_count; t++) {
        const rv_lcp_term* term = &lcp->terms[t];
        rows->lower[term->row] += term->lower * lambda[term->other];
        rows->upper[term->row] += term->upper * lambda[term->other];
    }
}

void rv_lcp_rows_update(rv_lcp_rows* rows, const rv_lcp* lcp, const double* lambda) {
    int n = lcp->n;
    for (int i = 0; i < n; i++) {
        rows->w[i] = lcp->q[i];
        rows->size[i] = fabs(lcp->q[i]);
        row_value(lcp->W + (size_t)i * (size_t)n, lambda, n, &rows->w[i], &rows->size[i]);
    }
    for (int t = 0; t < lcp->term_count; t++) {
        const rv_lcp_term* term = &lcp->terms[t];
        double largest = fmax(fabs(term->lower), fabs(term->upper));
        rows->size[term->row] += rows->d[term->row] * largest * fabs(lambda[term->other]);
    }
    rv_lcp_rows_bound(rows, lcp, lambda);
}

double rv_lcp_rows_residual(const rv_lcp_rows* rows, int n, const double* lambda) {
    double residual = 0.0;
    for (int i = 0; i < n; i++) {
        rv_lcp_check check = rv_lcp_row_check(rows, i, lambda[i]);
        if (check.error == 0.0)
            continue;
        double ratio = check.error / check.size;
        if (!(ratio <= residual)) // a NaN is the worst
            residual = isnan(ratio) ? INFINITY : ratio;
    }
    return residual;
}

double rv_lcp_residual(const rv_lcp* lcp, const double* lambda, rv_arena scratch) {
    if (!rv_lcp_is_valid(lcp) || (lcp->n > 0 && lambda == NULL))
        return INFINITY;
    rv_lcp_rows rows;
    if (lcp->n == 0)
        return 0.0;
    if (!rv_lcp_rows_take(&rows, lcp, &scratch))
        return INFINITY;
    rv_lcp_rows_update(&rows, lcp, lambda);
    // an infinite lambda can hide behind the order of comparisons; a sum shows it
    return rv_dense_all_finite(lambda, (size_t)lcp->n) ? rv_lcp_rows_residual(&rows, lcp->n, lambda)
                                                       : INFINITY;
}

void rv_lcp_start(const rv_lcp* lcp, const double* lambda, const int8_t* state, int8_t* start) {
    for (int i = 0; i < lcp->n; i++) {
        bool has_lower = lcp->lower[i] > -INFINITY, has_upper = lcp->upper[i] < INFINITY;
        int side = 0;
        if (state != NULL)
            side = (state[i] > 0) - (state[i] < 0);
        else if (!(lambda[i] > lcp->lower[i]))
            side = -1;
        else if (lambda[i] >= lcp->upper[i])
            side = 1;
        if (side < 0 && !has_lower)
            side = has_upper ? 1 : 0;
        else if (side > 0 && !has_upper)
            side = has_lower ? -1 : 0;
        else if (side == 0 && lcp->lower[i] == lcp->upper[i] && lcp->term_count == 0)
            side = -1; // a fixed row has no inside
        start[i] = (int8_t)side;
    }
}

bool rv_lcp_clamp(const rv_lcp* lcp, double* lambda) {
    bool moved = false;
    for (int i = 0; i < lcp->n; i++) {
        double before = lambda[i];
        if (!isfinite(lambda[i]))
            lambda[i] = 0.0;
        // bounds with terms move with lambda: only constant ones can be clamped to
        if (lcp->term_count == 0)
            lambda[i] = fmin(fmax(lambda[i], lcp->lower[i]), lcp->upper[i]);
        moved = moved || !(lambda[i] == before);
    }
    return moved;
}

rv_lcp_result rv_lcp_finish(const rv_lcp* lcp, rv_lcp_rows* rows, double* lambda, int iterations,
                            bool right) {
    // free rows may be outside by a rounding error: w moves with them
    if (rv_lcp_clamp(lcp, lambda))
        rv_lcp_rows_update(rows, lcp, lambda);
    double residual = rv_lcp_rows_residual(rows, lcp->n, lambda);
    rv_lcp_status status = residual <= RV_LCP_SOLVED_RESIDUAL ? RV_LCP_SOLVED
                           : right                            ? RV_LCP_RAY
                                                              : RV_LCP_CAPPED;
    return (rv_lcp_result){status, iterations, residual};
}

// equal up to rounding of their diagonals
static bool mirrors(const rv_lcp* lcp, size_t i, size_t j) {
    size_t n = (size_t)lcp->n;
    double difference = lcp->W[i * n + j] - lcp->W[j * n + i];
    double diagonals = lcp->W[i * n + i] * lcp->W[j * n + j];
    return difference == 0.0 || difference * difference <= SYMMETRY * SYMMETRY * diagonals;
}

// columns [left, end) of row i
static bool row_mirrors(const rv_lcp* lcp, size_t i, size_t left, size_t end) {
    size_t n = (size_t)lcp->n;
    const double *row = lcp->W + i * n, *column = lcp->W + i;
    int differences = 0;
    for (size_t j = left; j < end; j++)
        differences += row[j] != column[j * n];
    if (differences == 0)
        return true;
    for (size_t j = left; j < end; j++)
        if (!mirrors(lcp, i, j))
            return false;
    return true;
}

// in tiles: reading W by columns would miss the cache at every entry
static bool is_symmetric(const rv_lcp* lcp) {
    enum { TILE = 16 };
    size_t n = (size_t)lcp->n;
    for (size_t top = 0; top < n; top += TILE)
        for (size_t left = 0; left <= top; left += TILE)
            for (size_t i = top; i < n && i < top + TILE; i++)
                if (!row_mirrors(lcp, i, left, i < left + TILE ? i : left + TILE))
                    return false;
    return true;
}

// the rules of the header, then `run`
static rv_lcp_result check_and_run(rv_lcp_method* run, const rv_lcp* lcp, double* lambda,
                                   int8_t* state, rv_arena scratch) {
    if (!rv_lcp_is_valid(lcp) || (lcp->n > 0 && lambda == NULL))
        return (rv_lcp_result){RV_LCP_BAD_INPUT, 0, INFINITY};
    if (lcp->n == 0)
        return (rv_lcp_result){RV_LCP_SOLVED, 0, 0.0};
    return run(lcp, lambda, state, scratch);
}

rv_lcp_result rv_lcp_pivot(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    return check_and_run(rv_lcp_pivot_run, lcp, lambda, state, scratch);
}

rv_lcp_result rv_lcp_newton(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    return check_and_run(rv_lcp_newton_run, lcp, lambda, state, scratch);
}

rv_lcp_result rv_lcp_lemke(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    return check_and_run(rv_lcp_lemke_run, lcp, lambda, state, scratch);
}

static rv_lcp_result solve_run(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    bool plain = lcp->term_count == 0 && is_symmetric(lcp);
    rv_lcp_result quick = plain ? rv_lcp_pivot_run(lcp, lambda, state, scratch)
                                : rv_lcp_newton_run(lcp, lambda, state, scratch);
    if (quick.status == RV_LCP_SOLVED || quick.status == RV_LCP_BAD_INPUT)
        return quick;
    rv_lcp_result lemke = rv_lcp_lemke_run(lcp, lambda, state, scratch);
    lemke.iterations += quick.iterations;
    return lemke;
}

rv_lcp_result rv_lcp_solve(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    return check_and_run(solve_run, lcp, lambda, state, scratch);
}

size_t rv_lcp_scratch_bytes(int n, int term_count) {
    if (n < 0 || n > RV_LCP_ROWS_MAX || term_count < 0)
        return 0;
    size_t pivot = rv_lcp_pivot_bytes(n), newton = rv_lcp_newton_bytes(n);
    size_t lemke = rv_lcp_lemke_bytes(n, term_count);
    size_t largest = pivot > newton ? pivot : newton;
    largest = largest > lemke ? largest : lemke;
    // never 0 for a good size; the first array may find the block misaligned
    return largest + 16;
}
