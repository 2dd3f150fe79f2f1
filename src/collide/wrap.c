// The lines of a convex shape that a taut thread bends over: those of a plane section first, then
// relaxed along themselves. Where a straight piece of the way still cuts the shape, since the
// relaxed way leaves the plane, a section through that piece tells of the lines that are missing.
#include "collide/hull.h"
#include "collide/wrap_private.h"

enum { BOX_EDGES = 12, MENDS_MAX = 8 };

// parts of the shape's reach that count as nothing
static const double SAME = 1e-6;

// --- the lines of a shape ------------------------------------------------------------------------

rv_vec3 rv_wrap_corner(const rv_geometry* g, int corner) {
    if (g->type == RV_SHAPE_HULL)
        return g->hull->corners.data[corner];
    if (g->type == RV_SHAPE_BOX)
        return rv_vec3_make(corner & 1 ? g->half_extents.x : -g->half_extents.x,
                            corner & 2 ? g->half_extents.y : -g->half_extents.y,
                            corner & 4 ? g->half_extents.z : -g->half_extents.z);
    double half = g->type == RV_SHAPE_SPHERE ? 0.0 : g->half_length;
    return rv_vec3_make(corner & 1 ? half : -half, 0.0, 0.0);
}

int rv_wrap_edge_count(const rv_geometry* g) {
    if (g->type == RV_SHAPE_HULL)
        return g->hull->edges.count / 2;
    return g->type == RV_SHAPE_BOX ? BOX_EDGES : 1;
}

void rv_wrap_edge(const rv_geometry* g, int edge, int corner[2]) {
    corner[0] = 0;
    corner[1] = 1;
    if (g->type == RV_SHAPE_HULL) {
        corner[0] = g->hull->edges.data[2 * edge];
        corner[1] = g->hull->edges.data[2 * edge + 1];
    } else if (g->type == RV_SHAPE_BOX) {
        // four along each axis
        int axis = edge / 4, second = (axis + 1) % 3, third = (axis + 2) % 3;
        corner[0] = (edge & 1) << second | (edge >> 1 & 1) << third;
        corner[1] = corner[0] | 1 << axis;
    }
}

double rv_wrap_round(const rv_geometry* g) {
    bool is_round = g->type == RV_SHAPE_SPHERE || g->type == RV_SHAPE_CAPSULE;
    return is_round ? g->radius : 0.0;
}

// --- the way -------------------------------------------------------------------------------------

rv_closest rv_wrap_gap(const rv_wrap_span* span, rv_vec3 from, rv_vec3 to, double within) {
    rv_vec3 way = rv_vec3_sub(to, from);
    double length = rv_vec3_length(way);
    if (!(length > 0.0))
        return (rv_closest){.distance = INFINITY};
    rv_vec3 unit = rv_vec3_scale(way, 1.0 / length);
    rv_convex thread = {.core = RV_CORE_SEGMENT,
                        .position = rv_vec3_mul_add(from, 0.5, way),
                        .half_length = 0.5 * length,
                        .R = rv_quat_to_mat3(rv_quat_from_x_axis(unit))};
    return rv_convex_closest_within(&span->shape, &thread, within);
}

// a piece of the way from one bend to the next that cuts the shape gets lines of its own; false:
// there is none, or no room
static bool mend(const rv_wrap_span* span, rv_wrap_line* lines, int* count) {
    double part = span->geometry->type == RV_SHAPE_CYLINDER ? 0.5 : 0.01;
    double least = span->radius - part * span->radius - span->same;
    rv_wrap_span piece = *span;
    for (int k = 0; k <= *count; k++) {
        piece.end[0] = k > 0 ? lines[k - 1].touch[1] : span->end[0];
        piece.end[1] = k < *count ? lines[k].touch[0] : span->end[1];
        rv_closest gap = rv_wrap_gap(span, piece.end[0], piece.end[1], least);
        if (gap.distance >= least)
            continue;
        rv_wrap_line more[RV_WRAP_MAX];
        int found = rv_wrap_first(&piece, gap.normal, &gap, more);
        if (found == 0 || *count + found > RV_WRAP_MAX)
            continue;
        for (int i = *count - 1; i >= k; i--)
            lines[i + found] = lines[i];
        for (int i = 0; i < found; i++)
            lines[k + i] = more[i];
        *count += found;
        return true;
    }
    return false;
}

static int find_lines(rv_wrap_span* span, rv_vec3 out, rv_closest* gap,
                      rv_wrap_line lines[RV_WRAP_MAX]) {
    if (span->geometry->type == RV_SHAPE_CAPSULE)
        return rv_wrap_capsule(span, out, gap, lines);
    int count = rv_wrap_settle(span, lines, rv_wrap_first(span, out, gap, lines));
    for (int round = 0; round < MENDS_MAX && count > 0; round++) {
        if (!mend(span, lines, &count))
            break;
        count = rv_wrap_settle(span, lines, count);
    }
    return count;
}

int rv_wrap_find(const rv_placed* shape, const rv_vec3 end[2], double radius, rv_vec3 out,
                 rv_wrap_line lines[RV_WRAP_MAX]) {
    if (!rv_shape_is_convex(shape->geometry->type))
        return 0;
    rv_placed local = {shape->geometry, rv_vec3_make(0.0, 0.0, 0.0), rv_mat3_identity()};
    rv_wrap_span span = {.geometry = shape->geometry,
                         .shape = rv_convex_of(&local),
                         .radius = radius,
                         .same = SAME * rv_geometry_reach(shape->geometry)};
    for (int k = 0; k < 2; k++)
        span.tip[k] = span.end[k] = rv_placed_to_local(shape, end[k]);
    // a thread that slips off on that side, but is not free: the shortest way out is another side.
    // One that is free, and the shape lies on that side of it: a plane towards the shape cuts it.
    // If there is none then either, corners are no bends.
    const rv_vec3 first = rv_mat3_apply_transpose(shape->R, out);
    rv_vec3 side = first;
    int count = 0;
    int tries = rv_wrap_has_corners(shape->geometry) ? 4 : 2;
    for (int k = 0; k < tries && count == 0; k++) {
        rv_closest gap;
        span.apart = k >= 2;
        count = find_lines(&span, side, &gap, lines);
        bool is_free = gap.distance >= radius - 1e-3 * span.same;
        if (is_free && !(rv_vec3_dot(gap.normal, side) < 0.0))
            break;
        rv_vec3 other = is_free ? rv_vec3_neg(gap.normal) : gap.normal;
        side = k % 2 == 0 ? other : first;
    }
    return count;
}
