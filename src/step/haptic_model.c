// The local model of a haptic tick: its memory, and whether it can be used.
#include "step/haptic_model.h"

#include "collide/soft.h"
#include "model/world.h"
#include "solve/dense.h"

#include <string.h>

static size_t matrix_size(int max_points) {
    size_t rows = 3 * (size_t)max_points;
    return rows * rows;
}

bool rv_haptic_model_make(rv_memory* memory, rv_haptic_model* model, int max_points) {
    size_t n = matrix_size(max_points), points = (size_t)max_points * sizeof *model->points;
    *model = (rv_haptic_model){.tool = rv_pose_identity()};
    model->points = rv_memory_allocate(memory, points);
    model->C_tool = rv_memory_allocate(memory, n * sizeof(double));
    model->C_world = rv_memory_allocate(memory, n * sizeof(double));
    if (model->points == NULL || model->C_tool == NULL || model->C_world == NULL) {
        rv_haptic_model_free(memory, model, max_points);
        return false;
    }
    // the system gives memory when it is touched: not in a tick
    memset(model->points, 0, points);
    memset(model->C_tool, 0, n * sizeof(double));
    memset(model->C_world, 0, n * sizeof(double));
    return true;
}

void rv_haptic_model_free(rv_memory* memory, rv_haptic_model* model, int max_points) {
    size_t n = matrix_size(max_points), points = (size_t)max_points * sizeof *model->points;
    rv_memory_release(memory, model->points, points);
    rv_memory_release(memory, model->C_tool, n * sizeof(double));
    rv_memory_release(memory, model->C_world, n * sizeof(double));
    *model = (rv_haptic_model){0};
}

static bool pose_is_finite(rv_pose pose) {
    rv_quat q = pose.rotation;
    return rv_is_finite3(pose.position) && isfinite(q.w + q.x + q.y + q.z);
}

static bool point_is_finite(const rv_haptic_point* p) {
    return rv_is_finite3(p->point) && rv_is_finite3(p->origin) && rv_is_finite3(p->velocity)
           && rv_is_finite3(p->spin) && rv_is_finite3(p->normal) && rv_is_finite3(p->force)
           && pose_is_finite(p->pose) && isfinite(p->gap + p->radius + p->friction);
}

bool rv_haptic_model_is_finite(const rv_haptic_model* model) {
    if (!isfinite(model->time + model->step) || !pose_is_finite(model->tool))
        return false;
    for (int i = 0; i < model->count; i++)
        if (!point_is_finite(&model->points[i]))
            return false;
    size_t n = matrix_size(model->count);
    return (!model->tool_gives || rv_dense_all_finite(model->C_tool, n))
           && (!model->world_gives || rv_dense_all_finite(model->C_world, n));
}

double rv_haptic_distance(const rv_geometry* geometry, rv_pose pose, rv_vec3 point,
                          rv_vec3* normal) {
    rv_placed placed = {geometry, pose.position, rv_quat_to_mat3(pose.rotation)};
    rv_vec3 on;
    return rv_shape_nearest(&placed, point, INFINITY, &on, normal);
}
