// Block principal pivoting for symmetric positive semidefinite W and constant bounds (Kostreva
// 1978, Judice & Pires 1994). A guess of the free rows F fixes lambda: W_FF lambda_F = -(q_F + W_FB
// lambda_B), the others sit at their bounds. All rows whose sign is wrong change sides at once;
// when their number fails to fall BLOCK_TRIES times, only the one of least index does (Murty 1974),
// which ends for positive definite W, until the number falls below the best so far. Rows that stay
// free keep their place in the factor, so that small changes cost little.
#include "solve/dense.h"
#include "solve/lcp_private.h"

#include <string.h>

enum { BLOCK_TRIES = 8 };

// a row is wrong when it is off by more than this many rounding errors of what it sums ...
static const double FIRST_TOLERANCE = 64.0 * DBL_EPSILON;
// ... and by this factor more each time pivoting gets nowhere: rounding, not the set, is then at
// fault
static const double TOLERANCE_GROWTH = 8.0;
// free rows solved better than this are not refined
static const double REFINED = 4.0 * DBL_EPSILON;

typedef struct pivoting {
    const rv_lcp* lcp;
    double* lambda;
    rv_lcp_rows rows;
    rv_ldl ldl;
    int8_t* state;  // -1 at lower, 0 free, 1 at upper
    int8_t* wanted; // where the natural map puts the row
    int* order;     // the free rows by index
    int free_count;
    int factored; // leading positions of `order` that the factor holds
    int* columns; // scratch: columns to be added up, with their factors
    double* factors;
    double* step; // right-hand side, then solution, in the order of the factor
    double floor; // stands in for a zero diagonal
    double tolerance;
    int best;  // least number of wrong rows so far
    int tries; // block steps left
    int single_steps;
} pivoting;

size_t rv_lcp_pivot_bytes(int n) {
    size_t count = (size_t)n;
    return rv_lcp_rows_bytes(n) + rv_ldl_bytes(n) + count * (2 + 2 * sizeof(int))
           + 2 * count * sizeof(double) + 6 * 16;
}

static bool pivoting_take(pivoting* p, const rv_lcp* lcp, rv_arena* arena) {
    size_t n = (size_t)lcp->n;
    p->lcp = lcp;
    p->state = rv_arena_take(arena, n, 1);
    p->wanted = rv_arena_take(arena, n, 1);
    p->order = rv_arena_take(arena, n, sizeof(int));
    p->columns = rv_arena_take(arena, n, sizeof(int));
    p->factors = rv_arena_take(arena, n, sizeof(double));
    p->step = rv_arena_take(arena, n, sizeof(double));
    return p->state && p->wanted && p->order && p->columns && p->factors && p->step
           && rv_lcp_rows_take(&p->rows, lcp, arena) && rv_ldl_take(&p->ldl, lcp->n, arena);
}

// w += sum of factor W(:, column), four columns per pass over w; size adds up the magnitudes
static void add_four(const double* const c[4], const double f[4], int n, double* restrict w,
                     double* restrict size) {
    const double* restrict a = c[0], * restrict b = c[1], * restrict e = c[2], * restrict g = c[3];
    double fa = f[0], fb = f[1], fe = f[2], fg = f[3];
    int i = 0;
    for (; i + 2 <= n; i += 2)
        for (int k = 0; k < 2; k++) {
            double pa = fa * a[i + k], pb = fb * b[i + k], pe = fe * e[i + k], pg = fg * g[i + k];
            w[i + k] += (pa + pb) + (pe + pg);
            size[i + k] += (fabs(pa) + fabs(pb)) + (fabs(pe) + fabs(pg));
        }
    for (; i < n; i++) {
        double pa = fa * a[i], pb = fb * b[i], pe = fe * e[i], pg = fg * g[i];
        w[i] += (pa + pb) + (pe + pg);
        size[i] += (fabs(pa) + fabs(pb)) + (fabs(pe) + fabs(pg));
    }
}

// W is symmetric: its columns are its rows, which lie contiguous
static void add_columns(pivoting* p, int count) {
    int n = p->lcp->n;
    for (int k = 0; k < count; k += 4) {
        const double* column[4];
        double factor[4];
        for (int r = 0; r < 4; r++) {
            int at = k + r < count ? k + r : k;
            column[r] = p->lcp->W + (size_t)p->columns[at] * (size_t)n;
            factor[r] = k + r < count ? p->factors[at] : 0.0;
        }
        add_four(column, factor, n, p->rows.w, p->rows.size);
    }
}

// puts the rows at their bounds; w = q + W_B lambda_B
static void place_bound_rows(pivoting* p) {
    const rv_lcp* lcp = p->lcp;
    int count = 0;
    for (int i = 0; i < lcp->n; i++) {
        p->rows.w[i] = lcp->q[i];
        p->rows.size[i] = fabs(lcp->q[i]);
        if (p->state[i] == 0)
            continue;
        p->lambda[i] = p->state[i] < 0 ? lcp->lower[i] : lcp->upper[i];
        if (p->lambda[i] == 0.0)
            continue;
        p->columns[count] = i;
        p->factors[count++] = p->lambda[i];
    }
    add_columns(p, count);
}

// Lists the free rows by index, so that the answer depends on the sides alone and not on the way to
// them; the factor holds up to the first place that changed.
static void update_order(pivoting* p) {
    int count = 0;
    bool same = true;
    p->factored = 0;
    for (int i = 0; i < p->lcp->n; i++) {
        if (p->state[i] != 0)
            continue;
        same = same && count < p->free_count && p->order[count] == i;
        p->factored += same;
        p->order[count++] = i;
    }
    p->free_count = count;
}

// step = -(W_FF)^-1 w_F, lambda_F += step, w += W_F step
static void move_free_rows(pivoting* p) {
    for (int k = 0; k < p->free_count; k++)
        p->step[k] = -p->rows.w[p->order[k]];
    rv_ldl_solve(&p->ldl, p->free_count, p->step);
    for (int k = 0; k < p->free_count; k++) {
        p->columns[k] = p->order[k];
        p->factors[k] = p->step[k];
        p->lambda[p->order[k]] += p->step[k];
    }
    add_columns(p, p->free_count);
}

static void solve_free_rows(pivoting* p) {
    place_bound_rows(p);
    update_order(p);
    rv_ldl_extend(&p->ldl, p->lcp->W, p->lcp->n, p->order, p->factored, p->free_count, p->floor);
    for (int k = 0; k < p->free_count; k++)
        p->lambda[p->order[k]] = 0.0;
    move_free_rows(p);
}

// soft pivots always; otherwise only what may be the answer and is not yet at rounding level
static bool needs_refinement(const pivoting* p, bool is_last) {
    for (int k = 0; k < p->free_count; k++) {
        int i = p->order[k];
        if (p->ldl.soft[k] || (is_last && !(fabs(p->rows.w[i]) <= REFINED * p->rows.size[i])))
            return true;
    }
    return false;
}

static int count_wrong(pivoting* p) {
    int wrong = 0;
    for (int i = 0; i < p->lcp->n; i++) {
        rv_lcp_check check = rv_lcp_row_check(&p->rows, i, p->lambda[i]);
        bool off = check.side != p->state[i] && check.error > p->tolerance * check.size;
        p->wanted[i] = off ? check.side : p->state[i];
        wrong += off;
    }
    return wrong;
}

// all wrong rows at once, or one row by one place: Murty's argument needs every change to pass
// through "free"
static bool may_change_all(pivoting* p, int wrong) {
    if (wrong < p->best) {
        p->best = wrong;
        p->tries = BLOCK_TRIES;
        p->single_steps = 0;
        return true;
    }
    if (p->tries > 0) {
        p->tries--;
        return true;
    }
    if (++p->single_steps <= 2 * p->lcp->n + 16)
        return false;
    p->tolerance *= TOLERANCE_GROWTH;
    p->best = p->lcp->n + 1;
    return true;
}

static void change_sides(pivoting* p, int wrong) {
    if (may_change_all(p, wrong)) {
        memcpy(p->state, p->wanted, (size_t)p->lcp->n);
        return;
    }
    int i = p->lcp->n - 1;
    while (p->wanted[i] == p->state[i])
        i--;
    p->state[i] = (int8_t)(p->state[i] + (p->wanted[i] > p->state[i] ? 1 : -1));
}

static int pivot_until_right(pivoting* p, bool* right) {
    int cap = rv_lcp_cap(p->lcp);
    for (int iteration = 1; iteration <= cap; iteration++) {
        solve_free_rows(p);
        int wrong = count_wrong(p);
        if (needs_refinement(p, wrong == 0)) {
            move_free_rows(p);
            wrong = count_wrong(p);
        }
        *right = wrong == 0;
        if (*right)
            return iteration;
        change_sides(p, wrong);
    }
    return cap;
}

static double mean_diagonal(const rv_lcp* lcp) {
    double sum = 0.0;
    for (int i = 0; i < lcp->n; i++)
        sum += fmax(lcp->W[(size_t)i * (size_t)lcp->n + (size_t)i], 0.0);
    return sum > 0.0 ? sum / lcp->n : 1.0;
}

rv_lcp_result rv_lcp_pivot_run(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    rv_lcp_result result = {RV_LCP_BAD_INPUT, 0, INFINITY};
    if (lcp->term_count > 0)
        return result;
    pivoting p = {.lambda = lambda, .tolerance = FIRST_TOLERANCE, .best = lcp->n + 1};
    if (!pivoting_take(&p, lcp, &scratch))
        return result;
    p.floor = mean_diagonal(lcp);
    rv_lcp_start(lcp, lambda, state, p.state);
    bool right = false;
    result.iterations = pivot_until_right(&p, &right);
    if (state != NULL)
        memcpy(state, p.state, (size_t)lcp->n);
    return rv_lcp_finish(lcp, &p.rows, lambda, result.iterations, right);
}
