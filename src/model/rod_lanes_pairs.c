// Loops over a rod (rod_lanes.h) in vectors of two: for every machine.
#include "model/rod_lanes.h"
#include "solve/quad_pairs.h"

#define LANES_LOOP static
#define LANES_KERNELS rv_rod_in_pairs

enum { WIDTH = 4 };
typedef struct trio {
    quad x, y, z;
} trio;

// two vectors are three pairs: x y, z x, y z
LANES void get_two(const double* from, pair* x, pair* y, pair* z) {
    pair a = load(from), b = load(from + 2), c = load(from + 4);
    *x = (pair){a[0], b[1]};
    *y = (pair){a[1], c[0]};
    *z = (pair){b[0], c[1]};
}
LANES void put_two(double* to, pair x, pair y, pair z) {
    store(to, (pair){x[0], y[0]});
    store(to + 2, (pair){z[0], x[1]});
    store(to + 4, (pair){y[1], z[1]});
}
LANES trio get3(const rv_vec3* from) {
    trio v;
    get_two(&from[0].x, &v.x.low, &v.y.low, &v.z.low);
    get_two(&from[2].x, &v.x.high, &v.y.high, &v.z.high);
    return v;
}
LANES void put3(rv_vec3* to, trio v) {
    put_two(&to[0].x, v.x.low, v.y.low, v.z.low);
    put_two(&to[2].x, v.x.high, v.y.high, v.z.high);
}

LANES double total(quad q) {
    return (q.low[0] + q.low[1]) + (q.high[0] + q.high[1]);
}
LANES double largest(quad q) {
    double low = q.low[0] > q.low[1] ? q.low[0] : q.low[1];
    double high = q.high[0] > q.high[1] ? q.high[0] : q.high[1];
    return low > high ? low : high;
}

#include "model/rod_lanes_source.h"
