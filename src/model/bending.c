// A law of the user's own for bending: bending.h has the equations.
#include "model/bending.h"

#include <math.h>

static double size_of(rv_bend2 a) {
    return sqrt(a.y * a.y + a.z * a.z);
}

static rv_bend2 minus(rv_bend2 a, rv_bend2 b) {
    return (rv_bend2){a.y - b.y, a.z - b.z};
}

static rv_bend2 plus_times(rv_bend2 a, double s, rv_bend2 b) {
    return (rv_bend2){a.y + s * b.y, a.z + s * b.z};
}

static rv_bend2 times(double s, rv_bend2 a) {
    return (rv_bend2){s * a.y, s * a.z};
}

static double dot(rv_bend2 a, rv_bend2 b) {
    return a.y * b.y + a.z * b.z;
}

rv_bend_law rv_bend_law_of(const rv_cable_bend_law* def, double EI) {
    rv_bend_law law = {.points = def->curve_count, .layers = def->layer_count};
    for (int i = 0; i < law.points; i++) {
        law.curvature[i] = def->curve[i].curvature;
        law.moment[i] = def->curve[i].moment;
    }
    for (int i = 0; i < law.layers; i++)
        law.layer[i] = def->layers[i];
    if (law.points == 0 && law.layers > 0) {
        law.points = 1;
        law.curvature[0] = 1.0;
        law.moment[0] = EI;
    }
    return law;
}

// ---- the curve --------------------------------------------------------------------------------

// the piece that k lies in: before point i, from 0 or the point before it
static int piece_at(const rv_bend_law* law, double k) {
    int i = 0;
    while (i < law->points - 1 && k > law->curvature[i])
        i++;
    return i;
}

static double slope_of(const rv_bend_law* law, int i) {
    if (i == 0)
        return law->moment[0] / law->curvature[0];
    return (law->moment[i] - law->moment[i - 1]) / (law->curvature[i] - law->curvature[i - 1]);
}

double rv_bend_curve_moment(const rv_bend_law* law, double k) {
    int i = piece_at(law, k);
    return i == 0 ? slope_of(law, 0) * k
                  : law->moment[i - 1] + slope_of(law, i) * (k - law->curvature[i - 1]);
}

double rv_bend_curve_energy(const rv_bend_law* law, double k) {
    double energy = 0.0, from = 0.0, moment = 0.0;
    for (int i = 0, last = piece_at(law, k); i <= last; i++) {
        double to = i == last ? k : law->curvature[i];
        double there = i == last ? rv_bend_curve_moment(law, k) : law->moment[i];
        energy += 0.5 * (moment + there) * (to - from);
        from = to;
        moment = there;
    }
    return energy;
}

double rv_bend_curve_slope(const rv_bend_law* law, double from, double to) {
    int first = piece_at(law, fmin(from, to)), last = piece_at(law, fmax(from, to));
    double largest = 0.0;
    for (int i = first; i <= last; i++)
        largest = fmax(largest, slope_of(law, i));
    return largest;
}

double rv_bend_stiffness(const rv_bend_law* law) {
    double sum = slope_of(law, 0);
    for (int j = 0; j < law->layers; j++)
        sum += law->layer[j].EI;
    return sum;
}

static rv_bend2 curve_at(const rv_bend_law* law, rv_bend2 k) {
    double size = size_of(k);
    return size > 0.0 ? times(rv_bend_curve_moment(law, size) / size, k) : k;
}

// ---- layers -----------------------------------------------------------------------------------

double rv_bend_slip(const rv_cable_bend_layer* layer, double tension) {
    return layer->slip_moment + layer->arm * fmax(tension, 0.0);
}

rv_bend2 rv_bend_layer_moment(const rv_bend_law* law, const rv_bend_slid* slid, int layer,
                              rv_bend2 k) {
    return times(law->layer[layer].EI, minus(k, slid->at[layer]));
}

void rv_bend_set_layer_moment(const rv_bend_law* law, rv_bend_slid* slid, int layer, rv_bend2 k,
                              rv_bend2 moment) {
    slid->at[layer] = plus_times(k, -1.0 / law->layer[layer].EI, moment);
}

double rv_bend_relax(const rv_bend_law* law, rv_bend_slid* slid, rv_bend2 k, double tension) {
    double taken = 0.0;
    for (int j = 0; j < law->layers; j++) {
        rv_bend2 m = rv_bend_layer_moment(law, slid, j, k);
        double size = size_of(m), slip = rv_bend_slip(&law->layer[j], tension);
        if (!(size > slip))
            continue;
        taken += 0.5 * (size * size - slip * slip) / law->layer[j].EI;
        rv_bend_set_layer_moment(law, slid, j, k, times(slip / size, m));
    }
    return taken;
}

rv_bend2 rv_bend_moment(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 k) {
    rv_bend2 sum = curve_at(law, k);
    for (int j = 0; j < law->layers; j++)
        sum = plus_times(sum, 1.0, rv_bend_layer_moment(law, slid, j, k));
    return sum;
}

double rv_bend_energy(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 k) {
    double energy = rv_bend_curve_energy(law, size_of(k));
    for (int j = 0; j < law->layers; j++) {
        rv_bend2 m = rv_bend_layer_moment(law, slid, j, k);
        energy += 0.5 * dot(m, m) / law->layer[j].EI;
    }
    return energy;
}

// ---- a step -----------------------------------------------------------------------------------

// The tangent of the curve at e is radial and tangential slopes; along the two axes it is no softer
// than its diagonal and what couples them together (Gershgorin).
static rv_bend2 curve_stiffness(const rv_bend_law* law, double from, rv_bend2 e) {
    double size = size_of(e), radial = rv_bend_curve_slope(law, from, size);
    if (!(size > 0.0))
        return (rv_bend2){radial, radial};
    double across = rv_bend_curve_moment(law, size) / size;
    double c = e.y / size, s = e.z / size, couples = fabs((radial - across) * c * s);
    return (rv_bend2){radial * c * c + across * s * s + couples,
                      radial * s * s + across * c * c + couples};
}

rv_bend_secant rv_bend_secant_at(const rv_bend_law* law, const rv_bend_slid* slid, rv_bend2 from,
                                 rv_bend2 expected, double tension) {
    rv_bend_secant secant = {.expected = expected,
                             .moment = curve_at(law, expected),
                             .curve = curve_stiffness(law, size_of(from), expected),
                             .tension = tension};
    for (int j = 0; j < law->layers; j++) {
        double off = size_of(minus(expected, slid->at[j])), B = law->layer[j].EI;
        double slip = rv_bend_slip(&law->layer[j], tension);
        secant.layer[j] = B * off > slip ? slip / off : B;
    }
    return secant;
}

rv_bend2 rv_bend_secant_moment(const rv_bend_law* law, const rv_bend_slid* slid,
                               const rv_bend_secant* secant, rv_bend2 k) {
    rv_bend2 off = minus(k, secant->expected);
    rv_bend2 sum = {secant->moment.y + secant->curve.y * off.y,
                    secant->moment.z + secant->curve.z * off.z};
    for (int j = 0; j < law->layers; j++)
        sum = plus_times(sum, secant->layer[j], minus(k, slid->at[j]));
    return sum;
}

rv_bend2 rv_bend_secant_stiffness(const rv_bend_law* law, const rv_bend_secant* secant) {
    rv_bend2 sum = secant->curve;
    for (int j = 0; j < law->layers; j++) {
        sum.y += secant->layer[j];
        sum.z += secant->layer[j];
    }
    return sum;
}

double rv_bend_secant_error(const rv_bend_law* law, const rv_bend_slid* slid,
                            const rv_bend_secant* secant, rv_bend2 k) {
    rv_bend2 off = minus(k, secant->expected), law_of_curve = curve_at(law, k);
    rv_bend2 curve = {secant->moment.y + secant->curve.y * off.y,
                      secant->moment.z + secant->curve.z * off.z};
    double error = size_of(minus(curve, law_of_curve)), all = size_of(law_of_curve);
    for (int j = 0; j < law->layers; j++) {
        double slip = rv_bend_slip(&law->layer[j], secant->tension);
        double away = size_of(minus(k, slid->at[j])), bears = fmin(law->layer[j].EI * away, slip);
        error += fabs(secant->layer[j] * away - bears);
        all += bears;
    }
    return all > 0.0 ? error / all : 0.0;
}

rv_bend_done rv_bend_slide(const rv_bend_law* law, rv_bend_slid* slid, const rv_bend_secant* secant,
                           rv_bend2 k) {
    rv_bend2 off = minus(k, secant->expected);
    rv_bend_done done = {.elastic = {secant->moment.y + secant->curve.y * off.y,
                                     secant->moment.z + secant->curve.z * off.z}};
    for (int j = 0; j < law->layers; j++) {
        double B = law->layer[j].EI, slip = rv_bend_slip(&law->layer[j], secant->tension);
        rv_bend2 m = times(secant->layer[j], minus(k, slid->at[j]));
        double size = size_of(m);
        if (secant->layer[j] == B && size <= slip) {
            done.elastic = plus_times(done.elastic, 1.0, m);
            continue;
        }
        if (size > slip)
            m = times(slip / size, m);
        rv_bend2 before = slid->at[j];
        rv_bend_set_layer_moment(law, slid, j, k, m);
        done.heat += dot(m, minus(slid->at[j], before));
    }
    return done;
}
