// The smooth line along the vertices of a thread: on each edge, from vertex 1 to vertex 2 and l
// long, the cubic
//   p(u) = h00 y_1 + h10 l m_1 + h01 y_2 + h11 l m_2,    u in [0, 1]
// with the slopes m of the parabola through three vertices (Catmull, Rom 1974), and y the vertices
// moved by a sixth of their second difference: for edges of one length that is the cubic B-spline
// (de Boor 1978), smooth up to its curvature. At the ends it is the edge itself. A hole that is a
// point of the edges, or of the line through the vertices themselves, has a thread that is held at
// them: its tension ripples as it slides. With edges as long as sqrt(EI/T) and a turn of 100
// degrees that is 23 % of it for the latter, and 3 % here.
#include "model/suture.h"

#include <math.h>

enum { TRIES_MAX = 20 };
static const double NEAR_ENOUGH = 1e-14; // of the thread: of a step towards the nearest point

static const double MOVED = 1.0 / 6.0; // of their second difference, by which vertices are

// one end of an edge, as sums over three vertices: the one on this side of it and its neighbours
typedef struct edge_end {
    double at[3];
    double slope[3]; // times the edge
} edge_end;

// at the vertex between edges of these lengths, of which the last is the edge
static edge_end find_end(double before, double l) {
    edge_end e = {{0, 1, 0}, {0, -1, 1}};
    if (!(before > 0.0))
        return e;
    double sum = before + l, back = l * l / (before * sum), ahead = before / sum;
    e.slope[0] = -back;
    e.slope[1] = back - ahead;
    e.slope[2] = ahead;
    e.at[0] = MOVED * 2.0 * l / sum;
    e.at[2] = MOVED * 2.0 * before / sum;
    e.at[1] = 1.0 - e.at[0] - e.at[2];
    return e;
}

// h: of the two ends' places and slopes; the second end looks back along the edge
static void mix(const edge_end end[2], const double h[4], double scale, double out[4]) {
    for (int k = 0; k < RV_THREAD_VERTICES; k++)
        out[k] = 0.0;
    for (int k = 0; k < 3; k++) {
        out[k] += scale * (h[0] * end[0].at[k] + h[1] * end[0].slope[k]);
        out[3 - k] += scale * (h[2] * end[1].at[k] - h[3] * end[1].slope[k]);
    }
}

rv_thread_point rv_thread_point_at(const double* lengths, int n, double s) {
    int j = 0;
    while (j < n - 2 && s > lengths[j])
        s -= lengths[j++];
    double l = lengths[j], u = s / l;
    edge_end end[2] = {find_end(j > 0 ? lengths[j - 1] : 0.0, l),
                       find_end(j < n - 2 ? lengths[j + 1] : 0.0, l)};
    double h[4] = {(2.0 * u - 3.0) * u * u + 1.0, ((u - 2.0) * u + 1.0) * u,
                   (3.0 - 2.0 * u) * u * u, (u - 1.0) * u * u};
    double h1[4] = {6.0 * (u - 1.0) * u, (3.0 * u - 4.0) * u + 1.0, 6.0 * (1.0 - u) * u,
                    (3.0 * u - 2.0) * u};
    double h2[4] = {12.0 * u - 6.0, 6.0 * u - 4.0, 6.0 - 12.0 * u, 6.0 * u - 2.0};
    double weight[3][RV_THREAD_VERTICES];
    mix(end, h, 1.0, weight[0]);
    mix(end, h1, 1.0 / l, weight[1]);
    mix(end, h2, 1.0 / (l * l), weight[2]);
    // of the four about the edge, or the nearest that there are: the others weigh nothing
    int count = n < RV_THREAD_VERTICES ? n : RV_THREAD_VERTICES;
    int first = j - 1 > n - count ? n - count : j > 1 ? j - 1 : 0;
    rv_thread_point p = {.first = first, .count = count};
    for (int k = 0; k < count; k++) {
        int from = first + k - (j - 1);
        bool in = from >= 0 && from < RV_THREAD_VERTICES;
        p.weight[k] = in ? weight[0][from] : 0.0;
        p.slope[k] = in ? weight[1][from] : 0.0;
        p.bend[k] = in ? weight[2][from] : 0.0;
    }
    return p;
}

// Newton's method on (p - to) . p' = 0, with steps of an edge at most
double rv_thread_nearest(const rv_vec3* x, const double* lengths, int n, double s, rv_vec3 to,
                         int* beyond) {
    double length = 0.0, most = 0.0;
    for (int j = 0; j < n - 1; j++) {
        length += lengths[j];
        most = fmax(most, lengths[j]);
    }
    *beyond = 0;
    s = fmin(fmax(s, 0.0), length);
    for (int k = 0; k < TRIES_MAX; k++) {
        rv_thread_point p = rv_thread_point_at(lengths, n, s);
        rv_vec3 gap = rv_vec3_sub(rv_thread_sum(x, &p, p.weight), to);
        rv_vec3 slope = rv_thread_sum(x, &p, p.slope);
        double f = rv_vec3_dot(gap, slope), steep = rv_vec3_dot(slope, slope);
        // a gap that is wider than the line is round would turn it back
        double turn = rv_vec3_dot(gap, rv_thread_sum(x, &p, p.bend));
        double step = -f / fmax(steep + turn, 0.5 * steep);
        step = fmin(fmax(step, -most), most);
        *beyond = s + step < 0.0 ? -1 : s + step > length ? 1 : 0;
        double next = fmin(fmax(s + step, 0.0), length);
        bool done = fabs(next - s) <= NEAR_ENOUGH * length;
        s = next;
        if (done)
            break;
    }
    return s;
}
