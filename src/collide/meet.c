// Continuous tests of corners that move on straight lines, t in [0, 1]. With u and v the two edges
// of a triangle and w the point seen from their common corner (or u and v the two segments and w
// from the start of one to that of the other), all linear in t, they meet only where they lie in
// one plane:
//   f(t) = (u x v) . w = 0
// of degree 1 if u and v stand still, 2 if one does, 3 else. Motions without turning leave rounding
// noise in the leading coefficients: nothing is divided by them. Each root of f is then checked by
// the distance at that time. Where f is zero throughout, everything stays in one plane (or the
// edges are parallel), and what meets first is a corner and an edge within the plane.
#include "collide/continuous.h"

static const double DISTANCE_TOLERANCE = 1e-10; // over the size of the edges
static const double TIME_TOLERANCE = 1e-12;     // beyond the ends of [0, 1]
static const double NOISE = 1e-15;              // rounding error of f over the size of its products
static const double FAINT = 1e3;                // times the noise: f may have lost roots to it
static const double FLAT = 1e-6;                // sine below which edges count as parallel
static const double WINDOW = 1.0 / 128.0;       // of time, about a root that noise hides

// --- roots ---------------------------------------------------------------------------------------

static inline double value(const double c[4], double t) {
    return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

static inline double slope(const double c[4], double t) {
    return c[1] + t * (2.0 * c[2] + t * 3.0 * c[3]);
}

// the root in [lo, hi], where the polynomial is monotone and has values of different sign: Newton's
// method, and halving where it leaves the bracket
static double bracketed_root(const double c[4], double lo, double hi) {
    double f_lo = value(c, lo), f_hi = value(c, hi);
    bool negative_at_lo = f_lo < 0.0;
    double t = lo + (hi - lo) * (f_lo / (f_lo - f_hi));
    for (int k = 0; k < 100; k++) {
        double f = value(c, t);
        if (f == 0.0)
            break;
        if ((f < 0.0) == negative_at_lo)
            lo = t;
        else
            hi = t;
        double next = t - f / slope(c, t);
        if (!(next >= lo && next <= hi))
            next = 0.5 * (lo + hi);
        double moved = fabs(next - t);
        t = next;
        if (moved <= 1e-16)
            break;
    }
    return t;
}

// 0, the turning points between, 1; returns how many
static int monotone_pieces(const double c[4], double ends[4]) {
    int count = 0;
    ends[count++] = 0.0;
    // roots of 3 c3 t^2 + 2 c2 t + c1 without cancellation; a quotient that overflows or is 0 / 0
    // lies outside, one that is noise inside cuts a piece in two, which does no harm
    double a = 3.0 * c[3], half_b = c[2];
    double discriminant = half_b * half_b - a * c[1];
    if (discriminant >= 0.0) {
        double q = -(half_b + copysign(sqrt(discriminant), half_b));
        double first = c[1] / q, second = q / a;
        if (first > second) {
            double larger = first;
            first = second;
            second = larger;
        }
        if (first > 0.0 && first < 1.0)
            ends[count++] = first;
        if (second > 0.0 && second < 1.0)
            ends[count++] = second;
    }
    ends[count++] = 1.0;
    return count;
}

// A polynomial stays between its Bernstein coefficients b: it has one sign on [0, 1] if they have,
// and is noise if they are.
typedef struct range {
    bool one_sign, noisy;
} range;

static inline range range_of(const double c[4], double noise) {
    double b1 = c[0] + c[1] / 3.0, b2 = c[0] + (2.0 * c[1] + c[2]) / 3.0;
    double b3 = c[0] + c[1] + c[2] + c[3];
    // the ends are widened by the tolerance in time
    double margin = noise + TIME_TOLERANCE * 3.0 * (fabs(b1 - c[0]) + fabs(b3 - b2));
    bool above = c[0] > margin && b1 > margin && b2 > margin && b3 > margin;
    bool below = c[0] < -margin && b1 < -margin && b2 < -margin && b3 < -margin;
    double most = FAINT * noise;
    bool noisy = fabs(c[0]) <= most && fabs(b1) <= most && fabs(b2) <= most && fabs(b3) <= most;
    return (range){above || below, noisy};
}

// ascending roots in [0, 1], and turning points and ends where the value is within noise of 0; -1:
// within noise throughout
static int roots_within(const double c[4], double noise, double roots[3]) {
    double ends[4], f[4];
    bool zero[4];
    int count = 0, zeros = 0, pieces = monotone_pieces(c, ends);
    for (int k = 0; k < pieces; k++) {
        f[k] = value(c, ends[k]);
        bool is_end = k == 0 || k == pieces - 1;
        double margin = is_end ? noise + TIME_TOLERANCE * fabs(slope(c, ends[k])) : noise;
        zero[k] = fabs(f[k]) <= margin;
        zeros += fabs(f[k]) <= noise;
    }
    if (zeros == pieces)
        return -1;
    bool changed = false; // in the piece before
    for (int k = 0; k < pieces; k++) {
        bool changes = k + 1 < pieces && (f[k] < 0.0) != (f[k + 1] < 0.0);
        // a change of sign beside it gives the root more exactly
        if (zero[k] && !changed && !changes && count < 3)
            roots[count++] = ends[k];
        if (changes && count < 3)
            roots[count++] = bracketed_root(c, ends[k], ends[k + 1]);
        changed = changes;
    }
    return count;
}

int rv_roots_cubic(const double c[4], double roots[3]) {
    double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + fabs(c[3]);
    int count = roots_within(c, NOISE * size, roots);
    return count < 0 ? 0 : count;
}

// --- polynomials ---------------------------------------------------------------------------------

// at + t by
typedef struct linear {
    rv_vec3 at, by;
} linear;

typedef struct polynomial {
    double c[4];
    double noise; // of its values
} polynomial;

static inline linear between(rv_moving_point from, rv_moving_point to) {
    rv_vec3 at = rv_vec3_sub(to.from, from.from);
    return (linear){at, rv_vec3_sub(rv_vec3_sub(to.to, from.to), at)};
}

static inline double sum_of_sizes(rv_vec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static inline double size_of(linear v) {
    return sum_of_sizes(v.at) + sum_of_sizes(v.by);
}

static inline double noise_of(linear u, linear v, linear w) {
    return NOISE * size_of(u) * size_of(v) * size_of(w);
}

// (u x v) . w; u and v stand still
static polynomial triple_1(linear u, linear v, linear w) {
    rv_vec3 n = rv_vec3_cross(u.at, v.at);
    return (polynomial){{rv_vec3_dot(n, w.at), rv_vec3_dot(n, w.by), 0.0, 0.0}, noise_of(u, v, w)};
}

// v stands still
static polynomial triple_2(linear u, linear v, linear w) {
    rv_vec3 n0 = rv_vec3_cross(u.at, v.at), n1 = rv_vec3_cross(u.by, v.at);
    return (polynomial){{rv_vec3_dot(n0, w.at), rv_vec3_dot(n1, w.at) + rv_vec3_dot(n0, w.by),
                         rv_vec3_dot(n1, w.by), 0.0},
                        noise_of(u, v, w)};
}

static polynomial triple_3(linear u, linear v, linear w) {
    rv_vec3 n0 = rv_vec3_cross(u.at, v.at);
    rv_vec3 n1 = rv_vec3_add(rv_vec3_cross(u.at, v.by), rv_vec3_cross(u.by, v.at));
    rv_vec3 n2 = rv_vec3_cross(u.by, v.by);
    return (polynomial){{rv_vec3_dot(n0, w.at), rv_vec3_dot(n1, w.at) + rv_vec3_dot(n0, w.by),
                         rv_vec3_dot(n2, w.at) + rv_vec3_dot(n1, w.by), rv_vec3_dot(n2, w.by)},
                        noise_of(u, v, w)};
}

// --- the distance at one time --------------------------------------------------------------------

// four corners: a triangle and a point, or two segments
typedef struct pair {
    rv_moving_point corner[4];
    bool segments;
} pair;

typedef struct nearness {
    double distance, weight[3];
    double size, normal; // of the edges; |u x v|
    bool flat;           // u and v are parallel, or nearly
} nearness;

static nearness nothing_near(rv_vec3 u, rv_vec3 v, double normal) {
    double size = fmax(sum_of_sizes(u), sum_of_sizes(v));
    bool flat = !(normal > FLAT * size * size);
    return (nearness){.distance = INFINITY, .size = size, .normal = normal, .flat = flat};
}

static inline rv_vec3 along(rv_moving_point p, double t) {
    return rv_vec3_mul_add(p.from, t, rv_vec3_sub(p.to, p.from));
}

// where on the segment a b the point is nearest to p, in [0, 1]
static double nearest_on_segment(rv_vec3 a, rv_vec3 b, rv_vec3 p, double* distance) {
    rv_vec3 e = rv_vec3_sub(b, a), w = rv_vec3_sub(p, a);
    double square = rv_vec3_dot(e, e);
    double s = square > 0.0 ? rv_vec3_dot(e, w) / square : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    *distance = rv_vec3_length(rv_vec3_mul_add(w, -s, e));
    return s;
}

static nearness triangle_nearness(const rv_vec3 x[4]) {
    rv_vec3 u = rv_vec3_sub(x[1], x[0]), v = rv_vec3_sub(x[2], x[0]), w = rv_vec3_sub(x[3], x[0]);
    rv_vec3 n = rv_vec3_cross(u, v);
    double square = rv_vec3_dot(n, n);
    double second = rv_vec3_dot(rv_vec3_cross(w, v), n) / square;
    double third = rv_vec3_dot(rv_vec3_cross(u, w), n) / square;
    nearness out = nothing_near(u, v, sqrt(square));
    if (second >= 0.0 && third >= 0.0 && second + third <= 1.0) {
        rv_vec3 off = rv_vec3_mul_add(rv_vec3_mul_add(w, -second, u), -third, v);
        out.distance = rv_vec3_length(off);
        out.weight[0] = 1.0 - second - third;
        out.weight[1] = second;
        out.weight[2] = third;
        if (!out.flat)
            return out;
    }
    // outside the nearest point is on an edge; without area the above is noise
    for (int k = 0; k < 3; k++) {
        double distance, s = nearest_on_segment(x[k], x[(k + 1) % 3], x[3], &distance);
        if (distance < out.distance) {
            out.distance = distance;
            out.weight[k] = 1.0 - s;
            out.weight[(k + 1) % 3] = s;
            out.weight[(k + 2) % 3] = 0.0;
        }
    }
    return out;
}

static nearness segment_nearness(const rv_vec3 x[4]) {
    rv_vec3 u = rv_vec3_sub(x[1], x[0]), v = rv_vec3_sub(x[3], x[2]), w = rv_vec3_sub(x[2], x[0]);
    rv_vec3 n = rv_vec3_cross(u, v);
    double square = rv_vec3_dot(n, n);
    double on_a = rv_vec3_dot(rv_vec3_cross(w, v), n) / square;
    double on_b = rv_vec3_dot(rv_vec3_cross(w, u), n) / square;
    nearness out = nothing_near(u, v, sqrt(square));
    if (on_a >= 0.0 && on_a <= 1.0 && on_b >= 0.0 && on_b <= 1.0) {
        rv_vec3 off = rv_vec3_mul_add(rv_vec3_mul_add(w, -on_a, u), on_b, v);
        out.distance = rv_vec3_length(off);
        out.weight[0] = on_a;
        out.weight[1] = on_b;
        if (!out.flat)
            return out;
    }
    // an end is nearest; if they are parallel the above is noise
    for (int k = 0; k < 4; k++) {
        int other = k < 2 ? 2 : 0;
        double distance, s = nearest_on_segment(x[other], x[other + 1], x[k], &distance);
        if (distance < out.distance) {
            out.distance = distance;
            out.weight[k < 2 ? 0 : 1] = k % 2;
            out.weight[k < 2 ? 1 : 0] = s;
        }
    }
    return out;
}

// one more step of Newton's method with f from the corners where they are at t: the coefficients
// carry rounding errors of the whole motion, which may be much larger than what is near t
static double polished(const pair* p, double t) {
    const rv_moving_point* x = p->corner;
    linear u = between(x[0], x[1]), v = between(x[p->segments ? 2 : 0], x[p->segments ? 3 : 2]);
    linear w = between(x[0], x[p->segments ? 2 : 3]);
    rv_vec3 u_t = rv_vec3_mul_add(u.at, t, u.by), v_t = rv_vec3_mul_add(v.at, t, v.by);
    rv_vec3 w_t = rv_vec3_mul_add(w.at, t, w.by), n = rv_vec3_cross(u_t, v_t);
    rv_vec3 turn = rv_vec3_add(rv_vec3_cross(u.by, v_t), rv_vec3_cross(u_t, v.by));
    double rate = rv_vec3_dot(turn, w_t) + rv_vec3_dot(n, w.by);
    double better = t - rv_vec3_dot(n, w_t) / rate;
    return fabs(better - t) <= 1e-6 && better >= 0.0 && better <= 1.0 ? better : t;
}

// true if they are together at t, up to what rounding may hide: an error of f is one of the
// distance from the plane times |u x v|
static bool meets_at(const pair* p, double noise, double t, rv_meeting* out, bool* flat) {
    rv_vec3 x[4];
    for (int k = 0; k < 4; k++)
        x[k] = along(p->corner[k], t);
    nearness near = p->segments ? segment_nearness(x) : triangle_nearness(x);
    *flat |= near.flat;
    double hidden = noise < FLAT * near.size * near.normal ? noise / near.normal : FLAT * near.size;
    if (!(near.distance <= DISTANCE_TOLERANCE * near.size + hidden))
        return false;
    *out = (rv_meeting){t, {near.weight[0], near.weight[1], near.weight[2]}};
    return true;
}

// --- within one plane ----------------------------------------------------------------------------

enum { TIMES_MAX = 64 };

typedef struct times {
    double t[TIMES_MAX];
    int count;
} times;

// keeps them ascending
static void add_roots(times* list, const double c[4], double noise) {
    double roots[3];
    int count = roots_within(c, noise, roots);
    for (int k = 0; k < count && list->count < TIMES_MAX; k++) {
        int at = list->count++;
        for (; at > 0 && list->t[at - 1] > roots[k]; at--)
            list->t[at] = list->t[at - 1];
        list->t[at] = roots[k];
    }
}

// when a point may come onto a segment: seen along each axis it passes the line, or, if it always
// is on the line, one of its ends
static void add_passings(times* list, rv_moving_point p, rv_moving_point a, rv_moving_point b) {
    linear e = between(a, b), w = between(a, p), v = between(b, p);
    rv_vec3 c0 = rv_vec3_cross(e.at, w.at);
    rv_vec3 c1 = rv_vec3_add(rv_vec3_cross(e.at, w.by), rv_vec3_cross(e.by, w.at));
    rv_vec3 c2 = rv_vec3_cross(e.by, w.by);
    double noise = NOISE * size_of(e) * size_of(w);
    add_roots(list, (double[4]){c0.x, c1.x, c2.x, 0.0}, noise);
    add_roots(list, (double[4]){c0.y, c1.y, c2.y, 0.0}, noise);
    add_roots(list, (double[4]){c0.z, c1.z, c2.z, 0.0}, noise);
    noise = NOISE * (size_of(w) + size_of(v));
    add_roots(list, (double[4]){w.at.x, w.by.x, 0.0, 0.0}, noise);
    add_roots(list, (double[4]){w.at.y, w.by.y, 0.0, 0.0}, noise);
    add_roots(list, (double[4]){w.at.z, w.by.z, 0.0, 0.0}, noise);
    add_roots(list, (double[4]){v.at.x, v.by.x, 0.0, 0.0}, noise);
    add_roots(list, (double[4]){v.at.y, v.by.y, 0.0, 0.0}, noise);
    add_roots(list, (double[4]){v.at.z, v.by.z, 0.0, 0.0}, noise);
}

static rv_meeting meet_in_plane(const pair* p, double noise) {
    static const int passing[2][4][3] = {{{3, 0, 1}, {3, 1, 2}, {3, 2, 0}},
                                         {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}}};
    times list = {.t = {0.0}, .count = 1};
    for (int k = 0; k < (p->segments ? 4 : 3); k++) {
        const int* corner = passing[p->segments][k];
        add_passings(&list, p->corner[corner[0]], p->corner[corner[1]], p->corner[corner[2]]);
    }
    rv_meeting out = {.t = INFINITY};
    bool flat = false;
    for (int k = 0; k < list.count; k++)
        if (meets_at(p, noise, list.t[k], &out, &flat))
            break;
    return out;
}

// --- the tests -----------------------------------------------------------------------------------

// u, v and w from the corners of a pair
static polynomial triple_of(const pair* p) {
    const rv_moving_point* x = p->corner;
    return triple_3(between(x[0], x[1]), between(x[p->segments ? 2 : 0], x[p->segments ? 3 : 2]),
                    between(x[0], x[p->segments ? 2 : 3]));
}

// whether rounding of the whole motion hides more than what counts as together: corners that fly
// far apart, or edges that are nearly parallel
static bool is_hidden(const pair* p, double noise, double t) {
    rv_vec3 x[4];
    for (int k = 0; k < 4; k++)
        x[k] = along(p->corner[k], t);
    rv_vec3 u = rv_vec3_sub(x[1], x[0]);
    rv_vec3 v = rv_vec3_sub(x[p->segments ? 3 : 2], x[p->segments ? 2 : 0]);
    double normal = rv_vec3_length(rv_vec3_cross(u, v));
    return !(noise <= DISTANCE_TOLERANCE * fmax(sum_of_sizes(u), sum_of_sizes(v)) * normal);
}

// the same motion about one time only, where the corners are near each other: the noise is less by
// the third power of the part, and roots that it made one come apart
static bool meets_about(const pair* p, double t, rv_meeting* out, bool* flat) {
    double lo = fmax(t - WINDOW, 0.0), hi = fmin(t + WINDOW, 1.0), roots[3];
    pair part = {.segments = p->segments};
    for (int k = 0; k < 4; k++)
        part.corner[k] = (rv_moving_point){along(p->corner[k], lo), along(p->corner[k], hi)};
    polynomial f = triple_of(&part);
    int count = roots_within(f.c, f.noise, roots);
    for (int k = 0; k < count; k++)
        if (meets_at(&part, f.noise, polished(&part, polished(&part, roots[k])), out, flat)) {
            out->t = lo + out->t * (hi - lo);
            return true;
        }
    *flat |= count < 0;
    return false;
}

static rv_meeting first_meeting(const pair* p, const polynomial* f) {
    rv_meeting out = {.t = INFINITY};
    range f_range = range_of(f->c, f->noise);
    if (f_range.one_sign && !f_range.noisy)
        return out;
    double roots[3];
    int count = roots_within(f->c, f->noise, roots);
    bool flat = f_range.noisy;
    for (int k = 0; k < count; k++) {
        double t = polished(p, polished(p, roots[k]));
        if (is_hidden(p, f->noise, t) ? meets_about(p, t, &out, &flat)
                                      : meets_at(p, f->noise, t, &out, &flat))
            return out;
    }
    return flat ? meet_in_plane(p, f->noise) : out;
}

static inline rv_moving_point still(rv_vec3 p) {
    return (rv_moving_point){p, p};
}

rv_meeting rv_meet_point_static_triangle(rv_moving_point p, const rv_vec3 triangle[3]) {
    pair both = {{still(triangle[0]), still(triangle[1]), still(triangle[2]), p}, false};
    const rv_moving_point* x = both.corner;
    polynomial f = triple_1(between(x[0], x[1]), between(x[0], x[2]), between(x[0], p));
    return first_meeting(&both, &f);
}

rv_meeting rv_meet_segment_static_segment(const rv_moving_point segment[2],
                                          const rv_vec3 other[2]) {
    pair both = {{segment[0], segment[1], still(other[0]), still(other[1])}, true};
    const rv_moving_point* x = both.corner;
    polynomial f = triple_2(between(x[0], x[1]), between(x[2], x[3]), between(x[0], x[2]));
    return first_meeting(&both, &f);
}

rv_meeting rv_meet_triangle_static_point(const rv_moving_point triangle[3], rv_vec3 p) {
    return rv_meet_point_triangle(still(p), triangle);
}

rv_meeting rv_meet_point_triangle(rv_moving_point p, const rv_moving_point triangle[3]) {
    pair both = {{triangle[0], triangle[1], triangle[2], p}, false};
    const rv_moving_point* x = both.corner;
    polynomial f = triple_3(between(x[0], x[1]), between(x[0], x[2]), between(x[0], p));
    return first_meeting(&both, &f);
}

rv_meeting rv_meet_segments(const rv_moving_point a[2], const rv_moving_point b[2]) {
    pair both = {{a[0], a[1], b[0], b[1]}, true};
    const rv_moving_point* x = both.corner;
    polynomial f = triple_3(between(x[0], x[1]), between(x[2], x[3]), between(x[0], x[2]));
    return first_meeting(&both, &f);
}
