// Edge stresses of a discrete Kirchhoff rod: rod_forces.h has the equations. Loops that every step takes
// are in vectors (rod_lanes.h).
#include "model/rod_forces.h"

#include "model/rod_lanes.h"

static const rv_vec3 ZERO = {0.0, 0.0, 0.0};

// |kb|^2 below which the direction of bending is noise, and Kelvin-Voigt has nothing to act along
static const double STRAIGHT = 1e-24;

rv_rod_line rv_rod_line_at(double* values, int vertices, bool closed, const double* length) {
    int n = vertices;
    rv_rod_line line = {.vertices = n,
                        .closed = closed,
                        .length = length,
                        .tangent = (rv_vec3*)values,
                        .binormal = (rv_vec3*)(values + 3 * n),
                        .stress = (rv_vec3*)(values + 6 * n),
                        .density = values + 9 * n,
                        .current = values + 10 * n,
                        .inverse = values + 11 * n,
                        .fold = values + 12 * n,
                        .moment = values + 13 * n};
    rv_rod_line_prepare(&line);
    return line;
}

void rv_rod_line_prepare(rv_rod_line* line) {
    int n = line->vertices;
    const double* l = line->length;
    double elastic = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double D = 0.5 * (l[i - 1] + l[i]);
        line->density[i] = 1.0 / D;
        elastic += D;
    }
    double closing = line->closed ? 0.5 * (l[n - 2] + l[0]) : 0.0;
    for (int side = 0; side < 2; side++)
        line->end_length[side] = line->pinned[side] ? 0.5 * l[side == 0 ? 0 : n - 2] : 0.0;
    line->elastic = elastic + closing + line->end_length[0] + line->end_length[1];
    line->density[0] = line->density[n - 1] = closing > 0.0 ? 1.0 / closing : 0.0;
}

// ---- shape ------------------------------------------------------------------------------------

// the joint between the last edge of a closed line and its first
static void close_line(const rv_rod_line* line, double B) {
    int n = line->vertices;
    rv_vec3 before = line->tangent[n - 2], after = line->tangent[0];
    double opening = 1.0 + rv_vec3_dot(before, after);
    double fold = 1.0 / (opening > RV_ROD_FOLD ? opening : RV_ROD_FOLD);
    line->fold[0] = fold;
    line->moment[0] = 2.0 * B * line->density[0] * fold;
    line->binormal[0] = rv_vec3_scale(rv_vec3_cross(before, after), 2.0 * fold);
}

void rv_rod_measure(const rv_rod_line* line, const rv_vec3* x, double B) {
    const rv_rod_kernels* lanes = rv_rod_lanes();
    int n = line->vertices;
    lanes->edges(line, x, 0, n - 1);
    lanes->joints(line, B, 1, n - 1);
    line->fold[0] = 0.5;
    line->moment[0] = 0.0;
    line->binormal[0] = ZERO;
    if (line->closed)
        close_line(line, B);
    line->fold[n - 1] = line->fold[0];
    line->moment[n - 1] = line->moment[0];
    line->binormal[n - 1] = line->binormal[0];
}

// ---- twist ------------------------------------------------------------------------------------

// d, perpendicular to one tangent of a joint, carried to the other, `to`, by the smallest rotation
static inline rv_vec3 across(rv_vec3 d, rv_vec3 from, rv_vec3 to, double fold) {
    double s = rv_vec3_dot(to, d) * fold;
    return rv_vec3_mul_add(d, -s, rv_vec3_add(from, to));
}

static rv_vec3 perpendicular_part(rv_vec3 d, rv_vec3 t) {
    return rv_vec3_mul_add(d, -rv_vec3_dot(d, t), t);
}

// Each carry waits for the one before it. So `first` is carried on to the middle edge and `last` back
// to it at the same time, and they are compared there.
double rv_rod_twist(const rv_rod_line* line, rv_vec3 first, rv_vec3 last, double previous) {
    const rv_vec3* t = line->tangent;
    const double* fold = line->fold;
    int end = line->vertices - 2, middle = end / 2;
    rv_vec3 u = perpendicular_part(first, t[0]);
    rv_vec3 w = perpendicular_part(last, line->closed ? t[0] : t[end]);
    if (line->closed)
        w = across(w, t[0], t[end], fold[0]);
    if (end - middle > middle) {
        w = across(w, t[end], t[end - 1], fold[end]);
        end--;
    }
    for (int i = 1; i <= middle; i++) {
        int k = end - i;
        u = across(u, t[i - 1], t[i], fold[i]);
        w = across(w, t[k + 1], t[k], fold[k + 1]);
    }
    double sine = rv_vec3_dot(t[middle], rv_vec3_cross(u, w));
    double angle = rv_atan2(sine, rv_vec3_dot(u, w));
    double turns = floor((previous - angle) / (2.0 * RV_PI) + 0.5);
    return angle + turns * (2.0 * RV_PI);
}

rv_vec3 rv_rod_carry(rv_vec3 director, rv_vec3 from, rv_vec3 to, double spin) {
    double opening = 1.0 + rv_vec3_dot(from, to);
    double fold = 1.0 / (opening > RV_ROD_FOLD ? opening : RV_ROD_FOLD);
    rv_vec3 d = across(perpendicular_part(director, from), from, to, fold);
    // turned about `to`, and made exactly perpendicular and of unit length, lest errors add up
    double sine, cosine;
    rv_sincos(spin, &sine, &cosine);
    rv_vec3 turned = rv_vec3_mul_add(rv_vec3_scale(d, cosine), sine, rv_vec3_cross(to, d));
    return rv_vec3_normalize(perpendicular_part(turned, to));
}

// ---- dissipation ------------------------------------------------------------------------------

// the rate of the cosine between two tangents, with `rate` the velocity of their edges over |E|
static inline double cosine_rate(rv_vec3 ta, rv_vec3 tb, rv_vec3 rate_a, rv_vec3 rate_b) {
    double c = rv_vec3_dot(ta, tb);
    return rv_vec3_dot(rate_a, rv_vec3_mul_add(tb, -c, ta))
           + rv_vec3_dot(rate_b, rv_vec3_mul_add(ta, -c, tb));
}

static inline rv_vec3 edge_rate(const rv_rod_line* line, const rv_vec3* v, int j) {
    return rv_vec3_scale(rv_vec3_sub(v[j + 1], v[j]), line->inverse[j]);
}

// With q = k cdot in the place of dE/dc, the moment is b kb with b = -q (1 + c)/2. And |kb|^2 =
// 4 (1-c)/(1+c) makes the viscous part of k 16 viscous/(D (1+c)^4 |kb|^2).
static double damp_joint(const rv_rod_line* line, int i, double rate,
                         const rv_rod_damping* damping) {
    double fold = line->fold[i], square = rv_vec3_dot(line->binormal[i], line->binormal[i]);
    double fold2 = fold * fold;
    double k = damping->cosine
               + 16.0 * damping->viscous * line->density[i] * (fold2 * fold2) / (square + STRAIGHT);
    line->moment[i] -= 0.5 * k * rate / fold;
    return k * rate * rate;
}

double rv_rod_damp(const rv_rod_line* line, const rv_vec3* v, const rv_rod_damping* damping) {
    const rv_vec3* t = line->tangent;
    int n = line->vertices;
    double power = 0.0;
    rv_vec3 before = edge_rate(line, v, 0), start = before;
    for (int i = 1; i < n - 1; i++) {
        rv_vec3 after = edge_rate(line, v, i);
        power += damp_joint(line, i, cosine_rate(t[i - 1], t[i], before, after), damping);
        before = after;
    }
    if (line->closed) {
        power += damp_joint(line, 0, cosine_rate(t[n - 2], t[0], before, start), damping);
        line->moment[n - 1] = line->moment[0];
    }
    return power;
}

double rv_rod_add_drag(const rv_rod_line* line, const rv_vec3* v, double air, rv_vec3* F) {
    int n = line->vertices;
    double power = 0.0, before = 0.0;
    for (int i = 0; i < n; i++) {
        double after = i < n - 1 ? line->length[i] : 0.0;
        double square = rv_vec3_dot(v[i], v[i]);
        double k = 0.5 * air * (before + after) * sqrt(square);
        F[i] = rv_vec3_mul_add(F[i], -k, v[i]);
        power += k * square;
        before = after;
    }
    return power;
}

// ---- forces -----------------------------------------------------------------------------------

void rv_rod_add_forces(const rv_rod_line* line, double M_t, rv_vec3* F) {
    const rv_rod_kernels* lanes = rv_rod_lanes();
    int edges = line->vertices - 1;
    lanes->stresses(line, M_t, 0, edges);
    F[0] = rv_vec3_add(F[0], line->stress[0]);
    lanes->pull(line->stress, F, 1, edges);
    F[edges] = rv_vec3_sub(F[edges], line->stress[edges - 1]);
}

void rv_rod_turn_binormal(const rv_rod_line* line, int i, rv_vec3 y, rv_vec3 by[2]) {
    rv_vec3 before = line->tangent[i - 1], after = line->tangent[i];
    double fold = line->fold[i], along = rv_vec3_dot(y, line->binormal[i]);
    rv_vec3 left = rv_vec3_scale(rv_vec3_cross(after, y), 2.0);
    rv_vec3 right = rv_vec3_scale(rv_vec3_cross(y, before), 2.0);
    by[0] = rv_vec3_scale(rv_vec3_mul_add(left, -along, after), fold);
    by[1] = rv_vec3_scale(rv_vec3_mul_add(right, -along, before), fold);
}

// a (2/(1+c) - 1) = a |kb|^2/4 with a = 2B/D, which keeps its digits where the rod is almost
// straight; beyond the floor of 1 + c along the tangent
static double bend_energy_of(const rv_rod_line* line, int i, rv_vec3 before, rv_vec3 after,
                             double B) {
    double a = 2.0 * B * line->density[i];
    double opening = 1.0 + rv_vec3_dot(before, after);
    if (opening < RV_ROD_FOLD)
        return a * (2.0 / RV_ROD_FOLD * (2.0 - opening / RV_ROD_FOLD) - 1.0);
    return 0.25 * a * rv_vec3_dot(line->binormal[i], line->binormal[i]);
}

double rv_rod_bend_energy(const rv_rod_line* line, double B) {
    const rv_vec3* t = line->tangent;
    int n = line->vertices;
    double energy = line->closed ? bend_energy_of(line, 0, t[n - 2], t[0], B) : 0.0;
    for (int i = 1; i < n - 1; i++)
        energy += bend_energy_of(line, i, t[i - 1], t[i], B);
    return energy;
}

// ---- what is felt at the ends -----------------------------------------------------------------

// force across the cut of an edge, on the part before it; none beyond a clamp that holds the only edge
static rv_vec3 across_cut(const rv_rod_line* line, const double* tension, int j) {
    if (j < 0 || j > line->vertices - 2)
        return ZERO;
    return rv_vec3_mul_add(line->stress[j], tension[j], line->tangent[j]);
}

// E x G of an edge: what its bending and turning hands on as a couple
static rv_vec3 couple_of(const rv_rod_line* line, int j) {
    rv_vec3 E = rv_vec3_scale(line->tangent[j], line->current[j]);
    return rv_vec3_cross(E, line->stress[j]);
}

rv_rod_grip rv_rod_grip_first(const rv_rod_line* line, const double* tension, double M_t,
                              bool clamped) {
    rv_vec3 couple = rv_vec3_scale(line->tangent[0], -M_t);
    if (clamped)
        couple = rv_vec3_add(couple, couple_of(line, 0));
    rv_vec3 force = across_cut(line, tension, clamped ? 1 : 0);
    return (rv_rod_grip){rv_vec3_neg(force), couple};
}

rv_rod_grip rv_rod_grip_last(const rv_rod_line* line, const double* tension, double M_t,
                             bool clamped) {
    int end = line->vertices - 2;
    rv_vec3 couple = rv_vec3_scale(line->tangent[end], M_t);
    if (clamped)
        couple = rv_vec3_add(couple, couple_of(line, end));
    return (rv_rod_grip){across_cut(line, tension, clamped ? end - 1 : end), couple};
}

// ---- sums -------------------------------------------------------------------------------------

rv_vec3 rv_rod_momentum(int n, const double* mass, const rv_vec3* v) {
    rv_vec3 sum = ZERO;
    for (int i = 0; i < n; i++)
        sum = rv_vec3_mul_add(sum, mass[i], v[i]);
    return sum;
}

rv_vec3 rv_rod_angular_momentum(int n, const double* mass, const rv_vec3* x, const rv_vec3* v) {
    rv_vec3 sum = ZERO;
    for (int i = 0; i < n; i++)
        sum = rv_vec3_mul_add(sum, mass[i], rv_vec3_cross(x[i], v[i]));
    return sum;
}

double rv_rod_kinetic_energy(int n, const double* mass, const rv_vec3* v) {
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += mass[i] * rv_vec3_dot(v[i], v[i]);
    return 0.5 * sum;
}
