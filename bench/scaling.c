// How a cost grows with size: least squares of log y over log n, and the slope between the two
// largest sizes. See bench.h.
#include "bench/bench.h"

#include <math.h>

// of the points, the mean cost at the largest size below `below`; NaN: there is none
static double cost_at_largest(const double* sizes, const double* costs, int count, double below,
                              double* size) {
    double sum = 0.0;
    int equal = 0;
    *size = 0.0;
    for (int i = 0; i < count; i++) {
        if (!(costs[i] > 0.0) || sizes[i] >= below || sizes[i] < *size)
            continue;
        if (sizes[i] > *size)
            sum = equal = 0;
        *size = sizes[i];
        sum += costs[i];
        equal++;
    }
    return equal > 0 ? sum / equal : NAN;
}

bench_scaling bench_scaling_of(const double* sizes, const double* costs, int count) {
    double x_mean = 0.0, y_mean = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
    bench_scaling s = {.count = 0};
    for (int i = 0; i < count; i++) {
        if (costs[i] > 0.0) {
            x_mean += log(sizes[i]);
            y_mean += log(costs[i]);
            s.count++;
        }
    }
    x_mean /= s.count;
    y_mean /= s.count;
    for (int i = 0; i < count; i++) {
        if (costs[i] > 0.0) {
            double x = log(sizes[i]) - x_mean, y = log(costs[i]) - y_mean;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
    }
    double n1, n0, y1 = cost_at_largest(sizes, costs, count, INFINITY, &n1);
    double y0 = cost_at_largest(sizes, costs, count, n1, &n0);
    s.last = log(y1 / y0) / log(n1 / n0);
    s.exponent = isnan(y0) ? NAN : xy / xx;
    s.fit = isnan(y0) ? NAN : yy > 0.0 ? xy * xy / (xx * yy) : 1.0;
    return s;
}
