// Loops over a rod (rod_lanes.h) one by one: for the ends of rows.
#include "model/rod_lanes.h"

#define LANES static inline
#define LANES_LOOP static
#define LANES_KERNELS rv_rod_in_ones

enum { WIDTH = 1 };
typedef double quad;
typedef rv_vec3 trio;

LANES quad get(const double* from) {
    return *from;
}
LANES void put(double* to, quad q) {
    *to = q;
}
LANES trio get3(const rv_vec3* from) {
    return *from;
}
LANES void put3(rv_vec3* to, trio v) {
    *to = v;
}
LANES quad all(double value) {
    return value;
}
LANES quad plus(quad a, quad b) {
    return a + b;
}
LANES quad minus(quad a, quad b) {
    return a - b;
}
LANES quad times(quad a, quad b) {
    return a * b;
}
LANES quad over(quad a, quad b) {
    return a / b;
}
LANES quad root(quad q) {
    return sqrt(q);
}
LANES quad size(quad q) {
    return fabs(q);
}
LANES quad larger(quad a, quad b) {
    return a > b ? a : b;
}
LANES quad choose(quad sign, quad a, quad b) {
    return sign > 0.0 ? a : b;
}
LANES double total(quad q) {
    return q;
}
LANES double largest(quad q) {
    return q;
}

#include "model/rod_lanes_source.h"
