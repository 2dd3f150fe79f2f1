// Geometric stiffness of a pull between two points (joints, spans of cables).
#include "model/pull.h"

#include <math.h>

static const double SHORTEST = 1e-9; // [m]; below it a distance has no direction

// (I - u u^T) times k
static rv_mat3 across(rv_vec3 u, double k) {
    rv_vec3 s = rv_vec3_scale(u, -k);
    return (rv_mat3){{{k + s.x * u.x, s.x * u.y, s.x * u.z},
                      {s.x * u.y, k + s.y * u.y, s.y * u.z},
                      {s.x * u.z, s.y * u.z, k + s.z * u.z}}};
}

// A pull f at the arm r turns the body back like a pendulum: max(0, f.r)(I - rr/|r|^2). The part
// that would couple into the spin about r is left out: its inertia is tiny for a thin segment.
rv_mat3 rv_pull_turning(rv_vec3 f, rv_vec3 r) {
    double length2 = rv_vec3_dot(r, r), pull = rv_vec3_dot(f, r);
    if (!(pull > 0.0) || length2 < SHORTEST * SHORTEST)
        return rv_mat3_zero();
    return across(rv_vec3_scale(r, 1.0 / sqrt(length2)), pull);
}

void rv_pull_stiffness(rv_stiffness* k, double tension) {
    k->has_span = tension > 0.0 && k->length > SHORTEST;
    k->load = k->has_span ? tension : 0.0;
    if (!k->has_span)
        return;
    k->P = across(k->u, k->load / k->length);
    k->Q[0] = rv_pull_turning(rv_vec3_scale(k->u, k->load), k->arm[0]);
    k->Q[1] = rv_pull_turning(rv_vec3_scale(k->u, -k->load), k->arm[1]);
}

void rv_pull_moved(const rv_world* world, int32_t index, rv_stiffness* k, int s) {
    const rv_body* body = index < 0 ? NULL : &world->bodies.data[index];
    k->moved_now[s] = k->moved_before[s] = (rv_vec3){0, 0, 0};
    if (body == NULL || body->type != RV_BODY_KINEMATIC)
        return;
    k->moved_now[s] = rv_vec3_add(body->v, rv_vec3_cross(body->w, k->arm[s]));
    k->moved_before[s] = rv_vec3_add(body->v_before, rv_vec3_cross(body->w_before, k->arm[s]));
}
