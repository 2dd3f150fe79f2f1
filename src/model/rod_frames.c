// Material frames in equilibrium: rod_frames.h has the equations.
#include "model/rod_frames.h"

#include <string.h>

// from angles that are far off; those of a step before need one or two
enum { ITERATIONS_MAX = 100, DOUBLINGS = 10 };
// A step of Newton's method below this [rad] is the last one: what is left goes with its square.
static const double SETTLED = 1e-7;
// Added to the diagonal, relative to it: a rod that is straight at rest and free at both ends may be
// turned by any angle.
static const double LOOSE = 1e-12;

rv_rod_frames rv_rod_frames_at(double* values, int vertices) {
    int n = vertices;
    memset(values, 0, (size_t)n * RV_ROD_FRAMES_VALUES * sizeof *values);
    return (rv_rod_frames){.u = (rv_vec3*)values,
                           .rest_1 = values + 3 * n,
                           .rest_2 = values + 4 * n,
                           .rest_twist = values + 5 * n,
                           .theta = values + 6 * n,
                           .across = values + 7 * n,
                           .beside = values + 8 * n,
                           .k_1 = values + 9 * n,
                           .k_2 = values + 10 * n,
                           .slope = values + 11 * n,
                           .turn = values + 12 * n,
                           .pivot = values + 13 * n,
                           .beyond = values + 14 * n,
                           .cosine = values + 15 * n,
                           .sine = values + 16 * n};
}

void rv_rod_frames_carry(rv_rod_frames* f, const rv_rod_line* line, rv_vec3 first) {
    const rv_vec3 *t = line->tangent, *kb = line->binormal;
    rv_vec3 u = rv_vec3_normalize(rv_vec3_mul_add(first, -rv_vec3_dot(first, t[0]), t[0]));
    f->u[0] = u;
    for (int i = 1; i < line->vertices - 1; i++) {
        double s = rv_vec3_dot(u, t[i]) * line->fold[i];
        u = rv_vec3_mul_add(u, -s, rv_vec3_add(t[i - 1], t[i]));
        f->u[i] = u;
        f->across[i] = rv_vec3_dot(kb[i], u);
        f->beside[i] = rv_vec3_dot(kb[i], rv_vec3_cross(t[i], u));
    }
}

// ---- angles -----------------------------------------------------------------------------------

static void find_curvature(const rv_rod_frames* f, int i) {
    double sine, cosine;
    rv_sincos(0.5 * (f->theta[i - 1] + f->theta[i]), &sine, &cosine);
    f->cosine[i] = cosine;
    f->sine[i] = sine;
    f->k_1[i] = cosine * f->across[i] + sine * f->beside[i];
    f->k_2[i] = cosine * f->beside[i] - sine * f->across[i];
}

// sine and cosine of an angle up to 1/16 by their series, within rounding; of others in full
static inline void small_sincos(double x, double* sine, double* cosine) {
    double y = x * x;
    if (!(y < 1.0 / 256.0)) {
        rv_sincos(x, sine, cosine);
        return;
    }
    *sine = x * (1.0 + y * (-1.0 / 6.0 + y * (1.0 / 120.0 - y * (1.0 / 5040.0))));
    *cosine = 1.0 + y * (-0.5 + y * (1.0 / 24.0 + y * (-1.0 / 720.0 + y * (1.0 / 40320.0))));
}

// the same after phi has grown by `angle`
static void turn_curvature(const rv_rod_frames* f, int i, double angle) {
    double sine, cosine, was = f->cosine[i];
    small_sincos(angle, &sine, &cosine);
    f->cosine[i] = cosine * was - sine * f->sine[i];
    f->sine[i] = sine * was + cosine * f->sine[i];
    f->k_1[i] = f->cosine[i] * f->across[i] + f->sine[i] * f->beside[i];
    f->k_2[i] = f->cosine[i] * f->beside[i] - f->sine[i] * f->across[i];
}

static inline double twist_of(const rv_rod_frames* f, int i) {
    return f->theta[i] - f->theta[i - 1] - f->rest_twist[i];
}

// of the half edge between the section of a pinned end and its edge
static double end_twist_of(const rv_rod_frames* f, int edges, int side) {
    return side == 0 ? f->theta[0] - f->rest_twist[0]
                     : f->last - f->theta[edges - 1] - f->rest_twist[edges];
}

double rv_rod_frames_twist(const rv_rod_frames* f, const rv_rod_line* line) {
    int edges = line->vertices - 1;
    double first = f->first_held ? 0.0 : f->theta[0] - f->rest_twist[0];
    return (f->last_held ? f->last : f->theta[edges - 1] + f->rest_twist[edges]) - first;
}

double rv_rod_frames_energy(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s) {
    double energy = 0.0;
    for (int i = 1; i < line->vertices - 1; i++) {
        double a = f->k_1[i] - f->rest_1[i], b = f->k_2[i] - f->rest_2[i], q = twist_of(f, i);
        energy += 0.5 * line->density[i] * (s.B * (a * a + b * b) + s.C * (q * q));
    }
    for (int side = 0; side < 2; side++) {
        double q = end_twist_of(f, line->vertices - 1, side);
        energy += 0.5 * rv_rod_frames_end_stiffness(f, line, side, s.C) * (q * q);
    }
    return energy;
}

// the moment of the half edge at a pinned end
static double end_moment(const rv_rod_frames* f, const rv_rod_line* line, double C, int side) {
    double stiffness = rv_rod_frames_end_stiffness(f, line, side, C);
    return stiffness * end_twist_of(f, line->vertices - 1, side);
}

// dW/dtheta, also of edges that are fixed
static void find_slope(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s) {
    f->slope[0] = 0.0;
    for (int i = 1; i < line->vertices - 1; i++) {
        double M = s.C * line->density[i] * twist_of(f, i);
        double lean = f->rest_2[i] * f->k_1[i] - f->rest_1[i] * f->k_2[i];
        double bend = 0.5 * s.B * line->density[i] * lean;
        f->slope[i - 1] += bend - M;
        f->slope[i] = bend + M;
    }
    f->slope[0] += end_moment(f, line, s.C, 0);
    f->slope[line->vertices - 2] -= end_moment(f, line, s.C, 1);
}

// The matrix: pivot on the diagonal, beyond[i] between i and i + 1. A joint's energy is a cosine of its
// angle, whose curvature B/D r.k is at most B/D |r| |k|, and negative where it is bent against its
// rest. If `positive` it is at least a tenth of that bound, which makes the matrix positive, and its
// step one that goes down.
static void form(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s,
                 bool positive) {
    int edges = line->vertices - 1;
    f->pivot[0] = 0.0;
    for (int i = 1; i < edges; i++) {
        double r_1 = f->rest_1[i], r_2 = f->rest_2[i], k_1 = f->k_1[i], k_2 = f->k_2[i];
        double curvature = r_1 * k_1 + r_2 * k_2;
        if (positive) {
            double bound = sqrt((r_1 * r_1 + r_2 * r_2) * (k_1 * k_1 + k_2 * k_2));
            curvature = fmax(curvature, 0.1 * bound);
        }
        double bend = 0.25 * s.B * line->density[i] * curvature;
        double twist = s.C * line->density[i];
        f->pivot[i - 1] += bend + twist * (1.0 + LOOSE);
        f->pivot[i] = bend + twist * (1.0 + LOOSE);
        f->beyond[i - 1] = bend - twist;
    }
    for (int side = 0; side < 2; side++) {
        int j = side == 0 ? 0 : edges - 1;
        f->pivot[j] += rv_rod_frames_end_stiffness(f, line, side, s.C);
        // an edge that is fixed does not turn
        if (rv_rod_frames_fixed(f, line, side)) {
            f->pivot[j] = 1.0;
            f->beyond[side == 0 ? 0 : j - 1] = 0.0;
        }
    }
}

// turn = - matrix^-1 slope; false, and nothing of use, if the matrix is not positive
static bool solve(const rv_rod_frames* f, const rv_rod_line* line) {
    double *turn = f->turn, *pivot = f->pivot;
    int edges = line->vertices - 1;
    for (int j = 0; j < edges; j++)
        turn[j] = -f->slope[j];
    for (int side = 0; side < 2; side++)
        if (rv_rod_frames_fixed(f, line, side))
            turn[side == 0 ? 0 : edges - 1] = 0.0;
    for (int j = 0; j < edges; j++) {
        if (!(pivot[j] > 0.0))
            return false;
        pivot[j] = 1.0 / pivot[j];
        if (j + 1 < edges) {
            double share = f->beyond[j] * pivot[j];
            pivot[j + 1] -= share * f->beyond[j];
            turn[j + 1] -= share * turn[j];
        }
    }
    turn[edges - 1] *= pivot[edges - 1];
    for (int j = edges - 2; j >= 0; j--)
        turn[j] = (turn[j] - f->beyond[j] * turn[j + 1]) * pivot[j];
    return true;
}

static void turn_by(const rv_rod_frames* f, const rv_rod_line* line, double share) {
    for (int j = 0; j < line->vertices - 1; j++)
        f->theta[j] += share * f->turn[j];
    for (int i = 1; i < line->vertices - 1; i++)
        turn_curvature(f, i, 0.5 * share * (f->turn[i - 1] + f->turn[i]));
}

// Takes the step, of at most 1 rad: beside a ridge the matrix is almost singular, and steps leave the
// valley. Returns its largest change.
static double advance(const rv_rod_frames* f, const rv_rod_line* line) {
    double largest = 0.0;
    for (int j = 0; j < line->vertices - 1; j++)
        largest = fmax(largest, fabs(f->turn[j]));
    turn_by(f, line, largest > 1.0 ? 1.0 / largest : 1.0);
    return largest;
}

// Goes on in the direction of the step while the energy falls: off a ridge, where it is level and
// steps are short.
static void go_on(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s) {
    double energy = rv_rod_frames_energy(f, line, s), share = 1.0;
    for (int k = 0; k < DOUBLINGS; k++, share *= 2.0) {
        turn_by(f, line, share);
        double now = rv_rod_frames_energy(f, line, s);
        if (!(now < energy)) {
            turn_by(f, line, -share);
            break;
        }
        energy = now;
    }
}

int rv_rod_frames_relax(rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s) {
    int edges = line->vertices - 1, solved = 0;
    double largest = INFINITY;
    if (rv_rod_frames_fixed(f, line, 0))
        f->theta[0] = 0.0;
    if (rv_rod_frames_fixed(f, line, 1))
        f->theta[edges - 1] = f->last;
    for (int i = 1; i < edges; i++)
        find_curvature(f, i);
    while (solved < ITERATIONS_MAX && largest > SETTLED) {
        find_slope(f, line, s);
        form(f, line, s, false);
        solved++;
        bool in_valley = solve(f, line);
        if (!in_valley) {
            form(f, line, s, true);
            solve(f, line);
            solved++;
        }
        largest = advance(f, line);
        if (!in_valley)
            go_on(f, line, s);
    }
    find_slope(f, line, s);
    return largest <= SETTLED ? solved : -1;
}

double rv_rod_frames_couple(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s,
                            bool last) {
    if (rv_rod_frames_fixed(f, line, last))
        return f->slope[last ? line->vertices - 2 : 0];
    double M = end_moment(f, line, s.C, last);
    return last ? M : -M;
}

void rv_rod_frames_set_rest(rv_rod_frames* f, const rv_rod_line* line) {
    for (int i = 1; i < line->vertices - 1; i++) {
        find_curvature(f, i);
        f->rest_1[i] = f->k_1[i];
        f->rest_2[i] = f->k_2[i];
        f->rest_twist[i] = f->theta[i] - f->theta[i - 1];
    }
    int edges = line->vertices - 1;
    bool pinned[2] = {f->first_held && line->pinned[0], f->last_held && line->pinned[1]};
    f->rest_twist[0] = pinned[0] ? f->theta[0] : 0.0;
    f->rest_twist[edges] = pinned[1] ? f->last - f->theta[edges - 1] : 0.0;
}

// ---- forces -----------------------------------------------------------------------------------

// rho_i: r_i in the frames of the mean angle across the two edges, on average
static rv_vec3 rest_binormal(const rv_rod_frames* f, const rv_rod_line* line, int i) {
    double along_u = f->cosine[i] * f->rest_1[i] - f->sine[i] * f->rest_2[i];
    double along_v = f->sine[i] * f->rest_1[i] + f->cosine[i] * f->rest_2[i];
    const rv_vec3 *t = line->tangent, *carried = f->u;
    rv_vec3 u = rv_vec3_add(carried[i - 1], carried[i]);
    rv_vec3 v = rv_vec3_cross(t[i - 1], carried[i - 1]);
    v = rv_vec3_add(v, rv_vec3_cross(t[i], carried[i]));
    return rv_vec3_scale(rv_vec3_mul_add(rv_vec3_scale(u, along_u), along_v, v), 0.5);
}

// dW by the tangents beside joint i: bending, damping, twist
static void pull_joint(const rv_rod_frames* f, const rv_rod_line* line, int i, rv_rod_stiffness s,
                       rv_vec3 by[2]) {
    double density = line->density[i];
    rv_vec3 kb = line->binormal[i];
    rv_vec3 y = rv_vec3_scale(rv_vec3_sub(kb, rest_binormal(f, line, i)), s.B * density);
    // y = a kb makes the moment 2a/(1 + c) kb
    y = rv_vec3_mul_add(y, 0.5 * line->moment[i] / line->fold[i], kb);
    rv_rod_turn_binormal(line, i, y, by);
    double half = 0.5 * s.C * density * twist_of(f, i);
    by[0] = rv_vec3_mul_add(by[0], half, kb);
    by[1] = rv_vec3_mul_add(by[1], half, kb);
}

void rv_rod_frames_add_forces(const rv_rod_frames* f, const rv_rod_line* line, rv_rod_stiffness s,
                              rv_vec3* F) {
    int edges = line->vertices - 1;
    const rv_vec3 zero = {0.0, 0.0, 0.0};
    rv_vec3 after = zero, before = zero; // what the joint before hands on; stress before
    for (int j = 0; j < edges; j++) {
        rv_vec3 by[2] = {zero, zero}, t = line->tangent[j];
        if (j + 1 < edges)
            pull_joint(f, line, j + 1, s, by);
        rv_vec3 sum = rv_vec3_add(after, by[0]);
        // a tangent turns only across itself
        rv_vec3 G = rv_vec3_mul_add(sum, -rv_vec3_dot(sum, t), t);
        G = line->stress[j] = rv_vec3_scale(G, line->inverse[j]);
        F[j] = rv_vec3_add(F[j], rv_vec3_sub(G, before));
        before = G;
        after = by[1];
    }
    F[edges] = rv_vec3_sub(F[edges], before);
}
