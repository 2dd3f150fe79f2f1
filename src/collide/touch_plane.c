// A convex shape and a plane: the corners near the plane, each with its own gap, its height above
// the plane. Of round shapes: the ends of a capsule, the lowest points of a cylinder's rims and for
// one that stands, corners on the rim of the lower end.
#include "collide/hull.h"
#include "collide/touch.h"

enum { RIM_CORNERS = 8, RIM_LOWEST = 15, CANDIDATES_MAX = RV_HULL_CORNERS_MAX };

// cosine between axis and normal up to which a cylinder or capsule lies rather than stands
static const double LIES = 0.5;
// the lowest point of a rim counts beside its corners if it is lower by this part of the radius
static const double LOWER = 1e-6;

typedef struct gathered {
    rv_vec3 normal, origin; // of the plane
    double margin;
    int count;
    rv_touch touch[CANDIDATES_MAX];
} gathered;

static double height(const gathered* g, rv_vec3 p) {
    return rv_vec3_dot(g->normal, rv_vec3_sub(p, g->origin));
}

// a ball of the radius about the point, or the point itself
static void gather(gathered* g, rv_vec3 p, double radius, int feature) {
    double gap = height(g, p) - radius;
    if (!(gap <= g->margin) || g->count == CANDIDATES_MAX)
        return;
    rv_touch* t = &g->touch[g->count++];
    t->normal = rv_vec3_neg(g->normal);
    t->gap = gap;
    t->on_a = rv_vec3_mul_add(p, -radius, g->normal);
    t->on_b = rv_vec3_mul_add(t->on_a, gap, t->normal);
    t->feature = (uint32_t)feature + 1;
}

static void gather_capsule(gathered* g, const rv_convex* a) {
    rv_vec3 u = rv_mat3_column(a->R, 0);
    double slope = rv_vec3_dot(u, g->normal);
    for (int end = 0; end < 2; end++) {
        double side = end == 0 ? 1.0 : -1.0;
        // the upper end of one that stands is no point of its surface
        if (fabs(slope) <= LIES || side * slope < 0.0)
            gather(g, rv_vec3_mul_add(a->position, side * a->half_length, u), a->radius, end);
    }
}

// the lowest point of the rim at `centre`, of an axis that is not upright
static rv_vec3 lowest_of_rim(const rv_convex* a, rv_vec3 centre, rv_vec3 up) {
    rv_vec3 u = rv_mat3_column(a->R, 0);
    rv_vec3 across = rv_vec3_normalize(rv_vec3_mul_add(up, -rv_vec3_dot(up, u), u));
    return rv_vec3_mul_add(centre, -a->core_radius, across);
}

static void gather_cylinder(gathered* g, const rv_convex* a) {
    rv_vec3 u = rv_mat3_column(a->R, 0);
    double slope = rv_vec3_dot(u, g->normal);
    rv_vec3 end[2] = {rv_vec3_mul_add(a->position, a->half_length, u),
                      rv_vec3_mul_add(a->position, -a->half_length, u)};
    if (fabs(slope) <= LIES) {
        for (int k = 0; k < 2; k++)
            gather(g, lowest_of_rim(a, end[k], g->normal), 0.0, 16 * k + RIM_LOWEST);
        return;
    }
    int lower = slope < 0.0 ? 0 : 1;
    double least = INFINITY;
    for (int k = 0; k < RIM_CORNERS; k++) {
        double s, c;
        rv_sincos(2.0 * RV_PI * k / RIM_CORNERS, &s, &c);
        rv_vec3 p = rv_vec3_mul_add(end[lower], c * a->core_radius, rv_mat3_column(a->R, 1));
        p = rv_vec3_mul_add(p, s * a->core_radius, rv_mat3_column(a->R, 2));
        least = fmin(least, height(g, p));
        gather(g, p, 0.0, 16 * lower + k);
    }
    rv_vec3 lowest = lowest_of_rim(a, end[lower], g->normal);
    if (height(g, lowest) < least - LOWER * a->core_radius)
        gather(g, lowest, 0.0, 16 * lower + RIM_LOWEST);
}

static void gather_box(gathered* g, const rv_convex* a) {
    rv_vec3 x = rv_vec3_scale(rv_mat3_column(a->R, 0), a->half_extents.x);
    rv_vec3 y = rv_vec3_scale(rv_mat3_column(a->R, 1), a->half_extents.y);
    rv_vec3 z = rv_vec3_scale(rv_mat3_column(a->R, 2), a->half_extents.z);
    for (int k = 0; k < 8; k++) {
        rv_vec3 p = rv_vec3_mul_add(a->position, k & 1 ? -1.0 : 1.0, x);
        p = rv_vec3_mul_add(p, k & 2 ? -1.0 : 1.0, y);
        gather(g, rv_vec3_mul_add(p, k & 4 ? -1.0 : 1.0, z), 0.0, k);
    }
}

int rv_touch_plane(const rv_convex* a, const rv_placed* plane, double margin, rv_touch* out) {
    gathered g;
    g.normal = rv_mat3_column(plane->R, 2);
    g.origin = plane->position;
    g.margin = margin;
    g.count = 0;
    switch (a->core) {
    case RV_CORE_POINT:
        gather(&g, a->position, a->radius, 0);
        break;
    case RV_CORE_SEGMENT:
        gather_capsule(&g, a);
        break;
    case RV_CORE_TRIANGLE:
        for (int k = 0; k < 3; k++)
            gather(&g, a->corner[k], 0.0, k);
        break;
    case RV_CORE_BOX:
        gather_box(&g, a);
        break;
    case RV_CORE_CYLINDER:
        gather_cylinder(&g, a);
        break;
    case RV_CORE_HULL:
        for (int k = 0; k < a->hull->corners.count; k++) {
            rv_vec3 p = rv_mat3_apply(a->R, a->hull->corners.data[k]);
            gather(&g, rv_vec3_add(a->position, p), 0.0, k);
        }
        break;
    }
    int count = rv_touch_reduce(g.touch, g.count, RV_TOUCH_CONVEX_MAX);
    for (int i = 0; i < count; i++)
        out[i] = g.touch[i];
    return count;
}
