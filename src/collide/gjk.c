// Closest points of two convex cores, through the set of all differences D = {q - p: p in a, q in
// b}, of which only farthest points are ever asked for.
//   apart:   the point v of D nearest to the origin; GJK (Gilbert, Johnson, Keerthi 1988) finds it
//            from simplices of corners of D. w, the corner of D least far along v, bounds it:
//            v.w / |v| <= distance <= |v|
//   overlap: the least motion out is that through the nearest face of D; EPA (van den Bergen 2001)
//            grows a polytope inside D. With n the outward normals of its faces, d their distances
//            and h(n) how far D reaches along n:  min d <= depth <= min h(n)
// Both end when the bounds meet, when rounding allows no more, or when storage is full; what is
// given back is always a bound that holds: |v|, h(n). All is relative to the position of a.
#include "collide/convex.h"
#include "collide/segment.h"

enum {
    GJK_ROUNDS_MAX = 100,
    EPA_CORNERS_MAX = 128,
    EPA_FACES_MAX = 2 * EPA_CORNERS_MAX, // a closed surface of triangles has 2 n - 4
    POLISH_ROUNDS_MAX = 16,
};

// as parts of the size of both cores:
static const double MEETS = 1e-11;       // nearer than this the normal is that of a face of D
static const double ROUNDING = 1e-15;    // of a coordinate of a corner of D
static const double ONE_PLACE = 1e-12;   // between segments: the normal is perpendicular to both
static const double CLOSE = 1e-14;       // bounds of the depth that count as equal, for polytopes
static const double CLOSE_ROUND = 1e-12; // and with a cylinder
static const double POLISH_GAP = 1e-2;   // how far outside of D better normals are looked for
static const double FLAT = 1e-10;        // thickness of D that counts as none

// a corner of D: w = on_b - on_a, and which corners of the two cores it is made of
typedef struct corner {
    rv_vec3 w, on_a;
    int a, b;
} corner;

typedef struct pair {
    const rv_convex *a, *b;
    rv_vec3 offset; // position of b from that of a
    double size, close;
    int near_a, near_b; // the last corners found
} pair;

typedef struct simplex {
    int count;
    corner corner[4];
    double weight[4]; // of the corners in v
    rv_vec3 v;        // its point nearest to the origin
    double squared;   // |v|^2
} simplex;

typedef enum outcome { APART, BEYOND_LIMIT, MEET } outcome;

static corner farthest(pair* p, rv_vec3 direction) {
    corner c;
    rv_vec3 on_b = rv_convex_support_from(p->b, direction, &p->near_b);
    c.on_a = rv_convex_support_from(p->a, rv_vec3_neg(direction), &p->near_a);
    c.w = rv_vec3_sub(rv_vec3_add(p->offset, on_b), c.on_a);
    c.a = p->near_a;
    c.b = p->near_b;
    return c;
}

static bool same_place(rv_vec3 a, rv_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// --- the point of a simplex nearest to the origin ------------------------------------------------

// a corner, an edge or a face of a simplex, and its point nearest to the origin
typedef struct part {
    int count;
    int index[3];
    double weight[3];
    rv_vec3 v;
    double squared;
} part;

static void consider(part* best, part candidate) {
    candidate.squared = rv_vec3_dot(candidate.v, candidate.v);
    if (candidate.squared < best->squared)
        *best = candidate;
}

static void consider_edge(const corner* c, int i, int j, part* best) {
    rv_vec3 e = rv_vec3_sub(c[j].w, c[i].w);
    double ee = rv_vec3_dot(e, e), t = ee > 0.0 ? -rv_vec3_dot(c[i].w, e) / ee : 0.0;
    if (t <= 0.0 || t >= 1.0) {
        int k = t <= 0.0 ? i : j;
        consider(best, (part){.count = 1, .index = {k}, .weight = {1.0}, .v = c[k].w});
        return;
    }
    // once more along the edge: v is perpendicular to it even where it is short
    rv_vec3 v = rv_vec3_mul_add(c[i].w, t, e);
    v = rv_vec3_mul_add(v, -rv_vec3_dot(v, e) / ee, e);
    consider(best, (part){.count = 2, .index = {i, j}, .weight = {1.0 - t, t}, .v = v});
}

// v along the normal, whose direction does not suffer where |v| is small
static void consider_triangle(const corner* c, const int index[3], part* best) {
    int i = index[0], j = index[1], k = index[2];
    rv_vec3 p = c[i].w, e1 = rv_vec3_sub(c[j].w, p), e2 = rv_vec3_sub(c[k].w, p);
    rv_vec3 n = rv_vec3_cross(e1, e2);
    double nn = rv_vec3_dot(n, n), ee = rv_vec3_dot(e1, e1) * rv_vec3_dot(e2, e2);
    double weight[3] = {-1.0, -1.0, -1.0}; // without area: all edges
    if (nn > 1e-26 * ee) {
        weight[1] = -rv_vec3_dot(rv_vec3_cross(p, e2), n) / nn;
        weight[2] = -rv_vec3_dot(rv_vec3_cross(e1, p), n) / nn;
        weight[0] = 1.0 - weight[1] - weight[2];
    }
    if (weight[0] > 0.0 && weight[1] > 0.0 && weight[2] > 0.0) {
        rv_vec3 v = rv_vec3_scale(n, rv_vec3_dot(n, p) / nn);
        consider(best, (part){.count = 3,
                              .index = {i, j, k},
                              .weight = {weight[0], weight[1], weight[2]},
                              .v = v});
        return;
    }
    for (int m = 0; m < 3; m++)
        if (weight[m] <= 0.0)
            consider_edge(c, index[(m + 1) % 3], index[(m + 2) % 3], best);
}

// true: the origin is inside; else the nearest face is in `best`
static bool consider_tetrahedron(const corner* c, part* best) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    bool inside = true;
    for (int f = 0; f < 4; f++) {
        rv_vec3 p = c[face[f][0]].w;
        rv_vec3 e1 = rv_vec3_sub(c[face[f][1]].w, p), e2 = rv_vec3_sub(c[face[f][2]].w, p);
        rv_vec3 n = rv_vec3_cross(e1, e2), e3 = rv_vec3_sub(c[face[f][3]].w, p);
        double side = rv_vec3_dot(n, e3), origin = -rv_vec3_dot(n, p);
        bool flat = side * side <= 1e-26 * rv_vec3_dot(n, n) * rv_vec3_dot(e3, e3);
        if (!flat && side * origin >= 0.0)
            continue;
        inside = false;
        consider_triangle(c, face[f], best);
    }
    return inside;
}

// reduces the simplex to the part nearest to the origin; true: the origin is inside of it
static bool reduce(simplex* s) {
    static const int all[3] = {0, 1, 2};
    part best = {.squared = INFINITY};
    if (s->count == 4 && consider_tetrahedron(s->corner, &best))
        return true;
    if (s->count == 3)
        consider_triangle(s->corner, all, &best);
    else if (s->count == 2)
        consider_edge(s->corner, 0, 1, &best);
    else if (s->count == 1)
        consider(&best, (part){.count = 1, .weight = {1.0}, .v = s->corner[0].w});
    corner kept[3];
    for (int k = 0; k < best.count; k++) {
        kept[k] = s->corner[best.index[k]];
        s->weight[k] = best.weight[k];
    }
    for (int k = 0; k < best.count; k++)
        s->corner[k] = kept[k];
    s->count = best.count;
    s->v = best.v;
    s->squared = best.squared;
    return false;
}

// --- GJK -----------------------------------------------------------------------------------------

static bool holds_corner(const simplex* s, rv_vec3 w) {
    for (int k = 0; k < s->count; k++)
        if (same_place(s->corner[k].w, w))
            return true;
    return false;
}

static outcome approach(pair* p, simplex* s, double limit) {
    rv_vec3 v = p->offset;
    if (!(rv_vec3_dot(v, v) > 0.0))
        v = rv_vec3_make(1.0, 0.0, 0.0);
    s->count = 0;
    s->squared = INFINITY;
    for (int round = 0; round < GJK_ROUNDS_MAX; round++) {
        corner c = farthest(p, rv_vec3_neg(v));
        double vv = rv_vec3_dot(v, v), vw = rv_vec3_dot(v, c.w), length = sqrt(vv);
        if (vw > limit * length && vw > 0.0)
            return BEYOND_LIMIT;
        // the bounds have met, or the corner is an old one
        bool met = vv - vw <= ROUNDING * (p->size + length) * length;
        if (s->count > 0 && (met || holds_corner(s, c.w)))
            return APART;
        simplex before = *s;
        s->corner[s->count++] = c;
        if (reduce(s) || s->squared <= MEETS * MEETS * p->size * p->size)
            return MEET;
        // no nearer: rounding allows no more
        if (before.count > 0 && s->squared >= before.squared) {
            *s = before;
            return APART;
        }
        v = s->v;
    }
    return APART;
}

// --- EPA -----------------------------------------------------------------------------------------

typedef struct face {
    int16_t corner[3];
    int16_t across[3]; // the face across the edge from corner k to k + 1
    rv_vec3 normal;    // outward unit
    double distance;   // of its plane from the origin
    double bound;      // the distance, or INFINITY: done with, or without area
    bool used, seen;
} face;

typedef struct polytope {
    int corner_count, face_count;
    corner corner[EPA_CORNERS_MAX];
    face face[EPA_FACES_MAX];
    double rounding; // distance from a plane that counts as none
} polytope;

// an edge between a face that is seen from the new corner and one that is not
typedef struct rim_edge {
    int16_t from, to, beyond, side; // corners, the face that stays and which of its edges
} rim_edge;

static void set_plane(polytope* t, int index) {
    face* f = &t->face[index];
    rv_vec3 p = t->corner[f->corner[0]].w;
    rv_vec3 e1 = rv_vec3_sub(t->corner[f->corner[1]].w, p);
    rv_vec3 e2 = rv_vec3_sub(t->corner[f->corner[2]].w, p);
    rv_vec3 n = rv_vec3_cross(e1, e2);
    double nn = rv_vec3_dot(n, n);
    if (nn > 1e-28 * rv_vec3_dot(e1, e1) * rv_vec3_dot(e2, e2)) {
        f->normal = rv_vec3_scale(n, 1.0 / sqrt(nn));
        f->distance = rv_vec3_dot(f->normal, p);
        f->bound = f->distance;
        return;
    }
    // without area: goes wherever its neighbour goes
    const face* neighbour = &t->face[f->across[0]];
    f->normal = neighbour->normal;
    f->distance = neighbour->distance;
    f->bound = INFINITY;
}

// the tetrahedron of the first four corners
static void start_polytope(polytope* t) {
    static const int16_t loop[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int16_t beyond[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    rv_vec3 p = t->corner[0].w;
    rv_vec3 e1 = rv_vec3_sub(t->corner[1].w, p), e2 = rv_vec3_sub(t->corner[2].w, p);
    rv_vec3 e3 = rv_vec3_sub(t->corner[3].w, p);
    // the fourth corner is to be below the first face
    if (rv_vec3_dot(rv_vec3_cross(e1, e2), e3) > 0.0) {
        corner first = t->corner[0];
        t->corner[0] = t->corner[1];
        t->corner[1] = first;
    }
    t->corner_count = 4;
    t->face_count = 4;
    for (int f = 0; f < 4; f++) {
        t->face[f] = (face){.used = true};
        for (int k = 0; k < 3; k++) {
            t->face[f].corner[k] = loop[f][k];
            t->face[f].across[k] = beyond[f][k];
        }
    }
    for (int f = 0; f < 4; f++)
        set_plane(t, f);
}

// which edge of face g runs from corner `from` to corner `to`
static int16_t edge_of(const face* g, int16_t from, int16_t to) {
    for (int16_t k = 0; k < 3; k++)
        if (g->corner[k] == from && g->corner[(k + 1) % 3] == to)
            return k;
    return -1;
}

// what is seen from w, beginning with the face `first`, and the edges around it
typedef struct sight {
    int seen_count, rim_count;
    int16_t seen[EPA_FACES_MAX];
    rim_edge rim[EPA_FACES_MAX];
} sight;

static bool look(polytope* t, int first, rv_vec3 w, sight* s) {
    s->seen_count = 1;
    s->rim_count = 0;
    s->seen[0] = (int16_t)first;
    t->face[first].seen = true;
    for (int i = 0; i < s->seen_count; i++) {
        const face* f = &t->face[s->seen[i]];
        for (int k = 0; k < 3; k++) {
            face* g = &t->face[f->across[k]];
            if (g->seen)
                continue;
            if (rv_vec3_dot(g->normal, w) > g->distance + t->rounding) {
                g->seen = true;
                s->seen[s->seen_count++] = f->across[k];
                continue;
            }
            if (s->rim_count == EPA_FACES_MAX)
                return false;
            int16_t from = f->corner[k], to = f->corner[(k + 1) % 3];
            s->rim[s->rim_count++] = (rim_edge){from, to, f->across[k], edge_of(g, to, from)};
        }
    }
    return true;
}

// the edges around what is seen must be one loop: each corner on it starts one edge
static bool rim_is_loop(const sight* s, int16_t starts[EPA_CORNERS_MAX]) {
    for (int i = 0; i < EPA_CORNERS_MAX; i++)
        starts[i] = -1;
    for (int i = 0; i < s->rim_count; i++) {
        const rim_edge* e = &s->rim[i];
        if (e->side < 0 || starts[e->from] >= 0)
            return false;
        starts[e->from] = (int16_t)i;
    }
    for (int i = 0; i < s->rim_count; i++)
        if (starts[s->rim[i].to] < 0)
            return false;
    return s->rim_count >= 3;
}

// replaces what is seen from the corner c by faces from the edges around it to c; false: no room,
// or rounding has spoilt the polytope
static bool expand(polytope* t, int first, corner c) {
    sight s;
    int16_t starts[EPA_CORNERS_MAX], made[EPA_FACES_MAX];
    if (t->corner_count == EPA_CORNERS_MAX || !look(t, first, c.w, &s) || !rim_is_loop(&s, starts))
        return false;
    if (t->face_count + s.rim_count - s.seen_count > EPA_FACES_MAX)
        return false;
    int16_t top = (int16_t)t->corner_count++;
    t->corner[top] = c;
    for (int i = 0; i < s.seen_count; i++)
        t->face[s.seen[i]].used = false;
    for (int i = 0; i < s.rim_count; i++)
        made[i] = i < s.seen_count ? s.seen[i] : (int16_t)t->face_count++;
    for (int i = 0; i < s.rim_count; i++) {
        const rim_edge* e = &s.rim[i];
        face* f = &t->face[made[i]];
        *f = (face){.corner = {e->from, e->to, top}, .used = true};
        f->across[0] = e->beyond;
        t->face[e->beyond].across[e->side] = made[i];
    }
    for (int i = 0; i < s.rim_count; i++) {
        int next = starts[s.rim[i].to];
        t->face[made[i]].across[1] = made[next];
        t->face[made[next]].across[2] = made[i];
    }
    for (int i = 0; i < s.rim_count; i++)
        set_plane(t, made[i]);
    return true;
}

// a face of the polytope through which D can be left, h(n) deep
typedef struct way_out {
    rv_vec3 normal;
    double depth;
    corner corner[3];
    bool proven; // no other way is shorter
} way_out;

static int nearest_face(const polytope* t) {
    int best = -1;
    double least = INFINITY;
    for (int f = 0; f < t->face_count; f++)
        if (t->face[f].used && t->face[f].bound < least) {
            least = t->face[f].bound;
            best = f;
        }
    return best;
}

static way_out leave(pair* p, polytope* t) {
    way_out best = {.depth = INFINITY};
    for (;;) {
        int f = nearest_face(t);
        best.proven = f < 0 || t->face[f].bound >= best.depth - p->close;
        if (best.proven)
            return best;
        face* nearest = &t->face[f];
        corner c = farthest(p, nearest->normal);
        double reach = rv_vec3_dot(nearest->normal, c.w);
        if (reach < best.depth) {
            best.depth = reach;
            best.normal = nearest->normal;
            for (int k = 0; k < 3; k++)
                best.corner[k] = t->corner[nearest->corner[k]];
        }
        // on the surface of D already: nothing beyond this face
        if (reach - nearest->distance <= p->close)
            nearest->bound = INFINITY;
        else if (!expand(t, f, c))
            return best;
    }
}

// the triangle nearest to the origin, if it is as good a way out: of the triangles that make up one
// face of D it is the one with the point that is wanted
static void settle(pair* p, const polytope* t, way_out* way) {
    int best = -1;
    part nearest = {.squared = INFINITY};
    for (int f = 0; f < t->face_count; f++) {
        const face* g = &t->face[f];
        double least = nearest.squared;
        if (!g->used || !(g->distance <= way->depth + p->close))
            continue;
        consider_triangle(t->corner, (int[3]){g->corner[0], g->corner[1], g->corner[2]}, &nearest);
        best = nearest.squared < least ? f : best;
    }
    if (best < 0)
        return;
    rv_vec3 n = t->face[best].normal;
    double reach = rv_vec3_dot(n, farthest(p, n).w);
    if (reach > way->depth + 2.0 * p->close)
        return;
    way->normal = n;
    way->depth = reach;
    for (int k = 0; k < 3; k++)
        way->corner[k] = t->corner[t->face[best].corner[k]];
}

// --- the first polytope --------------------------------------------------------------------------

// of the corners of D farthest along `direction` and against it, the one farther from `from`
static corner farther_of_both(pair* p, rv_vec3 direction, rv_vec3 from, double* distance) {
    corner c = farthest(p, direction), d = farthest(p, rv_vec3_neg(direction));
    double along = rv_vec3_dot(rv_vec3_sub(c.w, from), direction);
    double against = -rv_vec3_dot(rv_vec3_sub(d.w, from), direction);
    *distance = fmax(along, against);
    return along >= against ? c : d;
}

// adds corners to those of GJK until there is a tetrahedron; less than 4: D has no volume, and
// `normal` is perpendicular to it
static int complete(pair* p, corner c[4], int count, rv_vec3* normal) {
    static const rv_vec3 axis[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double flat = FLAT * p->size, distance = 0.0;
    *normal = axis[2];
    for (int k = 0; k < 3 && count == 1; k++) {
        c[1] = farther_of_both(p, axis[k], c[0].w, &distance);
        count += distance > flat;
    }
    if (count < 2)
        return count;
    rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(c[1].w, c[0].w));
    rv_vec3 side = rv_vec3_perpendicular(u), other = rv_vec3_cross(u, side);
    *normal = side;
    for (int k = 0; k < 2 && count == 2; k++) {
        c[2] = farther_of_both(p, k == 0 ? side : other, c[0].w, &distance);
        count += distance > flat;
    }
    if (count < 3)
        return count;
    rv_vec3 e1 = rv_vec3_sub(c[1].w, c[0].w), e2 = rv_vec3_sub(c[2].w, c[0].w);
    *normal = rv_vec3_normalize(rv_vec3_cross(e1, e2));
    if (count == 3) {
        c[3] = farther_of_both(p, *normal, c[0].w, &distance);
        count += distance > flat;
    }
    return count;
}

// --- answers -------------------------------------------------------------------------------------

static bool has_corners(const rv_convex* c) {
    return c->core == RV_CORE_BOX || c->core == RV_CORE_HULL || c->core == RV_CORE_TRIANGLE;
}

// a number for up to two corners, or for a face, of which only its being one is told
static uint32_t number_of(const int corner[3], int count) {
    int low = corner[0], high = corner[0];
    for (int k = 1; k < count; k++) {
        low = corner[k] < low ? corner[k] : low;
        high = corner[k] > high ? corner[k] : high;
    }
    for (int k = 0; k < count; k++)
        if (corner[k] != low && corner[k] != high)
            return 0xffffu;
    return (uint32_t)low << 8 | (uint32_t)high;
}

static uint32_t feature_of(const pair* p, const corner* c, int count) {
    if (!has_corners(p->a) || !has_corners(p->b))
        return 0;
    int a[3] = {0}, b[3] = {0};
    for (int k = 0; k < count; k++) {
        a[k] = c[k].a;
        b[k] = c[k].b;
    }
    return number_of(a, count) << 16 | number_of(b, count);
}

// of the cores; on_a from the position of a
static rv_closest apart(const pair* p, const simplex* s) {
    rv_closest out = {.distance = sqrt(s->squared), .on_a = {0.0, 0.0, 0.0}};
    out.normal = rv_vec3_scale(s->v, 1.0 / out.distance);
    for (int k = 0; k < s->count; k++)
        out.on_a = rv_vec3_mul_add(out.on_a, s->weight[k], s->corner[k].on_a);
    out.feature = feature_of(p, s->corner, s->count);
    return out;
}

// EPA runs out of corners where D is round about the origin, and may end with a triangle beside the
// point of D that is wanted. Then from outside of D, where the way found leads to, GJK finds a
// better normal and the points, until there is none
static void polish(const pair* p, rv_closest* out) {
    for (int k = 0; k < POLISH_ROUNDS_MAX; k++) {
        pair moved = *p;
        double step = POLISH_GAP * p->size - out->distance;
        simplex s;
        moved.offset = rv_vec3_mul_add(p->offset, step, out->normal);
        if (approach(&moved, &s, INFINITY) != APART)
            return;
        rv_closest better = apart(&moved, &s);
        moved.offset = p->offset;
        rv_vec3 w = farthest(&moved, rv_vec3_neg(better.normal)).w;
        better.distance = rv_vec3_dot(w, better.normal);
        bool improved = better.distance > out->distance;
        if (better.distance >= out->distance - p->close)
            *out = better;
        if (!improved)
            return;
    }
}

static rv_closest overlap(pair* p, const simplex* s) {
    static const int all[3] = {0, 1, 2};
    polytope t; // large: only what is used is set
    t.rounding = ROUNDING * p->size;
    for (int k = 0; k < s->count; k++)
        t.corner[k] = s->corner[k];
    rv_vec3 normal;
    rv_closest out = {.distance = 0.0, .on_a = {0.0, 0.0, 0.0}};
    if (complete(p, t.corner, s->count, &normal) < 4) {
        // without volume, any way across is the shortest
        out.normal = normal;
        for (int k = 0; k < s->count; k++)
            out.on_a = rv_vec3_mul_add(out.on_a, s->weight[k], s->corner[k].on_a);
        return out;
    }
    start_polytope(&t);
    way_out way = leave(p, &t);
    settle(p, &t, &way);
    part nearest = {.squared = INFINITY};
    consider_triangle(way.corner, all, &nearest);
    out.distance = -way.depth;
    out.normal = rv_vec3_neg(way.normal);
    corner kept[3];
    for (int k = 0; k < nearest.count; k++) {
        kept[k] = way.corner[nearest.index[k]];
        out.on_a = rv_vec3_mul_add(out.on_a, nearest.weight[k], kept[k].on_a);
    }
    out.feature = feature_of(p, kept, nearest.count);
    if (!way.proven || nearest.count < 3)
        polish(p, &out);
    return out;
}

// radii added, from the position of a to the world
static rv_closest finish(const rv_convex* a, const rv_convex* b, rv_closest core) {
    core.on_a = rv_vec3_add(a->position, rv_vec3_mul_add(core.on_a, a->radius, core.normal));
    core.distance -= a->radius + b->radius;
    core.on_b = rv_vec3_mul_add(core.on_a, core.distance, core.normal);
    return core;
}

static rv_closest closest_cores(const rv_convex* a, const rv_convex* b, double limit) {
    pair p = {.a = a, .b = b, .offset = rv_vec3_sub(b->position, a->position)};
    bool round = a->core == RV_CORE_CYLINDER || b->core == RV_CORE_CYLINDER;
    p.size = rv_convex_reach(a) + rv_convex_reach(b);
    p.close = p.size * (round ? CLOSE_ROUND : CLOSE);
    simplex s;
    outcome o = approach(&p, &s, limit + a->radius + b->radius);
    if (o == BEYOND_LIMIT)
        return (rv_closest){.distance = INFINITY, .normal = {1.0, 0.0, 0.0}};
    return finish(a, b, o == MEET ? overlap(&p, &s) : apart(&p, &s));
}

// --- closed forms --------------------------------------------------------------------------------

// the core of a point or segment, from `origin`
static void ends_of(const rv_convex* c, rv_vec3 origin, rv_vec3 end[2]) {
    rv_vec3 p = rv_vec3_sub(c->position, origin);
    rv_vec3 half = rv_vec3_scale(rv_mat3_column(c->R, 0), c->half_length);
    end[0] = rv_vec3_add(p, half);
    end[1] = rv_vec3_sub(p, half);
}

// `across`: the normal, up to its sign, where the two points are at one place
static rv_closest from_nearest(const rv_convex* a, const rv_convex* b, rv_nearest n, rv_vec3 across,
                               double size) {
    rv_vec3 way = rv_vec3_sub(n.on_b, n.on_a);
    rv_closest core = {.distance = sqrt(n.squared), .on_a = n.on_a};
    if (core.distance > ONE_PLACE * size) {
        core.normal = rv_vec3_scale(way, 1.0 / core.distance);
    } else {
        core.normal = rv_vec3_dot(way, across) < 0.0 ? rv_vec3_neg(across) : across;
        core.distance = rv_vec3_dot(way, core.normal);
    }
    return finish(a, b, core);
}

static rv_closest closest_segments(const rv_convex* a, const rv_convex* b) {
    rv_vec3 one[2], two[2];
    ends_of(a, a->position, one);
    ends_of(b, a->position, two);
    rv_nearest n;
    if (a->core == RV_CORE_POINT) {
        n = (rv_nearest){.on_b = rv_nearest_on_segment(one[0], two, NULL)};
        n.squared = rv_vec3_dot(n.on_b, n.on_b);
    } else {
        n = rv_nearest_segments(one, two);
    }
    // at one place: perpendicular to both
    rv_vec3 u = rv_mat3_column(a->R, 0), v = rv_mat3_column(b->R, 0);
    rv_vec3 across = b->core == RV_CORE_SEGMENT ? rv_vec3_cross(u, v) : rv_vec3_make(0.0, 0.0, 0.0);
    across = rv_vec3_normalize(across);
    if (!(rv_vec3_dot(across, across) > 0.5))
        across = a->core == RV_CORE_SEGMENT   ? rv_vec3_perpendicular(u)
                 : b->core == RV_CORE_SEGMENT ? rv_vec3_perpendicular(v)
                                              : rv_vec3_make(0.0, 0.0, 1.0);
    return from_nearest(a, b, n, across, a->half_length + b->half_length);
}

static rv_closest closest_triangle(const rv_convex* a, const rv_convex* b) {
    rv_vec3 one[2], two[3];
    ends_of(a, a->position, one);
    for (int k = 0; k < 3; k++)
        two[k] = rv_vec3_sub(b->corner[k], a->position);
    double size = a->half_length + rv_convex_reach(b);
    rv_nearest n;
    if (a->core == RV_CORE_POINT) {
        n = (rv_nearest){.on_b = rv_nearest_on_triangle(one[0], two)};
        n.squared = rv_vec3_dot(n.on_b, n.on_b);
    } else {
        n = rv_nearest_segment_triangle(one, two);
        if (n.squared <= MEETS * MEETS * size * size)
            return closest_cores(a, b, INFINITY);
    }
    rv_vec3 across =
        rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(two[1], two[0]), rv_vec3_sub(two[2], two[0])));
    if (!(rv_vec3_dot(across, across) > 0.5))
        across = rv_vec3_make(0.0, 0.0, 1.0);
    return from_nearest(a, b, n, across, size);
}

static rv_closest closest_point(const rv_convex* a, const rv_convex* b) {
    rv_closest core = rv_point_closest(a->position, b);
    core.on_a = rv_vec3_make(0.0, 0.0, 0.0);
    return finish(a, b, core);
}

rv_closest rv_convex_closest_within(const rv_convex* a, const rv_convex* b, double limit) {
    if (a->core > b->core) {
        rv_closest c = rv_convex_closest_within(b, a, limit);
        rv_vec3 on_a = c.on_b;
        c.on_b = c.on_a;
        c.on_a = on_a;
        c.normal = rv_vec3_neg(c.normal);
        c.feature = c.feature << 16 | c.feature >> 16;
        return c;
    }
    if (b->core <= RV_CORE_SEGMENT)
        return closest_segments(a, b);
    if (a->core <= RV_CORE_SEGMENT && b->core == RV_CORE_TRIANGLE)
        return closest_triangle(a, b);
    if (a->core == RV_CORE_POINT && b->core != RV_CORE_HULL)
        return closest_point(a, b);
    return closest_cores(a, b, limit);
}

rv_closest rv_convex_closest(const rv_convex* a, const rv_convex* b) {
    return rv_convex_closest_within(a, b, INFINITY);
}
