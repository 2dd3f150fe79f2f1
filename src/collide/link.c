// The Gauss integral of two segments is the area on the unit sphere of all directions from one to
// the other (Banchoff 1976; Klenin, Langowski 2000), with the sign of the crossing that is seen
// along them. Its corners are the directions between the ends, so that rays are segments whose end
// is a direction. The area is that of two triangles (Van Oosterom, Strackee 1983):
//   tan(area/2) = a.(b x c) / (1 + a.b + b.c + c.a)      a, b, c: unit vectors
// whose half angles add up as arguments of complex numbers do.
#include "collide/link.h"

// a point of the line, or the direction in which it goes on
typedef struct place {
    rv_vec3 at;
    bool far;
} place;

static rv_vec3 direction(place from, place to) {
    if (from.far == to.far)
        return rv_vec3_normalize(rv_vec3_sub(to.at, from.at));
    return to.far ? to.at : rv_vec3_neg(from.at);
}

typedef struct complex_number {
    double real, imaginary;
} complex_number;

static complex_number half_area(rv_vec3 a, rv_vec3 b, rv_vec3 c) {
    return (complex_number){1.0 + rv_vec3_dot(a, b) + rv_vec3_dot(b, c) + rv_vec3_dot(c, a),
                            rv_vec3_dot(a, rv_vec3_cross(b, c))};
}

// area, with its sign, of the directions from segment p to segment q
static double seen_area(const place p[2], const place q[2]) {
    rv_vec3 a = direction(p[0], q[0]), b = direction(p[1], q[0]);
    rv_vec3 c = direction(p[1], q[1]), d = direction(p[0], q[1]);
    complex_number x = half_area(a, b, c), y = half_area(a, c, d);
    return 2.0
           * rv_atan2(x.real * y.imaginary + x.imaginary * y.real,
                      x.real * y.real - x.imaginary * y.imaginary);
}

// edges of a line in order; with rays, these are its first and last edges
typedef struct edges {
    const rv_vec3* x;
    int n, count;
    rv_line_ends ends;
} edges;

static void edge_at(const edges* line, int k, place edge[2]) {
    const rv_vec3* x = line->x;
    int n = line->n;
    bool rays = line->ends == RV_LINE_DRAWN_OUT;
    if (rays && k == 0) {
        edge[0] = (place){rv_vec3_normalize(rv_vec3_sub(x[0], x[1])), true};
        edge[1] = (place){x[0], false};
    } else if (rays && k == line->count - 1) {
        edge[0] = (place){x[n - 1], false};
        edge[1] = (place){rv_vec3_normalize(rv_vec3_sub(x[n - 1], x[n - 2])), true};
    } else {
        int first = rays ? k - 1 : k;
        edge[0] = (place){x[first], false};
        edge[1] = (place){x[(first + 1) % n], false};
    }
}

static edges edges_of(const rv_vec3* x, int n, rv_line_ends ends) {
    int more = ends == RV_LINE_CLOSED ? 0 : ends == RV_LINE_OPEN ? -1 : 1;
    return (edges){x, n, n < 2 ? 0 : n + more, ends};
}

double rv_line_writhe(const rv_vec3* x, int n, rv_line_ends ends) {
    edges line = edges_of(x, n, ends);
    double area = 0.0;
    for (int i = 0; i < line.count; i++) {
        place a[2], b[2];
        edge_at(&line, i, a);
        // edges with a common point see each other in one plane
        for (int j = i + 2; j < line.count; j++) {
            if (ends == RV_LINE_CLOSED && i == 0 && j == line.count - 1)
                continue;
            edge_at(&line, j, b);
            area += seen_area(a, b);
        }
    }
    // either sees the other: twice area/4 pi
    return area / (2.0 * RV_PI);
}

int rv_line_linking(const rv_vec3* a, int a_count, const rv_vec3* b, int b_count) {
    edges first = edges_of(a, a_count, RV_LINE_CLOSED),
          second = edges_of(b, b_count, RV_LINE_CLOSED);
    double area = 0.0;
    for (int i = 0; i < first.count; i++) {
        place p[2], q[2];
        edge_at(&first, i, p);
        for (int j = 0; j < second.count; j++) {
            edge_at(&second, j, q);
            area += seen_area(p, q);
        }
    }
    return (int)rint(area / (4.0 * RV_PI));
}
