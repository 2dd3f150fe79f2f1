// Strands, stage "rows": drag of the segments. On each acts k_n across it and k_t along it, k =
// coefficient * area * speed, on its velocity against the fluid, and k_n l^2/12 against turning
// across. The step takes k_n (v' - flow) in all directions, and adds what that is too much of along
// it (and about it) from the velocity it has: exact where the motion is steady, stable for any k.
#include "model/strand.h"

#include <math.h>

static void add_segment_drag(rv_island* island, const rv_cable* cable, rv_body* body,
                             double length) {
    const rv_cable_drag* drag = &cable->segments.drag;
    double area = 0.5 * drag->density * cable->diameter * length, h = island->h;
    rv_vec3 axis = rv_mat3_column(body->R, 0), speed = rv_vec3_sub(body->v, drag->flow);
    rv_vec3 along = rv_vec3_scale(axis, rv_vec3_dot(speed, axis));
    rv_vec3 across = rv_vec3_sub(speed, along);
    rv_vec3 spin = rv_vec3_scale(axis, rv_vec3_dot(body->w, axis));
    double turning = 0.5 * length * rv_vec3_length(rv_vec3_sub(body->w, spin));
    double normal = area * drag->across * rv_vec3_length(across);
    double tangent = area * drag->along * rv_vec3_length(along);
    double most = fmax(normal, tangent);
    double turn = area * drag->across * (rv_vec3_length(across) + turning) * length * length / 12.0;
    body->linear_damping = most;
    body->angular_damping = turn;
    rv_vec3 force = rv_vec3_scale(drag->flow, most);
    force = rv_vec3_mul_add(force, most - tangent, along);
    force = rv_vec3_mul_add(force, most - normal, across);
    double* r = island->r.data + island->kkt.block_first.data[body->block];
    rv_vec3_store(r, rv_vec3_mul_add(rv_vec3_load(r), h, force));
    rv_vec3_store(r + 3, rv_vec3_mul_add(rv_vec3_load(r + 3), h * turn, spin));
}

void rv_strand_add_drag(rv_world* world, rv_island* island, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_cable_drag* drag = &cable->segments.drag;
    if (!(drag->density * (drag->across + drag->along) > 0.0))
        return;
    const int32_t* bodies = rv_strand_bodies(world, strand);
    const double* lengths = rv_strand_lengths(world, strand);
    for (int i = 1; i <= strand->segment_count; i++)
        if (world->bodies.data[bodies[i]].block >= 0)
            add_segment_drag(island, cable, &world->bodies.data[bodies[i]], lengths[i]);
}
