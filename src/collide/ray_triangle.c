// Rays against triangles and boxes: conservative where it decides what to look at, exact in which
// triangle is met.
#include "collide/ray_triangle.h"

// rounding of the shear, and of a slab's t, in units of the largest coordinate or t
static const double SLACK = 32.0 * 2.220446049250313e-16;

static double largest(rv_vec3 v) {
    return fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
}

rv_ray rv_ray_make(rv_vec3 from, rv_vec3 way, double extent) {
    rv_ray ray = {.from = from, .way = way};
    ray.inverse = rv_vec3_make(1.0 / way.x, 1.0 / way.y, 1.0 / way.z);
    double x = fabs(way.x), y = fabs(way.y), z = fabs(way.z);
    int along = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    ray.axis[0] = (along + 1) % 3;
    ray.axis[1] = (along + 2) % 3;
    ray.axis[2] = along;
    ray.shear_x = rv_axis(&way, ray.axis[0]) / rv_axis(&way, along);
    ray.shear_y = rv_axis(&way, ray.axis[1]) / rv_axis(&way, along);
    ray.slack = SLACK * (extent + largest(from));
    return ray;
}

double rv_ray_triangle(const rv_ray* ray, const rv_vec3 corner[3], double limit) {
    double x[3], y[3], z[3];
    for (int k = 0; k < 3; k++) {
        rv_vec3 d = rv_vec3_sub(corner[k], ray->from);
        z[k] = rv_axis(&d, ray->axis[2]);
        x[k] = rv_axis(&d, ray->axis[0]) - ray->shear_x * z[k];
        y[k] = rv_axis(&d, ray->axis[1]) - ray->shear_y * z[k];
    }
    double u = x[2] * y[1] - y[2] * x[1];
    double v = x[0] * y[2] - y[0] * x[2];
    double w = x[1] * y[0] - y[1] * x[0];
    if ((u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0))
        return INFINITY;
    double sum = u + v + w;
    if (sum == 0.0)
        return INFINITY; // seen edge-on
    double along = (u * z[0] + v * z[1] + w * z[2]) / sum;
    double t = along / rv_axis(&ray->way, ray->axis[2]);
    return t >= 0.0 && t <= limit ? t : INFINITY;
}

bool rv_ray_slab(const rv_ray* ray, int axis, const double bounds[2], double t[2]) {
    double from = rv_axis(&ray->from, axis);
    double lower = bounds[0] - ray->slack - from, upper = bounds[1] + ray->slack - from;
    if (rv_axis(&ray->way, axis) == 0.0)
        return lower <= 0.0 && upper >= 0.0;
    double inverse = rv_axis(&ray->inverse, axis);
    double a = lower * inverse, b = upper * inverse;
    // 0 * infinity, of a way too short to invert: no bound
    if (isnan(a) || isnan(b))
        return true;
    double enter = a < b ? a : b, leave = a < b ? b : a;
    t[0] = enter > t[0] ? enter : t[0];
    t[1] = leave < t[1] ? leave : t[1];
    return t[0] <= t[1] * (1.0 + SLACK);
}

bool rv_ray_box(const rv_ray* ray, const rv_aabb* box, double limit, double* near) {
    double t[2] = {0.0, limit};
    const double x[2] = {box->lower.x, box->upper.x};
    const double y[2] = {box->lower.y, box->upper.y};
    const double z[2] = {box->lower.z, box->upper.z};
    bool met = rv_ray_slab(ray, 0, x, t) && rv_ray_slab(ray, 1, y, t) && rv_ray_slab(ray, 2, z, t);
    *near = t[0];
    return met;
}
