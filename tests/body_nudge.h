// Moves a body along one of its six dofs, to take Jacobians by differences.
#ifndef REEVE_BODY_NUDGE_H
#define REEVE_BODY_NUDGE_H

#include "model/body.h"

// `dof`: shifts along the axes of the world, then turns about them; `by` in m or rad
static inline void nudge(rv_body* body, int dof, double by) {
    double step[3] = {0, 0, 0};
    step[dof % 3] = by;
    rv_vec3 v = rv_vec3_load(step);
    if (dof < 3)
        body->x = rv_vec3_add(body->x, v);
    else
        rv_body_set_rotation(body, rv_quat_mul(rv_quat_exp(v), body->q));
}

#endif
