// The box round a drawing, and the squares that planes without end are cut to: see drawing.h.
#include "view/drawing.h"

#include <math.h>

// half side of the square that a plane is cut to, if there is nothing else to see [m]
static const double LONELY_PLANE = 10.0;

static void enclose(rv_drawing* d, rv_vec3 center, rv_vec3 half) {
    rv_vec3 low = rv_vec3_sub(center, half), high = rv_vec3_add(center, half);
    if (!isfinite(low.x + low.y + low.z + high.x + high.y + high.z))
        return;
    d->low = (rv_vec3){fmin(d->low.x, low.x), fmin(d->low.y, low.y), fmin(d->low.z, low.z)};
    d->high = (rv_vec3){fmax(d->high.x, high.x), fmax(d->high.y, high.y), fmax(d->high.z, high.z)};
}

// half sizes along the world's axes of a box that is turned
static rv_vec3 turned_box(rv_quat rotation, rv_vec3 half) {
    rv_mat3 m = rv_quat_to_mat3(rotation);
    double h[3];
    for (int i = 0; i < 3; i++)
        h[i] = fabs(m.m[i][0]) * half.x + fabs(m.m[i][1]) * half.y + fabs(m.m[i][2]) * half.z;
    return (rv_vec3){h[0], h[1], h[2]};
}

static void enclose_facets(rv_drawing* d, const rv_facets* facets, rv_pose pose) {
    for (int i = 0; facets != NULL && i < facets->vertex_count; i++)
        enclose(d, rv_pose_apply(pose, facets->vertices[i]), (rv_vec3){0, 0, 0});
}

static void enclose_shape(rv_drawing* d, int index, rv_pose body) {
    const rv_shape_def* shape = &d->shapes[index];
    rv_vec3 center =
        rv_vec3_add(body.position, rv_quat_rotate(body.rotation, shape->local.position));
    rv_quat rotation = rv_quat_mul(body.rotation, shape->local.rotation);
    rv_vec3 round = {shape->radius, shape->radius, shape->radius};
    switch (shape->type) {
    case RV_SHAPE_SPHERE:
        enclose(d, center, round);
        return;
    case RV_SHAPE_BOX:
        enclose(d, center, turned_box(rotation, shape->half_extents));
        return;
    case RV_SHAPE_CAPSULE:
    case RV_SHAPE_CYLINDER:
        enclose(d, center,
                rv_vec3_add(turned_box(rotation, (rv_vec3){shape->half_length, 0, 0}), round));
        return;
    case RV_SHAPE_PLANE: // reaches for ever
        return;
    case RV_SHAPE_HULL:
    case RV_SHAPE_MESH:
    case RV_SHAPE_HEIGHT_FIELD:
        enclose_facets(d, rv_drawing_facets(d, index), rv_pose_mul(body, shape->local));
        return;
    }
}

void rv_drawing_measure(rv_drawing* d) {
    d->low = (rv_vec3){INFINITY, INFINITY, INFINITY};
    d->high = (rv_vec3){-INFINITY, -INFINITY, -INFINITY};
    const rv_vec3 none = {0, 0, 0};
    for (int i = 0; i < d->body_count; i++) {
        const rv_drawing_body* body = &d->bodies[i];
        if (body->kind == RV_BODY_SCALAR)
            continue;
        for (int k = 0; k < body->shape_count; k++)
            enclose_shape(d, body->first_shape + k, d->poses[i]);
        if (body->shape_count == 0)
            enclose(d, d->poses[i].position, none);
    }
    for (int i = 0; i < d->wheel_count; i++) {
        const rv_drawing_wheel* w = &d->wheels[i];
        rv_vec3 center = w->center;
        if (w->body >= 0)
            center = rv_vec3_add(d->poses[w->body].position,
                                 rv_quat_rotate(d->poses[w->body].rotation, center));
        enclose(d, center, (rv_vec3){w->radius, w->radius, w->radius});
    }
    for (int i = 0; i < d->point_count; i++)
        enclose(d, d->points[i].position, none);
    for (int i = 0; i < d->solid_count; i++)
        for (int k = 0; k < d->solids[i].facets.vertex_count; k++)
            enclose(d, d->solids[i].facets.vertices[k], none);
}

// a square of a plane, below the middle of all else and as wide as that is in all directions
static void cut_plane(const rv_drawing* d, rv_shape_def* shape, rv_pose body) {
    bool lonely = !(d->low.x <= d->high.x);
    double half = rv_vec3_length(rv_vec3_sub(d->high, d->low));
    half = lonely || !(half > 0.0) ? LONELY_PLANE : half;
    shape->half_extents = (rv_vec3){half, half, 0.0};
    rv_pose placed = rv_pose_mul(body, shape->local);
    rv_vec3 middle = rv_vec3_mul_add(d->low, 0.5, rv_vec3_sub(d->high, d->low));
    rv_vec3 beside = rv_pose_apply_inverse(placed, middle);
    if (!lonely && isfinite(beside.x) && isfinite(beside.y))
        shape->local.position = rv_pose_apply(shape->local, (rv_vec3){beside.x, beside.y, 0.0});
}

void rv_drawing_cut_planes(rv_drawing* d) {
    for (int i = 0; i < d->body_count; i++)
        for (int k = 0; k < d->bodies[i].shape_count; k++) {
            rv_shape_def* shape = &d->shapes[d->bodies[i].first_shape + k];
            if (shape->type == RV_SHAPE_PLANE)
                cut_plane(d, shape, d->poses[i]);
        }
}
