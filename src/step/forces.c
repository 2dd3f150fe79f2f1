// Stages "inputs" and "forces": what pushes the bodies before any row acts.
//   r = M v + h f,  f: gravity, user forces;  drag is implicit: A = M + h D (written in solve.c)
// The gyroscopic term is in the spin w_m that turns a free body over the step, which is
// what rows act on (model/body_turn.c).
#include "model/body.h"
#include "model/family.h"
#include "step/step.h"

#include <math.h>

void rv_stage_inputs(rv_step* step) {
    rv_world* world = step->world;
    if (world->def.force != NULL)
        world->def.force(world->def.force_context, world, world->time, step->dt);
    rv_haptics_follow(world, step->dt);
    rv_families_do(take_inputs, world);
}

// R I R^T = I_z + (I_s - I_z) a a^T, a: the axis in the world
static rv_mat3 round_inertia(const rv_body* body, int axis) {
    double across = body->inertia.m[(axis + 1) % 3][(axis + 1) % 3];
    rv_vec3 a = rv_mat3_column(body->R, axis);
    rv_vec3 b = rv_vec3_scale(a, body->inertia.m[axis][axis] - across);
    double xy = a.x * b.y, xz = a.x * b.z, yz = a.y * b.z;
    return (rv_mat3){
        {{across + a.x * b.x, xy, xz}, {xy, across + a.y * b.y, yz}, {xz, yz, across + a.z * b.z}}};
}

// A velocity is that of the middle of a substep. Where substeps change their length, the way from one
// middle to the next is half of both, and for so long gravity acts, and what holds against it:
//   M (v' - v) = (h_0 + h)/2 (f + G^T lambda)
// With h in its place each change would shift the energy by (h - h_0)/2 times the power of f. What the
// user pushes with is meant for the step, and acts for h.
static void choose_acting(const rv_world* world, rv_island* island) {
    double h_before = 0.0;
    if (island->bodies.count > 0)
        h_before = world->bodies.data[island->bodies.data[0]].last_h;
    island->h_before = h_before > 0.0 ? h_before : island->h;
    island->h_acting = island->is_rigid ? 0.5 * (island->h_before + island->h) : island->h;
}

void rv_stage_forces(rv_world* world, rv_island* island) {
    choose_acting(world, island);
    double h = island->h;
    for (int i = 0; i < island->bodies.count; i++) {
        rv_body* body = &world->bodies.data[island->bodies.data[i]];
        double* v = island->v.data + island->kkt.block_first.data[i];
        double* r = island->r.data + island->kkt.block_first.data[i];
        if (body->kind == RV_BODY_SCALAR) {
            v[0] = body->v.x;
            r[0] = body->mass * body->v.x + h * body->force.x;
            continue;
        }
        rv_vec3 force = rv_vec3_mul_add(body->force, body->mass, world->def.gravity);
        rv_vec3 momentum = rv_vec3_mul_add(rv_vec3_scale(body->v, body->mass), h, force);
        double more = (island->h_acting - h) * body->mass;
        rv_vec3_store(v, body->v);
        rv_vec3_store(r, rv_vec3_mul_add(momentum, more, world->def.gravity));
        if (body->kind == RV_BODY_PARTICLE)
            continue;
        // segments of cables are round, however short they are
        if (body->slender >= 0 || body->strand >= 0)
            body->inertia_world = round_inertia(body, body->slender >= 0 ? body->slender : 0);
        else
            body->inertia_world =
                rv_mat3_mul_transpose(rv_mat3_mul(body->R, body->inertia), body->R);
        body->gyro = rv_body_turns_freely(body, body->w, h).before;
        rv_vec3 spin = rv_vec3_add(body->w, body->gyro);
        rv_vec3_store(v + 3, spin);
        rv_vec3_store(r + 3,
                      rv_vec3_mul_add(rv_mat3_apply(body->inertia_world, spin), h, body->torque));
    }
}
