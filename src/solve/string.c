// Strings across the line between two points (string.h).
#include "solve/string.h"

#include <math.h>
#include <string.h>

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
    carried[0] = 1.0;
    carried[M] = 0.0;
    double right = -A.beside;
    for (int j = 1; j < M; j++) {
        carried[j] = right;
        right *= -A.beside * pivot[j];
    }
    double after = 0.0;
    for (int j = M - 1; j > 0; j--)
        carried[j] = after = pivot[j] * (carried[j] - A.beside * after);
}

// four right-hand sides at once, in place
static void solve(const double* restrict pivot, double beside, int M, double* restrict x) {
    for (int j = 2; j < M; j++) {
        double f = beside * pivot[j - 1];
        for (int k = 0; k < 4; k++)
            x[4 * j + k] -= f * x[4 * (j - 1) + k];
    }
    for (int k = 0; k < 4; k++)
        x[4 * (M - 1) + k] *= pivot[M - 1];
    for (int j = M - 2; j > 0; j--) {
        double f = beside * pivot[j];
        for (int k = 0; k < 4; k++)
            x[4 * j + k] = pivot[j] * x[4 * j + k] - f * x[4 * (j + 1) + k];
    }
}

// the right-hand sides of the inner nodes: momentum and forces, and the row; the ends' own are
// returned
static rv_string_rest right_hand_sides(const rv_string* s, const rv_string_law* law,
                                       const rv_string_load* load, double* restrict x) {
    int M = s->cells;
    const double* restrict u = s->u, * restrict v = s->v;
    entries A = matrix(law, law->mass, (law->gamma - law->delta) * law->stiffness);
    entries B = matrix(law, law->mass, law->gamma * law->stiffness);
    double step = 1.0 / M, c = load->slope, known = law->h * load->pull;
    rv_string_rest rest = {.rate = 0.0};
    for (int k = 0; k < 2; k++) {
        const double first = load->end.of[0][k], last = load->end.of[1][k],
                     f = law->h * load->weight[k];
        double slope = (last - first) * step;
        for (int j = 1; j < M; j++) {
            int i = 2 * j + k;
            double J = c * (u[i - 2] - 2.0 * u[i] + u[i + 2]);
            x[4 * j + k] = law->mass * (first + slope * j) + A.diagonal * v[i]
                           + A.beside * (v[i - 2] + v[i + 2]) + f + known * J;
            x[4 * j + 2 + k] = J;
        }
        rest.row[0][k] = c * u[2 + k];
        rest.row[1][k] = c * u[2 * (M - 1) + k];
        rest.momentum[0][k] = B.end * first + B.beside * (first + slope) + A.beside * v[2 + k]
                              + 0.5 * f + known * rest.row[0][k];
        rest.momentum[1][k] = B.end * last + B.beside * (last - slope)
                              + A.beside * v[2 * (M - 1) + k] + 0.5 * f + known * rest.row[1][k];
    }
    return rest;
}

// what the inner nodes pass on to the ends
static void pass_to_ends(const rv_string* s, const rv_string_load* load, const double* x,
                         rv_string_rest* rest) {
    int M = s->cells;
    double step = 1.0 / M;
    for (int j = 1; j < M; j++) {
        double n0 = s->carried[j], n1 = s->carried[M - j], share = j * step;
        for (int k = 0; k < 2; k++) {
            double r = x[4 * j + k], J = x[4 * j + 2 + k];
            rest->momentum[0][k] += n0 * r;
            rest->momentum[1][k] += n1 * r;
            rest->row[0][k] += n0 * J;
            rest->row[1][k] += n1 * J;
            rest->before += J
                            * (s->v[2 * j + k] + (1.0 - share - n0) * load->end.of[0][k]
                               + (share - n1) * load->end.of[1][k]);
        }
    }
}

rv_string_rest rv_string_condense(const rv_string* s, const rv_string_law* law,
                                  const rv_string_load* load) {
    int M = s->cells;
    double* x = s->inner;
    entries A = new_matrix(law);
    rv_string_rest rest = right_hand_sides(s, law, load, x);
    pass_to_ends(s, load, x, &rest);
    rest.inertia[0] = A.end + A.beside * s->carried[1];
    rest.inertia[1] = A.beside * s->carried[M - 1];
    solve(s->pivot, A.beside, M, x);
    const double* u = s->u;
    double rate = 0.0, gives = 0.0;
    for (int j = 1; j < M; j++)
        for (int k = 0; k < 2; k++) {
            int i = 2 * j + k;
            double J = load->slope * (u[i - 2] - 2.0 * u[i] + u[i + 2]);
            rate += J * x[4 * j + k];
            gives += J * x[4 * j + 2 + k];
        }
    rest.rate = rate;
    rest.gives = gives;
    return rest;
}

void rv_string_move(const rv_string* s, const rv_string_law* law, double impulse,
                    const rv_string_ends* end) {
    int M = s->cells;
    double step = 1.0 / M;
    for (int j = 1; j < M; j++) {
        double share = j * step, n0 = s->carried[j] - (1.0 - share), n1 = s->carried[M - j] - share;
        for (int k = 0; k < 2; k++) {
            int i = 2 * j + k;
            double v = s->inner[4 * j + k] + s->inner[4 * j + 2 + k] * impulse + n0 * end->of[0][k]
                       + n1 * end->of[1][k];
            s->v[i] = v;
            s->u[i] += law->h * v;
        }
    }
}

// --- explicit ---

rv_string_rest rv_string_condense_explicit(const rv_string* s, const rv_string_law* law,
                                           const rv_string_load* load) {
    int M = s->cells;
    const double* restrict u = s->u, * restrict v = s->v;
    double m = law->mass, per = 1.0 / (m * (1.0 + law->h * law->damping)), c = load->slope;
    double known = law->h * load->pull, step = 1.0 / M;
    rv_string_rest rest = {.inertia = {0.5 / per, 0.0}};
    double squares = 0.0, free = 0.0;
    for (int k = 0; k < 2; k++) {
        double first = load->end.of[0][k], last = load->end.of[1][k], f = law->h * load->weight[k];
        // four sums each: additions that wait for each other are slow
        double JJ[4] = {0}, Jv[4] = {0}, J0 = 0.0, Jx = 0.0;
        (void)JJ;
        for (int j = 1; j < M; j++) {
            int i = 2 * j + k;
            double J = u[i - 2] - 2.0 * u[i] + u[i + 2];
            JJ[0] += J * J;
            Jv[0] += J * v[i];
            J0 += J;
            Jx += J * (j * step);
        }
        double moved = first * J0 + (last - first) * Jx;
        squares += JJ[0];
        free += c * (m * (Jv[0] + moved) + f * J0 + known * c * JJ[0]) * per;
        rest.before += c * (Jv[0] + moved);
        rest.row[0][k] = c * u[2 + k];
        rest.row[1][k] = c * u[2 * (M - 1) + k];
        rest.momentum[0][k] = 0.5 * (m * first + f) + known * rest.row[0][k];
        rest.momentum[1][k] = 0.5 * (m * last + f) + known * rest.row[1][k];
    }
    rest.rate = free;
    rest.gives = c * c * squares * per;
    return rest;
}

void rv_string_move_explicit(const rv_string* s, const rv_string_law* law,
                             const rv_string_load* load, double impulse,
                             const rv_string_ends* end) {
    int M = s->cells;
    double m = law->mass, per = 1.0 / (m * (1.0 + law->h * law->damping)), step = 1.0 / M;
    double c = load->slope * (law->h * load->pull + impulse) * per, kept = m * per;
    double* restrict u = s->u, * restrict v = s->v;
    for (int j = 1; j < M; j++)
        for (int k = 0; k < 2; k++) {
            int i = 2 * j + k;
            double share = j * step;
            double before = (1.0 - share) * load->end.of[0][k] + share * load->end.of[1][k];
            double after = (1.0 - share) * end->of[0][k] + share * end->of[1][k];
            v[i] = kept * (v[i] + before) + law->h * load->weight[k] * per
                   + c * (u[i - 2] - 2.0 * u[i] + u[i + 2]) - after;
        }
    for (int i = 2; i < 2 * M; i++)
        u[i] += law->h * v[i];
}

// --- measures ---

double rv_string_stretch(const rv_string* s) {
    double sum = 0.0;
    for (int i = 2; i < 2 * (s->cells + 1); i++) {
        double d = s->u[i] - s->u[i - 2];
        sum += d * d;
    }
    return sum;
}

void rv_string_mean(const double* values, int cells, double mean[2]) {
    mean[0] = mean[1] = 0.0;
    for (int j = 1; j < cells; j++)
        for (int k = 0; k < 2; k++)
            mean[k] += values[2 * j + k];
    mean[0] /= cells;
    mean[1] /= cells;
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
