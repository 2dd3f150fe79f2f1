// Solids: what their user asks, and pushes.
#include "collide/segment.h"
#include "model/cable.h"
#include "model/solid.h"

#include <math.h>

bool rv_solid_is_valid(const rv_world* world, rv_solid_id id) {
    return rv_world_solid(world, id) != NULL;
}

rv_solid_id rv_solid_next(const rv_world* world, rv_solid_id id) {
    rv_id next = rv_id_pool_next(&world->solid_ids, id.slot);
    return (rv_solid_id){next.slot, next.generation, next.world};
}

int rv_solid_count(const rv_world* world) {
    return world->solid_ids.alive_count;
}

rv_solid_model rv_solid_get_model(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? (rv_solid_model)0 : solid->model;
}

void* rv_solid_user_data(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? NULL : solid->user_data;
}

rv_pose rv_solid_frame(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    if (solid == NULL)
        return (rv_pose){{NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}};
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    return (rv_pose){frame.x, frame.q};
}

rv_body_id rv_solid_frame_body(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return rv_world_body_id(world, solid == NULL ? -1 : solid->body);
}

int rv_solid_node_count(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? 0 : solid->corners;
}

static bool has_node(const rv_solid* solid, int node) {
    return solid != NULL && node >= 0 && node < solid->corners;
}

rv_vec3 rv_solid_node(const rv_world* world, rv_solid_id id, int node) {
    const rv_solid* solid = rv_world_solid(world, id);
    if (!has_node(solid, node))
        return (rv_vec3){NAN, NAN, NAN};
    const rv_solid_work* work = rv_solid_work_of(world, solid);
    if (!rv_solid_is_inner(work, node))
        return rv_solid_point(world, solid, node);
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    rv_vec3 X = rv_vec3_add(work->fem.rest.data[node], rv_solid_inner(world, solid, frame.R, node));
    return rv_vec3_add(frame.x, rv_mat3_apply(frame.R, X));
}

rv_vec3 rv_solid_node_velocity(const rv_world* world, rv_solid_id id, int node) {
    const rv_solid* solid = rv_world_solid(world, id);
    return has_node(solid, node) ? rv_solid_point_velocity(world, solid, node) : (rv_vec3){0, 0, 0};
}

int rv_solid_triangle_count(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? 0 : rv_solid_work_of(world, solid)->triangles.count / 3;
}

void rv_solid_triangle(const rv_world* world, rv_solid_id id, int index, int32_t corners[3]) {
    const rv_solid* solid = rv_world_solid(world, id);
    bool is_there = index >= 0 && index < rv_solid_triangle_count(world, id);
    for (int k = 0; k < 3; k++)
        corners[k] = is_there ? rv_solid_work_of(world, solid)->triangles.data[3 * index + k] : 0;
}

rv_vec3 rv_solid_nearest(const rv_world* world, rv_solid_id id, rv_vec3 point) {
    const rv_solid* solid = rv_world_solid(world, id);
    rv_vec3 found = {NAN, NAN, NAN};
    if (solid == NULL)
        return found;
    const rv_solid_work* work = rv_solid_work_of(world, solid);
    rv_motion frame = rv_solid_motion(world, NULL, solid);
    double least = INFINITY;
    for (int t = 0; t < work->triangles.count / 3; t++) {
        const int32_t* node = work->triangles.data + 3 * t;
        rv_vec3 x[3];
        for (int k = 0; k < 3; k++)
            x[k] = rv_solid_point_with(world, solid, node[k], &frame);
        rv_vec3 on = rv_nearest_on_triangle(point, x);
        double distance = rv_vec3_length(rv_vec3_sub(point, on)), weight[3];
        if (!(distance < least))
            continue;
        least = distance;
        rv_weigh_in_triangle(x, on, weight);
        found = (rv_vec3){0, 0, 0};
        for (int k = 0; k < 3; k++)
            found = rv_vec3_mul_add(found, weight[k], work->fem.rest.data[node[k]]);
    }
    return found;
}

double rv_solid_mass(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? 0.0 : rv_solid_work_of(world, solid)->mass;
}

double rv_solid_kinetic_energy(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? 0.0 : solid->kinetic;
}

double rv_solid_elastic_energy(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? 0.0 : solid->elastic;
}

rv_vec3 rv_solid_force(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? (rv_vec3){0, 0, 0} : solid->force;
}

rv_vec3 rv_solid_torque(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid == NULL ? (rv_vec3){0, 0, 0} : solid->torque;
}

bool rv_solid_is_frozen(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid != NULL && solid->frozen;
}

bool rv_solid_is_asleep(const rv_world* world, rv_solid_id id) {
    const rv_solid* solid = rv_world_solid(world, id);
    return solid != NULL && solid->asleep;
}

bool rv_solid_wake(rv_world* world, rv_solid_id id) {
    rv_call_begin(world);
    rv_solid* solid = rv_world_solid(world, id);
    if (!RV_CHECK(world, solid != NULL, "rv_solid_wake: no such solid"))
        return false;
    rv_solid_rouse(solid);
    return true;
}

bool rv_solid_apply_force(rv_world* world, rv_solid_id id, int node, rv_vec3 force) {
    rv_call_begin(world);
    rv_solid* solid = rv_world_solid(world, id);
    if (!RV_CHECK(world, solid != NULL, "rv_solid_apply_force: no such solid")
        || !RV_CHECK(world, has_node(solid, node),
                     "rv_solid_apply_force: node = %d: must be in [0, %d)", node, solid->corners)
        || !RV_CHECK(world, rv_solid_work_of(world, solid)->free.data[node] >= 0,
                     "rv_solid_apply_force: node = %d: must not be held, nor inside a static solid",
                     node)
        || !RV_CHECK(world, rv_is_finite3(force), "rv_solid_apply_force: must be finite"))
        return false;
    rv_vec3* push = &world->solid_push.data[solid->first + node];
    *push = rv_vec3_add(*push, force);
    rv_solid_rouse(solid);
    return true;
}

int rv_world_solid_contact_count(const rv_world* world) {
    return world->soft_sites.count;
}

static rv_cable_id thread_of(const rv_world* world, const rv_soft_side* side) {
    return side->rod < 0 ? (rv_cable_id){0}
                         : rv_world_cable_id(world, world->rods.data[side->rod].cable);
}

rv_solid_contact rv_world_solid_contact(const rv_world* world, int index) {
    if (index < 0 || index >= world->soft_sites.count)
        return (rv_solid_contact){0};
    const rv_soft_site* soft = &world->soft_sites.data[index];
    const rv_soft_side* other = &soft->side[0];
    rv_vec3 at = {0, 0, 0};
    const rv_solid* solid = &world->solids.data[soft->side[1].solid];
    for (int k = 0; k < soft->side[1].count; k++)
        at = rv_vec3_mul_add(at, soft->side[1].weight[k],
                             rv_solid_point(world, solid, soft->side[1].node[k]));
    return (rv_solid_contact){.solid = rv_world_solid_id(world, soft->side[1].solid),
                              .other = rv_world_solid_id(world, other->solid),
                              .body = rv_world_body_id(world, other->solid < 0 ? other->body : -1),
                              .cable = thread_of(world, other),
                              .shape =
                                  other->shape < 0 ? 0 : world->shapes.data[other->shape].index,
                              .position = at,
                              .normal = soft->site.normal,
                              .gap = soft->site.gap,
                              .normal_force = soft->site.mean_force,
                              .friction_force = soft->site.mean_friction};
}
