// Contact of a convex thing with one triangle of a surface.
// The face: corners of the convex thing's own face towards it that lie over the triangle, with the
// triangle's normal n and gap n . (x - c) - radius. Its convex and open edges and their corners:
// the closest points, if the direction between them belongs to that edge or corner (surface.h);
// directions that belong elsewhere are left to the triangles there. Where the closest direction of
// overlapping things is not one of the surface's, it is the face that pushes.
#include "collide/touch_triangle.h"

// sine of the angle [rad] within which faces and edges count as parallel: then they touch along an
// area or a length, and not at a point
static const double PARALLEL = 0.02;
// parts of the reach by which a corner may be beside the triangle: rounding, and flat edges, which
// turn by up to 1e-6
static const double BESIDE = 1e-9, BESIDE_INNER = 2e-6;
// weights below this are on the edge
static const double ON_EDGE = 1e-7;
// a corner this part of the thickness below may be below without having come through
static const double SHALLOW = 0.1;

enum { KIND_CORNER_ON_FACE = 1, KIND_EDGE, KIND_VERTEX, KIND_CLOSEST };

// what of the triangle the closest points lie on
typedef enum region {
    ON_FACE,    // or too near to it to tell
    ON_FEATURE, // an edge or a corner that owns the direction
    ELSEWHERE,  // an edge or a corner, and the direction belongs to another triangle
} region;

typedef struct near_triangle {
    rv_facet facet;
    bool active[3]; // edges that are convex or open
    bool open[3];
    bool near[3]; // edges on which the closest point lies
    bool measured, owned;
    rv_closest closest;
    rv_vec3 out; // from the triangle to the convex thing
    region region;
    int found;
} near_triangle;

void rv_touch_walk_start(rv_touch_walk* walk, const rv_convex* a, const rv_placed* surface,
                         double margin) {
    walk->a = *a;
    walk->a.position = rv_placed_to_local(surface, a->position);
    walk->a.R = rv_mat3_mul(rv_mat3_transpose(surface->R), a->R);
    const rv_geometry* g = surface->geometry;
    bool field = g->type == RV_SHAPE_HEIGHT_FIELD;
    walk->surface = (rv_surface){field ? NULL : g->mesh, field ? g->field : NULL};
    walk->margin = margin;
    walk->reach = rv_convex_reach(a) + a->radius;
    walk->thickness = rv_convex_thickness(a);
    // the position of a hull may be anywhere, even outside of it
    walk->middle = rv_convex_middle(&walk->a);
    walk->ball = walk->reach + rv_vec3_length(rv_vec3_sub(walk->middle, walk->a.position));
    walk->solid = walk->surface.field != NULL;
    walk->lost = walk->solid && rv_height_field_is_below(walk->surface.field, walk->middle);
    walk->normal = rv_vec3_make(0.0, 0.0, 0.0);
    rv_gather_start(&walk->gather, walk->reach);
}

static void turn_to(rv_touch_walk* walk, rv_vec3 normal) {
    if (walk->normal.x == normal.x && walk->normal.y == normal.y && walk->normal.z == normal.z)
        return;
    const rv_convex* a = &walk->a;
    rv_vec3 down = rv_vec3_neg(normal);
    walk->normal = normal;
    walk->low = rv_vec3_dot(rv_convex_support(a, down, NULL), normal) - a->radius;
    walk->high = rv_vec3_dot(rv_convex_support(a, normal, NULL), normal) + a->radius;
    rv_convex_face_towards(a, down, &walk->face);
}

static void measure(rv_touch_walk* walk, near_triangle* t) {
    if (t->measured)
        return;
    rv_convex triangle = rv_convex_triangle(t->facet.corner);
    t->closest = rv_convex_closest_within(&walk->a, &triangle, walk->margin);
    t->out = rv_vec3_neg(t->closest.normal);
    t->measured = true;
}

// one of six, by the largest component: a number that tells floor from wall
static uint32_t side_of(rv_vec3 out) {
    double x = fabs(out.x), y = fabs(out.y), z = fabs(out.z);
    if (x >= y && x >= z)
        return out.x > 0.0 ? 0 : 1;
    return y >= z ? (out.y > 0.0 ? 2 : 3) : (out.z > 0.0 ? 4 : 5);
}

static void add(rv_touch_walk* walk, near_triangle* t, rv_mesh_touch touch) {
    if (!(touch.gap <= walk->margin))
        return;
    touch.triangle = t->facet.triangle;
    for (int k = 0; k < 3; k++)
        touch.corner[k] = t->facet.corner[k];
    rv_gather_add(&walk->gather, &touch);
    t->found++;
}

// ---- which part of the triangle is near ---------------------------------------------------------

// weight k: how far from the edge opposite to corner k, 1 at the corner
static void weights_of(const rv_facet* facet, rv_vec3 p, double weight[3]) {
    for (int k = 0; k < 3; k++) {
        const rv_vec3 *c = &facet->corner[k], *d = &facet->corner[(k + 1) % 3];
        const rv_vec3* e = &facet->corner[(k + 2) % 3];
        rv_vec3 inward = rv_vec3_cross(facet->normal, rv_vec3_sub(*e, *d));
        weight[k] =
            rv_vec3_dot(rv_vec3_sub(p, *d), inward) / rv_vec3_dot(rv_vec3_sub(*c, *d), inward);
    }
}

// sets which edges the closest point lies on; whether the direction belongs to what it lies on
static bool owns_direction(const rv_touch_walk* walk, near_triangle* t) {
    double weight[3];
    weights_of(&t->facet, t->closest.on_b, weight);
    int edges = 0, edge = 0;
    for (int k = 0; k < 3; k++) {
        t->near[k] = weight[(k + 2) % 3] < ON_EDGE;
        edges += t->near[k];
        edge = t->near[k] ? k : edge;
    }
    if (edges == 0)
        return rv_vec3_dot(t->out, t->facet.normal) > 0.0;
    if (edges == 1)
        return rv_facet_edge_owns(&walk->surface, &t->facet, edge, t->out);
    // the corner where the two edges meet; no triangle has three weights that small
    int corner = t->near[0] && t->near[1] ? 1 : t->near[1] && t->near[2] ? 2 : 0;
    return rv_facet_corner_owns(&walk->surface, &t->facet, corner, t->out);
}

static region region_of(const rv_touch_walk* walk, near_triangle* t) {
    t->owned = owns_direction(walk, t);
    bool inner = !t->near[0] && !t->near[1] && !t->near[2];
    double towards = rv_vec3_dot(t->out, t->facet.normal);
    bool parallel = towards > 1.0 - 0.5 * PARALLEL * PARALLEL && walk->face.count > 1;
    if (parallel || (inner && t->owned))
        return ON_FACE;
    return t->owned ? ON_FEATURE : ELSEWHERE;
}

// ---- the face -----------------------------------------------------------------------------------

// what is over or under a triangle: inward[k] . x >= least[k]
typedef struct prism {
    rv_vec3 inward[3];
    double least[3];
} prism;

static prism prism_of(const rv_touch_walk* walk, const near_triangle* t) {
    prism over;
    for (int k = 0; k < 3; k++) {
        rv_vec3 from = t->facet.corner[k], e = rv_vec3_sub(t->facet.corner[(k + 1) % 3], from);
        double slack = (t->active[k] ? BESIDE : BESIDE_INNER) * walk->reach * rv_vec3_length(e);
        over.inward[k] = rv_vec3_cross(t->facet.normal, e);
        over.least[k] = rv_vec3_dot(over.inward[k], from) - slack;
    }
    return over;
}

static bool holds(const prism* over, rv_vec3 p) {
    return rv_vec3_dot(over->inward[0], p) >= over->least[0]
           && rv_vec3_dot(over->inward[1], p) >= over->least[1]
           && rv_vec3_dot(over->inward[2], p) >= over->least[2];
}

// whether a corner of the shape below the plane has come through this triangle, and not past it
static bool came_through(rv_touch_walk* walk, near_triangle* t, rv_vec3 p, double height) {
    if (height >= 0.0 || (!t->measured && height > -SHALLOW * walk->thickness))
        return true;
    if (walk->solid && rv_height_field_is_below(walk->surface.field, p))
        return true;
    measure(walk, t);
    return t->closest.distance <= 0.0;
}

// corner i of the shape's face, at a height over the plane of the triangle
static void add_on_face(rv_touch_walk* walk, near_triangle* t, int i, double height) {
    const rv_facet* f = &t->facet;
    uint32_t corner = (uint32_t)walk->face.feature[i];
    add(walk, t,
        (rv_mesh_touch){.on_b = rv_vec3_mul_add(walk->face.corner[i], -height, f->normal),
                        .out = f->normal,
                        .gap = height - walk->a.radius,
                        .depth = rv_vec3_dot(f->normal, f->corner[0]) - walk->low,
                        .on_face = true,
                        .feature =
                            rv_touch_feature(KIND_CORNER_ON_FACE, corner, side_of(f->normal))});
}

static double height_over(const near_triangle* t, rv_vec3 p) {
    return rv_vec3_dot(rv_vec3_sub(p, t->facet.corner[0]), t->facet.normal);
}

static void touch_face(rv_touch_walk* walk, near_triangle* t) {
    prism over = prism_of(walk, t);
    for (int i = 0; i < walk->face.count; i++) {
        rv_vec3 p = walk->face.corner[i];
        if (!holds(&over, p))
            continue;
        // below, an edge or a corner is the nearer way out
        double height = height_over(t, p);
        bool left_to_feature = height < 0.0 && t->region == ON_FEATURE;
        if (height - walk->a.radius <= walk->margin && !left_to_feature
            && came_through(walk, t, p, height))
            add_on_face(walk, t, i, height);
    }
}

// ---- edges --------------------------------------------------------------------------------------

// an edge of the triangle below a face of the convex thing, seen along `out`
typedef struct edge_contact {
    int edge;
    rv_vec3 from, along; // the edge is from + t along, t in [0, 1]
    rv_vec3 out;
    double depth;
    const rv_convex_face* face;
    double beside; // lines that far apart still touch
} edge_contact;

static void add_on_edge(rv_touch_walk* walk, near_triangle* t, const edge_contact* c, double at,
                        double height) {
    const rv_facet* f = &t->facet;
    uint32_t v = (uint32_t)f->vertex[c->edge], w = (uint32_t)f->vertex[(c->edge + 1) % 3];
    uint32_t low = v < w ? v : w, high = v < w ? w : v;
    bool end = at <= 0.0 || at >= 1.0;
    uint32_t vertex = at <= 0.0 ? v : w;
    // the two ends of a part of an edge: told apart by which is nearer to the lower vertex
    double from_low = v < w ? at : 1.0 - at;
    uint32_t feature = end ? rv_touch_feature(KIND_VERTEX, vertex, side_of(c->out))
                           : rv_touch_feature(KIND_EDGE, low, 2 * high + (from_low > 0.5));
    add(walk, t,
        (rv_mesh_touch){.on_b = rv_vec3_mul_add(c->from, at, c->along),
                        .out = c->out,
                        .gap = height - walk->a.radius,
                        .depth = c->depth,
                        .open = t->open[c->edge],
                        .feature = feature});
}

// a line of the convex thing across the edge, or along it
static void touch_edge_line(rv_touch_walk* walk, near_triangle* t, const edge_contact* c) {
    rv_vec3 p = c->face->corner[0], q = rv_vec3_sub(c->face->corner[1], p);
    rv_vec3 between = rv_vec3_sub(c->from, p);
    double turn = rv_vec3_dot(c->out, rv_vec3_cross(q, c->along));
    double lengths = rv_vec3_length(q) * rv_vec3_length(c->along);
    if (fabs(turn) > PARALLEL * lengths) {
        double s = rv_vec3_dot(c->out, rv_vec3_cross(between, c->along)) / turn;
        double at = rv_vec3_dot(c->out, rv_vec3_cross(between, q)) / turn;
        if (s < 0.0 || s > 1.0 || at < 0.0 || at > 1.0)
            return;
        rv_vec3 on_line = rv_vec3_mul_add(p, s, q),
                on_edge = rv_vec3_mul_add(c->from, at, c->along);
        add_on_edge(walk, t, c, at, rv_vec3_dot(rv_vec3_sub(on_line, on_edge), c->out));
        return;
    }
    // along the edge: the ends of the common part
    double square = rv_vec3_dot(c->along, c->along), slope = rv_vec3_dot(q, c->along) / square;
    double start = -rv_vec3_dot(between, c->along) / square, end = start + slope;
    double t0 = fmax(fmin(start, end), 0.0), t1 = fmin(fmax(start, end), 1.0);
    for (int n = 0; n < 2 && t0 <= t1 && slope != 0.0; n++) {
        double at = n == 0 ? t0 : t1;
        rv_vec3 on_line = rv_vec3_mul_add(p, (at - start) / slope, q);
        rv_vec3 way = rv_vec3_sub(on_line, rv_vec3_mul_add(c->from, at, c->along));
        double sideways = rv_vec3_dot(way, rv_vec3_cross(c->out, c->along));
        if (fabs(sideways) <= c->beside * sqrt(square))
            add_on_edge(walk, t, c, at, rv_vec3_dot(way, c->out));
    }
}

// the part of the edge below a polygon that is parallel to it
static void touch_edge_polygon(rv_touch_walk* walk, near_triangle* t, const edge_contact* c) {
    const rv_convex_face* face = c->face;
    double facing = -rv_vec3_dot(face->normal, c->out);
    if (facing < 1.0 - 0.5 * PARALLEL * PARALLEL)
        return;
    double t0 = 0.0, t1 = 1.0;
    for (int i = 0; i < face->count && t0 <= t1; i++) {
        rv_vec3 p = face->corner[i], side = rv_vec3_sub(face->corner[(i + 1) % face->count], p);
        // inside where start + rate t >= 0
        rv_vec3 inward = rv_vec3_cross(face->normal, side);
        double start = rv_vec3_dot(rv_vec3_sub(c->from, p), inward);
        double rate = rv_vec3_dot(c->along, inward);
        if (rate > 0.0)
            t0 = fmax(t0, -start / rate);
        else if (rate < 0.0)
            t1 = fmin(t1, -start / rate);
        else if (start < 0.0)
            return;
    }
    for (int n = 0; n < 2 && t0 <= t1; n++) {
        double at = n == 0 ? t0 : t1;
        rv_vec3 on_edge = rv_vec3_mul_add(c->from, at, c->along);
        rv_vec3 up = rv_vec3_sub(face->corner[0], on_edge);
        add_on_edge(walk, t, c, at, -rv_vec3_dot(up, face->normal) / facing);
    }
}

static void touch_edge(rv_touch_walk* walk, near_triangle* t, const edge_contact* c) {
    if (c->face->count == 2)
        touch_edge_line(walk, t, c);
    else if (c->face->count > 2)
        touch_edge_polygon(walk, t, c);
}

static edge_contact edge_contact_of(const near_triangle* t, int edge) {
    rv_vec3 from = t->facet.corner[edge];
    return (edge_contact){
        .edge = edge, .from = from, .along = rv_vec3_sub(t->facet.corner[(edge + 1) % 3], from)};
}

// edges of a face that is below a parallel face or line
static void touch_rim(rv_touch_walk* walk, near_triangle* t) {
    for (int k = 0; k < 3; k++) {
        if (!t->active[k])
            continue;
        edge_contact c = edge_contact_of(t, k);
        c.out = t->facet.normal;
        c.depth = rv_vec3_dot(t->facet.normal, t->facet.corner[0]) - walk->low;
        c.face = &walk->face;
        c.beside = BESIDE_INNER * walk->reach;
        touch_edge(walk, t, &c);
    }
}

static void add_closest(rv_touch_walk* walk, near_triangle* t) {
    const int32_t* v = t->facet.vertex;
    uint32_t sum = 0, open = 0;
    for (int k = 0; k < 3; k++) {
        // the corners of the near edge, or the one common to two
        if (t->near[k])
            sum ^= (uint32_t)v[k] * 0x9e3779b9u ^ (uint32_t)v[(k + 1) % 3] * 0x9e3779b9u;
        open |= t->near[k] && t->open[k];
    }
    add(walk, t,
        (rv_mesh_touch){.on_b = t->closest.on_b,
                        .out = t->out,
                        .gap = t->closest.distance,
                        .depth = -t->closest.distance,
                        .open = open != 0,
                        .feature = rv_touch_feature(KIND_CLOSEST, sum, 0)});
}

// edges and corners that own the closest direction
static void touch_feature(rv_touch_walk* walk, near_triangle* t) {
    rv_convex_face face;
    rv_convex_face_towards(&walk->a, t->closest.normal, &face);
    for (int k = 0; k < 3; k++) {
        edge_contact c = edge_contact_of(t, k);
        double rise = rv_vec3_dot(c.along, t->out);
        if (!t->near[k] || !t->active[k] || fabs(rise) > PARALLEL * rv_vec3_length(c.along))
            continue;
        c.out = t->out;
        c.depth = -t->closest.distance;
        c.face = &face;
        c.beside = PARALLEL * walk->reach;
        touch_edge(walk, t, &c);
    }
    if (t->found == 0)
        add_closest(walk, t);
}

// how far x is from [low, high] of three numbers
static double beyond(double x, double a, double b, double c) {
    double low = a < b ? a : b, high = a < b ? b : a;
    low = c < low ? c : low;
    high = c > high ? c : high;
    return x < low ? low - x : x > high ? x - high : 0.0;
}

// by a ball about the shape and the bounds of the triangle
static bool is_out_of_reach(const rv_touch_walk* walk, const rv_vec3 c[3]) {
    rv_vec3 m = walk->middle;
    double x = beyond(m.x, c[0].x, c[1].x, c[2].x), y = beyond(m.y, c[0].y, c[1].y, c[2].y);
    double z = beyond(m.z, c[0].z, c[1].z, c[2].z), far = walk->ball + walk->margin;
    return x * x + y * y + z * z > far * far;
}

// ---- the triangle -------------------------------------------------------------------------------

void rv_touch_triangle(rv_touch_walk* walk, int triangle) {
    near_triangle t = {.facet = rv_surface_facet(&walk->surface, triangle)};
    const rv_facet* f = &t.facet;
    if (!walk->lost && is_out_of_reach(walk, f->corner))
        return;
    turn_to(walk, f->normal);
    // too far above its plane, or all behind it
    double plane = rv_vec3_dot(f->normal, f->corner[0]);
    if (walk->low - plane > walk->margin || (!walk->solid && walk->high < plane))
        return;
    bool any_active = false;
    for (int k = 0; k < 3; k++) {
        rv_trimesh_edge kind = rv_surface_edge_kind(&walk->surface, triangle, k);
        t.active[k] = kind != RV_EDGE_INNER;
        t.open[k] = kind == RV_EDGE_OPEN;
        any_active |= t.active[k];
    }
    if (any_active) {
        measure(walk, &t);
        bool far = t.closest.distance > walk->margin;
        if (far && !walk->solid)
            return;
        t.region = far ? ELSEWHERE : region_of(walk, &t);
    }
    if (t.region == ON_FEATURE)
        touch_feature(walk, &t);
    touch_face(walk, &t);
    if (any_active && t.region == ON_FACE) {
        touch_rim(walk, &t);
        // lines that pass a corner without crossing an edge
        if (t.found == 0 && t.owned)
            add_closest(walk, &t);
    }
}

void rv_touch_face_plane(rv_touch_walk* walk, int triangle) {
    near_triangle t = {.facet = rv_surface_facet(&walk->surface, triangle)};
    turn_to(walk, t.facet.normal);
    for (int i = 0; i < walk->face.count; i++)
        add_on_face(walk, &t, i, height_over(&t, walk->face.corner[i]));
}
