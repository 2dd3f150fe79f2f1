// The middle of a thread's system without extra pairs, where both tails meet: two vertices, the
// multiplier of the edge between them, and those that the tails owe. Dense L D L^T, multipliers last.
#include "solve/rod_system_private.h"

// unknowns: first and last vertex; multipliers of the edge before them, between, behind them
enum { SIZE = RV_ROD_MIDDLE, LAST = 3, MULTIPLIERS = 6, BEFORE = 6, BETWEEN = 7, BEHIND = 8 };

typedef double matrix[SIZE][SIZE]; // lower triangle

// of the vertices themselves
static void set_blocks(const rv_rod_system* a, matrix K) {
    int first = a->tail[0];
    const unsigned char* prescribed = a->prescribed.data + first;
    for (int i = 0; i < 2; i++)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c <= r; c++)
                K[3 * i + r][3 * i + c] =
                    prescribed[i] ? (r == c ? 1.0 : 0.0) : a->diagonal.data[first + i].m[r][c];
    if (!prescribed[0] && !prescribed[1])
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                K[LAST + r][c] = a->next.data[first].m[c][r];
    const rv_vec3* u = a->direction.data + first;
    const double direction[3] = {u->x, u->y, u->z};
    for (int c = 0; c < 3; c++) {
        K[BETWEEN][c] = prescribed[0] ? 0.0 : -direction[c];
        K[BETWEEN][LAST + c] = prescribed[1] ? 0.0 : direction[c];
    }
    for (int i = MULTIPLIERS; i < SIZE; i++)
        K[i][i] = -1.0;
    if (!prescribed[0] || !prescribed[1])
        K[BETWEEN][BETWEEN] = -a->sigma.data[first];
}

static double* entry(matrix K, int i, int j) {
    return i > j ? &K[i][j] : &K[j][i];
}

static void add_end(matrix K, double before[SIZE], const rod_end* end, const int at[3]) {
    int near = at[0], far = at[1], multiplier = at[2];
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            *entry(K, near + r, far + c) += end->beside[r][c];
            if (c <= r) {
                K[near + r][near + c] += end->node[r][c];
                K[far + r][far + c] += end->far[r][c];
            }
        }
        before[near + r] += end->before[r];
    }
    if (!end->owes)
        return;
    for (int c = 0; c < 3; c++) {
        K[multiplier][near + c] = end->node[3][c];
        K[multiplier][far + c] = end->beside[3][c];
    }
    K[multiplier][multiplier] = end->node[3][3];
    before[multiplier] = end->before[3];
}

int rod_middle_factor(rv_rod_system* a, const rod_end ends[2]) {
    matrix K = {{0}};
    double before[SIZE], row[SIZE], inverse[SIZE], *L = a->middle;
    set_blocks(a, K);
    for (int i = 0; i < SIZE; i++)
        before[i] = K[i][i];
    add_end(K, before, &ends[0], (int[]){0, LAST, BEFORE});
    add_end(K, before, &ends[1], (int[]){LAST, 0, BEHIND});
    int replaced = 0;
    for (int r = 0; r < SIZE; r++) {
        const double* above = a->middle;
        double d = K[r][r];
        for (int c = 0; c < r; c++) {
            row[c] = K[r][c];
            for (int k = 0; k < c; k++)
                row[c] -= *above++ * row[k];
            above++;
            L[c] = row[c] * inverse[c];
            d -= L[c] * row[c];
            // what vertices answer; multipliers take from that
            if (r >= MULTIPLIERS && c < MULTIPLIERS)
                before[r] -= L[c] * row[c];
        }
        replaced += rod_settle(&d, before[r], r >= MULTIPLIERS, &inverse[r]);
        L[r] = inverse[r];
        L += r + 1;
    }
    return replaced;
}

void rod_middle_solve(const rod_answers* answers) {
    const rv_rod_system* a = answers->system;
    int first = a->tail[0];
    double x[SIZE] = {0};
    const double* L = a->middle;
    double *own = answers->v + 3 * first, *p = answers->p;
    for (int i = 0; i < MULTIPLIERS; i++)
        x[i] = own[i];
    // edges whose multipliers are here: from..to-1
    int from = rod_owes(a, 0) ? first - 1 : first;
    int to = rod_owes(a, 1) ? first + 2 : first + 1;
    for (int e = from; e < to; e++)
        x[BETWEEN + e - first] = p[e];
    for (int r = 0; r < SIZE; r++, L++)
        for (int c = 0; c < r; c++)
            x[r] -= *L++ * x[c];
    for (int r = SIZE - 1; r >= 0; r--) {
        L -= r + 1;
        x[r] *= L[r];
    }
    L = a->middle + SIZE * (SIZE + 1) / 2;
    for (int r = SIZE - 1; r >= 0; r--) {
        L -= r + 1;
        for (int c = 0; c < r; c++)
            x[c] -= L[c] * x[r];
    }
    for (int i = 0; i < MULTIPLIERS; i++)
        own[i] = x[i];
    for (int e = from; e < to; e++)
        p[e] = x[BETWEEN + e - first];
}
