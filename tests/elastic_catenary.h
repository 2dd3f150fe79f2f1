// A cable at rest between two points that stretches by Hooke's law (Irvine 1981), with w its weight
// per unstretched length: with H and V_0 the pull at its first end, and s unstretched length,
//   x(L) = H L/EA + (H/w) (asinh((V_0 + w L)/H) - asinh(V_0/H))
//   z(L) = L (V_0 + w L/2)/EA + (1/w) (|(H, V_0 + w L)| - |(H, V_0)|)
#ifndef REEVE_ELASTIC_CATENARY_H
#define REEVE_ELASTIC_CATENARY_H

#include <math.h>

typedef struct elastic_catenary {
    double H, V[2]; // what pulls upward along the cable at its first end, and at its last
    double w, EA, length;
} elastic_catenary;

static inline double elastic_catenary_x(const elastic_catenary* c, double s) {
    double V = c->V[0] + c->w * s;
    return c->H * s / c->EA + c->H / c->w * (asinh(V / c->H) - asinh(c->V[0] / c->H));
}
static inline double elastic_catenary_z(const elastic_catenary* c, double s) {
    double V = c->V[0] + c->w * s;
    return s * (c->V[0] + 0.5 * c->w * s) / c->EA + (hypot(c->H, V) - hypot(c->H, c->V[0])) / c->w;
}

// V_0 for which it rises by z, for this H: z grows with V_0
static inline void elastic_catenary_lift(elastic_catenary* c, double z) {
    double size = 1e3 * (c->w * c->length + c->H), low = -size, high = size;
    for (int turn = 0; turn < 200; turn++) {
        c->V[0] = 0.5 * (low + high);
        *(elastic_catenary_z(c, c->length) < z ? &low : &high) = c->V[0];
    }
    c->V[1] = c->V[0] + c->w * c->length;
}

// over a distance x and a rise z, of this length: x grows with H
static inline elastic_catenary elastic_catenary_of(double x, double z, double length, double w,
                                                   double EA) {
    elastic_catenary c = {.w = w, .EA = EA, .length = length};
    double low = 1e-9 * w * length, high = 1e6 * w * length;
    for (int turn = 0; turn < 200; turn++) {
        c.H = sqrt(low * high);
        elastic_catenary_lift(&c, z);
        *(elastic_catenary_x(&c, length) < x ? &low : &high) = c.H;
    }
    return c;
}

// how deep its lowest point is below its first end
static inline double elastic_catenary_drop(const elastic_catenary* c) {
    return -elastic_catenary_z(c, -c->V[0] / c->w);
}

#endif
