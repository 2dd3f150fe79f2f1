// Faces of convex things, for contact points that span an area.
#include "collide/convex_face.h"

enum { CAP_CORNERS = 8 };

// a cap tilted by less than this [rad] has its corners along the cylinder's own axes
static const double CAP_LEVEL = 1e-3;

static void add(rv_convex_face* face, rv_vec3 corner, int feature) {
    face->corner[face->count] = corner;
    face->feature[face->count++] = feature;
}

static void box_face(const rv_convex* box, rv_vec3 direction, rv_convex_face* face) {
    rv_vec3 d = rv_mat3_apply_transpose(box->R, direction);
    double local[3] = {d.x, d.y, d.z};
    double half[3] = {box->half_extents.x, box->half_extents.y, box->half_extents.z};
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double side = local[axis] < 0.0 ? -1.0 : 1.0;
    face->normal = rv_vec3_scale(rv_mat3_column(box->R, axis), side);
    // (-, -), (+, -), (+, +), (-, +) run counter-clockwise seen from +axis
    static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int n = 0; n < 4; n++) {
        const double* s = signs[side > 0.0 ? n : 3 - n];
        double p[3];
        p[axis] = side * half[axis];
        p[u] = s[0] * half[u];
        p[v] = s[1] * half[v];
        int feature = (p[0] > 0.0) + 2 * (p[1] > 0.0) + 4 * (p[2] > 0.0);
        add(face, rv_vec3_add(box->position, rv_mat3_apply(box->R, rv_vec3_load(p))), feature);
    }
}

// of the core of a capsule, or along the side of a cylinder
static void line_face(const rv_convex* convex, rv_vec3 beside, rv_convex_face* face) {
    rv_vec3 half = rv_vec3_scale(rv_mat3_column(convex->R, 0), convex->half_length);
    rv_vec3 middle = rv_vec3_add(convex->position, beside);
    add(face, rv_vec3_sub(middle, half), 0);
    add(face, rv_vec3_add(middle, half), 1);
}

static void cylinder_face(const rv_convex* cylinder, rv_vec3 direction, rv_convex_face* face) {
    rv_vec3 axis = rv_mat3_column(cylinder->R, 0);
    double tilt = rv_vec3_dot(axis, direction);
    rv_vec3 across = rv_vec3_mul_add(direction, -tilt, axis);
    double level = rv_vec3_length(across);
    if (level > fabs(tilt)) {
        line_face(cylinder, rv_vec3_scale(across, cylinder->core_radius / level), face);
        return;
    }
    // corners of a cap, one of them the farthest in the direction
    rv_vec3 u =
        level > CAP_LEVEL ? rv_vec3_scale(across, 1.0 / level) : rv_mat3_column(cylinder->R, 1);
    double side = tilt < 0.0 ? -1.0 : 1.0;
    face->normal = rv_vec3_scale(axis, side);
    rv_vec3 v = rv_vec3_cross(face->normal, u);
    rv_vec3 middle = rv_vec3_mul_add(cylinder->position, side * cylinder->half_length, axis);
    for (int n = 0; n < CAP_CORNERS; n++) {
        double sine, cosine;
        rv_sincos(2.0 * RV_PI * n / CAP_CORNERS, &sine, &cosine);
        rv_vec3 radial = rv_vec3_add(rv_vec3_scale(u, cosine), rv_vec3_scale(v, sine));
        add(face, rv_vec3_mul_add(middle, cylinder->core_radius, radial),
            2 + n + (side > 0.0 ? CAP_CORNERS : 0));
    }
}

static void hull_face(const rv_convex* convex, rv_vec3 direction, rv_convex_face* face) {
    const rv_hull* hull = convex->hull;
    rv_vec3 local = rv_mat3_apply_transpose(convex->R, direction);
    int best = 0;
    double most = -INFINITY;
    for (int f = 0; f < hull->faces.count; f++) {
        double towards = rv_vec3_dot(hull->faces.data[f].normal, local);
        if (towards > most) {
            most = towards;
            best = f;
        }
    }
    const rv_hull_face* found = &hull->faces.data[best];
    face->normal = rv_mat3_apply(convex->R, found->normal);
    for (int n = 0; n < found->count && n < RV_HULL_FACE_CORNERS_MAX; n++) {
        int corner = hull->loop.data[found->first + n];
        rv_vec3 place = rv_mat3_apply(convex->R, hull->corners.data[corner]);
        add(face, rv_vec3_add(convex->position, place), corner);
    }
}

void rv_convex_face_towards(const rv_convex* convex, rv_vec3 direction, rv_convex_face* face) {
    face->count = 0;
    face->normal = direction;
    switch (convex->core) {
    case RV_CORE_POINT:
        add(face, convex->position, 0);
        break;
    case RV_CORE_SEGMENT:
        line_face(convex, rv_vec3_make(0.0, 0.0, 0.0), face);
        break;
    case RV_CORE_TRIANGLE:
        for (int k = 0; k < 3; k++)
            add(face, convex->corner[k], k);
        break;
    case RV_CORE_BOX:
        box_face(convex, direction, face);
        break;
    case RV_CORE_CYLINDER:
        cylinder_face(convex, direction, face);
        break;
    case RV_CORE_HULL:
        hull_face(convex, direction, face);
        break;
    }
}

rv_vec3 rv_convex_middle(const rv_convex* convex) {
    if (convex->core != RV_CORE_HULL)
        return convex->position;
    return rv_vec3_add(convex->position, rv_mat3_apply(convex->R, convex->hull->inside));
}

double rv_convex_thickness(const rv_convex* convex) {
    rv_vec3 half = convex->half_extents;
    switch (convex->core) {
    case RV_CORE_BOX:
        return 2.0 * fmin(half.x, fmin(half.y, half.z));
    case RV_CORE_CYLINDER:
        return 2.0 * fmin(convex->core_radius, convex->half_length);
    case RV_CORE_HULL:
        return convex->hull->thickness;
    default:
        return 2.0 * convex->radius;
    }
}
