// Pairs of near edges of one polyline, with a uniform grid (as in Teschner et al. 2003). Edges are
// cut into pieces not much longer than the mean edge, so that a few long ones do not make all cells
// large: at most 2n pieces. With p the longest piece, pieces nearer than `reach` have middles
// nearer than p + reach, which is the size of a cell: they lie in the same or in touching cells.
// The line is connected, so it spans at most as many cells as it has pieces, and coordinates of
// cells fit into 21 bits each.
#include "collide/self.h"

#include <limits.h>

enum { KEY_BITS = 21, EDGES_BETWEEN = 2 };
static const double PIECE = 1.25;  // longest piece over the mean edge
static const double BESIDE = 0.25; // part of an edge: less is not along each other
static const double EXACT = 1e-10; // round-off of nearest points where none is asked for

// --- the grid ---

typedef struct piece {
    rv_vec3 middle;
    int32_t edge;
    uint64_t key; // of its cell
} piece;

typedef struct grid {
    rv_self_line line;
    double reach;
    int edges, pieces, shift;
    double* along;       // of the line, if it brings none
    double* half;        // of the length of an edge
    rv_vec3* middle;     // of an edge
    piece* piece;        // in the order of the line
    int32_t* start;      // of a bucket in `sorted`
    int32_t* sorted;     // pieces by bucket
    int32_t* candidates; // edges in and around one cell
} grid;

int rv_self_edge_count(const rv_self_line* line) {
    int edges = line->closed ? line->n : line->n - 1;
    return edges > 0 ? edges : 0;
}

// buckets: a power of two, at least as many as pieces
static int bucket_bits(int pieces) {
    int bits = 1;
    while (1 << bits < pieces)
        bits++;
    return bits;
}

size_t rv_self_bytes(int n) {
    enum { BLOCKS = 7, ALIGNMENT = 16 };
    size_t points = n > 0 ? (size_t)n : 0, pieces = 2 * points;
    size_t buckets = ((size_t)1 << bucket_bits((int)pieces)) + 2;
    return (points + 1) * sizeof(double) + points * (sizeof(double) + sizeof(rv_vec3))
           + pieces * (sizeof(piece) + 2 * sizeof(int32_t)) + buckets * sizeof(int32_t)
           + (size_t)BLOCKS * ALIGNMENT;
}

static bool take_grid(grid* g, rv_arena* arena) {
    size_t edges = (size_t)g->edges, pieces = 2 * edges;
    size_t buckets = (size_t)1 << bucket_bits((int)pieces);
    g->shift = 64 - bucket_bits((int)pieces);
    g->along = rv_arena_take(arena, edges + 1, sizeof *g->along);
    g->half = rv_arena_take(arena, edges, sizeof *g->half);
    g->middle = rv_arena_take(arena, edges, sizeof *g->middle);
    g->piece = rv_arena_take(arena, pieces, sizeof *g->piece);
    g->start = rv_arena_take(arena, buckets + 2, sizeof *g->start);
    g->sorted = rv_arena_take(arena, pieces, sizeof *g->sorted);
    g->candidates = rv_arena_take(arena, pieces, sizeof *g->candidates);
    return g->along && g->half && g->middle && g->piece && g->start && g->sorted && g->candidates;
}

static rv_vec3 edge_end(const rv_self_line* line, int edge) {
    return line->x[edge + 1 < line->n ? edge + 1 : 0];
}

// lengths and middles of edges; false: a point is not finite
static bool measure(grid* g) {
    for (int i = 0; i < g->edges; i++) {
        rv_vec3 a = g->line.x[i], b = edge_end(&g->line, i);
        double length = rv_vec3_length(rv_vec3_sub(b, a));
        g->half[i] = 0.5 * length;
        g->middle[i] = rv_vec3_scale(rv_vec3_add(a, b), 0.5);
        g->along[i + 1] = g->along[i] + length;
    }
    if (g->line.along == NULL)
        g->line.along = g->along;
    return isfinite(g->along[g->edges]) && isfinite(rv_vec3_length(g->line.x[0]));
}

static uint64_t cell_key(rv_vec3 from_low, double per_cell) {
    // one more than the cell: the one before the first has a key, too
    uint64_t x = (uint64_t)(from_low.x * per_cell) + 1, y = (uint64_t)(from_low.y * per_cell) + 1;
    uint64_t z = (uint64_t)(from_low.z * per_cell) + 1;
    return x << 2 * KEY_BITS | y << KEY_BITS | z;
}

static uint64_t bucket_of(const grid* g, uint64_t key) {
    return key * 0x9e3779b97f4a7c15u >> g->shift;
}

static void cut_into_pieces(grid* g) {
    double longest = PIECE * g->along[g->edges] / g->edges;
    double per_cell = (1.0 - 1e-9) / (longest + g->reach); // rounding moves nobody two cells
    rv_vec3 low = g->line.x[0];
    for (int i = 1; i < g->line.n; i++) {
        low.x = fmin(low.x, g->line.x[i].x);
        low.y = fmin(low.y, g->line.x[i].y);
        low.z = fmin(low.z, g->line.x[i].z);
    }
    for (int i = 0; i < g->edges; i++) {
        int parts = 2.0 * g->half[i] > longest ? (int)ceil(2.0 * g->half[i] / longest) : 1;
        rv_vec3 a = rv_vec3_sub(g->line.x[i], low);
        rv_vec3 u = rv_vec3_sub(edge_end(&g->line, i), g->line.x[i]);
        for (int k = 0; k < parts; k++) {
            rv_vec3 middle = rv_vec3_mul_add(a, (k + 0.5) / parts, u);
            g->piece[g->pieces++] = (piece){middle, i, cell_key(middle, per_cell)};
        }
    }
}

// by bucket, and within it in the order of the line
static void sort_pieces(grid* g) {
    // start[b + 2] counts bucket b; summed up, start[b + 1] is where its next piece goes
    for (int p = 0; p < g->pieces; p++)
        g->start[bucket_of(g, g->piece[p].key) + 2]++;
    int buckets = 1 << (64 - g->shift);
    for (int b = 0; b < buckets; b++)
        g->start[b + 2] += g->start[b + 1];
    for (int p = 0; p < g->pieces; p++)
        g->sorted[g->start[bucket_of(g, g->piece[p].key) + 1]++] = p;
}

// --- who is near whom ---

// edges that lie in and around a cell and may count as behind edge `first`
static int gather(const grid* g, uint64_t key, int first) {
    int count = 0;
    for (int k = 0; k < 27; k++) {
        uint64_t near = key + ((uint64_t)(k / 9) << 2 * KEY_BITS)
                        + ((uint64_t)(k / 3 % 3) << KEY_BITS) + (uint64_t)(k % 3);
        near -= (uint64_t)1 << 2 * KEY_BITS | (uint64_t)1 << KEY_BITS | 1;
        uint64_t bucket = bucket_of(g, near);
        for (int at = g->start[bucket]; at < g->start[bucket + 1]; at++) {
            const piece* other = &g->piece[g->sorted[at]];
            if (other->key == near && other->edge > first + EDGES_BETWEEN)
                g->candidates[count++] = other->edge;
        }
    }
    return count;
}

static bool counts(const rv_self_line* line, int edges, int i, int j) {
    const double* along = line->along;
    if (j - i <= EDGES_BETWEEN || along[j] - along[i + 1] < line->apart)
        return false;
    return !line->closed
           || (edges - (j - i) > EDGES_BETWEEN
               && along[edges] - along[j + 1] + along[i] >= line->apart);
}

static bool is_near(const grid* g, int i, int j) {
    rv_vec3 d = rv_vec3_sub(g->middle[j], g->middle[i]);
    double squared = rv_vec3_dot(d, d), most = g->reach + g->half[i] + g->half[j];
    if (squared >= most * most || !counts(&g->line, g->edges, i, j))
        return false;
    return squared < g->reach * g->reach
           || rv_self_pair_nearest(&g->line, (rv_self_pair){i, j}, 0.0).squared
                  < g->reach * g->reach;
}

// sorts what was found of one edge; pieces of long edges have found some twice
static int tidy(rv_self_pair* found, int count) {
    for (int k = 1; k < count; k++) {
        rv_self_pair pair = found[k];
        int at = k;
        for (; at > 0 && found[at - 1].j > pair.j; at--)
            found[at] = found[at - 1];
        found[at] = pair;
    }
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (kept == 0 || found[kept - 1].j != found[k].j)
            found[kept++] = found[k];
    return kept;
}

static int list_pairs(const grid* g, rv_self_pair* pairs, int capacity) {
    uint64_t key = 0;
    int count = 0, candidates = 0;
    for (int p = 0; p < g->pieces;) {
        int i = g->piece[p].edge, first = count;
        for (; p < g->pieces && g->piece[p].edge == i; p++) {
            // edges in a row share their cell
            if (g->piece[p].key != key)
                candidates = gather(g, g->piece[p].key, i);
            key = g->piece[p].key;
            for (int k = 0; k < candidates && count < INT_MAX; k++) {
                int j = g->candidates[k];
                if (!is_near(g, i, j))
                    continue;
                if (count < capacity)
                    pairs[count] = (rv_self_pair){i, j};
                count++;
            }
        }
        if (count <= capacity)
            count = first + tidy(pairs + first, count - first);
    }
    return count;
}

int rv_self_search(const rv_self_line* line, double reach, rv_arena arena, rv_self_pair* pairs,
                   int capacity) {
    grid g = {.line = *line, .reach = reach, .edges = rv_self_edge_count(line)};
    if (g.edges <= EDGES_BETWEEN + 1 || !(reach > 0.0))
        return 0;
    if (line->n > RV_SELF_POINTS_MAX || !take_grid(&g, &arena) || !measure(&g))
        return -1;
    cut_into_pieces(&g);
    sort_pieces(&g);
    return list_pairs(&g, pairs, capacity);
}

double rv_self_drift(const rv_vec3* then, const rv_vec3* now, int n) {
    double most = 0.0, second = 0.0, sum = 0.0;
    for (int i = 0; i < n; i++) {
        rv_vec3 d = rv_vec3_sub(now[i], then[i]);
        double squared = rv_vec3_dot(d, d);
        sum += squared;
        second = fmax(second, fmin(most, squared));
        most = fmax(most, squared);
    }
    return isnan(sum) ? sum : sqrt(most) + sqrt(second);
}

// --- where they touch ---

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double clamp01(double x) {
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

// With d = b0 - a0 and e = round, the stationary point of the function in self.h is
//   (1 + e) uu s -        uv t = u.d + e uu s_m
//         - uv s + (1 + e) vv t = -v.d + e vv t_m
// For a strictly convex function of two variables on a square: hold s in [0, 1], take the best t,
// and where that must be held, too, the best s for it.
rv_self_near rv_self_nearest(const rv_vec3 a[2], const rv_vec3 b[2], double round) {
    rv_vec3 u = rv_vec3_sub(a[1], a[0]), v = rv_vec3_sub(b[1], b[0]), d = rv_vec3_sub(b[0], a[0]);
    double uu = rv_vec3_dot(u, u), vv = rv_vec3_dot(v, v), uv = rv_vec3_dot(u, v);
    double ud = rv_vec3_dot(u, d), vd = rv_vec3_dot(v, d);
    double e = larger(round, EXACT), more = 1.0 + e;
    // an edge without length is its first point
    double per_uu = uu > 0.0 ? 1.0 / uu : 0.0, per_vv = vv > 0.0 ? 1.0 / vv : 0.0;
    // what lies beside the other edge
    double s_from = clamp01(ud * per_uu), s_to = clamp01((ud + uv) * per_uu);
    double t_from = clamp01(-vd * per_vv), t_to = clamp01((uv - vd) * per_vv);
    double s_middle = 0.5 * (s_from + s_to), t_middle = 0.5 * (t_from + t_to);
    double fs = ud + e * uu * s_middle, ft = -vd + e * vv * t_middle;
    double det = more * more * uu * vv - uv * uv;
    double s = det > 0.0 ? clamp01((more * vv * fs + uv * ft) / det) : s_middle;
    double t_free = (ft + uv * s) * per_vv / more, t = clamp01(t_free);
    if (t != t_free)
        s = clamp01((fs + uv * t) * per_uu / more);
    rv_self_near near = {.s = s, .t = t};
    near.beside = clamp01(4.0 * uv * uv * per_uu * per_vv - 3.0)
                  * larger(fabs(s_to - s_from), fabs(t_to - t_from));
    near.apart = rv_vec3_mul_add(rv_vec3_mul_add(d, t, v), -s, u);
    near.squared = rv_vec3_dot(near.apart, near.apart);
    return near;
}

rv_self_near rv_self_pair_nearest(const rv_self_line* line, rv_self_pair pair, double round) {
    rv_vec3 a[2] = {line->x[pair.i], edge_end(line, pair.i)};
    rv_vec3 b[2] = {line->x[pair.j], edge_end(line, pair.j)};
    return rv_self_nearest(a, b, round);
}

// --- each place once ---

// the touch in the row from `first` to `last` whose second edge is j; -1: it is not near
static int find_near(const rv_self_touch* touches, int first, int last, int j) {
    for (int k = first; k < last; k++)
        if (touches[k].pair.j == j)
            return touches[k].near.squared < INFINITY ? k : -1;
    return -1;
}

// Rows are touches with the same first edge: those of the edge before begin at row[0], of this one
// at row[1], of the one behind at row[2]; they end at row[3].
static int left_to(const rv_self_touch* touches, int k, const int row[4]) {
    const rv_self_near* near = &touches[k].near;
    int j = touches[k].pair.j, next = -1;
    if (near->beside >= BESIDE)
        return -1;
    // the first in the list that will do: corners that meet in four pairs leave it to one
    if (near->s == 0.0)
        next = find_near(touches, row[0], row[1], j);
    if (near->t == 0.0 && next < 0)
        next = find_near(touches, row[1], k, j - 1);
    if (near->t == 1.0 && next < 0)
        next = find_near(touches, k + 1, row[2], j + 1);
    if (near->s == 1.0 && next < 0)
        next = find_near(touches, row[2], row[3], j);
    return next;
}

// where the row that begins at `first` ends
static int row_end(const rv_self_touch* touches, int count, int first) {
    int end = first;
    while (end < count && touches[end].pair.i == touches[first].pair.i)
        end++;
    return end;
}

static void leave_to_next(rv_self_touch* touches, int count) {
    int before = 0;
    for (int here = 0, end = 0; here < count; here = end) {
        end = row_end(touches, count, here);
        int i = touches[here].pair.i;
        bool follows = here > 0 && touches[here - 1].pair.i == i - 1;
        bool goes_on = end < count && touches[end].pair.i == i + 1;
        int row[4] = {follows ? before : here, here, end,
                      goes_on ? row_end(touches, count, end) : end};
        for (int k = here; k < end; k++)
            if (touches[k].near.squared < INFINITY)
                touches[k].left_to = left_to(touches, k, row);
        before = here;
    }
}

// those that leave a place to each other in a circle: the first of them keeps it
static bool is_first_of_circle(const rv_self_touch* touches, int k) {
    enum { AROUND = 16 }; // four pairs of edges meet at two points
    int at = touches[k].left_to;
    for (int n = 0; n < AROUND && at > k; n++)
        at = touches[at].left_to;
    return at == k;
}

// With m from middle to middle and u, v the edges, nothing is nearer than |m| - |u|/2 - |v|/2; and
// (a + b + c)^2 <= 3 (a^2 + b^2 + c^2) needs no roots.
static bool are_far(const rv_self_line* line, rv_self_pair pair, double within) {
    rv_vec3 a = line->x[pair.i], b = line->x[pair.j];
    rv_vec3 a_end = edge_end(line, pair.i), b_end = edge_end(line, pair.j);
    rv_vec3 u = rv_vec3_sub(a_end, a), v = rv_vec3_sub(b_end, b);
    rv_vec3 twice = rv_vec3_sub(rv_vec3_add(b, b_end), rv_vec3_add(a, a_end));
    double lengths = rv_vec3_dot(u, u) + rv_vec3_dot(v, v);
    return rv_vec3_dot(twice, twice) > 3.0 * (4.0 * within * within + lengths);
}

int rv_self_touches(const rv_self_line* line, const rv_self_pair* pairs, int count, double within,
                    double round, rv_self_touch* touches) {
    for (int k = 0; k < count; k++) {
        if (are_far(line, pairs[k], within)) {
            touches[k] = (rv_self_touch){pairs[k], {.squared = INFINITY}, -1};
            continue;
        }
        touches[k] = (rv_self_touch){pairs[k], rv_self_pair_nearest(line, pairs[k], round), -1};
        if (!(touches[k].near.squared < within * within))
            touches[k].near.squared = INFINITY;
    }
    leave_to_next(touches, count);
    for (int k = 0; k < count; k++)
        if (touches[k].left_to > k && is_first_of_circle(touches, k))
            touches[k].left_to = -1;
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (touches[k].near.squared < INFINITY && touches[k].left_to < 0)
            touches[kept++] = touches[k];
    return kept;
}
