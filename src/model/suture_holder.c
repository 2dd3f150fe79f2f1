// What has a hole: a point of a body or of the world,
//   P' = v + w x r,   r from the centre of mass.
// Where forces move it, it is a reference of the hole's rows; where not, its velocity is known.
#include "model/suture.h"

static rv_vec3 arm_of(const rv_world* world, const rv_suture_holder* holder, rv_mat3 R) {
    return rv_mat3_apply(R, rv_vec3_sub(holder->point, world->bodies.data[holder->body].center));
}

rv_vec3 rv_hole_place(const rv_world* world, const rv_island* island,
                      const rv_suture_holder* holder, double ahead) {
    if (holder->body < 0)
        return holder->point;
    rv_motion m = rv_motion_of(world, island, holder->body);
    if (ahead != 0.0) {
        m.x = rv_vec3_mul_add(m.x, ahead, m.v);
        m.R = rv_quat_to_mat3(rv_quat_mul(rv_quat_exp(rv_vec3_scale(m.w, ahead)), m.q));
    }
    return rv_vec3_add(m.x, arm_of(world, holder, m.R));
}

rv_vec3 rv_hole_known_velocity(const rv_world* world, const rv_island* island,
                               const rv_suture_holder* holder) {
    if (holder->body < 0 || rv_body_dofs(&world->bodies.data[holder->body]) > 0)
        return (rv_vec3){0, 0, 0};
    // the mean over the substep
    rv_vec3 from = rv_hole_place(world, island, holder, 0.0);
    rv_vec3 to = rv_hole_place(world, island, holder, island->h);
    return rv_vec3_scale(rv_vec3_sub(to, from), 1.0 / island->h);
}

int rv_hole_references(const rv_world* world, const rv_suture_holder* holder) {
    return holder->body >= 0 && rv_body_dofs(&world->bodies.data[holder->body]) > 0;
}

int rv_hole_write(const rv_world* world, rv_kkt* kkt, int reference, const rv_suture_holder* holder,
                  const rv_vec3 axis[RV_SUTURE_ROWS]) {
    if (rv_hole_references(world, holder) == 0)
        return reference;
    const rv_body* body = &world->bodies.data[holder->body];
    rv_vec3 arm = arm_of(world, holder, body->R);
    double* J = rv_kkt_jacobian(kkt, reference);
    for (int r = 0; r < RV_SUTURE_ROWS; r++) {
        rv_vec3 turn = rv_vec3_cross(arm, axis[r]);
        double row[6] = {axis[r].x, axis[r].y, axis[r].z, turn.x, turn.y, turn.z};
        for (int c = 0; c < rv_body_dofs(body); c++)
            J[c * RV_SUTURE_ROWS + r] = -row[c];
    }
    return reference + 1;
}

rv_vec3 rv_hole_velocity(const rv_world* world, const rv_suture_holder* holder) {
    if (rv_hole_references(world, holder) == 0)
        return (rv_vec3){0, 0, 0};
    const rv_body* body = &world->bodies.data[holder->body];
    return rv_vec3_add(body->v, rv_vec3_cross(body->w, arm_of(world, holder, body->R)));
}
