// The determinant of a knot from a picture of it (Fox's colourings). In a picture with c crossings
// the line consists of c arcs, each from one crossing that it passes under to the next. With a
// number on every arc, each crossing says 2 over = before + after; the determinant of these
// equations without one row and one column is that of the knot, up to its sign.
//
// First crossings are taken away that a line without a knot could have: a loop that falls off
// (Reidemeister I: a crossing that follows itself), and two strands that slide apart (II: two
// crossings in a row, over on the one and under on the other strand; what they enclose is empty,
// since nothing crosses its border). Arithmetic is modulo two primes, so that it is exact.
#include "collide/link.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEEN_MAX = 4096, // crossings in a picture
    DIRECTIONS = 16, // of view that are tried
};
static const uint64_t PRIMES[2] = {2147483647u, 2147483629u};
static const double FAR = 1e3;    // how far open lines are drawn out, in sizes of the line
static const double BLUR = 1e-10; // what is nearer than this part of a length has no clear order

// a place where the line passes a crossing
typedef struct passage {
    int edge, crossing;
    double along; // the edge, 0 .. 1
    bool over;
} passage;

typedef struct picture {
    rv_vec3* p; // turned, so that the view is along z
    int points, edges;
    double size;
    passage* passages; // two for a crossing, in the order of the line
    int count;
    int *partner, *next, *before; // of a passage: the same crossing; along the line, in a circle
    uint32_t* matrix;
} picture;

size_t rv_line_determinant_bytes(int n) {
    enum { BLOCKS = 6, ALIGNMENT = 16 };
    size_t points = n > 0 ? (size_t)n + 2 : 2, passages = 2 * (size_t)SEEN_MAX;
    return points * sizeof(rv_vec3) + passages * (sizeof(passage) + 3 * sizeof(int))
           + sizeof(uint32_t) * RV_LINE_CROSSINGS * RV_LINE_CROSSINGS + (size_t)BLOCKS * ALIGNMENT;
}

static bool take_picture(picture* m, int n, rv_arena* arena) {
    m->p = rv_arena_take(arena, (size_t)n + 2, sizeof *m->p);
    m->passages = rv_arena_take(arena, (size_t)2 * SEEN_MAX, sizeof *m->passages);
    m->partner = rv_arena_take(arena, (size_t)2 * SEEN_MAX, sizeof *m->partner);
    m->next = rv_arena_take(arena, (size_t)2 * SEEN_MAX, sizeof *m->next);
    m->before = rv_arena_take(arena, (size_t)2 * SEEN_MAX, sizeof *m->before);
    m->matrix =
        rv_arena_take(arena, (size_t)RV_LINE_CROSSINGS * RV_LINE_CROSSINGS, sizeof *m->matrix);
    return m->p && m->passages && m->partner && m->next && m->before && m->matrix;
}

// --- the picture ---

// some direction that nobody's line is likely to be laid by
static rv_mat3 view(int k) {
    rv_vec3 v = {0.719 + 0.611 * k, -0.373 + 0.831 * k, 0.237 - 0.409 * k};
    return rv_quat_to_mat3(rv_quat_exp(v));
}

// the line as it is seen, about its first point; false: not finite
static bool turn(picture* m, const rv_vec3* x, int n, bool closed, rv_mat3 rotation) {
    int first = closed ? 0 : 1;
    m->size = 0.0;
    for (int i = 0; i < n; i++) {
        rv_vec3 d = rv_vec3_sub(x[i], x[0]);
        if (!isfinite(rv_vec3_dot(d, d)))
            return false;
        m->size = fmax(m->size, rv_vec3_length(d));
        m->p[first + i] = rv_mat3_apply(rotation, d);
    }
    m->points = closed ? n : n + 2;
    m->edges = closed ? n : n + 1;
    if (!closed) {
        // beyond this nothing crosses; the arc that closes the line far out crosses nothing, either
        rv_vec3 *p = m->p, *last = p + n;
        rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(p[1], p[2]));
        rv_vec3 v = rv_vec3_normalize(rv_vec3_sub(last[0], last[-1]));
        p[0] = rv_vec3_mul_add(p[1], FAR * m->size, u);
        last[1] = rv_vec3_mul_add(last[0], FAR * m->size, v);
    }
    return true;
}

static double cross2(rv_vec3 a, rv_vec3 b) {
    return a.x * b.y - a.y * b.x;
}

static double dot2(rv_vec3 a, rv_vec3 b) {
    return a.x * b.x + a.y * b.y;
}

static bool boxes_apart(const rv_vec3 a[2], const rv_vec3 b[2]) {
    return fmax(a[0].x, a[1].x) < fmin(b[0].x, b[1].x)
           || fmax(b[0].x, b[1].x) < fmin(a[0].x, a[1].x)
           || fmax(a[0].y, a[1].y) < fmin(b[0].y, b[1].y)
           || fmax(b[0].y, b[1].y) < fmin(a[0].y, a[1].y);
}

static bool is_unclear(double s) {
    return fabs(s) < BLUR || fabs(s - 1.0) < BLUR;
}

// parallel edges cross nowhere, but may hide each other
static bool parallels_hide(rv_vec3 u, rv_vec3 v, rv_vec3 d, double size) {
    double uu = dot2(u, u), from = dot2(d, u), to = from + dot2(u, v);
    bool beside = (from < 0.0 && to < 0.0) || (from > uu && to > uu);
    return !beside && fabs(cross2(d, u)) <= BLUR * size * sqrt(uu);
}

// adds the crossing of two edges if there is one; false: it is not clear, or there is no room
static bool look(picture* m, int i, int j) {
    rv_vec3 a[2] = {m->p[i], m->p[(i + 1) % m->points]},
            b[2] = {m->p[j], m->p[(j + 1) % m->points]};
    if (boxes_apart(a, b))
        return true;
    rv_vec3 u = rv_vec3_sub(a[1], a[0]), v = rv_vec3_sub(b[1], b[0]), d = rv_vec3_sub(b[0], a[0]);
    double uu = dot2(u, u), vv = dot2(v, v), area = cross2(u, v);
    if (uu == 0.0 || vv == 0.0)
        return true;
    if (fabs(area) <= 1e-12 * sqrt(uu * vv))
        return !parallels_hide(u, v, d, m->size);
    double s = cross2(d, v) / area, t = cross2(d, u) / area;
    bool inside = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
    bool near = s > -BLUR && s < 1.0 + BLUR && t > -BLUR && t < 1.0 + BLUR;
    double height = a[0].z + s * u.z - b[0].z - t * v.z;
    if (near && (is_unclear(s) || is_unclear(t) || fabs(height) < BLUR * m->size))
        return false;
    if (!inside)
        return true;
    if (m->count == 2 * SEEN_MAX)
        return false;
    int crossing = m->count / 2;
    m->passages[m->count++] = (passage){i, crossing, s, height > 0.0};
    m->passages[m->count++] = (passage){j, crossing, t, height < 0.0};
    return true;
}

static int compare_passages(const void* a, const void* b) {
    const passage *p = a, *q = b;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    return p->along < q->along ? -1 : p->along > q->along;
}

// passages in the order of the line, and who belongs to whom
static bool draw(picture* m, bool closed) {
    m->count = 0;
    for (int i = 0; i < m->edges; i++)
        for (int j = i + 2; j < m->edges; j++)
            if (!(closed && i == 0 && j == m->edges - 1) && !look(m, i, j))
                return false;
    qsort(m->passages, (size_t)m->count, sizeof *m->passages, compare_passages);
    int first_seen[SEEN_MAX];
    for (int k = 0; k < m->count / 2; k++)
        first_seen[k] = -1;
    for (int k = 0; k < m->count; k++) {
        m->next[k] = (k + 1) % m->count;
        m->before[k] = (k + m->count - 1) % m->count;
        int* other = &first_seen[m->passages[k].crossing];
        if (*other >= 0) {
            m->partner[k] = *other;
            m->partner[*other] = k;
        }
        *other = k;
    }
    return true;
}

// --- fewer crossings ---

static void take_out(picture* m, int k) {
    m->next[m->before[k]] = m->next[k];
    m->before[m->next[k]] = m->before[k];
    m->partner[k] = -1;
}

static void take_out_crossing(picture* m, int k) {
    int other = m->partner[k];
    take_out(m, k);
    take_out(m, other);
}

// the crossings at k and behind it, if they fall off or slide apart
static int undo(picture* m, int k) {
    int next = m->next[k], other = m->partner[k];
    if (next == other) {
        take_out_crossing(m, k);
        return 1;
    }
    int next_other = m->partner[next];
    bool side_by_side = m->next[other] == next_other || m->before[other] == next_other;
    if (m->passages[k].over != m->passages[next].over || !side_by_side)
        return 0;
    take_out_crossing(m, k);
    take_out_crossing(m, next);
    return 2;
}

// returns how many crossings are left
static int simplify(picture* m) {
    int left = m->count / 2;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < m->count; k++) {
            int undone = m->partner[k] >= 0 ? undo(m, k) : 0;
            left -= undone;
            changed |= undone > 0;
        }
    }
    return left;
}

// --- the equations ---

// modulo a prime, of which -1 is prime - 1
static void fill(picture* m, int crossings, uint64_t prime) {
    memset(m->matrix, 0, sizeof *m->matrix * (size_t)crossings * (size_t)crossings);
    // arcs are numbered by the order in which the line comes out from under the crossings that are
    // left, and these by the arc that ends there
    int arc_of[2 * SEEN_MAX], arc = 0;
    for (int k = 0; k < m->count; k++) {
        if (m->partner[k] < 0)
            continue;
        arc_of[k] = arc % crossings;
        arc += !m->passages[k].over;
    }
    for (int k = 0; k < m->count; k++) {
        if (m->partner[k] < 0 || m->passages[k].over)
            continue;
        uint32_t* row = m->matrix + (size_t)arc_of[k] * (size_t)crossings;
        int over = arc_of[m->partner[k]], after = (arc_of[k] + 1) % crossings;
        row[over] = (uint32_t)((row[over] + 2) % prime);
        row[arc_of[k]] = (uint32_t)((row[arc_of[k]] + prime - 1) % prime);
        row[after] = (uint32_t)((row[after] + prime - 1) % prime);
    }
}

// a^(prime - 2) is 1/a
static uint64_t inverse(uint64_t a, uint64_t prime) {
    uint64_t result = 1;
    for (uint64_t power = prime - 2; power > 0; power >>= 1) {
        if (power & 1)
            result = result * a % prime;
        a = a * a % prime;
    }
    return result;
}

// of the first `size` rows and columns; Gauss
static uint64_t determinant(uint32_t* matrix, int size, int stride, uint64_t prime) {
    uint64_t product = 1;
    for (int c = 0; c < size; c++) {
        int pivot = c;
        while (pivot < size && matrix[pivot * stride + c] == 0)
            pivot++;
        if (pivot == size)
            return 0;
        for (int k = c; k < size && pivot != c; k++) {
            uint32_t kept = matrix[c * stride + k];
            matrix[c * stride + k] = matrix[pivot * stride + k];
            matrix[pivot * stride + k] = kept;
        }
        if (pivot != c)
            product = prime - product;
        const uint32_t* from = matrix + c * stride;
        product = product * from[c] % prime;
        uint64_t per_pivot = inverse(from[c], prime);
        for (int i = c + 1; i < size; i++) {
            uint32_t* row = matrix + i * stride;
            uint64_t factor = row[c] == 0 ? 0 : prime - row[c] * per_pivot % prime;
            for (int k = c; k < size && factor > 0; k++)
                row[k] = (uint32_t)((row[k] + factor * from[k]) % prime);
        }
    }
    return product;
}

// the number of smallest size that both remainders allow, without its sign
static int64_t join(const uint64_t rest[2]) {
    uint64_t p = PRIMES[0], q = PRIMES[1];
    uint64_t steps = (rest[1] + q - rest[0] % q) % q * inverse(p % q, q) % q;
    uint64_t number = rest[0] + p * steps, all = p * q;
    return (int64_t)(number < all - number ? number : all - number);
}

int64_t rv_line_determinant(const rv_vec3* x, int n, bool closed, rv_arena arena) {
    picture m = {0};
    if (n < 2)
        return 1;
    if (!take_picture(&m, n, &arena))
        return -1;
    for (int k = 0; k < DIRECTIONS; k++) {
        if (!turn(&m, x, n, closed, view(k)))
            return -1;
        if (!draw(&m, closed))
            continue;
        int crossings = simplify(&m);
        if (crossings == 0)
            return 1;
        if (crossings > RV_LINE_CROSSINGS)
            continue;
        uint64_t rest[2];
        for (int p = 0; p < 2; p++) {
            fill(&m, crossings, PRIMES[p]);
            rest[p] = determinant(m.matrix, crossings - 1, crossings, PRIMES[p]);
        }
        return join(rest);
    }
    return -1;
}
