// Start motion of a cable: a rigid motion about its first node, and velocities at the points of its shape,
// linear along the lines between them.
#include "model/start_motion.h"

// velocity at a share s of the shape's length
static rv_vec3 along_shape(const rv_cable_segments* def, double s) {
    double total = 0.0;
    for (int i = 1; i < def->shape_count; i++)
        total += rv_vec3_length(rv_vec3_sub(def->shape[i], def->shape[i - 1]));
    double left = s * total;
    for (int i = 1; i < def->shape_count; i++) {
        double leg = rv_vec3_length(rv_vec3_sub(def->shape[i], def->shape[i - 1]));
        if (left < leg)
            return rv_vec3_mul_add(def->velocities[i - 1], left / leg,
                                   rv_vec3_sub(def->velocities[i], def->velocities[i - 1]));
        left -= leg;
    }
    return def->velocities[def->shape_count - 1];
}

rv_vec3 rv_start_velocity(const rv_cable_segments* def, rv_vec3 first, rv_vec3 x, double s) {
    if (def == NULL)
        return (rv_vec3){0, 0, 0};
    rv_vec3 turn = rv_vec3_cross(def->angular_velocity, rv_vec3_sub(x, first));
    rv_vec3 v = rv_vec3_add(def->velocity, turn);
    return def->velocities == NULL ? v : rv_vec3_add(v, along_shape(def, s));
}
