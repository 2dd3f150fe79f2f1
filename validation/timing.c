#include "validation/timing.h"

#include <math.h>
#include <time.h>

double timing_step(rv_world* world, double h, int steps) {
    enum { BATCHES = 5 };
    double least = INFINITY;
    for (int k = 0; k < BATCHES; k++) {
        clock_t start = clock();
        for (int n = 0; n < steps; n++)
            rv_world_step(world, h);
        least = fmin(least, (double)(clock() - start) / CLOCKS_PER_SEC / steps);
    }
    return least;
}
