// Meshes and height fields alike: neighbourhoods of edges and corners.
#include "collide/surface.h"

// how far out of its region a direction may be by rounding [rad]
static const double OWN_SLACK = 1e-5;

// walks about a corner end here in either direction: a fan of 10^6 triangles must not take long
enum { FAN_MAX = 64 };

rv_vec3 rv_surface_normal(const rv_surface* surface, int triangle) {
    if (surface->mesh != NULL)
        return surface->mesh->normals.data[triangle];
    rv_vec3 c[3];
    rv_height_field_corners(surface->field, triangle, c);
    return rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(c[1], c[0]), rv_vec3_sub(c[2], c[0])));
}

rv_facet rv_surface_facet(const rv_surface* surface, int triangle) {
    rv_facet facet; // all of it is written
    facet.triangle = triangle;
    facet.normal = rv_surface_normal(surface, triangle);
    if (surface->mesh != NULL) {
        rv_trimesh_corners(surface->mesh, triangle, facet.corner);
        for (int k = 0; k < 3; k++)
            facet.vertex[k] = surface->mesh->triangles.data[3 * triangle + k];
    } else {
        rv_height_field_corners(surface->field, triangle, facet.corner);
        rv_height_field_samples(surface->field, triangle, facet.vertex);
    }
    return facet;
}

int rv_surface_neighbour(const rv_surface* surface, int triangle, int edge) {
    return surface->mesh != NULL ? surface->mesh->neighbours.data[3 * triangle + edge]
                                 : rv_height_field_neighbour(surface->field, triangle, edge);
}

// the first cell with a sample is that on the lower left of it, but at the borders
static int first_with_sample(const rv_height_field* field, int32_t sample) {
    int cells = field->columns - 1, i = sample % field->columns, j = sample / field->columns;
    int cell = (j > 0 ? j - 1 : 0) * cells + (i > 0 ? i - 1 : 0);
    return 2 * cell + (i == 0 && j > 0 ? 1 : 0);
}

// unit, along an edge
static rv_vec3 along(const rv_facet* facet, int edge) {
    return rv_vec3_normalize(rv_vec3_sub(facet->corner[(edge + 1) % 3], facet->corner[edge]));
}

rv_trimesh_edge rv_surface_edge_kind(const rv_surface* surface, int triangle, int edge) {
    return surface->mesh != NULL ? rv_trimesh_edge_kind(surface->mesh, triangle, edge)
                                 : rv_height_field_edge_kind(surface->field, triangle, edge);
}

unsigned rv_surface_owns(const rv_surface* surface, int triangle) {
    if (surface->mesh != NULL)
        return surface->mesh->owns.data[triangle];
    int32_t sample[3];
    unsigned owns = 0;
    rv_height_field_samples(surface->field, triangle, sample);
    for (int k = 0; k < 3; k++) {
        int other = rv_height_field_neighbour(surface->field, triangle, k);
        if (first_with_sample(surface->field, sample[k]) == triangle)
            owns |= 1u << k;
        if ((other < 0 || triangle < other)
            && rv_height_field_edge_kind(surface->field, triangle, k) != RV_EDGE_INNER)
            owns |= 8u << k;
    }
    return owns;
}

bool rv_facet_edge_owns(const rv_surface* surface, const rv_facet* facet, int edge, rv_vec3 out) {
    rv_vec3 e = along(facet, edge);
    if (rv_vec3_dot(out, facet->normal) < -OWN_SLACK
        || rv_vec3_dot(out, rv_vec3_cross(facet->normal, e)) > OWN_SLACK)
        return false;
    int other = rv_surface_neighbour(surface, facet->triangle, edge);
    if (other < 0)
        return true;
    rv_vec3 inward = rv_vec3_cross(rv_surface_normal(surface, other), rv_vec3_neg(e));
    return rv_vec3_dot(out, inward) <= OWN_SLACK;
}

static bool descends(const rv_facet* facet, int corner, int to, rv_vec3 out) {
    rv_vec3 e = rv_vec3_normalize(rv_vec3_sub(facet->corner[to], facet->corner[corner]));
    return rv_vec3_dot(out, e) <= OWN_SLACK;
}

// goes about a corner, `turn` 0: across the edge that leaves it, 2: that ends there. False: an edge
// rises in the direction. *closed: came round to the start
static bool fan_descends(const rv_surface* surface, const rv_facet* start, int corner, int turn,
                         rv_vec3 out, bool* closed) {
    rv_facet facet = *start;
    *closed = false;
    for (int step = 0; step < FAN_MAX; step++) {
        int32_t vertex = facet.vertex[corner];
        int next = rv_surface_neighbour(surface, facet.triangle, (corner + turn) % 3);
        if (next < 0)
            return true;
        *closed = next == start->triangle;
        if (*closed)
            return true;
        facet = rv_surface_facet(surface, next);
        corner = facet.vertex[0] == vertex ? 0 : facet.vertex[1] == vertex ? 1 : 2;
        // the edge beyond: it leaves the corner on one way round, ends there on the other
        if (!descends(&facet, corner, (corner + (turn == 0 ? 1 : 2)) % 3, out))
            return false;
    }
    return true;
}

bool rv_facet_corner_owns(const rv_surface* surface, const rv_facet* facet, int corner,
                          rv_vec3 out) {
    if (rv_vec3_dot(out, facet->normal) < -OWN_SLACK
        || !descends(facet, corner, (corner + 1) % 3, out)
        || !descends(facet, corner, (corner + 2) % 3, out))
        return false;
    bool closed;
    return fan_descends(surface, facet, corner, 0, out, &closed)
           && (closed || fan_descends(surface, facet, corner, 2, out, &closed));
}
