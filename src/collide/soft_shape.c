// A deformable surface against a plane or a convex shape, in the frame of the shape.
// The signed gap g of a convex shape is a convex function: along an edge it lies above its tangents
// at both ends, so an edge touches between its ends only if g falls from both of them inwards; the
// lowest point lies where the tangents cross, again and again (Kelley 1960). At it the normal is
// perpendicular to the edge: where g has a kink (inside, between two faces) the mixture of the two
// normals that is. A triangle touches inside of its border only along its own normal n: at the
// shape's corners (or its round end) that lie farthest along n. Features that move are advanced to
// the time at which they come to the plane that parts them from the shape, as often as it takes
// (Mirtich 1996): nothing is missed, and along a straight way this is Newton's method.
#include "collide/convex_face.h"
#include "collide/soft_walk.h"

enum { ADVANCES_MAX = 32, CUTS_MAX = 40, HALVINGS_MAX = 30 };

// parts of the reach: where an advance has arrived; by how much an edge must be lower than its ends
static const double ARRIVED = 1e-3, LOWER = 1e-4;
// of the lowest point of an edge, in parts of the reach
static const double LOWEST = 1e-6;
// sine below which a normal is perpendicular to an edge
static const double ACROSS = 1e-6;
// weights above the negative of this are on the border
static const double AT_BORDER = 1e-9;

// a place on the shape
typedef struct spot {
    double gap;
    rv_vec3 on, normal;
} spot;

static spot spot_at(const rv_soft_walk* w, rv_vec3 p, double limit) {
    spot s;
    s.gap = rv_soft_nearest(w->core.geometry, p, limit, &s.on, &s.normal);
    return s;
}

static inline rv_vec3 node_at(const rv_soft_near* n, double t) {
    return rv_vec3_mul_add(n->from, t, rv_vec3_sub(n->to, n->from));
}

// ---- nodes --------------------------------------------------------------------------------------

// The shape is below the plane through `on` with normal n, and the nodes above it at time t: the
// time at which the first of them comes to it, but for half of what counts as arrived; INFINITY:
// none does
static double advance(const rv_soft_walk* w, const rv_soft_near* const* nodes, int count, double t,
                      const spot* s) {
    double first = INFINITY, near = 0.5 * ARRIVED * w->limits->reach;
    for (int k = 0; k < count; k++) {
        double rate = rv_vec3_dot(s->normal, rv_vec3_sub(nodes[k]->to, nodes[k]->from));
        double height = rv_vec3_dot(s->normal, rv_vec3_sub(node_at(nodes[k], t), s->on));
        if (rate < 0.0)
            first = fmin(first, t + fmax(height - near, 0.0) / -rate);
    }
    return first;
}

// from t = 0, where the gap is > 0, to where the node arrives at the shape; false: it does not
static bool trace(const rv_soft_walk* w, const rv_soft_near* n, spot* hit) {
    double t = 0.0, arrived = ARRIVED * w->limits->reach;
    for (int k = 0; k < ADVANCES_MAX; k++) {
        *hit = spot_at(w, node_at(n, t), INFINITY);
        if (hit->gap <= arrived)
            break;
        t = advance(w, &n, 1, t, hit);
        if (!(t <= 1.0))
            return false;
    }
    return true;
}

// where the node passes the shape nearest, on its way from beyond the reach
static spot nearest_pass(const rv_soft_walk* w, const rv_soft_near* n) {
    spot end = spot_at(w, n->to, INFINITY);
    rv_vec3 way = rv_vec3_sub(n->to, n->from);
    double low = 0.0, high = 1.0;
    for (int k = 0; k < HALVINGS_MAX && rv_vec3_dot(end.normal, way) > 0.0; k++) {
        double middle = 0.5 * (low + high);
        spot there = spot_at(w, node_at(n, middle), INFINITY);
        if (rv_vec3_dot(there.normal, way) > 0.0) {
            high = middle;
        } else {
            low = middle;
            end = there;
        }
    }
    return end;
}

static void touch_node(rv_soft_walk* w, int node) {
    const rv_soft_near* n = rv_soft_walk_node(w, node);
    double reach = w->limits->reach;
    if (!(n->gap - n->way <= reach))
        return;
    spot s;
    if (!(n->gap > 0.0 && n->gap <= n->way && trace(w, n, &s)))
        s = n->gap <= reach ? spot_at(w, n->from, INFINITY) : nearest_pass(w, n);
    if (!(s.gap <= reach))
        return;
    rv_soft_touch touch = {.node = {node}, .weight = {1.0}, .count = 1};
    touch.gap = rv_vec3_dot(s.normal, rv_vec3_sub(n->from, s.on));
    touch.feature = rv_soft_feature(RV_SOFT_KIND_NODE, node, 0);
    rv_soft_walk_add(w, &touch, s.on, s.normal);
}

// ---- edges against round sides ------------------------------------------------------------------

// at p, where the gap falls with slope d[0] < 0 and rises with d[1] > 0: the mixture of the normals
// n across the edge, and the plane of it that the shape touches from below
static spot across(const rv_soft_walk* w, rv_vec3 p, const rv_vec3 n[2], const double d[2]) {
    spot s;
    s.normal =
        rv_vec3_normalize(rv_vec3_add(rv_vec3_scale(n[0], d[1]), rv_vec3_scale(n[1], -d[0])));
    const rv_convex* c = &w->core.convex;
    rv_vec3 top = rv_convex_support(c, s.normal, NULL);
    s.gap = rv_vec3_dot(s.normal, rv_vec3_sub(p, top)) - c->radius;
    s.on = rv_vec3_mul_add(p, -s.gap, s.normal);
    return s;
}

// the lowest point of the gap between two ends, for which spots are known; false: at an end, or
// beyond `limit`
static bool lowest_between(const rv_soft_walk* w, const rv_vec3 end[2], const spot at[2],
                           double limit, double* place, spot* lowest) {
    rv_vec3 e = rv_vec3_sub(end[1], end[0]);
    double close = LOWEST * w->limits->reach, flat = ACROSS * rv_vec3_length(e);
    double s[2] = {0.0, 1.0}, g[2] = {at[0].gap, at[1].gap};
    double d[2] = {rv_vec3_dot(at[0].normal, e), rv_vec3_dot(at[1].normal, e)};
    rv_vec3 n[2] = {at[0].normal, at[1].normal};
    if (!(d[0] < 0.0 && d[1] > 0.0))
        return false;
    for (int k = 0; k < CUTS_MAX; k++) {
        // where the tangents cross
        *place = (g[0] - g[1] + s[1] * d[1] - s[0] * d[0]) / (d[1] - d[0]);
        *place = fmin(fmax(*place, s[0]), s[1]);
        double lower = g[0] + (*place - s[0]) * d[0];
        if (lower > limit)
            return false;
        *lowest = spot_at(w, rv_vec3_mul_add(end[0], *place, e), INFINITY);
        double slope = rv_vec3_dot(lowest->normal, e);
        if (fabs(slope) <= flat)
            break;
        if (lowest->gap - lower <= close) {
            *lowest = across(w, rv_vec3_mul_add(end[0], *place, e), n, d);
            break;
        }
        int side = slope < 0.0 ? 0 : 1;
        s[side] = *place;
        g[side] = lowest->gap;
        d[side] = slope;
        n[side] = lowest->normal;
    }
    return true;
}

// advances the edge to where it arrives between its ends; an end that arrives first is a node's
// touch
static bool trace_edge(const rv_soft_walk* w, const rv_soft_near* const n[2], double* place,
                       spot* hit) {
    double t = 0.0, arrived = ARRIVED * w->limits->reach;
    for (int k = 0; k < ADVANCES_MAX; k++) {
        rv_vec3 end[2] = {node_at(n[0], t), node_at(n[1], t)};
        spot at[2] = {spot_at(w, end[0], INFINITY), spot_at(w, end[1], INFINITY)};
        int lower = at[1].gap < at[0].gap ? 1 : 0;
        bool between = lowest_between(w, end, at, INFINITY, place, hit) && hit->gap < at[lower].gap;
        const spot* least = between ? hit : &at[lower];
        if (least->gap <= arrived)
            return between;
        t = advance(w, n, 2, t, least);
        if (!(t <= 1.0))
            return false;
    }
    return false;
}

static void touch_edge_round(rv_soft_walk* w, int edge) {
    const rv_soft_edge* e = &w->surface->edges.data[edge];
    const rv_soft_near* n[2] = {rv_soft_walk_node(w, e->node[0]), rv_soft_walk_node(w, e->node[1])};
    rv_vec3 end[2] = {n[0]->from, n[1]->from};
    double way = fmax(n[0]->way, n[1]->way), reach = w->limits->reach;
    double ends = fmin(n[0]->gap, n[1]->gap), place;
    if (ends - 0.5 * rv_vec3_length(rv_vec3_sub(end[1], end[0])) > reach + way)
        return;
    spot at[2] = {{.gap = n[0]->gap, .normal = n[0]->normal},
                  {.gap = n[1]->gap, .normal = n[1]->normal}};
    spot low, hit;
    bool between = lowest_between(w, end, at, reach + way, &place, &low);
    double gap = between ? fmin(low.gap, ends) : ends, meets;
    if (gap > 0.0 && gap <= way && trace_edge(w, n, &meets, &hit)) {
        low = hit;
        place = meets;
    } else if (!between || low.gap > fmin(ends - LOWER * reach, reach)) {
        return;
    }
    rv_soft_touch touch = {
        .node = {e->node[0], e->node[1]}, .weight = {1.0 - place, place}, .count = 2};
    rv_vec3 p = rv_vec3_mul_add(end[0], place, rv_vec3_sub(end[1], end[0]));
    touch.gap = rv_vec3_dot(low.normal, rv_vec3_sub(p, low.on));
    touch.feature = rv_soft_feature(RV_SOFT_KIND_EDGE, edge, 0);
    rv_soft_walk_add(w, &touch, low.on, low.normal);
}

// ---- triangles ----------------------------------------------------------------------------------

static rv_vec3 normal_of(const rv_vec3 x[3]) {
    return rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(x[1], x[0]), rv_vec3_sub(x[2], x[0])));
}

// weights of the point over or under p; false: beside the triangle
static bool weigh(const rv_vec3 x[3], rv_vec3 p, double weight[3]) {
    rv_vec3 u = rv_vec3_sub(x[1], x[0]), v = rv_vec3_sub(x[2], x[0]), w = rv_vec3_sub(p, x[0]);
    rv_vec3 n = rv_vec3_cross(u, v);
    double square = rv_vec3_dot(n, n);
    weight[1] = rv_vec3_dot(rv_vec3_cross(w, v), n) / square;
    weight[2] = rv_vec3_dot(rv_vec3_cross(u, w), n) / square;
    weight[0] = 1.0 - weight[1] - weight[2];
    bool inside = weight[0] > -AT_BORDER && weight[1] > -AT_BORDER && weight[2] > -AT_BORDER;
    for (int k = 0; k < 3; k++)
        weight[k] = fmax(weight[k], 0.0);
    return inside;
}

// a corner or round end of the shape that is at `on` against a triangle with these weights. From
// behind it touches only if that point of the triangle is inside of the shape: else the shape has
// come past the triangle
static bool touch_at(rv_soft_walk* w, rv_soft_touch* touch, rv_vec3 on, rv_vec3 n) {
    rv_vec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++)
        p = rv_vec3_mul_add(p, touch->weight[k], rv_soft_walk_node(w, touch->node[k])->from);
    touch->gap = rv_vec3_dot(n, rv_vec3_sub(p, on));
    if (touch->gap < 0.0 && spot_at(w, p, INFINITY).gap > 0.0)
        return false;
    rv_soft_walk_add_face(w, touch, on, n);
    return true;
}

static rv_soft_touch triangle_touch(const rv_soft_walk* w, int triangle) {
    const int32_t* node = &w->surface->triangles.data[3 * triangle];
    return (rv_soft_touch){.node = {node[0], node[1], node[2]}, .count = 3};
}

// the ends of a round shape that lie farthest along n against the triangle as it is at x; gaps up
// to `most` there. Returns how many touch
static int touch_ends(rv_soft_walk* w, int triangle, const rv_vec3 x[3], double most) {
    rv_vec3 n = rv_vec3_neg(normal_of(x));
    const rv_convex* convex = &w->core.convex;
    double height = rv_vec3_dot(n, x[0]) - convex->radius;
    double depth = fmin(w->limits->depth, 0.5 * w->thickness);
    double plane = height - rv_vec3_dot(n, rv_convex_support(convex, n, NULL));
    if (!(plane <= most && plane >= -depth))
        return 0;
    rv_convex_face face;
    rv_convex_face_towards(convex, n, &face);
    int found = 0;
    for (int k = 0; k < face.count; k++) {
        rv_soft_touch touch = triangle_touch(w, triangle);
        if (height - rv_vec3_dot(n, face.corner[k]) > most
            || !weigh(x, face.corner[k], touch.weight))
            continue;
        touch.feature = rv_soft_feature(RV_SOFT_KIND_FACE, triangle, face.feature[k]);
        found += touch_at(w, &touch, rv_vec3_mul_add(face.corner[k], convex->radius, n), n);
    }
    return found;
}

// whether a node or an edge of the triangle is at the shape
static bool is_there(const rv_soft_walk* w, const rv_soft_near* const n[3]) {
    double arrived = ARRIVED * w->limits->reach, place;
    for (int k = 0; k < 3; k++) {
        const rv_soft_near *a = n[k], *b = n[(k + 1) % 3];
        rv_vec3 end[2] = {a->from, b->from};
        spot at[2] = {{.gap = a->gap, .normal = a->normal}, {.gap = b->gap, .normal = b->normal}};
        spot low;
        if (a->gap <= arrived
            || (lowest_between(w, end, at, arrived, &place, &low) && low.gap <= arrived))
            return true;
    }
    return false;
}

// the triangle advanced to where it arrives at the shape
static void trace_triangle(rv_soft_walk* w, int triangle, const rv_soft_near* const n[3]) {
    double t = 0.0, arrived = ARRIVED * w->limits->reach;
    for (int k = 0; k < ADVANCES_MAX && t <= 1.0; k++) {
        rv_vec3 x[3] = {node_at(n[0], t), node_at(n[1], t), node_at(n[2], t)};
        rv_convex moving = rv_convex_triangle(x);
        rv_closest c = rv_convex_closest(&w->core.convex, &moving);
        if (c.distance <= arrived) {
            touch_ends(w, triangle, x, 2.0 * arrived);
            return;
        }
        t = advance(w, n, 3, t, &(spot){c.distance, c.on_a, c.normal});
    }
}

// a box or a hull: all corners near the triangle
static void touch_corners(rv_soft_walk* w, const rv_soft_polytope* polytope, int triangle) {
    rv_moving_point x[3];
    for (int k = 0; k < 3; k++)
        x[k] = rv_soft_walk_point(w, w->surface->triangles.data[3 * triangle + k]);
    rv_aabb box = rv_aabb_grow(rv_soft_bounds(x, 3), fmax(w->limits->reach, w->limits->depth));
    for (int k = 0; k < polytope->corner_count; k++) {
        rv_soft_pair pair;
        rv_vec3 p = rv_soft_polytope_corner(polytope, k);
        if (!rv_aabb_contains(&box, &(rv_aabb){p, p})
            || !rv_soft_pair_point(x, (rv_moving_point){p, p}, w->limits, &pair)
            || !rv_soft_polytope_suits(polytope, k, rv_soft_corner_slack(&pair),
                                       rv_vec3_neg(pair.normal)))
            continue;
        rv_soft_touch touch = triangle_touch(w, triangle);
        for (int i = 0; i < 3; i++)
            touch.weight[i] = pair.other[i];
        touch.feature = rv_soft_feature(RV_SOFT_KIND_FACE, triangle, k);
        touch_at(w, &touch, p, rv_vec3_neg(pair.normal));
    }
}

// The tangents of the gap at its nodes tell how near all of a triangle is at least.
static double tangents(const rv_soft_near* const n[3]) {
    double most = -INFINITY;
    for (int k = 0; k < 3; k++) {
        rv_vec3 x = n[k]->from;
        double one = rv_vec3_dot(n[k]->normal, rv_vec3_sub(n[(k + 1) % 3]->from, x));
        double two = rv_vec3_dot(n[k]->normal, rv_vec3_sub(n[(k + 2) % 3]->from, x));
        double fall = one < two ? one : two, least = n[k]->gap + (fall < 0.0 ? fall : 0.0);
        most = least > most ? least : most;
    }
    return most;
}

// Whether an end of the shape may come to the inside of the triangle within the motion: over it,
// but for how far the ways and the turning of its plane (`turn`, times the size of all) shift that.
static bool is_end_near(const rv_soft_walk* w, const rv_vec3 x[3], double way, double turn) {
    const rv_convex* convex = &w->core.convex;
    rv_vec3 u = rv_vec3_sub(x[1], x[0]), v = rv_vec3_sub(x[2], x[0]), n = rv_vec3_cross(u, v);
    double area = rv_vec3_length(n), longest = fmax(rv_vec3_length(u), rv_vec3_length(v));
    longest = fmax(longest, rv_vec3_length(rv_vec3_sub(v, u)));
    // weights change by what a point moves over the least height of the triangle
    double slack = 2.0 * (way + turn) * longest / area;
    rv_vec3 out = rv_vec3_scale(n, -1.0 / area), top = rv_convex_support(convex, out, NULL);
    double plane = rv_vec3_dot(out, rv_vec3_sub(x[0], top)) - convex->radius;
    if (fabs(plane) > way + turn)
        return false;
    rv_convex_face face;
    rv_convex_face_towards(convex, out, &face);
    for (int k = 0; k < face.count; k++) {
        rv_vec3 off = rv_vec3_sub(face.corner[k], x[0]);
        double height = -rv_vec3_dot(off, n) / area - convex->radius;
        double second = rv_vec3_dot(rv_vec3_cross(off, v), n) / (area * area);
        double third = rv_vec3_dot(rv_vec3_cross(u, off), n) / (area * area);
        if (fabs(height) <= way + turn && second >= -slack && third >= -slack
            && second + third <= 1.0 + slack)
            return true;
    }
    return !(area > 0.0);
}

static bool may_arrive(const rv_soft_walk* w, const rv_soft_near* const n[3], double way) {
    rv_vec3 x[3] = {n[0]->from, n[1]->from, n[2]->from}, y[3] = {n[0]->to, n[1]->to, n[2]->to};
    const rv_convex* convex = &w->core.convex;
    double far = rv_vec3_length(x[0]) + rv_convex_reach(convex) + convex->radius + way;
    double turn = 2.0 * far * rv_vec3_length(rv_vec3_sub(normal_of(x), normal_of(y)));
    return is_end_near(w, x, way, turn) || is_end_near(w, y, way, turn);
}

static void touch_triangle(rv_soft_walk* w, const rv_soft_polytope* polytope, int triangle) {
    const int32_t* node = &w->surface->triangles.data[3 * triangle];
    const rv_soft_near* n[3] = {rv_soft_walk_node(w, node[0]), rv_soft_walk_node(w, node[1]),
                                rv_soft_walk_node(w, node[2])};
    double way = fmax(n[0]->way, fmax(n[1]->way, n[2]->way));
    if (tangents(n) > w->limits->reach + way)
        return;
    rv_vec3 x[3] = {n[0]->from, n[1]->from, n[2]->from};
    if (polytope != NULL)
        touch_corners(w, polytope, triangle);
    else if (touch_ends(w, triangle, x, w->limits->reach) == 0 && way > 0.0 && may_arrive(w, n, way)
             && !is_there(w, n))
        trace_triangle(w, triangle, n);
}

// ---- edges against edges ------------------------------------------------------------------------

static void touch_edge_flat(rv_soft_walk* w, int edge, const rv_soft_polytope* polytope) {
    const rv_soft_edge* e = &w->surface->edges.data[edge];
    const rv_soft_near* n[2] = {rv_soft_walk_node(w, e->node[0]), rv_soft_walk_node(w, e->node[1])};
    rv_vec3 along = rv_vec3_sub(n[1]->from, n[0]->from);
    double way = fmax(n[0]->way, n[1]->way), reach = w->limits->reach + way;
    double fall[2] = {rv_vec3_dot(n[0]->normal, along), -rv_vec3_dot(n[1]->normal, along)};
    // the tangents of the gap at both ends tell how near the edge may come
    double tangents = fmax(n[0]->gap + fmin(fall[0], 0.0), n[1]->gap + fmin(fall[1], 0.0));
    if (tangents > reach)
        return;
    rv_soft_ridge mine = rv_soft_walk_ridge(w, edge);
    rv_aabb box = rv_aabb_grow(rv_soft_bounds(mine.end, 2), w->limits->reach);
    for (int k = 0; k < polytope->edge_count; k++) {
        rv_soft_ridge other;
        if (rv_soft_polytope_edge(polytope, k, &box, &other))
            rv_soft_walk_edges(w, edge, &mine, k, &other);
    }
}

// ---- the whole ----------------------------------------------------------------------------------

static void touch_edges(rv_soft_walk* w, const rv_soft_polytope* polytope, int triangle) {
    const rv_soft_surface* s = w->surface;
    for (int k = 0; k < 3; k++) {
        if (!(s->owns.data[triangle] & 8 << k))
            continue;
        int edge = s->triangle_edges.data[3 * triangle + k];
        if (polytope != NULL)
            touch_edge_flat(w, edge, polytope);
        else
            touch_edge_round(w, edge);
    }
}

void rv_soft_touch_convex(rv_soft_walk* w) {
    const rv_soft_surface* s = w->surface;
    rv_shape_type type = w->core.geometry->type;
    // the gap of a plane is lowest at nodes
    unsigned parts = type == RV_SHAPE_PLANE ? w->limits->parts & RV_SOFT_NODES : w->limits->parts;
    rv_soft_polytope edges, *polytope = NULL;
    if (type == RV_SHAPE_BOX || type == RV_SHAPE_HULL) {
        rv_soft_polytope_start(&edges, w->core.geometry);
        polytope = &edges;
    }
    for (int i = 0; i < w->found; i++) {
        int t = s->found.data[i];
        for (int k = 0; k < 3; k++)
            if (parts & RV_SOFT_NODES && s->owns.data[t] & 1 << k)
                touch_node(w, s->triangles.data[3 * t + k]);
        if (parts & RV_SOFT_EDGES)
            touch_edges(w, polytope, t);
        if (parts & RV_SOFT_FACES)
            touch_triangle(w, polytope, t);
    }
}
