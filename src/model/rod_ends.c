// Rods: what holds their ends. A pinned end stands at a point; a clamped one has two vertices, half an
// edge before and behind that point, so that what bends begins there. Where the end turns with its
// holder, a director tells by how much: fixed to the holder where it is clamped, else carried along as
// the end's edge tilts and spun with the holder about it.
#include "model/rod.h"

// of the way by which an end is behind what holds it, in a step
static const double CATCHES_UP = 0.1;

int rv_rod_held_count(const rv_rod_end* end) {
    return end->held ? 1 + end->clamped : 0;
}

bool rv_rod_end_has_rows(const rv_world* world, const rv_rod_end* end) {
    return end->held && end->body >= 0 && rv_body_dofs(&world->bodies.data[end->body]) > 0;
}

// the holder's frame, so long after the running substep begins
static rv_motion holder_at(const rv_world* world, const rv_island* island, const rv_rod_end* end,
                           double ahead) {
    rv_motion m = rv_motion_of(world, island, end->body);
    if (ahead == 0.0)
        return m;
    m.x = rv_vec3_mul_add(m.x, ahead, m.v);
    m.q = rv_quat_mul(rv_quat_exp(rv_vec3_scale(m.w, ahead)), m.q);
    m.R = rv_quat_to_mat3(m.q);
    return m;
}

// the point of the holder, from its centre of mass, in its frame
static rv_vec3 local_point(const rv_world* world, const rv_rod_end* end) {
    return end->body < 0 ? end->point
                         : rv_vec3_sub(end->point, world->bodies.data[end->body].center);
}

rv_vec3 rv_rod_hold_point(const rv_world* world, const rv_island* island, const rv_rod* rod,
                          int side, int k, double ahead) {
    const rv_rod_end* end = &rod->end[side];
    rv_motion m = holder_at(world, island, end, ahead);
    rv_vec3 local = local_point(world, end);
    if (end->clamped) {
        const double* lengths = rv_rod_lengths(world, rod);
        double half = 0.5 * lengths[side == 0 ? 0 : rod->count - 2];
        local = rv_vec3_mul_add(local, (side == 0) == (k == 1) ? half : -half, end->axis);
    }
    return rv_vec3_add(m.x, rv_mat3_apply(m.R, local));
}

// of the end's k-th vertex, so that it is where its holder has it after the substep
static rv_vec3 held_velocity(const rv_world* world, const rv_island* island, const rv_rod* rod,
                             int side, int k) {
    rv_vec3 x = rv_rod_points(world, rod)[rv_rod_vertex(rod, side, k)];
    rv_vec3 at = rv_rod_hold_point(world, island, rod, side, k, 0.0);
    rv_vec3 to = rv_rod_hold_point(world, island, rod, side, k, island->h);
    rv_vec3 behind = rv_vec3_sub(at, x);
    double l = rv_rod_lengths(world, rod)[side == 0 ? 0 : rod->count - 2];
    double share = rv_vec3_length(behind) > RV_ROD_OFF * l ? CATCHES_UP : 1.0;
    rv_vec3 way = rv_vec3_mul_add(rv_vec3_sub(to, at), share, behind);
    return rv_vec3_scale(way, 1.0 / island->h);
}

rv_vec3 rv_rod_known_velocity(const rv_world* world, const rv_island* island, const rv_rod* rod,
                              int vertex) {
    // of one that both ends have, the last end's
    for (int side = 1; side >= 0 && !rod->frozen; side--)
        for (int k = rv_rod_held_count(&rod->end[side]) - 1; k >= 0; k--)
            if (rv_rod_vertex(rod, side, k) == vertex)
                return held_velocity(world, island, rod, side, k);
    return (rv_vec3){0, 0, 0};
}

rv_vec3 rv_rod_director(const rv_world* world, const rv_island* island, const rv_rod* rod, int side,
                        rv_vec3 tangent, double ahead) {
    const rv_rod_end* end = &rod->end[side];
    rv_motion m = holder_at(world, island, end, ahead);
    if (end->clamped)
        return rv_mat3_apply(m.R, end->director);
    // frames are found from where they were: they do not follow a holder that does not turn them
    double spin = end->turns || !rod->shaped ? ahead * rv_vec3_dot(m.w, tangent) : 0.0;
    return rv_rod_carry(end->director, end->tangent, tangent, spin);
}

void rv_rod_carry_directors(const rv_world* world, const rv_island* island, rv_rod* rod,
                            const rv_vec3* x, double h) {
    for (int side = 0; side < 2; side++) {
        rv_rod_end* end = &rod->end[side];
        int j = side == 0 ? 0 : rod->count - 2;
        rv_vec3 t = rv_vec3_normalize(rv_vec3_sub(x[j + 1], x[j]));
        if (!end->clamped)
            end->director = rv_rod_director(world, island, rod, side, t, h);
        end->tangent = t;
    }
}

void rv_rod_set_grip(const rv_world* world, rv_rod* rod, int side, const rv_rod_grip* grip,
                     const rv_vec3 a[2]) {
    rv_rod_end* end = &rod->end[side];
    const double* m = rv_rod_masses(world, rod);
    end->grown = 0.0;
    end->force = end->held ? grip->force : (rv_vec3){0, 0, 0};
    end->torque = end->turns || end->clamped ? grip->couple : (rv_vec3){0, 0, 0};
    // weight and inertia of the vertices that are held, half an edge beside a clamp's point
    const rv_vec3* x = rv_rod_points(world, rod);
    int inner = rv_rod_vertex(rod, side, 1), outer = rv_rod_vertex(rod, side, 0);
    rv_vec3 half = rv_vec3_scale(rv_vec3_sub(x[inner], x[outer]), end->clamped ? 0.5 : 0.0);
    end->torque = rv_vec3_add(end->torque, rv_vec3_cross(half, end->force));
    for (int k = 0; k < rv_rod_held_count(end); k++) {
        double mass = m[rv_rod_vertex(rod, side, k)];
        rv_vec3 needs = rv_vec3_scale(rv_vec3_sub(a[k], world->def.gravity), mass);
        end->force = rv_vec3_add(end->force, needs);
        end->torque = rv_vec3_mul_add(end->torque, k == 0 ? -1.0 : 1.0, rv_vec3_cross(half, needs));
    }
}
