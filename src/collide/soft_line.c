// A line of edges with a radius against a deformable surface. What the line's middle comes to is
// looked for, within the reach and the radius; the radius then comes off the gap.
#include "collide/soft_private.h"

typedef struct line_walk {
    const rv_soft_surface* surface;
    const rv_soft_line* line;
    rv_soft_limits limits; // of the line's middle
    rv_soft_gather gather;
    int edge;          // of the line, from vertex `edge` to the next
    int vertices;      // of it that have not been looked at: 1, or 2 at the end of the line
    rv_soft_ridge own; // the edge
} line_walk;

static rv_moving_point vertex_of(const rv_soft_line* line, int vertex) {
    return (rv_moving_point){line->x[vertex], line->x_to[vertex]};
}

static void finish(line_walk* w, rv_soft_touch* touch) {
    rv_vec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < touch->other_count; k++)
        p = rv_vec3_mul_add(p, touch->other_weight[k], w->line->x[touch->other_node[k]]);
    touch->point = rv_vec3_mul_add(p, w->line->radius, touch->normal);
    touch->gap -= w->line->radius;
    rv_soft_gather_add_node(&w->gather, touch);
}

static void vertex_face(line_walk* w, int triangle, int vertex) {
    const int32_t* node = &w->surface->triangles.data[3 * triangle];
    rv_moving_point x[3];
    for (int k = 0; k < 3; k++)
        x[k] = rv_soft_point(w->surface, node[k]);
    rv_soft_pair pair;
    if (!rv_soft_pair_point(x, vertex_of(w->line, vertex), &w->limits, &pair))
        return;
    rv_soft_touch touch = {.node = {node[0], node[1], node[2]},
                           .weight = {pair.other[0], pair.other[1], pair.other[2]},
                           .count = 3,
                           .normal = rv_vec3_neg(pair.normal),
                           .gap = pair.gap,
                           .feature = rv_soft_feature(RV_SOFT_KIND_FACE, triangle, vertex),
                           .other_node = {vertex},
                           .other_weight = {1.0},
                           .other_count = 1};
    finish(w, &touch);
}

static void edge_edge(line_walk* w, int edge) {
    const rv_soft_edge* e = &w->surface->edges.data[edge];
    rv_soft_ridge mine = rv_soft_ridge_of(w->surface, edge);
    rv_soft_pair pair;
    if (!rv_soft_pair_edges(&mine, &w->own, &w->limits, &pair))
        return;
    rv_soft_touch touch = {.node = {e->node[0], e->node[1]},
                           .weight = {pair.weight[0], pair.weight[1]},
                           .count = 2,
                           .normal = pair.normal,
                           .gap = pair.gap,
                           .feature = rv_soft_feature(RV_SOFT_KIND_EDGE, edge, w->edge),
                           .other_node = {w->edge, w->edge + 1},
                           .other_weight = {pair.other[0], pair.other[1]},
                           .other_count = 2};
    finish(w, &touch);
}

static bool visit(void* context, int triangle) {
    line_walk* w = context;
    const rv_soft_surface* s = w->surface;
    for (int k = 0; w->limits.parts & RV_SOFT_FACES && k < w->vertices; k++)
        vertex_face(w, triangle, w->edge + k);
    for (int k = 0; w->limits.parts & RV_SOFT_EDGES && k < 3; k++)
        if (s->owns.data[triangle] & 8 << k)
            edge_edge(w, s->triangle_edges.data[3 * triangle + k]);
    return true;
}

int rv_soft_touch_line(const rv_soft_surface* surface, const rv_soft_line* line,
                       const rv_soft_limits* limits, rv_soft_touch* out, int max) {
    line_walk w = {
        .surface = surface, .line = line, .gather = rv_soft_gather_start(out, max, limits)};
    w.limits = (rv_soft_limits){limits->reach + line->radius,
                                fmax(limits->depth - line->radius, 0.0), limits->parts};
    for (w.edge = 0; w.edge + 1 < line->vertex_count; w.edge++) {
        w.vertices = w.edge + 2 == line->vertex_count ? 2 : 1;
        w.own = (rv_soft_ridge){.end = {vertex_of(line, w.edge), vertex_of(line, w.edge + 1)},
                                .round = true};
        w.own.bounds = rv_soft_bounds(w.own.end, 2);
        rv_aabb box = rv_aabb_grow(w.own.bounds, w.limits.reach);
        rv_soft_query(surface, &box, visit, &w);
    }
    return w.gather.count;
}
