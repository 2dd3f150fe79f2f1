// The tails of a thread's system: a band, eliminated from both ends towards the core. Lane 0 of every
// vector is a node of the first tail, lane 1 one of the last; once the shorter tail is done, both
// lanes do the same node of the longer.
//
// A node is a vertex and one multiplier q. While all vertices of a tail so far are free, q is that
// of the edge ahead: its pivot is the answer of all that lies behind it, never a heavy one's added to
// a light one's. From the first prescribed vertex on, which cannot answer, q is that of the edge
// behind: it waits for the vertex ahead of it. The prescribed vertex itself has none.
//
// With D, N the blocks of a node itself and with the next vertex, S with the second and c with the
// multiplier of the next node, elimination is
//   D = L diag(d) L^T,  U = L^-1 N,  w = L^-1 c,  V = L^-1 S,
//   D' -= [U w]^T d^-1 [U w],  N' -= [U w]^T d^-1 V,  D'' -= V^T d^-1 V
// where ' is the next node and '' the second. Kept of a step: L, 1/d, and d^-1 (U, w, V).
#include "solve/rod_tail.h"

// what is known of the node that comes next, and of the vertex behind it
typedef struct front {
    pair D[10]; // lower triangle by rows: vertex, multiplier
    pair N[12]; // by rows
    pair after[6];
    // Pivots before what is taken from them: of a vertex by vertices, of the multiplier by
    // multipliers. A pivot that is much smaller is rounding. Multipliers may add far more to the
    // next vertex than it has itself, but not to the second.
    pair before[4], own_after[3];
} front;

// of a node
typedef struct pivots {
    pair L[6], inverse[4];
} pivots;

// what one lane reads in a step
typedef struct source {
    const rv_mat3* second;            // of the vertex
    const rv_mat3 *next, *second_own; // of the next vertex; of the second
    // Of the next node's multiplier: its edge's direction, with the vertex, the next and the second;
    // its pivot; whether the edge begins (-1) or ends (1) at the next vertex.
    const rv_vec3 *behind, *beside, *ahead;
    double pivot, sign;
} source;

static const rv_mat3 NOTHING;
static const rv_mat3 IDENTITY = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
static const rv_vec3 NOWHERE;

// --- where things lie ---

ALWAYS_INLINE bool is_prescribed(const rv_rod_system* a, int k, int side) {
    return a->prescribed.data[rod_vertex_at(a, k, side)] != 0;
}

static const rv_mat3* own_block(const rv_rod_system* a, int k, int side) {
    if (k >= a->tail[side])
        return &NOTHING; // blocks of the core are not touched: what is added to them is told apart
    return is_prescribed(a, k, side) ? &IDENTITY : a->diagonal.data + rod_vertex_at(a, k, side);
}

static const rv_mat3* next_block(const rv_rod_system* a, int k, int side) {
    bool there = k < a->tail[side] && !is_prescribed(a, k, side) && !is_prescribed(a, k + 1, side);
    return there ? a->next.data + rod_edge_at(a, k, side) : &NOTHING;
}

static const rv_mat3* second_block(const rv_rod_system* a, int k, int side) {
    if (is_prescribed(a, k, side) || is_prescribed(a, k + 2, side))
        return &NOTHING;
    return a->second.data + (side == 0 ? k : a->vertex_count - 3 - k);
}

static void find_multiplier(const rv_rod_system* a, int k, int side, source* s) {
    int turn = a->first_prescribed[side], steps = a->tail[side];
    s->behind = s->beside = s->ahead = &NOWHERE;
    s->pivot = -1.0;
    s->sign = 1.0;
    if (k + 1 == turn || (k + 1 >= steps && k < turn))
        return;
    int edge = rod_multiplier_at(a, k + 1, side);
    const rv_vec3* u = a->direction.data + edge;
    bool is_ahead = k + 1 < turn, held = is_prescribed(a, k + 1, side);
    bool other = is_prescribed(a, is_ahead ? k + 2 : k, side);
    if (held && other)
        return;
    s->pivot = -a->sigma.data[edge];
    s->sign = is_ahead ? -1.0 : 1.0;
    s->beside = held ? &NOWHERE : u;
    if (is_ahead)
        s->ahead = other ? &NOWHERE : u;
    else
        s->behind = other ? &NOWHERE : u;
}

static source find_source(const rv_rod_system* a, int k, int side) {
    source s = {.second = second_block(a, k, side),
                .next = next_block(a, k + 1, side),
                .second_own = own_block(a, k + 2, side)};
    find_multiplier(a, k, side, &s);
    return s;
}

// the same in short for most steps: the core is not near, and nothing near is prescribed
ALWAYS_INLINE source source_of(const rv_rod_system* a, int k, int side) {
    int v = rod_vertex_at(a, k, side);
    const unsigned char* prescribed = a->prescribed.data + v;
    int held = prescribed[0] | prescribed[side == 0 ? 1 : -1] | prescribed[side == 0 ? 2 : -2];
    if (UNLIKELY(held != 0 || k + 2 >= a->tail[side]))
        return find_source(a, k, side);
    bool ahead = k < a->first_prescribed[side];
    int edge = rod_edge_at(a, k + ahead, side);
    const rv_vec3* u = a->direction.data + edge;
    return (source){.second = a->second.data + v - 2 * side,
                    .next = a->next.data + v + (side == 0 ? 1 : -2),
                    .second_own = a->diagonal.data + v + (side == 0 ? 2 : -2),
                    .behind = ahead ? &NOWHERE : u,
                    .beside = u,
                    .ahead = ahead ? u : &NOWHERE,
                    .pivot = -a->sigma.data[edge],
                    .sign = ahead ? -1.0 : 1.0};
}

ALWAYS_INLINE pair entry(const rv_mat3* a, const rv_mat3* b, int r, int c) {
    return (pair){a->m[r][c], b->m[r][c]};
}

// blocks beside the diagonal are transposed when seen from the last end
ALWAYS_INLINE pair beside(const rv_mat3* a, const rv_mat3* b, int r, int c, const int side[2]) {
    return (pair){side[0] ? a->m[c][r] : a->m[r][c], side[1] ? b->m[c][r] : b->m[r][c]};
}

// and directions turned round
ALWAYS_INLINE void get_directions(const rv_vec3* a, const rv_vec3* b, const int side[2],
                                  pair u[3]) {
    const pair turned = {side[0] ? -1.0 : 1.0, side[1] ? -1.0 : 1.0};
    u[0] = turned * (pair){a->x, b->x};
    u[1] = turned * (pair){a->y, b->y};
    u[2] = turned * (pair){a->z, b->z};
}

// --- elimination ---

// one lane of factor_pivot, pivot by pivot
static int replace_lane(const double D[10], const double before[4], double L[6],
                        double inverse[4]) {
    double scaled[4], row[4];
    int replaced = 0;
    for (int r = 0; r < 4; r++) {
        const double* own = D + r * (r + 1) / 2;
        double d = own[r];
        for (int c = 0; c < r; c++) {
            row[c] = own[c];
            for (int k = 0; k < c; k++)
                row[c] -= L[c * (c - 1) / 2 + k] * row[k];
            scaled[c] = row[c] * inverse[c];
            L[r * (r - 1) / 2 + c] = scaled[c];
            d -= scaled[c] * row[c];
        }
        replaced += rod_settle(&d, before[r], r == 3, &inverse[r]);
    }
    return replaced;
}

static __attribute__((noinline)) int replace_pivots(const front* f, int lanes, pivots* factor) {
    int replaced = 0;
    for (int lane = 0; lane < 2; lane++) {
        double block[10], raw[4], lower[6], inverses[4];
        for (int i = 0; i < 10; i++)
            block[i] = f->D[i][lane];
        for (int i = 0; i < 4; i++)
            raw[i] = f->before[i][lane];
        int count = replace_lane(block, raw, lower, inverses);
        replaced += lane < lanes ? count : 0;
        for (int i = 0; i < 6; i++)
            factor->L[i][lane] = lower[i];
        for (int i = 0; i < 4; i++)
            factor->inverse[i][lane] = inverses[i];
    }
    return replaced;
}

// d > tiny before > 0, and not infinite
ALWAYS_INLINE pair_bits is_good(pair d, pair before, double tiny) {
    return (d > both(tiny) * before) & (d > both(0.0)) & (d <= both(DBL_MAX));
}

ALWAYS_INLINE int factor_pivot(const front* f, int lanes, pivots* factor) {
    const pair one = both(1.0), *D = f->D, *before = f->before;
    pair *L = factor->L, *inverse = factor->inverse;
    inverse[0] = one / D[0];
    L[0] = D[1] * inverse[0];
    L[1] = D[3] * inverse[0];
    L[3] = D[6] * inverse[0];
    pair d1 = D[2] - L[0] * D[1], e21 = D[4] - L[1] * D[1], e31 = D[7] - L[3] * D[1];
    inverse[1] = one / d1;
    L[2] = e21 * inverse[1];
    L[4] = e31 * inverse[1];
    pair d2 = (D[5] - L[1] * D[3]) - L[2] * e21, e32 = (D[8] - L[3] * D[3]) - L[4] * e21;
    inverse[2] = one / d2;
    L[5] = e32 * inverse[2];
    pair d3 = ((D[9] - L[3] * D[6]) - L[4] * e31) - L[5] * e32;
    inverse[3] = one / d3;
    pair_bits good =
        is_good(D[0], before[0], ROD_TINY_VERTEX) & is_good(d1, before[1], ROD_TINY_VERTEX)
        & is_good(d2, before[2], ROD_TINY_VERTEX) & is_good(-d3, -before[3], ROD_TINY_MULTIPLIER);
    if (UNLIKELY((good[0] & good[1]) == 0))
        return replace_pivots(f, lanes, factor);
    return 0;
}

// Columns of what stands beside a node: with the next vertex, its multiplier, and the second vertex.
typedef struct column {
    pair x[4];
} column;
enum { WITH_NEXT, WITH_ANSWER = 3, WITH_SECOND, COLUMNS = 7 };

ALWAYS_INLINE void get_columns(const front* f, const source s[2], const int side[2],
                               column panel[COLUMNS]) {
    pair behind[3];
    get_directions(s[0].behind, s[1].behind, side, behind);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            panel[WITH_NEXT + c].x[r] = f->N[3 * r + c];
            panel[WITH_SECOND + c].x[r] = beside(s[0].second, s[1].second, r, c, side);
        }
        panel[WITH_NEXT + c].x[3] = f->N[9 + c];
        panel[WITH_SECOND + c].x[3] = both(0.0);
        panel[WITH_ANSWER].x[c] = -behind[c];
    }
    panel[WITH_ANSWER].x[3] = both(0.0);
}

// columns from..to-1: panel <- L^-1 panel; d^-1 of that is scaled, and kept in the step
ALWAYS_INLINE void solve_columns(const pivots* f, int from, int to, column panel[COLUMNS],
                                 column scaled[COLUMNS], double* step) {
    const pair* L = f->L;
    for (int c = from; c < to; c++) {
        pair* x = panel[c].x;
        x[1] -= L[0] * x[0];
        x[2] = (x[2] - L[1] * x[0]) - L[2] * x[1];
        x[3] = ((x[3] - L[3] * x[0]) - L[4] * x[1]) - L[5] * x[2];
        for (int r = 0; r < 4; r++) {
            scaled[c].x[r] = f->inverse[r] * x[r];
            store(step + 2 * (STEP_PANEL + 4 * c + r), scaled[c].x[r]);
        }
    }
}

ALWAYS_INLINE pair less(pair start, const column* a, const column* b) {
    return (((start - a->x[0] * b->x[0]) - a->x[1] * b->x[1]) - a->x[2] * b->x[2])
           - a->x[3] * b->x[3];
}

// the next node, and what this one takes from it
ALWAYS_INLINE void move_on(front* f, const source s[2], const int side[2],
                           const column panel[COLUMNS], const column scaled[COLUMNS]) {
    pair u[3];
    get_directions(s[0].beside, s[1].beside, side, u);
    const pair sign = {s[0].sign, s[1].sign};
    for (int i = 0; i < 6; i++)
        f->D[i] = f->after[i];
    for (int i = 0; i < 3; i++) {
        f->D[6 + i] = sign * u[i];
        f->before[i] = f->own_after[i] - panel[WITH_NEXT + i].x[3] * scaled[WITH_NEXT + i].x[3];
    }
    f->D[9] = f->before[3] = (pair){s[0].pivot, s[1].pivot};
    for (int r = 0, i = 0; r < 4; r++)
        for (int c = 0; c <= r; c++, i++)
            f->D[i] = less(f->D[i], &panel[r], &scaled[c]);
    for (int i = 0; i < 3; i++)
        f->before[3] -= panel[WITH_ANSWER].x[i] * scaled[WITH_ANSWER].x[i];
}

// and so what is beside that, and the vertex behind it
ALWAYS_INLINE void move_on_beside(front* f, const source s[2], const int side[2],
                                  const column panel[COLUMNS], const column scaled[COLUMNS]) {
    const column *second = panel + WITH_SECOND, *scaled_second = scaled + WITH_SECOND;
    get_directions(s[0].ahead, s[1].ahead, side, f->N + 9);
    for (int i = 0; i < 9; i++)
        f->N[i] = beside(s[0].next, s[1].next, i / 3, i % 3, side);
    for (int i = 0; i < 12; i++)
        f->N[i] = less(f->N[i], &panel[i / 3], &scaled_second[i % 3]);
    for (int r = 0, i = 0; r < 3; r++) {
        for (int c = 0; c <= r; c++, i++)
            f->after[i] =
                less(entry(s[0].second_own, s[1].second_own, r, c), &second[r], &scaled_second[c]);
        f->own_after[r] = entry(s[0].second_own, s[1].second_own, r, r);
    }
}

// Takes the node with these pivots out. They become those of the next node as soon as that is known:
// divisions wait for each other, and there is still much to do meanwhile.
ALWAYS_INLINE int eliminate(front* f, const source s[2], const int side[2], bool is_last,
                            double* step, pivots* factor) {
    column panel[COLUMNS], scaled[COLUMNS];
    pivots own = *factor;
    int replaced = 0;
    for (int i = 0; i < 6; i++)
        store(step + 2 * (STEP_LOWER + i), own.L[i]);
    for (int i = 0; i < 4; i++)
        store(step + 2 * (STEP_INVERSE + i), own.inverse[i]);
    get_columns(f, s, side, panel);
    solve_columns(&own, 0, WITH_SECOND, panel, scaled, step);
    move_on(f, s, side, panel, scaled);
    if (!is_last)
        replaced = factor_pivot(f, side[0] == side[1] ? 1 : 2, factor);
    solve_columns(&own, WITH_SECOND, COLUMNS, panel, scaled, step);
    move_on_beside(f, s, side, panel, scaled);
    return replaced;
}

// steps from..to-1 of both tails, or of one in both lanes; the sides are known when compiled
ALWAYS_INLINE int sweep(rv_rod_system* a, front* f, int from, int to, int first_side,
                        int last_side) {
    const int side[2] = {first_side, last_side};
    if (from == to)
        return 0;
    front here = *f;
    pivots factor;
    int replaced = factor_pivot(&here, side[0] == side[1] ? 1 : 2, &factor);
    double* step = a->steps.data + (size_t)from * ROD_STEP;
    for (int k = from; k < to; k++, step += ROD_STEP) {
        const source s[2] = {source_of(a, k, side[0]), source_of(a, k, side[1])};
        replaced += eliminate(&here, s, side, k + 1 == to, step, &factor);
    }
    *f = here;
    return replaced;
}

static void start(const rv_rod_system* a, front* f) {
    const int side[2] = {0, 1};
    source s[2];
    const rv_mat3 *own[2], *next[2], *after[2];
    for (int i = 0; i < 2; i++) {
        own[i] = own_block(a, 0, i);
        next[i] = next_block(a, 0, i);
        after[i] = own_block(a, 1, i);
        find_multiplier(a, -1, i, &s[i]);
    }
    for (int r = 0, i = 0; r < 3; r++)
        for (int c = 0; c <= r; c++, i++) {
            f->D[i] = entry(own[0], own[1], r, c);
            f->after[i] = entry(after[0], after[1], r, c);
        }
    for (int i = 0; i < 9; i++)
        f->N[i] = beside(next[0], next[1], i / 3, i % 3, side);
    pair u[3], ahead[3];
    get_directions(s[0].beside, s[1].beside, side, u);
    get_directions(s[0].ahead, s[1].ahead, side, ahead);
    for (int i = 0; i < 3; i++) {
        f->D[6 + i] = -u[i];
        f->N[9 + i] = ahead[i];
    }
    f->D[9] = f->before[3] = (pair){s[0].pivot, s[1].pivot};
    for (int r = 0; r < 3; r++) {
        f->before[r] = entry(own[0], own[1], r, r);
        f->own_after[r] = entry(after[0], after[1], r, r);
    }
}

static void tell(const rv_rod_system* a, const front* f, int lane, rod_end* end) {
    for (int r = 0, i = 0; r < 4; r++)
        for (int c = 0; c <= r; c++, i++) {
            end->node[r][c] = f->D[i][lane];
            if (r < 3)
                end->far[r][c] = f->after[i][lane];
        }
    for (int i = 0; i < 12; i++)
        end->beside[i / 3][i % 3] = f->N[i][lane];
    for (int i = 0; i < 4; i++)
        end->before[i] = f->before[i][lane];
    end->owes = rod_owes(a, lane);
}

// what the longer tail knows goes into both lanes
static void spread(front* f, int lane) {
    pair* value = (pair*)f;
    for (size_t i = 0; i < sizeof *f / sizeof *value; i++)
        value[i] = both(value[i][lane]);
}

int rod_tail_factor(rv_rod_system* a, rod_end ends[2]) {
    int first = a->tail[0], last = a->tail[1];
    front f;
    start(a, &f);
    int replaced = sweep(a, &f, 0, first < last ? first : last, 0, 1);
    tell(a, &f, 0, &ends[0]);
    tell(a, &f, 1, &ends[1]);
    if (first > last) {
        spread(&f, 0);
        replaced += sweep(a, &f, last, first, 0, 0);
        tell(a, &f, 0, &ends[0]);
    } else if (last > first) {
        spread(&f, 1);
        replaced += sweep(a, &f, first, last, 1, 1);
        tell(a, &f, 1, &ends[1]);
    }
    return replaced;
}
