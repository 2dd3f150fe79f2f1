// When moving corners meet, in exact arithmetic: the reference of the continuous tests of
// src/collide/continuous.h. Corners lie on a grid, so that the coefficients of the volume
//   f(t) = (u x v) . w
// are integers, held in full, and its sign at any t = k / 2^60 is certain. Between its turning
// points f changes sign at most once: bisection there leaves no root out. Whether a root is inside
// of the triangle or of both segments is then seen in extended precision, with a margin.
#ifndef REEVE_EXACT_MEETING_H
#define REEVE_EXACT_MEETING_H

#include "collide/continuous.h"

#include <stdint.h>

// ---- integers of 384 bits, two's complement -----------------------------------------------------

enum { BIG_LIMBS = 12, TIME_BITS = 60 };

typedef struct big {
    uint32_t limb[BIG_LIMBS]; // the lowest first
} big;

static inline big big_add(big a, big b) {
    uint64_t carry = 0;
    for (int k = 0; k < BIG_LIMBS; k++) {
        carry += (uint64_t)a.limb[k] + b.limb[k];
        a.limb[k] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

static inline big big_negative(big a) {
    uint64_t carry = 1;
    for (int k = 0; k < BIG_LIMBS; k++) {
        carry += (uint32_t)~a.limb[k];
        a.limb[k] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}

static inline int big_sign(const big* a) {
    if (a->limb[BIG_LIMBS - 1] >> 31)
        return -1;
    for (int k = 0; k < BIG_LIMBS; k++)
        if (a->limb[k] != 0)
            return 1;
    return 0;
}

// a b, b >= 0
static inline big big_times(big a, uint64_t b) {
    uint64_t low = (uint32_t)b, high = b >> 32, carry = 0, above = 0;
    for (int k = 0; k < BIG_LIMBS; k++) {
        uint64_t limb = a.limb[k], first = limb * low + carry, second = limb * high + above;
        a.limb[k] = (uint32_t)first;
        // what belongs to the next limb: the upper half of one product, the lower of the other
        carry = (first >> 32) + (second & 0xffffffffu);
        above = second >> 32;
    }
    return a;
}

static inline big big_times_int(big a, int64_t b) {
    return b < 0 ? big_negative(big_times(a, (uint64_t)-b)) : big_times(a, (uint64_t)b);
}

static inline big big_shifted(big a, int bits) {
    big out = {{0}};
    int limbs = bits / 32, rest = bits % 32;
    for (int k = BIG_LIMBS - 1; k >= limbs; k--) {
        uint64_t low = k > limbs ? a.limb[k - limbs - 1] : 0;
        out.limb[k] = (uint32_t)((((uint64_t)a.limb[k - limbs] << 32 | low) << rest) >> 32);
    }
    return out;
}

static inline long double big_value(big a) {
    bool negative = big_sign(&a) < 0;
    if (negative)
        a = big_negative(a);
    long double value = 0.0L;
    for (int k = BIG_LIMBS - 1; k >= 0; k--)
        value = value * 4294967296.0L + a.limb[k];
    return negative ? -value : value;
}

// ---- corners ------------------------------------------------------------------------------------

// a triangle and a point, or two segments; coordinates are whole numbers, at most 2^44
typedef struct exact_case {
    int64_t from[4][3], to[4][3];
    bool segments;
} exact_case;

typedef struct exact_vector {
    int64_t at[3], by[3];
} exact_vector;

static inline exact_vector exact_between(const exact_case* c, int a, int b) {
    exact_vector v;
    for (int k = 0; k < 3; k++) {
        v.at[k] = c->from[b][k] - c->from[a][k];
        v.by[k] = (c->to[b][k] - c->to[a][k]) - v.at[k];
    }
    return v;
}

// u, v, w of the volume
static inline void exact_edges(const exact_case* c, exact_vector e[3]) {
    e[0] = exact_between(c, 0, 1);
    e[1] = c->segments ? exact_between(c, 2, 3) : exact_between(c, 0, 2);
    e[2] = exact_between(c, 0, c->segments ? 2 : 3);
}

static inline big exact_triple(const int64_t u[3], const int64_t v[3], const int64_t w[3]) {
    big sum = {{0}};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        big one = {{1}};
        big up = big_times_int(big_times_int(big_times_int(one, u[i]), v[j]), w[k]);
        big down = big_times_int(big_times_int(big_times_int(one, u[j]), v[i]), w[k]);
        sum = big_add(sum, big_add(up, big_negative(down)));
    }
    return sum;
}

typedef struct exact_polynomial {
    big c[4];
    long double rounded[4];
    bool zero;
} exact_polynomial;

static inline exact_polynomial exact_volume(const exact_case* c) {
    exact_vector e[3];
    exact_edges(c, e);
    exact_polynomial f = {.zero = true};
    // bit k of the choice: edge k at the start, or its change
    for (int choice = 0; choice < 8; choice++) {
        const int64_t* x[3];
        int degree = 0;
        for (int k = 0; k < 3; k++) {
            x[k] = choice >> k & 1 ? e[k].by : e[k].at;
            degree += choice >> k & 1;
        }
        f.c[degree] = big_add(f.c[degree], exact_triple(x[0], x[1], x[2]));
    }
    for (int k = 0; k < 4; k++) {
        f.rounded[k] = big_value(f.c[k]);
        f.zero = f.zero && big_sign(&f.c[k]) == 0;
    }
    return f;
}

// the sign of f at k / 2^60
static inline int exact_sign(const exact_polynomial* f, uint64_t k) {
    big sum = f->c[3];
    for (int degree = 2; degree >= 0; degree--)
        sum = big_add(big_times(sum, k), big_shifted(f->c[degree], TIME_BITS * (3 - degree)));
    return big_sign(&sum);
}

static inline long double exact_rounded(const exact_polynomial* f, long double t) {
    return f->rounded[0] + t * (f->rounded[1] + t * (f->rounded[2] + t * f->rounded[3]));
}

// ---- roots --------------------------------------------------------------------------------------

static inline uint64_t exact_time(long double t) {
    const long double scale = 1152921504606846976.0L; // 2^60
    return t <= 0.0L ? 0 : t >= 1.0L ? (uint64_t)1 << TIME_BITS : (uint64_t)(t * scale);
}

static inline long double exact_seconds(uint64_t k) {
    return (long double)k / 1152921504606846976.0L;
}

// the change of sign between lo and hi, to the last bit
static inline uint64_t exact_bisect(const exact_polynomial* f, uint64_t lo, uint64_t hi) {
    int below = exact_sign(f, lo);
    // a bracket about what extended precision says, if it holds the change
    long double a = exact_seconds(lo), b = exact_seconds(hi);
    for (int n = 0; n < 80 && b - a > 1e-19L; n++) {
        long double middle = 0.5L * (a + b), value = exact_rounded(f, middle);
        if ((value < 0.0L) == (below < 0))
            a = middle;
        else
            b = middle;
    }
    uint64_t guess = exact_time(a), width = 8;
    uint64_t from = guess > lo + width ? guess - width : lo;
    uint64_t to = guess + width < hi ? guess + width : hi;
    if (exact_sign(f, from) == below && exact_sign(f, to) != below) {
        lo = from;
        hi = to;
    }
    while (hi - lo > 1) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (exact_sign(f, middle) == below)
            lo = middle;
        else
            hi = middle;
    }
    return hi;
}

// 0, the turning points between, 1
static inline int exact_pieces(const exact_polynomial* f, uint64_t ends[4]) {
    int count = 0;
    ends[count++] = 0;
    long double a = 3.0L * f->rounded[3], b = f->rounded[2], c = f->rounded[1];
    long double discriminant = b * b - a * c;
    if (discriminant >= 0.0L) {
        long double q = -(b + (b < 0.0L ? -sqrtl(discriminant) : sqrtl(discriminant)));
        long double first = q != 0.0L ? c / q : -1.0L, second = a != 0.0L ? q / a : -1.0L;
        long double low = first < second ? first : second, high = first < second ? second : first;
        if (low > 0.0L && low < 1.0L)
            ends[count++] = exact_time(low);
        if (high > 0.0L && high < 1.0L)
            ends[count++] = exact_time(high);
    }
    ends[count++] = (uint64_t)1 << TIME_BITS;
    return count;
}

// ---- places -------------------------------------------------------------------------------------

typedef struct exact_place {
    long double inside; // by how much the weights are within the triangle or both segments
    long double sine;   // of the angle of u and v
    long double size;   // of the longer of u and v
} exact_place;

typedef struct wide {
    long double x[3];
} wide;

static inline wide wide_at(const exact_vector* v, long double t) {
    wide out;
    for (int k = 0; k < 3; k++)
        out.x[k] = (long double)v->at[k] + t * (long double)v->by[k];
    return out;
}

static inline wide wide_cross(wide a, wide b) {
    return (wide){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                   a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static inline long double wide_dot(wide a, wide b) {
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline exact_place exact_place_at(const exact_case* c, long double t) {
    exact_vector e[3];
    exact_edges(c, e);
    wide u = wide_at(&e[0], t), v = wide_at(&e[1], t), w = wide_at(&e[2], t), n = wide_cross(u, v);
    long double square = wide_dot(n, n), uu = wide_dot(u, u), vv = wide_dot(v, v);
    long double first = wide_dot(wide_cross(w, v), n) / square;
    long double second = wide_dot(c->segments ? wide_cross(w, u) : wide_cross(u, w), n) / square;
    exact_place p = {.size = sqrtl(uu > vv ? uu : vv), .sine = sqrtl(square / (uu * vv))};
    long double most = first > second ? first : second;
    p.inside = first < second ? first : second;
    long double rest = c->segments ? 1.0L - most : 1.0L - first - second;
    p.inside = rest < p.inside ? rest : p.inside;
    return p;
}

// ---- the answer ---------------------------------------------------------------------------------

typedef struct exact_meeting {
    bool certain;      // they meet at t, inside by a margin; else they may meet before, or not
    long double t;     // the first such time
    long double steep; // how fast they pass through each other, over the size
} exact_meeting;

// weights that are nearer to the border are on both sides of it after rounding; edges at a smaller
// angle meet in a time that is not known
static const long double EXACT_MARGIN = 1e-9L, EXACT_SINE = 1e-5L;

static inline exact_meeting exact_meet(const exact_case* c) {
    exact_polynomial f = exact_volume(c);
    exact_meeting out = {false, INFINITY, 0.0L};
    uint64_t ends[4];
    int pieces = f.zero ? 0 : exact_pieces(&f, ends);
    for (int k = 0; k + 1 < pieces; k++) {
        int before = exact_sign(&f, ends[k]), after = exact_sign(&f, ends[k + 1]);
        if (before != 0 && before == after)
            continue;
        uint64_t root = before == 0  ? ends[k]
                        : after == 0 ? ends[k + 1]
                                     : exact_bisect(&f, ends[k], ends[k + 1]);
        long double t = exact_seconds(root);
        exact_place p = exact_place_at(c, t);
        if (!(p.inside >= EXACT_MARGIN && p.sine >= EXACT_SINE))
            continue;
        long double slope = f.rounded[1] + t * (2.0L * f.rounded[2] + t * 3.0L * f.rounded[3]);
        exact_vector e[3];
        exact_edges(c, e);
        wide n = wide_cross(wide_at(&e[0], t), wide_at(&e[1], t));
        out = (exact_meeting){true, t, fabsl(slope) / (sqrtl(wide_dot(n, n)) * p.size)};
        break;
    }
    return out;
}

// how far apart the points that the weights of an answer name are at its time, over the size
static inline long double exact_distance(const exact_case* c, rv_meeting m) {
    exact_vector e[3];
    exact_edges(c, e);
    wide u = wide_at(&e[0], m.t), v = wide_at(&e[1], m.t), w = wide_at(&e[2], m.t), off;
    long double su = c->segments ? m.weight[0] : m.weight[1];
    long double sv = c->segments ? -m.weight[1] : m.weight[2];
    for (int k = 0; k < 3; k++)
        off.x[k] = w.x[k] - su * u.x[k] - sv * v.x[k];
    long double uu = wide_dot(u, u), vv = wide_dot(v, v);
    return sqrtl(wide_dot(off, off) / (uu > vv ? uu : vv));
}

#endif
