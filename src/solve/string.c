// Strings across the line between two points (string.h).
#include "solve/string.h"

#include <math.h>
#include <string.h>

// both planes at once; values lie on double's boundaries
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

static inline pair at(const double* values, int j) {
    return *(const pair*)(values + 2 * j);
}
static inline void put(double* values, int j, pair value) {
    *(pair*)(values + 2 * j) = value;
}
static inline double sum(pair p) {
    return p[0] + p[1];
}

static const double ROOM = 1.6; // by which the pull may be larger than the one in the factor

double rv_string_gamma(double h, double mass, double stiffness) {
    double courant2 = h * h * stiffness / mass;
    double needed = 0.25 * (ROOM - (2.0 / 3.0) / courant2);
    return fmax(1.0 / 12.0, needed);
}

// the matrix: diagonal, beside it, and at the ends
typedef struct entries {
    double diagonal, beside, end;
} entries;

static entries matrix(const rv_string_law* law, double mass, double stiffness) {
    double k = law->h * law->h * stiffness;
    return (entries){mass * (1.0 - 2.0 * law->alpha) + 2.0 * k, mass * law->alpha - k,
                     mass * (0.5 - law->alpha) + k};
}

static entries new_matrix(const rv_string_law* law) {
    return matrix(law, law->mass * (1.0 + law->h * law->damping), law->gamma * law->stiffness);
}

void rv_string_factor(const rv_string* s, const rv_string_law* law) {
    entries A = new_matrix(law);
    int M = s->cells;
    double *pivot = s->pivot, *carried = s->carried;
    pivot[1] = 1.0 / A.diagonal;
    for (int j = 2; j < M; j++)
        pivot[j] = 1.0 / (A.diagonal - A.beside * A.beside * pivot[j - 1]);
    // the answer to a motion of the first end: the right-hand side is in the first inner node only
    double right = -A.beside, after = 0.0, step = 1.0 / M;
    for (int j = 1; j < M; j++) {
        carried[j] = right;
        right *= -A.beside * pivot[j];
    }
    for (int j = M - 1; j > 0; j--)
        carried[j] = after = pivot[j] * (carried[j] - A.beside * after);
    for (int j = 1; j < M; j++)
        carried[j] -= 1.0 - j * step;
    carried[0] = carried[M] = 0.0;
}

// The right-hand sides of the inner nodes, momentum and forces and the row's derivative, each with the
// part of those before it taken out. Returns the sum of B.v, B the second difference of u.
static double eliminate(const rv_string* s, const rv_string_law* law, const rv_string_load* load,
                        double beside) {
    int M = s->cells;
    const double *u = s->u, *v = s->v, *pivot = s->pivot;
    double* x = s->inner;
    entries A = matrix(law, law->mass, (law->gamma - law->delta) * law->stiffness);
    double slope = load->slope, known = law->h * load->pull * slope;
    pair first = at(load->end.of[0], 0), last = at(load->end.of[1], 0);
    pair start = law->mass * first + law->h * at(load->weight, 0);
    pair grows = law->mass / M * (last - first);
    pair here = at(u, 1), below = here, speed = at(v, 1), speed_before = {0.0, 0.0};
    pair z = {0.0, 0.0}, w = {0.0, 0.0}, moves = {0.0, 0.0};
    double f = 0.0;
    for (int j = 1; j < M; j++) {
        pair next = at(u, j + 1), after = next - here, B = after - below;
        pair speed_after = at(v, j + 1);
        pair r = A.diagonal * speed + A.beside * (speed_before + speed_after);
        moves += B * speed;
        z = ((start + grows * (double)j) + (r + known * B)) - f * z;
        w = slope * B - f * w;
        put(x, 2 * j, z);
        put(x, 2 * j + 1, w);
        f = beside * pivot[j];
        here = next;
        below = after;
        speed_before = speed;
        speed = speed_after;
    }
    return sum(moves);
}

// back substitution, and what the row sees of the answers
static void substitute(const rv_string* s, double beside, double slope, rv_string_rest* rest) {
    int M = s->cells;
    const double *u = s->u, *pivot = s->pivot;
    double* x = s->inner;
    pair z = {0.0, 0.0}, w = {0.0, 0.0}, rate = {0.0, 0.0}, gives = {0.0, 0.0};
    pair here = at(u, M - 1), above = -here;
    for (int j = M - 1; j > 0; j--) {
        double p = pivot[j], f = beside * p;
        pair next = at(u, j - 1), after = here - next, B = above - after;
        z = p * at(x, 2 * j) - f * z;
        w = p * at(x, 2 * j + 1) - f * w;
        put(x, 2 * j, z);
        put(x, 2 * j + 1, w);
        rate += B * z;
        gives += B * w;
        here = next;
        above = after;
    }
    rest->rate = slope * sum(rate);
    rest->gives = slope * sum(gives);
}

// N^T r, N the inner velocities for a motion of an end, is the answer to r beside that end, since A
// reaches no farther: no sums are needed. A linear function has no second difference: nor are they
// for J times one.
rv_string_rest rv_string_condense(const rv_string* s, const rv_string_law* law,
                                  const rv_string_load* load) {
    int M = s->cells;
    entries A = new_matrix(law), B = matrix(law, law->mass, law->gamma * law->stiffness);
    entries C = matrix(law, law->mass, (law->gamma - law->delta) * law->stiffness);
    rv_string_rest rest = {.rate = 0.0};
    rest.before = load->slope * eliminate(s, law, load, A.beside);
    substitute(s, A.beside, load->slope, &rest);
    double near = s->carried[1] + 1.0 - 1.0 / M, far = s->carried[M - 1] + 1.0 / M;
    rest.inertia[0] = A.end + A.beside * near;
    rest.inertia[1] = A.beside * far;
    double known = law->h * load->pull, step = 1.0 / M;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2; k++) {
            int j = side == 0 ? 1 : M - 1;
            double own = load->end.of[side][k], other = load->end.of[1 - side][k];
            double direct = load->slope * s->u[2 * j + k];
            double beside = own + (other - own) * step;
            rest.momentum[side][k] = B.end * own + B.beside * beside + C.beside * s->v[2 * j + k]
                                     + law->h * (0.5 * load->weight[k]) + known * direct
                                     - A.beside * s->inner[4 * j + k];
            double carried = -A.beside * s->inner[4 * j + 2 + k];
            rest.row[side][k] = direct + carried;
            // J (line - N) own
            rest.before += (-direct - carried) * own;
        }
    return rest;
}

rv_string_sums rv_string_move(const rv_string* s, const rv_string_law* law, double impulse,
                              const rv_string_ends* end) {
    int M = s->cells;
    const double *x = s->inner, *carried = s->carried;
    pair first = at(end->of[0], 0), last = at(end->of[1], 0);
    pair square = {0.0, 0.0}, total = {0.0, 0.0}, before = {0.0, 0.0};
    for (int j = 1; j < M; j++) {
        pair v = (at(x, 2 * j) + at(x, 2 * j + 1) * impulse)
                 + (carried[j] * first + carried[M - j] * last);
        pair u = at(s->u, j) + law->h * v, d = u - before;
        put(s->v, j, v);
        put(s->u, j, u);
        square += d * d;
        total += u;
        before = u;
    }
    square += before * before;
    return (rv_string_sums){.square = sum(square), .total = {total[0], total[1]}};
}

// --- explicit ---

rv_string_rest rv_string_condense_explicit(const rv_string* s, const rv_string_law* law,
                                           const rv_string_load* load, const rv_string_sums* sums) {
    int M = s->cells;
    double m = law->mass, per = 1.0 / (m * (1.0 + law->h * law->damping)), c = load->slope;
    double known = law->h * load->pull;
    rv_string_rest rest = {.inertia = {0.5 / per, 0.0}};
    rest.before = c * sums->bend_speed;
    double pushed = known * c * c * sums->bend_square;
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2; k++) {
            double own = load->end.of[side][k], f = law->h * load->weight[k];
            double direct = c * s->u[2 * (side == 0 ? 1 : M - 1) + k];
            rest.row[side][k] = direct;
            rest.momentum[side][k] = 0.5 * (m * own + f) + known * direct;
            rest.before -= direct * own;
            pushed -= direct * f;
        }
    rest.rate = (m * rest.before + pushed) * per;
    rest.gives = c * c * sums->bend_square * per;
    return rest;
}

// the sums of B follow one node behind the new u
rv_string_sums rv_string_move_explicit(const rv_string* s, const rv_string_law* law,
                                       const rv_string_load* load, double impulse,
                                       const rv_string_ends* end) {
    int M = s->cells;
    const double h = law->h, per = 1.0 / (law->mass * (1.0 + h * law->damping));
    const double kept = law->mass * per, c = load->slope * (h * load->pull + impulse) * per;
    pair first = at(end->of[0], 0), last = at(end->of[1], 0);
    pair start = kept * at(load->end.of[0], 0) - first + h * per * at(load->weight, 0);
    pair grows = kept / M * (at(load->end.of[1], 0) - at(load->end.of[0], 0)) - (last - first) / M;
    const pair zero = {0.0, 0.0};
    pair here = at(s->u, 1), below = here, before = zero, slope = zero, speed = zero;
    pair square = zero, total = zero, bends = zero, moves = zero;
    for (int j = 1; j < M; j++) {
        pair next = at(s->u, j + 1), after = next - here;
        pair v = (kept * at(s->v, j) + (start + grows * (double)j)) + c * (after - below);
        pair u = here + h * v, d = u - before;
        pair B = d - slope;
        put(s->v, j, v);
        put(s->u, j, u);
        square += d * d;
        total += u;
        // at the first end there is none
        if (j > 1)
            bends += B * B;
        moves += B * speed;
        here = next;
        below = after;
        before = u;
        slope = d;
        speed = v;
    }
    pair B = -before - slope;
    return (rv_string_sums){.square = sum(square + before * before),
                            .total = {total[0], total[1]},
                            .bend_square = sum(bends + B * B),
                            .bend_speed = sum(moves + B * speed)};
}

// --- measures ---

rv_string_sums rv_string_measure(const rv_string* s) {
    const double *u = s->u, *v = s->v;
    rv_string_sums sums = {.square = 0.0};
    for (int i = 2; i < 2 * (s->cells + 1); i++) {
        double d = u[i] - u[i - 2];
        sums.square += d * d;
    }
    for (int j = 1; j < s->cells; j++)
        for (int k = 0; k < 2; k++) {
            int i = 2 * j + k;
            double B = (u[i + 2] - u[i]) - (u[i] - u[i - 2]);
            sums.total[k] += u[i];
            sums.bend_square += B * B;
            sums.bend_speed += B * v[i];
        }
    return sums;
}

void rv_string_total_speed(const rv_string* s, double total[2]) {
    total[0] = total[1] = 0.0;
    for (int j = 1; j < s->cells; j++)
        for (int k = 0; k < 2; k++)
            total[k] += s->v[2 * j + k];
}

double rv_string_motion(const rv_string* s, double alpha, const rv_string_ends* end) {
    int M = s->cells;
    double sum = 0.0, before[2] = {end->of[0][0], end->of[0][1]}, step = 1.0 / M;
    for (int j = 1; j <= M; j++)
        for (int k = 0; k < 2; k++) {
            double y =
                s->v[2 * j + k] + end->of[0][k] + (end->of[1][k] - end->of[0][k]) * (j * step);
            sum += (0.5 - alpha) * (y * y + before[k] * before[k]) + 2.0 * alpha * y * before[k];
            before[k] = y;
        }
    return sum;
}

double rv_string_reach(const rv_string* s) {
    double largest = 0.0;
    for (int j = 1; j < s->cells; j++)
        largest = fmax(largest, s->u[2 * j] * s->u[2 * j] + s->u[2 * j + 1] * s->u[2 * j + 1]);
    return largest;
}

// Lax, Wendroff 1960: second order, and it keeps long waves as they are
static void shift(double* values, int M, double first, double last) {
    double before[2] = {0.0, 0.0}, step = 1.0 / M;
    for (int j = 1; j < M; j++) {
        double c = first + (last - first) * (j * step);
        c = fmin(fmax(c, -1.0), 1.0);
        for (int k = 0; k < 2; k++) {
            int i = 2 * j + k;
            double here = values[i], after = values[i + 2];
            values[i] = here - 0.5 * c * (after - before[k])
                        + 0.5 * c * c * (after - 2.0 * here + before[k]);
            before[k] = here;
        }
    }
}

void rv_string_shift(const rv_string* s, double first, double last) {
    shift(s->u, s->cells, first, last);
    shift(s->v, s->cells, first, last);
}

void rv_string_rest_on(const rv_string* s, const double middle[2]) {
    int M = s->cells;
    double step = 1.0 / M;
    for (int j = 0; j <= M; j++)
        for (int k = 0; k < 2; k++) {
            double x = j * step;
            s->u[2 * j + k] = 4.0 * middle[k] * x * (1.0 - x);
            s->v[2 * j + k] = 0.0;
        }
}
