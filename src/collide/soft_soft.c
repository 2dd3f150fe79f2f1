// Two deformable surfaces, or one and itself: all pairs of near triangles, and of these each pair
// of features once (each has an owner).
#include "collide/soft_private.h"

typedef struct soft_walk {
    const rv_soft_surface *a, *b;
    const rv_soft_limits* limits;
    rv_soft_gather gather;
    int triangle; // of a
    rv_moving_point x[3];
} soft_walk;

static const int32_t* corners(const rv_soft_surface* s, int triangle) {
    return &s->triangles.data[3 * triangle];
}

static bool has_node(const rv_soft_surface* s, int triangle, int node) {
    const int32_t* c = corners(s, triangle);
    return c[0] == node || c[1] == node || c[2] == node;
}

static rv_vec3 mixed(const rv_soft_surface* s, const int* node, const double* weight, int count) {
    rv_vec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < count; k++)
        p = rv_vec3_mul_add(p, weight[k], s->x[node[k]]);
    return p;
}

static void finish(soft_walk* w, rv_soft_touch* touch) {
    touch->point = mixed(w->b, touch->other_node, touch->other_weight, touch->other_count);
    rv_soft_gather_add_node(&w->gather, touch);
}

// nodes of a against a triangle of b
static void nodes_of_a(soft_walk* w, int other) {
    const int32_t *mine = corners(w->a, w->triangle), *theirs = corners(w->b, other);
    rv_moving_point y[3];
    for (int k = 0; k < 3; k++)
        y[k] = rv_soft_point(w->b, theirs[k]);
    for (int k = 0; k < 3; k++) {
        rv_soft_pair pair;
        if (!(w->a->owns.data[w->triangle] & 1 << k)
            || (w->a == w->b && has_node(w->b, other, mine[k]))
            || !rv_soft_pair_point(y, w->x[k], w->limits, &pair))
            continue;
        rv_soft_touch touch = {.node = {mine[k]},
                               .weight = {1.0},
                               .count = 1,
                               .normal = pair.normal,
                               .gap = pair.gap,
                               .feature = rv_soft_feature(RV_SOFT_KIND_NODE, mine[k], other),
                               .other_node = {theirs[0], theirs[1], theirs[2]},
                               .other_weight = {pair.other[0], pair.other[1], pair.other[2]},
                               .other_count = 3};
        finish(w, &touch);
    }
}

static void nodes_of_b(soft_walk* w, int other) {
    const int32_t *mine = corners(w->a, w->triangle), *theirs = corners(w->b, other);
    for (int k = 0; k < 3; k++) {
        rv_soft_pair pair;
        if (!(w->b->owns.data[other] & 1 << k)
            || !rv_soft_pair_point(w->x, rv_soft_point(w->b, theirs[k]), w->limits, &pair))
            continue;
        rv_soft_touch touch = {.node = {mine[0], mine[1], mine[2]},
                               .weight = {pair.other[0], pair.other[1], pair.other[2]},
                               .count = 3,
                               .normal = rv_vec3_neg(pair.normal),
                               .gap = pair.gap,
                               .feature =
                                   rv_soft_feature(RV_SOFT_KIND_FACE, w->triangle, theirs[k]),
                               .other_node = {theirs[k]},
                               .other_weight = {1.0},
                               .other_count = 1};
        finish(w, &touch);
    }
}

static void edge_pair(soft_walk* w, int mine, int other) {
    const rv_soft_edge *e = &w->a->edges.data[mine], *f = &w->b->edges.data[other];
    bool joined = e->node[0] == f->node[0] || e->node[0] == f->node[1] || e->node[1] == f->node[0]
                  || e->node[1] == f->node[1];
    if (w->a == w->b && (mine >= other || joined))
        return;
    rv_soft_ridge ridge = rv_soft_ridge_of(w->a, mine), against = rv_soft_ridge_of(w->b, other);
    rv_soft_pair pair;
    if (!rv_soft_pair_edges(&ridge, &against, w->limits, &pair))
        return;
    rv_soft_touch touch = {.node = {e->node[0], e->node[1]},
                           .weight = {pair.weight[0], pair.weight[1]},
                           .count = 2,
                           .normal = pair.normal,
                           .gap = pair.gap,
                           .feature = rv_soft_feature(RV_SOFT_KIND_EDGE, mine, other),
                           .other_node = {f->node[0], f->node[1]},
                           .other_weight = {pair.other[0], pair.other[1]},
                           .other_count = 2};
    finish(w, &touch);
}

static bool visit(void* context, int other) {
    soft_walk* w = context;
    unsigned parts = w->limits->parts;
    if (parts & RV_SOFT_NODES)
        nodes_of_a(w, other);
    // of a surface and itself, these are nodes too
    if (parts & RV_SOFT_FACES && w->a != w->b)
        nodes_of_b(w, other);
    for (int k = 0; parts & RV_SOFT_EDGES && k < 9; k++)
        if (w->a->owns.data[w->triangle] & 8 << k / 3 && w->b->owns.data[other] & 8 << k % 3)
            edge_pair(w, w->a->triangle_edges.data[3 * w->triangle + k / 3],
                      w->b->triangle_edges.data[3 * other + k % 3]);
    return true;
}

int rv_soft_touch_soft(const rv_soft_surface* a, const rv_soft_surface* b,
                       const rv_soft_limits* limits, rv_soft_touch* out, int max) {
    soft_walk w = {
        .a = a, .b = b, .limits = limits, .gather = rv_soft_gather_start(out, max, limits)};
    for (int t = 0; b->triangle_count > 0 && t < a->triangle_count; t++) {
        if (!rv_aabb_overlap(&a->bounds.data[t], &b->tree.data[0].bounds))
            continue;
        w.triangle = t;
        for (int k = 0; k < 3; k++)
            w.x[k] = rv_soft_point(a, corners(a, t)[k]);
        rv_soft_query(b, &a->bounds.data[t], visit, &w);
    }
    return w.gather.count;
}

int rv_soft_touch_self(const rv_soft_surface* surface, const rv_soft_limits* limits,
                       rv_soft_touch* out, int max) {
    return rv_soft_touch_soft(surface, surface, limits, out, max);
}
