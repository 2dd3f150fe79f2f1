// The nearest point of one shape for one point, signed. Round shapes and boxes in closed form.
// A hull: the face whose plane is farthest below p; where p lies beside it, the edges of all faces
// that p is above (no other face can be nearer). A mesh: its tree, nearer boxes first; of triangles
// that are as near, with a common edge or corner, the one that faces p most tells the side.
#include "collide/height_field.h"
#include "collide/hull.h"
#include "collide/segment.h"
#include "collide/soft_private.h"
#include "collide/surface.h"

enum { STACK_MAX = 96 };

// parts of the squared distance within which two triangles count as being as near
static const double AS_NEAR = 1e-12;
// over the size of a triangle: nearer than this the normal is that of the triangle
static const double ON_SURFACE = 1e-9;
// weights below this are on an edge
static const double ON_EDGE = 1e-9;

rv_soft_core rv_soft_core_of(const rv_geometry* geometry) {
    rv_placed still = {geometry, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    rv_soft_core core = {.geometry = geometry};
    if (rv_shape_is_convex(geometry->type))
        core.convex = rv_convex_of(&still);
    return core;
}

// ---- round things -------------------------------------------------------------------------------

// from the nearest point of a core to p, which may be zero
static double nearest_round(rv_vec3 way, double radius, rv_vec3 across, rv_vec3 p, rv_vec3* on,
                            rv_vec3* normal) {
    double distance = rv_vec3_length(way);
    *normal = distance > 0.0 ? rv_vec3_scale(way, 1.0 / distance) : across;
    *on = rv_vec3_mul_add(p, radius - distance, *normal);
    return distance - radius;
}

static double nearest_capsule(const rv_geometry* g, rv_vec3 p, rv_vec3* on, rv_vec3* normal) {
    double beyond = p.x > g->half_length    ? p.x - g->half_length
                    : p.x < -g->half_length ? p.x + g->half_length
                                            : 0.0;
    return nearest_round(rv_vec3_make(beyond, p.y, p.z), g->radius, rv_vec3_make(0.0, 0.0, 1.0), p,
                         on, normal);
}

// ---- hulls --------------------------------------------------------------------------------------

static double height_over(const rv_hull_face* face, rv_vec3 p) {
    return rv_vec3_dot(face->normal, p) - face->offset;
}

// the nearest point of the face's edges; `outside`: p is beside the face
static rv_vec3 nearest_on_border(const rv_hull* hull, const rv_hull_face* face, rv_vec3 p,
                                 double* squared, bool* outside) {
    const int32_t* loop = &hull->loop.data[face->first];
    rv_vec3 best = {0.0, 0.0, 0.0};
    *squared = INFINITY;
    *outside = false;
    rv_vec3 from = hull->corners.data[loop[face->count - 1]];
    for (int n = 0; n < face->count; n++) {
        rv_vec3 to = hull->corners.data[loop[n]];
        rv_vec3 inward = rv_vec3_cross(face->normal, rv_vec3_sub(to, from));
        // the nearest point of a convex polygon is on an edge that p is beyond
        if (rv_vec3_dot(inward, rv_vec3_sub(p, from)) < 0.0) {
            *outside = true;
            rv_vec3 edge[2] = {from, to}, q = rv_nearest_on_segment(p, edge, NULL);
            rv_vec3 way = rv_vec3_sub(p, q);
            double d = rv_vec3_dot(way, way);
            if (d < *squared) {
                *squared = d;
                best = q;
            }
        }
        from = to;
    }
    return best;
}

static double nearest_hull(const rv_hull* hull, rv_vec3 p, double limit, rv_vec3* on,
                           rv_vec3* normal) {
    const rv_hull_face* top = &hull->faces.data[0];
    double most = height_over(top, p);
    for (int f = 1; f < hull->faces.count; f++) {
        double height = height_over(&hull->faces.data[f], p);
        if (height > most) {
            most = height;
            top = &hull->faces.data[f];
        }
    }
    // too far: the plane is a bound
    bool outside = false;
    double squared = INFINITY;
    rv_vec3 q = {0.0, 0.0, 0.0};
    if (most > 0.0 && most <= limit)
        q = nearest_on_border(hull, top, p, &squared, &outside);
    if (!outside) {
        *normal = top->normal;
        *on = rv_vec3_mul_add(p, -most, top->normal);
        return most;
    }
    for (int f = 0; f < hull->faces.count; f++) {
        const rv_hull_face* face = &hull->faces.data[f];
        double d;
        if (face == top || !(height_over(face, p) > 0.0))
            continue;
        rv_vec3 other = nearest_on_border(hull, face, p, &d, &outside);
        if (d < squared) {
            squared = d;
            q = other;
        }
    }
    double distance = sqrt(squared);
    *on = q;
    *normal = distance > ON_SURFACE * hull->thickness
                  ? rv_vec3_scale(rv_vec3_sub(p, q), 1.0 / distance)
                  : top->normal;
    return distance;
}

// ---- meshes and height fields -------------------------------------------------------------------

typedef struct nearest_triangle {
    rv_surface surface;
    rv_vec3 p, on;
    double squared, facing; // |(p - on) . normal|
    int triangle;
    rv_vec3 normal;
    double size;
} nearest_triangle;

static bool consider(void* context, int triangle) {
    nearest_triangle* best = context;
    rv_facet facet = rv_surface_facet(&best->surface, triangle);
    rv_vec3 q = rv_nearest_on_triangle(best->p, facet.corner), way = rv_vec3_sub(best->p, q);
    double squared = rv_vec3_dot(way, way), facing = fabs(rv_vec3_dot(way, facet.normal));
    double slack = AS_NEAR * best->squared;
    if (squared > best->squared + slack
        || (squared >= best->squared - slack && facing <= best->facing && best->triangle >= 0))
        return true;
    best->on = q;
    best->squared = squared;
    best->facing = facing;
    best->triangle = triangle;
    best->normal = facet.normal;
    best->size = rv_vec3_length(rv_vec3_sub(facet.corner[1], facet.corner[0]));
    return true;
}

static double squared_to_box(const rv_aabb* box, rv_vec3 p) {
    double x = fmax(fmax(box->lower.x - p.x, p.x - box->upper.x), 0.0);
    double y = fmax(fmax(box->lower.y - p.y, p.y - box->upper.y), 0.0);
    double z = fmax(fmax(box->lower.z - p.z, p.z - box->upper.z), 0.0);
    return x * x + y * y + z * z;
}

static void search(const rv_trimesh* mesh, nearest_triangle* best) {
    struct {
        int node;
        double squared;
    } stack[STACK_MAX], children[2];
    int waiting = 0;
    stack[waiting].node = 0;
    stack[waiting++].squared = 0.0;
    while (waiting > 0) {
        waiting--;
        if (stack[waiting].squared > best->squared * (1.0 + AS_NEAR))
            continue;
        const rv_trimesh_node* node = &mesh->nodes.data[stack[waiting].node];
        for (int i = 0; i < node->count; i++)
            consider(best, mesh->order.data[node->first + i]);
        if (node->count > 0)
            continue;
        for (int k = 0; k < 2; k++) {
            children[k].node = node->first + k;
            children[k].squared =
                squared_to_box(&mesh->nodes.data[node->first + k].bounds, best->p);
        }
        // the nearer one comes first
        int far = children[1].squared >= children[0].squared ? 1 : 0;
        stack[waiting++] = children[far];
        stack[waiting++] = children[1 - far];
    }
}

// whether the nearest point is on an open edge and p beside it: there is no inside there
static bool is_beside(const nearest_triangle* best) {
    rv_facet facet = rv_surface_facet(&best->surface, best->triangle);
    for (int k = 0; k < 3; k++) {
        rv_vec3 from = facet.corner[k], e = rv_vec3_sub(facet.corner[(k + 1) % 3], from);
        rv_vec3 inward = rv_vec3_cross(facet.normal, e);
        double room = rv_vec3_dot(inward, rv_vec3_sub(best->on, from));
        if (room <= ON_EDGE * rv_vec3_dot(e, e)
            && rv_surface_neighbour(&best->surface, best->triangle, k) < 0
            && rv_vec3_dot(inward, rv_vec3_sub(best->p, from)) < -ON_EDGE * rv_vec3_dot(e, e))
            return true;
    }
    return false;
}

static double finish(const nearest_triangle* best, bool inside, rv_vec3* on, rv_vec3* normal) {
    double distance = sqrt(best->squared);
    *on = best->on;
    *normal = best->normal;
    if (distance > ON_SURFACE * best->size)
        *normal = rv_vec3_scale(rv_vec3_sub(best->p, best->on), (inside ? -1.0 : 1.0) / distance);
    return inside ? -distance : distance;
}

static double nearest_mesh(const rv_trimesh* mesh, rv_vec3 p, double limit, rv_vec3* on,
                           rv_vec3* normal) {
    nearest_triangle best = {
        .surface = {mesh, NULL}, .p = p, .squared = limit * limit, .triangle = -1};
    search(mesh, &best);
    if (best.triangle < 0)
        return INFINITY;
    bool behind = rv_vec3_dot(rv_vec3_sub(p, best.on), best.normal) < 0.0;
    return finish(&best, behind && !is_beside(&best), on, normal);
}

static double nearest_field(const rv_height_field* field, rv_vec3 p, double limit, rv_vec3* on,
                            rv_vec3* normal) {
    nearest_triangle best = {.surface = {NULL, field}, .p = p, .squared = INFINITY, .triangle = -1};
    double x = 0.5 * (field->columns - 1) * field->spacing_x;
    double y = 0.5 * (field->rows - 1) * field->spacing_y;
    bool below = rv_height_field_is_below(field, p);
    // the triangle over or under p, or over the nearest place of the grid, bounds the search
    consider(&best,
             rv_height_field_triangle_at(field, fmin(fmax(p.x, -x), x), fmin(fmax(p.y, -y), y)));
    double bound = sqrt(best.squared);
    if (below && bound > limit) {
        // deep below: up through the triangle over it
        rv_vec3 c[3];
        rv_height_field_corners(field, best.triangle, c);
        double height = rv_vec3_dot(rv_vec3_sub(p, c[0]), best.normal);
        *normal = best.normal;
        *on = rv_vec3_mul_add(p, -height, best.normal);
        return height;
    }
    rv_aabb box = rv_aabb_grow((rv_aabb){p, p}, fmin(bound, limit));
    rv_height_field_query(field, &box, consider, &best);
    return below || best.squared <= limit * limit ? finish(&best, below, on, normal) : INFINITY;
}

// ---- any shape ----------------------------------------------------------------------------------

// of a box or a cylinder
static double nearest_core(const rv_geometry* g, rv_vec3 p, rv_vec3* on, rv_vec3* normal) {
    rv_convex core; // what is not set is not read: this is called a thousand times a millisecond
    core.core = g->type == RV_SHAPE_BOX ? RV_CORE_BOX : RV_CORE_CYLINDER;
    core.half_extents = g->half_extents;
    core.core_radius = g->radius;
    core.half_length = g->half_length;
    double gap = rv_point_closest_local(p, &core, normal);
    *on = rv_vec3_mul_add(p, -gap, *normal);
    return gap;
}

double rv_soft_nearest(const rv_geometry* g, rv_vec3 p, double limit, rv_vec3* on,
                       rv_vec3* normal) {
    switch (g->type) {
    case RV_SHAPE_SPHERE:
        return nearest_round(p, g->radius, rv_vec3_make(0.0, 0.0, 1.0), p, on, normal);
    case RV_SHAPE_CAPSULE:
        return nearest_capsule(g, p, on, normal);
    case RV_SHAPE_HULL:
        return nearest_hull(g->hull, p, limit, on, normal);
    case RV_SHAPE_MESH:
        return nearest_mesh(g->mesh, p, limit, on, normal);
    case RV_SHAPE_HEIGHT_FIELD:
        return nearest_field(g->field, p, limit, on, normal);
    case RV_SHAPE_PLANE:
        *on = rv_vec3_make(p.x, p.y, 0.0);
        *normal = rv_vec3_make(0.0, 0.0, 1.0);
        return p.z;
    default:
        return nearest_core(g, p, on, normal);
    }
}

double rv_shape_nearest(const rv_placed* shape, rv_vec3 p, double limit, rv_vec3* on,
                        rv_vec3* normal) {
    rv_vec3 at, out;
    double gap = rv_soft_nearest(shape->geometry, rv_placed_to_local(shape, p), limit, &at, &out);
    if (!(gap <= limit))
        return INFINITY;
    *on = rv_placed_to_world(shape, at);
    *normal = rv_mat3_apply(shape->R, out);
    return gap;
}
