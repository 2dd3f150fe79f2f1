// Closest points of points, segments and triangles (Ericson 2005, chapter 5). With directions u, v
// of two segments and r = a0 - b0 the distance |r + s u - t v| is least on the two lines where
//   s = -(r x v) . n / n.n,   t = -(r x u) . n / n.n,   n = u x v;
// outside [0, 1] an end of one segment is nearest to the other. The cross product keeps its digits
// for nearly parallel segments, where u.u v.v - (u.v)^2 would cancel; outside, all four ends are
// tried and the best is taken, whatever rounding says of the region.
#include "collide/segment.h"

// sine of the angle below which two segments count as parallel
static const double PARALLEL_SINE = 1e-11;
// area of a triangle over that of the square on its longest edge, below which it is its edges
static const double NO_AREA = 1e-12;
static const double NEEDLE = 1e-6; // and below which inside is no better known than the edges

static double squared(rv_vec3 v) {
    return rv_vec3_dot(v, v);
}

static double clamp01(double x) {
    return fmin(fmax(x, 0.0), 1.0);
}

rv_vec3 rv_nearest_on_segment(rv_vec3 p, const rv_vec3 end[2], double* t) {
    rv_vec3 u = rv_vec3_sub(end[1], end[0]);
    double uu = squared(u);
    double s = uu > 0.0 ? clamp01(rv_vec3_dot(rv_vec3_sub(p, end[0]), u) / uu) : 0.0;
    if (t != NULL)
        *t = s;
    return s == 1.0 ? end[1] : rv_vec3_mul_add(end[0], s, u);
}

rv_vec3 rv_nearest_on_triangle(rv_vec3 p, const rv_vec3 corner[3]) {
    rv_vec3 e1 = rv_vec3_sub(corner[1], corner[0]), e2 = rv_vec3_sub(corner[2], corner[0]);
    rv_vec3 n = rv_vec3_cross(e1, e2), r = rv_vec3_sub(p, corner[0]), best = corner[0];
    double nn = squared(n), longest = fmax(squared(e1), squared(e2)), least = INFINITY;
    double weight[3] = {-1.0, -1.0, -1.0}; // no area: every edge is tried
    if (nn > NO_AREA * NO_AREA * longest * longest) {
        weight[1] = rv_vec3_dot(rv_vec3_cross(r, e2), n) / nn;
        weight[2] = rv_vec3_dot(rv_vec3_cross(e1, r), n) / nn;
        weight[0] = 1.0 - weight[1] - weight[2];
        if (weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0) {
            best = rv_vec3_mul_add(rv_vec3_mul_add(corner[0], weight[1], e1), weight[2], e2);
            least = squared(rv_vec3_sub(best, p));
            if (nn > NEEDLE * NEEDLE * longest * longest)
                return best;
            // the weights of a needle have few digits: an edge may be nearer
            weight[0] = weight[1] = weight[2] = -1.0;
        }
    }
    // else on an edge across from a corner with a negative weight
    for (int k = 0; k < 3; k++) {
        if (weight[k] >= 0.0)
            continue;
        rv_vec3 edge[2] = {corner[(k + 1) % 3], corner[(k + 2) % 3]};
        rv_vec3 q = rv_nearest_on_segment(p, edge, NULL);
        double d = squared(rv_vec3_sub(q, p));
        if (d < least) {
            least = d;
            best = q;
        }
    }
    return best;
}

static rv_nearest at(const rv_vec3 a[2], const rv_vec3 b[2], double s, double t) {
    rv_nearest n = {.s = s, .t = t};
    n.on_a = s == 1.0 ? a[1] : rv_vec3_mul_add(a[0], s, rv_vec3_sub(a[1], a[0]));
    n.on_b = t == 1.0 ? b[1] : rv_vec3_mul_add(b[0], t, rv_vec3_sub(b[1], b[0]));
    n.squared = squared(rv_vec3_sub(n.on_b, n.on_a));
    return n;
}

// the least of the four distances of an end from the other segment
static rv_nearest nearest_with_an_end(const rv_vec3 a[2], const rv_vec3 b[2]) {
    rv_nearest best = {.squared = INFINITY};
    for (int k = 0; k < 2; k++) {
        double t = 0.0, s = 0.0;
        rv_nearest_on_segment(a[k], b, &t);
        rv_nearest with_a = at(a, b, (double)k, t);
        rv_nearest_on_segment(b[k], a, &s);
        rv_nearest with_b = at(a, b, s, (double)k);
        best = with_a.squared < best.squared ? with_a : best;
        best = with_b.squared < best.squared ? with_b : best;
    }
    return best;
}

// the middle of what two parallel segments have side by side; false: they have nothing
static bool nearest_of_parallels(const rv_vec3 a[2], const rv_vec3 b[2], rv_nearest* out) {
    rv_vec3 u = rv_vec3_sub(a[1], a[0]);
    double uu = squared(u);
    double s0 = rv_vec3_dot(rv_vec3_sub(b[0], a[0]), u) / uu;
    double s1 = rv_vec3_dot(rv_vec3_sub(b[1], a[0]), u) / uu;
    double lower = fmax(fmin(s0, s1), 0.0), upper = fmin(fmax(s0, s1), 1.0);
    if (!(lower < upper))
        return false;
    double s = 0.5 * (lower + upper), t = 0.0;
    rv_nearest_on_segment(rv_vec3_mul_add(a[0], s, u), b, &t);
    *out = at(a, b, s, t);
    return true;
}

rv_nearest rv_nearest_segments(const rv_vec3 a[2], const rv_vec3 b[2]) {
    rv_vec3 u = rv_vec3_sub(a[1], a[0]), v = rv_vec3_sub(b[1], b[0]);
    rv_vec3 r = rv_vec3_sub(a[0], b[0]), n = rv_vec3_cross(u, v);
    double uu = squared(u), vv = squared(v), nn = squared(n);
    rv_nearest middle;
    if (nn <= PARALLEL_SINE * PARALLEL_SINE * uu * vv) {
        rv_nearest end = nearest_with_an_end(a, b);
        // side by side: no end is nearer than the middle, but for the angle that is left
        double slack = PARALLEL_SINE * (sqrt(uu) + sqrt(vv));
        if (uu > 0.0 && vv > 0.0 && nearest_of_parallels(a, b, &middle)
            && sqrt(middle.squared) <= sqrt(end.squared) + slack)
            return middle;
        return end;
    }
    double s = rv_vec3_dot(rv_vec3_cross(r, v), rv_vec3_neg(n)) / nn;
    double t = rv_vec3_dot(rv_vec3_cross(r, u), rv_vec3_neg(n)) / nn;
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
        middle = at(a, b, s, t);
        // digits of s are lost to a small angle: once more from the point found
        rv_nearest_on_segment(middle.on_b, a, &s);
        rv_nearest again = at(a, b, s, t);
        return again.squared < middle.squared ? again : middle;
    }
    return nearest_with_an_end(a, b);
}

// where the segment meets the plane of the triangle, if that is inside of it
static bool pierces(const rv_vec3 a[2], const rv_vec3 b[3], rv_nearest* out) {
    rv_vec3 e1 = rv_vec3_sub(b[1], b[0]), e2 = rv_vec3_sub(b[2], b[0]);
    rv_vec3 n = rv_vec3_cross(e1, e2);
    double from = rv_vec3_dot(rv_vec3_sub(a[0], b[0]), n);
    double to = rv_vec3_dot(rv_vec3_sub(a[1], b[0]), n);
    if ((from > 0.0) == (to > 0.0) || from == to)
        return false;
    double s = clamp01(from / (from - to)), nn = squared(n);
    rv_vec3 p = rv_vec3_mul_add(a[0], s, rv_vec3_sub(a[1], a[0])), r = rv_vec3_sub(p, b[0]);
    double w1 = rv_vec3_dot(rv_vec3_cross(r, e2), n), w2 = rv_vec3_dot(rv_vec3_cross(e1, r), n);
    if (!(w1 >= 0.0 && w2 >= 0.0 && w1 + w2 <= nn))
        return false;
    *out = (rv_nearest){.on_a = p, .on_b = p, .s = s};
    return true;
}

rv_nearest rv_nearest_segment_triangle(const rv_vec3 a[2], const rv_vec3 b[3]) {
    rv_nearest best = {.squared = INFINITY};
    if (pierces(a, b, &best))
        return best;
    // an end and the face, or the segment and an edge
    for (int k = 0; k < 2; k++) {
        rv_vec3 q = rv_nearest_on_triangle(a[k], b);
        double d = squared(rv_vec3_sub(q, a[k]));
        if (d < best.squared)
            best = (rv_nearest){.on_a = a[k], .on_b = q, .s = (double)k, .squared = d};
    }
    for (int k = 0; k < 3; k++) {
        rv_vec3 edge[2] = {b[k], b[(k + 1) % 3]};
        rv_nearest with_edge = rv_nearest_segments(a, edge);
        if (with_edge.squared < best.squared) {
            best = with_edge;
            best.t = 0.0;
        }
    }
    return best;
}
