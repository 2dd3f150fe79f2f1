// A straight column's bow: crooked.h has the equations.
#include "model/crooked.h"

#include <math.h>

static const double BOW = 1e-3; // e/L

// k: pi pinned, tan k = k with one end clamped, 2 pi with both, pi/2 where the other end of a clamped
// one is free
static double root_of(const rv_column* c) {
    int clamps = c->clamped[0] + c->clamped[1];
    if (!c->held[0] || !c->held[1])
        return clamps > 0 ? 0.5 * RV_PI : INFINITY;
    return clamps == 0 ? RV_PI : clamps == 1 ? 4.493409457909064 : 2.0 * RV_PI;
}

double rv_column_load(const rv_column* c) {
    double k = root_of(c);
    return k < INFINITY ? k * k * c->EI / (c->length * c->length) : INFINITY;
}

double rv_column_slope(const rv_column* c, double s) {
    double k = root_of(c), a = s / c->length;
    int clamps = c->clamped[0] + c->clamped[1];
    if (clamps == 0)
        return rv_cos(k * a);
    a = c->clamped[0] ? a : 1.0 - a; // from a clamp
    bool pinned = clamps == 1 && c->held[0] && c->held[1];
    return pinned ? rv_cos(k * a) + k * rv_sin(k * a) - 1.0 : rv_sin(k * a);
}

double rv_crooked_curvature(const rv_column* c) {
    return BOW * RV_PI * RV_PI / c->length;
}

rv_vec3 rv_crooked_direction(const rv_column* c, rv_vec3 gravity) {
    rv_vec3 part = rv_vec3_mul_add(gravity, -rv_vec3_dot(gravity, c->axis), c->axis);
    bool upright = rv_vec3_length(part) <= 1e-9 * rv_vec3_length(gravity);
    return upright ? rv_vec3_perpendicular(c->axis) : rv_vec3_normalize(part);
}

double rv_crooked_tilt(const rv_column* c, double s, double l) {
    double per = RV_PI / c->length;
    return BOW * c->length * (rv_sin(per * (s + l)) - rv_sin(per * s)) / l;
}
