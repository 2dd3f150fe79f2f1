// Bounds, reach and thickness of shapes. The half size of a box of half extents h in a frame R is
// |R| h, entry by entry; a disc of radius r in the plane of y and z reaches r sqrt(y_k^2 + z_k^2)
// along axis k (and not sqrt(1 - x_k^2), which has lost half of its digits where x_k is near 1).
#include "collide/geometry.h"

#include "collide/height_field.h"
#include "collide/hull.h"
#include "collide/trimesh.h"

static rv_aabb around(rv_vec3 centre, rv_vec3 half) {
    return (rv_aabb){rv_vec3_sub(centre, half), rv_vec3_add(centre, half)};
}

static rv_vec3 half_size_of_box(const rv_mat3* R, rv_vec3 half) {
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = fabs(R->m[k][0]) * half.x + fabs(R->m[k][1]) * half.y + fabs(R->m[k][2]) * half.z;
    return rv_vec3_load(size);
}

static rv_vec3 half_size_of_cylinder(const rv_mat3* R, double radius, double half_length) {
    double size[3];
    for (int k = 0; k < 3; k++) {
        const double* row = R->m[k];
        size[k] = half_length * fabs(row[0]) + radius * sqrt(row[1] * row[1] + row[2] * row[2]);
    }
    return rv_vec3_load(size);
}

static rv_aabb bounds_of_local_box(const rv_placed* p, rv_vec3 lower, rv_vec3 upper) {
    rv_vec3 half = rv_vec3_scale(rv_vec3_sub(upper, lower), 0.5);
    rv_vec3 centre = rv_vec3_add(lower, half);
    return around(rv_placed_to_world(p, centre), half_size_of_box(&p->R, half));
}

static rv_aabb bounds_of_hull(const rv_placed* p, const rv_hull* hull) {
    rv_vec3 first = rv_mat3_apply(p->R, hull->corners.data[0]);
    rv_aabb b = {first, first};
    for (int i = 1; i < hull->corners.count; i++) {
        rv_vec3 c = rv_mat3_apply(p->R, hull->corners.data[i]);
        b = rv_aabb_union(b, (rv_aabb){c, c});
    }
    return (rv_aabb){rv_vec3_add(p->position, b.lower), rv_vec3_add(p->position, b.upper)};
}

// only an axis-aligned plane is bounded by anything
static rv_aabb bounds_of_plane(const rv_placed* p) {
    rv_aabb b = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    rv_vec3 n = rv_mat3_column(p->R, 2);
    if (n.y == 0.0 && n.z == 0.0)
        *(n.x > 0.0 ? &b.upper.x : &b.lower.x) = p->position.x;
    else if (n.x == 0.0 && n.z == 0.0)
        *(n.y > 0.0 ? &b.upper.y : &b.lower.y) = p->position.y;
    else if (n.x == 0.0 && n.y == 0.0)
        *(n.z > 0.0 ? &b.upper.z : &b.lower.z) = p->position.z;
    return b;
}

// as deep below as it reaches: what has sunk in must be found
static rv_aabb bounds_of_field(const rv_placed* p, const rv_height_field* field) {
    double x = 0.5 * (field->columns - 1) * field->spacing_x;
    double y = 0.5 * (field->rows - 1) * field->spacing_y;
    return bounds_of_local_box(p, rv_vec3_make(-x, -y, field->lower - field->reach),
                               rv_vec3_make(x, y, field->upper));
}

rv_aabb rv_placed_bounds(const rv_placed* p) {
    const rv_geometry* g = p->geometry;
    switch (g->type) {
    case RV_SHAPE_SPHERE:
        return around(p->position, rv_vec3_make(g->radius, g->radius, g->radius));
    case RV_SHAPE_CAPSULE: {
        rv_vec3 core = half_size_of_cylinder(&p->R, 0.0, g->half_length);
        return rv_aabb_grow(around(p->position, core), g->radius);
    }
    case RV_SHAPE_CYLINDER:
        return around(p->position, half_size_of_cylinder(&p->R, g->radius, g->half_length));
    case RV_SHAPE_BOX:
        return around(p->position, half_size_of_box(&p->R, g->half_extents));
    case RV_SHAPE_HULL:
        return bounds_of_hull(p, g->hull);
    case RV_SHAPE_MESH: {
        const rv_aabb* root = &g->mesh->nodes.data[0].bounds;
        return bounds_of_local_box(p, root->lower, root->upper);
    }
    case RV_SHAPE_HEIGHT_FIELD:
        return bounds_of_field(p, g->field);
    default:
        return bounds_of_plane(p);
    }
}

double rv_geometry_reach(const rv_geometry* g) {
    switch (g->type) {
    case RV_SHAPE_SPHERE:
        return g->radius;
    case RV_SHAPE_CAPSULE:
        return g->radius + g->half_length;
    case RV_SHAPE_CYLINDER:
        return sqrt(g->radius * g->radius + g->half_length * g->half_length);
    case RV_SHAPE_BOX:
        return rv_vec3_length(g->half_extents);
    case RV_SHAPE_HULL:
        return g->hull->reach;
    case RV_SHAPE_MESH:
        return g->mesh->reach;
    case RV_SHAPE_HEIGHT_FIELD:
        return g->field->reach;
    default:
        return INFINITY;
    }
}

double rv_geometry_thickness(const rv_geometry* g) {
    switch (g->type) {
    case RV_SHAPE_SPHERE:
    case RV_SHAPE_CAPSULE:
        return 2.0 * g->radius;
    case RV_SHAPE_CYLINDER:
        return 2.0 * fmin(g->radius, g->half_length);
    case RV_SHAPE_BOX:
        return 2.0 * fmin(fmin(g->half_extents.x, g->half_extents.y), g->half_extents.z);
    case RV_SHAPE_HULL:
        return g->hull->thickness;
    case RV_SHAPE_MESH:
    case RV_SHAPE_HEIGHT_FIELD:
        return 0.0;
    default:
        return INFINITY;
    }
}
