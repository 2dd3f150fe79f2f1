// Convex cores: made from shapes and triangles, their farthest points, and the closest points of a
// point and a box or cylinder in closed form. Corners of a hull with many are found by climbing
// along its edges from the last one found: on a convex body no other corner is farther than one
// whose neighbours are all nearer.
#include "collide/convex.h"

#include "collide/hull.h"

// up to this many corners looking at all of them is faster than climbing
enum { CLIMB_FROM = 32 };

rv_convex rv_convex_of(const rv_placed* placed) {
    const rv_geometry* g = placed->geometry;
    rv_convex c = {.position = placed->position, .R = placed->R};
    switch (g->type) {
    case RV_SHAPE_SPHERE:
        c.core = RV_CORE_POINT;
        c.radius = g->radius;
        break;
    case RV_SHAPE_CAPSULE:
        c.core = RV_CORE_SEGMENT;
        c.radius = g->radius;
        c.half_length = g->half_length;
        break;
    case RV_SHAPE_CYLINDER:
        c.core = RV_CORE_CYLINDER;
        c.core_radius = g->radius;
        c.half_length = g->half_length;
        break;
    case RV_SHAPE_HULL:
        c.core = RV_CORE_HULL;
        c.hull = g->hull;
        break;
    default:
        c.core = RV_CORE_BOX;
        c.half_extents = g->half_extents;
        break;
    }
    return c;
}

rv_convex rv_convex_triangle(const rv_vec3 corner[3]) {
    return (rv_convex){.core = RV_CORE_TRIANGLE,
                       .position = corner[0],
                       .R = rv_mat3_identity(),
                       .corner = {corner[0], corner[1], corner[2]}};
}

double rv_convex_reach(const rv_convex* c) {
    switch (c->core) {
    case RV_CORE_POINT:
        return 0.0;
    case RV_CORE_SEGMENT:
        return c->half_length;
    case RV_CORE_TRIANGLE:
        return fmax(rv_vec3_length(rv_vec3_sub(c->corner[1], c->corner[0])),
                    rv_vec3_length(rv_vec3_sub(c->corner[2], c->corner[0])));
    case RV_CORE_BOX:
        return rv_vec3_length(c->half_extents);
    case RV_CORE_CYLINDER:
        return sqrt(c->core_radius * c->core_radius + c->half_length * c->half_length);
    default:
        return c->hull->reach;
    }
}

// --- farthest points -----------------------------------------------------------------------------

static int highest_corner(const rv_hull* hull, rv_vec3 d) {
    int best = 0;
    double most = rv_vec3_dot(hull->corners.data[0], d);
    for (int i = 1; i < hull->corners.count; i++) {
        double height = rv_vec3_dot(hull->corners.data[i], d);
        if (height > most) {
            most = height;
            best = i;
        }
    }
    return best;
}

static int climb(const rv_hull* hull, rv_vec3 d, int from) {
    int best = from >= 0 && from < hull->corners.count ? from : 0, last = -1;
    double most = rv_vec3_dot(hull->corners.data[best], d);
    while (best != last) {
        last = best;
        int end = hull->neighbour_first.data[last + 1];
        for (int k = hull->neighbour_first.data[last]; k < end; k++) {
            int i = hull->neighbours.data[k];
            double height = rv_vec3_dot(hull->corners.data[i], d);
            if (height > most) {
                most = height;
                best = i;
            }
        }
    }
    return best;
}

static rv_vec3 box_corner(rv_vec3 half, rv_vec3 d, int* corner) {
    *corner = (d.x < 0.0 ? 1 : 0) | (d.y < 0.0 ? 2 : 0) | (d.z < 0.0 ? 4 : 0);
    return rv_vec3_make(d.x < 0.0 ? -half.x : half.x, d.y < 0.0 ? -half.y : half.y,
                        d.z < 0.0 ? -half.z : half.z);
}

// a point of the rim; the corner says which end
static rv_vec3 cylinder_rim(const rv_convex* c, rv_vec3 d, int* corner) {
    *corner = d.x < 0.0 ? 1 : 0;
    double across = sqrt(d.y * d.y + d.z * d.z);
    double scale = across > 0.0 ? c->core_radius / across : 0.0;
    return rv_vec3_make(d.x < 0.0 ? -c->half_length : c->half_length, d.y * scale, d.z * scale);
}

rv_vec3 rv_convex_support_from(const rv_convex* c, rv_vec3 direction, int* corner) {
    if (c->core == RV_CORE_POINT) {
        *corner = 0;
        return rv_vec3_make(0.0, 0.0, 0.0);
    }
    if (c->core == RV_CORE_TRIANGLE) {
        rv_vec3 e1 = rv_vec3_sub(c->corner[1], c->corner[0]);
        rv_vec3 e2 = rv_vec3_sub(c->corner[2], c->corner[0]);
        double h1 = rv_vec3_dot(e1, direction), h2 = rv_vec3_dot(e2, direction);
        *corner = h1 > 0.0 && h1 >= h2 ? 1 : h2 > 0.0 ? 2 : 0;
        return *corner == 1 ? e1 : *corner == 2 ? e2 : rv_vec3_make(0.0, 0.0, 0.0);
    }
    rv_vec3 d = rv_mat3_apply_transpose(c->R, direction), local;
    if (c->core == RV_CORE_SEGMENT) {
        *corner = d.x < 0.0 ? 1 : 0;
        local = rv_vec3_make(d.x < 0.0 ? -c->half_length : c->half_length, 0.0, 0.0);
    } else if (c->core == RV_CORE_BOX) {
        local = box_corner(c->half_extents, d, corner);
    } else if (c->core == RV_CORE_CYLINDER) {
        local = cylinder_rim(c, d, corner);
    } else {
        bool few = c->hull->corners.count <= CLIMB_FROM;
        *corner = few ? highest_corner(c->hull, d) : climb(c->hull, d, *corner);
        local = c->hull->corners.data[*corner];
    }
    return rv_mat3_apply(c->R, local);
}

rv_vec3 rv_convex_support(const rv_convex* convex, rv_vec3 direction, int* feature) {
    int corner = 0;
    rv_vec3 p = rv_convex_support_from(convex, direction, &corner);
    if (feature != NULL)
        *feature = corner;
    return rv_vec3_add(convex->position, p);
}

// --- a point and a box or cylinder ---------------------------------------------------------------

// p inside: the way out through the nearest face; the answer is the nearest point of the surface
// and, in `out`, the outward normal there
static rv_vec3 leave_box(rv_vec3 half, rv_vec3 p, rv_vec3* out) {
    double room[3] = {half.x - fabs(p.x), half.y - fabs(p.y), half.z - fabs(p.z)};
    double x[3] = {p.x, p.y, p.z}, n[3] = {0.0, 0.0, 0.0};
    int k = room[0] <= room[1] ? 0 : 1;
    k = room[k] <= room[2] ? k : 2;
    n[k] = x[k] < 0.0 ? -1.0 : 1.0;
    x[k] += n[k] * room[k];
    *out = rv_vec3_load(n);
    return rv_vec3_load(x);
}

static rv_vec3 leave_cylinder(const rv_convex* c, rv_vec3 p, rv_vec3* out) {
    double across = sqrt(p.y * p.y + p.z * p.z), to_cap = c->half_length - fabs(p.x);
    if (to_cap <= c->core_radius - across) {
        *out = rv_vec3_make(p.x < 0.0 ? -1.0 : 1.0, 0.0, 0.0);
        return rv_vec3_make(p.x < 0.0 ? -c->half_length : c->half_length, p.y, p.z);
    }
    // on the axis every way out is as short
    *out =
        across > 0.0 ? rv_vec3_make(0.0, p.y / across, p.z / across) : rv_vec3_make(0.0, 1.0, 0.0);
    return rv_vec3_make(p.x, c->core_radius * out->y, c->core_radius * out->z);
}

// how much x is beyond -half .. half
static double beyond(double x, double half) {
    return x > half ? x - half : x < -half ? x + half : 0.0;
}

// from the nearest point of the core to p; zero for p inside
static rv_vec3 way_from_core(const rv_convex* c, rv_vec3 p) {
    if (c->core == RV_CORE_BOX) {
        rv_vec3 h = c->half_extents;
        return rv_vec3_make(beyond(p.x, h.x), beyond(p.y, h.y), beyond(p.z, h.z));
    }
    double across = sqrt(p.y * p.y + p.z * p.z);
    double out = across > c->core_radius ? (across - c->core_radius) / across : 0.0;
    return rv_vec3_make(beyond(p.x, c->half_length), p.y * out, p.z * out);
}

double rv_point_closest_local(rv_vec3 p, const rv_convex* core, rv_vec3* out) {
    rv_vec3 way = way_from_core(core, p);
    double distance = rv_vec3_length(way);
    if (distance > 0.0) {
        *out = rv_vec3_scale(way, 1.0 / distance);
        return distance;
    }
    rv_vec3 face = core->core == RV_CORE_BOX ? leave_box(core->half_extents, p, out)
                                             : leave_cylinder(core, p, out);
    return rv_vec3_dot(rv_vec3_sub(p, face), *out);
}

rv_closest rv_point_closest(rv_vec3 point, const rv_convex* core) {
    rv_vec3 p = rv_mat3_apply_transpose(core->R, rv_vec3_sub(point, core->position)), out;
    rv_closest c = {.distance = rv_point_closest_local(p, core, &out), .on_a = point};
    c.normal = rv_vec3_neg(rv_mat3_apply(core->R, out));
    c.on_b = rv_vec3_mul_add(point, c.distance, c.normal);
    return c;
}
