// The mixed problem with affine bounds in standard form, for Lemke's method.
//   row kinds      pairs (>= 0, complementary)                               from
//   lower only     a = lambda - lower(lambda)   with  v = w                  w >= 0 at lower
//   upper only     a = upper(lambda) - lambda   with  v = -w                 w <= 0 at upper
//   both           a as for lower with v = w + s, b = upper(lambda) - lambda with s; so w = v - s
//   none           lambda, w = 0
// First a dictionary in lambda and s. A constant reference bound is substituted; an affine one is a
// row a = (I - C) lambda - c exchanged with lambda, which inverts I - C or finds it singular. Then
// equalities: w = 0 goes nonbasic and is dropped. Scaled by lambda_i = sigma_i lambda'_i, sigma_i ~
// d_i^(-1/2) a power of two. (Cottle, Pang & Stone 1992, 1.5 and 2.3.)
#include "solve/dense.h"
#include "solve/lcp_private.h"

// pivots below this, in rows whose largest entries are about 1, are rounding
static const double SINGULAR = 1e-12;

typedef struct making {
    const rv_lcp* lcp;
    rv_lcp_form* form;
    double* sigma;
    int* column;    // of lambda_i, later of its distance to the reference bound
    int* reference; // dictionary row of that distance when the bound has terms, else -1
    int affine_count;
    int equality_count;
} making;

static bool has_lower(const rv_lcp* lcp, int i) {
    return lcp->lower[i] > -INFINITY;
}
static bool has_upper(const rv_lcp* lcp, int i) {
    return lcp->upper[i] < INFINITY;
}

// rows: all, the second ones of boxes, those of affine bounds; columns: all, seconds, two special
size_t rv_lcp_form_bytes(int n, int term_count) {
    size_t count = (size_t)n, affine = (size_t)(n < term_count ? n : term_count);
    size_t cells = (2 * count + affine) * (2 * count + RV_TABLEAU_FIRST);
    return cells * sizeof(double) + count * (4 * sizeof(int) + sizeof(double))
           + rv_lcp_rows_bytes(n) + 6 * 16;
}

void rv_tableau_exchange(rv_tableau* tableau, int row, int column) {
    double* pivot_row = rv_tableau_row(tableau, row);
    double inverse = 1.0 / pivot_row[column];
    for (int c = 0; c < tableau->columns; c++)
        pivot_row[c] *= -inverse;
    pivot_row[column] = inverse;
    for (int r = 0; r < tableau->rows; r++) {
        double* other = rv_tableau_row(tableau, r);
        double factor = other[column];
        if (r == row || factor == 0.0)
            continue;
        other[column] = 0.0;
        rv_dense_add(other, factor, pivot_row, tableau->columns);
    }
}

// pairs: first those of all bounded rows, then the second ones of boxes; equalities follow
static void number_pairs(making* m) {
    const rv_lcp* lcp = m->lcp;
    rv_lcp_form* form = m->form;
    form->pairs = 0;
    for (int i = 0; i < lcp->n; i++) {
        form->first[i] = has_lower(lcp, i) || has_upper(lcp, i) ? form->pairs++ : -1;
        form->second[i] = m->reference[i] = -1;
    }
    m->equality_count = lcp->n - form->pairs;
    for (int i = 0; i < lcp->n; i++)
        if (has_lower(lcp, i) && has_upper(lcp, i))
            form->second[i] = form->pairs++;
    int next = form->pairs;
    for (int i = 0; i < lcp->n; i++)
        m->column[i] = RV_TABLEAU_FIRST + (form->first[i] >= 0 ? form->first[i] : next++);
}

// rows of the dictionary, after all others, for reference bounds that have terms
static void number_references(making* m) {
    const rv_lcp* lcp = m->lcp;
    int core = m->form->pairs + m->equality_count;
    m->affine_count = 0;
    for (int t = 0; t < lcp->term_count; t++) {
        int i = lcp->terms[t].row;
        double used = has_lower(lcp, i) ? lcp->terms[t].lower : lcp->terms[t].upper;
        if (m->form->first[i] >= 0 && m->reference[i] < 0 && used != 0.0)
            m->reference[i] = core + m->affine_count++;
    }
}

static bool making_take(making* m, rv_arena* arena) {
    size_t n = (size_t)m->lcp->n;
    m->form->first = rv_arena_take(arena, n, sizeof(int));
    m->form->second = rv_arena_take(arena, n, sizeof(int));
    m->column = rv_arena_take(arena, n, sizeof(int));
    m->reference = rv_arena_take(arena, n, sizeof(int));
    m->sigma = rv_arena_take(arena, n, sizeof(double));
    rv_arena temporary = *arena;
    rv_lcp_rows rows;
    if (!m->form->first || !m->form->second || !m->column || !m->reference || !m->sigma
        || !rv_lcp_rows_take(&rows, m->lcp, &temporary))
        return false;
    for (size_t i = 0; i < n; i++) {
        int exponent;
        frexp(rows.d[i], &exponent);
        m->sigma[i] = ldexp(1.0, -exponent / 2);
    }
    number_pairs(m);
    number_references(m);
    rv_tableau* tableau = &m->form->tableau;
    int core = m->form->pairs + m->equality_count;
    tableau->rows = core + m->affine_count;
    tableau->columns = tableau->stride = RV_TABLEAU_FIRST + core;
    tableau->cell =
        rv_arena_take(arena, (size_t)tableau->rows * (size_t)tableau->stride, sizeof(double));
    return tableau->cell != NULL;
}

// the rows of v (or of w, for an equality) and of the distances to the upper bound of boxes
static void fill_rows(making* m) {
    const rv_lcp* lcp = m->lcp;
    const rv_tableau* tableau = &m->form->tableau;
    for (int i = 0; i < lcp->n; i++) {
        double* row = rv_tableau_row(tableau, m->column[i] - RV_TABLEAU_FIRST);
        bool upper_only = !has_lower(lcp, i) && has_upper(lcp, i);
        double sign = upper_only ? -m->sigma[i] : m->sigma[i];
        const double* from = lcp->W + (size_t)i * (size_t)lcp->n;
        for (int j = 0; j < lcp->n; j++)
            row[m->column[j]] = sign * from[j] * m->sigma[j];
        row[RV_TABLEAU_CONSTANT] = sign * lcp->q[i];
        if (m->form->second[i] < 0)
            continue;
        row[RV_TABLEAU_FIRST + m->form->second[i]] = 1.0;
        double* distance = rv_tableau_row(tableau, m->form->second[i]);
        distance[m->column[i]] = -1.0;
        distance[RV_TABLEAU_CONSTANT] = lcp->upper[i] / m->sigma[i];
    }
}

// the rows of the distances to affine reference bounds, and all terms
static void fill_terms(making* m) {
    const rv_lcp* lcp = m->lcp;
    const rv_tableau* tableau = &m->form->tableau;
    for (int i = 0; i < lcp->n; i++) {
        if (m->reference[i] < 0)
            continue;
        double* distance = rv_tableau_row(tableau, m->reference[i]);
        double bound = has_lower(lcp, i) ? -lcp->lower[i] : lcp->upper[i];
        distance[m->column[i]] = has_lower(lcp, i) ? 1.0 : -1.0;
        distance[RV_TABLEAU_CONSTANT] = bound / m->sigma[i];
    }
    for (int t = 0; t < lcp->term_count; t++) {
        const rv_lcp_term* term = &lcp->terms[t];
        int i = term->row, other = m->column[term->other];
        double ratio = m->sigma[term->other] / m->sigma[i];
        if (m->form->second[i] >= 0)
            rv_tableau_row(tableau, m->form->second[i])[other] += term->upper * ratio;
        if (m->reference[i] >= 0)
            rv_tableau_row(tableau, m->reference[i])[other] +=
                (has_lower(lcp, i) ? -term->lower : term->upper) * ratio;
    }
}

// lambda = lower + a, or lambda = upper - a, where the reference bound is constant
static void substitute_constants(making* m) {
    const rv_lcp* lcp = m->lcp;
    for (int i = 0; i < lcp->n; i++) {
        if (m->form->first[i] < 0 || m->reference[i] >= 0)
            continue;
        double sign = has_lower(lcp, i) ? 1.0 : -1.0;
        double bound = (has_lower(lcp, i) ? lcp->lower[i] : lcp->upper[i]) / m->sigma[i];
        if (sign > 0.0 && bound == 0.0)
            continue;
        for (int r = 0; r < m->form->tableau.rows; r++) {
            double* row = rv_tableau_row(&m->form->tableau, r);
            row[RV_TABLEAU_CONSTANT] += row[m->column[i]] * bound;
            row[m->column[i]] *= sign;
        }
    }
}

static void swap_columns(rv_tableau* tableau, int a, int b) {
    for (int r = 0; r < tableau->rows && a != b; r++) {
        double* row = rv_tableau_row(tableau, r);
        double held = row[a];
        row[a] = row[b];
        row[b] = held;
    }
}

static void swap_rows(rv_tableau* tableau, int a, int b) {
    double *row_a = rv_tableau_row(tableau, a), *row_b = rv_tableau_row(tableau, b);
    for (int c = 0; c < tableau->columns && a != b; c++) {
        double held = row_a[c];
        row_a[c] = row_b[c];
        row_b[c] = held;
    }
}

// Affine reference bounds, from the last dictionary row up; a row that is done is dropped. Which of
// the columns not yet done holds which lambda is of no interest, so they may change places.
static bool exchange_references(making* m) {
    const rv_lcp* lcp = m->lcp;
    rv_tableau* tableau = &m->form->tableau;
    for (int last = tableau->rows - 1; m->affine_count > 0; last--, m->affine_count--) {
        double* row = rv_tableau_row(tableau, last);
        int own = -1, best = -1;
        double size = 0.0;
        for (int c = RV_TABLEAU_FIRST; c < tableau->columns; c++)
            size = fmax(size, fabs(row[c]));
        for (int i = 0; i < lcp->n; i++) {
            if (m->reference[i] == last)
                own = m->column[i];
            if (m->reference[i] >= 0 && m->reference[i] <= last
                && (best < 0 || fabs(row[m->column[i]]) > fabs(row[best])))
                best = m->column[i];
        }
        if (!(fabs(row[best]) > SINGULAR * size))
            return false;
        swap_columns(tableau, own, best);
        rv_tableau_exchange(tableau, last, own);
        tableau->rows = last;
    }
    return true;
}

// Equalities, largest pivot first. What is left without one is redundant, or contradicts the rest,
// which the residual will tell: its lambda stays zero.
static void exchange_equalities(making* m) {
    rv_tableau* tableau = &m->form->tableau;
    int pairs = m->form->pairs;
    while (tableau->rows > pairs) {
        int last = tableau->rows - 1, best_row = last, best_column = RV_TABLEAU_FIRST + last;
        double best = 0.0;
        for (int r = pairs; r <= last; r++)
            for (int c = RV_TABLEAU_FIRST + pairs; c < tableau->columns; c++) {
                double size = fabs(rv_tableau_row(tableau, r)[c]);
                if (size > best) {
                    best = size;
                    best_row = r;
                    best_column = c;
                }
            }
        if (!(best > SINGULAR))
            break;
        swap_rows(tableau, best_row, last);
        swap_columns(tableau, best_column, RV_TABLEAU_FIRST + last);
        rv_tableau_exchange(tableau, last, RV_TABLEAU_FIRST + last);
        tableau->rows = last;
        tableau->columns = RV_TABLEAU_FIRST + last;
    }
    tableau->rows = pairs;
    tableau->columns = RV_TABLEAU_FIRST + pairs;
}

bool rv_lcp_form_make(rv_lcp_form* form, const rv_lcp* lcp, rv_arena* arena) {
    making m = {.lcp = lcp, .form = form};
    if (!making_take(&m, arena))
        return false;
    fill_rows(&m);
    fill_terms(&m);
    substitute_constants(&m);
    if (!exchange_references(&m))
        return false;
    exchange_equalities(&m);
    return true;
}
