// Kelvin-Voigt bending in the material: rod_viscous.h has the equations.
#include "model/rod_viscous.h"

// the room, by joints: rate of the binormal for sections that do not spin, then as they see it; mean
// spin of the sections beside; torque against that spin, then the twist moment it makes
typedef struct joints {
    rv_vec3* rate;
    double *spin, *torque;
} joints;

static inline rv_vec3 tangent_rate(const rv_rod_line* line, const rv_vec3* v, int j) {
    rv_vec3 t = line->tangent[j], rate = rv_vec3_sub(v[j + 1], v[j]);
    rate = rv_vec3_mul_add(rate, -rv_vec3_dot(rate, t), t);
    return rv_vec3_scale(rate, line->inverse[j]);
}

// q turned by the joint's smallest rotation, from the plane before it to the one behind it for way = 1,
// back for -1
static inline rv_vec3 carried(const rv_rod_line* line, int i, rv_vec3 q, double way) {
    rv_vec3 before = line->tangent[i - 1], after = line->tangent[i];
    rv_vec3 a = rv_vec3_cross(before, after);
    rv_vec3 turned = rv_vec3_scale(q, rv_vec3_dot(before, after));
    turned = rv_vec3_mul_add(turned, way, rv_vec3_cross(a, q));
    return rv_vec3_mul_add(turned, rv_vec3_dot(a, q) * line->fold[i], a);
}

static inline double joint_length(const rv_rod_line* line, int i) {
    return 0.5 * (line->length[i - 1] + line->length[i]);
}

// Rates without spin, and spins less that of the first section, as if no end was held but the first.
// Returns the last one.
static double find_rates(const rv_rod_line* line, const rv_vec3* v, joints w) {
    const rv_vec3* t = line->tangent;
    rv_vec3 before = tangent_rate(line, v, 0);
    double spin = 0.0;
    for (int i = 1; i < line->vertices - 1; i++) {
        rv_vec3 after = tangent_rate(line, v, i), kb = line->binormal[i];
        double opens = rv_vec3_dot(before, t[i]) + rv_vec3_dot(t[i - 1], after);
        rv_vec3 cross = rv_vec3_add(rv_vec3_cross(before, t[i]), rv_vec3_cross(t[i - 1], after));
        rv_vec3 rate = rv_vec3_mul_add(rv_vec3_scale(cross, 2.0), -opens, kb);
        rate = rv_vec3_scale(rate, line->fold[i]);
        rate = rv_vec3_scale(rv_vec3_add(rate, carried(line, i, rate, -1.0)), 0.5);
        w.rate[i] = rv_vec3_mul_add(rate, -rv_vec3_dot(rate, t[i - 1]), t[i - 1]);
        double g = 0.5 * rv_vec3_dot(kb, rv_vec3_add(before, after));
        w.spin[i] = spin - 0.5 * g;
        spin -= g;
        before = after;
    }
    return spin;
}

// the spin of the whole that makes R least
static double free_spin(const rv_rod_line* line, joints w) {
    double top = 0.0, bottom = 0.0;
    for (int i = 1; i < line->vertices - 1; i++) {
        rv_vec3 N = rv_vec3_cross(line->tangent[i - 1], line->binormal[i]);
        double square = rv_vec3_dot(N, N);
        top += line->density[i] * (rv_vec3_dot(w.rate[i], N) - w.spin[i] * square);
        bottom += line->density[i] * square;
    }
    return bottom > 0.0 ? top / bottom : 0.0;
}

static void find_spins(const rv_rod_line* line, const rv_rod_viscous* viscous, joints w,
                       double end) {
    double first = viscous->first, twist = 0.0;
    if (viscous->first_held && viscous->last_held)
        twist = (viscous->last - first - end) / line->elastic;
    else if (viscous->last_held)
        first = viscous->last - end;
    else if (!viscous->first_held)
        first = free_spin(line, w);
    double along = line->end_length[0]; // from the first section that is held
    for (int i = 1; i < line->vertices - 1; i++) {
        double D = joint_length(line, i);
        w.spin[i] += first + twist * (along + 0.5 * D);
        along += D;
    }
}

// What the sections see, and the torques; returns 2R. Then the twist moment that g_i works against:
//   dR by g_i = - torque_i/2 - (torques behind i) + K,   K from the ends that are held
static double find_torques(const rv_rod_line* line, rv_rod_viscous* viscous, joints w) {
    int n = line->vertices;
    double power = 0.0, sum = 0.0, share = 0.0, along = line->end_length[0];
    for (int i = 1; i < n - 1; i++) {
        rv_vec3 N = rv_vec3_cross(line->tangent[i - 1], line->binormal[i]);
        rv_vec3 seen = w.rate[i] = rv_vec3_mul_add(w.rate[i], -w.spin[i], N);
        double k = viscous->viscosity * line->density[i], D = joint_length(line, i);
        w.torque[i] = -k * rv_vec3_dot(seen, N);
        power += k * rv_vec3_dot(seen, seen);
        sum += w.torque[i];
        share += w.torque[i] * (along + 0.5 * D);
        along += D;
    }
    bool both = viscous->first_held && viscous->last_held;
    double K = both ? share / line->elastic : viscous->last_held ? sum : 0.0, behind = 0.0;
    viscous->couple_first = viscous->first_held ? sum - K : 0.0;
    viscous->couple_last = K;
    for (int i = n - 2; i > 0; i--) {
        double torque = w.torque[i];
        w.torque[i] = K - behind - 0.5 * torque;
        behind += torque;
    }
    return power;
}

static void add_stresses(const rv_rod_line* line, double viscosity, joints w, rv_vec3* F) {
    int edges = line->vertices - 1;
    const rv_vec3 zero = {0.0, 0.0, 0.0};
    rv_vec3 after = zero, before = zero;
    for (int j = 0; j < edges; j++) {
        rv_vec3 by[2] = {zero, zero};
        if (j + 1 < edges) {
            int i = j + 1;
            rv_vec3 kb = line->binormal[i], seen = w.rate[i];
            rv_vec3 y = rv_vec3_add(seen, carried(line, i, seen, 1.0));
            y = rv_vec3_scale(y, 0.5 * viscosity * line->density[i]);
            rv_rod_turn_binormal(line, i, y, by);
            by[0] = rv_vec3_mul_add(by[0], 0.5 * w.torque[i], kb);
            by[1] = rv_vec3_mul_add(by[1], 0.5 * w.torque[i], kb);
        }
        rv_vec3 t = line->tangent[j], sum = rv_vec3_add(after, by[0]);
        rv_vec3 G = rv_vec3_mul_add(sum, -rv_vec3_dot(sum, t), t);
        G = rv_vec3_scale(G, line->inverse[j]);
        line->stress[j] = rv_vec3_add(line->stress[j], G);
        F[j] = rv_vec3_add(F[j], rv_vec3_sub(G, before));
        before = G;
        after = by[1];
    }
    F[edges] = rv_vec3_sub(F[edges], before);
}

double rv_rod_add_viscous(const rv_rod_line* line, const rv_vec3* v, rv_rod_viscous* viscous,
                          rv_vec3* F) {
    int n = line->vertices;
    double* room = viscous->values;
    joints w = {(rv_vec3*)room, room + 3 * n, room + 4 * n};
    double end = find_rates(line, v, w);
    find_spins(line, viscous, w, end);
    double power = find_torques(line, viscous, w);
    add_stresses(line, viscous->viscosity, w, F);
    return power;
}
