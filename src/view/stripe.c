// See stripe.h.
#include "view/stripe.h"

#include <math.h>

// a unit vector across `along`, as near as can be to `across`, which may be too near to along
static rv_vec3 across_of(rv_vec3 across, rv_vec3 along) {
    rv_vec3 rest = rv_vec3_mul_add(across, -rv_vec3_dot(across, along), along);
    return rv_vec3_length(rest) > 1e-6 ? rv_vec3_normalize(rest) : rv_vec3_perpendicular(along);
}

// from the point before to the point after: half of the bend lies on either side
static rv_vec3 direction_at(const rv_drawing_point* line, int count, int i) {
    rv_vec3 sum = {0, 0, 0};
    for (int k = i > 0 ? i - 1 : 0; k <= i && k + 1 < count; k++) {
        rv_vec3 d = rv_vec3_sub(line[k + 1].position, line[k].position);
        double length = rv_vec3_length(d);
        if (length > 0.0 && isfinite(length))
            sum = rv_vec3_mul_add(sum, 1.0 / length, d);
    }
    return rv_vec3_length(sum) > 0.0 ? rv_vec3_normalize(sum) : (rv_vec3){1, 0, 0};
}

void rv_stripe_make(const rv_drawing_point* line, int count, rv_vec3 across, double radius,
                    rv_drawing_point* stripe) {
    for (int i = 0; i < count; i++) {
        rv_vec3 along = direction_at(line, count, i);
        double piece =
            i > 0 ? rv_vec3_length(rv_vec3_sub(line[i].position, line[i - 1].position)) : 0.0;
        across = across_of(across, along);
        if (isfinite(piece) && i > 0)
            across =
                rv_quat_rotate(rv_quat_from_axis_angle(along, line[i - 1].twist * piece), across);
        stripe[i] = line[i];
        stripe[i].position = rv_vec3_mul_add(line[i].position, radius, across);
    }
}
