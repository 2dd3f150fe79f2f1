// How far the speeds of a contact problem are from its laws, in the size of the speeds that it
// starts with. See cone.h.
#include "solve/cone_private.h"
#include "solve/dense.h"

#include <math.h>

static double speed_of(const rv_cone_problem* p, int row, const double* lambda) {
    return rv_dense_dot(p->W + (size_t)row * (size_t)p->n, lambda, p->n) + p->q[row];
}

// of one disk of a contact with the normal impulse n
static double disk_error(const rv_cone_problem* p, int first, const rv_cone_disk* disk,
                         const double* lambda, double n) {
    double d = rv_cone_disk_size(p, first, disk->rows), moved[2] = {0.0, 0.0};
    for (int r = 0; r < disk->rows; r++)
        moved[r] = lambda[first + r] - speed_of(p, first + r, lambda) / d;
    double length = rv_cone_length(moved, disk->rows), limit = disk->coefficient * n;
    double shrink = length > limit ? limit / length : 1.0, error = 0.0;
    for (int r = 0; r < disk->rows; r++)
        error = fmax(error, d * fabs(lambda[first + r] - shrink * moved[r]));
    return error;
}

static double cone_error(const rv_cone_problem* p, const rv_cone* cone, const double* lambda) {
    double n = lambda[cone->first], d = p->W[(size_t)cone->first * ((size_t)p->n + 1)];
    double error = fabs(fmin(d * n, speed_of(p, cone->first, lambda)));
    for (int k = 0; k < RV_CONE_DISKS; k++) {
        rv_cone_disk disk = rv_cone_disk_get(cone, k);
        if (disk.rows > 0)
            error = fmax(error, disk_error(p, cone->first + disk.offset, &disk, lambda, n));
    }
    return error;
}

double rv_cone_speed_error(const rv_cone_problem* p, const double* lambda) {
    double error = 0.0, scale = 0.0;
    for (int i = 0; i < p->n; i++)
        scale = fmax(scale, fabs(p->q[i]));
    for (int c = 0; c < p->cone_count; c++)
        error = fmax(error, cone_error(p, &p->cones[c], lambda));
    for (int i = p->first_box; i < p->n; i++) {
        double bounds[2], d = p->W[(size_t)i * ((size_t)p->n + 1)];
        rv_cone_box_bounds(p, i, lambda, bounds);
        double moved = lambda[i] - speed_of(p, i, lambda) / d;
        error = fmax(error, d * fabs(lambda[i] - fmax(fmin(moved, bounds[1]), bounds[0])));
    }
    return scale > 0.0 ? error / scale : error > 0.0 ? INFINITY : 0.0;
}
