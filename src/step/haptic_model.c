// The local model of a haptic tick: its memory, and distances to the few shapes that it knows.
#include "step/haptic_model.h"

#include "model/world.h"
#include "solve/dense.h"

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
    if (model->points != NULL && model->C_tool != NULL && model->C_world != NULL)
        return true;
    rv_haptic_model_free(memory, model, max_points);
    return false;
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

// --- distances, all in the frame of the shape -------------------------------------------------------

// of a ball round the nearest point of an axis
static double from_axis(rv_vec3 p, double half_length, double radius, rv_vec3* n) {
    rv_vec3 d = rv_vec3_sub(p, (rv_vec3){fmax(-half_length, fmin(half_length, p.x)), 0, 0});
    double length = rv_vec3_length(d);
    *n = length > 0.0 ? rv_vec3_scale(d, 1.0 / length) : (rv_vec3){0, 0, 1};
    return length - radius;
}

// Of a convex shape whose faces are independent: over[k] is how far the point is beyond the face of
// direction out[k]. Outside: the distances beyond add up as a right angle; inside the nearest face.
static double from_faces(const double* over, const rv_vec3* out, int count, rv_vec3* n) {
    rv_vec3 sum = {0, 0, 0};
    int nearest = 0;
    for (int k = 0; k < count; k++) {
        if (over[k] > 0.0)
            sum = rv_vec3_mul_add(sum, over[k], out[k]);
        if (over[k] > over[nearest])
            nearest = k;
    }
    double beyond = rv_vec3_length(sum);
    *n = beyond > 0.0 ? rv_vec3_scale(sum, 1.0 / beyond) : out[nearest];
    return beyond > 0.0 ? beyond : over[nearest];
}

static double from_cylinder(rv_vec3 p, double half_length, double radius, rv_vec3* n) {
    rv_vec3 radial = {0, p.y, p.z};
    double r = rv_vec3_length(radial);
    rv_vec3 out[2] = {r > 0.0 ? rv_vec3_scale(radial, 1.0 / r) : (rv_vec3){0, 0, 1},
                      {p.x < 0.0 ? -1.0 : 1.0, 0, 0}};
    double over[2] = {r - radius, fabs(p.x) - half_length};
    return from_faces(over, out, 2, n);
}

static double from_box(rv_vec3 p, rv_vec3 half, rv_vec3* n) {
    rv_vec3 out[3] = {{p.x < 0.0 ? -1.0 : 1.0, 0, 0},
                      {0, p.y < 0.0 ? -1.0 : 1.0, 0},
                      {0, 0, p.z < 0.0 ? -1.0 : 1.0}};
    double over[3] = {fabs(p.x) - half.x, fabs(p.y) - half.y, fabs(p.z) - half.z};
    return from_faces(over, out, 3, n);
}

double rv_haptic_distance(const rv_geometry* geometry, rv_pose pose, rv_vec3 point,
                          rv_vec3* normal) {
    rv_vec3 p = rv_pose_apply_inverse(pose, point), n = {0, 0, 1};
    double gap = p.z;
    switch (geometry->type) {
    case RV_SHAPE_SPHERE:
        gap = from_axis(p, 0.0, geometry->radius, &n);
        break;
    case RV_SHAPE_CAPSULE:
        gap = from_axis(p, geometry->half_length, geometry->radius, &n);
        break;
    case RV_SHAPE_CYLINDER:
        gap = from_cylinder(p, geometry->half_length, geometry->radius, &n);
        break;
    case RV_SHAPE_BOX:
        gap = from_box(p, geometry->half_extents, &n);
        break;
    default:
        break;
    }
    *normal = rv_quat_rotate(pose.rotation, n);
    return gap;
}
