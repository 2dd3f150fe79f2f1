// A deformable surface against a triangle mesh or a height field, in the frame of that: all pairs
// of near triangles, and of these each pair of features once (both have an owner). Nodes touch the
// faces that they are over; an edge or a corner of the mesh if nothing is nearer; from behind the
// nearest face. Within the motion the first face that a node comes to counts.
#include "collide/segment.h"
#include "collide/soft_walk.h"
#include "collide/surface.h"

// cosine of the angle between two normals at one corner, negative, at most
static const double SHARPEST = 0.9;

// what one node has found so far
typedef struct node_touch {
    double nearest;                   // of faces that it is over, gap
    double border;                    // distance of the nearest edge or corner
    rv_vec3 border_on, border_normal; // there
    rv_soft_pair behind, first;       // the shallowest face that it is behind; the first it meets
    rv_vec3 behind_on, first_on;      // points
    bool is_behind, meets;            // whether there are such
} node_touch;

typedef struct mesh_walk {
    rv_soft_walk* walk;
    rv_surface surface;
    int triangle; // of the deformable surface
    rv_moving_point x[3];
    rv_soft_ridge ridge[3]; // of its own edges
    node_touch node[3];     // of its own nodes
    // what the triangle, its nodes and its edges reach on their way
    rv_aabb box, node_box[3], edge_box[3];
} mesh_walk;

static const int32_t* nodes_of(const mesh_walk* m) {
    return &m->walk->surface->triangles.data[3 * m->triangle];
}

static rv_vec3 mixed(const rv_vec3 x[3], const double weight[3]) {
    return rv_vec3_mul_add(rv_vec3_mul_add(rv_vec3_scale(x[0], weight[0]), weight[1], x[1]),
                           weight[2], x[2]);
}

// ---- nodes --------------------------------------------------------------------------------------

static void add_node(mesh_walk* m, int k, rv_vec3 on, rv_vec3 normal) {
    int node = nodes_of(m)[k];
    rv_soft_touch touch = {.node = {node}, .weight = {1.0}, .count = 1};
    touch.gap = rv_vec3_dot(normal, rv_vec3_sub(m->x[k].from, on));
    touch.feature = rv_soft_feature(RV_SOFT_KIND_NODE, node, rv_soft_side(normal));
    rv_soft_walk_add(m->walk, &touch, on, normal);
}

static void node_face(mesh_walk* m, int k, const rv_facet* facet) {
    node_touch* n = &m->node[k];
    rv_vec3 p = m->x[k].from;
    const rv_vec3* c = facet->corner;
    rv_moving_point still[3] = {{c[0], c[0]}, {c[1], c[1]}, {c[2], c[2]}};
    rv_soft_pair pair;
    if (rv_soft_pair_point(still, m->x[k], m->walk->limits, &pair)) {
        rv_vec3 on = mixed(c, pair.other);
        if (pair.t > 0.0) {
            if (!n->meets || pair.t < n->first.t) {
                n->first = pair;
                n->first_on = on;
            }
            n->meets = true;
        } else if (pair.gap >= 0.0) {
            n->nearest = fmin(n->nearest, pair.gap);
            add_node(m, k, on, pair.normal);
        } else if (!n->is_behind || pair.gap > n->behind.gap) {
            n->behind = pair;
            n->behind_on = on;
            n->is_behind = true;
        }
        return;
    }
    // beside the face, in front of it
    rv_vec3 q = rv_nearest_on_triangle(p, c), way = rv_vec3_sub(p, q);
    double distance = rv_vec3_length(way);
    if (distance < n->border && distance <= m->walk->limits->reach
        && rv_vec3_dot(way, facet->normal) > 0.0) {
        n->border = distance;
        n->border_on = q;
        n->border_normal = rv_vec3_scale(way, 1.0 / distance);
    }
}

// what is far below a height field is inside of it all the same
static bool add_sunken(mesh_walk* m, int k) {
    rv_vec3 p = m->x[k].from, on, normal;
    if (m->surface.field == NULL || !rv_height_field_is_below(m->surface.field, p))
        return false;
    rv_soft_nearest(m->walk->core.geometry, p, m->walk->limits->depth, &on, &normal);
    add_node(m, k, on, normal);
    return true;
}

static void finish_node(mesh_walk* m, int k) {
    const node_touch* n = &m->node[k];
    double front = fmin(n->nearest, n->border);
    if (!n->is_behind && !(n->nearest < INFINITY) && add_sunken(m, k))
        return;
    if (n->is_behind && -n->behind.gap < front)
        add_node(m, k, n->behind_on, n->behind.normal);
    else if (n->border < n->nearest)
        add_node(m, k, n->border_on, n->border_normal);
    if (n->meets)
        add_node(m, k, n->first_on, n->first.normal);
}

// ---- edges and corners of the mesh --------------------------------------------------------------

static rv_soft_ridge ridge_of(const mesh_walk* m, const rv_facet* facet, int edge,
                              const rv_aabb* bounds) {
    rv_vec3 a = facet->corner[edge], b = facet->corner[(edge + 1) % 3];
    rv_soft_ridge ridge = {.end = {{a, a}, {b, b}}, .bounds = *bounds, .still = true};
    int other = rv_surface_neighbour(&m->surface, facet->triangle, edge);
    ridge.normal[0] = facet->normal;
    // an open edge touches on all sides but that of its triangle
    ridge.normal[1] = other < 0 ? rv_vec3_cross(rv_vec3_normalize(rv_vec3_sub(b, a)), facet->normal)
                                : rv_surface_normal(&m->surface, other);
    return ridge;
}

// the triangle's own edges whose way meets the box: bit k
static unsigned edges_near(const mesh_walk* m, const rv_aabb* box) {
    unsigned near = 0, owns = m->walk->surface->owns.data[m->triangle];
    for (int k = 0; k < 3; k++)
        if (owns & 8u << k && rv_aabb_overlap(&m->edge_box[k], box))
            near |= 1u << k;
    return near;
}

static void edges_of_facet(mesh_walk* m, const rv_facet* facet, unsigned owns) {
    const int32_t* edge = &m->walk->surface->triangle_edges.data[3 * m->triangle];
    for (int i = 0; i < 3; i++) {
        if (!(owns & 8u << i))
            continue;
        rv_aabb bounds = {facet->corner[i], facet->corner[i]};
        rv_soft_enlarge(&bounds, facet->corner[(i + 1) % 3]);
        unsigned near = edges_near(m, &bounds);
        if (near == 0)
            continue;
        rv_soft_ridge other = ridge_of(m, facet, i, &bounds);
        for (int k = 0; k < 3; k++)
            if (near & 1u << k)
                rv_soft_walk_edges(m->walk, edge[k], &m->ridge[k], 3 * facet->triangle + i, &other);
    }
}

// whether n may be a normal of a corner, seen from one facet: all of that lies below, about
static bool suits_corner(const rv_facet* facet, int corner, double slack, rv_vec3 n) {
    rv_vec3 p = facet->corner[corner];
    // of a sharp corner, normals of the other facets may look away from this one
    bool suits = rv_vec3_dot(n, facet->normal) >= -SHARPEST;
    for (int k = 1; k < 3; k++) {
        rv_vec3 e = rv_vec3_sub(facet->corner[(corner + k) % 3], p);
        suits = suits && rv_vec3_dot(n, e) <= slack * rv_vec3_length(e);
    }
    return suits;
}

static void corners_of_facet(mesh_walk* m, const rv_facet* facet, unsigned owns) {
    for (int k = 0; k < 3; k++) {
        rv_soft_pair pair;
        rv_vec3 p = facet->corner[k];
        if (!(owns & 1u << k) || !rv_aabb_contains(&m->box, &(rv_aabb){p, p})
            || !rv_soft_pair_point(m->x, (rv_moving_point){p, p}, m->walk->limits, &pair)
            || !suits_corner(facet, k, rv_soft_corner_slack(&pair), rv_vec3_neg(pair.normal)))
            continue;
        const int32_t* node = nodes_of(m);
        rv_soft_touch touch = {.node = {node[0], node[1], node[2]},
                               .weight = {pair.other[0], pair.other[1], pair.other[2]},
                               .count = 3,
                               .gap = pair.gap};
        touch.feature = rv_soft_feature(RV_SOFT_KIND_FACE, m->triangle, facet->vertex[k]);
        rv_soft_walk_add_face(m->walk, &touch, p, rv_vec3_neg(pair.normal));
    }
}

// ---- pairs of triangles -------------------------------------------------------------------------

// whether all of the triangle stays farther above the plane of a facet than the reach
static bool is_above(const mesh_walk* m, rv_vec3 normal, rv_vec3 corner) {
    double most = rv_vec3_dot(normal, corner) + m->walk->limits->reach;
    for (int k = 0; k < 3; k++)
        if (!(rv_vec3_dot(normal, m->x[k].from) > most && rv_vec3_dot(normal, m->x[k].to) > most))
            return false;
    return true;
}

static void nodes_of_facet(mesh_walk* m, const rv_facet* facet, unsigned owns) {
    rv_aabb bounds = {facet->corner[0], facet->corner[0]};
    rv_soft_enlarge(&bounds, facet->corner[1]);
    rv_soft_enlarge(&bounds, facet->corner[2]);
    for (int k = 0; k < 3; k++)
        if (owns & 1u << k && rv_aabb_overlap(&m->node_box[k], &bounds))
            node_face(m, k, facet);
}

static bool visit(void* context, int triangle) {
    mesh_walk* m = context;
    unsigned parts = m->walk->limits->parts, owns = m->walk->surface->owns.data[m->triangle];
    const rv_trimesh* mesh = m->surface.mesh;
    if (mesh != NULL
        && is_above(m, mesh->normals.data[triangle],
                    mesh->vertices.data[mesh->triangles.data[3 * triangle]]))
        return true;
    rv_facet facet = rv_surface_facet(&m->surface, triangle);
    if (mesh == NULL && is_above(m, facet.normal, facet.corner[0]))
        return true;
    if (parts & RV_SOFT_NODES && (owns & 7) != 0)
        nodes_of_facet(m, &facet, owns);
    unsigned of_facet = rv_surface_owns(&m->surface, triangle);
    if (parts & RV_SOFT_EDGES && owns >> 3 != 0)
        edges_of_facet(m, &facet, of_facet);
    if (parts & RV_SOFT_FACES)
        corners_of_facet(m, &facet, of_facet);
    return true;
}

static void start(mesh_walk* m, int triangle) {
    rv_soft_walk* w = m->walk;
    m->triangle = triangle;
    unsigned owns = w->surface->owns.data[triangle];
    double reach = fmax(w->limits->reach, w->limits->depth);
    for (int k = 0; k < 3; k++) {
        m->x[k] = rv_soft_walk_point(w, nodes_of(m)[k]);
        m->node_box[k] = rv_aabb_grow(rv_soft_bounds(&m->x[k], 1), reach);
        m->node[k].nearest = m->node[k].border = INFINITY;
        m->node[k].is_behind = m->node[k].meets = false;
        if (owns & 8u << k) {
            m->ridge[k] = rv_soft_walk_ridge(w, w->surface->triangle_edges.data[3 * triangle + k]);
            m->edge_box[k] = rv_aabb_grow(m->ridge[k].bounds, reach);
        }
    }
    m->box = rv_aabb_grow(rv_soft_bounds(m->x, 3), reach);
}

void rv_soft_touch_mesh(rv_soft_walk* w) {
    const rv_geometry* g = w->core.geometry;
    bool field = g->type == RV_SHAPE_HEIGHT_FIELD;
    mesh_walk m = {.walk = w, .surface = {field ? NULL : g->mesh, field ? g->field : NULL}};
    const rv_soft_surface* s = w->surface;
    for (int i = 0; i < w->found; i++) {
        start(&m, s->found.data[i]);
        if (field)
            rv_height_field_query(g->field, &m.box, visit, &m);
        else
            rv_trimesh_query(g->mesh, &m.box, visit, &m);
        for (int k = 0; k < 3; k++)
            if (w->limits->parts & RV_SOFT_NODES && s->owns.data[m.triangle] & 1 << k)
                finish_node(&m, k);
    }
}
