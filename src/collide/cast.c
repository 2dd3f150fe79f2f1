// Rays against single shapes, in the local frame of the shape. A ray x = from + t way is clipped by
// half spaces (box, hull, the ends of a cylinder) or by quadrics. For those the point of the ray
// nearest to the middle comes first, so that rays from far away lose no digits:
//   c = |o|^2 - r^2,  b = o.way,  q = o - (b / way^2) way,   t = c / (-b + |way| sqrt(r^2 - q^2))
#include "collide/cast.h"
#include "collide/height_field.h"
#include "collide/hull.h"
#include "collide/trimesh.h"

typedef struct ray {
    rv_vec3 from, way;
    double limit;
} ray;

typedef struct hit {
    double t; // INFINITY: none
    rv_vec3 normal;
} hit;

static const hit NOTHING = {.t = INFINITY};

static inline rv_vec3 point_at(const ray* r, double t) {
    return rv_vec3_mul_add(r->from, t, r->way);
}

// --- quadrics ------------------------------------------------------------------------------------

// t in and out of |o + t way| <= radius; in > out: never inside. Without components along an axis,
// this is a cylinder about it
typedef struct span {
    double in, out;
} span;

static span span_in_ball(rv_vec3 o, rv_vec3 way, double radius) {
    double a = rv_vec3_dot(way, way), b = rv_vec3_dot(o, way);
    double c = rv_vec3_dot(o, o) - radius * radius;
    if (a == 0.0)
        return c <= 0.0 ? (span){-INFINITY, INFINITY} : (span){INFINITY, -INFINITY};
    rv_vec3 nearest = rv_vec3_mul_add(o, -b / a, way);
    double half_chord = radius * radius - rv_vec3_dot(nearest, nearest);
    if (half_chord < 0.0)
        return (span){INFINITY, -INFINITY};
    // the end on the far side of `nearest` has no cancellation, the other follows from the product
    double root = sqrt(a * half_chord), q = b > 0.0 ? -(b + root) : root - b;
    double far = q / a, near = q != 0.0 ? c / q : 0.0;
    return b > 0.0 ? (span){far, near} : (span){near, far};
}

static hit cast_ball(const ray* r, rv_vec3 middle, double radius) {
    rv_vec3 o = rv_vec3_sub(r->from, middle);
    span inside = span_in_ball(o, r->way, radius);
    if (!(inside.in >= 0.0 && inside.in <= r->limit))
        return NOTHING;
    rv_vec3 at = rv_vec3_mul_add(o, inside.in, r->way);
    return (hit){inside.in, rv_vec3_normalize(at)};
}

static inline rv_vec3 across(rv_vec3 v) {
    return (rv_vec3){0.0, v.y, v.z};
}

static hit cast_capsule(const ray* r, double radius, double half_length) {
    double x = fmin(fmax(r->from.x, -half_length), half_length);
    rv_vec3 off = rv_vec3_sub(r->from, (rv_vec3){x, 0.0, 0.0});
    if (rv_vec3_dot(off, off) < radius * radius)
        return NOTHING;
    // from outside, the first of its three parts
    hit first = cast_ball(r, (rv_vec3){half_length, 0.0, 0.0}, radius);
    hit other = cast_ball(r, (rv_vec3){-half_length, 0.0, 0.0}, radius);
    if (other.t < first.t)
        first = other;
    double t = span_in_ball(across(r->from), across(r->way), radius).in;
    rv_vec3 at = point_at(r, t);
    if (t >= 0.0 && t <= r->limit && t < first.t && fabs(at.x) <= half_length)
        first = (hit){t, rv_vec3_normalize(across(at))};
    return first;
}

// --- half spaces ---------------------------------------------------------------------------------

// the part of the ray inside of all half spaces so far, and the normal where it comes in
typedef struct clip {
    span inside;
    rv_vec3 normal;
} clip;

static const clip WHOLE_RAY = {.inside = {-INFINITY, INFINITY}};

// by the half space normal . x <= offset
static inline void clip_by(clip* c, const ray* r, rv_vec3 normal, double offset) {
    double above = rv_vec3_dot(normal, r->from) - offset, rate = rv_vec3_dot(normal, r->way);
    if (rate < 0.0) {
        double t = above / -rate;
        if (t > c->inside.in) {
            c->inside.in = t;
            c->normal = normal;
        }
    } else if (rate > 0.0) {
        c->inside.out = fmin(c->inside.out, -above / rate);
    } else if (above > 0.0) {
        c->inside.out = -INFINITY;
    }
}

static hit clipped(const clip* c, const ray* r) {
    double t = c->inside.in;
    return t >= 0.0 && t <= c->inside.out && t <= r->limit ? (hit){t, c->normal} : NOTHING;
}

static hit cast_box(const ray* r, rv_vec3 half) {
    clip c = WHOLE_RAY;
    clip_by(&c, r, (rv_vec3){1.0, 0.0, 0.0}, half.x);
    clip_by(&c, r, (rv_vec3){-1.0, 0.0, 0.0}, half.x);
    clip_by(&c, r, (rv_vec3){0.0, 1.0, 0.0}, half.y);
    clip_by(&c, r, (rv_vec3){0.0, -1.0, 0.0}, half.y);
    clip_by(&c, r, (rv_vec3){0.0, 0.0, 1.0}, half.z);
    clip_by(&c, r, (rv_vec3){0.0, 0.0, -1.0}, half.z);
    return clipped(&c, r);
}

static hit cast_hull(const ray* r, const rv_hull* hull) {
    clip c = WHOLE_RAY;
    for (int k = 0; k < hull->faces.count; k++)
        clip_by(&c, r, hull->faces.data[k].normal, hull->faces.data[k].offset);
    return clipped(&c, r);
}

static hit cast_cylinder(const ray* r, double radius, double half_length) {
    span side = span_in_ball(across(r->from), across(r->way), radius);
    if (side.in > side.out)
        return NOTHING;
    clip c = {.inside = side, .normal = rv_vec3_normalize(across(point_at(r, side.in)))};
    clip_by(&c, r, (rv_vec3){1.0, 0.0, 0.0}, half_length);
    clip_by(&c, r, (rv_vec3){-1.0, 0.0, 0.0}, half_length);
    return clipped(&c, r);
}

static hit cast_plane(const ray* r) {
    clip c = WHOLE_RAY;
    clip_by(&c, r, (rv_vec3){0.0, 0.0, 1.0}, 0.0);
    return clipped(&c, r);
}

// --- triangles -----------------------------------------------------------------------------------

static hit cast_mesh(const ray* r, const rv_trimesh* mesh) {
    int triangle = -1;
    double t = rv_trimesh_cast(mesh, r->from, r->way, r->limit, &triangle);
    if (!(t <= r->limit))
        return NOTHING;
    // a sheet has two sides
    rv_vec3 normal = mesh->normals.data[triangle];
    return (hit){t, rv_vec3_dot(normal, r->way) > 0.0 ? rv_vec3_neg(normal) : normal};
}

static hit cast_field(const ray* r, const rv_height_field* field) {
    int triangle = -1;
    double t = rv_height_field_cast(field, r->from, r->way, r->limit, &triangle);
    if (!(t <= r->limit))
        return NOTHING;
    rv_vec3 corner[3];
    rv_height_field_corners(field, triangle, corner);
    rv_vec3 normal = rv_vec3_normalize(
        rv_vec3_cross(rv_vec3_sub(corner[1], corner[0]), rv_vec3_sub(corner[2], corner[0])));
    if (normal.z < 0.0)
        normal = rv_vec3_neg(normal);
    // up through the surface: it started inside
    return rv_vec3_dot(normal, r->way) > 0.0 ? NOTHING : (hit){t, normal};
}

static hit cast_local(const ray* r, const rv_geometry* geometry) {
    switch (geometry->type) {
    case RV_SHAPE_SPHERE:
        return cast_ball(r, (rv_vec3){0.0, 0.0, 0.0}, geometry->radius);
    case RV_SHAPE_CAPSULE:
        return cast_capsule(r, geometry->radius, geometry->half_length);
    case RV_SHAPE_CYLINDER:
        return cast_cylinder(r, geometry->radius, geometry->half_length);
    case RV_SHAPE_BOX:
        return cast_box(r, geometry->half_extents);
    case RV_SHAPE_PLANE:
        return cast_plane(r);
    case RV_SHAPE_HULL:
        return cast_hull(r, geometry->hull);
    case RV_SHAPE_MESH:
        return cast_mesh(r, geometry->mesh);
    case RV_SHAPE_HEIGHT_FIELD:
        return cast_field(r, geometry->field);
    }
    return NOTHING;
}

double rv_cast_shape(const rv_placed* placed, rv_vec3 from, rv_vec3 way, double limit,
                     rv_vec3* normal) {
    ray r = {rv_placed_to_local(placed, from), rv_mat3_apply_transpose(placed->R, way), limit};
    hit found = cast_local(&r, placed->geometry);
    if (found.t < INFINITY)
        *normal = rv_mat3_apply(placed->R, found.normal);
    return found.t;
}

// Weights are volumes over the ray: those of two triangles with a common edge differ by the sign, to
// the bit.
double rv_cast_triangle(const rv_vec3 x[3], rv_vec3 from, rv_vec3 way, double weight[3]) {
    rv_vec3 a[3];
    double volume[3];
    for (int k = 0; k < 3; k++)
        a[k] = rv_vec3_sub(x[k], from);
    for (int k = 0; k < 3; k++)
        volume[k] = -rv_vec3_dot(way, rv_vec3_cross(a[(k + 1) % 3], a[(k + 2) % 3]));
    double sum = volume[0] + volume[1] + volume[2];
    if (!(volume[0] >= 0.0 && volume[1] >= 0.0 && volume[2] >= 0.0 && sum > 0.0))
        return INFINITY;
    rv_vec3 n = rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0]));
    double t = rv_vec3_dot(n, a[0]) / rv_vec3_dot(n, way);
    if (!(t >= 0.0))
        return INFINITY;
    for (int k = 0; k < 3; k++)
        weight[k] = volume[k] / sum;
    return t;
}
