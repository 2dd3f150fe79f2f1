// Queries of a deformable surface against one shape: the triangles near it, their nodes in the
// frame of the shape, and touches back in the world.
#include "collide/soft_walk.h"

const rv_soft_near* rv_soft_walk_node(rv_soft_walk* w, int node) {
    rv_soft_surface* s = w->surface;
    rv_soft_near* near = &s->near.data[node];
    if (near->query == s->query)
        return near;
    near->query = s->query;
    near->from = rv_placed_to_local(w->from, s->x[node]);
    near->to =
        s->x_to == s->x && w->to == w->from ? near->from : rv_placed_to_local(w->to, s->x_to[node]);
    near->way = rv_vec3_length(rv_vec3_sub(near->to, near->from));
    rv_vec3 on;
    if (w->core.geometry->type != RV_SHAPE_MESH && w->core.geometry->type != RV_SHAPE_HEIGHT_FIELD)
        near->gap = rv_soft_nearest(w->core.geometry, near->from, w->limits->reach + near->way, &on,
                                    &near->normal);
    return near;
}

rv_moving_point rv_soft_walk_point(rv_soft_walk* w, int node) {
    const rv_soft_near* near = rv_soft_walk_node(w, node);
    return (rv_moving_point){near->from, near->to};
}

rv_soft_ridge rv_soft_walk_ridge(rv_soft_walk* w, int edge) {
    const rv_soft_edge* e = &w->surface->edges.data[edge];
    rv_soft_ridge ridge = rv_soft_ridge_of(w->surface, edge);
    for (int k = 0; k < 2; k++) {
        ridge.end[k] = rv_soft_walk_point(w, e->node[k]);
        ridge.normal[k] = rv_mat3_apply_transpose(w->from->R, ridge.normal[k]);
    }
    ridge.bounds = rv_soft_bounds(ridge.end, 2);
    return ridge;
}

void rv_soft_walk_add(rv_soft_walk* w, rv_soft_touch* touch, rv_vec3 on, rv_vec3 normal) {
    touch->point = rv_placed_to_world(w->from, on);
    touch->normal = rv_mat3_apply(w->from->R, normal);
    rv_soft_gather_add(&w->gather, touch);
}

void rv_soft_walk_add_face(rv_soft_walk* w, rv_soft_touch* touch, rv_vec3 on, rv_vec3 normal) {
    rv_vec3 point = rv_placed_to_world(w->from, on);
    for (int i = 0; touch->gap < 0.0 && i < w->gather.count; i++) {
        rv_soft_touch* other = &w->gather.out[i];
        if (other->count != 3 || !(other->gap < 0.0) || other->point.x != point.x
            || other->point.y != point.y || other->point.z != point.z)
            continue;
        if (other->gap >= touch->gap)
            return;
        *other = *touch;
        other->point = point;
        other->normal = rv_mat3_apply(w->from->R, normal);
        return;
    }
    rv_soft_walk_add(w, touch, on, normal);
}

void rv_soft_walk_edges(rv_soft_walk* w, int edge, const rv_soft_ridge* mine, int number,
                        const rv_soft_ridge* other) {
    rv_soft_pair pair;
    if (!rv_soft_pair_edges(mine, other, w->limits, &pair))
        return;
    const rv_soft_edge* e = &w->surface->edges.data[edge];
    rv_soft_touch touch = {.node = {e->node[0], e->node[1]},
                           .weight = {pair.weight[0], pair.weight[1]},
                           .count = 2,
                           .gap = pair.gap,
                           .feature = rv_soft_feature(RV_SOFT_KIND_EDGE, edge, number)};
    rv_vec3 on = rv_vec3_add(rv_vec3_scale(other->end[0].from, pair.other[0]),
                             rv_vec3_scale(other->end[1].from, pair.other[1]));
    rv_soft_walk_add(w, &touch, on, pair.normal);
}

// ---- the edges and corners of boxes and hulls ---------------------------------------------------

void rv_soft_polytope_start(rv_soft_polytope* p, const rv_geometry* g) {
    p->geometry = g;
    p->edge_count = 12;
    p->corner_count = 8;
    if (g->type == RV_SHAPE_BOX)
        return;
    const rv_hull* hull = g->hull;
    p->edge_count = hull->edges.count / 2;
    p->corner_count = hull->corners.count;
    for (int f = 0; f < hull->faces.count; f++) {
        const rv_hull_face* face = &hull->faces.data[f];
        for (int n = 0; n < face->count; n++) {
            int a = hull->loop.data[face->first + n];
            int b = hull->loop.data[face->first + (n + 1) % face->count];
            int k = hull->neighbour_first.data[a];
            while (k < hull->neighbour_first.data[a + 1] && hull->neighbours.data[k] != b)
                k++;
            if (k < RV_SOFT_SIDES_MAX)
                p->face[k] = (int16_t)f;
        }
    }
}

// edge k = 4 axis + corner: along an axis, the other two coordinates at their ends
static void box_edge(rv_vec3 half, int k, rv_vec3 end[2], rv_vec3 normal[2]) {
    double h[3] = {half.x, half.y, half.z}, x[2][3], n[2][3] = {{0.0}};
    int axis = k / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
    double on_u = k & 1 ? 1.0 : -1.0, on_v = k & 2 ? 1.0 : -1.0;
    // counter-clockwise about the first face, that of u
    double first = on_u * on_v > 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 2; i++) {
        x[i][axis] = (i == 0 ? first : -first) * h[axis];
        x[i][u] = on_u * h[u];
        x[i][v] = on_v * h[v];
        end[i] = rv_vec3_load(x[i]);
    }
    n[0][u] = on_u;
    n[1][v] = on_v;
    normal[0] = rv_vec3_load(n[0]);
    normal[1] = rv_vec3_load(n[1]);
}

static int side_of(const rv_hull* hull, int a, int b) {
    int k = hull->neighbour_first.data[a];
    while (k + 1 < hull->neighbour_first.data[a + 1] && hull->neighbours.data[k] != b)
        k++;
    return k;
}

bool rv_soft_polytope_edge(const rv_soft_polytope* p, int edge, const rv_aabb* box,
                           rv_soft_ridge* out) {
    rv_vec3 end[2], normal[2];
    const rv_hull* hull = p->geometry->hull;
    bool is_box = p->geometry->type == RV_SHAPE_BOX;
    int a = 0, b = 0;
    if (is_box) {
        box_edge(p->geometry->half_extents, edge, end, normal);
    } else {
        a = hull->edges.data[2 * edge];
        b = hull->edges.data[2 * edge + 1];
        end[0] = hull->corners.data[a];
        end[1] = hull->corners.data[b];
    }
    rv_aabb bounds = {end[0], end[0]};
    rv_soft_enlarge(&bounds, end[1]);
    if (!rv_aabb_overlap(&bounds, box))
        return false;
    if (!is_box) {
        normal[0] = hull->faces.data[p->face[side_of(hull, a, b)]].normal;
        normal[1] = hull->faces.data[p->face[side_of(hull, b, a)]].normal;
    }
    *out = (rv_soft_ridge){.end = {{end[0], end[0]}, {end[1], end[1]}},
                           .bounds = bounds,
                           .normal = {normal[0], normal[1]},
                           .still = true};
    return true;
}

rv_vec3 rv_soft_polytope_corner(const rv_soft_polytope* p, int corner) {
    rv_vec3 h = p->geometry->half_extents;
    if (p->geometry->type == RV_SHAPE_HULL)
        return p->geometry->hull->corners.data[corner];
    return rv_vec3_make(corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y, corner & 4 ? h.z : -h.z);
}

bool rv_soft_polytope_suits(const rv_soft_polytope* p, int corner, double slack, rv_vec3 n) {
    if (p->geometry->type == RV_SHAPE_BOX)
        return (corner & 1 ? n.x : -n.x) >= -slack && (corner & 2 ? n.y : -n.y) >= -slack
               && (corner & 4 ? n.z : -n.z) >= -slack;
    const rv_hull* hull = p->geometry->hull;
    for (int k = hull->neighbour_first.data[corner]; k < hull->neighbour_first.data[corner + 1];
         k++) {
        rv_vec3 e =
            rv_vec3_sub(hull->corners.data[hull->neighbours.data[k]], hull->corners.data[corner]);
        if (rv_vec3_dot(n, e) > slack * rv_vec3_length(e))
            return false;
    }
    return true;
}

// ---- the query ----------------------------------------------------------------------------------

static bool collect(void* context, int triangle) {
    rv_soft_walk* w = context;
    w->surface->found.data[w->found++] = triangle;
    return true;
}

// bounds of the shape on its way: at both ends, and what the arc between them bulges out
static rv_aabb swept_bounds(const rv_placed* from, const rv_placed* to) {
    rv_aabb box = rv_placed_bounds(from);
    if (from == to || from->geometry->type == RV_SHAPE_PLANE)
        return from == to ? box : rv_aabb_union(box, rv_placed_bounds(to));
    rv_mat3 turn = rv_mat3_mul_transpose(to->R, from->R);
    double cosine = 0.5 * (turn.m[0][0] + turn.m[1][1] + turn.m[2][2] - 1.0);
    // 1 - cos a >= the bulge of an arc of angle a, over its radius
    double bulge = rv_geometry_reach(from->geometry) * fmin(fmax(1.0 - cosine, 0.0), 1.0);
    return rv_aabb_grow(rv_aabb_union(box, rv_placed_bounds(to)), bulge);
}

int rv_soft_touch_shape(rv_soft_surface* surface, const rv_placed* from, const rv_placed* to,
                        const rv_soft_limits* limits, rv_soft_touch* out, int max) {
    rv_soft_walk w = {.surface = surface,
                      .from = from,
                      .to = to,
                      .limits = limits,
                      .core = rv_soft_core_of(from->geometry),
                      .thickness = rv_geometry_thickness(from->geometry),
                      .gather = rv_soft_gather_start(out, max, limits)};
    surface->query++;
    rv_aabb box = swept_bounds(from, to);
    rv_soft_query(surface, &box, collect, &w);
    if (w.found == 0)
        return 0;
    if (rv_shape_is_convex(from->geometry->type) || from->geometry->type == RV_SHAPE_PLANE)
        rv_soft_touch_convex(&w);
    else
        rv_soft_touch_mesh(&w);
    return w.gather.count;
}
