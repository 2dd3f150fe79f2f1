// Lemke's complementary pivoting (Lemke 1965) on the standard form of lcp_form.c:
//   v = c + M z + z0 d,  v >= 0, z >= 0, v_k z_k = 0,  d of about 1.
// z0 enters first, at the value that makes all v >= 0; then always the partner of the variable that
// left, until z0 itself leaves (a solution) or nothing limits the entering one (a ray). Ties of the
// ratio test are broken lexicographically (Cottle, Pang & Stone 1992, 4.4), so no basis repeats.
// Only the basis is read off the tableau: lambda comes from one refined solve on it, at rounding
// level.
#include "solve/dense.h"
#include "solve/lcp_private.h"

#include <string.h>

enum { ATTEMPTS = 4 };

// entries of the entering column below this, relative to the largest, do not limit it; only when
// nothing else does, the second value counts, which is rounding itself
static const double PIVOT_NOISE[2] = {1e-11, 1e-14};
// ratios closer than this, relative to the larger one, are a tie
static const double TIE = 1e-12;
// What exchanges leave of a zero: of a value, relative to the first value of z0, and of a cell.
// Without this a degenerate problem (a stack at rest) decides its ties by rounding, and cycles.
static const double ZERO = 1e-12;

typedef enum lemke_end { LEMKE_SOLVED, LEMKE_CAPPED, LEMKE_RAY } lemke_end;

// Variables are numbered v_0.., then z_0.., then z0.
typedef struct lemke {
    rv_tableau* tableau;
    int pairs;
    int* basic;    // variable of a row
    int* nonbasic; // variable of a column
    int* place;    // of a variable: its column if nonbasic, -1 - row if basic
    int exchanges;
    double cover_start; // first value of z0
} lemke;

size_t rv_lcp_lemke_bytes(int n, int term_count) {
    size_t pairs = 2 * (size_t)n;
    size_t bytes = rv_lcp_form_bytes(n, term_count) + (4 * pairs + 4) * sizeof(int) + 3 * 16;
    // the polish runs after the tableau is given back, but next to the sides found
    size_t polish = rv_lcp_newton_bytes(n);
    return (bytes > polish ? bytes : polish) + (size_t)n + 16;
}

static bool lemke_take(lemke* s, rv_lcp_form* form, rv_arena* arena) {
    int pairs = form->pairs;
    *s = (lemke){.tableau = &form->tableau, .pairs = pairs};
    s->basic = rv_arena_take(arena, (size_t)pairs, sizeof(int));
    s->nonbasic = rv_arena_take(arena, (size_t)pairs + RV_TABLEAU_FIRST, sizeof(int));
    s->place = rv_arena_take(arena, 2 * (size_t)pairs + 1, sizeof(int));
    if (!s->basic || !s->nonbasic || !s->place)
        return false;
    for (int k = 0; k < pairs; k++) {
        s->basic[k] = k;
        s->place[k] = -1 - k;
        s->nonbasic[RV_TABLEAU_FIRST + k] = pairs + k;
        s->place[pairs + k] = RV_TABLEAU_FIRST + k;
    }
    s->nonbasic[RV_TABLEAU_COVER] = 2 * pairs;
    s->place[2 * pairs] = RV_TABLEAU_COVER;
    return true;
}

static void exchange(lemke* s, int row, int column) {
    int leaving = s->basic[row], entering = s->nonbasic[column];
    rv_tableau_exchange(s->tableau, row, column);
    s->basic[row] = entering;
    s->nonbasic[column] = leaving;
    s->place[entering] = -1 - row;
    s->place[leaving] = column;
    s->exchanges++;
}

// the value of the basic variable of a row; rounding leaves zeros a little off
static double value_of(const lemke* s, int row) {
    double value = rv_tableau_row(s->tableau, row)[RV_TABLEAU_CONSTANT];
    return value > ZERO * s->cover_start ? value : 0.0;
}

// the coefficient of epsilon^(k+1) in the value of a row when c_k is perturbed by it
static double perturbation(const lemke* s, int row, int k) {
    int place = s->place[k];
    if (place < 0)
        return place == -1 - row ? 1.0 : 0.0;
    double cell = rv_tableau_row(s->tableau, row)[place];
    return fabs(cell) > ZERO ? -cell : 0.0;
}

// true if row a, its perturbation divided by size_a, comes before row b
static bool comes_before(const lemke* s, int a, double size_a, int b, double size_b) {
    for (int k = 0; k < s->pairs; k++) {
        double value_a = perturbation(s, a, k) / size_a, value_b = perturbation(s, b, k) / size_b;
        if (fabs(value_a - value_b) > TIE * fmax(fabs(value_a), fabs(value_b)))
            return value_a < value_b;
    }
    return false;
}

// the row that z0 replaces first: the lexicographically least c / d, -1 if none is negative
static int first_row(const lemke* s) {
    int best = -1;
    double least = 0.0;
    for (int r = 0; r < s->tableau->rows; r++) {
        const double* row = rv_tableau_row(s->tableau, r);
        double value = row[RV_TABLEAU_CONSTANT] / row[RV_TABLEAU_COVER];
        // among equal constants the later row comes first: its perturbation is of higher order
        if (value < 0.0 && value <= least) {
            least = value;
            best = r;
        }
    }
    return best;
}

// does row r limit the entering column before row `best` does?
static bool limits_before(const lemke* s, int column, int r, int best) {
    double fall = -rv_tableau_row(s->tableau, r)[column];
    double best_fall = -rv_tableau_row(s->tableau, best)[column];
    double ratio = value_of(s, r) / fall, best_ratio = value_of(s, best) / best_fall;
    if (fabs(ratio - best_ratio) > TIE * fmax(ratio, best_ratio))
        return ratio < best_ratio;
    return comes_before(s, r, fall, best, best_fall);
}

// the row that limits the growth of the entering variable, -1 if none does
static int limiting_row(const lemke* s, int column, double noise) {
    int best = -1, cover = -1 - s->place[2 * s->pairs];
    double largest = 0.0;
    for (int r = 0; r < s->tableau->rows; r++)
        largest = fmax(largest, fabs(rv_tableau_row(s->tableau, r)[column]));
    for (int r = 0; r < s->tableau->rows; r++) {
        double fall = -rv_tableau_row(s->tableau, r)[column];
        if (fall > noise * largest && (best < 0 || limits_before(s, column, r, best)))
            best = r;
    }
    // z0 wins every tie: that is the end
    const double* z0 = rv_tableau_row(s->tableau, cover);
    if (best >= 0 && -z0[column] > noise * largest) {
        double growth = value_of(s, best) / -rv_tableau_row(s->tableau, best)[column];
        if (z0[RV_TABLEAU_CONSTANT] + z0[column] * growth <= ZERO * s->cover_start)
            best = cover;
    }
    return best;
}

static lemke_end run(lemke* s, int cap) {
    int z0 = 2 * s->pairs, row = first_row(s);
    int column = RV_TABLEAU_COVER;
    if (row >= 0)
        s->cover_start = -rv_tableau_row(s->tableau, row)[RV_TABLEAU_CONSTANT]; // d is about 1
    while (row >= 0) {
        int leaving = s->basic[row];
        exchange(s, row, column);
        if (leaving == z0)
            return LEMKE_SOLVED;
        if (s->exchanges >= cap)
            return LEMKE_CAPPED;
        int partner = leaving < s->pairs ? leaving + s->pairs : leaving - s->pairs;
        column = s->place[partner];
        row = limiting_row(s, column, PIVOT_NOISE[0]);
        if (row < 0)
            row = limiting_row(s, column, PIVOT_NOISE[1]);
        if (row < 0)
            return LEMKE_RAY;
    }
    return LEMKE_SOLVED;
}

// which side each row is on in the basis: z basic means off its bound
static void read_sides(const lemke* s, const rv_lcp_form* form, const rv_lcp* lcp, int8_t* side) {
    for (int i = 0; i < lcp->n; i++) {
        int first = form->first[i], second = form->second[i];
        side[i] = 0;
        if (first < 0)
            continue;
        bool off_reference = s->place[s->pairs + first] < 0;
        if (!off_reference)
            side[i] = lcp->lower[i] > -INFINITY ? -1 : 1;
        else if (second >= 0 && s->place[s->pairs + second] < 0)
            side[i] = 1; // its multiplier s is basic: at the upper bound
    }
}

// The covering vector of an attempt: ones at first, then other values in [1, 2), spread by the
// golden ratio. Another vector is another path, with other rounding on it.
static void set_cover(rv_tableau* tableau, int attempt) {
    for (int r = 0; r < tableau->rows; r++)
        rv_tableau_row(tableau, r)[RV_TABLEAU_COVER] =
            1.0 + fmod(0.6180339887498949 * attempt * (r + 1), 1.0);
}

// forms and runs; the tableau is given back on return, the sides stay
static rv_lcp_result find_sides(const rv_lcp* lcp, int attempt, int8_t* side, rv_arena scratch) {
    rv_lcp_form form;
    lemke s;
    if (!rv_lcp_form_make(&form, lcp, &scratch) || !lemke_take(&s, &form, &scratch))
        return (rv_lcp_result){RV_LCP_BAD_INPUT, 0, INFINITY};
    set_cover(&form.tableau, attempt);
    int cap = rv_lcp_cap(lcp), usual = 5 * form.pairs + 50;
    lemke_end end = run(&s, cap < usual ? cap : usual);
    read_sides(&s, &form, lcp, side);
    rv_lcp_status status = end == LEMKE_SOLVED   ? RV_LCP_SOLVED
                           : end == LEMKE_CAPPED ? RV_LCP_CAPPED
                                                 : RV_LCP_RAY;
    return (rv_lcp_result){status, s.exchanges, INFINITY};
}

rv_lcp_result rv_lcp_lemke_run(const rv_lcp* lcp, double* lambda, int8_t* state, rv_arena scratch) {
    rv_lcp_result result = {RV_LCP_BAD_INPUT, 0, INFINITY};
    int8_t* side = rv_arena_take(&scratch, (size_t)lcp->n, 1);
    if (side == NULL)
        return result;
    int iterations = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        result = find_sides(lcp, attempt, side, scratch);
        if (result.status == RV_LCP_BAD_INPUT)
            return result;
        // even after a ray: rounding may have hidden that z0 was zero. A basis that the arithmetic
        // cannot confirm is no solution.
        rv_lcp_result polished = rv_lcp_newton_run(lcp, lambda, side, scratch);
        iterations += result.iterations + polished.iterations;
        result.residual = polished.residual;
        if (polished.status == RV_LCP_SOLVED) {
            result.status = RV_LCP_SOLVED;
            break;
        }
        if (result.status == RV_LCP_SOLVED)
            result.status = RV_LCP_RAY;
        if (iterations >= rv_lcp_cap(lcp))
            break;
    }
    result.iterations = iterations;
    if (state != NULL)
        memcpy(state, side, (size_t)lcp->n);
    return result;
}
