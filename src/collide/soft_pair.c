// Pairs of features of two surfaces, and touches as they are gathered.
// At the start the gap is taken along the normal n of the pair: of a face, or u x v of two edges.
// What is beyond reach then may meet within the motion (continuous.h): with n of that time, along
// which the two come towards each other. Of edges, n is kept between the two face normals at the
// other's edge (its normal cone, Duriez 2004 with the correction that near-parallel edges need);
// edges that are nearly parallel touch where their ends do.
#include "collide/soft_private.h"

// sine of the angle below which edges count as parallel
static const double PARALLEL = 0.02;
// and below which, all the time, their ends come first
static const double NO_ANGLE = 1e-4;
// sines by which a normal may be outside the cone of the other's edge (it is moved back), and of
// the surface's own edge, which is flat mostly and bends with the motion
static const double OUTSIDE_OTHER = 1e-3, OUTSIDE_OWN = 0.2;
// weights below this are at the end of an edge, or above its negative on the border of a triangle
static const double AT_BORDER = 1e-9;
// parts of the reach, and an angle [rad], within which two touches are the same
static const double SAME_PLACE = 1e-6, SAME_NORMAL = 1e-6;

// ---- gathering ----------------------------------------------------------------------------------

uint32_t rv_soft_feature(int kind, int mine, int other) {
    uint64_t x = (uint64_t)(uint32_t)mine << 32 | (uint32_t)other;
    x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 29)) * 0xd6e8feb86659fd93u;
    return (uint32_t)(x >> 34) | (uint32_t)kind << 30;
}

int rv_soft_side(rv_vec3 n) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    if (x >= y && x >= z)
        return n.x > 0.0 ? 0 : 1;
    return y >= z ? (n.y > 0.0 ? 2 : 3) : (n.z > 0.0 ? 4 : 5);
}

rv_soft_gather rv_soft_gather_start(rv_soft_touch* out, int max, const rv_soft_limits* limits) {
    return (rv_soft_gather){out, 0, max, SAME_PLACE * limits->reach};
}

static bool agree(const rv_soft_touch* a, const rv_soft_touch* b, double same) {
    if (!(fabs(a->gap - b->gap) <= same))
        return false;
    rv_vec3 off = rv_vec3_sub(a->point, b->point), turn = rv_vec3_sub(a->normal, b->normal);
    return rv_vec3_dot(off, off) <= same * same
           && rv_vec3_dot(turn, turn) <= SAME_NORMAL * SAME_NORMAL;
}

void rv_soft_gather_add(rv_soft_gather* gather, const rv_soft_touch* touch) {
    for (int i = 0; i < gather->count; i++)
        if (agree(touch, &gather->out[i], gather->same))
            return;
    if (gather->count < gather->max) {
        gather->out[gather->count++] = *touch;
        return;
    }
    int farthest = -1;
    double most = touch->gap;
    for (int i = 0; i < gather->count; i++)
        if (gather->out[i].gap > most) {
            most = gather->out[i].gap;
            farthest = i;
        }
    if (farthest >= 0)
        gather->out[farthest] = *touch;
}

// whether two touches are of the same node, and it is behind a triangle in both
static bool same_node_behind(const rv_soft_touch* a, const rv_soft_touch* b) {
    if (!(a->gap < 0.0 && b->gap < 0.0) || a->count != b->count || a->other_count != b->other_count)
        return false;
    return a->count == 1 ? a->node[0] == b->node[0]
                         : a->other_count == 1 && a->other_node[0] == b->other_node[0];
}

void rv_soft_gather_add_node(rv_soft_gather* gather, const rv_soft_touch* touch) {
    for (int i = 0; touch->gap < 0.0 && i < gather->count; i++)
        if (same_node_behind(touch, &gather->out[i])) {
            if (touch->gap > gather->out[i].gap)
                gather->out[i] = *touch;
            return;
        }
    rv_soft_gather_add(gather, touch);
}

// ---- two edges ----------------------------------------------------------------------------------

static inline rv_vec3 at(rv_moving_point p, double t) {
    return rv_vec3_mul_add(p.from, t, rv_vec3_sub(p.to, p.from));
}

static inline rv_vec3 mixed(rv_vec3 a, rv_vec3 b, double t) {
    return rv_vec3_mul_add(a, t, rv_vec3_sub(b, a));
}

// how far n is beyond face k at the edge, as a sine: towards the inside of that face
static double beyond(const rv_soft_ridge* ridge, rv_vec3 along, int k, rv_vec3 n) {
    rv_vec3 inward = rv_vec3_cross(ridge->normal[k], along);
    return k == 0 ? rv_vec3_dot(n, inward) : -rv_vec3_dot(n, inward);
}

// n, perpendicular to the edge, moved between the two faces' normals; false: it was farther out
// than `slack`
static bool clamp(const rv_soft_ridge* ridge, rv_vec3 along, double slack, rv_vec3* n) {
    if (ridge->round)
        return true;
    double first = beyond(ridge, along, 0, *n), second = beyond(ridge, along, 1, *n);
    if (first > slack || second > slack)
        return false;
    if (first > 0.0)
        *n = ridge->normal[0];
    else if (second > 0.0)
        *n = ridge->normal[1];
    return true;
}

// both edges at one time
typedef struct crossing {
    rv_vec3 u, v, n; // edges; n = u x v
    double square;   // of n
} crossing;

static crossing cross_at(const rv_soft_ridge* a, const rv_soft_ridge* b, double t) {
    crossing c = {.u = rv_vec3_sub(at(a->end[1], t), at(a->end[0], t)),
                  .v = rv_vec3_sub(at(b->end[1], t), at(b->end[0], t))};
    c.n = rv_vec3_cross(c.u, c.v);
    c.square = rv_vec3_dot(c.n, c.n);
    return c;
}

// whether the sine of their angle is above this
static bool is_across(const crossing* c, double sine) {
    double longest = rv_vec3_dot(c->u, c->u) * rv_vec3_dot(c->v, c->v);
    return c->square > sine * sine * longest;
}

static void weigh(rv_soft_pair* out, double s, double t) {
    out->weight[0] = 1.0 - s;
    out->weight[1] = s;
    out->other[0] = 1.0 - t;
    out->other[1] = t;
}

rv_soft_ridge rv_soft_ridge_of(const rv_soft_surface* s, int edge) {
    const rv_soft_edge* e = &s->edges.data[edge];
    rv_soft_ridge ridge = {.end = {rv_soft_point(s, e->node[0]), rv_soft_point(s, e->node[1])}};
    ridge.bounds = rv_soft_bounds(ridge.end, 2);
    ridge.normal[0] = s->normals.data[e->triangle[0]];
    if (e->triangle[1] >= 0) {
        ridge.normal[1] = s->normals.data[e->triangle[1]];
        return ridge;
    }
    // an open edge touches on all sides but that of its triangle
    rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(ridge.end[1].from, ridge.end[0].from));
    ridge.normal[1] = rv_vec3_cross(along, ridge.normal[0]);
    return ridge;
}

// out of the other thing, about: what is round has the surface's inside there
static rv_vec3 outward(const rv_soft_ridge* a, const rv_soft_ridge* b) {
    return b->round ? rv_vec3_neg(rv_vec3_add(a->normal[0], a->normal[1]))
                    : rv_vec3_add(b->normal[0], b->normal[1]);
}

static bool edges_now(const rv_soft_ridge* a, const rv_soft_ridge* b, const rv_soft_limits* limits,
                      rv_soft_pair* out) {
    crossing c = cross_at(a, b, 0.0);
    rv_vec3 w = rv_vec3_sub(b->end[0].from, a->end[0].from);
    double s = rv_vec3_dot(rv_vec3_cross(w, c.v), c.n), t = rv_vec3_dot(rv_vec3_cross(w, c.u), c.n);
    double least = AT_BORDER * c.square, most = c.square - least;
    if (!(s > least && s < most && t > least && t < most) || !is_across(&c, PARALLEL))
        return false;
    rv_vec3 n = rv_vec3_scale(c.n, 1.0 / sqrt(c.square));
    if (rv_vec3_dot(n, outward(a, b)) < 0.0)
        n = rv_vec3_neg(n);
    double gap = -rv_vec3_dot(n, w);
    if (!(gap <= limits->reach && gap >= -limits->depth))
        return false;
    rv_vec3 back = rv_vec3_neg(n), none = back;
    if (!clamp(b, rv_vec3_normalize(c.v), OUTSIDE_OTHER, &n)
        || !clamp(a, rv_vec3_normalize(c.u), OUTSIDE_OWN, &none))
        return false;
    s /= c.square;
    t /= c.square;
    weigh(out, s, t);
    out->t = 0.0;
    out->normal = n;
    rv_vec3 p = mixed(a->end[0].from, a->end[1].from, s);
    rv_vec3 q = mixed(b->end[0].from, b->end[1].from, t);
    out->gap = rv_vec3_dot(n, rv_vec3_sub(p, q));
    return true;
}

static bool edges_meet(const rv_soft_ridge* a, const rv_soft_ridge* b, const rv_soft_limits* limits,
                       rv_soft_pair* out) {
    if (!rv_aabb_overlap(&a->bounds, &b->bounds))
        return false;
    crossing at_start = cross_at(a, b, 0.0), at_end = cross_at(a, b, 1.0);
    if (!is_across(&at_start, NO_ANGLE) && !is_across(&at_end, NO_ANGLE))
        return false;
    rv_meeting m;
    if (b->still) {
        const rv_vec3 still[2] = {b->end[0].from, b->end[1].from};
        m = rv_meet_segment_static_segment(a->end, still);
    } else {
        m = rv_meet_segments(a->end, b->end);
    }
    if (!(m.t <= 1.0))
        return false;
    crossing c = cross_at(a, b, m.t);
    double s = m.weight[0], t = m.weight[1];
    rv_vec3 from = rv_vec3_sub(mixed(a->end[0].from, a->end[1].from, s),
                               mixed(b->end[0].from, b->end[1].from, t));
    rv_vec3 to =
        rv_vec3_sub(mixed(a->end[0].to, a->end[1].to, s), mixed(b->end[0].to, b->end[1].to, t));
    rv_vec3 way = rv_vec3_sub(to, from), along = rv_vec3_normalize(c.v);
    // against the way, if the edges are parallel
    rv_vec3 n =
        is_across(&c, PARALLEL) ? c.n : rv_vec3_mul_add(way, -rv_vec3_dot(way, along), along);
    n = rv_vec3_normalize(n);
    if (rv_vec3_dot(n, way) > 0.0)
        n = rv_vec3_neg(n);
    // as far as the faces at the edge let it
    if (rv_vec3_dot(n, outward(a, b)) < 0.0 || !clamp(b, along, 1.0, &n))
        return false;
    weigh(out, s, t);
    out->t = m.t;
    out->normal = n;
    out->gap = rv_vec3_dot(n, from);
    return rv_vec3_dot(n, way) < 0.0 && out->gap >= -limits->depth;
}

static bool moves(const rv_moving_point* p, int count) {
    for (int k = 0; k < count; k++)
        if (p[k].from.x != p[k].to.x || p[k].from.y != p[k].to.y || p[k].from.z != p[k].to.z)
            return true;
    return false;
}

bool rv_soft_pair_edges(const rv_soft_ridge* a, const rv_soft_ridge* b,
                        const rv_soft_limits* limits, rv_soft_pair* out) {
    if (edges_now(a, b, limits, out))
        return true;
    return (moves(a->end, 2) || moves(b->end, 2)) && edges_meet(a, b, limits, out);
}

// ---- a point and a triangle ---------------------------------------------------------------------

static rv_vec3 normal_at(const rv_moving_point triangle[3], double t) {
    rv_vec3 a = at(triangle[0], t), u = rv_vec3_sub(at(triangle[1], t), a);
    return rv_vec3_normalize(rv_vec3_cross(u, rv_vec3_sub(at(triangle[2], t), a)));
}

static bool point_now(const rv_moving_point x[3], rv_vec3 p, const rv_soft_limits* limits,
                      rv_soft_pair* out) {
    rv_vec3 u = rv_vec3_sub(x[1].from, x[0].from), v = rv_vec3_sub(x[2].from, x[0].from);
    rv_vec3 w = rv_vec3_sub(p, x[0].from), n = rv_vec3_cross(u, v);
    double square = rv_vec3_dot(n, n), height = rv_vec3_dot(n, w);
    double most = height > 0.0 ? limits->reach : limits->depth;
    if (!(square > 0.0 && height * height <= most * most * square))
        return false;
    double second = rv_vec3_dot(rv_vec3_cross(w, v), n) / square;
    double third = rv_vec3_dot(rv_vec3_cross(u, w), n) / square, first = 1.0 - second - third;
    if (!(first > -AT_BORDER && second > -AT_BORDER && third > -AT_BORDER))
        return false;
    *out = (rv_soft_pair){.other = {fmax(first, 0.0), fmax(second, 0.0), fmax(third, 0.0)}};
    double length = sqrt(square);
    out->normal = rv_vec3_scale(n, 1.0 / length);
    out->gap = height / length;
    return true;
}

static bool point_meets(const rv_moving_point x[3], rv_moving_point p, const rv_soft_limits* limits,
                        rv_soft_pair* out) {
    rv_aabb own = rv_soft_bounds(x, 3), other = rv_soft_bounds(&p, 1);
    if (!rv_aabb_overlap(&own, &other))
        return false;
    // a triangle that stands still, and the point on one side of it
    bool still_there = !moves(x, 3);
    if (still_there) {
        rv_vec3 n = normal_at(x, 0.0);
        double from = rv_vec3_dot(n, rv_vec3_sub(p.from, x[0].from));
        double to = rv_vec3_dot(n, rv_vec3_sub(p.to, x[0].from));
        if (!(from >= -limits->depth && to < 0.0 && to < from))
            return false;
    }
    const rv_vec3 still[3] = {x[0].from, x[1].from, x[2].from};
    rv_meeting m =
        still_there ? rv_meet_point_static_triangle(p, still) : rv_meet_point_triangle(p, x);
    if (!(m.t <= 1.0))
        return false;
    *out = (rv_soft_pair){.other = {m.weight[0], m.weight[1], m.weight[2]}, .t = m.t};
    out->normal = normal_at(x, m.t);
    rv_vec3 from = p.from, to = p.to;
    for (int k = 0; k < 3; k++) {
        from = rv_vec3_mul_add(from, -m.weight[k], x[k].from);
        to = rv_vec3_mul_add(to, -m.weight[k], x[k].to);
    }
    out->gap = rv_vec3_dot(out->normal, from);
    return rv_vec3_dot(out->normal, rv_vec3_sub(to, from)) < 0.0 && out->gap >= -limits->depth;
}

bool rv_soft_pair_point(const rv_moving_point triangle[3], rv_moving_point p,
                        const rv_soft_limits* limits, rv_soft_pair* out) {
    if (point_now(triangle, p.from, limits, out))
        return true;
    return (moves(&p, 1) || moves(triangle, 3)) && point_meets(triangle, p, limits, out);
}
