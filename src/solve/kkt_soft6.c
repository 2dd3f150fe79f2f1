// The stiffness of six soft rows between two rigid bodies, K_ij = G_i^T S^-1 G_j: what a cable of
// rigid segments is made of, so that it is written out for this size. What acts between two bodies
// and does not see them move as one pushes them equally: a joint at a point has
//     G_l = [n, P; 0, T],  G_e = -[n, Q; 0, T]      (l, e: the later and the earlier body)
// with three rows that pull at arms of their own (P, Q) and three that only turn. Where that is so,
// to the bit, K_ll and K_ee share n^T D n and T^T E T, and the columns of n in -K_le are those of
// K_ll.
#include "solve/kkt_soft.h"

#include "solve/block_pair.h"

enum { ROWS = 6, PAIRS = 3, TURNING = 3 }; // rows and dofs from TURNING on are rotations

// a Jacobian turned: the dofs of a row next to each other
typedef pair turned[ROWS][PAIRS];

ALWAYS_INLINE void turn(const double* J, double sign, turned out) {
    for (int r = 0; r < ROWS; r += 2)
        for (int c = 0; c < PAIRS; c++) {
            pair left = load(J + 2 * c * ROWS + r) * both(sign);
            pair right = load(J + (2 * c + 1) * ROWS + r) * both(sign);
            out[r][c] = (pair){left[0], right[0]};
            out[r + 1][c] = (pair){left[1], right[1]};
        }
}

ALWAYS_INLINE void scale(turned J, const double* inverse, turned out) {
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < PAIRS; c++)
            out[r][c] = J[r][c] * both(inverse[r]);
}

// sum over rows r of J[r] scaled[r][j], from pair `from` on
ALWAYS_INLINE void add_rows(turned J, turned scaled, int first, int j, int from, pair sum[PAIRS]) {
    for (int r = first; r < first + 3; r++)
        for (int i = from; i < PAIRS; i++)
            sum[i] += J[r][i] * both(scaled[r][j / 2][j % 2]);
}

ALWAYS_INLINE void add_to(double* target, int j, int from, const pair sum[PAIRS]) {
    for (int i = from; i < PAIRS; i++)
        store(target + j * ROWS + 2 * i, load(target + j * ROWS + 2 * i) + sum[i]);
}

ALWAYS_INLINE void take_from(const rv_soft6_target* to, int j, const pair sum[PAIRS]) {
    double* column = to->between + j * ROWS;
    if (to->is_first)
        for (int i = 0; i < PAIRS; i++)
            store(column + 2 * i, both(0.0) - sum[i]);
    else
        for (int i = 0; i < PAIRS; i++)
            store(column + 2 * i, load(column + 2 * i) - sum[i]);
}

// Whether the two push equally: their translations, and the rows that only turn; all zero bits.
ALWAYS_INLINE bool push_equally(const double* J, const double* other) {
    pair_bits any = {0, 0};
    for (int c = 0; c < TURNING; c++) {
        const double *a = J + c * ROWS, *b = other + c * ROWS;
        any |= (pair_bits)(load(a) + load(b));
        any |= (pair_bits)(load(a + 2) + load(b + 2));
        any |= (pair_bits)(load(a + 4) + load(b + 4));
        // and no translation in the last rows
        any |= (pair_bits)load(a + 3);
        any |= (pair_bits)load(a + 4);
    }
    for (int c = TURNING; c < ROWS; c++) {
        const double *a = J + c * ROWS + TURNING, *b = other + c * ROWS + TURNING;
        any |= (pair_bits)(load(a) + load(b));
        any |= (pair_bits)(load(a + 1) + load(b + 1));
    }
    return (any[0] | any[1]) == 0;
}

typedef struct stiffness {
    turned U, V, scaled_u, scaled_v; // V: minus that of the earlier body
    const rv_soft6_target* to;
} stiffness;

// columns of translation: pulls alone
ALWAYS_INLINE void add_pull_column(stiffness* k, int j) {
    double *later = k->to->diagonal[k->to->later], *earlier = k->to->diagonal[1 - k->to->later];
    pair sum[PAIRS] = {{0}}, other[PAIRS] = {{0}};
    add_rows(k->U, k->scaled_u, 0, j, 0, sum);
    add_rows(k->V, k->scaled_u, 0, j, 1, other);
    other[0] = sum[0];
    add_to(later, j, j / 2, sum);
    add_to(earlier, j, j / 2, other);
    take_from(k->to, j, sum);
}

// columns of rotation: pulls at their arms, and what turns alone
ALWAYS_INLINE void add_turn_column(stiffness* k, int j) {
    double *later = k->to->diagonal[k->to->later], *earlier = k->to->diagonal[1 - k->to->later];
    pair turns[PAIRS] = {{0}};
    add_rows(k->U, k->scaled_u, TURNING, j, 1, turns);
    pair sum[PAIRS] = {turns[0], turns[1], turns[2]};
    add_rows(k->U, k->scaled_v, 0, j, 0, sum);
    take_from(k->to, j, sum);
    pair own[PAIRS] = {turns[0], turns[1], turns[2]};
    add_rows(k->U, k->scaled_u, 0, j, j / 2, own);
    add_to(later, j, j / 2, own);
    pair other[PAIRS] = {turns[0], turns[1], turns[2]};
    add_rows(k->V, k->scaled_v, 0, j, j / 2, other);
    add_to(earlier, j, j / 2, other);
}

// any six rows
ALWAYS_INLINE void add_any_column(stiffness* k, int j) {
    pair own[PAIRS] = {{0}}, other[PAIRS] = {{0}}, between[PAIRS] = {{0}};
    for (int first = 0; first < ROWS; first += TURNING) {
        add_rows(k->U, k->scaled_u, first, j, j / 2, own);
        add_rows(k->V, k->scaled_v, first, j, j / 2, other);
        add_rows(k->U, k->scaled_v, first, j, 0, between);
    }
    add_to(k->to->diagonal[k->to->later], j, j / 2, own);
    add_to(k->to->diagonal[1 - k->to->later], j, j / 2, other);
    take_from(k->to, j, between);
}

ALWAYS_INLINE void turn_both(stiffness* k, const double* later, const double* earlier,
                             const double* inverse) {
    turn(later, 1.0, k->U);
    turn(earlier, -1.0, k->V);
    scale(k->U, inverse, k->scaled_u);
    scale(k->V, inverse, k->scaled_v);
}

void rv_soft6_add(const double* const J[2], const double* inverse, const rv_soft6_target* to) {
    const double *later = J[to->later], *earlier = J[1 - to->later];
    stiffness k;
    k.to = to;
    if (push_equally(later, earlier)) {
        turn_both(&k, later, earlier, inverse);
        add_pull_column(&k, 0);
        add_pull_column(&k, 1);
        add_pull_column(&k, 2);
        add_turn_column(&k, 3);
        add_turn_column(&k, 4);
        add_turn_column(&k, 5);
        return;
    }
    turn_both(&k, later, earlier, inverse);
    add_any_column(&k, 0);
    add_any_column(&k, 1);
    add_any_column(&k, 2);
    add_any_column(&k, 3);
    add_any_column(&k, 4);
    add_any_column(&k, 5);
}

// the sums of the two bodies run beside each other
void rv_soft6_speeds(const double* const J[2], const double* const v[2], double* speed) {
    pair sum[2][PAIRS] = {{{0}}};
    for (int c = 0; c < ROWS; c++)
        for (int i = 0; i < PAIRS; i++) {
            sum[0][i] += load(J[0] + c * ROWS + 2 * i) * both(v[0][c]);
            sum[1][i] += load(J[1] + c * ROWS + 2 * i) * both(v[1][c]);
        }
    for (int i = 0; i < PAIRS; i++)
        store(speed + 2 * i, sum[0][i] + sum[1][i]);
}
